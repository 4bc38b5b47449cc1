//! The architecture: arrows between crates, the dependencies of the rules, no ruleset's
//! id in code, no flags in laws, no public type name twice, files of bearable length.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rukh_rules::ruleset::SKINS;
use rukh_rules::{Ruleset, catalog};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn rust_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files.extend(rust_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

fn sources() -> Vec<(String, String)> {
    let crates =
        ["rules", "fair-dice", "engine", "draw", "lab", "library", "session", "server", "cli", "wasm"];
    let folders = crates.iter().map(|name| root().join("crates").join(name).join("src"));
    let files = folders.chain([root().join("python/src")]).flat_map(|folder| rust_files(&folder));
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("a source file is readable");
        let name = path.strip_prefix(root()).unwrap_or(&path).display().to_string();
        (name, text)
    };
    files.map(read).collect()
}

/// A file's code, its unit tests cut off; nothing of a file of unit tests.
fn without_tests<'t>(name: &str, text: &'t str) -> &'t str {
    if name.contains("/tests/") || name.ends_with("/tests.rs") {
        return "";
    }
    let starts = ["\n#[cfg(test)]\nmod tests", "\n#[cfg(test)]\npub(super) mod tests"];
    let end = starts.iter().filter_map(|start| text.find(start)).min();
    &text[..end.unwrap_or(text.len())]
}

/// The dependencies of a crate by `cargo metadata`; those for building and for
/// testing, and those nobody has who did not ask for them, aside.
fn dependencies(package: &str) -> Vec<String> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--no-deps", "--offline"])
        .current_dir(root())
        .output()
        .expect("cargo metadata runs");
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).expect("cargo metadata is JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let found = packages.iter().find(|one| one["name"] == package).expect("the package is in the workspace");
    let of = found["dependencies"].as_array().expect("dependencies");
    let normal = of.iter().filter(|one| one["kind"].is_null() && one["optional"] == false);
    normal.map(|one| one["name"].as_str().unwrap_or_default().to_owned()).collect()
}

#[test]
fn crates_depend_one_way_only() {
    let allowed: [(&str, &[&str]); 12] = [
        ("rukh-rules", &[]),
        ("rukh-fair-dice", &[]),
        ("rukh-engine", &["rukh-rules"]),
        ("rukh-draw", &["rukh-rules"]),
        ("rukh-lab", &["rukh-rules", "rukh-engine"]),
        ("rukh-library", &["rukh-rules", "rukh-draw"]),
        ("rukh-session", &["rukh-rules", "rukh-fair-dice"]),
        (
            "rukh-server",
            &[
                "rukh-rules",
                "rukh-draw",
                "rukh-engine",
                "rukh-fair-dice",
                "rukh-lab",
                "rukh-library",
                "rukh-session",
            ],
        ),
        ("rukh", &["rukh-rules", "rukh-draw", "rukh-engine", "rukh-fair-dice", "rukh-lab", "rukh-server"]),
        ("rukh-python", &["rukh-rules", "rukh-draw", "rukh-engine", "rukh-lab"]),
        (
            "rukh-wasm",
            &["rukh-rules", "rukh-draw", "rukh-engine", "rukh-fair-dice", "rukh-lab", "rukh-session"],
        ),
        ("xtask", &["rukh-rules", "rukh-engine", "rukh-fair-dice", "rukh-lab", "rukh-session"]),
    ];
    for (package, allowed) in allowed {
        for dependency in
            dependencies(package).iter().filter(|name| name.starts_with("rukh") || *name == "xtask")
        {
            assert!(allowed.contains(&dependency.as_str()), "{package} must not depend on {dependency}");
        }
    }
}

#[test]
fn rules_dependencies_are_on_the_list() {
    let allowed = ["arrayvec", "bytemuck", "serde", "serde_json", "sha2", "toml"];
    for dependency in dependencies("rukh-rules") {
        assert!(allowed.contains(&dependency.as_str()), "{dependency} is not on the list");
    }
}

