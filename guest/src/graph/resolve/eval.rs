//! What an expression means, from its first name to its last member.

use crate::graph::edge::Tier;
use crate::graph::node::{FileId, NodeId};
use crate::graph::resolve::meaning::{Definitions, Meaning, Module};
use crate::graph::resolve::{MAX_DEPTH, MAX_FUEL, Resolver};
use crate::graph::strings::StringId;
use crate::syntax::{Expr, ExprId, SymbolKind};

impl Resolver {
    /// Finds what an expression of `file` means where `scope` is the definition (or file) around it.
    pub(super) fn evaluate(&mut self, file: FileId, expr: ExprId, scope: NodeId) -> Meaning {
        let linked = &self.layout.linked[file.0 as usize];
        let slot = (linked.first_expr + expr.0) as usize;
        // Equal expressions of a file share a slot, but mean what their scope makes of them.
        match self.meanings[slot] {
            (known_in, _) if known_in != scope => {}
            (_, Meaning::Unseen) => {}
            (_, Meaning::Open) => return Meaning::Unknown,
            (_, known) => return known,
        }
        if self.depth == 0 {
            self.fuel = MAX_FUEL;
        }
        if self.depth >= MAX_DEPTH || self.fuel == 0 {
            return Meaning::Unknown;
        }
        self.fuel -= 1;
        let id = expr;
        self.meanings[slot] = (scope, Meaning::Open);
        self.depth += 1;
        let meaning = self.evaluate_new(file, id, scope);
        self.depth -= 1;
        self.meanings[slot] = (scope, meaning);
        meaning
    }

    fn evaluate_new(&mut self, file: FileId, id: ExprId, scope: NodeId) -> Meaning {
        match self.layout.linked[file.0 as usize].exprs[id.0 as usize] {
            Expr::Name(text) => {
                let name = self.layout.linked[file.0 as usize].string(text);
                self.look_up(file, name, scope)
            }
            Expr::Type(text) => {
                let name = self.layout.linked[file.0 as usize].string(text);
                self.look_up_type(file, name, scope)
            }
            Expr::Member(base, text) => {
                let name = self.layout.linked[file.0 as usize].string(text);
                let container = match self.evaluate(file, base, scope) {
                    Meaning::Outside => self.package_named(file, base).unwrap_or(Meaning::Outside),
                    known => known,
                };
                if self.hides_module(file, container)
                    && let Some(module) = self.as_module(file, base, scope)
                {
                    return self.member(Meaning::Module(module), name);
                }
                let found = match container {
                    Meaning::BaseOf(owner) if self.layout.on_type.contains(&scope) => {
                        self.base_member_of_type_itself(owner, name)
                    }
                    _ => self.member(container, name),
                };
                match found {
                    Meaning::Outside => self.extension(file, scope, container, name),
                    known => known,
                }
            }
            Expr::Instance(base) => {
                let of = self.evaluate(file, base, scope);
                match of {
                    Meaning::Outside => self.outside_instance(file, base),
                    of => self.instance_of(of),
                }
            }
            Expr::Call(callee) => {
                let called = self.evaluate(file, callee, scope);
                let receiver = self.receiver_given(file, callee, called, scope);
                receiver.unwrap_or_else(|| self.result_of(called))
            }
            Expr::Package(text) => {
                let linked = &self.layout.linked[file.0 as usize];
                let package = self.packages.declared(linked.language.family(), linked.string(text));
                package.map_or(Meaning::Outside, |package| Meaning::Module(Module::Package(package)))
            }
            Expr::This => self
                .enclosing_type(scope)
                .map_or(Meaning::Unknown, |owner| Meaning::Value(owner, Tier::AstResolved)),
            Expr::ThisType => match self.enclosing_type(scope) {
                Some(owner) => self.define([owner], Tier::AstResolved).unwrap_or(Meaning::Unknown),
                None => Meaning::Unknown,
            },
            Expr::Super => self.enclosing_type(scope).map_or(Meaning::Unknown, Meaning::BaseOf),
            Expr::Unknown => Meaning::Unknown,
            Expr::Library(text) => {
                let name = self.layout.linked[file.0 as usize].string(text);
                self.library_value(file, name)
            }
            Expr::Generic(..) => self.shape_of(file, id, scope),
            Expr::Operation(base, operation) => {
                let base = self.evaluate(file, base, scope);
                self.operate(base, operation)
            }
            Expr::Function(result) => {
                let result = self.evaluate(file, result, scope);
                let result = self.value_of(result);
                self.function_giving(result)
            }
            Expr::CallWith(callee, function) => match self.evaluate(file, callee, scope) {
                Meaning::LibraryMember(shape, name) => {
                    let function = self.evaluate(file, function, scope);
                    let result = self.result_of(function);
                    self.library_result(shape, name, result)
                }
                callee => self.result_of(callee),
            },
            Expr::Passed(callee, slot) => {
                let callee = self.evaluate(file, callee, scope);
                self.passed_by(callee, slot)
            }
            Expr::Accepted(callee, argument) => {
                let callee = self.evaluate(file, callee, scope);
                self.accepted_by(callee, argument)
            }
            Expr::Key(base, text) => {
                let name = self.layout.linked[file.0 as usize].string(text);
                let base = self.evaluate(file, base, scope);
                self.member(base, name)
            }
            Expr::Macro(text) => {
                let name = self.layout.linked[file.0 as usize].string(text);
                self.look_up_macro(file, name, scope)
            }
            Expr::Underlying(inner) | Expr::Property(inner) => {
                let inner = self.evaluate(file, inner, scope);
                self.value_of(inner)
            }
        }
    }

