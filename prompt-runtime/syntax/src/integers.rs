//! The ranges of Rust's integer types.

/// A range of integers, both ends inclusive. It has an `i128` and a `u128`, because no single type contains both ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Integers(pub i128, pub u128);

impl Integers {
    /// The range of the integer type with this name. `usize` and `isize` count as 64 bits wide.
    #[must_use]
    pub fn of(name: &str) -> Option<Self> {
        let (sign, bits) = name.split_at_checked(1)?;
        let bits: u32 = match bits {
            "size" => 64,
            bits => bits.parse().ok().filter(|bits| (8..=128).contains(bits))?,
        };
        match sign {
            "u" => Some(Self(0, u128::MAX >> (128 - bits))),
            "i" => Some(Self(i128::MIN >> (128 - bits), u128::MAX >> (129 - bits))),
            _ => None,
        }
    }

    /// Returns `true` if the range includes all of `others`.
    #[must_use]
    pub fn include(&self, others: &Self) -> bool {
        self.0 <= others.0 && others.1 <= self.1
    }

    /// Returns `true` if `text` is an integer in the range.
    #[must_use]
    pub fn include_text(&self, text: &str) -> bool {
        let positive = text.parse().is_ok_and(|it: u128| it <= self.1);
        positive || text.parse().is_ok_and(|it: i128| it < 0 && self.0 <= it)
    }
}
