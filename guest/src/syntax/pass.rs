//! What the rules of a language work with while one file is walked: definitions on the way down,
//! local names, values of expressions, and the facts collected so far.

use std::ops::Range;

use rustc_hash::FxHashMap;
use tree_sitter::Node;
use xxhash_rust::xxh3::xxh3_64;

use crate::syntax::builder::FactsBuilder;
use crate::syntax::compiled::Compiled;
use crate::syntax::doc;
use crate::syntax::facts::{
    Candidate, Expr, ExprId, ImportFact, Imported, LocalSymbol, Operation, Owner, ReferenceKind,
    RelationFact, RelationKind, Slot, Subject, SymbolFact, SymbolKind, Text,
};
use crate::syntax::preceding::Preceding;
use crate::syntax::rule::{Field, Mode, Pending, Value};
use crate::syntax::scope::{Bound, Mark, Scopes};

/// Definitions nested deeper than this are walked, but do not become symbols: each is hashed, so that
/// without a cap the time would be quadratic in hostile sources.
const MAX_DEFINITION_DEPTH: usize = 64;

/// The state of a walk over one file.
pub(super) struct Pass<'s> {
    /// Path of the file in the corpus.
    pub(super) path: &'s str,
    /// The file's bytes.
    pub(super) source: &'s [u8],
    /// The facts so far.
    pub(super) facts: FactsBuilder,
    /// Local names in force.
    pub(super) scopes: Scopes,
    /// How identifiers are read in the node whose rule is running.
    pub(super) mode: Mode,
    /// Values set aside by one rule for the next one around it, such as the bases in a list.
    pub(super) gathered: Vec<Value>,
    /// Names bound by the pattern being read, in source order.
    pub(super) pattern: Vec<Text>,
    /// Comments and attributes before the node being read.
    pub(super) preceding: Preceding,
    /// Nodes around the one being read.
    pub(super) depth: u32,
    /// Bits that a rule sets for the rules of nodes inside its own; what they mean is the language's
    /// business. A node's changes end with it.
    pub(super) context: u16,
    /// What is called with the arguments being read; ends with the node whose rule set it.
    pub(super) callee: Option<ExprId>,
    /// Which of the arguments is being read; ends with the node whose rule set it.
    pub(super) argument: u8,
    /// The value that the patterns being read are matched with; ends with the node whose rule set it.
    pub(super) subject: Option<ExprId>,
    /// Names that an assignment defines only if it is the first, by the definition they belong to; `None`
    /// for a name that an import took.
    pub(super) assigned: FxHashMap<(Option<LocalSymbol>, Text), Option<LocalSymbol>>,
    /// What the functions around give, as far as their bodies say it; `None` where they disagree.
    results: FxHashMap<LocalSymbol, Option<ExprId>>,
    /// What the first part of a qualified name stands for, by the imports so far.
    pub(super) aliases: FxHashMap<Text, Text>,
    /// Names that are exported apart from their definitions.
    pub(super) exported: Vec<Text>,
    /// The composite literals around the node being read.
    pub(super) literals: Vec<Literal>,
    /// The next literal, when its type was read and its body was not.
    pub(super) next_literal: Option<Literal>,
    /// The file that an attribute gave to the module that follows.
    pub(super) module_path: Option<Text>,
    compiled: &'static Compiled,
    definitions: Vec<LocalSymbol>,
    owner: Option<MemberPlace>,
    /// The package around the node being read, where that is not the file's.
    package: Option<Text>,
    /// By text: whether an import binds it to a module.
    modules: Vec<bool>,
    /// The last definition's texts: several names may be declared by one node.
    last_texts: Option<Texts>,
    is_test_file: bool,
}

/// What depends on the bytes of a definition alone.
#[derive(Clone)]
struct Texts {
    range: Range<usize>,
    signature: Option<Text>,
    hash: u64,
}

/// A literal that names fields: a struct's, a composite's.
#[derive(Clone, Copy)]
pub(super) struct Literal {
    /// What it makes.
    pub(super) instance: Option<ExprId>,
    /// Whether its keys are names of fields.
    pub(super) has_fields: bool,
}

