//! Who is at the board, and who has left it.

use std::collections::{BTreeMap, HashMap};

use rukh_rules::Side;

use super::subscriber::Visitor;
use crate::clock::now_ms;
use crate::session::{Refused, Table, Terms};
use crate::wire::intent::ClaimWord;
use crate::wire::people::Presence;
use crate::wire::people::{Crowd, Here};
use crate::wire::view::BySide;
use crate::wire::{Guest, PhaseWord, Time};

/// How long a player may be gone before the other side may claim the game,
/// in milliseconds: in one sitting, and without clocks.
const GONE_LIVE: u64 = 60_000;
const GONE_UNTIMED: u64 = 180_000;
/// How many spectators are named.
const NAMED: usize = 50;

/// Who is at the board, as one node sees it, or all of them together.
#[derive(Debug, Clone, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Roster {
    /// Whether each side's player is here.
    pub players: BySide<bool>,
    /// Those who look on.
    pub crowd: Crowd,
}

/// Keeps the roster of a room.
#[derive(Default)]
pub(super) struct Attendance {
    /// Since when each side's player has been here or gone.
    since: BySide<(bool, u64)>,
    /// When each side's player last did something.
    stirred: BySide<u64>,
    /// What other nodes have told, and when.
    elsewhere: HashMap<String, (Roster, u64)>,
}

/// How long what another node has told holds, in milliseconds.
const ELSEWHERE: u64 = 6_000;
/// How long somebody who acts without a line counts as here, in milliseconds.
const BY_REQUEST: u64 = 30_000;

/// The roster of the visitors of one room.
pub(super) fn roster<'a>(visitors: impl Iterator<Item = &'a Visitor>, terms: &Terms) -> Roster {
    let mut roster = Roster::default();
    let mut named: BTreeMap<&str, &Guest> = BTreeMap::new();
    for visitor in visitors {
        let sides = visitor.id().map(|id| terms.sides_of(id)).unwrap_or_default();
        for side in &sides {
            *roster.players.of_mut(*side) = true;
        }
        if !sides.is_empty() {
            continue;
        }
        let is_new = visitor.guest.as_ref().is_none_or(|guest| named.insert(&guest.id, guest).is_none());
        roster.crowd.count += usize::from(is_new);
    }
    roster.crowd.list = named.into_values().take(NAMED).cloned().collect();
    roster
}

impl Attendance {
    /// A room that opens: nobody is here yet.
    pub(super) fn new(now: u64) -> Attendance {
        let since = BySide { white: (false, now), black: (false, now) };
        Attendance { since, ..Attendance::default() }
    }

    /// A side's player has done something.
    pub(super) fn stir(&mut self, side: Side, now: u64) {
        *self.stirred.of_mut(side) = now;
    }

    /// What another node has told.
    pub(super) fn tell(&mut self, node: String, roster: Roster, now: u64) {
        self.elsewhere.insert(node, (roster, now));
    }

    /// Everybody, on every node.
    pub(super) fn everybody(&mut self, own: Roster, now: u64) -> Roster {
        self.elsewhere.retain(|_, (_, at)| *at + ELSEWHERE > now);
        let mut all = own;
        for (roster, _) in self.elsewhere.values() {
            for side in Side::BOTH {
                *all.players.of_mut(side) |= *roster.players.of(side);
            }
            all.crowd.count += roster.crowd.count;
            all.crowd.list.extend(roster.crowd.list.iter().cloned());
        }
        all.crowd.list.truncate(NAMED);
        all
    }

    /// The roster as it is told.
    pub(super) fn presence(&mut self, all: Roster, table: &Table, now: u64) -> Presence {
        let mut here = |side: Side| {
            let acts = *self.stirred.of(side) + BY_REQUEST > now;
            let is_here = *all.players.of(side) || acts || table.terms().is_engine(side);
            let known = self.since.of_mut(side);
            if known.0 != is_here {
                *known = (is_here, now);
            }
            let since = known.1;
            let claim_at = patience(table).filter(|_| !is_here).map(|patience| since + patience);
            Here { here: is_here, since, claim_at }
        };
        Presence { white: here(Side::White), black: here(Side::Black), spectators: all.crowd }
    }
}

/// How long a player may be gone, where the game can be claimed at all.
fn patience(table: &Table) -> Option<u64> {
    if table.phase() == PhaseWord::Over || table.terms().is_one_person() {
        return None;
    }
    match table.terms().time {
        Time::None => Some(GONE_UNTIMED),
        Time::Fischer { .. } => Some(GONE_LIVE),
        Time::Days { .. } => None,
    }
}

