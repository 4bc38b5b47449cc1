//! Figures of how people play: moderators ask, the server counts, and nobody else reads them.

use std::time::{Duration, Instant};

use rukh_lab::indicator::REVISION;
use rukh_server::Config;
use rukh_server::wire::moderation::Role;
use rukh_store::{CountedGameRow, Store, clock};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::accounts::{Browser, with_accounts};
use crate::host::{Host, TestStorage, fischer, human, on_both};
use crate::moderation::{refused, with_role};

on_both! {
    moderator_asks_for_figures_and_reads_them
    figures_after_a_restart_are_those_without_one
    unreadable_row_of_a_person_does_not_stop_another
}

/// Fourteen plies, of which the last two of each side may count, in two orders.
const PLIES: [&[&str]; 2] = [
    &[
        "a2a3", "a7a6", "b2b3", "b7b6", "c2c3", "c7c6", "d2d3", "d7d6", "e2e3", "e7e6", "f2f3", "f7f6",
        "g2g3", "g7g6",
    ],
    &[
        "e2e3", "e7e6", "d2d3", "d7d6", "g2g3", "g7g6", "f2f3", "f7f6", "a2a3", "a7a6", "h2h3", "h7h6",
        "b2b3", "b7b6",
    ],
];

/// Two people play a game, which White gives up.
async fn play<'a>(white: &mut Browser<'a>, black: &mut Browser<'a>, plies: &[&str]) -> String {
    let seek = json!({ "instance": "shatranj", "colour": "white", "time_control": fischer(300, 3) });
    let seek = white.good("POST", "/api/v1/seeks", seek).await;
    let path = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    let game = black.good("POST", &path, json!({})).await["id"].as_str().unwrap().to_owned();
    let path = format!("/api/v1/games/{game}/intents");
    for (ply, mv) in plies.iter().enumerate() {
        let mover = if ply % 2 == 0 { &mut *white } else { &mut *black };
        let data = json!({ "kind": "move", "move": mv });
        mover.good("POST", &path, json!({ "id": format!("m{ply}"), "base": 0, "data": data })).await;
    }
    let bye = json!({ "kind": "resign", "side": "white" });
    white.good("POST", &path, json!({ "id": "bye", "base": 0, "data": bye })).await;
    game
}

/// Two accounts play both games; the id of White.
async fn rude_games(host: &Host) -> (Browser<'_>, String) {
    let (mut rude, mut victim) = (Browser::visiting(host).await, Browser::visiting(host).await);
    rude.register("Rude", 1).await;
    victim.register("Almaz", 2).await;
    for plies in PLIES {
        play(&mut rude, &mut victim, plies).await;
    }
    let id = rude.me().await["id"].as_str().unwrap().to_owned();
    (rude, id)
}

/// Waits until what was asked has ended.
async fn ended(moderator: &mut Browser<'_>, path: &str) -> Value {
    let began = Instant::now();
    loop {
        let found = moderator.good("GET", path, Value::Null).await;
        if !found["ended"].is_null() {
            return found;
        }
        assert!(began.elapsed() < Duration::from_secs(120), "{found}");
        sleep(Duration::from_millis(100)).await;
    }
}

