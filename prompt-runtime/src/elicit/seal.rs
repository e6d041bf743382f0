//! The sealed state that travels through the client between two rounds.
//!
//! The server stores nothing between the rounds, so the user's answers are sent to the client and come back. The client can read them,
//! because they passed through it, but must not change them, because the prompt treats them as the user's words. Therefore the state ends
//! with an HMAC under a key that only the servers have. The HMAC covers the answers, their expiry, and everything that a client could
//! exchange around them: the method, the prompt, a digest of the arguments, and the principal. None of these is secret, but each is
//! authenticated, so that a state does not fit another prompt, other arguments or another user. Each part is preceded by its length, so
//! that the end of one part cannot be moved into the next. The library compares the tag in constant time.

use crate::argument::Arguments;
use crate::contain::contained;
use crate::context::Context;
use crate::message::JsonObject;
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::error::Error;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

const DEFAULT_TTL: Duration = Duration::from_secs(600);

/// The minimum length of a secret, in bytes. A shorter one could be found by trying all of them.
const SHORTEST_KEY: usize = 16;

/// Returns bytes that identify the client of a request.
type Principal = dyn Fn(&Context) -> Vec<u8> + Send + Sync;

/// Seals and opens states with one key. A sealer always has a key.
#[derive(Clone)]
pub(crate) struct Sealer {
    /// The length of HMAC's block. HMAC pads a shorter key with zeroes.
    key: [u8; 64],
    settings: Settings,
}

/// The settings of a [`Sealer`].
#[derive(Clone)]
pub(crate) struct Settings {
    key: Option<Vec<u8>>,
    ttl: Duration,
    principal: Option<Arc<Principal>>,
}

/// The reason that no sealer could be created.
#[derive(Debug)]
pub(crate) enum NoKey {
    Short,
    NoRandomness,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            key: None,
            ttl: DEFAULT_TTL,
            principal: None,
        }
    }
}

impl Settings {
    pub(crate) fn set_key(&mut self, secret: &[u8]) {
        self.key = Some(secret.to_vec());
    }

    pub(crate) fn set_ttl(&mut self, ttl: Duration) {
        self.ttl = ttl;
    }

    pub(crate) fn set_principal(
        &mut self,
        principal: impl Fn(&Context) -> Vec<u8> + Send + Sync + 'static,
    ) {
        self.principal = Some(Arc::new(principal));
    }
}

#[derive(Serialize, Deserialize)]
struct State {
    /// The time from which the state is rejected, in seconds since 1970.
    expires: u64,
    /// The answers of all previous rounds.
    answers: JsonObject,
}

impl Sealer {
    /// Creates a sealer with the key of the settings, or with a random key for this process.
    pub(crate) fn new(mut settings: Settings) -> Result<Self, NoKey> {
        let mut key = [0; 64];
        match settings.key.take() {
            None => getrandom::fill(&mut key).map_err(|_| NoKey::NoRandomness)?,
            Some(secret) if secret.len() < SHORTEST_KEY => return Err(NoKey::Short),
            // The hash has the same length for secrets of all lengths.
            Some(secret) => (key.iter_mut())
                .zip(Sha256::digest(secret))
                .for_each(|(byte, hashed)| *byte = hashed),
        }
        Ok(Self { key, settings })
    }

    pub(crate) fn seal(
        &self,
        prompt: &str,
        arguments: Arguments<'_>,
        context: &Context,
        answers: JsonObject,
    ) -> Result<String, Box<dyn Error + Send + Sync>> {
        let state = State {
            expires: now().saturating_add(self.settings.ttl.as_secs()),
            answers,
        };
        let body = URL_SAFE_NO_PAD.encode(serde_json::to_vec(&state)?);
        let tag = self
            .mac(&body, prompt, arguments, context)
            .ok_or("the function that names the principal panicked")?
            .finalize()
            .into_bytes();
        Ok(format!("{body}.{}", URL_SAFE_NO_PAD.encode(tag)))
    }

    /// Returns the answers if the state was sealed with this key for this prompt, these arguments and this principal, and has not expired.
    pub(crate) fn open(
        &self,
        token: &str,
        prompt: &str,
        arguments: Arguments<'_>,
        context: &Context,
    ) -> Option<JsonObject> {
        let (body, tag) = token.split_once('.')?;
        let tag = URL_SAFE_NO_PAD.decode(tag).ok()?;
        self.mac(body, prompt, arguments, context)?
            .verify_slice(&tag)
            .ok()?;
        let state: State = serde_json::from_slice(&URL_SAFE_NO_PAD.decode(body).ok()?).ok()?;
        (now() <= state.expires).then_some(state.answers)
    }

