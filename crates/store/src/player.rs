//! The names that people have chosen: the one place where a name is kept. Logs, chat and seeks hold ids,
//! and the index of finished games follows from this table.

use std::collections::BTreeMap;

use rukh_session::id::GuestId;

use super::row::to_json;
use super::sql::{Connection, SqlDialect, SqlRow};
use super::{Store, StoreError};
use crate::name::{Names, guest_name, look, search_name};

impl Store {
    /// The names of these people.
    ///
    /// # Errors
    /// A database error.
    pub async fn names(&self, ids: impl IntoIterator<Item = &GuestId>) -> Result<Names, StoreError> {
        let ids: Vec<&GuestId> = ids.into_iter().collect();
        if ids.is_empty() {
            return Ok(Names::default());
        }
        let ids = to_json(&ids)?;
        let statement = select_names(self.readers.dialect());
        let rows = self.readers.fetch(statement, &[(&ids).into()]).await?;
        let names: Names = rows.iter().map(name).collect::<Result<_, _>>()?;
        // Accounts have names.
        let bots = rows.iter().filter_map(|row| match row.get::<Option<i64>>("bot") {
            Ok(None) => None,
            Ok(Some(_)) => Some(row.get("id")),
            Err(error) => Some(Err(error)),
        });
        Ok(names.with_bots(bots.collect::<Result<Vec<_>, _>>()?))
    }

    /// Changes the name of a guest, or deletes it: everything shown from now on has the new one, or that of
    /// a guest who has chosen none.
    ///
    /// # Errors
    /// [`StoreError::NameTaken`] if it looks like the name of an account, or was one, [`StoreError::AccountExists`]
    /// if the person has an account, whose name is changed elsewhere, or a database error.
    pub async fn set_name(&self, id: &GuestId, name: Option<&str>) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let written = set_of_guest(&mut work, id, name).await;
        work.finish(written).await
    }
}

fn select_names(dialect: SqlDialect) -> &'static str {
    dialect.choose(
        "SELECT id, name, bot FROM player LEFT JOIN account ON account.player = id \
         WHERE id IN (SELECT value FROM json_each($1))",
        "SELECT id, name, bot FROM player LEFT JOIN account ON account.player = id \
         WHERE id IN (SELECT json_array_elements_text(CAST($1 AS json)))",
    )
}

fn name(row: &SqlRow) -> Result<(GuestId, String), StoreError> {
    Ok((row.get("id")?, row.get("name")?))
}

async fn set_of_guest(work: &mut Connection, id: &GuestId, name: Option<&str>) -> Result<(), StoreError> {
    lock_names(work).await?;
    let account = "SELECT 1 AS one FROM account WHERE player = $1";
    if !work.fetch(account, &[id.into()]).await?.is_empty() {
        return Err(StoreError::AccountExists);
    }
    if let Some(name) = name {
        let taken = "SELECT 1 AS one FROM account_name WHERE look = $1";
        if !work.fetch(taken, &[(&look(name)).into()]).await?.is_empty() {
            return Err(StoreError::NameTaken);
        }
    }
    set_within(work, id, name).await
}

/// Changes or deletes a name, in a transaction that has the lock of names.
pub(super) async fn set_within(
    work: &mut Connection,
    id: &GuestId,
    name: Option<&str>,
) -> Result<(), StoreError> {
    match name {
        Some(name) => {
            let put = "INSERT INTO player (id, name, look) VALUES ($1, $2, $3) \
                 ON CONFLICT (id) DO UPDATE SET name = excluded.name, look = excluded.look";
            work.execute(put, &[id.into(), name.into(), (&look(name)).into()]).await?
        }
        None => work.execute("DELETE FROM player WHERE id = $1", &[id.into()]).await?,
    };
    let searched = name.map_or_else(|| search_name(&guest_name(id)), search_name);
    for statement in [
        "UPDATE game_index SET white_name = $2 WHERE white_player = $1",
        "UPDATE game_index SET black_name = $2 WHERE black_player = $1",
    ] {
        work.execute(statement, &[id.into(), (&searched).into()]).await?;
    }
    Ok(())
}

/// The names of people as they are searched for. A name that changes meanwhile waits for this transaction, so
/// that what it writes is found by the change.
pub(super) async fn searched_names<'a>(
    work: &mut Connection,
    ids: impl IntoIterator<Item = &'a GuestId>,
) -> Result<BTreeMap<GuestId, String>, StoreError> {
    lock(work, "pg_advisory_xact_lock_shared").await?;
    let ids: Vec<&GuestId> = ids.into_iter().collect();
    let rows = work.fetch(select_names(work.dialect()), &[(&to_json(&ids)?).into()]).await?;
    let names: Names = rows.iter().map(name).collect::<Result<_, _>>()?;
    Ok(ids.into_iter().map(|id| (id.clone(), search_name(&names.unmarked(id)))).collect())
}

/// Takes the lock of names until the end of the transaction: nobody else changes one meanwhile.
pub(super) async fn lock_names(work: &mut Connection) -> Result<(), StoreError> {
    lock(work, "pg_advisory_xact_lock").await
}

/// In SQLite a transaction that writes is alone anyway.
async fn lock(work: &mut Connection, function: &str) -> Result<(), StoreError> {
    if work.dialect() == SqlDialect::Postgres {
        work.fetch(format!("SELECT {function}(7240662)"), &[]).await?;
    }
    Ok(())
}
