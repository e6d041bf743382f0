//! Prompts in a crate that renames the runtime to `renamed`. Every macro gets the new path, and no expansion may use the old one.
#![forbid(unsafe_code)]

use renamed::{ArgumentEnum, GetPromptResult, messages, prompt};

/// How to greet.
#[derive(ArgumentEnum, Clone, Copy, Debug, Default)]
#[value(crate = ::renamed)]
pub enum Tone {
    /// As to a stranger
    #[default]
    Polite,
    /// As to a friend
    Warm,
}

/// Greets a person.
#[prompt(crate = ::renamed)]
#[must_use]
pub fn greet(
    /// Whom to greet.
    name: &str,
    /// How.
    #[arg(default)]
    tone: Tone,
    /// What else to say.
    more: Option<String>,
) -> GetPromptResult {
    messages! {
        crate = ::renamed;
        description: "A {tone} greeting";
        user: "Greet {name}.";
        user?: more;
    }
}

/// Items that another crate may re-export.
pub mod facade {
    pub use renamed as runtime;
}

/// Greets a person later.
#[prompt(crate = crate::facade::runtime)]
pub async fn greet_later(name: &str) -> String {
    std::future::ready(format!("Greet {name} tomorrow.")).await
}

#[cfg(test)]
#[allow(clippy::expect_used)]
mod tests {
    use std::{
        future::Future,
        pin::pin,
        task::{Context, Poll, Waker},
    };

    use renamed::{PromptRegistry, prompts};

    fn ready<F: Future>(future: F) -> F::Output {
        match pin!(future).poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Ready(output) => output,
            Poll::Pending => unreachable!("nothing here waits"),
        }
    }

    #[test]
    fn prompts_answer_under_another_name_of_the_runtime() {
        let listed = prompts![crate = ::renamed; super::greet, super::greet_later];
        let registry = PromptRegistry::from_prompts(listed).expect("a sound registry");
        assert_eq!(
            PromptRegistry::from_inventory()
                .expect("a sound registry")
                .prompts()
                .len(),
            2
        );

        let none = PromptRegistry::from_prompts(prompts![crate = ::renamed;]);
        assert!(none.expect("a sound registry").prompts().is_empty());

        let context = renamed::Context::default();
        let result = ready(registry.get("greet", &[("name", "Ada"), ("tone", "warm")], &context));
        let result = result.expect("a greeting");
        assert_eq!(result.description(), Some("A warm greeting"));
        assert_eq!(result.messages().len(), 1);

        let later = ready(registry.get("greet_later", &[("name", "Ada")], &context));
        assert_eq!(later.expect("a greeting").messages().len(), 1);
    }
}
