//! Training data: positions of self-play, in files that grow game by game.
//!
//! | bytes | content |
//! |---|---|
//! | 8 | `RUKHDATA` |
//! | 1 | version of the format |
//! | 4 | length of the header |
//! | … | the header as JSON: ruleset, fingerprint of its laws, and how the games are played |
//!
//! Then follow the games in the order of their numbers, each as the length of its content (4 bytes), a
//! checksum of it (8 bytes) and the content: the result, and for each position the score for White in
//! centipawns (2 bytes), the length of its FEN (2 bytes) and the FEN. Numbers are little-endian. A file
//! whose last game is cut off continues where its last whole game ends; one that is damaged before its end
//! is refused, and nothing of it is removed.

use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rukh_engine::{Engine, SearchLimits};
use rukh_lab::opening::{OpeningGenerator, OpeningSet};
use rukh_lab::tuning::{LabelledPosition, SelfPlay, play_game, quiet_score, start_of_turns};
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::shape::Any;
use rukh_rules::{Game, Rules, Ruleset, Side};
use serde::{Deserialize, Serialize};

const MAGIC: &[u8; 8] = b"RUKHDATA";
const VERSION: u8 = 1;
/// Maximum length of the header and of a game, in bytes.
const MAX_PART_BYTES: u32 = 1 << 16;
/// Openings that games with a werera start from.
const OPENINGS: usize = 300;
/// Entries of an engine's table: few, since each search is short and looks through a part of the table.
const TT_ENTRIES: usize = 1 << 15;
/// Games that are played before they are written together.
const BATCH: u64 = 32;
/// Maximum number of positions of a game that are kept.
pub const MAX_POSITIONS: usize = 16;

/// How the games of a file are played.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct DataHeader {
    /// The instance of the ruleset.
    pub ruleset: String,
    /// The fingerprint of its laws: 16 hexadecimal digits.
    pub fingerprint: String,
    /// Node limit of each move.
    pub nodes: u64,
    /// Node limit of a second search of each position that is kept, whose score is taken; without it the score
    /// is that of the search that chose the move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label_nodes: Option<u64>,
    /// Number of plies after which a game counts as a draw.
    pub max_plies: usize,
    /// Random seed.
    pub seed: u64,
}

impl DataHeader {
    /// The header of games of a ruleset.
    #[must_use]
    pub fn new(ruleset: &Ruleset, nodes: u64, max_plies: usize, seed: u64) -> DataHeader {
        DataHeader {
            ruleset: ruleset.instance.to_string(),
            fingerprint: ruleset.hash(),
            nodes,
            label_nodes: None,
            max_plies,
            seed,
        }
    }

    /// With a second search of each position that is kept.
    #[must_use]
    pub fn with_label_nodes(self, label_nodes: Option<u64>) -> DataHeader {
        DataHeader { label_nodes, ..self }
    }
}

/// Why a file of training data cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum DataError {
    /// Reading or writing failed.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// The cause.
        source: io::Error,
    },
    /// The content is not training data of this version.
    #[error("{path}: {reason}")]
    Malformed {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        reason: String,
    },
    /// The games of the file are played in another way.
    #[error("{path} has games of another kind: {there} there, {here} here")]
    Different {
        /// The file.
        path: PathBuf,
        /// The header of the file.
        there: String,
        /// The header that is wanted.
        here: String,
    },
    /// Another program adds games to the file.
    #[error("{0}: another program adds games to this file")]
    Busy(PathBuf),
    /// The werera of the ruleset cannot be set up.
    #[error("the werera cannot be set up: {0}")]
    Openings(String),
}

/// A file of training data: its header, the games in it, and where they end.
#[derive(Debug)]
pub struct DataFile {
    path: PathBuf,
    file: File,
    header: DataHeader,
    games: u64,
    positions: u64,
    /// Where the last whole game ends.
    end: u64,
    /// Bytes of a game that was cut off there.
    cut_off: u64,
}

