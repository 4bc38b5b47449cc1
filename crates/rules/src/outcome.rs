//! How a game ends, and why, in words a player understands.

use serde::Serialize;

pub use crate::law::mate_style::MateStyle;

use crate::geometry::Side;
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::shape::Shape;

/// Why a game is over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Reason {
    /// The king is attacked and nothing helps.
    Checkmate,
    /// A mate that stood in the werera.
    WereraMate,
    /// No move, and no check.
    Stalemate,
    /// No man could move even were check ignored.
    NoPseudoMove,
    /// The king stands without his men.
    BareKing,
    /// Both kings do.
    BothBare,
    /// The lone man has made its moves.
    LoneManLimit,
    /// The bared king was not mated in time.
    BareCount,
    /// The king was taken.
    KingCaptured,
    /// The one throw did not end the check.
    FailedEscape,
    /// The position came again.
    Repetition,
    /// No progress.
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

impl Reason {
    /// Every reason.
    pub const ALL: [Reason; 18] = [
        Reason::Checkmate,
        Reason::WereraMate,
        Reason::Stalemate,
        Reason::NoPseudoMove,
        Reason::BareKing,
        Reason::BothBare,
        Reason::LoneManLimit,
        Reason::BareCount,
        Reason::KingCaptured,
        Reason::FailedEscape,
        Reason::Repetition,
        Reason::MoveLimit,
        Reason::Resignation,
        Reason::Agreement,
        Reason::Time,
        Reason::Abandonment,
        Reason::Aborted,
        Reason::Recorded,
    ];

    /// The word used in data and on the wire, such as `bare-king`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::WereraMate => "werera-mate",
            Reason::Stalemate => "stalemate",
            Reason::NoPseudoMove => "no-pseudo-move",
            Reason::BareKing => "bare-king",
            Reason::BothBare => "both-bare",
            Reason::LoneManLimit => "lone-man-limit",
            Reason::BareCount => "bare-count",
            Reason::KingCaptured => "king-captured",
            Reason::FailedEscape => "failed-escape",
            Reason::Repetition => "repetition",
            Reason::MoveLimit => "move-limit",
            Reason::Resignation => "resignation",
            Reason::Agreement => "agreement",
            Reason::Time => "time",
            Reason::Abandonment => "abandonment",
            Reason::Aborted => "aborted",
            Reason::Recorded => "recorded",
        }
    }

    /// Reads [`Reason::as_str`].
    #[must_use]
    pub fn from_word(word: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.as_str() == word)
    }
}

/// How a game ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub struct Outcome {
    /// Who has won; nobody in a draw.
    pub winner: Option<Side>,
    /// Why.
    pub reason: Reason,
}

impl Outcome {
    /// A win.
    #[must_use]
    pub const fn win(winner: Side, reason: Reason) -> Outcome {
        Outcome { winner: Some(winner), reason }
    }

    /// A draw.
    #[must_use]
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }

    /// PGN's result: `1-0`, `0-1` or `1/2-1/2`; `*` for a game broken off.
    #[must_use]
    pub fn result(self) -> &'static str {
        match (self.winner, self.reason) {
            (_, Reason::Aborted) => "*",
            (Some(Side::White), _) => "1-0",
            (Some(Side::Black), _) => "0-1",
            (None, _) => "1/2-1/2",
        }
    }

    /// The end of the game as a sentence for players, by the ruleset's laws.
    #[must_use]
    pub fn text(self, ruleset: &Ruleset) -> String {
        match self.winner {
            Some(winner) => win_text(winner, self.reason, ruleset),
            None => draw_text(self.reason, ruleset),
        }
    }
}

fn win_text(winner: Side, reason: Reason, ruleset: &Ruleset) -> String {
    let names = ruleset.names();
    let king = names.name(ruleset.royal());
    let (won, lost) = (winner.name(), winner.other().name());
    let why = match reason {
        Reason::Checkmate | Reason::WereraMate => format!("{lost}'s {king} is checkmated"),
        Reason::Stalemate => format!("{lost} has no move left, and here that loses"),
        Reason::NoPseudoMove => format!("none of {lost}'s pieces can move, and here that loses"),
        Reason::BareKing | Reason::BothBare | Reason::BareCount => {
            format!("{lost}'s {king} has lost {}", ruleset.bare_king().lost_text(ruleset.pawns))
        }
        Reason::KingCaptured => format!("{lost}'s {king} was captured"),
        Reason::FailedEscape => format!("{lost}'s {king} was in check and the throw did not save it"),
        Reason::Resignation => format!("{lost} resigned"),
        Reason::Time => format!("{lost}'s time has run out"),
        Reason::Abandonment => format!("{lost} has left the game"),
        Reason::Recorded => "the game's record says so and gives no reason".to_owned(),
        reason => reason.as_str().to_owned(),
    };
    format!("{won} wins: {why}.")
}

