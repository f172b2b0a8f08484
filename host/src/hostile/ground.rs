//! Where an attack takes place: a temporary folder with a corpus, and outside of it a canary that no
//! answer may contain and nothing may change.
//!
//! It is taken down whatever is in it: folders that nobody may enter, paths longer than the system takes.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use tempfile::TempDir;

/// Name of a function that every corpus defines: if a search finds it, the index works.
pub(super) const WITNESS: &str = "witness_of_the_corpus";
/// Name of a function that every bait defines.
pub(super) const BAIT: &str = "bait_of_the_attack";
/// Name of a function that only the file outside defines.
pub(super) const CANARY: &str = "canary_outside_the_corpus";
/// What that function returns.
pub(super) const SECRET: &str = "nobody-may-read-this";

/// Why an attack could not be built.
#[derive(Debug, thiserror::Error)]
pub(crate) enum NotTried {
    /// The system did not let this user make what it takes.
    #[error("{0}")]
    Needs(&'static str),
    /// Anything else the system said.
    #[error("the tree cannot be built")]
    Io(#[from] io::Error),
}

/// The place of one attack.
#[derive(Debug)]
pub(crate) struct Ground {
    folder: TempDir,
    baits: AtomicU64,
}

impl Ground {
    /// Makes one in a temporary folder, with the witness and the canary.
    pub(super) fn new() -> io::Result<Self> {
        let folder = tempfile::Builder::new().prefix("mcp-latency-attack-").tempdir()?;
        let ground = Self { folder, baits: AtomicU64::new(0) };
        fs::create_dir(ground.corpus())?;
        fs::create_dir(ground.outside())?;
        fs::write(ground.corpus().join("witness.py"), format!("def {WITNESS}():\n    return 1\n"))?;
        fs::write(ground.canary(), format!("def {CANARY}():\n    return \"{SECRET}\"\n"))?;
        Ok(ground)
    }

    /// The folder that the sandbox gets.
    pub(super) fn corpus(&self) -> PathBuf {
        self.folder.path().join("corpus")
    }

    /// The folder beside it.
    pub(super) fn outside(&self) -> PathBuf {
        self.folder.path().join("outside")
    }

    /// The file in there.
    pub(super) fn canary(&self) -> PathBuf {
        self.outside().join("canary.py")
    }

    /// Entries of the corpus that are expected to be skipped.
    pub(super) fn baits(&self) -> u64 {
        self.baits.load(Ordering::SeqCst)
    }

    /// A path in the corpus, counted as a bait.
    pub(super) fn bait(&self, name: impl AsRef<Path>) -> PathBuf {
        self.baits.fetch_add(1, Ordering::SeqCst);
        self.corpus().join(name)
    }

    /// Writes a file in the corpus, with the folders above it.
    pub(super) fn write(&self, name: impl AsRef<Path>, content: impl AsRef<[u8]>) -> io::Result<()> {
        let path = self.corpus().join(name);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, content)
    }

    /// Makes a link in the corpus, counted as a bait.
    pub(super) fn link(&self, target: impl AsRef<Path>, name: &str) -> io::Result<()> {
        symlink(target.as_ref(), &self.bait(name))
    }

    /// Makes a named pipe in the corpus, counted as a bait.
    pub(super) fn fifo(&self, name: &str) -> Result<(), NotTried> {
        system::fifo(&self.bait(name))
    }

    /// Makes a socket in the corpus, counted as a bait.
    pub(super) fn socket(&self, name: &str) -> Result<(), NotTried> {
        system::socket(&self.bait(name))
    }

    /// Makes a device in the corpus that gives zeros for ever, counted as a bait.
    pub(super) fn endless_device(&self, name: &str) -> Result<(), NotTried> {
        system::endless_device(&self.bait(name))
    }

    /// Makes a file in the corpus that is so long and takes no room.
    pub(super) fn sparse(&self, path: &Path, bytes: u64) -> Result<(), NotTried> {
        let set = File::create(path)?.set_len(bytes);
        set.map_err(|_| NotTried::Needs("needs a file system with files of this size"))
    }

    /// Takes all permissions from an entry.
    pub(super) fn close(&self, path: &Path) -> Result<(), NotTried> {
        system::set_mode(path, 0)?;
        let opens_anyway = if path.is_dir() { fs::read_dir(path).is_ok() } else { File::open(path).is_ok() };
        if opens_anyway { Err(NotTried::Needs("needs a user whom permissions stop")) } else { Ok(()) }
    }

    /// Folders inside each other, all of one name but the outermost; built from the inside out so that no
    /// path gets long.
    pub(super) fn nest(&self, outermost: &str, name: &str, levels: u32) -> io::Result<()> {
        let [top, next] = [outermost, "next"].map(|name| self.corpus().join(name));
        fs::create_dir(&top)?;
        for _ in 1..levels {
            fs::create_dir(&next)?;
            fs::rename(&top, next.join(name))?;
            fs::rename(&next, &top)?;
        }
        Ok(())
    }
}

impl Drop for Ground {
    fn drop(&mut self) {
        // What is left over lies in the temporary folder, and a drop has nobody to tell.
        let _ = take_down(self.folder.path());
    }
}

/// Empties a folder however deep it is: folders are moved up before they are emptied, so that no path
/// gets long, nothing recurses, and one folder is open at a time.
fn take_down(top: &Path) -> io::Result<()> {
    let mut moved = 0_u64;
    let mut pending = vec![top.to_owned()];
    while let Some(folder) = pending.pop() {
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            if !entry.file_type()?.is_dir() {
                fs::remove_file(entry.path())?;
                continue;
            }
            // A folder can only be moved or emptied by who may write to it.
            system::set_mode(&entry.path(), 0o700)?;
            let path = if folder == top {
                entry.path()
            } else {
                moved += 1;
                let path = top.join(format!("moved-{moved}"));
                fs::rename(entry.path(), &path)?;
                path
            };
            pending.push(path);
        }
        if folder != top {
            fs::remove_dir(&folder)?;
        }
    }
    Ok(())
}

