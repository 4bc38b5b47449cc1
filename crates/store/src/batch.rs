//! Batches: queued writes, checked against the current heads of their games and grouped into rows.
//! Needs no database.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use rukh_rules::Side;
use rukh_session::id::GameId;
use rukh_session::wire::GamePhase;
use rukh_session::wire::event::Seq;
use rukh_session::wire::time::UnixMillis;
use serde::Serialize;

use super::notify::GameProgress;
use super::outbox::INSERT_FINISHED;
use super::row::{JsonRows, to_json};
use super::sql::{BatchRows, SqlRow};
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
     plies = CAST(value->>6 AS BIGINT), deadline = CAST(value->>7 AS BIGINT), turn = value->>8, \
     asides = coalesce(CAST(value->>9 AS BIGINT), game.asides) FROM {each} WHERE game.id = value->>0";
const INSERT_EVENTS: &str = "INSERT INTO log (game, seq, body, intent) \
     SELECT value->>0, CAST(value->>1 AS BIGINT), value->>2, value->>3 FROM {each}";
const INSERT_RULESETS: &str = "INSERT INTO ruleset (hash, instance, text) \
     SELECT value->>0, value->>1, value->>2 FROM {each} WHERE 1 = 1 ON CONFLICT (hash, instance) DO NOTHING";
const UPSERT_INPUTS: &str = "INSERT INTO player_input (game, side, n, at, premoves, seed) \
     SELECT value->>0, value->>1, CAST(value->>2 AS BIGINT), CAST(value->>3 AS BIGINT), value->>4, value->>5 \
     FROM {each} WHERE 1 = 1 ON CONFLICT (game, side) DO UPDATE SET n = excluded.n, at = excluded.at, \
     premoves = excluded.premoves, seed = excluded.seed";
const TAKE_SEEKS: &str = "UPDATE seek SET game = value->>1 FROM {each} WHERE seek.id = value->>0";
const INSERT_ASIDES: &str = "INSERT INTO aside (game, n, at, body) \
     SELECT value->>0, CAST(value->>1 AS BIGINT), CAST(value->>2 AS BIGINT), value->>3 FROM {each}";
const UPDATE_ASIDES: &str =
    "UPDATE game SET asides = CAST(value->>1 AS BIGINT) FROM {each} WHERE game.id = value->>0";

