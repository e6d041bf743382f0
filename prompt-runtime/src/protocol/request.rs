//! Reads the params of the prompt methods, and says what is wrong with those that cannot be read.

use crate::argument::{Arguments, Given};
use crate::error::PromptError;
use serde_json::Value;

pub(crate) const LIST: &str = "prompts/list";
pub(crate) const GET: &str = "prompts/get";
pub(crate) const COMPLETE: &str = "completion/complete";

/// `prompts/get`.
pub(crate) struct Get<'a> {
    pub(crate) name: &'a str,
    pub(crate) arguments: Arguments<'a>,
}

/// `completion/complete` for a prompt.
pub(crate) struct Complete<'a> {
    pub(crate) prompt: &'a str,
    pub(crate) argument: &'a str,
    pub(crate) value: &'a str,
    pub(crate) given: Arguments<'a>,
}

/// The cursor of `prompts/list`; `null` is none.
pub(crate) fn list(params: Option<&Value>) -> Result<Option<&str>, PromptError> {
    match object(params)?.and_then(|params| params.get("cursor")) {
        None | Some(Value::Null) => Ok(None),
        Some(Value::String(cursor)) => Ok(Some(cursor)),
        Some(_) => Err(wrong("`cursor` must be a string")),
    }
}

pub(crate) fn get(params: Option<&Value>) -> Result<Get<'_>, PromptError> {
    let params = object(params)?.ok_or_else(|| wrong("`name` is missing"))?;
    let arguments = params
        .get("arguments")
        .map(Arguments::from)
        .unwrap_or_default();
    let name = string(params.get("name"), "name")?;
    if arguments.is_malformed() {
        return Err(not_an_object());
    }
    match (params.get("requestState"), params.get("inputResponses")) {
        (
            None | Some(Value::Null | Value::String(_)),
            None | Some(Value::Null | Value::Object(_)),
        ) => {}
        (None | Some(Value::Null | Value::String(_)), _) => {
            return Err(wrong("`inputResponses` must be an object"));
        }
        _ => return Err(wrong("`requestState` must be a string")),
    }
    Ok(Get { name, arguments })
}

/// What a request of revision 2026-07-28 brings of the rounds before.
#[cfg(feature = "elicitation")]
pub(crate) fn round(params: Option<&Value>) -> Result<crate::elicit::Round, PromptError> {
    let member = |name: &str| {
        params
            .and_then(|params| params.get(name))
            .filter(|value| !value.is_null())
    };
    let responses = match member("inputResponses") {
        None => None,
        Some(Value::Object(responses)) => Some(responses.clone()),
        Some(_) => return Err(wrong("`inputResponses` must be an object")),
    };
    let state = member("requestState")
        .map(|state| string(Some(state), "requestState"))
        .transpose()?;
    Ok(crate::elicit::Round::new(
        responses,
        state.map(str::to_owned),
    ))
}

/// Whether it asks for something other than a prompt's argument, whatever else is wrong with it.
pub(crate) fn is_of_resource(params: Option<&Value>) -> bool {
    let kind = params.and_then(|params| params.pointer("/ref/type"));
    kind.and_then(Value::as_str) == Some("ref/resource")
}

/// `None` when it asks for something other than a prompt's argument.
pub(crate) fn complete(params: Option<&Value>) -> Result<Option<Complete<'_>>, PromptError> {
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
            .any(|name| given.given(name) == Some(Given::NotAString))
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

/// What is wrong with a request of a prompt method that the server's protocol library could not read, as one of -32602. `None` for
/// methods and references that are not ours.
#[cfg(feature = "rmcp")]
pub(crate) fn malformed(method: &str, params: Option<&Value>) -> Option<PromptError> {
    let found = match method {
        LIST => list(params).map(drop),
        #[cfg(feature = "elicitation")]
        GET => get(params).and(round(params).map(drop)),
        #[cfg(not(feature = "elicitation"))]
        GET => get(params).map(drop),
        COMPLETE if !may_refer_to_prompt(params) => return None,
        COMPLETE => complete(params).map(drop),
        _ => return None,
    };
    Some(found.err().unwrap_or_else(|| {
        wrong("the params do not have the form that the specification gives them")
    }))
}

/// What refers to something else is for others to read.
#[cfg(feature = "rmcp")]
fn may_refer_to_prompt(params: Option<&Value>) -> bool {
    let kind = params
        .and_then(|params| params.get("ref")?.get("type"))
        .and_then(Value::as_str);
    kind.is_none_or(|kind| kind == "ref/prompt")
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
