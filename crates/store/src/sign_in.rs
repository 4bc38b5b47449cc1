//! Who is signed in: devices and tokens of programs, and what is remembered between two requests of somebody
//! who signs in.

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;

use super::email_outbox::{SecurityChange, tell};
use super::sql::{Connection, SqlParam, SqlRow};
use super::webhook::{self, WebhookStop};
use super::{Store, StoreError, clock};

/// What is left to every device and token of a closed account: reading what was decided, and answering.
pub const APPEAL_SCOPE: &str = "appeal";

/// A device that is signed in, or a token of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignInRow {
    /// SHA-256 of its secret, in hexadecimal.
    pub id: String,
    /// Who is signed in.
    pub player: GuestId,
    /// What it is called: a browser and its system, or what a person calls a token.
    pub label: String,
    /// What a program may do, separated by spaces; `None` for a device, which may do everything.
    pub scopes: Option<String>,
    /// When it signed in, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When the person last proved who they are.
    pub proved: UnixMillis,
    /// When it was last seen, as of an hour.
    pub seen: UnixMillis,
    /// When it ends by itself.
    pub expires: UnixMillis,
}

/// What is remembered between two requests.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ceremony {
    /// Its id, a secret of whoever began it.
    pub id: String,
    /// What it is for.
    pub kind: &'static str,
    /// Whom it concerns, where that is known.
    pub player: Option<GuestId>,
    /// What is remembered.
    pub body: Vec<u8>,
    /// When it is over, in milliseconds since the epoch.
    pub expires: UnixMillis,
}

