//! `rukh tb`: tables of endings.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use rukh_rules::{Game, Material, Ruleset};
use rukh_tablebase::{AT_HAND, Extent, FileInfo, MaterialStats, Metric, Table, Tables, file_name, materials};
use serde_json::json;

use crate::args::{Format, TablesCommand, TablesOptions, TablesPlace, VerifyTablesOptions};
use crate::{data_dir, library};

mod build;
mod line;
mod probe;

/// Builds, probes and checks tables.
///
/// # Errors
/// The ruleset, a material or a FEN is wrong, a file cannot be used or written.
pub fn run(command: TablesCommand, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match command {
        TablesCommand::Build(options) => build::run(&options, out)?,
        TablesCommand::Probe(options) => probe::run(&options, out)?,
        TablesCommand::Verify(options) => return verify(&options, out),
        TablesCommand::Info { file, format } => info(&file, format, out)?,
        TablesCommand::Longest(options) => longest(&options, out)?,
        TablesCommand::Stats(options) => stats(&options, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

impl TablesPlace {
    fn directory(&self) -> anyhow::Result<PathBuf> {
        match &self.dir {
            Some(dir) if dir.is_file() => bail!("{} is a file; --dir names a directory", dir.display()),
            Some(dir) => Ok(dir.clone()),
            None => Ok(data_dir::default().context("there is no home directory; pass --dir")?.join("tables")),
        }
    }
}

/// A material of the command line.
fn material(ruleset: &Ruleset, text: &str) -> anyhow::Result<Material> {
    Material::parse(ruleset, text).map_err(|error| anyhow!("`{text}` is no material: {error}"))
}

/// The materials of a ruleset that have files in a directory, with these.
fn found(ruleset: &Ruleset, directory: &Path) -> anyhow::Result<Vec<(Material, PathBuf)>> {
    let entries = match std::fs::read_dir(directory) {
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| format!("cannot read {}", directory.display()))?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let name = entry.with_context(|| format!("cannot read {}", directory.display()))?.file_name();
        let Some((_, text)) = name.to_str().and_then(|name| name.strip_suffix(".rtb")?.split_once('-'))
        else {
            continue;
        };
        let material = Material::parse(ruleset, text).ok();
        found.extend(
            material
                .filter(|material| name == *file_name(ruleset, material))
                .map(|material| (material, directory.join(&name))),
        );
    }
    found.sort_by(|(one, _), (two, _)| (one.pieces(), one).cmp(&(two.pieces(), two)));
    Ok(found)
}

/// The tables that a command is about, one after another.
fn each_table(
    options: &TablesOptions,
    mut then: impl FnMut(&Arc<Ruleset>, Arc<Table>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let directory = options.place.directory()?;
    let wanted = match &options.material {
        Some(text) => vec![material(&ruleset, text)?],
        None => {
            let mut wanted = materials(&ruleset, AT_HAND);
            let others = found(&ruleset, &directory)?.into_iter().map(|(material, _)| material);
            wanted.extend(others.filter(|material| material.pieces() > AT_HAND));
            wanted
        }
    };
    for material in wanted {
        let text = material.text(&ruleset);
        if material.pieces() > AT_HAND && !directory.join(file_name(&ruleset, &material)).exists() {
            bail!("{}", no_table(&ruleset, &text, &directory));
        }
        // Each by itself, so that no more than one is in memory.
        let tables = Tables::new(ruleset.clone()).with_directory(&directory);
        match tables.solve(&material) {
            Err(error) if options.material.is_none() => eprintln!("{text}: left out: {error}"),
            table => then(&ruleset, table?)?,
        }
    }
    Ok(())
}

/// What to do about a table that is not there.
fn no_table(ruleset: &Ruleset, material: &str, directory: &Path) -> String {
    format!(
        "{} has no table of {material}; build it: rukh tb build '{}' --material {material}",
        directory.display(),
        ruleset.instance,
    )
}

fn verify(options: &VerifyTablesOptions, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let ruleset = library::ruleset(&options.ruleset)?;
    let directory = options.place.directory()?;
    let mut files = found(&ruleset, &directory)?;
    if let Some(text) = &options.material {
        let name = file_name(&ruleset, &material(&ruleset, text)?);
        files.retain(|(_, path)| path.file_name().is_some_and(|own| *own == *name));
    }
    if files.is_empty() {
        let material = options.material.as_ref().map(|text| format!(" of {text}")).unwrap_or_default();
        bail!("{} has no table{material} of {}", directory.display(), ruleset.instance);
    }
    let extent = if options.everywhere { Extent::Everywhere } else { Extent::Sample(options.sample) };
    let mut wrong = 0;
    for (material, path) in files {
        let tables = Tables::new(ruleset.clone()).with_directory(&directory).with_threads(options.threads);
        let text = material.text(&ruleset);
        let verified = match extent {
            // Reading all of it checks its checksums.
            Extent::Sample(0) => tables.solve(&material).map(|_| Ok(0)),
            extent => tables.verify(&material, extent),
        };
        match verified {
            Ok(Ok(count)) => {
                let agree = match count {
                    0 => String::new(),
                    count => format!(", {count} positions agree with the rules"),
                };
                let taken = taken_by_a_ply(&FileInfo::read(&path)?);
                writeln!(out, "{text}: checksums are right{agree}{taken}")?;
            }
            Ok(Err(disagreement)) => {
                wrong += 1;
                writeln!(out, "{text}: WRONG: {disagreement}")?;
            }
            Err(error) => {
                wrong += 1;
                writeln!(out, "{text}: WRONG: {error}")?;
            }
        }
    }
    Ok(ExitCode::from(u8::from(wrong > 0)))
}

/// What each ply takes off the points of a table with very long games; otherwise nothing.
fn taken_by_a_ply(info: &FileInfo) -> String {
    match info.ply_share > 0.0 {
        true => format!(", each ply takes {:.1e} of a lead", info.ply_share),
        false => String::new(),
    }
}

fn info(path: &Path, format: Format, out: &mut dyn Write) -> anyhow::Result<()> {
    let info = FileInfo::read(path)?;
    let metric = match info.metric {
        Metric::Distances => "distances in plies",
        Metric::Chances => "expected points and chances of a draw",
    };
    let raw = (info.layers * info.numbers * info.value_bytes) as u64;
    if format == Format::Json {
        let report = json!({
            "material": info.material, "laws": info.laws, "metric": metric, "layers": info.layers,
            "numbers": info.numbers, "gap": info.gap, "ply_share": info.ply_share,
            "value_bytes": info.value_bytes, "blocks": info.blocks, "bytes": info.bytes, "raw_bytes": raw,
        });
        return Ok(writeln!(out, "{report:#}")?);
    }
    writeln!(out, "material  {}", info.material)?;
    writeln!(out, "laws      {}", info.laws)?;
    writeln!(out, "values    {metric}, {} x {} of {} bytes", info.layers, info.numbers, info.value_bytes)?;
    if info.metric == Metric::Chances {
        writeln!(out, "gap       {:.2e} points{}", info.gap, taken_by_a_ply(&info))?;
    }
    writeln!(out, "size      {} bytes in {} blocks, {raw} uncompressed", info.bytes, info.blocks)?;
    Ok(())
}

fn longest(options: &TablesOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    if library::ruleset(&options.ruleset)?.has_die() {
        bail!("with a die no win has a length; `rukh tb stats` prints the mean chances");
    }
    let mut best = None;
    each_table(options, |_, table| {
        if let Some((setup, plies)) = table.hardest()
            && best.as_ref().is_none_or(|(_, _, most)| plies > *most)
        {
            best = Some((table.material().clone(), setup, plies));
        }
        Ok(())
    })?;
    let ruleset = library::ruleset(&options.ruleset)?;
    let Some((material, setup, plies)) = best else { bail!("no position of these tables is won") };
    let tables = Tables::new(ruleset.clone()).with_directory(options.place.directory()?);
    let start = Game::new(ruleset.clone());
    let position =
        setup.check(start.rules()).map_err(|_| anyhow!("the table has a position that is none"))?;
    let game = Game::from_position(start.rules().clone(), position);
    let moves = line::best(&tables, &game)?;
    let (text, fen) = (material.text(&ruleset), game.fen());
    if options.format == Format::Json {
        let report = json!({
            "ruleset": ruleset.instance.to_string(), "material": text, "plies": plies, "fen": fen,
            "line": moves,
        });
        return Ok(writeln!(out, "{report:#}")?);
    }
    writeln!(out, "{text}: won in {plies} plies")?;
    writeln!(out, "{fen}")?;
    Ok(writeln!(out, "{}", line::numbered(&game, &moves))?)
}

fn stats(options: &TablesOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut rows = Vec::new();
    each_table(options, |ruleset, table| {
        let text = table.material().text(ruleset);
        for (side, stats) in ["white", "black"].into_iter().zip(table.stats()) {
            if options.format == Format::Text {
                writeln!(out, "{text:12} {side} to move: {}", sentence(&stats))?;
            }
            rows.push(match stats {
                MaterialStats::Results { won, drawn, lost, longest } => json!({
                    "material": text, "to_move": side, "won": won, "drawn": drawn, "lost": lost,
                    "longest_plies": longest,
                }),
                MaterialStats::Chances { positions, points, draw } => json!({
                    "material": text, "to_move": side, "positions": positions, "points": points, "draw": draw,
                }),
            });
        }
        Ok(())
    })?;
    if options.format == Format::Json {
        writeln!(out, "{:#}", serde_json::Value::from(rows))?;
    }
    Ok(())
}

fn sentence(stats: &MaterialStats) -> String {
    match stats {
        MaterialStats::Results { won, drawn, lost, longest } => {
            format!("{won} won, {drawn} drawn, {lost} lost, longest {longest} plies")
        }
        MaterialStats::Chances { positions, points, draw } => {
            format!("{positions} positions, {points:.4} points, {:.2} % drawn", draw * 100.0)
        }
    }
}
