//! Rated games: who may play them, what they change, and what shows it.

use std::time::Duration;

use serde_json::{Value, json};

use crate::accounts::{Browser, with_accounts};
use crate::host::{Host, TestStorage, fischer, human, on_both};
use rukh_store::{FinishedGameConsumer, Store};

on_both! {
    rated_game_changes_both_ratings_once
    rated_game_is_for_accounts_with_a_clock_and_the_usual_start
    game_without_a_move_of_both_does_not_count
    same_two_people_are_rated_a_dozen_times_a_day
    game_with_a_level_is_read_once_it_has_ended
}

fn rated(instance: &str) -> Value {
    json!({ "instance": instance, "colour": "white", "time_control": fischer(300, 3), "rated": true })
}

/// Two people begin a game of a seek: its list entry.
async fn begin(almaz: &mut Browser<'_>, bekele: &mut Browser<'_>, seek: Value) -> Value {
    let seek = almaz.good("POST", "/api/v1/seeks", seek).await;
    let path = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    bekele.good("POST", &path, json!({})).await
}

async fn act(person: &mut Browser<'_>, game: &str, id: &str, d: Value) {
    let path = format!("/api/v1/games/{game}/intents");
    person.good("POST", &path, json!({ "id": id, "base": 0, "data": d })).await;
}

/// Both move, then Black resigns.
async fn play(white: &mut Browser<'_>, black: &mut Browser<'_>, game: &str) {
    act(white, game, "w1", json!({ "kind": "move", "move": "e2e3" })).await;
    act(black, game, "b1", json!({ "kind": "move", "move": "e7e6" })).await;
    act(black, game, "b2", json!({ "kind": "resign", "side": "black" })).await;
}

