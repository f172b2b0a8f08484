//! Small components of the benchmark's world, made for one test each: every export answers with zeros
//! and empty lists unless a test gives it other instructions. The integration tests use it too.

/// Exports of the world: interface, name and core signature. All but one give the address of their result.
const EXPORTS: [(&str, &str, &str); 13] = [
    ("about", "describe", "(result i32)"),
    ("server", "open-begin", "(param i32 i32) (result i32)"),
    ("server", "open-step", "(result i32)"),
    ("server", "index-facts", "(result i32)"),
    ("server", "list-skipped", "(param i32) (result i32)"),
    ("server", "handle-message", "(param i32 i32) (result i32)"),
    ("server", "call-tool", "(param i32 i32 i32 i32) (result i32)"),
    ("bench", "plan", "(param i32 i32) (result i32)"),
    ("bench", "arm", "(param i32 i32 i32 i32 i32) (result i32)"),
    ("bench", "fire", "(result i32)"),
    ("bench", "idle", "(result i32)"),
    ("bench", "last-digest", "(result i64)"),
    ("bench", "last-answer", "(result i32)"),
];

/// What every core module begins with. `$open_pipe` opens the file `pipe` of the corpus for reading, which
/// blocks in the host for as long as nobody writes to a pipe of that name. Address 2048 holds the progress `ready`; whatever the host passes
/// in lies between 32768 and 65536; at 1024 there are zeros, which are an ok result, an empty list or an empty string.
const PRELUDE: &str = r#"
  (import "wasi:cli/stdout@0.2.0" "get-stdout" (func $get_stdout (result i32)))
  (import "wasi:io/streams@0.2.0" "[method]output-stream.blocking-write-and-flush"
    (func $write (param i32 i32 i32 i32)))
  (import "wasi:clocks/monotonic-clock@0.2.0" "now" (func $now (result i64)))
  (import "files" "directories" (func $directories (param i32)))
  (import "files" "open" (func $open (param i32 i32 i32 i32 i32 i32 i32)))
  (data (i32.const 2056) "\05")
  (global $next (mut i32) (i32.const 32768))
  (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (local $given i32)
    (if (i32.gt_u (i32.add (global.get $next) (local.get 3)) (i32.const 65536))
      (then (global.set $next (i32.const 32768))))
    (local.set $given (global.get $next))
    (global.set $next
      (i32.and (i32.add (i32.add (local.get $given) (local.get 3)) (i32.const 7)) (i32.const -8)))
    (local.get $given))
  (func $open_pipe
    (call $directories (i32.const 4096))
    (call $open (i32.load (i32.load (i32.const 4096))) (i32.const 0) (i32.const 8192) (i32.const 4)
      (i32.const 0) (i32.const 1) (i32.const 4112)))
  (data (i32.const 8192) "pipe")
  (func $recurse (param i64) (result i64)
    (if (result i64) (i64.eqz (local.get 0))
      (then (i64.const 0))
      (else (i64.add (i64.const 1) (call $recurse (i64.sub (local.get 0) (i64.const 1)))))))
"#;

/// A component to be.
#[derive(Clone, Debug)]
pub(super) struct TestGuest {
    pages: u32,
    data: String,
    bodies: Vec<(&'static str, String)>,
    replaced: Vec<(String, String)>,
}

impl Default for TestGuest {
    fn default() -> Self {
        Self { pages: 1, data: String::new(), bodies: Vec::new(), replaced: Vec::new() }
    }
}

impl TestGuest {
    /// Starts with so many pages of 64 KiB; one otherwise.
    pub(super) fn pages(mut self, pages: u32) -> Self {
        self.pages = pages;
        self
    }

    /// Gives an export these instructions before its usual result. They may call `$get_stdout`, `$write`,
    /// `$now`, `$open_pipe` and `$recurse`.
    pub(super) fn body(mut self, export: &'static str, instructions: &str) -> Self {
        self.bodies.push((export, instructions.to_owned()));
        self
    }

    /// Answers `plan` with this text. Needs a second page.
    pub(super) fn plan(self, plan: &str) -> Self {
        let address = 65_536;
        let mut guest = self.pages(2).body(
            "plan",
            &format!(
                "(i32.store (i32.const 3076) (i32.const {address}))
                 (i32.store (i32.const 3080) (i32.const {}))
                 (return (i32.const 3072))",
                plan.len()
            ),
        );
        let escaped: String = plan.bytes().map(|byte| format!("\\{byte:02x}")).collect();
        guest.data.push_str(&format!("(data (i32.const {address}) \"{escaped}\")\n"));
        guest
    }

    /// Exports an interface under another name.
    pub(super) fn rename(mut self, interface: &str, name: &str) -> Self {
        let exported = |name: &str| format!("\"{name}\" (instance ");
        self.replaced.push((exported(interface), exported(name)));
        self
    }

    /// Encodes the component.
    pub(super) fn build(&self) -> Vec<u8> {
        let mut text = include_str!("test_guest.wat").replace("MAIN_MODULE", &self.module());
        for (from, to) in &self.replaced {
            assert!(text.contains(from), "there is no {from}");
            text = text.replace(from, to);
        }
        wat::parse_str(text).expect("the component is valid text")
    }

    fn module(&self) -> String {
        let mut module =
            format!("(core module $main {PRELUDE} (memory (export \"memory\") {})\n", self.pages);
        for (interface, name, signature) in EXPORTS {
            let own = self.bodies.iter().find(|(export, _)| *export == name);
            let own = own.map_or("", |(_, instructions)| instructions);
            let result = match name {
                "last-digest" => "(i64.const 0)",
                "open-step" => "(i32.const 2048)",
                _ => "(i32.const 1024)",
            };
            module.push_str(&format!(
                "(func (export \"mcp-latency:guest/{interface}@0.1.0#{name}\") {signature} {own} {result})\n"
            ));
        }
        module.push_str(&self.data);
        module.push(')');
        module
    }
}
