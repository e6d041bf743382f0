//! Accepts rmcp's own results, for prompts that were written for rmcp.

use super::Version;
use super::rmcp::model::{GetPromptResult, PromptMessage};
use crate::json;
use prompt_runtime::{IntoPromptResult, PromptError};

impl IntoPromptResult<Version> for GetPromptResult {
    fn into_prompt_result(self) -> Result<prompt_runtime::GetPromptResult, PromptError> {
        json::convert(&self)
    }
}

impl IntoPromptResult<Version> for Vec<PromptMessage> {
    fn into_prompt_result(self) -> Result<prompt_runtime::GetPromptResult, PromptError> {
        GetPromptResult::new(self).into_prompt_result()
    }
}
