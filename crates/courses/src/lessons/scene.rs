//! A position of a lesson: a game whose pieces keep their identity when the reader moves twice in a
//! row.

use std::collections::BTreeMap;

use rukh_rules::notation::coordinate;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::{Cell, Event, Failure, Game, Geometry, Move, Node, Side};

/// A position of a lesson.
#[derive(Debug, Clone)]
pub(super) struct Scene {
    pub(super) game: Game,
    /// Identity of the piece on each cell.
    ids: BTreeMap<Cell, u16>,
    /// Cells of the last move.
    pub(super) last: Vec<Cell>,
    /// Pieces at the beginning.
    count: u16,
}

impl Scene {
    pub(super) fn new(game: Game) -> Scene {
        let pieces = game.pieces();
        let ids: BTreeMap<Cell, u16> = pieces.iter().zip(0..).map(|(piece, id)| (piece.cell, id)).collect();
        let last = game.last_move().map(Vec::from).unwrap_or_default();
        Scene { game, count: ids.len() as u16, ids, last }
    }

    pub(super) fn geometry(&self) -> Geometry {
        self.game.ruleset().geometry
    }

    pub(super) fn cell(&self, name: &str) -> Result<Cell, Failure> {
        self.geometry().parse_cell(name).ok_or_else(|| format!("`{name}` is no cell of the board").into())
    }

    pub(super) fn id_at(&self, cell: Cell) -> Option<u16> {
        self.ids.get(&cell).copied()
    }

    pub(super) fn cell_of(&self, id: u16) -> Option<Cell> {
        self.ids.iter().find(|(_, known)| **known == id).map(|(cell, _)| *cell)
    }

    /// The pieces by identity, as on the wire.
    pub(super) fn pieces(&self) -> String {
        let ruleset = self.game.ruleset();
        let mut words = vec!["-".to_owned(); usize::from(self.count)];
        for piece in self.game.pieces() {
            if let Some(id) = self.id_at(piece.cell) {
                let letter = ruleset.letter_for(piece.kind, piece.side);
                words[usize::from(id)] = format!("{letter}{}", self.geometry().name(piece.cell));
            }
        }
        words.join(" ")
    }

    /// What a position is beside its pieces, as in FEN, without the counts of moves: a move and its
    /// undo lead to the same position.
    pub(super) fn situation(&self) -> String {
        let fen = self.game.fen();
        let fields = fen.split(' ').enumerate();
        let kept = fields.filter(|(index, field)| (1..4).contains(index) || field.starts_with("throw:"));
        kept.map(|(_, field)| field).collect::<Vec<_>>().join(" ")
    }

    /// The scene after an event, as a word: a move `e2e4`, `--` for a pass, `throw:4`, `turns`; in
    /// the werera `-b1c3` undoes a move of the side.
    pub(super) fn after(&self, side: Side, word: &str) -> Result<Scene, Failure> {
        let event = self.event(side, word)?;
        let before = self.game.pieces();
        let mut next = self.clone();
        next.game.apply(event, None).map_err(|refusal| format!("`{word}` is refused: {refusal}"))?;
        let numbers: BTreeMap<u16, u16> =
            before.iter().filter_map(|piece| Some((piece.id, self.id_at(piece.cell)?))).collect();
        let pieces = next.game.pieces();
        next.ids = pieces.iter().filter_map(|piece| Some((piece.cell, *numbers.get(&piece.id)?))).collect();
        if let Some((from, to)) = self.cells(word.trim_start_matches('-')) {
            next.last = vec![from, to];
        }
        Ok(next)
    }

    fn cells(&self, word: &str) -> Option<(Cell, Cell)> {
        let (from, rest) = self.geometry().take_cell(word)?;
        let (to, _) = self.geometry().take_cell(rest)?;
        Some((from, to))
    }

    fn event(&self, side: Side, word: &str) -> Result<Event, Failure> {
        let geometry = self.geometry();
        if word == "turns" {
            return Ok(Event::Turns { why: "agreed".to_owned() });
        }
        if let Some(face) = word.strip_prefix("throw:") {
            return face
                .parse()
                .map(|face| Event::Throw { face })
                .map_err(|_| format!("`{word}` is no throw").into());
        }
        let is_werera = matches!(self.game.node(), Node::Werera(_));
        let cells = self.cells(word.trim_start_matches('-'));
        match cells {
            Some((from, to)) if is_werera && word.starts_with('-') => {
                let standing = self.game.retractable(side).into_iter();
                let mut found = standing.filter(|one| (one.mv.from(), one.mv.to()) == (from, to));
                let found = found.next().ok_or_else(|| format!("`{word}` cannot be undone"))?;
                Ok(Event::Retract { side, seq: found.seq })
            }
            Some((from, to)) if is_werera => {
                let (from, to) = (geometry.square(from), geometry.square(to));
                Ok(Event::Place { side, id: None, from, to, promotion: None })
            }
            _ => match word.parse() {
                Ok(mv) => Ok(Event::Move { mv }),
                Err(_) => Err(format!("`{word}` is no move").into()),
            },
        }
    }

    /// A move as the word that [`Scene::after`] reads.
    pub(super) fn word(&self, mv: Move) -> String {
        coordinate::format(self.game.ruleset(), mv)
    }

    /// The scene with a side on move again, with the same throw: nothing in the werera, where both
    /// sides may act. `None` where that is no position: the game is over, or the other side in check.
    pub(super) fn with_turn(&self, side: Side, throw: Option<u8>) -> Option<Scene> {
        if self.game.outcome().is_some() {
            return None;
        }
        if matches!(self.game.node(), Node::Werera(_)) {
            return Some(self.clone());
        }
        let text = self.game.fen();
        let mut fields: Vec<&str> = text.split(' ').filter(|field| !field.starts_with("throw:")).collect();
        let thrown = throw.map(|face| format!("throw:{face}"));
        fields[1] = if side == Side::White { "w" } else { "b" };
        fields[3] = "-";
        fields[4] = "0";
        fields.extend(thrown.as_deref());
        let rules = self.game.rules();
        let game =
            Game::from_position(rules.clone(), fen::parse(rules, &fields.join(" "), Dialect::Own).ok()?);
        game.outcome().is_none().then(|| Scene { game, ..self.clone() })
    }
}
