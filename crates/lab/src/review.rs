//! Review of a game for its players: when it turned, which moves mattered, what luck and counters did.
//!
//! A [`GameReview`] is what a site shows and a server keeps. It is written as JSON: the same in the
//! npm package and over HTTP. For numbers instead, take the [`Analysis`] that it is made of.
//!
//! ```
//! use std::sync::Arc;
//! use rukh_lab::analysis::Analyser;
//! use rukh_lab::review::{FindingKind, review, settings};
//! use rukh_rules::{Game, Ruleset, Side};
//!
//! let shatranj = Arc::new(Ruleset::named("shatranj")?);
//! let fen = "4k3/8/8/8/8/8/3rK3/3R4 w - - 0 1";
//! let mut game = Game::from_fen(shatranj.clone(), fen).expect("a sound FEN");
//! game.play(game.legal_move("d1d2")?, None)?;
//! let mut analyser = Analyser::new(shatranj.clone(), settings(&shatranj, 1), None)?;
//! let review = review(&mut analyser, &game, &mut |_, _| ()).expect("nobody stops it");
//! let bared = review.findings.iter().find(|finding| finding.kind == FindingKind::Bared);
//! assert_eq!(bared.map(|finding| (finding.side, finding.seq)), Some((Some(Side::Black), 1)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use rukh_rules::notation::{coordinate, san};
use rukh_rules::{Event, Game, Node, Outcome, Reason, Ruleset, Side};
use rukh_tablebase::Tables;
use serde::{Deserialize, Serialize};

use crate::analysis::{
    Analyser, Analysis, AnalysisLimit, AnalysisSettings, Balance, EndingChange, MoveAnalysis, MoveGrade,
    PlayerSummary,
};
use crate::standing::Standing;

/// Positions of each search, if nothing else is asked for.
const NODES: u64 = 40_000;
/// The same with a die, where there is a search for each face.
const DICE_NODES: u64 = 12_000;
/// Most values of the werera: more would be one dot beside the other.
const MAX_WERERA_POINTS: usize = 24;
/// Share of the points from which on the luck of a side is worth a word.
const MUCH_LUCK: f64 = 0.05;

/// What there is to say of a game, for its players.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GameReview {
    /// What there is to say first, in this order.
    pub findings: Vec<Finding>,
    /// White's chances over the werera, if the game had one.
    pub werera: Vec<WereraPoint>,
    /// The moves in turns.
    pub moves: Vec<ReviewedMove>,
    /// Events of the werera, whose moves are not judged.
    pub skipped: usize,
    /// White's moves.
    pub white: SideSummary,
    /// Black's moves.
    pub black: SideSummary,
    /// What made the result, for White; absent if no turns were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub balance: Option<Balance>,
}

/// Something to say about a game.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Finding {
    /// What there is to say.
    pub kind: FindingKind,
    /// The side it is about; absent if it is about both.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Number of the event it is about.
    pub seq: u64,
    /// Number of its turn, as players count.
    pub turn: u16,
    /// A share of the points, from 0 to 1: what was given away, or what luck has brought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub share: Option<f64>,
    /// What became of a solved ending.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<EndingChange>,
}

/// What can be said of a whole game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub enum FindingKind {
    /// The side was winning up to here, and did not win.
    Turned,
    /// Up to here the game was even.
    Even,
    /// From its first judged move on the side that won, or stands better, was ahead.
    Ahead,
    /// Here the side's king lost its last companion, which decided the game.
    Bared,
    /// Here the count began that drew the game: moves of the side, or of both.
    Counted,
    /// The throws have brought the side a share of the points.
    Lucky,
    /// The move that threw away most of a solved ending.
    ThrownAway,
    /// The move that gave away most, if it is another.
    Costliest,
}

/// White's chances at a moment of the werera, as if turns began with it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct WereraPoint {
    /// Number of the event after which it is.
    pub seq: u64,
    /// Milliseconds since the first event of the game, if its times are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<u64>,
    /// White's expected share of the points, from 0 to 1.
    pub expected: f64,
}

