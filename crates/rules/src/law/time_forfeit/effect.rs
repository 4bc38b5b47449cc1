//! Whether the other side could still win.

use super::TimeForfeit;
use crate::dimensions::Dimensions;
use crate::geometry::{Cell, Side};
use crate::kind::PieceKind;
use crate::law::{BareKing, CheckLaw, Stalemate};
use crate::movement::{Hurdle, Mode, Movement, Route};
use crate::outcome::{Outcome, Reason};
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::Ruleset;

/// The most pieces beside a king for which it is worked out whether they could shut each other in;
/// more count as if they could.
const MAX_SHUT_IN: usize = 4;

/// A piece that is no king, and where it stands.
type Piece = (Cell, PieceKind);

impl<S: Dimensions> Rules<S> {
    /// The end of a game in which a side's time ran out, or that a side has left.
    pub(crate) fn forfeit(&self, position: &Position<S>, loser: Side, reason: Reason) -> Outcome {
        let winner = loser.other();
        match self.ruleset.laws.time_forfeit.law {
            TimeForfeit::DrawIfUnwinnable if !self.can_win(position, winner) => Outcome::draw(reason),
            TimeForfeit::DrawIfUnwinnable | TimeForfeit::Loss => Outcome::win(winner, reason),
        }
    }

    /// Whether a side could still win by some legal moves and throws of both sides, the worst of the
    /// other side's among them. The answer is *no* only where that is proved from what the sides
    /// have left; where it is not, it is *yes*.
    ///
    /// A game is won by taking the king, by an escape from check that failed, by mate, by a side
    /// without a move, or by a bare king (`outcome.rs`). Pieces are only lost or promoted. So:
    ///
    /// - A lone king gives no check, for two kings attack each other or neither does. Where a bare
    ///   king has lost or drawn it has not won. What it may still win by is a rival without a move,
    ///   whose own pieces shut each other in; or, where stalemate wins, being shut in by them.
    /// - Where only mate wins, the mated king stands attacked, and every cell beside it, straight, is
    ///   taken by its own piece, attacked, or holds an attacker that is guarded. Of such cells even a
    ///   corner has two, and no king that does not stand next to the mated one reaches both. So
    ///   another piece must reach cells of both colours, or one of the mated side's own pieces must
    ///   stand on the other colour.
    ///
    /// # Examples
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rukh_rules::{Game, Ruleset, Side};
    ///
    /// let mideast = Arc::new(Ruleset::named("mideast")?);
    /// let game = Game::from_fen(mideast, "k9/10/10/10/10/10/10/10/1R8/K9 w - - 0 1").unwrap();
    /// let can_win = |side| game.rules().can_win(game.position(), side);
    /// assert_eq!(Side::BOTH.map(can_win), [true, false]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn can_win(&self, position: &Position<S>, side: Side) -> bool {
        let ruleset = &*self.ruleset;
        if ruleset.is_king_capturable() {
            return true;
        }
        let [own, rival] = [side, side.other()].map(|side| self.pieces_beside_king(position, side));
        let bare = ruleset.bare_king();
        let is_only_mate = || {
            matches!(ruleset.stalemate(), Stalemate::Draw | Stalemate::Pass)
                && !matches!(bare, BareKing::Loss { .. })
                && ruleset.laws.check.law != CheckLaw::OneThrow
                && ruleset.immune_to(ruleset.royal()).is_empty()
        };
        // Asked after every move: what nearly always answers comes before what takes long.
        if !own.is_empty() && (ruleset.promotes(&own) || !is_only_mate()) || !ruleset.has_ordinary_king() {
            return true;
        }
        if own.is_empty() {
            let is_over = matches!(bare, BareKing::Loss { .. } | BareKing::Draw { .. });
            // Another king alone leaves it a cell.
            let wins_stuck = ruleset.stalemate() == Stalemate::Win && !rival.is_empty();
            return !is_over && (wins_stuck || ShutIn::new(ruleset, side.other(), &rival).exists());
        }
        ruleset.may_mate(&own, &rival)
    }

    fn pieces_beside_king(&self, position: &Position<S>, side: Side) -> Vec<Piece> {
        let royal = self.ruleset.royal();
        let own = position.all_pieces(self).filter(|(_, owner, kind)| *owner == side && *kind != royal);
        own.map(|(cell, _, kind)| (cell, kind)).collect()
    }
}

impl Ruleset {
    /// Whether the royal piece goes one step in every direction, as the die lets it some time, on a
    /// board of two ranks and files or more.
    fn has_ordinary_king(&self) -> bool {
        let (geometry, movement) = (self.geometry, self.movement(self.royal()));
        let is_one_step = |cell| {
            let routes = movement.routes(geometry, cell, Side::White);
            let is_step = |route: &Route| {
                route.mode == Mode::Both && route.hurdle == Hurdle::None && route.steps.len() == 1
            };
            let mut ends: Vec<Cell> = routes.iter().map(|route| route.steps[0]).collect();
            ends.sort_unstable();
            routes.iter().all(is_step) && ends.into_iter().eq(neighbours(self, cell))
        };
        geometry.files() > 1
            && geometry.ranks() > 1
            && self.may_move(self.royal())
            && geometry.all().all(is_one_step)
    }

    /// Whether some throw lets a kind of piece move.
    fn may_move(&self, kind: PieceKind) -> bool {
        !self.has_die() || (1..=self.faces()).any(|face| self.pieces_of_face(face).has(kind))
    }

    /// Whether some of these pieces promote.
    fn promotes(&self, pieces: &[Piece]) -> bool {
        pieces.iter().any(|(_, kind)| self.promotion(*kind).is_some())
    }

