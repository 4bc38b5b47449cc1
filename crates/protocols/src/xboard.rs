//! CECP, the protocol of XBoard, version 2.
//!
//! Every ruleset without a die is a variant, described with `setup` and a `piece`
//! line in Betza notation for each piece, so that XBoard can check moves itself; what
//! its notation has no words for is told to the user. A
//! variant XBoard has too is called otherwise here (`shatrandj`): its own referee
//! would overrule ours on bared kings. Boards of more than nine ranks count them from 0, as
//! XBoard does. A position may have XBoard's letters for pieces or ours; if they are not
//! those of `setup`, a `#` line says so; the option `Dialect` (`own`, `fsf`) settles whose
//! letters are read and written, in the next `setup` too. A game with a werera begins where turns do.
//! Between `hard` and `easy` it ponders: after its move it thinks about the answer
//! it expects. After a refused `setboard` every move is refused until the next.
//! The option `EvalFile` names a file that `rukh tune` has written; where it does not fit, that
//! is said with `variant` and `go`, and the engine's own numbers are used. The option `Tables` says which solved
//! endings it knows; where it meets them, thoughts tell the selective depth, the speed and how often, before a tab.
//! What cannot be obeyed is answered with `Error (…)`, a wrong move with
//! `Illegal move`; neither changes anything.

