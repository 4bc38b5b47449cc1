//! Tests of the pool with an opponent that thinks as long as it is asked to.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::FutureExt;
use rukh_rules::{Event, Game, Ruleset, Side};
use tokio::time::{Instant, timeout};

use super::{EngineCache, EnginePool, LevelCosts, MoveTask, Opponent, SearchHandle, SeatRequest, TaskKind};
use crate::Owner;

const LONG: Duration = Duration::from_secs(30);

/// Thinks at level 8 until it must stop or may finish, and not at all at other levels.
#[derive(Default)]
struct SlowOpponent {
    may_finish: AtomicBool,
    thinking: AtomicUsize,
    most_thinking: AtomicUsize,
    stopped: AtomicUsize,
}

impl Opponent for SlowOpponent {
    fn choose(&self, task: &MoveTask, stop: &(dyn Fn() -> bool + Sync)) -> Option<Event> {
        let begin = || {
            let thinking = self.thinking.fetch_add(1, Ordering::SeqCst) + 1;
            self.most_thinking.fetch_max(thinking, Ordering::SeqCst);
        };
        begin();
        while task.level == 8 && !self.may_finish.load(Ordering::SeqCst) {
            std::thread::sleep(Duration::from_millis(1));
            self.thinking.fetch_sub(1, Ordering::SeqCst);
            let must_stop = stop();
            begin();
            if must_stop {
                self.stopped.fetch_add(1, Ordering::SeqCst);
                break;
            }
        }
        self.thinking.fetch_sub(1, Ordering::SeqCst);
        Some(Event::Draw)
    }

    fn agrees_to_draw(&self, _: &MoveTask, stop: &(dyn Fn() -> bool + Sync)) -> bool {
        !stop()
    }
}

fn guest(name: &str) -> Owner {
    Owner::new(Some(&name.parse().unwrap()), None)
}

fn request(kind: TaskKind, owner: &str, level: u8) -> SeatRequest {
    SeatRequest { kind, owner: guest(owner), level, deadline: None }
}

fn turn(owner: &str, level: u8) -> SeatRequest {
    request(TaskKind::Turn, owner, level)
}

fn due_in(owner: &str, level: u8, time: Duration) -> SeatRequest {
    SeatRequest { deadline: Some(Instant::now() + time), ..turn(owner, level) }
}

fn task(level: u8) -> MoveTask {
    let game = Game::new(Arc::new(Ruleset::named("shatranj").unwrap()));
    MoveTask { game, side: Side::White, level, seed: 1, person: None }
}

fn pool_of_one() -> (EnginePool, Arc<SlowOpponent>) {
    let opponent = Arc::new(SlowOpponent::default());
    (EnginePool::with_seats(opponent.clone(), 1, 1), opponent)
}

/// Gets a seat and thinks on it.
async fn think(pool: &EnginePool, request: SeatRequest, handle: &SearchHandle) -> Option<Event> {
    let level = request.level;
    let permit = pool.acquire(&request).await;
    pool.choose(permit, task(level), handle.flag()).await
}

/// Werera moves never wait for long searches of moves in turn.
#[tokio::test]
async fn seats_of_werera_are_separate() {
    let pool = EnginePool::with_seats(Arc::new(EngineCache::new(0, Arc::default())), 1, 1);
    let (a, b) = (turn("a", 8), request(TaskKind::Werera, "a", 8));
    let taken = pool.acquire(&a).await;
    assert!(pool.acquire(&a).now_or_never().is_none());
    let werera = pool.acquire(&b).now_or_never();
    assert!(werera.is_some() && pool.acquire(&b).now_or_never().is_none());
    drop((taken, werera));
    assert!(pool.acquire(&a).now_or_never().is_some());
}

/// A flood of short clocks gets as many further seats as there are, and no more.
#[tokio::test]
async fn overdue_moves_have_a_bounded_number_of_seats() {
    let (pool, _) = pool_of_one();
    let _taken = pool.acquire(&turn("a", 8)).await;
    let overdue = pool.acquire(&due_in("b", 8, Duration::ZERO)).await;
    assert!(overdue.must_stop(&SearchHandle::default().flag()));
    let late = due_in("c", 8, Duration::ZERO);
    assert!(timeout(Duration::from_millis(50), pool.acquire(&late)).await.is_err());
    drop(overdue);
    assert!(timeout(LONG, pool.acquire(&late)).await.is_ok());
}

