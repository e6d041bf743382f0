//! Names, titles and descriptions.

use super::{Found, Rule, verbs};

const LONGEST_NAME: usize = 40;

/// Words that several servers of one host will have chosen, alone.
const GENERIC: &[&str] = &[
    "analyse",
    "analyze",
    "ask",
    "assist",
    "assistant",
    "build",
    "chat",
    "check",
    "code",
    "commit",
    "create",
    "debug",
    "default",
    "demo",
    "deploy",
    "describe",
    "doc",
    "docs",
    "document",
    "edit",
    "example",
    "explain",
    "fix",
    "format",
    "generate",
    "greet",
    "hello",
    "help",
    "improve",
    "init",
    "lint",
    "list",
    "main",
    "new",
    "optimise",
    "optimize",
    "plan",
    "prompt",
    "query",
    "refactor",
    "report",
    "review",
    "rewrite",
    "run",
    "search",
    "start",
    "status",
    "summarise",
    "summarize",
    "summary",
    "template",
    "test",
    "translate",
    "update",
    "write",
];

pub(super) fn check(found: &mut Found<'_>) {
    let prompt = found.prompt;
    let listing = prompt.listing();
    name(prompt.name(), prompt.own_name(), found);
    let described = prompt
        .definition()
        .map_or(listing.description.as_deref(), |it| it.description);
    if is_blank(described) {
        found.of_prompt(Rule::MissingDescription, "it has no description".to_owned());
    }
    if let Some(title) = &listing.title
        && title.contains(char::is_whitespace)
    {
        found.of_prompt(
            Rule::TitleWithWhiteSpace,
            format!("its title \"{title}\" has white space"),
        );
    }
    for argument in prompt.arguments() {
        let name = argument.name();
        if is_blank(argument.description()) {
            found.of_argument(
                Rule::MissingArgumentDescription,
                name,
                format!("argument \"{name}\" has no description"),
            );
        }
        if !name.is_ascii() {
            found.of_argument(
                Rule::NonAsciiName,
                name,
                format!("the name of argument \"{name}\" is not ASCII"),
            );
        }
    }
}

fn is_blank(text: Option<&str>) -> bool {
    text.is_none_or(|text| text.trim().is_empty())
}

/// Hosts show, and people type, the name with its namespace; what the prompt does is said by its own.
fn name(name: &str, own: &str, found: &mut Found<'_>) {
    let length = name.chars().count();
    if length > LONGEST_NAME {
        found.of_prompt(
            Rule::LongName,
            format!("its name has {length} characters, more than {LONGEST_NAME}"),
        );
    }
    if !name.is_ascii() {
        found.of_prompt(Rule::NonAsciiName, "its name is not ASCII".to_owned());
    }
    if !own.is_ascii() {
        return;
    }
    // A namespace makes it one of its own.
    if GENERIC.contains(&&*name.to_ascii_lowercase()) {
        found.of_prompt(
            Rule::GenericName,
            "its name could be that of many servers' prompts".to_owned(),
        );
    }
    let first = first_word(own);
    if !verbs::is_known(&first) {
        found.of_prompt(
            Rule::NameNotVerbFirst,
            format!(
                "its name begins with \"{first}\", which is not in the list of known verbs (one that the list lacks is allowed, as said \
                 below)"
            ),
        );
    }
}

/// Words end at punctuation and before a capital: `reviewCode` begins with `review`.
fn first_word(name: &str) -> String {
    let start = name.trim_start_matches(['-', '_', '.']);
    let end = start
        .char_indices()
        .skip(1)
        .find(|(at, c)| {
            let after_small = start
                .get(..*at)
                .is_some_and(|before| before.ends_with(|c: char| c.is_ascii_lowercase()));
            matches!(c, '-' | '_' | '.') || (c.is_ascii_uppercase() && after_small)
        })
        .map_or(start.len(), |(at, _)| at);
    start.get(..end).unwrap_or(start).to_ascii_lowercase()
}
