use super::Answer;
use crate::context::Context;
use crate::definition::{PromptDefinition, Render};
use crate::message::JsonObject;
use crate::registry::{PromptRegistry, RegistryBuilder};
use serde_json::Value;
use std::future::Future;
use std::pin::pin;
use std::sync::Arc;
use std::task::{Poll, Wake, Waker};
use std::thread::{self, Thread};

/// A call of one prompt, made with `call!`.
#[derive(Debug)]
pub struct Call {
    prompt: &'static PromptDefinition,
    arguments: JsonObject,
    context: Context,
    registry: RegistryBuilder,
}

/// Begins a [`Call`](crate::testing::Call) of the prompt that a function is: `call!(path::of::function, "argument" => "value", …)`. A
/// method is called with [`Call::named`](crate::testing::Call::named).
#[doc(hidden)]
#[macro_export]
macro_rules! __call {
    ($($path:ident)::+ $(, $name:expr => $value:expr)* $(,)?) => {
        $crate::testing::Call::of(<$($path)::+>::PROMPT)$(.with($name, $value))*
    };
    (:: $($path:ident)::+ $(, $name:expr => $value:expr)* $(,)?) => {
        $crate::testing::Call::of(<:: $($path)::+>::PROMPT)$(.with($name, $value))*
    };
    ($($other:tt)*) => {
        ::core::compile_error!("write `call!(path::of::function, \"argument\" => \"value\", …)`, or for a method `Call::named(Server::PROMPTS, \"prompt-name\").with(\"argument\", \"value\")`")
    };
}

impl Call {
    /// A call without arguments.
    #[must_use]
    pub fn of(prompt: &'static PromptDefinition) -> Self {
        Self {
            prompt,
            arguments: JsonObject::new(),
            context: Context::default(),
            registry: PromptRegistry::builder(),
        }
    }

    /// A call of one prompt of a list: of a method, as in `Call::named(Server::PROMPTS, "weekly-review").state(server)`, or of
    /// [`prompts!`](crate::prompts).
    ///
    /// # Panics
    /// When the list has no prompt of this name.
    #[must_use]
    pub fn named(prompts: impl IntoIterator<Item = &'static PromptDefinition>, name: &str) -> Self {
        let mut names = Vec::new();
        for prompt in prompts {
            if prompt.name() == name {
                return Self::of(prompt);
            }
            names.push(prompt.name());
        }
        panic!("no prompt is called {name:?}; there are {names:?}")
    }

    /// Gives an argument, as a client would send it: text is a string, and anything else is JSON that the server must refuse.
    #[must_use]
    pub fn with(mut self, argument: impl Into<String>, value: impl Into<Value>) -> Self {
        self.arguments.insert(argument.into(), value.into());
        self
    }

    /// Says who asks, and what the server brings along.
    #[must_use]
    pub fn context(mut self, context: Context) -> Self {
        self.context = context;
        self
    }

    /// Provides state.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.registry = self.registry.state(value);
        self
    }

    /// Calls the prompt.
    ///
    /// # Panics
    /// When the prompt cannot be registered at all.
    pub async fn answer(self) -> Answer {
        let registry = match self.registry.prompts([self.prompt]).build() {
            Ok(registry) => registry,
            Err(error) => panic!("{error}"),
        };
        let answer = registry
            .get(self.prompt.name(), &self.arguments, &self.context)
            .await;
        Answer::new(self.prompt.name(), answer)
    }

    /// Calls the prompt and waits for it, in a test without a runtime. A prompt that needs one (a timer of tokio's, say) is called
    /// with [`answer`](Self::answer).
    ///
    /// # Panics
    /// When the prompt cannot be registered at all.
    #[must_use = "say what the answer must be"]
    pub fn get(self) -> Answer {
        let is_async = matches!(self.prompt.render, Render::Async(_));
        block_on(self.answer()).without_runtime(is_async)
    }
}

/// Wakes the thread that waits.
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
