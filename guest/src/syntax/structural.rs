//! What the graph has to know of a language whose types implement every interface that they have the
//! methods of.

/// How methods of one language are compared.
#[derive(Debug)]
pub struct Structural {
    /// Reads the shown signature of a method into what has to be equal: the types of its parameters and
    /// results. `None` if it cannot be read, or was cut.
    pub shape: fn(signature: &str) -> Option<Vec<ShapePart<'_>>>,
    /// Names and signatures of the methods of an interface that the corpus may lack, by the path of its
    /// package and its name (`fmt.Stringer`), or its name alone if it needs no import. Nothing: not known.
    pub library: fn(interface: &str) -> &'static [(&'static str, &'static str)],
}

/// A piece of a method's type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapePart<'t> {
    /// Text that means the same everywhere.
    Text(&'t str),
    /// A name that means what it means where the method is written.
    Name {
        /// The name of the package before it.
        package: Option<&'t str>,
        /// The name of the type or constant.
        name: &'t str,
    },
}
