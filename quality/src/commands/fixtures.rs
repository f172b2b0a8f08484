//! `quality fixtures`: a table of scores, and each difference as a line.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};
use quality::fixture::{check_language, failures, render_table};

use crate::cli::FixturesArgs;
use crate::commands::write_json;

pub(super) fn run(args: &FixturesArgs) -> Result<ExitCode> {
    let mut reports = Vec::new();
    let mut differences = String::new();
    for folder in language_folders(args)? {
        let report = check_language(&folder).with_context(|| folder.display().to_string())?;
        differences.push_str(&failures(&folder.display().to_string(), &report));
        reports.push(report);
    }
    let mut out = std::io::stdout().lock();
    writeln!(out, "{}{differences}", render_table(&reports)).context("standard output")?;
    if let Some(path) = &args.json {
        write_json(path, &reports)?;
    }
    Ok(if differences.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The folders to check, in the order of their names.
fn language_folders(args: &FixturesArgs) -> Result<Vec<PathBuf>> {
    let mut folders = list_folders(&args.folder).with_context(|| {
        format!("{}: no folder of fixtures; give it with --folder", args.folder.display())
    })?;
    folders.sort();
    let named = |folder: &PathBuf, name: &String| folder.file_name().is_some_and(|it| it == name.as_str());
    for language in &args.languages {
        let known = folders.iter().any(|folder| named(folder, language));
        ensure!(known, "{language}: no such folder in {}", args.folder.display());
    }
    if !args.languages.is_empty() {
        folders.retain(|folder| args.languages.iter().any(|language| named(folder, language)));
    }
    ensure!(!folders.is_empty(), "{}: has no folder in it", args.folder.display());
    Ok(folders)
}

fn list_folders(folder: &Path) -> std::io::Result<Vec<PathBuf>> {
    let mut folders = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            folders.push(path);
        }
    }
    Ok(folders)
}
