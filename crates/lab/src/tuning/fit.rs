//! Weights of the evaluation fitted to positions.

use std::sync::Arc;

use rukh_engine::tuning::{TuningModel, TuningSample, Weight};
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::{Failure, Game, Position, Ruleset, Side};

use super::LabelledPosition;

/// How long and how freely weights are fitted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FitSettings {
    /// Number of passes over all positions.
    pub rounds: usize,
    /// Share of the game's result in the target, 0 to 1; the rest is the score of the search.
    pub result_weight: f64,
    /// Strength of the pull towards the weights that follow from movement tables: the squared
    /// distance, in steps of the logistic curve ([`FittedWeights::scale`]), is multiplied by it
    /// and added to the sum of the squared errors of all positions.
    pub regularisation: f64,
    /// The first learning rate, in centipawns.
    pub step: f64,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings { rounds: 30, result_weight: 0.0, regularisation: 4.0, step: 2.0 }
    }
}

/// Weights that a fit has found, and by how much they predict better.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedWeights {
    /// The weights, in the model's order.
    pub numbers: Vec<Weight>,
    /// Centipawns of one step of the logistic curve.
    pub scale: f64,
    /// Mean squared error on the validation positions before the fit.
    pub before: f64,
    /// The same after the fit.
    pub after: f64,
    /// Numbers of training and of validation positions.
    pub positions: (usize, usize),
}

#[derive(Clone)]
struct Point {
    sample: TuningSample,
    target: f64,
    result: f64,
    score: f64,
}

/// One block of positions in this many is held out for validation.
const HOLDOUT_INTERVAL: usize = 10;
/// The largest scale, in centipawns: where most games are drawn, scores hardly predict results.
const MAX_SCALE: f64 = 1_500.0;
/// Smallest number of positions of a block.
const MIN_BLOCK: usize = 2_000;

/// Fits the weights of a ruleset's evaluation to positions.
///
/// # Errors
/// A position that the ruleset does not accept, or too few positions.
pub fn fit(
    ruleset: &Arc<Ruleset>,
    positions: &[LabelledPosition],
    settings: &FitSettings,
) -> Result<FittedWeights, Failure> {
    let (mut training, mut validation) = points(ruleset, positions)?;
    let scale = best_scale(training.iter().map(|point| (point.score, point.result)));
    for point in training.iter_mut().chain(&mut validation) {
        point.target = settings.result_weight * point.result
            + (1.0 - settings.result_weight) * sigmoid(point.score, scale);
    }
    let model = TuningModel::derived(ruleset);
    let start: Vec<[f64; 2]> = model.weights().iter().map(|pair| pair.map(f64::from)).collect();
    let before = error(&validation, &start, scale);
    let numbers = descend(&training, &start, scale, settings);
    let after = error(&validation, &numbers, scale);
    let whole = |value: f64| value.round() as i32;
    Ok(FittedWeights {
        numbers: numbers.into_iter().map(|pair| pair.map(whole)).collect(),
        scale,
        before,
        after,
        positions: (training.len(), validation.len()),
    })
}

/// Training and validation points; their targets are not set yet.
fn points(
    ruleset: &Arc<Ruleset>,
    positions: &[LabelledPosition],
) -> Result<(Vec<Point>, Vec<Point>), Failure> {
    let all = positions.len();
    if all < 10 * HOLDOUT_INTERVAL {
        return Err(format!("{all} positions are too few: {} at least", 10 * HOLDOUT_INTERVAL).into());
    }
    let model = TuningModel::derived(ruleset);
    let mut split = Split::of(all);
    let (mut training, mut validation) = (Vec::with_capacity(all), Vec::new());
    for read in games(ruleset, positions) {
        let (game, one) = read?;
        let sample = model.sample(&game);
        let (result, score) = (f64::from(one.result), f64::from(one.score));
        let to = if split.is_validation(game.position()) { &mut validation } else { &mut training };
        to.push(Point { sample, target: 0.0, result, score });
    }
    if training.is_empty() {
        return Err("all positions are of one game: more are needed".into());
    }
    Ok((training, validation))
}

/// The positions as games.
pub(super) fn games<'p>(
    ruleset: &Arc<Ruleset>,
    positions: &'p [LabelledPosition],
) -> impl Iterator<Item = Result<(Game, &'p LabelledPosition), Failure>> {
    let rules = Game::new(ruleset.clone()).rules().clone();
    positions.iter().enumerate().map(move |(number, one)| {
        let position = fen::parse(&rules, &one.fen, Dialect::Own)
            .map_err(|errors| format!("position {}: `{}`: {errors:?}", number + 1, one.fen))?;
        Ok((Game::from_position(rules.clone(), position), one))
    })
}

