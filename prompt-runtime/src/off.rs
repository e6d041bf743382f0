//! Methods of features that are off. A call of one is an error that names the feature, in place of "no method named …". A feature that is
//! turned on replaces them with methods that accept the same calls.

/// Declares a trait for one feature. No type implements it, so a method with this bound cannot be called, and the compiler shows its message.
macro_rules! off {
    ($off:ident, $needs:literal, $write:literal) => {
        #[diagnostic::on_unimplemented(message = $needs, label = "the feature is off", note = $write)]
        pub trait $off<'off, Version, Argument> {
            type Output;

            fn never() -> Self::Output;
        }

        #[diagnostic::do_not_recommend]
        impl<Argument: Never> $off<'_, (), Argument> for Off {
            type Output = Off;

            fn never() -> Off {
                Argument::never()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<Argument: Never> $off<'_, Off, Argument> for Off {
            type Output = Off;

            fn never() -> Off {
                Argument::never()
            }
        }
    };
}

/// Declares methods that take any arguments. The result is a projection of the unmet bound, which causes no further errors.
///
/// The compiler checks the bounds of a method in two places. Where it looks for the method, it shows our message only if the bound is on
/// the receiver's own type. That is the type of a builder (`owned`), but a reference to a `Context` (`borrowed`). So a method with `&self`
/// has a bound on its argument, which is unknown there and is checked later. The lifetime makes a bound on a known type legal.
macro_rules! methods {
    ($off:ident: owned $($method:ident($($argument:ident),*))*) => {$(
        #[doc(hidden)]
        #[must_use]
        #[allow(non_camel_case_types, clippy::unused_self)]
        pub fn $method<'off, $($argument),*>(self, $(_: $argument),*) -> <Self as $off<'off, (), ()>>::Output
        where
            Self: $off<'off, (), ()>,
        {
            <Self as $off<'off, (), ()>>::never()
        }
    )*};
    ($off:ident: borrowed $($method:ident($first:ident $(, $argument:ident)*))*) => {$(
        #[doc(hidden)]
        #[must_use]
        #[allow(non_camel_case_types, clippy::unused_self)]
        pub fn $method<'off, Version, $first, $($argument),*>(
            &'off self,
            _: $first,
            $(_: $argument),*
        ) -> <Off as $off<'off, Version, $first>>::Output
        where
            Off: $off<'off, Version, $first>,
        {
            <Off as $off<'off, Version, $first>>::never()
        }
    )*};
    ($off:ident: associated $($method:ident($first:ident $(, $argument:ident)*))*) => {$(
        #[doc(hidden)]
        #[must_use]
        #[allow(non_camel_case_types)]
        pub fn $method<'off, $first, $($argument),*>(
            _: $first,
            $(_: $argument),*
        ) -> <Self as $off<'off, (), ()>>::Output
        where
            Self: $off<'off, (), ()>,
        {
            <Self as $off<'off, (), ()>>::never()
        }
    )*};
}

/// A bound that no type implements.
// If only features with `owned` methods are off, no public item names this trait and the type below.
#[allow(dead_code, unreachable_pub)]
pub trait Never {
    fn never<T>() -> T;
}

/// The `Self` type in the bounds of borrowed methods.
#[derive(Debug)]
#[non_exhaustive]
#[allow(dead_code, unreachable_pub)]
pub enum Off {}

#[cfg(not(feature = "elicitation"))]
mod elicitation {
    use super::{Never, Off};
    use crate::{Context, RegistryBuilder};

    off!(
        Elicitation,
        "questions need the feature `elicitation` of `prompt-runtime`",
        "write `features = [\"elicitation\"]` at `prompt-runtime` in `Cargo.toml`"
    );

    impl Context {
        methods!(Elicitation: borrowed elicit(question));
    }

    impl RegistryBuilder {
        methods!(Elicitation: owned elicitation_key(secret) elicitation_ttl(ttl) elicitation_principal(principal));
    }
}

#[cfg(not(feature = "prompt-files"))]
mod prompt_files {
    use super::{Never, Off};
    use crate::RuntimePrompt;

    off!(
        PromptFiles,
        "prompt files need the feature `prompt-files` of `prompt-runtime`",
        "write `features = [\"prompt-files\"]` at `prompt-runtime` in `Cargo.toml`"
    );

    impl RuntimePrompt {
        methods!(PromptFiles: associated from_file(file, text) from_file_with(file, text, options));
    }
}

#[cfg(not(feature = "directory"))]
mod directory {
    use super::{Never, Off};
    use crate::LivePrompts;
    #[cfg(feature = "prompt-files")]
    use crate::PromptFileOptions;

    off!(
        Directory,
        "directories of prompt files need the feature `directory` of `prompt-runtime`",
        "write `features = [\"directory\"]` at `prompt-runtime` in `Cargo.toml`"
    );

    impl LivePrompts {
        methods!(Directory: borrowed watch_directory(path) watch_directory_with(path, options));
    }

    #[cfg(feature = "prompt-files")]
    impl PromptFileOptions {
        methods!(Directory: owned sub_folders());
    }
}

#[cfg(not(feature = "rate-limit"))]
mod rate_limit {
    use super::{Never, Off};
    use crate::RegistryBuilder;

    off!(
        RateLimit,
        "a limit for completions needs the feature `rate-limit` of `prompt-runtime`",
        "write `features = [\"rate-limit\"]` at `prompt-runtime` in `Cargo.toml`"
    );

    impl RegistryBuilder {
        methods!(RateLimit: owned completion_rate(per_second));
    }
}

#[cfg(not(feature = "tracing"))]
mod tracing {
    use super::{Never, Off};
    use crate::RegistryBuilder;

    off!(
        Tracing,
        "spans need the feature `tracing` of `prompt-runtime`",
        "write `features = [\"tracing\"]` at `prompt-runtime` in `Cargo.toml`"
    );

    impl RegistryBuilder {
        methods!(Tracing: owned on_span(function));
    }
}
