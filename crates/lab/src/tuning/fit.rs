//! Numbers fitted to positions.

use std::sync::Arc;

use rukh_engine::tuning::{TuningModel, TuningSample, Weight};
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::{Game, Position, Ruleset, Side};

use super::LabelledPosition;

/// How numbers are fitted.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct FitSettings {
    /// Times every position is looked at.
    pub rounds: usize,
    /// What part of the target is the game's result; the rest is what the search thought.
    pub result_weight: f64,
    /// How much a number is held to what movement tables give it: the squared
    /// distance, in steps of the logistic curve ([`FittedWeights::scale`]), counts so much
    /// beside the sum of the squared errors of all positions.
    pub regularisation: f64,
    /// The first step, in centipawns.
    pub step: f64,
}

impl Default for FitSettings {
    fn default() -> FitSettings {
        FitSettings { rounds: 30, result_weight: 0.0, regularisation: 4.0, step: 2.0 }
    }
}

/// What came of it.
#[derive(Debug, Clone, PartialEq)]
pub struct FittedWeights {
    /// The numbers, in the model's order.
    pub numbers: Vec<Weight>,
    /// Centipawns of one step of the logistic curve.
    pub scale: f64,
    /// Mean squared error before and after, on positions that were not fitted to.
    pub before: f64,
    /// See `before`.
    pub after: f64,
    /// Positions fitted to, and those it was tested on.
    pub positions: (usize, usize),
}

#[derive(Clone)]
struct Point {
    sample: TuningSample,
    target: f64,
    result: f64,
    score: f64,
}

/// Of how many positions one is kept to test on.
const TESTED: usize = 10;
/// The widest scale: where most games are drawn, what the search thought tells
/// hardly anything of the result.
const WIDEST: f64 = 1_500.0;
/// Positions in a row that are kept or not, at least.
const STRETCH: usize = 2_000;

/// Fits the numbers of a ruleset's evaluation to positions.
///
/// # Errors
/// A position that is none of the ruleset's, or too few of them.
pub fn fit(
    ruleset: &Arc<Ruleset>,
    positions: &[LabelledPosition],
    how: &FitSettings,
) -> Result<FittedWeights, String> {
    let (mut fitted_to, mut tested) = points(ruleset, positions)?;
    let scale = best_scale(&fitted_to);
    for point in fitted_to.iter_mut().chain(&mut tested) {
        point.target =
            how.result_weight * point.result + (1.0 - how.result_weight) * squash(point.score, scale);
    }
    let model = TuningModel::derived(ruleset);
    let start: Vec<[f64; 2]> = model.weights().iter().map(|pair| pair.map(f64::from)).collect();
    let before = error(&tested, &start, scale);
    let numbers = descend(&fitted_to, &start, scale, how);
    let after = error(&tested, &numbers, scale);
    let whole = |value: f64| value.round() as i32;
    Ok(FittedWeights {
        numbers: numbers.into_iter().map(|pair| pair.map(whole)).collect(),
        scale,
        before,
        after,
        positions: (fitted_to.len(), tested.len()),
    })
}

/// What is fitted to and what it is tested on, as yet without targets.
fn points(
    ruleset: &Arc<Ruleset>,
    positions: &[LabelledPosition],
) -> Result<(Vec<Point>, Vec<Point>), String> {
    let all = positions.len();
    if all < 10 * TESTED {
        return Err(format!("{all} positions are too few: {} at least", 10 * TESTED));
    }
    let model = TuningModel::derived(ruleset);
    let mut split = Split::of(all);
    let (mut fitted_to, mut tested) = (Vec::with_capacity(all), Vec::new());
    for read in games(ruleset, positions) {
        let (game, one) = read?;
        let sample = model.sample(&game);
        let (result, score) = (f64::from(one.result), f64::from(one.score));
        let to = if split.is_tested(game.position()) { &mut tested } else { &mut fitted_to };
        to.push(Point { sample, target: 0.0, result, score });
    }
    if fitted_to.is_empty() {
        return Err("all positions are of one game: more are needed".to_owned());
    }
    Ok((fitted_to, tested))
}

