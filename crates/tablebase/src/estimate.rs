//! What it takes to compute a table.

use rukh_rules::Rules;
use rukh_rules::shape::Any;

use crate::chances;
use crate::expand::faces;
use crate::layout::{Layout, Place};
use crate::retrograde;
use crate::table::Values;

/// What it takes to compute a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Estimate {
    /// Numbers of all layers, of which some stand for no position.
    pub numbers: u64,
    /// The most bytes of memory, the tables of what it may become among them.
    pub bytes: u64,
    /// The same where games turn out to last for millions of plies, which some do with a die.
    pub long_bytes: u64,
}

/// Numbers whose moves are counted.
const SAMPLE: usize = 2000;

impl Estimate {
    /// The estimate of a layout whose captures and promotions lead to others.
    pub(crate) fn new(rules: &Rules<Any>, layout: &Layout, smaller: &[Layout]) -> Estimate {
        let has_die = rules.ruleset().has_die();
        let bytes = if has_die { chances::BYTES } else { retrograde::BYTES };
        let numbers = layout.len() as f64;
        let (throws, moves) = sample(rules, layout);
        let work = |bytes: &Bytes| numbers * (bytes.number + throws * bytes.throw + moves * bytes.mv);
        let long = if has_die { work(&chances::LONG_BYTES) } else { 0.0 };
        let kept = |layout: &Layout| layout.layers() * layout.len() * Values::bytes(has_die);
        let kept: usize = smaller.iter().chain([layout]).map(kept).sum();
        let bytes = work(&bytes) as u64 + kept as u64;
        let numbers = (layout.layers() * layout.len()) as u64;
        Estimate { numbers, bytes, long_bytes: bytes + long as u64 }
    }
}

/// The throws that differ, and the moves of all of them, of a number of the first layer on average.
fn sample(rules: &Rules<Any>, layout: &Layout) -> (f64, f64) {
    let (faces, mut setup) = (faces(rules.ruleset(), layout), layout.setup());
    let step = (layout.len() / SAMPLE).max(1) | 1;
    let (mut numbers, mut positions, mut moves) = (0, 0, 0);
    for index in (0..layout.len()).step_by(step) {
        numbers += 1;
        let is_filled = layout.fill(Place { layer: 0, index }, &mut setup).is_some();
        let Some(position) = is_filled.then(|| setup.check(rules).ok()).flatten() else { continue };
        if rules.outcome(&position).is_some() {
            continue;
        }
        positions += 1;
        for (face, _) in &faces {
            let thrown = if *face == 0 { position } else { rules.throw(&position, *face) };
            moves += rules.legal_moves(&thrown).len();
        }
    }
    let each = |count: usize| count as f64 / f64::from(numbers.max(1));
    (each(positions * faces.len()), each(moves))
}

/// Bytes of memory while a table is computed.
pub(crate) struct Bytes {
    /// For each number of a layer.
    pub(crate) number: f64,
    /// For each throw of a number.
    pub(crate) throw: f64,
    /// For each move.
    pub(crate) mv: f64,
}
