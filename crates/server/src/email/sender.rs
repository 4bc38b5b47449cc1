//! The task that sends mails: those that are due, each by one node, again after temporary errors.

use std::sync::Arc;
use std::time::{Duration, Instant};

use futures_util::{StreamExt, stream};
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::transport::smtp::Error as SmtpError;
use lettre::{AsyncTransport, Message};
use rukh_store::{EmailKind, OutgoingEmail, clock};

use super::letter::Letter;
use super::{EmailConfig, EmailKeys, reason_of};
use crate::error::ApiError;
use crate::game::GameRegistry;
use crate::outgoing::with_jitter;

/// Mails that are taken at once, and how many of them are sent at the same time.
const MAX_TAKEN: u32 = 40;
const PARALLEL: usize = 4;
/// Longest time that one mail takes: less than the store keeps it from other nodes.
const SEND_TIMEOUT: Duration = Duration::from_secs(120);
/// Factor from one delay to the next, and the longest delay.
const BACKOFF: u32 = 4;
const MAX_DELAY: Duration = Duration::from_secs(4 * 3600);
/// How often is looked for those whose turn it is and who are away.
const TURNS_INTERVAL: Duration = Duration::from_secs(60);

/// What became of a mail.
enum Delivery {
    Sent,
    /// There is nothing to tell, or nobody.
    Void,
    /// The address has had as many as it may.
    Limited,
    /// To be sent again.
    Later(String),
    Refused(String),
}

/// Sends mails.
pub(super) struct Postman {
    pub(super) registry: Arc<GameRegistry>,
    pub(super) keys: EmailKeys,
    config: EmailConfig,
}

/// Sends what is due. Runs until shutdown; ends at once where no mails are sent.
pub(crate) async fn run(registry: Arc<GameRegistry>, config: Option<EmailConfig>, keys: EmailKeys) {
    let Some(config) = config else { return };
    let postman = Postman { registry, keys, config };
    // At once, since the server may have been away.
    let mut turns: Option<Instant> = None;
    loop {
        tokio::time::sleep(postman.config.interval).await;
        if turns.is_none_or(|at| at.elapsed() >= TURNS_INTERVAL.min(postman.config.interval * 60)) {
            turns = Some(Instant::now());
            postman.look_around().await;
        }
        match postman.registry.store().take_emails(clock::now(), MAX_TAKEN).await {
            Ok(due) => stream::iter(due).for_each_concurrent(PARALLEL, |email| postman.send(email)).await,
            Err(error) => tracing::warn!(%error, "mails cannot be read"),
        }
    }
}

impl Postman {
    /// Looks for turns of which nobody was told, and counts what waits.
    async fn look_around(&self) {
        let store = self.registry.store();
        if let Err(error) = store.tell_turns_by_email(clock::now()).await {
            tracing::warn!(%error, "it cannot be found whose turn it is");
        }
        match store.waiting_emails().await {
            Ok(waiting) => metrics::gauge!("rukh_email_waiting").set(waiting as f64),
            Err(error) => tracing::warn!(%error, "mails cannot be counted"),
        }
    }

    /// Sends a mail, and notes what became of it.
    async fn send(&self, email: OutgoingEmail) {
        let (id, kind) = (email.id.as_str(), email.kind.as_str());
        let delivery = match tokio::time::timeout(SEND_TIMEOUT, self.deliver(&email)).await {
            Ok(Ok(delivery)) => delivery,
            Ok(Err(error)) => Delivery::Later(error.to_string()),
            Err(_) => Delivery::Later("the mail server takes too long".to_owned()),
        };
        let outcome = match delivery {
            Delivery::Sent => "sent",
            Delivery::Void => "void",
            Delivery::Limited => "limited",
            Delivery::Refused(reason) => {
                tracing::warn!(id, kind, reason, "a mail was refused and is given up");
                "refused"
            }
            Delivery::Later(reason) => match self.next_time(&email) {
                Some(due) => {
                    tracing::info!(id, kind, reason, attempts = email.attempts, "a mail could not be sent");
                    count(email.kind, "retried");
                    if let Err(error) = self.registry.store().retry_email(id, due).await {
                        tracing::warn!(id, %error, "a mail is tried again later than it should be");
                    }
                    return;
                }
                None => {
                    tracing::warn!(id, kind, reason, attempts = email.attempts, "a mail is given up");
                    "failed"
                }
            },
        };
        count(email.kind, outcome);
        if let Err(error) = self.registry.store().delete_email(id).await {
            tracing::warn!(id, %error, "a mail that is done cannot be deleted");
        }
    }

