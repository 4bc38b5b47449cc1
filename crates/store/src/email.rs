//! E-mail addresses of accounts. Nobody but their owner sees one, and several accounts may have the same: so nothing
//! that is answered here tells who has which.

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;

use super::email_outbox::{self, EmailKind, SecurityChange, put};
use super::sql::{Connection, SqlRow};
use super::{Store, StoreError};

/// The e-mail address of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailRow {
    /// The verified address.
    pub address: Option<String>,
    /// One that waits to be verified.
    pub pending: Option<String>,
    /// Tag of the language of mails.
    pub language: String,
    /// What the person gets no mails about.
    pub muted: Vec<EmailKind>,
}

/// An account that has an address.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EmailAccount {
    /// Whose it is.
    pub player: GuestId,
    /// Its name.
    pub name: String,
    /// Tag of the language of mails.
    pub language: String,
}

/// Kind of the ceremonies of recovery by mail.
pub(super) const RECOVERY: &str = "email";

/// An address as accounts are found by it: mailboxes that differ in case alone are one.
pub(super) fn look(address: &str) -> String {
    address.to_lowercase()
}

impl Store {
    /// What a person has of e-mail.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn email(&self, player: &GuestId) -> Result<Option<EmailRow>, StoreError> {
        let statement = "SELECT address, pending, language, muted FROM email WHERE player = $1";
        self.readers.fetch(statement, &[player.into()]).await?.first().map(email).transpose()
    }

    /// Notes the address that a person gives, which counts once it is verified, and has a code sent to it. `name` is
    /// a keyed hash of the address; false if too many codes were sent there today, and nothing is noted.
    ///
    /// # Errors
    /// A database error.
    pub async fn request_email(
        &self,
        player: &GuestId,
        (address, name): (&str, &str),
        language: &str,
        now: UnixMillis,
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let noted = async {
            if !email_outbox::count_within(&mut work, name, EmailKind::Verify, now).await? {
                return Ok(false);
            }
            let note = "INSERT INTO email (player, pending, language, muted) VALUES ($1, $2, $3, ' ') \
                 ON CONFLICT (player) DO UPDATE SET pending = excluded.pending, code = NULL, code_expires = NULL, \
                 language = excluded.language";
            work.execute(note, &[player.into(), address.into(), language.into()]).await?;
            // One that waits for an earlier address is of no use.
            let stale = "DELETE FROM email_outbox WHERE player = $1 AND kind = 'verify'";
            work.execute(stale, &[player.into()]).await?;
            put(&mut work, EmailKind::Verify, Some(player), Some(address), "", now).await.map(|()| true)
        };
        let noted = noted.await;
        work.finish(noted).await
    }

    /// Notes the hash of the code that is about to be sent; false if the address waits no more.
    ///
    /// # Errors
    /// A database error.
    pub async fn set_email_code(
        &self,
        player: &GuestId,
        address: &str,
        (hash, expires): (&str, UnixMillis),
    ) -> Result<bool, StoreError> {
        let statement = "UPDATE email SET code = $3, code_expires = $4 WHERE player = $1 AND pending = $2";
        let values = [player.into(), address.into(), hash.into(), expires.into()];
        Ok(self.writers.execute(statement, &values).await? == 1)
    }

    /// Verifies the address that waits, by the hash of its code, which is used up; false if there is none, or it is
    /// over. The person is told at the new address and at the one before.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn verify_email(
        &self,
        player: &GuestId,
        hash: &str,
        now: UnixMillis,
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let verified = verify_within(&mut work, player, hash, now).await;
        work.finish(verified).await
    }

    /// Deletes the address of a person, or the one that waits; false if there is none. The person is told at the
    /// address that was.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn remove_email(&self, player: &GuestId, now: UnixMillis) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let removed = async {
            let known = "SELECT address, language FROM email WHERE player = $1";
            let rows = work.fetch(known, &[player.into()]).await?;
            let Some(row) = rows.first() else { return Ok(false) };
            if let Some(address) = row.get::<Option<String>>("address")? {
                // Nothing else keeps the language from then on.
                let subject = SecurityChange::EmailRemoved.subject(&row.get::<String>("language")?);
                put(&mut work, EmailKind::Security, Some(player), Some(&address), &subject, now).await?;
            }
            for statement in [FORGET_RECOVERY, FORGET_NOTICES, "DELETE FROM email WHERE player = $1"] {
                work.execute(statement, &[player.into()]).await?;
            }
            Ok(true)
        };
        let removed = removed.await;
        work.finish(removed).await
    }

    /// Changes the language of mails, and what the person gets none about; false if there is no address.
    ///
    /// # Errors
    /// A database error.
    pub async fn set_email_notices(
        &self,
        player: &GuestId,
        language: &str,
        muted: &[EmailKind],
    ) -> Result<bool, StoreError> {
        let statement = "UPDATE email SET language = $2, muted = $3 WHERE player = $1";
        let muted = words(muted);
        let values = [player.into(), language.into(), (&muted).into()];
        Ok(self.writers.execute(statement, &values).await? == 1)
    }

    /// Sends a person no more mails of a kind.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn mute_email(&self, player: &GuestId, kind: EmailKind) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let muted = async {
            let rows = work.fetch("SELECT muted FROM email WHERE player = $1", &[player.into()]).await?;
            let Some(row) = rows.first() else { return Ok(()) };
            let mut muted = kinds(&row.get::<String>("muted")?);
            muted.push(kind);
            let statement = "UPDATE email SET muted = $2 WHERE player = $1";
            work.execute(statement, &[player.into(), (&words(&muted)).into()]).await.map(drop)
        };
        let muted = muted.await;
        work.finish(muted).await
    }

    /// The accounts that have verified an address, those that are oldest first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn accounts_of_email(&self, address: &str, most: u32) -> Result<Vec<EmailAccount>, StoreError> {
        let statement = "SELECT email.player, player.name, email.language FROM email \
             JOIN player ON player.id = email.player JOIN account ON account.player = email.player \
             WHERE email.look = $1 ORDER BY account.created, email.player LIMIT $2";
        let look = look(address);
        let values = [(&look).into(), i64::from(most).into()];
        let rows = self.readers.fetch(statement, &values).await?;
        let account = |row: &SqlRow| {
            let (player, name, language) = (row.get("player")?, row.get("name")?, row.get("language")?);
            Ok(EmailAccount { player, name, language })
        };
        rows.iter().map(account).collect()
    }
}

