//! Tests of a program whose `serve` runs its own server with the prompts.

use prompt_tests::{Http, HttpServer, Stdio, program};
use serde_json::{Value, json};

fn assert_both(request: &mut dyn FnMut(&str, Value) -> Value) {
    let tools = request("tools/list", json!({}));
    assert_eq!(
        tools["result"]["tools"][0]["name"], "close_ticket",
        "{tools}"
    );
    let prompts = request("prompts/list", json!({}));
    assert_eq!(
        prompts["result"]["prompts"][0]["name"], "mean_harm",
        "{prompts}"
    );
}

#[test]
fn over_standard_input_and_output() {
    let mut stdio = Stdio::start(&program("catalog-server"), &["serve"]).legacy("2025-11-25");
    assert_eq!(stdio.server()["result"]["serverInfo"]["name"], "tickets");
    assert_both(&mut |method, params| stdio.request(method, params));
}

#[test]
fn over_streamable_http() {
    let server = HttpServer::start(
        &program("catalog-server"),
        &["serve", "--http", "127.0.0.1:{port}"],
    );
    let mut http = Http::new(&server.url()).legacy("2025-11-25");
    assert_both(&mut |method, params| http.request(method, params));
}
