//! What has gathered, checked against the games as they stand and sorted into
//! rows. No database is needed to understand it.

use std::collections::{BTreeMap, HashMap};

use serde::Serialize;

use super::notify::Reach;
use super::row::{Rows, json};
use super::{Append, NewGame, StoreError};
use crate::wire::PhaseWord;

/// Something to be written to one game.
#[derive(Debug)]
pub(super) enum Job {
    /// The next entries of its log.
    Append(Box<Append>),
    /// Something said beside its board.
    Aside(Aside),
}

/// Something said beside a board.
#[derive(Debug)]
pub(super) struct Aside {
    pub(super) game: String,
    pub(super) n: u64,
    pub(super) at: u64,
    pub(super) body: String,
    pub(super) epoch: i64,
}

impl Job {
    /// The game it is about.
    pub(super) fn game(&self) -> &str {
        match self {
            Job::Append(append) => &append.card.id,
            Job::Aside(aside) => &aside.game,
        }
    }
}

/// Where a game stands.
#[derive(Debug, Clone, Copy)]
pub(super) struct Standing {
    pub(super) epoch: i64,
    pub(super) seq: u64,
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

/// A batch as it is written.
#[derive(Debug)]
pub(super) struct Batch {
    /// What becomes of each job if the batch becomes durable.
    pub(super) verdicts: Vec<Result<(), StoreError>>,
    /// Each statement with its rows.
    pub(super) statements: Vec<(&'static str, String)>,
    /// How far the games will have come.
    pub(super) reached: Vec<Reach>,
}

/// Checks jobs in the order they came. `standing` has every game they are
/// about that exists.
pub(super) fn sort(jobs: &[Job], standing: HashMap<String, Standing>) -> Result<Batch, StoreError> {
    let mut sorter = Sorter { standing, ..Sorter::default() };
    let verdicts = jobs.iter().map(|job| sorter.take(job)).collect();
    sorter.finish(verdicts)
}

#[derive(Default)]
struct Sorter<'a> {
    standing: HashMap<String, Standing>,
    games: Rows,
    events: Rows,
    asides: Rows,
    /// The last append to each game.
    cards: HashMap<&'a str, &'a Append>,
    /// The games of which somebody has said something.
    spoken: HashMap<&'a str, u64>,
}

impl<'a> Sorter<'a> {
    fn take(&mut self, job: &'a Job) -> Result<(), StoreError> {
        match job {
            Job::Append(append) => self.take_append(append),
            Job::Aside(aside) => self.take_aside(aside),
        }
    }

    fn standing(&self, game: &str, epoch: i64) -> Result<Standing, StoreError> {
        match self.standing.get(game) {
            Some(standing) if standing.epoch == epoch => Ok(*standing),
            Some(_) => Err(StoreError::Stale),
            None => Err(StoreError::OutOfOrder(format!("there is no game `{game}`"))),
        }
    }

    fn take_append(&mut self, append: &'a Append) -> Result<(), StoreError> {
        let id = &append.card.id;
        let mut standing = match &append.new {
            Some(_) if self.standing.contains_key(id) => {
                return Err(StoreError::OutOfOrder(format!("there is a game `{id}` already")));
            }
            Some(_) => Standing { epoch: append.epoch, seq: 0, asides: 0 },
            None => self.standing(id, append.epoch)?,
        };
        let bodies: Vec<String> = append.events.iter().map(json).collect::<Result<_, _>>()?;
        for event in &append.events {
            if event.v != standing.seq + 1 {
                let expected = standing.seq + 1;
                return Err(StoreError::OutOfOrder(format!(
                    "event {} of `{id}`, where {expected} was expected",
                    event.v
                )));
            }
            standing.seq = event.v;
        }
        if let Some(new) = &append.new {
            self.games.push(&game_row(append, new, standing.seq)?)?;
        }
        for (index, (event, body)) in append.events.iter().zip(&bodies).enumerate() {
            let intent = append.intent.as_ref().filter(|_| index + 1 == bodies.len());
            self.events.push(&(id, event.v, body, intent))?;
        }
        self.cards.insert(id, append);
        self.standing.insert(id.clone(), standing);
        Ok(())
    }

    fn take_aside(&mut self, aside: &'a Aside) -> Result<(), StoreError> {
        let standing = self.standing(&aside.game, aside.epoch)?;
        if aside.n <= standing.asides {
            return Err(StoreError::OutOfOrder(format!("aside {} of `{}`", aside.n, aside.game)));
        }
        self.asides.push(&(&aside.game, aside.n, aside.at, &aside.body))?;
        self.spoken.insert(&aside.game, aside.n);
        self.standing.insert(aside.game.clone(), Standing { asides: aside.n, ..standing });
        Ok(())
    }

    fn finish(self, verdicts: Vec<Result<(), StoreError>>) -> Result<Batch, StoreError> {
        let (mut cards, mut spoken, mut reached) = (Rows::default(), Rows::default(), BTreeMap::new());
        for (id, append) in &self.cards {
            cards.push(&card_row(append, self.standing[*id].seq)?)?;
            reached.insert(*id, Reach::new(id, self.standing[*id]));
        }
        for (id, n) in &self.spoken {
            spoken.push(&(id, n))?;
            reached.insert(id, Reach::new(id, self.standing[*id]));
        }
        let statements = [
            (INSERT_GAMES, self.games),
            (UPDATE_GAMES, cards),
            (INSERT_EVENTS, self.events),
            (INSERT_ASIDES, self.asides),
            (UPDATE_ASIDES, spoken),
        ];
        let filled = |(sql, rows): (&'static str, Rows)| Some((sql, rows.finish()?));
        Ok(Batch {
            verdicts,
            statements: statements.into_iter().filter_map(filled).collect(),
            reached: reached.into_values().collect(),
        })
    }
}

/// What is stored of a game once, in the order of `INSERT_GAMES`.
fn game_row(append: &Append, new: &NewGame, seq: u64) -> Result<serde_json::Value, StoreError> {
    let card = &append.card;
    Ok(serde_json::json!([
        card.id,
        append.epoch,
        seq,
        card.instance,
        new.hash,
        card.ruleset_name,
        card.skin,
        json(&card.white)?,
        json(&card.black)?,
        card.white.player,
        card.black.player,
        json(&card.time)?,
        json(&card.manner)?,
        u8::from(card.private),
        new.server_seed,
        new.fen,
        card.started,
    ]))
}

/// What changes of a game with every append, in the order of `UPDATE_GAMES`.
fn card_row(append: &Append, seq: u64) -> Result<impl Serialize, StoreError> {
    let card = &append.card;
    let is_over = u8::from(card.phase == PhaseWord::Over);
    let result = card.result.as_ref().map(json).transpose()?;
    let turn = card.turn.as_ref().map(json).transpose()?;
    let phase = json(&card.phase)?;
    let deadline = append.deadline;
    Ok((card.id.clone(), seq, phase, is_over, result, card.updated, card.plies, deadline, turn))
}
