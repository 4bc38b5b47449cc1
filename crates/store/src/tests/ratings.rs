//! Ratings of rated games, each of which counts once.

use rukh_rating::{Days, GameScore, Rating};
use rukh_rules::Side;
use rukh_session::wire::GameTimeControl;
use rukh_session::wire::people::Player;
use rukh_session::wire::rating::{Pace, Rated, RatingPool};

use super::accounts::new_account;
use super::{TestStore, close, game_id, guest_id, last, ms, new_game, on_both};
use crate::{FinishedGameConsumer, GameToRate, LeaderKind, LevelGame, Store, shown};

on_both! {
    rated_game_counts_once_in_the_order_of_the_ends
    unrated_game_does_not_wait_to_be_rated
    rated_game_of_a_killed_node_is_rated_by_the_next
    rated_game_counts_once_after_a_backup_is_restored
    deleted_account_has_no_rating_and_its_opponent_keeps_one
    leaderboard_has_who_is_well_known
    level_is_rated_by_people_who_are_well_known
}

const RATINGS: FinishedGameConsumer = FinishedGameConsumer::Ratings;

pub(super) fn pool() -> RatingPool {
    RatingPool { family: "senterej".to_owned(), die: false, pace: Pace::Live }
}

fn rated() -> Option<Rated> {
    let unknown = shown(&Rating::INITIAL);
    Some(Rated { pool: pool(), white: unknown, black: unknown })
}

/// Plays a rated game to its end.
async fn finish(store: &Store, id: &str) {
    let mut first = new_game(id);
    first.card.rated = rated();
    store.append(first).await.unwrap();
    let mut end = last(id, 2, 0);
    end.card.rated = rated();
    store.append(end).await.unwrap();
}

fn won(id: &str, ended: u64) -> GameToRate {
    GameToRate {
        game: game_id(id),
        pool: pool(),
        players: ["p-white", "p-black"].map(guest_id),
        score: GameScore::WhiteWins,
        ended: ms(ended),
    }
}

async fn with_accounts(store: &Store) {
    store.create_account(&new_account("p-white", "Almaz")).await.unwrap();
    store.create_account(&new_account("p-black", "Bekele")).await.unwrap();
}

/// The values of White's and Black's player, with the numbers of their games.
async fn values(store: &Store) -> Vec<(u16, u64)> {
    let mut rows = store.ratings(&["p-white", "p-black"].map(guest_id)).await.unwrap();
    rows.sort_by_key(|row| row.player != guest_id("p-white"));
    rows.iter().map(|row| (shown(&row.rating).value, row.games)).collect()
}

async fn waiting(store: &Store) -> usize {
    store.finished_games(RATINGS, 10).await.unwrap().len()
}

async fn rated_game_counts_once_in_the_order_of_the_ends(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    with_accounts(&store).await;
    finish(&store, "one").await;
    assert!(store.is_to_be_rated(&game_id("one")).await.unwrap());
    assert_eq!(store.load(&game_id("one")).await.unwrap().unwrap().info.rated, rated());
    // Two nodes may rate the same game.
    let games = [won("one", 5_000)];
    let (one, other) = tokio::join!(store.rate_games(&games), store.rate_games(&games));
    one.unwrap();
    other.unwrap();
    assert_eq!(values(&store).await, [(1662, 1), (1338, 1)]);
    store.rate_games(&games).await.unwrap();
    assert_eq!(values(&store).await, [(1662, 1), (1338, 1)]);
    let changes = store.rating_changes(&game_id("one")).await.unwrap();
    assert_eq!(changes.iter().map(|one| (one.before.value, one.after.value)).max(), Some((1500, 1662)));
    assert!(!store.is_to_be_rated(&game_id("one")).await.unwrap());

    finish(&store, "two").await;
    store.rate_games(&[won("two", 6_000)]).await.unwrap();
    let white = guest_id("p-white");
    let history = store.rating_history(&white, &pool()).await.unwrap();
    let games: Vec<_> = history.iter().map(|one| (one.game.as_str(), one.before.value)).collect();
    assert_eq!(games, [("two", 1662), ("one", 1500)]);
    let black = guest_id("p-black");
    assert_eq!(store.count_rated_games([&black, &white], ms(5_500)).await.unwrap(), 1);
    assert_eq!(store.rating_pools().await.unwrap(), [(pool(), [2, 0])]);
}

async fn unrated_game_does_not_wait_to_be_rated(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    super::outbox::finish(&store, "friendly").await;
    assert_eq!(waiting(&store).await, 0);
}

async fn rated_game_of_a_killed_node_is_rated_by_the_next(fixture: &TestStore) {
    fixture.crash_after("killed", async |store| {
        with_accounts(store).await;
        finish(store, "g").await;
    });
    let (store, _closing) = fixture.open().await;
    assert_eq!(waiting(&store).await, 1);
    store.rate_games(&[won("g", 5_000)]).await.unwrap();
    assert_eq!((waiting(&store).await, values(&store).await.len()), (0, 2));
}

