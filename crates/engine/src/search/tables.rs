//! Solved endings: the value of a node of few pieces, and what they say of the root.

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Move, Phase, Position, Side};
use rukh_tablebase::Exact;

use super::root::{PvLine, RootMove, SearchResult};
use super::threads::Root;
use super::{Histories, MOVE_LIMIT_KEY_PLIES, Search, SearchContext};
use crate::limits::SearchLimits;
use crate::score::{Score, Value, WIN, WIN_IN_MAX_PLY};

/// What tables say of a root.
pub(crate) enum RootVerdict {
    /// Nothing that holds.
    Unknown,
    /// The best move, or before a throw what to expect.
    Solved(SearchResult),
    /// Some moves keep the draw, and none wins.
    Drawn(DrawnRoot),
}

/// A root that is drawn.
pub(crate) struct DrawnRoot {
    /// The moves that keep the draw.
    pub(crate) kept: Vec<Move>,
    score: Score,
    /// The lines of the others, the best first.
    lost: Vec<PvLine>,
    /// How many lines are asked for.
    multipv: usize,
    /// Positions whose value was found.
    tb_hits: u64,
}

impl DrawnRoot {
    /// What a search of the moves that keep the draw found, with the scores that are known.
    pub(crate) fn settle(&self, mut found: SearchResult) -> SearchResult {
        found.score = self.score;
        found.lines.iter_mut().for_each(|line| line.score = self.score);
        found.lines.extend(self.lost.iter().take(self.multipv.saturating_sub(found.lines.len())).cloned());
        found.tb_hits = self.tb_hits;
        found
    }
}

/// What tables say of a root. Of one with more pieces than any of them has they say nothing, and no search is prepared.
pub(crate) fn root_verdict<'a, S: Shape>(
    context: SearchContext<'a, S>,
    histories: &'a mut Histories,
    limits: &SearchLimits<'a>,
    root: &Root<'_, S>,
) -> RootVerdict {
    let [white, black] = Side::BOTH.map(|side| root.position.pieces_of_side(side).count() as usize);
    match context.endings {
        Some((tables, _)) if root.outcome.is_none() && white + black <= tables.most_pieces() => {
            Search::new(context, histories, limits.clone(), root.keys).root_verdict(root.position, root.seed)
        }
        _ => RootVerdict::Unknown,
    }
}

