use prompt_runtime::ArgumentEnum;

#[derive(ArgumentEnum)]
enum Tone {
    #[value(name = "")]
    Empty,
    #[value(name = " brief")]
    White,
    #[value(name = "fu\u{200B}ll", alias = "two\nlines")]
    Invisible,
}

fn main() {}
