//! A pawn's first step, and en passant.

use serde::Serialize;

use super::{Law, PieceNames, ranks};
use crate::bits::CellSet;
use crate::geometry::{Cell, Geometry, Side};
use crate::kind::PieceKind;
use crate::message::{Argument, Message, say};
use crate::movegen::{KingDanger, MoveContext, MoveSink, before};
use crate::movement::Mode;
use crate::moves::{Move, MoveTag};
use crate::position::Position;
use crate::rules::{PAWN, Rules, SlotTable};
use crate::ruleset::Ruleset;
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;
use crate::shape::Shape;

/// A pawn's first step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PawnStep {
    /// No longer step than any other.
    Single,
    /// From one rank it may go several steps straight ahead over empty cells.
    Initial(LongFirstStep),
}

/// A first step of several cells straight ahead over empty cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct LongFirstStep {
    /// The kind that makes it.
    #[serde(rename = "man")]
    pub kind: PieceKind,
    /// The rank it starts from, counted from 1 at the piece's own side.
    pub rank: u8,
    /// The most cells.
    pub steps: u8,
    /// Whether the piece can be captured on the cells it passed.
    pub en_passant: EnPassant,
}

/// Whether a piece that made a long step can be taken on cells it passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EnPassant {
    /// It cannot.
    None,
    /// By a piece of its own kind, on any cell it passed, in the very next move.
    PassedCells,
}

/// Whether a piece could capture on a cell passed by a long step to which it
/// cannot move without a capture.
fn takes_in_passing(judge: &Judge<'_, '_>, geometry: Geometry, man: PieceKind, rank: u8, steps: u8) -> bool {
    let passed = |cell: Cell| (rank..rank + steps - 1).contains(&geometry.rank_for(cell, Side::Black));
    geometry.all().any(|from| {
        let routes = judge.routes(man, from, Side::White);
        let reaches = |mode: Mode, cell: Cell| {
            let mut allowed = routes.iter().filter(|route| route.mode == mode || route.mode == Mode::Both);
            allowed.any(|route| route.steps[route.first_stop..].contains(&cell))
        };
        geometry
            .all()
            .filter(|&cell| passed(cell))
            .any(|cell| reaches(Mode::Capture, cell) && !reaches(Mode::Quiet, cell))
    })
}

impl Law for PawnStep {
    const KEY: &'static str = "pawn-step";

    fn title() -> Message {
        say::law_pawn_step_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<PawnStep> {
        if section.word("law", &["single", "initial"])? == "single" {
            return Some(PawnStep::Single);
        }
        let kind = section.kind("man");
        let rank = section.number("rank", 1, 16);
        let steps = section.number("steps", 2, 15);
        let en_passant = section.word("en-passant", &["passed-cells", "none"])?;
        Some(PawnStep::Initial(LongFirstStep {
            kind: kind?,
            rank: rank? as u8,
            steps: steps? as u8,
            en_passant: if en_passant == "none" { EnPassant::None } else { EnPassant::PassedCells },
        }))
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let PawnStep::Initial(LongFirstStep { kind, rank, steps, en_passant }) = *self else { return };
        if judge.royal() == Some(kind) {
            judge.complain("man", "the royal piece makes no long step");
        }
        let Some(geometry) = judge.geometry() else { return };
        let ranks = geometry.ranks();
        if rank > ranks {
            judge.complain("rank", format!("`rank` is {rank}, but the board has {ranks} ranks only"));
        } else if steps > ranks - rank {
            let ahead = ranks - rank;
            let message =
                format!("`steps` is {steps}, but only {ahead} of the {ranks} ranks lie ahead of rank {rank}");
            judge.complain("steps", message);
        } else if en_passant == EnPassant::PassedCells
            && !takes_in_passing(judge, geometry, kind, rank, steps)
        {
            let name = judge.words().name(kind).to_owned();
            judge.note("en-passant", format!("no {name} can take on a cell that was passed"));
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            PawnStep::Single => "single",
            PawnStep::Initial(_) => "initial",
        }
    }

    fn describe(&self, names: &PieceNames) -> Vec<Message> {
        let PawnStep::Initial(LongFirstStep { kind, rank, steps, en_passant }) = self else {
            return vec![say::law_pawn_step_single()];
        };
        let passing = Argument::Choice(match en_passant {
            EnPassant::None => "none",
            EnPassant::PassedCells => "passed-cells",
        });
        vec![say::law_pawn_step_initial(*rank, names.label(*kind), *steps, passing)]
    }
}

/// A pawn's long first step.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LongStep<B> {
    pub(crate) slot: usize,
    /// The cells it starts from, for each side.
    pub(crate) from: [B; 2],
    pub(crate) steps: u8,
    pub(crate) en_passant: EnPassant,
    pub(crate) end: LongStepEnd,
}

/// Where a long first step may end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LongStepEnd {
    /// Short of the promotion zone, always.
    BeforePromotion,
    /// In the promotion zone too, as on low boards.
    Promotion,
}

impl<B: CellSet> LongStep<B> {
    /// The long first step of a ruleset, if it has one.
    pub(crate) fn of_ruleset(ruleset: &Ruleset, slots: &SlotTable) -> Option<LongStep<B>> {
        let LongFirstStep { kind, rank, steps, en_passant } = ruleset.long_step()?;
        let geometry = ruleset.geometry;
        Some(LongStep {
            slot: slots.of(kind),
            from: Side::BOTH.map(|side| ranks(geometry, side, |own| own + 1 == rank)),
            steps,
            en_passant,
            end: if ruleset.laws.promotes_by_long_step(geometry) {
                LongStepEnd::Promotion
            } else {
                LongStepEnd::BeforePromotion
            },
        })
    }
}

