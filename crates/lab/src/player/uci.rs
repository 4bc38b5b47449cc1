//! External engine that speaks UCI.
//!
//! It receives the game from its start position in its own letters, and is asked for moves only:
//! what it thinks of the result does not count. An engine with the option `UCI_Werera` can also be
//! asked for actions in the werera.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rukh_engine::Score;
use rukh_protocols::board;
use rukh_protocols::werera::{self, WereraAnswer};
use rukh_rules::notation::dialect::DialectChoice;
use rukh_rules::{Game, Ruleset, Side};

use super::process::{CLOCK_GRACE, OWN_NAME, Process};
use super::remote_view::{RemoteEvent, RemoteView, quoted};
use super::spec::ExternalEngine;
use super::{BestMove, EnginePlayer, PlayerError, SearchLimit};

/// UCI engine at the other end of two pipes.
pub(super) struct Uci {
    program: ExternalEngine,
    ruleset: Arc<Ruleset>,
    name: String,
    /// None after it failed, until the next game.
    process: Option<Process>,
    /// Failed process, kept until the next game: ending it takes time from no clock then.
    failed: Option<Process>,
    /// Whether it has the option for the werera.
    plays_werera: bool,
    view: Option<RemoteView>,
    /// The `position` command so far.
    position: String,
    /// Whether that command has reached the moves in turns.
    has_moves: bool,
}

impl Uci {
    pub(super) fn start(
        name: Option<String>,
        program: &ExternalEngine,
        ruleset: &Arc<Ruleset>,
    ) -> Result<Uci, PlayerError> {
        let mut uci = Uci {
            program: program.clone(),
            ruleset: ruleset.clone(),
            name: String::new(),
            process: None,
            failed: None,
            plays_werera: false,
            view: None,
            position: String::new(),
            has_moves: false,
        };
        let own_name = uci.connect()?;
        uci.name = name.unwrap_or(own_name);
        Ok(uci)
    }

    /// Starts the program and sets it up; gives the name it has for itself.
    fn connect(&mut self) -> Result<String, PlayerError> {
        let mut process = Process::start(&self.program.command)?;
        let mut name = self.program.command.join(" ");
        let mut variants: Option<Vec<String>> = None;
        let mut plays_werera = false;
        process.send("uci");
        process.wait_for(self.program.ready_timeout(), |line| {
            if let Some(own) = line.strip_prefix("id name ") {
                name = own.chars().take(80).collect();
            }
            if let Some(combo) = line.strip_prefix("option name UCI_Variant ") {
                variants = Some(combo.split(" var ").skip(1).map(|id| id.trim().to_owned()).collect());
            }
            let option = line.strip_prefix("option name ").and_then(|option| option.split(' ').next());
            plays_werera |= option == Some(werera::OPTION);
            line == "uciok"
        })?;
        self.plays_werera = plays_werera;
        for (option, value) in &self.program.options {
            process.send(&format!("setoption name {option} value {value}"));
        }
        let variant = self.variant(variants, &name)?;
        process.send(&format!("setoption name UCI_Variant value {variant}"));
        process.send("isready");
        process.wait_for(self.program.ready_timeout(), |line| line == "readyok")?;
        self.process = Some(process);
        Ok(name)
    }

    /// What the program calls the ruleset, if it knows it.
    fn variant(&self, known: Option<Vec<String>>, own_name: &str) -> Result<String, PlayerError> {
        if let Some(variant) = &self.program.variant {
            return Ok(variant.clone());
        }
        let Some(known) = known else {
            let message = "the engine supports no variants: it has no option UCI_Variant";
            return Err(PlayerError::Crash(message.to_owned()));
        };
        let instance = self.ruleset.instance.to_string();
        let has_options = own_name.starts_with(OWN_NAME) && known.contains(&self.ruleset.instance.id);
        if has_options || known.contains(&instance) {
            return Ok(instance);
        }
        Err(PlayerError::Crash(format!(
            "the engine does not support the variant `{instance}`; if it has another name for it, pass `variant=NAME`"
        )))
    }

    fn prepare_game(&mut self, is_werera: bool) -> Result<(), PlayerError> {
        if self.process.is_none() {
            self.connect()?;
        }
        let Some(process) = &mut self.process else { return Ok(()) };
        if self.plays_werera {
            process.send(&format!("setoption name {} value {is_werera}", werera::OPTION));
        } else if is_werera {
            let message = format!("the engine does not play the werera: it has no option {}", werera::OPTION);
            return Err(PlayerError::Crash(message));
        }
        process.send("ucinewgame");
        process.send("isready");
        process.wait_for(self.program.ready_timeout(), |line| line == "readyok")
    }

    /// The game so far; throws and the werera as in our own dialect of UCI.
    fn position_command(&mut self, game: &Game) -> Result<String, PlayerError> {
        let view = self.view.get_or_insert_with(|| RemoteView::new(game));
        for event in view.sync(game)? {
            let (text, face) = match event {
                RemoteEvent::Werera(text) => (text, None),
                RemoteEvent::Move { text, face } => {
                    if !self.has_moves {
                        self.position.push_str(" moves");
                        self.has_moves = true;
                    }
                    (text, face)
                }
            };
            self.position.push(' ');
            self.position.push_str(&text);
            self.position.extend(face.map(|face| format!("/{face}")));
        }
        let die = view.face().map_or_else(String::new, |face| format!(" die {face}"));
        Ok(format!("{}{die}", self.position))
    }

