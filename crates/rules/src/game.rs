//! A game is a log of events, and the log is the truth: replaying it gives the
//! game, bit for bit.

use std::sync::Arc;

mod checkpoint;
mod counter;
mod event;
mod material;
mod reason;

pub use crate::law::counter::{CounterKind, LawCounter};
pub use crate::outcome::RecordedResult;
pub use checkpoint::Checkpoint;
use event::refuse;
pub use event::{Entry, Event, Refusal, RefusalCode, SideName};

use crate::geometry::{Cell, Side};
use crate::kind::PieceKind;
use crate::law::mate_style::MateStyle;
use crate::law::{WereraLaw, WereraMode};
use crate::message::{Message, PieceLabel, say};
use crate::moves::{Move, MoveTag};
use crate::node::{ActiveSides, Face, Node};
use crate::notation::coordinate;
use crate::notation::fen::{self, Dialect, FenError};
use crate::outcome::{Outcome, Reason};
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::ruleset::Ruleset;
use crate::setup::Setup;
use crate::shape::Any;
use crate::werera::{Obstacle, RetractableMove, WereraState};

/// A piece on the board, with its number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberedPiece {
    /// Its number, the same all game long.
    pub id: u16,
    /// Where it stands.
    pub cell: Cell,
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: PieceKind,
}

