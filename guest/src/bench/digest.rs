//! Digests of answers and plans: XXH3-64, equal in each lane for equal bytes.

use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use crate::bench::Plan;

/// Digest of one fire: a status byte (1 for ok, 0 otherwise), then the text.
pub(super) fn answer_digest(ok: bool, text: &[u8]) -> u64 {
    let mut hasher = Xxh3::new();
    hasher.update(&[u8::from(ok)]);
    hasher.update(text);
    hasher.digest()
}

/// Digest of a plan as 16 hex digits: over its JSON while `plan_digest` is empty.
pub(super) fn plan_digest(plan: &Plan) -> String {
    let json = serde_json::to_vec(&Plan { plan_digest: String::new(), ..plan.clone() }).unwrap_or_default();
    format!("{:016x}", xxh3_64(&json))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_status_is_part_of_the_digest() {
        assert_ne!(answer_digest(true, b"x"), answer_digest(false, b"x"));
        assert_eq!(answer_digest(true, b"x"), xxh3_64(b"\x01x"));
    }
}
