//! What the graph has to know of a language's names, as plain data.
//!
//! Each language's file holds its own constant; nothing here looks at syntax.

/// How names of one language are found.
#[derive(Clone, Copy, Debug)]
pub struct NameRules {
    /// Whether members are visible unqualified inside their type: Java and C++, but not Rust or Python.
    pub implicit_this: bool,
    /// Which files share top-level names without importing each other.
    pub package_scope: PackageScope,
    /// Appends the files in which the module `name`, declared or looked for inside the module that is
    /// the file `path`, may be. Best first.
    pub child_modules: fn(path: &str, name: &str, out: &mut Vec<String>),
    /// Whether a call that no scope or import explains may still mean a function of the corpus with
    /// that name: C and C++, whose linker sees no files.
    pub loose_names: bool,
    /// Names of methods of the standard library that are so frequent that a call on an unknown receiver
    /// says nothing about the corpus. Sorted bytewise.
    pub common_methods: &'static [&'static str],
}

/// Which files share top-level names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PackageScope {
    /// Each file stands alone.
    File,
    /// All files of a folder that declare the same package.
    Folder,
    /// All files that declare the same package, wherever they are.
    Declared,
}

/// For languages in which a module holds no modules.
pub(super) fn no_child_modules(_path: &str, _name: &str, _out: &mut Vec<String>) {}