/// Whether a side may claim now.
///
/// # Errors
/// Why not.
pub(super) fn check_claim(
    table: &Table,
    presence: &Presence,
    side: Side,
    what: ClaimWord,
) -> Result<(), Refused> {
    let other = match side.other() {
        Side::White => &presence.white,
        Side::Black => &presence.black,
    };
    let may = other.claim_at.is_some_and(|claim_at| claim_at <= now_ms());
    let is_waited_for = table.phase() == PhaseWord::Werera || table.game().position().turn() == side.other();
    match (may, is_waited_for, what) {
        (true, true, _) | (true, false, ClaimWord::Draw) => Ok(()),
        (true, false, ClaimWord::Win) => {
            Err(Refused::new("not_your_turn", "It is your move: make it first."))
        }
        (false, ..) => Err(Refused::new("bad_intent", "The other side has not been away long enough.")),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::law::dice::commit::ServerSeed;
    use rukh_rules::{Game, Ruleset, Side};

    use super::{Attendance, BY_REQUEST, ELSEWHERE, GONE_LIVE, GONE_UNTIMED, Roster, check_claim};
    use crate::clock::now_ms;
    use crate::session::{Table, Terms};
    use crate::wire::intent::ClaimWord;
    use crate::wire::{MannerWord, Seat, SeatKind, Time};

    fn table(instance: &str, time: Time) -> Table {
        let seat = |player: &str| Seat {
            kind: SeatKind::Human,
            name: None,
            level: None,
            player: Some(player.to_owned()),
        };
        let terms = Terms {
            id: "game".to_owned(),
            white: seat("w"),
            black: seat("b"),
            server_seed: ServerSeed([7; 32]),
            time,
            manner: MannerWord::Traditional,
            private: false,
            started: 0,
        };
        let game = Game::new(Arc::new(Ruleset::named(instance).unwrap()));
        let (mut table, draft) = Table::new(terms, game, now_ms());
        table.take(draft, None);
        table
    }

    fn here(white: bool, black: bool) -> Roster {
        let mut roster = Roster::default();
        (roster.players.white, roster.players.black) = (white, black);
        roster
    }

    const FIVE: Time = Time::Fischer { initial: 300, increment: 0, marshal: None };

    #[test]
    fn who_has_left_for_long_loses_the_claim() {
        let table = table("shatranj", FIVE);
        let claim = |left_ago: u64, side, what| {
            let mut attendance = Attendance::new(now_ms() - left_ago);
            let (white, black) = (side == Side::White, side == Side::Black);
            let presence = attendance.presence(here(white, black), &table, now_ms());
            check_claim(&table, &presence, side, what).map_err(|refused| refused.code)
        };
        // White is on move: Black may have the game, White no more than a draw.
        assert_eq!(claim(GONE_LIVE + 5, Side::Black, ClaimWord::Win), Ok(()));
        assert_eq!(claim(GONE_LIVE + 5, Side::Black, ClaimWord::Draw), Ok(()));
        assert_eq!(claim(GONE_LIVE + 5, Side::White, ClaimWord::Draw), Ok(()));
        assert_eq!(claim(GONE_LIVE + 5, Side::White, ClaimWord::Win), Err("not_your_turn"));
        assert_eq!(claim(GONE_LIVE - 5_000, Side::Black, ClaimWord::Draw), Err("bad_intent"));
    }

    #[test]
    fn patience_depends_on_the_time_that_was_agreed() {
        let claim_at = |table: &Table| {
            let presence = Attendance::new(1_000_000).presence(here(true, false), table, 1_000_000);
            assert_eq!(presence.white.claim_at, None, "who is here has not left");
            presence.black.claim_at
        };
        assert_eq!(claim_at(&table("shatranj", FIVE)), Some(1_000_000 + GONE_LIVE));
        assert_eq!(claim_at(&table("shatranj", Time::None)), Some(1_000_000 + GONE_UNTIMED));
        assert_eq!(claim_at(&table("shatranj", Time::Days { days: 1, marshal_days: None })), None);
    }

    #[test]
    fn who_comes_back_is_waited_for_anew() {
        let table = table("shatranj", FIVE);
        let mut attendance = Attendance::new(1_000);
        let claim_at = |attendance: &mut Attendance, black, now| {
            attendance.presence(here(true, black), &table, now).black.claim_at
        };
        assert_eq!(claim_at(&mut attendance, false, 50_000), Some(1_000 + GONE_LIVE));
        assert_eq!(claim_at(&mut attendance, true, 60_000), None);
        assert_eq!(claim_at(&mut attendance, false, 70_000), Some(70_000 + GONE_LIVE));
        // Who acts by request is here for a while.
        attendance.stir(Side::Black, 80_000);
        assert_eq!(claim_at(&mut attendance, false, 80_001), None);
        let gone = 80_000 + BY_REQUEST;
        assert_eq!(claim_at(&mut attendance, false, gone), Some(gone + GONE_LIVE));
    }

    #[test]
    fn what_another_node_tells_holds_for_a_while() {
        let mut attendance = Attendance::new(0);
        attendance.tell("there".to_owned(), here(false, true), 1_000);
        let black =
            |attendance: &mut Attendance, now| attendance.everybody(here(true, false), now).players.black;
        assert!(black(&mut attendance, 1_000 + ELSEWHERE - 1));
        assert!(!black(&mut attendance, 1_000 + ELSEWHERE));
    }

    #[test]
    fn werera_for_which_nobody_is_ready_is_broken_off() {
        use crate::session::clock::READY;
        let table = table("senterej", FIVE);
        let begun = table.events()[0].at;
        assert_eq!(table.deadline(), Some(begun + READY));
        assert!(table.time_up(begun + READY - 1).is_none());
        let draft = table.time_up(begun + READY).unwrap();
        assert_eq!(serde_json::to_value(draft.events()).unwrap()[0]["t"], "abort");
    }

    #[test]
    fn a_game_that_nobody_begins_is_broken_off() {
        use crate::session::clock::FIRST_MOVE;
        let table = table("shatranj", FIVE);
        let begun = table.events()[0].at;
        assert_eq!(table.deadline(), Some(begun + FIRST_MOVE));
        assert!(table.time_up(begun + FIRST_MOVE - 1).is_none());
        let draft = table.time_up(begun + FIRST_MOVE).unwrap();
        let told = serde_json::to_value(draft.events()).unwrap();
        assert_eq!((&told[0]["t"], &told[0]["d"]["side"]), (&"abort".into(), &serde_json::Value::Null));
        assert_eq!(told[1]["t"], "end");
    }
}
