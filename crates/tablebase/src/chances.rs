//! Games with a die: expected scores by interval value iteration, and how often the game is decided.
//!
//! The score of a position is what the side to throw gets on average under best play of both: 1 for a win, half
//! for a draw, and half for play that never ends. It lies between two bounds that are computed in whole numbers,
//! the lower rounded down and the upper up, so the gap between them is a certificate.
//!
//! The bounds begin as far apart as can be and are narrowed by each other. Where both sides can hold back for
//! ever they do not meet: there they are *widened* from half a point, until neither side has to give more than its
//! bound and so can hold it for ever, and narrowed again from what that has shown; so in turn, until they meet or
//! nothing more is shown.
//!
//! Where games are so long that bounds meet too slowly, each ply takes a share of what a side is ahead ([`long`]).
//!
//! Of moves with equal scores the side that is ahead takes the one by which the game is decided most often, the
//! other side the opposite. From this follows the chance of a draw. What is decided later counts for a little less,
//! so that play by the table makes progress where a win is sure.

mod long;
mod solver;

use std::ops::Range;
use std::sync::Arc;

use crate::estimate::Bytes;
use crate::expand::{Choice, CompiledRules, Expand, Layer, Node};
use crate::layout::Layout;
use crate::progress::Progress;
use crate::table::{Table, Values};
use crate::workers::{CHUNK, chunks, map};

/// Bounds of an expected score, in parts of [`Bounds::WHOLE`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Bounds {
    lower: u32,
    upper: u32,
}

impl Bounds {
    /// A whole point.
    pub(crate) const WHOLE: u32 = 1 << 31;
    pub(crate) const UNKNOWN: Bounds = Bounds { lower: 0, upper: Bounds::WHOLE };

    pub(crate) const fn exactly(score: u32) -> Bounds {
        Bounds { lower: score, upper: score }
    }

    /// What is no further than a gap from a score.
    pub(crate) fn around(score: u32, gap: u32) -> Bounds {
        Bounds { lower: score.saturating_sub(gap), upper: (score + gap).min(Bounds::WHOLE) }
    }

    pub(crate) fn gap(self) -> u32 {
        self.upper - self.lower
    }

    pub(crate) fn middle(self) -> u32 {
        self.lower + self.gap() / 2
    }

    /// Whether there are scores within both.
    pub(crate) fn meets(self, other: Bounds) -> bool {
        self.lower <= other.upper && other.lower <= self.upper
    }

    /// The bounds of the other side.
    fn other(self) -> Bounds {
        Bounds { lower: Bounds::WHOLE - self.upper, upper: Bounds::WHOLE - self.lower }
    }

    /// The bounds for the side that may choose one of two.
    fn best(self, other: Bounds) -> Bounds {
        Bounds { lower: self.lower.max(other.lower), upper: self.upper.max(other.upper) }
    }
}

/// What is known of a position: the bounds of its score, and how often the game is decided, in the same parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Chance {
    pub(crate) bounds: Bounds,
    pub(crate) decided: u32,
}

/// The choices of some numbers, packed: for each number how many choices it has, for each choice its weight and
/// how many moves, then the moves. A move is a number, or from [`OUTSIDE`] on one of `known`.
struct Choices {
    words: Vec<u32>,
    /// Where each number's words start; the last is where they end.
    starts: Vec<u32>,
    /// For the side that makes the move.
    known: Vec<Chance>,
    /// How many numbers a side has.
    half: u32,
}

const OUTSIDE: u32 = 1 << 31;
/// In what stands before the moves of a throw: how many they are, and once the scores are known whether the side is
/// ahead. The weight is between.
const COUNT: u32 = 0xffff;
const AHEAD: u32 = 1 << 31;
/// Where no position is.
pub(crate) const NOTHING: u32 = u32::MAX;

/// How many faces a throw stands for, by what stands before its moves.
fn weight(head: u32) -> u32 {
    (head & !AHEAD) >> 16
}

