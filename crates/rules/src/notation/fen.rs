//! FEN: a position in one line.
//!
//! ```text
//! fen       = placement [side [castling [passed [idle [turn {field}]]]]]
//! placement = rank {"/" rank}              the last rank first; digits of any length count empty cells
//! side      = "w" | "b" | "*"              "*" while the werera lasts
//! castling  = "-" | letters of "KQkq"      K, k towards the last file, Q, q towards the first
//! passed    = "-" | cell {cell}            cells a long step passed: `a4a5`
//! idle      = number                       plies without a capture or a pawn's move
//! turn      = number                       from 1, raised after Black
//! field     = "throw:" face                the throw on the board
//!           | "lone:" number "," number    moves of each side's lone piece, White's first
//!           | "bare:" number               plies since a king was bared
//!           | "bundle:" ("w" | "b")        whose bundle it is in a werera of bundles
//!           | "phase:claimed"              the side to move failed to escape and has lost
//! ```
//! Named fields stand only where the ruleset needs them and the value is not 0.
//!
//! What is written has all fields; of what is read any may be missing (`… w 0 1`,
//! `… w`), as other programs leave them out, and blanks may be many. The shape of
//! a field says which one it is. A missing field is that of a game's first turn,
//! but a castling right is there only where it is said, or where the placement
//! stands alone and is the ruleset's start. In a game without castling `KQkq` is
//! read as `-`. The letters are those of a [`Dialect`].
//!
//! ```
//! use std::sync::Arc;
//! use rukh_rules::notation::fen::{self, Dialect, FenError, FenField};
//! use rukh_rules::shape::Any;
//! use rukh_rules::{Rules, Ruleset};
//!
//! let rules = Rules::<Any>::compile(Arc::new(Ruleset::named("oblong-dice")?));
//! // A board of 4 by 16, and a three on the die.
//! let text = "k3/4/4/4/4/4/4/4/4/4/4/4/4/2N1/4/K3 w - - 0 9 throw:3";
//! let position = fen::parse(&rules, text, Dialect::Own).unwrap();
//! assert_eq!(position.throw(), Some(3));
//! assert_eq!(fen::format(&rules, &position, Dialect::Own), text);
//!
//! // The error is every fault, so that a person can mend all of them at once.
//! let errors = fen::parse(&rules, "k3/4/x3 white - - 0 9", Dialect::Own).unwrap_err();
//! assert!(errors.iter().any(|error| matches!(error, FenError::Placement(_))));
//! assert!(errors.iter().any(|error| matches!(error, FenError::Field { field: FenField::Side, .. })));
//! # Ok::<(), rukh_rules::LoadError>(())
//! ```

use std::fmt;

use crate::bits::CellSet;
use crate::geometry::Side;
use crate::law::WereraMode;
use crate::law::castling::RIGHT_LETTERS;
use crate::message::{Argument, Message, say};
use crate::moves::MoveTag;
pub use crate::notation::dialect::Dialect;
use crate::notation::placement::{self, PlacedPiece, PlacementError};
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::setup::{Setup, SetupError};
use crate::shape::Shape;

/// The longest text that is read as FEN, in bytes.
pub const MAX_BYTES: usize = 2000;

