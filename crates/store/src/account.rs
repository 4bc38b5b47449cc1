//! Accounts: people who can sign in, their names, and what they sign in with.
//!
//! An account is no other person: it has the id of the guest who made it, so games, seeks, chat and push messages
//! are theirs without a change.

use std::time::Duration;

use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::time::UnixMillis;

use super::email_outbox::{SecurityChange, tell};
use super::identity::{self, IdentityRow};
use super::moderation_log::{Act, log};
use super::player::{lock_names, set_within};
use super::sign_in::{self, SignInRow};
use super::sql::{Connection, SqlParam, SqlRow};
use super::token_key::revoke_within;
use super::{
    Store, StoreError, appointment, club, email, event, follow, indicator, invitation, moderation, rating,
    seek, study, vacation, webhook,
};
use crate::clock;
use crate::name::look;

mod operator;

pub use operator::{AccountAction, ListedAccount};

/// How long an account keeps its name before it may be changed again.
pub const RENAME_INTERVAL: Duration = Duration::from_secs(30 * 86_400);

/// An account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AccountRow {
    /// Whose it is.
    pub player: GuestId,
    /// The name.
    pub name: String,
    /// When it was made, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// From when on the name may be changed, in milliseconds since the epoch.
    pub renamable: UnixMillis,
    /// What passkeys know the person by.
    pub handle: Vec<u8>,
    /// Hash of the password, if there is one.
    pub password: Option<String>,
    /// Since when it is a bot's, in milliseconds since the epoch.
    pub bot: Option<UnixMillis>,
}

/// An account that is to be made, with what signs in to it.
#[derive(Debug, Clone)]
pub struct NewAccount {
    /// The guest whose it becomes.
    pub player: GuestId,
    /// Its name, as [`validate_name`](crate::name::validate_name) writes it.
    pub name: String,
    /// What passkeys know the person by: random bytes.
    pub handle: Vec<u8>,
    /// Hash of the password, if there is one.
    pub password: Option<String>,
    /// The first passkey, if there is one.
    pub passkey: Option<PasskeyRow>,
    /// The first identity, if there is one.
    pub identity: Option<IdentityRow>,
    /// Hashes of the recovery codes.
    pub recovery_codes: Vec<String>,
    /// The device that it is made on, which is signed in.
    pub sign_in: SignInRow,
    /// Hash of the invitation that it takes, if it takes one.
    pub invitation: Option<String>,
    /// When, in milliseconds since the epoch.
    pub at: UnixMillis,
}

/// A passkey.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PasskeyRow {
    /// Id of the credential, as base64url.
    pub id: String,
    /// Whose it is.
    pub player: GuestId,
    /// What the person calls it.
    pub label: String,
    /// Its public key and what else stays the same.
    pub fixed: Vec<u8>,
    /// Its counter and what else changes with use.
    pub state: Vec<u8>,
    /// How its authenticator can be reached, as a set of bits.
    pub transports: u64,
    /// When it was registered, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it signed in last, in milliseconds since the epoch.
    pub used: Option<UnixMillis>,
}

