//! Revoked tokens of guests.

use super::{TestStore, guest_id, on_both};
use crate::clock;
use crate::token_key::{REVOCATION_LIFETIME, revoke};

on_both! { revocations_expired_are_forgotten_and_others_are_bounded }

async fn revocations_expired_are_forgotten_and_others_are_bounded(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let now = clock::now().as_u64() / 1000;
    let put = "INSERT INTO secret (name, value) VALUES ($1, $2)";
    let (old, lasting) = (now - REVOCATION_LIFETIME - 60, now - REVOCATION_LIFETIME + 3600);
    for (name, before) in [("revoked:old", old), ("revoked:lasting", lasting)] {
        store.writers.execute(put, &[name.into(), (&before.to_string()).into()]).await.unwrap();
    }
    let known = async || {
        let mut guests: Vec<_> = store.token_keys().await.unwrap().revoked.into_keys().collect();
        guests.sort_unstable();
        guests
    };
    assert_eq!(known().await, [guest_id("lasting")], "what has expired is not read");
    // The expired one takes no room.
    assert!(revoke(&store.writers, &guest_id("second"), 2).await.unwrap().is_some());
    assert_eq!(revoke(&store.writers, &guest_id("third"), 2).await.unwrap(), None);
    assert!(revoke(&store.writers, &guest_id("lasting"), 2).await.unwrap() > Some(now), "it has its room");
    assert_eq!(known().await, [guest_id("lasting"), guest_id("second")], "none is forgotten");
    assert!(revoke(&store.writers, &guest_id("third"), u64::MAX).await.unwrap().is_some());
}
