//! The customs about mate: which man's mate is thought poor, which is praised.
//! A badge; it never changes a result.

use serde::Serialize;

use super::{Law, PieceNames};
use crate::kind::{Kind, KindSet};
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;

/// The customs about mate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MateStyle {
    /// None told.
    None,
    /// A mate is judged by the man that gives it.
    Customs {
        /// Men whose mate is thought poor.
        poor: KindSet,
        /// Men whose mate is respectable.
        respectable: KindSet,
        /// Men whose mate is most praised.
        praised: KindSet,
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

impl MateStyle {
    /// How a mate by this man is judged, if the customs say anything.
    #[must_use]
    pub fn rank(self, kind: Kind) -> Option<MateRank> {
        let MateStyle::Customs { poor, respectable, praised } = self else {
            return None;
        };
        [(poor, MateRank::Poor), (respectable, MateRank::Respectable), (praised, MateRank::Praised)]
            .into_iter()
            .find_map(|(men, rank)| men.has(kind).then_some(rank))
    }
}

impl Law for MateStyle {
    const KEY: &'static str = "mate-style";
    const TITLE: &'static str = "Customs about mate";

    fn read(section: &mut Section<'_, '_>) -> Option<MateStyle> {
        if section.word("law", &["none", "customs"])? == "none" {
            return Some(MateStyle::None);
        }
        let poor = section.kind_set("poor");
        let respectable = section.kind_set("respectable");
        let praised = section.kind_set("praised")?;
        Some(MateStyle::Customs { poor: poor?, respectable: respectable?, praised })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let MateStyle::Customs { poor, respectable, praised } = *self else { return };
        let lists = [("poor", poor), ("respectable", respectable), ("praised", praised)];
        for (index, (key, men)) in lists.into_iter().enumerate() {
            for (earlier, others) in &lists[..index] {
                for kind in KindSet(men.0 & others.0).kinds() {
                    let letter = judge.letter(kind);
                    judge.complain(key, format!("`{letter}` stands in `{earlier}` and in `{key}`"));
                }
            }
        }
        if lists.iter().all(|(_, men)| men.is_empty()) {
            judge.complain("", "ranks no man: write `law = \"none\"`");
        }
        if judge.is_guarded() == Some(false) {
            judge.note("law", "where kings are simply taken there is no mate to be judged");
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            MateStyle::None => "none",
            MateStyle::Customs { .. } => "customs",
        }
    }

    fn text(&self, words: &PieceNames<'_>) -> String {
        match self {
            MateStyle::None => "No custom ranks one mate above another.".to_owned(),
            MateStyle::Customs { poor, respectable, praised } => format!(
                "Mate by a {} is thought poor, by a {} respectable, by a {} most praised. This changes no result.",
                words.list(poor.kinds(), "or"),
                words.list(respectable.kinds(), "or"),
                words.list(praised.kinds(), "or"),
            ),
        }
    }
}
