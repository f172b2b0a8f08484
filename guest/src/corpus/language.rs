//! The languages known, and how a file's language is told from its name and first line.
//!
//! A name decides alone where it can. A file without an extension may say it in its `#!` line, and a
//! `.h` file is C until its text shows C++. No guess is made from anything else: what is generated or
//! vendored is source like any other.

use serde::{Deserialize, Serialize};

/// A programming language that is indexed. Its grammar and rules are in `syntax/`, one file each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// Bash, and the shells whose scripts its grammar reads: sh, dash, ksh.
    Bash,
    /// C, and headers that hold no C++.
    C,
    /// C++.
    Cpp,
    /// C#.
    CSharp,
    /// Go.
    Go,
    /// Java.
    Java,
    /// JavaScript and JSX.
    JavaScript,
    /// PHP, with the HTML around it.
    Php,
    /// Python.
    Python,
    /// Ruby.
    Ruby,
    /// Rust.
    Rust,
    /// TypeScript.
    TypeScript,
    /// TypeScript with JSX; a grammar of its own, one language with TypeScript in every answer.
    Tsx,
}

impl Language {
    /// All languages, in the order of their names.
    pub const ALL: [Self; 13] = [
        Self::Bash,
        Self::C,
        Self::Cpp,
        Self::CSharp,
        Self::Go,
        Self::Java,
        Self::JavaScript,
        Self::Php,
        Self::Python,
        Self::Ruby,
        Self::Rust,
        Self::TypeScript,
        Self::Tsx,
    ];

    /// The name in answers and filters: lower case. TSX is `typescript`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Bash => "bash",
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::CSharp => "csharp",
            Self::Go => "go",
            Self::Java => "java",
            Self::JavaScript => "javascript",
            Self::Php => "php",
            Self::Python => "python",
            Self::Ruby => "ruby",
            Self::Rust => "rust",
            Self::TypeScript | Self::Tsx => "typescript",
        }
    }

    /// Tells the language from a file's name without folders: by whole name, then by extension.
    /// `.h` is C here; see [`Language::refine`].
    #[must_use]
    pub fn of_name(name: &str) -> Option<Self> {
        let whole = match name {
            ".bashrc" | ".bash_aliases" | ".bash_login" | ".bash_logout" | ".bash_profile" | ".profile" => {
                Some(Self::Bash)
            }
            "SConstruct" | "SConscript" | "wscript" => Some(Self::Python),
            "Rakefile" | "Gemfile" | "Guardfile" | "Vagrantfile" | "Capfile" | "Podfile" | "Fastfile"
            | "Brewfile" => Some(Self::Ruby),
            _ => None,
        };
        if whole.is_some() {
            return whole;
        }
        let (stem, extension) = name.rsplit_once('.')?;
        if stem.is_empty() {
            return None;
        }
        Some(match extension {
            "sh" | "bash" | "bats" | "ksh" => Self::Bash,
            "c" | "h" => Self::C,
            "cc" | "cpp" | "cxx" | "c++" | "C" | "hh" | "hpp" | "hxx" | "h++" | "H" | "inl" | "ipp"
            | "tpp" => Self::Cpp,
            "cs" | "csx" => Self::CSharp,
            "go" => Self::Go,
            "java" => Self::Java,
            "js" | "jsx" | "mjs" | "cjs" => Self::JavaScript,
            "php" | "phtml" | "php3" | "php4" | "php5" | "php7" | "php8" => Self::Php,
            "py" | "pyi" | "pyw" => Self::Python,
            "rb" | "rake" | "gemspec" | "ru" | "rbw" | "podspec" => Self::Ruby,
            "rs" => Self::Rust,
            "ts" | "mts" | "cts" => Self::TypeScript,
            "tsx" => Self::Tsx,
            _ => return None,
        })
    }

    /// Tells the language from a file's first bytes if they are a `#!` line: the interpreter's name,
    /// or its argument where the interpreter is `env`. Files that shells source have none, but may tell
    /// editors that they are a `shell-script`.
    #[must_use]
    pub fn of_first_line(bytes: &[u8]) -> Option<Self> {
        let line = bytes.split(|byte| *byte == b'\n').next()?;
        let Some(line) = line.strip_prefix(b"#!") else {
            let is_shell = line.starts_with(b"#") && memchr::memmem::find(line, SHELL_MODE).is_some();
            return is_shell.then_some(Self::Bash);
        };
        let mut words = line
            .split(u8::is_ascii_whitespace)
            .filter(|word| !word.is_empty())
            .map(|word| word.rsplit(|byte| *byte == b'/').next().unwrap_or(word));
        let mut program = words.next()?;
        if program == b"env" {
            program = words.find(|word| !word.starts_with(b"-") && !word.contains(&b'='))?;
        }
        let versionless = program.iter().rposition(|byte| !matches!(byte, b'0'..=b'9' | b'.'))?;
        match &program[..=versionless] {
            b"bash" | b"sh" | b"dash" | b"ash" | b"ksh" | b"mksh" | b"bats" => Some(Self::Bash),
            b"php" => Some(Self::Php),
            b"python" | b"pypy" => Some(Self::Python),
            b"ruby" | b"jruby" | b"rake" => Some(Self::Ruby),
            b"node" | b"nodejs" => Some(Self::JavaScript),
            b"ts-node" | b"tsx" | b"deno" | b"bun" => Some(Self::TypeScript),
            _ => None,
        }
    }

    /// Decides between C and C++ for a `.h` file, told as C by its name, from its text; any other
    /// file keeps its language. Called once the file is read.
    #[must_use]
    pub fn refine(self, path: &str, bytes: &[u8]) -> Self {
        let is_open = self == Self::C && path.ends_with(".h");
        if is_open && shows_cpp(&bytes[..bytes.len().min(REFINE_BYTES)]) { Self::Cpp } else { self }
    }

    /// Languages whose code calls each other by name belong to one family: C with C++, JavaScript
    /// with TypeScript. Names are never resolved across families.
    #[must_use]
    pub fn family(self) -> Family {
        match self {
            Self::Bash => Family::Bash,
            Self::C | Self::Cpp => Family::C,
            Self::CSharp => Family::CSharp,
            Self::Go => Family::Go,
            Self::Java => Family::Java,
            Self::JavaScript | Self::TypeScript | Self::Tsx => Family::EcmaScript,
            Self::Php => Family::Php,
            Self::Python => Family::Python,
            Self::Ruby => Family::Ruby,
            Self::Rust => Family::Rust,
        }
    }
}

