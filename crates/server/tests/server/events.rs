//! Events: tournaments that go on whatever happens to their server.

use std::collections::BTreeSet;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rukh_server::wire::moderation::{Measure, ReportReason};
use rukh_server::{Config, EventConfig, WeeklyCalendar, end_event_at};
use rukh_store::{NewSanction, Store};
use serde_json::{Value, json};

use crate::accounts::{account, with_accounts};
use crate::host::{Host, Person, TestStorage, fischer, on_both, on_crashing_runtime};

on_both! {
    swiss_of_four_is_played_to_its_end
    knockout_has_a_winner_and_aborted_games_are_forfeited
    what_does_not_fit_is_refused
    event_of_one_is_cancelled_at_its_start
    timeout_while_no_node_runs_ends_events
    event_that_is_ended_early_counts_no_more
}

/// Longest time of an event in a test.
pub const TIMEOUT: Duration = Duration::from_secs(120);
const NAMES: [&str; 8] = ["Almaz", "Bekele", "Chaltu", "Dawit", "Eden", "Fasil", "Gelila", "Hailu"];

pub fn quick(storage: &TestStorage) -> Config {
    let events = EventConfig {
        interval: Duration::from_millis(50),
        pairing_interval: Duration::from_millis(100),
        round_break: Duration::ZERO,
        minute: Duration::from_secs(3),
        ..EventConfig::default()
    };
    Config { events, ..with_accounts(storage) }
}

pub async fn accounts(host: &Host, count: usize) -> Vec<Person> {
    let mut people = Vec::new();
    for (number, name) in (1..).zip(&NAMES[..count]) {
        people.push(account(host, name, number).await);
    }
    people
}

pub fn in_ms(milliseconds: u64) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    u64::try_from(now).unwrap() + milliseconds
}

fn request(format: Value, starts: u64) -> Value {
    json!({
        "name": "Shatranj night", "instance": "shatranj", "time_control": fischer(300, 0), "format": format,
        "starts": starts, "rated": true,
    })
}

