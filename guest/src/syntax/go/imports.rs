//! Import declarations: which folders an import path may mean.
//!
//! Nothing is read but the path, so the name of the importing module is not known: a path with a
//! host is also looked for without its host, organisation and repository.

use tree_sitter::Node;

use crate::syntax::facts::{Candidate, Imported};
use crate::syntax::pass::Pass;
use crate::syntax::rule::Field;

/// `import name "path"`
pub(super) fn import(pass: &mut Pass<'_>, node: Node<'_>) {
    let Some(path) = pass.field(node, Field::Path) else { return };
    let path = String::from_utf8_lossy(pass.bytes(path));
    let path = path.trim_matches(['"', '`']);
    let what = match pass.field(node, Field::Name) {
        None => Imported::Module { local: pass.facts.text(package_name(path)) },
        Some(name) => match pass.bytes(name) {
            b"." => Imported::All,
            b"_" => Imported::Nothing,
            _ => Imported::Module { local: pass.text(name) },
        },
    };
    let places = places(path, is_of_the_go_project(pass.source));
    let candidates = places.into_iter().map(|place| place.candidate(pass)).collect();
    let line = node.start_position().row as u32 + 1;
    pass.import(line, path, candidates, what, false);
}

/// Go's own sources may be indexed without the folder `src` around them; elsewhere a folder named
/// like a package of the standard library is another package.
fn is_of_the_go_project(source: &[u8]) -> bool {
    const AUTHORS: &[u8] = b"The Go Authors";
    source[..source.len().min(256)].windows(AUTHORS.len()).any(|window| window == AUTHORS)
}

/// The name that a package most likely has: the last part of its path without version and decoration.
fn package_name(path: &str) -> &str {
    let mut parts = path.rsplit('/');
    let mut last = parts.next().unwrap_or(path);
    if is_version(last) {
        last = parts.next().unwrap_or(last);
    }
    let last = last.strip_prefix("go-").or_else(|| last.strip_suffix("-go")).unwrap_or(last);
    let last = last.strip_suffix(".go").unwrap_or(last);
    match last.rsplit_once('.') {
        Some((name, version)) if is_version(version) => name,
        _ => last,
    }
}

fn is_version(part: &str) -> bool {
    part.strip_prefix('v')
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

#[derive(Debug, PartialEq, Eq)]
enum Place {
    Exact(String),
    End(String),
}

impl Place {
    fn candidate(&self, pass: &mut Pass<'_>) -> Candidate {
        match self {
            Self::Exact(folder) => Candidate::Folder(pass.facts.text(folder)),
            Self::End(folder) => Candidate::FolderSuffix(pass.facts.text(folder)),
        }
    }
}

fn places(path: &str, in_go_project: bool) -> Vec<Place> {
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let has_host = parts.first().is_some_and(|host| host.contains('.'));
    let below = |count: usize| parts.get(count..).unwrap_or_default().join("/");
    let mut places = Vec::new();
    if has_host {
        places.push(Place::End(path.to_owned()));
        for count in 1..3 {
            if parts.len() >= count + 2 {
                places.push(Place::End(below(count)));
            }
        }
        if parts.len() >= 4 {
            places.push(Place::Exact(below(3)));
        }
        if parts.len() >= 5 {
            places.push(Place::End(below(3)));
        }
        return places;
    }
    places.push(Place::Exact(format!("src/{path}")));
    if in_go_project {
        places.push(Place::Exact(path.to_owned()));
    }
    places.push(Place::End(format!("src/{path}")));
    if parts.len() >= 2 {
        places.push(Place::End(path.to_owned()));
        places.push(Place::Exact(below(1)));
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn package_names_lose_versions_and_decoration() {
        for (path, name) in [
            ("fmt", "fmt"),
            ("a.b/c/d/v2", "d"),
            ("gopkg.in/yaml.v3", "yaml"),
            ("github.com/x/go-sqlite3", "sqlite3"),
            ("github.com/x/y.go", "y"),
        ] {
            assert_eq!(package_name(path), name, "{path}");
        }
    }

    #[test]
    fn standard_packages_match_no_folder_of_that_name_elsewhere() {
        assert_eq!(places("fmt", false), [Place::Exact("src/fmt".into()), Place::End("src/fmt".into())]);
        assert!(places("fmt", true).contains(&Place::Exact("fmt".into())));
    }

    #[test]
    fn hosts_are_cut_off() {
        let ends = places("github.com/org/repo/pkg/x", false);
        assert_eq!(
            ends,
            [
                Place::End("github.com/org/repo/pkg/x".into()),
                Place::End("org/repo/pkg/x".into()),
                Place::End("repo/pkg/x".into()),
                Place::Exact("pkg/x".into()),
                Place::End("pkg/x".into()),
            ]
        );
    }
}
