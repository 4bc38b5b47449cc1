//! The queue for seats: a seat lets one engine think.
//!
//! Waiters are served step by step, each by the time used so far, least first. The first step
//! chooses among the cost classes, so that an answer of milliseconds does not wait behind a search
//! of seconds, and a flood of quick answers leaves half of the time to long searches. The next ones
//! choose among the owners of that class: among subnets, among the addresses of one, among the
//! guests of one, so that an owner with sixty games gets as much as one with one game, and a newcomer
//! does not wait behind sixty guests of another address. An owner that was idle starts at the time
//! of those that were served, and so gains nothing from having waited.
//!
//! Work in the *background*, for which nobody waits, stands outside of that: it has a seat only while nobody else wants
//! one, and what it used counts for nothing.
//!
//! A search that has begun can be *parked* for a quicker one. It waits in front of its class and
//! goes on as soon as the class has a seat again, so at most one search a seat is parked in a class.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::time::Duration;

use rukh_session::engine_seat::TaskKind;

use crate::owner::{Holder, Owner};

/// How long searches take, by level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum CostClass {
    /// Milliseconds.
    Quick,
    /// Tenths of a second.
    Medium,
    /// Seconds.
    Long,
    /// An analysis of a position: a reader waits for it, but no clock runs.
    Analysis,
    /// A review of a whole game: no clock runs.
    Review,
    /// Nobody waits for it.
    Background,
}

/// Levels up to which a search is quick, and medium: they search up to 20,000 and 150,000 nodes.
const MAX_QUICK_LEVEL: u8 = 4;
const MAX_MEDIUM_LEVEL: u8 = 6;

impl CostClass {
    pub(super) fn of_task(kind: TaskKind, level: u8) -> CostClass {
        match kind {
            TaskKind::Turn => CostClass::of_level(level),
            TaskKind::Werera | TaskKind::DrawOffer => CostClass::Quick,
        }
    }

    pub(super) fn of_level(level: u8) -> CostClass {
        if level <= MAX_QUICK_LEVEL {
            CostClass::Quick
        } else if level <= MAX_MEDIUM_LEVEL {
            CostClass::Medium
        } else {
            CostClass::Long
        }
    }
}

/// Gives a seat to a waiter; false if the waiter has gone.
pub(super) type Grant = Box<dyn FnOnce() -> bool + Send>;

/// A place in the queue or on a seat.
#[derive(Debug, Clone)]
pub(super) struct Ticket {
    pub(super) owner: Owner,
    pub(super) level: u8,
    class: CostClass,
    number: u64,
}

struct Waiter {
    ticket: Ticket,
    grant: Grant,
}

/// The waiting and thinking searches of one holder, divided among those that are part of it: of a
/// class among subnets, of a subnet among addresses, of an address among guests.
#[derive(Default)]
struct Share {
    /// Seat time used, on the scale of those it is served beside.
    spent: Duration,
    busy: usize,
    /// Of a guest.
    waiting: VecDeque<Waiter>,
    parts: HashMap<Holder, Share>,
    /// Time used by the part served last; newcomers start here.
    floor: Duration,
}

impl Share {
    fn is_idle(&self) -> bool {
        self.busy == 0 && self.first().is_none()
    }

    /// The number of the waiter that came first.
    fn first(&self) -> Option<u64> {
        let own = self.waiting.front().map(|waiter| waiter.ticket.number);
        self.parts.values().filter_map(Share::first).chain(own).min()
    }

    fn enter(&mut self, path: &[Holder], waiter: Waiter) {
        let Some((holder, rest)) = path.split_first() else { return self.waiting.push_back(waiter) };
        let part = self.parts.entry(holder.clone()).or_default();
        if part.is_idle() {
            part.spent = part.spent.max(self.floor);
        }
        part.enter(rest, waiter);
    }

    /// Takes the waiter to be served next: of those that have used least, the one that came first.
    fn take_next(&mut self) -> Option<Waiter> {
        let waiting = self.parts.values_mut().filter_map(|part| Some(((part.spent, part.first()?), part)));
        let Some((_, part)) = waiting.min_by_key(|(rank, _)| *rank) else { return self.waiting.pop_front() };
        self.floor = self.floor.max(part.spent);
        part.take_next()
    }

