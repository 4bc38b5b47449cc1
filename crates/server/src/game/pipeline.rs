//! The way of an intent: parse → authorize → deduplicate → contest → decide → store → broadcast.
//!
//! Automatic steps, such as throws and expired clocks, enter at *store*.

use std::future::Future;
use std::time::Duration;

use rukh_rules::Side;
use rukh_session::intent::{self, IntentStatus};
use rukh_store::{Append, LeaseOutcome, SideInput, StoreError};
use tokio::time::Instant;

use super::RETRY_DELAY;
use super::contest;
use super::engine_games::stored_deadline;
use super::factory::PreparedGame;
use super::presence;
use super::{GameActor, IncomingIntent, LeaseLost, NodeRole, PRESENCE_DELAY, ReplyTo};
use crate::error::ApiError;
use crate::limits::LimitedAction;
use crate::moderation;
use crate::say;
use crate::session::{Draft, OfferOutcome, Rejection};
use crate::wire::intent::{IntentResult, OfferKind};
use crate::wire::time::UnixMillis;
use crate::wire::{Ack, EventKind, GamePhase, Intent, Nack};

/// Longest time until an intent is answered, whatever the database does.
pub(super) const INTENT_TIMEOUT: Duration = Duration::from_secs(3);
/// A change of a measured delay that is reported at once, in milliseconds.
const NOTABLE_LAG: u64 = 10;
/// A write that takes longer is an outage.
const STALL: Duration = Duration::from_secs(1);

/// A valid intent on its way.
pub(super) struct PlayerIntent {
    pub(super) incoming: IncomingIntent,
    pub(super) intent: Intent,
    pub(super) side: Side,
    /// Assumed network delay, in milliseconds.
    pub(super) lag: u64,
    pub(super) reply: ReplyTo,
}

impl GameActor {
    /// Takes an intent its whole way, or forwards it to the owner of the game.
    pub(super) async fn handle_intent(
        &mut self,
        mut incoming: IncomingIntent,
        reply: ReplyTo,
    ) -> Result<(), LeaseLost> {
        self.own_for_writing().await?;
        if self.is_follower() {
            self.forward_intent(incoming, reply);
            return Ok(());
        }
        incoming.arrived_at = self.time_of(incoming.arrived_at);
        if let Err(refused) = self.catch_up(incoming.arrived_at).await? {
            let answer = Err(self.nack(&incoming.message.id, refused));
            self.reply(reply, answer);
            return Ok(());
        }
        let (intent, side) = match self.admit(&incoming) {
            Ok(admitted) => admitted,
            Err(answer) => {
                self.reply(reply, answer);
                return Ok(());
            }
        };
        self.engines.charge(incoming.owner());
        let lag = self.measure(&incoming, side, &reply);
        match self.contest(PlayerIntent { incoming, intent, side, lag, reply }) {
            Some(player_intent) => self.execute(player_intent).await,
            None => Ok(()),
        }
    }

    /// Records an outage and an expired clock that come before an intent.
    async fn catch_up(&mut self, arrived_at: UnixMillis) -> Result<Result<(), Rejection>, LeaseLost> {
        // An outage is not charged to the clocks: it is recorded first.
        if self.outage_since.is_some() {
            self.resume().await?;
            if self.outage_since.is_some() {
                return Ok(Err(CommitError::Full.rejection()));
            }
        }
        // An expired clock takes precedence over a late intent, however busy the machine.
        if self.latest_arrival().is_some_and(|last| last < arrived_at) && !self.is_paused() {
            self.on_deadline().await?;
        }
        Ok(Ok(()))
    }

    /// Admits an intent. An error is the response to send at once: a rejection, or the earlier result.
    fn admit(&self, incoming: &IncomingIntent) -> Result<(Intent, Side), IntentResult> {
        let (message, guest) = (&incoming.message, incoming.guest.as_ref());
        match intent::admit(&self.session, guest, message) {
            Ok(IntentStatus::New(intent, side)) => Ok((intent, side)),
            Ok(IntentStatus::Executed(seq)) => Err(Ok(Ack { id: message.id.clone(), seq })),
            Err(rejection) => Err(Err(self.nack(&message.id, rejection))),
        }
    }