/// One move with what it gave away.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ReviewedMove {
    /// Number of its event.
    pub seq: u64,
    /// Number of its turn, as players count.
    pub turn: u16,
    /// The side that made it.
    pub side: Side,
    /// The move in coordinates.
    pub uci: String,
    /// The move in the notation of people.
    pub san: String,
    /// The best move in coordinates.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub best: Option<String>,
    /// What should have followed, the best move first; with a die only that.
    pub pv: Vec<String>,
    /// Expected share of the points for its side before it, from 0 to 1.
    pub before: f64,
    /// The same after it.
    pub after: f64,
    /// The share that it gave away.
    pub loss: f64,
    /// How exact it was, from 0 (it lost as much as a random move) to 100.
    pub accuracy: f64,
    /// What to call it.
    pub grade: MoveGrade,
    /// Whether there was no other.
    pub forced: bool,
    /// What it made of a solved ending; absent if it threw nothing away. Its loss is exact then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<EndingChange>,
    /// What the throw before it brought its side; absent without a die.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub luck: Option<f64>,
}

/// What the moves of a side add up to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideSummary {
    /// Moves judged; forced ones do not count.
    pub moves: usize,
    /// How exact the moves were, from 0 (as random ones) to 100; null without a move judged.
    pub accuracy: Option<f64>,
    /// The mean share of the points given away; null without a move judged.
    pub loss: Option<f64>,
    /// Inaccuracies, mistakes, blunders.
    pub errors: [usize; 3],
    /// What the die brought, all in all.
    pub luck: f64,
}

/// Settings of a review by nodes, which is the same on every machine.
#[must_use]
pub fn settings(ruleset: &Ruleset, mebibytes: usize) -> AnalysisSettings {
    let nodes = if ruleset.has_die() { DICE_NODES } else { NODES };
    AnalysisSettings { limit: AnalysisLimit::Nodes(nodes), mebibytes, lines: 1, threads: 1 }
}

/// Reviews a game; `report` gets the number of steps done and their total. `None` if the analyser was
/// stopped.
///
/// # Panics
/// If the game is not of the analyser's ruleset.
pub fn review(
    analyser: &mut Analyser,
    game: &Game,
    report: &mut dyn FnMut(usize, usize),
) -> Option<GameReview> {
    let moments = werera_moments(game);
    let total = game.log().len() + moments.len();
    let analysis = analyser.analyse_with_progress(game, &mut |progress| report(progress.done, total));
    let mut werera = Vec::with_capacity(moments.len());
    for (done, (seq, time, turns)) in (game.log().len() + 1..).zip(moments) {
        let expected = analyser.eval_node(&turns).expected_score(Side::White, turns.position().turn());
        werera.push(WereraPoint { seq, time, expected });
        report(done, total);
    }
    if analyser.is_stopped() {
        return None;
    }
    Some(GameReview {
        findings: findings(game, &analysis),
        werera,
        moves: analysis.moves.iter().map(|one| ReviewedMove::new(game, one)).collect(),
        skipped: analysis.skipped,
        white: analysis.summary(Side::White).into(),
        black: analysis.summary(Side::Black).into(),
        balance: analysis.balance(),
    })
}

/// Computes the solved endings of three pieces that a game has reached, so that its review, which need not wait
/// for them then, is exact there. Takes seconds where they are not there yet.
pub fn solve_endings(tables: &Tables, game: &Game) {
    let mut played = Game::from_position(game.rules().clone(), *game.start());
    for entry in game.log() {
        let _ = tables.exact(played.rules(), played.position());
        played.apply(entry.event.clone(), entry.at).expect("a game's log replays");
    }
    let _ = tables.exact(played.rules(), played.position());
}

/// Moments of the werera spread over its events, the last among them: number of the event, time, and
/// the game as if turns began then.
fn werera_moments(game: &Game) -> Vec<(u64, Option<u64>, Game)> {
    let mut played = Game::from_position(game.rules().clone(), *game.start());
    let is_werera = |game: &Game| matches!(game.node(), Node::Werera(_));
    let mut states = Vec::new();
    let first = game.log().first().and_then(|entry| entry.at);
    for entry in game.log() {
        if !is_werera(&played) {
            break;
        }
        played.apply(entry.event.clone(), entry.at).expect("a game's log replays");
        if is_werera(&played) {
            let time = entry.at.zip(first).map(|(at, first)| at.saturating_sub(first));
            states.push((entry.seq, time, played.clone()));
        }
    }
    let step = states.len().div_ceil(MAX_WERERA_POINTS).max(1);
    let last = states.len().saturating_sub(1);
    let chosen = states.into_iter().enumerate().filter(|(index, _)| (last - index) % step == 0);
    let with_turns = chosen.filter_map(|(_, (seq, time, mut turns))| {
        turns.apply(Event::Turns { why: "agreed".to_owned() }, None).ok()?;
        Some((seq, time, turns))
    });
    with_turns.collect()
}

