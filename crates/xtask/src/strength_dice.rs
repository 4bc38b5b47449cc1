//! What is measured of games with a die: how many end at the limit of moves, how true the expected results
//! are, and how strong this engine is against a revision.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, Subcommand};
use rukh_engine::{Engine, SearchLimits, WdlModel};
use rukh_lab::engine_match::{Match, Pairing};
use rukh_lab::opening::{OpeningGenerator, OpeningSet};
use rukh_lab::referee::Adjudication;
use rukh_lab::statistics::Share;
use rukh_lab::time_control::TimeControl;
use rukh_protocols::board::begin_turns;
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::{Entry, Event, Game, Node, Reason, Ruleset, Side, catalog};

use crate::{Failure, baseline, program, strength};

/// Plies after which a game is cut off; none has lasted as long.
const MAX_PLIES: usize = 2_000;
/// Random plies at the start of a game whose expected results are compared with its result.
const RANDOM_PLIES: usize = 8;
/// One position in this many is compared, since those of a game have one result.
const POSITION_INTERVAL: usize = 16;
/// Parts of the range of expected results.
const BINS: usize = 10;
/// Table entries of an engine that searches few nodes.
const TABLE_ENTRIES: usize = 1 << 16;

/// Options of `cargo xtask strength-dice`.
#[derive(Debug, Args)]
pub struct StrengthDiceOptions {
    #[command(subcommand)]
    measurement: Measurement,
    /// Random seed.
    #[arg(long, value_name = "N", default_value_t = 1, global = true)]
    seed: u64,
    /// Only this ruleset; repeatable [default: those with a die, and of `draws` two].
    #[arg(long, value_name = "ID", global = true)]
    only: Vec<String>,
}

#[derive(Debug, Subcommand)]
enum Measurement {
    /// Games of equal players that end at the limit of moves; minutes.
    Draws,
    /// Expected results beside the results of games of the engine with itself: Brier score and a table; minutes.
    Reliability {
        /// Number of games.
        #[arg(long, value_name = "N", default_value_t = 600)]
        games: u64,
        /// Node limit of each move.
        #[arg(long, value_name = "N", default_value_t = 300)]
        nodes: u64,
    },
    /// Matches against a revision of this repository on equal clocks; hours.
    Baseline {
        /// Revision; it is built first.
        #[arg(value_name = "REV")]
        revision: String,
        /// Number of games of each match.
        #[arg(long, value_name = "N", default_value_t = 1_000)]
        games: u32,
        /// Program to measure [default: that of this build].
        #[arg(long, value_name = "PATH")]
        binary: Option<PathBuf>,
    },
}

/// Measures and prints lines of CSV, or plays the matches.
///
/// # Errors
/// A ruleset or program is missing, or a match fails.
pub fn run(options: &StrengthDiceOptions) -> Result<(), Failure> {
    match &options.measurement {
        Measurement::Draws => {
            println!("game,nodes,games,move limit,low %,high %,mean plies");
            let measured = [("oblong-dice", 2_000, 60), ("mustatila-307", 1_000, 40)];
            for (id, nodes, games) in measured.into_iter().filter(|(id, ..)| options.is_wanted(id)) {
                println!("{}", draws(&Arc::new(Ruleset::named(id)?), nodes, games, options.seed)?);
            }
            Ok(())
        }
        Measurement::Reliability { games, nodes } => {
            for ruleset in options.rulesets()? {
                println!("{}", reliability(&ruleset, *games, *nodes, options.seed));
            }
            Ok(())
        }
        Measurement::Baseline { revision, games, binary } => {
            let binary = program(binary.as_deref())?;
            let other = format!("uci:\"{}\" uci,name=baseline", baseline::build(revision)?.display());
            let plan = options.rulesets()?;
            let plan = plan.iter().map(|ruleset| clock_match(&ruleset.instance.id, &other, *games));
            strength::play(&binary, plan.collect())
        }
    }
}

impl StrengthDiceOptions {
    fn is_wanted(&self, id: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|one| one == id)
    }

    /// The rulesets with a die that are wanted.
    fn rulesets(&self) -> Result<Vec<Arc<Ruleset>>, Failure> {
        let all = catalog::ids().filter(|id| self.is_wanted(id)).map(Ruleset::named);
        let all = all.collect::<Result<Vec<Ruleset>, _>>()?;
        Ok(all.into_iter().filter(Ruleset::has_die).map(Arc::new).collect())
    }
}

