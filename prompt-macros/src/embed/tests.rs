use super::*;
use crate::testing::{Folder, mangled, sentences};

const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\0";

fn files(folder: &Folder) -> Files {
    Files::in_folder(folder.path())
}

fn tokens(source: &str) -> TokenStream {
    source.parse().unwrap()
}

#[track_caller]
fn wrong(expansion: &TokenStream, expected: &[&str]) {
    let found = sentences(expansion);
    let alike = |(found, expected): (&String, &&str)| found.starts_with(*expected);
    assert!(
        found.len() == expected.len() && found.iter().zip(expected).all(alike),
        "found {found:#?}\nexpected {expected:#?}"
    );
}

#[test]
fn media_become_literals() {
    let folder = Folder::with(
        "media",
        &[
            ("a.png", PNG),
            ("a.wav", b"RIFF\0\0\0\0WAVE"),
            ("a", PNG),
            ("a.md", b"# A"),
            ("a.bin", b"\xFF\0"),
        ],
    );
    let expansion = media(Kind::Image, tokens("\"a.png\""), &files(&folder)).to_string();
    assert!(
        expansion.contains("embedded_image (\"iVBORw0KGgoAAAAA\" , \"image/png\")"),
        "{expansion}"
    );
    assert!(expansion.contains("include_bytes ! (\""), "{expansion}");
    for (kind, source, expected) in [
        (
            Kind::Image,
            "\"a\", crate = ::x",
            ":: x :: __private0 :: embedded_image (\"iVBORw0KGgoAAAAA\" , \"image/png\")",
        ),
        (
            Kind::Audio,
            "\"a.wav\", max_bytes = 100_000,",
            "embedded_audio (\"UklGRgAAAABXQVZF\" , \"audio/wav\")",
        ),
        (
            Kind::Resource,
            "\"a.md\", uri = \"file:///a.md\"",
            "a.md\") , \"file:///a.md\" , \"text/markdown\")",
        ),
        (
            Kind::Resource,
            "\"a.md\", uri = \"x:y\", mime_type = \"text/x-z\"",
            ", \"x:y\" , \"text/x-z\")",
        ),
        (
            Kind::Resource,
            "\"a.bin\", uri = \"x:y\"",
            "embedded_blob (\"/wA=\" , \"x:y\" , \"application/octet-stream\")",
        ),
        (
            Kind::Resource,
            "\"a.png\", uri = \"x:y\"",
            "embedded_blob (\"iVBORw0KGgoAAAAA\" , \"x:y\" , \"image/png\")",
        ),
    ] {
        let expansion = media(kind, tokens(source), &files(&folder));
        wrong(&expansion, &[]);
        let expansion = expansion.to_string();
        assert!(expansion.contains(expected), "{expansion}");
    }
}

#[allow(clippy::too_many_lines)]
#[test]
fn what_cannot_be_embedded_has_its_sentence() {
    let large = [PNG, &vec![0; 256 * 1024]].concat();
    let folder = Folder::with(
        "wrong",
        &[
            ("empty.png", b""),
            ("a.png", b"GIF89a"),
            ("b.png", b"text"),
            ("c.png", PNG),
            ("d.wav", b"RIFF\0\0\0\0WAVE"),
            ("e.txt", b"text"),
            ("large.png", &large),
        ],
    );
    for (kind, source, expected) in [
        (
            Kind::Image,
            "\"none.png\"",
            "there is no file `none.png`: a path is relative to the file that it is written in, so this is `",
        ),
        (Kind::Image, "\".\"", "cannot read `.`, "),
        (
            Kind::Image,
            "\"empty.png\"",
            "`empty.png` is empty: put the content into it",
        ),
        (
            Kind::Image,
            "\"a.png\"",
            "`a.png` is a GIF image, not a PNG image: name it `.gif`, or replace it",
        ),
        (
            Kind::Image,
            "\"b.png\"",
            "`b.png` is not a PNG image, it does not begin like one: replace it",
        ),
        (
            Kind::Audio,
            "\"c.png\"",
            "`c.png` is a PNG image, not audio: write `image!(…)`",
        ),
        (
            Kind::Image,
            "\"d.wav\"",
            "`d.wav` is a WAV recording, not an image: write `audio!(…)`",
        ),
        (
            Kind::Image,
            "\"e.txt\"",
            "`e.txt` is not an image of a kind that clients show: those are png, jpg, gif,",
        ),
        (
            Kind::Image,
            "\"large.png\"",
            "`large.png` has 262156 bytes and 262144 are allowed, because the whole answer is one JSON message",
        ),
        (
            Kind::Image,
            "\"c.png\", max_bytes = 5",
            "`c.png` has 12 bytes and 5 are allowed",
        ),
        (
            Kind::Image,
            "\"c.png\", max_bytes = \"5\"",
            "`max_bytes` takes a number: write `max_bytes = 524_288`",
        ),
        (
            Kind::Image,
            "\"c.png\", max_byte = 5",
            "`image!(…)` has no key `max_byte`, did you mean `max_bytes`?",
        ),
        (
            Kind::Image,
            "\"c.png\", uri = \"x:y\"",
            "`image!(…)` has no key `uri`",
        ),
        (
            Kind::Image,
            "\"c.png\" max_bytes = 5000",
            "expected `,` before this",
        ),
        (
            Kind::Image,
            "",
            "this takes the path of a file as a literal: write `image!(\"logo.png\")`",
        ),
        (
            Kind::Audio,
            "path, x = 1",
            "this takes the path of a file as a literal: write `audio!(\"ding.wav\")`",
        ),
        (
            Kind::Image,
            "\"\"",
            "this takes the path of a file as a literal",
        ),
        (
            Kind::Resource,
            "\"c.png\"",
            "a resource has a URI: write `resource!(\"guide.md\", uri = \"file:///guide.md\")`",
        ),
        (
            Kind::Resource,
            "\"c.png\", uri = \"guide.md\"",
            "the URI `guide.md` has no scheme",
        ),
        (
            Kind::Resource,
            "\"c.png\", uri = \"x:y\", mime_type = \"png\"",
            "the MIME type `png` is not of the form `type/subtype`",
        ),
    ] {
        wrong(&media(kind, tokens(source), &files(&folder)), &[expected]);
    }
    wrong(
        &media(
            Kind::Resource,
            tokens("\"none\", uri = \"x\", mime_type = \"y\", z = 1, max_bytes"),
            &files(&folder),
        ),
        &[
            "`resource!(…)` has no key `z`",
            "`max_bytes` takes a value",
            "the URI `x`",
            "the MIME type `y`",
            "there is no file",
        ],
    );
}

