//! Searches of finished games by the index.

use serde::Deserialize;

use super::game_index::PositionHash;
use super::row::{self, CARD_COLUMNS};
use super::sql::{Pool, SqlParam, SqlRow};
use super::{StoreError, query};
use crate::id::GuestId;
use crate::wire::GameCard;
use crate::wire::time::UnixMillis;

/// Whom a search is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerFilter {
    /// A guest.
    Id(GuestId),
    /// Everybody of a name, as [`search_name`](crate::name::search_name) makes it.
    Name(String),
}

/// Result of the games that a search is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ResultFilter {
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// A draw.
    Draw,
    /// Broken off without a result.
    None,
    /// The player of the search has won.
    Won,
    /// The player of the search has lost.
    Lost,
}

/// Whose half of an opening array a search is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OpeningHalf {
    /// The whole array.
    Both,
    /// White's pieces.
    White,
    /// Black's pieces.
    Black,
}

/// A search of finished games; what is not given does not matter.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct GameSearch {
    /// A player.
    pub player: Option<PlayerFilter>,
    /// Whether private games are included.
    pub with_private: bool,
    /// Ids of rulesets.
    pub rulesets: Option<Vec<String>>,
    /// Ruleset instance.
    pub instance: Option<String>,
    /// First and last start time, in milliseconds since the epoch.
    pub started: [Option<UnixMillis>; 2],
    /// Result.
    pub result: Option<ResultFilter>,
    /// Reason code.
    pub reason: Option<String>,
    /// Least and greatest number of plies.
    pub plies: [Option<u64>; 2],
    /// Hashes of opening arrays, any of which will do.
    pub opening: Option<(OpeningHalf, Vec<PositionHash>)>,
    /// Hashes of positions, any of which will do.
    pub position: Option<Vec<PositionHash>>,
    /// Only games behind this number of the index.
    pub before: Option<u64>,
    /// Page size.
    pub count: u32,
}

/// A game that was found.
#[derive(Debug, Clone, PartialEq)]
pub struct FoundGame {
    /// Its list entry.
    pub card: GameCard,
    /// Its number in the index, which the next page continues from.
    pub number: u64,
    /// Its last placement.
    pub placement: String,
    /// After how many moves it reached the position of the search first, if it has one.
    pub move_number: Option<u64>,
}

/// Number of games of a player by ruleset.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlayerCount {
    /// Id of the ruleset.
    pub ruleset: String,
    /// Games that the player has won, lost and drawn, and those without a result or of which the
    /// player played both sides.
    pub counts: [u64; 4],
}

/// A page of the games that match, those that ended last first.
pub(super) async fn search(pool: &Pool, search: &GameSearch) -> Result<Vec<FoundGame>, StoreError> {
    let mut conditions = Conditions::of(search);
    let (from, order) = conditions.source(search);
    if let Some(before) = search.before {
        conditions.add(&format!("{order} < "), before.into());
    }
    let hit =
        if search.position.is_some() { "CAST(hit.move_number AS BIGINT)" } else { "CAST(NULL AS BIGINT)" };
    let limit = conditions.bind(i64::from(search.count).into());
    let statement = format!(
        "WITH found AS (SELECT entry.number, entry.game, entry.placement, {hit} AS move_number FROM {from} \
         WHERE {} ORDER BY {order} DESC LIMIT ${limit}) \
         SELECT {CARD_COLUMNS}, number, placement, move_number FROM found JOIN game ON game.id = found.game \
         ORDER BY number DESC",
        conditions.text()
    );
    let rows = pool.fetch(statement, &conditions.values).await?;
    rows.iter().map(found).collect()
}

fn found(row: &SqlRow) -> Result<FoundGame, StoreError> {
    let move_number: Option<i64> = row.get("move_number")?;
    Ok(FoundGame {
        card: row::card(row)?,
        number: row.get_u64("number")?,
        placement: row.get("placement")?,
        move_number: move_number.and_then(|number| u64::try_from(number).ok()),
    })
}

