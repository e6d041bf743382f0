//! A server on tower-mcp with a prompt of its own, and the prompts of a registry in a layer before its router.
//!
//! Before that, `main` ended with `StdioTransport::new(router).run().await?;`. The layer answers requests for the registry's prompts, adds
//! these prompts to the router's listing, and forwards all other requests, so the router does not change. The same layer works over
//! tower-mcp's other transports.
#![forbid(unsafe_code)]

use prompt_runtime::{
    Beside, Context, GetPromptResult, JsonAnswer, PromptRegistry, messages, prompt,
};
use serde_json::{Value, from_str, from_value, to_value};
use std::error::Error;
use tower::{ServiceExt, layer::layer_fn, service_fn};
use tower_mcp::protocol::{McpRequest, McpResponse};
use tower_mcp::{
    CallToolResult, McpRouter, PromptBuilder, RouterRequest, RouterResponse, StdioTransport,
    ToolBuilder,
};

/// Write the message of a commit.
#[prompt(name = "write-commit-message")]
fn write_commit_message(
    /// The kind of commit: the fix of a fault, or a new feature.
    #[arg(values = ["fix", "feature"], default = "fix")]
    kind: &str,
    /// The staged diff.
    #[arg(title = "Staged diff")]
    diff: &str,
) -> GetPromptResult {
    messages! {
        user: "Write the commit message of this {kind}:\n\n{diff}";
    }
}

/// The existing router.
fn router() -> McpRouter {
    let hello = ToolBuilder::new("hello")
        .description("Says hello.")
        .no_params_handler(|| async { Ok(CallToolResult::text("Hello.")) })
        .build();
    McpRouter::new()
        .server_info("tower-mcp-server", env!("CARGO_PKG_VERSION"))
        .tool(hello)
        .prompt(PromptBuilder::new("welcome").user_message("Welcome a new colleague."))
}

/// Asks the registry first, and the router if the request is not for the registry.
async fn answer(
    prompts: PromptRegistry,
    router: McpRouter,
    mut request: RouterRequest,
) -> Result<RouterResponse, serde_json::Error> {
    let params = match &request.inner {
        McpRequest::ListPrompts(params) => to_value(params)?,
        McpRequest::GetPrompt(params) => to_value(params)?,
        McpRequest::Complete(params) => to_value(params)?,
        _ => Value::Null,
    };
    // A request of revision 2026-07-28 carries the data that older revisions exchange in `initialize`.
    let session = router.session().clone();
    let context = session.get::<Context>().unwrap_or_default();
    let method = request.inner.method_name();
    let raw = |answer: &JsonAnswer| {
        Ok::<_, serde_json::Error>(if answer.is_error() {
            Err(from_str(answer.json())?)
        } else {
            Ok(McpResponse::Raw(from_str(answer.json())?))
        })
    };
    match prompts.answer_beside(method, Some(&params), &context).await {
        Beside::Answer(answer) => {
            return Ok(RouterResponse {
                id: request.id,
                inner: raw(&answer)?,
            });
        }
        Beside::List(listing) => {
            if let McpRequest::ListPrompts(params) = &mut request.inner {
                params.cursor = listing.cursor().map(str::to_owned);
            }
            let Ok(mut response) = router.oneshot(request).await;
            if let Ok(theirs) = &response.inner {
                response.inner = raw(&listing.merge(&to_value(theirs)?))?;
            }
            return Ok(response);
        }
        Beside::NotOurs => {}
    }
    let Ok(mut response) = router.oneshot(request).await;
    let capabilities = match &mut response.inner {
        Ok(McpResponse::Initialize(hello)) => {
            let revision = hello.protocol_version.parse().unwrap_or_default();
            session.insert(Context::new(revision));
            &mut hello.capabilities
        }
        Ok(McpResponse::Discover(found)) => &mut found.capabilities,
        _ => return Ok(response),
    };
    let mut both = from_value(to_value(&*capabilities)?)?;
    prompts.declare(&mut both);
    *capabilities = from_value(both.into())?;
    Ok(response)
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error + Send + Sync>> {
    let prompts = PromptRegistry::from_inventory()?;
    prompts.check_state()?;
    let layer = layer_fn(move |router: McpRouter| {
        let prompts = prompts.clone();
        service_fn(move |request| answer(prompts.clone(), router.clone(), request))
    });
    StdioTransport::new(router()).layer(layer).run().await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use prompt_check::{advice, contract};
    use prompt_runtime::arguments::ProblemKind;
    use prompt_runtime::testing::call;
    use prompt_runtime::{RegistryError, Role};

    #[test]
    fn a_message_is_for_one_kind_of_commit() {
        call!(write_commit_message, "diff" => "+1", "kind" => "feature")
            .get()
            .assert_roles([Role::User])
            .assert_text(0, "Write the commit message of this feature:\n\n+1");
        call!(write_commit_message, "kind" => "poem")
            .get()
            .assert_problems([
                ("kind", ProblemKind::Invalid),
                ("diff", ProblemKind::Missing),
            ]);
    }

    #[test]
    fn the_prompts_are_those_that_clients_know() -> Result<(), RegistryError> {
        let prompts = PromptRegistry::from_inventory()?;
        advice::assert_clean(&prompts);
        contract::assert_unchanged(&prompts, "prompts.contract.json");
        Ok(())
    }

    #[tokio::test]
    async fn what_is_not_about_prompts_is_the_routers() -> Result<(), Box<dyn Error>> {
        let prompts = PromptRegistry::from_inventory()?;
        let request = RouterRequest::new(1.into(), McpRequest::Ping);
        let response = answer(prompts, router(), request).await?;
        assert!(matches!(response.inner, Ok(McpResponse::Pong(_))));
        Ok(())
    }
}
