//! Openings: positions that games of a match begin from.
//!
//! A set is a text file that tells how it was made and has a checksum:
//!
//! ```text
//! # rukh openings 1
//! # ruleset: shatranj
//! # revision: 1
//! # made: 6 to 10 random plies, at most 120 centipawns from even in 4000 nodes
//! # seed: 1
//! # count: 2
//! # sha256: 2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae
//! rnek1enr/…/RNEKFENR w - - 0 5
//! moves e2e3 e7e6 d2d3
//! ```
//! A line is a FEN, EPD with its operations, or moves in coordinates from where turns begin. The
//! checksum is that of all opening lines, each with its end of line. A list of your own needs no
//! header; then nothing is verified. Games in PGN or JSON Lines are openings too: the positions in
//! which they stand.

use std::collections::HashMap;
use std::fmt;
use std::fmt::Write as _;
use std::sync::Arc;

use rukh_protocols::board::begin_turns;
use rukh_rules::notation::dialect::{Dialect, DialectChoice, DialectEvidence};
use rukh_rules::notation::record::Record;
use rukh_rules::notation::{coordinate, fen, pgn};
use rukh_rules::shape::Any;
use rukh_rules::{Failure, Game, Instance, Node, Rules, Ruleset};
use sha2::{Digest, Sha256};

mod epd;
mod generator;
mod record;
mod setup;

pub use generator::OpeningGenerator;
pub(crate) use generator::play_random_plies;

/// Version of the file format.
const VERSION: u32 = 1;
/// Maximum length of a line in bytes.
const MAX_LINE_BYTES: usize = 10_000;
/// Maximum number of errors that are collected.
const MAX_ERRORS: usize = 20;

/// Frozen sets, one file each.
const BUILT_IN_SETS: &[&str] = &[
    include_str!("../openings/shatranj.txt"),
    include_str!("../openings/senterej.txt"),
    include_str!("../openings/oblong.txt"),
    include_str!("../openings/mideast.txt"),
];

/// Openings of one ruleset.
///
/// Take the [frozen set](OpeningSet::built_in) for results that are to be compared with others, a list of
/// your own with [`OpeningSet::parse`], or new ones from an [`OpeningGenerator`].
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_lab::opening::OpeningSet;
/// use rukh_rules::Ruleset;
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// let own = OpeningSet::parse("moves e2e3 e7e6\nmoves d2d3 d7d6\n", &shatranj).unwrap();
/// assert_eq!(own.games()[0].fen(), "rnekfenr/pppp1ppp/4p3/8/8/4P3/PPPP1PPP/RNEKFENR w - - 0 2");
/// // What was written with a header is verified when it is read.
/// let cut = own.write().replace("# count: 2", "# count: 3");
/// assert!(OpeningSet::parse(&cut, &shatranj).is_err());
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone)]
pub struct OpeningSet {
    ruleset: Arc<Ruleset>,
    method: String,
    seed: u64,
    dialect: Dialect,
    openings: Vec<Game>,
}

