//! `rukh match`.

use std::fs::File;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use anyhow::{Context, anyhow, bail};
use rukh_lab::contest::{Contest, Pair};
use rukh_lab::opening::{OpeningSet, Recipe};
use rukh_lab::pace::Pace;
use rukh_lab::player::Spec;
use rukh_lab::record::records;
use rukh_lab::referee::{Adjudication, Draw, Resign};
use rukh_lab::sprt::{Sprt, Verdict};
use rukh_lab::standing::Standing;
use rukh_rules::Ruleset;
use rukh_rules::notation::pgn;

use crate::args::MatchOptions;
use crate::library;

/// Games of a match for which nothing is said.
const GAMES: u64 = 200;
/// Games a test may take.
const TEST_GAMES: u64 = 200_000;
/// Openings made for a match that brings none.
const OPENINGS: usize = 200;
/// What a shell calls the end by an interrupt.
const INTERRUPTED: i32 = 130;
/// Between two lines that say how the match stands.
const PAUSE: Duration = Duration::from_secs(10);

/// Plays a match and prints how it stands until it is decided.
///
/// # Errors
/// Wrong options, or why the match cannot be played.
pub fn run(options: &MatchOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let sprt = options.sprt.as_deref().map(Sprt::read).transpose().map_err(anyhow::Error::msg)?;
    let games = options.games.unwrap_or(if sprt.is_some() { TEST_GAMES } else { GAMES });
    // What is wrong with the options is told before openings are made, which takes its time.
    let (specs, pace, adjudication) = (specs(&options.engine)?, pace(options)?, adjudication(options)?);
    let mut notary = options.pgn.as_deref().map(Notary::open).transpose()?;
    let openings = openings(options, &ruleset)?;
    writeln!(out, "{} openings: {}", openings.games().len(), openings.made())?;
    let contest = Contest {
        specs,
        pace,
        openings: openings.games().to_vec(),
        pairs: games.div_ceil(2),
        sprt,
        adjudication,
        concurrency: options.concurrency,
        seed: options.seed,
        ruleset,
    };
    let pairs = contest.pairs_that_differ();
    if pairs < contest.pairs {
        writeln!(
            out,
            "{} games: for so many nodes or plies both programs would play them again the same; \
             `rukh openings` makes more openings",
            2 * pairs
        )?;
    }
    heed_interrupts()?;
    let mut shown = Instant::now();
    let mut failure = None;
    let mut last = None;
    let result = contest.run(&mut |pair, standing| {
        last = Some(standing.clone());
        let written = notary.as_mut().map_or(Ok(()), |notary| notary.keep(&contest, standing, pair));
        let is_due = shown.elapsed() >= PAUSE;
        let told = if is_due { writeln!(out, "{}", standing.line(sprt.as_ref())) } else { Ok(()) };
        if is_due {
            shown = Instant::now();
        }
        match written.and_then(|()| Ok(told?)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        }
    });
    failure.map_or(Ok(()), Err)?;
    // However it ended, what was played counts.
    if let Some(standing) = result.as_ref().ok().or(last.as_ref()) {
        conclude(standing, sprt, out)?;
    }
    result.map(drop).map_err(Into::into)
}

/// Lets an interrupt end the programs, too: they have groups of their own, which a
/// terminal's does not reach.
fn heed_interrupts() -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("interrupts cannot be heeded")?;
    std::thread::spawn(move || {
        if runtime.block_on(tokio::signal::ctrl_c()).is_ok() {
            rukh_lab::player::put_down_all();
            std::process::exit(INTERRUPTED);
        }
    });
    Ok(())
}

fn conclude(standing: &Standing, sprt: Option<Sprt>, out: &mut dyn Write) -> anyhow::Result<()> {
    let [one, two] = &standing.names;
    writeln!(out, "{one} against {two}")?;
    writeln!(out, "{}", standing.line(sprt.as_ref()))?;
    (0..2).try_for_each(|player| writeln!(out, "{}", standing.account(player)))?;
    if let Some(sprt) = sprt {
        let verdict = match sprt.verdict(&standing.tally) {
            Verdict::Accepted => "accepted",
            Verdict::Rejected => "rejected",
            Verdict::Open => "not decided",
        };
        writeln!(out, "test of {sprt}: {verdict}")?;
    }
    Ok(())
}

