//! Backups: all data as portable text, restorable into either database.
//!
//! NDJSON: a header, then for each table a line with its columns and a line per row, and at the end
//! a line with the row count, so that a truncated backup is detected. Node state is not included:
//! when restored, live games count as orphaned since the backup was made.

use std::io::{BufRead, Write};

use serde_json::{Value as Json, json};

use super::StoreError;
use super::backend::{Backend, StorageLocation};
use super::migrations::{self, OLDEST_SCHEMA_VERSION, SCHEMA_VERSION};
use super::row::JsonRows;
use super::sql::{BatchRows, Pool, SqlParam, SqlRow, Transaction};
use crate::clock;
use crate::hex::to_hex;
use crate::wire::time::UnixMillis;

/// Kind named in the header.
const MAGIC: &str = "backup";
/// Owner of live games restored from a backup.
const BACKUP_INCARNATION: &str = "backup";
/// Rows read at once.
const PAGE_ROWS: i64 = 500;
/// Rows written at once.
const MAX_ROWS: u64 = 500;
/// Approximate bytes written at once.
const MAX_BYTES: usize = 1 << 20;

/// Type of a column.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ColumnType {
    Text,
    Int,
    /// Bytes; hexadecimal in a backup.
    Bytes,
}

use ColumnType::{Bytes, Int, Text};

/// A column: its name, its type and the version of the tables that added it.
type ColumnSpec = (&'static str, ColumnType, i64);

/// Version of the columns that every backup has.
const FIRST: i64 = OLDEST_SCHEMA_VERSION;

/// A table of the backup; its key columns come first, and columns that were added later come last.
struct TableSpec {
    name: &'static str,
    keys: usize,
    columns: &'static [ColumnSpec],
}

const TABLES: [TableSpec; 10] = [
    TableSpec {
        name: "game",
        keys: 1,
        columns: &[
            ("id", Text, FIRST),
            ("instance", Text, FIRST),
            ("hash", Text, FIRST),
            ("ruleset_name", Text, FIRST),
            ("skin", Text, FIRST),
            ("white", Text, FIRST),
            ("black", Text, FIRST),
            ("white_player", Text, FIRST),
            ("black_player", Text, FIRST),
            ("time", Text, FIRST),
            ("manner", Text, FIRST),
            ("is_private", Int, FIRST),
            ("server_seed", Text, FIRST),
            ("start_fen", Text, FIRST),
            ("phase", Text, FIRST),
            ("is_over", Int, FIRST),
            ("result", Text, FIRST),
            ("started", Int, FIRST),
            ("updated", Int, FIRST),
            ("plies", Int, FIRST),
            ("deadline", Int, FIRST),
            ("seq", Int, FIRST),
            ("asides", Int, FIRST),
            ("archived", Int, FIRST),
            ("epoch", Int, FIRST),
            ("turn", Text, 3),
        ],
    },
    TableSpec {
        name: "log",
        keys: 2,
        columns: &[
            ("game", Text, FIRST),
            ("seq", Int, FIRST),
            ("body", Text, FIRST),
            ("intent", Text, FIRST),
        ],
    },
    TableSpec {
        name: "aside",
        keys: 2,
        columns: &[("game", Text, FIRST), ("n", Int, FIRST), ("at", Int, FIRST), ("body", Text, FIRST)],
    },
    TableSpec {
        name: "archive",
        keys: 1,
        columns: &[("game", Text, FIRST), ("seq", Int, FIRST), ("log", Bytes, FIRST)],
    },
    TableSpec {
        name: "seek",
        keys: 1,
        columns: &[
            ("id", Text, FIRST),
            ("by_player", Text, FIRST),
            ("body", Text, FIRST),
            ("is_private", Int, FIRST),
            ("created", Int, FIRST),
            ("expires", Int, FIRST),
            ("alive", Int, FIRST),
            ("game", Text, FIRST),
            ("origin", Text, 4),
        ],
    },
    TableSpec { name: "secret", keys: 1, columns: &[("name", Text, FIRST), ("value", Text, FIRST)] },
    TableSpec {
        name: "ruleset",
        keys: 2,
        columns: &[("hash", Text, 4), ("instance", Text, 4), ("text", Text, 4)],
    },
    TableSpec {
        name: "player_input",
        keys: 2,
        columns: &[
            ("game", Text, 4),
            ("side", Text, 4),
            ("n", Int, 4),
            ("at", Int, 4),
            ("premoves", Text, 4),
            ("seed", Text, 4),
        ],
    },
    TableSpec {
        name: "push_subscription",
        keys: 1,
        columns: &[
            ("id", Text, 6),
            ("guest", Text, 6),
            ("endpoint", Text, 6),
            ("p256dh", Text, 6),
            ("auth", Text, 6),
            ("locale", Text, 6),
            ("created", Int, 6),
            ("renewed", Int, 6),
        ],
    },
    TableSpec {
        name: "review",
        keys: 1,
        columns: &[("game", Text, 7), ("seq", Int, 7), ("format", Int, 7), ("body", Bytes, 7)],
    },
];

impl TableSpec {
    /// The columns that tables of a version have.
    fn columns(&self, version: i64) -> impl Iterator<Item = &'static ColumnSpec> {
        self.columns.iter().filter(move |(.., since)| *since <= version)
    }

    /// Their names; empty if there is no such table.
    fn names(&self, version: i64) -> Vec<&'static str> {
        self.columns(version).map(|(name, ..)| *name).collect()
    }

    /// Query for the next rows after a key, or the first ones.
    fn select(&self, version: i64, is_first: bool) -> String {
        let names = self.names(version);
        let (names, keys) = (names.join(", "), names[..self.keys].join(", "));
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
        let column = |(place, (_, kind, _)): (usize, &ColumnSpec)| match kind {
            Text => format!("value->>{place}"),
            Int => format!("CAST(value->>{place} AS BIGINT)"),
            Bytes => format!("{bytes}{place}{hexadecimal}"),
        };
        let columns: Vec<String> = self.columns.iter().enumerate().map(column).collect();
        let names = self.names(SCHEMA_VERSION).join(", ");
        format!("INSERT INTO {} ({names}) SELECT {} FROM {{each}}", self.name, columns.join(", "))
    }

    fn row(&self, version: i64, line: &SqlRow) -> Result<Vec<Json>, StoreError> {
        let cell = |(name, kind, _): &ColumnSpec| {
            Ok(match kind {
                Text => line.get::<Option<String>>(name)?.into(),
                Int => line.get::<Option<i64>>(name)?.into(),
                Bytes => to_hex(&line.get::<Vec<u8>>(name)?).into(),
            })
        };
        self.columns(version).map(cell).collect()
    }
}

