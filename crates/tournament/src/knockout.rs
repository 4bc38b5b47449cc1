//! The bracket of a knock-out tournament.
//!
//! Seeds stand in the standard order: the first two can meet in the final only, the first four from the
//! semi-finals on. If their number is no power of two, the highest seeds have a bye in the first round.
//! Who withdraws loses the match in progress or the next one; of two who withdrew, who did so first.

use serde::Serialize;

use crate::event::{ByeKind, TournamentEvent};
use crate::format::{KnockoutFormat, TieRule, TournamentFormat};
use crate::history::hash;
use crate::tournament::{Tournament, TournamentGame};

/// A match of a bracket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct BracketMatch {
    /// The round, from 1.
    pub round: u16,
    /// Numbers of the entrants, in the order of the bracket; `None` while unknown, or with a bye.
    pub sides: [Option<usize>; 2],
    /// Numbers of its games.
    pub games: Vec<usize>,
    /// Half points of both.
    pub half_points: [u32; 2],
    /// Number of the entrant who advances.
    pub winner: Option<usize>,
}

/// All matches of a knock-out, computed from its games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Bracket {
    /// The rounds, each with the matches from top to bottom; none before the start.
    pub rounds: Vec<Vec<BracketMatch>>,
}

/// The seeds, from 0, of a bracket with a power of two of places, from top to bottom: 0 and 7, 3 and 4, 1 and 6, …
/// of eight.
fn standard_order(places: usize) -> Vec<usize> {
    let mut order = vec![0];
    while order.len() < places {
        let last = order.len() * 2 - 1;
        order = order.iter().flat_map(|seed| [*seed, last - seed]).collect();
    }
    order
}

impl Bracket {
    /// The bracket of a tournament; without rounds if it is of another kind or has not started.
    #[must_use]
    pub fn of(tournament: &Tournament) -> Bracket {
        let seeds = tournament.seeds();
        let TournamentFormat::Knockout(format) = tournament.format() else {
            return Bracket { rounds: Vec::new() };
        };
        if seeds.is_empty() {
            return Bracket { rounds: Vec::new() };
        }
        let order = standard_order(seeds.len().next_power_of_two());
        let mut sides: Vec<Option<usize>> = order.iter().map(|seed| seeds.get(*seed).copied()).collect();
        let mut rounds = Vec::new();
        let mut round = 1;
        while sides.len() > 1 {
            let matches: Vec<BracketMatch> = sides
                .chunks_exact(2)
                .map(|sides| {
                    // Only in the first round a side that is missing never comes.
                    let is_complete = round == 1 || sides.iter().all(Option::is_some);
                    BracketMatch::of(tournament, format, round, [sides[0], sides[1]], is_complete)
                })
                .collect();
            sides = matches.iter().map(|one| one.winner).collect();
            rounds.push(matches);
            round += 1;
        }
        if rounds.is_empty() {
            let lone = BracketMatch {
                round: 1,
                sides: [sides[0], None],
                games: Vec::new(),
                half_points: [0; 2],
                winner: sides[0],
            };
            rounds.push(vec![lone]);
        }
        Bracket { rounds }
    }

    /// The number of the entrant who won the final.
    #[must_use]
    pub fn winner(&self) -> Option<usize> {
        self.rounds.last().and_then(|last| last.first()).and_then(|last| last.winner)
    }

    fn matches(&self) -> impl Iterator<Item = &BracketMatch> {
        self.rounds.iter().flatten()
    }

    /// Whether two have a match in a round that is not decided.
    pub(crate) fn is_due(&self, round: u16, one: usize, other: usize) -> bool {
        let sides = [Some(one), Some(other)];
        let is_theirs = |found: &BracketMatch| sides.iter().all(|side| found.sides.contains(side));
        self.matches().any(|found| found.round == round && is_theirs(found) && found.winner.is_none())
    }

    /// Whether an entrant has no opponent in the first round.
    pub(crate) fn has_bye(&self, entrant: usize) -> bool {
        let first = self.rounds.first().into_iter().flatten();
        first.into_iter().any(|one| one.sides.contains(&Some(entrant)) && one.sides.contains(&None))
    }

    /// How many matches an entrant has won, byes among them.
    pub(crate) fn wins_of(&self, entrant: usize) -> u32 {
        self.matches().filter(|one| one.winner == Some(entrant)).count() as u32
    }

