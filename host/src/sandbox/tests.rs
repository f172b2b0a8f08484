//! Each guard: one guest that stays inside it and one that breaks it, and which guard answered.

use std::path::Path;

use guest::bench::{Call, CallPath, Outcome};
use guest::index::Phase;
use wasmtime::{Cache, CacheConfig};

use super::Binding;
use super::test_guest::TestGuest;
use super::{Guards, Guest, Sandbox};
use crate::embedded;
use crate::lane::{Counted, LaneError, Timed};
use crate::settings::SandboxLimits;

/// Bytes of a page of linear memory.
const PAGE: u64 = 64 << 10;

fn instantiate(guest: &TestGuest, limits: SandboxLimits) -> Result<Guest, LaneError> {
    let sandbox = Sandbox::new(limits, Guards::default(), false).expect("this machine runs compiled code");
    let loaded = sandbox.load(&guest.build())?;
    Guest::instantiate(&sandbox, &loaded, Path::new(env!("CARGO_MANIFEST_DIR")))
}

fn fire(guest: &TestGuest, limits: SandboxLimits) -> Result<Outcome, LaneError> {
    instantiate(guest, limits)?.fire()
}

fn fault(guest: &TestGuest, limits: SandboxLimits) -> LaneError {
    fire(guest, limits).expect_err("the guard answers")
}

fn limits() -> SandboxLimits {
    SandboxLimits::default()
}

#[test]
fn a_guest_answers_through_every_export() {
    let mut guest = instantiate(&TestGuest::default().plan("{\"a\":1}"), limits()).expect("it starts");
    assert_eq!(guest.describe().expect("described"), []);
    guest.open_begin(&[("depth".to_owned(), "3".to_owned())]).expect("begun");
    assert_eq!(guest.open_step().expect("a step").phase, Phase::Ready);
    assert_eq!(guest.index_facts().expect("facts"), []);
    assert_eq!(guest.list_skipped(5).expect("skipped"), []);
    assert_eq!(guest.plan("{}").expect("a plan"), "{\"a\":1}");
    let call = Call { tool: "t".to_owned(), arguments_json: "{}".to_owned(), path: CallPath::JsonRpc };
    guest.arm(&call).expect("armed");
    assert_eq!(guest.fire().expect("fired"), Outcome::default());
    assert_eq!(guest.idle().expect("idled"), Outcome::default());
    assert_eq!(guest.last_digest().expect("a digest"), 0);
    assert_eq!(guest.last_answer().expect("an answer"), "");
    assert_eq!(guest.call_tool("t", "{}").expect("no trap"), Ok(String::new()));
    assert_eq!(guest.memory_peak_bytes(), 2 * PAGE);
}

#[test]
fn an_endless_call_meets_its_deadline() {
    let endless = TestGuest::default().body("fire", "(loop (br 0))");
    let error = fault(&endless, SandboxLimits { call_deadline_ms: 1, ..limits() });
    assert!(matches!(&error, LaneError::Deadline { timed: Timed::Call, limit_ms: 1 }), "{error}");
}

#[test]
fn every_call_has_the_whole_deadline() {
    let sandbox = Sandbox::new(limits(), Guards::default(), false).expect("this machine runs compiled code");
    let loaded = sandbox.load(&TestGuest::default().build()).expect("a component");
    let mut guest = Guest::instantiate(&sandbox, &loaded, Path::new(".")).expect("it starts");
    // Together these are nearly twice the default of 1,001 ticks.
    for _ in 0..3 {
        guest.fire().expect("a call of its own is quick");
        (0..600).for_each(|_| sandbox.engine.increment_epoch());
    }
}

#[test]
fn an_endless_step_meets_the_deadline_of_indexing() {
    let endless = TestGuest::default().body("open-step", "(loop (br 0))");
    let limits = SandboxLimits { index_deadline_ms: 1, ..limits() };
    let mut guest = instantiate(&endless, limits).expect("it starts");
    guest.open_begin(&[]).expect("begun");
    let error = guest.open_step().expect_err("endless");
    assert!(matches!(&error, LaneError::Deadline { timed: Timed::Indexing, .. }), "{error}");
}

