//! Rows to values and values to rows.

use rukh_rules::law::dice::commit::ServerSeed;
use serde::de::DeserializeOwned;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, SqliteConnection};

use super::{Append, NewGame, StoreError};
use crate::table::Terms;
use crate::wire::{GameCard, PhaseWord, WireEvent};

const INSERT_GAME: &str = "INSERT INTO game (id, instance, hash, ruleset_name, skin, white, black, client_seed, \
     server_seed, start_fen, phase, result, started, updated, plies) \
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
const UPDATE_GAME: &str = "UPDATE game SET phase = ?, result = ?, updated = ?, plies = ? WHERE id = ?";
const INSERT_EVENT: &str = "INSERT INTO log (game, seq, body, intent) VALUES (?, ?, ?, ?)";

/// Writes an append within the transaction that is open.
pub(super) async fn write(connection: &mut SqliteConnection, append: &Append) -> Result<(), StoreError> {
    match &append.new {
        Some(new) => insert(connection, &append.card, new).await?,
        None => update(connection, &append.card).await?,
    }
    let last = append.events.len().wrapping_sub(1);
    for (index, event) in append.events.iter().enumerate() {
        let intent = append.intent.as_ref().filter(|_| index == last);
        sqlx::query(INSERT_EVENT)
            .bind(&append.card.id)
            .bind(number(event.v))
            .bind(json(event)?)
            .bind(intent)
            .execute(&mut *connection)
            .await?;
    }
    Ok(())
}

async fn insert(connection: &mut SqliteConnection, card: &GameCard, new: &NewGame) -> Result<(), StoreError> {
    sqlx::query(INSERT_GAME)
        .bind(&card.id)
        .bind(&card.instance)
        .bind(&new.hash)
        .bind(&card.ruleset_name)
        .bind(&card.skin)
        .bind(json(&card.white)?)
        .bind(json(&card.black)?)
        .bind(&new.client_seed)
        .bind(&new.server_seed)
        .bind(&new.fen)
        .bind(json(&card.phase)?)
        .bind(card.result.as_ref().map(json).transpose()?)
        .bind(number(card.started))
        .bind(number(card.updated))
        .bind(number(card.plies))
        .execute(connection)
        .await?;
    Ok(())
}

async fn update(connection: &mut SqliteConnection, card: &GameCard) -> Result<(), StoreError> {
    sqlx::query(UPDATE_GAME)
        .bind(json(&card.phase)?)
        .bind(card.result.as_ref().map(json).transpose()?)
        .bind(number(card.updated))
        .bind(number(card.plies))
        .bind(&card.id)
        .execute(connection)
        .await?;
    Ok(())
}

/// A log entry with the intent it was the last of.
pub(super) fn entry(row: &SqliteRow) -> Result<(WireEvent, Option<String>), StoreError> {
    Ok((parse(row, "body")?, row.try_get("intent")?))
}

/// A game as a list shows it.
pub(super) fn card(row: &SqliteRow) -> Result<GameCard, StoreError> {
    let result: Option<String> = row.try_get("result")?;
    Ok(GameCard {
        id: row.try_get("id")?,
        instance: row.try_get("instance")?,
        ruleset_name: row.try_get("ruleset_name")?,
        skin: row.try_get("skin")?,
        white: parse(row, "white")?,
        black: parse(row, "black")?,
        phase: parse::<PhaseWord>(row, "phase")?,
        result: result.map(|text| read("result", &text)).transpose()?,
        started: count(row, "started")?,
        updated: count(row, "updated")?,
        plies: count(row, "plies")?,
    })
}

/// What stays the same all game long.
pub(super) fn terms(row: &SqliteRow) -> Result<Terms, StoreError> {
    let seed: String = row.try_get("server_seed")?;
    Ok(Terms {
        id: row.try_get("id")?,
        white: parse(row, "white")?,
        black: parse(row, "black")?,
        server_seed: ServerSeed::parse(&seed).ok_or_else(|| broken("server_seed", "no seed"))?,
        client_seed: row.try_get("client_seed")?,
        started: count(row, "started")?,
    })
}

fn parse<T: DeserializeOwned>(row: &SqliteRow, column: &str) -> Result<T, StoreError> {
    let text: String = row.try_get(column)?;
    read(column, &text)
}

fn read<T: DeserializeOwned>(column: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| broken(column, error))
}

fn json(value: &impl serde::Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| broken("a value to be written", error))
}

fn broken(what: &str, why: impl std::fmt::Display) -> StoreError {
    StoreError::Broken(format!("{what}: {why}"))
}

/// Milliseconds and counts stay far below the largest number SQLite holds.
fn number(value: u64) -> i64 {
    i64::try_from(value).unwrap_or(i64::MAX)
}

fn count(row: &SqliteRow, column: &str) -> Result<u64, StoreError> {
    let value: i64 = row.try_get(column)?;
    u64::try_from(value).map_err(|error| broken(column, error))
}