use std::io::{BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use rukh_rules::notation::fen;
use rukh_rules::{Failure, Game, Move, Node, PieceKind, Ruleset, Side, catalog};

use super::board::{begin_turns, dialect_notice, from_fen};
use super::control::ReplyMode;
use super::line_io::{self, truncate};
use super::search_thread::{SearchRequest, SearchThread};
use super::tables::{self, TablesChoice};
use super::timing::{Budget, Clock};
use super::{SessionSources, parse_contempt};
use piece_lines::{betza, legality_warning};
use rukh_engine::tuning::EvalFile;
use rukh_engine::{MAX_CONTEMPT, SearchLimits, Wait};
use state::{AnalysisProgress, XboardGame, XboardState, centiseconds};

mod piece_lines;
mod state;

/// The letters of XBoard's table of pieces, in its order, the king's last place
/// aside; from the eighteenth on the table's pieces are special to it.
const SLOTS: usize = 17;
/// Places of pieces whose look XBoard knows: our picture, its place.
const PICTURE_SLOTS: [(&str, usize); 6] =
    [("faras", 1), ("bishop", 2), ("rukh", 3), ("queen", 4), ("firzan", 5), ("fil", 6)];
/// The first place for any other piece.
const FIRST_FREE_SLOT: usize = 7;
/// Places of one side in the table, the king's included.
const TABLE_SLOTS: usize = 22;
/// What the way to the other program may cost.
const OVERHEAD: Duration = Duration::from_millis(20);
/// The time of a game of which nothing is said.
const DEFAULT_BASE_TIME: Duration = Duration::from_secs(300);
const MAX_MEBIBYTES: usize = 65_536;
const MAX_CORES: usize = 256;

struct Session {
    sources: SessionSources,
    /// The evaluation file asked for; where it does not fit it is not used.
    eval_file: Option<Arc<EvalFile>>,
    tables: TablesChoice,
    state: Arc<XboardState>,
    search_thread: SearchThread,
    /// The side we play; nobody's while we are forced to look on.
    side: Option<Side>,
    analyses: bool,
    /// Whether the position asked for last was refused, so that the game is not what the other program sees.
    position_refused: bool,
    clock: Clock,
    time_setting: TimeSetting,
    depth: u32,
    cores: usize,
    contempt: i32,
}

/// What `level` and `st` have said of time.
#[derive(Debug, Clone, Copy)]
enum TimeSetting {
    Clock { moves: u32, base: Duration, increment: Duration },
    PerMove(Duration),
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
    let eval_file = sources.eval_file.clone();
    let first = catalog::ids().next().ok_or("there is no ruleset")?;
    let game = begin_turns(Game::new((sources.rulesets)(first)?));
    let state = Arc::new(XboardState {
        output: Arc::new(Mutex::new(output)),
        game: Mutex::new(XboardGame {
            start: game.clone(),
            moves: Vec::new(),
            pings: Vec::new(),
            ponder_move: None,
            current: game.clone(),
        }),
        is_busy: AtomicBool::new(false),
        shows_thinking: AtomicBool::new(false),
        analyses: AtomicBool::new(false),
        discards_result: AtomicBool::new(false),
        ponders: AtomicBool::new(false),
        progress: Mutex::default(),
        dialect: Mutex::default(),
    });
    let tables = TablesChoice::default();
    let first_tables = tables.tables(&sources, game.ruleset())?;
    let search_thread =
        SearchThread::new(game.ruleset().clone(), eval_file.clone(), first_tables, state.clone());
    let mut session = Session {
        sources,
        search_thread,
        tables,
        eval_file,
        state,
        side: Some(Side::Black),
        analyses: false,
        position_refused: false,
        clock: Clock { left: DEFAULT_BASE_TIME, increment: Duration::ZERO, moves_to_go: None },
        time_setting: TimeSetting::Clock { moves: 0, base: DEFAULT_BASE_TIME, increment: Duration::ZERO },
        depth: u32::MAX,
        cores: 1,
        contempt: 0,
    };
    let ended = session.run(input);
    session.stop();
    ended
}

impl Session {
    fn run(&mut self, mut input: impl BufRead) -> Result<(), Failure> {
        while let Some(line) = line_io::read(&mut input)? {
            match line {
                Ok(line) if !self.handle_line(&line) => break,
                Ok(_) => {}
                Err(why) => self.state.say(&format!("Error ({why})")),
            }
        }
        Ok(())
    }

    /// Does what a line says; false ends the session.
    fn handle_line(&mut self, line: &str) -> bool {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        let done = match word {
            "quit" => return false,
            "" | "xboard" | "accepted" | "rejected" | "random" | "computer" | "name" | "rating" | "ics"
            | "otim" | "draw" | "hint" | "bk" => Ok(()),
            "protover" => {
                self.identify();
                Ok(())
            }
            "ping" => {
                self.ping(rest);
                Ok(())
            }
            "post" | "nopost" => {
                self.state.shows_thinking.store(word == "post", Relaxed);
                Ok(())
            }
            "hard" => {
                self.state.ponders.store(true, Relaxed);
                Ok(())
            }
            "easy" => {
                self.state.ponders.store(false, Relaxed);
                if self.state.game().ponder_move.is_some() {
                    self.stop();
                }
                Ok(())
            }
            "?" => {
                if self.is_searching_move() {
                    self.search_thread.control.stop();
                }
                Ok(())
            }
            "." => {
                self.say_progress();
                Ok(())
            }
            "time" => parse_number(rest, 0, u64::MAX).map(|time| {
                self.clock.left = Duration::from_millis(time.saturating_mul(10));
            }),
            "level" => self.set_level(rest),
            "st" => rest
                .parse::<f64>()
                .ok()
                .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
                .map(|time| self.time_setting = TimeSetting::PerMove(time))
                .ok_or_else(|| "a number of seconds was expected".to_owned().into()),
            "sd" => parse_number(rest, 1, 1_000).map(|depth| self.depth = depth as u32),
            "memory" => parse_number(rest, 1, u64::MAX).map(|size| {
                let mebibytes = usize::try_from(size).unwrap_or(MAX_MEBIBYTES).min(MAX_MEBIBYTES);
                self.stop();
                self.search_thread.resize(mebibytes);
                self.start_search();
            }),
            "option" => self.set_option(rest),
            "cores" => parse_number(rest, 1, MAX_CORES as u64).map(|cores| self.cores = cores as usize),
            _ => self.handle_game_command(word, rest),
        };
        if let Err(why) = done {
            self.state.say(&format!("Error ({}): {}", why.to_string().replace('\n', " "), truncate(line)));
        }
        true
    }

    fn handle_game_command(&mut self, word: &str, rest: &str) -> Result<(), Failure> {
        match word {
            "new" => {
                let first = catalog::ids().next().ok_or("there is no ruleset")?;
                self.set_variant(first)?;
                self.side = if self.analyses { None } else { Some(Side::Black) };
                self.depth = u32::MAX;
                if let TimeSetting::Clock { base, .. } = self.time_setting {
                    self.clock.left = base;
                }
            }
            "variant" => {
                self.set_variant(rest)?;
                self.describe_variant();
                self.warn_of_mismatch();
            }
            "force" | "result" => {
                self.stop();
                self.side = None;
            }
            "go" | "playother" => {
                self.stop();
                if self.position_refused {
                    self.side = None;
                    return Err("the last `setboard` was refused".into());
                }
                self.warn_of_mismatch();
                let turn = self.turn();
                self.side = Some(if word == "go" { turn } else { turn.other() });
                // Who waits for a move where there is none hears why.
                self.state.say_result(&self.state.game().current);
            }
            "white" | "black" => {
                // Of version 1: the side on move, and we play the other.
                self.stop();
                self.side = Some(if word == "white" { Side::Black } else { Side::White });
            }
            "usermove" => self.user_move(rest)?,
            "setboard" => self.set_board(rest)?,
            "undo" | "remove" => {
                self.stop();
                self.state.game().take_back(if word == "undo" { 1 } else { 2 });
            }
            "analyze" | "exit" => {
                self.stop();
                self.analyses = word == "analyze";
                self.side = None;
            }
            _ => return Err("unknown command".into()),
        }
        self.start_search();
        Ok(())
    }

    fn turn(&self) -> Side {
        self.state.game().current.position().turn()
    }

    fn identify(&self) {
        self.state.say("feature done=0");
        let called =
            |id| catalog::ELSEWHERE.iter().find(|(theirs, _)| *theirs == id).map_or(id, |(_, ours)| *ours);
        let ids: Vec<&str> = catalog::ids().filter(|id| self.playable(id).is_ok()).map(called).collect();
        self.state.say(&format!("feature myname=\"Rukh {}\"", env!("CARGO_PKG_VERSION")));
        self.state.say("feature ping=1 setboard=1 usermove=1 analyze=1 playother=1 memory=1 smp=1");
        self.state.say("feature colors=0 sigint=0 sigterm=0 reuse=1 debug=1 san=0 time=1 draw=0 name=0");
        let most = MAX_CONTEMPT;
        self.state.say(&format!("feature option=\"Contempt -spin 0 -{most} {most}\""));
        self.state.say("feature option=\"EvalFile -file \"");
        self.state.say(&format!("feature option=\"{} -string {}\"", tables::OPTION, tables::COMPUTED));
        self.state.say("feature option=\"Dialect -combo *auto /// own /// fsf\"");
        self.state.say(&format!("feature variants=\"{}\"", ids.join(",")));
        self.state.say("feature done=1");
    }

    fn ping(&self, number: &str) {
        if !self.state.is_busy.load(Relaxed) {
            self.search_thread.wait_until_ready();
        }
        let mut table = self.state.game();
        if self.state.is_busy.load(Relaxed) && !self.analyses && table.ponder_move.is_none() {
            table.pings.push(truncate(number));
        } else {
            self.state.say(&format!("pong {}", truncate(number)));
        }
    }

    fn set_option(&mut self, rest: &str) -> Result<(), Failure> {
        let (name, value) = rest.split_once('=').unwrap_or((rest, ""));
        match name.trim() {
            "Contempt" => self.contempt = parse_contempt(value.trim())?,
            "EvalFile" => {
                let name = Some(value.trim()).filter(|name| !name.is_empty());
                self.eval_file = name.map(|name| (self.sources.eval_files)(name)).transpose()?;
                self.stop();
                self.set_ruleset()?;
                self.warn_of_mismatch();
                self.start_search();
            }
            tables::OPTION => {
                let choice = TablesChoice::from(value.trim());
                let tables = choice.tables(&self.sources, self.state.game().current.ruleset())?;
                self.tables = choice;
                self.stop();
                self.search_thread.set_tables(tables);
                self.start_search();
            }
            "Dialect" => {
                *self.state.dialect.lock().unwrap_or_else(PoisonError::into_inner) = value.trim().parse()?;
            }
            _ => return Err("there is no such option".into()),
        }
        Ok(())
    }

    /// Lets the thread play the game's ruleset, with the numbers asked for.
    fn set_ruleset(&self) -> Result<(), Failure> {
        let ruleset = self.state.game().current.ruleset().clone();
        let tables = self.tables.tables(&self.sources, &ruleset)?;
        self.search_thread.set_ruleset(ruleset, self.eval_file.clone(), tables);
        Ok(())
    }

    fn warn_of_mismatch(&self) {
        let Some(file) = &self.eval_file else { return };
        if let Err(misfit) = file.check(self.state.game().current.ruleset()) {
            self.state.say(&format!("Error (EvalFile is not used): {misfit}"));
        }
    }

    fn set_level(&mut self, rest: &str) -> Result<(), Failure> {
        let wrong = || "three numbers were expected, as in `level 40 5:30 12`".to_owned();
        let [moves, base, increment] = rest.split_whitespace().collect::<Vec<_>>()[..] else {
            return Err(wrong().into());
        };
        let (minutes, seconds) = base.split_once(':').unwrap_or((base, "0"));
        let minutes: u64 = minutes.parse().map_err(|_| wrong())?;
        let seconds: u64 = seconds.parse().map_err(|_| wrong())?;
        let increment: f64 = increment.parse().map_err(|_| wrong())?;
        let increment = Duration::try_from_secs_f64(increment).map_err(|_| wrong())?;
        let base = Duration::from_secs(minutes.saturating_mul(60).saturating_add(seconds));
        self.time_setting =
            TimeSetting::Clock { moves: moves.parse().map_err(|_| wrong())?, base, increment };
        self.clock.left = base;
        Ok(())
    }

    /// The ruleset of a variant.
    fn playable(&self, name: &str) -> Result<Arc<Ruleset>, Failure> {
        let theirs = catalog::ELSEWHERE.iter().find(|(_, ours)| *ours == name).map(|(theirs, _)| *theirs);
        let ruleset = (self.sources.rulesets)(theirs.unwrap_or(name))?;
        if ruleset.has_die() {
            return Err("a game with a die cannot be played by this protocol; `rukh uci` knows one"
                .to_owned()
                .into());
        }
        slots(&ruleset)?;
        Ok(ruleset)
    }

    fn set_variant(&mut self, name: &str) -> Result<(), Failure> {
        let ruleset = self.playable(name)?;
        self.stop();
        self.position_refused = false;
        let game = begin_turns(Game::new(ruleset.clone()));
        let is_other = *self.state.game().current.ruleset() != ruleset;
        {
            let mut table = self.state.game();
            table.start = game.clone();
            table.current = game;
            table.moves.clear();
        }
        if is_other {
            self.set_ruleset()?;
        } else {
            self.search_thread.clear();
        }
        Ok(())
    }

    /// Describes the ruleset to XBoard.
    fn describe_variant(&self) {
        let table = self.state.game();
        let ruleset = table.current.ruleset();
        let Ok(slots) = slots(ruleset) else { return };
        let dialect = self.state.dialect(ruleset);
        let half = |letter: fn(char) -> char| -> String {
            slots.iter().map(|slot| slot.map_or('.', |kind| letter(dialect.letter(ruleset, kind)))).collect()
        };
        let pieces = half(|letter| letter.to_ascii_uppercase()) + &half(|letter| letter);
        let (files, ranks) = (ruleset.geometry.files(), ruleset.geometry.ranks());
        let fen = fen::format(table.current.rules(), table.current.position(), dialect);
        let placement = fen.split(' ').next().unwrap_or_default();
        self.state.say(&format!("setup ({pieces}) {files}x{ranks}+0_fairy {placement} w - - 0 1"));
        for kind in slots.into_iter().flatten() {
            let letter = dialect.letter(ruleset, kind).to_ascii_uppercase();
            if let Ok(moves) = betza(ruleset, kind) {
                self.state.say(&format!("piece {letter}& {moves}"));
            }
        }
        if let Some(warning) = legality_warning(ruleset, slots[0]) {
            self.state.say(&format!("telluser {}", warning.replace('\n', " ")));
        }
    }

    fn user_move(&mut self, text: &str) -> Result<(), Failure> {
        if text.is_empty() {
            return Err("a move was expected, as in `usermove e2e3`".into());
        }
        if self.is_searching_move() {
            return Err("it is our turn".into());
        }
        let illegal = || self.state.say(&format!("Illegal move: {}", truncate(text)));
        if self.position_refused {
            illegal();
            return Ok(());
        }
        // Before anything is stopped: it may be the answer thought about.
        let chosen = self.state.parse_move(&self.state.game().current, text);
        if self.ponder_hit(chosen) {
            self.search_thread.control.ponderhit(Some(self.budget()));
            return Ok(());
        }
        self.stop();
        let mut table = self.state.game();
        match chosen.ok_or(()).and_then(|chosen| table.make(chosen).map_err(drop)) {
            Ok(()) => self.state.say_result(&table.current),
            Err(()) => illegal(),
        }
        Ok(())
    }

    fn set_board(&mut self, text: &str) -> Result<(), Failure> {
        self.stop();
        let mut table = self.state.game();
        let read = from_fen(table.current.rules(), text, self.state.dialect_choice());
        self.position_refused = read.is_err();
        match read {
            Ok((game, recognised)) => {
                if let Some(letters) =
                    recognised.filter(|letters| *letters != self.state.dialect(game.ruleset()))
                {
                    self.state.say(&format!("# {}", dialect_notice(letters)));
                }
                table.start = game.clone();
                table.current = game;
                table.moves.clear();
                Ok(())
            }
            Err(why) => {
                self.state
                    .say(&format!("tellusererror Illegal position: {}", why.to_string().replace('\n', " ")));
                Ok(())
            }
        }
    }

    /// Whether a move of ours is still to come. Who has told one holds the table until
    /// it is no longer busy: a program that replies at once is not too early.
    fn is_searching_move(&self) -> bool {
        let table = self.state.game();
        self.state.is_busy.load(Relaxed) && !self.analyses && table.ponder_move.is_none()
    }

    /// Makes the move if it is the one thought about; then the move of ours is to come.
    fn ponder_hit(&self, chosen: Option<Move>) -> bool {
        let mut table = self.state.game();
        let is_hit = chosen.is_some() && table.ponder_move == chosen;
        is_hit && table.ponder_move.take().is_some_and(|chosen| table.make(chosen).is_ok())
    }

    /// How far an analysis has come: centiseconds, positions, depth, moves left of all moves.
    fn say_progress(&self) {
        if self.analyses && self.state.is_busy.load(Relaxed) {
            let moves = self.state.game().current.legal_moves().len();
            let AnalysisProgress { depth, nodes, since } = *self.state.progress();
            let time = since.map_or(Duration::ZERO, |since| since.elapsed());
            self.state.say(&format!("stat01: {} {nodes} {depth} 0 {moves}", centiseconds(time)));
        }
    }

    /// Ends the thinking under way; its answer is not wanted.
    fn stop(&self) {
        {
            // A search that ends now either ponders already and is stopped, or sees this.
            let _table = self.state.game();
            self.state.discards_result.store(true, Relaxed);
        }
        self.search_thread.control.stop();
        while self.state.is_busy.load(Relaxed) {
            std::thread::sleep(Duration::from_micros(200));
        }
        self.state.discards_result.store(false, Relaxed);
    }

    /// Begins to think if it is for us to do so.
    fn start_search(&self) {
        let game = self.state.game().current.clone();
        let is_ours = self.side == Some(game.position().turn());
        let is_idle = self.position_refused || self.state.is_busy.load(Relaxed);
        if is_idle || !(is_ours || self.analyses) || !matches!(game.node(), Node::Choice(_)) {
            return;
        }
        self.state.analyses.store(self.analyses, Relaxed);
        *self.state.progress() =
            AnalysisProgress { since: Some(Instant::now()), ..AnalysisProgress::default() };
        self.state.is_busy.store(true, Relaxed);
        let budget = if self.analyses { None } else { Some(self.budget()) };
        self.search_thread
            .control
            .start(budget, if self.analyses { ReplyMode::Held } else { ReplyMode::Immediate });
        let limits = if self.analyses {
            SearchLimits::default()
        } else {
            SearchLimits::depth(self.depth).with_contempt(self.contempt)
        };
        // A move has its clock, and an analysis tells more as soon as the tables are there.
        let limits = limits.with_threads(self.cores).with_wait(Wait::Never);
        self.search_thread.search(SearchRequest { game, limits, handicap: None });
    }

    fn budget(&self) -> Budget {
        match self.time_setting {
            TimeSetting::PerMove(time) => Budget::for_one_move(time, OVERHEAD),
            TimeSetting::Clock { moves, increment, .. } => {
                let made = u32::try_from(self.state.game().moves.len() / 2).unwrap_or(u32::MAX);
                let moves_to_go = (moves > 0).then(|| moves - made % moves);
                Clock { left: self.clock.left, increment, moves_to_go }.budget(OVERHEAD)
            }
        }
    }
}

/// Which piece stands in which place of XBoard's table: pawns in the first, the
/// king in the last.
fn slots(ruleset: &Ruleset) -> Result<[Option<PieceKind>; TABLE_SLOTS], Failure> {
    let mut slots = [None; TABLE_SLOTS];
    slots[TABLE_SLOTS - 1] = Some(ruleset.royal());
    let mut rest = Vec::new();
    for kind in ruleset.kinds() {
        let picture = ruleset.pieces[kind.index()].picture.as_str();
        let place = PICTURE_SLOTS.iter().find(|(name, _)| *name == picture).map(|(_, place)| *place);
        if kind == ruleset.royal() {
            continue;
        }
        let place = if ruleset.pawns.has(kind) { Some(0) } else { place };
        match place.filter(|place| slots[*place].is_none()) {
            Some(place) => slots[place] = Some(kind),
            None => rest.push(kind),
        }
    }
    for kind in rest {
        let free = (FIRST_FREE_SLOT..SLOTS).find(|place| slots[*place].is_none());
        slots[free.ok_or("XBoard has fewer kinds of pieces")?] = Some(kind);
    }
    Ok(slots)
}

fn parse_number(text: &str, least: u64, most: u64) -> Result<u64, Failure> {
    // Clocks may go below nothing.
    let value = text.parse::<i64>().map(|value| u64::try_from(value).unwrap_or(0)).ok();
    value
        .filter(|value| (least..=most).contains(value))
        .ok_or_else(|| format!("a number from {least} on was expected").into())
}

#[cfg(test)]
mod tests {
    use super::slots;
    use rukh_rules::Ruleset;

    #[test]
    fn every_man_has_a_place() {
        for id in rukh_rules::catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            let slots = slots(&ruleset).expect("places enough");
            assert_eq!(slots.iter().flatten().count(), ruleset.pieces.len(), "{id}");
        }
    }
}
