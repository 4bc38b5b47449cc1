//! Everything in one portable text, readable into either database.
//!
//! ND-JSON: a line that says what it is, then for each table a line with its
//! columns and a line for each row, and at the end a line with their number, so
//! that a text that was cut off is known. Who is up is not part of it: games
//! under way are told, when read, to have been left when the backup was made.

use std::io::{BufRead, Write};

use serde_json::{Value as Json, json};

use super::StoreError;
use super::backend::{Ground, OLDEST, Place, VERSION};
use super::row::{Rows, hex};
use super::sql::{Line, Pool, Value, Work};
use crate::clock::now_ms;

/// What the first line calls itself.
const TITLE: &str = "backup";
/// The owner of games that were read from a backup.
const LIFE: &str = "backup";
/// Rows read at once.
const PAGE: i64 = 500;
/// Rows written at once.
const MOST: u64 = 500;
/// Bytes written at once, roughly.
const MOST_BYTES: usize = 1 << 20;

/// What a column holds.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Text,
    Int,
    /// Bytes; in a backup, hexadecimal.
    Bytes,
}

use Kind::{Bytes, Int, Text};

/// A table as it is backed up: the columns that name a row come first.
struct Table {
    name: &'static str,
    keys: usize,
    columns: &'static [(&'static str, Kind)],
    /// How many of the last columns backups of the oldest version lack.
    added: usize,
}

const TABLES: [Table; 6] = [
    Table {
        name: "game",
        keys: 1,
        columns: &[
            ("id", Text),
            ("instance", Text),
            ("hash", Text),
            ("ruleset_name", Text),
            ("skin", Text),
            ("white", Text),
            ("black", Text),
            ("white_player", Text),
            ("black_player", Text),
            ("time", Text),
            ("manner", Text),
            ("is_private", Int),
            ("server_seed", Text),
            ("start_fen", Text),
            ("phase", Text),
            ("is_over", Int),
            ("result", Text),
            ("started", Int),
            ("updated", Int),
            ("plies", Int),
            ("deadline", Int),
            ("seq", Int),
            ("asides", Int),
            ("archived", Int),
            ("epoch", Int),
            ("turn", Text),
        ],
        added: 1,
    },
    Table {
        name: "log",
        keys: 2,
        columns: &[("game", Text), ("seq", Int), ("body", Text), ("intent", Text)],
        added: 0,
    },
    Table {
        name: "aside",
        keys: 2,
        columns: &[("game", Text), ("n", Int), ("at", Int), ("body", Text)],
        added: 0,
    },
    Table { name: "archive", keys: 1, columns: &[("game", Text), ("seq", Int), ("log", Bytes)], added: 0 },
    Table {
        name: "seek",
        keys: 1,
        columns: &[
            ("id", Text),
            ("by_player", Text),
            ("body", Text),
            ("is_private", Int),
            ("created", Int),
            ("expires", Int),
            ("alive", Int),
            ("game", Text),
        ],
        added: 0,
    },
    Table { name: "secret", keys: 1, columns: &[("name", Text), ("value", Text)], added: 0 },
];

