//! Clocks with a delay and with byo-yomi against a second account of them, over random games.

use rukh_rules::hash::mix;
use rukh_rules::notation::annotation::Annotation;
use rukh_rules::{Node, Side};

use super::{BLACK, WHITE, does, may, move_of, moves, session_of, session_with_odds, takes_back};
use crate::session::Session;
use crate::wire::intent::OfferKind;
use crate::wire::time::{RunningClock, UnixMillis};
use crate::wire::view::SideAction;
use crate::wire::{EventKind, GameTimeControl, Intent, TimeOdds};

const DELAY: GameTimeControl = GameTimeControl::Delay { initial: 20, delay: 2, werera: None };
const BYOYOMI: GameTimeControl =
    GameTimeControl::Byoyomi { initial: 10, period: 4, periods: 3, werera: None };

/// The clocks as players describe them, each with its delay, main time and periods.
struct Model {
    sides: [Account; 2],
    wait: u64,
}

/// One clock: its delay, the length and number of its periods, and what is left of it.
#[derive(Clone, Copy)]
struct Account {
    delay: u64,
    period: u64,
    most_periods: u64,
    main: u64,
    periods: u64,
    /// What is used of the current period.
    used: u64,
}

impl Account {
    fn new(time: GameTimeControl) -> Account {
        let (main, delay, period, periods) = match time {
            GameTimeControl::Delay { initial, delay, .. } => (initial, delay, 0, 0),
            GameTimeControl::Byoyomi { initial, period, periods, .. } => (initial, 0, period, periods),
            _ => panic!("another clock: {time:?}"),
        };
        let [main, delay, period] = [main, delay, period].map(|seconds| 1_000 * u64::from(seconds));
        let periods = u64::from(periods);
        Account { delay, period, most_periods: periods, main, periods, used: 0 }
    }

    fn left(&self) -> u64 {
        self.main + self.periods * self.period - self.used
    }

    fn count(&mut self, counted: u64) {
        self.used += counted.saturating_sub(self.main);
        self.main = self.main.saturating_sub(counted);
        while self.periods > 0 && self.used >= self.period {
            (self.periods, self.used) = (self.periods - 1, self.used - self.period);
        }
    }

    /// Adds the time of one gift.
    fn give(&mut self) {
        if self.period == 0 || self.main > 0 {
            self.main += 15_000;
            return;
        }
        self.periods += 15_000_u64.div_ceil(self.period);
        // More periods than there are at the start are main time.
        if self.periods > self.most_periods {
            self.main = (self.periods - self.most_periods) * self.period - self.used;
            (self.periods, self.used) = (self.most_periods, 0);
        }
    }
}

impl Model {
    fn new(times: [GameTimeControl; 2]) -> Model {
        Model { sides: times.map(Account::new), wait: 0 }
    }

    fn left(&self, side: Side) -> u64 {
        self.sides[side as usize].left()
    }

    /// Lets a side think.
    fn elapse(&mut self, side: Side, elapsed: u64) {
        self.sides[side as usize].count(elapsed.saturating_sub(self.wait));
        self.wait = self.wait.saturating_sub(elapsed);
    }

    /// Begins a turn of a side if its clock runs; the periods of these are whole.
    fn begin(&mut self, running: Option<Side>, whole: &[Side]) {
        self.wait = running.map_or(0, |side| self.sides[side as usize].delay);
        for side in whole {
            self.sides[*side as usize].used = 0;
        }
    }
}

fn running(session: &Session) -> Option<Side> {
    match session.state().reading().and_then(|(reading, _)| reading.running)? {
        RunningClock::White => Some(WHITE),
        RunningClock::Black => Some(BLACK),
        RunningClock::Werera => None,
    }
}

/// One random step of a game; false when a flag has fallen.
fn step(session: &mut Session, model: &mut Model, now: &mut u64, chance: u64) -> bool {
    let waited = chance % 5_000;
    let was_running = running(session);
    if let Some(side) = was_running
        && model.left(side) + model.wait <= waited
    {
        *now += model.left(side) + model.wait;
        let too_early = UnixMillis::new(*now - 1);
        assert!(session.draft_deadline(too_early).is_none(), "a millisecond is left");
        let draft = session.draft_deadline(UnixMillis::new(*now)).expect("the flag falls");
        assert_eq!(draft.events()[0].kind, EventKind::Flag { side });
        session.commit(draft, None);
        return false;
    }
    let think = |model: &mut Model, elapsed| {
        if let Some(side) = was_running {
            model.elapse(side, elapsed);
        }
    };
    let side = if chance >> 20 & 1 == 0 { WHITE } else { BLACK };
    let from = *now + waited / 2;
    *now += waited;
    let at = UnixMillis::new(*now);
    match chance >> 24 & 7 {
        0 if may(session, side, SideAction::Takeback) => {
            think(model, waited);
            takes_back(session, side, *now);
            model.begin(running(session), &[WHITE, BLACK]);
        }
        1 => {
            think(model, waited);
            does(session, &Intent::AddTime { side }, *now);
            model.sides[side.other() as usize].give();
        }
        2 => {
            let stopped = session.draft_outage(UnixMillis::new(from), at);
            think(model, if stopped.is_some() { waited / 2 } else { waited });
            if let Some(draft) = stopped {
                session.commit(draft, None);
            }
        }
        3 if may(session, side, SideAction::Draw) => {
            think(model, waited);
            does(session, &Intent::Draw { side }, *now);
            does(session, &Intent::Decline { side: side.other(), offer: OfferKind::Draw }, *now);
        }
        _ => {
            let Node::Choice(mover) = session.game().node() else { return false };
            let lag = (chance >> 40) % (waited + 1);
            let refunded = lag.min(waited.saturating_sub(model.wait));
            think(model, waited - refunded);
            let draft = session.draft_intent(&move_of(session, chance >> 32), at, lag).unwrap();
            session.commit(draft, None);
            model.begin(running(session), &[mover]);
        }
    }
    true
}

