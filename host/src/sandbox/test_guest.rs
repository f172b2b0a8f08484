//! Small components of the benchmark's world, made for one test each: every export answers with zeros
//! and empty lists unless a test gives it other instructions.

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

/// What every core module begins with. Address 2048 holds the progress `ready`; whatever the host passes
/// in lies at 32768; at 1024 there are zeros, which are an ok result, an empty list or an empty string.
const PRELUDE: &str = r#"
  (import "wasi:cli/stdout@0.2.0" "get-stdout" (func $get_stdout (result i32)))
  (import "wasi:io/streams@0.2.0" "[method]output-stream.blocking-write-and-flush"
    (func $write (param i32 i32 i32 i32)))
  (import "wasi:clocks/monotonic-clock@0.2.0" "now" (func $now (result i64)))
  (data (i32.const 2056) "\05")
  (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (i32.const 32768))
  (func $recurse (param i64) (result i64)
    (if (result i64) (i64.eqz (local.get 0))
      (then (i64.const 0))
      (else (i64.add (i64.const 1) (call $recurse (i64.sub (local.get 0) (i64.const 1)))))))
"#;

/// A component to be.
#[derive(Clone, Debug)]
pub(super) struct TestGuest {
    pages: u32,
    bodies: Vec<(&'static str, String)>,
    replaced: Vec<(String, String)>,
}

impl Default for TestGuest {
    fn default() -> Self {
        Self { pages: 1, bodies: Vec::new(), replaced: Vec::new() }
    }
}

impl TestGuest {
    /// Starts with so many pages of 64 KiB; one otherwise.
    pub(super) fn pages(mut self, pages: u32) -> Self {
        self.pages = pages;
        self
    }

    /// Gives an export these instructions before its usual result. They may call `$get_stdout`, `$write`,
    /// `$now` and `$recurse`.
    pub(super) fn body(mut self, export: &'static str, instructions: &str) -> Self {
        self.bodies.push((export, instructions.to_owned()));
        self
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
        module.push(')');
        module
    }
}
