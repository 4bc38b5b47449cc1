//! What the server is told before it starts.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

/// What the server is told before it starts.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen; port 0 lets the system choose one.
    pub bind: SocketAddr,
    /// The directory of the game logs; made if it is missing. Not used with a
    /// database of several nodes.
    pub data_dir: PathBuf,
    /// The PostgreSQL database that several nodes share, such as
    /// `postgres://rukh@localhost/rukh`; without it games are kept in `data_dir`.
    pub database: Option<String>,
    /// Where the other nodes reach this one, such as `http://10.0.0.2:7878`, if
    /// that is not where it listens.
    pub node_address: Option<String>,
    /// Rulesets of one's own, offered beside the built-in ones.
    pub ruleset_files: Vec<PathBuf>,
    /// The address people type, such as `https://rukh.example`, if it is not
    /// the one the server listens on: pages from there may use the server.
    pub public_url: Option<String>,
    /// How fast the server's own players move.
    pub pace: Pace,
    /// How long a game that nobody looks at is kept in memory.
    pub idle: Duration,
    /// The longest that a contested move of the werera waits for one that the
    /// other side may have made before; zero judges by arrival alone.
    pub fairness: Duration,
    /// How long after their end games are packed together.
    pub pack_after: Duration,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            bind: SocketAddr::from((Ipv4Addr::LOCALHOST, 7878)),
            data_dir: PathBuf::from("rukh-data"),
            database: None,
            node_address: None,
            ruleset_files: Vec::new(),
            public_url: None,
            pace: Pace::default(),
            idle: Duration::from_secs(300),
            fairness: Duration::from_millis(120),
            pack_after: Duration::from_secs(86_400),
        }
    }
}

/// How fast the server's own players move, and the server for those who cannot choose.
/// The default is a person's pace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pace {
    /// The shortest time for a move in turn, where a clock leaves it.
    pub turn: Duration,
    /// Between two moves of the werera, of the three highest levels; lower ones are slower.
    pub werera: rukh_engine::ActionRate,
    /// How long a forced pass is seen before it is made, whoever has to pass.
    pub forced_pass: Duration,
}

impl Pace {
    /// The usual moves of the werera in a second of the highest levels, by feel.
    pub const USUAL_WERERA: f64 = 0.87;
}

impl Default for Pace {
    fn default() -> Pace {
        let werera = rukh_engine::ActionRate::per_second(Pace::USUAL_WERERA);
        let forced_pass = Duration::from_millis(crate::session::clock::FORCED_PASS);
        Pace { turn: Duration::from_millis(300), werera, forced_pass }
    }
}
