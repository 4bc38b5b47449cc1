//! Standings: points, tie-breaks and ranks.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::arena::arena_half_points;
use crate::entrant::EntrantId;
use crate::format::{SwissFormat, TournamentFormat};
use crate::history::{Deed, Turn, histories, with_absences};
use crate::knockout::Bracket;
use crate::tournament::{HOST, Tournament};

mod tie_break;

pub use tie_break::TieBreakScore;

/// Points, which may be halves; in JSON a number such as 2.5.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(into = "f64")]
pub struct Points {
    /// Twice the points.
    pub halves: u32,
}

impl From<Points> for f64 {
    fn from(points: Points) -> f64 {
        f64::from(points.halves) / 2.0
    }
}

/// With one decimal, as in FIDE's reports.
impl fmt::Display for Points {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{}.{}", self.halves / 2, self.halves % 2 * 5);
        formatter.pad(&text)
    }
}

/// A line of the standings.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StandingRow {
    /// The rank, from 1; equal for those whom nothing tells apart. The host of a simul has none: 0.
    pub rank: u32,
    /// Number of the entrant.
    pub number: usize,
    /// The entrant.
    pub entrant: EntrantId,
    /// The rating with which the entrant joined.
    pub rating: u16,
    /// Points; in a knock-out the matches won.
    pub points: Points,
    /// Tie-breaks of a Swiss tournament, in the order in which they decide.
    pub tie_breaks: Vec<TieBreakScore>,
    /// Games played to their end.
    pub games: u32,
    /// Games of these that were won.
    pub wins: u32,
    /// Whether the entrant has withdrawn.
    pub withdrawn: bool,
}

impl Tournament {
    /// The standings, the best first. Open games count nothing.
    ///
    /// - Swiss: points, then the format's tie-breaks.
    /// - Arena: points with streaks, then games won, then the higher rating.
    /// - Knock-out: matches won, the winner first; those who lost in one round share a rank.
    /// - Simul: the host first, without a rank; then the others by their points, in the order of the boards. Once it
    ///   has begun these are all who have a board.
    #[must_use]
    pub fn standings(&self) -> Vec<StandingRow> {
        let histories = histories(self);
        let played = |history: &[Turn], least: u32| {
            let games = history.iter().filter(|turn| turn.deed == Deed::Played && turn.half_points >= least);
            games.count() as u32
        };
        let row = |(number, history): (usize, &Vec<Turn>)| StandingRow {
            rank: 0,
            number,
            entrant: self.id_of(number),
            rating: self.entrants()[number].rating,
            points: Points { halves: history.iter().map(|turn| turn.half_points).sum() },
            tie_breaks: Vec::new(),
            games: played(history, 0),
            wins: played(history, 2),
            withdrawn: self.entrants()[number].has_withdrawn(),
        };
        let rows: Vec<StandingRow> = histories.iter().enumerate().map(row).collect();
        match self.format() {
            TournamentFormat::Swiss(format) => self.swiss_standings(format, rows, &histories),
            TournamentFormat::Arena => arena_standings(rows, &histories),
            TournamentFormat::Knockout(_) => knockout_standings(self, rows),
            TournamentFormat::Simul(_) => simul_standings(self, rows),
        }
    }

    fn swiss_standings(
        &self,
        format: &SwissFormat,
        mut rows: Vec<StandingRow>,
        histories: &[Vec<Turn>],
    ) -> Vec<StandingRow> {
        let complete: Vec<Vec<Turn>> =
            histories.iter().map(|history| with_absences(history, self.round())).collect();
        for row in &mut rows {
            row.tie_breaks = tie_break::scores(format.tie_breaks(), row.number, &complete);
        }
        tie_break::add_direct_encounters(format.tie_breaks(), &mut rows, &complete);
        let scores = |row: &StandingRow| -> Vec<u32> {
            let quarters = row.tie_breaks.iter().map(|score| score.quarters);
            std::iter::once(row.points.halves).chain(quarters).collect()
        };
        rows.sort_by_key(|row| std::cmp::Reverse((scores(row), row.rating)));
        ranked(rows, |row| (scores(row), 0))
    }
}

fn arena_standings(mut rows: Vec<StandingRow>, histories: &[Vec<Turn>]) -> Vec<StandingRow> {
    for row in &mut rows {
        row.points = Points { halves: arena_half_points(&histories[row.number]) };
    }
    let key = |row: &StandingRow| (vec![row.points.halves, row.wins], row.rating);
    rows.sort_by_key(|row| std::cmp::Reverse(key(row)));
    ranked(rows, key)
}

fn knockout_standings(tournament: &Tournament, mut rows: Vec<StandingRow>) -> Vec<StandingRow> {
    let bracket = Bracket::of(tournament);
    let seed = |row: &StandingRow| tournament.seeds().iter().position(|one| *one == row.number);
    for row in &mut rows {
        row.points = Points { halves: 2 * bracket.wins_of(row.number) };
    }
    // Those who withdrew before the start have no seed.
    let key = |row: &StandingRow| (vec![row.points.halves, u32::from(seed(row).is_some())], 0);
    rows.sort_by_key(|row| (std::cmp::Reverse(key(row)), seed(row)));
    ranked(rows, key)
}

/// The rows are in the order in which people joined, which is that of the boards.
fn simul_standings(tournament: &Tournament, mut rows: Vec<StandingRow>) -> Vec<StandingRow> {
    let mut others = rows.split_off(HOST + 1);
    if tournament.round() > 0 {
        let plays = |row: &StandingRow| {
            tournament.games().iter().any(|game| game.white == row.number || game.black == row.number)
        };
        others.retain(plays);
    }
    others.sort_by_key(|row| std::cmp::Reverse(row.points));
    rows.extend(ranked(others, |row| row.points));
    rows
}

/// Rows in their order, with equal ranks for equal keys.
fn ranked<Key: PartialEq>(mut rows: Vec<StandingRow>, key: impl Fn(&StandingRow) -> Key) -> Vec<StandingRow> {
    for at in 0..rows.len() {
        let is_equal = at > 0 && key(&rows[at - 1]) == key(&rows[at]);
        rows[at].rank = if is_equal { rows[at - 1].rank } else { at as u32 + 1 };
    }
    rows
}

/// Reads a number such as 2.5.
impl<'de> Deserialize<'de> for Points {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Points, D::Error> {
        let number = f64::deserialize(deserializer)?;
        let halves = number * 2.0;
        if halves.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&halves) {
            Ok(Points { halves: halves as u32 })
        } else {
            Err(serde::de::Error::custom("points are whole or half, and not negative"))
        }
    }
}
