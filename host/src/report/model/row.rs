//! Figures: of a tool in a lane, of a lane, and between lanes.

use serde::{Deserialize, Serialize};

use crate::clock::Nanos;

/// How far one tool came in one lane.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Row {
    /// Name of the tool.
    pub(crate) tool: String,
    /// Measured calls.
    pub(crate) iters: Option<u32>,
    /// Median.
    #[serde(rename = "p50_ms", with = "milliseconds")]
    pub(crate) p50: Option<Nanos>,
    /// 95th percentile.
    #[serde(rename = "p95_ms", with = "milliseconds")]
    pub(crate) p95: Option<Nanos>,
    /// 99th percentile.
    #[serde(rename = "p99_ms", with = "milliseconds")]
    pub(crate) p99: Option<Nanos>,
    /// Arithmetic mean.
    #[serde(rename = "mean_ms", with = "milliseconds")]
    pub(crate) mean: Option<Nanos>,
    /// Largest.
    #[serde(rename = "max_ms", with = "milliseconds")]
    pub(crate) max: Option<Nanos>,
    /// Share of calls that gave no answer, 0 to 1.
    pub(crate) error_rate: Option<f64>,
    /// Why the row was not run; `None` if it was.
    pub(crate) skipped: Option<String>,
    /// Label of the lane.
    pub(crate) lane: String,
    /// Median length of the answers, bytes.
    pub(crate) bytes: Option<u32>,
    /// Median number of items in the answers.
    pub(crate) items: Option<u32>,
    /// What came of the row.
    pub(crate) outcome: RowOutcome,
    /// Calls that the limit named by the outcome ended; `None` for any other outcome.
    pub(crate) limited_calls: Option<u32>,
    /// The very first call, before any warm-up.
    #[serde(rename = "first_call_ms", with = "milliseconds")]
    pub(crate) first_call: Option<Nanos>,
    /// The whole message if the lane broke, or a doubt about the row.
    pub(crate) note: Option<String>,
}

/// What came of a row.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub(crate) enum RowOutcome {
    /// Every iteration ran.
    Completed,
    /// The plan leaves the tool out.
    Skipped,
    /// Every iteration ran, and the limit on answer size refused some calls.
    AnswerTooLarge,
    /// Not begun, or cut short from outside.
    NotRun,
    /// The lane broke on it: `deadline`, `memory`, `stack`, `trap`, `hung`, `killed` and the like.
    Failed(String),
}

impl RowOutcome {
    /// The word in every format.
    pub(crate) fn word(&self) -> &str {
        match self {
            Self::Completed => "completed",
            Self::Skipped => "skipped",
            Self::AnswerTooLarge => "answer too large",
            Self::NotRun => "not run",
            Self::Failed(word) => word,
        }
    }
}

impl From<String> for RowOutcome {
    fn from(word: String) -> Self {
        match word.as_str() {
            "completed" => Self::Completed,
            "skipped" => Self::Skipped,
            "answer too large" => Self::AnswerTooLarge,
            "not run" => Self::NotRun,
            _ => Self::Failed(word),
        }
    }
}

impl From<RowOutcome> for String {
    fn from(outcome: RowOutcome) -> Self {
        outcome.word().to_owned()
    }
}

/// Summary of one lane.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LaneSummary {
    /// Label of the lane.
    pub(crate) lane: String,
    /// Tools with figures.
    pub(crate) tools: u32,
    /// Upper median over these tools of p95.
    #[serde(rename = "median_p95_ms", with = "milliseconds")]
    pub(crate) median_p95: Option<Nanos>,
    /// Upper median over these tools of p99.
    #[serde(rename = "median_p99_ms", with = "milliseconds")]
    pub(crate) median_p99: Option<Nanos>,
}

/// What the sandbox costs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Overhead {
    /// Label of the native lane.
    pub(crate) native_lane: String,
    /// Label of the wasm lane.
    pub(crate) wasm_lane: String,
    /// A row for each tool that both lanes measured.
    pub(crate) rows: Vec<OverheadRow>,
    /// Geometric mean of all ratios.
    pub(crate) geometric_mean: Option<f64>,
    /// Geometric mean of the ratios of tools that read no file.
    pub(crate) geometric_mean_without_files: Option<f64>,
}

/// What the sandbox costs one tool.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct OverheadRow {
    /// Name of the tool.
    pub(crate) tool: String,
    /// Whether each call reads a file of the corpus through the host.
    pub(crate) reads_files: bool,
    /// Median of the native lane.
    #[serde(rename = "native_p50_ms", with = "milliseconds")]
    pub(crate) native_p50: Option<Nanos>,
    /// Median of the wasm lane.
    #[serde(rename = "wasm_p50_ms", with = "milliseconds")]
    pub(crate) wasm_p50: Option<Nanos>,
    /// `wasm_p50 / native_p50`; `None` if the native one is 0.
    pub(crate) ratio: Option<f64>,
}

/// Whole nanoseconds as a number of milliseconds, and back without loss up to 2^53 ns (104 days).
mod milliseconds {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::clock::Nanos;

    pub(super) fn serialize<S: Serializer>(time: &Option<Nanos>, serializer: S) -> Result<S::Ok, S::Error> {
        time.map(|time| time.0 as f64 / 1e6).serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Nanos>, D::Error> {
        let ms = Option::<f64>::deserialize(deserializer)?;
        Ok(ms.map(|ms| Nanos((ms * 1e6).round() as u64)))
    }
}
