//! Queries: games with their logs, lists, due games.

use rukh_session::id::GameId;
use rukh_session::wire::GameCard;
use rukh_session::wire::event::Seq;
use rukh_session::wire::time::UnixMillis;

use super::row::{self, CARD_COLUMNS, LogEntry};
use super::sql::{SqlParam, SqlRow};
use super::{GameFilter, GameStatus, GameSummary, Store, StoreError, StoredGame, archive};

/// Maximum number of due games.
const MAX_DUE: i64 = 1_000;

impl Store {
    /// How far a game is; `None` if there is no such game.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn summary(&self, id: &GameId) -> Result<Option<GameSummary>, StoreError> {
        let rows =
            self.readers.fetch("SELECT seq, asides, is_over FROM game WHERE id = $1", &[id.into()]).await?;
        let summary = |row: &SqlRow| {
            let is_over = row.get("is_over")?;
            Ok(GameSummary { seq: row.get("seq")?, asides: row.get("asides")?, is_over })
        };
        rows.first().map(summary).transpose()
    }

    /// Loads a game with its log.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn load(&self, id: &GameId) -> Result<Option<StoredGame>, StoreError> {
        let game = self
            .readers
            .fetch(format!("SELECT {CARD_COLUMNS} FROM game WHERE id = $1"), &[id.into()])
            .await?;
        let Some(game) = game.first() else { return Ok(None) };
        Ok(Some(StoredGame {
            info: row::info(game)?,
            instance: game.get("instance")?,
            hash: game.get("hash")?,
            log: self.log_after(id, Seq::ZERO).await?,
            asides: game.get("asides")?,
            inputs: self.inputs(id, 0).await?,
        }))
    }

    /// Loads the log after an event. Rows are read before the archive, so that a log that is archived
    /// meanwhile is found in at least one of them.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn log_after(&self, id: &GameId, seq: Seq) -> Result<Vec<LogEntry>, StoreError> {
        let statement = "SELECT body, intent FROM log WHERE game = $1 AND seq > $2 ORDER BY seq";
        let rows = self.readers.fetch(statement, &[id.into(), seq.into()]).await?;
        let fresh: Vec<LogEntry> = rows.iter().map(row::entry).collect::<Result<_, _>>()?;
        if fresh.first().is_some_and(|(event, _)| event.seq == seq.next()) {
            return Ok(fresh);
        }
        let Some(packed) = archive::load_after(&self.readers, id, seq).await? else { return Ok(fresh) };
        let mut log = packed;
        let last = log.last().map_or(seq, |(event, _)| event.seq);
        log.extend(fresh.into_iter().filter(|(event, _)| event.seq > last));
        Ok(log)
    }

    /// Chat entries after a number, time and body.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn asides(
        &self,
        game: &GameId,
        after: u64,
    ) -> Result<Vec<(u64, UnixMillis, String)>, StoreError> {
        let statement = "SELECT n, at, body FROM aside WHERE game = $1 AND n > $2 ORDER BY n";
        let rows = self.readers.fetch(statement, &[game.into(), after.into()]).await?;
        rows.iter().map(|row| Ok((row.get("n")?, row.get("at")?, row.get("body")?))).collect()
    }

    /// A game as lists show it, also a private one; `None` if there is no such game.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn card(&self, id: &GameId) -> Result<Option<GameCard>, StoreError> {
        let statement = format!("SELECT {CARD_COLUMNS} FROM game WHERE id = $1");
        self.readers.fetch(statement, &[id.into()]).await?.first().map(row::card).transpose()
    }

    /// The newest games that match a filter. A full page has every game that started in the same
    /// millisecond as its last one, so that the next page, which starts before that, misses none.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn list(&self, filter: GameFilter) -> Result<Vec<GameCard>, StoreError> {
        let (pool, filter) = (if filter.is_search() { &self.searchers } else { &self.readers }, &filter);
        let mut conditions = WhereClause::of(filter);
        let place = conditions.bind(i64::from(filter.count).into());
        let page = format!(
            "SELECT {CARD_COLUMNS} FROM game WHERE {} ORDER BY started DESC, id DESC LIMIT ${place}",
            conditions.text
        );
        let rows = pool.fetch(page, &conditions.values).await?;
        let mut cards: Vec<GameCard> = rows.iter().map(row::card).collect::<Result<_, _>>()?;
        if let Some(last) = cards.last().filter(|_| cards.len() >= filter.count as usize) {
            let (started, id) = (last.started, last.id.clone());
            let mut conditions = WhereClause::of(filter);
            conditions.add("started = ", started.into());
            conditions.add("id < ", (&id).into());
            let rest = format!("SELECT {CARD_COLUMNS} FROM game WHERE {} ORDER BY id DESC", conditions.text);
            for row in pool.fetch(rest, &conditions.values).await? {
                cards.push(row::card(&row)?);
            }
        }
        Ok(cards)
    }

    /// Live games whose deadline has passed, most urgent first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn due_games(&self, now: UnixMillis) -> Result<Vec<GameId>, StoreError> {
        let statement = "SELECT id FROM game WHERE is_over = 0 AND deadline IS NOT NULL AND deadline <= $1 \
             ORDER BY deadline LIMIT $2";
        let rows = self.readers.fetch(statement, &[now.into(), MAX_DUE.into()]).await?;
        rows.iter().map(|row: &SqlRow| row.get("id")).collect()
    }
}
/// Conditions with their bound values.
struct WhereClause<'a> {
    text: String,
    values: Vec<SqlParam<'a>>,
}

