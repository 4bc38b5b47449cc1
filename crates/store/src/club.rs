//! Clubs: who belongs to one, and what becomes of it when people go.
//!
//! Whatever counts people or depends on who else is there locks the row of the club first, so of two who act at once
//! one waits. Before it come, in this order, the lock of names and the row of an account: whoever deletes an account
//! takes them in the same one.

use rukh_session::id::GuestId;
use rukh_session::wire::club::{ClubEntry, ClubRole};
use rukh_session::wire::time::UnixMillis;

use super::moderation::parsed;
use super::moderation_log::{Act, log};
use super::player::lock_names;
use super::row::to_json;
use super::sql::{Connection, SqlParam, SqlRow};
use super::{ClubRefusal, Store, StoreError, event};
use crate::name::{look, search_name};

mod board;
mod member;

pub use board::{ClubPostRow, NewClubPost};
use member::member;
pub use member::{ClubMemberKind, ClubMemberRow};

/// A club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubRow {
    /// Public id.
    pub id: String,
    /// Name, as [`validate_name`](crate::name::validate_name) writes it.
    pub name: String,
    /// What it says about itself.
    pub about: String,
    /// Who can join it.
    pub entry: ClubEntry,
    /// The secret of the link that invites.
    pub invite: String,
    /// Whether a moderator has given the name, which stays then.
    pub is_name_kept: bool,
    /// When it was founded, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it was closed, in milliseconds since the epoch.
    pub closed: Option<UnixMillis>,
    /// Number of its members.
    pub members: u64,
}

/// What is changed in a club; what is `None` stays.
#[derive(Debug, Clone, Copy, Default)]
pub struct ClubChange<'a> {
    /// Name, as [`validate_name`](crate::name::validate_name) writes it.
    pub name: Option<&'a str>,
    /// What it says about itself.
    pub about: Option<&'a str>,
    /// Who can join it.
    pub entry: Option<ClubEntry>,
    /// The secret of the link that invites.
    pub invite: Option<&'a str>,
}

/// How much clubs take.
#[derive(Debug, Clone, Copy)]
pub struct ClubLimits {
    /// Clubs that one person owns.
    pub owned: u64,
    /// Clubs that one person has joined or asked to join.
    pub joined: u64,
    /// Members of a club, and people who ask.
    pub members: u64,
    /// Answers of a post.
    pub replies: u64,
    /// Posts that a board keeps, with answers: the newest.
    pub posts: u64,
}

const MEMBERS: &str = "role IN ('owner', 'officer', 'member')";
const COLUMNS: &str = "id, name, about, entry, invite, name_kept, created, closed, \
     (SELECT count(*) FROM club_member WHERE club_member.club = club.id AND role IN ('owner', 'officer', 'member')) \
     AS members";

