//! Baselines: the program of any revision, built to play against.

use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;

use crate::Failure;

/// Options of `cargo xtask baseline`.
#[derive(Debug, Args)]
pub struct BaselineOptions {
    /// Revision: a commit, tag or branch. Revisions worth a match stand in
    /// docs/strength/baselines.md.
    #[arg(value_name = "REV")]
    revision: String,
}

/// Builds the baseline and prints its path.
///
/// # Errors
/// As [`build`].
pub fn run(options: &BaselineOptions) -> Result<(), Failure> {
    println!("{}", build(&options.revision)?.display());
    Ok(())
}

/// Builds the program of a revision, unless it was built before; returns its path.
///
/// # Errors
/// This is no git repository, it does not have the revision, or the revision does not compile.
pub fn build(revision: &str) -> Result<PathBuf, Failure> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize()?;
    let commit = resolve(&root, revision)?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), PathBuf::from);
    let folder = std::path::absolute(target)?.join("baselines").join(&commit[..12]);
    let program = folder.join("rukh");
    if program.is_file() {
        return Ok(program);
    }
    let source = folder.join("source");
    export(&root, &commit, &source)?;
    // The engine needs no site, but the server embeds one.
    let page = source.join("web/dist/index.html");
    std::fs::create_dir_all(source.join("web/dist"))?;
    std::fs::write(page, "<!doctype html>\n<title>Rukh</title>\n")?;
    let build = folder.join("build");
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut command = Command::new(cargo);
    command.args(["build", "--release", "--locked", "--bin", "rukh"]).arg("--target-dir").arg(&build);
    check(command.current_dir(&source), &format!("revision {revision} does not compile"))?;
    std::fs::copy(build.join("release/rukh"), &program)?;
    // They are large, and nothing asks for them again.
    std::fs::remove_dir_all(&build)?;
    std::fs::remove_dir_all(&source)?;
    Ok(program)
}

/// The full name of a revision's commit.
fn resolve(root: &Path, revision: &str) -> Result<String, Failure> {
    let name = format!("{revision}^{{commit}}");
    if let Ok(commit) = git(root, &["rev-parse", "--verify", "--quiet", "--end-of-options", &name]) {
        return Ok(commit);
    }
    if git(root, &["rev-parse", "--git-dir"]).is_err() {
        return Err("this is no git repository: a baseline needs a clone with its history".into());
    }
    if git(root, &["rev-parse", "--is-shallow-repository"])? == "true" {
        return Err(format!(
            "this clone is shallow and does not have `{revision}`; fetch the history with `git fetch --unshallow`"
        )
        .into());
    }
    Err(format!("no revision `{revision}` in this repository; try `git fetch`").into())
}

/// Writes the files of a commit to an empty folder.
fn export(root: &Path, commit: &str, source: &Path) -> Result<(), Failure> {
    if source.exists() {
        std::fs::remove_dir_all(source)?;
    }
    std::fs::create_dir_all(source)?;
    let archive = source.with_extension("tar");
    let mut command = Command::new("git");
    command.arg("-C").arg(root).args(["archive", "--format=tar", "--output"]).arg(&archive).arg(commit);
    check(&mut command, "git archive failed")?;
    let mut command = Command::new("tar");
    command.arg("-xf").arg(&archive).arg("-C").arg(source);
    check(&mut command, "tar failed")?;
    std::fs::remove_file(archive)?;
    Ok(())
}

/// Output of a git command without its line end.
fn git(root: &Path, arguments: &[&str]) -> Result<String, Failure> {
    let output = Command::new("git").arg("-C").arg(root).args(arguments).output();
    let output = output.map_err(|error| format!("cannot run git: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).trim().into());
    }
    Ok(String::from_utf8(output.stdout)?.trim().to_owned())
}

fn check(command: &mut Command, failed: &str) -> Result<(), Failure> {
    let status = command.status().map_err(|error| format!("{failed}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{failed} ({status})").into()) }
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};
    use std::process::Command;

    use super::{git, resolve};

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("rukh-baseline-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        folder
    }

    /// A repository with two empty commits.
    fn repository(folder: &Path) {
        let run = |arguments: &[&str]| git(folder, arguments).unwrap();
        run(&["init", "--quiet"]);
        for message in ["one", "two"] {
            let identity = ["-c", "user.name=x", "-c", "user.email=x@example.org"];
            run(&[&identity[..], &["commit", "--quiet", "--allow-empty", "-m", message]].concat());
        }
    }

    #[test]
    fn revision_unknown_is_refused_with_the_reason() {
        let (whole, shallow) = (folder("whole"), folder("shallow"));
        repository(&whole);
        let first = git(&whole, &["rev-parse", "HEAD~1"]).unwrap();
        assert_eq!(resolve(&whole, "HEAD~1").unwrap(), first);
        let error = resolve(&whole, "nothing").unwrap_err().to_string();
        assert!(error.contains("no revision `nothing`"), "{error}");
        let url = format!("file://{}", whole.display());
        let clone = Command::new("git").args(["clone", "--quiet", "--depth=1", &url]).arg(&shallow).status();
        assert!(clone.unwrap().success());
        let error = resolve(&shallow, &first).unwrap_err().to_string();
        assert!(error.contains("shallow") && error.contains("git fetch --unshallow"), "{error}");
        for folder in [whole, shallow] {
            std::fs::remove_dir_all(folder).unwrap();
        }
    }
}