    /// Changes the share and its parts on a path.
    fn update(&mut self, path: &[Holder], change: &mut impl FnMut(&mut Share)) {
        change(self);
        if let Some((holder, rest)) = path.split_first()
            && let Some(part) = self.parts.get_mut(holder)
        {
            part.update(rest, change);
        }
    }

    /// Forgets parts that neither wait nor think, unless they used more than those served now.
    fn forget_idle(&mut self) {
        let (floor, is_idle) = (self.floor, self.is_idle());
        self.parts.retain(|_, part| {
            part.forget_idle();
            !part.is_idle() || !is_idle && part.spent > floor
        });
    }

    /// Time of the waiting searches.
    fn waiting_time(&self, cost: &impl Fn(u8) -> Duration) -> Duration {
        let own = self.waiting.iter().map(|waiter| cost(waiter.ticket.level));
        own.chain(self.parts.values().map(|part| part.waiting_time(cost))).sum()
    }

    /// Time of the searches that are served before one more of the last holder of a path: its own, and
    /// of each other holder beside it and beside those above as much as is served up to there.
    fn time_before(&self, path: &[Holder], level: u8, cost: &impl Fn(u8) -> Duration) -> Duration {
        let Some((holder, rest)) = path.split_first() else { return self.waiting_time(cost) };
        let own = self.parts.get(holder).map_or(Duration::ZERO, |part| part.time_before(rest, level, cost));
        let until_served = own + cost(level);
        let others = self.parts.iter().filter(|(other, _)| *other != holder);
        own + others.map(|(_, part)| part.waiting_time(cost).min(until_served)).sum::<Duration>()
    }
}

/// The searches of a cost class; the time of its share is on the scale of the queue.
#[derive(Default)]
struct ClassLine {
    share: Share,
    /// Searches that have begun, the first parked first.
    parked: VecDeque<Waiter>,
}

impl ClassLine {
    fn has_waiter(&self) -> bool {
        !self.parked.is_empty() || self.share.first().is_some()
    }

    /// Takes the waiter to be served next.
    fn take_next(&mut self) -> Option<Waiter> {
        self.parked.pop_front().or_else(|| self.share.take_next())
    }
}

/// A queue for a number of seats.
pub(super) struct FairQueue {
    seats: usize,
    busy: usize,
    classes: BTreeMap<CostClass, ClassLine>,
    /// Time used by the class served last.
    floor: Duration,
    last_number: u64,
}

impl FairQueue {
    pub(super) fn new(seats: usize) -> FairQueue {
        FairQueue { seats, busy: 0, classes: BTreeMap::new(), floor: Duration::ZERO, last_number: 0 }
    }

    /// Number of seats.
    pub(super) fn seats(&self) -> usize {
        self.seats
    }

    /// Joins the queue; the seat may be granted at once.
    pub(super) fn enter(&mut self, owner: Owner, level: u8, class: CostClass, grant: Grant) -> Ticket {
        self.last_number += 1;
        let ticket = Ticket { owner, level, class, number: self.last_number };
        let line = self.classes.entry(class).or_default();
        if line.share.busy == 0 && !line.has_waiter() {
            line.share.spent = line.share.spent.max(self.floor);
        }
        line.share.enter(&ticket.owner.holders(), Waiter { ticket: ticket.clone(), grant });
        count_waiting(1.0);
        self.fill();
        ticket
    }

    /// Leaves the queue; false if the seat was granted already.
    pub(super) fn leave(&mut self, ticket: &Ticket) -> bool {
        let Some(class) = self.classes.get_mut(&ticket.class) else { return false };
        let mut is_left = false;
        let mut remove = |waiters: &mut VecDeque<Waiter>| {
            let before = waiters.len();
            waiters.retain(|waiter| waiter.ticket.number != ticket.number);
            is_left |= waiters.len() < before;
        };
        remove(&mut class.parked);
        class.share.update(&ticket.owner.holders(), &mut |share| remove(&mut share.waiting));
        if is_left {
            count_waiting(-1.0);
            self.forget_idle();
        }
        is_left
    }

