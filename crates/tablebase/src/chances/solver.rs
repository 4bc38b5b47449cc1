//! Equations that say each number of a table by those that follow it, solved step by step.
//!
//! Where games last for many plies, going over all positions again and again comes near the solution too slowly. With
//! the moves that are best now the equations are linear, though, and the solution of these is a far better
//! guess: policy iteration. The linear equations are solved by BiCGSTAB (van der Vorst 1992) for one side's numbers;
//! the other side's follow from them.

use super::{COUNT, Choices, OUTSIDE, weight};
use crate::progress::Progress;
use crate::workers::{CHUNK, map};

/// What says each number by those of the other side.
pub(super) trait Equation: Sync {
    /// How much a number changes by when all that follow it change by 1 and the moves stay the same.
    fn share(&self) -> f64;

    /// What is known of moves that leave the material, by side and chunk.
    fn known(&self) -> &[Vec<Vec<f64>>; 2];

    /// Whether the side chooses the move that leads to the largest number, by what stands before the moves of a throw.
    fn is_largest_best(&self, side: usize, head: u32) -> bool;

    /// The number of a side that has lost.
    fn worst(&self, side: usize) -> f64;

    /// The nearest number that is allowed.
    fn clamp(&self, value: f64) -> f64;
}

/// What solves equations.
pub(super) struct Solver<'a> {
    choices: [&'a [Choices]; 2],
    faces: f64,
    threads: usize,
    /// For each chunk its throws.
    throws: [Vec<Vec<Throw>>; 2],
    /// For each chunk where each number's throws start.
    starts: [Vec<Vec<u32>>; 2],
}

/// A throw of a number without its moves, which linear equations do not ask for.
#[derive(Clone, Copy)]
struct Throw {
    /// The move that is best now.
    followed: u32,
    /// How often it is thrown.
    share: f32,
}

/// Rounds without linear equations, at first and between two of them: they are cheap, and choose the moves.
const FIRST_ROUNDS: usize = 12;
const ROUNDS: usize = 3;
/// By how much linear equations are solved, and the most steps of that.
const REDUCTION: f64 = 0.1;
const MOST_STEPS: usize = 200;
const MOST_ROUNDS: usize = 1500;