impl Store {
    /// Signs a device in, or makes a token. Of each kind a person's oldest above `most` end.
    ///
    /// # Errors
    /// A database error.
    pub async fn begin_sign_in(&self, row: &SignInRow, most: u32) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let begun = async {
            put(&mut work, row).await?;
            let trim = "DELETE FROM sign_in WHERE player = $1 AND (scopes IS NULL) = ($2 IS NULL) AND id NOT IN \
                 (SELECT id FROM sign_in WHERE player = $1 AND (scopes IS NULL) = ($2 IS NULL) \
                 ORDER BY seen DESC, created DESC, id LIMIT $3)";
            let scopes = SqlParam::Text(row.scopes.as_deref());
            work.execute(trim, &[(&row.player).into(), scopes, i64::from(most).into()]).await?;
            let change = match row.scopes {
                Some(_) => SecurityChange::Token,
                None => SecurityChange::SignIn,
            };
            tell(&mut work, &row.player, change, &row.label, row.created).await
        };
        let begun = begun.await;
        work.finish(begun).await
    }

    /// What is signed in by the hash of its secret, if it has not ended. Where the account is closed it may do
    /// nothing but what [`APPEAL_SCOPE`] says.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn sign_in(&self, id: &str, now: UnixMillis) -> Result<Option<SignInRow>, StoreError> {
        let statement = "SELECT id, player, label, created, proved, seen, expires, \
             CASE WHEN EXISTS (SELECT 1 FROM sanction WHERE sanction.player = sign_in.player \
             AND measure = 'close' AND revoked IS NULL) THEN 'appeal' ELSE scopes END AS scopes \
             FROM sign_in WHERE id = $1 AND expires > $2";
        self.readers.fetch(statement, &[id.into(), now.into()]).await?.first().map(sign_in).transpose()
    }

    /// Devices and tokens of a person, those seen last first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn sign_ins(&self, player: &GuestId, now: UnixMillis) -> Result<Vec<SignInRow>, StoreError> {
        let statement = "SELECT id, player, label, scopes, created, proved, seen, expires FROM sign_in \
             WHERE player = $1 AND expires > $2 ORDER BY seen DESC, created DESC, id";
        self.readers.fetch(statement, &[player.into(), now.into()]).await?.iter().map(sign_in).collect()
    }

    /// Notes that a device or token was seen, and until when it is signed in.
    ///
    /// # Errors
    /// A database error.
    pub async fn see_sign_in(
        &self,
        id: &str,
        seen: UnixMillis,
        expires: UnixMillis,
    ) -> Result<(), StoreError> {
        let statement = "UPDATE sign_in SET seen = $2, expires = $3 WHERE id = $1";
        self.writers.execute(statement, &[id.into(), seen.into(), expires.into()]).await.map(drop)
    }

    /// Notes that the person of a device has proved who they are.
    ///
    /// # Errors
    /// A database error.
    pub async fn prove_sign_in(&self, id: &str, at: UnixMillis) -> Result<(), StoreError> {
        let statement = "UPDATE sign_in SET proved = $2, seen = $2 WHERE id = $1";
        self.writers.execute(statement, &[id.into(), at.into()]).await.map(drop)
    }

    /// Signs out a device or ends a token of a person; false if there is none of this id.
    ///
    /// # Errors
    /// A database error.
    pub async fn end_sign_in(&self, player: &GuestId, id: &str) -> Result<bool, StoreError> {
        let statement = "DELETE FROM sign_in WHERE player = $1 AND id = $2";
        Ok(self.writers.execute(statement, &[player.into(), id.into()]).await? == 1)
    }

    /// Signs out every device of a person but one, ends all tokens and switches all webhooks off; how many devices and
    /// tokens there were.
    ///
    /// # Errors
    /// A database error.
    pub async fn end_other_sign_ins(&self, player: &GuestId, kept: &str) -> Result<u64, StoreError> {
        let mut work = self.writers.begin().await?;
        let ended = async {
            let statement = "DELETE FROM sign_in WHERE player = $1 AND id <> $2";
            let count = work.execute(statement, &[player.into(), kept.into()]).await?;
            webhook::stop(&mut work, (player, None), WebhookStop::Recovered, clock::now()).await?;
            Ok(count)
        };
        let ended = ended.await;
        work.finish(ended).await
    }

    /// Remembers something until it is taken or over.
    ///
    /// # Errors
    /// A database error.
    pub async fn begin_ceremony(&self, ceremony: &Ceremony) -> Result<(), StoreError> {
        let put = "INSERT INTO ceremony (id, kind, player, body, expires) VALUES ($1, $2, $3, $4, $5)";
        let player = SqlParam::Text(ceremony.player.as_ref().map(GuestId::as_str));
        let body = SqlParam::Bytes(&ceremony.body);
        let values = [(&ceremony.id).into(), ceremony.kind.into(), player, body, ceremony.expires.into()];
        self.writers.execute(put, &values).await.map(drop)
    }

    /// Takes what is remembered, which nobody can take again; `None` if there is none, or it is over.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn take_ceremony(
        &self,
        id: &str,
        kind: &'static str,
        now: UnixMillis,
    ) -> Result<Option<Ceremony>, StoreError> {
        let statement = "DELETE FROM ceremony WHERE id = $1 AND kind = $2 RETURNING player, body, expires";
        let rows = self.writers.fetch(statement, &[id.into(), kind.into()]).await?;
        let Some(row) = rows.first() else { return Ok(None) };
        let expires: UnixMillis = row.get("expires")?;
        let (player, body) = (row.get("player")?, row.get("body")?);
        Ok((expires > now).then(|| Ceremony { id: id.to_owned(), kind, player, body, expires }))
    }

    /// Deletes devices, tokens and ceremonies that have ended by themselves; returns how many.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_sign_ins(&self, now: UnixMillis) -> Result<u64, StoreError> {
        let ended = self.writers.execute("DELETE FROM sign_in WHERE expires <= $1", &[now.into()]).await?;
        Ok(ended + self.writers.execute("DELETE FROM ceremony WHERE expires <= $1", &[now.into()]).await?)
    }
}

pub(super) async fn put(work: &mut Connection, row: &SignInRow) -> Result<(), StoreError> {
    let put = "INSERT INTO sign_in (id, player, label, scopes, created, proved, seen, expires) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let values = [
        (&row.id).into(),
        (&row.player).into(),
        (&row.label).into(),
        SqlParam::Text(row.scopes.as_deref()),
        row.created.into(),
        row.proved.into(),
        row.seen.into(),
        row.expires.into(),
    ];
    work.execute(put, &values).await.map(drop)
}

fn sign_in(row: &SqlRow) -> Result<SignInRow, StoreError> {
    Ok(SignInRow {
        id: row.get("id")?,
        player: row.get("player")?,
        label: row.get("label")?,
        scopes: row.get("scopes")?,
        created: row.get("created")?,
        proved: row.get("proved")?,
        seen: row.get("seen")?,
        expires: row.get("expires")?,
    })
}
