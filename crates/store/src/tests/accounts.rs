//! Accounts: names, ways to sign in, devices.

use rukh_session::wire::time::UnixMillis;

use super::{TestStore, guest_id, on_both};
use crate::{
    AccountAction, Ceremony, IdentityAddition, IdentityRow, NewAccount, PasskeyRow, RENAME_INTERVAL,
    SignInRow, Store, StoreError, WayRemoval, WayToSignIn, clock,
};

on_both! {
    account_keeps_the_guests_id_and_takes_its_name
    name_of_an_account_is_nobody_elses
    name_registered_twice_at_once_is_one_persons
    invitation_makes_one_account
    name_changes_once_in_a_month_and_stays_reserved
    last_way_to_sign_in_stays
    identity_is_one_persons_and_may_be_the_last_way
    recovery_code_signs_in_once
    passkey_used_twice_from_one_state_is_refused
    ceremony_is_taken_once_and_in_time
    sign_ins_end_oldest_first_and_others_at_once
    account_deleted_leaves_no_name
    operator_signs_out_recovers_and_deletes
}

fn at(ms: u64) -> UnixMillis {
    UnixMillis::new(1_800_000_000_000 + ms)
}

pub(super) fn sign_in(id: &str, player: &str, seen: UnixMillis) -> SignInRow {
    let expires = UnixMillis::new(seen.as_u64() + 1_000_000_000);
    let player = guest_id(player);
    SignInRow {
        id: id.to_owned(),
        player,
        label: "Firefox".to_owned(),
        scopes: None,
        created: seen,
        proved: seen,
        seen,
        expires,
    }
}

fn passkey(id: &str, player: &str) -> PasskeyRow {
    PasskeyRow {
        id: id.to_owned(),
        player: guest_id(player),
        label: "phone".to_owned(),
        fixed: vec![1, 2],
        state: vec![0],
        transports: 3,
        created: at(0),
        used: None,
    }
}

pub(super) fn new_account(player: &str, name: &str) -> NewAccount {
    NewAccount {
        player: guest_id(player),
        name: name.to_owned(),
        handle: player.as_bytes().to_vec(),
        password: None,
        passkey: Some(passkey(&format!("key of {player}"), player)),
        identity: None,
        recovery_codes: vec!["a".to_owned(), "b".to_owned()],
        sign_in: sign_in(&format!("device of {player}"), player, at(0)),
        invitation: None,
        at: at(0),
    }
}

async fn name(store: &Store, player: &str) -> String {
    let id = guest_id(player);
    store.names([&id]).await.unwrap().of(&id)
}

fn month() -> u64 {
    u64::try_from(RENAME_INTERVAL.as_millis()).unwrap()
}

async fn account_keeps_the_guests_id_and_takes_its_name(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.set_name(&guest_id("almaz"), Some("Almaz")).await.unwrap();
    assert!(!store.is_account(&guest_id("almaz")).await.unwrap());
    store.create_account(&new_account("almaz", "Almaz")).await.unwrap();
    let account = store.account(&guest_id("almaz")).await.unwrap().unwrap();
    assert_eq!((account.name.as_str(), account.created, account.renamable), ("Almaz", at(0), at(0)));
    assert_eq!(account.handle, b"almaz");
    let again = store.create_account(&new_account("almaz", "Another")).await;
    assert!(matches!(again, Err(StoreError::AccountExists)), "{again:?}");
    let device = store.sign_in("device of almaz", at(1)).await.unwrap().unwrap();
    assert_eq!(device, sign_in("device of almaz", "almaz", at(0)));
    assert_eq!(store.sign_in("device of almaz", at(2_000_000_000)).await.unwrap(), None, "it is over");
}

async fn name_of_an_account_is_nobody_elses(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.set_name(&guest_id("early"), Some("ALMAZ")).await.unwrap();
    store.create_account(&new_account("almaz", "Almaz")).await.unwrap();
    assert!(name(&store, "early").await.starts_with("Guest "), "a guest gives way");
    for like in ["almaz", "A1maz", "Аlmaz", "A L M A Z"] {
        let guest = store.set_name(&guest_id("late"), Some(like)).await;
        assert!(matches!(guest, Err(StoreError::NameTaken)), "{like}: {guest:?}");
        let account = store.create_account(&new_account("late", like)).await;
        assert!(matches!(account, Err(StoreError::NameTaken)), "{like}: {account:?}");
        assert!(!store.is_account(&guest_id("late")).await.unwrap(), "nothing is written");
        assert_eq!(store.player_named(like).await.unwrap(), Some(guest_id("almaz")));
    }
    let own = store.set_name(&guest_id("almaz"), Some("Sara")).await;
    assert!(matches!(own, Err(StoreError::AccountExists)), "its name is changed elsewhere: {own:?}");
}

