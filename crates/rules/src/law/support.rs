//! The king with a single man left to support him.

use serde::Serialize;

use super::{BareKing, Law, PieceNames};
use crate::game::{CounterKind, LawCounter};
use crate::geometry::Side;
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;

/// What holds for a king with exactly one man of those the bare-king law counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoneManLimit {
    /// Nothing.
    None,
    /// He must be mated before so many moves are made, or the game is drawn.
    LoneMan {
        /// How many moves.
        limit: u8,
        /// Whose moves count.
        moves: LoneManCount,
    },
}

/// Which moves of the weaker side count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LoneManCount {
    /// The lone man's own moves.
    LoneMan,
    /// Every move of his side.
    Any,
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
    const TITLE: &'static str = "A king with one man left";

    fn read(section: &mut Section<'_, '_>) -> Option<LoneManLimit> {
        if section.word("law", &["none", "lone-man"])? == "none" {
            return Some(LoneManLimit::None);
        }
        let limit = section.number("limit", 1, 100);
        let moves = section.word("counts-moves", &["lone-man", "any"])?;
        let moves = if moves == "any" { LoneManCount::Any } else { LoneManCount::LoneMan };
        Some(LoneManLimit::LoneMan { limit: limit? as u8, moves })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let Some(bare) = judge.laws().bare_king.as_ref().map(|bare| bare.law) else { return };
        if *self == LoneManLimit::None {
            return;
        }
        if bare.counts().is_none() {
            judge.complain("law", "counting a lone man needs a bare-king law that says which men count");
        }
        if matches!(bare, BareKing::DrawAfter { .. }) {
            let message = "the lone-man count and `draw-after` of the bare king exclude each other";
            judge.complain("law", message);
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            LoneManLimit::None => "none",
            LoneManLimit::LoneMan { .. } => "lone-man",
        }
    }

    fn text(&self, _: &PieceNames<'_>) -> String {
        match self {
            LoneManLimit::None => "A king with one man left plays as any other.".to_owned(),
            LoneManLimit::LoneMan { limit, moves: LoneManCount::LoneMan } => format!(
                "A king with one man left (pawns not counted) can be mated only before that man has moved {limit} times; then the game is drawn."
            ),
            LoneManLimit::LoneMan { limit, moves: LoneManCount::Any } => format!(
                "A king with one man left (pawns not counted) can be mated only before his side has made {limit} moves; then the game is drawn."
            ),
        }
    }
}
