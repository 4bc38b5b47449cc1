//! `rukh lab report`: the report of a study.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use clap::Args;
use rukh_study::report::StudyReport;

use crate::write::{Overwrite, Target};

/// Options of `rukh lab report`.
#[derive(Debug, Args)]
pub struct StudyReportOptions {
    /// Directory with the results of a study, as `rukh lab run` writes it.
    #[arg(value_name = "DIR")]
    pub dir: PathBuf,
    /// Directory of the report [default: `report` in DIR].
    #[arg(long, value_name = "DIR")]
    pub out: Option<PathBuf>,
    #[command(flatten)]
    pub overwrite: Overwrite,
}

/// Writes the report and prints where it is.
///
/// # Errors
/// There are no results of a study, or the report cannot be written.
pub fn run(options: &StudyReportOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let folder = options.out.clone().unwrap_or_else(|| options.dir.join("report"));
    let page = folder.join("index.html");
    if folder.exists() {
        // A report that must not be overwritten is found before the figures are computed.
        Target::new(&page, options.overwrite.existing())?;
    }
    let report = StudyReport::read(&options.dir)?;
    std::fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;
    for (name, text) in report.files() {
        Target::new(&folder.join(name), options.overwrite.existing())?.write(&text)?;
    }
    writeln!(out, "{}", page.display())?;
    Ok(())
}
