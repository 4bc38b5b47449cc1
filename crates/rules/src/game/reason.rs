//! Why a piece may not move, or not to a certain cell, in a player's words.

use super::{Game, Refusal, RefusalCode};
use crate::bits::CellSet;
use crate::geometry::{Cell, Side};
use crate::kind::PieceKind;
use crate::law::{CastlingPhase, CheckLaw, PawnAdvance};
use crate::message::{Argument, Conjunction, PieceLabel, say};
use crate::movement::{Hurdle, Mode};
use crate::moves::Move;
use crate::node::Node;
use crate::notation::coordinate::UciMove;
use crate::notation::{coordinate, san};
use crate::position::{Phase, Position};

impl Game {
    /// Why a side may not move the piece on `from`, or not to `to` where a
    /// target is named. Nothing if there is such a move.
    #[must_use]
    pub fn why_not(&self, side: Side, from: Cell, to: Option<Cell>) -> Option<Refusal> {
        let wanted = |mv: &Move| !mv.is_pass() && mv.from() == from && to.is_none_or(|to| mv.to() == to);
        let may_act = self.may_act(side);
        if may_act.is_ok() && self.known_moves(side).iter().any(wanted) {
            return None;
        }
        let cell = self.ruleset.geometry.name(from);
        let Some((owner, kind)) = self.position.piece_at(&self.rules, from) else {
            return Some(Refusal::new(RefusalCode::BadIntent, say::refusal_no_piece(cell)));
        };
        if owner != side {
            let message = say::refusal_not_yours(self.ruleset.label(kind), cell, owner);
            return Some(Refusal::new(RefusalCode::Illegal, message));
        }
        if let Err(refused) = may_act {
            return Some(refused);
        }
        let asked = WhyNot { game: self, side, from, kind };
        let reason = asked.die().unwrap_or_else(|| match to {
            Some(to) => asked.target(to),
            None => asked.anywhere(),
        });
        Some(reason)
    }

    /// As [`Game::why_not`], for a move as a person writes it: in coordinates
    /// such as `e2e4`, or as in a list of moves, such as `Nf3`.
    #[must_use]
    pub fn why_not_written(&self, side: Side, text: &str) -> Option<Refusal> {
        let text = text.trim();
        let parsed = coordinate::parse(&self.ruleset, text);
        let cell = |square| self.ruleset.geometry.cell_at(square);
        if let Ok(UciMove::Go { from, to, .. }) = parsed {
            return self.why_not(side, cell(from)?, cell(to));
        }
        let moves = self.moves_of(side);
        if parsed == Ok(UciMove::Pass) {
            let may_pass = moves.iter().any(|mv| mv.is_pass());
            return (!may_pass).then(|| Refusal::new(RefusalCode::Illegal, say::refusal_no_pass()));
        }
        if moves.iter().any(|mv| san::format_for(&self.rules, &self.position, side, *mv) == text) {
            return None;
        }
        match self.meant(side, text) {
            Some((from, to)) => self.why_not(side, from, Some(to)),
            None => Some(self.not_written(side, text)),
        }
    }

    /// The piece and the target a text means, if it names a kind and a cell.
    fn meant(&self, side: Side, text: &str) -> Option<(Cell, Cell)> {
        let geometry = self.ruleset.geometry;
        let body = text.trim_end_matches(['+', '#', '!', '?']);
        let body = body.split('=').next().unwrap_or(body);
        let start = body.rfind(|letter: char| letter.is_ascii_lowercase())?;
        let (to, rest) = geometry.take_cell(&body[start..])?;
        let origin = body[..start].trim_end_matches(['x', '-', ':']);
        let letter = origin.chars().next().filter(char::is_ascii_uppercase);
        let kind = match letter {
            Some(letter) => self.ruleset.kind(letter)?,
            None => self.ruleset.pawns.iter().next()?,
        };
        let hint = origin.trim_start_matches(|first: char| first.is_ascii_uppercase());
        let own = self.position.pieces_of(&self.rules, side, kind);
        let fits = |cell: &Cell| {
            let name = geometry.name(*cell);
            hint.is_empty() || name.starts_with(hint) || name.ends_with(hint)
        };
        let mut own: Vec<Cell> = own.cells().filter(fits).collect();
        let question = |from: Cell| WhyNot { game: self, side, from, kind };
        own.sort_by_key(|from| !question(*from).ways().iter().any(|way| way.to == to));
        (rest.is_empty()).then_some(())?;
        own.first().map(|from| (*from, to))
    }