/// One thing that is wrong with a FEN.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum FenError {
    /// Longer than [`MAX_BYTES`].
    TooLong,
    /// The placement is wrong.
    Placement(PlacementError),
    /// A field after the placement is wrong.
    Field {
        /// The field that cannot be read.
        field: FenField,
        /// What is wrong, and what would be right.
        message: Message,
    },
    /// The position breaks a rule.
    Setup(SetupError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl FenError {
    /// The rank, field or cell that is meant; `None` for the whole.
    #[must_use]
    pub fn place(&self) -> Option<Message> {
        match self {
            FenError::TooLong => None,
            FenError::Placement(error) => error.place().or_else(|| Some(FenField::Placement.message())),
            FenError::Field { field, .. } => Some(field.message()),
            FenError::Setup(error) => error.place(),
        }
    }

    /// What is wrong there, and what would be right.
    #[must_use]
    pub fn detail(&self) -> Message {
        match self {
            FenError::TooLong => say::fen_too_long(MAX_BYTES as u64),
            FenError::Placement(error) => error.message.clone(),
            FenError::Field { message, .. } => message.clone(),
            FenError::Setup(error) => error.message.clone(),
        }
    }

    /// The place and what is wrong there.
    #[must_use]
    pub fn message(&self) -> Message {
        match self.place() {
            Some(place) => say::placed(place, self.detail()),
            None => self.detail(),
        }
    }
}

/// A field of a FEN, in the order they have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum FenField {
    /// The pieces.
    Placement,
    /// The side to move.
    Side,
    /// Castling rights.
    Castling,
    /// Cells that a long step has passed.
    Passed,
    /// Plies without a capture.
    Idle,
    /// The number of the turn.
    Turn,
    /// A field with a name, such as `throw:4`.
    Named,
}

impl std::error::Error for FenError {}

impl<S: Shape> Rules<S> {
    /// Whether a long step can be answered by a capture in passing, with whatever throw.
    fn can_capture_in_passing(&self, position: &Position<S>) -> bool {
        if position.ep_cells.is_empty() || position.phase() == Phase::Werera {
            return false;
        }
        let faces = self.ruleset().faces();
        let can_with = |throw| {
            let moves = self.legal_moves(&self.throw(position, throw));
            moves.iter().any(|mv| mv.tag() == MoveTag::EnPassant)
        };
        if faces == 0 { can_with(0) } else { (1..=faces).any(can_with) }
    }
}

/// Reads a position.
///
/// # Errors
/// Everything that is wrong with it.
pub fn parse<S: Shape>(rules: &Rules<S>, text: &str, dialect: Dialect) -> Result<Position<S>, Vec<FenError>> {
    let setup = parse_setup(rules.ruleset(), text, dialect)?;
    setup.check(rules).map_err(|errors| errors.into_iter().map(FenError::Setup).collect())
}

/// As [`parse`], but a side not on move may stand in check: for counting moves.
///
/// # Errors
/// Everything else that is wrong with it.
pub fn parse_waiving_check<S: Shape>(
    rules: &Rules<S>,
    text: &str,
    dialect: Dialect,
) -> Result<Position<S>, Vec<FenError>> {
    let setup = parse_setup(rules.ruleset(), text, dialect)?;
    setup.check_waiving_check(rules).map_err(|errors| errors.into_iter().map(FenError::Setup).collect())
}

/// Reads a position without checking it against the rules.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn parse_setup(ruleset: &Ruleset, text: &str, dialect: Dialect) -> Result<Setup, Vec<FenError>> {
    if text.len() > MAX_BYTES {
        return Err(vec![FenError::TooLong]);
    }
    let mut fields = text.split_whitespace();
    let written = fields.next().unwrap_or("");
    let mut errors = Vec::new();
    let mut setup = Setup { rights: Vec::new(), ..Setup::start(ruleset) };
    let is_start = match placement::parse_in(ruleset, written, dialect) {
        Ok(pieces) => {
            let is_start = pieces == setup.pieces;
            setup.pieces = pieces;
            is_start
        }
        Err(found) => {
            errors.extend(found.into_iter().map(FenError::Placement));
            false
        }
    };
    let mut complain = |field, message| errors.push(FenError::Field { field, message });
    let mut fields = fields.peekable();
    if fields.peek().is_none() && is_start {
        setup.rights = Setup::start(ruleset).rights;
    }
    let mut next = FenField::Side;
    for text in fields {
        let field = FenField::of(text, next);
        read_field(ruleset, field, text, &mut setup, &mut complain);
        next = field.next();
    }
    if errors.is_empty() { Ok(setup) } else { Err(errors) }
}

impl FenField {
    fn message(self) -> Message {
        say::fen_field(Argument::Choice(self.into()))
    }

