//! Terms: folded pieces without their English endings, so that `caches`, `cached` and `caching` are one.
//!
//! Light on purpose: `reader` is not `read` and `setting` is not `set`. The index and a query cut alike. Whole names are compared as they are, see [`super::names`].

use super::tokenize::fold_into;

/// Letters that a stem keeps at least.
const MIN_STEM: usize = 3;
/// Letters of the shortest word in `-er` or `-or` that loses it: a `reader` or `header` is another thing than
/// what it comes from, a `scheduler` or `validator` is not.
const MIN_AGENT: usize = 8;

/// Appends the term of a piece: folded, then cut to its stem.
pub(super) fn term_into(piece: &str, out: &mut String) {
    let start = out.len();
    fold_into(piece, out);
    cut_to_stem(out, start);
}

/// Cuts the folded piece that begins at `start` to its stem.
pub(super) fn cut_to_stem(out: &mut String, start: usize) {
    let folded = &out[start..];
    if folded.len() > MIN_STEM && folded.bytes().all(|b| b.is_ascii_lowercase()) {
        cut_plural(out, start);
        cut_participle(out, start);
        cut_noun(out, start);
        if out.len() - start > MIN_STEM + 1 && out.ends_with('e') {
            out.pop();
        }
    }
}

/// `queries` to `query`, `cookies` and `cookie` to `cooky`, `files` to `file`; not `class`, `status`, `axis`.
fn cut_plural(word: &mut String, start: usize) {
    let stem = &word[start..];
    if stem.len() > MIN_STEM + 1 && stem.ends_with("ies") {
        word.truncate(word.len() - 3);
        word.push('y');
    } else if stem.len() > MIN_STEM + 1 && stem.ends_with("ie") {
        word.truncate(word.len() - 2);
        word.push('y');
    } else if stem.ends_with('s') && !["ss", "us", "is"].iter().any(|ending| stem.ends_with(ending)) {
        word.pop();
    }
}

/// `parsing` to `pars`, `mapped` to `map`, `named` to `name`, `applied` to `apply`; not `string`.
fn cut_participle(word: &mut String, start: usize) {
    let stem = &word[start..];
    let cut = match () {
        () if stem.len() > MIN_STEM + 1 && stem.ends_with("ied") => {
            word.truncate(word.len() - 3);
            word.push('y');
            return;
        }
        () if stem.ends_with("ing") => 3,
        () if stem.ends_with("ed") => 2,
        () => return,
    };
    let rest = &stem.as_bytes()[..stem.len() - cut];
    if rest.len() < MIN_STEM || !rest.iter().copied().any(is_vowel) {
        return;
    }
    word.truncate(start + rest.len());
    let rest = &word.as_bytes()[start..];
    let last = rest[rest.len() - 1];
    let is_doubled = last == rest[rest.len() - 2] && !is_vowel(last) && !b"lstz".contains(&last);
    if is_doubled && rest.len() > MIN_STEM {
        word.pop();
    } else if rest.len() == MIN_STEM && !is_vowel(rest[0]) && is_vowel(rest[1]) && !is_vowel(last) {
        word.push('e');
    }
}

/// `compression` to `compress`, `validation` and `validator` to `validat`; not `option` or `reader`.
fn cut_noun(word: &mut String, start: usize) {
    let stem = &word[start..];
    if stem.len() >= MIN_STEM + 4 && (stem.ends_with("tion") || stem.ends_with("sion")) {
        word.truncate(word.len() - 3);
    } else if stem.len() >= MIN_AGENT && (stem.ends_with("er") || stem.ends_with("or")) {
        word.truncate(word.len() - 2);
    }
}

fn is_vowel(letter: u8) -> bool {
    b"aeiouy".contains(&letter)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn term(piece: &str) -> String {
        let mut out = "kept".to_owned();
        term_into(piece, &mut out);
        out.split_off(4)
    }

    #[test]
    fn inflections_of_one_word_share_a_term() {
        for words in [
            &["cache", "caches", "cached", "caching"][..],
            &["query", "queries", "queried", "querying"],
            &["cookie", "cookies"],
            &["name", "names", "named", "naming"],
            &["map", "maps", "mapped", "mapping"],
            &["hash", "hashes", "hashed", "hashing"],
            &["class", "classes"],
            &["compress", "compressed", "compression"],
            &["validate", "validated", "validation", "validators"],
            &["schedule", "scheduler"],
            &["add", "adds", "added", "adding"],
        ] {
            let terms: Vec<String> = words.iter().map(|word| term(word)).collect();
            assert!(terms.iter().all(|term| *term == terms[0]), "{words:?}: {terms:?}");
        }
    }

    #[test]
    fn words_that_only_look_inflected_stay_apart() {
        for (a, b) in [
            ("string", "str"),
            ("setting", "set"),
            ("reader", "read"),
            ("status", "statu"),
            ("axis", "axi"),
            ("option", "opt"),
            ("bed", "b"),
            ("bus", "bu"),
        ] {
            assert_ne!(term(a), term(b), "{a} {b}");
        }
        assert_eq!(term("größen"), "größen");
        assert_eq!(term("Sha256s"), "sha256s");
    }

    proptest! {
        #[test]
        fn any_piece_has_a_term_no_longer_than_itself_plus_a_letter(piece in ".{0,40}") {
            let mut folded = String::new();
            fold_into(&piece, &mut folded);
            let term = term(&piece);
            prop_assert_eq!(term.is_empty(), folded.is_empty());
            prop_assert!(term.len() <= folded.len());
        }
    }
}
