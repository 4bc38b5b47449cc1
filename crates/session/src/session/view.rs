//! View of a session for a board that knows no rules.

use std::collections::{BTreeMap, HashSet};

use rukh_rules::notation::coordinate;
use rukh_rules::{ActiveSides, Cell, Game, Geometry, Move, MoveTag, Node, Side};
use smol_str::SmolStr;

use super::Session;
pub use super::counters::counters;
use crate::say;
use crate::wire::game::PieceOdds;
use crate::wire::message::WireMessage;
use crate::wire::view::{
    BySide, LastMove, LegalMove, LegalMoves, PossiblePremove, Retractable, SideLastMove, View, ViewClock,
    ViewPass, ViewPiece, ViewThrow,
};
use crate::wire::{EventKind, FinalResult};

impl Session {
    /// What a board shows now; the same for everyone, since nothing is hidden.
    #[must_use]
    pub fn view(&self) -> View {
        let game = self.game();
        let last = BySide { white: self.last_of(Side::White), black: self.last_of(Side::Black) };
        View {
            seq: self.seq(),
            phase: self.phase(),
            node: game.node().into(),
            turn: turn(game),
            pieces: pieces(game),
            throw: throw(game),
            legal_moves: BySide { white: moves(game, Side::White), black: moves(game, Side::Black) },
            pass: pass(game).map(|pass| ViewPass { at: self.deadline().filter(|_| pass.forced), ..pass }),
            retractable: Side::BOTH.into_iter().flat_map(|side| self.retractable(side)).collect(),
            check: check(game),
            last_move: last_move(&last),
            last_moves: last,
            counters: counters(game),
            captured: BySide { white: captured(game, Side::White), black: captured(game, Side::Black) },
            guards: guards(game),
            result: FinalResult::of(game),
            fen: game.fen(),
            hint: hint(game),
            clock: self.view_clock(),
            offers: self.state.offers,
            actions: BySide { white: self.actions(Side::White), black: self.actions(Side::Black) },
            missing_seeds: self.missing_seeds(),
            ready: (self.state.is_werera() && !self.state.is_ready()).then_some(self.state.ready),
        }
    }

    fn view_clock(&self) -> Option<ViewClock> {
        let (reading, at) = self.state.reading()?;
        let vacations = Some(self.state.vacations).filter(|all| all.white.max(all.black).is_some());
        Some(ViewClock { reading, at, time_control: self.info.time_control, odds: self.info.odds, vacations })
    }

    fn missing_seeds(&self) -> Option<BySide<bool>> {
        let awaits = |side| !self.info.is_engine(side) && self.inputs.seeds.of(side).is_none();
        self.state.awaits_seeds().then(|| BySide { white: awaits(Side::White), black: awaits(Side::Black) })
    }

    /// Possible premoves of a side, by start cell.
    #[must_use]
    pub fn possible_premoves(&self, side: Side) -> BTreeMap<SmolStr, Vec<PossiblePremove>> {
        let ruleset = self.game().ruleset();
        let mut found: BTreeMap<SmolStr, Vec<PossiblePremove>> = BTreeMap::new();
        for (mv, faces) in self.game().premoves(side) {
            found.entry(cell_name(ruleset.geometry, mv.from())).or_default().push(PossiblePremove {
                to: cell_name(ruleset.geometry, mv.to()),
                coordinates: coordinate::format(ruleset, mv).into(),
                promotion: mv.promotion().map(|kind| ruleset.letter(kind)),
                faces: (!faces.is_empty()).then_some(faces),
            });
        }
        found
    }

    fn retractable(&self, side: Side) -> impl Iterator<Item = Retractable> {
        let ruleset = self.game().ruleset();
        let name = |cell| cell_name(ruleset.geometry, cell);
        let standing = self.game().retractable(side).into_iter();
        standing.map(move |standing| Retractable {
            seq: self.event_seq(standing.seq),
            side,
            piece: ruleset.letter(standing.kind),
            from: name(standing.mv.from()),
            to: name(standing.mv.to()),
        })
    }

    /// A side's last move that was not taken back.
    fn last_of(&self, side: Side) -> Option<SideLastMove> {
        let mut retracted = HashSet::new();
        for event in self.events.iter().rev() {
            let (from, to) = match &event.kind {
                EventKind::Retract(retract) => {
                    retracted.insert(retract.seq);
                    continue;
                }
                EventKind::Place(place) if place.side == side => (&place.from, &place.to),
                EventKind::Move(moved) if moved.side == side => match (&moved.from, &moved.to) {
                    (Some(from), Some(to)) => (from, to),
                    _ => continue,
                },
                _ => continue,
            };
            if !retracted.contains(&event.seq) && !self.state.is_undone(event.seq) {
                return Some(SideLastMove { from: *from, to: *to, seq: event.seq });
            }
        }
        None
    }
}

fn cell_name(geometry: Geometry, cell: Cell) -> SmolStr {
    geometry.name(cell).into()
}

fn last_move(last: &BySide<Option<SideLastMove>>) -> Option<LastMove> {
    let both = [(&last.white, Side::White), (&last.black, Side::Black)];
    let found = both.into_iter().filter_map(|(last, side)| last.as_ref().map(|last| (last, side)));
    let (last, side) = found.max_by_key(|(last, _)| last.seq)?;
    Some(LastMove { from: last.from, to: last.to, side })
}

