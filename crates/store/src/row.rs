//! Conversion between database rows and values.

use rukh_fair_dice::ServerSeed;
use rukh_session::session::GameInfo;
use rukh_session::wire::rating::Rated;
use rukh_session::wire::{GameCard, GameTimeControl, Player, Seat, TimeOdds, WireEvent};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::sql::SqlRow;
use super::{SeekRow, StoreError};
use crate::name::Names;

/// An event with the intent it completed.
pub(super) type LogEntry = (WireEvent, Option<String>);

/// The column `time` of a game: its time control, with the other time of one side.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct GameTime {
    #[serde(flatten)]
    pub(super) time_control: GameTimeControl,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) odds: Option<TimeOdds>,
}

/// Columns of a list entry and of the game info.
pub(super) const CARD_COLUMNS: &str = "id, instance, hash, ruleset_name, skin, white, black, time, manner, is_private, rated, \
     server_seed, phase, turn, result, started, updated, plies, seq, asides, \
     (SELECT name FROM player WHERE player.id = white_player) AS white_name, \
     (SELECT name FROM player WHERE player.id = black_player) AS black_name";

pub(super) fn entry(row: &SqlRow) -> Result<LogEntry, StoreError> {
    Ok((event(&row.get::<String>("body")?)?, row.get("intent")?))
}

/// A list entry.
pub(super) fn card(row: &SqlRow) -> Result<GameCard, StoreError> {
    let (turn, result): (Option<String>, Option<String>) = (row.get("turn")?, row.get("result")?);
    let (white, black): (Player, Player) = (parse(row, "white")?, parse(row, "black")?);
    let chosen = [(&white, "white_name"), (&black, "black_name")];
    let chosen =
        chosen.map(|(player, column)| Ok(player.id().cloned().zip(row.get::<Option<String>>(column)?)));
    let names: Names = chosen.into_iter().filter_map(Result::transpose).collect::<Result<_, StoreError>>()?;
    let names = names.of_seats(&white, &black);
    let time: GameTime = parse(row, "time")?;
    Ok(GameCard {
        id: row.get("id")?,
        instance: row.get("instance")?,
        ruleset_name: row.get("ruleset_name")?,
        skin: row.get("skin")?,
        white: Seat { player: white, name: names.white },
        black: Seat { player: black, name: names.black },
        phase: parse(row, "phase")?,
        turn: turn.map(|text| from_json("turn", &text)).transpose()?,
        result: result.map(|text| from_json("result", &text)).transpose()?,
        started: row.get("started")?,
        updated: row.get("updated")?,
        plies: row.get("plies")?,
        time_control: time.time_control,
        odds: time.odds,
        spectator_mode: parse(row, "manner")?,
        private: row.get("is_private")?,
        rated: rated(row)?,
    })
}

/// What a game is rated by, unless it is not.
pub(super) fn rated(row: &SqlRow) -> Result<Option<Rated>, StoreError> {
    let text: Option<String> = row.get("rated")?;
    text.map(|text| from_json("rated", &text)).transpose()
}

pub(super) fn info(row: &SqlRow) -> Result<GameInfo, StoreError> {
    let seed: String = row.get("server_seed")?;
    let time: GameTime = parse(row, "time")?;
    Ok(GameInfo {
        id: row.get("id")?,
        white: parse(row, "white")?,
        black: parse(row, "black")?,
        server_seed: ServerSeed::parse(&seed).ok_or_else(|| StoreError::corrupt("server_seed", "no seed"))?,
        time_control: time.time_control,
        odds: time.odds,
        spectator_mode: parse(row, "manner")?,
        private: row.get("is_private")?,
        rated: rated(row)?,
        started: row.get("started")?,
    })
}

pub(super) fn seek(row: &SqlRow) -> Result<SeekRow, StoreError> {
    Ok(SeekRow {
        id: row.get("id")?,
        by: row.get("by_player")?,
        body: row.get("body")?,
        private: row.get("is_private")?,
        created: row.get("created")?,
        expires: row.get("expires")?,
        origin: row.get("origin")?,
    })
}

/// An event from stored JSON.
pub(super) fn event(text: &str) -> Result<WireEvent, StoreError> {
    from_json("an event", text)
}

fn parse<T: DeserializeOwned>(row: &SqlRow, column: &str) -> Result<T, StoreError> {
    let text: String = row.get(column)?;
    from_json(column, &text)
}

/// A value from stored JSON.
pub(super) fn from_json<T: DeserializeOwned>(what: &str, text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| StoreError::corrupt(what, error))
}

/// A value as JSON to store.
pub(super) fn to_json(value: &impl Serialize) -> Result<String, StoreError> {
    serde_json::to_string(value).map_err(|error| StoreError::corrupt("a value to be written", error))
}
