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
//! turns begin, unless the option `UCI_Werera` is set: then the game begins in
//! the werera, `position` has its events, and `go werera white` asks for an
//! action (see `super::werera`). Under variant names of Fairy-Stockfish, pieces
//! have its letters; after a position in one of the two sets of letters, that set
//! is used, and a change is reported. The option `Dialect` fixes it: then only
//! `own` or `fsf` is read and written. The protocol has no draw claims, so a game
//! drawn by repetition or by the move limit continues where the other program
//! continues it. Words before a command are skipped, as the protocol demands.
//! `eval` prints the terms of the evaluation; `bench 7` searches the ruleset's start
//! to that depth and prints the number of positions: the same on every machine.
//! A line that cannot be read is answered with `info string` and changes nothing;
//! of `go` the rest is obeyed. `isready` waits for tables to be made, `stop` for
//! the answer, so that what is said right after it is obeyed.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use rukh_rules::hash::mix;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::notation::fen;
use rukh_rules::{Failure, Game, Node, catalog};

use super::SessionSources;
use super::board::{
    begin_turns, default_dialect, dialect_notice, dialect_of, leave_unclaimed, parse_fen, parse_move,
    play_move, play_throw,
};
use super::control::ReplyMode;
use super::explain::{explain_in_words, explain_terms};
use super::line_io::{self, Output, truncate};
use super::search_thread::{Handicap, SearchRequest, SearchThread, WereraRequest};
use super::tables::TablesChoice;
use super::timing::{Budget, Clock};
use super::werera::{self};
use rukh_engine::tuning::EvalFile;
use rukh_engine::{HIGHEST_ELO, Level, PlayStrength, Wait, bench};

mod go;
mod options;
mod output;

use go::{GoCommand, WereraGo};
use options::{BENCH, HASH, MULTIPV, OVERHEAD, SKILL, THREADS, parse_number};
use output::UciOutput;

/// Words of one `go` that are complained of.
const MAX_ERRORS_PER_GO: usize = 8;
/// The deepest count.
const MAX_PERFT_DEPTH: u32 = 30;
/// What begins what a line asks for.
const COMMANDS: [&str; 15] = [
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
    "explain",
    "bench",
];

