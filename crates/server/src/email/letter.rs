//! What mails say.

use std::time::Duration;

use rukh_accounts::{code_digest, device_code, recovery_code};
use rukh_store::{Ceremony, EmailKind, OutgoingEmail, ReminderKind, SecurityChange, clock};

use super::sender::Postman;
use crate::accounts::after;
use crate::error::ApiError;
use crate::id::GuestId;
use crate::reminders;
use crate::say;

/// How long a code is good that was sent. `docs/security.md` lists both.
const VERIFY_LIFETIME: Duration = Duration::from_secs(60 * 60);
const RECOVERY_LIFETIME: Duration = Duration::from_secs(30 * 60);
/// Accounts of one address that a mail has codes for.
const MAX_ACCOUNTS: u32 = 10;

/// A mail as it is sent.
pub(super) struct Letter {
    pub(super) to: String,
    pub(super) language: String,
    pub(super) subject: String,
    /// Paragraphs.
    pub(super) text: Vec<String>,
    /// What the link has that ends such mails.
    pub(super) unsubscribe: Option<String>,
}

/// To whom a mail is written.
struct Reader {
    to: String,
    language: String,
    /// The name of the account.
    name: String,
}

impl Postman {
    /// The mail that is to be sent; `None` if what it tells is true no more, or there is nobody to tell.
    pub(super) async fn letter(&self, email: &OutgoingEmail) -> Result<Option<Letter>, ApiError> {
        if email.kind == EmailKind::Recovery {
            return self.recovery(email).await;
        }
        let Some(player) = &email.player else { return Ok(None) };
        let Some(reader) = self.reader(player, email).await? else { return Ok(None) };
        match email.kind {
            EmailKind::Recovery => Ok(None),
            EmailKind::Verify => self.verify(player, reader).await,
            EmailKind::Security => Ok(self.security(reader, &email.subject)),
            EmailKind::Decision => Ok(Some(self.decision(player, reader))),
            EmailKind::Turn => self.notice(player, reader, email, None).await,
            EmailKind::Proposed => self.notice(player, reader, email, Some(ReminderKind::Proposed)).await,
            EmailKind::Soon => self.notice(player, reader, email, Some(ReminderKind::Soon)).await,
        }
    }

    /// Whom a mail is for: at its own address, or else at the verified one, unless the person wants it no more.
    async fn reader(&self, player: &GuestId, email: &OutgoingEmail) -> Result<Option<Reader>, ApiError> {
        let store = self.registry.store();
        let Some(account) = store.account(player).await? else { return Ok(None) };
        let known = store.email(player).await?;
        let is_muted = known.as_ref().is_some_and(|row| row.muted.contains(&email.kind));
        let verified = known.as_ref().and_then(|row| row.address.clone());
        let Some(to) = email.address.clone().or(verified).filter(|_| !is_muted) else { return Ok(None) };
        let kept = || SecurityChange::parse(&email.subject).map(|(_, language)| language.to_owned());
        let language = known.map(|row| row.language).or_else(kept).unwrap_or_default();
        Ok(Some(Reader { to, language, name: account.name }))
    }

    /// The code that verifies an address.
    async fn verify(&self, player: &GuestId, reader: Reader) -> Result<Option<Letter>, ApiError> {
        let code = device_code()?;
        let kept = (code_digest(&code), after(clock::now(), VERIFY_LIFETIME));
        let store = self.registry.store();
        if !store.set_email_code(player, &reader.to, (&kept.0, kept.1)).await? {
            return Ok(None);
        }
        let locale = say::in_language(&reader.language);
        let text = vec![
            locale.text(&say::email_verify_text(
                isolated(&reader.name),
                self.host(),
                minutes(VERIFY_LIFETIME),
            )),
            code.clone(),
            self.link(&format!("/account#email={code}")),
            locale.text(&say::email_ignore()),
        ];
        let subject = locale.text(&say::email_verify_subject(self.host()));
        Ok(Some(self.letter_of(reader, subject, text)))
    }

    /// The codes of the accounts that have an address.
    async fn recovery(&self, email: &OutgoingEmail) -> Result<Option<Letter>, ApiError> {
        let Some(to) = email.address.clone() else { return Ok(None) };
        let store = self.registry.store();
        let accounts = store.accounts_of_email(&to, MAX_ACCOUNTS).await?;
        let Some(first) = accounts.first() else { return Ok(None) };
        // Who asks may not be the reader, who has chosen a language.
        let language = first.language.clone();
        let locale = say::in_language(&language);
        let mut text = vec![locale.text(&say::email_recovery_text(self.host(), minutes(RECOVERY_LIFETIME)))];
        for account in &accounts {
            let code = recovery_code()?;
            let ceremony = Ceremony {
                id: code_digest(&code),
                kind: "email",
                player: Some(account.player.clone()),
                body: Vec::new(),
                expires: after(clock::now(), RECOVERY_LIFETIME),
            };
            store.begin_ceremony(&ceremony).await?;
            text.push(isolated(&account.name));
            text.push(code.clone());
            text.push(self.link(&format!("/sign-in#email={code}")));
        }
        text.push(locale.text(&say::email_ignore()));
        let subject = locale.text(&say::email_recovery_subject(self.host()));
        Ok(Some(Letter { to, language, subject, text, unsubscribe: None }))
    }

