//! Small corpora, made afresh for each test.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

/// A folder with these files.
pub(crate) fn corpus(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (path, text) in files {
        let path = folder.path().join(path);
        fs::create_dir_all(path.parent().unwrap_or(Path::new("."))).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    folder
}

/// Three languages with calls, imports, a test and text that is no ASCII.
pub(crate) fn three_languages() -> TempDir {
    corpus(&[
        (
            "src/lib.rs",
            "//! Shapes.\nmod area;\npub use area::area;\n\n/// Doubles – carefully.\npub fn double(n: u32) -> u32 {\n    n * 2\n}\n\n\
             pub fn quadruple(n: u32) -> u32 {\n    double(double(n))\n}\n\n#[test]\nfn doubles() {\n    assert_eq!(double(2), 4);\n}\n",
        ),
        (
            "src/area.rs",
            "use crate::double;\n\npub fn area(side: u32) -> u32 {\n    double(side) * side\n}\n",
        ),
        (
            "tools/report.py",
            "import json\n\nclass Report:\n    def render(self):\n        return json.dumps(self.rows())\n\n    def rows(self):\n        return []\n\n\
             def main():\n    print(Report().render())\n",
        ),
        (
            "web/app.js",
            "export function parseHTTPResponse(text) {\n  return JSON.parse(text);\n}\n\nexport function load(text) {\n  return parseHTTPResponse(text);\n}\n",
        ),
        ("README.md", "# Not a language\n"),
    ])
}
