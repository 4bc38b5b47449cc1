//! Batches: queued writes, checked against the current heads of their games and grouped into rows, which
//! the log of each database writes in its own words. Needs no database.

use std::collections::{BTreeMap, HashMap};

use rukh_rules::Side;
use rukh_session::id::GameId;
use rukh_session::wire::GamePhase;
use rukh_session::wire::event::Seq;
use rukh_session::wire::time::UnixMillis;
use serde_json::{Value as Json, json};
use tokio::sync::oneshot;

use super::notify::GameProgress;
use super::row::{GameTime, to_json};
use super::sql::SqlRow;
use super::{Append, Epoch, NewGame, SideInput, StoreError};

/// Maximum number of writes in a batch.
pub(super) const MAX_BATCH: usize = 512;

/// A write to one game.
#[derive(Debug)]
pub(super) enum StoreWrite {
    /// The next events of its log, and all that must become true with them.
    Append(Box<Append>),
    /// A chat entry.
    Aside(AsideWrite),
}

/// A write with the channel for its result.
pub(super) type WriteRequest = (StoreWrite, oneshot::Sender<Result<(), StoreError>>);

/// Drops writes whose callers have given up, and told their players that nothing was stored.
pub(super) fn drop_abandoned(requests: &mut Vec<WriteRequest>) {
    requests.retain(|(_, answer)| !answer.is_closed());
}

/// A chat entry.
#[derive(Debug)]
pub(super) struct AsideWrite {
    pub(super) game: GameId,
    pub(super) n: u64,
    pub(super) at: UnixMillis,
    pub(super) body: String,
    pub(super) epoch: Epoch,
}

impl StoreWrite {
    /// The games it writes.
    pub(super) fn games(&self) -> impl Iterator<Item = &GameId> {
        let begins = match self {
            StoreWrite::Append(append) => append.begins.as_deref(),
            StoreWrite::Aside(_) => None,
        };
        std::iter::once(self.game()).chain(begins.map(|begins| &begins.card.id))
    }

    /// The seek it takes, if any.
    pub(super) fn seek(&self) -> Option<&String> {
        match self {
            StoreWrite::Append(append) => append.new.as_ref()?.seek.as_ref(),
            StoreWrite::Aside(_) => None,
        }
    }

    pub(super) fn game(&self) -> &GameId {
        match self {
            StoreWrite::Append(append) => &append.card.id,
            StoreWrite::Aside(aside) => &aside.game,
        }
    }
}

/// Current head of a game.
#[derive(Debug, Clone, Copy)]
pub(super) struct GameHead {
    pub(super) epoch: Epoch,
    pub(super) seq: Seq,
    pub(super) asides: u64,
}

/// A batch ready to be written.
#[derive(Debug)]
pub(super) struct Batch {
    /// Result of each write if the batch is committed.
    pub(super) results: Vec<Result<(), StoreError>>,
    pub(super) rows: BatchRows,
    /// Heads of the games after the batch.
    pub(super) progress: Vec<GameProgress>,
}

/// Rows to be written, in this order: objects of texts, integers and nulls by the names of their columns.
#[derive(Debug, Default)]
pub(super) struct BatchRows {
    /// Seeks with the games that come of them.
    pub(super) taken_seeks: Vec<Json>,
    pub(super) rulesets: Vec<Json>,
    /// Games that begin.
    pub(super) games: Vec<Json>,
    /// Ids of games that end.
    pub(super) finished: Vec<Json>,
    /// What changes in the rows of games with their events.
    pub(super) cards: Vec<Json>,
    pub(super) events: Vec<Json>,
    pub(super) asides: Vec<Json>,
    pub(super) inputs: Vec<Json>,
    /// Games that have chat entries and no events, with the number of the last entry.
    pub(super) aside_numbers: Vec<Json>,
}

/// The games that writes are about, in order.
pub(super) fn games(writes: &[StoreWrite]) -> Vec<&GameId> {
    let mut games: Vec<&GameId> = writes.iter().flat_map(StoreWrite::games).collect();
    games.sort_unstable();
    games.dedup();
    games
}

/// The seeks that writes take, in order.
pub(super) fn seeks(writes: &[StoreWrite]) -> Vec<&String> {
    let mut seeks: Vec<&String> = writes.iter().filter_map(StoreWrite::seek).collect();
    seeks.sort_unstable();
    seeks.dedup();
    seeks
}

/// Heads of games as their writers assume them.
pub(super) struct Assumed {
    /// Games with their `epoch`, the number `seq` of the last event, and the number `aside` that the last
    /// chat entry must not reach.
    pub(super) games: Vec<Json>,
    pub(super) before: Before,
}

