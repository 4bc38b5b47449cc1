//! `rukh rules`: what rulesets there are, what they say, whether they are sound.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use rukh_draw::PieceSheet;
use rukh_rules::ruleset::{Complaint, OptionInfo};
use rukh_rules::{LoadError, Ruleset, catalog};
use serde_json::{Value, json};

use crate::args::{Format, PictureFormat, RulesCommand};
use crate::library;
use crate::write::{Overwrite, Readers, Target};

pub mod diagram;
mod records;
pub mod show;

pub use show::wrap;

/// Does what is asked about rulesets.
///
/// # Errors
/// A ruleset that cannot be had, or output that cannot be written.
pub fn run(command: RulesCommand, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match command {
        RulesCommand::List { format } => list(format, out)?,
        RulesCommand::Show { ruleset, resolved, format } => {
            let (file, shown) = library::open(&ruleset)?;
            let parent = file.extends().filter(|_| !resolved);
            let base = parent.and_then(|parent| library::base(&ruleset, parent));
            let page = show::Page { ruleset: &shown, base: base.as_ref(), file: &file };
            match format {
                Format::Text => page.write(out)?,
                Format::Json => writeln!(out, "{:#}", page.to_json())?,
            }
        }
        RulesCommand::Check { files, picture, overwrite, format } => {
            let picture = picture.map(|path| SheetTarget::find(&path, &files, overwrite)).transpose()?;
            let code = check(&files, format, out)?;
            if let Some(picture) = picture.filter(|_| code == ExitCode::SUCCESS) {
                picture.draw(&files[0], format, out)?;
            }
            return Ok(code);
        }
        RulesCommand::Options { ruleset, format } => {
            let (file, _) = library::open(&ruleset)?;
            match format {
                Format::Text => write_options(file.options(), out)?,
                Format::Json => writeln!(out, "{:#}", json!(file.options()))?,
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn list(format: Format, out: &mut dyn Write) -> anyhow::Result<()> {
    let rulesets: Vec<Ruleset> = catalog::ids().map(Ruleset::named).collect::<Result<_, _>>()?;
    if format == Format::Json {
        let all: Vec<Value> = rulesets.iter().map(summary).collect();
        return Ok(writeln!(out, "{:#}", Value::from(all))?);
    }
    let widest = rulesets.iter().map(|ruleset| ruleset.instance.id.len()).max().unwrap_or(0);
    for ruleset in &rulesets {
        let (files, ranks) = (ruleset.geometry.files(), ruleset.geometry.ranks());
        let board = format!("{files}x{ranks}");
        writeln!(out, "{:widest$}  {board:5}  {}", ruleset.instance.id, ruleset.about.summary)?;
    }
    Ok(())
}

fn summary(ruleset: &Ruleset) -> Value {
    json!({
        "id": ruleset.instance.id,
        "name": ruleset.about.name,
        "native_name": ruleset.about.native_name,
        "summary": ruleset.about.summary,
        "family": ruleset.family,
        "status": ruleset.status,
        "revision": ruleset.revision,
        "hash": ruleset.hash(),
        "files": ruleset.geometry.files(),
        "ranks": ruleset.geometry.ranks(),
        "werera": ruleset.has_werera(),
        "die": ruleset.has_die(),
        "options": ruleset.options.iter().map(|option| &option.key).collect::<Vec<_>>(),
    })
}

fn write_options(options: &[OptionInfo], out: &mut dyn Write) -> std::io::Result<()> {
    for (number, option) in options.iter().enumerate() {
        if number > 0 {
            writeln!(out)?;
        }
        writeln!(out, "{}: {}", option.key, option.title)?;
        show::write_wrapped(out, option.note.as_deref().unwrap_or(""), 4)?;
        for choice in &option.choices {
            let default = if choice.id == option.default { " (default)" } else { "" };
            let doubt = if choice.unverified { " (unverified)" } else { "" };
            show::write_wrapped(
                out,
                &format!("{}={}: {}{default}{doubt}", option.key, choice.id, choice.title),
                2,
            )?;
            show::write_provenance(out, &choice.provenance, 6)?;
        }
    }
    if options.is_empty() {
        writeln!(out, "This ruleset has no options.")?;
    }
    Ok(())
}

/// Where the pieces of a ruleset are drawn.
struct SheetTarget {
    target: Target,
    format: PictureFormat,
}

impl SheetTarget {
    /// Looks whether the picture can be written, before anything is checked.
    fn find(path: &Path, files: &[PathBuf], overwrite: Overwrite) -> anyhow::Result<SheetTarget> {
        if files.len() > 1 {
            bail!("--picture draws the pieces of one ruleset; name one FILE with it");
        }
        let format = PictureFormat::of_path(path).with_context(|| {
            format!("`{}` does not say its format; name it `.svg` or `.png`", path.display())
        })?;
        Ok(SheetTarget { target: Target::new(path, overwrite.existing())?, format })
    }

    /// Draws the pieces of a ruleset that was found valid.
    fn draw(&self, file: &Path, format: Format, out: &mut dyn Write) -> anyhow::Result<()> {
        let ruleset = library::read(file)??.resolve(&BTreeMap::new())?;
        let sheet = PieceSheet::new(&ruleset);
        let picture = match self.format {
            PictureFormat::Svg => sheet.to_svg()?.into_bytes(),
            PictureFormat::Png => sheet.to_png()?,
        };
        let path = self.target.path().display();
        let mut stream = self.target.stream(Readers::Usual)?;
        stream.write_all(&picture).with_context(|| format!("{path} cannot be written"))?;
        stream.finish()?;
        if format == Format::Text {
            writeln!(out, "{path}: {} pieces, forward up", ruleset.pieces.len())?;
            writeln!(
                out,
                "  dot: moves and captures · ring: moves only · cross: captures only · diamond: over one piece · small ring: first move"
            )?;
        }
        Ok(())
    }
}

fn check(files: &[PathBuf], format: Format, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    let mut reports = Vec::new();
    let mut broken = 0;
    for path in files {
        let (complaints, notes) = match complaints(path) {
            Ok(notes) => (Vec::new(), notes),
            Err(complaints) => (complaints, Vec::new()),
        };
        broken += usize::from(!complaints.is_empty());
        if format == Format::Text {
            for (place, message) in &complaints {
                writeln!(out, "{place}: {message}")?;
            }
            if complaints.is_empty() {
                writeln!(out, "{}: valid", path.display())?;
            }
            for (place, message) in &notes {
                writeln!(out, "{place}: note: {message}")?;
            }
        }
        let listed = |remarks: &[Remark]| -> Vec<Value> {
            let remarks = remarks.iter();
            remarks.map(|(place, message)| json!({"place": place, "message": message})).collect()
        };
        reports.push(json!({
            "file": path.display().to_string(),
            "complaints": listed(&complaints),
            "notes": listed(&notes),
        }));
    }
    if format == Format::Json {
        writeln!(out, "{:#}", Value::from(reports))?;
    }
    if broken == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    out.flush()?;
    eprintln!("error: {broken} of {} files are invalid", files.len());
    Ok(ExitCode::from(2))
}

/// A place in a file, and a message about it.
type Remark = (String, String);

/// The notes on a valid file, or the complaints about an invalid one.
fn complaints(path: &Path) -> Result<Vec<Remark>, Vec<Remark>> {
    let remark = |complaint: Complaint| (complaint.place.to_string(), complaint.message);
    let name = path.display().to_string();
    match library::read(path) {
        Err(error) => {
            // The text of the error begins with the file's name, which is printed anyway.
            let text = crate::describe(&error);
            let text = text.strip_prefix(&format!("{name} ")).unwrap_or(&text).to_owned();
            Err(vec![(name, text)])
        }
        Ok(Ok(file)) => Ok(file.notes().into_iter().map(remark).collect()),
        Ok(Err(LoadError::Complaints(complaints))) => Err(complaints.into_iter().map(remark).collect()),
        Ok(Err(other)) => Err(vec![(name, other.to_string())]),
    }
}
