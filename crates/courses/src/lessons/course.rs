//! A course, computed from its file.

use std::collections::BTreeSet;
use std::sync::Arc;

use rukh_rules::notation::fen::{self, Dialect, join_errors};
use rukh_rules::ruleset::Ruleset;
use rukh_rules::shape::Any;
use rukh_rules::{Failure, Game, Rules};
use rukh_session::wire::BoardInfo;
use rukh_session::wire::ruleset::{ArrayPiece, LocalizedName};

use super::LessonError;
use super::explained::Explained;
use super::file::{CourseFile, StepEntry};
use super::graph::Graph;
use super::reasons::ReasonTable;
use super::scene::Scene;
use crate::wire::lesson::{Course, CourseSummary, GuideHint, LessonState, LessonStep, LessonTask};

impl CourseFile {
    /// Computes the course and checks what its file states.
    ///
    /// # Errors
    /// What is wrong with the file: a position that is not legal, a move that is asked for and cannot
    /// be made, a verdict or a reason that the rules do not give.
    pub fn compile(&self) -> Result<Course, LessonError> {
        let at = |problem: Failure| LessonError::new(&self.id, problem);
        let rules = compiled(&self.ruleset).map_err(at)?;
        let ruleset = rules.ruleset();
        let mut reasons = ReasonTable::default();
        let mut steps = Vec::new();
        let mut ids = BTreeSet::new();
        let mut explained = Explained::default();
        for step in &self.steps {
            let place = format!("{}, step {}", self.id, step.id);
            if !ids.insert(step.id.as_str()) {
                return Err(LessonError::new(place, "another step has the same id"));
            }
            let compiled = compile(step, &rules, &mut reasons).and_then(|compiled| {
                explained.follow(step, &compiled, ruleset)?;
                Ok(compiled)
            });
            steps.push(compiled.map_err(|problem| LessonError::new(place, problem))?);
        }
        let about = &ruleset.about;
        Ok(Course {
            id: self.id.clone(),
            name: about.name.clone(),
            localized_names: LocalizedName::all(&about.names),
            native_name: about.native_name.clone(),
            instance: self.ruleset.clone(),
            board: BoardInfo::of(ruleset),
            reasons: reasons.into_reasons(),
            steps,
            guide: self
                .guide
                .iter()
                .map(|hint| GuideHint { when: hint.when, text: hint.text.clone() })
                .collect(),
        })
    }

    /// The summary of its course.
    pub(super) fn summary(&self, course: &Course) -> CourseSummary {
        let ruleset = ruleset(&self.ruleset).expect("the course has been computed with it");
        CourseSummary {
            id: self.id.clone(),
            name: course.name.clone(),
            localized_names: course.localized_names.clone(),
            native_name: course.native_name.clone(),
            text: self.text.clone(),
            steps: self.steps.iter().map(|step| step.id.clone()).collect(),
            files: course.board.files,
            ranks: course.board.ranks,
            skin: course.board.skin.clone(),
            array: ArrayPiece::array(&ruleset),
        }
    }
}

fn ruleset(instance: &str) -> Result<Ruleset, Failure> {
    Ruleset::named(instance).map_err(|error| error.to_string().into())
}

fn compiled(instance: &str) -> Result<Arc<Rules<Any>>, Failure> {
    Ok(Arc::new(Rules::compile(Arc::new(ruleset(instance)?))))
}

fn compile(
    step: &StepEntry,
    rules: &Arc<Rules<Any>>,
    reasons: &mut ReasonTable,
) -> Result<LessonStep, Failure> {
    let task = step.task()?;
    let scene = scene(step, rules)?;
    check_counters(step, &scene)?;
    check_wrong_moves(step, &scene)?;
    let (states, ends) = Graph::build(step, &scene, reasons)?;
    check_course(step, task, &states)?;
    for end in &ends {
        check_verdict(step, end)?;
    }
    if step.verdict.is_some() && ends.is_empty() {
        return Err("a step without an end has no verdict".into());
    }
    Ok(LessonStep {
        id: step.id.clone(),
        task,
        text: step.text.clone(),
        done: step.done.clone(),
        introduces: step.introduces.chars().collect(),
        side: step.side,
        hidden: step.hidden,
        visit: step.visit.iter().map(|cell| cell.as_str().into()).collect(),
        states,
    })
}

