use super::ArgumentEnum;
use prompt_syntax::integers::Integers;
use std::borrow::Cow;
use std::marker::PhantomData;

/// Facts about an argument's type: a word for it, and the allowed values of an [`ArgumentEnum`].
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ArgumentKind {
    pub(crate) word: &'static str,
    /// The Rust name of a type of the standard library.
    name: Option<&'static str>,
    pub(crate) values: &'static [&'static str],
    pub(crate) descriptions: &'static [Option<&'static str>],
    pub(crate) value_aliases: &'static [&'static str],
}

/// The smallest and the largest number, both inclusive.
pub(crate) type Limits = (Option<i64>, Option<i64>);

/// The limits that are worth showing to a person. For 64-bit types, this is only the zero.
fn limits(range: Integers) -> Limits {
    let least = i64::try_from(range.0).ok();
    let most = i64::try_from(range.1).ok();
    (
        least.filter(|least| *least >= i32::MIN.into()),
        most.filter(|most| *most <= u32::MAX.into()),
    )
}

impl ArgumentKind {
    /// A type about which nothing is known except that it parses.
    pub const VALUE: Self = Self::of("value");

    /// Text without any parsing.
    pub const TEXT: Self = Self::of("text");

    /// Text that must be a number, as in prompt files with bounds.
    pub const NUMBER: Self = Self::of("number");

    const fn of(word: &'static str) -> Self {
        Self {
            word,
            name: None,
            values: &[],
            descriptions: &[],
            value_aliases: &[],
        }
    }

    const fn named(self, name: &'static str) -> Self {
        Self {
            name: Some(name),
            ..self
        }
    }

    const fn choice<T: ArgumentEnum>() -> Self {
        Self {
            word: "choice",
            name: None,
            values: T::VALUES,
            descriptions: T::DESCRIPTIONS,
            value_aliases: T::ALIASES,
        }
    }

    /// The name of the integer type that a number must fit into.
    pub(crate) fn fits(&self) -> Option<&'static str> {
        self.name.filter(|_| self.word == "integer")
    }

    /// Describes several values in words that follow "must be".
    pub(crate) fn several(&self) -> &'static str {
        match self.word {
            "integer" => "whole numbers",
            "number" => "numbers",
            "boolean" => "true or false values",
            "character" => "single characters",
            _ => "values",
        }
    }

    /// All values of the type, if it has few and they are not declared.
    pub(crate) fn suggestions(&self) -> &'static [&'static str] {
        match self.word {
            "boolean" => &["true", "false"],
            _ => &[],
        }
    }

    /// `true` if the type itself lists all values, so that a completer is not allowed.
    #[must_use]
    pub const fn is_closed(&self) -> bool {
        // A `const fn` cannot match a `str` against a pattern.
        matches!(self.word.as_bytes(), b"boolean") || !self.values.is_empty()
    }

    /// Returns `true` for text that must be a number but is not parsed into one.
    #[inline]
    pub(crate) fn is_number_as_text(&self) -> bool {
        self.name.is_none() && self.word == Self::NUMBER.word
    }

    pub(crate) fn is_text(&self) -> bool {
        self.word == Self::TEXT.word
    }

    /// Returns the limits of the type if the text is an integer outside them.
    pub(crate) fn exceeded(&self, text: &str) -> Option<Limits> {
        let text = text.trim();
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        if digits.is_empty() || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let furthest = if text.starts_with('-') {
            i128::MIN
        } else {
            i128::MAX
        };
        let number = text.parse().unwrap_or(furthest);
        let limits @ (least, most) = limits(Integers::of(self.fits()?)?);
        let is_beyond = least.is_some_and(|least| number < least.into())
            || most.is_some_and(|most| number > most.into());
        is_beyond.then_some(limits)
    }

    /// Returns advice about text that does not parse, if it is more helpful than the parser's error.
    pub(crate) fn advice(&self) -> Option<&'static str> {
        (self.word == "boolean").then_some("write `true` or `false`")
    }

    /// Describes a legal value in words that follow "must be", if the type alone determines it.
    pub(crate) fn expected(&self) -> Option<&'static str> {
        match self.word {
            "integer" => Some("a whole number"),
            "number" => Some("a number"),
            "boolean" => Some("true or false"),
            "character" => Some("a single character"),
            _ => None,
        }
    }
}

/// Finds the kind of a concrete type in a const context. Rust prefers this inherent constant to the constant of [`ProbeFallback`].
#[doc(hidden)]
#[derive(Debug)]
pub struct Probe<T>(PhantomData<T>);

#[doc(hidden)]
pub trait ProbeFallback {
    const KIND: ArgumentKind = ArgumentKind::VALUE;
}

impl<T> ProbeFallback for Probe<T> {}

/// Names the probe of a type by projection, so that the expansion does not write the type as a generic argument. The compiler's error about an
/// unknown type then equals the error at the author's function, and is shown once.
#[doc(hidden)]
pub trait Probed {
    type Probe;
}

impl<T> Probed for T {
    type Probe = Probe<T>;
}

impl<T: ArgumentEnum> Probe<T> {
    pub const KIND: ArgumentKind = ArgumentKind::choice::<T>();
}

impl<T: ArgumentEnum> Probe<Option<T>> {
    pub const KIND: ArgumentKind = ArgumentKind::choice::<T>();
}

impl<T: ArgumentEnum> Probe<Vec<T>> {
    pub const KIND: ArgumentKind = ArgumentKind::choice::<T>();
}

impl<T: ArgumentEnum> Probe<Option<Vec<T>>> {
    pub const KIND: ArgumentKind = ArgumentKind::choice::<T>();
}

macro_rules! kinds {
    ($($kind:expr => $($ty:ty),*;)*) => {$($(
        impl Probe<$ty> {
            pub const KIND: ArgumentKind = $kind.named(stringify!($ty));
        }
        impl Probe<Option<$ty>> {
            pub const KIND: ArgumentKind = $kind.named(stringify!($ty));
        }
        impl Probe<Vec<$ty>> {
            pub const KIND: ArgumentKind = $kind.named(stringify!($ty));
        }
        impl Probe<Option<Vec<$ty>>> {
            pub const KIND: ArgumentKind = $kind.named(stringify!($ty));
        }
    )*)*};
}

kinds! {
    ArgumentKind::of("integer") => u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize;
    ArgumentKind::of("number") => f32, f64;
    ArgumentKind::of("boolean") => bool;
    ArgumentKind::of("character") => char;
    ArgumentKind::TEXT => &str, String, Cow<'_, str>;
}
