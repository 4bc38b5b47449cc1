//! Simuls: one host against all who have joined, at once.

use std::time::{Duration, Instant};

use rukh_server::wire::moderation::{Measure, ReportReason};
use rukh_server::{Config, WeeklyCalendar, end_event_at};
use rukh_store::{NewSanction, Store};
use serde_json::{Value, json};

use crate::events::{TIMEOUT, accounts, act, details, in_ms, join_all, quick};
use crate::host::{Host, Person, TestStorage, fischer, on_both, on_crashing_runtime};

on_both! {
    simul_of_five_is_played_to_its_end
    host_who_withdraws_calls_the_simul_off
    whoever_leaves_has_no_board_and_whoever_is_removed_stays_away
    simul_that_does_not_fit_is_refused
    simul_of_the_calendar_has_the_host_that_is_named
    result_that_stands_counts_at_an_early_end
}

fn simul(host_colour: &str, begin_with: u16) -> Value {
    json!({ "kind": "simul", "host_colour": host_colour, "boards": 9, "begin_with": begin_with })
}

fn request(format: Value, starts: u64) -> Value {
    json!({
        "name": "Adli against all", "instance": "shatranj", "time_control": fischer(300, 0), "format": format,
        "starts": starts,
    })
}

async fn make(host: &Host, by: &Person, format: Value, starts: u64) -> String {
    let reply = host.post_as(by, "/api/v1/events", &request(format, starts)).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()["id"].as_str().unwrap().to_owned()
}

fn games(event: &Value) -> &Vec<Value> {
    event["games"].as_array().unwrap()
}

fn id_of<'e>(game: &'e Value, side: &str) -> &'e str {
    game[side]["id"].as_str().unwrap()
}

/// A person resigns a game of an event; it may have ended already.
async fn resign(host: &Host, person: &Person, game: &Value) {
    let side = if id_of(game, "white") == person.id { "white" } else { "black" };
    let intent = json!({ "kind": "resign", "side": side });
    let (status, answer) =
        host.send_intent_as(person, game["game"].as_str().unwrap(), "give up", intent).await;
    // After a crash its lease has to expire.
    let is_usual = ["over", "bad_intent", "unavailable"].iter().any(|code| answer["code"] == *code);
    assert!(status == 200 || is_usual, "{answer}");
}

