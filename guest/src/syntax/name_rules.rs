//! How a language's names are seen: plain data that resolution reads, one constant a language.

/// Rules of a language for names.
#[derive(Debug)]
pub struct NameRules {
    /// Members are visible without a receiver inside their type: Java, C++.
    pub implicit_this: bool,
    /// Which files see each other's top-level names without an import.
    pub package_scope: PackageScope,
    /// Appends the paths at which module `name` inside the module of file `path` may be.
    pub child_modules: fn(path: &str, name: &str, out: &mut Vec<String>),
    /// A name that no scope explains may still be the one definition of it in the corpus: C, C++.
    pub loose_names: bool,
    /// Names outside of a module are not visible inside it: Rust.
    pub closed_modules: bool,
    /// Words that stand for modules in paths, where the language has them.
    pub module_keywords: Option<&'static ModuleKeywords>,
    /// Sorted names of methods so common in the standard library that a member of that name on an
    /// unknown receiver proves nothing.
    pub common_methods: &'static [&'static str],
}

/// Words that stand for modules at the head of a path.
#[derive(Debug)]
pub struct ModuleKeywords {
    /// The root of the package: `crate`.
    pub root: &'static str,
    /// The module it is written in: `self`.
    pub here: &'static str,
    /// The module around that: `super`.
    pub parent: &'static str,
    /// What separates the parts of a path: `::`.
    pub separator: &'static str,
}

/// Which files see each other's top-level names without an import.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackageScope {
    /// None: a file is alone.
    File,
    /// Those of the same folder that declare the same package: Go.
    Folder,
    /// Those that declare the same package: Java.
    Declared,
}