/// The scores of a material; `None` if games are so long that it takes [`LONG_BYTES`] more, and that is not allowed.
pub(crate) fn solve(
    rules: &dyn CompiledRules,
    faces: u8,
    layout: &Layout,
    smaller: &[Arc<Table>],
    threads: usize,
    may_be_long: bool,
    progress: &Progress,
) -> Option<Values> {
    let aim = aim(layout);
    let half = layout.len() / 2;
    let part = progress.part(0.0..READING, layout.len());
    let layer = Layer { layout, smaller, number: 0, above: &[] };
    let read = |range| {
        let read = read_chunk(&mut *rules.chances(layer), range, half as u32);
        part.add(read.1.len());
        read
    };
    let read_half = |first: usize| {
        let ranges = chunks(half).map(|range| range.start + first..range.end + first);
        let (choices, known): (Vec<_>, Vec<_>) = map(threads, ranges, read).into_iter().unzip();
        let (bounds, decided) = known.iter().flatten().map(|chance| (chance.bounds, chance.decided)).unzip();
        Half { choices, bounds, decided }
    };
    let halves = [read_half(0), read_half(half)];
    let mut iteration = Iteration { halves, faces: faces.into(), threads, progress };
    let is_long = iteration.bound(aim, may_be_long)?;
    iteration.decide(may_be_long)?;
    progress.tell(1.0);
    // A ply changes a score by less than that.
    let gap = iteration.gap() + if is_long { Bounds::WHOLE >> DECAY } else { 0 };
    let [white, black] = iteration.halves;
    let decided: Vec<u32> = white.decided.into_iter().chain(black.decided).collect();
    let bounds = white.bounds.into_iter().chain(black.bounds).zip(&decided);
    let score = |(bounds, decided): (Bounds, &u32)| match *decided {
        NOTHING => NOTHING,
        _ => rounded(bounds.middle(), SCORE_STEP),
    };
    let scores = bounds.map(score).collect();
    let decided = decided.into_iter().map(|decided| rounded(decided, DECIDED_STEP)).collect();
    let longest = smaller.iter().map(|table| table.decay()).max().unwrap_or(0);
    let decay = if is_long { DECAY as u8 } else { longest };
    Some(Values::Chances { scores, decided, gap: gap.div_ceil(2) + SCORE_STEP / 2, decay })
}

/// Scores and how often games are decided are kept in multiples of these, as files have them. Nothing, half and all
/// are among them.
pub(crate) const SCORE_STEP: u32 = 1 << 8;
pub(crate) const DECIDED_STEP: u32 = 1 << 8;

/// The bounds that follow from choices; `inside` has those of numbers of the same table.
pub(crate) fn bounds_of(choices: &[Choice<Chance>], faces: u64, inside: impl Fn(u32) -> Bounds) -> Bounds {
    let (mut lower, mut upper) = (0, 0);
    for choice in choices {
        let outside = choice.outside.iter().map(|chance| chance.bounds);
        let after = choice.inside.iter().map(|number| inside(*number)).chain(outside);
        let best = after.map(Bounds::other).fold(Bounds::exactly(0), Bounds::best);
        lower += u64::from(choice.weight) * u64::from(best.lower);
        upper += u64::from(choice.weight) * u64::from(best.upper);
    }
    Bounds { lower: (lower / faces) as u32, upper: upper.div_ceil(faces) as u32 }
}

fn rounded(value: u32, step: u32) -> u32 {
    if value == NOTHING { NOTHING } else { (value + step / 2) / step * step }
}

/// What a table takes: bounds twice, how often a game is decided, where choices start and what is known at first; for
/// each throw its head and what is known of the moves that leave the material.
pub(crate) const BYTES: Bytes = Bytes { number: 40.0, throw: 16.0, mv: 5.0 };
/// What it takes besides where games are long: the vectors of a [`solver`], and for each throw what is followed.
pub(crate) const LONG_BYTES: Bytes = Bytes { number: 80.0, throw: 12.0, mv: 0.0 };

