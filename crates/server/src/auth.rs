//! Guest tokens and authorization.
//!
//! A guest is a name and an id, signed with the site key. There is no table of guests: the
//! signature is the proof, and every node can verify it.

use hmac::{Hmac, KeyInit, Mac};
use rukh_rules::Side;
use rukh_rules::game::SideName;
use sha2::Sha256;

use crate::id::GuestId;
use crate::say;
use crate::session::{GameInfo, Rejection};
use crate::wire::Guest;

/// Version prefix of a token.
const TOKEN_VERSION: &str = "v1";
/// Name of a guest who has not chosen one.
const DEFAULT_NAME: &str = "Guest";

/// Creates, signs and verifies guests.
#[derive(Clone)]
pub struct GuestTokens {
    key: [u8; 32],
}

impl GuestTokens {
    /// Uses the site key.
    #[must_use]
    pub fn new(key: [u8; 32]) -> GuestTokens {
        GuestTokens { key }
    }

    /// Creates a new guest.
    ///
    /// # Errors
    /// The operating system has no randomness.
    pub fn create(&self, name: Option<String>) -> std::io::Result<Guest> {
        Ok(Guest { id: GuestId::random()?, name: name.unwrap_or_else(|| DEFAULT_NAME.to_owned()) })
    }

    /// The token of a guest: version, id, name and HMAC.
    #[must_use]
    pub fn sign(&self, guest: &Guest) -> String {
        let name: String = guest.name.bytes().map(|byte| format!("{byte:02x}")).collect();
        let claim = format!("{TOKEN_VERSION}.{}.{name}", guest.id);
        let signature = self.mac(claim.as_bytes()).finalize().into_bytes();
        let signature: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{claim}.{signature}")
    }

    /// The guest of a token; `None` if the signature is not valid.
    #[must_use]
    pub fn verify(&self, token: &str) -> Option<Guest> {
        let (claim, signature) = token.rsplit_once('.')?;
        self.mac(claim.as_bytes()).verify_slice(&from_hex(signature)?).ok()?;
        let mut parts = claim.split('.');
        let (version, id, name) = (parts.next()?, parts.next()?, parts.next()?);
        let name = String::from_utf8(from_hex(name)?).ok()?;
        let id = id.parse().ok()?;
        (version == TOKEN_VERSION && parts.next().is_none()).then_some(Guest { id, name })
    }

    fn mac(&self, text: &[u8]) -> Hmac<Sha256> {
        // HMAC accepts keys of any length.
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.key).unwrap_or_else(|_| unreachable!());
        mac.update(b"rukh guest\n");
        mac.update(text);
        mac
    }
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// An action at a board that needs authorization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Play for a side.
    Play(SideName),
    /// Send a chat message.
    Chat,
    /// Show possible moves on the board.
    Demo,
}

/// Authorizes an action at a board. The only place that decides this.
///
/// # Errors
/// A rejection with the reason.
pub fn authorize(guest: Option<&Guest>, info: &GameInfo, action: Action) -> Result<(), Rejection> {
    let refused = |message| Err(Rejection::new("not_allowed", message));
    let Some(guest) = guest else { return refused(say::reject_sign_in()) };
    let plays = info.sides_of(&guest.id);
    match action {
        Action::Play(side) if plays.contains(&side.into()) => Ok(()),
        Action::Play(side) => match Side::from(side) {
            side if info.is_engine(side) => refused(say::reject_engine_side(side)),
            side => refused(say::reject_not_your_side(side)),
        },
        Action::Chat => Ok(()),
        Action::Demo if plays.is_empty() => Ok(()),
        Action::Demo => refused(say::reject_spectators_only()),
    }
}

#[cfg(test)]
mod tests {
    use super::GuestTokens;
    use crate::wire::Guest;

    #[test]
    fn token_tampered_is_rejected() {
        let guests = GuestTokens::new([7; 32]);
        let guest = Guest { id: "abcdefgh23456789".parse().unwrap(), name: "አበበ · Ab.eb".to_owned() };
        let token = guests.sign(&guest);
        assert_eq!(guests.verify(&token), Some(guest));
        assert_eq!(GuestTokens::new([8; 32]).verify(&token), None);
        for index in 0..token.len() {
            let mut bent = token.clone().into_bytes();
            bent[index] = if bent[index] == b'a' { b'b' } else { b'a' };
            assert_eq!(guests.verify(&String::from_utf8(bent).unwrap()), None, "{index}");
        }
        for text in ["", ".", "v1...", "é", "v1.a.zz.00"] {
            assert_eq!(guests.verify(text), None);
        }
    }
}
