//! Games without a die: distances to the end by retrograde analysis.
//!
//! The moves are generated forwards, once, by the rules themselves, and turned round; there is no second set of
//! rules that moves backwards. Then the positions are settled in rising order of distance: a position with a
//! move to a lost one is won a ply further, one whose every move leads to a won one is lost a ply further than
//! the longest. What is never settled is drawn.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use crate::estimate::Bytes;
use crate::expand::{CompiledRules, Expand, Layer, Node};
use crate::progress::Part;
use crate::workers::{CHUNK, chunks, map};

/// What a layer takes: values, counts and floors, where sources start, what is settled at first; a move is there
/// twice while it is turned round.
pub(crate) const BYTES: Bytes = Bytes { number: 40.0, throw: 0.0, mv: 10.0 };

/// Who wins from a position and in how many plies, in two bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Distance(pub(crate) u16);

impl Distance {
    /// No position.
    pub(crate) const NOTHING: Distance = Distance(0);
    /// Neither side can win.
    pub(crate) const DRAWN: Distance = Distance(1);
    const OPEN: Distance = Distance(u16::MAX);

    pub(crate) const fn lost(plies: u16) -> Distance {
        Distance(2 + 2 * plies)
    }

    pub(crate) const fn won(plies: u16) -> Distance {
        Distance(3 + 2 * plies)
    }

    /// Whether the side to move wins, and in how many plies; `None` for a draw and for no position.
    pub(crate) fn decided(self) -> Option<(bool, u16)> {
        (self.0 >= 2).then(|| (self.0 & 1 == 1, (self.0 - 2) / 2))
    }
}

/// What is read of some numbers of a layer.
#[derive(Default)]
struct Reading {
    /// The moves of each number, one after another, and how many there are of each.
    moves: Vec<u32>,
    counts: Vec<u16>,
    /// When numbers are won, or lost unless a move inside the layer helps.
    wins: Vec<(u16, u32)>,
    losses: Vec<(u16, u32)>,
    /// Numbers that a move outside the layer keeps from being lost.
    saved: Vec<u32>,
}

/// Numbers by the distance at which they are settled.
type Agenda = BTreeMap<u16, Vec<u32>>;

/// The distances of a layer.
pub(crate) fn solve_layer(
    rules: &dyn CompiledRules,
    layer: Layer<'_, Distance>,
    threads: usize,
    part: &Part<'_>,
) -> Vec<Distance> {
    let len = layer.layout.len();
    let values: Vec<AtomicU16> = (0..len).map(|_| AtomicU16::new(Distance::OPEN.0)).collect();
    let read = |range: Range<usize>| {
        let reading = read_chunk(&mut *rules.distances(layer), range, &values);
        part.add(reading.counts.len());
        reading
    };
    let readings = map(threads, chunks(len), read);
    let mut solver = Solver::new(values, readings, threads);
    solver.settle();
    let settled = solver.values.into_iter().map(|value| match Distance(value.into_inner()) {
        Distance::OPEN => Distance::DRAWN,
        value => value,
    });
    settled.collect()
}

fn read_chunk(expander: &mut dyn Expand<Distance>, range: Range<usize>, values: &[AtomicU16]) -> Reading {
    let mut reading = Reading::default();
    for index in range {
        let mut count = 0;
        match expander.read(index) {
            Node::Nothing => values[index].store(Distance::NOTHING.0, Relaxed),
            Node::Over(value) => match value.decided() {
                Some((true, plies)) => reading.wins.push((plies, index as u32)),
                Some((false, plies)) => reading.losses.push((plies, index as u32)),
                None => values[index].store(Distance::DRAWN.0, Relaxed),
            },
            Node::Open => {
                for choice in expander.choices() {
                    reading.note_outside(index as u32, &choice.outside, choice.inside.is_empty());
                    reading.moves.extend(&choice.inside);
                    count += choice.inside.len() as u16;
                }
            }
        }
        reading.counts.push(count);
    }
    reading
}

impl Reading {
    fn note_outside(&mut self, index: u32, outside: &[Distance], is_all: bool) {
        let decided = || outside.iter().filter_map(|value| value.decided());
        if let Some(plies) = decided().filter(|(wins, _)| !wins).map(|(_, plies)| plies).min() {
            self.wins.push((plies + 1, index));
        }
        if decided().filter(|(wins, _)| *wins).count() < outside.len() {
            self.saved.push(index);
        } else if let Some(plies) = decided().map(|(_, plies)| plies).max() {
            self.losses.push((plies + 1, index));
        } else if is_all {
            // Neither over nor with a move: nothing can happen any more.
            self.saved.push(index);
        }
    }
}

