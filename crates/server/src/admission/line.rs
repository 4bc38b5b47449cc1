//! The line in front of one kind of work: who begins next, and who gives way when it is full.
//!
//! What is held, running or waiting, is counted by guest, address and subnet. A free place goes to the
//! subnet that has fewest at work, then to the one that has used least time, and within it by address
//! in the same way, so that whoever asks for much waits behind itself. Whoever was idle starts at the
//! time of those that were served, and so gains nothing from having waited.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::Arc;
use std::time::Duration;

use rukh_engine_pool::owner::{Holder, Owner};
use tokio::sync::{Notify, oneshot};

use super::work::{Bounds, GivesWay};

/// Holders that are remembered though they hold nothing.
const MAX_REMEMBERED: usize = 4096;

/// Why there is no place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Full {
    /// The guest, the address or its subnet holds its share.
    OfOwner,
    /// Nobody holds more than the newcomer would.
    OfAll,
}

/// What somebody holds.
#[derive(Debug, Default)]
struct Held {
    /// Running and waiting.
    count: usize,
    running: usize,
    /// Time used, on the scale of the line.
    used: Duration,
}

struct Waiter {
    number: u64,
    owner: Owner,
    grant: oneshot::Sender<()>,
}

/// Work that has begun and may have to give way.
struct Begun {
    number: u64,
    owner: Owner,
    gives_way: Arc<Notify>,
}

/// A line.
pub(super) struct Line {
    bounds: Bounds,
    places: usize,
    running: usize,
    /// In the order of their arrival.
    waiting: Vec<Waiter>,
    /// Only where begun work gives way.
    begun: Vec<Begun>,
    held: HashMap<Holder, Held>,
    /// Time used by the subnet and the address served last; newcomers start here.
    floors: [Duration; 2],
    last_number: u64,
}

impl Line {
    pub(super) fn new(bounds: Bounds, places: usize) -> Line {
        Line {
            bounds,
            places,
            running: 0,
            waiting: Vec::new(),
            begun: Vec::new(),
            held: HashMap::new(),
            floors: [Duration::ZERO; 2],
            last_number: 0,
        }
    }

    /// Numbers of works that run and that wait.
    pub(super) fn counts(&self) -> [usize; 2] {
        [self.running, self.waiting.len()]
    }

    /// Number of holders that are remembered.
    #[cfg(test)]
    pub(super) fn remembered(&self) -> usize {
        self.held.len()
    }

    /// Joins the line; the place may be granted at once. The number names the place.
    ///
    /// # Errors
    /// There is no place, not even in the queue.
    pub(super) fn enter(
        &mut self,
        owner: &Owner,
        grant: oneshot::Sender<()>,
        gives_way: &Arc<Notify>,
    ) -> Result<u64, Full> {
        if owner.holders().iter().any(|holder| self.count_of(holder) >= self.share_of(holder)) {
            return Err(Full::OfOwner);
        }
        let is_full = self.running >= self.places && self.waiting.len() >= self.bounds.waiting;
        if is_full && !self.make_room(owner) {
            return Err(Full::OfAll);
        }
        self.last_number += 1;
        let number = self.last_number;
        for (level, holder) in owner.holders().into_iter().enumerate() {
            let floor = self.floors.get(level).copied().unwrap_or_default();
            let held = self.held.entry(holder).or_default();
            if held.count == 0 {
                held.used = held.used.max(floor);
            }
            held.count += 1;
        }
        if self.bounds.gives_way == GivesWay::Begun {
            self.begun.push(Begun { number, owner: owner.clone(), gives_way: gives_way.clone() });
        }
        self.waiting.push(Waiter { number, owner: owner.clone(), grant });
        self.fill();
        Ok(number)
    }

    /// Leaves the queue; false if the place was granted already, or had to be given up.
    pub(super) fn leave(&mut self, number: u64) -> bool {
        let Some(index) = self.waiting.iter().position(|waiter| waiter.number == number) else {
            return false;
        };
        let waiter = self.waiting.remove(index);
        self.forget(number, &waiter.owner);
        true
    }

    /// Gives up a place that was granted, after a time.
    pub(super) fn release(&mut self, number: u64, owner: &Owner, used: Duration) {
        self.running -= 1;
        for holder in owner.holders() {
            if let Some(held) = self.held.get_mut(&holder) {
                held.running -= 1;
                held.used += used;
            }
        }
        self.forget(number, owner);
        self.fill();
    }

    fn count_of(&self, holder: &Holder) -> usize {
        self.held.get(holder).map_or(0, |held| held.count)
    }

