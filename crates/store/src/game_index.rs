//! The index of finished games: what is written of each.
//!
//! A position is found by 64 bits of the SHA-256 of its identity. A hit is not verified by replay: a
//! search among a thousand million indexed positions meets a false one with a probability of 10^9 /
//! 2^64, or 5 in 10^11, and nobody can make one for a given position with less than 2^64 hashes.

use std::collections::BTreeMap;

use rukh_rules::Side;
use rukh_session::id::{GameId, GuestId};
use rukh_session::wire::time::UnixMillis;
use serde_json::json;
use sha2::{Digest, Sha256};

use super::outbox::{self, FinishedGameConsumer};
use super::row::to_json;
use super::sql::{Connection, SqlParam};
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
    let people = entries.iter().flat_map(|entry| entry.players.iter().flatten());
    let names = player::searched_names(work, people).await?;
    for entry in entries {
        if !outbox::consume(work, FinishedGameConsumer::Index, &entry.game).await? {
            continue;
        }
        let number = insert_entry(work, entry, &names).await?;
        let position =
            |(hash, number): &(PositionHash, u64)| json!({ "hash": hash.0, "move_number": number });
        let positions: Vec<_> = entry.positions.iter().map(position).collect();
        let statement = work.dialect().choose(
            "INSERT INTO position_index (hash, number, move_number) \
             SELECT value->>'hash', $2, value->>'move_number' FROM json_each($1)",
            "INSERT INTO position_index (hash, number, move_number) SELECT hash, $2, move_number \
             FROM json_populate_recordset(NULL::position_index, CAST($1 AS json))",
        );
        work.execute(statement, &[(&to_json(&positions)?).into(), number.into()]).await?;
    }
    Ok(())
}

/// Inserts the row of a game; its number.
async fn insert_entry(
    work: &mut Connection,
    entry: &IndexEntry,
    names: &BTreeMap<GuestId, String>,
) -> Result<i64, StoreError> {
    let statement = "INSERT INTO game_index (game, is_private, started, ruleset, instance, white_player, \
         black_player, white_name, black_name, result, reason, plies, opening, opening_white, opening_black, \
         placement) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16) \
         RETURNING number";
    let player = |side: usize| SqlParam::Text(entry.players[side].as_ref().map(GuestId::as_str));
    let name = |side: usize| {
        SqlParam::Text(entry.players[side].as_ref().and_then(|id| names.get(id)).map(String::as_str))
    };
    let hash = |hash: fn(&OpeningHashes) -> PositionHash| {
        SqlParam::Int(entry.opening.as_ref().map(|opening| hash(opening).as_i64()))
    };
    let values = [
        (&entry.game).into(),
        i64::from(entry.private).into(),
        entry.started.into(),
        (&entry.ruleset).into(),
        (&entry.instance).into(),
        player(0),
        player(1),
        name(0),
        name(1),
        entry.result.as_str().into(),
        (&entry.reason).into(),
        entry.plies.into(),
        hash(|opening| opening.both),
        hash(|opening| opening.white),
        hash(|opening| opening.black),
        (&entry.placement).into(),
    ];
    let rows = work.fetch(statement, &values).await?;
    rows.first().ok_or_else(|| StoreError::corrupt("number", "it is missing"))?.get("number")
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