/// Error in a file of openings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpeningError {
    /// Line number from 1; `None` for the whole file.
    pub line: Option<usize>,
    /// Message: what is wrong, and what would be right.
    pub message: String,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            Some(line) => write!(f, "line {line}: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

impl std::error::Error for OpeningError {}

impl OpeningSet {
    /// Games that stand where the opening ends.
    #[must_use]
    pub fn games(&self) -> &[Game] {
        &self.openings
    }

    /// Description of how the set was made.
    #[must_use]
    pub fn method(&self) -> &str {
        &self.method
    }

    /// Letters that the set was written in.
    #[must_use]
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Frozen set of a ruleset.
    #[must_use]
    pub fn built_in(ruleset: &Arc<Ruleset>) -> Option<OpeningSet> {
        let instance = ruleset.instance.to_string();
        let is_of_instance = |text: &&&str| Header::parse(text).field("ruleset") == Some(instance.as_str());
        let text = BUILT_IN_SETS.iter().find(is_of_instance)?;
        // A test reads all of them; a set of an older revision of the laws does not count.
        OpeningSet::parse(text, ruleset).ok()
    }

    /// Reads a file of openings of this ruleset from which the game goes on, in our letters.
    ///
    /// # Errors
    /// All errors of the file, up to a limit.
    pub fn parse(text: &str, ruleset: &Arc<Ruleset>) -> Result<OpeningSet, Vec<OpeningError>> {
        OpeningSet::parse_in(text, ruleset, DialectChoice::Given(Dialect::Own))
    }

    /// Dialect of a list, recognised from all its lines.
    fn dialect_of_list(text: &str, ruleset: &Ruleset, choice: DialectChoice) -> Dialect {
        if let DialectChoice::Given(dialect) = choice {
            return dialect;
        }
        let mut evidence = DialectEvidence::default();
        for line in text.lines().filter(|line| is_opening(line) && line.len() <= MAX_LINE_BYTES) {
            match line.trim().strip_prefix("moves") {
                Some(moves) => moves.split_whitespace().for_each(|text| evidence.add_move(ruleset, text)),
                None => evidence.add_fen(ruleset, line),
            }
        }
        evidence.verdict().unwrap_or_default()
    }

    /// As [`OpeningSet::parse`], in a dialect, or in the one that the file shows.
    ///
    /// # Errors
    /// As [`OpeningSet::parse`].
    pub fn parse_in(
        text: &str,
        ruleset: &Arc<Ruleset>,
        choice: DialectChoice,
    ) -> Result<OpeningSet, Vec<OpeningError>> {
        let rules = Arc::new(Rules::<Any>::compile(ruleset.clone()));
        if record::has_records(text) {
            let (openings, dialect) = record::positions(text, &rules, choice)?;
            let method = "the positions of game records".to_owned();
            return Ok(OpeningSet { ruleset: ruleset.clone(), method, seed: 0, dialect, openings });
        }
        let dialect = OpeningSet::dialect_of_list(text, ruleset, choice);
        let header = Header::parse(text);
        let mut errors = header.errors(ruleset);
        let (mut openings, mut lines) = (Vec::new(), HashMap::new());
        let mut sum = Sha256::new();
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| is_opening(line)) {
            if errors.len() >= MAX_ERRORS {
                break;
            }
            sum.update(line);
            sum.update("\n");
            match parse_line(&rules, line, dialect) {
                Ok(game) => match lines.insert(game.fen(), number) {
                    None => openings.push(game),
                    Some(first) => {
                        let message = format!("duplicate of the opening in line {first}");
                        errors.push(OpeningError { line: Some(number), message });
                    }
                },
                Err(why) => errors.push(OpeningError { line: Some(number), message: why.into() }),
            }
        }
        errors.extend(
            header.verify(openings.len(), &hex::encode(sum.finalize())).filter(|_| errors.is_empty()),
        );
        if openings.is_empty() && errors.is_empty() {
            let message =
                "no opening found; expected lines with a FEN, EPD, or with `moves` and moves".to_owned();
            errors.push(OpeningError { line: None, message });
        }
        let made = header.field("made").unwrap_or("unknown").to_owned();
        let seed = header.field("seed").and_then(|seed| seed.parse().ok()).unwrap_or(0);
        let set = OpeningSet { ruleset: ruleset.clone(), method: made, seed, dialect, openings };
        if errors.is_empty() { Ok(set) } else { Err(errors) }
    }

    /// The openings as EPD, each with its number as `id`.
    #[must_use]
    pub fn to_epd(&self) -> String {
        let ruleset = &self.ruleset.instance;
        let line =
            |(number, game): (usize, &Game)| epd::from_fen(&game.fen(), &format!("{ruleset} {number}"));
        (1..).zip(&self.openings).map(|opening| line(opening) + "\n").collect()
    }

    /// The openings as PGN: games without moves, each from its position.
    #[must_use]
    pub fn to_pgn(&self) -> String {
        let record = |(number, game): (usize, &Game)| {
            let mut record = Record::new(game.clone());
            for (tag, value) in [("Event", &self.method), ("Round", &number.to_string())] {
                let plain: String = value.chars().filter(|letter| !letter.is_control()).take(200).collect();
                // A value that cannot be set is left out.
                let _ = record.tags.set(tag, &plain);
            }
            record
        };
        pgn::format_all(&(1..).zip(&self.openings).map(record).collect::<Vec<_>>())
    }

    /// The openings as a file with a header and a checksum, which [`OpeningSet::parse`] verifies.
    #[must_use]
    pub fn write(&self) -> String {
        let lines: String = self.openings.iter().map(|game| game.fen() + "\n").collect();
        let mut text = format!("# rukh openings {VERSION}\n");
        let mut field = |name: &str, value: &dyn fmt::Display| {
            let _ = writeln!(text, "# {name}: {value}");
        };
        field("ruleset", &self.ruleset.instance);
        field("revision", &self.ruleset.revision);
        field("made", &self.method);
        field("seed", &self.seed);
        field("count", &self.openings.len());
        field("sha256", &hex::encode(Sha256::digest(&lines)));
        text + &lines
    }
}

