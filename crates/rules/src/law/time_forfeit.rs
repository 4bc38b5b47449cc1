//! A side whose time has run out, or that has left the game.

mod effect;

use serde::Serialize;
use strum::{EnumString, IntoStaticStr, VariantNames};

use super::{Law, PieceNames};
use crate::message::{Message, say};
use crate::ruleset::section::Section;

/// What becomes of a side that runs out of time or leaves the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
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
        section.choice("law")
    }

    fn describe(&self, _: &PieceNames) -> Vec<Message> {
        vec![match self {
            TimeForfeit::Loss => say::law_time_forfeit_loss(),
            TimeForfeit::DrawIfUnwinnable => say::law_time_forfeit_draw_if_unwinnable(),
        }]
    }
}
