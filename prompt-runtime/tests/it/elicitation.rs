//! Tests of prompts that ask questions: in rounds from 2026-07-28 on, and through the peer before.

#![cfg(feature = "elicitation")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::needless_pass_by_value
)]

use crate::support::now;
use prompt_runtime::edge::Peer;
use prompt_runtime::model::JsonObject;
use prompt_runtime::{
    BoxFuture, Context, Elicitation, Elicited, Field, InvisibleText, PromptCall, PromptError,
    PromptRegistry, RegistryBuilder, Revision, RuntimeArgument, RuntimePrompt, prompt, prompts,
};
use serde_json::{Value, json};
use std::error::Error;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Asks twice.
#[prompt]
async fn plan(
    topic: &str,
    note: Option<&str>,
    #[context] context: &Context,
) -> Result<String, PromptError> {
    let size = Elicitation::new("size", "How much?")
        .field(Field::integer("size").title("Size"))
        .field(Field::choice("unit", ["days", "weeks"]).optional());
    let (size, unit) = match context.elicit(size).await? {
        Elicited::Accepted(answers) => (
            answers.integer("size").unwrap_or_default(),
            answers.text("unit").unwrap_or("hours").to_owned(),
        ),
        Elicited::Declined => return Ok(format!("{topic}: no size")),
        Elicited::Cancelled => return Ok(format!("{topic}: closed")),
    };
    let date = Elicitation::new("date", "When?").field(Field::text("date"));
    match context.elicit(date).await? {
        Elicited::Accepted(answers) => {
            let date = answers.text("date").unwrap_or_default();
            Ok(format!("{topic} {note:?}: {size} {unit}, {date}"))
        }
        other => Ok(format!("{topic}: {size} {unit}, {other:?}")),
    }
}

/// Asks the same.
#[prompt]
async fn other(
    topic: &str,
    note: Option<&str>,
    #[context] context: &Context,
) -> Result<String, PromptError> {
    plan(topic, note, context).await
}

fn builder() -> RegistryBuilder {
    PromptRegistry::builder()
        .prompts(prompts![plan, other])
        .elicitation_key("shared by replicas")
        .on_report(|_| {})
}

fn registry() -> PromptRegistry {
    builder().build().unwrap()
}

/// A request of revision 2026-07-28 from a client that can show forms.
fn request(members: Value) -> Value {
    capable(&json!({ "elicitation": {} }), members)
}

fn capable(capabilities: &Value, members: Value) -> Value {
    let mut params = json!({
        "name": "plan",
        "arguments": { "topic": "t" },
        "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": capabilities,
        },
    });
    let Value::Object(members) = members else {
        panic!("an object")
    };
    params.as_object_mut().unwrap().extend(members);
    params
}

fn ask_from(registry: &PromptRegistry, params: &Value, context: &Context) -> Value {
    let answer = now(registry.answer("prompts/get", Some(params), context)).unwrap();
    serde_json::from_str(answer.json()).unwrap()
}

fn ask(registry: &PromptRegistry, members: Value) -> Value {
    ask_from(registry, &request(members), &Context::default())
}

#[track_caller]
fn state(answer: &Value) -> String {
    assert_eq!(answer["resultType"], "input_required", "{answer}");
    answer["requestState"].as_str().expect("a state").to_owned()
}

#[track_caller]
fn text(answer: &Value) -> &str {
    assert_eq!(answer["resultType"], "complete", "{answer}");
    answer["messages"][0]["content"]["text"].as_str().unwrap()
}

fn accept(content: Value) -> Value {
    json!({ "action": "accept", "content": content })
}

const STALE: &str = "the request state is not valid here or has expired; start the prompt again";

#[track_caller]
fn assert_stale(answer: &Value) {
    assert_eq!(*answer, json!({ "code": -32602, "message": STALE }));
}

#[test]
fn a_question_is_a_result() {
    let mut asked = ask(&registry(), json!({}));
    let state = asked["requestState"].take();
    assert!(state.as_str().is_some_and(|state| !state.is_empty()));
    assert_eq!(
        asked,
        json!({
            "resultType": "input_required",
            "inputRequests": { "size": { "method": "elicitation/create", "params": {
                "mode": "form",
                "message": "How much?",
                "requestedSchema": {
                    "type": "object",
                    "properties": {
                        "size": { "type": "integer", "title": "Size" },
                        "unit": { "type": "string", "enum": ["days", "weeks"] },
                    },
                    "required": ["size"],
                },
            } } },
            "requestState": null,
        })
    );
}

