//! The site's clock, dates, random bytes and random ids.

use std::sync::LazyLock;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};
use std::time::{Instant, SystemTime, UNIX_EPOCH};

use rukh_session::wire::time::UnixMillis;

/// Difference from the reference above which the clock jumps instead of being slewed, in
/// milliseconds.
const JUMP: i64 = 1_000;
/// Most that one observation slews the clock, in milliseconds.
const SLEW: i64 = 5;

/// The clock of this process: it runs with the monotonic clock of the system and follows a
/// reference, which is the system's wall clock or that of the database. It never goes back. Games
/// adopt a jump forward by themselves, as an outage.
pub struct SiteClock {
    origin: Instant,
    /// Site time at the origin, in milliseconds since the epoch.
    offset: AtomicI64,
    /// Latest time that was read.
    latest: AtomicU64,
}

static SITE: LazyLock<SiteClock> = LazyLock::new(|| SiteClock::new(wall_clock()));

impl SiteClock {
    fn new(reference: UnixMillis) -> SiteClock {
        let offset = AtomicI64::new(signed(reference.as_u64()));
        SiteClock { origin: Instant::now(), offset, latest: AtomicU64::new(0) }
    }

    /// The clock of this process.
    #[must_use]
    pub fn site() -> &'static SiteClock {
        &SITE
    }

    fn elapsed(&self) -> i64 {
        i64::try_from(self.origin.elapsed().as_millis()).unwrap_or(i64::MAX)
    }

    /// Site time at the origin of the monotonic clock, in milliseconds since the epoch.
    #[must_use]
    pub fn offset(&self) -> i64 {
        self.offset.load(Ordering::Relaxed)
    }

    /// The time with an offset of one's own.
    #[must_use]
    pub fn at_offset(&self, offset: i64) -> UnixMillis {
        UnixMillis::new((self.elapsed() + offset).max(0).unsigned_abs())
    }

    /// The current time.
    #[must_use]
    pub fn now(&self) -> UnixMillis {
        let now = self.at_offset(self.offset()).as_u64();
        UnixMillis::new(self.latest.fetch_max(now, Ordering::Relaxed).max(now))
    }

    /// Compares the clock with the reference: a small difference is slewed, a reference that is far
    /// ahead is adopted, one that is far behind is only reported. Returns the difference found, in
    /// milliseconds.
    pub fn observe(&self, reference: UnixMillis) -> i64 {
        let difference = signed(reference.as_u64()) - signed(self.now().as_u64());
        let step = match difference {
            JUMP.. => difference,
            _ if difference <= -JUMP => 0,
            _ => difference.clamp(-SLEW, SLEW),
        };
        self.offset.fetch_add(step, Ordering::Relaxed);
        metrics::gauge!("rukh_clock_offset_seconds").set(difference as f64 / 1_000.0);
        if difference >= JUMP {
            tracing::warn!(
                milliseconds = difference,
                "the clock has jumped forward; running games record an outage"
            );
        } else if difference <= -JUMP {
            tracing::warn!(
                milliseconds = -difference,
                "the reference clock is behind this server's, which never goes back; restart when no \
                 game is running to adopt it"
            );
        }
        difference
    }

    /// Whether an offset differs so much from another that clocks have jumped.
    #[must_use]
    pub fn is_jump(from: i64, to: i64) -> bool {
        to - from >= JUMP
    }
}

/// The system's wall clock; the epoch if it is before it.
#[must_use]
pub fn wall_clock() -> UnixMillis {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    UnixMillis::new(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
}

fn signed(milliseconds: u64) -> i64 {
    i64::try_from(milliseconds).unwrap_or(i64::MAX)
}

/// The current time, by the clock of this process.
#[must_use]
pub fn now() -> UnixMillis {
    SITE.now()
}

/// Random bytes from the operating system.
///
/// # Errors
/// The operating system has no randomness.
pub fn random_bytes<const N: usize>() -> std::io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes)
}

/// Letters and digits that are hard to confuse.
const ID_ALPHABET: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// An unguessable id of letters that are hard to confuse, five bits each.
///
/// # Errors
/// The operating system has no randomness.
pub fn random_id<const N: usize>() -> std::io::Result<String> {
    let bytes: [u8; N] = random_bytes()?;
    Ok(bytes.iter().map(|byte| char::from(ID_ALPHABET[usize::from(byte % 32)])).collect())
}

#[cfg(test)]
mod tests {
    use rukh_session::wire::time::UnixMillis;

    use super::{JUMP, SLEW, SiteClock};

    const HOUR: u64 = 3_600_000;
    const START: UnixMillis = UnixMillis::new(1_795_262_040_000);

    #[test]
    fn clock_adopts_a_reference_that_jumps_ahead() {
        let clock = SiteClock::new(START);
        let own = clock.offset();
        clock.observe(clock.now() + HOUR);
        let ahead = clock.now().since(START);
        assert!((HOUR - 100..HOUR + 60_000).contains(&ahead), "{ahead}");
        assert!(SiteClock::is_jump(own, clock.offset()));
        // Who has an offset of its own has not jumped.
        assert!(clock.at_offset(own).since(START) < 60_000);
    }

    #[test]
    fn clock_never_goes_back() {
        let clock = SiteClock::new(START);
        let before = clock.now();
        let difference = clock.observe(before.saturating_sub(HOUR));
        assert!(difference <= -3_599_000, "{difference}");
        assert!(clock.now() >= before);
        for _ in 0..20 {
            let before = clock.now();
            clock.observe(before.saturating_sub(500));
            assert!(clock.now() >= before);
        }
    }

    #[test]
    fn clock_slews_small_differences() {
        let clock = SiteClock::new(START);
        for reference in [clock.now() + 900, clock.now().saturating_sub(900)] {
            let before = clock.offset();
            clock.observe(reference);
            assert!((1..=SLEW).contains(&(clock.offset() - before).abs()));
            assert!(!SiteClock::is_jump(before, clock.offset()) && JUMP > SLEW);
        }
    }
}
