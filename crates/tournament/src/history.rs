//! What an entrant has played, for pairings and tie-breaks.

use crate::event::{ByeKind, Forfeit};
use crate::tournament::{Tournament, TournamentGameStatus};

/// The colour of an entrant in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Seat {
    White,
    Black,
}

/// What an entrant did in a game or a round.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    /// A game in progress.
    Open,
    /// A game played to its end.
    Played,
    /// An opponent who did not come.
    ForfeitWin,
    /// A game not played by the entrant's fault.
    ForfeitLoss,
    /// A bye.
    Bye(ByeKind),
    /// Nothing: not joined yet, or withdrawn.
    Absent,
}

/// A game or a round of an entrant.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) round: u16,
    pub(crate) opponent: Option<usize>,
    pub(crate) seat: Option<Seat>,
    pub(crate) deed: Deed,
    pub(crate) half_points: u32,
}

impl Turn {
    /// Whether the entrant chose not to play (FIDE: voluntary unplayed round).
    pub(crate) fn is_voluntary(&self) -> bool {
        matches!(self.deed, Deed::ForfeitLoss | Deed::Bye(ByeKind::HalfPoint) | Deed::Absent)
    }
}

/// The turns of every entrant in the order of rounds and games. In a Swiss tournament each round that was paired
/// is there; elsewhere there are games and byes only.
pub(crate) fn histories(tournament: &Tournament) -> Vec<Vec<Turn>> {
    let mut histories: Vec<Vec<Turn>> = vec![Vec::new(); tournament.entrants().len()];
    for game in tournament.games() {
        let half_points = game.half_points();
        let sides = [(game.white, game.black, Seat::White), (game.black, game.white, Seat::Black)];
        for (side, (entrant, opponent, seat)) in sides.into_iter().enumerate() {
            let deed = match game.status {
                TournamentGameStatus::Open => Deed::Open,
                TournamentGameStatus::Played(_) => Deed::Played,
                TournamentGameStatus::Forfeited(Forfeit::Black) if seat == Seat::White => Deed::ForfeitWin,
                TournamentGameStatus::Forfeited(Forfeit::White) if seat == Seat::Black => Deed::ForfeitWin,
                TournamentGameStatus::Forfeited(_) => Deed::ForfeitLoss,
            };
            histories[entrant].push(Turn {
                round: game.round,
                opponent: Some(opponent),
                seat: Some(seat),
                deed,
                half_points: half_points[side],
            });
        }
    }
    for bye in tournament.byes() {
        let half_points = match bye.kind {
            ByeKind::FullPoint => 2,
            ByeKind::HalfPoint => 1,
        };
        histories[bye.entrant].push(Turn {
            round: bye.round,
            opponent: None,
            seat: None,
            deed: Deed::Bye(bye.kind),
            half_points,
        });
    }
    for history in &mut histories {
        history.sort_by_key(|turn| turn.round);
    }
    histories
}

/// The rounds of a Swiss tournament in which an entrant has neither game nor bye, added to the others.
pub(crate) fn with_absences(history: &[Turn], rounds: u16) -> Vec<Turn> {
    let turn = |round| history.iter().find(|turn| turn.round == round).copied();
    let absent = |round| Turn { round, opponent: None, seat: None, deed: Deed::Absent, half_points: 0 };
    (1..=rounds).map(|round| turn(round).unwrap_or_else(|| absent(round))).collect()
}

/// Games with White less games with Black; the seats of games that were played or are, the last ones first.
pub(crate) fn seats(history: &[Turn]) -> (i32, Vec<Seat>) {
    let counted = history.iter().rev().filter(|turn| matches!(turn.deed, Deed::Open | Deed::Played));
    let seats: Vec<Seat> = counted.filter_map(|turn| turn.seat).collect();
    let balance = seats.iter().map(|seat| if *seat == Seat::White { 1 } else { -1 }).sum();
    (balance, seats)
}

/// A number that a seed and another number give, as good as random (SplitMix64's finaliser).
pub(crate) fn hash(seed: u64, number: u64) -> u64 {
    let mut mixed = seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}
