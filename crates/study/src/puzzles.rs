//! Puzzles as a table.

use rukh_lab::puzzle::{Puzzle, PuzzleGoal, PuzzleOrigin, PuzzleTheme, Verification};

use crate::part::SCHEMA;
use crate::table;

/// A puzzle as a row.
#[derive(Debug, Clone, PartialEq, Default)]
pub(crate) struct PuzzleRow {
    pub(crate) id: String,
    pub(crate) ruleset: String,
    pub(crate) revision: u32,
    pub(crate) fen: String,
    /// `win`, `advantage`, `defence` or `best-move`.
    pub(crate) goal: String,
    /// Moves of the solver until a win.
    pub(crate) goal_moves: Option<u32>,
    /// Moves with spaces between them.
    pub(crate) solution: String,
    /// Themes with spaces between them.
    pub(crate) themes: String,
    pub(crate) difficulty: u8,
    pub(crate) cost: u64,
    pub(crate) margin: Option<f64>,
    pub(crate) expected_best: Option<f64>,
    pub(crate) expected_second: Option<f64>,
    /// `proof`, `search`, `checks` or `sources`.
    pub(crate) verified: String,
    pub(crate) verified_nodes: Option<u64>,
    /// `self-play`, `file` or `mansuba`.
    pub(crate) origin: String,
    /// Name of a problem of the old masters.
    pub(crate) origin_name: Option<String>,
    /// Keys of sources with `; ` between them.
    pub(crate) sources: Option<String>,
    pub(crate) seed: Option<u64>,
    pub(crate) game: Option<u64>,
    pub(crate) ply: Option<u32>,
    pub(crate) nodes: Option<u64>,
    pub(crate) engine: Option<String>,
}

impl PuzzleRow {
    fn of(puzzle: &Puzzle) -> PuzzleRow {
        let (verified, verified_nodes) = match puzzle.verified {
            Verification::Proof => ("proof", None),
            Verification::Search { nodes } => ("search", Some(nodes)),
            Verification::Checks => ("checks", None),
            Verification::Sources => ("sources", None),
        };
        let row = PuzzleRow {
            id: puzzle.id.clone(),
            ruleset: puzzle.ruleset.clone(),
            revision: puzzle.revision,
            fen: puzzle.fen.clone(),
            goal: <&str>::from(puzzle.goal).to_owned(),
            goal_moves: match puzzle.goal {
                PuzzleGoal::Win { moves } => Some(u32::from(moves)),
                _ => None,
            },
            solution: puzzle.moves.join(" "),
            themes: puzzle.themes.iter().map(PuzzleTheme::to_string).collect::<Vec<_>>().join(" "),
            difficulty: puzzle.difficulty(),
            cost: puzzle.cost,
            margin: puzzle.margin,
            expected_best: puzzle.expected.map(|[best, _]| best),
            expected_second: puzzle.expected.map(|[_, second]| second),
            verified: verified.to_owned(),
            verified_nodes,
            ..PuzzleRow::default()
        };
        row.with_origin(&puzzle.origin)
    }

    /// The row with where its puzzle comes from.
    fn with_origin(self, origin: &PuzzleOrigin) -> PuzzleRow {
        match origin {
            PuzzleOrigin::SelfPlay { seed, game, ply, nodes, engine } => PuzzleRow {
                origin: "self-play".to_owned(),
                seed: Some(*seed),
                game: Some(*game),
                ply: Some(*ply as u32),
                nodes: Some(*nodes),
                engine: Some(engine.clone()),
                ..self
            },
            PuzzleOrigin::File { game, ply, nodes, engine } => PuzzleRow {
                origin: "file".to_owned(),
                game: Some(*game),
                ply: Some(*ply as u32),
                nodes: Some(*nodes),
                engine: Some(engine.clone()),
                ..self
            },
            PuzzleOrigin::Mansuba { name, sources } => PuzzleRow {
                origin: "mansuba".to_owned(),
                origin_name: Some(name.clone()),
                sources: Some(sources.join("; ")),
                ..self
            },
        }
    }
}

