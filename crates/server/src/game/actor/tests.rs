//! Tests of the actor of a game.

use rukh_store::{LeaseOutcome, clock};
use tokio::sync::mpsc;

use super::{GameActor, NodeRole};
use crate::game::chat::ChatLog;
use crate::game::registry::tests::TestRegistry;
use crate::wire::EventKind;

const HOUR: i64 = 3_600_000;

/// The owner of a game with a running clock, since whose start the site's clock has jumped.
async fn actor_before_a_jump(fixture: &TestRegistry, jump: i64) -> GameActor {
    let id = fixture.running_game().await;
    let lease = fixture.registry.store.acquire_lease(&id).await.unwrap();
    let Some(LeaseOutcome::Granted(lease)) = lease else { panic!("{lease:?}") };
    let session = fixture.session(&id).await;
    let (mailbox, _inbox) = mpsc::channel(1);
    let role = NodeRole::Owner(lease.epoch);
    let started = (None, mailbox.downgrade());
    let mut actor = GameActor::new(fixture.registry.clone(), role, session, ChatLog::default(), started);
    actor.clock.adopted -= jump;
    actor
}

#[tokio::test]
async fn clock_jump_is_an_outage_and_charged_to_nobody() {
    let fixture = TestRegistry::new().await;
    let mut actor = actor_before_a_jump(&fixture, HOUR).await;
    let before = actor.session.state().clock(actor.now()).unwrap();
    actor.adopt_clock();
    assert!(actor.outage_since.is_some());
    assert!(actor.resume().await.is_ok());
    let outage = actor.session.events().iter().find_map(|event| match event.kind {
        EventKind::Outage { from, to } => Some(to.since(from)),
        _ => None,
    });
    let length = outage.expect("an outage");
    assert!((HOUR.unsigned_abs()..HOUR.unsigned_abs() + 60_000).contains(&length), "{length}");
    let after = actor.session.state().clock(actor.now()).unwrap();
    assert!(before.white - after.white < 5_000, "{before:?} {after:?}");
    assert!(actor.on_deadline().await.is_ok());
    assert!(!actor.session.state().is_over());
}

/// Whatever wakes the actor first after an outage.
#[tokio::test]
async fn outage_is_recorded_before_a_flag_can_fall() {
    let fixture = TestRegistry::new().await;
    let mut actor = actor_before_a_jump(&fixture, HOUR).await;
    actor.adopt_clock();
    assert!(actor.on_deadline().await.is_ok());
    let kinds: Vec<_> = actor.session.events().iter().map(|event| &event.kind).collect();
    assert!(matches!(kinds.last(), Some(EventKind::Outage { .. })), "{kinds:?}");
    assert!(!actor.session.state().is_over());
}

#[tokio::test]
async fn clock_that_went_back_before_a_restart_lets_the_game_run_on() {
    let fixture = TestRegistry::new().await;
    let actor = actor_before_a_jump(&fixture, 0).await;
    let last = actor.session.events().last().unwrap().at;
    let (clock, lead) = super::GameClock::after(last + HOUR.unsigned_abs());
    assert!(lead > HOUR.unsigned_abs() - 60_000, "{lead}");
    let begun = clock.now();
    assert!(begun >= last + HOUR.unsigned_abs());
    tokio::time::sleep(std::time::Duration::from_millis(30)).await;
    assert!(clock.now().since(begun) >= 20, "the time of the game does not stand still");
    assert!(clock::now() < begun);
}