impl Table {
    fn names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|(name, _)| *name).collect()
    }

    /// The next rows after a key, or the first.
    fn select(&self, is_first: bool) -> String {
        let (names, keys) = (self.names().join(", "), self.names()[..self.keys].join(", "));
        let places: Vec<String> = (2..self.keys + 2).map(|place| format!("${place}")).collect();
        let after = match is_first {
            true => String::new(),
            false => format!("WHERE ({keys}) > ({})", places.join(", ")),
        };
        format!("SELECT {names} FROM {} {after} ORDER BY {keys} LIMIT $1", self.name)
    }

    fn insert(&self, pool: &Pool) -> String {
        let bytes = match pool {
            Pool::Sqlite(_) => "unhex(value->>",
            Pool::Postgres(_) => "decode(value->>",
        };
        let hexadecimal = match pool {
            Pool::Sqlite(_) => ")",
            Pool::Postgres(_) => ", 'hex')",
        };
        let column = |(place, (_, kind)): (usize, &(&str, Kind))| match kind {
            Text => format!("value->>{place}"),
            Int => format!("CAST(value->>{place} AS BIGINT)"),
            Bytes => format!("{bytes}{place}{hexadecimal}"),
        };
        let columns: Vec<String> = self.columns.iter().enumerate().map(column).collect();
        let names = self.names().join(", ");
        format!("INSERT INTO {} ({names}) SELECT {} FROM {{each}}", self.name, columns.join(", "))
    }

    fn row(&self, line: &Line) -> Result<Vec<Json>, StoreError> {
        let cell = |(name, kind): &(&str, Kind)| {
            Ok(match kind {
                Text => line.get::<Option<String>>(name)?.into(),
                Int => line.get::<Option<i64>>(name)?.into(),
                Bytes => hex(&line.get::<Vec<u8>>(name)?).into(),
            })
        };
        self.columns.iter().map(cell).collect()
    }
}

/// Writes everything as it is at one moment; answers how many rows.
pub(super) async fn write(pool: &Pool, mut out: impl Write) -> Result<u64, StoreError> {
    let mut work = pool.snapshot().await?;
    if matches!(pool, Pool::Postgres(_)) {
        // Whoever we write to may be slow.
        work.script("SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0")
            .await?;
    }
    writeln!(out, "{}", json!({ "rukh": TITLE, "version": VERSION, "made": now_ms() }))?;
    let mut count = 0;
    for table in &TABLES {
        writeln!(out, "{}", json!({ "table": table.name, "columns": table.names() }))?;
        count += write_table(&mut work, table, &mut out).await?;
    }
    writeln!(out, "{}", json!({ "end": count }))?;
    out.flush()?;
    work.commit().await?;
    Ok(count)
}

async fn write_table(work: &mut Work, table: &Table, out: &mut impl Write) -> Result<u64, StoreError> {
    let (mut count, mut last): (u64, Option<Vec<Json>>) = (0, None);
    loop {
        let mut values = vec![Value::from(PAGE)];
        for key in last.iter().flat_map(|row| &row[..table.keys]) {
            values.push(match key {
                Json::String(text) => text.into(),
                key => Value::Int(key.as_i64()),
            });
        }
        let lines = work.rows(table.select(last.is_none()), &values).await?;
        for line in &lines {
            let row = table.row(line)?;
            serde_json::to_writer(&mut *out, &row).map_err(std::io::Error::from)?;
            writeln!(out)?;
            last = Some(row);
            count += 1;
        }
        if lines.len() < usize::try_from(PAGE).unwrap_or(usize::MAX) {
            return Ok(count);
        }
    }
}

/// Reads a backup into an empty database; answers how many rows.
pub(super) async fn read(place: &Place, input: impl BufRead) -> Result<u64, StoreError> {
    let ground = Ground::reach(place).await?;
    let read = fill(&ground.writers, input).await;
    ground.close().await;
    read
}

async fn fill(pool: &Pool, input: impl BufRead) -> Result<u64, StoreError> {
    let mut work = pool.begin().await?;
    let filled = async {
        if matches!(pool, Pool::Postgres(_)) {
            let patient =
                "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0";
            work.script(patient).await?;
        }
        for table in &TABLES {
            let any = work.rows(format!("SELECT 1 FROM {} LIMIT 1", table.name), &[]).await?;
            if !any.is_empty() {
                return Err(StoreError::NotEmpty);
            }
        }
        let mut reader = Reader { work: &mut work, pool, table: None, rows: Rows::default(), count: 0 };
        reader.read(input).await
    };
    let filled = filled.await;
    work.end(filled).await
}

fn wrong(number: usize, what: impl std::fmt::Display) -> StoreError {
    StoreError::Backup(format!("line {}: {what}", number + 1))
}

struct Reader<'a> {
    work: &'a mut Work,
    pool: &'a Pool,
    /// The table whose rows are being read.
    table: Option<&'static Table>,
    rows: Rows,
    count: u64,
}

