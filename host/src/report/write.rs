//! Puts a report where it belongs: files whole or not at all.

use std::fs::OpenOptions;
use std::io::{self, Write as _};
use std::path::Path;

use tempfile::Builder;

use crate::cli::Format;
use crate::report::model::Report;
use crate::report::{ReportError, csv, json, markdown};
use crate::settings::{Destination, Outputs, folder_of};

/// Renders and writes a report to each place. A place that fails does not keep the others from theirs.
///
/// # Errors
/// The first [`ReportError`], after all places were tried.
pub(crate) fn write(report: &Report, outputs: &Outputs) -> Result<(), ReportError> {
    write_each(outputs, |format| render(report, format))
}

/// Renders and writes anything to each place, as [`write()`] does.
///
/// # Errors
/// The first [`ReportError`], after all places were tried.
pub(crate) fn write_each(
    outputs: &Outputs,
    render: impl Fn(Format) -> Result<String, ReportError>,
) -> Result<(), ReportError> {
    let results = outputs.0.iter().map(|(format, place)| {
        let text = render(*format)?;
        put(&text, place)
    });
    let failures: Vec<ReportError> = results.filter_map(Result::err).collect();
    failures.into_iter().next().map_or(Ok(()), Err)
}

/// Renders a report.
///
/// # Errors
/// [`ReportError::NotRendered`].
pub(super) fn render(report: &Report, format: Format) -> Result<String, ReportError> {
    match format {
        Format::Markdown => Ok(markdown::render(report)),
        Format::Csv => csv::render(report),
        Format::Json => json::render(report),
    }
}

/// Writes text to standard output.
///
/// # Errors
/// [`ReportError::NotWritten`] with what the system said.
pub(crate) fn write_out(text: &str) -> Result<(), ReportError> {
    put(text, &Destination::Stdout)
}

fn put(text: &str, place: &Destination) -> Result<(), ReportError> {
    let (path, result) = match place {
        Destination::Stdout => (Path::new("standard output"), to_stdout(text)),
        Destination::Stream(path) => (path.as_path(), through(text, path)),
        Destination::File(path) => (path.as_path(), whole(text, path)),
    };
    result.map_err(|source| ReportError::NotWritten { path: path.to_owned(), source })
}

/// A reader that has seen enough, such as `head`, is no failure.
fn to_stdout(text: &str) -> io::Result<()> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result,
    }
}

fn through(text: &str, path: &Path) -> io::Result<()> {
    OpenOptions::new().write(true).open(path)?.write_all(text.as_bytes())
}

/// Writes beside the file, then renames: a reader sees the old content or the new one.
fn whole(text: &str, path: &Path) -> io::Result<()> {
    let mut builder = Builder::new();
    builder.prefix(".mcp-latency-");
    // Temporary files are private by default; a result is as readable as any other new file.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let mut file = builder.tempfile_in(folder_of(path))?;
    file.write_all(text.as_bytes())?;
    file.persist(path)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("result.md");
        fs::write(&path, "an older and much longer report").expect("written");
        put("new", &Destination::File(path.clone())).expect("written");
        assert_eq!(fs::read_to_string(&path).expect("read"), "new");
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 1);
    }

    #[test]
    fn a_failure_names_the_place_and_leaves_nothing() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let path = folder.path().join("gone/result.md");
        let error = put("new", &Destination::File(path)).expect_err("no such folder");
        assert!(error.to_string().contains("gone/result.md"));
        assert_eq!(fs::read_dir(folder.path()).expect("listed").count(), 0);
    }
}
