//! Push messages (Web Push): players of games with days for each move hear of their turn while the
//! site is closed.
//!
//! A browser subscribes at the push service of its maker and gives this server the address, an
//! *endpoint*, with two keys. A message is encrypted for the browser (RFC 8291), signed with the site's
//! key (VAPID, RFC 8292) and sent to the endpoint (RFC 8030). Endpoints come from clients, so a server
//! that posts to them could be made to post anywhere: only hosts of known push services are accepted,
//! and only public addresses are connected to.

mod client;
mod endpoint;
mod message;
mod sender;
mod vapid;

use std::time::Duration;

pub use endpoint::{EndpointError, PushService, PushServiceError};
pub use message::{PushEvent, PushKind, PushSubject, PushTitle};
pub use sender::PushSender;
pub use vapid::{VapidKey, VapidKeyError};

pub(crate) use endpoint::Endpoint;
pub(crate) use message::{RecipientKeys, is_push_language, push_languages};
pub(crate) use sender::PushTask;

/// Delay before a message is sent again that a push service did not take; it grows with each attempt.
const RETRY_DELAY: Duration = Duration::from_secs(5);

/// Settings of push messages.
#[derive(Debug, Clone)]
pub struct PushConfig {
    /// Key that signs the messages.
    pub key: VapidKey,
    /// Where push services reach the operator: `mailto:` or an `https` URL.
    pub contact: String,
    /// Push services besides the known ones.
    pub services: Vec<PushService>,
    /// Delay before the first further attempt.
    pub retry_delay: Duration,
}

/// The contact is neither a `mailto:` nor an `https` URL.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is no contact for push services; use `mailto:` with an address, or a URL with `https://`")]
pub struct ContactError(pub String);

impl PushConfig {
    /// The settings for a key and a contact, with the known push services.
    ///
    /// # Errors
    /// The contact is neither `mailto:` with an address nor an `https` URL.
    ///
    /// # Examples
    /// ```
    /// use rukh_server::{PushConfig, VapidKey};
    ///
    /// let key = VapidKey::generate().unwrap();
    /// assert!(PushConfig::new(key.clone(), "mailto:chess@rukh.example").is_ok());
    /// assert!(PushConfig::new(key, "chess@rukh.example").is_err());
    /// ```
    pub fn new(key: VapidKey, contact: &str) -> Result<PushConfig, ContactError> {
        let is_mail = contact.strip_prefix("mailto:").is_some_and(|mail| {
            mail.split_once('@').is_some_and(|(name, host)| !name.is_empty() && !host.is_empty())
        });
        let is_url = contact.strip_prefix("https://").is_some_and(|rest| !rest.trim_matches('/').is_empty());
        if !(is_mail || is_url) || contact.contains(|letter: char| !letter.is_ascii_graphic()) {
            return Err(ContactError(contact.to_owned()));
        }
        let contact = contact.to_owned();
        Ok(PushConfig { key, contact, services: Vec::new(), retry_delay: RETRY_DELAY })
    }
}

#[cfg(test)]
mod tests {
    use super::{PushConfig, VapidKey};

    #[test]
    fn contact_that_is_neither_mail_nor_https_is_refused() {
        let new = |contact: &str| PushConfig::new(VapidKey::generate().unwrap(), contact);
        for sound in ["mailto:a@b.example", "https://rukh.example", "https://rukh.example/about"] {
            assert!(new(sound).is_ok(), "{sound}");
        }
        for bad in
            ["", "a@b.example", "mailto:", "mailto:@b", "http://rukh.example", "https://", "https://a b"]
        {
            assert_eq!(new(bad).unwrap_err().0, bad);
        }
    }
}
