//! What the steps of a course have explained so far: nothing is needed before.

use std::collections::BTreeSet;

use rukh_rules::Failure;
use rukh_rules::ruleset::Ruleset;

use super::file::{Skill, StepEntry};
use crate::wire::lesson::{LessonMove, LessonState, LessonStep, LessonTask};

/// Pieces and skills that a reader has been told of.
#[derive(Debug, Default)]
pub(super) struct Explained {
    pieces: BTreeSet<char>,
    skills: BTreeSet<Skill>,
}

impl Explained {
    /// Goes on by a step.
    ///
    /// # Errors
    /// The step explains a piece that the game lacks or that is known, or needs what was not explained.
    pub(super) fn follow(
        &mut self,
        step: &StepEntry,
        compiled: &LessonStep,
        ruleset: &Ruleset,
    ) -> Result<(), Failure> {
        for letter in step.introduces.chars() {
            if !ruleset.pieces.iter().any(|piece| piece.letter == letter) {
                return Err(format!("the game has no piece `{letter}`").into());
            }
            if !self.pieces.insert(letter) {
                return Err(format!("`{letter}` has been explained").into());
            }
        }
        self.skills.extend(&step.teaches);
        // A piece that visits cells is the one that begins: what it may be promoted to is off the way.
        let count = if compiled.task == LessonTask::Visit { 1 } else { usize::MAX };
        let states = compiled.states.iter().take(count);
        let pieces: BTreeSet<char> = states.flat_map(|state| moving(state, compiled)).collect();
        let unknown: Vec<&char> = pieces.difference(&self.pieces).collect();
        if !unknown.is_empty() {
            return Err(format!("{unknown:?} move before they are explained").into());
        }
        let needed: BTreeSet<Skill> =
            compiled.states.iter().flat_map(|state| skills(state, compiled)).collect();
        let unknown: Vec<&Skill> = needed.difference(&self.skills).collect();
        if unknown.is_empty() {
            Ok(())
        } else {
            Err(format!("{unknown:?} are needed before they are explained").into())
        }
    }
}

/// Letter and cell of each piece of a position; the cell is empty where it has left the board.
fn standing(state: &LessonState) -> impl Iterator<Item = (char, &str)> {
    state.pieces.split(' ').map(|word| {
        let (letter, cell) = word.split_at(1);
        (letter.chars().next().unwrap_or('-').to_ascii_lowercase(), cell)
    })
}

/// Whether a move leads on; a piece that visits cells may go elsewhere, but need not.
fn is_asked(mv: &LessonMove, step: &LessonStep) -> bool {
    mv.state.is_some() && (step.visit.is_empty() || step.visit.contains(&mv.to))
}

/// Letters of the pieces that the reader moves or promotes to, and of those that have just moved or move
/// of themselves.
fn moving(state: &LessonState, step: &LessonStep) -> BTreeSet<char> {
    let asked = |cell: &str| {
        state.moves.get(cell).is_some_and(|moves| moves.iter().any(|mv| is_asked(mv, step)))
            || state.last.last().is_some_and(|last| last == cell)
    };
    let mut letters: BTreeSet<char> =
        standing(state).filter(|(_, cell)| asked(cell)).map(|(letter, _)| letter).collect();
    let made = state.moves.values().flatten().filter(|mv| is_asked(mv, step));
    letters.extend(made.filter_map(|mv| mv.promotion));
    if let Some(next) = state.next.and_then(|next| step.states.get(next)) {
        let pairs = standing(state).zip(standing(next));
        let moved = pairs.filter(|((_, cell), (_, next))| cell != next && !next.is_empty());
        letters.extend(moved.map(|(_, (letter, _))| letter));
    }
    letters
}

/// What the moves asked for in a position need.
fn skills(state: &LessonState, step: &LessonStep) -> BTreeSet<Skill> {
    let made = || state.moves.values().flatten().filter(|mv| is_asked(mv, step));
    let needs = [
        (Skill::Capture, made().any(|mv| mv.capture)),
        (Skill::Promotion, made().any(|mv| mv.promotion.is_some())),
        (Skill::Undo, state.undo.values().any(|undo| undo.state.is_some())),
        (Skill::Pass, state.pass.as_ref().is_some_and(|pass| pass.state.is_some())),
    ];
    needs.into_iter().filter(|(_, is_needed)| *is_needed).map(|(skill, _)| skill).collect()
}
