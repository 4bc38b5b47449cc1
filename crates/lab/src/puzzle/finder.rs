//! Self-play and the puzzles of its games.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::sync::Arc;

use rukh_engine::{PvLine, SearchLimits};
use rukh_protocols::board::begin_turns;
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::notation::coordinate;
use rukh_rules::{Event, Game, Move, Node, Ruleset, UciMove};

use super::judge::{Judge, Solution};
use super::{ENGINE, Puzzle, PuzzleGoal, PuzzleOrigin, PuzzleTheme, Verification, theme};
use crate::opening::OpeningSet;

/// Random plies before the engine plays, at least and at most.
const RANDOM_PLIES: (usize, usize) = (2, 8);
/// Nodes of a move of each side, one of these for a whole game: weak play gives something to punish.
const STRENGTHS: [u64; 4] = [60, 250, 1_000, 4_000];
/// One move in this many is random.
const RANDOM_MOVE_INTERVAL: usize = 30;
/// Plies between two puzzles of a game, at least: else they are much the same.
const PLIES_APART: usize = 12;
/// Puzzles of a game, at most.
const MOST_OF_A_GAME: usize = 2;

/// Settings of the search for puzzles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PuzzleFinderSettings {
    /// Games that are played, at most.
    pub games: u64,
    /// Puzzles that are looked for, at most; no kind of them is more than a quarter.
    pub count: usize,
    /// Seed of openings, dice and mistakes.
    pub seed: u64,
    /// Node limit of the search that notices a puzzle at each ply.
    pub nodes: u64,
    /// Node limit of each search that verifies it.
    pub verify_nodes: u64,
    /// Plies after which a game ends.
    pub max_plies: usize,
}

/// State of the search for puzzles.
#[derive(Debug, Clone, Copy)]
pub struct FinderProgress<'a> {
    /// Games done.
    pub games: u64,
    /// Puzzles found so far.
    pub found: usize,
    /// The latest one, if it is new.
    pub puzzle: Option<&'a Puzzle>,
}

/// Finder of puzzles of one ruleset.
#[derive(Debug)]
pub struct PuzzleFinder {
    ruleset: Arc<Ruleset>,
    settings: PuzzleFinderSettings,
    judge: Judge,
    ids: BTreeSet<String>,
    /// Number of puzzles of each kind.
    kinds: BTreeMap<(&'static str, u16, Option<PuzzleTheme>), usize>,
}

impl PuzzleFinder {
    /// A finder that has found nothing yet.
    #[must_use]
    pub fn new(ruleset: Arc<Ruleset>, settings: PuzzleFinderSettings) -> PuzzleFinder {
        let judge = Judge::new(ruleset.clone());
        PuzzleFinder { ruleset, settings, judge, ids: BTreeSet::new(), kinds: BTreeMap::new() }
    }

