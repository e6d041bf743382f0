//! Tests of listings in the client's language through the mount, over HTTP.

use crate::http::Http;
use crate::servers::Empty;
use http::request::Parts;
use prompt_runtime::model::Prompt;
use prompt_runtime::{Context, PromptRegistry, prompt, prompts};
use serde_json::json;

/// Answer a customer.
#[prompt]
fn answer_customer(question: &str, #[context] context: &Context) -> String {
    let hello = if is_german(context) { "Hallo" } else { "Hello" };
    format!("{hello}. {question}")
}

fn is_german(context: &Context) -> bool {
    let parts = context.extensions().get::<Parts>();
    let language = parts.and_then(|parts| parts.headers.get("accept-language"));
    language.is_some_and(|language| language.as_bytes().starts_with(b"de"))
}

fn localize(prompt: &mut Prompt, context: &Context) {
    if is_german(context) {
        prompt.description = Some("Beantworte eine Frage.".into());
    }
}

#[tokio::test]
async fn the_listing_and_the_text_follow_the_language_of_each_request() {
    let registry = PromptRegistry::builder()
        .prompts(prompts![answer_customer])
        .localize(localize)
        .build()
        .unwrap();
    let modern = Http::new(move || registry.mount(Empty));
    let mut session = modern.clone();
    session.begin().await;
    for (http, scope) in [(session, None), (modern, Some("private"))] {
        for (language, description, text) in [
            ("de-AT, en;q=0.5", "Beantworte eine Frage.", "Hallo. Why?"),
            ("fr", "Answer a customer.", "Hello. Why?"),
        ] {
            let http = http.clone().with_header("accept-language", language);
            let listed = http.request("prompts/list", json!({})).await.reply();
            let listed = &listed["result"];
            assert_eq!(listed["prompts"][0]["description"], description);
            assert_eq!(listed["cacheScope"].as_str(), scope);
            let get = json!({ "name": "answer_customer", "arguments": { "question": "Why?" } });
            let got = http.request("prompts/get", get).await.reply();
            assert_eq!(got["result"]["messages"][0]["content"]["text"], text);
        }
    }
}
