use super::arguments;
use super::model::{Contract, ContractArgument, ContractPrompt};
use super::{Change, Rule};
use prompt_rules::name::fold;
use prompt_rules::nearest::nearest;

/// What became of the contract: what breaks first, then the additions, each sorted by prompt.
#[must_use]
pub fn compare(old: &Contract, new: &Contract) -> Vec<Change> {
    let mut changes = Vec::new();
    let mut successors: Vec<&str> = Vec::new();
    let mut gone: Vec<&ContractPrompt> = Vec::new();
    for before in old.prompts() {
        let after = new
            .prompt(&before.name)
            .or_else(|| new.prompts().iter().find(|it| it.answers_to(&before.name)));
        match after {
            None => gone.push(before),
            Some(after) => {
                successors.push(&after.name);
                prompt(before, after, &mut changes);
            }
        }
    }
    let mut added: Vec<&ContractPrompt> = new
        .prompts()
        .iter()
        .filter(|prompt| !successors.contains(&prompt.name.as_str()))
        .collect();
    let alone = gone.len() == 1 && added.len() == 1;
    for before in &gone {
        changes.push(removed(before, &mut added, alone));
    }
    for after in added {
        changes.push(Change::new(
            Rule::PromptAdded,
            &after.name,
            "it is new".to_owned(),
        ));
    }
    folding(old, new, &mut changes);
    changes.sort_by(|a, b| (!a.is_breaking(), a.prompt()).cmp(&(!b.is_breaking(), b.prompt())));
    changes
}

fn prompt(before: &ContractPrompt, after: &ContractPrompt, changes: &mut Vec<Change>) {
    let name = &before.name;
    let mut add = |rule, what| {
        changes.push(Change::new(rule, name, what).now_called(&after.name));
    };
    if after.name != *name {
        add(
            Rule::PromptRenamedWithAlias,
            format!(
                "it is called \"{}\" now and still answers to the old name",
                after.name
            ),
        );
    }
    for alias in before.aliases.iter().filter(|it| !after.answers_to(it)) {
        add(
            Rule::PromptAliasRemoved,
            format!("it no longer answers to \"{alias}\""),
        );
    }
    for alias in after.aliases.iter().filter(|it| !before.answers_to(it)) {
        add(
            Rule::PromptAliasAdded,
            format!("it answers to \"{alias}\" too"),
        );
    }
    match (&before.deprecated, &after.deprecated) {
        (Some(_), None) => add(
            Rule::PromptUndeprecated,
            "it is no longer deprecated".to_owned(),
        ),
        (old, Some(new)) if old.as_ref() != Some(new) => add(
            Rule::PromptDeprecated,
            match &new.since {
                Some(since) => format!("it is deprecated since {since}"),
                None => "it is deprecated".to_owned(),
            },
        ),
        _ => {}
    }
    changes.extend(arguments::compare(before, after));
}

/// What became of a prompt that is gone; takes the one that it was renamed to out of `added`.
fn removed(before: &ContractPrompt, added: &mut Vec<&ContractPrompt>, alone: bool) -> Change {
    if before.deprecated.is_some() {
        return Change::new(
            Rule::PromptRetired,
            &before.name,
            "it is gone, after it was released as deprecated".to_owned(),
        );
    }
    let alike: Vec<&str> = added
        .iter()
        .filter(|after| same_shape(before, after, alone))
        .map(|after| after.name.as_str())
        .collect();
    let renamed = nearest(&before.name, alike.iter().copied()).or(alike.first().copied());
    let Some(renamed) = renamed else {
        return Change::new(
            Rule::PromptRemoved,
            &before.name,
            "it is gone, and was not released as deprecated before".to_owned(),
        );
    };
    let change = Change::new(
        Rule::PromptRenamed,
        &before.name,
        format!("it is gone, and \"{renamed}\" with the same arguments is new"),
    )
    .now_called(renamed);
    added.retain(|after| after.name != change.prompt_now());
    change
}

/// Prompts without arguments are all alike, which says nothing unless one is gone and one is new.
fn same_shape(before: &ContractPrompt, after: &ContractPrompt, alone: bool) -> bool {
    let shape = |prompt: &ContractPrompt| -> Vec<(String, String)> {
        let shape = |it: &ContractArgument| (it.name.clone(), it.type_word.clone());
        prompt.arguments.iter().map(shape).collect()
    };
    (alone || !before.arguments.is_empty()) && shape(before) == shape(after)
}

/// Every name that is new must differ, to a host, from all others and from those that it takes the place of.
fn folding(old: &Contract, new: &Contract, changes: &mut Vec<Change>) {
    let known = |name: &str| old.prompts().iter().any(|it| it.answers_to(name));
    let mut others: Vec<&str> = Vec::new();
    for contract in [old, new] {
        others.extend(contract.prompts().iter().flat_map(ContractPrompt::names));
    }
    others.sort_unstable();
    others.dedup();
    for prompt in new.prompts() {
        for name in prompt.names().filter(|name| !known(name)) {
            let folded = fold(name);
            for other in &others {
                let was_its_own = |change: &Change| {
                    change.rule() == Rule::PromptRenamed
                        && change.prompt() == *other
                        && change.prompt_now() == prompt.name
                };
                if fold(other) != folded
                    || prompt.answers_to(other)
                    || changes.iter().any(was_its_own)
                {
                    continue;
                }
                changes.push(Change::new(
                    Rule::NameFolds,
                    &prompt.name,
                    format!("its name \"{name}\" is one to hosts with \"{other}\""),
                ));
            }
        }
    }
}