impl DataFile {
    /// Opens a file to add games to it, or creates it. A game that was cut off at the end is removed. Until the
    /// file is closed, no other program can do so.
    ///
    /// # Errors
    /// The file cannot be opened, is no training data or damaged, has games of another kind, or is opened so
    /// elsewhere.
    pub fn open_or_create(path: &Path, header: &DataHeader) -> Result<DataFile, DataError> {
        let io = |source| DataError::Io { path: path.to_owned(), source };
        let mut options = OpenOptions::new();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).map_err(io)?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => DataError::Busy(path.to_owned()),
            TryLockError::Error(source) => io(source),
        })?;
        if file.metadata().map_err(io)?.len() == 0 {
            let text = serde_json::to_vec(header).expect("a header is JSON");
            let length = u32::try_from(text.len()).expect("a header is short");
            let parts = [&MAGIC[..], &[VERSION], &length.to_le_bytes(), &text];
            file.write_all(&parts.concat()).map_err(io)?;
            file.rewind().map_err(io)?;
        }
        let mut data = DataFile::read(path, file, &mut |_, _| ())?;
        if data.header != *header {
            let text = |header: &DataHeader| serde_json::to_string(header).unwrap_or_default();
            let (there, here) = (text(&data.header), text(header));
            return Err(DataError::Different { path: path.to_owned(), there, here });
        }
        data.file.set_len(data.end).map_err(io)?;
        data.file.seek(SeekFrom::Start(data.end)).map_err(io)?;
        Ok(data)
    }

    /// Opens a file and passes on its positions, each with the number of its game.
    ///
    /// # Errors
    /// The file cannot be read or is no training data.
    pub fn open(path: &Path, visit: &mut dyn FnMut(u64, LabelledPosition)) -> Result<DataFile, DataError> {
        let file = File::open(path).map_err(|source| DataError::Io { path: path.to_owned(), source })?;
        DataFile::read(path, file, visit)
    }

    fn read(
        path: &Path,
        file: File,
        visit: &mut dyn FnMut(u64, LabelledPosition),
    ) -> Result<DataFile, DataError> {
        let malformed =
            |reason: &str| DataError::Malformed { path: path.to_owned(), reason: reason.to_owned() };
        let io = |source| DataError::Io { path: path.to_owned(), source };
        let mut reader = BufReader::new(&file);
        let mut start = [0; 13];
        reader.read_exact(&mut start).map_err(|_| malformed("this is no training data"))?;
        if &start[..8] != MAGIC {
            return Err(malformed("this is no training data"));
        }
        if start[8] != VERSION {
            let reason = format!("version {} of the format is unknown; {VERSION} is read", start[8]);
            return Err(malformed(&reason));
        }
        let length = u32::from_le_bytes([start[9], start[10], start[11], start[12]]);
        if length > MAX_PART_BYTES {
            return Err(malformed("the header is too long"));
        }
        let mut text = vec![0; length as usize];
        reader.read_exact(&mut text).map_err(|_| malformed("the header is cut off"))?;
        let header = serde_json::from_slice(&text).map_err(|error| malformed(&format!("header: {error}")))?;
        let (mut games, mut positions, mut end) = (0, 0, 13 + u64::from(length));
        let damaged = |games: u64, end: u64| {
            malformed(&format!(
                "the game after the first {games} is damaged, at byte {end}; to keep those before it, cut the \
                 file off there"
            ))
        };
        loop {
            let content = match read_block(&mut reader).map_err(io)? {
                Block::Game(content) => content,
                Block::End => break,
                Block::Damaged => return Err(damaged(games, end)),
            };
            let block = parse_game(&content).ok_or_else(|| damaged(games, end))?;
            positions += block.len() as u64;
            block.into_iter().for_each(|position| visit(games, position));
            games += 1;
            end += 12 + content.len() as u64;
        }
        drop(reader);
        let cut_off = file.metadata().map_err(io)?.len() - end;
        Ok(DataFile { path: path.to_owned(), file, header, games, positions, end, cut_off })
    }

    /// How the games are played.
    #[must_use]
    pub fn header(&self) -> &DataHeader {
        &self.header
    }

    /// Number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Number of positions.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// Number of bytes of a game that was cut off at the end when the file was opened.
    #[must_use]
    pub fn cut_off(&self) -> u64 {
        self.cut_off
    }

    /// Plays games until the file has as many; `report` gets the file after each batch. The content depends
    /// on the header alone, not on the number of threads or on interruptions.
    ///
    /// # Errors
    /// The file cannot be written, or the werera cannot be set up.
    pub fn extend(
        &mut self,
        ruleset: &Arc<Ruleset>,
        games: u64,
        threads: usize,
        report: &mut dyn FnMut(&DataFile),
    ) -> Result<(), DataError> {
        let openings = ruleset
            .has_werera()
            .then(|| OpeningGenerator::new(ruleset, OPENINGS, self.header.seed).generate(ruleset))
            .transpose()
            .map_err(|error| DataError::Openings(error.to_string()))?;
        let start = start_of_turns(ruleset);
        let engine = || Engine::with_tt_entries(ruleset.clone(), TT_ENTRIES);
        let mut engines: Vec<Engine> = (0..threads.max(1)).map(|_| engine()).collect();
        while self.games < games {
            let batch = self.games..(self.games + BATCH).min(games);
            let played = self.play_batch(&start, openings.as_ref(), &mut engines, batch.clone());
            let mut bytes = Vec::new();
            for game in &played {
                write_game(game, &mut bytes);
                self.positions += game.len() as u64;
            }
            let io = |source| DataError::Io { path: self.path.clone(), source };
            self.file.write_all(&bytes).map_err(io)?;
            self.end += bytes.len() as u64;
            self.games = batch.end;
            report(self);
        }
        Ok(())
    }

    /// Plays games on all engines at once, and returns their positions in the order of the games.
    fn play_batch(
        &self,
        start: &Game,
        openings: Option<&OpeningSet>,
        engines: &mut [Engine],
        batch: std::ops::Range<u64>,
    ) -> Vec<Vec<LabelledPosition>> {
        let settings = SelfPlay {
            games: batch.end,
            nodes: self.header.nodes,
            seed: self.header.seed,
            max_plies: self.header.max_plies,
            one_in: 1,
            concurrency: 1,
        };
        let next = std::sync::atomic::AtomicU64::new(batch.start);
        let played = std::sync::Mutex::new(Vec::new());
        std::thread::scope(|scope| {
            for engine in engines {
                scope.spawn(|| {
                    loop {
                        let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                        if number >= batch.end {
                            return;
                        }
                        let all = play_game(start, openings, &settings, number, engine);
                        let mut kept = sample(all, mix(mix(settings.seed ^ 1) ^ number));
                        if let Some(nodes) = self.header.label_nodes {
                            kept.retain_mut(|position| search_again(start.rules(), position, nodes, engine));
                        }
                        played.lock().expect("no thread panics while it holds the lock").push((number, kept));
                    }
                });
            }
        });
        let mut played = played.into_inner().expect("no thread panics while it holds the lock");
        played.sort_by_key(|(number, _)| *number);
        played.into_iter().map(|(_, positions)| positions).collect()
    }
}

