//! Providers of OpenID Connect: sites that say who somebody is, and what is read of their answers
//! ([OpenID Connect Core 1.0](https://openid.net/specs/openid-connect-core-1_0.html),
//! [Discovery 1.0](https://openid.net/specs/openid-connect-discovery-1_0.html)).

use std::collections::BTreeSet;
use std::fmt;

use base64ct::{Base64UrlUnpadded, Encoding};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use url::{Host, Url};

/// Longest id and name of a provider, in characters.
const MAX_ID: usize = 32;
const MAX_NAME: usize = 40;
/// Most providers: a page has a button for each.
const MAX_PROVIDERS: usize = 8;
/// The usual way to send a client secret (OpenID Connect Core, 9).
const BASIC: &str = "client_secret_basic";
/// How far the clocks of provider and server may differ, in seconds.
const LEEWAY: u64 = 120;

/// A provider, as an operator describes it.
#[derive(Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Provider {
    /// What addresses call it: letters, digits and hyphens.
    pub id: String,
    /// What people call it.
    pub name: String,
    /// Its address, as it writes it in its answers.
    pub issuer: String,
    /// What it calls this site.
    pub client_id: String,
    /// What proves to it that this site asks.
    pub client_secret: String,
}

impl fmt::Debug for Provider {
    /// Without the secret.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_struct("Provider")
            .field("id", &self.id)
            .field("issuer", &self.issuer)
            .finish_non_exhaustive()
    }
}

/// Why a file of providers cannot be used. No message has a secret.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ProviderError {
    /// It is not TOML, or a field is missing or unknown; the line where.
    #[error("line {line}: {reason}")]
    Syntax {
        /// Number of the line, from 1.
        line: usize,
        /// What is wrong.
        reason: String,
    },
    /// It names none, or more than there are buttons for.
    #[error("the file has {0} providers; write 1 to 8, each as a table `[[provider]]`")]
    Number(usize),
    /// Two have the same id.
    #[error("two providers have the id `{0}`; give each its own")]
    Twice(String),
    /// An id that does not fit into addresses.
    #[error("`id = \"{0}\"` must be 1 to 32 small letters, digits or hyphens")]
    Id(String),
    /// A field that is empty or too long.
    #[error("`{field}` of `{id}` is empty or too long")]
    Field {
        /// The provider.
        id: String,
        /// The field.
        field: &'static str,
    },
    /// An address that cannot be trusted.
    #[error(
        "`issuer = \"{0}\"` must be a URL with https and without a query, such as `https://id.example`; with http only \
         for tests on this machine"
    )]
    Issuer(String),
}

/// The providers of a file: TOML with a table `[[provider]]` for each.
///
/// # Errors
/// What is wrong first.
///
/// # Examples
/// ```
/// let text = r#"
///     [[provider]]
///     id = "example"
///     name = "Example"
///     issuer = "https://id.example"
///     client_id = "rukh"
///     client_secret = "a secret"
/// "#;
/// let providers = rukh_accounts::provider::parse(text)?;
/// assert_eq!(providers[0].name, "Example");
/// # Ok::<(), rukh_accounts::provider::ProviderError>(())
/// ```
pub fn parse(text: &str) -> Result<Vec<Provider>, ProviderError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        #[serde(default)]
        provider: Vec<Provider>,
    }
    let file: File = toml::from_str(text).map_err(|error| {
        let begin = error.span().map_or(0, |span| span.start);
        let line = text.bytes().take(begin).filter(|byte| *byte == b'\n').count() + 1;
        ProviderError::Syntax { line, reason: error.message().to_owned() }
    })?;
    let providers = file.provider;
    if providers.is_empty() || providers.len() > MAX_PROVIDERS {
        return Err(ProviderError::Number(providers.len()));
    }
    let mut ids = BTreeSet::new();
    for provider in &providers {
        provider.check()?;
        if !ids.insert(&provider.id) {
            return Err(ProviderError::Twice(provider.id.clone()));
        }
    }
    Ok(providers)
}

impl Provider {
    fn check(&self) -> Result<(), ProviderError> {
        let of_id = |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
        if !(1..=MAX_ID).contains(&self.id.len()) || !self.id.chars().all(of_id) {
            return Err(ProviderError::Id(self.id.clone()));
        }
        let fields =
            [("name", &self.name), ("client_id", &self.client_id), ("client_secret", &self.client_secret)];
        for (field, value) in fields {
            let most = if field == "name" { MAX_NAME } else { 4096 };
            if value.trim().is_empty() || value.chars().count() > most {
                return Err(ProviderError::Field { id: self.id.clone(), field });
            }
        }
        match Url::parse(&self.issuer) {
            Ok(url) if is_trusted(&url) && url.query().is_none() => Ok(()),
            _ => Err(ProviderError::Issuer(self.issuer.clone())),
        }
    }

