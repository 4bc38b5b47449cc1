//! Result of a match so far.

use std::fmt;

use rukh_rules::Side;

use crate::elo::Elo;
use crate::engine_match::{Pair, Pairing};
use crate::luck::LuckAdjusted;
use crate::player::PlayerError;
use crate::referee::{Cause, SearchStats};
use crate::sprt::{Sprt, Verdict};
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
#[derive(Debug, Clone, PartialEq, Default)]
pub struct MatchResult {
    /// The names of the players.
    pub names: [String; 2],
    /// The first player's results.
    pub tally: Tally,
    /// Those results that are independent, which error bounds are computed from: pairs, or games
    /// with openings and throws of their own, without those that repeat an earlier one.
    pub independent: Tally,
    /// Games that repeat an earlier one event for event.
    pub repeats: u64,
    /// Games that were cut off, and count as drawn.
    pub cut_off: u64,
    /// The independent results with the luck of their throws, where the match judges it.
    pub luck_adjusted: LuckAdjusted,
    /// Relation of the two games of a pair.
    pub pairing: Pairing,
    /// Search statistics of each player.
    pub stats: [SearchStats; 2],
    /// Failures of each player.
    pub failures: [Failures; 2],
    /// Consecutive crashes of each player.
    consecutive_crashes: [u32; 2],
}

impl MatchResult {
    pub(crate) fn new(names: [String; 2], pairing: Pairing) -> MatchResult {
        MatchResult { names, pairing, ..MatchResult::default() }
    }

    /// Pairs whose two games have ended and count.
    #[must_use]
    pub fn pairs_counted(&self) -> u64 {
        self.tally.played() / 2
    }

    /// Elo difference of the first player, with bounds from what is independent.
    #[must_use]
    pub fn elo(&self) -> Elo {
        Elo::of(&self.independent)
    }

    /// State of a sequential test: by results less luck where luck is judged, else by results.
    #[must_use]
    pub fn verdict(&self, sprt: &Sprt) -> Verdict {
        match self.luck_adjusted.count() {
            0 => sprt.verdict(&self.independent),
            _ => self.luck_adjusted.verdict(sprt),
        }
    }

    /// Number of independent results, from which the error bounds follow.
    #[must_use]
    pub fn sample_size(&self) -> u64 {
        self.independent.sample().iter().sum()
    }

    /// Counts both games of a pair, of which some repeat earlier games; fails with the name and last
    /// error of a player that crashed too often.
    pub(crate) fn add_pair(&mut self, pair: &Pair, repeats: [bool; 2]) -> Result<(), (String, PlayerError)> {
        let sides = [Side::White, Side::Black];
        let points = [0, 1].map(|at: usize| GameResult::for_side(pair.games[at].outcome.winner, sides[at]));
        self.count_points(points, repeats);
        self.count_luck(points, pair, repeats);
        let mut end = Ok(());
        for (game, played) in pair.games.iter().enumerate() {
            self.cut_off += u64::from(played.cause == Cause::CutOff);
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

    fn count_points(&mut self, points: [GameResult; 2], repeats: [bool; 2]) {
        self.repeats += repeats.map(u64::from).iter().sum::<u64>();
        match self.pairing {
            Pairing::Reversed => {
                self.tally.add_pair(points);
                if repeats != [true; 2] {
                    self.independent.add_pair(points);
                }
            }
            Pairing::Independent => {
                for (one, is_repeated) in points.into_iter().zip(repeats) {
                    self.tally.add_single(one);
                    if !is_repeated {
                        self.independent.add_single(one);
                    }
                }
            }
        }
    }

    /// Counts the luck of a pair's games, where it was judged, with the results that are independent.
    fn count_luck(&mut self, points: [GameResult; 2], pair: &Pair, repeats: [bool; 2]) {
        let [Some(first), Some(second)] = pair.games.each_ref().map(|played| played.luck) else { return };
        // The first player is Black in the second game.
        let (shares, luck) = (points.map(GameResult::share), [first, -second]);
        match self.pairing {
            Pairing::Reversed if repeats != [true; 2] => {
                self.luck_adjusted.add(shares.iter().sum::<f64>() / 2.0, luck.iter().sum::<f64>() / 2.0);
            }
            Pairing::Reversed => {}
            Pairing::Independent => {
                for at in (0..2).filter(|at: &usize| !repeats[*at]) {
                    self.luck_adjusted.add(shares[at], luck[at]);
                }
            }
        }
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
    /// One-line summary: games, score, Elo, LOS, pairs, what is not independent, and LLR.
    #[must_use]
    pub fn summary(&self, sprt: Option<&Sprt>) -> String {
        let [losses, draws, wins] = self.tally.games;
        let elo = self.elo();
        let mut line = format!(
            "{} games: +{wins} ={draws} -{losses}, {:.1} %; {elo}, LOS {:.1} %",
            self.tally.played(),
            100.0 * self.tally.score(),
            100.0 * elo.los,
        );
        line += &match self.pairing {
            Pairing::Reversed => {
                format!("; pairs {}", self.tally.pairs.map(|count| count.to_string()).join(" "))
            }
            Pairing::Independent => "; unpaired".to_owned(),
        };
        if self.cut_off > 0 {
            line += &format!("; {} cut off and counted as drawn", self.cut_off);
        }
        if self.repeats > 0 {
            let of = if self.pairing == Pairing::Reversed { "pairs" } else { "games" };
            let (repeats, size) = (self.repeats, self.sample_size());
            line += &format!("; {repeats} repeat an earlier game, so the error is that of {size} {of}");
        }
        if let Some(sprt) = sprt {
            let (low, high) = sprt.bounds();
            line += &format!("; LLR {:+.2} ({low:+.2} to {high:+.2})", sprt.llr(&self.independent));
        }
        line
    }

    /// One-line summary of the results less luck: Elo, how much less they scatter, and LLR; `None` where luck is not
    /// judged.
    #[must_use]
    pub fn luck_summary(&self, sprt: Option<&Sprt>) -> Option<String> {
        let adjusted = &self.luck_adjusted;
        let ratio = adjusted.variance_ratio()?;
        let elo = adjusted.elo();
        let mut line = format!(
            "less luck: {elo}, LOS {:.1} %; variance {:+.0} %, with luck times {:.2}",
            100.0 * elo.los,
            100.0 * (ratio - 1.0),
            adjusted.factor(),
        );
        if let Some(sprt) = sprt {
            line += &format!("; LLR {:+.2}", adjusted.llr(sprt));
        }
        Some(line)
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
