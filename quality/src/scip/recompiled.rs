//! Files that are compiled more than once: into several crates, as the tests of a package share a module.
//!
//! rust-analyzer names the definitions of such a file as one of the crates sees them. In the others it uses
//! them by symbols that nothing defines, and that differ in the modules around the file alone.

use std::collections::HashMap;

use scip::types::descriptor::Suffix;

use crate::scip::read::{Document, Symbol, SymbolRef};

/// A symbol taken apart.
struct Path {
    /// Names of the modules around it, outermost first.
    modules: Vec<String>,
    /// The package, and what is left of the symbol without the modules.
    rest: String,
}

/// A definition that a symbol without one may mean.
struct Candidate<'d> {
    symbol: SymbolRef,
    modules: Vec<String>,
    /// The name that the file of the definition has as a module.
    file_module: &'d str,
}

/// Tells the symbols that nothing defines which definitions of files that are compiled again they may mean.
pub(super) fn find(global: &HashMap<String, SymbolRef>, symbols: &mut [Symbol], documents: &[Document]) {
    let mut files: HashMap<SymbolRef, &str> = HashMap::new();
    for document in documents {
        for definition in document.occurrences.iter().filter(|occurrence| occurrence.is_definition) {
            files.entry(definition.symbol).or_insert(&document.path);
        }
    }
    let mut candidates: HashMap<String, Vec<Candidate<'_>>> = HashMap::new();
    for (text, &symbol) in global {
        if let (Some(&file), Some(path)) = (files.get(&symbol), split(text)) {
            let candidate = Candidate { symbol, modules: path.modules, file_module: module_of(file) };
            candidates.entry(path.rest).or_default().push(candidate);
        }
    }
    for (text, &symbol) in
        global.iter().filter(|(_, symbol)| !symbols[symbol.0 as usize].is_defined).collect::<Vec<_>>()
    {
        let Some(path) = split(text) else { continue };
        let same_rest = candidates.get(&path.rest).into_iter().flatten();
        let fitting = same_rest.filter(|candidate| is_same_in_file(&path.modules, candidate));
        let mut may_mean: Vec<SymbolRef> = fitting.map(|candidate| candidate.symbol).collect();
        may_mean.sort_unstable();
        symbols[symbol.0 as usize].may_mean = may_mean;
    }
}

/// Takes a symbol apart; `None` for one that is nothing but modules.
fn split(symbol: &str) -> Option<Path> {
    let mut parsed = scip::symbol::parse_symbol(symbol).ok()?;
    let is_module =
        |descriptor: &scip::types::Descriptor| descriptor.suffix.enum_value() == Ok(Suffix::Namespace);
    let count = parsed.descriptors.iter().take_while(|descriptor| is_module(descriptor)).count();
    let modules = parsed.descriptors.drain(..count).map(|descriptor| descriptor.name).collect();
    (!parsed.descriptors.is_empty()).then(|| Path { modules, rest: scip::symbol::format_symbol(parsed) })
}

/// Whether the modules inside the file are the same: what is around them ends, on either side, with the file.
fn is_same_in_file(modules: &[String], candidate: &Candidate<'_>) -> bool {
    let shared = modules.iter().rev().zip(candidate.modules.iter().rev()).take_while(|(a, b)| a == b).count();
    [modules, &candidate.modules].iter().all(|modules| {
        let around = &modules[..modules.len() - shared];
        around.last().is_none_or(|last| last == candidate.file_module)
    })
}

/// The name that a file has as a module of Rust.
fn module_of(path: &str) -> &str {
    let (folder, file) = path.rsplit_once('/').unwrap_or(("", path));
    match file.split('.').next().unwrap_or(file) {
        "mod" => folder.rsplit('/').next().unwrap_or(folder),
        stem => stem,
    }
}
