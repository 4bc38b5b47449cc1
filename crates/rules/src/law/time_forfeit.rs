//! A side whose time has run out, or that has left the game.

mod effect;

use serde::Serialize;

use super::{Law, PieceNames};
use crate::message::{Message, say};
use crate::ruleset::section::Section;

/// What becomes of a side that runs out of time or leaves the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum TimeForfeit {
    /// It has lost.
    Loss,
    /// It has lost, unless the other side has too little left to win by any legal moves: then the
    /// game is drawn.
    DrawIfUnwinnable,
}

impl Law for TimeForfeit {
    const KEY: &'static str = "time-forfeit";

    fn title() -> Message {
        say::law_time_forfeit_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<TimeForfeit> {
        Some(match section.word("law", &["loss", "draw-if-unwinnable"])? {
            "loss" => TimeForfeit::Loss,
            _ => TimeForfeit::DrawIfUnwinnable,
        })
    }

    fn as_str(&self) -> &'static str {
        match self {
            TimeForfeit::Loss => "loss",
            TimeForfeit::DrawIfUnwinnable => "draw-if-unwinnable",
        }
    }

    fn describe(&self, _: &PieceNames) -> Vec<Message> {
        vec![match self {
            TimeForfeit::Loss => say::law_time_forfeit_loss(),
            TimeForfeit::DrawIfUnwinnable => say::law_time_forfeit_draw_if_unwinnable(),
        }]
    }
}
