//! Expected results of scores.

use rukh_rules::Ruleset;
use rukh_rules::law::BareKing;

use super::bare_king_scaling::MATE;
use crate::score::Score;

/// Slope of the expected share of the points by centipawns (Lichess's curve).
const SIGMOID_SLOPE: f64 = 0.003_682_08;
/// Minimum share of the points for a score that is no forced loss.
const MIN_SHARE: f64 = 0.001;
/// Share of games that each side wins at equal odds of mate, in thousandths: measured
/// in 120 games of Senterej at 150 nodes a move.
const MATES_AT_EQUAL_ODDS: i32 = 45;

/// Relation of a ruleset's scores to results.
///
/// Where a bared king draws, being ahead wins nothing without a mate, so the same score means something
/// else than where it loses.
///
/// # Examples
/// ```
/// use rukh_engine::{Score, WdlModel};
/// use rukh_rules::Ruleset;
///
/// let shatranj = WdlModel::of(&Ruleset::named("shatranj")?);
/// let senterej = WdlModel::of(&Ruleset::named("senterej")?);
/// assert_eq!((shatranj, senterej), (WdlModel::Advantage, WdlModel::MateOdds));
/// let level = Score::Centipawns(0);
/// assert_eq!((shatranj.expected_score(level), senterej.expected_score(level)), (0.5, 0.5));
/// assert!(senterej.wdl(level)[1] > shatranj.wdl(level)[1], "most games of Senterej are drawn");
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WdlModel {
    /// A score is an advantage.
    Advantage,
    /// A score is the probability to mate less the probability to be mated, where a
    /// bared king draws.
    MateOdds,
}

impl WdlModel {
    /// The model that fits a ruleset's law of bare kings.
    #[must_use]
    pub fn of(ruleset: &Ruleset) -> WdlModel {
        match ruleset.bare_king() {
            BareKing::Draw { .. } => WdlModel::MateOdds,
            _ => WdlModel::Advantage,
        }
    }

    /// The expected share of the points, from 0 to 1: of an advantage by Lichess's curve,
    /// of probabilities of mate by these.
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

    /// Expected wins, draws and losses of a thousand games.
    #[must_use]
    pub fn wdl(self, score: Score) -> [i32; 3] {
        let (win, draw) = match (score, self) {
            (Score::Win { .. }, _) => (1_000, 0),
            (Score::Loss { .. }, _) => (0, 0),
            (Score::Chance { win }, _) => (i32::from(win) / 10, 0),
            (Score::Centipawns(_), WdlModel::Advantage) => {
                // At equality two games of five are drawn.
                let share = (1_000.0 * self.expected_score(score)).round() as i32;
                let draw = 400 * share * (1_000 - share) / 250_000;
                (share - draw / 2, draw)
            }
            (Score::Centipawns(value), WdlModel::MateOdds) => {
                // A game without a mate is drawn; the side ahead is mated less often.
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
    fn expected_score_large_advantage_is_nearly_one() {
        let share = |value| WdlModel::Advantage.expected_score(Score::Centipawns(value));
        assert_eq!(share(0), 0.5);
        assert!(share(1_000) > 0.97 && share(2_000) < 1.0 && share(100) > 0.55 && share(100) < 0.65);
        assert!((share(300) + share(-300) - 1.0).abs() < 1e-9);
    }

    #[test]
    fn expected_score_of_mate_odds_is_linear() {
        let share = |value| WdlModel::MateOdds.expected_score(Score::Centipawns(value));
        assert_eq!((share(0), share(1_000), share(-1_000)), (0.5, 0.75, 0.25));
        assert!(share(5_000) > share(1_990) && share(5_000) < 1.0 && share(-5_000) > 0.0);
        assert_eq!(WdlModel::MateOdds.expected_score(Score::Win { plies: 9 }), 1.0);
    }

    #[test]
    fn wdl_agrees_with_expected_score() {
        for (value, model) in (-3_000..=3_000)
            .step_by(50)
            .flat_map(|value| [(value, WdlModel::MateOdds), (value, WdlModel::Advantage)])
        {
            let score = Score::Centipawns(value);
            let [win, draw, loss] = model.wdl(score);
            assert!(win >= 0 && draw >= 0 && loss >= 0 && win + draw + loss == 1_000, "{value}");
            let share = f64::from(2 * win + draw) / 2_000.0;
            assert!((share - model.expected_score(score)).abs() < 0.002, "{model:?} {value}: {share}");
        }
        assert_eq!(WdlModel::MateOdds.wdl(Score::Centipawns(0)), [45, 910, 45]);
        assert_eq!(WdlModel::Advantage.wdl(Score::Centipawns(0)), [300, 400, 300]);
    }

    #[test]
    fn model_of_ruleset_agrees_with_its_evaluation() {
        for id in rukh_rules::catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            let evaluation = Evaluation::new(&ruleset);
            let is_chances =
                evaluation.bare_king_scaling.as_ref().is_some_and(|scaling| scaling.mate_odds().is_some());
            assert_eq!(WdlModel::of(&ruleset) == WdlModel::MateOdds, is_chances, "{id}");
        }
    }
}