/// How far apart bounds may stay where they do not come nearer, by those of smaller tables: little more than a millionth
/// of a point from the middle.
const WIDE: u32 = Bounds::WHOLE / 400_000;

/// How far bounds should lie apart: with the rounding twice a millionth for four pieces and more, a quarter of it for
/// each piece fewer, since larger tables are made of smaller ones.
fn aim(layout: &Layout) -> u32 {
    let most = Bounds::WHOLE / 500_000;
    (most >> (2 * 4_usize.saturating_sub(layout.pieces()))).min(most - SCORE_STEP)
}

fn read_chunk(expander: &mut dyn Expand<Chance>, range: Range<usize>, half: u32) -> (Choices, Vec<Chance>) {
    let mut choices = Choices { words: Vec::new(), starts: vec![0], known: Vec::new(), half };
    let mut known = Vec::with_capacity(range.len());
    for index in range {
        known.push(match expander.read(index) {
            Node::Nothing => Chance { bounds: Bounds::exactly(0), decided: NOTHING },
            Node::Over(value) => value,
            Node::Open => {
                choices.push(expander.choices());
                Chance { bounds: Bounds::UNKNOWN, decided: 0 }
            }
        });
        choices.starts.push(choices.words.len() as u32);
    }
    choices.words.shrink_to_fit();
    (choices, known)
}

impl Choices {
    fn push(&mut self, choices: &[Choice<Chance>]) {
        for choice in choices {
            let known = Chance::best(choice.outside.iter().map(|chance| chance.other()));
            let count = choice.inside.len() + usize::from(known.is_some());
            self.words.push(choice.weight << 16 | count as u32);
            // A move, and a pass, leaves the other side to move.
            self.words.extend(choice.inside.iter().map(|number| number % self.half));
            if let Some(known) = known {
                self.words.push(OUTSIDE | self.known.len() as u32);
                self.known.push(known);
            }
        }
    }

    /// Leaves of each throw only the moves whose bounds cannot be told from the best, and marks the throws of a side
    /// that is ahead.
    fn keep_best(&mut self, others: &[Bounds]) {
        let (mut kept, mut read) = (0, 0);
        for number in 1..self.starts.len() {
            while read < self.starts[number] as usize {
                let head = self.words[read];
                let moves = read + 1..read + 1 + (head & COUNT) as usize;
                let of = |choices: &Choices, place: usize| choices.after(choices.words[place], others);
                let best = moves.clone().map(|place| of(self, place)).fold(Bounds::exactly(0), Bounds::best);
                let first = kept + 1;
                let mut last = first;
                for place in moves.clone() {
                    if of(self, place).upper >= best.lower {
                        self.words[last] = self.words[place];
                        last += 1;
                    }
                }
                let ahead = if best.middle() > Bounds::WHOLE / 2 { AHEAD } else { 0 };
                self.words[kept] = head & !COUNT | ahead | (last - first) as u32;
                (kept, read) = (last, moves.end);
            }
            self.starts[number] = kept as u32;
        }
        self.words.truncate(kept);
    }

    /// The sum over a number's faces of what `best` finds by the head and among the moves of each; `None` if nothing
    /// follows.
    fn sums<const N: usize>(
        &self,
        number: usize,
        best: impl Fn(u32, &[u32]) -> [u32; N],
    ) -> Option<[u64; N]> {
        let mut words = &self.words[self.starts[number] as usize..self.starts[number + 1] as usize];
        let mut sums = [0; N];
        if words.is_empty() {
            return None;
        }
        while let Some((head, rest)) = words.split_first() {
            let weight = u64::from(weight(*head));
            let (moves, rest) = rest.split_at((head & COUNT) as usize);
            for (sum, score) in sums.iter_mut().zip(best(*head, moves)) {
                *sum += weight * u64::from(score);
            }
            words = rest;
        }
        Some(sums)
    }