    /// What has changed about signing in.
    fn security(&self, reader: Reader, subject: &str) -> Option<Letter> {
        let (change, detail) = SecurityChange::parse(subject)?;
        let detail = isolated(detail);
        let locale = say::in_language(&reader.language);
        let changed = match change {
            SecurityChange::SignIn => say::email_changed_sign_in(detail),
            SecurityChange::Recovered => say::email_changed_recovered(detail),
            SecurityChange::PasskeyAdded => say::email_changed_passkey_added(detail),
            SecurityChange::PasskeyRemoved => say::email_changed_passkey_removed(),
            SecurityChange::IdentityAdded => say::email_changed_identity_added(detail),
            SecurityChange::IdentityRemoved => say::email_changed_identity_removed(detail),
            SecurityChange::PasswordSet => say::email_changed_password_set(),
            SecurityChange::PasswordRemoved => say::email_changed_password_removed(),
            SecurityChange::RecoveryCodes => say::email_changed_recovery_codes(),
            SecurityChange::Token => say::email_changed_token(detail),
            SecurityChange::Webhook => say::email_changed_webhook(detail),
            SecurityChange::EmailAdded => say::email_changed_address_added(),
            SecurityChange::EmailReplaced => say::email_changed_address_replaced(),
            SecurityChange::EmailRemoved => say::email_changed_address_removed(),
        };
        let text = vec![
            locale.text(&say::email_security_text(isolated(&reader.name), self.host())),
            locale.text(&changed),
            locale.text(&say::email_security_help()),
            self.link("/account"),
        ];
        let subject = locale.text(&say::email_security_subject(self.host()));
        Some(self.letter_of(reader, subject, text))
    }

    /// What moderators have decided: only that they have, since others may read the mail.
    fn decision(&self, player: &GuestId, reader: Reader) -> Letter {
        let locale = say::in_language(&reader.language);
        let text =
            vec![locale.text(&say::email_decision_text(isolated(&reader.name))), self.link("/account")];
        let subject = locale.text(&say::email_decision_subject(self.host()));
        self.with_unsubscribe(player, EmailKind::Decision, self.letter_of(reader, subject, text))
    }

    /// What a push message tells too: of an appointment, or, without a kind, that it is one's turn.
    async fn notice(
        &self,
        player: &GuestId,
        reader: Reader,
        email: &OutgoingEmail,
        about: Option<ReminderKind>,
    ) -> Result<Option<Letter>, ApiError> {
        let event = match about {
            Some(kind) => reminders::of_appointment(&self.registry, player, &email.subject, kind).await?,
            None => reminders::of_turn(&self.registry, player, &email.subject).await?,
        };
        let Some(event) = event else { return Ok(None) };
        let message = event.message(&reader.language);
        let path = if about.is_some() { "appointment" } else { "game" };
        let text = vec![message.text.clone(), self.link(&format!("/{path}/{}", email.subject))];
        let letter = self.letter_of(reader, format!("{}: {}", message.title, message.text), text);
        Ok(Some(self.with_unsubscribe(player, email.kind, letter)))
    }

    fn letter_of(&self, reader: Reader, subject: String, text: Vec<String>) -> Letter {
        Letter { to: reader.to, language: reader.language, subject, text, unsubscribe: None }
    }

    /// A mail of a kind that can be switched off, with the link that does.
    fn with_unsubscribe(&self, player: &GuestId, kind: EmailKind, mut letter: Letter) -> Letter {
        let token = self.keys.unsubscribe_token(player, kind);
        let locale = say::in_language(&letter.language);
        letter.text.push(locale.text(&say::email_stop()));
        letter.text.push(self.link(&format!("/account#unsubscribe={token}")));
        letter.unsubscribe = Some(token);
        letter
    }
}

/// A text by somebody, which may be written in another direction than what is around it.
fn isolated(text: &str) -> String {
    format!("\u{2068}{text}\u{2069}")
}

fn minutes(lifetime: Duration) -> u64 {
    lifetime.as_secs() / 60
}
