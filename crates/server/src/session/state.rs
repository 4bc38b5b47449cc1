//! What the events so far have made of a game.

use rukh_rules::game::{Event, Refusal, SideName};
use rukh_rules::{Game, Phase, Side};

use crate::wire::intent::ClaimWord;
use crate::wire::view::{BySide, ViewOffers};
use crate::wire::{EventKind, Reading, WireEvent};

/// What the events so far have made of a game. Absorbing them one by one,
/// live or from disk, always makes the same.
#[derive(Debug, Clone)]
pub struct State {
    pub(super) game: Game,
    /// For each entry of the rules' log, the number of the event that tells it.
    pub(super) told_as: Vec<u64>,
    pub(super) throws: u64,
    pub(super) coins: u64,
    pub(super) plies: u64,
    /// When something last happened.
    pub(super) at: u64,
    /// When something was last decided: a move, a throw, the end of the werera.
    pub(super) decided_at: u64,
    /// Which sides are ready for the werera.
    pub(super) ready: BySide<bool>,
    /// When both sides were.
    pub(super) begun_at: u64,
    /// Which sides have made a move.
    pub(super) moved: BySide<bool>,
    pub(super) offers: ViewOffers,
    /// What the clocks showed, and when.
    pub(super) reading: Option<(Reading, u64)>,
    /// What the players gave for the throws, once that is settled.
    pub(super) client_seed: Option<String>,
    /// Numbers of events that were taken back by consent: from, to.
    pub(super) void: Vec<(u64, u64)>,
    /// Whether the end was told.
    pub(super) is_told_over: bool,
    /// The game that came after.
    pub(super) rematch: Option<String>,
}

impl State {
    pub(super) fn new(game: Game) -> State {
        State {
            game,
            told_as: Vec::new(),
            throws: 0,
            coins: 0,
            plies: 0,
            at: 0,
            decided_at: 0,
            ready: BySide { white: true, black: true },
            begun_at: 0,
            moved: BySide::default(),
            offers: ViewOffers::default(),
            reading: None,
            client_seed: None,
            void: Vec::new(),
            is_told_over: false,
            rematch: None,
        }
    }

    /// Takes in the next event. `before` are the events before it.
    ///
    /// # Errors
    /// Why the rules refuse it; then nothing has changed.
    pub(super) fn absorb(&mut self, event: &WireEvent, before: &[WireEvent]) -> Result<(), Refusal> {
        if let Some(decided) = self.decided_by(&event.kind) {
            self.game.apply(decided, Some(event.at))?;
            self.told_as.push(event.v);
            self.decided_at = event.at;
        }
        self.at = event.at;
        if let Some(reading) = event.clock {
            self.reading = Some((reading, event.at));
        }
        self.note(&event.kind, event.v, before);
        self.note_ready(&event.kind, event.at);
        Ok(())
    }

    /// The entry of the rules' log an event tells; none if it followed of itself.
    fn decided_by(&self, told: &EventKind) -> Option<Event> {
        Some(match told {
            EventKind::WereraEnded(ended) if self.is_werera() => Event::Turns { why: ended.why.clone() },
            EventKind::Place(place) => Event::Place {
                side: place.side,
                id: Some(place.id),
                from: place.from.clone(),
                to: place.to.clone(),
                promotion: place.promotion,
            },
            EventKind::Retract(retract) => {
                Event::Retract { side: retract.side, seq: self.entry_of(retract.seq).unwrap_or(u64::MAX) }
            }
            EventKind::Bundle { side } => Event::Bundle { side: *side },
            EventKind::Throw(throw) => Event::Throw { face: throw.face },
            EventKind::Move(moved) => Event::Move { mv: moved.coordinates.clone() },
            EventKind::Resign { side } => Event::Resign { side: *side },
            EventKind::Draw {} => Event::Draw,
            EventKind::Claim { side, result } => {
                Event::Leave { side: Side::from(*side).other().into(), drawn: *result == ClaimWord::Draw }
            }
            EventKind::Flag { side } => Event::Flag { side: *side },
            EventKind::Abort { .. } => Event::Abort,
            _ => return None,
        })
    }