/// The positions, read.
pub(super) fn games<'p>(
    ruleset: &Arc<Ruleset>,
    positions: &'p [LabelledPosition],
) -> impl Iterator<Item = Result<(Game, &'p LabelledPosition), String>> {
    let rules = Game::new(ruleset.clone()).rules().clone();
    positions.iter().enumerate().map(move |(number, one)| {
        let position = fen::parse(&rules, &one.fen, Dialect::Own)
            .map_err(|errors| format!("position {}: `{}`: {errors:?}", number + 1, one.fen))?;
        Ok((Game::from_position(rules.clone(), position), one))
    })
}

/// Decides which positions are kept to test on: whole games, so many of them in a row
/// that others hardly know what went before.
#[derive(Debug)]
pub(super) struct Split {
    /// Positions after which a stretch ends with its game.
    least: usize,
    /// The number of this stretch, and how long it has become.
    stretch: usize,
    length: usize,
    /// The turn of the last position.
    last: (u16, Side),
}

impl Split {
    /// For so many positions, game after game.
    pub(super) fn of(all: usize) -> Split {
        Split { least: STRETCH.min(all / TESTED).max(1), stretch: 0, length: 0, last: (0, Side::White) }
    }

    /// Whether the next position is kept.
    pub(super) fn is_tested(&mut self, position: &Position) -> bool {
        let turn = (position.turn_number(), position.turn());
        // Within a game turns come one after the other.
        let begins = (turn.0, turn.1.index()) <= (self.last.0, self.last.1.index());
        if begins && self.length >= self.least {
            (self.stretch, self.length) = (self.stretch + 1, 0);
        }
        self.length += 1;
        self.last = turn;
        self.stretch.is_multiple_of(TESTED)
    }
}

fn squash(value: f64, scale: f64) -> f64 {
    1.0 / (1.0 + (-value / scale).exp())
}

/// The scale on which what the search thought tells most of the results.
fn best_scale(points: &[Point]) -> f64 {
    let error = |scale: f64| -> f64 {
        points.iter().map(|point| (squash(point.score, scale) - point.result).powi(2)).sum()
    };
    let (mut low, mut high): (f64, f64) = (30.0, WIDEST);
    for _ in 0..40 {
        let (left, right) = (low + (high - low) * 0.382, low + (high - low) * 0.618);
        if error(left) < error(right) { high = right } else { low = left }
    }
    (low + high) / 2.0
}

/// The value for White before anything fades.
pub(super) fn whole(sample: &TuningSample, numbers: &[[f64; 2]]) -> f64 {
    let (early, late) = (f64::from(sample.phase), f64::from(1.0 - sample.phase));
    let of = |(place, times): &(u32, f32)| {
        let [many, few] = numbers[*place as usize];
        f64::from(*times) * (many * early + few * late)
    };
    f64::from(sample.offset) + sample.counts.iter().map(of).sum::<f64>()
}

/// The value for White, and how much of a little more is left of it.
fn value(sample: &TuningSample, numbers: &[[f64; 2]]) -> (f64, f64) {
    let (value, left) = sample.scaling.at(whole(sample, numbers) as f32);
    (f64::from(value), f64::from(left))
}

fn error(points: &[Point], numbers: &[[f64; 2]], scale: f64) -> f64 {
    let of = |point: &Point| (squash(value(&point.sample, numbers).0, scale) - point.target).powi(2);
    points.iter().map(of).sum::<f64>() / points.len().max(1) as f64
}

