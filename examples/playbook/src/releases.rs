//! Prompts for the texts of a release.

use prompt_runtime::{ArgumentEnum, GetPromptResult, messages, prompt, tagged};
use std::fmt;
use std::str::FromStr;

/// A semantic version without labels. Any type that implements `FromStr` can be an argument.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Version {
    major: u64,
    minor: u64,
    patch: u64,
}

impl FromStr for Version {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let numbers: Option<Vec<u64>> = text.split('.').map(|part| part.parse().ok()).collect();
        match numbers.as_deref() {
            Some(&[major, minor, patch]) => Ok(Self {
                major,
                minor,
                patch,
            }),
            _ => Err("expected three numbers such as 2.4.0"),
        }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

impl Version {
    /// The guarantee that the version number gives, to check the list of changes against.
    fn promise(self) -> &'static str {
        match (self.major, self.minor, self.patch) {
            (0, ..) => "",
            (_, 0, 0) => {
                "The number announces breaking changes: if you find none, say so above the notes.\n\n"
            }
            (_, _, 0) => {
                "The number promises that nothing breaks: if you find a breaking change, say so above the notes.\n\n"
            }
            _ => {
                "The number promises fixes alone: if you find a new feature or a breaking change, say so above the notes.\n\n"
            }
        }
    }
}

/// Readers of release notes.
#[derive(ArgumentEnum, Default, Clone, Copy)]
enum Audience {
    /// People who use the product
    #[default]
    Users,
    /// People who build on its interfaces
    Developers,
    /// People who install and run it
    Operators,
}

impl Audience {
    fn needs(self) -> &'static str {
        match self {
            Self::Users => {
                "people who use the product and have never seen its code. Say what they can do now, or what no longer goes wrong. Leave out \
                 what they cannot notice: refactoring, tests, builds, most updates of dependencies. Use the words that stand on the \
                 screen, never names from the code."
            }
            Self::Developers => {
                "developers who build on its interfaces. Name every public function, endpoint, field, flag and default that changed, with \
                 the old and the new form. Leave out what no caller can notice."
            }
            Self::Operators => {
                "people who install and run it. Begin with what they must do, in order: migrations, changed configuration, changed \
                 requirements. Say what needs downtime and whether the version before can be restored afterwards."
            }
        }
    }
}

/// Write the notes of a release from its list of changes.
#[prompt(name = "write-release-notes", title = "Release notes")]
fn write_release_notes(
    /// The version, such as 2.4.0.
    version: Version,
    /// Who reads them.
    #[arg(default)]
    audience: Audience,
    /// The changes since the last release, as `git log --oneline` or a list of pull requests.
    #[arg(non_empty)]
    changes: &str,
) -> GetPromptResult {
    let needs = audience.needs();
    let promise = version.promise();
    let changes = tagged("changes", changes);
    messages! {
        description: "Release notes of {version} for {audience}";
        user: "Write the release notes of version {version} for {needs}\n\n\
            - Headings, in this order, without those that would be empty: Breaking changes, Security, New, Better, Fixed, Deprecated.\n\
            - One line per entry, the most noticeable first. Several commits for one thing are one entry; what was reverted is none.\n\
            - A breaking change says what to do about it.\n\
            - A number such as #123 stays, at the end of its entry.\n\
            - Add nothing that the list does not say. What you cannot place goes under \"To be sorted\", in its own words.\n\n\
            {promise}\
            {changes}";
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_three_numbers() {
        assert_eq!(
            "2.4.0".parse(),
            Ok(Version {
                major: 2,
                minor: 4,
                patch: 0
            })
        );
        for text in ["", "2", "2.4", "2.4.0.1", "v2.4.0", "2.4.x"] {
            assert!(text.parse::<Version>().is_err(), "{text}");
        }
    }

    #[test]
    fn the_number_is_held_against_the_changes() {
        let version = |major, minor, patch| Version {
            major,
            minor,
            patch,
        };
        for (version, words) in [
            (version(0, 3, 1), "in its own words.\n\n<changes>"),
            (version(2, 0, 0), "announces breaking changes"),
            (version(2, 4, 0), "promises that nothing breaks"),
            (version(2, 4, 1), "promises fixes alone"),
        ] {
            let notes = write_release_notes(version, Audience::Users, "abc Fix it").to_string();
            assert!(notes.contains(words), "{notes}");
        }
    }
}