    /// The bounds for the side that makes a move; `others` are those of the other side's numbers.
    #[inline(always)]
    fn after(&self, word: u32, others: &[Bounds]) -> Bounds {
        match word & OUTSIDE {
            0 => others[word as usize].other(),
            _ => self.known[(word & !OUTSIDE) as usize].bounds,
        }
    }

    /// The bounds of a number by those of what follows; `None` if nothing does.
    fn evaluate(&self, number: usize, others: &[Bounds], faces: u64) -> Option<Bounds> {
        let best = |_, moves: &[u32]| {
            let bounds = moves.iter().map(|word| self.after(*word, others));
            let best = bounds.fold(Bounds::exactly(0), Bounds::best);
            [best.lower, best.upper]
        };
        let [lower, upper] = self.sums(number, best)?;
        Some(Bounds { lower: (lower / faces) as u32, upper: upper.div_ceil(faces) as u32 })
    }

    /// How often the game is decided by the best moves of a number; `others` say it of the other side's numbers.
    fn evaluate_decided(&self, number: usize, others: &[u32], faces: u64) -> Option<u32> {
        let decided = |word: &u32| match word & OUTSIDE {
            0 => others[*word as usize],
            _ => self.known[(word & !OUTSIDE) as usize].decided,
        };
        let best = |head: u32, moves: &[u32]| {
            let decided = moves.iter().map(decided);
            [if head & AHEAD == 0 { decided.min() } else { decided.max() }.unwrap_or(0)]
        };
        let [decided] = self.sums(number, best)?;
        let decided = decided / faces;
        Some((decided - (decided >> DECAY)) as u32)
    }
}

/// A ply takes this power of two off what is decided, a millionth; and off leads where games are very long.
const DECAY: u32 = 20;

impl Chance {
    /// The same for the other side.
    fn other(self) -> Chance {
        Chance { bounds: self.bounds.other(), ..self }
    }

    /// The best bounds and, of the moves whose bounds cannot be told from them, how often that decides which a side
    /// takes that is ahead, or one that is not.
    fn best(chances: impl Iterator<Item = Chance> + Clone) -> Option<Chance> {
        let bounds = chances.clone().map(|chance| chance.bounds).reduce(Bounds::best)?;
        let is_as_good = |chance: &Chance| chance.bounds.upper >= bounds.lower;
        let decided = chances.filter(is_as_good).map(|chance| chance.decided);
        let decided = if bounds.middle() > Bounds::WHOLE / 2 { decided.max() } else { decided.min() };
        Some(Chance { bounds, decided: decided? })
    }
}

/// The positions in which one side is to move.
struct Half {
    choices: Vec<Choices>,
    bounds: Vec<Bounds>,
    decided: Vec<u32>,
}

struct Iteration<'p> {
    halves: [Half; 2],
    faces: u64,
    threads: usize,
    progress: &'p Progress,
}

/// What a sweep does with the old bounds of a number.
#[derive(Clone, Copy)]
enum Step<'a> {
    /// Bounds that lie further apart than this come closer.
    Narrow(u32),
    /// Those whose known bounds lie further apart than this move away from half a point, up to these.
    Widen(u32, &'a [Bounds]),
}

/// How narrowing ended.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Narrowing {
    /// The bounds are as near as they should be.
    Met,
    /// They come no nearer, or hardly.
    Stalled,
    /// They come nearer, but it takes too long.
    Slow,
}

/// Sweeps in which the widest gap may stay the same: far from all captures it takes a while to fall.
const PATIENCE: usize = 32;
/// Most sweeps: where a game goes on for many thousand plies bounds meet too slowly.
const MAX_SWEEPS: usize = 1500;
/// Sweeps in which the widest gap should at least be halved.
const TRIAL: usize = 128;
/// Sweeps until it is given up to widen bounds, and those after which fewer of them should change.
const WIDENING: usize = 400;
const WIDENING_TRIAL: usize = 25;
/// The change of how often a game is decided at which the iteration ends, in parts.
const DECIDED_CHANGE: u32 = 1 << 9;

