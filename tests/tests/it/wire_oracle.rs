//! Tests of the answers to every kind of request, byte for byte, over stdio and in every revision.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::path::PathBuf;

use prompt_tests::{MODERN_REVISION, REVISIONS, Stdio, program, schema};
use serde_json::{Value, json};

const LIST: &str = "prompts/list";
const GET: &str = "prompts/get";
const COMPLETE: &str = "completion/complete";

/// A request and the members of its result or of its error.
enum Row {
    Result(&'static str, Value, String),
    Error(&'static str, Value, String),
}

fn oracle(set: &str) -> Stdio {
    // If a package with the program builds this file, that program is tested.
    let own = option_env!("CARGO_BIN_EXE_oracle-server").map(PathBuf::from);
    Stdio::start(&own.unwrap_or_else(|| program("oracle-server")), &[set])
}

/// The answer without the server's name, which is the last member of every result of revision 2026-07-28.
fn unnamed(line: &str) -> String {
    const NAME: &str =
        r#""_meta":{"io.modelcontextprotocol/serverInfo":{"name":"oracle","version":"1"}}}}"#;
    match line.strip_suffix(NAME) {
        Some(begun) => format!("{}}}}}", begun.trim_end_matches(',')),
        None => line.to_owned(),
    }
}

fn quoted(text: &str) -> String {
    serde_json::to_string(text).unwrap()
}

fn get(name: &str, arguments: &str) -> Value {
    let arguments: Value = serde_json::from_str(arguments).unwrap();
    json!({ "name": name, "arguments": arguments })
}

fn text(params: Value, text: &str) -> Row {
    let text = quoted(text);
    let members =
        format!(r#""messages":[{{"role":"user","content":{{"type":"text","text":{text}}}}}]"#);
    Row::Result(GET, params, members)
}

fn invalid(method: &'static str, params: Value, message: &str) -> Row {
    let members = format!(r#""code":-32602,"message":{}"#, quoted(message));
    Row::Error(method, params, members)
}

fn problems(params: Value, message: &str, problems: &str) -> Row {
    let message = quoted(message);
    let members =
        format!(r#""code":-32602,"message":{message},"data":{{"problems":[{problems}]}}"#);
    Row::Error(GET, params, members)
}

fn typed(prompt: &str, argument: &str, value: &str) -> Value {
    json!({
        "ref": { "type": "ref/prompt", "name": prompt },
        "argument": { "name": argument, "value": value },
    })
}

fn completion(params: Value, values: &[String], total: usize) -> Row {
    let values = serde_json::to_string(values).unwrap();
    let more = total > 100;
    let members = format!(r#""completion":{{"values":{values},"total":{total},"hasMore":{more}}}"#);
    Row::Result(COMPLETE, params, members)
}

/// Sends the rows in one session of each revision.
fn ask(set: &str, rows: impl Fn() -> Vec<Row>) {
    for revision in REVISIONS {
        let mut session = oracle(set).revision(revision);
        for (row, id) in rows().into_iter().zip(1..) {
            let is_modern = revision == MODERN_REVISION;
            let (method, params, expected, kind) = match row {
                Row::Result(method, params, members) => {
                    let first = if is_modern {
                        r#""resultType":"complete","#
                    } else {
                        ""
                    };
                    (
                        method,
                        params,
                        format!(r#""result":{{{first}{members}}}"#),
                        true,
                    )
                }
                Row::Error(method, params, members) => {
                    (method, params, format!(r#""error":{{{members}}}"#), false)
                }
            };
            let asked = format!("{revision} {method} {params}");
            let line = unnamed(&session.request_line(method, params));
            assert_eq!(
                line,
                format!(r#"{{"jsonrpc":"2.0","id":{id},{expected}}}"#),
                "{asked}"
            );
            let reply: Value = serde_json::from_str(&line).unwrap();
            if kind {
                schema::assert_valid(revision, result_type(method), &reply["result"]);
            } else {
                schema::assert_valid(revision, error_type(revision), &reply);
            }
        }
        assert!(session.close().success());
    }
}

fn result_type(method: &str) -> &'static str {
    match method {
        LIST => "ListPromptsResult",
        GET => "GetPromptResult",
        _ => "CompleteResult",
    }
}

fn error_type(revision: &str) -> &'static str {
    if revision < "2025-11-25" {
        "JSONRPCError"
    } else {
        "JSONRPCErrorResponse"
    }
}

#[test]
fn what_is_absent_takes_its_default() {
    ask("prompts", || {
        vec![
            text(json!({ "name": "z" }), "zero"),
            text(json!({ "name": "z", "arguments": null }), "zero"),
            text(get("z", "{}"), "zero"),
            text(get("p", r#"{"n":"5"}"#), r#"n=5 s="d" o=None"#),
            text(get("p_later", r#"{"n":"5"}"#), r#"n=5 s="d" o=None"#),
            text(get("p", r#"{"n":"5","s":""}"#), r#"n=5 s="" o=None"#),
            text(get("p", r#"{"n":"5","o":null}"#), r#"n=5 s="d" o=None"#),
            text(
                get("p", r#"{"n":" 5 ","s":" d ","o":" "}"#),
                r#"n=5 s=" d " o=Some(" ")"#,
            ),
            problems(
                get("p", r#"{"n":null}"#),
                r#"argument "n" is missing (a whole number)"#,
                r#"{"argument":"n","expected":"a whole number","kind":"missing"}"#,
            ),
        ]
    });
}

#[test]
fn arguments_that_are_wrong() {
    let undeclared =
        r#"{"argument":"x","detail":"this prompt takes \"n\", \"s\", \"o\"","kind":"undeclared"}"#;
    let number = |value: &str, why: &str| {
        problems(
            get("p", &format!(r#"{{"n":"{value}"}}"#)),
            &format!(r#"argument "n" must be a whole number ({why})"#),
            &format!(
                r#"{{"argument":"n","detail":"{why}","expected":"a whole number","kind":"invalid"}}"#
            ),
        )
    };
    ask("prompts", || {
        vec![
            problems(
                get("p", r#"{"n":5}"#),
                r#"argument "n" must be a string"#,
                r#"{"argument":"n","expected":"a string","kind":"not_a_string"}"#,
            ),
            number("5.0", "invalid digit found in string"),
            number("1.5", "invalid digit found in string"),
            number("abc", "invalid digit found in string"),
            number(
                "99999999999999999999",
                "number too large to fit in target type",
            ),
            problems(
                get("two", "{}"),
                r#"argument "n" is missing (a whole number); argument "m" is missing"#,
                r#"{"argument":"n","expected":"a whole number","kind":"missing"},{"argument":"m","kind":"missing"}"#,
            ),
            problems(
                get("p", r#"{"n":"5","x":"1"}"#),
                r#"there is no argument "x" (this prompt takes "n", "s", "o")"#,
                undeclared,
            ),
            problems(
                get("p_later", r#"{"n":"x","x":"1"}"#),
                r#"argument "n" must be a whole number (invalid digit found in string); there is no argument "x" (this prompt takes "n", "s", "o")"#,
                &format!(
                    r#"{{"argument":"n","detail":"invalid digit found in string","expected":"a whole number","kind":"invalid"}},{undeclared}"#
                ),
            ),
            problems(
                get("count", r#"{"strictness":"strikt"}"#),
                r#"argument "strictness" must be one of: strict, normal, lenient (did you mean "strict"?)"#,
                r#"{"argument":"strictness","detail":"did you mean \"strict\"?","expected":"one of: strict, normal, lenient","kind":"invalid"}"#,
            ),
        ]
    });
}

#[test]
fn params_that_are_malformed() {
    let not_an_object = "`arguments` must be an object whose values are strings";
    ask("prompts", || {
        vec![
            invalid(GET, get("p", "[]"), not_an_object),
            invalid(GET, get("p", r#""text""#), not_an_object),
            invalid(GET, get("p", "5"), not_an_object),
            invalid(GET, json!({}), "`name` is missing"),
            invalid(GET, json!({ "name": 5 }), "`name` must be a string"),
            invalid(GET, json!({ "name": null }), "`name` must be a string"),
            invalid(LIST, json!({ "cursor": "" }), "invalid cursor"),
            invalid(LIST, json!({ "cursor": "cA" }), "invalid cursor"),
            invalid(
                COMPLETE,
                json!({ "ref": { "type": "ref/prompt", "name": "p" } }),
                "`argument` must be an object",
            ),
            invalid(
                COMPLETE,
                json!({ "ref": { "type": "ref/prompt" }, "argument": { "name": "n", "value": "" } }),
                "`ref.name` is missing",
            ),
            text(get("z", "{}"), "zero"),
        ]
    });
}

#[test]
fn unknown_hidden_and_disabled_are_one() {
    ask("prompts", || {
        let mut rows = Vec::new();
        for name in ["unknown", "hidden", "disabled"] {
            let message = format!("unknown prompt \"{name}\"");
            rows.push(invalid(GET, get(name, "{}"), &message));
            rows.push(invalid(GET, get(name, r#"{"word":5}"#), &message));
            rows.push(invalid(COMPLETE, typed(name, "word", ""), &message));
            rows.push(invalid(COMPLETE, typed(name, "nothing", "w"), &message));
        }
        rows
    });
}

#[test]
fn completion_of_every_kind() {
    let all = ["normal", "strict", "lenient"].map(str::to_owned);
    let words: Vec<String> = (0..100).map(|n| format!("word-{n:03}")).collect();
    ask("prompts", || {
        vec![
            completion(typed("p", "n", ""), &[], 0),
            completion(typed("z", "nothing", "x"), &[], 0),
            completion(typed("count", "other", ""), &[], 0),
            completion(typed("count", "strictness", ""), &all, 3),
            completion(typed("count", "strictness", "no"), &all[..1], 1),
            completion(typed("count", "word", ""), &words, 250),
            completion(
                typed("count", "word", "word-249"),
                &["word-249".to_owned()],
                1,
            ),
        ]
    });
}

#[test]
fn what_fails_in_a_prompt_stays_there() {
    let internal = || r#""code":-32603,"message":"internal error""#.to_owned();
    ask("prompts", || {
        let mut rows = Vec::new();
        for name in ["panics", "panics_later", "fails"] {
            rows.push(Row::Error(GET, json!({ "name": name }), internal()));
            rows.push(text(json!({ "name": "z" }), "zero"));
        }
        rows
    });
}

/// The listing of the prompts, with or without titles.
fn listed(revision: &str) -> String {
    let old = revision < "2025-06-18";
    let only = |member: &str, since: &str| if revision < since { "" } else { member }.to_owned();
    let title = only(r#""title":"Count","#, "2025-06-18");
    let argument_title = only(r#""title":"Strictness","#, "2025-06-18");
    let icons = only(
        r#","icons":[{"src":"https://example.com/count.png"}]"#,
        "2025-11-25",
    );
    let meta = if old {
        ""
    } else {
        r#","_meta":{"example.com/kind":"count"}"#
    };
    let p = concat!(
        r#"{"name":"n","required":true},"#,
        r#"{"name":"s","description":"default: d","required":false},"#,
        r#"{"name":"o","required":false}"#,
    );
    [
        &format!(
            r#"{{"name":"count",{title}"description":"Counts words.","arguments":[{{"name":"strictness",{argument_title}"description":"How hard to look. (one of: strict, normal, lenient; default: normal)","required":false}},{{"name":"word","required":false}},{{"name":"other","required":false}}]{icons}{meta}}}"#
        ),
        r#"{"name":"fails","arguments":[]}"#,
        r#"{"name":"newer_content","description":"Content that the oldest revisions do not know.","arguments":[]}"#,
        &format!(r#"{{"name":"p","arguments":[{p}]}}"#),
        &format!(r#"{{"name":"p_later","description":"The same, later.","arguments":[{p}]}}"#),
        r#"{"name":"panics","arguments":[]}"#,
        r#"{"name":"panics_later","arguments":[]}"#,
        r#"{"name":"plan","description":"Asks twice.","arguments":[{"name":"topic","required":true}]}"#,
        r#"{"name":"progresses","description":"Says how far it has come.","arguments":[]}"#,
        r#"{"name":"two","arguments":[{"name":"n","required":true},{"name":"m","required":true}]}"#,
        r#"{"name":"z","arguments":[]}"#,
    ]
    .join(",")
}

fn assert_list(set: &str, prompts: impl Fn(&str) -> String) {
    for revision in REVISIONS {
        let prompts = prompts(revision);
        // The listing of this server depends on the client, and no cache time was set.
        let hints = if revision == MODERN_REVISION {
            r#""resultType":"complete","ttlMs":0,"cacheScope":"private","#
        } else {
            ""
        };
        let mut session = oracle(set).revision(revision);
        for (id, params) in [(1, json!({})), (2, json!({ "cursor": null }))] {
            let line = unnamed(&session.request_line(LIST, params));
            assert_eq!(
                line,
                format!(
                    r#"{{"jsonrpc":"2.0","id":{id},"result":{{{hints}"prompts":[{prompts}]}}}}"#
                ),
                "{revision}"
            );
            let reply: Value = serde_json::from_str(&line).unwrap();
            schema::assert_valid(revision, "ListPromptsResult", &reply["result"]);
        }
    }
}

#[test]
fn the_listing_says_what_each_revision_knows() {
    assert_list("prompts", listed);
}

#[test]
fn a_modern_request_says_what_it_speaks() {
    let version = "io.modelcontextprotocol/protocolVersion";
    let capabilities = "io.modelcontextprotocol/clientCapabilities";
    for (method, params) in [
        (LIST, json!({})),
        (GET, json!({ "name": "z" })),
        (COMPLETE, typed("count", "strictness", "")),
    ] {
        let mut session = oracle("prompts").modern();
        let mut with = |meta: Value| {
            let mut params = params.clone();
            params["_meta"] = meta;
            session.request_line(method, params)
        };
        for (id, meta) in [
            (1, json!({})),
            (2, json!({ version: "2026-07-28" })),
            (3, json!({ version: 5, capabilities: {} })),
            (4, json!({ version: "2026-07-28", capabilities: [] })),
        ] {
            let line = with(meta);
            let start = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32602,"#);
            assert!(line.starts_with(&start), "{method} {line}");
        }
        let line = with(json!({ version: "2030-01-01", capabilities: {} }));
        assert_eq!(
            line,
            r#"{"jsonrpc":"2.0","id":5,"error":{"code":-32022,"message":"Unsupported protocol version","data":{"requested":"2030-01-01","supported":["2024-11-05","2025-03-26","2025-06-18","2025-11-25","2026-07-28"]}}}"#
        );
        let reply: Value = serde_json::from_str(&line).unwrap();
        schema::assert_valid(MODERN_REVISION, "UnsupportedProtocolVersionError", &reply);
        assert!(with(json!({ version: "2026-07-28", capabilities: {} })).contains("resultType"));
    }
}

#[test]
fn an_empty_registry_lists_nothing() {
    assert_list("nothing", |_| String::new());
    ask("nothing", || {
        vec![invalid(GET, get("z", "{}"), "unknown prompt \"z\"")]
    });
}

#[test]
fn without_a_completer_there_are_no_completions() {
    for set in ["plain", "nothing"] {
        ask(set, || {
            let refused = r#""code":-32601,"message":"completion/complete""#;
            let params = typed("p", "n", "");
            vec![Row::Error(COMPLETE, params, refused.to_owned())]
        });
    }
    for (set, completions) in [("prompts", true), ("plain", false), ("nothing", false)] {
        for revision in REVISIONS {
            let mut session = oracle(set).revision(revision);
            let capabilities = if revision == MODERN_REVISION {
                session.result("server/discover", json!({}))["capabilities"].take()
            } else {
                session.server()["result"]["capabilities"].clone()
            };
            assert_eq!(
                capabilities.get("completions").is_some(),
                completions,
                "{set} {revision} {capabilities}"
            );
            assert_eq!(capabilities["prompts"], json!({ "listChanged": true }));
        }
    }
}

#[test]
fn content_that_a_revision_lacks_becomes_content_that_it_has() {
    let resource = r#"{"type":"resource","resource":{"uri":"data:audio/wav,","mimeType":"audio/wav","blob":"UklGRg=="}}"#;
    let audio = r#"{"type":"audio","data":"UklGRg==","mimeType":"audio/wav"}"#;
    let text = r#"{"type":"text","text":"A: https://example.com/a\nAn A."}"#;
    let reference = r#"{"type":"resource_link","uri":"https://example.com/a","name":"a","title":"A","description":"An A."}"#;
    for (revision, first, second) in [
        ("2024-11-05", resource, text),
        ("2025-03-26", audio, text),
        ("2025-06-18", audio, reference),
        ("2025-11-25", audio, reference),
        ("2026-07-28", audio, reference),
    ] {
        let kind = if revision == MODERN_REVISION {
            r#""resultType":"complete","#
        } else {
            ""
        };
        let mut session = oracle("prompts").revision(revision);
        let line = unnamed(&session.request_line(GET, json!({ "name": "newer_content" })));
        assert_eq!(
            line,
            format!(
                r#"{{"jsonrpc":"2.0","id":1,"result":{{{kind}"messages":[{{"role":"user","content":{first}}},{{"role":"user","content":{second}}}]}}}}"#
            )
        );
        let reply: Value = serde_json::from_str(&line).unwrap();
        schema::assert_valid(revision, "GetPromptResult", &reply["result"]);
    }
}