fn findings(game: &Game, analysis: &Analysis) -> Vec<Finding> {
    let outcome = game.outcome();
    let winner = outcome.and_then(|over| over.winner);
    let mut found: Vec<Finding> = turning_point(analysis, winner).into_iter().collect();
    found.extend(outcome.and_then(|over| deciding_count(game, over)));
    found.extend(luck(analysis));
    let thrown = costliest(analysis.moves.iter().filter(|one| one.thrown_away().is_some()));
    let costliest =
        costliest(&analysis.moves).filter(|one| thrown.is_none_or(|thrown| thrown.seq != one.seq));
    found.extend(thrown.map(|one| slip(FindingKind::ThrownAway, one)));
    found.extend(costliest.map(|one| slip(FindingKind::Costliest, one)));
    found
}

/// A moment of a game in turns: a move, with White's chances before it.
#[derive(Debug, Clone, Copy)]
struct CoursePoint {
    seq: u64,
    turn: u16,
    expected: f64,
}

impl CoursePoint {
    fn share(self, side: Side) -> f64 {
        for_white(side, self.expected)
    }

    fn finding(self, kind: FindingKind, side: Option<Side>) -> Finding {
        Finding { kind, side, seq: self.seq, turn: self.turn, share: None, change: None }
    }
}

fn course(analysis: &Analysis) -> Vec<CoursePoint> {
    let point = |one: &MoveAnalysis| {
        let expected = for_white(one.side, one.before);
        CoursePoint { seq: one.seq, turn: one.position.turn_number(), expected }
    };
    analysis.moves.iter().map(point).collect()
}

fn for_white(side: Side, share: f64) -> f64 {
    if side == Side::White { share } else { 1.0 - share }
}

/// When the game was decided: by its result, or else by how it stands.
fn turning_point(analysis: &Analysis, winner: Option<Side>) -> Option<Finding> {
    let course = course(analysis);
    let last = analysis.moves.last()?;
    let expected = for_white(last.side, last.after);
    let standing = match Standing::of(expected) {
        Standing::Even => None,
        standing => Some(if standing > Standing::Even { Side::White } else { Side::Black }),
    };
    let last_where = |is: &dyn Fn(&CoursePoint) -> bool| course.iter().rfind(|point| is(point));
    let winning = |side: Side| last_where(&|point| Standing::of(point.share(side)) == Standing::Winning);
    let Some(leader) = winner.or(standing) else {
        // A draw: the side that was winning last has missed its win.
        let missed = Side::BOTH.into_iter().filter_map(|side| Some((side, winning(side)?)));
        let (side, point) = missed.max_by_key(|(_, point)| point.seq)?;
        return Some(point.finding(FindingKind::Turned, Some(side)));
    };
    let loser = leader.other();
    if let Some(point) = winning(loser) {
        return Some(point.finding(FindingKind::Turned, Some(loser)));
    }
    match last_where(&|point| Standing::of(point.expected) == Standing::Even) {
        Some(point) => Some(point.finding(FindingKind::Even, None)),
        None => Some(course[0].finding(FindingKind::Ahead, Some(leader))),
    }
}

/// Where a king was bared, or the count began, that has ended the game.
fn deciding_count(game: &Game, over: Outcome) -> Option<Finding> {
    let mut played = Game::from_position(game.rules().clone(), *game.start());
    let mut began: Option<(Finding, u32)> = None;
    for entry in game.log() {
        let turn = played.position().turn_number();
        let before = [Side::White, Side::Black].map(|side| played.guards(side));
        played.apply(entry.event.clone(), entry.at).expect("a game's log replays");
        let seq = entry.seq;
        let at = |kind, side: Option<Side>| Finding { kind, side, seq, turn, share: None, change: None };
        match over.reason {
            Reason::BareKing | Reason::BothBare => {
                for (side, before) in Side::BOTH.into_iter().zip(before) {
                    let is_of_loser = over.winner.is_none_or(|winner| winner != side);
                    if is_of_loser && before != Some(0) && played.guards(side) == Some(0) {
                        began = Some((at(FindingKind::Bared, Some(side)), 0));
                    }
                }
            }
            reason => {
                let counters = played.counters();
                let running = counters.iter().find(|counter| counter.kind.reason() == Some(reason));
                match running.filter(|counter| counter.value > 0) {
                    None => began = None,
                    Some(counter) => match &mut began {
                        Some((_, value)) if *value <= counter.value => *value = counter.value,
                        _ => began = Some((at(FindingKind::Counted, counter.side), counter.value)),
                    },
                }
                // The event that ends the game also ends the count.
                if played.outcome().is_some() {
                    break;
                }
            }
        }
    }
    began.map(|(finding, _)| finding)
}

