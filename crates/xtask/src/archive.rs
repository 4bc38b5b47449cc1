//! Times every kind of search of the archive on generated games, and what others wait for in a flood of them.
//!
//! The games are played through the rules, each another one, and reach the database as a backup, after
//! which the server indexes them.

mod flood;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use rukh_fair_dice::ServerSeed;
use rukh_rules::hash::SplitMix64;
use rukh_rules::notation::coordinate;
use rukh_rules::shape::Any;
use rukh_rules::{Game, Node, Rules, Ruleset, Side, catalog};
use rukh_session::session::{GameInfo, Session};
use rukh_session::wire::game::SeatNames;
use rukh_session::wire::intent::PlaceIntent;
use rukh_session::wire::time::UnixMillis;
use rukh_session::wire::{GamePhase, GameTimeControl, Intent, Player, SpectatorMode};
use serde_json::{Value, json};

use crate::client::{Failure, Server, free_port};
use crate::{postgres, program};

/// Version of the backup that is written.
const BACKUP_VERSION: u64 = 1;
/// Start of the first game: 2026-01-01, in milliseconds since the epoch.
const FIRST_START: u64 = 1_767_225_600_000;
/// Time between the starts of two games, in milliseconds.
const INTERVAL: u64 = 37 * 60_000;
/// Players of the games.
const PLAYERS: usize = 400;
/// Longest time for the index.
const INDEX_TIMEOUT: Duration = Duration::from_secs(7200);
/// Requests of each kind; the median counts.
const REQUESTS: usize = 11;
/// What a search may take.
const AIM: Duration = Duration::from_millis(50);

