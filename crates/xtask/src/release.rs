//! What the tree lacks for a tag: one version everywhere, and a changelog that tells of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use clap::Args;
use serde_json::Value;

use crate::Failure;

/// Packages for npm: the site, and the package that others install.
const NPM_PACKAGES: [&str; 2] = ["web", "crates/wasm/npm"];

/// Options of `cargo xtask release`.
#[derive(Debug, Args)]
pub struct ReleaseOptions {
    /// Print what is missing for a tag, and change nothing.
    #[arg(long, required = true)]
    check: bool,
    /// Root of the repository.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
}

/// Prints what is missing for a tag.
///
/// # Errors
/// Something is missing, or a file cannot be read.
pub fn run(options: &ReleaseOptions) -> Result<(), Failure> {
    let (version, mut missing) = missing_in_files(&options.root)?;
    missing.extend(missing_in_git(&options.root, &version)?);
    if missing.is_empty() {
        println!("ready for the tag v{version}");
        return Ok(());
    }
    Err(format!("not ready for the tag v{version}:\n- {}", missing.join("\n- ")).into())
}

/// The version of the workspace, and what differs from it.
fn missing_in_files(root: &Path) -> Result<(String, Vec<String>), Failure> {
    let read = |path: &str| fs::read_to_string(root.join(path)).map_err(|error| format!("{path}: {error}"));
    let workspace = read("Cargo.toml")?;
    let version = workspace.lines().find_map(|line| line.strip_prefix("version = ")).unwrap_or_default();
    let version = version.trim_matches('"').to_owned();
    let mut missing = Vec::new();
    let mut compare = |place: &str, found: &str| {
        if found != version {
            missing.push(format!("{place} has the version {found:?}"));
        }
    };
    for line in workspace.lines().filter(|line| line.starts_with("rukh-") && line.contains("version = \"")) {
        let (name, rest) = line.split_once(" = ").unwrap_or_default();
        let found = rest.split("version = \"").nth(1).and_then(|rest| rest.split('"').next());
        compare(&format!("Cargo.toml, {name},"), found.unwrap_or_default());
    }
    for package in NPM_PACKAGES {
        for file in ["package.json", "package-lock.json"] {
            let path = format!("{package}/{file}");
            let data: Value =
                serde_json::from_str(&read(&path)?).map_err(|error| format!("{path}: {error}"))?;
            compare(&path, data["version"].as_str().unwrap_or_default());
        }
    }
    let measured = read("rulesets/measured.toml")?;
    let engine = measured.lines().find_map(|line| line.strip_prefix("engine = "));
    compare("rulesets/measured.toml", engine.unwrap_or_default().trim_matches('"'));
    let changelog = read("CHANGELOG.md")?;
    let newest = changelog.lines().find(|line| line.starts_with("## [")).unwrap_or_default();
    if !newest.starts_with(&format!("## [{version}]")) {
        missing.push(format!("CHANGELOG.md begins with {newest:?}, not with this version"));
    }
    Ok((version, missing))
}

fn missing_in_git(root: &Path, version: &str) -> Result<Vec<String>, Failure> {
    let git = |arguments: &[&str]| -> Result<String, Failure> {
        let output = Command::new("git").arg("-C").arg(root).args(arguments).output()?;
        if !output.status.success() {
            return Err(format!("git {}: {}", arguments[0], String::from_utf8_lossy(&output.stderr)).into());
        }
        Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let mut missing = Vec::new();
    if !git(&["status", "--porcelain", "--untracked-files=no"])?.is_empty() {
        missing.push("there are changes that are not committed".to_owned());
    }
    if !git(&["tag", "--list", &format!("v{version}")])?.is_empty() {
        missing.push(format!("the tag v{version} exists"));
    }
    Ok(missing)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::missing_in_files;

    fn root() -> &'static Path {
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
    }

    #[test]
    fn versions_of_the_tree_agree() {
        let (version, missing) = missing_in_files(root()).expect("the files can be read");
        assert_eq!(version, env!("CARGO_PKG_VERSION"));
        let wrong: Vec<_> = missing.iter().filter(|one| !one.starts_with("CHANGELOG.md")).collect();
        assert_eq!(wrong, Vec::<&String>::new());
    }

    #[test]
    fn missing_in_files_names_each_other_version() {
        let copy = std::env::temp_dir().join(format!("rukh-release-{}", std::process::id()));
        let files = [
            "Cargo.toml",
            "web/package.json",
            "web/package-lock.json",
            "crates/wasm/npm/package.json",
            "crates/wasm/npm/package-lock.json",
            "rulesets/measured.toml",
            "CHANGELOG.md",
        ];
        for file in files {
            let text = fs::read_to_string(root().join(file)).expect("a file of the tree");
            let other = text.replacen(env!("CARGO_PKG_VERSION"), "9.9.9", 1);
            fs::create_dir_all(copy.join(file).parent().expect("a folder")).expect("a folder");
            fs::write(copy.join(file), if file == "Cargo.toml" { text } else { other }).expect("a file");
        }
        let (_, missing) = missing_in_files(&copy).expect("the files can be read");
        fs::remove_dir_all(&copy).expect("the copy");
        assert_eq!(missing.len(), files.len() - 1, "{missing:#?}");
    }
}
