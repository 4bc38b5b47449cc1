//! `rukh admin`: what an operator does to the database of a server, which may be running.

use std::io::Write;

use rukh_store::Store;

use crate::args::AdminCommand;
use crate::serve::{place, runtime};

/// Runs a subcommand.
///
/// # Errors
/// There is no database, or it cannot be written.
pub fn run(command: AdminCommand, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        AdminCommand::RotateKey { place: options, revoke } => {
            let storage = place(options)?.storage();
            let number = runtime()?.block_on(Store::rotate_token_key(&storage, revoke))?;
            writeln!(
                out,
                "key {number} signs guest tokens from now on; running servers notice within a minute"
            )?;
            match revoke {
                true => writeln!(out, "all earlier tokens are revoked: everybody becomes a new guest")?,
                false => writeln!(out, "earlier tokens stay valid until they expire")?,
            }
        }
        AdminCommand::RevokeTokens { guest, place: options } => {
            let storage = place(options)?.storage();
            runtime()?.block_on(Store::revoke_tokens_at(&storage, &guest))?;
            writeln!(out, "the tokens of {guest} are revoked; running servers notice within a minute")?;
        }
    }
    Ok(())
}
