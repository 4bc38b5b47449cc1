//! A study: which games are played to answer a question.

use std::collections::BTreeMap;
use std::sync::Arc;

use rukh_lab::job::{Job, JobOpening};
use rukh_rules::Ruleset;
use rukh_rules::hash::mix;
use rukh_rules::ruleset::Complaint;
use serde::Serialize;
use sha2::{Digest, Sha256};

use crate::figures::ComparedCells;
use crate::read;
use crate::stop::StopRule;

/// A study as its file says, checked: every ruleset is resolved and every player read.
///
/// # Examples
/// ```
/// use rukh_study::Study;
///
/// let text = r#"
/// id = "stalemate"
/// title = "Stalemate won or drawn"
/// question = "What is a stalemate worth?"
/// games = 4
/// [[rulesets]]
/// id = "shatranj"
/// options.stalemate = ["loss", "draw"]
/// [[players]]
/// white = "rukh:nodes=50"
/// "#;
/// let study = Study::parse(text, "stalemate.toml").expect("a sound study");
/// let cells: Vec<&str> = study.plan().cells.iter().map(|cell| cell.instance.as_str()).collect();
/// assert_eq!(cells, ["shatranj", "shatranj[stalemate=draw]"]);
/// assert_eq!(study.job(0, 3).seed, study.job(1, 3).seed, "the same number has the same seed in each cell");
///
/// let complaints = Study::parse(&text.replace("nodes=50", "tc=1"), "stalemate.toml").unwrap_err();
/// assert_eq!(complaints[0].place.line, 10);
/// ```
#[derive(Debug, Clone)]
pub struct Study {
    /// Name of letters, digits and hyphens.
    pub id: String,
    /// Title, in English.
    pub title: String,
    /// The question that it answers, in English.
    pub question: String,
    /// Date of the last change to what it says, such as `2026-12-01`, if its file has it.
    pub revised: Option<String>,
    /// Seed of all games.
    pub seed: u64,
    /// Which tables are kept.
    pub keep: Keep,
    /// Games of each cell at most.
    pub games: u64,
    /// Games of a part, an even number.
    pub part: u64,
    /// Plies in turns after which a game is cut off.
    pub max_plies: u32,
    /// When a cell ends earlier.
    pub stop: Option<StopRule>,
    /// Nodes of the judge that scores every position.
    pub judge: Option<u64>,
    /// Where the players begin.
    pub opening: JobOpening,
    /// What a report compares.
    pub compare: Vec<ComparedCells>,
    /// What was found, written after the games.
    pub conclusion: Option<Conclusion>,
    pub(crate) plan: Plan,
    pub(crate) text: String,
    pub(crate) hash: String,
}

/// Which tables of a study are kept beside that of its games.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Keep {
    /// A row for each move.
    pub moves: bool,
    /// A row for each position.
    pub positions: bool,
}

/// What a study has found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conclusion {
    /// The answer in a sentence.
    pub sentence: String,
    /// What would show that the answer is wrong.
    pub overturned_by: Option<String>,
}

/// The cells of a study.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Every combination of a ruleset, its options and players, in the order of the file.
    pub cells: Vec<StudyCell>,
}

/// One combination of a study's grid.
#[derive(Debug, Clone)]
pub struct StudyCell {
    /// Number of the cell, from 0.
    pub index: u32,
    /// Its laws.
    pub ruleset: Arc<Ruleset>,
    /// The ruleset with the options chosen, canonical.
    pub instance: String,
    /// Fingerprint of the laws.
    pub laws: String,
    /// Fingerprint of the engine.
    pub evaluation: String,
    /// Every option with its choice, defaults too.
    pub choices: BTreeMap<String, String>,
    /// The players; the first is White in games of even number.
    pub players: [String; 2],
    /// Whether the players differ, so that two games are a pair with colours reversed.
    pub is_paired: bool,
}

impl StudyCell {
    /// Number that the games have in common which are not independent.
    #[must_use]
    pub fn cluster(&self, number: u64) -> u64 {
        if self.is_paired { number / 2 } else { number }
    }

    /// Players of White and Black in a game.
    #[must_use]
    pub fn players_of(&self, number: u64) -> [&str; 2] {
        let [one, two] = [self.players[0].as_str(), self.players[1].as_str()];
        if self.is_paired && number % 2 == 1 { [two, one] } else { [one, two] }
    }
}

impl Study {
    /// Reads a study file; `name` is what complaints call it.
    ///
    /// # Errors
    /// Every complaint, with its line.
    pub fn parse(text: &str, name: &str) -> Result<Study, Vec<Complaint>> {
        read::study(text, name)
    }

    /// The text that was read.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// A fingerprint of what decides its games and their places, 64 hexadecimal digits. Not in it are title, question,
    /// date, comparisons and conclusion, nor the number of games and the rule for fewer: so a study can go on with more.
    #[must_use]
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// The cells.
    #[must_use]
    pub fn plan(&self) -> &Plan {
        &self.plan
    }

    /// The data of a game.
    ///
    /// # Panics
    /// There is no such cell.
    #[must_use]
    pub fn job(&self, cell: usize, number: u64) -> Job {
        let cell = &self.plan.cells[cell];
        Job {
            instance: cell.instance.clone(),
            laws: cell.laws.clone(),
            evaluation: cell.evaluation.clone(),
            players: cell.players_of(number).map(str::to_owned),
            opening: self.opening.clone(),
            seed: mix(self.seed ^ mix(cell.cluster(number))),
            max_plies: self.max_plies,
            judge: self.judge,
        }
    }

    /// Number of parts of a cell, if none ends earlier.
    #[must_use]
    pub fn rounds(&self) -> u64 {
        self.games.div_ceil(self.part)
    }

    /// Numbers of the games of a round.
    #[must_use]
    pub fn numbers(&self, round: u32) -> std::ops::Range<u64> {
        let first = u64::from(round) * self.part;
        first.min(self.games)..(first + self.part).min(self.games)
    }

    /// Number of games, if no cell ends earlier.
    #[must_use]
    pub fn total_games(&self) -> u64 {
        self.games * self.plan.cells.len() as u64
    }

    /// The command that makes it.
    #[must_use]
    pub fn command(&self) -> String {
        format!("rukh lab run {0}.toml --out {0}", self.id)
    }
}

/// The fingerprint of [`Study::hash`].
pub(crate) fn hash_of(study: &Study) -> String {
    let cells: Vec<_> = study
        .plan
        .cells
        .iter()
        .map(|cell| (&cell.instance, &cell.laws, &cell.evaluation, &cell.players))
        .collect();
    let content = serde_json::json!({
        "seed": study.seed,
        "keep": study.keep,
        "part": study.part,
        "max_plies": study.max_plies,
        "judge": study.judge,
        "opening": study.opening,
        "cells": cells,
    });
    hex::encode(Sha256::digest(content.to_string()))
}
