//! What a store takes and gives: games, leases, nodes, seeks.

use rukh_rules::Side;
use rukh_session::id::GuestId;
use rukh_session::session::GameInfo;
use rukh_session::wire::event::Seq;
use rukh_session::wire::people::Premove;
use rukh_session::wire::time::UnixMillis;
use rukh_session::wire::{GameCard, WireEvent};

/// An append: the next events of a game, and its list entry after them.
#[derive(Debug)]
pub struct Append {
    /// List entry of the game.
    pub card: GameCard,
    /// Data stored once, if the game is new.
    pub new: Option<NewGame>,
    /// The events, numbered on from the last one stored.
    pub events: Vec<WireEvent>,
    /// Idempotency key of the intent that caused them, stored with the last event.
    pub intent: Option<String>,
    /// Epoch of the writer; for a new game, its first epoch.
    pub epoch: Epoch,
    /// Deadline at which the game must be loaded, in milliseconds since the epoch.
    pub deadline: Option<UnixMillis>,
    /// Changed premoves and seeds, with rising numbers.
    pub inputs: Vec<SideInput>,
    /// A game that begins with these events, such as the rematch they record.
    pub begins: Option<Box<Append>>,
}

/// What a side has given in advance; it causes no event until it is used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SideInput {
    /// The side whose player gave it.
    pub side: Side,
    /// Its number among the game's chat entries.
    pub number: u64,
    /// When it was given, in milliseconds since the epoch.
    pub at: UnixMillis,
    /// Moves that it makes as soon as they are legal; they replace those given before.
    pub premoves: Vec<Premove>,
    /// Seed for the throws.
    pub seed: Option<String>,
}

/// Data of a game that is stored once.
#[derive(Debug, Clone)]
pub struct NewGame {
    /// Fingerprint of the ruleset.
    pub hash: String,
    /// Start position.
    pub fen: String,
    /// The server seed, as it is revealed later.
    pub server_seed: String,
    /// The ruleset file, as of [`RulesetFile::text`](rukh_rules::RulesetFile::text), unless the
    /// store has it already.
    pub ruleset_text: Option<String>,
    /// The seek it comes from, which must be open and is taken.
    pub seek: Option<String>,
}

/// A game as it is stored: what [`Session::replay`](rukh_session::session::Session::replay) needs, and
/// what has been said and given beside it.
#[derive(Debug)]
pub struct StoredGame {
    /// Facts that never change.
    pub info: GameInfo,
    /// Ruleset instance.
    pub instance: String,
    /// Fingerprint of the ruleset at the start of the game.
    pub hash: String,
    /// Every event with the intent it completed.
    pub log: Vec<(WireEvent, Option<String>)>,
    /// Number of the last chat entry.
    pub asides: u64,
    /// What the sides have given in advance.
    pub inputs: Vec<SideInput>,
}

/// How far a game is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct GameSummary {
    /// Number of its last event.
    pub seq: Seq,
    /// Number of its last chat entry.
    pub asides: u64,
    /// Whether it has ended.
    pub is_over: bool,
}

/// Number of ownerships of a game: it rises when a node acquires the lease, and an append with an
/// earlier one is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, serde::Serialize)]
#[serde(transparent)]
pub struct Epoch(pub(super) i64);

impl Epoch {
    /// Epoch of a new game.
    pub const FIRST: Epoch = Epoch(0);
}

impl std::fmt::Display for Epoch {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

/// A lease: the right of a node to write a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lease {
    /// Epoch for its appends.
    pub epoch: Epoch,
    /// When the previous owner was last alive, in milliseconds since the epoch, if it vanished
    /// without a release.
    pub orphaned_since: Option<UnixMillis>,
}

/// Result of acquiring a lease.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeaseOutcome {
    /// Granted to this node.
    Granted(Lease),
    /// Held by another node; its incarnation.
    HeldBy(String),
}

/// Filter of a game list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameFilter {
    /// Live or finished.
    pub state: Option<GameStatus>,
    /// Games of this player.
    pub player: Option<GuestId>,
    /// Games of this instance.
    pub instance: Option<String>,
    /// Games of these rulesets, with any options.
    pub rulesets: Option<Vec<String>>,
    /// Games that started at this time or later, and at this time or earlier, in milliseconds since the
    /// epoch.
    pub started: [Option<UnixMillis>; 2],
    /// The fewest and the most plies of a game.
    pub plies: [Option<u64>; 2],
    /// Games started before this time, in milliseconds since the epoch.
    pub before: Option<UnixMillis>,
    /// Page size; games that started in the same millisecond as the last one are added.
    pub count: u32,
    /// Whether private games are included.
    pub with_private: bool,
    /// Games with an event or a connected player since this time, in milliseconds since the epoch.
    pub attended_since: Option<UnixMillis>,
}

impl GameFilter {
    /// Whether many games may have to be passed over to find those of a page.
    pub(super) fn is_search(&self) -> bool {
        let is_narrow = self.instance.is_some() || self.rulesets.is_some() || self.plies != [None; 2];
        self.state != Some(GameStatus::Live) && self.player.is_none() && is_narrow
    }
}

/// Whether a game is live or finished.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum GameStatus {
    /// It goes on.
    Live,
    /// Its end is in the log.
    Over,
}

/// A stored seek.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SeekRow {
    /// Seek id.
    pub id: String,
    /// Guest id of the owner.
    pub by: GuestId,
    /// The seek as JSON.
    pub body: String,
    /// Whether the seek is unlisted.
    pub private: bool,
    /// Creation time, in milliseconds since the epoch.
    pub created: UnixMillis,
    /// Expiry time, in milliseconds since the epoch.
    pub expires: UnixMillis,
    /// Where it came from, as a limit counts it.
    pub origin: Option<String>,
}

/// Maximum numbers of open seeks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeekLimits {
    /// Open seeks that one guest may have.
    pub of_guest: u64,
    /// Open seeks that may come from one origin.
    pub of_origin: u64,
}