fn specs(engines: &[String]) -> anyhow::Result<[Spec; 2]> {
    let spec = |text: &String| text.parse::<Spec>().map_err(|error| anyhow!("--engine {text}: {error}"));
    match engines {
        [one, two] => Ok([spec(one)?, spec(two)?]),
        _ => bail!("a match has two players: say `--engine` twice"),
    }
}

fn pace(options: &MatchOptions) -> anyhow::Result<Pace> {
    let settings = [("nodes", &options.nodes), ("depth", &options.depth), ("tc", &options.tc)];
    let chosen = settings.into_iter().find_map(|(key, value)| Some((key, value.as_deref()?)));
    let (key, value) = chosen.unwrap_or(("nodes", "10000"));
    Pace::read(key, value).map_err(|error| anyhow!("--{key}: {error}"))
}

fn openings(options: &MatchOptions, ruleset: &Arc<Ruleset>) -> anyhow::Result<OpeningSet> {
    let make = || Recipe::new(ruleset, OPENINGS, options.seed).make(ruleset);
    match options.openings.as_deref() {
        None => Ok(OpeningSet::frozen(ruleset).unwrap_or_else(make)),
        Some("generated") => Ok(make()),
        Some(file) => {
            let text = library::read_text(Path::new(file))?;
            OpeningSet::read(&text, ruleset).map_err(|errors| {
                let lines: Vec<String> = errors.iter().map(|error| format!("  {error}")).collect();
                anyhow!("{file} is no sound set of openings:\n{}", lines.join("\n"))
            })
        }
    }
}

fn adjudication(options: &MatchOptions) -> anyhow::Result<Adjudication> {
    let numbers = |text: &str, count: usize| -> Option<Vec<usize>> {
        let numbers: Vec<usize> =
            text.split(',').map(|part| part.trim().parse().ok()).collect::<Option<_>>()?;
        (numbers.len() == count && !numbers.contains(&0)).then_some(numbers)
    };
    let resign = options.resign.as_deref().map(|text| {
        let read = |text| {
            let numbers = numbers(text, 2)?;
            Some(Resign { moves: numbers[0], behind: i32::try_from(numbers[1]).ok()? })
        };
        read(text).with_context(|| format!("--resign `{text}` should be as in `4,800`"))
    });
    let draw = options.draw.as_deref().map(|text| {
        let read = |text| {
            let numbers = numbers(text, 3)?;
            let within = i32::try_from(numbers[2]).ok()?;
            Some(Draw { from_ply: numbers[0], moves: numbers[1], within })
        };
        read(text).with_context(|| format!("--draw `{text}` should be as in `80,8,10`"))
    });
    Ok(Adjudication {
        max_plies: options.max_plies,
        resign: resign.transpose()?,
        draw: draw.transpose()?,
        margin: Duration::from_millis(options.margin),
    })
}

/// Who keeps the games as they are played.
struct Notary {
    file: File,
    date: String,
}

impl Notary {
    fn open(path: &Path) -> anyhow::Result<Notary> {
        let opened = File::options().create(true).append(true).open(path);
        let file = opened.with_context(|| format!("{} cannot be written", path.display()))?;
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Ok(Notary { file, date: date(since.as_secs() / 86_400) })
    }

    fn keep(&mut self, contest: &Contest, standing: &Standing, pair: &Pair) -> anyhow::Result<()> {
        let records = records(contest, standing, pair, Some(&self.date));
        let text = pgn::write_all(&records) + "\n";
        self.file.write_all(text.as_bytes()).context("the games cannot be written")
    }
}

/// A day since the beginning of 1970 as PGN has it, by the civil calendar.
fn date(days: u64) -> String {
    // Years of 1461 quarter days and months of 153 fifths, counted from a March.
    let day = days + 719_468;
    let era = day / 146_097;
    let of_era = day % 146_097;
    let year_of_era = (of_era - of_era / 1_460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * of_year + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year_of_era + 400 * era + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{:02}", of_year - (153 * from_march + 2) / 5 + 1)
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn days_have_dates() {
        let known =
            [(0, "1970.01.01"), (11_016, "2000.02.29"), (19_723, "2024.01.01"), (20_819, "2027.01.01")];
        for (days, text) in known {
            assert_eq!(date(days), text);
        }
    }
}
