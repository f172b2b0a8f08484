//! Usages: who names a definition, by line.

use std::collections::{BTreeMap, HashMap};

use guest::graph::{EdgeKind, FileId, NodeId, Tier};
use guest::syntax::SymbolKind;

use crate::scip::construct::describe;
use crate::scip::convention::{Standing, Use};
use crate::scip::edges::{DEFAULT_TIER, OurEdge};
use crate::scip::read::SymbolRef;
use crate::scip::report::{Comparison, Findings, Sided, Verdict};
use crate::scip::symbol::Class;

/// Why an edge is not compared that ends at one of the definitions that a use may mean.
const UNDECIDED: &str = "to one of several definitions named alike";

pub(super) fn score(comparison: &Comparison<'_>, findings: &mut Findings) {
    let lines = UsesByLine::of(comparison);
    count_theirs(comparison, findings);
    count_ours(comparison, &lines, findings);
}

/// The uses of the compiler's, by line.
pub(super) struct UsesByLine<'c> {
    lines: HashMap<(FileId, u32), Vec<&'c Use<'c>>>,
}

impl<'c> UsesByLine<'c> {
    pub(super) fn of(comparison: &'c Comparison<'c>) -> Self {
        let mut lines: HashMap<_, Vec<_>> = HashMap::new();
        for used in &comparison.uses {
            lines.entry((used.file, used.line)).or_default().push(used);
        }
        Self { lines }
    }

    fn on(&self, file: FileId, line: u32) -> &[&'c Use<'c>] {
        self.lines.get(&(file, line)).map_or(&[], Vec::as_slice)
    }

    /// The use that contradicts an edge: its name is on the line and means something else.
    pub(super) fn contradiction(&self, comparison: &Comparison<'_>, edge: &OurEdge) -> Option<&'c Use<'c>> {
        let name = comparison.graph.name(edge.to);
        self.on(edge.file, edge.line).iter().copied().find(|used| used.is_sure_of(name))
    }