async fn timeout_while_no_node_runs_ends_events(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let people = accounts(&host, 2).await;
    let ask = request(json!({ "kind": "arena", "minutes": 60 }), in_ms(86_400_000));
    let made = host.post_as(&people[0], "/api/v1/events", &ask).await;
    assert_eq!(made.status, 201, "{}", made.body);
    let event = made.json()["id"].as_str().unwrap().to_owned();
    join_all(&host, &people, &event).await;
    host.stop().await;
    let new = |player| NewSanction {
        player,
        measure: Measure::Play,
        reason: ReportReason::Cheating,
        text: "Because.".to_owned(),
        hours: Some(24),
    };
    assert!(Store::impose_at(&quick(&storage).storage(), NAMES[1], new).await.unwrap().is_some());
    let host = Host::start_with(quick(&storage)).await;
    let began = Instant::now();
    while details(&host, &event).await["entrants"] != 1 {
        assert!(began.elapsed() < Duration::from_secs(20), "{}", details(&host, &event).await);
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
}

async fn create(host: &Host, by: &Person, format: Value) -> String {
    let reply = host.post_as(by, "/api/v1/events", &request(format, in_ms(1_500))).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()["id"].as_str().unwrap().to_owned()
}

pub async fn act(host: &Host, person: &Person, event: &str, deed: &str) -> (u16, Value) {
    let reply = host.post_as(person, &format!("/api/v1/events/{event}/{deed}"), &json!({})).await;
    (reply.status, reply.json())
}

pub async fn join_all(host: &Host, people: &[Person], event: &str) {
    for person in people {
        let (status, joined) = act(host, person, event, "join").await;
        assert_eq!((status, &joined["you"]["takes_part"]), (200, &json!(true)), "{joined}");
    }
}

pub async fn details(host: &Host, event: &str) -> Value {
    host.get(&format!("/api/v1/events/{event}")).await.json()
}

/// The games in progress; nobody plays two.
fn open_games(event: &Value) -> Vec<Value> {
    let games = event["games"].as_array().unwrap().iter().filter(|game| game["result"].is_null());
    let games: Vec<Value> = games.cloned().collect();
    let players: Vec<&Value> =
        games.iter().flat_map(|game| [&game["white"]["id"], &game["black"]["id"]]).collect();
    let distinct: BTreeSet<String> = players.iter().map(|id| id.to_string()).collect();
    assert_eq!(distinct.len(), players.len(), "{games:?}");
    games
}

/// Ends a game: of two the one loses whose id is later.
async fn lose(host: &Host, people: &[Person], game: &Value) {
    let (white, black) = (game["white"]["id"].as_str().unwrap(), game["black"]["id"].as_str().unwrap());
    let (loser, side) = if white > black { (white, "white") } else { (black, "black") };
    let person = people.iter().find(|one| one.id == loser).unwrap();
    let intent = json!({ "kind": "resign", "side": side });
    let id = game["game"].as_str().unwrap();
    let (status, answer) = host.send_intent_as(person, id, "give up", intent).await;
    // It may have ended with the look before, and after a crash its lease has to expire.
    let is_usual = ["over", "bad_intent", "unavailable"].iter().any(|code| answer["code"] == *code);
    assert!(status == 200 || is_usual, "{answer}");
}

/// Plays until an event is as wanted; what it is then.
async fn play_until(
    host: &Host,
    people: &[Person],
    event: &str,
    is_wanted: impl Fn(&Value) -> bool,
) -> Value {
    let began = Instant::now();
    loop {
        let now = details(host, event).await;
        if is_wanted(&now) {
            return now;
        }
        assert!(began.elapsed() < TIMEOUT, "{now}");
        for game in open_games(&now) {
            lose(host, people, &game).await;
        }
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}

fn is_finished(event: &Value) -> bool {
    event["phase"] == "finished"
}

#[test]
fn arena_goes_on_after_a_crash_on_sqlite() {
    check_arena_goes_on(&TestStorage::new());
}

#[test]
fn arena_goes_on_after_a_crash_on_postgres() {
    check_arena_goes_on(&TestStorage::shared());
}

/// An arena of eight whose server is killed in the middle: no result is lost, and none counts twice.
fn check_arena_goes_on(storage: &TestStorage) {
    let (people, event) = on_crashing_runtime(async {
        let host = Host::start_with(quick(storage)).await;
        let people = accounts(&host, 8).await;
        let event = create(&host, &people[0], json!({ "kind": "arena", "minutes": 6 })).await;
        join_all(&host, &people, &event).await;
        let ended = |event: &Value| event["games"].as_array().unwrap().len() - open_games(event).len();
        play_until(&host, &people, &event, |event| ended(event) >= 6).await;
        // Games that end as the server is killed.
        play_until(&host, &people, &event, |event| open_games(event).len() >= 2).await;
        for game in open_games(&details(&host, &event).await) {
            lose(&host, &people, &game).await;
        }
        (people, event)
    });
    let end = on_crashing_runtime(async {
        let host = Host::start_with(quick(storage)).await;
        let end = play_until(&host, &people, &event, is_finished).await;
        let list = host.get("/api/v1/events").await.json();
        assert_eq!(list["recent"][0]["id"], json!(event), "{list}");
        let game = end["games"][0]["game"].as_str().unwrap();
        let found = host.get(&format!("/api/v1/games/{game}/event")).await.json();
        assert_eq!(found["id"], json!(event));
        end
    });
    let standings = end["standings"].as_array().unwrap();
    let sum = |key: &str| standings.iter().map(|row| row[key].as_u64().unwrap()).sum::<u64>();
    let paired = end["games"].as_array().unwrap().iter().map(|game| game["number"].as_u64().unwrap()).max();
    let games = paired.unwrap() + 1;
    assert!(games >= 12, "{games} games");
    assert_eq!((sum("games"), sum("wins")), (2 * games, games), "{end}");
    let mut ids: Vec<&str> = people.iter().map(|person| person.id.as_str()).collect();
    ids.sort_unstable();
    assert_eq!(
        (&standings[0]["player"]["id"], &standings[0]["games"]),
        (&json!(ids[0]), &standings[0]["wins"])
    );
    assert_eq!(standings[7]["wins"], 0);
}

async fn swiss_of_four_is_played_to_its_end(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let people = accounts(&host, 4).await;
    let event = create(&host, &people[0], json!({ "kind": "swiss", "rounds": 3 })).await;
    let mut socket = host.open(Some(&people[1]), &format!("/ws/v1/event/{event}")).await;
    let first = socket.next().await;
    assert_eq!((&first["type"], &first["data"]["phase"]), (&json!("event"), &json!("upcoming")));
    join_all(&host, &people, &event).await;
    let (_, you) = act(&host, &people[2], &event, "withdraw").await;
    let you = &you["you"];
    assert_eq!((&you["takes_part"], &you["may_join"]), (&json!(false), &json!(true)));
    assert_eq!(act(&host, &people[2], &event, "join").await.0, 200);
    let paired = socket.until("paired").await["game"].clone();
    let own = host.get_as(&people[1], &format!("/api/v1/events/{event}")).await.json();
    assert_eq!(own["you"]["game"], paired);
    let end = play_until(&host, &people, &event, is_finished).await;
    assert_eq!((&end["round"], &end["games"].as_array().unwrap().len()), (&json!(3), &2));
    for row in end["standings"].as_array().unwrap() {
        assert_eq!((&row["games"], row["tie_breaks"].as_array().unwrap().len()), (&json!(3), 5), "{row}");
    }
    assert_eq!(end["standings"][0]["points"], 3.0);
    let game = end["games"][0]["game"].as_str().unwrap();
    let card = host.hello(game).await["game"].clone();
    assert_eq!(
        (&end["rated"], &card["rated"]["pool"]["family"]),
        (&json!(true), &json!("shatranj")),
        "{card}"
    );
    assert_eq!(end["winner"]["id"], end["standings"][0]["player"]["id"]);
    for (file, beginning) in
        [("trf", "012 Shatranj night\r\n"), ("csv", "rank,name,"), ("json", "{\"version\":1")]
    {
        let results = host.get(&format!("/api/v1/events/{event}/results.{file}")).await;
        assert!(results.body.starts_with(beginning) && results.body.contains("Almaz"), "{}", results.body);
    }
    let games = host.get(&format!("/api/v1/events/{event}/games.pgn")).await;
    assert_eq!(games.body.matches("[White \"").count(), 6, "{}", games.body);
    for (file, part) in [("ics", "SUMMARY:Shatranj night\r\n"), ("atom", "<title>Shatranj night</title>")] {
        let listed = host.get(&format!("/api/v1/events.{file}")).await;
        assert!(
            listed.body.contains(part) && listed.body.contains("https://rukh.example/"),
            "{}",
            listed.body
        );
    }
    let round = host.get(&format!("/api/v1/events/{event}?round=1")).await.json();
    assert!(round["games"].as_array().unwrap().iter().all(|game| game["round"] == 1), "{round}");
    assert_eq!(act(&host, &people[0], &event, "join").await.1["error"]["code"], "event_over");
}

async fn knockout_has_a_winner_and_aborted_games_are_forfeited(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let people = accounts(&host, 4).await;
    let event = create(&host, &people[0], json!({ "kind": "knockout", "games": 1 })).await;
    join_all(&host, &people, &event).await;
    let first = loop {
        let now = details(&host, &event).await;
        if open_games(&now).len() == 2 {
            break open_games(&now)[0].clone();
        }
        tokio::time::sleep(Duration::from_millis(40)).await;
    };
    assert_eq!(act(&host, &people[0], &event, "cancel").await.1["error"]["code"], "event_started");
    let white = people.iter().find(|one| one.id == first["white"]["id"].as_str().unwrap()).unwrap();
    let abort = json!({ "kind": "abort", "side": "white" });
    host.send_accepted(white, first["game"].as_str().unwrap(), "off", abort).await;
    let end = play_until(&host, &people, &event, is_finished).await;
    let bracket = end["bracket"].as_array().unwrap();
    assert_eq!(bracket.iter().map(|round| round.as_array().unwrap().len()).collect::<Vec<_>>(), [2, 1]);
    let aborted = host.get(&format!("/api/v1/events/{event}?round=1")).await.json();
    let aborted = aborted["games"].as_array().unwrap().iter().find(|game| game["game"] == first["game"]);
    assert_eq!(aborted.unwrap()["result"], "white_forfeits");
    let winner = usize::try_from(bracket[1][0]["winner"].as_u64().unwrap()).unwrap();
    assert_eq!(end["winner"], bracket[1][0]["players"][winner]);
    assert_eq!(end["standings"][0]["player"], end["winner"]);
}

#[expect(clippy::too_many_lines, reason = "a story with its ends")]
async fn what_does_not_fit_is_refused(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let people = accounts(&host, 2).await;
    let arena = json!({ "kind": "arena", "minutes": 60 });
    let later = in_ms(3_600_000);
    let code = |reply: &Value| reply["error"]["code"].as_str().unwrap_or_default().to_owned();
    let make = async |by: &Person, body: &Value| {
        let reply = host.post_as(by, "/api/v1/events", body).await;
        (reply.status, code(&reply.json()))
    };
    let sound = request(arena.clone(), later);
    assert_eq!(make(&host.me, &sound).await, (401, "no_account".to_owned()));
    let with = |key: &str, value: Value| {
        let mut body = sound.clone();
        body[key] = value;
        body
    };
    let endless = json!({ "kind": "swiss", "rounds": 99 });
    let days = json!({ "kind": "days", "days": 1 });
    for body in [
        with("name", json!(" \n")),
        with("name", json!("x".repeat(61))),
        with("time_control", json!({ "kind": "none" })),
        with("time_control", days),
        with("format", json!({ "kind": "arena", "minutes": 1 })),
        with("format", endless),
        with("starts", json!(1)),
        with("starts", json!(in_ms(100 * 86_400_000))),
    ] {
        assert_eq!(make(&people[0], &body).await, (400, "bad_event".to_owned()), "{body}");
    }
    let (status, _) = make(&people[0], &with("instance", json!("chess960"))).await;
    assert_eq!(status, 404);
    let reply = host.post_as(&people[0], "/api/v1/events", &sound).await;
    let event = reply.json()["id"].as_str().unwrap().to_owned();
    for _ in 0..4 {
        assert_eq!(make(&people[0], &sound).await.0, 201);
    }
    assert_eq!(make(&people[0], &sound).await, (409, "too_many_events".to_owned()));

    let edited = async |by: &Person, key: &str, value: Value| {
        let reply = host.post_as(by, &format!("/api/v1/events/{event}"), &with(key, value)).await;
        (reply.status, code(&reply.json()), reply.json()["name"].clone())
    };
    let (status, _, name) = edited(&people[0], "name", json!("Another night")).await;
    assert_eq!((status, name), (200, json!("Another night")));
    assert_eq!(edited(&people[1], "name", json!("Mine")).await.1, "not_allowed");
    let swiss = json!({ "kind": "swiss", "rounds": 3 });
    assert_eq!(edited(&people[0], "format", swiss.clone()).await.0, 200, "nobody has joined");
    assert_eq!(details(&host, &event).await["format"], swiss);
    let simul = json!({ "kind": "simul", "host_colour": "white", "boards": 5, "begin_with": 2 });
    assert_eq!(edited(&people[0], "format", simul).await.1, "bad_event");
    assert_eq!(edited(&people[0], "format", arena.clone()).await.0, 200);

    let refused = async |person: &Person, event: &str, deed: &str| {
        let (status, reply) = act(&host, person, event, deed).await;
        (status, code(&reply))
    };
    let expect = |status: u16, code: &str| (status, code.to_owned());
    assert_eq!(refused(&host.me, &event, "join").await, expect(401, "no_account"));
    assert_eq!(refused(&people[1], "nothing", "join").await, expect(404, "no_such_event"));
    assert_eq!(refused(&people[1], &event, "withdraw").await, expect(409, "not_taking_part"));
    assert_eq!(refused(&people[1], &event, "join").await.0, 200);
    assert_eq!(refused(&people[1], &event, "join").await, expect(409, "already_joined"));
    assert_eq!(edited(&people[0], "format", swiss.clone()).await.1, "bad_event", "somebody has joined");
    assert_eq!(refused(&people[0], &event, "begin").await, expect(400, "no_simul"));
    assert_eq!(refused(&people[0], &event, "end").await, expect(409, "event_not_started"));
    assert_eq!(refused(&people[1], &event, "bye").await, expect(409, "no_bye"));
    assert_eq!(refused(&people[1], &event, "withdraw").await.0, 200);
    assert_eq!(edited(&people[0], "format", swiss).await.1, "bad_event", "somebody had joined");
    assert_eq!(refused(&people[1], &event, "cancel").await, expect(403, "not_allowed"));
    assert_eq!(refused(&people[0], &event, "cancel").await.0, 200);
    assert_eq!(refused(&people[0], &event, "cancel").await, expect(409, "event_started"));
    assert_eq!(refused(&people[1], &event, "join").await, expect(409, "event_over"));
    let list = host.get("/api/v1/events").await.json();
    assert_eq!(list["upcoming"].as_array().unwrap().len(), 4, "{list}");
}

async fn event_that_is_ended_early_counts_no_more(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let people = accounts(&host, 4).await;
    let event = create(&host, &people[0], json!({ "kind": "swiss", "rounds": 3 })).await;
    join_all(&host, &people, &event).await;
    play_until(&host, &people, &event, |event| event["round"] == 2 && open_games(event).len() == 2).await;
    let before = details(&host, &event).await;
    assert_eq!(act(&host, &people[1], &event, "end").await.0, 403);
    let (status, ended) = act(&host, &people[0], &event, "end").await;
    assert_eq!((status, &ended["phase"], &ended["ended_early"]), (200, &json!("finished"), &json!(true)));
    let points = |event: &Value| -> Vec<Value> {
        event["standings"].as_array().unwrap().iter().map(|row| row["points"].clone()).collect()
    };
    assert_eq!(points(&ended), points(&before));
    assert_eq!(ended["you"]["game"], json!(null), "nobody is led to a game that does not count");
    assert!(ended["standings"].as_array().unwrap().iter().all(|row| row["game"].is_null()), "{ended}");
    assert_eq!(act(&host, &people[0], &event, "end").await.1["error"]["code"], "event_over");
    // Its games go on, and their results are taken from the outbox without a change.
    for game in open_games(&before) {
        lose(&host, &people, &game).await;
        assert!(host.hello(game["game"].as_str().unwrap()).await["view"]["result"].is_object());
    }
    tokio::time::sleep(Duration::from_millis(400)).await;
    assert_eq!(points(&details(&host, &event).await), points(&before));
    let games = host.get(&format!("/api/v1/events/{event}/games.pgn")).await;
    assert_eq!(games.body.matches("[White \"").count(), 4, "{}", games.body);

    // The operator does the same beside a running server, which shows it.
    let event = create(&host, &people[0], json!({ "kind": "swiss", "rounds": 3 })).await;
    join_all(&host, &people, &event).await;
    play_until(&host, &people, &event, |event| event["phase"] == "running").await;
    assert!(end_event_at(&quick(&storage).storage(), &event).await.unwrap());
    let ended = play_until(&host, &people, &event, is_finished).await;
    assert_eq!(ended["ended_early"], true);
    assert!(!end_event_at(&quick(&storage).storage(), &event).await.unwrap(), "it is over");
}

async fn event_of_one_is_cancelled_at_its_start(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let people = accounts(&host, 1).await;
    let event = create(&host, &people[0], json!({ "kind": "arena", "minutes": 5 })).await;
    join_all(&host, &people, &event).await;
    let end = play_until(&host, &people, &event, |event| event["phase"] == "cancelled").await;
    assert!(end["ended"].is_number() && end["games"] == json!([]), "{end}");
}

/// Two nodes with one calendar make each event once, and not again after a restart.
#[tokio::test(flavor = "multi_thread")]
async fn weekly_events_are_made_once() {
    let storage = TestStorage::shared();
    let weekly = || Config { calendar: Some(WeeklyCalendar::built_in()), ..quick(&storage) };
    let one = Host::start_with(weekly()).await;
    let other = Host::start_with(weekly()).await;
    let upcoming = async |host: &Host| {
        let began = Instant::now();
        loop {
            let list = host.get("/api/v1/events").await.json();
            let upcoming = list["upcoming"].as_array().unwrap().clone();
            if upcoming.len() >= 3 {
                return upcoming;
            }
            assert!(began.elapsed() < TIMEOUT, "{list}");
            tokio::time::sleep(Duration::from_millis(40)).await;
        }
    };
    let made = upcoming(&one).await;
    assert!(made.iter().all(|event| event["creator"].is_null() && event["rated"] == true), "{made:?}");
    other.stop().await;
    let other = Host::start_with(weekly()).await;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(upcoming(&other).await, made);
    let person = account(&one, "Almaz", 9).await;
    let refused = act(&one, &person, made[0]["id"].as_str().unwrap(), "cancel").await;
    assert_eq!(refused.1["error"]["code"], "not_allowed", "it is the site's");
}

/// Both nodes drive the event; no pairing is made twice, and what one has written the other shows.
#[tokio::test(flavor = "multi_thread")]
async fn event_driven_by_two_nodes_is_paired_once() {
    let storage = TestStorage::shared();
    let one = Host::start_with(quick(&storage)).await;
    let other = Host::start_with(quick(&storage)).await;
    let people = accounts(&one, 6).await;
    let event = create(&one, &people[0], json!({ "kind": "swiss", "rounds": 3 })).await;
    let mut socket = other.open(None, &format!("/ws/v1/event/{event}")).await;
    join_all(&one, &people[..3], &event).await;
    join_all(&other, &people[3..], &event).await;
    let end = play_until(&other, &people, &event, is_finished).await;
    assert_eq!(details(&one, &event).await["standings"], end["standings"]);
    for row in end["standings"].as_array().unwrap() {
        assert_eq!(row["games"], 3, "{end}");
    }
    for round in 1..=3 {
        let games = one.get(&format!("/api/v1/events/{event}?round={round}")).await.json()["games"].clone();
        assert_eq!(games.as_array().unwrap().len(), 3, "{games}");
    }
    loop {
        let message = socket.until("event").await;
        if is_finished(&message["data"]) {
            break;
        }
    }
}
