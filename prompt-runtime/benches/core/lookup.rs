//! Finding one prompt among ten and among ten thousand.

use crate::now;
use divan::{Bencher, black_box};
use prompt_runtime::{Context, LivePrompts, PromptRegistry, RuntimePrompt};

fn registry(prompts: usize) -> LivePrompts {
    let live = PromptRegistry::builder().build_live().unwrap();
    let prompts = (0..prompts).map(|n| RuntimePrompt::new(format!("prompt-{n}"), |_| "found"));
    live.update(prompts, &[]).unwrap();
    live
}

#[divan::bench(args = [10, 10_000])]
fn among(bencher: Bencher<'_, '_>, prompts: usize) {
    let (live, context) = (registry(prompts), Context::default());
    let name = format!("prompt-{}", prompts / 2);
    bencher.bench_local(|| now(live.registry().get(black_box(&name), (), &context)).unwrap());
}