async fn rated_game_counts_once_after_a_backup_is_restored(fixture: &TestStore) {
    let (store, closing) = fixture.open().await;
    with_accounts(&store).await;
    finish(&store, "one").await;
    store.rate_games(&[won("one", 5_000)]).await.unwrap();
    // A restored database has its consumers anew, so every game waits again.
    for table in ["DELETE FROM finished_game", "DELETE FROM consumer"] {
        store.writers.execute(table, &[]).await.unwrap();
    }
    close((store, closing)).await;
    let (store, _closing) = fixture.open().await;
    assert_eq!(waiting(&store).await, 1);
    store.rate_games(&[won("one", 5_000)]).await.unwrap();
    assert_eq!((waiting(&store).await, values(&store).await), (0, vec![(1662, 1), (1338, 1)]));
}

async fn deleted_account_has_no_rating_and_its_opponent_keeps_one(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    with_accounts(&store).await;
    finish(&store, "one").await;
    finish(&store, "two").await;
    store.rate_games(&[won("one", 5_000)]).await.unwrap();
    store.delete_account(&guest_id("p-black")).await.unwrap();
    // The game that was still on when the account was deleted.
    store.rate_games(&[won("two", 6_000)]).await.unwrap();
    let rows = store.ratings(&["p-white", "p-black"].map(guest_id)).await.unwrap();
    assert_eq!(rows.iter().map(|row| (row.player.as_str(), row.games)).collect::<Vec<_>>(), [("p-white", 2)]);
    assert!(store.rating_history(&guest_id("p-black"), &pool()).await.unwrap().is_empty());
}

async fn leaderboard_has_who_is_well_known(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    with_accounts(&store).await;
    let now = crate::clock::now().as_u64();
    for number in 0..60 {
        let id = format!("g{number}");
        finish(&store, &id).await;
        let score = if number % 2 == 0 { GameScore::WhiteWins } else { GameScore::BlackWins };
        store.rate_games(&[GameToRate { score, ..won(&id, now) }]).await.unwrap();
        assert!(number > 15 || store.leaders(&pool(), LeaderKind::People, 10).await.unwrap().is_empty());
    }
    let leaders = store.leaders(&pool(), LeaderKind::People, 10).await.unwrap();
    assert_eq!(leaders.len(), 2);
    assert!(leaders.is_sorted_by(|one, other| one.rating.value() >= other.rating.value()));
    // The bound of the statement leaves out nobody whom the deviation would keep.
    let best = Rating::new(1800.0, rukh_rating::MIN_DEVIATION, 0.06).unwrap();
    assert!(!best.after(Days::new(210.0).unwrap()).is_established());
    // Who has not played for two years is not well known any more.
    let statement = "UPDATE rating SET played = played - 63072000000 WHERE player = 'p-white'";
    store.writers.execute(statement, &[]).await.unwrap();
    assert_eq!(store.leaders(&pool(), LeaderKind::People, 10).await.unwrap().len(), 1);
}

async fn level_is_rated_by_people_who_are_well_known(fixture: &TestStore) {
    let (store, _closing) = fixture.open().await;
    with_accounts(&store).await;
    for (player, deviation) in [("p-white", 60_000), ("p-black", 200_000)] {
        let put = format!(
            "INSERT INTO rating (player, pool, value, deviation, volatility, games, played) \
             VALUES ('{player}', 'senterej-live', 1600000, {deviation}, 60000000, 30, 1000)"
        );
        store.writers.execute(put, &[]).await.unwrap();
    }
    let games = [
        ("known", "p-white", true),
        ("unknown", "p-black", true),
        ("guest", "somebody", true),
        ("unclocked", "p-white", false),
    ];
    for (id, person, has_clock) in games {
        for mut append in [new_game(id), last(id, 2, 0)] {
            append.card.white.player = Player::Guest { id: guest_id(person) };
            append.card.black.player = Player::Engine { level: 3 };
            if !has_clock {
                append.card.time_control = GameTimeControl::None;
            }
            store.append(append).await.unwrap();
        }
    }
    let waiting = store.finished_games(FinishedGameConsumer::Levels, 9).await.unwrap();
    assert_eq!(waiting, ["known", "unknown"].map(game_id), "accounts, on clocks");
    assert_eq!(store.finished_games(RATINGS, 9).await.unwrap(), []);
    let game = |id: &str, person: &str| LevelGame {
        game: game_id(id),
        pool: pool(),
        person: guest_id(person),
        level: (3, Side::Black),
        score: GameScore::BlackWins,
        ended: ms(5_000),
    };
    let games = [game("known", "p-white"), game("unknown", "p-black")];
    let (one, other) = tokio::join!(store.rate_levels(&games), store.rate_levels(&games));
    one.and(other).unwrap();
    let rated = store.level_ratings().await.unwrap();
    assert_eq!((rated.len(), rated[0].level, rated[0].games), (1, 3, 1), "each game once: {rated:?}");
    let unknown = Rating::INITIAL;
    assert!(rated[0].rating.value() > unknown.value() && rated[0].rating.deviation() < unknown.deviation());
    assert_eq!(values(&store).await, [(1600, 30), (1600, 30)], "nobody is rated by games with the computer");
    assert_eq!(store.finished_games(FinishedGameConsumer::Levels, 9).await.unwrap(), []);
}
