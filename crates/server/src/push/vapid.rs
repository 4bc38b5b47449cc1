//! The key of the site for push services (VAPID, RFC 8292).

use std::fmt;
use std::str::FromStr;

use base64ct::{Base64UrlUnpadded, Encoding};
use rukh_store::clock::random_bytes;
use serde_json::json;
use web_push_native::p256::SecretKey;
use web_push_native::p256::ecdsa::signature::Signer;
use web_push_native::p256::ecdsa::{Signature, SigningKey};
use web_push_native::p256::elliptic_curve::sec1::ToEncodedPoint;

use crate::wire::time::UnixMillis;

/// How long a signature is valid, in seconds; at most a day is allowed.
const LIFETIME: u64 = 12 * 3600;

/// The private key that signs push messages: 32 bytes, written as base64url.
#[derive(Clone)]
pub struct VapidKey(SecretKey);

/// A text is no private key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("this is no private key of 32 bytes in base64url; `rukh push-key` makes one")]
pub struct VapidKeyError;

impl VapidKey {
    /// A new key.
    ///
    /// # Errors
    /// The operating system has no randomness.
    pub fn generate() -> std::io::Result<VapidKey> {
        loop {
            // Nearly every number of 32 bytes is a key.
            if let Ok(key) = SecretKey::from_slice(&random_bytes::<32>()?) {
                return Ok(VapidKey(key));
            }
        }
    }

    /// The private key as text; a secret.
    #[must_use]
    pub fn reveal(&self) -> String {
        Base64UrlUnpadded::encode_string(&self.0.to_bytes())
    }

    /// The public key, an uncompressed point in base64url: what browsers subscribe with.
    #[must_use]
    pub fn public(&self) -> String {
        Base64UrlUnpadded::encode_string(self.0.public_key().to_encoded_point(false).as_bytes())
    }

    /// The header `Authorization` of a message to a push service, such as `https://push.example`.
    pub(super) fn authorization(&self, audience: &str, contact: &str, now: UnixMillis) -> String {
        let expiry = now.as_u64() / 1000 + LIFETIME;
        let claims = json!({ "aud": audience, "exp": expiry, "sub": contact });
        let part = |value: &serde_json::Value| Base64UrlUnpadded::encode_string(value.to_string().as_bytes());
        let signed = format!("{}.{}", part(&json!({ "typ": "JWT", "alg": "ES256" })), part(&claims));
        let signature: Signature = SigningKey::from(&self.0).sign(signed.as_bytes());
        let signature = Base64UrlUnpadded::encode_string(&signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public())
    }
}

impl FromStr for VapidKey {
    type Err = VapidKeyError;

    fn from_str(text: &str) -> Result<VapidKey, VapidKeyError> {
        let bytes =
            Base64UrlUnpadded::decode_vec(text.trim().trim_end_matches('=')).map_err(|_| VapidKeyError)?;
        SecretKey::from_slice(&bytes).map(VapidKey).map_err(|_| VapidKeyError)
    }
}

/// The public key only.
impl fmt::Debug for VapidKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "VapidKey({})", self.public())
    }
}

#[cfg(test)]
mod tests {
    use base64ct::{Base64UrlUnpadded, Encoding};
    use serde_json::Value;
    use web_push_native::p256::ecdsa::signature::Verifier;
    use web_push_native::p256::ecdsa::{Signature, VerifyingKey};

    use super::{LIFETIME, VapidKey};
    use crate::wire::time::UnixMillis;

    #[test]
    fn key_written_and_read_is_the_same() {
        let key = VapidKey::generate().unwrap();
        let again: VapidKey = format!(" {}=\n", key.reveal()).parse().unwrap();
        assert_eq!((again.reveal(), again.public()), (key.reveal(), key.public()));
        assert_eq!((key.reveal().len(), key.public().len()), (43, 87));
        assert!(!format!("{key:?}").contains(&key.reveal()), "a log shows no secret");
    }

    #[test]
    fn text_that_is_no_key_is_refused() {
        let zero = Base64UrlUnpadded::encode_string(&[0; 32]);
        let long = Base64UrlUnpadded::encode_string(&[1; 33]);
        for text in ["", "key", &zero, &long, &VapidKey::generate().unwrap().public(), "+/+/+/+/+/+/"] {
            assert!(text.parse::<VapidKey>().is_err(), "{text}");
        }
    }

    #[test]
    fn authorization_is_signed_for_the_push_service() {
        let key = VapidKey::generate().unwrap();
        let now = UnixMillis::new(1_700_000_000_000);
        let header = key.authorization("https://push.example", "mailto:a@b.example", now);
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let decode = |text: &str| Base64UrlUnpadded::decode_vec(text).unwrap();
        let verifying = VerifyingKey::from_sec1_bytes(&decode(public)).unwrap();
        let signature = Signature::from_slice(&decode(signature)).unwrap();
        assert!(verifying.verify(signed.as_bytes(), &signature).is_ok());
        assert!(verifying.verify(b"another text", &signature).is_err());
        let (head, claims) = signed.split_once('.').unwrap();
        let json = |text: &str| serde_json::from_slice::<Value>(&decode(text)).unwrap();
        assert_eq!(json(head)["alg"], "ES256");
        let claims = json(claims);
        assert_eq!(
            (&claims["aud"], &claims["sub"]),
            (&"https://push.example".into(), &"mailto:a@b.example".into())
        );
        assert_eq!(claims["exp"], 1_700_000_000 + LIFETIME);
    }
}
