//! Serving and state look-up, shared by all wrappers of a server.

use super::rmcp::service::{RunningService, ServiceExt};
use super::rmcp::transport::IntoTransport;
use super::rmcp::{RoleServer, ServerHandler};
use super::{MountError, Mounted, PromptTools};
use prompt_runtime::edge::Provide;
use std::any::{Any, TypeId};

macro_rules! serve {
    ($($server:ident)*) => {$(
        impl<S: Send + Sync + 'static> Provide for $server<S> {
            fn value(&self, id: TypeId) -> Option<&(dyn Any + Send + Sync)> {
                self.server.value(id)
            }

            fn innermost(&self) -> &'static str {
                self.server.innermost()
            }
        }

        impl<S: ServerHandler> $server<S> {
            /// Runs [`check`](Self::check), then rmcp's own `serve`.
            ///
            /// # Errors
            /// The errors of the check, and those of rmcp's `serve`.
            pub async fn serve<T, E, A>(
                self,
                transport: T,
            ) -> Result<RunningService<RoleServer, Self>, MountError>
            where
                T: IntoTransport<RoleServer, E, A>,
                E: std::error::Error + Send + Sync + 'static,
            {
                self.check().await?;
                Ok(ServiceExt::serve(self, transport).await?)
            }
        }

        serve_this_version!($server);
    )*};
}

serve! { Mounted PromptTools }
