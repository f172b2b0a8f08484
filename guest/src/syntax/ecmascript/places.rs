//! Where an ECMAScript module may be, told from its specifier and the importing file's path.

use crate::corpus::path;
use crate::syntax::place::Place;

/// Extensions tried behind a specifier without one, best first.
const EXTENSIONS: [&str; 7] = [".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs"];

/// Extensions of emitted code, and what the source beside it may have.
const EMITTED: [(&str, &[&str]); 4] = [
    (".js", &[".ts", ".tsx", ".d.ts"]),
    (".jsx", &[".tsx"]),
    (".mjs", &[".mts", ".d.mts"]),
    (".cjs", &[".cts", ".d.cts"]),
];

/// Prefixes that configurations commonly map to the source folder.
const ALIASES: [&str; 2] = ["@/", "~/"];

/// Places of the module `specifier`, imported by the file at `importer`; best first. Packages are outside.
pub(super) fn places(importer: &str, specifier: &str) -> Vec<Place> {
    let specifier = specifier.split(['?', '#']).next().unwrap_or(specifier);
    if specifier.starts_with("./") || specifier.starts_with("../") || matches!(specifier, "." | "..") {
        return match path::join(path::folder(importer), specifier) {
            Some(target) => files(&target).into_iter().map(Place::File).collect(),
            None => Vec::new(),
        };
    }
    if let Some(below) = ALIASES.iter().find_map(|alias| specifier.strip_prefix(alias)) {
        let mapped = [format!("src/{below}"), below.to_owned()];
        return mapped.iter().flat_map(|stem| files(stem)).map(Place::Suffix).collect();
    }
    if specifier.starts_with("src/") {
        return files(specifier).into_iter().map(Place::Suffix).collect();
    }
    Vec::new()
}

/// The files that a module of this path may be, best first.
pub(super) fn files(stem: &str) -> Vec<String> {
    let emitted = EMITTED.iter().find_map(|(emitted, sources)| Some((stem.strip_suffix(emitted)?, sources)));
    if let Some((bare, sources)) = emitted {
        let sources = sources.iter().map(|extension| format!("{bare}{extension}"));
        return std::iter::once(stem.to_owned()).chain(sources).collect();
    }
    if EXTENSIONS.iter().any(|extension| stem.ends_with(extension)) {
        return vec![stem.to_owned()];
    }
    let (plain, index) = match stem {
        "" => (None, "index".to_owned()),
        _ => (Some(stem), format!("{stem}/index")),
    };
    let plain = plain.into_iter().flat_map(|stem| EXTENSIONS.iter().map(move |end| format!("{stem}{end}")));
    plain.chain(EXTENSIONS[..5].iter().map(|end| format!("{index}{end}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::places;
    use crate::syntax::place::Place;

    fn texts(path: &str, specifier: &str) -> Vec<String> {
        places(path, specifier)
            .into_iter()
            .map(|place| match place {
                Place::File(path) => path,
                Place::Suffix(path) => format!("*/{path}"),
            })
            .collect()
    }

    #[test]
    fn relative_specifiers_name_files() {
        let found = texts("src/a/b.ts", "../c");
        assert_eq!(found[..4], ["src/c.ts", "src/c.tsx", "src/c.d.ts", "src/c.js"]);
        assert!(found.contains(&"src/c/index.ts".to_owned()));
        assert_eq!(texts("a.js", ".")[0], "index.ts");
        assert!(texts("a.js", "../x").is_empty());
    }

    #[test]
    fn emitted_extensions_lead_to_sources() {
        assert_eq!(texts("a.ts", "./b.js")[..4], ["b.js", "b.ts", "b.tsx", "b.d.ts"]);
        assert_eq!(texts("a.ts", "./b.component")[0], "b.component.ts");
    }

    #[test]
    fn packages_are_outside_and_aliases_inside() {
        assert!(texts("a.ts", "react").is_empty());
        assert!(texts("a.ts", "@scope/pkg").is_empty());
        assert_eq!(texts("a.ts", "@/b")[0], "*/src/b.ts");
        assert_eq!(texts("a.ts", "src/b")[0], "*/src/b.ts");
    }
}
