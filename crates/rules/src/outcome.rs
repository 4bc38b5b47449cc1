//! The end of a game: outcomes and reasons.

use serde::{Deserialize, Serialize};
use strum::{Display, EnumString, IntoStaticStr, VariantNames};

use crate::geometry::Side;
use crate::message::{Message, say};
use crate::ruleset::Ruleset;

/// The reason why a game is over; as a text the word used in data and on the wire, such as `bare-king`.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Display, EnumString, IntoStaticStr, VariantNames,
)]
#[strum(serialize_all = "kebab-case")]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// The king is attacked and nothing helps.
    Checkmate,
    /// A mate that stood in the werera.
    WereraMate,
    /// No move, and no check.
    Stalemate,
    /// No piece could move even were check ignored.
    NoPseudoMove,
    /// The king stands without its pieces.
    BareKing,
    /// Both kings stand without their pieces.
    BothBare,
    /// The lone piece has made its moves.
    LoneManLimit,
    /// The bared king was not mated in time.
    BareCount,
    /// The king was taken.
    KingCaptured,
    /// The one throw did not end the check.
    FailedEscape,
    /// The position came again.
    Repetition,
    /// Too many plies without a capture or a pawn's move.
    MoveLimit,
    /// A side gave up.
    Resignation,
    /// Both sides agreed.
    Agreement,
    /// A side's time ran out.
    Time,
    /// A side has left the game.
    Abandonment,
    /// The game was broken off.
    Aborted,
    /// The game's record states the result, and no reason.
    Recorded,
}

/// The end of a game: the winner and the reason.
///
/// # Examples
/// ```
/// use rukh_rules::{Outcome, Reason, Ruleset, Side};
///
/// let stalemate = Outcome::win(Side::White, Reason::Stalemate);
/// assert_eq!(stalemate.result(), "1-0");
/// // The sentence is that of the ruleset: in shatranj a stalemated king has lost.
/// let shatranj = Ruleset::named("shatranj")?;
/// assert_eq!(stalemate.message(&shatranj).to_string(), "White wins: Black has no legal move, and stalemate loses here.");
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// The winner; `None` in a draw.
    pub winner: Option<Side>,
    /// Why the game is over: by a law, by the players, or by what a record says.
    pub reason: Reason,
}

/// A result that a record states; as a text what PGN writes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Display, EnumString, IntoStaticStr)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum RecordedResult {
    /// White has won.
    #[serde(rename = "1-0")]
    #[strum(serialize = "1-0")]
    White,
    /// Black has won.
    #[serde(rename = "0-1")]
    #[strum(serialize = "0-1")]
    Black,
    /// No side has won.
    #[serde(rename = "1/2-1/2")]
    #[strum(serialize = "1/2-1/2")]
    Draw,
}

impl Outcome {
    /// An end that `winner` has won.
    #[must_use]
    pub const fn win(winner: Side, reason: Reason) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// An end that neither side has won.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// The result that stands in a record; none for a game broken off.
    #[must_use]
    pub fn recorded(self) -> Option<RecordedResult> {
        match (self.winner, self.reason) {
            (_, Reason::Aborted) => None,
            (Some(Side::White), _) => Some(RecordedResult::White),
            (Some(Side::Black), _) => Some(RecordedResult::Black),
            (None, _) => Some(RecordedResult::Draw),
        }
    }

    /// PGN's result: `1-0`, `0-1` or `1/2-1/2`; `*` for a game broken off.
    #[must_use]
    pub fn result(self) -> &'static str {
        self.recorded().map_or("*", RecordedResult::into)
    }

    /// Whether the players made this end, and no record can say otherwise. Whoever won on time by
    /// other laws may not win by ours, so such a draw gives way to what a record says.
    pub(crate) fn is_by_players(self) -> bool {
        match self.reason {
            Reason::Time | Reason::Abandonment => self.winner.is_some(),
            Reason::Resignation | Reason::Agreement | Reason::Aborted | Reason::Recorded => true,
            _ => false,
        }
    }

    /// The end of the game as a sentence, by the ruleset's laws.
    #[must_use]
    pub fn message(self, ruleset: &Ruleset) -> Message {
        match self.winner {
            Some(winner) => win_message(winner, self.reason, ruleset),
            None => draw_message(self.reason, ruleset),
        }
    }
}

fn win_message(winner: Side, reason: Reason, ruleset: &Ruleset) -> Message {
    let (loser, king) = (winner.other(), ruleset.label(ruleset.royal()));
    match reason {
        Reason::Checkmate | Reason::WereraMate => say::outcome_checkmate(winner, loser, king),
        Reason::Stalemate => ruleset.laws.stalemate.law.end(winner, loser),
        Reason::NoPseudoMove => say::outcome_no_pseudo_move(winner, loser),
        Reason::BareKing | Reason::BothBare | Reason::BareCount => {
            say::outcome_bare_king_loss(winner, loser, king, ruleset.bare_choice())
        }
        Reason::KingCaptured => say::outcome_king_captured(winner, loser, king),
        Reason::FailedEscape => say::outcome_failed_escape(winner, loser, king),
        Reason::Resignation => say::outcome_resignation(winner, loser),
        Reason::Time => say::outcome_time(winner, loser),
        Reason::Abandonment => say::outcome_abandonment_win(winner, loser),
        Reason::Recorded => say::outcome_recorded_win(winner),
        Reason::LoneManLimit
        | Reason::Repetition
        | Reason::MoveLimit
        | Reason::Agreement
        | Reason::Aborted => say::outcome_unexplained_win(winner),
    }
}

fn draw_message(reason: Reason, ruleset: &Ruleset) -> Message {
    let king = ruleset.label(ruleset.royal());
    match reason {
        Reason::BareKing => say::outcome_bare_king_draw(ruleset.bare_choice(), king),
        Reason::BothBare => say::outcome_both_bare(king, ruleset.bare_choice()),
        Reason::LoneManLimit => ruleset.laws.support.law.end(ruleset),
        Reason::BareCount => match ruleset.bare_king_limit() {
            Some(moves) => say::outcome_bare_count(king, moves),
            None => say::outcome_unexplained_draw(),
        },
        Reason::Stalemate => say::outcome_stalemate_draw(),
        Reason::Repetition => match ruleset.repetition_limit() {
            Some(times) => say::outcome_repetition(times),
            None => say::outcome_unexplained_draw(),
        },
        Reason::MoveLimit => ruleset.laws.move_limit.law.end(&ruleset.names()),
        Reason::Agreement => say::outcome_agreement(),
        Reason::Time => say::outcome_time_draw(),
        Reason::Abandonment => say::outcome_abandonment_draw(),
        Reason::Aborted => say::outcome_aborted(),
        Reason::Recorded => say::outcome_recorded_draw(),
        Reason::Checkmate
        | Reason::WereraMate
        | Reason::NoPseudoMove
        | Reason::KingCaptured
        | Reason::FailedEscape
        | Reason::Resignation => say::outcome_unexplained_draw(),
    }
}
