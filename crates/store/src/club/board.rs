//! The board of a club: posts, and answers to them in one row.
//!
//! A post that is deleted goes when it has no answer; before that, what stays has neither text nor author.

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;

use super::{ClubLimits, ClubRefusal, MEMBERS, check_count, found};
use crate::moderation_log::{Act, log};
use crate::player::lock_names;
use crate::row::to_json;
use crate::sql::{Connection, SqlParam, SqlRow};
use crate::{Store, StoreError};

/// A post, or an answer to one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubPostRow {
    /// Id of the club.
    pub club: String,
    /// Number in the club, from 1.
    pub number: u64,
    /// The post that it answers.
    pub parent: Option<u64>,
    /// Who wrote it; `None` once it is deleted.
    pub author: Option<GuestId>,
    /// When, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// What it says; `None` once it is deleted.
    pub text: Option<String>,
    /// Whether it announces something to all members.
    pub announces: bool,
    /// Whether its author alone sees it.
    pub shadowed: bool,
}

/// A post that is to be written.
#[derive(Debug, Clone, Copy)]
pub struct NewClubPost<'a> {
    /// Id of the club.
    pub club: &'a str,
    /// The post that it answers.
    pub parent: Option<u64>,
    /// Who writes it.
    pub author: &'a GuestId,
    /// What it says.
    pub text: &'a str,
    /// Whether it announces something to all members.
    pub announces: bool,
    /// Whether its author alone sees it.
    pub shadowed: bool,
    /// When, in milliseconds since the epoch.
    pub at: UnixMillis,
}

const COLUMNS: &str = "club, number, parent, author, at, text, announces, shadowed";
/// `$2` is the reader.
const VISIBLE: &str = "(shadowed = 0 OR author = $2) \
     AND NOT EXISTS (SELECT 1 FROM block WHERE by_player = $2 AND whom = club_post.author)";
/// Deleted posts without answers.
const TIDY: &str = "DELETE FROM club_post AS post WHERE club = $1 AND text IS NULL AND NOT EXISTS \
     (SELECT 1 FROM club_post AS reply WHERE reply.club = post.club AND reply.parent = post.number)";

impl Store {
    /// Writes a post of a member; its number. What is older than the posts that a board keeps is deleted.
    ///
    /// # Errors
    /// [`ClubRefusal::NoClub`], [`ClubRefusal::NotMember`], [`ClubRefusal::NoPost`] if it answers none that the author
    /// sees, [`ClubRefusal::TooManyReplies`] or a database error; nothing was written.
    pub async fn add_club_post(&self, new: NewClubPost<'_>, limits: ClubLimits) -> Result<u64, StoreError> {
        let mut work = self.writers.begin().await?;
        let added = add_within(&mut work, new, limits).await;
        work.finish(added).await
    }

    /// Posts of a club that a reader sees, before a number, the last first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn club_posts(
        &self,
        club: &str,
        reader: &GuestId,
        before: u64,
        most: u32,
    ) -> Result<Vec<ClubPostRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM club_post WHERE club = $1 AND parent IS NULL AND number < $3 AND {VISIBLE} \
             ORDER BY number DESC LIMIT $4"
        );
        let values = [club.into(), reader.into(), before.into(), i64::from(most).into()];
        self.readers.fetch(statement, &values).await?.iter().map(post).collect()
    }

    /// Answers to some posts that a reader sees, in order.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn club_replies(
        &self,
        club: &str,
        reader: &GuestId,
        to: &[u64],
    ) -> Result<Vec<ClubPostRow>, StoreError> {
        let among = self.readers.dialect().choose(
            "(SELECT value FROM json_each($3))",
            "(SELECT CAST(value AS BIGINT) FROM json_array_elements_text(CAST($3 AS json)) AS each (value))",
        );
        let statement = format!(
            "SELECT {COLUMNS} FROM club_post WHERE club = $1 AND parent IN {among} AND {VISIBLE} ORDER BY number"
        );
        let to = to_json(&to)?;
        let values = [club.into(), reader.into(), (&to).into()];
        self.readers.fetch(statement, &values).await?.iter().map(post).collect()
    }

    /// The last announcement of a club that a reader sees.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn club_announcement(
        &self,
        club: &str,
        reader: &GuestId,
    ) -> Result<Option<ClubPostRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM club_post WHERE club = $1 AND announces = 1 AND {VISIBLE} \
             ORDER BY number DESC LIMIT 1"
        );
        self.readers.fetch(statement, &[club.into(), reader.into()]).await?.first().map(post).transpose()
    }

    /// A post of a club that is not deleted: one that a reader sees, if one is given.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn club_post(
        &self,
        club: &str,
        reader: Option<&GuestId>,
        number: u64,
    ) -> Result<Option<ClubPostRow>, StoreError> {
        let statement = format!(
            "SELECT {COLUMNS} FROM club_post WHERE club = $1 AND number = $3 AND text IS NOT NULL \
             AND (CAST($2 AS TEXT) IS NULL OR ({VISIBLE}))"
        );
        let values = [club.into(), SqlParam::Text(reader.map(GuestId::as_str)), number.into()];
        self.readers.fetch(statement, &values).await?.first().map(post).transpose()
    }

    /// What a person has written in clubs, in order.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn club_posts_by(&self, author: &GuestId) -> Result<Vec<ClubPostRow>, StoreError> {
        let statement =
            format!("SELECT {COLUMNS} FROM club_post WHERE author = $1 ORDER BY at, club, number");
        self.readers.fetch(statement, &[author.into()]).await?.iter().map(post).collect()
    }

    /// Deletes a post; what a moderator deletes as one is logged.
    ///
    /// # Errors
    /// [`ClubRefusal::NoClub`], [`ClubRefusal::NoPost`] or a database error; nothing was written.
    pub async fn delete_club_post(
        &self,
        club: &str,
        number: u64,
        moderator: Option<&GuestId>,
    ) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let deleted = async {
            if moderator.is_some() {
                // Every decision has this lock before anything else.
                lock_names(&mut work).await?;
            }
            // Whoever answers it at once comes before or after.
            let lock = "UPDATE club SET posts = posts WHERE id = $1";
            found(work.execute(lock, &[club.into()]).await?)?;
            let values = [club.into(), number.into()];
            let written = "SELECT author FROM club_post WHERE club = $1 AND number = $2 AND text IS NOT NULL";
            let rows = work.fetch(written, &values).await?;
            let author: Option<GuestId> = rows.first().ok_or(ClubRefusal::NoPost)?.get("author")?;
            let statement = "UPDATE club_post SET text = NULL, author = NULL, announces = 0 \
                 WHERE club = $1 AND number = $2";
            work.execute(statement, &values).await?;
            tidy(&mut work, club).await?;
            let Some(moderator) = moderator else { return Ok(()) };
            let (actor, player, about) = (Some(moderator), author.as_ref(), Some(club));
            log(&mut work, Act { actor, act: "delete post", player, about, reason: None }).await
        };
        let deleted = deleted.await;
        work.finish(deleted).await
    }
}

