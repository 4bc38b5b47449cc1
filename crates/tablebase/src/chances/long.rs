//! Endings whose games are too long for bounds to meet: tried again with a share that each ply takes.
//!
//! Where a side may wait for the one throw in a thousand, play that never ends can still be worth anything, and bounds of
//! it meet only after as many sweeps as games have plies. If each ply takes a millionth off what a side is ahead,
//! there is one solution, which is found ([`Solver`]) and then proved: numbers that are nowhere less than what the
//! numbers of the following positions make of them are upper bounds, however they were found. That is checked in whole
//! numbers, rounded upwards.

use std::ops::Range;

use super::solver::{Equation, Solver};
use super::{AHEAD, Bounds, Chance, Choices, DECAY, Half, OUTSIDE};
use crate::progress::Progress;
use crate::workers::{CHUNK, map};

/// What each ply takes.
const LOSS: f64 = 1.0 / (1_u32 << DECAY) as f64;
/// Changes at which values are as near to the solution as they come.
const SETTLED: f64 = 1e-15;
/// How far bounds are at least from the values, in points: what a ply takes of it is more than what is rounded.
const MARGIN: f64 = 1e-8;

/// A larger share first, in those of the last, since moves that matter then are found soon; to which change, and which
/// part of the work that is.
const STAGES: [(f64, f64, Range<f64>); 2] = [(128.0, 1e-7, 0.0..0.3), (1.0, SETTLED, 0.3..0.7)];

/// What White is ahead by, in points, with a share that each ply takes.
struct Leads {
    share: f64,
    known: [Vec<Vec<f64>>; 2],
}

impl Equation for Leads {
    fn share(&self) -> f64 {
        self.share
    }

    fn known(&self) -> &[Vec<Vec<f64>>; 2] {
        &self.known
    }

    fn is_largest_best(&self, side: usize, _: u32) -> bool {
        side == 0
    }

    fn worst(&self, side: usize) -> f64 {
        of_white(side, -0.5)
    }

    fn clamp(&self, value: f64) -> f64 {
        value.clamp(-0.5, 0.5)
    }
}

/// How often a game is decided.
struct Decided {
    known: [Vec<Vec<f64>>; 2],
}

impl Equation for Decided {
    fn share(&self) -> f64 {
        1.0 - LOSS
    }

    fn known(&self) -> &[Vec<Vec<f64>>; 2] {
        &self.known
    }

    fn is_largest_best(&self, _: usize, head: u32) -> bool {
        head & AHEAD != 0
    }

    fn worst(&self, _: usize) -> f64 {
        1.0
    }

    fn clamp(&self, value: f64) -> f64 {
        value.clamp(0.0, 1.0)
    }
}

/// Bounds of the scores if each ply takes a share.
pub(super) fn bound(halves: &mut [Half; 2], faces: u64, threads: usize, progress: &Progress) {
    let middle = |bounds: Bounds| f64::midpoint(points(bounds.lower), points(bounds.upper));
    let mut values = [0, 1].map(|side| {
        let bounds = halves[side].bounds.iter().zip(halves[side].open());
        let start =
            |(bounds, is_open): (&Bounds, bool)| if is_open { 0.0 } else { of_white(side, middle(*bounds)) };
        bounds.map(start).collect::<Vec<f64>>()
    });
    let choices = [&halves[0].choices[..], &halves[1].choices];
    let mut solver = Solver::new(choices, faces, threads);
    let known_leads = known(halves, |side, chance| of_white(side, middle(chance.bounds)));
    let mut equation = Leads { share: 0.0, known: known_leads };
    for (loss, aim, part) in STAGES {
        equation.share = 1.0 - loss * LOSS;
        solver.solve(&equation, &mut values, aim, &progress.within(part));
    }
    let [upper, lower] = [(0, 0.7..0.85), (1, 0.85..1.0)].map(|(attacker, part)| {
        // The same with what the attacker can hope for of moves that leave the material.
        let most = |side: usize, chance: &Chance| match side == attacker {
            true => of_white(side, points(chance.bounds.upper)),
            false => of_white(side, points(chance.bounds.lower)),
        };
        let equation = Leads { share: 1.0 - LOSS, known: known(halves, most) };
        let mut values = values.clone();
        let change = solver.solve(&equation, &mut values, SETTLED, &progress.within(part));
        prove(halves, &values, attacker, MARGIN + 2.0 * change / LOSS, faces, threads)
    });
    for side in 0..2 {
        let (own, other) = if side == 0 { (&upper, &lower) } else { (&lower, &upper) };
        let bounds = own[side].iter().zip(&other[side]);
        for (bounds, (upper, lower)) in halves[side].bounds.iter_mut().zip(bounds) {
            *bounds = Bounds { lower: Bounds::WHOLE - part(*lower), upper: part(*upper) };
        }
    }
}