impl<'a> WhereClause<'a> {
    fn of(filter: &'a GameFilter) -> WhereClause<'a> {
        let text = match filter.state {
            None => "1 = 1",
            Some(GameStatus::Live) => "is_over = 0",
            Some(GameStatus::Over) => "is_over = 1",
        };
        let mut conditions = WhereClause { text: text.to_owned(), values: Vec::new() };
        if let Some(player) = &filter.player {
            let place = conditions.bind(player.into());
            conditions.text += &format!(" AND (white_player = ${place} OR black_player = ${place})");
        }
        if let Some(instance) = &filter.instance {
            conditions.add("instance = ", instance.into());
        }
        if let Some(rulesets) = &filter.rulesets {
            // The ruleset of an instance is what stands before its options.
            let is_of = |id: &'a String| {
                let place = conditions.bind(id.into());
                format!("substr(instance || '[', 1, length(${place}) + 1) = ${place} || '['")
            };
            let of_any: Vec<_> = rulesets.iter().map(is_of).collect();
            let of_any = if of_any.is_empty() { "1 = 0".to_owned() } else { of_any.join(" OR ") };
            conditions.text += &format!(" AND ({of_any})");
        }
        let bounds = filter.started.map(|time| time.map(SqlParam::from));
        let bounds = [("started >= ", bounds[0]), ("started <= ", bounds[1])];
        let plies = filter.plies.map(|plies| plies.map(SqlParam::from));
        let plies = [("plies >= ", plies[0]), ("plies <= ", plies[1])];
        for (condition, value) in bounds.into_iter().chain(plies) {
            if let Some(value) = value {
                conditions.add(condition, value);
            }
        }
        if let Some(before) = filter.before {
            conditions.add("started < ", before.into());
        }
        if let Some(since) = filter.attended_since {
            let place = conditions.bind(since.into());
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

    /// Binds a value and returns its placeholder number.
    fn bind(&mut self, value: SqlParam<'a>) -> usize {
        self.values.push(value);
        self.values.len()
    }

    fn add(&mut self, condition: &'static str, value: SqlParam<'a>) {
        let place = self.bind(value);
        self.text += &format!(" AND {condition}${place}");
    }
}