#[test]
fn endlessly_many_steps_share_one_deadline() {
    // The result is the progress at 1024: still walking.
    let endless = TestGuest::default().body("open-step", "(return (i32.const 1024))");
    let limits = SandboxLimits { index_deadline_ms: 1, ..limits() };
    let mut guest = instantiate(&endless, limits).expect("it starts");
    guest.open_begin(&[]).expect("begun");
    let error = loop {
        match guest.open_step() {
            Ok(progress) => assert_eq!(progress.phase, Phase::Walk),
            Err(error) => break error,
        }
    };
    assert!(matches!(&error, LaneError::Deadline { timed: Timed::Indexing, .. }), "{error}");
}

#[test]
fn memory_grows_to_its_limit_and_no_further() {
    let growing = TestGuest::default().body("fire", "(drop (memory.grow (i32.const 16)))");
    let inside = SandboxLimits { memory_bytes: 17 * PAGE, ..limits() };
    let mut guest = instantiate(&growing, inside).expect("it starts");
    guest.fire().expect("exactly the limit");
    assert_eq!(guest.memory_peak_bytes(), 17 * PAGE);
    let error = fault(&growing, SandboxLimits { memory_bytes: 17 * PAGE - 1, ..limits() });
    assert!(matches!(error, LaneError::Memory { limit_bytes } if limit_bytes == 17 * PAGE - 1), "{error}");
}

#[test]
fn memory_counts_from_the_start() {
    let error = fault(&TestGuest::default().pages(3), SandboxLimits { memory_bytes: PAGE, ..limits() });
    assert!(matches!(error, LaneError::Memory { .. }), "{error}");
}

#[test]
fn the_stack_ends_where_it_should() {
    let recursing =
        |depth| TestGuest::default().body("fire", &format!("(drop (call $recurse (i64.const {depth})))"));
    let small = SandboxLimits { wasm_stack_bytes: 64 << 10, ..limits() };
    fire(&recursing(100), small).expect("a hundred frames fit");
    // A frame takes at least its return address.
    let error = fault(&recursing(64 << 10), small);
    assert!(matches!(error, LaneError::Limit { counted: Counted::Stack, .. }), "{error}");
    fire(&recursing(1_000), limits()).expect("the default is larger");
}

#[test]
fn a_host_call_copies_no_more_than_allowed() {
    let write = |bytes| {
        format!("(call $write (call $get_stdout) (i32.const 0) (i32.const {bytes}) (i32.const 4096))")
    };
    let writing = |bytes| TestGuest::default().body("fire", &write(bytes));
    let small = SandboxLimits { hostcall_bytes: 1_000, ..limits() };
    fire(&writing(1_000), small).expect("exactly the limit");
    let error = fault(&writing(1_001), small);
    assert!(matches!(error, LaneError::Limit { counted: Counted::HostcallBytes, .. }), "{error}");
}

#[test]
fn the_resource_table_fills_no_further_than_allowed() {
    let opening =
        |times: usize| TestGuest::default().body("fire", &"(drop (call $get_stdout))".repeat(times));
    let small = SandboxLimits { table_entries: 10, ..limits() };
    fire(&opening(10), small).expect("exactly the limit");
    let error = fault(&opening(11), small);
    assert!(matches!(error, LaneError::Limit { counted: Counted::TableEntries, .. }), "{error}");
}

#[test]
fn what_a_guest_writes_is_kept_up_to_a_limit() {
    let piece = "(call $write (call $get_stdout) (i32.const 0) (i32.const 4096) (i32.const 12288))";
    for (pieces, kept) in [(16, 64 << 10), (17, 64 << 10), (200, 64 << 10), (15, 60 << 10)] {
        let writing = TestGuest::default().body("fire", &piece.repeat(pieces));
        let mut guest = instantiate(&writing, limits()).expect("it starts");
        guest.fire().expect("what is too much is dropped, and the guest goes on");
        assert_eq!(guest.said().len(), kept, "{pieces} pieces");
    }
}

#[test]
fn a_trap_quotes_what_the_guest_said() {
    let write = "(i32.store8 (i32.const 0) (i32.const 66))
        (call $write (call $get_stdout) (i32.const 0) (i32.const 1) (i32.const 4096)) unreachable";
    let error = fault(&TestGuest::default().body("fire", write), limits());
    assert!(matches!(error, LaneError::Trap(_)), "{error}");
    assert!(error.to_string().contains("`unreachable`"), "{error}");
    assert!(error.to_string().ends_with("the guest said: B"), "{error}");
}

