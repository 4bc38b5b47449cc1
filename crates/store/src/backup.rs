//! Backups: all data as portable text, restorable into either database.
//!
//! NDJSON: a header, then for each table a line with its columns and a line per row, and at the end
//! a line with the row count, so that a truncated backup is detected. Node state is not included:
//! when restored, live games count as orphaned since the backup was made.

use std::io::{BufRead, Write};

use rukh_session::wire::time::UnixMillis;
use serde_json::{Value as Json, json};

use tables::ColumnType::{Bytes, Int, Text};
use tables::{ColumnSpec, TABLES, TableSpec};

use super::backend::{Backend, StorageLocation};
use super::row::to_json;
use super::sql::{Pool, SqlDialect, SqlParam, SqlRow, Transaction};
use super::{Store, StoreError, migrations, outbox};
use crate::clock;

mod tables;

/// Version named in the header.
const VERSION: i64 = 1;
/// Kind named in the header.
const MAGIC: &str = "backup";
/// Owner of live games restored from a backup.
const BACKUP_INCARNATION: &str = "backup";
/// Rows read at once.
const PAGE_ROWS: i64 = 500;
/// Rows written at once.
const MAX_ROWS: usize = 500;
/// Approximate bytes written at once.
const MAX_BYTES: usize = 1 << 20;

impl TableSpec {
    fn names(&self) -> Vec<&'static str> {
        self.columns.iter().map(|(name, _)| *name).collect()
    }

    /// Query for the next rows after a key, or the first ones.
    fn select(&self, is_first: bool) -> String {
        let names = self.names();
        let (names, keys) = (names.join(", "), names[..self.keys].join(", "));
        let places: Vec<String> = (2..self.keys + 2).map(|place| format!("${place}")).collect();
        let after = match is_first {
            true => String::new(),
            false => format!("WHERE ({keys}) > ({})", places.join(", ")),
        };
        format!("SELECT {names} FROM {} {after} ORDER BY {keys} LIMIT $1", self.name)
    }

    fn insert(&self, dialect: SqlDialect) -> String {
        let [unhex, end] = dialect.choose(["unhex(", ")"], ["decode(", ", 'hex')"]);
        let column = |(name, kind): &ColumnSpec| match kind {
            Text => format!("value->>'{name}'"),
            Int => format!("CAST(value->>'{name}' AS BIGINT)"),
            Bytes => format!("{unhex}value->>'{name}'{end}"),
        };
        let columns: Vec<String> = self.columns.iter().map(column).collect();
        let rows = dialect.choose("json_each($1)", "json_array_elements(CAST($1 AS json)) AS each (value)");
        let names = self.names().join(", ");
        format!("INSERT INTO {} ({names}) SELECT {} FROM {rows}", self.name, columns.join(", "))
    }

    fn row(&self, line: &SqlRow) -> Result<Vec<Json>, StoreError> {
        let cell = |(name, kind): &ColumnSpec| {
            Ok(match kind {
                Text => line.get::<Option<String>>(name)?.into(),
                Int => line.get::<Option<i64>>(name)?.into(),
                Bytes => hex::encode(&line.get::<Vec<u8>>(name)?).into(),
            })
        };
        self.columns.iter().map(cell).collect()
    }
}

impl Store {
    /// Writes a backup from one consistent snapshot; returns the number of rows. A server may be
    /// running meanwhile. The backup contains the secrets of site and games.
    ///
    /// # Errors
    /// The store does not exist, or a database or I/O error.
    pub async fn backup_offline(place: &StorageLocation, out: impl Write) -> Result<u64, StoreError> {
        let backend = Backend::open_read_only(place).await?;
        let written = write(&backend.readers, out).await;
        backend.close().await;
        written
    }

    /// As [`Store::backup_offline`], for an open store.
    ///
    /// # Errors
    /// As [`Store::backup_offline`].
    #[cfg(test)]
    pub async fn backup(&self, out: impl Write) -> Result<u64, StoreError> {
        write(&self.readers, out).await
    }

