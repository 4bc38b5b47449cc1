//! The index of finished games: what is written of each.
//!
//! A position is found by 64 bits of the SHA-256 of its identity. A hit is not verified by replay: a
//! search among a thousand million indexed positions meets a false one with a probability of 10^9 /
//! 2^64, or 5 in 10^11, and nobody can make one for a given position with less than 2^64 hashes.

use std::collections::BTreeMap;

use rukh_rules::Side;
use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::time::UnixMillis;
use serde_json::{Value as Json, json};
use sha2::{Digest, Sha256};

use super::outbox::{self, FinishedGameConsumer};
use super::row::to_json;
use super::sql::Connection;
use super::{Store, StoreError, player};

/// A hash by which positions and openings are found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PositionHash(i64);

impl PositionHash {
    /// The hash of a position's identity, or of a placement.
    #[must_use]
    pub fn of(text: &str) -> PositionHash {
        let digest = Sha256::digest(text.as_bytes());
        let (first, _) = digest.split_first_chunk::<8>().unwrap_or((&[0; 8], &[]));
        PositionHash(i64::from_be_bytes(*first))
    }

    pub(super) fn as_i64(self) -> i64 {
        self.0
    }
}

/// How a finished game ended, as searches tell results apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IndexedResult {
    /// A side has won.
    Won(Side),
    /// No side has won.
    Draw,
    /// The game was broken off without a result.
    None,
}

impl IndexedResult {
    /// The result as it is stored and searched for.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            IndexedResult::Won(Side::White) => "white",
            IndexedResult::Won(Side::Black) => "black",
            IndexedResult::Draw => "draw",
            IndexedResult::None => "none",
        }
    }
}

/// The placement with which turns began after a werera.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OpeningHashes {
    /// Of both sides.
    pub both: PositionHash,
    /// Of White's pieces.
    pub white: PositionHash,
    /// Of Black's pieces.
    pub black: PositionHash,
}

/// What the index holds of a finished game.
#[derive(Debug, Clone)]
pub struct IndexEntry {
    /// Id by which its log is found.
    pub game: GameId,
    /// Whether it is unlisted.
    pub private: bool,
    /// Start time, in milliseconds since the epoch.
    pub started: UnixMillis,
    /// Id of the ruleset.
    pub ruleset: String,
    /// Ruleset instance.
    pub instance: String,
    /// The players, White's first.
    pub players: [Option<GuestId>; 2],
    /// How it ended.
    pub result: IndexedResult,
    /// Reason code, such as `bare-king`.
    pub reason: String,
    /// Plies played.
    pub plies: u64,
    /// The opening array, if the game had a werera that ended.
    pub opening: Option<OpeningHashes>,
    /// The last placement.
    pub placement: String,
    /// Each position once, with the number of moves that led to it first.
    pub positions: Vec<(PositionHash, u64)>,
}

impl Store {
    /// Puts finished games into the index, all or none.
    ///
    /// # Errors
    /// A database error.
    pub async fn index_games(&self, entries: &[IndexEntry]) -> Result<(), StoreError> {
        let mut work = self.writers.begin().await?;
        let inserted = insert_all(&mut work, entries).await;
        work.finish(inserted).await
    }

