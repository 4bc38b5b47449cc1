//! Self-play, and the quiet positions of its games.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

use rukh_engine::{Engine, Score, SearchLimits, SearchResult};
use rukh_protocols::board::begin_turns;
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::{Event, Failure, Game, Move, Node, Ruleset, Side};

use crate::opening::OpeningSet;

/// Random plies before the engine plays, at least and at most.
const RANDOM_PLIES: (usize, usize) = (4, 11);
/// Centipawns from which a position is decided and not taken.
const DECIDED_CENTIPAWNS: i32 = 2_500;
/// The same as a probability of a win, in ten-thousandths: beyond it, material hardly matters.
const DECIDED_CHANCE: u16 = 9_500;
/// Number of decided plies in a row after which a game ends.
const DECIDED_PLIES: usize = 8;
/// One move in this many is random, so that games differ.
const RANDOM_MOVE_INTERVAL: usize = 40;

/// How games for tuning are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SelfPlay {
    /// Number of games.
    pub games: u64,
    /// Node limit of each move.
    pub nodes: u64,
    /// Seed of openings, dice and random moves.
    pub seed: u64,
    /// Plies after which a game counts as drawn.
    pub max_plies: usize,
    /// One quiet position in this many is taken.
    pub one_in: usize,
    /// Number of games played at the same time.
    pub concurrency: usize,
}

/// A position with the score of the search and the result of its game.
#[derive(Debug, Clone, PartialEq)]
pub struct LabelledPosition {
    /// The position, in the ruleset's FEN.
    pub fen: String,
    /// Score of the search, in centipawns for White.
    pub score: i32,
    /// The game's result for White: 0, 0.5 or 1.
    pub result: f32,
}

/// Plays games and keeps their quiet positions, in an order that depends on the
/// arguments alone. `report` gets the number of each finished game.
#[must_use]
pub fn play(
    ruleset: &Arc<Ruleset>,
    openings: Option<&OpeningSet>,
    settings: &SelfPlay,
    report: &(dyn Fn(u64) + Sync),
) -> Vec<LabelledPosition> {
    let start = start_of_turns(ruleset);
    let next = AtomicU64::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..settings.concurrency.max(1) {
            scope.spawn(|| {
                let mut engine = Engine::new(ruleset.clone());
                loop {
                    let number = next.fetch_add(1, Relaxed);
                    if number >= settings.games {
                        return;
                    }
                    let labelled_positions = play_game(&start, openings, settings, number, &mut engine);
                    report(number);
                    done.lock()
                        .expect("no thread panics while it holds the lock")
                        .push((number, labelled_positions));
                }
            });
        }
    });
    let mut games = done.into_inner().expect("no thread panics while it holds the lock");
    games.sort_by_key(|(number, _)| *number);
    games.into_iter().flat_map(|(_, labelled_positions)| labelled_positions).collect()
}

/// The game in which turns begin without a werera.
#[must_use]
pub fn start_of_turns(ruleset: &Arc<Ruleset>) -> Game {
    begin_turns(Game::new(ruleset.clone()))
}

/// Plays one of these games, from an opening or without them from `start`, and returns its quiet positions;
/// they depend on the arguments alone, not on what the engine played before.
#[must_use]
pub fn play_game(
    start: &Game,
    openings: Option<&OpeningSet>,
    settings: &SelfPlay,
    number: u64,
    engine: &mut Engine,
) -> Vec<LabelledPosition> {
    let mut random = SplitMix64::new(mix(mix(settings.seed) ^ number));
    let mut game = match openings.map(OpeningSet::games) {
        Some(games) if !games.is_empty() => games[random.below(games.len())].clone(),
        _ => start.clone(),
    };
    let random_plies = RANDOM_PLIES.0 + random.below(RANDOM_PLIES.1 - RANDOM_PLIES.0 + 1);
    engine.clear();
    let mut labelled_positions = Vec::new();
    let (mut decided, mut winner) = (0, None);
    for ply in 0..settings.max_plies {
        match game.node() {
            Node::Over(_) | Node::Werera(_) => break,
            Node::Chance(faces) => {
                let face = faces[random.below(faces.len())].number;
                if game.apply(Event::Throw { face }, None).is_err() {
                    break;
                }
            }
            Node::Choice(turn) => {
                let moves = game.legal_moves();
                let mv = if ply < random_plies {
                    moves[random.below(moves.len())]
                } else {
                    let found = engine.search(&game, &SearchLimits::nodes(settings.nodes), 0);
                    let Some(best) = found.best else { break };
                    let score = found.score.centipawns();
                    if quiet_score(&game, &found).is_some() && random.below(settings.one_in.max(1)) == 0 {
                        let white = if turn == Side::White { score } else { -score };
                        labelled_positions.push(LabelledPosition {
                            fen: game.fen(),
                            score: white,
                            result: 0.5,
                        });
                    }
                    decided = if is_decided(found.score) { decided + 1 } else { 0 };
                    if decided == DECIDED_PLIES {
                        winner = Some(if score > 0 { turn } else { turn.other() });
                        break;
                    }
                    if random.below(RANDOM_MOVE_INTERVAL) == 0 {
                        moves[random.below(moves.len())]
                    } else {
                        best
                    }
                };
                if game.play(mv, None).is_err() {
                    break;
                }
            }
        }
    }
    if let Node::Over(over) = game.node() {
        winner = over.winner;
    }
    let result = winner.map_or(0.5, |winner| if winner == Side::White { 1.0 } else { 0.0 });
    for labelled in &mut labelled_positions {
        labelled.result = result;
    }
    labelled_positions
}

