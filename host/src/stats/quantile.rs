//! Percentiles of a sorted sample, by rank and without interpolation: each is a value that was measured.
//!
//! The definition, in integer arithmetic, for `n` values sorted ascending and a percentage `p`:
//! the value at index `min(floor(p * n / 100), n - 1)`, counted from 0. It exists from one value on,
//! but says little below the sizes that [`crate::warning`] checks.

/// Returns the percentile of a sample sorted ascending; `None` if the sample is empty.
///
/// `percent` is 0 to 100; above that the largest value is returned.
pub(crate) fn percentile<T: Copy>(sorted: &[T], percent: u32) -> Option<T> {
    let last = sorted.len().checked_sub(1)?;
    // 128 bits: the product must not wrap, whatever the width of a length.
    let index = u128::from(percent) * sorted.len() as u128 / 100;
    sorted.get(usize::try_from(index).map_or(last, |index| index.min(last))).copied()
}

/// Returns the upper median of a sample sorted ascending: the value at index `floor(n / 2)`.
pub(crate) fn upper_median<T: Copy>(sorted: &[T]) -> Option<T> {
    percentile(sorted, 50)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn ranks_of_known_samples() {
        let hundred: Vec<u64> = (1..=100).collect();
        assert_eq!([50, 95, 99, 100].map(|p| percentile(&hundred, p)), [51, 96, 100, 100].map(Some));
        let two_hundred: Vec<u64> = (1..=200).collect();
        assert_eq!([0, 50, 95, 99].map(|p| percentile(&two_hundred, p)), [1, 101, 191, 199].map(Some));
        assert_eq!([50, 95, 99].map(|p| percentile(&[7], p)), [7, 7, 7].map(Some));
        assert_eq!(percentile::<u64>(&[], 50), None);
    }

    #[test]
    fn the_median_of_an_even_sample_is_the_upper_one() {
        assert_eq!(upper_median(&[1, 2, 3, 4]), Some(3));
        assert_eq!(upper_median(&[1, 2, 3]), Some(2));
    }

    proptest! {
        #[test]
        fn a_percentile_has_its_rank(mut sample in prop::collection::vec(any::<u64>(), 1..400), percent in 0_u32..=100) {
            sample.sort_unstable();
            let value = percentile(&sample, percent).expect("not empty");
            let below = sample.iter().filter(|&&other| other < value).count();
            let not_above = sample.iter().filter(|&&other| other <= value).count();
            // Less than or exactly p % lie below it; more than p % lie at or below it, or it is the largest.
            prop_assert!(below * 100 <= percent as usize * sample.len());
            prop_assert!(not_above * 100 > percent as usize * sample.len() || not_above == sample.len());
        }

        #[test]
        fn percentiles_do_not_fall(mut sample in prop::collection::vec(any::<u64>(), 1..100)) {
            sample.sort_unstable();
            let values: Vec<_> = (0..=100).map(|p| percentile(&sample, p)).collect();
            prop_assert!(values.is_sorted());
            prop_assert_eq!(values.last().copied().flatten(), sample.last().copied());
        }
    }
}
