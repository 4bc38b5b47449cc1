//! Training: Adam on the squared error of the expected result, on two threads, reproducible from a seed.

use rukh_engine::tuning::{NetModel, NetSample, OUTPUT_CENTIPAWNS, net_bucket};
use rukh_rules::hash::{SplitMix64, mix};

use crate::samples::{TrainingExample, TrainingExamples};

/// Positions of a step.
const BATCH: usize = 4_096;
/// Parts of a step whose gradients are summed one after the other: the result does not depend on which is
/// computed first.
const PARTS: usize = 2;
/// Bound of weights, so that their whole numbers fit in the file.
const MAX_WEIGHT: f32 = 1.98;
/// Decay of the means of gradients and of their squares (Adam).
const MEAN_DECAY: f32 = 0.9;
const SQUARE_DECAY: f32 = 0.999;
const EPSILON: f32 = 1e-8;

/// Largest factor of the output that is tried after training, in tenths.
const FACTOR_TENTHS: u32 = 13;

/// Sizes of a net.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NetShape {
    /// Rows of weights: a piece on a cell.
    pub rows: usize,
    /// Values of the hidden layer for each side.
    pub hidden: usize,
    /// Number of outputs.
    pub buckets: usize,
    /// Number of pieces in the array.
    pub pieces: usize,
}

impl NetShape {
    fn bucket(self, pieces: usize) -> usize {
        net_bucket(pieces, self.buckets, self.pieces)
    }

    /// Where the biases of the hidden layer, the output weights and their biases begin, and the end.
    fn starts(self) -> [usize; 4] {
        let biases = self.rows * self.hidden;
        let output_weights = biases + self.hidden;
        let output_biases = output_weights + self.buckets * 2 * self.hidden;
        [biases, output_weights, output_biases, output_biases + self.buckets]
    }
}

/// The numbers of a net by their place.
#[derive(Debug, Clone, Copy)]
pub struct NetParts<'n> {
    /// `[row][hidden]`
    pub features: &'n [f32],
    /// `[hidden]`
    pub biases: &'n [f32],
    /// `[bucket][side to move, other][hidden]`
    pub output_weights: &'n [f32],
    /// `[bucket]`
    pub output_biases: &'n [f32],
}

/// A net in floating-point numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct FloatNet {
    shape: NetShape,
    numbers: Vec<f32>,
}

/// The hidden layers of a position.
struct Hidden([Vec<f32>; 2]);

impl FloatNet {
    /// A net of small random numbers whose output is 0: what training does not find, it does not add.
    #[must_use]
    pub fn random(shape: NetShape, seed: u64) -> FloatNet {
        let mut random = SplitMix64::new(mix(seed));
        let [biases, output_weights, _, end] = shape.starts();
        let mut within = |most: f32| (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * most;
        let number = |index: usize| match index {
            index if index < biases => within(0.05),
            index if index < output_weights => 0.3 + within(0.1),
            _ => 0.0,
        };
        FloatNet { shape, numbers: (0..end).map(number).collect() }
    }

    /// Makes the sides' weights opposite, so that but for the output biases a position is worth to one side what
    /// it costs the other.
    fn make_antisymmetric(&mut self) {
        let [_, start, end, _] = self.shape.starts();
        for bucket in self.numbers[start..end].chunks_exact_mut(2 * self.shape.hidden) {
            let (own, others) = bucket.split_at_mut(self.shape.hidden);
            for (own, others) in own.iter_mut().zip(others) {
                *own = (*own - *others) / 2.0;
                *others = -*own;
            }
        }
    }

    fn with_output_times(&self, factor: f32) -> FloatNet {
        let mut net = self.clone();
        let [_, start, _, end] = self.shape.starts();
        net.numbers[start..end].iter_mut().for_each(|number| *number *= factor);
        net
    }

    /// The net without its output biases. They take up what the side to move gains on average, which is of the
    /// search and of the other side's errors and not of the position.
    fn without_bonus_of_the_move(&self) -> FloatNet {
        let mut net = self.clone();
        let [_, _, biases, end] = self.shape.starts();
        net.numbers[biases..end].fill(0.0);
        net
    }

    /// The sizes of the net.
    #[must_use]
    pub fn shape(&self) -> NetShape {
        self.shape
    }

    /// The numbers by their place.
    #[must_use]
    pub fn parts(&self) -> NetParts<'_> {
        let [biases, output_weights, output_biases, end] = self.shape.starts();
        NetParts {
            features: &self.numbers[..biases],
            biases: &self.numbers[biases..output_weights],
            output_weights: &self.numbers[output_weights..output_biases],
            output_biases: &self.numbers[output_biases..end],
        }
    }

