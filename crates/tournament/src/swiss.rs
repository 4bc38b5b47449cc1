//! Pairing of a round in the Swiss system, with the aims of FIDE's Dutch system.
//!
//! Strictly: nobody meets twice, nobody has two full-point byes (or one after a win by forfeit), the bye goes to
//! the lowest for whom the others can be paired, and nobody has one colour three times in a row or a
//! difference of three between the colours. Where no round satisfies the last of these, it becomes an aim.
//!
//! The other aims are costs of a pair; the matching of least total cost is played. In the order of their weight:
//! equal points, due colours, no two floats in a row, and in each group of equal points the upper half
//! meets the lower half in its order. FIDE's system compares these one after the other, and pairs one group
//! after the other; a sum can give a little of one for much of another.
//!
//! Source: FIDE Handbook C.04.3, *FIDE (Dutch) System*.

use std::cmp::Reverse;

use crate::event::{ByeKind, TournamentEvent};
use crate::format::SwissFormat;
use crate::history::{Deed, Seat, Turn, hash, histories, seats};
use crate::matching::{Edge, MAX_COST, cheapest_matching};
use crate::tournament::{PairingError, Tournament};

/// Cost of a difference of half a point, squared for more.
const SCORE_COST: i32 = 1 << 13;
/// Differences above eight half points cost as much as these, so that all costs together fit.
const MAX_DIFFERENCE: u32 = 8;
/// Cost of two absolute claims to one colour, where the strict rule was given up.
const ABSOLUTE_COST: i32 = 1 << 20;
/// Cost of two strong claims to one colour: one of the two has had it less often.
const STRONG_COST: i32 = 1 << 12;
/// Cost of a mild claim that is not met: the colours would not alternate.
const MILD_COST: i32 = 1 << 10;
/// Cost of playing up or down a second time in a row.
const FLOAT_COST: i32 = 1 << 9;

/// How much a player is due a colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Claim {
    /// No game yet.
    None,
    /// As many games with each colour: the other one than in the last game.
    Mild,
    /// One game less with this colour.
    Strong,
    /// Two games in a row with the other colour, or two more with it.
    Absolute,
}

/// Somebody who is to be paired.
#[derive(Debug, Clone)]
struct Pairable {
    entrant: usize,
    half_points: u32,
    claim: Claim,
    due: Option<Seat>,
    /// Seats of the games so far, the last first.
    seats: Vec<Seat>,
    balance: i32,
    can_have_bye: bool,
    /// -1 after a game against a lower player (or a point without a game), 1 after one against a higher.
    float: i32,
    /// The place among those with equal points, from 0, and their number.
    place: usize,
    group: usize,
}

/// The next round, or the end after the last one.
pub(crate) fn next_round(
    tournament: &Tournament,
    format: &SwissFormat,
    seed: u64,
) -> Result<Vec<TournamentEvent>, PairingError> {
    if tournament.has_open_games() {
        return Err(PairingError::RoundOpen(tournament.round()));
    }
    if tournament.round() == format.rounds() {
        return Ok(vec![TournamentEvent::Finished]);
    }
    let round = tournament.round() + 1;
    let has_requested = |entrant: &usize| tournament.entrants()[*entrant].requested_byes.contains(&round);
    let (byes, players): (Vec<usize>, Vec<usize>) = tournament.active().partition(has_requested);
    let mut events: Vec<TournamentEvent> =
        byes.iter().map(|one| bye(tournament, round, *one, ByeKind::HalfPoint)).collect();
    if players.len() < 2 {
        return Err(PairingError::TooFewPlayers(round));
    }
    let ranked = ranked(tournament, &players);
    let (pairs, bye_of) = pair(tournament, &ranked).ok_or(PairingError::NoPairing(round))?;
    let seeding = tournament.seeding();
    let games: Vec<[usize; 2]> = pairs
        .iter()
        .map(|[higher, lower]| {
            let number = seeding.iter().position(|one| *one == ranked[*higher].entrant).unwrap_or_default();
            seated(&ranked[*higher], &ranked[*lower], number, seed)
        })
        .collect();
    events.extend(bye_of.map(|one| bye(tournament, round, ranked[one].entrant, ByeKind::FullPoint)));
    events.extend(tournament.paired_events(round, &games));
    Ok(events)
}

