//! Text that people read: what they cannot see in it, and how it is kept from escaping.

mod fenced;
mod invisible;
mod lines;
mod tagged;
mod untrusted;

pub use fenced::{Fenced, fenced};
pub use invisible::InvisibleText;
pub use tagged::{Tagged, tagged};
pub use untrusted::{Untrusted, untrusted};
