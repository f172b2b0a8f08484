//! The only code that opens files: walks the corpus, reads sources whole and in ranges.

mod language;
mod root;
mod skip;
mod walk;

pub use language::{Family, Language};
pub use root::{CorpusRoot, FileStamp, ReadError, RootError, SourceText};
pub use skip::{SkipReason, Skipped};
pub use walk::{SourceFile, Walk, WalkError, WalkOptions, WalkProgress, Walked};
