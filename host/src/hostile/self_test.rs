//! Every attack, one after the other, each in a child process of its own.
//!
//! A fingerprint of the corpus and of what lies beside it is taken before and after: whatever the child
//! says, nothing may have changed. Everything is made in temporary folders and removed.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use serde::{Serialize, Serializer};

use crate::audit::scan;
use crate::clock::{Clock, Nanos};
use crate::hostile::attack::{Attack, Expected, Scale};
use crate::hostile::fingerprint::fingerprint;
use crate::hostile::ground::{Ground, NotTried};
use crate::hostile::observation::Observation;
use crate::hostile::verdict::judge;
use crate::hostile::{attacks, child};

/// What became of one attack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It met what it should have met.
    Held,
    /// This machine or user cannot make what it takes.
    NotTried(String),
    /// It met something else.
    Failed(String),
}

impl fmt::Display for Verdict {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Held => formatter.write_str("held"),
            Self::NotTried(why) => write!(formatter, "not tried: {why}"),
            Self::Failed(what) => write!(formatter, "FAILED: {what}"),
        }
    }
}

impl Serialize for Verdict {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match self {
            Self::Held => "held",
            Self::NotTried(_) => "not_tried",
            Self::Failed(_) => "failed",
        })
    }
}

/// One line of the table.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Tried {
    /// Family of the attack.
    pub(crate) family: &'static str,
    /// Its name.
    pub(crate) name: &'static str,
    /// What it tries.
    pub(crate) tries: &'static str,
    /// What it should meet.
    pub(crate) expected: String,
    /// What became of it.
    pub(crate) verdict: Verdict,
    /// Why it was not tried, or what it met instead.
    pub(crate) note: Option<String>,
    /// Building, running and checking together.
    pub(crate) elapsed_ns: Nanos,
    /// Peak linear memory of the guest; `None` if nothing was heard of it.
    pub(crate) memory_peak_bytes: Option<u64>,
}

/// Why the self-test cannot begin.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SelfTestError {
    /// Attacks are never made inside a repository.
    #[error(
        "the temporary folder `{temporary}` lies in the repository `{repository}`; set TMPDIR to a folder outside"
    )]
    InsideARepository {
        /// The folder for temporary files.
        temporary: PathBuf,
        /// A folder above it, with a `.git`.
        repository: PathBuf,
    },
    /// The system does not let this process find or start itself, or make temporary folders.
    #[error("the self-test cannot begin")]
    Io(#[from] io::Error),
}

/// Tries all attacks, or those before `stop` was set; tells of each before it begins.
///
/// # Errors
/// See [`SelfTestError`]. An attack that gets somewhere is a row.
pub(crate) fn self_test(
    scale: Scale,
    clock: &impl Clock,
    stop: impl Fn() -> bool,
    mut tell: impl FnMut(&str, u64, u64),
) -> Result<Vec<Tried>, SelfTestError> {
    let stage = Stage::set()?;
    let all: Vec<&Attack> = attacks().collect();
    let mut rows = Vec::with_capacity(all.len());
    for (done, attack) in (0..).zip(&all) {
        if stop() {
            break;
        }
        tell(attack.name, done, all.len() as u64);
        rows.push(stage.row(attack, scale, clock));
    }
    Ok(rows)
}

/// What all attacks have in common.
struct Stage {
    /// This program.
    program: PathBuf,
    /// A cache of compiled code, where the user's own cannot be used: a compiler for each child would take
    /// longer than all attacks.
    cache: Option<tempfile::TempDir>,
}

impl Stage {
    fn set() -> Result<Self, SelfTestError> {
        refuse_repositories(&std::env::temp_dir())?;
        let cache = if crate::sandbox::has_user_cache() { None } else { Some(tempfile::tempdir()?) };
        Ok(Self { program: std::env::current_exe()?, cache })
    }

    fn row(&self, attack: &Attack, scale: Scale, clock: &impl Clock) -> Tried {
        let before = clock.now();
        let (verdict, memory_peak_bytes) = match self.attempt(attack, scale) {
            Ok(peak) => (Verdict::Held, peak),
            Err((verdict, seen)) => (verdict, seen),
        };
        let note = match &verdict {
            Verdict::Held => None,
            Verdict::NotTried(note) | Verdict::Failed(note) => Some(note.clone()),
        };
        Tried {
            family: attack.family,
            name: attack.name,
            tries: attack.tries,
            expected: attack.expected.to_string(),
            verdict,
            note,
            elapsed_ns: Nanos(clock.now().0.saturating_sub(before.0)),
            memory_peak_bytes,
        }
    }

