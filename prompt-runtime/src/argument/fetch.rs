use super::definition::ArgumentDefinition;
use super::invocation::{ArgumentValue, Invocation};
use crate::context::Context;
use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

/// Marks an argument type that is parsed from text.
#[derive(Debug)]
pub struct Parse;
/// Marks an argument type that borrows the text of the request.
#[derive(Debug)]
pub struct Borrow;
/// Marks an argument type that may be absent.
#[derive(Debug)]
pub struct Maybe<Via>(std::marker::PhantomData<Via>);

/// A type that can be a parameter of a prompt.
///
/// It is implemented for `&str`, `Cow<'_, str>`, every `T: FromStr` whose error is `Display`, and `Option` of these, which makes the
/// argument optional. `Via` separates these implementations and is always inferred. To use your own type as an argument, implement
/// [`FromStr`].
/// implement [`FromStr`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a prompt argument",
    label = "not an argument type",
    note = "an argument is `&str`, `Cow<'_, str>`, a type that implements `FromStr` with a `Display` error, or an `Option` of these; an enum derives `ArgumentEnum`; a `Vec` needs `#[arg(separator = \",\")]`",
    note = "other parameters are marked: `#[state]`, `#[context]`, or `#[arguments]` for a struct that derives `PromptArguments`"
)]
pub trait FromArgument<'a, Via>: Sized {
    /// `false` for an argument that may be absent.
    const REQUIRED: bool;

    /// Converts the text of a request.
    ///
    /// # Errors
    /// The reason that the text is not a value, as a sentence for the user.
    #[doc(hidden)]
    fn from_text(text: &'a str) -> Result<Self, String>;

    /// Converts an item of a JSON array. The item's escapes are already resolved.
    ///
    /// # Errors
    /// The text of the type's error.
    #[doc(hidden)]
    fn from_item(item: Cow<'a, str>) -> Result<Self, String>;

    #[doc(hidden)]
    #[must_use]
    fn absent() -> Option<Self> {
        None
    }

    #[doc(hidden)]
    fn fetch(invocation: &mut Invocation<'a>) -> Option<Self> {
        match invocation.take() {
            ArgumentValue::Text(text) => match Self::from_text(text) {
                Ok(value) => Some(value),
                // Forms send `""` for an empty field. If the type cannot parse `""`, the argument counts as absent.
                Err(_) if text.is_empty() => Self::absent().or_else(|| invocation.missing()),
                Err(error) => invocation.unparsed(text, &error),
            },
            ArgumentValue::Absent => Self::absent(),
            ArgumentValue::Describing => invocation.described(Self::REQUIRED),
            ArgumentValue::Refused => None,
        }
    }
}

/// An argument type that can have a default. It must be `Display`, so that the default can be shown, and cannot be an `Option`, which may
/// be absent anyway.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a prompt argument with a default",
    label = "no default possible for this type",
    note = "the listing shows a default, so its type implements `FromStr` and `Display`: for another type write `Option` around it, without a default, and choose the value in the body",
    note = "an `Option` is absent by itself: write the type without `Option`, or remove the default"
)]
pub trait FromArgumentOr<'a, Via>: Sized {
    #[doc(hidden)]
    fn fetch_or<F: FnOnce() -> Self>(invocation: &mut Invocation<'a>, default: F) -> Option<Self>;
}

macro_rules! with_default {
    ($($via:ty),*) => {$(
        #[diagnostic::do_not_recommend]
        impl<'a, T: FromArgument<'a, $via> + Display> FromArgumentOr<'a, $via> for T {
            fn fetch_or<F: FnOnce() -> Self>(
                invocation: &mut Invocation<'a>,
                default: F,
            ) -> Option<Self> {
                match invocation.take() {
                    ArgumentValue::Text(text) => match Self::from_text(text) {
                        Ok(value) => Some(value),
                        Err(_) if text.is_empty() => Some(default()),
                        Err(error) => invocation.unparsed(text, &error),
                    },
                    ArgumentValue::Absent => Some(default()),
                    ArgumentValue::Describing => {
                        invocation.info()?.optional = true;
                        let value = default();
                        invocation.info()?.default = Some(value.to_string());
                        Some(value)
                    }
                    ArgumentValue::Refused => None,
                }
            }
        }
    )*};
}
with_default!(Parse, Borrow);

