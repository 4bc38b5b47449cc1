//! Who blocks whom: a person who is blocked proposes nothing to the other, and is not heard.

use std::collections::BTreeSet;

use rukh_session::id::GuestId;
use rukh_session::wire::time::UnixMillis;

use super::row::to_json;
use super::{Store, StoreError, study};

impl Store {
    /// Blocks a person; false if `most` are blocked already. Neither shares studies of the other any more.
    ///
    /// # Errors
    /// A database error; nothing was written.
    pub async fn block(
        &self,
        by: &GuestId,
        whom: &GuestId,
        at: UnixMillis,
        most: u32,
    ) -> Result<bool, StoreError> {
        let statement = "INSERT INTO block (by_player, whom, since) SELECT $1, $2, $3 \
             WHERE (SELECT count(*) FROM block WHERE by_player = $1) < $4 ON CONFLICT (by_player, whom) DO NOTHING";
        let mut work = self.writers.begin().await?;
        let blocked = async {
            let values = [by.into(), whom.into(), at.into(), i64::from(most).into()];
            if work.execute(statement, &values).await? == 0 {
                return Ok(None);
            }
            study::end_sharing(&mut work, [by, whom]).await.map(Some)
        };
        let blocked = blocked.await;
        match work.finish(blocked).await? {
            Some(studies) => {
                studies.iter().for_each(|study| self.notify_study(study));
                Ok(true)
            }
            None => self.is_blocked(by, whom).await,
        }
    }

    /// Blocks a person no more; false if that was not so.
    ///
    /// # Errors
    /// A database error.
    pub async fn unblock(&self, by: &GuestId, whom: &GuestId) -> Result<bool, StoreError> {
        let statement = "DELETE FROM block WHERE by_player = $1 AND whom = $2";
        Ok(self.writers.execute(statement, &[by.into(), whom.into()]).await? == 1)
    }

    /// Whether a person blocks another.
    ///
    /// # Errors
    /// A database error.
    pub async fn is_blocked(&self, by: &GuestId, whom: &GuestId) -> Result<bool, StoreError> {
        let statement = "SELECT 1 AS one FROM block WHERE by_player = $1 AND whom = $2";
        Ok(!self.readers.fetch(statement, &[by.into(), whom.into()]).await?.is_empty())
    }

    /// Whether one of two people blocks the other.
    ///
    /// # Errors
    /// A database error.
    pub async fn is_either_blocked(&self, [one, other]: [&GuestId; 2]) -> Result<bool, StoreError> {
        let statement = "SELECT 1 AS one FROM block WHERE by_player = $1 AND whom = $2 \
             OR by_player = $2 AND whom = $1";
        Ok(!self.readers.fetch(statement, &[one.into(), other.into()]).await?.is_empty())
    }

    /// Whom a person blocks.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn blocks_of(&self, by: &GuestId) -> Result<BTreeSet<GuestId>, StoreError> {
        let statement = "SELECT whom FROM block WHERE by_player = $1";
        let rows = self.readers.fetch(statement, &[by.into()]).await?;
        rows.iter().map(|row| row.get("whom")).collect()
    }

    /// Blocks that concern any of these people: who blocks whom.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn blocks_among(&self, people: &[&GuestId]) -> Result<Vec<[GuestId; 2]>, StoreError> {
        if people.is_empty() {
            return Ok(Vec::new());
        }
        let statement = self.readers.dialect().choose(
            "SELECT by_player, whom FROM block WHERE by_player IN (SELECT value FROM json_each($1)) \
             UNION SELECT by_player, whom FROM block WHERE whom IN (SELECT value FROM json_each($1))",
            "SELECT by_player, whom FROM block \
             WHERE by_player IN (SELECT json_array_elements_text(CAST($1 AS json))) \
             UNION SELECT by_player, whom FROM block \
             WHERE whom IN (SELECT json_array_elements_text(CAST($1 AS json)))",
        );
        let rows = self.readers.fetch(statement, &[(&to_json(&people)?).into()]).await?;
        rows.iter().map(|row| Ok([row.get("by_player")?, row.get("whom")?])).collect()
    }

    /// Which of these people block a person.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn blockers_of(
        &self,
        whom: &GuestId,
        among: &[&GuestId],
    ) -> Result<BTreeSet<GuestId>, StoreError> {
        if among.is_empty() {
            return Ok(BTreeSet::new());
        }
        let statement = self.readers.dialect().choose(
            "SELECT by_player FROM block WHERE whom = $1 AND by_player IN (SELECT value FROM json_each($2))",
            "SELECT by_player FROM block WHERE whom = $1 \
             AND by_player IN (SELECT json_array_elements_text(CAST($2 AS json)))",
        );
        let rows = self.readers.fetch(statement, &[whom.into(), (&to_json(&among)?).into()]).await?;
        rows.iter().map(|row| row.get("by_player")).collect()
    }
}
