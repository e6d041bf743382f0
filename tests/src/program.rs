use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::OnceLock,
};

/// Returns the path of the program of a workspace package whose binary has the package's name. The program is built if necessary.
///
/// Cargo gives a test only the paths of its own package's binaries, and an example must stay a package that can be copied. Therefore this
/// function calls cargo, which makes `cargo test -p prompt-tests` work in a clean clone and never tests an outdated program. It builds the
/// whole workspace with its tests, because cargo then takes what `cargo test --workspace` has compiled. Alone, each program would compile
/// its dependencies again, with its own choice of their features; `.ci/run` checks the examples without the features that other packages enable.
#[must_use]
pub fn program(package: &str) -> PathBuf {
    static BUILT: OnceLock<HashMap<String, PathBuf>> = OnceLock::new();
    let programs = BUILT.get_or_init(|| {
        build().unwrap_or_else(|error| panic!("the programs cannot be built: {error}"))
    });
    programs
        .get(package)
        .unwrap_or_else(|| panic!("the workspace has no program {package}"))
        .clone()
}

fn build() -> Result<HashMap<String, PathBuf>, escargot::error::CargoError> {
    let messages = escargot::CargoBuild::new()
        .manifest_path(root().join("Cargo.toml"))
        .arg("--workspace")
        .arg("--bins")
        .arg("--tests")
        .exec()?;
    let mut programs = HashMap::new();
    for message in messages {
        let message = message?;
        if let escargot::format::Message::CompilerArtifact(artifact) = message.decode()?
            && let (Some(path), false) = (artifact.executable, artifact.profile.test)
        {
            programs.insert(artifact.target.name.into_owned(), path.into_owned());
        }
    }
    Ok(programs)
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("this crate lies in the workspace")
}
