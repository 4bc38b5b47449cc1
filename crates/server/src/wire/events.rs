//! Events: tournaments of the site, in the manner of an arena, a Swiss system or a knock-out, and simuls.

use rukh_tournament::{Forfeit, HostColour, TieBreak};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::people::{Guest, SpectatorMode};
use super::time::{GameTimeControl, UnixMillis};
use crate::id::{GameId, GuestId};

/// Request to make an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventRequest {
    /// Name, 1 to 60 characters.
    pub name: String,
    /// Ruleset with its options, such as `senterej[saba=G]`.
    pub instance: String,
    /// Time control of its games; there must be one, in an arena a live clock.
    pub time_control: GameTimeControl,
    /// How it is played.
    pub format: EventFormat,
    /// When it starts, in milliseconds since the epoch.
    pub starts: UnixMillis,
    /// What spectators of its games may do.
    #[serde(default = "in_match")]
    pub spectator_mode: SpectatorMode,
    /// Whether its games are rated; those of a simul are not.
    #[serde(default)]
    pub rated: bool,
    /// Whether bots may join.
    #[serde(default)]
    pub bots: bool,
    /// Id of the club that it belongs to: those who lead the club may say so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub club: Option<String>,
    /// Whether members of the club alone may join.
    #[serde(default)]
    pub members_only: bool,
}

/// In an event spectators do not advise the players, unless its maker says so.
fn in_match() -> SpectatorMode {
    SpectatorMode::Match
}

/// How an event is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum EventFormat {
    /// Whoever waits is paired at once; points double after two wins in a row. Games that have begun when the
    /// time is over are played to their end.
    Arena {
        /// How long players are paired, in minutes, 5 to 720.
        minutes: u32,
    },
    /// Rounds in which players of equal points meet, never twice.
    Swiss {
        /// Number of rounds, 1 to 30.
        rounds: u16,
    },
    /// Whoever loses a match is out. A level match goes on with up to two games, and then with one in which a draw
    /// is a win for Black.
    Knockout {
        /// Regular games of a match, 1 to 12.
        games: u8,
    },
    /// Its maker, the host, plays all others at once, each on a board of their own. It begins at its time, or when the
    /// host says so. A game with a werera needs days for each move.
    Simul {
        /// The colour that the host has.
        host_colour: SimulColour,
        /// Greatest number of players beside the host, 1 to 50; with live clocks 1 to 20.
        boards: u16,
        /// Players with whom the host may begin before the time, 1 to `boards`.
        begin_with: u16,
    },
}

/// The colour that the host of a simul has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SimulColour {
    /// White on every board.
    White,
    /// Black on every board.
    Black,
    /// White on the first board, Black on the second, and so on.
    Alternating,
}

impl From<SimulColour> for HostColour {
    fn from(colour: SimulColour) -> HostColour {
        match colour {
            SimulColour::White => HostColour::White,
            SimulColour::Black => HostColour::Black,
            SimulColour::Alternating => HostColour::Alternating,
        }
    }
}

/// How far an event is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventPhase {
    /// It has not started; people join.
    Upcoming,
    /// Games are played.
    Running,
    /// It is over.
    Finished,
    /// It was called off: by its maker, or because fewer than two had joined at its start, or nobody but the host.
    Cancelled,
}

/// An event as a list shows it.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EventSummary {
    /// Public id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Ruleset with its options.
    pub instance: String,
    /// Name of the ruleset.
    pub ruleset_name: String,
    /// Board skin.
    pub skin: String,
    /// Time control of its games.
    pub time_control: GameTimeControl,
    /// How it is played.
    pub format: EventFormat,
    /// What spectators of its games may do.
    pub spectator_mode: SpectatorMode,
    /// Whether its games are rated, as far as two people may play rated games.
    pub rated: bool,
    /// Whether bots may join.
    pub bots: bool,
    /// The club that it belongs to.
    pub club: Option<EventClub>,
    /// Whether members of the club alone may join.
    pub members_only: bool,
    /// How far it is.
    pub phase: EventPhase,
    /// When it starts or started, in milliseconds since the epoch; a simul may have begun before its time.
    pub starts: UnixMillis,
    /// When an arena pairs no more, in milliseconds since the epoch.
    pub closes: Option<UnixMillis>,
    /// When it was over, in milliseconds since the epoch.
    pub ended: Option<UnixMillis>,
    /// Whether it was ended before its time: games in progress do not count for it.
    pub ended_early: bool,
    /// Number of those who take part or took part; in a simul without its host.
    pub entrants: usize,
    /// Who made it, in a simul its host; null for the events of the site's calendar.
    pub creator: Option<Guest>,
    /// Who is first, once it is over; null if nobody is alone there, and in a simul.
    pub winner: Option<Guest>,
}

/// The club of an event.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct EventClub {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
}

/// The events of the site.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EventList {
    /// Those that are being played.
    pub running: Vec<EventSummary>,
    /// The next ones, the first to start before the others; at most 50.
    pub upcoming: Vec<EventSummary>,
    /// Those that were finished last, at most 20.
    pub recent: Vec<EventSummary>,
}

