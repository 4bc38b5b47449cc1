//! Wereras in virtual time: two players act at once, each at its own pace.
//!
//! A side looks at the board, decides, and its action arrives a reaction later;
//! by then the other side may have acted, and what has become illegal is
//! dropped. The clock is virtual, in milliseconds, and everything comes from
//! the seed, so a game can be played again, thought for thought. Once turns have
//! begun both sides are played by one and the same search, so that what is
//! measured is the werera alone.

mod player;
mod report;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use rukh_engine::{ActionRate, Decision, Engine, SearchLimits, WereraAction};
use rukh_rules::bits::CellSet;
use rukh_rules::hash::{SplitMix64, mix};
use rukh_rules::notation::coordinate;
use rukh_rules::{ActiveSides, Event, Game, Node, Outcome, Phase, Rules, Ruleset, Side};

pub use player::{WereraPlayer, WereraPlayerKind};
pub use report::{WereraReport, WinDrawLoss};

/// Entries of the table of the search in turns.
const TABLE_ENTRIES: usize = 1 << 16;
/// The shortest time from seeing to acting, in milliseconds: a trained hand's.
const MIN_REACTION_MS: u64 = 100;
/// By how much it varies, in milliseconds.
const REACTION_SPREAD_MS: u64 = 300;

/// Who searches once turns have begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TurnSearch {
    /// One search for both sides.
    Shared,
    /// Each player's own.
    Own,
}

/// The terms of a game or a match.
#[derive(Debug, Clone)]
pub struct SimulationConfig {
    /// The ruleset; it must have a werera in which both sides act at once.
    pub ruleset: Arc<Ruleset>,
    /// How fast each side acts, White first.
    pub rates: [ActionRate; 2],
    /// How long the werera may last until turns begin by agreement.
    pub max_duration: Duration,
    /// Positions looked at for each move in turn.
    pub nodes: u64,
    /// Plies in turn after which a game is drawn.
    pub max_plies: usize,
    /// Who searches in turn.
    pub turn_search: TurnSearch,
}

impl SimulationConfig {
    /// Terms with customary figures: a second and a half of actions, three
    /// minutes of werera, 2000 positions a move, 400 plies.
    #[must_use]
    pub fn new(ruleset: Arc<Ruleset>) -> SimulationConfig {
        SimulationConfig {
            ruleset,
            rates: [ActionRate::per_second(1.5); 2],
            max_duration: Duration::from_secs(180),
            nodes: 2_000,
            max_plies: 400,
            turn_search: TurnSearch::Shared,
        }
    }
}

/// How a werera ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WereraEnd {
    /// This side took first.
    Capture(Side),
    /// Both sides had made as many moves as they may, and nobody took.
    Budget,
    /// Nobody took for so long that turns began.
    Timeout,
    /// The game ended in the werera.
    Over,
}

/// A game that was simulated.
#[derive(Debug, Clone)]
pub struct SimulatedGame {
    /// The game; the entries of the werera bear the virtual time.
    pub game: Game,
    /// How the werera ended.
    pub end: WereraEnd,
    /// How long it lasted, in milliseconds.
    pub duration_ms: u64,
    /// Quiet moves and captures each side made in it, White first.
    pub moves: [u32; 2],
    /// Moves each side took back.
    pub retractions: [u32; 2],
    /// Actions of each side that came too late: no longer legal, or no longer what was meant.
    pub dropped: [u32; 2],
    /// The result; a game that was too long is drawn, and has none.
    pub outcome: Option<Outcome>,
}

/// What a side is about.
enum PendingAction {
    /// It will look at the board.
    Looking,
    /// It has decided on this, and whether it takes a man as it saw the board.
    Acting(Event, bool),
}

/// A side and its clock.
struct VirtualSide {
    side: Side,
    pending: PendingAction,
    /// When that comes, in milliseconds.
    due_ms: u64,
    /// When it looked last.
    looked_ms: u64,
    rate: ActionRate,
    rng: SplitMix64,
}

impl VirtualSide {
    fn new(side: Side, pace: ActionRate, seed: u64) -> VirtualSide {
        let mut chance = SplitMix64::new(mix(seed ^ mix(side as u64 + 1)));
        let due = pace.delay(0, chance.next_u64()).as_millis() as u64;
        VirtualSide {
            side,
            pending: PendingAction::Looking,
            due_ms: due,
            looked_ms: 0,
            rate: pace,
            rng: chance,
        }
    }

    fn pause(&mut self) -> u64 {
        (self.rate.delay(0, self.rng.next_u64()).as_millis() as u64).max(1)
    }

    fn reaction(&mut self) -> u64 {
        MIN_REACTION_MS + self.rng.below(REACTION_SPREAD_MS as usize + 1) as u64
    }