async fn name_registered_twice_at_once_is_one_persons(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let people: Vec<NewAccount> = (0..8).map(|n| new_account(&format!("person {n}"), "Almaz")).collect();
    let made = futures_util::future::join_all(people.iter().map(|new| store.create_account(new))).await;
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1, "{made:?}");
    let winner = store.player_named("almaz").await.unwrap().unwrap();
    assert!(store.is_account(&winner).await.unwrap());
}

async fn invitation_makes_one_account(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let place = fixture.location.clone();
    let later = UnixMillis::new(clock::now().as_u64() + 60_000);
    Store::invite(&place, &["c0de".to_owned(), "c1de".to_owned()], "for the club", later).await.unwrap();
    Store::invite(&place, &["old".to_owned()], "", clock::now()).await.unwrap();
    let open: Vec<String> = Store::invitations(&place).await.unwrap().into_iter().map(|row| row.id).collect();
    assert_eq!(open, ["c0de", "c1de"], "the one that has ended is not listed");
    let people: Vec<NewAccount> = (0..8)
        .map(|n| {
            let id = format!("person {n}");
            NewAccount { invitation: Some("c0de".to_owned()), ..new_account(&id, &id) }
        })
        .collect();
    let made = futures_util::future::join_all(people.iter().map(|new| store.create_account(new))).await;
    assert_eq!(made.iter().filter(|made| made.is_ok()).count(), 1, "{made:?}");
    let refused = made.iter().filter(|made| matches!(made, Err(StoreError::NotInvited))).count();
    assert_eq!(refused, 7, "{made:?}");
    assert!(!store.is_invited("c0de").await.unwrap() && store.is_invited("c1de").await.unwrap());
    store.create_account(&new_account("sara", "Sara")).await.unwrap();
    // An account that cannot be made uses up none.
    let taken = NewAccount { invitation: Some("c1de".to_owned()), ..new_account("other", "Sara") };
    assert!(matches!(store.create_account(&taken).await, Err(StoreError::NameTaken)));
    assert!(store.is_invited("c1de").await.unwrap());
    assert_eq!(Store::uninvite(&place, "c1").await.unwrap(), 1);
    assert!(!store.is_invited("c1de").await.unwrap() && !store.is_invited("old").await.unwrap());
    assert_eq!(store.purge_invitations(later).await.unwrap(), 1);
}

async fn name_changes_once_in_a_month_and_stays_reserved(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.create_account(&new_account("almaz", "Almaz")).await.unwrap();
    store.create_account(&new_account("sara", "Sara")).await.unwrap();
    let almaz = guest_id("almaz");
    assert!(
        store.rename_account(&almaz, "Ras", at(5)).await.unwrap(),
        "the first name may be changed at once"
    );
    assert!(!store.rename_account(&almaz, "Almaz", at(5 + month() - 1)).await.unwrap());
    assert_eq!(name(&store, "almaz").await, "Ras");
    let taken = store.rename_account(&almaz, "sara", at(5 + month())).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "{taken:?}");
    let taken = store.rename_account(&guest_id("sara"), "Almaz", at(9)).await;
    assert!(matches!(taken, Err(StoreError::NameTaken)), "a former name is reserved: {taken:?}");
    assert!(store.rename_account(&almaz, "Almaz", at(5 + month())).await.unwrap(), "and may be taken back");
    for former in ["Ras", "Almaz"] {
        assert_eq!(store.player_named(former).await.unwrap(), Some(almaz.clone()), "{former}");
    }
}

async fn last_way_to_sign_in_stays(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.create_account(&new_account("almaz", "Almaz")).await.unwrap();
    let almaz = guest_id("almaz");
    let removed = |id: &'static str| store.remove_way(&almaz, WayToSignIn::Passkey(id), &[]);
    assert_eq!(removed("key of almaz").await.unwrap(), WayRemoval::LastWay);
    assert_eq!(store.remove_way(&almaz, WayToSignIn::Password, &[]).await.unwrap(), WayRemoval::NotThere);
    assert!(store.add_passkey(&passkey("second", "almaz"), 2).await.unwrap());
    assert!(!store.add_passkey(&passkey("third", "almaz"), 2).await.unwrap(), "one too many");
    assert!(!store.add_passkey(&passkey("second", "sara"), 9).await.unwrap(), "somebody has it");
    assert_eq!(removed("key of almaz").await.unwrap(), WayRemoval::Removed);
    assert_eq!(removed("key of almaz").await.unwrap(), WayRemoval::NotThere);
    store.set_password(&almaz, Some("hash")).await.unwrap();
    assert_eq!(removed("second").await.unwrap(), WayRemoval::Removed);
    assert_eq!(store.remove_way(&almaz, WayToSignIn::Password, &[]).await.unwrap(), WayRemoval::LastWay);
}

