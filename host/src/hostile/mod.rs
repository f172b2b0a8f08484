//! Corpora made to attack, and the proof that none of them gets anywhere.
//!
//! Each attack builds a tree in a temporary folder, beside a canary that nothing may reach. A child process
//! opens the tree in the sandbox as any command does, and what came of it is compared with what should
//! have. One file for each family of attacks; start at [`Attack`]. The tests and `host audit --self-test`
//! run the same code.

mod arguments;
mod attack;
mod changing;
mod child;
mod fingerprint;
mod graphs;
mod ground;
mod hard_links;
mod ignore_files;
mod links;
mod markers;
mod names;
mod observation;
mod permissions;
mod probes;
mod self_test;
mod sizes;
mod sources;
mod special_files;
mod verdict;
mod worker;

pub(crate) use self::attack::{Attack, Scale};
pub(crate) use self::self_test::{Tried, Verdict, self_test};
pub(crate) use self::worker::observe;

/// Every attack, family by family.
pub(crate) fn attacks() -> impl Iterator<Item = &'static Attack> {
    const FAMILIES: [&[Attack]; 13] = [
        &links::ATTACKS,
        &hard_links::ATTACKS,
        &special_files::ATTACKS,
        &permissions::ATTACKS,
        &sizes::ATTACKS,
        &changing::ATTACKS,
        &names::ATTACKS,
        &ignore_files::ATTACKS,
        &markers::ATTACKS,
        &sources::ATTACKS,
        &graphs::ATTACKS,
        &arguments::ATTACKS,
        &probes::ATTACKS,
    ];
    FAMILIES.into_iter().flatten()
}

/// Finds an attack by its name.
pub(crate) fn find(name: &str) -> Option<&'static Attack> {
    attacks().find(|attack| attack.name == name)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn names_are_unique_and_there_are_many() {
        let names: HashSet<&str> = attacks().map(|attack| attack.name).collect();
        assert_eq!(names.len(), attacks().count());
        assert!(names.len() >= 40);
    }
}
