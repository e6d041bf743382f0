//! Tests of the prompts as two tools, beside the wrapped server's own tools.

use crate::Client;
use crate::servers::{Echo, Empty, Paged, Rich, Tools};
use prompt_rmcp::v3::MountError;
use prompt_runtime::{
    Context, GetPromptResult, PromptRegistry, RegisteredPrompt, messages, prompt, prompts,
};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorCode,
    GetPromptRequestParams, GetPromptResponse, InputRequiredResult, JsonObject, ListToolsResult,
    PaginatedRequestParams, PromptMessage, Role, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{ErrorData, RoleServer, ServerHandler};
use serde_json::{Value, json};
use std::sync::Arc;

/// A word in as many copies.
#[prompt(title = "Copies")]
fn copies(count: u8, word: Option<&str>) -> String {
    word.unwrap_or("x").repeat(count.into())
}

/// A conversation.
#[prompt]
fn conversation() -> GetPromptResult {
    messages! {
        user: "2 + 2?";
        assistant: "4";
        user: "3 + 3?";
    }
}

/// Hidden.
#[prompt]
fn hidden() -> &'static str {
    "hidden"
}

/// Panics.
#[prompt]
fn broken() -> String {
    panic!("secret")
}

fn visible(prompt: &RegisteredPrompt, _: &Context) -> bool {
    prompt.name() != "hidden"
}