    /// Where the provider describes itself.
    #[must_use]
    pub fn description(&self) -> String {
        format!("{}/.well-known/openid-configuration", self.issuer.trim_end_matches('/'))
    }

    /// What is kept of somebody whom a provider knows: a digest that says nothing to whoever reads it.
    #[must_use]
    pub fn identity(&self, subject: &str) -> String {
        hex::encode(Sha256::digest(format!("{}\n{subject}", self.issuer)))
    }

    /// The addresses of a provider's description of itself.
    ///
    /// # Errors
    /// [`NotTrusted`]: it is another's description, or lacks an address.
    pub fn endpoints(&self, description: &[u8]) -> Result<Endpoints, NotTrusted> {
        #[derive(Deserialize)]
        struct Description {
            issuer: String,
            authorization_endpoint: Url,
            token_endpoint: Url,
            #[serde(default = "basic")]
            token_endpoint_auth_methods_supported: Vec<String>,
        }
        let read: Description = serde_json::from_slice(description)
            .map_err(|error| NotTrusted(format!("its description of itself: {error}")))?;
        if read.issuer != self.issuer {
            return Err(NotTrusted(format!("it calls itself `{}`, not `{}`", read.issuer, self.issuer)));
        }
        let is_test = self.issuer.starts_with("http:");
        for url in [&read.authorization_endpoint, &read.token_endpoint] {
            // Nor may a provider elsewhere send the server to this machine.
            if !is_trusted(url) || url.scheme() == "http" && !is_test {
                return Err(NotTrusted(format!("`{url}` has no TLS")));
            }
        }
        let takes = |method: &str| read.token_endpoint_auth_methods_supported.iter().any(|one| one == method);
        let secret_in_body = !takes(BASIC);
        if secret_in_body && !takes("client_secret_post") {
            return Err(NotTrusted("it takes no client secret, by HTTP Basic or in the body".to_owned()));
        }
        let (authorization, token) = (read.authorization_endpoint, read.token_endpoint);
        Ok(Endpoints { authorization, token, secret_in_body })
    }

    /// Who somebody is by an ID token that came from the provider itself over TLS, which is why its signature need
    /// not be verified (OpenID Connect Core, 3.1.3.7, point 6).
    ///
    /// # Errors
    /// [`NotTrusted`]: it is of another provider, for another site or another sign-in, or is over.
    pub fn identified(&self, token: &str, nonce: &str, now: u64) -> Result<Identified, NotTrusted> {
        let claims = claims(token)?;
        let refused = |what: &str| Err(NotTrusted(what.to_owned()));
        let is_alone = claims.audience.len() == 1;
        if claims.issuer != self.issuer {
            return refused("the token is of another provider");
        }
        let is_for_us = claims.audience.contains(&self.client_id);
        let is_party = claims.authorized.as_ref().map_or(is_alone, |party| *party == self.client_id);
        if !is_for_us || !is_party {
            return refused("the token is for another site");
        }
        if claims.nonce.as_deref() != Some(nonce) {
            return refused("the token is of another sign-in");
        }
        if claims.expires.saturating_add(LEEWAY) < now || claims.issued > now.saturating_add(LEEWAY) {
            return refused("the token is over, or the clocks differ");
        }
        if claims.subject.is_empty() || claims.subject.len() > 255 {
            return refused("the token names nobody");
        }
        // Neither an address nor the name of a passport is offered as a name that everybody sees.
        let names = [claims.preferred_username, claims.nickname].into_iter().flatten();
        let mut names = names.map(|name| name.split('@').next().unwrap_or_default().trim().to_owned());
        let name = names.find(|name| !name.is_empty()).unwrap_or_default();
        Ok(Identified { subject: claims.subject, name, authenticated: claims.authenticated })
    }
}

/// The addresses of a provider.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Endpoints {
    /// Where people sign in.
    pub authorization: Url,
    /// Where a code becomes a token.
    pub token: Url,
    /// Whether the client secret is sent in the body of a request, and not by HTTP Basic.
    pub secret_in_body: bool,
}

/// Why the answer of a provider is not believed.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct NotTrusted(String);

/// Whom a provider has identified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identified {
    /// What the provider knows the person by.
    pub subject: String,
    /// A name to begin with; empty if there is none.
    pub name: String,
    /// When the person signed in there, in seconds since the epoch, if it says so.
    pub authenticated: Option<u64>,
}

