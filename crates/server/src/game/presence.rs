//! Presence of players and spectators.

use std::collections::{BTreeSet, HashMap};

use rukh_rules::Side;
use rukh_store::name::Names;

use super::subscriber::Visitor;
use crate::id::GuestId;
use crate::say;
use crate::session::{GameInfo, Rejection, Session};
use crate::wire::intent::ClaimResult;
use crate::wire::people::Presence;
use crate::wire::people::{PlayerPresence, Spectators};
use crate::wire::time::UnixMillis;
use crate::wire::view::BySide;
use crate::wire::{GamePhase, GameTimeControl};

/// How long a player may be absent before the other side may claim the game, in milliseconds: with
/// a live clock, and without clocks.
const LIVE_ABSENCE_LIMIT: u64 = 60_000;
const UNTIMED_ABSENCE_LIMIT: u64 = 180_000;
/// Maximum number of spectators listed by name.
const MAX_NAMED: usize = 50;

/// Presence as one node sees it, or merged from all nodes.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Roster {
    /// Whether each side's player is present.
    pub players: BySide<bool>,
    /// The spectators.
    pub crowd: Crowd,
}

/// The spectators, without names.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Crowd {
    /// Their number, including anonymous ones.
    pub count: usize,
    /// Some of the others.
    pub guests: Vec<GuestId>,
}

/// Presence in a game, without names.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Attendance {
    /// Each side's player.
    pub players: BySide<PlayerPresence>,
    /// The spectators.
    pub crowd: Crowd,
}

impl Attendance {
    /// Presence as it is shown.
    #[must_use]
    pub fn named(self, names: &Names) -> Presence {
        let guests = self.crowd.guests.iter().map(|id| names.guest(id)).collect();
        let spectators = Spectators { count: self.crowd.count, guests };
        Presence { white: self.players.white, black: self.players.black, spectators }
    }
}

/// Tracks the presence of a game.
#[derive(Default)]
pub(super) struct PresenceTracker {
    /// Presence of each side's player, and since when.
    since: BySide<(bool, UnixMillis)>,
    /// Time of each player's last action.
    last_active: BySide<UnixMillis>,
    /// Rosters reported by other nodes, and when.
    remote: HashMap<String, (Roster, UnixMillis)>,
    /// The side of the host of a simul, who is on other boards too: nobody claims the game of it.
    pub(super) host: Option<Side>,
}

/// How long a reported roster is valid, in milliseconds.
const REMOTE_TTL: u64 = 6_000;
/// How long a player without a socket counts as present after an action, in milliseconds.
const ACTIVITY_TTL: u64 = 30_000;

/// The roster of the visitors of this actor.
pub(super) fn local_roster<'a>(visitors: impl Iterator<Item = &'a Visitor>, info: &GameInfo) -> Roster {
    let mut roster = Roster::default();
    let mut named: BTreeSet<&GuestId> = BTreeSet::new();
    for visitor in visitors {
        let sides = visitor.id().map(|id| info.sides_of(id)).unwrap_or_default();
        for side in &sides {
            *roster.players.of_mut(*side) = true;
        }
        if !sides.is_empty() {
            continue;
        }
        let is_new = visitor.id().is_none_or(|id| named.insert(id));
        roster.crowd.count += usize::from(is_new);
    }
    roster.crowd.guests = named.into_iter().take(MAX_NAMED).cloned().collect();
    roster
}

impl PresenceTracker {
    /// A newly loaded game: no player is present yet.
    pub(super) fn new(now: UnixMillis) -> PresenceTracker {
        let since = BySide { white: (false, now), black: (false, now) };
        PresenceTracker { since, ..PresenceTracker::default() }
    }

    /// The same game as if it were newly loaded.
    pub(super) fn anew(&self, now: UnixMillis) -> PresenceTracker {
        PresenceTracker { host: self.host, ..PresenceTracker::new(now) }
    }

    /// Records an action of a side's player.
    pub(super) fn record_activity(&mut self, side: Side, now: UnixMillis) {
        *self.last_active.of_mut(side) = now;
    }

    /// Records the roster of another node.
    pub(super) fn record_remote(&mut self, node: String, roster: Roster, now: UnixMillis) {
        self.remote.insert(node, (roster, now));
    }

    /// Whether other nodes have reported visitors.
    pub(super) fn has_remote_visitors(&self, now: UnixMillis) -> bool {
        self.remote.values().any(|(roster, at)| {
            *at + REMOTE_TTL > now && (roster.crowd.count > 0 || roster.players.white || roster.players.black)
        })
    }

    /// Merges the rosters of all nodes.
    pub(super) fn merge(&mut self, own: Roster, now: UnixMillis) -> Roster {
        self.remote.retain(|_, (_, at)| *at + REMOTE_TTL > now);
        let mut all = own;
        for (roster, _) in self.remote.values() {
            for side in Side::BOTH {
                *all.players.of_mut(side) |= *roster.players.of(side);
            }
            all.crowd.count += roster.crowd.count;
            all.crowd.guests.extend(roster.crowd.guests.iter().cloned());
        }
        all.crowd.guests.truncate(MAX_NAMED);
        all
    }