fn draw_text(reason: Reason, ruleset: &Ruleset) -> String {
    let names = ruleset.names();
    let king = names.name(ruleset.royal());
    let lost = ruleset.bare_king().lost_text(ruleset.pawns);
    let why = match reason {
        Reason::BareKing => format!("a {king} has lost {lost}, and a bare {king} cannot be mated"),
        Reason::BothBare => format!("each {king} has lost {lost}"),
        Reason::LoneManLimit => ruleset.laws.support.law.end_text(ruleset),
        Reason::BareCount => match ruleset.bare_king_limit() {
            Some(moves) => format!("the bare {king} was not mated within {moves} moves"),
            None => format!("the bare {king} was not mated in time"),
        },
        Reason::Stalemate => "the side to move has no move and is not in check".to_owned(),
        Reason::Repetition => match ruleset.repetition_limit() {
            Some(times) => format!("the same position has occurred {times} times"),
            None => "the same position has occurred too often".to_owned(),
        },
        Reason::MoveLimit => ruleset.laws.move_limit.law.end_text(&names),
        Reason::Agreement => "both sides agreed".to_owned(),
        Reason::Abandonment => "one side has left the game, and the other claims a draw".to_owned(),
        Reason::Aborted => return "The game was broken off.".to_owned(),
        Reason::Recorded => "the game's record says so and gives no reason".to_owned(),
        reason => reason.as_str().to_owned(),
    };
    format!("Draw: {why}.")
}

impl<S: Shape> Rules<S> {
    /// The end of the game in this position, if it has ended; repetition aside,
    /// which depends on the game's history.
    ///
    /// The verdicts in their order. In the werera only a mate that stands ends
    /// the game. In turns, first what has happened to the kings: one was
    /// captured, an escape from check failed, one is bare. Then what the side to
    /// move can do: nothing even if check were ignored; nothing in check, which
    /// is mate; nothing without check, which is stalemate. Last the counters, so
    /// that a mate goes before them.
    #[must_use]
    pub fn outcome(&self, position: &Position<S>) -> Option<Outcome> {
        if position.phase() == Phase::Werera {
            return self.werera_mate(position);
        }
        self.outcome_of_kings(position)
            .or_else(|| self.outcome_by_moves(position))
            .or_else(|| self.outcome_of_counters(position))
    }

    /// The end of the game by the verdicts that need no move generation: those on
    /// the kings and, after them, the counters. A mate goes before a counter, so
    /// where the reason is a counter [`Rules::outcome`] decides.
    #[must_use]
    #[inline]
    pub fn early_outcome(&self, position: &Position<S>) -> Option<Outcome> {
        self.outcome_but_moves(position)
    }

    /// As [`Rules::early_outcome`], always inlined.
    #[inline(always)]
    pub(crate) fn outcome_but_moves(&self, position: &Position<S>) -> Option<Outcome> {
        if let Some(over) = self.outcome_of_kings(position) {
            return Some(over);
        }
        self.outcome_of_counters(position)
    }

    /// Captured kings, failed escapes, bare kings.
    #[inline(always)]
    fn outcome_of_kings(&self, position: &Position<S>) -> Option<Outcome> {
        if self.king_capturable || S::GENERAL {
            if let Some(over) = self.king_captured(position) {
                return Some(over);
            }
            if let Some(over) = self.failed_escape(position) {
                return Some(over);
            }
        }
        if self.has_bare { self.king_bared(position) } else { None }
    }

    /// Mate and stalemate. After a throw they have been decided before it.
    fn outcome_by_moves(&self, position: &Position<S>) -> Option<Outcome> {
        if position.state.throw() > 0 || self.awaits_claim(position) {
            return None;
        }
        if let Some(over) = self.no_pseudo_move(position) {
            return Some(over);
        }
        match self.is_in_check(position, position.turn()) {
            true => self.checkmate(position),
            false => self.stalemate(position),
        }
    }

    /// The lone man's moves, the moves since a king was bared, moves without progress.
    #[inline(always)]
    fn outcome_of_counters(&self, position: &Position<S>) -> Option<Outcome> {
        if self.has_counters
            && let Some(over) = self.guards_counted_out(position)
        {
            return Some(over);
        }
        self.moves_without_progress(position)
    }

    #[cold]
    fn guards_counted_out(&self, position: &Position<S>) -> Option<Outcome> {
        self.lone_man_limit_reached(position).or_else(|| self.bare_king_limit_reached(position))
    }
}
