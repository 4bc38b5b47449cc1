//! Secrets that the server hands out and recognises by their digest: of devices and programs, recovery codes,
//! and codes that are typed on another device.

use base64ct::{Base64UrlUnpadded, Encoding};
use sha2::{Digest, Sha256};

use crate::AccountsError;

/// Letters of codes that are written down: none looks like another.
const LETTERS: &[u8; 32] = b"abcdefghjkmnpqrstuvwxyz234567890";
/// Number of recovery codes that are handed out at once.
const RECOVERY_CODES: usize = 10;

/// A secret that is handed out once; only its digest is kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Secret {
    /// What its holder shows: a prefix, a point and 256 bits as base64url.
    pub text: String,
    /// Its SHA-256 in hexadecimal.
    pub digest: String,
}

impl Secret {
    /// A new secret whose text begins with a prefix and a point.
    ///
    /// # Errors
    /// [`AccountsError::NoRandomness`].
    pub fn new(prefix: &str) -> Result<Secret, AccountsError> {
        let text = format!("{prefix}.{}", Base64UrlUnpadded::encode_string(&random::<32>()?));
        let digest = Secret::digest_of(&text);
        Ok(Secret { text, digest })
    }

    /// The digest of what somebody shows. A plain hash is enough: nobody guesses 256 bits.
    #[must_use]
    pub fn digest_of(text: &str) -> String {
        hex::encode(Sha256::digest(text.as_bytes()))
    }
}

/// New recovery codes of 80 bits each, such as `abcd-efgh-jkmn-pqrs`.
///
/// # Errors
/// [`AccountsError::NoRandomness`].
pub fn recovery_codes() -> Result<Vec<String>, AccountsError> {
    (0..RECOVERY_CODES).map(|_| recovery_code()).collect()
}

/// A new code of this kind, to be sent to one person.
///
/// # Errors
/// [`AccountsError::NoRandomness`].
pub fn recovery_code() -> Result<String, AccountsError> {
    let letters: String =
        random::<16>()?.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect();
    Ok([&letters[0..4], &letters[4..8], &letters[8..12], &letters[12..16]].join("-"))
}

/// A code of eight digits to be typed on another device, such as `1234-5678`. It is short, so it must be over
/// in minutes and tries must be limited.
///
/// # Errors
/// [`AccountsError::NoRandomness`].
pub fn device_code() -> Result<String, AccountsError> {
    // A multiple of 10^8 below 2^64, above which numbers are drawn again: each code is as likely.
    const FAIR: u64 = u64::MAX - u64::MAX % 100_000_000;
    loop {
        let number = u64::from_le_bytes(random::<8>()?);
        if number < FAIR {
            let digits = format!("{:08}", number % 100_000_000);
            return Ok(format!("{}-{}", &digits[..4], &digits[4..]));
        }
    }
}

/// The digest of a code as it is typed: in any case, with or without hyphens and spaces, and with the letters that
/// no code has for those that they look like.
#[must_use]
pub fn code_digest(typed: &str) -> String {
    let letters =
        typed.chars().filter(|letter| !letter.is_whitespace() && !matches!(letter, '-' | '–' | '−'));
    let read = |letter: char| match letter.to_ascii_lowercase() {
        'o' => '0',
        letter => letter,
    };
    let code: String = letters.map(read).collect();
    Secret::digest_of(&code)
}

/// Random bytes of the system.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], AccountsError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| AccountsError::NoRandomness(error.to_string()))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{LETTERS, Secret, code_digest, device_code, recovery_codes};

    #[test]
    fn secrets_differ_and_have_their_digest() {
        let [one, two] = [(); 2].map(|()| Secret::new("d1").unwrap());
        assert_ne!(one, two);
        assert!(one.text.starts_with("d1.") && one.text.len() == 3 + 43, "{}", one.text);
        assert_eq!(Secret::digest_of(&one.text), one.digest);
    }

    #[test]
    fn recovery_codes_are_ten_that_differ() {
        let codes = recovery_codes().unwrap();
        assert_eq!(codes.iter().collect::<BTreeSet<_>>().len(), 10);
        for code in &codes {
            assert_eq!(code.len(), 19, "{code}");
            assert!(
                code.split('-').all(|part| part.bytes().all(|letter| LETTERS.contains(&letter))),
                "{code}"
            );
        }
    }

    #[test]
    fn letters_of_codes_are_32_that_do_not_look_alike() {
        assert_eq!(LETTERS.iter().collect::<BTreeSet<_>>().len(), 32);
        assert!(!LETTERS.iter().any(|letter| b"ilo1".contains(letter)));
    }

    #[test]
    fn code_typed_in_any_way_is_the_same() {
        for typed in
            ["ABCD-EFGH-2345-6780", " abcd efgh 2345 678o", "abcdefgh23456780", "abcd–efgh–2345–6780"]
        {
            assert_eq!(code_digest(typed), code_digest("abcd-efgh-2345-6780"), "{typed}");
        }
        assert_ne!(code_digest("abcd-efgh-2345-6781"), code_digest("abcd-efgh-2345-6780"));
    }

    #[test]
    fn device_code_has_eight_digits() {
        let codes: BTreeSet<String> = (0..50).map(|_| device_code().unwrap()).collect();
        assert!(codes.len() > 45, "{codes:?}");
        for code in codes {
            let digits: Vec<&str> = code.split('-').collect();
            let is_half = |half: &&str| half.len() == 4 && half.bytes().all(|digit| digit.is_ascii_digit());
            assert!(digits.len() == 2 && digits.iter().all(is_half), "{code}");
        }
    }
}
