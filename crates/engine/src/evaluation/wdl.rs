//! What values say of results.

use rukh_rules::Ruleset;
use rukh_rules::law::BareKing;

use super::bare_king_scaling::MATE;
use crate::score::Score;

/// How steeply the share of the points rises with centipawns (Lichess's curve).
const SIGMOID_SLOPE: f64 = 0.003_682_08;
/// How near a value that is no win in sight comes to none or all of the points.
const MIN_SHARE: f64 = 0.001;
/// How often each side mates where the chances of both are the same, in thousandths:
/// as in 120 games of Senterej at 150 positions a move.
const MATES_AT_EQUAL_ODDS: i32 = 45;

/// What a value of a ruleset says of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WdlModel {
    /// It is what a side is ahead.
    Advantage,
    /// It is a side's chance to mate less its chance to be mated: so where a bared
    /// king draws.
    MateOdds,
}

impl WdlModel {
    /// The measure of a ruleset's values.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> WdlModel {
        match ruleset.bare_king() {
            BareKing::Draw { .. } => WdlModel::MateOdds,
            _ => WdlModel::Advantage,
        }
    }

    /// The share of the points to be expected, from 0 to 1: of what a side is ahead by
    /// Lichess's curve, which comes near 1 where more makes no difference any more; of
    /// chances to mate by these chances.
    #[must_use]
    pub fn expected_score(self, score: Score) -> f64 {
        match (score, self) {
            (Score::Win { .. }, _) => 1.0,
            (Score::Loss { .. }, _) => 0.0,
            (Score::Chance { win }, _) => f64::from(win) / 10_000.0,
            (Score::Centipawns(value), WdlModel::Advantage) => {
                1.0 / (1.0 + (-SIGMOID_SLOPE * f64::from(value)).exp())
            }
            (Score::Centipawns(value), WdlModel::MateOdds) => {
                (0.5 + f64::from(value) / f64::from(2 * MATE)).clamp(MIN_SHARE, 1.0 - MIN_SHARE)
            }
        }
    }

    /// How many of a thousand games are won, drawn and lost.
    pub(crate) fn wdl(self, score: Score) -> [i32; 3] {
        let (win, draw) = match (score, self) {
            (Score::Win { .. }, _) => (1_000, 0),
            (Score::Loss { .. }, _) => (0, 0),
            (Score::Chance { win }, _) => (i32::from(win) / 10, 0),
            (Score::Centipawns(value), WdlModel::Advantage) => {
                // Three games of four for eight pawns; at even, two of five are drawn.
                let share = 500 + 500 * value / (value.abs() + 800);
                let draw = 400 * share * (1_000 - share) / 250_000;
                (share - draw / 2, draw)
            }
            (Score::Centipawns(value), WdlModel::MateOdds) => {
                // What is not mated is drawn; who is ahead is mated the less often.
                let ahead = (1_000 * value / MATE).clamp(-998, 998);
                let both = MATES_AT_EQUAL_ODDS * (1_000 - ahead.abs()) / 1_000;
                (ahead.max(0) + both, 1_000 - ahead.abs() - 2 * both)
            }
        };
        [win, draw, 1_000 - win - draw]
    }
}

#[cfg(test)]
mod tests {
    use rukh_rules::Ruleset;

    use super::WdlModel;
    use crate::Score;
    use crate::evaluation::Evaluation;

    #[test]
    fn far_ahead_is_nearly_won() {
        let share = |value| WdlModel::Advantage.expected_score(Score::Centipawns(value));
        assert_eq!(share(0), 0.5);
        assert!(share(1_000) > 0.97 && share(2_000) < 1.0 && share(100) > 0.55 && share(100) < 0.65);
        assert!((share(300) + share(-300) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn half_a_mate_is_a_quarter_of_the_points() {
        let share = |value| WdlModel::MateOdds.expected_score(Score::Centipawns(value));
        assert_eq!((share(0), share(1_000), share(-1_000)), (0.5, 0.75, 0.25));
        assert!(share(5_000) > share(1_990) && share(5_000) < 1.0 && share(-5_000) > 0.0);
        assert_eq!(WdlModel::MateOdds.expected_score(Score::Win { plies: 9 }), 1.0);
    }

    #[test]
    fn results_are_worth_the_share() {
        for value in (-3_000..=3_000).step_by(50) {
            let score = Score::Centipawns(value);
            let [win, draw, loss] = WdlModel::MateOdds.wdl(score);
            assert!(win >= 0 && draw >= 0 && loss >= 0 && win + draw + loss == 1_000, "{value}");
            let share = f64::from(2 * win + draw) / 2_000.0;
            assert!((share - WdlModel::MateOdds.expected_score(score)).abs() < 0.002, "{value}: {share}");
        }
        assert_eq!(WdlModel::MateOdds.wdl(Score::Centipawns(0)), [45, 910, 45]);
        assert_eq!(WdlModel::Advantage.wdl(Score::Centipawns(0)), [300, 400, 300]);
    }

    #[test]
    fn a_ruleset_is_measured_as_it_is_valued() {
        for id in rukh_rules::catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            let evaluation = Evaluation::new(&ruleset);
            let is_chances =
                evaluation.bare_king_scaling.as_ref().is_some_and(|mercy| mercy.mate_odds().is_some());
            assert_eq!(WdlModel::of(&ruleset) == WdlModel::MateOdds, is_chances, "{id}");
        }
    }
}
