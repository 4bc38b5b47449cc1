//! Backup, restore and migration of everything a server stores, and rotation of its keys.

use std::io::{BufRead, Write};

use crate::config::Config;
use crate::id::GuestId;
use crate::store::{MigrationStatus, StorageLocation, Store, StoreError};

impl Config {
    /// The storage location these settings select.
    pub(crate) fn storage(&self) -> StorageLocation {
        match &self.database {
            Some(url) => StorageLocation::Postgres(url.clone()),
            None => StorageLocation::Sqlite(self.data_dir.clone()),
        }
    }
}

/// Writes a backup from one consistent snapshot; returns the number of rows. A server may be
/// running on the database meanwhile. The backup contains the site's secrets.
///
/// # Errors
/// A database or I/O error.
pub async fn backup(config: &Config, out: impl Write) -> Result<u64, StoreError> {
    Store::backup_offline(&config.storage(), out).await
}

/// Restores a backup into an empty database, all or nothing; returns the number of rows.
///
/// # Errors
/// The database is not empty or is in use, or the backup is malformed.
pub async fn restore(config: &Config, input: impl BufRead) -> Result<u64, StoreError> {
    Store::restore(&config.storage(), input).await
}

/// Which migrations a database has and lacks; changes nothing.
///
/// # Errors
/// There is no database, its tables are too old or too new for this program, or a database error.
pub async fn migration_status(config: &Config) -> Result<MigrationStatus, StoreError> {
    Store::migration_status(&config.storage()).await
}

/// Migrates a database to the tables of this program, or creates them; a server does the same when
/// it starts.
///
/// # Errors
/// Its tables are too old or too new for this program, or a database error.
pub async fn migrate(config: &Config) -> Result<(), StoreError> {
    Store::migrate(&config.storage()).await
}

/// Creates a new key for guest tokens, which signs them from now on; returns its number. Tokens
/// signed before stay valid until they expire, unless they are to be revoked. A running server
/// notices within a minute.
///
/// # Errors
/// There is no database, or a database error.
pub async fn rotate_token_key(config: &Config, revoke_old: bool) -> Result<u32, StoreError> {
    Store::rotate_token_key(&config.storage(), revoke_old).await
}

/// Revokes the tokens of a guest that were issued up to now. A running server notices within a minute.
///
/// # Errors
/// There is no database, or a database error.
pub async fn revoke_tokens(config: &Config, guest: &GuestId) -> Result<(), StoreError> {
    Store::revoke_tokens_at(&config.storage(), guest).await
}
