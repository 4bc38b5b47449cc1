//! Signing in by a provider of OpenID Connect.

use std::sync::{Arc, Mutex};

use base64ct::{Base64UrlUnpadded, Encoding};
use rukh_accounts::provider::Provider;
use rukh_server::Config;
use rukh_server::wire::account::Registration;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use url::Url;

use crate::accounts::with_accounts;
use crate::host::{Host, Reply, TestStorage, on_both};

on_both! {
    provider_makes_an_account_and_signs_in_to_it
    answer_of_another_visit_or_provider_is_refused
    provider_is_added_and_taken_away_again
}

const ORIGIN: &str = "https://rukh.example";
const START: &str = "/api/v1/sign-in/providers/example/start";
const RETURN: &str = "/api/v1/sign-in/providers/example/return";

/// A provider on this machine, which knows whoever comes as the person it was told.
struct FakeProvider {
    id: &'static str,
    issuer: String,
    /// What the claims of tokens are changed to.
    claims: Arc<Mutex<Value>>,
    /// The PKCE challenge and the nonce of the visit.
    visit: Arc<Mutex<[String; 2]>>,
}

impl FakeProvider {
    async fn start() -> FakeProvider {
        FakeProvider::named("example").await
    }

    async fn named(id: &'static str) -> FakeProvider {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let issuer = format!("http://{}", listener.local_addr().unwrap());
        let (claims, visit) = (Arc::<Mutex<Value>>::default(), Arc::<Mutex<[String; 2]>>::default());
        let (own, told, seen) = (issuer.clone(), claims.clone(), visit.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(answer(stream, own.clone(), told.clone(), seen.clone()));
            }
        });
        FakeProvider { id, issuer, claims, visit }
    }

    fn settings(&self) -> Provider {
        Provider {
            id: self.id.to_owned(),
            name: "Example".to_owned(),
            issuer: self.issuer.clone(),
            client_id: "rukh & friends".to_owned(),
            client_secret: "secret:+".to_owned(),
        }
    }

    fn config(&self, storage: &TestStorage) -> Config {
        Config { providers: vec![self.settings()], ..with_accounts(storage) }
    }

    fn knows(&self, claims: Value) {
        *self.claims.lock().unwrap() = claims;
    }
}

/// Answers a request for the description of the provider or for a token.
async fn answer(
    mut stream: TcpStream,
    issuer: String,
    claims: Arc<Mutex<Value>>,
    visit: Arc<Mutex<[String; 2]>>,
) {
    let mut bytes = Vec::new();
    let request = loop {
        let mut part = [0; 4096];
        let count = stream.read(&mut part).await.unwrap_or(0);
        bytes.extend_from_slice(&part[..count]);
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else { continue };
        let length =
            head.lines().find_map(|line| line.to_lowercase().strip_prefix("content-length: ")?.parse().ok());
        if body.len() >= length.unwrap_or(0) {
            break text;
        }
    };
    let (status, body) = match request.starts_with("GET /.well-known/openid-configuration ") {
        true => (
            200,
            json!({ "issuer": issuer, "authorization_endpoint": format!("{issuer}/in?theme=dark"),
                    "token_endpoint": format!("{issuer}/token") }),
        ),
        false => token(&request, &issuer, &claims.lock().unwrap(), &visit.lock().unwrap()),
    };
    let body = body.to_string();
    let answer = format!(
        "HTTP/1.1 {status} -\r\ncontent-type: application/json\r\ncontent-length: {}\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    let _ = stream.write_all(answer.as_bytes()).await;
}

/// The token for a request whose secret, code and verifier are right.
fn token(request: &str, issuer: &str, claims: &Value, [challenge, nonce]: &[String; 2]) -> (u16, Value) {
    let (head, body) = request.split_once("\r\n\r\n").unwrap();
    let basic = base64ct::Base64::encode_string(b"rukh+%26+friends:secret%3A%2B");
    let field = |name: &str| {
        let mut pairs = url::form_urlencoded::parse(body.as_bytes());
        pairs.find(|(key, _)| key == name).map(|(_, value)| value.into_owned()).unwrap_or_default()
    };
    let verified = Base64UrlUnpadded::encode_string(&Sha256::digest(field("code_verifier")));
    let is_right = head.starts_with("POST /token ")
        && head.to_lowercase().contains(&format!("authorization: basic {}", basic.to_lowercase()))
        && field("code") == "the code"
        && field("redirect_uri") == format!("{ORIGIN}{RETURN}")
        && verified == *challenge;
    if !is_right {
        return (400, json!({ "error": "invalid_grant" }));
    }
    let now = rukh_store::clock::now().as_u64() / 1000;
    let mut all =
        json!({ "iss": issuer, "aud": "rukh & friends", "exp": now + 60, "iat": now, "nonce": nonce });
    for (key, value) in claims.as_object().unwrap() {
        all[key] = value.clone();
    }
    let part = |value: &Value| Base64UrlUnpadded::encode_string(value.to_string().as_bytes());
    let token = format!("{}.{}.c2ln", part(&json!({ "alg": "none" })), part(&all));
    (200, json!({ "access_token": "a", "token_type": "Bearer", "id_token": token }))
}

/// A browser with its cookies.
struct Visitor<'a> {
    host: &'a Host,
    cookies: Vec<(String, String)>,
}

