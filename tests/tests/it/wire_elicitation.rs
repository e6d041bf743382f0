//! Tests of a prompt that asks questions over stdio: in rounds in 2026-07-28, and with requests to the client before.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::time::Duration;

use prompt_tests::{MODERN_REVISION, REVISIONS, Stdio, program, schema};
use serde_json::{Value, json};

const ELICITING: [&str; 2] = ["2025-06-18", "2025-11-25"];

fn oracle(revision: &str, capabilities: Value) -> Stdio {
    Stdio::start(&program("oracle-server"), &["prompts"])
        .declare(capabilities)
        .revision(revision)
}

fn person(revision: &str) -> Stdio {
    oracle(revision, json!({ "elicitation": {} }))
}

fn plan() -> Value {
    json!({ "name": "plan", "arguments": { "topic": "t" } })
}

fn text(result: &Value) -> &str {
    result["messages"][0]["content"]["text"]
        .as_str()
        .unwrap_or_else(|| panic!("no text in {result}"))
}

fn retry(state: &Value, responses: &Value) -> Value {
    let mut params = plan();
    params["requestState"] = state.clone();
    params["inputResponses"] = responses.clone();
    params
}

#[test]
fn the_rounds_of_2026_07_28() {
    let mut session = person(MODERN_REVISION);
    let line = session.request_line("prompts/get", plan());
    let (question, state) = line.split_once(r#","requestState":""#).expect("a state");
    assert_eq!(
        question,
        concat!(
            r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required","inputRequests":{"scope":"#,
            r#"{"method":"elicitation/create","params":{"message":"How much?","mode":"form","requestedSchema":"#,
            r#"{"properties":{"note":{"type":"string"},"scope":{"enum":["all","some"],"type":"string"}},"#,
            r#""required":["scope"],"type":"object"}}}}"#,
        )
    );
    let (_, rest) = state.split_once('"').expect("an end of the state");
    let name =
        r#","_meta":{"io.modelcontextprotocol/serverInfo":{"name":"oracle","version":"1"}}}}"#;
    assert_eq!(rest, name);
    let asked: Value = serde_json::from_str(&line).unwrap();
    schema::assert_valid(MODERN_REVISION, "InputRequiredResult", &asked["result"]);

    let wrong = json!({ "scope": { "action": "accept", "content": { "scope": "none" } } });
    let first = &asked["result"]["requestState"];
    let again = session.result("prompts/get", retry(first, &wrong));
    schema::assert_valid(MODERN_REVISION, "InputRequiredResult", &again);
    assert!(again["inputRequests"].get("scope").is_some(), "{again}");

    let right = json!({ "scope": { "action": "accept", "content": { "scope": "some" } } });
    let asked = session.result("prompts/get", retry(&again["requestState"], &right));
    assert!(asked["inputRequests"].get("date").is_some(), "{asked}");
    for (answer, expected) in [
        (
            json!({ "action": "accept", "content": { "date": "May" } }),
            "t: some, May",
        ),
        (json!({ "action": "decline" }), "t: some, declined"),
        (json!({ "action": "cancel" }), "t: some, cancelled"),
    ] {
        let params = retry(&asked["requestState"], &json!({ "date": answer }));
        let result = session.result("prompts/get", params);
        schema::assert_valid(MODERN_REVISION, "GetPromptResult", &result);
        assert_eq!(text(&result), expected);
    }
}

#[test]
fn a_state_of_another_request_is_refused() {
    let mut session = person(MODERN_REVISION);
    let asked = session.result("prompts/get", plan());
    let answers = json!({ "scope": { "action": "decline" } });
    let mut other_arguments = retry(&asked["requestState"], &answers);
    other_arguments["arguments"]["topic"] = json!("u");
    let mut of_another_process = person(MODERN_REVISION);
    let foreign = of_another_process.result("prompts/get", plan());
    for params in [
        other_arguments,
        retry(&json!("forged"), &answers),
        retry(&foreign["requestState"], &answers),
    ] {
        assert_eq!(
            session.error("prompts/get", params),
            json!({
                "code": -32602,
                "message": "the request state is not valid here or has expired; start the prompt again",
            })
        );
    }
    let params = retry(&asked["requestState"], &answers);
    assert_eq!(text(&session.result("prompts/get", params)), "t: declined");
}

#[test]
fn a_client_that_cannot_ask_is_told_so() {
    let message = r#""message":"this prompt asks a question, and the client has not declared that it can show one (capability \"elicitation\")""#;
    for revision in REVISIONS {
        let mut session = oracle(revision, json!({}));
        let line = session.request_line("prompts/get", plan());
        let error = if revision == MODERN_REVISION {
            format!(
                r#"{{"code":-32021,{message},"data":{{"requiredCapabilities":{{"elicitation":{{}}}}}}}}"#
            )
        } else {
            format!(r#"{{"code":-32603,{message}}}"#)
        };
        assert_eq!(
            line,
            format!(r#"{{"jsonrpc":"2.0","id":1,"error":{error}}}"#),
            "{revision}"
        );
        if revision == MODERN_REVISION {
            let reply: Value = serde_json::from_str(&line).unwrap();
            schema::assert_valid(revision, "MissingRequiredClientCapabilityError", &reply);
        }
    }
}

/// The next request that the server sends.
fn question(session: &mut Stdio, revision: &str) -> Value {
    let question: Value = serde_json::from_str(&session.line()).unwrap();
    assert_eq!(question["method"], "elicitation/create", "{question}");
    schema::assert_valid(revision, "ElicitRequest", &question);
    question
}

fn answer(session: &mut Stdio, question: &Value, result: &Value) {
    session.send(&json!({ "jsonrpc": "2.0", "id": question["id"], "result": result }));
}

#[test]
fn older_clients_are_asked_while_the_request_waits() {
    for revision in ELICITING {
        let mut session = person(revision);
        for (second, expected) in [
            (
                json!({ "action": "accept", "content": { "date": "May" } }),
                "t: all, May",
            ),
            (json!({ "action": "decline" }), "t: all, declined"),
            (json!({ "action": "cancel" }), "t: all, cancelled"),
        ] {
            let id = session.begin("prompts/get", plan());
            let asked = question(&mut session, revision);
            assert_eq!(asked["params"]["message"], "How much?");
            // Other requests are answered in the meantime.
            let z = session.result("prompts/get", json!({ "name": "z" }));
            assert_eq!(text(&z), "zero");
            let first = json!({ "action": "accept", "content": { "scope": "all" } });
            answer(&mut session, &asked, &first);
            let asked = question(&mut session, revision);
            assert_eq!(asked["params"]["message"], "When?");
            answer(&mut session, &asked, &second);
            let reply = session.reply(id);
            assert_eq!(text(&reply["result"]), expected);
        }
    }
}

#[test]
fn a_cancelled_prompt_takes_its_question_back() {
    for revision in ELICITING {
        let mut session = person(revision);
        let id = session.begin("prompts/get", plan());
        let asked = question(&mut session, revision);
        session.send(&json!({
            "jsonrpc": "2.0",
            "method": "notifications/cancelled",
            "params": { "requestId": id },
        }));
        let told: Value = serde_json::from_str(&session.line()).unwrap();
        schema::assert_valid(revision, "CancelledNotification", &told);
        assert_eq!(told["method"], "notifications/cancelled");
        assert_eq!(told["params"]["requestId"], asked["id"]);
        // An answer that arrives after the cancellation has no effect, and the request itself is not answered.
        answer(&mut session, &asked, &json!({ "action": "cancel" }));
        let z = session.result("prompts/get", json!({ "name": "z" }));
        assert_eq!(text(&z), "zero");
        let further = session.line_within(Duration::from_millis(100));
        assert_eq!(further, None, "{revision}");
    }
}

#[test]
fn progress_is_told_to_who_asked_for_it() {
    for revision in REVISIONS {
        let mut session = oracle(revision, json!({}));
        let mut params = json!({ "name": "progresses" });
        if revision == MODERN_REVISION {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": revision,
                "io.modelcontextprotocol/clientCapabilities": {},
                "progressToken": "p-1",
            });
        } else {
            params["_meta"] = json!({ "progressToken": "p-1" });
        }
        let id = session.begin("prompts/get", params);
        for step in [1.0, 2.0] {
            let told: Value = serde_json::from_str(&session.line()).unwrap();
            schema::assert_valid(revision, "ProgressNotification", &told);
            assert_eq!(told["method"], "notifications/progress");
            assert_eq!(told["params"]["progressToken"], "p-1");
            assert_eq!(told["params"]["progress"].as_f64(), Some(step));
            assert_eq!(told["params"]["total"].as_f64(), Some(2.0));
        }
        assert_eq!(text(&session.reply(id)["result"]), "done");

        let result = session.result("prompts/get", json!({ "name": "progresses" }));
        assert_eq!(text(&result), "done");
        assert_eq!(
            session.line_within(Duration::from_millis(50)),
            None,
            "{revision}"
        );
    }
}
