//! Mails that are to be sent.
//!
//! A row says what a mail tells and not how: it is written where that happens, in the same transaction, so none is
//! lost with a node that is killed. A node that sends one first moves its time on, by longer than sending takes: no
//! other node sends it meanwhile, and one whose node is killed is sent later. Only a node that is killed between the
//! moment a mail is taken by its server and the deletion of its row has it sent twice, under one `Message-ID`. Codes
//! are made when they are sent; only their hashes are stored.

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;

use super::email::RECOVERY;
use super::moderation::{DAY, no_randomness};
use super::sign_in::{self, SignInRow};
use super::sql::{Connection, SqlParam, SqlRow};
use super::webhook::{self, WebhookStop};
use super::{Reminder, ReminderKind, Store, StoreError};
use crate::clock::random_id;

/// Mails that may wait; of those that can be switched off a part.
const MAX_WAITING: i64 = 10_000;
const MAX_NOTICES: i64 = 8_000;
/// How long a mail that is being sent is no other node's, in milliseconds.
const CLAIM: u64 = 300_000;
const HOUR: u64 = 3_600_000;

/// What a mail is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum EmailKind {
    /// The code that verifies an address.
    Verify,
    /// The code that signs in to an account.
    Recovery,
    /// What has changed about signing in.
    Security,
    /// It is one's turn, for a while.
    Turn,
    /// Somebody proposes a game.
    Proposed,
    /// The game of an appointment begins soon.
    Soon,
    /// What moderators have decided.
    Decision,
}

impl EmailKind {
    const ALL: [(EmailKind, &str); 7] = [
        (EmailKind::Verify, "verify"),
        (EmailKind::Recovery, "recovery"),
        (EmailKind::Security, "security"),
        (EmailKind::Turn, "turn"),
        (EmailKind::Proposed, "proposed"),
        (EmailKind::Soon, "soon"),
        (EmailKind::Decision, "decision"),
    ];

    /// Those that a person can switch off.
    pub const NOTICES: [EmailKind; 4] =
        [EmailKind::Turn, EmailKind::Proposed, EmailKind::Soon, EmailKind::Decision];

    /// Its word, also in metrics.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        EmailKind::ALL.into_iter().find(|(kind, _)| *kind == self).map_or("", |(_, word)| word)
    }

    /// The kind of a word.
    #[must_use]
    pub fn parse(word: &str) -> Option<EmailKind> {
        EmailKind::ALL.into_iter().find(|(_, known)| *known == word).map(|(kind, _)| kind)
    }

    /// Whether a person can switch it off.
    #[must_use]
    pub fn is_notice(self) -> bool {
        EmailKind::NOTICES.contains(&self)
    }

    /// How long a mail is of use, in milliseconds.
    fn lifetime(self) -> u64 {
        match self {
            EmailKind::Verify | EmailKind::Recovery => HOUR,
            EmailKind::Soon => HOUR / 6,
            EmailKind::Turn | EmailKind::Proposed => DAY,
            EmailKind::Security | EmailKind::Decision => 3 * DAY,
        }
    }

    /// Mails of this kind that one address gets at once, and the time after which there may be one more, in
    /// milliseconds; `docs/operate.md` lists them. Whoever asks for codes to somebody else's address takes none away
    /// for long: each mail has codes that are good, and the next one can be had within two hours.
    fn rate(self) -> (u64, u64) {
        match self {
            EmailKind::Verify | EmailKind::Recovery => (5, DAY / 12),
            EmailKind::Security => (30, DAY / 30),
            _ => (20, DAY / 20),
        }
    }
}

/// What has changed about signing in to an account.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SecurityChange {
    /// A device has signed in.
    SignIn,
    /// A code by mail has signed in, and ended all else.
    Recovered,
    /// A passkey is added.
    PasskeyAdded,
    /// A passkey is removed.
    PasskeyRemoved,
    /// A provider signs in.
    IdentityAdded,
    /// A provider signs in no more.
    IdentityRemoved,
    /// The password is set.
    PasswordSet,
    /// The password is removed.
    PasswordRemoved,
    /// The recovery codes are new.
    RecoveryCodes,
    /// A program has got a token.
    Token,
    /// What happens is posted to an address from now on.
    Webhook,
    /// The address is verified.
    EmailAdded,
    /// Another address is verified.
    EmailReplaced,
    /// The address is removed.
    EmailRemoved,
}