fn bye(tournament: &Tournament, round: u16, entrant: usize, kind: ByeKind) -> TournamentEvent {
    TournamentEvent::Bye { round, entrant: tournament.id_of(entrant), kind }
}

/// Those to be paired by points, then by seed.
fn ranked(tournament: &Tournament, players: &[usize]) -> Vec<Pairable> {
    let histories = histories(tournament);
    let points = |entrant: usize| histories[entrant].iter().map(|turn| turn.half_points).sum::<u32>();
    let mut order: Vec<usize> =
        tournament.seeding().into_iter().filter(|entrant| players.contains(entrant)).collect();
    order.sort_by_key(|entrant| Reverse(points(*entrant)));
    let mut ranked: Vec<Pairable> =
        order.into_iter().map(|entrant| pairable(entrant, &histories, tournament.round())).collect();
    let mut start = 0;
    while start < ranked.len() {
        let half_points = ranked[start].half_points;
        let group = ranked[start..].iter().take_while(|one| one.half_points == half_points).count();
        for (place, one) in ranked[start..start + group].iter_mut().enumerate() {
            (one.place, one.group) = (place, group);
        }
        start += group;
    }
    ranked
}

fn pairable(entrant: usize, histories: &[Vec<Turn>], last_round: u16) -> Pairable {
    let history = &histories[entrant];
    let (balance, seats) = seats(history);
    let other = |seat: Seat| if seat == Seat::White { Seat::Black } else { Seat::White };
    let due = match balance {
        0 => seats.first().map(|seat| other(*seat)),
        1.. => Some(Seat::Black),
        _ => Some(Seat::White),
    };
    let twice = seats.first().filter(|seat| seats.get(1) == Some(seat));
    let claim = match balance.abs() {
        2.. => Claim::Absolute,
        _ if twice.is_some() => Claim::Absolute,
        1 => Claim::Strong,
        _ if due.is_some() => Claim::Mild,
        _ => Claim::None,
    };
    // Two in a row weigh more than a balance to the other side.
    let due = if balance.abs() < 2 { twice.map(|seat| other(*seat)).or(due) } else { due };
    let has_free_point = |turn: &Turn| matches!(turn.deed, Deed::ForfeitWin | Deed::Bye(ByeKind::FullPoint));
    Pairable {
        entrant,
        half_points: history.iter().map(|turn| turn.half_points).sum(),
        claim,
        due,
        seats,
        balance,
        can_have_bye: !history.iter().any(has_free_point),
        float: float(history, histories, last_round),
        place: 0,
        group: 0,
    }
}

/// Whether the last round was a float: FIDE C.04.3, article A.4.
fn float(history: &[Turn], histories: &[Vec<Turn>], last_round: u16) -> i32 {
    let Some(last) = history.iter().find(|turn| turn.round == last_round) else { return 0 };
    let before = |history: &[Turn]| {
        history.iter().filter(|turn| turn.round < last_round).map(|turn| turn.half_points).sum::<u32>()
    };
    match (last.deed, last.opponent) {
        (Deed::ForfeitWin | Deed::Bye(_), _) => -1,
        (Deed::Played, Some(opponent)) => match before(&histories[opponent]).cmp(&before(history)) {
            std::cmp::Ordering::Less => -1,
            std::cmp::Ordering::Equal => 0,
            std::cmp::Ordering::Greater => 1,
        },
        _ => 0,
    }
}

/// Indices of pairs, the higher player first, in the order of boards, and of the player with the bye; `None` if
/// there is no pairing.
fn pair(tournament: &Tournament, ranked: &[Pairable]) -> Option<(Vec<[usize; 2]>, Option<usize>)> {
    let ends = (0..ranked.len()).flat_map(|one| (one + 1..ranked.len()).map(move |other| [one, other]));
    let possible: Vec<[usize; 2]> = ends
        .filter(|[one, other]| !tournament.have_met(ranked[*one].entrant, ranked[*other].entrant))
        .collect();
    let strict: Vec<[usize; 2]> =
        possible.iter().copied().filter(|[one, other]| !clash(&ranked[*one], &ranked[*other])).collect();
    [strict, possible].iter().find_map(|possible| {
        let bye = if ranked.len().is_multiple_of(2) { None } else { Some(lowest_bye(ranked, possible)?) };
        let edges = possible.iter().filter(|ends| bye.is_none_or(|bye| !ends.contains(&bye)));
        let edges = edges.map(|ends| Edge { ends: *ends, cost: cost(&ranked[ends[0]], &ranked[ends[1]]) });
        let pairs = cheapest_matching(&edges.collect::<Vec<_>>());
        (pairs.len() == ranked.len() / 2).then_some((pairs, bye))
    })
}

