//! Readers of the params of the prompt methods, with errors that name the invalid member.

use crate::argument::{Arguments, RawValue};
use crate::prompt_error::PromptError;
use crate::round::Round;
use serde_json::Value;

/// The method that lists prompts.
pub const LIST: &str = "prompts/list";
/// The method that gets a prompt.
pub const GET: &str = "prompts/get";
/// The method that completes an argument.
pub const COMPLETE: &str = "completion/complete";
/// The method of a subscription to changes, from revision 2026-07-28 on. It stays open until one side ends it.
pub const LISTEN: &str = "subscriptions/listen";

/// The params of `prompts/get`.
#[derive(Debug)]
#[non_exhaustive]
pub struct Get<'a> {
    /// The name of the prompt.
    pub name: &'a str,
    /// The arguments of the call.
    pub arguments: Arguments<'a>,
    /// The answers of the previous round of questions.
    pub round: Round,
}

/// The params of `completion/complete` for an argument of a prompt.
#[derive(Debug)]
#[non_exhaustive]
pub struct Complete<'a> {
    /// The name of the prompt.
    pub prompt: &'a str,
    /// The name of the argument.
    pub argument: &'a str,
    /// The text typed so far.
    pub value: &'a str,
    /// The arguments that already have a value.
    pub given: Arguments<'a>,
}

/// Reads the cursor of `prompts/list`; `null` counts as absent.
///
/// # Errors
/// -32602, naming the invalid member.
pub fn list(params: Option<&Value>) -> Result<Option<&str>, PromptError> {
    match object(params)?.and_then(|params| params.get("cursor")) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(cursor)) => Ok(Some(cursor)),
        Some(_) => Err(wrong("`cursor` must be a string")),
    }
}

/// Reads the params of `prompts/get`.
///
/// # Errors
/// -32602, naming the invalid member.
pub fn get(params: Option<&Value>) -> Result<Get<'_>, PromptError> {
    let params = object(params)?.ok_or_else(|| wrong("`name` is missing"))?;
    let arguments = params
        .get("arguments")
        .map(Arguments::from)
        .unwrap_or_default();
    let name = string(params.get("name"), "name")?;
    if arguments.is_malformed() {
        return Err(not_an_object());
    }
    let state = match params.get("requestState") {
        None | Some(Value::Null) => None,
        Some(Value::String(state)) => Some(state.clone()),
        Some(_) => return Err(wrong("`requestState` must be a string")),
    };
    let responses = match params.get("inputResponses") {
        None | Some(Value::Null) => None,
        Some(Value::Object(responses)) => Some(responses.clone()),
        Some(_) => return Err(wrong("`inputResponses` must be an object")),
    };
    Ok(Get {
        name,
        arguments,
        round: Round::new(responses, state),
    })
}

/// Returns `true` for completions of anything other than a prompt's argument, even if the other params are invalid.
pub(crate) fn is_of_resource(params: Option<&Value>) -> bool {
    let kind = params.and_then(|params| params.pointer("/ref/type"));
    kind.and_then(Value::as_str) == Some("ref/resource")
}

/// Reads the params of `completion/complete`. Returns `None` if the request concerns anything other than a prompt's argument.
///
/// # Errors
/// -32602, naming the invalid member.
pub fn complete(params: Option<&Value>) -> Result<Option<Complete<'_>>, PromptError> {
    let params = object(params)?.ok_or_else(|| wrong("`ref` is missing"))?;
    let reference = params
        .get("ref")
        .and_then(Value::as_object)
        .ok_or_else(|| wrong("`ref` must be an object"))?;
    match reference.get("type").and_then(Value::as_str) {
        Some("ref/prompt") => {}
        Some("ref/resource") => return Ok(None),
        _ => {
            return Err(wrong(
                "`ref.type` must be \"ref/prompt\" or \"ref/resource\"",
            ));
        }
    }
    let prompt = string(reference.get("name"), "ref.name")?;
    let argument = params
        .get("argument")
        .and_then(Value::as_object)
        .ok_or_else(|| wrong("`argument` must be an object"))?;
    let name = string(argument.get("name"), "argument.name")?;
    let value = string(argument.get("value"), "argument.value")?;
    let context = match params.get("context") {
        None | Some(Value::Null) => None,
        Some(Value::Object(context)) => Some(context),
        Some(_) => return Err(wrong("`context` must be an object")),
    };
    let given = context
        .and_then(|context| context.get("arguments"))
        .map(Arguments::from)
        .unwrap_or_default();
    if given.is_malformed()
        || given
            .names()
            .into_iter()
            .any(|name| given.given(name) == Some(RawValue::NotAString))
    {
        return Err(wrong(
            "`context.arguments` must be an object whose values are strings",
        ));
    }
    Ok(Some(Complete {
        prompt,
        argument: name,
        value,
        given,
    }))
}

/// The error for a request of a prompt method that the server's library could not read: -32602 with the reason. `None` for other methods
/// and for references to resources, which the server answers itself.
#[must_use]
pub fn malformed(method: &str, params: Option<&Value>) -> Option<PromptError> {
    let found = match method {
        LIST => list(params).map(drop),
        GET => get(params).map(drop),
        COMPLETE if is_of_resource(params) => return None,
        COMPLETE => complete(params).map(drop),
        _ => return None,
    };
    Some(found.err().unwrap_or_else(|| {
        wrong("the params do not have the form that the specification gives them")
    }))
}

/// The error for a `subscriptions/listen` that the server's library could not read: -32602 with the reason.
#[must_use]
pub fn malformed_subscription(params: Option<&Value>) -> PromptError {
    let params = match object(params) {
        Ok(params) => params,
        Err(error) => return error,
    };
    match params.and_then(|params| params.get("notifications")) {
        None => wrong("`notifications` is missing"),
        Some(Value::Object(kinds)) => {
            let is_flag = |(kind, value): &(&String, &Value)| {
                kind.ends_with("ListChanged") && !value.is_boolean() && !value.is_null()
            };
            match kinds.iter().find(is_flag) {
                Some((kind, _)) => wrong(format!("`notifications.{kind}` must be a boolean")),
                None => wrong("`notifications` is not a valid filter of notifications"),
            }
        }
        Some(_) => wrong("`notifications` must be an object"),
    }
}

pub(crate) fn not_an_object() -> PromptError {
    wrong("`arguments` must be an object whose values are strings")
}

fn object(params: Option<&Value>) -> Result<Option<&crate::message::JsonObject>, PromptError> {
    match params {
        None | Some(Value::Null) => Ok(None),
        Some(Value::Object(params)) => Ok(Some(params)),
        Some(_) => Err(wrong("`params` must be an object")),
    }
}

fn string<'a>(value: Option<&'a Value>, name: &str) -> Result<&'a str, PromptError> {
    match value {
        Some(Value::String(text)) => Ok(text),
        None => Err(wrong(format!("`{name}` is missing"))),
        Some(_) => Err(wrong(format!("`{name}` must be a string"))),
    }
}

fn wrong(sentence: impl Into<std::borrow::Cow<'static, str>>) -> PromptError {
    PromptError::invalid_params(sentence)
}
