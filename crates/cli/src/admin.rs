//! `rukh admin`: what an operator does to the database of a server, which may be running.

use std::io::Write;

use anyhow::Context;
use rukh_server::GuestId;
use rukh_server::wire::time::UnixMillis;
use rukh_store::{AccountAction, Store};

use crate::args::{AdminCommand, PlaceOptions};
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
        AdminCommand::Accounts { place: options } => {
            let storage = place(options)?.storage();
            for (account, seen) in runtime()?.block_on(Store::list_accounts(&storage))? {
                let seen = seen.map_or("-".to_owned(), date);
                writeln!(out, "{}\t{}\t{seen}\t{}", account.player, date(account.created), account.name)?;
            }
        }
        AdminCommand::SignOut { name, place: options } => {
            let player = administer(options, &name, &AccountAction::SignOut)?;
            writeln!(out, "`{name}` ({player}) is signed out everywhere, and its tokens have ended")?;
        }
        AdminCommand::Recover { name, place: options } => {
            let codes = rukh_accounts::recovery_codes()?;
            let digests = codes.iter().map(|code| rukh_accounts::code_digest(code)).collect();
            let player = administer(options, &name, &AccountAction::ReplaceRecoveryCodes(digests))?;
            writeln!(
                out,
                "`{name}` ({player}) is signed out everywhere; each of these codes signs in once:\n{}",
                codes.join("\n")
            )?;
        }
        AdminCommand::CancelEvent { event, place: options } => {
            let storage = place(options)?.storage();
            match runtime()?.block_on(Store::cancel_event(&storage, &event))? {
                true => writeln!(out, "the event {event} is cancelled")?,
                false => anyhow::bail!("there is no event `{event}` that has not started"),
            }
        }
        AdminCommand::DeleteAccount { name, place: options } => {
            let player = administer(options, &name, &AccountAction::Delete)?;
            writeln!(out, "the account `{name}` is deleted; its games stay, as those of the guest {player}")?;
        }
    }
    Ok(())
}

/// Does something to the account of a name.
fn administer(options: PlaceOptions, name: &str, action: &AccountAction) -> anyhow::Result<GuestId> {
    let storage = place(options)?.storage();
    let found = runtime()?.block_on(Store::administer_account(&storage, name, action))?;
    found.with_context(|| format!("no account is called `{name}`; `rukh admin accounts` lists them"))
}

/// A day, such as 2026-11-29, in UTC.
fn date(time: UnixMillis) -> String {
    time.pgn_date().replace('.', "-")
}
