//! What the tests of this workspace share.
