//! Arguments: conversion from the text of a client to the parameters of a function. Every problem is reported.

mod bounds;
mod choice;
mod declared;
mod definition;
mod fetch;
mod info;
mod input;
mod invocation;
mod items;
mod kind;
mod list;
mod lookup;
mod problem;

pub use bounds::Bounded;
pub use choice::{ArgumentEnum, UnknownValue};
pub use declared::Argument;
pub use definition::ArgumentDefinition;
pub use fetch::{FromArgument, FromArgumentOr, FromContext, PromptArguments};
pub(crate) use info::{ArgumentInfo, DefaultFault};
pub use input::Arguments;
pub(crate) use input::RawValue;
pub(crate) use invocation::ArgumentValue;
pub use invocation::Invocation;
pub use kind::{ArgumentKind, Probe, ProbeFallback, Probed};
pub use list::FromList;
pub(crate) use problem::sentence;
pub use problem::{Problem, ProblemKind};

pub(crate) use invocation::{Rules, invisible, printable};
pub(crate) use lookup::Lookup;
