//! Options of the commands that run a server or read its games.

use std::net::SocketAddr;
use std::path::PathBuf;

use clap::{Args, Subcommand, ValueEnum};
use rukh_server::GuestId;
use rukh_server::wire::account::Registration;
use rukh_server::wire::moderation::{Measure, ReportReason, Role};
use serde::Deserialize;

use super::{Format, WereraPace};
use crate::write::Overwrite;

/// Storage options. Each can also be set in the environment or the configuration file.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct PlaceOptions {
    /// Directory to store games in [default: rukh in the XDG data directory].
    #[arg(long, value_name = "DIR", env = "RUKH_DATA_DIR")]
    pub data_dir: Option<PathBuf>,
    /// PostgreSQL database to store games in instead, shared by several nodes.
    #[arg(long, value_name = "URL", env = "RUKH_DATABASE", hide_env_values = true)]
    pub database: Option<String>,
}

/// A role, or none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum RoleChoice {
    /// Decides reports about people who have no role.
    Moderator,
    /// Decides about moderators too.
    Admin,
    /// No role.
    None,
}

impl RoleChoice {
    /// The role, if it is one.
    #[must_use]
    pub fn role(self) -> Option<Role> {
        match self {
            RoleChoice::Moderator => Some(Role::Moderator),
            RoleChoice::Admin => Some(Role::Admin),
            RoleChoice::None => None,
        }
    }
}

/// What somebody is suspended from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum SuspendFrom {
    /// The account: it is closed.
    Account,
    /// Writing in chats.
    Chat,
    /// Playing with others.
    Play,
    /// Being heard in chats: what the person writes is shown to that person alone.
    Hearing,
}

impl SuspendFrom {
    /// The measure.
    #[must_use]
    pub fn measure(self) -> Measure {
        match self {
            SuspendFrom::Account => Measure::Close,
            SuspendFrom::Chat => Measure::Chat,
            SuspendFrom::Play => Measure::Play,
            SuspendFrom::Hearing => Measure::Shadow,
        }
    }
}

/// What is reset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ResetChoice {
    /// The name.
    Name,
    /// The ratings.
    Ratings,
}

fn reason(text: &str) -> Result<ReportReason, String> {
    text.parse().map_err(|_| "not one of insult, hate, spam, cheating, stalling, name, other".to_owned())
}

fn invitation_id(text: &str) -> Result<String, String> {
    let is_id = text.len() >= 4 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
    is_id.then(|| text.to_owned()).ok_or_else(|| "not four hexadecimal digits or more".to_owned())
}

fn registration(text: &str) -> Result<Registration, String> {
    text.parse().map_err(|_| "not one of open, invited, closed".to_owned())
}

