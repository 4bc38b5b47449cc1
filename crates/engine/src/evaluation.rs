//! Static evaluation: what an evaluator says of a position, scaled by the laws that may still draw it.
//!
//! A new kind of evaluator is a variant of [`Evaluator`] and a file here; the search asks it in one place and
//! knows of pieces only what [`PieceModel`] says.

use rukh_rules::law::BareKing;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{PieceKind, Position, Rules, Side};

use crate::pieces::PieceModel;
use crate::pieces::values::PieceValues;
use crate::score::{EVALUATION_LIMIT, Value};

mod bare_king_scaling;
pub(crate) mod file;
pub(crate) mod layout;
pub(crate) mod linear;
pub(crate) mod net;
mod popcnt;
mod reach_classes;
pub(crate) mod terms;
pub(crate) mod tuned;
pub(crate) mod wdl;
pub(crate) mod weights;

use bare_king_scaling::BareKingScaling;
use file::{EvalContent, EvalFile, WeightsMismatch};
use layout::{Layout, Term};
use linear::LinearEvaluator;
use net::Net;
use net::accumulators::Accumulators;
use weights::{MateOdds, TunedWeights};

/// Factor of mop-up where a die is thrown and only mate wins. An attacked king escapes on most throws, and
/// equal players seldom mate before the limit of moves: of 120 games of `mustatila-307` at 500 nodes this gained
/// 86 ± 39 Elo, of 80 others 48 ± 46.
const MATE_WITH_DIE_MOP_UP_WEIGHT: i32 = 4;

/// How a position without its counters is evaluated.
#[derive(Debug)]
pub(crate) enum Evaluator {
    Linear(LinearEvaluator),
}

impl Evaluator {
    /// The value for White, in centipawns; it depends on the key alone.
    #[inline]
    fn value<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        let Evaluator::Linear(linear) = self;
        popcnt::value(linear, rules, position)
    }
}

/// The evaluation of a ruleset.
#[derive(Debug)]
pub(crate) struct Evaluation {
    pub(crate) pieces: PieceModel,
    evaluator: Evaluator,
    /// Added to what the evaluator says.
    net: Option<Net>,
    /// Scaling where bared kings draw.
    pub(crate) bare_king_scaling: Option<BareKingScaling>,
    /// Counted moves at which a lone piece or bared king draws.
    counter_limit: Option<i32>,
    move_limit: Option<i32>,
}

impl Evaluation {
    /// The evaluation of a ruleset, with tuned weights or with weights derived from its
    /// movement tables.
    pub(crate) fn new(ruleset: &Ruleset) -> Evaluation {
        Evaluation::with_weights(ruleset, tuned::weights_for(ruleset), tuned::mate_odds_for(ruleset))
    }

    /// The evaluation of a ruleset with the weights of a file, or with its own and the net of a file, or
    /// without a file as [`Evaluation::new`].
    pub(crate) fn with_eval_file(
        ruleset: &Ruleset,
        file: Option<&EvalFile>,
    ) -> Result<Evaluation, WeightsMismatch> {
        let Some(file) = file else { return Ok(Evaluation::new(ruleset)) };
        let tuned = match &file.0 {
            EvalContent::Weights(tuned) => tuned,
            EvalContent::Net(file) => {
                let evaluation = Evaluation::new(ruleset);
                let net = Net::new(file.clone(), ruleset, evaluation.linear())?;
                return Ok(Evaluation { net: Some(net), ..evaluation });
            }
        };
        tuned.check(ruleset)?;
        let chances = tuned.chances.as_ref().unwrap_or_else(|| tuned::mate_odds_for(ruleset));
        Ok(Evaluation::with_weights(ruleset, Some(tuned), chances))
    }

    /// The evaluation of a ruleset by its movement tables alone, except for the odds of
    /// mates where a bared king draws, which are always tuned.
    pub(crate) fn derived(ruleset: &Ruleset) -> Evaluation {
        Evaluation::with_weights(ruleset, None, tuned::mate_odds_for(ruleset))
    }

    /// The evaluation with tuned weights, if they are complete.
    fn with_weights(ruleset: &Ruleset, tuned: Option<&TunedWeights>, chances: &MateOdds) -> Evaluation {
        let values = PieceValues::new(ruleset);
        let layout = Layout::new(ruleset);
        let mut weights = weights::derived(ruleset, &layout, &values);
        if let Some(mut numbers) = tuned.and_then(|tuned| tuned.in_layout_order(&layout)) {
            if tuned.is_some_and(|tuned| !tuned.has_bare_king_law_of(ruleset)) {
                // The weights of guards were tuned under another law of bared kings.
                let guards = layout.range(Term::Guards);
                numbers[guards.clone()].copy_from_slice(&weights[guards]);
            }
            weights = numbers;
        }
        let mut linear = LinearEvaluator::new(ruleset, values.clone(), layout, weights);
        let guards = || ruleset.guards().iter().collect::<Vec<PieceKind>>();
        let bare_king_scaling = matches!(ruleset.bare_king(), BareKing::Draw { .. })
            .then(|| BareKingScaling::new(ruleset, &values, guards(), chances.clone()));
        if bare_king_scaling.is_some() {
            linear.mop_up_weight = bare_king_scaling::MOP_UP_WEIGHT;
        } else if ruleset.has_die() && ruleset.is_king_guarded() && !ruleset.has_one_throw_to_escape() {
            linear.mop_up_weight = MATE_WITH_DIE_MOP_UP_WEIGHT;
        }
        let of_bare_king = ruleset.bare_king_limit().map(|moves| 2 * i32::from(moves));
        Evaluation {
            pieces: PieceModel::new(ruleset, values, linear.exchange_values(ruleset)),
            evaluator: Evaluator::Linear(linear),
            net: None,
            bare_king_scaling,
            counter_limit: ruleset.lone_man_limit().map(i32::from).or(of_bare_king),
            move_limit: ruleset.move_limit().map(i32::from),
        }
    }

