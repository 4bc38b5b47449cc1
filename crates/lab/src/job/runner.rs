//! Jobs as they are played.

use std::sync::Arc;

use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::notation::dialect::Dialect;
use rukh_rules::shape::Any;
use rukh_rules::{Game, Rules, Ruleset};

use super::rows::{GameRow, MoveRow};
use super::{
    GameLabels, GameRows, Job, JobError, JobOpening, JobPlayer, check_opening, engine_fingerprint, rows_of,
};
use crate::analysis::{Analyser, AnalysisLimit, AnalysisSettings};
use crate::opening;
use crate::referee::Cause;
use crate::simulation::{
    Simulation, SimulationConfig, SimulationError, SimulationPlayer, TurnSearch, play_turns,
};

/// Attempts to find random plies after which the game goes on.
const MAX_OPENING_ATTEMPTS: u64 = 100;
/// Tells the seed of an opening from that of the die and the players.
const OPENING_SALT: u64 = 0x09E2_1106;

/// A job that was played.
#[derive(Debug, Clone)]
pub struct JobGame {
    /// The game; it has no end if it was cut off.
    pub game: Game,
    /// Its row, as game 0 of cell 0.
    pub row: GameRow,
    /// Rows of its moves in turns.
    pub moves: Vec<MoveRow>,
}

impl JobGame {
    /// The same game at its place in a study.
    #[must_use]
    pub fn at(mut self, cell: u32, number: u64, cluster: u64) -> JobGame {
        (self.row.cell, self.row.number, self.row.cluster) = (cell, number, cluster);
        for mv in &mut self.moves {
            (mv.cell, mv.number) = (cell, number);
        }
        self
    }
}

/// Plays jobs one after the other on one thread. Compiled rules and engines are kept while jobs are of the same
/// instance and players, and cleared between games: what is played does not depend on what was played before.
#[derive(Debug, Default)]
pub struct JobRunner {
    bench: Option<JobBench>,
}

/// What the jobs of one instance need.
struct JobBench {
    ruleset: Arc<Ruleset>,
    rules: Arc<Rules<Any>>,
    instance: String,
    laws: String,
    evaluation: String,
    /// Simulation of the werera, once one was played.
    simulation: Option<Simulation>,
    /// Players of the last job with their specifications, White's first.
    players: Option<[(JobPlayer, SimulationPlayer); 2]>,
    /// Judge of so many nodes.
    judge: Option<(u64, Analyser)>,
}

impl std::fmt::Debug for JobBench {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("JobBench").field("instance", &self.instance).finish_non_exhaustive()
    }
}

impl JobRunner {
    /// A runner that has played nothing yet.
    #[must_use]
    pub fn new() -> JobRunner {
        JobRunner::default()
    }

    /// Plays a job.
    ///
    /// # Errors
    /// The job is of other laws or of another engine, its players or its opening are impossible, or a player fails.
    pub fn run(&mut self, job: &Job) -> Result<JobGame, JobError> {
        let players = [JobPlayer::parse(&job.players[0])?, JobPlayer::parse(&job.players[1])?];
        if job.max_plies == 0 {
            return Err(JobError::NoPlies);
        }
        let bench = self.bench_of(&job.instance)?;
        bench.check(job)?;
        let game = bench.play(job, players)?;
        let scores = job.judge.map(|nodes| bench.judge(nodes).score_game(&game));
        let [white, black] = job.players.clone();
        let labels = GameLabels {
            laws: Some(job.laws.clone()),
            evaluation: job.evaluation.clone(),
            white,
            black,
            seed: job.seed,
            began_ms: Some(0),
            ..GameLabels::default()
        };
        let GameRows { game: row, moves } = rows_of(&game, &labels, scores.as_ref());
        Ok(JobGame { game, row, moves })
    }

    fn bench_of(&mut self, instance: &str) -> Result<&mut JobBench, JobError> {
        let bench = match self.bench.take().filter(|bench| bench.instance == instance) {
            Some(bench) => bench,
            None => JobBench::new(instance)?,
        };
        Ok(self.bench.insert(bench))
    }
}

impl JobBench {
    fn new(instance: &str) -> Result<JobBench, JobError> {
        let ruleset = Arc::new(Ruleset::named(instance)?);
        let canonical = ruleset.instance.to_string();
        if canonical != instance {
            return Err(JobError::NotCanonical { given: instance.to_owned(), canonical });
        }
        Ok(JobBench {
            rules: Arc::new(Rules::compile(ruleset.clone())),
            instance: canonical,
            laws: ruleset.hash(),
            evaluation: engine_fingerprint(&ruleset),
            simulation: None,
            players: None,
            judge: None,
            ruleset,
        })
    }

