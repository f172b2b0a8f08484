//! Ratios between lanes: of one tool, and over tools.

/// Returns `numerator / denominator`; `None` if the denominator is 0, which says that the clock could
/// not tell the time from nothing.
pub(crate) fn ratio(numerator: u64, denominator: u64) -> Option<f64> {
    (denominator > 0).then(|| numerator as f64 / denominator as f64)
}

/// Returns the geometric mean; `None` without values, or if one of them is not above 0.
pub(crate) fn geometric_mean(ratios: &[f64]) -> Option<f64> {
    if ratios.is_empty() || ratios.iter().any(|&ratio| ratio <= 0.0) {
        return None;
    }
    let sum_of_logarithms: f64 = ratios.iter().map(|ratio| ratio.ln()).sum();
    Some((sum_of_logarithms / ratios.len() as f64).exp())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios() {
        assert_eq!(ratio(3, 2), Some(1.5));
        assert_eq!(ratio(3, 0), None);
    }

    #[test]
    fn a_doubling_and_a_halving_cancel() {
        let mean = geometric_mean(&[2.0, 0.5]).expect("two values");
        assert!((mean - 1.0).abs() < 1e-12);
        assert_eq!(geometric_mean(&[]), None);
        assert_eq!(geometric_mean(&[1.0, 0.0]), None);
    }
}