/// A stranger's quick answer takes the seat of a search that has no end.
#[tokio::test(flavor = "multi_thread")]
async fn quick_answer_does_not_wait_for_a_long_search() {
    let (pool, opponent) = pool_of_one();
    let greedy: Vec<_> = (0..10)
        .map(|_| {
            let pool = pool.clone();
            tokio::spawn(async move { think(&pool, turn("greedy", 8), &SearchHandle::default()).await })
        })
        .collect();
    while opponent.thinking.load(Ordering::SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    for _ in 0..20 {
        let handle = SearchHandle::default();
        let answer = timeout(LONG, think(&pool, turn("modest", 1), &handle)).await;
        assert_eq!(answer, Ok(Some(Event::Draw)));
    }
    assert!(!opponent.may_finish.swap(true, Ordering::SeqCst));
    for one in greedy {
        assert_eq!(timeout(LONG, one).await.unwrap().unwrap(), Some(Event::Draw));
    }
    assert_eq!(opponent.most_thinking.load(Ordering::SeqCst), 1, "one seat, one search");
    assert_eq!(opponent.stopped.load(Ordering::SeqCst), 0, "a parked search goes on");
}

/// A search whose deadline passes while it is parked ends without a seat.
#[tokio::test(flavor = "multi_thread")]
async fn parked_search_ends_at_its_deadline() {
    let (pool, opponent) = pool_of_one();
    let long = {
        let pool = pool.clone();
        let request = due_in("greedy", 8, Duration::from_millis(400));
        tokio::spawn(async move { think(&pool, request, &SearchHandle::default()).await })
    };
    while opponent.thinking.load(Ordering::SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    let held = timeout(LONG, pool.acquire(&turn("modest", 1))).await.unwrap();
    assert_eq!(timeout(LONG, long).await.unwrap().unwrap(), Some(Event::Draw));
    assert_eq!(opponent.stopped.load(Ordering::SeqCst), 1);
    assert!(pool.acquire(&turn("modest", 1)).now_or_never().is_none(), "the seat is still held");
    drop(held);
    assert!(pool.acquire(&turn("modest", 1)).now_or_never().is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn withdrawn_search_ends_and_a_dropped_wait_leaves_the_queue() {
    let (pool, opponent) = pool_of_one();
    let handle = SearchHandle::default();
    let flag = handle.flag();
    let permit = pool.acquire(&turn("a", 8)).await;
    let thinking = {
        let pool = pool.clone();
        tokio::spawn(async move { pool.choose(permit, task(8), flag).await })
    };
    let (b, c) = (turn("b", 8), turn("c", 8));
    assert!(pool.acquire(&b).now_or_never().is_none(), "the future is dropped while it waits");
    drop(handle);
    assert!(timeout(LONG, thinking).await.unwrap().unwrap().is_some());
    assert_eq!(opponent.stopped.load(Ordering::SeqCst), 1);
    assert!(timeout(LONG, pool.acquire(&c)).await.is_ok(), "nobody holds the seat");
}

/// A queue that is too long for its owner is reported with the wait, and is no matter to others.
#[tokio::test]
async fn check_queue_refuses_the_owner_of_a_long_queue() {
    let (pool, _) = pool_of_one();
    let _taken = pool.acquire(&turn("greedy", 8)).await;
    let one = turn("greedy", 8);
    let mut waiting = Vec::new();
    while pool.check_queue(&guest("greedy"), 8).is_ok() {
        let mut wait = Box::pin(pool.acquire(&one));
        assert!(wait.as_mut().now_or_never().is_none());
        waiting.push(wait);
        assert!(waiting.len() < 20);
    }
    // Two seconds each are expected before anything was measured.
    assert_eq!(waiting.len(), 6);
    assert_eq!(pool.check_queue(&guest("greedy"), 8), Err(Duration::from_secs(12)));
    assert_eq!(pool.check_queue(&guest("modest"), 8), Ok(()));
    assert_eq!(pool.check_queue(&guest("greedy"), 1), Ok(()));
    waiting.clear();
    assert_eq!(pool.check_queue(&guest("greedy"), 8), Ok(()));
}

#[test]
fn costs_follow_what_is_measured() {
    let mut costs = LevelCosts::new();
    assert_eq!(costs.of(8), Duration::from_secs(2));
    for _ in 0..100 {
        costs.record(8, Duration::from_millis(500));
    }
    assert!((0.5..0.51).contains(&costs.of(8).as_secs_f64()));
    assert_eq!(costs.of(7), Duration::from_millis(500));
}