/// What a first line says to editors of a file that a shell reads.
const SHELL_MODE: &[u8] = b"-*- shell-script -*-";

/// Bytes at a header's start in which C++ has to show.
const REFINE_BYTES: usize = 64 << 10;

/// Whether a line begins as it does in C++ and never in C. Comments are passed over; so is what is
/// under `#ifdef __cplusplus`, since C headers greet C++ there.
fn shows_cpp(bytes: &[u8]) -> bool {
    let mut in_comment = false;
    let mut guards = 0_u32;
    for line in bytes.split(|byte| *byte == b'\n') {
        let line = line.trim_ascii();
        if in_comment || line.starts_with(b"/*") {
            in_comment = memchr::memmem::find(line, b"*/").is_none();
        } else if let Some(directive) = line.strip_prefix(b"#") {
            let directive = directive.trim_ascii_start();
            if guards > 0 {
                if directive.starts_with(b"if") {
                    guards += 1;
                } else if directive.starts_with(b"endif") || (guards == 1 && directive.starts_with(b"el")) {
                    guards -= 1;
                }
            } else if directive.starts_with(b"if")
                && memchr::memmem::find(directive, b"__cplusplus").is_some()
            {
                guards = 1;
            } else if is_extensionless_include(directive) {
                return true;
            }
        } else if guards == 0 && is_cpp_line(line) {
            return true;
        }
    }
    false
}

