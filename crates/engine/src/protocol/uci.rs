//! UCI, with the additions of variant engines and one for dice.
//!
//! ```text
//! setoption name UCI_Variant value oblong-dice     any ruleset, with its options too: senterej[saba=G]
//! position startpos moves a5a6/1 a12a11/1 die 6    the face a move was made with after it; the face on the board
//! go … | go perft 4
//! ```
//! `0000/3` is the pass of a throw of 3. Without a throw on the board a game
//! with a die has nothing to choose: `bestmove (none)`, and the score is what
//! can be expected of the throw. A game with a werera is searched from where
//! turns begin. Under the names Fairy-Stockfish knows, men have its letters, and after
//! a position in the letters of the one or the other, those; a change is said. The option
//! `Dialect` settles it: `own` or `fsf` are then read and written, and nothing else. Nobody can
//! claim a draw by this protocol, so that a game drawn by repetition or for want of
//! progress goes on where the other program goes on with it.
//! Words before a command are passed over, as the protocol wants it.
//! `eval` tells what each term of the evaluation brings, `bench 7` searches the ruleset's
//! start so deep and tells how many positions that takes: the same on every machine.
//! A line that cannot be read is answered with `info string` and changes nothing;
//! of `go` the rest is obeyed. `isready` waits for tables to be made, `stop` for
//! the answer, so that what is said right after it is obeyed.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use rukh_rules::hash::mix;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::{coordinate, fen};
use rukh_rules::{Game, Move, Node, Ruleset, catalog};

use super::board::{begun, dialect, find, from_fen, leave_unclaimed, make, recognition, spoken, throw};
use super::control::Control;
use super::explain::explain;
use super::lines::{self, Output, shown};
use super::thinker::{Listener, Question, Thinker};
use super::timing::{Budget, Clock};
use super::{Sources, contempt};
use crate::level::{HIGHEST_ELO, LOWEST_ELO, Level, Strength};
use crate::tuning::EvalFile;
use crate::{MOST_CONTEMPT, Measure, Score, SearchResult, bench};

const HASH: (usize, usize, usize) = (16, 1, 65_536);
const THREADS: (usize, usize, usize) = (1, 1, 256);
const LINES: (usize, usize, usize) = (1, 1, 256);
/// One more than the highest level: as well as it can.
const SKILL: (usize, usize, usize) = (9, 1, 9);
/// As well as it is measured to play.
const ELO: (usize, usize, usize) = (HIGHEST_ELO as usize, LOWEST_ELO as usize, HIGHEST_ELO as usize);
/// Plies of a measured search.
const BENCH: (usize, usize, usize) = (7, 1, 40);
const OVERHEAD: (usize, usize, usize) = (20, 0, 5_000);
/// Words of one `go` that are complained of.
const MOST_COMPLAINTS: usize = 8;
/// The deepest count.
const MOST_PERFT: u32 = 30;
/// What begins what a line asks for.
const COMMANDS: [&str; 14] = [
    "uci",
    "debug",
    "isready",
    "setoption",
    "register",
    "ucinewgame",
    "position",
    "go",
    "stop",
    "ponderhit",
    "quit",
    "d",
    "eval",
    "bench",
];
/// What `go` knows, and no move.
const GO_WORDS: [&str; 13] = [
    "infinite",
    "ponder",
    "searchmoves",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "movestogo",
    "wtime",
    "btime",
    "winc",
    "binc",
    "perft",
];

/// What the other program is told, whoever speaks.
struct Voice {
    output: Output,
    /// Whether a search is under way.
    is_busy: AtomicBool,
    shows_wdl: AtomicBool,
    lines: AtomicUsize,
    /// Whose letters the other program has.
    dialect: Mutex<Dialect>,
}

impl Voice {
    fn dialect(&self) -> MutexGuard<'_, Dialect> {
        self.dialect.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A move as UCI writes it.
    fn name(&self, ruleset: &Ruleset, chosen: Move) -> String {
        if chosen.is_pass() {
            return "0000".to_owned();
        }
        coordinate::format_in(ruleset, chosen, *self.dialect())
    }

