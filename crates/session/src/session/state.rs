//! State of a session, derived from its events.

use rukh_rules::game::{Event, Refusal};
use rukh_rules::{Game, Phase, Side};

use crate::id::GameId;
use crate::wire::event::Seq;
use crate::wire::intent::ClaimResult;
use crate::wire::time::{RunningClock, UnixMillis};
use crate::wire::view::{BySide, ViewOffers};
use crate::wire::{ClockReading, EventKind, WireEvent};

/// State of a session. Applying the same events, live or from the store, always gives the same
/// state.
#[derive(Debug, Clone)]
pub struct SessionState {
    pub(super) game: Game,
    /// Event number of each entry of the rules' log.
    pub(super) event_seqs: Vec<Seq>,
    /// Number of throws in the game as it stands, without those that were taken back.
    pub(super) throw_count: u64,
    /// Number of the last throw, in a game that began when throws taken back still counted.
    pub(super) numbered_through: Option<u64>,
    /// Moves made on a running clock, which may have earned an increment.
    pub(super) timed_moves: Vec<(Seq, Side)>,
    pub(super) coin_count: u64,
    pub(super) plies: u64,
    /// Time of the last event.
    pub(super) updated_at: UnixMillis,
    /// Time of the last decision: a move, a throw, the end of the werera.
    pub(super) decided_at: UnixMillis,
    /// Sides that are ready for the werera.
    pub(super) ready: BySide<bool>,
    /// When both sides were ready.
    pub(super) ready_at: UnixMillis,
    /// Sides that have made a move.
    pub(super) moved: BySide<bool>,
    pub(super) offers: ViewOffers,
    /// Last clock reading, and the time from which its clock runs: that of the reading, or later if it waits for a
    /// vacation.
    pub(super) reading: Option<(ClockReading, UnixMillis)>,
    /// Until when each side is on vacation.
    pub(super) vacations: BySide<Option<UnixMillis>>,
    /// The players' joined seeds, once fixed.
    pub(super) client_seed: Option<String>,
    /// Ranges of event numbers that were taken back.
    pub(super) undone: Vec<(Seq, Seq)>,
    /// Whether the end event is recorded.
    pub(super) is_end_recorded: bool,
    /// Id of the rematch.
    pub(super) rematch: Option<GameId>,
}

impl SessionState {
    pub(super) fn new(game: Game) -> SessionState {
        SessionState {
            game,
            event_seqs: Vec::new(),
            throw_count: 0,
            numbered_through: None,
            timed_moves: Vec::new(),
            coin_count: 0,
            plies: 0,
            updated_at: UnixMillis::default(),
            decided_at: UnixMillis::default(),
            ready: BySide { white: true, black: true },
            ready_at: UnixMillis::default(),
            moved: BySide::default(),
            offers: ViewOffers::default(),
            reading: None,
            vacations: BySide::default(),
            client_seed: None,
            undone: Vec::new(),
            is_end_recorded: false,
            rematch: None,
        }
    }

    /// Applies the next event; `before` holds the earlier ones.
    ///
    /// # Errors
    /// The rules reject the event; nothing has changed.
    pub(super) fn apply(&mut self, event: &WireEvent, before: &[WireEvent]) -> Result<(), Refusal> {
        if let Some(decided) = self.rules_event(&event.kind) {
            self.game.apply(decided, Some(event.at.as_u64()))?;
            self.event_seqs.push(event.seq);
            self.decided_at = event.at;
        }
        self.updated_at = event.at;
        if let EventKind::Move(moved) = &event.kind
            && self.reading.and_then(|(reading, _)| reading.running) == Some(moved.side.into())
        {
            self.timed_moves.push((event.seq, moved.side));
        }
        if let EventKind::Vacation { side, until } = &event.kind {
            *self.vacations.of_mut(*side) = *until;
        }
        if let Some(reading) = event.clock {
            self.set_reading(reading, event.at);
        }
        self.record(&event.kind, event.seq, before);
        self.record_ready(&event.kind, event.at);
        Ok(())
    }