    /// Idempotency key of an intent.
    fn idempotency_key(&self, incoming: &IncomingIntent) -> String {
        intent::idempotency_key(&self.session, incoming.guest.as_ref(), &incoming.message.id)
    }

    /// The result of an intent that was executed before.
    fn deduplicate(&self, incoming: &IncomingIntent) -> Option<Ack> {
        let seq = self.session.seq_of_intent(&self.idempotency_key(incoming))?;
        Some(Ack { id: incoming.message.id.clone(), seq })
    }

    /// Measures a player's delay and presence; returns the delay to assume, in milliseconds.
    fn measure(&mut self, incoming: &IncomingIntent, side: Side, reply: &ReplyTo) -> u64 {
        if let (Some(round_trip), false) = (incoming.lag, self.session.info().has_one_player()) {
            let before = self.lag.of(side).measured();
            self.lag.of_mut(side).measure(round_trip);
            let after = self.lag.of(side).measured();
            // Both players see what is measured; small changes need no message of their own.
            if before.unwrap_or(u64::MAX).abs_diff(after.unwrap_or(u64::MAX)) >= NOTABLE_LAG {
                self.presence_due.get_or_insert_with(|| Instant::now() + PRESENCE_DELAY);
            }
        }
        // A connected client is present as long as its socket is open.
        if incoming.lag.is_none() && matches!(reply, ReplyTo::Request(_)) {
            self.attendance.record_activity(side, self.now());
        }
        self.lag.of(side).available()
    }

    /// Holds an intent that is contested; returns one that is not.
    fn contest(&mut self, mut player_intent: PlayerIntent) -> Option<PlayerIntent> {
        let Some(wait) = self.contest_delay(player_intent.side, &player_intent.intent) else {
            return Some(player_intent);
        };
        // A client that delays its pongs gains at most the contest delay.
        let most = u64::try_from(self.registry.config.max_contest_delay.as_millis()).unwrap_or(u64::MAX);
        player_intent.lag = player_intent.lag.min(most);
        self.window.hold(player_intent, wait);
        None
    }

    /// How long a werera intent has to be held; `None` if it is not contested.
    fn contest_delay(&self, side: Side, intent: &Intent) -> Option<Duration> {
        let is_werera = self.session.phase() == GamePhase::Werera;
        if !is_werera
            || !matches!(intent, Intent::Place(_) | Intent::Substitute { .. } | Intent::Retract { .. })
        {
            return None;
        }
        let info = self.session.info();
        if info.has_one_player() || Side::BOTH.into_iter().any(|side| info.is_engine(side)) {
            return None;
        }
        let most = self.registry.config.max_contest_delay;
        if self.window.is_open() {
            let joins = self.window.holds_side(side) || contest::is_contested(&self.session, side, intent);
            return joins.then_some(Duration::ZERO);
        }
        let other = side.other();
        let wait = contest::delay(self.lag.of(side).available(), self.lag.of(other).available(), most)?;
        contest::is_contested(&self.session, side, intent).then_some(wait)
    }

    /// Resolves the held intents.
    pub(super) async fn resolve_contest(&mut self) -> Result<(), LeaseLost> {
        self.settle_outage().await?;
        let info = self.session.info();
        // The coin uses a different label than the die.
        let number = self.session.state().coin_count() + 1;
        let result = self.window.resolve(|| info.server_seed.throw("coin", number, 2));
        if !result.entries.is_empty() {
            let event = EventKind::Contest { entries: result.entries, coin: result.coin };
            let draft = self.session.draft_contest(event, self.now());
            if let Err(failure) = self.commit(draft, None).await {
                for held in result.order {
                    let answer = Err(self.nack(&held.incoming.message.id, failure.rejection()));
                    self.reply(held.reply, answer);
                }
                return failure.outcome();
            }
        }
        for held in result.order {
            // Events caused by earlier intents of the contest count as unseen by the player.
            match intent::validate(
                &self.session,
                held.incoming.guest.as_ref(),
                held.incoming.message.base,
                &held.intent,
            ) {
                Ok(()) => self.execute(held).await?,
                Err(refused) => {
                    let nack = self.nack(&held.incoming.message.id, refused);
                    self.reply(held.reply, Err(nack));
                }
            }
        }
        Ok(())
    }