    fn say(&self, line: &str) {
        lines::say(&self.output, line);
    }

    /// Ends a search with its answer: whoever has it may ask again.
    fn say_at_last(&self, line: &str) {
        lines::say_after(&self.output, line, || self.is_busy.store(false, Relaxed));
    }

    fn complain(&self, what: &str) {
        self.say(&format!("info string {}", what.replace(['\n', '\r'], " ")));
    }
}

impl Listener for Voice {
    fn learn(&self, game: &Game, found: &SearchResult, since: Instant) {
        let took = since.elapsed();
        let speed = (found.nodes as f64 / took.as_secs_f64().max(1e-6)) as u64;
        let (depth, deepest, nodes) = (found.depth, found.seldepth.max(found.depth), found.nodes);
        let rest = format!("nodes {nodes} nps {speed} hashfull {} time {}", found.hashfull, took.as_millis());
        let measure = Measure::of(game.ruleset());
        if found.lines.is_empty() {
            let score = self.score(found.score, measure);
            return self.say(&format!("info depth {depth} seldepth {deepest} score {score} {rest}"));
        }
        for (number, line) in (1..).zip(&found.lines) {
            let pv: Vec<String> = line.pv.iter().map(|chosen| self.name(game.ruleset(), *chosen)).collect();
            let score = self.score(line.score, measure);
            let lines =
                if self.lines.load(Relaxed) > 1 { format!(" multipv {number}") } else { String::new() };
            self.say(&format!(
                "info depth {depth} seldepth {deepest}{lines} score {score} {rest} pv {}",
                pv.join(" ")
            ));
        }
    }

    fn decide(
        &self,
        question: &Question,
        best: Option<Move>,
        expected: Option<Move>,
        _: &Control,
    ) -> Option<Question> {
        let name = |chosen| self.name(question.game.ruleset(), chosen);
        let best = best.map_or_else(|| "(none)".to_owned(), name);
        let expected = expected.map(|chosen| format!(" ponder {}", name(chosen))).unwrap_or_default();
        self.say_at_last(&format!("bestmove {best}{expected}"));
        None
    }

    fn lament(&self, mebibytes: usize) {
        self.complain(&format!("there is memory for a table of {mebibytes} MiB only"));
    }

    fn tally(&self, game: &Game, (face, chosen): (u8, Move), leaves: u64) {
        let face = if face > 0 { format!("/{face}") } else { String::new() };
        self.say(&format!("{}{face}: {leaves}", self.name(game.ruleset(), chosen)));
    }

    fn total(&self, leaves: Option<u64>) {
        match leaves {
            Some(leaves) => self.say_at_last(&format!("\nNodes searched: {leaves}\n")),
            None => self.say_at_last("info string the count was ended"),
        }
    }

    fn measured(&self, search: Option<(u64, Duration)>) {
        let Some((nodes, took)) = search else {
            return self.say_at_last("info string the measurement was ended");
        };
        let speed = (nodes as f64 / took.as_secs_f64().max(1e-6)) as u64;
        let time = took.as_millis();
        self.say_at_last(&format!(
            "\nTotal time (ms) : {time}\nNodes searched  : {nodes}\nNodes/second    : {speed}\n"
        ));
    }
}

impl Voice {
    fn score(&self, score: Score, measure: Measure) -> String {
        let text = match score {
            Score::Centipawns(_) | Score::Chance { .. } => format!("cp {}", score.centipawns()),
            // 0 says that who is to move is mated.
            Score::Win { plies } => format!("mate {}", plies.div_ceil(2).max(1)),
            Score::Loss { plies } => format!("mate {}", -i32::from(plies.div_ceil(2))),
        };
        if !self.shows_wdl.load(Relaxed) {
            return text;
        }
        let [win, draw, loss] = measure.results(score);
        format!("{text} wdl {win} {draw} {loss}")
    }
}