    /// A value of a type that the corpus lacks: of a library's, if it has a name.
    fn outside_instance(&mut self, file: FileId, of: ExprId) -> Meaning {
        let linked = &self.layout.linked[file.0 as usize];
        match linked.exprs[of.0 as usize] {
            Expr::Name(text) | Expr::Member(_, text) => self.library_value(file, linked.string(text)),
            _ => Meaning::Outside,
        }
    }

    /// Whether a meaning has no members, in a language where a module of the same name may have them.
    fn hides_module(&self, file: FileId, meaning: Meaning) -> bool {
        let Meaning::Definitions(definitions) = meaning else { return false };
        self.rules_of(file).module_keywords.is_some()
            && self.kind(self.definitions(definitions)[0]).is_callable()
    }

    /// A value of the type that `meaning` names.
    fn instance_of(&mut self, meaning: Meaning) -> Meaning {
        let Meaning::Definitions(definitions) = meaning else { return meaning };
        match self.first_type(definitions) {
            Some(node) => self.value_of_type(node, definitions.tier),
            // `Enum::Variant { field }`: what has fields is the variant.
            None if self.kind(self.definitions(definitions)[0]) == SymbolKind::EnumMember => meaning,
            None => Meaning::Unknown,
        }
    }

    /// A value of a type; of what it stands for if it is an alias.
    pub(super) fn value_of_type(&mut self, node: NodeId, tier: Tier) -> Meaning {
        let file = self.layout.nodes[node.0 as usize].file;
        match self.layout.gives[node.0 as usize] {
            Some(target) if self.depth < MAX_DEPTH && self.is_alias(node) => {
                self.depth += 1;
                let target = self.evaluate(file, target, node);
                let value = self.instance_of(target);
                self.depth -= 1;
                match value {
                    Meaning::Unknown | Meaning::Outside => Meaning::Value(node, tier),
                    Meaning::Value(target, strength) => Meaning::Value(target, strength.min(tier)),
                    // Of a library's type without arguments the alias knows as much.
                    Meaning::Shaped(shape, _) if !self.shapes.has_arguments(shape) => {
                        Meaning::Value(node, tier)
                    }
                    other => other,
                }
            }
            _ => Meaning::Value(node, tier),
        }
    }

