//! The log of a tournament.

use serde::{Deserialize, Serialize};

use crate::entrant::EntrantId;

/// What happened in a tournament. The list of events is the tournament: the same list gives the same state.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TournamentEvent {
    /// Somebody joined, or came back after a withdrawal: then the rating stays the first.
    Joined {
        /// The entrant.
        entrant: EntrantId,
        /// The rating, which orders the seeds.
        rating: u16,
    },
    /// Somebody takes part no more. A game in progress goes on.
    Withdrew {
        /// The entrant.
        entrant: EntrantId,
    },
    /// The host of a simul, before its start, does not want to play somebody, who cannot come back.
    Removed {
        /// The entrant.
        entrant: EntrantId,
    },
    /// Somebody will miss a round of a Swiss tournament and has half a point for it.
    ByeRequested {
        /// The entrant.
        entrant: EntrantId,
        /// The round, from 1; not yet paired.
        round: u16,
    },
    /// The first pairings can be made; in a knock-out and a simul nobody joins any more.
    Started,
    /// A game begins.
    Paired {
        /// Number of the game in the tournament, from 0 without gaps.
        game: u32,
        /// Swiss: the round, from 1. Knock-out: the round of the bracket. Arena: the number of the pairing. Simul: 1.
        round: u16,
        /// White.
        white: EntrantId,
        /// Black.
        black: EntrantId,
    },
    /// Somebody plays no game in a round.
    Bye {
        /// The round, from 1.
        round: u16,
        /// The entrant.
        entrant: EntrantId,
        /// What it counts.
        kind: ByeKind,
    },
    /// A game was played to its end.
    Result {
        /// Number of the game.
        game: u32,
        /// Its result.
        result: BoardResult,
    },
    /// A game was not played: it does not count as a meeting.
    Forfeited {
        /// Number of the game.
        game: u32,
        /// Who did not play.
        by: Forfeit,
    },
    /// The director ends a running tournament: the standings are final as they are, and what becomes of games in
    /// progress does not count.
    EndedEarly,
    /// The tournament is over: nothing happens any more.
    Finished,
}

/// What a bye counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ByeKind {
    /// A point, for the one whom an odd number leaves without an opponent (FIDE: pairing-allocated bye); in a
    /// knock-out, the next round.
    FullPoint,
    /// Half a point, on request.
    HalfPoint,
}

/// How a game that was played ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum BoardResult {
    /// White won.
    WhiteWins,
    /// Nobody won.
    Draw,
    /// Black won.
    BlackWins,
}

/// Who did not play a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Forfeit {
    /// White: Black has the point.
    White,
    /// Black: White has the point.
    Black,
    /// Both: nobody has a point.
    Both,
}
