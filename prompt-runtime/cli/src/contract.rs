use crate::Failure;
use crate::check::report;
use crate::console::Console;
use crate::shell::Completes;
use prompt_check::contract::{
    self, Acceptance, Change, ChangeKind, Contract, ContractError, FILE, Outcome,
};
use prompt_runtime::PromptRegistry;
use prompt_syntax::nearest::nearest;
use std::path::{Path, PathBuf};

/// Compares the prompts with the contract that the author committed
#[derive(Debug, clap::Args)]
pub(super) struct ContractCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Shows how the prompts differ from the contract
    #[command(
        after_help = "Exit codes: 0 no difference, 1 a difference, 2 there is no contract or it cannot be read."
    )]
    Check {
        /// The contract
        #[arg(default_value = FILE)]
        path: PathBuf,
        /// The differences as a JSON array
        #[arg(long)]
        json: bool,
    },
    /// Writes additions into the contract, and changes that break the named prompts
    #[command(
        after_help = "The first word is the path when it has a slash, or ends with .json and is not the name of a prompt, now or in \
            prompts.contract.json. Exit codes: 0 the contract is as the prompts are, 1 something breaks that was not named and nothing was written, \
            2 the command line is wrong or the contract cannot be read or written."
    )]
    Accept {
        /// The contract (by default prompts.contract.json), then the prompts that may break
        #[arg(value_name = "PATH or NAME", add = Completes::PathsAndPrompts)]
        words: Vec<String>,
        /// The contract; all words are names of prompts then
        #[arg(long, value_name = "PATH")]
        file: Option<PathBuf>,
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
    /// Explains a kind of change: whose calls it breaks, and the way to avoid that
    Explain {
        /// The id, such as argument-reordered
        #[arg(add = Completes::ChangeKinds)]
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
            Command::Accept { words, file } => accept(registry, file.as_deref(), words, console),
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
    let Err(error) = contract::check(registry, path, &Acceptance::Nothing) else {
        if json {
            return console.json(&[] as &[Change; 0]);
        }
        let path = path.display();
        return Ok(writeln!(console.out, "the prompts are as {path} says")?);
    };
    match error {
        ContractError::Changed { changes, .. } if json => {
            console.json(&changes)?;
            Err(Failure::Failed(contract::summary(&changes)))
        }
        error => Err(failure(error, console)?),
    }
}

fn accept(
    registry: &PromptRegistry,
    file: Option<&Path>,
    words: &[String],
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let (path, breaking) = chosen(file, words, |word| {
        is_prompt(word, registry, Path::new(FILE))
    });
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

/// The contract file, and the prompts that may break.
fn chosen<'a>(
    file: Option<&'a Path>,
    words: &'a [String],
    is_prompt: impl FnOnce(&str) -> bool,
) -> (&'a Path, &'a [String]) {
    match (file, words) {
        (Some(file), names) => (file, names),
        (None, [first, names @ ..]) if is_path(first) && !is_prompt(first) => {
            (Path::new(first), names)
        }
        (None, names) => (Path::new(FILE), names),
    }
}

/// Returns `true` if a word looks like a path. The name of a prompt can look the same, so names are looked up first.
fn is_path(word: &str) -> bool {
    word.contains(['/', '\\'])
        || Path::new(word)
            .extension()
            .is_some_and(|extension| extension == "json")
}

/// Returns `true` if a prompt has this name, or had it in this contract. An unreadable file counts as empty, because another file may be
/// meant.
fn is_prompt(word: &str, registry: &PromptRegistry, file: &Path) -> bool {
    let is_in = |contract: &Contract| contract.prompts().iter().any(|it| it.name == word);
    is_in(&Contract::of(registry))
        || matches!(Contract::read(file), Ok(Some(contract)) if is_in(&contract))
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
        return Err(Failure::Failed(contract::summary(&changes)));
    }
    Ok(())
}

