//! The evaluation compiled a second time for x86 processors with instructions that
//! count the bits of a word and find the first and the last; selected at run time.

use rukh_rules::shape::Shape;
use rukh_rules::{Position, Rules};

use super::linear::LinearEvaluator;
use crate::score::Value;

/// [`LinearEvaluator::compute_value`] by the best instructions that the processor has.
#[cfg(target_arch = "x86_64")]
#[inline]
#[allow(unsafe_code, reason = "counting bits without these instructions costs a sixth of the evaluation")]
pub(super) fn value<S: Shape>(
    evaluator: &LinearEvaluator,
    rules: &Rules<S>,
    position: &Position<S>,
) -> Value {
    let has_popcnt = is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("lzcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2");
    if has_popcnt {
        // SAFETY: the processor has every feature that the function is compiled for, as just detected.
        unsafe { compute_value(evaluator, rules, position) }
    } else {
        portable_value(evaluator, rules, position)
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "popcnt,lzcnt,bmi1,bmi2")]
fn compute_value<S: Shape>(evaluator: &LinearEvaluator, rules: &Rules<S>, position: &Position<S>) -> Value {
    evaluator.compute_value(rules, position)
}

/// Other processors need no second version.
#[cfg(not(target_arch = "x86_64"))]
pub(super) use portable_value as value;

/// Compiled once, not for each caller.
#[inline(never)]
pub(super) fn portable_value<S: Shape>(
    evaluator: &LinearEvaluator,
    rules: &Rules<S>,
    position: &Position<S>,
) -> Value {
    evaluator.compute_value(rules, position)
}