/// Subcommands of `rukh admin`.
#[derive(Debug, Clone, Subcommand)]
pub enum AdminCommand {
    /// Create a new key that signs guest tokens. Tokens signed before stay valid until they expire.
    RotateKey {
        #[command(flatten)]
        place: PlaceOptions,
        /// Revoke all tokens signed before: everybody becomes a new guest.
        #[arg(long)]
        revoke: bool,
    },
    /// Revoke the guest tokens of one guest that were issued up to now, such as stolen ones.
    RevokeTokens {
        /// Id of the guest, as in the address of its page.
        guest: GuestId,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// List the accounts: id, when it was made and last seen, role, what it may not do, and name.
    #[command(visible_alias = "accounts")]
    Users {
        /// Only those with this role.
        #[arg(long, value_enum, value_name = "ROLE")]
        role: Option<RoleChoice>,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// Make an account a moderator or an admin, or take its role away.
    Role {
        /// Name of the account.
        name: String,
        /// The role.
        #[arg(value_enum, value_name = "ROLE")]
        role: RoleChoice,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// Take a measure about an account or a guest. It holds on all nodes at once, and the person is told why.
    Suspend {
        /// Name of the account, or id of the guest.
        whom: String,
        /// What the person may not do any more.
        #[arg(long, value_enum, value_name = "WHAT", default_value_t = SuspendFrom::Account)]
        from: SuspendFrom,
        /// Length of a suspension from chat or play, in hours: 1, 24, 168 or 720 [default: 24].
        #[arg(long, value_name = "HOURS")]
        hours: Option<u32>,
        /// Why: `insult`, `hate`, `spam`, `cheating`, `stalling`, `name` or `other`.
        #[arg(long, value_name = "REASON", default_value = "other", value_parser = reason)]
        reason: ReportReason,
        /// What the person is told.
        #[arg(long, value_name = "TEXT")]
        text: String,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// Revoke every measure about an account or a guest that is in force.
    Unsuspend {
        /// Name of the account, or id of the guest.
        whom: String,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// Print the log of moderation: number, time, who, what, whom, report or decision, and why.
    Audit {
        /// Only what concerns this account or guest.
        #[arg(long, value_name = "WHOM")]
        about: Option<String>,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// Take an account's name away, or make its ratings those of somebody who has not played.
    Reset {
        /// Name of the account.
        name: String,
        /// What is reset.
        #[arg(value_enum, value_name = "WHAT")]
        what: ResetChoice,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// Sign out all devices of an account, and end its tokens.
    SignOut {
        /// Name of the account.
        name: String,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// Give an account new recovery codes, for somebody who has lost every way to sign in. All devices are
    /// signed out. Be sure that it is theirs.
    Recover {
        /// Name of the account.
        name: String,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// Make codes with which one person each makes an account, where `--registration` is `invited`.
    Invite {
        /// How many.
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1000))]
        count: u32,
        /// For how many days they can be used.
        #[arg(long, value_name = "DAYS", default_value_t = 30, value_parser = clap::value_parser!(u32).range(1..=400))]
        days: u32,
        /// What they are for, such as a name; only the operator sees it.
        #[arg(long, value_name = "TEXT", default_value = "")]
        note: String,
        /// Address of the site, for links with the codes.
        #[arg(long, value_name = "URL", env = "RUKH_PUBLIC_URL")]
        public_url: Option<String>,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// List the invitations that nobody has used: id, when made, when they end, and note.
    Invitations {
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// Take back invitations that nobody has used.
    Uninvite {
        /// Id, or the beginning of several: at least four digits.
        #[arg(value_parser = invitation_id)]
        id: String,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// Write everything that the site has of an account as a ZIP file, as its owner can.
    Export {
        /// Name of the account.
        name: String,
        /// File to write.
        file: PathBuf,
        #[command(flatten)]
        overwrite: Overwrite,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// Look through settings and database, with the options of `rukh serve`: what is wrong, what may be meant so, and
    /// what to do. Changes nothing; the exit code is 1 if something is wrong.
    Doctor(Box<ServeOptions>),
    /// Call off an event that has not started.
    CancelEvent {
        /// Id of the event, as in the address of its page.
        event: String,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// End an event that runs: its standings are final, and games in progress go on without counting for it.
    EndEvent {
        /// Id of the event, as in the address of its page.
        event: String,
        #[command(flatten)]
        place: PlaceOptions,
    },
    /// Delete an account with its name wherever it is shown, and what its owner wrote in chats. Games stay.
    DeleteAccount {
        /// Name of the account.
        name: String,
        #[command(flatten)]
        place: PlaceOptions,
    },
}

/// Options of `rukh serve`. The command line overrides the environment, which overrides the
/// configuration file.
#[derive(Debug, Clone, Default, Args, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ServeOptions {
    /// TOML file with these options, such as `bind = "0.0.0.0:7878"`.
    #[arg(long, value_name = "FILE", env = "RUKH_CONFIG")]
    #[serde(skip)]
    pub config: Option<PathBuf>,
    /// Address to listen on; port 0 picks a free port [default: 127.0.0.1:7878].
    #[arg(long, value_name = "ADDRESS", env = "RUKH_BIND")]
    pub bind: Option<SocketAddr>,
    /// Address that serves `/metrics`, `/healthz` and `/readyz` to operators; `/metrics` is then not
    /// served at `--bind`.
    #[arg(long, value_name = "ADDRESS", env = "RUKH_ADMIN_BIND")]
    pub admin_bind: Option<SocketAddr>,
    /// Directory to store games in [default: rukh in the XDG data directory].
    #[arg(long, value_name = "DIR", env = "RUKH_DATA_DIR")]
    pub data_dir: Option<PathBuf>,
    /// PostgreSQL database to store games in instead, shared by several nodes.
    #[arg(long, value_name = "URL", env = "RUKH_DATABASE", hide_env_values = true)]
    pub database: Option<String>,
    /// Ruleset file to offer besides the built-in rulesets; repeatable.
    #[arg(long, value_name = "FILE", env = "RUKH_RULESET", value_delimiter = ',')]
    pub ruleset: Vec<PathBuf>,
    /// Public URL of the site, without a path, if it differs from the address listened on. With
    /// `https://`, cookies are sent over TLS only.
    #[arg(long, value_name = "URL", env = "RUKH_PUBLIC_URL")]
    pub public_url: Option<String>,
    /// Address or network, such as `10.0.0.0/8`, of proxies that name their client in `Forwarded` or
    /// `X-Forwarded-For` and `X-Forwarded-Proto`; repeatable [default: loopback].
    #[arg(long, value_name = "CIDR", env = "RUKH_TRUSTED_PROXY", value_delimiter = ',')]
    pub trusted_proxy: Vec<String>,
    /// Longest time a contested werera move waits for an earlier move of the other side, in
    /// milliseconds; with 0 the order of arrival decides [default: 120].
    #[arg(long, value_name = "MS", env = "RUKH_FAIRNESS")]
    pub fairness: Option<u64>,
    /// Average number of werera actions a second of the server's bots at levels 6 to 8, from 0.01
    /// to 20; lower levels act less often, level 1 a quarter as often [default: 0.87].
    #[arg(long, value_name = "PER_SECOND", env = "RUKH_WERERA_PACE", allow_negative_numbers = true)]
    pub werera_pace: Option<WereraPace>,
    /// Number of engine searches that run at once, from 1 to 256 [default: the number of cores
    /// less one].
    #[arg(long, value_name = "N", env = "RUKH_ENGINE_THREADS")]
    pub engine_threads: Option<u64>,
    /// Memory for the engines and their tables, in MiB, from 16 to 1048576; engines that think
    /// are never dropped for it [default: 256].
    #[arg(long, value_name = "MIB", env = "RUKH_ENGINE_MEMORY")]
    pub engine_memory: Option<u64>,
    /// Directory with tables of endings, as `rukh tb build` makes them, for play, analyses and reviews
    /// [default: tables of up to three pieces, computed when they are first needed].
    #[arg(long, value_name = "DIR", env = "RUKH_TABLES")]
    pub tables: Option<PathBuf>,
    /// Build tables of endings of up to this many pieces, 2 to 4, of all rulesets with 64 squares, in the
    /// background and in the data directory.
    #[arg(long, value_name = "N", env = "RUKH_BUILD_TABLES")]
    pub build_tables: Option<u64>,
    /// Most memory of `--build-tables`, in MiB; a table that needs more is left out [default: 2048].
    #[arg(long, value_name = "MIB", env = "RUKH_BUILD_MEMORY")]
    pub build_memory: Option<u64>,
    /// Time an unwatched game stays in memory, in seconds [default: 300].
    #[arg(long, value_name = "SECONDS", env = "RUKH_IDLE")]
    pub idle: Option<u64>,
    /// Time from the end of a game until its log is compressed, in hours [default: 24].
    #[arg(long, value_name = "HOURS", env = "RUKH_PACK_AFTER")]
    pub pack_after: Option<u64>,
    /// Private key for push messages, of `rukh push-key`: with it, players of games with days for
    /// each move can be told of their turn while the site is closed [default: no push messages].
    #[arg(long, value_name = "KEY", env = "RUKH_PUSH_KEY", hide_env_values = true)]
    pub push_key: Option<String>,
    /// Where push services reach you: `mailto:` with an address, or a URL with `https://`
    /// [default: the public URL, if it begins with `https://`].
    #[arg(long, value_name = "CONTACT", env = "RUKH_PUSH_CONTACT")]
    pub push_contact: Option<String>,
    /// Domain of a push service to allow besides those of the known browsers; repeatable. For
    /// tests, one on this machine without TLS, such as `http://127.0.0.1:8090`, where webhooks may lead too.
    #[arg(long, value_name = "DOMAIN", env = "RUKH_PUSH_SERVICE", value_delimiter = ',')]
    pub push_service: Vec<String>,
    /// Let no account have what happens to it posted to an address of its owner: the server then connects to none
    /// that others choose.
    #[arg(long, env = "RUKH_NO_WEBHOOKS")]
    pub no_webhooks: bool,
    /// Mail server that sends for the site, such as `smtps://NAME:PASSWORD@mail.example`; `smtp://` for STARTTLS, and
    /// with `?tls=none` or on this machine without TLS. With it, accounts can have an address, recover by it and get
    /// notices [default: no mails].
    #[arg(long, value_name = "URL", env = "RUKH_SMTP", hide_env_values = true)]
    pub smtp: Option<String>,
    /// Address that mails come from, such as `Rukh <chess@rukh.example>`.
    #[arg(long, value_name = "ADDRESS", env = "RUKH_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// Let accounts have passwords besides passkeys, which need https and a name.
    #[arg(long, env = "RUKH_PASSWORDS")]
    pub passwords: bool,
    /// Who may make an account: `open` for everybody, `invited` for those with a code of `rukh admin invite`, or
    /// `closed` [default: open].
    #[arg(long, value_name = "WHO", env = "RUKH_REGISTRATION", value_parser = registration)]
    pub registration: Option<Registration>,
    /// TOML file of sites that may say who somebody is by OpenID Connect: a table `[[provider]]` for each, with `id`,
    /// `name`, `issuer`, `client_id` and `client_secret` [default: none].
    #[arg(long, value_name = "FILE", env = "RUKH_SIGN_IN_PROVIDERS")]
    pub sign_in_providers: Option<PathBuf>,
    /// File of passwords that nobody may choose, one on each line, such as a list of those known from breaches.
    #[arg(long, value_name = "FILE", env = "RUKH_KNOWN_PASSWORDS")]
    pub known_passwords: Option<PathBuf>,
    /// Directory of words that may not be written in chats: files such as `en.txt`, `am.txt`, with a word on each
    /// line; `word*` is every word that begins so [default: none].
    #[arg(long, value_name = "DIR", env = "RUKH_CHAT_WORDS")]
    pub chat_words: Option<PathBuf>,
    /// Events of every week that the site itself makes: `weekly` for the built-in calendar, such as Senterej night
    /// on Thursday at 18:00 UTC, `none`, or a TOML file with a table `[[event]]` for each event [default: `weekly`
    /// with a public URL, or else `none`].
    #[arg(long, value_name = "CALENDAR", env = "RUKH_EVENTS")]
    pub events: Option<PathBuf>,
    /// Log format [default: text].
    #[arg(long, value_enum, value_name = "FORMAT", env = "RUKH_LOG_FORMAT")]
    pub log_format: Option<Format>,
    /// Log filter, such as `info` or `rukh=debug` [default: info].
    #[arg(long, value_name = "FILTER", env = "RUKH_LOG")]
    pub log: Option<String>,
}
