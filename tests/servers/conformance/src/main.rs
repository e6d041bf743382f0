//! `conformance-server serve` serves the prompts of the MCP conformance suite over standard input and output, and
//! `conformance-server serve --http ADDRESS:PORT` over Streamable HTTP.
//!
//! Environment variables: `ELICITATION_KEY` is the common key of several replicas, and `PAGE_SIZE` is the number of prompts on a page of
//! the listing.
#![forbid(unsafe_code)]

mod prompts;
mod tools;

use std::{env, error::Error};

use prompt_rmcp as _;
use prompt_runtime::{LivePrompts, PromptRegistry};
use tokio::net::TcpListener;
use tools::Tools;

type Failure = Box<dyn Error + Send + Sync>;

#[tokio::main]
async fn main() -> Result<(), Failure> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match *words {
        ["serve"] => {
            let live = live()?;
            let mounted = live.registry().mount(Tools::new(live.clone()));
            Ok(mounted.serve_stdio().await?)
        }
        ["serve", "--http", address] => http(address).await,
        _ => Err("usage: conformance-server serve [--http ADDRESS:PORT]".into()),
    }
}

fn live() -> Result<LivePrompts, Failure> {
    let mut builder = PromptRegistry::builder().inventory();
    if let Ok(key) = env::var("ELICITATION_KEY") {
        builder = builder.elicitation_key(key);
    }
    if let Ok(prompts) = env::var("PAGE_SIZE") {
        builder = builder.page_size(prompts.parse()?);
    }
    Ok(builder.build_live()?)
}

async fn http(address: &str) -> Result<(), Failure> {
    let live = live()?;
    let mounted = live.registry().mount(Tools::new(live.clone()));
    let listener = TcpListener::bind(address).await?;
    Ok(mounted.serve_http(listener).await?)
}
