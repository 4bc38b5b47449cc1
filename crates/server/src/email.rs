//! E-mail: an account may have an address, which recovers it and gets notices. Without a mail server all of it is off.
//!
//! What is to be sent waits in the database ([`rukh_store::OutgoingEmail`]); a task of each node sends it. Mails are
//! plain text: nothing in them needs more, a link shows where it leads, and there is one text in each language and not
//! two that could differ.

mod keys;
mod letter;
mod sender;

use std::fmt;
use std::time::Duration;

use lettre::message::Mailbox;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Tls, TlsParameters};
use lettre::{Address, AsyncSmtpTransport, Tokio1Executor};
use url::{Host, Url};

use crate::origin::Origin;

pub(crate) use keys::EmailKeys;
pub(crate) use sender::run;

/// Delay before a mail is sent again that could not be delivered; it grows with each attempt.
const RETRY_DELAY: Duration = Duration::from_secs(30);
/// How often is looked for mails that are due.
const INTERVAL: Duration = Duration::from_secs(1);
/// How long an SMTP server may take for an answer.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Longest address (RFC 5321, 4.5.3.1.3, without its brackets).
const MAX_ADDRESS_BYTES: usize = 254;

/// A transport of mails.
type Transport = AsyncSmtpTransport<Tokio1Executor>;

/// Settings of mails.
#[derive(Clone)]
pub struct EmailConfig {
    transport: Transport,
    server: String,
    from: Mailbox,
    /// The site that mails lead to.
    site: Origin,
    /// Delay before the first further attempt.
    pub retry_delay: Duration,
    /// How often is looked for mails that are due.
    pub interval: Duration,
}

impl fmt::Debug for EmailConfig {
    /// Without the password.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EmailConfig { server, from, site, retry_delay, interval, .. } = self;
        let mut fields = out.debug_struct("EmailConfig");
        fields.field("server", server).field("from", &from.to_string()).field("site", site);
        fields.field("retry_delay", retry_delay).field("interval", interval).finish_non_exhaustive()
    }
}

/// Why settings of mails cannot be used. No message has a password.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EmailConfigError {
    /// It is no URL of a mail server.
    #[error(
        "write a URL such as `smtps://name:password@mail.example`, or `smtp://` for STARTTLS; special characters of name and password as `%40`"
    )]
    NotAUrl,
    /// A part of the URL says nothing.
    #[error("`{0}` is more than a mail server needs; leave it out")]
    TooMuch(String),
    /// The query says something else than whether TLS is required.
    #[error("`?{0}` is unknown; the only choice is `?tls=none`, for a server in a network that you trust")]
    Query(String),
    /// A name without a password, or the other way round.
    #[error("the URL has a name or a password alone; write both or neither")]
    Credentials,
    /// The sender's address is none.
    #[error("`{0}` is no address; write one such as `chess@rukh.example` or `Rukh <chess@rukh.example>`")]
    From(String),
    /// TLS cannot be set up.
    #[error("TLS cannot be set up: {0}")]
    Tls(String),
}

impl EmailConfig {
    /// The settings for a mail server, the sender's address and the site. `smtps://` is TLS from the beginning,
    /// `smtp://` STARTTLS, without which nothing is sent; a server on this machine may do without, as may one whose URL
    /// ends in `?tls=none`.
    ///
    /// # Errors
    /// The server or the address cannot be used.
    ///
    /// # Examples
    /// ```
    /// use rukh_server::EmailConfig;
    ///
    /// let site = "https://rukh.example".parse().unwrap();
    /// assert!(EmailConfig::new("smtps://me:secret@mail.example", "Rukh <chess@rukh.example>", site).is_ok());
    /// ```
    pub fn new(server: &str, from: &str, site: Origin) -> Result<EmailConfig, EmailConfigError> {
        let url = Url::parse(server).map_err(|_| EmailConfigError::NotAUrl)?;
        // Of a scheme that is not the web's the parser keeps an address as the name that it was written as.
        let host =
            url.host_str().filter(|host| !host.is_empty()).ok_or(EmailConfigError::NotAUrl)?.to_owned();
        for part in [url.path().trim_matches('/'), url.fragment().unwrap_or_default()] {
            if !part.is_empty() {
                return Err(EmailConfigError::TooMuch(part.to_owned()));
            }
        }
        let is_plain = match url.query() {
            None => is_loopback(&host),
            Some("tls=none") => true,
            Some("tls=required") => false,
            Some(query) => return Err(EmailConfigError::Query(query.to_owned())),
        };
        let tls = || {
            TlsParameters::new(host.trim_matches(['[', ']']).to_owned())
                .map_err(|error| EmailConfigError::Tls(error.to_string()))
        };
        let (tls, port) = match (url.scheme(), is_plain) {
            ("smtps", _) => (Tls::Wrapper(tls()?), 465),
            ("smtp", true) => (Tls::None, 25),
            ("smtp", false) => (Tls::Required(tls()?), 587),
            _ => return Err(EmailConfigError::NotAUrl),
        };
        let port = url.port().unwrap_or(port);
        let mut transport = Transport::builder_dangerous(host.trim_matches(['[', ']']))
            .port(port)
            .tls(tls)
            .timeout(Some(TIMEOUT));
        match (decoded(url.username())?, url.password().map(decoded).transpose()?) {
            (name, None) if name.is_empty() => {}
            (name, Some(password)) if !name.is_empty() && !password.is_empty() => {
                transport = transport.credentials(Credentials::new(name, password));
            }
            _ => return Err(EmailConfigError::Credentials),
        }
        Ok(EmailConfig {
            transport: transport.build(),
            server: format!("{host}:{port}"),
            from: from.parse().map_err(|_| EmailConfigError::From(from.to_owned()))?,
            site,
            retry_delay: RETRY_DELAY,
            interval: INTERVAL,
        })
    }

