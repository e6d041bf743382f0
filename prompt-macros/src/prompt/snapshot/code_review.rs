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
            name: "code-review",
            title: ::core::option::Option::Some("Code review"),
            description: ::core::option::Option::Some(
                "Review a diff against the team's standards.",
            ),
            arguments: &[
                __p::ArgumentDefinition {
                    has_default: true,
                    ..__p::ArgumentDefinition::new(
                        "strictness",
                        ::core::option::Option::Some("How hard to look."),
                        false,
                        <<Strictness as __p::Probed>::Probe>::KIND,
                    )
                },
                __p::ArgumentDefinition::new(
                    "diff",
                    ::core::option::Option::Some("The unified diff to review."),
                    <&str as __p::FromArgument<'_, _>>::REQUIRED,
                    <<&str as __p::Probed>::Probe>::KIND,
                ),
                __p::ArgumentDefinition::new(
                    "branch",
                    ::core::option::Option::Some("Where the diff comes from."),
                    <Option<&str> as __p::FromArgument<'_, _>>::REQUIRED,
                    <<Option<&str> as __p::Probed>::Probe>::KIND,
                ),
            ],
            texts: &[
                __p::TextDefinition::new("description", "A {strictness} code review of the provided diff", 1),
                __p::TextDefinition::new("user", "Review this diff {strictness}ly:\n\n{diff}", 1),
                __p::TextDefinition::new("user", "", 1),
            ],
            location: __p::location!(),
            render: __p::Render::Sync(|__i| __p::call3(
                __i,
                |__i| <Strictness as __p::FromArgumentOr<'_, _>>::fetch_or(__i, || ::core::default::Default::default()),
                <&str as __p::FromArgument<'_, _>>::fetch,
                <Option<&str> as __p::FromArgument<'_, _>>::fetch,
                code_review,
                <GetPromptResult as __p::IntoPromptResult<_>>::into_prompt_result
            )),
            ..__p::PromptDefinition::NEW
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
