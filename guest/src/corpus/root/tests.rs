use std::fs;

use super::*;
use crate::corpus::test_tree::Tree;

fn range(
    root: &CorpusRoot,
    path: &str,
    stamp: &FileStamp,
    start: u64,
    end: u64,
) -> Result<Vec<u8>, ReadError> {
    let mut out = b"kept ".to_vec();
    let read = root.read_range(path, stamp, start, end, &mut out);
    assert!(out.starts_with(b"kept "));
    assert!(read.is_ok() || out == b"kept ", "an error leaves the buffer as it was");
    read.map(|()| out.split_off(5))
}

#[test]
fn a_file_is_read_whole_up_to_the_limit() {
    let tree = Tree::new().file("d/a.rs", "fn a() {}").file("empty.rs", "");
    let root = tree.root();
    let text = root.read("d/a.rs", 9).expect("nine bytes fit");
    assert_eq!(text.bytes, b"fn a() {}");
    assert_eq!(text.stamp.bytes, 9);
    assert!(root.read("empty.rs", 1).expect("an empty file is a file").bytes.is_empty());
    assert_eq!(root.read("d/a.rs", 8).err(), Some(SkipReason::TooLarge));
    assert_eq!(root.read("d", 8).err(), Some(SkipReason::Unreadable));
    assert_eq!(root.read("d/missing.rs", 8).err(), Some(SkipReason::Unreadable));
}

#[test]
fn a_nul_near_the_start_means_binary() {
    let mut text = vec![b'a'; BINARY_PROBE_BYTES];
    text.push(0);
    let tree = Tree::new().file("late.rs", &text).file("early.rs", &text[1..]);
    assert!(tree.root().read("late.rs", 1 << 20).is_ok());
    assert_eq!(tree.root().read("early.rs", 1 << 20).err(), Some(SkipReason::Binary));
}

#[test]
fn a_range_is_read_from_the_file_that_was_indexed() {
    let tree = Tree::new().file("a.rs", "0123456789");
    let root = tree.root();
    let stamp = root.read("a.rs", 100).expect("it is there").stamp;
    assert_eq!(range(&root, "a.rs", &stamp, 2, 5), Ok(b"234".to_vec()));
    assert_eq!(range(&root, "a.rs", &stamp, 0, 10), Ok(b"0123456789".to_vec()));
    assert_eq!(range(&root, "a.rs", &stamp, 10, 10), Ok(Vec::new()));
    assert_eq!(range(&root, "a.rs", &stamp, 5, 11), Err(ReadError::Changed));

    let other = FileStamp { modified_ns: stamp.modified_ns ^ 1, ..stamp };
    assert_eq!(range(&root, "a.rs", &other, 2, 5), Err(ReadError::Changed));
    fs::write(tree.path("a.rs"), "01234567890").expect("it can be written");
    assert_eq!(range(&root, "a.rs", &stamp, 2, 5), Err(ReadError::Changed));
    fs::remove_file(tree.path("a.rs")).expect("it can be removed");
    assert_eq!(range(&root, "a.rs", &stamp, 2, 5), Err(ReadError::Unreadable));
}

#[test]
fn a_start_says_whether_it_was_cut() {
    let tree = Tree::new().file("a", "0123");
    let start = |limit| tree.root().read_start("a", limit).map(|start| (start.bytes, start.cut));
    assert_eq!(start(3), Ok((b"012".to_vec(), true)));
    assert_eq!(start(4), Ok((b"0123".to_vec(), false)));
}

#[cfg(unix)]
mod unix {
    use std::os::unix::fs::symlink;

    use super::*;

    /// Puts another file of equal size and time where `path` was.
    fn replace_by_twin(tree: &Tree, path: &str) {
        let modified =
            fs::metadata(tree.path(path)).and_then(|metadata| metadata.modified()).expect("it is there");
        let twin = tree.path("twin");
        fs::copy(tree.path(path), &twin).expect("it can be copied");
        let file = fs::File::options().write(true).open(&twin).expect("it is there");
        file.set_modified(modified).expect("ours to set");
        fs::rename(twin, tree.path(path)).expect("it can be moved");
    }

    #[test]
    fn another_file_of_equal_size_and_time_is_noticed() {
        let tree = Tree::new().file("a.rs", "0123");
        let root = tree.root();
        let stamp = root.read("a.rs", 100).expect("it is there").stamp;
        replace_by_twin(&tree, "a.rs");
        assert_eq!(range(&root, "a.rs", &stamp, 0, 4), Err(ReadError::Changed));
    }

    #[test]
    fn no_part_of_a_path_is_followed() {
        let outside = Tree::new().file("d/a.rs", "secret");
        let tree = Tree::new().file("real/d/a.rs", "open");
        symlink(outside.path(""), tree.path("link")).expect("a link can be made");
        symlink(outside.path("d/a.rs"), tree.path("a.rs")).expect("a link can be made");
        let root = tree.root();
        assert_eq!(root.read("a.rs", 100).err(), Some(SkipReason::Symlink));
        assert_eq!(root.read("link/d/a.rs", 100).err(), Some(SkipReason::Unreadable));
        assert_eq!(root.list("link").err(), Some(Failed));
    }

    #[test]
    fn a_range_is_not_read_through_a_link_made_since() {
        let tree = Tree::new().file("d/a.rs", "0123").file("e/a.rs", "0123");
        let root = tree.root();
        let stamp = root.read("d/a.rs", 100).expect("it is there").stamp;
        fs::rename(tree.path("d"), tree.path("moved")).expect("it can be moved");
        symlink("e", tree.path("d")).expect("a link can be made");
        assert_eq!(range(&root, "d/a.rs", &stamp, 0, 4), Err(ReadError::Changed));
        fs::remove_file(tree.path("e/a.rs")).expect("it can be removed");
        symlink("../moved/a.rs", tree.path("e/a.rs")).expect("a link can be made");
        assert_eq!(range(&root, "d/a.rs", &stamp, 0, 4), Err(ReadError::Unreadable));
    }

    #[test]
    fn a_pipe_in_the_place_of_a_file_ends_in_an_error() {
        let tree = Tree::new().file("a.rs", "0123");
        let root = tree.root();
        let stamp = root.read("a.rs", 100).expect("it is there").stamp;
        fs::remove_file(tree.path("a.rs")).expect("it can be removed");
        let made = std::process::Command::new("mkfifo").arg(tree.path("a.rs")).status().expect("mkfifo runs");
        assert!(made.success());
        assert_eq!(root.read("a.rs", 100).err(), Some(SkipReason::SpecialFile));
        assert_eq!(range(&root, "a.rs", &stamp, 0, 4), Err(ReadError::Unreadable));
    }

    /// A file of the kernel's says 0 bytes and yields more: the one kind of growth a test can have
    /// without a race.
    #[test]
    #[cfg(target_os = "linux")]
    fn growth_while_reading_is_noticed() {
        let root = CorpusRoot::open("/proc/self".as_ref()).expect("Linux has it");
        assert_eq!(root.read("status", 1 << 20).err(), Some(SkipReason::ChangedWhileRead));
    }
}
