//! Sizes and durations as people type them: `64MiB`, `2GiB`, `10s`, `250ms`.
//!
//! Whole numbers with an optional unit, nothing else: `1.5GiB` is refused rather than rounded.

const SIZE_UNITS: [(&str, u64); 5] =
    [("", 1), ("B", 1), ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30)];
const TIME_UNITS: [(&str, u64); 3] = [("ms", 1), ("s", 1_000), ("min", 60_000)];

/// Parses a size into bytes; a number without a unit is bytes.
///
/// # Errors
/// A sentence that says what is accepted, for another unit, for 0, and for what 64 bits cannot hold.
pub(crate) fn parse_size(text: &str) -> Result<u64, String> {
    parse(text, &SIZE_UNITS)
        .ok_or_else(|| "expected a whole number above 0 with B, KiB, MiB or GiB".to_owned())
}

/// Parses a duration into milliseconds; the unit must be given.
///
/// # Errors
/// A sentence that says what is accepted, for another unit, for 0, and for what 64 bits cannot hold.
pub(crate) fn parse_duration(text: &str) -> Result<u64, String> {
    parse(text, &TIME_UNITS).ok_or_else(|| "expected a whole number above 0 with ms, s or min".to_owned())
}

fn parse(text: &str, units: &[(&str, u64)]) -> Option<u64> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, unit) = text.split_at(digits);
    let (_, factor) = units.iter().find(|(name, _)| name.eq_ignore_ascii_case(unit.trim_start()))?;
    number.parse::<u64>().ok()?.checked_mul(*factor).filter(|&value| value > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes() {
        for (text, bytes) in [
            ("4096", 4096),
            ("1B", 1),
            ("3KiB", 3 << 10),
            ("64MiB", 64 << 20),
            ("64 mib", 64 << 20),
            ("2GiB", 2 << 30),
        ] {
            assert_eq!(parse_size(text), Ok(bytes), "{text}");
        }
    }

    #[test]
    fn durations() {
        for (text, ms) in [("10s", 10_000), ("250ms", 250), ("10 min", 600_000)] {
            assert_eq!(parse_duration(text), Ok(ms), "{text}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for text in
            ["", "0", "-1", "1.5GiB", "64MB", "MiB", "18446744073709551615KiB", "99999999999999999999", "1e3"]
        {
            assert!(parse_size(text).is_err(), "{text}");
        }
        for text in ["", "10", "0s", "1h", "s", "18446744073709551615min"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }
}