async fn verify_within(
    work: &mut Connection,
    player: &GuestId,
    hash: &str,
    now: UnixMillis,
) -> Result<bool, StoreError> {
    // Two that verify at once wait for each other here.
    let take = "UPDATE email SET code = NULL WHERE player = $1 AND code = $2 AND code_expires > $3 \
         AND pending IS NOT NULL RETURNING address, pending";
    let rows = work.fetch(take, &[player.into(), hash.into(), now.into()]).await?;
    let Some(row) = rows.first() else { return Ok(false) };
    let (before, address): (Option<String>, String) = (row.get("address")?, row.get("pending")?);
    let replace = "UPDATE email SET address = $2, look = $3, verified = $4, pending = NULL, code_expires = NULL \
         WHERE player = $1";
    work.execute(replace, &[player.into(), (&address).into(), (&look(&address)).into(), now.into()]).await?;
    // What was sent to the old address recovers nothing any more.
    work.execute(FORGET_RECOVERY, &[player.into()]).await?;
    if let Some(before) = before.filter(|before| *before != address) {
        let subject = SecurityChange::EmailReplaced.subject("");
        put(work, EmailKind::Security, Some(player), Some(&before), &subject, now).await?;
    }
    let subject = SecurityChange::EmailAdded.subject("");
    put(work, EmailKind::Security, Some(player), Some(&address), &subject, now).await?;
    Ok(true)
}

const FORGET_RECOVERY: &str = "DELETE FROM ceremony WHERE player = $1 AND kind = 'email'";
const FORGET_NOTICES: &str = "DELETE FROM email_outbox WHERE player = $1 AND kind <> 'security'";

/// What is deleted with an account.
pub(super) const DELETIONS: [&str; 4] = [
    "DELETE FROM email WHERE player = $1",
    "DELETE FROM email_outbox WHERE player = $1",
    "DELETE FROM email_turn WHERE player = $1",
    FORGET_RECOVERY,
];

/// Kinds as they are stored, each between spaces.
fn words(kinds: &[EmailKind]) -> String {
    let wanted = EmailKind::NOTICES.into_iter().filter(|kind| kinds.contains(kind));
    wanted.fold(" ".to_owned(), |text, kind| text + kind.as_str() + " ")
}

fn kinds(words: &str) -> Vec<EmailKind> {
    words.split(' ').filter_map(EmailKind::parse).collect()
}

fn email(row: &SqlRow) -> Result<EmailRow, StoreError> {
    Ok(EmailRow {
        address: row.get("address")?,
        pending: row.get("pending")?,
        language: row.get("language")?,
        muted: kinds(&row.get::<String>("muted")?),
    })
}
