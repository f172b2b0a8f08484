//! Workers that are none: each way of being lost, with commands that every system has.

use std::process::Command;

use guest::bench::{CallPath, TargetPolicy};

use super::collect::Findings;
use super::protocol::Job;
use super::supervise::{Worker, follow};
use super::watch::Patience;
use crate::lane::{Corpus, LaneError, LaneKind, LaneSpec};
use crate::progress::Display;
use crate::settings::{SandboxLimits, Settings};

/// Bounds that end a silent worker at once.
const IMPATIENT: Patience = Patience { start_ms: 0, load_ms: 0, index_ms: 0, calls_ms: 0 };
/// Bounds that end nothing while a test lasts.
const PATIENT: Patience =
    Patience { start_ms: u64::MAX, load_ms: u64::MAX, index_ms: u64::MAX, calls_ms: u64::MAX };

fn settings() -> Settings {
    Settings {
        corpus: Corpus { root: ".".into(), options: Vec::new() },
        lanes: vec![LaneSpec::new("wasm", LaneKind::Wasm, None)],
        iterations: 1,
        warmup: None,
        tools: Vec::new(),
        targets: TargetPolicy::Median,
        queries: Vec::new(),
        path: CallPath::Call,
        seed: 1,
        sandbox: SandboxLimits::default(),
        cache: false,
        parse_alone: false,
        list_skipped: 0,
        process_memory_bytes: 64 << 20,
    }
}

/// Follows a shell command as if it were a worker.
fn follow_command(script: &str, patience: Patience, interruptions: u32) -> Findings {
    let mut command = Command::new("sh");
    command.args(["-c", script]);
    let mut worker = Worker::spawn(command, Job::Measure, &settings(), patience).expect("a shell");
    let mut display = Display::new(true);
    follow(&mut worker, &settings(), || interruptions, &mut display).expect("what came of it")
}

fn fault(script: &str, patience: Patience) -> LaneError {
    follow_command(script, patience, 0).fault.expect("it is lost").error
}

#[test]
fn a_worker_that_says_nothing_is_hung() {
    let error = fault("exec tail -f /dev/null", IMPATIENT);
    assert!(
        matches!(&error, LaneError::Hung { what, .. } if what == "starting the measuring process"),
        "{error}"
    );
}

#[test]
fn a_worker_that_stalls_is_hung_in_what_it_said_last() {
    let script = r#"
        echo '{"hello":{"version":1}}'
        echo '{"begins":{"lane":"wasm","work":"index"}}'
        echo '{"step":{"lane":"wasm","phase":"walk","done":1,"total":1}}'
        exec tail -f /dev/null"#;
    // Only indexing is given no time.
    let findings = follow_command(script, Patience { index_ms: 0, ..PATIENT }, 0);
    let fault = findings.fault.expect("it is lost");
    assert_eq!(fault.lane.as_deref(), Some("wasm"));
    assert_eq!(fault.error.outcome(), "hung");
    assert!(fault.error.to_string().starts_with("indexing in the wasm lane did not come back"));
    assert!(fault.error.is_limit());
}

#[test]
fn a_worker_that_dies_is_told_of_with_its_last_words() {
    let error = fault("printf 'gone\\nwrong\\033[31m' >&2; exit 7", PATIENT);
    assert_eq!(error.outcome(), "killed");
    let text = error.to_string();
    assert!(text.contains('7') && text.ends_with("it said: gone\\nwrong\\u{1b}[31m"), "{text}");
    let killed = fault("kill -KILL $$", PATIENT).to_string();
    assert!(killed.contains("signal: 9"), "{killed}");
}

#[test]
fn last_words_without_end_block_nothing() {
    let error = fault("head -c 10000000 /dev/zero | tr '\\0' x >&2; exit 3", PATIENT).to_string();
    assert!(error.contains("exit status: 3") && error.len() < 1_000, "{error}");
}

#[test]
fn a_worker_that_writes_garbage_is_ended() {
    let hello = r#"echo '{"hello":{"version":1}}';"#;
    for (script, words) in [
        ("echo garbage; exec tail -f /dev/null", "no message"),
        ("printf '\"opened'", "in the middle of a message"),
        ("head -c 200000000 /dev/zero", "a line of more than 92274688 bytes"),
        ("echo '{\"hello\":{\"version\":99}}'; exec tail -f /dev/null", "version 99"),
        (
            "echo '{\"begins\":{\"lane\":\"gpu\",\"work\":\"index\"}}'; exec tail -f /dev/null",
            "a lane that was not asked for",
        ),
        (
            "echo '{\"samples\":[[0,0,0,1,true,1,1]]}'; exec tail -f /dev/null",
            "samples that were not asked for",
        ),
        (
            "echo '{\"stage\":{\"stage\":\"measure\",\"tool\":\"t\",\"done\":0,\"total\":1}}'; exec tail -f /dev/null",
            "a tool that was not planned",
        ),
        ("echo '\"opened\"'; exec tail -f /dev/null", "belongs to another job"),
    ] {
        let error = fault(&format!("{hello} {script}"), PATIENT);
        assert_eq!(error.outcome(), "killed", "{script}");
        assert!(error.to_string().contains(words), "{script}: {error}");
        assert_eq!(error.to_string().lines().count(), 1);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_that_eats_memory_is_ended_by_its_limit() {
    // Keeps all it reads, since the end of a line never comes.
    let error = fault("exec tail /dev/zero", PATIENT);
    assert!(matches!(error, LaneError::ProcessMemory { limit_bytes } if limit_bytes == 64 << 20), "{error}");
    assert_eq!(error.outcome(), "memory");
}

#[test]
fn an_interruption_before_anything_is_measured_ends_the_worker() {
    let findings = follow_command("exec tail -f /dev/null", PATIENT, 1);
    assert!(findings.measurement.interrupted);
    assert_eq!(findings.fault, None);
}
