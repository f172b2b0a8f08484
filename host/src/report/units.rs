//! The only place that turns nanoseconds, bytes and counts into text for people.
//!
//! Three significant digits, in the unit that leaves one to three of them before the point.

use crate::clock::Nanos;

/// Writes a time such as `350 ns`, `12.3 µs`, `1.84 ms` or `2.07 s`.
pub(crate) fn duration(time: Nanos) -> String {
    match time.0 {
        ns @ 0..1_000 => format!("{ns} ns"),
        ns => scaled(ns as f64, 1e3, &["ns", "µs", "ms", "s"]),
    }
}

/// Writes a size such as `512 B`, `12.3 KiB` or `2.00 GiB`.
pub(crate) fn size(bytes: u64) -> String {
    match bytes {
        0..1_024 => format!("{bytes} B"),
        _ => scaled(bytes as f64, 1024.0, &["B", "KiB", "MiB", "GiB", "TiB"]),
    }
}

/// Writes a deadline, given in milliseconds, such as `250 ms`, `10 s` or `1.5 s`.
pub(crate) fn milliseconds(ms: u64) -> String {
    match ms {
        0..1_000 => format!("{ms} ms"),
        _ => format!("{} s", ms as f64 / 1e3),
    }
}

/// Writes a whole number with a comma between groups of three digits.
pub(crate) fn count(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Writes a share of 0 to 1 as per cent: `0 %`, `0.50 %`, `100 %`.
pub(crate) fn share(share: f64) -> String {
    let percent = share * 100.0;
    if percent.fract() == 0.0 { format!("{percent} %") } else { format!("{percent:.2} %") }
}

/// Writes a ratio with two decimals: `1.29 x`.
pub(crate) fn ratio(ratio: f64) -> String {
    format!("{ratio:.2} x")
}

fn scaled(mut value: f64, step: f64, units: &[&str]) -> String {
    let mut unit = 0;
    // What would be printed as `1000` belongs to the next unit.
    while value >= step - 0.5 && unit + 1 < units.len() {
        value /= step;
        unit += 1;
    }
    let decimals = match value {
        v if v < 9.995 => 2,
        v if v < 99.95 => 1,
        _ => 0,
    };
    format!("{value:.decimals$} {}", units[unit])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_keep_three_digits() {
        for (ns, text) in [
            (0, "0 ns"),
            (350, "350 ns"),
            (999, "999 ns"),
            (1_000, "1.00 µs"),
            (12_345, "12.3 µs"),
            (99_960, "100 µs"),
            (999_600, "1.00 ms"),
            (1_840_000, "1.84 ms"),
            (217_000_000, "217 ms"),
            (2_071_000_000, "2.07 s"),
            (3_600_000_000_000, "3600 s"),
        ] {
            assert_eq!(duration(Nanos(ns)), text);
        }
    }

    #[test]
    fn sizes_are_binary() {
        for (bytes, text) in [
            (0, "0 B"),
            (1_023, "1023 B"),
            (1_024, "1.00 KiB"),
            (12_600, "12.3 KiB"),
            (2 << 30, "2.00 GiB"),
            (u64::MAX, "16777216 TiB"),
        ] {
            assert_eq!(size(bytes), text);
        }
    }

    #[test]
    fn counts_shares_ratios_and_deadlines() {
        assert_eq!(
            [count(0), count(999), count(1_000), count(1_234_567)],
            ["0", "999", "1,000", "1,234,567"]
        );
        assert_eq!([share(0.0), share(0.005), share(1.0)], ["0 %", "0.50 %", "100 %"]);
        assert_eq!(ratio(1.2949), "1.29 x");
        assert_eq!(
            [milliseconds(250), milliseconds(10_000), milliseconds(1_500)],
            ["250 ms", "10 s", "1.5 s"]
        );
    }
}
