//! The macros of `prompt-runtime`. Depend on that crate: it re-exports and documents them.
#![forbid(unsafe_code)]
#![cfg_attr(test, allow(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod argument_enum;
mod arguments;
mod call;
mod contents;
mod diagnostics;
mod doc;
mod embed;
mod keys;
mod list;
mod messages;
mod methods;
mod name;
mod paths;
mod prompt;
mod registered;
#[cfg(test)]
mod testing;
mod text;
mod tokens;

// Editors show these short texts. Rustdoc adds them to the runtime's pages, which contain the whole documentation with examples.

/// # At a glance
///
/// Registers a function as a prompt. Each parameter is an argument, in the order of declaration; a doc comment is its description.
///
/// ```text
/// /// Reviews a diff.
/// #[prompt(title = "Code review")]
/// fn code_review(
///     /// How hard to look.
///     #[arg(default)] strictness: Strictness,
///     diff: &str,
///     branch: Option<&str>,
///     #[state] db: &Db,
///     #[context] context: &Context,
/// ) -> GetPromptResult { … }
/// ```
///
/// * Keys of `#[prompt(…)]`: `name`, `title`, `description`, `icons`, `meta`, `alias`, `replaced_by`, `allow`, `crate`.
/// * Keys of `#[arg(…)]`: `name`, `title`, `description`, `default`, `example`, `non_empty`, `max_len`, `min`, `max`, `values`,
///   `complete`, `separator`, `alias`.
/// * Argument types: `&str`, `Cow<str>`, every `FromStr` with a `Display` error, a `Vec` with `separator`, and `Option` of these.
/// * `#[arguments] review: ReviewArguments` takes a struct that derives `PromptArguments`.
/// * Results: text, `PromptMessage`, `Vec<PromptMessage>`, `GetPromptResult`, or a `Result` of these; `async` or not.
#[proc_macro_attribute]
pub fn prompt(
    args: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    prompt::expand(args.into(), item.into()).into()
}

/// # At a glance
///
/// Registers the methods of an `impl` that are marked `#[prompt]` as prompts of the server, which is `&self`.
///
/// ```text
/// #[prompt_methods]
/// impl Tracker {
///     /// Writes the review of the week.
///     #[prompt(title = "Weekly review")]
///     async fn weekly_review(&self, audience: &str) -> String { … }
/// }
///
/// registry.prompts(Tracker::PROMPTS)
/// ```
///
/// * `list = MORE_PROMPTS` names the constant, for a type with several such `impl`s.
/// * `crate = ::path` is the path of the runtime, if it is not `::prompt_runtime`.
#[proc_macro_attribute]
pub fn prompt_methods(
    args: proc_macro::TokenStream,
    item: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    methods::expand(args.into(), item.into()).into()
}

/// # At a glance
///
/// Lists prompts by the paths of their functions, for a registry that does not take all prompts of the program.
///
/// ```text
/// PromptRegistry::from_prompts(prompts![code_review, text::summary])?
/// ```
///
/// * The value is an array of `&'static PromptDefinition`.
/// * The prompts of methods are listed by their type: `Tracker::PROMPTS`.
/// * A path may have a `#[cfg(…)]`.
#[proc_macro]
pub fn prompts(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    list::expand(input.into()).into()
}

/// # At a glance
///
/// Calls a prompt in a test, as a client would.
///
/// ```text
/// call!(code_review, "strictness" => "strict", "diff" => "…").get().assert_text(0, "…");
/// ```
///
/// * The first argument is the path of the function. The others are the arguments of the prompt.
#[proc_macro]
pub fn call(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    call::expand(input.into()).into()
}

/// # At a glance
///
/// Turns an enum without fields into the allowed values of an argument, which clients list and complete.
///
/// ```text
/// #[derive(ArgumentEnum, Default)]
/// #[value(rename_all = "kebab-case")]
/// enum Strictness {
///     /// Only bugs
///     #[default]
///     Lenient,
///     /// Everything, style included
///     #[value(name = "all", alias = "strict")]
///     Strict,
/// }
/// ```
///
/// * On the enum: `rename_all`, `crate`. On a variant: `name`, `alias`.
/// * Implements `FromStr`, `Display` and `ArgumentEnum`.
#[proc_macro_derive(ArgumentEnum, attributes(value))]
pub fn argument_enum(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    argument_enum::expand(item.into()).into()
}

