use proptest::prelude::*;

use crate::corpus::Language;
use crate::syntax::extract;
use crate::syntax::render::facts_of;
use crate::syntax::tests::assert_sound;

fn facts(source: &str) -> String {
    facts_of(Language::Bash, "bin/run.sh", source)
}

#[test]
fn functions_and_variables() {
    insta::assert_snapshot!(facts(
        r#"#!/bin/bash
# vim: set ts=2

# Where things are. More.
readonly ROOT="/opt" DEPTH=2
declare -A seen
export REGION="${REGION:-eu}" PLAIN
NAME=x
NAME=y
list+=(a "$NAME")
FOO=1 cmd "$FOO"
(INNER=1)

# Prints it.
# shellcheck disable=SC2034
function show {
  local a=1 b; typeset c; declare -g GLOBAL=1
  echo "$a ${b:-$NAME} ${list[@]} $((DEPTH + a)) $1 $? $later" >"$ROOT/$c"
  NAME=z; b=2
  inner() { show; }
}
other() ( show | while read -r line; do inner "$line"; done )
export -f show
export NAME
later=1
"#
    ), @r"
    constant ROOT 5-5 // Where things are.
    constant DEPTH 5-5
    variable seen 6-6
    variable REGION 7-7 exported
    variable PLAIN 7-7 exported
    variable NAME 8-8 exported
    variable list 10-10
    function show 16-21 exported // Prints it.
    variable GLOBAL 17-17
    function inner 20-20 exported
    function other 22-22 exported
    variable later 25-25
    7: - uses REGION
    9: - uses NAME
    10: - uses NAME
    11: - calls cmd
    11: - uses FOO
    12: - uses INNER
    18: show calls echo
    18: show uses NAME
    18: show uses list
    18: show uses DEPTH
    18: show uses later
    18: show uses ROOT
    19: show uses NAME
    20: inner calls show
    22: other calls show
    22: other calls read
    22: other calls inner
    22: other uses line
    24: - uses NAME
    ");
}

#[test]
fn commands_that_are_calls() {
    insta::assert_snapshot!(facts(
        r#"
f "$(g "`h`")" | i && ! j || { k; } &
if l; then m; elif n; then o; else p; fi
case "$(q)" in r) s ;; *) t ;; esac
while u; do v < <(w); done <<<"$(x)"
trap 'cleanup "$?"; if done_; then after; fi' EXIT; trap on_int INT; trap - HUP; trap -- on_term TERM
complete -o nospace -F _comp cmd; compgen -W '$(words "$1") b' -- "$cur"
time timed; eval evaluated x; \quoted; "string"; 'raw'; $dynamic; ./program; "$a"b
command f; exec f; builtin f; xargs f
[[ -n "$(tested)" && $A == b ]] && [ "$B" ]
cat <<EOF
$C $(here)
EOF
cat <<'EOF'
$(nothing)
EOF
A=1 B=2
C=3 prefixed
"#
    ), @r"
    variable A 17-17
    variable B 17-17
    variable C 18-18
    2: - calls f
    2: - calls g
    2: - calls h
    2: - calls i
    2: - calls j
    2: - calls k
    3: - calls l
    3: - calls m
    3: - calls n
    3: - calls o
    3: - calls p
    4: - calls q
    4: - calls s
    4: - calls t
    5: - calls u
    5: - calls v
    5: - calls w
    5: - calls x
    6: - calls cleanup
    6: - calls done_
    6: - calls after
    6: - calls on_int
    6: - calls on_term
    7: - calls _comp
    7: - calls words
    7: - uses cur
    8: - calls timed
    8: - calls evaluated
    8: - calls quoted
    8: - calls string
    8: - calls raw
    8: - uses dynamic
    8: - uses a
    10: - calls tested
    10: - uses A
    10: - uses B
    12: - uses C
    12: - calls here
    18: - calls prefixed
    ");
}

