//! A game is a log of events, and the log is the truth: replaying it gives the
//! game, bit for bit.
//!
//! A move is not the only event. Throws, retractions in the werera, resignations and agreed draws are
//! handed in the same way, with [`Game::apply`]; [`Game::play`] is a shorthand for moves. Nothing is
//! drawn at random or read from a clock here: a throw and a time are arguments.
//!
//! ```
//! use std::sync::Arc;
//! use rukh_rules::{Event, Game, Node, Ruleset, Side};
//! use rukh_rules::notation::record::format_entry;
//!
//! let mut game = Game::new(Arc::new(Ruleset::named("oblong-dice")?));
//! let Node::Chance(faces) = game.node() else { panic!("the die comes first") };
//! assert_eq!(faces.len(), 6);
//! // A four names the elephant, which leaps over the soldiers.
//! game.apply(Event::Throw { face: 4 }, None)?;
//! assert_eq!(game.node(), Node::Choice(Side::White));
//! let entry = game.play(game.legal_move("a1c3")?, Some(1_700_000_000_000))?;
//! assert_eq!(format_entry(entry), r#"{"seq":2,"at":1700000000000,"t":"move","mv":"a1c3"}"#);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To go back, keep a [`Checkpoint`] where you know beforehand that you will, as in a walk through a
//! tree of moves; [`Game::without_last`] replays the log and needs no preparation. To try a few moves
//! out, clone the game: entries of the log are shared.

use std::sync::{Arc, OnceLock};

mod checkpoint;
mod counter;
mod event;
mod material;
mod numbers;
mod reason;
mod werera;

pub use crate::law::counter::{CounterKind, LawCounter};
pub use crate::outcome::RecordedResult;
pub use checkpoint::Checkpoint;
use event::refuse;
pub use event::{Entry, Event, Refusal, RefusalCode};
pub use numbers::NumberedPiece;

use crate::geometry::{Cell, Side};
use crate::law::WereraMode;
use crate::law::mate_style::MateStyle;
use crate::message::{Message, PieceLabel, say};
use crate::moves::Move;
use crate::node::{ActiveSides, Face, Node};
use crate::notation::coordinate::UciMove;
use crate::notation::fen::{self, Dialect, FenError};
use crate::notation::san;
use crate::outcome::{Outcome, Reason};
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::setup::Setup;
use crate::shape::Any;
use crate::werera::{RetractableMove, WereraState};

/// A game: a ruleset, a start, a log, and where they have led.
///
/// It knows what a [`Position`] cannot: which positions have come before, what may be taken back, the
/// number of each piece, and how the game ended. For millions of positions it is too heavy; a search
/// takes [`Game::rules`], [`Game::position`] and [`Game::keys`] and goes on without it.
///
/// # Examples
/// A bared king has one move to bare the other in return, which saves the game.
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::{Game, Outcome, Reason, Ruleset};
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// let mut game = Game::from_fen(shatranj, "1k6/2R5/8/8/8/8/5r2/6K1 w - - 0 1").expect("a sound FEN");
/// game.play(game.legal_move("g1f2")?, None)?;
/// assert_eq!(game.outcome(), None);
/// game.play(game.legal_move("b8c7")?, None)?;
/// assert_eq!(game.outcome(), Some(Outcome::draw(Reason::BothBare)));
///
/// assert_eq!(game.replay(game.log()).unwrap().fen(), game.fen());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Game {
    ruleset: Arc<Ruleset>,
    rules: Arc<Rules<Any>>,
    start: Position,
    position: Position,
    /// Shared with copies of the game: an entry does not change.
    log: Vec<Arc<Entry>>,
    /// The number of the piece on each cell.
    ids: Vec<Option<u16>>,
    /// What the werera remembers besides the position; empty where there is none, and kept when turns
    /// begin.
    keys: Vec<u64>,
    werera: WereraState,
    over: Option<Outcome>,
    style: Option<MateStyle>,
    /// What each side may play here, once someone has asked.
    moves: [OnceLock<Arc<[Move]>>; 2],
}

impl Game {
    /// A game from the ruleset's start.
    ///
    /// # Panics
    /// Never: a ruleset's start is checked when it is loaded.
    #[must_use]
    pub fn new(ruleset: Arc<Ruleset>) -> Game {
        let rules = Arc::new(Rules::<Any>::compile(ruleset));
        Game::from_rules(rules)
    }

