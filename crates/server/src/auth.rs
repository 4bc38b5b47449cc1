//! Who is who, and who may do what.
//!
//! A guest is a name and a number, signed by the site. There is no table of
//! guests: the signature is the proof, the same on every node.

use hmac::{Hmac, Mac};
use rukh_rules::Side;
use rukh_rules::game::SideName;
use sha2::Sha256;

use crate::clock::name_of_letters;
use crate::session::{Refused, Terms};
use crate::wire::Guest;

/// The longest name, in characters.
pub const LONGEST_NAME: usize = 40;
/// Letters of a guest's number.
const ID_LETTERS: usize = 16;
/// The version of the proof.
const VERSION: &str = "v1";
/// What somebody is called who has said nothing.
const NOBODY: &str = "Guest";

/// Makes guests and knows them again.
#[derive(Clone)]
pub struct Guests {
    key: [u8; 32],
}

impl Guests {
    /// With the site's key.
    #[must_use]
    pub fn new(key: [u8; 32]) -> Guests {
        Guests { key }
    }

    /// A new guest.
    ///
    /// # Errors
    /// If the operating system has no randomness.
    pub fn welcome(&self, name: Option<String>) -> std::io::Result<Guest> {
        Ok(Guest { id: name_of_letters::<ID_LETTERS>()?, name: name.unwrap_or_else(|| NOBODY.to_owned()) })
    }

    /// The proof of who a guest is.
    #[must_use]
    pub fn token(&self, guest: &Guest) -> String {
        let name: String = guest.name.bytes().map(|byte| format!("{byte:02x}")).collect();
        let claim = format!("{VERSION}.{}.{name}", guest.id);
        let signature = self.mac(claim.as_bytes()).finalize().into_bytes();
        let signature: String = signature.iter().map(|byte| format!("{byte:02x}")).collect();
        format!("{claim}.{signature}")
    }

    /// The guest a proof belongs to, if it is one.
    #[must_use]
    pub fn read(&self, token: &str) -> Option<Guest> {
        let (claim, signature) = token.rsplit_once('.')?;
        self.mac(claim.as_bytes()).verify_slice(&bytes(signature)?).ok()?;
        let mut parts = claim.split('.');
        let (version, id, name) = (parts.next()?, parts.next()?, parts.next()?);
        let name = String::from_utf8(bytes(name)?).ok()?;
        (version == VERSION && parts.next().is_none()).then(|| Guest { id: id.to_owned(), name })
    }

    fn mac(&self, text: &[u8]) -> Hmac<Sha256> {
        // HMAC takes keys of any length.
        let mut mac = <Hmac<Sha256> as Mac>::new_from_slice(&self.key).unwrap_or_else(|_| unreachable!());
        mac.update(b"rukh guest\n");
        mac.update(text);
        mac
    }
}

fn bytes(text: &str) -> Option<Vec<u8>> {
    if !text.len().is_multiple_of(2) || !text.is_ascii() {
        return None;
    }
    let pairs = text.as_bytes().chunks(2);
    pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok()).collect()
}

/// A name as it may be used, or what is wrong with it.
///
/// # Errors
/// What is wrong, in words.
pub fn check_name(name: &str) -> Result<String, String> {
    let name = name.trim();
    let length = name.chars().count();
    if length == 0 || length > LONGEST_NAME {
        return Err(format!("a name has 1 to {LONGEST_NAME} characters"));
    }
    if name.chars().any(char::is_control) {
        return Err("a name stands on one line, without control characters".to_owned());
    }
    Ok(name.to_owned())
}

/// What somebody wants to do at a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Deed {
    /// Act for a side.
    Play(SideName),
    /// Say something.
    Speak,
    /// Show where men might go.
    Demonstrate,
}

/// Whether somebody may do something at a board. The one place that decides it.
///
/// # Errors
/// Why not.
pub fn may(who: Option<&Guest>, terms: &Terms, deed: Deed) -> Result<(), Refused> {
    let refused = |reason: &str| Err(Refused::new("not_allowed", reason));
    let Some(who) = who else { return refused("Say who you are first.") };
    let plays = terms.sides_of(&who.id);
    match deed {
        Deed::Play(side) if plays.contains(&side.into()) => Ok(()),
        Deed::Play(side) => match Side::from(side) {
            side if terms.is_engine(side) => {
                Err(Refused::new("not_allowed", format!("The computer plays {}.", side.name())))
            }
            side => Err(Refused::new("not_allowed", format!("You do not play {}.", side.name()))),
        },
        Deed::Speak => Ok(()),
        Deed::Demonstrate if plays.is_empty() => Ok(()),
        Deed::Demonstrate => refused("Only bystanders show moves."),
    }
}

#[cfg(test)]
mod tests {
    use super::{Guests, check_name};
    use crate::wire::Guest;

    #[test]
    fn a_proof_cannot_be_bent() {
        let guests = Guests::new([7; 32]);
        let guest = Guest { id: "abcdefgh23456789".to_owned(), name: "አበበ · Ab.eb".to_owned() };
        let token = guests.token(&guest);
        assert_eq!(guests.read(&token), Some(guest));
        assert_eq!(Guests::new([8; 32]).read(&token), None);
        for index in 0..token.len() {
            let mut bent = token.clone().into_bytes();
            bent[index] = if bent[index] == b'a' { b'b' } else { b'a' };
            assert_eq!(guests.read(&String::from_utf8(bent).unwrap()), None, "{index}");
        }
        for text in ["", ".", "v1...", "é", "v1.a.zz.00"] {
            assert_eq!(guests.read(text), None);
        }
    }

    #[test]
    fn names_are_short_and_on_one_line() {
        assert_eq!(check_name("  Abebe "), Ok("Abebe".to_owned()));
        for name in ["", "   ", "a\nb", &"x".repeat(41)] {
            assert!(check_name(name).is_err(), "{name:?}");
        }
    }
}
