//! Tests of the file's text, written and read.

use super::*;

#[test]
fn the_file_is_readable_and_stable() {
    let of = Contract::of(&registry(&[&HELLO, &REVIEW]));
    assert_eq!(of.to_string(), FILE);
    assert_eq!(FILE.parse::<Contract>().unwrap(), of);
    let json = serde_json::to_string(&of).unwrap();
    assert_eq!(serde_json::from_str::<Contract>(&json).unwrap(), of);
    let empty = Contract::of(&registry(&[]));
    assert_eq!(
        empty.to_string(),
        "{\n  \"format\": 1,\n  \"prompts\": []\n}\n"
    );
    let hostile = contract(&prompt("\\\"\\n日", "", ""));
    assert_eq!(hostile.to_string().parse::<Contract>().unwrap(), hostile);
}

#[test]
fn the_file_says_what_whole_numbers_fit_into() {
    use crate::private::Probe;

    static COUNT: PromptDefinition = PromptDefinition {
        name: "count",
        arguments: &[
            ArgumentDefinition {
                name: "to",
                kind: Probe::<Option<u16>>::KIND,
                ..ArgumentDefinition::NEW
            },
            ArgumentDefinition {
                name: "by",
                kind: Probe::<f64>::KIND,
                ..ArgumentDefinition::NEW
            },
        ],
        ..PromptDefinition::NEW
    };
    let file = Contract::of(&registry(&[&COUNT])).to_string();
    assert!(
        file.contains("{\"name\": \"to\", \"type\": \"integer\", \"fits\": \"u16\", "),
        "{file}"
    );
    assert_eq!(file.matches("fits").count(), 1, "{file}");
}

#[test]
fn what_is_no_contract_is_refused() {
    for (text, why) in [
        (
            "",
            "no contract of prompts: EOF while parsing a value at line 1 column 0",
        ),
        ("{\"format\": 1}", "missing field `prompts`"),
        (
            "{\"format\": 2, \"prompts\": []}",
            "format 2 is not known here, only 1; a newer version",
        ),
        (
            "{\"format\": 1, \"prompts\": [{\"name\": \"a\", \"arguments\": []}, {\"name\": \"a\", \"arguments\": []}]}",
            "prompt \"a\" is there twice",
        ),
        (
            "{\"format\": 1, \"prompts\": [{\"name\": \"a\", \"arguments\": [{\"name\": \"b\", \"type\": \"text\", \"required\": true}, {\"name\": \"b\", \"type\": \"text\", \"required\": true}]}]}",
            "argument \"b\" of prompt \"a\" is there twice",
        ),
        (
            "{\"format\": 1, \"prompts\": [], \"x\": 1}",
            "unknown field `x`",
        ),
        (
            "{\"format\": 1, \"prompts\": [], \"\\u001b[0m\": 1}",
            "unknown field `\\u{1b}[0m`",
        ),
        ("<<<<<<< HEAD", "no contract of prompts"),
    ] {
        let error = text.parse::<Contract>().unwrap_err().to_string();
        assert!(error.contains(why), "{text}: {error}");
    }
}

#[test]
fn a_byte_order_mark_is_passed_over() {
    let marked = format!("\u{FEFF}{FILE}").replace('\n', "\r\n");
    assert_eq!(
        marked.parse::<Contract>().unwrap(),
        FILE.parse::<Contract>().unwrap()
    );
    let twice = format!("\u{FEFF}{marked}").parse::<Contract>();
    assert!(twice.is_err());
}

#[test]
fn the_file_says_where_undeclared_arguments_are_passed_over() {
    let ignoring = PromptRegistry::builder()
        .prompts([&REVIEW, &HELLO])
        .ignore_undeclared_arguments(true)
        .build()
        .unwrap();
    let of = Contract::of(&ignoring);
    let file = FILE.replace(
        "\"format\": 1,\n",
        "\"format\": 1,\n  \"undeclared\": \"ignored\",\n",
    );
    assert_eq!(of.to_string(), file);
    assert_eq!(file.parse::<Contract>().unwrap(), of);
    let json = serde_json::to_string(&of).unwrap();
    assert_eq!(serde_json::from_str::<Contract>(&json).unwrap(), of);
    let other = file
        .replace("ignored", "kept")
        .parse::<Contract>()
        .unwrap_err();
    assert!(
        other.to_string().contains("unknown variant `kept`"),
        "{other}"
    );
}

#[test]
fn a_change_spells_out_the_control_characters_that_it_quotes() {
    let contract = |name: &str| contract(&prompt(name, "", ""));
    for change in compare(&contract("a\\u001b[31m"), &contract("b")) {
        let shown = change.to_string();
        assert!(!shown.contains('\u{1B}'), "{shown:?}");
    }
}
