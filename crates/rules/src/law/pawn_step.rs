//! A pawn's first step, and en passant.

pub(crate) mod compiled;
mod effect;

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{Law, PieceNames};
use crate::geometry::{Cell, Geometry, Side};
use crate::kind::PieceKind;
use crate::law::judge::Judge;
use crate::message::{Argument, Message, say};
use crate::movement::Mode;
use crate::ruleset::section::Section;

/// A pawn's first step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum EnPassant {
    /// It cannot.
    None,
    /// By a piece of its own kind, on any cell it passed, in the very next move.
    PassedCells,
}

/// Whether a piece could capture on a cell passed by a long step to which it
/// cannot move without a capture.
fn takes_in_passing(
    judge: &Judge<'_, '_>,
    geometry: Geometry,
    piece: PieceKind,
    rank: u8,
    steps: u8,
) -> bool {
    let passed = |cell: Cell| (rank..rank + steps - 1).contains(&geometry.rank_for(cell, Side::Black));
    geometry.all().any(|from| {
        let routes = judge.routes(piece, from, Side::White);
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
        if let PawnStepDiscriminants::Single = section.choice("law")? {
            return Some(PawnStep::Single);
        }
        let kind = section.kind("man");
        let rank = section.number("rank", 1, 16);
        let steps = section.number("steps", 2, 15);
        let en_passant = section.choice("en-passant")?;
        Some(PawnStep::Initial(LongFirstStep {
            kind: kind?,
            rank: rank? as u8,
            steps: steps? as u8,
            en_passant,
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

    fn describe(&self, names: &PieceNames) -> Vec<Message> {
        let PawnStep::Initial(LongFirstStep { kind, rank, steps, en_passant }) = self else {
            return vec![say::law_pawn_step_single()];
        };
        vec![say::law_pawn_step_initial(
            *rank,
            names.label(*kind),
            *steps,
            Argument::Choice(en_passant.into()),
        )]
    }
}
