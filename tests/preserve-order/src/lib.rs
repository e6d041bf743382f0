//! Nothing; see the tests.
