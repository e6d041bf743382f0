//! Tests of the core's public interface, in one program.
//!
//! The tests of every feature are here; those of a disabled feature are not compiled.

mod support;

mod arguments;
mod beside;
mod completion;
mod content;
mod directory;
mod elicitation;
mod foreign;
mod library;
mod lists;
mod live;
mod localize;
mod model;
mod oracle;
mod outgoing;
mod pages;
mod prompt_file;
mod protocol;
mod rounds;
mod secrets;
mod start_up;
mod subscriber;
mod testing;
mod text;
