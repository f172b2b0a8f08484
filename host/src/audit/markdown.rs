//! Audits and self-tests for people. Whatever comes from a corpus is escaped on its way into a line.

use crate::audit::model::{Audit, LimitState, LimitUse, Outcome};
use crate::audit::scan::Finding;
use crate::audit::self_test::SelfTest;
use crate::report::units::{count, duration, milliseconds, size};
use crate::report::{Align, Table, markdown_safe};

/// Renders the audit of a corpus.
pub(super) fn audit(audit: &Audit) -> String {
    let mut text = format!("**{}**\n", verdict(audit));
    for finding in &audit.verdict.findings {
        text.push_str(&format!("\n- {}", markdown_safe(finding)));
    }
    text.push_str("\n\n## What the sandbox grants\n\n");
    text.push_str(&grants(audit));
    text.push_str("\n## What it met\n\n");
    text.push_str(&met(audit));
    text.push_str("\n## How near the limits were\n\n");
    text.push_str(&limits(&audit.limits));
    text
}

fn verdict(audit: &Audit) -> String {
    match (audit.verdict.outcome, &audit.verdict.ended_by) {
        (Outcome::Held, _) => "held".to_owned(),
        (Outcome::HeldWithFindings, _) => "held, with findings".to_owned(),
        (Outcome::Ended, Some(what)) => format!("ended: {}", markdown_safe(what)),
        (Outcome::Ended, None) => "ended".to_owned(),
    }
}

fn grants(audit: &Audit) -> String {
    let mut items = vec![
        format!(
            "the folder {}, {}, as `{}`",
            markdown_safe(&audit.corpus),
            audit.grants.access,
            audit.grants.mount_point
        ),
        "no environment, no arguments, no standard input; standard output and error are captured and bounded"
            .to_owned(),
        "no clock, no randomness, no network".to_owned(),
    ];
    for import in &audit.grants.imports {
        items.push(format!("{}: {}", markdown_safe(&import.name), import.bound_to));
    }
    list(items)
}

fn met(audit: &Audit) -> String {
    let mut items = Vec::new();
    items.extend(audit.files.map(|files| format!("{} files indexed", count(files))));
    items.extend(audit.index_ns.map(|time| format!("index time {}", duration(time))));
    items.extend(audit.memory_peak_bytes.map(|bytes| format!("peak linear memory {}", size(bytes))));
    for skipped in &audit.skipped {
        let what = format!("skipped as {}, counted by the guest", markdown_safe(&skipped.reason));
        items.push(entries(&what, skipped.count, &skipped.examples));
    }
    let metadata = &audit.metadata;
    for (what, finding) in [
        ("links out of the corpus", &metadata.links_out),
        ("links inside it", &metadata.links_inside),
        ("links to nothing or in circles", &metadata.links_broken),
        ("files with more than one name", &metadata.hard_links),
        ("pipes, sockets and devices", &metadata.special_files),
        ("names that steer a terminal or reorder text", &metadata.loaded_names),
        ("names that are not UTF-8", &metadata.not_utf8_names),
        ("folders that cannot be listed", &metadata.unlisted_folders),
    ] {
        let Finding { count, examples } = finding;
        items.push(entries(&format!("{what}, seen by the host in metadata"), *count, examples));
    }
    list(items)
}

fn entries(what: &str, number: u64, examples: &[String]) -> String {
    let mut text = format!("{what}: {}", count(number));
    if !examples.is_empty() {
        let shown: Vec<String> = examples.iter().map(|path| markdown_safe(path)).collect();
        let more = if (examples.len() as u64) < number { ", …" } else { "" };
        text.push_str(&format!(" ({}{more})", shown.join(", ")));
    }
    text
}

fn limits(limits: &[LimitUse]) -> String {
    let amount = |unit: &str, number: u64| match unit {
        "bytes" => size(number),
        "ms" => milliseconds(number),
        _ => count(number),
    };
    let row = |limit: &LimitUse| {
        let state = match limit.state {
            LimitState::Clear => "",
            LimitState::Near => "near",
            LimitState::Hit => "hit",
        };
        let used = limit.used.map_or_else(|| "not counted".to_owned(), |used| amount(limit.unit, used));
        [limit.option.to_owned(), amount(limit.unit, limit.limit), used, state.to_owned()]
    };
    table(&["limit", "is", "used", ""], limits.iter().map(row))
}

/// Renders a self-test.
pub(super) fn self_test(test: &SelfTest) -> String {
    let row = |row: &crate::hostile::Tried| {
        [
            row.family.to_owned(),
            row.name.to_owned(),
            row.tries.to_owned(),
            row.expected.clone(),
            markdown_safe(&row.verdict.to_string()),
            duration(row.elapsed_ns),
        ]
    };
    let table =
        table(&["family", "attack", "tries to", "expected", "verdict", "time"], test.attacks.iter().map(row));
    format!(
        "{table}\n**{} held, {} not tried, {} failed** ({} attacks, {})\n",
        test.held,
        test.not_tried,
        test.failed,
        test.attacks.len(),
        test.scale
    )
}

/// A table whose columns all stand at their left.
fn table<const N: usize>(heads: &[&str; N], rows: impl Iterator<Item = [String; N]>) -> String {
    let mut table = Table::new(&heads.map(|head| (head, Align::Left)));
    rows.for_each(|row| table.push(row.to_vec()));
    table.render()
}

fn list(items: Vec<String>) -> String {
    items.into_iter().map(|item| format!("- {item}\n")).collect()
}