impl Reader<'_> {
    async fn read(&mut self, input: impl BufRead) -> Result<u64, StoreError> {
        let (mut made, mut end) = (None, None);
        for (number, line) in input.lines().enumerate() {
            let line: Json = serde_json::from_str(&line?).map_err(|error| wrong(number, error))?;
            if end.is_some() {
                return Err(wrong(number, "there is something after the end"));
            }
            match line {
                Json::Array(row) => self.row(row).await.map_err(|error| placed(number, error))?,
                head if number == 0 => made = Some(title(&head)?),
                _ if made.is_none() => break,
                end_line if end_line.get("end").is_some() => {
                    end = Some(end_line["end"].as_u64());
                    self.write().await.map_err(|error| placed(number, error))?;
                }
                head => self.begin(&head).await.map_err(|error| placed(number, error))?,
            }
        }
        let made = made.ok_or_else(|| StoreError::Backup("this is no backup of rukh".to_owned()))?;
        match end {
            None => Err(StoreError::Backup("it was cut off: there is no last line".to_owned())),
            Some(count) if count != Some(self.count) => {
                Err(StoreError::Backup(format!("its last line does not count {} rows", self.count)))
            }
            Some(_) => self.orphan(made).await.map(|()| self.count),
        }
    }

    /// A table begins.
    async fn begin(&mut self, head: &Json) -> Result<(), StoreError> {
        self.write().await?;
        let table = TABLES.iter().find(|table| head["table"] == table.name);
        let fits = |table: &&Table| {
            let names = table.names();
            head["columns"] == json!(names) || head["columns"] == json!(names[..names.len() - table.added])
        };
        let Some(table) = table.filter(fits) else {
            return Err(StoreError::Backup("no such table, or not these columns".to_owned()));
        };
        self.table = Some(table);
        Ok(())
    }

    async fn row(&mut self, mut row: Vec<Json>) -> Result<(), StoreError> {
        let (least, most) = self.table.map_or((1, 0), |table| {
            let most = table.columns.len();
            (most - table.added, most)
        });
        if !(least..=most).contains(&row.len()) {
            return Err(StoreError::Backup("the row does not fit its table".to_owned()));
        }
        row.resize(most, Json::Null);
        self.rows.push(&row)?;
        self.count += 1;
        if self.rows.count() >= MOST || self.rows.byte_count() >= MOST_BYTES {
            self.write().await?;
        }
        Ok(())
    }

    /// Writes the rows that have gathered.
    async fn write(&mut self) -> Result<(), StoreError> {
        let (Some(table), Some(rows)) = (self.table, std::mem::take(&mut self.rows).finish()) else {
            return Ok(());
        };
        self.work.run(table.insert(self.pool), &[(&rows).into()]).await.map(drop)
    }

    /// Games under way were left when the backup was made.
    async fn orphan(&mut self, made: u64) -> Result<(), StoreError> {
        let node = "INSERT INTO node (life, id, address, seen, expires) VALUES ($1, $1, '', $2, $2)";
        self.work.run(node, &[LIFE.into(), made.into()]).await?;
        let left = "UPDATE game SET owner = $1 WHERE is_over = 0";
        self.work.run(left, &[LIFE.into()]).await.map(drop)
    }
}

/// Where it was when something was wrong with the backup.
fn placed(number: usize, error: StoreError) -> StoreError {
    match error {
        StoreError::Backup(what) => wrong(number, what),
        error if error.is_about_rows() => wrong(number, format!("up to here: {error}")),
        error => error,
    }
}

/// When the backup was made, if it is one that this program knows.
fn title(head: &Json) -> Result<u64, StoreError> {
    let refused = |what: String| Err(StoreError::Backup(what));
    match (head["rukh"] == TITLE, head["version"].as_i64(), head["made"].as_u64()) {
        (true, Some(OLDEST..=VERSION), Some(made)) => Ok(made),
        (true, Some(version), _) => {
            refused(format!("its version is {version}, this program knows {VERSION}"))
        }
        _ => refused("this is no backup of rukh".to_owned()),
    }
}