/// Writes a consistent snapshot; returns the number of rows.
pub(super) async fn write(pool: &Pool, mut out: impl Write) -> Result<u64, StoreError> {
    let mut work = pool.begin_read_only().await?;
    if matches!(pool, Pool::Postgres(_)) {
        // The receiver may be slow.
        work.script("SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0")
            .await?;
    }
    let version = migrations::readable_version(&mut work).await?.min(SCHEMA_VERSION);
    writeln!(out, "{}", json!({ "rukh": MAGIC, "version": version, "made": clock::now() }))?;
    let mut count = 0;
    for table in TABLES.iter().filter(|table| !table.names(version).is_empty()) {
        writeln!(out, "{}", json!({ "table": table.name, "columns": table.names(version) }))?;
        count += write_table(&mut work, table, version, &mut out).await?;
    }
    writeln!(out, "{}", json!({ "end": count }))?;
    out.flush()?;
    work.commit().await?;
    Ok(count)
}

async fn write_table(
    work: &mut Transaction,
    table: &TableSpec,
    version: i64,
    out: &mut impl Write,
) -> Result<u64, StoreError> {
    let (mut count, mut last): (u64, Option<Vec<Json>>) = (0, None);
    loop {
        let mut values = vec![SqlParam::from(PAGE_ROWS)];
        for key in last.iter().flat_map(|row| &row[..table.keys]) {
            values.push(match key {
                Json::String(text) => text.into(),
                key => SqlParam::Int(key.as_i64()),
            });
        }
        let page = work.fetch(table.select(version, last.is_none()), &values).await?;
        for sql_row in &page {
            let row = table.row(version, sql_row)?;
            serde_json::to_writer(&mut *out, &row).map_err(std::io::Error::from)?;
            writeln!(out)?;
            last = Some(row);
            count += 1;
        }
        if page.len() < usize::try_from(PAGE_ROWS).unwrap_or(usize::MAX) {
            return Ok(count);
        }
    }
}

/// Restores a backup into an empty database; returns the number of rows.
pub(super) async fn read(place: &StorageLocation, input: impl BufRead) -> Result<u64, StoreError> {
    let backend = Backend::open(place).await?;
    let read = restore_into(&backend.writers, input).await;
    backend.close().await;
    read
}

async fn restore_into(pool: &Pool, input: impl BufRead) -> Result<u64, StoreError> {
    let mut work = pool.begin().await?;
    let filled = async {
        if matches!(pool, Pool::Postgres(_)) {
            let patient =
                "SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0";
            work.script(patient).await?;
        }
        for table in &TABLES {
            let any = work.fetch(format!("SELECT 1 FROM {} LIMIT 1", table.name), &[]).await?;
            if !any.is_empty() {
                return Err(StoreError::NotEmpty);
            }
        }
        let mut reader = BackupReader {
            work: &mut work,
            pool,
            version: 0,
            table: None,
            rows: JsonRows::default(),
            count: 0,
        };
        reader.read(input).await
    };
    let filled = filled.await;
    work.finish(filled).await
}

