//! Which lane goes first: an order for each round, drawn from the seed and nothing else.

/// The `SplitMix64` generator (Steele, Lea and Flood 2014): small, fast, and the same everywhere.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SplitMix64 {
    state: u64,
}

impl SplitMix64 {
    /// Starts from a seed; every seed is fine.
    pub(crate) fn new(seed: u64) -> Self {
        Self { state: seed }
    }

    /// Draws the next 64 bits.
    pub(crate) fn next(&mut self) -> u64 {
        self.state = self.state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mix(self.state)
    }

    /// Draws a number below `bound`. The bias is at most `bound` in 2^64.
    fn below(&mut self, bound: u64) -> u64 {
        let wide = u128::from(self.next()) * u128::from(bound);
        (wide >> 64) as u64
    }
}

/// The output function of [`SplitMix64`].
pub(crate) const fn mix(mut bits: u64) -> u64 {
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// Fills `lanes` with 0, 1, … in the order of one round: a Fisher-Yates shuffle that depends on the seed,
/// the tool's index and the round alone, so that leaving out a tool moves no other.
pub(crate) fn draw_order(seed: u64, tool: u16, round: u32, lanes: &mut [u16]) {
    for (lane, index) in lanes.iter_mut().zip(0..) {
        *lane = index;
    }
    let of_tool = SplitMix64::new(seed).next() ^ u64::from(tool);
    let of_round = SplitMix64::new(of_tool).next() ^ u64::from(round);
    let mut random = SplitMix64::new(of_round);
    for last in (1..lanes.len()).rev() {
        let other = random.below(last as u64 + 1) as usize;
        lanes.swap(last, other);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(seed: u64, tool: u16, round: u32) -> [u16; 3] {
        let mut lanes = [9; 3];
        draw_order(seed, tool, round, &mut lanes);
        lanes
    }

    #[test]
    fn the_generator_is_the_published_one() {
        // First outputs for the seed 1234567, as given with the reference implementation in C.
        let mut random = SplitMix64::new(1_234_567);
        assert_eq!(
            [random.next(), random.next(), random.next()],
            [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        );
    }

    #[test]
    fn every_order_is_drawn_about_equally_often() {
        let mut counts = std::collections::BTreeMap::new();
        for round in 0..6_000 {
            *counts.entry(order(1, 0, round)).or_insert(0) += 1;
        }
        assert_eq!(counts.len(), 6);
        // Six standard deviations of a binomial count of 1,000.
        assert!(counts.values().all(|&count| (827..=1173).contains(&count)), "{counts:?}");
    }

    #[test]
    fn seed_tool_and_round_all_matter() {
        let orders = |seed, tool| (0..64).map(|round| order(seed, tool, round)).collect::<Vec<_>>();
        assert_eq!(orders(1, 0), orders(1, 0));
        assert_ne!(orders(1, 0), orders(2, 0));
        assert_ne!(orders(1, 0), orders(1, 1));
    }

    #[test]
    fn one_lane_or_none_is_fine() {
        draw_order(1, 0, 0, &mut []);
        let mut one = [7];
        draw_order(1, 0, 0, &mut one);
        assert_eq!(one, [0]);
    }
}