/// Sweeps until what is left is solved otherwise.
const DECIDED_SWEEPS: usize = 300;

/// The share of the work that is reading the moves, and what is done before it is found how often games are decided;
/// between it is told by the widest gap.
const READING: f64 = 0.3;
const DECIDING: f64 = 0.9;

/// How much is done of the work, by the widest gap.
fn share(gap: u32, aim: u32) -> f64 {
    let narrowed = |gap: u32| (f64::from(gap.max(1)) / f64::from(Bounds::WHOLE)).ln();
    READING + (DECIDING - READING) * (narrowed(gap) / narrowed(aim)).min(1.0)
}

impl Iteration<'_> {
    /// Bounds all scores, which lie no further apart than `aim` where that can be reached. Returns whether each ply had
    /// to take a share for it; `None` if it would have to and may not.
    fn bound(&mut self, aim: u32, may_be_long: bool) -> Option<bool> {
        let (mut before, mut is_widened) = (u64::MAX, true);
        while self.narrow(aim) == Narrowing::Stalled {
            let open = self.total_gap();
            let is_quick = open < before / 2;
            // Where widening takes too long, narrowing has to be quick by itself.
            if is_widened || !is_quick {
                let is_too_slow = !is_widened && self.gap() > WIDE;
                if is_too_slow || open >= before - before / 8 {
                    break;
                }
                is_widened = self.widen(aim);
            }
            before = open;
        }
        let is_long = self.gap() > WIDE;
        if is_long && !may_be_long {
            return None;
        }
        if is_long {
            let progress = self.progress.within(share(self.gap(), aim)..DECIDING);
            long::bound(&mut self.halves, self.faces, self.threads, &progress);
        }
        Some(is_long)
    }

    /// Improves White's bounds by Black's and Black's by White's until they lie no further apart than `aim`.
    fn narrow(&mut self, aim: u32) -> Narrowing {
        let (mut last, mut idle) = (self.gap(), 0);
        let mut before = last;
        for number in 1..=MAX_SWEEPS {
            if last <= aim {
                return Narrowing::Met;
            }
            if number % TRIAL == 0 {
                if number > TRIAL && last > before / 2 {
                    return Narrowing::Stalled;
                }
                before = last;
            }
            let changed = self.sweep([Step::Narrow(aim / 2); 2]);
            let gap = self.gap();
            self.progress.tell(share(gap, aim));
            idle = if gap < last { 0 } else { idle + 1 };
            last = gap;
            if changed == 0 || idle == PATIENCE {
                return Narrowing::Stalled;
            }
        }
        Narrowing::Slow
    }

    /// Moves wide bounds to where play can be held for ever: from half a point outwards, but never beyond what
    /// they were. Returns whether that came to its end; otherwise they stay what they were.
    fn widen(&mut self, aim: u32) -> bool {
        let known = [0, 1].map(|half| self.halves[half].bounds.clone());
        let bounds = self.halves.iter_mut().flat_map(|half| &mut half.bounds);
        for bounds in bounds.filter(|bounds| bounds.gap() > aim) {
            let half = Bounds::WHOLE / 2;
            *bounds = Bounds { lower: half.min(bounds.upper), upper: half.max(bounds.lower) };
        }
        let mut before = usize::MAX;
        for number in 1..=WIDENING {
            let changed = self.sweep([0, 1].map(|half| Step::Widen(aim, &known[half])));
            if changed == 0 {
                return true;
            }
            if number % WIDENING_TRIAL == 0 {
                if changed >= before {
                    break;
                }
                before = changed;
            }
        }
        // They may not be wide enough yet to be bounds.
        self.halves.iter_mut().zip(known).for_each(|(half, known)| half.bounds = known);
        false
    }

    /// Improves White's bounds by Black's, then the other way; how many changed.
    fn sweep(&mut self, steps: [Step<'_>; 2]) -> usize {
        let (faces, threads) = (self.faces, self.threads);
        let [white, black] = &mut self.halves;
        let first = white.improve(&black.bounds, faces, threads, steps[0]);
        first + black.improve(&white.bounds, faces, threads, steps[1])
    }

    /// Finds how often games are decided, upwards from the least that the scores allow: a side that expects more than
    /// half a point has to win for it. `None` if it takes so long that it takes memory that is not allowed.
    fn decide(&mut self, may_be_long: bool) -> Option<()> {
        let (faces, threads) = (self.faces, self.threads);
        for half in &mut self.halves {
            let open: Vec<bool> = half.open().collect();
            let numbers = half.bounds.iter().zip(&mut half.decided).zip(open);
            for ((bounds, decided), _) in numbers.filter(|(_, is_open)| *is_open) {
                *decided = 2 * bounds.middle().abs_diff(Bounds::WHOLE / 2);
            }
        }
        let [white, black] = &mut self.halves;
        for (own, other) in [(&mut white.choices, &black.bounds), (&mut black.choices, &white.bounds)] {
            map(threads, own.iter_mut(), |choices| choices.keep_best(other));
        }
        for _ in 0..DECIDED_SWEEPS {
            let [white, black] = &mut self.halves;
            let first = white.decide(&black.decided, faces, threads);
            if first.max(black.decide(&white.decided, faces, threads)) <= DECIDED_CHANGE {
                return Some(());
            }
        }
        may_be_long
            .then(|| long::decide(&mut self.halves, faces, threads, &self.progress.within(DECIDING..1.0)))
    }

    /// The widest gap.
    fn gap(&self) -> u32 {
        self.gaps().max().unwrap_or(0)
    }

    fn total_gap(&self) -> u64 {
        self.gaps().map(u64::from).sum()
    }

    fn gaps(&self) -> impl Iterator<Item = u32> {
        self.halves.iter().flat_map(|half| &half.bounds).map(|bounds| bounds.gap())
    }
}

