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

/// A call of one prompt, made with `call!`.
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

/// Begins a [`Call`](crate::testing::Call) of the prompt that a function is: `call!(path::of::function, "argument" => "value", …)`. A
/// method is called with [`Call::named`](crate::testing::Call::named).
#[doc(hidden)]
#[macro_export]
macro_rules! __call {
    ($($path:ident)::+ $(, $name:expr => $value:expr)* $(,)?) => {
        $crate::testing::Call::new(<$($path)::+>::PROMPT)$(.with($name, $value))*
    };
    (:: $($path:ident)::+ $(, $name:expr => $value:expr)* $(,)?) => {
        $crate::testing::Call::new(<:: $($path)::+>::PROMPT)$(.with($name, $value))*
    };
    ($($other:tt)*) => {
        ::core::compile_error!("write `call!(path::of::function, \"argument\" => \"value\", …)`, or for a method `Call::named(Server::PROMPTS, \"prompt-name\").with(\"argument\", \"value\")`")
    };
}

impl Call {
    /// A call without arguments.
    #[must_use]
    pub fn new(prompt: &'static PromptDefinition) -> Self {
        Self::begin(Called::Declared(prompt))
    }

    /// A call of a prompt as a server offers it: of a file, of a library under its namespace, or made at run time.
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
                return Self::new(prompt);
            }
            names.push(prompt.name());
        }
        panic!("there is no prompt {name:?}; the list has {names:?}")
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

    /// Provides state, before what the registry has of that type.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.state.insert(value);
        self
    }

    /// Calls the prompt.
    ///
    /// # Panics
    /// When the prompt cannot be registered at all.
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

    /// Calls the prompt and waits for it, in a test without a runtime. A prompt that needs one (a timer of tokio's, say) is called
    /// with [`answer`](Self::answer).
    ///
    /// # Panics
    /// When the prompt cannot be registered at all.
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
