//! Values that are found by their type: in a request, in the server that the prompts run on, and in the registry.
//!
//! A server may be wrapped several times: `Mounted<Arc<Mounted<MyServer>>>`. A generic wrapper has the type of its inner value, but cannot
//! tell that this value is a wrapper too: a trait for this cannot be required of every server, and Rust has no specialization. Therefore
//! each wrapper type adds itself to a static table, by `TypeId`, when it is created. This happens before another wrapper can enclose it,
//! and that wrapper looks the type up once. The table has a fixed number of entries for each wrapper type of the program, and is not read
//! while a request is answered.

use crate::context::Peer;
use std::any::{Any, TypeId, type_name};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

type Value = dyn Any + Send + Sync;

/// A source of values by type, which prompts ask for with `#[state]`. A wrapper forwards to its inner value.
pub trait Provide: Send + Sync {
    /// The value whose type has this id.
    fn value(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)>;

    /// The name of the innermost type that is searched for values, for messages about missing values.
    fn innermost(&self) -> &'static str {
        type_name::<Self>()
    }
}

/// The value of type `T`, or the value in an `Arc<T>` or a `Box<T>`.
pub(crate) fn provided<T: Send + Sync + 'static>(by: &(impl Provide + ?Sized)) -> Option<&T> {
    let value = |id| by.value(id);
    let shared = || value(TypeId::of::<Arc<T>>())?.downcast_ref::<Arc<T>>();
    let boxed = || value(TypeId::of::<Box<T>>())?.downcast_ref::<Box<T>>();
    value(TypeId::of::<T>())
        .and_then(|value| value.downcast_ref())
        .or_else(|| shared().map(AsRef::as_ref))
        .or_else(|| boxed().map(AsRef::as_ref))
}

/// A server inside a wrapper, as a source of values: the server itself and, if it is a wrapper too, everything inside it.
#[derive(Debug, Clone)]
pub struct Wrapped<S> {
    server: S,
    within: Option<AsProvider>,
}

type AsProvider = fn(&Value) -> Option<&dyn Provide>;

/// The function for each wrapper type that finds its values.
static WRAPPERS: RwLock<BTreeMap<TypeId, AsProvider>> = RwLock::new(BTreeMap::new());

impl<S> Wrapped<S> {
    /// Puts a server into a wrapper of type `W`, and registers `W`, `Arc<W>` and `Box<W>` for wrappers around it.
    pub fn within<W: Provide + 'static>(server: S) -> Self
    where
        S: 'static,
    {
        let wrappers = WRAPPERS.read().unwrap_or_else(PoisonError::into_inner);
        let within = wrappers.get(&TypeId::of::<S>()).copied();
        let is_known = wrappers.contains_key(&TypeId::of::<W>());
        drop(wrappers);
        if !is_known {
            let entries: [(TypeId, AsProvider); 3] = [
                (TypeId::of::<W>(), |it| {
                    it.downcast_ref::<W>().map(|it| it as &dyn Provide)
                }),
                (TypeId::of::<Arc<W>>(), |it| {
                    it.downcast_ref::<Arc<W>>().map(|it| &**it as &dyn Provide)
                }),
                (TypeId::of::<Box<W>>(), |it| {
                    it.downcast_ref::<Box<W>>().map(|it| &**it as &dyn Provide)
                }),
            ];
            WRAPPERS
                .write()
                .unwrap_or_else(PoisonError::into_inner)
                .extend(entries);
        }
        Self { server, within }
    }

    /// A reference to the server.
    #[must_use]
    pub fn get(&self) -> &S {
        &self.server
    }

    /// Returns the server without the wrapper.
    #[must_use]
    pub fn into_inner(self) -> S {
        self.server
    }
}

impl<S: Send + Sync + 'static> Wrapped<S> {
    fn provider(&self) -> Option<&dyn Provide> {
        self.within?(&self.server)
    }
}

impl<S: Send + Sync + 'static> Provide for Wrapped<S> {
    fn value(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
        if id == TypeId::of::<S>() {
            Some(&self.server)
        } else {
            self.provider()?.value(id)
        }
    }

    fn innermost(&self) -> &'static str {
        self.provider().map_or(type_name::<S>(), Provide::innermost)
    }
}

/// A request that an edge received: the client that sent it, and the values that belong to it. Both are read only if a prompt asks for
/// them.
pub trait Carry: Peer + Provide {}

impl<T: Peer + Provide> Carry for T {}

/// Values by type, at most one of each: the values of a request, or the state of a registry.
#[derive(Clone, Default)]
pub struct Extensions {
    values: BTreeMap<TypeId, Arc<Value>>,
    carried: Option<Arc<dyn Carry>>,
}

impl Extensions {
    /// Creates an empty set.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn carrying(carried: Arc<dyn Carry>) -> Self {
        Self {
            values: BTreeMap::new(),
            carried: Some(carried),
        }
    }

    /// Adds a value. It replaces a value of the same type.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.insert_shared(Arc::new(value));
    }

    /// Adds a shared value. It replaces a value of the same type.
    pub fn insert_shared<T: Send + Sync + 'static>(&mut self, value: Arc<T>) {
        self.values.insert(TypeId::of::<T>(), value);
    }

    /// The value of this type, or the value in an `Arc` of it.
    #[must_use]
    pub fn get<T: Send + Sync + 'static>(&self) -> Option<&T> {
        let own = if self.values.is_empty() {
            None
        } else {
            self.own::<T>()
                .or_else(|| self.own::<Arc<T>>().map(AsRef::as_ref))
                .or_else(|| self.own::<Box<T>>().map(AsRef::as_ref))
        };
        own.or_else(|| provided(&**self.carried.as_ref()?))
    }

    pub(crate) fn add(&mut self, others: Self) {
        self.values.extend(others.values);
    }

    fn own<T: 'static>(&self) -> Option<&T> {
        self.values.get(&TypeId::of::<T>())?.downcast_ref()
    }

    pub(crate) fn carried(&self) -> Option<&Arc<dyn Carry>> {
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
