//! Game events: the entries of a game's log, as stored and sent.

use std::fmt;
use std::num::ParseIntError;
use std::str::FromStr;

use rukh_rules::{Failure, Side, Square, UciMove};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::game::FinalResult;
use super::intent::{ClaimResult, OfferKind};
use super::message::WireMessage;
use super::people::{Player, SpectatorMode};
use super::rating::Rated;
use super::time::{ClockReading, GameTimeControl, TimeOdds, UnixMillis};
use super::view::BySide;
use crate::id::{GameId, schema_of_content};

/// Number of an event in its game's log, from 1 without gaps; 0 stands before the first event.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Seq(u64);

schema_of_content!(Seq, u64);

impl Seq {
    /// Before the first event.
    pub const ZERO: Seq = Seq(0);
    /// After every event of any game.
    pub const MAX: Seq = Seq(u64::MAX);

    /// A number from an integer.
    #[must_use]
    pub const fn new(number: u64) -> Seq {
        Seq(number)
    }

    /// Number of the last of some events.
    #[must_use]
    pub const fn of_count(events: usize) -> Seq {
        Seq(events as u64)
    }

    /// The number as JSON and databases have it.
    #[must_use]
    pub const fn as_u64(self) -> u64 {
        self.0
    }

    /// Number of events up to and including this one.
    #[must_use]
    pub fn count(self) -> usize {
        usize::try_from(self.0).unwrap_or(usize::MAX)
    }

    /// The next number.
    #[must_use]
    pub const fn next(self) -> Seq {
        Seq(self.0 + 1)
    }

    /// The previous number; `None` before the first event.
    #[must_use]
    pub const fn previous(self) -> Option<Seq> {
        match self.0.checked_sub(1) {
            Some(number) => Some(Seq(number)),
            None => None,
        }
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Seq {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<Seq, ParseIntError> {
        text.parse().map(Seq)
    }
}

/// An entry of a game's log.
///
/// Event numbers count everything that is broadcast, including automatic events: the start, throws,
/// the end of the werera and of the game. The rules' own log counts decisions only; the session
/// keeps the two apart.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WireEvent {
    /// Event number, from 1 without gaps.
    pub seq: Seq,
    /// What has happened.
    #[serde(flatten)]
    pub kind: EventKind,
    /// When, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// Clock reading after the event, if it changed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<ClockReading>,
}

/// What has happened in a game: decisions of players, and what the rules and clocks do by themselves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", content = "data", rename_all = "snake_case")]
pub enum EventKind {
    /// The game starts.
    Start(StartEvent),
    /// A side is ready for the werera, which begins when both are.
    Ready {
        /// The side that is ready.
        side: Side,
    },
    /// A werera move.
    Place(PlaceEvent),
    /// A werera move is retracted.
    Retract(RetractEvent),
    /// A side ends its batch in a batched werera.
    BatchEnded {
        /// The side whose batch is over.
        side: Side,
    },
    /// The werera ends and turns begin.
    WereraEnded(WereraEndEvent),
    /// The die is thrown.
    Throw(ThrowEvent),
    /// A move in turn, or a pass.
    Move(MoveEvent),
    /// A side resigns.
    Resign {
        /// The side that gives up; the other wins.
        side: Side,
    },
    /// A draw offer.
    DrawOffer {
        /// The offering side.
        side: Side,
    },
    /// A takeback offer.
    TakebackOffer {
        /// The offering side.
        side: Side,
    },
    /// An offer to begin turns.
    TurnsOffer {
        /// The offering side.
        side: Side,
    },
    /// A rematch offer.
    RematchOffer {
        /// The offering side.
        side: Side,
    },
    /// An offer is declined.
    Decline {
        /// The declining side.
        side: Side,
        /// What was offered.
        offer: OfferKind,
    },
    /// A move is taken back by agreement, with all that followed it.
    Takeback {
        /// The side that asked.
        side: Side,
        /// Number of the event whose position is restored.
        to: Seq,
    },
    /// The sides agree to a draw.
    Draw {},
    /// The game is aborted before both sides have moved.
    Abort {
        /// The aborting side; null if the game did not begin in time.
        side: Option<Side>,
    },
    /// A side claims a result because the other has left.
    Claim {
        /// The claiming side.
        side: Side,
        /// Win or draw.
        result: ClaimResult,
    },
    /// A side's time has run out.
    Flag {
        /// The side whose time is over; whether it loses is for the rules to say.
        side: Side,
    },
    /// Time is added to a clock.
    TimeAdded {
        /// The side that receives it.
        side: Side,
        /// Added time, in milliseconds.
        milliseconds: u64,
    },
    /// A player is on vacation, and the clock of that side waits; or is back.
    Vacation {
        /// The side whose clock waits.
        side: Side,
        /// Until when, in milliseconds since the epoch; null if the vacation is over.
        until: Option<UnixMillis>,
    },
    /// The server was unavailable; the clocks are not charged.
    Outage {
        /// Start, in milliseconds since the epoch.
        from: UnixMillis,
        /// End, in milliseconds since the epoch.
        to: UnixMillis,
    },
    /// The players' seeds for the throws are fixed.
    Seeds {
        /// White's seed.
        white: String,
        /// Black's seed.
        black: String,
        /// Both seeds, joined by a line feed.
        client_seed: String,
    },
    /// Both sides sent intents that exclude each other; the first entry is executed first.
    Contest {
        /// The intents, in order of execution.
        entries: Vec<Contender>,
        /// The committed coin, if it decided a tie.
        coin: Option<u8>,
    },
    /// A rematch has started, with colours swapped unless one side lacks pieces.
    Rematched {
        /// Id of the new game.
        game: GameId,
    },
    /// The game ends.
    End {
        /// Who has won and why.
        result: FinalResult,
        /// The secret seed of the throws, if there were any.
        server_seed: Option<String>,
    },
    /// An event of a later version of Rukh, which has no effect here but is kept as it is.
    #[serde(untagged)]
    #[schemars(skip)]
    Unknown(UnknownEvent),
}

/// An event whose type this version does not know.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "AnyEvent")]
pub struct UnknownEvent {
    /// The word that the later version has for it.
    #[serde(rename = "type")]
    pub name: String,
    /// What it says, unread.
    #[serde(default, skip_serializing_if = "serde_json::Value::is_null")]
    pub data: serde_json::Value,
}

/// Types of the events that this version knows, whose data must be readable.
const KNOWN_EVENTS: [&str; 26] = [
    "start",
    "ready",
    "place",
    "retract",
    "batch_ended",
    "werera_ended",
    "throw",
    "move",
    "resign",
    "draw_offer",
    "takeback_offer",
    "turns_offer",
    "rematch_offer",
    "decline",
    "takeback",
    "draw",
    "abort",
    "claim",
    "flag",
    "time_added",
    "vacation",
    "outage",
    "seeds",
    "contest",
    "rematched",
    "end",
];

#[derive(Deserialize)]
struct AnyEvent {
    #[serde(rename = "type")]
    name: String,
    #[serde(default)]
    data: serde_json::Value,
}

impl TryFrom<AnyEvent> for UnknownEvent {
    type Error = Failure;