    /// What a text is where `next` may come: any field before it may be missing,
    /// as other programs leave them out, so its shape decides. What has the shape
    /// of no field that may still come is taken for the next one.
    fn of(text: &str, next: FenField) -> FenField {
        let mut letters = text.chars();
        let first = letters.next().unwrap_or(' ');
        let is_number =
            text.trim_start_matches(['+', '-']).starts_with(|letter: char| letter.is_ascii_digit());
        let shape = if matches!(text, "w" | "b" | "*") {
            FenField::Side
        } else if text.contains(':') {
            FenField::Named
        } else if text == "-" {
            next.max(FenField::Castling).min(FenField::Passed)
        } else if is_number {
            next.max(FenField::Idle).min(FenField::Turn)
        } else if first.is_ascii_lowercase() && letters.next().is_some_and(|second| second.is_ascii_digit()) {
            FenField::Passed
        } else if text.chars().all(|letter| "KQkq".contains(letter)) {
            FenField::Castling
        } else {
            next
        };
        if shape < next { next } else { shape }
    }

    /// The field after this one.
    fn next(self) -> FenField {
        match self {
            FenField::Placement => FenField::Side,
            FenField::Side => FenField::Castling,
            FenField::Castling => FenField::Passed,
            FenField::Passed => FenField::Idle,
            FenField::Idle => FenField::Turn,
            FenField::Turn | FenField::Named => FenField::Named,
        }
    }
}

fn read_field(
    ruleset: &Ruleset,
    field: FenField,
    text: &str,
    setup: &mut Setup,
    complain: &mut impl FnMut(FenField, Message),
) {
    let mut number = |field, default: u16| {
        text.parse().unwrap_or_else(|_| {
            complain(field, say::fen_number(shown(text), "65536"));
            default
        })
    };
    match field {
        FenField::Placement | FenField::Side => read_side(ruleset, text, setup, complain),
        FenField::Castling => read_rights(ruleset, text, setup, complain),
        FenField::Passed => read_passed(ruleset, text, setup, complain),
        FenField::Idle => setup.halfmove_clock = number(FenField::Idle, 0),
        FenField::Turn => setup.turn_number = number(FenField::Turn, 1),
        FenField::Named => read_named(text, setup, complain),
    }
}

fn read_side(ruleset: &Ruleset, text: &str, setup: &mut Setup, complain: &mut impl FnMut(FenField, Message)) {
    match text {
        "*" => setup.phase = Phase::Werera,
        "w" | "b" => {
            setup.phase = Phase::Turns;
            setup.turn = if text == "w" { Side::White } else { Side::Black };
        }
        word => {
            let message = if ruleset.has_werera() { say::fen_side_werera } else { say::fen_side };
            complain(FenField::Side, message(shown(word)));
        }
    }
}

fn read_rights(
    ruleset: &Ruleset,
    text: &str,
    setup: &mut Setup,
    complain: &mut impl FnMut(FenField, Message),
) {
    if text == "-" {
        return;
    }
    let rights: Vec<char> =
        text.chars().filter(|letter| RIGHT_LETTERS.iter().any(|(_, known)| known == letter)).collect();
    if rights.len() != text.chars().count() {
        return complain(FenField::Castling, say::fen_castling(shown(text)));
    }
    // Programs that know modern chess only write rights in a game without castling, too.
    if ruleset.castling().is_some() {
        setup.rights = rights;
    }
}

fn read_passed(
    ruleset: &Ruleset,
    text: &str,
    setup: &mut Setup,
    complain: &mut impl FnMut(FenField, Message),
) {
    let mut rest = if text == "-" { "" } else { text };
    while let Some((cell, after)) = ruleset.geometry.take_cell(rest) {
        setup.ep_cells.push(cell);
        rest = after;
    }
    if !rest.is_empty() {
        complain(FenField::Passed, say::fen_passed(shown(text)));
    }
}