#[test]
fn what_is_not_offered_traps_by_name() {
    let asking = TestGuest::default().body("fire", "(drop (call $now))");
    let mut guest = instantiate(&asking, limits()).expect("importing a clock is no crime");
    guest.idle().expect("nor is not asking it");
    let error = guest.fire().expect_err("asking is");
    assert_eq!(error.outcome(), "trap");
    assert!(error.to_string().contains("`wasi:clocks/monotonic-clock@0.2.0#now`"), "{error}");
}

#[test]
fn a_component_of_another_world_is_refused_by_name() {
    let refusal = |name: &str| {
        let error = fault(&TestGuest::default().rename("mcp-latency:guest/bench@0.1.0", name), limits());
        assert!(matches!(error, LaneError::BadComponent(_)), "{error}");
        error.to_string()
    };
    for name in ["some:other/interface@0.1.0", "mcp-latency:guest/bench@0.2.0"] {
        let text = refusal(name);
        assert!(text.contains("`mcp-latency:guest/bench@0.1.0`"), "{text}");
        assert!(!text.contains('\n'), "{text}");
    }
}

#[test]
fn a_compatible_version_is_accepted() {
    let later = TestGuest::default().rename("mcp-latency:guest/bench@0.1.0", "mcp-latency:guest/bench@0.1.7");
    assert!(fire(&later, limits()).is_ok());
}

#[test]
fn compiled_code_comes_from_the_cache_the_second_time() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = CacheConfig::new();
    config.with_directory(folder.path());
    let cache = Cache::new(config).expect("the folder will do");
    let bytes = TestGuest::default().build();
    let load = |cache| {
        let sandbox = Sandbox::with_cache(limits(), Guards::default(), cache).expect("an engine");
        sandbox.load(&bytes).expect("a component").is_cached()
    };
    assert!(!load(None));
    assert!(!load(Some(cache.clone())));
    assert!(load(Some(cache)));
}

fn bindings(bytes: &[u8]) -> Vec<(String, Binding)> {
    let sandbox = Sandbox::new(limits(), Guards::default(), true).expect("an engine");
    sandbox.imports(bytes).expect("a component")
}

#[test]
fn imports_are_linked_by_an_allow_list() {
    let expected = [
        ("mcp-latency:guest/types@0.1.0", Binding::TypesOnly),
        ("wasi:cli/stdout@0.2.0", Binding::Linked),
        ("wasi:clocks/monotonic-clock@0.2.0", Binding::Trap),
        ("wasi:filesystem/preopens@0.2.0", Binding::Linked),
        ("wasi:filesystem/types@0.2.0", Binding::Linked),
        ("wasi:io/error@0.2.0", Binding::Linked),
        ("wasi:io/streams@0.2.0", Binding::Linked),
    ];
    let found = bindings(&TestGuest::default().build());
    assert_eq!(found, expected.map(|(name, bound)| (name.to_owned(), bound)));
}

/// The measured component's imports. A new line here is a decision: the guest reads no clock, no
/// randomness and no network, whatever its C library links to.
#[test]
fn the_embedded_component_imports_exactly_this() {
    let expected = [
        ("mcp-latency:guest/types@0.1.0", Binding::TypesOnly),
        ("wasi:cli/environment@0.2.12", Binding::Linked),
        ("wasi:cli/exit@0.2.12", Binding::Linked),
        ("wasi:cli/stderr@0.2.12", Binding::Linked),
        ("wasi:cli/stdin@0.2.12", Binding::Linked),
        ("wasi:cli/stdout@0.2.12", Binding::Linked),
        ("wasi:clocks/wall-clock@0.2.12", Binding::TypesOnly),
        ("wasi:filesystem/preopens@0.2.12", Binding::Linked),
        ("wasi:filesystem/types@0.2.12", Binding::Linked),
        ("wasi:io/error@0.2.12", Binding::Linked),
        ("wasi:io/poll@0.2.12", Binding::Linked),
        ("wasi:io/streams@0.2.12", Binding::Linked),
        ("wasi:random/insecure-seed@0.2.12", Binding::Constant),
        ("wasi:sockets/tcp@0.2.12", Binding::Trap),
        ("wasi:sockets/udp@0.2.12", Binding::Trap),
    ];
    assert_eq!(bindings(embedded::COMPONENT), expected.map(|(name, bound)| (name.to_owned(), bound)));
}
