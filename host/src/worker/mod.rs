//! A process of its own for everything that touches the corpus, and the parent that watches it.
//!
//! ```text
//! parent (run, compare, call)                    worker (host worker)
//!   spawn, request ------------ stdin ----------> run: listens to orders on a thread
//!   orders: stop, where, call   (EOF: die)        measuring / answering
//!   supervise: watch, memory <-- stdout --------- events, one line of JSON each
//!   collect: events -> findings <- stderr ------- last words, bounded
//! ```
//!
//! A limit inside the sandbox stops compiled code. It cannot stop a host call that blocks, and nothing
//! inside a process bounds the native lane or the compiler: only another process can. The protocol is
//! described in [`protocol`]; start reading there. This module renders nothing and judges no figures.

mod answering;
mod caller;
mod collect;
mod frames;
mod measuring;
mod memory;
mod protocol;
mod run;
mod supervise;
#[cfg(test)]
mod tests;
mod watch;

pub(crate) use self::caller::Caller;
pub(crate) use self::collect::{Fault, Findings};
pub(crate) use self::memory::is_watched as is_memory_watched;
pub(crate) use self::run::run;
pub(crate) use self::supervise::measure_in_worker;