    /// Restores a backup into an empty database, all or nothing; returns the number of rows.
    ///
    /// # Errors
    /// The database is not empty, or the backup is malformed.
    pub async fn restore(place: &StorageLocation, input: impl BufRead) -> Result<u64, StoreError> {
        let backend = Backend::open(place).await?;
        let read = restore_into(&backend.writers, input).await;
        backend.close().await;
        read
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
    migrations::check_readable(&mut work).await?;
    writeln!(out, "{}", json!({ "rukh": MAGIC, "version": VERSION, "made": clock::now() }))?;
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

async fn write_table(
    work: &mut Transaction,
    table: &TableSpec,
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
        let page = work.fetch(table.select(last.is_none()), &values).await?;
        for sql_row in &page {
            let row = table.row(sql_row)?;
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
        let mut reader = BackupReader { work: &mut work, table: None, rows: Vec::new(), bytes: 0, count: 0 };
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
    /// Current table, and how many of its columns the backup has.
    table: Option<(&'static TableSpec, usize)>,
    /// Rows to be written, by the names of their columns.
    rows: Vec<Json>,
    /// Length of their lines.
    bytes: usize,
    count: u64,
}

impl BackupReader<'_> {
    async fn read(&mut self, input: impl BufRead) -> Result<u64, StoreError> {
        let (mut made, mut end) = (None, None);
        for (number, line) in input.lines().enumerate() {
            let line = line?;
            self.bytes += line.len();
            let line: Json = serde_json::from_str(&line).map_err(|error| line_error(number, error))?;
            if end.is_some() {
                return Err(line_error(number, "there is something after the end"));
            }
            match line {
                Json::Array(row) => self.row(row).await.map_err(|error| at_line(number, error))?,
                head if number == 0 => made = Some(parse_header(&head)?),
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
        let columns = head["columns"].as_array().map(Vec::as_slice).unwrap_or_default();
        let is_known = |table: &&TableSpec| {
            let names = table.names();
            columns.len() >= table.keys
                && columns.len() <= names.len()
                && columns.iter().zip(names).all(|(column, name)| column == name)
        };
        let Some(table) = table.filter(is_known) else {
            return Err(StoreError::Backup("no such table, or not these columns".to_owned()));
        };
        self.table = Some((table, columns.len()));
        Ok(())
    }

    async fn row(&mut self, row: Vec<Json>) -> Result<(), StoreError> {
        let Some((table, _)) = self.table.filter(|(_, columns)| *columns == row.len()) else {
            return Err(StoreError::Backup("the row does not fit its table".to_owned()));
        };
        let names = table.names().into_iter().map(str::to_owned);
        self.rows.push(names.zip(row).collect());
        self.count += 1;
        if self.rows.len() >= MAX_ROWS || self.bytes >= MAX_BYTES {
            self.write().await?;
        }
        Ok(())
    }

    /// Inserts the buffered rows.
    async fn write(&mut self) -> Result<(), StoreError> {
        self.bytes = 0;
        let rows = std::mem::take(&mut self.rows);
        let Some((table, _)) = self.table.filter(|_| !rows.is_empty()) else { return Ok(()) };
        let statement = table.insert(self.work.dialect());
        self.work.execute(statement, &[(&to_json(&rows)?).into()]).await.map(drop)
    }

    /// Marks live games as orphaned since the backup was made; what is made of finished ones is made anew.
    async fn mark_orphaned(&mut self, made: UnixMillis) -> Result<(), StoreError> {
        let node = "INSERT INTO node (life, id, seen, expires) VALUES ($1, $1, $2, $2)";
        self.work.execute(node, &[BACKUP_INCARNATION.into(), made.into()]).await?;
        let left = "UPDATE game SET owner = $1 WHERE is_over = 0";
        self.work.execute(left, &[BACKUP_INCARNATION.into()]).await?;
        outbox::reset(self.work).await
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

/// Creation time of a backup with a known version.
fn parse_header(head: &Json) -> Result<UnixMillis, StoreError> {
    let refused = |what: String| Err(StoreError::Backup(what));
    match (head["rukh"] == MAGIC, head["version"].as_i64(), head["made"].as_u64()) {
        (true, Some(VERSION), Some(made)) => Ok(UnixMillis::new(made)),
        (true, Some(version), _) => {
            refused(format!("its version is {version}, this program knows {VERSION}"))
        }
        _ => refused("this is no backup of rukh".to_owned()),
    }
}
