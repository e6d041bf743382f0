#![allow(clippy::needless_raw_string_hashes)]

mod ends;
mod mangled;

use super::*;
use crate::registered::{embedded, template};
use crate::testing::Folder;
use proc_macro2::{Delimiter, Group, TokenTree};
use quote::quote;
use syn::LitStr;

/// The messages of all `compile_error!`s in an expansion, each with its place as `line:column` and its `cfg`.
fn sentences(source: &str) -> Vec<String> {
    sentences_with(source, &Files::next_to_source())
}

fn sentences_with(source: &str, files: &Files) -> Vec<String> {
    let expansion = expand_with(source.parse().unwrap(), files);
    let mut found = Vec::new();
    collect(expansion, &mut found);
    found
}

fn collect(tokens: TokenStream, found: &mut Vec<String>) {
    let trees: Vec<TokenTree> = tokens.into_iter().collect();
    for (i, tree) in trees.iter().enumerate() {
        if let TokenTree::Ident(name) = tree
            && name == "compile_error"
            && let Some(TokenTree::Group(text)) = trees.get(i + 2)
        {
            let literal: LitStr = syn::parse2(text.stream()).unwrap();
            let place = name.span().start();
            let cfg = match i.checked_sub(6).and_then(|j| trees.get(j)) {
                Some(TokenTree::Group(group)) if group.delimiter() == Delimiter::Bracket => {
                    format!("{} ", group.stream().to_string().replace(' ', ""))
                }
                _ => String::new(),
            };
            found.push(format!(
                "{}:{} {cfg}{}",
                place.line,
                place.column + 1,
                literal.value()
            ));
        }
        if let TokenTree::Group(group) = tree {
            collect(group.stream(), found);
        }
    }
}

#[track_caller]
fn wrong(source: &str, expected: &[&str]) {
    let found = sentences(source);
    let near = |(found, expected): (&String, &&str)| found.starts_with(*expected);
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(near),
        "{source}\nfound {found:#?}\nexpected {expected:#?}"
    );
}

#[track_caller]
fn right(source: &str) {
    assert_eq!(sentences(source), Vec::<String>::new(), "{source}");
}

#[test]
fn the_whole_grammar_is_read() {
    let folder = Folder::with("grammar", &[("rules.md", b"Rules for {{ tone }}.")]);
    let found = sentences_with(
        r##"
        crate = ::other::runtime;
        description: "Classify one issue ({tone})";
        user: include("rules.md");
        for Example { text, label } in &examples {
            user: "Issue: {text}";
            assistant: "{label}";
        }
        if examples.is_empty() && tone == Tone::Full { user: "Give reasons."; }
        user?: notes;
        #[cfg(feature = "ids")]
        user: "Use ids of length {}.", issue.len();
        let Some(issue) = find(issue) else { return Err(Missing.into()) };
        match (kind, 1) {
            #[cfg(x)]
            Kind::A { n, .. } if n > 3 => { user: r#"raw {n}"#; }
            | Kind::B | Kind::C => {},
            _ => { user: text.await?; assistant: image; }
        }
        if let Some(x) = y && z { user: x; } else if a { } else { assistant: b; }
        'outer: for i in 0..n { for j in [Foo { a: 1 }] { if done { continue 'outer; } user: "x"; } }
        user: "Issue: {issue}\nAnswer as JSON.";
        prefill: "{{\"label\": \"";
        "##,
        &Files::in_folder(folder.path()),
    );
    assert_eq!(found, Vec::<String>::new());
}