    fn try_from(AnyEvent { name, data }: AnyEvent) -> Result<UnknownEvent, Failure> {
        if KNOWN_EVENTS.contains(&name.as_str()) {
            return Err(format!("the data of an event `{name}` is malformed").into());
        }
        Ok(UnknownEvent { name, data })
    }
}

/// The start of a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct StartEvent {
    /// Who plays White.
    pub white: Player,
    /// Who plays Black.
    pub black: Player,
    /// Ruleset with its options, such as `senterej[saba=G]`.
    pub instance: String,
    /// Fingerprint of the ruleset, 16 hexadecimal digits, by which its laws are found again.
    pub hash: String,
    /// Start position as FEN.
    pub fen: String,
    /// SHA-256 of the server seed, if chance may be needed.
    pub commitment: Option<String>,
    /// How much time each side has.
    pub time_control: GameTimeControl,
    /// Other time of one side, if there are odds of time; such a game is not rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<TimeOdds>,
    /// What spectators may do.
    pub spectator_mode: SpectatorMode,
    /// Whether the game is unlisted.
    pub private: bool,
    /// What it is rated by, unless it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rated: Option<Rated>,
    /// Sides that are ready from the start, and need not press Ready before the werera.
    pub ready: BySide<bool>,
}

/// An intent of a contest, with what decided which came first.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Contender {
    /// The side that sent it.
    pub side: Side,
    /// Id that its client chose.
    pub intent_id: String,
    /// Arrival time, in milliseconds since the epoch.
    pub arrived: UnixMillis,
    /// Assumed network delay, in milliseconds.
    pub lag: u64,
}

/// A move of the werera, by which a piece goes to another cell out of turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PlaceEvent {
    /// The side that moves.
    pub side: Side,
    /// Number of the piece, the same throughout the game.
    pub piece_id: u16,
    /// Piece letter before the move.
    pub piece: char,
    /// Cell that the piece leaves.
    pub from: Square,
    /// Cell that it goes to.
    pub to: Square,
    /// The move in SAN.
    pub san: String,
    /// Whether the move captures.
    pub capture: bool,
    /// Letter of what the piece becomes, if it promotes.
    #[serde(default)]
    pub promotion: Option<char>,
}