impl Store {
    /// Makes a guest's account, all at once: name, ways to sign in, and the device that is signed in.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], [`StoreError::AccountExists`], [`StoreError::NotInvited`] if somebody has used the
    /// invitation, or a database error; nothing was written.
    pub async fn create_account(&self, new: &NewAccount) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let created = create_within(&mut work, new).await;
        work.finish(created).await
    }

    /// The account of a person, if there is one.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn account(&self, player: &GuestId) -> Result<Option<AccountRow>, StoreError> {
        let rows = self.readers.fetch(SELECT_ACCOUNT, &[player.into()]).await?;
        rows.first().map(account).transpose()
    }

    /// Whether a person has an account.
    ///
    /// # Errors
    /// A database error.
    pub async fn is_account(&self, player: &GuestId) -> Result<bool, StoreError> {
        let statement = "SELECT 1 AS one FROM account WHERE player = $1";
        Ok(!self.readers.fetch(statement, &[player.into()]).await?.is_empty())
    }

    /// Whose account has or had a name that looks like this one.
    ///
    /// # Errors
    /// A database error.
    pub async fn player_named(&self, name: &str) -> Result<Option<GuestId>, StoreError> {
        let statement = "SELECT player FROM account_name WHERE look = $1";
        let rows = self.readers.fetch(statement, &[(&look(name)).into()]).await?;
        rows.first().map(|row| row.get("player")).transpose()
    }

    /// Changes the name of an account; false if it was changed less than [`RENAME_INTERVAL`] ago. The former name
    /// stays the person's: nobody else can take it, and links with it lead to them.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] or a database error.
    pub async fn rename_account(
        &self,
        player: &GuestId,
        name: &str,
        at: UnixMillis,
    ) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let renamed = rename_within(&mut work, player, name, at).await;
        work.finish(renamed).await
    }

    /// Changes the hash of the password, or deletes it.
    ///
    /// # Errors
    /// A database error.
    pub async fn set_password(&self, player: &GuestId, hash: Option<&str>) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let set = async {
            let statement = "UPDATE account SET password = $2 WHERE player = $1";
            work.execute(statement, &[player.into(), SqlParam::Text(hash)]).await?;
            let change = match hash {
                Some(_) => SecurityChange::PasswordSet,
                None => SecurityChange::PasswordRemoved,
            };
            tell(&mut work, player, change, "", clock::now()).await
        };
        let set = set.await;
        work.finish(set).await
    }

    /// The passkeys of an account, oldest first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn passkeys(&self, player: &GuestId) -> Result<Vec<PasskeyRow>, StoreError> {
        let statement = "SELECT id, player, label, fixed, state, transports, created, used FROM passkey WHERE player = $1 \
             ORDER BY created, id";
        self.readers.fetch(statement, &[player.into()]).await?.iter().map(passkey).collect()
    }

    /// A passkey by the id of its credential.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn passkey(&self, id: &str) -> Result<Option<PasskeyRow>, StoreError> {
        let statement =
            "SELECT id, player, label, fixed, state, transports, created, used FROM passkey WHERE id = $1";
        self.readers.fetch(statement, &[id.into()]).await?.first().map(passkey).transpose()
    }

    /// Adds a passkey to an account; false if it has `most` already, or the credential is registered.
    ///
    /// # Errors
    /// A database error.
    pub async fn add_passkey(&self, row: &PasskeyRow, most: u32) -> Result<bool, StoreError> {
        let mut work = self.writers.begin().await?;
        let added = async {
            let is_added = add_within(&mut work, row, Some(most)).await?;
            if is_added {
                tell(&mut work, &row.player, SecurityChange::PasskeyAdded, &row.label, clock::now()).await?;
            }
            Ok(is_added)
        };
        let added = added.await;
        work.finish(added).await
    }

    /// Notes that a passkey has signed in: its state, unless another use has changed it since it was read as
    /// `before`, and then false.
    ///
    /// # Errors
    /// A database error.
    pub async fn use_passkey(
        &self,
        before: &PasskeyRow,
        state: &[u8],
        at: UnixMillis,
    ) -> Result<bool, StoreError> {
        let statement = "UPDATE passkey SET state = $3, used = $4 WHERE id = $1 AND state = $2";
        let values = [(&before.id).into(), SqlParam::Bytes(&before.state), SqlParam::Bytes(state), at.into()];
        Ok(self.writers.execute(statement, &values).await? == 1)
    }

    /// Replaces the recovery codes of an account.
    ///
    /// # Errors
    /// A database error.
    pub async fn replace_recovery_codes(
        &self,
        player: &GuestId,
        hashes: &[String],
    ) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let replaced = async {
            put_codes(&mut work, player, hashes).await?;
            tell(&mut work, player, SecurityChange::RecoveryCodes, "", clock::now()).await
        };
        let replaced = replaced.await;
        work.finish(replaced).await
    }

    /// Uses up a recovery code of an account; false if there is none of this hash.
    ///
    /// # Errors
    /// A database error.
    pub async fn use_recovery_code(&self, player: &GuestId, hash: &str) -> Result<bool, StoreError> {
        let statement = "DELETE FROM recovery_code WHERE player = $1 AND hash = $2";
        Ok(self.writers.execute(statement, &[player.into(), hash.into()]).await? == 1)
    }

    /// How many recovery codes an account has left.
    ///
    /// # Errors
    /// A database error.
    pub async fn count_recovery_codes(&self, player: &GuestId) -> Result<u64, StoreError> {
        let statement = "SELECT count(*) AS n FROM recovery_code WHERE player = $1";
        let rows = self.readers.fetch(statement, &[player.into()]).await?;
        rows.first().map_or(Ok(0), |row| row.get("n"))
    }

    /// What a person wrote and showed beside games: the game, the time in milliseconds since the epoch, and the
    /// entry as JSON.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn asides_of(&self, player: &GuestId) -> Result<Vec<(GameId, UnixMillis, String)>, StoreError> {
        let statement = "SELECT game, at, body FROM aside WHERE body LIKE $1 ORDER BY at, game, n";
        let rows = self.readers.fetch(statement, &[(&author(player)).into()]).await?;
        rows.iter().map(|row| Ok((row.get("game")?, row.get("at")?, row.get("body")?))).collect()
    }

    /// Deletes an account with everything that says who it was: name and former names, ways to sign in, devices,
    /// tokens, push messages, webhooks, open seeks, figures of how the person plays, and what the person wrote in chats. Their events that have not started
    /// are cancelled, as are their appointments. Their games stay, with the id, and show the name of a guest who has chosen none.
    ///
    /// # Errors
    /// A database error; nothing was deleted.
    pub async fn delete_account(&self, player: &GuestId) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let deleted = async {
            lock_names(&mut work).await?;
            let is_reported = "SELECT 1 AS one FROM report WHERE player = $1 AND resolved IS NULL LIMIT 1";
            if !work.fetch(is_reported, &[player.into()]).await?.is_empty() {
                // Moderators see why there is nobody any more, and what was reported goes when it is resolved.
                let act = AccountAction::Delete.act();
                log(
                    &mut work,
                    Act { actor: Some(player), act, player: Some(player), about: None, reason: None },
                )
                .await?;
            }
            delete_within(&mut work, player).await
        };
        let deleted = deleted.await;
        work.finish(deleted).await
    }
}