fn clock_match(ruleset: &str, other: &str, games: u32) -> Vec<String> {
    // A turn leaves a quarter of the variance, two turns a sixth, and games on a clock take far longer than both.
    let limit = ["--tc", "0.3+0.005", "--max-plies", &MAX_PLIES.to_string(), "--luck-depth", "2"];
    strength::game_match(ruleset, "rukh", other, &games.to_string(), &limit)
}

/// Plays games of the engine with itself and counts those that end at the limit of moves.
fn draws(ruleset: &Arc<Ruleset>, nodes: u64, games: u64, seed: u64) -> Result<String, Failure> {
    let openings = match OpeningSet::built_in(ruleset) {
        Some(set) => set,
        None => OpeningGenerator::new(ruleset, games as usize, seed).generate(ruleset)?,
    };
    let engine_match = Match {
        ruleset: ruleset.clone(),
        specs: ["rukh".parse()?, "rukh".parse()?],
        time_control: TimeControl::Nodes(nodes),
        openings: openings.games().to_vec(),
        pairs: games.div_ceil(2),
        pairing: Pairing::Independent,
        sprt: None,
        adjudication: Adjudication { max_plies: MAX_PLIES, ..Adjudication::default() },
        concurrency: 1,
        seed,
        luck_depth: None,
    };
    let (mut at_limit, mut plies) = (0, 0);
    engine_match.run(&mut |pair, _| {
        for played in &pair.games {
            at_limit += u32::from(played.outcome.reason == Reason::MoveLimit);
            let is_move = |entry: &&Arc<Entry>| matches!(entry.event, Event::Move { .. });
            plies += played.game.log().iter().filter(is_move).count();
        }
        ControlFlow::Continue(())
    })?;
    let played = 2 * engine_match.pairs;
    let [low, high] = Share::new(at_limit, played as u32).interval.map(|share| 100.0 * share);
    let (id, mean) = (&ruleset.instance.id, plies / played as usize);
    Ok(format!("{id},{nodes},{played},{at_limit},{low:.0},{high:.0},{mean}"))
}

/// Expected results of the side that has thrown, each with the result of its game.
fn predictions(ruleset: &Arc<Ruleset>, games: u64, nodes: u64, seed: u64) -> Vec<(f64, f64)> {
    let (start, model) = (begin_turns(Game::new(ruleset.clone())), WdlModel::of(ruleset));
    let mut engine = Engine::with_tt_entries(ruleset.clone(), TABLE_ENTRIES);
    let mut predictions = Vec::new();
    for number in 0..games {
        let mut random = SplitMix64::new(mix(mix(seed) ^ number));
        let (mut game, mut expected) = (start.clone(), Vec::new());
        engine.clear();
        for ply in 0..MAX_PLIES {
            if let Node::Chance(faces) = game.node() {
                let face = faces[random.below(faces.len())].number;
                game.apply(Event::Throw { face }, None).expect("a face of the die");
            }
            let Node::Choice(side) = game.node() else { break };
            let moves = game.legal_moves();
            let mut mv = moves[random.below(moves.len())];
            if ply >= RANDOM_PLIES {
                let found = engine.search(&game, &SearchLimits::nodes(nodes), 0);
                if random.below(POSITION_INTERVAL) == 0 {
                    expected.push((side, model.expected_score(found.score)));
                }
                mv = found.best.unwrap_or(mv);
            }
            game.play(mv, None).expect("a legal move");
        }
        let winner = game.outcome().and_then(|over| over.winner);
        let result = |side: Side| winner.map_or(0.5, |winner| f64::from(u8::from(winner == side)));
        predictions.extend(expected.into_iter().map(|(side, expected)| (expected, result(side))));
    }
    predictions
}

fn reliability(ruleset: &Arc<Ruleset>, games: u64, nodes: u64, seed: u64) -> String {
    let predictions = predictions(ruleset, games, nodes, seed);
    let id = &ruleset.instance.id;
    format!("{id}: {} positions of {games} games\n{}", predictions.len(), reliability_table(&predictions))
}