    /// Why a text that names no piece of this side is no move.
    fn not_written(&self, side: Side, text: &str) -> Refusal {
        if let Err(refused) = self.may_act(side) {
            return refused;
        }
        let text = super::shown(text);
        let message = match self.moves_of(side).into_iter().find(|mv| !mv.is_pass()) {
            Some(mv) => {
                let san = san::format_for(&self.rules, &self.position, side, mv);
                say::refusal_no_move_example(text, coordinate::format(&self.ruleset, mv), san)
            }
            None => say::refusal_no_move(text),
        };
        Refusal::new(RefusalCode::Illegal, message)
    }

    /// Whether a side may do anything at all now.
    fn may_act(&self, side: Side) -> Result<(), Refusal> {
        match self.node() {
            Node::Over(_) => super::refuse(RefusalCode::Over, say::refusal_over()),
            Node::Chance(_) => super::refuse(RefusalCode::NotYourTurn, say::refusal_roll_first()),
            Node::Choice(turn) if turn != side => {
                super::refuse(RefusalCode::NotYourTurn, say::refusal_not_your_turn(turn))
            }
            Node::Choice(_) => Ok(()),
            Node::Werera(_) => {
                let law = self.open_werera(side)?;
                if self.werera.is_spent(&law, side) || self.werera.is_batch_full(&law) {
                    return super::refuse(RefusalCode::NotYourTurn, say::refusal_werera_spent());
                }
                Ok(())
            }
        }
    }
}

/// The question why a side's own piece cannot move, on that side's turn.
struct WhyNot<'a> {
    game: &'a Game,
    side: Side,
    from: Cell,
    kind: PieceKind,
}

/// One way of a piece to a cell: what it may do there, and which cells it passes.
struct CandidateMove {
    to: Cell,
    mode: Mode,
    between: Vec<Cell>,
    /// For a hopper: where the one piece stands that it hops over.
    hurdles: Option<Vec<Cell>>,
}

