//! Appointments: two people agree on a time, and their game begins then, once, whatever happens to the server.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use rukh_server::wire::moderation::Role;
use rukh_server::{AppointmentConfig, Config};
use rukh_session::wire::time::UnixMillis;
use rukh_store::clock::SiteClock;
use serde_json::{Value, json};

use crate::accounts::{Browser, account, with_accounts};
use crate::host::{Host, Person, TestStorage, fischer, on_both, on_crashing_runtime};
use crate::moderation;
use crate::push::{self, PushServer};

on_both! {
    two_people_agree_and_the_clock_jumps_to_their_game
    offer_with_a_link_is_answered_once
    appointment_is_answered_by_the_one_who_is_asked
    game_is_missed_if_the_time_is_long_past
    challenge_begins_when_it_is_accepted
    game_of_two_who_are_kept_apart_is_called_off
    restricted_people_agree_on_no_game
    both_are_told_once_before_their_game
    export_has_appointments_and_deletion_leaves_no_name
    follower_sees_who_is_online_unless_hidden
}

const TIMEOUT: Duration = Duration::from_secs(60);
pub(crate) const MINUTE: u64 = 60_000;
pub(crate) const HOUR: u64 = 60 * MINUTE;

fn quick(storage: &TestStorage) -> Config {
    let interval = Duration::from_millis(50);
    let appointments = AppointmentConfig { interval, ..AppointmentConfig::default() };
    Config { appointments, ..with_accounts(storage) }
}

pub(crate) fn in_ms(milliseconds: u64) -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    u64::try_from(now).unwrap() + milliseconds
}

/// The clock of the server's machine goes forward to a time.
pub(crate) fn jump_to(time: u64) {
    SiteClock::site().observe(UnixMillis::new(time));
}

fn request(whom: Option<&Person>, times: &[u64]) -> Value {
    let mut request = json!({
        "instance": "shatranj", "time_control": fischer(300, 0), "colour": "black", "times": times,
    });
    if let Some(whom) = whom {
        request["whom"] = json!(whom.id);
    }
    request
}

async fn propose(host: &Host, by: &Person, whom: Option<&Person>, times: &[u64]) -> String {
    let reply = host.post_as(by, "/api/v1/appointments", &request(whom, times)).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()["id"].as_str().unwrap().to_owned()
}

async fn answer(host: &Host, person: &Person, id: &str, deed: &str, body: Value) -> Value {
    let reply = host.post_as(person, &format!("/api/v1/appointments/{id}/{deed}"), &body).await;
    assert_eq!(reply.status, 200, "{deed}: {}", reply.body);
    reply.json()
}

