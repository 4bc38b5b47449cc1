//! The figures of the computer's levels, beside which moderators read those of people.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use rukh_engine::{Engine, Level, SearchLimits};
use rukh_lab::analysis::Analyser;
use rukh_lab::indicator::{
    CountedMove, IndicatorFigures, LevelIndicators, MAX_GAMES, MIN_GAMES, REVISION, count_moves, family_of,
    nodes, read_levels, settings,
};
use rukh_protocols::board::begin_turns;
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::{Event, Game, Node, Ruleset, Side, UciMove};

use super::{PLIES, TABLE_ENTRIES, openings};
use crate::Failure;

/// How a level is measured.
pub(super) struct LevelMeasure<'a> {
    pub(super) ruleset: &'a Arc<Ruleset>,
    pub(super) level: u8,
    /// Games of the level with itself; the moves of both sides count.
    pub(super) games: usize,
    pub(super) seed: u64,
    /// Threads, on which the figures do not depend.
    pub(super) concurrency: usize,
}

impl LevelMeasure<'_> {
    /// Plays the games and judges them.
    ///
    /// # Errors
    /// The level is unknown, or there are too few games or counted moves for a figure.
    pub(super) fn run(&self) -> Result<LevelIndicators, Failure> {
        let LevelMeasure { ruleset, level, games, seed, concurrency } = *self;
        let strength = Level::new(level).ok_or_else(|| format!("there is no level {level}"))?;
        if !(MIN_GAMES..=MAX_GAMES).contains(&games) {
            return Err(
                format!("figures rest on {MIN_GAMES} to {MAX_GAMES} games, and not on {games}").into()
            );
        }
        let openings = openings(ruleset, seed)?;
        let next = AtomicUsize::new(0);
        let work = || -> Result<Vec<(usize, Vec<CountedMove>)>, Failure> {
            let mut engine = Engine::with_tt_entries(ruleset.clone(), TABLE_ENTRIES);
            let mut judge = Analyser::new(ruleset.clone(), settings(ruleset), None)?.without_tables();
            let mut counted = Vec::new();
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= games {
                    return Ok(counted);
                }
                let mut random = SplitMix64::new(mix(seed ^ mix(number as u64)));
                let opening = begin_turns(openings[random.below(openings.len())].clone());
                let game = play(&mut engine, opening, strength, &mut random);
                let of = |side| count_moves(&mut judge, &game, side, &|_| None).expect("nobody stops it");
                counted.push((number, Side::BOTH.map(of).concat()));
            }
        };
        let mut counted = std::thread::scope(|scope| {
            let workers: Vec<_> = (0..concurrency.max(1)).map(|_| scope.spawn(work)).collect();
            let results = workers.into_iter().map(|worker| worker.join().expect("the thread does not panic"));
            results.collect::<Result<Vec<_>, _>>()
        })?
        .concat();
        counted.sort_by_key(|(number, _)| *number);
        let counted: Vec<Vec<CountedMove>> = counted.into_iter().map(|(_, moves)| moves).collect();
        let figures = IndicatorFigures::of(&counted);
        if figures.loss.is_none() {
            let IndicatorFigures { games, moves, .. } = figures;
            return Err(
                format!("level {level}: {moves} counted moves in {games} games are too little").into()
            );
        }
        let (family, nodes) = (family_of(ruleset), nodes(ruleset));
        Ok(LevelIndicators { family, level, revision: REVISION, nodes, figures })
    }
}

/// A game of a level with itself.
fn play(engine: &mut Engine, mut game: Game, level: Level, random: &mut SplitMix64) -> Game {
    engine.clear();
    for _ in 0..PLIES {
        let event = match game.node() {
            Node::Over(_) | Node::Werera(_) => break,
            Node::Chance(faces) => Event::Throw { face: faces[random.below(faces.len())].number },
            Node::Choice(_) => {
                let limits = SearchLimits::nodes(u64::MAX);
                let found = engine.play(&game, level.strength(), &limits, random.next_u64());
                let mv = found.best.expect("a level plays where there is a choice");
                Event::Move { mv: UciMove::of(game.ruleset(), mv) }
            }
        };
        game.apply(event, None).expect("a legal event");
    }
    game
}

/// Puts a level into the table, in the place of the one before if there is one, and writes it.
///
/// # Errors
/// The table cannot be read or written.
pub(super) fn keep(path: &Path, found: LevelIndicators) -> Result<(), Failure> {
    let mut levels = read_levels(&std::fs::read_to_string(path)?)?;
    levels.retain(|one| (&one.family, one.level) != (&found.family, found.level));
    levels.push(found);
    levels.sort_by(|a, b| (&a.family, a.level).cmp(&(&b.family, b.level)));
    Ok(std::fs::write(path, serde_json::to_string_pretty(&levels)? + "\n")?)
}

#[cfg(test)]
mod tests {
    use rukh_lab::indicator::{IndicatorFigures, LevelIndicators, read_levels};

    use super::keep;

    #[test]
    fn level_replaces_the_one_of_the_same_family_and_number() {
        let path = std::env::temp_dir().join(format!("indicators-{}.json", std::process::id()));
        std::fs::write(&path, "[]\n").expect("a file");
        for (family, level, moves) in
            [("oblong", 3, 1), ("mideast", 5, 2), ("oblong", 1, 3), ("oblong", 3, 4)]
        {
            let figures = IndicatorFigures { moves, ..IndicatorFigures::default() };
            let found = LevelIndicators { family: family.to_owned(), level, revision: 1, nodes: 1, figures };
            keep(&path, found).expect("a file");
        }
        let text = std::fs::read_to_string(&path).expect("a file");
        std::fs::remove_file(&path).expect("a file");
        let levels = read_levels(&text).expect("what was written");
        let rows: Vec<_> =
            levels.iter().map(|one| (one.family.as_str(), one.level, one.figures.moves)).collect();
        assert_eq!(rows, [("mideast", 5, 2), ("oblong", 1, 3), ("oblong", 3, 4)]);
    }
}
