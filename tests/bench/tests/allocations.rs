//! Tests of the allocations of a request.
#![allow(clippy::unwrap_used)]

use prompt_bench::{requests, sides};
use prompt_runtime::{Context, GetPromptResult, PromptRegistry, messages, prompt, prompts};
use std::borrow::Cow;

/// The allocations of one `prompts/get`, after a first one.
fn allocations(
    registry: &PromptRegistry,
    prompt: &str,
    given: &prompt_runtime::model::JsonObject,
) -> u64 {
    let context = Context::default();
    assert!(sides::ours::get(registry, prompt, given, &context));
    let info = allocation_counter::measure(|| {
        assert!(sides::ours::get(registry, prompt, given, &context));
    });
    assert_eq!(info.count_current, 0, "{prompt}: memory is kept");
    info.count_total
}

#[prompt]
fn borrows(a: &str, b: Cow<'_, str>, c: Option<&str>) -> GetPromptResult {
    let _ = (a, b, c);
    messages! { user: "All of this text is known when the program is compiled."; }
}

#[test]
fn a_borrowed_argument_takes_no_allocation() {
    let registry = PromptRegistry::from_prompts(prompts![borrows]).unwrap();
    let given = ["a", "b", "c"].map(|name| (name.to_owned(), "text of the request".into()));
    // The only allocation is the list of messages, because a text without placeholders is static.
    assert_eq!(
        allocations(&registry, "borrows", &given.into_iter().collect()),
        1
    );
}

#[test]
fn each_text_takes_at_most_one_allocation_and_the_list_of_messages_another() {
    for (prompt, texts) in [
        ("hello", 0),
        ("code-review", 2),
        ("release", 1),
        ("few_shot", 4),
    ] {
        let count = allocations(
            &sides::ours::registry(false),
            prompt,
            &requests::given(prompt),
        );
        assert!(
            count <= texts + 1,
            "{prompt}: {count} allocations for {texts} texts"
        );
    }
}

#[test]
fn an_async_prompt_takes_a_fixed_number_more() {
    for prompt in ["hello", "code-review", "release", "few_shot"] {
        let given = requests::given(prompt);
        let [at_once, later] =
            [false, true].map(|later| allocations(&sides::ours::registry(later), prompt, &given));
        assert!(
            later <= at_once + 2,
            "{prompt}: {later} allocations, {at_once} when it is not async"
        );
    }
}
