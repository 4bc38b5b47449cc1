//! Tables computed while others go on.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use rukh_rules::Material;

use crate::tables::Tables;

/// Tables of the whole process that wait for its one thread, which computes the first. It ends with the last.
static QUEUE: Mutex<VecDeque<(Arc<Tables>, Material)>> = Mutex::new(VecDeque::new());

/// Most tables that wait. Others are asked for again by the next search that meets them.
const MAX_WAITING: usize = 64;

/// Has a table computed in the background; false where there is no thread to do it. There is never more than one, as
/// a stranger may ask for the tables of many rulesets.
pub(crate) fn take(tables: &Arc<Tables>, material: &Material) -> bool {
    let mut queue = lock();
    let is_same =
        |(known, waiting): &(Arc<Tables>, Material)| Arc::ptr_eq(known, tables) && waiting == material;
    if queue.len() >= MAX_WAITING || queue.iter().any(is_same) {
        return true;
    }
    queue.push_back((tables.clone(), material.clone()));
    let is_running = queue.len() > 1 || std::thread::Builder::new().spawn(work).is_ok();
    if !is_running {
        queue.clear();
    }
    is_running
}

fn work() {
    let mut next = lock().front().cloned();
    while let Some((tables, material)) = next.take() {
        // One that cannot be is remembered as such.
        let _ = tables.solve(&material);
        let mut queue = lock();
        queue.pop_front();
        next = queue.front().cloned();
    }
}

fn lock() -> MutexGuard<'static, VecDeque<(Arc<Tables>, Material)>> {
    QUEUE.lock().unwrap_or_else(PoisonError::into_inner)
}
