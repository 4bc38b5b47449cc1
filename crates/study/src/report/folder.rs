//! The folder of a study, or of games that were imported, read for its report.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use rukh_lab::job::JobOpening;
use rukh_lab::job::rows::{GameRow, MoveRow};
use sha2::{Digest, Sha256};

use super::{ReportedConclusion, ResultFile, StudyFacts, StudyReport};
use crate::figures::{CellEstimates, CellFigures, CellName};
use crate::folder::{Folder, FolderError, open_table};
use crate::part::PartId;
use crate::study::Study;
use crate::table::TableRow;
use crate::tally::CellTally;

/// Players of games that were imported, which differ from game to game.
const IMPORTED: &str = "players of the files";
/// What the files say of how they were made, each with its name for readers.
const MADE_BY: [(&str, &str); 3] = [
    ("hash", "Fingerprint of the study"),
    ("evaluation", "Fingerprint of the engine"),
    ("version", "Version of Rukh"),
];

/// A folder while its tables are read.
struct FolderReader<'f> {
    path: &'f Path,
    files: Vec<ResultFile>,
    made_by: [BTreeSet<String>; 3],
}

impl FolderReader<'_> {
    /// The rows of a part's file, which is noted as a source of the figures.
    fn rows<R: TableRow>(&mut self, id: PartId) -> Result<Vec<R>, FolderError> {
        let name = id.path(R::TABLE);
        let path = self.path.join(&name);
        let bytes = std::fs::read(&path).map_err(|error| FolderError::io(&path, error))?;
        self.files.push(ResultFile {
            path: name,
            bytes: bytes.len() as u64,
            sha256: hex::encode(Sha256::digest(&bytes)),
        });
        let table = open_table(&path)?;
        for (values, (key, _)) in self.made_by.iter_mut().zip(MADE_BY) {
            values.extend(table.metadata(key).filter(|value| !value.is_empty()).map(str::to_owned));
        }
        table.read().map_err(|error| FolderError::Table { path, error })
    }

    /// The moves of a part; none if they are not kept.
    fn moves(&mut self, id: PartId) -> Result<Vec<MoveRow>, FolderError> {
        let is_kept = self.path.join(id.path(MoveRow::TABLE)).exists();
        if is_kept { self.rows(id) } else { Ok(Vec::new()) }
    }
}

/// Adds the games of a part, each with its moves.
fn add_games(figures: &mut CellFigures, games: &[GameRow], moves: &[MoveRow]) {
    let by_game = moves.chunk_by(|one, other| one.number == other.number);
    let by_game: BTreeMap<u64, &[MoveRow]> = by_game.map(|of_game| (of_game[0].number, of_game)).collect();
    for row in games {
        figures.add(row, by_game.get(&row.number).copied().unwrap_or_default());
    }
}

/// What a cell was played with, by a row of it.
fn name_of(row: &GameRow, players: [String; 2]) -> CellName {
    let choices = row.options.split(',').filter_map(|pair| pair.split_once('='));
    CellName {
        cell: row.cell,
        instance: row.instance.clone(),
        choices: choices.map(|(option, choice)| (option.to_owned(), choice.to_owned())).collect(),
        laws: row.laws.clone(),
        players,
    }
}

/// The players of the cell that a row is of; `None` if the study has no such cell.
fn players_of(study: Option<&Study>, row: &GameRow) -> Option<[String; 2]> {
    let Some(study) = study else { return Some([IMPORTED, IMPORTED].map(str::to_owned)) };
    let cell = study.plan().cells.get(row.cell as usize)?;
    (cell.instance == row.instance).then(|| cell.players.clone())
}