/// Whether a score decides the game.
fn is_decided(score: Score) -> bool {
    match score {
        Score::Chance { win } => !(10_000 - DECIDED_CHANCE..=DECIDED_CHANCE).contains(&win),
        score => score.centipawns().abs() >= DECIDED_CENTIPAWNS,
    }
}

/// The score for the side to move in centipawns, if the position is quiet, so that the static evaluation should
/// match it.
#[must_use]
pub fn quiet_score(game: &Game, found: &SearchResult) -> Option<i32> {
    found.best.filter(|best| is_quiet(game, *best, found.score)).map(|_| found.score.centipawns())
}

fn is_quiet(game: &Game, best: Move, score: Score) -> bool {
    let (rules, position) = (game.rules(), game.position());
    let is_estimate = matches!(score, Score::Centipawns(_) | Score::Chance { .. });
    is_estimate
        && score.centipawns().abs() < DECIDED_CENTIPAWNS
        && !rules.is_in_check(position, position.turn())
        && best.promotion().is_none()
        && !rules.is_capture(position, best)
}

/// Positions as lines of `FEN;score;result`.
#[must_use]
pub fn write(positions: &[LabelledPosition]) -> String {
    let line = |one: &LabelledPosition| format!("{};{};{}\n", one.fen, one.score, one.result);
    positions.iter().map(line).collect()
}

/// Parses the lines of [`write()`].
///
/// # Errors
/// The first line that cannot be read, with its number.
pub fn parse(text: &str) -> Result<Vec<LabelledPosition>, Failure> {
    let line = |(number, line): (usize, &str)| {
        let parts: Vec<&str> = line.split(';').collect();
        let [fen, score, result] = parts[..] else {
            return Err(format!("line {}: expected `FEN;score;result`", number + 1).into());
        };
        let score = score.parse().map_err(|_| format!("line {}: `{score}` is not an integer", number + 1))?;
        let result = match result {
            "0" => 0.0,
            "0.5" => 0.5,
            "1" => 1.0,
            _ => return Err(format!("line {}: `{result}` is not 0, 0.5 or 1", number + 1).into()),
        };
        Ok(LabelledPosition { fen: fen.to_owned(), score, result })
    };
    text.lines().enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::Ruleset;

    use super::{SelfPlay, play};
    use crate::tuning::{FitSettings, fit};

    /// With a die every score is a probability, mapped from centipawns.
    #[test]
    fn self_play_with_a_die_labels_positions() {
        let ruleset = Arc::new(Ruleset::named("oblong-dice").expect("a built-in ruleset"));
        let settings = SelfPlay { games: 4, nodes: 60, seed: 1, max_plies: 200, one_in: 1, concurrency: 1 };
        let positions = play(&ruleset, None, &settings, &|_| ());
        assert!(positions.len() > 100, "{}", positions.len());
        assert!(positions.iter().any(|one| one.score > 50) && positions.iter().any(|one| one.score < -50));
        let fitted = fit(&ruleset, &positions, &FitSettings::default()).expect("enough positions");
        assert!(fitted.before.is_finite() && fitted.after.is_finite());
    }
}
