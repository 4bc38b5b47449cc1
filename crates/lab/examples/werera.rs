//! Two players of the werera against each other, in virtual time.
//!
//! `cargo run --release -p rukh-lab --example werera -- games=400 nodes=2000 seed=1 pace=1.5`
//!
//! Also: `own=ours:8`, `other=first:8` (who and at what level), `workers=1`,
//! `longest=180` (seconds), `ruleset=senterej`, `show=0` (games told in full),
//! `turns=common` (one search plays them for both; `own`: each player its own, or with
//! `own-turns=first` and `other-turns=first` that engine's, to tell both parts apart).

use std::error::Error;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rukh_engine::ActionRate;
use rukh_lab::simulation::{SimulatedGame, SimulationConfig, TurnSearch, WereraMatch, WereraPlayerKind};
use rukh_rules::{Event, Ruleset, Side};

fn main() -> Result<(), Box<dyn Error>> {
    let mut terms = SimulationConfig::new(Arc::new(Ruleset::named("senterej")?));
    let mut contestants = [WereraPlayerKind::Rukh(8), WereraPlayerKind::First(8)];
    let mut turns = [None; 2];
    let (mut games, mut seed, mut workers, mut show) = (400, 1, 1, 0);
    for argument in std::env::args().skip(1) {
        let (key, value) = argument.split_once('=').ok_or("arguments are written key=value")?;
        match key {
            "games" => games = value.parse()?,
            "seed" => seed = value.parse()?,
            "workers" => workers = value.parse::<usize>()?.min(2),
            "show" => show = value.parse()?,
            "nodes" => terms.nodes = value.parse()?,
            "pace" => terms.rates = [ActionRate::per_second(value.parse()?); 2],
            "longest" => terms.max_duration = Duration::from_secs(value.parse()?),
            "ruleset" => terms.ruleset = Arc::new(Ruleset::named(value)?),
            "turns" => {
                terms.turn_search = match value {
                    "common" => TurnSearch::Shared,
                    "own" => TurnSearch::Own,
                    _ => return Err(format!("turns are `common` or `own`, not `{value}`").into()),
                }
            }
            "own-turns" => turns[0] = Some(value.parse()?),
            "other-turns" => turns[1] = Some(value.parse()?),
            "own" => contestants[0] = value.parse()?,
            "other" => contestants[1] = value.parse()?,
            _ => return Err(format!("`{key}` is no argument").into()),
        }
    }
    if turns != [None; 2] {
        terms.turn_search = TurnSearch::Own;
    }
    let turns = [0, 1].map(|at: usize| turns[at].unwrap_or(contestants[at]));
    let [own, other] = contestants;
    println!("{own} against {other}, {games} games of {}, seed {seed}", terms.ruleset.instance);
    let started = Instant::now();
    let tell = |number: u64, side: Side, game: &SimulatedGame| {
        let result = match game.outcome.and_then(|outcome| outcome.winner) {
            Some(winner) if winner == side => "won",
            Some(_) => "lost",
            None => "drawn",
        };
        println!("game {number} as {}: {:?} after {} ms, {result}", side.name(), game.end, game.duration_ms);
        if number < show {
            tell_in_full(game);
        }
    };
    let report =
        WereraMatch { config: terms, players: contestants, turn_players: turns, games, seed, workers }
            .play(&tell);
    print!("{report}");
    println!("took             {:.0} s", started.elapsed().as_secs_f64());
    Ok(())
}

/// The log of a game's werera with its times, and how the game ended.
fn tell_in_full(game: &SimulatedGame) {
    let marshalled = game.game.log().iter().take_while(|entry| entry.at.is_some());
    let count = marshalled.clone().count();
    for entry in marshalled {
        let at = entry.at.unwrap_or_default() as f64 / 1000.0;
        match &entry.event {
            Event::Place { side, from, to, .. } => println!("{at:7.2} {:3} {side:?} {from}{to}", entry.seq),
            Event::Retract { side, seq } => println!("{at:7.2} {:3} {side:?} takes back {seq}", entry.seq),
            other => println!("{at:7.2} {:3} {other:?}", entry.seq),
        }
    }
    let turns = game.game.log().len() - count;
    println!("{}", game.game.without_last(turns).fen());
    println!("{turns} plies in turn, {}: {:?}", game.game.fen(), game.outcome);
}
