//! A language's rules, looked up by the numbers of its grammar instead of by names.

use tree_sitter::Language as Grammar;

use crate::syntax::rule::{Field, LanguageSpec, Rule};

/// A named node that no rule is about.
static PLAIN: Rule = Rule::new();

/// A language ready to be walked.
#[derive(Debug)]
pub(super) struct Compiled {
    /// The data it was made from.
    pub(super) spec: &'static LanguageSpec,
    /// The grammar.
    pub(super) grammar: Grammar,
    /// By kind of node; `None` for anonymous nodes.
    rules: Vec<Option<&'static Rule>>,
    /// By number of field.
    fields: Vec<Field>,
    /// By field.
    field_ids: Vec<Option<u16>>,
}

impl Compiled {
    /// Looks up all names once.
    pub(super) fn new(spec: &'static LanguageSpec) -> Self {
        let grammar = (spec.grammar)();
        let rules =
            (0..grammar.node_kind_count() as u16).map(|kind| rule_for(spec, &grammar, kind)).collect();
        let mut fields = vec![Field::Other; grammar.field_count() + 1];
        let mut field_ids = vec![None; Field::NAMED.len() + 1];
        for &(field, name) in Field::NAMED {
            if let Some(id) = grammar.field_id_for_name(name) {
                fields[id.get() as usize] = field;
                field_ids[field as usize] = Some(id.get());
            }
        }
        Self { spec, grammar, rules, fields, field_ids }
    }

    /// The rule for a kind of node, `None` if the node is anonymous.
    pub(super) fn rule(&self, kind: u16) -> Option<&'static Rule> {
        self.rules.get(kind as usize).copied().unwrap_or(Some(&PLAIN))
    }

    /// The field with this number.
    pub(super) fn field(&self, id: Option<std::num::NonZeroU16>) -> Field {
        id.and_then(|id| self.fields.get(id.get() as usize)).copied().unwrap_or(Field::Other)
    }

    /// The number of a field, `None` if the grammar has none of that name.
    pub(super) fn field_id(&self, field: Field) -> Option<u16> {
        self.field_ids[field as usize]
    }
}

fn rule_for(spec: &'static LanguageSpec, grammar: &Grammar, kind: u16) -> Option<&'static Rule> {
    if !grammar.node_kind_is_named(kind) {
        return None;
    }
    let name = grammar.node_kind_for_id(kind).unwrap_or_default();
    let found = spec.rules.iter().copied().flatten().find(|(rule_name, _)| *rule_name == name);
    Some(found.map_or(&PLAIN, |(_, rule)| rule))
}
