//! Push messages to players who are not connected to their game.
//!
//! A message is delayed by a moment. By then a player whose page is reconnecting, or is connected to
//! another node, is known to be present; and events within that moment, such as a move with a draw
//! offer, make one message. Only the node that owns a game queues its messages, after the events are
//! durable, so every message is sent at most once: not again after a restart, and not by two nodes.

use std::time::Duration;

use rukh_rules::Side;
use tokio::time::Instant;

use super::presence::local_roster;
use super::{ActorCommand, GameActor, GameRegistry};
use crate::id::{GameId, GuestId};
use crate::push::{PushEvent, PushKind, PushSubject, PushTitle};
use crate::say;
use crate::session::GameInfo;
use crate::wire::view::BySide;
use crate::wire::{EventKind, GamePhase, GameTimeControl, Seat};

/// Delay of a message: longer than a node takes to report who is connected to it.
const DELAY: Duration = Duration::from_secs(2);
/// Shortest and longest lifetime of a message, and that of the end of a game.
const SHORTEST_LIFETIME: Duration = Duration::from_secs(3600);
const LONGEST_LIFETIME: Duration = Duration::from_secs(28 * 86_400);
const END_LIFETIME: Duration = Duration::from_secs(7 * 86_400);

/// Events that a player has not seen yet.
#[derive(Debug, Clone, Copy, Default)]
struct Unseen {
    begin: bool,
    turn: bool,
    draw: bool,
    end: bool,
}

/// Messages that are delayed.
#[derive(Debug, Default)]
pub(super) struct PendingPush {
    unseen: BySide<Unseen>,
    due: Option<Instant>,
}

impl PendingPush {
    /// Time at which they are sent.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }
}

/// Whether the players of a game get push messages: it has days for each move and two players.
pub(super) fn supports_push(info: &GameInfo) -> bool {
    matches!(info.time_control, GameTimeControl::Days { .. }) && !info.has_one_player()
}

impl GameRegistry {
    /// Notifies the players that a game has begun, except the one who began it.
    pub(super) async fn notify_of_begin(self: &std::sync::Arc<Self>, id: &GameId, by: Option<GuestId>) {
        let queued = self.ask(id, |reply| ActorCommand::Begun(by.clone(), reply)).await;
        if let Err(error) = queued {
            tracing::warn!(game = id.as_str(), %error, "the players of a new game cannot be notified");
        }
    }
}

impl GameActor {
    /// Whether this node sends push messages about this game.
    fn sends_push(&self) -> bool {
        self.is_owner() && self.registry.push.is_some() && supports_push(self.session.info())
    }

    /// Queues the message that a game has begun, for all but the player who began it.
    pub(super) fn queue_begin_push(&mut self, by: Option<&GuestId>) {
        if !self.sends_push() {
            return;
        }
        for side in Side::BOTH {
            if by.is_none() || self.session.info().player(side).id() != by {
                self.pending_push.unseen.of_mut(side).begin = true;
            }
        }
        self.pending_push.due.get_or_insert_with(|| Instant::now() + DELAY);
    }

    /// Queues messages about the events from an index on, which were just stored.
    pub(super) fn queue_push(&mut self, from: usize) {
        if !self.sends_push() {
            return;
        }
        let (mut actor, mut is_new_turn) = (None, false);
        for event in &self.session.events()[from..] {
            // The first action counts: what it causes, such as the other side's premove, follows by itself.
            actor = actor.or_else(|| event.kind.player());
            is_new_turn |= matches!(
                event.kind,
                EventKind::Move(_)
                    | EventKind::Takeback { .. }
                    | EventKind::WereraEnded(_)
                    | EventKind::BatchEnded { .. }
            );
            match &event.kind {
                EventKind::DrawOffer { side } => self.pending_push.unseen.of_mut(side.other()).draw = true,
                EventKind::End { .. } => {
                    for side in Side::BOTH.into_iter().filter(|side| actor != Some(*side)) {
                        self.pending_push.unseen.of_mut(side).end = true;
                    }
                }
                _ => {}
            }
        }
        if let Some(turn) = self.session.turn().filter(|turn| is_new_turn && Some(*turn) != actor) {
            self.pending_push.unseen.of_mut(turn).turn = true;
        }
        if Side::BOTH.into_iter().any(|side| self.push_kind(side).is_some()) {
            self.pending_push.due.get_or_insert_with(|| Instant::now() + DELAY);
        }
    }

    /// The message that a side is to get, if it still applies.
    fn push_kind(&self, side: Side) -> Option<PushKind> {
        let unseen = *self.pending_push.unseen.of(side);
        let is_over = self.session.phase() == GamePhase::Over;
        let has_turn = self.session.turn() == Some(side) && !self.session.must_pass();
        let is_offered = || self.session.view().offers.draw == Some(side.other());
        match () {
            () if is_over => unseen.end.then_some(PushKind::End),
            () if unseen.draw && is_offered() => Some(PushKind::Draw),
            () if (unseen.turn || unseen.begin) && has_turn => Some(PushKind::Turn),
            () => unseen.begin.then_some(PushKind::Begin),
        }
    }

    /// Sends the delayed messages to the players who are connected to no node.
    pub(super) async fn send_pending_push(&mut self) {
        self.pending_push.due = None;
        let now = self.now();
        let own = local_roster(self.subscribers.values().map(|one| &one.visitor), self.session.info());
        let here = self.attendance.merge(own, now).players;
        for side in Side::BOTH.into_iter().filter(|side| !*here.of(*side)) {
            if let (Some(kind), Some(push)) = (self.push_kind(side), &self.registry.push)
                && let Some(player) = self.session.info().player(side).id().cloned()
            {
                push.send(self.push_event(side, player, kind).await);
            }
        }
        self.pending_push.unseen = BySide::default();
    }

    async fn push_event(&self, side: Side, player: GuestId, kind: PushKind) -> PushEvent {
        let about = &self.session.game().ruleset().about;
        let info = self.session.info();
        let names = self.registry.names(info.people()).await.of_seats(&info.white, &info.black);
        let opponent =
            Seat { player: info.player(side.other()).clone(), name: names.of(side.other()).clone() };
        let until = self.session.deadline().map(|deadline| Duration::from_millis(deadline.since(self.now())));
        let lifetime = match kind {
            PushKind::End => END_LIFETIME,
            _ => until.unwrap_or(LONGEST_LIFETIME).clamp(SHORTEST_LIFETIME, LONGEST_LIFETIME),
        };
        let game = self.session.game();
        PushEvent {
            subject: PushSubject::Game(self.session.info().id.clone()),
            player,
            kind,
            title: PushTitle::Game {
                instance: game.ruleset().instance.clone(),
                name: about.name.clone(),
                names: about.names.clone(),
            },
            opponent: say::seat_name(&opponent),
            result: game.outcome().map(|outcome| outcome.message(game.ruleset())),
            lifetime,
        }
    }
}
