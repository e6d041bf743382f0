//! Forwards the methods that every version of rmcp has.

/// The methods that concern neither prompts nor tools.
macro_rules! pass_the_rest {
    ($to:ident) => {
        pass! {
            $to:
            ping(context: Request) -> Answer<()>;
            set_level(params: model::SetLevelRequestParams, context: Request) -> Answer<()>;
            list_resources(params: Page, context: Request) -> Answer<model::ListResourcesResult>;
            list_resource_templates(params: Page, context: Request) -> Answer<model::ListResourceTemplatesResult>;
            read_resource(params: model::ReadResourceRequestParams, context: Request) -> Answer<ResourceResponse>;
            subscribe(params: model::SubscribeRequestParams, context: Request) -> Answer<()>;
            unsubscribe(params: model::UnsubscribeRequestParams, context: Request) -> Answer<()>;
            on_cancelled(params: model::CancelledNotificationParam, context: Notification) -> ();
            on_progress(params: model::ProgressNotificationParam, context: Notification) -> ();
            on_roots_list_changed(context: Notification) -> ();
            on_custom_notification(params: model::CustomNotification, context: Notification) -> ();
        }
        pass_this_version!($to);
    };
}

use super::rmcp::model::PaginatedRequestParams;
use super::rmcp::service::{NotificationContext, RequestContext};
use super::rmcp::{ErrorData, RoleServer};

pub(in super::super) type Answer<T> = Result<T, ErrorData>;
pub(super) type Page = Option<PaginatedRequestParams>;
pub(super) type Request = RequestContext<RoleServer>;
pub(super) type Notification = NotificationContext<RoleServer>;
