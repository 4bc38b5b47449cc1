//! Moves without progress.

mod effect;

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{Law, PieceNames, Repetition};
use crate::kind::PieceKindSet;
use crate::law::counter::{CounterKind, LawCounter};
use crate::law::judge::Judge;
use crate::message::{Message, say};
use crate::ruleset::section::Section;

/// Moves without progress.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum MoveLimit {
    /// No limit.
    None,
    /// A draw after a number of plies in a row without a capture or a pawn move.
    Draw {
        /// The number of plies; a pass is one.
        plies: u16,
        /// The kinds whose moves are progress.
        pawns: PieceKindSet,
    },
}

/// A move limit is counted aloud from one part in this many of the limit on.
const SHOWN_FROM: u32 = 4;

impl MoveLimit {
    /// The counter, once a good part of the limit is reached.
    pub(crate) fn counter(self, halfmove_clock: u16) -> Option<LawCounter> {
        let MoveLimit::Draw { plies, pawns } = self else { return None };
        let (value, limit) = (u32::from(halfmove_clock), u32::from(plies));
        let kind = CounterKind::MoveLimit { zeroing: pawns };
        (value * SHOWN_FROM >= limit).then_some(LawCounter { kind, side: None, value, limit })
    }

    /// The end of the game by this law.
    pub(crate) fn end(self, names: &PieceNames) -> Message {
        match self {
            MoveLimit::Draw { plies, pawns } if pawns.is_empty() => {
                say::outcome_move_limit(MoveLimit::span(plies.into()))
            }
            MoveLimit::Draw { plies, pawns } => {
                say::outcome_move_limit_pieces(MoveLimit::span(plies.into()), names.any(pawns.iter()))
            }
            MoveLimit::None => say::outcome_unexplained_draw(),
        }
    }

    /// A number of plies as players count: in moves of each side where it is even.
    pub(crate) fn span(plies: u32) -> Message {
        match plies % 2 {
            0 => say::limit_moves_each(plies / 2),
            _ => say::limit_plies(plies),
        }
    }
}

impl Law for MoveLimit {
    const KEY: &'static str = "move-limit";

    fn title() -> Message {
        say::law_move_limit_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<MoveLimit> {
        if let MoveLimitDiscriminants::None = section.choice("law")? {
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

    fn describe(&self, names: &PieceNames) -> Vec<Message> {
        let MoveLimit::Draw { plies, pawns } = self else { return vec![say::law_move_limit_none()] };
        let limit = MoveLimit::span(u32::from(*plies));
        vec![match pawns.is_empty() {
            true => say::law_move_limit_draw(limit),
            false => say::law_move_limit_draw_pieces(limit, names.any(pawns.iter())),
        }]
    }
}
