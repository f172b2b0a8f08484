//! Definitions: those of the compiler's in ours, and ours in the compiler's.

use std::collections::BTreeMap;

use guest::graph::{FileId, NodeId};
use guest::syntax::SymbolKind;

use crate::scip::read::SymbolRef;
use crate::scip::report::{Comparison, Findings, Verdict};

pub(super) fn score(comparison: &Comparison<'_>, findings: &mut Findings) {
    count_theirs(comparison, findings);
    for node in comparison.graph.node_ids() {
        count_ours(comparison, findings, node);
    }
}

fn count_theirs(comparison: &Comparison<'_>, findings: &mut Findings) {
    for ((file, symbol), line) in defined_symbols(comparison, findings) {
        let is_found = !comparison.alignment.nodes_of(symbol).is_empty();
        let language = comparison.graph.file(file).language.name();
        findings.languages.entry(language).or_default().definitions.count_theirs(is_found);
        if !is_found {
            let symbol = comparison.scip.symbol(symbol);
            let text = comparison.sources.line(file, line).trim();
            let by_macro = if text.contains("!(") { ", made by a macro" } else { "" };
            let heading = format!("{language} definitions missed: {}{by_macro}", symbol.class.name());
            findings.differ(heading, || {
                format!("{}:{line} `{}`: `{text}`", comparison.graph.path(file), symbol.name)
            });
        }
    }
}

/// Each compared symbol of each file, with the first line that defines it.
fn defined_symbols(
    comparison: &Comparison<'_>,
    findings: &mut Findings,
) -> BTreeMap<(FileId, SymbolRef), u32> {
    let mut defined = BTreeMap::new();
    for (document, file) in comparison.scip.documents.iter().zip(&comparison.alignment.files) {
        for occurrence in document.occurrences.iter().filter(|occurrence| occurrence.is_definition) {
            let class = comparison.scip.symbol(occurrence.symbol).class;
            match file {
                _ if !class.is_compared() => {
                    findings.leave_out("definitions", &format!("of a {}", class.name()));
                }
                None => findings.leave_out("definitions", "in files that our index lacks"),
                Some(file) => {
                    defined.entry((*file, occurrence.symbol)).or_insert(occurrence.line);
                }
            }
        }
    }
    defined
}

fn count_ours(comparison: &Comparison<'_>, findings: &mut Findings, node: NodeId) {
    let record = comparison.graph.node(node);
    let alignment = &comparison.alignment;
    if matches!(record.kind, SymbolKind::File | SymbolKind::Module) {
        return;
    }
    let verdict = if alignment.is_matched(node) {
        Verdict::Right
    } else if !alignment.covers(record.file) {
        return findings.leave_out("our definitions", "in files that the compiler did not index");
    } else if alignment.is_local(node) {
        return findings.leave_out("our definitions", "that the compiler calls local");
    } else if !alignment.saw_any(record.file, record.start_line..=record.end_line) {
        return findings.leave_out("our definitions", "in code that the compiler left out");
    } else {
        let heading = format!("{} definitions invented: {}", record.language.name(), record.kind.name());
        findings.differ(heading, || {
            let text = comparison.sources.line(record.file, record.start_line).trim();
            format!("{}: `{text}`", comparison.graph.id(node))
        });
        Verdict::Wrong
    };
    findings.languages.entry(record.language.name()).or_default().definitions.count_ours(verdict);
}
