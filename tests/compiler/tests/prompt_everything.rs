//! Everything that a prompt may be, under the strictest lints.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::pedantic
)]

use prompt_runtime::{
    ArgumentEnum, Context, GetPromptResult, IntoPromptResult, PromptDefinition, PromptError,
    PromptMessage, PromptRegistry, prompt, prompts,
};
use std::borrow::Cow;

type Maybe<T> = Option<T>;

/// Server state.
pub struct Db {
    rows: usize,
}

/// How hard to look.
#[derive(ArgumentEnum, Clone, Copy, Default, PartialEq, Debug)]
#[non_exhaustive]
pub enum Strictness {
    /// Only bugs.
    Lenient,
    /// Bugs and missing tests.
    #[default]
    #[value(alias = "medium")]
    Normal,
    /// Everything.
    #[deprecated]
    #[value(name = "very-strict")]
    Strict,
    #[cfg(any())]
    Never,
}

/// Review a diff.
#[prompt(name = "code-review", title = "Code review")]
#[must_use]
pub fn code_review(
    /// How hard to look.
    #[arg(default)]
    strictness: Strictness,
    /// The diff.
    #[arg(non_empty, max_len = 100)]
    diff: &str,
    /// Not there.
    #[cfg(any())]
    missing: Unknown,
) -> String {
    format!("{strictness}: {diff}")
}

/// A raw name, a `mut` parameter, an alias of `Option`.
#[prompt]
#[must_use]
pub fn r#match(mut r#type: String, who: Maybe<&str>) -> impl IntoPromptResult + use<> {
    r#type.push_str(who.unwrap_or_default());
    r#type
}

/// Lifetimes, state and context.
#[prompt]
pub(crate) async fn summarize<'a, 'b: 'a>(
    #[state] db: &'a Db,
    #[context] _: &Context,
    text: &'b str,
    style: Option<Cow<'a, str>>,
) -> Result<GetPromptResult, PromptError> {
    std::future::ready(()).await;
    format!("{text} {style:?} {}", db.rows).into_prompt_result()
}

/// Superseded.
#[prompt(replaced_by = code_review, alias = "review-it", allow = "generic-name")]
#[deprecated(since = "0.2.0", note = "use code-review")]
#[must_use]
pub fn old_review(diff: &str) -> Vec<PromptMessage> {
    let _ = diff;
    Vec::new()
}

const LENGTHS: &[&str] = &["short", "long"];

fn complete_topic(prefix: &str) -> Vec<String> {
    vec![prefix.to_owned()]
}

mod text {
    use prompt_runtime::prompt;

    #[prompt(
        description = include_str!("ui/prompt/description.md"),
        icons = [(src = "https://example.com/icon.png", sizes = ["48x48"], theme = "dark")],
        meta = { "com.example/team": ["docs", 1] },
    )]
    pub(super) fn write(
        #[arg(values = super::LENGTHS, default = "short")] length: &str,
        #[arg(values = ["a", "b"], default = "a")] kind: String,
        #[arg(min = -5, max = 10, default = 3)] count: i32,
        #[arg(min = 0.5)] share: Option<f64>,
        #[arg(separator = ",")] ids: Vec<u16>,
        #[arg(separator = ";", default = vec![true])] flags: Vec<bool>,
        #[arg(complete = super::complete_topic, alias = "subject")] topic: &str,
    ) -> String {
        format!("{length}{kind}{count}{share:?}{ids:?}{flags:?}{topic}")
    }
}

#[doc = include_str!("ui/prompt/description.md")]
#[prompt]
const fn constant() -> &'static str {
    "constant"
}

/// Nothing refers to it but the inventory.
#[prompt]
fn unreferenced() -> &'static str {
    "unreferenced"
}

macro_rules! declare {
    ($vis:vis $name:ident, $arg:ident: $ty:ty = $default:expr, $text:literal) => {
        #[prompt(title = $text)]
        $vis fn $name(#[arg(default = $default)] $arg: $ty) -> String {
            $arg.to_string()
        }
    };
}
declare!(pub(crate) declared, number: u8 = 1 + 1, "Declared");

macro_rules! stateful {
    ($(#[$meta:meta])* $name:ident, $state:ty, $doc:expr, $replaced_by:path) => {
        $(#[$meta])*
        #[prompt(description = $doc, replaced_by = $replaced_by)]
        #[deprecated]
        fn $name(#[state] db: $state, text: &str) -> String {
            format!("{} {text}", db.rows)
        }
    };
}
stateful!(
    /// Not shown.
    generated, &Db, "Generated", text::write
);

fn definitions() -> [&'static PromptDefinition; 5] {
    #[prompt]
    fn inner(code: &str) -> String {
        code.to_owned()
    }
    prompts![inner, code_review, r#match, text::write, constant]
}

#[test]
fn compiles_and_runs() {
    let _ = code_review(Strictness::Normal, "diff");
    let _ = text::write("short", String::new(), 1, None, Vec::new(), Vec::new(), "");
    assert_eq!(
        definitions().map(PromptDefinition::name),
        ["inner", "code-review", "match", "write", "constant"]
    );
    assert_eq!(Strictness::VALUES, ["lenient", "normal", "very-strict"]);
    assert_eq!("medium".parse(), Ok(Strictness::Normal));
    assert!("Normal".parse::<Strictness>().is_err());
    assert_eq!(format!("[{:>8}]", Strictness::Normal), "[  normal]");
    assert!(prompts![].is_empty());
    let _ = prompts![summarize, old_review, declared, generated];
    let registry = PromptRegistry::builder()
        .inventory()
        .state(Db { rows: 0 })
        .build();
    let found = registry.map(|registry| registry.prompt("unreferenced").is_some());
    assert!(matches!(found, Ok(true)), "{found:?}");
}
