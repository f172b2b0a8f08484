//! Where results go: checked before anything is measured, so that no run is lost to a typing error.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::cli::{Format, OutputArgs};
use crate::settings::SettingsError;

/// A place that takes a report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Destination {
    /// Standard output.
    Stdout,
    /// A regular file, or nothing yet; replaced whole.
    File(PathBuf),
    /// Something else that exists, such as a pipe or a device; written through.
    Stream(PathBuf),
}

/// Each place with the format that it takes, in the order of writing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Outputs(pub(crate) Vec<(Format, Destination)>);

impl Outputs {
    /// Resolves the options and tries each place.
    ///
    /// # Errors
    /// The `Output…` variants and [`SettingsError::OutDirUnusable`].
    pub(crate) fn from_args(args: &OutputArgs) -> Result<Self, SettingsError> {
        let stdout = PathBuf::from("-");
        let mut wanted = vec![("--out", args.format, args.out.clone().unwrap_or(stdout))];
        wanted.extend(args.csv.clone().map(|path| ("--csv", Format::Csv, path)));
        wanted.extend(args.json.clone().map(|path| ("--json", Format::Json, path)));
        if let Some(folder) = &args.out_dir {
            fs::create_dir_all(folder)
                .map_err(|source| SettingsError::OutDirUnusable { path: folder.clone(), source })?;
            wanted.extend([(Format::Markdown, "md"), (Format::Csv, "csv"), (Format::Json, "json")].map(
                |(format, extension)| ("--out-dir", format, folder.join("result").with_extension(extension)),
            ));
        }
        let mut places: Vec<(&'static str, Destination)> = Vec::with_capacity(wanted.len());
        for (option, _, path) in &wanted {
            let place = probe(option, path)?;
            if let Some((first, _)) = places.iter().find(|(_, other)| *other == place) {
                return Err(SettingsError::OutputsCollide { first, second: option, path: path.clone() });
            }
            places.push((option, place));
        }
        Ok(Self(
            wanted
                .iter()
                .map(|(_, format, _)| *format)
                .zip(places.into_iter().map(|(_, place)| place))
                .collect(),
        ))
    }
}

/// Finds out what is at a path, and whether a report could be written there.
fn probe(option: &'static str, path: &Path) -> Result<Destination, SettingsError> {
    if path == Path::new("-") || path == Path::new("/dev/stdout") {
        return Ok(Destination::Stdout);
    }
    let not_writable = |source| SettingsError::OutputNotWritable { option, path: path.to_owned(), source };
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_dir() => {
            Err(SettingsError::OutputIsAFolder { option, path: path.to_owned() })
        }
        Ok(metadata) if !metadata.is_file() => Ok(Destination::Stream(path.to_owned())),
        Ok(metadata) if metadata.permissions().readonly() => {
            Err(not_writable(io::Error::from(io::ErrorKind::PermissionDenied)))
        }
        // Where the path is a link, the file behind it is replaced, not the link.
        Ok(_) => try_folder(fs::canonicalize(path).map_err(not_writable)?).map_err(not_writable),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let folder = folder_of(path);
            if !folder.is_dir() {
                return Err(SettingsError::OutputFolderMissing { option, path: path.to_owned() });
            }
            let name = path.file_name().ok_or_else(|| not_writable(error))?;
            try_folder(fs::canonicalize(folder).map_err(not_writable)?.join(name)).map_err(not_writable)
        }
        Err(error) => Err(not_writable(error)),
    }
}

/// Makes a temporary file beside the target, as writing will, and drops it.
fn try_folder(file: PathBuf) -> io::Result<Destination> {
    NamedTempFile::new_in(folder_of(&file))?.close()?;
    Ok(Destination::File(file))
}

/// The folder that holds a path's last part.
pub(crate) fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn args() -> OutputArgs {
        OutputArgs { format: Format::Markdown, out: None, csv: None, json: None, out_dir: None }
    }

    fn refusal(args: &OutputArgs) -> String {
        Outputs::from_args(args).expect_err("refused").to_string()
    }

    #[test]
    fn without_options_standard_output_gets_the_format() {
        let outputs = Outputs::from_args(&args()).expect("nothing to refuse");
        assert_eq!(outputs.0, [(Format::Markdown, Destination::Stdout)]);
    }

    #[test]
    fn an_output_folder_is_made_and_gets_every_format() {
        let parent = tempfile::tempdir().expect("temporary folder");
        let folder = parent.path().join("new/results");
        let outputs =
            Outputs::from_args(&OutputArgs { out_dir: Some(folder.clone()), ..args() }).expect("writable");
        let folder = fs::canonicalize(folder).expect("made");
        let file = |name| Destination::File(folder.join(name));
        assert_eq!(
            outputs.0,
            [
                (Format::Markdown, Destination::Stdout),
                (Format::Markdown, file("result.md")),
                (Format::Csv, file("result.csv")),
                (Format::Json, file("result.json")),
            ]
        );
        assert_eq!(fs::read_dir(folder).expect("listed").count(), 0, "probing leaves nothing behind");
    }

    #[test]
    fn refusals_name_the_option_and_the_way_out() {
        let folder = tempfile::tempdir().expect("temporary folder");
        let missing = folder.path().join("no/result.csv");
        assert!(refusal(&OutputArgs { csv: Some(missing), ..args() }).ends_with("create it first"));
        let itself = folder.path().to_owned();
        assert!(refusal(&OutputArgs { json: Some(itself), ..args() }).contains("--json"));
        let one = Some(folder.path().join("one"));
        let both = OutputArgs { csv: one.clone(), json: one, ..args() };
        assert!(refusal(&both).starts_with("--csv and --json both write to"));
        assert!(refusal(&OutputArgs { csv: Some("-".into()), ..args() }).starts_with("--out and --csv"));
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written_through_and_a_link_is_followed() {
        assert_eq!(
            probe("--out", Path::new("/dev/null")).ok(),
            Some(Destination::Stream("/dev/null".into()))
        );
        let folder = tempfile::tempdir().expect("temporary folder");
        let target = fs::canonicalize(folder.path()).expect("exists").join("target");
        fs::write(&target, "old").expect("written");
        let link = folder.path().join("link");
        std::os::unix::fs::symlink(&target, &link).expect("linked");
        assert_eq!(probe("--out", &link).ok(), Some(Destination::File(target)));
    }
}