/// Options of `cargo xtask archive`.
#[derive(Debug, Args)]
pub struct ArchiveOptions {
    /// Number of games.
    #[arg(long, value_name = "N", default_value_t = 10_000)]
    games: u64,
    /// Seed of the games.
    #[arg(long, value_name = "N", default_value_t = 27)]
    seed: u64,
    /// Database to measure [default: both].
    #[arg(long, value_enum)]
    database: Option<Database>,
    /// Program to test [default: that of this build].
    #[arg(long, value_name = "PATH")]
    binary: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Database {
    Sqlite,
    Postgresql,
}

/// Runs the tool.
///
/// # Errors
/// A program does not run, a request fails, or a search takes longer than the aim.
pub fn run(options: &ArchiveOptions) -> Result<(), Failure> {
    let binary = program(options.binary.as_deref())?;
    let directory = std::env::temp_dir().join(format!("rukh-archive-{}", std::process::id()));
    std::fs::create_dir_all(&directory)?;
    let done = measure(options, &binary, &directory);
    std::fs::remove_dir_all(&directory)?;
    done
}

fn measure(options: &ArchiveOptions, binary: &Path, directory: &Path) -> Result<(), Failure> {
    let file = directory.join("games.backup");
    let begun = Instant::now();
    let samples = Generator::new(options.seed)?.write(options.games, &file, &directory.join("log"))?;
    println!("{} games with {} plies played in {:.0?}", options.games, samples.plies, begun.elapsed());
    let runtime = tokio::runtime::Runtime::new()?;
    let data = directory.join("data").display().to_string();
    let is_measured = |database| options.database.is_none_or(|only| only == database);
    let mut slowest = Duration::ZERO;
    if is_measured(Database::Sqlite) {
        slowest = runtime.block_on(measure_on(binary, &["--data-dir", &data], &file, &samples))?;
        let grown = std::fs::metadata(directory.join("data/games.sqlite"))?.len();
        println!("the database has {} bytes a game, index included", grown / options.games);
    }
    if is_measured(Database::Postgresql) {
        let url = postgres::fresh_database();
        let storage = ["--data-dir", &*data, "--database", &*url];
        slowest = slowest.max(runtime.block_on(measure_on(binary, &storage, &file, &samples))?);
        print_relation_sizes(&url, options.games);
    }
    match slowest <= AIM {
        true => Ok(()),
        false => Err(format!("a search took {slowest:.1?}, more than {AIM:?}").into()),
    }
}

/// Restores the games, waits for their index and times the searches; the slowest median.
async fn measure_on(
    binary: &Path,
    storage: &[&str],
    file: &Path,
    samples: &Samples,
) -> Result<Duration, Failure> {
    println!("\n{}", if storage.len() > 2 { "PostgreSQL" } else { "SQLite" });
    let begun = Instant::now();
    let restored = Command::new(binary).arg("restore").args(storage).arg(file).status()?;
    if !restored.success() {
        return Err("the games cannot be restored".into());
    }
    println!("restored in {:.0?}", begun.elapsed());
    let server = Server::start(binary, free_port().await?, storage).await?;
    let begun = Instant::now();
    loop {
        let answer = server.request("GET", "/api/v1/games?state=archived&count=1", None, "").await?;
        if answer["unindexed"].is_null() {
            break;
        }
        if begun.elapsed() > INDEX_TIMEOUT {
            return Err("the index is not made in time".into());
        }
        tokio::time::sleep(Duration::from_millis(500)).await;
    }
    println!("indexed in {:.0?}, beside other work\n", begun.elapsed());
    println!("{:<34} {:>6} {:>9} {:>9}", "search", "games", "median", "slowest");
    let mut slowest = Duration::ZERO;
    for (kind, query) in samples.queries() {
        let path = format!("/api/v1/games?{query}");
        let mut times = Vec::new();
        let mut answer = Value::Null;
        for _ in 0..REQUESTS {
            let begun = Instant::now();
            answer = server.request("GET", &path, None, "").await?;
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        let (count, median) = (&answer["total"]["count"], times[REQUESTS / 2]);
        let more = if answer["total"]["is_more"] == true { "+" } else { "" };
        println!("{kind:<34} {:>6} {median:>9.1?} {:>9.1?}", format!("{count}{more}"), times[REQUESTS - 1]);
        slowest = slowest.max(median);
    }
    // The two that once kept everybody from reading.
    let long = "ruleset=shatranj&plies_from=100000".to_owned();
    let at_start = format!("{long}&position={}", encoded(&samples.start));
    flood::flood(&server, [long, at_start], "g00000000000").await?;
    server.stop().await?;
    Ok(slowest)
}

/// Prints what the tables of the index take, where `psql` is installed.
fn print_relation_sizes(url: &str, games: u64) {
    let query = "SELECT pg_total_relation_size('position_index'), pg_total_relation_size('game_index')";
    let Ok(answer) = Command::new("psql").args([url, "-AtF", " ", "-c", query]).output() else { return };
    let text = String::from_utf8_lossy(&answer.stdout).into_owned();
    let sizes: Vec<u64> = text.split_whitespace().filter_map(|size| size.parse().ok()).collect();
    if let [positions, entries] = sizes[..] {
        println!("index: {} bytes a game for positions, {} for the rest", positions / games, entries / games);
    }
}

/// What searches look for.
#[derive(Default)]
struct Samples {
    plies: u64,
    /// Guest id of a player.
    player: String,
    /// FEN of the start, of a position after two moves, and of one late in a game, of `ruleset`.
    ruleset: String,
    start: String,
    early: String,
    late: String,
    /// An opening array of Senterej.
    opening: String,
}

impl Samples {
    fn queries(&self) -> Vec<(&'static str, String)> {
        let Samples { player, ruleset, .. } = self;
        let at = |fen: &str| format!("ruleset={ruleset}&position={}", encoded(fen));
        let opening =
            |half: &str| format!("family=senterej&opening={}&opening_of={half}", encoded(&self.opening));
        vec![
            ("everything", "state=archived".to_owned()),
            ("ruleset", "ruleset=mideast".to_owned()),
            ("family", "family=oblong".to_owned()),
            ("instance", "state=archived&instance=senterej".to_owned()),
            ("guest id", format!("state=archived&player={player}")),
            ("name", "name=player%207".to_owned()),
            ("days", "from=2026-02-01&to=2026-02-03".to_owned()),
            ("result", "result=draw".to_owned()),
            ("result of a player", format!("player={player}&result=won")),
            ("reason", "reason=checkmate".to_owned()),
            ("rare reason", "reason=both-bare".to_owned()),
            ("length", "plies_from=100".to_owned()),
            ("opening array", opening("both")),
            ("half of an opening array", opening("white")),
            ("position: the start", at(&self.start)),
            ("position: after two moves", at(&self.early)),
            ("position: late in a game", at(&self.late)),
            ("position that was never reached", at(&self.late.replacen(" w ", " b ", 1))),
            ("ruleset and rare length", "ruleset=shatranj&plies_from=100000".to_owned()),
            ("position: the start, rare length", format!("{}&plies_from=100000", at(&self.start))),
            ("position, result and length", format!("{}&result=white&plies_from=60", at(&self.start))),
            (
                "family, name, result, days",
                "family=shatranj&name=player%207&result=won&from=2026-01-10".to_owned(),
            ),
        ]
    }
}

fn encoded(text: &str) -> String {
    let byte = |byte: u8| match byte.is_ascii_alphanumeric() {
        true => char::from(byte).to_string(),
        false => format!("%{byte:02X}"),
    };
    text.bytes().map(byte).collect()
}

/// Plays games at random.
struct Generator {
    random: SplitMix64,
    rules: Vec<Arc<Rules<Any>>>,
    samples: Samples,
}

impl Generator {
    fn new(seed: u64) -> Result<Generator, Failure> {
        let compiled = catalog::ids().map(|id| Ok(Arc::new(Rules::compile(Arc::new(Ruleset::named(id)?)))));
        let rules = compiled.collect::<Result<Vec<_>, Failure>>()?;
        Ok(Generator { random: SplitMix64::new(seed), rules, samples: Samples::default() })
    }

    /// Writes a backup of some games. Events are collected in a file of their own first.
    fn write(mut self, games: u64, file: &Path, log: &Path) -> Result<Samples, Failure> {
        let mut out = BufWriter::new(File::create(file)?);
        let mut events = BufWriter::new(File::create(log)?);
        writeln!(out, "{}", json!({ "rukh": "backup", "version": BACKUP_VERSION, "made": FIRST_START }))?;
        writeln!(out, "{}", json!({ "table": "player", "columns": ["id", "name"] }))?;
        for number in 0..PLAYERS {
            writeln!(out, "{}", json!([player_id(number), format!("Player {number}")]))?;
        }
        writeln!(out, "{}", json!({ "table": "game", "columns": GAME_COLUMNS }))?;
        let mut rows = games + PLAYERS as u64;
        for number in 0..games {
            let session = self.game(number);
            self.samples.plies += session.card(SeatNames::default()).plies;
            writeln!(out, "{}", game_row(&session)?)?;
            for event in session.events() {
                let body = serde_json::to_string(event)?;
                writeln!(events, "{}", json!([session.info().id, event.seq, body, null]))?;
                rows += 1;
            }
        }
        events.flush()?;
        writeln!(out, "{}", json!({ "table": "log", "columns": ["game", "seq", "body", "intent"] }))?;
        std::io::copy(&mut File::open(log)?, &mut out)?;
        writeln!(out, "{}", json!({ "table": "secret", "columns": ["name", "value"] }))?;
        writeln!(out, "{}", json!(["site_key", "5a".repeat(32)]))?;
        writeln!(out, "{}", json!({ "end": rows + 1 }))?;
        out.flush()?;
        Ok(self.samples)
    }

    /// A game to its end: by the laws, or by resignation or agreement after some moves.
    fn game(&mut self, number: u64) -> Session {
        let rules = self.rules[self.random.below(self.rules.len())].clone();
        let started = FIRST_START + number * INTERVAL;
        let game = Game::from_rules(rules);
        let info = GameInfo {
            id: format!("g{number:011}").parse().unwrap_or_else(|_| unreachable!("letters and digits")),
            white: self.player(),
            black: self.player(),
            server_seed: seed_of(number),
            time_control: GameTimeControl::None,
            odds: None,
            spectator_mode: SpectatorMode::Match,
            private: number % 50 == 49,
            rated: None,
            started: UnixMillis::new(started),
        };
        if number == 0 {
            self.samples.player = info.white.id().map(ToString::to_string).unwrap_or_default();
        }
        let (mut session, start) = Session::new(info, game, UnixMillis::new(started));
        session.commit(start, None);
        for side in Side::BOTH {
            let seed = format!("seed {number}");
            play(&mut session, &Intent::Seed { side, seed });
        }
        let most = 20 + self.random.below(140);
        while session.phase() != GamePhase::Over {
            let length = session.card(SeatNames::default()).plies as usize;
            let intent = if length >= most { self.end() } else { self.move_of(&session) };
            match intent {
                Some(intent) => play(&mut session, &intent),
                None => play(&mut session, &Intent::Resign { side: Side::White }),
            }
            if length >= most && session.phase() != GamePhase::Over {
                // An offer of a draw is accepted.
                play(&mut session, &Intent::Draw { side: Side::Black });
            }
            self.take_sample(&session);
        }
        session
    }

    fn player(&mut self) -> Player {
        let id = player_id(self.random.below(PLAYERS)).parse();
        Player::Guest { id: id.unwrap_or_else(|_| unreachable!("letters and digits")) }
    }

    fn end(&mut self) -> Option<Intent> {
        Some(match self.random.below(3) {
            0 => Intent::Resign { side: Side::White },
            1 => Intent::Resign { side: Side::Black },
            _ => Intent::Draw { side: Side::White },
        })
    }

    /// A random move; captures are more likely, so that games end.
    fn move_of(&mut self, session: &Session) -> Option<Intent> {
        let game = session.game();
        let (rules, position) = (game.rules(), game.position());
        match game.node() {
            Node::Werera(sides) => {
                let able: Vec<Side> = Side::BOTH.into_iter().filter(|side| sides.may(*side)).collect();
                let side = able[self.random.below(able.len())];
                let moves = game.moves_of(side);
                if moves.is_empty()
                    || session.card(SeatNames::default()).plies >= 8 && self.random.below(4) == 0
                {
                    return Some(Intent::Turns { side });
                }
                // Few arrangements, so that several games share one.
                let mv = moves[self.random.below(moves.len().min(3))];
                let name = |cell| rules.geometry().square(cell);
                Some(Intent::Place(PlaceIntent {
                    side,
                    piece_id: game.id_at(mv.from()),
                    from: name(mv.from()),
                    to: name(mv.to()),
                    promotion: mv.promotion().map(|kind| game.ruleset().letter(kind)),
                }))
            }
            Node::Choice(side) => {
                let moves = game.moves_of(side);
                let captures: Vec<_> = moves.iter().filter(|mv| rules.is_capture(position, **mv)).collect();
                let is_eager = !captures.is_empty() && self.random.below(2) == 0;
                let mv = if is_eager {
                    *captures[self.random.below(captures.len())]
                } else {
                    moves[self.random.below(moves.len())]
                };
                Some(Intent::Move { coordinates: coordinate::format(game.ruleset(), mv) })
            }
            Node::Chance(_) | Node::Over(_) => None,
        }
    }

    /// Keeps positions that searches look for.
    fn take_sample(&mut self, session: &Session) {
        let (game, plies) = (session.game(), session.card(SeatNames::default()).plies);
        let id = &game.ruleset().instance.id;
        let sample = &mut self.samples;
        if id == "shatranj" {
            sample.ruleset.clone_from(id);
            if sample.start.is_empty() {
                sample.start = Game::from_rules(game.rules().clone()).fen();
            }
            if plies == 2 && sample.early.is_empty() {
                sample.early = game.fen();
            }
            if plies == 40 && sample.late.is_empty() {
                sample.late = game.fen();
            }
        }
        let has_begun = game.ruleset().has_werera() && session.phase() == GamePhase::Turns;
        if id == "senterej" && has_begun && sample.opening.is_empty() {
            sample.opening = game.fen().split(' ').next().unwrap_or_default().to_owned();
        }
    }
}

fn player_id(number: usize) -> String {
    format!("player{number:010}")
}

/// The server's seed of a game.
fn seed_of(number: u64) -> ServerSeed {
    ServerSeed::parse(&format!("{number:064x}")).unwrap_or_else(|| unreachable!("32 bytes in hexadecimal"))
}

/// Commits an intent, and what becomes due because of it; one that is refused changes nothing.
fn play(session: &mut Session, intent: &Intent) {
    let now = session.info().started + 2_000 * session.seq().as_u64();
    if let Ok(draft) = session.draft_intent(intent, now, 0) {
        session.commit(draft, None);
    }
    while let Some(draft) = session.deadline().and_then(|due| session.draft_deadline(due)) {
        session.commit(draft, None);
    }
    while let Some(draft) = session.draft_automatic(now) {
        session.commit(draft, None);
    }
}

const GAME_COLUMNS: [&str; 26] = [
    "id",
    "instance",
    "hash",
    "ruleset_name",
    "skin",
    "white",
    "black",
    "white_player",
    "black_player",
    "time",
    "manner",
    "is_private",
    "server_seed",
    "start_fen",
    "phase",
    "is_over",
    "result",
    "started",
    "updated",
    "plies",
    "deadline",
    "seq",
    "asides",
    "archived",
    "epoch",
    "turn",
];

/// A finished game as a row, in the order of the columns.
fn game_row(session: &Session) -> Result<Value, Failure> {
    let (card, info) = (session.card(SeatNames::default()), session.info());
    let text = |value: Value| value.to_string();
    Ok(json!([
        card.id,
        card.instance,
        session.game().ruleset().hash(),
        card.ruleset_name,
        card.skin,
        text(serde_json::to_value(&info.white)?),
        text(serde_json::to_value(&info.black)?),
        info.white.id(),
        info.black.id(),
        text(serde_json::to_value(card.time_control)?),
        text(serde_json::to_value(card.spectator_mode)?),
        u8::from(card.private),
        info.server_seed.reveal(),
        Game::from_rules(session.game().rules().clone()).fen(),
        text(serde_json::to_value(card.phase)?),
        1,
        text(serde_json::to_value(&card.result)?),
        card.started,
        card.updated,
        card.plies,
        Value::Null,
        session.seq(),
        0,
        0,
        0,
        Value::Null,
    ]))
}
