#![allow(clippy::unwrap_used)]

use super::*;
use crate::Exit;
use crate::private::{ArgumentDefinition, Deprecation, Location, PromptDefinition, Render, State};
use crate::private::{FromArgument, Probe, ProbeFallback as _};
use crate::tests::{registry, run_on};
use prompt_runtime::{GetPromptResult, PromptError, PromptMessage};
use std::str::FromStr;

/// Text that would do harm in HTML or Markdown, for every place that shows an author's text.
const HOSTILE: &str = "</pre></p></title></style><script>alert(1)</script><img src=x onerror=alert(1)>\
    \"'&amp;[a](javascript:alert(1))\n# Heading\n```\n- item\n<b>bold</b>\n\n    code\n\n***\n| a | b |\n\u{7}rung";

static HOSTILE_PROMPT: PromptDefinition = PromptDefinition {
    name: "hostile",
    title: Some(HOSTILE),
    description: Some(HOSTILE),
    arguments: &[ArgumentDefinition {
        name: "text",
        title: Some(HOSTILE),
        description: Some(HOSTILE),
        values: Some(&[HOSTILE]),
        ..ArgumentDefinition::NEW
    }],
    deprecated: Some(Deprecation::new(Some(HOSTILE), Some(HOSTILE))),
    location: Location::new("src/<b>.rs", 1, "a", "<b>"),
    render: Render::Sync(|invocation| {
        let text = <&str as FromArgument<'_, _>>::fetch(invocation);
        invocation.accepted()?;
        let message = PromptMessage::user(text?.to_owned());
        Some(Ok(GetPromptResult::new([message]).with_description(HOSTILE)))
    }),
    ..PromptDefinition::NEW
};

#[derive(Debug)]
struct Version;

impl FromStr for Version {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.split('.').count() {
            3 => Ok(Self),
            _ => Err("three numbers".to_owned()),
        }
    }
}

static OLD: PromptDefinition = PromptDefinition {
    name: "old",
    arguments: &[
        ArgumentDefinition {
            name: "version",
            kind: Probe::<Version>::KIND,
            aliases: &["release"],
            ..ArgumentDefinition::NEW
        },
        ArgumentDefinition {
            name: "note",
            required: false,
            non_empty: true,
            max_len: Some(4),
            kind: Probe::<&str>::KIND,
            ..ArgumentDefinition::NEW
        },
    ],
    aliases: &["older"],
    deprecated: Some(Deprecation::new(Some("2.0"), Some("too slow"))),
    replaced_by: Some(&NEEDS_STATE),
    location: Location::new("src/old.rs", 3, "old", "old"),
    render: Render::Sync(|invocation| {
        let version = <Version as FromArgument<'_, _>>::fetch(invocation);
        let note = <Option<&str> as FromArgument<'_, _>>::fetch(invocation);
        invocation.accepted()?;
        version?;
        Some(Ok(GetPromptResult::new([PromptMessage::user(format!(
            "note: {:?}",
            note?
        ))])))
    }),
    ..PromptDefinition::NEW
};

static NEEDS_STATE: PromptDefinition = PromptDefinition {
    name: "needs-state",
    state: &[<u8 as State>::KEY],
    render: Render::Sync(|invocation| {
        invocation.state::<u8>();
        invocation.accepted()?;
        Some(Err(PromptError::for_user("never called")))
    }),
    ..PromptDefinition::NEW
};

static NEVER_CONTENT: PromptDefinition = PromptDefinition {
    name: "never-content",
    arguments: &[ArgumentDefinition {
        name: "day",
        ..ArgumentDefinition::NEW
    }],
    render: Render::Sync(|invocation| {
        <&str as FromArgument<'_, _>>::fetch(invocation);
        invocation.accepted()?;
        Some(Err(PromptError::invalid_argument("day", "a day to come")))
    }),
    ..PromptDefinition::NEW
};

fn others() -> PromptRegistry {
    PromptRegistry::from_prompts([&OLD, &NEEDS_STATE, &NEVER_CONTENT]).unwrap()
}

fn catalog(registry: PromptRegistry, arguments: &[&str]) -> String {
    let program = Program::new(registry).with_version("1.2.3");
    let arguments: Vec<&str> = ["catalog"]
        .into_iter()
        .chain(arguments.iter().copied())
        .collect();
    let run = run_on(program, &arguments, b"");
    assert_eq!((run.exit, &*run.err), (Exit::Done, ""));
    run.out
}