    /// What the compiler says of an edge; `Err` with the reason if it is not compared.
    fn judge(&self, comparison: &Comparison<'_>, edge: &OurEdge) -> Result<Verdict, &'static str> {
        let on_line = self.on(edge.file, edge.line);
        let mut confirming = on_line.iter().filter(|used| comparison.means(used, edge.to)).peekable();
        if confirming.peek().is_some() {
            let is_decided = confirming.any(|used| used.standing != Standing::Undecided);
            return if is_decided { Ok(Verdict::Right) } else { Err(UNDECIDED) };
        }
        match why_left_out(comparison, edge) {
            Some(why) => Err(why),
            None if self.contradiction(comparison, edge).is_some() => Ok(Verdict::Wrong),
            None => Ok(Verdict::Silent),
        }
    }
}

/// Why an edge that the compiler does not confirm is not compared, if it is not.
pub(super) fn why_left_out(comparison: &Comparison<'_>, edge: &OurEdge) -> Option<&'static str> {
    let alignment = &comparison.alignment;
    if !alignment.covers(edge.file) {
        Some("in files that the compiler did not index")
    } else if !alignment.covers(comparison.graph.node(edge.to).file) {
        Some("to files that the compiler did not index")
    } else if alignment.is_local(edge.to) {
        Some("to what the compiler calls local")
    } else if alignment.is_elsewhere(edge.to) {
        Some("to definitions for another platform than the compiler's")
    } else if alignment.defines_on(edge.to, edge.line) {
        Some("to what the compiler defines on that line")
    } else if goes_through_variable(comparison, edge) {
        Some("to what a variable holds, beside that to the variable")
    } else if !alignment.saw_any(edge.file, edge.line..=edge.line) {
        Some("on lines that the compiler left out")
    } else {
        None
    }
}

/// Whether a call goes through a variable of the function's name: there is an edge to the variable too.
fn goes_through_variable(comparison: &Comparison<'_>, edge: &OurEdge) -> bool {
    let graph = comparison.graph;
    let is_holder = |other: &OurEdge| {
        other.from == edge.from
            && matches!(class_of(graph.node(other.to).kind), Class::Value)
            && graph.node(other.to).name == graph.node(edge.to).name
            && other.tier > edge.tier
    };
    edge.kind == EdgeKind::Calls && comparison.edges.on(edge.file, edge.line).any(is_holder)
}

fn count_theirs(comparison: &Comparison<'_>, findings: &mut Findings) {
    let mut required: BTreeMap<(FileId, u32, &[SymbolRef]), &Use<'_>> = BTreeMap::new();
    for used in &comparison.uses {
        match used.standing {
            Standing::Required => {
                required.entry((used.file, used.line, &used.means)).or_insert(used);
            }
            Standing::Undecided => findings.leave_out("uses", "of one of several definitions named alike"),
            Standing::LeftOut(why) => findings.leave_out("uses", why),
        }
    }
    for used in required.into_values() {
        let on_line = comparison.edges.on(used.file, used.line);
        let tier = on_line.filter(|edge| comparison.means(used, edge.to)).map(|edge| edge.tier).max();
        let class = comparison.scip.symbol(used.means[0]).class;
        count_sides(comparison, findings, used.file, class, |sided| sided.count_theirs(tier));
        if tier.is_none_or(|tier| tier < DEFAULT_TIER) {
            let language = comparison.graph.file(used.file).language.name();
            let why = comparison.why_missed(used);
            let heading = format!("{language} usages missed: {}; {why}", describe(class, used));
            findings.differ(heading, || comparison.show_use(used));
        }
    }
}

fn count_ours(comparison: &Comparison<'_>, lines: &UsesByLine<'_>, findings: &mut Findings) {
    for edge in strongest_by_line(&comparison.edges.all).into_values() {
        let verdict = match lines.judge(comparison, edge) {
            Ok(verdict) => verdict,
            Err(why) => {
                findings.leave_out("our edges", why);
                continue;
            }
        };
        let class = class_of(comparison.graph.node(edge.to).kind);
        count_sides(comparison, findings, edge.file, class, |sided| sided.count_ours(edge.tier, verdict));
        if verdict != Verdict::Right && edge.tier >= DEFAULT_TIER {
            let compiler = lines.contradiction(comparison, edge);
            let heading = heading_of_ours(comparison, edge, class, compiler);
            findings.differ(heading, || comparison.show_edge(edge, compiler));
        }
    }
}

fn heading_of_ours(
    comparison: &Comparison<'_>,
    edge: &OurEdge,
    class: Class,
    compiler: Option<&Use<'_>>,
) -> String {
    let language = comparison.graph.file(edge.file).language.name();
    let tier = edge.tier.name();
    match compiler {
        Some(used) => format!("{language} usages invented, {tier}: {}", describe(class, used)),
        None => {
            format!("{language} usages unconfirmed, {tier}: {}, {}", class.name(), edge.kind.name())
        }
    }
}

/// One edge for each line and definition: the one with the strongest tier.
fn strongest_by_line(edges: &[OurEdge]) -> BTreeMap<(FileId, u32, NodeId), &OurEdge> {
    let mut strongest: BTreeMap<_, &OurEdge> = BTreeMap::new();
    for edge in edges.iter().filter(|edge| edge.tier > Tier::TextMatched) {
        let kept = strongest.entry((edge.file, edge.line, edge.to)).or_insert(edge);
        if edge.tier > kept.tier {
            *kept = edge;
        }
    }
    strongest
}

fn count_sides(
    comparison: &Comparison<'_>,
    findings: &mut Findings,
    file: FileId,
    class: Class,
    mut count: impl FnMut(&mut Sided),
) {
    let language = comparison.graph.file(file).language.name();
    let scores = findings.languages.entry(language).or_default();
    count(&mut scores.usages);
    count(scores.usages_by_class.entry(class.name()).or_default());
}

/// The class of a node of ours.
fn class_of(kind: SymbolKind) -> Class {
    match kind {
        SymbolKind::Function | SymbolKind::Method => Class::Callable,
        SymbolKind::Macro => Class::Macro,
        SymbolKind::Type | SymbolKind::Interface => Class::Type,
        SymbolKind::Module | SymbolKind::File => Class::Module,
        SymbolKind::Field | SymbolKind::EnumMember | SymbolKind::Constant | SymbolKind::Variable => {
            Class::Value
        }
    }
}
