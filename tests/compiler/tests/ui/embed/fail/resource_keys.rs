use prompt_runtime::{ContentBlock, image, resource};

fn nothing_behind_the_scheme() -> ContentBlock {
    resource!("../files/guide.md", uri = "file:")
}

fn white_space() -> ContentBlock {
    resource!("../files/guide.md", uri = "file:///a guide.md")
}

fn no_mime_type() -> ContentBlock {
    resource!("../files/guide.md", uri = "file:///guide.md", mime_type = "markdown")
}

fn no_image() -> ContentBlock {
    image!("../files/guide.pdf")
}

fn main() {}
