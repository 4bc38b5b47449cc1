//! Properties over random inputs: choices, edits of texts, and a runner that shrinks what fails.
//!
//! Every run tries the same inputs; `PROPTEST_RNG_SEED=n` tries others, `PROPTEST_CASES=n` sets their number.

#![allow(dead_code, reason = "each test takes what it needs of this file")]

use proptest::collection::{SizeRange, vec};
use proptest::prelude::{Strategy, any, prop_oneof};
use proptest::sample::{Index, select};
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestError, TestRunner};
use rukh_rules::hash::{SplitMix64, mix};

/// Milliseconds of shrinking, so that the failure of a slow property is reported in time.
const MAX_SHRINK_TIME: u32 = 30_000;

/// Tries a property on `cases` inputs and panics with the smallest that fails.
pub fn check<S: Strategy>(cases: u32, inputs: &S, property: impl Fn(S::Value)) {
    let failure = smallest_failure(Trials { cases, seed: 2026 }, inputs, |input| {
        property(input);
        Ok(())
    });
    if let Some(failure) = failure {
        panic!("{failure}");
    }
}

/// How many inputs are tried, and the seed that decides which.
#[derive(Debug, Clone, Copy)]
pub struct Trials {
    pub cases: u32,
    pub seed: u64,
}

/// Tries a property, which returns or panics with a reason; the reason and the smallest input for
/// which it fails, if it fails.
pub fn smallest_failure<S: Strategy>(
    trials: Trials,
    inputs: &S,
    property: impl Fn(S::Value) -> Result<(), String>,
) -> Option<String> {
    let by_environment = Config::default();
    let is_set = std::env::var_os("PROPTEST_CASES").is_some();
    let mut runner = TestRunner::new(Config {
        cases: if is_set { by_environment.cases } else { trials.cases },
        rng_seed: match by_environment.rng_seed {
            RngSeed::Random => RngSeed::Fixed(trials.seed),
            RngSeed::Fixed(seed) => RngSeed::Fixed(mix(seed) ^ trials.seed),
        },
        max_shrink_time: MAX_SHRINK_TIME,
        failure_persistence: None,
        ..by_environment
    });
    match runner.run(inputs, |input| property(input).map_err(TestCaseError::fail)) {
        Ok(()) => None,
        Err(TestError::Fail(reason, input)) => {
            Some(format!("{reason}\nsmallest input that fails: {input:?}"))
        }
        Err(TestError::Abort(reason)) => Some(format!("no inputs: {reason}")),
    }
}

/// Where the choices of a random game come from.
pub trait Choices {
    /// A number below `bound`, which is not 0; `None` where no choice is left.
    fn below(&mut self, bound: usize) -> Option<usize>;

    /// One of some items; `None` where there is no item or no choice left.
    fn pick<T: Clone>(&mut self, items: &[T]) -> Option<T> {
        if items.is_empty() { None } else { self.below(items.len()).map(|index| items[index].clone()) }
    }

    /// True in about `percent` of a hundred cases.
    fn is_within(&mut self, percent: usize) -> Option<bool> {
        self.below(100).map(|number| number < percent)
    }
}

/// For games that are recorded: the choices of a seed never end and never change.
impl Choices for SplitMix64 {
    fn below(&mut self, bound: usize) -> Option<usize> {
        Some(SplitMix64::below(self, bound))
    }
}

/// Choices from a list that proptest makes and shrinks: smaller numbers choose earlier items.
#[derive(Debug, Clone)]
pub struct ListedChoices(std::vec::IntoIter<u16>);

impl Choices for ListedChoices {
    fn below(&mut self, bound: usize) -> Option<usize> {
        self.0.next().map(|number| (usize::from(number) * bound) >> 16)
    }
}

/// Lists of choices of a length, or of lengths in a range; only the latter are shortened.
pub fn choices(lengths: impl Into<SizeRange>) -> impl Strategy<Value = ListedChoices> {
    vec(any::<u16>(), lengths).prop_map(|list| ListedChoices(list.into_iter()))
}

/// A change of a text, in bytes, at a place that fits texts of any length.
#[derive(Debug, Clone)]
pub enum Edit {
    Replace(Index, Vec<u8>),
    Insert(Index, Vec<u8>),
    Remove(Index, usize),
    Truncate(Index),
}

/// Up to four edits that put in `pieces` and remove up to `longest` bytes at once.
pub fn edits(
    pieces: impl Strategy<Value = Vec<u8>> + Clone,
    longest: usize,
) -> impl Strategy<Value = Vec<Edit>> {
    let edit = prop_oneof![
        (any::<Index>(), pieces.clone()).prop_map(|(at, piece)| Edit::Replace(at, piece)),
        (any::<Index>(), pieces).prop_map(|(at, piece)| Edit::Insert(at, piece)),
        (any::<Index>(), 1..=longest).prop_map(|(at, length)| Edit::Remove(at, length)),
        any::<Index>().prop_map(Edit::Truncate),
    ];
    vec(edit, 1..=4)
}

/// One of the letters, as bytes.
pub fn letters(letters: &str) -> impl Strategy<Value = Vec<u8>> + Clone + use<> {
    let letters: Vec<String> = letters.chars().map(String::from).collect();
    select(letters).prop_map(String::into_bytes)
}

/// The text after the edits; what is no UTF-8 then is replaced by U+FFFD.
pub fn edited(text: &str, edits: &[Edit]) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for edit in edits {
        let within = |at: &Index, length: usize| at.index(length.max(1));
        match edit {
            Edit::Replace(at, piece) if !bytes.is_empty() => {
                let at = within(at, bytes.len());
                bytes.splice(at..=at, piece.iter().copied());
            }
            Edit::Insert(at, piece) | Edit::Replace(at, piece) => {
                let at = within(at, bytes.len() + 1);
                bytes.splice(at..at, piece.iter().copied());
            }
            Edit::Remove(at, length) => {
                let at = within(at, bytes.len());
                drop(bytes.drain(at.min(bytes.len())..(at + length).min(bytes.len())));
            }
            Edit::Truncate(at) => bytes.truncate(within(at, bytes.len())),
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
