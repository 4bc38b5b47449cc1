//! What players do and what the rules do, takebacks, and the throws after them.

use std::sync::Arc;

use rukh_fair_dice::ServerSeed;
use rukh_rules::hash::mix;
use rukh_rules::notation::coordinate;
use rukh_rules::{Game, Node, Ruleset, Side};

use super::{GameInfo, Session};
use crate::wire::intent::ClaimResult;
use crate::wire::people::Premove;
use crate::wire::time::{RunningClock, UnixMillis};
use crate::wire::view::SideAction;
use crate::wire::{EventKind, GameTimeControl, Intent, Player, SpectatorMode, TimeOdds, WireEvent};

mod clocks;

const WHITE: Side = Side::White;
const BLACK: Side = Side::Black;
/// So few pieces that most throws force a pass.
const FEW: &str = "k3/4/4/4/4/4/p3/4/4/4/3P/4/4/4/4/3K w - - 0 1";
const ONE_AND_TEN: GameTimeControl = GameTimeControl::Fischer { initial: 60, increment: 10, werera: None };

fn session_of(instance: &str, fen: Option<&str>, time_control: GameTimeControl, seed: u8) -> Session {
    begun(instance, fen, (time_control, None), seed)
}

/// A game of Shatranj in which one side may have another time.
fn session_with_odds(time_control: GameTimeControl, odds: Option<TimeOdds>) -> Session {
    begun("shatranj", None, (time_control, odds), 7)
}

fn begun(
    instance: &str,
    fen: Option<&str>,
    (time_control, odds): (GameTimeControl, Option<TimeOdds>),
    seed: u8,
) -> Session {
    let player = |id: &str| Player::Guest { id: id.parse().unwrap() };
    let info = GameInfo {
        id: "game".parse().unwrap(),
        white: player("w"),
        black: player("b"),
        server_seed: ServerSeed([seed; 32]),
        time_control,
        odds,
        spectator_mode: SpectatorMode::Match,
        private: false,
        rated: None,
        started: UnixMillis::new(0),
    };
    let ruleset = Arc::new(Ruleset::named(instance).unwrap());
    let game =
        fen.map_or_else(|| Game::new(ruleset.clone()), |fen| Game::from_fen(ruleset.clone(), fen).unwrap());
    let has_die = game.ruleset().has_die();
    let (mut session, draft) = Session::new(info, game, UnixMillis::new(0));
    session.commit(draft, None);
    for side in [WHITE, BLACK].into_iter().filter(|_| has_die) {
        does(&mut session, &Intent::Seed { side, seed: "salt".to_owned() }, 0);
    }
    session
}

fn does(session: &mut Session, intent: &Intent, now: u64) -> Vec<WireEvent> {
    let draft = session.draft_intent(intent, UnixMillis::new(now), 0).unwrap();
    let events = draft.events().to_vec();
    session.commit(draft, None);
    events
}

fn move_of(session: &Session, choice: u64) -> Intent {
    let moves = session.game().legal_moves();
    let mv = moves[choice as usize % moves.len()];
    Intent::Move { coordinates: coordinate::format(session.game().ruleset(), mv) }
}

fn moves(session: &mut Session, now: u64) {
    let intent = move_of(session, 0);
    does(session, &intent, now);
}

/// The forced pass that is due; returns when.
fn passes(session: &mut Session) -> u64 {
    let due = session.deadline().unwrap();
    let draft = session.draft_deadline(due).unwrap();
    assert!(
        matches!(&draft.events()[0].kind, EventKind::Move(moved) if moved.forced),
        "{:?}",
        draft.events()
    );
    session.commit(draft, None);
    due.as_u64()
}

/// A takeback of a side's last move, by agreement.
fn takes_back(session: &mut Session, side: Side, now: u64) {
    let other = side.other();
    for by in [side, other] {
        does(session, &Intent::Takeback { side: by }, now);
    }
}

/// A game in which White has moved and Black's first throw allows no move.
fn first_throw_of_black_forces_a_pass() -> Session {
    let sessions = (0..100).map(|seed| session_of("oblong-dice-cazaux", Some(FEW), ONE_AND_TEN, seed));
    let with_pass = sessions.filter(|session| !session.must_pass()).find_map(|mut session| {
        does(&mut session, &Intent::Draw { side: WHITE }, 500);
        let premove = session.possible_premoves(Side::Black).into_values().flatten().next()?;
        let moves = vec![Premove { coordinates: premove.coordinates.to_string(), ..Premove::default() }];
        does(&mut session, &Intent::Premove { side: BLACK, moves }, 600);
        self::moves(&mut session, 1_000);
        session.must_pass().then_some(session)
    });
    with_pass.unwrap()
}

fn may(session: &Session, side: Side, action: SideAction) -> bool {
    session.actions(side).contains(&action)
}