    /// What an event changes beside the rules' game.
    fn note(&mut self, told: &EventKind, seq: u64, before: &[WireEvent]) {
        match told {
            EventKind::Place(place) => self.note_ply(place.side),
            EventKind::Move(moved) => self.note_ply(moved.side),
            EventKind::Throw(_) => self.throws += 1,
            EventKind::Contest { coin, .. } => self.coins += u64::from(coin.is_some()),
            EventKind::Seeds { client_seed, .. } => self.client_seed = Some(client_seed.clone()),
            EventKind::WereraEnded(_) => self.offers.turns = None,
            EventKind::Takeback { to, .. } => self.take_back(*to, seq, before),
            EventKind::Rematched { game } => {
                self.rematch = Some(game.clone());
                self.offers.rematch = None;
            }
            EventKind::End { .. } => {
                self.is_told_over = true;
                self.offers = ViewOffers::default();
            }
            _ => self.note_offer(told),
        }
    }

    /// Who says so is ready, and who acts: so no game waits for a word that a move
    /// has said. When turns begin nobody is waited for any more.
    fn note_ready(&mut self, told: &EventKind, at: u64) {
        let before = self.is_begun();
        match told {
            EventKind::Start(start) => self.ready = start.ready,
            EventKind::Ready { side } | EventKind::Bundle { side } => *self.ready.of_mut(*side) = true,
            EventKind::Place(place) => *self.ready.of_mut(place.side) = true,
            EventKind::WereraEnded(_) => self.ready = BySide { white: true, black: true },
            _ => {}
        }
        let is_start = matches!(told, EventKind::Start(_));
        if self.is_begun() && (is_start || !before) {
            self.begun_at = at;
        }
    }

    /// A move answers what the other side has offered, and a wish to have a
    /// move back is gone with the next move.
    fn note_ply(&mut self, side: SideName) {
        self.plies += 1;
        *self.moved.of_mut(side) = true;
        self.offers.takeback = None;
        self.offers.draw = self.offers.draw.filter(|by| *by == side);
    }

    fn take_back(&mut self, to: u64, seq: u64, before: &[WireEvent]) {
        let kept = self.told_as.partition_point(|told| *told <= to);
        self.game = self.game.without_last(self.told_as.len() - kept);
        self.told_as.truncate(kept);
        let is_move = |event: &&WireEvent| mover(&event.kind).is_some();
        let undone = before.iter().rev().take_while(|event| event.v > to).filter(is_move);
        let undone = undone.filter(|event| !self.is_void(event.v)).count() as u64;
        self.plies = self.plies.saturating_sub(undone);
        // The game may not have begun in earnest any more.
        let has_moved = |side: SideName| {
            let mut kept = before.iter().take_while(|event| event.v <= to);
            kept.any(|event| mover(&event.kind) == Some(side) && !self.is_void(event.v))
        };
        self.moved = BySide { white: has_moved(SideName::White), black: has_moved(SideName::Black) };
        self.void.push((to + 1, seq));
        self.offers = ViewOffers::default();
    }

    /// Whether an event was taken back by consent.
    pub(super) fn is_void(&self, seq: u64) -> bool {
        self.void.iter().any(|(from, to)| (*from..*to).contains(&seq))
    }

    /// The number in the rules' log of what an event tells.
    pub(super) fn entry_of(&self, seq: u64) -> Option<u64> {
        self.told_as.binary_search(&seq).ok().map(|index| index as u64 + 1)
    }

    /// The number of the event that tells an entry of the rules' log.
    pub(super) fn event_of(&self, entry: u64) -> u64 {
        let index = usize::try_from(entry).unwrap_or(usize::MAX).wrapping_sub(1);
        self.told_as.get(index).copied().unwrap_or_default()
    }

    /// Whether both sides are ready: until then no clock of the werera runs and the
    /// computer waits.
    #[must_use]
    pub fn is_begun(&self) -> bool {
        self.ready.white && self.ready.black
    }

    /// When both sides were ready, in milliseconds since the epoch.
    #[must_use]
    pub fn begun_at(&self) -> u64 {
        self.begun_at
    }

    /// Whether both sides may act, or bundles are made.
    #[must_use]
    pub fn is_werera(&self) -> bool {
        self.game.outcome().is_none() && self.game.position().phase() == Phase::Werera
    }

    /// Whether the game has ended.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Whether the first throw waits for what the players give.
    #[must_use]
    pub fn awaits_seeds(&self) -> bool {
        self.client_seed.is_none() && self.game.ruleset().laws.die.law.face_count() > 0 && !self.is_over()
    }

    /// How often the coin has decided.
    #[must_use]
    pub fn coins(&self) -> u64 {
        self.coins
    }
}

/// Whose move an event tells, if it tells one.
fn mover(told: &EventKind) -> Option<SideName> {
    match told {
        EventKind::Place(place) => Some(place.side),
        EventKind::Move(moved) => Some(moved.side),
        _ => None,
    }
}
