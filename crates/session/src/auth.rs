//! Authorization of actions at a board.

use rukh_rules::Side;

use crate::say;
use crate::session::{GameInfo, Rejection};
use crate::wire::Guest;

/// An action at a board that needs authorization.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Play for a side.
    Play(Side),
    /// Send a chat message.
    Chat,
    /// Show possible moves on the board.
    Demo,
}

/// Authorizes an action at a board. The only place that decides this.
///
/// # Errors
/// A rejection with the reason.
pub fn authorize(guest: Option<&Guest>, info: &GameInfo, action: Action) -> Result<(), Rejection> {
    let refused = |message| Err(Rejection::new("not_allowed", message));
    let Some(guest) = guest else { return refused(say::reject_sign_in()) };
    let plays = info.sides_of(&guest.id);
    match action {
        Action::Play(side) if plays.contains(&side) => Ok(()),
        Action::Play(side) => match side {
            side if info.is_engine(side) => refused(say::reject_engine_side(side)),
            side => refused(say::reject_not_your_side(side)),
        },
        Action::Chat => Ok(()),
        Action::Demo if plays.is_empty() => Ok(()),
        Action::Demo => refused(say::reject_spectators_only()),
    }
}
