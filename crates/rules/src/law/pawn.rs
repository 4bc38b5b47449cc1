//! A pawn's first step, and en passant.

use serde::Serialize;

use super::{Law, Words};
use crate::kind::Kind;
use crate::ruleset::section::Section;

/// A pawn's first step.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PawnStep {
    /// No longer step than any other.
    Single,
    /// From one rank it may go several steps straight ahead over empty cells.
    Initial {
        /// The man.
        man: Kind,
        /// The rank, counted from 1 at the man's own side.
        rank: u8,
        /// The longest step.
        steps: u8,
        /// Whether it can be taken on the cells it passed.
        en_passant: EnPassant,
    },
}

/// Whether a man that made a long step can be taken on cells it passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum EnPassant {
    /// It cannot.
    None,
    /// By a man of its own kind, on any cell it passed, in the very next move.
    PassedCells,
}

impl Law for PawnStep {
    const KEY: &'static str = "pawn-step";
    const TITLE: &'static str = "The pawn's first step";

    fn read(section: &mut Section<'_, '_>) -> Option<PawnStep> {
        if section.word("law", &["single", "initial"])? == "single" {
            return Some(PawnStep::Single);
        }
        let man = section.kind("man");
        let rank = section.number("rank", 1, 16);
        let steps = section.number("steps", 2, 15);
        let en_passant = section.word("en-passant", &["passed-cells", "none"])?;
        Some(PawnStep::Initial {
            man: man?,
            rank: rank? as u8,
            steps: steps? as u8,
            en_passant: if en_passant == "none" { EnPassant::None } else { EnPassant::PassedCells },
        })
    }

    fn word(&self) -> &'static str {
        match self {
            PawnStep::Single => "single",
            PawnStep::Initial { .. } => "initial",
        }
    }

    fn text(&self, words: &Words<'_>) -> String {
        match self {
            PawnStep::Single => "No man has a longer first step; there is no en passant.".to_owned(),
            PawnStep::Initial { man, rank, steps, en_passant } => {
                let man = words.name(*man);
                let taking = match en_passant {
                    EnPassant::None => "it cannot be taken in passing",
                    EnPassant::PassedCells => {
                        "it can be taken en passant on any cell it passed, in the very next move"
                    }
                };
                format!("From rank {rank} a {man} may go up to {steps} cells straight ahead; {taking}.")
            }
        }
    }
}
