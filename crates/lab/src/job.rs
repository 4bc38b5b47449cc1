//! Jobs: games of the engine as data, and the rows that tables have of any game.
//!
//! A [`Job`] says which game is played: the same job gives the same game on every machine, in any order, with any
//! number of threads. So results can be played again from a table of them, and work can be split between machines. A
//! job of other laws, or of an engine with other numbers, is refused: its game would not be the one that is meant.
//!
//! ```
//! use rukh_lab::job::{Job, JobOpening, JobRunner};
//!
//! let players = ["rukh:nodes=30", "rukh:nodes=20"].map(str::to_owned);
//! let job = Job { max_plies: 40, ..Job::new("shatranj", players, JobOpening::Random { plies: 4 }, 7)? };
//! let mut runner = JobRunner::new();
//! let played = runner.run(&job)?;
//! assert_eq!(played.moves.len(), played.row.plies as usize);
//! assert_eq!(runner.run(&job)?.row, played.row);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Decision
//!
//! A match, the simulation of the werera and a job are one piece of code: turns are played by the
//! [`Referee`](crate::referee::Referee), the werera by the [`Simulation`](crate::simulation::Simulation). A match of
//! players in this process without clocks plays the games of jobs of the same seeds; a test compares.

use std::sync::Arc;

use rukh_rules::law::WereraMode;
use rukh_rules::{Failure, LoadError, Ruleset, Side};
use serde::{Deserialize, Serialize};

use crate::player::{EngineKind, EngineOptions, PlayerError, PlayerSpec};
use crate::time_control::TimeControl;

mod describe;
mod fingerprint;
pub mod rows;
mod runner;

pub use describe::{GameLabels, GameRows, positions_of, rows_of};
pub use fingerprint::engine_fingerprint;
pub use runner::{JobGame, JobRunner};

/// Size of a player's table without `hash=`, in mebibytes. A search of few nodes needs no more, and its result depends
/// on the size.
pub const JOB_MEBIBYTES: usize = 1;
/// Largest size of a player's table, in mebibytes: each thread of a study has two, and clears them for each game.
const MAX_JOB_MEBIBYTES: usize = 1_024;

/// One game, as data: equal jobs play the same game on every machine.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Job {
    /// Built-in ruleset with the options chosen, canonical: `senterej[stalemate=loss]`.
    pub instance: String,
    /// Fingerprint of the laws, [`Ruleset::hash`]; a job of other laws is refused.
    pub laws: String,
    /// Fingerprint of the engine, [`engine_fingerprint`]; a job of another engine is refused.
    pub evaluation: String,
    /// Players of White and Black as [`PlayerSpec`] reads them, such as `rukh:nodes=200`: engines of this process with
    /// a limit of nodes or depth, or a level. Without `hash=` they have a table of [`JOB_MEBIBYTES`].
    pub players: [String; 2],
    /// Where the players begin.
    pub opening: JobOpening,
    /// Seed of the opening, the die and the players.
    pub seed: u64,
    /// Plies in turns after which the game is cut off, at least 1.
    pub max_plies: u32,
    /// Nodes of the judge's search of each position; `None` for rows without scores.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub judge: Option<u64>,
}

/// Where the players of a job begin.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum JobOpening {
    /// The ruleset's array. A werera is played by the players in virtual time, at the usual rates of a
    /// [`Simulation`](crate::simulation::Simulation).
    Array,
    /// Random legal moves from the array, each as likely as the others, and random throws. There must be no werera.
    Random {
        /// Number of moves and passes.
        plies: u32,
    },
    /// A position; turns begin there.
    Fen {
        /// The position in the ruleset's own letters.
        fen: String,
    },
}

/// Why a job is not played.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum JobError {
    /// There is no such ruleset.
    #[error(transparent)]
    Ruleset(#[from] LoadError),
    /// The instance is written in another way than usual.
    #[error("write the instance `{given}` as `{canonical}`")]
    NotCanonical {
        /// What the job says.
        given: String,
        /// What it should say.
        canonical: String,
    },
    /// The job is of other laws.
    #[error(
        "the job is of `{instance}` with the laws {job}, but its laws are now {ours}: use a version with those laws"
    )]
    OtherLaws {
        /// The ruleset.
        instance: String,
        /// Fingerprint that the job says.
        job: String,
        /// Fingerprint of the laws of this version.
        ours: String,
    },
    /// The job is of another engine.
    #[error(
        "the job is of the engine {job} for `{instance}`, but this version has {ours}: use the version of the job"
    )]
    OtherEngine {
        /// The ruleset.
        instance: String,
        /// Fingerprint that the job says.
        job: String,
        /// Fingerprint of the engine of this version.
        ours: String,
    },
    /// A player cannot play jobs.
    #[error("the player `{player}` cannot play jobs: {reason}")]
    Player {
        /// The player's text.
        player: String,
        /// What is wrong with it.
        reason: Failure,
    },
    /// The game cannot begin so.
    #[error("the opening is impossible: {0}")]
    Opening(Failure),
    /// No ply would be played.
    #[error("`max_plies` should be at least 1")]
    NoPlies,
    /// A player failed, so that the game is not what the job says.
    #[error("the player of {side} failed: {error}")]
    Failed {
        /// The side of the player.
        side: Side,
        /// How it failed.
        error: PlayerError,
    },
}

