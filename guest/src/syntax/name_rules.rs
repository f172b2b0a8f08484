//! What the graph has to know of a language's names, as plain data.
//!
//! Each language's file holds its own constant; nothing here looks at syntax.

use crate::syntax::structural::Structural;

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
    /// The files that a module of this path, without a leading `./`, may be, best first; `None` where
    /// manifests give modules no names.
    pub module_files: Option<fn(path: &str) -> Vec<String>>,
    /// Whether a name that no scope or import explains may still mean a definition of the corpus with
    /// that name: C and C++, whose linker sees no files; PHP's global namespace; what Bash sources.
    pub loose_names: bool,
    /// Whether functions and variables have names apart, so that a call never means a variable, nor any
    /// other use a function; most calls are then of programs: Bash.
    pub separate_functions: bool,
    /// Whether an instance may have members that its class does not declare, set by other code or
    /// expected of a subclass: Python, JavaScript.
    pub open_types: bool,
    /// Whether names outside of a module are not visible inside it: Rust.
    pub closed_modules: bool,
    /// What modules and types of the language are, beyond the common.
    pub types: TypeRules,
    /// Words that stand for modules at the head of a path, where the language has them.
    pub module_keywords: Option<&'static ModuleKeywords>,
    /// Names of methods of the standard library that are so frequent that a call on an unknown receiver
    /// says nothing about the corpus. Sorted bytewise.
    pub common_methods: &'static [&'static str],
    /// Names that mean something outside of the corpus where no definition is in sight, although
    /// [`NameRules::loose_names`] would connect them: programs, the environment. Sorted bytewise.
    pub common_names: &'static [&'static str],
}

/// How types of one language have members, where it differs from most.
#[derive(Clone, Copy, Debug)]
pub struct TypeRules {
    /// Whether types have names of their own, which no call means: C's tags.
    pub tags: bool,
    /// Whether a module has members as a type has, and types take them in: Ruby.
    pub modules: bool,
    /// Whether members of a type itself and of its instances have names of their own: Ruby.
    pub two_sides: bool,
    /// Whether what a type takes in comes before its base, the last first: Ruby.
    pub mixins_first: bool,
    /// Whether top-level functions are members of every object, and `x.name = …` calls `name=`: Ruby.
    pub objects: bool,
    /// Whether a function elsewhere may be called like a method of a type: C#.
    pub extensions: bool,
    /// How methods are compared, where a type implements an interface by having its methods: Go.
    pub structural: Option<&'static Structural>,
    /// How constructors are told from other members.
    pub constructors: Constructors,
}

/// How constructors are told from other members: those can be named from inside of the type, and overridden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constructors {
    /// Not at all: Python's `__init__`, PHP's `__construct` and Ruby's `initialize` are inherited, overridden
    /// and called as any method is.
    Members,
    /// By the name of their type, which means the type wherever it is written: Java, C++, C#.
    NamedAsType,
    /// By this word: JavaScript's `constructor`.
    Named(&'static str),
}

impl TypeRules {
    /// What most languages have.
    pub const COMMON: Self = Self {
        tags: false,
        modules: false,
        two_sides: false,
        mixins_first: false,
        objects: false,
        extensions: false,
        structural: None,
        constructors: Constructors::Members,
    };
}

/// Words that stand for modules at the head of a path.
#[derive(Clone, Copy, Debug)]
pub struct ModuleKeywords {
    /// The root of the package: `crate`.
    pub root: &'static str,
    /// The module it is written in: `self`.
    pub here: &'static str,
    /// The module around that one: `super`.
    pub parent: &'static str,
    /// What separates the parts of a path: `::`.
    pub separator: &'static str,
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
    /// The same, and the names of the packages around it are visible too: C#'s namespaces.
    Nested,
    /// All files of the language: Ruby.
    Global,
}

/// For languages in which a module holds no modules.
pub(super) fn no_child_modules(_path: &str, _name: &str, _out: &mut Vec<String>) {}
