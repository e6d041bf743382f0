use crate::registry::PromptRegistry;

/// A server that prompts can be mounted on. An edge implements this trait on [`Mounts`] for the servers of its library. `Version` separates
/// the implementations of several edges, and of several major versions of one library.
#[diagnostic::on_unimplemented(
    message = "prompts cannot be mounted on `{S}`",
    label = "no linked crate can mount prompts on this server",
    note = "for a server of rmcp, add the crate `prompt-rmcp` with the feature of your version of rmcp (`rmcp1`, `rmcp2` or `rmcp3`), and write `use prompt_rmcp as _;`",
    note = "for an rmcp before 1.3, write `prompt_rmcp::prompt_handler!` in its `impl ServerHandler`; for any other server, answer with `PromptRegistry::answer_beside`"
)]
pub trait Mount<Version, S> {
    /// The server with the prompts added.
    type Mounted;

    /// Mounts the prompts.
    fn mount(registry: &PromptRegistry, server: S) -> Self::Mounted;
}

/// The type that edges implement [`Mount`] on.
#[derive(Debug)]
#[non_exhaustive]
pub struct Mounts;

impl PromptRegistry {
    /// Adds these prompts to a server. The edge's crate must be linked: `prompt-rmcp` for rmcp servers.
    ///
    /// ```ignore
    /// use prompt_rmcp as _;
    ///
    /// prompts.mount(MyServer::new()).serve(stdio()).await?.waiting().await?;
    /// ```
    pub fn mount<S, V>(&self, server: S) -> <Mounts as Mount<V, S>>::Mounted
    where
        Mounts: Mount<V, S>,
    {
        <Mounts as Mount<V, S>>::mount(self, server)
    }
}

/// Servers that do not exist. If a trait has only one implementation, the compiler reports its unmet bounds in place of our message. With
/// two implementations that never apply, it reports the message.
mod never {
    use super::{Mount, Mounts};
    use crate::registry::PromptRegistry;

    pub trait Never {
        fn never<T>(self) -> T;
    }

    #[derive(Debug)]
    pub enum Nothing {}

    #[diagnostic::do_not_recommend]
    impl<S: Never> Mount<Nothing, S> for Mounts {
        type Mounted = Nothing;

        fn mount(_: &PromptRegistry, server: S) -> Nothing {
            server.never()
        }
    }

    #[diagnostic::do_not_recommend]
    impl<S: Never> Mount<(), S> for Mounts {
        type Mounted = Nothing;

        fn mount(_: &PromptRegistry, server: S) -> Nothing {
            server.never()
        }
    }
}
