use prompt_runtime::ArgumentEnum;

#[derive(ArgumentEnum)]
struct Tone {
    brief: bool,
}

#[derive(ArgumentEnum)]
union Bits {
    a: u8,
}

fn main() {}