/// What the writers of a batch assume, if all only continue games.
pub(super) fn assume(writes: &[StoreWrite]) -> Option<Assumed> {
    let mut games: BTreeMap<&GameId, (Epoch, Option<Seq>, Option<u64>)> = BTreeMap::new();
    for write in writes {
        let (epoch, seq, aside) = match write {
            StoreWrite::Aside(aside) => (aside.epoch, None, Some(aside.n)),
            StoreWrite::Append(append) => {
                let first = append.events.first().and_then(|event| event.seq.previous());
                if append.new.is_some() || append.begins.is_some() || first.is_none() {
                    return None;
                }
                (append.epoch, first, append.inputs.first().map(|input| input.number))
            }
        };
        let known = games.entry(write.game()).or_insert((epoch, None, None));
        known.1 = known.1.or(seq);
        known.2 = known.2.or(aside);
    }
    let (mut rows, mut before) = (Vec::new(), Before::default());
    for (id, (epoch, seq, aside)) in games {
        rows.push(json!({ "id": id, "epoch": epoch, "seq": seq, "aside": aside }));
        let asides = aside.map_or(0, |number| number.saturating_sub(1));
        before.heads.insert(id.clone(), GameHead { epoch, seq: seq.unwrap_or_default(), asides });
    }
    Some(Assumed { games: rows, before })
}

/// What the database holds before a batch.
#[derive(Debug, Default)]
pub(super) struct Before {
    /// Heads of the existing games that the writes are about.
    pub(super) heads: HashMap<GameId, GameHead>,
    /// The existing seeks that they take, with the game that came of each.
    pub(super) seeks: HashMap<String, Option<GameId>>,
}

impl Before {
    /// Takes rows of games.
    pub(super) fn read_heads(&mut self, rows: &[SqlRow]) -> Result<(), StoreError> {
        for row in rows {
            let head =
                GameHead { epoch: row.get("epoch")?, seq: row.get("seq")?, asides: row.get("asides")? };
            self.heads.insert(row.get("id")?, head);
        }
        Ok(())
    }

    /// Takes rows of seeks.
    pub(super) fn read_seeks(&mut self, rows: &[SqlRow]) -> Result<(), StoreError> {
        for row in rows {
            self.seeks.insert(row.get("id")?, row.get("game")?);
        }
        Ok(())
    }
}

/// Checks writes in order.
pub(super) fn plan(writes: &[StoreWrite], before: Before) -> Result<Batch, StoreError> {
    let Before { heads, seeks } = before;
    let mut builder = BatchBuilder { heads, seeks, ..BatchBuilder::default() };
    let results = writes.iter().map(|write| builder.add(write)).collect();
    builder.finish(results)
}

#[derive(Default)]
struct BatchBuilder<'a> {
    heads: HashMap<GameId, GameHead>,
    seeks: HashMap<String, Option<GameId>>,
    rows: BatchRows,
    /// Last append to each game.
    cards: HashMap<&'a GameId, &'a Append>,
    /// Last chat entry of each game.
    last_asides: HashMap<&'a GameId, u64>,
    /// Last input of each side; true for White.
    inputs: BTreeMap<(&'a GameId, bool), &'a SideInput>,
}

/// An append that was checked, with its events as text.
struct CheckedAppend<'a> {
    append: &'a Append,
    head: GameHead,
    bodies: Vec<String>,
}

impl<'a> BatchBuilder<'a> {
    fn add(&mut self, write: &'a StoreWrite) -> Result<(), StoreError> {
        match write {
            StoreWrite::Append(append) => self.add_append(append),
            StoreWrite::Aside(aside) => self.add_aside(aside),
        }
    }

    fn head(&self, game: &GameId, epoch: Epoch) -> Result<GameHead, StoreError> {
        match self.heads.get(game) {
            Some(head) if head.epoch == epoch => Ok(*head),
            Some(_) => Err(StoreError::Stale),
            None => Err(StoreError::OutOfOrder(format!("there is no game `{game}`"))),
        }
    }

    /// Adds an append and the game that begins with it, or neither.
    fn add_append(&mut self, append: &'a Append) -> Result<(), StoreError> {
        let checked = self.check_append(append)?;
        let begins = append.begins.as_deref().map(|begins| self.check_append(begins)).transpose()?;
        for checked in std::iter::once(checked).chain(begins) {
            self.push_append(checked)?;
        }
        Ok(())
    }

