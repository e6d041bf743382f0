//! Tests of a program's prompts in the manifest of an MCPB bundle, validated with the structure of the format's public schema, version 0.4.
#![allow(clippy::unwrap_used)]

use prompt_tests::program;
use serde_json::{Value, json};
use std::process::Command;

#[test]
fn a_manifest_with_the_prompts_of_a_program_is_valid() {
    let run = Command::new(program("playbook"))
        .args(["list", "--mcpb"])
        .output()
        .unwrap();
    assert!(run.status.success(), "{run:?}");
    let prompts: Value = serde_json::from_slice(&run.stdout).unwrap();
    let notes = String::from_utf8(run.stderr).unwrap();
    let told = notes
        .matches(" is left out: a manifest can only hold")
        .count();
    assert_eq!(told > 0, prompts["prompts_generated"] == true, "{notes}");
    let texts = prompts["prompts"].as_array().unwrap();
    assert!(
        texts
            .iter()
            .any(|it| it["text"].as_str().unwrap().contains("${arguments.")),
        "{prompts}"
    );
    let mut manifest = json!({
        "manifest_version": "0.4",
        "name": "playbook",
        "version": "0.1.0",
        "description": "The prompts of a team.",
        "author": {"name": "The team"},
        "server": {
            "type": "binary",
            "entry_point": "playbook",
            "mcp_config": {"command": "${__dirname}/playbook", "args": ["serve"]},
        },
    });
    let schema: Value = serde_json::from_str(include_str!("mcpb-manifest-v0.4.json")).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let faults = |manifest: &Value| -> Vec<String> {
        let errors = validator.iter_errors(manifest);
        errors
            .map(|it| format!("{}: {it}", it.instance_path()))
            .collect()
    };
    assert_eq!(faults(&manifest), [""; 0]);
    manifest
        .as_object_mut()
        .unwrap()
        .extend(prompts.as_object().unwrap().clone());
    assert_eq!(faults(&manifest), [""; 0]);
    // The schema rejects fields that the format does not have.
    manifest["prompts"][0]["title"] = json!("A title");
    assert_ne!(faults(&manifest), [""; 0]);
}
