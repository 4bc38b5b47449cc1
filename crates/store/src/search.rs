//! Searches of finished games by the index.

use rukh_session::id::GuestId;
use rukh_session::wire::GameCard;
use rukh_session::wire::time::UnixMillis;
use schemars::JsonSchema;
use serde::Deserialize;

use super::game_index::PositionHash;
use super::row::{self, CARD_COLUMNS};
use super::sql::{SqlParam, SqlRow};
use super::{GameFilter, Store, StoreError};

/// Whom a search is about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PlayerFilter {
    /// A guest.
    Id(GuestId),
    /// Everybody of a name, as the index holds it.
    Name(String),
}

/// Result of the games that a search is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ResultFilter {
    /// White has won.
    White,
    /// Black has won.
    Black,
    /// No side has won.
    Draw,
    /// Broken off without a result.
    None,
    /// The player of the search has won.
    Won,
    /// The player of the search has lost.
    Lost,
}

/// Whose half of an opening array a search is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, JsonSchema)]
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
    /// Who played on either side.
    pub player: Option<PlayerFilter>,
    /// Whether private games are included.
    pub with_private: bool,
    /// Ids of rulesets.
    pub rulesets: Option<Vec<String>>,
    /// Ruleset instance.
    pub instance: Option<String>,
    /// First and last start time, in milliseconds since the epoch.
    pub started: [Option<UnixMillis>; 2],
    /// How the games ended.
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

impl Store {
    /// A page of the finished games that match, those that ended last first.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn search(&self, search: &GameSearch) -> Result<Vec<FoundGame>, StoreError> {
        let (statement, values) = page(search);
        let rows = self.searchers.fetch(statement, &values).await?;
        rows.iter().map(found).collect()
    }

    /// How many finished games match, counted up to `most`.
    ///
    /// # Errors
    /// A database error.
    pub async fn count_found(&self, search: &GameSearch, most: u32) -> Result<u64, StoreError> {
        let mut values = Vec::new();
        let hits = hits(search, most, Order::Any, &mut values);
        let rows = self.searchers.fetch(format!("SELECT count(*) AS n FROM {hits} AS hit"), &values).await?;
        rows.first().map_or(Ok(0), |row| row.get("n"))
    }

    /// The listed finished games of a player, counted by ruleset.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn player_counts(&self, player: &GuestId) -> Result<Vec<PlayerCount>, StoreError> {
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
        let rows = self.searchers.fetch(statement, &[player.into()]).await?;
        let counts = |row: &SqlRow| {
            let [won, lost, drawn]: [u64; 3] = [row.get("won")?, row.get("lost")?, row.get("drawn")?];
            let rest = row.get::<u64>("played")?.saturating_sub(won + lost + drawn);
            Ok(PlayerCount { ruleset: row.get("ruleset")?, counts: [won, lost, drawn, rest] })
        };
        rows.iter().map(counts).collect()
    }

    /// The latest listed game of a player, live or finished.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn latest_game(&self, player: &GuestId) -> Result<Option<GameCard>, StoreError> {
        let filter = GameFilter { player: Some(player.clone()), count: 1, ..Default::default() };
        Ok(self.list(filter).await?.into_iter().next())
    }
}
/// The statement of a page, with its bound values.
fn page(search: &GameSearch) -> (String, Vec<SqlParam<'_>>) {
    let mut values = Vec::new();
    let hits = hits(search, search.count, Order::LatestFirst, &mut values);
    let statement = format!(
        "WITH found AS (SELECT hit.number, entry.game, entry.placement, hit.move_number FROM {hits} AS hit \
         JOIN game_index AS entry ON entry.number = hit.number) \
         SELECT {CARD_COLUMNS}, number, placement, move_number FROM found JOIN game ON game.id = found.game \
         ORDER BY number DESC"
    );
    (statement, values)
}

fn found(row: &SqlRow) -> Result<FoundGame, StoreError> {
    Ok(FoundGame {
        card: row::card(row)?,
        number: row.get("number")?,
        placement: row.get("placement")?,
        move_number: row.get("move_number")?,
    })
}

/// Order of hits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    LatestFirst,
    Any,
}

/// A subquery for the numbers and moves of at most so many games that match. Those of a player are sought
/// as White's and as Black's apart: either index has them in order, which one condition with OR would have
/// to read whole and sort.
fn hits<'a>(search: &'a GameSearch, most: u32, order: Order, values: &mut Vec<SqlParam<'a>>) -> String {
    let sides: &[Option<&str>] = match (&search.player, &search.position) {
        (Some(_), None) => &[Some("white"), Some("black")],
        _ => &[None],
    };
    let mut branches = Vec::with_capacity(sides.len());
    for side in sides {
        let mut conditions = Conditions::of(search, *side, std::mem::take(values));
        let (from, columns, number) = conditions.source(search);
        let place = conditions.bind(i64::from(most).into());
        let end = match order {
            Order::LatestFirst => format!("ORDER BY {number} DESC LIMIT ${place}"),
            Order::Any => format!("LIMIT ${place}"),
        };
        branches.push(format!("SELECT {columns} FROM {from} WHERE {} {end}", conditions.text()));
        *values = conditions.values;
    }
    match branches.as_slice() {
        [white, black] => {
            format!(
                "(SELECT number, move_number FROM ({white}) AS white UNION \
                 SELECT number, move_number FROM ({black}) AS black ORDER BY number DESC LIMIT {most})"
            )
        }
        _ => format!("({})", branches.concat()),
    }
}

/// Conditions with their bound values.
struct Conditions<'a> {
    parts: Vec<String>,
    values: Vec<SqlParam<'a>>,
}