async fn identity_is_one_persons_and_may_be_the_last_way(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let identity = |id: &str, player: &str| IdentityRow {
        id: id.to_owned(),
        player: guest_id(player),
        issuer: "https://id.example".to_owned(),
        provider: "Example".to_owned(),
        created: at(1),
        used: None,
    };
    let by_identity = |id: &str, player: &str, name: &str| NewAccount {
        passkey: None,
        identity: Some(identity(id, player)),
        ..new_account(player, name)
    };
    store.create_account(&by_identity("first", "almaz", "Almaz")).await.unwrap();
    let (almaz, sara) = (guest_id("almaz"), guest_id("sara"));
    let again = store.create_account(&by_identity("first", "sara", "Sara")).await;
    assert!(matches!(again, Err(StoreError::IdentityTaken)), "{again:?}");
    assert!(!store.is_account(&sara).await.unwrap(), "nothing was written");
    store.create_account(&new_account("sara", "Sara")).await.unwrap();
    let device = store.sign_ins(&sara, at(0)).await.unwrap()[0].id.clone();
    let add =
        async |id: &str, most: u32| store.add_identity(&identity(id, "sara"), &device, most).await.unwrap();
    assert_eq!(add("first", 8).await, IdentityAddition::Taken);
    assert_eq!(add("second", 1).await, IdentityAddition::Added);
    assert_eq!(add("second", 1).await, IdentityAddition::Added, "it is hers already");
    assert_eq!(add("third", 1).await, IdentityAddition::TooMany);
    let by_nobody = store.add_identity(&identity("third", "sara"), "a device that is signed out", 8).await;
    assert_eq!(by_nobody.unwrap(), IdentityAddition::Gone);
    assert_eq!(store.person_of_identity("first").await.unwrap(), Some(almaz.clone()));
    assert!(store.use_identity("first", &almaz, at(7)).await.unwrap());
    assert!(!store.use_identity("first", &sara, at(8)).await.unwrap());
    assert_eq!(store.identities(&almaz).await.unwrap()[0].used, Some(at(7)));

    let offered = ["https://id.example".to_owned()];
    assert_eq!(
        store.remove_way(&almaz, WayToSignIn::Identity("first"), &offered).await.unwrap(),
        WayRemoval::LastWay
    );
    assert_eq!(
        store.remove_way(&almaz, WayToSignIn::Identity("second"), &offered).await.unwrap(),
        WayRemoval::NotThere
    );
    let passkey = async |issuers: &[String]| {
        store.remove_way(&sara, WayToSignIn::Passkey("key of sara"), issuers).await.unwrap()
    };
    assert_eq!(
        passkey(&[]).await,
        WayRemoval::LastWay,
        "a provider that is not asked any more lets nobody in"
    );
    assert_eq!(passkey(&offered).await, WayRemoval::Removed);
    assert_eq!(
        store.remove_way(&sara, WayToSignIn::Identity("second"), &offered).await.unwrap(),
        WayRemoval::LastWay
    );
    let password =
        async |issuers: &[String]| store.remove_way(&almaz, WayToSignIn::Password, issuers).await.unwrap();
    assert_eq!(password(&[]).await, WayRemoval::NotThere, "whatever else signs in");
    store.set_password(&almaz, Some("hash")).await.unwrap();
    assert_eq!(password(&[]).await, WayRemoval::LastWay);
    assert_eq!(password(&offered).await, WayRemoval::Removed);
    store.delete_account(&almaz).await.unwrap();
    assert_eq!(store.person_of_identity("first").await.unwrap(), None);
    store.delete_account(&sara).await.unwrap();
    assert_eq!(add("third", 8).await, IdentityAddition::Gone, "the account is not there any more");
}

async fn recovery_code_signs_in_once(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.create_account(&new_account("almaz", "Almaz")).await.unwrap();
    let almaz = guest_id("almaz");
    assert_eq!(store.count_recovery_codes(&almaz).await.unwrap(), 2);
    let tries = futures_util::future::join_all((0..5).map(|_| store.use_recovery_code(&almaz, "a"))).await;
    assert_eq!(tries.into_iter().filter(|used| *used.as_ref().unwrap()).count(), 1);
    assert!(!store.use_recovery_code(&guest_id("sara"), "b").await.unwrap());
    store.replace_recovery_codes(&almaz, &["c".to_owned()]).await.unwrap();
    assert!(!store.use_recovery_code(&almaz, "b").await.unwrap(), "the old ones are void");
    assert_eq!(store.count_recovery_codes(&almaz).await.unwrap(), 1);
}

