//! The tests of this package are programs; see `tests/compiler.rs`.