#[test]
fn forced_pass_leaves_offers_premoves_and_the_first_move() {
    let mut session = first_throw_of_black_forces_a_pass();
    does(&mut session, &Intent::Takeback { side: WHITE }, 1_100);
    let prepared = session.inputs().premoves.black.clone();
    assert!(!prepared.is_empty());
    let now = passes(&mut session);
    let offers = session.state().offers;
    assert_eq!((offers.draw, offers.takeback), (Some(WHITE), Some(WHITE)));
    assert_eq!(session.inputs().premoves.black, prepared);
    assert!(may(&session, Side::Black, SideAction::Abort), "Black has not moved yet");
    // The draw is agreed after all.
    let events = does(&mut session, &Intent::Draw { side: BLACK }, now + 100);
    assert!(matches!(events[0].kind, EventKind::Draw {}), "{events:?}");
}

/// A claim that could only end in a draw said that it was for a win.
#[test]
fn win_is_claimed_only_while_the_other_side_is_waited_for_and_where_it_could_come() {
    let rook = "k9/10/10/10/10/10/10/10/1R8/K9 w - - 0 1";
    let may_claim = |fen: &str| {
        let session = session_of("mideast", Some(fen), ONE_AND_TEN, 1);
        Side::BOTH.map(|side| {
            let is_offered = may(&session, side, SideAction::ClaimWin);
            assert_eq!(session.validate_claim(side, ClaimResult::Win).is_ok(), is_offered);
            assert_eq!(session.validate_claim(side, ClaimResult::Draw), Ok(()));
            is_offered
        })
    };
    assert_eq!(may_claim(rook), [false, false], "White is to move, and a bare king cannot win");
    assert_eq!(may_claim(&rook.replace(" w ", " b ")), [true, false]);
}

#[test]
fn clock_of_a_side_that_only_passed_does_not_run() {
    let mut session = first_throw_of_black_forces_a_pass();
    session.inputs_mut().premoves = Default::default();
    let mut now = passes(&mut session);
    for _ in 0..200 {
        let Node::Choice(side) = session.game().node() else { break };
        if session.must_pass() {
            now = passes(&mut session);
            continue;
        }
        let running = session.state().clock(UnixMillis::new(now)).unwrap().running;
        match side {
            Side::Black => {
                assert_eq!(running, None, "Black's first move is still to come");
                return;
            }
            Side::White => assert_eq!(running, Some(WHITE.into()), "White has moved before"),
        }
        now += 1_000;
        moves(&mut session, now);
    }
    panic!("Black never had a move");
}

#[test]
fn player_of_a_forced_pass_is_nobody() {
    let mut session = first_throw_of_black_forces_a_pass();
    let before = session.events().len();
    passes(&mut session);
    let pass = &session.events()[before].kind;
    assert_eq!((pass.player(), pass.mover(), pass.is_ply()), (None, None, true));
    let chosen = session.events().iter().find(|event| event.kind.is_ply()).unwrap();
    assert_eq!((chosen.kind.player(), chosen.kind.mover()), (Some(WHITE), Some(WHITE)));
}

#[test]
fn takeback_of_a_pass_by_choice_takes_back_the_pass() {
    let sessions = (0..100).map(|seed| session_of("oblong-dice", None, GameTimeControl::None, seed));
    let mut session = sessions.into_iter().find(|session| !session.must_pass()).unwrap();
    let start = session.game().log().len();
    does(&mut session, &Intent::Move { coordinates: "--".to_owned() }, 1_000);
    takes_back(&mut session, WHITE, 2_000);
    assert_eq!(session.game().log().len(), start);
}

#[test]
fn takeback_five_times_gives_no_time() {
    let mut session = session_of("shatranj", None, ONE_AND_TEN, 7);
    for now in [1_000, 2_000, 3_000, 4_000] {
        moves(&mut session, now);
    }
    let left = |session: &Session, now| session.state().clock(UnixMillis::new(now)).unwrap().white;
    let before = left(&session, 4_000);
    for round in 1..=5 {
        moves(&mut session, 4_000 + round * 100);
        takes_back(&mut session, WHITE, 4_000 + round * 100);
    }
    assert_eq!((before, left(&session, 4_500)), (69_000, 68_500));
}

/// A clock is what it was at the start, and what standing moves earned and the other side gave, less
/// the time for which it ran, whatever is taken back.
#[test]
fn clock_with_takebacks_only_falls_but_for_increments() {
    for game in 0..20_u64 {
        let mut session = session_of("shatranj", None, ONE_AND_TEN, 7);
        let (mut now, mut ran, mut given) = (0, [0; 2], [0; 2]);
        for step in 0..60_u64 {
            let chance = mix(game * 1_000 + step);
            let waited = chance % 1_500;
            if let Some(running) = session.state().reading().and_then(|(reading, _)| reading.running) {
                ran[usize::from(running == RunningClock::Black)] += waited;
            }
            now += waited;
            let side = if chance >> 20 & 1 == 0 { WHITE } else { BLACK };
            match chance >> 24 & 7 {
                0 | 1 if may(&session, side, SideAction::Takeback) => takes_back(&mut session, side, now),
                2 => {
                    does(&mut session, &Intent::AddTime { side }, now);
                    given[usize::from(side == WHITE)] += 15_000;
                }
                _ => {
                    let intent = move_of(&session, chance >> 32);
                    does(&mut session, &intent, now);
                }
            }
            if session.state().is_over() {
                break;
            }
            let reading = session.state().clock(UnixMillis::new(now)).unwrap();
            let earned = [WHITE, BLACK].map(|side| {
                let timed = session.state().timed_moves.iter().filter(|(_, by)| *by == side);
                10_000 * timed.count() as u64
            });
            let wanted = [0, 1].map(|side| 60_000 + earned[side] + given[side] - ran[side]);
            assert_eq!([reading.white, reading.black], wanted, "game {game}, step {step}");
        }
    }
}

