//! Batches: queued writes, checked against the current heads of their games and grouped into rows.
//! Needs no database.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::notify::GameProgress;
use super::row::{JsonRows, to_json};
use super::{Append, Epoch, NewGame, StoreError};
use crate::id::GameId;
use crate::wire::GamePhase;
use crate::wire::event::Seq;
use crate::wire::time::UnixMillis;

/// A write to one game.
#[derive(Debug)]
pub(super) enum StoreWrite {
    /// The next events of its log.
    Append(Box<Append>),
    /// A chat entry.
    Aside(AsideWrite),
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
    /// Game id.
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

const INSERT_GAMES: &str = "INSERT INTO game (id, epoch, seq, asides, instance, hash, ruleset_name, skin, white, \
     black, white_player, black_player, time, manner, is_private, server_seed, start_fen, started, phase, \
     is_over, result, updated, plies, deadline) \
     SELECT value->>0, CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), 0, value->>3, value->>4, value->>5, \
     value->>6, value->>7, value->>8, value->>9, value->>10, value->>11, value->>12, CAST(value->>13 AS BIGINT), \
     value->>14, value->>15, CAST(value->>16 AS BIGINT), '\"turns\"', 0, NULL, 0, 0, NULL FROM {each}";
const UPDATE_GAMES: &str = "UPDATE game SET seq = CAST(value->>1 AS BIGINT), phase = value->>2, \
     is_over = CAST(value->>3 AS BIGINT), result = value->>4, updated = CAST(value->>5 AS BIGINT), \
     plies = CAST(value->>6 AS BIGINT), deadline = CAST(value->>7 AS BIGINT), turn = value->>8 \
     FROM {each} WHERE game.id = value->>0";
const INSERT_EVENTS: &str = "INSERT INTO log (game, seq, body, intent) \
     SELECT value->>0, CAST(value->>1 AS BIGINT), value->>2, value->>3 FROM {each}";
const INSERT_ASIDES: &str = "INSERT INTO aside (game, n, at, body) \
     SELECT value->>0, CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3 FROM {each}";
const UPDATE_ASIDES: &str =
    "UPDATE game SET asides = CAST(value->>1 AS BIGINT) FROM {each} WHERE game.id = value->>0";

/// A batch ready to be written.
#[derive(Debug)]
pub(super) struct Batch {
    /// Result of each write if the batch is committed.
    pub(super) results: Vec<Result<(), StoreError>>,
    /// Each statement with its rows.
    pub(super) statements: Vec<(&'static str, String)>,
    /// Heads of the games after the batch.
    pub(super) progress: Vec<GameProgress>,
}

/// Checks writes in order. `heads` has every existing game they are about.
pub(super) fn plan(writes: &[StoreWrite], heads: HashMap<GameId, GameHead>) -> Result<Batch, StoreError> {
    let mut builder = BatchBuilder { heads, ..BatchBuilder::default() };
    let results = writes.iter().map(|write| builder.add(write)).collect();
    builder.finish(results)
}

#[derive(Default)]
struct BatchBuilder<'a> {
    heads: HashMap<GameId, GameHead>,
    games: JsonRows,
    events: JsonRows,
    asides: JsonRows,
    /// Last append to each game.
    cards: HashMap<&'a GameId, &'a Append>,
    /// Last chat entry of each game.
    last_asides: HashMap<&'a GameId, u64>,
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

    fn add_append(&mut self, append: &'a Append) -> Result<(), StoreError> {
        let id = &append.card.id;
        let mut head = match &append.new {
            Some(_) if self.heads.contains_key(id) => {
                return Err(StoreError::OutOfOrder(format!("there is a game `{id}` already")));
            }
            Some(_) => GameHead { epoch: append.epoch, seq: Seq::ZERO, asides: 0 },
            None => self.head(id, append.epoch)?,
        };
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
        if let Some(new) = &append.new {
            self.games.push(&game_row(append, new, head.seq)?)?;
        }
        for (index, (event, body)) in append.events.iter().zip(&bodies).enumerate() {
            let intent = append.intent.as_ref().filter(|_| index + 1 == bodies.len());
            self.events.push(&(id, event.seq, body, intent))?;
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
        self.asides.push(&(&aside.game, aside.n, aside.at, &aside.body))?;
        self.last_asides.insert(&aside.game, aside.n);
        self.heads.insert(aside.game.clone(), GameHead { asides: aside.n, ..head });
        Ok(())
    }

    fn finish(self, results: Vec<Result<(), StoreError>>) -> Result<Batch, StoreError> {
        let (mut cards, mut aside_numbers, mut progress) =
            (JsonRows::default(), JsonRows::default(), BTreeMap::new());
        for (id, append) in &self.cards {
            cards.push(&card_row(append, self.heads[*id].seq)?)?;
            progress.insert(*id, GameProgress::new(id, self.heads[*id]));
        }
        for (id, n) in &self.last_asides {
            aside_numbers.push(&(id, n))?;
            progress.insert(id, GameProgress::new(id, self.heads[*id]));
        }
        let statements = [
            (INSERT_GAMES, self.games),
            (UPDATE_GAMES, cards),
            (INSERT_EVENTS, self.events),
            (INSERT_ASIDES, self.asides),
            (UPDATE_ASIDES, aside_numbers),
        ];
        let filled = |(sql, rows): (&'static str, JsonRows)| Some((sql, rows.finish()?));
        Ok(Batch {
            results,
            statements: statements.into_iter().filter_map(filled).collect(),
            progress: progress.into_values().collect(),
        })
    }
}

/// Columns of `INSERT_GAMES`, in its order.
fn game_row(append: &Append, new: &NewGame, seq: Seq) -> Result<serde_json::Value, StoreError> {
    let card = &append.card;
    Ok(serde_json::json!([
        card.id,
        append.epoch,
        seq,
        card.instance,
        new.hash,
        card.ruleset_name,
        card.skin,
        to_json(&card.white)?,
        to_json(&card.black)?,
        card.white.player,
        card.black.player,
        to_json(&card.time_control)?,
        to_json(&card.spectator_mode)?,
        u8::from(card.private),
        new.server_seed,
        new.fen,
        card.started,
    ]))
}

/// Columns of `UPDATE_GAMES`, in its order.
fn card_row(append: &Append, seq: Seq) -> Result<impl Serialize, StoreError> {
    let card = &append.card;
    let is_over = u8::from(card.phase == GamePhase::Over);
    let result = card.result.as_ref().map(to_json).transpose()?;
    let turn = card.turn.as_ref().map(to_json).transpose()?;
    let phase = to_json(&card.phase)?;
    let deadline = append.deadline;
    Ok((card.id.clone(), seq, phase, is_over, result, card.updated, card.plies, deadline, turn))
}
