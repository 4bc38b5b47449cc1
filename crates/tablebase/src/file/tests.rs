use std::path::{Path, PathBuf};
use std::sync::Arc;

use rukh_rules::shape::Any;
use rukh_rules::{Game, Material, Rules, Ruleset, RulesetFile};

use super::{TableFile, write_table};
use crate::file_error::{FileError, FileProblem};
use crate::layout::{Layout, Place, kinds_of};
use crate::materials::materials;
use crate::prober::{Prober, Wait};
use crate::table::Table;
use crate::tables::{Tables, Unsolvable, file_name};

fn ruleset(name: &str) -> Arc<Ruleset> {
    Arc::new(Ruleset::named(name).expect("a built-in ruleset"))
}

/// A small table and its file.
fn written(name: &str, material: &str, directory: &Path) -> (Tables, Arc<Table>, PathBuf) {
    let ruleset = ruleset(name);
    let tables = Tables::new(ruleset.clone());
    let material = Material::parse(&ruleset, material).expect("a material");
    let table = tables.solve(&material).expect("it can be solved");
    let path = directory.join(file_name(&ruleset, &material));
    write_table(&table, &ruleset, &path, 1).expect("a file can be written");
    (tables, table, path)
}

fn open(path: &Path, ruleset: &Ruleset, material: &Material) -> Result<TableFile, FileError> {
    TableFile::open(path, ruleset, Layout::new(ruleset, material))
}

/// Positions of a table, not all of them.
fn sample(rules: &Rules<Any>, table: &Table, mut probe: impl FnMut(&rukh_rules::Position)) {
    let layout = table.layout();
    let mut setup = layout.setup();
    for layer in 0..layout.layers() {
        for index in (0..layout.len()).step_by(97) {
            if layout.fill(Place { layer, index }, &mut setup).is_some()
                && let Ok(position) = setup.check(rules)
            {
                probe(&position);
            }
        }
    }
}

/// Builds, writes and reads a table by `tables` and compares it with the file.
fn round_trip(tables: &Tables, material: &Material, directory: &Path) {
    let ruleset = tables.ruleset();
    let table = tables.solve(material).expect("it can be solved");
    let path = directory.join(file_name(ruleset, material));
    write_table(&table, ruleset, &path, 3).expect("a file can be written");
    let bytes = std::fs::read(&path).expect("it was written");
    write_table(&table, ruleset, &path, 1).expect("a file can be written");
    assert_eq!(std::fs::read(&path).expect("it was written"), bytes);

    let rules = Rules::<Any>::compile(ruleset.clone());
    let read = Arc::new(Tables::new(ruleset.clone()).with_directory(directory));
    let mut prober = Prober::new(read.clone(), Wait::ForTables);
    sample(&rules, &table, |position| {
        let exact = tables.probe(&rules, position);
        assert_eq!(read.probe(&rules, position), exact);
        assert_eq!(Ok(prober.exact(&rules, position)), exact);
    });
    assert_eq!(read.memory(), 0, "nothing was computed");
    let file = open(&path, ruleset, material).expect("the file is good");
    assert_eq!(file.load().expect("the file is good").values(), table.values());
}

#[test]
fn file_every_three_piece_table_says_what_was_built() {
    let directory = tempfile::tempdir().expect("a directory");
    for name in ["shatranj", "oblong-dice-cazaux"] {
        let tables = Tables::new(ruleset(name)).with_threads(2);
        let materials = materials(tables.ruleset(), 3);
        materials.iter().for_each(|material| round_trip(&tables, material, directory.path()));
    }
    let names = std::fs::read_dir(directory.path()).expect("it is there").map(|entry| entry.unwrap().path());
    assert!(names.into_iter().all(|name| name.extension().is_some_and(|extension| extension == "rtb")));
}

/// Each side has one piece whose moves are counted: 49 layers.
#[test]
fn file_layers_of_counters_say_what_was_built() {
    let text = include_str!("../../../../rulesets/senterej.toml")
        .replacen("files = 8\nranks = 8", "files = 4\nranks = 4", 1)
        .replace("rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR", "rnkf/pppp/PPPP/RNKF")
        .replace("rnefkenr/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR", "rnfk/pppp/PPPP/RNFK");
    let small = RulesetFile::parse_unchecked("senterej.toml", &text, |_| None::<(String, String)>);
    let small = small.and_then(|file| file.resolve(&Default::default())).expect("a ruleset");
    let tables = Tables::new(Arc::new(small));
    let material = Material::parse(tables.ruleset(), "KRvKN").expect("a material");
    let layers = tables.solve(&material).expect("it can be solved").layout().layers();
    assert_eq!(layers, 49);
    let directory = tempfile::tempdir().expect("a directory");
    round_trip(&tables, &material, directory.path());
}