struct Session {
    sources: Sources,
    /// The evaluation file asked for; where it does not fit it is not used.
    eval_file: Option<Arc<EvalFile>>,
    voice: Arc<Voice>,
    thinker: Thinker,
    game: Game,
    /// Whether the position asked for last was refused, so that `game` is not what the other program sees.
    is_astray: bool,
    /// Whether a `go` with nothing to think about is to be answered when a word ends it.
    is_owing: bool,
    threads: usize,
    skill: usize,
    /// Whether it plays no better than `elo`.
    is_limited: bool,
    elo: u32,
    overhead: Duration,
    contempt: i32,
    /// Whose letters are read.
    dialect: DialectChoice,
    /// What tells this game from others in what a level leaves open.
    salt: u64,
}

/// Runs a session until `quit` or the end of the input.
///
/// # Errors
/// That the first ruleset cannot be loaded, or the input cannot be read.
pub fn run(
    input: impl BufRead,
    output: impl Write + Send + 'static,
    sources: impl Into<Sources>,
) -> Result<(), String> {
    let sources = sources.into();
    let first = catalog::ids().next().ok_or("there is no ruleset")?;
    let ruleset = (sources.rulesets)(first)?;
    let eval_file = sources.eval_file.clone();
    let output: Output = Arc::new(Mutex::new(output));
    let voice = Arc::new(Voice {
        output,
        is_busy: AtomicBool::new(false),
        shows_wdl: AtomicBool::new(false),
        lines: AtomicUsize::new(LINES.0),
        dialect: Mutex::new(dialect(&ruleset)),
    });
    let mut session = Session {
        sources,
        thinker: Thinker::new(ruleset.clone(), eval_file.clone(), voice.clone()),
        eval_file,
        voice,
        game: begun(Game::new(ruleset)),
        is_astray: false,
        is_owing: false,
        threads: THREADS.0,
        skill: SKILL.0,
        is_limited: false,
        elo: HIGHEST_ELO,
        overhead: Duration::from_millis(OVERHEAD.0 as u64),
        contempt: 0,
        dialect: DialectChoice::Auto,
        salt: salt(),
    };
    session.thinker.resize(HASH.0);
    let mut input = input;
    while let Some(line) = lines::read(&mut input)? {
        match line {
            Ok(line) if !session.obey(&line) => break,
            Ok(_) => {}
            Err(why) => session.voice.complain(&why),
        }
    }
    Ok(())
}

/// A number for a game that no other game has.
fn salt() -> u64 {
    RandomState::new().build_hasher().finish()
}

impl Session {
    /// Does what a line says; false ends the session.
    fn obey(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let start = words.iter().position(|word| COMMANDS.contains(word)).unwrap_or(0);
        let Some((&first, rest)) = words[start..].split_first() else { return true };
        let done = match first {
            "quit" => return false,
            "uci" => {
                self.introduce();
                Ok(())
            }
            "isready" => {
                if !self.is_busy() {
                    self.thinker.settle();
                }
                self.voice.say("readyok");
                Ok(())
            }
            "stop" => {
                self.stop();
                self.pay();
                Ok(())
            }
            "ponderhit" => {
                self.thinker.control.go_on(None);
                self.pay();
                Ok(())
            }
            "debug" | "register" => Ok(()),
            _ if self.is_busy() => {
                self.is_astray |= first == "position";
                Err(format!("`{}` has to wait: a search is under way, `stop` ends it", shown(first)))
            }
            "ucinewgame" => {
                self.thinker.clear();
                self.salt = salt();
                Ok(())
            }
            "setoption" => self.set_option(rest),
            "position" => {
                let done = self.set_position(rest);
                self.is_astray = done.is_err();
                done
            }
            "go" => self.go(rest),
            "d" => {
                self.show();
                Ok(())
            }
            "eval" => self.explain(),
            "bench" => self.bench(rest),
            _ => Err(format!("`{}` is no command of UCI", shown(first))),
        };
        if let Err(why) = done {
            self.voice.complain(&why);
        }
        true
    }

