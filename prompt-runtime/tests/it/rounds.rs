//! Tests of questions with the policy for invisible text: stripping the arguments must not make the state invalid.

#![cfg(feature = "elicitation")]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::support::now;
use prompt_runtime::{
    Context, Elicitation, Elicited, Field, InvisibleText, PromptError, PromptRegistry, prompt,
    prompts,
};
use serde_json::{Value, json};

#[prompt]
async fn release(#[context] context: &Context, product: &str) -> Result<String, PromptError> {
    let question = Elicitation::new("version", "Which version?").field(Field::text("version"));
    match context.elicit(question).await? {
        Elicited::Accepted(answers) => Ok(format!(
            "{product} {}",
            answers.text("version").unwrap_or_default()
        )),
        Elicited::Declined | Elicited::Cancelled => Ok("none".to_owned()),
    }
}

fn answer(registry: &PromptRegistry, round: &Value) -> Value {
    let mut params = json!({
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {"elicitation": {}},
        },
        "name": "release",
        "arguments": {"product": "a\u{200B}b"},
    });
    let members = params.as_object_mut().unwrap();
    members.extend(round.as_object().cloned().unwrap());
    let answer = now(registry.answer("prompts/get", Some(&params), &Context::default()));
    serde_json::from_str(answer.unwrap().json()).unwrap()
}

#[test]
fn an_answer_is_opened_whatever_the_policy() {
    for (policy, text) in [
        (InvisibleText::Allow, "a\u{200B}b 1.2"),
        (InvisibleText::Strip, "ab 1.2"),
    ] {
        let registry = PromptRegistry::builder()
            .prompts(prompts![release])
            .invisible_text(policy)
            .build()
            .unwrap();
        let asked = answer(&registry, &json!({}));
        assert_eq!(asked["resultType"], "input_required", "{asked}");
        let told = answer(
            &registry,
            &json!({
                "requestState": asked["requestState"],
                "inputResponses": {"version": {"action": "accept", "content": {"version": "1.2"}}},
            }),
        );
        assert_eq!(told["messages"][0]["content"]["text"], text, "{told}");
    }
}