    /// Looks and decides.
    fn look(&mut self, player: &mut dyn WereraPlayer, game: &Game) {
        self.looked_ms = self.due_ms;
        let may = matches!(game.node(), Node::Werera(acting) if acting.may(self.side));
        let seed = self.rng.next_u64();
        let action = if may { player.marshal(game, self.side, seed) } else { WereraAction::Wait };
        match Decision::Werera(action).event(game.ruleset(), self.side) {
            Some(event) => {
                let event = with_piece_id(game, event);
                let takes = is_capture(game, &event);
                self.pending = PendingAction::Acting(event, takes);
                self.due_ms += self.reaction();
            }
            None => self.due_ms += self.pause(),
        }
    }

    /// Looks again: after a pause, or at once if the last action was refused.
    fn schedule_look(&mut self, was_refused: bool) {
        self.pending = PendingAction::Looking;
        if !was_refused {
            self.due_ms = self.due_ms.max(self.looked_ms + self.pause());
        }
    }
}

/// The event with its man's number: another man on its cell is not meant.
fn with_piece_id(game: &Game, event: Event) -> Event {
    match event {
        Event::Place { side, from, to, promotion, .. } => {
            let cell = game.ruleset().geometry.parse_cell(&from);
            let id = cell.and_then(|cell| game.id_at(cell));
            Event::Place { side, id, from, to, promotion }
        }
        other => other,
    }
}

/// Whether it takes a man: who meant to go to an empty cell does not take the man that
/// has come there meanwhile, nor goes where he has left.
fn is_capture(game: &Game, event: &Event) -> bool {
    let Event::Place { side, to, .. } = event else { return false };
    let cell = game.ruleset().geometry.parse_cell(to);
    let others = game.position().pieces_of_side(Side::from(*side).other());
    cell.is_some_and(|cell| others.has(cell))
}

/// The simulation of games on the same terms.
pub struct Simulation {
    config: SimulationConfig,
    rules: Arc<Rules>,
    search: Engine,
}

impl Simulation {
    /// Prepares games on these terms.
    ///
    /// # Panics
    /// If the ruleset has no werera in which both sides act at once.
    #[must_use]
    pub fn new(terms: SimulationConfig) -> Simulation {
        let rules = Arc::new(Rules::compile(terms.ruleset.clone()));
        let is_live = matches!(Game::from_rules(rules.clone()).node(), Node::Werera(ActiveSides::Both));
        assert!(is_live, "{} has no werera in which both act at once", terms.ruleset.instance);
        let search = Engine::with_tt_entries(terms.ruleset.clone(), TABLE_ENTRIES);
        Simulation { config: terms, rules, search }
    }

    /// Plays a game from the start to its end, White's player first.
    pub fn play(&mut self, players: [&mut dyn WereraPlayer; 2], seed: u64) -> SimulatedGame {
        let [white, black] = players;
        let mut played = self.marshal([&mut *white, &mut *black], seed);
        self.play_turns(&mut played.game, [white, black], seed);
        played.outcome = played.game.outcome();
        played
    }

    /// Plays the werera only.
    pub fn marshal(&self, players: [&mut dyn WereraPlayer; 2], seed: u64) -> SimulatedGame {
        let game = Game::from_rules(self.rules.clone());
        let mut hands = Side::BOTH.map(|side| VirtualSide::new(side, self.config.rates[side.index()], seed));
        let mut played = SimulatedGame {
            game,
            end: WereraEnd::Over,
            duration_ms: 0,
            moves: [0; 2],
            retractions: [0; 2],
            dropped: [0; 2],
            outcome: None,
        };
        let longest = self.config.max_duration.as_millis() as u64;
        while matches!(played.game.node(), Node::Werera(_)) {
            let index = usize::from(hands[1].due_ms < hands[0].due_ms);
            let hand = &mut hands[index];
            played.duration_ms = hand.due_ms.min(longest);
            if hand.due_ms >= longest {
                let agreed = Event::Turns { why: "agreed".to_owned() };
                played.game.apply(agreed, Some(longest)).expect("turns can begin while the werera lasts");
                played.end = WereraEnd::Timeout;
                break;
            }
            match std::mem::replace(&mut hand.pending, PendingAction::Looking) {
                PendingAction::Looking => hand.look(players[index], &played.game),
                PendingAction::Acting(event, meant_to_take) => {
                    let was_refused = !played.apply_action(index, (event, meant_to_take), hand.due_ms);
                    hand.schedule_look(was_refused);
                }
            }
        }
        played
    }

