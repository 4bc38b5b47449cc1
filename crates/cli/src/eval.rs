//! `rukh eval`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use rukh_engine::Engine;
use rukh_engine::explanation::{BUNDLES, Explainer};
use rukh_engine::tuning::{EvalFile, TuningModel};
use rukh_protocols::board::begin_turns;
use rukh_rules::Game;
use rukh_rules::message::Locale;

use crate::args::{DialectWord, Format};
use crate::{dialect, library};

/// Options of `rukh eval`.
#[derive(Debug, Args)]
pub struct EvalOptions {
    /// Ruleset.
    #[arg(long, short, value_name = "RULESET")]
    ruleset: String,
    /// Position to evaluate [default: the ruleset's start].
    #[arg(value_name = "FEN")]
    fen: Option<String>,
    /// Letters of the FEN.
    #[arg(long, value_enum, default_value_t)]
    dialect: DialectWord,
    /// Output format: text or json.
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Say in words what counts, the largest first, and what the other side threatens; before a throw, with each
    /// face.
    #[arg(long, conflicts_with = "format")]
    explain: bool,
    /// Say what this move changes, in coordinates, and the best reply to it.
    #[arg(long, value_name = "MOVE", requires = "explain")]
    after: Option<String>,
    /// Language of the words: en, am, ar or fa.
    #[arg(long, value_name = "TAG", default_value = "en", requires = "explain")]
    language: String,
    /// Nodes of the search for threats and replies.
    #[arg(long, value_name = "N", default_value_t = 5_000, requires = "explain")]
    nodes: u64,
    /// Evaluation file of `rukh tune` (weights) or `rukh train` (a net), used instead of the built-in one.
    #[arg(long, value_name = "FILE")]
    eval_file: Option<PathBuf>,
}

/// Prints the value of each evaluation term for White.
///
/// # Errors
/// The ruleset, the FEN or the evaluation file is invalid, or the output cannot be written.
pub fn run(options: &EvalOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let game = match &options.fen {
        None => begin_turns(Game::new(ruleset.clone())),
        Some(fen) => {
            Game::from_fen_in(ruleset.clone(), fen, dialect::of_fen(&ruleset, Some(fen), options.dialect))
                .map_err(|errors| {
                    let lines: Vec<String> = errors.iter().map(ToString::to_string).collect();
                    anyhow::anyhow!("invalid FEN: {}", lines.join("; "))
                })?
        }
    };
    let file = library::eval_file(options.eval_file.as_deref())?;
    if options.explain {
        return explain(options, &game, file.as_ref(), out);
    }
    let model = TuningModel::with_eval_file(&ruleset, file.as_ref())?;
    let terms = model.explain(&game);
    let total: i32 = terms.iter().map(|(_, value)| value).sum();
    let provenance = model.provenance();
    if options.format == Format::Json {
        let engine = Engine::with_eval_file(ruleset.clone(), file.as_ref())?;
        let terms: Vec<_> =
            terms.iter().map(|(term, value)| serde_json::json!({"term": term, "white": value})).collect();
        let report = serde_json::json!({
            "ruleset": ruleset.instance.to_string(), "fen": game.fen(), "terms": terms,
            "white": total, "side-to-move": engine.evaluate(&game),
            "tuned": provenance, "net": model.net_provenance(),
        });
        return Ok(writeln!(out, "{report:#}")?);
    }
    writeln!(out, "{}", game.fen())?;
    for (term, value) in terms.iter().filter(|(_, value)| *value != 0) {
        writeln!(out, "{term:24} {:>+8.2}", f64::from(*value) / 100.0)?;
    }
    writeln!(out, "{:24} {:>+8.2}   in pawns, for White", "total", f64::from(total) / 100.0)?;
    let origin = match provenance {
        Some(fields) => format!(
            "weights tuned on {} positions of self-play",
            fields.get("positions").map_or("some", String::as_str)
        ),
        None => "weights derived from how the pieces move".to_owned(),
    };
    writeln!(out, "{origin}")?;
    if let Some(fields) = model.net_provenance() {
        let positions = fields.get("positions").map_or("some", String::as_str);
        writeln!(out, "net trained on {positions} positions of self-play")?;
    }
    Ok(())
}

/// Prints why a position is valued as it is, or what a move changes, in words.
fn explain(
    options: &EvalOptions,
    game: &Game,
    file: Option<&EvalFile>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let bundle = BUNDLES.iter().find(|(tag, _)| *tag == options.language);
    let (tag, bundle) = bundle.with_context(|| {
        let known: Vec<&str> = BUNDLES.iter().map(|(tag, _)| *tag).collect();
        format!("--language {}: there are {}", options.language, known.join(", "))
    })?;
    let locale = Locale::named_with(tag, &[bundle]).context("there is no such language")??;
    let mut explainer = Explainer::new(game.ruleset(), file)?;
    let explanation = match &options.after {
        Some(text) => explainer.explain_move(game, game.legal_move(text)?, options.nodes),
        None => explainer.explain(game, options.nodes),
    };
    writeln!(out, "{}", game.fen())?;
    let reasons = explanation.reasons.iter().map(|reason| &reason.message);
    reasons.chain(&explanation.threats).try_for_each(|message| writeln!(out, "{}", locale.text(message)))?;
    Ok(())
}
