//! Figures of the games for the library: `rulesets/measured.toml`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use rukh_lab::measure::{Figures, MeasureConfig, measure};
use rukh_lab::statistics::{Quantiles, Share};
use rukh_rules::{Ruleset, catalog};

use crate::Failure;

/// Options of `cargo xtask measure`.
#[derive(Debug, Args)]
pub struct MeasureOptions {
    /// File to write.
    #[arg(long, value_name = "FILE", default_value = "rulesets/measured.toml")]
    out: PathBuf,
    /// Ruleset to measure again; the figures of the others stay [default: all].
    #[arg(long, value_name = "ID")]
    only: Vec<String>,
    /// Number of games for each ruleset.
    #[arg(long, value_name = "N", default_value_t = 60)]
    games: u32,
    /// Node limit of a move in turns.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    nodes: u64,
    /// Number of plies at the start that are chosen at random, where there is no werera.
    #[arg(long, value_name = "N", default_value_t = 6)]
    random_plies: usize,
    /// Number of plies after which a game is cut off: so many that few games are.
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    max_plies: usize,
    /// Random seed.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

/// Measures built-in rulesets and writes the file after each.
///
/// # Errors
/// A ruleset cannot be measured, the file not written, or other rulesets were measured with other
/// settings.
pub fn run(options: &MeasureOptions) -> Result<(), Failure> {
    let MeasureOptions { games, nodes, random_plies, max_plies, seed, .. } = *options;
    let mut head = String::from(
        "# Figures of games of the engine with itself. Written by `cargo xtask measure`, never by hand.\n",
    );
    writeln!(head, "engine = \"{}\"", env!("CARGO_PKG_VERSION"))?;
    writeln!(head, "nodes = {nodes}\nrandom-plies = {random_plies}\nmax-plies = {max_plies}\nseed = {seed}")?;
    let mut sections = BTreeMap::new();
    if !options.only.is_empty() {
        let before = std::fs::read_to_string(&options.out)?;
        let (old_head, old) = split(&before);
        if old_head != head {
            return Err("the other rulesets were measured with other settings: measure all".into());
        }
        sections = old;
    }
    for id in catalog::ids().filter(|id| options.only.is_empty() || options.only.iter().any(|one| one == id))
    {
        let ruleset = Arc::new(Ruleset::named(id)?);
        let config = MeasureConfig { ruleset: ruleset.clone(), games, nodes, random_plies, max_plies, seed };
        let figures = measure(&config)?;
        let section = section(id, ruleset.revision, &figures)?;
        println!("{section}");
        sections.insert(id.to_owned(), section);
        let known = catalog::ids().filter_map(|id| sections.get(id));
        let text = known.fold(head.clone(), |text, section| text + "\n" + section);
        // Renamed into place, so that nobody reads half of it.
        let unfinished = options.out.with_extension("toml.new");
        std::fs::write(&unfinished, text)?;
        std::fs::rename(unfinished, &options.out)?;
    }
    Ok(())
}

/// The settings of a file, and the section of each ruleset.
fn split(text: &str) -> (&str, BTreeMap<String, String>) {
    let mut parts = text.split("\n[ruleset.");
    let head = parts.next().unwrap_or_default();
    let section = |part: &str| {
        let id = part.split(']').next().unwrap_or_default().to_owned();
        (id, format!("[ruleset.{part}"))
    };
    (head, parts.map(section).collect())
}

fn section(id: &str, revision: u32, figures: &Figures) -> Result<String, std::fmt::Error> {
    let Figures { games, white, black, drawn, cut_off, plies, choices, werera } = figures;
    let mut text = format!("[ruleset.{id}]\nrevision = {revision}\ngames = {games}\n");
    for (key, Share { count, interval: [low, high] }) in
        [("white", white), ("black", black), ("drawn", drawn), ("cut-off", cut_off)]
    {
        writeln!(text, "{key} = {{ count = {count}, interval = [{low:.3}, {high:.3}] }}")?;
    }
    let mut values = vec![("plies", plies), ("choices", choices)];
    values.extend(
        werera.iter().flat_map(|one| [("werera-moves", &one.moves), ("werera-seconds", &one.seconds)]),
    );
    for (key, Quantiles { low, median, high, median_interval: [least, most] }) in values {
        let quantiles = format!("low = {low:.1}, median = {median:.1}, high = {high:.1}");
        writeln!(text, "{key} = {{ {quantiles}, median-interval = [{least:.1}, {most:.1}] }}")?;
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use rukh_lab::measure::Figures;

    use super::{section, split};

    #[test]
    fn split_finds_what_section_writes() {
        let written = ["one", "two"].map(|id| section(id, 3, &Figures::default()).expect("text"));
        let text = format!("nodes = 1\n\n{}\n{}", written[0], written[1]);
        let (head, sections) = split(&text);
        assert_eq!(head, "nodes = 1\n");
        assert_eq!(sections["one"].trim_end(), written[0].trim_end());
        assert_eq!(sections["two"], written[1]);
    }
}
