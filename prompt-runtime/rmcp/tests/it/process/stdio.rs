use super::{GRACE_MS, LIMIT, Server, get, initialize, request, text};
use prompt_runtime::error::code;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};

fn listen(id: &str) -> String {
    request(
        id,
        "subscriptions/listen",
        json!({ "notifications": { "promptsListChanged": true } }),
    )
}

#[test]
fn the_end_of_the_input_ends_a_subscription_and_answers_what_is_in_flight() {
    let mut server = Server::start("stdio", &[]);
    let acknowledged = server.ask(&listen("changes"));
    assert_eq!(
        acknowledged["method"],
        "notifications/subscriptions/acknowledged"
    );
    server.send(&get(1, "slow", json!({ "ms": "300" })));
    server.input = None;
    let ended = server.next();
    assert_eq!(ended["id"], "changes");
    assert_eq!(
        ended["result"]["_meta"]["io.modelcontextprotocol/subscriptionId"],
        "changes"
    );
    assert_eq!(text(&server.next()), "after 300 ms");
    assert_eq!(server.ended(), (Some(0), String::new()));
}

#[test]
fn a_request_that_is_cut_gets_an_error_and_changes_the_exit_code() {
    let mut server = Server::start("stdio", &[(GRACE_MS, "200")]);
    server.send(&get("long", "slow", json!({ "ms": "60000" })));
    server.input = None;
    let cut = server.next();
    assert_eq!(
        (&cut["id"], &cut["error"]["code"]),
        (&json!("long"), &json!(code::INTERNAL_ERROR))
    );
    let (code, errors) = server.ended();
    assert_eq!(code, Some(1), "{errors}");
}

#[test]
fn a_last_line_without_its_end_is_answered() {
    use std::io::Write as _;

    let mut server = Server::start("stdio", &[]);
    let request = get(1, "echo", json!({ "text": "hello" }));
    server
        .input
        .as_mut()
        .unwrap()
        .write_all(request.as_bytes())
        .unwrap();
    server.input = None;
    assert_eq!(text(&server.next()), "hello");
    assert_eq!(server.ended().0, Some(0));
}

#[test]
fn a_signal_stops_the_server_when_its_requests_are_answered() {
    for signal in ["TERM", "INT"] {
        let mut server = Server::start("stdio", &[]);
        // The prompts run at the same time, so answers come in the order in which they finish.
        server.send(&get(1, "slow", json!({ "ms": "700" })));
        assert_eq!(
            text(&server.ask(&get(2, "slow", json!({ "ms": "10" })))),
            "after 10 ms"
        );
        server.signal(signal);
        std::thread::sleep(std::time::Duration::from_millis(100));
        let refused = server.ask(&get("late", "echo", json!({ "text": "" })));
        assert_eq!(refused["id"], "late");
        assert!(
            refused["error"]["message"]
                .as_str()
                .unwrap()
                .contains("stopping")
        );
        let answer = server.next();
        assert_eq!((&answer["id"], text(&answer)), (&json!(1), "after 700 ms"));
        // The client has not closed the input.
        assert_eq!(server.ended(), (Some(0), String::new()), "{signal}");
    }
}

#[test]
fn a_second_signal_ends_at_once() {
    let mut server = Server::start("stdio", &[(GRACE_MS, "60000")]);
    server.send(&get(1, "slow", json!({ "ms": "60000" })));
    assert_eq!(
        text(&server.ask(&get(2, "echo", json!({ "text": "up" })))),
        "up"
    );
    server.signal("TERM");
    std::thread::sleep(std::time::Duration::from_millis(100));
    assert!(
        server.child.try_wait().unwrap().is_none(),
        "the first signal waits"
    );
    server.signal("INT");
    assert_eq!(server.ended().0, Some(1));
}

/// Sends a line that is not a valid message, and returns the error's id and code.
fn refused(server: &mut Server, line: &[u8]) -> (Value, Value) {
    let answer = server.ask(line);
    (answer["id"].clone(), answer["error"]["code"].clone())
}