/// How many games match, counted up to `most`.
pub(super) async fn count(pool: &Pool, search: &GameSearch, most: u32) -> Result<u64, StoreError> {
    let mut conditions = Conditions::of(search);
    let (from, _) = conditions.source(search);
    let limit = conditions.bind(i64::from(most).into());
    let statement = format!(
        "SELECT count(*) AS n FROM (SELECT 1 FROM {from} WHERE {} LIMIT ${limit}) AS found",
        conditions.text()
    );
    let rows = pool.fetch(statement, &conditions.values).await?;
    rows.first().map_or(Ok(0), |row| row.get_u64("n"))
}

/// The listed finished games of a player, counted by ruleset.
pub(super) async fn player_counts(pool: &Pool, player: &GuestId) -> Result<Vec<PlayerCount>, StoreError> {
    let (white, black) = ("white_player = $1", "black_player = $1");
    let single = format!("NOT ({white} AND {black})");
    let won = format!("{single} AND (({white} AND result = 'white') OR ({black} AND result = 'black'))");
    let lost = format!("{single} AND (({white} AND result = 'black') OR ({black} AND result = 'white'))");
    let sum = |condition: &str| format!("sum(CASE WHEN {condition} THEN 1 ELSE 0 END)");
    // A player of both sides has no opponent.
    let statement = format!(
        "SELECT ruleset, {} AS won, {} AS lost, {} AS drawn, count(*) AS played FROM \
         (SELECT ruleset, result, coalesce(white_player, '') AS white_player, \
         coalesce(black_player, '') AS black_player FROM game_index \
         WHERE is_private = 0 AND (white_player = $1 OR black_player = $1)) AS own GROUP BY ruleset \
         ORDER BY ruleset",
        sum(&won),
        sum(&lost),
        sum(&format!("{single} AND result = 'draw'"))
    );
    let rows = pool.fetch(statement, &[player.into()]).await?;
    let counts = |row: &SqlRow| {
        let [won, lost, drawn] = [row.get_u64("won")?, row.get_u64("lost")?, row.get_u64("drawn")?];
        let rest = row.get_u64("played")?.saturating_sub(won + lost + drawn);
        Ok(PlayerCount { ruleset: row.get("ruleset")?, counts: [won, lost, drawn, rest] })
    };
    rows.iter().map(counts).collect()
}

/// The latest listed game of a player, live or finished.
pub(super) async fn latest_game(pool: &Pool, player: &GuestId) -> Result<Option<GameCard>, StoreError> {
    let filter = super::GameFilter { player: Some(player.clone()), count: 1, ..Default::default() };
    Ok(query::list(pool, &filter).await?.into_iter().next())
}

/// Conditions with their bound values.
struct Conditions<'a> {
    parts: Vec<String>,
    values: Vec<SqlParam<'a>>,
}

