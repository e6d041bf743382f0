//! The code of the guide. It is compiled here because it uses crates that the core does not depend on.
#![forbid(unsafe_code)]

macro_rules! pages {
    ($($page:ident)*) => {
        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("../../../prompt-runtime/src/docs/guide/", stringify!($page), ".md"))]
            mod $page {}
        )*

        /// Every page of the guide.
        pub const PAGES: &[(&str, &str)] = &[
            $((
                stringify!($page),
                include_str!(concat!("../../../prompt-runtime/src/docs/guide/", stringify!($page), ".md")),
            )),*
        ];
    };
}

pages! {
    first_prompt arguments conversations files command_line checks servers connect http replicas publishing ci hosts localization caching observability
    moving
}

#[cfg(doctest)]
#[doc = include_str!("../../../prompt-runtime/src/docs/program.md")]
mod program {}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::PAGES;
    use prompt_tests::{REVISIONS, Stdio, program};
    use serde_json::{Value, json};

    fn page(name: &str) -> &'static str {
        PAGES.iter().find(|page| page.0 == name).unwrap().1
    }

    fn blocks<'t>(text: &'t str, language: &str) -> Vec<&'t str> {
        text.split(&format!("```{language}\n"))
            .skip(1)
            .filter_map(|block| block.split("\n```").next())
            .collect()
    }

    /// Its dependencies are those of the example, which would make the lock file of this workspace half as long again.
    #[test]
    fn the_code_about_traces_is_that_of_the_example() {
        let example = include_str!("../../../examples/opentelemetry/src/main.rs");
        let code = blocks(page("observability"), "rust,ignore");
        assert_eq!(code.len(), 1);
        assert!(example.contains(code[0]), "{}", code[0]);
    }

    #[test]
    fn the_configuration_of_each_host_starts_the_server() {
        let configurations = blocks(page("connect"), "json");
        assert_eq!(configurations.len(), 3);
        for text in configurations {
            let configuration: Value = serde_json::from_str(text).unwrap();
            let servers = configuration.get("mcpServers");
            let servers = servers.or_else(|| configuration.get("servers")).unwrap();
            let server = &servers["my-prompts"];
            assert_eq!(server["type"], "stdio");
            assert_eq!(server["command"], "/path/to/my-prompts");
            let arguments: Vec<String> = serde_json::from_value(server["args"].clone()).unwrap();
            let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
            for revision in REVISIONS {
                let server = Stdio::start(&program("playbook"), &arguments);
                let mut server = server.revision(revision);
                let listed = server.result("prompts/list", json!({}));
                assert!(listed["prompts"].as_array().unwrap().len() > 1);
            }
        }
    }

    #[test]
    fn the_prompt_file_of_the_guide_is_the_one_that_is_compiled() {
        let shown = blocks(page("files"), "markdown");
        let compiled = include_str!("../../../prompt-runtime/src/docs/guide/answer-customer.md");
        assert_eq!(shown, [compiled.trim_end()]);
    }

    #[test]
    fn the_front_page_and_the_readme_show_one_program() {
        let readme = blocks(include_str!("../../../README.md"), "rust");
        let program = include_str!("../../../prompt-runtime/src/docs/program.md");
        assert_eq!(blocks(program, "rust,no_run"), readme[..1]);
    }

    #[test]
    fn every_page_is_in_the_table_of_contents() {
        let contents = include_str!("../../../prompt-runtime/src/docs/guide/mod.md");
        for (name, _) in PAGES {
            assert!(contents.contains(&format!("(guide::{name})")), "{name}");
        }
        assert_eq!(contents.matches("(guide::").count(), PAGES.len());
    }
}
