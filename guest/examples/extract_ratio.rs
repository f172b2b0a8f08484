//! Prints how long the files of a folder take to parse, and to parse and extract.
//!
//! `cargo run --release -p guest --example extract_ratio FOLDER [EXTENSION]`

use std::path::Path;
use std::time::{Duration, Instant};

use guest::corpus::Language;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let folder = arguments.next().unwrap_or_else(|| ".".to_owned());
    let wanted = arguments.next();
    let mut files = Vec::new();
    collect(Path::new(&folder), wanted.as_deref(), &mut files);
    files.sort();
    let bytes: usize = files.iter().map(|(_, _, source)| source.len()).sum();
    let (mut parse, mut extract) = (Duration::ZERO, Duration::ZERO);
    let (mut symbols, mut references) = (0, 0);
    for (path, language, source) in &files {
        parse += timed(|| guest::syntax::parse_only(*language, source));
        extract += timed(|| {
            let facts = guest::syntax::extract(*language, path, source);
            symbols += facts.symbols.len();
            references += facts.references.len();
        });
    }
    let ratio = extract.as_secs_f64() / parse.as_secs_f64();
    report(&format!(
        "{} files, {bytes} bytes: parse {} ms, parse and extract {} ms, ratio {ratio:.3}; \
         {symbols} symbols, {references} references",
        files.len(),
        parse.as_millis(),
        extract.as_millis(),
    ));
}

#[expect(clippy::print_stdout, reason = "an example prints its result")]
fn report(line: &str) {
    println!("{line}");
}

#[expect(clippy::disallowed_methods, reason = "an example, not part of the measured guest")]
fn timed<T>(work: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    std::hint::black_box(work());
    start.elapsed()
}

#[expect(clippy::disallowed_methods, reason = "an example reads its own input")]
fn collect(folder: &Path, wanted: Option<&str>, files: &mut Vec<(String, Language, Vec<u8>)>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            collect(&path, wanted, files);
        } else if let Some(language) = Language::of_name(&entry.file_name().to_string_lossy())
            && wanted.is_none_or(|wanted| wanted == extension)
        {
            let source = std::fs::read(&path).unwrap_or_default();
            files.push((path.to_string_lossy().into_owned(), language, source));
        }
    }
}
