use prompt_runtime::{ArgumentEnum, Conversation, PromptArguments, PromptRegistry, prompt_methods};
use rmcp::model::{GetPromptResult, PromptMessage, Role};
use rmcp::{ErrorData, ServerHandler};

#[derive(ArgumentEnum)]
enum Kind {
    Fix,
    Feature,
}

#[derive(PromptArguments)]
struct Change {
    kind: Kind,
    #[arg(separator = ",")]
    files: Vec<String>,
    #[arg(alias = "who")]
    author: String,
    #[arg(default)]
    note: String,
}

pub struct Server;

#[prompt_methods]
impl Server {
    /// Describe a change.
    #[prompt(name = "describe")]
    async fn describe(&self, #[arguments] change: Change) -> Conversation {
        let (kind, files, author) = (change.kind, change.files.join(" and "), change.author);
        let text = format!(
            "Describe the {kind} of {author} in {files}. {}",
            change.note
        );
        Conversation::new().user(text).prefill("This change")
    }

    // The result and the error can stay those of rmcp.
    /// Check a change.
    #[prompt(name = "check")]
    async fn check(&self, #[arguments] change: Change) -> Result<GetPromptResult, ErrorData> {
        if change.files.is_empty() {
            let data = serde_json::json!({ "author": change.author });
            return Err(ErrorData::invalid_params("no files", Some(data)));
        }
        let text = format!("Check {}.", change.files.join(" and "));
        let messages = vec![PromptMessage::new_text(Role::User, text)];
        Ok(GetPromptResult::new(messages).with_description("A check"))
    }
}

impl ServerHandler for Server {}

#[test]
fn describe_is_listed() {
    let prompts = PromptRegistry::from_prompts(Server::PROMPTS).unwrap();
    let prompt = prompts.prompt("describe").unwrap().listing().clone();
    assert_eq!(prompt.description.as_deref(), Some("Describe a change."));
    assert_eq!(prompt.arguments.len(), 4);
}