fn is_opening(line: &str) -> bool {
    !line.starts_with('#') && !line.trim().is_empty()
}

/// What a file says of itself.
struct Header<'t> {
    version: Option<&'t str>,
    fields: Vec<(&'t str, &'t str)>,
}

impl<'t> Header<'t> {
    fn parse(text: &'t str) -> Header<'t> {
        let lines = text.lines().filter_map(|line| line.strip_prefix('#').map(str::trim));
        let mut header = Header { version: None, fields: Vec::new() };
        for line in lines {
            if let Some(version) = line.strip_prefix("rukh openings ") {
                header.version = header.version.or(Some(version.trim()));
            } else if let Some((name, value)) = line.split_once(':') {
                header.fields.push((name.trim(), value.trim()));
            }
        }
        header
    }

    fn field(&self, name: &str) -> Option<&'t str> {
        self.fields.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }

    /// What is wrong with it before a line has been read.
    fn errors(&self, ruleset: &Ruleset) -> Vec<OpeningError> {
        let mut errors = Vec::new();
        let mut complain = |message| errors.push(OpeningError { line: None, message });
        if let Some(version) = self.version.filter(|version| *version != VERSION.to_string()) {
            complain(format!(
                "openings of version `{version}` are not supported; expected version {VERSION}"
            ));
        }
        let theirs = self.field("ruleset");
        let id = |text: &str| text.parse::<Instance>().map(|instance| instance.id).ok();
        if let Some(theirs) = theirs.filter(|theirs| id(theirs).as_deref() != Some(&ruleset.instance.id)) {
            complain(format!("these are openings of `{theirs}`, not of `{}`", ruleset.instance));
        }
        errors
    }

    /// What shows that lines are not those that were written.
    fn verify(&self, count: usize, sum: &str) -> Option<OpeningError> {
        self.version?;
        let error = |message| Some(OpeningError { line: None, message });
        let Some(count_said) = self.field("count") else {
            return error("the header does not say how many openings there are (`# count: …`)".to_owned());
        };
        if count_said != count.to_string() {
            return error(format!("the header says there are {count_said} openings, but there are {count}"));
        }
        match self.field("sha256") {
            None => error("the header has no sum of its lines (`# sha256: …`)".to_owned()),
            Some(said) if said != sum => error(format!(
                "the openings have been changed: their sum is {sum}, the header says {}",
                said.chars().take(64).collect::<String>()
            )),
            Some(_) => None,
        }
    }
}

fn parse_line(rules: &Arc<Rules<Any>>, line: &str, dialect: Dialect) -> Result<Game, Failure> {
    if line.len() > MAX_LINE_BYTES {
        return Err(format!("the line is longer than {MAX_LINE_BYTES} bytes").into());
    }
    let game = match line.trim().strip_prefix("moves") {
        Some(moves) => {
            let mut game = begin_turns(Game::from_rules(rules.clone()));
            for text in moves.split_whitespace() {
                let found = coordinate::parse_legal_in(rules.ruleset(), &game.legal_moves(), text, dialect);
                let found =
                    found.or_else(|_| game.legal_move(text)).map_err(|refusal| refusal.to_string())?;
                game.play(found, None).map_err(|refusal| refusal.to_string())?;
            }
            game
        }
        None => {
            return from_fen(rules, &epd::to_fen(line)?, dialect);
        }
    };
    as_opening(&game)
}

