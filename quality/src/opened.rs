//! A folder indexed natively, through the calls that the host's native lane makes.

use std::path::Path;

use guest::corpus::CorpusRoot;
use guest::index::{Index, Phase};
use guest::session::{OpenOptions, Session};

/// A folder with its index in memory.
#[derive(Debug)]
pub struct Opened {
    session: Session,
}

/// Why a folder could not be indexed.
#[derive(Debug, thiserror::Error)]
#[error("{folder}: {why}")]
pub struct OpenFailed {
    folder: String,
    why: String,
}

impl Opened {
    /// Indexes a folder with the default options.
    ///
    /// # Errors
    /// [`OpenFailed`] if it is no folder or cannot be listed.
    pub fn index(folder: &Path) -> Result<Self, OpenFailed> {
        let failed = |why: String| OpenFailed { folder: folder.display().to_string(), why };
        let root = CorpusRoot::open(folder).map_err(|error| failed(error.to_string()))?;
        let mut session = Session::default();
        session.open_begin(root, OpenOptions::default()).map_err(|error| failed(error.to_string()))?;
        while session.open_step().map_err(|error| failed(error.to_string()))?.phase != Phase::Ready {}
        Ok(Self { session })
    }

    /// The index.
    ///
    /// # Panics
    /// Never: it was ready when this was made.
    #[must_use]
    pub fn as_index(&self) -> &Index {
        self.session.index().expect("the last step said that it is ready")
    }
}
