//! Collects the facts of one file: interned strings and expressions, definitions, references.
//!
//! Knows nothing of syntax trees or languages; ids are given out in the order of arrival.

use std::hash::Hasher;

use rustc_hash::{FxHashMap, FxHasher};

use crate::corpus::Language;
use crate::syntax::facts::{
    Expr, ExprId, FileFacts, LocalSymbol, ReferenceFact, ReferenceKind, Strings, SymbolFact, Text,
};

/// Longest chain of expressions that is followed; a longer one becomes [`Expr::Unknown`].
const MAX_EXPR_DEPTH: u8 = 48;

/// The facts of one file while they are being collected.
#[derive(Debug)]
pub(super) struct FactsBuilder {
    pub(super) facts: FileFacts,
    /// Ids of strings plus one, open addressing; 0 is a free slot and the length a power of two.
    slots: Vec<u32>,
    expr_ids: FxHashMap<Expr, ExprId>,
    expr_depths: Vec<u8>,
    /// The byte of each reference's name, to put references into source order.
    reference_bytes: Vec<u32>,
}

impl FactsBuilder {
    /// Starts the facts of a file with these bytes.
    pub(super) fn new(language: Language, source: &[u8]) -> Self {
        let line_starts = std::iter::once(0)
            .chain(source.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at as u32 + 1))
            .collect();
        Self {
            facts: FileFacts {
                language,
                bytes: source.len() as u32,
                line_starts,
                strings: Strings::default(),
                package: None,
                symbols: Vec::new(),
                imports: Vec::new(),
                exprs: Vec::new(),
                references: Vec::new(),
                relations: Vec::new(),
                syntax_errors: 0,
            },
            slots: vec![0; 256],
            expr_ids: FxHashMap::default(),
            expr_depths: Vec::new(),
            reference_bytes: Vec::new(),
        }
    }

    /// Gives the id of a string, adding it if it is new.
    pub(super) fn text(&mut self, text: &str) -> Text {
        if (self.facts.strings.len() + 1) * 4 > self.slots.len() * 3 {
            self.grow();
        }
        let mask = self.slots.len() - 1;
        let mut slot = hash(text) as usize & mask;
        while let Some(index) = self.slots[slot].checked_sub(1) {
            if self.facts.strings.get(Text(index)) == text {
                return Text(index);
            }
            slot = (slot + 1) & mask;
        }
        let id = self.facts.strings.push(text);
        self.slots[slot] = id.0 + 1;
        id
    }

    /// Gives the id of an expression, adding it if it is new.
    pub(super) fn expr(&mut self, expr: Expr) -> ExprId {
        if let Some(&id) = self.expr_ids.get(&expr) {
            return id;
        }
        let depth = match expr {
            Expr::Member(base, _)
            | Expr::Instance(base)
            | Expr::Call(base)
            | Expr::Operation(base, _)
            | Expr::Function(base)
            | Expr::Passed(base, _)
            | Expr::Accepted(base, _)
            | Expr::Key(base, _)
            | Expr::Underlying(base)
            | Expr::Property(base) => self.expr_depths[base.0 as usize] + 1,
            Expr::Generic(base, other) | Expr::CallWith(base, other) => {
                self.expr_depths[base.0 as usize].max(self.expr_depths[other.0 as usize]) + 1
            }
            Expr::Name(_)
            | Expr::Type(_)
            | Expr::Package(_)
            | Expr::This
            | Expr::ThisType
            | Expr::Super
            | Expr::Unknown
            | Expr::Library(_)
            | Expr::Macro(_) => 0,
        };
        if depth > MAX_EXPR_DEPTH {
            return self.expr(Expr::Unknown);
        }
        let id = ExprId(self.facts.exprs.len() as u32);
        self.facts.exprs.push(expr);
        self.expr_depths.push(depth);
        self.expr_ids.insert(expr, id);
        id
    }

    /// The expression with this id.
    pub(super) fn expr_of(&self, id: ExprId) -> Expr {
        self.facts.exprs[id.0 as usize]
    }

    /// The string with this id.
    pub(super) fn str_of(&self, text: Text) -> &str {
        self.facts.strings.get(text)
    }

    /// Adds a definition.
    pub(super) fn symbol(&mut self, symbol: SymbolFact) -> LocalSymbol {
        let id = LocalSymbol(self.facts.symbols.len() as u32);
        self.facts.symbols.push(symbol);
        id
    }

    /// The definition with this id, to be completed.
    pub(super) fn symbol_mut(&mut self, id: LocalSymbol) -> &mut SymbolFact {
        &mut self.facts.symbols[id.0 as usize]
    }

    /// The type that a type with arguments applies; any other expression itself.
    pub(super) fn without_arguments(&self, mut id: ExprId) -> ExprId {
        while let Expr::Generic(base, _) = self.expr_of(id) {
            id = base;
        }
        id
    }

    /// Adds a use of a name that starts at `byte`, of a generic type without its arguments, and of the
    /// enclosing type where it is constructed; anything but a name or a member is ignored otherwise.
    pub(super) fn reference(
        &mut self,
        kind: ReferenceKind,
        target: ExprId,
        from: Option<LocalSymbol>,
        (line, byte): (u32, u32),
        arguments: Option<u8>,
    ) {
        let target = self.without_arguments(target);
        let is_made = kind == ReferenceKind::Instantiate && self.expr_of(target) == Expr::ThisType;
        let is_named = matches!(
            self.expr_of(target),
            Expr::Name(_) | Expr::Type(_) | Expr::Macro(_) | Expr::Member(..) | Expr::Key(..)
        );
        if is_made || is_named {
            self.facts.references.push(ReferenceFact { kind, target, from, line, arguments });
            self.reference_bytes.push(byte);
        }
    }

    /// Puts references into source order and gives the facts out.
    pub(super) fn finish(mut self) -> FileFacts {
        let mut order: Vec<u32> = (0..self.facts.references.len() as u32).collect();
        order.sort_by_key(|&index| (self.reference_bytes[index as usize], index));
        self.facts.references = order.iter().map(|&index| self.facts.references[index as usize]).collect();
        self.facts
    }

    fn grow(&mut self) {
        let doubled = self.slots.len() * 2;
        self.slots.clear();
        self.slots.resize(doubled, 0);
        for index in 0..self.facts.strings.len() as u32 {
            let mut slot = hash(self.facts.strings.get(Text(index))) as usize & (doubled - 1);
            while self.slots[slot] != 0 {
                slot = (slot + 1) & (doubled - 1);
            }
            self.slots[slot] = index + 1;
        }
    }
}

fn hash(text: &str) -> u64 {
    let mut hasher = FxHasher::default();
    hasher.write(text.as_bytes());
    hasher.finish()
}
