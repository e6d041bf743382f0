//! Servers on the oldest supported versions of rmcp. They only need to compile.

use prompt_runtime::PromptRegistry;
use rmcp::ServerHandler;
use rmcp::handler::server::router::prompt::PromptRouter;

/// A server on rmcp 0.12.
#[derive(Clone)]
pub struct Server {
    prompts: PromptRegistry,
    router: PromptRouter<Self>,
}

impl Server {
    /// Creates a server with these prompts.
    pub fn new(prompts: PromptRegistry) -> Self {
        Self {
            prompts,
            router: PromptRouter::new(),
        }
    }
}

impl ServerHandler for Server {
    prompt_rmcp::prompt_handler!(rmcp 0.12, prompts, beside router);
}

/// A server without prompts of its own.
#[derive(Clone)]
pub struct Bare {
    /// The registry.
    pub prompts: PromptRegistry,
}

impl ServerHandler for Bare {
    prompt_rmcp::prompt_handler!(rmcp 0.12, prompts);
}

macro_rules! mounts_on {
    ($($version:ident)*) => {$(
        /// Mounts on the oldest version of this major.
        pub mod $version {
            use prompt_runtime::PromptRegistry;
            use $version::ServerHandler;

            struct Server;

            impl ServerHandler for Server {}

            /// Creates the mount.
            pub fn mounted(prompts: &PromptRegistry) -> impl ServerHandler {
                prompts.mount(Server).with_prompt_tools()
            }
        }
    )*};
}

mounts_on! { rmcp1 rmcp2 rmcp3 }
