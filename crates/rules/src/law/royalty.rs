//! What the king's safety and capture mean.

mod effect;

use serde::Serialize;
use strum::{EnumDiscriminants, EnumString, IntoStaticStr, VariantNames};

use super::{DieLaw, Law, PieceNames};
use crate::kind::PieceKind;
use crate::law::judge::Judge;
use crate::message::{Message, say};
use crate::ruleset::section::Section;

/// What the king's capture or safety means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumDiscriminants, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
#[strum_discriminants(vis(), derive(EnumString, VariantNames), strum(serialize_all = "kebab-case"))]
#[serde(rename_all = "kebab-case")]
pub enum Royalty {
    /// No move may leave the own king attacked; mate wins; a king is never taken.
    Mate {
        /// The kind that must not be left attacked.
        royal: PieceKind,
    },
    /// There is no check: the king is simply taken, and that wins.
    Capture {
        /// The kind whose capture wins.
        royal: PieceKind,
    },
    /// No move may leave the own king attacked, but a king that could not be
    /// saved in time may be taken, and that wins too.
    MateAndCapture {
        /// The kind that must not be left attacked, and may be taken.
        royal: PieceKind,
    },
}

impl Royalty {
    /// The kind whose safety or capture decides the game; each side has one.
    #[must_use]
    pub fn royal(self) -> PieceKind {
        match self {
            Royalty::Mate { royal } | Royalty::Capture { royal } | Royalty::MateAndCapture { royal } => royal,
        }
    }

    /// Whether moves that leave the own king attacked are illegal.
    #[must_use]
    pub fn is_guarded(self) -> bool {
        !matches!(self, Royalty::Capture { .. })
    }

    /// Whether an attacked king may be taken.
    #[must_use]
    pub fn is_takeable(self) -> bool {
        !matches!(self, Royalty::Mate { .. })
    }
}

impl Law for Royalty {
    const KEY: &'static str = "royalty";

    fn title() -> Message {
        say::law_royalty_title()
    }

    fn read(section: &mut Section<'_, '_>) -> Option<Royalty> {
        let law = section.choice("law");
        let royal = section.kind("royal")?;
        Some(match law? {
            RoyaltyDiscriminants::Mate => Royalty::Mate { royal },
            RoyaltyDiscriminants::Capture => Royalty::Capture { royal },
            RoyaltyDiscriminants::MateAndCapture => Royalty::MateAndCapture { royal },
        })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let is_without_die = judge.laws().die.as_ref().is_some_and(|die| die.law == DieLaw::None);
        if is_without_die && matches!(self, Royalty::MateAndCapture { .. }) {
            let message =
                "`mate-and-capture` needs a die: without one a king can always be saved or is mated";
            judge.complain("law", message);
        }
    }

    fn describe(&self, names: &PieceNames) -> Vec<Message> {
        let king = names.label(self.royal());
        vec![match self {
            Royalty::Mate { .. } => say::law_royalty_mate(king),
            Royalty::Capture { .. } => say::law_royalty_capture(king),
            Royalty::MateAndCapture { .. } => say::law_royalty_mate_and_capture(king),
        }]
    }
}
