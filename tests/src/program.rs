use std::{
    collections::HashMap,
    path::{Path, PathBuf},
    sync::{Mutex, OnceLock, PoisonError},
};

/// The program of a workspace package whose binary has the package's name. It is built if necessary.
///
/// Cargo gives a test only the paths of its own package's binaries, and an example must stay a package that can be copied. Therefore this
/// function calls cargo, which makes `cargo test -p prompt-tests` work in a clean clone and never tests an outdated program. The program is
/// built alone, as `cargo run -p` does, without the features that other packages enable.
#[must_use]
pub fn program(package: &str) -> PathBuf {
    static BUILT: OnceLock<Mutex<HashMap<String, PathBuf>>> = OnceLock::new();
    let mut built = BUILT
        .get_or_init(Mutex::default)
        .lock()
        .unwrap_or_else(PoisonError::into_inner);
    if let Some(path) = built.get(package) {
        return path.clone();
    }
    let path = escargot::CargoBuild::new()
        .manifest_path(root().join("Cargo.toml"))
        .package(package)
        .bin(package)
        .run()
        .unwrap_or_else(|error| panic!("`cargo build -p {package}` failed: {error}"))
        .path()
        .to_owned();
    built.insert(package.to_owned(), path.clone());
    path
}

pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("this crate lies in the workspace")
}
