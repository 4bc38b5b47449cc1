//! A pool of engines that play for a server: few think at once, and their seats are shared fairly
//! by those that they play.
//!
//! ```
//! # tokio::runtime::Runtime::new().unwrap().block_on(async {
//! use std::sync::Arc;
//!
//! use rukh_engine_pool::{EngineCache, EnginePool, MoveTask, Owner, SearchHandle, SeatRequest, TaskKind};
//! use rukh_rules::{Game, Ruleset, Side};
//!
//! let pool = EnginePool::new(Arc::new(EngineCache::new(64 << 20, Arc::default())), None);
//! let request = SeatRequest { kind: TaskKind::Turn, owner: Owner::new(None, None), level: 1, deadline: None };
//! let seat = pool.acquire(&request).await;
//!
//! let game = Game::new(Arc::new(Ruleset::named("shatranj").unwrap()));
//! let task = MoveTask { game, side: Side::White, level: 1, seed: 7, person: None };
//! // Dropping the handle would withdraw the search.
//! let search = SearchHandle::default();
//! assert!(pool.choose(seat, task, search.flag()).await.is_some());
//! # });
//! ```

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rukh_engine::Level;
use rukh_rules::{Event, Game, Side};
use tokio::sync::oneshot;
use tokio::time::{Instant, timeout_at};

mod engine_cache;
mod fair_queue;
pub mod owner;

pub use engine_cache::EngineCache;
use fair_queue::{CostClass, FairQueue, Ticket};
pub use owner::Owner;
pub use rukh_session::engine_seat::TaskKind;

/// Seat time after which a long search lets quicker ones pass.
const SLICE: Duration = Duration::from_millis(20);
/// Longest wait for a seat that a new game may expect.
const MAX_EXPECTED_WAIT: Duration = Duration::from_secs(10);
/// Weight of a new measurement of a level's cost.
const COST_WEIGHT: f64 = 0.1;
/// Time for a node in seconds, until searches have been measured.
const FIRST_NODE_SECONDS: f64 = 1e-6;

/// A request for an engine's next action.
#[derive(Debug, Clone)]
pub struct MoveTask {
    /// Current game.
    pub game: Game,
    /// Side the engine plays.
    pub side: Side,
    /// Strength, from 1 upwards.
    pub level: u8,
    /// Random seed that decides between equal choices.
    pub seed: u64,
    /// Time since both sides were ready, if the opponent is a person.
    pub person: Option<Duration>,
}

/// A player of one side.
pub trait Opponent: Send + Sync + 'static {
    /// The action to take now; `None` if there is nothing to decide or waiting is best. May take
    /// long, so it is called on a blocking thread. A search in turns calls `stop` every few
    /// milliseconds and ends when it returns true; `stop` may block while others think.
    fn choose(&self, task: &MoveTask, stop: &(dyn Fn() -> bool + Sync)) -> Option<Event>;

    /// Whether the side agrees to a draw that the other side offers in turns. Blocks and calls
    /// `stop` as [`Opponent::choose`] does.
    fn agrees_to_draw(&self, task: &MoveTask, stop: &(dyn Fn() -> bool + Sync)) -> bool;
}

/// Whether a search must stop; it may block while others think.
pub type StopCondition = Box<dyn Fn() -> bool + Send + Sync>;

/// A request for a seat.
#[derive(Debug, Clone)]
pub struct SeatRequest {
    /// Kind of decision.
    pub kind: TaskKind,
    /// Who the search is charged to: the opponent of the engine, or the creator of a game between
    /// engines, at the address that was heard of last. Games of which no address is known share one turn.
    pub owner: Owner,
    /// Level of play, from 1 upwards.
    pub level: u8,
    /// When a move in turn is due. A seat that is free only later allows a minimal search.
    pub deadline: Option<Instant>,
}

/// Withdraws a search whose result is no longer wanted when it is dropped.
#[derive(Debug, Default)]
pub struct SearchHandle(StopFlag);

