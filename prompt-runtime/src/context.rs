//! What a prompt can know of the request it answers.

use crate::message::JsonObject;
use crate::protocol::Revision;
use crate::state::Extensions;
use std::any::{Any, TypeId};
use std::sync::OnceLock;

/// The request that a prompt answers. A prompt asks for it with `#[context] context: &Context`.
///
/// Built with [`Context::new`] by a server that speaks the protocol itself; the `rmcp` feature builds it from rmcp's own.
#[derive(Debug, Clone, Default)]
pub struct Context {
    revision: Revision,
    client: OnceLock<Option<Client>>,
    meta: Option<JsonObject>,
    extensions: Extensions,
}

/// What the server's protocol library knows of a request. It is looked at only when somebody asks.
pub(crate) trait Carried: Send + Sync {
    fn client(&self) -> Option<Client>;
    fn meta(&self) -> Option<&JsonObject>;
    fn value(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)>;
}

/// Who is asking.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Client {
    /// The name of the program.
    pub name: String,
    /// Its version.
    pub version: String,
}

impl Client {
    /// A client called `name`.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            version: version.into(),
        }
    }
}

impl Context {
    /// A request of a client that speaks this revision.
    #[must_use]
    pub fn new(revision: Revision) -> Self {
        Self {
            revision,
            ..Self::default()
        }
    }

    #[cfg(feature = "rmcp")]
    pub(crate) fn carrying(revision: Revision, carried: std::sync::Arc<dyn Carried>) -> Self {
        Self {
            revision,
            extensions: Extensions::carrying(carried),
            ..Self::default()
        }
    }

    /// Says who is asking.
    #[must_use]
    pub fn with_client(mut self, client: Client) -> Self {
        self.client = Some(client).into();
        self
    }

    /// Brings the `_meta` of the request.
    #[must_use]
    pub fn with_meta(mut self, meta: JsonObject) -> Self {
        self.meta = Some(meta);
        self
    }

    /// Brings a value that prompts find by its type, with `#[state]` or in [`extensions`](Self::extensions).
    #[must_use]
    pub fn with_extension<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.extensions.insert(value);
        self
    }

    /// The revision of the protocol that the client speaks.
    #[must_use]
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// Who is asking, where they said so.
    #[must_use]
    pub fn client(&self) -> Option<&Client> {
        self.client
            .get_or_init(|| self.extensions.carried()?.client())
            .as_ref()
    }

    /// The `_meta` of the request.
    #[must_use]
    pub fn meta(&self) -> Option<&JsonObject> {
        self.meta
            .as_ref()
            .or_else(|| self.extensions.carried()?.meta())
    }

    /// What the server brought to this request, by type.
    #[must_use]
    pub fn extensions(&self) -> &Extensions {
        &self.extensions
    }

    /// The same, to add to.
    pub fn extensions_mut(&mut self) -> &mut Extensions {
        &mut self.extensions
    }
}
