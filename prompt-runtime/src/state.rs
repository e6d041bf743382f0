//! Values found by their type: in a request, in the server that the prompts run on, and in the registry.
//!
//! A server may be wrapped any number of times: `Mounted<Arc<Mounted<MyServer>>>`. A generic wrapper knows the type of what it wraps and
//! not whether that is a wrapper too: the trait that could tell cannot be required of every server, and Rust has no specialization. So
//! each wrapper enters itself into one static table by its `TypeId` when it is made, which is before anything can be wrapped around it,
//! and the next wrapper looks there once. The table only grows, by a fixed number of entries for each type of wrapper in the program, and
//! is not read while a request is answered.

use crate::context::Peer;
use std::any::{Any, TypeId, type_name};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

type Value = dyn Any + Send + Sync;

/// A source of values by type, which prompts ask for with `#[state]`. A wrapper answers for what it wraps.
pub trait Provide: Send + Sync {
    /// The value of the type with this id.
    fn value(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)>;

    /// The name of the innermost type in which values are looked for, for messages about values that are missing.
    fn innermost(&self) -> &'static str {
        type_name::<Self>()
    }
}

/// The value of type `T`, or the one that an `Arc` or a `Box` of it holds.
pub(crate) fn provided<T: Send + Sync + 'static>(by: &(impl Provide + ?Sized)) -> Option<&T> {
    let value = |id| by.value(id);
    let shared = || value(TypeId::of::<Arc<T>>())?.downcast_ref::<Arc<T>>();
    let boxed = || value(TypeId::of::<Box<T>>())?.downcast_ref::<Box<T>>();
    value(TypeId::of::<T>())
        .and_then(|value| value.downcast_ref())
        .or_else(|| shared().map(AsRef::as_ref))
        .or_else(|| boxed().map(AsRef::as_ref))
}

/// A server inside of a wrapper, as a source of values: itself, and everything in it where it is a wrapper too.
#[derive(Debug, Clone)]
pub struct Wrapped<S> {
    server: S,
    within: Option<AsProvider>,
}

type AsProvider = fn(&Value) -> Option<&dyn Provide>;

/// Finds the values of each type of wrapper.
static WRAPPERS: RwLock<BTreeMap<TypeId, AsProvider>> = RwLock::new(BTreeMap::new());

impl<S> Wrapped<S> {
    /// Wraps a server in a wrapper of type `W`, and makes `W`, `Arc<W>` and `Box<W>` known to the wrappers that come around it.
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

    /// The server.
    #[must_use]
    pub fn get(&self) -> &S {
        &self.server
    }

    /// The server, without the wrapper.
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

/// A request as an edge carries it: the client that sent it, and the values that came with it. Both are read when a prompt asks.
pub trait Carry: Peer + Provide {}

impl<T: Peer + Provide> Carry for T {}

/// Values by type, one of each: what a server brings to a request, and the state a registry is built with.
#[derive(Clone, Default)]
pub struct Extensions {
    values: BTreeMap<TypeId, Arc<Value>>,
    carried: Option<Arc<dyn Carry>>,
}

impl Extensions {
    /// An empty set.
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

    /// Adds a value, in place of one of the same type.
    pub fn insert<T: Send + Sync + 'static>(&mut self, value: T) {
        self.insert_shared(Arc::new(value));
    }

    /// Adds a value that is held elsewhere too, in place of one of the same type.
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
