//! Passwords: Argon2id, with the parameters that OWASP recommends. Hashing takes tens of milliseconds and 19 MiB:
//! a host lets few run at once.

use std::collections::HashSet;
use std::sync::LazyLock;

use argon2::password_hash::phc::PasswordHash;
use argon2::{Algorithm, Argon2, Params, PasswordHasher, PasswordVerifier, Version};

use crate::AccountsError;

/// Shortest password, in characters.
pub const MIN_CHARS: usize = 8;
/// Longest password, in bytes; longer ones would only cost time.
pub const MAX_BYTES: usize = 256;

/// Memory in KiB, passes and lanes.
const COST: (u32, u32, u32) = (19 * 1024, 2, 1);

/// Why a password is not taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WeakPassword {
    /// It has fewer than [`MIN_CHARS`] characters.
    Short,
    /// It has more than [`MAX_BYTES`] bytes.
    Long,
    /// It is the person's name, or has it in it and little else.
    Name,
    /// It is among those that are known to everybody.
    Known,
}

/// Passwords that are known to everybody, as they are in breaches.
#[derive(Debug, Clone, Default)]
pub struct KnownPasswords(HashSet<String>);

impl KnownPasswords {
    /// A list with one password on each line.
    #[must_use]
    pub fn of_lines(text: &str) -> KnownPasswords {
        let lines = text.lines().map(str::trim).filter(|line| line.chars().count() >= MIN_CHARS);
        KnownPasswords(lines.map(str::to_lowercase).collect())
    }

    /// How many there are that are long enough to be chosen.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Checks a password that a person of a name chooses.
///
/// # Errors
/// Why it is not taken.
pub fn check(password: &str, name: &str, known: &KnownPasswords) -> Result<(), WeakPassword> {
    if password.len() > MAX_BYTES {
        return Err(WeakPassword::Long);
    }
    if password.chars().count() < MIN_CHARS {
        return Err(WeakPassword::Short);
    }
    let (lower, name) = (password.to_lowercase(), name.to_lowercase());
    let without_name = if name.is_empty() { lower.clone() } else { lower.replace(&name, "") };
    if without_name.trim().chars().count() < MIN_CHARS / 2 {
        return Err(WeakPassword::Name);
    }
    let first = lower.chars().next();
    if known.0.contains(&lower) || lower.chars().all(|letter| Some(letter) == first) {
        return Err(WeakPassword::Known);
    }
    Ok(())
}

/// The hash of a password, as it is kept.
///
/// # Errors
/// [`AccountsError::NoRandomness`].
pub fn hash(password: &str) -> Result<String, AccountsError> {
    let hash = hasher().hash_password(password.as_bytes());
    hash.map(|hash| hash.to_string()).map_err(|error| AccountsError::NoRandomness(error.to_string()))
}

/// Whether a password is the one of a hash.
#[must_use]
pub fn is_right(password: &str, hash: &str) -> bool {
    let Ok(hash) = PasswordHash::new(hash) else { return false };
    password.len() <= MAX_BYTES && hasher().verify_password(password.as_bytes(), &hash).is_ok()
}

/// Takes as long as [`is_right`], for a name without an account: the time of an answer does not say whether there is
/// such an account.
pub fn pretend(password: &str) {
    static DUMMY_HASH: LazyLock<String> =
        LazyLock::new(|| hash("the password of no account").unwrap_or_default());
    let _ = is_right(password, &DUMMY_HASH);
}

fn hasher() -> Argon2<'static> {
    let (memory, passes, lanes) = COST;
    let params = Params::new(memory, passes, lanes, None).unwrap_or_default();
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
}

#[cfg(test)]
mod tests {
    use super::{COST, KnownPasswords, MAX_BYTES, WeakPassword, check, hash, is_right};

    #[test]
    fn hash_is_salted_and_of_the_cost_named() {
        let [one, two] = [(); 2].map(|()| hash("correct horse").unwrap());
        assert_ne!(one, two);
        let (memory, passes, lanes) = COST;
        assert!(one.starts_with(&format!("$argon2id$v=19$m={memory},t={passes},p={lanes}$")), "{one}");
        assert!(is_right("correct horse", &one) && is_right("correct horse", &two));
        for wrong in ["", "correct hors", "correct horse ", "Correct horse"] {
            assert!(!is_right(wrong, &one), "{wrong}");
        }
        assert!(!is_right("correct horse", "no hash"));
    }

    #[test]
    fn password_that_is_known_short_or_the_name_is_refused() {
        let known = KnownPasswords::of_lines("123456\nPassword1\n correcthorse \n");
        assert_eq!(known.len(), 2, "what is too short is not kept");
        let of = |password: &str| check(password, "Ras Ali", &known);
        assert_eq!(of("1234567"), Err(WeakPassword::Short));
        assert_eq!(of("እግር ኳስ"), Err(WeakPassword::Short), "characters count, not bytes");
        assert_eq!(of(&"x1".repeat(MAX_BYTES)), Err(WeakPassword::Long));
        assert_eq!(of("ras ali 1"), Err(WeakPassword::Name));
        assert_eq!(of("PASSWORD1"), Err(WeakPassword::Known));
        assert_eq!(of("aaaaaaaaaaaa"), Err(WeakPassword::Known));
        for good in ["correct horse battery", "ras ali plays shatranj", "ሰላም ለሁላችን"] {
            assert_eq!(of(good), Ok(()), "{good}");
        }
    }
}
