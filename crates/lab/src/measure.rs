//! Figures of a game: how long it lasts, how many choices it offers, who wins; measured in games of the
//! engine with itself.
//!
//! A game that is cut off is no draw, and its length is only known to be longer: such games are counted
//! by themselves, and quantiles are published instead of means, which they would pull down.

use std::sync::{Arc, Mutex, PoisonError};

use rukh_engine::{Engine, SearchLimits};
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::{ActiveSides, Event, Game, Node, Rules, Ruleset, UciMove};

use crate::player::PlayerSpec;
use crate::simulation::{SimulationConfig, SimulationError, TurnSearch, WereraMatch};
use crate::statistics::{Quantiles, Share};

/// Table entries of the search.
const TABLE_ENTRIES: usize = 1 << 16;

/// How many games are played, and how well.
#[derive(Debug, Clone)]
pub struct MeasureConfig {
    /// The game that is measured.
    pub ruleset: Arc<Ruleset>,
    /// Number of games; an odd number is rounded up where games come in pairs.
    pub games: u32,
    /// Node limit of a move in turns.
    pub nodes: u64,
    /// Number of plies at the start that are chosen at random, where there is no werera.
    pub random_plies: usize,
    /// Number of plies in turns after which a game is cut off.
    pub max_plies: usize,
    /// Seed of the first plies, the die and the searches.
    pub seed: u64,
}

/// What the games of a ruleset are like.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Figures {
    /// Games played.
    pub games: u32,
    /// Games that White has won.
    pub white: Share,
    /// Games that Black has won.
    pub black: Share,
    /// Games that a law has drawn.
    pub drawn: Share,
    /// Games that were cut off, with no result.
    pub cut_off: Share,
    /// Plies in turns of each game; a pass is a ply. Games that were cut off count with the plies until
    /// then, so quantiles that reach [`MeasureConfig::max_plies`] are only known to be larger.
    pub plies: Quantiles,
    /// Moves to choose from in turns: of each game the mean.
    pub choices: Quantiles,
    /// Figures of the werera, if there is one.
    pub werera: Option<WereraFigures>,
}

/// What the wereras of a ruleset are like.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct WereraFigures {
    /// Moves of both sides in each game, those taken back included.
    pub moves: Quantiles,
    /// Its duration in each game, in seconds of virtual time.
    pub seconds: Quantiles,
}

/// Values of each game.
#[derive(Debug, Default)]
struct Samples {
    wins: [u32; 2],
    cut_off: u32,
    plies: Vec<f64>,
    choices: Vec<f64>,
    werera_moves: Vec<f64>,
    werera_seconds: Vec<f64>,
}

impl Samples {
    /// Adds what a game has in turns.
    fn add(&mut self, game: &Game) {
        match game.outcome().map(|over| over.winner) {
            Some(Some(winner)) => self.wins[winner.index()] += 1,
            Some(None) => {}
            None => self.cut_off += 1,
        }
        let mut played = Game::from_position(game.rules().clone(), *game.start());
        let (mut plies, mut choices) = (0, 0);
        for entry in game.log() {
            if let (Node::Choice(_), Event::Move { .. }) = (played.node(), &entry.event) {
                plies += 1;
                choices += played.legal_moves().len();
            }
            played.apply(entry.event.clone(), entry.at).expect("a game's log replays");
        }
        self.plies.push(f64::from(plies));
        if plies > 0 {
            self.choices.push(choices as f64 / f64::from(plies));
        }
    }

    fn figures(self, has_werera: bool) -> Figures {
        let games = self.plies.len() as u32;
        let [white, black] = self.wins;
        let share = |count| Share::new(count, games);
        Figures {
            games,
            white: share(white),
            black: share(black),
            drawn: share(games - white - black - self.cut_off),
            cut_off: share(self.cut_off),
            plies: Quantiles::of(self.plies),
            choices: Quantiles::of(self.choices),
            werera: has_werera.then(|| WereraFigures {
                moves: Quantiles::of(self.werera_moves),
                seconds: Quantiles::of(self.werera_seconds),
            }),
        }
    }
}

/// Measures a ruleset; the same settings give the same figures.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_lab::measure::{MeasureConfig, measure};
/// use rukh_rules::Ruleset;
///
/// let ruleset = Arc::new(Ruleset::named("shatranj")?);
/// let config = MeasureConfig { ruleset, games: 4, nodes: 20, random_plies: 4, max_plies: 40, seed: 1 };
/// let figures = measure(&config)?;
/// let ended = figures.white.count + figures.black.count + figures.drawn.count;
/// assert_eq!(ended + figures.cut_off.count, figures.games);
/// // Few games say little: the interval shows how little.
/// let [low, high] = figures.white.interval;
/// assert!(high - low > 0.3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    let mut samples = Samples::default();
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
                    Event::Move { mv: UciMove::of(&config.ruleset, found.unwrap_or(random)) }
                }
            };
            game.apply(event, None).expect("a legal move or a face of the die");
        }
        samples.add(&game);
    }
    samples.figures(false)
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
    let samples = Mutex::new(Samples::default());
    series.play(&|_, _, played| {
        let mut samples = samples.lock().unwrap_or_else(PoisonError::into_inner);
        samples.add(&played.game);
        samples.werera_moves.push(played.moves.iter().map(|count| f64::from(*count)).sum());
        samples.werera_seconds.push(played.duration_ms as f64 / 1_000.0);
    })?;
    let samples = samples.into_inner().unwrap_or_else(PoisonError::into_inner);
    Ok(samples.figures(true))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Figures, MeasureConfig, measure};
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
            let Figures { white, black, drawn, cut_off, plies, .. } = figures;
            let counts = [white, black, drawn, cut_off].map(|share| share.count);
            assert_eq!(counts.iter().sum::<u32>(), 2, "{id}");
            assert!(plies.low > 1.0 && plies.high <= 60.0, "{id}: {plies:?}");
            assert!((1.0..60.0).contains(&figures.choices.median), "{id}: {:?}", figures.choices);
            assert_eq!(figures.werera.is_some(), id == "senterej");
            let moves = figures.werera.map_or(1.0, |werera| werera.moves.median);
            assert!(moves >= 1.0, "{moves}");
        }
    }

    /// The cap is no draw: no law of this ruleset draws.
    #[test]
    fn games_cut_off_are_not_drawn() {
        let figures = measure(&config("mustatila-307-ludii", 2)).expect("figures");
        assert_eq!((figures.drawn.count, figures.cut_off.count), (0, 2));
        assert_eq!((figures.plies.median, figures.plies.median_interval), (60.0, [60.0; 2]));
    }

    #[test]
    fn first_choice_of_shatranj_has_sixteen_moves() {
        let figures = measure(&MeasureConfig { max_plies: 1, ..config("shatranj", 3) }).expect("figures");
        assert_eq!((figures.plies.median, figures.choices.median, figures.cut_off.count), (1.0, 16.0, 3));
    }
}
