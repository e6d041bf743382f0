use super::Invocation;

/// A number, or an `Option` of one, that `#[arg(min, max)]` can bound.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no smallest or largest value to compare with",
    label = "`min` and `max` need a number",
    note = "use `max_len` to bound the length of text"
)]
pub trait Bounded {
    /// The type of the bounds.
    type Bound: PartialOrd;

    #[doc(hidden)]
    fn bounded(&self) -> Option<&Self::Bound>;
}

impl<T: Bounded> Bounded for Option<T> {
    type Bound = T::Bound;

    fn bounded(&self) -> Option<&T::Bound> {
        self.as_ref().and_then(T::bounded)
    }
}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl Bounded for $ty {
            type Bound = $ty;

            fn bounded(&self) -> Option<&$ty> {
                Some(self)
            }
        }
    )*};
}
numbers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);

/// Refuses a value outside of the bounds, both inclusive. What is not a number (NaN) is outside of all bounds.
#[doc(hidden)]
pub fn within<T: Bounded>(
    value: Option<T>,
    invocation: &mut Invocation<'_>,
    min: Option<T::Bound>,
    max: Option<T::Bound>,
) -> Option<T> {
    let value = value?;
    let inside = value.bounded().is_none_or(|number| {
        min.is_none_or(|min| *number >= min) && max.is_none_or(|max| *number <= max)
    });
    if inside {
        return Some(value);
    }
    invocation.out_of_bounds();
    None
}