/// Puzzles as a Parquet file; the same puzzles are the same bytes.
///
/// # Panics
/// They are more than a file can hold.
///
/// # Examples
/// ```
/// use rukh_lab::puzzle;
/// use rukh_study::puzzle_table;
///
/// let line = r#"{"id":"66945510d40e","ruleset":"shatranj","revision":1,
///     "fen":"rne1kenr/p2ppppp/1pp5/4NN2/2F5/2K1E3/8/8 w - - 0 1","goal":{"kind":"advantage"},"moves":["f5g7"],
///     "themes":["fork"],"cost":4132,"verified":{"by":"checks"},
///     "origin":{"from":"mansuba","name":"dilaram-legacy","sources":["cv-mansubat"]}}"#;
/// let line = line.replace('\n', "");
/// let puzzles: Vec<_> = puzzle::parse(&line).map(|read| read.map(|(_, one)| one)).collect::<Result<_, _>>()?;
/// assert!(puzzle_table(&puzzles).starts_with(b"PAR1"));
/// # Ok::<(), puzzle::PuzzleError>(())
/// ```
#[must_use]
pub fn puzzle_table<'p>(puzzles: impl IntoIterator<Item = &'p Puzzle>) -> Vec<u8> {
    let rows: Vec<PuzzleRow> = puzzles.into_iter().map(PuzzleRow::of).collect();
    let metadata = [("schema", SCHEMA.to_string()), ("version", env!("CARGO_PKG_VERSION").to_owned())];
    table::write(&rows, &metadata).expect("it is written to memory, and is no larger than a file can be")
}

#[cfg(test)]
mod tests {
    use bytes::Bytes;
    use rukh_lab::puzzle;

    use super::{PuzzleRow, puzzle_table};
    use crate::table::TableFile;

    const FILES: [&str; 2] =
        [include_str!("../../../puzzles/mansubat.jsonl"), include_str!("../../../puzzles/oblong.jsonl")];

    #[test]
    fn rows_say_what_the_lines_say() {
        let puzzles: Vec<_> =
            FILES.into_iter().flat_map(puzzle::parse).map(|read| read.expect("a puzzle").1).collect();
        let file = TableFile::new(Bytes::from(puzzle_table(&puzzles))).expect("it is Parquet");
        let rows: Vec<PuzzleRow> = file.read().expect("its rows");
        assert_eq!(rows.len(), puzzles.len());
        for (row, puzzle) in rows.iter().zip(&puzzles) {
            assert_eq!((&row.id, &row.fen, row.margin), (&puzzle.id, &puzzle.fen, puzzle.margin));
            assert_eq!(row.solution.split(' ').collect::<Vec<_>>(), puzzle.moves);
            let line = serde_json::to_value(puzzle).expect("JSON");
            assert_eq!(line["goal"]["kind"], row.goal.as_str());
            assert_eq!(line["goal"]["moves"].as_u64(), row.goal_moves.map(u64::from));
            assert_eq!(line["verified"]["by"], row.verified.as_str());
            assert_eq!(line["verified"]["nodes"].as_u64(), row.verified_nodes);
            assert_eq!(line["origin"]["from"], row.origin.as_str());
            assert_eq!(line["origin"]["name"].as_str(), row.origin_name.as_deref());
            assert_eq!(line["origin"]["seed"].as_u64(), row.seed);
            assert_eq!(line["origin"]["ply"].as_u64(), row.ply.map(u64::from));
            let themes: Vec<_> =
                line["themes"].as_array().expect("a list").iter().map(|one| one.as_str()).collect();
            assert_eq!(row.themes.split_whitespace().map(Some).collect::<Vec<_>>(), themes);
        }
        assert_eq!(rows[2].sources.as_deref(), Some("sulis-diamond; murray1913:no. 122"));
    }
}
