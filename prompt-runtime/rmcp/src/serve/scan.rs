//! Finds the id of a message that cannot be parsed, or is too long to keep.

use serde_json::Value;

/// The maximum length of the id and the method in such a message.
const MAX_TOKEN: usize = 1024;

/// Reads the `id` and the `method` of one JSON-RPC message from a stream of its bytes. It uses constant memory and does not validate
/// values: escapes, depth and invalid text are ignored.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    depth: usize,
    in_string: bool,
    escaped: bool,
    /// The key of the current value, as written, with its quotes. `None` while a key is read.
    key: Option<Vec<u8>>,
    token: Vec<u8>,
    found: Header,
    is_over: bool,
}

/// The outer members of a message.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(crate) struct Header {
    pub(crate) id: Option<Value>,
    /// `true` if there is an `id` that is neither a string nor a whole number.
    pub(crate) has_bad_id: bool,
    /// `true` if there is a `method`, even one that cannot be read.
    pub(crate) has_method: bool,
    pub(crate) method: Option<String>,
}

impl Header {
    /// Returns `true` for a message that needs an answer.
    pub(crate) fn is_request(&self) -> bool {
        self.has_method && (self.id.is_some() || self.has_bad_id)
    }

    /// Reads the header of parsed JSON, whose tokens may have any length.
    pub(crate) fn of(message: &Value) -> Self {
        let id = message.get("id");
        let readable = id.filter(|id| id.is_string() || id.is_i64()).cloned();
        let method = message.get("method");
        Self {
            has_bad_id: id.is_some() && readable.is_none(),
            id: readable,
            has_method: method.is_some(),
            method: method.and_then(Value::as_str).map(str::to_owned),
        }
    }
}

impl Scan {
    /// Reads the header of a complete message.
    pub(crate) fn of(message: &[u8]) -> Header {
        let mut scan = Self::default();
        scan.feed(message);
        scan.header()
    }

    pub(crate) fn header(self) -> Header {
        self.found
    }

    pub(crate) fn feed(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if self.is_over {
                return;
            }
            self.next(byte);
        }
    }

    fn next(&mut self, byte: u8) {
        if self.in_string {
            self.keep(byte);
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_string = false,
                _ => {}
            }
            return;
        }
        match byte {
            b' ' | b'\t' | b'\r' | b'\n' => {}
            b'{' if self.depth == 0 => self.depth = 1,
            // A message that is not an object has no id.
            _ if self.depth == 0 => self.is_over = true,
            b'"' => {
                self.in_string = true;
                self.keep(byte);
            }
            b'{' | b'[' => {
                self.keep(byte);
                self.depth += 1;
            }
            b'}' | b']' => {
                if self.depth == 1 {
                    self.end_value();
                    self.is_over = true;
                }
                self.depth -= 1;
            }
            b':' if self.depth == 1 && self.key.is_none() => {
                self.key = Some(std::mem::take(&mut self.token));
            }
            b',' if self.depth == 1 => self.end_value(),
            _ => self.keep(byte),
        }
    }

    fn keep(&mut self, byte: u8) {
        // One byte over the maximum marks a token that is too long.
        if self.depth == 1 && self.token.len() <= MAX_TOKEN {
            self.token.push(byte);
        }
    }

    fn end_value(&mut self) {
        let token = std::mem::take(&mut self.token);
        let key = self.key.take();
        let value = || serde_json::from_slice::<Value>(&token).ok();
        match key.as_deref() {
            Some(b"\"id\"") => {
                self.found.id = value().filter(|id| id.is_string() || id.is_i64());
                self.found.has_bad_id = self.found.id.is_none();
            }
            Some(b"\"method\"") => {
                self.found.has_method = true;
                self.found.method = value().and_then(|method| method.as_str().map(str::to_owned));
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn header(id: Option<Value>, method: Option<&str>) -> Header {
        Header {
            id,
            has_bad_id: false,
            has_method: method.is_some(),
            method: method.map(str::to_owned),
        }
    }

    #[test]
    fn finds_id_and_method_wherever_they_are() {
        let whole = br#" { "params" : {"id":9,"method":"no","a":["\"}]",{}]}, "method":"prompts/get","jsonrpc":"2.0" , "id" : "a\"b" } "#;
        assert_eq!(
            Scan::of(whole),
            header(Some(json!("a\"b")), Some("prompts/get"))
        );
        let mut piecewise = Scan::default();
        for byte in whole {
            piecewise.feed(&[*byte]);
        }
        assert_eq!(piecewise.header(), Scan::of(whole));
    }

    #[test]
    fn finds_them_in_what_is_no_json() {
        for message in [
            br#"{"id":7,"method":"m","params":{"a":"\ud83d"}}"#.as_slice(),
            b"{\"method\":\"m\",\"params\":\"\xff\",\"id\":7}",
            br#"{"method":"m","id":7,"params":{"#,
        ] {
            let expected = header(Some(json!(7)), Some("m"));
            assert_eq!(Scan::of(message), expected, "{}", message.escape_ascii());
        }
        let deep = format!(
            "{{\"method\":\"m\",\"params\":{}1{},\"id\":7}}",
            "[".repeat(9000),
            "]".repeat(9000)
        );
        assert_eq!(Scan::of(deep.as_bytes()), header(Some(json!(7)), Some("m")));
    }

    #[test]
    fn an_id_of_another_kind_is_none() {
        for id in ["1.5", "null", "{\"id\":1}", "[1]", "true"] {
            let found = Scan::of(format!(r#"{{"id":{id},"method":"m"}}"#).as_bytes());
            assert!(found.id.is_none() && found.has_bad_id, "{id}");
        }
        let long = format!(r#"{{"method":"m","id":"{}"}}"#, "x".repeat(MAX_TOKEN));
        assert!(Scan::of(long.as_bytes()).has_bad_id);
        for message in ["", "[]", "3", "[{\"id\":1}]", "}{"] {
            assert_eq!(Scan::of(message.as_bytes()), Header::default());
        }
    }
}