impl Half {
    /// Whether each number has choices.
    fn open(&self) -> impl Iterator<Item = bool> {
        self.choices.iter().flat_map(|choices| choices.starts.windows(2).map(|pair| pair[0] < pair[1]))
    }

    fn improve(&mut self, others: &[Bounds], faces: u64, threads: usize, step: Step<'_>) -> usize {
        let work = |(chunk, (choices, bounds)): (usize, (&Choices, &mut [Bounds]))| {
            let mut changed = 0;
            for (number, bounds) in bounds.iter_mut().enumerate() {
                let limits = match step {
                    Step::Narrow(settled) if bounds.gap() <= settled => continue,
                    Step::Narrow(_) => *bounds,
                    Step::Widen(aim, known) if known[chunk * CHUNK + number].gap() <= aim => continue,
                    Step::Widen(_, known) => known[chunk * CHUNK + number],
                };
                let Some(mut new) = choices.evaluate(number, others, faces) else { continue };
                if let Step::Widen(..) = step {
                    new = Bounds { lower: new.lower.min(bounds.lower), upper: new.upper.max(bounds.upper) };
                }
                new = Bounds { lower: new.lower.max(limits.lower), upper: new.upper.min(limits.upper) };
                changed += usize::from(new != *bounds);
                *bounds = new;
            }
            changed
        };
        let chunks = self.choices.iter().zip(self.bounds.chunks_mut(CHUNK)).enumerate();
        map(threads, chunks, work).into_iter().sum()
    }

    /// The largest change.
    fn decide(&mut self, others: &[u32], faces: u64, threads: usize) -> u32 {
        let work = |(choices, decided): (&Choices, &mut [u32])| {
            let mut largest = 0;
            for (number, decided) in decided.iter_mut().enumerate() {
                let new = choices.evaluate_decided(number, others, faces).unwrap_or(*decided);
                largest = largest.max(new.abs_diff(*decided));
                *decided = new;
            }
            largest
        };
        let chunks = self.choices.iter().zip(self.decided.chunks_mut(CHUNK));
        map(threads, chunks, work).into_iter().max().unwrap_or(0)
    }
}
