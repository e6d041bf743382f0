use prompt_runtime::ArgumentEnum;

#[derive(ArgumentEnum)]
enum Tone {
    Brief,
    Custom(String),
    Full { words: u8 },
}

fn main() {}
