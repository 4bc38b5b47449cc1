//! Who was first, when both sides want what only one can have.
//!
//! Only a move that would take something from the other side waits, and only
//! as long as a move the other side made earlier could still be on its way:
//! the difference of the two measured ways through the net, capped.

use std::time::Duration;

use rukh_rules::game::{Event, SideName};
use rukh_rules::{ActiveSides, Game, Node, Side};
use tokio::time::Instant;

use super::{Asked, ReplyTo};
use crate::session::Table;
use crate::wire::Intent;
use crate::wire::event::Contender;

/// Moves closer to each other than this count as made at once, in milliseconds.
const AT_ONCE: u64 = 1;
/// Waiting less than this is not worth while.
const LEAST: Duration = Duration::from_millis(2);

/// An intent that waits for what may still arrive.
pub(super) struct Held {
    pub(super) asked: Asked,
    pub(super) intent: Intent,
    pub(super) side: SideName,
    /// What its way through the net is taken to have cost, in milliseconds.
    pub(super) lag: u64,
    pub(super) reply: ReplyTo,
}

impl Held {
    fn made_at(&self) -> u64 {
        self.asked.arrived.saturating_sub(self.lag)
    }

    /// What a side does later was made later, however its way was measured meanwhile.
    fn keep_after(&mut self, earlier: u64) {
        self.lag = self.lag.min(self.asked.arrived.saturating_sub(earlier));
    }

    fn contender(&self) -> Contender {
        let id = self.asked.message.id.clone();
        Contender { side: self.side, id, arrived: self.asked.arrived, lag: self.lag }
    }
}

/// Intents that wait.
#[derive(Default)]
pub(super) struct Window {
    held: Vec<Held>,
    until: Option<Instant>,
}

/// What was held, in the order in which it is to be judged.
pub(super) struct Judged {
    pub(super) order: Vec<Held>,
    /// What is told of it; nothing if only one side wanted something.
    pub(super) entries: Vec<Contender>,
    pub(super) coin: Option<u8>,
}

impl Window {
    /// When it closes.
    pub(super) fn until(&self) -> Option<Instant> {
        self.until
    }

    /// Whether something of this side waits already, so that what the side
    /// does next has to wait too.
    pub(super) fn holds(&self, side: SideName) -> bool {
        self.held.iter().any(|held| held.side == side)
    }

    /// Whether something waits.
    pub(super) fn is_open(&self) -> bool {
        !self.held.is_empty()
    }

    /// Lets an intent wait.
    pub(super) fn hold(&mut self, mut held: Held, wait: Duration) {
        self.until.get_or_insert_with(|| Instant::now() + wait);
        if let Some(earlier) = self.held.iter().rev().find(|one| one.side == held.side) {
            held.keep_after(earlier.made_at());
        }
        self.held.push(held);
    }

    /// Closes the window. `coin` is thrown where the sides were equally early:
    /// 1 lets White be first.
    pub(super) fn close(&mut self, coin: impl FnOnce() -> u8) -> Judged {
        self.until = None;
        let mut order = std::mem::take(&mut self.held);
        order.sort_by_key(Held::made_at);
        let is_contest = order.iter().any(|held| held.side != order[0].side);
        if !is_contest {
            return Judged { order, entries: Vec::new(), coin: None };
        }
        let first = order[0].made_at();
        let tied: Vec<&Held> = order.iter().filter(|held| held.made_at() <= first + AT_ONCE).collect();
        let is_tie = tied.iter().any(|held| held.side != tied[0].side);
        let coin = is_tie.then(coin);
        if let Some(coin) = coin {
            let lucky = if coin == 1 { SideName::White } else { SideName::Black };
            let tied = tied.len();
            order[..tied].sort_by_key(|held| held.side != lucky);
        }
        let entries = order.iter().map(Held::contender).collect();
        Judged { order, entries, coin }
    }
}

/// How long an intent has to wait, if it has to.
pub(super) fn wait(own: u64, others: u64, most: Duration) -> Option<Duration> {
    let wait = Duration::from_millis(others.saturating_sub(own)).min(most);
    (wait >= LEAST).then_some(wait)
}