fn read(path: &Path, console: &mut Console<'_>) -> Result<Contract, Failure> {
    match Contract::read(path) {
        Ok(Some(contract)) => Ok(contract),
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

/// Prints the changes as the result, and everything else as an error.
fn failure(error: ContractError, console: &mut Console<'_>) -> Result<Failure, Failure> {
    Ok(match error {
        ContractError::Changed { path, changes } => {
            show(&changes, console)?;
            console.note("tip:", &contract::how_to_accept(&path, &changes));
            Failure::Failed(contract::summary(&changes))
        }
        ContractError::Missing { path } => {
            Failure::refused(format!("there is no contract at {}", path.display())).with_tip(Some(
                format!("`{}` writes it", contract::accept_command(&path)),
            ))
        }
        error => Failure::refused(error.to_string()),
    })
}

fn explain(id: &str, console: &mut Console<'_>) -> Result<(), Failure> {
    if let Some(rule) = ChangeKind::from_id(id) {
        return Ok(writeln!(console.out, "{}", rule.page())?);
    }
    let ids = ChangeKind::ALL.iter().map(|rule| rule.id());
    let tip = nearest(id, ids.clone()).map_or_else(
        || format!("the rules are {}", ids.collect::<Vec<_>>().join(", ")),
        |near| format!("did you mean \"{near}\"?"),
    );
    Err(Failure::refused(format!("unknown rule \"{id}\"")).with_tip(Some(tip)))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]

    use crate::private::{ArgumentDefinition, Deprecation, Location, PromptDefinition};
    use crate::{Exit, run_with};
    use prompt_runtime::PromptRegistry;
    use std::path::{Path, PathBuf};

    static REPLY: PromptDefinition = PromptDefinition {
        name: "write-reply",
        description: Some("Write a reply."),
        arguments: &[ArgumentDefinition {
            name: "letter",
            description: Some("The letter."),
            ..ArgumentDefinition::NEW
        }],
        location: Location::new("src/replies.rs", 7, "replies", "team"),
        ..PromptDefinition::NEW
    };

    static LETTER: PromptDefinition = PromptDefinition {
        name: "write-letter",
        location: Location::new("src/letters.rs", 2, "letters", "team"),
        ..REPLY_WITHOUT_ARGUMENTS
    };

    const REPLY_WITHOUT_ARGUMENTS: PromptDefinition = PromptDefinition {
        name: "write-reply",
        description: Some("Write a reply."),
        deprecated: Some(Deprecation::new(Some("2.0.0"), None)),
        replaced_by: Some(&REPLY),
        ..PromptDefinition::NEW
    };

    fn run(prompts: &[&'static PromptDefinition], arguments: &[&str]) -> (Exit, String, String) {
        let registry = PromptRegistry::from_prompts(prompts.iter().copied()).unwrap();
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let arguments = std::iter::once("team").chain(arguments.iter().copied());
        let exit = run_with(
            registry,
            arguments,
            &mut std::io::empty(),
            &mut out,
            &mut err,
        );
        (
            exit,
            String::from_utf8(out).unwrap(),
            String::from_utf8(err).unwrap(),
        )
    }

    fn path(name: &str) -> PathBuf {
        let name = format!("contract-command-{}-{name}.json", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_file(&path);
        path
    }

    #[test]
    fn a_contract_is_accepted_and_then_checked() {
        let path = path("accepted");
        let file = path.to_str().unwrap();
        let both: &[&'static PromptDefinition] = &[&REPLY, &LETTER];
        let (exit, out, err) = run(both, &["contract", "check", file]);
        assert_eq!((exit, &*out), (Exit::Refused, ""));
        assert_eq!(
            err,
            format!(
                "error: there is no contract at {file}\ntip: `contract accept --file {file}` writes it\n"
            )
        );
        let (exit, out, _) = run(&[&REPLY], &["contract", "accept", file]);
        assert_eq!(
            (exit, out),
            (
                Exit::Done,
                format!("wrote the contract of the prompts to {file}; commit it\n")
            )
        );
        let (exit, out, err) = run(both, &["contract", "check", file]);
        assert_eq!(exit, Exit::Failed);
        assert_eq!(
            out,
            "addition[prompt-added]: prompt \"write-letter\": it is new\n  --> src/letters.rs:2\n\n"
        );
        assert_eq!(
            err,
            format!(
                "tip: nothing breaks; to write this into the contract: PROMPT_CONTRACT=accept, or `contract accept --file {file}`\n\
                 error: 1 addition\n"
            )
        );
        assert_eq!(run(both, &["contract", "accept", file]).0, Exit::Done);
        let (exit, out, _) = run(both, &["contract", "check", file]);
        assert_eq!(
            (exit, out),
            (Exit::Done, format!("the prompts are as {file} says\n"))
        );
        // The retired prompt was deprecated before. The other prompt breaks, so nothing is written until it is named.
        let (exit, out, err) = run(&[], &["contract", "accept", file]);
        assert_eq!(exit, Exit::Failed);
        assert!(
            out.starts_with("breaks[prompt-removed]: prompt \"write-reply\": "),
            "{out}"
        );
        assert!(
            out.contains("addition[prompt-retired]: prompt \"write-letter\": "),
            "{out}"
        );
        assert!(
            err.ends_with("error: 1 breaking change and 1 addition\n"),
            "{err}"
        );
        let (exit, out, err) = run(&[], &["contract", "check", file, "--json"]);
        assert_eq!(exit, Exit::Failed);
        assert!(
            out.starts_with(
                r#"[{"rule":"prompt-removed","breaking":true,"prompt":"write-reply","what":"#
            ),
            "{out}"
        );
        assert_eq!(err, "error: 1 breaking change and 1 addition\n");
        let named = run(&[], &["contract", "accept", file, "write-reply"]);
        assert_eq!(named.0, Exit::Done);
        let (exit, out, _) = run(&[], &["contract", "check", file, "--json"]);
        assert_eq!((exit, &*out), (Exit::Done, "[]\n"));
        std::fs::remove_file(path).unwrap();
    }

    #[test]
    fn two_contracts_are_compared_without_the_prompts() {
        let (old, new) = (path("old"), path("new"));
        let (old_file, new_file) = (old.to_str().unwrap(), new.to_str().unwrap());
        run(&[&REPLY], &["contract", "accept", old_file]);
        run(&[&REPLY, &LETTER], &["contract", "accept", new_file]);
        let diff = |old, new| run(&[], &["contract", "diff", old, new]);
        assert_eq!(
            diff(old_file, new_file),
            (
                Exit::Done,
                "addition[prompt-added]: prompt \"write-letter\": it is new\n\n".to_owned(),
                String::new()
            )
        );
        assert_eq!(
            diff(old_file, old_file),
            (Exit::Done, "no differences\n".to_owned(), String::new())
        );
        std::fs::write(&new, "{\"format\": 1, \"prompts\": []}").unwrap();
        let (exit, _, err) = diff(old_file, new_file);
        assert_eq!((exit, &*err), (Exit::Failed, "error: 1 breaking change\n"));
        std::fs::write(&new, "").unwrap();
        let (exit, _, err) = diff(old_file, new_file);
        assert_eq!(exit, Exit::Refused);
        assert!(err.contains("is no contract of prompts: EOF"), "{err}");
        assert_eq!(diff("no/such.json", old_file).0, Exit::Refused);
        for path in [old, new] {
            std::fs::remove_file(path).unwrap();
        }
    }

    #[test]
    fn a_word_with_a_slash_or_json_at_its_end_is_a_path() {
        for (word, is_path) in [("a/b", true), ("a.json", true), ("code-review", false)] {
            assert_eq!(super::is_path(word), is_path, "{word}");
        }
        assert_eq!(Path::new(super::FILE).components().count(), 1);
    }

    static NOTES: PromptDefinition = PromptDefinition {
        name: "notes.json",
        ..REPLY_WITHOUT_ARGUMENTS
    };

    #[test]
    fn the_name_of_a_prompt_is_no_path() {
        let path = path("notes");
        let file = path.to_str().unwrap();
        let is_prompt = |prompts: &[&'static PromptDefinition]| {
            let registry = PromptRegistry::from_prompts(prompts.iter().copied()).unwrap();
            super::is_prompt("notes.json", &registry, &path)
        };
        // Neither the file nor a prompt of this name exists.
        assert!(!is_prompt(&[&REPLY]));
        assert!(is_prompt(&[&REPLY, &NOTES]));
        let accept = |prompts: &[&'static PromptDefinition], names: &[&str]| {
            run(
                prompts,
                &[&["contract", "accept", "--file", file], names].concat(),
            )
        };
        assert_eq!(accept(&[&REPLY], &[]).0, Exit::Done);
        assert!(!is_prompt(&[&REPLY]));
        assert_eq!(accept(&[&REPLY, &NOTES], &[]).0, Exit::Done);
        assert!(is_prompt(&[&REPLY]));
        // With the option, every word is a name.
        let (exit, _, err) = accept(&[&REPLY, &NOTES], &["notes.json"]);
        assert_eq!(exit, Exit::Refused);
        assert!(
            err.starts_with("error: prompt \"notes.json\" was named"),
            "{err}"
        );
        // An unreadable file contains no name.
        std::fs::write(&path, "{").unwrap();
        assert!(!is_prompt(&[&REPLY]));
        std::fs::remove_file(path).unwrap();
        let words = ["notes.json".to_owned(), "write-reply".to_owned()];
        let chosen = |is_prompt: bool| super::chosen(None, &words, |_| is_prompt);
        assert_eq!(chosen(false), (Path::new("notes.json"), &words[1..]));
        assert_eq!(chosen(true), (Path::new(super::FILE), &words[..]));
    }

    #[test]
    fn rules_are_explained() {
        let (exit, out, _) = run(&[], &["contract", "explain", "argument-reordered"]);
        assert_eq!(exit, Exit::Done);
        assert!(out.contains("Remedy: restore the old order"), "{out}");
        let (exit, _, err) = run(&[], &["contract", "explain", "argument-reorderd"]);
        assert_eq!(
            (exit, &*err),
            (
                Exit::Refused,
                "error: unknown rule \"argument-reorderd\"\ntip: did you mean \"argument-reordered\"?\n"
            )
        );
    }

    #[test]
    fn a_deprecated_prompt_is_marked_in_the_list() {
        let (_, out, _) = run(&[&LETTER], &["list"]);
        assert!(
            out.starts_with("write-letter  [deprecated since 2.0.0, use write-reply]\n"),
            "{out}"
        );
    }
}