impl<'a> Solver<'a> {
    pub(super) fn new(choices: [&'a [Choices]; 2], faces: u64, threads: usize) -> Solver<'a> {
        let starts = choices.map(|side| side.iter().map(Choices::throw_starts).collect::<Vec<_>>());
        let throws = choices.map(|side| side.iter().map(|choices| choices.throws(faces)).collect());
        Solver { choices, faces: faces as f64, threads, throws, starts }
    }

    /// Improves values until none of White's changes by more than `aim`, or for [`MOST_ROUNDS`]. Returns the largest
    /// change of the last round.
    pub(super) fn solve<E: Equation>(
        &mut self,
        equation: &E,
        values: &mut [Vec<f64>; 2],
        aim: f64,
        progress: &Progress,
    ) -> f64 {
        let mut error = vec![0.0; values[0].len()];
        let (mut change, mut wait) = (f64::INFINITY, FIRST_ROUNDS);
        let (mut first, mut done) = (f64::NAN, 0.0);
        for _ in 0..MOST_ROUNDS {
            let [white, black] = &mut *values;
            self.round(equation, 1, white, black);
            error.copy_from_slice(white);
            self.round(equation, 0, black, &mut error);
            change = 0.0;
            for (white, error) in white.iter().zip(&mut error) {
                *error -= *white;
                change = error.abs().max(change);
            }
            if change <= aim {
                break;
            }
            first = change.max(first);
            done = ((first / change).ln() / (first / aim).ln()).max(done);
            progress.tell(done);
            if wait == 0 {
                wait = ROUNDS;
                // While moves still change, less is expected of what is far ahead.
                self.linear(equation.share() * (1.0 - (change.sqrt() / 10.0).min(1e-3)), &mut error);
            }
            wait -= 1;
            white.iter_mut().zip(&error).for_each(|(white, step)| *white = equation.clamp(*white + step));
        }
        change
    }

    /// Evaluates a side's numbers by the other's.
    fn round<E: Equation>(&mut self, equation: &E, side: usize, others: &[f64], own: &mut [f64]) {
        let share = equation.share() / self.faces;
        let chunks = self.choices[side].iter().zip(&mut self.throws[side]).zip(own.chunks_mut(CHUNK));
        map(self.threads, chunks.enumerate(), |(chunk, ((choices, throws), own))| {
            let known = &equation.known()[side][chunk];
            let value = |word: u32| match word & OUTSIDE {
                0 => others[word as usize],
                _ => known[(word & !OUTSIDE) as usize],
            };
            let mut throws = throws.iter_mut();
            for (number, own) in own.iter_mut().enumerate() {
                let mut sum = None;
                choices.each_throw(number, |head, weight, moves| {
                    let values = moves.iter().map(|word| (value(*word), *word));
                    let best = match equation.is_largest_best(side, head) {
                        true => values.reduce(|one, two| if two.0 > one.0 { two } else { one }),
                        false => values.reduce(|one, two| if two.0 < one.0 { two } else { one }),
                    };
                    // Without a move the game is lost.
                    let (value, word) = best.unwrap_or_else(|| (equation.worst(side), u32::MAX));
                    throws.next().expect("one for each throw").followed = word;
                    *sum.get_or_insert(0.0) += f64::from(weight) * value;
                });
                if let Some(sum) = sum {
                    *own = share * sum;
                }
            }
        });
    }

    /// For each number of a side the mean of the numbers that it follows.
    fn follow(&self, side: usize, others: &[f64], own: &mut [f64]) {
        let chunks = self.throws[side].iter().zip(&self.starts[side]).zip(own.chunks_mut(CHUNK));
        map(self.threads, chunks, |((throws, starts), own)| {
            for (own, range) in own.iter_mut().zip(starts.windows(2)) {
                let throws = &throws[range[0] as usize..range[1] as usize];
                let follow = |throw: &Throw| {
                    f64::from(throw.share) * others.get(throw.followed as usize).copied().unwrap_or(0.0)
                };
                *own = throws.iter().map(follow).sum();
            }
        });
    }

    /// Turns the error that a round finds into the step to the solution of the linear equations, where each ply counts
    /// for a share.
    fn linear(&self, share: f64, error: &mut [f64]) {
        let [mut between, mut scaled] = [(); 2].map(|()| vec![0.0; error.len()]);
        let square = share * share;
        // So that what a number is made of itself counts for a whole.
        let scale: Vec<f64> = self.returning().into_iter().map(|back| 1.0 / (1.0 - square * back)).collect();
        let step = bicgstab(error, |x, y| {
            scaled.iter_mut().zip(x.iter().zip(&scale)).for_each(|(scaled, (x, scale))| *scaled = x * scale);
            self.follow(1, &scaled, &mut between);
            self.follow(0, &between, y);
            y.iter_mut().zip(&scaled).for_each(|(y, x)| *y = x - square * *y);
        });
        // A solution that is none does more harm than the step without it.
        if step.iter().all(|value| value.is_finite()) {
            error
                .iter_mut()
                .zip(step.iter().zip(&scale))
                .for_each(|(error, (step, scale))| *error = step * scale);
        }
    }

    /// How much of each of White's numbers comes back to it after two plies.
    fn returning(&self) -> Vec<f64> {
        let back = |own: u32| {
            let throws = self.throws_of(0, own).iter().filter(|throw| throw.followed & OUTSIDE == 0);
            throws.map(|throw| f64::from(throw.share) * self.reply(throw.followed, own)).sum()
        };
        let chunk = |chunk: usize| -> Vec<f64> {
            let numbers = 0..self.starts[0][chunk].len() - 1;
            numbers.map(|number| back((chunk * CHUNK + number) as u32)).collect()
        };
        map(self.threads, 0..self.starts[0].len(), chunk).concat()
    }

    /// How often a throw leads from a number of Black's to one of White's.
    fn reply(&self, from: u32, to: u32) -> f64 {
        let throws = self.throws_of(1, from).iter().filter(|throw| throw.followed == to);
        throws.map(|throw| f64::from(throw.share)).sum()
    }

    fn throws_of(&self, side: usize, number: u32) -> &[Throw] {
        let (chunk, number) = (number as usize / CHUNK, number as usize % CHUNK);
        let starts = &self.starts[side][chunk];
        &self.throws[side][chunk][starts[number] as usize..starts[number + 1] as usize]
    }
}

impl Choices {
    /// Where each number's throws start, counted through all; the last is where they end.
    fn throw_starts(&self) -> Vec<u32> {
        let mut starts = vec![0];
        let mut count = 0;
        for number in 0..self.starts.len() - 1 {
            self.each_throw(number, |_, _, _| count += 1);
            starts.push(count);
        }
        starts
    }

    fn throws(&self, faces: u64) -> Vec<Throw> {
        let mut throws = Vec::new();
        for number in 0..self.starts.len() - 1 {
            self.each_throw(number, |_, weight, _| {
                throws.push(Throw { followed: OUTSIDE, share: weight as f32 / faces as f32 });
            });
        }
        throws
    }

    /// What stands before the moves of each throw of a number, how many faces it is, and the moves.
    pub(super) fn each_throw(&self, number: usize, mut work: impl FnMut(u32, u32, &[u32])) {
        let mut words = &self.words[self.starts[number] as usize..self.starts[number + 1] as usize];
        while let Some((head, rest)) = words.split_first() {
            let (moves, rest) = rest.split_at((head & COUNT) as usize);
            work(*head, weight(*head), moves);
            words = rest;
        }
    }
}

fn dot(one: &[f64], two: &[f64]) -> f64 {
    one.iter().zip(two).map(|(one, two)| one * two).sum()
}

/// An approximate solution of linear equations: `apply` writes what they make of a vector, which should be `wanted`.
fn bicgstab(wanted: &[f64], mut apply: impl FnMut(&[f64], &mut [f64])) -> Vec<f64> {
    let [mut solution, mut direction, mut v, mut t] = [(); 4].map(|()| vec![0.0; wanted.len()]);
    let mut residual = wanted.to_vec();
    let aim = dot(wanted, wanted) * REDUCTION * REDUCTION;
    let (mut rho, mut alpha, mut omega) = (1.0, 1.0, 1.0);
    for _ in 0..MOST_STEPS {
        let next = dot(wanted, &residual);
        let beta = next / rho * (alpha / omega);
        rho = next;
        for ((direction, residual), v) in direction.iter_mut().zip(&residual).zip(&v) {
            *direction = residual + beta * (*direction - omega * v);
        }
        apply(&direction, &mut v);
        alpha = rho / dot(wanted, &v);
        residual.iter_mut().zip(&v).for_each(|(residual, v)| *residual -= alpha * v);
        apply(&residual, &mut t);
        omega = dot(&t, &residual) / dot(&t, &t);
        for (solution, (direction, residual)) in solution.iter_mut().zip(direction.iter().zip(&residual)) {
            *solution += alpha * direction + omega * residual;
        }
        residual.iter_mut().zip(&t).for_each(|(residual, t)| *residual -= omega * t);
        let left = dot(&residual, &residual);
        // Not a number, too, once there is nothing left to divide by.
        if left.is_nan() || left <= aim {
            break;
        }
    }
    solution
}
