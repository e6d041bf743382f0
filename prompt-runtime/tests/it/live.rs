//! Tests of registries that change, and of rejected prompts that are created at run time.
#![allow(clippy::unwrap_used, clippy::panic)]

use prompt_runtime::{Context, PromptRegistry, RuntimeArgument, RuntimePrompt, prompt, prompts};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

fn prompt(name: &'static str) -> RuntimePrompt {
    RuntimePrompt::new(name, |_| "text")
}

#[test]
fn a_listener_may_change_the_set_and_may_panic() {
    let live = PromptRegistry::builder().build_live().unwrap();
    let told = Arc::new(AtomicUsize::new(0));
    let (hand, count) = (live.clone(), Arc::clone(&told));
    let _changes = live.registry().on_change(move || {
        count.fetch_add(1, Ordering::SeqCst);
        // This fails the second time, because the name is taken.
        let _ = hand.insert(prompt("second"));
    });
    let _panics = live.registry().on_change(|| panic!("on purpose"));
    let count = Arc::clone(&told);
    let _last = live.registry().on_change(move || {
        count.fetch_add(10, Ordering::SeqCst);
    });
    live.insert(prompt("first")).unwrap();
    let names: Vec<String> = live
        .registry()
        .list(None, &Context::default())
        .unwrap()
        .prompts
        .into_iter()
        .map(|prompt| prompt.name.into_owned())
        .collect();
    assert_eq!(names, ["first", "second"]);
    assert_eq!(
        told.load(Ordering::SeqCst),
        22,
        "two changes, two who count"
    );
}

#[test]
fn a_listener_that_is_dropped_is_not_called() {
    let live = PromptRegistry::builder().build_live().unwrap();
    let told = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&told);
    drop(live.registry().on_change(move || {
        count.fetch_add(1, Ordering::SeqCst);
    }));
    live.insert(prompt("first")).unwrap();
    assert_eq!(told.load(Ordering::SeqCst), 0);
}

#[test]
fn nothing_changes_when_a_change_is_refused() {
    let live = PromptRegistry::builder().build_live().unwrap();
    live.insert(prompt("code-review")).unwrap();
    for (refused, problem) in [
        (prompt("code-review"), "taken 2 times"),
        (prompt("Code-Review"), "these names differ by case only"),
        (prompt("a b "), "begins or ends with white space"),
        (
            prompt("x").argument(RuntimeArgument::required("a b")),
            "the name `a b` of an argument of prompt `x` contains white space",
        ),
        (
            prompt("x")
                .argument(RuntimeArgument::required("a"))
                .argument(RuntimeArgument::optional("a")),
            "two arguments that answer to `a`",
        ),
        (
            prompt("x").argument(RuntimeArgument::required("a").values(Vec::<String>::new())),
            "allows no value at all",
        ),
        (
            prompt("x").description("harmless\u{E0041}"),
            "the description of prompt `x` holds the invisible character U+E0041",
        ),
        (
            prompt("x").argument(RuntimeArgument::required("a").values(["one\u{200B}"])),
            "the values of argument `a` of prompt `x` holds the invisible character U+200B",
        ),
        (
            prompt("x").argument(
                RuntimeArgument::optional("a")
                    .values(["one"])
                    .default("two"),
            ),
            "must be one of: one",
        ),
    ] {
        let error = live.insert(refused).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
    assert_eq!(live.registry().prompts().len(), 1);
}

#[test]
fn the_listing_says_how_much_text_is_accepted() {
    let live = PromptRegistry::builder().build_live().unwrap();
    let short = RuntimeArgument::optional("a")
        .description("Some words.")
        .max_len(40)
        .default("few");
    live.insert(prompt("x").argument(short)).unwrap();
    let listed = live.registry().prompt("x").unwrap();
    assert_eq!(
        listed.listing().arguments[0].description.as_deref(),
        Some("Some words. (at most 40 characters; default: few)")
    );
}

#[test]
fn what_is_disabled_is_gone_until_it_is_enabled() {
    let live = PromptRegistry::builder().build_live().unwrap();
    let told = Arc::new(AtomicUsize::new(0));
    let count = Arc::clone(&told);
    let _changes = live.registry().on_change(move || {
        count.fetch_add(1, Ordering::SeqCst);
    });
    live.update([prompt("a"), prompt("b"), prompt("c")], &[])
        .unwrap();
    assert!(live.disable("b") && live.disable("b") && !live.disable("x"));
    assert!(live.registry().prompt("b").is_none());
    assert!(live.enable("b"));
    assert!(live.registry().prompt("b").is_some());
    live.update([prompt("d")], &["a", "b"]).unwrap();
    assert!(live.remove("c") && !live.remove("c"));
    assert_eq!(told.load(Ordering::SeqCst), 5, "one for each change");
    assert_eq!(live.registry().prompts().len(), 1);
}

/// Was called Code-Review once.
#[prompt(name = "code-review", alias = "Code-Review")]
fn code_review() -> &'static str {
    "text"
}

#[test]
fn a_name_that_changed_by_case_alone_keeps_the_old_one() {
    let registry = PromptRegistry::from_prompts(prompts![code_review]).unwrap();
    assert_eq!(
        registry.prompt("Code-Review").unwrap().name(),
        "code-review"
    );
}

#[cfg(feature = "elicitation")]
#[test]
fn a_short_key_is_refused() {
    let error = PromptRegistry::builder()
        .elicitation_key("fifteen letters")
        .build()
        .unwrap_err();
    assert_eq!(
        error.problems(),
        [prompt_runtime::error::RegistryProblem::ShortKey]
    );
}
