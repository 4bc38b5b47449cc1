//! What is written in one transaction with events: inputs, laws, games that begin.

use rukh_rules::Side;
use rukh_session::wire::people::Premove;

use super::{TestStore, game_id, is_out_of_order, is_stale, ms, new_game, next, numbers, on_both};
use crate::{Append, Epoch, SideInput};

on_both! {
    inputs_have_one_row_a_side game_that_begins_is_stored_with_its_event_or_not_at_all
    laws_are_stored_once_with_a_game
}

fn input(side: Side, number: u64, moves: &[&str], seed: Option<&str>) -> SideInput {
    let premove = |text: &&str| Premove { coordinates: (*text).to_owned(), ..Premove::default() };
    SideInput {
        side,
        number,
        at: ms(number),
        premoves: moves.iter().map(premove).collect(),
        seed: seed.map(str::to_owned),
    }
}

fn giving(inputs: Vec<SideInput>) -> Append {
    Append { inputs, events: Vec::new(), intent: None, ..next("g", 2, 0) }
}

async fn inputs_have_one_row_a_side(fixture: &TestStore) {
    use Side::{Black, White};
    let (store, _closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    let first = input(White, 1, &["a2a3"], None);
    let both = [input(White, 2, &[], Some("seed")), input(Black, 3, &["b7b6", "c7c6"], None)];
    let (one, two) =
        tokio::join!(store.append(giving(vec![first.clone()])), store.append(giving(both.to_vec())));
    one.and(two).unwrap();
    assert_eq!(store.inputs(&game_id("g"), 0).await.unwrap(), both);
    assert_eq!(store.inputs(&game_id("g"), 2).await.unwrap(), both[1..]);
    let stored = store.load(&game_id("g")).await.unwrap().unwrap();
    assert_eq!((stored.asides, stored.inputs.len(), stored.log.len()), (3, 2, 1));
    assert!(is_out_of_order(&store.append(giving(vec![first])).await));
    let stale = Append { epoch: Epoch(7), ..giving(vec![input(White, 9, &[], None)]) };
    assert!(is_stale(&store.append(stale).await));
}

async fn game_that_begins_is_stored_with_its_event_or_not_at_all(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    store.append(new_game("g")).await.unwrap();
    let begins = |id: &str| Some(Box::new(new_game(id)));
    let gap = Append { begins: begins("lost"), ..next("g", 3, 0) };
    assert!(is_out_of_order(&store.append(gap).await));
    let stale = Append { begins: begins("lost"), ..next("g", 2, 5) };
    assert!(is_stale(&store.append(stale).await));
    let taken = Append { begins: begins("g"), ..next("g", 2, 0) };
    assert!(is_out_of_order(&store.append(taken).await));
    assert!(store.load(&game_id("lost")).await.unwrap().is_none());
    assert_eq!(numbers(&store, "g").await, [1]);
    store.append(Append { begins: begins("again"), ..next("g", 2, 0) }).await.unwrap();
    assert_eq!((numbers(&store, "g").await, numbers(&store, "again").await), (vec![1, 2], vec![1]));
}

async fn laws_are_stored_once_with_a_game(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    assert!(store.lacks_laws("h", "senterej"));
    store.append(new_game("g")).await.unwrap();
    assert!(!store.lacks_laws("h", "senterej"));
    store.append(new_game("other")).await.unwrap();
    assert_eq!(store.laws("h", "senterej").await.unwrap().as_deref(), Some("laws of g"));
    assert_eq!(store.laws("other", "senterej").await.unwrap(), None);
}
