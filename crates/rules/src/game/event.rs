//! What happens in a game, and why it may not.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::geometry::{Side, Square};
use crate::message::Message;
use crate::moves::Move;
use crate::notation::coordinate::UciMove;
use crate::outcome::RecordedResult;
use crate::ruleset::Ruleset;

/// Something that happens in a game. In JSON cells and moves are written as people
/// write them, so that a log can be read without this library.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "t", rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema), schemars(rename = "GameEvent"))]
pub enum Event {
    /// In the werera a side moves a piece, named by its number and where it stands.
    Place {
        /// The side that moves.
        side: Side,
        /// The piece's number; without it, whatever piece stands on `from`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<u16>,
        /// The cell it leaves.
        from: Square,
        /// The cell it goes to.
        to: Square,
        /// The letter of what it becomes.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        promotion: Option<char>,
    },
    /// In the werera a side takes back one of its own quiet moves.
    Retract {
        /// The side that retracts.
        side: Side,
        /// The number of that move's entry in the log.
        #[serde(rename = "of")]
        seq: u64,
    },
    /// Turns begin without a capture: White is on move.
    Turns {
        /// Why: `agreed`, `clock`, `budget`.
        #[serde(default)]
        why: String,
    },
    /// In a werera of bundles a side ends its bundle.
    Bundle {
        /// The side whose bundle ends.
        side: Side,
    },
    /// A die is thrown.
    Throw {
        /// The number that fell, from 1.
        face: u8,
    },
    /// The side to move moves; `--` is the pass.
    Move {
        /// Coordinates, such as `a1c3` or `e9e10q`.
        mv: UciMove,
    },
    /// A side gives up.
    Resign {
        /// The side that resigns.
        side: Side,
    },
    /// Both sides agree to a draw.
    Draw,
    /// A side's time has run out.
    Flag {
        /// The side whose time is up.
        side: Side,
    },
    /// A side has left the game, and the other claims it.
    Leave {
        /// The side that has left.
        side: Side,
        /// Whether the other is content with a draw.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        drawn: bool,
    },
    /// The game is broken off without a result.
    Abort,
    /// A draw by repetition or for want of progress is not claimed: the game
    /// goes on from the same position, and counts both anew.
    Unclaimed,
    /// The game has the result that its record states, without a reason. It may
    /// follow an end by the laws, where the record says otherwise.
    Result {
        /// What the record states.
        result: RecordedResult,
    },
}

impl Event {
    /// A side's move in the werera.
    #[must_use]
    pub fn placing(ruleset: &Ruleset, side: Side, mv: Move) -> Event {
        let square = |cell| ruleset.geometry.square(cell);
        let promotion = mv.promotion().map(|kind| ruleset.letter(kind));
        Event::Place { side, id: None, from: square(mv.from()), to: square(mv.to()), promotion }
    }

    /// Whether it is an event of the werera.
    #[must_use]
    pub fn is_werera(&self) -> bool {
        matches!(
            self,
            Event::Place { .. } | Event::Retract { .. } | Event::Bundle { .. } | Event::Turns { .. }
        )
    }

    /// Whether it is an end of the game that no law gives, or a draw that is not claimed.
    #[must_use]
    pub fn is_of_players(&self) -> bool {
        !self.is_werera() && !matches!(self, Event::Move { .. } | Event::Throw { .. })
    }

    /// Whether it may happen when the game is over.
    #[must_use]
    pub fn may_follow_end(&self) -> bool {
        matches!(self, Event::Unclaimed | Event::Result { .. })
    }
}

/// An event of a game's log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Its number, from 1.
    pub seq: u64,
    /// When it happened, in milliseconds since the epoch, if anyone looked at a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at: Option<u64>,
    /// What happened; in JSON its fields stand beside the number and the time.
    #[serde(flatten)]
    pub event: Event,
}

/// Why an event was refused; nothing has changed.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::game::RefusalCode;
/// use rukh_rules::{Game, Ruleset};
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// let game = Game::from_fen(shatranj, "4r2k/8/8/8/8/8/4R3/4K3 w - - 0 1").expect("a sound FEN");
/// let pinned = game.legal_move("e2d2").unwrap_err();
/// assert_eq!(pinned.code, RefusalCode::Illegal);
/// assert_eq!(
///     pinned.to_string(),
///     "The rukh on e2 is pinned: if it moved, your shah would be attacked by the rukh on e8."
/// );
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Refusal {
    /// The subject, for programs.
    pub code: RefusalCode,
    /// The reason, for a person.
    pub message: Message,
}

impl Refusal {
    pub(super) fn new(code: RefusalCode, message: Message) -> Refusal {
        Refusal { code, message }
    }
}

/// The subject of a refusal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, strum::Display, strum::IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum RefusalCode {
    /// The move is not legal.
    Illegal,
    /// It is the other side's turn, or a throw comes first.
    NotYourTurn,
    /// The werera has ended.
    PhaseOver,
    /// A piece stands on the cell already.
    TargetTaken,
    /// The piece to be taken has gone.
    TargetMoved,
    /// A piece stands on the way.
    PathBlocked,
    /// The piece is no longer where it was.
    PieceMoved,
    /// The own king would be attacked.
    LeavesKingAttacked,
    /// The event makes no sense.
    BadIntent,
    /// The game is over.
    Over,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for Refusal {}

pub(super) fn refuse<T>(code: RefusalCode, message: Message) -> Result<T, Refusal> {
    Err(Refusal::new(code, message))
}
