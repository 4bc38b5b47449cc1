//! The tables of a process.

use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use rukh_rules::Ruleset;

use crate::sources::Sources;
use crate::tables::Tables;

/// Rulesets whose tables are kept; those of one take some megabytes.
const RULESETS: usize = 8;

/// The tables that all of a process share, those of the last few rulesets, with the places of their files.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::Ruleset;
/// use rukh_tablebase::SharedTables;
///
/// let shared = SharedTables::default();
/// let named = |name| Arc::new(Ruleset::named(name).unwrap());
/// let tables = shared.of(&named("shatranj"));
/// assert!(Arc::ptr_eq(&tables, &shared.of(&named("shatranj"))));
/// assert!(!Arc::ptr_eq(&tables, &shared.of(&named("shatranj[bare=ignored]"))));
/// ```
#[derive(Debug, Default)]
pub struct SharedTables {
    sources: Arc<Sources>,
    /// The last used one last.
    recent: Mutex<Vec<Arc<Tables>>>,
}

/// Those without files.
pub(crate) static COMPUTED: LazyLock<SharedTables> = LazyLock::new(SharedTables::default);

impl SharedTables {
    /// The tables of a ruleset.
    #[must_use]
    pub fn of(&self, ruleset: &Arc<Ruleset>) -> Arc<Tables> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let is_same =
            |tables: &Arc<Tables>| Arc::ptr_eq(tables.ruleset(), ruleset) || tables.ruleset() == ruleset;
        let known = recent.iter().position(is_same).map(|index| recent.remove(index));
        let tables =
            known.unwrap_or_else(|| Arc::new(Tables::with_sources(ruleset.clone(), self.sources.clone())));
        recent.push(tables.clone());
        if recent.len() > RULESETS {
            recent.remove(0);
        }
        tables
    }

    /// Tells that there may be new files, which are found from now on.
    pub fn look_again(&self) {
        self.sources.look_again();
    }
}

#[cfg(feature = "files")]
mod files {
    use std::path::PathBuf;

    use super::SharedTables;
    use crate::file::FileInfo;
    use crate::file_error::{FileError, FileProblem};
    use crate::sources::Sources;

    impl SharedTables {
        /// Tables with files in these directories, which are looked through in their order. What is computed when
        /// it is first asked for is kept in the first one, if so is said. A file that cannot be used is left aside,
        /// with a warning in the log.
        #[must_use]
        pub fn with_directories(directories: Vec<PathBuf>, kept_in: Option<PathBuf>) -> SharedTables {
            let sources = Sources::shared(directories, kept_in);
            SharedTables { sources: sources.into(), ..SharedTables::default() }
        }

        /// How many table files there are, and what is wrong with others: of each the header is read.
        #[must_use]
        pub fn check_files(&self) -> (usize, Vec<FileError>) {
            let is_table = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "rtb");
            let (mut good, mut bad) = (0, Vec::new());
            for path in self.sources.files().filter(is_table) {
                let own =
                    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
                let named = |info: FileInfo| match format!("{}-{}.rtb", info.laws, info.material) {
                    expected if expected == own => Ok(()),
                    expected => Err(FileProblem::Other { what: "name", found: own, expected }.at(&path)),
                };
                match FileInfo::read(&path).and_then(named) {
                    Ok(()) => good += 1,
                    Err(error) => bad.push(error),
                }
            }
            (good, bad)
        }
    }
}

#[cfg(all(test, feature = "files"))]
mod tests {
    use std::collections::BTreeMap;
    use std::path::Path;
    use std::sync::{Arc, Mutex};

    use rukh_rules::{Game, Material, Ruleset, RulesetFile};

    use super::SharedTables;
    use crate::build::{Obstacle, TableBuilder};
    use crate::exact::Exact;
    use crate::file_error::FileProblem;
    use crate::materials::{closure, materials};
    use crate::tables::{Tables, file_name};

    fn shatranj() -> Arc<Ruleset> {
        Arc::new(Ruleset::named("shatranj[bare=ignored]").expect("a built-in ruleset"))
    }