/// The lowest player who can have the bye while all others can be paired. It is the one of a matching in which
/// the bye is a further player whom to meet costs more for each place higher.
fn lowest_bye(ranked: &[Pairable], possible: &[[usize; 2]]) -> Option<usize> {
    let nobody = ranked.len();
    let byes = (0..nobody).filter(|one| ranked[*one].can_have_bye);
    let byes = byes.map(|one| Edge { ends: [one, nobody], cost: (nobody - one) as i32 });
    let games = possible.iter().map(|ends| Edge { ends: *ends, cost: 0 });
    let pairs = cheapest_matching(&games.chain(byes).collect::<Vec<_>>());
    let bye = pairs.iter().find(|pair| pair[1] == nobody)?;
    (pairs.len() == nobody.div_ceil(2)).then_some(bye[0])
}

/// Whether both have an absolute claim to one colour.
fn clash(one: &Pairable, other: &Pairable) -> bool {
    one.due == other.due && one.claim.min(other.claim) == Claim::Absolute
}

/// What it costs to pair two, of whom the first is the higher.
fn cost(higher: &Pairable, lower: &Pairable) -> i32 {
    let difference = (higher.half_points - lower.half_points).min(MAX_DIFFERENCE) as i32;
    let claims = if higher.due == lower.due { higher.claim.min(lower.claim) } else { Claim::None };
    let colours = match claims {
        Claim::None => 0,
        Claim::Mild => MILD_COST,
        Claim::Strong => STRONG_COST,
        Claim::Absolute => ABSOLUTE_COST,
    };
    let floats = if difference == 0 {
        0
    } else {
        i32::from(higher.float < 0) * FLOAT_COST + i32::from(lower.float > 0) * FLOAT_COST
    };
    let distance = if difference == 0 {
        let half = higher.group / 2;
        let are_of_one_half = lower.place < half || higher.place >= half;
        (lower.place - higher.place).abs_diff(half) + if are_of_one_half { higher.group } else { 0 }
    } else {
        // The last of the higher group meets the first of the lower.
        higher.group - 1 - higher.place + lower.place
    };
    let total = difference * difference * SCORE_COST + colours + floats + distance as i32;
    total.min(MAX_COST)
}

/// The numbers of two entrants, White first (FIDE C.04.3, article E). `number` is the seed of the higher, from 0.
fn seated(higher: &Pairable, lower: &Pairable, number: usize, seed: u64) -> [usize; 2] {
    let seat_of_higher = match (higher.due, lower.due) {
        (Some(one), Some(other)) if one == other => {
            if lower.claim > higher.claim || lower.claim == higher.claim && lower_has_more(higher, lower, one)
            {
                opposite(one)
            } else {
                one
            }
        }
        (Some(seat), _) => seat,
        (None, Some(seat)) => opposite(seat),
        // Without games: the colour of the first seed is drawn, the others alternate.
        (None, None) if (hash(seed, 0) ^ number as u64) & 1 == 0 => Seat::White,
        (None, None) => Seat::Black,
    };
    match seat_of_higher {
        Seat::White => [higher.entrant, lower.entrant],
        Seat::Black => [lower.entrant, higher.entrant],
    }
}

fn opposite(seat: Seat) -> Seat {
    match seat {
        Seat::White => Seat::Black,
        Seat::Black => Seat::White,
    }
}

/// Whether of two with equal claims the lower one is to have the colour: by the balance, else by the last game in
/// which their colours differed.
fn lower_has_more(higher: &Pairable, lower: &Pairable, due: Seat) -> bool {
    let lack = |one: &Pairable| if due == Seat::White { -one.balance } else { one.balance };
    if lack(higher) != lack(lower) {
        return lack(lower) > lack(higher);
    }
    let differing = higher.seats.iter().zip(&lower.seats).find(|(one, other)| one != other);
    differing.is_some_and(|(one, _)| *one == due)
}