/// Deletes an account, in a transaction that has the lock of names.
async fn delete_within(work: &mut Connection, player: &GuestId) -> Result<(), StoreError> {
    // In the order of whoever takes several seeks.
    seek::delete_open_of(work, player).await?;
    for statement in DELETIONS {
        work.execute(statement, &[player.into()]).await?;
    }
    event::cancel_upcoming(work, "creator", player.as_str(), clock::now()).await?;
    let others = rating::DELETIONS
        .into_iter()
        .chain(appointment::DELETIONS)
        .chain(follow::DELETIONS)
        .chain(vacation::DELETIONS)
        .chain(email::DELETIONS)
        .chain(study::DELETIONS)
        .chain(indicator::DELETIONS)
        .chain(moderation::DELETIONS);
    for statement in others {
        work.execute(statement, &[player.into()]).await?;
    }
    webhook::forget_within(work, player).await?;
    let statement = "DELETE FROM aside WHERE body LIKE $1";
    work.execute(statement, &[(&author(player)).into()]).await?;
    club::forget_within(work, player, clock::now()).await?;
    revoke_within(work, player).await?;
    set_within(work, player, None).await
}

/// Where chat entries say who wrote them; ids of people have no wildcards.
fn author(player: &GuestId) -> String {
    format!("%\"author\":{{\"id\":{}%", serde_json::Value::from(player.as_str()))
}

const DELETIONS: [&str; 7] = [
    "DELETE FROM account WHERE player = $1",
    "DELETE FROM account_name WHERE player = $1",
    "DELETE FROM passkey WHERE player = $1",
    "DELETE FROM identity WHERE player = $1",
    "DELETE FROM recovery_code WHERE player = $1",
    "DELETE FROM sign_in WHERE player = $1",
    "DELETE FROM push_subscription WHERE guest = $1",
];

const SELECT_ACCOUNT: &str = "SELECT account.player, player.name, created, renamed, handle, password, bot \
     FROM account \
     JOIN player ON player.id = account.player WHERE account.player = $1";

fn account(row: &SqlRow) -> Result<AccountRow, StoreError> {
    let renamed: UnixMillis = row.get("renamed")?;
    let created: UnixMillis = row.get("created")?;
    Ok(AccountRow {
        player: row.get("player")?,
        name: row.get("name")?,
        created,
        // The first name may be changed at once.
        renamable: if renamed == created { created } else { after(renamed, RENAME_INTERVAL) },
        handle: row.get("handle")?,
        password: row.get("password")?,
        bot: row.get("bot")?,
    })
}

fn after(time: UnixMillis, interval: Duration) -> UnixMillis {
    UnixMillis::new(time.as_u64().saturating_add(u64::try_from(interval.as_millis()).unwrap_or(u64::MAX)))
}