fn line_error(number: usize, what: impl std::fmt::Display) -> StoreError {
    StoreError::Backup(format!("line {}: {what}", number + 1))
}

struct BackupReader<'a> {
    work: &'a mut Transaction,
    pool: &'a Pool,
    /// Version of the tables that were backed up.
    version: i64,
    /// Current table.
    table: Option<&'static TableSpec>,
    rows: JsonRows,
    count: u64,
}

impl BackupReader<'_> {
    async fn read(&mut self, input: impl BufRead) -> Result<u64, StoreError> {
        let (mut made, mut end) = (None, None);
        for (number, line) in input.lines().enumerate() {
            let line: Json = serde_json::from_str(&line?).map_err(|error| line_error(number, error))?;
            if end.is_some() {
                return Err(line_error(number, "there is something after the end"));
            }
            match line {
                Json::Array(row) => self.row(row).await.map_err(|error| at_line(number, error))?,
                head if number == 0 => {
                    let (version, time) = parse_header(&head)?;
                    self.version = version;
                    made = Some(time);
                }
                _ if made.is_none() => break,
                end_line if end_line.get("end").is_some() => {
                    end = Some(end_line["end"].as_u64());
                    self.write().await.map_err(|error| at_line(number, error))?;
                }
                head => self.begin(&head).await.map_err(|error| at_line(number, error))?,
            }
        }
        let made = made.ok_or_else(|| StoreError::Backup("this is no backup of rukh".to_owned()))?;
        match end {
            None => Err(StoreError::Backup("it was cut off: there is no last line".to_owned())),
            Some(count) if count != Some(self.count) => {
                Err(StoreError::Backup(format!("its last line does not count {} rows", self.count)))
            }
            Some(_) => self.mark_orphaned(made).await.map(|()| self.count),
        }
    }

    /// Begins a table.
    async fn begin(&mut self, head: &Json) -> Result<(), StoreError> {
        self.write().await?;
        let table = TABLES.iter().find(|table| head["table"] == table.name);
        let Some(table) = table.filter(|table| head["columns"] == json!(table.names(self.version))) else {
            return Err(StoreError::Backup("no such table, or not these columns".to_owned()));
        };
        self.table = Some(table);
        Ok(())
    }

    async fn row(&mut self, mut row: Vec<Json>) -> Result<(), StoreError> {
        let Some(table) = self.table.filter(|table| table.names(self.version).len() == row.len()) else {
            return Err(StoreError::Backup("the row does not fit its table".to_owned()));
        };
        row.resize(table.columns.len(), Json::Null);
        self.rows.push(&row)?;
        self.count += 1;
        if self.rows.count() >= MAX_ROWS || self.rows.byte_count() >= MAX_BYTES {
            self.write().await?;
        }
        Ok(())
    }

    /// Inserts the buffered rows.
    async fn write(&mut self) -> Result<(), StoreError> {
        let (Some(table), Some(rows)) = (self.table, std::mem::take(&mut self.rows).finish()) else {
            return Ok(());
        };
        self.work.execute(table.insert(self.pool), &[(&rows).into()]).await.map(drop)
    }

    /// Marks live games as orphaned since the backup was made.
    async fn mark_orphaned(&mut self, made: UnixMillis) -> Result<(), StoreError> {
        let node = "INSERT INTO node (life, id, address, seen, expires) VALUES ($1, $1, '', $2, $2)";
        self.work.execute(node, &[BACKUP_INCARNATION.into(), made.into()]).await?;
        let left = "UPDATE game SET owner = $1 WHERE is_over = 0";
        self.work.execute(left, &[BACKUP_INCARNATION.into()]).await.map(drop)
    }
}

/// Adds the line number to an error.
fn at_line(number: usize, error: StoreError) -> StoreError {
    match error {
        StoreError::Backup(what) => line_error(number, what),
        error if error.is_row_error() => line_error(number, format!("up to here: {error}")),
        error => error,
    }
}

/// Version and creation time of a backup with a known version.
fn parse_header(head: &Json) -> Result<(i64, UnixMillis), StoreError> {
    let refused = |what: String| Err(StoreError::Backup(what));
    match (head["rukh"] == MAGIC, head["version"].as_i64(), head["made"].as_u64()) {
        (true, Some(version @ OLDEST_SCHEMA_VERSION..=SCHEMA_VERSION), Some(made)) => {
            Ok((version, UnixMillis::new(made)))
        }
        (true, Some(version), _) => {
            refused(format!("its version is {version}, this program knows {SCHEMA_VERSION}"))
        }
        _ => refused("this is no backup of rukh".to_owned()),
    }
}
