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
//!           | "lone:" number "," number    moves of each side's lone man, White's first
//!           | "bare:" number               plies since a king was bared
//!           | "bundle:" ("w" | "b")        whose bundle it is in a werera of bundles
//!           | "phase:claimed"              the side to move failed to escape and has lost
//! ```
//! Fields stand only where the ruleset needs them and the value is not 0.
//! Missing trailing fields are those of a game's first turn.

use std::fmt;

use crate::geometry::Side;
use crate::kind::Kind;
use crate::law::{Bare, Manner, Opening, Support};
use crate::notation::placement::{self, PlacementError};
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::rules::castles::RIGHT_LETTERS;
use crate::ruleset::Ruleset;
use crate::setup::{Setup, SetupError};
use crate::shape::Shape;

/// The longest text that is read as FEN, in bytes.
pub const MAX_BYTES: usize = 2000;

/// Whose letters a FEN is written in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Dialect {
    /// The ruleset's own.
    #[default]
    Own,
    /// Fairy-Stockfish's: `b` for the alfil and `q` for the ferz, where the
    /// ruleset has no bishop and no queen; `+x` for an x that was promoted.
    FairyStockfish,
}

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
        /// Which.
        field: &'static str,
        /// What is wrong, and what would be right.
        message: String,
    },
    /// The position breaks a rule.
    Setup(SetupError),
}

impl fmt::Display for FenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FenError::TooLong => write!(f, "the FEN is longer than {MAX_BYTES} bytes"),
            FenError::Placement(error) => write!(f, "placement: {error}"),
            FenError::Field { field, message } => write!(f, "{field}: {message}"),
            FenError::Setup(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for FenError {}

/// Reads a position.
///
/// # Errors
/// Everything that is wrong with it.
pub fn read<S: Shape>(rules: &Rules<S>, text: &str, dialect: Dialect) -> Result<Position<S>, Vec<FenError>> {
    let setup = read_setup(rules.ruleset(), text, dialect)?;
    setup.check(rules).map_err(|errors| errors.into_iter().map(FenError::Setup).collect())
}

/// As [`read`], but a side not on move may stand in check: for counting moves.
///
/// # Errors
/// Everything else that is wrong with it.
pub fn read_waiving_check<S: Shape>(
    rules: &Rules<S>,
    text: &str,
    dialect: Dialect,
) -> Result<Position<S>, Vec<FenError>> {
    let setup = read_setup(rules.ruleset(), text, dialect)?;
    setup.check_waiving_check(rules).map_err(|errors| errors.into_iter().map(FenError::Setup).collect())
}

/// Reads a position without checking it against the rules.
///
/// # Errors
/// Everything that is wrong with the text.
pub fn read_setup(ruleset: &Ruleset, text: &str, dialect: Dialect) -> Result<Setup, Vec<FenError>> {
    if text.len() > MAX_BYTES {
        return Err(vec![FenError::TooLong]);
    }
    let mut fields = text.split_whitespace();
    let written = fields.next().unwrap_or("");
    let written = match dialect {
        Dialect::Own => written.to_owned(),
        Dialect::FairyStockfish => from_fairy(ruleset, written),
    };
    let mut errors = Vec::new();
    let mut setup = Setup { rights: Vec::new(), ..Setup::start(ruleset) };
    match placement::parse(ruleset, &written) {
        Ok(men) => setup.men = men,
        Err(found) => errors.extend(found.into_iter().map(FenError::Placement)),
    }
    let mut complain = |field, message: String| errors.push(FenError::Field { field, message });
    let side = fields.next();
    read_side(ruleset, side, &mut setup, &mut complain);
    match fields.next() {
        None if side.is_none() => setup.rights = Setup::start(ruleset).rights,
        None | Some("-") => {}
        Some(letters) => {
            setup.rights = letters
                .chars()
                .filter(|letter| RIGHT_LETTERS.iter().any(|(_, known)| known == letter))
                .collect();
            if setup.rights.len() != letters.chars().count() {
                complain("castling", format!("`{letters}` should be `-` or letters of `KQkq`"));
            }
        }
    }
    if let Some(cells) = fields.next().filter(|cells| *cells != "-") {
        let mut rest = cells;
        while let Some((cell, after)) = ruleset.geometry.take_cell(rest) {
            setup.passed.push(cell);
            rest = after;
        }
        if !rest.is_empty() {
            complain("passed cells", format!("`{cells}` should be `-` or cells such as `a4a5`"));
        }
    }
    let mut number = |field: &'static str, text: Option<&str>, default: u16| match text.map(str::parse) {
        None => default,
        Some(Ok(number)) => number,
        Some(Err(_)) => {
            complain(field, format!("`{}` should be a number below 65536", text.unwrap_or_default()));
            default
        }
    };
    setup.idle = number("idle plies", fields.next(), 0);
    setup.turn_number = number("turn number", fields.next(), 1);
    for field in fields {
        read_field(field, &mut setup, &mut complain);
    }
    if errors.is_empty() { Ok(setup) } else { Err(errors) }
}

