//! Tests of changes of arguments.

use super::*;

pub(super) const ARGUMENTS: &[Row<&[&str]>] = &[
    (&["a", "b?"], &["a", "b?"], &[], &[]),
    (
        &["a", "b?"],
        &["a"],
        &["argument-removed"],
        &["argument-added"],
    ),
    (
        &["a"],
        &[],
        &["argument-removed"],
        &["argument-added-required"],
    ),
    (
        &["a", "b"],
        &["a", "c"],
        &["argument-renamed"],
        &["argument-renamed"],
    ),
    // An argument of another type is a different argument.
    (
        &["a"],
        &["c \"type\": \"integer\""],
        &["argument-removed", "argument-added-required"],
        &["argument-removed", "argument-added-required"],
    ),
    (
        &["a"],
        &["c \"aliases\": [\"a\"]"],
        &["argument-renamed-with-alias"],
        &["argument-renamed"],
    ),
    (
        &["a \"aliases\": [\"b\"]"],
        &["a"],
        &["argument-alias-removed"],
        &["argument-alias-added"],
    ),
    (
        &["a", "b"],
        &["b", "a"],
        &["argument-reordered"],
        &["argument-reordered"],
    ),
    // The remaining arguments move up, but keep their order.
    (
        &["a?", "b", "c"],
        &["b", "c"],
        &["argument-removed"],
        &["argument-inserted"],
    ),
    (
        &["a", "b"],
        &["a", "x", "b"],
        &["argument-added-required"],
        &["argument-removed"],
    ),
    (
        &["a"],
        &["a", "b?", "c?"],
        &["argument-added", "argument-added"],
        &["argument-removed", "argument-removed"],
    ),
    (
        &["a?"],
        &["a"],
        &["argument-made-required"],
        &["argument-made-optional"],
    ),
    (
        &["a? \"default\": true"],
        &["a"],
        &["argument-made-required"],
        &["argument-made-optional"],
    ),
    (
        &["a?"],
        &["a? \"default\": true"],
        &["default-changed"],
        &["default-changed"],
    ),
    (
        &["a \"values\": [\"x\", \"y\"]"],
        &["a \"values\": [\"y\"]"],
        &["value-removed"],
        &["value-added"],
    ),
    (
        &["a \"values\": [\"x\", \"y\"]"],
        &["a \"values\": [\"y\", \"x\"]"],
        &[],
        &[],
    ),
    (
        &["a \"values\": [\"x\"]"],
        &["a \"values\": [\"z\"], \"value_aliases\": [\"x\"]"],
        &["value-added"],
        &["value-removed"],
    ),
    (
        &["a \"values\": [\"x\"]"],
        &["a"],
        &["type-widened"],
        &["type-narrowed"],
    ),
    (
        &["a \"type\": \"choice\", \"values\": [\"1\", \"2\"]"],
        &["a \"type\": \"integer\""],
        &["type-widened"],
        &["type-narrowed"],
    ),
    (
        &["a \"type\": \"choice\", \"values\": [\"1\", \"x\"]"],
        &["a \"type\": \"integer\""],
        &["type-narrowed"],
        &["type-narrowed"],
    ),
    (
        &["a \"type\": \"boolean\""],
        &["a \"type\": \"choice\", \"values\": [\"true\", \"false\", \"some\"]"],
        &["type-widened"],
        &["type-narrowed"],
    ),
    (
        &["a \"type\": \"integer\""],
        &["a \"type\": \"number\""],
        &["type-widened"],
        &["type-narrowed"],
    ),
    (
        &["a \"type\": \"boolean\""],
        &["a"],
        &["type-widened"],
        &["type-narrowed"],
    ),
    (
        &["a \"type\": \"value\""],
        &["a \"type\": \"integer\""],
        &["type-narrowed"],
        &["type-narrowed"],
    ),
    (
        &["a"],
        &["a \"non_empty\": true"],
        &["limit-tightened"],
        &["limit-relaxed"],
    ),
    (
        &["a \"type\": \"integer\""],
        &["a \"type\": \"integer\", \"non_empty\": true"],
        &[],
        &["limit-relaxed"],
    ),
    (
        &["a \"max_len\": 10"],
        &["a \"max_len\": 9"],
        &["limit-tightened"],
        &["limit-relaxed"],
    ),
    (
        &["a"],
        &["a \"max_len\": 9"],
        &["limit-tightened"],
        &["limit-relaxed"],
    ),
    (
        &["a \"type\": \"integer\", \"min\": \"-1\", \"max\": \"10\""],
        &["a \"type\": \"integer\", \"min\": \"0\", \"max\": \"11\""],
        &["limit-tightened", "limit-relaxed"],
        &["limit-relaxed", "limit-tightened"],
    ),
    (&["a \"min\": \"1\""], &["a \"min\": \"1.0\""], &[], &[]),
    (
        &["a \"min\": \"A\""],
        &["a \"min\": \"B\""],
        &["limit-tightened"],
        &["limit-tightened"],
    ),
    (
        &["a"],
        &["a \"separator\": \",\""],
        &["separator-changed"],
        &["separator-changed"],
    ),
    (
        &["a \"separator\": \",\""],
        &["a \"separator\": \";\""],
        &["separator-changed"],
        &["separator-changed"],
    ),
    (
        &["a \"type\": \"integer\""],
        &["a \"type\": \"integer\", \"separator\": \",\""],
        &["type-widened"],
        &["separator-changed"],
    ),
    // A call can no longer give both.
    (
        &["a", "b"],
        &["a \"aliases\": [\"b\"]"],
        &["argument-alias-added", "argument-removed"],
        &["argument-added-required", "argument-alias-removed"],
    ),
    // A former value is a value too.
    (
        &["a \"type\": \"choice\", \"values\": [\"1\"], \"value_aliases\": [\"one\"]"],
        &["a \"type\": \"integer\""],
        &["type-narrowed"],
        &["type-narrowed"],
    ),
    // Empty text is an empty list.
    (
        &["a \"type\": \"integer\", \"separator\": \",\""],
        &["a \"type\": \"integer\", \"separator\": \",\", \"non_empty\": true"],
        &["limit-tightened"],
        &["limit-relaxed"],
    ),
    // Each item of a list is short, but the whole list is not.
    (
        &["a \"type\": \"choice\", \"values\": [\"x\", \"y\"], \"separator\": \",\""],
        &[
            "a \"type\": \"choice\", \"values\": [\"x\", \"y\"], \"separator\": \",\", \"max_len\": 2",
        ],
        &["limit-tightened"],
        &["limit-relaxed"],
    ),
    // A limit that no allowed value reaches has no effect.
    (
        &["a \"values\": [\"x\", \"long\"]"],
        &["a \"values\": [\"x\", \"long\"], \"max_len\": 4"],
        &[],
        &[],
    ),
    (
        &["a \"values\": [\"x\", \"long\"]"],
        &["a \"values\": [\"x\", \"long\"], \"max_len\": 3"],
        &["value-removed"],
        &["value-added"],
    ),
    (
        &["a \"values\": [\"\", \"x\"]"],
        &["a \"values\": [\"\", \"x\"], \"non_empty\": true"],
        &["value-removed"],
        &["value-added"],
    ),
    // The text of one value becomes two values.
    (
        &["a \"type\": \"number\""],
        &["a \"type\": \"number\", \"separator\": \".\""],
        &["separator-changed"],
        &["separator-changed"],
    ),
    (
        &["a \"type\": \"choice\", \"values\": [\"end-to-end\"]"],
        &["a \"type\": \"choice\", \"values\": [\"end-to-end\"], \"separator\": \"-\""],
        &["separator-changed"],
        &["separator-changed"],
    ),
    (
        &["a \"type\": \"integer\", \"fits\": \"i64\""],
        &["a \"type\": \"integer\", \"fits\": \"u8\""],
        &["type-narrowed"],
        &["type-widened"],
    ),
    (
        &["a \"type\": \"integer\", \"fits\": \"i128\""],
        &["a \"type\": \"integer\", \"fits\": \"u128\""],
        &["type-narrowed"],
        &["type-narrowed"],
    ),
    // The values of another version's type are unknown.
    (
        &["a \"type\": \"integer\""],
        &["a \"type\": \"integer\", \"fits\": \"u8\""],
        &[],
        &[],
    ),
    // The type itself implied the limit.
    (
        &["a \"type\": \"integer\", \"fits\": \"u8\""],
        &["a \"type\": \"integer\", \"fits\": \"i32\", \"min\": \"0\", \"max\": \"300\""],
        &["type-widened", "limit-relaxed"],
        &["type-narrowed", "limit-relaxed", "limit-relaxed"],
    ),
    // The new type implies these limits.
    (
        &["a \"type\": \"integer\", \"fits\": \"i32\", \"min\": \"0\", \"max\": \"9\""],
        &["a \"type\": \"integer\", \"fits\": \"u8\", \"max\": \"9\""],
        &["limit-relaxed"],
        &[],
    ),
    // All of these values are below zero.
    (
        &["a \"type\": \"integer\", \"fits\": \"i32\", \"min\": \"-100\", \"max\": \"-1\""],
        &["a \"type\": \"integer\", \"fits\": \"i8\", \"min\": \"-100\", \"max\": \"-1\""],
        &[],
        &[],
    ),
    (
        &["a \"type\": \"choice\", \"values\": [\"1\", \"300\"]"],
        &["a \"type\": \"integer\", \"fits\": \"u8\""],
        &["type-narrowed"],
        &["type-narrowed"],
    ),
    // White space around a single value was removed.
    (
        &["a \"type\": \"integer\""],
        &["a \"type\": \"integer\", \"separator\": \"\\n\""],
        &["separator-changed"],
        &["separator-changed"],
    ),
];

