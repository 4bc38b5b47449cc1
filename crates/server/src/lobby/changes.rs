//! The lobby's states as its clients receive them: whole, or what has changed.

use std::collections::{HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::sync::OnceLock;

use axum::extract::ws::Utf8Bytes;

use crate::wire::seek::{LobbyChanges, LobbyMessage, LobbyState, PlacedGame, PlacedSeek};

/// Changes that are kept for clients that have fallen behind.
const MAX_RECENT: usize = 16;

/// A state of the lobby, with the messages that lead to it. Each message is written once, for all
/// clients.
#[derive(Debug, Default)]
pub(super) struct Snapshot {
    /// Number of the state; 0 is that before the store was read, which no client receives.
    number: u64,
    state: LobbyState,
    whole: OnceLock<Utf8Bytes>,
    /// The latest changes, one to each state up to this one.
    recent: VecDeque<Utf8Bytes>,
}

impl Snapshot {
    pub(super) fn state(&self) -> &LobbyState {
        &self.state
    }

    /// The snapshot of the next state; `None` if nothing has changed.
    pub(super) fn next(&self, state: LobbyState) -> Option<Snapshot> {
        let changes = LobbyChanges::between(&self.state, &state);
        let is_first = self.number == 0;
        if changes == LobbyChanges::default() && !is_first {
            return None;
        }
        let mut recent = self.recent.clone();
        if !is_first {
            recent.push_back(text(&LobbyMessage::LobbyChanges { data: changes }));
        }
        if recent.len() > MAX_RECENT {
            recent.pop_front();
        }
        Some(Snapshot { number: self.number + 1, state, whole: OnceLock::new(), recent })
    }

    /// The whole state as a message.
    fn whole(&self) -> Utf8Bytes {
        self.whole.get_or_init(|| text(&LobbyMessage::Lobby { data: self.state.clone() })).clone()
    }
}

/// What a client has received of the lobby.
#[derive(Debug)]
pub(super) struct LobbyReader {
    seen: u64,
    wants_changes: bool,
}

impl LobbyReader {
    pub(super) fn new(wants_changes: bool) -> LobbyReader {
        LobbyReader { seen: 0, wants_changes }
    }

    /// The messages that lead to a snapshot.
    pub(super) fn advance(&mut self, snapshot: &Snapshot) -> Vec<Utf8Bytes> {
        let missed = snapshot.number.saturating_sub(self.seen);
        let missed = usize::try_from(missed).unwrap_or(usize::MAX);
        let has_state = self.seen > 0;
        self.seen = snapshot.number;
        if missed == 0 {
            Vec::new()
        } else if self.wants_changes && has_state && missed <= snapshot.recent.len() {
            snapshot.recent.range(snapshot.recent.len() - missed..).cloned().collect()
        } else {
            vec![snapshot.whole()]
        }
    }
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
    use proptest::prelude::{Strategy, any, prop_assert_eq, proptest};
    use proptest::sample::subsequence;
    use serde_json::{Value, json};

    use super::{LobbyReader, MAX_RECENT, Snapshot};
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

    proptest! {
        /// Whichever states a client reads and misses, its changes add up to the whole state.
        #[test]
        fn changes_add_up_to_the_state(
            steps in proptest::collection::vec((states(), any::<bool>()), 1..40),
        ) {
            let mut snapshot = Snapshot::default();
            let (mut changes, mut whole) = (LobbyReader::new(true), LobbyReader::new(false));
            let (mut by_changes, mut by_whole) = (Value::Null, Value::Null);
            let last = steps.len() - 1;
            for (number, (state, reads)) in steps.into_iter().enumerate() {
                let wanted = serde_json::to_value(&state).unwrap();
                if let Some(next) = snapshot.next(state) {
                    snapshot = next;
                }
                prop_assert_eq!(&serde_json::to_value(snapshot.state()).unwrap(), &wanted);
                if reads || number == last {
                    changes.advance(&snapshot).iter().for_each(|text| apply(&mut by_changes, text));
                    whole.advance(&snapshot).iter().for_each(|text| apply(&mut by_whole, text));
                    prop_assert_eq!(&by_changes, &wanted);
                    prop_assert_eq!(&by_whole, &wanted);
                }
            }
        }
    }

    fn with_seeks(numbers: std::ops::Range<usize>) -> LobbyState {
        LobbyState { seeks: numbers.map(seek).collect(), ..LobbyState::default() }
    }

    #[test]
    fn client_that_missed_too_much_gets_the_state() {
        let mut snapshot = Snapshot::default().next(with_seeks(0..1)).unwrap();
        let mut reader = LobbyReader::new(true);
        assert!(reader.advance(&snapshot)[0].starts_with(r#"{"type":"lobby","#));
        assert!(reader.advance(&snapshot).is_empty());
        for number in 0..MAX_RECENT {
            snapshot = snapshot.next(with_seeks(0..number + 2)).unwrap();
        }
        let mut prompt = LobbyReader { seen: reader.seen, wants_changes: true };
        assert_eq!(prompt.advance(&snapshot).len(), MAX_RECENT);
        snapshot = snapshot.next(with_seeks(0..1)).unwrap();
        assert_eq!(prompt.advance(&snapshot).len(), 1);
        let late = reader.advance(&snapshot);
        assert_eq!(late.len(), 1);
        assert!(late[0].starts_with(r#"{"type":"lobby","#), "{}", late[0].as_str());
    }

    #[test]
    fn changes_contain_only_what_has_changed() {
        let first = Snapshot::default().next(with_seeks(0..100)).unwrap();
        assert!(first.next(with_seeks(0..100)).is_none());
        let mut reader = LobbyReader::new(true);
        reader.advance(&first);
        let second = first.next(LobbyState { online: 3, ..with_seeks(0..100) }).unwrap();
        assert_eq!(reader.advance(&second)[0].as_str(), r#"{"type":"lobby_changes","data":{"online":3}}"#);
        let mut state = with_seeks(1..101);
        state.online = 3;
        let third = second.next(state).unwrap();
        let message: Value = serde_json::from_str(&reader.advance(&third)[0]).unwrap();
        let added = json!({ "index": 99, "seek": seek(100) });
        assert_eq!(message["data"], json!({ "removed_seeks": ["seek0"], "seeks": [added] }));
        // The text is shared.
        let other = LobbyReader::new(true).advance(&third);
        assert_eq!(other[0].as_ptr(), LobbyReader::new(false).advance(&third)[0].as_ptr());
    }
}