#[test]
fn questions_are_answered_round_by_round() {
    let registry = registry();
    let first = state(&ask(&registry, json!({})));
    let answers = json!({ "size": accept(json!({ "size": 3, "unit": "days" })) });
    let asked = ask(
        &registry,
        json!({ "requestState": first, "inputResponses": answers }),
    );
    let second = state(&asked);
    assert_eq!(
        asked["inputRequests"]
            .as_object()
            .unwrap()
            .keys()
            .collect::<Vec<_>>(),
        ["date"]
    );
    for (answer, expected) in [
        (accept(json!({ "date": "May" })), "t None: 3 days, May"),
        (json!({ "action": "decline" }), "t: 3 days, Declined"),
        (json!({ "action": "cancel" }), "t: 3 days, Cancelled"),
    ] {
        let members = json!({ "requestState": second, "inputResponses": { "date": answer } });
        assert_eq!(text(&ask(&registry, members)), expected);
    }
}

#[test]
fn declined_and_closed_are_told_apart() {
    let registry = registry();
    let first = state(&ask(&registry, json!({})));
    for (action, expected) in [("decline", "t: no size"), ("cancel", "t: closed")] {
        let answers = json!({ "size": { "action": action } });
        let members = json!({ "requestState": first, "inputResponses": answers });
        assert_eq!(text(&ask(&registry, members)), expected);
    }
}

#[test]
fn an_answer_that_does_not_fit_is_asked_for_again() {
    let registry = registry();
    let mut last = state(&ask(&registry, json!({})));
    for wrong in [
        accept(json!({ "size": "3" })),
        accept(json!({ "size": 3.5 })),
        accept(json!({ "size": null })),
        accept(json!({ "size": 3, "unit": "years" })),
        accept(json!({})),
        accept(json!([])),
        json!({ "action": "accept" }),
        json!({ "action": "shrug" }),
        json!({}),
        json!("accept"),
        Value::Null,
    ] {
        let members = json!({ "requestState": last, "inputResponses": { "size": wrong } });
        let asked = ask(&registry, members);
        last = state(&asked);
        assert!(asked["inputRequests"].get("size").is_some(), "{wrong}");
    }
    let answers = json!({ "size": accept(json!({ "size": 3, "more": 1 })), "unasked": 5 });
    let asked = ask(
        &registry,
        json!({ "requestState": last, "inputResponses": answers }),
    );
    assert!(asked["inputRequests"].get("date").is_some(), "{asked}");
}

#[test]
fn what_is_missing_is_asked_for() {
    let registry = registry();
    let first = state(&ask(&registry, json!({})));
    let answers = json!({ "size": accept(json!({ "size": 3 })) });
    for members in [
        json!({ "requestState": first }),
        json!({ "requestState": first, "inputResponses": {} }),
        json!({ "inputResponses": answers }),
        json!({ "requestState": null, "inputResponses": null }),
    ] {
        let asked = ask(&registry, members.clone());
        assert!(
            asked["inputRequests"].get("size").is_some(),
            "{members} {asked}"
        );
    }
}

#[test]
fn another_process_with_the_key_takes_the_answer() {
    let first = state(&ask(&registry(), json!({})));
    let answers = json!({ "size": { "action": "decline" } });
    let members = json!({ "requestState": first, "inputResponses": answers });
    assert_eq!(text(&ask(&registry(), members.clone())), "t: no size");
    let stranger = builder()
        .elicitation_key("another by replicas")
        .build()
        .unwrap();
    assert_stale(&ask(&stranger, members));
}

#[test]
fn a_state_is_good_for_its_request_only() {
    let registry = registry();
    let first = state(&ask(&registry, json!({})));
    for members in [
        json!({ "name": "other" }),
        json!({ "arguments": { "topic": "u" } }),
        json!({ "arguments": { "topic": "t", "note": "" } }),
        json!({ "arguments": {} }),
    ] {
        let mut members = members;
        members["requestState"] = first.clone().into();
        assert_stale(&ask(&registry, members));
    }
    let same = json!({ "arguments": { "note": null, "topic": "t" }, "requestState": first });
    let _ = state(&ask(&registry, same));
}