#[test]
fn file_any_flipped_byte_is_refused_or_an_error_when_read() {
    let directory = tempfile::tempdir().expect("a directory");
    for name in ["shatranj[bare=ignored]", "oblong-dice"] {
        let (tables, table, path) = written(name, "KvK", directory.path());
        let good = std::fs::read(&path).expect("it was written");
        for place in 0..good.len() {
            for flip in [0x01, 0x80, 0xff] {
                let mut bytes = good.clone();
                bytes[place] ^= flip;
                std::fs::write(&path, bytes).expect("it can be written");
                let read = open(&path, tables.ruleset(), table.material()).and_then(TableFile::load);
                assert!(read.is_err(), "byte {place} of {} flipped by {flip:#x}", good.len());
            }
        }
    }
}

#[test]
fn file_cut_or_longer_is_refused_when_opened() {
    let directory = tempfile::tempdir().expect("a directory");
    let (tables, table, path) = written("shatranj", "KvK", directory.path());
    let good = std::fs::read(&path).expect("it was written");
    for len in 0..good.len() {
        std::fs::write(&path, &good[..len]).expect("it can be written");
        let problem = open(&path, tables.ruleset(), table.material()).expect_err("it is cut").problem;
        let is_told = match problem {
            FileProblem::Length { found, expected } => found == len as u64 && expected > found,
            problem => len == 0 && problem == FileProblem::Foreign,
        };
        assert!(is_told, "{len} of {} bytes", good.len());
    }
    std::fs::write(&path, [&good[..], &[0]].concat()).expect("it can be written");
    let problem = open(&path, tables.ruleset(), table.material()).expect_err("it is longer").problem;
    let (found, expected) = (good.len() as u64 + 1, good.len() as u64);
    assert_eq!(problem, FileProblem::Length { found, expected });
}

#[test]
fn file_of_something_else_is_refused_with_what_would_be_right() {
    let directory = tempfile::tempdir().expect("a directory");
    let (tables, table, path) = written("shatranj", "KRvK", directory.path());
    let error = |ruleset: &Ruleset, material: &str| {
        let material = Material::parse(ruleset, material).expect("a material");
        open(&path, ruleset, &material).expect_err("it is another table").to_string()
    };
    let other = error(tables.ruleset(), "KNvK");
    let laws =
        |text| tables.ruleset().ending_hash(kinds_of(&Material::parse(tables.ruleset(), text).unwrap()));
    assert!(other.contains(&laws("KRvK")) && other.contains(&laws("KNvK")), "{other}");
    assert!(other.starts_with(&path.display().to_string()), "{other}");
    let other = error(&ruleset("shatranj[bare=ignored]"), "KRvK");
    assert!(other.contains("fingerprint of the laws"), "{other}");

    let mut bytes = std::fs::read(&path).expect("it was written");
    bytes[8] = 9;
    std::fs::write(&path, &bytes).expect("it can be written");
    let found = open(&path, tables.ruleset(), table.material()).expect_err("a later version").problem;
    assert_eq!(found, FileProblem::Version { found: 9 });
    std::fs::write(&path, "[Event \"A game\"]\n".repeat(20)).expect("it can be written");
    let found = open(&path, tables.ruleset(), table.material()).expect_err("a game").problem;
    assert_eq!(found, FileProblem::Foreign);
    std::fs::remove_file(&path).expect("it can be removed");
    let found = open(&path, tables.ruleset(), table.material()).expect_err("nothing").problem;
    assert!(matches!(found, FileProblem::System(_)));
}

#[test]
fn tables_damaged_block_is_an_error_of_the_probe_and_no_table_in_play() {
    let directory = tempfile::tempdir().expect("a directory");
    let (tables, _, path) = written("shatranj[bare=ignored]", "KRvK", directory.path());
    let game = Game::from_fen(tables.ruleset().clone(), "8/8/8/3k4/8/8/8/K6R w - - 0 1").expect("a FEN");
    let read = || Tables::new(tables.ruleset().clone()).with_directory(directory.path());
    let exact = tables.exact(game.rules(), game.position());
    assert_eq!(read().exact(game.rules(), game.position()), exact);

    let mut bytes = std::fs::read(&path).expect("it was written");
    let header = bytes.len() / 2;
    bytes[header..].iter_mut().for_each(|byte| *byte ^= 0x10);
    std::fs::write(&path, bytes).expect("it can be written");
    let read = read();
    let mut failures = Vec::new();
    let rules = Rules::<Any>::compile(tables.ruleset().clone());
    sample(&rules, &tables.solve(&Material::parse(tables.ruleset(), "KRvK").unwrap()).unwrap(), |position| {
        match read.probe(&rules, position) {
            Ok(exact) => assert_eq!(exact, tables.exact(&rules, position)),
            Err(error) => {
                assert_eq!(read.exact(&rules, position), None);
                failures.push(error);
            }
        }
    });
    assert!(!failures.is_empty());
    let is_block = |error: &Unsolvable| {
        matches!(error, Unsolvable::File(FileError { problem: FileProblem::Block { .. }, .. }))
    };
    assert!(failures.iter().all(is_block));
}
