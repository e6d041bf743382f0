//! Measures a build of a user's crate from scratch.

use crate::generated::{Workspace, ours};
use prompt_bench::table::{Table, time};

pub(crate) fn section(_full: bool) -> String {
    let runtime = format!("prompt-runtime = {{ path = '{}' }}", ours("").display());
    let edge = ours("rmcp");
    let mounted = format!(
        "{runtime}\nprompt-rmcp = {{ path = '{}', features = ['rmcp3'] }}",
        edge.display()
    );
    let rmcp = "rmcp = { version = '=3.11.0', features = ['server', 'transport-io'] }";
    let fly = "flymcprust = { version = '=0.1.1', features = ['auto-register', 'stdio'] }";
    let sides = [
        ("prompt-runtime", runtime),
        ("prompt-runtime and prompt-rmcp", mounted),
        ("rmcp", rmcp.to_owned()),
        ("flymcprust", fly.to_owned()),
    ];
    let workspace = Workspace::new("cold-build");
    let mut table = Table::new(
        "cold build",
        &[
            "a user's crate with",
            "crates",
            "check, CPU time",
            "build, CPU time",
        ],
    );
    for (index, (title, dependencies)) in sides.iter().enumerate() {
        let name = format!("user-{index}");
        workspace.package(&name, dependencies, &[("src/lib.rs", String::new())]);
        let cost = |verb| {
            workspace.clean();
            time(workspace.cargo(&[verb, "--package", &name], false))
        };
        let (check, build) = (cost("check"), cost("build"));
        table.row(vec![
            (*title).to_owned(),
            workspace.crates(&name).to_string(),
            check,
            build,
        ]);
    }
    table.markdown()
}
