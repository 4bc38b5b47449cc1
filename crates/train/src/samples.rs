//! Positions of data files as input of the trainer.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use rukh_engine::tuning::{NetModel, NetSample};
use rukh_lab::tuning::best_scale;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::{Game, Ruleset, Side};

use crate::data::{DataError, DataFile, DataHeader};

/// One game in this many is held out for validation.
const VALIDATION_INTERVAL: u64 = 10;

/// A position and what is known of it, for the side to move.
#[derive(Debug, Clone, PartialEq)]
pub struct TrainingExample {
    /// What the net sees.
    pub sample: NetSample,
    /// Score of the search, in centipawns.
    pub score: f32,
    /// Result of the game, from 0 to 1.
    pub result: f32,
}

/// A file of training data as the origin of a net names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DataSource {
    /// How its games were played.
    pub header: DataHeader,
    /// Number of games.
    pub games: u64,
}

impl fmt::Display for DataSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let DataHeader { nodes, label_nodes, max_plies, seed, .. } = &self.header;
        write!(f, "{} games at {nodes} nodes", self.games)?;
        if let Some(nodes) = label_nodes {
            write!(f, ", scores at {nodes}")?;
        }
        write!(f, ", at most {max_plies} plies, seed {seed}")
    }
}

/// The positions of files, split by games.
#[derive(Debug)]
pub struct TrainingExamples {
    /// The files that were read.
    pub sources: Vec<DataSource>,
    /// The file whose games are all for validation, if there is one.
    pub judge: Option<DataSource>,
    /// Positions to train on.
    pub training: Vec<TrainingExample>,
    /// Positions of other games.
    pub validation: Vec<TrainingExample>,
    /// Centipawns of a step of the logistic curve on which scores predict results best.
    pub scale: f32,
}

impl TrainingExamples {
    /// Reads files of training data. The games of `judge` are all for validation, and then none of the others.
    ///
    /// # Errors
    /// A file cannot be read or is of another ruleset, or there are too few games.
    pub fn read(
        paths: &[&Path],
        judge: Option<&Path>,
        ruleset: &Arc<Ruleset>,
        model: &NetModel,
    ) -> Result<TrainingExamples, DataError> {
        let interval = if judge.is_some() { None } else { Some(VALIDATION_INTERVAL) };
        let mut positions = SplitPositions::default();
        let read = |path: &&Path| positions.read(path, interval, (ruleset, model));
        let sources = paths.iter().map(read).collect::<Result<Vec<DataSource>, DataError>>()?;
        let judge = judge.map(|path| positions.read(path, Some(1), (ruleset, model))).transpose()?;
        let SplitPositions { training, validation } = positions;
        if training.is_empty() || validation.is_empty() {
            let reason = "the games are too few".to_owned();
            let path = paths.first().map_or_else(Default::default, |path| path.to_path_buf());
            return Err(DataError::Malformed { path, reason });
        }
        let pairs = training.iter().map(|one| (f64::from(one.score), f64::from(one.result)));
        let scale = best_scale(pairs) as f32;
        Ok(TrainingExamples { sources, judge, training, validation, scale })
    }
}

/// The positions of the files that were read.
#[derive(Default)]
struct SplitPositions {
    training: Vec<TrainingExample>,
    validation: Vec<TrainingExample>,
}

impl SplitPositions {
    /// Adds the positions of a file; those of one game in `interval` are for validation.
    fn read(
        &mut self,
        path: &Path,
        interval: Option<u64>,
        (ruleset, model): (&Arc<Ruleset>, &NetModel),
    ) -> Result<DataSource, DataError> {
        let rules = Game::new(ruleset.clone()).rules().clone();
        let mut wrong = None;
        let file = DataFile::open(path, &mut |game, one| {
            let Ok(position) = fen::parse(&rules, &one.fen, Dialect::Own) else {
                wrong.get_or_insert(one.fen);
                return;
            };
            let sample = model.sample(&Game::from_position(rules.clone(), position));
            let (score, result) = match sample.turn {
                Side::White => (one.score as f32, one.result),
                Side::Black => (-one.score as f32, 1.0 - one.result),
            };
            let is_held_out = interval.is_some_and(|interval| game.is_multiple_of(interval));
            let to = if is_held_out { &mut self.validation } else { &mut self.training };
            to.push(TrainingExample { sample, score, result });
        })?;
        let malformed = |reason: String| DataError::Malformed { path: path.to_owned(), reason };
        if file.header().fingerprint != ruleset.hash() {
            let name = &file.header().ruleset;
            return Err(malformed(format!("its games are of `{name}` or of another version of its laws")));
        }
        if let Some(fen) = wrong {
            return Err(malformed(format!("`{fen}` is no position of the ruleset")));
        }
        Ok(DataSource { header: file.header().clone(), games: file.games() })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_engine::tuning::NetModel;
    use rukh_rules::Ruleset;

    use super::TrainingExamples;
    use crate::data::{DataFile, DataHeader};

    #[test]
    fn judge_takes_the_place_of_every_tenth_game() {
        let ruleset = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
        let model = NetModel::new(&ruleset).expect("the sides are alike");
        let folder = std::env::temp_dir().join(format!("rukh-train-judge-{}", std::process::id()));
        std::fs::create_dir_all(&folder).expect("a folder for the test");
        let written = |name: &str, games: u64, seed: u64| {
            let path = folder.join(name);
            let header = DataHeader::new(&ruleset, 20, 60, seed).with_label_nodes(Some(40));
            let mut file = DataFile::open_or_create(&path, &header).expect("a new file");
            file.extend(&ruleset, games, 1, &mut |_| ()).expect("games are written");
            (path, file.positions() as usize)
        };
        let ((one, of_one), (other, of_other)) = (written("one", 12, 1), written("other", 3, 2));
        let read = |judge| TrainingExamples::read(&[&one], judge, &ruleset, &model).expect("enough games");
        let (alone, judged) = (read(None), read(Some(&*other)));
        let both = TrainingExamples::read(&[&one, &other], None, &ruleset, &model).expect("enough games");
        std::fs::remove_dir_all(&folder).expect("the folder is there");
        assert_eq!(alone.training.len() + alone.validation.len(), of_one);
        assert!(alone.validation.len() < of_one / 2 && alone.judge.is_none());
        assert_eq!((judged.training.len(), judged.validation.len()), (of_one, of_other));
        assert_eq!(both.training.len() + both.validation.len(), of_one + of_other);
        let said = judged.judge.expect("a file").to_string();
        assert_eq!(said, "3 games at 20 nodes, scores at 40, at most 60 plies, seed 2");
    }
}
