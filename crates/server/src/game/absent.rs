//! News for players who are not connected to their game: push messages.
//!
//! News are held for a moment before they are sent. A player whose page is just connecting again, or
//! is connected to another node, is known to be there by then; and what happens within the moment,
//! such as a move with a draw offer, is one message. Only the node that owns a game holds its news,
//! once what they tell is durable, so every message is sent once at most: not again after a restart,
//! and not by two nodes.

use std::time::Duration;

use rukh_rules::Side;
use rukh_rules::game::SideName;
use tokio::time::Instant;

use super::presence::local_roster;
use super::{ActorCommand, GameActor, GameRegistry};
use crate::id::{GameId, GuestId};
use crate::push::{PushKind, PushNews};
use crate::say;
use crate::session::GameInfo;
use crate::wire::view::BySide;
use crate::wire::{EventKind, GamePhase, GameTimeControl};

/// How long news are held: longer than a node takes to report who is connected to it.
const HOLD: Duration = Duration::from_secs(2);
/// How long a message is of use at least and at most, and where a game has ended.
const SHORTEST_LIFETIME: Duration = Duration::from_secs(3600);
const LONGEST_LIFETIME: Duration = Duration::from_secs(28 * 86_400);
const END_LIFETIME: Duration = Duration::from_secs(7 * 86_400);

/// What a player has not seen yet.
#[derive(Debug, Clone, Copy, Default)]
struct Unseen {
    begin: bool,
    turn: bool,
    draw: bool,
    end: bool,
}

/// News that are held.
#[derive(Debug, Default)]
pub(super) struct HeldNews {
    unseen: BySide<Unseen>,
    due: Option<Instant>,
}

impl HeldNews {
    /// When they are sent.
    pub(super) fn due(&self) -> Option<Instant> {
        self.due
    }
}

/// Whether players may be away: two people, or a person and an engine, with days for each move.
pub(super) fn may_be_away(info: &GameInfo) -> bool {
    matches!(info.time_control, GameTimeControl::Days { .. }) && !info.has_one_player()
}

impl GameRegistry {
    /// Tells players that a game has begun, all but the one who began it.
    pub(super) async fn tell_of_beginning(self: &std::sync::Arc<Self>, id: &GameId, by: Option<GuestId>) {
        let told = self.ask(id, |reply| ActorCommand::Begun(by.clone(), reply)).await;
        if let Err(error) = told {
            tracing::warn!(game = id.as_str(), %error, "nobody could be told that a game has begun");
        }
    }
}

impl GameActor {
    /// Whether absent players can be told about this game from here.
    fn tells_absent(&self) -> bool {
        self.is_owner() && self.registry.push.is_some() && may_be_away(self.session.info())
    }

    /// Holds the news that a game has begun, for all but the player who began it.
    pub(super) fn hold_beginning(&mut self, by: Option<&GuestId>) {
        if !self.tells_absent() {
            return;
        }
        for side in Side::BOTH {
            if by.is_none() || self.session.info().seat(side).player.as_ref() != by {
                self.news.unseen.of_mut(side).begin = true;
            }
        }
        self.news.due.get_or_insert_with(|| Instant::now() + HOLD);
    }

    /// Holds the news of the events from an index on, which were just stored.
    pub(super) fn hold_news(&mut self, from: usize) {
        if !self.tells_absent() {
            return;
        }
        let (mut actor, mut is_new_turn) = (None, false);
        for event in &self.session.events()[from..] {
            // What follows of an action, such as a premove of the other side, is nobody's action.
            actor = actor.or_else(|| acting(&event.kind));
            is_new_turn |= matches!(
                event.kind,
                EventKind::Move(_)
                    | EventKind::Takeback { .. }
                    | EventKind::WereraEnded(_)
                    | EventKind::BatchEnded { .. }
            );
            match &event.kind {
                EventKind::DrawOffer { side } => {
                    self.news.unseen.of_mut(Side::from(*side).other()).draw = true
                }
                EventKind::End { .. } => {
                    for side in Side::BOTH.into_iter().filter(|side| actor != Some((*side).into())) {
                        self.news.unseen.of_mut(side).end = true;
                    }
                }
                _ => {}
            }
        }
        if let Some(turn) = self.session.card().turn.filter(|turn| is_new_turn && Some(*turn) != actor) {
            self.news.unseen.of_mut(turn).turn = true;
        }
        if Side::BOTH.into_iter().any(|side| self.news_of(side).is_some()) {
            self.news.due.get_or_insert_with(|| Instant::now() + HOLD);
        }
    }

    /// What a side has to be told, as far as it is still true.
    fn news_of(&self, side: Side) -> Option<PushKind> {
        let unseen = *self.news.unseen.of(side);
        let is_over = self.session.phase() == GamePhase::Over;
        let has_turn = self.session.card().turn == Some(side.into());
        let is_offered = || self.session.view().offers.draw == Some(side.other().into());
        match () {
            () if is_over => unseen.end.then_some(PushKind::End),
            () if unseen.draw && is_offered() => Some(PushKind::Draw),
            () if (unseen.turn || unseen.begin) && has_turn => Some(PushKind::Turn),
            () => unseen.begin.then_some(PushKind::Begin),
        }
    }

    /// Sends the news that are held to the players who are not connected, on whatever node.
    pub(super) fn send_news(&mut self) {
        self.news.due = None;
        let now = self.now();
        let own = local_roster(self.subscribers.values().map(|one| &one.visitor), self.session.info());
        let here = self.attendance.merge(own, now).players;
        for side in Side::BOTH.into_iter().filter(|side| !*here.of(*side)) {
            if let (Some(kind), Some(push)) = (self.news_of(side), &self.registry.push)
                && let Some(player) = self.session.info().seat(side).player.clone()
            {
                push.send(self.push_news(side, player, kind));
            }
        }
        self.news.unseen = BySide::default();
    }

    fn push_news(&self, side: Side, player: GuestId, kind: PushKind) -> PushNews {
        let about = &self.session.game().ruleset().about;
        let seat = self.session.info().seat(side.other());
        let opponent = match (seat.engine_level(), &seat.name) {
            (Some(level), _) => say::head_computer(level).into(),
            (None, Some(name)) => name.as_str().into(),
            (None, None) => say::head_player().into(),
        };
        let until = self.session.deadline().map(|deadline| Duration::from_millis(deadline.since(self.now())));
        let lifetime = match kind {
            PushKind::End => END_LIFETIME,
            _ => until.unwrap_or(LONGEST_LIFETIME).clamp(SHORTEST_LIFETIME, LONGEST_LIFETIME),
        };
        let game = self.session.game();
        PushNews {
            game: self.session.info().id.clone(),
            player,
            kind,
            name: about.name.clone(),
            names: about.names.clone(),
            opponent,
            result: game.outcome().map(|outcome| outcome.message(game.ruleset())),
            lifetime,
        }
    }
}

/// The side that an event is an action of: its player knows of it.
fn acting(event: &EventKind) -> Option<SideName> {
    match event {
        EventKind::Move(moved) => Some(moved.side),
        EventKind::Place(placed) => Some(placed.side),
        EventKind::Resign { side } | EventKind::Claim { side, .. } | EventKind::BatchEnded { side } => {
            Some(*side)
        }
        // The other side has agreed.
        EventKind::Takeback { side, .. } => Some(Side::from(*side).other().into()),
        EventKind::Abort { side } => *side,
        _ => None,
    }
}
