//! What a move is called, and how exact it was.
//!
//! A loss says little by itself: in a quiet game a random move costs a hundredth of the points, with a
//! die a throw brings or takes more than most moves can. So a loss is compared with what is at stake.
//! Accuracy compares it with the loss of a move chosen at random; grades, where a die is thrown, with
//! what throws bring. `docs/strength` has the accuracy of levels and of a random player in each family.

use serde::{Deserialize, Serialize};

use super::ThrowAnalysis;

/// Least losses of an inaccuracy, a mistake and a blunder without a die, in shares of the points.
const LOSSES: [f64; 3] = [0.05, 0.10, 0.15];
/// The same with a die, in standard deviations of what the faces of the turn would have brought.
const LOSSES_OF_THROWS: [f64; 3] = [1.0 / 3.0, 2.0 / 3.0, 1.0];
/// Least standard deviation: where a game is all but decided, no throw matters, and no move either.
const LEAST_DEVIATION: f64 = 0.015;
/// The standard deviation of a throw that was made before the game begins: a usual one.
const USUAL_DEVIATION: f64 = 0.03;

/// Grade of a move by its loss of expected score.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, strum::Display,
)]
#[strum(serialize_all = "lowercase")]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum MoveGrade {
    /// Less than an inaccuracy.
    Sound,
    /// A twentieth of the points; with a die, a third of what a throw of this turn brings.
    Inaccuracy,
    /// A tenth; with a die, two thirds of a throw.
    Mistake,
    /// Three twentieths; with a die, as much as a throw.
    Blunder,
}

impl MoveGrade {
    /// Grade of a loss in shares of the points; `losses` are the least ones of the grades.
    pub(super) fn of(loss: f64, losses: [f64; 3]) -> MoveGrade {
        let [inaccuracy, mistake, blunder] = losses;
        match loss {
            loss if loss >= blunder => MoveGrade::Blunder,
            loss if loss >= mistake => MoveGrade::Mistake,
            loss if loss >= inaccuracy => MoveGrade::Inaccuracy,
            _ => MoveGrade::Sound,
        }
    }
}

/// Least losses of the grades of a move without a die.
pub(super) const fn losses() -> [f64; 3] {
    LOSSES
}

/// Least losses of the grades of a move with a die: they scale with what its throw could bring.
pub(super) fn losses_with_die(throw: Option<&ThrowAnalysis>) -> [f64; 3] {
    let deviation = throw.map_or(USUAL_DEVIATION, |throw| {
        let values = || throw.faces.iter().map(|(_, eval)| eval.expected);
        let count = throw.faces.len().max(1) as f64;
        let mean = values().sum::<f64>() / count;
        (values().map(|value| (value - mean).powi(2)).sum::<f64>() / count).sqrt().max(LEAST_DEVIATION)
    });
    LOSSES_OF_THROWS.map(|share| share * deviation)
}

/// How exact a move was, 0 to 100: 100 if it lost nothing, 0 if as much as a random one.
pub(super) fn accuracy(loss: f64, stake: f64) -> f64 {
    accuracy_of([(loss, stake)]).unwrap_or(100.0)
}

/// How exact moves were, 0 to 100, by the loss and the stake of each; `None` without any.
pub fn accuracy_of(moves: impl IntoIterator<Item = (f64, f64)>) -> Option<f64> {
    let (mut lost, mut staked, mut count) = (0.0, 0.0, 0);
    for (loss, stake) in moves {
        (lost, staked, count) = (lost + loss, staked + stake, count + 1);
    }
    if count == 0 {
        return None;
    }
    let kept = if lost == 0.0 { 1.0 } else { 1.0 - lost / f64::max(staked, f64::MIN_POSITIVE) };
    Some(100.0 * kept.clamp(0.0, 1.0))
}

#[cfg(test)]
mod tests {
    use rukh_engine::Score;

    use super::{MoveGrade, losses, losses_with_die};
    use crate::analysis::{PositionEval, ThrowAnalysis};

    fn throw(values: &[f64]) -> ThrowAnalysis {
        let eval = |expected| PositionEval {
            score: Score::Chance { win: 0 },
            expected,
            best: None,
            pv: Vec::new(),
            depth: 1,
            nodes: 1,
            lines: Vec::new(),
        };
        ThrowAnalysis {
            face: 1,
            faces: (1..).zip(values.iter().map(|value| eval(*value))).collect(),
            luck: 0.0,
        }
    }

    /// No move of a game with a die lost a twentieth of the points, so all were sound.
    #[test]
    fn grades_with_a_die_scale_with_what_throws_bring() {
        let lively = throw(&[0.4, 0.6]);
        let dull = throw(&[0.48, 0.52]);
        let decided = throw(&[0.999, 0.999]);
        let grade = |loss, throw| MoveGrade::of(loss, losses_with_die(Some(throw)));
        assert_eq!(grade(0.04, &lively), MoveGrade::Inaccuracy);
        assert_eq!(grade(0.04, &dull), MoveGrade::Blunder);
        assert_eq!(grade(0.015, &dull), MoveGrade::Mistake);
        assert_eq!((grade(0.004, &decided), grade(0.02, &decided)), (MoveGrade::Sound, MoveGrade::Blunder));
        assert_eq!(MoveGrade::of(0.04, losses()), MoveGrade::Sound);
        assert_eq!(MoveGrade::of(0.04, losses_with_die(None)), MoveGrade::Blunder);
    }
}
