//! Prints the reason that no prompts are linked.
#![forbid(unsafe_code)]

use prompt_runtime::PromptRegistry;

fn main() {
    match PromptRegistry::from_inventory() {
        Ok(registry) => println!("{} prompts", registry.prompts().len()),
        Err(error) => println!("{error}"),
    }
}
