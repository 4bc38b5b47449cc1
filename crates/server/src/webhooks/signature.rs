//! Signatures of deliveries, as the Standard Webhooks specification defines them (version 1): HMAC-SHA256 of the id,
//! the time and the body, in base64.

use base64ct::{Base64, Encoding};
use hmac::{Hmac, KeyInit, Mac};
use rukh_store::WebhookRow;
use rukh_store::clock::random_bytes;
use sha2::Sha256;

use crate::wire::time::UnixMillis;

/// What a secret begins with.
const PREFIX: &str = "whsec_";
/// Length of a secret, in bytes; the specification asks for 24 to 64.
const LENGTH: usize = 24;

/// A new secret.
///
/// # Errors
/// The operating system has no randomness.
pub(super) fn new_secret() -> std::io::Result<String> {
    Ok(format!("{PREFIX}{}", Base64::encode_string(&random_bytes::<LENGTH>()?)))
}

/// The value of `webhook-signature`: the signature by the secret and, after it was replaced, for a while also that by
/// the one before.
pub(super) fn signatures(webhook: &WebhookRow, (id, at): (&str, UnixMillis), body: &str) -> String {
    let former = webhook.former.as_ref().filter(|(_, until)| at < *until).map(|(secret, _)| secret);
    let secrets = std::iter::once(&webhook.secret).chain(former);
    secrets.map(|secret| sign(secret, (id, at.as_u64() / 1000), body)).collect::<Vec<_>>().join(" ")
}

/// Signs a body under an id and a time in seconds since the epoch.
fn sign(secret: &str, (id, at): (&str, u64), body: &str) -> String {
    // Those of the database are ours, and HMAC accepts keys of any length.
    let key = Base64::decode_vec(secret.trim_start_matches(PREFIX)).unwrap_or_default();
    let mut mac = <Hmac<Sha256> as KeyInit>::new_from_slice(&key).unwrap_or_else(|_| unreachable!());
    mac.update(format!("{id}.{at}.{body}").as_bytes());
    format!("v1,{}", Base64::encode_string(&mac.finalize().into_bytes()))
}

#[cfg(test)]
mod tests {
    use super::{new_secret, sign};

    /// The vector of the specification's reference libraries.
    #[test]
    fn signature_is_that_of_the_specification() {
        let secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
        let signed = sign(secret, ("msg_p5jXN8AQM9LWM0D4loKWxJek", 1_614_265_330), "{\"test\": 2432232314}");
        assert_eq!(signed, "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    }

    #[test]
    fn secret_is_new_each_time() {
        let (one, other) = (new_secret().unwrap(), new_secret().unwrap());
        assert!(one.starts_with("whsec_") && one.len() == 6 + 32 && one != other, "{one} {other}");
        assert_ne!(sign(&one, ("a", 1), "b"), sign(&other, ("a", 1), "b"));
    }
}