async fn moderator_asks_for_figures_and_reads_them(storage: TestStorage) {
    let config = with_accounts(&storage);
    let host = Host::start_with(config.clone()).await;
    let (mut rude, id) = rude_games(&host).await;
    // A game with oneself says nothing.
    let (white, black) = (human(), human());
    let seats =
        json!({ "instance": "shatranj", "white": white, "black": black, "time_control": fischer(300, 3) });
    let game = rude.good("POST", "/api/v1/games", seats).await["id"].as_str().unwrap().to_owned();
    let intents = format!("/api/v1/games/{game}/intents");
    for mv in PLIES[0] {
        let data = json!({ "kind": "move", "move": mv });
        rude.good("POST", &intents, json!({ "id": mv, "base": 0, "data": data })).await;
    }
    let bye = json!({ "kind": "resign", "side": "white" });
    rude.good("POST", &intents, json!({ "id": "bye", "base": 0, "data": bye })).await;
    let mut moderator = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let path = format!("/api/v1/moderation/players/{id}/indicators");
    let before = moderator.good("GET", &path, Value::Null).await;
    assert_eq!((&before["asked"], &before["pools"]), (&Value::Null, &json!([])), "{before}");
    let asked = moderator.ask("POST", &path, &json!({})).await;
    assert_eq!(asked.status, 202, "{}", asked.body);
    // While it is under way nothing is asked twice.
    moderator.good("POST", &path, json!({})).await;
    let found = ended(&mut moderator, &path).await;
    assert_eq!((&found["done"], &found["total"]), (&json!(2), &json!(2)), "{found}");
    let pool = &found["pools"][0];
    assert_eq!(pool["pool"], json!({ "family": "shatranj", "die": false, "pace": "live" }));
    assert_eq!(
        (&pool["nodes"], &pool["earlier"], &pool["peers"]),
        (&json!(40_000), &Value::Null, &Value::Null)
    );
    let recent = &pool["recent"];
    assert_eq!(
        (&recent["games"], &recent["moves"], &recent["loss"]),
        (&json!(2), &json!(4), &Value::Null),
        "too little: {recent}"
    );

    // The person has them in the export, and reads them nowhere else.
    let export: Value = serde_json::from_str(&rude.export().await("indicators.json")).unwrap();
    assert_eq!(export["figures"][0]["figures"]["recent"], *recent);
    let games = export["games"].as_array().unwrap();
    let counted: usize = games.iter().map(|game| game["moves"].as_array().unwrap().len()).sum();
    assert_eq!((games.len(), counted), (2, 4), "{export}");
    assert_eq!(rude.refused("GET", &path, Value::Null).await, refused(403, "not_allowed"));

    // Nor does a moderator read of themselves, or have a colleague's counted.
    let own = moderator.me().await["id"].as_str().unwrap().to_owned();
    let own = format!("/api/v1/moderation/players/{own}/indicators");
    for method in ["GET", "POST"] {
        let body = if method == "GET" { Value::Null } else { json!({}) };
        assert_eq!(moderator.refused(method, &own, body).await, refused(403, "not_allowed"), "{method}");
    }
    let mut admin = with_role(&host, &config, "Abebe Admin", 5, Role::Admin).await;
    let boss = admin.me().await["id"].as_str().unwrap().to_owned();
    let boss = format!("/api/v1/moderation/players/{boss}/indicators");
    assert_eq!(moderator.refused("POST", &boss, json!({})).await, refused(403, "not_allowed"));

    let log = moderator.good("GET", "/api/v1/moderation/log", Value::Null).await;
    let entries = log["entries"].as_array().unwrap();
    let acts: Vec<_> = entries.iter().filter(|one| one["act"] == "indicators").collect();
    assert_eq!(acts.len(), 1, "{log}");
    assert_eq!((&acts[0]["actor"]["name"], &acts[0]["player"]["id"]), (&json!("Desta"), &json!(id)));

    rude.good("POST", "/api/v1/account/delete", json!({ "name": "Rude" })).await;
    let after = moderator.good("GET", &path, Value::Null).await;
    assert_eq!(after, before, "with the account they are gone");
    // Nor can they be asked for again, or of somebody who never was.
    for gone in [path, "/api/v1/moderation/players/nobodyatall/indicators".to_owned()] {
        assert_eq!(moderator.refused("POST", &gone, json!({})).await, refused(404, "no_such_player"));
        assert_eq!(moderator.good("GET", &gone, Value::Null).await, before, "nothing is stored");
    }
}

