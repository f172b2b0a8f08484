//! Compares two builds of this program by their own figures: runs them in turns on one corpus and tells the
//! ratio of each tool's median, with an interval.
//!
//! `cargo run --release --example paired -- OLD NEW PAIRS [OPTIONS OF run]`, for example
//! `paired target/old/host target/release/host 20 --repo . --iter 200`. Both have to be built with the same
//! profile. Of each pair one runs first in turn,
//! so that what drifts meets both. The ratio of a tool is the median over the pairs of new p50 / old p50;
//! the interval comes from order statistics of these ratios (sign test, at least 95 %), which assumes no
//! distribution. An interval that holds 1 is no evidence of a difference.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{self, Write as _};
use std::process::{Command, ExitCode};

use serde_json::Value;

/// Ratios of one tool in one lane, a pair each.
type Ratios = BTreeMap<(String, String), Vec<f64>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match compare(&arguments) {
        Ok(table) => {
            // A reader that has seen enough is no failure.
            let _ = io::stdout().write_all(table.as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            let _ = writeln!(io::stderr(), "error: {error}");
            ExitCode::FAILURE
        }
    }
}

fn compare(arguments: &[String]) -> Result<String, Box<dyn Error>> {
    let [old, new, pairs, options @ ..] = arguments else {
        return Err("usage: paired OLD NEW PAIRS [OPTIONS OF run]".into());
    };
    let pairs: usize = pairs.parse().map_err(|_| "PAIRS is a whole number")?;
    let mut ratios = Ratios::new();
    for pair in 0..pairs {
        let (old, new) = if pair % 2 == 0 {
            let old = medians(old, options)?;
            (old, medians(new, options)?)
        } else {
            let new = medians(new, options)?;
            (medians(old, options)?, new)
        };
        for (row, new_ms) in new {
            if let Some(old_ms) = old.get(&row).filter(|&&old_ms| old_ms > 0.0) {
                ratios.entry(row).or_default().push(new_ms / old_ms);
            }
        }
    }
    Ok(table(ratios))
}

/// The median of each lane and tool of one run.
fn medians(program: &str, options: &[String]) -> Result<BTreeMap<(String, String), f64>, Box<dyn Error>> {
    let output = Command::new(program).args(["run", "--quiet", "--format", "json"]).args(options).output()?;
    if !output.status.success() {
        return Err(format!("{program}: {}", String::from_utf8_lossy(&output.stderr).trim()).into());
    }
    let report: Value = serde_json::from_slice(&output.stdout)?;
    let rows = report["rows"].as_array().ok_or("a result without rows")?;
    let median = |row: &Value| {
        let text = |name: &str| row[name].as_str().map(str::to_owned);
        Some(((text("lane")?, text("tool")?), row["p50_ms"].as_f64()?))
    };
    Ok(rows.iter().filter_map(median).collect())
}

fn table(ratios: Ratios) -> String {
    let mut text = format!("{:<8} {:<20} {:>5} {:>7}  interval\n", "lane", "tool", "pairs", "ratio");
    for ((lane, tool), mut ratios) in ratios {
        ratios.sort_unstable_by(f64::total_cmp);
        let middle = ratios[ratios.len() / 2];
        let interval = match interval_ranks(ratios.len()) {
            Some((low, high)) => format!("{:.3}..{:.3}", ratios[low], ratios[high]),
            None => "too few pairs".to_owned(),
        };
        text.push_str(&format!("{lane:<8} {tool:<20} {:>5} {middle:>7.3}  {interval}\n", ratios.len()));
    }
    text
}

/// Ranks (from 0) of the sorted values between which the median lies with at least 95 %: the narrowest that
/// are as far from both ends. `None` below 6 values, where there are none.
fn interval_ranks(count: usize) -> Option<(usize, usize)> {
    // Probability that at most so many of `count` fair coins show heads, summed from below.
    let (mut term, mut below) = (0.5_f64.powi(i32::try_from(count).ok()?), 0.0);
    let mut ranks = None;
    for low in 0..count / 2 {
        below += term;
        if 2.0 * below > 0.05 {
            break;
        }
        ranks = Some((low, count - 1 - low));
        term *= (count - low) as f64 / (low + 1) as f64;
    }
    ranks
}