    /// Decides, stores and broadcasts an intent, then replies.
    async fn execute(&mut self, player_intent: PlayerIntent) -> Result<(), LeaseLost> {
        let PlayerIntent { incoming, intent, side, lag, reply } = player_intent;
        // Of two held intents with one id, the first may have been executed meanwhile.
        if let Some(ack) = self.deduplicate(&incoming) {
            self.reply(reply, Ok(ack));
            return Ok(());
        }
        let id = incoming.message.id.clone();
        let (answer, step) = match self.decide(&intent, lag).await {
            Err(refused) => (Err(self.nack(&id, refused)), Ok(())),
            Ok((draft, begins)) => {
                let key = self.idempotency_key(&incoming);
                match self.commit_with(draft, Some(key), begins).await {
                    Ok(()) => (Ok(Ack { id, seq: self.session.seq() }), Ok(())),
                    Err(failure) => (Err(self.nack(&id, failure.rejection())), failure.outcome()),
                }
            }
        };
        if answer.is_ok() && matches!(intent, Intent::Move { .. }) {
            self.lag.of_mut(side).spend(lag);
        }
        self.reply(reply, answer);
        step
    }

    /// The draft an intent causes, and the rematch that begins with it.
    async fn decide(
        &mut self,
        intent: &Intent,
        lag: u64,
    ) -> Result<(Draft, Option<PreparedGame>), Rejection> {
        self.check_offer(intent).await?;
        let draft = match intent {
            Intent::Rematch { .. } if !self.registry.factory.offers(self.session.game()) => {
                Err(Rejection::new("ruleset_removed", say::host::reject_ruleset_removed()))
            }
            Intent::Rematch { side }
                if self.session.offer(*side, OfferKind::Rematch)? == OfferOutcome::Agreed =>
            {
                self.check_rematches(*side)?;
                let game = self.registry.factory.rematch(
                    self.session.info(),
                    self.session.game(),
                    self.engines.owner(),
                );
                let game = game.await.map_err(|error| match error {
                    ApiError::EnginesBusy { .. } => {
                        Rejection::new("engines_busy", say::host::reject_engines_busy())
                    }
                    error => {
                        tracing::warn!(%error, "another game could not begin");
                        Rejection::new("unavailable", say::host::reject_rematch_failed())
                    }
                })?;
                let draft = self.session.draft_rematch(game.append.card.id.clone(), self.now());
                return Ok((draft, Some(game)));
            }
            Intent::Vacation { side } => {
                let vacation = self.vacation_of(*side).await.map_err(|error| {
                    tracing::warn!(%error, "a vacation cannot be read");
                    Rejection::new("unavailable", say::host::error_unavailable())
                })?;
                Ok(self.session.draft_vacation(*side, vacation, self.now()))
            }
            Intent::Claim { side, result } => {
                let presence = self.presence();
                presence::check_claim(&self.session, &presence, *side, *result, self.now())?;
                self.session.draft_intent(intent, self.now(), 0)
            }
            _ => self.session.draft_intent(intent, self.now(), lag),
        };
        draft.map(|draft| (draft, None))
    }