impl<S: Shape> Rules<S> {
    #[inline(always)]
    pub(crate) fn generate_long_steps(
        &self,
        turn: MoveContext<'_, S>,
        danger: &KingDanger<'_, S::Set>,
        sink: &mut impl MoveSink<S>,
    ) {
        let Some(step) = &self.laws.long_step else { return };
        let (position, side) = (turn.position, turn.side);
        let steppers = position.of(step.slot) & position.own(side) & step.from[side.index()];
        let free = steppers & !danger.pinned;
        self.advance(turn, free, danger.mask, sink);
        for from in (steppers & danger.pinned).cells() {
            let mut mask = danger.pinned_mask(from);
            if danger.crowded {
                mask = self.legal_by_trial(
                    position,
                    side,
                    step.slot,
                    from,
                    mask & self.board.all & !position.occupied(),
                );
            }
            self.advance(turn, S::Set::of(from), mask, sink);
        }
    }

    /// Steps of two cells and more straight ahead, all pieces at once.
    #[inline(always)]
    fn advance(&self, turn: MoveContext<'_, S>, men: S::Set, mask: S::Set, sink: &mut impl MoveSink<S>) {
        let Some(step) = &self.laws.long_step else { return };
        let files = u32::from(self.geometry.files());
        let (empty, side) = (self.board.all & !turn.position.occupied(), turn.side);
        let ahead = |men: S::Set| if side == Side::White { men.up(files) } else { men.down(files) };
        let mut reached = ahead(men) & empty;
        for number in 2..=i16::from(step.steps) {
            reached = ahead(reached) & empty;
            let delta = number * i16::from(self.geometry.files());
            let delta = if side == Side::White { delta } else { -delta };
            let mut targets = reached & mask;
            if S::GENERAL && !(self.slots.plain_pawns && step.slot == PAWN) {
                let ordinary = |to: &Cell| self.goes(turn, step.slot, before(*to, delta), *to);
                targets &=
                    !targets.cells().filter(ordinary).fold(S::Set::EMPTY, |set, to| set | S::Set::of(to));
            }
            sink.long_steps(turn, step.slot, targets, delta);
        }
    }

    /// Whether a piece may go to an empty cell by its ordinary moves, check aside.
    fn goes(&self, turn: MoveContext<'_, S>, slot: usize, from: Cell, to: Cell) -> bool {
        self.targets_anyhow(turn.position, turn.side, slot, from, turn.enemies()).has(to)
    }

    /// Each taking in passing, tried out: two pieces leave their cells at once.
    pub(crate) fn generate_en_passant(&self, turn: MoveContext<'_, S>, sink: &mut impl MoveSink<S>) {
        let Some(step) = &self.laws.long_step else { return };
        let (position, side) = (turn.position, turn.side);
        if position.ep_cells.is_empty() || step.en_passant == EnPassant::None {
            return;
        }
        let Some(victim) = self.passed_victim(position, side) else { return };
        let takers = position.of(step.slot) & position.own(side);
        for to in position.ep_cells.cells() {
            let attackers = self.attackers_from(side, step.slot, to);
            for from in (attackers & takers).cells() {
                // Who goes there without taking anybody does just that: one spelling, one move.
                if S::GENERAL && self.goes(turn, step.slot, from, to) {
                    continue;
                }
                let mut after = self.after_move(position, side, step.slot, from, to);
                after.take(self, side.other(), step.slot, victim);
                if !self.laws.king_must_be_safe || !self.is_king_attacked(&after, side) {
                    sink.one(turn, step.slot, Move::new(from, to, MoveTag::EnPassant));
                }
            }
        }
    }

    /// Where the piece stands that made the long step: one step beyond the last passed cell.
    pub(crate) fn passed_victim(&self, position: &Position<S>, side: Side) -> Option<Cell> {
        let stepper = side.other();
        let last = match stepper {
            Side::White => position.ep_cells.cells().last(),
            Side::Black => position.ep_cells.cells().next(),
        };
        let victim = self.geometry.forward(last?, stepper)?;
        let step = self.laws.long_step.as_ref()?;
        (position.of(step.slot) & position.own(stepper)).has(victim).then_some(victim)
    }

    /// The first enemy pawn met from `cell` on towards the taker's own side:
    /// the one that made the long step over the cell taken on.
    pub(crate) fn victim_beyond(
        &self,
        position: &Position<S>,
        side: Side,
        cell: Option<Cell>,
    ) -> Option<Cell> {
        let step = self.laws.long_step.as_ref()?;
        let victims = position.of(step.slot) & position.own(side.other());
        let mut cell = cell?;
        while !victims.has(cell) {
            cell = self.geometry.forward(cell, side.other())?;
        }
        Some(cell)
    }

    /// The cells on which a piece that made a long step can be taken: none, where it cannot.
    pub(crate) fn passed_cells(&self, from: Cell, to: Cell, side: Side) -> S::Set {
        let mut passed = S::Set::EMPTY;
        if self.laws.long_step.as_ref().is_none_or(|step| step.en_passant == EnPassant::None) {
            return passed;
        }
        let mut cell = from;
        while let Some(next) = self.geometry.forward(cell, side) {
            if next == to {
                break;
            }
            passed |= S::Set::of(next);
            cell = next;
        }
        passed
    }
}
