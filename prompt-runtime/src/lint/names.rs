//! Names, titles and descriptions.

use super::{Found, Rule};

const LONGEST_NAME: usize = 40;

/// Words that several servers of one host will have chosen, alone.
const GENERIC: &[&str] = &[
    "analyse",
    "analyze",
    "ask",
    "assist",
    "assistant",
    "build",
    "chat",
    "check",
    "code",
    "commit",
    "create",
    "debug",
    "default",
    "demo",
    "deploy",
    "describe",
    "doc",
    "docs",
    "document",
    "edit",
    "example",
    "explain",
    "fix",
    "format",
    "generate",
    "greet",
    "hello",
    "help",
    "improve",
    "init",
    "lint",
    "list",
    "main",
    "new",
    "optimise",
    "optimize",
    "plan",
    "prompt",
    "query",
    "refactor",
    "report",
    "review",
    "rewrite",
    "run",
    "search",
    "start",
    "status",
    "summarise",
    "summarize",
    "summary",
    "template",
    "test",
    "translate",
    "update",
    "write",
];

/// What prompts do. Not every verb: a name that is none of these is advice, and can be allowed.
const VERBS: &[&str] = &[
    "add",
    "analyse",
    "analyze",
    "annotate",
    "answer",
    "apply",
    "approve",
    "ask",
    "assess",
    "assign",
    "audit",
    "author",
    "benchmark",
    "bisect",
    "bootstrap",
    "brainstorm",
    "break",
    "brief",
    "bring",
    "build",
    "calculate",
    "call",
    "categorise",
    "categorize",
    "change",
    "chart",
    "check",
    "choose",
    "cite",
    "clarify",
    "classify",
    "clean",
    "close",
    "collect",
    "combine",
    "comment",
    "compare",
    "complete",
    "compose",
    "compress",
    "condense",
    "configure",
    "consider",
    "convert",
    "correct",
    "count",
    "cover",
    "create",
    "criticise",
    "critique",
    "debug",
    "decide",
    "define",
    "delete",
    "deploy",
    "derive",
    "describe",
    "design",
    "detect",
    "diagnose",
    "diff",
    "discuss",
    "document",
    "draft",
    "draw",
    "edit",
    "elaborate",
    "enumerate",
    "estimate",
    "evaluate",
    "examine",
    "expand",
    "explain",
    "explore",
    "export",
    "extend",
    "extract",
    "fetch",
    "file",
    "fill",
    "find",
    "finish",
    "fix",
    "forecast",
    "format",
    "gather",
    "generate",
    "get",
    "give",
    "greet",
    "group",
    "guide",
    "harden",
    "help",
    "highlight",
    "identify",
    "implement",
    "import",
    "improve",
    "infer",
    "inspect",
    "install",
    "instrument",
    "interview",
    "introduce",
    "investigate",
    "invite",
    "join",
    "judge",
    "justify",
    "label",
    "learn",
    "lint",
    "list",
    "load",
    "locate",
    "look",
    "make",
    "manage",
    "map",
    "match",
    "measure",
    "merge",
    "migrate",
    "model",
    "moderate",
    "monitor",
    "move",
    "name",
    "narrate",
    "negotiate",
    "normalise",
    "normalize",
    "note",
    "onboard",
    "open",
    "optimise",
    "optimize",
    "order",
    "organise",
    "organize",
    "outline",
    "paraphrase",
    "parse",
    "pick",
    "pitch",
    "plan",
    "play",
    "polish",
    "port",
    "praise",
    "prepare",
    "present",
    "price",
    "prioritise",
    "prioritize",
    "profile",
    "proofread",
    "propose",
    "prove",
    "publish",
    "query",
    "quiz",
    "quote",
    "rank",
    "rate",
    "read",
    "recap",
    "recommend",
    "record",
    "recover",
    "reduce",
    "refactor",
    "refine",
    "register",
    "reject",
    "release",
    "remember",
    "remind",
    "remove",
    "rename",
    "render",
    "reorder",
    "repair",
    "rephrase",
    "replace",
    "reply",
    "report",
    "reproduce",
    "research",
    "resolve",
    "respond",
    "restore",
    "restructure",
    "retry",
    "reverse",
    "revert",
    "review",
    "revise",
    "rewrite",
    "roll",
    "rotate",
    "route",
    "run",
    "sample",
    "save",
    "say",
    "scaffold",
    "scan",
    "schedule",
    "score",
    "search",
    "select",
    "sell",
    "send",
    "set",
    "shorten",
    "show",
    "simplify",
    "simulate",
    "sketch",
    "solve",
    "sort",
    "spell",
    "split",
    "spot",
    "start",
    "stop",
    "structure",
    "study",
    "style",
    "suggest",
    "summarise",
    "summarize",
    "support",
    "survey",
    "swap",
    "tag",
    "teach",
    "tell",
    "test",
    "tidy",
    "trace",
    "track",
    "train",
    "transcribe",
    "transform",
    "translate",
    "triage",
    "trim",
    "troubleshoot",
    "tune",
    "turn",
    "type",
    "understand",
    "unify",
    "update",
    "upgrade",
    "use",
    "validate",
    "verify",
    "visualise",
    "visualize",
    "walk",
    "watch",
    "weigh",
    "welcome",
    "word",
    "work",
    "write",
];