/// The side that the die has favoured, if that was much.
fn luck(analysis: &Analysis) -> Option<Finding> {
    let last = analysis.moves.iter().rfind(|one| one.throw.is_some())?;
    let [white, black] = [Side::White, Side::Black].map(|side| analysis.summary(side).luck);
    let share = (white - black).abs();
    let side = if white > black { Side::White } else { Side::Black };
    let (kind, seq, turn) = (FindingKind::Lucky, last.seq, last.position.turn_number());
    let found = Finding { kind, side: Some(side), seq, turn, share: Some(share), change: None };
    (share >= MUCH_LUCK).then_some(found)
}

/// The move that gave away most, the first of several.
fn costliest<'a>(moves: impl IntoIterator<Item = &'a MoveAnalysis>) -> Option<&'a MoveAnalysis> {
    let slips = moves.into_iter().filter(|one| one.grade() != MoveGrade::Sound);
    slips.max_by(|a, b| a.loss().total_cmp(&b.loss()).then(b.seq.cmp(&a.seq)))
}

fn slip(kind: FindingKind, one: &MoveAnalysis) -> Finding {
    Finding {
        kind,
        side: Some(one.side),
        seq: one.seq,
        turn: one.position.turn_number(),
        share: Some(one.loss()),
        change: one.thrown_away(),
    }
}

impl ReviewedMove {
    /// A move of a game.
    #[must_use]
    pub fn new(game: &Game, one: &MoveAnalysis) -> ReviewedMove {
        let ruleset = game.ruleset();
        let written = |mv| coordinate::format(ruleset, mv);
        ReviewedMove {
            seq: one.seq,
            turn: one.position.turn_number(),
            side: one.side,
            uci: written(one.mv),
            san: san::format(game.rules(), &one.position, one.mv),
            best: one.eval.best.map(written),
            pv: one.eval.pv.iter().map(|mv| written(*mv)).collect(),
            before: one.before,
            after: one.after,
            loss: one.loss(),
            accuracy: one.accuracy(),
            grade: one.grade(),
            forced: one.is_forced,
            change: one.thrown_away(),
            luck: one.throw.as_ref().map(|throw| throw.luck),
        }
    }
}