impl Store {
    /// Founds a club, whose only member is its owner.
    ///
    /// # Errors
    /// [`StoreError::NoAccount`], [`StoreError::NameTaken`], [`ClubRefusal::TooManyOwned`],
    /// [`ClubRefusal::TooManyJoined`] or a database error; nothing was written.
    pub async fn found_club(
        &self,
        row: &ClubRow,
        owner: &GuestId,
        limits: ClubLimits,
    ) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let founded = async {
            lock_names(&mut work).await?;
            lock_account(&mut work, owner).await?;
            check_joined(&mut work, owner, limits).await?;
            check_owned(&mut work, owner, limits).await?;
            check_name(&mut work, &row.id, &row.name).await?;
            let put = "INSERT INTO club (id, name, look, searched, about, entry, invite, name_kept, created, closed, posts) \
                 VALUES ($1, $2, $3, $8, $4, $5, $6, 0, $7, NULL, 0)";
            let (look, searched) = (look(&row.name), search_name(&row.name));
            let entry: &'static str = row.entry.into();
            let values = [
                (&row.id).into(),
                (&row.name).into(),
                (&look).into(),
                (&row.about).into(),
                entry.into(),
                (&row.invite).into(),
                row.created.into(),
                (&searched).into(),
            ];
            work.execute(put, &values).await?;
            put_role(&mut work, &row.id, owner, ClubRole::Owner, row.created).await
        };
        let founded = founded.await;
        work.finish(founded).await
    }

    /// A club, also one that is closed.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn club(&self, id: &str) -> Result<Option<ClubRow>, StoreError> {
        let statement = format!("SELECT {COLUMNS} FROM club WHERE id = $1");
        self.readers.fetch(statement, &[id.into()]).await?.first().map(club).transpose()
    }

    /// Open clubs of some ids.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn clubs_among(&self, ids: &[&str]) -> Result<Vec<ClubRow>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let among = self.readers.dialect().choose(
            "(SELECT value FROM json_each($1))",
            "(SELECT value FROM json_array_elements_text(CAST($1 AS json)) AS each (value))",
        );
        let statement = format!("SELECT {COLUMNS} FROM club WHERE closed IS NULL AND id IN {among}");
        self.readers.fetch(statement, &[(&to_json(&ids)?).into()]).await?.iter().map(club).collect()
    }

    /// Open clubs that are listed, whose names have a text in them, founded before a time: the last first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn listed_clubs(
        &self,
        text: &str,
        before: UnixMillis,
        most: u32,
    ) -> Result<Vec<ClubRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM club WHERE closed IS NULL AND entry <> 'link' AND created < $1 \
             AND searched LIKE $2 ESCAPE '!' ORDER BY created DESC, id LIMIT $3"
        );
        let text = search_name(text).replace('!', "!!").replace('%', "!%").replace('_', "!_");
        let pattern = format!("%{text}%");
        let values = [before.into(), (&pattern).into(), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(club).collect()
    }

    /// The clubs of a person, also those that are closed, and what the person is in each; those joined first come
    /// first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn clubs_of(&self, player: &GuestId) -> Result<Vec<(ClubRow, ClubMemberRow)>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS}, own.player, own.role, own.since, own.told FROM club \
             JOIN club_member AS own ON own.club = club.id WHERE own.player = $1 \
             ORDER BY own.since, club.id"
        );
        let rows = self.readers.fetch(statement, &[player.into()]).await?;
        rows.iter().map(|row| Ok((club(row)?, member(row)?))).collect()
    }

    /// Changes an open club.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], [`ClubRefusal::NameKept`], [`ClubRefusal::NoClub`] or a database error; nothing was
    /// written.
    pub async fn edit_club(&self, id: &str, change: ClubChange<'_>) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let edited = async {
            lock_names(&mut work).await?;
            lock_club(&mut work, id).await?;
            if let Some(name) = change.name {
                rename_within(&mut work, id, name).await?;
            }
            let statement = "UPDATE club SET about = coalesce($2, about), entry = coalesce($3, entry), \
                 invite = coalesce($4, invite) WHERE id = $1";
            let entry = SqlParam::Text(change.entry.map(Into::into));
            let values = [id.into(), SqlParam::Text(change.about), entry, SqlParam::Text(change.invite)];
            work.execute(statement, &values).await.map(drop)
        };
        let edited = edited.await;
        work.finish(edited).await
    }

    /// Closes a club; its events that have not started are called off.
    ///
    /// # Errors
    /// [`ClubRefusal::NoClub`] or a database error; nothing was written.
    pub async fn close_club(&self, id: &str, at: UnixMillis) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let closed = async {
            lock_names(&mut work).await?;
            lock_club(&mut work, id).await?;
            close_within(&mut work, id, at).await
        };
        let closed = closed.await;
        work.finish(closed).await
    }

    /// A moderator gives a club another name, closes it, or opens it again.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`], [`ClubRefusal::NoClub`] or a database error; nothing was written.
    pub async fn moderate_club(
        &self,
        id: &str,
        moderator: &GuestId,
        (name, closed): (Option<&str>, Option<bool>),
        at: UnixMillis,
    ) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let changed = async {
            // Every decision has this lock before anything else.
            lock_names(&mut work).await?;
            found(work.execute("UPDATE club SET name = name WHERE id = $1", &[id.into()]).await?)?;
            let mut acts = Vec::new();
            if let Some(name) = name {
                check_name(&mut work, id, name).await?;
                put_name(&mut work, id, name).await?;
                work.execute("UPDATE club SET name_kept = 1 WHERE id = $1", &[id.into()]).await?;
                acts.push("rename club");
            }
            match closed {
                Some(true) => {
                    close_within(&mut work, id, at).await?;
                    acts.push("close club");
                }
                Some(false) => {
                    open_within(&mut work, id).await?;
                    acts.push("open club");
                }
                None => {}
            }
            for act in acts {
                let act = Act { actor: Some(moderator), act, player: None, about: Some(id), reason: None };
                log(&mut work, act).await?;
            }
            Ok(())
        };
        let changed = changed.await;
        work.finish(changed).await
    }

    /// Deletes the members and posts of clubs that were closed before a time, and what these say about themselves;
    /// returns how many rows.
    ///
    /// # Errors
    /// A database error.
    pub async fn purge_clubs(&self, before: UnixMillis) -> Result<u64, StoreError> {
        let mut count = 0;
        for table in ["club_post", "club_member"] {
            let statement =
                format!("DELETE FROM {table} WHERE club IN (SELECT id FROM club WHERE closed < $1)");
            count += self.writers.execute(statement, &[before.into()]).await?;
        }
        // Events of the club still name its id.
        let statement = "UPDATE club SET name = '', look = '', searched = '', about = '', invite = '' \
             WHERE closed < $1 AND name <> ''";
        count += self.writers.execute(statement, &[before.into()]).await?;
        Ok(count)
    }
}

