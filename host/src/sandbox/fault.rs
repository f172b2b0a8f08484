//! Why a guest stopped: turns what wasmtime reports into a [`LaneError`], naming the guard that answered.

use wasmtime::Trap;
use wasmtime::component::ResourceTableError;

use crate::lane::{Counted, LaneError, Timed};
use crate::sandbox::limits::MemoryExceeded;
use crate::sandbox::linker::DeniedImport;
use crate::settings::SandboxLimits;

/// Characters of a guest's own words that are kept.
const KEPT_CHARACTERS: usize = 300;

/// Words of the error that wasmtime raises for it; the type is private to wasmtime.
const HOSTCALL_FUEL: &str = "fuel allocated for hostcalls has been exhausted";

/// Names the guard that stopped a guest, or the trap.
///
/// `said` is what the guest wrote to its standard error, where a panic leaves its message.
pub(super) fn classify(
    error: &wasmtime::Error,
    running: Timed,
    limits: &SandboxLimits,
    said: &str,
) -> LaneError {
    if let Some(exceeded) = error.downcast_ref::<MemoryExceeded>() {
        return LaneError::Memory { limit_bytes: exceeded.limit_bytes };
    }
    if let Some(ResourceTableError::Full) = error.downcast_ref() {
        return limit(Counted::TableEntries, limits.table_entries);
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::Interrupt) => return deadline(running, limits),
        Some(Trap::StackOverflow) => {
            return limit(Counted::Stack, limits.wasm_stack_bytes);
        }
        _ => {}
    }
    let text = chain(error);
    if text.contains(HOSTCALL_FUEL) {
        return limit(Counted::HostcallBytes, limits.hostcall_bytes);
    }
    if let Some(denied) = error.downcast_ref::<DeniedImport>() {
        return LaneError::Trap(one_line(&denied.to_string()));
    }
    LaneError::Trap(match last_words(said) {
        Some(words) => format!("{text}; the guest said: {words}"),
        None => text,
    })
}

fn limit(counted: Counted, limit: u64) -> LaneError {
    LaneError::Limit { counted, limit }
}

fn deadline(timed: Timed, limits: &SandboxLimits) -> LaneError {
    let limit_ms = match timed {
        Timed::Call => limits.call_deadline_ms,
        Timed::Indexing | Timed::Planning => limits.index_deadline_ms,
    };
    LaneError::Deadline { timed, limit_ms }
}

/// All causes of an error on one line, the outermost first.
pub(super) fn chain(error: &wasmtime::Error) -> String {
    let causes: Vec<_> = error.chain().map(|cause| one_line(&cause.to_string())).collect();
    causes.join(": ")
}

/// Escapes control characters, so that text from a guest, a component or a path stays on its line.
pub(crate) fn one_line(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_control() {
            out.extend(character.escape_default());
        } else {
            out.push(character);
        }
    }
    out
}

/// The beginning of what the guest wrote, which is where a panic says what and where.
fn last_words(said: &str) -> Option<String> {
    let said = said.trim();
    (!said.is_empty()).then(|| one_line(&said.chars().take(KEPT_CHARACTERS).collect::<String>()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn classified(error: wasmtime::Error, running: Timed) -> LaneError {
        classify(&error, running, &SandboxLimits::default(), "")
    }

    #[test]
    fn each_guard_has_its_word() {
        let call = |error| classified(error, Timed::Call).outcome();
        assert_eq!(call(MemoryExceeded { limit_bytes: 1 }.into()), "memory");
        assert_eq!(call(ResourceTableError::Full.into()), "table entries");
        assert_eq!(call(Trap::Interrupt.into()), "deadline");
        assert_eq!(call(Trap::StackOverflow.into()), "stack");
        assert_eq!(call(Trap::UnreachableCodeReached.into()), "trap");
        assert_eq!(call(wasmtime::Error::msg("anything")), "trap");
    }

    #[test]
    fn a_deadline_names_the_option_that_raises_it() {
        let call = classified(Trap::Interrupt.into(), Timed::Call).to_string();
        assert_eq!(call, "a call ran past its deadline of 10000 ms; raise it with --call-deadline");
        let indexing = classified(Trap::Interrupt.into(), Timed::Indexing).to_string();
        assert_eq!(indexing, "indexing ran past its deadline of 600000 ms; raise it with --index-deadline");
    }

    #[test]
    fn a_panic_is_quoted_on_one_line() {
        let error = Trap::UnreachableCodeReached.into();
        let said = "thread panicked at src/x.rs:1:2:\nboom \u{1b}[31m\n";
        let text = classify(&error, Timed::Call, &SandboxLimits::default(), said).to_string();
        assert!(
            text.ends_with("the guest said: thread panicked at src/x.rs:1:2:\\nboom \\u{1b}[31m"),
            "{text}"
        );
    }
}
