//! Values found by their type.

use crate::context::Peer;
use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// What an edge carries along with a request: the client, and values. It is looked at only when somebody asks.
pub(crate) trait Carried: Peer {
    fn value(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)>;
}

/// Values by type, one of each: what a server brings to a request, and the state a registry is built with.
#[derive(Clone, Default)]
pub struct Extensions {
    values: BTreeMap<TypeId, Arc<dyn Any + Send + Sync>>,
    carried: Option<Arc<dyn Carried>>,
}

impl Extensions {
    /// Nothing yet.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    #[cfg(feature = "rmcp")]
    pub(crate) fn carrying(carried: Arc<dyn Carried>) -> Self {
        Self {
            values: BTreeMap::new(),
            carried: Some(carried),
        }
    }

    /// Adds a value, in place of one of the same type.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.insert_shared(Arc::new(value));
    }

    /// Adds a value that others hold too, in place of one of the same type.
    pub fn insert_shared<T: Send + Sync + 'static>(&mut self, value: Arc<T>) {
        self.values.insert(TypeId::of::<T>(), value);
    }

    /// The value of this type, or what an `Arc` of it holds.
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        let own = if self.values.is_empty() {
            None
        } else {
            self.own::<T>()
                .or_else(|| self.own::<Arc<T>>().map(AsRef::as_ref))
        };
        own.or_else(|| {
            let carried = self.carried.as_ref()?;
            let value = |id| carried.value(id);
            let shared = || {
                value(TypeId::of::<Arc<T>>())?
                    .downcast_ref::<Arc<T>>()
                    .map(AsRef::as_ref)
            };
            value(TypeId::of::<T>())
                .and_then(|value| value.downcast_ref())
                .or_else(shared)
        })
    }

    pub(crate) fn add(&mut self, others: Self) {
        self.values.extend(others.values);
    }

    fn own<T: 'static>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref()
    }

    pub(crate) fn carried(&self) -> Option<&Arc<dyn Carried>> {
        self.carried.as_ref()
    }

    pub(crate) fn contains(&self, id: TypeId) -> bool {
        self.values.contains_key(&id)
    }
}

impl fmt::Debug for Extensions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Extensions({} values)", self.values.len())
    }
}

/// The server as a value of type `T`: itself, what a shared one holds, or what a mount wraps.
pub(crate) fn of_server<T: 'static>(server: &(dyn Any + Send + Sync)) -> Option<&T> {
    server
        .downcast_ref()
        .or_else(|| server.downcast_ref::<Arc<T>>().map(AsRef::as_ref))
        .or_else(|| server.downcast_ref::<Box<T>>().map(AsRef::as_ref))
        .or_else(|| of_mount(server))
}

#[cfg(feature = "rmcp")]
fn of_mount<T: 'static>(server: &(dyn Any + Send + Sync)) -> Option<&T> {
    use crate::rmcp::{Mounted, PromptTools};

    let shared = || server.downcast_ref().map(Mounted::<Arc<T>>::inner);
    server
        .downcast_ref()
        .map(Mounted::inner)
        .or_else(|| {
            server
                .downcast_ref()
                .map(|tools: &PromptTools<T>| tools.inner())
        })
        .or_else(|| shared().map(AsRef::as_ref))
}

#[cfg(not(feature = "rmcp"))]
fn of_mount<T>(_: &(dyn Any + Send + Sync)) -> Option<&T> {
    None
}

/// Whether [`of_server`] finds a value of type `T` in a server of this type.
pub(crate) fn is_in_server<T: 'static>(server: TypeId) -> bool {
    [
        TypeId::of::<T>(),
        TypeId::of::<Arc<T>>(),
        TypeId::of::<Box<T>>(),
        #[cfg(feature = "rmcp")]
        TypeId::of::<crate::rmcp::Mounted<T>>(),
        #[cfg(feature = "rmcp")]
        TypeId::of::<crate::rmcp::PromptTools<T>>(),
        #[cfg(feature = "rmcp")]
        TypeId::of::<crate::rmcp::Mounted<Arc<T>>>(),
    ]
    .contains(&server)
}