/// Splits positions into training and validation: blocks of whole games, so long that games of
/// the other part have few positions in common with them.
#[derive(Debug)]
pub(super) struct Split {
    /// Number of positions after which a block ends with its game.
    min_length: usize,
    /// Index of the current block.
    block: usize,
    /// Number of positions in the current block.
    length: usize,
    /// The turn of the last position.
    last: (u16, Side),
}

impl Split {
    /// The split of `all` positions, game after game.
    pub(super) fn of(all: usize) -> Split {
        Split {
            min_length: MIN_BLOCK.min(all / HOLDOUT_INTERVAL).max(1),
            block: 0,
            length: 0,
            last: (0, Side::White),
        }
    }

    /// Whether the next position is for validation.
    pub(super) fn is_validation(&mut self, position: &Position) -> bool {
        let turn = (position.turn_number(), position.turn());
        // Within a game turns come one after the other.
        let begins = (turn.0, turn.1.index()) <= (self.last.0, self.last.1.index());
        if begins && self.length >= self.min_length {
            (self.block, self.length) = (self.block + 1, 0);
        }
        self.length += 1;
        self.last = turn;
        self.block.is_multiple_of(HOLDOUT_INTERVAL)
    }
}

fn sigmoid(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// The scale of the logistic curve on which scores predict results best, of pairs of both for White.
pub fn best_scale(pairs: impl Iterator<Item = (f64, f64)> + Clone) -> f64 {
    let error = |scale: f64| -> f64 {
        pairs.clone().map(|(score, result)| (sigmoid(score, scale) - result).powi(2)).sum()
    };
    let (mut low, mut high): (f64, f64) = (30.0, MAX_SCALE);
    for _ in 0..40 {
        let (left, right) = (low + (high - low) * 0.382, low + (high - low) * 0.618);
        if error(left) < error(right) { high = right } else { low = left }
    }
    (low + high) / 2.0
}

/// The value for White before it is scaled.
pub(super) fn unscaled_value(sample: &TuningSample, numbers: &[[f64; 2]]) -> f64 {
    let (early, late) = (f64::from(sample.phase), f64::from(1.0 - sample.phase));
    let of = |(index, times): &(u32, f32)| {
        let [early_weight, late_weight] = numbers[*index as usize];
        f64::from(*times) * (early_weight * early + late_weight * late)
    };
    f64::from(sample.offset) + sample.counts.iter().map(of).sum::<f64>()
}

/// The scaled value for White, and the derivative of scaling there.
fn value(sample: &TuningSample, numbers: &[[f64; 2]]) -> (f64, f64) {
    let (value, derivative) = sample.scaling.at(unscaled_value(sample, numbers) as f32);
    (f64::from(value), f64::from(derivative))
}

fn error(points: &[Point], numbers: &[[f64; 2]], scale: f64) -> f64 {
    let of = |point: &Point| (sigmoid(value(&point.sample, numbers).0, scale) - point.target).powi(2);
    points.iter().map(of).sum::<f64>() / points.len().max(1) as f64
}

/// Adam: steps against the gradient, with a step size for each weight.
fn descend(points: &[Point], start: &[[f64; 2]], scale: f64, settings: &FitSettings) -> Vec<[f64; 2]> {
    const BATCH: usize = 4_096;
    let mut numbers = start.to_vec();
    let mut mean = vec![[0.0; 2]; start.len()];
    let mut square = vec![[0.0; 2]; start.len()];
    let mut steps = 0;
    for round in 0..settings.rounds {
        let learning_rate = settings.step * (1.0 - round as f64 / settings.rounds as f64);
        for batch in 0..points.len().div_ceil(BATCH) {
            // Both parts of the gradient are multiplied by the scale; Adam's steps do not depend on it.
            let mut gradient = vec![[0.0; 2]; start.len()];
            let mut size = 0.0;
            let count = points.len().div_ceil(BATCH);
            // Every `count`th position: a batch has some of every game.
            for point in points.iter().skip(batch).step_by(count) {
                size += 1.0;
                let sample = &point.sample;
                let (value, derivative) = value(sample, &numbers);
                let prediction = sigmoid(value, scale);
                let slope = 2.0 * (prediction - point.target) * prediction * (1.0 - prediction) * derivative;
                let (early, late) = (f64::from(sample.phase), f64::from(1.0 - sample.phase));
                for (index, times) in &sample.counts {
                    let pair = &mut gradient[*index as usize];
                    pair[0] += slope * f64::from(*times) * early;
                    pair[1] += slope * f64::from(*times) * late;
                }
            }
            steps += 1;
            let regularisation = 2.0 * settings.regularisation / points.len() as f64 * size / scale;
            for index in 0..numbers.len() {
                for part in 0..2 {
                    let pull = regularisation * (numbers[index][part] - start[index][part]);
                    let slope = gradient[index][part] + pull;
                    mean[index][part] = 0.9 * mean[index][part] + 0.1 * slope;
                    square[index][part] = 0.999 * square[index][part] + 0.001 * slope * slope;
                    let unbiased = mean[index][part] / (1.0 - 0.9_f64.powi(steps));
                    let spread = (square[index][part] / (1.0 - 0.999_f64.powi(steps))).sqrt();
                    numbers[index][part] -= learning_rate * unbiased / (spread + 1e-8);
                }
            }
        }
    }
    numbers
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_engine::tuning::TuningModel;
    use rukh_rules::hash::SplitMix64;
    use rukh_rules::{Game, Node, Ruleset};

    use super::{FitSettings, Point, Split, descend, fit, games, points};
    use crate::tuning::LabelledPosition;

    fn shatranj() -> Arc<Ruleset> {
        Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"))
    }

    /// Positions of random games, scored by their rooks alone.
    fn rooks(ruleset: &Arc<Ruleset>, count: usize) -> Vec<LabelledPosition> {
        let rook = ruleset.kind('r').expect("a piece of the game");
        let mut random = SplitMix64::new(5);
        let mut positions = Vec::new();
        while positions.len() < count {
            let mut game = Game::new(ruleset.clone());
            for ply in 0..250 {
                let Node::Choice(_) = game.node() else { break };
                let moves = game.legal_moves();
                let mv = moves[random.below(moves.len())];
                game.play(mv, None).expect("a legal move");
                if ply % 10 == 9 && matches!(game.node(), Node::Choice(_)) {
                    let count = |side| game.position().count(game.rules(), side, rook) as i32;
                    let ahead = count(rukh_rules::Side::White) - count(rukh_rules::Side::Black);
                    let result = 0.5 + 0.5 * ahead.signum() as f32;
                    positions.push(LabelledPosition { fen: game.fen(), score: 400 * ahead, result });
                }
            }
        }
        positions
    }

    /// Every position twice with twice the regularisation gives the same weights.
    #[test]
    fn regularisation_grows_with_the_number_of_positions() {
        let ruleset = shatranj();
        let (points, validation) = points(&ruleset, &rooks(&ruleset, 300)).expect("enough positions");
        assert!(!validation.is_empty());
        let twice: Vec<Point> = points.iter().chain(&points).cloned().collect();
        let start: Vec<[f64; 2]> =
            TuningModel::derived(&ruleset).weights().iter().map(|pair| pair.map(f64::from)).collect();
        let by = |points: &[Point], regularisation| {
            descend(points, &start, 400.0, &FitSettings { regularisation, ..FitSettings::default() })
        };
        let (once, twice, loose) = (by(&points, 4.0), by(&twice, 8.0), by(&points, 0.0));
        let distance = |one: &[[f64; 2]], other: &[[f64; 2]]| {
            let both = one.iter().flatten().zip(other.iter().flatten());
            both.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
        };
        assert!(
            distance(&once, &twice) < 0.1 && distance(&once, &loose) > 0.5,
            "{}",
            distance(&once, &twice)
        );
    }

    #[test]
    fn split_keeps_the_positions_of_a_game_together() {
        let ruleset = shatranj();
        let positions = rooks(&ruleset, 600);
        let mut split = Split::of(positions.len());
        let (mut last, mut was_validation, mut held_out, mut turns) = (0, true, 0, 0);
        for read in games(&ruleset, &positions) {
            let (game, _) = read.expect("a position");
            let is_validation = split.is_validation(game.position());
            let turn = game.position().turn_number();
            assert!(is_validation == was_validation || turn <= last, "turn {turn} after turn {last}");
            turns += usize::from(is_validation != was_validation);
            held_out += usize::from(is_validation);
            (last, was_validation) = (turn, is_validation);
        }
        assert!(turns > 0 && (60..200).contains(&held_out), "{held_out}");
    }

    #[test]
    fn tuning_finds_the_weight_that_decides() {
        let ruleset = shatranj();
        let positions = rooks(&ruleset, 1_500);
        let fitted = fit(
            &ruleset,
            &positions,
            &FitSettings { rounds: 300, step: 15.0, regularisation: 0.0, ..FitSettings::default() },
        )
        .expect("enough positions");
        assert!(fitted.after < fitted.before / 2.0, "{} {}", fitted.before, fitted.after);
        let model = TuningModel::new(&ruleset);
        let before = model.weights()[ruleset.kind('n').expect("a piece").index()][0];
        let after = fitted.numbers[ruleset.kind('n').expect("a piece").index()][0];
        assert!(after < before, "a knight decides nothing here: {before} {after}");
        assert!(fit(&ruleset, &positions[..9], &FitSettings::default()).is_err());
    }
}
