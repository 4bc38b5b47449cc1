//! Work by several threads.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Does `work` with every item, by so many threads; what it returns, in the order of the items. One thread is
/// the caller's own, so that it works where there are no others.
pub(crate) fn map<I: Iterator + Send, T: Send>(
    threads: usize,
    items: I,
    work: impl Fn(I::Item) -> T + Sync,
) -> Vec<T> {
    if threads <= 1 {
        return items.map(work).collect();
    }
    let (items, done) = (Mutex::new(items.enumerate()), Mutex::new(Vec::new()));
    let worker = || {
        loop {
            let Some((number, item)) = lock(&items).next() else { return };
            let result = work(item);
            lock(&done).push((number, result));
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(worker);
        }
        worker();
    });
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_by_key(|(number, _)| *number);
    done.into_iter().map(|(_, result)| result).collect()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The numbers below `len`, at most [`CHUNK`] in each range.
pub(crate) fn chunks(len: usize) -> impl Iterator<Item = Range<usize>> + Send {
    (0..len).step_by(CHUNK).map(move |start| start..(start + CHUNK).min(len))
}

/// Positions that are worked on at a time.
pub(crate) const CHUNK: usize = 1 << 14;

#[cfg(test)]
mod tests {
    use super::{CHUNK, chunks, map};

    #[test]
    fn map_chunks_every_number_once_in_order() {
        let len = 5 * CHUNK + 3;
        for threads in [1, 3] {
            let found = map(threads, chunks(len), |range| range.collect::<Vec<_>>());
            assert_eq!(found.concat(), (0..len).collect::<Vec<_>>());
        }
        assert!(map(2, chunks(0), |range| range).is_empty());
    }
}
