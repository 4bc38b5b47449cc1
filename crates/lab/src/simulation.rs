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

pub use player::{Contestant, Player};
pub use report::{Report, Tally};

/// Entries of the table of the search in turns.
const TABLE_ENTRIES: usize = 1 << 16;
/// The shortest time from seeing to acting, in milliseconds: a trained hand's.
const REACTION: u64 = 100;
/// By how much it varies, in milliseconds.
const REACTION_SPREAD: u64 = 300;

/// Who searches once turns have begun.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PlayOut {
    /// One search for both sides.
    Common,
    /// Each player's own.
    Own,
}

/// The terms of a game or a match.
#[derive(Debug, Clone)]
pub struct Terms {
    /// The ruleset; it must have a werera in which both sides act at once.
    pub ruleset: Arc<Ruleset>,
    /// How fast each side acts, White first.
    pub paces: [ActionRate; 2],
    /// How long the werera may last until turns begin by agreement.
    pub longest: Duration,
    /// Positions looked at for each move in turn.
    pub nodes: u64,
    /// Plies in turn after which a game is drawn.
    pub plies: usize,
    /// Who searches in turn.
    pub play_out: PlayOut,
}

impl Terms {
    /// Terms with customary figures: a second and a half of actions, three
    /// minutes of werera, 2000 positions a move, 400 plies.
    #[must_use]
    pub fn new(ruleset: Arc<Ruleset>) -> Terms {
        Terms {
            ruleset,
            paces: [ActionRate::per_second(1.5); 2],
            longest: Duration::from_secs(180),
            nodes: 2_000,
            plies: 400,
            play_out: PlayOut::Common,
        }
    }
}

/// How a werera ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ending {
    /// This side took first.
    Capture(Side),
    /// Both sides had made as many moves as they may, and nobody took.
    Budget,
    /// Nobody took for so long that turns began.
    Longest,
    /// The game ended in the werera.
    Over,
}

/// A game that was simulated.
#[derive(Debug, Clone)]
pub struct Simulated {
    /// The game; the entries of the werera bear the virtual time.
    pub game: Game,
    /// How the werera ended.
    pub ending: Ending,
    /// How long it lasted, in milliseconds.
    pub lasted: u64,
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
enum Doing {
    /// It will look at the board.
    Looking,
    /// It has decided on this, and whether it takes a man as it saw the board.
    Acting(Event, bool),
}

/// A side and its clock.
struct Hand {
    side: Side,
    doing: Doing,
    /// When that comes, in milliseconds.
    due: u64,
    /// When it looked last.
    looked: u64,
    pace: ActionRate,
    chance: SplitMix64,
}

impl Hand {
    fn new(side: Side, pace: ActionRate, seed: u64) -> Hand {
        let mut chance = SplitMix64::new(mix(seed ^ mix(side as u64 + 1)));
        let due = pace.delay(0, chance.next_u64()).as_millis() as u64;
        Hand { side, doing: Doing::Looking, due, looked: 0, pace, chance }
    }

    fn pause(&mut self) -> u64 {
        (self.pace.delay(0, self.chance.next_u64()).as_millis() as u64).max(1)
    }

    fn reaction(&mut self) -> u64 {
        REACTION + self.chance.below(REACTION_SPREAD as usize + 1) as u64
    }

    /// Looks and decides.
    fn look(&mut self, player: &mut dyn Player, game: &Game) {
        self.looked = self.due;
        let may = matches!(game.node(), Node::Werera(acting) if acting.may(self.side));
        let seed = self.chance.next_u64();
        let action = if may { player.marshal(game, self.side, seed) } else { WereraAction::Wait };
        match Decision::Werera(action).event(game.ruleset(), self.side) {
            Some(event) => {
                let event = name_man(game, event);
                let takes = takes(game, &event);
                self.doing = Doing::Acting(event, takes);
                self.due += self.reaction();
            }
            None => self.due += self.pause(),
        }
    }