#[test]
fn a_state_that_was_changed_is_refused() {
    let registry = registry();
    let good = state(&ask(&registry, json!({})));
    let mut forged: Vec<String> = ["", ".", "a.b", "null"].map(str::to_owned).to_vec();
    for at in 0..good.len() {
        let other = if good[at..].starts_with('A') {
            'B'
        } else {
            'A'
        };
        forged.push(format!("{}{other}{}", &good[..at], &good[at + 1..]));
        forged.push(good[..at].to_owned());
    }
    forged.push(format!("{good}A"));
    for state in forged {
        assert_stale(&ask(&registry, json!({ "requestState": state })));
    }
    for (member, value, message) in [
        ("requestState", json!(5), "`requestState` must be a string"),
        (
            "inputResponses",
            json!([]),
            "`inputResponses` must be an object",
        ),
    ] {
        let answer = ask(&registry, json!({ member: value }));
        assert_eq!(answer, json!({ "code": -32602, "message": message }));
    }
}

#[test]
fn a_state_expires() {
    let registry = builder().elicitation_ttl(Duration::ZERO).build().unwrap();
    let first = state(&ask(&registry, json!({})));
    std::thread::sleep(Duration::from_millis(2_100));
    assert_stale(&ask(&registry, json!({ "requestState": first })));
}

#[test]
fn a_state_is_good_for_who_asked_only() {
    let registry = builder()
        .elicitation_principal(|context| match context.extensions().get::<&str>() {
            Some(user) => user.as_bytes().to_vec(),
            None => panic!("on purpose"),
        })
        .build()
        .unwrap();
    let from = |user: &'static str, members| {
        ask_from(
            &registry,
            &request(members),
            &Context::default().with_extension(user),
        )
    };
    let first = state(&from("alice", json!({})));
    let _ = state(&from("alice", json!({ "requestState": first })));
    assert_stale(&from("bob", json!({ "requestState": first })));
    // Without a known principal, neither old nor new states are valid.
    assert_stale(&ask(&registry, json!({ "requestState": first })));
    let answer = ask(&registry, json!({}));
    assert_eq!(
        answer,
        json!({ "code": -32603, "message": "internal error" })
    );
}

#[test]
fn stripped_arguments_resume_too() {
    let registry = builder()
        .invisible_text(InvisibleText::Strip)
        .build()
        .unwrap();
    let members = json!({ "arguments": { "topic": "a\u{E0041}b" } });
    let mut again = members.clone();
    again["requestState"] = state(&ask(&registry, members)).into();
    again["inputResponses"] = json!({ "size": { "action": "decline" } });
    assert_eq!(text(&ask(&registry, again)), "ab: no size");
}

#[test]
fn a_client_that_cannot_ask_is_told_what_is_missing() {
    let sentence = "this prompt asks a question, and the client has not declared that it can show one (capability \"elicitation\")";
    for capabilities in [
        json!({}),
        json!({ "elicitation": { "url": {} } }),
        json!({ "elicitation": null }),
    ] {
        let params = capable(&capabilities, json!({}));
        assert_eq!(
            ask_from(&registry(), &params, &Context::default()),
            json!({
                "code": -32021,
                "message": sentence,
                "data": { "requiredCapabilities": { "elicitation": {} } },
            })
        );
    }
    let params = json!({ "name": "plan", "arguments": { "topic": "t" } });
    for &revision in Revision::ALL {
        if revision < Revision::V2026_07_28 {
            let answer = ask_from(&registry(), &params, &Context::new(revision));
            assert_eq!(
                answer,
                json!({ "code": -32603, "message": sentence }),
                "{revision}"
            );
        }
    }
    // Elicitation came with 2025-06-18. A capability of that name has another meaning for an older client.
    let client = Person::with([Ok(json!({ "action": "decline" }))]);
    let context = Context::new(Revision::V2025_03_26).with_peer(client);
    assert_eq!(
        ask_from(&registry(), &params, &context)["message"],
        sentence
    );
}

type Answered = Result<Value, &'static str>;

/// A client of an older revision, with the prepared answers of its user.
struct Person {
    answers: Mutex<Vec<Answered>>,
    asked: Mutex<Vec<Value>>,
}

impl Person {
    fn with(answers: impl IntoIterator<Item = Answered>) -> Arc<Self> {
        let mut answers: Vec<Answered> = answers.into_iter().collect();
        answers.reverse();
        Arc::new(Self {
            answers: Mutex::new(answers),
            asked: Mutex::default(),
        })
    }
}

