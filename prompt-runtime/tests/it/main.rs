//! All tests of the core that use its public interface only, in one program.
//!
//! The tests of every feature are here; those of a feature that is off are left out.

mod support;

mod arguments;
mod beside;
mod completion;
mod content;
mod directory;
mod elicitation;
mod foreign;
mod library;
mod live;
mod localize;
mod model;
mod oracle;
mod outgoing;
mod pages;
mod prompt_file;
mod protocol;
mod rounds;
mod start_up;
mod testing;
mod text;
