//! A study for tests, and a folder for a test's files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use rukh_study::Study;

/// A folder of a test's own, gone when the test is.
pub struct Place(pub PathBuf);

impl Place {
    pub fn new(name: &str) -> Place {
        let path = std::env::temp_dir().join(format!("rukh-study-{}-{name}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Place(path)
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A study of two cells with three parts each, quick to play.
pub const TEXT: &str = r#"
id = "short"
title = "Short games"
question = "How long are they?"
seed = 3
keep = ["games", "moves", "positions"]
games = 10
part = 4
max-plies = 12
[opening]
kind = "random"
plies = 4
[[rulesets]]
id = "shatranj"
options.stalemate = ["loss", "draw"]
[[players]]
white = "rukh:nodes=15,tables=off"
black = "rukh:nodes=10,tables=off"
"#;

pub fn study(text: &str) -> Study {
    Study::parse(text, "short.toml").unwrap_or_else(|complaints| panic!("{complaints:#?}"))
}

/// Every Parquet file of a folder with its bytes.
pub fn tables(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for table in ["games", "moves", "positions"] {
        for entry in std::fs::read_dir(folder.join(table)).into_iter().flatten().flatten() {
            let name = format!("{table}/{}", entry.file_name().to_string_lossy());
            files.insert(name, std::fs::read(entry.path()).expect("it can be read"));
        }
    }
    files
}
