//! Whatever the author calls things, the expansion means its own.
#![allow(dead_code, unused_macros)]

mod core {}
mod std {}
mod alloc {}
struct Option;
struct Some;
struct Messages;
trait IntoContent {
    fn into_content(self);
}
impl IntoContent for &str {
    fn into_content(self) {}
}
macro_rules! format_args {
    ($($t:tt)*) => {};
}

#[test]
fn compiles_and_runs() {
    let __messages = "a";
    let __value = ::core::option::Option::Some("b");
    let user = "c";
    let assistant = 5;
    let result = prompt_runtime::messages! {
        user: "{__messages} {user} {assistant}";
        assistant: user;
        user?: __value;
        let user: &str = "d";
        user: user;
    };
    assert_eq!(result.messages().len(), 4);
}