    /// Records a clock reading of a time.
    pub(super) fn set_reading(&mut self, reading: ClockReading, at: UnixMillis) {
        let waits_until = match reading.running {
            Some(RunningClock::White) => self.vacations.white,
            Some(RunningClock::Black) => self.vacations.black,
            Some(RunningClock::Werera) => self.vacations.white.max(self.vacations.black),
            None => None,
        };
        self.reading = Some((reading, waits_until.unwrap_or_default().max(at)));
    }

    /// The rules' event behind a wire event; `None` if the rules do not record it.
    fn rules_event(&self, kind: &EventKind) -> Option<Event> {
        Some(match kind {
            EventKind::WereraEnded(ended) if self.is_werera() => Event::Turns { why: ended.cause.clone() },
            EventKind::Place(place) => Event::Place {
                side: place.side,
                id: Some(place.piece_id),
                from: place.from,
                to: place.to,
                promotion: place.promotion,
            },
            EventKind::Retract(retract) => {
                Event::Retract { side: retract.side, seq: self.rules_seq(retract.seq).unwrap_or(u64::MAX) }
            }
            EventKind::BatchEnded { side } => Event::Bundle { side: *side },
            EventKind::Throw(throw) => Event::Throw { face: throw.face },
            EventKind::Move(moved) => Event::Move { mv: moved.coordinates },
            EventKind::Resign { side } => Event::Resign { side: *side },
            EventKind::Draw {} => Event::Draw,
            EventKind::Claim { side, result } => {
                Event::Leave { side: side.other(), drawn: *result == ClaimResult::Draw }
            }
            EventKind::Flag { side } => Event::Flag { side: *side },
            EventKind::Abort { .. } => Event::Abort,
            _ => return None,
        })
    }

    /// Records what an event changes outside the rules' game.
    fn record(&mut self, kind: &EventKind, seq: Seq, before: &[WireEvent]) {
        match kind {
            EventKind::Place(_) | EventKind::Move(_) => self.record_ply(kind.mover()),
            EventKind::Throw(throw) => self.record_throw(throw.number),
            EventKind::Contest { coin, .. } => self.coin_count += u64::from(coin.is_some()),
            EventKind::Seeds { client_seed, .. } => self.client_seed = Some(client_seed.clone()),
            EventKind::WereraEnded(_) => self.offers.turns = None,
            EventKind::Takeback { to, .. } => self.take_back(*to, seq, before),
            EventKind::Rematched { game } => {
                self.rematch = Some(game.clone());
                self.offers.rematch = None;
            }
            EventKind::End { .. } => {
                self.is_end_recorded = true;
                self.offers = ViewOffers::default();
            }
            _ => self.record_offer(kind),
        }
    }

    /// Records readiness: by Ready, by a first move, and for both sides when turns begin.
    fn record_ready(&mut self, kind: &EventKind, at: UnixMillis) {
        let before = self.is_ready();
        match kind {
            EventKind::Start(start) => self.ready = start.ready,
            EventKind::Ready { side } | EventKind::BatchEnded { side } => *self.ready.of_mut(*side) = true,
            EventKind::Place(place) => *self.ready.of_mut(place.side) = true,
            EventKind::WereraEnded(_) => self.ready = BySide { white: true, black: true },
            _ => {}
        }
        let is_start = matches!(kind, EventKind::Start(_));
        if self.is_ready() && (is_start || !before) {
            self.ready_at = at;
        }
    }

    fn record_throw(&mut self, number: u64) {
        self.throw_count += 1;
        if self.numbered_through.is_some() || number != self.throw_count {
            self.numbered_through = Some(number);
        }
    }

