//! `oracle-server prompts|plain|nothing` serves the prompts of the wire tests: all of them, only those without completions, or none.
#![forbid(unsafe_code)]

mod asking;
mod prompts;

use std::{env, error::Error};

use prompt_rmcp::v3::PromptServer;
use prompt_runtime::{PromptRegistry, prompts as listed};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let set = env::args().nth(1).unwrap_or_default();
    let builder = PromptRegistry::builder();
    let builder = match set.as_str() {
        "prompts" => builder.inventory(),
        "plain" => builder.prompts(listed![prompts::p, prompts::z]),
        "nothing" => builder,
        _ => return Err("usage: oracle-server prompts|plain|nothing".into()),
    };
    let live = builder
        .visible_when(|prompt, _| prompt.name() != "hidden")
        .build_live()?;
    live.disable("disabled");
    let server = PromptServer::new("oracle", "1");
    Ok(live.registry().mount(server).serve_stdio().await?)
}