/// The side on move; `None` while both sides may act, and after the end.
pub(super) fn turn(game: &Game) -> Option<Side> {
    match game.node() {
        Node::Werera(ActiveSides::Only(side)) | Node::Choice(side) => Some(side),
        Node::Chance(_) => Some(game.position().turn()),
        Node::Werera(ActiveSides::Both) | Node::Over(_) => None,
    }
}

/// All pieces on the board.
pub(super) fn pieces(game: &Game) -> Vec<ViewPiece> {
    let ruleset = game.ruleset();
    let seen = game.pieces().into_iter().map(|piece| ViewPiece {
        cell: cell_name(ruleset.geometry, piece.cell),
        side: piece.side,
        letter: ruleset.letter(piece.kind),
        id: piece.id,
    });
    seen.collect()
}

/// The pieces that one side lacks from the start of a game that is otherwise that of its array.
#[must_use]
pub fn piece_odds(game: &Game) -> Option<PieceOdds> {
    let array = Game::from_rules(game.rules().clone());
    let (start, usual) = (game.start(), array.start());
    if *start == *usual || (start.turn(), start.phase()) != (usual.turn(), usual.phase()) {
        return None;
    }
    let placed = |game: &Game| -> Vec<_> {
        game.pieces().into_iter().map(|piece| (piece.cell, piece.side, piece.kind)).collect()
    };
    let all = placed(&array);
    let there = placed(&Game::from_position(game.rules().clone(), *start));
    let missing: Vec<_> = all.iter().filter(|piece| !there.contains(piece)).collect();
    let (_, side, _) = **missing.first()?;
    let is_odds = there.len() + missing.len() == all.len() && missing.iter().all(|(_, of, _)| *of == side);
    let letter = |kind| game.ruleset().letter(kind);
    is_odds.then(|| PieceOdds { side, pieces: missing.iter().map(|(_, _, kind)| letter(*kind)).collect() })
}

/// The throw on the board, while the game lasts.
#[must_use]
pub fn throw(game: &Game) -> Option<ViewThrow> {
    let face = game.position().throw()?;
    let ruleset = game.ruleset();
    let pieces = ruleset.pieces_of_face(face).iter().map(|kind| ruleset.letter(kind)).collect();
    (game.outcome().is_none()).then(|| ViewThrow { face, pieces, side: game.position().turn() })
}

fn captured(game: &Game, side: Side) -> Vec<char> {
    game.captured(side).into_iter().map(|kind| game.ruleset().letter(kind)).collect()
}

fn guards(game: &Game) -> Option<BySide<u32>> {
    Some(BySide { white: game.guards(Side::White)?, black: game.guards(Side::Black)? })
}

/// A side's legal moves by start cell, without the pass.
fn moves(game: &Game, side: Side) -> LegalMoves {
    let mut found = LegalMoves::new();
    if game.is_bundle_full() {
        return found;
    }
    let (rules, position, ruleset, san) = (game.rules(), game.position(), game.ruleset(), game.san(side));
    for &mv in game.known_moves(side).iter().filter(|mv| !mv.is_pass()) {
        let name = |cell| cell_name(ruleset.geometry, cell);
        found.entry(name(mv.from())).or_default().push(LegalMove {
            to: name(mv.to()),
            coordinates: coordinate::format(ruleset, mv).into(),
            capture: rules.is_capture(position, mv),
            promotion: mv.promotion().map(|kind| ruleset.letter(kind)),
            castle: mv.tag() == MoveTag::Castle,
            san: san(mv).into(),
        });
    }
    found
}

/// Whether the side on move may pass; without the time at which the server does it.
#[must_use]
pub fn pass(game: &Game) -> Option<ViewPass> {
    let Node::Choice(side) = game.node() else { return None };
    let moves = game.known_moves(side);
    if !moves.contains(&Move::PASS) {
        return None;
    }
    let forced = moves.len() == 1;
    let text = match (forced, game.position().throw()) {
        (true, Some(_)) => say::pass_no_move_with_roll(),
        (true, None) => say::pass_no_move(),
        (false, _) => say::pass_allowed(),
    };
    Some(ViewPass { forced, text: text.into(), at: None })
}

/// Cells of kings in check.
#[must_use]
pub fn check(game: &Game) -> Vec<SmolStr> {
    let royal = game.ruleset().royal();
    let is_checked = |side| game.rules().is_in_check(game.position(), side);
    let kings = game.pieces().into_iter().filter(|piece| piece.kind == royal && is_checked(piece.side));
    kings.map(|piece| cell_name(game.ruleset().geometry, piece.cell)).collect()
}

fn hint(game: &Game) -> Option<WireMessage> {
    let checked = |side: &Side| game.rules().is_in_check(game.position(), *side);
    let king = game.ruleset().label(game.ruleset().royal());
    let hint = match game.node() {
        Node::Werera(ActiveSides::Only(side)) if game.is_bundle_full() => Some(say::hint_batch_full(side)),
        Node::Werera(_) => {
            Side::BOTH.into_iter().find(checked).map(|side| say::hint_werera_check(side, king))
        }
        Node::Choice(side) if game.ruleset().has_one_throw_to_escape() && checked(&side) => {
            Some(say::hint_one_roll(side, king))
        }
        Node::Choice(_) | Node::Chance(_) | Node::Over(_) => None,
    };
    hint.map(WireMessage::from)
}
