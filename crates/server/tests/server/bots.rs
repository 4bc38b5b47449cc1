//! Bot accounts: how an account becomes one, where that is seen, and what a bot may not do.

use serde_json::{Value, json};

use crate::accounts::{Browser, with_accounts};
use crate::host::{Host, TestStorage, fischer, human, on_both};

on_both! {
    account_becomes_a_bot_for_good_before_it_plays
    bot_is_marked_wherever_its_name_stands
    game_of_a_bot_is_rated_if_both_chose_it
    bot_joins_only_events_that_allow_it
}

async fn become_bot(browser: &mut Browser<'_>, name: &str) -> Value {
    browser.good("POST", "/api/v1/account/bot", json!({ "name": name })).await
}

fn refusal(status: u16, code: &str) -> (u16, String) {
    (status, code.to_owned())
}

async fn account_becomes_a_bot_for_good_before_it_plays(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (mut bot, mut person) = (Browser::visiting(&host).await, Browser::visiting(&host).await);
    let path = "/api/v1/account/bot";
    assert_eq!(bot.refused("POST", path, json!({ "name": "Ferz" })).await, refusal(401, "no_account"));
    bot.register("Ferz", 1).await;
    assert_eq!(bot.refused("POST", path, json!({ "name": "Alfil" })).await, refusal(400, "other_name"));
    let seek = bot.good("POST", "/api/v1/seeks", json!({ "instance": "shatranj" })).await;
    assert_eq!(bot.refused("POST", path, json!({ "name": "Ferz" })).await, refusal(409, "has_played"));
    bot.good("DELETE", &format!("/api/v1/seeks/{}", seek["id"].as_str().unwrap()), Value::Null).await;
    let me = become_bot(&mut bot, "Ferz").await;
    assert_eq!((&me["name"], &me["is_bot"]), (&json!("Ferz (bot)"), &json!(true)));
    let account = bot.good("GET", "/api/v1/account", Value::Null).await;
    assert_eq!((&account["name"], account["bot"].is_u64()), (&json!("Ferz"), true));
    assert_eq!(become_bot(&mut bot, "Ferz").await, me, "again, nothing changes");
    let export = bot.export().await;
    assert!(export("account.json").contains("\"bot\": 1"), "{}", export("account.json"));

    person.register("Almaz", 2).await;
    let game = json!({ "instance": "shatranj", "white": human(), "black": human() });
    person.good("POST", "/api/v1/games", game).await;
    assert_eq!(person.refused("POST", path, json!({ "name": "Almaz" })).await, refusal(409, "has_played"));
    let named = json!({ "name": "Almaz (bot)" });
    assert_eq!(person.refused("POST", "/api/v1/account/name", named).await, refusal(400, "bad_name"));
}

async fn bot_is_marked_wherever_its_name_stands(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (mut bot, mut person) = (Browser::visiting(&host).await, Browser::visiting(&host).await);
    bot.register("Ferz", 1).await;
    let id = become_bot(&mut bot, "Ferz").await["id"].clone();
    let seek = bot.good("POST", "/api/v1/seeks", json!({ "instance": "shatranj", "colour": "white" })).await;
    assert_eq!(seek["owner"], json!({ "id": id, "name": "Ferz (bot)", "is_bot": true }));
    let path = format!("/api/v1/seeks/{}/accept", seek["id"].as_str().unwrap());
    let card = person.good("POST", &path, json!({})).await;
    let seat = json!({ "player": { "kind": "bot", "id": id }, "name": "Ferz (bot)" });
    assert_eq!((&card["white"], &card["black"]["player"]["kind"]), (&seat, &json!("guest")));
    let game = card["id"].as_str().unwrap();
    assert_eq!(host.hello(game).await["game"]["white"], seat);
    let intents = format!("/api/v1/games/{game}/intents");
    let resign = json!({ "id": "up", "base": 0, "data": { "kind": "resign", "side": "white" } });
    bot.good("POST", &intents, resign).await;
    let pgn = host.get(&format!("/api/v1/games/{game}/pgn")).await.body;
    assert!(pgn.contains("[White \"Ferz (bot)\"]") && pgn.contains("[WhiteTitle \"BOT\"]"), "{pgn}");
    assert!(!pgn.contains("BlackTitle"), "{pgn}");
    let player = person.good("GET", &format!("/api/v1/players/{}", id.as_str().unwrap()), Value::Null).await;
    assert_eq!((&player["name"], &player["is_bot"]), (&json!("Ferz (bot)"), &json!(true)));
    // The account goes, and its games still say what played them.
    bot.good("POST", "/api/v1/account/delete", json!({ "name": "Ferz" })).await;
    let replay = host.get(&format!("/api/v1/games/{game}/replay")).await.json();
    let name = replay["game"]["white"]["name"].as_str().unwrap();
    assert!(name.starts_with("Guest ") && name.ends_with(" (bot)"), "{name}");
}

