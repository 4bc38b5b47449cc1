//! Evaluation files: parsed, checked for range, and used only for the pieces they fit.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use rukh_rules::Failure;
use rukh_rules::notation::text;
use rukh_rules::ruleset::Ruleset;
use strum::VariantArray;

use super::Evaluation;
use super::layout::{Layout, Term};
use super::net::file::NetFile;
use super::weights::{TunedWeights, WeightsBasis, movements};

/// Maximum weight of a term, in centipawns. The sum over a full board cannot overflow.
const MAX_WEIGHT: i32 = 10_000;
/// Maximum odds of mates, in thousandths.
const MAX_CHANCE: i32 = 100_000;

/// What an evaluation file has: the weights that `rukh tune` writes, within their ranges, or the net that
/// `rukh train` writes, which is added to the built-in weights.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvalFile(pub(super) EvalContent);

#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum EvalContent {
    Weights(Box<TunedWeights>),
    Net(Arc<NetFile>),
}

/// The differences between an evaluation file and a ruleset.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("these numbers do not fit {ruleset}: {}", .differences.join("; "))]
pub struct WeightsMismatch {
    /// The instance that the weights were to be used for.
    pub ruleset: String,
    /// The differences, a sentence for each.
    pub differences: Vec<String>,
}

impl EvalFile {
    /// Parses the bytes of a file, weights or a net.
    ///
    /// # Errors
    /// The bytes are neither the JSON of `rukh tune` nor the net of `rukh train`, or a number is out of range.
    pub fn parse_bytes(bytes: &[u8]) -> Result<EvalFile, Failure> {
        if NetFile::is_net(bytes) {
            let net = NetFile::parse(bytes).map_err(|error| error.to_string())?;
            return Ok(EvalFile(EvalContent::Net(Arc::new(net))));
        }
        EvalFile::parse(&text::decode(bytes).map_err(|error| error.to_string())?)
    }

    /// Parses the text of a file of weights.
    ///
    /// # Errors
    /// The text is not the JSON of `rukh tune`, or a weight is out of range.
    pub fn parse(text: &str) -> Result<EvalFile, Failure> {
        let tuned: TunedWeights = serde_json::from_str(text)
            .map_err(|error| format!("this is no file of numbers as `rukh tune` writes it: {error}"))?;
        for (term, numbers) in &tuned.weights {
            if let Some(number) = numbers.iter().flatten().find(|number| !within(**number, MAX_WEIGHT)) {
                return Err(format!(
                    "`{term}` has the number {number}; from -{MAX_WEIGHT} to {MAX_WEIGHT} are allowed"
                )
                .into());
            }
        }
        if let Some(chances) = &tuned.chances {
            let others = [chances.array, chances.rare].into_iter().chain(chances.nearly_bare);
            if let Some(number) = others.into_iter().find(|number| !within(*number, MAX_CHANCE)) {
                return Err(format!(
                    "`chances` have the number {number}; from -{MAX_CHANCE} to {MAX_CHANCE} are allowed"
                )
                .into());
            }
            if !(1..=MAX_CHANCE).contains(&chances.step) {
                return Err(format!(
                    "`chances` have the step {}; from 1 to {MAX_CHANCE} are allowed",
                    chances.step
                )
                .into());
            }
        }
        Ok(EvalFile(EvalContent::Weights(Box::new(tuned))))
    }

    /// Checks that the weights or the net fit a ruleset.
    ///
    /// # Errors
    /// All differences.
    pub fn check(&self, ruleset: &Ruleset) -> Result<(), WeightsMismatch> {
        Evaluation::with_eval_file(ruleset, Some(self)).map(drop)
    }

    /// The weights of a file that has no net.
    pub(crate) fn weights(&self) -> Option<&TunedWeights> {
        match &self.0 {
            EvalContent::Weights(tuned) => Some(tuned),
            EvalContent::Net(_) => None,
        }
    }
}

impl TunedWeights {
    /// Checks that the weights fit a ruleset.
    ///
    /// # Errors
    /// All differences.
    pub(super) fn check(&self, ruleset: &Ruleset) -> Result<(), WeightsMismatch> {
        let mut differences = piece_differences(&self.men, &movements(ruleset));
        match self.basis() {
            Some(basis) => differences.extend(basis.differences(&WeightsBasis::from_ruleset(ruleset))),
            None => differences.push(format!(
                "the file does not say what board it is about, and `{}` is no built-in ruleset",
                self.ruleset
            )),
        }
        if differences.is_empty() {
            differences = self.term_differences(ruleset);
        }
        if differences.is_empty() {
            return Ok(());
        }
        Err(WeightsMismatch { ruleset: ruleset.instance.to_string(), differences })
    }

    fn term_differences(&self, ruleset: &Ruleset) -> Vec<String> {
        let layout = Layout::new(ruleset);
        let counted = |term: &Term| {
            let (name, wanted) = (<&str>::from(term), layout.range(*term).len());
            match self.weights.get(name).map(Vec::len) {
                None => Some(format!("the term `{name}` is missing")),
                Some(there) if there != wanted => {
                    Some(format!("the term `{name}` has {there} numbers, and {wanted} are wanted"))
                }
                Some(_) => None,
            }
        };
        let is_known = |name: &str| Term::VARIANTS.iter().any(|term| <&str>::from(term) == name);
        let unknown = self.weights.keys().filter(|name| !is_known(name));
        let unknown = unknown.map(|name| format!("there is no term `{name}`"));
        Term::VARIANTS.iter().filter_map(counted).chain(unknown).collect()
    }
}

