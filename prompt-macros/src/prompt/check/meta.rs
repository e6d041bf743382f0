//! Checks the keys of `_meta`.

use crate::diagnostics::Errors;
use crate::prompt::json::Object;

pub(super) fn check(meta: &Object, errors: &mut Errors) {
    for key in &meta.keys {
        if let Some(problem) = key_problem(&key.value()) {
            errors.at(key.span(), problem);
        }
    }
}

/// The reason that `key` cannot be a key of `_meta`, by the specification's grammar and reserved names.
fn key_problem(key: &str) -> Option<String> {
    const SPEC: &str = "https://modelcontextprotocol.io/specification/2025-11-25/basic/index#meta";
    let (prefix, name) = match key.split_once('/') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, key),
    };
    let labels: Vec<&str> = prefix
        .map(|prefix| prefix.split('.').collect())
        .unwrap_or_default();
    if !labels.iter().all(|label| is_label(label)) || !is_key_name(name, prefix.is_some()) {
        return Some(format!(
            "{key:?} is no `_meta` key: write `\"com.example/name\"`, labels that begin with a letter, `/`, then a name of letters, digits, `-`, `_` and `.` ({SPEC})"
        ));
    }
    let reserved = |label: Option<&&str>| matches!(label, Some(&("mcp" | "modelcontextprotocol")));
    let before_last = labels.len().checked_sub(2).and_then(|n| labels.get(n));
    if reserved(labels.get(1)) || reserved(before_last) {
        return Some(format!(
            "the prefix of {key:?} is reserved for MCP itself: write one of your own, such as `\"com.example/{name}\"` ({SPEC})"
        ));
    }
    if prefix.is_none() && matches!(name, "traceparent" | "tracestate" | "baggage") {
        return Some(format!(
            "{key:?} is reserved for the trace context of a request: write a key with a prefix of your own, such as `\"com.example/{name}\"` ({SPEC})"
        ));
    }
    None
}

fn is_label(label: &str) -> bool {
    label.starts_with(|c: char| c.is_ascii_alphabetic())
        && label.ends_with(|c: char| c.is_ascii_alphanumeric())
        && label.chars().all(|c| c.is_ascii_alphanumeric() || c == '-')
}

fn is_key_name(name: &str, may_be_empty: bool) -> bool {
    if name.is_empty() {
        return may_be_empty;
    }
    name.starts_with(|c: char| c.is_ascii_alphanumeric())
        && name.ends_with(|c: char| c.is_ascii_alphanumeric())
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_follow_the_specification() {
        for key in [
            "a",
            "com.example/a",
            "x-1.b2/c_d-e.f",
            "com.example/",
            "tracestates",
            "mcp/a",
        ] {
            assert_eq!(key_problem(key), None, "{key}");
        }
        for key in [
            "", "a b", "-a", "a-", "/a", "1a.com/b", "a-.com/b", "a..b/c", "a/b/c", "é",
        ] {
            let problem = key_problem(key).unwrap_or_default();
            assert!(problem.contains("is no `_meta` key"), "{key}: {problem}");
        }
        for key in [
            "io.modelcontextprotocol/a",
            "mcp.dev/a",
            "modelcontextprotocol.io/x",
            "com.mcp.tools/a",
            "tools.mcp.com/",
        ] {
            let problem = key_problem(key).unwrap_or_default();
            assert!(problem.contains("reserved for MCP"), "{key}: {problem}");
        }
        assert!(key_problem("baggage").is_some_and(|p| p.contains("trace context")));
        assert_eq!(key_problem("com.example/baggage"), None);
    }
}
