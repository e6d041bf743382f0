//! Compares the prompts with the contract file, and updates the file if that is accepted.

use super::model::Contract;
use super::place::Places;
use super::store::{read, write};
use super::{Change, FILE, Unreadable, compare};
use prompt_runtime::PromptRegistry;
use std::collections::HashSet;
use std::fmt;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

/// The environment variable that accepts changes. Its value is `accept`, or `accept:` and the names of the prompts that may break,
/// separated by commas.
pub const VARIABLE: &str = "PROMPT_CONTRACT";

/// The changes that a check may write into the file.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Acceptance {
    /// No change. A missing file is an error.
    Nothing,
    /// A new file, if it does not exist.
    #[default]
    FirstFile,
    /// A new file, additions, and changes that break the prompts with these names.
    Additions {
        /// The names of the prompts that may break, old or new.
        breaking: Vec<String>,
    },
}

impl Acceptance {
    /// Reads the acceptance from the environment variable [`VARIABLE`]. Returns [`Nothing`](Self::Nothing) if `CI` is set.
    ///
    /// # Errors
    /// [`ContractError::Variable`] if the variable has another value, or is set on a continuous integration server.
    pub fn from_env() -> Result<Self, ContractError> {
        let on_ci =
            std::env::var_os("CI").is_some_and(|it| !it.is_empty() && it != "false" && it != "0");
        let variable = std::env::var_os(VARIABLE).map(|it| it.to_string_lossy().into_owned());
        Self::parse(variable.as_deref(), on_ci)
    }

    pub(super) fn parse(variable: Option<&str>, on_ci: bool) -> Result<Self, ContractError> {
        let refused = |why| {
            Err(ContractError::Variable {
                value: variable.unwrap_or_default().to_owned(),
                why,
            })
        };
        match variable {
            None | Some("") if on_ci => Ok(Self::Nothing),
            None | Some("") => Ok(Self::FirstFile),
            Some(_) if on_ci => {
                refused("but nothing is accepted where CI is set: what is written there is lost")
            }
            Some("accept") => Ok(Self::Additions {
                breaking: Vec::new(),
            }),
            Some(other) => match other.strip_prefix("accept:") {
                Some(names) => Ok(Self::Additions {
                    breaking: names
                        .split(',')
                        .map(str::trim)
                        .filter(|name| !name.is_empty())
                        .map(str::to_owned)
                        .collect(),
                }),
                None => refused("which is neither `accept` nor `accept:` and names of prompts"),
            },
        }
    }
}

/// The result of a successful check.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// The prompts match the file.
    Unchanged,
    /// The file did not exist, and the check wrote it.
    Created,
    /// The check wrote these differences into the file.
    Accepted(Vec<Change>),
}

/// The reason that a check failed. `Display` prints a message for the author, with places and the changes to make.
#[non_exhaustive]
pub enum ContractError {
    /// The prompts differ from the file in ways that were not accepted.
    Changed {
        /// The file.
        path: PathBuf,
        /// All differences, including additions.
        changes: Vec<Change>,
    },
    /// None of the prompts with these names has a breaking change.
    NotBroken {
        /// The given names.
        names: Vec<String>,
    },
    /// The file does not exist, and may not be written.
    Missing {
        /// The file.
        path: PathBuf,
    },
    /// The file is not a valid contract.
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The error in the file's text.
        error: Unreadable,
    },
    /// The file cannot be read or written.
    File {
        /// The file.
        path: PathBuf,
        /// The error of the operating system.
        error: io::Error,
    },
    /// The environment variable has an invalid value.
    Variable {
        /// The value of the variable.
        value: String,
        /// The reason, in words that follow the value.
        why: &'static str,
    },
}

/// Compares the prompts with the file at `path`, and writes the file if all differences are accepted.
///
/// # Errors
/// [`ContractError::Changed`] for differences that were not accepted. Other variants for a file that cannot be read or written.
pub fn check(
    registry: &PromptRegistry,
    path: impl AsRef<Path>,
    acceptance: &Acceptance,
) -> Result<Outcome, ContractError> {
    let path = path.as_ref();
    let now = Contract::of(registry);
    let Some((before, text)) = read(path)? else {
        if *acceptance == Acceptance::Nothing {
            return Err(ContractError::Missing {
                path: path.to_owned(),
            });
        }
        write(path, &now)?;
        return Ok(Outcome::Created);
    };
    let mut changes = compare(&before, &now);
    let places = Places::of(&text);
    for change in &mut changes {
        let code = registry
            .prompt(change.prompt_now())
            .map(|prompt| prompt.location().to_string());
        let line = places.line_of(change.prompt(), change.argument());
        change.place(code, line.map(|line| format!("{}:{line}", path.display())));
    }
    let Acceptance::Additions { breaking } = acceptance else {
        return if changes.is_empty() {
            Ok(Outcome::Unchanged)
        } else {
            Err(changed(path, changes))
        };
    };
    let broken: HashSet<&str> = changes
        .iter()
        .filter(|change| change.is_breaking())
        .flat_map(Change::names)
        .collect();
    let mut names = breaking.clone();
    names.retain(|name| !broken.contains(&**name));
    if !names.is_empty() {
        return Err(ContractError::NotBroken { names });
    }
    let accepted: HashSet<&str> = breaking.iter().map(String::as_str).collect();
    let refused = |change: &Change| {
        change.is_breaking() && !change.names().iter().any(|name| accepted.contains(name))
    };
    if changes.iter().any(refused) {
        changes.retain(|change| refused(change) || !change.is_breaking());
        return Err(changed(path, changes));
    }
    if changes.is_empty() {
        return Ok(Outcome::Unchanged);
    }
    write(path, &now)?;
    Ok(Outcome::Accepted(changes))
}

