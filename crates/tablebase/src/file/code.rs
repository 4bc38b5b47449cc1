//! How values are written.

use super::header::Metric;
use crate::chances::{Bounds, Chance, DECIDED_STEP, NOTHING, SCORE_STEP};
use crate::exact::Exact;
use crate::retrograde::Distance;
use crate::table::{Value, Values};

/// How the values of a table are written.
#[derive(Debug, Clone, Copy)]
pub(super) enum Code {
    /// Distances in so many bytes.
    Distances(usize),
    /// Scores, each so close to the true one, and what each ply takes of them.
    Chances { gap: u32, decay: u8 },
}

/// The bytes of a chance: the score, and how often the game is decided.
const SCORE_BYTES: usize = 3;
const CHANCE_BYTES: usize = SCORE_BYTES + 3;
/// The score where no position is.
const NO_SCORE: u32 = (1 << (8 * SCORE_BYTES)) - 1;

impl Code {
    /// `None` if no values are written so.
    pub(super) fn new(metric: Metric, width: usize, gap: u32, decay: u8) -> Option<Code> {
        match (metric, width) {
            (Metric::Distances, 1 | 2) if gap == 0 && decay == 0 => Some(Code::Distances(width)),
            (Metric::Chances, CHANCE_BYTES) if gap < Bounds::WHOLE / 2 => Some(Code::Chances { gap, decay }),
            _ => None,
        }
    }

    /// How the values of a table are best written.
    pub(super) fn of(values: &Values) -> Code {
        match values {
            Values::Distances(layers) => {
                let is_small = layers.iter().flatten().all(|distance| distance.0 <= u8::MAX.into());
                Code::Distances(if is_small { 1 } else { 2 })
            }
            Values::Chances { gap, decay, .. } => Code::Chances { gap: *gap, decay: *decay },
        }
    }

    /// The bytes of a value.
    pub(super) fn width(self) -> usize {
        match self {
            Code::Distances(width) => width,
            Code::Chances { .. } => CHANCE_BYTES,
        }
    }

    pub(super) fn gap(self) -> u32 {
        match self {
            Code::Distances(_) => 0,
            Code::Chances { gap, .. } => gap,
        }
    }

    pub(super) fn decay(self) -> u8 {
        match self {
            Code::Distances(_) => 0,
            Code::Chances { decay, .. } => decay,
        }
    }

    pub(super) fn draw(self) -> Exact {
        match self {
            Code::Distances(_) => Exact::Drawn,
            Code::Chances { .. } => Exact::of_chance(Chance::over(None)),
        }
    }

    /// Values that are to be filled in.
    pub(super) fn values(self, layers: usize, numbers: usize) -> Values {
        match self {
            Code::Distances(_) => Values::Distances(vec![vec![Distance::NOTHING; numbers]; layers]),
            Code::Chances { gap, decay } => {
                let nothing = vec![NOTHING; layers * numbers];
                Values::Chances { scores: nothing.clone(), decided: nothing, gap, decay }
            }
        }
    }

    /// So many values from a first one on, as a block.
    pub(super) fn encode(self, values: &Values, first: usize, count: usize) -> Vec<u8> {
        let mut block = vec![0; count * self.width()];
        for offset in 0..count {
            let number = first + offset;
            let bytes = match values {
                Values::Distances(layers) => {
                    let len = layers[0].len();
                    u64::from(layers[number / len][number % len].0)
                }
                Values::Chances { scores, .. } if scores[number] == NOTHING => NO_SCORE.into(),
                Values::Chances { scores, decided, .. } => {
                    let decided = u64::from(decided[number] / DECIDED_STEP);
                    u64::from(scores[number] / SCORE_STEP) | decided << (8 * SCORE_BYTES)
                }
            };
            let bytes = bytes.to_le_bytes();
            for (plane, byte) in bytes[..self.width()].iter().enumerate() {
                block[plane * count + offset] = *byte;
            }
        }
        block
    }

    /// Puts the values of a block where they belong; `None` if one is none.
    pub(super) fn decode(self, block: &[u8], first: usize, values: &mut Values) -> Option<()> {
        for offset in 0..block.len() / self.width() {
            let number = first + offset;
            match values {
                Values::Distances(layers) => {
                    let len = layers[0].len();
                    layers[number / len][number % len] = self.distance(block, offset);
                }
                Values::Chances { scores, decided, .. } => {
                    if let Some((score, share)) = self.chance(block, offset)? {
                        (scores[number], decided[number]) = (score, share);
                    }
                }
            }
        }
        Some(())
    }

    /// What a value of a block says; `None` if it is none, `Some(None)` for no position.
    pub(super) fn exact(self, block: &[u8], offset: usize) -> Option<Option<Exact>> {
        let Code::Chances { gap, .. } = self else {
            return Some(Exact::of_distance(self.distance(block, offset)));
        };
        let chance = self
            .chance(block, offset)?
            .map(|(score, decided)| Exact::of_chance(Chance { bounds: Bounds::around(score, gap), decided }));
        Some(chance)
    }

    fn read(self, block: &[u8], offset: usize) -> u64 {
        let count = block.len() / self.width();
        let planes = (0..self.width()).rev();
        planes.fold(0, |value, plane| value << 8 | u64::from(block[plane * count + offset]))
    }

    fn distance(self, block: &[u8], offset: usize) -> Distance {
        Distance(self.read(block, offset) as u16)
    }

    /// The score and how often the game is decided; `None` if they are none, `Some(None)` for no position.
    fn chance(self, block: &[u8], offset: usize) -> Option<Option<(u32, u32)>> {
        let bytes = self.read(block, offset);
        let (score, decided) = (bytes as u32 & NO_SCORE, (bytes >> (8 * SCORE_BYTES)) as u32);
        if score == NO_SCORE {
            return Some(None);
        }
        let is_possible = score <= Bounds::WHOLE / SCORE_STEP && decided <= Bounds::WHOLE / DECIDED_STEP;
        is_possible.then(|| Some((score * SCORE_STEP, decided * DECIDED_STEP)))
    }
}
