//! The architecture: arrows between crates and between the floors inside the rules, the dependencies of
//! the rules, no ruleset's id in code, no flags in laws, no public type name twice, no long circles of
//! files, files of bearable length.

use std::collections::{BTreeMap, BTreeSet};
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
    let crates = [
        "rules",
        "accounts",
        "fair-dice",
        "rating",
        "tournament",
        "engine",
        "engine-pool",
        "protocols",
        "draw",
        "lab",
        "study",
        "train",
        "library",
        "session",
        "store",
        "courses",
        "server",
        "cli",
        "wasm",
    ];
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
    // `mod tests;` declares a file elsewhere, and code goes on behind it.
    let starts = ["\n#[cfg(test)]\nmod tests {", "\n#[cfg(test)]\npub(super) mod tests {"];
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

/// What each crate may depend on.
const ALLOWED: &[(&str, &[&str])] = &[
    ("rukh-rules", &[]),
    ("rukh-accounts", &[]),
    ("rukh-fair-dice", &[]),
    ("rukh-rating", &[]),
    ("rukh-tournament", &[]),
    ("rukh-tablebase", &["rukh-rules"]),
    ("rukh-engine", &["rukh-rules", "rukh-tablebase"]),
    ("rukh-protocols", &["rukh-rules", "rukh-engine"]),
    ("rukh-draw", &["rukh-rules"]),
    ("rukh-lab", &["rukh-rules", "rukh-engine", "rukh-protocols", "rukh-tablebase"]),
    ("rukh-study", &["rukh-rules", "rukh-engine", "rukh-lab"]),
    ("rukh-train", &["rukh-rules", "rukh-engine", "rukh-lab"]),
    ("rukh-library", &["rukh-rules", "rukh-draw"]),
    ("rukh-session", &["rukh-rules", "rukh-fair-dice"]),
    ("rukh-store", &["rukh-rules", "rukh-fair-dice", "rukh-rating", "rukh-session"]),
    ("rukh-engine-pool", &["rukh-rules", "rukh-engine", "rukh-session"]),
    ("rukh-courses", &["rukh-rules", "rukh-engine", "rukh-lab", "rukh-session"]),
    (
        "rukh-server",
        &[
            "rukh-accounts",
            "rukh-rules",
            "rukh-courses",
            "rukh-draw",
            "rukh-engine",
            "rukh-engine-pool",
            "rukh-fair-dice",
            "rukh-lab",
            "rukh-library",
            "rukh-protocols",
            "rukh-rating",
            "rukh-session",
            "rukh-store",
            "rukh-study",
            "rukh-tablebase",
            "rukh-tournament",
        ],
    ),
    (
        "rukh",
        &[
            "rukh-accounts",
            "rukh-rules",
            "rukh-draw",
            "rukh-engine",
            "rukh-fair-dice",
            "rukh-lab",
            "rukh-protocols",
            "rukh-server",
            "rukh-study",
            "rukh-tablebase",
            "rukh-train",
        ],
    ),
    ("rukh-python", &["rukh-rules", "rukh-draw", "rukh-engine", "rukh-lab", "rukh-study", "rukh-tablebase"]),
    (
        "rukh-wasm",
        &[
            "rukh-rules",
            "rukh-draw",
            "rukh-engine",
            "rukh-fair-dice",
            "rukh-lab",
            "rukh-session",
            "rukh-tablebase",
        ],
    ),
    (
        "xtask",
        &[
            "rukh-rules",
            "rukh-engine",
            "rukh-fair-dice",
            "rukh-lab",
            "rukh-protocols",
            "rukh-session",
            "rukh-tablebase",
        ],
    ),
];

#[test]
fn crates_depend_one_way_only() {
    for (package, allowed) in ALLOWED {
        for dependency in
            dependencies(package).iter().filter(|name| name.starts_with("rukh") || *name == "xtask")
        {
            assert!(allowed.contains(&dependency.as_str()), "{package} must not depend on {dependency}");
        }
    }
}

