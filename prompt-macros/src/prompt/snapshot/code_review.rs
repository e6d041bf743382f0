#[allow(clippy::needless_pass_by_value)]
#[doc = r" Review a diff against the team's standards."]
pub fn code_review(strictness: Strictness, diff: &str, branch: Option<&str>) -> GetPromptResult {
    messages! { description : "A {strictness} code review of the provided diff" ; user : "Review this diff {strictness}ly:\n\n{diff}" ; user ? : branch ; }
}
#[doc(hidden)]
mod __code_review_1_0 {
    pub(super) use ::prompt_runtime::__private0 as p;
    pub mod t {
        #[non_exhaustive]
        pub enum code_review {}
    }
}
#[doc(hidden)]
#[allow(clippy::pub_use)]
pub use __code_review_1_0::t::*;
impl < > __code_review_1_0::t::code_review {
    const __DEFINITION: __code_review_1_0::p::PromptDefinition = {
        use __code_review_1_0::p as __p;
        use __p::ProbeFallback as _;
        __p::PromptDefinition {
            title: ::core::option::Option::Some("Code review"),
            ..__p::PromptDefinition::plain(
                "code-review",
                "Review a diff against the team's standards.\u{1f}\u{1f}\u{1f}strictness\u{1f}How hard to look.\u{1f}default\u{1f}diff\u{1f}The unified diff to review.\u{1f}\u{1f}branch\u{1f}Where the diff comes from.\u{1f}\u{1f}description\u{1f}A {strictness} code review of the provided diff\u{1f}1\u{1f}user\u{1f}Review this diff {strictness}ly:\n\n{diff}\u{1f}1\u{1f}user\u{1f}\u{1f}1",
                &[
                    &<<Strictness as __p::Probed>::Probe>::KIND,
                    &<<&str as __p::Probed>::Probe>::KIND,
                    &<<Option<&str> as __p::Probed>::Probe>::KIND
                ],
                __p::Location::new(::core::file!(), ::core::line!(), ::core::module_path!(), "prompt-macros"),
                __p::Render::Sync(|__i| __p::call3(
                    __i,
                    |__i| <Strictness as __p::FromArgumentOr<'_, _>>::fetch_or(__i, || ::core::default::Default::default()),
                    <&str as __p::FromArgument<'_, _>>::fetch,
                    <Option<&str> as __p::FromArgument<'_, _>>::fetch,
                    code_review,
                    <GetPromptResult as __p::IntoPromptResult<_>>::into_prompt_result
                ))
            )
        }
    };
    #[doc(hidden)]
    pub const PROMPT: &'static __code_review_1_0::p::PromptDefinition = {
        use __code_review_1_0::p as __p;
        static __PROMPT: __p::PromptDefinition = __code_review_1_0::t::code_review::__DEFINITION;
        __p::inventory::submit! { __p :: Entry (& __PROMPT) }
        &__PROMPT
    };
}
