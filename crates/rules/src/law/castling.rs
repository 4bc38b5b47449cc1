//! Castling: the king goes a number of cells towards a rook, which is put on
//! the cell next to it on the far side.

use serde::Serialize;

use super::{Law, Opening, PieceNames};
use crate::bits::CellSet;
use crate::geometry::{Cell, Geometry, Side};
use crate::kind::PieceKind;
use crate::message::{Argument, Message, say};
use crate::movegen::{MoveContext, MoveSink};
use crate::movement::{Mode, Route};
use crate::moves::{Move, MoveTag};
use crate::notation::placement::{self, PlacedPiece};
use crate::position::Position;
use crate::rules::{ROYAL, Rules};
use crate::ruleset::Ruleset;
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;
use crate::shape::Shape;

/// Castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CastlingSides {
    /// Either.
    Both,
    /// Only the one at the player's own right hand.
    Right,
}

/// When castling is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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
        let men = self.start.iter().filter(move |man| (man.side, man.kind) == (side, kind));
        men.map(|man| man.cell)
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
        if section.word("law", &["none", "king-steps"])? == "none" {
            return Some(CastlingLaw::None);
        }
        let steps = section.number("steps", 1, 15);
        let rook = section.kind("rook");
        let sides = section.word("sides", &["both", "right"]);
        let when = section.word("when", &["turns", "werera"])?;
        Some(CastlingLaw::KingSteps(KingSteps {
            steps: steps? as u8,
            rook: rook?,
            sides: if sides? == "both" { CastlingSides::Both } else { CastlingSides::Right },
            when: if when == "turns" { CastlingPhase::Turns } else { CastlingPhase::Werera },
        }))
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

    fn as_str(&self) -> &'static str {
        match self {
            CastlingLaw::None => "none",
            CastlingLaw::KingSteps(_) => "king-steps",
        }
    }

    fn describe(&self, names: &PieceNames) -> Vec<Message> {
        let CastlingLaw::KingSteps(KingSteps { steps, rook, sides, when }) = self else {
            return vec![say::law_castling_none()];
        };
        let sides = Argument::Choice(match sides {
            CastlingSides::Both => "both",
            CastlingSides::Right => "right",
        });
        let when = Argument::Choice(match when {
            CastlingPhase::Turns => "turns",
            CastlingPhase::Werera => "werera",
        });
        vec![say::law_castling_king_steps(names.label(*rook), *steps, sides, when)]
    }
}

/// One castling a side may have.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Castle<B> {
    pub(crate) side: Side,
    /// The bit of its right in a position.
    pub(crate) right: u8,
    pub(crate) king_from: Cell,
    pub(crate) king_to: Cell,
    pub(crate) rook_from: Cell,
    pub(crate) rook_to: Cell,
    pub(crate) rook: PieceKind,
    /// Cells that must be empty.
    pub(crate) empty: B,
    /// Cells that must not be attacked: the king's from start to end.
    pub(crate) safe: B,
    /// The move in SAN: `O-O` with the nearer of two rooks, else `O-O-O`.
    pub(crate) san: &'static str,
    pub(crate) when: CastlingPhase,
}

/// Bits of castling rights: White towards the last file, towards the first, then Black.
pub(crate) const RIGHT_LETTERS: [(u8, char); 4] = [(1, 'K'), (2, 'Q'), (4, 'k'), (8, 'q')];