struct Solver {
    values: Vec<AtomicU16>,
    /// How many moves lead to positions that are not won.
    left: Vec<AtomicU16>,
    /// The distance below which a number is not lost.
    floors: Vec<u16>,
    /// Where the numbers that lead to each one stand in `sources`.
    starts: Vec<u64>,
    sources: Vec<AtomicU32>,
    agenda: Agenda,
    threads: usize,
}

impl Solver {
    fn new(values: Vec<AtomicU16>, readings: Vec<Reading>, threads: usize) -> Solver {
        let len = values.len();
        let mut left = Vec::with_capacity(len);
        let mut floors = vec![0; len];
        let mut agenda = Agenda::new();
        for reading in &readings {
            left.extend(reading.counts.iter().map(|count| AtomicU16::new(*count)));
        }
        for reading in &readings {
            for (plies, index) in &reading.wins {
                // Won numbers have a bit that losses have not, so they can share the agenda.
                agenda.entry(*plies).or_default().push(*index | WON);
            }
            for (plies, index) in &reading.losses {
                floors[*index as usize] = *plies;
                if left[*index as usize].load(Relaxed) == 0 {
                    agenda.entry(*plies).or_default().push(*index);
                }
            }
            for index in &reading.saved {
                left[*index as usize].fetch_add(1, Relaxed);
            }
        }
        let (starts, sources) = turned_round(len, readings, threads);
        Solver { values, left, floors, starts, sources, agenda, threads }
    }

    fn settle(&mut self) {
        let (mut plies, mut frontier) = (0, Vec::new());
        while !frontier.is_empty() || !self.agenda.is_empty() {
            for entry in self.agenda.remove(&plies).unwrap_or_default() {
                let (index, value) = match entry & WON {
                    0 => (entry, Distance::lost(plies)),
                    _ => (entry & !WON, Distance::won(plies)),
                };
                if self.claim(index, value) {
                    frontier.push(index);
                }
            }
            let work = |range: Range<usize>| self.spread(plies, &frontier[range]);
            let results = map(self.threads, chunks(frontier.len()), work);
            frontier.clear();
            for (settled, later) in results {
                frontier.extend(settled);
                for (plies, index) in later {
                    self.agenda.entry(plies).or_default().push(index);
                }
            }
            plies += 1;
        }
    }

    fn claim(&self, index: u32, value: Distance) -> bool {
        let open = Distance::OPEN.0;
        self.values[index as usize].compare_exchange(open, value.0, Relaxed, Relaxed).is_ok()
    }

    /// Tells those that lead to settled numbers: the numbers settled a ply further, and those lost later.
    fn spread(&self, plies: u16, settled: &[u32]) -> (Vec<u32>, Vec<(u16, u32)>) {
        let (mut next, mut later) = (Vec::new(), Vec::new());
        for index in settled {
            let index = *index as usize;
            let wins = Distance(self.values[index].load(Relaxed)).decided().is_some_and(|(wins, _)| wins);
            for source in &self.sources[self.starts[index] as usize..self.starts[index + 1] as usize] {
                let source = source.load(Relaxed);
                if !wins {
                    if self.claim(source, Distance::won(plies + 1)) {
                        next.push(source);
                    }
                } else if self.left[source as usize].fetch_sub(1, Relaxed) == 1 {
                    let floor = self.floors[source as usize];
                    if floor > plies + 1 {
                        later.push((floor, source));
                    } else if self.claim(source, Distance::lost(plies + 1)) {
                        next.push(source);
                    }
                }
            }
        }
        (next, later)
    }
}

/// The bit of a number that is won.
const WON: u32 = 1 << 31;

/// For each number the numbers that lead to it: where they start, and themselves.
fn turned_round(len: usize, readings: Vec<Reading>, threads: usize) -> (Vec<u64>, Vec<AtomicU32>) {
    let counts: Vec<AtomicU64> = (0..=len).map(|_| AtomicU64::new(0)).collect();
    map(threads, readings.iter(), |reading| {
        for target in &reading.moves {
            counts[*target as usize].fetch_add(1, Relaxed);
        }
    });
    let mut total = 0;
    let starts: Vec<u64> = counts
        .iter()
        .map(|count| {
            let start = total;
            total += count.swap(start, Relaxed);
            start
        })
        .collect();
    let sources: Vec<AtomicU32> = (0..total).map(|_| AtomicU32::new(0)).collect();
    map(threads, readings.into_iter().enumerate(), |(chunk, reading)| {
        let mut moves = reading.moves.iter();
        for (offset, count) in reading.counts.iter().enumerate() {
            for target in moves.by_ref().take(usize::from(*count)) {
                let slot = counts[*target as usize].fetch_add(1, Relaxed);
                sources[slot as usize].store((chunk * CHUNK + offset) as u32, Relaxed);
            }
        }
    });
    (starts, sources)
}
