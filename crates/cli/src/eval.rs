//! `rukh eval`.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use rukh_engine::Engine;
use rukh_engine::protocol::board::begun;
use rukh_engine::tuning::Model;
use rukh_rules::Game;

use crate::args::{DialectWord, Format};
use crate::{dialect, library};

/// What is explained.
#[derive(Debug, Args)]
pub struct EvalOptions {
    /// The ruleset.
    #[arg(long, short, value_name = "RULESET")]
    ruleset: String,
    /// The position; the ruleset's start if none is given.
    #[arg(value_name = "FEN")]
    fen: Option<String>,
    /// Whose letters the position is read in.
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectWord,
    /// For people or for programs.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Numbers for the evaluation instead of the engine's own, as `rukh tune` writes them.
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

/// Prints what each term of the evaluation brings White, in hundredths of a pawn.
///
/// # Errors
/// A wrong ruleset or FEN.
pub fn run(options: &EvalOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let game = match &options.fen {
        None => begun(Game::new(ruleset.clone())),
        Some(fen) => {
            Game::from_fen_in(ruleset.clone(), fen, dialect::of_fen(&ruleset, Some(fen), options.dialect))
                .map_err(|errors| {
                    let told: Vec<String> = errors.iter().map(ToString::to_string).collect();
                    anyhow::anyhow!("the FEN is wrong: {}", told.join("; "))
                })?
        }
    };
    let file = library::eval_file(options.eval_file.as_deref())?;
    let model = Model::of_file(&ruleset, file.as_ref())?;
    let terms = model.explain(&game);
    let all: i32 = terms.iter().map(|(_, value)| value).sum();
    let provenance = model.provenance();
    if options.format == Format::Json {
        let engine = Engine::of_file(ruleset.clone(), file.as_ref())?;
        let terms: Vec<_> =
            terms.iter().map(|(term, value)| serde_json::json!({"term": term, "white": value})).collect();
        let report = serde_json::json!({
            "ruleset": ruleset.instance.to_string(), "fen": game.fen(), "terms": terms,
            "white": all, "side-to-move": engine.evaluate(&game),
            "tuned": provenance,
        });
        return Ok(writeln!(out, "{report:#}")?);
    }
    writeln!(out, "{}", game.fen())?;
    for (term, value) in terms.iter().filter(|(_, value)| *value != 0) {
        writeln!(out, "{term:24} {:>+8.2}", f64::from(*value) / 100.0)?;
    }
    writeln!(out, "{:24} {:>+8.2}   in pawns, for White", "all", f64::from(all) / 100.0)?;
    let how = match provenance {
        Some(told) => format!(
            "numbers tuned on {} positions of the engine's own games",
            told.get("positions").map_or("some", String::as_str)
        ),
        None => "numbers derived from how the men move".to_owned(),
    };
    Ok(writeln!(out, "{how}")?)
}
