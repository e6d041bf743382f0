//! An rmcp server with a tool and a resource, written with rmcp's macros, and the one line that adds prompts to it.
//!
//! Before that, the last line of `main` was `Notes::default().serve(stdio()).await?.waiting().await?;`. The `impl ServerHandler` has not
//! changed.
#![forbid(unsafe_code)]

use prompt_rmcp as _;
use prompt_runtime::{PromptRegistry, RegistryError, prompt_methods};
use rmcp::model::{
    Implementation, ListResourcesResult, PaginatedRequestParams, ReadResourceRequestParams,
    ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ServerCapabilities,
    ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler, tool, tool_handler, tool_router};
use std::error::Error;
use std::sync::atomic::{AtomicUsize, Ordering};

const URI: &str = "notes://today";

/// The existing server.
#[derive(Default)]
struct Notes {
    read: AtomicUsize,
}

#[tool_router]
impl Notes {
    /// The number of times the notes were read.
    #[tool]
    fn times_read(&self) -> String {
        self.read.load(Ordering::Relaxed).to_string()
    }
}

#[tool_handler]
impl ServerHandler for Notes {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(
            ServerCapabilities::builder()
                .enable_tools()
                .enable_resources()
                .build(),
        )
        .with_server_info(Implementation::new(
            "rmcp-server",
            env!("CARGO_PKG_VERSION"),
        ))
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let notes = Resource::new(URI, "today");
        Ok(ListResourcesResult::with_all_items(vec![notes]))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        if request.uri != URI {
            return Err(ErrorData::resource_not_found("no such notes", None));
        }
        self.read.fetch_add(1, Ordering::Relaxed);
        let notes = ResourceContents::text("Water the plants.", URI);
        Ok(ReadResourceResult::new(vec![notes]).into())
    }
}

/// A prompt of the server, which reads the server's data.
#[prompt_methods]
impl Notes {
    /// Plan the day by the notes.
    #[prompt(name = "plan-day")]
    fn plan_day(
        &self,
        /// The hours to fill.
        #[arg(default = 8, min = 1, max = 16)]
        hours: u8,
    ) -> String {
        let read = self.read.load(Ordering::Relaxed);
        format!("Plan {hours} hours by the notes, which were read {read} times.")
    }
}

fn prompts() -> Result<PromptRegistry, RegistryError> {
    PromptRegistry::builder()
        .inventory()
        .library(prompt_crate::prompts().namespace("reviews"))
        .build()
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let stdio = rmcp::transport::stdio();
    prompts()?
        .mount(Notes::default())
        .serve(stdio)
        .await?
        .waiting()
        .await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt_check::{advice, contract};
    use prompt_rmcp::{Handshake, Wire};
    use prompt_runtime::Revision;
    use serde_json::json;

    #[tokio::test]
    async fn a_prompt_reads_what_the_server_has_counted() -> Result<(), Box<dyn Error>> {
        for handshake in [
            Handshake::Initialize(Revision::V2025_11_25),
            Handshake::Discover,
        ] {
            let mut client = Wire::connect(prompts()?.mount(Notes::default()), handshake).await;
            client
                .request("resources/read", json!({ "uri": URI }))
                .await;
            let params = json!({ "name": "plan-day", "arguments": { "hours": "2" } });
            let planned = client.request("prompts/get", params).await;
            assert_eq!(
                planned["result"]["messages"][0]["content"]["text"],
                "Plan 2 hours by the notes, which were read 1 times."
            );
            let params = json!({ "name": "plan-day", "arguments": { "hours": "17" } });
            let refused = client.request("prompts/get", params).await;
            assert_eq!(refused["error"]["code"], -32602, "{refused}");
            assert_eq!(refused["error"]["data"]["problems"][0]["argument"], "hours");

            let called = json!({ "name": "times_read" });
            let called = client.request("tools/call", called).await;
            assert_eq!(called["result"]["content"][0]["text"], "1", "{called}");
        }
        Ok(())
    }

    #[test]
    fn the_prompts_are_those_that_clients_know() -> Result<(), RegistryError> {
        advice::assert_clean(&prompts()?);
        contract::assert_unchanged(&prompts()?, "prompts.contract.json");
        Ok(())
    }
}
