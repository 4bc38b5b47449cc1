//! Another program that speaks UCI.
//!
//! It is told the game from the position it began in, in its own letters, and
//! is asked for nothing but a move: what it thinks the result is, is its affair.

use std::sync::Arc;
use std::time::{Duration, Instant};

use rukh_engine::Score;
use rukh_engine::protocol::board;
use rukh_rules::notation::dialect::DialectChoice;
use rukh_rules::{Game, Ruleset};

use super::process::{GRACE, GREETING, OUR_NAME, Process};
use super::spec::Program;
use super::told::{Told, ToldMove, shown};
use super::{Allowance, Choice, Fault, Player};

/// A program at the other end of two pipes.
pub(super) struct Uci {
    program: Program,
    ruleset: Arc<Ruleset>,
    name: String,
    /// None after it failed, until the next game.
    process: Option<Process>,
    /// One that has failed, until it can be cleared away at nobody's cost.
    failed: Option<Process>,
    told: Option<Told>,
    /// What it was told last, as `position` has it.
    position: String,
}

impl Uci {
    pub(super) fn start(
        name: Option<String>,
        program: &Program,
        ruleset: &Arc<Ruleset>,
    ) -> Result<Uci, Fault> {
        let mut uci = Uci {
            program: program.clone(),
            ruleset: ruleset.clone(),
            name: String::new(),
            process: None,
            failed: None,
            told: None,
            position: String::new(),
        };
        let own_name = uci.connect()?;
        uci.name = name.unwrap_or(own_name);
        Ok(uci)
    }

    /// Starts the program and sets it up; gives the name it has for itself.
    fn connect(&mut self) -> Result<String, Fault> {
        let mut process = Process::start(&self.program.command)?;
        let mut name = self.program.command.join(" ");
        let mut variants: Option<Vec<String>> = None;
        process.say("uci");
        process.hear_until(GREETING, |line| {
            if let Some(own) = line.strip_prefix("id name ") {
                name = own.chars().take(80).collect();
            }
            if let Some(combo) = line.strip_prefix("option name UCI_Variant ") {
                variants = Some(combo.split(" var ").skip(1).map(|id| id.trim().to_owned()).collect());
            }
            line == "uciok"
        })?;
        for (option, value) in &self.program.options {
            process.say(&format!("setoption name {option} value {value}"));
        }
        let variant = self.variant(variants, &name)?;
        process.say(&format!("setoption name UCI_Variant value {variant}"));
        process.say("isready");
        process.hear_until(GREETING, |line| line == "readyok")?;
        self.process = Some(process);
        Ok(name)
    }

    /// What the program calls the ruleset, if it knows it.
    fn variant(&self, known: Option<Vec<String>>, own_name: &str) -> Result<String, Fault> {
        if let Some(variant) = &self.program.variant {
            return Ok(variant.clone());
        }
        let Some(known) = known else {
            let message = "the program plays no variants: it has no option UCI_Variant";
            return Err(Fault::Crash(message.to_owned()));
        };
        let instance = self.ruleset.instance.to_string();
        let has_options = own_name.starts_with(OUR_NAME) && known.contains(&self.ruleset.instance.id);
        if has_options || known.contains(&instance) {
            return Ok(instance);
        }
        Err(Fault::Crash(format!(
            "the program knows no variant `{instance}`; if it has another name for it, say `variant=NAME`"
        )))
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

    /// The game so far; throws as our own UCI has them.
    fn tell(&mut self, game: &Game) -> Result<String, Fault> {
        let told = self.told.get_or_insert_with(|| Told::new(game));
        for ToldMove { text, face } in told.catch_up(game)? {
            self.position.push(' ');
            self.position.push_str(&text);
            self.position.extend(face.map(|face| format!("/{face}")));
        }
        let die = told.face().map_or_else(String::new, |face| format!(" die {face}"));
        Ok(format!("{}{die}", self.position))
    }

    fn ask(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Fault> {
        let position = self.tell(game)?;
        let Some(process) = &mut self.process else {
            return Err(Fault::Crash("the program does not run".to_owned()));
        };
        let since = Instant::now();
        process.say(&position);
        process.say(&go(allowance));
        let patience = patience(&self.program, game, allowance);
        let (mut score, mut nodes) = (None, 0);
        loop {
            let line = process.hear(since, patience)?;
            let mut words = line.split_whitespace();
            match words.next() {
                Some("bestmove") => {
                    let text = words.next().unwrap_or_default();
                    let chosen = board::parse_move(game, text, DialectChoice::Auto)
                        .map_err(|_| Fault::Illegal(shown(text)))?;
                    return Ok(Choice { chosen, score, nodes });
                }
                Some("info") => {
                    let words: Vec<&str> = words.collect();
                    score = read_score(&words).or(score);
                    nodes = number_after(&words, "nodes").unwrap_or(nodes);
                }
                _ => {}
            }
        }
    }
}

impl Player for Uci {
    fn name(&self) -> &str {
        &self.name
    }

    fn begin(&mut self, game: &Game, _: u64) -> Result<(), Fault> {
        let told = Told::new(game);
        self.position = format!("position fen {} moves", told.start());
        self.told = Some(told);
        self.failed = None;
        let ready = self.ready();
        if ready.is_err() {
            self.process = None;
        }
        ready
    }

    fn choose(&mut self, game: &Game, allowance: Allowance) -> Result<Choice, Fault> {
        let answer = self.ask(game, allowance);
        if answer.is_err() {
            // Who has failed starts anew with the next game; its clock still runs.
            self.failed = self.process.take();
        }
        answer
    }
}

/// How long the program is waited for: beyond its clock it has lost anyway.
pub(super) fn patience(program: &Program, game: &Game, allowance: Allowance) -> Duration {
    match allowance {
        Allowance::Clocks(clocks) => clocks[game.position().turn().index()].left + GRACE,
        Allowance::Nodes(_) | Allowance::Depth(_) => program.patience,
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

/// The score of an `info` line, if it has one of the best line that is no mere bound.
fn read_score(words: &[&str]) -> Option<Score> {
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
    use super::read_score;
    use rukh_engine::Score;

    #[test]
    fn scores_are_read() {
        let read = |line: &str| read_score(&line.split(' ').collect::<Vec<_>>());
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
