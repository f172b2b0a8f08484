//! Rust types for the contract in `wit/`, generated. They stay in [`crate::sandbox`].

#![expect(missing_docs, reason = "the contract documents what is generated from it")]

wasmtime::component::bindgen!({
    path: "../wit",
    world: "benchmark",
});
