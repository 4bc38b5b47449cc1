//! Moves as people write them: `Nf3`, `exd5`, `e10=Q`, `N10e8`, `O-O`, `--`.
//!
//! ```text
//! san    = (castle | piece | pawn | "--") ["+" | "#"]
//! castle = "O-O" | "O-O-O"                  with the nearer rook, with the farther
//! piece    = letter [origin] ["x"] cell ["=" letter]
//! pawn   = [origin] ["x"] cell ["=" letter]
//! origin = file | rank | file rank          as little as tells the piece from its like
//! ```
//! Letters are upper case for both sides. Written without a letter is the first
//! kind the ruleset calls a pawn; a pawn that takes names its file. What is
//! written is minimal; the letters are those of a [`Dialect`]; what is read may say more
//! than it must, may leave out `x`, `=`, `+` and `#`, and may carry `!` and `?`, or `e.p.`
//! where it takes in passing. The letter of a promotion may be of either case.
//!
//! ```
//! use std::sync::Arc;
//! use rukh_rules::notation::san;
//! use rukh_rules::{Game, Ruleset};
//!
//! let shatranj = Arc::new(Ruleset::named("shatranj")?);
//! let game = Game::from_fen(shatranj, "7k/7p/8/8/8/2N3N1/8/K7 w - - 0 1").expect("a sound FEN");
//! let (rules, position) = (game.rules(), game.position());
//! let mv = game.legal_move("c3e4")?;
//! assert_eq!(san::format(rules, position, mv), "Nce4");
//! assert_eq!(san::parse(rules, position, "Nc3-e4!")?, mv);
//! // Two knights can go to e4.
//! let error = san::parse(rules, position, "Ne4").unwrap_err();
//! assert_eq!(error.legal, ["Nce4", "Nge4"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Whoever writes many moves of one position takes [`Game::san`](crate::Game::san) or [`format_all`]:
//! [`format()`] generates all legal moves each time, to tell the move from its like.

use std::borrow::Cow;
use std::fmt;

use crate::failure::Failure;
use crate::geometry::{Cell, Side};
use crate::kind::PieceKind;
use crate::moves::{Move, MoveTag};
use crate::notation::coordinate::{PASS, is_pass};
use crate::notation::dialect::Dialect;
use crate::outcome::Reason;
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::shape::Shape;

/// Why a text is no move here, and what would be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SanError {
    /// What was written, cut short if long.
    pub text: String,
    /// What is wrong with it, without the moves of `legal`.
    pub message: String,
    /// Legal moves like it, a few at most.
    pub legal: Vec<String>,
}

