//! A match from the command line, until `rukh match` is there.
//!
//! match RULESET ENGINE ENGINE [key=value …] with nodes, depth, tc, games, sprt, openings (a number to
//! generate, or a file), seed, opening-seed, concurrency, resign (centipawns), save-openings (a file)

use std::collections::HashMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use rukh_lab::contest::{Contest, Standing};
use rukh_lab::elo::Elo;
use rukh_lab::opening::Recipe;
use rukh_lab::pace::Pace;
use rukh_lab::player::Spec;
use rukh_lab::referee::{Adjudication, Resign};
use rukh_lab::sprt::Sprt;
use rukh_rules::{Game, Ruleset};

fn line(standing: &Standing, sprt: Option<Sprt>, since: Instant) -> String {
    let [losses, draws, wins] = standing.tally.games;
    let mut text = format!(
        "{:5} games  +{wins} ={draws} -{losses}  {:.1} %  {}  pairs {:?}",
        standing.tally.played(),
        100.0 * standing.tally.score(),
        Elo::of(&standing.tally),
        standing.tally.pairs
    );
    if let Some(sprt) = sprt {
        let (low, high) = sprt.bounds();
        text += &format!("  LLR {:.2} ({low:.2}, {high:.2})", sprt.ratio(&standing.tally));
    }
    text + &format!("  {:.0} s", since.elapsed().as_secs_f64())
}

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [ruleset, one, two, settings @ ..] = &words[..] else {
        return Err("usage: match RULESET ENGINE ENGINE [key=value …]".into());
    };
    let settings: HashMap<&str, &str> = settings.iter().filter_map(|word| word.split_once('=')).collect();
    let number = |key: &str, default: u64| -> Result<u64, Box<dyn Error>> {
        Ok(settings.get(key).map_or(Ok(default), |value| value.parse())?)
    };
    let ruleset = Arc::new(Ruleset::named(ruleset)?);
    let paces = ["nodes", "depth", "tc"];
    let pace = paces.iter().find_map(|key| Some(Pace::read(key, settings.get(key)?)));
    let sprt = settings.get("sprt").map(|text| Sprt::read(text)).transpose()?;
    let wanted = settings.get("openings").copied().unwrap_or("200");
    let openings: Vec<Game> = match wanted.parse() {
        Ok(count) => Recipe::new(count, number("opening-seed", 1)?).make(&ruleset),
        Err(_) => std::fs::read_to_string(wanted)?
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty())
            .map(|line| Game::from_fen(ruleset.clone(), line).map_err(|errors| format!("{line}: {errors:?}")))
            .collect::<Result<_, _>>()?,
    };
    if let Some(file) = settings.get("save-openings") {
        let lines: Vec<String> = openings.iter().map(|game| game.fen() + "\n").collect();
        std::fs::write(file, lines.concat())?;
    }
    let adjudication = Adjudication {
        resign: settings
            .get("resign")
            .map(|cp| cp.parse().map(|behind| Resign { moves: 4, behind }))
            .transpose()?,
        ..Adjudication::default()
    };
    let contest = Contest {
        specs: [one.parse::<Spec>()?, two.parse::<Spec>()?],
        pace: pace.transpose()?.unwrap_or(Pace::Nodes(5_000)),
        pairs: number("games", if sprt.is_some() { 100_000 } else { 200 })?.div_ceil(2),
        sprt,
        adjudication,
        concurrency: number("concurrency", 1)? as usize,
        seed: number("seed", 1)?,
        ruleset,
        openings,
    };
    println!("{} openings, {}", contest.openings.len(), contest.pace);
    let since = Instant::now();
    let mut shown = Instant::now();
    let standing = contest.run(&mut |_, standing| {
        if shown.elapsed().as_secs() >= 5 {
            shown = Instant::now();
            println!("{}", line(standing, sprt, since));
        }
        ControlFlow::Continue(())
    })?;
    println!("{}", line(&standing, sprt, since));
    for at in 0..2 {
        let (effort, failures) = (standing.efforts[at], standing.failures[at]);
        let seconds = effort.time.as_secs_f64();
        println!(
            "{}: {:.0} nodes a move, {:.2} million a second, {failures:?}",
            standing.names[at],
            effort.nodes as f64 / effort.moves.max(1) as f64,
            effort.nodes as f64 / seconds.max(1e-9) / 1e6
        );
    }
    if let Some(sprt) = sprt {
        println!("{sprt}: {:?}", sprt.verdict(&standing.tally));
    }
    Ok(())
}
