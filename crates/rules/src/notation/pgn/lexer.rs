//! PGN cut into tokens, a line at a time.
//!
//! Every byte is looked at a fixed number of times, whatever the text is; the
//! tests count that ([`Lexer::work`]).

use std::collections::VecDeque;

use crate::notation::annotation::{nags_of_signs, without_signs};
use crate::notation::coordinate::is_pass;
use crate::notation::reading::{InputLine, LineError, Lines, MAX_GAME_BYTES};

/// Where a token begins: line and character, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Location {
    pub(super) line: usize,
    pub(super) column: usize,
}

/// A piece of a PGN text, with its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) place: Location,
    pub(super) is: Lexeme,
}

/// The kind of a piece of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Lexeme {
    /// A tag and its value; whether an empty line stands before it.
    Tag { name: String, value: String, gap: Gap },
    /// What stands in a comment, line ends kept.
    Comment(String),
    /// A comment up to the end of its line.
    Rest(String),
    /// A move, or what stands where one should.
    Word(String),
    /// `e.p.` apart from the move it belongs to.
    EnPassant,
    /// A numeric annotation glyph.
    Nag(u8),
    /// `(`.
    Open,
    /// `)`.
    Close,
    /// A result; the game ends here.
    Result(Score),
    /// What cannot be understood, and why.
    Fault(String),
}

/// What stands between a token and the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Gap {
    /// No empty line.
    Close,
    /// An empty line at least.
    Blank,
}

/// A result, and whether PGN writes it so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Score {
    /// `1-0`, `0-1`, `1/2-1/2` or `*`.
    pub(super) result: &'static str,
    /// As it was written.
    pub(super) written: String,
}

impl Score {
    /// Reads a result, also as other programs write it: `1/2`, `½`, `1–0`.
    pub(super) fn parse(text: &str) -> Option<Score> {
        let result = match plain_dashes(text).as_str() {
            "1-0" => "1-0",
            "0-1" => "0-1",
            "1/2-1/2" | "1/2" | "½-½" | "½" => "1/2-1/2",
            "*" => "*",
            _ => return None,
        };
        Some(Score { result, written: text.to_owned() })
    }

    /// Whether it is written as PGN has it.
    pub(super) fn is_standard(&self) -> bool {
        self.written == self.result
    }
}

/// A comment whose end has not come yet.
struct OpenComment {
    place: Location,
    text: String,
    is_too_long: bool,
}

#[derive(Default)]
pub(super) struct Lexer {
    /// The line that is being cut, and how far that has come.
    line: String,
    at: usize,
    /// The byte `column` was counted up to, and the column.
    counted: usize,
    column: usize,
    number: usize,
    comment: Option<OpenComment>,
    gap: bool,
    /// NAGs of signs glued to the word before, and their place.
    waiting: VecDeque<Token>,
    /// Bytes looked at.
    work: u64,
}

impl Lexer {
    /// How many bytes were looked at, those looked at again included.
    #[cfg(test)]
    pub(super) fn work(&self) -> u64 {
        self.work
    }

    /// The next token, or nothing at the end of the lines.
    pub(super) fn next<L: Iterator<Item = InputLine>>(&mut self, lines: &mut Lines<L>) -> Option<Token> {
        loop {
            if let Some(token) = self.waiting.pop_front() {
                return Some(token);
            }
            if self.at >= self.line.len() {
                if let Some(token) = self.take_line(lines)? {
                    return Some(token);
                }
                continue;
            }
            if let Some(token) = self.cut() {
                self.gap = false;
                return Some(token);
            }
        }
    }

