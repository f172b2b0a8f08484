//! What an expression means, from its first name to its last member.

use crate::graph::edge::Tier;
use crate::graph::node::{FileId, NodeId};
use crate::graph::resolve::meaning::{Definitions, Meaning, Module};
use crate::graph::resolve::{MAX_DEPTH, Resolver};
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
        if self.depth >= MAX_DEPTH {
            return Meaning::Unknown;
        }
        let expr = linked.exprs[expr.0 as usize];
        self.meanings[slot] = (scope, Meaning::Open);
        self.depth += 1;
        let meaning = self.evaluate_new(file, expr, scope);
        self.depth -= 1;
        self.meanings[slot] = (scope, meaning);
        meaning
    }

    fn evaluate_new(&mut self, file: FileId, expr: Expr, scope: NodeId) -> Meaning {
        match expr {
            Expr::Name(text) => {
                let name = self.layout.linked[file.0 as usize].string(text);
                self.look_up(file, name, scope)
            }
            Expr::Member(base, text) => {
                let name = self.layout.linked[file.0 as usize].string(text);
                let container = self.evaluate(file, base, scope);
                if self.hides_module(file, container)
                    && let Some(module) = self.as_module(file, base, scope)
                {
                    return self.member(Meaning::Module(module), name);
                }
                self.member(container, name)
            }
            Expr::Instance(base) => {
                let base = self.evaluate(file, base, scope);
                self.instance_of(base)
            }
            Expr::Call(base) => {
                let base = self.evaluate(file, base, scope);
                self.result_of(base)
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
            None => Meaning::Unknown,
        }
    }

    /// A value of a type; of what it stands for if it is an alias.
    fn value_of_type(&mut self, node: NodeId, tier: Tier) -> Meaning {
        let file = self.layout.nodes[node.0 as usize].file;
        match self.layout.gives[node.0 as usize] {
            Some(target) if self.depth < MAX_DEPTH => {
                self.depth += 1;
                let target = self.evaluate(file, target, node);
                let value = self.instance_of(target);
                self.depth -= 1;
                match value {
                    Meaning::Unknown | Meaning::Outside => Meaning::Value(node, tier),
                    Meaning::Value(target, strength) => Meaning::Value(target, strength.min(tier)),
                    other => other,
                }
            }
            _ => Meaning::Value(node, tier),
        }
    }

    /// What calling `meaning` gives: a function its result, a type an instance.
    fn result_of(&mut self, meaning: Meaning) -> Meaning {
        match meaning {
            Meaning::Definitions(definitions) => {
                let node = self.definitions(definitions)[0];
                if self.kind(node).is_type() {
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
                    Meaning::Definitions(_) if self.depth < MAX_DEPTH => {
                        self.depth += 1;
                        let result = self.result_of(given);
                        self.depth -= 1;
                        result
                    }
                    _ => Meaning::Unknown,
                }
            }
            Meaning::Outside => Meaning::Outside,
            _ => Meaning::Unknown,
        }
    }

    /// What a use of these definitions is as a value: a variable its type, an enum member its enum.
    pub(super) fn value_of_definition(&mut self, definitions: Definitions) -> Meaning {
        let node = self.definitions(definitions)[0];
        match self.kind(node) {
            SymbolKind::Field | SymbolKind::Variable | SymbolKind::Constant => {
                self.given_by(node, definitions.tier)
            }
            SymbolKind::EnumMember => self.member_of[node.0 as usize]
                .map_or(Meaning::Unknown, |owner| Meaning::Value(owner, definitions.tier)),
            _ => Meaning::Unknown,
        }
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
            Meaning::Value(owner, tier) => self.type_member(owner, name, tier),
            Meaning::BaseOf(owner) => self.base_member(owner, name),
            Meaning::Definitions(definitions) => match self.first_type(definitions) {
                Some(owner) => self.type_member(owner, name, definitions.tier),
                None => match self.value_of_definition(definitions) {
                    Meaning::Value(owner, tier) => self.type_member(owner, name, tier),
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

    /// Definitions of this name directly inside a file or definition.
    pub(super) fn inside(&mut self, container: NodeId, name: StringId, tier: Tier) -> Option<Meaning> {
        let found: Vec<NodeId> = self.names.inside(container, name).take(super::MAX_CANDIDATES).collect();
        match found[..] {
            [module] if self.kind(module) == SymbolKind::Module => {
                Some(Meaning::Module(Module::Symbol(module)))
            }
            _ => self.define(found, tier),
        }
    }

    fn first_type(&self, definitions: Definitions) -> Option<NodeId> {
        self.definitions(definitions).iter().copied().find(|&node| self.kind(node).is_type())
    }

    /// The type that `scope` belongs to, through nested functions up to the member.
    pub(super) fn enclosing_type(&self, scope: NodeId) -> Option<NodeId> {
        let mut node = scope;
        loop {
            if self.kind(node).is_type() {
                return Some(node);
            }
            if let Some(owner) = self.member_of[node.0 as usize] {
                return Some(owner);
            }
            let around = self.layout.lexical_parents[node.0 as usize];
            if around == node {
                return None;
            }
            node = around;
        }
    }
}
