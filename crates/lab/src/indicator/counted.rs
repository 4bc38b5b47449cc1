//! The moves of a game that count, and what the judge says of each.

use rukh_rules::{Event, Game, Node, Ruleset, Side};
use serde::{Deserialize, Serialize};

use crate::analysis::{Analyser, AnalysisLimit, AnalysisSettings};

/// Plies in turns at the start of a game that do not count: people know openings by heart.
pub const OPENING_PLIES: usize = 10;
/// Expected shares of the points between which a position is not decided.
const OPEN: [f64; 2] = [0.1, 0.9];
/// Positions of each search.
const NODES: u64 = 40_000;
/// The same with a die: as in a review, since moves differ by less than what throws bring.
const DICE_NODES: u64 = 12_000;
/// Size of the judge's table, in mebibytes. What is found depends on it.
const MEBIBYTES: usize = 8;
/// Shares of the points from which on the second choice is worse, and up to which it is close.
const WORSE: f64 = 0.05;
const CLOSE: f64 = 0.02;
/// The same with a die, where moves give away a fifth of that.
const DICE_WORSE: f64 = 0.01;
const DICE_CLOSE: f64 = 0.004;
/// Stored units of a share: whole numbers are read as they were written.
const UNIT: f64 = 1e6;

/// What the judge says of a move that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct CountedMove {
    /// Number of its entry in the log.
    pub seq: u64,
    /// What it gave away, in millionths of the points.
    pub loss: u32,
    /// Whether it is the judge's first choice.
    pub first: bool,
    /// How far the judge's second choice is behind.
    pub second: SecondChoice,
    /// How late the judge saw its first choice, in millionths of its depths.
    pub settled: u32,
    /// Thinking time in milliseconds, where it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
}

/// How far the judge's second choice is behind its first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SecondChoice {
    /// At least a twentieth of the points; with a die a hundredth.
    Worse,
    /// Neither, or it was not searched.
    Between,
    /// At most a fiftieth of the points; with a die 1/250.
    Close,
}

impl SecondChoice {
    fn of(gap: Option<f64>, ruleset: &Ruleset) -> SecondChoice {
        let (worse, close) = if ruleset.has_die() { (DICE_WORSE, DICE_CLOSE) } else { (WORSE, CLOSE) };
        match gap {
            Some(gap) if gap >= worse => SecondChoice::Worse,
            Some(gap) if gap <= close => SecondChoice::Close,
            Some(_) | None => SecondChoice::Between,
        }
    }
}

/// Node limit of the judge's search of a position.
#[must_use]
pub fn nodes(ruleset: &Ruleset) -> u64 {
    if ruleset.has_die() { DICE_NODES } else { NODES }
}

/// Settings of the judge.
#[must_use]
pub fn settings(ruleset: &Ruleset) -> AnalysisSettings {
    AnalysisSettings {
        limit: AnalysisLimit::Nodes(nodes(ruleset)),
        mebibytes: MEBIBYTES,
        lines: 2,
        threads: 1,
    }
}

