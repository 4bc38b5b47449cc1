//! New ids of games and guests.

use std::io::{Error, Result};

pub use rukh_session::id::{GameId, GameIdError, GuestId, GuestIdError};

use rukh_store::clock::random_id;

/// Length of the id of a listed game.
const PUBLIC_GAME_LENGTH: usize = 12;
/// Length of the id of a private game, whose id is its secret.
const PRIVATE_GAME_LENGTH: usize = 26;
/// Length of a guest id.
const GUEST_LENGTH: usize = 16;

/// A new id of a listed game.
///
/// # Errors
/// The operating system has no randomness.
pub fn random_public_game() -> Result<GameId> {
    random_id::<PUBLIC_GAME_LENGTH>()?.parse().map_err(Error::other)
}

/// A new id of a private game, long enough to be its secret.
///
/// # Errors
/// The operating system has no randomness.
pub fn random_private_game() -> Result<GameId> {
    random_id::<PRIVATE_GAME_LENGTH>()?.parse().map_err(Error::other)
}

/// A new id of a guest.
///
/// # Errors
/// The operating system has no randomness.
pub fn random_guest() -> Result<GuestId> {
    random_id::<GUEST_LENGTH>()?.parse().map_err(Error::other)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{random_guest, random_private_game, random_public_game};

    #[test]
    fn random_ids_have_their_lengths_and_round_trip_as_text() {
        for (id, length) in [(random_public_game(), 12), (random_private_game(), 26)] {
            let id = id.unwrap();
            assert_eq!(id.as_str().len(), length);
            assert_eq!(id.to_string().parse(), Ok(id.clone()));
            assert!(!id.is_local());
            assert_eq!(serde_json::to_value(&id).unwrap(), json!(id.as_str()));
        }
        let id = random_guest().unwrap();
        assert_eq!(id.as_str().len(), 16);
        assert_eq!(id.to_string().parse(), Ok(id));
    }
}
