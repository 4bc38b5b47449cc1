//! Whether two people may be brought together: the one place that says so.

use rukh_session::say::host as say;
use rukh_store::Store;

use crate::error::ApiError;
use crate::id::GuestId;
use crate::session::Rejection;

/// Greatest length of the id of a person who is asked, followed, blocked or reported. Guests are in no table, so that there is one
/// cannot be known.
const MAX_ID: usize = 40;

/// Checks that there can be a person of an id.
///
/// # Errors
/// There can be no such person.
pub(crate) fn check_person(id: &GuestId) -> Result<(), ApiError> {
    let text = id.as_str();
    match (1..=MAX_ID).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        true => Ok(()),
        false => Err(ApiError::PlayerNotFound(text.to_owned())),
    }
}

/// Checks that nothing keeps a person from asking or following another one.
///
/// # Errors
/// There can be no such person, one of the two blocks the other, or the store failed.
pub(crate) async fn check_may_meet(store: &Store, by: &GuestId, whom: &GuestId) -> Result<(), ApiError> {
    check_person(whom)?;
    match store.is_either_blocked([by, whom]).await? {
        true => Err(Rejection::new("blocked", say::reject_blocked()).into()),
        false => Ok(()),
    }
}
