//! Positions as input of the training of a net.

use std::collections::BTreeMap;
use std::sync::Arc;

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Any;
use rukh_rules::{Game, Rules, Ruleset, Side};

use super::CounterScaling;
use crate::evaluation::Evaluation;
use crate::evaluation::net::features::FeatureMap;
use crate::evaluation::net::file::NetHeader;
use crate::evaluation::weights::{WeightsBasis, movements};

/// The evaluation that a net is to be added to, and what the net sees.
#[derive(Debug)]
pub struct NetModel {
    rules: Rules<Any>,
    evaluation: Evaluation,
    features: FeatureMap,
    pieces: usize,
}

/// A position as input of a net, for the side to move: its value is the `scaling` of
/// `linear` and the net's output together.
#[derive(Debug, Clone, PartialEq)]
pub struct NetSample {
    /// Rows of weights that the side to move and the other see.
    pub rows: [Vec<u16>; 2],
    /// Value without the net before scaling, in centipawns.
    pub linear: f32,
    /// Scaling of values for White.
    pub scaling: CounterScaling,
    /// The side to move.
    pub turn: Side,
}

impl NetSample {
    /// Number of pieces on the board.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.rows[0].len()
    }

    /// A value for the side to move after scaling, and the derivative of the scaling there.
    #[must_use]
    pub fn scaled(&self, value: f32) -> (f32, f32) {
        let sign = if self.turn == Side::White { 1.0 } else { -1.0 };
        let (scaled, slope) = self.scaling.at(sign * value);
        (sign * scaled, slope)
    }
}

impl NetModel {
    /// The model of a ruleset; `None` where no symmetry exchanges the sides, since a net sees the board from both.
    ///
    /// # Panics
    /// The ruleset has no array.
    #[must_use]
    pub fn new(ruleset: &Arc<Ruleset>) -> Option<NetModel> {
        let features = FeatureMap::new(ruleset)?;
        let start = Game::new(ruleset.clone());
        let pieces = Side::BOTH.map(|side| start.position().pieces_of_side(side).count() as usize);
        Some(NetModel {
            rules: Rules::compile(ruleset.clone()),
            evaluation: Evaluation::new(ruleset),
            features,
            pieces: pieces.iter().sum(),
        })
    }

    /// Number of rows of weights.
    #[must_use]
    pub fn rows(&self) -> usize {
        let ruleset = self.rules.ruleset();
        2 * ruleset.pieces.len() * ruleset.geometry.cells()
    }

    /// Number of pieces in the array.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.pieces
    }

    /// A position as input of a net.
    #[must_use]
    pub fn sample(&self, game: &Game) -> NetSample {
        let position = game.position().reshape(game.rules(), &self.rules);
        let turn = position.turn();
        let white = self.evaluation.value_before_counters(&self.rules, &position);
        let scale = |value| self.evaluation.scale_by_counters(&self.rules, &position, value, 0);
        NetSample {
            rows: [turn, turn.other()].map(|side| self.features.rows(&self.rules, &position, side)),
            linear: if turn == Side::White { white as f32 } else { -white as f32 },
            scaling: CounterScaling::of(scale),
            turn,
        }
    }

    /// The header of a net of this model.
    #[must_use]
    pub fn header(&self, hidden: usize, buckets: usize, provenance: BTreeMap<String, String>) -> NetHeader {
        let ruleset = self.rules.ruleset();
        NetHeader {
            ruleset: ruleset.instance.to_string(),
            men: movements(ruleset),
            basis: WeightsBasis::from_ruleset(ruleset),
            mirrored: self.features.has_mirror(),
            pieces: self.pieces,
            hidden,
            buckets,
            weights: self.evaluation.linear().fingerprint(),
            provenance,
        }
    }
}
