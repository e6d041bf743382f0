//! The prompts with `match` and `format!`, as a careful author writes them without a library: each argument is looked up, checked and
//! parsed, undeclared arguments are rejected, and the result is the same.

use prompt_runtime::{GetPromptResult, PromptMessage};
use serde_json::{Map, Value};

type Given = Map<String, Value>;

fn optional<'a>(given: &'a Given, name: &str) -> Result<Option<&'a str>, String> {
    match given.get(name) {
        Some(Value::String(text)) => Ok(Some(text)),
        Some(Value::Null) | None => Ok(None),
        Some(_) => Err(format!("argument {name:?} must be a string")),
    }
}

fn required<'a>(given: &'a Given, name: &str) -> Result<&'a str, String> {
    optional(given, name)?.ok_or_else(|| format!("argument {name:?} is missing"))
}

fn number(given: &Given, name: &str) -> Result<u32, String> {
    let text = required(given, name)?.trim();
    text.parse()
        .map_err(|error| format!("argument {name:?}: {error}"))
}

fn only(given: &Given, names: &[&str]) -> Result<(), String> {
    match given.keys().find(|name| !names.contains(&name.as_str())) {
        Some(name) => Err(format!("there is no argument {name:?}")),
        None => Ok(()),
    }
}

fn user(text: String) -> GetPromptResult {
    GetPromptResult::new([PromptMessage::user(text)])
}

fn hello(given: &Given) -> Result<GetPromptResult, String> {
    only(given, &[])?;
    Ok(user(
        "Say hello to the team in one friendly sentence.".to_owned(),
    ))
}

fn code_review(given: &Given) -> Result<GetPromptResult, String> {
    let strictness = match optional(given, "strictness")?.map(str::trim) {
        None | Some("normal") => "normal",
        Some("lenient") => "lenient",
        Some("strict") => "strict",
        Some(_) => {
            return Err(
                "argument \"strictness\" must be one of: lenient, normal, strict".to_owned(),
            );
        }
    };
    let diff = required(given, "diff")?;
    only(given, &["strictness", "diff"])?;
    Ok(user(format!(
        "Review this diff {strictness}ly against our team's standards (null-safety, test coverage, no unused imports):\n\n{diff}"
    ))
    .with_description(format!("A {strictness} code review of the provided diff")))
}

fn release(given: &Given) -> Result<GetPromptResult, String> {
    let (product, version) = (required(given, "product")?, required(given, "version")?);
    let (major, minor, patch) = (
        number(given, "major")?,
        number(given, "minor")?,
        number(given, "patch")?,
    );
    let (author, channel) = (required(given, "author")?, required(given, "channel")?);
    let commits = number(given, "commits")?;
    let (audience, notes) = (required(given, "audience")?, required(given, "notes")?);
    only(
        given,
        &[
            "product", "version", "major", "minor", "patch", "author", "channel", "commits",
            "audience", "notes",
        ],
    )?;
    Ok(user(format!(
        "Describe {product} {version} ({major}.{minor}.{patch}) by {author} on {channel}: {commits} commits, for {audience}.\n\n{notes}"
    )))
}

fn few_shot(given: &Given) -> Result<GetPromptResult, String> {
    let (team, example) = (required(given, "team")?, required(given, "example")?);
    let (label, diff) = (required(given, "label")?, required(given, "diff")?);
    only(given, &["team", "example", "label", "diff"])?;
    Ok(GetPromptResult::new([
        PromptMessage::user(format!("You review code for the team {team}.")),
        PromptMessage::user(example.to_owned()),
        PromptMessage::assistant(label.to_owned()),
        PromptMessage::user(format!("Review:\n\n{diff}")),
    ]))
}

/// Answers `prompts/get` for the synchronous prompts.
///
/// # Errors
/// A sentence about the first mistake.
pub fn get(name: &str, given: &Given) -> Result<GetPromptResult, String> {
    match name {
        "hello" => hello(given),
        "code-review" => code_review(given),
        "release" => release(given),
        "few_shot" => few_shot(given),
        _ => Err(format!("unknown prompt {name:?}")),
    }
}

async fn hello_later(given: &Given) -> Result<GetPromptResult, String> {
    hello(given)
}

async fn code_review_later(given: &Given) -> Result<GetPromptResult, String> {
    code_review(given)
}

async fn release_later(given: &Given) -> Result<GetPromptResult, String> {
    release(given)
}

async fn few_shot_later(given: &Given) -> Result<GetPromptResult, String> {
    few_shot(given)
}

/// Answers `prompts/get` for async prompts. The future is boxed, as a table of async functions requires.
///
/// # Errors
/// A sentence about the first mistake.
pub async fn get_later(name: &str, given: &Given) -> Result<GetPromptResult, String> {
    type Boxed<'a> =
        std::pin::Pin<Box<dyn Future<Output = Result<GetPromptResult, String>> + Send + 'a>>;
    let future: Boxed<'_> = match name {
        "hello" => Box::pin(hello_later(given)),
        "code-review" => Box::pin(code_review_later(given)),
        "release" => Box::pin(release_later(given)),
        "few_shot" => Box::pin(few_shot_later(given)),
        _ => return Err(format!("unknown prompt {name:?}")),
    };
    future.await
}

/// Answers `completion/complete` for an argument with these values.
#[must_use]
pub fn complete(values: &[&'static str], typed: &str) -> Vec<&'static str> {
    values
        .iter()
        .copied()
        .filter(|value| value.starts_with(typed))
        .take(100)
        .collect()
}