impl<B: CellSet> Castle<B> {
    /// Every castling that the array of a ruleset gives.
    pub(crate) fn of_array(ruleset: &Ruleset) -> Vec<Castle<B>> {
        let Some(KingSteps { steps, rook, sides, when }) = ruleset.castling() else { return Vec::new() };
        let geometry = ruleset.geometry;
        let mut castles = Vec::new();
        for side in Side::BOTH {
            let Some(king) = cells_of(ruleset, side, ruleset.royal()).first().copied() else { continue };
            let rooks = cells_of(ruleset, side, rook);
            let rank = geometry.rank(king);
            let on_rank = rooks.into_iter().filter(|&cell| geometry.rank(cell) == rank);
            let (low, high): (Vec<Cell>, Vec<Cell>) = on_rank.partition(|&cell| cell < king);
            let pair = [(high.first().copied(), 1_i16), (low.last().copied(), -1)];
            for (index, (rook_from, way)) in pair.into_iter().enumerate() {
                let Some(rook_from) = rook_from else { continue };
                let right_hand = if side == Side::White { 1 } else { -1 };
                if sides == CastlingSides::Right && way != right_hand {
                    continue;
                }
                let other = pair[1 - index].0;
                let distance = |cell: Cell| (i16::from(cell.0) - i16::from(king.0)).abs();
                let is_short = match other.map(distance) {
                    Some(other) if other == distance(rook_from) => way == 1 || sides == CastlingSides::Right,
                    Some(other) => distance(rook_from) < other,
                    None => true,
                };
                // It goes towards the rook, not onto it or over it.
                if distance(rook_from) <= i16::from(steps) {
                    continue;
                }
                let right = 1 << (2 * side.index() + index);
                let Some(king_to) = geometry.offset(king, way * i16::from(steps), 0) else { continue };
                let Some(rook_to) = geometry.offset(king_to, -way, 0) else { continue };
                let between = |a: Cell, b: Cell| {
                    (a.0.min(b.0)..=a.0.max(b.0)).map(Cell).fold(B::EMPTY, |set, cell| set | B::of(cell))
                };
                let men = B::of(king) | B::of(rook_from);
                let empty = (between(king, rook_from) | between(king, king_to)) & !men;
                let safe = between(king, king_to);
                castles.push(Castle {
                    side,
                    right,
                    king_from: king,
                    king_to,
                    rook_from,
                    rook_to,
                    rook,
                    empty,
                    safe,
                    san: if is_short { "O-O" } else { "O-O-O" },
                    when,
                });
            }
        }
        castles
    }
}

/// Where the array puts a side's pieces of one kind, in rising order.
fn cells_of(ruleset: &Ruleset, side: Side, kind: PieceKind) -> Vec<Cell> {
    let pieces = placement::parse(ruleset, &ruleset.start().placement).unwrap_or_default();
    let found = pieces.into_iter().filter(|piece| (piece.side, piece.kind) == (side, kind));
    let mut cells: Vec<Cell> = found.map(|piece| piece.cell).collect();
    cells.sort();
    cells
}

impl<S: Shape> Rules<S> {
    pub(crate) fn generate_castles(
        &self,
        turn: MoveContext<'_, S>,
        phase: CastlingPhase,
        sink: &mut impl MoveSink<S>,
    ) {
        let (position, side) = (turn.position, turn.side);
        let enemies = position.own(side.other());
        let occupied = position.occupied();
        for castle in &self.laws.castles {
            let has_right =
                castle.side == side && castle.when == phase && position.state.rights() & castle.right != 0;
            if !has_right || castle.empty.meets(occupied) {
                continue;
            }
            let without_king = occupied & !S::Set::of(castle.king_from);
            let safe = |cell| !self.attacks(position, cell, side.other(), enemies, without_king);
            let is_safe = || castle.safe.cells().all(safe) && !self.is_attacked_castled(position, castle);
            if !self.laws.king_must_be_safe || is_safe() {
                sink.one(turn, ROYAL, Move::new(castle.king_from, castle.king_to, MoveTag::Castle));
            }
        }
    }

    /// Whether the castled king is attacked: by a piece the rook stood in the way
    /// of, or by a hopper.
    fn is_attacked_castled(&self, position: &Position<S>, castle: &Castle<S::Set>) -> bool {
        let mut after = *position;
        let rook = self.slot(castle.rook);
        after.take(self, castle.side, ROYAL, castle.king_from);
        after.take(self, castle.side, rook, castle.rook_from);
        after.put(self, castle.side, ROYAL, castle.king_to);
        after.put(self, castle.side, rook, castle.rook_to);
        self.is_king_attacked(&after, castle.side)
    }

    pub(crate) fn carry_rook(&self, next: &mut Position<S>, side: Side, from: Cell, to: Cell) {
        let castle = self
            .laws
            .castles
            .iter()
            .find(|castle| castle.side == side && (castle.king_from, castle.king_to) == (from, to));
        if let Some(castle) = castle {
            let slot = self.slot(castle.rook);
            next.take(self, side, slot, castle.rook_from);
            next.put(self, side, slot, castle.rook_to);
        }
    }
}