    /// What calling `meaning` gives: a function its result, a type an instance.
    pub(super) fn result_of(&mut self, meaning: Meaning) -> Meaning {
        match meaning {
            Meaning::Definitions(definitions) => {
                let node = self.callable_in(definitions);
                if self.is_type(node) {
                    return self.value_of_type(node, definitions.tier);
                }
                if self.kind(node) == SymbolKind::EnumMember {
                    return self.value_of_definition(definitions);
                }
                let given = self.given_by(node, definitions.tier);
                if self.kind(node).is_callable() {
                    return given;
                }
                // A variable or field that holds a type or a function: calling it calls that.
                match given {
                    Meaning::Definitions(_) | Meaning::Shaped(..) | Meaning::Value(..)
                        if self.depth < MAX_DEPTH =>
                    {
                        self.depth += 1;
                        let result = self.result_of(given);
                        self.depth -= 1;
                        result
                    }
                    _ => Meaning::Unknown,
                }
            }
            Meaning::LibraryMember(shape, name) => self.library_result(shape, name, Meaning::Unknown),
            Meaning::Shaped(shape, tier) => self.shape_result(shape, tier),
            Meaning::Value(node, tier) => self.type_result(node, tier),
            Meaning::Outside => Meaning::Outside,
            _ => Meaning::Unknown,
        }
    }

    /// The receiver of a call whose method gives what it is called on, or another of its type: its type may
    /// be below the one that the method is declared in.
    fn receiver_given(
        &mut self,
        file: FileId,
        callee: ExprId,
        called: Meaning,
        scope: NodeId,
    ) -> Option<Meaning> {
        let Meaning::Definitions(definitions) = called else { return None };
        let method = self.callable_in(definitions);
        let owner = self.names.main(self.member_of[method.0 as usize]?);
        if !self.kind(method).is_callable() || !self.gives_receiver(method) {
            return None;
        }
        let receiver = match self.expr_of(file, callee) {
            Expr::Member(base, _) => {
                let base = self.evaluate(file, base, scope);
                match self.value_of(base) {
                    Meaning::Value(node, tier) => (node, tier),
                    _ => return None,
                }
            }
            Expr::Name(_) => (self.enclosing_type(scope)?, definitions.tier),
            _ => return None,
        };
        let tier = receiver.1.min(definitions.tier);
        self.is_above(owner, receiver.0).then_some(Meaning::Value(receiver.0, tier))
    }

    /// Whether a method says that it gives what it is called on, or another of its type.
    fn gives_receiver(&self, method: NodeId) -> bool {
        let Some(gives) = self.layout.gives[method.0 as usize] else { return false };
        let file = self.layout.nodes[method.0 as usize].file;
        match self.expr_of(file, gives) {
            Expr::This => true,
            Expr::Instance(of) => self.expr_of(file, of) == Expr::ThisType,
            _ => false,
        }
    }

    /// What a use of these definitions is as a value: a variable its type, an enum member its enum.
    pub(super) fn value_of_definition(&mut self, definitions: Definitions) -> Meaning {
        let node = self.value_in(definitions);
        match self.kind(node) {
            SymbolKind::Field | SymbolKind::Variable | SymbolKind::Constant => {
                self.given_by(node, definitions.tier)
            }
            SymbolKind::EnumMember => self.member_of[node.0 as usize]
                .map_or(Meaning::Unknown, |owner| Meaning::Value(owner, definitions.tier)),
            SymbolKind::Method if self.is_property(node) => self.given_by(node, definitions.tier),
            _ => Meaning::Unknown,
        }
    }

    /// Of definitions of one name, a function and a field say, the one that is called.
    fn callable_in(&self, definitions: Definitions) -> NodeId {
        let found = self.definitions(definitions);
        found.iter().copied().find(|&node| self.kind(node).is_callable()).unwrap_or(found[0])
    }

    /// Of definitions of one name, a function and a field say, the one that is read.
    fn value_in(&self, definitions: Definitions) -> NodeId {
        let found = self.definitions(definitions);
        found.iter().copied().find(|&node| !self.kind(node).is_callable()).unwrap_or(found[0])
    }

    /// Whether a method is read like a field.
    pub(super) fn is_property(&self, node: NodeId) -> bool {
        let linked = &self.layout.linked[self.layout.nodes[node.0 as usize].file.0 as usize];
        self.layout.gives[node.0 as usize]
            .is_some_and(|gives| matches!(linked.exprs[gives.0 as usize], Expr::Property(_)))
    }

    /// What the definition says that it gives.
    pub(super) fn given_by(&mut self, node: NodeId, tier: Tier) -> Meaning {
        let Some(gives) = self.layout.gives[node.0 as usize] else { return Meaning::Unknown };
        let file = self.layout.nodes[node.0 as usize].file;
        match self.evaluate(file, gives, node) {
            Meaning::Value(owner, strength) => Meaning::Value(owner, strength.min(tier)),
            other => other,
        }
    }

