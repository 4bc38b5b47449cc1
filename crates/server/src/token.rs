//! Guest tokens: a guest's id, signed by the site.
//!
//! There is no table of guests, only of the names that they have chosen: the signature is the proof, and
//! every node can verify it. A token
//! names the key that signed it, so keys can be replaced while the server runs.

use std::sync::{Arc, PoisonError, RwLock};

use hmac::{Hmac, KeyInit, Mac};
use rukh_store::{CLOCK_SKEW, TOKEN_LIFETIME, TokenKey, TokenKeys, clock};
use sha2::Sha256;

use crate::id::GuestId;

/// Version prefix of a token.
const TOKEN_VERSION: &str = "v1";
/// Separates signatures of tokens from those of other things.
const CONTEXT: &[u8] = b"rukh guest token v1\n";
/// Age from which a token is replaced by a new one, in seconds.
const RENEWAL_AGE: u64 = 30 * 86_400;

/// A verified token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VerifiedToken {
    /// The guest.
    pub guest: GuestId,
    /// Whether a new token should replace it.
    pub is_stale: bool,
}

/// Why a token is not accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TokenError {
    /// It is malformed, forged or expired.
    Invalid,
    /// It names a key that is not known, perhaps not yet.
    UnknownKey,
}

/// Signs and verifies guests.
pub struct GuestTokens {
    keys: RwLock<Arc<TokenKeys>>,
}

impl GuestTokens {
    /// Uses these keys.
    #[must_use]
    pub fn new(keys: TokenKeys) -> GuestTokens {
        GuestTokens { keys: RwLock::new(Arc::new(keys)) }
    }

    /// Uses other keys from now on; returns whether they differ.
    pub fn replace_keys(&self, keys: TokenKeys) -> bool {
        let mut known = self.keys.write().unwrap_or_else(PoisonError::into_inner);
        let differ = **known != keys;
        *known = Arc::new(keys);
        differ
    }

