//! The one door by which positions enter: anything in, a checked position or
//! every complaint out.

use std::fmt;

use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::{Cell, Side};
use crate::law::castling::RIGHT_LETTERS;
use crate::law::{CastlingPhase, EnPassant, Opening};
use crate::message::{Message, say};
use crate::placement::PlacedPiece;
use crate::position::{Phase, Position};
use crate::rules::{ROYAL, Rules};
use crate::ruleset::Ruleset;
use crate::symmetry::Symmetry;

/// An unchecked position: the builder of positions. Change any part of it, by hand or in a loop over
/// cells, then let [`Setup::check`] make a position of it.
///
/// For a position that is text already, [`Game::from_fen`](crate::Game::from_fen) or
/// [`fen::parse`](crate::notation::fen::parse) does both steps.
///
/// # Examples
/// White gives the odds of a rook.
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::shape::Any;
/// use rukh_rules::{Game, Rules, Ruleset, Setup};
///
/// let rules = Arc::new(Rules::<Any>::compile(Arc::new(Ruleset::named("shatranj")?)));
/// let mut setup = Setup::start(rules.ruleset());
/// let a1 = rules.geometry().parse_cell("a1").unwrap();
/// setup.pieces.retain(|piece| piece.cell != a1);
/// let game = Game::from_position(rules.clone(), setup.check(&rules).unwrap());
/// assert_eq!(game.fen(), "rnekfenr/pppppppp/8/8/8/8/PPPPPPPP/1NEKFENR w - - 0 1");
///
/// // Whatever is wrong is said at once.
/// setup.pieces.retain(|piece| piece.kind != rules.ruleset().royal());
/// setup.throw = Some(3);
/// let errors = setup.check(&rules).unwrap_err();
/// assert_eq!(errors[0].to_string(), "White should have one shah, but has 0");
/// assert_eq!(errors.len(), 3, "each side lacks its king, and shatranj has no die");
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The pieces on the board, in any order.
    pub pieces: Vec<PlacedPiece>,
    /// Whose turn it is; in a live werera it says nothing.
    pub turn: Side,
    /// Where in its course the game stands.
    pub phase: Phase,
    /// Castling rights as letters `KQkq`: towards the last file, towards the first.
    pub rights: Vec<char>,
    /// Cells a long step has passed.
    pub ep_cells: Vec<Cell>,
    /// The throw on the board, if any.
    pub throw: Option<u8>,
    /// Counters of the lone-piece or bared-king law.
    pub counters: [u8; 2],
    /// Plies without progress.
    pub halfmove_clock: u16,
    /// The number of the turn, from 1, raised after Black's move; 0 is taken as 1.
    pub turn_number: u16,
}

/// One thing that is wrong with a setup.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SetupError {
    /// What it is about.
    pub kind: SetupErrorKind,
    /// The cell it is about, by name, if it is about one.
    pub cell: Option<String>,
    /// What is wrong, and what would be right.
    pub message: Message,
}

/// What a complaint about a setup is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum SetupErrorKind {
    /// A side does not have exactly one king.
    Kings,
    /// The side that is not on move is in check.
    OpponentInCheck,
    /// A piece that must promote stands where it should have.
    Unpromoted,
    /// Castling rights that cannot be.
    Castling,
    /// Passed cells that cannot be.
    EnPassant,
    /// A throw where none can be.
    Throw,
    /// A phase the ruleset does not have.
    Phase,
    /// A counter the ruleset does not have.
    Counter,
    /// The same cell twice.
    Cell,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place() {
            Some(place) => say::placed(place, self.message.clone()).fmt(f),
            None => self.message.fmt(f),
        }
    }
}

impl std::error::Error for SetupError {}

impl SetupError {
    /// The cell it is about.
    pub(crate) fn place(&self) -> Option<Message> {
        self.cell.clone().map(say::fen_cell)
    }
}

impl Setup {
    /// The start of a game under a ruleset.
    ///
    /// # Panics
    /// Never: a ruleset's arrays are checked when it is loaded.
    #[must_use]
    pub fn start(ruleset: &Ruleset) -> Setup {
        let pieces = ruleset.start_pieces().expect("a loaded ruleset's arrays are sound");
        let (phase, turn) = match ruleset.laws.opening.law {
            Opening::Turns { first } => (Phase::Turns, first),
            Opening::Werera(_) => (Phase::Werera, Side::White),
        };
        let may_castle = ruleset.castling().is_some();
        Setup {
            phase,
            rights: RIGHT_LETTERS.iter().filter(|_| may_castle).map(|(_, letter)| *letter).collect(),
            ..Setup::of_pieces(pieces, turn)
        }
    }

