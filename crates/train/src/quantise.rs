//! A trained net in the whole numbers of its file.

use std::collections::BTreeMap;

use rukh_engine::tuning::{
    HIDDEN_ONE, NetFile, NetFileError, NetModel, NetNumbers, OUTPUT_CENTIPAWNS, OUTPUT_ONE,
};

use crate::samples::TrainingExample;
use crate::trainer::FloatNet;

/// Rounds a net.
///
/// # Errors
/// The file would be too large, or a bias is out of range.
pub fn quantise(
    net: &FloatNet,
    model: &NetModel,
    provenance: BTreeMap<String, String>,
) -> Result<NetFile, NetFileError> {
    let hidden = |number: &f32| (number * HIDDEN_ONE as f32).round() as i16;
    let output = |number: &f32| (number * OUTPUT_ONE as f32).round().clamp(-127.0, 127.0) as i8;
    let bias = |number: &f32| (number * (HIDDEN_ONE * OUTPUT_ONE) as f32).round() as i32;
    let parts = net.parts();
    let numbers = NetNumbers {
        features: parts.features.iter().map(hidden).collect(),
        biases: parts.biases.iter().map(hidden).collect(),
        output_weights: parts.output_weights.iter().map(output).collect(),
        output_biases: parts.output_biases.iter().map(bias).collect(),
    };
    let file = NetFile::new(model.header(net.shape().hidden, net.shape().buckets, provenance), numbers)?;
    file.write()?;
    Ok(file)
}

/// The mean and the greatest difference between the output of a net and that of its file, in centipawns.
#[must_use]
pub fn quantisation_error(net: &FloatNet, file: &NetFile, examples: &[TrainingExample]) -> (f32, f32) {
    let of = |example: &TrainingExample| {
        let [own, other] = &example.sample.rows;
        let whole = file.output_of_rows([own, other], file.bucket(example.sample.pieces()));
        (net.output(&example.sample) * OUTPUT_CENTIPAWNS as f32 - whole as f32).abs()
    };
    let (sum, most) =
        examples.iter().map(of).fold((0.0, 0.0), |(sum, most): (f32, f32), one| (sum + one, most.max(one)));
    (sum / examples.len().max(1) as f32, most)
}