#[test]
fn takeback_with_days_renews_both_sides_time() {
    let day = 86_400_000;
    let time = GameTimeControl::Days { days: 1, werera_days: None };
    let mut session = session_of("shatranj", None, time, 7);
    moves(&mut session, 1_000);
    let late = 1_000 + day - 60_000;
    takes_back(&mut session, WHITE, late);
    let reading = session.state().clock(UnixMillis::new(late)).unwrap();
    assert_eq!((reading.white, reading.black, reading.running), (day, day, Some(WHITE.into())));
}

#[test]
fn throw_after_a_takeback_is_that_of_its_place() {
    let mut session = session_of("oblong-dice", None, GameTimeControl::None, 3);
    let mut now = 0;
    let mut next = |session: &mut Session, choice| {
        now += 2_000;
        while session.must_pass() {
            now = passes(session).max(now);
        }
        let intent = move_of(session, choice);
        does(session, &intent, now);
    };
    (0..6).for_each(|choice| next(&mut session, choice));
    let throws = |session: &Session| session.throws().throws;
    let before = throws(&session);
    for choice in 1..4 {
        let mover: Side = session.game().position().turn().other();
        takes_back(&mut session, mover, 1_000_000 + choice);
        next(&mut session, choice);
        let (last, known) = (throws(&session).last().cloned().unwrap(), before.last().unwrap());
        assert_eq!((last.number, last.face), (known.number, known.face), "whatever is moved");
    }
    let proof = session.throws();
    assert!(proof.throws.iter().any(|throw| throw.undone_by.is_some()));
    assert_eq!(proof.places(), proof.throws.iter().map(|throw| throw.number).collect::<Vec<_>>());
    let replayed = Session::replay(
        session.info().clone(),
        session.game().rules().clone(),
        session.events().iter().map(|event| (event.clone(), None)).collect(),
    );
    assert_eq!(replayed.unwrap().state().next_throw(), session.state().next_throw());
}

/// A vacation stops the clock of days, which goes on with what was left.
#[test]
fn clock_of_days_waits_for_a_vacation() {
    const DAY: u64 = 86_400_000;
    let days = GameTimeControl::Days { days: 2, werera_days: None };
    let mut session = session_of("shatranj", None, days, 1);
    let day = |number: u64| UnixMillis::new(number * DAY);
    let vacation = |session: &mut Session, side, vacation, at| {
        let draft = session.draft_vacation(side, vacation, at);
        let count = draft.events().len();
        session.commit(draft, None);
        count
    };
    assert_eq!(session.deadline(), Some(day(2)));
    assert_eq!(vacation(&mut session, WHITE, Some((day(1), day(11))), day(1)), 1);
    assert_eq!(vacation(&mut session, WHITE, Some((day(1), day(11))), day(3)), 0, "it is known");
    assert_eq!(session.deadline(), Some(day(12)), "a day was left");
    assert!(session.draft_deadline(day(12).saturating_sub(1)).is_none());
    let clock = session.view().clock.unwrap();
    assert_eq!((clock.at, clock.reading.white), (day(11), DAY));
    // Black goes on vacation while White's clock waits: that changes nothing for White.
    assert_eq!(vacation(&mut session, BLACK, Some((day(4), day(9))), day(4)), 1);
    assert_eq!(session.deadline(), Some(day(12)));
    // White comes back early, and moves; now Black's clock waits.
    assert_eq!(vacation(&mut session, WHITE, None, day(5)), 1);
    assert_eq!(session.deadline(), Some(day(6)));
    moves(&mut session, 5 * DAY + 1);
    assert_eq!(session.deadline(), Some(day(11)), "two days after the vacation");
    moves(&mut session, 6 * DAY);
    // The game is told late: what the clock has counted since the vacation began is given back.
    assert_eq!(vacation(&mut session, WHITE, Some((day(7), day(20))), day(8)), 1);
    assert_eq!(session.deadline(), Some(day(21)));
    let log = session.events().iter().map(|event| (event.clone(), None)).collect();
    let again = Session::replay(session.info().clone(), session.game().rules().clone(), log).unwrap();
    assert_eq!((again.deadline(), again.view()), (session.deadline(), session.view()));
    let mut live = session_of("shatranj", None, ONE_AND_TEN, 1);
    assert_eq!(vacation(&mut live, WHITE, Some((day(1), day(2))), day(1)), 0, "seconds wait for nobody");
}
