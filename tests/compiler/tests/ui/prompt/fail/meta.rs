use prompt_runtime::prompt;

#[prompt(meta = {
    "io.modelcontextprotocol/team": "docs",
    "traceparent": "00",
    "a b": 1,
    "com.example/a": value,
    "com.example/b": 1,
    "com.example/b": 2,
    plain: 3,
})]
fn review() -> String {
    String::new()
}

fn main() {}