impl Job {
    /// A job of a built-in ruleset as this version plays it, without a judge and with 600 plies at most.
    ///
    /// # Errors
    /// There is no such ruleset.
    pub fn new(
        instance: &str,
        players: [String; 2],
        opening: JobOpening,
        seed: u64,
    ) -> Result<Job, LoadError> {
        let ruleset = Arc::new(Ruleset::named(instance)?);
        Ok(Job {
            instance: ruleset.instance.to_string(),
            laws: ruleset.hash(),
            evaluation: engine_fingerprint(&ruleset),
            players,
            opening,
            seed,
            max_plies: 600,
            judge: None,
        })
    }
}

/// A player that can play jobs: what it does follows from its text alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct JobPlayer {
    spec: PlayerSpec,
    time_control: TimeControl,
}

impl JobPlayer {
    /// Reads a player.
    ///
    /// # Errors
    /// It is no player, or what it does would depend on more than the job: it is another program, has a clock, no
    /// limit, several threads or an evaluation file.
    ///
    /// # Examples
    /// ```
    /// use rukh_lab::job::JobPlayer;
    ///
    /// assert!(JobPlayer::parse("rukh:nodes=200,contempt=20").is_ok());
    /// let error = JobPlayer::parse("rukh:tc=1").unwrap_err().to_string();
    /// assert!(error.contains("a clock"), "{error}");
    /// ```
    pub fn parse(text: &str) -> Result<JobPlayer, JobError> {
        JobPlayer::read(text).map_err(|reason| JobError::Player { player: text.to_owned(), reason })
    }

    fn read(text: &str) -> Result<JobPlayer, Failure> {
        let defaults = EngineOptions { mebibytes: JOB_MEBIBYTES, ..EngineOptions::default() };
        let spec = PlayerSpec::parse_with(text, defaults)?;
        let EngineKind::Rukh(options) = &spec.kind else {
            return Err("another program does not play the same game on every machine; use `rukh`".into());
        };
        if options.threads > 1 {
            return Err("several threads do not play the same game twice; leave `threads` out".into());
        }
        if options.eval_file.is_some() {
            return Err("a job does not say what is in a file; leave `eval-file` out".into());
        }
        if options.mebibytes > MAX_JOB_MEBIBYTES {
            let most = MAX_JOB_MEBIBYTES;
            return Err(format!(
                "its table is too large to be cleared for each game; use at most `hash={most}`"
            )
            .into());
        }
        let time_control = match (spec.time_control, options.level) {
            (Some(TimeControl::Clock { .. }), _) => {
                return Err("a clock depends on the machine; use `nodes` or `depth`".into());
            }
            (Some(limit), _) => limit,
            // The level has limits of its own, and asks for no other.
            (None, Some(_)) => TimeControl::Nodes(u64::MAX),
            (None, None) => {
                return Err("it has no limit; add one such as `nodes=200`, `depth=4` or `level=3`".into());
            }
        };
        Ok(JobPlayer { spec, time_control })
    }
}

/// Checks an opening against a ruleset.
///
/// # Errors
/// Random plies where there is a werera, or a werera in which the sides do not act at once.
pub fn check_opening(opening: &JobOpening, ruleset: &Ruleset) -> Result<(), JobError> {
    match opening {
        JobOpening::Random { .. } if ruleset.has_werera() => Err(JobError::Opening(
            format!(
                "{} has a werera, so it needs no random plies: use the opening `array`",
                ruleset.instance
            )
            .into(),
        )),
        JobOpening::Array if ruleset.werera().is_some_and(|law| law.manner != WereraMode::Live) => {
            Err(JobError::Opening(
                format!(
                    "the sides of {} do not act at once in its werera, which cannot be simulated",
                    ruleset.instance
                )
                .into(),
            ))
        }
        _ => Ok(()),
    }
}
