//! A server of rmcp, without the crate that mounts prompts on it.

use prompt_runtime::PromptRegistry;

struct MyServer;

fn main() {
    let prompts = PromptRegistry::from_prompts([]).unwrap();
    let _ = prompts.mount(MyServer).serve(());
}
