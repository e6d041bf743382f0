//! Tests that the feature is on.

#[test]
fn keys_stay_in_the_order_of_the_text() {
    let value: Result<serde_json::Value, _> = serde_json::from_str(r#"{"b":1,"a":2}"#);
    assert_eq!(
        value.map(|value| value.to_string()).ok().as_deref(),
        Some(r#"{"b":1,"a":2}"#)
    );
}
