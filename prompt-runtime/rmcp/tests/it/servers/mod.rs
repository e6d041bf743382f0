//! Servers that prompts are mounted on.

mod echo;
mod prompts;
mod rich;

pub use echo::Echo;
pub use prompts::{Paged, Reviewer};
pub use rich::Rich;

use rmcp::handler::server::router::tool::ToolRouter;
use rmcp::{ServerHandler, tool, tool_handler, tool_router};

/// A server without any features.
#[derive(Debug, Clone)]
pub struct Empty;

impl ServerHandler for Empty {}

/// A server made with rmcp's macros, with one tool.
#[derive(Debug, Clone)]
pub struct Tools {
    router: ToolRouter<Self>,
}

#[tool_router]
impl Tools {
    /// Creates the server.
    #[must_use]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self {
            router: Self::tool_router(),
        }
    }

    #[tool(description = "Says hello.")]
    fn hello(&self) -> String {
        let tools = self.router.list_all().len();
        format!("hello from {tools} tool")
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Tools {}