/// An expected result with an advantage that is `factor` times as large.
fn with_factor(expected: f64, factor: f64) -> f64 {
    // Advantages far above the scale approach this; certain results lie beyond it.
    const MOST: f64 = 28.0 / 30.0;
    let share = (2.0 * expected - 1.0) / MOST;
    if share.abs() >= 1.0 {
        return expected;
    }
    let advantage = factor * share / (1.0 - share.abs());
    0.5 + MOST / 2.0 * advantage / (1.0 + advantage.abs())
}

/// The Brier score, that of always expecting half a point, the factor of all advantages with the least, and the
/// mean expected and true result of each part of the range.
fn reliability_table(predictions: &[(f64, f64)]) -> String {
    let mean = |values: &mut dyn Iterator<Item = f64>| {
        let (sum, count) = values.fold((0.0, 0), |(sum, count), value| (sum + value, count + 1));
        (sum / f64::from(count.max(1)), count)
    };
    let brier = |factor: f64| {
        mean(
            &mut predictions
                .iter()
                .map(|(expected, result)| (with_factor(*expected, factor) - result).powi(2)),
        )
        .0
    };
    let best = (1..=80)
        .map(|step| f64::from(step) / 20.0)
        .min_by(|one, other| brier(*one).total_cmp(&brier(*other)));
    let best = best.expect("there are factors");
    let (own, least) = (brier(1.0), brier(best));
    let (without, _) = mean(&mut predictions.iter().map(|(_, result)| (0.5 - result).powi(2)));
    let mut lines = vec![
        format!(
            "Brier score {own:.4}, of half a point always {without:.4}, with advantages times {best:.2} {least:.4}"
        ),
        "expected,result,positions".to_owned(),
    ];
    for bin in 0..BINS {
        let is_in = |expected: f64| ((expected * BINS as f64) as usize).min(BINS - 1) == bin;
        let within = || predictions.iter().filter(|(expected, _)| is_in(*expected));
        let (expected, count) = mean(&mut within().map(|(expected, _)| *expected));
        if count > 0 {
            let (result, _) = mean(&mut within().map(|(_, result)| *result));
            lines.push(format!("{expected:.3},{result:.3},{count}"));
        }
    }
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_lab::player::PlayerSpec;
    use rukh_rules::Ruleset;

    use super::{clock_match, draws, predictions, reliability_table, with_factor};

    #[test]
    fn reliability_table_compares_expected_with_true_results() {
        let text = reliability_table(&[(0.25, 0.0), (0.29, 1.0), (1.0, 1.0), (0.5, 0.5)]);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines[0].starts_with("Brier score 0.1416, of half a point always 0.1875"), "{text}");
        assert_eq!(lines[2..], ["0.270,0.500,2", "0.500,0.500,1", "1.000,1.000,1"]);
    }

    #[test]
    fn reliability_table_finds_how_much_too_much_is_expected() {
        let doubled = |step: i32| {
            let expected = f64::from(step) / 20.0;
            (with_factor(expected, 2.0), expected)
        };
        let text = reliability_table(&(2..=18).map(doubled).collect::<Vec<_>>());
        assert!(text.contains("with advantages times 0.50 0.0000"), "{text}");
    }

    #[test]
    fn measurements_of_few_games_are_reproducible() {
        let ruleset = Arc::new(Ruleset::named("oblong-dice").expect("a built-in ruleset"));
        let found = predictions(&ruleset, 2, 30, 5);
        assert_eq!(found, predictions(&ruleset, 2, 30, 5));
        assert!(found.iter().all(|(expected, _)| (0.0..=1.0).contains(expected)) && found.len() > 5);
        let row = draws(&ruleset, 30, 2, 5).expect("a match");
        assert_eq!(row, draws(&ruleset, 30, 2, 5).expect("a match"));
        assert!(row.starts_with("oblong-dice,30,2,") && row.split(',').count() == 7, "{row}");
    }

    #[test]
    fn clock_match_names_players_that_can_be_read() {
        let words = clock_match("oblong-dice", "uci:\"/a b/rukh\" uci,name=baseline", 4);
        for pair in words.windows(2).filter(|pair| pair[0] == "--engine") {
            pair[1].parse::<PlayerSpec>().expect("a player");
        }
        assert!(words.windows(2).any(|pair| pair == ["--tc", "0.3+0.005"]), "{words:?}");
    }
}