/// Deletes what is deleted and has no answer: first answers, then what they answered.
async fn tidy(work: &mut Connection, club: &str) -> Result<(), StoreError> {
    work.execute(TIDY, &[club.into()]).await?;
    work.execute(TIDY, &[club.into()]).await.map(drop)
}

async fn add_within(
    work: &mut Connection,
    NewClubPost { club, parent, author, text, announces, shadowed, at }: NewClubPost<'_>,
    limits: ClubLimits,
) -> Result<u64, StoreError> {
    // Also locks the row until the end of the transaction.
    let next = "UPDATE club SET posts = posts + 1 WHERE id = $1 AND closed IS NULL";
    found(work.execute(next, &[club.into()]).await?)?;
    let rows = work.fetch("SELECT posts FROM club WHERE id = $1", &[club.into()]).await?;
    let number: u64 = rows.first().ok_or(ClubRefusal::NoClub)?.get("posts")?;
    let own = format!("SELECT 1 AS one FROM club_member WHERE club = $1 AND player = $2 AND {MEMBERS}");
    if work.fetch(own, &[club.into(), author.into()]).await?.is_empty() {
        return Err(ClubRefusal::NotMember.into());
    }
    if let Some(parent) = parent {
        let answered = format!(
            "SELECT 1 AS one FROM club_post WHERE club = $1 AND number = $3 AND parent IS NULL \
             AND text IS NOT NULL AND {VISIBLE}"
        );
        if work.fetch(answered, &[club.into(), author.into(), parent.into()]).await?.is_empty() {
            return Err(ClubRefusal::NoPost.into());
        }
        let count = "SELECT count(*) AS n FROM club_post WHERE club = $1 AND parent = $2".to_owned();
        let (values, most) = ([club.into(), parent.into()], limits.replies);
        check_count(work, count, &values, ClubRefusal::TooManyReplies(most), most).await?;
    }
    let put = "INSERT INTO club_post (club, number, parent, author, at, text, announces, shadowed) \
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)";
    let values = [
        club.into(),
        number.into(),
        parent.map_or(SqlParam::Int(None), SqlParam::from),
        author.into(),
        at.into(),
        text.into(),
        i64::from(announces).into(),
        i64::from(shadowed).into(),
    ];
    work.execute(put, &values).await?;
    let old = "DELETE FROM club_post WHERE club = $1 AND coalesce(parent, number) <= $2";
    work.execute(old, &[club.into(), number.saturating_sub(limits.posts).into()]).await.map(|_| number)
}

/// Deletes what a person has written in a club that is locked.
pub(super) async fn forget_within(
    work: &mut Connection,
    club: &str,
    player: &GuestId,
) -> Result<(), StoreError> {
    let statement =
        "UPDATE club_post SET text = NULL, author = NULL, announces = 0 WHERE club = $1 AND author = $2";
    work.execute(statement, &[club.into(), player.into()]).await?;
    tidy(work, club).await
}

fn post(row: &SqlRow) -> Result<ClubPostRow, StoreError> {
    Ok(ClubPostRow {
        club: row.get("club")?,
        number: row.get("number")?,
        parent: row.get("parent")?,
        author: row.get("author")?,
        at: row.get("at")?,
        text: row.get("text")?,
        announces: row.get("announces")?,
        shadowed: row.get("shadowed")?,
    })
}
