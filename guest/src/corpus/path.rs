//! Paths of the corpus as text: `/` between parts, relative, no `.` or `..`.

/// The folder of a path, without a final `/`; empty for the corpus's root.
pub(crate) fn folder(path: &str) -> &str {
    path.rfind('/').map_or("", |at| &path[..at])
}

/// The last part of a path.
pub(crate) fn file_name(path: &str) -> &str {
    path.rfind('/').map_or(path, |at| &path[at + 1..])
}

/// The last part of a path without its last extension.
pub(crate) fn file_stem(path: &str) -> &str {
    let name = file_name(path);
    name.rfind('.').filter(|&at| at > 0).map_or(name, |at| &name[..at])
}

/// Joins a folder and a relative path and resolves `.` and `..`; `None` if that leaves the corpus.
pub(crate) fn join(folder: &str, relative: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in relative.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_paths() {
        assert_eq!((folder("a/b/c.rs"), file_name("a/b/c.rs"), file_stem("a/b/c.rs")), ("a/b", "c.rs", "c"));
        assert_eq!((folder("c"), file_name("c"), file_stem(".hidden")), ("", "c", ".hidden"));
        assert_eq!(join("a/b", "../c/./d"), Some("a/c/d".to_owned()));
        assert_eq!(join("", "x"), Some("x".to_owned()));
        assert_eq!(join("a", "../../x"), None);
    }
}
