//! No client can choose the type of a method, and a server of any type borrows nothing.

use prompt_runtime::prompt_methods;

struct Server<'a, T, const N: usize>(&'a [T; N]);

struct Borrowing<'a>(&'a str);

#[prompt_methods]
impl<'a, T: Send + Sync + 'static, const N: usize> Server<'a, T, N> {
    #[prompt]
    fn generic<U>(&self, text: &str) -> String {
        text.to_owned()
    }
}

#[prompt_methods]
impl Borrowing<'_> {
    #[prompt]
    fn borrowed(&self, text: &str) -> String {
        text.to_owned()
    }
}

fn main() {}
