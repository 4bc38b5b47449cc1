//! Any messages of the players of a game, one on each line behind the name of a ruleset: each is refused with a reason,
//! or changes the game once, and the log of all, as it is stored, makes the same game.
#![no_main]

use std::sync::{Arc, LazyLock};

use libfuzzer_sys::fuzz_target;
use rukh_fair_dice::ServerSeed;
use rukh_rules::shape::Any;
use rukh_rules::{Game, Rules, Ruleset, catalog};
use rukh_session::id::GuestId;
use rukh_session::intent::{IntentStatus, admit, idempotency_key};
use rukh_session::session::{GameInfo, Session};
use rukh_session::wire::time::UnixMillis;
use rukh_session::wire::{ClientMessage, GameTimeControl, Player, SpectatorMode, WireEvent};

static RULES: LazyLock<Vec<Arc<Rules<Any>>>> = LazyLock::new(|| {
    let named = |id| Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
    catalog::ids().map(|id| Arc::new(Rules::compile(named(id)))).collect()
});
static PEOPLE: LazyLock<[GuestId; 2]> =
    LazyLock::new(|| ["almaz", "bekele"].map(|id| id.parse().expect("an id")));

/// Messages of one game.
const MAX_MESSAGES: usize = 100;
/// Milliseconds from one message to the next.
const STEP: u64 = 700;

fn info() -> GameInfo {
    let [white, black] = PEOPLE.clone().map(|id| Player::Guest { id });
    GameInfo {
        id: "game".parse().expect("an id"),
        white,
        black,
        server_seed: ServerSeed([7; 32]),
        time_control: GameTimeControl::Fischer { initial: 60, increment: 2, werera: None },
        odds: None,
        spectator_mode: SpectatorMode::Match,
        private: false,
        rated: None,
        started: UnixMillis::new(0),
    }
}

/// Takes a message from each of the players.
fn take(session: &mut Session, message: &ClientMessage, now: UnixMillis) {
    assert!(admit(session, None, message).is_err(), "somebody who does not play");
    for person in PEOPLE.iter() {
        let Ok(IntentStatus::New(intent, _)) = admit(session, Some(person), message) else { continue };
        let Ok(draft) = session.draft_intent(&intent, now, 0) else { continue };
        let key = idempotency_key(session, Some(person), &message.id);
        session.commit(draft, Some(key));
        let again = admit(session, Some(person), message);
        assert_eq!(again, Ok(IntentStatus::Executed(session.seq())), "a message is executed once");
    }
}

fuzz_target!(|text: &str| {
    let mut lines = text.lines();
    let wanted = lines.next().unwrap_or_default();
    let rules = RULES.iter().find(|rules| rules.ruleset().instance.id == wanted).unwrap_or(&RULES[0]);
    let mut now = UnixMillis::new(0);
    let (mut session, start) = Session::new(info(), Game::from_rules(rules.clone()), now);
    session.commit(start, None);
    for line in lines.take(MAX_MESSAGES) {
        now = now + STEP;
        if let Some(draft) = session.draft_automatic(now).or_else(|| session.draft_deadline(now)) {
            session.commit(draft, None);
        }
        if let Ok(message) = serde_json::from_str::<ClientMessage>(line) {
            take(&mut session, &message, now);
        }
    }
    let stored = |event: &WireEvent| {
        let text = serde_json::to_string(event).expect("an event");
        (serde_json::from_str::<WireEvent>(&text).expect("an event that was written"), None)
    };
    let log = session.events().iter().map(stored).collect();
    let again = Session::replay(info(), rules.clone(), log).expect("a log of its own");
    assert_eq!(again.view(), session.view());
});