#[test]
fn clocks_with_delay_byoyomi_and_odds_are_those_of_the_second_account() {
    let mut flags = 0;
    for game in 0..60_u64 {
        for times in [[DELAY, DELAY], [BYOYOMI, BYOYOMI], [DELAY, BYOYOMI], [BYOYOMI, DELAY]] {
            flags += u64::from(random_game(game, times));
        }
    }
    assert!(flags > 20, "{flags} flags fell");
}

/// Plays a random game on White's and Black's clocks, and replays it; returns whether a flag fell.
fn random_game(game: u64, [white, black]: [GameTimeControl; 2]) -> bool {
    let odds = (white != black).then_some(TimeOdds { side: BLACK, time_control: black });
    let mut session = session_with_odds(white, odds);
    let (mut model, mut now, mut has_flag) = (Model::new([white, black]), 0, false);
    for number in 0..80 {
        has_flag = !step(&mut session, &mut model, &mut now, mix(game * 1_000 + number));
        if has_flag || session.state().is_over() {
            break;
        }
        let reading = session.state().clock(UnixMillis::new(now)).unwrap();
        let wanted = [model.left(WHITE), model.left(BLACK)];
        assert_eq!(
            [reading.white, reading.black],
            wanted,
            "{white:?}, {black:?}, game {game}, step {number}"
        );
        assert_eq!(reading.delay.unwrap_or_default(), model.wait, "game {game}, step {number}");
        if let Some(side) = running(&session) {
            let due = now + model.left(side) + model.wait;
            assert_eq!(session.deadline(), Some(UnixMillis::new(due)));
        }
    }
    let log = session.events().iter().map(|event| (event.clone(), None)).collect();
    let again = Session::replay(session.info().clone(), session.game().rules().clone(), log).unwrap();
    assert_eq!(again.state().reading(), session.state().reading());
    assert_eq!((again.deadline(), again.view()), (session.deadline(), session.view()));
    has_flag
}

/// Network delay within the delay of a move is nothing that the clock has counted.
#[test]
fn clock_within_its_delay_is_not_refunded() {
    let mut session = session_of("shatranj", None, DELAY, 7);
    for _ in 0..2 {
        moves(&mut session, 1_000);
    }
    let draft = session.draft_intent(&move_of(&session, 0), UnixMillis::new(2_900), 500).unwrap();
    let reading = draft.events()[0].clock.unwrap();
    assert_eq!((reading.white, reading.lag, reading.delay), (20_000, None, Some(2_000)));
    let draft = session.draft_intent(&move_of(&session, 0), UnixMillis::new(3_100), 500).unwrap();
    let reading = draft.events()[0].clock.unwrap();
    assert_eq!((reading.white, reading.lag), (20_000, Some(100)));
}

/// The last period: a move in time keeps it, and a gift adds whole ones.
#[test]
fn clock_in_byoyomi_keeps_its_last_period() {
    let mut session = session_of("shatranj", None, BYOYOMI, 7);
    for _ in 0..2 {
        moves(&mut session, 0);
    }
    let white = |session: &Session, now| session.state().clock(UnixMillis::new(now)).unwrap().white;
    moves(&mut session, 10_000 + 4_000 + 4_000 + 3_999);
    let mut now = 21_999;
    assert_eq!(white(&session, now), 4_000, "one period is left");
    for _ in 0..5 {
        moves(&mut session, now);
        now += 3_999;
        moves(&mut session, now);
        assert_eq!(white(&session, now), 4_000);
    }
    does(&mut session, &Intent::AddTime { side: BLACK }, now);
    assert_eq!(white(&session, now), 4_000 + 16_000, "four periods hold 15 seconds");
    moves(&mut session, now);
    assert_eq!(session.deadline(), Some(UnixMillis::new(now + 20_000)));
}

#[test]
fn clock_in_byoyomi_shows_the_main_time_and_then_the_current_period() {
    for (left, shown) in
        [(30_000, 18_000), (12_001, 1), (12_000, 4_000), (8_001, 1), (8_000, 4_000), (3_999, 3_999), (0, 0)]
    {
        assert_eq!((BYOYOMI.shown(left), DELAY.shown(left)), (shown, left));
    }
}

/// The comments of a record say what the board shows, of either clock.
#[test]
fn record_has_the_time_that_the_board_shows() {
    let odds = TimeOdds { side: BLACK, time_control: BYOYOMI };
    let mut session = session_with_odds(DELAY, Some(odds));
    for now in [0, 0, 3_000, 18_000] {
        moves(&mut session, now);
    }
    let comments: Vec<Annotation> = session.clock_comments().iter().map(|(_, one)| one.clone()).collect();
    // The clock of the first move has not begun.
    let wanted = ["10", "19", "04"].map(|left| Annotation::Comment(format!("[%clk 0:00:{left}]")));
    assert_eq!(comments, wanted);
}
