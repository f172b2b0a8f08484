//! Where a Python module may be, told from its dotted name and the importing file's path.

use crate::syntax::place::Place;

/// Top-level names of the standard library. An import of one never means a file deep inside
/// the corpus that happens to have the same name.
const STANDARD_LIBRARY: &str = "
    abc aifc antigravity argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb
    binascii bisect builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop
    collections colorsys compileall concurrent configparser contextlib contextvars copy copyreg
    crypt csv ctypes curses dataclasses datetime dbm decimal difflib dis distutils doctest email
    encodings ensurepip enum errno faulthandler fcntl filecmp fileinput fnmatch fractions ftplib
    functools gc genericpath getopt getpass gettext glob graphlib grp gzip hashlib heapq hmac html
    http idlelib imaplib imghdr imp importlib inspect io ipaddress itertools json keyword lib2to3
    linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib
    msvcrt multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse
    os ossaudiodev pathlib pdb pickle pickletools pipes pkgutil platform plistlib poplib posix
    posixpath pprint profile pstats pty pwd py_compile pyclbr pydoc pydoc_data pyexpat queue quopri
    random re readline reprlib resource rlcompleter runpy sched secrets select selectors shelve
    shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd sqlite3 sre_compile
    sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau symtable
    sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap this threading time
    timeit tkinter token tokenize tomllib trace traceback tracemalloc tty turtle turtledemo types
    typing unicodedata unittest urllib uu uuid venv warnings wave weakref webbrowser winreg winsound
    wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib zoneinfo
";

/// Places of the module that is written with `level` leading dots (0: absolute) before `dotted`,
/// which may be empty, in the file at `path`; best first.
pub(super) fn places(path: &str, level: usize, dotted: &str) -> Vec<Place> {
    let below = dotted.replace('.', "/");
    if level == 0 {
        return absolute(path, &below);
    }
    let mut package = path;
    for _ in 0..level {
        match package.rsplit_once('/') {
            Some((parent, _)) => package = parent,
            None if package.is_empty() => return Vec::new(),
            None => package = "",
        }
    }
    if below.is_empty() {
        return vec![Place::File(join(package, "__init__.py"))];
    }
    module_files(&join(package, &below)).map(Place::File).into()
}

/// Without a package to start from, several segments are telling enough to look for them anywhere;
/// a single one names a file only where an import path usually begins: at the root, in `src`, beside
/// the importer.
fn absolute(path: &str, below: &str) -> Vec<Place> {
    if below.is_empty() {
        return Vec::new();
    }
    let top = below.split('/').next().unwrap_or(below);
    if is_standard(top) {
        return ["", "Lib"]
            .iter()
            .flat_map(|root| module_files(&join(root, below)))
            .map(Place::File)
            .collect();
    }
    if below.contains('/') {
        return module_files(below).map(Place::Suffix).into();
    }
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut places = vec![Place::File(format!("{below}.py"))];
    for root in ["src", "lib", folder] {
        let file = join(root, &format!("{below}.py"));
        if file != path && !root.is_empty() {
            places.push(Place::File(file));
        }
    }
    places.push(Place::Suffix(format!("{below}/__init__.py")));
    places
}

/// Whether the standard library has a top-level module of this name.
fn is_standard(name: &str) -> bool {
    let names = STANDARD_LIBRARY.as_bytes();
    let is_blank = |at: usize| names.get(at).is_some_and(u8::is_ascii_whitespace);
    !name.is_empty()
        && memchr::memmem::find_iter(names, name)
            .any(|start| start > 0 && is_blank(start - 1) && is_blank(start + name.len()))
}

/// The two files that a module or package of this path may be.
fn module_files(stem: &str) -> [String; 2] {
    [format!("{stem}.py"), format!("{stem}/__init__.py")]
}

fn join(folder: &str, below: &str) -> String {
    match (folder.is_empty(), below.is_empty()) {
        (true, _) => below.to_owned(),
        (_, true) => folder.to_owned(),
        _ => format!("{folder}/{below}"),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_standard, places};
    use crate::syntax::place::Place::{File, Suffix};

    fn file(path: &str) -> super::Place {
        File(path.to_owned())
    }

    fn suffix(path: &str) -> super::Place {
        Suffix(path.to_owned())
    }

    #[test]
    fn relative_modules_are_counted_from_the_file() {
        assert_eq!(places("a/b/c.py", 1, "x.y"), [file("a/b/x/y.py"), file("a/b/x/y/__init__.py")]);
        assert_eq!(places("a/b/__init__.py", 2, "x"), [file("a/x.py"), file("a/x/__init__.py")]);
        assert_eq!(places("a/b/c.py", 1, ""), [file("a/b/__init__.py")]);
        assert_eq!(places("c.py", 1, "d"), [file("d.py"), file("d/__init__.py")]);
        assert_eq!(places("c.py", 2, "d"), []);
    }

    #[test]
    fn names_of_the_standard_library_are_whole() {
        assert!(["abc", "json", "zoneinfo"].into_iter().all(is_standard));
        assert!(!["", "jso", "son", "django"].into_iter().any(is_standard));
    }

    #[test]
    fn absolute_modules_are_looked_for_by_suffix() {
        assert_eq!(places("m.py", 0, "a.b"), [suffix("a/b.py"), suffix("a/b/__init__.py")]);
    }

    #[test]
    fn a_single_name_is_no_file_somewhere_deep() {
        assert_eq!(
            places("pkg/redis.py", 0, "redis"),
            [file("redis.py"), file("src/redis.py"), file("lib/redis.py"), suffix("redis/__init__.py")]
        );
        assert_eq!(
            places("django/core/x.py", 0, "json"),
            [file("json.py"), file("json/__init__.py"), file("Lib/json.py"), file("Lib/json/__init__.py")]
        );
    }
}
