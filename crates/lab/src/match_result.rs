//! Result of a match so far.

use std::fmt;

use rukh_rules::Side;

use crate::elo::Elo;
use crate::engine_match::Pair;
use crate::player::PlayerError;
use crate::referee::{Cause, SearchStats};
use crate::sprt::Sprt;
use crate::tally::{GameResult, Tally};

/// Number of consecutive crashes of a player that ends a match.
pub(crate) const MAX_CONSECUTIVE_CRASHES: u32 = 10;

/// Games a player lost by technical failures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Failures {
    /// Games lost on time.
    pub time: u64,
    /// Games lost by a crash or by giving no answer.
    pub crashes: u64,
    /// Games lost by an illegal move.
    pub illegal: u64,
}

/// Result of a match so far.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct MatchResult {
    /// The names of the players.
    pub names: [String; 2],
    /// The first player's results.
    pub tally: Tally,
    /// Search statistics of each player.
    pub stats: [SearchStats; 2],
    /// Failures of each player.
    pub failures: [Failures; 2],
    /// Consecutive crashes of each player.
    consecutive_crashes: [u32; 2],
}

impl MatchResult {
    pub(crate) fn new(names: [String; 2]) -> MatchResult {
        MatchResult { names, ..MatchResult::default() }
    }

    /// Pairs counted so far.
    #[must_use]
    pub fn pairs_counted(&self) -> u64 {
        self.tally.pairs.iter().sum()
    }

    /// Counts both games of a pair; fails with the name and last error of a player that crashed
    /// too often.
    pub(crate) fn add_pair(&mut self, pair: &Pair) -> Result<(), (String, PlayerError)> {
        let sides = [Side::White, Side::Black];
        let points = [0, 1].map(|at: usize| GameResult::for_side(pair.games[at].outcome.winner, sides[at]));
        self.tally.add_pair(points);
        let mut end = Ok(());
        for (game, played) in pair.games.iter().enumerate() {
            for player in 0..2 {
                let side = sides[(game + player) % 2];
                let effort = &mut self.stats[player];
                let more = played.stats[side.index()];
                effort.moves += more.moves;
                effort.nodes += more.nodes;
                effort.time += more.time;
                end = end.and(self.count_failure(player, side, &played.cause));
            }
        }
        end
    }

    fn count_failure(
        &mut self,
        player: usize,
        side: Side,
        cause: &Cause,
    ) -> Result<(), (String, PlayerError)> {
        let failures = &mut self.failures[player];
        let mut crashed = None;
        match cause {
            Cause::TimeForfeit(late) if *late == side => failures.time += 1,
            Cause::PlayerError(failed, error) if *failed == side => match error {
                PlayerError::IllegalMove(_) => failures.illegal += 1,
                PlayerError::Crash(_) | PlayerError::Timeout(_) => {
                    failures.crashes += 1;
                    crashed = Some(error.clone());
                }
                PlayerError::Resigned => {}
            },
            _ => {}
        }
        self.consecutive_crashes[player] =
            if crashed.is_some() { self.consecutive_crashes[player] + 1 } else { 0 };
        match crashed {
            Some(error) if self.consecutive_crashes[player] >= MAX_CONSECUTIVE_CRASHES => {
                Err((self.names[player].clone(), error))
            }
            _ => Ok(()),
        }
    }
}

impl MatchResult {
    /// One-line summary: games, score, Elo, LOS, pairs and LLR.
    #[must_use]
    pub fn summary(&self, sprt: Option<&Sprt>) -> String {
        let [losses, draws, wins] = self.tally.games;
        let elo = Elo::of(&self.tally);
        let pairs = self.tally.pairs.map(|count| count.to_string()).join(" ");
        let mut line = format!(
            "{} games: +{wins} ={draws} -{losses}, {:.1} %; {elo}, LOS {:.1} %; pairs {pairs}",
            self.tally.played(),
            100.0 * self.tally.score(),
            100.0 * elo.los,
        );
        if let Some(sprt) = sprt {
            let (low, high) = sprt.bounds();
            line += &format!("; LLR {:+.2} ({low:+.2} to {high:+.2})", sprt.llr(&self.tally));
        }
        line
    }

    /// One-line summary of a player's search statistics and failures.
    #[must_use]
    pub fn player_summary(&self, player: usize) -> String {
        let effort = self.stats[player];
        let moves = effort.moves.max(1) as f64;
        let (nodes, seconds) = (effort.nodes as f64, effort.time.as_secs_f64());
        let mut line = format!(
            "{}: {} moves, {:.0} nodes and {:.4} s a move, {:.3} million nodes a second",
            self.names[player],
            effort.moves,
            nodes / moves,
            seconds / moves,
            nodes / seconds.max(1e-9) / 1e6,
        );
        if self.failures[player] != Failures::default() {
            line += &format!("; {}", self.failures[player]);
        }
        line
    }
}

impl fmt::Display for Failures {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Failures { time, crashes, illegal } = self;
        write!(f, "lost {time} on time, {crashes} by crashes, {illegal} by illegal moves")
    }
}