    /// Pieces on a board where the sides take turns: no castling rights, counters at zero, no throw.
    #[must_use]
    pub fn of_pieces(pieces: Vec<PlacedPiece>, turn: Side) -> Setup {
        Setup {
            pieces,
            turn,
            phase: Phase::Turns,
            rights: Vec::new(),
            ep_cells: Vec::new(),
            throw: None,
            counters: [0; 2],
            halfmove_clock: 0,
            turn_number: 1,
        }
    }

    /// [`Setup::check`].
    pub(crate) fn checked<S: Dimensions>(&self, rules: &Rules<S>) -> Result<Position<S>, Vec<SetupError>> {
        let mut checker = self.check_parts(rules);
        if checker.errors.is_empty() {
            checker.check_safety();
        }
        checker.finish()
    }

    /// The setup of a position.
    #[must_use]
    pub fn of<S: Dimensions>(rules: &Rules<S>, position: &Position<S>) -> Setup {
        let rights = RIGHT_LETTERS.into_iter().filter(|(right, _)| position.state.rights() & right != 0);
        Setup {
            pieces: position
                .all_pieces(rules)
                .map(|(cell, side, kind)| PlacedPiece { cell, side, kind })
                .collect(),
            turn: position.turn(),
            phase: position.phase(),
            rights: rights.map(|(_, letter)| letter).collect(),
            ep_cells: position.ep_cells.cells().collect(),
            throw: position.throw(),
            counters: position.counters(),
            halfmove_clock: position.halfmove_clock(),
            turn_number: position.turn_number(),
        }
    }

    /// The setup that a symmetry of the ruleset carries this one to; `None` with castling rights, which
    /// belong to the array.
    #[must_use]
    pub fn carried(&self, ruleset: &Ruleset, symmetry: Symmetry) -> Option<Setup> {
        let geometry = ruleset.geometry;
        let mut counters = self.counters;
        // The other laws that count write into the first for both sides.
        if ruleset.lone_man_limit().is_some() && symmetry.side(Side::White) == Side::Black {
            counters.reverse();
        }
        let carried = |piece: &PlacedPiece| PlacedPiece {
            cell: symmetry.cell(geometry, piece.cell),
            side: symmetry.side(piece.side),
            kind: piece.kind,
        };
        self.rights.is_empty().then(|| Setup {
            pieces: self.pieces.iter().map(carried).collect(),
            turn: symmetry.side(self.turn),
            ep_cells: self.ep_cells.iter().map(|cell| symmetry.cell(geometry, *cell)).collect(),
            counters,
            ..self.clone()
        })
    }

    /// As [`Setup::check`], but waives that the side not on move must not be
    /// in check: such a position cannot come about, yet its moves can be counted.
    ///
    /// # Errors
    /// Everything else that is wrong.
    pub fn check_waiving_check<S: Dimensions>(
        &self,
        rules: &Rules<S>,
    ) -> Result<Position<S>, Vec<SetupError>> {
        self.check_parts(rules).finish()
    }

    fn check_parts<'a, S: Dimensions>(&'a self, rules: &'a Rules<S>) -> Checker<'a, S> {
        let mut checker =
            Checker { rules, setup: self, position: Position::empty(self.turn), errors: Vec::new() };
        checker.place_men();
        checker.check_kings();
        checker.check_promotion();
        checker.check_rights();
        checker.check_passed();
        checker.check_state();
        checker
    }
}

struct Checker<'a, S: Dimensions> {
    rules: &'a Rules<S>,
    setup: &'a Setup,
    position: Position<S>,
    errors: Vec<SetupError>,
}

