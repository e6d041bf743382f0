use prompt_runtime::ArgumentEnum;

#[derive(ArgumentEnum)]
#[value(rename = "kebab-case", name = "tone")]
enum Tone {
    #[value(nam = "brief")]
    Brief,
    #[value(name = "a", name = "b", alias = 5)]
    Full,
    #[value]
    Long,
    #[value(rename_all = "lowercase")]
    Short,
}

fn main() {}
