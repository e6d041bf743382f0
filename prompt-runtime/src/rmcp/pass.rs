//! The methods of rmcp's `ServerHandler` that a wrapper hands on to the server in one of its fields, whose futures it returns as they
//! are.

macro_rules! pass {
    ($to:ident: $($method:ident($($param:ident: $ty:ty),*) -> $output:ty;)*) => {$(
        fn $method(
            &self,
            $($param: $ty),*
        ) -> impl ::std::future::Future<Output = $output> + ::rmcp::service::MaybeSendFuture + '_ {
            self.$to.$method($($param),*)
        }
    )*};
}

/// Those that are neither about prompts nor about tools.
macro_rules! pass_the_rest {
    ($to:ident) => {
        $crate::rmcp::pass::pass! {
            $to:
            ping(context: Request) -> Answer<()>;
            set_level(params: model::SetLevelRequestParams, context: Request) -> Answer<()>;
            list_resources(params: Page, context: Request) -> Answer<model::ListResourcesResult>;
            list_resource_templates(params: Page, context: Request) -> Answer<model::ListResourceTemplatesResult>;
            read_resource(params: model::ReadResourceRequestParams, context: Request) -> Answer<model::ReadResourceResponse>;
            subscribe(params: model::SubscribeRequestParams, context: Request) -> Answer<()>;
            unsubscribe(params: model::UnsubscribeRequestParams, context: Request) -> Answer<()>;
            on_cancelled(params: model::CancelledNotificationParam, context: Notification) -> ();
            on_progress(params: model::ProgressNotificationParam, context: Notification) -> ();
            on_initialized(context: Notification) -> ();
            on_roots_list_changed(context: Notification) -> ();
            on_custom_notification(params: model::CustomNotification, context: Notification) -> ();
            get_task(params: model::GetTaskParams, context: Request) -> Answer<model::GetTaskResult>;
            update_task(params: model::UpdateTaskParams, context: Request) -> Answer<()>;
            cancel_task(params: model::CancelTaskParams, context: Request) -> Answer<()>;
            list_skills(params: Page, context: Request) -> Answer<model::ListSkillsResult>;
            get_skill(params: model::GetSkillRequestParams, context: Request) -> Answer<model::GetSkillResult>;
            read_resource_directory(
                params: model::ReadResourceDirectoryRequestParams,
                context: Request
            ) -> Answer<model::ReadResourceDirectoryResult>;
        }

        fn supported_protocol_versions(&self) -> ::std::borrow::Cow<'static, [model::ProtocolVersion]> {
            self.$to.supported_protocol_versions()
        }
    };
}

pub(super) use {pass, pass_the_rest};

use ::rmcp::model::PaginatedRequestParams;
use ::rmcp::service::{NotificationContext, RequestContext};
use ::rmcp::{ErrorData, RoleServer};

pub(super) type Answer<T> = Result<T, ErrorData>;
pub(super) type Page = Option<PaginatedRequestParams>;
pub(super) type Request = RequestContext<RoleServer>;
pub(super) type Notification = NotificationContext<RoleServer>;