    /// When a mail is tried again; `None` if it would be of no use then.
    fn next_time(&self, email: &OutgoingEmail) -> Option<crate::wire::time::UnixMillis> {
        let growth = BACKOFF.saturating_pow(email.attempts.saturating_sub(1).min(12));
        let delay = self.config.retry_delay.saturating_mul(growth).min(MAX_DELAY);
        Some(crate::accounts::after(clock::now(), with_jitter(delay))).filter(|due| *due < email.expires)
    }

    async fn deliver(&self, email: &OutgoingEmail) -> Result<Delivery, ApiError> {
        if clock::now() >= email.expires {
            return Ok(Delivery::Void);
        }
        let Some(letter) = self.letter(email).await? else { return Ok(Delivery::Void) };
        // Those that ask for a code were counted when they asked.
        let is_counted =
            !matches!(email.kind, EmailKind::Verify | EmailKind::Recovery) && email.attempts == 1;
        if is_counted {
            let name = self.keys.name_of(&letter.to);
            if !self.registry.store().count_email(&name, email.kind, clock::now()).await? {
                return Ok(Delivery::Limited);
            }
        }
        let message = match self.message(email, letter) {
            Ok(message) => message,
            Err(problem) => return Ok(Delivery::Refused(problem)),
        };
        Ok(match self.config.transport.send(message).await {
            Ok(_) => Delivery::Sent,
            Err(error) if is_final(&error) => Delivery::Refused(reason_of(&error)),
            Err(error) => Delivery::Later(reason_of(&error)),
        })
    }

    fn message(&self, email: &OutgoingEmail, letter: Letter) -> Result<Message, String> {
        let to = letter.to.parse().map_err(|error| format!("the address cannot be used: {error}"))?;
        let header =
            |name: &'static str, value: String| HeaderValue::new(HeaderName::new_from_ascii_str(name), value);
        let mut builder = Message::builder()
            .from(self.config.from.clone())
            .to(lettre::message::Mailbox::new(None, to))
            .subject(letter.subject.replace(['\u{2068}', '\u{2069}'], ""))
            // The same each time: whoever gets it twice sees it once.
            .message_id(Some(format!("<{}@{}>", email.id, self.host())))
            .header(ContentType::TEXT_PLAIN)
            .raw_header(header("Auto-Submitted", "auto-generated".to_owned()))
            .raw_header(header("Content-Language", letter.language));
        if let Some(token) = letter.unsubscribe {
            // RFC 8058: a mail program may end such mails without asking for more.
            let link = self.link(&format!("/api/v1/email/unsubscribe/{token}"));
            builder = builder
                .raw_header(header("List-Unsubscribe", format!("<{link}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".to_owned()));
        }
        builder.body(letter.text.join("\n\n") + "\n").map_err(|error| error.to_string())
    }

    /// Where the site is, as its mails say it.
    pub(super) fn host(&self) -> &str {
        self.config.site.host()
    }

    /// An address of the site.
    pub(super) fn link(&self, path: &str) -> String {
        format!("{}{path}", self.config.site)
    }
}

/// Whether a server refuses a mail for good. One that does not let this server in (53x) may do so tomorrow, when its
/// operator has mended that.
fn is_final(error: &SmtpError) -> bool {
    let code = error.status().map(u16::from);
    error.is_permanent() && !code.is_some_and(|code| (530..540).contains(&code))
}

/// Counts a mail in the metrics.
fn count(kind: EmailKind, outcome: &'static str) {
    metrics::counter!("rukh_email_total", "kind" => kind.as_str(), "outcome" => outcome).increment(1);
}