    /// Has the database count what its indexes hold, which it chooses among them by.
    ///
    /// # Errors
    /// A database error.
    pub async fn update_statistics(&self) -> Result<(), StoreError> {
        // A sample of each index: some milliseconds however large it is.
        let statements = self.writers.dialect().choose(
            "PRAGMA analysis_limit = 400; PRAGMA optimize = 0x10002",
            "ANALYZE game_index; ANALYZE position_index",
        );
        self.writers.connection().await?.script(statements).await
    }
}
async fn insert_all(work: &mut Connection, entries: &[IndexEntry]) -> Result<(), StoreError> {
    let games: Vec<&GameId> = entries.iter().map(|entry| &entry.game).collect();
    let fresh = outbox::consume(work, FinishedGameConsumer::Index, &games).await?;
    let entries: Vec<&IndexEntry> = entries.iter().filter(|entry| fresh.contains(&entry.game)).collect();
    let people = entries.iter().flat_map(|entry| entry.players.iter().flatten());
    let names = player::searched_names(work, people).await?;
    let rows: Vec<Json> = entries.iter().map(|entry| row_of(entry, &names)).collect();
    let statement = work.dialect().choose(INSERT_GAMES_SQLITE, INSERT_GAMES_POSTGRES);
    let numbers = work.fetch(statement, &[(&to_json(&rows)?).into()]).await?;
    let numbers: BTreeMap<GameId, i64> = numbers
        .iter()
        .map(|row| Ok((row.get("game")?, row.get("number")?)))
        .collect::<Result<_, StoreError>>()?;
    let positions: Vec<Json> = entries
        .iter()
        .flat_map(|entry| entry.positions.iter().map(|position| (numbers.get(&entry.game), position)))
        .map(|(number, (hash, moves))| json!({ "hash": hash.0, "number": number, "move_number": moves }))
        .collect();
    let statement = work.dialect().choose(
        "INSERT INTO position_index (hash, number, move_number) \
         SELECT value->>'hash', value->>'number', value->>'move_number' FROM json_each($1)",
        "INSERT INTO position_index (hash, number, move_number) SELECT hash, number, move_number \
         FROM json_populate_recordset(NULL::position_index, CAST($1 AS json))",
    );
    work.execute(statement, &[(&to_json(&positions)?).into()]).await.map(drop)
}

const INSERT_GAMES_SQLITE: &str = "INSERT INTO game_index (game, is_private, started, ruleset, instance, \
     white_player, black_player, white_name, black_name, result, reason, plies, opening, opening_white, \
     opening_black, placement) SELECT value->>'game', value->>'is_private', value->>'started', \
     value->>'ruleset', value->>'instance', value->>'white_player', value->>'black_player', \
     value->>'white_name', value->>'black_name', value->>'result', value->>'reason', value->>'plies', \
     value->>'opening', value->>'opening_white', value->>'opening_black', value->>'placement' \
     FROM json_each($1) ORDER BY key RETURNING game, number";
const INSERT_GAMES_POSTGRES: &str = "INSERT INTO game_index (game, is_private, started, ruleset, instance, \
     white_player, black_player, white_name, black_name, result, reason, plies, opening, opening_white, \
     opening_black, placement) SELECT game, is_private, started, ruleset, instance, white_player, \
     black_player, white_name, black_name, result, reason, plies, opening, opening_white, opening_black, \
     placement FROM json_populate_recordset(NULL::game_index, CAST($1 AS json)) RETURNING game, number";

/// The row of a game, by the names of the columns.
fn row_of(entry: &IndexEntry, names: &BTreeMap<GuestId, String>) -> Json {
    let [white, black] = &entry.players;
    let name = |player: &Option<GuestId>| player.as_ref().and_then(|id| names.get(id));
    let id = |player: &Option<GuestId>| player.as_ref().map(|id| id.as_str().to_owned());
    json!({
        "game": entry.game.as_str(),
        "is_private": i64::from(entry.private),
        "started": entry.started,
        "ruleset": entry.ruleset,
        "instance": entry.instance,
        "white_player": id(white),
        "black_player": id(black),
        "white_name": name(white),
        "black_name": name(black),
        "result": entry.result.as_str(),
        "reason": entry.reason,
        "plies": entry.plies,
        "opening": entry.opening.as_ref().map(|opening| opening.both.0),
        "opening_white": entry.opening.as_ref().map(|opening| opening.white.0),
        "opening_black": entry.opening.as_ref().map(|opening| opening.black.0),
        "placement": entry.placement,
    })
}

#[cfg(test)]
mod tests {
    use super::PositionHash;

    #[test]
    fn position_hash_is_the_beginning_of_the_sha_256() {
        // `printf abc | sha256sum`: ba7816bf 8f01cfea …
        assert_eq!(PositionHash::of("abc"), PositionHash(0xba78_16bf_8f01_cfea_u64.cast_signed()));
        assert_ne!(PositionHash::of("abc"), PositionHash::of("abd"));
    }
}
