//! What a UCI session writes: its lines, and what its search tells.

use crate::control::SearchControl;
use crate::line_io::{self, Output};
use crate::search_thread::{SearchListener, SearchRequest, WereraRequest};
use crate::werera::WereraAnswer;
use rukh_engine::{Score, SearchResult, WdlModel, WereraAction};
use rukh_rules::notation::coordinate;
use rukh_rules::notation::dialect::Dialect;
use rukh_rules::{Game, Move, Ruleset};
use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// What the other program is sent, by the session and by the search.
pub(super) struct UciOutput {
    pub(super) output: Output,
    /// Whether a search is under way.
    pub(super) is_busy: AtomicBool,
    pub(super) shows_wdl: AtomicBool,
    pub(super) multipv: AtomicUsize,
    /// Whose letters the other program has.
    pub(super) dialect: Mutex<Dialect>,
}

impl UciOutput {
    pub(super) fn dialect(&self) -> MutexGuard<'_, Dialect> {
        self.dialect.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A move as UCI writes it.
    pub(super) fn format_move(&self, ruleset: &Ruleset, chosen: Move) -> String {
        if chosen.is_pass() {
            return "0000".to_owned();
        }
        coordinate::format_in(ruleset, chosen, *self.dialect())
    }

    pub(super) fn say(&self, line: &str) {
        line_io::say(&self.output, line);
    }

    /// Ends a search with its answer, after which the other program may ask again.
    pub(super) fn say_final(&self, line: &str) {
        line_io::say_after(&self.output, line, || self.is_busy.store(false, Relaxed));
    }

    pub(super) fn say_info(&self, what: impl fmt::Display) {
        self.say(&format!("info string {}", what.to_string().replace(['\n', '\r'], " ")));
    }
}

impl SearchListener for UciOutput {
    fn on_depth(&self, game: &Game, found: &SearchResult, since: Instant) {
        let took = since.elapsed();
        let speed = (found.nodes as f64 / took.as_secs_f64().max(1e-6)) as u64;
        let (depth, deepest, nodes) = (found.depth, found.seldepth.max(found.depth), found.nodes);
        let (full, hits, time) = (found.hashfull, found.tb_hits, took.as_millis());
        let rest = format!("nodes {nodes} nps {speed} hashfull {full} tbhits {hits} time {time}");
        let measure = WdlModel::of(game.ruleset());
        if found.lines.is_empty() {
            let score = self.score(found.score, measure);
            return self.say(&format!("info depth {depth} seldepth {deepest} score {score} {rest}"));
        }
        for (number, line) in (1..).zip(&found.lines) {
            let pv: Vec<String> =
                line.pv.iter().map(|chosen| self.format_move(game.ruleset(), *chosen)).collect();
            let score = self.score(line.score, measure);
            let lines =
                if self.multipv.load(Relaxed) > 1 { format!(" multipv {number}") } else { String::new() };
            self.say(&format!(
                "info depth {depth} seldepth {deepest}{lines} score {score} {rest} pv {}",
                pv.join(" ")
            ));
        }
    }

    fn on_bestmove(
        &self,
        question: &SearchRequest,
        best: Option<Move>,
        expected: Option<Move>,
        _: &SearchControl,
    ) -> Option<SearchRequest> {
        let name = |chosen| self.format_move(question.game.ruleset(), chosen);
        let best = best.map_or_else(|| "(none)".to_owned(), name);
        let expected = expected.map(|chosen| format!(" ponder {}", name(chosen))).unwrap_or_default();
        self.say_final(&format!("bestmove {best}{expected}"));
        None
    }

    fn on_low_memory(&self, mebibytes: usize) {
        self.say_info(format!("there is memory for a table of {mebibytes} MiB only"));
    }

    fn on_divide(&self, game: &Game, (face, chosen): (u8, Move), leaves: u64) {
        let face = if face > 0 { format!("/{face}") } else { String::new() };
        self.say(&format!("{}{face}: {leaves}", self.format_move(game.ruleset(), chosen)));
    }

    fn on_perft_done(&self, leaves: Option<u64>) {
        match leaves {
            Some(leaves) => self.say_final(&format!("\nNodes searched: {leaves}\n")),
            None => self.say_final("info string the count was ended"),
        }
    }

    fn on_werera_action(&self, request: &WereraRequest, action: WereraAction) {
        let answer = WereraAnswer::from_action(&request.game, action);
        let text = answer.format(&request.game, *self.dialect());
        self.say_final(&format!("bestact {}", text.as_deref().unwrap_or("(none)")));
    }

    fn on_bench_done(&self, search: Option<(u64, Duration)>) {
        let Some((nodes, took)) = search else {
            return self.say_final("info string the measurement was ended");
        };
        let speed = (nodes as f64 / took.as_secs_f64().max(1e-6)) as u64;
        let time = took.as_millis();
        self.say_final(&format!(
            "\nTotal time (ms) : {time}\nNodes searched  : {nodes}\nNodes/second    : {speed}\n"
        ));
    }
}

impl UciOutput {
    fn score(&self, score: Score, measure: WdlModel) -> String {
        let text = match score {
            Score::Centipawns(_) | Score::Chance { .. } => format!("cp {}", score.centipawns()),
            // 0 says that who is to move is mated.
            Score::Win { plies } => format!("mate {}", plies.div_ceil(2).max(1)),
            Score::Loss { plies } => format!("mate {}", -i32::from(plies.div_ceil(2))),
        };
        if !self.shows_wdl.load(Relaxed) {
            return text;
        }
        let [win, draw, loss] = measure.wdl(score);
        format!("{text} wdl {win} {draw} {loss}")
    }
}