    /// Gives the guest's peak memory, or what went wrong; with the peak if it is known.
    fn attempt(&self, attack: &Attack, scale: Scale) -> Result<Option<u64>, (Verdict, Option<u64>)> {
        let failed = |what: String| (Verdict::Failed(what), None);
        let ground = Ground::new().map_err(|error| not_tried(&error.into()))?;
        (attack.build)(&ground, scale).map_err(|error| not_tried(&error))?;
        let before = [ground.corpus(), ground.outside()].map(|path| fingerprint(&path).ok());
        let seen = self.observe(attack, scale, &ground).map_err(failed)?;
        let after = [ground.corpus(), ground.outside()].map(|path| fingerprint(&path).ok());
        if before[1] != after[1] {
            return Err(failed("what lies outside the corpus was changed".to_owned()));
        }
        // Where the attack itself changes the corpus, nothing can be said about who did.
        if attack.meanwhile.is_none() && before[0] != after[0] {
            return Err(failed("the corpus was changed".to_owned()));
        }
        let Some(seen) = seen else { return Ok(None) };
        let peak = Some(seen.memory_peak_bytes);
        let flagged = scan(&ground.corpus()).hard_links.count;
        judge(attack, ground.baits(), flagged, &seen)
            .map(|()| peak)
            .map_err(|what| (Verdict::Failed(what), peak))
    }

    /// Lets a child open the corpus while the attack goes on. `None`: it hung as expected, and was ended.
    fn observe(&self, attack: &Attack, scale: Scale, ground: &Ground) -> Result<Option<Observation>, String> {
        let mut command = self.command(attack, scale, &ground.corpus());
        let Some(meanwhile) = attack.meanwhile else {
            return heard(attack, child::run(&mut command, attack.bound));
        };
        let done = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| {
                while !done.load(Ordering::SeqCst) {
                    meanwhile(ground);
                }
            });
            let ended = child::run(&mut command, attack.bound);
            done.store(true, Ordering::SeqCst);
            heard(attack, ended)
        })
    }

    fn command(&self, attack: &Attack, scale: Scale, corpus: &Path) -> Command {
        let mut command = Command::new(&self.program);
        command.args(["attack-worker", attack.name, scale.word()]).arg(corpus);
        if let Some(cache) = &self.cache {
            // Where wasmtime looks for its folder of compiled code on Linux.
            command.env("XDG_CACHE_HOME", cache.path());
        }
        command
    }
}

fn not_tried(error: &NotTried) -> (Verdict, Option<u64>) {
    let why = match error {
        NotTried::Needs(what) => (*what).to_owned(),
        NotTried::Io(source) => format!("{error}: {}", source.kind()),
    };
    (Verdict::NotTried(why), None)
}

/// What a child told, or how it ended without telling anything; `None`: it hung as the attack may make it.
fn heard(attack: &Attack, ended: io::Result<child::Ended>) -> Result<Option<Observation>, String> {
    let ended = ended.map_err(|error| format!("no child could be started: {}", error.kind()))?;
    match ended.status {
        None if matches!(attack.expected, Expected::AnsweredOrHung(_)) => Ok(None),
        None => Err(format!("still running after {} s", attack.bound.as_secs())),
        Some(status) if !status.success() => Err(format!("the program ended with {status}")),
        Some(_) => serde_json::from_slice(&ended.stdout)
            .map(Some)
            .map_err(|error| format!("the program said something else: {error}")),
    }
}

/// Finds a repository above a folder.
fn refuse_repositories(temporary: &Path) -> Result<(), SelfTestError> {
    let temporary = temporary.canonicalize()?;
    match temporary.ancestors().find(|folder| folder.join(".git").symlink_metadata().is_ok()) {
        None => Ok(()),
        Some(repository) => Err(SelfTestError::InsideARepository {
            repository: repository.to_owned(),
            temporary: temporary.clone(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_attack_that_may_hang_its_host_call_is_forgiven_for_it() {
        let attack = |expected| Attack::new("family", "name", "try", |_, _| Ok(()), expected);
        let hung = || Ok(child::Ended { status: None, stdout: Vec::new() });
        assert!(matches!(heard(&attack(Expected::AnsweredOrHung(&[])), hung()), Ok(None)));
        assert!(heard(&attack(Expected::Answered(&[])), hung()).expect_err("hung").contains("120 s"));
    }

    #[test]
    fn no_attack_is_made_inside_a_repository() {
        let folder = tempfile::tempdir().expect("a folder");
        let inside = folder.path().join("a/b");
        std::fs::create_dir_all(&inside).expect("made");
        assert!(refuse_repositories(&inside).is_ok());
        std::fs::write(folder.path().join(".git"), "gitdir: elsewhere").expect("written");
        let refusal = refuse_repositories(&inside).expect_err("refused").to_string();
        assert!(refusal.contains("TMPDIR"), "{refusal}");
    }
}
