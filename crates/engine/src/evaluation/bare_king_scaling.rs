//! What an advantage is worth where a bared king draws.
//!
//! There only a mate wins, and a mate needs men to give it, and men of the other
//! side so that its king is not bare. So a value is not what is ahead but what it
//! leads to: the chance of a side to mate less its chance to be mated. A trade
//! that leaves as much ahead, but fewer men, makes an advantage less. How likely a
//! mate is was fitted to how games ended, as men's numbers were ([`Chances`]).

use rukh_rules::bits::CellSet;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{PieceKind, Position, Rules, Side};

use super::piece_values::PieceValues;
use super::weights::MateOdds;
use crate::score::{EVALUATION_LIMIT, Value};

/// What a certain mate is worth, in centipawns: so that where men are many a pawn
/// ahead is about a pawn, for which the margins of the search are made.
pub(super) const MATE: Value = 2_000;
/// The part of an advantage that counts in full: who is sure to mate or sure not
/// to still gathers men.
const ADVANTAGE_DIVISOR: Value = 8;

/// How many times as strongly the weaker king is driven: this is tempered too.
/// As many of 120 games were won as with once as strongly, 59.
const MOP_UP_WEIGHT: i32 = 3;
/// Hundredths of an advantage left by the men that keep the other king from being
/// bare, where values are men's worth: for the werera, whose prices were found so.
const SCALE_BY_GUARDS: [i32; 7] = [0, 8, 30, 55, 75, 88, 96];

/// The logistic function from 0 on in steps of [`GRAIN`], in 65 536ths.
const LOGISTIC: [i32; 18] = [
    32_768, 40_793, 47_911, 53_581, 57_724, 60_565, 62_428, 63_615, 64_357, 64_816, 65_097, 65_269, 65_374,
    65_438, 65_476, 65_500, 65_514, 65_523,
];
/// In thousandths.
const LOGISTIC_STEP: i32 = 500;

/// What values are.
#[derive(Debug, Clone, PartialEq, Eq)]
enum ScalingMode {
    /// What men are worth.
    Material,
    /// Chances to mate.
    MateOdds(MateOdds),
}

/// The men that such a law counts.
#[derive(Debug)]
pub(crate) struct BareKingScaling {
    /// Kinds that keep a king from being bare.
    guards: Vec<PieceKind>,
    /// What those of one side's array are worth.
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
        BareKingScaling { guards, array_material: (both / 2).max(1), mode: ScalingMode::MateOdds(chances) }
    }

    /// The same in what men are worth.
    pub(crate) fn by_material(self) -> BareKingScaling {
        BareKingScaling { mode: ScalingMode::Material, ..self }
    }

    /// How likely mates are thought to be, where that is what values are.
    pub(crate) fn mate_odds(&self) -> Option<&MateOdds> {
        let ScalingMode::MateOdds(chances) = &self.mode else { return None };
        Some(chances)
    }

    /// How many times as strongly the weaker king is driven.
    pub(crate) fn mop_up_weight(&self) -> i32 {
        if self.mode == ScalingMode::Material { 1 } else { MOP_UP_WEIGHT }
    }

    /// What so much ahead is worth to White, thought to be so much the stronger player.
    pub(crate) fn scale<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        worth: &PieceValues,
        value: Value,
        stronger: Value,
    ) -> Value {
        let [white, black] = Side::BOTH.map(|side| self.guard_material(rules, position, worth, side));
        let ScalingMode::MateOdds(chances) = &self.mode else {
            let left = if value > 0 { black.0 } else { white.0 };
            return value * SCALE_BY_GUARDS.get(left).copied().unwrap_or(100) / 100;
        };
        let odds = |ahead, own: (usize, i32), other: (usize, i32)| {
            chances.odds(ahead, [own.1, self.array_material], other.0)
        };
        let ahead = value + stronger;
        let mates = logistic(odds(ahead, white, black)) - logistic(odds(-ahead, black, white));
        MATE * mates / 65_536 + value / ADVANTAGE_DIVISOR
    }

    /// How many men keep a side's king from being bare, and what part of an array
    /// they are worth.
    pub(crate) fn guard_share<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        worth: &PieceValues,
        side: Side,
    ) -> (usize, f32) {
        let (men, worth) = self.guard_material(rules, position, worth, side);
        (men, worth as f32 / self.array_material as f32)
    }

    /// How many men keep a side's king from being bare, and what they are worth.
    fn guard_material<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        worth: &PieceValues,
        side: Side,
    ) -> (usize, i32) {
        let of_kind = |kind: &PieceKind| {
            let men = position.pieces_of(rules, side, *kind).count();
            (men as usize, men as i32 * worth.material[kind.index()])
        };
        self.guards.iter().map(of_kind).fold((0, 0), |sum, men| (sum.0 + men.0, sum.1 + men.1))
    }
}

