//! What a child saw against what the attack should have met. No I/O, so that every way to fail is tested.

use guest::corpus::SkipReason;

use crate::hostile::attack::{Attack, Expected};
use crate::hostile::observation::{Attempt, Observation};

/// Characters of a failure that are shown.
const SHOWN_CHARACTERS: usize = 300;

/// Judges an observation of an attack with so many baits; `flagged` is what the audit counted of what is
/// readable by nature.
///
/// # Errors
/// In words, what was not as expected.
pub(super) fn judge(attack: &Attack, baits: u64, flagged: u64, seen: &Observation) -> Result<(), String> {
    if seen.finds_canary && attack.expected != Expected::Flagged {
        return Err("what lies outside the corpus was read".to_owned());
    }
    if let Expected::Bounded(option) = attack.expected {
        return bounded(option, seen);
    }
    if let Some(ended) = &seen.ended {
        return Err(format!("ended: {}", cut(&ended.what)));
    }
    if attack.probe.is_some() {
        return if attack.expected == Expected::Denied { denied(&seen.attempts) } else { Ok(()) };
    }
    if !seen.finds_witness {
        return Err("the index lost a file that has nothing to do with it".to_owned());
    }
    match attack.expected {
        Expected::Answered(reasons) | Expected::AnsweredOrHung(reasons) => {
            only_skipped(reasons, seen).and_then(|()| answered(seen))
        }
        Expected::Skipped(reason) => all_skipped(reason, baits, seen),
        Expected::Refused => refused(seen),
        Expected::Flagged if flagged == baits => Ok(()),
        Expected::Flagged => Err(format!("the audit counted {flagged} of {baits}")),
        Expected::Bounded(_) | Expected::Denied => Err("the attack has no such verdict".to_owned()),
    }
}

fn bounded(option: &str, seen: &Observation) -> Result<(), String> {
    match &seen.ended {
        None => Err("nothing bounded it".to_owned()),
        Some(ended) if ended.option.as_deref() == Some(option) => Ok(()),
        Some(ended) => Err(format!("ended by something else: {}", cut(&ended.what))),
    }
}

fn denied(attempts: &[Attempt]) -> Result<(), String> {
    if attempts.is_empty() {
        return Err("nothing was attempted".to_owned());
    }
    let done: Vec<&str> = attempts
        .iter()
        .filter(|attempt| attempt.refusal.is_none())
        .map(|attempt| attempt.what.as_str())
        .collect();
    if done.is_empty() { Ok(()) } else { Err(cut(&format!("the host did this: {}", done.join("; ")))) }
}

fn answered(seen: &Observation) -> Result<(), String> {
    match seen.calls.iter().find_map(|call| Some((&call.tool, call.refusal.as_ref()?))) {
        None => Ok(()),
        Some((tool, refusal)) => Err(format!("{tool} was refused: {}", cut(refusal))),
    }
}

fn refused(seen: &Observation) -> Result<(), String> {
    match seen.calls.iter().position(|call| call.refusal.is_none()) {
        None if seen.calls.is_empty() => Err("nothing was called".to_owned()),
        None => Ok(()),
        Some(index) => Err(format!("call {} of {} was answered", index + 1, seen.calls[index].tool)),
    }
}

fn all_skipped(reason: SkipReason, baits: u64, seen: &Observation) -> Result<(), String> {
    let counted = skipped(seen, reason.name());
    if counted != baits {
        return Err(format!("{counted} of {baits} are counted as {}", reason.name()));
    }
    if seen.finds_bait { Err("what should have been skipped is in the index".to_owned()) } else { Ok(()) }
}

fn only_skipped(reasons: &[SkipReason], seen: &Observation) -> Result<(), String> {
    let allowed = |name: &str| reasons.iter().any(|reason| reason.name() == name);
    let others: Vec<&str> = seen
        .facts
        .iter()
        .filter_map(|(name, _)| name.strip_prefix("skipped."))
        .filter(|name| !allowed(name))
        .collect();
    if others.is_empty() { Ok(()) } else { Err(format!("entries were skipped: {}", others.join(", "))) }
}

fn skipped(seen: &Observation, reason: &str) -> u64 {
    let value = seen.facts.iter().find(|(name, _)| name.strip_prefix("skipped.") == Some(reason));
    value.and_then(|(_, value)| value.parse().ok()).unwrap_or_default()
}

