//! Bash.

use crate::syntax::name_rules::{NameRules, PackageScope, TypeRules, no_child_modules};
use crate::syntax::rule::{LanguageSpec, Rule};

/// Bash, for the walk and the graph.
pub(super) static SPEC: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_bash::LANGUAGE.into(),
    rules: &[RULES],
    is_doc: |_| true,
    is_test_path: |_| false,
    names: NameRules {
        implicit_this: false,
        package_scope: PackageScope::File,
        child_modules: no_child_modules,
        loose_names: false,
        open_types: true,
        closed_modules: false,
        types: TypeRules::COMMON,
        module_keywords: None,
        common_methods: &[],
    },
};

static RULES: &[(&str, Rule)] = &[("comment", Rule::comment())];