/// The share of games that are decided by the best moves, where going over them took too long.
pub(super) fn decide(halves: &mut [Half; 2], faces: u64, threads: usize, progress: &Progress) {
    let share = |decided: u32| f64::from(decided) / f64::from(Bounds::WHOLE);
    let mut values = [0, 1].map(|side| halves[side].decided.iter().map(|decided| share(*decided)).collect());
    let equation = Decided { known: known(halves, |_, chance| share(chance.decided)) };
    let choices = [&halves[0].choices[..], &halves[1].choices];
    Solver::new(choices, faces, threads).solve(&equation, &mut values, SETTLED, progress);
    for (half, values) in halves.iter_mut().zip(values) {
        let open: Vec<bool> = half.open().collect();
        for ((decided, value), is_open) in half.decided.iter_mut().zip(values).zip(open) {
            if is_open {
                *decided = (value * f64::from(Bounds::WHOLE)) as u32;
            }
        }
    }
}

fn known(halves: &[Half; 2], value: impl Fn(usize, &Chance) -> f64) -> [Vec<Vec<f64>>; 2] {
    [0, 1].map(|side| {
        let of = |choices: &Choices| choices.known.iter().map(|chance| value(side, chance)).collect();
        halves[side].choices.iter().map(of).collect()
    })
}

/// Leads are proved in whole numbers of 2⁻⁵⁰ points.
const BITS: u32 = 50;
const HALF: i64 = 1 << (BITS - 1);

/// A score in parts of [`Bounds::WHOLE`], rounded upwards.
fn part(lead: i64) -> u32 {
    let parts = ((lead + HALF).max(0) as u64).div_ceil(1 << (BITS - 31));
    parts.min(Bounds::WHOLE.into()) as u32
}

/// What a score is more than half a point.
fn points(score: u32) -> f64 {
    f64::from(score) / f64::from(Bounds::WHOLE) - 0.5
}

fn of_white(side: usize, lead: f64) -> f64 {
    if side == 0 { lead } else { -lead }
}