#[test]
fn files_are_included_where_a_text_can_be() {
    let folder = Folder::with(
        "include",
        &[("a.md", b"A {{ a }} {b}\n"), ("b.md", b"{{ x")],
    );
    let files = Files::in_folder(folder.path());
    let source = r#"description: include("a.md"); #[cfg(c)] user: include("a.md"); if d { assistant: include("a.md"); } prefill: include("a.md");"#;
    let expansion = expand_with(source.parse().unwrap(), &files).to_string();
    let text = r#"(:: core :: format_args ! ("A {0} {{b}}" , a_md_line_1_column_3 ! ())) ; }"#;
    for method in ["description", "user", "assistant", "prefill"] {
        let call = format!("__messages . {method} {text}");
        assert!(expansion.contains(&call), "{call}\n{expansion}");
    }
    assert!(expansion.contains("# [cfg (c)] { const _"), "{expansion}");

    let source = r#"user: include("b.md"); user: include("c.md"); user?: include("a.md"); user: include(y);"#;
    let found = sentences_with(source, &files);
    for (found, expected) in found.iter().zip([
        "1:15 b.md:1:1: `{{` is never closed on its line",
        "1:38 there is no file `c.md`",
        "1:54 `user?:` takes an `Option`, and a text is always there: write `user:`",
        "1:85 `include` takes the path of a file as a literal: write `include(\"review.md\")`",
    ]) {
        assert!(found.starts_with(expected), "{found}\n{expected}");
    }
    assert_eq!(found.len(), 4);

    let scanned = scan::scan_with(
        &quote!(messages! { user: include("a.md"); user: include("b.md"); }),
        &files,
    );
    let texts: Vec<_> = scanned
        .texts
        .iter()
        .map(|it| (it.text.as_ref().map(LitStr::value), it.file.as_deref()))
        .collect();
    assert_eq!(
        texts,
        [
            (Some("A {{ a }} {b}".to_owned()), Some("a.md")),
            (None, None)
        ]
    );
    let file = embedded(&scanned.files[0]).to_string();
    assert!(
        file.starts_with(
            r#"__p :: EmbeddedFile :: text ("text" , "a.md" , 1 , :: core :: include_str ! (""#
        ),
        "{file}"
    );
    assert_eq!(scanned.files.len(), 1);
}

#[test]
fn scanning_finds_every_file() {
    let png = b"\x89PNG\r\n\x1a\n0123456789";
    let folder = Folder::with("scan", &[("a.png", png), ("b.txt", b"text")]);
    let files = Files::in_folder(folder.path());
    let body: TokenStream = r#"{
        let logo = prompt_runtime::image!("a.png");
        helper(resource!("b.txt", uri = "file:///b.txt"), image!("none.png"), other!("a.png"), image("a.png"));
        messages! {
            #[cfg(a)] user: image!("a.png").with_annotations(x);
            user?: Some(image!("a.png"));
            let text = [resource!("b.txt", uri = "x:b"), image!("a.png")];
            user: if resource!("b.txt", uri = "x:b") == y { "y" } else { "z" };
            user: logo;
        }
    }"#
    .parse()
    .unwrap();
    let scanned = scan::scan_with(&body, &files);
    let found: Vec<_> = scanned
        .files
        .iter()
        .map(|it| {
            embedded(it)
                .to_string()
                .replace("__p :: EmbeddedFile :: ", "")
        })
        .map(|it| it.split_inclusive(" , ").take(3).collect::<String>())
        .collect();
    assert_eq!(
        found,
        [
            "base64 (\"image\" , \"a.png\" , 2 , ",
            "text (\"resource\" , \"b.txt\" , 3 , ",
            "# [cfg (a)] base64 (\"image\" , \"a.png\" , 5 , ",
            "base64 (\"image\" , \"a.png\" , 6 , ",
            "text (\"resource\" , \"b.txt\" , 7 , ",
            "base64 (\"image\" , \"a.png\" , 7 , ",
            "text (\"resource\" , \"b.txt\" , 8 , ",
        ]
    );
    let texts: Vec<_> = scanned.texts.iter().map(|it| it.file.as_deref()).collect();
    assert_eq!(texts, [Some("a.png"), None, Some("b.txt"), None]);
}

#[test]
fn expressions_may_look_like_turns() {
    for source in [
        r#"user: f(|user: &str| user.len());"#,
        r#"user: call(x, |a, user: &str| { user });"#,
        r#"let user: String = f(); user: user;"#,
        r#"let f = |a: u8, user: &str| a; user: "x";"#,
        r#"let mut user: String = f(); user: user;"#,
        r#"user: path::user::text();"#,
        r#"user: if a { "b" } else if c { "d" } else { match e { _ => "f" } };"#,
        r#"user: match x { A => "a", _ => return Err(e) };"#,
        r#"user: { let a = 1; a };"#,
        r#"user: &'static_thing;"#,
        r#"user: 'user: loop { break 'user "x" };"#,
        r#"user: x as user::T;"#,
        r#"user: "a".to_owned();"#,
        r#"user: concat!("a", "b");"#,
        r#"user: include_str!("x");"#,
        r#"user: unsafe { x };"#,
        r#"user: async { x }.await;"#,
        r#"user: (|| "x")();"#,
        r#"user: (); ;"#,
        r#"user: b"bytes";"#,
        r#"user: 5;"#,
    ] {
        right(source);
    }
}

