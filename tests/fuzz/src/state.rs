//! Strings that a client hands back: the state of a question, and cursors.

use crate::{linear, now, split_first, text};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use prompt_runtime::{
    Context, Elicitation, Elicited, Field, PromptError, PromptRegistry, Revision, RuntimePrompt,
    prompt, prompts,
};
use serde_json::{Value, json};
use std::sync::LazyLock;

/// Asks twice.
#[prompt]
async fn plan(topic: &str, #[context] context: &Context) -> Result<String, PromptError> {
    let mut answered = Vec::new();
    for key in ["first", "second"] {
        let question = Elicitation::new(key, "Which?").field(Field::text("it"));
        match context.elicit(question).await? {
            Elicited::Accepted(answers) => {
                answered.push(answers.text("it").unwrap_or_default().to_owned());
            }
            _ => return Ok("declined".to_owned()),
        }
    }
    Ok(format!("{topic}: {}", answered.join(", ")))
}

static REGISTRY: LazyLock<PromptRegistry> = LazyLock::new(|| {
    PromptRegistry::builder()
        .prompts(prompts![plan])
        .elicitation_key("a key of the fuzz target")
        .build()
        .expect("the prompt is legal")
});

/// The names of the listing, in order.
const NAMES: [&str; 6] = ["A", "a-b", "b", "long name with spaces", "é", "代码"];

static PAGES: LazyLock<PromptRegistry> = LazyLock::new(|| {
    let live = PromptRegistry::builder().page_size(2).build_live();
    let live = live.expect("nothing is wrong");
    for name in NAMES {
        let inserted = live.insert(RuntimePrompt::new(name, |_| "x"));
        inserted.expect("the name is legal");
    }
    live.registry().clone()
});

fn ask(members: &Value, input: usize) -> Value {
    let mut params = json!({
        "name": "plan",
        "arguments": { "topic": "t" },
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
        },
    });
    let (Some(all), Some(more)) = (params.as_object_mut(), members.as_object()) else {
        return Value::Null;
    };
    all.extend(more.clone());
    let context = Context::new(Revision::V2026_07_28);
    let answer = linear(input, 2000, || {
        now(REGISTRY.answer("prompts/get", Some(&params), &context))
    });
    let answer = answer.expect("an answer");
    assert!(answer.json().len() <= 10 * input + (64 << 10));
    serde_json::from_str(answer.json()).expect("JSON")
}

fn accepted(key: &str, text: &str) -> Value {
    json!({ key: { "action": "accept", "content": { "it": text } } })
}

/// The state after the first round, which holds one answer.
static SEALED: LazyLock<String> = LazyLock::new(|| {
    let asked = ask(&json!({}), 0);
    let state = asked["requestState"].as_str().expect("a state");
    let members = json!({ "requestState": state, "inputResponses": accepted("first", "kept") });
    let asked = ask(&members, 0);
    asked["requestState"].as_str().expect("a state").to_owned()
});

/// Exchanges, inserts and removes characters of a valid string, three bytes of the input for each.
fn edited(valid: &str, edits: &[u8]) -> String {
    let mut bytes = valid.as_bytes().to_vec();
    for edit in edits.chunks_exact(3) {
        let at = usize::from(edit[0]) * 256 + usize::from(edit[1]);
        let at = at % (bytes.len() + 1);
        match edit[2] {
            0 => drop(bytes.drain(at..)),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            byte if at < bytes.len() && byte >= 128 => bytes[at] = byte - 128,
            byte => bytes.insert(at, byte % 128),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Opens no state that was changed, and no cursor that is not the name of a place in the list.
pub fn state(data: &[u8]) {
    let Some((choice, rest)) = split_first(data) else {
        return;
    };
    match choice % 4 {
        0 => forged(&text(rest), "{}"),
        1 => {
            let (edits, responses) = rest.split_at(rest.len().min(9));
            forged(&edited(&SEALED, edits), &text(responses));
        }
        2 => page(&text(rest)),
        _ => page(&edited(&cursor(NAMES[choice / 4 % NAMES.len()]), rest)),
    }
}

fn forged(state: &str, responses: &str) {
    let responses: Value =
        serde_json::from_str(responses).unwrap_or_else(|_| accepted("second", responses));
    let is_ours = state == *SEALED;
    let size = state.len() + responses.to_string().len();
    let answer = ask(
        &json!({ "requestState": state, "inputResponses": responses }),
        size,
    );
    if is_ours {
        if let Some(text) = answer["messages"][0]["content"]["text"].as_str() {
            let kept = text == "declined" || text.starts_with("t: kept, ");
            assert!(kept, "{answer}");
        }
    } else {
        assert_eq!(answer["code"], -32602, "{state:?} was opened: {answer}");
    }
}

/// The cursor that continues after this name.
fn cursor(name: &str) -> String {
    let at = NAMES.iter().position(|known| *known == name).unwrap_or(0);
    let mut cursor: Option<String> = None;
    // A page has two prompts, so cursors are those of every second name.
    for _ in 0..=at / 2 {
        let listed = PAGES.list(cursor.as_deref(), &Context::default());
        match listed.expect("a page").next_cursor {
            Some(next) => cursor = Some(next),
            None => break,
        }
    }
    cursor.unwrap_or_default()
}

fn page(cursor: &str) {
    let listed = linear(cursor.len(), 100, || {
        PAGES.list(Some(cursor), &Context::default())
    });
    match listed {
        Ok(page) => {
            let decoded = URL_SAFE_NO_PAD.decode(cursor).expect("our own encoding");
            let after = std::str::from_utf8(&decoded[4..]).expect("a name");
            let expected: Vec<&str> = NAMES.into_iter().filter(|name| *name > after).collect();
            let names: Vec<&str> = page.prompts.iter().map(|prompt| &*prompt.name).collect();
            assert_eq!(names, expected[..expected.len().min(2)]);
        }
        Err(error) => assert_eq!(error.code(), -32602),
    }
}
