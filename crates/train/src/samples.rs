//! Positions of data files as input of the trainer.

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

/// The positions of a file, split by games.
#[derive(Debug)]
pub struct TrainingExamples {
    /// How the games were played.
    pub header: DataHeader,
    /// Number of games.
    pub games: u64,
    /// Positions to train on.
    pub training: Vec<TrainingExample>,
    /// Positions of other games.
    pub validation: Vec<TrainingExample>,
    /// Centipawns of a step of the logistic curve on which scores predict results best.
    pub scale: f32,
}

impl TrainingExamples {
    /// Reads a file of training data.
    ///
    /// # Errors
    /// The file cannot be read, is of another ruleset, or has too few games.
    pub fn read(
        path: &Path,
        ruleset: &Arc<Ruleset>,
        model: &NetModel,
    ) -> Result<TrainingExamples, DataError> {
        let rules = Game::new(ruleset.clone()).rules().clone();
        let (mut training, mut validation, mut wrong) = (Vec::new(), Vec::new(), None);
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
            let to = if game.is_multiple_of(VALIDATION_INTERVAL) { &mut validation } else { &mut training };
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
        if training.is_empty() || validation.is_empty() {
            return Err(malformed(format!("{} games are too few", file.games())));
        }
        let pairs = training.iter().map(|one| (f64::from(one.score), f64::from(one.result)));
        let scale = best_scale(pairs) as f32;
        Ok(TrainingExamples {
            header: file.header().clone(),
            games: file.games(),
            training,
            validation,
            scale,
        })
    }
}
