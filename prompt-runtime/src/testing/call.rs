use super::Answer;
use crate::context::Context;
use crate::definition::{PromptDefinition, Render};
use crate::message::JsonObject;
use crate::registry::PromptRegistry;
use crate::state::Extensions;
use serde_json::Value;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Poll, Wake, Waker};
use std::thread::{self, Thread};

/// A call of one prompt. `call!` creates it.
#[derive(Debug)]
pub struct Call {
    prompt: Called,
    arguments: JsonObject,
    context: Context,
    state: Extensions,
}

#[derive(Debug)]
enum Called {
    Declared(&'static PromptDefinition),
    Offered(PromptRegistry, String),
}

/// Creates a [`Call`](crate::testing::Call) of a function's prompt: `call!(path::of::function, "argument" => "value", …)`. For a method use
/// [`Call::named`](crate::testing::Call::named).
#[doc(hidden)]
#[macro_export]
macro_rules! __call {
    ($($call:tt)*) => {
        $crate::__private0::call! { crate = $crate; $($call)* }
    };
}

/// The value of an argument in a test: text, or anything else that converts into a JSON value.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the value of an argument",
    label = "neither text nor a JSON value",
    note = "write the text that a client sends, such as `\"3\"` or `value.to_string()`; anything that converts into a `serde_json::Value` is sent as it is"
)]
pub trait IntoArgumentValue {
    /// Converts it into JSON.
    fn into_value(self) -> Value;
}

#[diagnostic::do_not_recommend]
impl<T: Into<Value>> IntoArgumentValue for T {
    fn into_value(self) -> Value {
        self.into()
    }
}

impl Call {
    /// Creates a call without arguments.
    #[must_use]
    pub fn new(prompt: &'static PromptDefinition) -> Self {
        Self::begin(Called::Declared(prompt))
    }

    /// Creates a call of a prompt by its name on the server: a prompt from a file, from a library with a namespace, or created at run time.
    #[must_use]
    pub fn on(registry: &PromptRegistry, name: impl Into<String>) -> Self {
        Self::begin(Called::Offered(registry.clone(), name.into()))
    }

    fn begin(prompt: Called) -> Self {
        Self {
            prompt,
            arguments: JsonObject::new(),
            context: Context::default(),
            state: Extensions::new(),
        }
    }

    /// Creates a call of one prompt of a list: of a method, as in `Call::named(Server::PROMPTS, "weekly-review").state(server)`, or of
    /// [`prompts!`](crate::prompts).
    ///
    /// # Panics
    /// If no prompt of the list has this name.
    #[must_use]
    pub fn named(prompts: impl IntoIterator<Item = &'static PromptDefinition>, name: &str) -> Self {
        let mut names = Vec::new();
        for prompt in prompts {
            if prompt.name() == name {
                return Self::new(prompt);
            }
            names.push(prompt.name());
        }
        panic!("there is no prompt {name:?}; the list has {names:?}")
    }

    /// Adds an argument as a client would send it. Text becomes a string. Any other JSON value tests that the server rejects it.
    #[must_use]
    pub fn with(mut self, argument: impl Into<String>, value: impl IntoArgumentValue) -> Self {
        self.arguments.insert(argument.into(), value.into_value());
        self
    }

    /// Sets the context of the request: the client, and the values that the server adds.
    #[must_use]
    pub fn context(mut self, context: Context) -> Self {
        self.context = context;
        self
    }

    /// Provides state. It takes precedence over the registry's state of the same type.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.state.insert(value);
        self
    }

    /// Calls the prompt.
    ///
    /// # Panics
    /// If the prompt cannot be registered.
    pub async fn answer(mut self) -> Answer {
        let (registry, name) = match self.prompt {
            Called::Offered(registry, name) => (registry, name),
            Called::Declared(prompt) => match PromptRegistry::from_prompts([prompt]) {
                Ok(registry) => (registry, prompt.name().to_owned()),
                Err(error) => panic!("{error}"),
            },
        };
        self.context.extensions_mut().add(self.state);
        let answer = registry.get(&name, &self.arguments, &self.context).await;
        Answer::new(&name, answer)
    }

    /// Calls the prompt and blocks until it answers, in a test without a runtime. For a prompt that needs a runtime (for example a timer of
    /// tokio), use [`answer`](Self::answer).
    ///
    /// # Panics
    /// If the prompt cannot be registered.
    #[must_use = "say what the answer must be"]
    pub fn get(self) -> Answer {
        let is_async = match &self.prompt {
            Called::Declared(prompt) => matches!(prompt.render, Render::Async(_)),
            Called::Offered(registry, name) => registry
                .prompt(name)
                .is_some_and(|prompt| prompt.is_async()),
        };
        block_on(self.answer()).without_runtime(is_async)
    }
}

/// Wakes the waiting thread.
struct Unpark(Thread);

impl Wake for Unpark {
    fn wake(self: Arc<Self>) {
        self.0.unpark();
    }
}

fn block_on<F: Future>(future: F) -> F::Output {
    let mut future = pin!(future);
    let waker = Waker::from(Arc::new(Unpark(thread::current())));
    let mut context = std::task::Context::from_waker(&waker);
    loop {
        match future.as_mut().poll(&mut context) {
            Poll::Ready(output) => return output,
            Poll::Pending => thread::park(),
        }
    }
}
