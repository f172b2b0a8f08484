//! How right the index is: scored against hand-made truth and against compilers' own indices.
//!
//! `fixture` reads small sources whose complete truth stands in comments beside the code. Both ways
//! ask the index what any caller of the guest can ask; nothing here knows how a name is resolved.

pub mod fixture;
mod opened;
mod score;

pub use opened::{OpenFailed, Opened};
pub use score::Score;