    /// What `base.name` means.
    pub(super) fn member(&mut self, base: Meaning, name: StringId) -> Meaning {
        match base {
            Meaning::Module(module) => self.module_member(module, name).unwrap_or(Meaning::Outside),
            Meaning::Value(owner, tier) => self.value_member(owner, name, tier),
            Meaning::Shaped(shape, tier) => self.shape_member(shape, name, tier),
            Meaning::LibraryMember(shape, field) => {
                // A member that is read, not called: a field of the library's type.
                let value = self.library_result(shape, field, Meaning::Unknown);
                match value {
                    Meaning::LibraryMember(..) | Meaning::Definitions(_) => Meaning::Unknown,
                    value if self.depth < MAX_DEPTH => {
                        self.depth += 1;
                        let found = self.member(value, name);
                        self.depth -= 1;
                        found
                    }
                    _ => Meaning::Unknown,
                }
            }
            Meaning::BaseOf(owner) => self.base_member(owner, name),
            Meaning::Definitions(definitions) => match self.first_type(definitions) {
                Some(owner) => self.named_type_member(owner, name, definitions.tier),
                None => match self.value_of_field_owner(definitions, name) {
                    Meaning::Definitions(found) => Meaning::Definitions(found),
                    Meaning::Value(owner, tier) => self.value_member(owner, name, tier),
                    Meaning::Shaped(shape, tier) => self.shape_member(shape, name, tier),
                    Meaning::Module(module) => self.module_member(module, name).unwrap_or(Meaning::Outside),
                    Meaning::Outside => Meaning::Outside,
                    // A variable that holds an object literal has that literal's members inside it.
                    _ => {
                        let node = self.definitions(definitions)[0];
                        self.inside(node, name, definitions.tier).unwrap_or(Meaning::Unknown)
                    }
                },
            },
            Meaning::Outside => Meaning::Outside,
            Meaning::Unknown | Meaning::Unseen | Meaning::Open => Meaning::Unknown,
        }
    }

    /// What `Type.name` means: a member of the type, or of what it stands for.
    fn named_type_member(&mut self, owner: NodeId, name: StringId, tier: Tier) -> Meaning {
        let found = self.member_of_type_itself(owner, name, tier);
        if matches!(found, Meaning::Definitions(_)) || !self.is_alias(owner) || self.depth >= MAX_DEPTH {
            return found;
        }
        self.depth += 1;
        let target = match self.value_of_type(owner, tier) {
            Meaning::Value(same, _) if same == owner => found,
            target => self.member(target, name),
        };
        self.depth -= 1;
        target
    }

    /// The field of this name of an enum member; what the definitions are as a value otherwise.
    fn value_of_field_owner(&mut self, definitions: Definitions, name: StringId) -> Meaning {
        let node = self.definitions(definitions)[0];
        if self.kind(node) == SymbolKind::EnumMember
            && let Some(field) = self.inside(node, name, definitions.tier)
        {
            return field;
        }
        self.value_of_definition(definitions)
    }

    /// Definitions of this name directly inside a file or definition.
    pub(super) fn inside(&mut self, container: NodeId, name: StringId, tier: Tier) -> Option<Meaning> {
        let found: Vec<NodeId> = self.names.inside(container, name).take(super::MAX_CANDIDATES).collect();
        match found[..] {
            [module] if self.kind(module) == SymbolKind::Module && !self.is_type(module) => {
                Some(Meaning::Module(Module::Symbol(module)))
            }
            _ => self.define(found, tier),
        }
    }

    pub(super) fn first_type(&self, definitions: Definitions) -> Option<NodeId> {
        self.definitions(definitions).iter().copied().find(|&node| self.is_type(node))
    }

    /// The type that `scope` belongs to, through nested functions up to the member.
    pub(super) fn enclosing_type(&self, scope: NodeId) -> Option<NodeId> {
        let mut node = scope;
        loop {
            if self.is_type(node) {
                return Some(self.names.main(node));
            }
            if let Some(owner) = self.member_of[node.0 as usize] {
                return Some(self.names.main(owner));
            }
            let around = self.layout.lexical_parents[node.0 as usize];
            if around == node {
                return None;
            }
            node = around;
        }
    }
}