/// What became of the ratings, once that is known.
async fn ratings_of(person: &mut Browser<'_>, game: &str) -> Value {
    let path = format!("/api/v1/games/{game}/ratings");
    for _ in 0..200 {
        let ratings = person.good("GET", &path, Value::Null).await;
        if ratings["state"] != "pending" {
            return ratings;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the game is not rated in time");
}

async fn rated_game_changes_both_ratings_once(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (mut almaz, mut bekele) = (Browser::visiting(&host).await, Browser::visiting(&host).await);
    almaz.register("Almaz", 1).await;
    bekele.register("Bekele", 2).await;
    let seek = almaz.good("POST", "/api/v1/seeks", rated("shatranj")).await;
    assert_eq!(seek["rating"], json!({ "value": 1500, "deviation": 350, "provisional": true }));
    assert_eq!(bekele.good("GET", "/api/v1/seeks", Value::Null).await["seeks"][0], seek);
    let path = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    let card = bekele.good("POST", &path, json!({})).await;
    let pool = json!({ "family": "shatranj", "die": false, "pace": "live" });
    assert_eq!((&card["rated"]["pool"], &card["rated"]["white"]["value"]), (&pool, &json!(1500)));
    let game = card["id"].as_str().unwrap();
    let ratings = format!("/api/v1/games/{game}/ratings");
    assert_eq!(almaz.good("GET", &ratings, Value::Null).await, json!({ "state": "pending" }));
    play(&mut almaz, &mut bekele, game).await;
    let changed = ratings_of(&mut almaz, game).await;
    let values = |side: &str| {
        ["before", "after"].map(|when| changed["changes"][side][when]["value"].as_u64().unwrap())
    };
    assert_eq!((values("white"), values("black")), ([1500, 1662], [1500, 1338]), "{changed}");

    let id = almaz.me().await["id"].as_str().unwrap().to_owned();
    let details = almaz.good("GET", &format!("/api/v1/players/{id}"), Value::Null).await;
    assert_eq!(details["has_account"], true);
    let shown = &details["ratings"][0];
    assert_eq!(
        (&shown["pool"], &shown["rating"]["value"], &shown["games"]),
        (&pool, &json!(1662), &json!(1))
    );
    let path = format!("/api/v1/players/{id}/ratings/shatranj-live");
    let points = almaz.good("GET", &path, Value::Null).await["points"].clone();
    assert_eq!((points.as_array().unwrap().len(), &points[0]["game"]), (1, &json!(game)));
    let pgn = host.get(&format!("/api/v1/games/{game}/pgn")).await.body;
    assert!(pgn.contains("[WhiteElo \"1500\"]"), "{pgn}");

    // The rematch is rated too, by the new ratings, and with colours exchanged.
    act(&mut almaz, game, "w3", json!({ "kind": "rematch", "side": "white" })).await;
    act(&mut bekele, game, "b3", json!({ "kind": "rematch", "side": "black" })).await;
    let games = almaz.good("GET", "/api/v1/games?player=me&state=live", Value::Null).await;
    let again = &games["games"][0]["rated"];
    assert_eq!((&again["white"]["value"], &again["black"]["value"]), (&json!(1338), &json!(1662)), "{games}");

    let pools = host.get("/api/v1/ratings").await.json();
    assert_eq!(pools["pools"], json!([{ "pool": pool, "players": 2, "bots": 0 }]));
    let board = host.get("/api/v1/ratings/shatranj-live").await.json();
    assert_eq!((&board["pool"], &board["leaders"]), (&pool, &json!([])), "nobody is well known yet");
    let refused = host.get("/api/v1/ratings/shatranj-blitz").await;
    assert_eq!((refused.status, &refused.json()["error"]["code"]), (400, &json!("bad_pool")));
}

async fn rated_game_is_for_accounts_with_a_clock_and_the_usual_start(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (mut almaz, mut guest) = (Browser::visiting(&host).await, Browser::visiting(&host).await);
    almaz.register("Almaz", 1).await;
    let refusal = |status: u16, code: &str| (status, code.to_owned());
    let refused = guest.refused("POST", "/api/v1/seeks", rated("shatranj")).await;
    assert_eq!(refused, refusal(409, "rated_needs_account"));
    let untimed = json!({ "instance": "shatranj", "rated": true });
    let refused = almaz.refused("POST", "/api/v1/seeks", untimed).await;
    assert_eq!(refused, refusal(409, "rated_without_clock"));
    let mut other_start = rated("shatranj");
    other_start["fen"] = json!("k7/8/8/8/8/8/8/K6R w - - 0 1");
    let refused = almaz.refused("POST", "/api/v1/seeks", other_start).await;
    assert_eq!(refused, refusal(409, "rated_position"));

    let mut by_link = rated("oblong-dice");
    by_link["private"] = json!(true);
    let seek = almaz.good("POST", "/api/v1/seeks", by_link).await;
    let path = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    assert_eq!(guest.refused("POST", &path, json!({})).await, refusal(409, "rated_needs_account"));
    guest.register("Bekele", 2).await;
    let card = guest.good("POST", &path, json!({})).await;
    assert_eq!((&card["private"], &card["rated"]["pool"]["die"]), (&json!(false), &json!(true)));
}

async fn game_without_a_move_of_both_does_not_count(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (mut almaz, mut bekele) = (Browser::visiting(&host).await, Browser::visiting(&host).await);
    almaz.register("Almaz", 1).await;
    bekele.register("Bekele", 2).await;
    let card = begin(&mut almaz, &mut bekele, rated("shatranj")).await;
    let game = card["id"].as_str().unwrap();
    act(&mut almaz, game, "w1", json!({ "kind": "move", "move": "e2e3" })).await;
    act(&mut bekele, game, "b1", json!({ "kind": "resign", "side": "black" })).await;
    assert_eq!(ratings_of(&mut almaz, game).await, json!({ "state": "uncounted" }));
    let mut uneven = rated("shatranj");
    (uneven["odds"], uneven["private"]) = (fischer(60, 0), json!(true));
    assert_eq!(almaz.refused("POST", "/api/v1/seeks", uneven).await, (409, "rated_odds".to_owned()));
    let friendly = json!({ "instance": "shatranj", "time_control": fischer(300, 3) });
    let card = begin(&mut almaz, &mut bekele, friendly).await;
    assert_eq!(ratings_of(&mut almaz, card["id"].as_str().unwrap()).await, json!({ "state": "unrated" }));
}

async fn same_two_people_are_rated_a_dozen_times_a_day(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (mut almaz, mut bekele) = (Browser::visiting(&host).await, Browser::visiting(&host).await);
    almaz.register("Almaz", 1).await;
    bekele.register("Bekele", 2).await;
    for _ in 0..12 {
        let card = begin(&mut almaz, &mut bekele, rated("shatranj")).await;
        let game = card["id"].as_str().unwrap();
        play(&mut almaz, &mut bekele, game).await;
        assert_eq!(ratings_of(&mut almaz, game).await["state"], "changed");
    }
    let seek = almaz.good("POST", "/api/v1/seeks", rated("shatranj")).await;
    let path = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    let refused = bekele.refused("POST", &path, json!({})).await;
    assert_eq!(refused, (409, "rated_too_often".to_owned()));
}

async fn game_with_a_level_is_read_once_it_has_ended(storage: TestStorage) {
    let config = with_accounts(&storage);
    let place = config.storage();
    let host = Host::start_with(config).await;
    let mut almaz = Browser::visiting(&host).await;
    almaz.register("Almaz", 1).await;
    let plan = json!({
        "instance": "shatranj", "white": human(), "black": { "kind": "engine", "level": 1 },
        "time_control": fischer(300, 3),
    });
    let game = almaz.good("POST", "/api/v1/games", plan).await["id"].as_str().unwrap().to_owned();
    act(&mut almaz, &game, "w1", json!({ "kind": "move", "move": "e2e3" })).await;
    while host.view(&game).await["seq"].as_u64().unwrap() < 3 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    act(&mut almaz, &game, "w2", json!({ "kind": "resign", "side": "white" })).await;
    for _ in 0..200 {
        tokio::time::sleep(Duration::from_millis(50)).await;
        let (store, closing) = Store::open_beside(&place).await.unwrap();
        let waiting = store.count_finished_games(FinishedGameConsumer::Levels).await.unwrap();
        let rated = store.level_ratings().await.unwrap();
        drop(store);
        closing.await;
        if waiting == 0 {
            assert_eq!(rated, [], "Almaz is not well known");
            let levels = almaz.good("GET", "/api/v1/levels", Value::Null).await;
            assert_eq!(levels["levels"][0]["ratings"], json!([]));
            return;
        }
    }
    panic!("the game is not read in time");
}