    /// Plays the turns.
    fn play_turns(&mut self, game: &mut Game, mut players: [&mut dyn WereraPlayer; 2], seed: u64) {
        self.search.clear();
        players.iter_mut().for_each(|player| player.clear());
        for ply in 0..self.config.max_plies {
            let Node::Choice(side) = game.node() else { break };
            let (nodes, seed) = (self.config.nodes, mix(seed ^ mix(ply as u64)));
            let best = match self.config.turn_search {
                TurnSearch::Shared => self.search.search(game, &SearchLimits::nodes(nodes), seed).best,
                TurnSearch::Own => players[side.index()].best_move(game, nodes, seed),
            };
            let Some(chosen) = best else { break };
            let mv = coordinate::format(game.ruleset(), chosen);
            game.apply(Event::Move { mv }, None).expect("a search finds legal moves");
        }
    }
}

impl SimulatedGame {
    /// Lets an action of the werera happen, if it is still legal, and still a capture or
    /// still none.
    fn apply_action(&mut self, index: usize, (event, meant_to_take): (Event, bool), at: u64) -> bool {
        let takes_back = matches!(event, Event::Retract { .. });
        let takes = is_capture(&self.game, &event);
        if takes != meant_to_take || self.game.apply(event, Some(at)).is_err() {
            self.dropped[index] += 1;
            return false;
        }
        if takes_back {
            self.retractions[index] += 1;
        } else {
            self.moves[index] += 1;
        }
        if self.game.position().phase() != Phase::Werera {
            self.end = if takes { WereraEnd::Capture(Side::BOTH[index]) } else { WereraEnd::Budget };
        }
        true
    }
}

/// A match: pairs of games with the same chances and changed sides.
#[derive(Debug, Clone)]
pub struct WereraMatch {
    /// On what terms.
    pub config: SimulationConfig,
    /// Who is measured, and against whom.
    pub players: [WereraPlayerKind; 2],
    /// Whose players take their turns, where each player's own search does.
    pub turn_players: [WereraPlayerKind; 2],
    /// How many games; an odd one more is played to make pairs.
    pub games: u64,
    /// Where the chances come from.
    pub seed: u64,
    /// How many games are played at once. It changes nothing of the result.
    pub workers: usize,
}

impl WereraMatch {
    /// Plays it, telling of each game when it is over: its number and the side
    /// of the first contestant. In what order is up to the workers.
    ///
    /// # Panics
    /// If the ruleset has no werera in which both sides act at once.
    #[must_use]
    pub fn play(&self, tell: &(dyn Fn(u64, Side, &SimulatedGame) + Sync)) -> WereraReport {
        let pairs = self.games.div_ceil(2);
        let next = AtomicU64::new(0);
        let work = || {
            let mut simulation = Simulation::new(self.config.clone());
            let player =
                |at: usize| self.players[at].build_with_turns_of(self.turn_players[at], &self.config.ruleset);
            let [mut own, mut other] = [0, 1].map(player);
            let mut done = Vec::new();
            loop {
                let pair = next.fetch_add(1, Relaxed);
                if pair >= pairs {
                    break done;
                }
                let seed = mix(self.seed ^ mix(pair));
                let white = simulation.play([&mut *own, &mut *other], seed);
                tell(2 * pair, Side::White, &white);
                let black = simulation.play([&mut *other, &mut *own], seed);
                tell(2 * pair + 1, Side::Black, &black);
                done.push((pair, [white, black]));
            }
        };
        let mut done = Vec::new();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..self.workers.max(1)).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                done.extend(worker.join().expect("a worker plays to the end"));
            }
        });
        done.sort_by_key(|(pair, _)| *pair);
        let mut report = WereraReport::default();
        done.iter().for_each(|(_, games)| report.add_pair(games));
        report
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::{Event, Game, Ruleset, Side};

    use super::{SimulatedGame, WereraEnd};

    fn place(side: Side, from: &str, to: &str) -> Event {
        let (from, to) = (from.to_owned(), to.to_owned());
        Event::Place { side: side.into(), id: None, from, to, promotion: None }
    }

    #[test]
    fn what_was_meant_quietly_takes_nobody() {
        let mut game = Game::new(Arc::new(Ruleset::named("senterej").unwrap()));
        for (side, from, to) in [
            (Side::White, "e2", "e3"),
            (Side::White, "e3", "e4"),
            (Side::Black, "d7", "d6"),
            (Side::Black, "d6", "d5"),
        ] {
            game.apply(place(side, from, to), None).unwrap();
        }
        let mut played = SimulatedGame {
            game,
            end: WereraEnd::Over,
            duration_ms: 0,
            moves: [0; 2],
            retractions: [0; 2],
            dropped: [0; 2],
            outcome: None,
        };
        assert!(!played.apply_action(0, (place(Side::White, "e4", "d5"), false), 9));
        assert!(!played.apply_action(0, (place(Side::White, "a2", "a3"), true), 9), "he has left");
        assert_eq!((played.dropped, played.moves), ([2, 0], [0, 0]));
        assert!(played.apply_action(0, (place(Side::White, "e4", "d5"), true), 9));
        assert_eq!((played.end, played.moves), (WereraEnd::Capture(Side::White), [1, 0]));
    }
}
