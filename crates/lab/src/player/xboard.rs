//! Another program that speaks XBoard's protocol, version 2.
//!
//! It must know `setboard`, since games begin from openings. A limit of nodes
//! the protocol does not have. What the program claims of results is ignored;
//! that it gives up is not.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rukh_engine::Score;
use rukh_protocols::board;
use rukh_protocols::werera::WereraAnswer;
use rukh_rules::notation::dialect::DialectChoice;
use rukh_rules::{Game, Move, Ruleset, Side, catalog};

use super::process::{OWN_NAME, Process};
use super::remote_view::{RemoteEvent, RemoteView, quoted};
use super::spec::ExternalEngine;
use super::uci::answer_timeout;
use super::{BestMove, EnginePlayer, PlayerError, SearchLimit};

/// How long a program may be silent that has not said it is done with its features, if its
/// timeout is not set.
const FEATURE_TIMEOUT: Duration = Duration::from_secs(2);
/// Scores from here on are mates: the rest is the number of moves.
const MATE: i32 = 100_000;
/// The time for a move that has a limit of depth, in seconds: no limit.
const NO_TIME_LIMIT: u32 = 36_000;

/// A program at the other end of two pipes.
pub(super) struct Xboard {
    program: ExternalEngine,
    ruleset: Arc<Ruleset>,
    name: String,
    /// None after it failed, until the next game.
    process: Option<Process>,
    /// Failed process, cleared away when no clock runs.
    failed: Option<Process>,
    features: Features,
    view: Option<RemoteView>,
    /// Whether it knows which side is its.
    is_playing: bool,
    pings: u32,
}

impl Xboard {
    pub(super) fn start(
        name: Option<String>,
        program: &ExternalEngine,
        ruleset: &Arc<Ruleset>,
    ) -> Result<Xboard, PlayerError> {
        let mut xboard = Xboard {
            program: program.clone(),
            ruleset: ruleset.clone(),
            name: String::new(),
            process: None,
            failed: None,
            features: Features::default(),
            view: None,
            is_playing: false,
            pings: 0,
        };
        xboard.connect()?;
        let own_name = xboard.features.get("myname").map(|own| own.chars().take(80).collect());
        xboard.name = name.or(own_name).unwrap_or_else(|| program.command.join(" "));
        Ok(xboard)
    }

    fn connect(&mut self) -> Result<(), PlayerError> {
        let mut process = Process::start(&self.program.command)?;
        process.send("xboard");
        process.send("protover 2");
        self.features = Features::receive(&mut process, &self.program)?;
        if !self.features.has("setboard") {
            return Err(PlayerError::Crash("the engine does not support `setboard`".to_owned()));
        }
        self.variant()?;
        for (option, value) in &self.program.options {
            // Two settings have commands of their own.
            let setting = match option.as_str() {
                "memory" | "cores" => format!("{option} {value}"),
                _ => format!("option {option}={value}"),
            };
            process.send(&setting);
        }
        self.process = Some(process);
        Ok(())
    }

    /// What the program calls the ruleset, if it knows it.
    fn variant(&self) -> Result<String, PlayerError> {
        if let Some(variant) = &self.program.variant {
            return Ok(variant.clone());
        }
        let known = self.features.get("variants").unwrap_or_default();
        let instance = self.ruleset.instance.to_string();
        let apart = catalog::ELSEWHERE.iter().find(|(theirs, _)| *theirs == instance).map(|(_, ours)| *ours);
        let is_ours = self.features.get("myname").is_some_and(|name| name.starts_with(OWN_NAME));
        let id = if is_ours { self.ruleset.instance.id.as_str() } else { instance.as_str() };
        let mut known = known.split(',').map(str::trim);
        // Our own name first: under it pieces move as here.
        match known.find(|name| *name == id || Some(*name) == apart) {
            Some(name) if name == id => Ok(instance),
            Some(name) => Ok(name.to_owned()),
            None => Err(PlayerError::Crash(format!(
                "the engine does not support the variant `{instance}`; if it has another name for it, pass `variant=NAME`"
            ))),
        }
    }

