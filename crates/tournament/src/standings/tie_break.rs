//! Tie-breaks of a Swiss tournament.

use serde::Serialize;

use super::StandingRow;
use crate::format::TieBreak;
use crate::history::{Deed, Turn};

/// What an entrant has of a tie-break.
///
/// Rounds that were not played, in the manner of FIDE's Handbook C.07, article 16:
///
/// - An own round without a game counts for Buchholz and Sonneborn-Berger as a game against a dummy with the
///   own number of points, in which the points of that round were made.
/// - Rounds at the end that an opponent missed by choice (withdrawn, absent, half-point bye, lost by forfeit) count
///   as draws. Other missed rounds count what they brought.
/// - Buchholz cut 1 leaves out the least contribution of the rounds missed by choice, if there are any.
/// - Direct encounter and number of wins count played games only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct TieBreakScore {
    /// The tie-break.
    pub tie_break: TieBreak,
    /// Four times its value: half the points of an opponent who has a half are a quarter.
    pub quarters: u32,
}

impl TieBreakScore {
    /// The value, in points or games.
    #[must_use]
    pub fn value(self) -> f64 {
        f64::from(self.quarters) / 4.0
    }
}

fn half_points(history: &[Turn]) -> u32 {
    history.iter().map(|turn| turn.half_points).sum()
}

/// An opponent's points for the tie-breaks of others, in halves.
fn adjusted(history: &[Turn]) -> u32 {
    let missed = history.iter().rev().take_while(|turn| turn.is_voluntary()).count();
    let (others, last) = history.split_at(history.len() - missed);
    half_points(others) + last.len() as u32
}

/// What a round contributes: half points of the opponent, own half points, and whether it was missed by choice;
/// nothing while the game is open.
fn contributions(entrant: usize, histories: &[Vec<Turn>]) -> Vec<(u32, u32, bool)> {
    let own = half_points(&histories[entrant]);
    let finished = histories[entrant].iter().filter(|turn| turn.deed != Deed::Open);
    let contribution = |turn: &Turn| {
        let opponent = match (turn.deed, turn.opponent) {
            (Deed::Played, Some(opponent)) => adjusted(&histories[opponent]),
            _ => own,
        };
        (opponent, turn.half_points, turn.is_voluntary())
    };
    finished.map(contribution).collect()
}

/// The tie-breaks of an entrant, direct encounters still at 0. Every history has a turn for each round.
pub(super) fn scores(tie_breaks: &[TieBreak], entrant: usize, histories: &[Vec<Turn>]) -> Vec<TieBreakScore> {
    let contributions = contributions(entrant, histories);
    let buchholz: u32 = contributions.iter().map(|(opponent, ..)| opponent).sum();
    let least = |voluntary: bool| {
        let counted = contributions.iter().filter(|(.., missed)| *missed || !voluntary);
        counted.map(|(opponent, ..)| *opponent).min()
    };
    let of = |tie_break: &TieBreak| {
        let quarters = match tie_break {
            TieBreak::Buchholz => 2 * buchholz,
            TieBreak::BuchholzCut1 => 2 * (buchholz - least(true).or(least(false)).unwrap_or_default()),
            TieBreak::SonnebornBerger => {
                contributions.iter().map(|(opponent, made, _)| opponent * made).sum()
            }
            TieBreak::DirectEncounter => 0,
            TieBreak::Wins => {
                let won = |turn: &&Turn| turn.deed == Deed::Played && turn.half_points == 2;
                4 * histories[entrant].iter().filter(won).count() as u32
            }
        };
        TieBreakScore { tie_break: *tie_break, quarters }
    };
    tie_breaks.iter().map(of).collect()
}

/// Fills in direct encounters: among those whom points and the tie-breaks before leave equal.
pub(super) fn add_direct_encounters(
    tie_breaks: &[TieBreak],
    rows: &mut [StandingRow],
    histories: &[Vec<Turn>],
) {
    let Some(at) = tie_breaks.iter().position(|one| *one == TieBreak::DirectEncounter) else { return };
    let key = |row: &StandingRow| {
        let before = row.tie_breaks[..at].iter().map(|score| score.quarters);
        (row.points.halves, before.collect::<Vec<_>>())
    };
    let keys: Vec<_> = rows.iter().map(key).collect();
    for row in 0..rows.len() {
        let others: Vec<usize> = (0..rows.len())
            .filter(|other| *other != row && keys[*other] == keys[row])
            .map(|other| rows[other].number)
            .collect();
        rows[row].tie_breaks[at].quarters =
            encounter(rows[row].number, &others, histories).unwrap_or_default();
    }
}

/// Four times an entrant's points against others, if all of them have met each other.
fn encounter(entrant: usize, others: &[usize], histories: &[Vec<Turn>]) -> Option<u32> {
    let game = |one: usize, other: usize| {
        histories[one].iter().find(|turn| turn.deed == Deed::Played && turn.opponent == Some(other))
    };
    let all_met =
        others.iter().all(|one| others.iter().all(|other| one == other || game(*one, *other).is_some()));
    let games = others.iter().map(|other| game(entrant, *other)).collect::<Option<Vec<_>>>()?;
    all_met.then(|| 2 * games.iter().map(|turn| turn.half_points).sum::<u32>())
}