    /// As [`Game::new`], with rules compiled before.
    ///
    /// # Panics
    /// Never: a ruleset's start is checked when it is loaded.
    #[must_use]
    pub fn from_rules(rules: Arc<Rules<Any>>) -> Game {
        let start = Setup::start(rules.ruleset()).check(&rules).expect("a loaded ruleset's start is sound");
        Game::from_position(rules, start)
    }

    /// A game from a FEN.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_fen(ruleset: Arc<Ruleset>, text: &str) -> Result<Game, Vec<FenError>> {
        Game::from_fen_in(ruleset, text, Dialect::Own)
    }

    /// A game from a FEN in a dialect.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    pub fn from_fen_in(ruleset: Arc<Ruleset>, text: &str, dialect: Dialect) -> Result<Game, Vec<FenError>> {
        let rules = Arc::new(Rules::<Any>::compile(ruleset));
        let start = fen::parse(&rules, text, dialect)?;
        Ok(Game::from_position(rules, start))
    }

    /// A game from a checked position.
    #[must_use]
    pub fn from_position(rules: Arc<Rules<Any>>, start: Position) -> Game {
        let mut ids = vec![None; rules.geometry().cells()];
        for (number, (cell, _, _)) in start.all_pieces(&rules).enumerate() {
            ids[cell.index()] = Some(number as u16 + 1);
        }
        let mut game = Game {
            ruleset: rules.ruleset().clone(),
            rules,
            start,
            position: start,
            log: Vec::new(),
            ids,
            keys: vec![start.key()],
            werera: WereraState::default(),
            over: None,
            style: None,
            moves: Default::default(),
        };
        game.settle();
        game
    }

    /// The game that a log of events makes.
    ///
    /// # Errors
    /// The first event that is refused, with its place in the log.
    pub fn replay(&self, log: &[Arc<Entry>]) -> Result<Game, (u64, Refusal)> {
        let mut game = Game::from_position(self.rules.clone(), self.start);
        for entry in log {
            game.apply(entry.event.clone(), entry.at).map_err(|refusal| (entry.seq, refusal))?;
        }
        Ok(game)
    }

    /// The game without its last `count` events.
    ///
    /// # Panics
    /// Never: what was played once can be played again.
    #[must_use]
    pub fn without_last(&self, count: usize) -> Game {
        let kept = self.log.len().saturating_sub(count);
        self.replay(&self.log[..kept]).expect("a log replays")
    }

    /// The laws that the game is played by, with the options chosen.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The ruleset's tables, which games can share ([`Game::from_rules`]).
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules<Any>> {
        &self.rules
    }

    /// The position before the first event.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// The position after the last event.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Every event so far; entry `n` has the number `n + 1`.
    #[must_use]
    pub fn log(&self) -> &[Arc<Entry>] {
        &self.log
    }

    /// The number of the last event, 0 before the first.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.log.len() as u64
    }

    /// What the werera remembers.
    #[must_use]
    pub fn werera(&self) -> &WereraState {
        &self.werera
    }

    /// The position as FEN in the ruleset's own letters. It forgets how the game came there, and with that
    /// repetitions; a [`Record`](crate::notation::record::Record) keeps all.
    #[must_use]
    pub fn fen(&self) -> String {
        fen::format(&self.rules, &self.position, Dialect::Own)
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.over
    }

    /// How the mate is judged by the customs, if the game ended so.
    #[must_use]
    pub fn style(&self) -> Option<MateStyle> {
        self.style
    }

    /// Where the last move began and ended: in turns or in the werera, passes aside.
    #[must_use]
    pub fn last_move(&self) -> Option<[Cell; 2]> {
        let (from, to) = self.log.iter().rev().find_map(|entry| match entry.event {
            Event::Move { mv: UciMove::Go { from, to, .. } } | Event::Place { from, to, .. } => {
                Some((from, to))
            }
            _ => None,
        })?;
        let geometry = self.rules.geometry();
        Some([geometry.cell_at(from)?, geometry.cell_at(to)?])
    }

    /// Keys of earlier positions that could come again, oldest first, the
    /// current one last.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// What may happen next: the first question to ask of any game.
    #[must_use]
    pub fn node(&self) -> Node {
        if let Some(over) = self.over {
            return Node::Over(over);
        }
        if self.position.phase() == Phase::Werera {
            return Node::Werera(match self.ruleset.werera().map(|law| law.manner) {
                Some(WereraMode::Batched { .. }) => ActiveSides::Only(self.position.turn()),
                _ => ActiveSides::Both,
            });
        }
        let faces = self.ruleset.faces();
        if faces > 0 && self.position.state.throw() == 0 {
            let pieces = |face| self.ruleset.pieces_of_face(face);
            let face = |number| Face { number, pieces: pieces(number), weight: 1, of: u32::from(faces) };
            return Node::Chance((1..=faces).map(face).collect());
        }
        Node::Choice(self.position.turn())
    }

    /// Every move the side may make now: in turns the side to move's, the pass
    /// among them; in the werera that side's placements; otherwise none.
    #[must_use]
    pub fn moves_of(&self, side: Side) -> Vec<Move> {
        self.known_moves(side).to_vec()
    }

    /// As [`Game::moves_of`], borrowed; generated when first asked for in a position.
    #[must_use]
    pub fn known_moves(&self, side: Side) -> &[Move] {
        let generate = || match self.node() {
            Node::Choice(turn) if turn == side => self.rules.legal_moves(&self.position),
            Node::Werera(acting) if acting.may(side) && self.may_place(side) => {
                self.rules.werera_moves(&self.position, side)
            }
            _ => Vec::new(),
        };
        self.moves[side.index()].get_or_init(|| generate().into())
    }

    fn may_place(&self, side: Side) -> bool {
        self.ruleset.werera().is_some_and(|law| !self.werera.is_spent(&law, side))
    }

    /// The moves of the side to move; none in the werera or before a throw.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.node() {
            Node::Choice(side) => self.moves_of(side),
            _ => Vec::new(),
        }
    }

    /// What might be a move of this side if it were its turn: each with the
    /// faces that allow it, none of them where no die is thrown. Nothing in
    /// the werera, nor for the side that may move now.
    #[must_use]
    pub fn premoves(&self, side: Side) -> Vec<(Move, Vec<u8>)> {
        let waits = match self.node() {
            Node::Choice(turn) => turn != side,
            Node::Chance(_) => true,
            Node::Werera(_) | Node::Over(_) => false,
        };
        if !waits {
            return Vec::new();
        }
        let position = self.rules.begin_turns(&self.position, side);
        let moves = |throw| self.rules.legal_moves(&self.rules.throw(&position, throw));
        let faces = self.ruleset.faces();
        let mut found: Vec<(Move, Vec<u8>)> = Vec::new();
        for face in if faces == 0 { 0..=0 } else { 1..=faces } {
            for mv in moves(face).into_iter().filter(|mv| !mv.is_pass()) {
                match found.iter_mut().find(|(known, _)| *known == mv) {
                    Some((_, under)) => under.push(face),
                    None => found.push((mv, Vec::from_iter((face > 0).then_some(face)))),
                }
            }
        }
        found
    }

    /// Moves of the werera the side may take back now.
    #[must_use]
    pub fn retractable(&self, side: Side) -> Vec<RetractableMove> {
        let Node::Werera(acting) = self.node() else { return Vec::new() };
        if !acting.may(side) {
            return Vec::new();
        }
        let own = self.werera.standing.iter().filter(|standing| standing.side == side);
        own.filter(|standing| self.check_retraction(standing).is_ok()).copied().collect()
    }

    /// Lets an event happen.
    ///
    /// # Errors
    /// Why it cannot; then nothing has changed.
    pub fn apply(&mut self, event: Event, at: Option<u64>) -> Result<&Entry, Refusal> {
        if self.over.is_some() && !event.may_follow_end() {
            return refuse(RefusalCode::Over, say::refusal_over());
        }
        let event = self.happen(event)?;
        let entry = Entry { seq: self.log.len() as u64 + 1, at, event };
        self.log.push(Arc::new(entry));
        self.settle();
        Ok(self.log.last().expect("an entry was just added"))
    }

    /// Lets the side to move make a move.
    ///
    /// # Errors
    /// Why it cannot; then nothing has changed.
    pub fn play(&mut self, mv: Move, at: Option<u64>) -> Result<&Entry, Refusal> {
        self.apply(Event::Move { mv: UciMove::of(&self.ruleset, mv) }, at)
    }

    /// The legal move of the side to move that a text in coordinates means, such as `e2e3`, `e9e10q`
    /// or `--` for the pass. [`san::parse`] reads what people write.
    ///
    /// # Errors
    /// Why there is none: the text is no move, or which law, piece or check forbids it.
    pub fn legal_move(&self, text: &str) -> Result<Move, Refusal> {
        self.choosing()?;
        let no_coordinates = || Refusal::new(RefusalCode::Illegal, self.no_coordinates(text));
        self.find_move(text.parse().map_err(|_| no_coordinates())?)
    }

    /// The event by which a side makes a move here: in turns or in the werera.
    #[must_use]
    pub fn event_of(&self, side: Side, mv: Move) -> Event {
        if self.position.phase() == Phase::Werera && !mv.is_pass() {
            return Event::placing(&self.ruleset, side, mv);
        }
        Event::Move { mv: UciMove::of(&self.ruleset, mv) }
    }

    /// Writes legal moves of a side in SAN.
    pub fn san(&self, side: Side) -> impl Fn(Move) -> String + '_ {
        san::format_known(&self.rules, &self.position, side, self.known_moves(side))
    }

    /// The legal move that an event would make here.
    #[must_use]
    pub fn move_of(&self, event: &Event) -> Option<Move> {
        let (side, coordinates) = match *event {
            Event::Move { mv } => (self.position.turn(), mv),
            Event::Place { side, from, to, promotion, .. } => (side, UciMove::Go { from, to, promotion }),
            _ => return None,
        };
        coordinates.find(&self.ruleset, self.known_moves(side))
    }

    fn happen(&mut self, event: Event) -> Result<Event, Refusal> {
        match event {
            Event::Place { side, id, from, to, promotion } => self.place(side, id, from, to, promotion),
            Event::Retract { side, seq } => self.retract(side, seq),
            Event::Turns { why } => self.begin_turns(why),
            Event::Bundle { side } => self.end_bundle(side),
            Event::Throw { face } => self.throw(face),
            Event::Move { mv } => self.make_move(mv),
            Event::Resign { side } => Ok(self.end(Outcome::win(side.other(), Reason::Resignation), event)),
            Event::Flag { side } => Ok(self.forfeit(side, Reason::Time, event)),
            Event::Leave { drawn: true, .. } => Ok(self.end(Outcome::draw(Reason::Abandonment), event)),
            Event::Leave { side, drawn: false } => Ok(self.forfeit(side, Reason::Abandonment, event)),
            Event::Draw => Ok(self.end(Outcome::draw(Reason::Agreement), event)),
            Event::Abort => Ok(self.end(Outcome::draw(Reason::Aborted), event)),
            Event::Unclaimed => self.leave_unclaimed(),
            Event::Result { result } => self.end_as_recorded(result),
        }
    }

    /// Whether the game stands drawn by repetition or for want of progress,
    /// which players may leave unclaimed with [`Event::Unclaimed`].
    #[must_use]
    pub fn is_claimable_draw(&self) -> bool {
        self.over.is_some_and(|over| matches!(over.reason, Reason::Repetition | Reason::MoveLimit))
    }

    fn leave_unclaimed(&mut self) -> Result<Event, Refusal> {
        if !self.is_claimable_draw() {
            return refuse(RefusalCode::BadIntent, say::refusal_no_claimable_draw());
        }
        self.over = None;
        self.position.state.set_halfmove_clock(0);
        self.keys = vec![self.position.key()];
        Ok(Event::Unclaimed)
    }

    fn end_as_recorded(&mut self, result: RecordedResult) -> Result<Event, Refusal> {
        if self.over.is_some_and(Outcome::is_by_players) {
            return refuse(RefusalCode::Over, say::refusal_over());
        }
        let outcome = match result {
            RecordedResult::White => Outcome::win(Side::White, Reason::Recorded),
            RecordedResult::Black => Outcome::win(Side::Black, Reason::Recorded),
            RecordedResult::Draw => Outcome::draw(Reason::Recorded),
        };
        Ok(self.end(outcome, Event::Result { result }))
    }

    fn forfeit(&mut self, loser: Side, reason: Reason, event: Event) -> Event {
        self.end(self.rules.forfeit(&self.position, loser, reason), event)
    }

    fn end(&mut self, outcome: Outcome, event: Event) -> Event {
        self.over = Some(outcome);
        event
    }

    fn throw(&mut self, face: u8) -> Result<Event, Refusal> {
        let Node::Chance(faces) = self.node() else {
            return refuse(RefusalCode::NotYourTurn, say::refusal_no_roll());
        };
        if !faces.iter().any(|known| known.number == face) {
            return refuse(RefusalCode::BadIntent, say::refusal_no_face(face, faces.len() as u64));
        }
        self.position = self.rules.throw(&self.position, face);
        Ok(Event::Throw { face })
    }

    /// The side that has to choose a move.
    fn choosing(&self) -> Result<Side, Refusal> {
        match self.node() {
            Node::Choice(side) => Ok(side),
            Node::Chance(_) => refuse(RefusalCode::NotYourTurn, say::refusal_roll_first()),
            Node::Over(_) => refuse(RefusalCode::Over, say::refusal_over()),
            Node::Werera(_) => refuse(RefusalCode::NotYourTurn, say::refusal_no_turns_yet()),
        }
    }

    fn find_move(&self, coordinates: UciMove) -> Result<Move, Refusal> {
        let moves = self.known_moves(self.choosing()?);
        coordinates.find(&self.ruleset, moves).ok_or_else(|| self.not_moved(coordinates))
    }

    fn make_move(&mut self, coordinates: UciMove) -> Result<Event, Refusal> {
        let mv = self.find_move(coordinates)?;
        let side = self.position.turn();
        let next = self.rules.play(&self.position, mv);
        if !mv.is_pass() {
            self.carry_ids(side, mv);
        }
        if next.state.halfmove_clock() == 0 {
            self.keys.clear();
        }
        self.position = next;
        self.keys.push(next.key());
        Ok(Event::Move { mv: UciMove::of(&self.ruleset, mv) })
    }

    /// Why a move in coordinates was refused.
    fn not_moved(&self, coordinates: UciMove) -> Refusal {
        let geometry = self.ruleset.geometry;
        let message = match coordinates {
            UciMove::Pass => say::refusal_no_pass(),
            UciMove::Go { from, to, promotion } => {
                let cells = geometry.cell_at(from).zip(geometry.cell_at(to));
                let is_kind = promotion.is_none_or(|letter| self.ruleset.kind(letter).is_some());
                match cells.filter(|_| is_kind) {
                    Some((from, to)) => self.not_placed(self.position.turn(), from, to, promotion).message,
                    None => self.no_coordinates(&coordinates.to_string()),
                }
            }
        };
        Refusal::new(RefusalCode::Illegal, message)
    }

    fn no_coordinates(&self, text: &str) -> Message {
        let geometry = self.ruleset.geometry;
        let corner = |index: usize| geometry.name(Cell(index as u8));
        say::refusal_no_coordinates(shown(text), corner(0), corner(geometry.cells() - 1))
    }

    fn royal_label(&self) -> PieceLabel {
        self.ruleset.label(self.ruleset.royal())
    }

    /// What follows of itself from where the game stands: turns when both
    /// budgets are spent, and the end of the game.
    fn settle(&mut self) {
        self.moves = Default::default();
        if self.position.phase() == Phase::Werera
            && let Some(law) = self.ruleset.werera()
            && Side::BOTH.into_iter().all(|side| self.werera.is_spent(&law, side))
        {
            let begun = self.begin_turns("budget".to_owned());
            debug_assert!(begun.is_ok(), "turns can begin while the werera lasts");
        }
        if self.over.is_none() {
            self.over = self.rules.outcome(&self.position).or_else(|| self.repetition());
        }
        self.style = match self.over {
            Some(Outcome { winner: Some(winner), reason: Reason::Checkmate | Reason::WereraMate }) => {
                self.rules.mate_style(&self.position, winner.other())
            }
            _ => None,
        };
    }

    fn repetition(&self) -> Option<Outcome> {
        let times = self.ruleset.repetition_limit()?;
        let last = *self.keys.last()?;
        let seen = self.keys.iter().filter(|key| **key == last).count();
        (self.position.phase() == Phase::Turns
            && self.position.state.throw() == 0
            && seen >= usize::from(times))
        .then_some(Outcome::draw(Reason::Repetition))
    }
}

/// The beginning of a text that a stranger wrote, short enough for a sentence.
fn shown(text: &str) -> String {
    text.chars().take(40).collect()
}
