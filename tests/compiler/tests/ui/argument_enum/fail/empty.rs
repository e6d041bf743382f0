use prompt_runtime::ArgumentEnum;

#[derive(ArgumentEnum)]
enum Tone {}

fn main() {}
