//! The king with a single piece left to support it.

mod effect;

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{BareKing, Law, PieceNames};
use crate::geometry::Side;
use crate::law::counter::{CounterKind, LawCounter};
use crate::law::judge::Judge;
use crate::message::{Argument, Message, say};
use crate::ruleset::section::Section;

/// A limit for a king with exactly one piece of those that the bare-king law counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum LoneManLimit {
    /// No limit.
    None,
    /// A draw unless the king is mated before a number of moves are made.
    LoneMan {
        /// The number of moves.
        limit: u8,
        /// Which moves of the side raise the count.
        moves: LoneManCount,
    },
}

/// Which moves of the weaker side count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantNames)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum LoneManCount {
    /// The lone piece's own moves.
    LoneMan,
    /// Every move of its side.
    Any,
}

impl LoneManCount {
    /// The word by which a bundle chooses.
    pub(crate) fn choice(self) -> Argument {
        Argument::Choice(self.into())
    }
}

impl LoneManLimit {
    /// The counters of the sides with one guard left. `counts` and `guards` are
    /// the moves counted and the guards left, White's first.
    pub(crate) fn counters(self, bare_king: BareKing, counts: [u8; 2], guards: [u32; 2]) -> Vec<LawCounter> {
        let (LoneManLimit::LoneMan { limit, moves }, Some(counted)) = (self, bare_king.counts()) else {
            return Vec::new();
        };
        let shown = Side::BOTH.into_iter().filter(|side| guards[side.index()] == 1);
        let counter = |side: Side| LawCounter {
            kind: CounterKind::LonePiece { moves, guards: counted },
            side: Some(side),
            value: counts[side.index()].into(),
            limit: limit.into(),
        };
        shown.map(counter).collect()
    }
}

impl Law for LoneManLimit {
    const KEY: &'static str = "support";

    fn title() -> Message {
        say::law_support_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<LoneManLimit> {
        if let LoneManLimitDiscriminants::None = section.choice("law")? {
            return Some(LoneManLimit::None);
        }
        let limit = section.number("limit", 1, 100);
        let moves = section.choice("counts-moves")?;
        Some(LoneManLimit::LoneMan { limit: limit? as u8, moves })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let Some(bare) = judge.laws().bare_king.as_ref().map(|bare| bare.law) else { return };
        if *self == LoneManLimit::None {
            return;
        }
        if bare.counts().is_none() {
            judge.complain(
                "law",
                "the count of a lone piece needs a bare-king law that says which pieces count",
            );
        }
        if matches!(bare, BareKing::DrawAfter { .. }) {
            let message = "the lone-man count and `draw-after` of the bare king exclude each other";
            judge.complain("law", message);
        }
    }

    fn describe(&self, _: &PieceNames) -> Vec<Message> {
        vec![match self {
            LoneManLimit::None => say::law_support_none(),
            LoneManLimit::LoneMan { limit, moves } => say::law_support_lone_man(moves.choice(), *limit),
        }]
    }
}