    /// Whether pieces that do not promote could mate, where nothing but mate wins and no king is taken.
    fn may_mate(&self, own: &[Piece], rival: &[Piece]) -> bool {
        if let ([(_, kind)], []) = (own, rival) {
            let (same, other) = self.colours_reached(*kind, |mode| mode != Mode::Quiet);
            return same && other;
        }
        let first = colour(self, own[0].0);
        let stays = |piece: &Piece| {
            let (cell, kind) = *piece;
            let goes_straight =
                self.pawns.has(kind) || self.long_step().is_some_and(|step| step.kind == kind);
            let may_stay = colour(self, cell) == first && !goes_straight && !self.promotes(&[*piece]);
            may_stay && !self.colours_reached(kind, |_| true).1
        };
        !own.iter().chain(rival).all(stays)
    }

    /// Whether a kind's moves of some modes end on the colour where they begin, and on the other.
    fn colours_reached(&self, kind: PieceKind, modes: impl Fn(Mode) -> bool) -> (bool, bool) {
        let (mut same, mut other) = (false, false);
        for cell in self.geometry.all() {
            let routes = self.movement(kind).routes(self.geometry, cell, Side::White);
            for route in routes.iter().filter(|route| modes(route.mode)) {
                for end in &route.steps[route.first_stop..] {
                    let is_same = colour(self, *end) == colour(self, cell);
                    (same, other) = (same || is_same, other || !is_same);
                }
            }
        }
        (same, other)
    }

    fn movement(&self, kind: PieceKind) -> &Movement {
        &self.pieces[kind.index()].movement
    }
}

/// Cells as if the board were chequered.
fn colour(ruleset: &Ruleset, cell: Cell) -> u8 {
    (ruleset.geometry.file(cell) + ruleset.geometry.rank(cell)) % 2
}

fn neighbours(ruleset: &Ruleset, cell: Cell) -> impl Iterator<Item = Cell> {
    let steps = (-1..=1).flat_map(|rank| (-1..=1).map(move |file| (file, rank)));
    let geometry = ruleset.geometry;
    steps.filter(|step| *step != (0, 0)).filter_map(move |(file, rank)| geometry.offset(cell, file, rank))
}

/// The question whether a side could be left without a move by a lone king and its own pieces.
struct ShutIn<'a> {
    ruleset: &'a Ruleset,
    side: Side,
    /// The pieces beside its king that are not placed yet.
    left: Vec<PieceKind>,
    /// Where its pieces stand.
    taken: Vec<Cell>,
    /// The lone king.
    rival: Cell,
}

impl ShutIn<'_> {
    fn new<'a>(ruleset: &'a Ruleset, side: Side, pieces: &[Piece]) -> ShutIn<'a> {
        let left = pieces.iter().map(|(_, kind)| *kind).collect();
        ShutIn { ruleset, side, left, taken: Vec::new(), rival: Cell::new(0) }
    }

    /// Whether such a position exists with the side's pieces, or with some of them, and wins.
    fn exists(mut self) -> bool {
        let ruleset = self.ruleset;
        let counts_attacks = match ruleset.stalemate() {
            Stalemate::Draw | Stalemate::Win | Stalemate::Pass => return false,
            Stalemate::Loss => true,
            Stalemate::LossWithoutPseudoMove => false,
        };
        if self.left.len() > MAX_SHUT_IN || self.left.iter().any(|kind| ruleset.promotion(*kind).is_some()) {
            return true;
        }
        for king in ruleset.geometry.all() {
            let around: Vec<Cell> = neighbours(ruleset, king).collect();
            for rival in ruleset.geometry.all().filter(|cell| *cell != king && !around.contains(cell)) {
                let reached =
                    |cell: &Cell| counts_attacks && neighbours(ruleset, rival).any(|it| it == *cell);
                let open = around.iter().copied().filter(|cell| !reached(cell)).collect();
                (self.taken, self.rival) = (vec![king], rival);
                if self.can_fill(open) {
                    return true;
                }
            }
        }
        false
    }

    /// Whether the pieces that are left can stand on all of these cells without a move.
    fn can_fill(&mut self, mut open: Vec<Cell>) -> bool {
        if open.len() > self.left.len() {
            return false;
        }
        let Some(cell) = open.pop() else { return true };
        self.taken.push(cell);
        for index in 0..self.left.len() {
            let kind = self.left.swap_remove(index);
            let filled = self.exits(kind, cell).is_some_and(|exits| {
                let more =
                    exits.into_iter().filter(|exit| !self.taken.contains(exit) && !open.contains(exit));
                let wanted = open.iter().copied().chain(more).collect();
                self.can_fill(wanted)
            });
            if filled {
                return true;
            }
            self.left.push(kind);
            let last = self.left.len() - 1;
            self.left.swap(index, last);
        }
        self.taken.pop();
        false
    }

    /// The cells that must be taken so that a piece has no move from a cell; nothing if it would
    /// attack the lone king there. A move that may be closed on its way counts as closed.
    fn exits(&self, kind: PieceKind, cell: Cell) -> Option<Vec<Cell>> {
        if !self.ruleset.may_move(kind) {
            return Some(Vec::new());
        }
        let takes_king = !self.ruleset.immune_to(kind).has(self.ruleset.royal());
        let mut exits = Vec::new();
        for route in self.ruleset.movement(kind).routes(self.ruleset.geometry, cell, self.side) {
            if route.hurdle != Hurdle::None || route.first_stop > 0 {
                continue;
            }
            match route.mode {
                Mode::Both | Mode::Capture if route.steps[0] == self.rival && takes_king => return None,
                Mode::Both | Mode::Quiet if route.steps[0] != self.rival => exits.push(route.steps[0]),
                Mode::Both | Mode::Quiet | Mode::Capture => {}
            }
        }
        exits.sort_unstable();
        exits.dedup();
        Some(exits)
    }
}