    /// Presence as it is broadcast, without names.
    pub(super) fn presence(&mut self, all: Roster, session: &Session, now: UnixMillis) -> Attendance {
        let mut player = |side: Side| {
            let acts = *self.last_active.of(side) + ACTIVITY_TTL > now;
            let is_present = *all.players.of(side) || acts || session.info().is_engine(side);
            let known = self.since.of_mut(side);
            if known.0 != is_present {
                *known = (is_present, now);
            }
            let since = known.1;
            let may_claim = !is_present && self.host != Some(side);
            let claim_at = absence_limit(session).filter(|_| may_claim).map(|patience| since + patience);
            PlayerPresence { connected: is_present, since, claim_at, lag: None }
        };
        let players = BySide { white: player(Side::White), black: player(Side::Black) };
        Attendance { players, crowd: all.crowd }
    }
}

/// How long a player may be absent, where the game can be claimed at all.
fn absence_limit(session: &Session) -> Option<u64> {
    if session.phase() == GamePhase::Over || session.info().has_one_player() {
        return None;
    }
    match session.info().time_control {
        GameTimeControl::None => Some(UNTIMED_ABSENCE_LIMIT),
        GameTimeControl::Days { .. } => None,
        _ => Some(LIVE_ABSENCE_LIMIT),
    }
}

