//! A command line for any program with prompts. It lists the prompts, gets a conversation without a client, checks the prompts, and serves
//! them.
//!
//! ```no_run
//! use prompt_runtime::{GetPromptResult, PromptRegistry, RegistryError, messages, prompt};
//! use std::process::ExitCode;
//!
//! /// Explain a compiler error to a newcomer.
//! #[prompt(name = "explain-error")]
//! fn explain_error(
//!     /// The most sentences that the answer may have.
//!     #[arg(default = 3)]
//!     sentences: u8,
//!     /// The output of the compiler.
//!     output: &str,
//! ) -> GetPromptResult {
//!     messages! {
//!         user: "Explain this error in at most {sentences} sentences:\n\n{output}";
//!     }
//! }
//!
//! fn main() -> Result<ExitCode, RegistryError> {
//!     Ok(prompt_cli::run(PromptRegistry::from_inventory()?))
//! }
//! ```
//!
//! | command | effect |
//! | --- | --- |
//! | none | prints the prompts and the commands |
//! | `list [NAME]… [--json]` | prints every prompt with its arguments; with `--json` the result of `prompts/list` |
//! | `list [NAME]… --mcpb` | prints the prompts for the manifest of an MCPB bundle |
//! | `get NAME [KEY=VALUE]… [--json]` | prints the conversation that a client would get; with `--json` the result of `prompts/get` |
//! | `complete NAME ARGUMENT [TEXT] [--json]` | prints the values that a client would be offered while a person types |
//! | `check [NAME]… [--allow ID]… [--only ID]… [--json]` | prints [advice](prompt_check::advice) about hosts; exit code 1 for a warning |
//! | `contract check [PATH] [--json]` | prints the differences from the [`contract`](prompt_check::contract); exit code 1 if there are any |
//! | `contract accept [PATH] [NAME]…`, `contract accept --file PATH [NAME]…` | writes additions into the contract, and changes that break the named prompts |
//! | `contract diff OLD NEW [--json]` | prints the changes between two contracts; exit code 1 if one of them breaks saved calls |
//! | `contract explain KIND` | explains a kind of change: the calls that it breaks, and the way to avoid that |
//! | `audit [NAME]… [--json]` | prints the texts and files of each prompt, with their places in the source and the files' hashes |
//! | `catalog [NAME]… [--html] [--output FILE]` | writes a page for a team: every prompt with its form and a sample, as Markdown or HTML |
//! | `files DIRECTORY [--dialect DIALECT] [--json]` | lists prompt files, also of other tools, and the parts that a prompt cannot honour |
//! | `convert DIRECTORY TARGET [--dialect DIALECT]` | converts these files into this library's format, in another directory |
//! | `serve [--http ADDRESS [--allow-host HOST]… [--allow-origin ORIGIN]…] [--grace SECONDS]` | serves MCP clients (feature `serve`, or [`Program::with_server`]) |
//!
//! A value is written as `key=text`, as `key=@file` for the content of a file, or as `key=-` for standard input; `key=@@text` is text that
//! begins with an `@`. Scripts that pass text from others use `--text key=value`, which takes the value literally.
//!
//! On a terminal, `get` asks for arguments if a required one is missing, as a client's form would. A shell completes commands, prompts,
//! arguments, values and files once its start-up file contains `source <(COMPLETE=bash PROGRAM)` (in bash and zsh, with the name of the
//! shell), or `COMPLETE=fish PROGRAM | source`. Candidates are quoted, so that the shell never runs one of them.
//!
//! Results go to standard output, everything else to standard error. On a terminal, lists are wrapped to its width, text has colours unless
//! `NO_COLOR` is set, and control and invisible characters are written as `\u{…}`. Text in a file or a pipe is not changed.
//!
//! With `--json`, `get` and `complete` print the answer that an MCP client would receive: the result, or the JSON-RPC error object,
//! `{"code": …, "message": …, "data": {"problems": […]}}`. The exit code distinguishes the two. If the command line itself is invalid (for
//! example, a file does not exist), no request is made and standard output stays empty.
//!
//! | exit code | meaning |
//! | --- | --- |
//! | 0 | success, also if the reader of a pipe closes it |
//! | 1 | the prompt or the program failed, `check` has a warning, or the prompts break a contract |
//! | 2 | the command line, the name of the prompt or its arguments are invalid |