fn registry() -> PromptRegistry {
    PromptRegistry::builder()
        .prompts(prompts![copies, conversation, hidden, broken])
        .page_size(3)
        .visible_when(visible)
        .on_report(|_: &prompt_runtime::Report<'_>| {})
        .build()
        .unwrap()
}

async fn call(client: &mut Client, tool: &str, arguments: Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    client.result("tools/call", params).await
}

fn names(listed: &Value) -> Vec<&str> {
    let tools = listed["tools"].as_array().unwrap().iter();
    tools.map(|tool| tool["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn they_are_off_unless_asked_for() {
    let mut client = Client::legacy(registry().mount(Tools::new())).await;
    assert_eq!(
        names(&client.result("tools/list", json!({})).await),
        ["hello"]
    );
    let (mut client, initialized) =
        Client::initialized(registry().mount(Empty), "2025-11-25").await;
    assert_eq!(initialized["capabilities"], json!({ "prompts": {} }));
    assert_eq!(
        client
            .error("tools/call", json!({ "name": "list_prompts" }))
            .await
            .0,
        -32601
    );
}

#[tokio::test]
async fn they_stand_at_the_end_of_the_servers_own() {
    let mounted = registry().mount(Tools::new()).with_prompt_tools();
    mounted.check().await.unwrap();
    let mut client = Client::legacy(mounted).await;
    let alone = Client::legacy(Tools::new())
        .await
        .result("tools/list", json!({}))
        .await;
    let listed = client.result("tools/list", json!({})).await;
    assert_eq!(names(&listed), ["hello", "list_prompts", "get_prompt"]);
    assert_eq!(listed["tools"][0], alone["tools"][0]);
    assert_eq!(
        listed["tools"][2]["inputSchema"]["required"],
        json!(["name"])
    );
    assert_eq!(
        listed["tools"][1]["annotations"],
        json!({ "readOnlyHint": true })
    );
    assert_eq!(
        call(&mut client, "hello", json!({})).await["content"][0]["text"],
        "hello from 1 tool"
    );
    assert_eq!(
        client.error("tools/call", json!({ "name": "nope" })).await,
        Client::legacy(Tools::new())
            .await
            .error("tools/call", json!({ "name": "nope" }))
            .await
    );

    // The tools are on the last page, and the cursors stay the server's own.
    let mut client = Client::modern(registry().mount(Rich).with_prompt_tools());
    let first = client.result("tools/list", json!({})).await;
    assert_eq!(
        (names(&first), &first["nextCursor"]),
        (vec!["after-nothing"], &json!("two"))
    );
    let last = client
        .result("tools/list", json!({ "cursor": "two" }))
        .await;
    assert_eq!(names(&last), ["after-two", "list_prompts", "get_prompt"]);
    assert_eq!(
        (&last["ttlMs"], &last["cacheScope"], &last["_meta"]),
        (&json!(12), &json!("public"), &json!({ "k": [1, null] }))
    );

    // A server without tools has only these two.
    let (mut client, initialized) =
        Client::initialized(registry().mount(Empty).with_prompt_tools(), "2025-11-25").await;
    assert_eq!(
        initialized["capabilities"],
        json!({ "prompts": {}, "tools": {} })
    );
    assert_eq!(
        names(&client.result("tools/list", json!({})).await),
        ["list_prompts", "get_prompt"]
    );
    let error = client.error("tools/list", json!({ "cursor": "c" })).await;
    assert_eq!(error, (-32602, "invalid cursor".to_owned()));
}

#[tokio::test]
async fn prompts_are_listed_and_gotten() {
    let mounted = registry().mount(Paged::of(&["theirs", "also"]));
    let mounted = mounted.with_prompt_tools();
    assert_eq!(mounted.inner().names, ["theirs", "also"]);
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move { mounted.serve(theirs).await.unwrap().waiting().await });
    let mut client = Client::on(ours);
    client.initialize("2025-11-25").await;
    let listed = call(&mut client, "list_prompts", json!({})).await;
    assert!(
        listed.get("isError").is_none_or(|is| is == false),
        "{listed}"
    );
    let text: Value = serde_json::from_str(listed["content"][0]["text"].as_str().unwrap()).unwrap();
    let by_method = client.result("prompts/list", json!({})).await;
    assert_eq!(text, by_method);
    assert_eq!(text["prompts"].as_array().unwrap().len(), 3);
    let next = call(
        &mut client,
        "list_prompts",
        json!({ "cursor": text["nextCursor"] }),
    )
    .await;
    let next: Value = serde_json::from_str(next["content"][0]["text"].as_str().unwrap()).unwrap();
    assert_eq!(next["prompts"].as_array().unwrap().len(), 2);
    assert!(next.get("nextCursor").is_none());

    let got = call(
        &mut client,
        "get_prompt",
        json!({ "name": "copies", "arguments": { "count": "3", "word": "ab" } }),
    )
    .await;
    assert_eq!(
        got["content"],
        json!([{ "type": "text", "text": "ababab" }])
    );
    let got = call(&mut client, "get_prompt", json!({ "name": "theirs" })).await;
    assert_eq!(got["content"][0]["text"], "theirs: theirs None");
    let got = call(
        &mut client,
        "get_prompt",
        json!({ "name": "conversation", "arguments": null }),
    )
    .await;
    let texts: Vec<&str> = got["content"]
        .as_array()
        .unwrap()
        .iter()
        .map(|block| block["text"].as_str().unwrap())
        .collect();
    assert_eq!(
        texts,
        ["user:", "2 + 2?", "assistant:", "4", "user:", "3 + 3?"]
    );
}

#[tokio::test]
async fn what_is_wrong_is_said_in_the_words_of_the_methods() {
    for modern in [false, true] {
        let mounted = registry().mount(Tools::new()).with_prompt_tools();
        let mut client = match modern {
            true => Client::modern(mounted),
            false => Client::legacy(mounted).await,
        };
        for arguments in [
            json!({}),
            json!({ "name": 5 }),
            json!({ "name": "nope" }),
            json!({ "name": "hidden" }),
            json!({ "name": "broken" }),
            json!({ "name": "copies" }),
            json!({ "name": "copies", "arguments": [] }),
            json!({ "name": "copies", "arguments": { "count": "x", "wrod": "y" } }),
            json!({ "name": "copies", "arguments": { "count": 5 } }),
        ] {
            let (_, sentence) = client.error("prompts/get", arguments.clone()).await;
            let called = call(&mut client, "get_prompt", arguments.clone()).await;
            assert_eq!(called["isError"], true, "{arguments}: {called}");
            assert_eq!(
                called["content"],
                json!([{ "type": "text", "text": sentence }]),
                "{arguments}"
            );
        }
        for tool in ["get_prompt", "list_prompts"] {
            for arguments in [json!(5), json!([]), json!("copies")] {
                let called = call(&mut client, tool, arguments.clone()).await;
                assert_eq!(
                    (&called["isError"], &called["content"][0]["text"]),
                    (
                        &json!(true),
                        &json!("the `arguments` of a tool must be an object")
                    ),
                    "{tool} {arguments}"
                );
            }
        }
        for cursor in [json!(""), json!("x")] {
            let called = call(&mut client, "list_prompts", json!({ "cursor": cursor })).await;
            assert_eq!(
                (&called["isError"], &called["content"][0]["text"]),
                (&json!(true), &json!("invalid cursor"))
            );
        }
        let called = call(&mut client, "list_prompts", json!({ "cursor": 5 })).await;
        assert_eq!(called["content"][0]["text"], "`cursor` must be a string");
    }
}

/// A server with tools of these names, which `get_tool` finds or not.
struct Namesake {
    known: bool,
}

fn namesake() -> Tool {
    Tool::new("list_prompts", "theirs", Arc::new(JsonObject::new()))
}

impl ServerHandler for Namesake {
    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(vec![namesake()]))
    }

    async fn call_tool(
        &self,
        params: CallToolRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        Ok(
            CallToolResult::success(vec![ContentBlock::text(format!("theirs: {}", params.name))])
                .into(),
        )
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        (self.known && name == "list_prompts").then(namesake)
    }
}

