//! Commands: which words are calls.

use tree_sitter::Node;

use crate::syntax::bash::names::NAMES;
use crate::syntax::bash::{context, sources};
use crate::syntax::facts::{Expr, LocalSymbol, ReferenceKind, Text};
use crate::syntax::pass::Pass;
use crate::syntax::rule::{Child, Field, Value, child_in};

/// Words that may stand before a command in the text of a handler.
const KEYWORDS: [&str; 12] =
    ["!", "{", "if", "then", "else", "elif", "do", "while", "until", "fi", "done", "esac"];

/// Tells assignments for one command from those that the grammar only puts before it.
pub(super) fn command(pass: &mut Pass<'_>, node: Node<'_>) {
    let assignment = node.named_child(0).filter(|first| first.kind() == "variable_assignment");
    let name = pass.field(node, Field::Name);
    if let (Some(assignment), Some(name)) = (assignment, name)
        && assignment.end_position().row == name.start_position().row
    {
        pass.context |= context::PREFIX;
    }
}

/// Calls the function that the first word names, and those that known commands are given.
pub(super) fn called(pass: &mut Pass<'_>, _: Node<'_>, children: &mut [Child<'_>]) -> Value {
    let name = child_in(children, Field::Name).and_then(|child| child.node.named_child(0));
    let Some(name) = name.filter(|name| matches!(name.kind(), "word" | "string" | "raw_string")) else {
        return Value::NONE;
    };
    let mut arguments =
        children.iter().filter(|child| child.field == Field::Argument).map(|child| child.node);
    match unquoted(pass.bytes(name)) {
        b"source" | b"." => {
            if let Some(file) = arguments.next() {
                sources::source(pass, file);
            }
        }
        b"trap" => handler(pass, arguments),
        b"complete" | b"compgen" => completer(pass, arguments),
        b"time" | b"eval" => call_first(pass, arguments),
        b"run" if pass.path.ends_with(".bats") => call_first(pass, arguments),
        _ => {}
    }
    // The head of a function that is broken further down looks like a command.
    if pass.opened_by(name).is_none() && !is_before_its_function(pass, unquoted(pass.bytes(name))) {
        call(pass, unquoted(pass.bytes(name)), name);
    }
    Value::NONE
}

/// Under which a function is remembered among the names that are assigned, beside variables.
pub(super) fn function_key(pass: &mut Pass<'_>, name: &[u8]) -> (Option<LocalSymbol>, Text) {
    (None, pass.text_of(&[name, b"()"].concat()))
}

/// Whether a command runs with the file before any function could have taken the name of a program or
/// builtin: `cd` on the first lines is not the `cd()` below.
fn is_before_its_function(pass: &mut Pass<'_>, name: &[u8]) -> bool {
    let is_common = str::from_utf8(name).is_ok_and(|name| NAMES.common_names.binary_search(&name).is_ok());
    if !is_common || pass.definition().is_some() || !pass.facts.facts.imports.is_empty() {
        return false;
    }
    let key = function_key(pass, name);
    !pass.assigned.contains_key(&key)
}

/// A word without the quotes around it, or the `\` that keeps it from being an alias.
fn unquoted(word: &[u8]) -> &[u8] {
    let word = word.strip_prefix(b"\\").unwrap_or(word);
    let quoted = |quote: &[u8]| word.strip_prefix(quote).and_then(|rest| rest.strip_suffix(quote));
    quoted(b"\"").or_else(|| quoted(b"'")).unwrap_or(word)
}

/// Calls a function by a name that can be one.
fn call(pass: &mut Pass<'_>, name: &[u8], node: Node<'_>) {
    let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 128 || b"_-.:+@,".contains(byte);
    let starts = name.first().is_some_and(|byte| !matches!(byte, b'-' | b'+'));
    if starts && name.iter().all(is_part) {
        let name = pass.text_of(name);
        let expr = pass.expr(Expr::Name(name));
        pass.refer_at(ReferenceKind::Call, expr, node);
    }
}

/// `time f …`, `run f …`
fn call_first<'t>(pass: &mut Pass<'_>, mut arguments: impl Iterator<Item = Node<'t>>) {
    let first = arguments.find(|argument| !pass.bytes(*argument).starts_with(b"-"));
    if let Some(first) = first.filter(|first| matches!(first.kind(), "word" | "raw_string")) {
        call(pass, unquoted(pass.bytes(first)), first);
    }
}

/// `complete -F f program` has the shell call a function, as `trap` does; the words of
/// `compgen -W '$(f)'` are expanded as if they were not quoted.
fn completer<'t>(pass: &mut Pass<'_>, mut arguments: impl Iterator<Item = Node<'t>>) {
    while let Some(option) = arguments.next() {
        let is_function = match pass.bytes(option) {
            b"-F" => true,
            b"-W" => false,
            _ => continue,
        };
        let Some(argument) = arguments.next() else { return };
        match argument.kind() {
            "word" if is_function => call(pass, pass.bytes(argument), argument),
            "raw_string" if !is_function => call_substituted(pass, argument),
            _ => {}
        }
    }
}

/// Calls what a text has in `$(…)`.
fn call_substituted(pass: &mut Pass<'_>, text: Node<'_>) {
    let bytes = pass.bytes(text);
    for at in memchr::memmem::find_iter(bytes, b"$(") {
        let mut words = bytes[at + 2..].split(|byte| byte.is_ascii_whitespace() || b")';|".contains(byte));
        if let Some(name) = words.find(|word| !word.is_empty()) {
            call(pass, name, text);
        }
    }
}

/// `trap 'f; g' SIGNAL` runs a text, of which the first words are calls.
fn handler<'t>(pass: &mut Pass<'_>, mut arguments: impl Iterator<Item = Node<'t>>) {
    let Some(text) = arguments.find(|argument| pass.bytes(*argument) != b"--") else { return };
    // Only with a signal after it is it what to run.
    if arguments.next().is_none() || !matches!(text.kind(), "word" | "string" | "raw_string") {
        return;
    }
    let run = unquoted(pass.bytes(text));
    for part in run.split(|byte| b";|&\n".contains(byte)) {
        let mut words = part.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        let is_keyword = |word: &&[u8]| KEYWORDS.iter().any(|keyword| keyword.as_bytes() == *word);
        if let Some(name) = words.find(|word| !is_keyword(word)) {
            call(pass, name, text);
        }
    }
}