pub(super) fn check(found: &mut Found<'_>) {
    let prompt = found.prompt;
    let listing = prompt.listing();
    // A namespace is the server's to choose, and comes before what the author can name.
    let own = prompt.definition().map_or(prompt.name(), |it| it.name);
    name(prompt.name(), own, found);
    let described = prompt
        .definition()
        .map_or(listing.description.as_deref(), |it| it.description);
    if is_blank(described) {
        found.of_prompt(Rule::MissingDescription, "it has no description".to_owned());
    }
    if let Some(title) = &listing.title
        && title.contains(char::is_whitespace)
    {
        found.of_prompt(
            Rule::TitleWithWhiteSpace,
            format!("its title \"{title}\" has white space"),
        );
    }
    for argument in prompt.arguments() {
        let name = argument.name();
        if is_blank(argument.description()) {
            found.of_argument(
                Rule::MissingArgumentDescription,
                name,
                format!("argument \"{name}\" has no description"),
            );
        }
        if !name.is_ascii() {
            found.of_argument(
                Rule::NonAsciiName,
                name,
                format!("the name of argument \"{name}\" is not ASCII"),
            );
        }
    }
}

fn is_blank(text: Option<&str>) -> bool {
    text.is_none_or(|text| text.trim().is_empty())
}

fn name(name: &str, own: &str, found: &mut Found<'_>) {
    let length = name.chars().count();
    if length > LONGEST_NAME {
        found.of_prompt(
            Rule::LongName,
            format!("its name has {length} characters, more than {LONGEST_NAME}"),
        );
    }
    if !name.is_ascii() {
        found.of_prompt(Rule::NonAsciiName, "its name is not ASCII".to_owned());
        return;
    }
    if GENERIC.contains(&&*name.to_ascii_lowercase()) {
        found.of_prompt(
            Rule::GenericName,
            "its name could be that of many servers' prompts".to_owned(),
        );
    }
    let first = first_word(own);
    if !VERBS.contains(&&*first) {
        found.of_prompt(
            Rule::NameNotVerbFirst,
            format!("its name begins with \"{first}\", which is not what it does"),
        );
    }
}

/// Words end at punctuation and before a capital: `reviewCode` begins with `review`.
fn first_word(name: &str) -> String {
    let start = name.trim_start_matches(['-', '_', '.']);
    let end = start
        .char_indices()
        .skip(1)
        .find(|(at, c)| {
            let after_small = start
                .get(..*at)
                .is_some_and(|before| before.ends_with(|c: char| c.is_ascii_lowercase()));
            matches!(c, '-' | '_' | '.') || (c.is_ascii_uppercase() && after_small)
        })
        .map_or(start.len(), |(at, _)| at);
    start.get(..end).unwrap_or(start).to_ascii_lowercase()
}
