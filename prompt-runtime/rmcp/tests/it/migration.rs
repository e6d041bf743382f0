//! Tests of a server during its migration from rmcp's prompt macros, with prompts of both kinds.

use crate::Client;
use crate::session::Session;
use prompt_runtime::{
    Context, Elicitation, Elicited, Field, PromptError, PromptRegistry, prompt_methods,
};
use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{InputRequiredResult, PromptMessage, Role};
use rmcp::{ErrorData, ServerHandler, prompt_handler, prompt_router};
use serde_json::{Value, json};

#[derive(serde::Deserialize, schemars::JsonSchema)]
struct Review {
    /// How hard to look.
    strictness: Option<String>,
    /// The diff to review.
    diff: String,
}

struct Server {
    team: &'static str,
}

// Before the migration, and for prompts that have not been moved.
#[prompt_router]
impl Server {
    /// Review a diff.
    #[rmcp::prompt(name = "old-review")]
    async fn old_review(&self, Parameters(review): Parameters<Review>) -> Vec<PromptMessage> {
        let strictness = review.strictness.unwrap_or_else(|| "normal".to_owned());
        let text = format!("{}, {strictness}: {}", self.team, review.diff);
        vec![PromptMessage::new_text(Role::User, text)]
    }
}

#[prompt_handler]
impl ServerHandler for Server {}

// After the migration.
#[prompt_methods]
impl Server {
    /// Review a diff.
    #[prompt(name = "new-review")]
    fn new_review(
        &self,
        /// How hard to look.
        #[arg(default = "normal")]
        strictness: &str,
        /// The diff to review.
        diff: &str,
    ) -> String {
        format!("{}, {strictness}: {diff}", self.team)
    }
}

async fn session() -> Session<prompt_rmcp::v3::Mounted<Server>> {
    let registry = PromptRegistry::from_prompts(Server::PROMPTS).unwrap();
    Session::of(registry.mount(Server { team: "us" })).await
}

async fn error(session: &mut Session<impl ServerHandler>, name: &str, arguments: Value) -> Value {
    let params = json!({ "name": name, "arguments": arguments });
    session.request("prompts/get", params).await["error"].take()
}

#[tokio::test]
async fn both_are_in_one_server() {
    let mut session = session().await;
    assert!(session.hello()["result"]["capabilities"]["prompts"].is_object());
    assert_eq!(session.names().await, ["new-review", "old-review"]);
    for name in ["old-review", "new-review"] {
        let arguments = json!({ "strictness": "strict", "diff": "+1" });
        assert_eq!(session.prompt(name, arguments).await, "us, strict: +1");
        let arguments = json!({ "diff": "+1" });
        assert_eq!(session.prompt(name, arguments).await, "us, normal: +1");
    }
}