/// The counted moves of a person, without times, which differ.
async fn counted(config: &Config, id: &str) -> Vec<String> {
    let (store, closing) = Store::open(&config.storage(), "beside").await.unwrap();
    let rows = store.counted_games(&id.parse().unwrap()).await.unwrap();
    drop(store);
    closing.await;
    let moves = |body: &str| {
        let mut moves: Value = serde_json::from_str(body).unwrap();
        for one in moves.as_array_mut().unwrap() {
            one.as_object_mut().unwrap().remove("time");
        }
        moves.to_string()
    };
    let mut all: Vec<String> = rows.iter().map(|row| moves(&row.body)).collect();
    all.sort();
    all
}

async fn figures_after_a_restart_are_those_without_one(storage: TestStorage) {
    let other = TestStorage::new();
    let mut found = Vec::new();
    for (storage, restarts) in [(&storage, true), (&other, false)] {
        let config = with_accounts(storage);
        let mut host = Host::start_with(config.clone()).await;
        let id = rude_games(&host).await.1;
        let path = format!("/api/v1/moderation/players/{id}/indicators");
        let mut moderator = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
        moderator.good("POST", &path, json!({})).await;
        if restarts {
            let began = Instant::now();
            // Amid the second game.
            let seen = loop {
                let seen = moderator.good("GET", &path, Value::Null).await;
                if seen["done"] != json!(0) {
                    break seen;
                }
                assert!(began.elapsed() < Duration::from_secs(120), "no game is judged");
                sleep(Duration::from_millis(5)).await;
            };
            assert_eq!(seen["ended"], Value::Null, "something is left to do after the restart: {seen}");
            host.stop().await;
            host = Host::start_with(config.clone()).await;
        }
        let mut moderator = with_role(&host, &config, "Sara", 4, Role::Moderator).await;
        let report = ended(&mut moderator, &path).await;
        assert_eq!((&report["done"], &report["total"]), (&json!(2), &json!(2)), "{report}");
        host.stop().await;
        found.push(counted(&config, &id).await);
    }
    assert_eq!(found[0].len(), 2, "{found:?}");
    assert_eq!(found[0], found[1]);
}

/// Puts a row that nobody can read in the place of each counted game of a person.
async fn spoil(config: &Config, id: &str) {
    let (store, closing) = Store::open(&config.storage(), "beside").await.unwrap();
    let player = id.parse().unwrap();
    let rows = store.counted_games(&player).await.unwrap();
    assert_eq!(rows.len(), PLIES.len());
    assert!(store.ask_indicators(&player, &"m".parse().unwrap(), clock::now()).await.unwrap());
    let claim = store.claim_indicators().await.unwrap().expect("it is asked");
    for row in rows {
        assert_eq!(row.revision, REVISION);
        let row = CountedGameRow { body: "x".to_owned(), ..row };
        assert!(store.save_counted_game(&claim, &row, (0, 2)).await.unwrap());
    }
    assert!(store.end_indicators(&claim, clock::now()).await.unwrap());
    drop((store, claim));
    closing.await;
}

async fn unreadable_row_of_a_person_does_not_stop_another(storage: TestStorage) {
    let config = with_accounts(&storage);
    let mut host = Host::start_with(config.clone()).await;
    let id = rude_games(&host).await.1;
    let mut moderator = with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let path = |id: &str| format!("/api/v1/moderation/players/{id}/indicators");
    moderator.good("POST", &path(&id), json!({})).await;
    let before = ended(&mut moderator, &path(&id)).await;
    host.stop().await;
    spoil(&config, &id).await;
    host = Host::start_with(config.clone()).await;
    let mut moderator = with_role(&host, &config, "Sara", 4, Role::Moderator).await;
    let mut other = Browser::visiting(&host).await;
    other.register("Bekele", 5).await;
    let other = other.me().await["id"].as_str().unwrap().to_owned();
    for asked in [&id, &other] {
        moderator.good("POST", &path(asked), json!({})).await;
    }
    ended(&mut moderator, &path(&other)).await;
    let after = ended(&mut moderator, &path(&id)).await;
    let moves = |found: &Value| found["pools"][0]["recent"]["moves"].clone();
    assert_eq!((moves(&after), moves(&before)), (json!(4), json!(4)), "they are counted again: {after}");
    host.stop().await;
}
