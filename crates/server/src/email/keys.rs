//! What is made of the site's key for mails: names of addresses for limits, and links that end notices.

use base64ct::{Base64UrlUnpadded, Encoding};
use hmac::{Hmac, KeyInit, Mac};
use rukh_store::EmailKind;
use sha2::Sha256;

use crate::id::GuestId;

/// Length of the signature of a link, in bytes.
const SIGNATURE: usize = 16;

/// The site's key, for mails.
#[derive(Clone)]
pub(crate) struct EmailKeys {
    key: [u8; 32],
}

impl EmailKeys {
    pub(crate) fn new(key: [u8; 32]) -> EmailKeys {
        EmailKeys { key }
    }

    /// What stands for an address where its mails are counted: letters of both cases are one mailbox.
    pub(crate) fn name_of(&self, address: &str) -> String {
        hex::encode(&self.hash(b"rukh email address\n", address.to_lowercase().as_bytes())[..SIGNATURE])
    }

    /// What a link has that ends notices of a kind: whoever has the mail may use it, without signing in.
    pub(crate) fn unsubscribe_token(&self, player: &GuestId, kind: EmailKind) -> String {
        let said = format!("{} {player}", kind.as_str());
        let signature = self.hash(b"rukh email unsubscribe\n", said.as_bytes());
        Base64UrlUnpadded::encode_string(&[&signature[..SIGNATURE], said.as_bytes()].concat())
    }

    /// Whose notices of which kind a link ends.
    pub(crate) fn read_unsubscribe(&self, token: &str) -> Option<(GuestId, EmailKind)> {
        let bytes = Base64UrlUnpadded::decode_vec(token).ok()?;
        let (signature, said) = bytes.split_at_checked(SIGNATURE)?;
        let mac = self.mac(b"rukh email unsubscribe\n", said);
        mac.verify_truncated_left(signature).ok()?;
        let (kind, player) = std::str::from_utf8(said).ok()?.split_once(' ')?;
        Some((player.parse().ok()?, EmailKind::parse(kind)?))
    }

    fn hash(&self, about: &[u8], said: &[u8]) -> [u8; 32] {
        self.mac(about, said).finalize().into_bytes().into()
    }

    fn mac(&self, about: &[u8], said: &[u8]) -> Hmac<Sha256> {
        // HMAC accepts keys of any length.
        let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&self.key).unwrap_or_else(|_| unreachable!());
        mac.update(about);
        mac.update(said);
        mac
    }
}

#[cfg(test)]
mod tests {
    use rukh_store::EmailKind;

    use super::EmailKeys;

    #[test]
    fn link_is_good_for_its_person_and_kind_alone() {
        let keys = EmailKeys::new([1; 32]);
        let player = "abcdef".parse().unwrap();
        let token = keys.unsubscribe_token(&player, EmailKind::Turn);
        assert_eq!(keys.read_unsubscribe(&token), Some((player.clone(), EmailKind::Turn)));
        assert_eq!(EmailKeys::new([2; 32]).read_unsubscribe(&token), None);
        for position in 0..token.len() {
            let mut changed = token.clone().into_bytes();
            changed[position] = if changed[position] == b'A' { b'B' } else { b'A' };
            assert_eq!(keys.read_unsubscribe(std::str::from_utf8(&changed).unwrap()), None, "{position}");
        }
        for bad in ["", "A", "!", &token[1..]] {
            assert_eq!(keys.read_unsubscribe(bad), None, "{bad}");
        }
    }

    #[test]
    fn addresses_that_differ_in_case_have_one_name() {
        let keys = EmailKeys::new([1; 32]);
        assert_eq!(keys.name_of("Almaz@Mail.example"), keys.name_of("almaz@mail.example"));
        assert_ne!(keys.name_of("almaz@mail.example"), keys.name_of("sara@mail.example"));
    }
}
