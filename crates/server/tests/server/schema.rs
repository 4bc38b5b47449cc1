//! The wire schema: it matches the book, and every message of this suite is validated against it.

use std::collections::HashMap;
use std::path::Path;
use std::sync::{Arc, LazyLock};

use jsonschema::Validator;
use rukh_server::wire::schema::document;
use serde_json::{Value, json};

use crate::host::{Host, TestStorage, human};

/// A validator that is made when it is first asked: one takes a hundredth of a second, a test needs few.
type WireValidator = LazyLock<Validator, Box<dyn FnOnce() -> Validator + Send>>;

/// Validators for each socket, response and body, by address.
struct Wire {
    sockets: Vec<(String, WireValidator)>,
    answers: Vec<(String, WireValidator)>,
    bodies: HashMap<String, WireValidator>,
    intents: WireValidator,
    failure: WireValidator,
    push: WireValidator,
}

static WIRE: LazyLock<Wire> = LazyLock::new(|| {
    let whole = Arc::new(document());
    let validator = |reference: &Value| -> WireValidator {
        let (whole, reference) = (whole.clone(), reference.as_object().unwrap().clone());
        LazyLock::new(Box::new(move || {
            let mut schema = json!({ "$schema": whole["$schema"], "$defs": whole["$defs"] });
            schema.as_object_mut().unwrap().extend(reference);
            jsonschema::validator_for(&schema).unwrap()
        }))
    };
    let all = |of: &str, what: &str| -> Vec<(String, WireValidator)> {
        let entries = whole[of].as_object().unwrap().iter();
        let with = entries.filter(|(_, entry)| entry.get(what).is_some());
        with.map(|(address, entry)| (address.clone(), validator(&entry[what]))).collect()
    };
    Wire {
        sockets: all("x-sockets", "server"),
        answers: all("x-requests", "response"),
        bodies: all("x-requests", "body").into_iter().collect(),
        intents: validator(&whole["x-intent"]),
        failure: validator(&whole["x-error"]),
        push: validator(&whole["x-push"]),
    }
});

/// Whether an address is one of a template's.
fn is_at(address: &str, template: &str) -> bool {
    let address = address.split('?').next().unwrap_or_default();
    let (mut parts, mut wanted) = (address.split('/'), template.split('/'));
    loop {
        match (parts.next(), wanted.next()) {
            (None, None) => return true,
            (Some(part), Some(want)) if part == want || want.starts_with('{') => {}
            _ => return false,
        }
    }
}

fn check(validator: &Validator, what: &str, message: &Value) {
    let faults: Vec<String> =
        validator.iter_errors(message).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
    assert!(faults.is_empty(), "{what} is not as its schema says: {faults:?} in {message}");
}

/// Validates a message of a socket against the schema.
pub fn check_message(path: &str, message: &Value) {
    let (template, validator) = WIRE.sockets.iter().find(|(template, _)| is_at(path, template)).unwrap();
    check(validator, template, message);
}

/// Validates a push message against the schema.
pub fn check_push(message: &Value) {
    check(&WIRE.push, "a push message", message);
}

/// Validates the response to a request against the schema.
pub fn check_answer(method: &str, path: &str, status: u16, body: &str) {
    let Ok(answer) = serde_json::from_str::<Value>(body) else { return };
    if !path.starts_with("/api/v1/") {
        return;
    }
    if answer.get("error").is_some() && status >= 400 {
        check(&WIRE.failure, path, &answer);
    } else if status < 300 {
        let asked = format!("{method} {path}");
        if let Some((template, validator)) = WIRE.answers.iter().find(|(one, _)| is_at(&asked, one)) {
            check(validator, template, &answer);
        }
    }
}

#[test]
fn every_part_of_the_schema_is_a_schema() {
    let Wire { sockets, answers, bodies, intents, failure, push } = &*WIRE;
    let of_addresses = sockets.iter().chain(answers).map(|(_, one)| one).chain(bodies.values());
    for one in of_addresses.chain([intents, failure, push]) {
        LazyLock::force(one);
    }
}

#[test]
fn schema_matches_the_book() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/wire.schema.json");
    let mut now = serde_json::to_string_pretty(&document()).unwrap();
    now.push('\n');
    assert!(!now.contains("```"), "an example in Rust describes JSON; it belongs on a method or module");
    if std::env::var_os("RUKH_BLESS").is_some() {
        std::fs::write(&path, &now).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(kept == now, "docs/wire.schema.json is out of date: run this test with RUKH_BLESS=1");
}

#[tokio::test(flavor = "multi_thread")]
async fn schema_endpoint_serves_the_document() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let reply = host.get("/api/v1/schema").await;
    assert_eq!(reply.json(), document());
    assert!(reply.head.to_lowercase().contains("application/schema+json"), "{}", reply.head);
}

/// The schema and the server's parser accept the same messages.
#[tokio::test(flavor = "multi_thread")]
async fn schema_and_parser_agree() {
    let storage = TestStorage::new();
    let host = Host::start(&storage).await;
    let seats = |white: Value| json!({ "instance": "shatranj", "white": white, "black": human() });
    for (address, body, is_sound) in [
        ("/api/v1/games", seats(human()), true),
        ("/api/v1/games", seats(json!({ "kind": "engine", "level": 1 })), true),
        ("/api/v1/games", seats(json!({ "kind": "robot" })), false),
        ("/api/v1/games", seats(json!({})), false),
        ("/api/v1/games", json!({ "instance": "shatranj" }), false),
        ("/api/v1/seeks", json!({ "instance": "senterej" }), true),
        ("/api/v1/seeks", json!({ "instance": "senterej", "colour": "red" }), false),
        (
            "/api/v1/seeks",
            json!({ "instance": "senterej", "time_control": { "kind": "days", "days": 2 } }),
            true,
        ),
        ("/api/v1/seeks", json!({ "instance": "senterej", "time_control": { "kind": "fischer" } }), false),
        ("/api/v1/seeks", json!({ "instance": "senterej", "private": "yes" }), false),
        ("/api/v1/guests", json!({ "name": "Tirunesh" }), true),
        ("/api/v1/guests", json!({ "name": 7 }), false),
    ] {
        let reply = host.post(address, &body).await;
        assert_eq!(reply.status == 201, is_sound, "{address} {body}: {}", reply.body);
        let validator = &WIRE.bodies[&format!("POST {address}")];
        assert_eq!(validator.is_valid(&body), is_sound, "{address} {body}");
    }
    let game = host.game("senterej").await;
    for (d, is_sound) in [
        (json!({ "kind": "place", "side": "white", "from": "e2", "to": "e3" }), true),
        (json!({ "kind": "place", "side": "white", "from": "e3" }), false),
        (json!({ "kind": "turns", "side": "white" }), true),
        (json!({ "kind": "turns", "side": "red" }), false),
        (json!({ "kind": "dance" }), false),
        (json!({ "kind": "retract", "side": "white", "seq": "2" }), false),
        (json!([]), false),
    ] {
        let (_, answer) = host.send_intent(&game, &d.to_string(), d.clone()).await;
        let was_read = answer["message"]["key"] != "reject-intent-unreadable";
        assert_eq!((was_read, WIRE.intents.is_valid(&d)), (is_sound, is_sound), "{d}: {answer}");
    }
}