impl SearchHandle {
    /// The flag that the search polls.
    #[must_use]
    pub fn flag(&self) -> StopFlag {
        self.0.clone()
    }

    /// Ends the search soon.
    pub fn withdraw(&self) {
        self.0.0.store(true, Ordering::Relaxed);
    }
}

impl Drop for SearchHandle {
    fn drop(&mut self) {
        self.withdraw();
    }
}

/// Whether a search has been withdrawn.
#[derive(Debug, Clone, Default)]
pub struct StopFlag(Arc<AtomicBool>);

impl StopFlag {
    /// Whether it has been withdrawn.
    #[must_use]
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A queue shared by those that wait and those that think.
#[derive(Clone)]
struct SeatQueue(Arc<Mutex<FairQueue>>);

impl SeatQueue {
    fn new(seats: usize) -> SeatQueue {
        SeatQueue(Arc::new(Mutex::new(FairQueue::new(seats))))
    }

    fn lock(&self) -> MutexGuard<'_, FairQueue> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a seat. Dropping the future leaves the queue.
    async fn seat(&self, request: &SeatRequest, class: CostClass) -> ThinkPermit {
        let (grant, granted) = oneshot::channel();
        let grant = Box::new(move || grant.send(()).is_ok());
        let ticket = self.lock().enter(request.owner.clone(), request.level, class, grant);
        let mut place = QueuePlace { queue: self, ticket: Some(ticket) };
        // The queue drops no waiter that it has not granted.
        let _ = granted.await;
        let ticket = place.ticket.take().expect("a place is taken once");
        let turn = SeatTurn { since: Instant::now(), used: Duration::ZERO, has_seat: true };
        ThinkPermit { queue: self.clone(), ticket, deadline: request.deadline, turn: Mutex::new(turn) }
    }
}

/// A place in a queue, left on drop.
struct QueuePlace<'q> {
    queue: &'q SeatQueue,
    ticket: Option<Ticket>,
}

impl Drop for QueuePlace<'_> {
    fn drop(&mut self) {
        let Some(ticket) = self.ticket.take() else { return };
        let mut queue = self.queue.lock();
        if !queue.leave(&ticket) {
            queue.release(&ticket);
        }
    }
}

/// Permission to think, for one search; dropping it gives the seat to the next waiter.
pub struct ThinkPermit {
    queue: SeatQueue,
    ticket: Ticket,
    deadline: Option<Instant>,
    turn: Mutex<SeatTurn>,
}

/// The use of a seat by one search.
struct SeatTurn {
    /// Since when the time is not charged.
    since: Instant,
    /// Time charged.
    used: Duration,
    has_seat: bool,
}

impl SeatTurn {
    /// Charges the time since the last charge.
    fn charge(&mut self, queue: &mut FairQueue, ticket: &Ticket) {
        let now = Instant::now();
        let elapsed = now.saturating_duration_since(self.since);
        queue.charge(ticket, elapsed);
        self.used += elapsed;
        self.since = now;
    }
}

impl Drop for ThinkPermit {
    fn drop(&mut self) {
        let turn = self.turn.get_mut().unwrap_or_else(PoisonError::into_inner);
        if turn.has_seat {
            let mut queue = self.queue.lock();
            turn.charge(&mut queue, &self.ticket);
            queue.release(&self.ticket);
        }
    }
}

