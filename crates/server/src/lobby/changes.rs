//! The lobby's states as its clients receive them: whole, or what has changed.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::sync::OnceLock;

use axum::extract::ws::Utf8Bytes;

use crate::id::GuestId;
use crate::wire::seek::{LobbyChanges, LobbyMessage, LobbyState, PlacedGame, PlacedSeek};

/// Changes that are kept for clients that have fallen behind.
const MAX_RECENT: usize = 16;

/// Owners of seeks that somebody is not shown: one of the two blocks the other.
pub(super) type HiddenOwners = HashMap<GuestId, HashSet<GuestId>>;

/// A state of the lobby, with the messages that lead to it. Each message is written once, for all
/// clients.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    /// Number of the state; 0 is that before the store was read, which no client receives.
    number: u64,
    state: LobbyState,
    hidden: HiddenOwners,
    whole: OnceLock<Utf8Bytes>,
    /// The latest changes, one to each state up to this one; `None` where only what is hidden has changed.
    recent: VecDeque<Option<Utf8Bytes>>,
}

impl Snapshot {
    pub(super) fn state(&self) -> &LobbyState {
        &self.state
    }

    pub(super) fn hidden(&self) -> &HiddenOwners {
        &self.hidden
    }

    /// The snapshot of the next state; `None` if nothing has changed.
    pub(super) fn next(&self, state: LobbyState, hidden: HiddenOwners) -> Option<Snapshot> {
        let changes = changes_between(&self.state, &state);
        let is_first = self.number == 0;
        if changes.is_none() && hidden == self.hidden && !is_first {
            return None;
        }
        let mut recent = self.recent.clone();
        if !is_first {
            recent.push_back(changes);
        }
        if recent.len() > MAX_RECENT {
            recent.pop_front();
        }
        Some(Snapshot { number: self.number + 1, state, hidden, whole: OnceLock::new(), recent })
    }

    /// The whole state as a message.
    fn whole(&self) -> Utf8Bytes {
        self.whole.get_or_init(|| text(&LobbyMessage::Lobby { data: self.state.clone() })).clone()
    }
}

/// What a client has received of the lobby.
#[derive(Debug)]
pub(super) struct LobbyReader {
    guest: Option<GuestId>,
    seen: u64,
    /// The state that it has received, where that is not everybody's.
    own: Option<Box<LobbyState>>,
    wants_changes: bool,
}

impl LobbyReader {
    pub(super) fn new(guest: Option<GuestId>, wants_changes: bool) -> LobbyReader {
        LobbyReader { guest, seen: 0, own: None, wants_changes }
    }

    /// The messages that lead to a snapshot.
    pub(super) fn advance(&mut self, snapshot: &Snapshot) -> Vec<Utf8Bytes> {
        let hidden = self.guest.as_ref().and_then(|guest| snapshot.hidden.get(guest));
        if hidden.is_some() || self.own.is_some() {
            return self.advance_alone(snapshot, hidden);
        }
        let missed = snapshot.number.saturating_sub(self.seen);
        let missed = usize::try_from(missed).unwrap_or(usize::MAX);
        let has_state = self.seen > 0;
        self.seen = snapshot.number;
        if missed == 0 {
            return Vec::new();
        }
        let known = snapshot.recent.len().checked_sub(missed).filter(|_| has_state);
        let changes = known.map(|from| snapshot.recent.range(from..).flatten().cloned().collect::<Vec<_>>());
        match changes {
            // There are none if only what is hidden from others has changed.
            Some(changes) if self.wants_changes || changes.is_empty() => changes,
            _ => vec![snapshot.whole()],
        }
    }

    /// The messages that lead a client to a snapshot from which something is or was hidden.
    fn advance_alone(&mut self, snapshot: &Snapshot, hidden: Option<&HashSet<GuestId>>) -> Vec<Utf8Bytes> {
        let mut state = snapshot.state.clone();
        state.seeks.retain(|seek| hidden.is_none_or(|hidden| !hidden.contains(&seek.owner.id)));
        let messages = match &self.own {
            Some(own) if **own == state => Vec::new(),
            Some(own) if self.wants_changes => changes_between(own, &state).into_iter().collect(),
            _ => vec![text(&LobbyMessage::Lobby { data: state.clone() })],
        };
        self.seen = snapshot.number;
        self.own = hidden.map(|_| Box::new(state));
        messages
    }
}

/// What has changed as a message, if anything has.
fn changes_between(old: &LobbyState, new: &LobbyState) -> Option<Utf8Bytes> {
    let data = LobbyChanges::between(old, new);
    (data != LobbyChanges::default()).then(|| text(&LobbyMessage::LobbyChanges { data }))
}

pub(super) fn text(message: &LobbyMessage) -> Utf8Bytes {
    serde_json::to_string(message).unwrap_or_default().into()
}