impl Peer for Person {
    fn capabilities(&self) -> Option<JsonObject> {
        Some(JsonObject::from_iter([(
            "elicitation".to_owned(),
            json!({}),
        )]))
    }

    fn elicit(
        &self,
        params: JsonObject,
    ) -> BoxFuture<'_, Result<JsonObject, Box<dyn Error + Send + Sync>>> {
        self.asked.lock().unwrap().push(params.into());
        let answer = self.answers.lock().unwrap().pop().expect("an answer");
        Box::pin(async move {
            match answer? {
                Value::Object(answer) => Ok(answer),
                _ => Err("not an object".into()),
            }
        })
    }
}

fn ask_person(revision: Revision, person: &Arc<Person>) -> Value {
    let context = Context::new(revision).with_peer(Arc::<Person>::clone(person));
    let params = json!({ "name": "plan", "arguments": { "topic": "t" } });
    ask_from(&registry(), &params, &context)
}

#[test]
fn older_clients_are_asked_while_the_request_waits() {
    for (revision, mode) in [
        (Revision::V2025_06_18, Value::Null),
        (Revision::V2025_11_25, json!("form")),
    ] {
        let person = Person::with([
            Ok(accept(json!({ "size": 2 }))),
            Ok(accept(json!({ "date": "May" }))),
        ]);
        let answer = ask_person(revision, &person);
        assert_eq!(
            answer["messages"][0]["content"]["text"],
            "t None: 2 hours, May"
        );
        let asked = person.asked.lock().unwrap();
        assert_eq!(asked.len(), 2);
        assert_eq!(asked[0]["message"], "How much?");
        assert_eq!(asked[0]["mode"], mode);
        assert_eq!(asked[1]["requestedSchema"]["required"], json!(["date"]));
    }
}

#[test]
fn a_prompt_made_at_run_time_asks_too() {
    let late = RuntimePrompt::new_async("late", |call: PromptCall| async move {
        let question = Elicitation::new("sure", "Sure?").field(Field::boolean("sure"));
        let answer = call.context().elicit(question).await?;
        Ok::<_, PromptError>(format!(
            "{} {answer:?}",
            call.get("topic").unwrap_or_default()
        ))
    });
    let live = builder().build_live().unwrap();
    live.insert(late.argument(RuntimeArgument::required("topic")))
        .unwrap();
    let first = state(&ask(live.registry(), json!({ "name": "late" })));
    let members = json!({
        "name": "late",
        "requestState": first,
        "inputResponses": { "sure": { "action": "cancel" } },
    });
    assert_eq!(text(&ask(live.registry(), members)), "t Cancelled");
}

#[test]
fn what_an_older_client_answers_is_told_apart() {
    let newest = Revision::V2025_11_25;
    for (action, expected) in [("decline", "t: no size"), ("cancel", "t: closed")] {
        let person = Person::with([Ok(json!({ "action": action }))]);
        let answer = ask_person(newest, &person);
        assert_eq!(answer["messages"][0]["content"]["text"], expected);
    }
    let misfit = || Ok(accept(json!({ "size": "two" })));
    let stubborn = Person::with([misfit(), misfit(), misfit()]);
    assert_eq!(
        ask_person(newest, &stubborn),
        json!({
            "code": -32603,
            "message": "the answer does not fit the form that was asked to be filled in",
        })
    );
    for revision in [Revision::V2025_06_18, newest] {
        let too_large = Ok(accept(json!({ "size": 1e300 })));
        let mends_it = Person::with([too_large, misfit(), Ok(json!({ "action": "decline" }))]);
        let answer = ask_person(revision, &mends_it);
        assert_eq!(answer["messages"][0]["content"]["text"], "t: no size");
        let asked = mends_it.asked.lock().unwrap();
        assert!(asked.len() == 3 && asked.iter().all(|it| *it == asked[0]));
    }
    let gone = Person::with([Err("the client is gone")]);
    assert_eq!(
        ask_person(newest, &gone),
        json!({ "code": -32603, "message": "internal error" })
    );
}

/// Asks one question of every type.
#[prompt]
async fn survey(#[context] context: &Context) -> Result<String, PromptError> {
    let question = Elicitation::new("q", "Fill in.")
        .field(Field::integer("i").optional())
        .field(Field::number("n").optional())
        .field(Field::text("t").optional())
        .field(Field::boolean("b").optional())
        .field(Field::choice("c", ["x", "y"]).optional());
    match context.elicit(question).await? {
        Elicited::Accepted(it) => Ok(format!(
            "{:?} {:?} {:?} {:?} {:?}",
            it.integer("i"),
            it.number("n"),
            it.text("t"),
            it.boolean("b"),
            it.text("c")
        )),
        other => Ok(format!("{other:?}")),
    }
}