    /// The output for the side to move; 1 is [`OUTPUT_CENTIPAWNS`].
    #[must_use]
    pub fn output(&self, sample: &NetSample) -> f32 {
        self.output_of(sample, &self.hidden(sample))
    }

    fn hidden(&self, sample: &NetSample) -> Hidden {
        let (parts, size) = (self.parts(), self.shape.hidden);
        Hidden([0, 1].map(|side: usize| {
            let mut hidden = parts.biases.to_vec();
            for row in &sample.rows[side] {
                let weights = &parts.features[usize::from(*row) * size..][..size];
                hidden.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
            }
            hidden
        }))
    }

    fn output_of(&self, sample: &NetSample, hidden: &Hidden) -> f32 {
        let (parts, size) = (self.parts(), self.shape.hidden);
        let bucket = self.shape.bucket(sample.pieces());
        let weights = &parts.output_weights[bucket * 2 * size..][..2 * size];
        let squared = |(value, weight): (&f32, &f32)| value.clamp(0.0, 1.0).powi(2) * weight;
        let sum =
            |side: usize| -> f32 { hidden.0[side].iter().zip(&weights[side * size..]).map(squared).sum() };
        parts.output_biases[bucket] + sum(0) + sum(1)
    }

    /// The expected result by the evaluation with the net, and its derivative by the output.
    fn expectation(&self, sample: &NetSample, output: f32, scale: f32) -> (f32, f32) {
        let unit = OUTPUT_CENTIPAWNS as f32;
        let (value, slope) = sample.scaled(sample.linear + output * unit);
        let expected = sigmoid(value / scale);
        (expected, expected * (1.0 - expected) / scale * slope * unit)
    }

    /// Mean squared error of the expected result.
    #[must_use]
    pub fn loss(&self, examples: &[TrainingExample], target: TrainingTarget) -> f32 {
        let half = examples.len().div_ceil(PARTS).max(1);
        let error = |example: &TrainingExample| {
            let expected = self.expectation(&example.sample, self.output(&example.sample), target.scale).0;
            f64::from((expected - target.of(example)).powi(2))
        };
        let error = &error;
        let sum: f64 = std::thread::scope(|scope| {
            let parts =
                examples.chunks(half).map(|part| scope.spawn(move || part.iter().map(error).sum::<f64>()));
            let parts: Vec<_> = parts.collect();
            parts.into_iter().map(|part| part.join().expect("no thread panics")).sum()
        });
        (sum / examples.len().max(1) as f64) as f32
    }

    /// Adds the gradient of the squared error of an example, and returns the error.
    fn add_gradient(&self, example: &TrainingExample, target: TrainingTarget, gradient: &mut [f32]) -> f32 {
        let (sample, size) = (&example.sample, self.shape.hidden);
        let hidden = self.hidden(sample);
        let (expected, slope) = self.expectation(sample, self.output_of(sample, &hidden), target.scale);
        let error = expected - target.of(example);
        let by_output = 2.0 * error * slope;
        let [biases, output_weights, output_biases, _] = self.shape.starts();
        let bucket = self.shape.bucket(sample.pieces());
        gradient[output_biases + bucket] += by_output;
        for (side, values) in hidden.0.iter().enumerate() {
            let start = output_weights + (2 * bucket + side) * size;
            let mut by_hidden = vec![0.0; size];
            for (index, value) in values.iter().enumerate() {
                let clamped = value.clamp(0.0, 1.0);
                gradient[start + index] += by_output * clamped * clamped;
                if *value > 0.0 && *value < 1.0 {
                    by_hidden[index] = by_output * self.numbers[start + index] * 2.0 * value;
                }
            }
            let starts = sample.rows[side].iter().map(|row| usize::from(*row) * size);
            for start in starts.chain([biases]) {
                gradient[start..start + size].iter_mut().zip(&by_hidden).for_each(|(sum, part)| *sum += part);
            }
        }
        error * error
    }
}

