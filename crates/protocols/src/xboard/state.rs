//! What a CECP session and its search share, and what the search tells.

use crate::board::{dialect_of, parse_move, play_move, shift_ranks};
use crate::control::{ReplyMode, SearchControl};
use crate::line_io::{self, Output};
use crate::search_thread::{SearchListener, SearchRequest};
use rukh_engine::{Score, SearchResult};
use rukh_rules::notation::coordinate;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::{Failure, Game, Move, Node, Ruleset};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// XBoard's score of a mate, to which the number of moves is added.
const MATE: i32 = 100_000;

/// What the session and its thread share.
pub(super) struct XboardState {
    pub(super) output: Output,
    pub(super) game: Mutex<XboardGame>,
    pub(super) is_busy: AtomicBool,
    pub(super) shows_thinking: AtomicBool,
    /// Whether what is found is only to be told.
    pub(super) analyses: AtomicBool,
    /// Whether the answer is not wanted any more.
    pub(super) discards_result: AtomicBool,
    /// Whether to think while the other side does.
    pub(super) ponders: AtomicBool,
    pub(super) progress: Mutex<AnalysisProgress>,
    /// Whose letters are read.
    pub(super) dialect: Mutex<DialectChoice>,
}

/// How far the search under way has come.
#[derive(Debug, Default, Clone, Copy)]
pub(super) struct AnalysisProgress {
    pub(super) depth: u32,
    pub(super) nodes: u64,
    /// When it began.
    pub(super) since: Option<Instant>,
}

/// The game on the board.
pub(super) struct XboardGame {
    pub(super) current: Game,
    pub(super) start: Game,
    pub(super) moves: Vec<Move>,
    /// Pings that wait for the answer under way.
    pub(super) pings: Vec<String>,
    /// The answer thought about while the other side thinks.
    pub(super) ponder_move: Option<Move>,
}

impl XboardGame {
    pub(super) fn make(&mut self, chosen: Move) -> Result<(), Failure> {
        play_move(&mut self.current, chosen)?;
        self.moves.push(chosen);
        Ok(())
    }

    pub(super) fn take_back(&mut self, count: usize) {
        let left = self.moves.len().saturating_sub(count);
        let moves: Vec<Move> = self.moves.drain(..).take(left).collect();
        self.current = self.start.clone();
        for chosen in moves {
            // They were made from here before.
            let _ = self.make(chosen);
        }
    }
}

impl XboardState {
    pub(super) fn say(&self, line: &str) {
        line_io::say(&self.output, line);
    }

    pub(super) fn game(&self) -> std::sync::MutexGuard<'_, XboardGame> {
        self.game.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn progress(&self) -> std::sync::MutexGuard<'_, AnalysisProgress> {
        self.progress.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn dialect_choice(&self) -> DialectChoice {
        *self.dialect.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whose letters the other program has.
    pub(super) fn dialect(&self, ruleset: &Ruleset) -> Dialect {
        dialect_of(self.dialect_choice(), ruleset)
    }

    /// A move as XBoard writes it.
    pub(super) fn format_move(&self, ruleset: &Ruleset, chosen: Move) -> String {
        if chosen.is_pass() {
            return "@@@@".to_owned();
        }
        shift_ranks(ruleset, &coordinate::format_in(ruleset, chosen, self.dialect(ruleset)), -1)
    }

    /// The move that XBoard writes so, in either case what a piece becomes.
    pub(super) fn parse_move(&self, game: &Game, text: &str) -> Option<Move> {
        let plain = if text == "@@@@" { "--".to_owned() } else { shift_ranks(game.ruleset(), text, 1) };
        let legal = |text: &str| parse_move(game, text, self.dialect_choice());
        legal(&plain).or_else(|_| legal(&plain.to_ascii_lowercase())).ok()
    }

    /// What to think about until the other side has moved.
    pub(super) fn ponder_request(
        &self,
        table: &mut XboardGame,
        question: &SearchRequest,
        expected: Option<Move>,
    ) -> Option<SearchRequest> {
        let expected = expected.filter(|_| self.ponders.load(Relaxed))?;
        let mut game = table.current.clone();
        play_move(&mut game, expected).ok()?;
        if !matches!(game.node(), Node::Choice(_)) {
            return None;
        }
        table.ponder_move = Some(expected);
        Some(SearchRequest { game, ..question.clone() })
    }

    /// Tells how the game is over, if it is.
    pub(super) fn say_result(&self, game: &Game) {
        if let Some(over) = game.outcome() {
            self.say(&format!(
                "{} {{{}}}",
                over.result(),
                over.message(game.ruleset()).to_string().replace(['{', '}'], "")
            ));
        }
    }
}

impl SearchListener for XboardState {
    fn on_depth(&self, game: &Game, found: &SearchResult, since: Instant) {
        *self.progress() = AnalysisProgress { depth: found.depth, nodes: found.nodes, since: Some(since) };
        if !self.shows_thinking.load(Relaxed) || self.discards_result.load(Relaxed) {
            return;
        }
        let score = match found.score {
            Score::Win { plies } => MATE + i32::from(plies.div_ceil(2)),
            Score::Loss { plies } => -MATE - i32::from(plies / 2),
            score => score.centipawns(),
        };
        let pv: Vec<String> =
            found.pv.iter().map(|chosen| self.format_move(game.ruleset(), *chosen)).collect();
        let took = since.elapsed();
        let speed = (found.nodes as f64 / took.as_secs_f64().max(1e-6)) as u64;
        let more = match found.tb_hits {
            0 => " ".to_owned(),
            hits => format!(" {} {speed} {hits}\t", found.seldepth.max(found.depth)),
        };
        let (depth, time, nodes) = (found.depth, centiseconds(took), found.nodes);
        self.say(&format!("{depth} {score} {time} {nodes}{more}{}", pv.join(" ")));
    }

    fn on_bestmove(
        &self,
        question: &SearchRequest,
        best: Option<Move>,
        expected: Option<Move>,
        control: &SearchControl,
    ) -> Option<SearchRequest> {
        let mut table = self.game();
        let mut next = None;
        table.ponder_move = None;
        if !self.discards_result.load(Relaxed)
            && !self.analyses.load(Relaxed)
            && let Some(best) = best
        {
            self.say(&format!("move {}", self.format_move(table.current.ruleset(), best)));
            // It was found for this game.
            let _ = table.make(best);
            self.say_result(&table.current);
            next = self.ponder_request(&mut table, question, expected);
        }
        match next {
            Some(_) => control.start(None, ReplyMode::Held),
            None => self.is_busy.store(false, Relaxed),
        }
        for ping in std::mem::take(&mut table.pings) {
            self.say(&format!("pong {ping}"));
        }
        next
    }

    fn on_low_memory(&self, mebibytes: usize) {
        self.say(&format!("# there is memory for a table of {mebibytes} MiB only"));
    }
}

pub(super) fn centiseconds(time: Duration) -> u128 {
    time.as_millis() / 10
}