async fn refused(host: &Host, person: &Person, id: &str, deed: &str, body: Value) -> (u16, String) {
    let reply = host.post_as(person, &format!("/api/v1/appointments/{id}/{deed}"), &body).await;
    (reply.status, reply.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
}

async fn read(host: &Host, person: &Person, id: &str) -> Value {
    host.get_as(person, &format!("/api/v1/appointments/{id}")).await.json()
}

async fn until_phase(host: &Host, person: &Person, id: &str, phase: &str) -> Value {
    let began = Instant::now();
    loop {
        let now = read(host, person, id).await;
        if now["phase"] == phase {
            return now;
        }
        assert!(began.elapsed() < TIMEOUT, "{now}");
        tokio::time::sleep(Duration::from_millis(40)).await;
    }
}

/// The games of a person that are in progress or over.
async fn games_of(host: &Host, person: &Person) -> Vec<Value> {
    let list = host.get_as(person, "/api/v1/games?player=me").await.json();
    list["games"].as_array().unwrap().clone()
}

async fn two_people_agree_and_the_clock_jumps_to_their_game(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let [first, second, third] = [2, 3, 4].map(|hours| in_ms(hours * HOUR));
    let id = propose(&host, &almaz, Some(&bekele), &[second, first, first]).await;
    let asked = host.get_as(&bekele, "/api/v1/appointments").await.json()["appointments"][0].clone();
    assert_eq!((&asked["id"], &asked["times"]), (&json!(id), &json!([first, second])));
    let rights = |takes_part, answer, cancel| {
        json!({
            "takes_part": takes_part, "may_accept": answer, "may_propose": answer, "may_decline": answer,
            "may_cancel": cancel,
        })
    };
    assert_eq!(asked["you"], rights(true, true, true));
    assert_eq!(read(&host, &almaz, &id).await["you"], rights(true, false, true));
    assert_eq!(read(&host, &host.me, &id).await["you"], rights(false, false, false));

    let other = answer(&host, &bekele, &id, "propose", json!({ "times": [third] })).await;
    assert_eq!((&other["proposer"], &other["times"]), (&json!(bekele.id), &json!([third])));
    let gone = refused(&host, &almaz, &id, "accept", json!({ "time": first })).await;
    assert_eq!(gone, (409, "time_gone".to_owned()));
    let calendar = host.get(&format!("/appointment/{id}.ics")).await;
    assert_eq!(calendar.status, 404, "no time is agreed: {}", calendar.body);
    let agreed = answer(&host, &almaz, &id, "accept", json!({ "time": third })).await;
    assert_eq!((&agreed["phase"], &agreed["starts"]), (&json!("agreed"), &json!(third)));

    let calendar = host.get(&format!("/appointment/{id}.ics")).await;
    let head = calendar.header("content-type").unwrap_or_default();
    assert!(calendar.status == 200 && head.starts_with("text/calendar"), "{}", calendar.summary());
    for line in [
        &format!("UID:{id}@rukh.example\r\n"),
        "SEQUENCE:2\r\n",
        "SUMMARY:Shatranj: Almaz – Bekele\r\n",
        "STATUS:CONFIRMED\r\n",
        &format!("URL:https://rukh.example/appointment/{id}\r\n"),
    ] {
        assert!(calendar.body.contains(line), "{line} is not in {}", calendar.body);
    }

    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(games_of(&host, &almaz).await.is_empty(), "it is not yet time");
    jump_to(third + 1_000);
    let begun = until_phase(&host, &bekele, &id, "begun").await;
    let game = begun["game"].as_str().unwrap();
    let card = host.hello(game).await["game"].clone();
    assert_eq!(
        (&card["white"]["player"]["id"], &card["black"]["player"]["id"]),
        (&json!(bekele.id), &json!(almaz.id)),
        "the colour is that of the one who made it"
    );
    assert_eq!(card["time_control"], fischer(300, 0));
    host.moves(&bekele, game, "e2e3").await;
    assert_eq!(refused(&host, &almaz, &id, "cancel", json!({})).await, (409, "appointment_over".to_owned()));
    assert_eq!(games_of(&host, &almaz).await.len(), 1);
}

async fn offer_with_a_link_is_answered_once(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let almaz = host.person("Almaz").await;
    let time = in_ms(HOUR);
    let id = propose(&host, &almaz, None, &[time]).await;
    let own = refused(&host, &almaz, &id, "accept", json!({ "time": time })).await;
    assert_eq!(own, (409, "own_appointment".to_owned()));
    let decline = refused(&host, &host.me, &id, "decline", json!({})).await;
    assert_eq!(decline, (409, "not_asked".to_owned()), "it stays open for others");
    let mut answers = tokio::task::JoinSet::new();
    for number in 0..6 {
        let person = host.person(&format!("Person {number}")).await;
        let (address, path) = (host.address, format!("/api/v1/appointments/{id}/accept"));
        answers.spawn(async move {
            let headers = format!("content-type: application/json\r\n{}", person.header());
            let body = json!({ "time": time }).to_string();
            let request = crate::http::request("POST", &path, address, &headers, &body);
            crate::http::exchange(address, request.as_bytes(), crate::http::Ending::Open).await.status
        });
    }
    let mut statuses = answers.join_all().await;
    statuses.sort_unstable();
    assert_eq!(statuses, [200, 403, 403, 403, 403, 403]);
    let cancelled = answer(&host, &almaz, &id, "cancel", json!({})).await;
    assert_eq!(cancelled["phase"], "cancelled");
    let calendar = host.get(&format!("/appointment/{id}.ics")).await;
    assert!(calendar.body.contains("SEQUENCE:2\r\n") && calendar.body.contains("STATUS:CANCELLED\r\n"));
}

async fn appointment_is_answered_by_the_one_who_is_asked(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let time = in_ms(HOUR);
    let make = async |body: Value| {
        let reply = host.post_as(&almaz, "/api/v1/appointments", &body).await;
        (reply.status, reply.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
    };
    let sound = request(Some(&bekele), &[time]);
    let with = |key: &str, value: Value| {
        let mut body = sound.clone();
        body[key] = value;
        body
    };
    for times in [vec![1], vec![in_ms(61 * 24 * HOUR)], (1..=6).map(|n| time + n).collect()] {
        assert_eq!(make(with("times", json!(times))).await, (400, "bad_appointment".to_owned()), "{times:?}");
    }
    for (body, wanted) in [
        (with("times", json!(["tomorrow"])), (400, "bad_request")),
        (with("whom", json!("not a person!")), (404, "no_such_player")),
        (with("whom", json!("x".repeat(41))), (404, "no_such_player")),
        (with("whom", json!(7)), (400, "bad_request")),
        (with("whom", json!(almaz.id)), (409, "own_appointment")),
        (with("instance", json!("chess960")), (404, "unknown_ruleset")),
        (with("rated", json!(true)), (409, "rated_needs_account")),
        (with("time_control", fischer(0, 0)), (400, "bad_time")),
    ] {
        assert_eq!(make(body.clone()).await, (wanted.0, wanted.1.to_owned()), "{body}");
    }
    let nobody = host
        .ask("POST", "/api/v1/appointments", "content-type: application/json\r\n", &sound.to_string())
        .await;
    assert_eq!(nobody.status, 401);

    let id = propose(&host, &almaz, Some(&bekele), &[time]).await;
    for deed in ["accept", "propose", "decline", "cancel"] {
        let body = json!({ "time": time, "times": [time] });
        let other = refused(&host, &host.me, &id, deed, body).await;
        assert_eq!(other, (403, "not_allowed".to_owned()), "{deed}");
    }
    assert_eq!(refused(&host, &bekele, "nothing", "accept", json!({})).await.0, 404);
    for body in [json!({}), json!({ "time": time + 1 })] {
        assert_eq!(refused(&host, &bekele, &id, "accept", body).await, (409, "time_gone".to_owned()));
    }
    assert_eq!(refused(&host, &bekele, &id, "propose", json!({ "times": [] })).await.0, 400);
    assert_eq!(answer(&host, &bekele, &id, "decline", json!({})).await["phase"], "declined");
    assert_eq!(
        refused(&host, &bekele, &id, "accept", json!({ "time": time })).await,
        (409, "appointment_over".to_owned())
    );
    // Three for the same person, the one that was declined counted, and no more.
    for _ in 0..2 {
        propose(&host, &almaz, Some(&bekele), &[time]).await;
    }
    assert_eq!(make(sound.clone()).await, (409, "too_many_appointments".to_owned()));
    // Nobody has answered in time.
    let list = host.get_as(&bekele, "/api/v1/appointments").await.json();
    assert_eq!(list["appointments"].as_array().unwrap().len(), 3);
    let open = list["appointments"][0]["id"].as_str().unwrap().to_owned();
    jump_to(time + 1);
    assert_eq!(read(&host, &bekele, &open).await["phase"], "expired");
    assert_eq!(
        refused(&host, &bekele, &open, "accept", json!({ "time": time })).await,
        (409, "appointment_over".to_owned())
    );
    assert_eq!(make(request(Some(&bekele), &[time + HOUR])).await.0, 201, "those count no more");
}

async fn game_is_missed_if_the_time_is_long_past(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let time = in_ms(HOUR);
    let id = propose(&host, &almaz, Some(&bekele), &[time]).await;
    answer(&host, &bekele, &id, "accept", json!({ "time": time })).await;
    jump_to(time + HOUR);
    assert_eq!(until_phase(&host, &almaz, &id, "missed").await["game"], Value::Null);
    assert!(games_of(&host, &almaz).await.is_empty());
}

async fn challenge_begins_when_it_is_accepted(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let id = propose(&host, &almaz, Some(&bekele), &[]).await;
    let begun = answer(&host, &bekele, &id, "accept", json!({})).await;
    assert_eq!(begun["phase"], "begun", "{begun}");
    let game = begun["game"].as_str().unwrap();
    host.moves(&bekele, game, "e2e3").await;
    assert_eq!(read(&host, &almaz, &id).await["game"], json!(game));
}

/// What keeps two apart after they have agreed counts at the time.
async fn game_of_two_who_are_kept_apart_is_called_off(storage: TestStorage) {
    let config = quick(&storage);
    let host = Host::start_with(config.clone()).await;
    let mut moderator = moderation::with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let almaz = host.person("Almaz").await;
    let closed = account(&host, "Closed", 4).await;
    let mut others = vec![closed];
    for name in ["Blocked", "Blocker", "Paused", "Paused briefly", "Free"] {
        others.push(host.person(name).await);
    }
    let time = in_ms(2 * HOUR);
    let mut ids = Vec::new();
    for other in &others {
        let id = propose(&host, other, Some(&almaz), &[time]).await;
        answer(&host, &almaz, &id, "accept", json!({ "time": time })).await;
        ids.push(id);
    }
    for (by, whom) in [(&almaz, &others[1]), (&others[2], &almaz)] {
        let blocked = host.post_as(by, "/api/v1/blocks", &json!({ "player": whom.id })).await;
        assert_eq!(blocked.status, 200, "{}", blocked.body);
    }
    moderation::impose(&mut moderator, &others[0].id, "close", None).await;
    moderation::impose(&mut moderator, &others[3].id, "play", Some(24)).await;
    moderation::impose(&mut moderator, &others[4].id, "play", Some(1)).await;
    jump_to(time);
    for (number, id) in ids.iter().enumerate() {
        let phase = if number < 4 { "cancelled" } else { "begun" };
        let ended = until_phase(&host, &almaz, id, phase).await;
        assert_eq!(ended["game"].is_null(), number < 4, "{ended}");
        if number > 0 {
            assert_eq!(read(&host, &others[number], id).await["phase"], phase);
        }
    }
    assert_eq!(games_of(&host, &almaz).await.len(), 2);
}

async fn restricted_people_agree_on_no_game(storage: TestStorage) {
    let config = quick(&storage);
    let host = Host::start_with(config.clone()).await;
    let mut moderator = moderation::with_role(&host, &config, "Desta", 3, Role::Moderator).await;
    let (almaz, paused) = (host.person("Almaz").await, host.person("Paused").await);
    let (blocked, time) = (host.person("Blocked").await, in_ms(HOUR));
    let offer = propose(&host, &paused, None, &[time]).await;
    let own = propose(&host, &almaz, None, &[time]).await;
    let asked = propose(&host, &almaz, Some(&blocked), &[time]).await;
    host.post_as(&almaz, "/api/v1/blocks", &json!({ "player": blocked.id })).await;
    moderation::impose(&mut moderator, &paused.id, "play", Some(24)).await;
    let is_refused = |code: &str| moderation::refused(409, code);
    for (path, body) in [
        ("/api/v1/seeks", json!({ "instance": "shatranj" })),
        ("/api/v1/appointments", request(None, &[time])),
        ("/api/v1/appointments", request(None, &[])),
        ("/api/v1/appointments", request(Some(&almaz), &[time])),
    ] {
        let reply = moderation::status(&host, &paused, path, body.clone()).await;
        assert_eq!(reply, is_refused("play_timeout"), "{path} {body}");
    }
    let with = async |person: &Person, id: &str, deed: &str| {
        refused(&host, person, id, deed, json!({ "time": time, "times": [time] })).await
    };
    for deed in ["accept", "propose"] {
        assert_eq!(with(&almaz, &offer, deed).await, is_refused("opponent_timeout"), "{deed}");
        assert_eq!(with(&paused, &own, deed).await, is_refused("play_timeout"), "{deed}");
        for id in [&own, &asked] {
            assert_eq!(with(&blocked, id, deed).await, is_refused("blocked"), "{deed}");
        }
    }
    assert_eq!(read(&host, &almaz, &own).await["phase"], "proposed");
    let free = host.person("Free").await;
    assert_eq!(answer(&host, &free, &own, "accept", json!({ "time": time })).await["phase"], "agreed");
}

#[test]
fn game_begins_once_after_a_crash_on_sqlite() {
    check_crashes(&TestStorage::new());
}

#[test]
fn game_begins_once_after_a_crash_on_postgres() {
    check_crashes(&TestStorage::shared());
}

/// Killed before the time, and again when the game has begun.
fn check_crashes(storage: &TestStorage) {
    let (almaz, bekele, id) = on_crashing_runtime(async {
        let host = Host::start_with(quick(storage)).await;
        let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
        let time = in_ms(1_500);
        let id = propose(&host, &almaz, Some(&bekele), &[time]).await;
        answer(&host, &bekele, &id, "accept", json!({ "time": time })).await;
        (almaz, bekele, id)
    });
    std::thread::sleep(Duration::from_millis(1_600));
    let game = on_crashing_runtime(async {
        let host = Host::start_with(quick(storage)).await;
        until_phase(&host, &almaz, &id, "begun").await["game"].clone()
    });
    on_crashing_runtime(async {
        let host = Host::start_with(quick(storage)).await;
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(read(&host, &bekele, &id).await["game"], game);
        let games = games_of(&host, &almaz).await;
        assert_eq!((games.len(), &games[0]["id"]), (1, &game));
    });
}

/// Both nodes begin what is due; of each appointment there is one game.
#[tokio::test(flavor = "multi_thread")]
async fn games_of_two_nodes_begin_once() {
    let storage = TestStorage::shared();
    let one = Host::start_with(quick(&storage)).await;
    let other = Host::start_with(quick(&storage)).await;
    let time = in_ms(HOUR);
    let almaz = one.person("Almaz").await;
    let mut ids = Vec::new();
    for number in 0..5 {
        let person = other.person(&format!("Person {number}")).await;
        let id = propose(&one, &almaz, Some(&person), &[time]).await;
        answer(&other, &person, &id, "accept", json!({ "time": time })).await;
        ids.push(id);
    }
    jump_to(time);
    for id in &ids {
        until_phase(&other, &almaz, id, "begun").await;
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(games_of(&one, &almaz).await.len(), ids.len());
}

async fn both_are_told_once_before_their_game(storage: TestStorage) {
    let server = PushServer::start().await;
    let config = Config { push: server.config(&storage).push, ..quick(&storage) };
    let host = Host::start_with(config.clone()).await;
    let (almaz, bekele) = (host.person("Almaz").await, host.person("Bekele").await);
    let browsers = [push::Browser::new("/almaz"), push::Browser::new("/bekele-b")];
    for (browser, person) in browsers.iter().zip([&almaz, &bekele]) {
        browser.subscribe(&host, person, &server, "ar").await;
    }
    let [of_almaz, of_bekele] = &browsers;
    let time = in_ms(HOUR);
    let id = propose(&host, &almaz, Some(&bekele), &[time]).await;
    let message = of_bekele.read(&server.next().await);
    crate::schema::check_push(&message);
    assert_eq!(
        (&message["kind"], &message["appointment"], &message["tag"]),
        (&json!("proposed"), &json!(id), &json!(format!("rukh-appointment:{id}")))
    );
    assert!(message["text"].as_str().unwrap().contains("\u{2068}Almaz\u{2069}"), "{message}");
    answer(&host, &bekele, &id, "accept", json!({ "time": time })).await;
    assert_eq!(of_almaz.read(&server.next().await)["kind"], "agreed");

    // Ten minutes before, also where the server was away meanwhile, and to each once.
    let kinds = async || {
        let sent = server.wait(2).await;
        assert_eq!(sent.len(), 2);
        let read = |one: &push::Sent| {
            let browser = browsers.iter().find(|browser| browser.path == one.path).unwrap();
            let message = browser.read(one);
            (one.path.clone(), message["kind"].as_str().unwrap().to_owned())
        };
        let mut kinds: Vec<(String, String)> = sent.iter().map(read).collect();
        kinds.sort();
        server.clear();
        kinds
    };
    let both = |kind: &str| ["/almaz", "/bekele-b"].map(|path| (path.to_owned(), kind.to_owned())).to_vec();
    host.stop().await;
    jump_to(time - 9 * MINUTE);
    let host = Host::start_with(config.clone()).await;
    assert_eq!(kinds().await, both("soon"));
    host.stop().await;
    let host = Host::start_with(config).await;
    server.expect_silence().await;
    jump_to(time);
    assert_eq!(kinds().await, both("begin"));
    assert_eq!(until_phase(&host, &almaz, &id, "begun").await["phase"], "begun");
}

async fn export_has_appointments_and_deletion_leaves_no_name(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let mut desk = Browser::visiting(&host).await;
    desk.register("Almaz", 1).await;
    let own = desk.me().await["id"].as_str().unwrap().to_owned();
    let bekele = host.person("Bekele").await;
    let time = in_ms(HOUR);
    let made = desk.good("POST", "/api/v1/appointments", request(Some(&bekele), &[time])).await;
    let id = made["id"].as_str().unwrap();
    answer(&host, &bekele, id, "accept", json!({ "time": time })).await;
    assert_eq!(desk.ask("POST", &format!("/api/v1/follows/{}", bekele.id), &json!({})).await.status, 204);
    let followed = host.ask("POST", &format!("/api/v1/follows/{own}"), &bekele.header(), "").await;
    assert_eq!(followed.status, 204);

    let export = desk.export().await;
    let read_file = |name: &str| -> Value { serde_json::from_str(&export(name)).unwrap() };
    let exported = read_file("appointments.json")[0].clone();
    assert_eq!((&exported["id"], &exported["with"]), (&json!(id), &json!(bekele.id)));
    assert_eq!((&exported["phase"], &exported["starts"]), (&json!("agreed"), &json!(time)));
    assert_eq!(exported["terms"]["instance"], "shatranj");
    let follows = read_file("follows.json");
    assert_eq!((&follows["followed"][0]["id"], &follows["shows_online"]), (&json!(bekele.id), &json!(true)));

    desk.good("POST", "/api/v1/account/delete", json!({ "name": "Almaz" })).await;
    let left = host.get_as(&bekele, "/api/v1/appointments").await;
    assert!(!left.body.contains("Almaz"), "{}", left.body);
    assert_eq!(left.json()["appointments"][0]["phase"], "cancelled");
    assert!(!host.get(&format!("/appointment/{id}.ics")).await.body.contains("Almaz"));
    assert_eq!(host.get_as(&bekele, "/api/v1/follows").await.json()["followed"], json!([]));
}

async fn follower_sees_who_is_online_unless_hidden(storage: TestStorage) {
    let host = Host::start_with(quick(&storage)).await;
    let people = [account(&host, "Almaz", 1).await, host.person("Bekele").await];
    let [almaz, bekele] = &people;
    let follow = async |by: &Person, whom: &str| {
        let reply = host.post_as(by, &format!("/api/v1/follows/{whom}"), &json!({})).await;
        reply.status
    };
    assert_eq!(follow(bekele, &almaz.id).await, 204);
    assert_eq!(follow(bekele, &almaz.id).await, 204, "again");
    assert_eq!((follow(bekele, &bekele.id).await, follow(bekele, "nobody!").await), (400, 404));
    let list = async || host.get_as(bekele, "/api/v1/follows").await.json();
    let found = list().await["followed"][0].clone();
    assert_eq!((&found["player"]["name"], &found["online"]), (&json!("Almaz"), &json!(false)));
    let until_online = async |is_online: bool| {
        let began = Instant::now();
        while list().await["followed"][0]["online"] != json!(is_online) {
            assert!(began.elapsed() < TIMEOUT, "{is_online}");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let _lobby = host.open(Some(almaz), "/ws/v1/lobby").await;
    until_online(true).await;
    let hide = |shows: bool| json!({ "shows": shows });
    assert_eq!(host.post_as(almaz, "/api/v1/me/online", &hide(false)).await.status, 204);
    until_online(false).await;
    assert_eq!(host.get_as(almaz, "/api/v1/follows").await.json()["shows_online"], false);
    let ended = host.ask("DELETE", &format!("/api/v1/follows/{}", almaz.id), &bekele.header(), "").await;
    assert_eq!((ended.status, list().await["followed"].clone()), (204, json!([])));
}
