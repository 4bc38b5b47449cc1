//! Rows of games: what a table of games, of moves or of positions has of each.
//!
//! Rows say nothing of how they were played, so those of jobs, of matches and of people's games can be compared.

use serde::{Deserialize, Serialize};

/// Reason of a game without an end, in [`GameRow::reason`].
pub const CUT_OFF: &str = "cut-off";

/// A game: what it was played by, and what became of it.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameRow {
    /// Cell of the study, from 0.
    pub cell: u32,
    /// Number of the game in its cell, from 0.
    pub number: u64,
    /// Games with the same number here are not independent: they share openings and throws.
    pub cluster: u64,
    /// Ruleset with the options chosen, defaults left out: `senterej[stalemate=loss]`.
    pub instance: String,
    /// Fingerprint of the laws, 16 hexadecimal digits.
    pub laws: String,
    /// Every option of the ruleset with its choice, defaults too, in rising order: `castling=three,triple-step=off`.
    pub options: String,
    /// Starting arrangement, by its key.
    pub array: String,
    /// Fingerprint of the engine, 16 hexadecimal digits; empty where it did not play.
    pub evaluation: String,
    /// Player of White, as a specification such as `rukh:nodes=200`, or as a name.
    pub white: String,
    /// Player of Black.
    pub black: String,
    /// FEN of the position in which turns began; of the last position where they never did.
    pub opening: String,
    /// Seed of the opening, the die and the players; 0 of games that have none.
    pub seed: u64,
    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game without a result.
    pub result: String,
    /// Why the game ended, as [`Reason`](rukh_rules::Reason) is written: `checkmate`; [`CUT_OFF`] where it did not.
    pub reason: String,
    /// Plies in turns, passes among them.
    pub plies: u32,
    /// Passes in turns.
    pub passes: u32,
    /// Throws of the die.
    pub throws: u32,
    /// Captures in turns.
    pub captures: u32,
    /// Promotions in turns.
    pub promotions: u32,
    /// What White's throws brought White, in shares of a point; `None` without a judge or without a die.
    pub luck_white: Option<f64>,
    /// What Black's throws brought Black, in shares of a point.
    pub luck_black: Option<f64>,
    /// Moves and retractions in the werera, of both sides; `None` without a werera.
    pub werera_events: Option<u32>,
    /// Retractions in the werera, of both sides.
    pub werera_retractions: Option<u32>,
    /// Duration of the werera in milliseconds: of virtual time where it was simulated, else from its first event;
    /// `None` also where no time was kept.
    pub werera_ms: Option<u64>,
    /// How the werera ended: `capture-white` or `capture-black` by who captured, `budget`, `agreement`, `clock`, or
    /// `over` with the game.
    pub werera_end: Option<String>,
    /// Placement of White's pieces where turns began, if there was a werera.
    pub white_arrangement: Option<String>,
    /// Placement of Black's pieces where turns began, if there was a werera.
    pub black_arrangement: Option<String>,
    /// Letters of the pieces that White has left, lower case in alphabetical order: `kpr`.
    pub white_left: String,
    /// Letters of the pieces that Black has left.
    pub black_left: String,
    /// How often the lead went from one side to the other, by the judge; a side leads that is
    /// [ahead](crate::standing::Standing::Ahead). `None` without a judge.
    pub lead_changes: Option<u32>,
}

/// A move in turns.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveRow {
    /// Cell of the study, from 0.
    pub cell: u32,
    /// Number of the game in its cell, from 0.
    pub number: u64,
    /// Number of the move in turns, from 0.
    pub ply: u32,
    /// `white` or `black`.
    pub side: String,
    /// Letter of the piece that moves, lower case; empty for a pass.
    pub piece: String,
    /// Square that it leaves; empty for a pass.
    pub from: String,
    /// Square that it goes to; empty for a pass.
    pub to: String,
    /// Letter of the piece that is captured.
    pub capture: Option<String>,
    /// Letter of what the piece becomes.
    pub promotion: Option<String>,
    /// Face of the die that was thrown for it.
    pub face: Option<u8>,
    /// Number of legal moves, the pass among them.
    pub legal: u32,
    /// Expected score of the side that moves, before its move and after its throw, by the judge: 0 to 1.
    pub score_before: Option<f64>,
    /// The same after its move, before the next throw.
    pub score_after: Option<f64>,
    /// Time since the event before, in milliseconds, where the game has times.
    pub time_ms: Option<u32>,
}

/// A position in which a side chose, or the last one.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PositionRow {
    /// Cell of the study, from 0.
    pub cell: u32,
    /// Number of the game in its cell, from 0.
    pub number: u64,
    /// Number of the move that was made here; the number of plies for the last position.
    pub ply: u32,
    /// The position, with the throw if one lies.
    pub fen: String,
}
