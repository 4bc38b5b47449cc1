//! The logs of finished games, each packed into one piece.
//!
//! A packed log is a byte for the version of its form, then, deflated, a JSON
//! array of `[body, intent]` exactly as they stood in the rows.

use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

use super::row::{self, Entry};
use super::sql::{Line, Pool, Value};
use super::{StoreError, sql};

/// The form of a packed log.
const FORM: u8 = 1;
/// The longest log there can be, in bytes; a longer one is not a log.
const LONGEST: u64 = 256 << 20;

/// Body and intent, as they are stored.
type Stored = (String, Option<String>);

/// Packs the logs of games that ended before a moment; answers how many.
pub(super) async fn compact(
    readers: &Pool,
    writers: &Pool,
    before: u64,
    most: u32,
) -> Result<u32, StoreError> {
    let statement = "SELECT id FROM game WHERE is_over = 1 AND archived < seq AND updated < $1 \
         ORDER BY updated LIMIT $2";
    let lines = readers.rows(statement, &[before.into(), i64::from(most).into()]).await?;
    let mut packed = 0;
    for line in lines {
        pack(readers, writers, &line.get::<String>("id")?).await?;
        packed += 1;
    }
    Ok(packed)
}

async fn pack(readers: &Pool, writers: &Pool, id: &str) -> Result<(), StoreError> {
    let statement = "SELECT seq, body, intent FROM log WHERE game = $1 ORDER BY seq";
    let lines = readers.rows(statement, &[id.into()]).await?;
    let mut log = stored(readers, id).await?.unwrap_or_default();
    for line in &lines {
        let expected = log.len() as u64 + 1;
        match line.count("seq")? {
            seq if seq == expected => log.push((line.get("body")?, line.get("intent")?)),
            seq if seq < expected => {}
            _ => return Err(StoreError::broken(id, format!("event {expected} is missing"))),
        }
    }
    let (seq, blob) = (log.len() as u64, deflate(&row::json(&log)?)?);
    let mut work = writers.begin().await?;
    let put = put(&mut work, id, seq, &blob).await;
    work.end(put).await
}

/// Events that were appended meanwhile stay rows.
async fn put(work: &mut sql::Work, id: &str, seq: u64, blob: &[u8]) -> Result<(), StoreError> {
    let archive = "INSERT INTO archive (game, seq, log) VALUES ($1, $2, $3) \
         ON CONFLICT (game) DO UPDATE SET seq = excluded.seq, log = excluded.log \
         WHERE archive.seq < excluded.seq";
    work.run(archive, &[id.into(), seq.into(), Value::Bytes(blob)]).await?;
    work.run("DELETE FROM log WHERE game = $1 AND seq <= $2", &[id.into(), seq.into()]).await?;
    let note = "UPDATE game SET archived = $2 WHERE id = $1 AND archived < $2";
    work.run(note, &[id.into(), seq.into()]).await.map(drop)
}

/// What stands packed of a log after an event, if any of it is.
pub(super) async fn archived(pool: &Pool, id: &str, after: u64) -> Result<Option<Vec<Entry>>, StoreError> {
    let Some(log) = stored(pool, id).await? else { return Ok(None) };
    let seen = usize::try_from(after).unwrap_or(usize::MAX);
    let entry = |(body, intent): Stored| Ok((row::read("a packed event", &body)?, intent));
    log.into_iter().skip(seen).map(entry).collect::<Result<_, _>>().map(Some)
}

async fn stored(pool: &Pool, id: &str) -> Result<Option<Vec<Stored>>, StoreError> {
    let lines = pool.rows("SELECT log FROM archive WHERE game = $1", &[id.into()]).await?;
    let unpack = |line: &Line| row::read("a packed log", &inflate(&line.get::<Vec<u8>>("log")?)?);
    lines.first().map(unpack).transpose()
}

fn deflate(text: &str) -> Result<Vec<u8>, StoreError> {
    let mut packer = DeflateEncoder::new(vec![FORM], Compression::default());
    packer.write_all(text.as_bytes())?;
    Ok(packer.finish()?)
}

fn inflate(blob: &[u8]) -> Result<String, StoreError> {
    let broken = |why: String| StoreError::broken("a packed log", why);
    match blob.split_first() {
        Some((&FORM, packed)) => {
            let mut text = String::new();
            let mut unpacker = DeflateDecoder::new(packed).take(LONGEST);
            unpacker.read_to_string(&mut text).map_err(|error| broken(error.to_string()))?;
            Ok(text)
        }
        Some((form, _)) => Err(broken(format!("its form is {form}, this program knows {FORM}"))),
        None => Err(broken("it is empty".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::{deflate, inflate};

    #[test]
    fn what_is_packed_can_be_unpacked_and_what_is_not_is_refused() {
        let packed = deflate("some text").unwrap();
        assert_eq!(inflate(&packed).unwrap(), "some text");
        assert!(inflate(&[]).is_err());
        assert!(inflate(&[9, 1, 2]).is_err());
        assert!(inflate(&packed[..packed.len() / 2]).is_err());
    }
}