fn sigmoid(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// What the expected result of a position should be.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrainingTarget {
    /// Centipawns of a step of the logistic curve.
    pub scale: f32,
    /// Weight of the game's result, 0 to 1; the rest is the score of the search.
    pub by_result: f32,
}

impl TrainingTarget {
    fn of(self, example: &TrainingExample) -> f32 {
        let by_score = sigmoid(example.score / self.scale);
        self.by_result * example.result + (1.0 - self.by_result) * by_score
    }
}

/// How a net is trained.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrainSettings {
    /// Values of the hidden layer for each side.
    pub hidden: usize,
    /// Number of outputs.
    pub buckets: usize,
    /// Passes over all positions.
    pub epochs: usize,
    /// The first learning rate; it falls to 0 as a half wave of the cosine.
    pub learning_rate: f32,
    /// Weight of the game's result in the target.
    pub by_result: f32,
    /// Part of a weight that a step takes away, over its learning rate.
    pub weight_decay: f32,
    /// Random seed.
    pub seed: u64,
}

/// The errors after a pass.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct TrainingPass {
    /// Number of the pass, from 1.
    pub number: usize,
    /// Mean squared error on the positions of the pass, while it lasted.
    pub training: f32,
    /// Mean squared error on positions of other games.
    pub validation: f32,
}

/// A net, and the errors without it and with it.
#[derive(Debug, Clone, PartialEq)]
pub struct Trained {
    /// The net of the pass with the least error.
    pub net: FloatNet,
    /// Error on the positions for validation without a net.
    pub before: f32,
    /// The same with the net.
    pub after: f32,
    /// What the output was multiplied by after training.
    pub factor: f32,
}

/// Trains a net; `report` gets the errors after each pass, and that without a net.
#[must_use]
pub fn train(
    examples: &TrainingExamples,
    model: &NetModel,
    settings: &TrainSettings,
    report: &mut dyn FnMut(TrainingPass, f32),
) -> Trained {
    let TrainSettings { hidden, buckets, .. } = *settings;
    let shape = NetShape { rows: model.rows(), hidden, buckets, pieces: model.pieces() };
    let target = TrainingTarget { scale: examples.scale, by_result: settings.by_result };
    let mut net = FloatNet::random(shape, settings.seed);
    let silent = FloatNet { shape, numbers: vec![0.0; net.numbers.len()] };
    let before = silent.loss(&examples.validation, target);
    let mut best = Trained { net: silent, before, after: before, factor: 1.0 };
    let mut adam = Adam::new(net.numbers.len(), settings.weight_decay);
    let mut order: Vec<u32> = (0..examples.training.len() as u32).collect();
    let mut random = SplitMix64::new(mix(settings.seed ^ 1));
    let steps = (settings.epochs * order.len().div_ceil(BATCH)) as f32;
    let mut step = 0;
    for number in 1..=settings.epochs {
        for index in (1..order.len()).rev() {
            order.swap(index, random.below(index + 1));
        }
        let mut sum = 0.0;
        for batch in order.chunks(BATCH) {
            let (error, gradient) = batch_gradient(&net, &examples.training, batch, target);
            sum += error;
            let rate =
                settings.learning_rate * (1.0 + (std::f32::consts::PI * step as f32 / steps).cos()) / 2.0;
            step += 1;
            adam.step(&mut net.numbers, &gradient, rate);
            net.make_antisymmetric();
        }
        let training = (sum / order.len() as f64) as f32;
        let without_bonus = net.without_bonus_of_the_move();
        let validation = without_bonus.loss(&examples.validation, target);
        report(TrainingPass { number, training, validation }, before);
        if validation < best.after {
            best = Trained { net: without_bonus, before, after: validation, factor: 1.0 };
        }
    }
    best.scale_to_least_error(&examples.validation, target);
    best
}

