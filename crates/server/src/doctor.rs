//! What an operator should know of a server's settings and database, found before something goes wrong.

use rukh_accounts::{Passkeys, SiteAddress};
use rukh_store::Health;

use crate::config::Config;
use crate::events::Events;
use crate::providers::Providers;
use crate::serve::{ServeError, registry_beside};
use crate::tables;
use crate::wire::account::Registration;

/// How far the clocks of the database and of this machine may be apart, in milliseconds.
const MAX_OFFSET: u64 = 1000;
/// Space on the disk below which an operator is warned, in bytes.
const LITTLE_SPACE: u64 = 1 << 30;
/// Finished games that may wait for whoever reads them.
const MAX_UNREAD: u64 = 1000;

/// How much something matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Severity {
    /// It is as it should be.
    Fine,
    /// It may be meant so.
    Note,
    /// Something does not work, or will not.
    Fault,
}

/// Something that was looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoctorFinding {
    /// How much it matters.
    pub severity: Severity,
    /// What was found, and what to do about it.
    pub text: String,
}

/// What is found, in the order in which it was looked at.
struct Found(Vec<DoctorFinding>);

impl Found {
    fn add(&mut self, severity: Severity, text: impl Into<String>) {
        self.0.push(DoctorFinding { severity, text: text.into() });
    }

    /// Adds a fault if something is wrong, and else that it is fine.
    fn check(&mut self, is_fine: bool, fine: impl Into<String>, fault: impl Into<String>) {
        match is_fine {
            true => self.add(Severity::Fine, fine),
            false => self.add(Severity::Fault, fault),
        }
    }
}

/// Looks through settings and database, beside a running server too: it signs in to the mail server, and changes
/// nothing.
pub async fn examine(config: &Config) -> Vec<DoctorFinding> {
    let mut found = Found(Vec::new());
    look_at_address(config, &mut found);
    look_at_sign_in(config, &mut found);
    look_at_providers(config, &mut found).await;
    if let Err(error) = look_at_database(config, &mut found).await {
        found.add(Severity::Fault, format!("database: {error}"));
    }
    look_at_disk(config, &mut found);
    look_at_messages(config, &mut found).await;
    found.0
}

/// Where the server is reached.
fn look_at_address(config: &Config, found: &mut Found) {
    let is_local = config.bind.ip().is_loopback();
    match &config.public_url {
        Some(url) if url.is_https() => found.add(Severity::Fine, format!("address: {url}")),
        Some(url) if is_this_machine(url.host()) => found.add(Severity::Note, format!("address: {url}, on this machine alone")),
        Some(url) => found.add(
            Severity::Fault,
            format!("address: {url} has no https, without which browsers have no passkeys, push messages or installation; put a proxy with TLS before it"),
        ),
        None if is_local => found.add(Severity::Note, "address: this machine alone; a public site needs --public-url"),
        None => found.add(
            Severity::Fault,
            format!("address: {} is open to others, but without --public-url links, cookies and passkeys have no address", config.bind),
        ),
    }
    if config.admin_bind.is_none() && (!is_local || config.public_url.is_some()) {
        found.add(Severity::Note, "metrics: at the public address; --admin-bind serves them apart");
    }
}

fn is_this_machine(host: &str) -> bool {
    host == "localhost" || host.ends_with(".localhost") || matches!(host, "127.0.0.1" | "[::1]")
}

/// Whether browsers have passkeys at the address.
fn has_passkeys(config: &Config) -> bool {
    let (origin, host) = match &config.public_url {
        Some(url) => (url.as_str().to_owned(), url.host().to_owned()),
        None if config.bind.ip().is_loopback() => ("http://localhost".to_owned(), "localhost".to_owned()),
        None => return false,
    };
    Passkeys::of(&SiteAddress { origin, host }).is_some()
}

/// Who can sign in, and how.
fn look_at_sign_in(config: &Config, found: &mut Found) {
    match (&config.passwords, has_passkeys(config)) {
        (None, false) if !config.providers.is_empty() => {
            found.add(Severity::Note, "sign-in: by providers alone; passkeys need https and a name");
        }
        (None, false) => found.add(
            Severity::Fault,
            "sign-in: passkeys need https and a name that is no number, or localhost, and passwords are off: nobody can sign in",
        ),
        (None, true) => found.add(Severity::Fine, "sign-in: passkeys"),
        (Some(known), _) if known.is_empty() => found.add(
            Severity::Note,
            "sign-in: passwords are allowed without a list of those known from breaches; --known-passwords",
        ),
        (Some(_), false) => found.add(Severity::Note, "sign-in: passwords alone; passkeys need https and a name"),
        (Some(_), true) => found.add(Severity::Fine, "sign-in: passkeys, and passwords that are not known"),
    }
}

/// Whether the providers of sign-ins answer.
async fn look_at_providers(config: &Config, found: &mut Found) {
    let providers = Providers::new(config.providers.clone());
    for provider in providers.all() {
        match providers.endpoints(provider).await {
            Ok(_) => found.add(Severity::Fine, format!("sign-in: {} answers", provider.issuer)),
            Err(fault) => found.add(Severity::Fault, format!("sign-in: {}: {fault}", provider.issuer)),
        }
    }
}

