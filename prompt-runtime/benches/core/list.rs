//! A listing of 1,000 prompts as the bytes that go over the wire, beside rmcp's: its router lists, and the result is serialised.

use crate::now;
use crate::router::Server;
use divan::{Bencher, black_box};
use prompt_runtime::{Context, PromptRegistry, RuntimeArgument, RuntimePrompt};
use rmcp::handler::server::router::prompt::{PromptRoute, PromptRouter};
use rmcp::model::{GetPromptResult, ListPromptsResult, Prompt, PromptArgument};

const PROMPTS: usize = 1000;
const DESCRIPTION: &str = "Review a diff against the team's standards.";
const ARGUMENTS: [(&str, &str, bool); 3] = [
    ("strictness", "How hard to look.", false),
    ("diff", "The unified diff to review.", true),
    ("language", "What the code is written in.", true),
];

#[divan::bench]
fn by_registry(bencher: Bencher<'_, '_>) {
    let prompts = (0..PROMPTS).map(|n| {
        let prompt = RuntimePrompt::new(format!("prompt-{n:04}"), |_| "").description(DESCRIPTION);
        ARGUMENTS
            .iter()
            .fold(prompt, |prompt, &(name, text, required)| {
                let argument = if required {
                    RuntimeArgument::required(name)
                } else {
                    RuntimeArgument::optional(name)
                };
                prompt.argument(argument.description(text))
            })
    });
    let live = PromptRegistry::builder().build_live().unwrap();
    live.update(prompts, &[]).unwrap();
    let context = Context::default();
    let list = || now(live.registry().answer("prompts/list", None, &context)).unwrap();
    assert_eq!(count(list().json().as_bytes()), PROMPTS);
    bencher.bench_local(list);
}

#[divan::bench]
fn by_rmcp_router(bencher: Bencher<'_, '_>) {
    let arguments = ARGUMENTS.map(|(name, text, required)| {
        PromptArgument::new(name)
            .with_description(text)
            .with_required(required)
    });
    let router = (0..PROMPTS).fold(PromptRouter::<Server>::new(), |router, n| {
        let listing = Prompt::new(
            format!("prompt-{n:04}"),
            Some(DESCRIPTION),
            Some(arguments.to_vec()),
        );
        router.with_route(PromptRoute::new(listing, |_: &Server| {
            GetPromptResult::new(Vec::new())
        }))
    });
    let list = || {
        let result = ListPromptsResult::with_all_items(black_box(&router).list_all());
        serde_json::to_vec(&result).unwrap()
    };
    assert_eq!(count(&list()), PROMPTS);
    bencher.bench_local(list);
}

/// Both sides do the whole work.
fn count(listing: &[u8]) -> usize {
    let listing: serde_json::Value = serde_json::from_slice(listing).unwrap();
    let prompts = listing
        .get("prompts")
        .and_then(|prompts| prompts.as_array());
    prompts.map_or(0, Vec::len)
}