impl StudyReport {
    /// Reads the folder of a study, or of games that were imported, and computes the figures, a part at a time.
    ///
    /// # Errors
    /// The folder has no games, its study is wrong or another one than that of the games, or a file cannot be read.
    pub fn read(path: &Path) -> Result<StudyReport, FolderError> {
        let folder = Folder::open(path)?;
        let mut reader = FolderReader { path, files: Vec::new(), made_by: Default::default() };
        let (mut cells, mut ended) = (Vec::new(), 0);
        for parts in folder.parts().chunk_by(|one, other| one.cell == other.cell) {
            let mut open: Option<(CellName, CellFigures)> = None;
            let (mut tally, mut is_ended) = (CellTally::default(), false);
            for id in parts {
                let games: Vec<GameRow> = reader.rows(*id)?;
                let Some(first) = games.first() else { continue };
                let (_, figures) = match &mut open {
                    Some(cell) => cell,
                    None => {
                        let players = players_of(folder.study(), first).ok_or_else(|| {
                            let what =
                                format!("games of `{}`, which its study does not play", first.instance);
                            FolderError::OtherGames { path: path.to_owned(), what }
                        })?;
                        let figures = CellFigures::new(players.each_ref().map(String::as_str));
                        open.insert((name_of(first, players), figures))
                    }
                };
                let moves = reader.moves(*id)?;
                add_games(figures, &games, &moves);
                if let Some(study) = folder.study().filter(|_| id.round == tally.counted) {
                    is_ended |= tally.add(study, &games);
                }
            }
            ended += usize::from(is_ended);
            cells.extend(open.map(|(name, figures)| CellEstimates::new(name, &figures)));
        }
        if cells.is_empty() {
            return Err(FolderError::NoGames { path: path.to_owned() });
        }
        let compared = folder.study().map(|study| study.compare.as_slice()).unwrap_or_default();
        let facts = match folder.study() {
            Some(study) => facts_of(study, reader, ended),
            None => facts_of_import(reader),
        };
        Ok(StudyReport::new(facts, cells, compared))
    }
}

/// How the files were made, by what they say.
fn made_by(values: [BTreeSet<String>; 3]) -> impl Iterator<Item = (String, String)> {
    MADE_BY
        .into_iter()
        .zip(values)
        .flat_map(|((_, name), values)| values.into_iter().map(move |value| (name.to_owned(), value)))
}

fn facts_of(study: &Study, reader: FolderReader<'_>, ended: usize) -> StudyFacts {
    let opening = match &study.opening {
        JobOpening::Array => "the array".to_owned(),
        JobOpening::Random { plies } => format!("{plies} random plies"),
        JobOpening::Fen { fen } => fen.clone(),
    };
    let judge = study.judge.map_or_else(|| "none".to_owned(), |nodes| format!("{nodes} nodes a position"));
    let mut settings = vec![
        ("Seed".to_owned(), study.seed.to_string()),
        ("Opening".to_owned(), opening),
        ("Judge".to_owned(), judge),
        ("Plies after which a game is cut off".to_owned(), study.max_plies.to_string()),
        ("Games of a cell at most".to_owned(), study.games.to_string()),
        ("Games of a part".to_owned(), study.part.to_string()),
    ];
    if let Some(stop) = &study.stop {
        let rule = format!("the interval of `{}` is at most {} wide", stop.measure, stop.width);
        settings.push(("A cell ends when".to_owned(), rule));
    }
    settings.extend(made_by(reader.made_by));
    StudyFacts {
        id: study.id.clone(),
        title: study.title.clone(),
        question: study.question.clone(),
        conclusion: study.conclusion.as_ref().map(|conclusion| ReportedConclusion {
            sentence: conclusion.sentence.clone(),
            overturned_by: conclusion.overturned_by.clone(),
        }),
        commands: vec![study.command(), format!("rukh lab report {}", study.id)],
        settings,
        games: study.stop.is_none().then(|| study.total_games()),
        open_cells: if study.stop.is_some() { study.plan().cells.len() - ended } else { 0 },
        files: reader.files,
    }
}

fn facts_of_import(reader: FolderReader<'_>) -> StudyFacts {
    StudyFacts {
        id: "import".to_owned(),
        title: "Games that were imported".to_owned(),
        question: "What are these games like? Their players chose what they played, so differences between them need \
                   not come from the rules."
            .to_owned(),
        conclusion: None,
        commands: Vec::new(),
        settings: made_by(reader.made_by).collect(),
        games: None,
        open_cells: 0,
        files: reader.files,
    }
}
