//! The only code that opens files: walks the corpus, reads sources whole and in ranges.
//!
//! Start with [`Walk`], which chooses the files, and [`CorpusRoot`], which reads them. Below are two
//! file systems with one interface: `native_fs` on the standard library, `wasi_fs` on the WASI
//! bindings. Everything that decides is above them, so that both lanes see the same files and skip
//! the same entries for the same reasons. Nothing here knows a grammar.

mod entry;
mod globs;
mod ignore_rules;
mod language;
mod line_index;
mod manifest;
#[cfg(not(target_family = "wasm"))]
mod native_fs;
pub(crate) mod path;
mod root;
mod skip;
#[cfg(test)]
mod test_tree;
mod walk;
#[cfg(target_family = "wasm")]
mod wasi_fs;

#[cfg(not(target_family = "wasm"))]
use native_fs as fs;
#[cfg(target_family = "wasm")]
use wasi_fs as fs;

pub use language::{Family, Language};
pub use line_index::line_starts;
pub(crate) use manifest::read_manifests;
pub use manifest::{Manifests, NpmPackage, PackageRoot, PathAliases, PathPattern};
pub use root::{CorpusRoot, FileStamp, ReadError, RootError, SourceText};
pub use skip::{SkipReason, Skipped};
pub use walk::{SourceFile, Walk, WalkError, WalkOptions, WalkProgress, Walked};
