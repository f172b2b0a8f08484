//! What a component's imports are bound to: an allow-list, and a trap for everything else.
//!
//! The guest gets files to read, streams to read them through, and the parts of a command line that the
//! standard library cannot start without. Hash maps get a constant for a seed. Clocks, randomness and
//! sockets are imported by its C library whether it uses them or not; calling one of them ends the run.

use wasmtime::Engine;
use wasmtime::component::types::{ComponentInstance, ComponentItem};
use wasmtime::component::{Component, HasData, Linker, LinkerInstance, ResourceTable, ResourceType};
use wasmtime_wasi::WasiView;
use wasmtime_wasi::cli::{WasiCli, WasiCliView as _};
use wasmtime_wasi::filesystem::{WasiFilesystem, WasiFilesystemView as _};
use wasmtime_wasi::p2::bindings::sync::{filesystem as sync_filesystem, io as sync_io};
use wasmtime_wasi::p2::bindings::{cli, filesystem, io};

use crate::lane::LaneError;
use crate::sandbox::fault::{chain, one_line};
use crate::sandbox::store::GuestState;

/// Interfaces that are linked, without their versions.
const LINKED: [&str; 15] = [
    "wasi:cli/environment",
    "wasi:cli/exit",
    "wasi:cli/stderr",
    "wasi:cli/stdin",
    "wasi:cli/stdout",
    "wasi:cli/terminal-input",
    "wasi:cli/terminal-output",
    "wasi:cli/terminal-stderr",
    "wasi:cli/terminal-stdin",
    "wasi:cli/terminal-stdout",
    "wasi:filesystem/preopens",
    "wasi:filesystem/types",
    "wasi:io/error",
    "wasi:io/poll",
    "wasi:io/streams",
];

/// What the hash maps of libraries ask for their seed. It gets a constant, so that no run differs from
/// the next by the order in a map.
const HASH_SEED: &str = "wasi:random/insecure-seed";

/// What an import is bound to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Binding {
    /// The host's implementation.
    Linked,
    /// A function that gives a constant.
    Constant,
    /// A function that ends the run.
    Trap,
    /// Nothing: the interface has types only.
    TypesOnly,
}

/// The guest called something that the sandbox does not offer.
#[derive(Debug, thiserror::Error)]
#[error("the guest called `{0}`, which the sandbox does not offer")]
pub(super) struct DeniedImport(String);

/// Stands for any resource of an interface that is not offered; none is ever made.
struct Denied;

struct HasTable;

impl HasData for HasTable {
    type Data<'a> = &'a mut ResourceTable;
}

/// Lists a component's imports in the order of their names, and what each is bound to.
pub(super) fn bindings_of(engine: &Engine, component: &Component) -> Vec<(String, Binding)> {
    let mut bindings: Vec<_> = component
        .component_type()
        .imports(engine)
        .map(|(name, import)| (name.to_owned(), binding(engine, name, &import.ty)))
        .collect();
    bindings.sort_unstable_by(|(left, _), (right, _)| left.cmp(right));
    bindings
}

fn binding(engine: &Engine, name: &str, item: &ComponentItem) -> Binding {
    let interface = name.split('@').next().unwrap_or(name);
    if LINKED.contains(&interface) {
        return Binding::Linked;
    }
    if interface == HASH_SEED {
        return Binding::Constant;
    }
    match item {
        ComponentItem::ComponentInstance(instance) if has_types_only(engine, instance) => Binding::TypesOnly,
        ComponentItem::Type(_) => Binding::TypesOnly,
        _ => Binding::Trap,
    }
}

fn has_types_only(engine: &Engine, instance: &ComponentInstance) -> bool {
    instance.exports(engine).all(|(_, export)| matches!(export.ty, ComponentItem::Type(_)))
}