fn cut(text: &str) -> String {
    text.chars().take(SHOWN_CHARACTERS).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hostile::observation::{Called, Ended};

    fn attack(expected: Expected) -> Attack {
        Attack::new("family", "name", "try", |_, _| Ok(()), expected)
    }

    fn complete() -> Observation {
        Observation { finds_witness: true, ..Observation::default() }
    }

    fn skipped(reason: &str, count: u64) -> Vec<(String, String)> {
        vec![(format!("skipped.{reason}"), count.to_string())]
    }

    fn ended(option: Option<&str>) -> Option<Ended> {
        Some(Ended { option: option.map(str::to_owned), what: "so".to_owned() })
    }

    fn call(refusal: Option<&str>) -> Called {
        Called { tool: "t".to_owned(), refusal: refusal.map(str::to_owned) }
    }

    fn verdict(expected: Expected, seen: Observation) -> Result<(), String> {
        judge(&attack(expected), 2, 0, &seen)
    }

    #[test]
    fn answered_means_complete_and_nothing_else_skipped() {
        let expected = Expected::Answered(&[SkipReason::Symlink]);
        assert_eq!(verdict(expected, complete()), Ok(()));
        assert_eq!(verdict(expected, Observation { facts: skipped("symlink", 9), ..complete() }), Ok(()));
        for seen in [
            Observation { facts: skipped("unreadable", 1), ..complete() },
            Observation { finds_witness: false, ..complete() },
            Observation { finds_canary: true, ..complete() },
            Observation { ended: ended(None), ..complete() },
            Observation { calls: vec![call(None), call(Some("no"))], ..complete() },
        ] {
            assert!(verdict(expected, seen).is_err());
        }
    }

    #[test]
    fn skipped_means_each_bait_for_this_reason() {
        let expected = Expected::Skipped(SkipReason::Symlink);
        assert_eq!(verdict(expected, Observation { facts: skipped("symlink", 2), ..complete() }), Ok(()));
        for seen in [
            complete(),
            Observation { facts: skipped("symlink", 1), ..complete() },
            Observation { facts: skipped("unreadable", 2), ..complete() },
            Observation { facts: skipped("symlink", 2), finds_bait: true, ..complete() },
        ] {
            assert!(verdict(expected, seen).is_err());
        }
    }

    #[test]
    fn refused_means_every_call() {
        let seen = |calls| Observation { calls, ..complete() };
        assert_eq!(verdict(Expected::Refused, seen(vec![call(Some("no"))])), Ok(()));
        assert!(verdict(Expected::Refused, seen(vec![call(Some("no")), call(None)])).is_err());
        assert!(verdict(Expected::Refused, seen(Vec::new())).is_err());
    }

    #[test]
    fn bounded_means_by_that_limit() {
        let expected = Expected::Bounded("--max-memory");
        let seen = |option| Observation { ended: ended(option), ..Observation::default() };
        assert_eq!(verdict(expected, seen(Some("--max-memory"))), Ok(()));
        assert!(verdict(expected, seen(Some("--call-deadline"))).is_err());
        assert!(verdict(expected, seen(None)).is_err());
        assert!(verdict(expected, complete()).is_err());
    }

    #[test]
    fn denied_means_every_attempt() {
        let judged = |refusals: &[Option<&str>]| {
            let attempt = |refusal: &Option<&str>| Attempt {
                what: "w".to_owned(),
                refusal: refusal.map(str::to_owned),
            };
            let seen =
                Observation { attempts: refusals.iter().map(attempt).collect(), ..Observation::default() };
            judge(&attack(Expected::Denied).probe(|_, _| Ok(Vec::new())), 0, 0, &seen)
        };
        assert_eq!(judged(&[Some("access"), Some("read-only")]), Ok(()));
        assert!(judged(&[Some("access"), None]).is_err());
        assert!(judged(&[]).is_err());
    }

    #[test]
    fn flagged_means_counted_by_the_audit() {
        let seen = || Observation { finds_canary: true, ..complete() };
        assert_eq!(judge(&attack(Expected::Flagged), 1, 1, &seen()), Ok(()));
        assert!(judge(&attack(Expected::Flagged), 1, 0, &seen()).is_err());
    }
}