impl From<PlayerSummary> for SideSummary {
    fn from(summary: PlayerSummary) -> SideSummary {
        let PlayerSummary { moves, accuracy, loss, error_counts, luck, .. } = summary;
        SideSummary { moves, accuracy, loss, errors: error_counts, luck }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{FindingKind, GameReview, review, settings, solve_endings};
    use crate::analysis::{Analyser, AnalysisLimit, EndingChange};
    use rukh_rules::{Event, Game, Reason, Ruleset, Side};
    use rukh_tablebase::{Tables, Wait};

    fn named(id: &str) -> Arc<Ruleset> {
        Arc::new(Ruleset::named(id).expect("a built-in ruleset"))
    }

    fn reviewed(game: &Game) -> GameReview {
        let mut settings = settings(game.ruleset(), 1);
        settings.limit = AnalysisLimit::Nodes(2_000);
        let mut analyser = Analyser::new(game.ruleset().clone(), settings, None).expect("no file is given");
        let mut steps = Vec::new();
        let found = review(&mut analyser, game, &mut |done, total| steps.push((done, total)));
        let total = steps.len();
        assert_eq!(steps, (1..=total).map(|done| (done, total)).collect::<Vec<_>>());
        found.expect("nothing stops it")
    }

    fn game(id: &str, fen: &str, moves: &[&str]) -> Game {
        let mut game = Game::from_fen(named(id), fen).expect("a FEN");
        for mv in moves {
            game.apply(Event::Move { mv: (*mv).parse().expect("coordinates") }, None).expect("a legal move");
        }
        game
    }

    fn kinds(review: &GameReview) -> Vec<FindingKind> {
        review.findings.iter().map(|one| one.kind).collect()
    }

    #[test]
    fn rook_given_away_turns_the_game() {
        let mut game = game("shatranj", "r3k3/8/8/8/8/8/4P3/R3K3 w - - 0 7", &["a1a7", "a8a7"]);
        game.apply(Event::Resign { side: Side::White }, None).expect("a side may resign");
        let review = reviewed(&game);
        assert_eq!(kinds(&review), [FindingKind::Turned, FindingKind::Costliest]);
        let [turned, costliest] = &review.findings[..] else { panic!("{review:?}") };
        assert_eq!((turned.side, turned.turn, turned.seq), (Some(Side::White), 7, 1));
        assert_eq!((costliest.side, costliest.seq), (Some(Side::White), 1));
        assert_eq!(costliest.share, Some(review.moves[0].loss));
        assert_eq!((review.moves[0].turn, review.moves[1].turn), (7, 7));
        assert!(review.werera.is_empty());
    }

    /// White leaves the rook where it can be taken, and Black does not take it.
    #[test]
    fn solved_ending_thrown_away_is_found_with_what_became_of_it() {
        let game =
            game("shatranj[bare=ignored]", "8/8/8/8/3k4/8/2R5/K7 w - - 0 1", &["c2c3", "d4e4", "c3c2"]);
        let review = reviewed(&game);
        let changes: Vec<_> = review.moves.iter().map(|one| (one.change, one.loss)).collect();
        let [won, drawn] = [EndingChange::WonDrawn, EndingChange::DrawnLost];
        assert_eq!(changes, [(Some(won), 0.5), (Some(drawn), 0.5), (None, 0.0)]);
        let thrown = review.findings.last().expect("a finding");
        assert_eq!((thrown.kind, thrown.seq), (FindingKind::ThrownAway, 1));
        assert_eq!((thrown.side, thrown.share, thrown.change), (Some(Side::White), Some(0.5), Some(won)));
    }

    /// The analyser does not wait for tables, so only those given to it can be used.
    #[test]
    fn review_knows_the_tables_that_its_analyser_was_given() {
        let game = game("shatranj[bare=ignored]", "8/8/8/8/3k4/8/2R5/K7 w - - 0 1", &["c2c3"]);
        let tables = Arc::new(Tables::new(game.ruleset().clone()));
        solve_endings(&tables, &game);
        let analyser = Analyser::new(game.ruleset().clone(), settings(game.ruleset(), 1), None);
        let analyser = analyser.expect("no file is given").with_tables(tables);
        let review = review(&mut analyser.with_wait(Wait::Never), &game, &mut |_, _| ());
        assert_eq!(review.expect("nothing stops it").moves[0].change, Some(EndingChange::WonDrawn));
    }

    /// With a die the loss is what the table has between the best move and the one played.
    #[test]
    fn points_of_a_solved_ending_thrown_away_are_those_of_its_table() {
        let fen = "k3/4/4/4/4/4/4/4/4/4/4/4/4/4/4/R2K w - - 0 1";
        let start = Game::from_fen(named("oblong-dice"), fen).expect("a sound FEN");
        let tables = Tables::shared(start.ruleset());
        let worst = |face| {
            let mut thrown = start.clone();
            thrown.apply(Event::Throw { face }, None).ok()?;
            let moves = tables.moves(thrown.rules(), thrown.position())?;
            let (best, (mv, played)) = (moves.first()?.1, moves.last().copied()?);
            Some((best.points() - played.points(), thrown, mv))
        };
        let all = (1..=start.ruleset().faces()).filter_map(worst);
        let (loss, mut game, mv) =
            all.max_by(|one, other| one.0.total_cmp(&other.0)).expect("there are moves");
        game.play(mv, None).expect("a legal move");
        let review = reviewed(&game);
        let thrown = review.findings.iter().find(|one| one.kind == FindingKind::ThrownAway).expect("a slip");
        assert!((thrown.share.expect("a share") - loss).abs() < 1e-9 && loss > 0.1, "{thrown:?} {loss}");
        assert_eq!(review.moves[0].change, Some(EndingChange::Points));
    }

    #[test]
    fn bared_king_is_found_where_it_lost_its_last_piece() {
        let game = game("shatranj", "3rk3/7r/8/8/8/8/8/3RK3 w - - 0 3", &["e1e2", "d8d1"]);
        let over = game.outcome().expect("a bare king");
        assert_eq!((over.winner, over.reason), (Some(Side::Black), Reason::BareKing));
        let review = reviewed(&game);
        let bared = review.findings.iter().find(|one| one.kind == FindingKind::Bared).expect("a bared king");
        assert_eq!((bared.side, bared.turn, bared.seq), (Some(Side::White), 3, 2));
    }

    #[test]
    fn count_that_drew_the_game_is_found_where_it_began() {
        // The lone rook of White goes to and fro until its moves are used up.
        let mut game = game("senterej", "7k/6r1/6r1/8/8/8/R7/K7 w - - 0 1", &["a2b2"]);
        let moves = ["h8g8", "b2c2", "g8h8", "c2d2", "h8g8", "d2e2", "g8h8", "e2f2"];
        let more = ["h8g8", "f2e2", "g8h8", "e2d2", "h8g8", "d2c2", "g8h8", "c2b2"];
        for mv in moves.into_iter().chain(more) {
            if game.outcome().is_none() {
                game.apply(Event::Move { mv: mv.parse().expect("coordinates") }, None).expect("a legal move");
            }
        }
        assert_eq!(game.outcome().expect("a draw").reason, Reason::LoneManLimit);
        let review = reviewed(&game);
        let counted = review.findings.iter().find(|one| one.kind == FindingKind::Counted).expect("a count");
        assert_eq!((counted.side, counted.turn, counted.seq), (Some(Side::White), 1, 1));
    }

    #[test]
    fn werera_has_its_course_over_time() {
        let mut game = Game::new(named("senterej"));
        let place = |from: &str, to: &str| Event::Place {
            side: Side::White,
            id: None,
            from: from.parse().unwrap(),
            to: to.parse().unwrap(),
            promotion: None,
        };
        for (seq, (from, to)) in
            (1..).zip([("e2", "e3"), ("b1", "c3"), ("c3", "b1")].into_iter().cycle().take(61))
        {
            let from = if seq > 1 && from == "e2" { continue } else { from };
            game.apply(place(from, to), Some(1_000 * seq)).expect("a move of the werera");
        }
        let review = reviewed(&game);
        let events = game.log().len();
        assert!(review.werera.len() > 10 && review.werera.len() <= 24, "{}", review.werera.len());
        let last = review.werera.last().expect("a point");
        assert_eq!((last.seq, review.skipped), (game.seq(), events));
        assert_eq!(last.time, game.log()[events - 1].at.map(|at| at - 1_000));
        assert!(
            review.werera.iter().all(|point| (0.2..=0.8).contains(&point.expected)),
            "{:?}",
            review.werera
        );
        assert!(review.findings.is_empty() && review.moves.is_empty());
    }

    #[test]
    fn luck_is_told_and_a_stopped_review_is_none() {
        let ruleset = named("oblong-dice");
        let mut game = Game::new(ruleset.clone());
        for face in [1, 4, 2, 6, 3, 5, 1, 1] {
            game.apply(Event::Throw { face }, None).expect("a face");
            let mv = game.legal_moves()[0];
            game.play(mv, None).expect("a legal move");
        }
        let review = reviewed(&game);
        let luck = review.white.luck - review.black.luck;
        let told = review.findings.iter().find(|one| one.kind == FindingKind::Lucky);
        let share = told.map_or(0.0, |one| one.share.expect("a share"));
        let wanted = if luck.abs() >= super::MUCH_LUCK { luck.abs() } else { 0.0 };
        assert!((share - wanted).abs() < 1e-12, "{luck} {told:?}");
        let side = told.and_then(|one| one.side);
        assert!(told.is_none() || side == Some(if luck > 0.0 { Side::White } else { Side::Black }));
        let text = serde_json::to_string(&review).expect("a review is JSON");
        let mut analyser = Analyser::new(ruleset.clone(), settings(&ruleset, 1), None).expect("no file");
        assert_eq!(serde_json::from_str::<GameReview>(&text).expect("its own JSON"), review);
        analyser = analyser.with_stop(|| true);
        assert_eq!(super::review(&mut analyser, &game, &mut |_, _| ()), None);
    }
}