fn read_side(
    ruleset: &Ruleset,
    text: Option<&str>,
    setup: &mut Setup,
    complain: &mut impl FnMut(&'static str, String),
) {
    match text {
        None => {}
        Some("*") => setup.phase = Phase::Werera,
        Some(word @ ("w" | "b")) => {
            setup.phase = Phase::Turns;
            setup.turn = if word == "w" { Side::White } else { Side::Black };
        }
        Some(word) => {
            let werera = matches!(ruleset.laws.opening.law, Opening::Werera(_));
            let star = if werera { ", or `*` in the werera" } else { "" };
            complain("side to move", format!("`{word}` should be `w` or `b`{star}"));
        }
    }
}

fn read_field(text: &str, setup: &mut Setup, complain: &mut impl FnMut(&'static str, String)) {
    let unknown = || {
        format!(
            "`{text}` is no field; there are `throw:4`, `lone:3,0`, `bare:5`, `bundle:w` and `phase:claimed`"
        )
    };
    let Some((name, value)) = text.split_once(':') else {
        return complain("field", unknown());
    };
    let numbers: Vec<Option<u8>> = value.split(',').map(|number| number.parse().ok()).collect();
    match (name, &numbers[..]) {
        ("throw", [Some(face)]) => setup.throw = Some(*face),
        ("lone", [Some(white), Some(black)]) => setup.counters = [*white, *black],
        ("bare", [Some(plies)]) => setup.counters = [*plies, 0],
        ("bundle", _) if value == "w" || value == "b" => {
            setup.turn = if value == "w" { Side::White } else { Side::Black };
        }
        ("phase", _) if value == "claimed" => setup.phase = Phase::Claimed,
        _ => complain("field", unknown()),
    }
}

/// Writes a position.
#[must_use]
pub fn write<S: Shape>(rules: &Rules<S>, position: &Position<S>, dialect: Dialect) -> String {
    let mut text = placement::write(rules, position);
    if dialect == Dialect::FairyStockfish {
        text = to_fairy(rules.ruleset(), &text);
    }
    let side = match (position.phase(), position.turn()) {
        (Phase::Werera, _) => "*",
        (_, Side::White) => "w",
        (_, Side::Black) => "b",
    };
    let rights: String = RIGHT_LETTERS
        .iter()
        .filter(|(right, _)| position.course.rights() & right != 0)
        .map(|(_, letter)| *letter)
        .collect();
    let passed: String =
        crate::bits::CellSet::cells(position.passed).map(|cell| rules.geometry().name(cell)).collect();
    let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
    text.push_str(&format!(
        " {side} {} {} {} {}",
        or_dash(rights),
        or_dash(passed),
        position.course.idle(),
        position.turn_number()
    ));
    write_fields(rules, position, &mut text);
    text
}

fn write_fields<S: Shape>(rules: &Rules<S>, position: &Position<S>, text: &mut String) {
    let laws = &rules.ruleset().laws;
    if position.course.throw() > 0 {
        text.push_str(&format!(" throw:{}", position.course.throw()));
    }
    if position.counters() != [0; 2] {
        let [white, black] = position.counters();
        if laws.support.law != Support::None {
            text.push_str(&format!(" lone:{white},{black}"));
        } else if matches!(laws.bare_king.law, Bare::DrawAfter { .. }) {
            text.push_str(&format!(" bare:{white}"));
        }
    }
    if let (Phase::Werera, Opening::Werera(werera)) = (position.phase(), laws.opening.law)
        && matches!(werera.manner, Manner::Batched { .. })
        && position.turn() == Side::Black
    {
        text.push_str(" bundle:b");
    }
    if position.phase() == Phase::Claimed {
        text.push_str(" phase:claimed");
    }
}

/// Our letter and theirs, for the men that differ: the alfil and the ferz.
fn fairy_letters(ruleset: &Ruleset) -> Vec<(char, char)> {
    let pairs = [("fil", 'b'), ("firzan", 'q')];
    let of = |(picture, theirs): (&str, char)| {
        let man = ruleset.men.iter().find(|man| man.picture == picture)?;
        ruleset.kind(theirs).is_none().then_some((man.letter, theirs))
    };
    pairs.into_iter().filter_map(of).collect()
}

fn swap_letters(text: &str, pairs: impl Fn(char) -> Option<char>) -> String {
    text.chars()
        .map(|letter| {
            let swapped = pairs(letter.to_ascii_lowercase()).unwrap_or(letter);
            if letter.is_ascii_uppercase() { swapped.to_ascii_uppercase() } else { swapped }
        })
        .collect()
}

/// The letters of a text in Fairy-Stockfish's dialect.
#[must_use]
pub fn to_fairy(ruleset: &Ruleset, text: &str) -> String {
    let pairs = fairy_letters(ruleset);
    swap_letters(text, |letter| pairs.iter().find(|(ours, _)| *ours == letter).map(|(_, theirs)| *theirs))
}

/// The letters of a text from Fairy-Stockfish's dialect.
#[must_use]
pub fn from_fairy(ruleset: &Ruleset, text: &str) -> String {
    let pairs = fairy_letters(ruleset);
    let text = swap_letters(text, |letter| {
        pairs.iter().find(|(_, theirs)| *theirs == letter).map(|(ours, _)| *ours)
    });
    let mut promoted = String::with_capacity(text.len());
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        let next = if letter == '+' { letters.next() } else { None };
        let Some(man) = next else {
            promoted.push(letter);
            continue;
        };
        let becomes: Option<Kind> =
            ruleset.kind(man).and_then(|kind| ruleset.laws.promotion.of(kind)?.to.kinds().next());
        let becomes = becomes.map_or(man, |kind| ruleset.letter(kind));
        promoted.push(if man.is_ascii_uppercase() { becomes.to_ascii_uppercase() } else { becomes });
    }
    promoted
}