#[tokio::test]
async fn what_changes_on_the_wire() {
    let mut session = session().await;
    let reply = session.request("prompts/list", json!({})).await;
    let arguments = |at: usize| -> Vec<&str> {
        let arguments = reply["result"]["prompts"][at]["arguments"].as_array();
        let arguments = arguments.unwrap().iter();
        arguments.map(|it| it["name"].as_str().unwrap()).collect()
    };
    assert_eq!(arguments(0), ["strictness", "diff"], "{reply}");
    let mut theirs = arguments(1);
    theirs.sort_unstable();
    assert_eq!(theirs, ["diff", "strictness"], "{reply}");

    let ours = error(&mut session, "new-review", json!({ "strictness": 3 })).await;
    assert_eq!(ours["code"], -32602);
    let kinds: Vec<&str> = ours["data"]["problems"]
        .as_array()
        .unwrap()
        .iter()
        .map(|problem| problem["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["not_a_string", "missing"], "{ours}");
    let theirs = error(&mut session, "old-review", json!({ "strictness": 3 })).await;
    assert_eq!(theirs["code"], -32602);
    assert!(theirs.get("data").is_none(), "{theirs}");

    let mistyped = json!({ "diff": "+1", "strictnes": "strict" });
    let theirs = session.prompt("old-review", mistyped.clone()).await;
    assert_eq!(theirs, "us, normal: +1");
    let ours = error(&mut session, "new-review", mistyped).await;
    assert_eq!(ours["data"]["problems"][0]["kind"], "undeclared", "{ours}");

    let unknown = error(&mut session, "no-review", json!({})).await;
    assert_eq!(unknown["code"], -32602, "{unknown}");
}

#[path = "../../src/docs/after.rs"]
mod after;
#[path = "../../src/docs/before.rs"]
mod before;

#[tokio::test]
async fn the_example_of_the_documentation_answers_as_before() {
    let registry = PromptRegistry::from_prompts(after::Server::PROMPTS).unwrap();
    let mut before = Client::legacy(before::Server).await;
    let mut after = Client::legacy(registry.mount(after::Server)).await;
    let all =
        json!({ "kind": "fix", "files": ["a.rs", "b.rs"], "author": "Ada", "note": "Be brief." });
    let few = json!({ "kind": "feature", "files": ["a.rs"], "who": "Ada" });
    let none = json!({ "kind": "fix", "files": [], "author": "Ada" });
    for name in ["describe", "check"] {
        for arguments in [&all, &few, &none] {
            let params = json!({ "name": name, "arguments": arguments });
            let mut theirs = before.request("prompts/get", params.clone()).await;
            // In MCP every argument is text, a list too.
            let mut params = params;
            params["arguments"]["files"] = arguments["files"].to_string().into();
            let ours = after.request("prompts/get", params).await;
            // rmcp writes it for older revisions too.
            if let Some(Value::Object(result)) = theirs.get_mut("result") {
                result.remove("resultType");
            }
            assert_eq!(ours, theirs, "{name} {arguments}");
        }
    }
    let prompt = registry.prompt("describe").unwrap();
    let ours = prompt.listing().arguments.iter().map(|it| &*it.name);
    let mut ours: Vec<&str> = ours.collect();
    ours.sort_unstable();
    assert_eq!(ours, ["author", "files", "kind", "note"]);
}

/// A server with the same question twice: for rmcp's router, and with a prompt that awaits the answer.
struct Planner;

#[prompt_router]
impl Planner {
    #[rmcp::prompt(name = "old-plan")]
    async fn old_plan(&self) -> Result<InputRequiredResult, ErrorData> {
        let question = json!({ "version": { "method": "elicitation/create", "params": {
            "mode": "form",
            "message": "Which version?",
            "requestedSchema": {
                "type": "object",
                "properties": { "version": { "type": "string" } },
                "required": ["version"],
            },
        } } });
        let question = serde_json::from_value(question)
            .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(InputRequiredResult::from_input_requests(question))
    }
}

#[prompt_handler]
impl ServerHandler for Planner {}

#[prompt_methods]
impl Planner {
    #[prompt(name = "new-plan")]
    async fn new_plan(&self, #[context] context: &Context) -> Result<String, PromptError> {
        let question = Elicitation::new("version", "Which version?").field(Field::text("version"));
        match context.elicit(question).await? {
            Elicited::Accepted(answers) => Ok(answers.text("version").unwrap_or_default().into()),
            Elicited::Declined | Elicited::Cancelled => Ok("none".to_owned()),
        }
    }
}

#[tokio::test]
async fn a_question_is_the_same_after_the_move_and_its_answer_arrives() {
    let registry = PromptRegistry::from_prompts(Planner::PROMPTS).unwrap();
    let mut client = Client::modern(registry.mount(Planner));
    let old = client
        .result("prompts/get", json!({ "name": "old-plan" }))
        .await;
    let new = client
        .result("prompts/get", json!({ "name": "new-plan" }))
        .await;
    assert_eq!(new["resultType"], "input_required");
    assert_eq!(new["inputRequests"], old["inputRequests"]);
    let answers = json!({ "version": { "action": "accept", "content": { "version": "2.0" } } });
    let retry = |name: &str, asked: &Value| {
        let mut params = json!({ "name": name, "inputResponses": answers });
        if let Some(state) = asked.get("requestState") {
            params["requestState"] = state.clone();
        }
        params
    };
    let told = client.result("prompts/get", retry("new-plan", &new)).await;
    assert_eq!(told["messages"][0]["content"]["text"], "2.0");
    // rmcp's router does not pass the answer to its prompt, which asks again.
    let again = client.result("prompts/get", retry("old-plan", &old)).await;
    assert_eq!(again, old);
}