impl ThinkPermit {
    fn is_due(&self) -> bool {
        self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Whether the search must end. After a slice it waits here while quicker ones think.
    fn must_stop(&self, flag: &StopFlag) -> bool {
        if flag.is_set() || self.is_due() {
            return true;
        }
        let mut turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        if turn.since.elapsed() < SLICE {
            return !turn.has_seat;
        }
        let granted = {
            let mut queue = self.queue.lock();
            turn.charge(&mut queue, &self.ticket);
            if !queue.is_outranked(&self.ticket) {
                return false;
            }
            let (grant, granted) = mpsc::sync_channel(1);
            queue.park(&self.ticket, Box::new(move || grant.send(()).is_ok()));
            turn.has_seat = false;
            granted
        };
        turn.has_seat = self.wait_parked(&granted);
        turn.since = Instant::now();
        !turn.has_seat || flag.is_set()
    }

    /// Waits for the seat again; false if the deadline passes first.
    fn wait_parked(&self, granted: &mpsc::Receiver<()>) -> bool {
        let is_granted = match self.deadline {
            Some(deadline) => {
                granted.recv_timeout(deadline.saturating_duration_since(Instant::now())).is_ok()
            }
            None => granted.recv().is_ok(),
        };
        // The seat may have been granted just after the deadline.
        is_granted || !self.queue.lock().leave(&self.ticket)
    }

    /// Seat time used so far.
    fn used(&self) -> Duration {
        let turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
        turn.used + if turn.has_seat { turn.since.elapsed() } else { Duration::ZERO }
    }
}

/// Mean seat time of a move in turn, by level.
struct LevelCosts([f64; Level::HIGHEST.number() as usize]);

impl LevelCosts {
    fn new() -> LevelCosts {
        let mut costs = [0.0; Level::HIGHEST.number() as usize];
        for (cost, level) in costs.iter_mut().zip(Level::all()) {
            *cost = level.strength().nodes as f64 * FIRST_NODE_SECONDS;
        }
        LevelCosts(costs)
    }

    fn index(level: u8) -> usize {
        usize::from(level.clamp(Level::LOWEST.number(), Level::HIGHEST.number()) - 1)
    }

    fn record(&mut self, level: u8, used: Duration) {
        let mean = &mut self.0[LevelCosts::index(level)];
        *mean += COST_WEIGHT * (used.as_secs_f64() - *mean);
    }

    fn of(&self, level: u8) -> Duration {
        Duration::from_secs_f64(self.0[LevelCosts::index(level)])
    }
}

/// A pool that limits how many engines think at once.
#[derive(Clone)]
pub struct EnginePool {
    opponent: Arc<dyn Opponent>,
    turns: SeatQueue,
    /// Moves in turn whose deadline has passed, which are short.
    overdue: SeatQueue,
    werera: SeatQueue,
    costs: Arc<Mutex<LevelCosts>>,
}

impl EnginePool {
    /// A pool with a number of seats for moves in turn; `None` leaves one core to the werera and
    /// the rest of the server.
    #[must_use]
    pub fn new(opponent: Arc<dyn Opponent>, seats: Option<usize>) -> EnginePool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let turns = seats.unwrap_or(cores.saturating_sub(1)).max(1);
        EnginePool::with_seats(opponent, turns, (cores / 4).max(1))
    }

    /// A pool with a number of seats for moves in turn and for the werera.
    #[must_use]
    pub fn with_seats(opponent: Arc<dyn Opponent>, turns: usize, wereras: usize) -> EnginePool {
        EnginePool {
            opponent,
            turns: SeatQueue::new(turns),
            overdue: SeatQueue::new(turns),
            werera: SeatQueue::new(wereras),
            costs: Arc::new(Mutex::new(LevelCosts::new())),
        }
    }

    fn costs(&self) -> MutexGuard<'_, LevelCosts> {
        self.costs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a seat; dropping the future gives the place up. A move whose deadline passes first
    /// gets one of as many further seats, on which it is stopped after about a thousand nodes.
    pub async fn acquire(&self, request: &SeatRequest) -> ThinkPermit {
        let asked = Instant::now();
        let permit = match (request.kind, request.deadline) {
            (TaskKind::Werera, _) => self.werera.seat(request, CostClass::Quick).await,
            (kind, None) => self.turns.seat(request, CostClass::of_task(kind, request.level)).await,
            (kind, Some(deadline)) => {
                let seat = self.turns.seat(request, CostClass::of_task(kind, request.level));
                match timeout_at(deadline, seat).await {
                    Ok(permit) => permit,
                    Err(_) => self.overdue.seat(request, CostClass::Quick).await,
                }
            }
        };
        metrics::histogram!("rukh_engine_wait_seconds").record(asked.elapsed().as_secs_f64());
        permit
    }