    /// Charges seat time to the owner of a seat.
    pub(super) fn charge(&mut self, ticket: &Ticket, elapsed: Duration) {
        self.update(ticket, |share| share.spent += elapsed);
    }

    /// Changes the shares that a search is part of.
    fn update(&mut self, ticket: &Ticket, mut change: impl FnMut(&mut Share)) {
        if let Some(class) = self.classes.get_mut(&ticket.class) {
            class.share.update(&ticket.owner.holders(), &mut change);
        }
    }

    /// Whether a search of a quicker class should have this seat now.
    pub(super) fn is_outranked(&self, ticket: &Ticket) -> bool {
        let spent = self.classes.get(&ticket.class).map_or(Duration::ZERO, |class| class.share.spent);
        let mut quicker = self.classes.range(..ticket.class);
        let is_background = ticket.class == CostClass::Background;
        quicker.any(|(_, class)| class.has_waiter() && (is_background || class.share.spent <= spent))
    }

    /// Gives up a seat until it is granted again.
    pub(super) fn park(&mut self, ticket: &Ticket, grant: Grant) {
        if let Some(class) = self.classes.get_mut(&ticket.class) {
            class.parked.push_back(Waiter { ticket: ticket.clone(), grant });
            count_waiting(1.0);
        }
        self.vacate(ticket);
        self.fill();
    }

    /// Gives up a seat for good.
    pub(super) fn release(&mut self, ticket: &Ticket) {
        self.vacate(ticket);
        self.fill();
        self.forget_idle();
    }

    fn vacate(&mut self, ticket: &Ticket) {
        self.busy = self.busy.saturating_sub(1);
        self.update(ticket, |share| share.busy = share.busy.saturating_sub(1));
    }

    /// Grants free seats.
    fn fill(&mut self) {
        while self.busy < self.seats {
            let waiting = self.classes.iter_mut().filter(|(_, class)| class.has_waiter());
            // Of equals the quickest class is the first.
            let rank = |(kind, class): &(&CostClass, &mut ClassLine)| {
                (**kind == CostClass::Background, class.share.spent)
            };
            let Some((kind, class)) = waiting.min_by_key(rank) else { return };
            let Some(Waiter { ticket, grant }) = class.take_next() else { return };
            if *kind != CostClass::Background {
                self.floor = self.floor.max(class.share.spent);
            }
            self.update(&ticket, |share| share.busy += 1);
            self.busy += 1;
            count_waiting(-1.0);
            if !grant() {
                self.vacate(&ticket);
            }
        }
    }

    fn forget_idle(&mut self) {
        for class in self.classes.values_mut().filter(|class| class.parked.is_empty()) {
            class.share.forget_idle();
        }
    }

    /// Seat time until a newcomer's search of a class would begin, where `cost` is the time of a
    /// search by level: that of the owner's own waiting searches, and of as much of each other
    /// owner's, shared by the classes that wait.
    pub(super) fn expected_wait(&self, owner: &Owner, level: u8, cost: impl Fn(u8) -> Duration) -> Duration {
        let Some(class) = self.classes.get(&CostClass::of_level(level)) else { return Duration::ZERO };
        let parked: Duration = class.parked.iter().map(|one| cost(one.ticket.level)).sum();
        let before = class.share.time_before(&owner.holders(), level, &cost);
        let is_rival =
            |(kind, class): &(&CostClass, &ClassLine)| **kind != CostClass::Background && class.has_waiter();
        let classes = self.classes.iter().filter(is_rival).count().max(1);
        (parked + before) * u32::try_from(classes).unwrap_or(1)
            / u32::try_from(self.seats).unwrap_or(u32::MAX).max(1)
    }
}

fn count_waiting(change: f64) {
    metrics::gauge!("rukh_engine_queue").increment(change);
}

#[cfg(test)]
mod tests {
    use std::sync::{Arc, Mutex};
    use std::time::Duration;

    use super::{CostClass, FairQueue, Ticket};
    use crate::Owner;

    /// A queue that notes who was granted a seat.
    struct Fixture {
        queue: FairQueue,
        granted: Arc<Mutex<Vec<Ticket>>>,
        entered: Vec<Ticket>,
    }

