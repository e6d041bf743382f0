//! Wrappers for quoted text, and the policy for invisible characters.

mod fenced;
mod invisible;
mod lines;
mod tagged;
mod untrusted;

pub use fenced::{Fenced, fenced};
pub use invisible::InvisibleText;
pub use tagged::{Tagged, tagged};
pub use untrusted::{Untrusted, untrusted};
