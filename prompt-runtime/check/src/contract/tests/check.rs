//! Tests of the prompts against the file, and of the changes that may be written.

use super::*;

#[test]
fn the_file_is_written_once_and_then_compared() {
    let path = path("written");
    let before = registry(&[&REVIEW]);
    let error = check(&before, &path, &Acceptance::Nothing).unwrap_err();
    assert!(matches!(error, ContractError::Missing { .. }), "{error}");
    assert!(!path.exists());
    let first = Acceptance::FirstFile;
    assert_eq!(check(&before, &path, &first).unwrap(), Outcome::Created);
    assert_eq!(check(&before, &path, &first).unwrap(), Outcome::Unchanged);
    assert_eq!(
        check(&before, &path, &Acceptance::Nothing).unwrap(),
        Outcome::Unchanged
    );
    // An addition fails until it is accepted.
    let more = registry(&[&REVIEW, &HELLO]);
    assert!(check(&more, &path, &first).is_err());
    let Outcome::Accepted(changes) = check(&more, &path, &breaking(&[])).unwrap() else {
        panic!("not accepted")
    };
    assert_eq!(changes.len(), 1);
    assert_eq!(std::fs::read_to_string(&path).unwrap(), FILE);
    // Breaking changes are accepted by name only, and nothing is written until all of them are.
    let reordered = registry(&[&REORDERED]);
    for refused in [&[] as &[&str], &["hello"]] {
        assert!(check(&reordered, &path, &breaking(refused)).is_err());
        assert_eq!(std::fs::read_to_string(&path).unwrap(), FILE);
    }
    let error = check(&reordered, &path, &breaking(&["code-review", "helo"])).unwrap_err();
    assert_eq!(
        error.to_string(),
        "prompt \"helo\" was named as one that may break, but does not; nothing was written"
    );
    check(&reordered, &path, &breaking(&["code-review", "hello"])).unwrap();
    assert_eq!(
        check(&reordered, &path, &Acceptance::Nothing).unwrap(),
        Outcome::Unchanged
    );
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn a_failure_reads_like_a_compilers() {
    let path = path("message");
    std::fs::write(&path, FILE).unwrap();
    let error = check(&registry(&[&REORDERED]), &path, &Acceptance::FirstFile).unwrap_err();
    let message = error
        .to_string()
        .replace(path.to_str().unwrap(), "prompts.contract.json");
    assert_eq!(
        message,
        "\
the prompts break their contract in prompts.contract.json: 2 breaking changes

breaks[argument-reordered]: prompt \"code-review\": the arguments were in the order strictness, diff and are in the order diff, strictness
  --> src/review.rs:19 (was: prompts.contract.json:5)
   = affected: users who type the values after a command. Hosts assign them by position, so each value silently becomes another argument.
   = remedy: restore the old order, and put new arguments at the end.

breaks[prompt-removed]: prompt \"hello\": it is gone, and was not released as deprecated before
  --> prompts.contract.json:14
   = affected: saved calls of the prompt. Hosts answer them with \"unknown prompt\" and name no replacement.
   = remedy: keep the prompt, mark it `#[deprecated]` (and `#[prompt(replaced_by = other_prompt)]`) and release that. Remove it in a later version, when the committed contract has the deprecation. A prompt of a feature that is off counts as removed: check with all features on.

if no call was saved yet, or all users were told: PROMPT_CONTRACT=accept:code-review,hello, or `contract accept --file prompts.contract.json code-review hello`"
    );
    let more = registry(&[&REVIEW, &HELLO, &BYE]);
    let error = check(&more, &path, &Acceptance::FirstFile).unwrap_err();
    let message = error
        .to_string()
        .replace(path.to_str().unwrap(), "prompts.contract.json");
    assert_eq!(
        message,
        "\
the prompts differ from their contract in prompts.contract.json: 1 addition

addition[prompt-added]: prompt \"bye\": it is new
  --> src/hello.rs:9

nothing breaks; to write this into the contract: PROMPT_CONTRACT=accept, or `contract accept --file prompts.contract.json`"
    );
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn an_argument_has_its_own_line_in_the_file() {
    let path = path("line");
    let text = FILE.replace("\"lenient\", ", "\"lenient\", \"normal\", ");
    std::fs::write(&path, text).unwrap();
    let error = check(&registry(&[&REVIEW, &HELLO]), &path, &Acceptance::Nothing)
        .unwrap_err()
        .to_string();
    let place = format!("--> src/review.rs:19 (was: {}:9)", path.display());
    assert!(error.contains(&place), "{error}");
    std::fs::remove_file(&path).unwrap();
}

#[test]
fn the_environment_accepts() {
    let parse =
        |variable, on_ci| Acceptance::parse(variable, on_ci).map_err(|error| error.to_string());
    assert_eq!(parse(None, false), Ok(Acceptance::FirstFile));
    assert_eq!(parse(Some(""), false), Ok(Acceptance::FirstFile));
    assert_eq!(parse(None, true), Ok(Acceptance::Nothing));
    assert_eq!(parse(Some("accept"), false), Ok(breaking(&[])));
    assert_eq!(
        parse(Some("accept:a, b,"), false),
        Ok(breaking(&["a", "b"]))
    );
    assert_eq!(
        parse(Some("yes"), false).unwrap_err(),
        "PROMPT_CONTRACT is \"yes\", which is neither `accept` nor `accept:` and names of prompts"
    );
    assert_eq!(
        parse(Some("accept"), true).unwrap_err(),
        "PROMPT_CONTRACT is \"accept\", but nothing is accepted where CI is set: what is written there is lost"
    );
}

#[test]
#[should_panic(
    expected = "is no contract of prompts: EOF while parsing a value at line 1 column 0; mend it"
)]
fn the_assertion_fails_with_the_message() {
    let path = path("broken");
    std::fs::write(&path, "").unwrap();
    assert_unchanged(&registry(&[]), &path);
}
