//! `rukh admin`: what an operator does to the database of a server, which may be running.

use std::io::Write;

use crate::args::AdminCommand;
use crate::serve::{place, runtime};

/// Runs a subcommand.
///
/// # Errors
/// There is no database, or it cannot be written.
pub fn run(command: AdminCommand, out: &mut dyn Write) -> anyhow::Result<()> {
    match command {
        AdminCommand::RotateKey { place: options, revoke } => {
            let config = place(options)?;
            let number = runtime()?.block_on(rukh_server::rotate_token_key(&config, revoke))?;
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
            let config = place(options)?;
            runtime()?.block_on(rukh_server::revoke_tokens(&config, &guest))?;
            writeln!(out, "the tokens of {guest} are revoked; running servers notice within a minute")?;
        }
    }
    Ok(())
}
