//! How right the index is: scored against hand-made truth and against compilers' own indices.
//!
//! `fixture` reads small sources whose complete truth stands in comments beside the code; `scip` reads what
//! a compiler's indexer wrote of a whole corpus; `search` and `context` hold queries and tasks whose answers are
//! known. All ask the index what any caller of the guest can ask;
//! nothing here knows how a name is resolved.

pub mod context;
pub mod fixture;
mod opened;
pub mod scip;
mod score;
pub mod search;

pub use opened::{OpenFailed, Opened};
pub use score::Score;
