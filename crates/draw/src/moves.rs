//! The moves of one piece, to be marked on a board.

use std::collections::BTreeSet;

use rukh_rules::movement::{Hurdle, Mode, Route};
use rukh_rules::{Cell, Game, MoveTag, PieceKind, Side};

use crate::DrawError;

/// The cells that the moves of one piece concern.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_draw::PieceMoves;
/// use rukh_rules::{Game, Ruleset};
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// let game = Game::from_fen(shatranj.clone(), "4k3/8/r7/8/8/8/8/R1E1K3 w - - 0 1").expect("a sound FEN");
/// let cell = |name| shatranj.geometry.parse_cell(name).expect("a cell");
/// let rook = PieceMoves::of(&game, cell("a1"))?;
/// assert_eq!(rook.quiet.len(), 5, "b1 and four cells of the file");
/// assert_eq!((rook.captures, rook.blocks), (vec![cell("a6")], vec![cell("c1")]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PieceMoves {
    /// Where the piece stands, if it is shown.
    pub from: Option<Cell>,
    /// Cells it may move to without a capture.
    pub quiet: Vec<Cell>,
    /// Cells on which it may capture; with en passant, that where it ends.
    pub captures: Vec<Cell>,
    /// Cells of pieces that block its way.
    pub blocks: Vec<Cell>,
}

impl PieceMoves {
    /// The moves of the piece on a cell, as the laws allow them now. Before a throw those that some
    /// face allows, and of the side that is not on move those it would have on its turn.
    ///
    /// # Errors
    /// No piece stands there.
    pub fn of(game: &Game, from: Cell) -> Result<PieceMoves, DrawError> {
        let (rules, position) = (game.rules(), game.position());
        let geometry = rules.geometry();
        if from.index() >= geometry.cells() {
            return Err(DrawError::off_board("piece", &format!("number {}", from.index()), geometry));
        }
        let Some((side, kind)) = position.piece_at(rules, from) else {
            return Err(DrawError::NoPiece(geometry.name(from)));
        };
        let mut legal = game.moves_of(side);
        legal.extend(game.premoves(side).into_iter().map(|(mv, _)| mv));
        let mut targets: [BTreeSet<Cell>; 2] = Default::default();
        for mv in legal.into_iter().filter(|mv| !mv.is_pass() && mv.from() == from) {
            let is_capture = match mv.tag() {
                MoveTag::EnPassant => true,
                MoveTag::Castle => false,
                _ => position.piece_at(rules, mv.to()).is_some(),
            };
            targets[usize::from(is_capture)].insert(mv.to());
        }
        let [quiet, captures] = targets;
        let mut blocks = blocks(game, from, side, kind);
        blocks.retain(|cell| !captures.contains(cell));
        Ok(PieceMoves {
            from: Some(from),
            quiet: quiet.into_iter().collect(),
            captures: captures.into_iter().collect(),
            blocks: blocks.into_iter().collect(),
        })
    }

    /// Every cell, for a check that all are on a board.
    pub(crate) fn cells(&self) -> impl Iterator<Item = Cell> {
        let lists = [&self.quiet, &self.captures, &self.blocks];
        self.from.into_iter().chain(lists.into_iter().flatten().copied())
    }
}

/// Cells of pieces at which a way of the piece ends though it would lead on or there.
fn blocks(game: &Game, from: Cell, side: Side, kind: PieceKind) -> BTreeSet<Cell> {
    let (rules, position) = (game.rules(), game.position());
    let owner = |cell: Cell| position.piece_at(rules, cell).map(|(owner, _)| owner);
    let movement = &game.ruleset().pieces[kind.index()].movement;
    let routes = movement.routes(rules.geometry(), from, side);
    // What a hopper leaps over does not block it.
    let routes = routes.iter().filter(|route| route.hurdle == Hurdle::None);
    routes.filter_map(|route| first_obstacle(route, owner, side)).collect()
}

fn first_obstacle(route: &Route, owner: impl Fn(Cell) -> Option<Side>, side: Side) -> Option<Cell> {
    let mut steps = route.steps.iter().enumerate();
    let (index, cell, owner) =
        steps.find_map(|(index, &cell)| owner(cell).map(|owner| (index, cell, owner)))?;
    let is_passed = index < route.first_stop;
    let is_in_the_way = match route.mode {
        Mode::Both => owner == side,
        Mode::Quiet => true,
        Mode::Capture => false,
    };
    (is_passed || is_in_the_way).then_some(cell)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::{Cell, Event, Game, Ruleset};

    use super::PieceMoves;

    fn game(ruleset: &str, fen: &str) -> Game {
        let ruleset = Arc::new(Ruleset::named(ruleset).expect("a built-in ruleset"));
        Game::from_fen(ruleset, fen).expect("a sound FEN")
    }

    fn moves(game: &Game, cell: &str) -> [String; 3] {
        let geometry = game.rules().geometry();
        let cell = geometry.parse_cell(cell).expect("a cell of the board");
        let moves = PieceMoves::of(game, cell).expect("a piece stands there");
        let names =
            |cells: &[Cell]| cells.iter().map(|&cell| geometry.name(cell)).collect::<Vec<_>>().join(" ");
        [names(&moves.quiet), names(&moves.captures), names(&moves.blocks)]
    }

    #[test]
    fn piece_moves_of_a_rook_end_at_captures_and_own_pieces() {
        let game = game("shatranj", "4k3/8/8/r2p4/8/8/R2P4/4K3 w 0 1");
        assert_eq!(moves(&game, "a2"), ["a1 b2 c2 a3 a4", "a5", "d2"].map(str::to_owned));
        assert_eq!(moves(&game, "d2")[..2], ["d3", ""].map(str::to_owned));
    }

    #[test]
    fn piece_moves_of_the_side_not_on_move_are_those_of_its_turn() {
        let game = game("shatranj", "4k3/8/8/r2p4/8/8/R2P4/4K3 w 0 1");
        assert_eq!(moves(&game, "a5"), ["a3 a4 b5 c5 a6 a7 a8", "a2", "d5"].map(str::to_owned));
    }

    #[test]
    fn piece_moves_of_a_pawn_are_blocked_by_any_piece_ahead() {
        let game = game("shatranj", "4k3/8/8/8/3n4/3P4/8/4K3 w 0 1");
        assert_eq!(moves(&game, "d3"), ["", "", "d4"].map(str::to_owned));
    }

    #[test]
    fn piece_moves_before_a_throw_are_those_of_all_faces() {
        let game = Game::new(Arc::new(Ruleset::named("oblong-dice").expect("a built-in ruleset")));
        let geometry = game.rules().geometry();
        let pieces = game.pieces();
        let moving = pieces.iter().filter(|piece| {
            let moves = PieceMoves::of(&game, piece.cell).expect("a piece stands there");
            !moves.quiet.is_empty()
        });
        assert!(moving.count() > 4, "{} pieces on {} cells", pieces.len(), geometry.cells());
    }

    #[test]
    fn piece_moves_of_an_empty_cell_are_refused() {
        let mut game = Game::new(Arc::new(Ruleset::named("shatranj").expect("a built-in ruleset")));
        game.apply(Event::Move { mv: "e2e3".parse().expect("coordinates") }, None).expect("a legal move");
        let cell = game.rules().geometry().parse_cell("e2").expect("a cell of the board");
        let error = PieceMoves::of(&game, cell).expect_err("the pawn has left").to_string();
        assert_eq!(error, "no piece stands on e2, so it has no moves to show");
        assert!(PieceMoves::of(&game, Cell::new(64)).is_err());
    }
}
