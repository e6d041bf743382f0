//! Prints the names of the prompts that are linked.
#![forbid(unsafe_code)]

use link_plugin as _;
use prompt_runtime::{PromptRegistry, RegistryError};

fn main() -> Result<(), RegistryError> {
    for prompt in PromptRegistry::from_inventory()?.prompts() {
        println!("{}", prompt.name());
    }
    Ok(())
}
