//! A fixed audit in both formats, its verdicts, and that no name in it is more than text.

use proptest::prelude::*;

use crate::audit::model::{Audit, LimitState, Outcome};
use crate::audit::scan::{Finding, Scan};
use crate::audit::{build, json, markdown};
use crate::lane::{LaneError, Preparation};
use crate::report::fixture::Run;
use crate::report::is_loaded;
use crate::sandbox::Binding;

/// An audit that meets something with this name.
fn audit_of(name: &str) -> Audit {
    let mut run = Run::fixed();
    run.settings.corpus.root = format!("corpora/{name}").into();
    let mut seen = run.findings.preparations[0].clone();
    seen.skipped = vec![(name.to_owned(), "too_large".to_owned())];
    let finding = Finding { count: 12, examples: vec![name.to_owned()] };
    let metadata = Scan { entries: 40, links_out: finding.clone(), loaded_names: finding, ..Scan::default() };
    build(&run.settings, imports(), metadata, Ok(&seen))
}

fn imports() -> Vec<(String, Binding)> {
    [("wasi:filesystem/types@0.2.12", Binding::Linked), ("wasi:sockets/tcp@0.2.12", Binding::Trap)]
        .map(|(name, binding)| (name.to_owned(), binding))
        .to_vec()
}

fn state(audit: &Audit, option: &str) -> Option<LimitState> {
    audit.limits.iter().find(|limit| limit.option == option).map(|limit| limit.state)
}

#[test]
fn markdown_of_the_fixed_audit() {
    insta::assert_snapshot!(markdown::audit(&audit_of("a|b\u{1b}[31m.py")));
}

#[test]
fn json_of_the_fixed_audit() {
    insta::assert_snapshot!(json::render(&audit_of("a|b\u{1b}[31m.py")).expect("renders"));
}

#[test]
fn nothing_met_is_held() {
    let run = Run::fixed();
    let audit = build(&run.settings, imports(), Scan::default(), Ok(&Preparation::default()));
    assert_eq!(audit.verdict.outcome, Outcome::Held);
    assert_eq!(audit.verdict.findings, Vec::<String>::new());
}

#[test]
fn limits_are_near_from_four_fifths_on() {
    let run = Run::fixed();
    let memory = |bytes| {
        let seen = Preparation { memory_peak_bytes: Some(bytes), ..Preparation::default() };
        state(&build(&run.settings, imports(), Scan::default(), Ok(&seen)), "--max-memory")
    };
    let limit = run.settings.sandbox.memory_bytes;
    assert_eq!(memory(limit / 5 * 4), Some(LimitState::Clear));
    assert_eq!(memory(limit / 5 * 4 + 5), Some(LimitState::Near));
}

#[test]
fn a_limit_that_ended_it_was_hit() {
    let run = Run::fixed();
    let error = LaneError::Memory { limit_bytes: 1 };
    let audit = build(&run.settings, imports(), Scan::default(), Err(&error));
    assert_eq!(audit.verdict.outcome, Outcome::Ended);
    assert_eq!(audit.verdict.ended_by, Some(error.to_string()));
    assert_eq!(state(&audit, "--max-memory"), Some(LimitState::Hit));
    assert_eq!((audit.memory_peak_bytes, audit.index_ns, audit.files), (None, None, None));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_name_is_more_than_text(name in any::<String>(), tail in "[\u{1b}\u{202e}\u{9b}\n|`<>*_=\\\\]{0,6}") {
        let audit = audit_of(&(name + &tail));
        let steers = |character| character != '\n' && is_loaded(character);
        let (markdown, json) = (markdown::audit(&audit), json::render(&audit).expect("renders"));
        prop_assert!(!markdown.contains(steers));
        prop_assert!(!markdown.contains('<'));
        prop_assert_eq!(markdown.lines().count(), markdown::audit(&audit_of("plain")).lines().count());
        prop_assert!(!json.contains(steers));
        let parsed: serde_json::Value = serde_json::from_str(&json).expect("valid");
        prop_assert_eq!(&parsed["corpus"], &audit.corpus);
    }
}
