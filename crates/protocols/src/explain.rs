//! `eval`: what each term of the evaluation brings, in lines for people.

use rukh_rules::Game;

use rukh_engine::tuning::{EvalFile, TuningModel, WeightsMismatch};

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