#[test]
fn an_answer_that_fits_the_form_can_be_read() {
    let registry = PromptRegistry::from_prompts(prompts![survey]).unwrap();
    let answered = |content: Value| {
        let first = state(&ask(
            &registry,
            json!({ "name": "survey", "arguments": {} }),
        ));
        ask(
            &registry,
            json!({
                "name": "survey",
                "arguments": {},
                "requestState": first,
                "inputResponses": { "q": accept(content) },
            }),
        )
    };
    for (content, read) in [
        (json!({}), "None None None None None"),
        (json!({ "i": null }), "None None None None None"),
        (
            json!({ "i": 5.0, "n": 5, "t": "", "b": false, "c": "y" }),
            "Some(5) Some(5.0) Some(\"\") Some(false) Some(\"y\")",
        ),
        (
            json!({ "i": -9_223_372_036_854_775_808_i64 }),
            "Some(-9223372036854775808) None None None None",
        ),
        (
            json!({ "i": 1e18 }),
            "Some(1000000000000000000) None None None None",
        ),
        (json!({ "n": 1e300 }), "None Some(1e300) None None None"),
    ] {
        assert_eq!(text(&answered(content.clone())), read, "{content}");
    }
    for content in [
        json!({ "i": 5.5 }),
        json!({ "i": 1e300 }),
        json!({ "i": 18_446_744_073_709_551_615_u64 }),
        json!({ "i": "5" }),
        json!({ "n": "5" }),
        json!({ "t": 5 }),
        json!({ "b": "true" }),
        json!({ "c": "z" }),
    ] {
        let _ = state(&answered(content));
    }
}

#[test]
fn answers_that_were_not_asked_for_are_not_sealed() {
    let registry = registry();
    let first = state(&ask(&registry, json!({})));
    let flood = "x".repeat(100_000);
    let second = ask(
        &registry,
        json!({
            "requestState": first,
            "inputResponses": {
                "size": accept(json!({ "size": 2, "more": flood })),
                "nothing": accept(json!({ "size": flood })),
            },
        }),
    );
    let second = state(&second);
    assert!(second.len() < 500, "{}", second.len());
    let last = ask(
        &registry,
        json!({ "requestState": second, "inputResponses": { "date": { "action": "decline" } } }),
    );
    assert_eq!(text(&last), "t: 2 hours, Declined");
}

#[test]
fn a_request_that_names_an_older_revision_is_told_what_is_missing() {
    for version in ["2025-06-18", "2025-11-25"] {
        let mut params = request(json!({}));
        params["_meta"]["io.modelcontextprotocol/protocolVersion"] = json!(version);
        let answer = ask_from(&registry(), &params, &Context::default());
        assert_eq!(answer["code"], -32021, "{answer}");
        assert_eq!(
            answer["data"],
            json!({ "requiredCapabilities": { "elicitation": {} } })
        );
    }
}

/// Asks with hidden text.
#[prompt]
async fn hidden_question(#[context] context: &Context) -> Result<String, PromptError> {
    let question =
        Elicitation::new("q", "Fill in.").field(Field::text("t").title("A\u{E0041}").optional());
    context.elicit(question).await?;
    Ok("asked".to_owned())
}

#[test]
fn a_question_obeys_the_policy_on_invisible_text() {
    for (policy, title) in [
        (InvisibleText::RejectTags, None),
        (InvisibleText::Reject, None),
        (InvisibleText::Strip, Some("A")),
        (InvisibleText::Allow, Some("A\u{E0041}")),
    ] {
        let registry = PromptRegistry::builder()
            .prompts(prompts![hidden_question])
            .invisible_text(policy)
            .on_report(|_| {})
            .build()
            .unwrap();
        let asked = ask(
            &registry,
            json!({ "name": "hidden_question", "arguments": {} }),
        );
        let found =
            &asked["inputRequests"]["q"]["params"]["requestedSchema"]["properties"]["t"]["title"];
        assert_eq!(found.as_str(), title, "{asked}");
        assert_eq!(asked["code"] == -32603, title.is_none());
    }
}