    fn request_move(&mut self, game: &Game, limit: SearchLimit) -> Result<BestMove, PlayerError> {
        let position = self.position_command(game)?;
        let Some(process) = &mut self.process else {
            return Err(PlayerError::Crash("the engine is not running".to_owned()));
        };
        let since = Instant::now();
        process.send(&position);
        process.send(&go_command(limit));
        let timeout = answer_timeout(&self.program, game, limit);
        let (mut score, mut nodes) = (None, 0);
        loop {
            let line = process.receive(since, timeout)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    let text = words.next().unwrap_or_default();
                    let mv = board::parse_move(game, text, DialectChoice::Auto)
                        .map_err(|_| PlayerError::IllegalMove(quoted(text)))?;
                    return Ok(BestMove { mv, score, nodes });
                }
                Some("info") => {
                    let words: Vec<&str> = words.collect();
                    score = parse_score(&words).or(score);
                    nodes = number_after(&words, "nodes").unwrap_or(nodes);
                }
                _ => {}
            }
        }
    }
}

impl Uci {
    fn request_action(&mut self, game: &Game, side: Side, seed: u64) -> Result<WereraAnswer, PlayerError> {
        let position = self.position_command(game)?;
        let Some(process) = &mut self.process else {
            return Err(PlayerError::Crash("the engine is not running".to_owned()));
        };
        let since = Instant::now();
        process.send(&position);
        process
            .send(&format!("go werera {} seed {seed}", if side == Side::White { "white" } else { "black" }));
        loop {
            let line = process.receive(since, self.program.move_timeout())?;
            let words: Vec<&str> = line.split_whitespace().collect();
            if let Some((&"bestact", action)) = words.split_first() {
                return WereraAnswer::parse(game, side, action, DialectChoice::Auto)
                    .map_err(|why| PlayerError::IllegalMove(format!("{}: {why}", quoted(&line))));
            }
        }
    }
}

impl EnginePlayer for Uci {
    fn name(&self) -> &str {
        &self.name
    }

    fn new_game(&mut self, game: &Game, _: u64) -> Result<(), PlayerError> {
        let view = RemoteView::new(game);
        let is_werera = view.is_werera();
        let rest = if is_werera { "werera" } else { "moves" };
        self.position = format!("position fen {} {rest}", view.fen());
        self.has_moves = !is_werera;
        self.view = Some(view);
        self.failed = None;
        let ready = self.prepare_game(is_werera);
        if ready.is_err() {
            self.process = None;
        }
        ready
    }

    fn best_move(&mut self, game: &Game, limit: SearchLimit) -> Result<BestMove, PlayerError> {
        let answer = self.request_move(game, limit);
        if answer.is_err() {
            // It starts anew with the next game; its clock still runs.
            self.failed = self.process.take();
        }
        answer
    }

    fn act(&mut self, game: &Game, side: Side, seed: u64) -> Result<WereraAnswer, PlayerError> {
        let answer = self.request_action(game, side, seed);
        if answer.is_err() {
            self.failed = self.process.take();
        }
        answer
    }
}

/// How long the program is waited for: beyond its clock it has lost anyway.
pub(super) fn answer_timeout(program: &ExternalEngine, game: &Game, limit: SearchLimit) -> Duration {
    match limit {
        SearchLimit::Clocks(clocks) => clocks[game.position().turn().index()].left + CLOCK_GRACE,
        SearchLimit::Nodes(_) | SearchLimit::Depth(_) => program.move_timeout(),
    }
}

fn go_command(limit: SearchLimit) -> String {
    match limit {
        SearchLimit::Nodes(nodes) => format!("go nodes {nodes}"),
        SearchLimit::Depth(depth) => format!("go depth {depth}"),
        SearchLimit::Clocks([white, black]) => format!(
            "go wtime {} btime {} winc {} binc {}",
            white.left.as_millis(),
            black.left.as_millis(),
            white.increment.as_millis(),
            black.increment.as_millis()
        ),
    }
}

fn number_after<T: std::str::FromStr>(words: &[&str], name: &str) -> Option<T> {
    let at = words.iter().position(|word| *word == name)?;
    words.get(at + 1)?.parse().ok()
}

/// The score of an `info` line, if it has one of the best line that is no mere bound.
fn parse_score(words: &[&str]) -> Option<Score> {
    let is_bound = words.iter().any(|word| matches!(*word, "lowerbound" | "upperbound"));
    if is_bound || number_after::<u32>(words, "multipv").is_some_and(|line| line > 1) {
        return None;
    }
    let at = words.iter().position(|word| *word == "score")?;
    let value: i32 = words.get(at + 2)?.parse().ok()?;
    let plies = u16::try_from(value.unsigned_abs().saturating_mul(2)).unwrap_or(u16::MAX);
    match *words.get(at + 1)? {
        "cp" => Some(Score::Centipawns(value)),
        "mate" if value > 0 => Some(Score::Win { plies: plies - 1 }),
        "mate" => Some(Score::Loss { plies }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::parse_score;
    use rukh_engine::Score;

    #[test]
    fn uci_scores_are_parsed() {
        let read = |line: &str| parse_score(&line.split(' ').collect::<Vec<_>>());
        assert_eq!(read("depth 3 score cp -12 nodes 9"), Some(Score::Centipawns(-12)));
        assert_eq!(read("depth 3 score mate 2 nodes 9"), Some(Score::Win { plies: 3 }));
        assert_eq!(read("depth 3 score mate -2"), Some(Score::Loss { plies: 4 }));
        assert_eq!(read("score mate 0"), Some(Score::Loss { plies: 0 }));
        assert_eq!(read("score cp 3 lowerbound"), None);
        assert_eq!(read("multipv 2 score cp 3"), None);
        assert_eq!(read("score cp"), None);
        assert_eq!(read("score mate 2147483647"), Some(Score::Win { plies: u16::MAX - 1 }));
    }
}
