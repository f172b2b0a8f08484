//! Terms that may stand for a word of a query without being it, as `dir` may for `directory`.
//!
//! Names abbreviate, and people search with other words than the author wrote. A symbol that holds one word of
//! a query as written is the better for holding such a form of another. Forms alone find nothing, and each says
//! less than its word. Queries of one word have none, and neither have sentences: both say enough as they are.

use std::ops::RangeInclusive;

use super::matches::Match;
use super::postings::{Postings, TermPostings};
use super::query::Word;
use super::stem::term_into;
use super::stop_words::is_function_word;
use super::synonyms::Synonyms;

/// Words of a query whose words have other forms, at least and at most.
const FORMED_WORDS: RangeInclusive<usize> = 2..=4;
/// What a form says, in percent of its word: a synonym or a truncation such as `expr` for `expression`.
const SYNONYM: u64 = 50;
/// A longer word that begins like it, such as `hasher` for `hash`.
const LONGER: u64 = 40;
/// The initials of several words in a row, such as `gc` for `garbage collector`.
const INITIALS: u64 = 80;
/// Letters of a truncation and of a word with longer forms, at least.
const MIN_LETTERS: usize = 3;
/// Longer words that are looked for: the most common ones.
const MAX_LONGER: usize = 8;

/// A term that may stand for a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct Form<'p> {
    /// All that hold the term.
    pub(super) postings: TermPostings<'p>,
    /// What it says of the word, as 12.20 fixed point.
    pub(super) weight: u32,
}

impl<'p> Form<'p> {
    /// Says `percent` of what the word says that weighs so much, and of what the term itself says if that is
    /// less or the word is unknown.
    fn new(postings: TermPostings<'p>, word_weight: u32, percent: u64) -> Self {
        let own = postings.inverse_frequency;
        let weight = if word_weight == 0 { own } else { own.min(word_weight) };
        Self { postings, weight: (u64::from(weight) * percent / 100) as u32 }
    }

    /// The symbol at this place, and what the form gives it.
    pub(super) fn matched(&self, place: usize) -> Match {
        TermPostings { inverse_frequency: self.weight, ..self.postings }.matched(place)
    }
}

/// The forms of each word of a query; `weights` are those of the words, 0 for an unknown one.
pub(super) fn forms_of<'p>(
    postings: &'p Postings,
    synonyms: &Synonyms,
    words: &[Word],
    weights: &[u32],
) -> Vec<Vec<Form<'p>>> {
    if !FORMED_WORDS.contains(&words.len()) {
        return vec![Vec::new(); words.len()];
    }
    let of_word = |(word, weight): (&Word, &u32)| forms_of_word(postings, synonyms, word, *weight);
    let mut forms: Vec<Vec<Form<'p>>> = words.iter().zip(weights).map(of_word).collect();
    for start in 0..words.len() {
        for end in start + 2..=words.len() {
            let initials: String =
                words[start..end].iter().filter_map(|word| word.key.chars().next()).collect();
            if let Some(found) = find(postings, &initials).filter(|_| !is_function_word(&initials)) {
                for word in start..end {
                    forms[word].push(Form::new(found, weights[word], INITIALS));
                }
            }
        }
    }
    forms
}

fn forms_of_word<'p>(postings: &'p Postings, synonyms: &Synonyms, word: &Word, weight: u32) -> Vec<Form<'p>> {
    let [term] = word.parts.as_slice() else { return Vec::new() };
    let others = synonyms.of(term).filter_map(|other| postings.find(other));
    let truncations = truncations(&word.key).filter_map(|truncation| postings.find(truncation));
    let mut forms: Vec<Form<'p>> = Vec::new();
    let mut add = |found: TermPostings<'p>, percent| {
        if forms.iter().all(|form| form.postings.term != found.term) {
            forms.push(Form::new(found, weight, percent));
        }
    };
    others.chain(truncations).for_each(|found| add(found, SYNONYM));
    if term.len() >= MIN_LETTERS {
        postings.longer_terms(term, MAX_LONGER).for_each(|found| add(found, LONGER));
    }
    forms
}

