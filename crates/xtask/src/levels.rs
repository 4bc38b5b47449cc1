//! Levels of play, measured in every family of games: their differences in matches, the accuracy of their moves, and
//! the figures that moderators read beside those of people. The results are tables of `docs/strength` and of `rukh-lab`.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::{Args, Subcommand};
use rukh_engine::{Engine, Level, SearchLimits};
use rukh_lab::analysis::{Analyser, AnalysisLimit, AnalysisSettings, accuracy_of as accuracy};
use rukh_lab::engine_match::{Match, Pairing};
use rukh_lab::opening::{OpeningGenerator, OpeningSet};
use rukh_lab::player::PlayerSpec;
use rukh_lab::referee::Adjudication;
use rukh_lab::review;
use rukh_lab::time_control::TimeControl;
use rukh_protocols::board::begin_turns;
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::{Event, Game, Move, Node, Ruleset, UciMove};

use crate::Failure;

mod indicators;

use indicators::{LevelMeasure, keep};

/// One ruleset of each family of games, the die among them.
const FAMILIES: [&str; 5] = ["shatranj", "senterej", "oblong", "oblong-dice", "mideast"];
/// Openings generated where a ruleset has no fixed set.
const OPENINGS: usize = 12;
/// Table of an engine, in entries and in mebibytes.
const TABLE_ENTRIES: usize = 1 << 18;
const MEBIBYTES: usize = 16;
/// Samples of the bootstrap.
const RESAMPLES: usize = 2_000;
/// Positions of one game at most, and one of how many plies.
const POSITIONS_OF_GAME: usize = 6;
const ONE_IN: usize = 10;
/// Plies of a game that positions are taken from.
const PLIES: usize = 160;

/// Options of `cargo xtask levels`.
#[derive(Debug, Args)]
pub struct LevelOptions {
    #[command(subcommand)]
    what: Measurement,
    /// Ruleset; may be given several times [default: one of each family].
    #[arg(long, value_name = "ID", global = true)]
    ruleset: Vec<String>,
    /// Random seed.
    #[arg(long, value_name = "SEED", default_value_t = 1, global = true)]
    seed: u64,
    /// Threads; the results do not depend on it.
    #[arg(long, value_name = "N", default_value_t = 1, global = true)]
    concurrency: usize,
}

#[derive(Debug, Subcommand)]
enum Measurement {
    /// Elo between neighbouring levels, by matches; minutes for the lower levels, hours for the highest.
    Ladder {
        /// Games between the levels 1 and 2, between 2 and 3, and so on.
        #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [20, 16, 12, 8])]
        games: Vec<u64>,
        /// Plies after which a game is cut off.
        #[arg(long, value_name = "N", default_value_t = 400)]
        max_plies: usize,
        /// File to write; rows of other rulesets in it stay.
        #[arg(long, value_name = "FILE", default_value = "docs/strength/levels.csv")]
        out: PathBuf,
    },
    /// Accuracy of the levels 1, 3, 5 and 8 and of random moves in the same positions, as a review of a
    /// game has it; level 8 takes seconds for a move.
    Accuracy {
        /// Games of each ruleset, of which up to six positions are taken.
        #[arg(long, value_name = "N", default_value_t = 16)]
        games: usize,
        /// Nodes of the judge for a position [default: those of a review].
        #[arg(long, value_name = "N")]
        judge: Option<u64>,
        /// File to write; rows of other rulesets in it stay.
        #[arg(long, value_name = "FILE", default_value = "docs/strength/accuracy.csv")]
        out: PathBuf,
    },
    /// Figures of the levels beside which moderators read those of people, from games of each with itself; a minute or
    /// more for each level and ruleset.
    Indicators {
        /// The levels.
        #[arg(long, value_name = "N,N,…", value_delimiter = ',', default_values_t = [1, 3, 5, 7])]
        levels: Vec<u8>,
        /// Games of each level.
        #[arg(long, value_name = "N", default_value_t = 6)]
        games: usize,
        /// File to write; other levels and families in it stay.
        #[arg(long, value_name = "FILE", default_value = "crates/lab/src/indicator/levels.json")]
        out: PathBuf,
    },
}

