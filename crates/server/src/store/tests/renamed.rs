//! Rows in the earlier form, with abbreviated field names, written by a server of that time.

use std::sync::Arc;

use rukh_rules::{Rules, Ruleset, Side};
use serde_json::Value;

use super::{TestStore, acquire, close, game_id, new_game, on_both};
use crate::clock;
use crate::session::Session;
use crate::store::{Append, Store};
use crate::wire::event::Seq;
use crate::wire::intent::Intent;
use crate::wire::{ChatEntry, EventKind, GameCard, GamePhase, GameTimeControl, stored};

on_both! {
    load_rows_in_the_earlier_form_replays_the_games
    open_game_in_the_earlier_form_goes_on
}

fn fixture() -> Value {
    serde_json::from_str(include_str!("../../../tests/data/stored-before-renaming.json")).unwrap()
}

fn games() -> Vec<Value> {
    fixture()["games"].as_array().unwrap().clone()
}

fn texts(list: &Value) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|text| text.as_str().unwrap()).collect()
}

/// The name of a game of the fixture, as text that can be a game id.
fn id_of(game: &Value) -> String {
    game["name"].as_str().unwrap().replace('_', "")
}

/// Writes the rows of a game of the fixture.
async fn insert(store: &Store, game: &Value) -> String {
    let id = id_of(game);
    let name = id.as_str();
    let bodies = texts(&game["log"]);
    let card = GameCard { instance: game["instance"].as_str().unwrap().to_owned(), ..new_game(name).card };
    store.append(Append { card, ..new_game(name) }).await.unwrap();
    let row = "UPDATE game SET seq = $2, time = $3, is_over = $4 WHERE id = $1";
    let time = game["time"].as_str().unwrap();
    let is_over = i64::from(game["view"]["phase"] == "over");
    let count = bodies.len() as u64;
    store.writers.execute(row, &[name.into(), count.into(), time.into(), is_over.into()]).await.unwrap();
    store.writers.execute("DELETE FROM log WHERE game = $1", &[name.into()]).await.unwrap();
    for (index, body) in bodies.into_iter().enumerate() {
        let row = "INSERT INTO log (game, seq, body) VALUES ($1, $2, $3)";
        let seq = index as u64 + 1;
        store.writers.execute(row, &[name.into(), seq.into(), body.into()]).await.unwrap();
    }
    id
}

/// The session of a stored game.
async fn load(store: &Store, id: &str) -> Session {
    let game = store.load(&game_id(id)).await.unwrap().unwrap();
    let rules = Rules::compile(Arc::new(Ruleset::named(&game.instance).unwrap()));
    Session::replay(game.info, Arc::new(rules), game.log).unwrap()
}

/// Fails if a session is not the game of the fixture.
fn check(session: &Session, game: &Value) {
    let (view, shown) = (session.view(), &game["view"]);
    assert_eq!(view.seq, Seq::new(shown["seq"].as_u64().unwrap()), "{}", game["name"]);
    assert_eq!(view.fen, shown["fen"].as_str().unwrap(), "{}", game["name"]);
    assert_eq!(view.phase == GamePhase::Over, shown["phase"] == "over", "{}", game["name"]);
    assert_eq!(session.card().plies, shown["plies"].as_u64().unwrap(), "{}", game["name"]);
}

async fn load_rows_in_the_earlier_form_replays_the_games(fixture: &TestStore) {
    let opened = fixture.open().await;
    let store = &opened.0;
    for game in games() {
        let id = insert(store, &game).await;
        check(&load(store, &id).await, &game);
    }
    let archived = store.archive_games(clock::now(), 100).await.unwrap();
    assert!(archived >= 4, "{archived}");
    for game in games() {
        check(&load(store, &id_of(&game)).await, &game);
    }
    close(opened).await;
}

async fn open_game_in_the_earlier_form_goes_on(fixture: &TestStore) {
    let opened = fixture.open().await;
    let store = &opened.0;
    let game = games().into_iter().find(|game| game["name"] == "batched").unwrap();
    let id = insert(store, &game).await;
    let mut session = load(store, &id).await;
    let lease = acquire(store, &id).await;
    assert_eq!(
        session.info().time_control,
        GameTimeControl::Days { days: 3, werera_days: Some(5) },
        "the days of the werera are kept"
    );
    let side = session.view().turn.unwrap();
    let (from, moves) = session.view().legal_moves.of(side).clone().pop_first().unwrap();
    let intent = serde_json::json!({ "kind": "place", "side": side, "from": from, "to": moves[0].to });
    let intent: Intent = serde_json::from_value(intent).unwrap();
    let draft = session.draft_intent(&intent, clock::now(), 0).unwrap();
    let append = Append {
        card: session.card_with(&draft),
        new: None,
        events: draft.events().to_vec(),
        intent: None,
        epoch: lease.epoch,
        deadline: None,
        inputs: Vec::new(),
        begins: None,
    };
    store.append(append).await.unwrap();
    session.commit(draft, None);
    let reloaded = load(store, &id).await;
    assert_eq!(reloaded.events(), session.events());
    assert_eq!(reloaded.game().moves_of(Side::White), session.game().moves_of(Side::White));
    close(opened).await;
}

