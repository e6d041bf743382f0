//! Tests of prompts from another crate, under names and in a selection that the server chooses.
#![allow(clippy::unwrap_used)]

use crate::support::{complete, get};
use prompt_runtime::{PromptLibrary, PromptRegistry, RegistryError, prompt, prompts};

#[prompt(name = "code-review", alias = ["review", "check-diff"])]
fn code_review(#[arg(values = ["bugs", "style"])] look_for: &str) -> String {
    format!("Look for {look_for}.")
}

#[prompt(replaced_by = code_review)]
#[deprecated(since = "1.2.0")]
fn old_review() -> &'static str {
    "Review."
}

#[prompt]
fn nitpick() -> &'static str {
    "Nitpick."
}

fn reviews() -> PromptLibrary {
    PromptLibrary::new(prompts![code_review, old_review, nitpick])
}

fn names(registry: &PromptRegistry) -> Vec<String> {
    let prompts = registry.prompts();
    prompts
        .iter()
        .map(|prompt| prompt.name().to_owned())
        .collect()
}

fn refused(library: PromptLibrary) -> RegistryError {
    PromptRegistry::builder()
        .library(library)
        .build()
        .map(|_| ())
        .unwrap_err()
}

#[test]
fn a_namespace_stands_before_every_name() {
    let registry = PromptRegistry::builder()
        .library(reviews().namespace("team"))
        .build()
        .unwrap();
    assert_eq!(
        names(&registry),
        ["team.code-review", "team.nitpick", "team.old_review"]
    );
    for name in ["team.code-review", "team.review", "team.check-diff"] {
        let answer = get(&registry, name, r#"{"look_for":"bugs"}"#);
        assert!(answer.contains("Look for bugs."), "{answer}");
    }
    let unknown = get(&registry, "code-review", r#"{"look_for":"bugs"}"#);
    assert!(
        unknown.contains(r#"unknown prompt \"code-review\""#),
        "{unknown}"
    );
    let completed = complete(&registry, "team.review", "look_for", "s");
    assert!(completed.contains(r#"["style","#), "{completed}");
}

#[test]
fn what_replaces_a_prompt_is_named_as_this_server_does() {
    let old = |library: PromptLibrary, name: &str| {
        let registry = PromptRegistry::builder().library(library).build().unwrap();
        let prompt = registry.prompt(name).unwrap();
        (
            prompt.replaced_by().map(str::to_owned),
            prompt.listing().description.clone().unwrap(),
        )
    };
    let (name, description) = old(reviews().namespace("team"), "team.old_review");
    assert_eq!(name.as_deref(), Some("team.code-review"));
    assert_eq!(description, "Deprecated since 1.2.0: use team.code-review");
    let (name, description) = old(reviews(), "old_review");
    assert_eq!(name.as_deref(), Some("code-review"));
    assert_eq!(description, "Deprecated since 1.2.0: use code-review");
    let (name, description) = old(reviews().without(["code-review"]), "old_review");
    assert_eq!((name, &*description), (None, "Deprecated since 1.2.0"));
    let elsewhere = PromptLibrary::new(prompts![old_review]).namespace("team");
    assert_eq!(
        old(elsewhere, "team.old_review").0.as_deref(),
        Some("code-review")
    );
}

#[test]
fn a_server_chooses_among_the_prompts() {
    let of = |library: PromptLibrary| {
        names(&PromptRegistry::builder().library(library).build().unwrap())
    };
    assert_eq!(of(reviews().only(["nitpick"])), ["nitpick"]);
    assert_eq!(
        of(reviews().without(["nitpick"])),
        ["code-review", "old_review"]
    );
    assert_eq!(
        of(reviews()
            .only(["nitpick", "code-review"])
            .without(["nitpick"])),
        ["code-review"]
    );
    assert!(of(reviews().only([""; 0])).is_empty());
}

#[test]
fn one_library_can_be_there_twice() {
    let registry = PromptRegistry::builder()
        .library(reviews().namespace("a").only(["nitpick"]))
        .library(reviews().namespace("b").only(["nitpick"]))
        .library(reviews().namespace("b").only(["nitpick"]))
        .prompts(prompts![nitpick])
        .build()
        .unwrap();
    assert_eq!(names(&registry), ["a.nitpick", "b.nitpick", "nitpick"]);
}

#[test]
fn wrong_choices_are_told_at_once() {
    let library = reviews()
        .namespace(" my team")
        .only(["code_review"])
        .without(["qqq"]);
    let error = refused(library);
    let said = error.to_string();
    for part in [
        "the namespace ` my team` begins or ends with white space; `my-team` would do",
        concat!(
            "no prompt of ",
            env!("CARGO_PKG_NAME"),
            " is called `code_review`; did you mean `code-review`?"
        ),
        concat!("no prompt of ", env!("CARGO_PKG_NAME"), " is called `qqq`"),
    ] {
        assert!(said.contains(part), "{said}");
    }
    assert_eq!(error.problems().len(), 3, "{said}");
    let empty = refused(reviews().namespace("")).to_string();
    assert!(empty.contains("the namespace `` is empty"), "{empty}");
}

#[test]
fn a_name_with_its_namespace_keeps_to_the_limit() {
    let fits = "n".repeat(128 - ".check-diff".len());
    let builder = || PromptRegistry::builder();
    let chosen = || reviews().only(["code-review"]);
    let error = builder().library(chosen().namespace(fits.clone())).build();
    let said = error.map(|_| ()).unwrap_err().to_string();
    assert!(said.contains(".code-review` has 129 characters"), "{said}");
    let shorter = fits[1..].to_owned();
    assert!(
        builder()
            .library(chosen().namespace(shorter))
            .build()
            .is_ok()
    );
}

#[test]
fn names_that_meet_are_told_with_the_crates() {
    let said = PromptRegistry::builder()
        .library(reviews().namespace("other"))
        .library(PromptLibrary::new(prompts![taken::one]))
        .build()
        .map(|_| ())
        .unwrap_err()
        .to_string();
    assert!(
        said.contains("the name `other.nitpick` is taken 2 times"),
        "{said}"
    );
    assert_eq!(
        said.matches(concat!(" in ", env!("CARGO_PKG_NAME")))
            .count(),
        2,
        "{said}"
    );
}

mod taken {
    #[prompt_runtime::prompt(name = "other.nitpick")]
    pub(crate) fn one() -> &'static str {
        "one"
    }
}