    fn is_busy(&self) -> bool {
        self.voice.is_busy.load(Relaxed)
    }

    /// Ends the search under way and waits for its answer.
    fn stop(&self) {
        self.thinker.control.stop();
        while self.is_busy() {
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    fn introduce(&self) {
        let say = |line: String| self.voice.say(&line);
        say(format!("id name Rukh {}", env!("CARGO_PKG_VERSION")));
        say("id author the Rukh authors".to_owned());
        let spin = |name: &str, (default, least, most): (usize, usize, usize)| {
            say(format!("option name {name} type spin default {default} min {least} max {most}"));
        };
        spin("Hash", HASH);
        spin("Threads", THREADS);
        spin("MultiPV", LINES);
        spin("Skill Level", SKILL);
        spin("Move Overhead", OVERHEAD);
        say("option name UCI_LimitStrength type check default false".to_owned());
        spin("UCI_Elo", ELO);
        let most = MOST_CONTEMPT;
        say(format!("option name Contempt type spin default 0 min -{most} max {most}"));
        say("option name Ponder type check default false".to_owned());
        say("option name UCI_ShowWDL type check default false".to_owned());
        say("option name Clear Hash type button".to_owned());
        say("option name EvalFile type string default <empty>".to_owned());
        say("option name Dialect type combo default auto var auto var own var fsf".to_owned());
        let ids: Vec<String> = catalog::ids().map(|id| format!(" var {id}")).collect();
        let first = self.game.ruleset().instance.to_string();
        say(format!("option name UCI_Variant type combo default {first}{}", ids.concat()));
        self.voice.say("uciok");
    }

    fn set_option(&mut self, words: &[&str]) -> Result<(), String> {
        let at = words.iter().position(|word| *word == "value").unwrap_or(words.len());
        let Some((&"name", name @ [_, ..])) = words[..at].split_first() else {
            return Err("`setoption` wants `name …` and perhaps `value …`".to_owned());
        };
        let name = name.join(" ").to_lowercase();
        let value = words.get(at + 1..).unwrap_or_default().join(" ");
        match name.as_str() {
            "hash" => self.thinker.resize(number(&value, HASH)?),
            "threads" => self.threads = number(&value, THREADS)?,
            "multipv" => self.voice.lines.store(number(&value, LINES)?, Relaxed),
            "skill level" => self.skill = number(&value, SKILL)?,
            "move overhead" => self.overhead = Duration::from_millis(number(&value, OVERHEAD)? as u64),
            "uci_showwdl" => self.voice.shows_wdl.store(yes_or_no(&value)?, Relaxed),
            "uci_limitstrength" => self.is_limited = yes_or_no(&value)?,
            "uci_elo" => self.elo = u32::try_from(number(&value, ELO)?).unwrap_or(HIGHEST_ELO),
            "contempt" => self.contempt = contempt(&value)?,
            // Whether the other program will let us ponder changes nothing here.
            "ponder" => drop(yes_or_no(&value)?),
            "clear hash" => self.thinker.clear(),
            "uci_variant" => self.choose(&value)?,
            "evalfile" => self.take_eval_file(&value)?,
            "dialect" => {
                self.dialect = value.parse()?;
                *self.voice.dialect() = spoken(self.dialect, self.game.ruleset());
            }
            _ => return Err(format!("there is no option `{}`", shown(&name))),
        }
        Ok(())
    }

    /// Changes to another ruleset.
    fn choose(&mut self, name: &str) -> Result<(), String> {
        let ruleset = (self.sources.rulesets)(name)?;
        self.game = begun(Game::new(ruleset.clone()));
        self.is_astray = false;
        *self.voice.dialect() = spoken(self.dialect, &ruleset);
        self.thinker.play(ruleset.clone(), self.eval_file.clone());
        self.warn_of_misfit();
        let (files, ranks) = (ruleset.geometry.files(), ruleset.geometry.ranks());
        let start = self.fen();
        self.voice.say(&format!(
            "info string variant {} files {files} ranks {ranks} pocket 0 template none startpos {start}",
            ruleset.instance
        ));
        Ok(())
    }

    /// Takes the numbers of a file, or with no name those of the engine.
    fn take_eval_file(&mut self, name: &str) -> Result<(), String> {
        self.eval_file = match name {
            "" | "<empty>" => None,
            name => Some((self.sources.eval_files)(name)?),
        };
        self.thinker.play(self.game.ruleset().clone(), self.eval_file.clone());
        self.warn_of_misfit();
        Ok(())
    }

    fn warn_of_misfit(&self) {
        let misfit = self.eval_file.as_ref().and_then(|file| file.check(self.game.ruleset()).err());
        if let Some(misfit) = misfit {
            self.voice.complain(&format!("EvalFile is not used: {misfit}"));
        }
    }

    fn explain(&self) -> Result<(), String> {
        let file = self.eval_file.as_deref().filter(|file| file.check(self.game.ruleset()).is_ok());
        let lines = explain(&self.game, file).map_err(|misfit| misfit.to_string())?;
        lines.iter().for_each(|line| self.voice.say(line));
        Ok(())
    }

    fn bench(&self, words: &[&str]) -> Result<(), String> {
        let ruleset = self.game.ruleset().clone();
        let depth = match words {
            [] => bench::depth(&ruleset),
            [depth] => number(depth, BENCH).map(|depth| depth as u32)?,
            _ => return Err("`bench` wants a depth and no more".to_owned()),
        };
        self.voice.is_busy.store(true, Relaxed);
        self.thinker.control.start(None, false);
        self.thinker.bench(ruleset, self.eval_file.clone(), depth);
        Ok(())
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), String> {
        let end = words.iter().position(|word| matches!(*word, "moves" | "die")).unwrap_or(words.len());
        let mut game = match words[..end].split_first() {
            Some((&"startpos", [])) => Game::from_rules(self.game.rules().clone()),
            Some((&"fen", text)) => {
                let (game, recognised) = from_fen(self.game.rules(), &text.join(" "), self.dialect)?;
                self.hear_dialect(recognised);
                game
            }
            _ => return Err("`position` wants `startpos` or `fen …`".to_owned()),
        };
        game = begun(game);
        let mut rest = words[end..].iter();
        while let Some(word) = rest.next() {
            match *word {
                "moves" => {}
                "die" => {
                    let face = rest.next().ok_or("`die` wants a face")?;
                    throw(&mut game, face)?;
                }
                text => play(&mut game, text, self.dialect)?,
            }
        }
        leave_unclaimed(&mut game);
        self.game = game;
        Ok(())
    }

    /// Speaks on with the letters of a position, and says so where they are others than before.
    fn hear_dialect(&self, recognised: Option<Dialect>) {
        let mut spoken = self.voice.dialect();
        if let Some(dialect) = recognised.filter(|dialect| *dialect != *spoken) {
            *spoken = dialect;
            self.voice.complain(&recognition(dialect));
        }
    }

    fn fen(&self) -> String {
        fen::format(self.game.rules(), self.game.position(), *self.voice.dialect())
    }

    fn show(&self) {
        self.voice.say(&format!("info string {} {}", self.game.ruleset().instance, self.fen()));
    }

    fn go(&mut self, words: &[&str]) -> Result<(), String> {
        self.is_owing = false;
        if self.is_astray {
            self.voice.complain("there is nothing to think about: the last `position` was refused");
            self.decline(words);
            return Ok(());
        }
        self.warn_of_misfit();
        let (asked, wrong) = Asked::read(words, &self.game, self.dialect);
        wrong.iter().take(MOST_COMPLAINTS).for_each(|why| self.voice.complain(why));
        let Some(asked) = asked else {
            self.decline(words);
            return Ok(());
        };
        if let Some(depth) = asked.perft {
            return self.count(depth);
        }
        let turn = self.game.position().turn();
        let budget = match (asked.movetime, asked.clocks[turn.index()].left) {
            (Some(time), _) => Some(Budget::of_one_move(time, self.overhead)),
            (None, Some(left)) => {
                let increment = asked.clocks[turn.index()].increment;
                Some(Clock { left, increment, moves_to_go: asked.moves_to_go }.budget(self.overhead))
            }
            (None, None) => None,
        };
        let strength = self.strength();
        let budget = if strength.is_some() { budget.map(Budget::without_doubt) } else { budget };
        self.voice.is_busy.store(true, Relaxed);
        self.thinker.control.start(budget, asked.holds);
        self.thinker.think(Question {
            game: self.game.clone(),
            depth: asked.depth.unwrap_or(u32::MAX),
            nodes: asked.nodes.unwrap_or(u64::MAX),
            mate: asked.mate,
            lines: self.voice.lines.load(Relaxed),
            threads: self.threads,
            moves: asked.moves,
            contempt: if asked.is_endless { 0 } else { self.contempt },
            strength,
        });
        Ok(())
    }

    /// The strength it is limited to, UCI_Elo's or a level's, and what leaves less
    /// open in it: another number in each position of each game.
    fn strength(&self) -> Option<(Strength, u64)> {
        let seed = mix(self.salt ^ self.game.position().key()).wrapping_add(self.game.seq());
        let strength = if self.is_limited {
            Some(Strength::of_elo(self.elo, seed))
        } else {
            u8::try_from(self.skill).ok().and_then(Level::new).map(Level::strength)
        };
        strength.map(|strength| (strength, seed))
    }

    /// Who waits for a move is not to wait for ever, nor to get one nobody asked for,
    /// nor sooner than asked for.
    fn decline(&mut self, words: &[&str]) {
        self.is_owing = !words.contains(&"perft");
        if !words.iter().any(|word| matches!(*word, "infinite" | "ponder")) {
            self.pay();
        }
    }

    /// Gives the answer that a `go` with nothing to think about still waits for.
    fn pay(&mut self) {
        if std::mem::take(&mut self.is_owing) {
            self.voice.say("bestmove (none)");
        }
    }

    fn count(&self, depth: u32) -> Result<(), String> {
        if !(1..=MOST_PERFT).contains(&depth) {
            return Err(format!("`go perft` wants a depth of 1 to {MOST_PERFT}"));
        }
        self.voice.is_busy.store(true, Relaxed);
        self.thinker.control.start(None, false);
        self.thinker.count(self.game.clone(), depth);
        Ok(())
    }
}

/// Makes a move, after the throw it was made with.
fn play(game: &mut Game, text: &str, dialect: DialectChoice) -> Result<(), String> {
    leave_unclaimed(game);
    let (text, face) = text.split_once('/').map_or((text, None), |(text, face)| (text, Some(face)));
    if let Some(face) = face {
        throw(game, face)?;
    }
    if matches!(game.node(), Node::Chance(_)) {
        return Err(format!(
            "`{}` was made with a throw: write its face after it, as in `{}/FACE`",
            shown(text),
            shown(text)
        ));
    }
    let chosen = find(game, text, dialect)?;
    make(game, chosen).map_err(|why| format!("`{}` cannot be played: {why}", shown(text)))
}

/// What `go` asks for.
#[derive(Debug, Default)]
struct Asked {
    depth: Option<u32>,
    nodes: Option<u64>,
    mate: Option<u16>,
    movetime: Option<Duration>,
    moves_to_go: Option<u32>,
    clocks: [SideClock; 2],
    moves: Option<Vec<Move>>,
    perft: Option<u32>,
    /// Whether the answer waits for a word.
    holds: bool,
    /// Whether nobody plays: who asks wants to know.
    is_endless: bool,
}

#[derive(Debug, Default, Clone, Copy)]
struct SideClock {
    left: Option<Duration>,
    increment: Duration,
}

impl Asked {
    /// What can be read, unless that is nothing or none of the moves to search; and
    /// what is wrong with the rest: who has said `go` waits for an answer.
    fn read(words: &[&str], game: &Game, dialect: DialectChoice) -> (Option<Asked>, Vec<String>) {
        let (mut asked, mut wrong) = (Asked::default(), Vec::new());
        let mut is_understood = words.is_empty();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" | "ponder" => {
                    asked.holds = true;
                    asked.is_endless |= word == "infinite";
                    is_understood = true;
                }
                "searchmoves" => {
                    let mut moves = Vec::new();
                    while let Some(text) = words.next_if(|text| !GO_WORDS.contains(text)) {
                        match find(game, text, dialect) {
                            Ok(chosen) => moves.push(chosen),
                            Err(why) => wrong.push(why),
                        }
                    }
                    if moves.is_empty() {
                        wrong.push("`searchmoves` wants moves that are legal here".to_owned());
                        return (None, wrong);
                    }
                    asked.moves = Some(moves);
                    is_understood = true;
                }
                _ => match asked.take(word, words.peek().and_then(|text| amount(text))) {
                    Ok(()) => {
                        words.next();
                        is_understood = true;
                    }
                    Err(why) => wrong.push(why),
                },
            }
        }
        (is_understood.then_some(asked), wrong)
    }

    fn take(&mut self, word: &str, value: Option<u64>) -> Result<(), String> {
        let value = || value.ok_or_else(|| format!("`{word}` wants a number"));
        let time = || value().map(Duration::from_millis);
        let small = || value().map(|value| u32::try_from(value).unwrap_or(u32::MAX));
        match word {
            "depth" => self.depth = Some(small()?.max(1)),
            "nodes" => self.nodes = Some(value()?.max(1)),
            "mate" => self.mate = Some(u16::try_from(value()?.max(1)).unwrap_or(u16::MAX)),
            "movetime" => self.movetime = Some(time()?),
            // Some programs say 0 where nothing is known.
            "movestogo" => self.moves_to_go = Some(small()?).filter(|moves| *moves > 0),
            "wtime" => self.clocks[0].left = Some(time()?),
            "btime" => self.clocks[1].left = Some(time()?),
            "winc" => self.clocks[0].increment = time()?,
            "binc" => self.clocks[1].increment = time()?,
            "perft" => self.perft = Some(small()?),
            _ => return Err(format!("`go` knows no `{}`", shown(word))),
        }
        Ok(())
    }
}