async fn game_of_a_bot_is_rated_if_both_chose_it(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (mut bot, mut person) = (Browser::visiting(&host).await, Browser::visiting(&host).await);
    bot.register("Ferz", 1).await;
    person.register("Almaz", 2).await;
    let ferz = become_bot(&mut bot, "Ferz").await["id"].clone();
    let rated =
        json!({ "instance": "shatranj", "colour": "white", "time_control": fischer(300, 3), "rated": true });

    // A person says that anyone may come, and cannot mean a bot.
    let seek = person.good("POST", "/api/v1/seeks", rated.clone()).await["id"].as_str().unwrap().to_owned();
    let accept = format!("/api/v1/seeks/{seek}/accept");
    assert_eq!(bot.refused("POST", &accept, json!({})).await, refusal(409, "rated_not_for_bots"));
    let mut open = rated.clone();
    open["times"] = json!([]);
    let offer =
        person.good("POST", "/api/v1/appointments", open.clone()).await["id"].as_str().unwrap().to_owned();
    let accept = format!("/api/v1/appointments/{offer}/accept");
    assert_eq!(bot.refused("POST", &accept, json!({})).await, refusal(409, "rated_not_for_bots"));

    // Whoever accepts what a bot offers, or asks a bot, has chosen it.
    open["whom"] = ferz;
    let asked = person.good("POST", "/api/v1/appointments", open).await["id"].as_str().unwrap().to_owned();
    let begun = bot.good("POST", &format!("/api/v1/appointments/{asked}/accept"), json!({})).await;
    let game = host.hello(begun["game"].as_str().unwrap()).await["game"].clone();
    assert_eq!(game["rated"]["white"]["value"], 1500, "{game}");
    let seek = bot.good("POST", "/api/v1/seeks", rated).await["id"].as_str().unwrap().to_owned();
    let card = person.good("POST", &format!("/api/v1/seeks/{seek}/accept"), json!({})).await;
    let game = card["id"].as_str().unwrap().to_owned();
    let intents = format!("/api/v1/games/{game}/intents");
    for (number, white, d) in [
        (1, true, json!({ "kind": "move", "move": "e2e3" })),
        (2, false, json!({ "kind": "move", "move": "e7e6" })),
        (3, false, json!({ "kind": "resign", "side": "black" })),
    ] {
        let player = if white { &mut bot } else { &mut person };
        let id = format!("i{number}");
        player.good("POST", &intents, json!({ "id": id, "base": 0, "data": d })).await;
    }
    for _ in 0..200 {
        let ratings = person.good("GET", &format!("/api/v1/games/{game}/ratings"), Value::Null).await;
        if ratings["state"] == "changed" {
            break;
        }
        tokio::time::sleep(std::time::Duration::from_millis(100)).await;
    }
    let pools = host.get("/api/v1/ratings").await.json();
    assert_eq!(
        (&pools["pools"][0]["players"], &pools["pools"][0]["bots"]),
        (&json!(1), &json!(1)),
        "{pools}"
    );
    for path in ["/api/v1/ratings/shatranj-live", "/api/v1/ratings/shatranj-live/bots"] {
        let board = host.get(path).await;
        assert_eq!((board.status, &board.json()["leaders"]), (200, &json!([])), "nobody is well known yet");
    }
}

async fn bot_joins_only_events_that_allow_it(storage: TestStorage) {
    let host = Host::start_with(with_accounts(&storage)).await;
    let (mut bot, mut person) = (Browser::visiting(&host).await, Browser::visiting(&host).await);
    bot.register("Ferz", 1).await;
    person.register("Almaz", 2).await;
    become_bot(&mut bot, "Ferz").await;
    let mut request = json!({
        "name": "Arena", "instance": "shatranj", "time_control": fischer(300, 0),
        "format": { "kind": "arena", "minutes": 60 }, "starts": crate::appointments::in_ms(3_600_000),
    });
    let event = person.good("POST", "/api/v1/events", request.clone()).await;
    assert_eq!(event["bots"], false);
    let path = format!("/api/v1/events/{}", event["id"].as_str().unwrap());
    let joined = bot.refused("POST", &format!("{path}/join"), json!({})).await;
    assert_eq!(joined, refusal(409, "event_for_people"));
    request["bots"] = json!(true);
    assert_eq!(person.refused("POST", &path, request.clone()).await, refusal(400, "bad_event"));
    let event = person.good("POST", "/api/v1/events", request).await;
    let path = format!("/api/v1/events/{}", event["id"].as_str().unwrap());
    let details = bot.good("POST", &format!("{path}/join"), json!({})).await;
    let standing = &details["standings"][0]["player"];
    assert_eq!((&standing["name"], &standing["is_bot"]), (&json!("Ferz (bot)"), &json!(true)));

    let mut late = Browser::visiting(&host).await;
    late.register("Bekele", 3).await;
    late.good("POST", &format!("{path}/join"), json!({})).await;
    let refused = late.refused("POST", "/api/v1/account/bot", json!({ "name": "Bekele" })).await;
    assert_eq!(refused, refusal(409, "has_played"), "of the event a game may begin");
}
