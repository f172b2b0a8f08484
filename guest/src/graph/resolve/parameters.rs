//! What the parameters of a callee are: what it accepts, and what it hands to functions that it takes.

use crate::graph::edge::Tier;
use crate::graph::node::NodeId;
use crate::graph::resolve::Resolver;
use crate::graph::resolve::meaning::{Meaning, ShapeId};
use crate::graph::resolve::shapes::Head;
use crate::syntax::{Asked, Slot};

impl Resolver {
    /// What a callee hands to the function it is called with.
    pub(super) fn passed_by(&mut self, callee: Meaning, slot: Slot) -> Meaning {
        match callee {
            Meaning::LibraryMember(shape, name) => {
                let text = self.layout.strings.get(name);
                match self.library_gives(shape, Asked::Passed(text, slot.parameter)) {
                    Some(given) => self.given(given, shape, Tier::AstResolved, Meaning::Unknown),
                    None => Meaning::Unknown,
                }
            }
            Meaning::Definitions(definitions) => {
                let node = self.definitions(definitions)[0];
                let callee = if self.kind(node).is_type() { self.constructor_of(node) } else { Some(node) };
                callee.map_or(Meaning::Unknown, |callee| self.passed_by_function(callee, slot))
            }
            _ => Meaning::Unknown,
        }
    }

    /// A value of the type that `callee` declares for its parameter with this number.
    pub(super) fn accepted_by(&mut self, callee: Meaning, argument: u8) -> Meaning {
        let Meaning::Definitions(definitions) = callee else {
            return self.accepted_by_value(callee, argument);
        };
        let node = self.definitions(definitions)[0];
        let function = if self.kind(node).is_type() { self.constructor_of(node) } else { Some(node) };
        let accepted = match function {
            Some(function) if self.kind(function).is_callable() => {
                let parameters = self.parameters_of(function);
                parameters.map_or(Meaning::Unknown, |parameters| self.shapes.argument(parameters, argument))
            }
            _ => {
                let held = self.value_of_definition(definitions);
                self.accepted_by_value(held, argument)
            }
        };
        match self.value_of(accepted) {
            Meaning::Value(node, tier) => Meaning::Value(node, tier.min(definitions.tier)),
            Meaning::Shaped(shape, tier) => Meaning::Shaped(shape, tier.min(definitions.tier)),
            other => other,
        }
    }

    /// The same where the callee is known by its type alone.
    fn accepted_by_value(&mut self, callee: Meaning, argument: u8) -> Meaning {
        match callee {
            Meaning::Shaped(function, _) if self.shapes.head(function) == Head::Function => {
                self.shapes.argument(function, argument.saturating_add(1))
            }
            Meaning::LibraryMember(shape, name) => {
                let text = self.layout.strings.get(name);
                let accepted = self.library_gives(shape, Asked::Accepted(text, argument));
                accepted.map_or(Meaning::Unknown, |accepted| {
                    self.given(accepted, shape, Tier::AstResolved, Meaning::Unknown)
                })
            }
            _ => Meaning::Unknown,
        }
    }

    /// The types of a function's parameters as a tuple.
    fn parameters_of(&mut self, function: NodeId) -> Option<ShapeId> {
        let &takes = self.layout.takes.get(&function)?;
        let file = self.layout.nodes[function.0 as usize].file;
        match self.evaluate(file, takes, function) {
            Meaning::Shaped(parameters, _) => Some(parameters),
            _ => None,
        }
    }

    /// The method that makes instances of a type.
    fn constructor_of(&mut self, of: NodeId) -> Option<NodeId> {
        let names = (self.library_of_type(of).members)(Asked::Constructed);
        let name = self.layout.strings.find(names.first()?)?;
        match self.type_member(of, name, Tier::AstResolved) {
            Meaning::Definitions(definitions) => Some(self.definitions(definitions)[0]),
            _ => None,
        }
    }

    /// What a function of the corpus hands to one that it takes, by the type of its parameter.
    fn passed_by_function(&mut self, callee: NodeId, slot: Slot) -> Meaning {
        let Some(parameters) = self.parameters_of(callee) else { return Meaning::Unknown };
        match self.shapes.argument(parameters, slot.argument) {
            Meaning::Shaped(function, _) if self.shapes.head(function) == Head::Function => {
                self.shapes.argument(function, slot.parameter.saturating_add(1))
            }
            _ => Meaning::Unknown,
        }
    }
}