impl<'a> Conditions<'a> {
    fn of(search: &'a GameSearch) -> Conditions<'a> {
        let mut conditions = Conditions { parts: Vec::new(), values: Vec::new() };
        if !search.with_private {
            conditions.parts.push("entry.is_private = 0".to_owned());
        }
        conditions.add_player(search);
        if let Some(rulesets) = &search.rulesets {
            let places: Vec<_> = rulesets.iter().map(|id| conditions.place(id.into())).collect();
            let places = if places.is_empty() { "NULL".to_owned() } else { places.join(", ") };
            conditions.parts.push(format!("entry.ruleset IN ({places})"));
        }
        conditions.add_optional("entry.instance = ", search.instance.as_ref().map(SqlParam::from));
        conditions.add_optional("entry.started >= ", search.started[0].map(SqlParam::from));
        conditions.add_optional("entry.started <= ", search.started[1].map(SqlParam::from));
        conditions.add_optional("entry.reason = ", search.reason.as_ref().map(SqlParam::from));
        conditions.add_optional("entry.plies >= ", search.plies[0].map(SqlParam::from));
        conditions.add_optional("entry.plies <= ", search.plies[1].map(SqlParam::from));
        if let Some((half, hashes)) = &search.opening {
            let column = match half {
                OpeningHalf::Both => "opening",
                OpeningHalf::White => "opening_white",
                OpeningHalf::Black => "opening_black",
            };
            let places = conditions.places(hashes);
            conditions.parts.push(format!("entry.{column} IN ({places})"));
        }
        conditions
    }

    /// Player and result, which may be that of the player.
    fn add_player(&mut self, search: &'a GameSearch) {
        let player = search.player.as_ref().map(|player| match player {
            PlayerFilter::Id(id) => (self.place(id.into()), "player"),
            PlayerFilter::Name(name) => (self.place(name.into()), "name"),
        });
        let is = |side: &str, player: &Option<(String, &str)>| match player {
            Some((place, column)) => format!("entry.{side}_{column} = {place}"),
            None => "1 = 0".to_owned(),
        };
        let (white, black) = (is("white", &player), is("black", &player));
        if player.is_some() {
            self.parts.push(format!("({white} OR {black})"));
        }
        let of_player = |for_white: &str, for_black: &str| {
            format!(
                "(({white} AND entry.result = '{for_white}') OR ({black} AND entry.result = '{for_black}'))"
            )
        };
        self.parts.extend(search.result.map(|result| match result {
            ResultFilter::White => "entry.result = 'white'".to_owned(),
            ResultFilter::Black => "entry.result = 'black'".to_owned(),
            ResultFilter::Draw => "entry.result = 'draw'".to_owned(),
            ResultFilter::None => "entry.result = 'none'".to_owned(),
            ResultFilter::Won => of_player("white", "black"),
            ResultFilter::Lost => of_player("black", "white"),
        }));
    }

    /// What is selected from, and the column that orders it. With a position its hits lead: they are
    /// stored in the order of the answer.
    fn source(&mut self, search: &GameSearch) -> (String, &'static str) {
        match search.position.as_deref() {
            None => ("game_index AS entry".to_owned(), "entry.number"),
            Some([hash]) => {
                let place = self.place(hash.as_i64().into());
                self.parts.push(format!("hit.hash = {place}"));
                let from = "position_index AS hit JOIN game_index AS entry ON entry.number = hit.number";
                (from.to_owned(), "hit.number")
            }
            Some(hashes) => {
                let places = self.places(hashes);
                let hits = format!(
                    "(SELECT number, min(move_number) AS move_number FROM position_index \
                     WHERE hash IN ({places}) GROUP BY number)"
                );
                let from = format!("{hits} AS hit JOIN game_index AS entry ON entry.number = hit.number");
                (from, "hit.number")
            }
        }
    }

    /// Binds a value and returns its placeholder number.
    fn bind(&mut self, value: SqlParam<'a>) -> usize {
        self.values.push(value);
        self.values.len()
    }

    fn place(&mut self, value: SqlParam<'a>) -> String {
        format!("${}", self.bind(value))
    }

    fn places(&mut self, hashes: &[PositionHash]) -> String {
        let places: Vec<_> = hashes.iter().map(|hash| self.place(hash.as_i64().into())).collect();
        // Nothing is in an empty list, which is no valid one in PostgreSQL.
        if places.is_empty() { "NULL".to_owned() } else { places.join(", ") }
    }

    fn add(&mut self, condition: &str, value: SqlParam<'a>) {
        let place = self.place(value);
        self.parts.push(format!("{condition}{place}"));
    }

    fn add_optional(&mut self, condition: &str, value: Option<SqlParam<'a>>) {
        if let Some(value) = value {
            self.add(condition, value);
        }
    }

    fn text(&self) -> String {
        if self.parts.is_empty() { "1 = 1".to_owned() } else { self.parts.join(" AND ") }
    }
}
