//! Games that would not end: positions that come again, moves without progress.

use serde::Serialize;

use super::{Law, PieceNames};
use crate::kind::PieceKindSet;
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;

/// A position that comes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// Nothing.
    None,
    /// Drawn when it stands for this time.
    Draw {
        /// The number of times.
        times: u8,
    },
}

impl Law for Repetition {
    const KEY: &'static str = "repetition";
    const TITLE: &'static str = "Repetition";

    fn read(section: &mut Section<'_, '_>) -> Option<Repetition> {
        if section.word("law", &["none", "draw"])? == "none" {
            return Some(Repetition::None);
        }
        Some(Repetition::Draw { times: section.number("times", 2, 20)? as u8 })
    }

    fn as_str(&self) -> &'static str {
        match self {
            Repetition::None => "none",
            Repetition::Draw { .. } => "draw",
        }
    }

    fn text(&self, _: &PieceNames<'_>) -> String {
        match self {
            Repetition::None => "Positions may come again as often as they like.".to_owned(),
            Repetition::Draw { times } => format!(
                "When the same position stands with the same side to move for the {times}. time, the game is drawn."
            ),
        }
    }
}

/// Moves without progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveLimit {
    /// No limit.
    None,
    /// Drawn after so many plies in a row without a capture or a pawn's move.
    Draw {
        /// How many plies; a pass is one.
        plies: u16,
        /// The men whose moves are progress.
        pawns: PieceKindSet,
    },
}

impl Law for MoveLimit {
    const KEY: &'static str = "move-limit";
    const TITLE: &'static str = "Moves without progress";

    fn read(section: &mut Section<'_, '_>) -> Option<MoveLimit> {
        if section.word("law", &["none", "draw"])? == "none" {
            return Some(MoveLimit::None);
        }
        let plies = section.number("plies", 2, 10_000);
        let pawns = section.kind_set("pawns")?;
        Some(MoveLimit::Draw { plies: plies? as u16, pawns })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let repetition = judge.laws().repetition.as_ref().map(|repetition| repetition.law);
        if *self == MoveLimit::None && repetition == Some(Repetition::None) {
            judge
                .note("law", "with no [repetition] either, two sides that only shuffle never come to an end");
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            MoveLimit::None => "none",
            MoveLimit::Draw { .. } => "draw",
        }
    }

    fn text(&self, words: &PieceNames<'_>) -> String {
        match self {
            MoveLimit::None => "There is no limit of moves.".to_owned(),
            MoveLimit::Draw { plies, pawns } => {
                let pawns = if pawns.is_empty() {
                    String::new()
                } else {
                    format!(" and without a move of a {}", words.set(*pawns))
                };
                format!(
                    "After {plies} turns of both sides together without a capture{pawns} the game is drawn."
                )
            }
        }
    }
}
