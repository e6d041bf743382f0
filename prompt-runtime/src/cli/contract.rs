use super::Failure;
use super::check::report;
use super::console::Console;
use crate::contract::{self, Acceptance, Change, Contract, ContractError, Outcome, Rule};
use crate::registry::PromptRegistry;
use prompt_rules::nearest::nearest;
use std::path::{Path, PathBuf};

const FILE: &str = "prompts.contract.json";

/// Compares the prompts with the contract that the author committed
#[derive(Debug, clap::Args)]
pub(super) struct ContractCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Says how the prompts differ from the contract
    #[command(
        after_help = "Exit codes: 0 they are as it says, 1 they differ, 2 there is no contract or it cannot be read."
    )]
    Check {
        /// The contract
        #[arg(default_value = FILE)]
        path: PathBuf,
        /// The differences as a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Writes the prompts into the contract: additions, and what breaks the prompts that are named
    #[command(
        override_usage = "contract accept [PATH] [NAME]...",
        after_help = "The first word is the path when it ends with .json or has a slash. \
            Exit codes: 0 the contract is as the prompts are, 1 something breaks that was not named and nothing was written, \
            2 the command line is wrong or the contract cannot be read or written."
    )]
    Accept {
        /// The contract (by default prompts.contract.json), then the prompts that may break
        #[arg(value_name = "PATH or NAME")]
        words: Vec<String>,
    },
    /// Compares two contracts, without the prompts
    #[command(
        after_help = "Exit codes: 0 nothing breaks, 1 something breaks, 2 one of them cannot be read."
    )]
    Diff {
        /// The contract before
        old: PathBuf,
        /// The contract after
        new: PathBuf,
        /// The differences as a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Explains a rule: what it finds, who is hurt, the way out
    Explain {
        /// The id, such as argument-reordered
        rule: String,
    },
}

impl ContractCommand {
    pub(super) fn run(
        &self,
        registry: &PromptRegistry,
        console: &mut Console<'_>,
    ) -> Result<(), Failure> {
        match &self.command {
            Command::Check { path, json } => check(registry, path, *json, console),
            Command::Accept { words } => accept(registry, words, console),
            Command::Diff { old, new, json } => diff(old, new, *json, console),
            Command::Explain { rule } => explain(rule, console),
        }
    }
}

fn check(
    registry: &PromptRegistry,
    path: &Path,
    json: bool,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let error = match contract::check(registry, path, &Acceptance::Nothing) {
        Ok(_) => {
            let no_changes: &[Change] = &[];
            return if json {
                console.json(&no_changes)
            } else {
                Ok(writeln!(
                    console.out,
                    "the prompts are as {} says",
                    path.display()
                )?)
            };
        }
        Err(error) => error,
    };
    match error {
        ContractError::Changed { changes, .. } if json => {
            console.json(&changes)?;
            Err(Failure::Failed(contract::counted(&changes)))
        }
        error => Err(failure(error, console)?),
    }
}

fn accept(
    registry: &PromptRegistry,
    words: &[String],
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let (path, breaking) = match words {
        [first, names @ ..] if is_path(first) => (first.as_str(), names),
        names => (FILE, names),
    };
    let path = Path::new(path);
    let acceptance = Acceptance::Additions {
        breaking: breaking.to_vec(),
    };
    match contract::check(registry, path, &acceptance) {
        Ok(outcome) => {
            if let Outcome::Accepted(changes) = &outcome {
                show(changes, console)?;
            }
            let news = contract::news(&outcome, path)
                .unwrap_or_else(|| format!("the prompts are as {} says", path.display()));
            Ok(writeln!(console.out, "{news}")?)
        }
        Err(error) => Err(failure(error, console)?),
    }
}

/// No name of a prompt has a slash.
fn is_path(word: &str) -> bool {
    word.contains(['/', '\\'])
        || Path::new(word)
            .extension()
            .is_some_and(|extension| extension == "json")
}

fn diff(old: &Path, new: &Path, json: bool, console: &mut Console<'_>) -> Result<(), Failure> {
    let changes = contract::compare(&read(old, console)?, &read(new, console)?);
    if json {
        console.json(&changes)?;
    } else if changes.is_empty() {
        writeln!(console.out, "no differences")?;
    } else {
        show(&changes, console)?;
    }
    if changes.iter().any(Change::is_breaking) {
        return Err(Failure::Failed(contract::counted(&changes)));
    }
    Ok(())
}

fn read(path: &Path, console: &mut Console<'_>) -> Result<Contract, Failure> {
    match contract::read(path) {
        Ok(Some((contract, _))) => Ok(contract),
        Ok(None) => Err(Failure::refused(format!(
            "there is no contract at {}",
            path.display()
        ))),
        Err(error) => Err(failure(error, console)?),
    }
}

fn show(changes: &[Change], console: &mut Console<'_>) -> Result<(), Failure> {
    for change in changes {
        let text = console.shown(&change.to_string()).into_owned();
        report(&text, console)?;
        writeln!(console.out)?;
    }
    Ok(())
}

/// Shows what changed as a result; says the rest as an error.
fn failure(error: ContractError, console: &mut Console<'_>) -> Result<Failure, Failure> {
    Ok(match error {
        ContractError::Changed { changes, .. } => {
            show(&changes, console)?;
            console.note("tip:", &contract::how_to_accept(&changes));
            Failure::Failed(contract::counted(&changes))
        }
        ContractError::Missing { path } => {
            Failure::refused(format!("there is no contract at {}", path.display()))
                .with_tip(Some("`contract accept` writes it".to_owned()))
        }
        error => Failure::refused(error.to_string()),
    })
}

fn explain(id: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    match Rule::from_id(id) {
        Some(rule) => Ok(writeln!(console.out, "{}", rule.page())?),
        None => {
            let ids = Rule::ALL.iter().map(|rule| rule.id());
            let tip = nearest(id, ids.clone()).map_or_else(
                || format!("the rules are {}", ids.collect::<Vec<_>>().join(", ")),
                |near| format!("did you mean \"{near}\"?"),
            );
            Err(Failure::refused(format!("unknown rule \"{id}\"")).with_tip(Some(tip)))
        }
    }
}