/// Upper bounds of what a side is ahead by, for the numbers of both sides to move.
fn prove(
    halves: &[Half; 2],
    values: &[Vec<f64>; 2],
    attacker: usize,
    margin: f64,
    faces: u64,
    threads: usize,
) -> [Vec<i64>; 2] {
    let whole = |side: usize, bounds: Bounds| match side == attacker {
        true => (i64::from(bounds.upper) << (BITS - 31)) - HALF,
        false => HALF - (i64::from(bounds.lower) << (BITS - 31)),
    };
    let mut bounds = [0, 1].map(|side| {
        let (half, sign) = (&halves[side], if attacker == 0 { 1.0 } else { -1.0 });
        let start = |((bounds, is_open), value): ((&Bounds, bool), &f64)| match is_open {
            true => ((sign * value + margin) * (1_u64 << BITS) as f64).ceil() as i64,
            false => whole(side, *bounds),
        };
        half.bounds.iter().zip(half.open()).zip(&values[side]).map(start).collect::<Vec<i64>>()
    });
    // Rarely more than once: each number that is too low is raised, so that the last sweep is the proof.
    loop {
        let mut raised = 0;
        for side in [1 - attacker, attacker] {
            let [white, black] = &mut bounds;
            let (own, others) = if side == 0 { (white, &*black) } else { (black, &*white) };
            let chunks = halves[side].choices.iter().zip(own.chunks_mut(CHUNK));
            raised += map(threads, chunks, |(choices, own)| {
                let known: Vec<i64> = choices.known.iter().map(|chance| whole(side, chance.bounds)).collect();
                let value = |word: &u32| match word & OUTSIDE {
                    0 => others[*word as usize],
                    _ => known[(word & !OUTSIDE) as usize],
                };
                let best = |moves: &[u32]| match side == attacker {
                    true => moves.iter().map(value).max(),
                    false => moves.iter().map(value).min(),
                };
                let raise = |(number, own): (usize, &mut i64)| {
                    let mut sum = None;
                    choices.each_throw(number, |_, weight, moves| {
                        // Without a move the game is lost.
                        let best = best(moves).unwrap_or(if side == attacker { -HALF } else { HALF });
                        *sum.get_or_insert(0) += i64::from(weight) * best;
                    });
                    let Some(sum) = sum else { return 0 };
                    // Both rounded upwards.
                    let mean = -(-sum).div_euclid(faces as i64);
                    let least = mean - (mean >> DECAY);
                    let is_low = *own < least;
                    *own = least.max(*own);
                    usize::from(is_low)
                };
                own.iter_mut().enumerate().map(raise).sum::<usize>()
            })
            .into_iter()
            .sum::<usize>();
        }
        if raised == 0 {
            return bounds;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};

    use super::super::Iteration;
    use super::{BITS, Bounds, Chance, Choices, DECAY, Half, OUTSIDE, prove};
    use crate::progress::Progress;
    use crate::table::Value;

    const FACES: u32 = 1000;

    /// The choices of a side in two games: it may end a game by one face of a thousand, which wins the game of that
    /// number and draws the other.
    fn half(won: u32) -> Half {
        let rare = |number: u32| OUTSIDE | u32::from(number != won);
        let game = |number| [1 << 16 | 2, number, rare(number), (FACES - 1) << 16 | 1, number];
        let choices = Choices {
            words: [game(0), game(1)].concat(),
            starts: vec![0, 5, 10],
            known: vec![Chance::over(Some(true)), Chance::over(None)],
            half: 2,
        };
        Half { choices: vec![choices], bounds: vec![Bounds::UNKNOWN; 2], decided: vec![0; 2] }
    }

    /// In the first game White may win and Black draw, in the second the other way.
    fn halves() -> [Half; 2] {
        [half(0), half(1)]
    }

    /// What the side to move is ahead by: a lead is share * (rare / 2 + others * share * others * lead).
    fn leads() -> [[f64; 2]; 2] {
        let share = 1.0 - 1.0 / f64::from(1 << DECAY);
        let rare = 1.0 / f64::from(FACES);
        let lead = share * rare / 2.0 / (1.0 - (share * (1.0 - rare)).powi(2));
        let behind = -share * (1.0 - rare) * lead;
        [[lead, behind], [behind, lead]]
    }

    #[test]
    fn bounds_of_games_too_long_to_meet_contain_the_solution() {
        let told = Arc::new(Mutex::new(Vec::new()));
        let listener = told.clone();
        let progress = Progress::new(move |share| listener.lock().expect("no panic").push(share));
        let mut iteration =
            Iteration { halves: halves(), faces: FACES.into(), threads: 1, progress: &progress };
        assert_eq!(iteration.bound(Bounds::WHOLE / 500_000, true), Some(true), "each ply takes a share");
        iteration.decide(true).expect("it may be long");
        for (half, leads) in iteration.halves.iter().zip(leads()) {
            for ((bounds, decided), lead) in half.bounds.iter().zip(&half.decided).zip(leads) {
                let score = (0.5 + lead) * f64::from(Bounds::WHOLE);
                assert!(f64::from(bounds.lower) <= score && score <= f64::from(bounds.upper));
                assert!(bounds.gap() < Bounds::WHOLE / 10_000_000, "{bounds:?}");
                assert!(decided.abs_diff((2.0 * lead.abs() * f64::from(Bounds::WHOLE)) as u32) < 1 << 8);
            }
        }
        let told = told.lock().expect("no panic");
        assert!(told.is_sorted() && told.last().is_some_and(|share| *share <= 1.0), "{told:?}");
    }

    #[test]
    fn games_too_long_for_the_memory_that_is_allowed_have_no_bounds() {
        let progress = Progress::default();
        let mut iteration =
            Iteration { halves: halves(), faces: FACES.into(), threads: 1, progress: &progress };
        assert_eq!(iteration.bound(Bounds::WHOLE / 500_000, false), None);
    }

    #[test]
    fn prove_raises_values_that_are_too_low_to_bounds() {
        let zero = [vec![0.0; 2], vec![0.0; 2]];
        for attacker in 0..2 {
            let bounds = prove(&halves(), &zero, attacker, 0.0, FACES.into(), 1);
            for (side, leads) in leads().into_iter().enumerate() {
                for (bound, lead) in bounds[side].iter().zip(leads) {
                    let lead = if side == attacker { lead } else { -lead }.max(0.0);
                    let apart = *bound as f64 / (1_u64 << BITS) as f64 - lead;
                    assert!((0.0..1e-8).contains(&apart), "{apart} apart from {lead}");
                }
            }
        }
    }
}
