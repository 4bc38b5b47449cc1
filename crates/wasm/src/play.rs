//! What a page asks of a game: its state, its moves, its events.

use rukh_rules::notation::coordinate;
use rukh_rules::notation::fen::{self, Dialect};
use rukh_rules::notation::san;
use rukh_rules::perft::Scope;
use rukh_rules::shape::Any;
use rukh_rules::{Move, Node, Phase, Position, Rules, Side, UciMove};
use rukh_session::wire::view::RefusalReason;

use crate::data::{
    CounterData, FaceData, GameData, GameState, MoveData, OutcomeData, PieceOnBoard, RetractableData,
};
use crate::error::{Problem, ProblemKind};
use crate::game::{PlayedGame, event_data};

/// The greatest depth of a count; no count that ends in a lifetime is deeper.
const MAX_PERFT_DEPTH: u32 = 32;

impl PlayedGame {
    /// The game as data.
    pub(crate) fn data(&self) -> GameData {
        let start = fen::format(self.game.rules(), self.game.start(), Dialect::Own);
        let events = self.game.log().iter().map(|entry| event_data(&entry.event)).collect();
        GameData { ruleset: self.source.clone(), start, events }
    }

    /// Takes back the last event; whether there was one.
    pub(crate) fn pop(&mut self) -> bool {
        let is_possible = self.game.seq() > 0;
        if is_possible {
            self.game = self.game.without_last(1);
        }
        is_possible
    }

    /// Makes a move that is written in coordinates or as people write it. In the werera the side is
    /// that of the piece, or of `side`.
    pub(crate) fn push(&mut self, text: &str, side: Option<Side>) -> Result<MoveData, Problem> {
        let (side, mv) = self.parse(text, side)?;
        let made = self.move_data(side, mv, san::format_for(self.rules(), self.position(), side, mv));
        let event = self.game.event_of(side, mv);
        self.happen(event, text)?;
        Ok(made)
    }

    fn parse(&self, text: &str, wanted: Option<Side>) -> Result<(Side, Move), Problem> {
        let sides = wanted.map_or_else(|| self.acting(), |side| vec![side]);
        if let Ok(written) = coordinate::parse(self.game.ruleset(), text) {
            return self.parse_coordinates(text, &sides, written);
        }
        let mut found = Vec::new();
        let mut refused = None;
        for side in sides {
            match san::parse_for(self.rules(), self.position(), side, text) {
                Ok(mv) if self.game.moves_of(side).contains(&mv) => found.push((side, mv)),
                Ok(_) => {}
                Err(error) => refused = Some(error),
            }
        }
        match (&found[..], refused) {
            ([one], _) => Ok(*one),
            ([], Some(error)) => Err(error.into()),
            ([], None) => Err(self.why_not(text, wanted)),
            _ => Err(Problem::illegal(text, "both sides have such a move: say whose it is", "ambiguous")),
        }
    }

    fn parse_coordinates(
        &self,
        text: &str,
        sides: &[Side],
        written: UciMove,
    ) -> Result<(Side, Move), Problem> {
        let ruleset = self.game.ruleset();
        let of_side = |side: &Side| {
            let moves = self.game.moves_of(*side);
            coordinate::parse_legal(ruleset, &moves, text).ok().map(|mv| (*side, mv))
        };
        let owner = match written {
            UciMove::Go { from, .. } => {
                let cell = ruleset.geometry.cell_at(from);
                cell.and_then(|cell| self.position().piece_at(self.rules(), cell)).map(|(side, _)| side)
            }
            _ => None,
        };
        sides.iter().find_map(of_side).ok_or_else(|| self.why_not(text, owner))
    }

    /// Why a move is refused.
    fn why_not(&self, text: &str, side: Option<Side>) -> Problem {
        let side = side.unwrap_or(self.position().turn());
        match self.game.why_not_written(side, text) {
            Some(refusal) => Problem::refusal(text, &refusal),
            None => Problem::illegal(text, "not a legal move here", "illegal"),
        }
    }

    /// Why a move may not be made; `None` if it may.
    pub(crate) fn refusal(&self, text: &str, side: Option<Side>) -> Option<RefusalReason> {
        let side = side.unwrap_or(self.position().turn());
        self.game.why_not_written(side, text).map(RefusalReason::from)
    }

    /// The legal moves of a side, or of all sides that may act.
    pub(crate) fn legal_moves(&self, side: Option<Side>) -> Vec<MoveData> {
        let sides = side.map_or_else(|| self.acting(), |side| vec![side]);
        sides.into_iter().flat_map(|side| self.legal_moves_of(side)).collect()
    }

    fn legal_moves_of(&self, side: Side) -> Vec<MoveData> {
        let moves = self.game.moves_of(side);
        if self.position().phase() == Phase::Werera {
            let san = |mv| san::format_for(self.rules(), self.position(), side, mv);
            return moves.into_iter().map(|mv| self.move_data(side, mv, san(mv))).collect();
        }
        let written = san::format_all(self.rules(), self.position(), side);
        let moves = written.into_iter().filter(|(mv, _)| moves.contains(mv));
        moves.map(|(mv, san)| self.move_data(side, mv, san)).collect()
    }