async fn look_at_database(config: &Config, found: &mut Found) -> Result<(), ServeError> {
    for damaged in tables::open(config)?.check_files().1 {
        found.add(Severity::Fault, format!("tables: {damaged}; build it again with `rukh tb build`"));
    }
    let (registry, closing) = registry_beside(config).await?;
    let calendar = Events::new(registry.clone(), config.events, config.calendar.clone()).check_calendar();
    let health = registry.store().health().await;
    drop(registry);
    closing.await;
    look_at_health(config, &health?, found);
    match (calendar, &config.calendar) {
        (Err(error), _) => found.add(Severity::Fault, format!("calendar: {error}")),
        (Ok(()), None) => {
            found.add(Severity::Note, "calendar: none; --events weekly makes events every week")
        }
        (Ok(()), Some(_)) => found.add(Severity::Fine, "calendar: events are made every week"),
    }
    Ok(())
}

/// What a database says of itself.
fn look_at_health(config: &Config, health: &Health, found: &mut Found) {
    let Health { games, accounts, nodes, clock_offset, moderators, .. } = health;
    found.check(
        health.problems.is_empty(),
        format!("database: {games} games, {accounts} accounts; servers that run: {nodes}"),
        format!("database: damaged: {}; restore a backup with `rukh restore`", health.problems.join("; ")),
    );
    found.check(
        clock_offset.unsigned_abs() <= MAX_OFFSET,
        "clock: as the database's",
        format!("clock: the database's is {clock_offset} ms ahead of this machine's; set both by NTP"),
    );
    match (moderators, health.old_reports) {
        (_, reports @ 1..) => found.add(
            Severity::Fault,
            format!("reports: {reports} wait for more than a week; `rukh admin role` makes moderators"),
        ),
        (0, 0) if *accounts > 0 => {
            found.add(Severity::Note, "reports: nobody is a moderator; `rukh admin role NAME admin`")
        }
        _ => found.add(Severity::Fine, "reports: none is old"),
    }
    if *nodes > 0 {
        found.check(
            health.unread_games <= MAX_UNREAD,
            "finished games: read",
            format!(
                "finished games: {} are neither rated nor found in searches; read the server's log",
                health.unread_games
            ),
        );
        found.check(
            health.overdue == 0,
            "messages: none is overdue",
            format!(
                "messages: {} mails and push messages are overdue; read the server's log",
                health.overdue
            ),
        );
    }
    match (config.registration, health.invitations) {
        (Registration::Open, _) => found.add(Severity::Fine, "accounts: open to everybody"),
        (Registration::Invited, 0) => {
            found.add(Severity::Note, "accounts: by invitation, and there is none; `rukh admin invite`")
        }
        (Registration::Invited, open) => {
            found.add(Severity::Fine, format!("accounts: by invitation; {open} can be used"))
        }
        (Registration::Closed, _) => found.add(Severity::Note, "accounts: nobody can make one"),
    }
    match (health.emails, &config.email) {
        ((waiting @ 1.., _), None) => {
            found.add(Severity::Fault, format!("mails: {waiting} wait, but there is no --smtp"))
        }
        ((_, failed @ 1..), Some(_)) => {
            found.add(Severity::Note, format!("mails: {failed} were tried in vain and are tried again"))
        }
        _ => {}
    }
}

/// Where games are kept, if that is on this machine.
fn look_at_disk(config: &Config, found: &mut Found) {
    if config.database.is_some() {
        return;
    }
    let directory = &config.data_dir;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let file = directory.join("games.sqlite");
        if let Ok(about) = std::fs::metadata(&file)
            && about.permissions().mode() & 0o077 != 0
        {
            found.add(
                Severity::Fault,
                format!("disk: others can read `{}`, which signs cookies; `chmod 600`", file.display()),
            );
        }
        match rustix::fs::statvfs(directory) {
            Ok(disk) => {
                let free = disk.f_bavail.saturating_mul(disk.f_frsize);
                found.check(
                    free >= LITTLE_SPACE,
                    format!("disk: {} MiB are free", free >> 20),
                    format!("disk: only {} MiB are free in `{}`", free >> 20, directory.display()),
                );
            }
            Err(error) => found.add(Severity::Fault, format!("disk: `{}`: {error}", directory.display())),
        }
    }
}

/// Mails and push messages.
async fn look_at_messages(config: &Config, found: &mut Found) {
    match &config.email {
        None => found.add(Severity::Note, "mails: none; --smtp sends them"),
        Some(email) => match email.check().await {
            Ok(()) => found.add(Severity::Fine, format!("mails: {} takes them", email.server())),
            Err(reason) => found.add(Severity::Fault, format!("mails: {}: {reason}", email.server())),
        },
    }
    match &config.push {
        None => found.add(Severity::Note, "push messages: none; `rukh push-key` makes a key for --push-key"),
        Some(_) => found.add(Severity::Fine, "push messages: on"),
    }
}
