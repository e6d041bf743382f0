//! The answers to messages that rmcp cannot read.

use super::code;
#[cfg(feature = "http")]
use super::error;
use super::scan::{Header, Scan};
use serde_json::Value;

/// The error for a message that is not JSON, or is not a message of MCP.
pub(crate) fn unread(message: &[u8]) -> (Header, i32, String) {
    match serde_json::from_slice::<Value>(message) {
        Ok(message) => {
            let (code, sentence) = misshapen(&message);
            (Header::of(&message), code, sentence)
        }
        Err(why) => {
            let (code, sentence) = no_json(&why);
            (Scan::of(message), code, sentence)
        }
    }
}

pub(crate) fn no_json(why: &serde_json::Error) -> (i32, String) {
    (code::PARSE_ERROR, format!("the message is no JSON: {why}"))
}

/// The error for JSON that is no message.
pub(crate) fn misshapen(message: &Value) -> (i32, String) {
    let params = message.get("params");
    let meta = params.and_then(|params| params.get("_meta"));
    if message.get("jsonrpc").and_then(Value::as_str) != Some("2.0") {
        let sentence = "the message is not of JSON-RPC 2.0: write \"jsonrpc\": \"2.0\"";
        (code::INVALID_REQUEST, sentence.to_owned())
    } else if !message["id"].is_string() && !message["id"].is_i64() {
        let sentence = "the id of a request must be a string or a whole number";
        (code::INVALID_REQUEST, sentence.to_owned())
    } else if params.is_some_and(|params| !params.is_object()) {
        (
            code::INVALID_PARAMS,
            "`params` must be an object".to_owned(),
        )
    } else if meta.is_some_and(|meta| !meta.is_object()) {
        (code::INVALID_PARAMS, "`_meta` must be an object".to_owned())
    } else {
        (
            code::INVALID_REQUEST,
            "this is no request of MCP".to_owned(),
        )
    }
}

/// The answer to a body of HTTP that rmcp cannot read.
#[cfg(feature = "http")]
pub(crate) fn body(body: &[u8]) -> Value {
    let body = body.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(body);
    let Ok(batch) = serde_json::from_slice::<Vec<Value>>(body) else {
        let (header, code, sentence) = unread(body);
        return error(header.id.as_ref(), code, &sentence);
    };
    let refused = |id: Option<&Value>| {
        let sentence = "batches are not taken: send each message as a request of its own";
        error(id, code::INVALID_REQUEST, sentence)
    };
    let headers = batch.iter().map(Header::of).filter(Header::is_request);
    let answers: Vec<Value> = headers.map(|header| refused(header.id.as_ref())).collect();
    if answers.is_empty() {
        refused(None)
    } else {
        Value::Array(answers)
    }
}
