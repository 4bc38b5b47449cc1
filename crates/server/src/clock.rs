//! The server's clock and its source of secrets.

use std::time::{SystemTime, UNIX_EPOCH};

/// Milliseconds since the epoch.
#[must_use]
pub fn now_ms() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}

/// A moment as PGN writes dates: `2026.11.21`.
#[must_use]
pub fn pgn_date(ms: u64) -> String {
    // Days to a date of the Gregorian calendar, counted from 1 March of year 0.
    let days = ms / 86_400_000 + 719_468;
    let (era, of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * of_year + 2) / 153;
    let day = of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    let year = year_of_era + era * 400 + u64::from(month <= 2);
    format!("{year:04}.{month:02}.{day:02}")
}

/// Random bytes of the operating system.
///
/// # Errors
/// If the operating system has none.
pub fn secret<const N: usize>() -> std::io::Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(std::io::Error::other)?;
    Ok(bytes)
}

/// Letters that are hard to confuse.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A name nobody can guess, of letters that are hard to confuse: five bits each.
///
/// # Errors
/// If the operating system has no randomness.
pub fn name_of_letters<const N: usize>() -> std::io::Result<String> {
    let bytes: [u8; N] = secret()?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

#[cfg(test)]
mod tests {
    use super::pgn_date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        assert_eq!(pgn_date(0), "1970.01.01");
        assert_eq!(pgn_date(951_782_400_000), "2000.02.29");
        assert_eq!(pgn_date(1_795_262_040_000), "2026.11.21");
    }
}