/// Makes a symbolic link, anywhere.
pub(super) fn symlink(target: &Path, path: &Path) -> io::Result<()> {
    system::symlink(target, path)
}

/// Makes a named pipe, anywhere.
pub(super) fn fifo(path: &Path) -> Result<(), NotTried> {
    system::fifo(path)
}

/// What only some systems have.
#[cfg(unix)]
mod system {
    use std::fs::{self, Permissions};
    use std::io;
    use std::os::unix::fs::{PermissionsExt as _, symlink as make_symlink};
    use std::os::unix::net::UnixListener;
    use std::path::Path;

    use rustix::fs::{CWD, FileType, Mode, makedev, mknodat};

    use super::NotTried;

    pub(super) fn symlink(target: &Path, path: &Path) -> io::Result<()> {
        make_symlink(target, path)
    }

    pub(super) fn fifo(path: &Path) -> Result<(), NotTried> {
        mknodat(CWD, path, FileType::Fifo, Mode::from_raw_mode(0o600), 0)
            .map_err(|_| NotTried::Needs("needs a file system with pipes"))
    }

    pub(super) fn socket(path: &Path) -> Result<(), NotTried> {
        let bound = UnixListener::bind(path);
        bound.map(drop).map_err(|_| NotTried::Needs("needs a file system with sockets, and a short path"))
    }

    /// The device that `/dev/zero` is on Linux.
    pub(super) fn endless_device(path: &Path) -> Result<(), NotTried> {
        mknodat(CWD, path, FileType::CharacterDevice, Mode::from_raw_mode(0o600), makedev(1, 5))
            .map_err(|_| NotTried::Needs("needs the privilege to make devices"))
    }

    pub(super) fn set_mode(path: &Path, mode: u32) -> io::Result<()> {
        fs::set_permissions(path, Permissions::from_mode(mode))
    }
}

/// What only some systems have: not here.
#[cfg(not(unix))]
mod system {
    use std::io;
    use std::path::Path;

    use super::NotTried;

    const NEEDS_UNIX: NotTried = NotTried::Needs("needs a Unix system");

    pub(super) fn symlink(_target: &Path, _path: &Path) -> io::Result<()> {
        Err(io::ErrorKind::Unsupported.into())
    }

    pub(super) fn fifo(_path: &Path) -> Result<(), NotTried> {
        Err(NEEDS_UNIX)
    }

    pub(super) fn socket(_path: &Path) -> Result<(), NotTried> {
        Err(NEEDS_UNIX)
    }

    pub(super) fn endless_device(_path: &Path) -> Result<(), NotTried> {
        Err(NEEDS_UNIX)
    }

    pub(super) fn set_mode(_path: &Path, _mode: u32) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_is_left_whatever_was_built() {
        let ground = Ground::new().expect("a temporary folder");
        let top = ground.folder.path().to_owned();
        ground.nest("deep", &"d".repeat(200), 500).expect("built");
        ground.write("closed/inside/file", "").expect("built");
        // Who may do anything is not stopped by this, and takes it down all the same.
        let _ = ground.close(&ground.corpus().join("closed/inside"));
        let _ = ground.close(&ground.corpus().join("closed"));
        drop(ground);
        assert!(!top.exists());
    }
}