impl Trained {
    /// Multiplies the output by the factor with which the net errs least: less than 1 where what it has learned
    /// is in part of the games that it learned from.
    fn scale_to_least_error(&mut self, validation: &[TrainingExample], target: TrainingTarget) {
        let net = self.net.clone();
        self.after = f32::INFINITY;
        for tenths in 0..=FACTOR_TENTHS {
            let factor = tenths as f32 / 10.0;
            let scaled = net.with_output_times(factor);
            let error = scaled.loss(validation, target);
            if error < self.after {
                (self.net, self.after, self.factor) = (scaled, error, factor);
            }
        }
    }
}

/// The sum of the squared errors of a batch and the mean of their gradients.
fn batch_gradient(
    net: &FloatNet,
    examples: &[TrainingExample],
    batch: &[u32],
    target: TrainingTarget,
) -> (f64, Vec<f32>) {
    let of_part = |part: &[u32]| {
        let mut gradient = vec![0.0; net.numbers.len()];
        let mut error = 0.0;
        for index in part {
            error += f64::from(net.add_gradient(&examples[*index as usize], target, &mut gradient));
        }
        (error, gradient)
    };
    let of_part = &of_part;
    let parts: Vec<(f64, Vec<f32>)> = std::thread::scope(|scope| {
        let size = batch.len().div_ceil(PARTS).max(1);
        let parts: Vec<_> = batch.chunks(size).map(|part| scope.spawn(move || of_part(part))).collect();
        parts.into_iter().map(|part| part.join().expect("no thread panics")).collect()
    });
    let error = parts.iter().map(|(error, _)| error).sum();
    let mut gradient = vec![0.0; net.numbers.len()];
    for (_, part) in &parts {
        gradient.iter_mut().zip(part).for_each(|(sum, one)| *sum += one / batch.len() as f32);
    }
    (error, gradient)
}

/// Adam with decoupled decay of the weights.
struct Adam {
    mean: Vec<f32>,
    square: Vec<f32>,
    steps: i32,
    weight_decay: f32,
}

impl Adam {
    fn new(count: usize, weight_decay: f32) -> Adam {
        Adam { mean: vec![0.0; count], square: vec![0.0; count], steps: 0, weight_decay }
    }