/// What [`Pass::restore`] goes back to.
#[derive(Clone, Copy)]
pub(super) struct Saved {
    definitions: u32,
    context: u16,
    callee: Option<ExprId>,
    argument: u8,
    subject: Option<ExprId>,
    scopes: Mark,
    owner: Option<MemberPlace>,
    package: Option<Text>,
}

/// Where definitions belong to a type that is named instead of nested around them.
#[derive(Clone, Copy)]
struct MemberPlace {
    owner: Owner,
    /// Number of definitions around the place.
    depth: usize,
    /// Whether its members can be named wherever the type can: they implement an interface.
    exported: bool,
}

/// A definition, as a language's rule sees it.
pub(super) struct Definition<'tree> {
    /// What it is.
    pub(super) kind: SymbolKind,
    /// Its name.
    pub(super) name: Text,
    /// All of it.
    pub(super) node: Node<'tree>,
    /// Where its signature ends; `None` for the end of the node.
    pub(super) body: Option<Node<'tree>>,
    /// Whether other files or packages may name it.
    pub(super) exported: bool,
    /// Whether it is test code by itself; what is inside test code is too.
    pub(super) is_test: bool,
}

impl<'s> Pass<'s> {
    /// Starts a walk.
    pub(super) fn new(
        compiled: &'static Compiled,
        facts: FactsBuilder,
        path: &'s str,
        source: &'s [u8],
    ) -> Self {
        Self {
            path,
            source,
            facts,
            scopes: Scopes::default(),
            mode: Mode::Code,
            gathered: Vec::new(),
            pattern: Vec::new(),
            preceding: Preceding::default(),
            depth: 0,
            context: 0,
            callee: None,
            argument: 0,
            subject: None,
            assigned: FxHashMap::default(),
            results: FxHashMap::default(),
            aliases: FxHashMap::default(),
            exported: Vec::new(),
            literals: Vec::new(),
            next_literal: None,
            module_path: None,
            modules: Vec::new(),
            last_texts: None,
            compiled,
            definitions: Vec::new(),
            owner: None,
            package: None,
            is_test_file: (compiled.spec.is_test_path)(path),
        }
    }

    /// Remembers what is in force.
    pub(super) fn save(&self) -> Saved {
        Saved {
            definitions: self.definitions.len() as u32,
            context: self.context,
            callee: self.callee,
            argument: self.argument,
            subject: self.subject,
            scopes: self.scopes.mark(),
            owner: self.owner,
            package: self.package,
        }
    }

    /// Ends the definitions and the owner begun since, and with `scope` the local names too.
    pub(super) fn restore(&mut self, saved: &Saved, scope: bool) {
        self.definitions.truncate(saved.definitions as usize);
        self.owner = saved.owner;
        self.package = saved.package;
        self.context = saved.context;
        self.callee = saved.callee;
        self.argument = saved.argument;
        self.subject = saved.subject;
        if scope {
            self.scopes.leave(saved.scopes);
        }
    }

