//! Figures of the games for the library: `rulesets/measured.toml`.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use rukh_lab::measure::{Figures, MeasureConfig, measure};
use rukh_rules::{Ruleset, catalog};

use crate::Failure;

/// Options of `cargo xtask measure`.
#[derive(Debug, Args)]
pub struct MeasureOptions {
    /// File to write.
    #[arg(long, value_name = "FILE", default_value = "rulesets/measured.toml")]
    out: PathBuf,
    /// Number of games for each ruleset.
    #[arg(long, value_name = "N", default_value_t = 200)]
    games: u32,
    /// Node limit of a move in turns.
    #[arg(long, value_name = "N", default_value_t = 1_000)]
    nodes: u64,
    /// Number of plies at the start that are chosen at random, where there is no werera.
    #[arg(long, value_name = "N", default_value_t = 6)]
    random_plies: usize,
    /// Number of plies after which a game counts as drawn.
    #[arg(long, value_name = "N", default_value_t = 400)]
    max_plies: usize,
    /// Random seed.
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    seed: u64,
}

/// Measures every built-in ruleset and writes the file.
///
/// # Errors
/// A ruleset cannot be measured, or the file not written.
pub fn run(options: &MeasureOptions) -> Result<(), Failure> {
    let MeasureOptions { games, nodes, random_plies, max_plies, seed, .. } = *options;
    let mut text = String::from(
        "# Figures of games of the engine with itself. Written by `cargo xtask measure`, never by hand.\n",
    );
    writeln!(text, "engine = \"{}\"", env!("CARGO_PKG_VERSION"))?;
    writeln!(text, "nodes = {nodes}\nrandom-plies = {random_plies}\nmax-plies = {max_plies}\nseed = {seed}")?;
    for id in catalog::ids() {
        let ruleset = Arc::new(Ruleset::named(id)?);
        let config = MeasureConfig { ruleset: ruleset.clone(), games, nodes, random_plies, max_plies, seed };
        let figures = measure(&config)?;
        println!("{id}: {figures:?}");
        write_figures(&mut text, id, ruleset.revision, &figures)?;
    }
    // Renamed into place, so that nobody reads half of it.
    let unfinished = options.out.with_extension("toml.new");
    std::fs::write(&unfinished, text)?;
    std::fs::rename(unfinished, &options.out)?;
    Ok(())
}

fn write_figures(text: &mut String, id: &str, revision: u32, figures: &Figures) -> std::fmt::Result {
    let Figures { games, white, black, plies, choices, werera } = figures;
    writeln!(text, "\n[ruleset.{id}]\nrevision = {revision}\ngames = {games}")?;
    writeln!(text, "white = {white}\nblack = {black}\nplies = {plies:.1}\nchoices = {choices:.1}")?;
    if let Some(werera) = werera {
        writeln!(text, "werera-moves = {:.1}\nwerera-seconds = {:.1}", werera.moves, werera.seconds)?;
    }
    Ok(())
}