/// Locks the account of a person until the end of the transaction: their clubs are counted rightly, and none is joined
/// while it is deleted.
async fn lock_account(work: &mut Connection, player: &GuestId) -> Result<(), StoreError> {
    let statement = work.dialect().choose(
        "SELECT 1 AS one FROM account WHERE player = $1",
        "SELECT 1 AS one FROM account WHERE player = $1 FOR UPDATE",
    );
    match work.fetch(statement, &[player.into()]).await?.is_empty() {
        true => Err(StoreError::NoAccount),
        false => Ok(()),
    }
}

/// Locks an open club until the end of the transaction.
async fn lock_club(work: &mut Connection, id: &str) -> Result<(), StoreError> {
    let statement = "UPDATE club SET name = name WHERE id = $1 AND closed IS NULL";
    found(work.execute(statement, &[id.into()]).await?)
}

fn found(rows: u64) -> Result<(), StoreError> {
    if rows == 0 { Err(ClubRefusal::NoClub.into()) } else { Ok(()) }
}

async fn put_role(
    work: &mut Connection,
    id: &str,
    player: &GuestId,
    role: ClubRole,
    at: UnixMillis,
) -> Result<(), StoreError> {
    let word: &'static str = role.into();
    let put = "INSERT INTO club_member (club, player, role, since, told) VALUES ($1, $2, $3, $4, 0) \
         ON CONFLICT (club, player) DO UPDATE SET role = excluded.role, since = excluded.since";
    work.execute(put, &[id.into(), player.into(), word.into(), at.into()]).await.map(drop)
}