/// # At a glance
///
/// Turns the fields of a struct into arguments, so that several prompts can share them.
///
/// ```text
/// #[derive(PromptArguments)]
/// struct ReviewArguments<'a> {
///     /// How hard to look.
///     #[arg(default)]
///     strictness: Strictness,
///     diff: &'a str,
/// }
///
/// #[prompt]
/// fn code_review(#[arguments] review: ReviewArguments<'_>, branch: Option<&str>) -> String { … }
/// ```
///
/// * A field has the same `#[arg(…)]` keys and types as a parameter.
/// * `#[arguments(crate = ::path)]` on the struct is the path of the runtime, if it is not `::prompt_runtime`.
#[proc_macro_derive(PromptArguments, attributes(arg, arguments, state, context))]
pub fn prompt_arguments(item: proc_macro::TokenStream) -> proc_macro::TokenStream {
    arguments::expand(item.into()).into()
}

/// # At a glance
///
/// Builds a conversation, checked at compile time. The value is a `GetPromptResult`.
///
/// ```text
/// messages! {
///     description: "A {strictness} review";
///     user: include("rules.md");
///     for Example { text, label } in &examples {
///         user: "Issue: {text}";
///         assistant: "{label}";
///     }
///     if examples.is_empty() { user: "Give reasons."; }
///     user?: notes;                  // a turn only when there is a value
///     user: "Use {} words.", count;  // format arguments
///     prefill: "{{\"label\": \"";     // the model continues this text
/// }
/// ```
///
/// * Roles are `user`, `assistant` and, as the last one, `prefill`. A conversation ends with `user` or `prefill`.
/// * A turn is a format string, `include("file")`, or a value: text, media, a resource.
/// * `if`, `match`, `for`, `let` and `#[cfg(…)]` work as in Rust.
#[proc_macro]
pub fn messages(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    messages::expand(input.into()).into()
}

/// # At a glance
///
/// Embeds an image in the program as content of a turn.
///
/// ```text
/// user: image!("diagram.png");
/// user: image!("diagram.png", max_bytes = 524_288);
/// ```
///
/// * The path is relative to the source file.
/// * The first bytes determine the MIME type: PNG, JPEG, GIF, WebP, AVIF, BMP, TIFF or SVG.
/// * `max_bytes` raises the maximum size; `crate = ::path` is the path of the runtime.
#[proc_macro]
pub fn image(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    embed::image(input.into()).into()
}

/// # At a glance
///
/// Embeds audio in the program as content of a turn.
///
/// ```text
/// user: audio!("ding.wav");
/// ```
///
/// * The path is relative to the source file.
/// * The first bytes determine the MIME type: WAV, Ogg, FLAC, MP4, AAC or MP3.
/// * `max_bytes` raises the maximum size; `crate = ::path` is the path of the runtime.
#[proc_macro]
pub fn audio(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    embed::audio(input.into()).into()
}

/// # At a glance
///
/// Embeds a file in the program as a resource in a turn.
///
/// ```text
/// user: resource!("guide.md", uri = "file:///guide.md");
/// user: resource!("data.bin", uri = "file:///data.bin", mime_type = "application/pdf");
/// ```
///
/// * The path is relative to the source file.
/// * `uri` is the URI of the resource for the client.
/// * `mime_type` replaces the detected MIME type; `max_bytes` raises the maximum size.
#[proc_macro]
pub fn resource(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    embed::resource(input.into()).into()
}

/// # At a glance
///
/// Registers a Markdown file with front matter as a prompt, checked at compile time.
///
/// ```text
/// prompt_file!("code-review.md");
/// let registry = PromptRegistry::from_prompts(prompts![code_review])?;
/// ```
///
/// * The path is relative to the source file. In `prompts!`, the prompt has the name of the file without its extension.
/// * The front matter has `name`, `title`, `description` and `arguments`; the body has `{{ argument }}`.
#[proc_macro]
pub fn prompt_file(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    embed::prompt_file(input.into()).into()
}

/// The items inside a module. Expansions put their items into a module and this attribute on it, so that they are one item where rustc
/// allows none.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn items(
    _args: proc_macro::TokenStream,
    module: proc_macro::TokenStream,
) -> proc_macro::TokenStream {
    match module.into_iter().last() {
        Some(proc_macro::TokenTree::Group(items)) => items.stream(),
        _ => proc_macro::TokenStream::new(),
    }
}