    /// Takes up the next line; what came to an end with it, or nothing at all at
    /// the end of the lines.
    fn take_line<L: Iterator<Item = InputLine>>(&mut self, lines: &mut Lines<L>) -> Option<Option<Token>> {
        let Some(line) = lines.next() else {
            let open = self.comment.take()?;
            return Some(Some(unclosed(&open)));
        };
        (self.number, self.at, self.counted, self.column) = (lines.number, 0, 0, 1);
        match line {
            Ok(text) => self.line = text,
            Err(LineError::Line(message) | LineError::End(message)) => {
                self.line.clear();
                let place = Location { line: self.number, column: 1 };
                return Some(Some(Token { place, is: Lexeme::Fault(message) }));
            }
        }
        self.work += self.line.len() as u64;
        if self.line.trim().is_empty() {
            self.gap = true;
            self.at = self.line.len();
            if let Some(open) = &mut self.comment {
                open.text.push('\n');
            }
            return Some(None);
        }
        if self.comment.is_some() {
            // A tag after an empty line belongs to the next game: the comment was never closed.
            if self.gap && begins_with_tag(&self.line) {
                return Some(self.comment.take().map(|open| unclosed(&open)));
            }
        } else if self.line.starts_with('%') {
            self.at = self.line.len();
        }
        Some(None)
    }

    fn place(&mut self, at: usize) -> Location {
        self.work += (at - self.counted) as u64;
        self.column += self.line[self.counted..at].chars().count();
        self.counted = at;
        Location { line: self.number, column: self.column }
    }

    /// Cuts off one token of the line; nothing where there is only white space,
    /// a number, or a part of a comment.
    fn cut(&mut self) -> Option<Token> {
        if self.comment.is_some() {
            return self.go_on_with_comment();
        }
        let at = self.at;
        let rest = &self.line[at..];
        let letter = rest.chars().next()?;
        if letter.is_whitespace() || letter == '\u{feff}' {
            self.at += letter.len_utf8();
            return None;
        }
        if letter == '{' {
            let place = self.place(at);
            self.at += 1;
            self.gap = false;
            self.comment = Some(OpenComment { place, text: String::new(), is_too_long: false });
            return None;
        }
        let is = match letter {
            ';' => {
                self.at = self.line.len();
                Lexeme::Rest(self.line[at + 1..].to_owned())
            }
            '(' => self.single(Lexeme::Open),
            ')' => self.single(Lexeme::Close),
            '$' => self.nag(),
            '[' => self.tag(),
            '}' | ']' | '<' | '>' => {
                self.single(Lexeme::Fault(format!("`{letter}` has no partner; delete it")))
            }
            _ => self.word()?,
        };
        let place = self.place(at);
        Some(Token { place, is })
    }

    fn single(&mut self, is: Lexeme) -> Lexeme {
        self.at += 1;
        is
    }

    fn go_on_with_comment(&mut self) -> Option<Token> {
        let rest = &self.line[self.at..];
        let end = rest.find('}');
        let part = &rest[..end.unwrap_or(rest.len())];
        self.work += part.len() as u64;
        let open = self.comment.as_mut()?;
        if open.text.len() + part.len() > MAX_GAME_BYTES {
            open.is_too_long = true;
            open.text = String::new();
        }
        if !open.is_too_long {
            open.text.push_str(part);
        }
        self.at += part.len() + usize::from(end.is_some());
        if end.is_none() {
            open.text.push('\n');
            return None;
        }
        let open = self.comment.take()?;
        let is = if open.is_too_long {
            Lexeme::Fault(format!("the comment is longer than {MAX_GAME_BYTES} bytes"))
        } else {
            Lexeme::Comment(open.text)
        };
        Some(Token { place: open.place, is })
    }

    fn nag(&mut self) -> Lexeme {
        let digits = digits(&self.line[self.at + 1..]);
        let text = &self.line[self.at + 1..self.at + 1 + digits];
        let is = match text.parse() {
            Ok(number) => Lexeme::Nag(number),
            Err(_) => Lexeme::Fault(format!("`${}` is no NAG: these are `$0` to `$255`", cut_short(text))),
        };
        self.work += digits as u64;
        self.at += 1 + digits;
        is
    }

    /// `[Name "value"]`.
    fn tag(&mut self) -> Lexeme {
        let rest = &self.line[self.at..];
        match parse_tag(rest) {
            Some((name, value, length)) => {
                self.work += length as u64;
                let gap = if self.gap { Gap::Blank } else { Gap::Close };
                let is = Lexeme::Tag { name: name.to_owned(), value, gap };
                self.at += length;
                is
            }
            None => {
                self.work += rest.len() as u64;
                self.at = self.line.len();
                Lexeme::Fault("a tag should be written as `[Name \"value\"]`".to_owned())
            }
        }
    }