/// Whether a placement would take something from the other side: end the
/// phase, or make a move another or impossible that the other side could make now.
pub(super) fn is_contested(table: &Table, side: SideName, intent: &Intent) -> bool {
    let (Intent::Place(place) | Intent::Substitute { place, .. }) = intent else { return false };
    let game = table.game();
    if !matches!(game.node(), Node::Werera(ActiveSides::Both)) {
        return false;
    }
    let event = Event::Place {
        side,
        id: place.id,
        from: place.from.clone(),
        to: place.to.clone(),
        promotion: place.promotion,
    };
    let mut next: Game = game.clone();
    if next.apply(event, None).is_err() {
        return false;
    }
    if !matches!(next.node(), Node::Werera(_)) {
        return true;
    }
    // A move onto a cell where somebody stands by then, or stands no more, is another move.
    let other = Side::from(side).other();
    let takes = |game: &Game, chosen| game.rules().is_capture(game.position(), chosen);
    let after = next.moves_of(other);
    let is_lost = |chosen| !after.contains(&chosen) || takes(game, chosen) != takes(&next, chosen);
    game.moves_of(other).into_iter().any(is_lost)
}

#[cfg(test)]
mod tests {
    use super::{Held, Window, wait};
    use crate::game::{Asked, ReplyTo};
    use crate::wire::{ClientMessage, Intent};
    use rukh_rules::game::SideName;
    use std::time::Duration;
    use tokio::sync::oneshot;

    fn held(side: SideName, id: &str, arrived: u64, lag: u64) -> Held {
        let message = ClientMessage { id: id.to_owned(), base: 0, d: serde_json::Value::Null };
        let asked = Asked { message, who: None, arrived, lag: None };
        Held { asked, intent: Intent::Bundle, side, lag, reply: ReplyTo::Request(oneshot::channel().0) }
    }

    fn judge(entries: Vec<Held>, coin: u8) -> (Vec<String>, Option<u8>, usize) {
        let mut window = Window::default();
        for entry in entries {
            window.hold(entry, Duration::from_millis(5));
        }
        let judged = window.close(|| coin);
        assert!(!window.is_open());
        let order = judged.order.iter().map(|held| held.asked.message.id.clone()).collect();
        (order, judged.coin, judged.entries.len())
    }

    #[tokio::test]
    async fn the_earlier_hand_wins_whatever_the_net_did() {
        use SideName::{Black, White};
        let late_line = vec![held(White, "w", 1000, 10), held(Black, "b", 1080, 110)];
        assert_eq!(judge(late_line, 1), (vec!["b".to_owned(), "w".to_owned()], None, 2));
        let plain = vec![held(White, "w", 1000, 0), held(Black, "b", 1080, 20)];
        assert_eq!(judge(plain, 2), (vec!["w".to_owned(), "b".to_owned()], None, 2));
    }

    #[tokio::test]
    async fn the_coin_decides_only_what_is_equal() {
        use SideName::{Black, White};
        let tie = || vec![held(White, "w", 1000, 0), held(Black, "b", 1001, 0), held(White, "w2", 1020, 0)];
        let names = |order: [&str; 3]| order.map(str::to_owned).to_vec();
        assert_eq!(judge(tie(), 1), (names(["w", "b", "w2"]), Some(1), 3));
        assert_eq!(judge(tie(), 2), (names(["b", "w", "w2"]), Some(2), 3));
    }

    #[tokio::test]
    async fn a_side_s_own_moves_keep_their_order() {
        use SideName::{Black, White};
        let slower = vec![held(White, "1", 1000, 10), held(White, "2", 1005, 80), held(Black, "b", 1010, 5)];
        let (order, coin, _) = judge(slower, 1);
        assert_eq!((order, coin), (vec!["1".to_owned(), "2".to_owned(), "b".to_owned()], None));
    }

    #[tokio::test]
    async fn one_side_alone_is_no_contest() {
        use SideName::White;
        let (order, coin, entries) = judge(vec![held(White, "2", 1010, 0), held(White, "1", 1000, 0)], 1);
        assert_eq!((order, coin, entries), (vec!["1".to_owned(), "2".to_owned()], None, 0));
    }

    #[test]
    fn nobody_waits_longer_than_the_other_could_be_late() {
        let most = Duration::from_millis(120);
        assert_eq!(wait(50, 50, most), None);
        assert_eq!(wait(90, 50, most), None);
        assert_eq!(wait(10, 60, most), Some(Duration::from_millis(50)));
        assert_eq!(wait(0, 900, most), Some(most));
        assert_eq!(wait(0, 900, Duration::ZERO), None);
    }
}