#[derive(Deserialize)]
struct Claims {
    #[serde(rename = "iss")]
    issuer: String,
    #[serde(rename = "sub")]
    subject: String,
    #[serde(rename = "aud", deserialize_with = "one_or_more")]
    audience: Vec<String>,
    #[serde(rename = "azp")]
    authorized: Option<String>,
    #[serde(rename = "exp", deserialize_with = "seconds")]
    expires: u64,
    #[serde(rename = "iat", deserialize_with = "seconds")]
    issued: u64,
    #[serde(rename = "auth_time", default, deserialize_with = "seconds_if_any")]
    authenticated: Option<u64>,
    nonce: Option<String>,
    nickname: Option<String>,
    preferred_username: Option<String>,
}

/// A time in seconds since the epoch, which may have a fraction (RFC 7519, 2).
fn seconds<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    let time = seconds_if_any(deserializer)?;
    time.ok_or_else(|| serde::de::Error::custom("a time must be seconds since the epoch, not null"))
}

fn seconds_if_any<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Option<u64>, D::Error> {
    match Option::<f64>::deserialize(deserializer)? {
        None => Ok(None),
        Some(number) if (0.0..1e12).contains(&number) => Ok(Some(number as u64)),
        Some(_) => Err(serde::de::Error::custom("a time must be seconds since the epoch")),
    }
}

fn claims(token: &str) -> Result<Claims, NotTrusted> {
    let mut parts = token.split('.');
    let (Some(_), Some(body), Some(_), None) = (parts.next(), parts.next(), parts.next(), parts.next())
    else {
        return Err(NotTrusted("the token is no JSON Web Token of three parts".to_owned()));
    };
    let body = Base64UrlUnpadded::decode_vec(body.trim_end_matches('='))
        .map_err(|_| NotTrusted("the token's claims are not base64url".to_owned()))?;
    serde_json::from_slice(&body).map_err(|error| NotTrusted(format!("the token's claims: {error}")))
}

/// An audience, which is a text or a list of them.
fn one_or_more<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Audience {
        One(String),
        More(Vec<String>),
    }
    Ok(match Audience::deserialize(deserializer)? {
        Audience::One(one) => vec![one],
        Audience::More(all) => all,
    })
}

/// How a provider takes a client secret that does not say so.
fn basic() -> Vec<String> {
    vec![BASIC.to_owned()]
}

/// Whether what an address sends can be believed: over TLS, or on this machine.
fn is_trusted(url: &Url) -> bool {
    let is_here = match url.host() {
        Some(Host::Domain(name)) => name == "localhost",
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => return false,
    };
    let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
    is_plain && (url.scheme() == "https" || url.scheme() == "http" && is_here)
}

#[cfg(test)]
mod tests {
    use base64ct::{Base64UrlUnpadded, Encoding};
    use serde_json::{Value, json};

    use super::{Provider, ProviderError, parse};

    fn provider() -> Provider {
        Provider {
            id: "example".to_owned(),
            name: "Example".to_owned(),
            issuer: "https://id.example".to_owned(),
            client_id: "rukh".to_owned(),
            client_secret: "a secret".to_owned(),
        }
    }

    fn token(claims: &Value) -> String {
        let part = |value: &Value| Base64UrlUnpadded::encode_string(value.to_string().as_bytes());
        format!("{}.{}.c2ln", part(&json!({ "alg": "RS256" })), part(claims))
    }

    fn sound() -> Value {
        json!({ "iss": "https://id.example", "sub": "248", "aud": "rukh", "exp": 2_000, "iat": 1_000,
                "nonce": "n", "preferred_username": "almaz" })
    }

    #[test]
    fn providers_are_read_or_refused_by_line_and_field() {
        let table = |id: &str, issuer: &str| {
            format!(
                "[[provider]]\nid = \"{id}\"\nname = \"N\"\nissuer = \"{issuer}\"\nclient_id = \"c\"\nclient_secret = \"s3\"\n"
            )
        };
        let two = [table("a", "https://a.example"), table("b", "http://127.0.0.1:9/realm")].concat();
        assert_eq!(parse(&two).unwrap().len(), 2);
        assert_eq!(parse(""), Err(ProviderError::Number(0)));
        let twice = table("a", "https://a.example").repeat(2);
        assert_eq!(parse(&twice), Err(ProviderError::Twice("a".to_owned())));
        for issuer in [
            "http://a.example",
            "https://a.example?x",
            "a.example",
            "https://u:p@a.example",
            "ftp://localhost",
        ] {
            assert_eq!(parse(&table("a", issuer)), Err(ProviderError::Issuer(issuer.to_owned())));
        }
        for id in ["", "A", "a b", "ä", &"a".repeat(33)] {
            assert_eq!(parse(&table(id, "https://a.example")), Err(ProviderError::Id(id.to_owned())));
        }
        let unknown = format!("{}secret = 1\n", table("a", "https://a.example"));
        assert!(
            matches!(parse(&unknown), Err(ProviderError::Syntax { line: 7, .. })),
            "{:?}",
            parse(&unknown)
        );
        let empty = table("a", "https://a.example").replace("\"N\"", "\" \"");
        assert_eq!(parse(&empty), Err(ProviderError::Field { id: "a".to_owned(), field: "name" }));
        assert!(!format!("{:?}", parse(&two).unwrap()).contains("s3"));
    }

