//! Castling: the king goes a number of cells towards a rook, which is put on
//! the cell next to it on the far side.

pub(crate) mod compiled;
mod effect;

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{Law, Opening, PieceNames};
use crate::geometry::{Cell, Geometry, Side};
use crate::kind::PieceKind;
use crate::law::judge::Judge;
use crate::message::{Argument, Message, say};
use crate::movement::{Mode, Route};
use crate::placement::PlacedPiece;
use crate::ruleset::section::Section;

/// Whether and how king and rook move together, once in a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum CastlingLaw {
    /// There is no castling.
    None,
    /// The king goes this many cells towards an unmoved rook of its rank; the
    /// cells between are empty; it does not start, pass or end in check.
    KingSteps(KingSteps),
}

/// The terms of castling by a number of king's steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct KingSteps {
    /// The number of cells the king goes.
    pub steps: u8,
    /// The kind that castles with the king.
    pub rook: PieceKind,
    /// The rooks towards which the king may castle.
    pub sides: CastlingSides,
    /// The phase of the game in which castling is allowed.
    pub when: CastlingPhase,
}

/// Towards which rooks the king may castle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum CastlingSides {
    /// Either.
    Both,
    /// Only the one at the player's own right hand.
    Right,
}

/// When castling is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum CastlingPhase {
    /// While the players take turns.
    Turns,
    /// Only during the werera.
    Werera,
}

/// What an array has to castle with.
struct Corners<'a> {
    geometry: Geometry,
    start: &'a [PlacedPiece],
    royal: PieceKind,
    rook: PieceKind,
    steps: u8,
    sides: CastlingSides,
}

impl Corners<'_> {
    fn cells(&self, side: Side, kind: PieceKind) -> impl Iterator<Item = Cell> {
        let pieces = self.start.iter().filter(move |piece| (piece.side, piece.kind) == (side, kind));
        pieces.map(|piece| piece.cell)
    }

    /// A side's king and, in each direction in which it may castle, the way and
    /// the nearest rook of its rank.
    fn pairs(&self, side: Side) -> Option<(Cell, Vec<(i16, Cell)>)> {
        let king = self.cells(side, self.royal).next()?;
        let right_hand = if side == Side::White { 1 } else { -1 };
        let ways = [right_hand, -right_hand].into_iter();
        let ways = ways.take(if self.sides == CastlingSides::Right { 1 } else { 2 });
        let nearest = |way: i16| {
            let rooks = self.cells(side, self.rook).filter(|&cell| {
                self.geometry.rank(cell) == self.geometry.rank(king) && (cell > king) == (way > 0)
            });
            Some((way, rooks.min_by_key(|cell| cell.0.abs_diff(king.0))?))
        };
        Some((king, ways.filter_map(nearest).collect()))
    }
}

/// Judges whether anybody can castle from the array, and whether that can be
/// told from the king's own moves.
fn check_array(judge: &mut Judge<'_, '_>, corners: &Corners<'_>) {
    let mut castles = 0;
    for side in Side::BOTH {
        let Some((king, rooks)) = corners.pairs(side) else { continue };
        for (way, rook) in rooks {
            let name = corners.geometry.name(rook);
            if rook.0.abs_diff(king.0) <= corners.steps {
                let message =
                    format!("the king cannot go {} cells towards {name} and stay short of it", corners.steps);
                judge.note("steps", message);
                continue;
            }
            castles += 1;
            let target = corners.geometry.offset(king, way * i16::from(corners.steps), 0);
            let goes = |route: &Route| {
                route.mode != Mode::Capture
                    && target.is_some_and(|cell| route.steps[route.first_stop..].contains(&cell))
            };
            if judge.routes(corners.royal, king, side).iter().any(goes) {
                let to = target.map(|cell| corners.geometry.name(cell)).unwrap_or_default();
                let message = format!(
                    "the king goes from {} to {to} by its own move too, so castling could not be distinguished from it",
                    corners.geometry.name(king)
                );
                judge.complain("steps", message);
            }
        }
    }
    // Without kings there is a graver complaint.
    if castles == 0 && Side::BOTH.into_iter().all(|side| corners.pairs(side).is_some()) {
        let message = format!(
            "castling is impossible from this array: no `{}` stands in the king's rank more than {} cells from it",
            judge.letter(corners.rook),
            corners.steps
        );
        judge.complain("", message);
    }
}

impl Law for CastlingLaw {
    const KEY: &'static str = "castling";

    fn title() -> Message {
        say::law_castling_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<CastlingLaw> {
        if let CastlingLawDiscriminants::None = section.choice("law")? {
            return Some(CastlingLaw::None);
        }
        let steps = section.number("steps", 1, 15);
        let rook = section.kind("rook");
        let sides = section.choice("sides");
        let when = section.choice("when")?;
        Some(CastlingLaw::KingSteps(KingSteps { steps: steps? as u8, rook: rook?, sides: sides?, when }))
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let CastlingLaw::KingSteps(KingSteps { steps, rook, sides, when }) = *self else { return };
        let opening = judge.laws().opening.as_ref().map(|opening| &opening.law);
        if when == CastlingPhase::Werera && matches!(opening, Some(Opening::Turns { .. })) {
            judge.complain("when", "castling in the werera needs an opening with the werera");
        }
        let (Some(royal), Some(geometry)) = (judge.royal(), judge.geometry()) else { return };
        if rook == royal {
            judge.complain("rook", "the royal piece cannot castle with itself: name another piece");
        } else if steps >= geometry.files() {
            let files = geometry.files();
            judge.complain("steps", format!("`steps` is {steps}, but the board has {files} files only"));
        } else if let Some(start) = judge.start() {
            check_array(judge, &Corners { geometry, start, royal, rook, steps, sides });
        }
    }

    fn describe(&self, names: &PieceNames) -> Vec<Message> {
        let CastlingLaw::KingSteps(KingSteps { steps, rook, sides, when }) = self else {
            return vec![say::law_castling_none()];
        };
        let (sides, when) = (Argument::Choice(sides.into()), Argument::Choice(when.into()));
        vec![say::law_castling_king_steps(names.label(*rook), *steps, sides, when)]
    }
}

/// Bits of castling rights: White towards the last file, towards the first, then Black.
pub(crate) const RIGHT_LETTERS: [(u8, char); 4] = [(1, 'K'), (2, 'Q'), (4, 'k'), (8, 'q')];
