//! The werera in a game: placing, taking back, bundles, and the turns after it.

use super::Game;
use super::event::{Event, Refusal, RefusalCode, refuse};
use crate::geometry::{Cell, Side, Square};
use crate::law::{WereraLaw, WereraMode};
use crate::message::say;
use crate::moves::{Move, MoveTag};
use crate::node::Node;
use crate::position::{Phase, Position};
use crate::werera::{Obstacle, RetractableMove};

impl Game {
    pub(super) fn place(
        &mut self,
        word: Side,
        id: Option<u16>,
        from: Square,
        to: Square,
        promotion: Option<char>,
    ) -> Result<Event, Refusal> {
        let side = word;
        let law = self.open_werera(side)?;
        if self.werera.is_spent(&law, side) || self.werera.is_batch_full(&law) {
            return refuse(RefusalCode::NotYourTurn, say::refusal_werera_spent());
        }
        let geometry = self.ruleset.geometry;
        let cells = geometry.cell_at(from).zip(geometry.cell_at(to));
        let Some((from_cell, to_cell)) = cells else {
            return refuse(RefusalCode::BadIntent, say::refusal_no_cells(from, to));
        };
        let kind = promotion.and_then(|letter| self.ruleset.kind(letter));
        let own = self.position.piece_at(&self.rules, from_cell).filter(|(owner, _)| *owner == side);
        let number = self.ids[from_cell.index()];
        if own.is_none() || id.is_some_and(|id| number != Some(id)) {
            return refuse(RefusalCode::PieceMoved, say::refusal_piece_gone(from));
        }
        let wanted = |mv: &&Move| (mv.from(), mv.to(), mv.promotion()) == (from_cell, to_cell, kind);
        let Some(&mv) = self.known_moves(side).iter().find(wanted) else {
            return Err(self.not_placed(side, from_cell, to_cell, promotion));
        };
        let captures = self.rules.is_capture(&self.position, mv);
        let (_, kind) = own.expect("the piece was just looked at");
        let standing = RetractableMove {
            seq: self.seq() + 1,
            side,
            id: number.unwrap_or(0),
            kind,
            mv,
            rights: self.position.state.rights(),
        };
        self.carry_ids(side, mv);
        self.position = self.rules.werera_play(&self.position, side, mv);
        self.werera.made[side.index()] = self.werera.made[side.index()].saturating_add(1);
        self.werera.batched = self.werera.batched.saturating_add(1);
        if captures {
            self.keys = vec![self.position.key()];
        } else {
            self.werera.standing.push(standing);
        }
        let promotion = mv.promotion().map(|kind| self.ruleset.letter(kind));
        Ok(Event::Place { side: word, id: number, from, to, promotion })
    }

    /// Why a placing was refused: the reason of its cells, or the kind it asks for.
    pub(super) fn not_placed(&self, side: Side, from: Cell, to: Cell, promotion: Option<char>) -> Refusal {
        self.why_not(side, from, Some(to)).unwrap_or_else(|| {
            let name = |cell| self.ruleset.geometry.name(cell);
            let message = match promotion {
                Some(letter) => say::refusal_no_promotion(name(to), letter.to_string()),
                None => say::refusal_promotion_missing(name(to)),
            };
            Refusal::new(RefusalCode::Illegal, message)
        })
    }

    /// The law of the werera, if it lasts and the side may act.
    pub(super) fn open_werera(&self, side: Side) -> Result<WereraLaw, Refusal> {
        match (self.node(), self.ruleset.werera()) {
            (Node::Werera(acting), Some(law)) if acting.may(side) => Ok(law),
            (Node::Werera(_), _) => refuse(RefusalCode::NotYourTurn, say::refusal_other_bundle()),
            (_, Some(_)) => refuse(RefusalCode::PhaseOver, say::refusal_werera_over()),
            (_, None) => refuse(RefusalCode::BadIntent, say::refusal_no_werera()),
        }
    }

