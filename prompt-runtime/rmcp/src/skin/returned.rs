//! Accepts rmcp's own results, for prompts that were written for rmcp.

use super::rmcp::model::{GetPromptResult, PromptMessage};
use crate::json;
use prompt_runtime::PromptError;

/// rmcp's own messages or result, as returned by prompts written for rmcp's macros.
///
/// ```
/// # use rmcp3 as rmcp;
/// use prompt_rmcp::v3::RmcpResult as _;
/// use prompt_runtime::{GetPromptResult, PromptError, prompt};
/// use rmcp::model::{PromptMessage, Role};
///
/// /// Greets a person.
/// #[prompt]
/// fn greet(name: &str) -> Result<GetPromptResult, PromptError> {
///     vec![PromptMessage::new_text(Role::User, format!("Greet {name}."))].into_result()
/// }
/// ```
pub trait RmcpResult {
    /// Converts into a result of `prompt-runtime`.
    ///
    /// # Errors
    /// -32603 for content that `prompt-runtime` cannot express.
    fn into_result(self) -> Result<prompt_runtime::GetPromptResult, PromptError>;
}

impl RmcpResult for GetPromptResult {
    fn into_result(self) -> Result<prompt_runtime::GetPromptResult, PromptError> {
        json::convert(&self)
    }
}

impl RmcpResult for Vec<PromptMessage> {
    fn into_result(self) -> Result<prompt_runtime::GetPromptResult, PromptError> {
        GetPromptResult::new(self).into_result()
    }
}