/// At most [`MAX_POSITIONS`] positions of a game, chosen at random, in their order.
fn sample(all: Vec<LabelledPosition>, seed: u64) -> Vec<LabelledPosition> {
    let mut random = SplitMix64::new(seed);
    let mut wanted = MAX_POSITIONS.min(all.len());
    let mut left = all.len();
    let is_kept = |_: &LabelledPosition| {
        let kept = random.below(left) < wanted;
        left -= 1;
        wanted -= usize::from(kept);
        kept
    };
    all.into_iter().filter(is_kept).collect()
}

/// Takes the score of a longer search; false where the position is no longer quiet in it.
fn search_again(
    rules: &Arc<Rules<Any>>,
    position: &mut LabelledPosition,
    nodes: u64,
    engine: &mut Engine,
) -> bool {
    let Ok(start) = fen::parse(rules, &position.fen, Dialect::Own) else { return false };
    let game = Game::from_position(rules.clone(), start);
    let score = quiet_score(&game, &engine.search(&game, &SearchLimits::nodes(nodes), 0));
    let sign = if game.position().turn() == Side::White { 1 } else { -1 };
    position.score = sign * score.unwrap_or_default();
    score.is_some()
}

/// What comes next in a file.
enum Block {
    /// The content of a game.
    Game(Vec<u8>),
    /// Nothing more, or a game that was cut off.
    End,
    /// Bytes that are no game, with others after them.
    Damaged,
}

fn read_block(reader: &mut impl BufRead) -> io::Result<Block> {
    let mut head = [0; 12];
    let is_whole = |result: io::Result<()>| match result {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    };
    if !is_whole(reader.read_exact(&mut head))? {
        return Ok(Block::End);
    }
    let (length, sum) = head.split_at(4);
    let length = u32::from_le_bytes(length.try_into().expect("four bytes"));
    if length > MAX_PART_BYTES {
        return Ok(Block::Damaged);
    }
    let mut content = vec![0; length as usize];
    if !is_whole(reader.read_exact(&mut content))? {
        return Ok(Block::End);
    }
    if checksum(&content).to_le_bytes() == sum {
        return Ok(Block::Game(content));
    }
    // Of the last write the length may have reached the disk and the rest not.
    Ok(if reader.fill_buf()?.is_empty() { Block::End } else { Block::Damaged })
}

