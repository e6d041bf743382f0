//! Attributes of parameters that come through a `macro_rules!`.
#![deny(warnings)]
#![allow(unused_variables)]

use prompt_runtime::{Context, PromptRegistry, prompt, prompt_methods};

macro_rules! declare {
    ($(#[$meta:meta])* fn $name:ident($($(#[$mark:meta])* $arg:ident: $ty:ty),* $(,)?)) => {
        $(#[$meta])*
        fn $name($($(#[$mark])* $arg: $ty),*) -> String {
            stringify!($($arg)*).to_owned()
        }
    };
}
declare!(
    /// Through a macro.
    #[prompt(name = "generated")]
    fn generated(
        /// The language.
        #[arg(default = "en", values = ["en", "de"])]
        language: &str,
        #[state] db: &Db,
        #[context] context: &Context,
        #[cfg(any())]
        #[arg(non_empty)]
        missing: Unknown,
    )
);

macro_rules! methods {
    ($(#[$meta:meta])* $ty:ident, $name:ident, $(#[$mark:meta])* $arg:ident) => {
        #[prompt_methods]
        impl $ty {
            $(#[$meta])*
            fn $name(&self, $(#[$mark])* $arg: &str) -> String {
                format!("{}{}", $arg, self.rows)
            }
        }
    };
}

struct Db {
    rows: usize,
}
methods!(
    /// A method.
    #[prompt(name = "method")]
    Db,
    method,
    /// The text.
    #[arg(default = "x")]
    text
);

#[test]
fn compiles_and_runs() {
    let registry = PromptRegistry::builder()
        .inventory()
        .state(Db { rows: 0 })
        .build()
        .map(|registry| {
            let described = |name: &str, index: usize| {
                let prompt = registry.prompt(name)?;
                let argument = prompt.arguments().get(index)?;
                Some((
                    argument.name().to_owned(),
                    argument.default().map(str::to_owned),
                ))
            };
            [described("generated", 0), described("method", 0)]
        });
    let expected = [("language", "en"), ("text", "x")]
        .map(|(name, default)| Some((name.to_owned(), Some(default.to_owned()))));
    assert!(matches!(registry, Ok(found) if found == expected));
}
