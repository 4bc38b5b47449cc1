//! Evidence: executed examples of the laws, read from the Markdown files of `evidence/`.
//!
//! An example is a fenced `evidence` block of `key: value` lines with a position;
//! `evidence/README.md` says what each key claims. This module reads the blocks and
//! sets up their games; a test of this crate checks the claims, and the library
//! shows the positions.

use std::fmt;
use std::sync::Arc;

use crate::game::{Event, Game};
use crate::geometry::Square;
use crate::notation::dialect::Dialect;
use crate::notation::fen;
use crate::rules::Rules;
use crate::ruleset::{LoadError, Ruleset, RulesetFile, catalog};
use crate::shape::Any;
use crate::werera::RetractableMove;

/// The keys of a block's lines.
const KEYS: [&str; 26] = [
    "law",
    "option",
    "man",
    "array",
    "instance",
    "source",
    "conjecture",
    "board",
    "to-move",
    "state",
    "fen",
    "play",
    "legal",
    "illegal",
    "moves",
    "outcome",
    "node",
    "pass",
    "style",
    "with",
    "says",
    "counter",
    "perft",
    "perft-moves-only",
    "note",
    "scope",
];

/// What is wrong with an example, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExampleError {
    /// File and line of the block.
    pub place: String,
    /// What is wrong.
    pub problem: String,
}

impl fmt::Display for ExampleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.problem)
    }
}

impl std::error::Error for ExampleError {}

/// One executed example: a position, its claims, and the sources for them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Example {
    /// File and line of the block.
    pub place: String,
    /// Keys and values, in the order of the block.
    lines: Vec<(String, String)>,
    /// The ranks of the position, the last first.
    board: Vec<String>,
    /// Whether the position is the ruleset's start.
    pub starts: bool,
}

impl Example {
    /// The examples of an evidence file.
    ///
    /// # Errors
    /// The first line that is no line of a block, or a block that is not closed.
    pub fn parse_all(name: &str, text: &str) -> Result<Vec<Example>, ExampleError> {
        let mut examples = Vec::new();
        let mut open: Option<Example> = None;
        for (number, line) in text.lines().enumerate() {
            match (&mut open, line.trim_end()) {
                (None, "```evidence") => {
                    let place = format!("{name}:{}", number + 1);
                    open = Some(Example { place, lines: Vec::new(), board: Vec::new(), starts: false });
                }
                (Some(_), "```") => examples.extend(open.take()),
                (Some(example), line) => example.read_line(line)?,
                (None, _) => {}
            }
        }
        match open {
            Some(example) => Err(example.error("the block is not closed")),
            None => Ok(examples),
        }
    }

    fn read_line(&mut self, line: &str) -> Result<(), ExampleError> {
        let first = line.split_whitespace().next().unwrap_or_default();
        if line == "start" {
            self.starts = true;
        } else if first.parse::<u8>().is_ok() {
            self.board.push(line.to_owned());
        } else if let Some((key, value)) = line.split_once(':') {
            if !KEYS.contains(&key) {
                return Err(self.error(format!("unknown key `{key}`")));
            }
            self.lines.push((key.to_owned(), value.trim().to_owned()));
        } else if !line.is_empty() {
            return Err(self.error(format!("`{line}` is no line of a block")));
        }
        Ok(())
    }

    fn error(&self, problem: impl Into<String>) -> ExampleError {
        ExampleError { place: self.place.clone(), problem: problem.into() }
    }

    /// The first value of a key.
    #[must_use]
    pub fn get<'a>(&'a self, key: &'a str) -> Option<&'a str> {
        self.all(key).next()
    }

