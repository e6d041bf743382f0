//! An embedded image of 200 KB: the answer with it, beside writing the same answer as JSON.

use crate::now;
use divan::{Bencher, black_box};
use prompt_runtime::{ContentBlock, Context, PromptRegistry, prompt, prompts};
use std::sync::LazyLock;

/// What the macro writes for a file of 200 KB.
static BASE64: LazyLock<&'static str> = LazyLock::new(|| "iVBORw0K".repeat(33_334).leak());

/// Look at a picture.
#[prompt]
fn look() -> Vec<prompt_runtime::PromptMessage> {
    let image: ContentBlock = prompt_runtime::__private0::embedded_image(&BASE64, "image/png");
    vec![prompt_runtime::PromptMessage::user(image)]
}

#[divan::bench]
fn answered(bencher: Bencher<'_, '_>) {
    let registry = PromptRegistry::from_prompts(prompts![look]).unwrap();
    let context = Context::default();
    bencher.bench_local(|| now(registry.get(black_box("look"), (), &context)).unwrap());
}

#[divan::bench]
fn written(bencher: Bencher<'_, '_>) {
    let registry = PromptRegistry::from_prompts(prompts![look]).unwrap();
    let result = now(registry.get("look", (), &Context::default())).unwrap();
    bencher.bench_local(|| serde_json::to_string(black_box(&result)).unwrap());
}