impl<S: Shape> Search<'_, S> {
    /// The value of a node that a table has, on the scale of the search.
    #[inline(always)]
    pub(super) fn table_value(&mut self, position: &Position<S>, ply: usize) -> Option<Value> {
        if self.prober.as_ref()?.may_know(position) { self.probe(position, ply) } else { None }
    }

    #[cold]
    fn probe(&mut self, position: &Position<S>, ply: usize) -> Option<Value> {
        let exact = self.prober.as_mut()?.probe(self.rules, position)?;
        let value = self.exact_value(position, exact, ply)?;
        self.tb_hits += 1;
        Some(value)
    }

    /// The value of what is known of a position; `None` where the limit of moves may come before it. With a die it
    /// is not known how long a game lasts: there the limit has to be far.
    fn exact_value(&self, position: &Position<S>, exact: Exact, ply: usize) -> Option<Value> {
        let left = self.search_rules.move_limit.saturating_sub(position.halfmove_clock());
        let win = |plies: u16| (WIN - ply as Value - Value::from(plies)).max(WIN_IN_MAX_PLY + 1);
        let drawn = self.draw_value(position.turn());
        match exact {
            Exact::Won { plies } if plies <= left => Some(win(plies)),
            Exact::Lost { plies } if plies <= left => Some(-win(plies)),
            Exact::Drawn => Some(drawn),
            Exact::Chances(score) if left >= MOVE_LIMIT_KEY_PLIES => {
                let (win, drawn) = (f64::from(WIN), f64::from(drawn));
                let value = (2.0 * score.points - 1.0) * win + score.draw * drawn;
                Some((value.round() as Value).clamp(-WIN, WIN))
            }
            Exact::Won { .. } | Exact::Lost { .. } | Exact::Chances(_) => None,
        }
    }

    /// What tables say of a position that is not over.
    pub(crate) fn root_verdict(&mut self, position: &Position<S>, seed: u64) -> RootVerdict {
        self.contempt = self.limits.white_contempt(position.turn());
        let may_know = self.prober.as_ref().is_some_and(|prober| prober.may_know(position));
        if !may_know || position.phase() != Phase::Turns {
            return RootVerdict::Unknown;
        }
        if self.search_rules.die_faces > 0 && position.throw().is_none() {
            let value = self.table_value(position, 0);
            return value.map_or(RootVerdict::Unknown, |value| {
                RootVerdict::Solved(self.search_result(&[], value, 1))
            });
        }
        let moves = self.root_moves(position, seed);
        self.nodes = moves.len() as u64;
        let valued: Vec<_> = moves.into_iter().map(|root| self.valued(position, root)).collect();
        let is_whole = valued.iter().all(Option::is_some);
        let mut valued: Vec<(RootMove, Exact)> = valued.into_iter().flatten().collect();
        Exact::best_first(&mut valued);
        match valued.first() {
            Some((_, Exact::Won { .. })) => self.solved(position, valued),
            // What is not known may be better.
            _ if !is_whole => RootVerdict::Unknown,
            Some((best, Exact::Drawn)) => {
                let score = self.score(best.value);
                self.drawn(position, valued, score)
            }
            Some(_) => self.solved(position, valued),
            None => RootVerdict::Unknown,
        }
    }

    /// A root move with its value; `None` if it is not known.
    fn valued(&mut self, position: &Position<S>, mut root: RootMove) -> Option<(RootMove, Exact)> {
        let next = self.rules.play(position, root.mv);
        if self.is_repeated(&next, next.key()) {
            root.value = self.draw_value(position.turn());
            return (self.search_rules.die_faces == 0).then_some((root, Exact::Drawn));
        }
        let exact = self.prober.as_mut()?.exact(self.rules, &next)?;
        self.tb_hits += 1;
        root.value = -self.exact_value(&next, exact, 1)?;
        let escapes = matches!(exact, Exact::Lost { .. }) && self.has_drawing_reply(&next);
        (!escapes).then_some((root, exact.before()))
    }

    /// Whether the side to move can draw by repeating a position of the game.
    fn has_drawing_reply(&mut self, position: &Position<S>) -> bool {
        if self.nearly_drawn_keys.is_empty() {
            return false;
        }
        self.path.push(position.key());
        let moves = self.rules.legal_moves(position);
        let repeats = moves.into_iter().map(|mv| self.rules.play(position, mv));
        let found = repeats.into_iter().any(|next| self.is_repeated(&next, next.key()));
        self.path.pop();
        found
    }

    /// The best lines of a root whose every move is known.
    fn solved(&mut self, position: &Position<S>, valued: Vec<(RootMove, Exact)>) -> RootVerdict {
        let count = self.limits.multipv.clamp(1, valued.len());
        let lines: Vec<RootMove> = valued
            .into_iter()
            .take(count)
            .map(|(root, exact)| self.with_line(position, root, exact))
            .collect();
        let depth = lines[0].pv.len() as u32;
        self.seldepth = lines[0].pv.len();
        RootVerdict::Solved(self.search_result(&lines, lines[0].value, depth))
    }

    fn drawn(&mut self, position: &Position<S>, valued: Vec<(RootMove, Exact)>, score: Score) -> RootVerdict {
        let (kept, lost): (Vec<_>, Vec<_>) =
            valued.into_iter().partition(|(_, exact)| *exact == Exact::Drawn);
        let multipv = self.limits.multipv;
        let lost = lost.into_iter().take(multipv).map(|(root, exact)| {
            let RootMove { mv, value, pv, .. } = self.with_line(position, root, exact);
            PvLine { mv, score: self.score(value), pv }
        });
        RootVerdict::Drawn(DrawnRoot {
            lost: lost.collect(),
            kept: kept.into_iter().map(|(root, _)| root.mv).collect(),
            score,
            multipv,
            tb_hits: self.tb_hits,
        })
    }

    /// A root move with its line to the end of the game, where it is won or lost.
    fn with_line(&mut self, position: &Position<S>, mut root: RootMove, exact: Exact) -> RootMove {
        let is_decided = |exact: &Exact| matches!(exact, Exact::Won { .. } | Exact::Lost { .. });
        let mut position = self.rules.play(position, root.mv);
        let mut next = Some(exact).filter(is_decided);
        while next.is_some() && self.rules.outcome(&position).is_none() {
            let best = self.best_by_tables(&position).filter(|(_, exact)| is_decided(exact));
            next = best.map(|(mv, exact)| {
                root.pv.push(mv);
                position = self.rules.play(&position, mv);
                exact
            });
        }
        root
    }

    /// The best move, if every move is known.
    fn best_by_tables(&mut self, position: &Position<S>) -> Option<(Move, Exact)> {
        let (rules, prober) = (self.rules, self.prober.as_mut()?);
        let mut value = |mv| Some((mv, prober.exact(rules, &rules.play(position, mv))?.before()));
        let mut moves = rules.legal_moves(position).into_iter();
        let first = value(moves.next()?)?;
        moves.try_fold(first, |best, mv| {
            let other = value(mv)?;
            Some(if other.1.compare(best.1).is_gt() { other } else { best })
        })
    }
}
