//! Ruby.

use crate::syntax::name_rules::{NameRules, PackageScope, no_child_modules};
use crate::syntax::rule::{LanguageSpec, Rule};

/// Ruby, for the walk and the graph.
pub(super) static SPEC: LanguageSpec = LanguageSpec {
    grammar: || tree_sitter_ruby::LANGUAGE.into(),
    rules: &[RULES],
    is_doc: |_| true,
    is_test_path: |_| false,
    names: NameRules {
        implicit_this: false,
        package_scope: PackageScope::File,
        child_modules: no_child_modules,
        loose_names: false,
        separate_functions: false,
        open_types: true,
        closed_modules: false,
        module_keywords: None,
        common_methods: &[],
        common_names: &[],
    },
};

static RULES: &[(&str, Rule)] = &[("comment", Rule::comment())];