#[test]
fn as_markdown() {
    assert_eq!(
        catalog(registry(), &["write-reply", "show-logo", "fail"]),
        "\
# Prompts of team

3 prompts, version 1.2.3

## Contents

- [write-reply](#prompt-write-reply): Reply
- [show-logo](#prompt-show-logo)
- [fail](#prompt-fail)

<a id=\"prompt-write-reply\"></a>

## write-reply

**Reply**

Write a reply.

Nothing is sent.

### Arguments

1. `tone` (optional, default `kind`)

   How it should sound.

   Allowed values:

   - `kind`: As to a friend
   - `blunt`

2. `letter` (required)

   The letter to answer.
   All of it.

### Use it

- Command line: `team get write-reply 'letter=Sample letter'`
- Claude Code: `/mcp__team__write-reply`
- VS Code: `/mcp.team.write-reply`

### Sample

With `letter=Sample letter`

A kind reply

**user**

```text
Be kind:

Sample letter
```

**assistant, to be continued**

```text
Dear
```

### Declaration

- Declared in `src/replies.rs:7 (replies)`

<a id=\"prompt-show-logo\"></a>

## show-logo

### Use it

- Command line: `team get show-logo`
- Claude Code: `/mcp__team__show-logo`
- VS Code: `/mcp.team.show-logo`

### Sample

**user**

```text
<image image/png, 5 bytes>
```

### Declaration

- Declared in `made at run time`

<a id=\"prompt-fail\"></a>

## fail

### Use it

- Command line: `team get fail`
- Claude Code: `/mcp__team__fail`
- VS Code: `/mcp.team.fail`

### Sample

no sample: it fails with \"internal error\"

### Declaration

- Declared in `made at run time`
"
    );
}

#[test]
fn what_has_no_sample_says_why() {
    let page = catalog(others(), &[]);
    for line in [
        "no sample: it needs `u8`, which a server brings",
        "no sample: it refuses the sample values: argument \"day\" must be a day to come",
    ] {
        let line = line.replace('`', "\\`");
        assert!(page.contains(&line), "{page}");
    }
}

#[test]
fn deprecation_replacement_and_former_names() {
    let page = catalog(others(), &["needs-state", "old"]);
    for part in [
        "- [old](#prompt-old) (deprecated)\n",
        "> Deprecated since 2.0: too slow\n>\n> Use [needs-state](#prompt-needs-state) instead.\n",
        "   Must be: not blank; at most 4 characters\n",
        "   Former names: `release`\n",
        "With `version=1.2.3`, `note=Samp`\n",
        "- Declared in `src/old.rs:3 (old)`\n- Former names: `older`\n",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    let page = catalog(others(), &["old", "--html"]);
    for part in [
        "<p class=\"text\" dir=\"auto\">Deprecated since 2.0: too slow</p>\n<p>Use <code>needs-state</code> instead.</p>",
        "<p>Former names: <code>older</code></p>",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
}

/// Every tag of the page with the names of its attributes, without their values.
fn tags(html: &str) -> Vec<&str> {
    html.split('<')
        .skip(1)
        .map(|tag| tag.split(['>', ' ']).next().unwrap())
        .collect()
}

#[test]
fn hostile_text_is_no_html() {
    let registry = PromptRegistry::from_prompts([&HOSTILE_PROMPT]).unwrap();
    let page = catalog(registry, &["--html"]);
    let known = [
        "!DOCTYPE",
        "html",
        "head",
        "meta",
        "link",
        "title",
        "style",
        "body",
        "a",
        "header",
        "h1",
        "p",
        "nav",
        "h2",
        "ul",
        "li",
        "code",
        "span",
        "main",
        "article",
        "div",
        "h3",
        "ol",
        "b",
        "dl",
        "dt",
        "dd",
        "figure",
        "figcaption",
        "pre",
        "footer",
        "input",
        "label",
        "script",
    ];
    for tag in tags(&page) {
        assert!(known.contains(&tag.trim_start_matches('/')), "{tag}");
    }
    assert_eq!(page.matches("<pre").count(), 1);
    assert!(
        page.matches("<script").count() == 1 && !page.contains("<img") && !page.contains("<b>"),
        "{page}"
    );
    assert!(
        page.contains("&lt;script&gt;alert(1)&lt;/script&gt;") && page.contains("\\u{7}rung"),
        "{page}"
    );
}

#[test]
fn hostile_text_is_no_markdown() {
    let registry = PromptRegistry::from_prompts([&HOSTILE_PROMPT]).unwrap();
    let page = catalog(registry, &[]);
    let mut fence: Option<&str> = None;
    let mut headings = Vec::new();
    for line in page.lines() {
        match fence {
            Some(end) if line == end => fence = None,
            Some(_) => {}
            None if line.starts_with("```") => fence = Some(line.trim_end_matches("text")),
            None => {
                assert!(!line.trim_start().starts_with("***"), "{line}");
                let outside: String = line.split('`').step_by(2).collect();
                assert!(
                    !outside
                        .replace("<a id=\"prompt-hostile\"></a>", "")
                        .contains('<')
                        || line.contains("```"),
                    "{line}"
                );
                headings.extend(line.starts_with('#').then_some(line));
            }
        }
    }
    assert_eq!(fence, None);
    assert_eq!(
        headings,
        [
            "# Prompts of team",
            "## Contents",
            "## hostile",
            "### Arguments",
            "### Use it",
            "### Sample",
            "### Declaration"
        ]
    );
}

#[test]
fn the_page_needs_nothing_from_elsewhere() {
    let page = catalog(registry(), &["--html"]);
    assert!(
        !page.contains("http:")
            && !page.contains("https:")
            && !page.contains("url(")
            && !page.contains("@import")
    );
    let ids: Vec<&str> = page
        .split(" id=\"")
        .skip(1)
        .map(|rest| rest.split('"').next().unwrap())
        .collect();
    let mut unique = ids.clone();
    unique.sort_unstable();
    unique.dedup();
    assert_eq!(ids.len(), unique.len());
    for target in page.split("href=\"#").skip(1) {
        let target = target.split('"').next().unwrap();
        assert!(ids.contains(&target), "{target}");
    }
}

#[test]
fn only_its_own_script_may_run() {
    use base64::Engine as _;
    use sha2::Digest as _;
    let page = catalog(registry(), &["--html"]);
    let (_, script) = page.split_once("<script>").unwrap();
    let (script, _) = script.split_once("</script>").unwrap();
    let hash = base64::engine::general_purpose::STANDARD.encode(sha2::Sha256::digest(script));
    assert!(
        page.contains(&format!("script-src 'sha256-{hash}'")),
        "{hash}"
    );
}

#[test]
fn samples_and_commands_have_the_values_of_the_author() {
    /// Triage it.
    #[prompt_runtime::prompt(name = "triage", crate = prompt_runtime)]
    fn triage(
        /// The service.
        #[arg(example = "pg-eu")]
        service: &str,
        /// Its owners.
        #[arg(separator = ",", example = "ann,o'neil & co")]
        owners: Vec<String>,
        /// The days.
        #[arg(default = 3, min = 1)]
        days: u8,
    ) -> String {
        format!("{service} {owners:?} {days}")
    }
    let registry = PromptRegistry::from_prompts(prompt_runtime::prompts![triage]).unwrap();
    let page = catalog(registry, &[]);
    for part in [
        "- Command line: `team get triage service=pg-eu 'owners=ann,o'\\''neil & co'`\n",
        "- Claude Code: `/mcp__team__triage pg-eu 'ann,o'\\''neil & co'`\n",
        "pg-eu [\"ann\", \"o'neil & co\"] 3\n",
        "   Example: `pg-eu`\n",
        "   Takes several values, separated by \",\"\n",
        "   Must be: a whole number of at least 1\n",
    ] {
        assert!(page.contains(part), "{part}\n{page}");
    }
    assert!(!page.contains("Must be: values"), "{page}");
}

#[test]
fn a_name_of_any_characters_has_an_anchor() {
    assert_eq!(anchor("write-reply"), "prompt-write-reply");
    assert_eq!(anchor("deploy to/aws"), "prompt-deploy_20_to_2f_aws");
    assert_ne!(anchor("a b"), anchor("a/b"));
    assert_eq!(shell_word("a='b' $c"), "'a='\\''b'\\'' $c'");
    assert_eq!(shell_word(""), "''");
}

#[test]
fn into_a_file() {
    let path = std::env::temp_dir().join(format!("prompt-catalog-{}.md", std::process::id()));
    let file = path.to_str().unwrap();
    assert_eq!(catalog(registry(), &["fail", "--output", file]), "");
    let written = fs::read_to_string(&path).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(written, catalog(registry(), &["fail"]));
    let run = run_on(
        registry(),
        &["catalog", "--output", "no/such/folder/a.md"],
        b"",
    );
    assert_eq!(run.exit, Exit::Failed);
    assert!(
        run.err
            .starts_with("error: no/such/folder/a.md cannot be written: "),
        "{}",
        run.err
    );
}

#[test]
fn without_prompts() {
    let none = || PromptRegistry::from_prompts([]).unwrap();
    assert_eq!(
        catalog(none(), &[]),
        "# Prompts of team\n\n0 prompts, version 1.2.3\n"
    );
    assert!(catalog(none(), &["--html"]).contains("<p>There are no prompts.</p>"));
}
