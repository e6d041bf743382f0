use super::super::expand;
use super::{assert_errors, errors, key_errors, parameter_errors};
use crate::testing::sentences;
use quote::quote;

#[test]
fn unknown_repeated_and_mistyped_keys_are_all_reported() {
    assert_errors(
        &key_errors(
            quote!(nam = "a", title = "b", title = "c", wings = Map<A, B>, "x", name = 5, icons),
        ),
        &[
            "did you mean `name`? the keys are `name`, `title`",
            "`title` is given twice",
            "has no key `wings`; the keys are",
            "takes keys here",
            "`name` takes a string literal: write `name = \"code-review\"`",
            "`icons` takes a value",
        ],
    );
    assert_errors(
        &key_errors(quote!(name)),
        &["`name` takes a value: write `name = \"code-review\"`"],
    );
    assert_errors(
        &key_errors(quote!(name = "a" title = "b")),
        &["expected `,`"],
    );
    assert_errors(
        &key_errors(quote!(
            allow("x", "y"),
            alias("z"),
            icons((src = "a")),
            meta = 5,
            alias = 5
        )),
        &[
            "a list is written in brackets: write `allow = [\"x\" , \"y\"]`",
            "write `alias = [\"z\"]`",
            "write `icons = [(src = \"a\")]`",
            "takes a JSON object",
            "`alias` is given twice",
        ],
    );
    assert_errors(
        &key_errors(quote!(title = 5, replaced_by = "x", crate = 5)),
        &["`title` takes a string", "takes a path", "takes a path"],
    );
    assert_errors(
        &parameter_errors(
            &quote!(#[arg(defualt, non_empty = true, max_len = "5", min = "1", complete = "x")] a: &str),
        ),
        &[
            "did you mean `default`?",
            "`non_empty` takes no value",
            "number of characters",
            "a number literal",
            "takes a path",
        ],
    );
}

#[test]
fn signatures_that_cannot_be_prompts() {
    assert_errors(
        &errors(
            quote!(),
            quote!(
                unsafe fn f<T, const N: usize>(
                    &self,
                    _: &str,
                    (a, b): (u8, u8),
                    c: impl Display,
                    d: &'static str,
                    ...
                ) {
                }
            ),
        ),
        &[
            "`self` makes this a method",
            "cannot be `unsafe`",
            "the type `T`",
            "the constant `N`",
            "returns nothing",
            "`_` has none",
            "a pattern has none",
            "`impl …`",
            "`'static`",
        ],
    );
    assert_errors(
        &errors(
            quote!(),
            quote!(
                fn f() -> u8;
            ),
        ),
        &[],
    );
    for (item, part) in [
        (
            quote!(
                struct A;
            ),
            "not on a struct",
        ),
        (
            quote!(
                pub enum A {}
            ),
            "not on an enum",
        ),
        (quote!(impl A {}), "not on an `impl` block"),
        (
            quote!(
                mod a {}
            ),
            "not on a module",
        ),
        (
            quote!(
                trait A {}
            ),
            "not on a trait",
        ),
        (
            quote!(
                const A: u8 = 1;
            ),
            "not on a constant",
        ),
        (
            quote!(
                static A: u8 = 1;
            ),
            "not on a static",
        ),
        (
            quote!(
                type A = u8;
            ),
            "not on a type alias",
        ),
        (
            quote!(
                use a::b;
            ),
            "not on an import",
        ),
    ] {
        assert_errors(&errors(quote!(), item.clone()), &[part]);
        assert!(
            expand(quote!(), item.clone())
                .to_string()
                .ends_with(&item.to_string())
        );
    }
}

#[test]
fn every_kind_of_function_is_a_prompt() {
    for item in [
        quote!(
            const fn f() -> &'static str {
                ""
            }
        ),
        quote!(
            extern "C" fn f() -> String {
                String::new()
            }
        ),
        quote!(
            async fn f<'a, 'b: 'a>(a: &'a str, b: Cow<'b, str>) -> String {
                String::new()
            }
        ),
        quote!(
            fn f(#[state] Db(pool): &Db, #[context] _: &Context) -> String {
                String::new()
            }
        ),
    ] {
        assert_errors(&errors(quote!(), item), &[]);
    }
}

