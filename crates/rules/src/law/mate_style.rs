//! The customs about mate: which piece's mate is thought poor, which is praised.
//! A badge; it never changes a result.

use serde::Serialize;

use super::{Law, PieceNames};
use crate::bits::CellSet;
use crate::geometry::{Cell, Side};
use crate::kind::{PieceKind, PieceKindSet};
use crate::message::{Argument, Message, say};
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;
use crate::shape::Shape;

/// The customs about mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MateCustoms {
    /// There are no customs.
    None,
    /// A mate is judged by the piece that gives it.
    Customs {
        /// Pieces whose mate is thought poor.
        poor: PieceKindSet,
        /// Pieces whose mate is respectable.
        respectable: PieceKindSet,
        /// Pieces whose mate in combination is most praised: one gives check, and without another
        /// it would be no mate.
        praised: PieceKindSet,
    },
}

/// How a mate is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MateRank {
    /// Thought poor.
    Poor,
    /// Respectable.
    Respectable,
    /// Most praised.
    Praised,
}

impl MateRank {
    /// The word used in data and on the wire.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            MateRank::Poor => "poor",
            MateRank::Respectable => "respectable",
            MateRank::Praised => "praised",
        }
    }
}

impl MateCustoms {
    /// How a mate by this piece is judged, if the customs say anything.
    #[must_use]
    pub fn rank(self, kind: PieceKind) -> Option<MateRank> {
        let MateCustoms::Customs { poor, respectable, praised } = self else {
            return None;
        };
        [(poor, MateRank::Poor), (respectable, MateRank::Respectable), (praised, MateRank::Praised)]
            .into_iter()
            .find_map(|(men, rank)| men.has(kind).then_some(rank))
    }
}

/// How a mate is judged by the customs, and what gave it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MateStyle {
    /// The judgement.
    pub rank: MateRank,
    /// The piece that gave the mate.
    pub man: PieceKind,
}

impl MateStyle {
    /// The judgement as a sentence.
    #[must_use]
    pub fn message(self, ruleset: &Ruleset) -> Message {
        let piece = ruleset.label(self.man);
        match self.rank {
            MateRank::Poor => say::mate_style_poor(piece),
            MateRank::Respectable => say::mate_style_respectable(piece),
            MateRank::Praised => say::mate_style_praised(piece),
        }
    }
}

impl Law for MateCustoms {
    const KEY: &'static str = "mate-style";

    fn title() -> Message {
        say::law_mate_style_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<MateCustoms> {
        if section.word("law", &["none", "customs"])? == "none" {
            return Some(MateCustoms::None);
        }
        let poor = section.kind_set("poor");
        let respectable = section.kind_set("respectable");
        let praised = section.kind_set("praised")?;
        Some(MateCustoms::Customs { poor: poor?, respectable: respectable?, praised })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let MateCustoms::Customs { poor, respectable, praised } = *self else { return };
        let lists = [("poor", poor), ("respectable", respectable), ("praised", praised)];
        for (index, (key, men)) in lists.into_iter().enumerate() {
            for (earlier, others) in &lists[..index] {
                for kind in PieceKindSet(men.0 & others.0).iter() {
                    let letter = judge.letter(kind);
                    judge.complain(key, format!("`{letter}` stands in `{earlier}` and in `{key}`"));
                }
            }
        }
        if lists.iter().all(|(_, men)| men.is_empty()) {
            judge.complain("", "ranks no piece: write `law = \"none\"`");
        }
        if judge.is_guarded() == Some(false) {
            judge.note("law", "where kings are simply taken there is no mate to be judged");
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            MateCustoms::None => "none",
            MateCustoms::Customs { .. } => "customs",
        }
    }

    fn describe(&self, names: &PieceNames) -> Vec<Message> {
        let MateCustoms::Customs { poor, respectable, praised } = self else {
            return vec![say::law_mate_style_none()];
        };
        let rank = |pieces: &PieceKindSet, sentence: fn(Argument) -> Message| {
            (!pieces.is_empty()).then(|| sentence(names.any(pieces.iter())))
        };
        let ranks = [
            rank(poor, say::law_mate_style_poor),
            rank(respectable, say::law_mate_style_respectable),
            rank(praised, say::law_mate_style_praised),
        ];
        ranks.into_iter().flatten().chain([say::law_mate_style_result()]).collect()
    }
}

impl<S: Shape> Rules<S> {
    /// How the mate on the board is judged, if there is one and the customs say
    /// anything: by the piece that gives check, by the lowest if several do. A mate of the praised
    /// pieces is one of two at least; of one of them alone the customs say nothing.
    #[must_use]
    pub fn mate_style(&self, position: &Position<S>, loser: Side) -> Option<MateStyle> {
        if self.ruleset.laws.mate_style.law == MateCustoms::None {
            return None;
        }
        let checkers = self.checkers(position, loser);
        let styles = checkers.into_iter().filter_map(|cell| {
            let style = self.style_of(position, cell)?;
            let is_judged = style.rank < MateRank::Praised || self.has_helper(position, loser, cell);
            is_judged.then_some(style)
        });
        styles.max_by_key(|style| style.rank)
    }

    /// How a mate by the piece on a cell is judged.
    fn style_of(&self, position: &Position<S>, cell: Cell) -> Option<MateStyle> {
        let (_, man) = position.piece_at(self, cell)?;
        Some(MateStyle { rank: self.ruleset.laws.mate_style.law.rank(man)?, man })
    }

    /// Whether a praised piece beside the one that gives check has a part in the mate: without it
    /// there would be none.
    fn has_helper(&self, position: &Position<S>, loser: Side, checker: Cell) -> bool {
        let is_praised =
            |cell| self.style_of(position, cell).is_some_and(|style| style.rank == MateRank::Praised);
        let mut helpers =
            position.own(loser.other()).cells().filter(|&cell| cell != checker && is_praised(cell));
        let is_needed = |cell| {
            let mut without = *position;
            if let Some(slot) = position.slot_at(cell) {
                without.take(self, loser.other(), slot, cell);
            }
            match position.phase() {
                Phase::Werera => !self.is_mated_in_werera(&without, loser),
                _ => !self.is_mated(&without),
            }
        };
        helpers.any(is_needed)
    }
}
