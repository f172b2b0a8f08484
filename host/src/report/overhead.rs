//! What the sandbox costs: medians of a wasm lane against those of the native one.

use crate::report::model::{LaneConditions, Overhead, OverheadRow, Row, RowOutcome};
use crate::stats::{geometric_mean, ratio};

/// Tools that read a file of the corpus in each call, through the host if sandboxed. Their ratio is
/// mostly that of the way to the file system.
const READ_FILES: [&str; 2] = ["get_symbol_source", "smart_context"];

/// Compares the first wasm lane with the first native one; `None` unless there are both.
pub(super) fn between(lanes: &[LaneConditions], rows: &[Row]) -> Option<Overhead> {
    let label = |kind: &str| lanes.iter().find(|lane| lane.kind == kind).map(|lane| lane.lane.clone());
    let (native_lane, wasm_lane) = (label("native")?, label("wasm")?);
    let completed = |lane: &str| {
        let lane = lane.to_owned();
        move |row: &&Row| row.lane == lane && row.outcome == RowOutcome::Completed
    };
    let pairs = rows.iter().filter(completed(&wasm_lane)).filter_map(|wasm| {
        let native = rows.iter().filter(completed(&native_lane)).find(|native| native.tool == wasm.tool)?;
        Some(compare(native, wasm))
    });
    let rows: Vec<OverheadRow> = pairs.collect();
    let mean = |with_files: bool| {
        let ratios = rows.iter().filter(|row| with_files || !row.reads_files).filter_map(|row| row.ratio);
        geometric_mean(&ratios.collect::<Vec<_>>()).map(shown)
    };
    Some(Overhead {
        native_lane,
        wasm_lane,
        geometric_mean: mean(true),
        geometric_mean_without_files: mean(false),
        rows,
    })
}

fn compare(native: &Row, wasm: &Row) -> OverheadRow {
    OverheadRow {
        tool: wasm.tool.clone(),
        reads_files: READ_FILES.contains(&wasm.tool.as_str()),
        native_p50: native.p50,
        wasm_p50: wasm.p50,
        ratio: wasm.p50.zip(native.p50).and_then(|(wasm, native)| ratio(wasm.0, native.0)).map(shown),
    }
}

/// A ratio with four decimals: more than its noise has, and few enough to be read back as written.
fn shown(ratio: f64) -> f64 {
    (ratio * 10_000.0).round() / 10_000.0
}