impl SecurityChange {
    const ALL: [(SecurityChange, &str); 14] = [
        (SecurityChange::SignIn, "sign-in"),
        (SecurityChange::Recovered, "recovered"),
        (SecurityChange::PasskeyAdded, "passkey-added"),
        (SecurityChange::PasskeyRemoved, "passkey-removed"),
        (SecurityChange::IdentityAdded, "identity-added"),
        (SecurityChange::IdentityRemoved, "identity-removed"),
        (SecurityChange::PasswordSet, "password-set"),
        (SecurityChange::PasswordRemoved, "password-removed"),
        (SecurityChange::RecoveryCodes, "recovery-codes"),
        (SecurityChange::Token, "token"),
        (SecurityChange::Webhook, "webhook"),
        (SecurityChange::EmailAdded, "email-added"),
        (SecurityChange::EmailReplaced, "email-replaced"),
        (SecurityChange::EmailRemoved, "email-removed"),
    ];

    /// What is stored of it, with what it concerns, such as a device.
    pub(super) fn subject(self, detail: &str) -> String {
        let word = SecurityChange::ALL.into_iter().find(|(change, _)| *change == self);
        format!("{}:{detail}", word.map_or("", |(_, word)| word))
    }

    /// The change and what it concerns, of what is stored.
    #[must_use]
    pub fn parse(subject: &str) -> Option<(SecurityChange, &str)> {
        let (word, detail) = subject.split_once(':')?;
        SecurityChange::ALL.into_iter().find(|(_, known)| *known == word).map(|(change, _)| (change, detail))
    }
}

/// A mail that is to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OutgoingEmail {
    /// Its id, which its `Message-ID` has.
    pub id: String,
    /// Whom it is for; `None` where somebody asks for an address that may be nobody's.
    pub player: Option<GuestId>,
    /// What it is about.
    pub kind: EmailKind,
    /// Where to; `None` for the address of the person.
    pub address: Option<String>,
    /// Id of what it is about.
    pub subject: String,
    /// From when on it is of no use.
    pub expires: UnixMillis,
    /// How often it was tried, this time included.
    pub attempts: u32,
}