    /// Shatranj on sixteen squares, where a bare king plays on.
    fn small() -> Arc<Ruleset> {
        let text = include_str!("../../../rulesets/shatranj.toml")
            .replacen("law = \"loss\"\ncounter = \"next-move\"\ncounts = \"all-men\"", "law = \"ignored\"", 1)
            .replacen("files = 8\nranks = 8", "files = 4\nranks = 4", 1)
            .replace("rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR", "rnkf/pppp/PPPP/RNKF")
            .replace("rnefkenr/pppppppp/8/8/8/8/PPPPPPPP/RNEFKENR", "rnfk/pppp/PPPP/RNFK");
        let file = RulesetFile::parse_unchecked("shatranj.toml", &text, |_| None::<(String, String)>);
        Arc::new(file.and_then(|file| file.resolve(&BTreeMap::new())).expect("a ruleset"))
    }

    fn kept(directory: &Path) -> SharedTables {
        SharedTables::with_directories(Vec::new(), Some(directory.join("kept")))
    }

    fn builder(directory: &Path) -> TableBuilder {
        TableBuilder { directory: directory.to_owned(), others: Vec::new(), threads: 1, memory: 1 << 30 }
    }

    #[test]
    fn shared_tables_are_kept_and_computed_again_where_a_file_is_damaged() {
        let directory = tempfile::tempdir().expect("a directory");
        let ruleset = small();
        let game = Game::from_fen(ruleset.clone(), "k3/4/4/KR2 w - - 0 1").expect("a FEN");
        let exact = |shared: &SharedTables| shared.of(&ruleset).exact(game.rules(), game.position());
        let expected = exact(&SharedTables::default());
        assert!(matches!(expected, Some(Exact::Won { .. })), "{expected:?}");
        assert_eq!(exact(&kept(directory.path())), expected);
        let rook = Material::parse(&ruleset, "KRvK").expect("a material");
        let path = directory.path().join("kept").join(file_name(&ruleset, &rook));
        let good = std::fs::read(&path).expect("the table is kept");
        for place in [3, good.len() - 5] {
            let mut bytes = good.clone();
            bytes[place] ^= 1;
            std::fs::write(&path, bytes).expect("it can be written");
            assert_eq!(exact(&kept(directory.path())), expected, "byte {place}");
            assert_eq!(std::fs::read(&path).expect("it is there"), good, "byte {place}");
        }
        // A good file is read: without the two kings alone, of which nobody asks then.
        let kings = Material::parse(&ruleset, "KvK").expect("a material");
        let kings = path.with_file_name(file_name(&ruleset, &kings));
        std::fs::remove_file(&kings).expect("it is kept too");
        assert_eq!(exact(&kept(directory.path())), expected);
        assert!(!kings.exists());
    }

    /// There are too many combinations of options for all to be kept.
    #[test]
    fn shared_tables_of_other_options_than_the_default_are_not_kept() {
        let directory = tempfile::tempdir().expect("a directory");
        let ruleset = shatranj();
        let game = Game::from_fen(ruleset.clone(), "8/8/8/3k4/8/8/8/K6R w - - 0 1").expect("a FEN");
        let exact = kept(directory.path()).of(&ruleset).exact(game.rules(), game.position());
        assert_eq!(exact, Some(Exact::Won { plies: 29 }));
        assert!(!directory.path().join("kept").exists());
    }