    fn share_of(&self, holder: &Holder) -> usize {
        match holder {
            Holder::Subnet(None) | Holder::Address(None) | Holder::Guest(None) => usize::MAX,
            Holder::Subnet(Some(_)) => self.bounds.share.subnet,
            Holder::Address(Some(_)) => self.bounds.share.address,
            Holder::Guest(Some(_)) => self.bounds.share.guest.unwrap_or(usize::MAX),
        }
    }

    /// Takes a work off the counts of its owner.
    fn forget(&mut self, number: u64, owner: &Owner) {
        self.begun.retain(|begun| begun.number != number);
        // Who has used much is remembered as long as others wait for it.
        let is_contested = !self.waiting.is_empty();
        for holder in owner.holders() {
            if let Entry::Occupied(mut entry) = self.held.entry(holder) {
                entry.get_mut().count -= 1;
                if entry.get().count == 0 && !is_contested {
                    entry.remove();
                }
            }
        }
        if !is_contested && self.running == 0 {
            self.held.clear();
        } else if is_contested && self.held.len() > MAX_REMEMBERED {
            self.held.retain(|_, held| held.count > 0);
        }
    }

    /// Grants free places.
    fn fill(&mut self) {
        while self.running < self.places
            && let Some(index) = self.next()
        {
            let Waiter { owner, grant, .. } = self.waiting.remove(index);
            self.running += 1;
            for (level, holder) in owner.holders().iter().enumerate() {
                if let Some(held) = self.held.get_mut(holder) {
                    held.running += 1;
                    if let Some(floor) = self.floors.get_mut(level) {
                        *floor = held.used.max(*floor);
                    }
                }
            }
            // The receiver lives until the place is left or released.
            let _ = grant.send(());
        }
    }

    /// The waiter to be served next.
    fn next(&self) -> Option<usize> {
        let rank = |holder: Holder| {
            self.held.get(&holder).map_or_else(Default::default, |held| (held.running, held.used))
        };
        let first = self.waiting.iter().enumerate().min_by_key(|(_, waiter)| {
            let [subnet, address, _] = waiter.owner.holders();
            (rank(subnet), rank(address), waiter.number)
        });
        first.map(|(index, _)| index)
    }

    /// Has the newest work of the owner that holds most give way to a newcomer; false if that would
    /// hold as much.
    fn make_room(&mut self, newcomer: &Owner) -> bool {
        let Some(number) = self.weightiest(newcomer) else { return false };
        if let Some(index) = self.waiting.iter().position(|waiter| waiter.number == number) {
            // Dropping the grant tells the waiter.
            let waiter = self.waiting.remove(index);
            self.forget(number, &waiter.owner);
        } else if let Some(begun) = self.begun.iter().find(|begun| begun.number == number) {
            begun.gives_way.notify_one();
            // It counts until it has ended, but is not chosen again.
            self.begun.retain(|begun| begun.number != number);
        }
        true
    }

    /// The number of the newest work of the owner that holds most, by subnet, then by address, then by
    /// guest.
    fn weightiest(&self, newcomer: &Owner) -> Option<u64> {
        let waiting = self.waiting.iter().map(|one| (one.number, &one.owner));
        let begun = self.begun.iter().map(|one| (one.number, &one.owner));
        let mut candidates: Vec<(u64, &Owner)> = match self.bounds.gives_way {
            GivesWay::Waiting => waiting.collect(),
            GivesWay::Begun => begun.collect(),
        };
        let mut is_other = false;
        for level in 0..Owner::LEVELS {
            let holder_of = |owner: &Owner| owner.holders()[level].clone();
            let mut counts: HashMap<Holder, usize> = HashMap::new();
            for (_, owner) in &candidates {
                *counts.entry(holder_of(owner)).or_default() += 1;
            }
            let own = holder_of(newcomer);
            // Of equals that of the newest work.
            let newest = |holder: &Holder| {
                candidates
                    .iter()
                    .filter(|(_, owner)| holder_of(owner) == *holder)
                    .map(|(number, _)| *number)
                    .max()
            };
            let (heaviest, most) = counts.iter().max_by_key(|(holder, count)| (**count, newest(holder)))?;
            let own_count = counts.get(&own).copied().unwrap_or_default();
            if !is_other && *heaviest != own {
                // One more of the newcomer must still be less.
                if *most <= own_count + 1 {
                    return None;
                }
                is_other = true;
            }
            let heaviest = heaviest.clone();
            candidates.retain(|(_, owner)| holder_of(owner) == heaviest);
        }
        is_other.then(|| candidates.iter().map(|(number, _)| *number).max()).flatten()
    }
}
