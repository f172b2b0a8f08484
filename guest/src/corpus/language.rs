//! The languages known, and how a file's language is told from its name and first line.

use serde::{Deserialize, Serialize};

/// A programming language that is indexed. Its grammar and rules are in `syntax/`, one file each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Language {
    /// C, and headers that hold no C++.
    C,
    /// C++.
    Cpp,
    /// Go.
    Go,
    /// Java.
    Java,
    /// JavaScript and JSX.
    JavaScript,
    /// Python.
    Python,
    /// Rust.
    Rust,
    /// TypeScript.
    TypeScript,
    /// TypeScript with JSX; a grammar of its own, one language with TypeScript in every answer.
    Tsx,
}

impl Language {
    /// All languages, in the order of their names.
    pub const ALL: [Self; 9] = [
        Self::C,
        Self::Cpp,
        Self::Go,
        Self::Java,
        Self::JavaScript,
        Self::Python,
        Self::Rust,
        Self::TypeScript,
        Self::Tsx,
    ];

    /// The language after a look at the content.
    #[must_use]
    pub fn refine(self, _path: &str, _bytes: &[u8]) -> Self {
        todo!()
    }

    /// The name in answers and filters: lower case. TSX is `typescript`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::C => "c",
            Self::Cpp => "cpp",
            Self::Go => "go",
            Self::Java => "java",
            Self::JavaScript => "javascript",
            Self::Python => "python",
            Self::Rust => "rust",
            Self::TypeScript | Self::Tsx => "typescript",
        }
    }

    /// Languages whose code calls each other by name belong to one family: C with C++, JavaScript
    /// with TypeScript. Names are never resolved across families.
    #[must_use]
    pub fn family(self) -> Family {
        match self {
            Self::C | Self::Cpp => Family::C,
            Self::Go => Family::Go,
            Self::Java => Family::Java,
            Self::JavaScript | Self::TypeScript | Self::Tsx => Family::EcmaScript,
            Self::Python => Family::Python,
            Self::Rust => Family::Rust,
        }
    }
}

/// A group of languages that share one space of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[expect(missing_docs, reason = "each variant is its language's name")]
pub enum Family {
    C,
    Go,
    Java,
    EcmaScript,
    Python,
    Rust,
}