    /// Plays games and reports each puzzle when it is found; what is found depends on the settings
    /// alone. The report may end the search.
    pub fn find(&mut self, report: &mut dyn FnMut(FinderProgress<'_>) -> ControlFlow<()>) {
        let openings = OpeningSet::built_in(&self.ruleset);
        for number in 0..self.settings.games {
            let game = self.play(number, openings.as_ref());
            let PuzzleFinderSettings { seed, nodes, .. } = self.settings;
            let origin = |ply| {
                let engine = ENGINE.to_owned();
                PuzzleOrigin::SelfPlay { seed, game: number, ply, nodes, engine }
            };
            if self.scan_game(&game, number + 1, &origin, report).is_break() {
                return;
            }
        }
    }

    /// Looks for puzzles in a game of a file; `number` is its place there, from 1.
    pub fn scan(
        &mut self,
        game: &Game,
        number: u64,
        report: &mut dyn FnMut(FinderProgress<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let nodes = self.settings.nodes;
        let origin = |ply| PuzzleOrigin::File { game: number, ply, nodes, engine: ENGINE.to_owned() };
        self.scan_game(game, number, &origin, report)
    }

    /// A game of the engine with itself.
    fn play(&mut self, number: u64, openings: Option<&OpeningSet>) -> Game {
        let mut random = SplitMix64::new(mix(mix(self.settings.seed) ^ number));
        let mut game = match openings.map(OpeningSet::games) {
            Some(games) if !games.is_empty() => games[random.below(games.len())].clone(),
            _ => begin_turns(Game::from_rules(self.judge.rules.clone())),
        };
        let strengths = [(); 2].map(|()| STRENGTHS[random.below(STRENGTHS.len())]);
        let random_plies = RANDOM_PLIES.0 + random.below(RANDOM_PLIES.1 - RANDOM_PLIES.0 + 1);
        self.judge.engine.clear();
        for ply in 0..self.settings.max_plies {
            let event = match game.node() {
                Node::Over(_) | Node::Werera(_) => break,
                Node::Chance(faces) => Event::Throw { face: faces[random.below(faces.len())].number },
                Node::Choice(turn) => {
                    let moves = game.legal_moves();
                    let is_random = ply < random_plies || random.below(RANDOM_MOVE_INTERVAL) == 0;
                    let limits = SearchLimits::nodes(strengths[turn.index()]);
                    let best =
                        if is_random { None } else { self.judge.engine.search(&game, &limits, 0).best };
                    let mv = best.unwrap_or_else(|| moves[random.below(moves.len())]);
                    Event::Move { mv: UciMove::of(&self.ruleset, mv) }
                }
            };
            if game.apply(event, None).is_err() {
                break;
            }
        }
        game
    }

    fn scan_game(
        &mut self,
        game: &Game,
        games: u64,
        origin: &dyn Fn(usize) -> PuzzleOrigin,
        report: &mut dyn FnMut(FinderProgress<'_>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut played = Game::from_position(game.rules().clone(), *game.start());
        let (mut last, mut of_game) = (None, 0);
        self.judge.engine.clear();
        for (ply, entry) in game.log().iter().enumerate() {
            if of_game == MOST_OF_A_GAME {
                break;
            }
            let is_far = last.is_none_or(|last: usize| ply >= last + PLIES_APART);
            if is_far && let Some(puzzle) = self.puzzle(&played, origin(ply)) {
                (last, of_game) = (Some(ply), of_game + 1);
                let progress = FinderProgress { games, found: self.ids.len(), puzzle: Some(&puzzle) };
                report(progress)?;
                if self.ids.len() >= self.settings.count {
                    return ControlFlow::Break(());
                }
            }
            if played.apply(entry.event.clone(), entry.at).is_err() {
                break;
            }
        }
        report(FinderProgress { games, found: self.ids.len(), puzzle: None })
    }

    /// The puzzle of a position, if it is one, is new and not of a kind of which there are enough.
    fn puzzle(&mut self, game: &Game, origin: PuzzleOrigin) -> Option<Puzzle> {
        if !matches!(game.node(), Node::Choice(_)) {
            return None;
        }
        let limits = SearchLimits::nodes(self.settings.nodes).with_multipv(2);
        let lines: Vec<PvLine> = self.judge.engine.search(game, &limits, 0).lines;
        if !self.judge.is_candidate(game, &lines) {
            return None;
        }
        // The history of the game is no part of the puzzle.
        let game = Game::from_position(game.rules().clone(), *game.position());
        let nodes = self.settings.verify_nodes;
        let solution = self.judge.solve(&game, nodes)?;
        let puzzle = make(&mut self.judge, &game, &solution, nodes, origin);
        if self.judge.is_trivial(&game, &solution, puzzle.cost) {
            return None;
        }
        let kind = kind(&puzzle);
        let of_kind = self.kinds.entry(kind).or_default();
        if *of_kind >= self.settings.count.div_ceil(4) || !self.ids.insert(puzzle.id.clone()) {
            return None;
        }
        *of_kind += 1;
        Some(puzzle)
    }
}

/// What puzzles are counted by, so that there are not too many of one kind.
fn kind(puzzle: &Puzzle) -> (&'static str, u16, Option<PuzzleTheme>) {
    let moves = match puzzle.goal {
        PuzzleGoal::Win { moves } => moves,
        _ => puzzle.moves.len().div_ceil(2) as u16,
    };
    (puzzle.goal.into(), moves, puzzle.themes.first().copied())
}

/// The puzzle of a solution.
pub(super) fn make(
    judge: &mut Judge,
    game: &Game,
    solution: &Solution,
    nodes: u64,
    origin: PuzzleOrigin,
) -> Puzzle {
    let ruleset = game.ruleset();
    let (instance, fen) = (ruleset.instance.to_string(), game.fen());
    let word = |mv: &Move| coordinate::format(ruleset, *mv);
    Puzzle {
        id: Puzzle::id_of(&instance, &fen),
        revision: ruleset.revision,
        goal: solution.goal,
        moves: solution.moves.iter().map(word).collect(),
        themes: theme::themes(game, solution.goal, &solution.moves, &judge.engine.piece_values()),
        cost: judge.cost(game, &solution.moves),
        margin: solution.margin,
        expected: solution.expected,
        verified: match solution.goal {
            PuzzleGoal::Win { .. } => Verification::Proof,
            _ => Verification::Search { nodes },
        },
        ruleset: instance,
        fen,
        origin,
    }
}
