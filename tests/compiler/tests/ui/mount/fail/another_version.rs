//! A server of a version of rmcp whose feature is off, and one of no library.

use prompt_rmcp as _;
use prompt_runtime::PromptRegistry;
use rmcp2::handler::server::router::Router;

struct OnRmcp2;

impl rmcp2::ServerHandler for OnRmcp2 {}

struct NoServer;

fn main() {
    let prompts = PromptRegistry::from_prompts([]).unwrap();
    let _ = prompts.mount(OnRmcp2);
    let _ = prompts.mount(Router::new(OnRmcp2));
    let _ = prompts.mount(NoServer);
}
