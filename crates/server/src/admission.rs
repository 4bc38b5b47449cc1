//! Admission: every piece of work that a stranger can ask for takes a place of its class, so that no
//! crowd takes all there is.
//!
//! A class ([`WorkClass`]) bounds how many works run at once, how many wait, and what one guest, one
//! address and one subnet may hold of both. Free places are given fairly by subnet and address
//! ([`line`]). When a line is full, the owner who holds most gives way to one who holds less: the
//! newcomer is refused only where nobody holds more than it would.
//!
//! Rates are counted beside it ([`crate::limits`]): they say how often somebody may ask, this how much
//! of that is under way.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use rukh_engine_pool::Owner;
use strum::VariantArray;
use tokio::sync::{Notify, oneshot};
use tokio::time::{Instant, timeout};

use crate::error::ApiError;
use crate::limits::{LimitExceeded, count_refusal};

mod line;
mod work;

use line::{Full, Line};
use work::Bounds;
pub use work::{ANSWER_DEADLINE, Capacity, WorkClass};

/// The lines of all classes.
#[derive(Clone)]
pub struct Admission(Arc<[SharedLine]>);

/// A line shared by those that wait and those that work.
#[derive(Clone)]
struct SharedLine {
    class: WorkClass,
    bounds: Bounds,
    line: Arc<Mutex<Line>>,
}

impl SharedLine {
    fn lock(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Admission {
    /// Lines for a machine of this capacity.
    #[must_use]
    pub fn new(capacity: Capacity) -> Admission {
        let line = |&class: &WorkClass| {
            let bounds = class.bounds();
            let line = Arc::new(Mutex::new(Line::new(bounds, bounds.places.of(capacity))));
            SharedLine { class, bounds, line }
        };
        Admission(WorkClass::VARIANTS.iter().map(line).collect())
    }

    /// Joins the line of a class.
    ///
    /// # Errors
    /// The owner holds its share; or the line is full, and nobody holds more than the owner would.
    pub fn join(&self, class: WorkClass, owner: &Owner) -> Result<Queued, ApiError> {
        let line = self.0[class as usize].clone();
        let (grant, granted) = oneshot::channel();
        let gives_way = Arc::new(Notify::new());
        let entered = line.lock().enter(owner, grant, &gives_way);
        let number = entered.map_err(|full| refusal(class, full))?;
        Ok(Queued(Place { line, number, owner: owner.clone(), granted, begun: None, gives_way }))
    }

    /// Joins the line of a class and waits for a place.
    ///
    /// # Errors
    /// As [`Admission::join`] and [`Queued::place`].
    pub async fn enter(&self, class: WorkClass, owner: &Owner) -> Result<Place, ApiError> {
        self.join(class, owner)?.place().await
    }

    /// Computes something on a thread of its own while it holds a place.
    ///
    /// # Errors
    /// As [`Admission::enter`], or the work has panicked.
    pub async fn compute<T: Send + 'static>(
        &self,
        class: WorkClass,
        owner: &Owner,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, ApiError> {
        Ok(self.enter(class, owner).await?.compute(work).await?.0)
    }

    /// Writes the lengths of the lines to the metrics.
    pub fn report(&self) {
        for line in self.0.iter() {
            let [running, waiting] = line.lock().counts();
            let class: &str = line.class.into();
            metrics::gauge!("rukh_work_running", "class" => class).set(running as f64);
            metrics::gauge!("rukh_work_waiting", "class" => class).set(waiting as f64);
        }
    }
}

fn refusal(class: WorkClass, full: Full) -> ApiError {
    count_refusal(class.into());
    let retry_after = class.bounds().retry_after;
    match full {
        Full::OfOwner => ApiError::from(LimitExceeded { retry_after }),
        Full::OfAll if class.is_of_engines() => ApiError::EnginesBusy { retry_after },
        Full::OfAll => ApiError::Busy { retry_after },
    }
}

/// Computes something on a thread that ends with it, and then gives its memory back: of the threads that wait for more
/// work each would keep what it once took.
///
/// # Errors
/// The work has panicked, or there is no thread for it.
pub(crate) async fn on_own_thread<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, ApiError> {
    let (done, computed) = oneshot::channel();
    let thread = std::thread::Builder::new().name("work".to_owned()).spawn(move || done.send(work()).is_ok());
    if let Err(error) = thread {
        tracing::error!("no thread for a work: {error}");
    }
    computed.await.map_err(|_| ApiError::Panicked)
}

/// Somebody who waits for a place; dropping it leaves the line.
#[derive(Debug)]
pub struct Queued(Place);

impl Queued {
    /// Waits for the place, as long as the patience of its class.
    ///
    /// # Errors
    /// It took too long, or somebody who holds less needs the place in the line.
    pub async fn place(self) -> Result<Place, ApiError> {
        let Queued(mut place) = self;
        match timeout(place.line.bounds.patience, &mut place.granted).await {
            Ok(Ok(())) => {
                place.begun = Some(Instant::now());
                Ok(place)
            }
            Ok(Err(_)) | Err(_) => Err(refusal(place.line.class, Full::OfAll)),
        }
    }
}

/// A place in the line of a class; dropping it gives it to the next.
#[derive(Debug)]
pub struct Place {
    line: SharedLine,
    number: u64,
    owner: Owner,
    granted: oneshot::Receiver<()>,
    /// Since when it works.
    begun: Option<Instant>,
    gives_way: Arc<Notify>,
}

impl Place {
    /// Computes something on a thread of its own, which holds the place also when nobody waits for it any more.
    ///
    /// # Errors
    /// The work has panicked.
    pub(crate) async fn compute<T: Send + 'static>(
        self,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<(T, Place), ApiError> {
        on_own_thread(move || (work(), self)).await
    }

    /// Waits until the place is to be given up, because somebody who holds less asks for it. Never
    /// ends in classes whose begun work is not broken off.
    pub async fn gives_way(&self) {
        self.gives_way.notified().await;
        count_refusal(self.line.class.into());
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut line = self.line.lock();
        let is_granted = self.begun.is_some() || !line.leave(self.number) && self.granted.try_recv().is_ok();
        if is_granted {
            let used = self.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
            line.release(self.number, &self.owner, used);
        }
    }
}

impl std::fmt::Debug for SharedLine {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("SharedLine").field(&self.class).finish()
    }
}

#[cfg(test)]
mod tests;