/// Waits until an event is as wanted, while somebody resigns what is open.
async fn wait_until(
    host: &Host,
    event: &str,
    loser: Option<&Person>,
    is_wanted: impl Fn(&Value) -> bool,
) -> Value {
    let began = Instant::now();
    loop {
        let now = details(host, event).await;
        if is_wanted(&now) {
            return now;
        }
        assert!(began.elapsed() < TIMEOUT, "{now}");
        if let Some(loser) = loser {
            for game in games(&now).iter().filter(|game| game["result"].is_null()) {
                resign(host, loser, game).await;
            }
        }
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}

fn code(reply: &(u16, Value)) -> (u16, &str) {
    (reply.0, reply.1["error"]["code"].as_str().unwrap_or_default())
}

async fn simul_of_five_is_played_to_its_end(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let people = accounts(&host, 7).await;
    let (giver, players, late) = (&people[0], &people[1..6], &people[6]);
    let event = make(&host, giver, simul("alternating", 5), in_ms(3_600_000)).await;
    let mut socket = host.open(Some(&players[0]), &format!("/ws/v1/event/{event}")).await;
    join_all(&host, &players[..4], &event).await;
    assert_eq!(code(&act(&host, giver, &event, "begin").await), (409, "too_few_players"));
    assert_eq!(code(&act(&host, giver, &event, "join").await), (409, "already_joined"));
    join_all(&host, &players[4..], &event).await;
    assert_eq!(code(&act(&host, &players[0], &event, "begin").await), (403, "not_allowed"));

    let (status, begun) = act(&host, giver, &event, "begin").await;
    assert_eq!((status, &begun["phase"], &begun["entrants"]), (200, &json!("running"), &json!(5)), "{begun}");
    assert!(begun["starts"].as_u64().unwrap() <= in_ms(0), "it has begun before its time");
    assert_eq!((&begun["you"]["hosts"], &begun["you"]["game"]), (&json!(true), &json!(null)));
    assert_eq!(games(&begun).len(), 5, "all games begin at once");
    for (board, game) in games(&begun).iter().enumerate() {
        let (own, other) = if board % 2 == 0 { ("white", "black") } else { ("black", "white") };
        assert_eq!((id_of(game, own), id_of(game, other)), (&*giver.id, &*players[board].id));
        let card = host.hello(game["game"].as_str().unwrap()).await["game"].clone();
        assert!(card["rated"].is_null(), "{card}");
    }
    check_absence(&host, &begun).await;
    assert_eq!(socket.until("paired").await["game"], games(&begun)[0]["game"]);
    assert_eq!(code(&act(&host, late, &event, "join").await), (409, "entry_closed"));
    assert_eq!(code(&act(&host, giver, &event, "begin").await), (409, "event_started"));
    let own = host.get_as(&players[1], &format!("/api/v1/events/{event}")).await.json();
    assert_eq!(own["you"]["game"], games(&begun)[1]["game"]);

    resign(&host, giver, &games(&begun)[0]).await;
    for (game, player) in games(&begun).iter().zip(players).skip(1) {
        resign(&host, player, game).await;
    }
    let end = wait_until(&host, &event, None, |event| event["phase"] == "finished").await;
    check_end(&host, &event, &end, giver).await;
}

/// The host is on one board at a time, and nobody claims the games on the others.
async fn check_absence(host: &Host, begun: &Value) {
    for (board, game) in games(begun).iter().enumerate() {
        let (own, other) = if board % 2 == 0 { ("white", "black") } else { ("black", "white") };
        let presence = host.hello(game["game"].as_str().unwrap()).await["presence"].clone();
        assert_eq!((&presence[own]["connected"], &presence[own]["claim_at"]), (&json!(false), &json!(null)));
        assert!(presence[other]["claim_at"].is_number(), "{presence}");
    }
}

/// The host has won four games of five.
async fn check_end(host: &Host, event: &str, end: &Value, giver: &Person) {
    let standings = end["standings"].as_array().unwrap();
    let first = &standings[0];
    assert_eq!((&first["player"]["id"], &first["rank"]), (&json!(giver.id), &json!(0)));
    assert_eq!((&first["points"], &first["games"], &end["winner"]), (&json!(4.0), &json!(5), &json!(null)));
    let points: Vec<f64> = standings[1..].iter().map(|row| row["points"].as_f64().unwrap()).collect();
    assert_eq!(points, [1.0, 0.0, 0.0, 0.0, 0.0]);
    let ranks: Vec<u64> = standings[1..].iter().map(|row| row["rank"].as_u64().unwrap()).collect();
    assert_eq!(ranks, [1, 2, 2, 2, 2]);
    let file = async |kind: &str| host.get(&format!("/api/v1/events/{event}/{kind}")).await;
    assert!(file("results.csv").await.body.contains("0,Almaz,1500,4.0,5,4,no,"));
    let trf = file("results.trf").await;
    assert_eq!((trf.status, &trf.json()["error"]["code"]), (400, &json!("no_rounds")));
    assert!(file("results.json").await.body.contains("\"kind\":\"simul\""));
    assert_eq!(file("games.pgn").await.body.matches("[White \"").count(), 5);
    let feed = host.get("/api/v1/events.atom").await;
    assert!(feed.body.contains("Simul of Almaz, up to 9 boards"), "{}", feed.body);
}

async fn host_who_withdraws_calls_the_simul_off(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let people = accounts(&host, 2).await;
    let event = make(&host, &people[0], simul("white", 1), in_ms(3_600_000)).await;
    join_all(&host, &people[1..], &event).await;
    let (status, off) = act(&host, &people[0], &event, "withdraw").await;
    assert_eq!((status, &off["phase"], &off["games"]), (200, &json!("cancelled"), &json!([])));
    assert_eq!(code(&act(&host, &people[1], &event, "join").await), (409, "event_over"));
    // Alone at its time, the host plays nobody.
    let event = make(&host, &people[0], simul("white", 1), in_ms(500)).await;
    let off = wait_until(&host, &event, None, |event| event["phase"] == "cancelled").await;
    assert_eq!((&off["entrants"], &off["games"]), (&json!(0), &json!([])));
}

async fn whoever_leaves_has_no_board_and_whoever_is_removed_stays_away(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let people = accounts(&host, 7).await;
    let (giver, blocked) = (&people[0], &people[5]);
    let block = host.post_as(giver, "/api/v1/blocks", &json!({ "player": blocked.id })).await;
    assert!(block.status < 300, "{}", block.body);
    let event = make(&host, giver, simul("black", 9), in_ms(2_500)).await;
    assert_eq!(code(&act(&host, blocked, &event, "join").await), (409, "blocked"));
    let seen = host.get_as(blocked, &format!("/api/v1/events/{event}")).await.json();
    assert_eq!(seen["you"]["may_join"], false);
    join_all(&host, &people[1..5], &event).await;
    // Who blocks the host after joining does not play either.
    join_all(&host, &people[6..], &event).await;
    let block = host.post_as(&people[6], "/api/v1/blocks", &json!({ "player": giver.id })).await;
    assert!(block.status < 300, "{}", block.body);
    let remove = async |by: &Person, player: &str| {
        let path = format!("/api/v1/events/{event}/remove");
        let reply = host.post_as(by, &path, &json!({ "player": player })).await;
        (reply.status, reply.json())
    };
    assert_eq!(code(&remove(&people[1], &people[2].id).await), (403, "not_allowed"));
    assert_eq!(remove(giver, &giver.id).await.0, 404, "the host stays");
    assert_eq!(remove(giver, &blocked.id).await.0, 404, "who has not joined");
    assert_eq!(remove(giver, &people[2].id).await.0, 200);
    assert_eq!(code(&act(&host, &people[2], &event, "join").await), (409, "entry_declined"));
    let seen = host.get_as(&people[2], &format!("/api/v1/events/{event}")).await.json();
    assert_eq!(seen["you"]["may_join"], false);
    assert_eq!(act(&host, &people[3], &event, "withdraw").await.0, 200);

    // At its time it begins with those who are there, however few.
    let begun = wait_until(&host, &event, None, |event| event["phase"] == "running").await;
    assert_eq!((games(&begun).len(), &begun["entrants"]), (2, &json!(2)));
    assert_eq!(code(&remove(giver, &people[1].id).await), (409, "event_started"));
    let (status, left) = act(&host, &people[1], &event, "withdraw").await;
    assert_eq!((status, games(&left).iter().filter(|game| game["result"].is_null()).count()), (200, 2));
    let end = wait_until(&host, &event, Some(giver), |event| event["phase"] == "finished").await;
    let rows = end["standings"].as_array().unwrap();
    assert_eq!((rows.len(), &rows[0]["points"]), (3, &json!(0.0)), "{end}");
    let gone = rows.iter().find(|row| row["player"]["id"] == json!(people[1].id)).unwrap();
    assert_eq!((&gone["withdrawn"], &gone["points"]), (&json!(true), &json!(1.0)), "the game went on");
}

async fn simul_that_does_not_fit_is_refused(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let giver = &accounts(&host, 1).await[0];
    let sound = request(simul("white", 2), in_ms(3_600_000));
    let with = |key: &str, value: Value| {
        let mut format = sound["format"].clone();
        format[key] = value;
        request(format, in_ms(3_600_000))
    };
    let mut rated = sound.clone();
    rated["rated"] = json!(true);
    let mut werera = sound.clone();
    werera["instance"] = json!("senterej");
    let mut many = with("boards", json!(51));
    many["time_control"] = json!({ "kind": "days", "days": 3 });
    for (body, part) in [
        (with("boards", json!(0)), "1 to 20 `boards`, not 0"),
        (with("boards", json!(21)), "1 to 20 `boards`, not 21"),
        (many, "1 to 50 `boards`, not 51"),
        (with("begin_with", json!(10)), "`begin_with` is from 1 to the number of `boards`, 9, not 10"),
        (with("begin_with", json!(0)), "`begin_with` is from 1"),
        (rated, "not rated"),
        (werera, "needs a `time_control` of kind `days`"),
    ] {
        let reply = host.post_as(giver, "/api/v1/events", &body).await;
        assert_eq!((reply.status, &reply.json()["error"]["code"]), (400, &json!("bad_event")), "{body}");
        assert!(reply.body.contains(part), "{}", reply.body);
    }
    let reply = host.post_as(giver, "/api/v1/events", &with("host_colour", json!("red"))).await;
    assert!((400..500).contains(&reply.status), "{}", reply.body);
    for _ in 0..5 {
        assert_eq!(host.post_as(giver, "/api/v1/events", &sound).await.status, 201);
    }
    let reply = host.post_as(giver, "/api/v1/events", &sound).await;
    assert_eq!((reply.status, &reply.json()["error"]["code"]), (409, &json!("too_many_events")));
}

async fn simul_of_the_calendar_has_the_host_that_is_named(storage: TestStorage) {
    let calendar = "[[event]]\nid = 'simul'\nname = 'Simul'\nweekday = 'friday'\ntime = '18:00'\n\
        instance = 'shatranj'\ntime-control = { kind = 'fischer', initial = 1800, increment = 10 }\n\
        format = { kind = 'simul', host_colour = 'white', boards = 12, begin_with = 4 }\nhost = 'Almaz'\n";
    // Of one who may not play nothing is made.
    let suspended = calendar.replace("'simul'\nname", "'none'\nname").replace("Almaz", "Bekele");
    let calendar = Some(WeeklyCalendar::parse(&(suspended + calendar)).unwrap());
    let host = Host::start_with(quick(&storage)).await;
    let giver = accounts(&host, 2).await.remove(0);
    host.stop().await;
    let new = |player| NewSanction {
        player,
        measure: Measure::Play,
        reason: ReportReason::Cheating,
        text: "Because.".to_owned(),
        hours: Some(24),
    };
    assert!(Store::impose_at(&quick(&storage).storage(), "Bekele", new).await.unwrap().is_some());
    let host = Host::start_with(Config { calendar, ..quick(&storage) }).await;
    let began = Instant::now();
    let made = loop {
        let list = host.get("/api/v1/events").await.json();
        if let Some(made) = list["upcoming"].as_array().unwrap().first() {
            assert_eq!(list["upcoming"].as_array().unwrap().len(), 1, "{list}");
            break made.clone();
        }
        assert!(began.elapsed() < TIMEOUT, "{list}");
        tokio::time::sleep(Duration::from_millis(40)).await;
    };
    assert_eq!(made["creator"]["id"], json!(giver.id));
    let seen = host.get_as(&giver, &format!("/api/v1/events/{}", made["id"].as_str().unwrap())).await.json();
    assert_eq!((&seen["you"]["hosts"], &seen["you"]["may_cancel"]), (&json!(true), &json!(true)));
    // It does not count for the host's own limit.
    for _ in 0..5 {
        make(&host, &giver, simul("white", 1), in_ms(3_600_000)).await;
    }
}

async fn result_that_stands_counts_at_an_early_end(storage: TestStorage) {
    let mut config = quick(&storage);
    // Nobody counts by the way.
    config.events.interval = Duration::from_secs(3_600);
    let host = Host::start_with(config).await;
    let people = accounts(&host, 3).await;
    let event = make(&host, &people[0], simul("white", 2), in_ms(3_600_000)).await;
    join_all(&host, &people[1..], &event).await;
    let (_, begun) = act(&host, &people[0], &event, "begin").await;
    resign(&host, &people[1], &games(&begun)[0]).await;
    let refused = end_event_at(&quick(&storage).storage(), &event).await.unwrap_err();
    assert!(refused.to_string().contains("not counted yet, 1 of them"), "{refused}");
    let (status, ended) = act(&host, &people[0], &event, "end").await;
    assert_eq!(
        (status, &ended["phase"], &ended["standings"][0]["points"]),
        (200, &json!("finished"), &json!(1.0))
    );
    let results: Vec<&Value> = games(&ended).iter().map(|game| &game["result"]).collect();
    assert_eq!(results, [&json!("white_wins"), &json!(null)]);
}

#[test]
fn simul_goes_on_after_a_crash_on_sqlite() {
    check_simul_goes_on(&TestStorage::new());
}

#[test]
fn simul_goes_on_after_a_crash_on_postgres() {
    check_simul_goes_on(&TestStorage::shared());
}

/// A simul whose server is killed as games end: each result counts once, and the others are played.
fn check_simul_goes_on(storage: &TestStorage) {
    let (people, event) = on_crashing_runtime(async {
        let host = Host::start_with(quick(storage)).await;
        let people = accounts(&host, 6).await;
        let event = make(&host, &people[0], simul("white", 5), in_ms(3_600_000)).await;
        join_all(&host, &people[1..], &event).await;
        let (_, begun) = act(&host, &people[0], &event, "begin").await;
        resign(&host, &people[1], &games(&begun)[0]).await;
        let has_ended = |event: &Value| games(event).iter().any(|game| !game["result"].is_null());
        wait_until(&host, &event, None, has_ended).await;
        resign(&host, &people[2], &games(&begun)[1]).await;
        (people, event)
    });
    on_crashing_runtime(async {
        let host = Host::start_with(quick(storage)).await;
        let end = wait_until(&host, &event, Some(&people[0]), |event| event["phase"] == "finished").await;
        let first = &end["standings"][0];
        assert_eq!((games(&end).len(), &first["games"], &first["wins"]), (5, &json!(5), &json!(2)), "{end}");
    });
}
