//! Moves of solved endings.

use rukh_rules::{Game, Move};
use rukh_tablebase::{Exact, Prober};
use serde::{Deserialize, Serialize};

/// What solved endings say of a move.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SolvedMove {
    /// What the best move leads to.
    pub best: Exact,
    /// What the move leads to.
    pub played: Exact,
}

/// What a move made of an ending that best play of both sides decides.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum EndingChange {
    /// A win became a draw.
    WonDrawn,
    /// A win became a loss.
    WonLost,
    /// A draw became a loss.
    DrawnLost,
    /// With a die: expected points became fewer.
    Points,
}

impl SolvedMove {
    /// `None` unless every move of the position is known, and where the limit of moves may come before the end.
    pub(super) fn of(prober: &mut Prober, game: &Game, mv: Move) -> Option<SolvedMove> {
        let (rules, position) = (game.rules(), game.position());
        if !prober.may_know(position) {
            return None;
        }
        let mut value = |mv| Some(prober.exact(rules, &rules.play(position, mv))?.before());
        let played = value(mv)?;
        let all: Option<Vec<Exact>> = rules.legal_moves(position).into_iter().map(value).collect();
        let best = all?.into_iter().max_by(|one, other| one.compare(*other))?;
        let limit = game.ruleset().move_limit().unwrap_or(u16::MAX);
        let left = limit.saturating_sub(position.halfmove_clock());
        let is_beyond = |exact| matches!(exact, Exact::Won { plies } | Exact::Lost { plies } if plies > left);
        let is_sure = !is_beyond(best) && !is_beyond(played);
        is_sure.then_some(SolvedMove { best, played })
    }

    /// What became of the ending; `None` if no result was changed, and no points were given away.
    #[must_use]
    pub fn change(&self) -> Option<EndingChange> {
        match (self.best, self.played) {
            (Exact::Won { .. }, Exact::Drawn) => Some(EndingChange::WonDrawn),
            (Exact::Won { .. }, Exact::Lost { .. }) => Some(EndingChange::WonLost),
            (Exact::Drawn, Exact::Lost { .. }) => Some(EndingChange::DrawnLost),
            (Exact::Chances(best), Exact::Chances(played)) => {
                (best.points - played.points > best.gap + played.gap).then_some(EndingChange::Points)
            }
            _ => None,
        }
    }
}
