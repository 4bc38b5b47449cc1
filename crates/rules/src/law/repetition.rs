//! Positions that occur again.

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{Law, PieceNames};
use crate::law::counter::{CounterKind, LawCounter};
use crate::message::{Message, say};
use crate::ruleset::section::Section;

/// A position that comes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// A position may occur any number of times.
    None,
    /// Drawn when it stands for this time.
    Draw {
        /// The number of times.
        times: u8,
    },
}

impl Repetition {
    /// The counter of the current position, once it has occurred before; `keys`
    /// are those of the positions that can occur again, the current one last.
    pub(crate) fn counter(self, keys: &[u64]) -> Option<LawCounter> {
        let Repetition::Draw { times } = self else { return None };
        let last = keys.last()?;
        let value = keys.iter().filter(|key| *key == last).count() as u32;
        let counter = LawCounter { kind: CounterKind::Repetition, side: None, value, limit: times.into() };
        (value > 1).then_some(counter)
    }
}

impl Law for Repetition {
    const KEY: &'static str = "repetition";

    fn title() -> Message {
        say::law_repetition_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<Repetition> {
        if let RepetitionDiscriminants::None = section.choice("law")? {
            return Some(Repetition::None);
        }
        Some(Repetition::Draw { times: section.number("times", 2, 20)? as u8 })
    }

    fn describe(&self, _: &PieceNames) -> Vec<Message> {
        vec![match self {
            Repetition::None => say::law_repetition_none(),
            Repetition::Draw { times } => say::law_repetition_draw(*times),
        }]
    }
}
