//! Tests of prompts without a server: call a prompt as a client would, and assert its answer.
//!
//! ```
//! use prompt_runtime::testing::call;
//! use prompt_runtime::arguments::ProblemKind;
//! use prompt_runtime::{Role, prompt};
//!
//! /// Greets a person.
//! #[prompt]
//! fn greet(name: &str) -> String {
//!     format!("Greet {name}.")
//! }
//!
//! # fn main() {
//! // In a `#[test]`:
//! call!(greet, "name" => "Ada").get().assert_roles([Role::User]).assert_text(0, "Greet Ada.");
//! call!(greet).get().assert_problems([("name", ProblemKind::Missing)]);
//! # }
//! ```
//!
//! In a `#[tokio::test]` write `call!(…).answer().await`. Use [`Call::named`] for a method, and [`Call::on`] for a prompt by its name on
//! the server. A failed assertion shows the whole conversation, or the error with the details that stay in the server. The `Display` form
//! of an [`Answer`] is a readable conversation and its serde form is the protocol's JSON. Both suit snapshot tests:
//!
//! ```
//! # use prompt_runtime::{prompt, testing::call};
//! # /// Greets a person.
//! # #[prompt]
//! # fn greet(name: &str) -> String {
//! #     format!("Greet {name}.")
//! # }
//! # fn main() {
//! insta::assert_snapshot!(call!(greet, "name" => "Ada").get(), @r"
//! [user]
//! Greet Ada.
//! ");
//! insta::assert_compact_json_snapshot!(
//!     call!(greet, "name" => "Ada").get(),
//!     @r#"{"messages": [{"role": "user", "content": {"type": "text", "text": "Greet Ada."}}]}"#
//! );
//! # }
//! ```
// A failed assertion is meant to panic.
#![allow(clippy::panic)]

mod answer;
mod call;

pub use crate::__call as call;
pub use answer::Answer;
pub use call::{Call, IntoArgumentValue};