    /// Rejects a rematch of people who may not play each other any more, and offers to a person who has blocked
    /// the one that makes them.
    async fn check_offer(&self, intent: &Intent) -> Result<(), Rejection> {
        let (side, kind) = match intent {
            Intent::Rematch { side } => (*side, OfferKind::Rematch),
            Intent::Draw { side } => (*side, OfferKind::Draw),
            Intent::Takeback { side } => (*side, OfferKind::Takeback),
            _ => return Ok(()),
        };
        let (info, store) = (self.session.info(), &self.registry.store);
        let (Some(own), Some(other)) = (info.player(side).id(), info.player(side.other()).id()) else {
            return Ok(());
        };
        if own == other {
            return Ok(());
        }
        let checked = match (kind, self.session.offer(side, kind)) {
            (OfferKind::Rematch, Ok(_)) => moderation::check_pair(store, own, other).await,
            (_, Ok(OfferOutcome::Offered)) => moderation::check_offer(store, own, other).await,
            _ => Ok(()),
        };
        checked.map_err(|error| match error {
            ApiError::Refused(rejection) => rejection,
            error => {
                tracing::warn!(%error, "whether two people may play cannot be read");
                Rejection::new("unavailable", say::host::error_unavailable())
            }
        })
    }

    /// Rejects a rematch whose player begins too many.
    fn check_rematches(&self, side: Side) -> Result<(), Rejection> {
        let player = self.session.info().player(side).id();
        let checked = self.registry.limits().check(LimitedAction::Rematch, player, None);
        checked.map_err(|_| Rejection::new("too_fast", say::host::reject_rematch_too_fast()))
    }

    /// Stores a draft, makes it the state of the session and broadcasts it.
    pub(super) async fn commit(&mut self, draft: Draft, intent: Option<String>) -> Result<(), CommitError> {
        self.commit_with(draft, intent, None).await
    }

    /// As [`GameActor::commit`], with a game that begins in the same transaction.
    async fn commit_with(
        &mut self,
        draft: Draft,
        intent: Option<String>,
        begins: Option<PreparedGame>,
    ) -> Result<(), CommitError> {
        let inputs = self.changed_inputs(&draft);
        let begun = begins.as_ref().map(|game| (game.append.card.id.clone(), game.after_begin()));
        if !draft.events().is_empty() || !inputs.is_empty() {
            self.store(&draft, &inputs, intent.clone(), begins).await?;
        }
        let from = self.session.events().len();
        let was_over = self.session.phase() == GamePhase::Over;
        let intent = intent.filter(|_| !draft.events().is_empty());
        self.session.commit(draft, intent);
        self.engines.wake();
        if self.has_automatic_step() {
            self.retry_at.get_or_insert_with(|| Instant::now() + RETRY_DELAY);
        } else if self.outage_since.is_none() {
            self.retry_at = None;
        }
        if self.session.events().len() > from {
            self.broadcast_events(from);
            self.queue_push(from);
        }
        for input in &inputs {
            self.chat.insert_input(input);
            self.send_premoves(input.side, &input.premoves);
        }
        if let Some((id, after_begin)) = begun {
            let registry = self.registry.clone();
            tokio::spawn(async move {
                if let Err(error) = registry.announce(&id, after_begin, None).await {
                    tracing::warn!(game = id.as_str(), %error, "a rematch could not be woken");
                }
            });
        }
        if !was_over && self.session.phase() == GamePhase::Over {
            self.registry.ended_sessions.insert(self.session.clone());
            self.registry.store.notify_lobby().await;
        }
        Ok(())
    }

    /// Premoves and seeds that a draft changes.
    fn changed_inputs(&self, draft: &Draft) -> Vec<SideInput> {
        let (before, after) = (self.session.inputs(), draft.inputs());
        let is_changed = |side: &Side| {
            before.premoves.of(*side) != after.premoves.of(*side)
                || before.seeds.of(*side) != after.seeds.of(*side)
        };
        let numbers = self.chat.last_number() + 1..;
        let changed = Side::BOTH.into_iter().filter(is_changed).zip(numbers);
        let input = |(side, number): (Side, u64)| SideInput {
            side,
            number,
            at: self.now(),
            premoves: after.premoves.of(side).clone(),
            seed: after.seeds.of(side).clone(),
        };
        changed.map(input).collect()
    }