    /// Tells the program of a game from here.
    fn set_up(&mut self, game: &Game) -> Result<(), PlayerError> {
        if self.process.is_none() {
            self.connect()?;
        }
        let variant = self.variant()?;
        let view = RemoteView::new(game);
        let Some(process) = &mut self.process else { return Ok(()) };
        for line in ["new", &format!("variant {variant}"), "easy", "post", "force"] {
            process.send(line);
        }
        process.send(&format!("setboard {}", view.fen()));
        self.view = Some(view);
        self.is_playing = false;
        if self.features.has("ping") {
            self.pings += 1;
            let pong = format!("pong {}", self.pings);
            process.send(&format!("ping {}", self.pings));
            process.wait_for(self.program.ready_timeout(), |line| line == pong)?;
        }
        Ok(())
    }

    /// Tells what has happened and what the clocks show; then it is for the program to move.
    fn send_news(&mut self, game: &Game, limit: SearchLimit) -> Result<(), PlayerError> {
        let view = self.view.get_or_insert_with(|| RemoteView::new(game));
        let news = view.sync(game)?;
        let Some(process) = &mut self.process else {
            return Err(PlayerError::Crash("the engine is not running".to_owned()));
        };
        let turn = game.position().turn();
        let say_time = |process: &Process| {
            if let SearchLimit::Clocks(clocks) = limit {
                let hundredths = |side: Side| clocks[side.index()].left.as_millis() / 10;
                process.send(&format!("time {}", hundredths(turn)));
                process.send(&format!("otim {}", hundredths(turn.other())));
            }
        };
        let word = if self.features.has("usermove") { "usermove " } else { "" };
        let moves = news.iter().filter_map(|event| match event {
            RemoteEvent::Werera(_) => None,
            RemoteEvent::Move { text, .. } if text == "0000" => Some(format!("{word}@@@@")),
            RemoteEvent::Move { text, .. } => {
                Some(format!("{word}{}", board::shift_ranks(&self.ruleset, text, -1)))
            }
        });
        if self.is_playing {
            say_time(process);
            // The first move is its own; the last is the answer to it.
            moves.skip(1).for_each(|line| process.send(&line));
        } else {
            moves.for_each(|line| process.send(&line));
            match limit {
                SearchLimit::Clocks(clocks) => process.send(&level(&clocks[turn.index()])),
                SearchLimit::Depth(depth) => {
                    process.send(&format!("st {NO_TIME_LIMIT}"));
                    process.send(&format!("sd {depth}"));
                }
                SearchLimit::Nodes(_) => {
                    return Err(PlayerError::Crash("the XBoard protocol has no node limit".to_owned()));
                }
            }
            say_time(process);
            process.send("go");
            self.is_playing = true;
        }
        Ok(())
    }

    fn request_move(&mut self, game: &Game, limit: SearchLimit) -> Result<BestMove, PlayerError> {
        let since = Instant::now();
        self.send_news(game, limit)?;
        let Some(process) = &mut self.process else {
            return Err(PlayerError::Crash("the engine is not running".to_owned()));
        };
        let timeout = answer_timeout(&self.program, game, limit);
        let (mut score, mut nodes) = (None, 0);
        loop {
            let line = process.receive(since, timeout)?;
            if let Some(text) = line.strip_prefix("move ") {
                let text = text.trim();
                let mv = find(game, text).ok_or_else(|| PlayerError::IllegalMove(quoted(text)))?;
                return Ok(BestMove { mv, score, nodes });
            }
            if line == "resign" {
                return Err(PlayerError::Resigned);
            }
            if line.starts_with("Illegal move") {
                return Err(PlayerError::Crash(format!(
                    "the engine rejects a legal move: {}",
                    quoted(&line)
                )));
            }
            if let Some((reported, node_count)) = parse_thinking(&line) {
                (score, nodes) = (Some(reported), node_count);
            }
        }
    }
}

impl EnginePlayer for Xboard {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, game: &Game, _: u64) -> Result<(), PlayerError> {
        self.failed = None;
        let ready = self.set_up(game);
        if ready.is_err() {
            self.process = None;
        }
        ready
    }

    fn best_move(&mut self, game: &Game, limit: SearchLimit) -> Result<BestMove, PlayerError> {
        let answer = self.request_move(game, limit);
        if answer.as_ref().is_err_and(|error| *error != PlayerError::Resigned) {
            // Its clock still runs.
            self.failed = self.process.take();
        }
        answer
    }

    fn act(&mut self, _: &Game, _: Side, _: u64) -> Result<WereraAnswer, PlayerError> {
        Err(PlayerError::Crash("the XBoard protocol has no werera".to_owned()))
    }
}