    fn guest(name: &str) -> Owner {
        Owner::new(Some(&name.parse().unwrap()), None)
    }

    fn guest_at(name: &str, address: &str) -> Owner {
        Owner::new(Some(&name.parse().unwrap()), Some(address.parse().unwrap()))
    }

    fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    impl Fixture {
        fn new(seats: usize) -> Fixture {
            Fixture { queue: FairQueue::new(seats), granted: Arc::default(), entered: Vec::new() }
        }

        fn enter(&mut self, name: &str, level: u8) {
            self.enter_class(name, level, CostClass::of_level(level));
        }

        fn enter_class(&mut self, name: &str, level: u8, class: CostClass) {
            self.enter_owner(guest(name), level, class);
        }

        fn enter_owner(&mut self, owner: Owner, level: u8, class: CostClass) {
            // The number is known only when the ticket is: granted searches are found by order.
            let number = self.queue.last_number + 1;
            let ticket = Ticket { owner: owner.clone(), level, class, number };
            let granted = self.granted.clone();
            let noted = ticket.clone();
            let grant = Box::new(move || {
                granted.lock().unwrap().push(noted);
                true
            });
            self.queue.enter(owner, level, class, grant);
            self.entered.push(ticket);
        }

        /// The search granted last.
        fn current(&self) -> Ticket {
            self.granted.lock().unwrap().last().cloned().unwrap()
        }

        /// Ends the search granted last after a time; returns its owner and level.
        fn finish(&mut self, after: Duration) -> (Owner, u8) {
            let ticket = self.current();
            self.queue.charge(&ticket, after);
            self.queue.release(&ticket);
            (ticket.owner, ticket.level)
        }

        fn park(&mut self) {
            let ticket = self.current();
            let (granted, noted) = (self.granted.clone(), ticket.clone());
            let grant = Box::new(move || {
                granted.lock().unwrap().push(noted);
                true
            });
            self.queue.park(&ticket, grant);
        }

        fn order(&mut self, times: usize, cost: Duration) -> Vec<(Owner, u8)> {
            (0..times).map(|_| self.finish(cost)).collect()
        }
    }

    fn count(order: &[(Owner, u8)], name: &str) -> usize {
        count_of(order, &guest(name))
    }

    fn count_of(order: &[(Owner, u8)], wanted: &Owner) -> usize {
        order.iter().filter(|(owner, _)| owner == wanted).count()
    }

    /// Owners take turns, however many searches each wants.
    #[test]
    fn owners_are_served_in_turn() {
        let mut fixture = Fixture::new(1);
        for _ in 0..60 {
            fixture.enter("greedy", 8);
        }
        for _ in 0..3 {
            fixture.enter("modest", 8);
        }
        let order = fixture.order(7, ms(2_000));
        assert_eq!(count(&order, "modest"), 3, "{order:?}");
        assert_eq!(order[1].0, guest("modest"), "the newcomer is the next after the search under way");
    }

    /// Guests cost nothing: sixty of one address, or the addresses of one subnet, get what one
    /// newcomer gets.
    #[test]
    fn newcomer_is_served_next_whatever_crowd_an_address_or_a_subnet_has() {
        for crowd in ["8.8.8.8", "8.8.8.NUMBER"] {
            let mut fixture = Fixture::new(1);
            for number in 0..60 {
                let owner =
                    guest_at(&format!("crowd {number}"), &crowd.replace("NUMBER", &number.to_string()));
                fixture.enter_owner(owner.clone(), 8, CostClass::Long);
                fixture.enter_owner(owner, 8, CostClass::Long);
            }
            fixture.order(5, ms(2_000));
            let newcomer = guest_at("newcomer", "9.9.9.9");
            let wait = fixture.queue.expected_wait(&newcomer, 8, |_| ms(2_000));
            assert_eq!(wait, ms(2_000), "{crowd}");
            for _ in 0..3 {
                fixture.enter_owner(newcomer.clone(), 8, CostClass::Long);
            }
            let order = fixture.order(6, ms(2_000));
            let served: Vec<usize> = (0..6).filter(|index| order[*index].0 == newcomer).collect();
            assert_eq!(served, [1, 3, 5], "{crowd}: {order:?}");
        }
    }

