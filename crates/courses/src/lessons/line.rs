//! A line of moves to be found, as a course of one step: what the page of a puzzle plays.

use std::collections::BTreeMap;
use std::sync::Arc;

use rukh_rules::notation::fen::join_errors;
use rukh_rules::ruleset::Ruleset;
use rukh_rules::{Failure, Game, Node};
use rukh_session::session::view;
use rukh_session::wire::ruleset::LocalizedName;
use rukh_session::wire::{BoardInfo, FinalResult};
use smol_str::SmolStr;

use super::file::StepEntry;
use super::graph::Graph;
use super::reasons::ReasonTable;
use super::scene::Scene;
use crate::wire::lesson::{Course, LessonState, LessonStep, LessonTask};

/// The course whose only step is to find these moves: the reader's and the replies in turn.
///
/// # Errors
/// The position is not legal, or a move.
pub(crate) fn course_of_line(
    ruleset: &Arc<Ruleset>,
    id: &str,
    fen: &str,
    moves: &[String],
) -> Result<Course, Failure> {
    let scene = scene(ruleset, fen)?;
    let Node::Choice(side) = scene.game.node() else {
        return Err("the position has no side to move".into());
    };
    let mut reasons = ReasonTable::default();
    let step = StepEntry::of_line(id, fen, side, moves);
    let (states, ends) = Graph::build(&step, &scene, &mut reasons)?;
    if ends.is_empty() {
        return Err("the end of the line cannot be reached".into());
    }
    let about = &ruleset.about;
    let step = LessonStep {
        id: step.id,
        task: LessonTask::Line,
        text: String::new(),
        done: None,
        introduces: Vec::new(),
        side: step.side,
        hidden: false,
        visit: Vec::new(),
        states,
    };
    Ok(Course {
        id: id.to_owned(),
        name: about.name.clone(),
        localized_names: LocalizedName::all(&about.names),
        native_name: about.native_name.clone(),
        instance: ruleset.instance.to_string(),
        board: BoardInfo::of(ruleset),
        reasons: reasons.into_reasons(),
        steps: vec![step],
        guide: Vec::new(),
    })
}

/// The positions after each move of a line but the first `skipped`, to be looked at. The pieces have
/// the same identities as in [`course_of_line`].
///
/// # Errors
/// The position is not legal, or a move.
pub(crate) fn positions(
    ruleset: &Arc<Ruleset>,
    fen: &str,
    moves: &[String],
    skipped: usize,
) -> Result<Vec<LessonState>, Failure> {
    let mut scene = scene(ruleset, fen)?;
    let mut states = Vec::new();
    for (index, word) in moves.iter().enumerate() {
        scene = scene.after(scene.game.position().turn(), word)?;
        if index >= skipped {
            states.push(shown(&scene));
        }
    }
    Ok(states)
}

fn scene(ruleset: &Arc<Ruleset>, fen: &str) -> Result<Scene, Failure> {
    let game = Game::from_fen(ruleset.clone(), fen).map_err(|errors| join_errors(&errors))?;
    Ok(Scene::new(game))
}

/// A position in which nothing can be moved.
fn shown(scene: &Scene) -> LessonState {
    LessonState {
        pieces: scene.pieces(),
        last: scene.last.iter().map(|cell| SmolStr::from(scene.geometry().name(*cell))).collect(),
        check: view::check(&scene.game),
        throw: view::throw(&scene.game),
        counters: Vec::new(),
        result: FinalResult::of(&scene.game),
        marks: Vec::new(),
        moves: BTreeMap::new(),
        undo: BTreeMap::new(),
        pass: None,
        refusals: BTreeMap::new(),
        next: None,
        text: None,
        goal: false,
    }
}