#[test]
fn rules_dependencies_are_on_the_list() {
    // `strum` derives the words of enums, of which serde gives no `&'static str` and no list.
    let allowed = ["arrayvec", "bytemuck", "hex", "serde", "serde_json", "sha2", "strum", "toml"];
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
        let reads =
            |line: &str| [".laws()", "ruleset.laws", "ruleset().laws"].iter().any(|way| line.contains(way));
        let reader = text.lines().find(|line| reads(line));
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
fn source_files_have_at_most_600_lines() {
    for (name, text) in sources() {
        let lines = without_tests(&name, &text).lines().count();
        assert!(lines <= 600, "{name} has {lines} lines");
    }
}

/// The modules of a crate and those that each imports, parents and children aside.
fn imports(crate_name: &str) -> BTreeMap<String, BTreeSet<String>> {
    let source = format!("crates/{crate_name}/src/");
    let files = sources().into_iter().filter_map(|(name, text)| {
        let code = without_tests(&name, &text).to_owned();
        let module = name.strip_prefix(&source)?.strip_suffix(".rs")?.replace('/', "::");
        (!code.is_empty() && module != "lib" && module != "main").then_some((module, code))
    });
    let files: BTreeMap<String, String> = files.collect();
    let resolve = |path: &str| {
        let ends = std::iter::successors(Some(path), |path| path.rsplit_once("::").map(|(start, _)| start));
        ends.into_iter().find(|path| files.contains_key(*path)).map(str::to_owned)
    };
    let is_kin = |one: &str, other: &str| {
        one == other || one.starts_with(&format!("{other}::")) || other.starts_with(&format!("{one}::"))
    };
    let of = |(module, code): (&String, &String)| {
        let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        let paths = lines.flat_map(|line| paths_in(line, module));
        let found = paths.filter_map(|path| resolve(&path)).filter(|other| !is_kin(module, other));
        (module.clone(), found.collect())
    };
    files.iter().map(of).collect()
}

/// The paths from the root of its crate that a line of a module names.
fn paths_in(line: &str, module: &str) -> Vec<String> {
    let is_path = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let mut found = Vec::new();
    for word in line.split(|letter: char| !is_path(letter)) {
        let ups = word.matches("super::").count();
        if let Some(path) = word.strip_prefix("crate::") {
            found.push(path.trim_end_matches("::").to_owned());
        } else if ups > 0 && word.starts_with("super::") {
            let mut base: Vec<&str> = module.split("::").collect();
            base.truncate(base.len().saturating_sub(ups));
            base.push(word.trim_start_matches("super::").trim_end_matches("::"));
            found.push(base.join("::"));
        }
    }
    found
}

/// What each module of a graph leads to, by any number of steps.
fn reached<'g>(graph: &'g BTreeMap<String, BTreeSet<String>>) -> BTreeMap<&'g str, BTreeSet<&'g str>> {
    let from = |module: &'g str| {
        let (mut found, mut open) = (BTreeSet::new(), vec![module]);
        while let Some((_, next)) = open.pop().and_then(|module| graph.get_key_value(module)) {
            open.extend(next.iter().map(String::as_str).filter(|other| found.insert(*other)));
        }
        found
    };
    let keys: Vec<&str> = graph.keys().map(String::as_str).collect();
    keys.into_iter().map(|module| (module, from(module))).collect()
}

#[test]
fn circles_of_files_have_at_most_9_files() {
    for name in [
        "rules",
        "rating",
        "tournament",
        "engine",
        "engine-pool",
        "protocols",
        "draw",
        "lab",
        "study",
        "train",
        "library",
        "session",
        "store",
        "courses",
        "server",
        "cli",
        "wasm",
    ] {
        let graph = imports(name);
        let reached = reached(&graph);
        let circle_of = |module: &str| {
            let there = reached[module].iter().filter(|other| reached[**other].contains(module));
            there.copied().collect::<Vec<_>>()
        };
        let longest = graph.keys().map(|module| circle_of(module)).max_by_key(Vec::len).unwrap_or_default();
        assert!(longest.len() <= 9, "{name}: {} files: {longest:?}", longest.len());
    }
}

/// The floors inside the rules, the lowest first; the longest name that fits counts.
const FLOORS: [(&str, &[&str]); 7] = [
    (
        "board and moves",
        &[
            "bits",
            "dimensions",
            "failure",
            "geometry",
            "hash",
            "kind",
            "message",
            "movement",
            "moves",
            "placement",
            "unchecked_table",
            "ruleset::tree",
            "ruleset::section",
        ],
    ),
    ("laws and rulesets as data", &["law", "outcome", "ruleset", "scope", "symmetry"]),
    (
        "positions and play",
        &[
            "effect", "compiled", "material", "movegen", "node", "perft", "play", "position", "rules",
            "setup", "shape", "verdict", "werera",
        ],
    ),
    (
        "the catalogue",
        &[
            "ruleset::catalog",
            "ruleset::check",
            "ruleset::complement",
            "ruleset::concepts",
            "ruleset::extends",
            "ruleset::file",
            "ruleset::options",
            "ruleset::read",
            "ruleset::sources",
            "ruleset::translations",
        ],
    ),
    ("notation", &["notation", "movement::xbetza"]),
    ("games", &["game"]),
    (
        "records and evidence",
        &[
            "ruleset_data",
            "notation::annotation",
            "notation::pgn",
            "notation::reading",
            "notation::record",
            "evidence",
        ],
    ),
];

/// The floor of a module of the rules: a law's effect and its compiled form are not on the floor of its data.
fn floor(module: &str) -> usize {
    let last = module.rsplit("::").next().filter(|_| module.starts_with("law::")).unwrap_or_default();
    let length = |name: &&str| match module.strip_prefix(*name) {
        Some(rest) if rest.is_empty() || rest.starts_with("::") => Some(name.len()),
        _ => (*name == last).then_some(usize::MAX),
    };
    let longest = |names: &[&str]| names.iter().filter_map(length).max();
    let floors = FLOORS.iter().enumerate().filter_map(|(at, (_, names))| Some((longest(names)?, at)));
    floors.max().unwrap_or_else(|| panic!("{module} is on no floor")).1
}

#[test]
fn floors_of_the_rules_import_downwards_only() {
    let upwards = |module: &str, other: &str| floor(other) > floor(module);
    let found = imports("rules").into_iter().flat_map(|(module, imports)| {
        let wrong: Vec<String> = imports.into_iter().filter(|other| upwards(&module, other)).collect();
        wrong.into_iter().map(move |other| format!("{module} imports {other}"))
    });
    assert_eq!(found.collect::<Vec<_>>(), Vec::<String>::new());
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
