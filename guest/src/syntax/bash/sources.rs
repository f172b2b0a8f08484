//! `source` and `.`: where the file is that they read.
//!
//! A path that begins with the script's own folder is told exactly. Of one that begins with a variable
//! only the end is known: it is the file beside the script, or else the only one in the corpus whose
//! path ends so.

use tree_sitter::Node;

use crate::corpus::path;
use crate::syntax::facts::{Candidate, Imported};
use crate::syntax::pass::Pass;

/// How a path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Base {
    /// Literal.
    Literal,
    /// In the folder of the script.
    Here,
    /// With a variable or the output of a command.
    Unknown,
}

/// Brings in what a file defines.
pub(super) fn source(pass: &mut Pass<'_>, argument: Node<'_>) {
    let written = String::from_utf8_lossy(pass.bytes(argument)).into_owned();
    let Some((base, file)) = split(&written) else { return };
    let folder = path::folder(pass.path);
    let mut candidates = Vec::new();
    let mut add = |place: Option<String>, pass: &mut Pass<'_>| {
        if let Some(place) = place.filter(|place| *place != pass.path) {
            candidates.push(Candidate::File(pass.facts.text(&place)));
        }
    };
    if !file.starts_with('/') || base != Base::Literal {
        add(path::join(folder, &file), pass);
    }
    if base == Base::Literal {
        add(path::join("", &file), pass);
    }
    let end = file.trim_start_matches(['.', '/']);
    // Only where it is installed does an absolute path lead anywhere but from the corpus's root.
    let is_absolute = base == Base::Literal && file.starts_with('/');
    if base != Base::Here && !is_absolute && !end.contains("..") {
        candidates.push(Candidate::OnlyFileSuffix(pass.facts.text(end)));
    }
    let line = argument.start_position().row as u32 + 1;
    pass.import(line, &file, candidates, Imported::All, true);
    // What a sourced file defines is defined everywhere, also where a function sources it.
    if let Some(import) = pass.facts.facts.imports.last_mut() {
        import.scope = None;
    }
}

/// Splits a path as written into how it begins and its literal rest; `None` if the rest is not literal.
fn split(written: &str) -> Option<(Base, String)> {
    let text: String = written.chars().filter(|c| !matches!(c, '"' | '\'')).collect();
    let (base, rest) = match text.strip_prefix('$') {
        None => (Base::Literal, text.as_str()),
        Some(after) => {
            let length = expansion_length(after)?;
            let (expansion, rest) = after.split_at(length);
            let base = if is_own_folder(expansion) { Base::Here } else { Base::Unknown };
            (base, rest.strip_prefix('/')?)
        }
    };
    let is_literal = !rest.is_empty()
        && !rest.starts_with('~')
        && !rest.contains(['$', '`', '*', '?', '[', '(', '<', '{']);
    is_literal.then(|| (base, rest.trim_end_matches('\\').to_owned()))
}

/// Bytes after a `$` that belong to the expansion: `{…}`, `(…)` or a name.
fn expansion_length(after: &str) -> Option<usize> {
    let (open, close) = match after.bytes().next()? {
        b'{' => (b'{', b'}'),
        b'(' => (b'(', b')'),
        _ => {
            let is_end = |c: char| !c.is_ascii_alphanumeric() && c != '_';
            return after.find(is_end).filter(|&length| length > 0);
        }
    };
    let mut depth = 0_usize;
    for (at, byte) in after.bytes().enumerate() {
        if byte == open {
            depth += 1;
        } else if byte == close {
            depth -= 1;
            if depth == 0 {
                return Some(at + 1);
            }
        }
    }
    None
}

/// Whether an expansion is the folder of the script: `$(dirname $0)`, `${BASH_SOURCE%/*}`.
fn is_own_folder(expansion: &str) -> bool {
    let names_script = ["$0", "{0%", "${0}", "BASH_SOURCE"].iter().any(|script| expansion.contains(script));
    let is_folder = expansion.contains("dirname") || expansion.contains("%/*");
    // `$(dirname $0)/..` inside of the command is another folder.
    names_script && is_folder && !expansion.contains("..")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_split_where_they_become_literal() {
        let cases = [
            ("lib/x.sh", Some((Base::Literal, "lib/x.sh"))),
            ("\"$(dirname \"$0\")/x.sh\"", Some((Base::Here, "x.sh"))),
            ("\"${BASH_SOURCE%/*}/../x.sh\"", Some((Base::Here, "../x.sh"))),
            ("\"${BASH_SOURCE[0]%/*}\"/x.sh", Some((Base::Here, "x.sh"))),
            ("\"$( cd \"$(dirname \"${BASH_SOURCE[0]}\")\" && pwd )/x\"", Some((Base::Here, "x"))),
            ("\"$(cd \"$(dirname \"$0\")/..\" && pwd)/x\"", Some((Base::Unknown, "x"))),
            ("$DIR/a/x.sh", Some((Base::Unknown, "a/x.sh"))),
            ("\"${DIR}/x.sh\"", Some((Base::Unknown, "x.sh"))),
            ("$file", None),
            ("\"$DIR/$file\"", None),
            ("<(cmd)", None),
            ("~/.x", None),
            ("$(unclosed/x", None),
            ("", None),
        ];
        for (written, expected) in cases {
            let expected = expected.map(|(base, rest)| (base, rest.to_owned()));
            assert_eq!(split(written), expected, "{written}");
        }
    }
}