/// The differences between the pieces of a file and those of a ruleset.
pub(super) fn piece_differences(
    theirs: &BTreeMap<char, String>,
    ours: &BTreeMap<char, String>,
) -> Vec<String> {
    let letters: BTreeSet<char> = theirs.keys().chain(ours.keys()).copied().collect();
    let difference = |letter: char| match (theirs.get(&letter), ours.get(&letter)) {
        (Some(there), Some(here)) if there != here => {
            Some(format!("piece `{letter}` moves `{there}` in the file and `{here}` here"))
        }
        (Some(_), None) => Some(format!("there is no piece `{letter}` here")),
        (None, Some(_)) => Some(format!("the file knows no piece `{letter}`")),
        _ => None,
    };
    letters.into_iter().filter_map(difference).collect()
}

fn within(number: i32, most: i32) -> bool {
    (-most..=most).contains(&number)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::sync::Arc;

    use rukh_rules::ruleset::RulesetFile;
    use rukh_rules::{Ruleset, catalog};

    use super::EvalFile;
    use crate::Engine;
    use crate::tuning::TuningModel;
    use rukh_rules::Game;

    fn named(name: &str) -> Arc<Ruleset> {
        Arc::new(Ruleset::named(name).expect("a built-in ruleset"))
    }

    /// A file of `rukh tune` with a ruleset's weights, each changed.
    fn written(ruleset: &Arc<Ruleset>, change: impl Fn(i32) -> i32) -> String {
        let model = TuningModel::derived(ruleset);
        let numbers: Vec<_> = model.weights().iter().map(|pair| pair.map(&change)).collect();
        let tuned = model.tuned_weights(&numbers, model.mate_odds().cloned(), BTreeMap::new());
        serde_json::to_string(&tuned).expect("numbers are JSON")
    }

    fn misfit(file: &EvalFile, ruleset: &Ruleset) -> String {
        file.check(ruleset).expect_err("it does not fit").to_string()
    }

    #[test]
    fn eval_file_changes_the_evaluation() {
        let ruleset = named("mideast");
        let fen = "c4vh3/rn5b1k/pv3Q4/7P2/1p1pP5/7P2/5P4/1Pq1t2VP1/1N1V1K2N1/C6H2 w - - 5 50";
        let game = Game::from_fen(ruleset.clone(), fen).expect("a position");
        let value = |text: &str| {
            let file = EvalFile::parse(text).expect("a sound file");
            Engine::with_eval_file(ruleset.clone(), Some(&file)).expect("it fits").evaluate(&game)
        };
        let (once, thrice) =
            (value(&written(&ruleset, |number| number)), value(&written(&ruleset, |number| 3 * number)));
        assert!((2 * once.abs()..4 * once.abs()).contains(&thrice.abs()), "{once} {thrice}");
    }

    #[test]
    fn eval_file_for_other_pieces_or_boards_lists_the_differences() {
        let file = EvalFile::parse(&written(&named("shatranj"), |number| number)).expect("a sound file");
        assert_eq!(file.check(&named("shatranj")), Ok(()));
        let said = misfit(&file, &named("mideast"));
        for wanted in [
            "do not fit mideast",
            "the file knows no piece `q`",
            "the board has 8x8 cells in the file and 10x10 cells here",
        ] {
            assert!(said.contains(wanted), "{wanted}: {said}");
        }
        let said = misfit(&file, &named("oblong-dice"));
        assert!(said.contains("0 faces in the file and 6 faces here"), "{said}");
        let oblong = EvalFile::parse(&written(&named("oblong"), |number| number)).expect("a sound file");
        assert!(misfit(&oblong, &named("shatranj")).contains("4x16"));
    }

    /// The ruleset of a user is not in the catalog.
    #[test]
    fn eval_file_of_an_own_ruleset_fits_it_and_not_another_board() {
        let (name, text) = catalog::text("shatranj").expect("a built-in ruleset");
        let own = |text: &str| {
            let text = text.replacen("id = \"shatranj\"", "id = \"mine\"", 1);
            let file = RulesetFile::parse_unchecked(&name, &text, catalog::text).expect("a ruleset");
            Arc::new(file.resolve(&Default::default()).expect("a ruleset"))
        };
        let mine = own(&text);
        let file = EvalFile::parse(&written(&mine, |number| number)).expect("a sound file");
        assert_eq!(file.check(&mine), Ok(()));
        let longer = own(&text.replacen("ranks = 8", "ranks = 9", 1).replace("/8/8/8/8/", "/8/8/8/8/8/"));
        assert!(misfit(&file, &longer).contains("8x8 cells in the file and 8x9 cells here"));
    }

    #[test]
    fn eval_file_parse_rejects_malformed_files() {
        let text = written(&named("senterej"), |number| number);
        let wrong = |text: &str| EvalFile::parse(text).expect_err("it is not sound").to_string();
        assert!(wrong("hello").contains("line 1 column 1"));
        assert!(wrong(&text.replacen("\"men\"", "\"people\"", 1)).contains("people"));
        let loud = written(&named("senterej"), |_| 99_999);
        assert!(wrong(&loud).contains("99999"), "{}", wrong(&loud));
        let at = text.find("\"step\":").expect("chances") + 7;
        let end = at + text[at..].find(',').expect("more follows");
        assert!(wrong(&format!("{}0{}", &text[..at], &text[end..])).contains("the step 0"));
        let short = text.replacen("\"siege\":", "\"sieges\":", 1);
        let said = misfit(&EvalFile::parse(&short).expect("it can be read"), &named("senterej"));
        assert!(said.contains("`siege` is missing") && said.contains("no term `sieges`"), "{said}");
    }
}