impl MateOdds {
    /// The odds that a side mates which is so much ahead, with men worth so much of
    /// an array, while so many keep the other king from being bare.
    fn odds(&self, ahead: Value, [worth, array]: [i32; 2], left: usize) -> i32 {
        let bare = self.nearly_bare.get(left).copied().unwrap_or(0);
        let ahead = ahead.clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT);
        let mustered = i64::from(worth) * i64::from(self.array) / i64::from(array);
        ahead * 1_000 / self.step + mustered as i32 - self.rare - bare
    }
}

/// The chance that such odds are, in 65 536ths.
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

    fn tempered(placement: &str, value: i32) -> i32 {
        let ruleset = Arc::new(Ruleset::named("senterej").expect("a built-in ruleset"));
        let game = Game::from_fen(ruleset.clone(), &format!("{placement} w - - 0 1")).expect("a position");
        let evaluation = Evaluation::new(&ruleset);
        let mercy = evaluation.bare_king_scaling.as_ref().expect("a bared king draws");
        let rules = Rules::<Any>::compile(ruleset);
        mercy.scale(&rules, game.position(), &evaluation.piece_values, value, 0)
    }

    #[test]
    fn chances_rise_with_the_odds() {
        assert_eq!(logistic(0), 32_768);
        assert_eq!(logistic(-2_000) + logistic(2_000), 65_536);
        assert!((-10_000..10_000).all(|odds| logistic(odds) <= logistic(odds + 1)));
    }

    /// A stranger's game may have hundreds of great men.
    #[test]
    fn odds_stay_in_bounds() {
        let ruleset = Ruleset::named("senterej").expect("a built-in ruleset");
        let evaluation = Evaluation::new(&ruleset);
        let chances = evaluation
            .bare_king_scaling
            .as_ref()
            .and_then(|mercy| mercy.mate_odds())
            .expect("a bared king draws");
        let odds = |ahead| chances.odds(ahead, [5_000_000, 2_500_000], 3);
        assert!(odds(i32::MAX) > odds(0) && odds(0) > odds(-i32::MAX));
    }

    #[test]
    fn what_is_ahead_counts_less_with_fewer_men() {
        let many = "rnekfenr/8/8/8/8/8/8/RNEKFENR";
        let traded = "1nekfen1/8/8/8/8/8/8/1NEKFEN1";
        let few = "1n1k4/8/8/8/8/8/8/1N1K4";
        let values = [many, traded, few].map(|placement| tempered(placement, 600));
        assert!(values.windows(2).all(|pair| pair[0] > pair[1]), "{values:?}");
        assert_eq!(tempered(many, -600), -values[0]);
        let bare = tempered("3k4/ppp5/8/8/8/8/8/RNEKFENR", 2_000);
        let one = tempered("1e1k4/ppp5/8/8/8/8/8/RNEKFENR", 2_000);
        let three = tempered("1enk4/pppr4/8/8/8/8/8/RNEKFENR", 2_000);
        assert!(bare < one && one < three / 2 && bare < three / 4, "{bare} {one} {three}");
    }
}
