//! From what the lane and the scan found to the [`Audit`]. Pure: no clock, no files.

use guest::corpus::SkipReason;

use crate::audit::model::{
    Audit, Grants, Import, LimitState, LimitUse, Outcome, SCHEMA_VERSION, SkippedEntries, Verdict,
};
use crate::audit::scan::{Finding, Scan};
use crate::clock::Nanos;
use crate::lane::{LaneError, Preparation};
use crate::sandbox::Binding;
use crate::settings::{SandboxLimits, Settings};

/// Examples kept of each reason.
const MAX_EXAMPLES: usize = 5;
/// From this part of a limit on it is near: four fifths.
const NEAR: (u64, u64) = (4, 5);

/// Puts an audit together. `opened` is how the opening in the sandbox went.
pub(crate) fn build(
    settings: &Settings,
    imports: Vec<(String, Binding)>,
    metadata: Scan,
    opened: Result<&Preparation, &LaneError>,
) -> Audit {
    let nothing = Preparation::default();
    let seen = opened.unwrap_or(&nothing);
    let limits = limits(settings, seen, opened.err());
    let skipped = skipped(seen);
    let index_ns = opened.ok().map(index_time);
    Audit {
        schema_version: SCHEMA_VERSION,
        kind: "audit",
        verdict: verdict(opened.err(), &skipped, &metadata, &limits),
        corpus: settings.corpus.root.display().to_string(),
        component_sha256: seen.component_sha256.clone(),
        grants: grants(imports),
        skipped,
        metadata,
        limits,
        memory_peak_bytes: seen.memory_peak_bytes,
        index_ns,
        files: opened.ok().and_then(|seen| fact(seen, "files")),
    }
}

fn index_time(seen: &Preparation) -> Nanos {
    Nanos(seen.index_phases.iter().map(|(_, time)| time.0).sum())
}

fn fact(seen: &Preparation, name: &str) -> Option<u64> {
    let (_, value) = seen.index_facts.iter().find(|(fact, _)| fact == name)?;
    value.parse().ok()
}

fn grants(imports: Vec<(String, Binding)>) -> Grants {
    let bound_to = |binding| match binding {
        Binding::Linked => "the host's implementation",
        Binding::Constant => "a constant",
        Binding::Trap => "a trap",
        Binding::TypesOnly => "nothing: types only",
    };
    Grants {
        mount_point: "/",
        access: "read-only",
        environment: Vec::new(),
        arguments: Vec::new(),
        imports: imports
            .into_iter()
            .map(|(name, binding)| Import { name, bound_to: bound_to(binding) })
            .collect(),
    }
}

fn skipped(seen: &Preparation) -> Vec<SkippedEntries> {
    let entries = |reason: SkipReason| {
        let count = fact(seen, &format!("skipped.{}", reason.name()))?;
        let named = seen.skipped.iter().filter(|(_, why)| why == reason.name());
        let examples = named.take(MAX_EXAMPLES).map(|(path, _)| path.clone()).collect();
        Some(SkippedEntries { reason: reason.name().to_owned(), count, examples })
    };
    SkipReason::ALL.into_iter().filter_map(entries).collect()
}

/// Every limit with what is known of its use.
fn limits(settings: &Settings, seen: &Preparation, ended: Option<&LaneError>) -> Vec<LimitUse> {
    let SandboxLimits {
        memory_bytes,
        call_deadline_ms,
        index_deadline_ms,
        wasm_stack_bytes,
        hostcall_bytes,
        table_entries,
    } = settings.sandbox;
    let walk = settings.corpus.limits();
    let hit = |reason: SkipReason| fact(seen, &format!("skipped.{}", reason.name())).is_some();
    let index_ms = (!seen.index_phases.is_empty()).then(|| index_time(seen).0 / 1_000_000);
    let rows = [
        ("--max-memory", "bytes", memory_bytes, seen.memory_peak_bytes, false),
        ("--index-deadline", "ms", index_deadline_ms, index_ms, false),
        ("--call-deadline", "ms", call_deadline_ms, None, false),
        ("--max-wasm-stack", "bytes", wasm_stack_bytes, None, false),
        ("--max-hostcall-bytes", "bytes", hostcall_bytes, None, false),
        ("--max-table-entries", "entries", table_entries, None, false),
        ("--max-files", "files", walk.files, fact(seen, "files"), hit(SkipReason::TooManyFiles)),
        ("--max-file-bytes", "bytes", walk.file_bytes, None, hit(SkipReason::TooLarge)),
        (
            "--max-total-bytes",
            "bytes",
            walk.total_bytes,
            fact(seen, "source-bytes"),
            hit(SkipReason::TotalBytes),
        ),
        ("--max-depth", "folders", walk.depth, None, hit(SkipReason::TooDeep)),
        ("--max-nesting", "brackets", walk.nesting, None, hit(SkipReason::NestedTooDeep)),
    ];
    let ended_by = ended.and_then(LaneError::option);
    rows.map(|(option, unit, limit, used, skipped)| {
        let state = match used {
            _ if skipped || ended_by == Some(option) => LimitState::Hit,
            Some(used) if is_near(used, limit) => LimitState::Near,
            _ => LimitState::Clear,
        };
        LimitUse { option, unit, limit, used, state }
    })
    .to_vec()
}

fn is_near(used: u64, limit: u64) -> bool {
    u128::from(used) * u128::from(NEAR.1) >= u128::from(limit) * u128::from(NEAR.0)
}

fn verdict(
    ended: Option<&LaneError>,
    skipped: &[SkippedEntries],
    metadata: &Scan,
    limits: &[LimitUse],
) -> Verdict {
    let findings = findings(skipped, metadata, limits);
    let outcome = match ended {
        Some(_) => Outcome::Ended,
        None if findings.is_empty() => Outcome::Held,
        None => Outcome::HeldWithFindings,
    };
    Verdict { outcome, ended_by: ended.map(LaneError::to_string), findings }
}

/// What a reader should know of: what reaches out, what hides, and what a limit kept away.
fn findings(skipped: &[SkippedEntries], metadata: &Scan, limits: &[LimitUse]) -> Vec<String> {
    let told =
        |finding: &Finding, what: &str| (finding.count > 0).then(|| format!("{} {what}", finding.count));
    let mut lines: Vec<String> = [
        told(&metadata.links_out, "links lead out of the corpus; none was followed"),
        told(
            &metadata.hard_links,
            "files have more than one name, and another may lie outside; they are readable under any of them",
        ),
        told(&metadata.special_files, "pipes, sockets or devices; none was opened"),
        told(&metadata.loaded_names, "names steer a terminal or reorder text; they are shown escaped"),
        told(&metadata.not_utf8_names, "names are not UTF-8; their entries were skipped"),
        told(&metadata.unlisted_folders, "folders cannot be listed"),
    ]
    .into_iter()
    .flatten()
    .collect();
    if metadata.cut {
        lines.push(format!("only the first {} entries were looked at for links and names", metadata.entries));
    }
    let noted = [
        SkipReason::Unreadable,
        SkipReason::PathTooLong,
        SkipReason::IgnoreRulesCut,
        SkipReason::ChangedWhileRead,
    ];
    for SkippedEntries { reason, count, .. } in skipped {
        if noted.iter().any(|noted| noted.name() == reason) {
            lines.push(format!("{count} entries were skipped as {reason}"));
        }
    }
    for LimitUse { option, state, .. } in limits {
        match state {
            LimitState::Clear => {}
            LimitState::Near => lines.push(format!("the limit of {option} was near")),
            LimitState::Hit => lines.push(format!("the limit of {option} was hit")),
        }
    }
    lines
}
