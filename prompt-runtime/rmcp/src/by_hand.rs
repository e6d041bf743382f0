//! The methods for servers of rmcp versions that this crate does not depend on. They are expanded inside the server's own
//! `impl ServerHandler`, with the `rmcp` in scope there. Values are converted between its types and those of `prompt-runtime` through JSON.

use crate::json::convert_answer;
use crate::warn::{self, UNDECLARED};
use prompt_runtime::edge::{
    MergedPrompt, Peer, Reply, Request, RequestId, check_state, params, unknown,
};
use prompt_runtime::model::JsonObject;
use prompt_runtime::{
    Client, Context, PromptError, PromptRegistry, RegistryError, Report, Revision,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::any::{TypeId, type_name};
use std::sync::Arc;

/// Answers `prompts/list`, `prompts/get` and `completion/complete` inside an `impl ServerHandler` of any rmcp from 0.12 on, for versions
/// that `mount` does not support.
///
/// The first part names the version: `rmcp 0.12`, or `rmcp 0.16` for every later version before rmcp 3. Next is the field with the
/// [`PromptRegistry`] and, after `beside`, the field with rmcp's own `PromptRouter`, if the server has one. Remove rmcp's
/// `#[prompt_handler]`. The macro uses the names `rmcp` and, for versions that have it, `ServerHandler` in scope.
///
/// ```ignore
/// #[tool_handler]
/// impl ServerHandler for MyServer {
///     prompt_rmcp::prompt_handler!(rmcp 0.16, prompts, beside prompt_router);
///
///     fn get_info(&self) -> ServerInfo {
///         let capabilities = ServerCapabilities::builder().enable_tools().enable_prompts().enable_completions();
///         ServerInfo { capabilities: capabilities.build(), ..ServerInfo::default() }
///     }
/// }
/// ```
///
/// The server itself declares the capabilities `prompts` and, if arguments have completions, `completions`. It must be `Clone`, because a
/// prompt receives it as state by its type, as well as rmcp's `RequestContext<RoleServer>`. Questions to the user, progress, and
/// notifications of changes need a mount. Missing state and a missing capability `prompts` are reported at the first request;
/// [`check_handler_state`] finds missing state at start-up.
#[macro_export]
macro_rules! prompt_handler {
    (rmcp 0.12, $($fields:tt)*) => {
        $crate::prompt_handler!(@methods PaginatedRequestParam GetPromptRequestParam CompleteRequestParam $($fields)*);
    };
    (rmcp 0.16, $($fields:tt)*) => {
        $crate::prompt_handler!(@methods PaginatedRequestParams GetPromptRequestParams CompleteRequestParams $($fields)*);
    };
    (@methods $Page:ident $Get:ident $Complete:ident $prompts:ident $(, beside $router:ident)?) => {
        async fn list_prompts(
            &self,
            params: ::core::option::Option<rmcp::model::$Page>,
            request: rmcp::service::RequestContext<rmcp::RoleServer>,
        ) -> ::core::result::Result<rmcp::model::ListPromptsResult, rmcp::ErrorData> {
            let theirs: ::std::vec::Vec<rmcp::model::Prompt> = ::std::vec::Vec::new();
            $(let theirs = self.$router.list_all();)?
            let context = $crate::prompt_handler!(@context self, request, $prompts);
            $crate::prompt_handler!(@finish $crate::__private::finish($crate::__private::list(&self.$prompts, &params, &theirs, &context)))
        }

        async fn get_prompt(
            &self,
            params: rmcp::model::$Get,
            request: rmcp::service::RequestContext<rmcp::RoleServer>,
        ) -> ::core::result::Result<rmcp::model::GetPromptResult, rmcp::ErrorData> {
            let context = $crate::prompt_handler!(@context self, request, $prompts);
            $(if !$crate::__private::has_prompt(&self.$prompts, &params.name, &context) {
                let call = rmcp::handler::server::prompt::PromptContext::new(self, params.name, params.arguments, request);
                return self.$router.get_prompt(call).await;
            })?
            $crate::prompt_handler!(@finish $crate::__private::finish_get(&self.$prompts, &params.name, $crate::__private::get(&self.$prompts, &params, &context).await))
        }

        async fn complete(
            &self,
            params: rmcp::model::$Complete,
            request: rmcp::service::RequestContext<rmcp::RoleServer>,
        ) -> ::core::result::Result<rmcp::model::CompleteResult, rmcp::ErrorData> {
            let context = $crate::prompt_handler!(@context self, request, $prompts);
            let theirs: &[&::core::primitive::str] = &[];
            $(
                let all = self.$router.list_all();
                let names: ::std::vec::Vec<&::core::primitive::str> = all.iter().map(|prompt| &*prompt.name).collect();
                let theirs = &*names;
            )?
            $crate::prompt_handler!(@finish $crate::__private::finish($crate::__private::complete(&self.$prompts, &params, theirs, &context).await))
        }
    };
    (@finish $answer:expr) => {
        match $answer {
            ::core::result::Result::Ok(result) => ::core::result::Result::Ok(result),
            ::core::result::Result::Err((code, message, data)) => {
                ::core::result::Result::Err(rmcp::ErrorData::new(rmcp::model::ErrorCode(code), message, data))
            }
        }
    };
    (@context $self:ident, $request:ident, $prompts:ident) => {{
        let client = $request.peer.peer_info();
        let server = rmcp::ServerHandler::get_info($self);
        $crate::__private::context(&$self.$prompts, ($self, &$request), client.as_deref().and_then($crate::__private::json), &server.protocol_version, server.capabilities.prompts.is_some(), &$request.id, &$request.meta)
            .with_extension(::core::clone::Clone::clone($self))
            .with_extension(::core::clone::Clone::clone(&$request))
    }};
}

/// Checks at start-up the state for a server that answers with [`prompt_handler!`]. `S` is the server's type, `R` the
/// `RequestContext<RoleServer>` of its rmcp.
///
/// # Errors
/// Every prompt that needs a state type that is not provided.
pub fn check_handler_state<S: 'static, R: 'static>(
    registry: &PromptRegistry,
) -> Result<(), RegistryError> {
    check_state(registry, None, |id| {
        id == TypeId::of::<S>() || id == TypeId::of::<R>()
    })
}

/// The context of a request: the client of this `initialize`, with the older of the client's and the server's revision, and the id and the
/// `_meta` of the request. Reports, once, missing state and a missing capability of a server of type `S`. `R` is the type of its requests.
pub fn context<S: 'static, R: 'static>(
    registry: &PromptRegistry,
    _: (&S, &R),
    initialize: Option<Value>,
    of_server: &impl Serialize,
    is_declared: bool,
    id: &impl Serialize,
    meta: &impl Serialize,
) -> Context {
    warn::check_once(registry, type_name::<S>(), || {
        check_handler_state::<S, R>(registry)
    });
    if !is_declared {
        warn::warn_once(registry, UNDECLARED);
    }
    let initialize = initialize.unwrap_or_default();
    let revision = |version: &Value| version.as_str()?.parse::<Revision>().ok();
    let of_client = initialize.get("protocolVersion").and_then(revision);
    let of_client = of_client.filter(|revision| *revision <= Revision::V2025_11_25);
    let of_client = of_client.unwrap_or(Revision::V2025_11_25);
    let of_server = json(of_server).as_ref().and_then(revision);
    Context::new(of_server.map_or(of_client, |revision| revision.min(of_client))).with_peer(
        Arc::new(HandlerPeer {
            initialize,
            id: json(id).and_then(|id| serde_json::from_value(id).ok()),
            meta: json(meta).and_then(|meta| serde_json::from_value(meta).ok()),
        }),
    )
}

/// The client of a request to a server's own handler.
struct HandlerPeer {
    initialize: Value,
    id: Option<RequestId>,
    meta: Option<JsonObject>,
}

impl HandlerPeer {
    fn read<T: DeserializeOwned>(&self, member: &str) -> Option<T> {
        serde_json::from_value(self.initialize.get(member)?.clone()).ok()
    }
}

impl Peer for HandlerPeer {
    fn client(&self) -> Option<Client> {
        self.read("clientInfo")
    }

    fn capabilities(&self) -> Option<JsonObject> {
        self.read("capabilities")
    }

    fn request_id(&self) -> Option<RequestId> {
        self.id.clone()
    }

    fn meta(&self) -> Option<JsonObject> {
        self.meta.clone().filter(|meta| !meta.is_empty())
    }
}

/// Converts the value to JSON. Returns `None` for a value that JSON cannot express.
pub fn json(value: &impl Serialize) -> Option<Value> {
    serde_json::to_value(value).ok()
}

/// Returns `true` if the registry has a prompt of this name for this request.
pub fn has_prompt(registry: &PromptRegistry, name: &str, context: &Context) -> bool {
    Request::new(registry, context).find(name).is_some()
}

type Answer = Result<Value, PromptError>;

/// Answers `prompts/list` with both sets of prompts.
pub fn list(
    registry: &PromptRegistry,
    params: &impl Serialize,
    theirs: &[impl Serialize],
    context: &Context,
) -> Answer {
    let params = json(params);
    let cursor = params::list(params.as_ref().filter(|params| !params.is_null()))?;
    let theirs = theirs.iter().filter_map(json);
    let page = Request::new(registry, context)
        .list(cursor)?
        .merge(theirs, |prompt| prompt["name"].as_str().unwrap_or_default());
    let prompts = page.prompts.into_iter().filter_map(|prompt| match prompt {
        MergedPrompt::Ours(prompt) => json(&prompt),
        MergedPrompt::Theirs(prompt) => Some(prompt),
    });
    let mut result = serde_json::json!({ "prompts": prompts.collect::<Vec<_>>() });
    if let Some(cursor) = page.next_cursor {
        result["nextCursor"] = cursor.into();
    }
    warn::shadowed(registry, &page.shadowed);
    Ok(result)
}

/// Answers `prompts/get`.
pub async fn get(registry: &PromptRegistry, params: &impl Serialize, context: &Context) -> Answer {
    let params = json(params);
    let params = params::get(params.as_ref())?;
    let request = Request::new(registry, context);
    let prompt = request
        .find(params.name)
        .ok_or_else(|| unknown(params.name))?;
    match request.get(&prompt, params.arguments).await? {
        Reply::Complete(result) => Ok(serde_json::to_value(result)?),
        _ => Err(PromptError::from(
            "this version of rmcp has no questions between two requests",
        )),
    }
}

/// Answers `completion/complete`; `theirs` are the names of the server's own prompts.
pub async fn complete(
    registry: &PromptRegistry,
    params: &impl Serialize,
    theirs: &[&str],
    context: &Context,
) -> Answer {
    let params = json(params);
    let Some(params) = params::complete(params.as_ref())? else {
        return Err(PromptError::invalid_params(
            "only arguments of prompts can be completed",
        ));
    };
    let request = Request::new(registry, context);
    let Some(prompt) = request.find(params.prompt) else {
        if theirs.contains(&params.prompt) {
            let none = prompt_runtime::model::CompleteResult::default();
            return Ok(serde_json::to_value(none)?);
        }
        return Err(unknown(params.prompt));
    };
    let result = request
        .complete(&prompt, params.argument, params.value, params.given)
        .await;
    Ok(serde_json::to_value(result)?)
}

/// The answer in the types of the server's rmcp, or the code, the message and the data of an error.
type HandlerResult<T> = Result<T, (i32, String, Option<Value>)>;

/// Finishes the answer to `prompts/list` or `completion/complete`.
pub fn finish<T: DeserializeOwned>(answer: Answer) -> HandlerResult<T> {
    into_result(answer.and_then(|value| Ok(serde_json::from_value(value)?)))
}

/// Finishes the answer to `prompts/get`. A part that these types cannot express is reported with the name of the prompt.
pub fn finish_get<T: DeserializeOwned + Serialize>(
    registry: &PromptRegistry,
    prompt: &str,
    answer: Answer,
) -> HandlerResult<T> {
    let converted = answer.and_then(|value| {
        let converted = serde_json::from_value(value)
            .map_err(PromptError::from)
            .and_then(convert_answer)
            .inspect_err(|error| registry.report(&Report::Failed { prompt, error }));
        let (result, loss) = converted?;
        warn::lossy_answer(registry, prompt, loss, "this rmcp");
        Ok(result)
    });
    into_result(converted)
}

fn into_result<T>(answer: Result<T, PromptError>) -> HandlerResult<T> {
    answer.map_err(|error| (error.code(), error.message().to_owned(), error.data()))
}