/// An event with its standings and games.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EventDetails {
    /// What a list shows of it.
    #[serde(flatten)]
    pub summary: EventSummary,
    /// Number of the last entry of its log: what has a higher one is newer.
    pub seq: u64,
    /// The round that was paired last, 0 before the first; in an arena the number of pairings made.
    pub round: u16,
    /// The standings, the best first, in a simul after its host: 100 lines from `from` on. Before the start, who has
    /// joined, by rating.
    pub standings: Vec<EventStanding>,
    /// Number of lines before these.
    pub from: usize,
    /// Games: of the round that was asked for or else of the last one; of an arena those in progress and then
    /// the last ones, at most 50.
    pub games: Vec<EventGame>,
    /// Those who have no game in that round of a Swiss tournament, but points.
    pub byes: Vec<EventBye>,
    /// Matches of a knock-out since its start: rounds, each from the top of the bracket to its bottom.
    pub bracket: Vec<Vec<EventMatch>>,
    /// What the requester has to do with it; null without an account.
    pub you: Option<EventYou>,
}

/// A line of the standings.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EventStanding {
    /// Rank, from 1; equal for those whom nothing tells apart. The host of a simul has none: 0.
    pub rank: u32,
    /// Who it is.
    pub player: Guest,
    /// Rating at the time of joining.
    pub rating: u16,
    /// Points; of a knock-out the matches won.
    pub points: f64,
    /// Tie-breaks of a Swiss tournament, in the order in which they decide.
    pub tie_breaks: Vec<EventTieBreak>,
    /// Games played to their end.
    pub games: u32,
    /// Games of these that were won.
    pub wins: u32,
    /// Whether the player takes part no more.
    pub withdrawn: bool,
    /// The game in progress; of the host of a simul null.
    pub game: Option<GameId>,
}

/// What somebody has of a tie-break.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EventTieBreak {
    /// Which one.
    pub kind: TieBreakName,
    /// Its value, in points or games.
    pub value: f64,
}

/// A tie-break of FIDE's Handbook, C.07.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum TieBreakName {
    /// The points of all opponents.
    Buchholz,
    /// The same without the least.
    BuchholzCut1,
    /// The points of opponents who were beaten, and half those of opponents drawn with.
    SonnebornBerger,
    /// Points in the games among those who are equal.
    DirectEncounter,
    /// Games won.
    Wins,
}

impl From<TieBreak> for TieBreakName {
    fn from(tie_break: TieBreak) -> TieBreakName {
        match tie_break {
            TieBreak::Buchholz => TieBreakName::Buchholz,
            TieBreak::BuchholzCut1 => TieBreakName::BuchholzCut1,
            TieBreak::SonnebornBerger => TieBreakName::SonnebornBerger,
            TieBreak::DirectEncounter => TieBreakName::DirectEncounter,
            TieBreak::Wins => TieBreakName::Wins,
        }
    }
}

/// A game of an event.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EventGame {
    /// Number in the event, from 0.
    pub number: u32,
    /// Round, from 1; of an arena the number of the pairing, of a simul 1.
    pub round: u16,
    /// The game.
    pub game: GameId,
    /// Who plays White.
    pub white: Guest,
    /// Who plays Black.
    pub black: Guest,
    /// How it ended; null while it is in progress, and of one that was when the event was ended early.
    pub result: Option<EventResult>,
}

/// How a game of an event ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum EventResult {
    /// White won.
    WhiteWins,
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
    /// White did not play: Black has the point.
    WhiteForfeits,
    /// Black did not play: White has the point.
    BlackForfeits,
    /// Neither played, and nobody has a point.
    BothForfeit,
}

impl From<Forfeit> for EventResult {
    fn from(by: Forfeit) -> EventResult {
        match by {
            Forfeit::White => EventResult::WhiteForfeits,
            Forfeit::Black => EventResult::BlackForfeits,
            Forfeit::Both => EventResult::BothForfeit,
        }
    }
}

/// A round without a game, but with points.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EventBye {
    /// Who has it.
    pub player: Guest,
    /// 1 for somebody whom an odd number leaves over, half a point on request.
    pub points: f64,
}

/// A match of a knock-out.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EventMatch {
    /// Both players; null while one is not known, or there is none.
    pub players: [Option<Guest>; 2],
    /// Points of both.
    pub points: [f64; 2],
    /// Its games, in order.
    pub games: Vec<GameId>,
    /// Index of the player who is through.
    pub winner: Option<usize>,
}

/// What the requester has to do with an event.
#[derive(Debug, Clone, PartialEq, Serialize, JsonSchema)]
pub struct EventYou {
    /// Whether the requester takes part.
    pub takes_part: bool,
    /// Whether entry is open to the requester.
    pub may_join: bool,
    /// Whether the requester is the host of this simul, who may remove players before it starts.
    pub hosts: bool,
    /// Whether the requester may begin this simul before its time.
    pub may_begin: bool,
    /// Whether the requester may call it off.
    pub may_cancel: bool,
    /// Whether the requester may end it while it runs.
    pub may_end: bool,
    /// The next round for which a half-point bye can be had.
    pub bye_round: Option<u16>,
    /// Rounds for which a half-point bye was asked for.
    pub byes: Vec<u16>,
    /// The own line of the standings.
    pub standing: Option<EventStanding>,
    /// The own game in progress: the page goes there. The host of a simul has many, and null here.
    pub game: Option<GameId>,
}

/// Request for a half-point bye in a Swiss tournament.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct ByeRequest {
    /// The round; the next one, if none is given.
    #[serde(default)]
    pub round: Option<u16>,
}

/// Request of the host of a simul not to play somebody who has joined.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize, JsonSchema)]
pub struct RemovalRequest {
    /// Id of the player.
    pub player: GuestId,
}

/// A message on the socket of an event.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum EventMessage {
    /// State of the event, at once and after every change, with the first lines of its standings and without `you`.
    Event {
        /// The state.
        data: Box<EventDetails>,
    },
    /// A game of the receiver begins, or was in progress when the socket was opened.
    Paired {
        /// The game.
        game: GameId,
    },
}
