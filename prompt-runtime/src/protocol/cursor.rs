//! Stateless cursors: a cursor contains the last name of the previous page, so it works across restarts and replicas, and while prompts are
//! added and removed.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Encodes the cursor that continues after `name`.
pub(crate) fn encode(name: &str) -> String {
    let mut bytes = checksum(name).to_be_bytes().to_vec();
    bytes.extend_from_slice(name.as_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The name that the cursor continues after. `None` for a cursor that this registry did not create.
pub(crate) fn decode(cursor: &str) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let (sum, name) = bytes.split_at_checked(size_of::<u32>())?;
    let name = std::str::from_utf8(name).ok()?;
    (!name.is_empty() && sum == checksum(name).to_be_bytes()).then(|| name.to_owned())
}

/// The FNV-1a hash. It detects foreign cursors that were sent by mistake. It need not resist attacks, because a cursor gives access only to
/// the listing.
fn checksum(name: &str) -> u32 {
    name.bytes()
        .chain(*b"prompts/list")
        .fold(0x811c_9dc5, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_our_own_come_back() {
        for name in ["a", "code-review", "代码审查"] {
            assert_eq!(decode(&encode(name)).as_deref(), Some(name));
        }
        for cursor in [
            "",
            "a",
            "AAAAAA",
            "bm90IG91cnM",
            &encode("a")[1..],
            &format!("{}=", encode("a")),
            &encode(""),
        ] {
            assert_eq!(decode(cursor), None, "{cursor:?}");
        }
    }
}
