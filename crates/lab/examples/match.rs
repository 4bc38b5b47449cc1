//! A match from the command line, until `rukh match` is there.
//!
//! match RULESET ENGINE ENGINE [key=value …] with nodes, depth, tc, games, sprt, openings (a number to
//! generate, or a file), seed, opening-seed, concurrency, resign (centipawns), save-openings (a file)

use std::collections::HashMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Instant;

use rukh_lab::contest::Contest;
use rukh_lab::opening::{OpeningSet, Recipe};
use rukh_lab::pace::Pace;
use rukh_lab::player::Spec;
use rukh_lab::referee::{Adjudication, Resign};
use rukh_lab::sprt::Sprt;
use rukh_rules::Ruleset;

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
    let set = match wanted.parse() {
        Ok(count) => Recipe::new(&ruleset, count, number("opening-seed", 1)?).make(&ruleset),
        Err(_) => OpeningSet::read(&std::fs::read_to_string(wanted)?, &ruleset)
            .map_err(|errors| format!("{wanted}: {}", errors[0]))?,
    };
    if let Some(file) = settings.get("save-openings") {
        std::fs::write(file, set.write())?;
    }
    let openings = set.games().to_vec();
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
    let mut shown = Instant::now();
    let standing = contest.run(&mut |_, standing| {
        if shown.elapsed().as_secs() >= 5 {
            shown = Instant::now();
            println!("{}", standing.line(sprt.as_ref()));
        }
        ControlFlow::Continue(())
    })?;
    println!("{}", standing.line(sprt.as_ref()));
    (0..2).for_each(|player| println!("{}", standing.account(player)));
    if let Some(sprt) = sprt {
        println!("{sprt}: {:?}", sprt.verdict(&standing.tally));
    }
    Ok(())
}