/// Measures, and writes a table.
///
/// # Errors
/// A ruleset is unknown, a match cannot be played, or the file not written.
pub fn run(options: &LevelOptions) -> Result<(), Failure> {
    let built_in = || FAMILIES.map(str::to_owned).to_vec();
    let ids = if options.ruleset.is_empty() { built_in() } else { options.ruleset.clone() };
    for id in ids {
        let ruleset = Arc::new(Ruleset::named(&id)?);
        match &options.what {
            Measurement::Ladder { games, max_plies, out } => {
                for (low, games) in (1..8).zip(games).filter(|(_, games)| **games > 0) {
                    let row = step(&ruleset, low, *games, *max_plies, options)?;
                    replace_row(out, LADDER_HEAD, &row)?;
                }
            }
            Measurement::Accuracy { games, judge, out } => {
                let mut settings = review::settings(&ruleset, MEBIBYTES);
                settings.limit = judge.map_or(settings.limit, AnalysisLimit::Nodes);
                for row in accuracies(&ruleset, *games, &settings, options)? {
                    replace_row(out, ACCURACY_HEAD, &row)?;
                }
            }
            Measurement::Indicators { levels, games, out } => {
                for &level in levels {
                    let LevelOptions { seed, concurrency, .. } = *options;
                    let (ruleset, games) = (&ruleset, *games);
                    let found = LevelMeasure { ruleset, level, games, seed, concurrency }.run()?;
                    println!("{id}, level {level}: {:?}", found.figures);
                    keep(out, found)?;
                }
            }
        }
    }
    Ok(())
}

const LADDER_HEAD: &str = "game,levels,Elo difference,95% low,95% high,games,won,drawn,lost,cut off";
const ACCURACY_HEAD: &str =
    "game,player,positions,accuracy,95% low,95% high,mean loss %,random loss %,better than the row above %";

/// Writes a row into a table, in the place of the one with the same first two cells if there is one.
fn replace_row(path: &Path, head: &str, row: &str) -> Result<(), Failure> {
    println!("{row}");
    let before = std::fs::read_to_string(path).unwrap_or_default();
    let key = |row: &str| row.splitn(3, ',').take(2).map(str::to_owned).collect::<Vec<_>>();
    let mut rows: Vec<&str> = before.lines().skip(1).collect();
    match rows.iter_mut().find(|other| key(other) == key(row)) {
        Some(known) => *known = row,
        None => rows.push(row),
    }
    Ok(std::fs::write(path, format!("{head}\n{}\n", rows.join("\n")))?)
}

/// Positions in which the turns of games begin.
fn openings(ruleset: &Arc<Ruleset>, seed: u64) -> Result<Vec<Game>, Failure> {
    let set = match OpeningSet::built_in(ruleset) {
        Some(set) => set,
        None => OpeningGenerator::new(ruleset, OPENINGS, seed).generate(ruleset)?,
    };
    Ok(set.games().to_vec())
}

/// A match between a level and the one above it.
fn step(
    ruleset: &Arc<Ruleset>,
    low: usize,
    games: u64,
    max_plies: usize,
    options: &LevelOptions,
) -> Result<String, Failure> {
    let player = |level: usize| format!("rukh:level={level},hash={MEBIBYTES}").parse::<PlayerSpec>();
    let engine_match = Match {
        ruleset: ruleset.clone(),
        specs: [player(low + 1)?, player(low)?],
        time_control: TimeControl::Nodes(1),
        openings: openings(ruleset, options.seed)?,
        pairs: games.div_ceil(2),
        pairing: Pairing::Reversed,
        sprt: None,
        adjudication: Adjudication { max_plies, ..Adjudication::default() },
        concurrency: options.concurrency,
        seed: options.seed,
        luck_depth: None,
    };
    let result = engine_match.run(&mut |_, _| ControlFlow::Continue(()))?;
    let elo = result.elo();
    let [lost, drawn, won] = result.tally.games;
    let bound = |elo: f64| if elo.is_finite() { format!("{elo:+.0}") } else { String::new() };
    let [difference, least, most] = [elo.difference, elo.low, elo.high].map(bound);
    let (id, played, cut) = (&ruleset.instance.id, result.tally.played(), result.cut_off);
    let (high, drawn) = (low + 1, drawn - cut);
    Ok(format!("{id},{low} to {high},{difference},{least},{most},{played},{won},{drawn},{lost},{cut}"))
}

