//! What one instance may touch: a folder to read, nothing to wait for, and an end to everything.

use std::path::Path;

use wasmtime::component::ResourceTable;
use wasmtime::{Engine, Store};
use wasmtime_wasi::p2::pipe::{ClosedInputStream, MemoryOutputPipe};
use wasmtime_wasi::{FsPerms, WasiCtx, WasiCtxView, WasiView};

use crate::lane::LaneError;
use crate::sandbox::fault::one_line;
use crate::sandbox::guards::Guards;
use crate::sandbox::limits::MemoryMeter;
use crate::settings::SandboxLimits;

/// Bytes kept of what a guest writes to its standard output and error together; enough for a panic.
const OUTPUT_BYTES: usize = 64 << 10;

/// Name of the one folder that the guest sees.
const MOUNT_POINT: &str = "/";

/// What the host keeps for one instance.
pub(super) struct GuestState {
    wasi: WasiCtx,
    table: ResourceTable,
    pub(super) memory: MemoryMeter,
    output: MemoryOutputPipe,
}

impl GuestState {
    /// What the guest wrote so far, invalid UTF-8 replaced.
    pub(super) fn said(&self) -> String {
        String::from_utf8_lossy(&self.output.contents()).into_owned()
    }
}

impl WasiView for GuestState {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}

/// Makes the store of one instance.
///
/// # Errors
/// [`LaneError::Corpus`] if the folder cannot be opened; [`LaneError::Trap`] if the engine counts no fuel.
pub(super) fn new_store(
    engine: &Engine,
    corpus: &Path,
    limits: &SandboxLimits,
    guards: Guards,
) -> Result<Store<GuestState>, LaneError> {
    let output = MemoryOutputPipe::new(OUTPUT_BYTES);
    let mut table = ResourceTable::new();
    if guards.caps {
        table.set_max_capacity(length(limits.table_entries));
    }
    let state = GuestState {
        wasi: build_wasi(corpus, &output)?,
        table,
        memory: MemoryMeter::new(limits.memory_bytes),
        output,
    };
    let mut store = Store::new(engine, state);
    if guards.caps {
        store.limiter(|state| &mut state.memory);
        store.set_hostcall_fuel(length(limits.hostcall_bytes));
    }
    if guards.fuel {
        // Counted, never used up: a deadline is a matter of epochs.
        store.set_fuel(u64::MAX).map_err(|error| LaneError::Trap(one_line(&error.to_string())))?;
    }
    store.epoch_deadline_trap();
    Ok(store)
}

/// An empty environment, no arguments, closed input, captured output, one folder to read.
fn build_wasi(corpus: &Path, output: &MemoryOutputPipe) -> Result<WasiCtx, LaneError> {
    let mut builder = WasiCtx::builder();
    // Files are local: handing each operation to another thread costs several times the operation.
    builder.allow_blocking_current_thread(true);
    builder.stdin(ClosedInputStream).stdout(output.clone()).stderr(output.clone());
    builder.preopened_dir(corpus, MOUNT_POINT, FsPerms::ReadOnly).map_err(|error| {
        let shown = one_line(&corpus.display().to_string());
        LaneError::Corpus(format!(
            "the corpus folder `{shown}` cannot be opened: {}",
            one_line(&error.to_string())
        ))
    })?;
    Ok(builder.build())
}

/// A limit as a length of this machine.
fn length(limit: u64) -> usize {
    usize::try_from(limit).unwrap_or(usize::MAX)
}
