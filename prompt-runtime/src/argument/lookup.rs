use crate::context::Context;
use crate::state::{Extensions, Provide, provided};

/// The places that are searched for state, nearest first.
#[derive(Clone, Copy)]
pub(crate) struct Lookup<'a> {
    pub(crate) context: &'a Context,
    pub(crate) server: Option<&'a dyn Provide>,
    pub(crate) registry: &'a Extensions,
}

impl<'a> Lookup<'a> {
    pub(crate) fn state<T: Send + Sync + 'static>(&self) -> Option<&'a T> {
        let server = || self.server.and_then(provided);
        self.context
            .extensions()
            .get()
            .or_else(server)
            .or_else(|| self.registry.get())
    }
}
