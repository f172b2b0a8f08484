//! In what kind of code a difference stands: the heading that misses and inventions are listed under.

use crate::scip::convention::Use;
use crate::scip::symbol::Class;

/// A heading such as `callable, call of a member of a call's result`.
pub(super) fn describe(class: Class, used: &Use<'_>) -> String {
    if used.is_in_import() {
        return format!("{}, in an import", class.name());
    }
    let how = if used.is_call() { "call of " } else { "" };
    format!("{}, {how}{}", class.name(), describe_base(used.place.before))
}

/// What stands before a name.
fn describe_base(before: &str) -> String {
    let before = before.trim_end();
    if let Some(base) = before.strip_suffix("?.").or_else(|| before.strip_suffix('.')) {
        return format!("a member of {}", describe_receiver(base));
    }
    if let Some(base) = before.strip_suffix("::") {
        let is_type = last_name(base).starts_with(char::is_uppercase) || base.ends_with('>');
        return format!("a path below a {}", if is_type { "type" } else { "module" });
    }
    let line_start = if before.is_empty() { " at the line's start" } else { "" };
    format!("a bare name{line_start}")
}

fn describe_receiver(base: &str) -> &'static str {
    let base = base.trim_end();
    match base.chars().next_back() {
        None => "what the line before ends with",
        Some(')') => "a call's result",
        Some(']') => "an element or a literal",
        Some('?' | '!') => "an unwrapped value",
        Some('"' | '\'' | '`') => "a literal",
        Some('}' | '>') => "an expression in brackets",
        Some(_) => describe_named_receiver(base),
    }
}

fn describe_named_receiver(base: &str) -> &'static str {
    let name = last_name(base);
    let rest = base[..base.len() - name.len()].trim_end();
    if matches!(name, "self" | "this" | "cls" | "super") {
        return "self";
    }
    match rest.strip_suffix('.').or_else(|| rest.strip_suffix("->")) {
        Some(owner) if matches!(last_name(owner), "self" | "this") => "a field of self",
        Some(_) => "a field of something else",
        None if name.starts_with(char::is_uppercase) => "a type or constant",
        None => "a variable or module",
    }
}

/// The name that a text ends with.
fn last_name(text: &str) -> &str {
    let is_part = |character: char| character.is_alphanumeric() || matches!(character, '_' | '$');
    let start = text.trim_end_matches(is_part).len();
    &text[start..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_before_a_name_is_told_apart() {
        let cases = [
            ("self.", "a member of self"),
            ("x = self.store.", "a member of a field of self"),
            ("a.b.", "a member of a field of something else"),
            ("f(x, value.", "a member of a variable or module"),
            ("Node.", "a member of a type or constant"),
            ("make()?.", "a member of a call's result"),
            ("    .", "a member of what the line before ends with"),
            ("std::fs::", "a path below a module"),
            ("Vec::<u8>::", "a path below a type"),
            ("let x = ", "a bare name"),
            ("    ", "a bare name at the line's start"),
        ];
        for (before, said) in cases {
            assert_eq!(describe_base(before), said, "{before}");
        }
    }
}
