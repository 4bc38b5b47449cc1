//! What is read: games with their logs, lists, what is due.

use super::row::{self, CARD, Entry};
use super::sql::{Line, Pool, Value};
use super::{Filter, GameState, StoreError, StoredGame, archive};
use crate::wire::GameCard;

/// The most games that are due at once.
const MOST_DUE: i64 = 1_000;

/// A game with its log.
pub(super) async fn load(pool: &Pool, id: &str) -> Result<Option<StoredGame>, StoreError> {
    let game = pool.rows(format!("SELECT {CARD} FROM game WHERE id = $1"), &[id.into()]).await?;
    let Some(game) = game.first() else { return Ok(None) };
    Ok(Some(StoredGame {
        terms: row::terms(game)?,
        instance: game.get("instance")?,
        hash: game.get("hash")?,
        log: log_after(pool, id, 0).await?,
        asides: game.count("asides")?,
    }))
}

/// The log after an event. Rows are read before the archive, so that a log that
/// is packed away meanwhile is found in one of them at least.
pub(super) async fn log_after(pool: &Pool, id: &str, seq: u64) -> Result<Vec<Entry>, StoreError> {
    let statement = "SELECT body, intent FROM log WHERE game = $1 AND seq > $2 ORDER BY seq";
    let lines = pool.rows(statement, &[id.into(), seq.into()]).await?;
    let fresh: Vec<Entry> = lines.iter().map(row::entry).collect::<Result<_, _>>()?;
    if fresh.first().is_some_and(|(event, _)| event.v == seq + 1) {
        return Ok(fresh);
    }
    let Some(packed) = archive::archived(pool, id, seq).await? else { return Ok(fresh) };
    let mut log = packed;
    let last = log.last().map_or(seq, |(event, _)| event.v);
    log.extend(fresh.into_iter().filter(|(event, _)| event.v > last));
    Ok(log)
}

/// What was said beside the board.
pub(super) async fn asides(
    pool: &Pool,
    game: &str,
    after: u64,
) -> Result<Vec<(u64, u64, String)>, StoreError> {
    let statement = "SELECT n, at, body FROM aside WHERE game = $1 AND n > $2 ORDER BY n";
    let lines = pool.rows(statement, &[game.into(), after.into()]).await?;
    lines.iter().map(|line| Ok((line.count("n")?, line.count("at")?, line.get("body")?))).collect()
}

/// The newest games that pass a filter. A page that is full has every game that
/// began in the same millisecond as its last one, so that the next page, which
/// begins before that, misses none.
pub(super) async fn list(pool: &Pool, filter: &Filter) -> Result<Vec<GameCard>, StoreError> {
    let mut conditions = Conditions::of(filter);
    let place = conditions.value(i64::from(filter.count).into());
    let page = format!(
        "SELECT {CARD} FROM game WHERE {} ORDER BY started DESC, id DESC LIMIT ${place}",
        conditions.text
    );
    let lines = pool.rows(page, &conditions.values).await?;
    let mut cards: Vec<GameCard> = lines.iter().map(row::card).collect::<Result<_, _>>()?;
    if let Some(last) = cards.last().filter(|_| cards.len() >= filter.count as usize) {
        let (started, id) = (last.started, last.id.clone());
        let mut conditions = Conditions::of(filter);
        conditions.add("started = ", started.into());
        conditions.add("id < ", (&id).into());
        let rest = format!("SELECT {CARD} FROM game WHERE {} ORDER BY id DESC", conditions.text);
        for line in pool.rows(rest, &conditions.values).await? {
            cards.push(row::card(&line)?);
        }
    }
    Ok(cards)
}

/// What games must be like, with the values for it.
struct Conditions<'a> {
    text: String,
    values: Vec<Value<'a>>,
}

impl<'a> Conditions<'a> {
    fn of(filter: &'a Filter) -> Conditions<'a> {
        let text = match filter.state {
            None => "1 = 1",
            Some(GameState::Live) => "is_over = 0",
            Some(GameState::Over) => "is_over = 1",
        };
        let mut conditions = Conditions { text: text.to_owned(), values: Vec::new() };
        if let Some(player) = &filter.player {
            let place = conditions.value(player.into());
            conditions.text += &format!(" AND (white_player = ${place} OR black_player = ${place})");
        }
        if let Some(instance) = &filter.instance {
            conditions.add("instance = ", instance.into());
        }
        if let Some(before) = filter.before {
            conditions.add("started < ", before.into());
        }
        if let Some(since) = filter.attended_since {
            let place = conditions.value(since.into());
            conditions.text += &format!(
                " AND (updated >= ${place} OR EXISTS \
                 (SELECT 1 FROM presence WHERE presence.game = game.id AND seen >= ${place}))"
            );
        }
        if !filter.with_private {
            conditions.text += " AND is_private = 0";
        }
        conditions
    }

    /// The place of a value.
    fn value(&mut self, value: Value<'a>) -> usize {
        self.values.push(value);
        self.values.len()
    }

    fn add(&mut self, condition: &'static str, value: Value<'a>) {
        let place = self.value(value);
        self.text += &format!(" AND {condition}${place}");
    }
}

/// The games whose clock has to be looked at, the most urgent first.
pub(super) async fn due(pool: &Pool, now: u64) -> Result<Vec<String>, StoreError> {
    let statement = "SELECT id FROM game WHERE is_over = 0 AND deadline IS NOT NULL AND deadline <= $1 \
         ORDER BY deadline LIMIT $2";
    let lines = pool.rows(statement, &[now.into(), MOST_DUE.into()]).await?;
    lines.iter().map(|line: &Line| line.get("id")).collect()
}
