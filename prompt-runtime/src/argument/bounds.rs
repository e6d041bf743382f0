use super::Invocation;

/// A number, or an `Option` of one, that `#[arg(min, max)]` can bound.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no smallest or largest value to compare with",
    label = "`min` and `max` need a number",
    note = "use `max_len` to bound the length of text"
)]
pub trait Bounded<Bound: PartialOrd> {
    #[doc(hidden)]
    fn bounded(&self) -> Option<&Bound>;

    /// Rejects a value outside the bounds, both inclusive. NaN is outside all bounds. A bound is a slice with at most one element, because
    /// an error about the type in an `Option` quotes the standard library.
    #[doc(hidden)]
    fn within(
        value: Option<Self>,
        invocation: &mut Invocation<'_>,
        min: &[Bound],
        max: &[Bound],
    ) -> Option<Self>
    where
        Self: Sized,
    {
        let value = value?;
        let inside = value.bounded().is_none_or(|number| {
            min.iter().all(|min| number >= min) && max.iter().all(|max| number <= max)
        });
        if inside {
            return Some(value);
        }
        invocation.out_of_bounds();
        None
    }
}

impl<Bound: PartialOrd, T: Bounded<Bound>> Bounded<Bound> for Option<T> {
    fn bounded(&self) -> Option<&Bound> {
        self.as_ref().and_then(T::bounded)
    }
}

macro_rules! numbers {
    ($($ty:ty)*) => {$(
        impl Bounded<$ty> for $ty {
            fn bounded(&self) -> Option<&$ty> {
                Some(self)
            }
        }
    )*};
}
numbers!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize f32 f64);