impl fmt::Display for SanError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` {}", self.text, self.message)?;
        if self.legal.is_empty() { Ok(()) } else { write!(f, "; legal: {}", self.legal.join(", ")) }
    }
}

impl std::error::Error for SanError {}

/// How many legal moves an error names.
const SHOWN: usize = 10;
/// The longest text that can be a move, in bytes.
const MAX_BYTES: usize = 20;

/// A move without what may stand after it.
fn bare(text: &str) -> &str {
    text.trim().trim_end_matches(['+', '#', '!', '?'])
}

/// Writes a legal move of the side to move.
#[must_use]
pub fn format<S: Shape>(rules: &Rules<S>, position: &Position<S>, mv: Move) -> String {
    format_in(rules, position, mv, Dialect::Own)
}

/// Writes a legal move of the side to move in a dialect.
#[must_use]
pub fn format_in<S: Shape>(rules: &Rules<S>, position: &Position<S>, mv: Move, dialect: Dialect) -> String {
    SanFormatter::new(rules, position, position.turn(), dialect).write(mv)
}

/// As [`format_for`] for each of some moves, where all legal moves of the side are known.
pub fn format_known<'a, S: Shape>(
    rules: &'a Rules<S>,
    position: &'a Position<S>,
    side: Side,
    legal: &'a [Move],
) -> impl Fn(Move) -> String + 'a {
    let dialect = Dialect::Own;
    let speller = SanFormatter { rules, position, side, dialect, moves: Cow::Borrowed(legal) };
    move |mv| speller.write(mv)
}

/// Writes a legal move of a side; in the werera either side may have moves.
#[must_use]
pub fn format_for<S: Shape>(rules: &Rules<S>, position: &Position<S>, side: Side, mv: Move) -> String {
    SanFormatter::new(rules, position, side, Dialect::Own).write(mv)
}

/// Every move a side may make, with its SAN.
#[must_use]
pub fn format_all<S: Shape>(rules: &Rules<S>, position: &Position<S>, side: Side) -> Vec<(Move, String)> {
    let speller = SanFormatter::new(rules, position, side, Dialect::Own);
    speller.moves.iter().map(|&mv| (mv, speller.write(mv))).collect()
}

/// Reads a move of the side to move.
///
/// # Errors
/// What is wrong with the text, or why no legal move is meant, with legal ones like it.
pub fn parse<S: Shape>(rules: &Rules<S>, position: &Position<S>, text: &str) -> Result<Move, SanError> {
    parse_for(rules, position, position.turn(), text)
}

/// Reads a move of the side to move, written in a dialect.
///
/// # Errors
/// As [`parse`].
pub fn parse_in<S: Shape>(
    rules: &Rules<S>,
    position: &Position<S>,
    text: &str,
    dialect: Dialect,
) -> Result<Move, SanError> {
    SanFormatter::new(rules, position, position.turn(), dialect).read(text)
}

/// Reads a move of a side; in the werera either side may have moves.
///
/// # Errors
/// As [`parse`].
pub fn parse_for<S: Shape>(
    rules: &Rules<S>,
    position: &Position<S>,
    side: Side,
    text: &str,
) -> Result<Move, SanError> {
    SanFormatter::new(rules, position, side, Dialect::Own).read(text)
}

/// The letters of pieces in a move written as SAN or as coordinates, whatever the
/// dialect and the ruleset: what goes, and what it becomes. Letters of files,
/// castling and the pass are none of them.
pub(super) fn piece_letters(text: &str) -> impl Iterator<Item = char> {
    let bare = bare(text);
    let is_move = bare.len() <= MAX_BYTES && bare.contains(|letter: char| letter.is_ascii_digit());
    let bare = if is_move && !is_pass(bare) && !bare.starts_with(['O', '0']) { bare } else { "" };
    let mut letters = bare.trim_start_matches('+').chars();
    let first = letters.next().filter(char::is_ascii_uppercase);
    let last = letters.next_back().filter(char::is_ascii_alphabetic);
    first.into_iter().chain(last)
}

/// A side's legal moves somewhere, and how they are told apart.
struct SanFormatter<'a, S: Shape> {
    rules: &'a Rules<S>,
    position: &'a Position<S>,
    side: Side,
    dialect: Dialect,
    moves: Cow<'a, [Move]>,
}

/// What a text says of a move; what it leaves out fits everything.
#[derive(Debug, Clone, Copy, Default)]
struct ParsedSan {
    kind: Option<PieceKind>,
    /// Whether a letter stood there: without one a pawn is meant.
    lettered: bool,
    file: Option<u8>,
    rank: Option<u8>,
    to: Option<Cell>,
    promotion: Option<PieceKind>,
}

impl<'a, S: Shape> SanFormatter<'a, S> {
    fn new(rules: &'a Rules<S>, position: &'a Position<S>, side: Side, dialect: Dialect) -> Self {
        let moves = match position.phase() {
            Phase::Werera => rules.werera_moves(position, side),
            _ if side == position.turn() => rules.legal_moves(position),
            _ => Vec::new(),
        };
        SanFormatter { rules, position, side, dialect, moves: moves.into() }
    }

    fn plain_pawn(&self) -> Option<PieceKind> {
        self.rules.ruleset().pawns.iter().next()
    }

    fn kind_at(&self, cell: Cell) -> Option<PieceKind> {
        self.position.piece_at(self.rules, cell).map(|(_, kind)| kind)
    }

    fn write(&self, mv: Move) -> String {
        let mut text = match mv.tag() {
            MoveTag::Pass => PASS.to_owned(),
            MoveTag::Castle => self.castle_name(mv).to_owned(),
            _ => self.body(mv),
        };
        text.push_str(self.suffix(mv));
        text
    }

    fn body(&self, mv: Move) -> String {
        let (ruleset, geometry) = (self.rules.ruleset(), self.rules.geometry());
        let captures = self.rules.is_capture(self.position, mv);
        let kind = self.kind_at(mv.from());
        let is_pawn = kind.is_some() && kind == self.plain_pawn();
        let mut text = String::with_capacity(8);
        if let Some(kind) = kind.filter(|_| !is_pawn) {
            text.push(self.dialect.letter_for(ruleset, kind, Side::White));
        }
        self.push_origin(&mut text, mv, kind, is_pawn && captures);
        if captures {
            text.push('x');
        }
        geometry.push_name(&mut text, mv.to());
        if let Some(kind) = mv.promotion() {
            text.push('=');
            text.push(self.dialect.letter_for(ruleset, kind, Side::White));
        }
        text
    }

    /// As little of where the piece comes from as tells it from its like.
    fn push_origin(&self, text: &mut String, mv: Move, kind: Option<PieceKind>, with_file: bool) {
        let geometry = self.rules.geometry();
        let from = mv.from();
        let (file, rank) = (geometry.file(from), geometry.rank(from));
        let is_rival = |other: &&Move| {
            other.to() == mv.to()
                && other.from() != from
                && !matches!(other.tag(), MoveTag::Castle | MoveTag::Pass)
                && self.kind_at(other.from()) == kind
        };
        let (mut has_rival, mut shares_file, mut shares_rank) = (false, false, false);
        for cell in self.moves.iter().filter(is_rival).map(|other| other.from()) {
            has_rival = true;
            shares_file |= geometry.file(cell) == file;
            shares_rank |= geometry.rank(cell) == rank;
        }
        let start = text.len();
        geometry.push_name(text, from);
        match (has_rival, shares_file, shares_rank) {
            (false, ..) if !with_file => text.truncate(start),
            (_, false, _) => text.truncate(start + 1),
            (true, true, false) if !with_file => drop(text.remove(start)),
            _ => {}
        }
    }

    fn castle_name(&self, mv: Move) -> &'static str {
        let is_it = |castle: &&crate::law::castling::compiled::Castle<S::Set>| {
            castle.side == self.side && (castle.king_from, castle.king_to) == (mv.from(), mv.to())
        };
        self.rules.laws.castles.iter().find(is_it).map_or("O-O", |castle| castle.san)
    }

    /// `#` if the move mates, `+` if it gives check.
    fn suffix(&self, mv: Move) -> &'static str {
        let next = match self.position.phase() {
            Phase::Werera => self.rules.werera_play(self.position, self.side, mv),
            _ => self.rules.play(self.position, mv),
        };
        let other = self.side.other();
        if mv.is_pass() || next.king(other).is_none() || !self.rules.is_in_check(&next, other) {
            return "";
        }
        match self.rules.outcome(&next) {
            Some(over)
                if over.winner == Some(self.side)
                    && matches!(over.reason, Reason::Checkmate | Reason::WereraMate) =>
            {
                "#"
            }
            _ => "+",
        }
    }

    fn read(&self, text: &str) -> Result<Move, SanError> {
        let bare = bare(text);
        let (bare, takes_passing) =
            match ["e.p.", "e.p", "ep"].iter().find_map(|sign| bare.strip_suffix(sign)) {
                Some(bare) => (bare.trim_end(), true),
                None => (bare, false),
            };
        if self.moves.is_empty() {
            return Err(self.error(text, "cannot be played: there is no legal move here", |_| false));
        }
        if is_pass(bare) {
            let pass = self.moves.iter().copied().find(|mv| mv.is_pass());
            return pass
                .ok_or_else(|| self.error(text, "is a pass, but passing is not allowed here", |_| true));
        }
        let castle = bare.replace('0', "O");
        if castle == "O-O" || castle == "O-O-O" {
            let is_it = |mv: &&Move| mv.tag() == MoveTag::Castle && self.castle_name(**mv) == castle;
            return self
                .moves
                .iter()
                .find(is_it)
                .copied()
                .ok_or_else(|| self.error(text, "is not allowed here", |mv| mv.tag() == MoveTag::Castle));
        }
        let said = self.parse(bare).map_err(|why| self.error(text, &why.to_string(), |_| false))?;
        let found = self.find(text, said)?;
        if takes_passing && found.tag() != MoveTag::EnPassant {
            return Err(self.error(text, "takes no pawn in passing", |mv| mv == found));
        }
        Ok(found)
    }

    /// Takes a text apart from its end: promotion, target, origin, letter.
    fn parse(&self, text: &str) -> Result<ParsedSan, Failure> {
        if text.len() > MAX_BYTES || !text.is_ascii() || text.is_empty() {
            return Err(self.no_move().into());
        }
        let mut said = ParsedSan::default();
        let mut rest = text;
        if let Some(letter) = rest.chars().last().filter(char::is_ascii_alphabetic) {
            said.promotion = Some(self.kind(letter)?);
            rest = rest[..rest.len() - 1].trim_end_matches(['=', '/']);
        }
        let digits = rest.len() - rest.trim_end_matches(|letter: char| letter.is_ascii_digit()).len();
        let (before, target) =
            rest.split_at_checked(rest.len().wrapping_sub(digits + 1)).unwrap_or(("", rest));
        said.to = Some(self.rules.geometry().parse_cell(target).ok_or_else(|| self.no_cell(target))?);
        rest = before.trim_end_matches(['x', '-', ':', '*']);
        let unpromoted = rest.trim_start_matches('+');
        if let Some(letter) = unpromoted.chars().next().filter(char::is_ascii_uppercase) {
            let is_promoted = unpromoted.len() < rest.len();
            said.kind = Some(if is_promoted { self.promoted_kind(letter)? } else { self.kind(letter)? });
            said.lettered = true;
            rest = &unpromoted[1..];
        }
        self.parse_origin(rest, &mut said)?;
        Ok(said)
    }

    fn parse_origin(&self, text: &str, said: &mut ParsedSan) -> Result<(), Failure> {
        let geometry = self.rules.geometry();
        let mut rest = text;
        if let Some(letter) = rest.chars().next().filter(char::is_ascii_lowercase) {
            said.file = Some(letter as u8 - b'a').filter(|&file| file < geometry.files());
            if said.file.is_none() {
                return Err(format!("is no move: the board has no file `{letter}`").into());
            }
            rest = &rest[1..];
        }
        if !rest.is_empty() {
            let rank = rest.parse::<u8>().ok().and_then(|rank| rank.checked_sub(1));
            said.rank = rank.filter(|&rank| rank < geometry.ranks());
            if said.rank.is_none() {
                return Err(self.no_move().into());
            }
        }
        Ok(())
    }

    fn kind(&self, letter: char) -> Result<PieceKind, Failure> {
        let ruleset = self.rules.ruleset();
        self.dialect.kind(ruleset, letter).ok_or_else(|| {
            let letters = self.dialect.letters(ruleset);
            let known: String = letters.iter().map(char::to_ascii_uppercase).collect();
            format!("names no piece: `{letter}` is not among the letters `{known}`").into()
        })
    }

    fn promoted_kind(&self, letter: char) -> Result<PieceKind, Failure> {
        let kind = self.dialect.promoted_kind(self.rules.ruleset(), letter);
        kind.ok_or_else(|| format!("names no piece: there is no `+{letter}` here").into())
    }

    fn no_move(&self) -> String {
        "is no move: write it as `Nf3`, `e4`, `exd5`, `O-O` or `--`, or as two cells".to_owned()
    }

    fn no_cell(&self, target: &str) -> String {
        let geometry = self.rules.geometry();
        let last = geometry.name(Cell((geometry.cells() - 1) as u8));
        format!("is no move: `{target}` is no cell; the board has a1 to {last}")
    }

    fn find(&self, text: &str, said: ParsedSan) -> Result<Move, SanError> {
        let geometry = self.rules.geometry();
        let fits = |mv: &&Move| {
            !mv.is_pass()
                && Some(mv.to()) == said.to
                && said.file.is_none_or(|file| geometry.file(mv.from()) == file)
                && said.rank.is_none_or(|rank| geometry.rank(mv.from()) == rank)
        };
        let pool: Vec<Move> = self.moves.iter().filter(fits).copied().collect();
        let wanted = if said.lettered { said.kind } else { self.plain_pawn() };
        let mut pieces: Vec<Move> =
            pool.iter().copied().filter(|mv| self.kind_at(mv.from()) == wanted).collect();
        if pieces.is_empty() && !said.lettered && said.file.is_some() && said.rank.is_some() {
            pieces = pool;
        }
        if pieces.iter().any(|mv| mv.tag() != MoveTag::Castle) {
            pieces.retain(|mv| mv.tag() != MoveTag::Castle);
        }
        let exact: Vec<Move> = pieces.iter().copied().filter(|mv| mv.promotion() == said.promotion).collect();
        match (&exact[..], &pieces[..]) {
            ([only], _) => Ok(*only),
            ([], [only]) if said.promotion.is_none() => Ok(*only),
            ([], []) => Err(self.not_legal(text, said, wanted)),
            ([], _) if said.promotion.is_none() => {
                Err(self.error(text, "does not say what the piece becomes", |mv| pieces.contains(&mv)))
            }
            ([], _) => Err(self.error(text, "cannot become that", |mv| pieces.contains(&mv))),
            _ => Err(self.error(text, "could be several moves", |mv| exact.contains(&mv))),
        }
    }

    fn not_legal(&self, text: &str, said: ParsedSan, wanted: Option<PieceKind>) -> SanError {
        let by_piece = |mv: Move| !mv.is_pass() && self.kind_at(mv.from()) == wanted;
        let there = |mv: Move| !mv.is_pass() && Some(mv.to()) == said.to;
        let near: &dyn Fn(Move) -> bool =
            if self.moves.iter().copied().any(by_piece) { &by_piece } else { &there };
        let near = if self.moves.iter().copied().any(near) { near } else { &|_| true };
        self.error(text, "is not a legal move here", near)
    }

    fn error(&self, text: &str, message: &str, near: impl Fn(Move) -> bool) -> SanError {
        let near = self.moves.iter().copied().filter(|&mv| near(mv));
        SanError {
            text: text.chars().take(40).collect(),
            message: message.to_owned(),
            legal: near.take(SHOWN).map(|mv| self.write(mv)).collect(),
        }
    }
}
