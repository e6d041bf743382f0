use rmcp::handler::server::wrapper::Parameters;
use rmcp::model::{GetPromptResult, PromptMessage, Role};
use rmcp::{ErrorData, ServerHandler, prompt_handler, prompt_router};
use schemars::JsonSchema;
use serde::Deserialize;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Fix,
    Feature,
}

#[derive(Deserialize, JsonSchema)]
struct Change {
    kind: Kind,
    files: Vec<String>,
    #[serde(alias = "who")]
    author: String,
    #[serde(default)]
    note: String,
}

pub struct Server;

#[prompt_router]
impl Server {
    /// Describe a change.
    #[rmcp::prompt(name = "describe")]
    async fn describe(&self, Parameters(change): Parameters<Change>) -> Vec<PromptMessage> {
        let kind = match change.kind {
            Kind::Fix => "fix",
            Kind::Feature => "feature",
        };
        let (files, author) = (change.files.join(" and "), change.author);
        let text = format!(
            "Describe the {kind} of {author} in {files}. {}",
            change.note
        );
        vec![
            PromptMessage::new_text(Role::User, text),
            PromptMessage::new_text(Role::Assistant, "This change"),
        ]
    }

    /// Check a change.
    #[rmcp::prompt(name = "check")]
    async fn check(
        &self,
        Parameters(change): Parameters<Change>,
    ) -> Result<GetPromptResult, ErrorData> {
        if change.files.is_empty() {
            let data = serde_json::json!({ "author": change.author });
            return Err(ErrorData::invalid_params("no files", Some(data)));
        }
        let text = format!("Check {}.", change.files.join(" and "));
        let messages = vec![PromptMessage::new_text(Role::User, text)];
        Ok(GetPromptResult::new(messages).with_description("A check"))
    }
}

#[prompt_handler]
impl ServerHandler for Server {}

#[test]
fn describe_is_listed() {
    let prompt = Server::describe_prompt_attr();
    assert_eq!(prompt.description.as_deref(), Some("Describe a change."));
    assert_eq!(prompt.arguments.unwrap().len(), 4);
}