/// A game: a ruleset, a start, a log, and where they have led.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::{Event, Game, Node, Ruleset, Side};
///
/// let ruleset = Arc::new(Ruleset::named("shatranj")?);
/// let mut game = Game::new(ruleset);
/// assert_eq!(game.node(), Node::Choice(Side::White));
/// game.apply(Event::Move { mv: "e2e3".to_owned() }, None)?;
/// assert_eq!(game.legal_moves().len(), 16);
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
    /// Keys of the positions since the last move that cannot be undone.
    keys: Vec<u64>,
    werera: WereraState,
    over: Option<Outcome>,
    style: Option<MateStyle>,
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

    /// The ruleset.
    #[must_use]
    pub fn ruleset(&self) -> &Arc<Ruleset> {
        &self.ruleset
    }

    /// The compiled rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<Rules<Any>> {
        &self.rules
    }

    /// Where the game began.
    #[must_use]
    pub fn start(&self) -> &Position {
        &self.start
    }

    /// Where the game stands.
    #[must_use]
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Everything that has happened.
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

    /// The position as FEN.
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
        let geometry = self.rules.geometry();
        let cells = |text: &str| {
            let (from, rest) = geometry.take_cell(text)?;
            let (to, _) = geometry.take_cell(rest)?;
            Some([from, to])
        };
        self.log.iter().rev().find_map(|entry| match &entry.event {
            Event::Move { mv } => cells(mv),
            Event::Place { from, to, .. } => cells(&format!("{from}{to}")),
            _ => None,
        })
    }

    /// Keys of earlier positions that could come again, oldest first, the
    /// current one last.
    #[must_use]
    pub fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// What may happen next.
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
        match self.node() {
            Node::Choice(turn) if turn == side => self.rules.legal_moves(&self.position),
            Node::Werera(acting) if acting.may(side) && self.may_place(side) => {
                self.rules.werera_moves(&self.position, side)
            }
            _ => Vec::new(),
        }
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

    /// Every piece on the board with its number, in rising order of cells.
    #[must_use]
    pub fn pieces(&self) -> Vec<NumberedPiece> {
        let men = self.position.all_pieces(&self.rules);
        men.map(|(cell, side, kind)| NumberedPiece {
            id: self.ids[cell.index()].unwrap_or(0),
            cell,
            side,
            kind,
        })
        .collect()
    }

    /// The number of the piece on a cell.
    #[must_use]
    pub fn id_at(&self, cell: Cell) -> Option<u16> {
        self.ids[cell.index()]
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

    fn happen(&mut self, event: Event) -> Result<Event, Refusal> {
        match event {
            Event::Place { side, id, from, to, promotion } => self.place(side, id, &from, &to, promotion),
            Event::Retract { side, seq } => self.retract(side, seq),
            Event::Turns { why } => self.begin_turns(why),
            Event::Bundle { side } => self.end_bundle(side),
            Event::Throw { face } => self.throw(face),
            Event::Move { mv } => self.make_move(&mv),
            Event::Resign { side } => {
                Ok(self.end(Outcome::win(Side::from(side).other(), Reason::Resignation), event))
            }
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

    fn forfeit(&mut self, loser: SideName, reason: Reason, event: Event) -> Event {
        self.end(self.rules.forfeit(&self.position, loser.into(), reason), event)
    }

    fn end(&mut self, outcome: Outcome, event: Event) -> Event {
        self.over = Some(outcome);
        event
    }

    fn place(
        &mut self,
        word: SideName,
        id: Option<u16>,
        from: &str,
        to: &str,
        promotion: Option<char>,
    ) -> Result<Event, Refusal> {
        let side = Side::from(word);
        let law = self.open_werera(side)?;
        if self.werera.is_spent(&law, side) || self.werera.is_batch_full(&law) {
            return refuse(RefusalCode::NotYourTurn, say::refusal_werera_spent());
        }
        let geometry = self.ruleset.geometry;
        let cells = geometry.parse_cell(from).zip(geometry.parse_cell(to));
        let Some((from_cell, to_cell)) = cells else {
            return refuse(RefusalCode::BadIntent, say::refusal_no_cells(shown(from), shown(to)));
        };
        let moves = self.rules.werera_moves(&self.position, side);
        let kind = promotion.and_then(|letter| self.ruleset.kind(letter));
        let own = self.position.piece_at(&self.rules, from_cell).filter(|(owner, _)| *owner == side);
        let number = self.ids[from_cell.index()];
        if own.is_none() || id.is_some_and(|id| number != Some(id)) {
            return refuse(RefusalCode::ManMoved, say::refusal_piece_gone(from));
        }
        let wanted = |mv: &&Move| (mv.from(), mv.to(), mv.promotion()) == (from_cell, to_cell, kind);
        let Some(&mv) = moves.iter().find(wanted) else {
            return Err(self.not_placed(side, from_cell, to_cell, promotion));
        };
        let captures = self.rules.is_capture(&self.position, mv);
        let (_, man) = own.expect("the piece was just looked at");
        let standing = RetractableMove {
            seq: self.seq() + 1,
            side,
            id: number.unwrap_or(0),
            kind: man,
            mv,
            rights: self.position.state.rights(),
        };
        self.carry_ids(side, mv);
        self.position = self.rules.werera_play(&self.position, side, mv);
        self.werera.made[side.index()] = self.werera.made[side.index()].saturating_add(1);
        self.werera.batched = self.werera.batched.saturating_add(1);
        if captures {
            self.keys = vec![self.position.key()];
        } else {
            self.werera.standing.push(standing);
        }
        let promotion = mv.promotion().map(|kind| self.ruleset.letter(kind));
        Ok(Event::Place { side: word, id: number, from: from.to_owned(), to: to.to_owned(), promotion })
    }

    /// Why a placing was refused: the reason of its cells, or the kind it asks for.
    fn not_placed(&self, side: Side, from: Cell, to: Cell, promotion: Option<char>) -> Refusal {
        self.why_not(side, from, Some(to)).unwrap_or_else(|| {
            let name = |cell| self.ruleset.geometry.name(cell);
            let message = match promotion {
                Some(letter) => say::refusal_no_promotion(name(to), letter.to_string()),
                None => say::refusal_promotion_missing(name(to)),
            };
            Refusal::new(RefusalCode::Illegal, message)
        })
    }

    /// The law of the werera, if it lasts and the side may act.
    fn open_werera(&self, side: Side) -> Result<WereraLaw, Refusal> {
        match (self.node(), self.ruleset.werera()) {
            (Node::Werera(acting), Some(law)) if acting.may(side) => Ok(law),
            (Node::Werera(_), _) => refuse(RefusalCode::NotYourTurn, say::refusal_other_bundle()),
            (_, Some(_)) => refuse(RefusalCode::PhaseOver, say::refusal_werera_over()),
            (_, None) => refuse(RefusalCode::BadIntent, say::refusal_no_werera()),
        }
    }

    fn check_retraction(&self, standing: &RetractableMove) -> Result<Position, Refusal> {
        let last_of_man = self.werera.standing.iter().rev().find(|other| other.id == standing.id);
        let castled_since = self.werera.standing.iter().any(|other| {
            other.seq > standing.seq
                && other.side == standing.side
                && other.mv.tag() == MoveTag::Castle
                && self.castle_moved(other, standing.id)
        });
        if last_of_man.map(|last| last.seq) != Some(standing.seq) || castled_since {
            return refuse(RefusalCode::ManMoved, say::refusal_undo_later_first());
        }
        match self.rules.taken_back(&self.position, standing) {
            Ok(mut position) => {
                let kept = position.state.rights() & !standing.rights;
                position.state.set_rights(kept | (standing.rights & self.rights_without(standing)));
                Ok(position)
            }
            Err(Obstacle::Moved) => refuse(RefusalCode::ManMoved, say::refusal_undo_piece_gone()),
            Err(Obstacle::Occupied(cell)) => {
                let cell = self.ruleset.geometry.name(cell);
                refuse(RefusalCode::TargetTaken, say::refusal_undo_occupied(cell))
            }
            Err(Obstacle::KingAttacked) => {
                let message = say::refusal_undo_king_attacked(self.royal_label());
                refuse(RefusalCode::LeavesKingAttacked, message)
            }
        }
    }

    /// Castling rights as if that move had never been made: those of the start
    /// that no other standing move has spoilt.
    fn rights_without(&self, standing: &RetractableMove) -> u8 {
        let others = self.werera.standing.iter().filter(|other| other.seq != standing.seq);
        others.fold(self.start.state.rights(), |rights, other| {
            rights
                & self.rules.laws.rights_kept[other.mv.from().index()]
                & self.rules.laws.rights_kept[other.mv.to().index()]
        })
    }

    /// Whether castling moved the piece with this number as its rook.
    fn castle_moved(&self, castling: &RetractableMove, id: u16) -> bool {
        let castle = self.rules.laws.castles.iter().find(|castle| {
            castle.side == castling.side
                && (castle.king_from, castle.king_to) == (castling.mv.from(), castling.mv.to())
        });
        castle.is_some_and(|castle| self.ids[castle.rook_to.index()] == Some(id))
    }

    fn retract(&mut self, word: SideName, seq: u64) -> Result<Event, Refusal> {
        let side = Side::from(word);
        self.open_werera(side)?;
        let found =
            self.werera.standing.iter().position(|standing| standing.seq == seq && standing.side == side);
        let Some(index) = found else {
            return refuse(RefusalCode::BadIntent, say::refusal_no_undo());
        };
        let standing = self.werera.standing[index];
        self.position = self.check_retraction(&standing)?;
        self.werera.standing.remove(index);
        let (from, to) = (standing.mv.from(), standing.mv.to());
        self.ids[from.index()] = self.ids[to.index()].take();
        self.carry_rook_ids(side, standing.mv, true);
        Ok(Event::Retract { side: word, seq })
    }

    fn begin_turns(&mut self, why: String) -> Result<Event, Refusal> {
        if self.position.phase() != Phase::Werera {
            return refuse(RefusalCode::PhaseOver, say::refusal_werera_over());
        }
        self.position = self.rules.begin_turns(&self.position, Side::White);
        if self.rules.is_in_check(&self.position, Side::Black) {
            // White could take the king: so Black, who must answer the check, begins.
            self.position.state.set_turn(Side::Black);
        }
        self.keys = vec![self.position.key()];
        Ok(Event::Turns { why })
    }

    fn end_bundle(&mut self, word: SideName) -> Result<Event, Refusal> {
        let side = Side::from(word);
        let law = self.open_werera(side)?;
        if law.manner == WereraMode::Live {
            return refuse(RefusalCode::BadIntent, say::refusal_no_bundles());
        }
        if self.rules.is_in_check(&self.position, side) {
            return refuse(RefusalCode::LeavesKingAttacked, say::refusal_bundle_in_check(self.royal_label()));
        }
        self.position.state.set_turn(side.other());
        self.werera.batched = 0;
        Ok(Event::Bundle { side: word })
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

    fn make_move(&mut self, text: &str) -> Result<Event, Refusal> {
        match self.node() {
            Node::Choice(_) => {}
            Node::Chance(_) => return refuse(RefusalCode::NotYourTurn, say::refusal_roll_first()),
            _ => return refuse(RefusalCode::NotYourTurn, say::refusal_no_turns_yet()),
        }
        let moves = self.rules.legal_moves(&self.position);
        let mv = coordinate::parse_legal(&self.ruleset, &moves, text).map_err(|_| self.not_moved(text))?;
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
        Ok(Event::Move { mv: coordinate::format(&self.ruleset, mv) })
    }

    /// Why a move in coordinates was refused.
    fn not_moved(&self, text: &str) -> Refusal {
        let message = match coordinate::parse(&self.ruleset, text) {
            Ok(coordinate::ParsedMove::Go { from, to, promotion }) => {
                self.not_placed(self.position.turn(), from, to, promotion).message
            }
            Ok(coordinate::ParsedMove::Pass) => say::refusal_no_pass(),
            Err(_) => self.no_coordinates(text),
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

    fn carry_ids(&mut self, side: Side, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        if mv.tag() == MoveTag::EnPassant
            && let Some(victim) = self.rules.passed_victim(&self.position, side)
        {
            self.ids[victim.index()] = None;
        }
        self.ids[to.index()] = self.ids[from.index()].take();
        self.carry_rook_ids(side, mv, false);
    }

    fn carry_rook_ids(&mut self, side: Side, mv: Move, back: bool) {
        if mv.tag() != MoveTag::Castle {
            return;
        }
        let castle =
            self.rules.laws.castles.iter().find(|castle| {
                castle.side == side && (castle.king_from, castle.king_to) == (mv.from(), mv.to())
            });
        if let Some(castle) = castle {
            let (from, to) =
                if back { (castle.rook_to, castle.rook_from) } else { (castle.rook_from, castle.rook_to) };
            self.ids[to.index()] = self.ids[from.index()].take();
        }
    }

    /// What follows of itself from where the game stands: turns when both
    /// budgets are spent, and the end of the game.
    fn settle(&mut self) {
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
