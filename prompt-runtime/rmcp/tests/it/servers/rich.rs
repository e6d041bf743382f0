#[allow(clippy::wildcard_imports)]
use rmcp::model::*;
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// A server that answers every method with a result that uses every feature.
#[derive(Debug, Clone)]
pub struct Rich;

type Request = RequestContext<RoleServer>;
type Answer<T> = Result<T, ErrorData>;
type Page = Option<PaginatedRequestParams>;

fn made<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

fn resource() -> Value {
    json!({ "uri": "x://1", "name": "one", "title": "One", "icons": [{ "src": "https://x/y.png" }], "size": 5, "_meta": { "k": 1 } })
}

#[allow(deprecated)]
impl ServerHandler for Rich {
    fn get_info(&self) -> ServerConfig {
        let mut info = ServerConfig::new(made(json!({
            "tools": {}, "resources": {}, "logging": {}, "completions": {},
            "prompts": { "listChanged": true },
            "extensions": { "io.modelcontextprotocol/tasks": {} },
        })));
        info.instructions = Some("Be rich.".to_owned());
        info
    }

    async fn set_level(&self, _: SetLevelRequestParams, _: Request) -> Answer<()> {
        Ok(())
    }

    async fn complete(&self, params: CompleteRequestParams, _: Request) -> Answer<CompleteResult> {
        let values = vec![params.argument.value, format!("{:?}", params.r#ref)];
        Ok(CompleteResult::new(made(
            json!({ "values": values, "total": 9, "hasMore": true }),
        )))
    }

    async fn list_tools(&self, params: Page, _: Request) -> Answer<ListToolsResult> {
        let cursor = params.and_then(|params| params.cursor);
        Ok(made(json!({
            "tools": [{
                "name": format!("after-{}", cursor.as_deref().unwrap_or("nothing")),
                "inputSchema": { "type": "object" },
                "outputSchema": { "type": "object" },
                "annotations": { "readOnlyHint": true },
            }],
            "nextCursor": cursor.is_none().then_some("two"),
            "ttlMs": 12, "cacheScope": "public", "_meta": { "k": [1, null] },
        })))
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        _: Request,
    ) -> Answer<CallToolResponse> {
        let content = vec![
            ContentBlock::text("text"),
            made(json!({ "type": "resource_link", "uri": "x://1", "name": "one" })),
        ];
        let mut result = CallToolResult::success(content);
        result.structured_content = Some(json!([params.name]));
        Ok(result.into())
    }

    async fn list_resources(&self, _: Page, _: Request) -> Answer<ListResourcesResult> {
        Ok(made(
            json!({ "resources": [resource()], "nextCursor": "x", "ttlMs": 3, "cacheScope": "private" }),
        ))
    }

    async fn list_resource_templates(
        &self,
        _: Page,
        _: Request,
    ) -> Answer<ListResourceTemplatesResult> {
        Ok(made(
            json!({ "resourceTemplates": [{ "uriTemplate": "x://{a}", "name": "a" }] }),
        ))
    }

    async fn read_resource(
        &self,
        params: ReadResourceRequestParams,
        context: Request,
    ) -> Answer<ReadResourceResponse> {
        if params.input_responses.is_none()
            && context.protocol_version() >= Some(ProtocolVersion::V_2026_07_28)
        {
            return Ok(InputRequiredResult::new(None, Some("more".to_owned())).into());
        }
        let result: ReadResourceResult = made(
            json!({ "contents": [{ "uri": params.uri, "mimeType": "text/plain", "text": "t" }] }),
        );
        Ok(result.into())
    }

    async fn on_custom_request(&self, request: CustomRequest, _: Request) -> Answer<CustomResult> {
        Ok(CustomResult(
            json!({ "custom": request.method, "params": request.params }),
        ))
    }
}