    /// The number of the next throw: its place in the game, so that after a takeback the same place
    /// has the same throw.
    pub(super) fn next_throw(&self) -> u64 {
        self.numbered_through.unwrap_or(self.throw_count) + 1
    }

    /// A player's move declines the other side's draw offer and cancels takeback offers; a forced
    /// pass leaves all offers as they are.
    fn record_ply(&mut self, mover: Option<Side>) {
        self.plies += 1;
        let Some(side) = mover else { return };
        *self.moved.of_mut(side) = true;
        self.offers.takeback = None;
        self.offers.draw = self.offers.draw.filter(|by| *by == side);
    }

    /// The sides of the moves on a running clock that an event would take back.
    pub(super) fn timed_moves_undone(&self, kind: &EventKind) -> Vec<Side> {
        let EventKind::Takeback { to, .. } = kind else { return Vec::new() };
        self.timed_moves.iter().filter(|(seq, _)| seq > to).map(|(_, side)| *side).collect()
    }

    fn take_back(&mut self, to: Seq, seq: Seq, before: &[WireEvent]) {
        let kept = self.event_seqs.partition_point(|seq| *seq <= to);
        self.game = self.game.without_last(self.event_seqs.len() - kept);
        self.event_seqs.truncate(kept);
        let throws = self.game.log().iter().filter(|entry| matches!(entry.event, Event::Throw { .. }));
        self.throw_count = throws.count() as u64;
        self.timed_moves.retain(|(seq, _)| *seq <= to);
        let is_move = |event: &&WireEvent| event.kind.is_ply();
        let undone = before.iter().rev().take_while(|event| event.seq > to).filter(is_move);
        let undone = undone.filter(|event| !self.is_undone(event.seq)).count() as u64;
        self.plies = self.plies.saturating_sub(undone);
        // A takeback can undo a side's first move.
        let has_moved = |side: Side| {
            let mut kept = before.iter().take_while(|event| event.seq <= to);
            kept.any(|event| event.kind.mover() == Some(side) && !self.is_undone(event.seq))
        };
        self.moved = BySide { white: has_moved(Side::White), black: has_moved(Side::Black) };
        self.undone.push((to.next(), seq));
        self.offers = ViewOffers::default();
    }

    /// Whether an event was taken back.
    pub(super) fn is_undone(&self, seq: Seq) -> bool {
        self.undone_by(seq).is_some()
    }

    /// Number of the first takeback that took an event back.
    pub(super) fn undone_by(&self, seq: Seq) -> Option<Seq> {
        self.undone.iter().find(|(from, to)| (*from..*to).contains(&seq)).map(|(_, to)| *to)
    }

    /// Position of an event in the rules' log.
    pub(super) fn rules_seq(&self, seq: Seq) -> Option<u64> {
        self.event_seqs.binary_search(&seq).ok().map(|index| index as u64 + 1)
    }

    /// Event number of an entry of the rules' log.
    pub(super) fn event_seq(&self, entry: u64) -> Seq {
        let index = usize::try_from(entry).unwrap_or(usize::MAX).wrapping_sub(1);
        self.event_seqs.get(index).copied().unwrap_or_default()
    }

    /// Whether both sides are ready: before that no werera clock runs and engines wait.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.ready.white && self.ready.black
    }

    /// When both sides were ready, in milliseconds since the epoch.
    #[must_use]
    pub fn ready_at(&self) -> UnixMillis {
        self.ready_at
    }

    /// Whether the werera is in progress.
    #[must_use]
    pub fn is_werera(&self) -> bool {
        self.game.outcome().is_none() && self.game.position().phase() == Phase::Werera
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Whether the first throw waits for the players' seeds.
    #[must_use]
    pub fn awaits_seeds(&self) -> bool {
        self.client_seed.is_none() && self.game.ruleset().has_die() && !self.is_over()
    }

    /// Number of coins tossed.
    #[must_use]
    pub fn coin_count(&self) -> u64 {
        self.coin_count
    }
}