fn changed(path: &Path, changes: Vec<Change>) -> ContractError {
    ContractError::Changed {
        path: path.to_owned(),
        changes,
    }
}

/// Fails the test if the prompts of the registry differ from the contract in the file at `path`. The path is relative to the package's
/// folder, where tests run.
///
/// If the file does not exist, it is written, and a message on standard error reports this. [The module](super) lists the other cases in
/// which it is written.
///
/// # Panics
/// If the prompts differ from the contract, or the file cannot be read or written. The message contains the change to make.
// A failed assertion is meant to panic.
#[allow(clippy::panic)]
#[track_caller]
pub fn assert_unchanged(registry: &PromptRegistry, path: impl AsRef<Path>) {
    let path = path.as_ref();
    let outcome = Acceptance::from_env().and_then(|acceptance| check(registry, path, &acceptance));
    match outcome {
        Ok(outcome) => {
            if let Some(news) = news(&outcome, path) {
                // The printing macros are captured in a test that passes.
                let _ = writeln!(io::stderr(), "\n{news}");
            }
        }
        Err(error) => panic!("{error}"),
    }
}

/// The message for the author after a check that wrote the file.
#[must_use]
pub fn news(outcome: &Outcome, path: &Path) -> Option<String> {
    let path = path.display();
    match outcome {
        Outcome::Unchanged => None,
        Outcome::Created => Some(format!(
            "wrote the contract of the prompts to {path}; commit it"
        )),
        Outcome::Accepted(changes) => {
            Some(format!("wrote {} to {path}; commit it", summary(changes)))
        }
    }
}

/// The number of changes, such as "1 breaking change and 2 additions".
#[must_use]
pub fn summary(changes: &[Change]) -> String {
    let breaking = changes.iter().filter(|it| it.is_breaking()).count();
    let plural =
        |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    match (breaking, changes.len() - breaking) {
        (breaking, 0) => plural(breaking, "breaking change"),
        (0, additions) => plural(additions, "addition"),
        (breaking, additions) => format!(
            "{} and {}",
            plural(breaking, "breaking change"),
            plural(additions, "addition")
        ),
    }
}

impl fmt::Display for ContractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Changed { path, changes } => {
                let verb = if changes.iter().any(Change::is_breaking) {
                    "break"
                } else {
                    "differ from"
                };
                writeln!(
                    f,
                    "the prompts {verb} their contract in {}: {}\n",
                    path.display(),
                    summary(changes)
                )?;
                for change in changes {
                    writeln!(f, "{change}\n")?;
                }
                f.write_str(&how_to_accept(path, changes))
            }
            Self::NotBroken { names } => write!(
                f,
                "prompt \"{}\" was named as one that may break, but does not; nothing was written",
                names.join("\", \"")
            ),
            Self::Missing { path } => write!(
                f,
                "there is no contract at {}; run the test once where CI is not set, or `{}`, and commit the file",
                path.display(),
                accept_command(path),
            ),
            Self::Unreadable { path, error } => write!(
                f,
                "{} is {error}; mend it, or delete it only if no version with it was released",
                path.display()
            ),
            Self::File { path, error } => {
                write!(f, "{} cannot be read or written: {error}", path.display())
            }
            Self::Variable { value, why } => write!(f, "{VARIABLE} is \"{value}\", {why}"),
        }
    }
}

/// The command that writes the contract at `path`.
#[must_use]
pub fn accept_command(path: &Path) -> String {
    if path == Path::new(FILE) {
        "contract accept".to_owned()
    } else {
        format!("contract accept --file {}", path.display())
    }
}

/// The ways to accept these changes, as a sentence.
#[must_use]
pub fn how_to_accept(path: &Path, changes: &[Change]) -> String {
    let command = accept_command(path);
    let mut breaking: Vec<&str> = changes
        .iter()
        .filter(|change| change.is_breaking())
        .map(Change::prompt)
        .collect();
    breaking.dedup();
    if breaking.is_empty() {
        return format!(
            "nothing breaks; to write this into the contract: {VARIABLE}=accept, or `{command}`"
        );
    }
    format!(
        "if no call was saved yet, or all users were told: {VARIABLE}=accept:{}, or `{command} {}`",
        breaking.join(","),
        breaking.join(" ")
    )
}

impl fmt::Debug for ContractError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ContractError {}
