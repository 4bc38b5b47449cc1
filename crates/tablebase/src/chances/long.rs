//! Endings whose games are too long for bounds to meet: tried again with a share that each ply takes.
//!
//! Where a side may wait for the one throw in a thousand, play that never ends can still be worth anything, and bounds of
//! it meet only after as many sweeps as games have plies. If each ply takes a millionth off what a side is ahead,
//! there is one solution, which is found ([`Solver`]) and then proved: numbers that are nowhere less than what the
//! numbers of the following positions make of them are upper bounds, however they were found. That is checked in whole
//! numbers, rounded upwards.

use super::solver::{Equation, Solver};
use super::{AHEAD, Bounds, Chance, Choices, DECAY, Half, OUTSIDE};
use crate::workers::{CHUNK, map};

/// What each ply takes.
const LOSS: f64 = 1.0 / (1_u32 << DECAY) as f64;
/// Changes at which values are as near to the solution as they come.
const SETTLED: f64 = 1e-15;
/// How far bounds are at least from the values, in points: what a ply takes of it is more than what is rounded.
const MARGIN: f64 = 1e-8;
const MOST_ROUNDS: usize = 1500;

/// What White is ahead by, in points, with a share that each ply takes.
struct Leads<const BITS: u32> {
    known: [Vec<Vec<f64>>; 2],
}

impl<const BITS: u32> Equation for Leads<BITS> {
    const SHARE: f64 = 1.0 - 1.0 / (1_u32 << BITS) as f64;

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
    const SHARE: f64 = 1.0 - LOSS;

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
pub(super) fn bound(halves: &mut [Half; 2], faces: u64, threads: usize) {
    let middle = |bounds: Bounds| f64::midpoint(points(bounds.lower), points(bounds.upper));
    let mut values = [0, 1].map(|side| {
        let bounds = halves[side].bounds.iter().zip(halves[side].open());
        let start =
            |(bounds, is_open): (&Bounds, bool)| if is_open { 0.0 } else { of_white(side, middle(*bounds)) };
        bounds.map(start).collect::<Vec<f64>>()
    });
    let choices = [&halves[0].choices[..], &halves[1].choices];
    let mut solver = Solver::new(choices, faces, threads);
    // Larger shares first: moves that matter then are found soon.
    let known = known(halves, |side, chance| of_white(side, middle(chance.bounds)));
    let first = Leads::<{ DECAY - 7 }> { known };
    solver.solve(&first, &mut values, 1e-7, MOST_ROUNDS);
    let second = Leads::<{ DECAY - 4 }> { known: first.known };
    solver.solve(&second, &mut values, 1e-8, MOST_ROUNDS);
    let third = Leads::<{ DECAY - 2 }> { known: second.known };
    solver.solve(&third, &mut values, 1e-9, MOST_ROUNDS);
    let last = Leads::<DECAY> { known: third.known };
    solver.solve(&last, &mut values, SETTLED, MOST_ROUNDS);
    let [upper, lower] = [0, 1].map(|attacker| {
        // The same with what the attacker can hope for of moves that leave the material.
        let most = |side: usize, chance: &Chance| match side == attacker {
            true => of_white(side, points(chance.bounds.upper)),
            false => of_white(side, points(chance.bounds.lower)),
        };
        let equation = Leads::<DECAY> { known: self::known(halves, most) };
        let mut values = values.clone();
        let change = solver.solve(&equation, &mut values, SETTLED, MOST_ROUNDS);
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
pub(super) fn decide(halves: &mut [Half; 2], faces: u64, threads: usize) {
    let share = |decided: u32| f64::from(decided) / f64::from(Bounds::WHOLE);
    let mut values = [0, 1].map(|side| halves[side].decided.iter().map(|decided| share(*decided)).collect());
    let equation = Decided { known: known(halves, |_, chance| share(chance.decided)) };
    let choices = [&halves[0].choices[..], &halves[1].choices];
    Solver::new(choices, faces, threads).solve(&equation, &mut values, SETTLED, MOST_ROUNDS);
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
