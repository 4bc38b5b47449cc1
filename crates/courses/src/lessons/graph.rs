//! The positions that a reader of a step can reach.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use rukh_rules::{Cell, Failure, Move, Node, Side};
use rukh_session::session::view;
use rukh_session::wire::FinalResult;
use smol_str::SmolStr;

use super::file::StepEntry;
use super::reasons::ReasonTable;
use super::scene::Scene;
use crate::wire::lesson::{LessonMove, LessonPass, LessonState, LessonTask, LessonUndo};

/// The most positions of a step; a course is sent as a whole.
const MAX_STATES: usize = 200;

/// How far a reader is.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct Progress {
    /// Identities of pieces that have been moved.
    moved: BTreeSet<u16>,
    /// Number of moves of the partner, or of words of the line.
    at: usize,
}

/// A word of a line.
enum LineWord<'a> {
    /// Any of these moves of the reader, and the text from then on.
    Reader(&'a [String], Option<&'a str>),
    /// An event that follows of itself.
    Follows(&'a str),
}

/// What a step asks for.
enum Task<'a> {
    Read,
    /// Pieces, each with the cell it goes to if one is named.
    Each {
        pieces: BTreeMap<u16, Option<Cell>>,
        partner: &'a [String],
    },
    /// With the position to which each move returns, if it does.
    Visit {
        piece: u16,
        cells: BTreeSet<Cell>,
        home: Option<Box<Scene>>,
    },
    Line(Vec<LineWord<'a>>),
}

/// Builds the positions of a step.
pub(super) struct Graph<'a> {
    task: Task<'a>,
    side: Side,
    throw: Option<u8>,
    shows_counters: bool,
    reasons: &'a mut ReasonTable,
    numbers: HashMap<(String, String, Progress), usize>,
    queue: VecDeque<(Scene, Progress, Option<String>)>,
}

impl<'a> Graph<'a> {
    /// The positions of a step that begins with a scene, and the scenes in which it can end.
    pub(super) fn build(
        step: &'a StepEntry,
        scene: &Scene,
        reasons: &'a mut ReasonTable,
    ) -> Result<(Vec<LessonState>, Vec<Scene>), Failure> {
        let mut graph = Graph {
            task: task(step, scene)?,
            side: step.side,
            throw: scene.game.position().throw(),
            shows_counters: !step.counters.is_empty(),
            reasons,
            numbers: HashMap::new(),
            queue: VecDeque::new(),
        };
        graph.number(scene.clone(), Progress::default(), None)?;
        let (mut states, mut ends) = (Vec::new(), Vec::new());
        while let Some((scene, progress, text)) = graph.queue.pop_front() {
            let state = graph.state(&scene, &progress, text)?;
            if state.goal {
                ends.push(scene);
            }
            states.push(state);
        }
        Ok((states, ends))
    }

    /// Number of a position, which is queued if it is new.
    fn number(&mut self, scene: Scene, progress: Progress, text: Option<String>) -> Result<usize, Failure> {
        let key = (scene.pieces(), scene.situation(), progress.clone());
        if let Some(number) = self.numbers.get(&key) {
            return Ok(*number);
        }
        let number = self.numbers.len();
        if number >= MAX_STATES {
            return Err(format!("a reader can reach more than {MAX_STATES} positions").into());
        }
        self.numbers.insert(key, number);
        self.queue.push_back((scene, progress, text));
        Ok(number)
    }

    fn state(
        &mut self,
        scene: &Scene,
        progress: &Progress,
        text: Option<String>,
    ) -> Result<LessonState, Failure> {
        let game = &scene.game;
        let name = |cell: &Cell| SmolStr::from(scene.geometry().name(*cell));
        let next = self.next(scene, progress)?;
        let is_readers = self.is_readers_turn(scene, progress, next);
        let mut state = LessonState {
            pieces: scene.pieces(),
            last: scene.last.iter().map(name).collect(),
            check: view::check(game),
            throw: view::throw(game),
            counters: if self.shows_counters { view::counters(game) } else { Vec::new() },
            result: FinalResult::of(game),
            marks: self.marks(scene, progress).iter().map(name).collect(),
            moves: BTreeMap::new(),
            undo: BTreeMap::new(),
            pass: None,
            refusals: BTreeMap::new(),
            next,
            text,
            goal: self.is_goal(progress),
        };
        if is_readers {
            state.moves = self.moves(scene, progress)?;
            state.undo = self.undo(scene, progress)?;
            state.pass = self.pass(scene, progress)?;
            state.refusals = self.reasons.refusals(scene, self.side, &state.moves);
        }
        Ok(state)
    }