/// Whether a directive includes a header of the C++ library: `#include <vector>`.
fn is_extensionless_include(directive: &[u8]) -> bool {
    let Some(rest) = directive.strip_prefix(b"include") else { return false };
    let Some(name) = rest.trim_ascii_start().strip_prefix(b"<") else { return false };
    let name = name.split(|byte| *byte == b'>').next().unwrap_or_default();
    !name.is_empty() && name.iter().all(|byte| byte.is_ascii_lowercase() || *byte == b'_')
}

fn is_cpp_line(line: &[u8]) -> bool {
    const STARTS: [&[u8]; 14] = [
        b"class ",
        b"namespace ",
        b"template<",
        b"template <",
        b"using ",
        b"public:",
        b"private:",
        b"protected:",
        b"virtual ",
        b"explicit ",
        b"friend ",
        b"constexpr ",
        b"enum class ",
        b"inline namespace ",
    ];
    STARTS.iter().any(|start| line.starts_with(start))
}

/// A group of languages that share one space of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each variant is its language's name")]
pub enum Family {
    Bash,
    C,
    CSharp,
    Go,
    Java,
    EcmaScript,
    Php,
    Python,
    Ruby,
    Rust,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_decide() {
        let cases = [
            ("a.rs", Some(Language::Rust)),
            ("a.test.tsx", Some(Language::Tsx)),
            ("a.d.ts", Some(Language::TypeScript)),
            ("a.h", Some(Language::C)),
            ("a.H", Some(Language::Cpp)),
            ("SConstruct", Some(Language::Python)),
            ("Rakefile", Some(Language::Ruby)),
            (".bashrc", Some(Language::Bash)),
            ("a.cs", Some(Language::CSharp)),
            ("index.php", Some(Language::Php)),
            (".py", None),
            ("py", None),
            ("a.py~", None),
            ("a.", None),
            ("", None),
        ];
        for (name, language) in cases {
            assert_eq!(Language::of_name(name), language, "{name}");
        }
    }

    #[test]
    fn first_lines_name_an_interpreter() {
        let cases: [(&[u8], Option<Language>); 12] = [
            (b"#!/usr/bin/python3.11\nimport os", Some(Language::Python)),
            (b"#! /usr/bin/env -S python -u\n", Some(Language::Python)),
            (b"#!/usr/bin/env PYTHONPATH=x python3", Some(Language::Python)),
            (b"#!/usr/bin/env node\r\n", Some(Language::JavaScript)),
            (b"#!/usr/bin/env ts-node", Some(Language::TypeScript)),
            (b"#!/bin/sh\npython", Some(Language::Bash)),
            (b"#!/usr/bin/env ruby\n", Some(Language::Ruby)),
            (b"#!/usr/bin/awk -f\n", None),
            (b"# f(1) completion  -*- shell-script -*-\n", Some(Language::Bash)),
            (b"#!\n", None),
            (b"#!/usr/bin/123", None),
            (b"", None),
        ];
        for (bytes, language) in cases {
            assert_eq!(Language::of_first_line(bytes), language, "{}", bytes.escape_ascii());
        }
    }

    #[test]
    fn a_header_is_c_until_it_shows_cpp() {
        let c: [&[u8]; 5] = [
            b"",
            b"#include <stdio.h>\nint f(void);\n",
            b"#ifdef __cplusplus\nextern \"C\" {\n#if 1\nclass X;\n#endif\nnamespace n {}\n#endif\nint f(void);\n",
            b"/* class A is\nclass B\n*/\nstruct s { int class_; };\n",
            b"// class A\n",
        ];
        for text in c {
            assert_eq!(Language::C.refine("x/a.h", text), Language::C, "{}", text.escape_ascii());
        }
        let cpp: [&[u8]; 4] = [
            b"#include <vector>\n",
            b"#pragma once\n  class A {\n",
            b"#ifdef __cplusplus\n#else\n#endif\ntemplate <class T> struct A;\n",
            b"#if 0\n#endif\nnamespace a {",
        ];
        for text in cpp {
            assert_eq!(Language::C.refine("a.h", text), Language::Cpp, "{}", text.escape_ascii());
        }
        assert_eq!(Language::C.refine("a.c", cpp[0]), Language::C);
        assert_eq!(Language::Python.refine("a.h", cpp[0]), Language::Python);
    }
}