/// Makes a linker for one component.
///
/// # Errors
/// [`LaneError::BadComponent`] if an import is neither a function nor an interface of functions.
pub(super) fn link(engine: &Engine, component: &Component) -> Result<Linker<GuestState>, LaneError> {
    let mut linker = Linker::new(engine);
    link_allowed(&mut linker).map_err(|error| LaneError::BadComponent(chain(&error)))?;
    for (name, import) in component.component_type().imports(engine) {
        let bound = match binding(engine, name, &import.ty) {
            Binding::Linked | Binding::TypesOnly => Ok(()),
            Binding::Constant => give_constant_seed(&mut linker, name),
            Binding::Trap => trap(engine, &mut linker.root(), name, &import.ty, ""),
        };
        bound.map_err(|error| {
            LaneError::BadComponent(format!("import `{}`: {}", one_line(name), chain(&error)))
        })?;
    }
    Ok(linker)
}

fn give_constant_seed(linker: &mut Linker<GuestState>, interface: &str) -> wasmtime::Result<()> {
    let seed = |_: wasmtime::StoreContextMut<'_, GuestState>, ()| Ok(((0_u64, 0_u64),));
    linker.instance(interface)?.func_wrap("insecure-seed", seed)
}

fn link_allowed(linker: &mut Linker<GuestState>) -> wasmtime::Result<()> {
    let l = linker;
    cli::environment::add_to_linker::<_, WasiCli>(l, GuestState::cli)?;
    cli::exit::add_to_linker::<_, WasiCli>(l, GuestState::cli)?;
    cli::stderr::add_to_linker::<_, WasiCli>(l, GuestState::cli)?;
    cli::stdin::add_to_linker::<_, WasiCli>(l, GuestState::cli)?;
    cli::stdout::add_to_linker::<_, WasiCli>(l, GuestState::cli)?;
    cli::terminal_input::add_to_linker::<_, WasiCli>(l, GuestState::cli)?;
    cli::terminal_output::add_to_linker::<_, WasiCli>(l, GuestState::cli)?;
    cli::terminal_stderr::add_to_linker::<_, WasiCli>(l, GuestState::cli)?;
    cli::terminal_stdin::add_to_linker::<_, WasiCli>(l, GuestState::cli)?;
    cli::terminal_stdout::add_to_linker::<_, WasiCli>(l, GuestState::cli)?;
    filesystem::preopens::add_to_linker::<_, WasiFilesystem>(l, GuestState::filesystem)?;
    sync_filesystem::types::add_to_linker::<_, WasiFilesystem>(l, GuestState::filesystem)?;
    io::error::add_to_linker::<_, HasTable>(l, |state| state.ctx().table)?;
    sync_io::poll::add_to_linker::<_, HasTable>(l, |state| state.ctx().table)?;
    sync_io::streams::add_to_linker::<_, HasTable>(l, |state| state.ctx().table)
}

/// Binds an import, and everything in it, to functions that end the run.
fn trap(
    engine: &Engine,
    into: &mut LinkerInstance<'_, GuestState>,
    name: &str,
    item: &ComponentItem,
    parent: &str,
) -> wasmtime::Result<()> {
    match item {
        ComponentItem::ComponentFunc(_) => {
            let called = if parent.is_empty() { name.to_owned() } else { format!("{parent}#{name}") };
            into.func_new(name, move |_, _, _, _| Err(DeniedImport(called.clone()).into()))
        }
        ComponentItem::ComponentInstance(instance) => {
            let mut into = into.instance(name)?;
            for (export, item) in instance.exports(engine) {
                trap(engine, &mut into, export, &item.ty, name)?;
            }
            Ok(())
        }
        ComponentItem::Resource(_) => into.resource(name, ResourceType::host::<Denied>(), |_, _| Ok(())),
        ComponentItem::Type(_) => Ok(()),
        ComponentItem::Component(_) | ComponentItem::Module(_) | ComponentItem::CoreFunc(_) => {
            Err(wasmtime::Error::msg("modules and components cannot be imported"))
        }
    }
}