/// Validates that a side may claim now.
///
/// # Errors
/// A rejection with the reason.
pub(super) fn check_claim(
    session: &Session,
    presence: &Attendance,
    side: Side,
    result: ClaimResult,
    now: UnixMillis,
) -> Result<(), Rejection> {
    if presence.players.of(side.other()).claim_at.is_none_or(|claim_at| claim_at > now) {
        return Err(Rejection::new("bad_intent", say::host::reject_claim_early()));
    }
    session.validate_claim(side, result)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_fair_dice::ServerSeed;
    use rukh_rules::{Game, Ruleset, Side};
    use rukh_store::clock;

    use super::{
        ACTIVITY_TTL, LIVE_ABSENCE_LIMIT, PresenceTracker, REMOTE_TTL, Roster, UNTIMED_ABSENCE_LIMIT,
        check_claim,
    };
    use crate::session::{GameInfo, Session};
    use crate::wire::intent::ClaimResult;
    use crate::wire::time::UnixMillis;
    use crate::wire::{GameTimeControl, Player, SpectatorMode};

    fn ms(milliseconds: u64) -> UnixMillis {
        UnixMillis::new(milliseconds)
    }

    fn session_of(instance: &str, time: GameTimeControl) -> Session {
        let player = |id: &str| Player::Guest { id: id.parse().unwrap() };
        let info = GameInfo {
            id: "game".parse().unwrap(),
            white: player("w"),
            black: player("b"),
            server_seed: ServerSeed([7; 32]),
            time_control: time,
            odds: None,
            spectator_mode: SpectatorMode::Traditional,
            private: false,
            rated: None,
            started: ms(0),
        };
        let game = Game::new(Arc::new(Ruleset::named(instance).unwrap()));
        let (mut session, draft) = Session::new(info, game, clock::now());
        session.commit(draft, None);
        session
    }

    fn roster(white: bool, black: bool) -> Roster {
        let mut roster = Roster::default();
        (roster.players.white, roster.players.black) = (white, black);
        roster
    }

    const FIVE: GameTimeControl = GameTimeControl::Fischer { initial: 300, increment: 0, werera: None };

    #[test]
    fn claim_after_absence_limit_is_allowed() {
        let session = session_of("shatranj", FIVE);
        let claim = |left_ago: u64, side, result| {
            let mut attendance = PresenceTracker::new(clock::now().saturating_sub(left_ago));
            let (white, black) = (side == Side::White, side == Side::Black);
            let presence = attendance.presence(roster(white, black), &session, clock::now());
            check_claim(&session, &presence, side, result, clock::now()).map_err(|refused| refused.code)
        };
        // White is on move: Black may claim a win, White only a draw.
        assert_eq!(claim(LIVE_ABSENCE_LIMIT + 5, Side::Black, ClaimResult::Win), Ok(()));
        assert_eq!(claim(LIVE_ABSENCE_LIMIT + 5, Side::Black, ClaimResult::Draw), Ok(()));
        assert_eq!(claim(LIVE_ABSENCE_LIMIT + 5, Side::White, ClaimResult::Draw), Ok(()));
        assert_eq!(claim(LIVE_ABSENCE_LIMIT + 5, Side::White, ClaimResult::Win), Err("not_your_turn"));
        assert_eq!(claim(LIVE_ABSENCE_LIMIT - 5_000, Side::Black, ClaimResult::Draw), Err("bad_intent"));
    }

    #[test]
    fn absence_limit_depends_on_the_time_control() {
        let claim_at = |session: &Session| {
            let presence =
                PresenceTracker::new(ms(1_000_000)).presence(roster(true, false), session, ms(1_000_000));
            assert_eq!(presence.players.white.claim_at, None, "a present player cannot be claimed against");
            presence.players.black.claim_at
        };
        assert_eq!(claim_at(&session_of("shatranj", FIVE)), Some(ms(1_000_000) + LIVE_ABSENCE_LIMIT));
        assert_eq!(
            claim_at(&session_of("shatranj", GameTimeControl::None)),
            Some(ms(1_000_000) + UNTIMED_ABSENCE_LIMIT)
        );
        assert_eq!(
            claim_at(&session_of("shatranj", GameTimeControl::Days { days: 1, werera_days: None })),
            None
        );
    }

    #[test]
    fn absence_of_the_host_of_a_simul_is_nobodys_gain() {
        let session = session_of("shatranj", FIVE);
        for host in Side::BOTH {
            let mut attendance = PresenceTracker::new(ms(0));
            attendance.host = Some(host);
            let mut attendance = attendance.anew(ms(1_000));
            let players = attendance.presence(roster(false, false), &session, ms(500_000)).players;
            assert_eq!(players.of(host).claim_at, None);
            assert_eq!(players.of(host.other()).claim_at, Some(ms(1_000) + LIVE_ABSENCE_LIMIT));
        }
    }

    #[test]
    fn absence_return_restarts_the_limit() {
        let session = session_of("shatranj", FIVE);
        let mut attendance = PresenceTracker::new(ms(1_000));
        let claim_at = |attendance: &mut PresenceTracker, black, now| {
            attendance.presence(roster(true, black), &session, now).players.black.claim_at
        };
        assert_eq!(claim_at(&mut attendance, false, ms(50_000)), Some(ms(1_000) + LIVE_ABSENCE_LIMIT));
        assert_eq!(claim_at(&mut attendance, true, ms(60_000)), None);
        assert_eq!(claim_at(&mut attendance, false, ms(70_000)), Some(ms(70_000) + LIVE_ABSENCE_LIMIT));
        // An action by request makes a player present for a while.
        attendance.record_activity(Side::Black, ms(80_000));
        assert_eq!(claim_at(&mut attendance, false, ms(80_001)), None);
        let later = ms(80_000) + ACTIVITY_TTL;
        assert_eq!(claim_at(&mut attendance, false, later), Some(later + LIVE_ABSENCE_LIMIT));
    }

    #[test]
    fn remote_roster_expires() {
        let mut attendance = PresenceTracker::new(ms(0));
        attendance.record_remote("there".to_owned(), roster(false, true), ms(1_000));
        let black =
            |attendance: &mut PresenceTracker, now| attendance.merge(roster(true, false), now).players.black;
        assert!(black(&mut attendance, ms(1_000 + REMOTE_TTL - 1)));
        assert!(!black(&mut attendance, ms(1_000 + REMOTE_TTL)));
        attendance.record_remote("there".to_owned(), roster(false, false), ms(9_000));
        assert!(!attendance.has_remote_visitors(ms(9_001)));
        attendance.record_remote("there".to_owned(), roster(false, true), ms(9_000));
        assert!(attendance.has_remote_visitors(ms(9_001)));
        assert!(!attendance.has_remote_visitors(ms(9_000 + REMOTE_TTL)));
    }

    #[test]
    fn deadline_werera_without_ready_aborts() {
        use crate::session::clock::READY_TIMEOUT;
        let session = session_of("senterej", FIVE);
        let started = session.events()[0].at;
        assert_eq!(session.deadline(), Some(started + READY_TIMEOUT));
        assert!(session.draft_deadline(started + (READY_TIMEOUT - 1)).is_none());
        let draft = session.draft_deadline(started + READY_TIMEOUT).unwrap();
        assert_eq!(serde_json::to_value(draft.events()).unwrap()[0]["type"], "abort");
    }

    #[test]
    fn deadline_without_first_move_aborts() {
        use crate::session::clock::FIRST_MOVE_TIMEOUT;
        let session = session_of("shatranj", FIVE);
        let started = session.events()[0].at;
        assert_eq!(session.deadline(), Some(started + FIRST_MOVE_TIMEOUT));
        assert!(session.draft_deadline(started + (FIRST_MOVE_TIMEOUT - 1)).is_none());
        let draft = session.draft_deadline(started + FIRST_MOVE_TIMEOUT).unwrap();
        let events = serde_json::to_value(draft.events()).unwrap();
        assert_eq!(
            (&events[0]["type"], &events[0]["data"]["side"]),
            (&"abort".into(), &serde_json::Value::Null)
        );
        assert_eq!(events[1]["type"], "end");
    }
}
