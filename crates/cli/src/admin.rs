//! `rukh admin`: what an operator does to the database of a server, which may be running.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail, ensure};
use rukh_server::wire::moderation::ReportReason;
use rukh_server::wire::time::UnixMillis;
use rukh_server::{GuestId, Origin, TIMEOUT_HOURS, end_event_at};
use rukh_store::{AccountAction, NewSanction, Store, StoreError, clock};

use crate::args::{AdminCommand, PlaceOptions, ResetChoice, RoleChoice, SuspendFrom};
use crate::doctor;
use crate::serve::{place, runtime};
use crate::write::{Existing, Readers, Target};

/// Length of a suspension from chat or play without `--hours`.
const DEFAULT_HOURS: u32 = 24;
/// Longest note of an invitation, in characters.
const MAX_NOTE_CHARS: usize = 100;
/// Digits of an invitation's id that are shown.
const SHOWN_ID: usize = 12;

/// Runs a subcommand.
///
/// # Errors
/// There is no database, or it cannot be written.
pub fn run(command: AdminCommand, out: &mut dyn Write) -> anyhow::Result<ExitCode> {
    match command {
        AdminCommand::Doctor(options) => return doctor::run(*options, out),
        AdminCommand::Invite { count, days, note, public_url, place: options } => {
            invite(options, (count, days), &note, public_url.as_deref(), out)?;
        }
        AdminCommand::Invitations { place: options } => invitations(options, out)?,
        AdminCommand::Uninvite { id, place: options } => uninvite(&id, options, out)?,
        AdminCommand::Export { name, file, overwrite, place: options } => {
            export(options, &name, &file, overwrite.existing(), out)?;
        }
        AdminCommand::RotateKey { place: options, revoke } => rotate_key(options, revoke, out)?,
        AdminCommand::RevokeTokens { guest, place: options } => {
            let storage = place(options)?.storage();
            runtime()?.block_on(Store::revoke_tokens_at(&storage, &guest))?;
            writeln!(out, "the tokens of {guest} are revoked; running servers notice within a minute")?;
        }
        AdminCommand::Users { role, place: options } => users(role, options, out)?,
        AdminCommand::Role { name, role, place: options } => give_role(&name, role, options, out)?,
        AdminCommand::Suspend { whom, from, hours, reason, text, place: options } => {
            suspend(options, &whom, (from, hours), (reason, text), out)?;
        }
        AdminCommand::Unsuspend { whom, place: options } => {
            let storage = place(options)?.storage();
            let found = runtime()?.block_on(Store::revoke_at(&storage, &whom))?;
            let (player, count) = found.with_context(|| nobody(&whom))?;
            writeln!(out, "measures about `{whom}` ({player}) that were revoked: {count}")?;
        }
        AdminCommand::Audit { about, place: options } => audit(about.as_deref(), options, out)?,
        AdminCommand::Reset { name, what, place: options } => reset(&name, what, options, out)?,
        AdminCommand::SignOut { name, place: options } => {
            let player = administer(options, &name, &AccountAction::SignOut)?;
            writeln!(out, "`{name}` ({player}) is signed out everywhere, and its tokens have ended")?;
        }
        AdminCommand::Recover { name, place: options } => recover(&name, options, out)?,
        AdminCommand::CancelEvent { event, place: options } => {
            let storage = place(options)?.storage();
            match runtime()?.block_on(Store::cancel_event(&storage, &event))? {
                true => writeln!(out, "the event {event} is cancelled")?,
                false => anyhow::bail!("there is no event `{event}` that has not started"),
            }
        }
        AdminCommand::EndEvent { event, place: options } => {
            let storage = place(options)?.storage();
            match runtime()?.block_on(end_event_at(&storage, &event))? {
                true => writeln!(out, "the event {event} is ended; its games go on without counting for it")?,
                false => anyhow::bail!("there is no event `{event}` that runs"),
            }
        }
        AdminCommand::DeleteAccount { name, place: options } => {
            let player = administer(options, &name, &AccountAction::Delete)?;
            writeln!(out, "the account `{name}` is deleted; its games stay, as those of the guest {player}")?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn rotate_key(options: PlaceOptions, revoke: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let storage = place(options)?.storage();
    let number = runtime()?.block_on(Store::rotate_token_key(&storage, revoke))?;
    writeln!(out, "key {number} signs guest tokens from now on; running servers notice within a minute")?;
    match revoke {
        true => writeln!(out, "all earlier tokens are revoked: everybody becomes a new guest")?,
        false => writeln!(out, "earlier tokens stay valid until they expire")?,
    }
    Ok(())
}

/// Makes invitations and prints their codes, as links where the address of the site is known.
fn invite(
    options: PlaceOptions,
    (count, days): (u32, u32),
    note: &str,
    site: Option<&str>,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let site = site.map(str::parse::<Origin>).transpose().context("--public-url is not valid")?;
    let note = note.trim();
    ensure!(
        note.chars().count() <= MAX_NOTE_CHARS && !note.chars().any(char::is_control),
        "--note has at most {MAX_NOTE_CHARS} characters, on one line"
    );
    let codes: Vec<String> = (0..count).map(|_| rukh_accounts::recovery_code()).collect::<Result<_, _>>()?;
    let hashes: Vec<String> = codes.iter().map(|code| rukh_accounts::code_digest(code)).collect();
    let expires = UnixMillis::new(clock::now().as_u64() + u64::from(days) * 86_400_000);
    let storage = place(options)?.storage();
    runtime()?.block_on(Store::invite(&storage, &hashes, note, expires))?;
    for code in codes {
        match &site {
            Some(site) => writeln!(out, "{}/register#{code}", site.as_str())?,
            None => writeln!(out, "{code}")?,
        }
    }
    Ok(())
}

fn invitations(options: PlaceOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let storage = place(options)?.storage();
    for row in runtime()?.block_on(Store::invitations(&storage))? {
        let id = row.id.get(..SHOWN_ID).unwrap_or(&row.id);
        writeln!(out, "{id}\t{}\t{}\t{}", date(row.created), date(row.expires), row.note)?;
    }
    Ok(())
}

fn uninvite(id: &str, options: PlaceOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let storage = place(options)?.storage();
    match runtime()?.block_on(Store::uninvite(&storage, id))? {
        0 => bail!("no invitation has an id that begins with `{id}`; `rukh admin invitations` lists them"),
        count => Ok(writeln!(out, "invitations that were taken back: {count}")?),
    }
}

/// Writes what the site has of an account.
fn export(
    options: PlaceOptions,
    name: &str,
    file: &Path,
    existing: Existing,
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let target = Target::new(file, existing)?;
    let mut stream = target.stream(Readers::Owner)?;
    let config = place(options)?;
    let found = runtime()?.block_on(rukh_server::export_account(&config, name, &mut stream))?;
    let player = found.with_context(|| no_account(name))?;
    stream.finish()?;
    Ok(writeln!(out, "what the site has of `{name}` ({player}) is in {}", file.display())?)
}

/// Gives an account new recovery codes.
fn recover(name: &str, options: PlaceOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let codes = rukh_accounts::recovery_codes()?;
    let digests = codes.iter().map(|code| rukh_accounts::code_digest(code)).collect();
    let player = administer(options, name, &AccountAction::ReplaceRecoveryCodes(digests))?;
    let codes = codes.join("\n");
    writeln!(
        out,
        "`{name}` ({player}) is signed out everywhere; each of these codes signs in once:\n{codes}"
    )?;
    Ok(())
}

/// Does something to the account of a name.
fn administer(options: PlaceOptions, name: &str, action: &AccountAction) -> anyhow::Result<GuestId> {
    let storage = place(options)?.storage();
    let found = runtime()?.block_on(Store::administer_account(&storage, name, action))?;
    found.with_context(|| no_account(name))
}

fn no_account(name: &str) -> String {
    format!("no account is called `{name}`; `rukh admin users` lists them")
}

fn nobody(whom: &str) -> String {
    format!("no account is called `{whom}`, and no guest who has played or has a name has that id")
}

/// Lists the accounts.
fn users(role: Option<RoleChoice>, options: PlaceOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let storage = place(options)?.storage();
    for row in runtime()?.block_on(Store::list_accounts(&storage))? {
        if role.is_some_and(|role| role.role() != row.role) {
            continue;
        }
        let seen = row.seen.map_or("-".to_owned(), date);
        let measures: Vec<&str> = row.measures.iter().map(<&str>::from).collect();
        let measures = if measures.is_empty() { "-".to_owned() } else { measures.join(",") };
        let (role, account) = (row.role.map_or("-", <&str>::from), row.account);
        let created = date(account.created);
        writeln!(out, "{}\t{created}\t{seen}\t{role}\t{measures}\t{}", account.player, account.name)?;
    }
    Ok(())
}

/// Gives an account a role, or takes it away.
fn give_role(name: &str, role: RoleChoice, options: PlaceOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let storage = place(options)?.storage();
    let found = runtime()?.block_on(Store::set_role(&storage, name, role.role()))?;
    let player = found.with_context(|| no_account(name))?;
    match role.role().map(<&str>::from) {
        Some(role) => writeln!(out, "`{name}` ({player}) has the role {role} from now on")?,
        None => writeln!(out, "`{name}` ({player}) has no role any more")?,
    }
    Ok(())
}

/// Takes an account's name or its ratings away.
fn reset(name: &str, what: ResetChoice, options: PlaceOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let (action, says) = match what {
        ResetChoice::Name => {
            (AccountAction::ResetName, "has a name that says nothing, and may choose another")
        }
        ResetChoice::Ratings => {
            (AccountAction::ResetRatings, "has the ratings of somebody who has not played")
        }
    };
    let player = administer(options, name, &action)?;
    Ok(writeln!(out, "`{name}` ({player}) {says}")?)
}

/// Takes a measure about somebody.
fn suspend(
    options: PlaceOptions,
    whom: &str,
    (from, hours): (SuspendFrom, Option<u32>),
    (reason, text): (ReportReason, String),
    out: &mut dyn Write,
) -> anyhow::Result<()> {
    let measure = from.measure();
    let hours = match (measure.is_timed(), hours) {
        (true, hours) => Some(hours.unwrap_or(DEFAULT_HOURS)),
        (false, None) => None,
        (false, Some(_)) => {
            bail!("--hours is for `--from chat` and `--from play`; the others last until revoked")
        }
    };
    if let Some(hours) = hours {
        ensure!(TIMEOUT_HOURS.contains(&hours), "--hours is 1, 24, 168 or 720, not {hours}");
    }
    ensure!((1..=500).contains(&text.trim().chars().count()), "--text has 1 to 500 characters");
    let storage = place(options)?.storage();
    let new = |player| NewSanction { player, measure, reason, text: text.trim().to_owned(), hours };
    let found = runtime()?.block_on(Store::impose_at(&storage, whom, new));
    let player = match found {
        Err(StoreError::NoAccount) => {
            bail!("`{whom}` is a guest without an account; choose `--from chat` or `--from play`")
        }
        found => found?.with_context(|| nobody(whom))?,
    };
    let measure: &str = measure.into();
    writeln!(out, "`{whom}` ({player}): {measure}; `rukh admin unsuspend` revokes it")?;
    Ok(())
}

/// Prints the log of moderation.
fn audit(about: Option<&str>, options: PlaceOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let storage = place(options)?.storage();
    let found = runtime()?.block_on(Store::moderation_log_at(&storage, about))?;
    for entry in found.with_context(|| nobody(about.unwrap_or_default()))? {
        let id = |id: Option<GuestId>| id.map_or("-".to_owned(), |id| id.to_string());
        let actor = entry.actor.map_or("operator".to_owned(), |id| id.to_string());
        let (player, about) = (id(entry.player), entry.about.unwrap_or_else(|| "-".to_owned()));
        let reason = entry.reason.unwrap_or_else(|| "-".to_owned());
        let second = entry.at.as_u64() / 1000 % 86_400;
        let (hour, minute, second) = (second / 3600, second / 60 % 60, second % 60);
        let at = format!("{}T{hour:02}:{minute:02}:{second:02}Z", date(entry.at));
        writeln!(out, "{}\t{at}\t{actor}\t{}\t{player}\t{about}\t{reason}", entry.number, entry.act)?;
    }
    Ok(())
}

/// A day, such as 2026-11-29, in UTC.
fn date(time: UnixMillis) -> String {
    time.pgn_date().replace('.', "-")
}
