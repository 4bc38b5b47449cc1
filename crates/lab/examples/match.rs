//! A match for those who work on the engine: built without the server, quickly.
//!
//! `match RULESET ENGINE ENGINE [KEY=VALUE …]` with `nodes`, `depth`, `tc`, `games`, `sprt`, `openings` (a file;
//! else the frozen set, or some are made), `seed`, `concurrency`. `rukh match` does more.

use std::collections::HashMap;
use std::error::Error;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rukh_lab::engine_match::Match;
use rukh_lab::opening::{OpeningGenerator, OpeningSet};
use rukh_lab::record::reason;
use rukh_lab::referee::{Adjudication, Cause};
use rukh_lab::sprt::Sprt;
use rukh_lab::time_control::TimeControl;
use rukh_rules::Ruleset;

const KEYS: [&str; 8] = ["nodes", "depth", "tc", "games", "sprt", "openings", "seed", "concurrency"];
const PAUSE: Duration = Duration::from_secs(5);

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [ruleset, one, two, settings @ ..] = &words[..] else {
        return Err("usage: match RULESET ENGINE ENGINE [KEY=VALUE …]".into());
    };
    let settings: HashMap<&str, &str> = settings.iter().filter_map(|word| word.split_once('=')).collect();
    if settings.len() != words.len() - 3 || settings.keys().any(|key| !KEYS.contains(key)) {
        return Err(format!("settings are KEY=VALUE, with the keys {}", KEYS.join(", ")).into());
    }
    let number = |key: &str, default: u64| settings.get(key).map_or(Ok(default), |value| value.parse());
    let ruleset = Arc::new(Ruleset::named(ruleset)?);
    let pace = KEYS[..3].iter().find_map(|key| Some(TimeControl::parse(key, settings.get(key)?)));
    let sprt = settings.get("sprt").map(|text| Sprt::parse(text)).transpose()?;
    let set = match settings.get("openings") {
        Some(file) => OpeningSet::parse(&std::fs::read_to_string(file)?, &ruleset)
            .map_err(|errors| format!("{file}: {}", errors[0]))?,
        None => OpeningSet::built_in(&ruleset)
            .unwrap_or_else(|| OpeningGenerator::new(&ruleset, 200, 1).generate(&ruleset)),
    };
    let engine_match = Match {
        specs: [one.parse()?, two.parse()?],
        time_control: pace.transpose()?.unwrap_or(TimeControl::Nodes(10_000)),
        openings: set.games().to_vec(),
        pairs: number("games", if sprt.is_some() { 200_000 } else { 200 })?.div_ceil(2),
        sprt,
        adjudication: Adjudication::default(),
        concurrency: usize::try_from(number("concurrency", 1)?)?,
        seed: number("seed", 1)?,
        ruleset,
    };
    let mut shown = Instant::now();
    let result = engine_match.run(&mut |pair, result| {
        for played in pair.games.iter().filter(|played| played.cause != Cause::Rules) {
            println!("pair {}: {}", pair.number + 1, reason(played));
        }
        if shown.elapsed() >= PAUSE {
            shown = Instant::now();
            println!("{}", result.summary(sprt.as_ref()));
        }
        ControlFlow::Continue(())
    })?;
    println!("{}", result.summary(sprt.as_ref()));
    (0..2).for_each(|player| println!("{}", result.player_summary(player)));
    sprt.iter().for_each(|sprt| println!("{sprt}: {:?}", sprt.verdict(&result.tally)));
    Ok(())
}
