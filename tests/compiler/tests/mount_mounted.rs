//! A server of a version of rmcp whose feature is on, and a router of it.

use prompt_rmcp as _;
use prompt_runtime::PromptRegistry;
use rmcp3::handler::server::router::Router;

struct MyServer;

impl rmcp3::ServerHandler for MyServer {}

#[test]
fn compiles_and_runs() {
    let prompts = PromptRegistry::from_prompts([]).unwrap();
    let _ = prompts.mount(MyServer);
    let _ = prompts.mount(Router::new(MyServer));
}