    /// What an address gets is divided among its guests.
    #[test]
    fn guests_of_an_address_share_its_time() {
        let mut fixture = Fixture::new(1);
        for _ in 0..10 {
            fixture.enter_owner(guest_at("busy", "9.9.9.9"), 8, CostClass::Long);
            fixture.enter_owner(guest_at("first", "8.8.8.8"), 8, CostClass::Long);
        }
        fixture.order(10, ms(2_000));
        for _ in 0..10 {
            fixture.enter_owner(guest_at("second", "8.8.8.8"), 8, CostClass::Long);
        }
        let order = fixture.order(8, ms(2_000));
        assert!((1..=3).contains(&count_of(&order, &guest_at("second", "8.8.8.8"))), "{order:?}");
    }

    /// An owner whose searches take longer gets fewer of them.
    #[test]
    fn owners_are_charged_for_the_time_they_use() {
        let mut fixture = Fixture::new(1);
        for _ in 0..40 {
            fixture.enter("slow", 8);
            fixture.enter("fast", 7);
        }
        let mut order = Vec::new();
        for _ in 0..30 {
            let slow = fixture.current().owner == guest("slow");
            order.push(fixture.finish(if slow { ms(2_000) } else { ms(500) }));
        }
        assert_eq!((count(&order, "slow"), count(&order, "fast")), (6, 24), "{order:?}");
    }

    /// Time that nobody else wanted is no debt, and time not used no credit.
    #[test]
    fn idle_time_is_neither_debt_nor_credit() {
        let mut fixture = Fixture::new(1);
        for _ in 0..10 {
            fixture.enter("first", 8);
        }
        fixture.order(5, ms(2_000));
        for _ in 0..10 {
            fixture.enter("second", 8);
        }
        let order = fixture.order(8, ms(2_000));
        assert!((3..=5).contains(&count(&order, "second")), "{order:?}");
    }

    #[test]
    fn quick_search_takes_the_seat_of_a_long_one_and_gives_it_back() {
        let mut fixture = Fixture::new(1);
        fixture.enter("greedy", 8);
        fixture.enter("greedy", 8);
        let long = fixture.current();
        assert!(!fixture.queue.is_outranked(&long), "a search of the same class waits");
        fixture.enter("modest", 1);
        assert!(fixture.queue.is_outranked(&long));
        fixture.queue.charge(&long, ms(20));
        fixture.park();
        assert_eq!(fixture.current().owner, guest("modest"));
        assert!(!fixture.queue.is_outranked(&fixture.current()));
        fixture.finish(ms(5));
        assert_eq!(fixture.current().number, long.number, "a parked search goes on before others begin");
        assert_eq!(fixture.queue.busy, 1);
    }

    #[test]
    fn analysis_takes_the_seat_of_a_review_and_leaves_it_to_a_move() {
        let mut fixture = Fixture::new(1);
        fixture.enter_class("reviewer", 8, CostClass::Review);
        let review = fixture.current();
        fixture.enter_class("analyst", 8, CostClass::Analysis);
        assert!(fixture.queue.is_outranked(&review));
        fixture.queue.charge(&review, ms(20));
        fixture.park();
        let analysis = fixture.current();
        assert_eq!(analysis.owner, guest("analyst"));
        fixture.enter_class("other analyst", 8, CostClass::Analysis);
        assert!(!fixture.queue.is_outranked(&analysis), "another analysis waits");
        fixture.enter("player", 8);
        assert!(fixture.queue.is_outranked(&analysis));
    }

