use prompt_runtime::ArgumentEnum;

#[derive(ArgumentEnum)]
enum Tone<const N: usize> {
    Brief,
    Full,
}

fn main() {}
