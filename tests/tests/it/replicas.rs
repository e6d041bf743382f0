//! Tests of two processes with one key behind one address. Either can answer any request, because no state is kept between requests.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use crate::soak::subscribe;
use prompt_tests::{Http, HttpServer, program};
use serde_json::{Value, json};
use std::io;
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::mpsc::RecvTimeoutError;
use std::thread;
use std::time::Duration;

const ASKING: &str = "test_input_required_result_prompt";

/// A load balancer that gives each request to the next server.
struct Replicas {
    _servers: Vec<HttpServer>,
    clients: Vec<Http>,
    turn: usize,
}

impl Replicas {
    fn start(keys: &[&str]) -> Self {
        let conformance = program("conformance-server");
        let arguments = ["serve", "--http", "127.0.0.1:{port}"];
        let servers: Vec<HttpServer> = keys
            .iter()
            .map(|key| {
                let variables = [("ELICITATION_KEY", *key), ("PAGE_SIZE", "2")];
                HttpServer::start_with(&conformance, &arguments, &variables)
            })
            .collect();
        let clients = servers
            .iter()
            .map(|server| {
                Http::new(&server.url())
                    .declare(json!({ "elicitation": {} }))
                    .modern()
            })
            .collect();
        Self {
            _servers: servers,
            clients,
            turn: 0,
        }
    }

    fn request(&mut self, method: &str, params: Value) -> Value {
        let client = self.turn % self.clients.len();
        self.turn += 1;
        self.clients[client].request(method, params)
    }
}

fn answered(state: &Value, context: &str) -> Value {
    json!({
        "name": ASKING,
        "requestState": state,
        "inputResponses": {
            "user_context": { "action": "accept", "content": { "context": context } },
        },
    })
}

#[test]
fn the_pages_of_one_listing_come_from_both() {
    let mut replicas = Replicas::start(&["shared by replicas", "shared by replicas"]);
    let (mut names, mut pages, mut cursor) = (Vec::new(), 0, Value::Null);
    loop {
        let mut params = json!({});
        if !cursor.is_null() {
            params["cursor"] = cursor;
        }
        let mut page = replicas.request("prompts/list", params);
        let result = &mut page["result"];
        for prompt in result["prompts"].as_array().unwrap() {
            names.push(prompt["name"].as_str().unwrap().to_owned());
        }
        pages += 1;
        cursor = result["nextCursor"].take();
        if cursor.is_null() {
            break;
        }
    }
    assert_eq!(pages, 3);
    assert_eq!(
        names,
        [
            ASKING,
            "test_prompt_with_arguments",
            "test_prompt_with_embedded_resource",
            "test_prompt_with_image",
            "test_simple_prompt",
        ]
    );
}

#[test]
fn a_question_of_one_is_answered_to_the_other() {
    let mut replicas = Replicas::start(&["shared by replicas", "shared by replicas"]);
    let mut asked = replicas.request("prompts/get", json!({ "name": ASKING }));
    assert_eq!(asked["result"]["resultType"], "input_required", "{asked}");
    let state = asked["result"]["requestState"].take();
    // The answer may arrive twice, at either replica, with other requests in between, because no replica stores the question.
    for context in ["first", "second", "third"] {
        let reply = replicas.request("prompts/get", answered(&state, context));
        assert_eq!(
            reply["result"]["messages"][0]["content"]["text"],
            format!("Prompt with context: {context}"),
            "{reply}"
        );
        let simple = json!({ "name": "test_simple_prompt" });
        let reply = replicas.request("prompts/get", simple.clone());
        assert!(reply.get("result").is_some(), "{reply}");
        replicas.request("prompts/get", simple);
        replicas.turn += 1;
    }
}

#[test]
fn another_key_is_another_service() {
    let mut replicas = Replicas::start(&["shared by replicas", "another by replicas"]);
    let mut asked = replicas.request("prompts/get", json!({ "name": ASKING }));
    let state = asked["result"]["requestState"].take();
    let reply = replicas.request("prompts/get", answered(&state, "x"));
    assert_eq!(reply["error"]["code"], -32602, "{reply}");
    let reply = replicas.request("prompts/get", answered(&state, "x"));
    assert!(reply.get("result").is_some(), "{reply}");
}

#[test]
fn a_modern_request_opens_no_session() {
    let replicas = Replicas::start(&["shared by replicas"]);
    let body = json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "prompts/list",
        "params": { "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
        } },
    });
    let answer = replicas.clients[0].post(&body.to_string(), Some(1));
    assert_eq!((answer.status, answer.session), (200, None));
}

/// Listens on a local port, connects each client to the next of the servers, and returns the URL.
fn proxy(servers: &[HttpServer]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let addresses: Vec<String> = servers
        .iter()
        .map(|it| it.url().replace("http://", "").replace("/mcp", ""))
        .collect();
    thread::spawn(move || {
        for (client, address) in listener.incoming().zip(addresses.iter().cycle()) {
            let client = client.unwrap();
            let server = TcpStream::connect(address).unwrap();
            forward(client.try_clone().unwrap(), server.try_clone().unwrap());
            forward(server, client);
        }
    });
    url
}

fn forward(mut from: TcpStream, mut to: TcpStream) {
    thread::spawn(move || {
        let _ = io::copy(&mut from, &mut to);
        let _ = to.shutdown(Shutdown::Write);
    });
}

#[test]
fn subscriptions_last_behind_a_proxy_that_alternates() {
    let soak = program("soak-server");
    let servers = [(); 2].map(|()| HttpServer::start(&soak, &["127.0.0.1:{port}"]));
    let url = proxy(&servers);
    // One stream is at each server.
    let streams = [subscribe(&url), subscribe(&url)];
    // Each request is a connection of its own.
    let mut client = Http::new(&url).modern().header("connection", "close");
    let mut change = || {
        let reply = client.request("prompts/get", json!({ "name": "change" }));
        let generation = &reply["result"]["messages"][0]["content"]["text"];
        generation.as_str().expect("a generation").to_owned()
    };
    let told = |stream: usize| streams[stream].recv_timeout(Duration::from_secs(30));

    assert_eq!(
        [change(), change()],
        ["1", "1"],
        "each server changes its own set"
    );
    assert_eq!([told(0), told(1)], [Ok(()), Ok(())]);
    assert_eq!(change(), "2");
    assert_eq!(told(0), Ok(()));
    // A change at one server does not notify clients of the other.
    let nothing = streams[1].recv_timeout(Duration::from_millis(300));
    assert_eq!(nothing, Err(RecvTimeoutError::Timeout));
}
