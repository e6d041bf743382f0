//! Tests of the example `rmcp-http`, in which a request sees the prompts that its authorization permits.
#![allow(clippy::unwrap_used)]

use prompt_tests::{Http, HttpServer, program};
use serde_json::{Value, json};

fn names(client: &mut Http) -> Vec<String> {
    let listed = client.request("prompts/list", json!({}));
    let prompts = listed["result"]["prompts"].as_array().unwrap();
    prompts
        .iter()
        .map(|prompt| prompt["name"].as_str().unwrap().to_owned())
        .collect()
}

fn roll_back(client: &mut Http) -> Value {
    let params = json!({ "name": "roll-back", "arguments": { "symptoms": "all" } });
    client.request("prompts/get", params)
}

#[test]
fn authorization_decides_what_is_visible() {
    let server = HttpServer::start(&program("rmcp-http"), &["127.0.0.1:{port}"]);
    let url = server.url();
    let clients: [fn(Http) -> Http; 2] = [|http| http.legacy("2025-11-25"), Http::modern];
    for begin in clients {
        let mut stranger = begin(Http::new(&url));
        assert_eq!(names(&mut stranger), ["release-notes"]);
        let refused = roll_back(&mut stranger);
        assert_eq!(refused["error"]["code"], -32602, "{refused}");
        let unknown = json!({ "name": "no-such-prompt" });
        let unknown = stranger.request("prompts/get", unknown);
        assert_eq!(
            refused["error"]["message"].as_str().unwrap(),
            unknown["error"]["message"]
                .as_str()
                .unwrap()
                .replace("no-such-prompt", "roll-back")
        );

        let wrong = Http::new(&url).header("authorization", "Bearer nobody");
        assert_eq!(names(&mut begin(wrong)), ["release-notes"]);

        let maintainer = Http::new(&url).header("authorization", "Bearer maintainer");
        let mut maintainer = begin(maintainer);
        assert_eq!(names(&mut maintainer), ["release-notes", "roll-back"]);
        let decided = roll_back(&mut maintainer);
        assert_eq!(
            decided["result"]["messages"][0]["content"]["text"],
            "Must we roll back? These are the symptoms:\n\nall",
            "{decided}"
        );
    }
}

#[test]
fn pages_of_other_origins_are_refused() {
    let server = HttpServer::start(&program("rmcp-http"), &["127.0.0.1:{port}"]);
    let initialize = json!({
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": { "name": "page", "version": "1" },
        },
    });
    let status = |origin: &str| {
        let page = Http::new(&server.url()).header("origin", origin);
        page.post(&initialize.to_string(), Some(1)).status
    };
    assert_eq!(status("http://localhost:6274"), 200);
    assert_eq!(status("http://localhost.evil.example"), 403);
}
