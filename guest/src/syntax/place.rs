//! A place in the corpus where a module may be, before its path is one of the file's strings.

use crate::syntax::facts::Candidate;
use crate::syntax::pass::Pass;

/// Where a module may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// This file.
    File(String),
    /// The file whose path ends with this, at a `/`.
    Suffix(String),
}

/// Interns the paths of places.
pub(super) fn candidates(pass: &mut Pass<'_>, places: Vec<Place>) -> Vec<Candidate> {
    places
        .into_iter()
        .map(|place| match place {
            Place::File(path) => Candidate::File(pass.facts.text(&path)),
            Place::Suffix(path) => Candidate::FileSuffix(pass.facts.text(&path)),
        })
        .collect()
}
