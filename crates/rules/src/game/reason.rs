//! Why a piece may not move, or not to a certain cell, in a player's words.

use super::{Game, Refusal, RefusalCode};
use crate::bits::CellSet;
use crate::geometry::{Cell, Side};
use crate::kind::PieceKind;
use crate::law::{CastlingPhase, CheckLaw, PawnAdvance};
use crate::movement::{Hurdle, Mode};
use crate::moves::Move;
use crate::node::Node;
use crate::notation::{coordinate, san};
use crate::position::{Phase, Position};

impl Game {
    /// Why a side may not move the piece on `from`, or not to `to` where a
    /// target is named. Nothing if there is such a move.
    #[must_use]
    pub fn why_not(&self, side: Side, from: Cell, to: Option<Cell>) -> Option<Refusal> {
        let wanted = |mv: &Move| !mv.is_pass() && mv.from() == from && to.is_none_or(|to| mv.to() == to);
        let may_act = self.may_act(side);
        if may_act.is_ok() && self.moves_of(side).iter().any(wanted) {
            return None;
        }
        let name = self.ruleset.geometry.name(from);
        let Some((owner, kind)) = self.position.piece_at(&self.rules, from) else {
            return Some(refusal(RefusalCode::BadIntent, format!("There is no piece on {name}.")));
        };
        if owner != side {
            let reason = format!("The {} on {name} belongs to {}.", self.name_of(kind), owner.name());
            return Some(refusal(RefusalCode::Illegal, reason));
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
        if let Ok(coordinate::ParsedMove::Go { from, to, .. }) = coordinate::parse(&self.ruleset, text) {
            return self.why_not(side, from, Some(to));
        }
        let moves = self.moves_of(side);
        if let Ok(coordinate::ParsedMove::Pass) = coordinate::parse(&self.ruleset, text) {
            let may_pass = moves.iter().any(|mv| mv.is_pass());
            return (!may_pass).then(|| refusal(RefusalCode::Illegal, "You may not pass here.".to_owned()));
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
        let shown: String = text.chars().take(40).collect();
        let example = self.moves_of(side).into_iter().find(|mv| !mv.is_pass()).map(|mv| {
            let san = san::format_for(&self.rules, &self.position, side, mv);
            format!(" Write it as `{}` or `{san}`.", coordinate::format(&self.ruleset, mv))
        });
        let reason = format!("`{shown}` is not a move here.{}", example.unwrap_or_default());
        refusal(RefusalCode::Illegal, reason)
    }

    /// Whether a side may do anything at all now.
    fn may_act(&self, side: Side) -> Result<(), Refusal> {
        match self.node() {
            Node::Over(_) => super::refuse(RefusalCode::Over, "The game is over."),
            Node::Chance(_) => super::refuse(RefusalCode::NotYourTurn, "The die must be thrown first."),
            Node::Choice(turn) if turn != side => {
                super::refuse(RefusalCode::NotYourTurn, format!("It is {}'s turn.", turn.name()))
            }
            Node::Choice(_) => Ok(()),
            Node::Werera(_) => {
                let law = self.open_werera(side)?;
                if self.werera.is_spent(&law, side) || self.werera.is_batch_full(&law) {
                    return super::refuse(RefusalCode::NotYourTurn, super::SPENT);
                }
                Ok(())
            }
        }
    }

    fn name_of(&self, kind: PieceKind) -> &str {
        &self.ruleset.pieces[kind.index()].name
    }
}

fn refusal(code: RefusalCode, reason: String) -> Refusal {
    Refusal { code, reason }
}

/// A side's own piece on one of its turns, of which somebody asks why it cannot move.
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
    fn name(&self) -> &str {
        self.game.name_of(self.kind)
    }

    fn king(&self) -> &str {
        self.game.name_of(self.game.ruleset.royal())
    }

    fn cell(&self, cell: Cell) -> String {
        self.game.ruleset.geometry.name(cell)
    }

    /// The piece and where it stands: `the rook on a1`.
    fn piece(&self) -> String {
        format!("The {} on {}", self.name(), self.cell(self.from))
    }

    fn man_at(&self, cell: Cell) -> Option<(Side, PieceKind)> {
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
        let reason = match ruleset.laws.check.law {
            CheckLaw::RoyalFaceOnly if self.is_in_check() && !self.is_royal() => {
                let king = self.king();
                format!("Your {king} is in check: only the {king} may move, and only when the die names it.")
            }
            CheckLaw::OneThrow if rules.is_king_attacked(position, self.side.other()) => {
                let (king, other) = (self.king(), self.side.other().name());
                format!("{other}'s {king} is still in check after its one throw. Pass to end the game.")
            }
            _ if !named.iter().any(|kind| kind == self.kind) => {
                let names: Vec<&str> = named
                    .iter()
                    .filter(|kind| kind.index() < ruleset.pieces.len())
                    .map(|kind| self.game.name_of(kind))
                    .collect();
                format!("With a {throw} you may move only: {}.", names.join(", "))
            }
            _ => return None,
        };
        Some(refusal(RefusalCode::Illegal, reason))
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
        let reason = match spared {
            _ if ways.is_empty() => format!("{} has nowhere to go.", self.piece()),
            Some(victim) => {
                format!("{} could only reach a {victim}, which it may not capture.", self.piece())
            }
            None => format!("{} is blocked: there is no cell it could move to now.", self.piece()),
        };
        refusal(RefusalCode::PathBlocked, reason)
    }

    /// Why the piece cannot go to that cell.
    fn target(&self, to: Cell) -> Refusal {
        if let Some((owner, kind)) = self.man_at(to).filter(|(owner, _)| *owner == self.side) {
            debug_assert_eq!(owner, self.side, "the own men were asked for");
            let reason = format!("Your own {} stands on {}.", self.game.name_of(kind), self.cell(to));
            return refusal(RefusalCode::TargetTaken, reason);
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
        if let Some((owner, _)) = self.man_at(way.to)
            && owner == self.side
        {
            return Some(self.no_way(way.to));
        }
        self.closed(way).or_else(|| self.mode_obstacle(way))
    }

    fn mode_obstacle(&self, way: &CandidateMove) -> Option<Refusal> {
        let (piece, to) = (self.piece(), self.cell(way.to));
        let (code, reason) = match self.man_at(way.to) {
            Some(_) if way.mode == Mode::Quiet => {
                (RefusalCode::TargetTaken, format!("{piece} cannot capture on {to}, only move there."))
            }
            Some((_, kind)) if kind == self.game.ruleset.royal() && !self.game.rules.king_capturable => {
                (RefusalCode::Illegal, format!("A {} cannot be captured.", self.king()))
            }
            Some(_) => {
                let victim = self.spared(way.to)?;
                (RefusalCode::TargetTaken, format!("A {} may not capture a {victim}.", self.name()))
            }
            None if way.mode == Mode::Capture && !self.takes_in_passing(way.to) => {
                (RefusalCode::Illegal, format!("{piece} may go to {to} only to capture."))
            }
            None => return None,
        };
        Some(refusal(code, reason))
    }

    /// What stands on the way that should not, or does not stand there and should.
    fn closed(&self, way: &CandidateMove) -> Option<Refusal> {
        let (name, to) = (self.name(), self.cell(way.to));
        let mut passed = way.between.iter().copied().filter(|cell| self.man_at(*cell).is_some());
        let first = passed.next();
        let reason = match (&way.hurdles, first) {
            (None, None) => return None,
            (Some(hurdles), Some(only)) if passed.next().is_none() && hurdles.contains(&only) => return None,
            (Some(_), _) => format!("To get to {to}, the {name} must hop over exactly one piece."),
            (None, Some(blocker)) => {
                let man = self.man_at(blocker).map_or("piece", |(_, kind)| self.game.name_of(kind));
                let blocker = self.cell(blocker);
                format!("The {name} cannot get to {to}: a {man} stands in the way on {blocker}.")
            }
        };
        Some(refusal(RefusalCode::PathBlocked, reason))
    }

    /// The name of the enemy on a cell, if the piece must not take it.
    fn spared(&self, to: Cell) -> Option<&str> {
        let (owner, victim) = self.man_at(to)?;
        let spared = self.game.ruleset.immune_to(self.kind);
        let is_spared = owner != self.side && spared.iter().any(|kind| kind == victim);
        is_spared.then(|| self.game.name_of(victim))
    }

    fn takes_in_passing(&self, to: Cell) -> bool {
        let Game { rules, position, .. } = self.game;
        let is_stepper = rules.long_step.as_ref().is_some_and(|step| step.slot == rules.slot(self.kind));
        is_stepper && position.ep_cells.has(to) && rules.passed_victim(position, self.side).is_some()
    }

    /// The piece does not move that way at all; how it does.
    fn no_way(&self, to: Cell) -> Refusal {
        let words = self.game.ruleset.pieces[self.kind.index()].movement.in_words();
        let reason =
            format!("The {} does not move from {} to {}.", self.name(), self.cell(self.from), self.cell(to));
        refusal(RefusalCode::Illegal, format!("{reason} {words}").trim_end().to_owned())
    }

    /// What hinders castling, where the target is the king's castling cell.
    fn castle(&self, to: Cell) -> Option<Refusal> {
        let Game { rules, position, .. } = self.game;
        let castle = rules.castles.iter().find(|castle| {
            castle.side == self.side
                && (castle.king_from, castle.king_to) == (self.from, to)
                && self.is_royal()
        })?;
        let is_phase = (castle.when == CastlingPhase::Werera) == (position.phase() == Phase::Werera);
        let (code, reason) = if !is_phase {
            (RefusalCode::PhaseOver, "In this phase of the game there is no castling.")
        } else if position.state.rights() & castle.right == 0 {
            (RefusalCode::Illegal, "That castling is no longer allowed: the king or the rook has moved.")
        } else if castle.empty.meets(position.occupied()) {
            (RefusalCode::PathBlocked, "To castle, the cells between king and rook must be empty.")
        } else {
            let reason = "A king may not castle out of check, through an attacked cell or into check.";
            (RefusalCode::LeavesKingAttacked, reason)
        };
        Some(refusal(code, reason.to_owned()))
    }

    /// The piece could go there, but its king would be taken.
    fn unsafe_for_king(&self, to: Cell, wanted: Attempt) -> Refusal {
        let king = self.king();
        let attacker = self.attacker_after(to);
        let by = attacker.as_ref().map(|found| format!(" by {found}")).unwrap_or_default();
        let reason = match wanted {
            Attempt::Anything if self.is_royal() => {
                format!("Your {king} cannot move: wherever it could go, it would be attacked.")
            }
            Attempt::This if self.is_royal() => {
                format!("On {} your {king} would be attacked{by}.", self.cell(to))
            }
            Attempt::Anything if self.is_in_check() => {
                format!("Your {king} is in check, and the {} cannot end the check.", self.name())
            }
            Attempt::This if self.is_in_check() => {
                format!("Your {king} is in check, and that move does not end the check.")
            }
            _ => format!("{} is pinned: if it moved, your {king} would be attacked{by}.", self.piece()),
        };
        refusal(RefusalCode::LeavesKingAttacked, reason)
    }

    /// Who would attack the own king once the piece had gone there: `the rook on e8`.
    fn attacker_after(&self, to: Cell) -> Option<String> {
        let Game { rules, position, .. } = self.game;
        let mut after = *position;
        let victim = if self.man_at(to).is_none() && self.takes_in_passing(to) {
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
        Some(format!("the {} on {}", self.game.name_of(kind), self.cell(attacker)))
    }
}

/// Whether any move of the piece was asked for, or one.
#[derive(Clone, Copy)]
enum Attempt {
    Anything,
    This,
}