#[test]
fn every_request_whose_id_can_be_read_is_answered() {
    let mut server = Server::start("stdio", &[(LIMIT, "100000")]);
    let deep = format!(
        r#"{{"method":"prompts/get","params":{}1{},"jsonrpc":"2.0","id":"deep"}}"#,
        "[".repeat(5000),
        "]".repeat(5000)
    );
    let long = get("long", "echo", json!({ "text": "x".repeat(200_000) }));
    let name = "x".repeat(2000);
    let method = format!(r#"{{"jsonrpc":"2.0","id":"method","method":"{name}","params":[]}}"#);
    let id = format!(r#"{{"jsonrpc":"2.0","id":"{name}","method":"prompts/list","params":[]}}"#);
    let cases: [(&str, i32, Vec<u8>); 12] = [
        ("method", -32602, method.into_bytes()),
        (&name, -32602, id.into_bytes()),
        ("number", -32600, br#"{"jsonrpc":"2.0","id":"number","method":5}"#.to_vec()),
        ("cut", -32700, br#"{"jsonrpc":"2.0","id":"cut","method":"\ud83d"}"#.to_vec()),
        ("emoji", -32700, br#"{"jsonrpc":"2.0","method":"prompts/get","params":{"name":"echo","arguments":{"text":"\ud83d"}},"id":"emoji"}"#.to_vec()),
        ("utf8", -32700, b"{\"jsonrpc\":\"2.0\",\"method\":\"prompts/get\",\"params\":{\"name\":\"\xff\"},\"id\":\"utf8\"}".to_vec()),
        ("deep", -32700, deep.into_bytes()),
        ("long", -32600, long.into_bytes()),
        ("list", -32602, br#"{"jsonrpc":"2.0","id":"list","method":"prompts/list","params":[]}"#.to_vec()),
        ("meta", -32602, br#"{"jsonrpc":"2.0","id":"meta","method":"prompts/get","params":{"_meta":7}}"#.to_vec()),
        ("old", -32600, br#"{"id":"old","method":"prompts/list"}"#.to_vec()),
        ("half", -32700, br#"{"jsonrpc":"2.0","id":"half","method":"prompts/get","params":{"#.to_vec()),
    ];
    // Once before a session has begun, and once within one.
    for begun in [false, true] {
        if begun {
            server.send(&get("begin", "echo", json!({ "text": "" })));
            server.next();
        }
        for (id, code, line) in &cases {
            assert_eq!(
                refused(&mut server, line),
                (json!(id), json!(code)),
                "{begun}"
            );
        }
        let (id, code) = refused(
            &mut server,
            br#"{"jsonrpc":"2.0","id":1.5,"method":"prompts/list"}"#,
        );
        assert_eq!((id, code), (Value::Null, json!(-32600)));
        // These are not requests, so they have no answers; the next answer belongs to the request after them.
        for line in [
            r#"{"jsonrpc":"2.0","id":1,"result":"\ud83d"}"#,
            r#"{"jsonrpc":"2.0","method":"\ud83d"}"#,
            "nonsense",
            "",
        ] {
            server.send(line);
        }
    }
    assert_eq!(
        text(&server.ask(&get(1, "echo", json!({ "text": "on" })))),
        "on"
    );
}

#[test]
fn a_first_message_of_any_kind_leaves_the_server_ready() {
    let mut server = Server::start("stdio", &[]);
    server.send(r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#);
    server.send(r#"{"jsonrpc":"2.0","id":9,"result":{}}"#);
    server.send(r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}"#);
    let refused = server
        .ask(r#"{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}"#);
    assert_eq!(
        (&refused["id"], &refused["error"]["code"]),
        (&json!(1), &json!(code::INVALID_PARAMS))
    );
    let sentence = refused["error"]["message"].as_str().unwrap();
    assert!(
        sentence.contains("initialize") && sentence.contains("protocolVersion"),
        "{sentence}"
    );
    let welcome = server.ask(&initialize("2025-11-25"));
    assert_eq!(welcome["result"]["serverInfo"]["name"], "process");
    server.input = None;
    assert_eq!(server.ended(), (Some(0), String::new()));
}

#[test]
fn batches_are_answered_in_the_revision_that_has_them_and_refused_in_others() {
    let batch = r#"[
        {"jsonrpc":"2.0","id":1,"method":"ping"},
        {"jsonrpc":"2.0","method":"notifications/initialized"},
        {"jsonrpc":"2.0","id":2,"method":"prompts/get","params":{"name":"slow","arguments":{"ms":"50"}}},
        {"jsonrpc":"2.0","id":3,"method":"prompts/get","params":[]}
    ]"#
    .replace('\n', "");
    let mut server = Server::start("stdio", &[]);
    server.ask(&initialize("2025-03-26"));
    let Value::Array(mut answers) = server.ask(&batch) else {
        panic!("a batch is answered with a batch")
    };
    answers.sort_by_key(|answer| answer["id"].as_i64());
    assert_eq!(
        answers[0],
        json!({ "jsonrpc": "2.0", "id": 1, "result": {} })
    );
    assert_eq!(text(&answers[1]), "after 50 ms");
    assert_eq!(
        (&answers[2]["id"], &answers[2]["error"]["code"]),
        (&json!(3), &json!(code::INVALID_PARAMS))
    );
    // A batch that contains only notifications has no answer.
    server.send(r#"[{"jsonrpc":"2.0","method":"notifications/initialized"}]"#);
    assert_eq!(server.ask("[]")["error"]["code"], -32600);
    // No id can be told in one that is no JSON.
    let cut = server.ask(r#"[{"jsonrpc":"2.0","id":4,"method":"\ud83d"}]"#);
    assert_eq!(
        (&cut["id"], &cut["error"]["code"]),
        (&Value::Null, &json!(-32700))
    );

    // A repeated id is refused, and keeps no answer back.
    let twice = r#"[{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":1,"method":"ping"},{"jsonrpc":"2.0","id":2,"method":"ping"}]"#;
    let answers = server.ask(twice);
    let codes = answers.as_array().unwrap().iter();
    let mut codes: Vec<_> = codes
        .map(|answer| (answer["id"].as_i64(), answer["error"]["code"].as_i64()))
        .collect();
    codes.sort_unstable();
    assert_eq!(
        codes,
        [(Some(1), None), (Some(1), Some(-32600)), (Some(2), None)]
    );
    // So is a batch of more messages than are kept until the last is answered.
    let many = vec![r#"{"jsonrpc":"2.0","id":5,"method":"ping"}"#; 101].join(",");
    server.send(&format!("[{many}]"));
    for _ in 0..101 {
        let refused = server.next();
        assert_eq!(
            (&refused["id"], &refused["error"]["code"]),
            (&json!(5), &json!(-32600))
        );
    }

    let mut server = Server::start("stdio", &[]);
    server.ask(&initialize("2025-06-18"));
    server.send(&batch);
    let ids: Vec<Value> = (0..3)
        .map(|_| server.next())
        .map(|answer| {
            assert_eq!(answer["error"]["code"], -32600);
            answer["id"].clone()
        })
        .collect();
    assert_eq!(ids, [1, 2, 3]);
}

#[test]
fn results_without_a_handshake_name_the_server() {
    let mut server = Server::start("stdio", &[]);
    let reference = json!({ "type": "ref/prompt", "name": "slow" });
    let complete = json!({ "ref": reference, "argument": { "name": "ms", "value": "" } });
    for (method, params) in [
        ("server/discover", json!({})),
        ("prompts/list", json!({})),
        (
            "prompts/get",
            json!({ "name": "echo", "arguments": { "text": "hi" } }),
        ),
        ("completion/complete", complete),
        ("tools/list", json!({})),
    ] {
        let answer = server.ask(&request(1, method, params));
        if answer.get("result").is_none() {
            assert_eq!(answer["error"]["code"], code::METHOD_NOT_FOUND, "{answer}");
            continue;
        }
        let named = &answer["result"]["_meta"]["io.modelcontextprotocol/serverInfo"];
        assert_eq!(
            named,
            &json!({ "name": "process", "version": "1.2.3" }),
            "{method}"
        );
    }
}

#[test]
fn a_report_is_one_line_with_nothing_in_it_that_a_terminal_obeys() {
    let mut server = Server::start("stdio", &[]);
    let hostile = "a\nERROR forged\r\u{1b}[2J\u{202e}b";
    let answer = server.ask(&get(1, "fail", json!({ "text": hostile })));
    assert_eq!(answer["error"]["code"], code::INTERNAL_ERROR);
    server.input = None;
    let (_, errors) = server.ended();
    assert_eq!(errors.lines().count(), 1, "{errors}");
    assert!(
        errors.contains(r"a\nERROR forged\r\u{1b}[2J\u{202e}b"),
        "{errors}"
    );
}

#[test]
fn a_standard_error_that_is_not_read_stops_no_answer() {
    let mut server = Server::start("stdio", &[]);
    let text = "x".repeat(2000);
    for id in 0..1000 {
        let answer = server.ask(&get(id, "fail", json!({ "text": text })));
        assert_eq!(answer["id"], id);
    }
    server.input = None;
    let (code, errors) = server.ended();
    assert_eq!(code, Some(0));
    // A pipe holds 64 KiB.
    assert!(errors.lines().count() < 100);
}

#[test]
fn dropped_reports_are_counted() {
    let mut server = Server::start("stdio", &[]);
    let text = "x".repeat(2000);
    for id in 0..1000 {
        server.ask(&get(id, "fail", json!({ "text": text })));
    }
    let mut errors = BufReader::new(server.errors.take().unwrap()).lines();
    let counted = errors.find(|line| line.as_ref().unwrap().contains("were dropped"));
    let counted = counted.unwrap().unwrap();
    let number: usize = counted.split(' ').next().unwrap().parse().unwrap();
    assert!((600..1000).contains(&number), "{counted}");
    // From here on, no report is lost.
    server.ask(&get(1, "fail", json!({ "text": "the last one" })));
    assert!(errors.any(|line| line.unwrap().contains("the last one")));
}