/// A batch ready to be written.
#[derive(Debug)]
pub(super) struct Batch<Rows> {
    /// Result of each write if the batch is committed.
    pub(super) results: Vec<Result<(), StoreError>>,
    /// Each statement with its rows.
    pub(super) statements: Vec<(&'static str, Rows)>,
    /// Heads of the games after the batch.
    pub(super) progress: Vec<GameProgress>,
}

/// The statements of batches.
pub(super) const STATEMENTS: [&str; 11] = [
    SELECT_HEADS,
    SELECT_SEEKS,
    TAKE_SEEKS,
    INSERT_RULESETS,
    INSERT_GAMES,
    INSERT_FINISHED,
    UPDATE_GAMES,
    INSERT_EVENTS,
    INSERT_ASIDES,
    UPSERT_INPUTS,
    UPDATE_ASIDES,
];

/// Heads of the games in the rows.
pub(super) const SELECT_HEADS: &str = "SELECT id, epoch, seq, asides FROM game \
     WHERE id IN (SELECT value->>0 FROM {each}) ORDER BY id {lock}";
/// The seeks in the rows, with the game that came of each.
pub(super) const SELECT_SEEKS: &str =
    "SELECT id, game FROM seek WHERE id IN (SELECT value->>0 FROM {each}) ORDER BY id {lock}";

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

/// Statements of writes that only continue games, in the order of their parameters after the first.
const CONTINUING: [&str; 6] =
    [INSERT_FINISHED, UPDATE_GAMES, INSERT_EVENTS, INSERT_ASIDES, UPSERT_INPUTS, UPDATE_ASIDES];

/// A batch as one statement of PostgreSQL: it writes to the games that stand as their writers assume,
/// and returns these with the number of their last event before. Its first parameter is [`Assumed::games`].
pub(super) static CONTINUE_GAMES: LazyLock<String> = LazyLock::new(|| {
    let each = |place: usize| format!("json_array_elements(CAST(${place} AS json)) AS each (value)");
    let mut text = format!(
        "WITH head AS (SELECT game.id, game.seq FROM {} JOIN game ON game.id = value->>0 \
         WHERE game.epoch = CAST(value->>1 AS BIGINT) \
         AND game.seq = coalesce(CAST(value->>2 AS BIGINT), game.seq) \
         AND (value->>3 IS NULL OR game.asides < CAST(value->>3 AS BIGINT)) \
         ORDER BY game.id FOR UPDATE OF game)",
        each(1)
    );
    for (index, statement) in CONTINUING.into_iter().enumerate() {
        let rows = format!("{} JOIN head ON head.id = value->>0", each(index + 2));
        text += &format!(", part{index} AS ({})", statement.replace("{each}", &rows));
    }
    text + " SELECT id, seq FROM head"
});

/// Heads of games as their writers assume them.
pub(super) struct Assumed {
    /// Rows of game, epoch, number of the last event, number that the last chat entry must not reach.
    pub(super) games: String,
    pub(super) before: Before,
}

/// What the writers of a batch assume, if all only continue games.
pub(super) fn assume(writes: &[StoreWrite]) -> Result<Option<Assumed>, StoreError> {
    let mut games: BTreeMap<&GameId, (Epoch, Option<Seq>, Option<u64>)> = BTreeMap::new();
    for write in writes {
        let (epoch, seq, aside) = match write {
            StoreWrite::Aside(aside) => (aside.epoch, None, Some(aside.n)),
            StoreWrite::Append(append) => {
                let first = append.events.first().and_then(|event| event.seq.previous());
                if append.new.is_some() || append.begins.is_some() || first.is_none() {
                    return Ok(None);
                }
                (append.epoch, first, append.inputs.first().map(|input| input.number))
            }
        };
        let known = games.entry(write.game()).or_insert((epoch, None, None));
        known.1 = known.1.or(seq);
        known.2 = known.2.or(aside);
    }
    let (mut rows, mut before) = (JsonRows::default(), Before::default());
    for (id, (epoch, seq, aside)) in games {
        rows.push(&(id, epoch, seq, aside))?;
        let asides = aside.map_or(0, |number| number.saturating_sub(1));
        before.heads.insert(id.clone(), GameHead { epoch, seq: seq.unwrap_or_default(), asides });
    }
    Ok(rows.finish().map(|games| Assumed { games, before }))
}

impl Batch<JsonRows> {
    /// Rows of the statements that continue games, in the order of their parameters.
    pub(super) fn take_continuing_rows(&mut self) -> [String; CONTINUING.len()] {
        let mut statements = std::mem::take(&mut self.statements);
        CONTINUING.map(|wanted| {
            let found = statements.iter_mut().find(|(statement, _)| *statement == wanted);
            let rows = found.and_then(|(_, rows)| std::mem::take(rows).finish());
            rows.unwrap_or_else(|| "[]".to_owned())
        })
    }
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
    /// Takes the rows of [`SELECT_HEADS`].
    pub(super) fn read_heads(&mut self, rows: &[SqlRow]) -> Result<(), StoreError> {
        for row in rows {
            let head =
                GameHead { epoch: row.get("epoch")?, seq: row.get("seq")?, asides: row.get("asides")? };
            self.heads.insert(row.get("id")?, head);
        }
        Ok(())
    }