    /// Whether the job is of these laws and this engine, and can begin.
    fn check(&self, job: &Job) -> Result<(), JobError> {
        let instance = self.instance.clone();
        if job.laws != self.laws {
            return Err(JobError::OtherLaws { instance, job: job.laws.clone(), ours: self.laws.clone() });
        }
        if job.evaluation != self.evaluation {
            let (job, ours) = (job.evaluation.clone(), self.evaluation.clone());
            return Err(JobError::OtherEngine { instance, job, ours });
        }
        check_opening(&job.opening, &self.ruleset)
    }

    fn play(&mut self, job: &Job, players: [JobPlayer; 2]) -> Result<Game, JobError> {
        let start = self.start(job)?;
        self.start_players(players)?;
        let Some([(_, white), (_, black)]) = &mut self.players else {
            unreachable!("they were just started")
        };
        let max_plies = job.max_plies as usize;
        let failed = |(side, error)| JobError::Failed { side, error };
        if let Some(start) = start {
            let (game, cause) = play_turns(&start, [white, black], max_plies, job.seed);
            return match cause {
                Cause::PlayerError(side, error) => Err(failed((side, error))),
                _ => Ok(game),
            };
        }
        let simulation = match &mut self.simulation {
            Some(simulation) => simulation,
            none => none.insert(simulation(&self.ruleset)?),
        };
        simulation.config.max_plies = max_plies;
        let played = simulation.play([white, black], job.seed);
        played.failure.map_or(Ok(played.game), |failure| Err(failed(failure)))
    }

    /// Where turns begin; `None` for a werera that is to be played.
    fn start(&self, job: &Job) -> Result<Option<Game>, JobError> {
        Ok(Some(match &job.opening {
            JobOpening::Array if self.ruleset.has_werera() => return Ok(None),
            JobOpening::Array => Game::from_rules(self.rules.clone()),
            JobOpening::Random { plies } => self.random_opening(*plies as usize, job.seed)?,
            JobOpening::Fen { fen } => {
                opening::from_fen(&self.rules, fen, Dialect::Own).map_err(JobError::Opening)?
            }
        }))
    }

    fn random_opening(&self, plies: usize, seed: u64) -> Result<Game, JobError> {
        let attempt = |number: u64| {
            let mut random = SplitMix64::new(mix(seed ^ mix(OPENING_SALT + number)));
            let game = opening::play_random_plies(&self.rules, plies, &mut random)?;
            Some(Game::from_position(self.rules.clone(), *game.position()))
        };
        (0..MAX_OPENING_ATTEMPTS).find_map(attempt).ok_or_else(|| {
            let games = MAX_OPENING_ATTEMPTS;
            JobError::Opening(format!("{games} games of {plies} random plies ended before; use fewer").into())
        })
    }

    /// Has these players ready, in this order.
    fn start_players(&mut self, players: [JobPlayer; 2]) -> Result<(), JobError> {
        let mut old: Vec<(JobPlayer, SimulationPlayer)> = self.players.take().into_iter().flatten().collect();
        let mut start = |player: JobPlayer| -> Result<(JobPlayer, SimulationPlayer), JobError> {
            if let Some(at) = old.iter().position(|(known, _)| *known == player) {
                return Ok(old.swap_remove(at));
            }
            let started = SimulationPlayer::start_one(&player.spec, &self.ruleset, player.time_control);
            let started = started.map_err(|error| refused(&player, &error))?;
            Ok((player, started))
        };
        let [white, black] = players;
        self.players = Some([start(white)?, start(black)?]);
        Ok(())
    }

    /// A judge of so many nodes.
    fn judge(&mut self, nodes: u64) -> &mut Analyser {
        let known = self.judge.take().filter(|(known, _)| *known == nodes);
        let (_, judge) = self.judge.insert(known.unwrap_or_else(|| {
            let limit = AnalysisLimit::Nodes(nodes);
            let settings = AnalysisSettings { limit, mebibytes: 1, lines: 1, threads: 1 };
            (nodes, Analyser::new(self.ruleset.clone(), settings, None).expect("no file is given"))
        }));
        judge
    }
}

fn simulation(ruleset: &Arc<Ruleset>) -> Result<Simulation, JobError> {
    let config = SimulationConfig { turn_search: TurnSearch::Own, ..SimulationConfig::new(ruleset.clone()) };
    Simulation::new(config).map_err(|error| JobError::Opening(error.to_string().into()))
}

fn refused(player: &JobPlayer, error: &SimulationError) -> JobError {
    JobError::Player { player: player.spec.name(), reason: error.to_string().into() }
}
