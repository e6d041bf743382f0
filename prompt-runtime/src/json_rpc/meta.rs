//! Reads the `_meta` of a request of revision 2026-07-28. There is no handshake, so every request names the client and its revision.
//!
//! Specification: basic/index, "Request metadata".

use crate::context::{Client, Context, Peer, Progress, RequestId};
use crate::future::BoxFuture;
use crate::message::JsonObject;
use crate::prompt_error::PromptError;
use crate::protocol::Addition;
use serde_json::Value;
use std::error::Error;
use std::sync::Arc;

const VERSION: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";
const CLIENT: &str = "io.modelcontextprotocol/clientInfo";

/// The context of this request. If the request has no metadata of its own, this is the given context.
pub(super) fn context(params: Option<&Value>, given: &Context) -> Result<Context, PromptError> {
    let meta = match params.and_then(|params| params.get("_meta")) {
        None | Some(Value::Null) => None,
        Some(Value::Object(meta)) => Some(meta),
        Some(_) => return Err(PromptError::invalid_params("`_meta` must be an object")),
    };
    let modern = meta.is_some_and(|meta| meta.contains_key(VERSION))
        || given.revision().has(Addition::RequestMeta);
    let mut context = given.clone();
    if modern {
        let meta = meta.ok_or_else(|| missing(&[VERSION, CAPABILITIES]))?;
        let (Some(version), Some(_)) = (
            meta.get(VERSION).and_then(Value::as_str),
            meta.get(CAPABILITIES).and_then(Value::as_object),
        ) else {
            let absent: Vec<&str> = [
                (VERSION, Value::is_string as fn(&Value) -> bool),
                (CAPABILITIES, Value::is_object),
            ]
            .into_iter()
            .filter(|(key, is_legal)| !meta.get(*key).is_some_and(is_legal))
            .map(|(key, _)| key)
            .collect();
            return Err(missing(&absent));
        };
        let revision = version
            .parse()
            .map_err(|_| PromptError::unsupported_version(version))?;
        context = context.of_metadata(revision);
    }
    if let Some(meta) = meta {
        let below = given.peer_handle();
        context = context.with_peer(Arc::new(FromMeta {
            meta: meta.clone(),
            modern,
            below,
        }));
    }
    Ok(context)
}

fn missing(keys: &[&str]) -> PromptError {
    PromptError::invalid_params(format!(
        "the request's `_meta` lacks or has malformed {}",
        keys.join(" and ")
    ))
}

/// Facts from the metadata. They take precedence over the given peer.
struct FromMeta {
    meta: JsonObject,
    /// `true` from 2026-07-28 on, where earlier requests have no effect.
    modern: bool,
    below: Option<Arc<dyn Peer>>,
}

impl FromMeta {
    fn fallback(&self) -> Option<&Arc<dyn Peer>> {
        self.below.as_ref().filter(|_| !self.modern)
    }
}

impl Peer for FromMeta {
    fn client(&self) -> Option<Client> {
        let said = self
            .meta
            .get(CLIENT)
            .and_then(|client| serde_json::from_value(client.clone()).ok());
        said.or_else(|| self.fallback()?.client())
    }

    fn capabilities(&self) -> Option<JsonObject> {
        let said = self
            .meta
            .get(CAPABILITIES)
            .and_then(Value::as_object)
            .cloned();
        said.or_else(|| self.fallback()?.capabilities())
    }

    fn request_id(&self) -> Option<RequestId> {
        self.below.as_ref()?.request_id()
    }

    fn meta(&self) -> Option<JsonObject> {
        Some(self.meta.clone())
    }

    fn is_cancelled(&self) -> bool {
        self.below.as_ref().is_some_and(|peer| peer.is_cancelled())
    }

    fn progress(&self, progress: Progress) -> BoxFuture<'_, ()> {
        match &self.below {
            Some(peer) if self.meta.contains_key("progressToken") => peer.progress(progress),
            _ => Box::pin(std::future::ready(())),
        }
    }

    fn elicit(
        &self,
        params: JsonObject,
    ) -> BoxFuture<'_, Result<JsonObject, Box<dyn Error + Send + Sync>>> {
        match self.fallback() {
            Some(peer) => peer.elicit(params),
            None => Box::pin(std::future::ready(Err(
                "this revision has no requests to the client".into(),
            ))),
        }
    }
}