    /// Every value of a key.
    pub fn all<'a>(&'a self, key: &'a str) -> impl Iterator<Item = &'a str> + 'a {
        self.lines.iter().filter(move |(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// What the example bears on, as keys `law`, `option`, `man` and `array` with a name.
    pub fn subjects(&self) -> impl Iterator<Item = (&'static str, &str)> {
        ["law", "option", "man", "array"].into_iter().flat_map(move |key| {
            let values = self.lines.iter().filter(move |(name, _)| name == key);
            values.flat_map(|(_, value)| value.split(',')).map(move |value| (key, value.trim()))
        })
    }

    /// Whether the example bears on a law, option choice, piece or array.
    #[must_use]
    pub fn is_about(&self, key: &str, name: &str) -> bool {
        self.subjects().any(|subject| subject == (key, name))
    }

    /// The works that the example cites.
    pub fn citations(&self) -> impl Iterator<Item = &str> {
        self.all("source").flat_map(|value| value.split(", "))
    }

    /// The ruleset that the example is played by: an instance, with the laws of `with` in the
    /// place of its own.
    ///
    /// # Errors
    /// There is no such instance, or a law is broken.
    pub fn ruleset(&self, instance: &str) -> Result<Ruleset, ExampleError> {
        let own_laws: Vec<&str> = self.all("with").collect();
        let ruleset = match own_laws.is_empty() {
            true => Ruleset::named(instance),
            false => ruleset_of_a_user(instance, &own_laws),
        };
        ruleset.map_err(|error| self.error(error.to_string()))
    }

    /// The game as the example leaves it: its position, after the events of `play`.
    ///
    /// # Errors
    /// The ruleset, the position or an event is wrong.
    pub fn game(&self, instance: &str) -> Result<Game, ExampleError> {
        self.game_by(Arc::new(self.ruleset(instance)?))
    }

    /// As [`Example::game`], by a ruleset that has been resolved already.
    ///
    /// # Errors
    /// The position or an event is wrong.
    pub fn game_by(&self, ruleset: Arc<Ruleset>) -> Result<Game, ExampleError> {
        self.game_under(&Arc::new(Rules::compile(ruleset)))
    }

    /// As [`Example::game`], by rules that many examples share.
    ///
    /// # Errors
    /// The position or an event is wrong.
    pub fn game_under(&self, rules: &Arc<Rules<Any>>) -> Result<Game, ExampleError> {
        let mut game = match self.fen(rules.ruleset())? {
            None => Game::from_rules(rules.clone()),
            Some(fen) => {
                let start = fen::parse(rules, &fen, Dialect::Own).map_err(|errors| {
                    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
                    self.error(format!("{fen}: {}", errors.join("; ")))
                })?;
                Game::from_position(rules.clone(), start)
            }
        };
        let throw = self.get("state").filter(|_| self.starts);
        for words in throw.into_iter().chain(self.get("play")) {
            self.play(&mut game, words)?;
        }
        Ok(game)
    }

    /// The FEN of the position; `None` for the ruleset's start.
    fn fen(&self, ruleset: &Ruleset) -> Result<Option<String>, ExampleError> {
        if self.starts {
            return Ok(None);
        }
        if let Some(fen) = self.get("fen") {
            return Ok(Some(fen.to_owned()));
        }
        if self.board.len() != usize::from(ruleset.geometry.ranks()) {
            return Err(self.error("the diagram has another number of ranks than the board"));
        }
        let mut ranks = Vec::new();
        for (index, line) in self.board.iter().enumerate() {
            let mut cells = line.split_whitespace();
            let number = cells.next().and_then(|number| number.parse().ok());
            if number != Some(self.board.len() - index) {
                return Err(self.error("the numbers of ranks should fall"));
            }
            ranks.push(joined(cells));
        }
        let side = match self.get("to-move") {
            Some("white") => "w",
            Some("black") => "b",
            Some("werera") => "*",
            other => return Err(self.error(format!("to-move is {other:?}"))),
        };
        let (mut castling, mut passed, mut halfmoves, mut turn) = ("-", "-", "0", "1");
        let mut fields = String::new();
        for word in self.get("state").unwrap_or_default().split_whitespace() {
            match word.split_once(':') {
                Some(("castling", value)) => castling = value,
                Some(("ep", value)) => passed = value,
                Some(("halfmove", value)) => halfmoves = value,
                Some(("fullmove", value)) => turn = value,
                _ => fields = format!("{fields} {word}"),
            }
        }
        let (ranks, passed) = (ranks.join("/"), passed.replace(',', ""));
        Ok(Some(format!("{ranks} {side} {castling} {passed} {halfmoves} {turn}{fields}")))
    }

    fn play(&self, game: &mut Game, words: &str) -> Result<(), ExampleError> {
        for word in words.split_whitespace() {
            let event = event(game, word).ok_or_else(|| self.error(format!("`{word}` is no event")))?;
            if let Err(refusal) = game.apply(event, None) {
                return Err(self.error(format!("`{word}` is refused: {refusal} ({})", game.fen())));
            }
        }
        Ok(())
    }
}

/// The cells of a rank as FEN, empty ones counted.
fn joined<'c>(cells: impl Iterator<Item = &'c str>) -> String {
    let mut rank = String::new();
    let mut empty = 0;
    for cell in cells {
        if cell == "." {
            empty += 1;
            continue;
        }
        if empty > 0 {
            rank.push_str(&empty.to_string());
            empty = 0;
        }
        rank.push_str(cell);
    }
    if empty > 0 {
        rank.push_str(&empty.to_string());
    }
    rank
}

fn event(game: &Game, word: &str) -> Option<Event> {
    if word == "turns" {
        return Some(Event::Turns { why: "agreed".to_owned() });
    }
    if let Some(face) = word.strip_prefix("throw:") {
        return Some(Event::Throw { face: face.parse().ok()? });
    }
    let Some((side, rest)) = word.split_once(':') else {
        return Some(Event::Move { mv: word.parse().ok()? });
    };
    match side {
        "flag" => {
            return Some(Event::Flag { side: rest.parse().ok()? });
        }
        "leave" => {
            return Some(Event::Leave { side: rest.parse().ok()?, drawn: false });
        }
        _ => {}
    }
    let side = side.parse().ok()?;
    if rest == "end" {
        return Some(Event::Bundle { side });
    }
    let (from, to) = Square::take(rest.trim_start_matches('-'))?;
    let to: Square = to.parse().ok()?;
    if rest.starts_with('-') {
        let geometry = game.ruleset().geometry;
        let cells = geometry.cell_at(from).zip(geometry.cell_at(to));
        let is_it = |one: &&RetractableMove| one.side == side && Some((one.mv.from(), one.mv.to())) == cells;
        let found = game.werera().standing.iter().find(is_it);
        return Some(Event::Retract { side, seq: found?.seq });
    }
    Some(Event::Place { side, id: None, from, to, promotion: None })
}

/// A user's ruleset: one that extends a built-in ruleset and puts laws in the place of its own.
fn ruleset_of_a_user(parent: &str, laws: &[&str]) -> Result<Ruleset, LoadError> {
    let head = format!("id = \"own\"\nrevision = 1\nextends = \"{parent}\"\n");
    let about = "[about]\nname = \"Own\"\nsummary = \"A ruleset of a user.\"\n";
    let text = format!("{head}{}\n{about}", laws.join("\n"));
    RulesetFile::parse("own.toml", &text, catalog::text)?.resolve(&Default::default())
}

#[cfg(test)]
mod tests {
    use super::Example;

    fn error(lines: &str) -> String {
        let text = format!("# A\n```evidence\n{lines}\n```\n");
        let examples = Example::parse_all("a.md", &text);
        let game = examples.and_then(|examples| examples[0].game("shatranj"));
        game.map(|game| game.fen()).expect_err("the block is broken").to_string()
    }

    #[test]
    fn broken_blocks_are_refused_with_their_place() {
        assert_eq!(error("lwa: die"), "a.md:2: unknown key `lwa`");
        assert_eq!(error("what"), "a.md:2: `what` is no line of a block");
        assert_eq!(error("8 . k"), "a.md:2: the diagram has another number of ranks than the board");
        assert!(
            error(
                "start
play: e2e9"
            )
            .starts_with("a.md:2: `e2e9` is refused: ")
        );
        assert!(error("start\nplay: throw:x").contains("`throw:x` is no event"));
        let open = Example::parse_all("a.md", "```evidence\nstart\n").expect_err("it is open").to_string();
        assert_eq!(open, "a.md:1: the block is not closed");
    }
}