impl<'a> Visitor<'a> {
    async fn new(host: &'a Host) -> Visitor<'a> {
        let mut visitor = Visitor { host, cookies: Vec::new() };
        visitor.ask("GET", "/api/v1/me", Value::Null).await;
        visitor
    }

    async fn ask(&mut self, method: &str, path: &str, body: Value) -> Reply {
        let cookies: Vec<String> =
            self.cookies.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let headers = format!(
            "content-type: application/json\r\norigin: {ORIGIN}\r\ncookie: {}\r\n",
            cookies.join("; ")
        );
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let reply = self.host.ask(method, path, &headers, &body).await;
        for line in reply.head.lines() {
            let Some(("set-cookie", set)) = line.split_once(": ") else { continue };
            let (name, value) = set.split(';').next().unwrap().split_once('=').unwrap();
            self.cookies.retain(|(known, _)| known != name);
            if !name.ends_with("rukh") {
                let kept = "; HttpOnly; SameSite=Lax; Secure; Path=/; Max-Age=";
                let parts: Vec<&str> = kept.split("; ").filter(|part| !part.is_empty()).collect();
                assert!(name.starts_with("__Host-") && parts.iter().all(|part| set.contains(part)), "{set}");
            }
            if !value.is_empty() {
                self.cookies.push((name.to_owned(), value.to_owned()));
            }
        }
        reply
    }

    /// Goes to the provider; the state with which it leads back.
    async fn visit(&mut self, provider: &FakeProvider, body: Value) -> String {
        let start = format!("/api/v1/sign-in/providers/{}/start", provider.id);
        let begun = self.ask("POST", &start, body).await;
        assert_eq!(begun.status, 200, "{}", begun.summary());
        let address = Url::parse(begun.json()["address"].as_str().unwrap()).unwrap();
        assert!(address.as_str().starts_with(&format!("{}/in?theme=dark&", provider.issuer)), "{address}");
        let of = |name: &str| {
            let found = address.query_pairs().find(|(key, _)| key == name);
            found.map(|(_, value)| value.into_owned()).unwrap_or_default()
        };
        assert_eq!((of("response_type"), of("client_id")), ("code".to_owned(), "rukh & friends".to_owned()));
        assert_eq!(
            (of("scope"), of("code_challenge_method")),
            ("openid profile".to_owned(), "S256".to_owned())
        );
        assert_eq!(of("redirect_uri"), format!("{ORIGIN}{}return", start.trim_end_matches("start")));
        let is_signed_in = self.me().await["is_account"] == true;
        let proves = if is_signed_in { ("login".to_owned(), "0".to_owned()) } else { Default::default() };
        assert_eq!((of("prompt"), of("max_age")), proves);
        *provider.visit.lock().unwrap() = [of("code_challenge"), of("nonce")];
        of("state")
    }

    /// Comes back from the provider; where it is led to.
    async fn come_back(&mut self, state: &str) -> String {
        let reply = self.ask("GET", &format!("{RETURN}?code=the+code&state={state}"), Value::Null).await;
        assert_eq!(reply.status, 303, "{}", reply.summary());
        reply.header("location").unwrap().to_owned()
    }

    async fn sign_in(&mut self, provider: &FakeProvider) -> String {
        let state = self.visit(provider, json!({})).await;
        self.come_back(&state).await
    }

    async fn me(&mut self) -> Value {
        self.ask("GET", "/api/v1/me", Value::Null).await.json()
    }

    async fn register(&mut self, name: &str) -> Reply {
        self.ask("POST", "/api/v1/account/providers", json!({ "name": name })).await
    }
}

fn now() -> u64 {
    rukh_store::clock::now().as_u64() / 1000
}

async fn provider_makes_an_account_and_signs_in_to_it(storage: TestStorage) {
    let provider = FakeProvider::start().await;
    let host = Host::start_with(provider.config(&storage)).await;
    let mut phone = Visitor::new(&host).await;
    let ways = phone.ask("GET", "/api/v1/sign-in", Value::Null).await.json();
    assert_eq!(ways["providers"], json!([{ "id": "example", "name": "Example" }]));
    let guest = phone.me().await["id"].clone();
    provider.knows(json!({ "sub": "248", "preferred_username": "almaz & co@school.example" }));
    assert_eq!(phone.sign_in(&provider).await, "/register#provider=example&name=almaz+%26+co&invitation=");
    assert_eq!(phone.register("Rukh").await.status, 400, "a name that cannot be is no end of the visit");
    let made = phone.register("Almaz").await;
    assert_eq!(made.status, 201, "{}", made.summary());
    assert_eq!(made.json()["recovery_codes"].as_array().unwrap().len(), 10);
    assert_eq!((&phone.me().await["id"], &phone.me().await["name"]), (&guest, &json!("Almaz")));
    assert_eq!(phone.register("Sara").await.status, 409, "it was used");

    let mut desk = Visitor::new(&host).await;
    let state = desk.visit(&provider, json!({})).await;
    assert_eq!(desk.come_back(&state).await, "/");
    assert_eq!(desk.me().await["id"], guest);
    assert_eq!(desk.come_back(&state).await, "/account#visit=ceremony_over", "a visit ends once");
    let account = desk.ask("GET", "/api/v1/account", Value::Null).await.json();
    let entry = &account["identities"][0];
    assert_eq!((&entry["provider"], &entry["provider_id"]), (&json!("Example"), &json!("example")));
    assert!(entry["used"].is_u64(), "{account}");
    // Whom a provider knows without asking anything has proved nothing.
    let codes = async |desk: &mut Visitor<'_>| {
        let reply = desk.ask("POST", "/api/v1/account/recovery-codes", Value::Null).await;
        (reply.status, reply.json()["error"]["code"].as_str().unwrap_or_default().to_owned())
    };
    assert_eq!(codes(&mut desk).await, (403, "prove_it".to_owned()));
    for old in [Value::Null, json!(1_000), json!(now() - 600)] {
        let claims = json!({ "sub": "248", "auth_time": old });
        provider.knows(claims.clone());
        assert_eq!(desk.sign_in(&provider).await, "/account#visit=prove_it", "{claims}");
        assert_eq!(codes(&mut desk).await, (403, "prove_it".to_owned()));
    }
    provider.knows(json!({ "sub": "249", "auth_time": now() + 1 }));
    assert_eq!(desk.sign_in(&provider).await, "/account#visit=identity_other");
    assert_eq!(codes(&mut desk).await.0, 403);
    provider.knows(json!({ "sub": "248", "auth_time": now() + 1 }));
    assert_eq!(desk.sign_in(&provider).await, "/account#visit=proved");
    assert_eq!(codes(&mut desk).await.0, 200);
    let id = account["identities"][0]["id"].as_str().unwrap().to_owned();
    let last = desk.ask("DELETE", &format!("/api/v1/account/providers/{id}"), Value::Null).await;
    assert_eq!(last.json()["error"]["code"], "last_way_in");
    desk.ask("POST", "/api/v1/account/delete", json!({ "name": "Almaz" })).await;
    let led = Visitor::new(&host).await.sign_in(&provider).await;
    assert!(led.starts_with("/register#"), "nobody is left: {led}");
    host.stop().await;

