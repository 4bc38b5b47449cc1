//! The search: what follows from a position, as far as limits allow.
//!
//! One [`Search`] serves one call. Without a die it is a principal-variation
//! search (`node`, `quiescence`); with a die every turn is a chance node of
//! its faces (`chance`). `root` deepens one ply after the other.

use rukh_rules::hash::mix;
use rukh_rules::law::Stalemate;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Outcome, Position, Rules, Side};

use crate::evaluation::Evaluation;
use crate::limits::Limits;
use crate::score::{MAX_PLY, Value, WIN};
use crate::table::Table;

mod chance;
mod node;
mod order;
mod quiescence;
pub(crate) mod root;

use order::Scored;

/// How often the caller is asked whether to stop, in positions.
const STOP_INTERVAL: u64 = 1024;
/// From how many plies before the move limit on the count is part of a key.
const LIMIT_IN_SIGHT: u16 = 24;

/// What the search needs to know of the laws.
#[derive(Debug, Clone)]
pub(crate) struct Traits {
    /// Faces of the die, 0 without.
    pub(crate) faces: u8,
    one_throw: bool,
    repetition: Option<usize>,
    move_limit: u16,
    /// Whether a side without a move is worse off than one that passes.
    stalemate_hurts: bool,
}

impl Traits {
    pub(crate) fn new(ruleset: &Ruleset) -> Traits {
        Traits {
            faces: ruleset.faces(),
            one_throw: ruleset.has_one_throw_to_escape(),
            repetition: ruleset.repetition_limit().map(usize::from),
            move_limit: ruleset.move_limit().unwrap_or(u16::MAX),
            stalemate_hurts: matches!(
                ruleset.stalemate(),
                Stalemate::Loss | Stalemate::LossWithoutPseudoMove
            ),
        }
    }
}

/// One search.
pub(crate) struct Search<'a, S: Shape> {
    rules: &'a Rules<S>,
    evaluation: &'a Evaluation,
    traits: &'a Traits,
    table: &'a mut Table,
    limits: Limits<'a>,
    pub(crate) nodes: u64,
    stopped: bool,
    /// Keys of the game and of the line being searched.
    path: Vec<u64>,
    /// Where in the path the line begins.
    line_start: usize,
    /// Keys of positions on the line that came about by a pass tried for proof.
    passed: Vec<u64>,
    /// The moves of every node on the line, one node after the other.
    moves: Vec<Scored>,
    scratch: Vec<Move>,
    killers: Vec<[Option<Move>; 2]>,
    /// How often a quiet move has refuted, by side, origin and target.
    history: Vec<i32>,
    lines: Vec<Vec<Move>>,
}

impl<'a, S: Shape> Search<'a, S> {
    pub(crate) fn new(
        rules: &'a Rules<S>,
        evaluation: &'a Evaluation,
        traits: &'a Traits,
        table: &'a mut Table,
        limits: Limits<'a>,
        keys: &[u64],
    ) -> Search<'a, S> {
        let cells = rules.geometry().cells();
        Search {
            rules,
            evaluation,
            traits,
            table,
            limits,
            nodes: 0,
            stopped: false,
            path: keys.to_vec(),
            line_start: keys.len().saturating_sub(1),
            passed: Vec::new(),
            moves: Vec::with_capacity(2048),
            scratch: Vec::with_capacity(256),
            killers: vec![[None; 2]; MAX_PLY + 2],
            history: vec![0; 2 * cells * cells],
            lines: vec![Vec::new(); MAX_PLY + 2],
        }
    }

    /// Counts a position; true if the search must end.
    #[inline]
    fn count_node(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes >= self.limits.nodes {
            self.stopped = true;
        } else if self.nodes.is_multiple_of(STOP_INTERVAL)
            && let Some(stop) = self.limits.stop
        {
            self.stopped |= stop();
        }
        self.stopped
    }

    /// The value of what follows a move, for the side that is then to move.
    #[inline]
    fn value(&mut self, position: &Position<S>, depth: i32, alpha: Value, beta: Value, ply: usize) -> Value {
        if self.traits.faces > 0 {
            self.chance(position, depth, alpha, beta, ply)
        } else {
            self.node(position, depth, alpha, beta, ply)
        }
    }

    /// A key for the table: near the move limit the count belongs to it.
    #[inline]
    fn table_key(&self, position: &Position<S>, key: u64) -> u64 {
        let idle = position.halfmove_clock();
        if idle.saturating_add(LIMIT_IN_SIGHT) >= self.traits.move_limit {
            key ^ mix(u64::from(idle) | 1 << 48)
        } else {
            key
        }
    }

    /// How the game is over, as far as can be told without moves.
    #[inline]
    fn ending(&self, position: &Position<S>) -> Option<Outcome> {
        let early = self.rules.early_outcome(position)?;
        match early.winner {
            Some(_) => Some(early),
            // A mate on the board goes before a counter.
            None => self.rules.outcome(position).or(Some(early)),
        }
    }

    /// The value of an outcome for a side.
    #[inline]
    fn outcome_value(&self, outcome: Outcome, side: Side, ply: usize) -> Value {
        let ply = if self.traits.faces > 0 { 0 } else { ply as Value };
        match outcome.winner {
            None => 0,
            Some(winner) if winner == side => WIN - ply,
            Some(_) => ply - WIN,
        }
    }

    /// Whether the law would draw, or the line has come back to where it was.
    fn is_repeated(&self, position: &Position<S>, key: u64) -> bool {
        let Some(times) = self.traits.repetition else { return false };
        let reach = usize::from(position.halfmove_clock()).min(self.path.len());
        let since = self.path.len() - reach;
        let mut seen = 0;
        for index in (since..self.path.len()).rev() {
            if self.path[index] == key {
                seen += 1;
                if index >= self.line_start || seen + 1 >= times {
                    return true;
                }
            }
        }
        false
    }

    /// Whether nothing is left but the pass.
    fn has_no_move(moves: &[Move]) -> bool {
        moves.iter().all(|chosen| chosen.is_pass())
    }

    fn clear_line(&mut self, ply: usize) {
        self.lines[ply].clear();
    }

    /// Makes a move and the line after it the line of this ply.
    fn adopt_line(&mut self, ply: usize, chosen: Move) {
        let (above, below) = self.lines.split_at_mut(ply + 1);
        above[ply].clear();
        above[ply].push(chosen);
        above[ply].extend_from_slice(&below[0]);
    }
}
