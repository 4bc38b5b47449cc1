//! `rukh tb probe`.

use std::io::Write;

use anyhow::{anyhow, bail};
use rukh_rules::notation::fen::{self, join_errors};
use rukh_rules::notation::san;
use rukh_rules::{Game, Position, Side};
use rukh_tablebase::{Exact, Tables};
use serde_json::{Value, json};

use super::line;
use crate::args::{Format, ProbeOptions};
use crate::{dialect, library};

/// What a throw allows.
struct Throw {
    /// The face; `None` without a die.
    face: Option<u8>,
    value: Exact,
    /// From the best on.
    moves: Vec<(String, Exact)>,
}

/// Prints what a position is worth.
///
/// # Errors
/// The ruleset or the FEN is wrong, there is no table, or its file is damaged.
pub fn run(options: &ProbeOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let directory = options.place.directory()?;
    let dialect = dialect::of_fen(&ruleset, Some(&options.fen), options.dialect);
    let game = Game::from_fen_in(ruleset.clone(), &options.fen, dialect)
        .map_err(|errors| anyhow!("invalid FEN: {}", join_errors(&errors)))?;
    let tables = Tables::new(ruleset.clone()).with_directory(&directory);
    let (rules, position) = (game.rules(), *game.position());
    let Some(value) = tables.probe(rules, &position)? else {
        let material = position.material(rules).text(&ruleset);
        if position.has_castling_rights() {
            bail!("tables know no castling, and this position has rights to it");
        }
        bail!("{}", super::no_table(&ruleset, &material, &directory));
    };
    let sorted = |position: &Position| -> anyhow::Result<Vec<(String, Exact)>> {
        let moves = tables.probe_moves(rules, position)?.unwrap_or_default().into_iter();
        Ok(moves.map(|(mv, exact)| (san::format_in(rules, position, mv, dialect), exact)).collect())
    };
    let faces = match (ruleset.has_die(), position.throw()) {
        (true, None) => (1..=ruleset.faces()).map(Some).collect(),
        (_, throw) => vec![throw],
    };
    let mut throws = Vec::new();
    for face in faces.into_iter().filter(|_| game.outcome().is_none()) {
        let thrown = match face {
            Some(face) if position.throw().is_none() => rules.throw(&position, face),
            _ => position,
        };
        let value = tables.probe(rules, &thrown)?.unwrap_or(value);
        throws.push(Throw { face, value, moves: sorted(&thrown)? });
    }
    let line = if ruleset.has_die() { Vec::new() } else { line::best(&tables, &game)? };
    if options.format == Format::Json {
        let report = json!({
            "ruleset": ruleset.instance.to_string(), "fen": fen::format(rules, &position, dialect),
            "value": value_json(value), "throws": throws.iter().map(throw_json).collect::<Value>(), "line": line,
        });
        return Ok(writeln!(out, "{report:#}")?);
    }
    let side = match position.turn() {
        Side::White => "White",
        Side::Black => "Black",
    };
    writeln!(out, "{side} to move: {}", sentence(value))?;
    for throw in &throws {
        if let Some(face) = throw.face {
            writeln!(out, "throw {face}: {}", sentence(throw.value))?;
        }
        for (name, value) in &throw.moves {
            let mark = if *value == throw.moves[0].1 { "*" } else { " " };
            writeln!(out, "{mark} {name:8} {}", sentence(*value))?;
        }
    }
    if !line.is_empty() {
        writeln!(out, "{}", line::numbered(&game, &line))?;
    }
    Ok(())
}

fn sentence(value: Exact) -> String {
    match value {
        Exact::Won { plies } => format!("won in {plies} plies"),
        Exact::Drawn => "drawn".to_owned(),
        Exact::Lost { plies } => format!("lost in {plies} plies"),
        Exact::Chances(score) => format!(
            "{:.2} % won, {:.2} % drawn, {:.6} points",
            score.win() * 100.0,
            score.draw * 100.0,
            score.points
        ),
    }
}

fn value_json(value: Exact) -> Value {
    match value {
        Exact::Won { plies } => json!({"result": "won", "plies": plies}),
        Exact::Drawn => json!({"result": "drawn"}),
        Exact::Lost { plies } => json!({"result": "lost", "plies": plies}),
        Exact::Chances(score) => {
            json!({"points": score.points, "gap": score.gap, "win": score.win(), "draw": score.draw})
        }
    }
}

fn throw_json(throw: &Throw) -> Value {
    let moves = throw.moves.iter().map(|(name, value)| json!({"move": name, "value": value_json(*value)}));
    json!({"face": throw.face, "value": value_json(throw.value), "moves": moves.collect::<Value>()})
}