    /// The byes of the first round, a game for each match that waits for one, and at last the end.
    pub(crate) fn next_games(&self, tournament: &Tournament, seed: u64) -> Vec<TournamentEvent> {
        if self.winner().is_some() && !tournament.has_open_games() {
            return vec![TournamentEvent::Finished];
        }
        let mut events = Vec::new();
        for one in self.rounds.first().into_iter().flatten() {
            let ([Some(entrant), None] | [None, Some(entrant)]) = one.sides else { continue };
            let has_bye = tournament.byes().iter().any(|bye| bye.entrant == entrant);
            if !has_bye && !tournament.entrants()[entrant].has_withdrawn() {
                let (entrant, kind) = (tournament.id_of(entrant), ByeKind::FullPoint);
                events.push(TournamentEvent::Bye { round: 1, entrant, kind });
            }
        }
        let mut first = tournament.games().len() as u32;
        for round in &self.rounds {
            for (index, one) in round.iter().enumerate() {
                let ([Some(upper), Some(lower)], None) = (one.sides, one.winner) else { continue };
                if one.games.iter().any(|game| tournament.games()[*game].is_open()) {
                    continue;
                }
                let drawn = hash(seed, (u64::from(one.round) << 32) + index as u64) & 1 == 0;
                let upper_is_white = match one.games.last() {
                    Some(last) => tournament.games()[*last].white == lower,
                    None => drawn,
                };
                let [white, black] = if upper_is_white { [upper, lower] } else { [lower, upper] };
                events.push(TournamentEvent::Paired {
                    game: first,
                    round: one.round,
                    white: tournament.id_of(white),
                    black: tournament.id_of(black),
                });
                first += 1;
            }
        }
        events
    }
}

impl BracketMatch {
    fn of(
        tournament: &Tournament,
        format: &KnockoutFormat,
        round: u16,
        sides: [Option<usize>; 2],
        is_complete: bool,
    ) -> BracketMatch {
        let mut found = BracketMatch { round, sides, games: Vec::new(), half_points: [0; 2], winner: None };
        let [Some(one), Some(other)] = sides else {
            found.winner = if is_complete { sides[0].or(sides[1]) } else { None };
            return found;
        };
        let is_of_both = |game: &TournamentGame| {
            game.round == round && [[one, other], [other, one]].contains(&[game.white, game.black])
        };
        let games = tournament.games().iter().enumerate().filter(|(_, game)| is_of_both(game));
        found.games = games.map(|(number, _)| number).collect();
        let higher = if seed_of(tournament, one) < seed_of(tournament, other) { one } else { other };
        for (at, number) in found.games.iter().enumerate() {
            let game = &tournament.games()[*number];
            let [white, black] = game.half_points();
            let (first, second) = if game.white == one { (white, black) } else { (black, white) };
            found.half_points[0] += first;
            found.half_points[1] += second;
            if !game.is_open() && found.winner.is_none() {
                found.winner = decided(format, at + 1, found.half_points, [one, other], game, higher);
            }
        }
        let is_open = found.games.iter().any(|game| tournament.games()[*game].is_open());
        if found.winner.is_none() && !is_open {
            found.winner = by_withdrawal(tournament, [one, other]);
        }
        found
    }
}

fn seed_of(tournament: &Tournament, entrant: usize) -> Option<usize> {
    tournament.seeds().iter().position(|one| *one == entrant)
}

/// Who has won a match after a number of games, of which `last` is the last.
fn decided(
    format: &KnockoutFormat,
    played: usize,
    half_points: [u32; 2],
    sides: [usize; 2],
    last: &TournamentGame,
    higher: usize,
) -> Option<usize> {
    let regular = usize::from(format.games());
    let left = regular.saturating_sub(played) as u32;
    let leader = if half_points[0] > half_points[1] { sides[0] } else { sides[1] };
    if half_points[0].abs_diff(half_points[1]) > 2 * left {
        return Some(leader);
    }
    let level = regular + usize::from(format.rematches());
    match format.tie_rule() {
        TieRule::HigherSeed if played >= level => Some(higher),
        TieRule::SuddenDeath if played > level => {
            // Level here is a draw, or a game that neither played.
            Some(if last.half_points() == [1, 1] { last.black } else { higher })
        }
        _ => None,
    }
}

/// Who advances because the other withdrew.
fn by_withdrawal(tournament: &Tournament, sides: [usize; 2]) -> Option<usize> {
    let [one, other] = sides.map(|side| tournament.entrants()[side].withdrawn);
    match (one, other) {
        (None, None) => None,
        (None, Some(_)) => Some(sides[0]),
        (Some(_), None) => Some(sides[1]),
        (Some(one), Some(other)) => Some(if one > other { sides[0] } else { sides[1] }),
    }
}

#[cfg(test)]
mod tests {
    use super::standard_order;

    #[test]
    fn standard_order_of_eight_is_that_of_every_bracket() {
        assert_eq!(standard_order(1), [0]);
        assert_eq!(standard_order(8), [0, 7, 3, 4, 1, 6, 2, 5]);
    }
}
