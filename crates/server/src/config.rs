//! Server configuration.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use rukh_accounts::password::KnownPasswords;
use rukh_accounts::provider::Provider;
use rukh_store::StorageLocation;

use crate::chat_words::ChatWords;
use crate::email::EmailConfig;
use crate::events::WeeklyCalendar;
use crate::origin::Origin;
use crate::proxies::TrustedProxies;
use crate::push::PushConfig;
use crate::webhooks::WebhookConfig;
use crate::wire::account::Registration;

/// Server configuration.
#[derive(Debug, Clone)]
pub struct Config {
    /// Address to listen on; port 0 lets the system choose one.
    pub bind: SocketAddr,
    /// Address that serves metrics and health checks to operators; without it, metrics are served at
    /// `bind`.
    pub admin_bind: Option<SocketAddr>,
    /// Directory of the SQLite database, which PostgreSQL needs not, and of solved endings that were computed;
    /// created if missing. With an empty path these are kept in memory only.
    pub data_dir: PathBuf,
    /// PostgreSQL database shared by several nodes, such as `postgres://rukh@localhost/rukh`;
    /// without it, games are stored in `data_dir`.
    pub database: Option<String>,
    /// User ruleset files, offered beside the built-in ones.
    pub ruleset_files: Vec<PathBuf>,
    /// Public address, such as `https://rukh.example`, if it differs from the listening address:
    /// pages from this origin may use the server.
    pub public_url: Option<Origin>,
    /// Proxies that may say on whose behalf they connect.
    pub trusted_proxies: TrustedProxies,
    /// Number and times of connections.
    pub connections: ConnectionConfig,
    /// Delays before the server's engines move.
    pub bot_delay: BotDelay,
    /// Number of engine searches at once; `None` leaves one core to the rest of the server.
    pub engine_threads: Option<usize>,
    /// Memory of the engines and their tables, in bytes.
    pub engine_memory: usize,
    /// Directory with more solved endings, as `rukh tb build` makes them.
    pub tables: Option<PathBuf>,
    /// Solved endings to be built in the background; without it, none are.
    pub build_tables: Option<TableBuild>,
    /// How long a game between engines goes on when nobody watches it any more.
    pub watch_grace: Duration,
    /// Time an unwatched game stays in memory.
    pub idle_timeout: Duration,
    /// Longest delay of a contested werera move, during which an earlier move of the other side may
    /// still arrive; zero judges by arrival alone.
    pub max_contest_delay: Duration,
    /// Age at which the log of a finished game is archived.
    pub archive_after: Duration,
    /// Push messages; without it, none are sent or offered.
    pub push: Option<PushConfig>,
    /// Mails; without it, none are sent, and accounts have no addresses.
    pub email: Option<EmailConfig>,
    /// Webhooks; without it, nothing is posted, and accounts cannot have any.
    pub webhooks: Option<WebhookConfig>,
    /// How events, the tournaments of the site, are driven.
    pub events: EventConfig,
    /// How games of appointments are begun.
    pub appointments: AppointmentConfig,
    /// Events that the site makes every week; without it, only accounts make events.
    pub calendar: Option<WeeklyCalendar>,
    /// Passwords that nobody may choose, perhaps none; without it, accounts have no passwords at all.
    pub passwords: Option<KnownPasswords>,
    /// Who may make an account.
    pub registration: Registration,
    /// Sites that may say who somebody is.
    pub providers: Vec<Provider>,
    /// Words that may not be written in chats.
    pub chat_words: ChatWords,
}

