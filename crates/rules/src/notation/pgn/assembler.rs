//! From tokens to games: where one ends and the next begins.

use std::collections::BTreeMap;

use super::lexer::{Gap, Lexeme, Lexer, Location, Score, Token, cut_short};
use crate::notation::reading::{Diagnostic, InputLine, Lines, MAX_COMPLAINTS, MAX_GAME_BYTES};

/// The most tokens a game may have.
const MAX_TOKENS: usize = 1_000_000;

/// A game as it was cut out of the text.
#[derive(Default)]
pub(super) struct RawGame {
    /// Its first line.
    pub(super) place: Location,
    pub(super) tags: BTreeMap<String, (Location, String)>,
    /// Moves, comments, NAGs, parentheses, in their order.
    pub(super) tokens: Vec<Token>,
    pub(super) result: Option<(Location, Score)>,
    /// The reason why it cannot be read.
    pub(super) faults: Vec<Diagnostic>,
    /// What a strict reader refuses.
    pub(super) warnings: Vec<Diagnostic>,
    /// The line of the comment up to its end that was the last token.
    rest: Option<usize>,
    depth: usize,
    has_moves: bool,
    bytes: usize,
    is_begun: bool,
    is_too_large: bool,
}

/// Notes something about a place, unless there is enough already.
pub(super) fn note(all: &mut Vec<Diagnostic>, place: Location, message: impl Into<String>) {
    if all.len() < MAX_COMPLAINTS {
        all.push(Diagnostic { line: place.line, column: Some(place.column), message: message.into() });
    }
}

impl RawGame {
    /// Whether nothing but comments has been found.
    fn is_bare(&self) -> bool {
        self.tags.is_empty()
            && self.faults.is_empty()
            && !self.is_too_large
            && self.tokens.iter().all(|token| matches!(token.is, Lexeme::Comment(_) | Lexeme::Nag(_)))
    }

    fn fault(&mut self, place: Location, message: impl Into<String>) {
        note(&mut self.faults, place, message);
    }

    /// Whether a game that has come so far ends before this token.
    fn ends_before(&self, token: &Token) -> bool {
        match &token.is {
            Lexeme::Tag { name, gap, .. } => {
                self.has_moves || (*gap == Gap::Blank && self.tags.contains_key(name))
            }
            _ => false,
        }
    }

    fn add(&mut self, token: Token) {
        let place = token.place;
        if !std::mem::replace(&mut self.is_begun, true) {
            self.place = place;
        }
        let rest = self.rest.take();
        match token.is {
            Lexeme::Rest(text) => return self.add_rest(place, text, rest),
            Lexeme::Tag { name, value, .. } => return self.add_tag(place, name, value),
            Lexeme::Fault(message) => return self.fault(place, message),
            Lexeme::Result(score) if self.depth == 0 => {
                self.result = Some((place, score));
                return;
            }
            Lexeme::Open => self.depth += 1,
            Lexeme::Close if self.depth == 0 => {
                return self.fault(place, "`)` has no partner; delete it");
            }
            Lexeme::Close => self.depth -= 1,
            Lexeme::Word(_) => self.has_moves = true,
            Lexeme::Comment(_) | Lexeme::Nag(_) | Lexeme::EnPassant | Lexeme::Result(_) => {}
        }
        self.bytes += match &token.is {
            Lexeme::Comment(text) | Lexeme::Word(text) => text.len(),
            _ => 1,
        };
        self.keep(token);
    }

    /// A comment up to the end of its line; those of lines that follow each other are the paragraphs of one.
    fn add_rest(&mut self, place: Location, text: String, before: Option<usize>) {
        self.rest = Some(place.line);
        self.bytes += text.len();
        let last = self.tokens.last_mut().filter(|_| before.is_some_and(|line| line + 1 == place.line));
        match last.map(|last| &mut last.is) {
            Some(Lexeme::Comment(paragraphs)) if self.bytes <= MAX_GAME_BYTES => {
                paragraphs.push_str("\n\n");
                paragraphs.push_str(&text);
            }
            _ => self.keep(Token { place, is: Lexeme::Comment(text) }),
        }
    }

    fn add_tag(&mut self, place: Location, name: String, value: String) {
        self.bytes += name.len() + value.len();
        if self.bytes > MAX_GAME_BYTES {
            return self.overflow(place);
        }
        let again = self.tags.contains_key(&name);
        if again {
            note(
                &mut self.warnings,
                place,
                format!("the tag `{}` stands twice; the last one counts", cut_short(&name)),
            );
        }
        self.tags.insert(name, (place, value));
    }

    fn keep(&mut self, token: Token) {
        if self.bytes > MAX_GAME_BYTES || self.tokens.len() >= MAX_TOKENS {
            return self.overflow(token.place);
        }
        self.tokens.push(token);
    }

    /// What a game that is too large has is not kept; it is read on to its end only.
    fn overflow(&mut self, place: Location) {
        if !std::mem::replace(&mut self.is_too_large, true) {
            let message = format!(
                "the game is too large: it has more than {MAX_GAME_BYTES} bytes, or more than {MAX_TOKENS} moves, comments and signs"
            );
            note(&mut self.faults, place, message);
        }
        self.tokens = Vec::new();
    }
}

#[derive(Default)]
pub(super) struct Assembler {
    pub(super) lexer: Lexer,
    /// The token that ended the game before.
    carried: Option<Token>,
    /// Comments after the game before, which belong to the next one if there is any.
    begun: Option<RawGame>,
}

impl Assembler {
    /// The next game.
    pub(super) fn next<L: Iterator<Item = InputLine>>(&mut self, lines: &mut Lines<L>) -> Option<RawGame> {
        let mut raw = self.begun.take().unwrap_or_default();
        while let Some(token) = self.carried.take().or_else(|| self.lexer.next(lines)) {
            if raw.ends_before(&token) {
                if raw.depth > 0 {
                    raw.fault(token.place, "a variation is not closed: `)` is missing before this tag");
                }
                self.carried = Some(token);
                return Some(raw);
            }
            if raw.depth > 0 && matches!(token.is, Lexeme::Tag { .. }) {
                raw.depth = 0;
                raw.fault(token.place, "a variation is not closed: `)` is missing before this tag");
            }
            raw.add(token);
            if raw.result.is_some() {
                self.take_comments(&mut raw, lines);
                return Some(raw);
            }
        }
        if raw.depth > 0 {
            let place = raw.tokens.last().map_or(raw.place, |token| token.place);
            raw.fault(place, "a variation is not closed: `)` is missing at the end of the text");
        }
        raw.is_begun.then_some(raw)
    }

    /// Comments after a result: those of its own line belong to the game, those
    /// after that to the next one, or to this one if it is the last.
    fn take_comments<L: Iterator<Item = InputLine>>(&mut self, raw: &mut RawGame, lines: &mut Lines<L>) {
        let own_line = raw.result.as_ref().map_or(0, |(place, _)| place.line);
        let mut next = RawGame::default();
        loop {
            let token = self.lexer.next(lines);
            match token {
                Some(token) if matches!(token.is, Lexeme::Comment(_) | Lexeme::Rest(_) | Lexeme::Nag(_)) => {
                    if token.place.line == own_line {
                        raw.add(token)
                    } else {
                        next.add(token)
                    }
                }
                None if next.is_bare() => {
                    next.tokens.drain(..).for_each(|token| raw.add(token));
                    return;
                }
                token => {
                    self.carried = token;
                    self.begun = next.is_begun.then_some(next);
                    return;
                }
            }
        }
    }
}