#[test]
fn code_names_no_ruleset() {
    for (name, text) in sources() {
        if name.ends_with("catalog.rs") {
            continue;
        }
        let code = without_tests(&name, &text);
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        for line in lines {
            for id in catalog::ids() {
                assert!(!line.contains(&format!("\"{id}\"")), "{name} names the ruleset {id}: {line}");
            }
        }
    }
}

/// The board's look is a word of the ruleset; `assets` draws it and the site names it.
#[test]
fn skin_words_are_those_of_the_assets() {
    let read = |path: &str| fs::read_to_string(root().join(path)).expect("a file is readable");
    let (skins, texts) = (read("assets/skins.json"), read("web/src/locale/en/lazy/settings.ftl"));
    let skins: serde_json::Value = serde_json::from_str(&skins).expect("the skins are JSON");
    let skins = skins["skins"].as_array().expect("a list of skins");
    let drawn: Vec<&str> = skins.iter().filter_map(|skin| skin["id"].as_str()).collect();
    assert_eq!(drawn, SKINS, "the skins of assets/skins.json and of the rulesets");
    for word in SKINS {
        assert!(texts.contains(&format!("\nskin-{word} = ")), "settings.ftl has no `skin-{word}`");
    }
}

/// What a built-in ruleset leaves to others: the drawings of its pieces.
#[test]
fn pictures_of_rulesets_are_drawn() {
    let path = root().join("assets/pieces/traditional.svg");
    let drawings = fs::read_to_string(path).expect("a file is readable");
    for id in catalog::ids() {
        let ruleset = Ruleset::named(id).expect("a built-in ruleset");
        for picture in ruleset.pieces.iter().map(|man| &man.picture) {
            assert!(drawings.contains(&format!("\n<g id=\"{picture}\"")), "{id}: `{picture}` is not drawn");
        }
    }
}

/// Other crates ask the questions of `Ruleset`; the field itself is private to the crate.
#[test]
fn no_crate_but_rules_reads_laws() {
    let ruleset = fs::read_to_string(root().join("crates/rules/src/ruleset.rs")).expect("a source file");
    assert!(ruleset.contains("\n    pub(crate) laws: Laws,"), "`Ruleset::laws` is not public");
    let others = sources().into_iter().filter(|(name, _)| !name.starts_with("crates/rules/"));
    for (name, text) in others {
        let reader = text.lines().find(|line| line.contains(".laws()") || line.contains(".laws."));
        assert_eq!(reader, None, "{name} asks the ruleset, not its laws");
    }
}

#[test]
fn laws_have_no_bool_fields() {
    for (name, text) in sources() {
        if !name.contains("/law/") {
            continue;
        }
        let code = without_tests(&name, &text);
        let flag = code.lines().find(|line| line.contains(": bool,"));
        assert_eq!(flag, None, "{name}");
    }
}

/// Functions are held by clippy (`clippy.toml`).
#[test]
fn source_files_have_at_most_800_lines() {
    for (name, text) in sources() {
        let lines = without_tests(&name, &text).lines().count();
        assert!(lines <= 800, "{name} has {lines} lines");
    }
}

/// The name of a public type that a line declares.
fn public_type(line: &str) -> Option<&str> {
    let declared = line.trim_start().strip_prefix("pub ")?;
    let name = ["struct ", "enum ", "trait ", "type ", "union "]
        .iter()
        .find_map(|word| declared.strip_prefix(word))?;
    name.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next()
}

#[test]
fn public_type_names_are_declared_once_in_the_workspace() {
    let mut declared = BTreeMap::<String, Vec<String>>::new();
    for (name, text) in sources() {
        for found in without_tests(&name, &text).lines().filter_map(public_type) {
            declared.entry(found.to_owned()).or_default().push(name.clone());
        }
    }
    assert!(declared.contains_key("Ruleset") && declared.len() > 300, "{} types", declared.len());
    let twice: Vec<_> = declared.iter().filter(|(_, files)| files.len() > 1).collect();
    assert!(twice.is_empty(), "one name for two things: {twice:#?}");
}
