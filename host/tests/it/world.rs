//! Folders with a small component that does what a test tells it, and the options to run it.

use std::fs;
use std::process::Command;

use tempfile::TempDir;

use crate::test_guest::TestGuest;

/// Instructions that end a fire with an answer.
pub(crate) const ANSWER: &str = "(i32.store8 (i32.const 3204) (i32.const 1)) (return (i32.const 3200))";

/// A folder with a component and a corpus beside it.
pub(crate) struct World {
    folder: TempDir,
}

impl World {
    /// A component with two tools. It fires `good!` quickly, and does what it is told for `evil` from the so
    /// many-th fire on: the first one compares answers, the second warms up, the third is a sample.
    pub(crate) fn with_evil_first(instructions: &str, from_fire: u32, iterations: u32) -> Self {
        Self::with_evil(instructions, from_fire, [("evil", 3), ("good!", iterations)])
    }

    /// The same, with `evil` after `good!`.
    pub(crate) fn with_evil_last(instructions: &str, from_fire: u32, iterations: u32) -> Self {
        Self::with_evil(instructions, from_fire, [("good!", iterations), ("evil", 3)])
    }

    fn with_evil(instructions: &str, from_fire: u32, tools: [(&str, u32); 2]) -> Self {
        let tool = |(name, iterations): (&str, u32)| {
            format!(
                "{{\"tool\":\"{name}\",\"iterations\":{iterations},\"warmup\":1,\"skipped\":null,\
                 \"note\":null,\"arguments\":[\"{{}}\"]}}"
            )
        };
        let plan = format!(
            "{{\"tools\":[{},{}],\"targets\":[],\"target_callers\":[],\"queries\":[],\"notes\":[],\
             \"plan_digest\":\"00\"}}",
            tool(tools[0]),
            tool(tools[1])
        );
        // The length of the armed tool's name says which it is.
        let fire = format!(
            "(if (i32.eq (i32.load (i32.const 3300)) (i32.const 4)) (then
               (i32.store (i32.const 3304) (i32.add (i32.const 1) (i32.load (i32.const 3304))))
               (if (i32.ge_u (i32.load (i32.const 3304)) (i32.const {from_fire})) (then {instructions}))))
             {ANSWER}"
        );
        let guest = TestGuest::default()
            .plan(&plan)
            .body("arm", "(i32.store (i32.const 3300) (local.get 1))")
            .body("fire", &fire);
        Self::with(&guest)
    }

    /// A component of the test's own making.
    pub(crate) fn with(guest: &TestGuest) -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        fs::write(folder.path().join("guest.wasm"), guest.build()).expect("written");
        fs::create_dir(folder.path().join("corpus")).expect("made");
        Self { folder }
    }

    /// Puts a pipe into the corpus that nobody ever writes to.
    pub(crate) fn with_pipe(self) -> Self {
        let path = self.folder.path().join("corpus/pipe");
        let made = Command::new("mkfifo").arg(&path).status().expect("a system with `mkfifo`");
        assert!(made.success());
        self
    }

    /// The command line that runs it.
    pub(crate) fn arguments<'a>(&'a self, command: &[&'a str], options: &[&'a str]) -> Vec<String> {
        let path = |name: &str| self.folder.path().join(name).display().to_string();
        let mut arguments: Vec<String> = command.iter().map(|word| (*word).to_owned()).collect();
        arguments.extend(["--no-cache".to_owned(), "--component".to_owned(), path("guest.wasm")]);
        arguments.extend(["--repo".to_owned(), path("corpus")]);
        arguments.extend(options.iter().map(|word| (*word).to_owned()));
        arguments
    }
}

/// Borrows words as arguments.
pub(crate) fn words(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}

/// A row of a report in CSV by its tool: the named columns.
pub(crate) fn row(csv: &str, tool: &str, columns: &[&str]) -> Vec<String> {
    let mut lines = csv.lines();
    let head: Vec<&str> = lines.next().expect("a head").split(',').collect();
    let line = lines.find(|line| line.starts_with(&format!("{tool},"))).expect("a row of the tool");
    // A note may hold commas, in quotes; no column that is asked for comes after it but the last one.
    let fields: Vec<&str> = line.split(',').collect();
    let field = |column: &&str| {
        let index = head.iter().position(|name| name == column).expect("a column");
        let index = if index + 1 == head.len() { fields.len() - 1 } else { index };
        fields[index].to_owned()
    };
    columns.iter().map(field).collect()
}
