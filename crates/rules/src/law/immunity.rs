//! Pieces that may not take certain other pieces.

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{Law, PieceNames};
use crate::kind::{PieceKind, PieceKindSet};
use crate::law::judge::Judge;
use crate::message::{Message, say};
use crate::ruleset::section::Section;

/// Which pieces may not take which.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum Immunity {
    /// Every piece may take every other.
    None,
    /// Some kinds may not take some others.
    Spared {
        /// A piece, and the pieces it may not take.
        pairs: Vec<(PieceKind, PieceKindSet)>,
    },
}

impl Immunity {
    /// The pieces a kind may not take.
    #[must_use]
    pub fn spared_by(&self, kind: PieceKind) -> PieceKindSet {
        let Immunity::Spared { pairs } = self else {
            return PieceKindSet::EMPTY;
        };
        let found = pairs.iter().find(|(taker, _)| *taker == kind);
        found.map_or(PieceKindSet::EMPTY, |(_, spared)| *spared)
    }
}

impl Law for Immunity {
    const KEY: &'static str = "immunity";

    fn title() -> Message {
        say::law_immunity_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<Immunity> {
        if let ImmunityDiscriminants::None = section.choice("law")? {
            return Some(Immunity::None);
        }
        let Some(table) = section.sub_table("spared") else {
            section.complain_here("`spared` should be a table such as `spared.e = \"e\"`");
            return None;
        };
        if table.entries.is_empty() {
            section.complain_here(
                "`spared` names no piece: write `law = \"none\"`, or pairs such as `e = \"e\"`",
            );
        }
        let mut pairs = Vec::new();
        for (key, node) in &table.entries {
            let spared = match &node.value {
                crate::ruleset::tree::Value::Text(text) => text.as_str(),
                _ => "",
            };
            let mut letters = key.chars();
            let (Some(letter), None, false) = (letters.next(), letters.next(), spared.is_empty()) else {
                section.complain(
                    &node.place,
                    "write the taker's letter and the letters it spares, as in `e = \"e\"`",
                );
                continue;
            };
            let taker = section.kind_of(&node.place, letter);
            let spared = section.kinds_of(key, &node.place, spared);
            pairs.extend(taker.zip(spared).map(|(taker, spared)| (taker, spared.into_iter().collect())));
        }
        Some(Immunity::Spared { pairs })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let Some(royal) = judge.royal() else { return };
        if *self != Immunity::None && judge.all().iter().all(|kind| self.spared_by(kind).has(royal)) {
            judge.note("spared", "every piece spares the royal piece, so no king is ever in danger");
        }
    }

    fn describe(&self, names: &PieceNames) -> Vec<Message> {
        let Immunity::Spared { pairs } = self else { return vec![say::law_immunity_none()] };
        let sentence = |(taker, spared): &(PieceKind, PieceKindSet)| {
            say::law_immunity_spared(names.label(*taker), names.any(spared.iter()))
        };
        pairs.iter().map(sentence).collect()
    }
}