    /// Returns `None` if the principal is not known.
    fn mac(
        &self,
        body: &str,
        prompt: &str,
        arguments: Arguments<'_>,
        context: &Context,
    ) -> Option<Hmac<Sha256>> {
        let principal = match &self.settings.principal {
            None => Vec::new(),
            Some(principal) => contained(|| principal(context)).ok()?,
        };
        let mut mac = <Hmac<Sha256> as KeyInit>::new(&self.key.into());
        // Each part follows its length, so that two different lists of parts never have the same bytes.
        let mut part = |bytes: &[u8]| {
            mac.update(&(bytes.len() as u64).to_be_bytes());
            mac.update(bytes);
        };
        part(b"prompts/get");
        part(body.as_bytes());
        part(prompt.as_bytes());
        part(&digest(arguments));
        part(&principal);
        Some(mac)
    }
}

/// A digest of the arguments that does not depend on their order.
fn digest(arguments: Arguments<'_>) -> [u8; 32] {
    let mut texts: Vec<(&str, &str)> = arguments.texts().collect();
    texts.sort_unstable();
    let mut hash = Sha256::new();
    for text in texts.into_iter().flat_map(|(name, text)| [name, text]) {
        hash.update((text.len() as u64).to_be_bytes());
        hash.update(text);
    }
    hash.finalize().into()
}

fn now() -> u64 {
    SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default()
        .as_secs()
}

impl fmt::Debug for Sealer {
    /// Does not print the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Sealer")
    }
}

impl fmt::Debug for Settings {
    /// Does not print the key.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Settings")
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    fn sealer_with(set: impl Fn(&mut Settings)) -> Sealer {
        let mut settings = Settings::default();
        settings.set_key(b"shared by all replicas");
        set(&mut settings);
        Sealer::new(settings).unwrap()
    }

    fn sealer() -> Sealer {
        sealer_with(|_| {})
    }

    #[test]
    fn only_the_same_request_opens_it() {
        let (context, pairs) = (Context::default(), [("b", "2"), ("a", "1")]);
        let answers = JsonObject::from_iter([("k".to_owned(), "v".into())]);
        let token = sealer()
            .seal("plan", Arguments::from(&pairs), &context, answers.clone())
            .unwrap();
        assert_eq!(
            sealer().open(
                &token,
                "plan",
                Arguments::from(&[("a", "1"), ("b", "2")]),
                &context
            ),
            Some(answers)
        );
        assert_eq!(
            sealer().open(&token, "other", Arguments::from(&pairs), &context),
            None
        );
        assert_eq!(
            sealer().open(
                &token,
                "plan",
                Arguments::from(&[("a", "1"), ("b", "3")]),
                &context
            ),
            None
        );
        assert_eq!(
            sealer().open(
                &token,
                "plan",
                Arguments::from(&[("a", "1b"), ("", "2")]),
                &context
            ),
            None
        );
        assert_eq!(
            Sealer::new(Settings::default()).unwrap().open(
                &token,
                "plan",
                Arguments::from(&pairs),
                &context
            ),
            None
        );
        for forged in [
            "",
            ".",
            "a.b",
            &token[1..],
            &format!("{token}A"),
            token.split_once('.').unwrap().0,
        ] {
            assert_eq!(
                sealer().open(forged, "plan", Arguments::from(&pairs), &context),
                None,
                "{forged}"
            );
        }
    }

    #[test]
    fn it_expires_and_is_bound_to_who_asked() {
        let context = Context::default();
        let expired = sealer_with(|it| it.set_ttl(Duration::ZERO));
        let token = expired
            .seal("plan", Arguments::default(), &context, JsonObject::new())
            .unwrap();
        std::thread::sleep(Duration::from_millis(2100));
        assert_eq!(
            expired.open(&token, "plan", Arguments::default(), &context),
            None
        );

        let bound = sealer_with(|it| {
            it.set_principal(|context| {
                let user = context.extensions().get::<String>().cloned();
                user.unwrap_or_default().into_bytes()
            });
        });
        let (alice, bob) = (
            Context::default().with_extension("alice".to_owned()),
            Context::default().with_extension("bob".to_owned()),
        );
        let token = bound
            .seal("plan", Arguments::default(), &alice, JsonObject::new())
            .unwrap();
        assert!(
            bound
                .open(&token, "plan", Arguments::default(), &alice)
                .is_some()
        );
        assert_eq!(bound.open(&token, "plan", Arguments::default(), &bob), None);
    }
}
