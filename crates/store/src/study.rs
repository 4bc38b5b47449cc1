//! Studies: trees of moves that several people write together.
//!
//! What an operation means is for the host to say: here it is a text with an id and a number. The numbers say in which
//! order a reader gets them; what they make does not depend on it. An operation that is sent again is written once, by
//! its id.

use std::collections::HashSet;

use rukh_session::id::GuestId;
use rukh_session::wire::study::{StudyRole, StudyVisibility};
use rukh_session::wire::time::UnixMillis;
use serde::Serialize;

use super::moderation::parsed;
use super::moderation_log::{Act, log};
use super::row::to_json;
use super::sql::{Connection, SqlDialect, SqlParam, SqlRow};
use super::{Store, StoreError};

/// A study without what was written in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyRow {
    /// Id, which is its secret unless it is public.
    pub id: String,
    /// Whose it is.
    pub owner: GuestId,
    /// What it is called.
    pub name: String,
    /// Who can read it beside its members.
    pub visibility: StudyVisibility,
    /// Number of its last operation.
    pub seq: u64,
    /// Greatest clock of an operation.
    pub clock: u64,
    /// Bytes of all operations.
    pub bytes: u64,
    /// When it was made, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// When it was changed last, in milliseconds since the epoch.
    pub changed: UnixMillis,
    /// When a moderator hid it, in milliseconds since the epoch.
    pub hidden: Option<UnixMillis>,
}

/// Somebody with whom a study is shared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyMember {
    /// Who.
    pub player: GuestId,
    /// What they may do: [`StudyRole::Writer`] or [`StudyRole::Reader`].
    pub role: StudyRole,
}

/// An operation that is to be written.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct NewStudyOp {
    /// Its id.
    pub id: String,
    /// Its clock.
    pub clock: u64,
    /// What it says, as JSON.
    pub body: String,
}

/// An operation as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StudyOpRow {
    /// Its number, from 1.
    pub seq: u64,
    /// Who wrote it; `None` if the account was deleted.
    pub author: Option<GuestId>,
    /// When it was written, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// What it says, as JSON.
    pub body: String,
}

/// Operations that are to be written.
#[derive(Debug, Clone, Copy)]
pub struct StudyAppend<'a> {
    /// Id of the study.
    pub study: &'a str,
    /// Who writes them.
    pub author: &'a GuestId,
    /// The operations.
    pub ops: &'a [NewStudyOp],
    /// Number of the operation that they must follow, if that matters.
    pub after: Option<u64>,
    /// When, in milliseconds since the epoch.
    pub at: UnixMillis,
}

/// Most operations of a study, and bytes of them.
#[derive(Debug, Clone, Copy)]
pub struct StudyLimits {
    /// Operations.
    pub ops: u64,
    /// Bytes of all operations.
    pub bytes: u64,
}

const COLUMNS: &str = "id, owner, name, visibility, seq, clock, bytes, created, changed, hidden";

