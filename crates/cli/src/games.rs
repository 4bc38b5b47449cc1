//! Files of games, read game by game in constant memory.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, bail};
use rukh_rules::notation::dialect::Dialect;
use rukh_rules::notation::reading::{
    Diagnostic, GameFormat, GameReader, InputLine, LineError, MAX_GAME_BYTES, ReadGame, Strictness, no_game,
};
use rukh_rules::notation::text::{self, DecodeError};

use crate::args::DialectWord;
use crate::dialect;
use crate::library::Library;

/// The valid games of a file. Errors and warnings are printed on standard error with the number
/// of the game and the line; a strict reader stops at the first error.
pub struct GameFile<'l> {
    path: PathBuf,
    games: GameReader<'l, Lines<Box<dyn BufRead>>>,
    strictness: Strictness,
    dialect: DialectWord,
    good: usize,
    bad: usize,
    /// Games whose letters were recognised as another program's.
    recognised: usize,
}

impl<'l> GameFile<'l> {
    /// Opens a file of PGN or JSON Lines; `-` is standard input.
    ///
    /// # Errors
    /// The file cannot be opened.
    pub fn open(
        path: &Path,
        library: &'l Library,
        strictness: Strictness,
        dialect: DialectWord,
    ) -> anyhow::Result<GameFile<'l>> {
        let reader: Box<dyn BufRead> = if path == Path::new("-") {
            Box::new(BufReader::new(io::stdin()))
        } else {
            let cannot = || format!("{} cannot be read", path.display());
            let file = File::open(path).with_context(cannot)?;
            if file.metadata().with_context(cannot)?.is_dir() {
                bail!("{}: it is a directory; name a file in it", cannot());
            }
            Box::new(BufReader::with_capacity(1 << 16, file))
        };
        let games = GameReader::new(Lines::new(reader), library, strictness).in_dialect(dialect.into());
        Ok(GameFile { path: path.to_owned(), games, strictness, dialect, good: 0, bad: 0, recognised: 0 })
    }

    /// Format of the games.
    pub fn format(&self) -> GameFormat {
        self.games.format()
    }

    /// Number of valid games so far.
    pub fn good(&self) -> usize {
        self.good
    }

    /// Number of invalid games so far.
    pub fn bad(&self) -> usize {
        self.bad
    }

    /// Prints a summary after the last game; the exit code is 1 if some games were invalid.
    ///
    /// # Errors
    /// There was no game at all.
    pub fn close(self) -> anyhow::Result<ExitCode> {
        let path = self.path.display();
        if self.good + self.bad == 0 {
            bail!("{path} cannot be read: {}", no_game(self.format()));
        }
        if self.recognised > 0 {
            let games = format!("{path}: {} of {} games were", self.recognised, self.good);
            dialect::announce(&games, Dialect::FairyStockfish, self.dialect);
        }
        if self.bad == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        match self.strictness {
            Strictness::Strict => {
                eprintln!("error: {path}: stopped at the first bad game, because of --strict")
            }
            Strictness::Lenient => {
                eprintln!("error: {path}: {} of {} games could not be read", self.bad, self.good + self.bad);
            }
        }
        Ok(ExitCode::from(1))
    }

    fn report(&self, what: &str, number: usize, all: &[Diagnostic]) {
        for one in all {
            eprintln!("{what}: {}: game {number}, {one}", self.path.display());
        }
    }
}

impl Iterator for GameFile<'_> {
    type Item = ReadGame;

    fn next(&mut self) -> Option<ReadGame> {
        loop {
            if self.bad > 0 && self.strictness == Strictness::Strict {
                return None;
            }
            match self.games.next()? {
                Ok(game) => {
                    self.good += 1;
                    self.recognised += usize::from(game.dialect == Dialect::FairyStockfish);
                    self.report("warning", game.number, &game.warnings);
                    return Some(game);
                }
                Err(error) => {
                    self.bad += 1;
                    self.report("error", error.number, &error.diagnostics);
                }
            }
        }
    }
}