/// A quiet move of the werera that its side has taken back.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct RetractEvent {
    /// The side that takes its move back.
    pub side: Side,
    /// Number of the move's event.
    pub seq: Seq,
    /// Piece letter after the retraction.
    pub piece: char,
    /// Start cell of the move, where the piece stands again.
    pub from: Square,
    /// Target cell of the move.
    pub to: Square,
}

/// The end of the werera, from which on the sides take turns.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct WereraEndEvent {
    /// Side of the first capture, if there was one.
    pub captured_by: Option<Side>,
    /// Number of the capture's event.
    pub capture_seq: Option<Seq>,
    /// Side that moves first.
    pub first_to_move: Side,
    /// Cause: `capture`, `agreed`, `clock` or `budget`.
    #[schemars(extend("enum" = ["capture", "agreed", "clock", "budget"]))]
    pub cause: String,
    /// The cause, as a sentence for the players.
    pub text: WireMessage,
}

/// A throw of the die.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct ThrowEvent {
    /// The side that moves with it.
    pub side: Side,
    /// Face, from 1.
    pub face: u8,
    /// Number of the throw: its place in the game, from 1, without throws that were taken back.
    pub number: u64,
    /// Letters of the pieces that may move.
    pub pieces: Vec<char>,
}

/// A move in turn, or a pass.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct MoveEvent {
    /// The side that moves or passes.
    pub side: Side,
    /// Cell that the piece leaves; null for a pass.
    pub from: Option<Square>,
    /// Cell that it goes to; null for a pass.
    pub to: Option<Square>,
    /// Piece letter before the move.
    pub piece: Option<char>,
    /// The move in SAN.
    pub san: String,
    /// The move as programs write it, such as `e2e3` or `--`.
    #[serde(rename = "move")]
    pub coordinates: UciMove,
    /// Whether the move captures.
    pub capture: bool,
    /// Letter of what the piece becomes, if it promotes.
    pub promotion: Option<char>,
    /// Whether the move castles.
    pub castle: bool,
    /// Whether the move is a pass.
    pub pass: bool,
    /// Whether it is a pass that the rules make, because the side has no other move.
    pub forced: bool,
}

#[cfg(test)]
mod tests {
    use schemars::schema_for;
    use serde_json::{Value, json};

    use super::{EventKind, KNOWN_EVENTS, Seq, WireEvent};

    #[test]
    fn seq_neighbours_and_count_agree() {
        let seq = Seq::of_count(3);
        assert_eq!((seq.count(), seq.next(), seq.previous()), (3, Seq::new(4), Some(Seq::new(2))));
        assert_eq!((Seq::ZERO.count(), Seq::ZERO.next(), Seq::ZERO.previous()), (0, Seq::new(1), None));
    }

    #[test]
    fn seq_json_and_text_are_a_number() {
        assert_eq!(serde_json::to_value(Seq::new(7)).unwrap(), json!(7));
        assert_eq!(serde_json::from_value::<Seq>(json!(7)).unwrap(), Seq::new(7));
        assert_eq!(Seq::new(7).to_string().parse(), Ok(Seq::new(7)));
        assert!("-1".parse::<Seq>().is_err());
    }

    #[test]
    fn event_of_unknown_type_is_kept() {
        let later = json!({ "seq": 7, "type": "adjourned", "data": { "until": [1, "x"] }, "at": 5 });
        let event: WireEvent = serde_json::from_value(later.clone()).unwrap();
        assert!(matches!(event.kind, EventKind::Unknown(_)), "{event:?}");
        assert_eq!(serde_json::to_value(event).unwrap(), later);
        let bare = json!({ "seq": 7, "type": "adjourned", "at": 5 });
        let event: WireEvent = serde_json::from_value(bare.clone()).unwrap();
        assert_eq!(serde_json::to_value(event).unwrap(), bare);
    }

    #[test]
    fn event_of_known_type_with_other_data_is_rejected() {
        for data in [json!({ "side": "green" }), json!({}), Value::Null] {
            let bent = json!({ "seq": 7, "type": "resign", "data": data, "at": 5 });
            assert!(serde_json::from_value::<WireEvent>(bent).is_err());
        }
    }

    #[test]
    fn known_events_are_those_of_the_schema() {
        let schema = serde_json::to_value(schema_for!(EventKind)).unwrap();
        let variants = schema.get("oneOf").or(schema.get("anyOf")).and_then(Value::as_array).unwrap();
        let names: Vec<&str> =
            variants.iter().filter_map(|one| one["properties"]["type"]["const"].as_str()).collect();
        assert_eq!(names, KNOWN_EVENTS);
    }
}