    #[test]
    fn description_of_another_or_without_tls_is_refused() {
        let described = |issuer: &str, token: &str| {
            let text = json!({ "issuer": issuer, "authorization_endpoint": "https://id.example/in",
                               "token_endpoint": token, "jwks_uri": "https://id.example/keys" });
            provider().endpoints(text.to_string().as_bytes())
        };
        assert_eq!(
            described("https://id.example", "https://id.example/token").unwrap().token.as_str(),
            "https://id.example/token"
        );
        assert!(described("https://other.example", "https://id.example/token").is_err());
        assert!(described("https://id.example", "http://id.example/token").is_err());
        assert!(provider().endpoints(b"<html>").is_err());
        // A provider elsewhere does not send the server to its own machine.
        assert!(described("https://id.example", "http://127.0.0.1/token").is_err());
        assert!(described("https://id.example", "http://localhost/token").is_err());
    }

    #[test]
    fn client_secret_is_sent_as_the_provider_takes_it() {
        let takes = |methods: Value| {
            let mut text = json!({ "issuer": "https://id.example", "authorization_endpoint": "https://id.example/in",
                                   "token_endpoint": "https://id.example/token" });
            if !methods.is_null() {
                text["token_endpoint_auth_methods_supported"] = methods;
            }
            provider().endpoints(text.to_string().as_bytes()).map(|endpoints| endpoints.secret_in_body)
        };
        assert_eq!(takes(Value::Null), Ok(false));
        assert_eq!(takes(json!(["client_secret_post", "client_secret_basic"])), Ok(false));
        assert_eq!(takes(json!(["private_key_jwt", "client_secret_post"])), Ok(true));
        assert!(takes(json!(["private_key_jwt"])).is_err());
    }

    #[test]
    fn identified_by_a_token_of_this_provider_site_and_sign_in_alone() {
        let identified = |claims: &Value| provider().identified(&token(claims), "n", 1_500);
        let who = identified(&sound()).unwrap();
        assert_eq!((who.subject.as_str(), who.name.as_str(), who.authenticated), ("248", "almaz", None));
        let with = |key: &str, value: Value| {
            let mut claims = sound();
            claims[key] = value;
            claims
        };
        for (key, value, name) in [
            ("preferred_username", json!("almaz@school.example"), "almaz"),
            ("preferred_username", json!(" "), ""),
            ("preferred_username", Value::Null, ""),
            ("exp", json!(2_000.5), "almaz"),
            ("auth_time", json!(1_499.9), "almaz"),
            ("auth_time", Value::Null, "almaz"),
        ] {
            assert_eq!(identified(&with(key, value.clone())).unwrap().name, name, "{key}: {value}");
        }
        let both = json!(["rukh", "other"]);
        assert!(identified(&with("aud", json!(["rukh"]))).is_ok());
        assert!(identified(&with("aud", both.clone())).is_err(), "the authorised party must be named");
        let mut named = with("aud", both);
        named["azp"] = json!("rukh");
        assert!(identified(&named).is_ok());
        for (key, value) in [
            ("iss", json!("https://id.example/")),
            ("aud", json!("other")),
            ("azp", json!("other")),
            ("nonce", json!("m")),
            ("nonce", Value::Null),
            ("exp", json!(1_000)),
            ("exp", json!(-1)),
            ("exp", Value::Null),
            ("exp", json!(1e300)),
            ("auth_time", json!("now")),
            ("iat", json!(2_000)),
            ("sub", json!("")),
            ("sub", json!("x".repeat(256))),
            ("sub", json!(7)),
        ] {
            assert!(identified(&with(key, value.clone())).is_err(), "{key}: {value}");
        }
        for text in ["", "a.b", "a.b.c.d", "a.!.c", "e30.e30.e30"] {
            assert!(provider().identified(text, "n", 1_500).is_err(), "{text}");
        }
    }

    #[test]
    fn identities_of_two_providers_differ() {
        let other = Provider { issuer: "https://other.example".to_owned(), ..provider() };
        assert_eq!(provider().identity("248"), provider().identity("248"));
        assert_ne!(provider().identity("248"), other.identity("248"));
        assert_ne!(provider().identity("248"), provider().identity("249"));
    }
}