    /// Whatever others have used, and however long it has waited.
    #[test]
    fn background_has_a_seat_only_while_nobody_else_wants_one() {
        let mut fixture = Fixture::new(1);
        fixture.enter_class("moderator", 8, CostClass::Background);
        let background = fixture.current();
        fixture.queue.charge(&background, ms(5));
        assert!(!fixture.queue.is_outranked(&background), "nobody waits");
        for number in 0..20 {
            fixture.enter_class("reviewer", 8, CostClass::Review);
            fixture.enter("player", 8);
            assert!(fixture.queue.is_outranked(&background), "{number}");
        }
        fixture.park();
        for number in 0..40 {
            assert_ne!(fixture.current().number, background.number, "{number}");
            fixture.finish(ms(2_000));
        }
        assert_eq!(fixture.current().number, background.number, "now nobody else waits");
        // What it used is no floor for those who come after it, nor a credit for itself.
        fixture.queue.charge(&background, ms(1_000_000));
        fixture.enter("player", 8);
        assert!(fixture.queue.is_outranked(&background));
        fixture.park();
        assert_ne!(fixture.current().number, background.number);
        fixture.finish(ms(2_000));
        assert_eq!(fixture.current().number, background.number, "it has a seat once more");
        assert!(fixture.queue.floor < ms(100_000), "{:?}", fixture.queue.floor);
    }

    /// Many quick searches leave half of the time to long ones, a slice at a time.
    #[test]
    fn quick_searches_use_at_most_half_of_a_contested_seat() {
        let mut fixture = Fixture::new(1);
        fixture.enter("long", 8);
        for number in 0..1_000 {
            fixture.enter(&format!("quick {number}"), 1);
        }
        let (mut long, mut quick) = (Duration::ZERO, Duration::ZERO);
        while long + quick < ms(1_000) {
            let ticket = fixture.current();
            if ticket.level == 8 {
                fixture.queue.charge(&ticket, ms(20));
                long += ms(20);
                if fixture.queue.is_outranked(&ticket) {
                    fixture.park();
                }
            } else {
                fixture.finish(ms(5));
                quick += ms(5);
            }
        }
        assert!((ms(460)..=ms(540)).contains(&long), "{long:?} and {quick:?}");
    }

    #[test]
    fn seats_are_never_exceeded_and_leaving_frees_the_place() {
        let mut fixture = Fixture::new(2);
        for name in ["a", "b", "c", "d"] {
            fixture.enter(name, 8);
        }
        assert_eq!(fixture.granted.lock().unwrap().len(), 2);
        let (a, b, c) = (fixture.entered[0].clone(), fixture.entered[1].clone(), fixture.entered[2].clone());
        assert!(fixture.queue.leave(&c) && !fixture.queue.leave(&c), "a place is left once");
        assert!(!fixture.queue.leave(&a), "a seat is not a place in the queue");
        fixture.queue.release(&a);
        assert_eq!(fixture.current().owner, guest("d"));
        fixture.queue.release(&b);
        assert_eq!(fixture.queue.busy, 1);
        fixture.finish(ms(1));
        assert_eq!(fixture.queue.busy, 0);
        assert!(
            fixture.queue.classes.values().all(|class| class.share.parts.is_empty()),
            "nobody is remembered"
        );
    }

    /// A waiter that has gone does not hold up the others.
    #[test]
    fn grant_to_nobody_goes_to_the_next() {
        let mut fixture = Fixture::new(1);
        fixture.enter("a", 8);
        fixture.queue.enter(guest("gone"), 8, CostClass::Long, Box::new(|| false));
        fixture.enter("b", 8);
        fixture.finish(ms(10));
        assert_eq!(fixture.current().owner, guest("b"));
        assert_eq!(fixture.queue.busy, 1);
    }

    /// A flood is felt by the owner that causes it, and by others only as far as their share.
    #[test]
    fn expected_wait_is_that_of_the_own_queue() {
        let cost = |level: u8| if level == 8 { ms(2_000) } else { ms(2) };
        let mut fixture = Fixture::new(1);
        let wait = |fixture: &Fixture, name, level| fixture.queue.expected_wait(&guest(name), level, cost);
        assert_eq!(wait(&fixture, "greedy", 8), Duration::ZERO);
        for _ in 0..61 {
            fixture.enter("greedy", 8);
        }
        assert_eq!(wait(&fixture, "greedy", 8), ms(120_000));
        assert_eq!(wait(&fixture, "modest", 8), ms(2_000));
        assert_eq!(wait(&fixture, "modest", 1), Duration::ZERO);
        for number in 0..9 {
            fixture.enter(&format!("other {number}"), 8);
        }
        assert_eq!(wait(&fixture, "modest", 8), ms(20_000));
    }
}
