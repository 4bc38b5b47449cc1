//! Rulesets from the catalog and from people's own files.

use std::collections::BTreeMap;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, anyhow, bail};
use rukh_engine::tuning::EvalFile;
use rukh_rules::notation::reading::FindRuleset;
use rukh_rules::notation::text;
use rukh_rules::ruleset::Parent;
use rukh_rules::{Failure, Instance, LoadError, Ruleset, RulesetFile, catalog};

/// The longest file that is read, in bytes.
const MAX_FILE_BYTES: u64 = 64 << 20;

/// A ruleset as people name it: a built-in instance, or a file of their own
/// with options after it, `./mine.toml[option=choice]`.
///
/// # Errors
/// What is wrong with the name, the options or the file.
pub fn ruleset(text: &str) -> anyhow::Result<Arc<Ruleset>> {
    open(text).map(|(_, ruleset)| ruleset)
}

/// As [`ruleset`], of plain files only: the other end of a session may name a
/// pipe or a device, which might never end.
///
/// # Errors
/// As [`ruleset`], or that the file is no plain one.
pub fn plain_ruleset(text: &str) -> anyhow::Result<Arc<Ruleset>> {
    if let Some((path, _)) = own_file(text)
        && std::fs::metadata(path).is_ok_and(|about| !about.is_file())
    {
        bail!("{path} is not a regular file");
    }
    ruleset(text)
}

/// As [`ruleset`], with the file it comes from.
///
/// # Errors
/// As [`ruleset`].
pub fn open(text: &str) -> anyhow::Result<(RulesetFile, Arc<Ruleset>)> {
    let (file, instance) = match own_file(text) {
        None => {
            let instance: Instance = text.parse()?;
            let file = catalog::file(&instance.id).map_err(|error| complaint(text, &error))?;
            (file.clone(), instance)
        }
        Some((path, options)) => {
            let file = read(Path::new(path))?.map_err(|error| complaint(path, &error))?;
            let instance = format!("{}{options}", file.id()).parse()?;
            (file, instance)
        }
    };
    let resolved = file.resolve(&instance.choices).map_err(|error| complaint(text, &error))?;
    Ok((file, Arc::new(resolved)))
}

/// A path and the options after it, if the text names a file.
fn own_file(text: &str) -> Option<(&str, &str)> {
    let end = match text.find(".toml") {
        Some(at) if matches!(text.as_bytes().get(at + 5), None | Some(b'[')) => at + 5,
        _ => text.find('[').filter(|_| text.contains('/')).unwrap_or(text.len()),
    };
    let (path, options) = text.split_at(end);
    (path.ends_with(".toml") || path.contains('/')).then_some((path, options))
}

fn complaint(name: &str, error: &LoadError) -> anyhow::Error {
    match error {
        LoadError::Complaints(complaints) => {
            let lines: Vec<String> = complaints.iter().map(|complaint| format!("  {complaint}")).collect();
            anyhow!("{name} is not a valid ruleset:\n{}", lines.join("\n"))
        }
        LoadError::UnknownRuleset { .. } => {
            anyhow!("{error}; a file of your own is written as `./{name}.toml`")
        }
        other => anyhow!("{other}"),
    }
}

/// The numbers of an evaluation file, if one is named.
///
/// # Errors
/// That it cannot be read or is none.
pub fn eval_file(path: Option<&Path>) -> anyhow::Result<Option<EvalFile>> {
    path.map(|path| rukh_lab::tuning::open(path).map_err(|error| anyhow!("--eval-file {error}"))).transpose()
}

/// Reads a ruleset file. What it extends is named by its path from the file, or
/// by an id, which is looked for beside the file, then in the catalog.
///
/// # Errors
/// That the file cannot be read; within, what is wrong with it.
pub fn read(path: &Path) -> anyhow::Result<Result<RulesetFile, LoadError>> {
    let text = read_text(path)?;
    Ok(RulesetFile::parse_own(path, &text, read_if_there))
}

/// The text of a plain file, if there is one.
fn read_if_there(path: &Path) -> Result<Option<String>, Failure> {
    match std::fs::metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Ok(about) if !about.is_file() => Err(format!("{} is not a regular file", path.display()).into()),
        _ => read_text(path).map(Some).map_err(|error| format!("{error:#}").into()),
    }
}

/// The ruleset that the one of this name extends, whose laws it takes over.
#[must_use]
pub fn base(text: &str, parent: &str) -> Option<Ruleset> {
    let Some((path, _)) = own_file(text) else { return Ruleset::named(parent).ok() };
    let Parent::Found { name, text } = Parent::beside(Path::new(path), parent, &read_if_there) else {
        return None;
    };
    RulesetFile::parse_unchecked(&name, &text, catalog::text).ok()?.resolve(&BTreeMap::new()).ok()
}

/// Reads a text file; `-` is standard input. [`text::decode`] says which encodings.
///
/// # Errors
/// That it cannot be read, is too long or is no text, with the place of the first bad byte.
pub fn read_text(path: &Path) -> anyhow::Result<String> {
    read_text_up_to(path, MAX_FILE_BYTES)
}

/// Reads a text file of at most `most` bytes; `-` is standard input.
///
/// # Errors
/// As [`read_text`].
pub fn read_text_up_to(path: &Path, most: u64) -> anyhow::Result<String> {
    use std::io::Read;
    let mut bytes = Vec::new();
    let shown = path.display();
    if path.as_os_str().is_empty() {
        bail!("the file name is empty");
    }
    if path == Path::new("-") {
        std::io::stdin().take(most + 1).read_to_end(&mut bytes).context("standard input")?;
    } else {
        let file = std::fs::File::open(path).with_context(|| format!("{shown} cannot be read"))?;
        let read = file.take(most + 1).read_to_end(&mut bytes);
        read.with_context(|| format!("{shown} cannot be read"))?;
    }
    if bytes.len() as u64 > most {
        bail!("{shown} is longer than {most} bytes");
    }
    let text = text::decode(&bytes).map_err(|error| anyhow!("{shown} cannot be read: {error}"))?;
    Ok(text.into_owned())
}

/// Finds the rulesets that records name: in these files, then in the catalog.
pub struct Library {
    own: Vec<RulesetFile>,
}

impl Library {
    /// A library with these files.
    ///
    /// # Errors
    /// What is wrong with one of them.
    pub fn open(paths: &[PathBuf]) -> anyhow::Result<Library> {
        let open =
            |path: &PathBuf| read(path)?.map_err(|error| complaint(&path.display().to_string(), &error));
        let own: Vec<RulesetFile> = paths.iter().map(open).collect::<anyhow::Result<_>>()?;
        for (index, file) in own.iter().enumerate() {
            if let Some(earlier) = own[..index].iter().position(|earlier| earlier.id() == file.id()) {
                let (first, second) = (paths[earlier].display(), paths[index].display());
                bail!("{first} and {second} both have the id `{}`", file.id());
            }
        }
        Ok(Library { own })
    }

    /// The ruleset of an instance.
    ///
    /// # Errors
    /// An unknown instance.
    pub fn find(&self, text: &str) -> Result<Arc<Ruleset>, LoadError> {
        let instance: Instance = text.parse()?;
        let file = RulesetFile::find(self.own.iter().chain(catalog::all()), &instance.id)?;
        file.resolve(&instance.choices).map(Arc::new)
    }
}

impl FindRuleset for Library {
    fn instance(&self, text: &str) -> Result<Arc<Ruleset>, LoadError> {
        self.find(text)
    }
}
