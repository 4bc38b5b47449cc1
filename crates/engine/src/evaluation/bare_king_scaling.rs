//! Scaling of the evaluation where a bared king draws.
//!
//! There only a mate wins; it needs pieces to give it, and pieces of the other side
//! so that its king is not bare. A value is therefore not an advantage but the
//! probability that a side mates less the probability that it is mated. A trade
//! that keeps the advantage but leaves fewer pieces lowers it. The probability was
//! fitted to results of games, like the weights ([`MateOdds`]).

use rukh_rules::bits::CellSet;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{PieceKind, Position, Rules, Side};

use super::weights::MateOdds;
use crate::pieces::values::PieceValues;
use crate::score::{EVALUATION_LIMIT, Value};

/// The value of a certain mate, in centipawns; chosen so that with many pieces an
/// advantage of a pawn is about a pawn, as the margins of the search assume.
pub(super) const MATE: Value = 2_000;
/// Divisor of the part of an advantage that counts regardless of mate, so that a side
/// whose mate is certain, or impossible, still prefers more material.
const ADVANTAGE_DIVISOR: Value = 8;

/// Factor of mop-up where a bared king draws, since mop-up is scaled too.
/// Of 120 games 59 were won, as with a factor of 1.
pub(super) const MOP_UP_WEIGHT: i32 = 3;
/// Hundredths of an advantage by the number of the other side's guards, where values
/// are material: for the werera, whose margins were tuned with it.
const SCALE_BY_GUARDS: [i32; 7] = [0, 8, 30, 55, 75, 88, 96];

/// The logistic function from 0 on in steps of [`LOGISTIC_STEP`], in 65 536ths.
const LOGISTIC: [i32; 18] = [
    32_768, 40_793, 47_911, 53_581, 57_724, 60_565, 62_428, 63_615, 64_357, 64_816, 65_097, 65_269, 65_374,
    65_438, 65_476, 65_500, 65_514, 65_523,
];
/// Step of [`LOGISTIC`], in thousandths.
const LOGISTIC_STEP: i32 = 500;

/// Meaning of the values.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ScalingMode {
    Material,
    /// Probabilities of mate.
    MateOdds(MateOdds),
}

/// A kind of piece that keeps its king from being bare.
#[derive(Debug)]
struct Guard {
    kind: PieceKind,
    /// Material value, in centipawns.
    value: i32,
}

/// Scaling of an advantage by the pieces that keep kings from being bare (guards).
#[derive(Debug)]
pub(crate) struct BareKingScaling {
    guards: Vec<Guard>,
    /// Value of one side's guards in the array.
    array_material: i32,
    mode: ScalingMode,
}

impl BareKingScaling {
    pub(crate) fn new(
        ruleset: &Ruleset,
        worth: &PieceValues,
        guards: Vec<PieceKind>,
        chances: MateOdds,
    ) -> BareKingScaling {
        let letters = ruleset.start().placement.chars();
        let kinds = letters.filter_map(|letter| ruleset.kind(letter)).filter(|kind| guards.contains(kind));
        let both: i32 = kinds.map(|kind| worth.material[kind.index()]).sum();
        let guards = guards.into_iter().map(|kind| Guard { kind, value: worth.material[kind.index()] });
        BareKingScaling {
            guards: guards.collect(),
            array_material: (both / 2).max(1),
            mode: ScalingMode::MateOdds(chances),
        }
    }

    /// The same with material values.
    pub(crate) fn by_material(self) -> BareKingScaling {
        BareKingScaling { mode: ScalingMode::Material, ..self }
    }

    /// The odds of mates, where values are probabilities of mate.
    pub(crate) fn mate_odds(&self) -> Option<&MateOdds> {
        let ScalingMode::MateOdds(chances) = &self.mode else { return None };
        Some(chances)
    }

    /// The value for White of an advantage, with contempt for White.
    pub(crate) fn scale<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        value: Value,
        contempt: Value,
    ) -> Value {
        let [white, black] = Side::BOTH.map(|side| self.guard_material(rules, position, side));
        let ScalingMode::MateOdds(chances) = &self.mode else {
            let left = if value > 0 { black.0 } else { white.0 };
            return value * SCALE_BY_GUARDS.get(left).copied().unwrap_or(100) / 100;
        };
        let odds = |ahead, own: (usize, i32), other: (usize, i32)| {
            chances.odds(ahead, [own.1, self.array_material], other.0)
        };
        let ahead = value + contempt;
        let mates = logistic(odds(ahead, white, black)) - logistic(odds(-ahead, black, white));
        MATE * mates / 65_536 + value / ADVANTAGE_DIVISOR
    }

    /// Number of a side's guards, and their value as a share of one side's in the array.
    pub(crate) fn guard_share<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
    ) -> (usize, f32) {
        let (count, material) = self.guard_material(rules, position, side);
        (count, material as f32 / self.array_material as f32)
    }

    /// Number and value of a side's guards.
    fn guard_material<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, side: Side) -> (usize, i32) {
        let of_kind = |guard: &Guard| {
            let count = position.pieces_of(rules, side, guard.kind).count();
            (count as usize, count as i32 * guard.value)
        };
        self.guards.iter().map(of_kind).fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    }
}

