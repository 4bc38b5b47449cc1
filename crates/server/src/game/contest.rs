//! Contests: both sides want what only one can have in the werera.
//!
//! Only a move that would take something from the other side is held, and only as long as an
//! earlier move of the other side could still be on its way: the difference of the two measured
//! delays, capped.

use std::time::Duration;

use rukh_rules::game::Event;
use rukh_rules::{ActiveSides, Game, Node, Side};
use tokio::time::Instant;

use super::pipeline::PlayerIntent;
use crate::session::Session;
use crate::wire::Intent;
use crate::wire::event::Contender;
use crate::wire::time::UnixMillis;

/// Moves this close to each other count as simultaneous, in milliseconds.
const TIE_MARGIN: u64 = 1;
/// Delays shorter than this are skipped.
const MIN_DELAY: Duration = Duration::from_millis(2);

impl PlayerIntent {
    fn made_at(&self) -> UnixMillis {
        self.incoming.arrived_at.saturating_sub(self.lag)
    }

    /// A side's later intent stays after its earlier one, however its delay was measured meanwhile.
    fn order_after(&mut self, earlier: UnixMillis) {
        self.lag = self.lag.min(self.incoming.arrived_at.since(earlier));
    }

    fn contender(&self) -> Contender {
        let intent_id = self.incoming.message.id.clone();
        Contender { side: self.side, intent_id, arrived: self.incoming.arrived_at, lag: self.lag }
    }
}

/// Held intents.
#[derive(Default)]
pub(super) struct ContestWindow {
    intents: Vec<PlayerIntent>,
    until: Option<Instant>,
}

/// Held intents in the order in which they are executed.
pub(super) struct ContestResult {
    pub(super) order: Vec<PlayerIntent>,
    /// Entries of the contest event; empty if only one side had intents.
    pub(super) entries: Vec<Contender>,
    pub(super) coin: Option<u8>,
}

impl ContestWindow {
    /// When the window closes.
    pub(super) fn closes_at(&self) -> Option<Instant> {
        self.until
    }

    /// Whether an intent of this side is held, so that its next one must be held too.
    pub(super) fn holds_side(&self, side: Side) -> bool {
        self.intents.iter().any(|held| held.side == side)
    }

    /// Whether any intent is held.
    pub(super) fn is_open(&self) -> bool {
        !self.intents.is_empty()
    }

    /// Holds an intent.
    pub(super) fn hold(&mut self, mut held: PlayerIntent, wait: Duration) {
        self.until.get_or_insert_with(|| Instant::now() + wait);
        if let Some(earlier) = self.intents.iter().rev().find(|one| one.side == held.side) {
            held.order_after(earlier.made_at());
        }
        self.intents.push(held);
    }

    /// Closes the window and orders the intents. `coin` decides a tie: 1 lets White be first.
    pub(super) fn resolve(&mut self, coin: impl FnOnce() -> u8) -> ContestResult {
        self.until = None;
        let mut order = std::mem::take(&mut self.intents);
        order.sort_by_key(PlayerIntent::made_at);
        let is_contest = order.iter().any(|held| held.side != order[0].side);
        if !is_contest {
            return ContestResult { order, entries: Vec::new(), coin: None };
        }
        let first = order[0].made_at();
        let tied: Vec<&PlayerIntent> =
            order.iter().filter(|held| held.made_at() <= first + TIE_MARGIN).collect();
        let is_tie = tied.iter().any(|held| held.side != tied[0].side);
        let coin = is_tie.then(coin);
        if let Some(coin) = coin {
            let lucky = if coin == 1 { Side::White } else { Side::Black };
            let tied = tied.len();
            order[..tied].sort_by_key(|held| held.side != lucky);
        }
        let entries = order.iter().map(PlayerIntent::contender).collect();
        ContestResult { order, entries, coin }
    }
}

/// How long an intent has to be held, if at all.
pub(super) fn delay(own: u64, others: u64, most: Duration) -> Option<Duration> {
    let wait = Duration::from_millis(others.saturating_sub(own)).min(most);
    (wait >= MIN_DELAY).then_some(wait)
}