/// The moves of a side that count, in their order; `None` if the analyser was stopped. `time` has the thinking time of
/// an entry of the log in milliseconds, where it is known.
///
/// # Panics
/// If the game is not of the analyser's ruleset.
pub fn count_moves(
    analyser: &mut Analyser,
    game: &Game,
    side: Side,
    time: &dyn Fn(u64) -> Option<u64>,
) -> Option<Vec<CountedMove>> {
    let mut played = Game::from_position(game.rules().clone(), *game.start());
    let (mut plies, mut counted) = (0, Vec::new());
    for entry in game.log() {
        if matches!(entry.event, Event::Move { .. }) {
            let is_asked = plies >= OPENING_PLIES
                && played.position().turn() == side
                && matches!(played.node(), Node::Choice(_))
                && played.legal_moves().len() > 1;
            if let Some(mv) = played.move_of(&entry.event).filter(|_| is_asked) {
                let choice = analyser.analyse_choice(&played, mv);
                if analyser.is_stopped() {
                    return None;
                }
                let unit = |share: f64| (share.clamp(0.0, 1.0) * UNIT).round() as u32;
                let one = CountedMove {
                    seq: entry.seq,
                    loss: unit(choice.loss()),
                    first: choice.is_first,
                    second: SecondChoice::of(choice.gap, game.ruleset()),
                    settled: unit(choice.settled),
                    time: time(entry.seq),
                };
                counted.extend((OPEN[0]..=OPEN[1]).contains(&choice.before).then_some(one));
            }
            plies += 1;
        }
        played.apply(entry.event.clone(), entry.at).expect("a game's log replays");
    }
    Some(counted)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_engine::{Engine, SearchLimits};
    use rukh_rules::hash::SplitMix64;
    use rukh_rules::{Event, Game, Node, Ruleset, Side, UciMove};
    use sha2::{Digest, Sha256};

    use super::{CountedMove, OPENING_PLIES, SecondChoice, count_moves, settings};
    use crate::analysis::{Analyser, AnalysisLimit, AnalysisSettings};
    use crate::indicator::figures::{JUDGED, REVISION};

    /// The judge of these tests: of few nodes, since a debug build is slow.
    const QUICK: u64 = 1_500;

    fn judge(ruleset: &Arc<Ruleset>) -> Analyser {
        let settings =
            AnalysisSettings { limit: AnalysisLimit::Nodes(QUICK), mebibytes: 1, ..settings(ruleset) };
        Analyser::new(ruleset.clone(), settings, None).expect("no file is given").without_tables()
    }

    /// A game in which White plays what an engine finds, and Black at random every third time.
    fn unequal(id: &str, plies: usize) -> Game {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let mut engine = Engine::with_tt_entries(ruleset.clone(), 1 << 12);
        let (mut random, mut game) = (SplitMix64::new(3), Game::new(ruleset));
        for _ in 0..plies {
            let event = match game.node() {
                Node::Over(_) | Node::Werera(_) => break,
                Node::Chance(faces) => Event::Throw { face: faces[random.below(faces.len())].number },
                Node::Choice(_) => {
                    let moves = game.legal_moves();
                    let any = moves[random.below(moves.len())];
                    let nodes = if game.position().turn() == Side::White { 2 * QUICK } else { QUICK / 4 };
                    let best = engine.search(&game, &SearchLimits::nodes(nodes), 0).best;
                    let blunders = game.position().turn() == Side::Black && random.below(3) == 0;
                    let mv = best.filter(|_| !blunders).unwrap_or(any);
                    Event::Move { mv: UciMove::of(game.ruleset(), mv) }
                }
            };
            game.apply(event, None).expect("a legal event");
        }
        game
    }

    fn mean(moves: &[CountedMove]) -> f64 {
        moves.iter().map(|one| f64::from(one.loss)).sum::<f64>() / moves.len().max(1) as f64
    }

    #[test]
    fn engine_moves_lose_less_and_are_first_choices_more_often_than_blunders() {
        let mut found = [Vec::new(), Vec::new()];
        for id in ["shatranj", "mideast"] {
            let game = unequal(id, 40);
            let mut judge = judge(game.ruleset());
            for (side, all) in Side::BOTH.into_iter().zip(&mut found) {
                all.extend(count_moves(&mut judge, &game, side, &|seq| Some(seq)).expect("nobody stops it"));
            }
        }
        let [white, black] = found;
        assert!(white.len() >= 4 && black.len() >= 4, "{} {}", white.len(), black.len());
        assert!(mean(&white) < mean(&black), "{} {}", mean(&white), mean(&black));
        let first =
            |moves: &[CountedMove]| moves.iter().filter(|one| one.first).count() as f64 / moves.len() as f64;
        assert!(first(&white) > first(&black), "{white:?} {black:?}");
        assert!(white.iter().chain(&black).all(|one| one.time == Some(one.seq)));
    }

    /// A game is judged the same by a judge that has seen another one, and its opening does not count.
    #[test]
    fn counted_moves_are_the_same_when_they_are_counted_again() {
        for id in ["shatranj", "oblong-dice"] {
            let game = unequal(id, 44);
            let mut fresh = judge(game.ruleset());
            let first = count_moves(&mut fresh, &game, Side::White, &|_| None).expect("nobody stops it");
            count_moves(&mut fresh, &game, Side::Black, &|_| None).expect("nobody stops it");
            let again = count_moves(&mut fresh, &game, Side::White, &|_| None).expect("nobody stops it");
            assert!(!first.is_empty());
            assert_eq!(first, again, "{id}");
            let text = serde_json::to_string(&first).expect("it is JSON");
            assert_eq!(serde_json::from_str::<Vec<CountedMove>>(&text).expect("its own JSON"), first);
            let moves = game.log().iter().filter(|entry| matches!(entry.event, Event::Move { .. }));
            let opening: Vec<u64> = moves.take(OPENING_PLIES).map(|entry| entry.seq).collect();
            assert!(first.iter().all(|one| !opening.contains(&one.seq)), "{first:?}");
        }
    }

    const SHATRANJ: &str = "e2e3 e7e6 d2d3 d7d6 c2c3 c7c6 f2f3 f7f6 g2g3 g7g6 g1e2 g8e7 b1d2 b8d7 e3e4 e6e5 d3d4 e5d4 \
         c3d4 d6d5 e4d5 c6d5 e2c3 e7c6 d2b3 d7b6 h2h3 h7h6";
    /// Each with its throw before it.
    const OBLONG_DICE: &str = "1 a5a6 1 a12a11 1 b5b6 1 b12b11 1 c5c6 1 c12c11 1 d5d6 1 d12d11 1 a7a8 1 a10a9 2 a3a5 \
         2 a14a12 3 b2a4 3 c15d13 1 b7b8 1 a9b8 1 c7b8 1 b10b9 1 a8b9 1 c10b9 3 c2b4 5 b16a15 6 c1c2 4 d16b14 2 d3d5 \
         2 d14c14";

    /// Whoever changes what is said of these games raises [`REVISION`] and writes down what is said now: figures that
    /// different judges have made do not compare.
    #[test]
    fn revision_says_the_same_of_written_out_games() {
        let judged = [("shatranj", SHATRANJ), ("oblong-dice", OBLONG_DICE)].map(|(id, text)| {
            let mut game = Game::new(Arc::new(Ruleset::named(id).expect("a built-in ruleset")));
            for word in text.split_whitespace() {
                let event = match word.parse() {
                    Ok(face) => Event::Throw { face },
                    Err(_) => {
                        let mv = game.legal_move(word).unwrap_or_else(|why| panic!("{id}, {word}: {why:?}"));
                        Event::Move { mv: UciMove::of(game.ruleset(), mv) }
                    }
                };
                game.apply(event, None).unwrap_or_else(|why| panic!("{id}, {word}: {why:?}"));
            }
            let mut judge = judge(game.ruleset());
            let of = |side| count_moves(&mut judge, &game, side, &|_| None).expect("nobody stops it");
            let counted = Side::BOTH.map(of).concat();
            assert!(counted.len() >= 4, "{id}: {counted:?}");
            let text = serde_json::to_string(&counted).expect("it is JSON");
            hex::encode(Sha256::digest(format!("{:?} {text}", settings(game.ruleset()))))
        });
        assert_eq!(judged, JUDGED, "the judge differs from that of revision {REVISION}");
    }

    /// Against two rooks and eight pawns more nothing is open.
    #[test]
    fn decided_positions_do_not_count() {
        let shatranj = Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset"));
        let fen = "r3k2r/pppppppp/8/8/8/8/8/4K2R w - - 0 1";
        let mut game = Game::from_fen(shatranj.clone(), fen).expect("a sound FEN");
        let mut random = SplitMix64::new(1);
        for _ in 0..OPENING_PLIES + 6 {
            if game.outcome().is_some() {
                break;
            }
            let moves = game.legal_moves();
            game.play(moves[random.below(moves.len())], None).expect("a legal move");
        }
        let counted = count_moves(&mut judge(&shatranj), &game, Side::White, &|_| None);
        assert_eq!(counted, Some(Vec::new()));
    }

    #[test]
    fn stopped_judge_counts_nothing() {
        let game = unequal("shatranj", 16);
        let mut stopped = judge(game.ruleset()).with_stop(|| true);
        assert_eq!(count_moves(&mut stopped, &game, Side::White, &|_| None), None);
    }

    #[test]
    fn second_choice_is_worse_or_close_by_what_moves_of_a_game_give_away() {
        let named = |id| Ruleset::named(id).expect("a built-in ruleset");
        let (plain, die) = (named("shatranj"), named("oblong-dice"));
        for (gap, of_plain, of_die) in [
            (Some(0.06), SecondChoice::Worse, SecondChoice::Worse),
            (Some(0.03), SecondChoice::Between, SecondChoice::Worse),
            (Some(0.008), SecondChoice::Close, SecondChoice::Between),
            (Some(0.001), SecondChoice::Close, SecondChoice::Close),
            (None, SecondChoice::Between, SecondChoice::Between),
        ] {
            assert_eq!((SecondChoice::of(gap, &plain), SecondChoice::of(gap, &die)), (of_plain, of_die));
        }
    }
}
