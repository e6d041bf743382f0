//! Prompts made of files.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::pedantic
)]

use prompt_runtime::{PromptRegistry, prompt_file, prompts};

prompt_file!("ui/embed/files/code-review.md");

mod inner {
    prompt_runtime::prompt_file!("ui/embed/files/hello.md", crate = ::prompt_runtime);
}

#[test]
fn compiles_and_runs() -> Result<(), prompt_runtime::RegistryError> {
    let registry = PromptRegistry::from_inventory()?;
    assert_eq!(prompts![code_review, inner::hello].len(), 2);
    assert!(registry.prompt("code-review").is_some());
    assert!(registry.prompt("hello").is_some());
    Ok(())
}