    /// A move number is passed over; signs at the end of a move become NAGs.
    fn word(&mut self) -> Option<Lexeme> {
        let rest = &self.line[self.at..];
        let number = digits(rest);
        let dots = dots(&rest[number..]);
        self.work += (number + dots) as u64;
        if dots > 0 && !is_pass(&rest[..number]) {
            // What is glued to the dots is looked at as a word of its own.
            self.at += number + dots;
            return None;
        }
        let ends = |letter: char| letter.is_whitespace() || "{}()[];$<>".contains(letter);
        let length = rest.find(ends).unwrap_or(rest.len());
        let word = rest[..length].to_owned();
        self.work += length as u64;
        let at = self.at;
        self.at += length;
        let plain = plain_dashes(&word);
        if let Some(nags) = nags_of_signs(&plain) {
            self.wait_with(at, &nags);
            return None;
        }
        let bare = without_signs(&plain);
        if bare.len() == plain.len() {
            return classify(&word, plain);
        }
        self.wait_with(at, &nags_of_signs(&plain[bare.len()..]).unwrap_or_default());
        if let Some(nags) = nags_of_signs(bare) {
            self.wait_with(at, &nags);
            return None;
        }
        classify(bare, bare.to_owned())
    }

    /// Lets NAGs wait until the word they belong to is given out.
    fn wait_with(&mut self, at: usize, nags: &[u8]) {
        let place = self.place(at);
        self.waiting.extend(nags.iter().map(|nag| Token { place, is: Lexeme::Nag(*nag) }));
    }
}

/// What a word without signs is; nothing if it is a move number.
fn classify(word: &str, plain: String) -> Option<Lexeme> {
    if !is_pass(&plain) && digits(&plain) == plain.len() {
        return None;
    }
    if let Some(score) = Score::parse(word) {
        return Some(Lexeme::Result(score));
    }
    if matches!(plain.as_str(), "e.p." | "e.p" | "ep" | "ep.") {
        return Some(Lexeme::EnPassant);
    }
    Some(Lexeme::Word(plain))
}

fn unclosed(open: &OpenComment) -> Token {
    Token { place: open.place, is: Lexeme::Fault("a comment is not closed: `}` is missing".to_owned()) }
}

/// How many bytes of dots a text begins with.
fn dots(text: &str) -> usize {
    text.len() - text.trim_start_matches(['.', '…']).len()
}

/// A word with every sort of dash as a hyphen.
fn plain_dashes(word: &str) -> String {
    word.replace(['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'], "-")
}

/// A tag's name and value, and how many bytes it takes.
fn parse_tag(text: &str) -> Option<(&str, String, usize)> {
    let rest = text.strip_prefix('[')?.trim_start();
    let length = rest.find(|letter: char| letter.is_whitespace() || letter == '"')?;
    let (name, rest) = rest.split_at(length);
    let rest = rest.trim_start().strip_prefix('"')?;
    let mut value = String::new();
    let mut letters = rest.char_indices();
    let end = loop {
        match letters.next()? {
            (index, '"') => break index + 1,
            (_, '\\') => value.extend(letters.next().map(|(_, letter)| letter)),
            (_, letter) => value.push(letter),
        }
    };
    let after = rest[end..].trim_start().strip_prefix(']')?;
    Some((name, value, text.len() - after.len()))
}

fn begins_with_tag(line: &str) -> bool {
    line.starts_with('[') && parse_tag(line).is_some_and(|(name, ..)| !name.starts_with('%'))
}

fn digits(text: &str) -> usize {
    text.len() - text.trim_start_matches(|letter: char| letter.is_ascii_digit()).len()
}

/// A text as an error shows it.
pub(super) fn cut_short(text: &str) -> String {
    text.chars().take(40).collect()
}
