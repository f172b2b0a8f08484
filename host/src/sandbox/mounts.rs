//! The folder that a guest sees: checked before anything is compiled, so that a slip costs no time.

use std::fs;
use std::io::ErrorKind;
use std::path::Path;

use crate::lane::LaneError;
use crate::sandbox::fault::one_line;

/// Checks that a corpus is a folder that can be listed.
///
/// # Errors
/// [`LaneError::Corpus`] with one line that says what is wrong.
pub(crate) fn check_corpus(root: &Path) -> Result<(), LaneError> {
    let shown = one_line(&root.display().to_string());
    let failed = |what: String| Err(LaneError::Corpus(what));
    match fs::metadata(root) {
        Ok(metadata) if metadata.is_dir() => {}
        Ok(_) => return failed(format!("the corpus `{shown}` is not a folder")),
        Err(error) if error.kind() == ErrorKind::NotFound => {
            return failed(format!("the corpus folder `{shown}` does not exist"));
        }
        Err(error) => {
            return failed(format!("the corpus folder `{shown}` cannot be reached: {}", error.kind()));
        }
    }
    match fs::read_dir(root) {
        Ok(_) => Ok(()),
        Err(error) => failed(format!("the corpus folder `{shown}` cannot be listed: {}", error.kind())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(root: &Path) -> String {
        check_corpus(root).expect_err("not a usable folder").to_string()
    }

    #[test]
    fn each_refusal_says_why() {
        let folder = tempfile::tempdir().expect("a folder");
        assert!(check_corpus(folder.path()).is_ok());
        assert!(refusal(&folder.path().join("gone")).ends_with("gone` does not exist"));
        let file = folder.path().join("file");
        fs::write(&file, "").expect("a file");
        assert!(refusal(&file).ends_with("file` is not a folder"));
        assert!(refusal(&file.join("below")).contains("cannot be reached: "));
    }

    #[test]
    fn a_hostile_name_stays_on_its_line() {
        let text = refusal(Path::new("no\nsuch\u{1b}[31m"));
        assert!(!text.chars().any(char::is_control), "{text:?}");
    }
}
