use prompt_runtime::ArgumentEnum;

#[derive(ArgumentEnum)]
enum Tone {
    #[value(alias = "short")]
    Brief,
    #[value(name = "brief")]
    Terse,
    #[value(alias = ["full", "short"])]
    Full,
}

fn main() {}
