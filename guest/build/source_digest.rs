//! The digest of everything the component is compiled from that is in this repository.
//!
//! Shared by the build script, which stamps it into both builds, and by the test that compares it with
//! the committed component. It covers `guest/src` without test files, the guest's manifest and build
//! script, the contract, and of the workspace's manifest the profiles and dependencies.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// What is part of the digest besides the workspace's manifest: files and whole folders.
pub(crate) const SOURCES: [&str; 5] =
    ["guest/Cargo.toml", "guest/build", "guest/build.rs", "guest/src", "wit"];

/// SHA-256 as 64 hex digits over path and text of each source, in the order of their paths.
///
/// # Errors
/// If a source cannot be read.
pub(crate) fn source_digest(workspace: &Path) -> io::Result<String> {
    let mut paths = Vec::new();
    for source in SOURCES {
        collect_files(workspace, source.to_owned(), &mut paths)?;
    }
    paths.sort_unstable();
    let mut all = Vec::new();
    for path in &paths {
        add(&mut all, path, &fs::read(workspace.join(path))?);
    }
    let manifest = fs::read_to_string(workspace.join("Cargo.toml"))?;
    add(&mut all, "Cargo.toml", build_sections(&manifest).as_bytes());
    Ok(sha256_hex(&all))
}

/// SHA-256 of some bytes as 64 hex digits.
pub(crate) fn sha256_hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Lists a file, or all files below a folder, as paths with `/`; leaves test files out.
fn collect_files(workspace: &Path, path: String, files: &mut Vec<String>) -> io::Result<()> {
    let name = path.rsplit('/').next().unwrap_or_default();
    // Hidden files are what editors and test tools leave behind.
    if matches!(name, "tests" | "tests.rs" | "snapshots") || name.starts_with('.') {
        return Ok(());
    }
    let full: PathBuf = workspace.join(&path);
    if !full.is_dir() {
        files.push(path);
        return Ok(());
    }
    for entry in fs::read_dir(full)? {
        let name = entry?.file_name().into_string().map_err(|_| io::ErrorKind::InvalidData)?;
        collect_files(workspace, format!("{path}/{name}"), files)?;
    }
    Ok(())
}

/// Adds one source with its lengths, so that no two lists of sources give the same bytes. Line ends
/// count as `\n`, whatever the checkout made of them.
fn add(all: &mut Vec<u8>, path: &str, text: &[u8]) {
    let mut normal = Vec::with_capacity(text.len());
    for (at, byte) in text.iter().enumerate() {
        if *byte != b'\r' || text.get(at + 1) != Some(&b'\n') {
            normal.push(*byte);
        }
    }
    for part in [path.as_bytes(), &normal] {
        all.extend_from_slice(&(part.len() as u64).to_le_bytes());
        all.extend_from_slice(part);
    }
}

/// The sections of the workspace's manifest that change what is compiled, and how.
fn build_sections(manifest: &str) -> String {
    let mut sections = String::new();
    let mut counts = false;
    for line in manifest.lines() {
        if let Some(header) = line.strip_prefix('[') {
            counts = header.starts_with("profile") || header.starts_with("workspace.dependencies");
        }
        if counts {
            sections.push_str(line);
            sections.push('\n');
        }
    }
    sections
}