impl Store {
    /// Makes a study with its first operations, unless its owner has `most` already.
    ///
    /// # Errors
    /// [`StoreError::TooManyStudies`] or a database error; nothing was written.
    pub async fn create_study(
        &self,
        row: &StudyRow,
        ops: &[NewStudyOp],
        most: u64,
        limits: StudyLimits,
    ) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let created = async {
            lock_person(&mut work, &row.owner).await?;
            let count = "SELECT count(*) AS n FROM study WHERE owner = $1";
            let rows = work.fetch(count, &[(&row.owner).into()]).await?;
            if rows.first().map_or(Ok(0), |row| row.get::<u64>("n"))? >= most {
                return Err(StoreError::TooManyStudies(most));
            }
            let put = format!("INSERT INTO study ({COLUMNS}) VALUES ($1, $2, $3, $4, 0, 0, 0, $5, $5, NULL)");
            let visibility: &'static str = row.visibility.into();
            let values = [
                (&row.id).into(),
                (&row.owner).into(),
                (&row.name).into(),
                visibility.into(),
                row.created.into(),
            ];
            work.execute(put, &values).await?;
            let append =
                StudyAppend { study: &row.id, author: &row.owner, ops, after: None, at: row.created };
            append_within(&mut work, append, limits).await.map(drop)
        };
        let created = created.await;
        work.finish(created).await
    }

    /// Writes operations of a person that a study does not have yet; the number of the last operation of the study.
    ///
    /// # Errors
    /// [`StoreError::NoStudy`], [`StoreError::StudyFull`], [`StoreError::Stale`] if it is to follow another operation
    /// than the last, or a database error; nothing was written.
    pub async fn append_study(
        &self,
        append: StudyAppend<'_>,
        limits: StudyLimits,
    ) -> Result<u64, StoreError> {
        let mut work = self.writers.begin().await?;
        let appended = append_within(&mut work, append, limits).await;
        let seq = work.finish(appended).await?;
        self.notify_study(append.study);
        Ok(seq)
    }

    /// Tells all nodes that a study has changed.
    pub(super) fn notify_study(&self, study: &str) {
        self.notifier.notify_study(study);
    }

    /// A study.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn study(&self, id: &str) -> Result<Option<StudyRow>, StoreError> {
        let statement = format!("SELECT {COLUMNS} FROM study WHERE id = $1");
        self.readers.fetch(statement, &[id.into()]).await?.first().map(study).transpose()
    }

    /// With whom a study is shared, in the order in which that began.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn study_members(&self, id: &str) -> Result<Vec<StudyMember>, StoreError> {
        let statement = "SELECT player, role FROM study_member WHERE study = $1 ORDER BY since, player";
        let rows = self.readers.fetch(statement, &[id.into()]).await?;
        let member =
            |row: &SqlRow| Ok(StudyMember { player: row.get("player")?, role: parsed(row, "role")? });
        rows.iter().map(member).collect()
    }

    /// The operations of a study after a number, in order: at most so many.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn study_ops(&self, id: &str, after: u64, most: u32) -> Result<Vec<StudyOpRow>, StoreError> {
        let statement =
            "SELECT seq, author, at, body FROM study_op WHERE study = $1 AND seq > $2 ORDER BY seq LIMIT $3";
        let values = [id.into(), after.into(), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(op).collect()
    }

    /// The studies of a person and those that are shared with them, changed last first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn studies_of(&self, player: &GuestId) -> Result<Vec<StudyRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM study WHERE owner = $1 \
             OR id IN (SELECT study FROM study_member WHERE player = $1) ORDER BY changed DESC, id"
        );
        self.readers.fetch(statement, &[player.into()]).await?.iter().map(study).collect()
    }

    /// Public studies that were changed before a time, changed last first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn public_studies(&self, before: UnixMillis, most: u32) -> Result<Vec<StudyRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM study WHERE visibility = 'public' AND hidden IS NULL AND changed < $1 \
             ORDER BY changed DESC, id LIMIT $2"
        );
        self.readers
            .fetch(statement, &[before.into(), i64::from(most).into()])
            .await?
            .iter()
            .map(study)
            .collect()
    }

    /// Changes what a study is called and who can read it.
    ///
    /// # Errors
    /// A database error.
    pub async fn edit_study(
        &self,
        id: &str,
        name: &str,
        visibility: StudyVisibility,
    ) -> Result<(), StoreError> {
        let visibility: &'static str = visibility.into();
        let statement = "UPDATE study SET name = $2, visibility = $3 WHERE id = $1";
        self.writers.execute(statement, &[id.into(), name.into(), visibility.into()]).await?;
        self.notify_study(id);
        Ok(())
    }

    /// Deletes a study with all that is in it.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn delete_study(&self, id: &str) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let deleted = async {
            // Before the operations, as whoever appends some takes it first.
            work.execute("DELETE FROM study WHERE id = $1", &[id.into()]).await?;
            work.execute("DELETE FROM study_member WHERE study = $1", &[id.into()]).await?;
            work.execute("DELETE FROM study_op WHERE study = $1", &[id.into()]).await.map(drop)
        };
        let deleted = deleted.await;
        work.finish(deleted).await?;
        self.notify_study(id);
        Ok(())
    }

    /// Shares a study with a person, or changes what they may do; at most with `most` people.
    ///
    /// # Errors
    /// [`StoreError::NoStudy`], [`StoreError::TooManyMembers`] or a database error; nothing was written.
    pub async fn share_study(
        &self,
        id: &str,
        member: &StudyMember,
        most: u64,
        at: UnixMillis,
    ) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let shared = async {
            // Locks the row until the end of the transaction.
            if work.execute("UPDATE study SET name = name WHERE id = $1", &[id.into()]).await? == 0 {
                return Err(StoreError::NoStudy);
            }
            let count = "SELECT count(*) AS n FROM study_member WHERE study = $1 AND player <> $2";
            let rows = work.fetch(count, &[id.into(), (&member.player).into()]).await?;
            if rows.first().map_or(Ok(0), |row| row.get::<u64>("n"))? >= most {
                return Err(StoreError::TooManyMembers(most));
            }
            let role: &'static str = member.role.into();
            let put = "INSERT INTO study_member (study, player, role, since) VALUES ($1, $2, $3, $4) \
                 ON CONFLICT (study, player) DO UPDATE SET role = excluded.role";
            work.execute(put, &[id.into(), (&member.player).into(), role.into(), at.into()]).await.map(drop)
        };
        let shared = shared.await;
        work.finish(shared).await?;
        self.notify_study(id);
        Ok(())
    }

    /// Shares a study with a person no more.
    ///
    /// # Errors
    /// A database error.
    pub async fn unshare_study(&self, id: &str, player: &GuestId) -> Result<(), StoreError> {
        let statement = "DELETE FROM study_member WHERE study = $1 AND player = $2";
        self.writers.execute(statement, &[id.into(), player.into()]).await?;
        self.notify_study(id);
        Ok(())
    }

    /// Hides a study from all but its members, or shows it again, as a moderator.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn hide_study(
        &self,
        row: &StudyRow,
        moderator: &GuestId,
        hidden: Option<UnixMillis>,
    ) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let changed = async {
            let time = hidden.map_or(SqlParam::Int(None), SqlParam::from);
            work.execute("UPDATE study SET hidden = $2 WHERE id = $1", &[(&row.id).into(), time]).await?;
            let act = if hidden.is_some() { "hide study" } else { "show study" };
            let (actor, player, about) = (Some(moderator), Some(&row.owner), Some(row.id.as_str()));
            log(&mut work, Act { actor, act, player, about, reason: None }).await
        };
        let changed = changed.await;
        work.finish(changed).await?;
        self.notify_study(&row.id);
        Ok(())
    }

    /// What a person has written in studies of others, with the ids of those, in order.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn study_ops_by(&self, author: &GuestId) -> Result<Vec<(String, StudyOpRow)>, StoreError> {
        let statement = "SELECT study_op.study, study_op.seq, author, at, body FROM study_op \
             JOIN study ON study.id = study_op.study WHERE author = $1 AND study.owner <> $1 \
             ORDER BY study_op.study, study_op.seq";
        let rows = self.readers.fetch(statement, &[author.into()]).await?;
        rows.iter().map(|row| Ok((row.get("study")?, op(row)?))).collect()
    }
}

