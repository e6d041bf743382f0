//! This library is empty; see the tests.