/// Who is asked for moves: nobody is a random mover.
const PLAYERS: [Option<u8>; 5] = [None, Some(1), Some(3), Some(5), Some(8)];

/// The loss and the stake of each move of each player.
type Judged = [Vec<(f64, f64)>; PLAYERS.len()];

fn accuracies(
    ruleset: &Arc<Ruleset>,
    games: usize,
    settings: &AnalysisSettings,
    options: &LevelOptions,
) -> Result<Vec<String>, Failure> {
    let openings = openings(ruleset, options.seed)?;
    let (next, seed) = (AtomicUsize::new(0), options.seed);
    let work = || -> Result<Vec<(usize, Judged)>, Failure> {
        let mut judge = Judge::new(ruleset, settings)?;
        let mut judged = Vec::new();
        loop {
            let game = next.fetch_add(1, Ordering::Relaxed);
            if game >= games {
                return Ok(judged);
            }
            let mut random = SplitMix64::new(mix(seed ^ mix(game as u64)));
            let opening = openings[random.below(openings.len())].clone();
            judged.push((game, judge.game(begin_turns(opening), &mut random)));
        }
    };
    let mut found = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..options.concurrency.max(1)).map(|_| scope.spawn(work)).collect();
        let results = workers.into_iter().map(|worker| worker.join().expect("the thread does not panic"));
        results.collect::<Result<Vec<_>, _>>()
    })?
    .concat();
    found.sort_by_key(|(game, _)| *game);
    let mut judged = Judged::default();
    for (_, of_game) in found {
        judged.iter_mut().zip(of_game).for_each(|(all, some)| all.extend(some));
    }
    let id = &ruleset.instance.id;
    let row = |(at, moves): (usize, &Vec<(f64, f64)>)| {
        let player = PLAYERS[at].map_or_else(|| "random".to_owned(), |level| format!("level {level}"));
        let mean = |value: &dyn Fn(&(f64, f64)) -> f64| {
            100.0 * moves.iter().map(value).sum::<f64>() / moves.len().max(1) as f64
        };
        let (own, (low, high)) = (accuracy_of(moves), bootstrap(moves, &mut SplitMix64::new(seed)));
        let (loss, stake) = (mean(&|one| one.0), mean(&|one| one.1));
        let above = at.checked_sub(1).map(|above| better(moves, &judged[above], &mut SplitMix64::new(seed)));
        let better = above.map(|share| format!("{:.1}", 100.0 * share)).unwrap_or_default();
        format!("{id},{player},{},{own:.0},{low:.0},{high:.0},{loss:.2},{stake:.2},{better}", moves.len())
    };
    Ok(judged.iter().enumerate().map(row).collect())
}

/// How probable it is that a player loses less than another in the same positions: the share of samples,
/// drawn again and again from these positions, in which it does.
fn better(own: &[(f64, f64)], other: &[(f64, f64)], random: &mut SplitMix64) -> f64 {
    let gained: Vec<f64> = own.iter().zip(other).map(|(own, other)| other.0 - own.0).collect();
    let is_better = |_: &usize| {
        let drawn = gained.iter().map(|_| gained[random.below(gained.len())]);
        drawn.sum::<f64>() > 0.0
    };
    (0..RESAMPLES).filter(is_better).count() as f64 / RESAMPLES as f64
}

fn accuracy_of(moves: &[(f64, f64)]) -> f64 {
    accuracy(moves.iter().copied()).unwrap_or(f64::NAN)
}

/// Bounds of 95 % of the accuracy over positions drawn again and again from the same ones.
fn bootstrap(moves: &[(f64, f64)], random: &mut SplitMix64) -> (f64, f64) {
    let mut found: Vec<f64> = (0..RESAMPLES)
        .map(|_| {
            let drawn: Vec<_> = moves.iter().map(|_| moves[random.below(moves.len())]).collect();
            accuracy_of(&drawn)
        })
        .collect();
    found.sort_by(f64::total_cmp);
    (found[RESAMPLES / 40], found[RESAMPLES - 1 - RESAMPLES / 40])
}

/// Plays games and judges the moves that players choose in some of their positions.
struct Judge {
    engine: Engine,
    analyser: Analyser,
}