/// One after the other for each person, so that their studies are counted rightly.
async fn lock_person(work: &mut Connection, person: &GuestId) -> Result<(), StoreError> {
    if work.dialect() == SqlDialect::Postgres {
        let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 7240665))";
        work.fetch(lock, &[person.into()]).await?;
    }
    Ok(())
}

async fn append_within(
    work: &mut Connection,
    StudyAppend { study, author, ops, after, at }: StudyAppend<'_>,
    limits: StudyLimits,
) -> Result<u64, StoreError> {
    // Also locks the row until the end of the transaction.
    if work.execute("UPDATE study SET changed = changed WHERE id = $1", &[study.into()]).await? == 0 {
        return Err(StoreError::NoStudy);
    }
    let rows = work.fetch("SELECT seq, clock, bytes FROM study WHERE id = $1", &[study.into()]).await?;
    let head = rows.first().ok_or(StoreError::NoStudy)?;
    let (seq, clock, bytes): (u64, u64, u64) = (head.get("seq")?, head.get("clock")?, head.get("bytes")?);
    if after.is_some_and(|after| after != seq) {
        return Err(StoreError::Stale);
    }
    let ids = to_json(&ops.iter().map(|op| &op.id).collect::<Vec<_>>())?;
    let statement = work.dialect().choose(
        "SELECT id FROM study_op WHERE study = $1 AND id IN (SELECT value FROM json_each($2))",
        "SELECT id FROM study_op WHERE study = $1 \
         AND id IN (SELECT value FROM json_array_elements_text(CAST($2 AS json)) AS each (value))",
    );
    let rows = work.fetch(statement, &[study.into(), (&ids).into()]).await?;
    let mut known: HashSet<String> = rows.iter().map(|row| row.get("id")).collect::<Result<_, _>>()?;
    let new: Vec<&NewStudyOp> = ops.iter().filter(|op| known.insert(op.id.clone())).collect();
    if new.is_empty() {
        return Ok(seq);
    }
    let last = seq + new.len() as u64;
    let bytes = bytes + new.iter().map(|op| op.body.len() as u64).sum::<u64>();
    if last > limits.ops || bytes > limits.bytes {
        return Err(StoreError::StudyFull);
    }
    let insert = work.dialect().choose(
        "INSERT INTO study_op (study, seq, id, author, at, body) \
         SELECT $1, $2 + 1 + key, value->>'id', $3, $4, value->>'body' FROM json_each($5)",
        "INSERT INTO study_op (study, seq, id, author, at, body) \
         SELECT $1, CAST($2 AS BIGINT) + place, value->>'id', $3, $4, value->>'body' \
         FROM json_array_elements(CAST($5 AS json)) WITH ORDINALITY AS each (value, place)",
    );
    let rows = to_json(&new)?;
    let values = [study.into(), seq.into(), author.into(), at.into(), (&rows).into()];
    work.execute(insert, &values).await?;
    let clock = new.iter().map(|op| op.clock).fold(clock, u64::max);
    let advance = "UPDATE study SET seq = $2, clock = $3, bytes = $4, changed = $5 WHERE id = $1";
    work.execute(advance, &[study.into(), last.into(), clock.into(), bytes.into(), at.into()]).await?;
    Ok(last)
}

