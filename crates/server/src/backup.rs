//! Everything a server keeps, as one portable text and back.

use std::io::{BufRead, Write};

use crate::config::Config;
use crate::store::{Place, Store, StoreError};

impl Config {
    /// Where games are kept.
    pub(crate) fn place(&self) -> Place {
        match &self.database {
            Some(url) => Place::Postgres(url.clone()),
            None => Place::Sqlite(self.data_dir.clone()),
        }
    }
}

/// Writes everything as it is at one moment; answers how many rows. A server
/// may be running there meanwhile. The text holds its secrets too.
///
/// # Errors
/// What the database or the writing has against it.
pub async fn backup(config: &Config, out: impl Write) -> Result<u64, StoreError> {
    Store::backup_of(&config.place(), out).await
}

/// Reads such a text into an empty database, all or nothing; answers how many rows.
///
/// # Errors
/// That the database is not empty or in use, or what is wrong with the text.
pub async fn restore(config: &Config, input: impl BufRead) -> Result<u64, StoreError> {
    Store::restore(&config.place(), input).await
}
