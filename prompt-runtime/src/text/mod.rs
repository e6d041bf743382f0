//! Text that people read: what they cannot see in it.

mod invisible;

pub use invisible::InvisibleText;