impl Config {
    /// Where these settings keep the games.
    #[must_use]
    pub fn storage(&self) -> StorageLocation {
        match &self.database {
            Some(url) => StorageLocation::Postgres(url.clone()),
            None => StorageLocation::Sqlite(self.data_dir.clone()),
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            bind: SocketAddr::from((Ipv4Addr::LOCALHOST, 7878)),
            admin_bind: None,
            data_dir: PathBuf::from("rukh-data"),
            database: None,
            ruleset_files: Vec::new(),
            public_url: None,
            trusted_proxies: TrustedProxies::default(),
            connections: ConnectionConfig::default(),
            bot_delay: BotDelay::default(),
            engine_threads: None,
            engine_memory: 256 << 20,
            tables: None,
            build_tables: None,
            watch_grace: Duration::from_secs(10),
            idle_timeout: Duration::from_secs(300),
            max_contest_delay: Duration::from_millis(120),
            archive_after: Duration::from_secs(86_400),
            push: None,
            email: None,
            webhooks: Some(WebhookConfig::default()),
            events: EventConfig::default(),
            appointments: AppointmentConfig::default(),
            calendar: None,
            passwords: None,
            registration: Registration::default(),
            providers: Vec::new(),
            chat_words: ChatWords::default(),
        }
    }
}

/// How events are driven.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EventConfig {
    /// How often is looked for what is due.
    pub interval: Duration,
    /// Least time between two pairings of an arena, so that more players wait and those who are close meet.
    pub pairing_interval: Duration,
    /// Pause after the last game of a round.
    pub round_break: Duration,
    /// Length of a minute of an arena; shorter in tests.
    pub minute: Duration,
    /// How long before its start those who take part in an event are told.
    pub reminder: Duration,
}

impl Default for EventConfig {
    fn default() -> EventConfig {
        EventConfig {
            interval: Duration::from_secs(1),
            pairing_interval: Duration::from_secs(5),
            round_break: Duration::from_secs(15),
            minute: Duration::from_secs(60),
            reminder: Duration::from_secs(15 * 60),
        }
    }
}

/// How games of appointments are begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AppointmentConfig {
    /// How often is looked for what is due.
    pub interval: Duration,
    /// How long before its time the two are told.
    pub reminder: Duration,
}

impl Default for AppointmentConfig {
    fn default() -> AppointmentConfig {
        AppointmentConfig { interval: Duration::from_secs(1), reminder: Duration::from_secs(10 * 60) }
    }
}

/// Solved endings to be built.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TableBuild {
    /// Most pieces of a position, kings counted.
    pub pieces: usize,
    /// Most memory of a table while it is built, in bytes; larger ones are left out.
    pub memory: u64,
}

/// Number and times of connections.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ConnectionConfig {
    /// Greatest number of connections, if it is less than the limit of open files allows.
    pub max: Option<usize>,
    /// Time for the head of a request, from the end of the one before.
    pub header_timeout: Duration,
    /// Time for a request's body to go on.
    pub body_timeout: Duration,
    /// Time for a client to read some of what it is sent.
    pub write_timeout: Duration,
}

impl Default for ConnectionConfig {
    fn default() -> ConnectionConfig {
        ConnectionConfig {
            max: None,
            header_timeout: Duration::from_secs(20),
            body_timeout: Duration::from_secs(10),
            write_timeout: Duration::from_secs(30),
        }
    }
}

/// Delays before engines move and before forced passes are made. The default is a person's pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BotDelay {
    /// Shortest time for a move in turn, if the clock allows it.
    pub turn: Duration,
    /// Delay between two werera moves of the three highest levels; lower levels are slower.
    pub werera: rukh_engine::ActionRate,
    /// Delay before a forced pass is made, for either side.
    pub forced_pass: Duration,
}

impl BotDelay {
    /// Default rate of werera moves of the highest levels, in moves a second.
    pub const DEFAULT_WERERA: f64 = rukh_engine::ActionRate::DEFAULT_PER_SECOND;
}

impl Default for BotDelay {
    fn default() -> BotDelay {
        let werera = rukh_engine::ActionRate::per_second(BotDelay::DEFAULT_WERERA);
        let forced_pass = Duration::from_millis(crate::session::clock::FORCED_PASS_DELAY);
        BotDelay { turn: Duration::from_millis(rukh_session::engine_seat::TURN_DELAY), werera, forced_pass }
    }
}
