use prompt_runtime::{ContentBlock, audio, image, resource};

fn missing() -> ContentBlock {
    image!("../files/none.png")
}

fn empty() -> ContentBlock {
    image!("../files/empty.png")
}

fn mislabelled() -> ContentBlock {
    image!("../files/mislabelled.jpg")
}

fn large() -> ContentBlock {
    image!("../files/large.svg")
}

fn other() -> ContentBlock {
    audio!("../files/logo.png")
}

fn text() -> ContentBlock {
    image!("../files/guide.md")
}

fn no_uri() -> ContentBlock {
    resource!("../files/guide.md")
}

fn keys() -> ContentBlock {
    resource!("../files/guide.md", uri = "guide.md", mime = "text/markdown", max_bytes = "many")
}

fn no_such_number() -> ContentBlock {
    image!("../files/logo.png", max_bytes = 99_999_999_999_999_999_999)
}

fn folder() -> ContentBlock {
    image!("../files")
}

fn other_text() -> ContentBlock {
    image!("../files/text.png")
}

fn computed(path: &str) -> ContentBlock {
    image!(path)
}

fn main() {}
