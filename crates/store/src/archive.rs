//! Archived logs of finished games, one compressed blob per game.
//!
//! A blob is a format version byte followed by a deflated JSON array of `[body, intent]`, exactly
//! as stored in the rows.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use rukh_session::id::GameId;
use rukh_session::wire::event::Seq;
use rukh_session::wire::time::UnixMillis;

use super::row::{self, LogEntry};
use super::sql::{Pool, SqlParam, SqlRow};
use super::{Store, StoreError, sql};

/// Format version of a blob.
const FORMAT_VERSION: u8 = 1;
/// Maximum size of an unpacked log, in bytes.
const MAX_LOG_BYTES: u64 = 256 << 20;

/// Body and intent, as stored.
type StoredEvent = (String, Option<String>);

impl Store {
    /// Archives the logs of at most `most` games that ended before a time; returns how many.
    ///
    /// # Errors
    /// A database error or corrupt data.
    pub async fn archive_games(&self, before: UnixMillis, most: u32) -> Result<u32, StoreError> {
        let statement = "SELECT id FROM game WHERE is_over = 1 AND archived < seq AND updated < $1 \
             ORDER BY updated LIMIT $2";
        let rows = self.readers.fetch(statement, &[before.into(), i64::from(most).into()]).await?;
        let mut packed = 0;
        for row in rows {
            archive_game(&self.readers, &self.writers, &row.get("id")?).await?;
            packed += 1;
        }
        Ok(packed)
    }
}

async fn archive_game(readers: &Pool, writers: &Pool, id: &GameId) -> Result<(), StoreError> {
    let statement = "SELECT seq, body, intent FROM log WHERE game = $1 ORDER BY seq";
    let rows = readers.fetch(statement, &[id.into()]).await?;
    let mut log = load(readers, id).await?.unwrap_or_default();
    for row in &rows {
        let expected = Seq::of_count(log.len()).next();
        match row.get::<Seq>("seq")? {
            seq if seq == expected => log.push((row.get("body")?, row.get("intent")?)),
            seq if seq < expected => {}
            _ => return Err(StoreError::corrupt(id.as_str(), format!("event {expected} is missing"))),
        }
    }
    let (seq, blob) = (Seq::of_count(log.len()), deflate(&row::to_json(&log)?)?);
    let mut work = writers.begin().await?;
    let put = store_archive(&mut work, id, seq, &blob).await;
    work.finish(put).await
}

/// Events appended meanwhile stay rows.
async fn store_archive(
    work: &mut sql::Transaction,
    id: &GameId,
    seq: Seq,
    blob: &[u8],
) -> Result<(), StoreError> {
    let archive = "INSERT INTO archive (game, seq, log) VALUES ($1, $2, $3) \
         ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, log = excluded.log \
         WHERE archive.seq < excluded.seq";
    work.execute(archive, &[id.into(), seq.into(), SqlParam::Bytes(blob)]).await?;
    work.execute("DELETE FROM log WHERE game = $1 AND seq <= $2", &[id.into(), seq.into()]).await?;
    let note = "UPDATE game SET archived = $2 WHERE id = $1 AND archived < $2";
    work.execute(note, &[id.into(), seq.into()]).await.map(drop)
}

/// The archived part of a log after an event, if any.
pub(super) async fn load_after(
    pool: &Pool,
    id: &GameId,
    after: Seq,
) -> Result<Option<Vec<LogEntry>>, StoreError> {
    let Some(log) = load(pool, id).await? else { return Ok(None) };
    let entry = |(body, intent): StoredEvent| Ok((row::event(&body)?, intent));
    log.into_iter().skip(after.count()).map(entry).collect::<Result<_, _>>().map(Some)
}

async fn load(pool: &Pool, id: &GameId) -> Result<Option<Vec<StoredEvent>>, StoreError> {
    let rows = pool.fetch("SELECT log FROM archive WHERE game = $1", &[id.into()]).await?;
    let unpack = |row: &SqlRow| row::from_json("a packed log", &inflate(&row.get::<Vec<u8>>("log")?)?);
    rows.first().map(unpack).transpose()
}

pub(super) fn deflate(text: &str) -> Result<Vec<u8>, StoreError> {
    let mut packer = DeflateEncoder::new(vec![FORMAT_VERSION], Compression::default());
    packer.write_all(text.as_bytes())?;
    Ok(packer.finish()?)
}

pub(super) fn inflate(blob: &[u8]) -> Result<String, StoreError> {
    let broken = |why: String| StoreError::corrupt("a packed log", why);
    match blob.split_first() {
        Some((&FORMAT_VERSION, packed)) => {
            let mut text = String::new();
            let mut unpacker = DeflateDecoder::new(packed).take(MAX_LOG_BYTES);
            unpacker.read_to_string(&mut text).map_err(|error| broken(error.to_string()))?;
            Ok(text)
        }
        Some((form, _)) => Err(broken(format!("its form is {form}, this program knows {FORMAT_VERSION}"))),
        None => Err(broken("it is empty".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::{deflate, inflate};

    #[test]
    fn inflate_inverts_deflate_and_rejects_garbage() {
        let packed = deflate("some text").unwrap();
        assert_eq!(inflate(&packed).unwrap(), "some text");
        assert!(inflate(&[]).is_err());
        assert!(inflate(&[9, 1, 2]).is_err());
        assert!(inflate(&packed[..packed.len() / 2]).is_err());
    }
}