    /// Looks again: after a pause, or at once if the last action was refused.
    fn rest(&mut self, was_refused: bool) {
        self.doing = Doing::Looking;
        if !was_refused {
            self.due = self.due.max(self.looked + self.pause());
        }
    }
}

/// The event with its man's number: another man on its cell is not meant.
fn name_man(game: &Game, event: Event) -> Event {
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
fn takes(game: &Game, event: &Event) -> bool {
    let Event::Place { side, to, .. } = event else { return false };
    let cell = game.ruleset().geometry.parse_cell(to);
    let others = game.position().men_of_side(Side::from(*side).other());
    cell.is_some_and(|cell| others.has(cell))
}

/// The simulation of games on the same terms.
pub struct Simulation {
    terms: Terms,
    rules: Arc<Rules>,
    search: Engine,
}

impl Simulation {
    /// Prepares games on these terms.
    ///
    /// # Panics
    /// If the ruleset has no werera in which both sides act at once.
    #[must_use]
    pub fn new(terms: Terms) -> Simulation {
        let rules = Arc::new(Rules::compile(terms.ruleset.clone()));
        let is_live = matches!(Game::from_rules(rules.clone()).node(), Node::Werera(ActiveSides::Both));
        assert!(is_live, "{} has no werera in which both act at once", terms.ruleset.instance);
        let search = Engine::with_tt_entries(terms.ruleset.clone(), TABLE_ENTRIES);
        Simulation { terms, rules, search }
    }

    /// Plays a game from the start to its end, White's player first.
    pub fn play(&mut self, players: [&mut dyn Player; 2], seed: u64) -> Simulated {
        let [white, black] = players;
        let mut played = self.marshal([&mut *white, &mut *black], seed);
        self.play_out(&mut played.game, [white, black], seed);
        played.outcome = played.game.outcome();
        played
    }

    /// Plays the werera only.
    pub fn marshal(&self, players: [&mut dyn Player; 2], seed: u64) -> Simulated {
        let game = Game::from_rules(self.rules.clone());
        let mut hands = Side::BOTH.map(|side| Hand::new(side, self.terms.paces[side.index()], seed));
        let mut played = Simulated {
            game,
            ending: Ending::Over,
            lasted: 0,
            moves: [0; 2],
            retractions: [0; 2],
            dropped: [0; 2],
            outcome: None,
        };
        let longest = self.terms.longest.as_millis() as u64;
        while matches!(played.game.node(), Node::Werera(_)) {
            let index = usize::from(hands[1].due < hands[0].due);
            let hand = &mut hands[index];
            played.lasted = hand.due.min(longest);
            if hand.due >= longest {
                let agreed = Event::Turns { why: "agreed".to_owned() };
                played.game.apply(agreed, Some(longest)).expect("turns can begin while the werera lasts");
                played.ending = Ending::Longest;
                break;
            }
            match std::mem::replace(&mut hand.doing, Doing::Looking) {
                Doing::Looking => hand.look(players[index], &played.game),
                Doing::Acting(event, meant_to_take) => {
                    let was_refused = !played.happen(index, (event, meant_to_take), hand.due);
                    hand.rest(was_refused);
                }
            }
        }
        played
    }

    /// Plays the turns.
    fn play_out(&mut self, game: &mut Game, mut players: [&mut dyn Player; 2], seed: u64) {
        self.search.clear();
        players.iter_mut().for_each(|player| player.forget());
        for ply in 0..self.terms.plies {
            let Node::Choice(side) = game.node() else { break };
            let (nodes, seed) = (self.terms.nodes, mix(seed ^ mix(ply as u64)));
            let best = match self.terms.play_out {
                PlayOut::Common => self.search.search(game, &SearchLimits::nodes(nodes), seed).best,
                PlayOut::Own => players[side.index()].turn(game, nodes, seed),
            };
            let Some(chosen) = best else { break };
            let mv = coordinate::format(game.ruleset(), chosen);
            game.apply(Event::Move { mv }, None).expect("a search finds legal moves");
        }
    }
}

impl Simulated {
    /// Lets an action of the werera happen, if it is still legal, and still a capture or
    /// still none.
    fn happen(&mut self, index: usize, (event, meant_to_take): (Event, bool), at: u64) -> bool {
        let takes_back = matches!(event, Event::Retract { .. });
        let takes = takes(&self.game, &event);
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
            self.ending = if takes { Ending::Capture(Side::BOTH[index]) } else { Ending::Budget };
        }
        true
    }
}

/// A match: pairs of games with the same chances and changed sides.
#[derive(Debug, Clone)]
pub struct Match {
    /// On what terms.
    pub terms: Terms,
    /// Who is measured, and against whom.
    pub contestants: [Contestant; 2],
    /// Whose players take their turns, where each player's own search does.
    pub turns: [Contestant; 2],
    /// How many games; an odd one more is played to make pairs.
    pub games: u64,
    /// Where the chances come from.
    pub seed: u64,
    /// How many games are played at once. It changes nothing of the result.
    pub workers: usize,
}

impl Match {
    /// Plays it, telling of each game when it is over: its number and the side
    /// of the first contestant. In what order is up to the workers.
    ///
    /// # Panics
    /// If the ruleset has no werera in which both sides act at once.
    #[must_use]
    pub fn play(&self, tell: &(dyn Fn(u64, Side, &Simulated) + Sync)) -> Report {
        let pairs = self.games.div_ceil(2);
        let next = AtomicU64::new(0);
        let work = || {
            let mut simulation = Simulation::new(self.terms.clone());
            let player =
                |at: usize| self.contestants[at].player_with_turns_of(self.turns[at], &self.terms.ruleset);
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
        let mut report = Report::default();
        done.iter().for_each(|(_, games)| report.add_pair(games));
        report
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::{Event, Game, Ruleset, Side};

    use super::{Ending, Simulated};

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
        let mut played = Simulated {
            game,
            ending: Ending::Over,
            lasted: 0,
            moves: [0; 2],
            retractions: [0; 2],
            dropped: [0; 2],
            outcome: None,
        };
        assert!(!played.happen(0, (place(Side::White, "e4", "d5"), false), 9));
        assert!(!played.happen(0, (place(Side::White, "a2", "a3"), true), 9), "he has left");
        assert_eq!((played.dropped, played.moves), ([2, 0], [0, 0]));
        assert!(played.happen(0, (place(Side::White, "e4", "d5"), true), 9));
        assert_eq!((played.ending, played.moves), (Ending::Capture(Side::White), [1, 0]));
    }
}