struct Session {
    sources: SessionSources,
    /// The evaluation file asked for; where it does not fit it is not used.
    eval_file: Option<Arc<EvalFile>>,
    tables: TablesChoice,
    output: Arc<UciOutput>,
    search_thread: SearchThread,
    game: Game,
    /// Whether the position asked for last was refused, so that `game` is not what the other program sees.
    position_refused: bool,
    /// Whether a `go` with nothing to think about is to be answered when a word ends it.
    pending_reply: bool,
    threads: usize,
    skill: usize,
    /// Whether it plays no better than `elo`.
    limits_strength: bool,
    elo: u32,
    overhead: Duration,
    contempt: i32,
    /// Whether games begin in the werera, if they have one.
    plays_werera: bool,
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
    sources: impl Into<SessionSources>,
) -> Result<(), Failure> {
    let sources = sources.into();
    let first = catalog::ids().next().ok_or("there is no ruleset")?;
    let ruleset = (sources.rulesets)(first)?;
    let eval_file = sources.eval_file.clone();
    let output: Output = Arc::new(Mutex::new(output));
    let output = Arc::new(UciOutput {
        output,
        is_busy: AtomicBool::new(false),
        shows_wdl: AtomicBool::new(false),
        multipv: AtomicUsize::new(MULTIPV.0),
        dialect: Mutex::new(default_dialect(&ruleset)),
    });
    let tables = TablesChoice::default();
    let first_tables = tables.tables(&sources, &ruleset)?;
    let search_thread = SearchThread::new(ruleset.clone(), eval_file.clone(), first_tables, output.clone());
    let mut session = Session {
        sources,
        search_thread,
        tables,
        eval_file,
        output,
        game: begin_turns(Game::new(ruleset)),
        position_refused: false,
        pending_reply: false,
        threads: THREADS.0,
        skill: SKILL.0,
        limits_strength: false,
        elo: HIGHEST_ELO,
        overhead: Duration::from_millis(OVERHEAD.0 as u64),
        contempt: 0,
        plays_werera: false,
        dialect: DialectChoice::Auto,
        salt: salt(),
    };
    session.search_thread.resize(HASH.0);
    let mut input = input;
    while let Some(line) = line_io::read(&mut input)? {
        match line {
            Ok(line) if !session.handle_line(&line) => break,
            Ok(_) => {}
            Err(why) => session.output.say_info(why.to_string()),
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
    fn handle_line(&mut self, line: &str) -> bool {
        let words: Vec<&str> = line.split_whitespace().collect();
        let start = words.iter().position(|word| COMMANDS.contains(word)).unwrap_or(0);
        let Some((&first, rest)) = words[start..].split_first() else { return true };
        let done = match first {
            "quit" => return false,
            "uci" => {
                self.identify();
                Ok(())
            }
            "isready" => {
                if !self.is_busy() {
                    self.search_thread.wait_until_ready();
                }
                self.output.say("readyok");
                Ok(())
            }
            "stop" => {
                self.stop();
                self.flush_reply();
                Ok(())
            }
            "ponderhit" => {
                self.search_thread.control.ponderhit(None);
                self.flush_reply();
                Ok(())
            }
            "debug" | "register" => Ok(()),
            _ if self.is_busy() => {
                self.position_refused |= first == "position";
                Err(format!("`{}` has to wait: a search is under way, `stop` ends it", truncate(first))
                    .into())
            }
            "ucinewgame" => {
                self.search_thread.clear();
                self.salt = salt();
                Ok(())
            }
            "setoption" => self.set_option(rest),
            "position" => {
                let done = self.set_position(rest);
                self.position_refused = done.is_err();
                done
            }
            "go" => self.go(rest),
            "d" => {
                self.show();
                Ok(())
            }
            "eval" => self.explain_terms(),
            "explain" => self.explain(rest),
            "bench" => self.bench(rest),
            _ => Err(format!("`{}` is no command of UCI", truncate(first)).into()),
        };
        if let Err(why) = done {
            self.output.say_info(&why);
        }
        true
    }

    fn is_busy(&self) -> bool {
        self.output.is_busy.load(Relaxed)
    }

    /// Ends the search under way and waits for its answer.
    fn stop(&self) {
        self.search_thread.control.stop();
        while self.is_busy() {
            std::thread::sleep(Duration::from_micros(200));
        }
    }

    /// Changes to another ruleset.
    fn set_variant(&mut self, name: &str) -> Result<(), Failure> {
        let ruleset = (self.sources.rulesets)(name)?;
        let tables = self.tables.tables(&self.sources, &ruleset)?;
        self.begin_game(Game::new(ruleset.clone()));
        *self.output.dialect() = dialect_of(self.dialect, &ruleset);
        self.search_thread.set_ruleset(ruleset.clone(), self.eval_file.clone(), tables);
        self.warn_of_mismatch();
        let (files, ranks) = (ruleset.geometry.files(), ruleset.geometry.ranks());
        let start = self.fen();
        self.output.say(&format!(
            "info string variant {} files {files} ranks {ranks} pocket 0 template none startpos {start}",
            ruleset.instance
        ));
        Ok(())
    }

    /// Stands at the start of a game: in its werera, or where turns begin.
    fn begin_game(&mut self, start: Game) {
        self.game = if self.plays_werera { start } else { begin_turns(start) };
        self.position_refused = false;
    }

    /// Takes the numbers of a file, or with no name those of the engine.
    fn set_eval_file(&mut self, name: &str) -> Result<(), Failure> {
        self.eval_file = match name {
            "" | "<empty>" => None,
            name => Some((self.sources.eval_files)(name)?),
        };
        let ruleset = self.game.ruleset().clone();
        let tables = self.tables.tables(&self.sources, &ruleset)?;
        self.search_thread.set_ruleset(ruleset, self.eval_file.clone(), tables);
        self.warn_of_mismatch();
        Ok(())
    }

    fn warn_of_mismatch(&self) {
        let misfit = self.eval_file.as_ref().and_then(|file| file.check(self.game.ruleset()).err());
        if let Some(misfit) = misfit {
            self.output.say_info(format!("EvalFile is not used: {misfit}"));
        }
    }

    /// Tells why the position is valued as it is, or what a move changes, in sentences.
    fn explain(&self, words: &[&str]) -> Result<(), Failure> {
        let mv = match words {
            [] => None,
            [word] => Some(parse_move(&self.game, word, self.dialect)?),
            _ => return Err("`explain` wants a move or nothing".into()),
        };
        let file = self.eval_file.as_deref().filter(|file| file.check(self.game.ruleset()).is_ok());
        let lines = explain_in_words(&self.game, mv, file).map_err(|misfit| misfit.to_string())?;
        lines.iter().for_each(|line| self.output.say_info(line));
        Ok(())
    }

    fn explain_terms(&self) -> Result<(), Failure> {
        let file = self.eval_file.as_deref().filter(|file| file.check(self.game.ruleset()).is_ok());
        let lines = explain_terms(&self.game, file).map_err(|misfit| misfit.to_string())?;
        lines.iter().for_each(|line| self.output.say(line));
        Ok(())
    }

    fn bench(&self, words: &[&str]) -> Result<(), Failure> {
        let ruleset = self.game.ruleset().clone();
        let depth = match words {
            [] => bench::depth(&ruleset),
            [depth] => parse_number(depth, BENCH).map(|depth| depth as u32)?,
            _ => return Err("`bench` wants a depth and no more".into()),
        };
        self.output.is_busy.store(true, Relaxed);
        self.search_thread.control.start(None, ReplyMode::Immediate);
        self.search_thread.bench(ruleset, self.eval_file.clone(), depth);
        Ok(())
    }

    fn set_position(&mut self, words: &[&str]) -> Result<(), Failure> {
        let start = words.iter().position(|word| matches!(*word, "werera" | "moves" | "die"));
        let start = start.unwrap_or(words.len());
        let game = match words[..start].split_first() {
            Some((&"startpos", [])) => Game::from_rules(self.game.rules().clone()),
            Some((&"fen", text)) => {
                let (game, recognised) = parse_fen(self.game.rules(), &text.join(" "), self.dialect)?;
                self.follow_dialect(recognised);
                game
            }
            _ => return Err("`position` wants `startpos` or `fen …`".into()),
        };
        let mut game = if self.plays_werera { game } else { begin_turns(game) };
        let turns = words.iter().position(|word| matches!(*word, "moves" | "die")).unwrap_or(words.len());
        if let Some((_, events)) = words[start..turns.max(start)].split_first() {
            if !self.plays_werera {
                return Err(
                    format!("`werera` wants `setoption name {} value true` before", werera::OPTION).into()
                );
            }
            werera::play_events(&mut game, events, self.dialect)?;
        }
        let mut rest = words[turns..].iter();
        while let Some(word) = rest.next() {
            match *word {
                "moves" => {}
                "die" => {
                    let face = rest.next().ok_or("`die` wants a face")?;
                    play_throw(&mut game, face)?;
                }
                text => play_text(&mut game, text, self.dialect)?,
            }
        }
        leave_unclaimed(&mut game);
        self.game = game;
        Ok(())
    }

    /// Speaks on with the letters of a position, and says so where they are others than before.
    fn follow_dialect(&self, recognised: Option<Dialect>) {
        let mut spoken = self.output.dialect();
        if let Some(dialect) = recognised.filter(|dialect| *dialect != *spoken) {
            *spoken = dialect;
            self.output.say_info(dialect_notice(dialect));
        }
    }

    fn fen(&self) -> String {
        fen::format(self.game.rules(), self.game.position(), *self.output.dialect())
    }

    fn show(&self) {
        self.output.say(&format!("info string {} {}", self.game.ruleset().instance, self.fen()));
    }

    fn go(&mut self, words: &[&str]) -> Result<(), Failure> {
        self.pending_reply = false;
        if let Some((&"werera", words)) = words.split_first() {
            return self.go_werera(words);
        }
        if self.position_refused {
            self.output.say_info("there is nothing to think about: the last `position` was refused");
            self.refuse_go(words);
            return Ok(());
        }
        if matches!(self.game.node(), Node::Werera(_)) {
            self.output.say_info("the werera lasts: ask with `go werera white` or `go werera black`");
            self.refuse_go(words);
            return Ok(());
        }
        self.warn_of_mismatch();
        let (asked, wrong) = GoCommand::parse(words, &self.game, self.dialect);
        wrong.iter().take(MAX_ERRORS_PER_GO).for_each(|why| self.output.say_info(why));
        let Some(asked) = asked else {
            self.refuse_go(words);
            return Ok(());
        };
        if let Some(depth) = asked.perft {
            return self.perft(depth);
        }
        let turn = self.game.position().turn();
        let budget = match (asked.movetime, asked.clocks[turn.index()].left) {
            (Some(time), _) => Some(Budget::for_one_move(time, self.overhead)),
            (None, Some(left)) => {
                let increment = asked.clocks[turn.index()].increment;
                Some(Clock { left, increment, moves_to_go: asked.moves_to_go }.budget(self.overhead))
            }
            (None, None) => None,
        };
        let handicap = self.handicap();
        let budget = if handicap.is_some() { budget.map(Budget::soft_only) } else { budget };
        self.output.is_busy.store(true, Relaxed);
        self.search_thread.control.start(budget, asked.reply);
        // With a clock, and until it is stopped, no table is waited for.
        let wait = if budget.is_none() && !asked.is_infinite { Wait::ForTables } else { Wait::Never };
        let limits = asked
            .limits
            .with_wait(wait)
            .with_multipv(self.output.multipv.load(Relaxed))
            .with_threads(self.threads)
            .with_contempt(if asked.is_infinite { 0 } else { self.contempt });
        self.search_thread.search(SearchRequest { game: self.game.clone(), limits, handicap });
        Ok(())
    }

    /// Decides on a side's action in the werera; the other program gets an answer in any case.
    fn go_werera(&mut self, words: &[&str]) -> Result<(), Failure> {
        let readable = if self.position_refused {
            Err("there is nothing to decide: the last `position` was refused".into())
        } else {
            WereraGo::parse(words)
        };
        let allowed = readable.and_then(|(asked, wrong)| {
            werera::check_may_act(&self.game, asked.side)?;
            Ok((asked, wrong))
        });
        let (WereraGo { side, seed }, wrong) = match allowed {
            Ok(readable) => readable,
            Err(why) => {
                self.output.say_info(&why);
                self.output.say("bestact (none)");
                return Ok(());
            }
        };
        wrong.iter().take(MAX_ERRORS_PER_GO).for_each(|why| self.output.say_info(why));
        self.output.is_busy.store(true, Relaxed);
        self.search_thread.control.start(None, ReplyMode::Immediate);
        self.search_thread.decide_in_werera(WereraRequest {
            game: self.game.clone(),
            side,
            level: self.level(),
            seed: seed.unwrap_or_else(|| self.position_seed()),
        });
        Ok(())
    }

    /// The level that decides in the werera.
    fn level(&self) -> Level {
        if self.limits_strength {
            return Level::from_elo(self.elo);
        }
        u8::try_from(self.skill).ok().and_then(Level::new).unwrap_or(Level::HIGHEST)
    }

    /// A number that is another one in each position of each game.
    fn position_seed(&self) -> u64 {
        mix(self.salt ^ self.game.position().key()).wrapping_add(self.game.seq())
    }

    /// The strength of `UCI_Elo` or `Skill Level`, with another seed in each position of each game.
    fn handicap(&self) -> Option<Handicap> {
        let seed = self.position_seed();
        let strength = if self.limits_strength {
            Some(PlayStrength::from_elo(self.elo, seed))
        } else {
            u8::try_from(self.skill).ok().and_then(Level::new).map(Level::strength)
        };
        strength.map(|strength| Handicap { strength, seed })
    }

    /// Who waits for a move is not to wait for ever, nor to get one nobody asked for,
    /// nor sooner than asked for.
    fn refuse_go(&mut self, words: &[&str]) {
        self.pending_reply = !words.contains(&"perft");
        if !words.iter().any(|word| matches!(*word, "infinite" | "ponder")) {
            self.flush_reply();
        }
    }

    /// Gives the answer that a `go` with nothing to think about still waits for.
    fn flush_reply(&mut self) {
        if std::mem::take(&mut self.pending_reply) {
            self.output.say("bestmove (none)");
        }
    }

    fn perft(&self, depth: u32) -> Result<(), Failure> {
        if !(1..=MAX_PERFT_DEPTH).contains(&depth) {
            return Err(format!("`go perft` wants a depth of 1 to {MAX_PERFT_DEPTH}").into());
        }
        self.output.is_busy.store(true, Relaxed);
        self.search_thread.control.start(None, ReplyMode::Immediate);
        self.search_thread.perft(self.game.clone(), depth);
        Ok(())
    }
}

/// Makes a move, after the throw it was made with.
fn play_text(game: &mut Game, text: &str, dialect: DialectChoice) -> Result<(), Failure> {
    leave_unclaimed(game);
    let (text, face) = text.split_once('/').map_or((text, None), |(text, face)| (text, Some(face)));
    if let Some(face) = face {
        play_throw(game, face)?;
    }
    if matches!(game.node(), Node::Werera(_)) {
        return Err(format!(
            "`{}` is a move in turns, and the werera lasts: its events stand after `werera`",
            truncate(text)
        )
        .into());
    }
    if matches!(game.node(), Node::Chance(_)) {
        return Err(format!(
            "`{}` was made with a throw: write its face after it, as in `{}/FACE`",
            truncate(text),
            truncate(text)
        )
        .into());
    }
    let chosen = parse_move(game, text, dialect)?;
    play_move(game, chosen).map_err(|why| format!("`{}` cannot be played: {why}", truncate(text)).into())
}
