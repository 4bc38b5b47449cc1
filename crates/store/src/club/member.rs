//! The people of a club: those who belong to it, who ask to, and who were removed.

use rukh_session::id::GuestId;
use rukh_session::wire::club::{ClubEntry, ClubRole};
use rukh_session::wire::time::UnixMillis;

use super::{
    ClubLimits, ClubRefusal, MEMBERS, check_count, check_joined, check_owned, leave_within, lock_account,
    lock_club, put_role,
};
use crate::moderation::parsed;
use crate::player::lock_names;
use crate::sql::{Connection, SqlParam, SqlRow};
use crate::{Store, StoreError};

/// Somebody in a club.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClubMemberRow {
    /// Who.
    pub player: GuestId,
    /// What they are.
    pub role: ClubRole,
    /// Since when, in milliseconds since the epoch.
    pub since: UnixMillis,
    /// Whether they are told of the club's events.
    pub told: bool,
}

/// Which people of a club.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ClubMemberKind {
    /// Those who belong to it.
    Members,
    /// Those who lead it.
    Leaders,
    /// Those who wait to be accepted.
    Asking,
    /// Those who were removed.
    Removed,
}

impl ClubMemberKind {
    fn condition(self) -> &'static str {
        match self {
            ClubMemberKind::Members => MEMBERS,
            ClubMemberKind::Leaders => "role IN ('owner', 'officer')",
            ClubMemberKind::Asking => "role = 'asking'",
            ClubMemberKind::Removed => "role = 'removed'",
        }
    }
}

