//! Themes of a puzzle, from its moves.

use std::collections::BTreeSet;

use rukh_rules::shape::Any;
use rukh_rules::{Game, Move, PieceKind, Position, Reason, Rules};

use super::judge::after;
use super::{PuzzleGoal, PuzzleTheme};

/// Pieces on the board of an endgame, at most.
const ENDGAME_PIECES: usize = 8;
/// Centipawns by which material changes for a theme, at least.
const MATERIAL_GAIN: i32 = 100;

/// The themes of a solution; `values` are those of the kinds of pieces, in centipawns.
pub(super) fn themes(game: &Game, goal: PuzzleGoal, moves: &[Move], values: &[i32]) -> BTreeSet<PuzzleTheme> {
    let rules = game.rules();
    let start = *game.position();
    let material = |position: &Position| balance(rules, position, &start, values);
    let mut themes = BTreeSet::new();
    let mut note = |theme: PuzzleTheme, holds: bool| {
        if holds {
            themes.insert(theme);
        }
    };
    let mut state = game.clone();
    let mut after_reply = None;
    for (index, mv) in moves.iter().enumerate() {
        let before = *state.position();
        if index % 2 == 0 {
            let next = rules.play(&before, *mv);
            note(PuzzleTheme::Promotion, mv.promotion().is_some());
            note(PuzzleTheme::Fork, is_fork(rules, &next, &before, *mv, values));
            let is_quiet =
                !rules.is_capture(&before, *mv) && !rules.is_king_attacked(&next, start.turn().other());
            note(PuzzleTheme::Quiet, index == 0 && is_quiet && mv.promotion().is_none());
        }
        let Some(next) = after(&state, *mv) else { break };
        state = next;
        if index == 1 {
            after_reply = Some(*state.position());
        }
    }
    if let Some(over) = state.outcome().filter(|over| over.winner == Some(start.turn())) {
        note(PuzzleTheme::Mate, over.reason == Reason::Checkmate);
        note(PuzzleTheme::BareKing, over.reason == Reason::BareKing);
        note(PuzzleTheme::Stalemate, matches!(over.reason, Reason::Stalemate | Reason::NoPseudoMove));
        note(PuzzleTheme::KingCapture, over.reason == Reason::KingCaptured);
    }
    let had = material(&start);
    let gives = after_reply.is_some_and(|position| material(&position) <= had - MATERIAL_GAIN);
    note(PuzzleTheme::Sacrifice, gives);
    let gains = material(state.position()) >= had + MATERIAL_GAIN;
    note(PuzzleTheme::Material, gains && !matches!(goal, PuzzleGoal::Win { .. }));
    note(PuzzleTheme::Defence, goal == PuzzleGoal::Defence);
    note(PuzzleTheme::Die, game.ruleset().has_die());
    note(PuzzleTheme::Endgame, start.all_pieces(rules).count() <= ENDGAME_PIECES);
    themes
}

/// The solver's material less the other side's, in centipawns.
fn balance(rules: &Rules<Any>, position: &Position, start: &Position, values: &[i32]) -> i32 {
    let value = |kind: PieceKind| values.get(kind.index()).copied().unwrap_or(0);
    let royal = rules.ruleset().royal();
    let pieces = position.all_pieces(rules).filter(|(_, _, kind)| *kind != royal);
    pieces.map(|(_, side, kind)| if side == start.turn() { value(kind) } else { -value(kind) }).sum()
}

/// Whether the piece that has moved attacks two pieces at once: the king, a more valuable one, or one
/// that nothing protects.
fn is_fork(rules: &Rules<Any>, next: &Position, before: &Position, mv: Move, values: &[i32]) -> bool {
    if mv.is_pass() || rules.outcome(next).is_some() {
        return false;
    }
    let (side, other) = (before.turn(), before.turn().other());
    let Some((_, mover)) = next.piece_at(rules, mv.to()) else { return false };
    let value = |kind: PieceKind| values.get(kind.index()).copied().unwrap_or(0);
    let again = rules.begin_turns(next, side);
    let targets = rules.legal_moves(&again).into_iter().filter(|take| {
        take.from() == mv.to()
            && !take.is_pass()
            && next.piece_at(rules, take.to()).is_some_and(|at| at.0 == other)
    });
    let is_worth = |take: &Move| {
        let Some((_, kind)) = next.piece_at(rules, take.to()) else { return false };
        let is_protected = || {
            let taken = rules.play(&again, *take);
            rules.legal_moves(&taken).iter().any(|back| !back.is_pass() && back.to() == take.to())
        };
        value(kind) > value(mover) || !is_protected()
    };
    let royal = rules.ruleset().royal();
    let is_king = |take: &Move| next.piece_at(rules, take.to()).is_some_and(|(_, kind)| kind == royal);
    let others: BTreeSet<usize> =
        targets.filter(|take| !is_king(take) && is_worth(take)).map(|take| take.to().index()).collect();
    others.len() + usize::from(rules.is_king_attacked(next, other)) >= 2
}