impl MateOdds {
    /// The log odds, in thousandths, that a side mates which is `ahead` centipawns, with guards worth `material` of
    /// `array`, while the other side has `guards` guards.
    fn odds(&self, ahead: Value, [material, array]: [i32; 2], guards: usize) -> i32 {
        let bare = self.nearly_bare.get(guards).copied().unwrap_or(0);
        let ahead = ahead.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT);
        let share = i64::from(material) * i64::from(self.array) / i64::from(array);
        ahead * 1_000 / self.step + share as i32 - self.rare - bare
    }
}

/// The probability of log odds in thousandths, in 65 536ths.
fn logistic(odds: i32) -> i32 {
    let far = odds.abs().min(LOGISTIC_STEP * (LOGISTIC.len() as i32 - 1) - 1);
    let (step, part) = ((far / LOGISTIC_STEP) as usize, far % LOGISTIC_STEP);
    let chance = LOGISTIC[step] + (LOGISTIC[step + 1] - LOGISTIC[step]) * part / LOGISTIC_STEP;
    if odds < 0 { 65_536 - chance } else { chance }
}

#[cfg(test)]
mod tests {
    use super::logistic;
    use crate::evaluation::Evaluation;
    use rukh_rules::shape::Any;
    use rukh_rules::{Game, Rules, Ruleset};
    use std::sync::Arc;

    fn scaled(placement: &str, value: i32) -> i32 {
        let ruleset = Arc::new(Ruleset::named("senterej").expect("a built-in ruleset"));
        let game = Game::from_fen(ruleset.clone(), &format!("{placement} w - - 0 1")).expect("a position");
        let evaluation = Evaluation::new(&ruleset);
        let scaling = evaluation.bare_king_scaling.as_ref().expect("a bared king draws");
        let rules = Rules::<Any>::compile(ruleset);
        scaling.scale(&rules, game.position(), value, 0)
    }

    #[test]
    fn logistic_rises_with_the_odds() {
        assert_eq!(logistic(0), 32_768);
        assert_eq!(logistic(-2_000) + logistic(2_000), 65_536);
        assert!((-10_000..10_000).all(|odds| logistic(odds) <= logistic(odds + 1)));
    }

    /// A user's ruleset may have hundreds of strong pieces.
    #[test]
    fn odds_do_not_overflow() {
        let ruleset = Ruleset::named("senterej").expect("a built-in ruleset");
        let evaluation = Evaluation::new(&ruleset);
        let chances = evaluation
            .bare_king_scaling
            .as_ref()
            .and_then(|scaling| scaling.mate_odds())
            .expect("a bared king draws");
        let odds = |ahead| chances.odds(ahead, [5_000_000, 2_500_000], 3);
        assert!(odds(i32::MAX) > odds(0) && odds(0) > odds(-i32::MAX));
    }

    #[test]
    fn scale_advantage_counts_less_with_fewer_pieces() {
        let many = "rnekfenr/8/8/8/8/8/8/RNEKFENR";
        let traded = "1nekfen1/8/8/8/8/8/8/1NEKFEN1";
        let few = "1n1k4/8/8/8/8/8/8/1N1K4";
        let values = [many, traded, few].map(|placement| scaled(placement, 600));
        assert!(values.windows(2).all(|pair| pair[0] > pair[1]), "{values:?}");
        assert_eq!(scaled(many, -600), -values[0]);
        let bare = scaled("3k4/ppp5/8/8/8/8/8/RNEKFENR", 2_000);
        let one = scaled("1e1k4/ppp5/8/8/8/8/8/RNEKFENR", 2_000);
        let three = scaled("1enk4/pppr4/8/8/8/8/8/RNEKFENR", 2_000);
        assert!(bare < one && one < three / 2 && bare < three / 4, "{bare} {one} {three}");
    }
}