// Readers paste the examples into their programs.
#![doc(test(attr(deny(unused_imports))))]
#![forbid(unsafe_code)]
#![cfg_attr(docsrs, feature(doc_cfg))]

mod ask;
mod audit;
mod catalog;
mod check;
mod complete;
mod console;
mod contract;
mod failure;
mod files;
mod get;
mod list;
mod mcpb;
mod overview;
mod placeholders;
mod program;
mod runtime;
mod serve;
mod shell;
mod values;

use clap::{CommandFactory as _, FromArgMatches as _};
use console::{Console, Styles};
use failure::Failure;
pub use program::{Program, Transport};
use prompt_runtime::{PromptRegistry, RegisteredPrompt};
use prompt_syntax::nearest::nearest;
use std::ffi::OsString;
use std::io::{self, IsTerminal as _, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;

/// The result of a command.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Exit {
    /// The command succeeded; exit code 0.
    Done,
    /// The prompt or the program failed; exit code 1.
    Failed,
    /// The command line, the name of the prompt or its arguments are invalid; exit code 2.
    Refused,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        match exit {
            Exit::Done => Self::SUCCESS,
            Exit::Failed => Self::FAILURE,
            Exit::Refused => 2.into(),
        }
    }
}

#[derive(Debug, clap::Parser)]
#[command(
    about = "Lists, gets and serves the prompts of this program",
    after_help = "Without a command, says what the program offers and how to use it.\n\
        Exit codes: 0 done, 1 the prompt or the program failed, 2 the command line or the arguments are wrong."
)]
struct CommandLine {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    List(list::List),
    Get(get::Get),
    Complete(complete::Complete),
    Audit(audit::Audit),
    Check(check::Check),
    Contract(contract::ContractCommand),
    Catalog(catalog::Catalog),
    Files(files::Files),
    Convert(files::Convert),
    Serve(serve::Serve),
}

/// Runs the command with the arguments and the standard streams of this process.
///
/// Prompts run on a separate Tokio runtime, so this function can also be called from an async `main`.
#[must_use]
pub fn run(program: impl Into<Program>) -> ExitCode {
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let styles = Styles::of(&stdout);
    let error_styles = Styles::of(&stderr);
    let terminal = stdout.is_terminal();
    let person = io::stdin().is_terminal() && stderr.is_terminal();
    let (mut out, mut err) = (styles.stream(stdout), error_styles.stream(stderr));
    let mut console = Console {
        input: &mut io::stdin(),
        out: &mut *out,
        err: &mut *err,
        styles,
        error_styles,
        terminal,
        person,
        width: terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| width.0.into()),
    };
    let program = program.into();
    let arguments: Vec<OsString> = std::env::args_os().collect();
    match shell::complete(&program, &arguments) {
        Ok(true) => Exit::Done,
        Ok(false) => command(program, &arguments, &mut console),
        Err(answer) => console.clap(&answer, &arguments),
    }
    .into()
}

