//! `PromptRegistry::answer` in every revision.

use crate::{assert_no_controls, linear, now, split_first, text};
use prompt_runtime::edge::RequestId;
use prompt_runtime::{
    ArgumentEnum, Candidates, Context, Elicitation, Elicited, Field, GetPromptResult,
    InvisibleText, PromptError, PromptRegistry, Revision, fenced, messages, prompt, prompts,
    tagged, untrusted,
};
use serde_json::{Map, Value, json};
use std::sync::LazyLock;

const METHODS: [&str; 3] = ["prompts/list", "prompts/get", "completion/complete"];

#[derive(ArgumentEnum, Default)]
enum Tone {
    Kind,
    #[default]
    Plain,
    #[value(name = "very formal", alias = "stiff")]
    Formal,
}

/// Sends its argument as it is.
#[prompt]
fn echo(text: &str, more: Option<&str>) -> GetPromptResult {
    messages! {
        description: "Echo of {text}";
        user: "<{text}>";
        user?: more;
    }
}

/// Has arguments of every kind.
#[prompt(alias = "kinds")]
fn typed(
    #[arg(default)] tone: Tone,
    #[arg(min = -5, max = 5)] small: Option<i8>,
    #[arg(default = 0.5, min = 0.0)] ratio: f64,
    flag: Option<bool>,
    #[arg(separator = ",")] numbers: Vec<u16>,
    #[arg(non_empty, max_len = 20, alias = "label")] short: &str,
) -> String {
    format!("{tone} {small:?} {ratio} {flag:?} {numbers:?} {short}")
}

/// Quotes its argument.
#[prompt]
fn quotes(name: &str, text: &str) -> GetPromptResult {
    messages! {
        user: fenced(name, text);
        user: tagged(name, text);
        user: untrusted(name, text);
    }
}

fn suggest(typed: &str) -> Candidates {
    Candidates::new((0..200).map(|number| format!("{}{number}", typed)))
}

/// Completes.
#[prompt]
fn completes(
    #[arg(complete = suggest)] topic: &str,
    #[arg(values = ["a", "b", "a-b"], separator = " ")] tags: Vec<String>,
) -> String {
    format!("{topic} {tags:?}")
}

/// Fails with the text of its argument.
#[prompt]
fn fails(kind: Option<&str>, text: &str) -> Result<String, PromptError> {
    match kind {
        Some("user") => Err(PromptError::for_user(text.to_owned())),
        Some("params") => Err(PromptError::invalid_params(text.to_owned())),
        Some("argument") => Err(PromptError::invalid_argument("text", text.to_owned())),
        _ => Err(std::io::Error::other(text.to_owned()).into()),
    }
}

/// Asks with the text of its argument.
#[prompt]
async fn asks(text: &str, #[context] context: &Context) -> Result<String, PromptError> {
    let question = Elicitation::new("q", text).field(Field::text("answer"));
    Ok(match context.elicit(question).await? {
        Elicited::Accepted(answers) => answers.text("answer").unwrap_or_default().to_owned(),
        _ => "nothing".to_owned(),
    })
}

static REGISTRIES: LazyLock<Vec<PromptRegistry>> = LazyLock::new(|| {
    let policies = [
        InvisibleText::RejectTags,
        InvisibleText::Reject,
        InvisibleText::Strip,
        InvisibleText::Allow,
    ];
    policies
        .into_iter()
        .map(|policy| {
            PromptRegistry::builder()
                .prompts(prompts![echo, typed, quotes, completes, fails, asks])
                .elicitation_key("a key of the fuzz target")
                .invisible_text(policy)
                .page_size(4)
                .on_report(|_| {})
                .build()
                .expect("the prompts are legal")
        })
        .collect()
});

/// Reads params, from JSON or else from lines: the first names a prompt, the others are arguments `name=value`.
fn params(method: &str, input: &str) -> Option<Value> {
    if input.is_empty() {
        return None;
    }
    if let Ok(params) = serde_json::from_str(input) {
        return Some(params);
    }
    let (prompt, arguments) = input.split_once('\n').unwrap_or((input, ""));
    let arguments: Map<String, Value> = arguments
        .split('\n')
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.into()))
        .collect();
    Some(if method == "completion/complete" {
        let (name, value) = arguments.iter().next()?;
        json!({
            "ref": { "type": "ref/prompt", "name": prompt },
            "argument": { "name": name, "value": value },
            "context": { "arguments": arguments },
        })
    } else {
        json!({ "name": prompt, "arguments": arguments, "cursor": prompt })
    })
}

/// Answers any params with JSON of a bounded size; an accepted value is sent as it is.
pub fn answer(data: &[u8]) {
    let Some((choice, rest)) = split_first(data) else {
        return;
    };
    let revisions = Revision::ALL.len();
    let revision = Revision::ALL[choice % revisions];
    let method = METHODS[choice / revisions % METHODS.len()];
    let policy = choice / (revisions * METHODS.len()) % REGISTRIES.len();
    let registry = &REGISTRIES[policy];
    let mut params = params(method, &text(rest));
    if revision >= Revision::V2026_07_28
        && choice >= 128
        && let Some(Value::Object(params)) = &mut params
    {
        let meta = json!({
            "io.modelcontextprotocol/protocolVersion": revision.as_str(),
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
        });
        params.insert("_meta".to_owned(), meta);
    }
    let context = Context::new(revision);
    let size = params.as_ref().map_or(0, |it| it.to_string().len());
    let answer = linear(size, 2000, || {
        now(registry.answer(method, params.as_ref(), &context))
    });
    let Some(answer) = answer else {
        assert_eq!(method, "completion/complete", "only resources are left out");
        return;
    };
    let json = answer.json();
    assert!(
        json.len() <= 10 * size + (64 << 10),
        "{} bytes for a request of {size}",
        json.len()
    );
    let whole: Value = serde_json::from_str(&answer.response(&RequestId::Number(7))).expect("JSON");
    assert_eq!(whole["id"], 7);
    let read: Value = serde_json::from_str(json).expect("JSON");
    if answer.is_error() {
        let sentence = read["message"].as_str().expect("a sentence");
        assert_no_controls(sentence);
        assert!(read["code"].is_i64(), "{json}");
        for problem in read["data"]["problems"].as_array().into_iter().flatten() {
            for text in ["argument", "expected", "detail"] {
                assert_no_controls(problem[text].as_str().unwrap_or_default());
            }
        }
        return;
    }
    let Some(params) = params else { return };
    let echoes = method == "prompts/get" && params["name"] == "echo";
    if let Some(value) = params["arguments"]["text"].as_str()
        && echoes
        && policy != 2
    {
        let sent = &read["messages"][0]["content"]["text"];
        assert_eq!(sent, &Value::from(format!("<{value}>")), "{json}");
    }
    if method == "completion/complete" {
        let values = read["completion"]["values"].as_array().expect("values");
        assert!(values.len() <= 100, "{json}");
    }
}
