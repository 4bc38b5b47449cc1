//! What the king's safety means, and what a side in check may do.

use serde::Serialize;

use super::{Law, Words};
use crate::kind::Kind;
use crate::ruleset::section::Section;

/// What the king's capture or safety means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Royalty {
    /// No move may leave the own king attacked; mate wins; a king is never taken.
    Mate {
        /// The royal man.
        royal: Kind,
    },
    /// There is no check: the king is simply taken, and that wins.
    Capture {
        /// The royal man.
        royal: Kind,
    },
    /// No move may leave the own king attacked, but a king that could not be
    /// saved in time may be taken, and that wins too.
    MateAndCapture {
        /// The royal man.
        royal: Kind,
    },
}

impl Royalty {
    /// The royal man.
    #[must_use]
    pub fn royal(self) -> Kind {
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
    const TITLE: &'static str = "The king";

    fn read(section: &mut Section<'_, '_>) -> Option<Royalty> {
        let law = section.word("law", &["mate", "capture", "mate-and-capture"]);
        let royal = section.kind("royal")?;
        Some(match law? {
            "mate" => Royalty::Mate { royal },
            "capture" => Royalty::Capture { royal },
            _ => Royalty::MateAndCapture { royal },
        })
    }

    fn word(&self) -> &'static str {
        match self {
            Royalty::Mate { .. } => "mate",
            Royalty::Capture { .. } => "capture",
            Royalty::MateAndCapture { .. } => "mate-and-capture",
        }
    }

    fn text(&self, words: &Words<'_>) -> String {
        let king = words.name(self.royal());
        match self {
            Royalty::Mate { .. } => {
                format!("Checkmating the {king} wins; no move may leave one's own {king} attacked.")
            }
            Royalty::Capture { .. } => format!("There is no check: whoever takes the {king} wins."),
            Royalty::MateAndCapture { .. } => format!(
                "Checkmate wins, and so does taking a {king} that is still attacked; no move may leave one's own {king} attacked."
            ),
        }
    }
}

/// What a side in check may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// Any move that ends the check.
    Ordinary,
    /// Check lays no duty on anybody.
    NoDuty,
    /// Only the royal man moves, on its own face; every other throw is a lost turn.
    RoyalFaceOnly,
    /// Any man the throw names may end the check, but a side still in check
    /// after its one throw has lost: the opponent's only move is the pass that
    /// ends the game.
    OneThrow,
}

impl Law for Check {
    const KEY: &'static str = "check";
    const TITLE: &'static str = "A king in check";

    fn read(section: &mut Section<'_, '_>) -> Option<Check> {
        Some(match section.word("law", &["ordinary", "no-duty", "royal-face-only", "one-throw"])? {
            "ordinary" => Check::Ordinary,
            "no-duty" => Check::NoDuty,
            "royal-face-only" => Check::RoyalFaceOnly,
            _ => Check::OneThrow,
        })
    }

    fn word(&self) -> &'static str {
        match self {
            Check::Ordinary => "ordinary",
            Check::NoDuty => "no-duty",
            Check::RoyalFaceOnly => "royal-face-only",
            Check::OneThrow => "one-throw",
        }
    }

    fn text(&self, _: &Words<'_>) -> String {
        match self {
            Check::Ordinary => "A check must be ended: by moving the king, taking the checking man or standing between.",
            Check::NoDuty => "An attack on the king need not be answered.",
            Check::RoyalFaceOnly => "A side in check cannot play until the die names the king, and then the king must move to safety; in check with no such move at all is mate.",
            Check::OneThrow => "Any man the die names may end a check, but only on the very next throw: a side still in check after it has lost.",
        }
        .to_owned()
    }
}