/// Whether a placement would take something from the other side: end the werera, or change or
/// prevent a move the other side could make now.
pub(super) fn is_contested(session: &Session, side: Side, intent: &Intent) -> bool {
    let (Intent::Place(place) | Intent::Substitute { place, .. }) = intent else { return false };
    let game = session.game();
    if !matches!(game.node(), Node::Werera(ActiveSides::Both)) {
        return false;
    }
    let event =
        Event::Place { side, id: place.piece_id, from: place.from, to: place.to, promotion: place.promotion };
    let mut next: Game = game.clone();
    if next.apply(event, None).is_err() {
        return false;
    }
    if !matches!(next.node(), Node::Werera(_)) {
        return true;
    }
    // A move to a cell that becomes occupied or empty is a different move.
    let other = side.other();
    let takes = |game: &Game, mv| game.rules().is_capture(game.position(), mv);
    let after = next.moves_of(other);
    let is_lost = |mv| !after.contains(&mv) || takes(game, mv) != takes(&next, mv);
    game.moves_of(other).into_iter().any(is_lost)
}

#[cfg(test)]
mod tests {
    use super::{ContestWindow, delay};
    use crate::game::pipeline::PlayerIntent;
    use crate::game::{IncomingIntent, ReplyTo};
    use crate::wire::event::Seq;
    use crate::wire::time::UnixMillis;
    use crate::wire::{ClientMessage, Intent};
    use rukh_rules::Side;
    use std::time::Duration;
    use tokio::sync::oneshot;

    fn held(side: Side, id: &str, arrived: u64, lag: u64) -> PlayerIntent {
        let message = ClientMessage { id: id.to_owned(), base: Seq::ZERO, data: serde_json::Value::Null };
        let asked = IncomingIntent {
            message,
            guest: None,
            address: None,
            arrived_at: UnixMillis::new(arrived),
            lag: None,
        };
        PlayerIntent {
            incoming: asked,
            intent: Intent::EndBatch,
            side,
            lag,
            reply: ReplyTo::Request(oneshot::channel().0),
        }
    }

    fn judge(entries: Vec<PlayerIntent>, coin: u8) -> (Vec<String>, Option<u8>, usize) {
        let mut window = ContestWindow::default();
        for entry in entries {
            window.hold(entry, Duration::from_millis(5));
        }
        let judged = window.resolve(|| coin);
        assert!(!window.is_open());
        let order = judged.order.iter().map(|held| held.incoming.message.id.clone()).collect();
        (order, judged.coin, judged.entries.len())
    }

    #[tokio::test]
    async fn contest_lag_compensated_earlier_move_wins() {
        use Side::{Black, White};
        let late_line = vec![held(White, "w", 1000, 10), held(Black, "b", 1080, 110)];
        assert_eq!(judge(late_line, 1), (vec!["b".to_owned(), "w".to_owned()], None, 2));
        let plain = vec![held(White, "w", 1000, 0), held(Black, "b", 1080, 20)];
        assert_eq!(judge(plain, 2), (vec!["w".to_owned(), "b".to_owned()], None, 2));
    }

    #[tokio::test]
    async fn contest_tie_is_decided_by_the_coin() {
        use Side::{Black, White};
        let tie = || vec![held(White, "w", 1000, 0), held(Black, "b", 1001, 0), held(White, "w2", 1020, 0)];
        let names = |order: [&str; 3]| order.map(str::to_owned).to_vec();
        assert_eq!(judge(tie(), 1), (names(["w", "b", "w2"]), Some(1), 3));
        assert_eq!(judge(tie(), 2), (names(["b", "w", "w2"]), Some(2), 3));
    }

    #[tokio::test]
    async fn contest_moves_of_one_side_keep_their_order() {
        use Side::{Black, White};
        let slower = vec![held(White, "1", 1000, 10), held(White, "2", 1005, 80), held(Black, "b", 1010, 5)];
        let (order, coin, _) = judge(slower, 1);
        assert_eq!((order, coin), (vec!["1".to_owned(), "2".to_owned(), "b".to_owned()], None));
    }

    #[tokio::test]
    async fn contest_one_side_has_no_entries() {
        use Side::White;
        let (order, coin, entries) = judge(vec![held(White, "2", 1010, 0), held(White, "1", 1000, 0)], 1);
        assert_eq!((order, coin, entries), (vec!["1".to_owned(), "2".to_owned()], None, 0));
    }

    #[test]
    fn contest_delay_is_the_lag_difference_capped() {
        let most = Duration::from_millis(120);
        assert_eq!(delay(50, 50, most), None);
        assert_eq!(delay(90, 50, most), None);
        assert_eq!(delay(10, 60, most), Some(Duration::from_millis(50)));
        assert_eq!(delay(0, 900, most), Some(most));
        assert_eq!(delay(0, 900, Duration::ZERO), None);
    }
}
