//! Castling: the king goes a number of cells towards a rook, which is put on
//! the cell next to him on the far side.

use serde::Serialize;

use super::{Law, Words};
use crate::kind::Kind;
use crate::ruleset::section::Section;

/// Castling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum CastlingLaw {
    /// None.
    None,
    /// The king goes this many cells towards an unmoved rook of his rank; the
    /// cells between are empty; he does not start, pass or end in check.
    KingSteps {
        /// How many cells.
        steps: u8,
        /// The man that castles with him.
        rook: Kind,
        /// Towards which rooks.
        sides: CastlingSides,
        /// While turns last, or only in the werera.
        when: CastlingPhase,
    },
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

impl Law for CastlingLaw {
    const KEY: &'static str = "castling";
    const TITLE: &'static str = "Castling";

    fn read(section: &mut Section<'_, '_>) -> Option<CastlingLaw> {
        if section.word("law", &["none", "king-steps"])? == "none" {
            return Some(CastlingLaw::None);
        }
        let steps = section.number("steps", 1, 15);
        let rook = section.kind("rook");
        let sides = section.word("sides", &["both", "right"]);
        let when = section.word("when", &["turns", "werera"])?;
        Some(CastlingLaw::KingSteps {
            steps: steps? as u8,
            rook: rook?,
            sides: if sides? == "both" { CastlingSides::Both } else { CastlingSides::Right },
            when: if when == "turns" { CastlingPhase::Turns } else { CastlingPhase::Werera },
        })
    }

    fn word(&self) -> &'static str {
        match self {
            CastlingLaw::None => "none",
            CastlingLaw::KingSteps { .. } => "king-steps",
        }
    }

    fn text(&self, words: &Words<'_>) -> String {
        let CastlingLaw::KingSteps { steps, rook, sides, when } = self else {
            return "There is no castling.".to_owned();
        };
        let rook = words.name(*rook);
        let towards = match sides {
            CastlingSides::Both => format!("either {rook}"),
            CastlingSides::Right => format!("the {rook} at his right hand"),
        };
        let when = match when {
            CastlingPhase::Turns => "",
            CastlingPhase::Werera => " It is allowed only in the werera.",
        };
        format!(
            "The king may castle: if neither has moved and the cells between are empty, he goes {steps} cells towards {towards}, which is put next to him on the other side; not out of, through or into check.{when}"
        )
    }
}
