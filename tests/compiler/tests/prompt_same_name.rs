//! A module, a type or a file of the name of a prompt is no mistake, as none is one beside the function.

use prompt_runtime::{Context, PromptRegistry, prompt, prompt_file, prompts};

mod review {
    pub const WORDS: usize = 3;
}

#[prompt]
pub fn review(diff: &str) -> String {
    format!("{diff} {}", self::review::WORDS)
}

#[allow(non_camel_case_types)]
pub type summary = u8;

#[prompt]
pub fn summary(diff: &str) -> String {
    diff.to_owned()
}

prompt_file!("ui/embed/files/hello.md");

#[prompt(name = "greeting")]
pub fn hello(name: &str) -> String {
    name.to_owned()
}

mod inner {
    use prompt_runtime::prompt;

    #[prompt]
    pub(super) fn other(diff: &str) -> String {
        diff.to_owned()
    }
}

use inner::other as renamed;

#[test]
fn compiles_and_runs() {
    #[prompt]
    fn local(diff: &str) -> String {
        diff.to_owned()
    }
    let listed = prompts![local, renamed, inner::other];
    assert_eq!(
        listed.map(|prompt| prompt.name()),
        ["local", "other", "other"]
    );
    let all = PromptRegistry::from_inventory().unwrap();
    let page = all.list(None, &Context::default()).unwrap();
    assert_eq!(page.prompts.len(), 6);
    assert_eq!(summary(&review("a")), "a 3");
    assert_eq!((hello("b"), renamed("c")), ("b".to_owned(), "c".to_owned()));
}
