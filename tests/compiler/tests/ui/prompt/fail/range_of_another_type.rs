use prompt_runtime::prompt;

#[prompt]
fn review(#[arg(min = 1)] a: std::net::IpAddr, #[arg(min = 0.5)] b: u8) -> String {
    format!("{a}{b}")
}

fn main() {}