    fn keys(&self) -> Arc<TokenKeys> {
        self.keys.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The token of a guest: version, key number, time of issue and expiry in seconds, id and HMAC.
    #[must_use]
    pub fn sign(&self, guest: &GuestId) -> String {
        self.sign_issued(guest, now())
    }

    /// The token of a guest with another time of issue, in seconds since the epoch.
    #[must_use]
    pub fn sign_issued(&self, guest: &GuestId, issued: u64) -> String {
        let keys = self.keys();
        // The store never hands out an empty list.
        let Some(TokenKey { number, key }) = keys.numbered.last() else { return String::new() };
        let expires = issued + TOKEN_LIFETIME;
        let claim = format!("{TOKEN_VERSION}.{number}.{issued}.{expires}.{guest}");
        let signature = hex::encode(mac(key, &claim).finalize().into_bytes());
        format!("{claim}.{signature}")
    }

    /// The guest of a token.
    ///
    /// # Errors
    /// The token is not valid, or its key is not known.
    pub fn verify(&self, token: &str) -> Result<VerifiedToken, TokenError> {
        self.verify_at(token, now())
    }

    fn verify_at(&self, token: &str, now: u64) -> Result<VerifiedToken, TokenError> {
        let (claim, signature) = token.rsplit_once('.').ok_or(TokenError::Invalid)?;
        let signature = hex::decode(signature).map_err(|_| TokenError::Invalid)?;
        let parts: Vec<&str> = claim.split('.').collect();
        let [TOKEN_VERSION, number, issued, expires, id] = *parts else {
            return Err(TokenError::Invalid);
        };
        let number: u32 = number.parse().map_err(|_| TokenError::Invalid)?;
        let keys = self.keys();
        let key = keys.numbered.iter().find(|key| key.number == number).ok_or(TokenError::UnknownKey)?;
        mac(&key.key, claim).verify_slice(&signature).map_err(|_| TokenError::Invalid)?;
        let time = |text: &str| text.parse::<u64>().map_err(|_| TokenError::Invalid);
        let (issued, expires) = (time(issued)?, time(expires)?);
        if now >= expires || issued > now + CLOCK_SKEW {
            return Err(TokenError::Invalid);
        }
        let is_current = keys.numbered.last().is_some_and(|last| last.number == number);
        let is_stale = !is_current || now.saturating_sub(issued) >= RENEWAL_AGE;
        let guest: GuestId = id.parse().map_err(|_| TokenError::Invalid)?;
        if keys.is_revoked(&guest, issued) {
            return Err(TokenError::Invalid);
        }
        Ok(VerifiedToken { guest, is_stale })
    }
}

fn mac(key: &[u8; 32], text: &str) -> Hmac<Sha256> {
    // HMAC accepts keys of any length.
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(key).unwrap_or_else(|_| unreachable!());
    mac.update(CONTEXT);
    mac.update(text.as_bytes());
    mac
}

/// The current time, in seconds since the epoch.
fn now() -> u64 {
    clock::now().as_u64() / 1000
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use rukh_store::{TOKEN_LIFETIME, TokenKey, TokenKeys};

    use super::{GuestTokens, RENEWAL_AGE, TokenError};
    use crate::id::GuestId;

    const NOW: u64 = 1_800_000_000;

    fn keys(numbers: &[u32]) -> TokenKeys {
        let key = |number: &u32| TokenKey { number: *number, key: [*number as u8; 32] };
        TokenKeys { numbered: numbers.iter().map(key).collect(), revoked: HashMap::new() }
    }

    fn almaz() -> GuestId {
        "abcdefgh23456789".parse().unwrap()
    }

    #[test]
    fn token_tampered_is_rejected() {
        let tokens = GuestTokens::new(keys(&[1]));
        let token = tokens.sign_issued(&almaz(), NOW);
        assert_eq!(tokens.verify_at(&token, NOW).map(|verified| verified.guest), Ok(almaz()));
        for index in 0..token.len() {
            let mut bent = token.clone().into_bytes();
            bent[index] = if bent[index] == b'a' { b'b' } else { b'a' };
            let bent = String::from_utf8(bent).unwrap();
            assert!(tokens.verify_at(&bent, NOW).is_err(), "{index} {bent}");
        }
        for text in ["", ".", "v1...", "v1......", "é", "v1.a.zz.00", "v1.1.1.1.a.zz.00", "v1.1.1.1.a.00"] {
            assert_eq!(tokens.verify_at(text, NOW), Err(TokenError::Invalid), "{text}");
        }
    }

    #[test]
    fn token_expires_and_is_renewed_before() {
        let tokens = GuestTokens::new(keys(&[1]));
        let token = tokens.sign_issued(&almaz(), NOW);
        let is_stale = |at: u64| tokens.verify_at(&token, at).map(|verified| verified.is_stale);
        assert_eq!(is_stale(NOW), Ok(false));
        assert_eq!(is_stale(NOW + RENEWAL_AGE), Ok(true));
        assert_eq!(is_stale(NOW + TOKEN_LIFETIME - 1), Ok(true));
        assert_eq!(is_stale(NOW + TOKEN_LIFETIME), Err(TokenError::Invalid));
        assert_eq!(is_stale(NOW - 3600), Err(TokenError::Invalid), "issued in the future");
    }

    #[test]
    fn keys_rotated_verify_old_tokens_and_sign_new_ones() {
        let tokens = GuestTokens::new(keys(&[1]));
        let first = tokens.sign_issued(&almaz(), NOW);
        assert!(tokens.replace_keys(keys(&[1, 2])) && !tokens.replace_keys(keys(&[1, 2])));
        assert_eq!(tokens.verify_at(&first, NOW).map(|verified| verified.is_stale), Ok(true));
        let second = tokens.sign_issued(&almaz(), NOW);
        assert!(second.starts_with("v1.2.") && tokens.verify_at(&second, NOW).is_ok());
        tokens.replace_keys(keys(&[2]));
        assert_eq!(tokens.verify_at(&first, NOW), Err(TokenError::UnknownKey));
        assert!(tokens.verify_at(&second, NOW).is_ok());
    }

    #[test]
    fn tokens_revoked_are_those_issued_before_of_that_guest() {
        let tokens = GuestTokens::new(keys(&[1]));
        let sara = "saraaaaaaaaaaaaa".parse().unwrap();
        let [before, after] = [NOW - 1, NOW].map(|issued| tokens.sign_issued(&almaz(), issued));
        tokens.replace_keys(TokenKeys { revoked: HashMap::from([(almaz(), NOW)]), ..keys(&[1]) });
        assert_eq!(tokens.verify_at(&before, NOW), Err(TokenError::Invalid));
        assert!(tokens.verify_at(&after, NOW).is_ok());
        assert!(tokens.verify_at(&tokens.sign_issued(&sara, NOW - 1), NOW).is_ok());
    }
}