    /// Appends a draft to the log, with the inputs it changes and the game that begins with it.
    async fn store(
        &mut self,
        draft: &Draft,
        inputs: &[SideInput],
        intent: Option<String>,
        begins: Option<PreparedGame>,
    ) -> Result<(), CommitError> {
        let NodeRole::Owner(epoch) = self.role else { return Err(CommitError::Unknown) };
        let append = Append {
            card: self.session.card_with(draft),
            new: None,
            events: draft.events().to_vec(),
            intent,
            epoch,
            deadline: stored_deadline(&self.session, draft),
            inputs: inputs.to_vec(),
            begins: begins.map(|game| Box::new(game.append)),
        };
        let (begun, since) = (Instant::now(), self.now());
        let store = self.registry.store.clone();
        self.durably(since, async { store.append(append).await }).await?;
        metrics::histogram!("rukh_append_seconds").record(begun.elapsed().as_secs_f64());
        metrics::counter!("rukh_events_total").increment(draft.events().len() as u64);
        Ok(())
    }

    /// Waits for a write that began at `since`, but not longer than an intent may take. A database
    /// that stalls is an outage, which no clock is charged for.
    pub(super) async fn durably(
        &mut self,
        since: UnixMillis,
        write: impl Future<Output = Result<(), StoreError>>,
    ) -> Result<(), CommitError> {
        let begun = Instant::now();
        let written = tokio::time::timeout(INTENT_TIMEOUT, write).await;
        let error = match written.unwrap_or(Err(StoreError::TimedOut)) {
            Ok(()) => {
                if begun.elapsed() > STALL {
                    self.outage_since.get_or_insert(since);
                    self.retry_at = Some(Instant::now());
                }
                return Ok(());
            }
            Err(error) => error,
        };
        tracing::error!(game = self.session.info().id.as_str(), %error, "a write has failed");
        Err(match error {
            // Nothing was written and the lease is still held: the game can go on.
            StoreError::Full => CommitError::Full,
            StoreError::Database(_) | StoreError::TimedOut => {
                self.registry.record_outage(&self.session.info().id, self.outage_since.unwrap_or(since));
                CommitError::Unknown
            }
            _ => CommitError::Unknown,
        })
    }

    /// Acquires the lease of a game that is only read so far, in order to write it, or follows the
    /// node that has it.
    pub(super) async fn own_for_writing(&mut self) -> Result<(), LeaseLost> {
        if !matches!(self.role, NodeRole::Reader) {
            return Ok(());
        }
        let id = self.session.info().id.clone();
        let lease = tokio::time::timeout(INTENT_TIMEOUT, self.registry.store.acquire_lease(&id)).await;
        match lease {
            Ok(Ok(Some(LeaseOutcome::Granted(lease)))) => {
                self.read_log().await?;
                self.set_role(NodeRole::Owner(lease.epoch));
                Ok(())
            }
            Ok(Ok(Some(LeaseOutcome::HeldBy(node)))) => {
                self.set_role(NodeRole::Follower(node));
                Ok(())
            }
            _ => Err(LeaseLost),
        }
    }

    /// A rejection as sent to the player.
    pub(super) fn nack(&self, id: &str, Rejection { code, message }: Rejection) -> Nack {
        Nack { id: id.to_owned(), code: code.to_owned(), message, seq: self.session.seq() }
    }
}

/// Why a draft could not be stored.
pub(super) enum CommitError {
    /// The disk is full; nothing was written.
    Full,
    /// It is unknown what was written.
    Unknown,
}

impl CommitError {
    pub(super) fn rejection(&self) -> Rejection {
        let reason = match self {
            CommitError::Full => say::host::reject_disk_full(),
            CommitError::Unknown => say::host::reject_not_stored(),
        };
        Rejection::new("unavailable", reason)
    }

    /// Whether the game can go on here.
    pub(super) fn outcome(&self) -> Result<(), LeaseLost> {
        match self {
            CommitError::Full => Ok(()),
            CommitError::Unknown => Err(LeaseLost),
        }
    }
}