/// A struct whose fields are arguments of a prompt.
///
/// Use the [derive macro](derive@crate::PromptArguments) to implement it. A prompt takes the struct as a parameter with the attribute
/// `#[arguments]`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a struct of prompt arguments",
    label = "not derived for this type",
    note = "write `#[derive(PromptArguments)]` on the struct"
)]
pub trait PromptArguments<'a>: Sized {
    /// The arguments, in the order of the fields.
    #[doc(hidden)]
    const ARGUMENTS: &'static [ArgumentDefinition];

    #[doc(hidden)]
    fn fetch(invocation: &mut Invocation<'a>) -> Option<Self>;
}

/// The type of a parameter with the attribute `#[context]`.
#[diagnostic::on_unimplemented(
    message = "`#[context]` is not a `{Self}`",
    label = "write `&Context`",
    note = "what is found by its type is marked `#[state]`"
)]
pub trait FromContext<'a>: Sized {
    #[doc(hidden)]
    fn from_context(invocation: &Invocation<'a>) -> Option<Self>;
}

impl<'a> FromContext<'a> for &'a Context {
    fn from_context(invocation: &Invocation<'a>) -> Option<Self> {
        invocation.context()
    }
}

/// Marks types that can be in an `Option`. An `Option` cannot, because the wire format cannot express "given, but absent".
#[diagnostic::on_unimplemented(
    message = "an `Option` of an `Option` cannot be a prompt argument",
    label = "write `Option` once"
)]
pub trait Once {}
impl Once for Parse {}
impl Once for Borrow {}

// Without this attribute, rustc names the unmet bound of this implementation and the many types that meet it.
#[diagnostic::do_not_recommend]
impl<'a, T> FromArgument<'a, Parse> for T
where
    T: FromStr,
    T::Err: Display,
{
    const REQUIRED: bool = true;

    /// Surrounding white space is removed only if the type rejects the value with it, so that text stays unchanged.
    fn from_text(text: &'a str) -> Result<Self, String> {
        parse(text)
    }

    fn from_item(item: Cow<'a, str>) -> Result<Self, String> {
        parse(&item)
    }
}

fn parse<T: FromStr<Err: Display>>(text: &str) -> Result<T, String> {
    let error = match text.parse() {
        Ok(value) => return Ok(value),
        Err(error) => error,
    };
    let trimmed = text.trim();
    let error = match trimmed.parse() {
        Ok(value) if trimmed.len() < text.len() => return Ok(value),
        Err(of_trimmed) if trimmed.len() < text.len() => of_trimmed,
        _ => error,
    };
    Err(error.to_string())
}

/// There is no text in the request that such an item could borrow.
const BORROWED_ITEM: &str =
    "it has an escape or no quotes, which this prompt cannot read in a JSON array";

impl<'a> FromArgument<'a, Borrow> for &'a str {
    const REQUIRED: bool = true;

    fn from_text(text: &'a str) -> Result<Self, String> {
        Ok(text)
    }

    fn from_item(item: Cow<'a, str>) -> Result<Self, String> {
        match item {
            Cow::Borrowed(text) => Ok(text),
            Cow::Owned(_) => Err(BORROWED_ITEM.to_owned()),
        }
    }
}

impl<'a> FromArgument<'a, Borrow> for Cow<'a, str> {
    const REQUIRED: bool = true;

    fn from_text(text: &'a str) -> Result<Self, String> {
        Ok(Cow::Borrowed(text))
    }

    fn from_item(item: Cow<'a, str>) -> Result<Self, String> {
        Ok(item)
    }
}

impl<'a, V: Once, T: FromArgument<'a, V>> FromArgument<'a, Maybe<V>> for Option<T> {
    const REQUIRED: bool = false;

    fn from_text(text: &'a str) -> Result<Self, String> {
        T::from_text(text).map(Some)
    }

    fn from_item(item: Cow<'a, str>) -> Result<Self, String> {
        T::from_item(item).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}