#[tokio::test]
async fn a_tool_of_the_servers_own_is_not_displaced() {
    for known in [false, true] {
        let error = registry()
            .mount(Namesake { known })
            .with_prompt_tools()
            .check()
            .await
            .unwrap_err();
        assert!(
            matches!(&error, MountError::Tools(names) if *names == ["list_prompts"]),
            "{error}"
        );
    }
    registry()
        .mount(Namesake { known: true })
        .check()
        .await
        .unwrap();
    // Without the check, the tools that the server lists stay its own.
    let mut client = Client::legacy(
        registry()
            .mount(Namesake { known: true })
            .with_prompt_tools(),
    )
    .await;
    let listed = client.result("tools/list", json!({})).await;
    assert_eq!(names(&listed), ["list_prompts", "get_prompt"]);
    assert_eq!(listed["tools"][0]["description"], "theirs");
    assert_eq!(
        call(&mut client, "list_prompts", json!({})).await["content"][0]["text"],
        "theirs: list_prompts"
    );
    assert_eq!(
        call(
            &mut client,
            "get_prompt",
            json!({ "name": "copies", "arguments": { "count": "1" } })
        )
        .await["content"][0]["text"],
        "x"
    );
    // For the echo server, every name is a tool.
    let mut client = Client::legacy(registry().mount(Echo::default()).with_prompt_tools()).await;
    assert_eq!(
        client
            .error("tools/call", json!({ "name": "list_prompts" }))
            .await
            .0,
        -31_000
    );
}

/// Has a prompt that asks for more.
struct Asking;

impl ServerHandler for Asking {
    async fn get_prompt(
        &self,
        params: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        if params.request_state.is_none() {
            return Ok(InputRequiredResult::new(None, Some("state".to_owned())).into());
        }
        let text = format!("{:?} {:?}", params.request_state, params.input_responses);
        Ok(
            rmcp::model::GetPromptResult::new(vec![PromptMessage::new_text(Role::User, text)])
                .into(),
        )
    }
}

/// Has a prompt that asks for what the client did not declare.
struct Demanding;

impl ServerHandler for Demanding {
    async fn get_prompt(
        &self,
        _: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let required = json!({ "requiredCapabilities": { "elicitation": {} } });
        let code = ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY;
        Err(ErrorData::new(code, "asks", Some(required)))
    }
}

#[tokio::test]
async fn a_capability_that_the_client_lacks_is_an_error_of_the_request() {
    let mut client = Client::modern(registry().mount(Demanding).with_prompt_tools());
    let params = json!({ "name": "get_prompt", "arguments": { "name": "asking" } });
    let reply = client.request("tools/call", params).await;
    assert_eq!(
        reply["error"],
        json!({ "code": -32021, "message": "asks", "data": { "requiredCapabilities": { "elicitation": {} } } })
    );
}

#[tokio::test]
async fn a_prompt_that_asks_for_more_asks_through_the_tool() {
    let mut client = Client::modern(registry().mount(Asking).with_prompt_tools());
    let first = call(&mut client, "get_prompt", json!({ "name": "asking" })).await;
    assert_eq!(
        (&first["resultType"], &first["requestState"]),
        (&json!("input_required"), &json!("state"))
    );
    let retry = json!({
        "name": "get_prompt",
        "arguments": { "name": "asking" },
        "requestState": "state",
        "inputResponses": { "k": { "action": "accept" } },
    });
    let text = client.result("tools/call", retry).await["content"][0]["text"].take();
    let text = text.as_str().unwrap();
    assert!(
        text.contains("\"state\"") && text.contains("accept"),
        "{text}"
    );
}