impl Judge {
    fn new(ruleset: &Arc<Ruleset>, settings: &AnalysisSettings) -> Result<Judge, Failure> {
        let engine = Engine::with_tt_entries(ruleset.clone(), TABLE_ENTRIES);
        let analyser = Analyser::new(ruleset.clone(), *settings, None)?;
        Ok(Judge { engine, analyser })
    }

    /// Takes positions with a choice from a game whose moves are of any level up to 4 or at random.
    fn game(&mut self, mut game: Game, random: &mut SplitMix64) -> Judged {
        let (mut judged, mut taken) = (Judged::default(), 0);
        for _ in 0..PLIES {
            let event = match game.node() {
                Node::Over(_) | Node::Werera(_) => break,
                Node::Chance(faces) => Event::Throw { face: faces[random.below(faces.len())].number },
                Node::Choice(_) => {
                    if game.legal_moves().len() > 1 && random.below(ONE_IN) == 0 {
                        let moves = PLAYERS.map(|level| self.choose(&game, level, random));
                        let one_of_each = self.analyser.judge(&game, &moves).into_iter().zip(&mut judged);
                        one_of_each.for_each(|(one, all)| all.push((one.loss(), one.stake)));
                        taken += 1;
                        if taken == POSITIONS_OF_GAME {
                            break;
                        }
                    }
                    let level = [None, Some(1), Some(2), Some(3), Some(4)][random.below(5)];
                    let mv = self.choose(&game, level, random);
                    Event::Move { mv: UciMove::of(game.ruleset(), mv) }
                }
            };
            game.apply(event, None).expect("a legal event");
        }
        judged
    }

    fn choose(&mut self, game: &Game, level: Option<u8>, random: &mut SplitMix64) -> Move {
        let moves = game.legal_moves();
        let any = moves[random.below(moves.len())];
        let Some(level) = level.and_then(Level::new) else { return any };
        let limits = SearchLimits::nodes(u64::MAX);
        self.engine.play(game, level.strength(), &limits, random.next_u64()).best.unwrap_or(any)
    }
}

#[cfg(test)]
mod tests {
    use rukh_rules::hash::SplitMix64;

    use super::{FAMILIES, bootstrap, replace_row};

    #[test]
    fn row_replaces_the_one_of_the_same_game_and_level() {
        let path = std::env::temp_dir().join(format!("levels-{}.csv", std::process::id()));
        let write = |row: &str| replace_row(&path, "game,levels,x", row).expect("a file");
        for row in ["oblong,1 to 2,1", "oblong-dice,1 to 2,2", "oblong,2 to 3,3", "oblong,1 to 2,4"] {
            write(row);
        }
        let text = std::fs::read_to_string(&path).expect("a file");
        std::fs::remove_file(&path).expect("a file");
        assert_eq!(text, "game,levels,x\noblong,1 to 2,4\noblong-dice,1 to 2,2\noblong,2 to 3,3\n");
    }

    #[test]
    fn bootstrap_bounds_hold_the_accuracy() {
        let moves: Vec<(f64, f64)> = (0..40).map(|at| (f64::from(at % 4) / 100.0, 0.03)).collect();
        let (low, high) = bootstrap(&moves, &mut SplitMix64::new(1));
        assert!(low > 30.0 && low < 50.0 && high > 50.0 && high < 70.0, "{low} {high}");
    }

    /// A random player had 96 in Shatranj, and level 1 nearly as much as level 5.
    #[test]
    fn accuracy_tells_random_moves_from_levels_in_every_family() {
        let table = include_str!("../../../docs/strength/accuracy.csv");
        let is_better = |row: &str| {
            row.rsplit(',')
                .next()
                .is_some_and(|cell| cell.is_empty() || cell.parse::<f64>().is_ok_and(|share| share > 90.0))
        };
        assert!(table.lines().skip(1).all(is_better), "a level is not told from the one below it");
        for id in FAMILIES {
            let accuracy = |player: &str| -> f64 {
                let start = format!("{id},{player},");
                let row = table.lines().find_map(|line| line.strip_prefix(&start)).expect("a row");
                row.split(',').nth(1).and_then(|cell| cell.parse().ok()).expect("a number")
            };
            let [random, casual, club] = ["random", "level 3", "level 5"].map(accuracy);
            assert!(
                random < 20.0 && casual > random + 40.0 && club > casual + 5.0,
                "{id}: {random} {casual} {club}"
            );
        }
    }
}