impl Store {
    /// Has codes sent to those who have an address, if there are any: what is done is the same if there are none.
    /// `name` is a keyed hash of the address; nothing is sent if too much was today.
    ///
    /// # Errors
    /// A database error.
    pub async fn request_email_recovery(
        &self,
        (address, name): (&str, &str),
        now: UnixMillis,
    ) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let noted = async {
            match count_within(&mut work, name, EmailKind::Recovery, now).await? {
                true => put(&mut work, EmailKind::Recovery, None, Some(address), "", now).await,
                false => Ok(()),
            }
        };
        let noted = noted.await;
        work.finish(noted).await
    }

    /// Signs a device in by the hash of a code that was sent, which is used up, and ends everything else that is
    /// signed in; who it is, or `None` if there is no such code or it is over.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn recover_by_email(
        &self,
        hash: &str,
        row: impl FnOnce(&GuestId) -> SignInRow,
        now: UnixMillis,
    ) -> Result<Option<GuestId>, StoreError> {
        let mut work = self.writers.begin().await?;
        let recovered = async {
            let take = "DELETE FROM ceremony WHERE id = $1 AND kind = $2 AND expires > $3 RETURNING player";
            let rows = work.fetch(take, &[hash.into(), RECOVERY.into(), now.into()]).await?;
            let Some(row_of_code) = rows.first() else { return Ok(None) };
            let player: GuestId = row_of_code.get("player")?;
            // Every other code that was sent is void too.
            for statement in [
                "DELETE FROM ceremony WHERE player = $1 AND kind IN ('email', 'device')",
                "DELETE FROM sign_in WHERE player = $1",
            ] {
                work.execute(statement, &[(&player).into()]).await?;
            }
            webhook::stop(&mut work, (&player, None), WebhookStop::Recovered, now).await?;
            let row = row(&player);
            sign_in::put(&mut work, &row).await?;
            tell(&mut work, &player, SecurityChange::Recovered, &row.label, now).await?;
            Ok(Some(player))
        };
        let recovered = recovered.await;
        work.finish(recovered).await
    }

    /// Takes mails that are due, the oldest first: for some minutes they are no other node's.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn take_emails(&self, now: UnixMillis, most: u32) -> Result<Vec<OutgoingEmail>, StoreError> {
        let any = "SELECT 1 AS one FROM email_outbox WHERE due <= $1 LIMIT 1";
        if self.readers.fetch(any, &[now.into()]).await?.is_empty() {
            return Ok(Vec::new());
        }
        let statement = self.writers.dialect().choose(
            "UPDATE email_outbox SET due = $3, attempts = attempts + 1 WHERE id IN \
             (SELECT id FROM email_outbox WHERE due <= $1 ORDER BY due, id LIMIT $2) \
             RETURNING id, player, kind, address, subject, expires, attempts",
            "UPDATE email_outbox SET due = $3, attempts = attempts + 1 WHERE id IN \
             (SELECT id FROM email_outbox WHERE due <= $1 ORDER BY due, id LIMIT $2 FOR UPDATE SKIP LOCKED) \
             RETURNING id, player, kind, address, subject, expires, attempts",
        );
        let values = [now.into(), i64::from(most).into(), (now + CLAIM).into()];
        self.writers.connection().await?.fetch(statement, &values).await?.iter().map(outgoing).collect()
    }

    /// Has a mail sent again at a time.
    ///
    /// # Errors
    /// A database error.
    pub async fn retry_email(&self, id: &str, due: UnixMillis) -> Result<(), StoreError> {
        let statement = "UPDATE email_outbox SET due = $2 WHERE id = $1";
        self.writers.execute(statement, &[id.into(), due.into()]).await.map(drop)
    }

    /// Deletes a mail that is sent, or is not to be.
    ///
    /// # Errors
    /// A database error.
    pub async fn delete_email(&self, id: &str) -> Result<(), StoreError> {
        self.writers.execute("DELETE FROM email_outbox WHERE id = $1", &[id.into()]).await.map(drop)
    }

    /// Counts a mail to an address, of which `name` is a keyed hash; false if it has got as many of that kind today
    /// as it may.
    ///
    /// # Errors
    /// A database error.
    pub async fn count_email(
        &self,
        name: &str,
        kind: EmailKind,
        now: UnixMillis,
    ) -> Result<bool, StoreError> {
        count_within(&mut self.writers.connection().await?, name, kind, now).await
    }

    /// How many mails wait.
    ///
    /// # Errors
    /// A database error.
    pub async fn waiting_emails(&self) -> Result<u64, StoreError> {
        let rows = self.readers.fetch("SELECT count(*) AS n FROM email_outbox", &[]).await?;
        rows.first().map_or(Ok(0), |row| row.get("n"))
    }

    /// Has those told by mail whose turn it is in games with days for each move, and who were not seen for a day, or
    /// for half of the time of the move if that is less; once for each turn, and nobody on vacation. How many they are.
    ///
    /// # Errors
    /// A database error.
    pub async fn tell_turns_by_email(&self, now: UnixMillis) -> Result<u64, StoreError> {
        let least = self.writers.dialect().choose("min", "least");
        let away = format!(
            "INSERT INTO email_turn (game, player, deadline) SELECT game.id, email.player, game.deadline \
             FROM game JOIN email ON email.player = \
             CASE game.turn WHEN '\"white\"' THEN game.white_player ELSE game.black_player END \
             WHERE game.is_over = 0 AND game.turn IS NOT NULL AND game.deadline > $1 AND game.time LIKE '%\"days\"%' \
             AND email.address IS NOT NULL AND email.muted NOT LIKE '% turn %' \
             AND coalesce((SELECT max(seen) FROM sign_in WHERE sign_in.player = email.player), 0) \
             <= $1 - {least}($2, (game.deadline - game.updated) / 2) \
             AND NOT EXISTS (SELECT 1 FROM vacation WHERE vacation.player = email.player AND vacation.ends > $1) \
             AND NOT EXISTS (SELECT 1 FROM email_turn AS told WHERE told.game = game.id \
             AND told.deadline = game.deadline) ORDER BY game.id \
             ON CONFLICT (game) DO UPDATE SET player = excluded.player, deadline = excluded.deadline \
             WHERE email_turn.deadline <> excluded.deadline RETURNING game, player"
        );
        let mut work = self.writers.begin().await?;
        let told = async {
            let rows = work.fetch(away, &[now.into(), DAY.into()]).await?;
            for row in &rows {
                let (game, player): (String, GuestId) = (row.get("game")?, row.get("player")?);
                put(&mut work, EmailKind::Turn, Some(&player), None, &game, now).await?;
            }
            Ok(rows.len() as u64)
        };
        let told = told.await;
        work.finish(told).await
    }

    /// Deletes mails that nobody has sent in time, and what was counted; returns how many mails.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_emails(&self, now: UnixMillis) -> Result<u64, StoreError> {
        let before = now.saturating_sub(DAY);
        self.writers.execute("DELETE FROM email_count WHERE since < $1", &[before.into()]).await?;
        self.writers.execute("DELETE FROM email_turn WHERE deadline < $1", &[before.into()]).await?;
        // An address that nobody has confirmed is not kept.
        let unconfirmed = "UPDATE email SET pending = NULL, code = NULL, code_expires = NULL \
             WHERE pending IS NOT NULL AND coalesce(code_expires, 0) < $1 AND NOT EXISTS \
             (SELECT 1 FROM email_outbox WHERE email_outbox.player = email.player AND kind = 'verify')";
        self.writers.execute(unconfirmed, &[before.into()]).await?;
        let empty = "DELETE FROM email WHERE address IS NULL AND pending IS NULL";
        self.writers.execute(empty, &[]).await?;
        // Those that are over but are being sent are deleted by who sends them.
        let stale = now.saturating_sub(CLAIM);
        self.writers.execute("DELETE FROM email_outbox WHERE expires < $1", &[stale.into()]).await
    }
}

