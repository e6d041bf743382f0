use prompt_runtime::prompt;

use std::net::IpAddr;

#[prompt]
fn review(#[arg(default)] address: IpAddr) -> String {
    address.to_string()
}

fn main() {}