#[test]
fn sourced_files() {
    insta::assert_snapshot!(facts(
        r#"
source lib/a.sh
. "$(dirname "$0")/../lib/b.sh"
. "${BASH_SOURCE%/*}/c.sh" || exit 1
load() { source "$DIR/lib/d.sh"; }
. /etc/e.sh
. "$f"
source <(g)
"#
    ), @r"
    function load 5-5 exported
    2: import lib/a.sh {*} reexported [bin/lib/a.sh lib/a.sh only …/lib/a.sh]
    3: import ../lib/b.sh {*} reexported [lib/b.sh]
    4: import c.sh {*} reexported [bin/c.sh]
    5: import lib/d.sh {*} reexported [bin/lib/d.sh only …/lib/d.sh]
    6: import /etc/e.sh {*} reexported [etc/e.sh]
    2: - calls source
    3: - calls .
    3: - calls dirname
    4: - calls .
    4: - uses BASH_SOURCE
    4: - calls exit
    5: load calls source
    5: load uses DIR
    6: - calls .
    7: - calls .
    7: - uses f
    8: - calls source
    8: - calls g
    ");
}

#[test]
fn a_program_runs_before_a_function_takes_its_name() {
    insta::assert_snapshot!(facts("cd /\ncd() { builtin cd \"$1\"; }\ncd /tmp\nmain() { date; }\n"), @r"
    function cd 2-2 exported
    function main 4-4 exported
    2: cd calls builtin
    3: - calls cd
    4: main calls date
    ");
}

#[test]
fn a_broken_file_keeps_what_is_whole() {
    insta::assert_snapshot!(facts(
        "\u{feff}# Does.\r\na() {\r\n  b\r\n}\r\n# Breaks.\r\nc() {\r\n  if [[ $x =~ (a\"b ]]; then\r\n}\r\nd() { e; }\r\n# Ends.\r\nf() {\r\n  g \"$(h"
    ), @r"
    function a 2-4 exported
    function c 6-8 exported // Breaks.
    function d 9-9 exported
    function f 11-12 exported // Ends.
    3: a calls b
    7: c uses x
    9: d calls e
    ");
}

#[test]
fn test_code_is_told_by_path() {
    let is_test = |path: &str| extract(Language::Bash, path, b"f() { :; }").symbols[0].is_test;
    for path in ["a/x.bats", "test_a.sh", "a/test-b.sh", "tests/run.sh", "t/t0001-init.sh", "a_test.sh"] {
        assert!(is_test(path), "{path}");
    }
    for path in ["latest.sh", "testing/run.sh", "a/contest.sh"] {
        assert!(!is_test(path), "{path}");
    }
}

#[test]
fn deep_nesting_is_walked_without_recursion() {
    let source = format!("x=$(({}1{}))\n", "(".repeat(100_000), ")".repeat(100_000));
    assert_sound(&extract(Language::Bash, "a.sh", source.as_bytes()));
}

proptest! {
    #[test]
    fn any_tokens_give_sound_facts(tokens in proptest::collection::vec(proptest::sample::select(TOKENS), 0..60)) {
        assert_sound(&extract(Language::Bash, "a.sh", tokens.concat().as_bytes()));
    }
}

const TOKENS: &[&str] = &[
    "f() {",
    "\n}\n",
    "\nf() {\n",
    "function g ",
    "{",
    "}",
    "(",
    ")",
    "\n",
    "; ",
    " | ",
    " && ",
    "$x",
    "${x}",
    "${x[1]}",
    "$(",
    "`",
    "x=1",
    "x+=(a)",
    "local x",
    "export X=1",
    "readonly Y",
    "declare -g Z=1",
    "export -f f",
    "if ",
    "then ",
    "fi ",
    "for i in ",
    "do ",
    "done",
    "case x in ",
    ";;",
    "esac",
    "<<E\n",
    "\nE\n",
    "trap 'a; b' X",
    "complete -F f g",
    "source a.sh",
    ". \"$D/b.sh\"",
    "\"",
    "'",
    "# c\n",
    "[[ ",
    " ]]",
    "((",
    "))",
    "\\",
    "λ",
    " ",
];