#[test]
fn a_file_that_is_not_seen_is_left_to_the_compiler() {
    let files = Files::next_to_source();
    for (kind, source, expected) in [
        (
            Kind::Image,
            "\"a.png\"",
            "unseen_image (:: core :: include_bytes ! (\"a.png\") , \"image/png\")",
        ),
        (
            Kind::Audio,
            "\"a.mp3\"",
            "unseen_audio (:: core :: include_bytes ! (\"a.mp3\") , \"audio/mpeg\")",
        ),
        (
            Kind::Resource,
            "\"a.md\", uri = \"x:y\"",
            "embedded_text (:: core :: include_str ! (\"a.md\") , \"x:y\" , \"text/markdown\")",
        ),
        (
            Kind::Resource,
            "\"a.pdf\", uri = \"x:y\"",
            "unseen_blob (:: core :: include_bytes ! (\"a.pdf\") , \"x:y\" , \"application/pdf\")",
        ),
    ] {
        let expansion = media(kind, tokens(source), &files);
        wrong(&expansion, &[]);
        let expansion = expansion.to_string();
        assert!(expansion.contains(expected), "{expansion}");
    }
    let expansion = prompt::expand(tokens("\"a.md\""), &files);
    wrong(&expansion, &[]);
    let expansion = expansion.to_string();
    assert!(
        expansion.contains("const _ : () = :: core :: panic !"),
        "{expansion}"
    );
    assert!(expansion.contains(":: t :: a {"), "{expansion}");
}

fn included(source: &str, text: &str) -> (Option<Included>, TokenStream) {
    let name = format!("include-{}", text.len());
    let folder = Folder::with(&name, &[("1 rules.md", text.as_bytes())]);
    let mut included = None;
    let errors = diagnostics::items(|errors| {
        let keyword = proc_macro2::Span::call_site();
        included = include(keyword, &tokens(source), &files(&folder), errors);
        TokenStream::new()
    });
    (included, errors)
}

#[test]
fn included_text_is_a_format_string_with_numbers() {
    let (found, errors) = included("\"1 rules.md\"", "{\"a\": {{ a }}, {{ type }}, {{a}}}\r\n");
    wrong(&errors, &[]);
    let found = found.unwrap();
    let (items, arguments) = expand::included(&found);
    assert_eq!(
        arguments.to_string(),
        "\"{{\\\"a\\\": {0}, {1}, {0}}}\" , _1_rules_md_line_1_column_7 ! () , _1_rules_md_line_1_column_16 ! ()"
    );
    assert_eq!(found.shown, "{\"a\": {{ a }}, {{ type }}, {{ a }}}");
    let items = items.to_string();
    assert!(
        items.contains("macro_rules ! _1_rules_md_line_1_column_16 { () => { r#type } ; }"),
        "{items}"
    );
    assert!(
        items.starts_with("const _ : & [u8] = :: core :: include_bytes ! (\""),
        "{items}"
    );
}