fn study(row: &SqlRow) -> Result<StudyRow, StoreError> {
    Ok(StudyRow {
        id: row.get("id")?,
        owner: row.get("owner")?,
        name: row.get("name")?,
        visibility: parsed(row, "visibility")?,
        seq: row.get("seq")?,
        clock: row.get("clock")?,
        bytes: row.get("bytes")?,
        created: row.get("created")?,
        changed: row.get("changed")?,
        hidden: row.get("hidden")?,
    })
}

fn op(row: &SqlRow) -> Result<StudyOpRow, StoreError> {
    Ok(StudyOpRow {
        seq: row.get("seq")?,
        author: row.get("author")?,
        at: row.get("at")?,
        body: row.get("body")?,
    })
}

/// Ends what two people share of each other's studies; the ids of these.
pub(super) async fn end_sharing(
    work: &mut Connection,
    [one, other]: [&GuestId; 2],
) -> Result<Vec<String>, StoreError> {
    let statement = "DELETE FROM study_member \
         WHERE (player = $1 AND study IN (SELECT id FROM study WHERE owner = $2)) \
         OR (player = $2 AND study IN (SELECT id FROM study WHERE owner = $1)) RETURNING study";
    work.fetch(statement, &[one.into(), other.into()]).await?.iter().map(|row| row.get("study")).collect()
}

/// What is done with the studies of an account that is deleted. One that others write passes to the first of them, so
/// that nothing they wrote is lost; what the person wrote in studies that stay has no name any more.
pub(super) const DELETIONS: [&str; 7] = [
    "DELETE FROM study_member WHERE player = $1",
    "UPDATE study SET owner = (SELECT player FROM study_member WHERE study = study.id AND role = 'writer' \
     ORDER BY since, player LIMIT 1) WHERE owner = $1 \
     AND EXISTS (SELECT 1 FROM study_member WHERE study = study.id AND role = 'writer')",
    "DELETE FROM study_member WHERE player = (SELECT owner FROM study WHERE study.id = study_member.study)",
    "DELETE FROM study_op WHERE study IN (SELECT id FROM study WHERE owner = $1)",
    "DELETE FROM study_member WHERE study IN (SELECT id FROM study WHERE owner = $1)",
    "UPDATE study_op SET author = NULL WHERE author = $1",
    "DELETE FROM study WHERE owner = $1",
];
