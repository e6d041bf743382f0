//! Answers for a server that also has prompts of its own, in any library.

use super::{JsonAnswer, meta};
use crate::context::Context;
use crate::message::JsonObject;
use crate::prompt_error::PromptError;
use crate::protocol::params as read;
use crate::registry::{PromptRegistry, once};
use crate::report::Report;
use serde_json::{Value, json};
use std::borrow::Cow;

/// The registry's answer for a server that also has prompts of its own. [`PromptRegistry::answer_beside`] returns it.
#[derive(Debug)]
#[allow(clippy::exhaustive_enums)]
pub enum Beside {
    /// The registry's answer.
    Answer(JsonAnswer),
    /// A listing to which the server adds its own prompts.
    List(ListBeside),
    /// A request that does not concern a prompt of the registry. The server answers it as it would without a registry.
    NotOurs,
}

/// A listing that is incomplete without the server's own prompts.
#[derive(Debug)]
pub struct ListBeside {
    registry: PromptRegistry,
    context: Context,
    cursor: Option<String>,
    /// The JSON texts of the registry's prompts.
    ours: Vec<Cow<'static, str>>,
}

/// The first character of cursors that wrap a cursor of the server. A cursor of the registry never begins with it.
const THEIRS: char = '~';

impl PromptRegistry {
    /// Answers like [`answer`](Self::answer), for a server that also has prompts of its own. Names that the registry does not have are left
    /// to the server, and listings are merged.
    ///
    /// ```
    /// use prompt_runtime::{Beside, Context, PromptRegistry};
    /// use serde_json::Value;
    ///
    /// # fn own_prompts(cursor: Option<&str>) -> Value { serde_json::json!({ "prompts": [] }) }
    /// # fn own_answer(method: &str, params: &Value) -> String { String::new() }
    /// async fn answer(prompts: &PromptRegistry, session: &Context, method: &str, params: &Value) -> String {
    ///     match prompts.answer_beside(method, Some(params), session).await {
    ///         Beside::Answer(answer) => answer.json().to_owned(),
    ///         Beside::List(listing) => {
    ///             let own = own_prompts(listing.cursor());
    ///             listing.merge(&own).json().to_owned()
    ///         }
    ///         Beside::NotOurs => own_answer(method, params),
    ///     }
    /// }
    /// ```
    ///
    /// The listing begins with the pages of the registry. The server's first page joins the registry's last page, and the server's other
    /// pages follow. If both have a prompt of the same name, the registry's is used, and a report informs the author.
    pub async fn answer_beside(
        &self,
        method: &str,
        params: Option<&Value>,
        context: &Context,
    ) -> Beside {
        let ours = match method {
            read::LIST => match self.list_beside(params, context) {
                Ok(listed) => return listed,
                Err(error) => return Beside::Answer(JsonAnswer::error(&error)),
            },
            read::GET => meta::context(params, context)
                .and_then(|context| Ok(self.find(read::get(params)?.name, &context).is_some())),
            read::COMPLETE if read::is_of_resource(params) || !self.has_completions() => Ok(false),
            read::COMPLETE => meta::context(params, context).and_then(|context| {
                let name = read::complete(params)?.map(|request| request.prompt);
                Ok(name.is_some_and(|name| self.find(name, &context).is_some()))
            }),
            _ => Ok(false),
        };
        match ours {
            Ok(false) => Beside::NotOurs,
            Err(error) => Beside::Answer(JsonAnswer::error(&error)),
            Ok(true) => self
                .answer(method, params, context)
                .await
                .map_or(Beside::NotOurs, Beside::Answer),
        }
    }

    fn list_beside(
        &self,
        params: Option<&Value>,
        context: &Context,
    ) -> Result<Beside, PromptError> {
        let context = meta::context(params, context)?;
        let cursor = read::list(params)?;
        let theirs = cursor.and_then(|cursor| cursor.strip_prefix(THEIRS));
        let (ours, next_cursor) = match theirs {
            Some(_) => (Vec::new(), None),
            None => self.page_texts(cursor, &context)?,
        };
        if next_cursor.is_some() {
            let revision = context.revision();
            let hints = self.hints(&context);
            return self
                .page_json(&ours, next_cursor.as_deref(), hints, revision)
                .map(|json| Beside::Answer(JsonAnswer::result(json)));
        }
        Ok(Beside::List(ListBeside {
            registry: self.clone(),
            cursor: theirs.map(str::to_owned),
            context,
            ours,
        }))
    }

    /// Adds the capabilities of these prompts to those that a server declares in `initialize` or `server/discover`. Capabilities for the
    /// server's own prompts stay.
    pub fn declare(&self, capabilities: &mut JsonObject) {
        if self.has_completions() {
            capabilities
                .entry("completions")
                .or_insert_with(|| json!({}));
        }
        let prompts = capabilities.entry("prompts").or_insert_with(|| json!({}));
        if self.is_live()
            && let Some(prompts) = prompts.as_object_mut()
        {
            prompts.insert("listChanged".to_owned(), true.into());
        }
    }

    /// The capabilities of a server that has only these prompts.
    ///
    /// Specification: server/prompts, "Capabilities".
    #[must_use]
    pub fn capabilities(&self) -> JsonObject {
        let mut capabilities = JsonObject::new();
        self.declare(&mut capabilities);
        capabilities
    }
}

impl ListBeside {
    /// The cursor to list the server's own prompts with. `None` means their first page.
    #[must_use]
    pub fn cursor(&self) -> Option<&str> {
        self.cursor.as_deref()
    }

    /// Adds a page of the server's own listing, the `result` of a `prompts/list` response. A server without prompts passes an empty object.
    #[must_use]
    pub fn merge(self, own: &Value) -> JsonAnswer {
        let Self {
            registry,
            context,
            mut ours,
            ..
        } = self;
        let theirs = own.get("prompts").and_then(Value::as_array);
        for prompt in theirs.into_iter().flatten() {
            let name = prompt.get("name").and_then(Value::as_str);
            match name.filter(|name| registry.find(name, &context).is_some()) {
                None => ours.push(prompt.to_string().into()),
                Some(name) => warn_of_both(&registry, name),
            }
        }
        let next = own.get("nextCursor").and_then(Value::as_str);
        let next = next.map(|cursor| format!("{THEIRS}{cursor}"));
        let revision = context.revision();
        let hints = registry.hints(&context).map(|hints| {
            let ttl_ms = own.get("ttlMs").and_then(Value::as_u64);
            let is_public = own.get("cacheScope").and_then(Value::as_str) == Some("public");
            hints.merged(ttl_ms, is_public)
        });
        match registry.page_json(&ours, next.as_deref(), hints, revision) {
            Ok(json) => JsonAnswer::result(json),
            Err(error) => JsonAnswer::error(&error),
        }
    }
}

fn warn_of_both(registry: &PromptRegistry, name: &str) {
    let warning = format!(
        "the server has a prompt \"{name}\" of its own, which is out of reach: the registry's of that name answers"
    );
    if once(registry, &warning) {
        registry.report(&Report::Warning(warning.into()));
    }
}