    pub(super) fn check_retraction(&self, standing: &RetractableMove) -> Result<Position, Refusal> {
        let last_of_piece = self.werera.standing.iter().rev().find(|other| other.id == standing.id);
        let castled_since = self.werera.standing.iter().any(|other| {
            other.seq > standing.seq
                && other.side == standing.side
                && other.mv.tag() == MoveTag::Castle
                && self.castle_moved(other, standing.id)
        });
        if last_of_piece.map(|last| last.seq) != Some(standing.seq) || castled_since {
            return refuse(RefusalCode::PieceMoved, say::refusal_undo_later_first());
        }
        match self.rules.taken_back(&self.position, standing) {
            Ok(mut position) => {
                let kept = position.state.rights() & !standing.rights;
                position.state.set_rights(kept | (standing.rights & self.rights_without(standing)));
                Ok(position)
            }
            Err(Obstacle::Moved) => refuse(RefusalCode::PieceMoved, say::refusal_undo_piece_gone()),
            Err(Obstacle::Occupied(cell)) => {
                let cell = self.ruleset.geometry.name(cell);
                refuse(RefusalCode::TargetTaken, say::refusal_undo_occupied(cell))
            }
            Err(Obstacle::KingAttacked) => {
                let message = say::refusal_undo_king_attacked(self.royal_label());
                refuse(RefusalCode::LeavesKingAttacked, message)
            }
        }
    }

    /// Castling rights as if that move had never been made: those of the start
    /// that no other standing move has spoilt.
    fn rights_without(&self, standing: &RetractableMove) -> u8 {
        let others = self.werera.standing.iter().filter(|other| other.seq != standing.seq);
        others.fold(self.start.state.rights(), |rights, other| {
            rights
                & self.rules.laws.rights_kept[other.mv.from().index()]
                & self.rules.laws.rights_kept[other.mv.to().index()]
        })
    }

    /// Whether castling moved the piece with this number as its rook.
    fn castle_moved(&self, castling: &RetractableMove, id: u16) -> bool {
        let castle = self.rules.laws.castles.iter().find(|castle| {
            castle.side == castling.side
                && (castle.king_from, castle.king_to) == (castling.mv.from(), castling.mv.to())
        });
        castle.is_some_and(|castle| self.ids[castle.rook_to.index()] == Some(id))
    }

    pub(super) fn retract(&mut self, word: Side, seq: u64) -> Result<Event, Refusal> {
        let side = word;
        self.open_werera(side)?;
        let found =
            self.werera.standing.iter().position(|standing| standing.seq == seq && standing.side == side);
        let Some(index) = found else {
            return refuse(RefusalCode::BadIntent, say::refusal_no_undo());
        };
        let standing = self.werera.standing[index];
        self.position = self.check_retraction(&standing)?;
        self.werera.standing.remove(index);
        let (from, to) = (standing.mv.from(), standing.mv.to());
        self.ids[from.index()] = self.ids[to.index()].take();
        self.carry_rook_ids(side, standing.mv, true);
        Ok(Event::Retract { side: word, seq })
    }

    pub(super) fn begin_turns(&mut self, why: String) -> Result<Event, Refusal> {
        if self.position.phase() != Phase::Werera {
            return refuse(RefusalCode::PhaseOver, say::refusal_werera_over());
        }
        self.position = self.rules.begin_turns(&self.position, Side::White);
        if self.rules.is_in_check(&self.position, Side::Black) {
            // White could take the king: so Black, who must answer the check, begins.
            self.position.state.set_turn(Side::Black);
        }
        self.keys = vec![self.position.key()];
        Ok(Event::Turns { why })
    }

    pub(super) fn end_bundle(&mut self, word: Side) -> Result<Event, Refusal> {
        let side = word;
        let law = self.open_werera(side)?;
        if law.manner == WereraMode::Live {
            return refuse(RefusalCode::BadIntent, say::refusal_no_bundles());
        }
        if self.rules.is_in_check(&self.position, side) {
            return refuse(RefusalCode::LeavesKingAttacked, say::refusal_bundle_in_check(self.royal_label()));
        }
        self.position.state.set_turn(side.other());
        self.werera.batched = 0;
        Ok(Event::Bundle { side: word })
    }
}
