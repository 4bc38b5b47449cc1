//! What a table says, for those who ask.

use std::cmp::Ordering;

use rukh_rules::{Outcome, Side};

use crate::chances::{Bounds, Chance};
use crate::retrograde::Distance;
use crate::table::Value;

/// What best play of both sides leads to, for one side.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Exact {
    /// It wins.
    Won {
        /// Plies to the end, the longest the other side can make it last.
        plies: u16,
    },
    /// Neither side can win.
    Drawn,
    /// It loses.
    Lost {
        /// Plies to the end, the longest it can make the game last.
        plies: u16,
    },
    /// With a die: what to expect.
    Chances(Score),
}

/// What to expect of a game with a die.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Score {
    /// Points on average: 1 for a win, half for a draw.
    pub points: f64,
    /// How far the true number of points can lie from this. Where games would last for millions of plies, that is the
    /// number with a millionth taken off the lead for each ply.
    pub gap: f64,
    /// How often the game is drawn or never ends, where of equal moves the side that is ahead plays the one that
    /// decides the game most often, the other side the opposite. A game of many plies counts for a little less than
    /// decided, a millionth for each ply, so that of equal moves the quicker is the one that decides.
    pub draw: f64,
}

impl Score {
    /// How often the side wins.
    #[must_use]
    pub fn win(self) -> f64 {
        (self.points - self.draw / 2.0).clamp(0.0, 1.0)
    }
}

impl Exact {
    pub(crate) fn of_outcome(outcome: Outcome, turn: Side, has_die: bool) -> Exact {
        let won = outcome.winner.map(|winner| winner == turn);
        match (has_die, won) {
            (true, _) => Exact::of_chance(Chance::over(won)),
            (false, Some(true)) => Exact::Won { plies: 0 },
            (false, Some(false)) => Exact::Lost { plies: 0 },
            (false, None) => Exact::Drawn,
        }
    }

    pub(crate) fn of_distance(distance: Distance) -> Option<Exact> {
        match distance.decided() {
            Some((true, plies)) => Some(Exact::Won { plies }),
            Some((false, plies)) => Some(Exact::Lost { plies }),
            None => (distance == Distance::DRAWN).then_some(Exact::Drawn),
        }
    }

    pub(crate) fn of_chance(chance: Chance) -> Exact {
        let parts = |count: u32| f64::from(count) / f64::from(Bounds::WHOLE);
        Exact::Chances(Score {
            points: parts(chance.bounds.middle()),
            gap: parts(chance.bounds.gap()) / 2.0,
            draw: parts(Bounds::WHOLE - chance.decided),
        })
    }

    /// Expected points: 1 for a win, half for a draw.
    #[must_use]
    pub fn points(self) -> f64 {
        match self {
            Exact::Won { .. } => 1.0,
            Exact::Drawn => 0.5,
            Exact::Lost { .. } => 0.0,
            Exact::Chances(score) => score.points,
        }
    }

    /// What it was a ply before, for the side that made the move.
    #[must_use]
    pub fn before(self) -> Exact {
        match self {
            Exact::Won { plies } => Exact::Lost { plies: plies + 1 },
            Exact::Drawn => Exact::Drawn,
            Exact::Lost { plies } => Exact::Won { plies: plies + 1 },
            Exact::Chances(score) => Exact::Chances(Score { points: 1.0 - score.points, ..score }),
        }
    }

    /// A draw where the game ends undecided after so many plies.
    pub(crate) fn within(self, left: Option<u16>) -> Exact {
        match (self, left) {
            (Exact::Won { plies } | Exact::Lost { plies }, Some(left)) if plies > left => Exact::Drawn,
            _ => self,
        }
    }

    /// How good it is: a quicker win and a later loss are better.
    fn rank(self) -> (f64, f64) {
        match self {
            Exact::Won { plies } => (2.0, -f64::from(plies)),
            Exact::Drawn => (1.0, 0.0),
            Exact::Lost { plies } => (0.0, f64::from(plies)),
            Exact::Chances(score) => (score.points, 0.0),
        }
    }

    /// Whether it is worse or better than another for the side they are of.
    #[must_use]
    pub fn compare(self, other: Exact) -> Ordering {
        let ((one, first), (two, second)) = (self.rank(), other.rank());
        one.total_cmp(&two).then(first.total_cmp(&second))
    }

    /// Puts the best of the moves of a position first.
    ///
    /// With a die the points of many moves are equal to within their gaps. Of those as good as the best, a side that
    /// is ahead takes the one by which the game is decided most often and soonest, the other side the opposite: so
    /// the one that wins gets on with it, and the other resists.
    pub fn best_first<T>(moves: &mut [(T, Exact)]) {
        moves.sort_by(|(_, one), (_, other)| other.compare(*one));
        let Some((_, Exact::Chances(best))) = moves.first() else { return };
        let (best, is_ahead) = (*best, best.points > 0.5);
        let score = |exact: &Exact| match exact {
            Exact::Chances(score) => *score,
            _ => best,
        };
        let is_as_good = |exact: &Exact| {
            let score = score(exact);
            score.points + score.gap + best.gap >= best.points
        };
        let equal = moves.iter().take_while(|(_, exact)| is_as_good(exact)).count();
        moves[..equal].sort_by(|(_, one), (_, other)| {
            let order = score(one).draw.total_cmp(&score(other).draw);
            if is_ahead { order } else { order.reverse() }
        });
    }
}
