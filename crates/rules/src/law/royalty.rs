//! What the king's safety means, and what a side in check may do.

use serde::Serialize;

use super::{DieLaw, Law, PieceNames};
use crate::kind::PieceKind;
use crate::ruleset::check::Judge;
use crate::ruleset::section::Section;

/// What the king's capture or safety means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Royalty {
    /// No move may leave the own king attacked; mate wins; a king is never taken.
    Mate {
        /// The royal man.
        royal: PieceKind,
    },
    /// There is no check: the king is simply taken, and that wins.
    Capture {
        /// The royal man.
        royal: PieceKind,
    },
    /// No move may leave the own king attacked, but a king that could not be
    /// saved in time may be taken, and that wins too.
    MateAndCapture {
        /// The royal man.
        royal: PieceKind,
    },
}

impl Royalty {
    /// The royal man.
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

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let is_without_die = judge.laws().die.as_ref().is_some_and(|die| die.law == DieLaw::None);
        if is_without_die && matches!(self, Royalty::MateAndCapture { .. }) {
            let message =
                "`mate-and-capture` needs a die: without one a king can always be saved or is mated";
            judge.complain("law", message);
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            Royalty::Mate { .. } => "mate",
            Royalty::Capture { .. } => "capture",
            Royalty::MateAndCapture { .. } => "mate-and-capture",
        }
    }

    fn text(&self, words: &PieceNames<'_>) -> String {
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
pub enum CheckLaw {
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

impl Law for CheckLaw {
    const KEY: &'static str = "check";
    const TITLE: &'static str = "A king in check";

    fn read(section: &mut Section<'_, '_>) -> Option<CheckLaw> {
        Some(match section.word("law", &["ordinary", "no-duty", "royal-face-only", "one-throw"])? {
            "ordinary" => CheckLaw::Ordinary,
            "no-duty" => CheckLaw::NoDuty,
            "royal-face-only" => CheckLaw::RoyalFaceOnly,
            _ => CheckLaw::OneThrow,
        })
    }

    fn check(&self, judge: &mut Judge<'_, '_>) {
        let laws = judge.laws();
        let die = laws.die.as_ref().map(|die| &die.law);
        match (self, judge.is_guarded()) {
            (CheckLaw::Ordinary, Some(false)) => {
                let message = "where kings are simply taken there is no check to be ended: write `no-duty`";
                judge.complain("law", message);
            }
            (CheckLaw::NoDuty, Some(true)) => {
                let message = "no move may leave the own king attacked (royalty), so a check is a duty: write `ordinary`";
                judge.complain("law", message);
            }
            (CheckLaw::RoyalFaceOnly | CheckLaw::OneThrow, Some(false)) => {
                let message = "a duty in check needs a king that may not be left attacked: royalty `mate` or `mate-and-capture`";
                judge.complain("law", message);
            }
            (CheckLaw::RoyalFaceOnly | CheckLaw::OneThrow, _) if die == Some(&DieLaw::None) => {
                judge.complain("law", "speaks of throws, but there is no die: write `ordinary`");
            }
            _ => {}
        }
        if let (CheckLaw::RoyalFaceOnly, Some(DieLaw::NamesMen { faces }), Some(royal)) =
            (self, die, judge.royal())
            && !faces.iter().any(|face| face.has(royal))
        {
            judge.complain("law", "no face of the die names the royal man, so no check could be ended");
        }
    }

    fn as_str(&self) -> &'static str {
        match self {
            CheckLaw::Ordinary => "ordinary",
            CheckLaw::NoDuty => "no-duty",
            CheckLaw::RoyalFaceOnly => "royal-face-only",
            CheckLaw::OneThrow => "one-throw",
        }
    }

    fn text(&self, _: &PieceNames<'_>) -> String {
        match self {
            CheckLaw::Ordinary => "A check must be ended: by moving the king, taking the checking man or standing between.",
            CheckLaw::NoDuty => "An attack on the king need not be answered.",
            CheckLaw::RoyalFaceOnly => "A side in check cannot play until the die names the king, and then the king must move to safety; in check with no such move at all is mate.",
            CheckLaw::OneThrow => "Any man the die names may end a check, but only on the very next throw: a side still in check after it has lost.",
        }
        .to_owned()
    }
}
