//! Rust types for the contract in `wit/`, generated. They stay in [`crate::sandbox`].

wasmtime::component::bindgen!({
    path: "../wit",
    world: "benchmark",
});