#[test]
fn what_cannot_be_included_has_its_sentence() {
    for (source, text, expected) in [
        (
            "",
            "x",
            &["`include` takes the path of a file as a literal: write `include(\"review.md\")`"][..],
        ),
        ("path", "x", &["`include` takes the path"]),
        (
            "\"1 rules.md\"",
            "---\nname: review\n---\nReview this.\n",
            &["`1 rules.md` begins with front matter, which `include` would send as text"],
        ),
        ("\"none.md\"", "xx", &["there is no file `none.md`"]),
        (
            "\"1 rules.md\"",
            "",
            &["1 rules.md:1:1: this file has no text: write what the prompt says"],
        ),
        (
            "\"1 rules.md\"",
            "a {{ b-c }} {{ self }}\n{{ d",
            &["1 rules.md:2:1: `{{` is never closed on its line"],
        ),
        (
            "\"1 rules.md\"",
            "a {{ b-c }} {{ self }}",
            &[
                "1 rules.md:1:3: `{{ b-c }}` cannot be the name of a value in Rust: write `{{ b_c }}`",
                "1 rules.md:1:13: `{{ self }}` cannot be",
            ],
        ),
        (
            "\"1 rules.md\"",
            "a {{ 1 }}\n",
            &[
                "1 rules.md:1:3: `{{ 1 }}` cannot be the name of a value in Rust: write the name of one",
            ],
        ),
    ] {
        let (found, errors) = included(source, text);
        assert!(found.is_none(), "{text}");
        wrong(&errors, expected);
    }
}

#[test]
fn a_prompt_file_becomes_a_definition() {
    let folder = Folder::with(
        "prompt",
        &[(
            "code-review.md",
            b"First {x}.\n{{role \"assistant\"}}\nSecond.\n{{role \"user\"}}\nThird.",
        )],
    );
    let expansion = prompt::expand(tokens("\"code-review.md\", crate = ::x"), &files(&folder));
    wrong(&expansion, &[]);
    let expansion = expansion.to_string();
    for part in [
        "pub enum code_review { }",
        "use :: x :: __private0 as p ;",
        "name : \"code-review\" , texts : & [",
        "TextDefinition :: new (\"user\" , \"First {x}.\" , 1) . of_file (\"code-review.md\") , __p :: TextDefinition :: new (\"assistant\" , \"Second.\" , 2) . of_file (\"code-review.md\")",
        "EmbeddedFile :: text (\"prompt\" , \"code-review.md\" , 1 , :: core :: include_str ! (",
        "__m . user (:: core :: format_args ! (\"First {{x}}.\")) ; __m . assistant (:: core :: format_args ! (\"Second.\")) ;",
        ":: t :: code_review {",
    ] {
        assert!(expansion.contains(part), "{part}\n{expansion}");
    }
}

#[test]
fn a_prompt_file_that_is_wrong_still_has_its_companion() {
    let folder = Folder::with(
        "prompt-wrong",
        &[
            ("a b .md", b"x"),
            ("1.md", b"x"),
            ("c!.md", b"x"),
            ("d.md", b"{{role \"usr\"}} x\n{{role \"assistant\"}}"),
            ("e.md", b"\xFF"),
        ],
    );
    for (source, expected, companion) in [
        (
            "\"a b .md\"",
            &[
                "the prompt would be named like its file, and the name `a b ` begins or ends with white space: write `name: a-b` into the file, or rename it",
            ][..],
            "a_b_",
        ),
        (
            "\"1.md\"",
            &["`1` does not become the name of a Rust type"],
            "",
        ),
        (
            "\"c!.md\"",
            &["`c!` does not become the name of a Rust type"],
            "",
        ),
        (
            "\"d.md\"",
            &[
                "d.md:1:1: `usr` is not a role",
                "d.md:2:1: this turn has no text",
                "d.md:2:1: the conversation ends on this assistant turn",
            ],
            "d",
        ),
        (
            "\"e.md\"",
            &["`e.md` is not text, it is not valid UTF-8: save it as UTF-8"],
            "e",
        ),
        (
            "\"f.md\", x",
            &[
                "`prompt_file!(…)` has no key `x`",
                "there is no file `f.md`",
            ],
            "f",
        ),
        (
            "",
            &["this takes the path of a file as a literal: write `prompt_file!(\"review.md\")`"],
            "",
        ),
    ] {
        let expansion = prompt::expand(tokens(source), &files(&folder));
        wrong(&expansion, expected);
        let fallback = format!(":: t :: {companion} {{");
        let expansion = expansion.to_string();
        assert_eq!(
            expansion.contains(&fallback),
            !companion.is_empty(),
            "{expansion}"
        );
        assert!(!expansion.contains("submit"), "{expansion}");
    }
}

#[test]
fn mangled_calls_never_panic_and_always_expand_alike() {
    let folder = Folder::with("mangled", &[("a.png", PNG)]);
    let files = files(&folder);
    let whole =
        tokens("\"a.png\", uri = \"x:y\", mime_type = \"a/b\", max_bytes = 5_000, crate = ::x");
    for call in mangled(&whole) {
        for kind in [Kind::Image, Kind::Audio, Kind::Resource] {
            let expand = || media(kind, call.clone(), &files).to_string();
            assert_eq!(expand(), expand());
        }
        prompt::expand(call, &files);
    }
}
