//! One instance of a guest that misbehaves as it is told, in the sandbox of any other guest: the same linker,
//! the same store, the same mount.
//!
//! Its component exports one function for each kind of attempt; each gives 0 if the host did it, otherwise
//! 1 and the number of wasi:filesystem's error code.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use wasmtime::Store;
use wasmtime::component::{Component, ComponentNamedList, Instance, Lift, Lower};

use crate::lane::{LaneError, Timed};
use crate::sandbox::deadline::{Ticker, ticks};
use crate::sandbox::engine::Sandbox;
use crate::sandbox::fault::{chain, classify};
use crate::sandbox::linker::link;
use crate::sandbox::store::{GuestState, new_store};
use crate::settings::SandboxLimits;

/// wasi:filesystem's error codes in the order of their numbers.
const ERROR_CODES: [&str; 37] = [
    "access",
    "would-block",
    "already",
    "bad-descriptor",
    "busy",
    "deadlock",
    "quota",
    "exist",
    "file-too-large",
    "illegal-byte-sequence",
    "in-progress",
    "interrupted",
    "invalid",
    "io",
    "is-directory",
    "loop",
    "too-many-links",
    "message-size",
    "name-too-long",
    "no-device",
    "no-entry",
    "no-lock",
    "insufficient-memory",
    "insufficient-space",
    "not-directory",
    "not-empty",
    "not-recoverable",
    "unsupported",
    "no-tty",
    "no-such-device",
    "overflow",
    "not-permitted",
    "pipe",
    "read-only",
    "invalid-seek",
    "text-file-busy",
    "cross-device",
];

/// Whether the host did what was attempted, or the error code that it gave.
type Attempted = Result<(), &'static str>;

/// The instance.
pub(crate) struct Arm {
    store: Store<GuestState>,
    instance: Instance,
    limits: SandboxLimits,
    _ticker: Arc<Ticker>,
}

impl fmt::Debug for Arm {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Arm").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Arm {
    /// Compiles and instantiates it; it sees one folder.
    ///
    /// # Errors
    /// As for [`crate::sandbox::Guest::instantiate`].
    pub(crate) fn start(sandbox: &Sandbox, component: &[u8], corpus: &Path) -> Result<Self, LaneError> {
        let bad = |error: wasmtime::Error| LaneError::BadComponent(chain(&error));
        let component = Component::from_binary(&sandbox.engine, component).map_err(bad)?;
        let linker = link(&sandbox.engine, &component)?;
        let mut store = new_store(&sandbox.engine, corpus, &sandbox.limits, sandbox.guards)?;
        store.set_epoch_deadline(ticks(sandbox.limits.call_deadline_ms));
        let instance = linker.instantiate(&mut store, &component).map_err(bad)?;
        Ok(Self { store, instance, limits: sandbox.limits, _ticker: Arc::clone(&sandbox.ticker) })
    }

    /// Opens a path of the corpus and keeps the handle; `how` and `access` are the bits of `open-flags` and
    /// `descriptor-flags`.
    ///
    /// # Errors
    /// Here as below: a guard that ended the instance.
    pub(crate) fn open(
        &mut self,
        path: &str,
        follow: bool,
        how: u8,
        access: u8,
    ) -> Result<Attempted, LaneError> {
        self.attempt("open", (path, u8::from(follow), how, access))
    }

    /// Reads so many bytes from the start of the file opened last.
    pub(crate) fn read(&mut self, bytes: u64) -> Result<Attempted, LaneError> {
        self.attempt("read", (bytes,))
    }

    /// Writes to the start of the file opened last.
    pub(crate) fn write(&mut self, bytes: &[u8]) -> Result<Attempted, LaneError> {
        self.attempt("write", (bytes,))
    }

    /// Sets the length of the file opened last.
    pub(crate) fn set_size(&mut self, bytes: u64) -> Result<Attempted, LaneError> {
        self.attempt("set-size", (bytes,))
    }

    /// Sets both times of what is at a path to some past moment, links followed.
    pub(crate) fn touch(&mut self, path: &str) -> Result<Attempted, LaneError> {
        self.attempt("touch", (path,))
    }

    /// Asks for the identity of what is at a path.
    pub(crate) fn look(&mut self, path: &str, follow: bool) -> Result<Attempted, LaneError> {
        self.attempt("look", (path, u8::from(follow)))
    }

    /// Asks for one more handle of the corpus and keeps it; it costs the host no open file.
    pub(crate) fn mount(&mut self) -> Result<Attempted, LaneError> {
        self.attempt("mount", ())
    }

    /// Half of the identity that the last successful look gave.
    pub(crate) fn seen(&mut self) -> Result<u64, LaneError> {
        self.call("seen", ())
    }

    /// Makes a folder.
    pub(crate) fn create_folder(&mut self, path: &str) -> Result<Attempted, LaneError> {
        self.attempt("create-folder", (path,))
    }

    /// Removes a folder.
    pub(crate) fn remove_folder(&mut self, path: &str) -> Result<Attempted, LaneError> {
        self.attempt("remove-folder", (path,))
    }

    /// Removes a file.
    pub(crate) fn unlink(&mut self, path: &str) -> Result<Attempted, LaneError> {
        self.attempt("unlink", (path,))
    }

    /// Makes a symbolic link to `from` at `to`.
    pub(crate) fn symlink(&mut self, from: &str, to: &str) -> Result<Attempted, LaneError> {
        self.attempt("symlink", (from, to))
    }

    /// Renames.
    pub(crate) fn rename(&mut self, from: &str, to: &str) -> Result<Attempted, LaneError> {
        self.attempt("rename", (from, to))
    }

    /// Makes a hard link to `from` at `to`.
    pub(crate) fn link(&mut self, from: &str, to: &str) -> Result<Attempted, LaneError> {
        self.attempt("link", (from, to))
    }

    /// Peak linear memory so far, bytes.
    pub(crate) fn memory_peak_bytes(&self) -> u64 {
        self.store.data().memory.bytes()
    }

    fn attempt<P>(&mut self, export: &str, arguments: P) -> Result<Attempted, LaneError>
    where
        P: ComponentNamedList + Lower,
    {
        Ok(match self.call::<P, u32>(export, arguments)? {
            0 => Ok(()),
            code => Err(ERROR_CODES.get(code as usize - 1).copied().unwrap_or("unknown")),
        })
    }

    fn call<P, T>(&mut self, export: &str, arguments: P) -> Result<T, LaneError>
    where
        P: ComponentNamedList + Lower,
        (T,): ComponentNamedList + Lift,
    {
        self.store.set_epoch_deadline(ticks(self.limits.call_deadline_ms));
        let function = self.instance.get_typed_func::<P, (T,)>(&mut self.store, export);
        match function.and_then(|function| function.call(&mut self.store, arguments)) {
            Ok((result,)) => Ok(result),
            Err(error) => Err(classify(&error, Timed::Call, &self.limits, &self.store.data().said())),
        }
    }
}