    let closed = Config { registration: Registration::Closed, ..provider.config(&storage) };
    let host = Host::start_with(closed).await;
    let led = Visitor::new(&host).await.sign_in(&provider).await;
    assert_eq!(led, "/sign-in#visit=registration_closed");
}

async fn answer_of_another_visit_or_provider_is_refused(storage: TestStorage) {
    let (provider, second) = (FakeProvider::start().await, FakeProvider::named("second").await);
    let providers = vec![provider.settings(), second.settings()];
    let host = Host::start_with(Config { providers, ..with_accounts(&storage) }).await;
    let mut phone = Visitor::new(&host).await;
    provider.knows(json!({ "sub": "248" }));
    let over = "/sign-in#visit=ceremony_over";
    // Somebody else's browser, which was sent the address of the way back.
    let state = phone.visit(&provider, json!({})).await;
    let mut other = Visitor::new(&host).await;
    assert_eq!(other.come_back(&state).await, over);
    let others = other.visit(&provider, json!({})).await;
    assert_eq!(other.come_back(&state).await, over, "the state is another visit's");
    let swapped = format!("/api/v1/sign-in/providers/second/return?code=the+code&state={others}");
    let swapped = other.ask("GET", &swapped, Value::Null).await;
    assert_eq!(swapped.header("location"), Some(over), "the code is for another provider");
    // What somebody else opens in a browser ends none of its visits, nor does another page's.
    let planted = phone.ask("GET", &format!("{RETURN}?code=x&state=y"), Value::Null).await;
    assert_eq!(planted.header("location"), Some(over));
    let state = phone.visit(&provider, json!({})).await;
    phone.visit(&second, json!({})).await;
    let first = *provider.visit.lock().unwrap() != *second.visit.lock().unwrap();
    assert!(first && phone.come_back(&state).await.starts_with("/register#"));

    for (query, led) in [
        ("error=access_denied&state=x", over),
        ("error=invalid_scope&state=x", "/sign-in#visit=provider_away"),
        ("code=x", over),
        ("code=x&code=y", "/sign-in#visit=bad_request"),
    ] {
        let turned_back = phone.ask("GET", &format!("{RETURN}?{query}"), Value::Null).await;
        assert_eq!((turned_back.status, turned_back.header("location")), (303, Some(led)), "{query}");
    }
    for claims in [
        json!({ "sub": "248", "iss": "https://id.example" }),
        json!({ "sub": "248", "aud": "another" }),
        json!({ "sub": "248", "nonce": "another" }),
        json!({ "sub": "248", "exp": 1_000 }),
        json!({ "sub": "" }),
    ] {
        provider.knows(claims.clone());
        assert_eq!(phone.sign_in(&provider).await, "/sign-in#visit=provider_away", "{claims}");
    }
    provider.knows(json!({ "sub": "248" }));
    let state = phone.visit(&provider, json!({})).await;
    provider.visit.lock().unwrap()[0] = "another".to_owned();
    assert_eq!(
        phone.come_back(&state).await,
        "/sign-in#visit=provider_away",
        "the verifier is checked there"
    );
    let unknown = phone.ask("POST", "/api/v1/sign-in/providers/nobody/start", json!({})).await;
    assert_eq!(unknown.status, 404);
    let adds = phone.ask("POST", START, json!({ "adds": true })).await;
    assert_eq!(adds.json()["error"]["code"], "no_account");
}