/// Refuses what would make a count greater than its limit.
async fn check_count(
    work: &mut Connection,
    statement: String,
    values: &[SqlParam<'_>],
    refusal: ClubRefusal,
    most: u64,
) -> Result<(), StoreError> {
    let rows = work.fetch(statement, values).await?;
    match rows.first().map_or(Ok(0), |row| row.get::<u64>("n"))? >= most {
        true => Err(refusal.into()),
        false => Ok(()),
    }
}

const OWN: &str = "SELECT count(*) AS n FROM club_member JOIN club ON club.id = club_member.club \
     WHERE player = $1 AND closed IS NULL";

async fn check_joined(work: &mut Connection, player: &GuestId, limits: ClubLimits) -> Result<(), StoreError> {
    let (statement, most) = (format!("{OWN} AND role <> 'removed'"), limits.joined);
    check_count(work, statement, &[player.into()], ClubRefusal::TooManyJoined(most), most).await
}

async fn check_owned(work: &mut Connection, player: &GuestId, limits: ClubLimits) -> Result<(), StoreError> {
    let (statement, most) = (format!("{OWN} AND role = 'owner'"), limits.owned);
    check_count(work, statement, &[player.into()], ClubRefusal::TooManyOwned(most), most).await
}

/// Refuses a name that looks or reads like that of another open club, in a transaction that has the lock of names.
async fn check_name(work: &mut Connection, id: &str, name: &str) -> Result<(), StoreError> {
    let statement = "SELECT 1 AS one FROM club WHERE (look = $1 OR searched = $2) AND closed IS NULL AND id <> $3 LIMIT 1";
    let (look, searched) = (look(name), search_name(name));
    match work.fetch(statement, &[(&look).into(), (&searched).into(), id.into()]).await?.is_empty() {
        true => Ok(()),
        false => Err(StoreError::NameTaken),
    }
}

/// Gives a club that is locked a name that its owners want, in a transaction that has the lock of names.
async fn rename_within(work: &mut Connection, id: &str, name: &str) -> Result<(), StoreError> {
    let rows = work.fetch("SELECT name, name_kept FROM club WHERE id = $1", &[id.into()]).await?;
    let row = rows.first().ok_or(ClubRefusal::NoClub)?;
    if row.get::<String>("name")? == name {
        return Ok(());
    }
    if row.get("name_kept")? {
        return Err(ClubRefusal::NameKept.into());
    }
    check_name(work, id, name).await?;
    put_name(work, id, name).await
}

async fn put_name(work: &mut Connection, id: &str, name: &str) -> Result<(), StoreError> {
    let statement = "UPDATE club SET name = $2, look = $3, searched = $4 WHERE id = $1";
    let (look, searched) = (look(name), search_name(name));
    work.execute(statement, &[id.into(), name.into(), (&look).into(), (&searched).into()]).await.map(drop)
}

/// Takes a person out of a club that is locked.
async fn leave_within(
    work: &mut Connection,
    id: &str,
    player: &GuestId,
    at: UnixMillis,
) -> Result<(), StoreError> {
    let statement = "DELETE FROM club_member WHERE club = $1 AND player = $2";
    work.execute(statement, &[id.into(), player.into()]).await?;
    let owner = "SELECT 1 AS one FROM club_member WHERE club = $1 AND role = 'owner' LIMIT 1";
    if !work.fetch(owner, &[id.into()]).await?.is_empty() {
        return Ok(());
    }
    let next = "UPDATE club_member SET role = 'owner' WHERE club = $1 AND player = \
         (SELECT player FROM club_member WHERE club = $1 AND role IN ('officer', 'member') \
         ORDER BY CASE role WHEN 'officer' THEN 0 ELSE 1 END, since, player LIMIT 1)";
    match work.execute(next, &[id.into()]).await? {
        0 => close_within(work, id, at).await,
        _ => Ok(()),
    }
}

async fn close_within(work: &mut Connection, id: &str, at: UnixMillis) -> Result<(), StoreError> {
    let close = "UPDATE club SET closed = $2 WHERE id = $1 AND closed IS NULL";
    work.execute(close, &[id.into(), at.into()]).await?;
    event::cancel_upcoming(work, "club", id, at).await
}

/// Opens a club again, unless its name was taken meanwhile or nobody owns it any more.
async fn open_within(work: &mut Connection, id: &str) -> Result<(), StoreError> {
    let rows = work.fetch("SELECT name FROM club WHERE id = $1", &[id.into()]).await?;
    let name: String = rows.first().ok_or(ClubRefusal::NoClub)?.get("name")?;
    check_name(work, id, &name).await?;
    let statement = "UPDATE club SET closed = NULL WHERE id = $1 \
         AND EXISTS (SELECT 1 FROM club_member WHERE club_member.club = club.id AND role = 'owner')";
    found(work.execute(statement, &[id.into()]).await?)
}

/// Takes an account that is deleted out of all clubs, with what it wrote there.
pub(super) async fn forget_within(
    work: &mut Connection,
    player: &GuestId,
    at: UnixMillis,
) -> Result<(), StoreError> {
    let own = "SELECT club FROM club_member WHERE player = $1 \
         UNION SELECT club FROM club_post WHERE author = $1 ORDER BY club";
    for row in work.fetch(own, &[player.into()]).await? {
        let id: String = row.get("club")?;
        // One that is closed has no owner who would have to follow.
        match lock_club(work, &id).await {
            Ok(()) => leave_within(work, &id, player, at).await?,
            Err(StoreError::Club(ClubRefusal::NoClub)) => {}
            Err(error) => return Err(error),
        }
        board::forget_within(work, &id, player).await?;
    }
    work.execute("DELETE FROM club_member WHERE player = $1", &[player.into()]).await.map(drop)
}

fn club(row: &SqlRow) -> Result<ClubRow, StoreError> {
    Ok(ClubRow {
        id: row.get("id")?,
        name: row.get("name")?,
        about: row.get("about")?,
        entry: parsed(row, "entry")?,
        invite: row.get("invite")?,
        is_name_kept: row.get("name_kept")?,
        created: row.get("created")?,
        closed: row.get("closed")?,
        members: row.get("members")?,
    })
}
