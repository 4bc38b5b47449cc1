//! `eval`: what each term of the evaluation brings; `explain`: the same in words, with what the other side threatens.

use std::sync::LazyLock;

use rukh_rules::message::Locale;
use rukh_rules::{Game, Move};

use rukh_engine::explanation::{BUNDLES, Explainer};
use rukh_engine::tuning::{EvalFile, TuningModel, WeightsMismatch};

/// Nodes of the search for threats; with a die, of each face.
const NODES: u64 = 5_000;

static ENGLISH: LazyLock<Locale> = LazyLock::new(|| {
    Locale::english_with(&[BUNDLES[0].1]).expect("the English bundles are compiled in and tested")
});

/// Why a position is valued as it is, or what a move changes, the largest first; then threats or replies.
pub(super) fn explain_in_words(
    game: &Game,
    mv: Option<Move>,
    file: Option<&EvalFile>,
) -> Result<Vec<String>, WeightsMismatch> {
    let mut explainer = Explainer::new(game.ruleset(), file)?;
    let explanation = match mv {
        Some(mv) => explainer.explain_move(game, mv, NODES),
        None => explainer.explain(game, NODES),
    };
    let reasons = explanation.reasons.iter().map(|reason| &reason.message);
    Ok(reasons.chain(&explanation.threats).map(|message| ENGLISH.text(message)).collect())
}

/// The terms that count in a position, and their sum, in pawns for White.
pub(super) fn explain_terms(game: &Game, file: Option<&EvalFile>) -> Result<Vec<String>, WeightsMismatch> {
    let model = TuningModel::with_eval_file(game.ruleset(), file)?;
    let terms = model.explain(game);
    let all: i32 = terms.iter().map(|(_, value)| value).sum();
    let line = |name: &str, value: i32| format!("{name:24} {:>+8.2}", f64::from(value) / 100.0);
    let mut lines: Vec<String> =
        terms.iter().filter(|(_, value)| *value != 0).map(|(name, value)| line(name, *value)).collect();
    lines.push(format!("{}   in pawns, for White", line("all", all)));
    Ok(lines)
}
