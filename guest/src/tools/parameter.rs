//! What a tool takes: one description that is both checked and published as JSON Schema.

use serde_json::{Value, json};

use crate::corpus::Language;
use crate::graph::Tier;
use crate::syntax::SymbolKind;
use crate::tools::quote::list_words;

/// Most parameters that a tool may have.
pub(super) const MAX_PARAMETERS: usize = 8;

/// One argument of a tool.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Name in the arguments object.
    pub name: &'static str,
    /// What it means, for the reader of the schema.
    pub description: &'static str,
    /// Whether a call without it is refused.
    pub required: bool,
    /// Which values it takes.
    pub accepts: Accepts,
}

/// Values that a parameter takes.
#[derive(Clone, Copy, Debug)]
pub enum Accepts {
    /// A string; its length counts in characters, both ends included.
    Text {
        /// Fewest characters.
        min: u32,
        /// Most characters.
        max: u32,
    },
    /// A whole number, both ends included. `20.0` is 20; a string is refused.
    Integer {
        /// Smallest value.
        min: u32,
        /// Largest value.
        max: u32,
        /// Value when absent.
        default: u32,
    },
    /// `true` or `false`; `false` when absent.
    Flag,
    /// One of some words.
    Word(fn() -> Vec<&'static str>),
    /// One of some words, or a list of them.
    Words(fn() -> Vec<&'static str>),
}

impl Parameter {
    /// Says in words which values it takes.
    pub(super) fn accepted(&self) -> String {
        match self.accepts {
            Accepts::Text { min, max } => format!("a string of {min} to {max} characters"),
            Accepts::Integer { min, max, .. } => format!("a whole number from {min} to {max}"),
            Accepts::Flag => "true or false".to_owned(),
            Accepts::Word(words) => format!("one of {}", list_words(words())),
            Accepts::Words(words) => format!("one of {}, or a list of them", list_words(words())),
        }
    }

    fn schema(&self) -> Value {
        let mut schema = match self.accepts {
            Accepts::Text { min, max } => json!({ "type": "string", "minLength": min, "maxLength": max }),
            Accepts::Integer { min, max, default } => {
                json!({ "type": "integer", "minimum": min, "maximum": max, "default": default })
            }
            Accepts::Flag => json!({ "type": "boolean", "default": false }),
            Accepts::Word(words) => json!({ "type": "string", "enum": words() }),
            Accepts::Words(words) => {
                let word = json!({ "type": "string", "enum": words() });
                json!({ "anyOf": [word, { "type": "array", "items": word, "minItems": 1 }] })
            }
        };
        schema["description"] = Value::from(self.description);
        schema
    }
}

/// JSON Schema (2020-12) of an arguments object with these parameters.
pub(super) fn arguments_schema(parameters: &[Parameter]) -> Value {
    let mut schema = json!({ "type": "object", "additionalProperties": false });
    if parameters.is_empty() {
        return schema;
    }
    let properties = parameters.iter().map(|parameter| (parameter.name.to_owned(), parameter.schema()));
    schema["properties"] = Value::Object(properties.collect());
    let required: Vec<_> = parameters.iter().filter(|it| it.required).map(|it| it.name).collect();
    if !required.is_empty() {
        schema["required"] = Value::from(required);
    }
    schema
}

/// `id` of a symbol or file.
pub(super) const ID: Parameter = Parameter {
    name: "id",
    description: "Id as other tools give it: `path::Name`, `path::Type.member`, or a file's path.",
    required: true,
    accepts: Accepts::Text { min: 1, max: 65_536 },
};

/// `min_tier` of edges.
pub(super) const MIN_TIER: Parameter = Parameter {
    name: "min_tier",
    description: "Weakest proof an edge may have; `ast_inferred` unless given. `text_matched` shows all.",
    required: false,
    accepts: Accepts::Word(|| Tier::ALL.map(Tier::name).to_vec()),
};

/// `exclude_tests`.
pub(super) const EXCLUDE_TESTS: Parameter = Parameter {
    name: "exclude_tests",
    description: "Leaves out edges that come from test code.",
    required: false,
    accepts: Accepts::Flag,
};

/// `limit` of a list, 1..=1000.
pub(super) const fn limit(default: u32, description: &'static str) -> Parameter {
    let accepts = Accepts::Integer { min: 1, max: 1000, default };
    Parameter { name: "limit", description, required: false, accepts }
}

/// Words for kinds of symbols; files are no results of a search.
pub(super) fn symbol_kinds() -> Vec<&'static str> {
    let symbols = SymbolKind::ALL.into_iter().filter(|kind| *kind != SymbolKind::File);
    symbols.map(SymbolKind::name).collect()
}

/// Names of the languages, each once, in alphabetical order.
pub(super) fn language_names() -> Vec<&'static str> {
    let mut names = Language::ALL.map(Language::name).to_vec();
    names.sort_unstable();
    names.dedup();
    names
}
