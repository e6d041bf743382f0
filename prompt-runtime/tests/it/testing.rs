//! Tests of the test kit: accepted answers, and the messages of failed assertions.
#![allow(clippy::unwrap_used)]

use prompt_runtime::arguments::ProblemKind;
use prompt_runtime::testing::{Call, call};
use prompt_runtime::{GetPromptResult, PromptError, PromptMessage, Role, messages, prompt};

/// Classifies an issue.
#[prompt]
fn classify(issue: &str, #[arg(default = 1)] examples: u8) -> GetPromptResult {
    messages! {
        description: "Classify with {examples} examples";
        user: "Issue: {issue}";
        prefill: "Label:";
    }
}

/// Waits once before it answers.
#[prompt]
async fn slow(#[state] greeting: &String) -> Result<Vec<PromptMessage>, PromptError> {
    let mut waited = false;
    std::future::poll_fn(|context| {
        if std::mem::replace(&mut waited, true) {
            return std::task::Poll::Ready(());
        }
        let waker = context.waker().clone();
        std::thread::spawn(move || waker.wake());
        std::task::Poll::Pending
    })
    .await;
    Ok(vec![PromptMessage::user(greeting)])
}

/// Fails with a secret.
#[prompt]
fn broken() -> Result<String, std::io::Error> {
    Err(std::io::Error::other("the password is swordfish"))
}

mod inner {
    /// Lies in a module.
    #[prompt_runtime::prompt]
    pub(crate) fn nested() -> &'static str {
        "here"
    }
}

#[test]
fn what_a_prompt_answers() {
    call!(classify, "issue" => "it hangs", "examples" => "2")
        .get()
        .assert_roles([Role::User, Role::Assistant])
        .assert_kinds(["text", "text"])
        .assert_text(0, "Issue: it hangs")
        .assert_contains("Label")
        .assert_description("Classify with 2 examples");
    call!(inner::nested).get().assert_text(0, "here");
    call!(slow)
        .state("Hello.".to_owned())
        .get()
        .assert_text(0, "Hello.");
}

#[test]
fn what_a_client_sends_is_what_is_checked() {
    call!(classify, "examples" => 5, "isue" => "x")
        .get()
        .assert_problems([
            ("issue", ProblemKind::Missing),
            ("examples", ProblemKind::NotAString),
            ("isue", ProblemKind::Undeclared),
        ]);
    assert_eq!(
        call!(broken).get().error().message(),
        "internal error",
        "what a client reads"
    );
}

#[test]
#[should_panic(
    expected = "prompt \"classify\": \"bug\" was expected in a message; it answered\n\n# Classify with 1 examples\n\n[user]\nIssue: x\n\n[assistant, to be continued]\nLabel:"
)]
fn a_failure_shows_the_conversation() {
    let _ = call!(classify, "issue" => "x").get().assert_contains("bug");
}

#[test]
#[should_panic(expected = "the password is swordfish")]
fn a_failure_shows_the_author_what_stays_in_the_server() {
    let _ = call!(broken).get().result();
}

#[test]
#[should_panic(expected = "an error was expected")]
fn an_answer_is_no_error() {
    let _ = call!(classify, "issue" => "x").get().error();
}

#[test]
#[should_panic(expected = "the conversation has no messages")]
fn a_conversation_that_breaks_a_rule_fails_with_the_reason() {
    /// Has no messages.
    #[prompt]
    fn unfinished() -> Vec<PromptMessage> {
        Vec::new()
    }
    let _ = call!(unfinished).get().result();
}

#[tokio::test]
async fn it_works_within_a_runtime() {
    call!(slow)
        .state("Hello.".to_owned())
        .answer()
        .await
        .assert_text(0, "Hello.");
}

struct Tracker(&'static str);

#[prompt_runtime::prompt_methods]
impl Tracker {
    #[prompt(name = "weekly-review")]
    fn weekly_review(&self, audience: &str) -> String {
        format!("{} for {audience}", self.0)
    }
}

#[test]
fn a_method_is_called_by_its_name_in_the_list() {
    Call::named(Tracker::PROMPTS, "weekly-review")
        .with("audience", "us")
        .state(Tracker("a review"))
        .get()
        .assert_text(0, "a review for us");
}

#[test]
#[should_panic(expected = r#"there is no prompt "weekly"; the list has ["weekly-review"]"#)]
fn a_name_that_the_list_does_not_have_is_told_with_those_it_has() {
    let _ = Call::named(Tracker::PROMPTS, "weekly");
}

#[prompt]
async fn waits() -> &'static str {
    tokio::time::sleep(std::time::Duration::from_millis(1)).await;
    "waited"
}

#[test]
#[should_panic(expected = "if it needs one, write `#[tokio::test]` and `.answer().await`")]
fn a_prompt_that_needs_a_runtime_says_how_it_gets_one() {
    call!(waits).get().assert_text(0, "waited");
}

#[tokio::test]
async fn a_prompt_that_needs_a_runtime_has_one() {
    call!(waits).answer().await.assert_text(0, "waited");
}

#[test]
fn a_prompt_is_called_as_a_server_offers_it() {
    let library = prompt_runtime::PromptLibrary::new(Tracker::PROMPTS).namespace("team");
    let registry = prompt_runtime::PromptRegistry::builder()
        .library(library)
        .state(Tracker("of the registry"))
        .build()
        .unwrap();
    let call = || Call::on(&registry, "team.weekly-review").with("audience", "us");
    call().get().assert_text(0, "of the registry for us");
    let call = call().state(Tracker("of the test"));
    call.get().assert_text(0, "of the test for us");
    let unknown = Call::on(&registry, "weekly-review").get();
    assert_eq!(
        unknown.error().message(),
        "unknown prompt \"weekly-review\""
    );
}
