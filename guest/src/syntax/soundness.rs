//! What holds of the facts of any bytes whatsoever, for property tests.

use crate::corpus::Language;
use crate::syntax::{Expr, ExprId, LocalSymbol, extract};

/// Extracts and checks that every index points where it should.
pub(super) fn assert_sound(language: Language, path: &str, source: &[u8]) {
    let facts = extract(language, path, source);
    assert_eq!(facts, extract(language, path, source), "twice the same");
    let lines = facts.line_starts.len() as u32;
    let is_symbol = |id: LocalSymbol| (id.0 as usize) < facts.symbols.len();
    let is_expr = |id: ExprId| (id.0 as usize) < facts.exprs.len();
    for (index, symbol) in facts.symbols.iter().enumerate() {
        assert!(symbol.parent.is_none_or(|parent| (parent.0 as usize) < index), "parents come first");
        assert!(symbol.start_byte <= symbol.end_byte && symbol.end_byte <= facts.bytes, "bytes in the file");
        assert!(symbol.start_line <= symbol.end_line && symbol.end_line <= lines, "lines in the file");
        assert!(symbol.gives.is_none_or(is_expr));
        assert!((symbol.name.0 as usize) < facts.strings.len());
    }
    for (index, expr) in facts.exprs.iter().enumerate() {
        if let Expr::Member(base, _) | Expr::Instance(base) | Expr::Call(base) = expr {
            assert!((base.0 as usize) < index, "expressions refer to earlier ones");
        }
    }
    for reference in &facts.references {
        assert!(matches!(facts.exprs[reference.target.0 as usize], Expr::Name(_) | Expr::Member(..)));
        assert!(reference.from.is_none_or(is_symbol) && (1..=lines).contains(&reference.line));
    }
    for relation in &facts.relations {
        assert!(is_expr(relation.base) && (1..=lines).contains(&relation.line));
    }
    for import in &facts.imports {
        assert!(import.scope.is_none_or(is_symbol) && (1..=lines).contains(&import.line));
    }
}