#[test]
fn event_in_the_earlier_form_keeps_every_field() {
    let old = r#"{"v":7,"t":"contest","d":{"entries":[{"side":"white","id":"a","arrived":5,"lag":1},
        {"side":"black","id":"b","arrived":6,"lag":2}],"coin":1},"at":9}"#;
    let EventKind::Contest { entries, coin } = stored::parse_event(old).unwrap().kind else { panic!() };
    assert_eq!((entries[0].intent_id.as_str(), entries[1].lag, coin), ("a", 2, Some(1)));
    // Every value of every row is somewhere in the row as it is written now.
    for game in games() {
        for body in texts(&game["log"]) {
            let old: Value = serde_json::from_str(body).unwrap();
            let new = serde_json::to_value(stored::parse_event(body).unwrap()).unwrap();
            let mut after = leaves(&new);
            for leaf in leaves(&old) {
                let place = after.iter().position(|found| *found == leaf);
                after.swap_remove(place.unwrap_or_else(|| panic!("{leaf} is missing: {new}, {body}")));
            }
            // What was not told apart then, such as a pass that the rules make, is false.
            assert!(after.iter().all(|added| added == "false"), "{after:?} came to {body}");
        }
    }
}

/// The values of a JSON document, without nulls and with renamed words in their current form.
fn leaves(value: &Value) -> Vec<String> {
    match value {
        Value::Null => Vec::new(),
        Value::Array(items) => items.iter().flat_map(leaves).collect(),
        Value::Object(fields) => fields.values().flat_map(leaves).collect(),
        Value::String(word) if word == "bundle" => vec!["batch_ended".to_owned()],
        Value::String(word) if word == "marshal" => vec!["werera".to_owned()],
        other => vec![other.to_string().trim_matches('"').to_owned()],
    }
}

#[test]
fn chat_and_seeks_in_the_earlier_form_are_read() {
    let mut kinds = Vec::new();
    for body in games().iter().flat_map(|game| texts(&game["chat"])).map(str::to_owned).collect::<Vec<_>>() {
        match stored::parse_chat_entry(&body).unwrap() {
            ChatEntry::Chat { author, .. } => kinds.push((author.name, "chat")),
            ChatEntry::Demo { author, steps, .. } => {
                assert_eq!((steps[0].piece, steps[0].to.as_str()), ('k', "e4"));
                kinds.push((author.name, "demo"));
            }
            ChatEntry::Premoves { .. } => panic!("{body}"),
        }
    }
    let kinds: Vec<_> = kinds.iter().map(|(name, kind)| (name.as_str(), *kind)).collect();
    assert_eq!(kinds, [("Almaz", "chat"), ("Bekele", "chat"), ("Sara", "demo"), ("Sara", "chat")]);
    let seeks = fixture()["seeks"].clone();
    let seeks: Vec<_> = texts(&seeks).into_iter().map(|body| stored::parse_seek(body).unwrap()).collect();
    assert!(seeks.iter().all(|seek| seek.owner.name == "Almaz"));
    let times: Vec<_> = seeks.iter().map(|seek| seek.request.time_control).collect();
    let clock = GameTimeControl::Fischer { initial: 300, increment: 3, werera: Some(60) };
    let days = |days, werera_days| GameTimeControl::Days { days, werera_days };
    assert_eq!(times, [clock, days(2, None), days(3, Some(5)), clock]);
}

#[test]
fn stored_text_of_neither_form_is_rejected() {
    for text in [
        "",
        "{}",
        "[]",
        r#"{"v":1}"#,
        r#"{"seq":1,"type":"place","at":1}"#,
        r#"{"t":"place","v":1,"at":1,"d":{}}"#,
    ] {
        assert!(stored::parse_event(text).is_err(), "{text}");
        assert!(stored::parse_chat_entry(text).is_err(), "{text}");
        assert!(stored::parse_seek(text).is_err(), "{text}");
        assert!(stored::parse_time_control(text).is_err(), "{text}");
    }
}
