//! Tests of the turns that can end a conversation.

use super::{right, wrong};

#[test]
fn ends() {
    for (source, expected) in [
        (
            "",
            "1:1 a conversation needs at least one turn: write `user: \"…\";`",
        ),
        ("let x = 1;", "1:1 a conversation needs at least one turn"),
        (
            r#"user: "a"; assistant: "b";"#,
            "1:12 the conversation ends on this `assistant` turn: let a `user` turn follow, or write `prefill:`",
        ),
        (
            "if a { user: \"x\"; }",
            "1:1 the conversation has no turn when the `if` at line 1 is false: add a turn that is always there",
        ),
        (
            "user?: x;\nfor a in b { user: \"x\"; }",
            "1:1 the conversation has no turn when the `user?` at line 1 has no value and the `for` at line 2 has no items:",
        ),
        (
            "user: \"a\";\nassistant: \"b\";\nif c { user: \"d\"; }",
            "2:1 the conversation can end on this `assistant` turn when the `if` at line 3 is false:",
        ),
        (
            "user: \"a\"; assistant: \"b\";\nif c { user: \"d\"; }\nelse if d { }\nelse { user: \"f\"; }",
            "1:12 the conversation can end on this `assistant` turn when the `if` at line 2 is false and the `if` at line 3 is true:",
        ),
        (
            "user: \"a\"; assistant: \"b\";\nmatch c {\n A => { user: \"d\"; }\n B => {}\n}",
            "1:12 the conversation can end on this `assistant` turn when the `match` at line 2 takes the arm at line 4:",
        ),
        (
            "user: \"a\"; for x in y { user: \"b\"; assistant: \"c\"; }",
            "1:36 the conversation can end on this `assistant` turn when the `for` at line 1 is over: let",
        ),
        (
            "user: \"a\"; assistant: \"b\"; if c { let d = 1; } else { }",
            "1:12 the conversation ends on this `assistant` turn: let",
        ),
        (
            "user: \"a\"; prefill: \"b\"; user?: c;",
            "1:12 `prefill` must be the last turn, because",
        ),
        (
            "user: \"a\"; if x { prefill: \"b\"; } user: \"c\"; user: \"d\";",
            "1:19 `prefill` must be the last turn, because",
        ),
        (
            "user: \"a\"; for x in y { prefill: \"b\"; }",
            "1:25 `prefill` must be the last turn, and a loop can come round again",
        ),
    ] {
        wrong(source, &[expected]);
    }
}

#[test]
fn ends_that_are_right() {
    for source in [
        r#"user: "a"; prefill: "b";"#,
        r#"user: "a"; if x { prefill: "b"; } else { user: "c"; }"#,
        r#"if a { user: "x"; } else { user: "y"; }"#,
        r#"match a { A => { user: "x"; } _ => { user: "y"; } }"#,
        r#"user: "a"; for x in y { assistant: "b"; user: "c"; }"#,
        r#"user: "a"; if x { return early(); } user: "b";"#,
        r#"assistant: "a"; if x { return early(); } else { user: "b"; }"#,
        r#"user: "a"; prefill?: b;"#,
        r#"'o: for a in b { user: "x"; for c in d { assistant: "y"; user: "q"; if e { continue 'o; } } }  user: "z";"#,
        r#"user: "a"; for x in y { assistant: "c"; let Some(z) = x else { continue }; user: "d"; }"#,
        r#"user: "a"; for x in y { assistant: "c"; if x { break; } user: "d"; }"#,
        r#"user: "a"; for x in y { prefill: "b"; break; }"#,
        r#"match never {} "#,
    ] {
        if source.starts_with("match never") {
            wrong(source, &["1:1 a conversation needs"]);
        } else {
            right(source);
        }
    }
    wrong(
        "user: \"a\"; assistant: \"b\"; user: \"c\"; for x in y { assistant: \"d\"; if q { assistant: \"e\"; } } ",
        &[
            "1:52 the conversation can end",
            "1:75 the conversation can end",
        ],
    );
}

#[test]
fn cfgs() {
    right(r#"#[cfg(a)] user: "x"; #[cfg(not(a))] user: "y";"#);
    right(r#"#[cfg(a)] prefill: "x"; #[cfg(not(a))] user: "y";"#);
    right(
        r#"user: "a"; assistant: "b"; #[cfg(any(a, b))] user: "x"; #[cfg(not(a))] user: "y"; #[cfg(a)] if c { } user: "z";"#,
    );
    right(r#"match x { #[cfg(a)] A => {} _ => { user: "x"; } } user: "y";"#);
    // Seven such conditions can be true together. The macro does not check a conversation with so many.
    let turn = |i| format!("#[cfg(any(not(a{i}), not(b{i})))] user: \"x\";");
    let turns = (1..=7).map(turn).collect::<Vec<_>>().concat();
    right(&turns);
    right(r#"user: "a"; assistant: "b"; #[cfg_attr(c, cfg(d))] user: "x";"#);
    wrong(
        r#"if x { #[cfg(a)] user: "x"; } #[cfg(a,)] user: "y";"#,
        &["1:1 cfg(all(not(a))) the conversation has no turn under"],
    );
    wrong(
        r#"#[cfg(a)] assistant: "x"; #[cfg(not(a))] assistant: "y";"#,
        &[
            "1:11 cfg(all(a)) the conversation ends on",
            "1:42 cfg(all(not(a))) the conversation ends on",
        ],
    );
    wrong(
        r#"#[cfg(a)] user: "x"; #[cfg(b)] user: "y";"#,
        &["1:11 cfg(all(not(a),not(b))) the conversation has no turn under these `cfg`s"],
    );
    wrong(
        r#"user: "x"; #[cfg(a)] assistant: "y"; #[cfg(b)] user: "z";"#,
        &["1:22 cfg(all(a,not(b))) the conversation ends on this `assistant` turn:"],
    );
    wrong(
        r#"user: "x"; prefill: "y"; #[cfg(b)] user: "z";"#,
        &["1:12 cfg(all(b)) `prefill` must be the last turn"],
    );
    wrong(
        r#"#[cfg(a)] if x { user: "x"; } #[cfg(not(a))] user: "x";"#,
        &["1:11 cfg(all(a)) the conversation has no turn when the `if` at line 1 is false"],
    );
}
