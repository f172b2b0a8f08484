//! Which symbols hold a term, and how much it counts in each.
//!
//! Built in two passes over the same texts: the first counts, so that the second fills arrays of
//! exactly the right size. Six bytes a posting.

use std::cmp::Reverse;

use super::bm25::{FIELDS, Field, FieldAverages, inverse_frequency, term_score};
use super::dictionary::Dictionary;
use super::matches::Match;
use super::stem::{cut_to_stem, term_into};
use super::stop_words::is_function_word;
use super::tokenize::{fold_into, pieces};
use crate::graph::{CodeGraph, FileId, NodeId, StringInterner};
use crate::syntax::SymbolKind;

/// Pieces of one field that are indexed; those after them are not, so that no text costs more than
/// its share.
const MAX_FIELD_PIECES: usize = 64;

/// The bit of a stored impact that says that the term stands in the name.
const IN_NAME: u16 = 1;

/// The postings of all terms.
#[derive(Debug)]
pub(super) struct Postings {
    terms: Dictionary,
    /// The postings of term `t` are `starts[t]..starts[t + 1]` of the two arrays below.
    starts: Vec<u32>,
    /// Symbols, ascending within a term.
    nodes: Vec<u32>,
    /// See [`FieldAverages::impact`]; the lowest bit is [`IN_NAME`].
    impacts: Vec<u16>,
    /// How many distinct pieces each node's name has, up to 255; 0 for files.
    name_pieces: Vec<u8>,
    documents: u64,
}

/// The postings of one term: parallel slices, at least one entry.
#[derive(Clone, Copy, Debug)]
pub(super) struct TermPostings<'p> {
    /// Number of the term.
    pub(super) term: u32,
    /// Symbols, ascending.
    pub(super) nodes: &'p [u32],
    /// How much the term counts in each.
    pub(super) impacts: &'p [u16],
    /// Weight of the term, as 12.20 fixed point.
    pub(super) inverse_frequency: u32,
}

impl TermPostings<'_> {
    /// The symbol at this place, and what the term gives it.
    pub(super) fn matched(&self, place: usize) -> Match {
        let impact = self.impacts[place];
        let in_name = u32::from(impact & IN_NAME);
        Match {
            node: self.nodes[place],
            score: term_score(self.inverse_frequency, impact),
            held: self.inverse_frequency,
            named: self.inverse_frequency * in_name,
            pieces: in_name,
        }
    }
}

impl Postings {
    /// Indexes all symbols of the graph.
    pub(super) fn build(graph: &CodeGraph) -> Self {
        let mut reader = SymbolReader::default();
        let counts = count(graph, &mut reader);
        let (terms, number_of) = Dictionary::sort(&reader.interner);
        let mut starts = vec![0; terms.count() as usize + 1];
        for (old, frequency) in counts.frequencies.iter().enumerate() {
            starts[number_of[old] as usize + 1] = *frequency;
        }
        for number in 1..starts.len() {
            starts[number] += starts[number - 1];
        }
        let averages = FieldAverages::new(counts.lengths, counts.documents);
        let (nodes, impacts, name_pieces) = fill(graph, &mut reader, &averages, &number_of, &starts);
        Self { terms, starts, nodes, impacts, name_pieces, documents: counts.documents }
    }

    /// How many distinct pieces the node's name has.
    pub(super) fn name_pieces(&self, node: u32) -> u8 {
        self.name_pieces[node as usize]
    }

    /// The postings of a term, see [`super::stem::term_into`].
    pub(super) fn find(&self, term: &str) -> Option<TermPostings<'_>> {
        self.terms.find(term).map(|number| self.of(number)).filter(|found| !found.nodes.is_empty())
    }

    /// The postings of all terms, in the bytewise order of terms.
    pub(super) fn all(&self) -> impl Iterator<Item = TermPostings<'_>> {
        (0..self.terms.count()).map(|number| self.of(number))
    }

    /// The `limit` most common of the terms that start with this one and are longer, the most common first.
    pub(super) fn longer_terms(&self, term: &str, limit: usize) -> impl Iterator<Item = TermPostings<'_>> {
        let frequency = |number: u32| self.starts[number as usize + 1] - self.starts[number as usize];
        let mut longer: Vec<u32> = self.terms.starting_with(term).collect();
        longer.retain(|number| frequency(*number) > 0 && self.terms.get(*number) != term);
        longer.sort_unstable_by_key(|number| (Reverse(frequency(*number)), *number));
        longer.truncate(limit);
        longer.into_iter().map(|number| self.of(number))
    }

    /// How many symbols there are.
    pub(super) fn documents(&self) -> u64 {
        self.documents
    }

    fn of(&self, term: u32) -> TermPostings<'_> {
        let range = self.starts[term as usize] as usize..self.starts[term as usize + 1] as usize;
        let nodes = &self.nodes[range.clone()];
        TermPostings {
            term,
            nodes,
            impacts: &self.impacts[range],
            inverse_frequency: inverse_frequency(self.documents, nodes.len() as u64),
        }
    }
}

/// What the first pass counts.
#[derive(Debug, Default)]
struct Counts {
    documents: u64,
    /// Symbols that hold each term, by the interner's id.
    frequencies: Vec<u32>,
    lengths: [u64; FIELDS],
}