fn passkey(row: &SqlRow) -> Result<PasskeyRow, StoreError> {
    Ok(PasskeyRow {
        id: row.get("id")?,
        player: row.get("player")?,
        label: row.get("label")?,
        fixed: row.get("fixed")?,
        state: row.get("state")?,
        transports: row.get("transports")?,
        created: row.get("created")?,
        used: row.get("used")?,
    })
}

async fn create_within(work: &mut Connection, new: &NewAccount) -> Result<(), StoreError> {
    lock_names(work).await?;
    let put = "INSERT INTO account (player, created, renamed, handle, password) VALUES ($1, $2, $2, $3, $4) \
         ON CONFLICT (player) DO NOTHING";
    let password = SqlParam::Text(new.password.as_deref());
    let values = [(&new.player).into(), new.at.into(), SqlParam::Bytes(&new.handle), password];
    if work.execute(put, &values).await? == 0 {
        return Err(StoreError::AccountExists);
    }
    if let Some(hash) = &new.invitation {
        invitation::accept(work, hash, clock::now()).await?;
    }
    take_name(work, &new.player, &new.name, new.at).await?;
    if let Some(passkey) = &new.passkey
        && !add_within(work, passkey, None).await?
    {
        return Err(StoreError::AccountExists);
    }
    if let Some(identity) = &new.identity {
        identity::add_within(work, identity).await?;
    }
    put_codes(work, &new.player, &new.recovery_codes).await?;
    sign_in::put(work, &new.sign_in).await
}

/// Gives a name to an account. Guests whose name looks the same have none from then on.
pub(super) async fn take_name(
    work: &mut Connection,
    player: &GuestId,
    name: &str,
    at: UnixMillis,
) -> Result<(), StoreError> {
    let look = look(name);
    let put = "INSERT INTO account_name (look, player, name, since) VALUES ($1, $2, $3, $4) \
         ON CONFLICT (look) DO UPDATE SET name = excluded.name, since = excluded.since \
         WHERE account_name.player = excluded.player";
    let values = [(&look).into(), player.into(), name.into(), at.into()];
    if work.execute(put, &values).await? == 0 {
        return Err(StoreError::NameTaken);
    }
    let guests = "SELECT id FROM player WHERE look = $1 AND id <> $2";
    for guest in work.fetch(guests, &[(&look).into(), player.into()]).await? {
        set_within(work, &guest.get("id")?, None).await?;
    }
    set_within(work, player, Some(name)).await
}

async fn rename_within(
    work: &mut Connection,
    player: &GuestId,
    name: &str,
    at: UnixMillis,
) -> Result<bool, StoreError> {
    lock_names(work).await?;
    let rows = work.fetch(SELECT_ACCOUNT, &[player.into()]).await?;
    let Some(known) = rows.first().map(account).transpose()? else { return Ok(false) };
    if known.name == name {
        return Ok(true);
    }
    if at < known.renamable {
        return Ok(false);
    }
    take_name(work, player, name, at).await?;
    // One that is changed in the very millisecond of its making counts as changed, too.
    let renamed = at.max(UnixMillis::new(known.created.as_u64() + 1));
    let put = "UPDATE account SET renamed = $2 WHERE player = $1";
    work.execute(put, &[player.into(), renamed.into()]).await?;
    Ok(true)
}

async fn add_within(work: &mut Connection, row: &PasskeyRow, most: Option<u32>) -> Result<bool, StoreError> {
    lock_names(work).await?;
    let put = "INSERT INTO passkey (id, player, label, fixed, state, transports, created) \
         SELECT $1, $2, $3, $4, $5, $6, $7 WHERE (SELECT count(*) FROM passkey WHERE player = $2) < $8 \
         ON CONFLICT (id) DO NOTHING";
    let values = [
        (&row.id).into(),
        (&row.player).into(),
        (&row.label).into(),
        SqlParam::Bytes(&row.fixed),
        SqlParam::Bytes(&row.state),
        row.transports.into(),
        row.created.into(),
        most.map_or(i64::MAX, i64::from).into(),
    ];
    Ok(work.execute(put, &values).await? == 1)
}

async fn put_codes(work: &mut Connection, player: &GuestId, hashes: &[String]) -> Result<(), StoreError> {
    work.execute("DELETE FROM recovery_code WHERE player = $1", &[player.into()]).await?;
    for hash in hashes {
        let put = "INSERT INTO recovery_code (player, hash) VALUES ($1, $2)";
        work.execute(put, &[player.into(), hash.into()]).await?;
    }
    Ok(())
}