impl WhyNot<'_> {
    fn label(&self) -> PieceLabel {
        self.game.ruleset.label(self.kind)
    }

    fn king(&self) -> PieceLabel {
        self.game.royal_label()
    }

    fn cell(&self, cell: Cell) -> String {
        self.game.ruleset.geometry.name(cell)
    }

    /// The name of the cell where the piece stands.
    fn origin(&self) -> String {
        self.cell(self.from)
    }

    fn piece_on(&self, cell: Cell) -> Option<(Side, PieceKind)> {
        self.game.position.piece_at(&self.game.rules, cell)
    }

    fn is_royal(&self) -> bool {
        self.kind == self.game.ruleset.royal()
    }

    fn is_in_check(&self) -> bool {
        self.game.rules.is_in_check(&self.game.position, self.side)
    }

    /// What the die, and a check under it, have to do with it.
    fn die(&self) -> Option<Refusal> {
        let Game { position, rules, ruleset, .. } = self.game;
        let throw = position.throw()?;
        let named = ruleset.pieces_of_face(throw);
        let message = match ruleset.laws.check.law {
            CheckLaw::RoyalFaceOnly if self.is_in_check() && !self.is_royal() => {
                say::refusal_check_royal_face(self.king())
            }
            CheckLaw::OneThrow if rules.is_king_attacked(position, self.side.other()) => {
                say::refusal_check_one_throw(self.side.other(), self.king())
            }
            _ if !named.iter().any(|kind| kind == self.kind) => {
                let known = named.iter().filter(|kind| kind.index() < ruleset.pieces.len());
                let labels: Vec<PieceLabel> = known.map(|kind| ruleset.label(kind)).collect();
                if labels.is_empty() {
                    say::refusal_roll_excludes_all(throw)
                } else {
                    say::refusal_roll_excludes(throw, Argument::Pieces(labels, Conjunction::Or))
                }
            }
            _ => return None,
        };
        Some(Refusal::new(RefusalCode::Illegal, message))
    }

    /// Every way the piece's movement and the laws of pawns open on an empty board.
    fn ways(&self) -> Vec<CandidateMove> {
        let Game { ruleset, position, .. } = self.game;
        let movement = &ruleset.pieces[self.kind.index()].movement;
        let mut ways = Vec::new();
        for route in movement.routes(ruleset.geometry, self.from, self.side) {
            for stop in route.first_stop..route.steps.len() {
                let hurdles = (route.hurdle != Hurdle::None).then(|| route.hurdles(stop).to_vec());
                let between = route.steps[..stop].to_vec();
                ways.push(CandidateMove { to: route.steps[stop], mode: route.mode, between, hurdles });
            }
        }
        let mut ahead = Vec::new();
        let mut cell = self.from;
        let steps = self.steps_ahead(position);
        while let Some(next) = ruleset.geometry.forward(cell, self.side).filter(|_| ahead.len() < steps) {
            ways.push(CandidateMove { to: next, mode: Mode::Quiet, between: ahead.clone(), hurdles: None });
            ahead.push(next);
            cell = next;
        }
        ways
    }

    /// How many cells straight ahead a law of pawns lets the piece go: 0 where none does.
    fn steps_ahead(&self, position: &Position) -> usize {
        let Game { ruleset, rules, .. } = self.game;
        let sprints = self.game.ruleset.werera().is_some_and(|law| law.pawns == PawnAdvance::AnyDistance);
        if position.phase() == Phase::Werera && sprints && ruleset.pawns.iter().any(|kind| kind == self.kind)
        {
            return usize::from(ruleset.geometry.ranks());
        }
        let slot = rules.slot(self.kind);
        let step = rules
            .laws
            .long_step
            .as_ref()
            .filter(|step| step.slot == slot && step.from[self.side.index()].has(self.from));
        step.map_or(0, |step| usize::from(step.steps))
    }

    /// Why the piece has no move at all.
    fn anywhere(&self) -> Refusal {
        let ways = self.ways();
        if let Some(way) = ways.iter().find(|way| self.obstacle(way).is_none()) {
            return self.unsafe_for_king(way.to, Attempt::Anything);
        }
        let spared = ways.iter().filter(|way| self.closed(way).is_none()).find_map(|way| self.spared(way.to));
        let (piece, cell) = (self.label(), self.origin());
        let message = match spared {
            _ if ways.is_empty() => say::refusal_nowhere(piece, cell),
            Some(victim) => say::refusal_only_immune(piece, cell, victim),
            None => say::refusal_blocked(piece, cell),
        };
        Refusal::new(RefusalCode::PathBlocked, message)
    }

    /// Why the piece cannot go to that cell.
    fn target(&self, to: Cell) -> Refusal {
        if let Some((owner, kind)) = self.piece_on(to).filter(|(owner, _)| *owner == self.side) {
            debug_assert_eq!(owner, self.side, "the own pieces were asked for");
            let message = say::refusal_own_piece(self.game.ruleset.label(kind), self.cell(to));
            return Refusal::new(RefusalCode::TargetTaken, message);
        }
        let ways: Vec<CandidateMove> = self.ways().into_iter().filter(|way| way.to == to).collect();
        let Some(first) = ways.first() else { return self.castle(to).unwrap_or_else(|| self.no_way(to)) };
        if ways.iter().any(|way| self.obstacle(way).is_none()) {
            return self.unsafe_for_king(to, Attempt::This);
        }
        // The obstacle of a way that suits the target says more than that of one that does not.
        let suits = |way: &&CandidateMove| self.mode_obstacle(way).is_none();
        let way = ways.iter().find(suits).unwrap_or(first);
        self.obstacle(way).unwrap_or_else(|| self.no_way(to))
    }

    /// What hinders the piece on one way, the safety of its king aside.
    fn obstacle(&self, way: &CandidateMove) -> Option<Refusal> {
        if let Some((owner, _)) = self.piece_on(way.to)
            && owner == self.side
        {
            return Some(self.no_way(way.to));
        }
        self.closed(way).or_else(|| self.mode_obstacle(way))
    }

    fn mode_obstacle(&self, way: &CandidateMove) -> Option<Refusal> {
        let (piece, from, to) = (self.label(), self.origin(), self.cell(way.to));
        let (code, message) = match self.piece_on(way.to) {
            Some(_) if way.mode == Mode::Quiet => {
                (RefusalCode::TargetTaken, say::refusal_move_only(piece, from, to))
            }
            Some((_, kind)) if kind == self.game.ruleset.royal() && !self.game.rules.laws.king_capturable => {
                (RefusalCode::Illegal, say::refusal_king_immune(self.king()))
            }
            Some(_) => (RefusalCode::TargetTaken, say::refusal_immune(piece, self.spared(way.to)?)),
            None if way.mode == Mode::Capture && !self.takes_in_passing(way.to) => {
                (RefusalCode::Illegal, say::refusal_capture_only(piece, from, to))
            }
            None => return None,
        };
        Some(Refusal::new(code, message))
    }

    /// What stands on the way that should not, or does not stand there and should.
    fn closed(&self, way: &CandidateMove) -> Option<Refusal> {
        let (piece, to) = (self.label(), self.cell(way.to));
        let mut passed = way.between.iter().copied().filter(|cell| self.piece_on(*cell).is_some());
        let first = passed.next();
        let message = match (&way.hurdles, first) {
            (None, None) => return None,
            (Some(hurdles), Some(only)) if passed.next().is_none() && hurdles.contains(&only) => return None,
            (Some(_), _) => say::refusal_hurdle(piece, to),
            (None, Some(cell)) => {
                let (_, kind) = self.piece_on(cell)?;
                say::refusal_in_the_way(piece, to, self.game.ruleset.label(kind), self.cell(cell))
            }
        };
        Some(Refusal::new(RefusalCode::PathBlocked, message))
    }

    /// The enemy on a cell, if the piece must not capture it.
    fn spared(&self, to: Cell) -> Option<PieceLabel> {
        let (owner, victim) = self.piece_on(to)?;
        let spared = self.game.ruleset.immune_to(self.kind);
        let is_spared = owner != self.side && spared.iter().any(|kind| kind == victim);
        is_spared.then(|| self.game.ruleset.label(victim))
    }

    fn takes_in_passing(&self, to: Cell) -> bool {
        let Game { rules, position, .. } = self.game;
        let is_stepper = rules.laws.long_step.as_ref().is_some_and(|step| step.slot == rules.slot(self.kind));
        is_stepper && position.ep_cells.has(to) && rules.passed_victim(position, self.side).is_some()
    }

    /// The piece does not move that way at all; how it does.
    fn no_way(&self, to: Cell) -> Refusal {
        let movement = self.game.ruleset.pieces[self.kind.index()].movement.message();
        let message = say::refusal_no_such_way(self.label(), self.origin(), self.cell(to), movement);
        Refusal::new(RefusalCode::Illegal, message)
    }

    /// What hinders castling, where the target is the king's castling cell.
    fn castle(&self, to: Cell) -> Option<Refusal> {
        let Game { rules, position, .. } = self.game;
        let castle = rules.laws.castles.iter().find(|castle| {
            castle.side == self.side
                && (castle.king_from, castle.king_to) == (self.from, to)
                && self.is_royal()
        })?;
        let is_phase = (castle.when == CastlingPhase::Werera) == (position.phase() == Phase::Werera);
        let king = self.king();
        let rook = || self.game.ruleset.label(castle.rook);
        let (code, message) = if !is_phase {
            (RefusalCode::PhaseOver, say::refusal_castling_phase())
        } else if position.state.rights() & castle.right == 0 {
            (RefusalCode::Illegal, say::refusal_castling_lost(king, rook()))
        } else if castle.empty.meets(position.occupied()) {
            (RefusalCode::PathBlocked, say::refusal_castling_blocked(king, rook()))
        } else {
            (RefusalCode::LeavesKingAttacked, say::refusal_castling_attacked(king))
        };
        Some(Refusal::new(code, message))
    }

    /// The piece could go there, but its king would be taken.
    fn unsafe_for_king(&self, to: Cell, wanted: Attempt) -> Refusal {
        let king = self.king();
        let attacker = self.attacker_after(to);
        let message = match (wanted, attacker) {
            (Attempt::Anything, _) if self.is_royal() => say::refusal_king_nowhere(king),
            (Attempt::This, Some((attacker, origin))) if self.is_royal() => {
                say::refusal_king_attacked_by(king, self.cell(to), attacker, origin)
            }
            (Attempt::This, None) if self.is_royal() => say::refusal_king_attacked(king, self.cell(to)),
            (Attempt::Anything, _) if self.is_in_check() => say::refusal_check_piece(king, self.label()),
            (Attempt::This, _) if self.is_in_check() => say::refusal_check_move(king),
            (_, Some((attacker, origin))) => {
                say::refusal_pinned_by(self.label(), self.origin(), king, attacker, origin)
            }
            (_, None) => say::refusal_pinned(self.label(), self.origin(), king),
        };
        Refusal::new(RefusalCode::LeavesKingAttacked, message)
    }

    /// The piece that would attack the own king after the move, and the name of its cell.
    fn attacker_after(&self, to: Cell) -> Option<(PieceLabel, String)> {
        let Game { rules, position, .. } = self.game;
        let mut after = *position;
        let victim = if self.piece_on(to).is_none() && self.takes_in_passing(to) {
            rules.passed_victim(position, self.side)
        } else {
            Some(to)
        };
        if let Some(cell) = victim
            && let Some(slot) = position.slot_at(cell)
        {
            after.take(rules, self.side.other(), slot, cell);
        }
        after.take(rules, self.side, rules.slot(self.kind), self.from);
        after.put(rules, self.side, rules.slot(self.kind), to);
        let attacker = rules.checkers(&after, self.side).into_iter().next()?;
        let (_, kind) = after.piece_at(rules, attacker)?;
        Some((self.game.ruleset.label(kind), self.cell(attacker)))
    }
}

/// Whether any move of the piece was asked for, or one.
#[derive(Clone, Copy)]
enum Attempt {
    Anything,
    This,
}
