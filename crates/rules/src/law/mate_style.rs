//! The customs about mate: which piece's mate is thought poor, which is praised.
//! A badge; it never changes a result.

mod effect;

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{Law, PieceNames};
use crate::kind::{PieceKind, PieceKindSet};
use crate::law::judge::Judge;
use crate::message::{Argument, Message, say};
use crate::ruleset::section::Section;

/// The customs about mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, strum::Display, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
pub enum MateRank {
    /// Thought poor.
    Poor,
    /// Better than poor, yet not praised.
    Respectable,
    /// Most praised.
    Praised,
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
///
/// # Examples
/// In Senterej a mate by the ferz is respectable, by rook or knight poor.
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::law::MateRank;
/// use rukh_rules::{Game, Ruleset};
///
/// let senterej = Arc::new(Ruleset::named("senterej")?);
/// let mut game = Game::from_fen(senterej, "k1F5/8/1KN5/8/8/8/8/7n w - - 0 1").expect("a sound FEN");
/// game.play(game.legal_move("c8b7")?, None)?;
/// assert_eq!(game.style().map(|style| style.rank), Some(MateRank::Respectable));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct MateStyle {
    /// The judgement.
    pub rank: MateRank,
    /// The piece that gave the mate.
    pub man: PieceKind,
}

impl Law for MateCustoms {
    const KEY: &'static str = "mate-style";

    fn title() -> Message {
        say::law_mate_style_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<MateCustoms> {
        if let MateCustomsDiscriminants::None = section.choice("law")? {
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
