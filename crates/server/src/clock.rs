//! Wall clock, random bytes and random ids.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::wire::time::UnixMillis;

impl UnixMillis {
    /// The current time; the epoch if the system's clock is before it.
    #[must_use]
    pub fn now() -> UnixMillis {
        let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        UnixMillis::new(u64::try_from(since.as_millis()).unwrap_or(u64::MAX))
    }
}

/// Date in PGN format: `2026.11.21`.
#[must_use]
pub fn pgn_date(time: UnixMillis) -> String {
    // Days since 1 March of year 0, converted to a Gregorian date.
    let days = time.as_u64() / 86_400_000 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
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
    use super::pgn_date;
    use crate::wire::time::UnixMillis;

    #[test]
    fn pgn_date_matches_the_calendar() {
        assert_eq!(pgn_date(UnixMillis::new(0)), "1970.01.01");
        assert_eq!(pgn_date(UnixMillis::new(951_782_400_000)), "2000.02.29");
        assert_eq!(pgn_date(UnixMillis::new(1_795_262_040_000)), "2026.11.21");
    }
}