#[test]
fn roles() {
    wrong(
        r#"system: "x"; user: "y";"#,
        &[
            "1:1 MCP prompts have no `system` role: put this text at the start of the first `user` turn (https",
        ],
    );
    wrong(
        r#"developer: "x";"#,
        &["1:1 MCP prompts have no `developer` role"],
    );
    wrong(
        r#"usr: "x";"#,
        &["1:1 `usr` is not a role: did you mean `user`?"],
    );
    wrong(
        r#"User: "x";"#,
        &["1:1 `User` is not a role: did you mean `user`?"],
    );
    wrong(
        r#"asistant: "x"; user: "y";"#,
        &["1:1 `asistant` is not a role: did you mean `assistant`?"],
    );
    wrong(
        r#"user: "x"; pre_fill: "y";"#,
        &["1:12 `pre_fill` is not a role: did you mean `prefill`?"],
    );
    wrong(
        r#"user: "x"; model: "y"; user: "z";"#,
        &["1:12 `model` is not a role: write `assistant:`"],
    );
    wrong(
        r#"narrator: "x";"#,
        &[
            "1:1 `narrator` is not a role: a turn is `user`, `assistant` or, as the last one, `prefill` (https",
        ],
    );
}

#[test]
fn words_of_a_turn() {
    wrong(
        r#"user "x";"#,
        &["1:1 a `:` is missing after `user`: write `user: \"…\";`"],
    );
    wrong(r#"user = "x";"#, &["1:1 a `:` is missing after `user`"]);
    wrong(r#"user("x");"#, &["1:1 a `:` is missing after `user`"]);
    wrong(
        r#"user: ;"#,
        &["1:1 `user:` has no text: write `user: \"…\";`"],
    );
    wrong(r#"user: "";"#, &["1:7 a turn needs text"]);
    wrong(
        r#"user: r" "; description: "x";"#,
        &["1:13 `description` comes first", "1:7 a turn needs text"],
    );
    wrong(
        r#"user?: "x"; user: "y";"#,
        &["1:8 `user?:` takes an `Option`, and a text is always there: write `user:`"],
    );
    wrong(
        r#""x";"#,
        &["1:1 a turn begins with its role: write `user: \"…\";`"],
    );
    wrong(
        r#"include("x");"#,
        &["1:1 `include(…)` is the text of a turn"],
    );
    wrong(
        r#"user: "x"; { user: "y"; }"#,
        &["1:12 a block of turns follows"],
    );
    wrong(r#"user: "x"; f();"#, &["1:12 expected a turn"]);
    wrong(
        r#"user: "x"; #[cfg(a)]"#,
        &["1:12 an attribute stands before a turn"],
    );
    wrong(r#"#![allow(x)] user: "x";"#, &["1:1 an inner attribute"]);
}

#[test]
fn a_missing_semicolon_is_seen_where_it_belongs() {
    for (source, place) in [
        (r#"user: "x" assistant: "y"; user: "z";"#, "1:7"),
        (r#"user: "x" user?: y; user: "z";"#, "1:7"),
        (r#"user: "{}", x user: "z";"#, "1:13"),
        (r#"user: f(x) if a { user: "z"; }"#, "1:8"),
        (r#"user: x #[cfg(a)] user: "z";"#, "1:7"),
        (r#"let user = f() user: user;"#, "1:13"),
        (r#"let x = y match x { _ => { user: "x"; } }"#, "1:9"),
        (r#"description: "x" user: "y";"#, "1:14"),
    ] {
        let found = sentences(source);
        assert!(
            found.len() == 1
                && found[0].starts_with(place)
                && found[0].contains("ends with `;`: write one after this"),
            "{source} {found:?}"
        );
    }
    wrong(
        "user: assistant: \"x\"; user: \"y\";",
        &["1:1 `user:` has no text"],
    );
}

#[test]
fn header() {
    wrong(
        r#"description: ; user: "x";"#,
        &["1:1 `description:` has no text"],
    );
    wrong(
        r#"description: ""; user: "x";"#,
        &["1:14 a description needs text"],
    );
    wrong(
        r#"description: "a"; description: "b"; user: "x";"#,
        &["1:19 `description` is written once"],
    );
    wrong(
        r#"user: "x"; description: "b";"#,
        &["1:12 `description` comes first, before the turns"],
    );
    wrong(
        r#"if a { description: "b"; user: "x"; } else { user: "y"; }"#,
        &["1:8 `description` comes first, before the turns"],
    );
    wrong(
        r#"user: "x"; crate = ::a;"#,
        &["1:12 `crate = …;` is written once, before everything else"],
    );
    wrong(r#"crate = 5; user: "x";"#, &["1:1 `crate` takes a path"]);
    wrong(
        r#"#[cfg(a)] description: "x"; user: "x";"#,
        &["1:11 `description` comes first, before the turns, and has no attributes"],
    );
    right(r#"description: text(); user: "x";"#);
}

#[test]
fn blocks() {
    wrong(
        r#"while a { user: "x"; } user: "y";"#,
        &["1:1 a conversation is finite, so only `for` repeats turns"],
    );
    wrong(
        r#"loop { user: "x"; } user: "y";"#,
        &["1:1 a conversation is finite"],
    );
    wrong(
        r#"match a { A => user: "x", B => { user: "y"; } C => "z", _ => {} } user: "z";"#,
        &[
            "1:16 the turns of a `match` arm stand in braces",
            "1:52 the turns of a `match` arm stand in braces",
        ],
    );
    wrong(
        r#"if a user: "x"; user: "y";"#,
        &["1:6 the turns of `if` stand in braces"],
    );
    wrong(
        r#"if a { user: "x"; } else user: "y"; user: "z";"#,
        &["1:26 the turns of `else` stand in braces"],
    );
    wrong(
        r#"for a in b; user: "z";"#,
        &["1:11 the turns of `for` stand in braces"],
    );
    wrong(
        r#"if { user: ""; } user: "z";"#,
        &[
            "1:4 something is missing before this block",
            "1:12 a turn needs text",
        ],
    );
    wrong(
        r#"for a of b { system: "x"; } user: "z";"#,
        &[
            "1:7 `in` is missing before this: write `for item in items { … }`",
            "1:14 MCP prompts have no `system`",
        ],
    );
}

#[test]
fn every_mistake_is_reported_at_once() {
    wrong(
        "usr: \"x\";\nassistant: \"\";\nfor x in y { system: \"z\" }\nwhile b {}\nuser: \"\u{202E}\";",
        &[
            "1:1 `usr`",
            "3:14 MCP",
            "4:1 a conversation is finite",
            "2:12 a turn",
            "5:7 this text contains U+202E",
        ],
    );
}

#[test]
fn invisible_characters_are_named() {
    for source in [
        "user: \"a\u{200B}b\";",
        r#"user: "a\u{200B}b";"#,
        "user: r#\"a\u{200B}b\"#;",
    ] {
        wrong(
            source,
            &["1:7 this text contains U+200B, a zero width space that no reader sees: remove it"],
        );
    }
    wrong(
        "description: \"\u{E0041}\"; user: \"\u{FEFF}\u{2066}\";",
        &[
            "1:14 this text contains U+E0041, a tag character",
            "1:25 this text contains U+FEFF, a byte order mark",
        ],
    );
    right("user: \"👩\u{200D}👩\u{200D}👧 ❤\u{FE0F} क्\u{200D}ष \u{200E}\";");
}

#[test]
fn literals_of_macro_variables_are_seen() {
    let literal = TokenTree::Group(Group::new(Delimiter::None, quote!("")));
    let expansion = expand(quote!(user: #literal;)).to_string();
    assert!(expansion.contains("a turn needs text"), "{expansion}");
    let literal = TokenTree::Group(Group::new(Delimiter::None, quote!("{x}")));
    let expansion = expand(quote!(user: #literal;)).to_string();
    assert!(
        expansion.contains("User (:: core :: format_args !"),
        "{expansion}"
    );
}

#[test]
fn every_half_typed_state_is_at_most_one_error() {
    let source: TokenStream = r##"
        description: "Classify one issue ({tone})";
        user: "Rules for {tone}.", tone = tone;
        for Example { text, label } in &examples {
            user: "Issue: {text}";
            assistant: "{label}";
        }
        if examples.is_empty() && tone == Tone::Full { user: "Give reasons."; } else if a { user: x; } else { user: y; }
        user?: notes;
        let Some(issue) = find(issue) else { return Err(Missing.into()) };
        match (kind, 1) {
            Kind::A { n, .. } if n > 3 => { user: r#"raw {n}"#; }
            _ => { user: text.await?; }
        }
        user: "Issue: {issue}\nAnswer as JSON.";
        prefill: "{{\"label\": \"";
    "##
    .parse()
    .unwrap();
    let mut states = 0;
    for half in prefixes(&source) {
        let found = sentences(&half.to_string());
        assert!(found.len() <= 1, "{half}\n{found:#?}");
        states += 1;
    }
    assert!(states > 120, "{states}");
}

/// All prefixes of the tokens, as while an author types, with every bracket closed.
fn prefixes(tokens: &TokenStream) -> Vec<TokenStream> {
    let all: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut out = Vec::new();
    for (index, tree) in all.iter().enumerate() {
        let before: TokenStream = all[..index].iter().cloned().collect();
        if let TokenTree::Group(group) = tree {
            for inner in prefixes(&group.stream()) {
                let mut half = before.clone();
                half.extend([TokenTree::Group(Group::new(group.delimiter(), inner))]);
                out.push(half);
            }
        }
        out.push(before);
    }
    out
}

#[test]
fn habits_of_other_languages_are_one_error_each() {
    for (source, expected) in [
        (
            r#"user: "a", assistant: "b", user: "c""#,
            "1:10 turns are separated by `;`",
        ),
        (
            r#""user": "a";"#,
            "1:1 a role is a word without quotes: write `user:",
        ),
        (r#"user => "a";"#, "1:1 a `:` is missing after `user`"),
        (r#"user = "a";"#, "1:1 a `:` is missing after `user`"),
        (r#"user("a");"#, "1:1 a `:` is missing after `user`"),
        (r#"user: "a" "b";"#, "1:11 a turn has one text"),
        (r#"user: "a" "b" "c";"#, "1:11 a turn has one text"),
        (r#"user: "" "b" "";"#, "1:10 Rust has no `\"\"\"`"),
        (
            r#"user: "say "hello" now";"#,
            "1:7 the text ends at its second",
        ),
        (
            r#"user: "say " hello " now";"#,
            "1:14 the text ends before this",
        ),
        (
            r#"description: "a" "b"; user: "c";"#,
            "1:18 a turn has one text",
        ),
        (r#"[{ "role": "user" }]"#, "1:1 turns are not in a list"),
        (
            r#"{ "role": "user", "content": "a" }"#,
            "1:1 a turn is its role and its text",
        ),
        (
            r#"{ role: "user", content: "a" }"#,
            "1:1 a turn is its role and its text",
        ),
        (
            r#"User: "a";"#,
            "1:1 `User` is not a role: did you mean `user`?",
        ),
    ] {
        let found = sentences(source);
        assert!(
            !found.is_empty() && found[0].starts_with(expected),
            "{source}: {found:#?}"
        );
        let commas = source.matches("\", ").count().max(1);
        assert!(found.len() <= commas, "{source}: {found:#?}");
    }
    // rustc reports these prefixes before a macro runs.
    for source in [r#"user: f"a {b}";"#, r#"description: t"a"; user: rf"b";"#] {
        assert_eq!(sentences(source), Vec::<String>::new());
    }
    for source in [
        r#"user: "a""#,
        r#"if a { user: "b" } else { user: "c"; }"#,
        r#"let a = 1; user: a"#,
    ] {
        right(source);
    }
}

#[test]
fn the_expansion_is_what_one_would_write() {
    let expansion = expand(
        r#"description: "d {a}"; user: "x {}", b; if c { assistant: e; } user?: f; prefill: "g";"#
            .parse()
            .unwrap(),
    );
    let expected = quote!({
        use ::prompt_runtime::__private0 as __p;
        let mut __messages = __p::Messages::new(4usize);
        __messages.description(::core::format_args!("d {a}"));
        __messages.user(::core::format_args!("x {}", b));
        if c {
            __messages.assistant_content(__p::IntoContent::into_content(e));
        }
        if let ::core::option::Option::Some(__value) = __p::optional(f) {
            __messages.user_content(__value);
        }
        __messages.prefill(::core::format_args!("g"));
        __messages.finish()
    });
    assert_eq!(expansion.to_string(), expected.to_string());
}

#[test]
fn scanning_finds_every_text() {
    let body: TokenStream = r#"{
        let x = 1;
        if a { return prompt_runtime::messages! { user: "one {x}"; }; }
        #[cfg(a)] { call(messages!(description: "no"; user: text; #[cfg(b)] assistant: "two"; user: include("f.md");)) }
        not_messages!(user: "no";);
        messages!(#[cfg(c)] for a in b { #[cfg(d)] #[allow(x)] user: r"three"; } prefill: "four")
    }"#
    .parse()
    .unwrap();
    let found: Vec<_> = scan(&body)
        .texts
        .iter()
        .map(|it| {
            let definition = template(it).to_string();
            definition.replace("__p :: TextDefinition :: new ", "")
        })
        .collect();
    assert_eq!(
        found,
        [
            r#"("user" , "one {x}" , 3)"#,
            r#"("description" , "no" , 4)"#,
            r#"("user" , "" , 4)"#,
            r#"# [cfg (b)] ("assistant" , "two" , 4)"#,
            r#"("user" , "" , 4) . of_file ("f.md")"#,
            r#"# [cfg (c)] # [cfg (d)] ("user" , r"three" , 6)"#,
            r#"("prefill" , "four" , 6)"#,
        ]
    );
}