impl LobbyChanges {
    fn between(old: &LobbyState, new: &LobbyState) -> LobbyChanges {
        let (removed_seeks, seeks) = list_changes(&old.seeks, &new.seeks, |seek| &seek.id);
        let (removed_games, games) = list_changes(&old.games, &new.games, |game| &game.id);
        let place = |(index, seek)| PlacedSeek { index, seek };
        LobbyChanges {
            removed_seeks,
            seeks: seeks.into_iter().map(place).collect(),
            removed_games,
            games: games.into_iter().map(|(index, game)| PlacedGame { index, game }).collect(),
            online: (old.online != new.online).then_some(new.online),
        }
    }
}

/// The ids that leave a list, and the entries that then enter it with their places. One that has
/// changed or moved does both.
fn list_changes<T, K>(old: &[T], new: &[T], id: impl Fn(&T) -> &K) -> (Vec<K>, Vec<(usize, T)>)
where
    T: Clone + PartialEq,
    K: Clone + Eq + Hash,
{
    let places: HashMap<&K, usize> =
        old.iter().enumerate().map(|(place, entry)| (id(entry), place)).collect();
    let mut kept = HashSet::new();
    let mut entering = Vec::new();
    let mut last = None;
    for (index, entry) in new.iter().enumerate() {
        let place = places.get(id(entry)).copied().filter(|place| old[*place] == *entry);
        // Those that stay keep their order.
        if place.is_some() && place > last {
            last = place;
            kept.insert(id(entry));
        } else {
            entering.push((index, entry.clone()));
        }
    }
    let leaving = old.iter().map(&id).filter(|id| !kept.contains(id)).cloned().collect();
    (leaving, entering)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::{Strategy, any, prop_assert, prop_assert_eq, proptest};
    use proptest::sample::subsequence;
    use serde_json::{Value, json};

    use super::{HiddenOwners, LobbyReader, MAX_RECENT, Snapshot};
    use crate::id::GuestId;
    use crate::wire::seek::LobbyState;
    use crate::wire::{GameCard, Seek};

    /// Applies a message as clients do.
    fn apply(state: &mut Value, message: &str) {
        let message: Value = serde_json::from_str(message).unwrap();
        let data = &message["data"];
        if message["type"] == "lobby" {
            *state = data.clone();
            return;
        }
        assert_eq!(message["type"], "lobby_changes");
        for (list, removed, entry) in [("seeks", "removed_seeks", "seek"), ("games", "removed_games", "game")]
        {
            let kept = state[list].as_array_mut().unwrap();
            let removed = data.get(removed).map_or(&[][..], |ids| ids.as_array().unwrap());
            kept.retain(|one| !removed.contains(&one["id"]));
            for placed in data.get(list).map_or(&[][..], |all| all.as_array().unwrap()) {
                kept.insert(
                    usize::try_from(placed["index"].as_u64().unwrap()).unwrap(),
                    placed[entry].clone(),
                );
            }
        }
        if let Some(online) = data.get("online") {
            state["online"] = online.clone();
        }
    }

    fn seek(number: usize) -> Seek {
        let owner = json!({ "id": format!("{number:016}"), "name": "Almaz" });
        let value = json!({
            "id": format!("seek{number}"), "ruleset_name": "Shatranj", "skin": "wood", "owner": owner,
            "instance": "shatranj", "created": number,
        });
        serde_json::from_value(value).unwrap()
    }

    fn game(number: usize, plies: u64) -> GameCard {
        let seat = crate::wire::Seat { player: crate::wire::Player::Engine { level: 1 }, name: None };
        GameCard {
            id: format!("{number:012}").parse().unwrap(),
            instance: "shatranj".to_owned(),
            ruleset_name: "Shatranj".to_owned(),
            skin: "wood".to_owned(),
            white: seat.clone(),
            black: seat,
            phase: crate::wire::GamePhase::Turns,
            turn: None,
            result: None,
            started: crate::wire::time::UnixMillis::default(),
            updated: crate::wire::time::UnixMillis::default(),
            plies,
            time_control: crate::wire::GameTimeControl::default(),
            odds: None,
            spectator_mode: crate::wire::SpectatorMode::default(),
            private: false,
            rated: None,
        }
    }

    /// Any state: some seeks and games in any order, games with any progress.
    fn states() -> impl Strategy<Value = LobbyState> {
        let some = |most: usize| subsequence((0..most).collect::<Vec<_>>(), 0..=most).prop_shuffle();
        let seeks = subsequence((0..12).collect::<Vec<usize>>(), 0..=12);
        (seeks, some(12), any::<bool>(), some(6), proptest::collection::vec(0..3_u64, 6), 0..3_usize)
            .prop_map(|(in_order, shuffled, is_shuffled, games, plies, online)| LobbyState {
                seeks: if is_shuffled { shuffled } else { in_order }.into_iter().map(seek).collect(),
                games: games.into_iter().map(|number| game(number, plies[number])).collect(),
                online,
            })
    }

    /// Whose seeks a person is not shown.
    fn hidden_owners() -> impl Strategy<Value = HiddenOwners> {
        let owners = subsequence((0..12).collect::<Vec<usize>>(), 0..=3);
        owners.prop_map(|owners| {
            let ids = owners.iter().map(|number| seek(*number).owner.id).collect::<HashSet<_>>();
            if ids.is_empty() { HiddenOwners::new() } else { HiddenOwners::from([(almaz(), ids)]) }
        })
    }

    fn almaz() -> GuestId {
        "almaz".parse().unwrap()
    }

    proptest! {
        /// Whichever states a client reads and misses, its changes add up to the whole state, without what is
        /// hidden from it.
        #[test]
        fn changes_add_up_to_the_state(
            steps in proptest::collection::vec((states(), hidden_owners(), any::<bool>()), 1..40),
        ) {
            let mut snapshot = Snapshot::default();
            let mut readers: Vec<(LobbyReader, Value)> = [None, Some(almaz())]
                .into_iter()
                .flat_map(|guest| [true, false].map(|changes| LobbyReader::new(guest.clone(), changes)))
                .map(|reader| (reader, Value::Null))
                .collect();
            let last = steps.len() - 1;
            for (number, (state, hidden, reads)) in steps.into_iter().enumerate() {
                let wanted = serde_json::to_value(&state).unwrap();
                let mut own = state.clone();
                own.seeks.retain(|one| !hidden.get(&almaz()).is_some_and(|ids| ids.contains(&one.owner.id)));
                let own = serde_json::to_value(&own).unwrap();
                if let Some(next) = snapshot.next(state, hidden) {
                    snapshot = next;
                }
                prop_assert_eq!(&serde_json::to_value(snapshot.state()).unwrap(), &wanted);
                if !reads && number < last {
                    continue;
                }
                for (reader, seen) in &mut readers {
                    reader.advance(&snapshot).iter().for_each(|text| apply(seen, text));
                    prop_assert_eq!(&*seen, if reader.guest.is_some() { &own } else { &wanted });
                    prop_assert!(reader.advance(&snapshot).is_empty(), "nothing is sent twice");
                }
            }
        }
    }

    fn with_seeks(numbers: std::ops::Range<usize>) -> LobbyState {
        LobbyState { seeks: numbers.map(seek).collect(), ..LobbyState::default() }
    }

    #[test]
    fn client_that_missed_too_much_gets_the_state() {
        let mut snapshot = Snapshot::default().next(with_seeks(0..1), HiddenOwners::new()).unwrap();
        let mut reader = LobbyReader::new(None, true);
        assert!(reader.advance(&snapshot)[0].starts_with(r#"{"type":"lobby","#));
        assert!(reader.advance(&snapshot).is_empty());
        for number in 0..MAX_RECENT {
            snapshot = snapshot.next(with_seeks(0..number + 2), HiddenOwners::new()).unwrap();
        }
        let mut prompt = LobbyReader { seen: reader.seen, ..LobbyReader::new(None, true) };
        assert_eq!(prompt.advance(&snapshot).len(), MAX_RECENT);
        snapshot = snapshot.next(with_seeks(0..1), HiddenOwners::new()).unwrap();
        assert_eq!(prompt.advance(&snapshot).len(), 1);
        let late = reader.advance(&snapshot);
        assert_eq!(late.len(), 1);
        assert!(late[0].starts_with(r#"{"type":"lobby","#), "{}", late[0].as_str());
    }

    #[test]
    fn changes_contain_only_what_has_changed() {
        let first = Snapshot::default().next(with_seeks(0..100), HiddenOwners::new()).unwrap();
        assert!(first.next(with_seeks(0..100), HiddenOwners::new()).is_none());
        let mut reader = LobbyReader::new(None, true);
        reader.advance(&first);
        let second = first.next(LobbyState { online: 3, ..with_seeks(0..100) }, HiddenOwners::new()).unwrap();
        assert_eq!(reader.advance(&second)[0].as_str(), r#"{"type":"lobby_changes","data":{"online":3}}"#);
        let mut state = with_seeks(1..101);
        state.online = 3;
        let third = second.next(state, HiddenOwners::new()).unwrap();
        let message: Value = serde_json::from_str(&reader.advance(&third)[0]).unwrap();
        let added = json!({ "index": 99, "seek": seek(100) });
        assert_eq!(message["data"], json!({ "removed_seeks": ["seek0"], "seeks": [added] }));
        // The text is shared.
        let other = LobbyReader::new(None, true).advance(&third);
        assert_eq!(other[0].as_ptr(), LobbyReader::new(None, false).advance(&third)[0].as_ptr());
    }
}