/// The lines of a text of any size; `\n`, `\r\n` and `\r` alone end them.
struct Lines<R> {
    reader: R,
    /// Whether the last line ended with `\r`, to which a `\n` may belong.
    after_return: bool,
    has_ended: bool,
    /// Numbers of bytes and lines consumed.
    consumed: usize,
    number: usize,
}

/// A line as bytes.
struct RawLine {
    /// Its bytes, at most `MAX_GAME_BYTES`.
    bytes: Vec<u8>,
    /// Its whole length in bytes.
    length: usize,
    /// Offset of its first byte in the file.
    start: usize,
}

impl<R: BufRead> Lines<R> {
    fn new(reader: R) -> Lines<R> {
        Lines { reader, after_return: false, has_ended: false, consumed: 0, number: 0 }
    }

    fn take(&mut self) -> io::Result<Option<RawLine>> {
        let mut line = RawLine { bytes: Vec::new(), length: 0, start: self.consumed };
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok((line.length > 0).then_some(line));
            }
            if std::mem::take(&mut self.after_return) && buffer[0] == b'\n' {
                self.reader.consume(1);
                self.consumed += 1;
                line.start = self.consumed;
                continue;
            }
            let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &buffer[..end.unwrap_or(buffer.len())];
            line.length += part.len();
            let capacity = MAX_GAME_BYTES.saturating_sub(line.bytes.len());
            line.bytes.extend_from_slice(&part[..part.len().min(capacity)]);
            self.after_return = end.is_some_and(|end| buffer[end] == b'\r');
            let consumed = part.len() + usize::from(end.is_some());
            self.reader.consume(consumed);
            self.consumed += consumed;
            if end.is_some() {
                return Ok(Some(line));
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = InputLine;

    fn next(&mut self) -> Option<InputLine> {
        if self.has_ended {
            return None;
        }
        self.number += 1;
        match self.take() {
            Ok(None) => None,
            Ok(Some(line)) if line.length > MAX_GAME_BYTES => {
                Some(Err(LineError::Line(format!("the line is longer than {MAX_GAME_BYTES} bytes"))))
            }
            Ok(Some(line)) => Some(decode(&line, self.number)),
            Err(error) => {
                self.has_ended = true;
                Some(Err(LineError::End(format!("the file cannot be read on from here: {error}"))))
            }
        }
    }
}

/// A line as text; an error names its place in the whole file.
fn decode(line: &RawLine, number: usize) -> InputLine {
    match text::decode(&line.bytes) {
        Ok(text) => Ok(text.into_owned()),
        Err(error) => {
            let placed = DecodeError { at: line.start + error.at, line: number, ..error };
            Err(LineError::Line(placed.to_string()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{InputLine, LineError, Lines, MAX_GAME_BYTES};
    use std::io::BufReader;

    fn lines(bytes: &[u8], capacity: usize) -> Vec<InputLine> {
        Lines::new(BufReader::with_capacity(capacity, bytes)).collect()
    }

    #[test]
    fn lines_with_any_line_ending_are_split() {
        for capacity in [1, 2, 3, 64] {
            let found: Vec<String> = lines(b"a\n\nb\r\n\r\nc\r\rd", capacity).into_iter().flatten().collect();
            assert_eq!(found, ["a", "", "b", "", "c", "", "d"], "{capacity}");
        }
        assert!(lines(b"", 8).is_empty());
    }

    #[test]
    fn line_that_cannot_be_decoded_names_the_byte_in_the_file() {
        let found = lines(b"R\xE9ti\r\n\xC3\xA9\xE9\nend", 4);
        assert_eq!((found[0].as_deref(), found[2].as_deref()), (Ok("R\u{e9}ti"), Ok("end")));
        let Err(LineError::Line(message)) = &found[1] else { panic!("{found:?}") };
        assert!(message.starts_with("byte 9 (line 2): 0xE9"), "{message}");
    }

    #[test]
    fn line_that_is_too_long_is_skipped() {
        let long = [vec![b'x'; MAX_GAME_BYTES + 1], b"\nend".to_vec()].concat();
        let found = lines(&long, 1 << 16);
        assert!(matches!(&found[0], Err(LineError::Line(message)) if message.contains("longer than")));
        assert_eq!(found[1].as_deref(), Ok("end"));
    }
}
