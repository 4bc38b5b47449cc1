//! Passkeys against an authenticator in software.

#[path = "support/authenticator.rs"]
mod authenticator;

use authenticator::Authenticator;
use rukh_accounts::{
    AccountsError, KnownPasskey, Passkeys, RegisteredPasskey, SiteAddress, UsedPasskey, new_handle,
};
use serde_json::Value as Json;

const ORIGIN: &str = "https://rukh.example";

fn site(origin: &str, host: &str) -> SiteAddress {
    SiteAddress { origin: origin.to_owned(), host: host.to_owned() }
}

fn passkeys() -> Passkeys {
    Passkeys::of(&site(ORIGIN, "rukh.example")).unwrap()
}

/// A handle with its registered passkey, and the authenticator that has it.
fn registered() -> (Vec<u8>, RegisteredPasskey, Authenticator) {
    let handle = new_handle().unwrap();
    let (begun, options) = passkeys().begin_registration(&handle, "Ras Ali", &[]).unwrap();
    let (authenticator, answer) = Authenticator::register(7, &options, ORIGIN);
    let kept = passkeys().finish_registration(&begun, &answer).unwrap();
    (handle, kept, authenticator)
}

fn finish(
    begun: &[u8],
    answer: &Json,
    handle: &[u8],
    kept: &RegisteredPasskey,
) -> Result<Vec<u8>, AccountsError> {
    let used = UsedPasskey::read(answer)?;
    let known = KnownPasskey { handle, fixed: &kept.fixed, state: &kept.state };
    passkeys().finish_sign_in(begun, &used, known)
}

#[test]
fn passkey_registered_signs_in() {
    let (handle, mut kept, mut authenticator) = registered();
    for _ in 0..2 {
        let (begun, options) = passkeys().begin_sign_in().unwrap();
        let answer = authenticator.sign_in(&options);
        assert_eq!(UsedPasskey::read(&answer).unwrap().id(), kept.id);
        let state = finish(&begun, &answer, &handle, &kept).unwrap();
        assert_ne!(state, kept.state, "the counter has risen");
        kept.state = state;
    }
}

#[test]
fn options_name_site_and_person_and_known_passkeys() {
    let (handle, kept, _) = registered();
    let known = [(kept.id.clone(), kept.transports)];
    let (_, options) = passkeys().begin_registration(&handle, "አልማዝ ራስ", &known).unwrap();
    assert_eq!(options["rp"]["id"], "rukh.example");
    assert_eq!(
        (&options["user"]["name"], &options["user"]["displayName"]),
        (&"አልማዝ ራስ".into(), &"አልማዝ ራስ".into())
    );
    assert_eq!(options["excludeCredentials"][0]["id"], kept.id);
    assert_eq!(options["authenticatorSelection"]["residentKey"], "required");
    assert_eq!(options["authenticatorSelection"]["userVerification"], "required");
}

/// Browsers refuse authenticators that lack a protection which is enforced.
#[test]
fn registration_enforces_no_protection_that_authenticators_lack() {
    let (_, options) = passkeys().begin_registration(&new_handle().unwrap(), "Ras Ali", &[]).unwrap();
    assert!(options["extensions"].get("credentialProtectionPolicy").is_none(), "{options}");
}

/// A page of another origin, whose visitor unlocks the passkey there.
#[test]
fn passkey_of_another_origin_is_refused() {
    let (handle, kept, authenticator) = registered();
    for origin in ["https://evil.example", "http://rukh.example", "https://rukh.example:8443"] {
        let (begun, options) = passkeys().begin_sign_in().unwrap();
        let answer = authenticator.at(origin).sign_in(&options);
        let refused = finish(&begun, &answer, &handle, &kept);
        assert!(matches!(refused, Err(AccountsError::Passkey(_))), "{origin}: {refused:?}");
    }
}

#[test]
fn answer_to_another_challenge_or_bent_is_refused() {
    let (handle, kept, mut authenticator) = registered();
    let (_, earlier) = passkeys().begin_sign_in().unwrap();
    let (begun, options) = passkeys().begin_sign_in().unwrap();
    let replayed = authenticator.sign_in(&earlier);
    assert!(finish(&begun, &replayed, &handle, &kept).is_err(), "of an earlier challenge");
    let good = authenticator.sign_in(&options);
    for field in ["signature", "authenticatorData", "clientDataJSON", "userHandle"] {
        let mut bent = good.clone();
        let text = bent["response"][field].as_str().unwrap().to_owned();
        let last = if text.ends_with('A') { 'Q' } else { 'A' };
        bent["response"][field] = format!("{}{last}", &text[..text.len() - 1]).into();
        assert!(finish(&begun, &bent, &handle, &kept).is_err(), "{field}");
    }
    assert!(finish(&begun, &good, &new_handle().unwrap(), &kept).is_err(), "of another person");
    assert!(finish(&begun, &good, &handle, &kept).is_ok());
}

/// A copy of an authenticator is behind the counter of the other.
#[test]
fn counter_that_falls_is_refused() {
    let (handle, mut kept, mut authenticator) = registered();
    authenticator.counter = 5;
    let (begun, options) = passkeys().begin_sign_in().unwrap();
    kept.state = finish(&begun, &authenticator.sign_in(&options), &handle, &kept).unwrap();
    authenticator.counter = 2;
    let (begun, options) = passkeys().begin_sign_in().unwrap();
    assert!(finish(&begun, &authenticator.sign_in(&options), &handle, &kept).is_err());
}

#[test]
fn passkeys_need_a_name_and_tls_but_on_this_machine() {
    for (origin, host, has) in [
        (ORIGIN, "rukh.example", true),
        ("http://localhost:7878", "localhost", true),
        ("http://rukh.example", "rukh.example", false),
        ("https://192.168.1.5", "192.168.1.5", false),
        ("http://[::1]:7878", "[::1]", false),
        ("http://127.0.0.1:7878", "127.0.0.1", false),
    ] {
        assert_eq!(Passkeys::of(&site(origin, host)).is_some(), has, "{origin}");
    }
}

#[test]
fn what_no_browser_sends_is_refused() {
    let handle = new_handle().unwrap();
    let (begun, _) = passkeys().begin_registration(&handle, "Ras Ali", &[]).unwrap();
    for text in ["null", "{}", "[]", "1", "{\"id\":\"AA\"}", "{\"response\":{\"clientDataJSON\":\"!\"}}"] {
        let answer = serde_json::from_str(text).unwrap();
        let refused = passkeys().finish_registration(&begun, &answer);
        assert!(matches!(refused, Err(AccountsError::Passkey(_))), "{text}: {refused:?}");
        assert!(matches!(UsedPasskey::read(&answer), Err(AccountsError::Passkey(_))), "{text}");
    }
}
