//! Matches of two players of the werera in virtual time.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use rukh_engine::ActionRate;
use rukh_lab::player::PlayerSpec;
use rukh_lab::simulation::{SimulatedGame, SimulationConfig, TurnSearch, WereraMatch};
use rukh_rules::{Event, Ruleset, Side};

use crate::Failure;

/// Options of `cargo xtask werera`.
#[derive(Debug, Args)]
pub struct WereraOptions {
    /// Player to measure, as `rukh match --engine` has it: `rukh:level=3`, or `uci:COMMAND` for any
    /// program with the option UCI_Werera.
    #[arg(long, value_name = "SPEC", default_value = "rukh")]
    player: PlayerSpec,
    /// Its opponent.
    #[arg(long, value_name = "SPEC", default_value = "rukh:level=6")]
    opponent: PlayerSpec,
    /// Another engine for the turns of the player; it needs `--turns own`.
    #[arg(long, value_name = "SPEC")]
    player_turns: Option<PlayerSpec>,
    /// Another engine for the turns of the opponent; it needs `--turns own`.
    #[arg(long, value_name = "SPEC")]
    opponent_turns: Option<PlayerSpec>,
    /// Search of the moves in turns.
    #[arg(long, value_enum, default_value_t = Turns::Shared)]
    turns: Turns,
    /// Ruleset with a werera in which both sides act at once.
    #[arg(long, short, value_name = "RULESET", default_value = "senterej")]
    ruleset: String,
    /// Number of games; an odd number is rounded up to pairs.
    #[arg(long, value_name = "N", default_value_t = 400)]
    games: u64,
    /// Node limit of a move in turns.
    #[arg(long, value_name = "N", default_value_t = 2_000)]
    nodes: u64,
    /// Actions of each side in a second.
    #[arg(long, value_name = "RATE", default_value_t = 1.5, value_parser = positive)]
    rate: f64,
    /// Seconds after which turns begin by agreement.
    #[arg(long, value_name = "SECONDS", default_value_t = 180)]
    longest: u64,
    /// Random seed.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
    /// Number of games played at the same time.
    #[arg(long, value_name = "N", default_value_t = 1)]
    concurrency: usize,
    /// Number of games whose wereras are printed in full.
    #[arg(long, value_name = "N", default_value_t = 0)]
    show: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Turns {
    /// One search plays the turns of both sides, so the werera alone is measured.
    Shared,
    /// Each player plays its own turns.
    Own,
}

fn positive(text: &str) -> Result<f64, Failure> {
    let rate = text.parse().ok().filter(|rate: &f64| rate.is_finite() && *rate > 0.0);
    rate.ok_or_else(|| "not a number above 0".into())
}

/// Plays the match and prints its games and its report.
///
/// # Errors
/// The options do not fit together, the ruleset is unknown or has no werera, or a player does not start.
pub fn run(options: WereraOptions) -> Result<(), Failure> {
    let has_turn_players = options.player_turns.is_some() || options.opponent_turns.is_some();
    if has_turn_players && options.turns == Turns::Shared {
        return Err("engines for the turns need `--turns own`".into());
    }
    let ruleset = Ruleset::named(&options.ruleset).map_err(|error| error.to_string())?;
    let config = SimulationConfig {
        nodes: options.nodes,
        rates: [ActionRate::per_second(options.rate); 2],
        max_duration: Duration::from_secs(options.longest),
        turn_search: match options.turns {
            Turns::Shared => TurnSearch::Shared,
            Turns::Own => TurnSearch::Own,
        },
        ..SimulationConfig::new(Arc::new(ruleset))
    };
    let names = [options.player.name(), options.opponent.name()];
    println!(
        "{} against {}, {} games of {}, seed {}",
        names[0], names[1], options.games, config.ruleset.instance, options.seed
    );
    let turn_players = [
        options.player_turns.unwrap_or_else(|| options.player.clone()),
        options.opponent_turns.unwrap_or_else(|| options.opponent.clone()),
    ];
    let start = Instant::now();
    let report = WereraMatch {
        config,
        players: [options.player, options.opponent],
        turn_players,
        games: options.games,
        seed: options.seed,
        workers: options.concurrency,
    }
    .play(&|number, side, game| {
        print_game(number, side, game);
        if number < options.show {
            print_log(game);
        }
    })?;
    print!("{report}");
    println!("took             {:.0} s", start.elapsed().as_secs_f64());
    Ok(())
}

fn print_game(number: u64, side: Side, game: &SimulatedGame) {
    let result = match game.outcome.and_then(|outcome| outcome.winner) {
        Some(winner) if winner == side => "won",
        Some(_) => "lost",
        None => "drawn",
    };
    println!("game {number} as {}: {:?} after {} ms, {result}", side.name(), game.end, game.duration_ms);
    if let Some((failed, error)) = &game.failure {
        println!("  {}: {error}", failed.name());
    }
}

/// Prints the log of a game's werera with its times, and how the game ended.
fn print_log(game: &SimulatedGame) {
    let timed = game.game.log().iter().take_while(|entry| entry.at.is_some());
    let count = timed.clone().count();
    for entry in timed {
        let at = entry.at.unwrap_or_default() as f64 / 1000.0;
        match &entry.event {
            Event::Place { side, from, to, .. } => println!("{at:7.2} {:3} {side:?} {from}{to}", entry.seq),
            Event::Retract { side, seq } => println!("{at:7.2} {:3} {side:?} takes back {seq}", entry.seq),
            other => println!("{at:7.2} {:3} {other:?}", entry.seq),
        }
    }
    let turns = game.game.log().len() - count;
    println!("{}", game.game.without_last(turns).fen());
    println!("{turns} plies in turns, {}: {:?}", game.game.fen(), game.outcome);
}
