#[allow(clippy::needless_pass_by_value)]
#[deprecated(since = "1.2", note = "too long")]
#[must_use]
pub(crate) async fn weekly<'a>(
    db: &'a Db<'a>,
    _: &Context,
    mut r#type: Cow<'a, str>,
    #[cfg(feature = "x")] count: u8,
    tone: String,
    ids: Vec<u32>,
    kind: Option<&'a str>,
) -> Result<impl IntoPromptResult, Error>
where
    'a: 'a,
{
    todo!()
}
#[doc(hidden)]
mod __weekly_1_85 {
    pub(super) use ::renamed::runtime::__private0 as p;
    pub mod t {
        #[non_exhaustive]
        pub enum weekly {}
    }
}
#[doc(hidden)]
#[allow(clippy::pub_use)]
pub(crate) use __weekly_1_85::t::*;
#[allow(deprecated)]
impl __weekly_1_85::t::weekly {
    const __DEFINITION: __weekly_1_85::p::PromptDefinition = {
        use __weekly_1_85::p as __p;
        use __p::ProbeFallback as _;
        #[cfg(feature = "x")]
        const _: () = ::core::assert!(
            !<<u8 as __p::Probed>::Probe>::KIND.is_closed(),
            "this type is completed with all its values already: remove `complete`"
        );
        const _: () = ::core::assert!(
            __p::is_listed(Tone::VARIANTS, "brief"),
            "the default \"brief\" is not among `values`: write one of them"
        );
        __p::PromptDefinition {
            title: ::core::option::Option::Some({ let __value: &str = const { TITLE }; __value }),
            icons: &[
                __p::IconDefinition {
                    src: "https://example.com/a.png",
                    mime_type: ::core::option::Option::Some("image/png"),
                    sizes: &["48x48", "any"],
                    theme: ::core::option::Option::Some("dark"),
                },
                __p::IconDefinition {
                    src: "data:image/png;base64,AA==",
                    mime_type: ::core::option::Option::None,
                    sizes: &[],
                    theme: ::core::option::Option::None,
                },
            ],
            meta: ::core::option::Option::Some(
                "{\"com.example/team\":\"docs\",\"n\":[1,-2.5,true,null,{\"a\":\"b\"}]}",
            ),
            arguments: &[
                __p::ArgumentDefinition { title: ::core::option::Option::Some("Topic"), non_empty: true, max_len: ::core::option::Option::Some(20usize), aliases: &["subject"], ..__p::ArgumentDefinition::new("topic", ::core::option::Option::Some({ let __value: &str = const { concat!("a", "b") }; __value }), <Cow<'_, str> as __p::FromArgument<'_, _>>::REQUIRED, <<Cow<'_, str> as __p::Probed>::Probe>::KIND) },
                #[cfg(feature = "x")]
                __p::ArgumentDefinition { has_default: true, min: ::core::option::Option::Some("1"), max: ::core::option::Option::Some("10"), complete: ::core::option::Option::Some(|__c| { __p::Completer::complete(numbers::near, __c) }), ..__p::ArgumentDefinition::new("count", ::core::option::Option::None, false, <<u8 as __p::Probed>::Probe>::KIND) },
                __p::ArgumentDefinition { has_default: true, values: ::core::option::Option::Some({ let __value: &[&str] = const { Tone::VARIANTS }; __value }), example: ::core::option::Option::Some("long"), ..__p::ArgumentDefinition::new("tone", ::core::option::Option::None, false, <<String as __p::Probed>::Probe>::KIND) },
                __p::ArgumentDefinition { has_default: true, ..__p::ArgumentDefinition::new("ids", ::core::option::Option::None, false, <<Vec<u32> as __p::Probed>::Probe>::KIND) },
                __p::ArgumentDefinition { values: ::core::option::Option::Some(&["a", "b"]), ..__p::ArgumentDefinition::new("kind", ::core::option::Option::None, <Option<&'_ str> as __p::FromArgument<'_, _>>::REQUIRED, <<Option<&'_ str> as __p::Probed>::Probe>::KIND) },
            ],
            state: &[<Db<'_> as __p::State>::KEY],
            aliases: &["week", "old"],
            allowed_advice: &["few-words", "b"],
            deprecated: ::core::option::Option::Some(__p::Deprecation::new(
                ::core::option::Option::Some("1.2"),
                ::core::option::Option::Some("too long"),
            )),
            replaced_by: ::core::option::Option::Some(<super::monthly>::PROMPT),
            ..__p::PromptDefinition::plain(
                "weekly",
                "Review the week.\u{1f}\u{1f}",
                &[],
                __p::Location::new(::core::file!(), ::core::line!(), ::core::module_path!(), "prompt-macros"),
                __p::Render::Async(|__i| {
                let __0 = <Db<'_> as __p::State>::find(__i);
                let __1 = <&Context as __p::FromContext<'_>>::from_context(__i);
                let __2 = <Cow<'_, str> as __p::FromArgument<'_, _>>::fetch(__i);
                #[cfg(feature = "x")]
                let __3 = <u8 as __p::Bounded<_>>::within(
                    <u8 as __p::FromArgumentOr<'_, _>>::fetch_or(__i, || 3),
                    __i,
                    &[1],
                    &[1_0]
                );
                let __4 = <String as __p::FromArgumentOr<'_, _>>::fetch_or(__i, || {
                    __p::FromLiteral::from_literal("brief")
                });
                let __5 =
                    <Vec<u32> as __p::FromList<'_, _>>::fetch_list_or(__i, ",", || vec![1, 2]);
                let __6 = <Option<&'_ str> as __p::FromArgument<'_, _>>::fetch(__i);
                __i.accepted()?;
                ::core::option::Option::Some(__p::later(weekly(
                    __0?,
                    __1?,
                    __2?,
                    #[cfg(feature = "x")]
                    __3?,
                    __4?,
                    __5?,
                    __6?
                ), __p::IntoPromptResult::into_prompt_result))
            }))
        }
    };
    #[doc(hidden)]
    pub(crate) const PROMPT: &'static __weekly_1_85::p::PromptDefinition = {
        use __weekly_1_85::p as __p;
        static __PROMPT: __p::PromptDefinition = __weekly_1_85::t::weekly::__DEFINITION;
        __p::inventory::submit! { __p :: Entry (& __PROMPT) }
        &__PROMPT
    };
}
