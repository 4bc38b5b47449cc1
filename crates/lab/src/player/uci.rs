//! Another program that speaks UCI.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rukh_engine::Score;
use rukh_engine::protocol::board;
use rukh_rules::notation::coordinate;
use rukh_rules::{Event, Game, Ruleset};

use super::process::Process;
use super::spec::Program;
use super::{Allowance, Choice, Fault, Player};

/// How long a program may take to say that it is there or ready.
const GREETING: Duration = Duration::from_secs(20);
/// How long beyond its clock it is waited for.
const GRACE: Duration = Duration::from_secs(2);

/// A program at the other end of two pipes.
pub(super) struct Uci {
    program: Program,
    ruleset: Arc<Ruleset>,
    name: String,
    /// None after it failed, until the next game.
    process: Option<Process>,
    told: Option<Told>,
}

impl Uci {
    pub(super) fn start(
        name: Option<String>,
        program: Program,
        ruleset: &Arc<Ruleset>,
    ) -> Result<Uci, Fault> {
        let mut uci =
            Uci { program, ruleset: ruleset.clone(), name: String::new(), process: None, told: None };
        let told = uci.connect()?;
        uci.name = name.unwrap_or(told);
        Ok(uci)
    }

    /// Starts the program and sets it up; gives the name it has for itself.
    fn connect(&mut self) -> Result<String, Fault> {
        let mut process = Process::start(&self.program.command)?;
        let mut name = self.program.command.join(" ");
        let mut options: Vec<String> = Vec::new();
        process.say("uci");
        process.hear_until(GREETING, |line| {
            if let Some(told) = line.strip_prefix("id name ") {
                name = told.chars().take(80).collect();
            }
            if let Some(option) = line.strip_prefix("option name ") {
                options.push(option.to_owned());
            }
            line == "uciok"
        })?;
        for (option, value) in &self.program.options {
            process.say(&format!("setoption name {option} value {value}"));
        }
        let variant = self.variant(&options)?;
        process.say(&format!("setoption name UCI_Variant value {variant}"));
        process.say("isready");
        process.hear_until(GREETING, |line| line == "readyok")?;
        self.process = Some(process);
        Ok(name)
    }

    /// What the program calls the ruleset.
    fn variant(&self, options: &[String]) -> Result<String, Fault> {
        if let Some(variant) = &self.program.variant {
            return Ok(variant.clone());
        }
        let combo = options.iter().find(|option| option.starts_with("UCI_Variant "));
        let Some(combo) = combo else {
            return Err(Fault::Crash(
                "the program plays no variants: it has no option UCI_Variant".to_owned(),
            ));
        };
        let id = self.ruleset.instance.id.as_str();
        let known: Vec<&str> = combo.split(" var ").skip(1).map(str::trim).collect();
        if known.contains(&id) {
            Ok(self.ruleset.instance.to_string())
        } else {
            Err(Fault::Crash(format!(
                "the program knows no variant `{id}`; `variant=NAME` says what it calls the game, if it does"
            )))
        }
    }

    fn ready(&mut self) -> Result<(), Fault> {
        if self.process.is_none() {
            self.connect()?;
        }
        let Some(process) = &mut self.process else { return Ok(()) };
        process.say("ucinewgame");
        process.say("isready");
        process.hear_until(GREETING, |line| line == "readyok")
    }

    fn ask(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Fault> {
        let Some(process) = &mut self.process else {
            return Err(Fault::Crash("the program does not run".to_owned()));
        };
        let told = self.told.get_or_insert_with(|| Told::new(game));
        let position = told.catch_up(game)?;
        let since = Instant::now();
        process.say(&position);
        process.say(&go(allowance));
        let patience = match allowance {
            Allowance::Clocks(clocks) => clocks[game.position().turn().index()].left + GRACE,
            Allowance::Nodes(_) | Allowance::Depth(_) => self.program.patience,
        };
        let (mut score, mut nodes) = (None, 0);
        loop {
            let line = process.hear(since, patience)?;
            if let Some(rest) = line.strip_prefix("bestmove") {
                let text = rest.split_whitespace().next().unwrap_or_default();
                let chosen = board::find(game, text).map_err(|_| {
                    Fault::Illegal(format!("`{}`", text.chars().take(40).collect::<String>()))
                })?;
                return Ok(Choice { chosen, score, nodes });
            }
            if let Some(rest) = line.strip_prefix("info ") {
                let words: Vec<&str> = rest.split_whitespace().collect();
                score = read_score(&words).or(score);
                nodes = number_after(&words, "nodes").unwrap_or(nodes);
            }
        }
    }
}

impl Player for Uci {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, game: &Game, _: u64) -> Result<(), Fault> {
        self.told = Some(Told::new(game));
        let ready = self.ready();
        if ready.is_err() {
            self.process = None;
        }
        ready
    }

    fn choose(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Fault> {
        let answer = self.ask(game, allowance);
        if answer.is_err() {
            // Who has failed starts anew with the next game.
            self.process = None;
        }
        answer
    }
}

/// The game as the program is told it.
#[derive(Debug)]
struct Told {
    game: Game,
    line: String,
    face: Option<u8>,
}

impl Told {
    fn new(game: &Game) -> Told {
        Told { line: format!("position fen {} moves", board::fen(game)), game: game.clone(), face: None }
    }

    /// Tells what has happened since; throws as our own UCI has them.
    fn catch_up(&mut self, game: &Game) -> Result<String, Fault> {
        let seen = self.game.log().len();
        for entry in game.log().iter().skip(seen) {
            match &entry.event {
                Event::Throw { face } => self.face = Some(*face),
                Event::Move { mv } => {
                    let ruleset = self.game.ruleset();
                    let chosen =
                        coordinate::find(ruleset, &self.game.legal_moves(), mv).map_err(Fault::Illegal)?;
                    let text =
                        if chosen.is_pass() { "0000".to_owned() } else { board::written(ruleset, chosen) };
                    self.line.push(' ');
                    self.line.push_str(&text);
                    if let Some(face) = self.face.take() {
                        self.line.push_str(&format!("/{face}"));
                    }
                }
                _ => {}
            }
            self.game.apply(entry.event.clone(), None).map_err(|refusal| Fault::Illegal(refusal.reason))?;
        }
        Ok(self.face.map_or_else(|| self.line.clone(), |face| format!("{} die {face}", self.line)))
    }
}

fn go(allowance: Allowance) -> String {
    match allowance {
        Allowance::Nodes(nodes) => format!("go nodes {nodes}"),
        Allowance::Depth(depth) => format!("go depth {depth}"),
        Allowance::Clocks([white, black]) => format!(
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

/// The score of an `info` line, if it has one that is no mere bound.
fn read_score(words: &[&str]) -> Option<Score> {
    if words.iter().any(|word| matches!(*word, "lowerbound" | "upperbound")) {
        return None;
    }
    if number_after::<u32>(words, "multipv").is_some_and(|line| line > 1) {
        return None;
    }
    let at = words.iter().position(|word| *word == "score")?;
    let value: i32 = words.get(at + 2)?.parse().ok()?;
    let plies = |moves: i32| u16::try_from(moves.unsigned_abs().saturating_mul(2)).unwrap_or(u16::MAX);
    match *words.get(at + 1)? {
        "cp" => Some(Score::Centipawns(value)),
        "mate" if value > 0 => Some(Score::Win { plies: plies(value) - 1 }),
        "mate" => Some(Score::Loss { plies: plies(value) }),
        _ => None,
    }
}
