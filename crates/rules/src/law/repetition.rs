//! Positions that occur again.

use serde::Serialize;

use super::{Law, PieceNames};
use crate::game::{CounterKind, LawCounter};
use crate::ruleset::section::Section;

/// A position that comes again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Repetition {
    /// Nothing.
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
    const TITLE: &'static str = "Repetition";

    fn read(section: &mut Section<'_, '_>) -> Option<Repetition> {
        if section.word("law", &["none", "draw"])? == "none" {
            return Some(Repetition::None);
        }
        Some(Repetition::Draw { times: section.number("times", 2, 20)? as u8 })
    }

    fn as_str(&self) -> &'static str {
        match self {
            Repetition::None => "none",
            Repetition::Draw { .. } => "draw",
        }
    }

    fn text(&self, _: &PieceNames<'_>) -> String {
        match self {
            Repetition::None => "Positions may come again as often as they like.".to_owned(),
            Repetition::Draw { times } => format!(
                "When the same position stands with the same side to move for the {times}. time, the game is drawn."
            ),
        }
    }
}