/// Adam: steps against the gradient, each number at its own pace.
fn descend(points: &[Point], start: &[[f64; 2]], scale: f64, how: &FitSettings) -> Vec<[f64; 2]> {
    const BATCH: usize = 4_096;
    let mut numbers = start.to_vec();
    let mut mean = vec![[0.0; 2]; start.len()];
    let mut square = vec![[0.0; 2]; start.len()];
    let mut steps = 0;
    for round in 0..how.rounds {
        let pace = how.step * (1.0 - round as f64 / how.rounds as f64);
        for batch in 0..points.len().div_ceil(BATCH) {
            // Both parts of it times the scale: of how long it is Adam's steps know nothing.
            let mut gradient = vec![[0.0; 2]; start.len()];
            let mut size = 0.0;
            let count = points.len().div_ceil(BATCH);
            // Every `count`th position: a batch has some of every game.
            for point in points.iter().skip(batch).step_by(count) {
                size += 1.0;
                let sample = &point.sample;
                let (value, left) = value(sample, &numbers);
                let guess = squash(value, scale);
                let slope = 2.0 * (guess - point.target) * guess * (1.0 - guess) * left;
                let (early, late) = (f64::from(sample.phase), f64::from(1.0 - sample.phase));
                for (place, times) in &sample.counts {
                    let pair = &mut gradient[*place as usize];
                    pair[0] += slope * f64::from(*times) * early;
                    pair[1] += slope * f64::from(*times) * late;
                }
            }
            steps += 1;
            let held = 2.0 * how.regularisation / points.len() as f64 * size / scale;
            for index in 0..numbers.len() {
                for part in 0..2 {
                    let pull = held * (numbers[index][part] - start[index][part]);
                    let slope = gradient[index][part] + pull;
                    mean[index][part] = 0.9 * mean[index][part] + 0.1 * slope;
                    square[index][part] = 0.999 * square[index][part] + 0.001 * slope * slope;
                    let unbiased = mean[index][part] / (1.0 - 0.9_f64.powi(steps));
                    let spread = (square[index][part] / (1.0 - 0.999_f64.powi(steps))).sqrt();
                    numbers[index][part] -= pace * unbiased / (spread + 1e-8);
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
    use rukh_rules::notation::coordinate;
    use rukh_rules::{Event, Game, Node, Ruleset};

    use super::{FitSettings, Point, Split, descend, fit, games, points};
    use crate::tuning::LabelledPosition;

    fn shatranj() -> Arc<Ruleset> {
        Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"))
    }

    /// Positions of random games whose worth is their rooks alone.
    fn rooks(ruleset: &Arc<Ruleset>, count: usize) -> Vec<LabelledPosition> {
        let rook = ruleset.kind('r').expect("a man of the game");
        let mut chance = SplitMix64::new(5);
        let mut positions = Vec::new();
        while positions.len() < count {
            let mut game = Game::new(ruleset.clone());
            for ply in 0..250 {
                let Node::Choice(_) = game.node() else { break };
                let moves = game.legal_moves();
                let mv = coordinate::format(ruleset, moves[chance.below(moves.len())]);
                game.apply(Event::Move { mv }, None).expect("a legal move");
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

    /// As much of a thing twice over, held twice as firmly, is the same.
    #[test]
    fn held_is_what_all_positions_weigh() {
        let ruleset = shatranj();
        let (points, tested) = points(&ruleset, &rooks(&ruleset, 300)).expect("enough positions");
        assert!(!tested.is_empty());
        let twice: Vec<Point> = points.iter().chain(&points).cloned().collect();
        let start: Vec<[f64; 2]> =
            TuningModel::derived(&ruleset).weights().iter().map(|pair| pair.map(f64::from)).collect();
        let by = |points: &[Point], hold| {
            descend(points, &start, 400.0, &FitSettings { regularisation: hold, ..FitSettings::default() })
        };
        let (once, twice, loose) = (by(&points, 4.0), by(&twice, 8.0), by(&points, 0.0));
        let far = |one: &[[f64; 2]], other: &[[f64; 2]]| {
            let both = one.iter().flatten().zip(other.iter().flatten());
            both.map(|(one, other)| (one - other).abs()).fold(0.0, f64::max)
        };
        assert!(far(&once, &twice) < 0.1 && far(&once, &loose) > 0.5, "{}", far(&once, &twice));
    }

    #[test]
    fn split_keeps_the_positions_of_a_game_together() {
        let ruleset = shatranj();
        let positions = rooks(&ruleset, 600);
        let mut split = Split::of(positions.len());
        let (mut last, mut was_tested, mut kept, mut turns) = (0, true, 0, 0);
        for read in games(&ruleset, &positions) {
            let (game, _) = read.expect("a position");
            let is_tested = split.is_tested(game.position());
            let turn = game.position().turn_number();
            assert!(is_tested == was_tested || turn <= last, "turn {turn} after turn {last}");
            turns += usize::from(is_tested != was_tested);
            kept += usize::from(is_tested);
            (last, was_tested) = (turn, is_tested);
        }
        assert!(turns > 0 && (60..200).contains(&kept), "{kept}");
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
        let before = model.weights()[ruleset.kind('n').expect("a man").index()][0];
        let after = fitted.numbers[ruleset.kind('n').expect("a man").index()][0];
        assert!(after < before, "a knight decides nothing here: {before} {after}");
        assert!(fit(&ruleset, &positions[..9], &FitSettings::default()).is_err());
    }
}
