//! Everything that the attribute takes, under lints that are stricter than an author's own.
#![forbid(unsafe_code)]
#![deny(
    warnings,
    missing_docs,
    unreachable_pub,
    unused_qualifications,
    clippy::pedantic
)]
// Methods of every shape that the attribute takes, whether the shape is needed or not.
#![allow(
    clippy::elidable_lifetime_names,
    clippy::needless_arbitrary_self_type,
    clippy::needless_lifetimes,
    clippy::unused_self
)]

use prompt_runtime::{
    ArgumentEnum, Context, GetPromptResult, PromptDefinition, PromptRegistry, messages,
    prompt_methods,
};
use std::sync::atomic::{AtomicUsize, Ordering};

/// A server with data.
pub struct Tracker<T> {
    done: Vec<T>,
    asked: AtomicUsize,
}

/// A source of texts.
pub struct Texts;

/// How long.
#[derive(ArgumentEnum, Clone, Copy, Default, PartialEq)]
pub enum Length {
    /// One page
    #[default]
    Short,
    /// As long as it takes
    Long,
}

trait Kind {
    type Of;
}

impl Kind for Tracker<String> {
    type Of = Length;
}

#[prompt_methods]
impl Tracker<String> {
    const LIMIT: usize = { 2 + 1 };

    /// Write the review of the week.
    #[prompt(name = "weekly-review", title = Self::TITLE, alias = "week")]
    async fn weekly_review<'a>(
        &'a self,
        /// Who reads it.
        audience: &str,
        #[arg(default = Self::LIMIT)] sentences: usize,
        #[arg(default)] length: <Self as Kind>::Of,
        #[state] texts: &Texts,
        #[context] context: &Context,
    ) -> GetPromptResult {
        self.asked.fetch_add(1, Ordering::Relaxed);
        std::future::ready(()).await;
        let (_, _) = (texts, context);
        let done = self.done.join("\n");
        messages! {
            user: "Write {sentences} sentences for {audience}, {length}:\n\n{done}";
        }
    }

    const TITLE: &'static str = "Weekly review";

    /// How many there are.
    pub fn len(&self) -> usize {
        self.done.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    #[prompt]
    pub(crate) fn plan(self: &Self, r#type: &str) -> String {
        format!("Plan {} of {type}.", self.done.len())
    }

    #[cfg(any())]
    #[prompt]
    fn never(&self, missing: Missing) -> String {}

    #[prompt_runtime::prompt(replaced_by = Self::plan)]
    #[deprecated(since = "1.0.0")]
    fn old_plan(&self) -> &'static str {
        "Plan."
    }

    #[prompt]
    fn no_server(text: &str) -> String {
        text.to_owned()
    }
}

#[prompt_methods(list = MORE)]
impl Tracker<String> {
    // The word `fn` begins no method here.
    const SAY: fn() -> &'static str = || "More.";

    #[prompt]
    fn more(&self) -> &'static str {
        Self::SAY()
    }
}

macro_rules! server {
    ($name:ident, $ty:ty) => {
        /// Made by a macro.
        pub struct $name;

        #[prompt_methods]
        impl $name {
            #[prompt]
            fn made_by_a_macro(&self, number: $ty) -> String {
                format!("Number {number}.")
            }
        }
    };
}
server!(Made, u8);

#[test]
fn compiles_and_runs() {
    let listed: [&'static PromptDefinition; 4] = Tracker::PROMPTS;
    let names: Vec<_> = listed.iter().map(|prompt| prompt.name()).collect();
    assert_eq!(names, ["weekly-review", "plan", "old_plan", "no_server"]);
    assert_eq!(Tracker::MORE[0].name(), "more");
    assert_eq!(Made::PROMPTS.len(), 1);

    let server = Tracker {
        done: vec!["a".to_owned()],
        asked: AtomicUsize::new(0),
    };
    assert_eq!(server.plan("days"), "Plan 1 of days.");
    assert!(!server.is_empty());

    let Ok(registry) = PromptRegistry::builder().inventory().state(server).build() else {
        return assert_eq!(1, 2);
    };
    assert_eq!(registry.prompts().len(), 6);
    let title = registry
        .prompt("week")
        .and_then(|prompt| prompt.listing().title.clone());
    assert_eq!(title.as_deref(), Some("Weekly review"));
}