impl Store {
    /// What a person is in an open club.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn club_member(&self, id: &str, player: &GuestId) -> Result<Option<ClubMemberRow>, StoreError> {
        let statement = "SELECT player, role, since, told FROM club_member JOIN club ON club.id = club_member.club \
             WHERE club_member.club = $1 AND player = $2 AND closed IS NULL";
        self.readers.fetch(statement, &[id.into(), player.into()]).await?.first().map(member).transpose()
    }

    /// People of a club: owners, officers and the others, each by when that began.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn club_members(
        &self,
        id: &str,
        kind: ClubMemberKind,
        from: u32,
        most: u32,
    ) -> Result<Vec<ClubMemberRow>, StoreError> {
        let statement = format!(
            "SELECT player, role, since, told FROM club_member WHERE club = $1 AND {} \
             ORDER BY CASE role WHEN 'owner' THEN 0 WHEN 'officer' THEN 1 ELSE 2 END, since, player \
             LIMIT $2 OFFSET $3",
            kind.condition()
        );
        let values = [id.into(), i64::from(most).into(), i64::from(from).into()];
        self.readers.fetch(statement, &values).await?.iter().map(member).collect()
    }

    /// Number of those who wait to be accepted.
    ///
    /// # Errors
    /// A database error.
    pub async fn count_asking(&self, id: &str) -> Result<u64, StoreError> {
        let statement = "SELECT count(*) AS n FROM club_member WHERE club = $1 AND role = 'asking'";
        self.readers.fetch(statement, &[id.into()]).await?.first().map_or(Ok(0), |row| row.get("n"))
    }

    /// Members of a club who are told of its events.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn told_of_club(&self, id: &str) -> Result<Vec<GuestId>, StoreError> {
        let statement = format!(
            "SELECT player FROM club_member WHERE club = $1 AND told = 1 AND {MEMBERS} ORDER BY player"
        );
        let rows = self.readers.fetch(statement, &[id.into()]).await?;
        rows.iter().map(|row| row.get("player")).collect()
    }

    /// Changes whether a member is told of the club's events; false if the person is no member.
    ///
    /// # Errors
    /// A database error.
    pub async fn tell_of_club(&self, id: &str, player: &GuestId, told: bool) -> Result<bool, StoreError> {
        let statement =
            format!("UPDATE club_member SET told = $3 WHERE club = $1 AND player = $2 AND {MEMBERS}");
        let values = [id.into(), player.into(), i64::from(told).into()];
        Ok(self.writers.execute(statement, &values).await? == 1)
    }

    /// A person joins a club, or asks to; what the person is then, which stays for those who belong to it.
    ///
    /// # Errors
    /// A [`ClubRefusal`], [`StoreError::NoAccount`] or a database error; nothing was written.
    pub async fn join_club(
        &self,
        id: &str,
        player: &GuestId,
        invite: Option<&str>,
        limits: ClubLimits,
        at: UnixMillis,
    ) -> Result<ClubRole, StoreError> {
        let mut work = self.writers.begin().await?;
        let joined = async {
            lock_account(&mut work, player).await?;
            lock_club(&mut work, id).await?;
            let rows = work.fetch("SELECT entry, invite FROM club WHERE id = $1", &[id.into()]).await?;
            let row = rows.first().ok_or(ClubRefusal::NoClub)?;
            let is_invited =
                invite.is_some_and(|invite| row.get("invite").is_ok_and(|own: String| own == invite));
            let role = match parsed(row, "entry")? {
                _ if is_invited => ClubRole::Member,
                ClubEntry::Open => ClubRole::Member,
                ClubEntry::Request => ClubRole::Asking,
                ClubEntry::Link => return Err(ClubRefusal::BadInvite.into()),
            };
            match role_of(&mut work, id, player).await? {
                Some(ClubRole::Removed) => return Err(ClubRefusal::Removed.into()),
                Some(ClubRole::Asking) if role == ClubRole::Member => {}
                Some(own) => return Ok(own),
                None => check_joined(&mut work, player, limits).await?,
            }
            check_room(&mut work, id, role, limits).await?;
            put_role(&mut work, id, player, role, at).await.map(|()| role)
        };
        let joined = joined.await;
        work.finish(joined).await
    }

    /// A person leaves a club, or asks no more. Where the last owner goes, the officer or else the member who has
    /// been there longest follows; where nobody is left, the club is closed.
    ///
    /// # Errors
    /// [`ClubRefusal::NoClub`], [`ClubRefusal::NotMember`] or a database error; nothing was written.
    pub async fn leave_club(&self, id: &str, player: &GuestId, at: UnixMillis) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let left = async {
            // With the last member the events are called off, which whoever deletes an account locks before clubs.
            lock_names(&mut work).await?;
            lock_club(&mut work, id).await?;
            match role_of(&mut work, id, player).await? {
                // Whoever was removed would come back as somebody new.
                None | Some(ClubRole::Removed) => Err(ClubRefusal::NotMember.into()),
                Some(_) => leave_within(&mut work, id, player, at).await,
            }
        };
        let left = left.await;
        work.finish(left).await
    }

    /// Changes what somebody is in a club, if that is still `from`: accepts, promotes, demotes or removes.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if it is something else by now, a [`ClubRefusal`], [`StoreError::NoAccount`] or a
    /// database error; nothing was written.
    pub async fn change_club_member(
        &self,
        id: &str,
        player: &GuestId,
        [from, to]: [ClubRole; 2],
        limits: ClubLimits,
        at: UnixMillis,
    ) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let changed = async {
            lock_account(&mut work, player).await?;
            lock_club(&mut work, id).await?;
            if role_of(&mut work, id, player).await? != Some(from) {
                return Err(StoreError::Stale);
            }
            if from == ClubRole::Asking {
                check_room(&mut work, id, to, limits).await?;
            }
            if to == ClubRole::Owner {
                check_owned(&mut work, player, limits).await?;
            }
            let is_other = "SELECT 1 AS one FROM club_member WHERE club = $1 AND role = 'owner' AND player <> $2 LIMIT 1";
            if from == ClubRole::Owner && work.fetch(is_other, &[id.into(), player.into()]).await?.is_empty()
            {
                return Err(ClubRefusal::LastOwner.into());
            }
            let word: &'static str = to.into();
            let since = match from.is_member() && to.is_member() {
                true => SqlParam::Int(None),
                false => at.into(),
            };
            let statement = "UPDATE club_member SET role = $3, since = coalesce(CAST($4 AS BIGINT), since) \
                 WHERE club = $1 AND player = $2";
            work.execute(statement, &[id.into(), player.into(), word.into(), since]).await.map(drop)
        };
        let changed = changed.await;
        work.finish(changed).await
    }

    /// Takes back that somebody asks to join a club, or was removed, if it is still so.
    ///
    /// # Errors
    /// [`StoreError::Stale`] if it is not, or a database error; nothing was written.
    pub async fn forget_club_member(
        &self,
        id: &str,
        player: &GuestId,
        role: ClubRole,
    ) -> Result<(), StoreError> {
        let word: &'static str = role.into();
        let statement = "DELETE FROM club_member WHERE club = $1 AND player = $2 AND role = $3 \
             AND role IN ('asking', 'removed')";
        match self.writers.execute(statement, &[id.into(), player.into(), word.into()]).await? {
            0 => Err(StoreError::Stale),
            _ => Ok(()),
        }
    }
}

async fn role_of(work: &mut Connection, id: &str, player: &GuestId) -> Result<Option<ClubRole>, StoreError> {
    let statement = "SELECT role FROM club_member WHERE club = $1 AND player = $2";
    let rows = work.fetch(statement, &[id.into(), player.into()]).await?;
    rows.first().map(|row| parsed(row, "role")).transpose()
}

async fn check_room(
    work: &mut Connection,
    id: &str,
    role: ClubRole,
    limits: ClubLimits,
) -> Result<(), StoreError> {
    let among = if role == ClubRole::Asking { "role = 'asking'" } else { MEMBERS };
    let statement = format!("SELECT count(*) AS n FROM club_member WHERE club = $1 AND {among}");
    check_count(work, statement, &[id.into()], ClubRefusal::Full(limits.members), limits.members).await
}

pub(super) fn member(row: &SqlRow) -> Result<ClubMemberRow, StoreError> {
    Ok(ClubMemberRow {
        player: row.get("player")?,
        role: parsed(row, "role")?,
        since: row.get("since")?,
        told: row.get("told")?,
    })
}