/// A checksum of bytes.
fn checksum(bytes: &[u8]) -> u64 {
    bytes.iter().fold(bytes.len() as u64, |sum, byte| mix(sum ^ u64::from(*byte)))
}

fn write_game(positions: &[LabelledPosition], bytes: &mut Vec<u8>) {
    let result = positions.first().map_or(1, |first| (2.0 * first.result) as u8);
    let mut content = vec![result];
    for position in positions {
        let score = position.score.clamp(i16::MIN.into(), i16::MAX.into()) as i16;
        let length = u16::try_from(position.fen.len()).expect("a FEN has a few bytes for each cell");
        content.extend(score.to_le_bytes());
        content.extend(length.to_le_bytes());
        content.extend(position.fen.as_bytes());
    }
    bytes.extend((content.len() as u32).to_le_bytes());
    bytes.extend(checksum(&content).to_le_bytes());
    bytes.extend(content);
}

fn parse_game(content: &[u8]) -> Option<Vec<LabelledPosition>> {
    let (result, mut rest) = content.split_first()?;
    let result = match result {
        0..=2 => f32::from(*result) / 2.0,
        _ => return None,
    };
    let mut positions = Vec::new();
    while let Some((&[low, high, short, long], after)) = rest.split_first_chunk() {
        let (fen, more) = after.split_at_checked(u16::from_le_bytes([short, long]).into())?;
        let score = i16::from_le_bytes([low, high]).into();
        positions.push(LabelledPosition { fen: std::str::from_utf8(fen).ok()?.to_owned(), score, result });
        rest = more;
    }
    rest.is_empty().then_some(positions)
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::PathBuf;
    use std::sync::Arc;

    use rukh_lab::tuning::LabelledPosition;
    use rukh_rules::Ruleset;

    use super::{DataError, DataFile, DataHeader, MAX_POSITIONS, parse_game, write_game};

    /// A path in a folder that is removed in the end.
    struct Place(PathBuf);

    impl Place {
        fn new(name: &str) -> Place {
            let folder = std::env::temp_dir().join(format!("rukh-train-{name}-{}", std::process::id()));
            fs::create_dir_all(&folder).expect("a folder for the test");
            Place(folder)
        }
    }

    impl Drop for Place {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn oblong() -> (Arc<Ruleset>, DataHeader) {
        let ruleset = Arc::new(Ruleset::named("oblong-dice").expect("a built-in ruleset"));
        let header = DataHeader::new(&ruleset, 20, 80, 1);
        (ruleset, header)
    }

    #[test]
    fn interrupted_file_goes_on_to_the_same_bytes() {
        let place = Place::new("resume");
        let (ruleset, header) = oblong();
        let [whole, cut] = ["whole", "cut"].map(|name| place.0.join(name));
        let mut file = DataFile::open_or_create(&whole, &header).expect("a new file");
        file.extend(&ruleset, 40, 2, &mut |_| ()).expect("games are written");
        assert_eq!(file.games(), 40);
        let bytes = fs::read(&whole).expect("the file");
        for length in [bytes.len() / 2, bytes.len() - 1] {
            fs::write(&cut, &bytes[..length]).expect("a shorter file");
            let mut file = DataFile::open_or_create(&cut, &header).expect("a file that is cut off");
            assert!(file.games() < 40 && file.cut_off() > 0);
            file.extend(&ruleset, 40, 1, &mut |_| ()).expect("games are written");
            assert!(fs::read(&cut).expect("the file") == bytes, "{length}");
        }
        let mut counts = vec![0; 40];
        let read = DataFile::open(&whole, &mut |game, one| {
            counts[game as usize] += 1;
            assert!([0.0, 0.5, 1.0].contains(&one.result) && one.fen.contains('/'));
        });
        assert_eq!(read.expect("it can be read").positions(), counts.iter().sum::<usize>() as u64);
        assert!(counts.iter().all(|count| *count <= MAX_POSITIONS) && counts.contains(&MAX_POSITIONS));
    }

    #[test]
    fn label_nodes_change_scores_and_keep_the_games() {
        let place = Place::new("labels");
        let (ruleset, header) = oblong();
        let read = |name: &str, header: &DataHeader| {
            let path = place.0.join(name);
            let mut file = DataFile::open_or_create(&path, header).expect("a new file");
            file.extend(&ruleset, 6, 1, &mut |_| ()).expect("games are written");
            let mut positions = Vec::new();
            DataFile::open(&path, &mut |_, one| positions.push(one)).expect("it can be read");
            (file.header().label_nodes, positions)
        };
        let (none, played) = read("played", &header);
        let (some, labelled) = read("labelled", &header.with_label_nodes(Some(200)));
        assert_eq!((none, some), (None, Some(200)));
        assert!(!labelled.is_empty() && labelled.len() <= played.len());
        let original = |one: &LabelledPosition| played.iter().find(|other| other.fen == one.fen);
        let pairs = labelled.iter().map(|one| (one, original(one).expect("a position of the same games")));
        let changed = pairs.filter(|(one, other)| one.score != other.score).count();
        assert!(changed > labelled.len() / 2, "{changed} of {}", labelled.len());
    }

    #[test]
    fn file_of_other_games_or_of_no_games_is_refused() {
        let place = Place::new("refused");
        let (_, header) = oblong();
        let path = place.0.join("data");
        drop(DataFile::open_or_create(&path, &header).expect("a new file"));
        let other = DataHeader { nodes: 21, ..header.clone() };
        let said = DataFile::open_or_create(&path, &other).expect_err("other games");
        assert!(matches!(said, DataError::Different { .. }), "{said}");
        let mut bytes = fs::read(&path).expect("the file");
        bytes[8] = 2;
        fs::write(&path, &bytes).expect("another version");
        let said = DataFile::open(&path, &mut |_, _| ()).expect_err("another version").to_string();
        assert!(said.contains("version 2 of the format is unknown"), "{said}");
        fs::write(&path, "hello").expect("a text");
        let said = DataFile::open_or_create(&path, &header).expect_err("a text").to_string();
        assert!(said.contains("no training data"), "{said}");
        assert_eq!(fs::read(&path).expect("the file"), b"hello", "nothing was written");
    }
    #[test]
    fn damaged_file_is_refused_and_nothing_of_it_removed() {
        let place = Place::new("damaged");
        let (ruleset, header) = oblong();
        let path = place.0.join("data");
        let mut file = DataFile::open_or_create(&path, &header).expect("a new file");
        file.extend(&ruleset, 6, 1, &mut |_| ()).expect("games are written");
        drop(file);
        let whole = fs::read(&path).expect("the file");
        for place in [whole.len() / 3, whole.len() / 2] {
            let mut bytes = whole.clone();
            bytes[place] ^= 4;
            fs::write(&path, &bytes).expect("a damaged file");
            let said = DataFile::open_or_create(&path, &header).expect_err("damaged").to_string();
            assert!(said.contains("is damaged, at byte "), "{said}");
            assert!(fs::read(&path).expect("the file") == bytes, "nothing was removed");
            let at: usize = said.split("byte ").nth(1).unwrap().split(';').next().unwrap().parse().unwrap();
            fs::write(&path, &bytes[..at]).expect("the part before it");
            let mut file = DataFile::open_or_create(&path, &header).expect("sound again");
            file.extend(&ruleset, 6, 1, &mut |_| ()).expect("games are written");
            assert!(fs::read(&path).expect("the file") == whole, "the same games again");
        }
    }

    #[test]
    fn file_is_added_to_by_one_program() {
        let place = Place::new("busy");
        let (_, header) = oblong();
        let path = place.0.join("data");
        let first = DataFile::open_or_create(&path, &header).expect("a new file");
        let said = DataFile::open_or_create(&path, &header).expect_err("it is open");
        assert!(matches!(said, DataError::Busy(_)), "{said}");
        drop(first);
        DataFile::open_or_create(&path, &header).expect("it is closed");
    }

    #[test]
    fn positions_of_the_largest_boards_are_read_back() {
        let long = vec!["k".repeat(16); 16].join("/") + " w - - 0 1";
        let one = |fen: &str, score| LabelledPosition { fen: fen.to_owned(), score, result: 1.0 };
        let game = [one(&long, -7), one("k/1/K w - - 0 1", 300)];
        let mut bytes = Vec::new();
        write_game(&game, &mut bytes);
        assert_eq!(parse_game(&bytes[12..]).as_deref(), Some(&game[..]));
    }
}
