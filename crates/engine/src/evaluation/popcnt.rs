//! The evaluation with what processors have learned since the oldest of their
//! family: to count the bits of a word, and to find the first and the last one,
//! by one instruction. It is compiled a second time for those that can, and they
//! are told apart as the program runs.

use rukh_rules::shape::Shape;
use rukh_rules::{Position, Rules};

use super::Evaluation;
use crate::score::Value;

/// The evaluation before the counters of the laws have a say, where the
/// processor has the instructions.
#[cfg(target_arch = "x86_64")]
#[inline]
#[allow(unsafe_code, reason = "counting bits without these instructions costs a sixth of the evaluation")]
pub(super) fn value_before_counters<S: Shape>(
    evaluation: &Evaluation,
    rules: &Rules<S>,
    position: &Position<S>,
) -> Option<Value> {
    let is_modern = is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2");
    // SAFETY: the processor has just been asked for every instruction the function is compiled for.
    is_modern.then(|| unsafe { counting(evaluation, rules, position) })
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
fn counting<S: Shape>(evaluation: &Evaluation, rules: &Rules<S>, position: &Position<S>) -> Value {
    evaluation.compute_value(rules, position)
}

/// Other processors are all alike.
#[cfg(not(target_arch = "x86_64"))]
#[inline]
pub(super) fn unfaded<S: Shape>(_: &Evaluation, _: &Rules<S>, _: &Position<S>) -> Option<Value> {
    None
}