    fn check_append(&self, append: &'a Append) -> Result<CheckedAppend<'a>, StoreError> {
        let id = &append.card.id;
        let mut head = match &append.new {
            Some(_) if self.heads.contains_key(id) => {
                return Err(StoreError::OutOfOrder(format!("there is a game `{id}` already")));
            }
            Some(_) => GameHead { epoch: append.epoch, seq: Seq::ZERO, asides: 0 },
            None => self.head(id, append.epoch)?,
        };
        if let Some(seek) = append.new.as_ref().and_then(|new| new.seek.as_ref())
            && !matches!(self.seeks.get(seek), Some(None))
        {
            return Err(StoreError::SeekTaken);
        }
        let bodies: Vec<String> = append.events.iter().map(to_json).collect::<Result<_, _>>()?;
        for event in &append.events {
            let expected = head.seq.next();
            if event.seq != expected {
                return Err(StoreError::OutOfOrder(format!(
                    "event {} of `{id}`, where {expected} was expected",
                    event.seq
                )));
            }
            head.seq = event.seq;
        }
        for input in &append.inputs {
            if input.number <= head.asides {
                return Err(StoreError::OutOfOrder(format!("input {} of `{id}`", input.number)));
            }
            head.asides = input.number;
        }
        Ok(CheckedAppend { append, head, bodies })
    }

    fn push_append(&mut self, checked: CheckedAppend<'a>) -> Result<(), StoreError> {
        let CheckedAppend { append, head, bodies } = checked;
        let id = &append.card.id;
        if let Some(new) = &append.new {
            self.rows.games.push(game_row(append, new, head.seq)?);
            if let Some(text) = &new.ruleset_text {
                let instance = &append.card.instance;
                self.rows.rulesets.push(json!({ "hash": new.hash, "instance": instance, "text": text }));
            }
            if let Some(seek) = &new.seek {
                self.rows.taken_seeks.push(json!({ "id": seek, "game": id }));
                self.seeks.insert(seek.clone(), Some(id.clone()));
            }
        }
        for (index, (event, body)) in append.events.iter().zip(&bodies).enumerate() {
            let intent = append.intent.as_ref().filter(|_| index + 1 == bodies.len());
            self.rows.events.push(json!({ "game": id, "seq": event.seq, "body": body, "intent": intent }));
        }
        for input in &append.inputs {
            self.inputs.insert((id, input.side == Side::White), input);
            self.last_asides.insert(id, input.number);
        }
        self.cards.insert(id, append);
        self.heads.insert(id.clone(), head);
        Ok(())
    }

    fn add_aside(&mut self, aside: &'a AsideWrite) -> Result<(), StoreError> {
        let head = self.head(&aside.game, aside.epoch)?;
        if aside.n <= head.asides {
            return Err(StoreError::OutOfOrder(format!("aside {} of `{}`", aside.n, aside.game)));
        }
        let AsideWrite { game, n, at, body, .. } = aside;
        self.rows.asides.push(json!({ "game": game, "n": n, "at": at, "body": body }));
        self.last_asides.insert(&aside.game, aside.n);
        self.heads.insert(aside.game.clone(), GameHead { asides: aside.n, ..head });
        Ok(())
    }

    fn finish(mut self, results: Vec<Result<(), StoreError>>) -> Result<Batch, StoreError> {
        let mut progress = BTreeMap::new();
        for (id, append) in &self.cards {
            if append.card.phase == GamePhase::Over {
                self.rows.finished.push(json!({ "id": id }));
            }
            self.rows.cards.push(card_row(append, self.heads[*id].seq, self.last_asides.get(id))?);
            progress.insert(*id, GameProgress::new(id, self.heads[*id]));
        }
        for (id, n) in self.last_asides.iter().filter(|(id, _)| !self.cards.contains_key(*id)) {
            self.rows.aside_numbers.push(json!({ "id": id, "asides": n }));
            progress.insert(id, GameProgress::new(id, self.heads[*id]));
        }
        for ((id, _), SideInput { side, number, at, premoves, seed }) in &self.inputs {
            let premoves = to_json(premoves)?;
            self.rows.inputs.push(json!({
                "game": id, "side": side, "n": number, "at": at, "premoves": premoves, "seed": seed,
            }));
        }
        Ok(Batch { results, rows: self.rows, progress: progress.into_values().collect() })
    }
}

/// The row of a game that begins, but for what its card changes.
fn game_row(append: &Append, new: &NewGame, seq: Seq) -> Result<Json, StoreError> {
    let card = &append.card;
    Ok(json!({
        "id": card.id,
        "epoch": append.epoch,
        "seq": seq,
        "instance": card.instance,
        "hash": new.hash,
        "ruleset_name": card.ruleset_name,
        "skin": card.skin,
        "white": to_json(&card.white.player)?,
        "black": to_json(&card.black.player)?,
        "white_player": card.white.player.id(),
        "black_player": card.black.player.id(),
        "time": to_json(&GameTime { time_control: card.time_control, odds: card.odds })?,
        "manner": to_json(&card.spectator_mode)?,
        "is_private": u8::from(card.private),
        "rated": card.rated.as_ref().map(to_json).transpose()?,
        "server_seed": new.server_seed,
        "start_fen": new.fen,
        "started": card.started,
    }))
}

/// What an append changes in the row of its game.
fn card_row(append: &Append, seq: Seq, asides: Option<&u64>) -> Result<Json, StoreError> {
    let card = &append.card;
    Ok(json!({
        "id": card.id,
        "seq": seq,
        "phase": to_json(&card.phase)?,
        "is_over": u8::from(card.phase == GamePhase::Over),
        "result": card.result.as_ref().map(to_json).transpose()?,
        "updated": card.updated,
        "plies": card.plies,
        "deadline": append.deadline,
        "turn": card.turn.as_ref().map(to_json).transpose()?,
        "asides": asides,
    }))
}