impl<S: Dimensions> Checker<'_, S> {
    fn finish(self) -> Result<Position<S>, Vec<SetupError>> {
        if self.errors.is_empty() { Ok(self.position) } else { Err(self.errors) }
    }

    fn complain(&mut self, kind: SetupErrorKind, cell: Option<Cell>, message: Message) {
        let cell = cell.map(|cell| self.rules.geometry.name(cell));
        self.errors.push(SetupError { kind, cell, message });
    }

    fn place_men(&mut self) {
        let rules = self.rules;
        for man in &self.setup.pieces {
            if self.position.occupied().has(man.cell) {
                self.complain(SetupErrorKind::Cell, Some(man.cell), say::setup_cell_twice());
            } else {
                self.position.put(rules, man.side, rules.slot(man.kind), man.cell);
            }
        }
    }

    fn check_kings(&mut self) {
        for side in Side::BOTH {
            let kings = (self.position.of(ROYAL) & self.position.own(side)).count();
            let may_be_gone = kings == 0 && self.rules.laws.king_capturable;
            if kings != 1 && !may_be_gone {
                let ruleset = &self.rules.ruleset;
                let message = say::setup_kings(side, u64::from(kings), ruleset.label(ruleset.royal()));
                self.complain(SetupErrorKind::Kings, None, message);
            }
        }
    }

    fn check_promotion(&mut self) {
        use crate::law::{PromotionDuty, PromotionLaw};
        let rules = self.rules;
        let PromotionLaw::OnArrival { men } = &rules.ruleset.laws.promotion.law else { return };
        for man in &self.setup.pieces {
            let Some(promotion) = &rules.laws.promotions[rules.slot(man.kind)] else { continue };
            let arises_there = men.iter().any(|other| other.all_kinds().has(man.kind));
            let zone = promotion.zone[man.side.index()];
            if zone.has(man.cell) && promotion.duty == PromotionDuty::Compulsory && !arises_there {
                let message = say::setup_promoted(rules.ruleset.label(man.kind));
                self.complain(SetupErrorKind::Unpromoted, Some(man.cell), message);
            }
        }
    }

    fn check_rights(&mut self) {
        if self.setup.rights.is_empty() {
            return;
        }
        let is_start = *self.setup == Setup::start(&self.rules.ruleset);
        for &letter in &self.setup.rights {
            let right = RIGHT_LETTERS.iter().find(|(_, known)| *known == letter).map(|(right, _)| *right);
            let castle = self.rules.laws.castles.iter().find(|castle| Some(castle.right) == right);
            let phase_fits = castle.is_some_and(|castle| {
                castle.when == CastlingPhase::Turns || self.setup.phase == Phase::Werera
            });
            let men_fit = castle.is_some_and(|castle| {
                let own = self.position.own(castle.side);
                (self.position.of(ROYAL) & own).has(castle.king_from)
                    && (self.position.of(self.rules.slot(castle.rook)) & own).has(castle.rook_from)
            });
            match castle {
                Some(castle) if phase_fits && men_fit => {
                    let rights = self.position.state.rights() | castle.right;
                    self.position.state.set_rights(rights);
                }
                _ if is_start => {}
                _ => self.complain(SetupErrorKind::Castling, None, say::setup_castling(letter.to_string())),
            }
        }
    }

    fn check_passed(&mut self) {
        if self.setup.ep_cells.is_empty() {
            return;
        }
        for &cell in &self.setup.ep_cells {
            if self.position.occupied().has(cell) {
                self.complain(SetupErrorKind::EnPassant, Some(cell), say::setup_passed_occupied());
            }
            self.position.ep_cells |= S::Set::of(cell);
        }
        let takes =
            self.rules.laws.long_step.as_ref().is_some_and(|step| step.en_passant == EnPassant::PassedCells);
        if !takes || self.rules.passed_victim(&self.position, self.setup.turn).is_none() {
            let cell = self.setup.ep_cells.first().copied();
            self.complain(SetupErrorKind::EnPassant, cell, say::setup_no_long_step());
        }
    }

    fn check_state(&mut self) {
        if let Some(throw) = self.setup.throw {
            let faces = self.rules.ruleset.faces();
            if throw == 0 || throw > faces {
                let message = match faces {
                    0 => say::setup_no_die(),
                    faces => say::setup_throw(throw, faces),
                };
                self.complain(SetupErrorKind::Throw, None, message);
            }
            self.position.state.set_throw(throw);
        }
        if self.setup.phase == Phase::Werera && !self.rules.ruleset.has_werera() {
            self.complain(SetupErrorKind::Phase, None, say::setup_no_werera());
        }
        if self.setup.phase == Phase::Claimed && !self.rules.ruleset.has_one_throw_to_escape() {
            self.complain(SetupErrorKind::Phase, None, say::setup_no_claim());
        }
        if self.setup.counters != [0; 2] && !self.rules.laws.has_counters {
            self.complain(SetupErrorKind::Counter, None, say::setup_no_counter());
        }
        self.position.state.set_phase(self.setup.phase);
        for (which, &count) in self.setup.counters.iter().enumerate() {
            self.position.state.set_counter(which, count);
        }
        self.position.state.set_halfmove_clock(self.setup.halfmove_clock);
        self.position.state.set_turn_number(self.setup.turn_number.max(1));
    }

    /// A side that is not on move may stand in check only where kings may be
    /// taken, where a throw may have left it no move, or in the werera. Where a
    /// throw may, the other side has made a move since, and stands in no check.
    fn check_safety(&mut self) {
        let (turn, other) = (self.setup.turn, self.setup.turn.other());
        let is_lawful = self.rules.laws.king_capturable || self.setup.phase == Phase::Werera;
        if is_lawful || !self.rules.is_in_check(&self.position, other) {
            return;
        }
        let message = match (self.rules.laws.has_die, self.rules.is_in_check(&self.position, turn)) {
            (false, _) => say::setup_check(other),
            (true, true) if self.rules.laws.king_must_be_safe => say::setup_both_in_check(other),
            (true, _) => return,
        };
        self.complain(SetupErrorKind::OpponentInCheck, self.position.king(other), message);
    }
}
