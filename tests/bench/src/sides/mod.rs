//! The same prompts, once for each side of the comparison.

pub mod by_hand;
pub mod flymcprust;
pub mod ours;
pub mod rmcp;