/// Counts a mail to an address in a transaction; false if it has got as many of that kind as it may by now.
pub(super) async fn count_within(
    work: &mut Connection,
    name: &str,
    kind: EmailKind,
    now: UnixMillis,
) -> Result<bool, StoreError> {
    // What has passed is taken from the number; `since` is when it was last.
    let passed = "(($3 - email_count.since) / $4)";
    let count = format!(
        "INSERT INTO email_count (name, kind, since, number) VALUES ($1, $2, $3, 1) \
         ON CONFLICT (name, kind) DO UPDATE SET \
         number = CASE WHEN email_count.number <= {passed} THEN 1 ELSE email_count.number - {passed} + 1 END, \
         since = CASE WHEN email_count.number <= {passed} THEN $3 ELSE email_count.since + {passed} * $4 END \
         WHERE email_count.number - {passed} < $5"
    );
    let (most, interval) = kind.rate();
    let values = [name.into(), kind.as_str().into(), now.into(), interval.into(), most.into()];
    Ok(work.execute(count, &values).await? == 1)
}

/// Tells a person by mail what has changed about signing in, if there is an address.
pub(super) async fn tell(
    work: &mut Connection,
    player: &GuestId,
    change: SecurityChange,
    detail: &str,
    now: UnixMillis,
) -> Result<(), StoreError> {
    notify(work, EmailKind::Security, player, &change.subject(detail), now).await
}

/// Writes a mail for a person who has an address and wants it, in the transaction of what it tells.
pub(super) async fn notify(
    work: &mut Connection,
    kind: EmailKind,
    player: &GuestId,
    subject: &str,
    now: UnixMillis,
) -> Result<(), StoreError> {
    let wants = "SELECT 1 AS one FROM email WHERE player = $1 AND address IS NOT NULL AND muted NOT LIKE $2";
    let word = format!("% {} %", kind.as_str());
    match work.fetch(wants, &[player.into(), (&word).into()]).await?.is_empty() {
        true => Ok(()),
        false => put(work, kind, Some(player), None, subject, now).await,
    }
}

/// Writes the mails of reminders in the transaction that takes them.
pub(super) async fn put_reminders(
    work: &mut Connection,
    reminders: &[Reminder],
    now: UnixMillis,
) -> Result<(), StoreError> {
    for reminder in reminders {
        let kind = match reminder.kind {
            ReminderKind::Proposed => EmailKind::Proposed,
            ReminderKind::Soon => EmailKind::Soon,
            _ => continue,
        };
        notify(work, kind, &reminder.player, &reminder.subject, now).await?;
    }
    Ok(())
}

/// Writes a mail in the transaction of what it tells. When too many wait it is dropped, which metrics count.
pub(super) async fn put(
    work: &mut Connection,
    kind: EmailKind,
    player: Option<&GuestId>,
    address: Option<&str>,
    subject: &str,
    now: UnixMillis,
) -> Result<(), StoreError> {
    let id = random_id::<16>().map_err(no_randomness)?;
    let put = "INSERT INTO email_outbox (id, player, kind, address, subject, due, expires, attempts) \
         SELECT $1, $2, $3, $4, $5, $6, $7, 0 WHERE (SELECT count(*) FROM email_outbox) < $8";
    let most = if kind.is_notice() { MAX_NOTICES } else { MAX_WAITING };
    let values = [
        (&id).into(),
        SqlParam::Text(player.map(GuestId::as_str)),
        kind.as_str().into(),
        SqlParam::Text(address),
        subject.into(),
        now.into(),
        (now + kind.lifetime()).into(),
        most.into(),
    ];
    if work.execute(put, &values).await? == 0 {
        metrics::counter!("rukh_email_total", "kind" => kind.as_str(), "outcome" => "dropped").increment(1);
    }
    Ok(())
}

fn outgoing(row: &SqlRow) -> Result<OutgoingEmail, StoreError> {
    let kind: String = row.get("kind")?;
    let attempts: i64 = row.get("attempts")?;
    Ok(OutgoingEmail {
        id: row.get("id")?,
        player: row.get("player")?,
        kind: EmailKind::parse(&kind).ok_or_else(|| StoreError::corrupt("kind", &kind))?,
        address: row.get("address")?,
        subject: row.get("subject")?,
        expires: row.get("expires")?,
        attempts: u32::try_from(attempts).unwrap_or(u32::MAX),
    })
}