impl<'a> Conditions<'a> {
    /// The conditions of a search; where a side is given, of its games in which the player had that side.
    fn of(search: &'a GameSearch, side: Option<&str>, values: Vec<SqlParam<'a>>) -> Conditions<'a> {
        let mut conditions = Conditions { parts: Vec::new(), values };
        if !search.with_private {
            conditions.parts.push("entry.is_private = 0".to_owned());
        }
        conditions.add_player(search, side);
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
        conditions.add_optional("entry.number < ", search.before.map(SqlParam::from));
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
    fn add_player(&mut self, search: &'a GameSearch, side: Option<&str>) {
        let player = search.player.as_ref().map(|player| match player {
            PlayerFilter::Id(id) => (self.place(id.into()), "player"),
            PlayerFilter::Name(name) => (self.place(name.into()), "name"),
        });
        let result = |result: &str| format!("entry.result = '{result}'");
        // The conditions for the games of the player's sides.
        let of_sides = |opponent_wins: bool, has_result: bool| {
            let Some((place, column)) = &player else { return "1 = 0".to_owned() };
            let sides = [("white", "black"), ("black", "white")].into_iter();
            let sides = sides.filter(|(own, _)| side.is_none_or(|side| side == *own)).map(|(own, other)| {
                let is_own = format!("entry.{own}_{column} = {place}");
                let winner = if opponent_wins { other } else { own };
                if has_result { format!("({is_own} AND {})", result(winner)) } else { is_own }
            });
            format!("({})", sides.collect::<Vec<_>>().join(" OR "))
        };
        if player.is_some() {
            self.parts.push(of_sides(false, false));
        }
        self.parts.extend(search.result.map(|sought| match sought {
            ResultFilter::White => result("white"),
            ResultFilter::Black => result("black"),
            ResultFilter::Draw => result("draw"),
            ResultFilter::None => result("none"),
            ResultFilter::Won => of_sides(false, true),
            ResultFilter::Lost => of_sides(true, true),
        }));
    }

    /// What is selected from, the columns, and the one that orders them. With a position its hits lead:
    /// they are stored in the order of the answer.
    fn source(&mut self, search: &GameSearch) -> (String, &'static str, &'static str) {
        let columns = "entry.number AS number, CAST(hit.move_number AS BIGINT) AS move_number";
        match search.position.as_deref() {
            None => {
                let columns = "entry.number AS number, CAST(NULL AS BIGINT) AS move_number";
                ("game_index AS entry".to_owned(), columns, "entry.number")
            }
            Some([hash]) => {
                let place = self.place(hash.as_i64().into());
                self.parts.push(format!("hit.hash = {place}"));
                let from = "position_index AS hit JOIN game_index AS entry ON entry.number = hit.number";
                (from.to_owned(), columns, "hit.number")
            }
            Some(hashes) => {
                let places = self.places(hashes);
                let hits = format!(
                    "(SELECT number, min(move_number) AS move_number FROM position_index \
                     WHERE hash IN ({places}) GROUP BY number)"
                );
                let from = format!("{hits} AS hit JOIN game_index AS entry ON entry.number = hit.number");
                (from, columns, "hit.number")
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::{GameSearch, PlayerFilter, ResultFilter, page};
    use crate::PositionHash;

    /// What SQLite does for a page, a step a line.
    fn plan(database: &rusqlite::Connection, search: &GameSearch) -> String {
        let (statement, values) = page(search);
        let values = values.into_iter().map(rusqlite::types::Value::from);
        let mut statement = database.prepare(&format!("EXPLAIN QUERY PLAN {statement}")).unwrap();
        let read = |row: &rusqlite::Row<'_>| row.get::<_, String>("detail");
        let steps = statement.query_map(rusqlite::params_from_iter(values), read).unwrap();
        steps.map(Result::unwrap).collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn page_of_few_among_many_reads_one_index_in_order() {
        let database = rusqlite::Connection::open_in_memory().unwrap();
        let migrations = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations/sqlite");
        let mut files: Vec<_> = migrations.read_dir().unwrap().map(|file| file.unwrap().path()).collect();
        files.sort();
        for file in files {
            database.execute_batch(&std::fs::read_to_string(file).unwrap()).unwrap();
        }
        let long = GameSearch { plies: [Some(100_000), None], count: 50, ..GameSearch::default() };
        let shatranj = GameSearch { rulesets: Some(vec!["shatranj".to_owned()]), ..long.clone() };
        let [name, id] =
            [PlayerFilter::Name("guest".to_owned()), PlayerFilter::Id("abcdefgh23456789".parse().unwrap())]
                .map(|player| GameSearch {
                    player: Some(player),
                    result: Some(ResultFilter::Won),
                    ..long.clone()
                });
        let later = GameSearch { before: Some(7), ..shatranj.clone() };
        for (search, indexes) in [
            (&shatranj, &["game_index_ruleset"][..]),
            (&later, &["game_index_ruleset"]),
            (&name, &["game_index_white_name", "game_index_black_name"]),
            (&id, &["game_index_white_player", "game_index_black_player"]),
        ] {
            let plan = plan(&database, search);
            for index in indexes {
                assert!(plan.contains(&format!("entry USING COVERING INDEX {index}")), "{plan}");
            }
        }
        let start = GameSearch { position: Some(vec![PositionHash::of("start")]), ..long };
        let plan = plan(&database, &start);
        assert!(plan.contains("SEARCH hit USING PRIMARY KEY (hash=?)"), "{plan}");
    }
}
