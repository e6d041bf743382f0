#[allow(clippy::needless_pass_by_value)]
#[doc = r" Review a diff against the team's standards."]
pub fn code_review(strictness: Strictness, diff: &str, branch: Option<&str>) -> GetPromptResult {
    messages! { description : "A {strictness} code review of the provided diff" ; user : "Review this diff {strictness}ly:\n\n{diff}" ; user ? : branch ; }
}
#[doc(hidden)]
#[non_exhaustive]
pub enum code_review {}
impl code_review {
    #[doc(hidden)]
    pub const PROMPT: &'static ::prompt_runtime::__private0::PromptDefinition = {
        use ::prompt_runtime::__private0::{self as __p, ProbeFallback as _};
        static __PROMPT: __p::PromptDefinition = __p::PromptDefinition {
            name: "code-review",
            title: ::core::option::Option::Some("Code review"),
            description: ::core::option::Option::Some(
                "Review a diff against the team's standards.",
            ),
            arguments: &[
                __p::ArgumentDefinition {
                    name: "strictness",
                    description: ::core::option::Option::Some("How hard to look."),
                    required: false,
                    has_default: true,
                    kind: __p::Probe::<Strictness>::KIND,
                    ..__p::ArgumentDefinition::NEW
                },
                __p::ArgumentDefinition {
                    name: "diff",
                    description: ::core::option::Option::Some("The unified diff to review."),
                    required: <&str as __p::FromArgument<'_, _>>::REQUIRED,
                    kind: __p::Probe::<&str>::KIND,
                    ..__p::ArgumentDefinition::NEW
                },
                __p::ArgumentDefinition {
                    name: "branch",
                    description: ::core::option::Option::Some("Where the diff comes from."),
                    required: <Option<&str> as __p::FromArgument<'_, _>>::REQUIRED,
                    kind: __p::Probe::<Option<&str>>::KIND,
                    ..__p::ArgumentDefinition::NEW
                },
            ],
            texts: &[
                __p::TextDefinition::new("description", "A {strictness} code review of the provided diff", 1),
                __p::TextDefinition::new("user", "Review this diff {strictness}ly:\n\n{diff}", 1),
                __p::TextDefinition::new("user", "", 1),
            ],
            location: __p::location!(),
            render: __p::Render::Sync(|__i| {
                let __0 = <Strictness as __p::FromArgumentOr<'_, _>>::fetch_or(__i, || {
                    ::core::default::Default::default()
                });
                let __1 = <&str as __p::FromArgument<'_, _>>::fetch(__i);
                let __2 = <Option<&str> as __p::FromArgument<'_, _>>::fetch(__i);
                __i.accepted()?;
                ::core::option::Option::Some(<GetPromptResult as __p::IntoPromptResult>::into_prompt_result(
                    code_review(__0?, __1?, __2?),
                ))
            }),
            ..__p::PromptDefinition::NEW
        };
        __p::inventory::submit! { __p :: Entry (& __PROMPT) }
        &__PROMPT
    };
}