    /// Takes the rows of [`SELECT_SEEKS`].
    pub(super) fn read_seeks(&mut self, rows: &[SqlRow]) -> Result<(), StoreError> {
        for row in rows {
            self.seeks.insert(row.get("id")?, row.get("game")?);
        }
        Ok(())
    }
}

/// Checks writes in order.
pub(super) fn plan<Rows: BatchRows>(
    writes: &[StoreWrite],
    before: Before,
) -> Result<Batch<Rows>, StoreError> {
    let Before { heads, seeks } = before;
    let mut builder = BatchBuilder { heads, seeks, ..BatchBuilder::default() };
    let results = writes.iter().map(|write| builder.add(write)).collect();
    builder.finish(results)
}

#[derive(Default)]
struct BatchBuilder<'a, Rows> {
    heads: HashMap<GameId, GameHead>,
    seeks: HashMap<String, Option<GameId>>,
    rulesets: Rows,
    taken_seeks: Rows,
    games: Rows,
    events: Rows,
    asides: Rows,
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

impl<'a, Rows: BatchRows> BatchBuilder<'a, Rows> {
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
            self.games.push(&game_row(append, new, head.seq)?)?;
            if let Some(text) = &new.ruleset_text {
                self.rulesets.push(&(&new.hash, &append.card.instance, text))?;
            }
            if let Some(seek) = &new.seek {
                self.taken_seeks.push(&(seek, id))?;
                self.seeks.insert(seek.clone(), Some(id.clone()));
            }
        }
        for (index, (event, body)) in append.events.iter().zip(&bodies).enumerate() {
            let intent = append.intent.as_ref().filter(|_| index + 1 == bodies.len());
            self.events.push(&(id, event.seq, body, intent))?;
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
        self.asides.push(&(&aside.game, aside.n, aside.at, &aside.body))?;
        self.last_asides.insert(&aside.game, aside.n);
        self.heads.insert(aside.game.clone(), GameHead { asides: aside.n, ..head });
        Ok(())
    }

    fn finish(self, results: Vec<Result<(), StoreError>>) -> Result<Batch<Rows>, StoreError> {
        let (mut cards, mut finished) = (Rows::default(), Rows::default());
        let (mut aside_numbers, mut progress) = (Rows::default(), BTreeMap::new());
        for (id, append) in &self.cards {
            if append.card.phase == GamePhase::Over {
                finished.push(&(id,))?;
            }
            cards.push(&card_row(append, self.heads[*id].seq, self.last_asides.get(id))?)?;
            progress.insert(*id, GameProgress::new(id, self.heads[*id]));
        }
        for (id, n) in self.last_asides.iter().filter(|(id, _)| !self.cards.contains_key(*id)) {
            aside_numbers.push(&(id, n))?;
            progress.insert(id, GameProgress::new(id, self.heads[*id]));
        }
        let mut inputs = Rows::default();
        for ((id, _), input) in &self.inputs {
            let premoves = to_json(&input.premoves)?;
            inputs.push(&(id, input.side, input.number, input.at, premoves, &input.seed))?;
        }
        let statements = [
            (TAKE_SEEKS, self.taken_seeks),
            (INSERT_RULESETS, self.rulesets),
            (INSERT_GAMES, self.games),
            (INSERT_FINISHED, finished),
            (UPDATE_GAMES, cards),
            (INSERT_EVENTS, self.events),
            (INSERT_ASIDES, self.asides),
            (UPSERT_INPUTS, inputs),
            (UPDATE_ASIDES, aside_numbers),
        ];
        Ok(Batch {
            results,
            statements: statements.into_iter().filter(|(_, rows)| !rows.is_empty()).collect(),
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
fn card_row(append: &Append, seq: Seq, asides: Option<&u64>) -> Result<impl Serialize, StoreError> {
    let card = &append.card;
    let is_over = u8::from(card.phase == GamePhase::Over);
    let result = card.result.as_ref().map(to_json).transpose()?;
    let turn = card.turn.as_ref().map(to_json).transpose()?;
    let phase = to_json(&card.phase)?;
    let deadline = append.deadline;
    let (id, asides) = (card.id.clone(), asides.copied());
    Ok((id, seq, phase, is_over, result, card.updated, card.plies, deadline, turn, asides))
}