async fn passkey_used_twice_from_one_state_is_refused(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.create_account(&new_account("almaz", "Almaz")).await.unwrap();
    let known = store.passkey("key of almaz").await.unwrap().unwrap();
    assert_eq!(known, passkey("key of almaz", "almaz"));
    assert!(store.use_passkey(&known, &[1], at(7)).await.unwrap());
    assert!(!store.use_passkey(&known, &[1], at(8)).await.unwrap());
    let now = store.passkey("key of almaz").await.unwrap().unwrap();
    assert_eq!((now.state, now.used), (vec![1], Some(at(7))));
}

async fn ceremony_is_taken_once_and_in_time(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    let begin = |id: &str| Ceremony {
        id: id.to_owned(),
        kind: "register",
        player: Some(guest_id("almaz")),
        body: vec![7; 40],
        expires: at(100),
    };
    for id in ["one", "two", "three"] {
        store.begin_ceremony(&begin(id)).await.unwrap();
    }
    assert_eq!(store.take_ceremony("one", "sign-in", at(1)).await.unwrap(), None, "it is for something else");
    assert_eq!(store.take_ceremony("one", "register", at(99)).await.unwrap(), Some(begin("one")));
    assert_eq!(store.take_ceremony("one", "register", at(99)).await.unwrap(), None);
    assert_eq!(store.take_ceremony("two", "register", at(100)).await.unwrap(), None, "it is over");
    assert_eq!(store.purge_sign_ins(at(100)).await.unwrap(), 1);
}

async fn sign_ins_end_oldest_first_and_others_at_once(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    for (seen, id) in (0..).zip(["a", "b", "c", "d"]) {
        store.begin_sign_in(&sign_in(id, "almaz", at(seen)), 3).await.unwrap();
    }
    let token = SignInRow { scopes: Some("read".to_owned()), ..sign_in("token", "almaz", at(0)) };
    store.begin_sign_in(&token, 3).await.unwrap();
    let ids = async |player: &str| {
        let rows = store.sign_ins(&guest_id(player), at(9)).await.unwrap();
        rows.into_iter().map(|row| row.id).collect::<Vec<_>>()
    };
    assert_eq!(ids("almaz").await, ["d", "c", "b", "token"]);
    assert!(!store.end_sign_in(&guest_id("sara"), "b").await.unwrap(), "it is somebody else's");
    assert!(store.end_sign_in(&guest_id("almaz"), "b").await.unwrap());
    assert_eq!(store.end_other_sign_ins(&guest_id("almaz"), "c").await.unwrap(), 2);
    assert_eq!(ids("almaz").await, ["c"]);
    store.prove_sign_in("c", at(50)).await.unwrap();
    store.see_sign_in("c", at(60), at(70)).await.unwrap();
    let row = store.sign_in("c", at(61)).await.unwrap().unwrap();
    assert_eq!((row.proved, row.seen, row.expires), (at(50), at(60), at(70)));
}

async fn account_deleted_leaves_no_name(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.create_account(&new_account("almaz", "Almaz")).await.unwrap();
    store.rename_account(&guest_id("almaz"), "Ras", at(5)).await.unwrap();
    store.delete_account(&guest_id("almaz")).await.unwrap();
    assert!(name(&store, "almaz").await.starts_with("Guest "));
    assert_eq!(store.sign_in("device of almaz", clock::now()).await.unwrap(), None);
    for former in ["Ras", "Almaz"] {
        assert_eq!(store.player_named(former).await.unwrap(), None, "{former}");
    }
    let mut backup = Vec::new();
    Store::backup_offline(&fixture.location, &mut backup).await.unwrap();
    let backup = String::from_utf8(backup).unwrap();
    assert!(!backup.contains("Almaz") && !backup.contains("Ras") && !backup.contains("key of"), "{backup}");
}

async fn operator_signs_out_recovers_and_deletes(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.create_account(&new_account("almaz", "Almaz")).await.unwrap();
    let almaz = guest_id("almaz");
    let act =
        async |name: &str, action| Store::administer_account(&fixture.location, name, &action).await.unwrap();
    assert_eq!(act("Sara", AccountAction::SignOut).await, None);
    assert_eq!(act("almaz", AccountAction::SignOut).await, Some(almaz.clone()));
    assert_eq!(store.sign_ins(&almaz, at(1)).await.unwrap(), []);
    act("Almaz", AccountAction::ReplaceRecoveryCodes(vec!["c".to_owned()])).await;
    assert!(store.use_recovery_code(&almaz, "c").await.unwrap());
    let listed = Store::list_accounts(&fixture.location).await.unwrap();
    assert_eq!(
        listed.iter().map(|row| (&*row.account.name, row.seen)).collect::<Vec<_>>(),
        [("Almaz", None)]
    );
    act("Almaz", AccountAction::Delete).await;
    assert!(!store.is_account(&almaz).await.unwrap());
}