    /// The evaluation in material, not in probabilities of mate.
    pub(crate) fn by_material(mut self) -> Evaluation {
        let Evaluator::Linear(linear) = &mut self.evaluator;
        linear.mop_up_weight = 1;
        Evaluation { bare_king_scaling: self.bare_king_scaling.map(BareKingScaling::by_material), ..self }
    }

    pub(crate) fn linear(&self) -> &LinearEvaluator {
        let Evaluator::Linear(linear) = &self.evaluator;
        linear
    }

    /// The value for the side to move, in centipawns.
    pub(crate) fn value<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        let white = self.white_value(rules, position);
        match position.turn() {
            Side::White => white,
            Side::Black => -white,
        }
    }

    /// The value for White, in centipawns.
    pub(crate) fn white_value<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        self.scale_by_counters(rules, position, self.value_before_counters(rules, position), 0)
    }

    /// The value for White before scaling by the counters of the laws; it depends on the key alone.
    pub(crate) fn value_before_counters<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        self.evaluator.value(rules, position) + self.net_value(rules, position)
    }

    /// The same with accumulators that the caller keeps from one position to the next.
    #[inline]
    pub(crate) fn updated_value_before_counters<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        accumulators: &mut Accumulators<S>,
        ply: usize,
    ) -> Value {
        let value = self.evaluator.value(rules, position);
        match &self.net {
            Some(net) => value + accumulators.value(net, rules, position, ply),
            None => value,
        }
    }

    /// What the net adds for White, in centipawns.
    pub(crate) fn net_value<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>) -> Value {
        self.net.as_ref().map_or(0, |net| net.value(rules, position))
    }

    /// The net beside the evaluator.
    pub(crate) fn net(&self) -> Option<&Net> {
        self.net.as_ref()
    }

    /// A value for White, bounded, and scaled towards a draw by the counters of the laws, with contempt for White.
    #[inline]
    pub(crate) fn scale_by_counters<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        mut value: Value,
        contempt: Value,
    ) -> Value {
        if let Some(scaling) = &self.bare_king_scaling {
            value = scaling.scale(rules, position, value, contempt);
        }
        // A user's ruleset may have a hundred queens and a counter of thousands.
        value = value.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT);
        let drawn = self.draw_value(contempt);
        if let Some(limit) = self.counter_limit {
            let run = position.counters().into_iter().map(i32::from).max().unwrap_or(0).min(limit);
            value -= (value - drawn) * run / (limit + 1);
        }
        if let Some(limit) = self.move_limit {
            value -= (value - drawn) * i32::from(position.halfmove_clock()).min(limit) / (2 * limit);
        }
        value
    }

    /// The value of a draw for White, with contempt for White. Probabilities of mate include it already.
    pub(crate) fn draw_value(&self, contempt: Value) -> Value {
        if self.bare_king_scaling.as_ref().is_some_and(|scaling| scaling.mate_odds().is_some()) {
            0
        } else {
            -contempt
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Evaluation, MATE_WITH_DIE_MOP_UP_WEIGHT};
    use crate::score::EVALUATION_LIMIT;
    use crate::tuning::TuningModel;
    use rukh_rules::shape::Any;
    use rukh_rules::{Game, Rules, Ruleset};
    use std::sync::Arc;

    #[test]
    fn scale_by_counters_bounds_huge_values() {
        let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
        let fen = "3k4/8/8/8/8/8/8/R2K4 w - - 100 90";
        let game = Game::from_fen(ruleset.clone(), fen).expect("a position");
        let (evaluation, rules) = (Evaluation::new(&ruleset), Rules::<Any>::compile(ruleset));
        for value in [40_000_000, -40_000_000] {
            let left = evaluation.scale_by_counters(&rules, game.position(), value, 0);
            assert_eq!(left.signum(), value.signum());
            assert!((EVALUATION_LIMIT / 3..EVALUATION_LIMIT).contains(&left.abs()), "{left}");
        }
    }
    #[test]
    fn mop_up_weighs_more_where_only_mate_wins_with_a_die() {
        let mop_up = |id: &str| {
            let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
            let fen = "k3/4/4/4/4/4/4/4/4/4/4/4/4/1K2/1R2/4 w - - 0 1";
            let game = Game::from_fen(ruleset.clone(), fen).expect("a position");
            let terms = TuningModel::new(&ruleset).explain(&game);
            terms.iter().find(|(term, _)| *term == "driving the king").map_or(0, |(_, value)| *value)
        };
        let (captured, mated) = (mop_up("oblong-dice"), mop_up("mustatila-307"));
        assert!(captured > 0, "{captured}");
        assert!(mated > captured * (MATE_WITH_DIE_MOP_UP_WEIGHT - 1), "{mated} for {captured}");
    }
}