fn count(graph: &CodeGraph, reader: &mut SymbolReader) -> Counts {
    let mut counts = Counts::default();
    for node in symbols(graph) {
        reader.read(graph, node);
        counts.documents += 1;
        for (sum, length) in counts.lengths.iter_mut().zip(reader.lengths) {
            *sum += u64::from(length);
        }
        counts.frequencies.resize(reader.interner.count(), 0);
        for occurrences in reader.terms() {
            counts.frequencies[occurrences[0].0 as usize] += 1;
        }
    }
    counts.frequencies.resize(reader.interner.count(), 0);
    counts
}

fn fill(
    graph: &CodeGraph,
    reader: &mut SymbolReader,
    averages: &FieldAverages,
    number_of: &[u32],
    starts: &[u32],
) -> (Vec<u32>, Vec<u16>, Vec<u8>) {
    let total = starts[starts.len() - 1] as usize;
    let (mut nodes, mut impacts) = (vec![0; total], vec![0; total]);
    let mut name_pieces = vec![0_u8; graph.node_count()];
    let mut next = starts.to_vec();
    for node in symbols(graph) {
        reader.read(graph, node);
        let pieces = &mut name_pieces[node.0 as usize];
        for occurrences in reader.terms() {
            let mut frequencies = [0; FIELDS];
            for (_, field) in occurrences {
                frequencies[*field as usize] += 1;
            }
            let in_name = u16::from(frequencies[Field::Name as usize] > 0);
            *pieces = pieces.saturating_add(in_name as u8);
            let slot = &mut next[number_of[occurrences[0].0 as usize] as usize];
            nodes[*slot as usize] = node.0;
            impacts[*slot as usize] =
                (averages.impact(frequencies, reader.lengths) & !IN_NAME) | (in_name * IN_NAME);
            *slot += 1;
        }
    }
    (nodes, impacts, name_pieces)
}

fn symbols(graph: &CodeGraph) -> impl Iterator<Item = NodeId> {
    graph.node_ids().filter(|node| graph.node(*node).kind != SymbolKind::File)
}

/// Reads the terms of one symbol after the other; its buffers are used again.
#[derive(Debug, Default)]
struct SymbolReader {
    interner: StringInterner,
    term: String,
    /// Terms of the current symbol with the field each stands in, sorted.
    occurrences: Vec<(u32, Field)>,
    lengths: [u32; FIELDS],
    /// The file whose path was read last, and its terms.
    path_of: Option<FileId>,
    path_terms: Vec<u32>,
}

impl SymbolReader {
    fn read(&mut self, graph: &CodeGraph, node: NodeId) {
        self.occurrences.clear();
        self.lengths = [0; FIELDS];
        let record = graph.node(node);
        let name = graph.text(record.name);
        let qual_name = graph.text(record.qual_name);
        self.add(Field::Name, name);
        self.add(Field::Containers, qual_name.strip_suffix(name).unwrap_or(qual_name));
        self.add_path(graph, record.file);
        self.add(Field::Signature, graph.text(record.signature));
        self.add(Field::Doc, graph.text(record.doc));
        self.occurrences.sort_unstable();
    }

    /// Groups of equal terms.
    fn terms(&self) -> impl Iterator<Item = &[(u32, Field)]> {
        self.occurrences.chunk_by(|a, b| a.0 == b.0)
    }

    fn add(&mut self, field: Field, text: &str) {
        let mut before = "";
        for piece in pieces(text).take(MAX_FIELD_PIECES) {
            if is_letter_before(before, piece) {
                self.term.clear();
                fold_into(before, &mut self.term);
                term_into(piece, &mut self.term);
                self.occurrences.push((self.interner.intern(&self.term).0, field));
            }
            before = piece;
            self.term.clear();
            fold_into(piece, &mut self.term);
            if field != Field::Doc || !is_function_word(&self.term) {
                cut_to_stem(&mut self.term, 0);
                self.occurrences.push((self.interner.intern(&self.term).0, field));
                self.lengths[field as usize] += 1;
            }
        }
    }

    fn add_path(&mut self, graph: &CodeGraph, file: FileId) {
        if self.path_of != Some(file) {
            self.path_of = Some(file);
            self.path_terms.clear();
            for piece in pieces(graph.path(file)).take(MAX_FIELD_PIECES) {
                self.term.clear();
                term_into(piece, &mut self.term);
                self.path_terms.push(self.interner.intern(&self.term).0);
            }
        }
        self.occurrences.extend(self.path_terms.iter().map(|term| (*term, Field::Path)));
        self.lengths[Field::Path as usize] = self.path_terms.len() as u32;
    }
}

/// Whether `before` is a single letter that `piece` follows at once, as in `GZip` and `IPv6`: people
/// take both for one word, so that both together are a term too.
fn is_letter_before(before: &str, piece: &str) -> bool {
    before.len() == 1
        && before.as_bytes()[0].is_ascii_alphabetic()
        && piece.starts_with(|c: char| c.is_ascii_alphabetic())
        && std::ptr::eq(before.as_bytes().as_ptr_range().end, piece.as_ptr())
}
