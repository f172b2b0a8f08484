//! Whatever text a corpus or a guest brings into a report, no format lets it out as more than text.

use proptest::prelude::*;

use super::fixture::Run;
use super::sanitise::is_loaded;
use super::write::render;
use super::{Report, parse};
use crate::cli::Format;
use crate::measure::RowOutcome;

/// Text with more than its share of what is dangerous.
fn text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        any::<String>(),
        "[=+@|`<>&\\\\*_\\-\\[\\]!~\"',;\t\r\n]{1,4}",
        Just("\u{1b}[2J".to_owned()),
        Just("\u{202e}\u{2066}\u{9b}".to_owned()),
        Just("](javascript:x)<script>".to_owned()),
    ];
    prop::collection::vec(part, 0..4).prop_map(|parts| parts.concat())
}

/// The fixed run with this text wherever a name, a path or a message can be.
fn report_with(text: &str) -> Report {
    let mut run = Run::fixed();
    run.settings.corpus.root = text.into();
    run.settings.corpus.options.push(("include".to_owned(), text.to_owned()));
    run.machine.cpu = Some(text.to_owned());
    for lane in &mut run.settings.lanes {
        lane.label.push_str(text);
    }
    for preparation in &mut run.findings.preparations {
        preparation.about.push((text.to_owned(), text.to_owned()));
        preparation.skipped.push((text.to_owned(), text.to_owned()));
        preparation.index_facts.push((format!("skipped.{text}"), "1".to_owned()));
    }
    if let Some(plan) = &mut run.findings.plan {
        plan.targets[0].push_str(text);
        plan.queries.push(text.to_owned());
        plan.notes.push(text.to_owned());
        plan.tools[2].skipped = Some(text.to_owned());
    }
    for row in &mut run.findings.measurement.rows {
        match &mut row.outcome {
            RowOutcome::Skipped { why } | RowOutcome::NotRun { why } => why.insert_str(0, text),
            RowOutcome::Failed { text: said, .. } => said.insert_str(0, text),
            RowOutcome::Completed => {}
        }
    }
    run.report()
}

fn rendered(text: &str, format: Format) -> String {
    render(&report_with(text), format).expect("renders")
}

/// Bars that Markdown takes for the edge of a cell.
fn bars(line: &str) -> usize {
    let mut escaped = false;
    line.chars()
        .filter(|&character| {
            let is_bar = character == '|' && !escaped;
            escaped = character == '\\' && !escaped;
            is_bar
        })
        .count()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_format_steers_a_terminal(text in text()) {
        for format in [Format::Markdown, Format::Csv, Format::Json] {
            let steers = |character| character != '\n' && is_loaded(character);
            prop_assert!(!rendered(&text, format).contains(steers), "{format:?}");
        }
    }

    #[test]
    fn markdown_keeps_its_lines_and_cells(text in text()) {
        let [plain, loaded] = ["", text.as_str()].map(|text| rendered(text, Format::Markdown));
        let is_row = |line: &&str| line.starts_with('|');
        prop_assert_eq!(plain.lines().filter(is_row).map(bars).collect::<Vec<_>>(),
            loaded.lines().filter(is_row).map(bars).collect::<Vec<_>>());
        prop_assert!(!loaded.contains('<'), "no markup");
    }

    #[test]
    fn csv_keeps_its_fields_and_holds_no_formula(text in text()) {
        let csv = rendered(&text, Format::Csv);
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        let mut rows = 0;
        for record in reader.records() {
            let record = record.expect("as many fields as the head has");
            for field in &record {
                let is_number = field.parse::<f64>().is_ok();
                prop_assert!(is_number || !field.starts_with(['=', '+', '-', '@', '\t', '\r']), "{field:?}");
            }
            rows += 1;
        }
        prop_assert_eq!(rows, report_with(&text).rows.len());
    }

    #[test]
    fn json_is_valid_and_keeps_its_values(text in text()) {
        let report = report_with(&text);
        prop_assert_eq!(parse(&render(&report, Format::Json).expect("renders")).expect("valid"), report);
    }
}