    /// The bytes of a node.
    pub(super) fn bytes(&self, node: Node<'_>) -> &'s [u8] {
        self.source.get(node.byte_range()).unwrap_or_default()
    }

    /// Interns the text of a node.
    pub(super) fn text(&mut self, node: Node<'_>) -> Text {
        let bytes = self.bytes(node);
        self.text_of(bytes)
    }

    /// Interns bytes of the source; what is no UTF-8 is replaced.
    pub(super) fn text_of(&mut self, bytes: &[u8]) -> Text {
        match str::from_utf8(bytes) {
            Ok(text) => self.facts.text(text),
            Err(_) => self.facts.text(&String::from_utf8_lossy(bytes)),
        }
    }

    /// The child in a field. Linear in the children before it: only for kinds with few.
    pub(super) fn field<'t>(&self, node: Node<'t>, field: Field) -> Option<Node<'t>> {
        node.child_by_field_id(self.compiled.field_id(field)?)
    }

    /// The innermost definition around the node being read.
    pub(super) fn definition(&self) -> Option<LocalSymbol> {
        self.definitions.last().copied()
    }

    /// The kind of the innermost definition around the node being read.
    pub(super) fn definition_kind(&self) -> Option<SymbolKind> {
        self.definition().map(|id| self.facts.facts.symbols[id.0 as usize].kind)
    }

    /// Whether the innermost definition is this very node.
    pub(super) fn is_open(&self, node: Node<'_>) -> bool {
        self.definition().is_some_and(|id| {
            let symbol = &self.facts.facts.symbols[id.0 as usize];
            symbol.start_byte as usize == node.start_byte() && symbol.end_byte as usize == node.end_byte()
        })
    }

    /// The innermost type around the node being read, whatever functions are in between.
    pub(super) fn enclosing_type(&self) -> Option<LocalSymbol> {
        self.innermost(SymbolKind::is_type)
    }

    /// The innermost definition around the node being read whose kind fits.
    pub(super) fn innermost(&self, fits: impl Fn(SymbolKind) -> bool) -> Option<LocalSymbol> {
        let fits = |id: &&LocalSymbol| fits(self.facts.facts.symbols[id.0 as usize].kind);
        self.definitions.iter().rev().find(fits).copied()
    }

    /// Whether the innermost definition is exported; `true` outside of all.
    pub(super) fn definition_exported(&self) -> bool {
        self.definition().is_none_or(|id| self.facts.facts.symbols[id.0 as usize].exported)
    }

    /// Whether the node being read is directly inside a type, by nesting or by an owner.
    pub(super) fn is_member_place(&self) -> bool {
        self.current_owner().is_some() || self.definition_kind().is_some_and(SymbolKind::is_type)
    }

    /// Adds a definition; all that follows is inside it until its node is left. `None` if it is nested
    /// too deeply.
    pub(super) fn define(&mut self, definition: Definition<'_>) -> Option<LocalSymbol> {
        if self.definitions.len() >= MAX_DEFINITION_DEPTH {
            return None;
        }
        let id = self.declare(definition);
        self.open(id);
        Some(id)
    }

    /// Puts what follows inside a definition, until the node whose rule is running is left.
    pub(super) fn open(&mut self, id: LocalSymbol) {
        self.definitions.push(id);
    }

    /// Adds a definition that nothing is inside of.
    pub(super) fn declare(&mut self, definition: Definition<'_>) -> LocalSymbol {
        let Definition { kind, name, node, body, exported, is_test } = definition;
        let range = node.byte_range();
        let texts = self.texts(&range, body.map_or(range.end, |body| body.start_byte()));
        let preceding = self.preceding.take(self.depth, node.start_position().row as u32);
        let doc = preceding.first_sentence(self.source).map(|text| self.facts.text(&text));
        let parent = self.definition();
        let inherited = parent.is_some_and(|id| self.facts.symbol_mut(id).is_test);
        let end = node.end_position();
        let symbol = SymbolFact {
            name,
            kind,
            parent,
            owner: self.current_owner(),
            start_byte: range.start as u32,
            end_byte: range.end as u32,
            start_line: node.start_position().row as u32 + 1,
            end_line: last_row(end.row, end.column, node.start_position().row) as u32 + 1,
            start_column: node.start_position().column as u32,
            signature: texts.signature,
            doc,
            exported: exported || preceding.is_exported(),
            is_test: is_test || inherited || self.is_test_file || preceding.is_test(),
            reopened: false,
            on_type: false,
            package: None,
            extends: None,
            gives: None,
            takes: None,
            arity: None,
            hash: texts.hash,
        };
        self.facts.symbol(symbol)
    }

    /// Lets a definition start at a later node than its own first: after decorators inside it.
    pub(super) fn start_at(&mut self, id: LocalSymbol, first: Node<'_>, body: Option<Node<'_>>) {
        let start = first.start_position();
        let end_byte = self.facts.symbol_mut(id).end_byte as usize;
        let range = first.start_byte()..end_byte;
        let texts = self.texts(&range, body.map_or(end_byte, |body| body.start_byte()));
        let symbol = self.facts.symbol_mut(id);
        symbol.start_byte = first.start_byte() as u32;
        symbol.start_line = start.row as u32 + 1;
        symbol.start_column = start.column as u32;
        symbol.signature = texts.signature;
        symbol.hash = texts.hash;
    }

    fn texts(&mut self, range: &Range<usize>, signature_end: usize) -> Texts {
        if let Some(texts) = self.last_texts.as_ref().filter(|texts| texts.range == *range) {
            return texts.clone();
        }
        let before_body = range.start..signature_end.max(range.start);
        let signature = doc::signature(self.source.get(before_body).unwrap_or_default());
        let signature = signature.map(|text| self.facts.text(&text));
        let hash = xxh3_64(self.source.get(range.clone()).unwrap_or_default());
        let texts = Texts { range: range.clone(), signature, hash };
        self.last_texts = Some(texts.clone());
        texts
    }

    /// Adds a definition beside the innermost one: one more name of the same declaration.
    pub(super) fn declare_beside(&mut self, definition: Definition<'_>) -> LocalSymbol {
        let innermost = self.definitions.pop();
        let id = self.declare(definition);
        self.definitions.extend(innermost);
        id
    }

    /// Records what a use of a definition gives, unless that is known or would be the definition again.
    pub(super) fn complete_gives(&mut self, id: LocalSymbol, gives: ExprId) {
        let &mut SymbolFact { name: own, kind, .. } = self.facts.symbol_mut(id);
        let is_itself = match self.facts.expr_of(gives) {
            Expr::Name(name) => name == own,
            Expr::Member(base, name) if kind == SymbolKind::Field => {
                name == own && matches!(self.facts.expr_of(base), Expr::This | Expr::ThisType | Expr::Name(_))
            }
            _ => false,
        };
        if !is_itself {
            self.facts.symbol_mut(id).gives.get_or_insert(gives);
        }
    }

    /// Records what a use of a definition gives.
    pub(super) fn set_gives(&mut self, id: LocalSymbol, gives: ExprId) {
        self.facts.symbol_mut(id).gives = Some(gives);
    }

    /// Notes one of the values that a function gives; values that differ say nothing.
    pub(super) fn note_result(&mut self, function: LocalSymbol, given: ExprId) {
        let noted = self.results.entry(function).or_insert(Some(given));
        if *noted != Some(given) {
            *noted = None;
        }
    }

    /// Records what a function gives by the values noted, unless its header said it.
    pub(super) fn complete_result(&mut self, function: LocalSymbol) {
        if let Some(Some(given)) = self.results.remove(&function) {
            self.facts.symbol_mut(function).gives.get_or_insert(given);
        }
    }

    /// Replaces the documentation of a definition, for languages that write it inside.
    pub(super) fn set_doc(&mut self, id: LocalSymbol, comment: &[u8]) {
        if let Some(text) = doc::first_sentence(std::iter::once(comment)) {
            let text = self.facts.text(&text);
            self.facts.symbol_mut(id).doc = Some(text);
        }
    }

    /// Makes definitions directly here members of a type that is named elsewhere, until the node
    /// whose rule is running is left. `exported` says that they implement an interface.
    pub(super) fn set_owner(&mut self, expr: ExprId, exported: bool) {
        let depth = self.definitions.len();
        self.owner = self.owner_of(expr).map(|owner| MemberPlace { owner, depth, exported });
    }

    /// As [`Pass::set_owner`], for members of each type that a parameter stands for.
    pub(super) fn set_nameless_owner(&mut self, name: Text, exported: bool) {
        let (expr, depth) = (self.facts.expr(Expr::Unknown), self.definitions.len());
        self.owner = Some(MemberPlace { owner: Owner { name, expr }, depth, exported });
    }

    /// Makes a definition a member of a type that is named elsewhere.
    pub(super) fn set_owner_of(&mut self, id: LocalSymbol, expr: ExprId) {
        self.facts.symbol_mut(id).owner = self.owner_of(expr);
    }

    /// Whether definitions here can be named wherever the type around them can.
    pub(super) fn members_exported(&self) -> bool {
        match self.member_place() {
            Some(place) => place.exported,
            None => self.definition_kind() == Some(SymbolKind::Interface) && self.definition_exported(),
        }
    }

    /// Says that the whole file is in a package, whose name has parts separated by `.`.
    pub(super) fn declare_package(&mut self, name: &str) {
        self.facts.facts.package = Some(self.package_text(name));
    }

    /// Goes into a package inside the one around, until the node whose rule is running is left.
    pub(super) fn enter_package(&mut self, name: &str) {
        let full = match self.package.or(self.facts.facts.package) {
            Some(around) => format!("{}.{name}", self.facts.str_of(around)),
            None => name.to_owned(),
        };
        self.package = Some(self.package_text(&full));
    }

    /// Places a top-level definition in the package around it, where that is not the file's.
    pub(super) fn place_in_package(&mut self, id: LocalSymbol) {
        self.facts.symbol_mut(id).package = self.package;
    }

    /// Interns the name of a package, and those of its parts and of the packages around it, by which it
    /// may be reached.
    fn package_text(&mut self, name: &str) -> Text {
        for (at, _) in name.match_indices('.') {
            self.facts.text(&name[..at]);
        }
        for part in name.split('.') {
            self.facts.text(part);
        }
        self.facts.text(name)
    }

    /// The owner that an expression names, `None` if it has no name.
    pub(super) fn owner_of(&self, expr: ExprId) -> Option<Owner> {
        match self.facts.expr_of(expr) {
            Expr::Instance(inner) => self.owner_of_name(inner),
            _ => self.owner_of_name(expr),
        }
    }

    fn owner_of_name(&self, expr: ExprId) -> Option<Owner> {
        let expr = self.facts.without_arguments(expr);
        match self.facts.expr_of(expr) {
            Expr::Name(name) | Expr::Type(name) | Expr::Member(_, name) => Some(Owner { name, expr }),
            _ => None,
        }
    }

    fn member_place(&self) -> Option<MemberPlace> {
        self.owner.filter(|place| place.depth == self.definitions.len())
    }

    fn current_owner(&self) -> Option<Owner> {
        self.member_place().map(|place| place.owner)
    }

    /// Interns an expression.
    pub(super) fn expr(&mut self, expr: Expr) -> ExprId {
        self.facts.expr(expr)
    }

    /// An instance of the type that a value names; `None` if nothing is known of it.
    pub(super) fn instance(&mut self, of: Value) -> Option<ExprId> {
        let expr = self.known(of)?;
        match self.facts.expr_of(expr) {
            Expr::Instance(_) | Expr::This | Expr::Generic(..) | Expr::Library(_) | Expr::Function(_) => {
                Some(expr)
            }
            _ => Some(self.facts.expr(Expr::Instance(expr))),
        }
    }

    /// The value's expression, unless it is unknown.
    pub(super) fn known(&self, value: Value) -> Option<ExprId> {
        value.expr.filter(|&expr| self.facts.expr_of(expr) != Expr::Unknown)
    }

    /// Reads an identifier according to the mode: a use, a name to bind, or neither.
    pub(super) fn identifier(&mut self, node: Node<'_>) -> Value {
        match self.mode {
            Mode::Code | Mode::Bases => self.name(node),
            Mode::Type => self.type_name(node),
            Mode::Pattern => {
                let text = self.text(node);
                self.pattern.push(text);
                Value::NONE
            }
            Mode::Name => Value::NONE,
        }
    }

    /// The value of a name: what a local scope binds it to, or the name itself.
    pub(super) fn name(&mut self, node: Node<'_>) -> Value {
        let text = self.text(node);
        let (expr, pending) = match self.scopes.find(text) {
            None => (self.facts.expr(Expr::Name(text)), Pending::Yes),
            Some(Bound::Alias(expr)) => (expr, Pending::Yes),
            Some(Bound::Value(expr)) => (expr, Pending::IfCalled),
            Some(Bound::Unknown) => (self.facts.expr(Expr::Unknown), Pending::No),
        };
        Value { expr: Some(expr), pending, ..at(node) }
    }

    /// The value of a name where only a type can stand: a type parameter, an alias, or the name itself.
    pub(super) fn type_name(&mut self, node: Node<'_>) -> Value {
        let text = self.text(node);
        let named = self.facts.expr(Expr::Type(text));
        let (expr, pending) = match self.scopes.find(text) {
            Some(Bound::Unknown) => (self.facts.expr(Expr::Unknown), Pending::No),
            Some(Bound::Alias(expr)) => (expr, Pending::Yes),
            // A local variable is no type, but a type parameter is bound to what it is constrained to.
            Some(Bound::Value(expr)) if matches!(self.facts.expr_of(expr), Expr::Type(_)) => {
                (expr, Pending::No)
            }
            Some(Bound::Value(_)) | None => (named, Pending::Yes),
        };
        Value { expr: Some(expr), pending, ..at(node) }
    }

    /// The value of a name that no local scope can bind: a type's, a label's of another space.
    pub(super) fn free_name(&mut self, node: Node<'_>) -> Value {
        let text = self.text(node);
        Value { expr: Some(self.facts.expr(Expr::Name(text))), pending: Pending::Yes, ..at(node) }
    }

    /// The value of `base.name`. What the base names stays to be referred to by itself.
    pub(super) fn member(&mut self, base: Value, name: Node<'_>) -> Value {
        let text = self.text(name);
        let base = base.expr.unwrap_or_else(|| self.facts.expr(Expr::Unknown));
        let expr = self.facts.expr(Expr::Member(base, text));
        Value { expr: Some(expr), pending: Pending::Yes, ..at(name) }
    }

    /// An expression that a reference is still to be made for, at the place of a node.
    pub(super) fn pending(&self, expr: ExprId, node: Node<'_>) -> Value {
        Value { expr: Some(expr), pending: Pending::Yes, ..at(node) }
    }

    /// The value of calling a value; refers to it as called.
    pub(super) fn call(&mut self, callee: Value) -> Value {
        self.call_with(callee, None)
    }

    /// The same with so many arguments.
    pub(super) fn call_with(&mut self, callee: Value, arguments: Option<u8>) -> Value {
        self.refer_with(ReferenceKind::Call, callee, arguments);
        match self.known(callee) {
            Some(expr) => Value::of(self.facts.expr(Expr::Call(expr))),
            None => Value::NONE,
        }
    }

    /// A value of a library type with these arguments; of an argument that is not known, `Unknown`.
    pub(super) fn library(&mut self, name: &str, arguments: &[Option<ExprId>]) -> ExprId {
        let name = self.facts.text(name);
        let head = self.facts.expr(Expr::Library(name));
        self.generic(head, arguments)
    }

    /// A type with these arguments.
    pub(super) fn generic(&mut self, head: ExprId, arguments: &[Option<ExprId>]) -> ExprId {
        arguments.iter().fold(head, |head, &argument| {
            let argument = argument.unwrap_or_else(|| self.facts.expr(Expr::Unknown));
            self.facts.expr(Expr::Generic(head, argument))
        })
    }

    /// What an operation gives for a value; nothing if nothing is known of it.
    pub(super) fn operation(&mut self, of: Option<ExprId>, operation: Operation) -> Option<ExprId> {
        let of = of.filter(|&expr| self.facts.expr_of(expr) != Expr::Unknown)?;
        Some(self.facts.expr(Expr::Operation(of, operation)))
    }

    /// What the callee hands to the function being read, as the parameter with this number.
    pub(super) fn passed(&mut self, parameter: usize) -> Option<ExprId> {
        let callee = self.callee.filter(|&callee| self.facts.expr_of(callee) != Expr::Unknown)?;
        let slot = Slot { argument: self.argument, parameter: u8::try_from(parameter).ok()? };
        Some(self.facts.expr(Expr::Passed(callee, slot)))
    }

    /// The value of constructing a type; refers to it as constructed.
    pub(super) fn instantiate(&mut self, of: Value) -> Value {
        self.refer(ReferenceKind::Instantiate, of);
        self.instance(of).map_or(Value::NONE, Value::of)
    }

    /// Makes the reference that a value still waits for.
    pub(super) fn refer(&mut self, kind: ReferenceKind, value: Value) {
        self.refer_with(kind, value, None);
    }

    fn refer_with(&mut self, kind: ReferenceKind, value: Value, arguments: Option<u8>) {
        let wanted = match value.pending {
            Pending::No => false,
            Pending::IfCalled => kind == ReferenceKind::Call,
            Pending::Yes => true,
        };
        if let Some(expr) = value.expr.filter(|_| wanted) {
            let from = self.definition();
            self.facts.reference(kind, expr, from, (value.line, value.byte), arguments);
        }
    }

    /// Refers to an expression that is named where a node starts.
    pub(super) fn refer_at(&mut self, kind: ReferenceKind, expr: ExprId, node: Node<'_>) {
        let value = Value { expr: Some(expr), pending: Pending::Yes, ..at(node) };
        self.refer(kind, value);
    }

    /// Records that the subject implements or extends a base; one that has no name, such as what a call
    /// makes, is left out.
    pub(super) fn relate(&mut self, kind: RelationKind, subject: Subject, base: Value) {
        let is_named = |expr: &ExprId| {
            matches!(self.facts.expr_of(*expr), Expr::Name(_) | Expr::Type(_) | Expr::Member(..))
        };
        let expr = base.expr.map(|expr| self.facts.without_arguments(expr));
        if let Some(expr) = expr.filter(is_named) {
            let line = base.line;
            self.facts.facts.relations.push(RelationFact { kind, subject, base: expr, line });
        }
    }

    /// Refers to a field that is named in a literal.
    pub(super) fn refer_to_field(&mut self, instance: ExprId, name: Node<'_>) {
        let field = self.member(Value::of(instance), name);
        self.refer(ReferenceKind::Use, field);
    }

    /// Whether an import so far binds a name to a module.
    pub(super) fn is_module(&self, name: Text) -> bool {
        self.modules.get(name.0 as usize).copied().unwrap_or(false)
    }

    /// Binds a local name.
    pub(super) fn bind(&mut self, name: Text, value: Option<ExprId>) {
        let bound = value
            .filter(|&expr| self.facts.expr_of(expr) != Expr::Unknown)
            .map_or(Bound::Unknown, Bound::Value);
        self.scopes.bind(name, bound);
    }

    /// Binds the names of the pattern just read: to `value` if there is one name, to nothing known
    /// otherwise.
    pub(super) fn bind_pattern(&mut self, value: Option<ExprId>) {
        let names = std::mem::take(&mut self.pattern);
        let value = value.filter(|_| names.len() == 1);
        for &name in &names {
            self.bind(name, value);
        }
        self.pattern = names;
        self.pattern.clear();
    }

    /// The first symbol that this very node opened, if the innermost definition is it.
    pub(super) fn opened_by(&self, node: Node<'_>) -> Option<LocalSymbol> {
        let start = node.start_byte() as u32;
        self.definition().filter(|id| self.facts.facts.symbols[id.0 as usize].start_byte == start)
    }

    /// How many definitions of a kind are around the node being read.
    pub(super) fn enclosing(&self, kind: SymbolKind) -> usize {
        let kinds = self.definitions.iter().map(|id| self.facts.facts.symbols[id.0 as usize].kind);
        kinds.filter(|found| *found == kind).count()
    }

    /// Adds an import written in a 1-based line.
    pub(super) fn import(
        &mut self,
        line: u32,
        module: &str,
        candidates: Vec<Candidate>,
        what: Imported,
        reexported: bool,
    ) {
        if let Imported::Module { local } = what {
            let index = local.0 as usize;
            self.modules.resize(self.modules.len().max(index + 1), false);
            self.modules[index] = true;
        }
        let module = self.facts.text(module);
        let scope = self.definitions.iter().rev().copied().find(|id| {
            let kind = self.facts.facts.symbols[id.0 as usize].kind;
            !matches!(kind, SymbolKind::Variable | SymbolKind::Constant)
        });
        self.facts.facts.imports.push(ImportFact { line, scope, module, candidates, what, reexported });
    }
}

/// A value without expression at the place of a name.
fn at(name: Node<'_>) -> Value {
    Value { line: name.start_position().row as u32 + 1, byte: name.start_byte() as u32, ..Value::NONE }
}

/// The row of the last byte before an exclusive end.
fn last_row(row: usize, column: usize, first: usize) -> usize {
    if column == 0 && row > first { row - 1 } else { row }
}