    fn is_readers_turn(&self, scene: &Scene, progress: &Progress, next: Option<usize>) -> bool {
        if self.is_goal(progress) {
            return false;
        }
        match scene.game.node() {
            Node::Werera(acting) => acting.may(self.side) && (next.is_none() || self.has_partner()),
            Node::Choice(side) => side == self.side && next.is_none(),
            Node::Chance(_) | Node::Over(_) => false,
        }
    }

    fn has_partner(&self) -> bool {
        matches!(&self.task, Task::Each { partner, .. } if !partner.is_empty())
    }

    fn is_goal(&self, progress: &Progress) -> bool {
        match &self.task {
            Task::Read => true,
            Task::Each { pieces, .. } => progress.moved.len() == pieces.len(),
            Task::Visit { .. } => false,
            Task::Line(words) => progress.at == words.len(),
        }
    }

    fn marks(&self, scene: &Scene, progress: &Progress) -> Vec<Cell> {
        match &self.task {
            Task::Each { pieces, .. } => {
                let left = pieces.iter().filter(|(id, _)| !progress.moved.contains(id));
                left.filter_map(|(id, to)| to.or_else(|| scene.cell_of(*id))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The position that follows of itself.
    fn next(&mut self, scene: &Scene, progress: &Progress) -> Result<Option<usize>, Failure> {
        if let Task::Visit { home: Some(home), .. } = &self.task {
            let home = home.clone();
            return match progress.at {
                0 => Ok(None),
                _ => self.number(*home, Progress::default(), None).map(Some),
            };
        }
        let word = match &self.task {
            Task::Each { partner, .. } => partner.get(progress.at).map(String::as_str),
            Task::Line(words) => match words.get(progress.at) {
                Some(LineWord::Follows(word)) => Some(*word),
                _ => None,
            },
            Task::Read | Task::Visit { .. } => None,
        };
        let Some(word) = word.filter(|_| !matches!(self.task, Task::Each { .. }) || !self.is_goal(progress))
        else {
            return Ok(None);
        };
        let side = match scene.game.node() {
            Node::Choice(side) => side,
            _ => self.side.other(),
        };
        let after = scene.after(side, word)?;
        let progress = Progress { at: progress.at + 1, ..progress.clone() };
        Ok(Some(self.number(after, progress, None)?))
    }

    fn moves(
        &mut self,
        scene: &Scene,
        progress: &Progress,
    ) -> Result<BTreeMap<SmolStr, Vec<LessonMove>>, Failure> {
        let mut found: BTreeMap<SmolStr, Vec<LessonMove>> = BTreeMap::new();
        let (game, geometry) = (&scene.game, scene.geometry());
        for mv in game.moves_of(self.side).into_iter().filter(|mv| !mv.is_pass()) {
            if !self.is_offered(scene, progress, mv.from()) {
                continue;
            }
            let state = self.accept(scene, progress, mv)?;
            found.entry(geometry.name(mv.from()).into()).or_default().push(LessonMove {
                to: geometry.name(mv.to()).into(),
                capture: game.rules().is_capture(game.position(), mv),
                promotion: mv.promotion().map(|kind| game.ruleset().letter(kind)),
                state,
            });
        }
        Ok(found)
    }

    /// Whether the reader can pick up the piece on a cell.
    fn is_offered(&self, scene: &Scene, progress: &Progress, from: Cell) -> bool {
        let Some(id) = scene.id_at(from) else { return false };
        match &self.task {
            Task::Read => false,
            Task::Each { pieces, .. } => pieces.contains_key(&id) && !progress.moved.contains(&id),
            Task::Visit { piece, .. } => *piece == id,
            Task::Line(_) => true,
        }
    }

    /// The position after a legal move, if the move is asked for.
    fn accept(&mut self, scene: &Scene, progress: &Progress, mv: Move) -> Result<Option<usize>, Failure> {
        let word = scene.word(mv);
        let is_capture = scene.game.rules().is_capture(scene.game.position(), mv);
        match &self.task {
            Task::Read => Ok(None),
            Task::Line(_) => self.accept_word(scene, progress, &word),
            Task::Visit { cells, .. } if is_capture && !cells.contains(&mv.to()) => Ok(None),
            Task::Visit { home: Some(_), .. } => {
                let after = scene.after(self.side, &word)?;
                self.number(after, Progress { at: 1, ..Progress::default() }, None).map(Some)
            }
            Task::Visit { .. } => self.accept_again(scene, progress.clone(), &word),
            // A capture would end the werera.
            Task::Each { .. } if is_capture && matches!(scene.game.node(), Node::Werera(_)) => Ok(None),
            Task::Each { pieces, .. } => {
                let Some(id) = scene.id_at(mv.from()) else { return Ok(None) };
                if pieces.get(&id).is_none_or(|to| to.is_some_and(|to| to != mv.to())) {
                    return Ok(None);
                }
                let mut progress = progress.clone();
                progress.moved.insert(id);
                self.accept_again(scene, progress, &word)
            }
        }
    }

    /// The position after a move, with the reader on move again.
    fn accept_again(
        &mut self,
        scene: &Scene,
        progress: Progress,
        word: &str,
    ) -> Result<Option<usize>, Failure> {
        match scene.after(self.side, word)?.with_turn(self.side, self.throw) {
            Some(after) => self.number(after, progress, None).map(Some),
            None => Ok(None),
        }
    }

    /// The position after a word of the line, if it is the reader's and right.
    fn accept_word(
        &mut self,
        scene: &Scene,
        progress: &Progress,
        word: &str,
    ) -> Result<Option<usize>, Failure> {
        let Task::Line(words) = &self.task else { return Ok(None) };
        let Some(LineWord::Reader(right, text)) = words.get(progress.at) else { return Ok(None) };
        if !right.iter().any(|one| one == word) {
            return Ok(None);
        }
        let text = text.map(str::to_owned);
        let after = scene.after(self.side, word)?;
        let progress = Progress { at: progress.at + 1, ..progress.clone() };
        self.number(after, progress, text).map(Some)
    }

    fn undo(&mut self, scene: &Scene, progress: &Progress) -> Result<BTreeMap<SmolStr, LessonUndo>, Failure> {
        let mut found = BTreeMap::new();
        let geometry = scene.geometry();
        for standing in scene.game.retractable(self.side) {
            let (from, to) = (geometry.name(standing.mv.from()), geometry.name(standing.mv.to()));
            let word = format!("-{from}{to}");
            let state = match &self.task {
                Task::Each { .. } => {
                    let mut progress = progress.clone();
                    let id = scene.id_at(standing.mv.to());
                    progress.moved.retain(|moved| Some(*moved) != id);
                    Some(self.number(scene.after(self.side, &word)?, progress, None)?)
                }
                _ => self.accept_word(scene, progress, &word)?,
            };
            found.insert(to.into(), LessonUndo { to: from.into(), state });
        }
        Ok(found)
    }

    fn pass(&mut self, scene: &Scene, progress: &Progress) -> Result<Option<LessonPass>, Failure> {
        if !matches!(self.task, Task::Line(_)) {
            return Ok(None);
        }
        let Some(pass) = view::pass(&scene.game) else { return Ok(None) };
        let state = self.accept_word(scene, progress, "--")?;
        Ok(Some(LessonPass { text: pass.text, state }))
    }
}

fn task<'a>(step: &'a StepEntry, scene: &Scene) -> Result<Task<'a>, Failure> {
    let piece = |cell: Cell| {
        let found = scene.id_at(cell);
        found.ok_or_else(|| format!("no piece stands on {}", scene.geometry().name(cell)))
    };
    let wanted = |word: &String| {
        let found = scene.geometry().take_cell(word);
        let (from, rest) = found.ok_or_else(|| format!("`{word}` names no cell"))?;
        let to = if rest.is_empty() { None } else { Some(scene.cell(rest)?) };
        Ok::<_, String>((piece(from)?, to))
    };
    Ok(match step.task()? {
        LessonTask::Read => Task::Read,
        LessonTask::Each => Task::Each {
            pieces: step.each.iter().map(wanted).collect::<Result<_, _>>()?,
            partner: &step.partner,
        },
        LessonTask::Visit => Task::Visit {
            piece: piece(scene.cell(step.piece.as_deref().unwrap_or_default())?)?,
            cells: step.visit.iter().map(|name| scene.cell(name)).collect::<Result<_, _>>()?,
            home: step.returns.then(|| Box::new(scene.clone())),
        },
        LessonTask::Line => Task::Line(line(step)),
    })
}

fn line(step: &StepEntry) -> Vec<LineWord<'_>> {
    let words = step.line.iter().flat_map(|entry| {
        let answer = entry.answer.iter().map(|word| LineWord::Follows(word));
        std::iter::once(LineWord::Reader(&entry.moves, entry.text.as_deref())).chain(answer)
    });
    words.collect()
}
