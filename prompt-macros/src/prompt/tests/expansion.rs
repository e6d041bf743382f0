use super::super::expand;
use crate::keys::{ArgKey, Keys, PromptKey};
use crate::testing::{mangled, sentences};
use proc_macro2::TokenStream;
use quote::quote;

fn code_review() -> (TokenStream, TokenStream) {
    let args = quote!(name = "code-review", title = "Code review");
    let item = quote! {
        /// Review a diff against the team's standards.
        pub fn code_review(
            /// How hard to look.
            #[arg(default)]
            strictness: Strictness,
            /// The unified diff to review.
            diff: &str,
            /// Where the diff comes from.
            branch: Option<&str>,
        ) -> GetPromptResult {
            messages! {
                description: "A {strictness} code review of the provided diff";
                user: "Review this diff {strictness}ly:\n\n{diff}";
                user?: branch;
            }
        }
    };
    (args, item)
}

fn everything() -> (TokenStream, TokenStream) {
    let args = quote! {
        name = "weekly", title = TITLE, description = "Review the week.",
        icons = [(src = "https://example.com/a.png", mime_type = "image/png", sizes = ["48x48", "any"], theme = "dark"), (src = "data:image/png;base64,AA==")],
        meta = { "com.example/team": "docs", "n": [1, -2.5, true, null, { "a": "b" }], },
        alias = ["week", "old"], replaced_by = super::monthly, allow = ["few-words", "b"], crate = ::renamed::runtime,
    };
    let item = quote! {
        #[deprecated(since = "1.2", note = "too long")]
        #[must_use]
        pub(crate) async fn weekly<'a>(
            #[state] db: &'a Db<'a>,
            #[context] _: &Context,
            #[arg(name = "topic", title = "Topic", description = concat!("a", "b"), non_empty, max_len = 20, alias = "subject")] mut r#type: Cow<'a, str>,
            #[cfg(feature = "x")] #[arg(default = 3, min = 1, max = 1_0, complete = numbers::near)] count: u8,
            #[arg(values = Tone::VARIANTS, default = "brief", example = "long")] tone: String,
            #[arg(separator = ",", default = vec![1, 2])] ids: Vec<u32>,
            #[arg(values = ["a", "b"])] kind: Option<&'a str>,
        ) -> Result<impl IntoPromptResult, Error> where 'a: 'a {
            half typed.
        }
    };
    (args, item)
}

/// Removes differences of formatting: white space, trailing commas, braces around the body of a closure.
fn normal(text: &str) -> String {
    let tokens: TokenStream = text.parse().unwrap();
    let text = tokens.to_string();
    text.chars().filter(|c| !" ,{}".contains(*c)).collect()
}

#[test]
fn the_expansion_is_as_the_snapshot_shows_it() {
    let (args, item) = code_review();
    let out = expand(args, item).to_string();
    assert_eq!(
        normal(&out),
        normal(include_str!("../snapshot/code_review.rs")),
        "{out}"
    );
}

#[test]
fn the_expansion_with_every_key_is_as_the_snapshot_shows_it() {
    let (args, item) = everything();
    let item: TokenStream = item
        .to_string()
        .replace("half typed .", "todo!()")
        .parse()
        .unwrap();
    let out = expand(args, item).to_string();
    assert_eq!(
        normal(&out),
        normal(include_str!("../snapshot/everything.rs")),
        "{out}"
    );
}

/// A key that the sample does not use is a key whose expansion no test shows. The documentation of the macros lists the keys.
#[test]
fn the_sample_and_the_documentation_have_every_key() {
    fn check<K: Keys>(sample: &str, heading: &str) {
        let documentation = include_str!("../../lib.rs").replace("\n///  ", "");
        let documented = documentation
            .lines()
            .find_map(|line| line.strip_prefix(heading));
        for key in K::ALL {
            let word = key.word();
            assert!(
                sample
                    .split(|c: char| !c.is_alphanumeric() && c != '_')
                    .any(|it| it == word),
                "the sample has no `{word}`"
            );
            assert!(
                documented.is_some_and(|it| it.contains(&format!("`{word}`"))),
                "`{word}` is not in `lib.rs`: {documented:?}"
            );
        }
    }
    let (args, item) = everything();
    let args = args.to_string();
    check::<PromptKey>(&args, "/// * Keys of `#[prompt(…)]`: ");
    check::<ArgKey>(&item.to_string(), "/// * Keys of `#[arg(…)]`: ");
}

#[test]
fn three_arguments_expand_to_little() {
    let (args, item) = code_review();
    let out = expand(args, item).to_string();
    assert!(out.len() <= 3 * 1024, "{} bytes", out.len());
}

#[test]
fn the_output_is_deterministic_and_legal() {
    for (args, item) in [code_review(), everything()] {
        let out = expand(args.clone(), item.clone());
        assert_eq!(out.to_string(), expand(args, item).to_string());
        assert!(sentences(&out).is_empty(), "{:?}", sentences(&out));
    }
    let (args, item) = code_review();
    syn::parse2::<syn::File>(expand(args, item)).unwrap();
}

#[test]
fn mangled_input_never_panics() {
    let (args, item) = everything();
    for args in mangled(&args) {
        let out = expand(args.clone(), item.clone());
        assert_eq!(out.to_string(), expand(args, item.clone()).to_string());
    }
    for item in mangled(&item) {
        expand(args.clone(), item);
    }
}

#[test]
fn the_function_comes_out_as_it_went_in_also_after_a_mistake() {
    let (_, item) = code_review();
    let out = expand(quote!(nam = "x"), item);
    let file: syn::File = syn::parse2(out).unwrap();
    let function = file.items.iter().find_map(|item| match item {
        syn::Item::Fn(function) => Some(quote!(#function).to_string()),
        _ => None,
    });
    // The only addition is this attribute: clippy must not ask an author to borrow owned arguments.
    let expected = quote! {
        #[allow(clippy::needless_pass_by_value)]
        /// Review a diff against the team's standards.
        pub fn code_review(strictness: Strictness, diff: &str, branch: Option<&str>,) -> GetPromptResult {
            messages! {
                description: "A {strictness} code review of the provided diff";
                user: "Review this diff {strictness}ly:\n\n{diff}";
                user?: branch;
            }
        }
    };
    assert_eq!(function, Some(expected.to_string()));
    assert!(quote!(#file).to_string().contains("enum code_review"));
}

/// The texts of a definition are one literal, unless a text contains what stands between them there.
#[test]
fn a_text_with_the_separator_is_a_field() {
    let expanded = |doc: &str| {
        let item = quote! {
            #[doc = #doc]
            fn greet(name: &str) -> String {
                todo!()
            }
        };
        expand(TokenStream::new(), item).to_string()
    };
    let packed = expanded("Say hello.");
    assert!(
        packed.contains("\"Say hello.\\u{1f}\\u{1f}\\u{1f}name\\u{1f}\\u{1f}\""),
        "{packed}"
    );
    assert!(!packed.contains("ArgumentDefinition"), "{packed}");
    let fields = expanded("Say\u{1f}hello.");
    assert!(fields.contains("ArgumentDefinition :: new"), "{fields}");
    assert!(
        fields.contains("plain (\"greet\" , \"\" , & [] ,"),
        "{fields}"
    );
}