/// What a word is cut to when it is abbreviated by its beginning: at most two thirds, up to a consonant.
fn truncations(word: &str) -> impl Iterator<Item = &str> {
    let ends = word.char_indices().map(|(end, _)| end).skip(MIN_LETTERS);
    ends.take_while(|end| end * 3 <= word.len() * 2).map(|end| &word[..end]).filter(|truncation| {
        truncation.ends_with(|last: char| last.is_ascii_lowercase() && !"aeiou".contains(last))
    })
}

fn find<'p>(postings: &'p Postings, piece: &str) -> Option<TermPostings<'p>> {
    let mut term = String::new();
    term_into(piece, &mut term);
    postings.find(&term)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::test_corpus::TestCorpus;

    fn postings(names: &[&str]) -> Postings {
        let file = TestCorpus::default().file("a");
        Postings::build(&names.iter().fold(file, |corpus, name| corpus.function(name)).build())
    }

    /// How many forms each word has in a corpus of these names, and what the first says in percent of the word.
    fn forms(names: &[&str], query: &[&str]) -> Vec<(usize, u64)> {
        let postings = postings(names);
        let words: Vec<Word> = query.iter().map(|word| Word::new(word)).collect();
        let weight = 1 << 20;
        let forms = forms_of(&postings, &Synonyms::new(), &words, &vec![weight; words.len()]);
        let percent = |form: &Form<'_>| (u64::from(form.weight) * 100).div_ceil(u64::from(weight));
        forms.iter().map(|forms| (forms.len(), forms.first().map_or(0, percent))).collect()
    }

    #[test]
    fn truncations_are_short_and_end_in_a_consonant() {
        let of = |word| truncations(word).collect::<Vec<_>>();
        assert_eq!(of("directory"), ["dir", "direc", "direct"]);
        assert_eq!(of("expression"), ["exp", "expr", "expres"]);
        assert_eq!(of("hash"), [""; 0]);
        assert_eq!(of("größen"), [""; 0]);
    }

    #[test]
    fn synonyms_truncations_and_longer_words_stand_for_a_word() {
        let names = ["dir_a", "folder_b", "expr_c", "hasher_d", "open_e", "f", "g"];
        assert_eq!(forms(&names, &["directory", "x"]), [(2, 50), (0, 0)]);
        assert_eq!(forms(&names, &["expression", "hash"]), [(1, 50), (1, 40)]);
    }

    #[test]
    fn initials_stand_for_each_of_their_words() {
        let names = ["gc_start", "run_b", "c", "d", "e"];
        assert_eq!(forms(&names, &["garbage", "collector", "thing"]), [(1, 80), (1, 80), (0, 0)]);
        assert_eq!(forms(&["is_open", "b", "c"], &["index", "symbol"]), [(0, 0), (0, 0)]);
    }

    #[test]
    fn one_word_and_sentences_have_no_forms() {
        let names = ["dir_a", "b", "c"];
        assert_eq!(forms(&names, &["directory"]), [(0, 0)]);
        assert_eq!(forms(&names, &["directory", "v", "w", "x", "y"]), [(0, 0); 5]);
        assert_eq!(forms(&names, &["directory", "v", "w", "x"])[0].0, 1);
    }

    #[test]
    fn a_form_says_no_more_than_its_own_term_does() {
        let postings = postings(&["dir_a", "dir_b", "dir_c", "d"]);
        let dir = postings.find("dir").expect("is there");
        let own = u64::from(dir.inverse_frequency);
        for (word_weight, says) in [(u32::MAX, own), (0, own), (10, 10)] {
            assert_eq!(u64::from(Form::new(dir, word_weight, 50).weight), says / 2);
        }
    }
}