#[test]
fn what_becomes_of_arguments() {
    for (old, new, forth, back) in ARGUMENTS {
        let sorted = |mut ids: Vec<&'static str>| {
            ids.sort_unstable();
            ids
        };
        let (old_contract, new_contract) = (with_arguments(old), with_arguments(new));
        let found = rules(&old_contract, &new_contract);
        assert_eq!(sorted(found), sorted(forth.to_vec()), "{old:?} -> {new:?}");
        let found = rules(&new_contract, &old_contract);
        assert_eq!(sorted(found), sorted(back.to_vec()), "{new:?} -> {old:?}");
    }
}

/// A prompt `p` with arguments written as `name`, or `name?` for an optional one, with more keys after a space.
fn with_arguments(written: &[&str]) -> Contract {
    let arguments: Vec<String> = written
        .iter()
        .map(|it| {
            let (name, more) = it.split_once(' ').unwrap_or((it, ""));
            let kind = if more.contains("\"type\"") {
                ""
            } else {
                "\"type\": \"text\", "
            };
            let more = if more.is_empty() {
                String::new()
            } else {
                format!(", {more}")
            };
            let required = !name.ends_with('?');
            let name = name.trim_end_matches('?');
            format!("{{\"name\": \"{name}\", {kind}\"required\": {required}{more}}}")
        })
        .collect();
    contract(&prompt("p", "", &arguments.join(", ")))
}