    /// Lets the engine think, then gives up the seat. The search ends early at the deadline of its
    /// seat, or when it is withdrawn.
    pub async fn choose(&self, permit: ThinkPermit, task: MoveTask, flag: StopFlag) -> Option<Event> {
        let pool = self.clone();
        let thinking = tokio::task::spawn_blocking(move || {
            let event = pool.opponent.choose(&task, &|| permit.must_stop(&flag));
            let is_complete = !flag.is_set() && !permit.is_due();
            if is_complete && Arc::ptr_eq(&permit.queue.0, &pool.turns.0) {
                pool.costs().record(task.level, permit.used());
            }
            drop(permit);
            event
        });
        thinking.await.unwrap_or_default()
    }

    /// Runs a search of the caller's own, then gives up the seat. `None` if it was broken off.
    pub async fn run<T: Send + 'static>(
        &self,
        permit: ThinkPermit,
        flag: StopFlag,
        search: impl FnOnce(StopCondition) -> T + Send + 'static,
    ) -> Option<T> {
        let permit = Arc::new(permit);
        let (seat, stopped) = (permit.clone(), flag.clone());
        let thinking = tokio::task::spawn_blocking(move || {
            let found = search(Box::new(move || seat.must_stop(&stopped)));
            (!flag.is_set() && !permit.is_due()).then_some(found)
        });
        thinking.await.unwrap_or_default()
    }

    /// Lets the engine answer a draw offer, then gives up the seat. A search that is withdrawn
    /// declines.
    pub async fn answer_draw(&self, permit: ThinkPermit, task: MoveTask, flag: StopFlag) -> bool {
        let opponent = self.opponent.clone();
        let thinking = tokio::task::spawn_blocking(move || {
            opponent.agrees_to_draw(&task, &|| permit.must_stop(&flag)) && !flag.is_set()
        });
        thinking.await.unwrap_or_default()
    }

    /// Waits for a seat for the review of a game, from which any search of a move and any analysis may
    /// send it back to the queue. The search ends early at the deadline; `None` if none is free before.
    pub async fn acquire_for_review(&self, owner: Owner, deadline: Instant) -> Option<ThinkPermit> {
        self.acquire_without_clock(owner, CostClass::Review, deadline).await
    }

    /// Waits for a seat for the analysis of a position, from which any search of a move may send it
    /// back to the queue. The search ends early at the deadline; `None` if none is free before.
    pub async fn acquire_for_analysis(&self, owner: Owner, deadline: Instant) -> Option<ThinkPermit> {
        self.acquire_without_clock(owner, CostClass::Analysis, deadline).await
    }

    /// Waits for a seat for work that nobody waits for, from which everything else sends it back to the queue. The
    /// search ends early at the deadline; `None` if none is free before.
    pub async fn acquire_in_background(&self, owner: Owner, deadline: Instant) -> Option<ThinkPermit> {
        self.acquire_without_clock(owner, CostClass::Background, deadline).await
    }

    async fn acquire_without_clock(
        &self,
        owner: Owner,
        class: CostClass,
        deadline: Instant,
    ) -> Option<ThinkPermit> {
        let (kind, level) = (TaskKind::Turn, Level::HIGHEST.number());
        let request = SeatRequest { kind, owner, level, deadline: Some(deadline) };
        timeout_at(deadline, self.turns.seat(&request, class)).await.ok()
    }

    /// How many engines think at once in turns.
    #[must_use]
    pub fn seats(&self) -> usize {
        self.turns.lock().seats()
    }

    /// Checks that a new game's moves need not wait too long for a seat.
    ///
    /// # Errors
    /// The expected wait, if it is too long.
    pub fn check_queue(&self, owner: &Owner, level: u8) -> Result<(), Duration> {
        let costs = self.costs();
        let wait = self.turns.lock().expected_wait(owner, level, |level| costs.of(level));
        if wait > MAX_EXPECTED_WAIT { Err(wait) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests;
