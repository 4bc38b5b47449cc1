//! Pairing and points of an arena, in the manner of lichess.
//!
//! Those who wait are ordered by their rank in the standings, and may meet their neighbours there. Of the matchings
//! with the most games the one with the closest ranks is played; of an odd number, who has waited least is left
//! over. Two who met in their last game do not meet again at once, unless nobody else takes part or both have
//! waited for half a minute.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use crate::entrant::WaitingEntrant;
use crate::event::TournamentEvent;
use crate::history::{Deed, Seat, Turn, hash, histories, seats};
use crate::matching::{Edge, MAX_COST, MAX_VERTICES, cheapest_matching};
use crate::tournament::Tournament;

/// Neighbours below in rank whom a player may meet: enough for those who cannot meet, few enough that 200 are
/// paired in some milliseconds.
const NEIGHBOURS: usize = 16;
/// Wait after which the last opponent may be met again, in milliseconds.
const REPEAT_AFTER_MS: u64 = 30_000;
/// Cost of meeting the last opponent again.
const REPEAT_COST: i32 = 1 << 20;
/// Cost, for each second of waiting, of being left over; it outweighs the greatest distance of ranks.
const WAIT_COST: i32 = 1 << 10;
/// Longest wait that counts, in seconds.
const MAX_WAIT_S: u64 = 600;
/// Cost for each game by which two have both had more of one colour.
const COLOUR_COST: i32 = 8;
/// Greatest number of such games that counts.
const MAX_BALANCE: i32 = 8;

/// Somebody who waits, in the order of the standings.
struct Ready {
    entrant: usize,
    waited_ms: u64,
    last_opponent: Option<usize>,
    balance: i32,
    last_seat: Option<Seat>,
}

/// Games of those who wait.
pub(crate) fn pair_waiting(
    tournament: &Tournament,
    waiting: &[WaitingEntrant],
    seed: u64,
) -> Vec<TournamentEvent> {
    let histories = histories(tournament);
    let mut seen = BTreeSet::new();
    let mut ready: Vec<Ready> = waiting
        .iter()
        .filter_map(|one| Some((tournament.number_of(&one.entrant)?, one.waited_ms)))
        .filter(|(entrant, _)| !tournament.entrants()[*entrant].has_withdrawn())
        .filter(|(entrant, _)| tournament.open_game_of(*entrant).is_none() && seen.insert(*entrant))
        .map(|(entrant, waited_ms)| {
            let (balance, seats) = seats(&histories[entrant]);
            let last_opponent = histories[entrant].last().and_then(|turn| turn.opponent);
            Ready { entrant, waited_ms, last_opponent, balance, last_seat: seats.first().copied() }
        })
        .collect();
    let points: Vec<u32> = histories.iter().map(|history| arena_half_points(history)).collect();
    ready.sort_by_key(|one| {
        let rating = tournament.entrants()[one.entrant].rating;
        (Reverse(points[one.entrant]), Reverse(rating), one.entrant)
    });
    let nobody_else = tournament.active().count() <= 2;
    let round = tournament.round().saturating_add(1);
    let mut games = Vec::new();
    // An even number, so that only the last part leaves somebody over.
    for part in ready.chunks(MAX_VERTICES - 1) {
        for [one, other] in pair_part(part, nobody_else) {
            games.push(seated(&part[one], &part[other], hash(seed, games.len() as u64)));
        }
    }
    tournament.paired_events(round, &games)
}

/// Indices of those who meet, of a part of those who wait.
fn pair_part(ready: &[Ready], nobody_else: bool) -> Vec<[usize; 2]> {
    let mut edges = Vec::new();
    for (one, higher) in ready.iter().enumerate() {
        for (other, lower) in ready.iter().enumerate().skip(one + 1).take(NEIGHBOURS) {
            let repeats =
                higher.last_opponent == Some(lower.entrant) && lower.last_opponent == Some(higher.entrant);
            let patient = higher.waited_ms.min(lower.waited_ms) >= REPEAT_AFTER_MS;
            if !repeats || nobody_else || patient {
                edges.push(Edge { ends: [one, other], cost: cost(other - one, higher, lower, repeats) });
            }
        }
    }
    if ready.len() % 2 == 1 {
        let left_over = |(one, player): (usize, &Ready)| {
            let seconds = (player.waited_ms / 1000).min(MAX_WAIT_S) as i32;
            Edge { ends: [one, ready.len()], cost: seconds * WAIT_COST }
        };
        edges.extend(ready.iter().enumerate().map(left_over));
    }
    let pairs = cheapest_matching(&edges).into_iter();
    pairs.filter(|pair| pair[1] < ready.len()).collect()
}

fn cost(distance: usize, higher: &Ready, lower: &Ready, repeats: bool) -> i32 {
    let distance = distance as i32;
    let same = if higher.balance.signum() == lower.balance.signum() {
        higher.balance.abs().min(lower.balance.abs()).min(MAX_BALANCE)
    } else {
        0
    };
    let again = if repeats { REPEAT_COST } else { 0 };
    (distance * distance + same * COLOUR_COST + again).min(MAX_COST)
}

/// The numbers of two entrants, White first: who has had White less often, else who had Black last.
fn seated(higher: &Ready, lower: &Ready, random: u64) -> [usize; 2] {
    let higher_is_white = if higher.balance != lower.balance {
        higher.balance < lower.balance
    } else if higher.last_seat != lower.last_seat {
        higher.last_seat == Some(Seat::Black) || lower.last_seat == Some(Seat::White)
    } else {
        random & 1 == 0
    };
    if higher_is_white { [higher.entrant, lower.entrant] } else { [lower.entrant, higher.entrant] }
}

/// The half points of an entrant's games in an arena.
///
/// A win has two points, a draw one. After two wins in a row the next games count double, up to the first that is
/// not won, which still does. A win by forfeit counts like another.
pub(crate) fn arena_half_points(history: &[Turn]) -> u32 {
    let (mut total, mut wins) = (0, 0);
    for turn in history.iter().filter(|turn| turn.deed != Deed::Open) {
        let double = if wins >= 2 { 2 } else { 1 };
        total += turn.half_points * 2 * double;
        wins = if turn.half_points == 2 { wins + 1 } else { 0 };
    }
    total
}

#[cfg(test)]
mod tests {
    use super::arena_half_points;
    use crate::history::{Deed, Turn};

    fn points(results: &str) -> u32 {
        let half_points = |letter| match letter {
            'W' => 2,
            'D' => 1,
            _ => 0,
        };
        let turn = |letter| Turn {
            round: 1,
            opponent: None,
            seat: None,
            deed: if letter == '?' { Deed::Open } else { Deed::Played },
            half_points: half_points(letter),
        };
        arena_half_points(&results.chars().map(turn).collect::<Vec<_>>()) / 2
    }

    /// The examples of lichess's page on arenas: two wins and a draw are 2 + 2 + (2 × 1).
    #[test]
    fn arena_points_double_after_two_wins_until_one_is_not_won() {
        for (results, expected) in [
            ("", 0),
            ("W", 2),
            ("D", 1),
            ("WW", 4),
            ("WWD", 6),
            ("WWWL", 8),
            ("WWDW", 8),
            ("WDW", 5),
            ("WW?", 4),
        ] {
            assert_eq!(points(results), expected, "{results}");
        }
    }
}
