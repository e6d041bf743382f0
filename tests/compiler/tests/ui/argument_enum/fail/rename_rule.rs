use prompt_runtime::ArgumentEnum;

#[derive(ArgumentEnum)]
#[value(rename_all = "kebap-case")]
enum Tone {
    Brief,
}

#[derive(ArgumentEnum)]
#[value(rename_all = "Title Case")]
enum Other {
    Brief,
}

fn main() {}