    #[test]
    fn shared_tables_find_what_is_built_meanwhile() {
        let (directory, ruleset) = (tempfile::tempdir().expect("a directory"), small());
        let shared = SharedTables::with_directories(vec![directory.path().to_owned()], None);
        let game = Game::from_fen(ruleset.clone(), "k3/3n/4/KR2 w - - 0 1").expect("a FEN");
        let tables = shared.of(&ruleset);
        let exact = || tables.exact(game.rules(), game.position());
        assert_eq!((exact(), tables.most_pieces()), (None, 3));
        let builder = builder(directory.path());
        let plan = builder.plan(&ruleset, &closure(&ruleset, &Material::parse(&ruleset, "KRvKN").unwrap()));
        assert!(plan.skipped.is_empty() && plan.damaged.is_empty());
        let shares = Arc::new(Mutex::new(Vec::new()));
        for job in &plan.jobs {
            let told = shares.clone();
            builder
                .build(&ruleset, &job.material, move |share| told.lock().unwrap().push(share))
                .expect("it can");
        }
        assert_eq!(exact(), None);
        shared.look_again();
        assert!(exact().is_some() && tables.most_pieces() == 4);
        let ends = shares.lock().unwrap().iter().filter(|share| **share == 1.0).count();
        assert_eq!(ends, plan.jobs.len());
        assert_eq!(
            builder.plan(&ruleset, &materials(&ruleset, 4)).jobs.len(),
            materials(&ruleset, 4).len() - ends
        );
    }

    #[test]
    fn shared_tables_tell_which_files_are_none() {
        let (directory, ruleset) = (tempfile::tempdir().expect("a directory"), shatranj());
        let kings = Material::parse(&ruleset, "KvK").expect("a material");
        let path = builder(directory.path()).build(&ruleset, &kings, |_| ()).expect("it can be written");
        let shared = SharedTables::with_directories(vec![directory.path().to_owned()], None);
        assert_eq!(shared.check_files(), (1, Vec::new()));
        std::fs::copy(&path, directory.path().join("0123456789abcdef-KvK.rtb")).expect("it can be copied");
        std::fs::write(directory.path().join("game.rtb"), "[Event \"A game\"]").expect("it can be written");
        std::fs::write(directory.path().join("README"), "Tables").expect("it can be written");
        let (good, bad) = shared.check_files();
        let mut problems: Vec<_> = bad.into_iter().map(|error| error.problem).collect();
        problems.sort_by_key(|problem| *problem == FileProblem::Foreign);
        assert!(matches!(problems[..], [FileProblem::Other { what: "name", .. }, FileProblem::Foreign]));
        assert_eq!(good, 1);
    }

    #[test]
    fn builder_leaves_out_what_takes_too_much_memory() {
        let (directory, ruleset) = (tempfile::tempdir().expect("a directory"), small());
        let ferz = Material::parse(&ruleset, "KFvK").unwrap();
        let most = Tables::new(ruleset.clone()).estimate(&ferz).expect("there is one").bytes - 1;
        let little = TableBuilder { memory: most, ..builder(directory.path()) };
        let wanted = closure(&ruleset, &Material::parse(&ruleset, "KPvK").unwrap());
        let plan = little.plan(&ruleset, &wanted);
        let text = |material: &Material| material.text(&ruleset);
        let skipped: Vec<_> = plan.skipped.iter().map(|table| text(&table.material)).collect();
        let jobs: Vec<_> = plan.jobs.iter().map(|job| text(&job.material)).collect();
        assert_eq!((jobs, skipped), (vec!["KvK".to_owned()], vec!["KFvK".to_owned(), "KPvK".to_owned()]));
        let is_memory = |obstacle| matches!(obstacle, Obstacle::Memory { allowed, .. } if allowed == most);
        assert!(is_memory(plan.skipped[0].obstacle.clone()), "{:?}", plan.skipped);
    }

    #[test]
    fn progress_with_a_die_rises_from_reading_to_the_end() {
        let ruleset = Arc::new(Ruleset::named("oblong-dice").expect("a built-in ruleset"));
        let shares = Arc::new(Mutex::new(Vec::new()));
        let told = shares.clone();
        let tables =
            Tables::new(ruleset.clone()).with_progress(move |share| told.lock().unwrap().push(share));
        tables.solve(&Material::parse(&ruleset, "KvK").unwrap()).expect("it can be solved");
        let shares = shares.lock().unwrap();
        assert!(shares.is_sorted() && shares[0] > 0.0 && shares[0] < 0.4, "{shares:?}");
        assert_eq!(shares.last(), Some(&1.0));
    }
}