/// A number after a word of `go`: none below 0, however great.
fn amount(text: &str) -> Option<u64> {
    let is_great = || !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<i64>() {
        Ok(value) => Some(u64::try_from(value).unwrap_or(0)),
        Err(_) => is_great().then_some(i64::MAX as u64),
    }
}

fn number(text: &str, (_, least, most): (usize, usize, usize)) -> Result<usize, String> {
    let value = text.parse().ok().filter(|value| (least..=most).contains(value));
    value.ok_or_else(|| format!("`{}` is not a number from {least} to {most}", shown(text)))
}

fn yes_or_no(text: &str) -> Result<bool, String> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("`{}` is neither true nor false", shown(text))),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::notation::dialect::DialectChoice;
    use rukh_rules::{Game, Ruleset};

    use super::Asked;

    #[test]
    fn no_moves_to_go_is_not_one() {
        let game = Game::new(Arc::new(Ruleset::named("shatranj").unwrap()));
        for (text, expected) in [("0", None), ("-3", None), ("1", Some(1)), ("40", Some(40))] {
            let words = ["wtime", "60000", "movestogo", text];
            let (asked, wrong) = Asked::read(&words, &game, DialectChoice::Auto);
            assert_eq!((asked.unwrap().moves_to_go, wrong.len()), (expected, 0));
        }
    }
}
