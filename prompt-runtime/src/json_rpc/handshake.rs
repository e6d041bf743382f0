//! The result of `initialize`, which applies to all later requests of the session.
//!
//! Specification: basic/lifecycle, "Initialization".

use crate::context::{Client, Context, Peer};
use crate::message::JsonObject;
use crate::protocol::{Addition, Revision};
use serde_json::Value;
use std::sync::Arc;

impl Context {
    /// The context of a session that began with an `initialize` with these params, for a server that implements the protocol itself.
    ///
    /// Its [`revision`](Self::revision) is the server's answer in `protocolVersion`: the revision that the client requests. If the request
    /// names no revision, an unknown one, or one without a handshake, it is the newest revision with a handshake. The client and its
    /// capabilities come from the params. A server's own peer, set with [`with_peer`](Self::with_peer), replaces them.
    ///
    /// Specification: basic/lifecycle, "Version negotiation".
    #[must_use]
    pub fn from_initialize(params: Option<&Value>) -> Self {
        let member = |name: &str| params.and_then(|params| params.get(name)).cloned();
        let asked = member("protocolVersion").and_then(|asked| asked.as_str()?.parse().ok());
        let revision = asked.filter(|asked: &Revision| !asked.has(Addition::RequestMeta));
        Self::new(revision.unwrap_or(Revision::NEWEST_WITH_HANDSHAKE)).with_peer(Arc::new(
            Introduction {
                client: member("clientInfo").and_then(|client| serde_json::from_value(client).ok()),
                capabilities: member("capabilities")
                    .and_then(|said| serde_json::from_value(said).ok()),
            },
        ))
    }
}

/// The client, as in the params of `initialize`.
struct Introduction {
    client: Option<Client>,
    capabilities: Option<JsonObject>,
}

impl Peer for Introduction {
    fn client(&self) -> Option<Client> {
        self.client.clone()
    }

    fn capabilities(&self) -> Option<JsonObject> {
        self.capabilities.clone()
    }
}
