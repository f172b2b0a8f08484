//! The ranking function: BM25F, in parts that are the same on every machine.
//!
//! A symbol is a document of five fields. Following Robertson and Zaragoza, "The Probabilistic
//! Relevance Framework: BM25 and Beyond" (2009, section 3.6), the frequencies of a term in the fields
//! are normalised by field length, weighted and added, and only then saturated:
//!
//! ```text
//! tf(t, d)    = sum over fields f of  weight_f * tf_f / (1 - b_f + b_f * length_f / average length_f)
//! score(t, d) = idf(t) * tf / (k1 + tf)         idf(t) = ln(1 + (N - df + 0.5) / (df + 0.5))
//! ```
//!
//! The saturated part is stored in 16 bits and the idf in 12.20 fixed point, so that what is computed
//! while answering are integers. Only `+ - * /` and `libm::log` touch floating point.

/// How soon a repeated term stops to count.
const K1: f64 = 1.5;

/// A part of a symbol that is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub(super) enum Field {
    /// Its own name.
    Name,
    /// The containers of its qualified name.
    Containers,
    /// The path of its file.
    Path,
    /// Its signature.
    Signature,
    /// The first sentence of its documentation.
    Doc,
}

/// How many fields there are.
pub(super) const FIELDS: usize = 5;

/// Weight and length normalisation of each field, in the order of [`Field`]. A name says most; a path
/// is shared by all symbols of a file, so that it says least.
const WEIGHTS: [(f64, f64); FIELDS] = [(5.0, 0.6), (1.5, 0.3), (0.4, 0.5), (0.8, 0.6), (0.8, 0.6)];

/// Average lengths of the fields, in terms.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldAverages([f64; FIELDS]);

impl FieldAverages {
    /// Averages from the summed lengths of all documents.
    pub(super) fn new(sums: [u64; FIELDS], documents: u64) -> Self {
        Self(sums.map(|sum| if sum == 0 { 1.0 } else { sum as f64 / documents as f64 }))
    }

    /// The saturated part of the score, `tf / (k1 + tf)`, in 1/65536; at least 1.
    ///
    /// `frequencies` and `lengths` are those of one term and one document, by field.
    pub(super) fn impact(&self, frequencies: [u32; FIELDS], lengths: [u32; FIELDS]) -> u16 {
        let mut combined = 0.0;
        for field in 0..FIELDS {
            if frequencies[field] > 0 {
                let (weight, b) = WEIGHTS[field];
                let norm = 1.0 - b + b * f64::from(lengths[field]) / self.0[field];
                combined += weight * f64::from(frequencies[field]) / norm;
            }
        }
        let saturated = combined / (K1 + combined);
        ((saturated * 65536.0 + 0.5) as u32).clamp(1, u32::from(u16::MAX)) as u16
    }
}

/// Weight of a term that `frequency` of `documents` hold, as 12.20 fixed point.
pub(super) fn inverse_frequency(documents: u64, frequency: u64) -> u32 {
    let rest = documents.saturating_sub(frequency) as f64;
    let idf = libm::log(1.0 + (rest + 0.5) / (frequency as f64 + 0.5));
    (idf * 1_048_576.0 + 0.5) as u32
}

/// The score of one term in one document, as 12.20 fixed point.
pub(super) fn term_score(inverse_frequency: u32, impact: u16) -> u32 {
    ((u64::from(inverse_frequency) * u64::from(impact)) >> 16) as u32
}

/// A 12.20 fixed-point score in thousandths, rounded.
pub(super) fn to_milli(score: u64) -> u64 {
    (score * 1000 + (1 << 19)) >> 20
}

#[cfg(test)]
mod tests {
    use super::*;

    fn averages() -> FieldAverages {
        FieldAverages::new([200, 100, 400, 500, 600], 100)
    }

    #[test]
    fn the_formula_by_hand() {
        // One occurrence in a name of average length: 5 / (1.5 + 5).
        let impact = averages().impact([1, 0, 0, 0, 0], [2, 1, 4, 5, 6]);
        assert_eq!(impact, (5.0 / 6.5 * 65536.0 + 0.5) as u16);
        // ln(1 + 90.5 / 10.5) = 2.26430...
        assert_eq!(to_milli(inverse_frequency(100, 10).into()), 2264);
        assert_eq!(to_milli(term_score(inverse_frequency(100, 10), 1 << 15).into()), 1132);
    }

    #[test]
    fn names_outweigh_other_fields_and_shorter_is_better() {
        let one = |field: usize, length: u32| {
            let mut frequencies = [0; FIELDS];
            let mut lengths = [2, 1, 4, 5, 6];
            frequencies[field] = 1;
            lengths[field] = length;
            averages().impact(frequencies, lengths)
        };
        assert!((1..FIELDS).all(|field| one(0, 4) > one(field, 1)));
        assert!((0..FIELDS).all(|field| one(field, 1) > one(field, 7)));
    }

    #[test]
    fn a_rarer_term_weighs_more_and_none_weighs_nothing() {
        let weights: Vec<_> = [1, 10, 100, 1000].map(|df| inverse_frequency(1000, df)).into();
        assert!(weights.is_sorted_by(|a, b| a > b));
        assert!(weights[3] > 0);
    }
}
