//! Tables computed while others go on.

use std::sync::{Arc, Mutex, PoisonError};

use rukh_rules::Material;

use crate::tables::Tables;

/// The materials whose tables a thread of its own computes one after another, the one it is at first. It ends with
/// the last.
#[derive(Debug, Default)]
pub(crate) struct Background(Mutex<Vec<Material>>);

impl Background {
    /// Has a table computed; false where there is no thread to do it.
    pub(crate) fn take(&self, tables: &Arc<Tables>, material: &Material) -> bool {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if queue.contains(material) {
            return true;
        }
        queue.push(material.clone());
        if queue.len() > 1 {
            return true;
        }
        let (tables, mut next) = (tables.clone(), Some(material.clone()));
        let work = move || {
            while let Some(material) = next.take() {
                // One that cannot be is remembered as such.
                let _ = tables.solve(&material);
                next = tables.background().after_first();
            }
        };
        let is_started = std::thread::Builder::new().spawn(work).is_ok();
        if !is_started {
            queue.clear();
        }
        is_started
    }

    /// What comes after the first, which is done.
    fn after_first(&self) -> Option<Material> {
        let mut queue = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        queue.remove(0);
        queue.first().cloned()
    }
}