    /// Host and port of the mail server.
    #[must_use]
    pub fn server(&self) -> &str {
        &self.server
    }

    /// Connects to the mail server, signs in and leaves again.
    ///
    /// # Errors
    /// What the server, or the way to it, says.
    pub async fn check(&self) -> Result<(), String> {
        match self.transport.test_connection().await {
            Ok(true) => Ok(()),
            Ok(false) => Err("the server ends the connection".to_owned()),
            Err(error) => Err(reason_of(&error)),
        }
    }
}

/// Whether a host is this machine.
fn is_loopback(host: &str) -> bool {
    match Host::parse(host) {
        Ok(Host::Domain(name)) => name == "localhost",
        Ok(Host::Ipv4(address)) => address.is_loopback(),
        Ok(Host::Ipv6(address)) => address.is_loopback(),
        Err(_) => false,
    }
}

/// A name or a password of a URL.
fn decoded(text: &str) -> Result<String, EmailConfigError> {
    let decoded = percent_encoding::percent_decode_str(text).decode_utf8();
    decoded.map(|text| text.into_owned()).map_err(|_| EmailConfigError::NotAUrl)
}

/// What an SMTP error says, with its causes.
fn reason_of(error: &lettre::transport::smtp::Error) -> String {
    let mut text = error.to_string();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        let said = error.to_string();
        if !text.contains(&said) {
            text = format!("{text}: {said}");
        }
        cause = error.source();
    }
    text
}

/// An address as a person writes one: a mailbox at a domain that has a dot.
pub(crate) fn checked_address(text: &str) -> Option<String> {
    let text = text.trim();
    let address: Address = text.parse().ok()?;
    let is_sound = text.len() <= MAX_ADDRESS_BYTES
        && text.is_ascii()
        && !text.contains(['"', '[', ' '])
        && address.domain().split('.').count() > 1;
    is_sound.then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{EmailConfig, EmailConfigError, checked_address};

    fn config(server: &str, from: &str) -> Result<EmailConfig, EmailConfigError> {
        EmailConfig::new(server, from, "https://rukh.example".parse().unwrap())
    }

    #[test]
    fn server_is_read_with_its_port_and_without_its_password() {
        for (url, server) in [
            ("smtps://mail.example", "mail.example:465"),
            ("smtp://mail.example", "mail.example:587"),
            ("smtp://mail.example:2525?tls=required", "mail.example:2525"),
            ("smtp://localhost", "localhost:25"),
            ("smtp://relay?tls=none", "relay:25"),
            ("smtps://me%40mail.example:secr%3At@mail.example:10465", "mail.example:10465"),
        ] {
            let config = config(url, "Rukh <chess@rukh.example>").expect(url);
            assert_eq!(config.server(), server);
            assert!(!format!("{config:?}").contains("secr"));
        }
    }

    #[test]
    fn settings_that_are_wrong_are_refused() {
        let refused = |server: &str| config(server, "chess@rukh.example").unwrap_err();
        for server in ["mail.example", "", "https://mail.example", "smtps://", "smtp:mail.example"] {
            assert_eq!(refused(server), EmailConfigError::NotAUrl, "{server}");
        }
        assert_eq!(refused("smtps://mail.example/box"), EmailConfigError::TooMuch("box".to_owned()));
        assert_eq!(refused("smtp://mail.example?tls=no"), EmailConfigError::Query("tls=no".to_owned()));
        for server in ["smtps://me@mail.example", "smtps://:secret@mail.example"] {
            let error = refused(server);
            assert_eq!(error, EmailConfigError::Credentials);
            assert!(!error.to_string().contains("secret"));
        }
        for from in ["", "chess", "a@b@c", "Rukh <>"] {
            let error = config("smtps://mail.example", from).unwrap_err();
            assert_eq!(error, EmailConfigError::From(from.to_owned()));
        }
    }

    #[test]
    fn address_is_a_mailbox_at_a_domain() {
        for sound in ["almaz@mail.example", " almaz+chess@mail.example\n", "a.b@x.y.example"] {
            assert_eq!(checked_address(sound).as_deref(), Some(sound.trim()));
        }
        let long = format!("{}@mail.example", "a".repeat(250));
        for bad in [
            "",
            "almaz",
            "@mail.example",
            "almaz@",
            "almaz@localhost",
            "a b@mail.example",
            "\"a b\"@mail.example",
            "almaz@[127.0.0.1]",
            "a@mail.example\nBcc: b@mail.example",
            "a@mail.example,b@mail.example",
            "Almaz <almaz@mail.example>",
            "አልማዝ@mail.example",
            &long,
        ] {
            assert_eq!(checked_address(bad), None, "{bad}");
        }
    }
}
