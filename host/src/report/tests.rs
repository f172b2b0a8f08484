use super::fixture::Run;
use super::write::render;
use super::*;
use crate::cli::Format;
use crate::clock::Nanos;
use crate::lane::{Answer, LaneError, Preparation};
use crate::measure::{self, Measurement};
use crate::worker::{Fault, Findings};

const FORMATS: [Format; 3] = [Format::Markdown, Format::Csv, Format::Json];

fn rendered(report: &Report, format: Format) -> String {
    render(report, format).expect("renders")
}

#[test]
fn markdown_of_the_fixed_run() {
    insta::assert_snapshot!(rendered(&Run::fixed().report(), Format::Markdown));
}

#[test]
fn csv_of_the_fixed_run() {
    insta::assert_snapshot!(rendered(&Run::fixed().report(), Format::Csv));
}

#[test]
fn json_of_the_fixed_run() {
    insta::assert_snapshot!(rendered(&Run::fixed().report(), Format::Json));
}

#[test]
fn rendering_twice_gives_the_same_bytes() {
    for format in FORMATS {
        let run = Run::fixed();
        assert_eq!(rendered(&run.report(), format), rendered(&run.report(), format), "{format:?}");
    }
}

#[test]
fn a_result_is_read_back_without_loss() {
    let report = Run::fixed().report();
    let read = parse(&rendered(&report, Format::Json)).expect("a result");
    assert_eq!(read, report);
}

#[test]
fn other_files_are_refused_in_words() {
    assert!(matches!(parse("[]"), Err(ReportError::NotAResult(_))));
    assert!(matches!(parse("{\"schema_version\": 1}"), Err(ReportError::NotAResult(_))));
    let newer = parse("{\"schema_version\": 99, \"rows\": []}").expect_err("refused").to_string();
    assert!(newer.contains("99") && newer.contains("measure again"), "{newer}");
}

/// Runs of every ending.
fn runs() -> Vec<Run> {
    let fixed = Run::fixed;
    let mut interrupted = fixed();
    interrupted.findings.measurement.interrupted = true;
    let answer = |lane, text: &str| measure::LaneAnswer {
        lane,
        outcome: None,
        answer: Answer { digest: u64::from(lane), text: text.to_owned() },
    };
    let disagreement = measure::Disagreement {
        tool: "graph_stats".to_owned(),
        arguments: "{}".to_owned(),
        answers: vec![answer(0, "{\"total_nodes\":1}"), answer(1, "{\"total_nodes\":2}")],
    };
    let mut disagreeing = fixed();
    disagreeing.findings = Findings {
        plan: None,
        samples: Vec::new(),
        measurement: Measurement { disagreement: Some(disagreement), ..Measurement::default() },
        ..disagreeing.findings
    };
    let mut broken = fixed();
    broken.findings = Findings {
        calibration: None,
        preparations: vec![Preparation::default(); 2],
        fault: Some(Fault {
            lane: Some("wasm".to_owned()),
            error: LaneError::Hung { what: "indexing".to_owned(), waited_ms: 662_100 },
        }),
        ..Findings::default()
    };
    vec![fixed(), interrupted, disagreeing, broken]
}

/// These files are what `schema-check` holds the schema to.
#[test]
fn json_of_runs_that_ended_early() {
    let [_, interrupted, disagreeing, broken] = &runs()[..] else { panic!("four runs") };
    insta::assert_snapshot!("json_of_an_interrupted_run", rendered(&interrupted.report(), Format::Json));
    insta::assert_snapshot!("json_of_disagreeing_lanes", rendered(&disagreeing.report(), Format::Json));
    insta::assert_snapshot!("json_of_a_run_that_hung", rendered(&broken.report(), Format::Json));
}

#[test]
fn a_disagreement_is_shown_instead_of_times() {
    let report = runs()[2].report();
    let text = rendered(&report, Format::Markdown);
    assert!(text.starts_with("## The lanes disagree"));
    assert!(text.contains("part at character 15"), "{text}");
    assert!(!text.contains("| p50"));
}

#[test]
fn a_run_that_broke_while_indexing_says_so_in_every_row() {
    let report = runs()[3].report();
    assert_eq!(report.rows.len(), 2 * guest::tools::TOOLS.len());
    for row in &report.rows {
        assert_eq!((&row.outcome, row.iters, row.p50), (&RowOutcome::NotRun, None, None));
        let why = row.skipped.as_deref().expect("a reason");
        assert_eq!(why, "the wasm lane ended early: hung");
    }
    let text = rendered(&report, Format::Markdown);
    assert!(text.contains("ended by: hung in the wasm lane: indexing did not come back within 662100 ms"));
}

#[test]
fn answers_that_were_too_large_are_named_and_counted() {
    let mut run = Run::fixed();
    run.findings.measurement.rows[0].answers_too_large = 3;
    let report = run.report();
    let row = &report.rows[0];
    assert_eq!((&row.outcome, row.limited_calls), (&RowOutcome::AnswerTooLarge, Some(3)));
    let text = rendered(&report, Format::Markdown);
    assert!(text.contains("(answer too large)"), "{text}");
    assert!(text.contains("graph_stats (answer too large x 3): the answers of 3 of 4 calls"), "{text}");
    let csv = rendered(&report, Format::Csv);
    let line = csv.lines().find(|line| line.starts_with("graph_stats")).expect("a row");
    assert!(line.contains(",answer too large,") && line.ends_with(",3"), "{line}");
}

#[test]
fn what_was_not_measured_is_empty_and_never_zero() {
    let report = Run::fixed().report();
    let csv = rendered(&report, Format::Csv);
    let skipped = csv.lines().find(|line| line.starts_with("get_callers")).expect("a row");
    assert!(skipped.starts_with("get_callers,,,,,,,,no function | none,wasm,,,skipped,"), "{skipped}");
}

#[test]
fn untrusted_text_steers_nothing() {
    let report = Run::fixed().report();
    for format in FORMATS {
        let text = rendered(&report, format);
        assert!(!text.contains(['\u{1b}', '\u{202e}']), "{format:?}");
    }
}

#[test]
fn the_overhead_compares_rows_that_both_lanes_completed() {
    let overhead = Run::fixed().report().overhead.expect("two lanes");
    let tools: Vec<_> = overhead.rows.iter().map(|row| (row.tool.as_str(), row.reads_files)).collect();
    assert_eq!(tools, [("graph_stats", false), ("get_symbol_source", true)]);
    let row = &overhead.rows[0];
    assert_eq!((row.native_p50, row.wasm_p50), (Some(Nanos(420)), Some(Nanos(620))));
    assert_eq!(row.ratio, Some(1.4762));
    let mean = overhead.geometric_mean_without_files.expect("one tool");
    assert!((mean - 1.4762).abs() < 1e-12);
}

#[test]
fn each_doubt_has_its_warning() {
    let codes: Vec<String> = Run::fixed().report().warnings.into_iter().map(|warning| warning.code).collect();
    assert_eq!(
        codes,
        [
            "lane_broke",
            "failed_calls",
            "lanes_differ",
            "native_lane",
            "corpus_capped",
            "plan",
            "few_samples",
            "noisy",
            "near_floor"
        ]
    );
}