/// The scene in which a step begins, by the rules of the course or its own.
fn scene(step: &StepEntry, of_course: &Arc<Rules<Any>>) -> Result<Scene, Failure> {
    let rules = step.instance.as_deref().map_or_else(|| Ok(of_course.clone()), compiled)?;
    let game = match &step.fen {
        None => Game::from_rules(rules),
        Some(text) => {
            let start = fen::parse(&rules, text, Dialect::Own).map_err(|errors| join_errors(&errors))?;
            Game::from_position(rules, start)
        }
    };
    let mut scene = Scene::new(game);
    for word in &step.play {
        let (side, word) = match word.split_once(':').filter(|(side, _)| side.len() == 1) {
            Some((side, rest)) => (side.parse().map_err(|_| "a side is `w` or `b`")?, rest),
            None => (scene.game.position().turn(), word.as_str()),
        };
        scene = scene.after(side, word)?;
    }
    Ok(scene)
}

/// Whether a step can be done: a move asked for can be made, a marked cell be reached.
fn check_course(step: &StepEntry, task: LessonTask, states: &[LessonState]) -> Result<(), Failure> {
    match task {
        LessonTask::Visit => {
            let moves = states.iter().flat_map(|state| state.moves.values().flatten());
            let reached: BTreeSet<&str> =
                moves.filter(|mv| mv.state.is_some()).map(|mv| mv.to.as_str()).collect();
            let missing: Vec<&String> =
                step.visit.iter().filter(|cell| !reached.contains(cell.as_str())).collect();
            if missing.is_empty() {
                Ok(())
            } else {
                Err(format!("the piece cannot reach {missing:?}").into())
            }
        }
        LessonTask::Line => check_line(step, states),
        LessonTask::Read | LessonTask::Each => match states.iter().any(|state| state.goal) {
            true => Ok(()),
            false => Err("a reader cannot reach the end".into()),
        },
    }
}

/// Every move that a line names can be made, and the end be reached.
fn check_line(step: &StepEntry, states: &[LessonState]) -> Result<(), Failure> {
    let mut made = BTreeSet::new();
    for state in states {
        let moves = state.moves.iter().flat_map(|(from, list)| list.iter().map(move |mv| (from, mv)));
        let letter = |promotion: Option<char>| promotion.map(String::from).unwrap_or_default();
        made.extend(
            moves
                .filter(|(_, mv)| mv.state.is_some())
                .map(|(from, mv)| format!("{from}{}{}", mv.to, letter(mv.promotion))),
        );
        let undone = state.undo.iter().filter(|(_, undo)| undo.state.is_some());
        made.extend(undone.map(|(cell, undo)| format!("-{}{cell}", undo.to)));
        made.extend(state.pass.as_ref().and_then(|pass| pass.state).map(|_| "--".to_owned()));
    }
    let asked = step.line.iter().flat_map(|entry| &entry.moves);
    let missing: Vec<&String> = asked.filter(|word| !made.contains(word.as_str())).collect();
    match (missing.is_empty(), states.iter().any(|state| state.goal)) {
        (true, true) => Ok(()),
        (true, false) => Err("a reader cannot reach the end".into()),
        (false, _) => Err(format!("{missing:?} cannot be played").into()),
    }
}

fn check_verdict(step: &StepEntry, scene: &Scene) -> Result<(), Failure> {
    let found = scene.game.outcome().map(|over| match over.winner {
        Some(winner) => format!("{winner} wins, {}", over.reason),
        None => format!("draw, {}", over.reason),
    });
    if found != step.verdict {
        return Err(format!("the verdict is {found:?}, not {:?}", step.verdict).into());
    }
    let style = scene.game.style().map(|style| style.rank.to_string());
    match step.style.is_none() || style == step.style {
        true => Ok(()),
        false => Err(format!("the style is {style:?}, not {:?}", step.style).into()),
    }
}

fn check_counters(step: &StepEntry, scene: &Scene) -> Result<(), Failure> {
    let found: Vec<String> = scene
        .game
        .counters()
        .into_iter()
        .map(|counter| format!("{} {}/{}", counter.kind, counter.value, counter.limit))
        .collect();
    let missing: Vec<&String> = step.counters.iter().filter(|counter| !found.contains(counter)).collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!("the counters are {found:?}, without {missing:?}").into()),
    }
}

fn check_wrong_moves(step: &StepEntry, scene: &Scene) -> Result<(), Failure> {
    for wrong in &step.wrong {
        let found = scene.geometry().take_cell(&wrong.cells);
        let (from, rest) = found.ok_or_else(|| format!("`{}` names no cell", wrong.cells))?;
        let to = if rest.is_empty() { None } else { Some(scene.cell(rest)?) };
        let refusal = scene.game.why_not(step.side, from, to);
        let key = refusal.map(|refusal| refusal.message.key());
        if key != Some(wrong.reason.as_str()) {
            return Err(format!("`{}` is refused by {key:?}, not by `{}`", wrong.cells, wrong.reason).into());
        }
    }
    Ok(())
}
