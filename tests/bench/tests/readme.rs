//! Tests that the README quotes the generated tables unchanged.

/// The sections of a page between `<!-- costs: name -->` and `<!-- end -->`.
fn sections(page: &str) -> Vec<(&str, &str)> {
    let blocks = page.split("<!-- costs: ").skip(1);
    blocks
        .filter_map(|block| {
            let (name, rest) = block.split_once(" -->\n")?;
            Some((name, rest.split_once("<!-- end -->")?.0))
        })
        .collect()
}

#[test]
fn the_readme_quotes_the_generated_tables() {
    let generated = sections(include_str!("../COSTS.md"));
    let quoted = sections(include_str!("../../../README.md"));
    assert!(!quoted.is_empty(), "the README quotes no table of costs");
    for section in quoted {
        assert!(
            generated.contains(&section),
            "{}: copy the section from tests/bench/COSTS.md",
            section.0
        );
    }
}