#[test]
fn a_method_gets_no_neighbours() {
    let out = expand(
        quote!(),
        quote!(
            fn f(&self) -> String {
                String::new()
            }
        ),
    )
    .to_string();
    assert!(!out.contains("enum"), "{out}");
}

#[test]
fn names_are_checked_and_differ() {
    assert_errors(
        &key_errors(quote!(name = " Code Review!")),
        &["begins or ends with white space: write `Code-Review`"],
    );
    assert_errors(
        &key_errors(quote!(name = "")),
        &["the name is empty: write 1 to 128"],
    );
    assert_errors(
        &key_errors(quote!(name = "a\u{200B}b")),
        &["`a\\u{200b}b` contains the invisible character U+200B: write `ab`"],
    );
    assert_errors(
        &key_errors(quote!(alias = ["f", "a", "a", "b c "])),
        &["`f` is a name", "`a` is a name", "write `b-c`"],
    );
    assert_errors(
        &errors(
            quote!(),
            quote!(
                fn f(
                    r#type: &str,
                    #[arg(name = "type", alias = "t")] b: &str,
                    #[arg(alias = "b c")] t: &str,
                ) -> String {
                }
            ),
        ),
        &[
            "an argument `type` already",
            "an argument `t` already",
            "write `b-c`",
        ],
    );
    assert_errors(
        &errors(
            quote!(),
            quote!(
                fn f(#[cfg(x)] a: &str, #[cfg(not(x))] a: u8) -> String {}
            ),
        ),
        &[],
    );
}

#[test]
fn texts_are_visible() {
    assert_errors(
        &key_errors(quote!(title = "a\u{202E}b", description = "")),
        &[
            "the title contains U+202E, a bidirectional",
            "the description is empty",
        ],
    );
    assert_errors(
        &errors(
            quote!(),
            quote!(
                #[doc = "a\u{E0041}"]
                fn f(#[doc = "\u{2060}"] a: &str) -> String {}
            ),
        ),
        &["U+E0041", "U+2060"],
    );
}

#[test]
fn icons_are_checked() {
    for scheme in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "FTP://a/b",
        "ws://a",
        "wss://a",
    ] {
        assert_errors(
            &key_errors(quote!(icons = [(src = #scheme)])),
            &["clients must refuse an icon from"],
        );
    }
    assert_errors(
        &key_errors(quote!(
            icons = [
                (
                    theme = "drak",
                    sizes = ["48", "0x1", "any", "1x1"],
                    mime_type = "png"
                ),
                (src = "icon.png"),
                (src = "https://"),
                (src = "data:image/png"),
                (src = "https://a/b c"),
                "x",
                (scr = "https://a"),
            ]
        )),
        &[
            "an icon has no key `scr`, did you mean `src`?",
            "written in parentheses",
        ]
        .iter()
        .rev()
        .copied()
        .chain([
            "needs its address",
            "no MIME type of an image",
            "\"48\" is no size",
            "\"0x1\" is no size",
            "`light` or a `dark`",
            "comes from an `https:`",
            "names no host",
            "behind a comma",
            "no white space",
        ])
        .collect::<Vec<_>>(),
    );
}

#[test]
fn meta_is_json() {
    let out = expand(
        quote!(meta = { "com.example/a": "q\"\\\n", "b": [1, -2, 0x10, 1.5, 1e3, true, null, [], {}], "c": { "d": "é" } }),
        quote!(
            fn f() -> String {}
        ),
    );
    let json =
        r#"{"com.example/a":"q\"\\\u000a","b":[1,-2,16,1.5,1000.0,true,null,[],{}],"c":{"d":"é"}}"#;
    let literal = proc_macro2::Literal::string(json).to_string();
    assert!(out.to_string().contains(&literal), "{out}");
    assert_errors(
        &key_errors(
            quote!(meta = { "a": x, b: 1, "c" 1, "d": 1u8, "e": 1 "f": 2, "g": 1, "g": 2, "mcp.dev/h": 1, "-": [a, b] }),
        ),
        &[
            "a JSON value is",
            "a string literal",
            "expected `:`",
            "a JSON value is",
            "expected `,`",
            "\"g\" is given twice",
            "a JSON value is",
            "a JSON value is",
            "is reserved for MCP",
            "is no `_meta` key",
        ],
    );
}

#[test]
fn marks_of_a_parameter() {
    for (parameter, parts) in [
        (
            quote!(#[state] #[arg(name = "a")] a: &A),
            &["is `#[state]` already: remove `#[arg(…)]`"][..],
        ),
        (
            quote!(#[context] #[state] a: &A),
            &["is `#[state]` already: remove `#[context]`"],
        ),
        (quote!(#[state] #[state] a: &A), &["given twice"]),
        (quote!(#[state(x)] a: &A), &["takes no keys"]),
        (quote!(#[arg] a: &str), &["`#[arg]` says nothing"]),
        (quote!(#[arg()] a: &str), &["`#[arg]` says nothing"]),
        (quote!(#[arg = "x"] a: &str), &["keys in parentheses"]),
        (
            quote!(#[arg(name = "x")] #[arg(name = "y")] a: &str),
            &["`name` is given twice"],
        ),
        (
            quote!(#[state] a: A),
            &["write a reference, such as `&Database`"],
        ),
        (quote!(#[state] a: &mut A), &["shared by all requests"]),
        (quote!(#[state] a: &'static A), &["without `'static`"]),
        (
            quote!(#[context] a: Context),
            &["write a reference, such as `&Context`"],
        ),
        (
            quote!(#[cfg_attr(x, arg(default), doc = "d")] a: &str),
            &["cannot add `arg`", "cannot add `doc`"],
        ),
        (quote!(#[state] a: &Vec<&'static str>), &[]),
        (quote!(a: Cow<'static, str>), &["`'static`"]),
    ] {
        assert_errors(&parameter_errors(&parameter), parts);
    }
}

#[test]
fn replacements_and_advice() {
    assert_errors(
        &key_errors(quote!(replaced_by = f)),
        &["cannot replace itself"],
    );
    assert_errors(&key_errors(quote!(replaced_by = g)), &["add `#[deprecated"]);
    assert_errors(
        &key_errors(quote!(allow = ["Bad Id", ""])),
        &["no id of a rule", "no id of a rule"],
    );
    assert_errors(&key_errors(quote!(allow)), &["write `allow = \"rule-id\"`"]);
}

#[test]
fn a_second_attribute_is_one_error() {
    for item in [
        quote!(
            #[prompt]
            fn f() -> String {}
        ),
        quote!(
            #[inline]
            #[prompt(name = "b")]
            fn f() -> String {}
        ),
        quote!(
            #[prompt_runtime::prompt]
            fn f() -> String {}
        ),
        quote!(
            #[facade::of::prompts::prompt]
            fn f() -> String {}
        ),
    ] {
        let out = expand(quote!(crate = ::facade::of::prompts), item);
        assert_errors(&sentences(&out), &["`#[prompt]` is given twice: keep one"]);
        let out = out.to_string();
        assert!(
            !out.contains("# [prompt") && !out.contains(":: prompt]"),
            "{out}"
        );
    }
}

#[test]
fn a_missing_return_type_is_one_error() {
    for (body, ours) in [
        (quote!({}), true),
        (
            quote!({
                f();
            }),
            true,
        ),
        (quote!({ for x in y {} }), true),
        // The compiler reports these, and suggests the type.
        (quote!({ x.to_owned() }), false),
        (
            quote!({
                messages! { user: "x"; }
            }),
            false,
        ),
        (quote!({ x }), false),
    ] {
        let out = expand(quote!(), quote!(fn f(x: &str) #body));
        let expected: &[&str] = if ours { &["add `-> String`"] } else { &[] };
        assert_errors(&sentences(&out), expected);
        assert!(!out.to_string().contains("inventory"), "{out}");
    }
}

#[test]
fn habits_of_other_libraries_get_a_sentence_each() {
    for (written, expected) in [
        (
            quote!(#[arg(required = true)] a: &str),
            "the type says whether",
        ),
        (quote!(#[arg(optional)] a: &str), "the type says whether"),
        (
            quote!(#[arg(help = "x")] a: &str),
            "a doc comment before the parameter",
        ),
        (
            quote!(#[arg(default_value = "x")] a: &str),
            "write `default = …`",
        ),
        (
            quote!(#[arg(possible_values = ["x"])] a: &str),
            "derive `ArgumentEnum`",
        ),
        (quote!(#[arg(value_parser = f)] a: &str), "`FromStr`"),
        (quote!(#[arg(rename = "x")] a: &str), "write `name ="),
        (
            quote!(Parameters(a): Parameters<A>),
            "`#[arguments] arguments:",
        ),
        (
            quote!(rmcp::Json(a): rmcp::Json<A>),
            "`#[arguments] arguments:",
        ),
        (quote!(State(db): State<Db>), "`#[state] db: &Database`"),
        (
            quote!(Extension(db): Extension<Db>),
            "`#[state] db: &Database`",
        ),
        (
            quote!(RequestContext(c): RequestContext),
            "`#[context] context: &Context`",
        ),
    ] {
        assert_errors(&parameter_errors(&written), &[expected]);
    }
    for (written, expected) in [
        (quote!(about = "x"), "a doc comment before the function"),
        (
            quote!(arguments = [a]),
            "the parameters of the function are the arguments",
        ),
        (quote!(id = "x"), "write `name ="),
        (quote!(_meta = {}), "write `meta ="),
    ] {
        assert_errors(&key_errors(written), &[expected]);
    }
}

#[test]
fn a_misspelt_attribute_is_one_error() {
    for (written, ours) in [
        (quote!(#[states] _: &Db), "`#[state]`"),
        (quote!(#[State] Db(pool): &Db), "`#[state]`"),
        (quote!(#[argument(default = 3)] a: u8), "`#[arg]`"),
        (quote!(#[args(nam = "b")] a: u8), "`#[arg]`"),
        (quote!(#[ctx] _: &Context), "`#[context]`"),
        (quote!(#[contxt] context: &Context), "`#[context]`"),
    ] {
        assert_errors(
            &parameter_errors(&written),
            &[&format!("did you mean {ours}?")],
        );
    }
    assert_errors(
        &parameter_errors(
            &quote!(#[cfg(x)] #[cfg_attr(x, allow(y))] #[allow(x)] #[expect(x)] #[warn(x)] #[deny(x)] #[forbid(x)] #[doc = "x"] #[with(1)] #[a::stat] a: u8),
        ),
        &[],
    );
}

#[test]
fn invisible_text_is_refused_wherever_a_literal_is_shown() {
    let hidden = "a\u{200B}b";
    assert_errors(
        &parameter_errors(&quote!(#[arg(default = #hidden)] a: &str)),
        &["the default contains U+200B"],
    );
    assert_errors(
        &errors(
            quote!(),
            quote!(
                #[deprecated(note = #hidden)]
                fn f() -> String {
                    String::new()
                }
            ),
        ),
        &["the note of `#[deprecated]` contains U+200B"],
    );
}

#[test]
fn what_json_readers_lose_is_refused() {
    let numbers =
        quote!("a": 18446744073709551616, "b": [-9223372036854775809], "c": -9223372036854775808);
    assert_errors(
        &key_errors(quote!(meta = { #numbers })),
        &["write it as a string", "write it as a string"],
    );
    let nested = |levels: usize| {
        (0..levels).fold(quote!(1), |inner, level| {
            if level % 2 == 0 {
                quote!([#inner])
            } else {
                quote!({ "a": #inner })
            }
        })
    };
    let inner = nested(63);
    assert_errors(&key_errors(quote!(meta = { "a": #inner })), &[]);
    let inner = nested(64);
    assert_errors(
        &key_errors(quote!(meta = { "a": #inner, "b": 18446744073709551615 })),
        &["at most 64 levels"],
    );
}