/// The legal move written so; what a piece becomes may stand in either case.
fn find(game: &Game, text: &str) -> Option<Move> {
    let ruleset = game.ruleset();
    let plain = if text == "@@@@" { "--".to_owned() } else { board::shift_ranks(ruleset, text, 1) };
    board::parse_move(game, &plain, DialectChoice::Auto)
        .or_else(|_| board::parse_move(game, &plain.to_ascii_lowercase(), DialectChoice::Auto))
        .ok()
}

/// A clock for a whole game; full seconds only, so `time` says more.
fn level(clock: &rukh_protocols::timing::Clock) -> String {
    let seconds = clock.left.as_secs().max(1);
    let increment = clock.increment.as_secs_f64();
    format!("level 0 {}:{:02} {increment}", seconds / 60, seconds % 60)
}

/// The score and the nodes of a line such as `9 156 1084 48000 Nf3 Nc6`.
fn parse_thinking(line: &str) -> Option<(Score, u64)> {
    let mut words = line.split_whitespace();
    let depth = words.next()?.trim_end_matches(['.', '+', '-', '&']);
    depth.parse::<u32>().ok()?;
    let value: i32 = words.next()?.parse().ok()?;
    words.next()?.parse::<i64>().ok()?;
    let nodes = words.next()?.parse().ok()?;
    let plies = |moves: i32| u16::try_from(moves.saturating_mul(2)).unwrap_or(u16::MAX);
    let score = match value {
        value if value >= MATE => Score::Win { plies: plies(value - MATE).saturating_sub(1) },
        value if value <= -MATE => Score::Loss { plies: plies(-MATE - value) },
        value => Score::Centipawns(value),
    };
    Some((score, nodes))
}

/// What a program has said it can do.
#[derive(Debug, Default)]
struct Features(HashMap<String, String>);

impl Features {
    /// Listens until the program is done with its features; an old one, which
    /// never says so, until it is silent.
    fn receive(process: &mut Process, program: &ExternalEngine) -> Result<Features, PlayerError> {
        let mut features = Features::default();
        let since = Instant::now();
        loop {
            let is_slow = features.get("done").is_some_and(|done| done == "0");
            let timeout =
                if is_slow { program.ready_timeout() } else { program.timeout.unwrap_or(FEATURE_TIMEOUT) };
            match process.receive(since, timeout) {
                Ok(line) => {
                    if let Some(rest) = line.strip_prefix("feature ") {
                        features.read(rest, process);
                    }
                    if features.has("done") {
                        return Ok(features);
                    }
                }
                Err(PlayerError::Timeout(_)) if !is_slow && !features.0.is_empty() => return Ok(features),
                Err(error) => return Err(error),
            }
        }
    }

    fn read(&mut self, text: &str, process: &Process) {
        let mut rest = text.trim();
        while let Some((name, after)) = rest.split_once('=') {
            let (value, tail) = match after.strip_prefix('"') {
                Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
                None => after.split_once(' ').unwrap_or((after, "")),
            };
            let name = name.trim();
            // Moves are wanted as coordinates.
            let is_refused = name == "san" && value != "0";
            process.send(&format!("{} {name}", if is_refused { "rejected" } else { "accepted" }));
            self.0.insert(name.to_owned(), value.to_owned());
            rest = tail.trim_start();
        }
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    fn has(&self, name: &str) -> bool {
        self.get(name) == Some("1")
    }
}

#[cfg(test)]
mod tests {
    use super::parse_thinking;
    use rukh_engine::Score;

    #[test]
    fn xboard_thinking_lines_are_parsed() {
        assert_eq!(parse_thinking("9 -156 1084 48000 e2e3 e7e6"), Some((Score::Centipawns(-156), 48_000)));
        assert_eq!(parse_thinking("9. 100002 1 7"), Some((Score::Win { plies: 3 }, 7)));
        assert_eq!(parse_thinking("9 -100001 1 7"), Some((Score::Loss { plies: 2 }, 7)));
        assert_eq!(parse_thinking("move e2e3"), None);
        assert_eq!(parse_thinking("1-0 {White mates}"), None);
    }
}
