//! Whether two people may be brought together: the one place that says so.

use rukh_session::say::host as say;
use rukh_store::Store;

use crate::error::ApiError;
use crate::id::GuestId;
use crate::session::Rejection;

/// Greatest length of the id of a person who is asked or followed. Guests are in no table, so that there is one
/// cannot be known.
const MAX_ID: usize = 40;

/// Checks that nothing keeps a person from asking or following another one.
///
/// # Errors
/// There can be no such person, one of the two blocks the other, or the store failed.
pub(crate) async fn check_may_meet(store: &Store, by: &GuestId, whom: &GuestId) -> Result<(), ApiError> {
    let id = whom.as_str();
    let is_id = (1..=MAX_ID).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_id {
        return Err(ApiError::PlayerNotFound(id.to_owned()));
    }
    match store.is_either_blocked([by, whom]).await? {
        true => Err(Rejection::new("blocked", say::reject_blocked()).into()),
        false => Ok(()),
    }
}