async fn provider_is_added_and_taken_away_again(storage: TestStorage) {
    let provider = FakeProvider::start().await;
    let host = Host::start_with(provider.config(&storage)).await;
    let knows = |sub: &str| provider.knows(json!({ "sub": sub, "auth_time": now() + 1 }));
    knows("248");
    let mut almaz = Visitor::new(&host).await;
    almaz.sign_in(&provider).await;
    almaz.register("Almaz").await;
    let mut sara = Visitor::new(&host).await;
    let password = json!({ "name": "Sara", "password": "correct horse battery" });
    assert_eq!(sara.ask("POST", "/api/v1/account", password.clone()).await.status, 201);
    let state = sara.visit(&provider, json!({ "adds": true })).await;
    assert_eq!(sara.come_back(&state).await, "/account#visit=identity_taken", "it signs in to Almaz");
    provider.knows(json!({ "sub": "249" }));
    let state = sara.visit(&provider, json!({ "adds": true })).await;
    assert_eq!(sara.come_back(&state).await, "/account#visit=prove_it", "nobody was asked anything");
    knows("249");
    for _ in 0..2 {
        let state = sara.visit(&provider, json!({ "adds": true })).await;
        assert_eq!(sara.come_back(&state).await, "/account#visit=added");
    }
    // A device that is signed out meanwhile adds nothing.
    knows("250");
    let state = sara.visit(&provider, json!({ "adds": true })).await;
    let mut owner = Visitor::new(&host).await;
    assert_eq!(owner.ask("POST", "/api/v1/sign-in/password", password).await.status, 200);
    owner.ask("POST", "/api/v1/account/sessions/end-others", Value::Null).await;
    assert_eq!(sara.come_back(&state).await, "/sign-in#visit=ceremony_over");

    knows("249");
    let mut desk = Visitor::new(&host).await;
    assert_eq!(desk.sign_in(&provider).await, "/");
    assert_eq!(desk.me().await["name"], "Sara");
    let account = desk.ask("GET", "/api/v1/account", Value::Null).await.json();
    assert_eq!(account["identities"].as_array().unwrap().len(), 1, "{account}");
    let path = format!("/api/v1/account/providers/{}", account["identities"][0]["id"].as_str().unwrap());
    assert_eq!(almaz.ask("DELETE", &path, Value::Null).await.status, 404, "it is another's");
    assert_eq!(desk.ask("DELETE", &path, Value::Null).await.status, 204);
    let led = Visitor::new(&host).await.sign_in(&provider).await;
    assert!(led.starts_with("/register#"), "{led}");
}