fn read_named(text: &str, setup: &mut Setup, complain: &mut impl FnMut(FenField, Message)) {
    let (name, value) = text.split_once(':').unwrap_or((text, ""));
    let numbers: Vec<Option<u8>> = value.split(',').map(|number| number.parse().ok()).collect();
    match (name, &numbers[..]) {
        ("throw", [Some(face)]) => setup.throw = Some(*face),
        ("lone", [Some(white), Some(black)]) => setup.counters = [*white, *black],
        ("bare", [Some(plies)]) => setup.counters = [*plies, 0],
        ("bundle", _) if value == "w" || value == "b" => {
            setup.turn = if value == "w" { Side::White } else { Side::Black };
        }
        ("phase", _) if value == "claimed" => setup.phase = Phase::Claimed,
        _ => complain(FenField::Named, say::fen_no_field(shown(text))),
    }
}

/// The beginning of a field, as errors repeat it.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Writes a position with all its fields; [`parse`] gives the same position back.
#[must_use]
pub fn format<S: Shape>(rules: &Rules<S>, position: &Position<S>, dialect: Dialect) -> String {
    let mut text = format_placement(rules, position, dialect);
    let side = match (position.phase(), position.turn()) {
        (Phase::Werera, _) => "*",
        (_, Side::White) => "w",
        (_, Side::Black) => "b",
    };
    let rights: String = RIGHT_LETTERS
        .iter()
        .filter(|(right, _)| position.state.rights() & right != 0)
        .map(|(_, letter)| *letter)
        .collect();
    let passed: String = CellSet::cells(position.ep_cells).map(|cell| rules.geometry().name(cell)).collect();
    let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    text.push_str(&format!(
        " {side} {} {} {} {}",
        or_dash(rights),
        or_dash(passed),
        position.state.halfmove_clock(),
        position.turn_number()
    ));
    write_fields(rules, position, &mut text);
    text
}

/// The placement of a position's pieces in the letters of a dialect.
fn format_placement<S: Shape>(rules: &Rules<S>, position: &Position<S>, dialect: Dialect) -> String {
    let pieces = position.all_pieces(rules).map(|(cell, side, kind)| PlacedPiece { cell, side, kind });
    placement::format(rules.ruleset(), pieces, dialect)
}

/// All errors of a FEN in one line.
#[must_use]
pub fn join_errors(errors: &[FenError]) -> String {
    errors.iter().map(FenError::to_string).collect::<Vec<_>>().join("; ")
}

/// What makes two positions the same to a search: placement, side to move, castling rights, and the
/// cells on which a piece can be captured in passing now. Neither a throw nor the counts of the laws
/// and of turns belong to it, nor in a werera whose batch it is.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::notation::fen;
/// use rukh_rules::{Game, Ruleset};
///
/// let game = Game::new(Arc::new(Ruleset::named("shatranj")?));
/// let identity = fen::identity(game.rules(), game.position());
/// assert_eq!(identity, "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/RNEKFENR w - -");
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[must_use]
pub fn identity<S: Shape>(rules: &Rules<S>, position: &Position<S>) -> String {
    let mut known = *position;
    if !rules.can_capture_in_passing(position) {
        known.ep_cells = S::Set::EMPTY;
    }
    let text = format(rules, &known, Dialect::Own);
    text.splitn(5, ' ').take(4).collect::<Vec<_>>().join(" ")
}

fn write_fields<S: Shape>(rules: &Rules<S>, position: &Position<S>, text: &mut String) {
    let ruleset = rules.ruleset();
    if position.state.throw() > 0 {
        text.push_str(&format!(" throw:{}", position.state.throw()));
    }
    if position.counters() != [0; 2] {
        let [white, black] = position.counters();
        if ruleset.lone_man_limit().is_some() {
            text.push_str(&format!(" lone:{white},{black}"));
        } else if ruleset.bare_king_limit().is_some() {
            text.push_str(&format!(" bare:{white}"));
        }
    }
    let is_batched = ruleset.werera().is_some_and(|law| matches!(law.manner, WereraMode::Batched { .. }));
    if position.phase() == Phase::Werera && is_batched && position.turn() == Side::Black {
        text.push_str(" bundle:b");
    }
    if position.phase() == Phase::Claimed {
        text.push_str(" phase:claimed");
    }
}