    fn move_data(&self, side: Side, mv: Move, san: String) -> MoveData {
        let ruleset = self.game.ruleset();
        let name = |cell| (!mv.is_pass()).then(|| ruleset.geometry.name(cell));
        MoveData {
            uci: coordinate::format(ruleset, mv),
            san,
            side,
            from: name(mv.from()),
            to: name(mv.to()),
            promotion: mv.promotion().map(|kind| ruleset.letter(kind)),
            is_capture: self.rules().is_capture(self.position(), mv),
        }
    }

    /// The moves of the werera that a side may take back.
    pub(crate) fn retractable(&self, side: Side) -> Vec<RetractableData> {
        let standing = self.game.retractable(side).into_iter();
        let ruleset = self.game.ruleset();
        standing
            .map(|one| RetractableData { seq: one.seq, uci: coordinate::format(ruleset, one.mv) })
            .collect()
    }

    /// Where the game stands.
    pub(crate) fn state(&self) -> GameState {
        let (game, rules, position) = (&self.game, self.rules(), self.position());
        let geometry = game.ruleset().geometry;
        let acting: Vec<rukh_rules::Side> = self.acting().into_iter().collect();
        let node = game.node();
        GameState {
            fen: game.fen(),
            node: (&node).into(),
            turn: if let [only] = acting[..] { Some(only) } else { None },
            acting,
            throw: position.throw(),
            faces: if let Node::Chance(faces) = &node { self.faces(faces) } else { Vec::new() },
            is_check: rules.is_in_check(position, position.turn()),
            turn_number: position.turn_number(),
            seq: game.seq(),
            key: format!("{:016x}", position.key()),
            pieces: self.pieces(),
            last_move: game.last_move().map(|cells| cells.map(|cell| geometry.name(cell))),
            counters: self.counters(),
            outcome: self.outcome(),
        }
    }

    fn faces(&self, faces: &[rukh_rules::Face]) -> Vec<FaceData> {
        let ruleset = self.game.ruleset();
        let letters = |face: &rukh_rules::Face| {
            let kinds = ruleset.kinds().filter(|kind| face.pieces.has(*kind));
            kinds.map(|kind| ruleset.letter(kind)).collect()
        };
        let face = |face: &rukh_rules::Face| FaceData {
            number: face.number,
            weight: face.weight,
            of: face.of,
            pieces: letters(face),
        };
        faces.iter().map(face).collect()
    }

    fn pieces(&self) -> Vec<PieceOnBoard> {
        let ruleset = self.game.ruleset();
        let piece = |piece: rukh_rules::game::NumberedPiece| PieceOnBoard {
            id: piece.id,
            cell: ruleset.geometry.name(piece.cell),
            side: piece.side,
            letter: ruleset.letter(piece.kind),
        };
        self.game.pieces().into_iter().map(piece).collect()
    }

    fn counters(&self) -> Vec<CounterData> {
        let ruleset = self.game.ruleset();
        let counter = |counter: rukh_rules::game::LawCounter| CounterData {
            kind: counter.kind.into(),
            side: counter.side,
            value: counter.value,
            limit: counter.limit,
            text: counter.message(ruleset).to_string(),
            label: counter.kind.title().into(),
            message: counter.message(ruleset).into(),
        };
        self.game.counters().into_iter().map(counter).collect()
    }

    fn outcome(&self) -> Option<OutcomeData> {
        let outcome = self.game.outcome()?;
        Some(OutcomeData {
            winner: outcome.winner,
            reason: outcome.reason.into(),
            result: outcome.result(),
            message: outcome.message(self.game.ruleset()).to_string(),
            mate_rank: self.game.style().map(|style| style.rank.into()),
        })
    }

    /// The leaves of the tree of moves to a depth.
    pub(crate) fn perft(&self, depth: u32, scope: Scope) -> Result<u64, Problem> {
        if depth > MAX_PERFT_DEPTH {
            let message = format!("should be a depth from 0 to {MAX_PERFT_DEPTH}");
            return Err(Problem::new(ProblemKind::Engine, &format!("depth {depth}"), message));
        }
        let (rules, position) = Rules::<Any>::for_counting(self.game.ruleset(), self.position(), scope);
        Ok(count(&rules, &position, depth, scope))
    }
}

/// Counts leaves. The counts of `rukh_rules::perft` are faster, and several times as much code, which
/// every page would have to load.
fn count(rules: &Rules<Any>, position: &Position, depth: u32, scope: Scope) -> u64 {
    if depth == 0 {
        return 1;
    }
    let children = rules.children(position, scope);
    if depth == 1 {
        return children.len() as u64;
    }
    children.into_iter().map(|(_, next)| count(rules, &next, depth - 1, scope)).sum()
}