/// Runs a command on other streams, without colours. This is for tests, and for a program that includes this command line in its own.
/// `serve` always uses the standard streams of the process.
///
/// The first of `arguments` is the program's name, as in `argv[0]`.
///
/// ```
/// use prompt_runtime::PromptRegistry;
/// use std::process::ExitCode;
///
/// let registry = PromptRegistry::from_prompts([])?;
/// let (mut out, mut err) = (Vec::new(), Vec::new());
/// let exit = prompt_cli::run_from(registry, ["team", "list"], &mut std::io::empty(), &mut out, &mut err);
/// assert_eq!(exit, ExitCode::SUCCESS);
/// # Ok::<(), prompt_runtime::RegistryError>(())
/// ```
pub fn run_from<A: Into<OsString>>(
    program: impl Into<Program>,
    arguments: impl IntoIterator<Item = A>,
    input: &mut dyn Read,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> ExitCode {
    run_with(program, arguments, input, out, err).into()
}

fn run_with<A: Into<OsString>>(
    program: impl Into<Program>,
    arguments: impl IntoIterator<Item = A>,
    input: &mut dyn Read,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Exit {
    let mut console = Console {
        input,
        out,
        err,
        styles: Styles::default(),
        error_styles: Styles::default(),
        terminal: false,
        person: false,
        width: None,
    };
    let arguments: Vec<OsString> = arguments.into_iter().map(Into::into).collect();
    command(program.into(), &arguments, &mut console)
}

fn grammar(program: &Program, name: &str) -> clap::Command {
    let grammar = CommandLine::command().name(name.to_owned()).bin_name(name);
    match &program.version {
        Some(version) => grammar.version(version.clone()),
        None => grammar,
    }
}

fn command(program: Program, arguments: &[OsString], console: &mut Console<'_>) -> Exit {
    let called = arguments
        .first()
        .map_or_else(|| "prompts".into(), |called| called.to_string_lossy());
    let name = program.name(&called);
    let parsed = grammar(&program, &name)
        .try_get_matches_from(arguments)
        .and_then(|matches| CommandLine::from_arg_matches(&matches));
    let registry = &program.registry;
    let outcome = match parsed {
        Err(answer) => return console.clap(&answer, arguments),
        Ok(CommandLine { command: None }) => overview::run(registry, &name, &called, console),
        Ok(CommandLine {
            command: Some(command),
        }) => match command {
            Command::List(list) => list.run(registry, console),
            Command::Get(get) => get.run(registry, console),
            Command::Complete(complete) => complete.run(registry, console),
            Command::Audit(audit) => audit.run(registry, console),
            Command::Check(check) => check.run(&program, console),
            Command::Contract(contract) => contract.run(registry, console),
            Command::Catalog(catalog) => catalog.run(&program, &name, console),
            Command::Files(files) => files.run(console),
            Command::Convert(convert) => convert.run(console),
            // The server has written its answers itself. A client that no longer reads would block a flush.
            Command::Serve(serve) => {
                return match serve.run(program, &name, console) {
                    Ok(()) => Exit::Done,
                    Err(failure) => console.fail(&failure),
                };
            }
        },
    };
    match outcome.and_then(|()| console.out.flush().map_err(Failure::from)) {
        Ok(()) => Exit::Done,
        Err(failure) => {
            let _ = console.out.flush();
            console.fail(&failure)
        }
    }
}

/// The prompts with these names, or all prompts.
fn find(
    registry: &PromptRegistry,
    names: &[String],
) -> Result<Vec<Arc<RegisteredPrompt>>, Failure> {
    if names.is_empty() {
        return Ok(registry.prompts());
    }
    names
        .iter()
        .map(|name| {
            registry.prompt(name).ok_or_else(|| {
                Failure::refused(format!("unknown prompt \"{name}\""))
                    .with_tip(unknown_prompt_tip(registry, name))
            })
        })
        .collect()
}

/// A suggestion for a name that no prompt has.
fn unknown_prompt_tip(registry: &PromptRegistry, name: &str) -> Option<String> {
    if registry.prompt(name).is_some() {
        return None;
    }
    let prompts = registry.prompts();
    Some(
        nearest(name, prompts.iter().map(|prompt| prompt.name())).map_or_else(
            || "`list` shows all prompts".to_owned(),
            |near| format!("did you mean \"{near}\"?"),
        ),
    )
}

#[cfg(test)]
mod tests;

/// Prompt definitions that tests write by hand, to choose their place in the source.
#[cfg(test)]
mod private {
    pub(crate) use prompt_runtime::__private0::*;
}
