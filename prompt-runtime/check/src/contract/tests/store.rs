//! Tests of writing the file.

use super::*;
use std::fs;

/// Creates an empty folder for each test.
fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("contract-{}-{name}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir(&folder).unwrap();
    folder
}

fn accept(prompts: &[&'static PromptDefinition], path: &Path) {
    check(&registry(prompts), path, &breaking(&[])).unwrap();
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn the_old_file_is_whole_until_the_new_one_is() {
    let folder = folder("whole");
    let (path, also) = (folder.join("a.json"), folder.join("also.json"));
    accept(&[&REVIEW], &path);
    // A second name for the same file: a program that has the old file open can still read all of it.
    fs::hard_link(&path, &also).unwrap();
    let before = fs::read_to_string(&path).unwrap();
    accept(&[&REVIEW, &HELLO], &path);
    assert_eq!(fs::read_to_string(&also).unwrap(), before);
    assert_eq!(fs::read_to_string(&path).unwrap(), FILE);
    assert_eq!(names(&folder), ["a.json", "also.json"]);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_file_that_cannot_be_written_is_an_error() {
    let folder = folder("missing");
    let path = folder.join("no/such.json");
    let error = check(&registry(&[&HELLO]), &path, &breaking(&[])).unwrap_err();
    assert!(matches!(error, ContractError::File { .. }), "{error}");
    assert_eq!(names(&folder), [""; 0]);
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};

    let folder = folder("links");
    fs::create_dir(folder.join("kept")).unwrap();
    let (link, file) = (folder.join("link.json"), folder.join("kept/a.json"));
    symlink("kept/a.json", &link).unwrap();
    let is_link = || fs::symlink_metadata(&link).unwrap().is_symlink();
    // The target does not exist yet.
    accept(&[&REVIEW], &link);
    assert!(is_link() && file.exists());
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    accept(&[&REVIEW, &HELLO], &link);
    assert!(is_link());
    assert_eq!(fs::read_to_string(&file).unwrap(), FILE);
    assert_eq!(
        fs::metadata(&file).unwrap().permissions().mode() & 0o777,
        0o640
    );
    assert_eq!(names(&folder.join("kept")), ["a.json"]);
    fs::remove_dir_all(folder).unwrap();
}

#[cfg(unix)]
#[test]
fn a_file_without_an_end_is_refused() {
    let error = Contract::read("/dev/zero").unwrap_err();
    assert!(
        error.to_string().ends_with("it is larger than 32 MiB"),
        "{error}"
    );
}
