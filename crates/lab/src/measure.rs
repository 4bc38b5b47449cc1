//! Figures of a game: how long it lasts, how many choices it offers, who wins; measured in games of the
//! engine with itself.

use std::sync::{Arc, Mutex, PoisonError};

use rukh_engine::{Engine, SearchLimits};
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::notation::coordinate;
use rukh_rules::{ActiveSides, Event, Game, Node, Rules, Ruleset, Side};

use crate::player::PlayerSpec;
use crate::simulation::{SimulationConfig, SimulationError, TurnSearch, WereraMatch};

/// Table entries of the search.
const TABLE_ENTRIES: usize = 1 << 16;

/// Settings of a measurement.
#[derive(Debug, Clone)]
pub struct MeasureConfig {
    /// Ruleset.
    pub ruleset: Arc<Ruleset>,
    /// Number of games; an odd number is rounded up where games come in pairs.
    pub games: u32,
    /// Node limit of a move in turns.
    pub nodes: u64,
    /// Number of plies at the start that are chosen at random, where there is no werera.
    pub random_plies: usize,
    /// Number of plies in turns after which a game counts as drawn.
    pub max_plies: usize,
    /// Random seed.
    pub seed: u64,
}

/// Figures of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Figures {
    /// Games played.
    pub games: u32,
    /// Games that White has won.
    pub white: u32,
    /// Games that Black has won.
    pub black: u32,
    /// Mean number of plies in turns; a pass is a ply.
    pub plies: f64,
    /// Mean number of moves to choose from, in turns.
    pub choices: f64,
    /// Figures of the werera, if there is one.
    pub werera: Option<WereraFigures>,
}

/// Figures of a werera.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct WereraFigures {
    /// Mean number of moves of both sides, those taken back included.
    pub moves: f64,
    /// Mean duration in seconds of virtual time.
    pub seconds: f64,
}

/// Sums over games.
#[derive(Debug, Default)]
struct Sums {
    games: u32,
    wins: [u32; 2],
    plies: u64,
    choices: u64,
    choice_nodes: u64,
    werera_moves: u64,
    werera_ms: u64,
}

impl Sums {
    /// Adds what a finished game has in turns.
    fn add(&mut self, game: &Game) {
        self.games += 1;
        if let Some(winner) = game.outcome().and_then(|over| over.winner) {
            self.wins[winner.index()] += 1;
        }
        let mut played = Game::from_position(game.rules().clone(), *game.start());
        for entry in game.log() {
            if let (Node::Choice(_), Event::Move { .. }) = (played.node(), &entry.event) {
                self.plies += 1;
                self.choices += played.legal_moves().len() as u64;
                self.choice_nodes += 1;
            }
            played.apply(entry.event.clone(), entry.at).expect("a game's log replays");
        }
    }

    fn figures(&self, has_werera: bool) -> Figures {
        let mean = |sum: u64, count: u64| sum as f64 / count.max(1) as f64;
        let games = u64::from(self.games);
        Figures {
            games: self.games,
            white: self.wins[Side::White.index()],
            black: self.wins[Side::Black.index()],
            plies: mean(self.plies, games),
            choices: mean(self.choices, self.choice_nodes),
            werera: has_werera.then(|| WereraFigures {
                moves: mean(self.werera_moves, games),
                seconds: mean(self.werera_ms, games) / 1_000.0,
            }),
        }
    }
}

/// Measures a ruleset; the same settings give the same figures.
///
/// # Errors
/// The ruleset has a werera in which the sides do not act at once.
pub fn measure(config: &MeasureConfig) -> Result<Figures, SimulationError> {
    let rules = Arc::new(Rules::compile(config.ruleset.clone()));
    match Game::from_rules(rules.clone()).node() {
        Node::Werera(ActiveSides::Both) => measure_werera(config),
        Node::Werera(_) => {
            Err(SimulationError::NoLiveWerera { instance: config.ruleset.instance.to_string() })
        }
        _ => Ok(measure_turns(config, &rules)),
    }
}

fn measure_turns(config: &MeasureConfig, rules: &Arc<Rules>) -> Figures {
    let mut engine = Engine::with_tt_entries(config.ruleset.clone(), TABLE_ENTRIES);
    let mut sums = Sums::default();
    for number in 0..config.games {
        engine.clear();
        let mut rng = SplitMix64::new(mix(config.seed ^ mix(u64::from(number))));
        let mut game = Game::from_rules(rules.clone());
        let mut plies = 0;
        while plies < config.max_plies {
            let event = match game.node() {
                Node::Over(_) | Node::Werera(_) => break,
                Node::Chance(faces) => Event::Throw { face: faces[rng.below(faces.len())].number },
                Node::Choice(_) => {
                    let moves = game.legal_moves();
                    let random = moves[rng.below(moves.len())];
                    let is_random = plies < config.random_plies;
                    plies += 1;
                    let limits = SearchLimits::nodes(config.nodes);
                    let found =
                        if is_random { None } else { engine.search(&game, &limits, rng.next_u64()).best };
                    Event::Move { mv: coordinate::format(&config.ruleset, found.unwrap_or(random)) }
                }
            };
            game.apply(event, None).expect("a legal move or a face of the die");
        }
        sums.add(&game);
    }
    sums.figures(false)
}

fn measure_werera(config: &MeasureConfig) -> Result<Figures, SimulationError> {
    let player: PlayerSpec = "rukh".parse().expect("the name of our own engine");
    let series = WereraMatch {
        config: SimulationConfig {
            nodes: config.nodes,
            max_plies: config.max_plies,
            turn_search: TurnSearch::Shared,
            ..SimulationConfig::new(config.ruleset.clone())
        },
        players: [player.clone(), player.clone()],
        turn_players: [player.clone(), player],
        games: config.games.into(),
        seed: config.seed,
        workers: 1,
    };
    let sums = Mutex::new(Sums::default());
    series.play(&|_, _, played| {
        let mut sums = sums.lock().unwrap_or_else(PoisonError::into_inner);
        sums.add(&played.game);
        sums.werera_moves += played.moves.iter().map(|count| u64::from(*count)).sum::<u64>();
        sums.werera_ms += played.duration_ms;
    })?;
    let sums = sums.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(sums.figures(true))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{MeasureConfig, measure};
    use rukh_rules::Ruleset;

    fn config(id: &str, games: u32) -> MeasureConfig {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        MeasureConfig { ruleset, games, nodes: 50, random_plies: 4, max_plies: 60, seed: 7 }
    }

    #[test]
    fn figures_are_repeatable_and_within_bounds() {
        for id in ["shatranj", "oblong-dice", "senterej"] {
            let config = config(id, 2);
            let figures = measure(&config).expect("figures");
            assert_eq!(figures, measure(&config).expect("the same"), "{id}");
            assert_eq!(figures.games, 2, "{id}");
            assert!(figures.white + figures.black <= figures.games, "{id}");
            assert!(figures.plies > 1.0 && figures.plies <= 60.0, "{id}: {}", figures.plies);
            assert!((1.0..60.0).contains(&figures.choices), "{id}: {}", figures.choices);
            assert_eq!(figures.werera.is_some(), id == "senterej");
            let moves = figures.werera.map_or(1.0, |werera| werera.moves);
            assert!(moves >= 1.0, "{moves}");
        }
    }

    #[test]
    fn first_choice_of_shatranj_has_sixteen_moves() {
        let figures = measure(&MeasureConfig { max_plies: 1, ..config("shatranj", 3) }).expect("figures");
        assert_eq!((figures.plies, figures.choices, figures.white, figures.black), (1.0, 16.0, 0, 0));
    }
}