/// The opening of a FEN, where turns begin.
///
/// # Errors
/// Everything that is wrong with it, or that the game is over there.
pub(crate) fn from_fen(rules: &Arc<Rules<Any>>, text: &str, dialect: Dialect) -> Result<Game, Failure> {
    let start = fen::parse(rules, text, dialect).map_err(|errors| fen::join_errors(&errors))?;
    as_opening(&begin_turns(Game::from_position(rules.clone(), start)))
}

/// The opening where a game stands: the position only, without the moves before it.
fn as_opening(game: &Game) -> Result<Game, Failure> {
    match game.node() {
        Node::Over(over) => Err(format!("the game is over here: {}", over.message(game.ruleset())).into()),
        _ => Ok(Game::from_position(game.rules().clone(), *game.position())),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{BUILT_IN_SETS, Header, OpeningGenerator, OpeningSet};
    use rukh_rules::Ruleset;
    use rukh_rules::notation::dialect::{Dialect, DialectChoice};

    fn named(id: &str) -> Arc<Ruleset> {
        Arc::new(Ruleset::named(id).expect("a built-in ruleset"))
    }

    fn small(id: &str) -> OpeningSet {
        OpeningGenerator { nodes: 200, ..OpeningGenerator::new(&named(id), 6, 3) }
            .generate(&named(id))
            .expect("the engine plays")
    }

    fn complaint(text: &str) -> String {
        OpeningSet::parse(text, &named("shatranj")).expect_err("something is wrong")[0].to_string()
    }

    #[test]
    fn set_written_and_read_is_the_same() {
        for id in ["shatranj", "senterej", "oblong-dice", "mideast"] {
            let set = small(id);
            let text = set.write();
            assert_eq!(set.games().len(), 6, "{id}");
            assert_eq!(text, small(id).write(), "the same seed makes the same set");
            let read = OpeningSet::parse(&text, &named(id)).expect("a sound file");
            let positions =
                |set: &OpeningSet| -> Vec<_> { set.games().iter().map(|game| *game.position()).collect() };
            assert_eq!(positions(&read), positions(&set), "a FEN tells all of {id}");
            assert_eq!(read.write(), text);
        }
    }

    #[test]
    fn changed_set_is_refused() {
        let text = small("shatranj").write();
        let last = text.lines().last().expect("a line");
        assert!(complaint(&text.replace(last, "")).contains("says there are 6 openings, but there are 5"));
        let other = last.replace(" w ", " b ").replace(" b ", " w ").replace(" 0 ", " 1 ");
        let changed = if other == last { last.to_owned() + " " } else { other };
        assert!(complaint(&text.replace(last, &changed)).contains("have been changed"));
        assert!(complaint(&text.replace("sha256", "sha255")).contains("no sum"));
        assert!(complaint(&text.replace("openings 1", "openings 2")).contains("version `2`"));
        assert!(complaint(&small("oblong").write()).contains("openings of `oblong`"));
    }

    #[test]
    fn list_without_header_is_read() {
        let read = |text: &str| OpeningSet::parse(text, &named("shatranj"));
        let set = read("# mine\n\nmoves e2e3 e7e6\nrnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR b - - 0 1\n");
        assert_eq!(set.expect("a sound list").games().len(), 2);
        assert!(complaint("moves e2e5").starts_with("line 1: "));
        let twice = complaint("moves e2e3 e7e6\n\nmoves d2d3\nmoves e2e3 e7e6");
        assert_eq!(twice, "line 4: duplicate of the opening in line 1");
        assert!(complaint("8/8 w").starts_with("line 1: "));
        assert!(complaint("k7/8/8/8/8/8/8/K7 w - - 0 1").contains("the game is over"));
        assert!(complaint("# nothing").contains("no opening"));
    }

    #[test]
    fn openings_in_another_dialect_are_the_same() {
        let ruleset = named("shatranj");
        let theirs = "moves e2e3 e7e6\nrnbkqbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBKQBNR b 0 1\n\
            kr6/4P3/8/8/8/8/1Q6/K6R w - 0 1\n";
        let own = "moves e2e3 e7e6\nrnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR b - - 0 1\n\
            kr6/4P3/8/8/8/8/1F6/K6R w - - 0 1\n";
        let read = |text| OpeningSet::parse_in(text, &ruleset, DialectChoice::Auto).expect("a sound list");
        assert_eq!((read(theirs).dialect(), read(own).dialect()), (Dialect::FairyStockfish, Dialect::Own));
        assert_eq!(read(theirs).write(), read(own).write());
        assert!(complaint(theirs).starts_with("line 2: "), "in our letters it is wrong");
    }

    #[test]
    fn set_as_epd_and_pgn_has_the_same_positions() {
        for id in ["shatranj", "senterej", "oblong-dice", "mideast"] {
            let set = small(id);
            let read = |text: &str| -> Vec<String> {
                let read = OpeningSet::parse_in(text, &named(id), DialectChoice::Auto).expect("our own");
                read.games().iter().map(|game| game.fen()).collect()
            };
            let fens: Vec<String> = set.games().iter().map(|game| game.fen()).collect();
            assert!(set.to_epd().starts_with(fens[0].split(' ').next().expect("a placement")), "{id}");
            assert!(set.to_epd().contains(&format!("id \"{id} 6\";")), "{id}");
            assert_eq!((read(&set.to_epd()), read(&set.to_pgn())), (fens.clone(), fens), "{id}");
        }
    }

    #[test]
    fn epd_and_games_are_openings_as_lists_are() {
        let read = |text: &str| OpeningSet::parse_in(text, &named("shatranj"), DialectChoice::Auto);
        let fens = |text: &str| -> Vec<String> {
            read(text).expect("sound openings").games().iter().map(|game| game.fen()).collect()
        };
        let list = fens("moves e2e3 e7e6\nmoves b1c3");
        let fields = |fen: &str| fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let epd = format!(
            "{} hmvc 0; fmvn 2; id \"open; 1\";\n{} c0 \"second\"; hmvc 1; fmvn 1; bm Nf6;\n",
            fields(&list[0]),
            fields(&list[1])
        );
        assert_eq!(fens(&epd), list);
        // A result that the record states does not end an opening; a tag may be missing.
        let pgn = "[Event \"a\"]\n\n1. e3 (1. d3) e6 {a comment} 1-0\n\n[Variant \"Shatranj\"]\n\n1. Nc3 *\n";
        assert_eq!(fens(pgn), list);
        let twice =
            "[Variant \"Shatranj\"]\n\n1. e3 e6 2. d3 *\n\n[Variant \"Shatranj\"]\n\n1. d3 e6 2. e3 *\n";
        assert_eq!(fens(twice).len(), 1, "transpositions are one opening");
        let theirs = "[Variant \"shatranj\"]\n[FEN \"kr6/4P3/8/8/8/8/1Q6/K6R w - - 0 1\"]\n\n1. e8=Q *\n";
        assert_eq!(read(theirs).expect("a game").dialect(), Dialect::FairyStockfish);
        let wrong = |text: &str| read(text).expect_err(text)[0].to_string();
        assert!(wrong("[Variant \"oblong\"]\n\n*\n").contains("line 1: this is a game of `oblong`"));
        assert!(wrong("[Event \"a\"]\n\n1. e5 *\n").starts_with("line 3: "));
        let mate = "[FEN \"7k/8/6K1/8/8/8/8/R6r w - - 0 1\"]\n\n1. Rxh1 1-0\n";
        assert!(wrong(mate).contains("the game is over here"));
        assert!(wrong("[Event \"no game\"").contains("line"));
    }

    #[test]
    fn frozen_sets_are_valid() {
        for text in BUILT_IN_SETS {
            let instance = Header::parse(text).field("ruleset").expect("a ruleset").to_owned();
            let set = OpeningSet::parse(text, &named(&instance)).expect("a sound file");
            assert!(set.games().len() >= 200 && text.len() < 40_000, "{instance}");
            assert_eq!(set.write(), **text, "{instance}");
            assert!(OpeningSet::built_in(&named(&instance)).is_some());
        }
    }
}
