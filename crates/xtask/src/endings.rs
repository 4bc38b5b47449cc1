//! What the endings of the built-in rulesets are, for the library: `rulesets/endings/ID.json`.

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use rukh_rules::notation::coordinate;
use rukh_rules::{Game, Reason, Ruleset, catalog};
use rukh_tablebase::{MaterialStats, Table, Tables, materials};
use serde_json::{Value, json};

use crate::Failure;

/// Options of `cargo xtask endings`.
#[derive(Debug, Args)]
pub struct EndingsOptions {
    /// Directory to write to.
    #[arg(long, value_name = "DIR", default_value = "rulesets/endings")]
    out: PathBuf,
    /// Ruleset to solve again; the files of the others stay [default: all].
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// Most pieces of an ending, kings counted.
    #[arg(long, value_name = "N", default_value_t = 3)]
    pieces: usize,
    /// Number of threads.
    #[arg(long, value_name = "N", default_value_t = 1)]
    threads: usize,
}

/// Solves endings and writes a file for each ruleset.
///
/// # Errors
/// A file cannot be written.
pub fn run(options: &EndingsOptions) -> Result<(), Failure> {
    std::fs::create_dir_all(&options.out)?;
    for id in catalog::ids().filter(|id| options.only.is_empty() || options.only.iter().any(|one| one == id))
    {
        let text = text_of(&Arc::new(Ruleset::named(id)?), options.pieces, options.threads)?;
        println!("{id}: {} bytes", text.len());
        std::fs::write(options.out.join(format!("{id}.json")), text)?;
    }
    Ok(())
}

/// The file of a ruleset, a material on each line. What can have no table is left out.
fn text_of(ruleset: &Arc<Ruleset>, pieces: usize, threads: usize) -> Result<String, Failure> {
    let tables = Tables::new(ruleset.clone()).with_threads(threads);
    let mut lines = Vec::new();
    for material in materials(ruleset, pieces) {
        if let Ok(table) = tables.solve(&material) {
            lines.push(entry(&tables, &table)?.to_string());
        }
    }
    let (revision, lines) = (ruleset.revision, lines.join(",\n"));
    Ok(format!("{{\"revision\":{revision},\"pieces\":{pieces},\"materials\":[\n{lines}\n]}}\n"))
}

/// The figures of a table, and its longest win with the moves to the end.
fn entry(tables: &Tables, table: &Table) -> Result<Value, Failure> {
    let [white, black] = table.stats().map(|stats| match stats {
        MaterialStats::Results { won, drawn, lost, .. } => {
            json!({ "won": won, "drawn": drawn, "lost": lost })
        }
        MaterialStats::Chances { points, draw, .. } => {
            json!({ "points": rounded(points), "draw": rounded(draw) })
        }
    });
    let mut entry = json!({
        "material": table.material().text(tables.ruleset()), "white": white, "black": black,
    });
    // A game that is over needs no line.
    if let Some((setup, plies)) = table.hardest().filter(|(_, plies)| *plies > 0) {
        let start = Game::new(tables.ruleset().clone());
        let position = setup.check(start.rules()).map_err(|_| "a table has a position that is none")?;
        let game = Game::from_position(start.rules().clone(), position);
        let fen = game.fen();
        entry["longest"] = json!({ "plies": plies, "fen": fen, "line": line(tables, game, plies)? });
    }
    Ok(entry)
}

/// The moves of best play from a position that is won in so many plies, in coordinates; fewer where the limit of
/// moves comes first.
fn line(tables: &Tables, mut game: Game, plies: u16) -> Result<Vec<String>, Failure> {
    let mut line = Vec::new();
    while game.outcome().is_none() {
        let moves = tables.moves(game.rules(), game.position()).unwrap_or_default();
        let (mv, _) = moves.first().copied().ok_or("a table does not know how a game goes on")?;
        line.push(coordinate::format(game.ruleset(), mv));
        game.play(mv, None).map_err(|refusal| refusal.message.to_string())?;
    }
    let is_cut = game.outcome().is_some_and(|over| over.reason == Reason::MoveLimit);
    match is_cut || line.len() == usize::from(plies) {
        true => Ok(line),
        false => Err(format!("a win in {plies} plies took {}", line.len()).into()),
    }
}

/// Five digits say more than anybody reads, and the same on every machine.
fn rounded(value: f64) -> f64 {
    (value * 1e5).round() / 1e5
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::Ruleset;
    use serde_json::Value;

    use super::text_of;

    /// What is kept is what is solved: `cargo xtask endings`.
    #[test]
    fn endings_of_the_library_are_those_that_are_solved() {
        let kept = include_str!("../../../rulesets/endings/shatranj.json");
        let solved = text_of(&Arc::new(Ruleset::named("shatranj").expect("built in")), 3, 1).expect("solved");
        let read = |text| serde_json::from_str::<Value>(text).expect("JSON");
        let (kept, solved) = (read(kept), read(&solved));
        assert_eq!(kept["revision"], solved["revision"]);
        let solved = solved["materials"].as_array().expect("a list");
        assert_eq!(kept["materials"].as_array().expect("a list")[..solved.len()], solved[..]);
    }
}