    fn step(&mut self, numbers: &mut [f32], gradient: &[f32], rate: f32) {
        self.steps += 1;
        let mean_part = 1.0 - MEAN_DECAY.powi(self.steps);
        let square_part = 1.0 - SQUARE_DECAY.powi(self.steps);
        let state = self.mean.iter_mut().zip(&mut self.square);
        for ((number, slope), (mean, square)) in numbers.iter_mut().zip(gradient).zip(state) {
            *mean = MEAN_DECAY * *mean + (1.0 - MEAN_DECAY) * slope;
            *square = SQUARE_DECAY * *square + (1.0 - SQUARE_DECAY) * slope * slope;
            let step = (*mean / mean_part) / ((*square / square_part).sqrt() + EPSILON);
            *number = (*number - rate * (step + self.weight_decay * *number)).clamp(-MAX_WEIGHT, MAX_WEIGHT);
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use rukh_engine::tuning::{CounterScaling, NetModel, NetSample};
    use rukh_lab::tuning::LabelledPosition;
    use rukh_rules::{Game, Ruleset, Side};

    use super::{FloatNet, NetShape, TrainSettings, TrainingTarget, train};
    use crate::quantise::{quantisation_error, quantise};
    use crate::samples::{TrainingExample, TrainingExamples};

    /// Quiet positions of some games, as examples.
    fn examples(ruleset: &Arc<Ruleset>, model: &NetModel) -> TrainingExamples {
        let settings = rukh_lab::tuning::SelfPlay {
            games: 12,
            nodes: 60,
            seed: 1,
            max_plies: 120,
            one_in: 2,
            concurrency: 1,
        };
        let example = |one: LabelledPosition| {
            let game = Game::from_fen(ruleset.clone(), &one.fen).expect("a position");
            let sample = model.sample(&game);
            let sign = if sample.turn == Side::White { 1.0 } else { -1.0 };
            let result = 0.5 + sign * (one.result - 0.5);
            TrainingExample { sample, score: sign * one.score as f32, result }
        };
        let all = rukh_lab::tuning::play(ruleset, None, &settings, &|_| ());
        let mut training: Vec<TrainingExample> = all.into_iter().map(example).collect();
        let validation = training.split_off(training.len() * 4 / 5);
        TrainingExamples { sources: Vec::new(), judge: None, training, validation, scale: 400.0 }
    }

    fn shatranj() -> (Arc<Ruleset>, NetModel) {
        let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
        let model = NetModel::new(&ruleset).expect("the sides are alike");
        (ruleset, model)
    }

    /// A net whose output is not 0.
    fn with_output(mut net: FloatNet) -> FloatNet {
        let [_, start, end, _] = net.shape.starts();
        let weights = net.numbers[start..end].iter_mut().enumerate();
        weights.for_each(|(index, weight)| *weight = (index * 7 % 13) as f32 / 20.0 - 0.3);
        net
    }

    #[test]
    fn gradient_agrees_with_finite_differences() {
        let (ruleset, model) = shatranj();
        let examples = examples(&ruleset, &model);
        let shape = NetShape { rows: model.rows(), hidden: 16, buckets: 2, pieces: model.pieces() };
        let mut net = with_output(FloatNet::random(shape, 3));
        let target = TrainingTarget { scale: 400.0, by_result: 0.4 };
        let [biases, output_weights, output_biases, end] = shape.starts();
        let mut compared = 0;
        for example in examples.training.iter().step_by(40) {
            let mut gradient = vec![0.0; end];
            net.add_gradient(example, target, &mut gradient);
            let row = usize::from(example.sample.rows[1][3]) * shape.hidden;
            let bucket = shape.bucket(example.sample.pieces());
            let output = output_weights + bucket * 2 * shape.hidden;
            for place in [row, row + 7, biases + 2, output + 1, output + 19, output_biases + bucket] {
                let original = net.numbers[place];
                // The loss is nearly quadratic in a small step, but single precision hides smaller ones.
                let step = 0.02;
                let mut error = |number: f32| {
                    net.numbers[place] = number;
                    let loss = f64::from(net.loss(std::slice::from_ref(example), target));
                    net.numbers[place] = original;
                    loss
                };
                let difference = (error(original + step) - error(original - step)) / f64::from(2.0 * step);
                let found = f64::from(gradient[place]);
                let close = (difference - found).abs() <= 0.03 * found.abs() + 2e-5;
                assert!(close, "place {place}: {found} by the gradient, {difference} by differences");
                compared += usize::from(found.abs() > 1e-4);
            }
        }
        assert!(compared >= 20, "{compared} gradients that differ from 0");
    }

    /// The gradient of NumPy, by complex steps of its own forward pass (`python/tests/test_gradient.py`).
    #[test]
    fn gradient_agrees_with_that_of_numpy() {
        let text = include_str!("../tests/gradient.json");
        let case: GradientCase = serde_json::from_str(text).expect("the file of the Python test");
        let GradientCase { rows, hidden, buckets, pieces, scale, by_result, numbers, .. } = case;
        let net = FloatNet { shape: NetShape { rows, hidden, buckets, pieces }, numbers };
        let target = TrainingTarget { scale, by_result };
        let mut gradient = vec![0.0; net.numbers.len()];
        let mut loss = 0.0;
        for one in case.examples {
            let scaling = CounterScaling::of(|value| one.scaling[(value / 200 + 12) as usize]);
            let turn = if one.white { Side::White } else { Side::Black };
            let sample = NetSample { rows: one.rows, linear: one.linear, scaling, turn };
            let example = TrainingExample { sample, score: one.score, result: one.result };
            loss += net.add_gradient(&example, target, &mut gradient);
        }
        assert!((loss - case.loss).abs() < 1e-5 * case.loss, "{loss} and {} by NumPy", case.loss);
        let greatest = case.gradient.iter().fold(0.0_f32, |most, one| most.max(one.abs()));
        assert!(greatest > 0.01 && case.gradient.len() == gradient.len());
        for (place, (own, other)) in gradient.iter().zip(&case.gradient).enumerate() {
            assert!((own - other).abs() < 1e-5 * greatest, "place {place}: {own}, {other} by NumPy");
        }
    }

    #[derive(serde::Deserialize)]
    struct GradientCase {
        rows: usize,
        hidden: usize,
        buckets: usize,
        pieces: usize,
        scale: f32,
        by_result: f32,
        numbers: Vec<f32>,
        examples: Vec<GradientExample>,
        loss: f32,
        gradient: Vec<f32>,
    }

    #[derive(serde::Deserialize)]
    struct GradientExample {
        rows: [Vec<u16>; 2],
        linear: f32,
        scaling: Vec<i32>,
        white: bool,
        score: f32,
        result: f32,
    }

    #[test]
    fn training_is_reproducible_and_lowers_the_error() {
        let (ruleset, model) = shatranj();
        let examples = examples(&ruleset, &model);
        let settings = TrainSettings {
            hidden: 16,
            buckets: 2,
            epochs: 12,
            learning_rate: 0.002,
            by_result: 0.0,
            weight_decay: 0.01,
            seed: 5,
        };
        let mut epochs = Vec::new();
        let first = train(&examples, &model, &settings, &mut |epoch, _| epochs.push(epoch));
        assert_eq!(first.net.loss(&examples.validation, target_of(&examples)), first.after);
        assert!(first.after <= first.before, "{} {}", first.after, first.before);
        assert_eq!(train(&examples, &model, &settings, &mut |_, _| ()), first);
        assert_eq!(epochs.len(), 12);
        assert!(epochs[11].training < epochs[0].training, "{epochs:?}");
        let other = train(&examples, &model, &TrainSettings { seed: 6, ..settings }, &mut |_, _| ());
        assert_ne!(other.net, first.net);
    }

    fn target_of(examples: &TrainingExamples) -> TrainingTarget {
        TrainingTarget { scale: examples.scale, by_result: 0.0 }
    }

    /// What a position is worth to one side costs the other as much, whoever moves.
    #[test]
    fn trained_net_values_the_move_at_nothing() {
        let (ruleset, model) = shatranj();
        let mut examples = examples(&ruleset, &model);
        // A bonus of the move in every score is taken up by the output biases, which are dropped.
        examples.training.iter_mut().for_each(|example| example.score += 60.0);
        let settings = TrainSettings {
            hidden: 16,
            buckets: 2,
            epochs: 4,
            learning_rate: 0.002,
            by_result: 0.0,
            weight_decay: 0.5,
            seed: 5,
        };
        let trained = train(&examples, &model, &settings, &mut |_, _| ());
        let mut outputs = 0.0_f32;
        for example in &examples.validation {
            let mut turned = example.sample.clone();
            turned.rows.swap(0, 1);
            let (one, other) = (trained.net.output(&example.sample), trained.net.output(&turned));
            assert!((one + other).abs() < 1e-5, "{one} {other}");
            outputs = outputs.max(one.abs());
        }
        assert!(trained.factor == 0.0 || outputs > 0.0);
    }

    #[test]
    fn quantised_net_says_nearly_the_same() {
        let (ruleset, model) = shatranj();
        let examples = examples(&ruleset, &model);
        let shape = NetShape { rows: model.rows(), hidden: 32, buckets: 4, pieces: model.pieces() };
        let net = with_output(FloatNet::random(shape, 9));
        let file = quantise(&net, &model, BTreeMap::new()).expect("a small net");
        let (mean, most) = quantisation_error(&net, &file, &examples.validation);
        assert!(mean < 4.0 && most < 16.0, "{mean} {most}");
        let doubled = FloatNet { numbers: net.numbers.iter().map(|number| 1.5 * number).collect(), ..net };
        assert!(
            quantisation_error(&doubled, &file, &examples.validation).0 > 2.0 * mean,
            "another net differs"
        );
    }
}
