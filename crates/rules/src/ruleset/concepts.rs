//! Concepts: what kind of game a ruleset is, in the words by which collections of games sort them.
//!
//! Everything here is derived from the data of a ruleset; nothing is stated twice.

use std::collections::BTreeSet;

use super::Ruleset;
use crate::geometry::{Cell, Geometry, MAX_LENGTH, Side};
use crate::kind::PieceKind;
use crate::law::{BareCounter, BareKing, EnPassant, Stalemate};
use crate::movement::{Hurdle, Mode, Route};

/// What a concept is about; the variants stand in the order in which they are shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, strum::Display, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum ConceptGroup {
    /// Size and form of the board.
    Board,
    /// How many pieces there are, and which is royal.
    Pieces,
    /// How pieces move and capture.
    Moves,
    /// Turns, chance and duties.
    Play,
    /// How a game is won.
    Wins,
    /// How a game is drawn.
    Draws,
}

/// One concept of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Concept {
    /// What it is about.
    pub group: ConceptGroup,
    /// Its name in files and for programs: `leaps`.
    pub key: &'static str,
    /// A number that belongs to it, such as the cells of the board.
    pub count: Option<u32>,
    /// The kinds of piece that it is true of, where it is not true of the game as a whole.
    pub kinds: Vec<PieceKind>,
}

/// The key of every concept, in the order in which they are shown.
pub const CONCEPTS: [&str; 38] = [
    "square-board",
    "long-board",
    "cells",
    "piece-kinds",
    "pieces-per-side",
    "royal",
    "steps",
    "leaps",
    "slides",
    "bent-rides",
    "hops",
    "capture-otherwise",
    "forward-only",
    "bound",
    "long-step",
    "en-passant",
    "promotion",
    "castling",
    "immunity",
    "simultaneous",
    "alternating",
    "die",
    "passing",
    "stalemate-passes",
    "check",
    "one-throw",
    "win-mate",
    "win-failed-escape",
    "win-capture",
    "win-stalemate",
    "win-bare-king",
    "draw-stalemate",
    "draw-bare-king",
    "draw-both-bare",
    "draw-bare-count",
    "draw-lone-piece",
    "draw-repetition",
    "draw-move-limit",
];

/// The board on which ways of moving are told apart. On the game's own a slide may end after one step.
const OPEN_BOARD: Geometry = match Geometry::new(MAX_LENGTH, MAX_LENGTH) {
    Some(geometry) => geometry,
    None => panic!("the largest board is a board"),
};

fn open_middle() -> Cell {
    let middle = i16::from(MAX_LENGTH / 2);
    OPEN_BOARD.cell(middle, middle).unwrap_or(Cell::new(0))
}

fn offset(from: Cell, to: Cell) -> (i16, i16) {
    let part = |to: u8, from: u8| i16::from(to) - i16::from(from);
    (part(OPEN_BOARD.file(to), OPEN_BOARD.file(from)), part(OPEN_BOARD.rank(to), OPEN_BOARD.rank(from)))
}

/// How far the first step of a route goes.
fn first_step(route: &Route) -> i16 {
    let (right, ahead) = offset(open_middle(), route.steps[0]);
    right.abs().max(ahead.abs())
}

fn is_step(route: &Route) -> bool {
    route.steps.len() == 1 && first_step(route) == 1
}

fn is_leap(route: &Route) -> bool {
    first_step(route) > 1
}

/// Whether the direction changes on the way.
fn is_bent(route: &Route) -> bool {
    let cells: Vec<Cell> = std::iter::once(open_middle()).chain(route.steps.iter().copied()).collect();
    let legs: BTreeSet<(i16, i16)> = cells.windows(2).map(|pair| offset(pair[0], pair[1])).collect();
    legs.len() > 1
}

struct Collector(Vec<Concept>);

impl Collector {
    fn add(&mut self, group: ConceptGroup, key: &'static str, holds: bool) {
        if holds {
            self.0.push(Concept { group, key, count: None, kinds: Vec::new() });
        }
    }

    fn count(&mut self, group: ConceptGroup, key: &'static str, count: Option<u32>) {
        let concept = |count| Concept { group, key, count: Some(count), kinds: Vec::new() };
        self.0.extend(count.map(concept));
    }

    fn kinds(&mut self, group: ConceptGroup, key: &'static str, kinds: Vec<PieceKind>) {
        if !kinds.is_empty() {
            self.0.push(Concept { group, key, count: None, kinds });
        }
    }
}

impl Ruleset {
    /// What kind of game this is: the concepts that hold, by group.
    ///
    /// # Examples
    /// ```
    /// use rukh_rules::Ruleset;
    ///
    /// let oblong = Ruleset::named("oblong-dice")?;
    /// let die = oblong.concepts().into_iter().find(|concept| concept.key == "die");
    /// assert_eq!(die.and_then(|die| die.count), Some(6));
    /// # Ok::<(), rukh_rules::LoadError>(())
    /// ```
    #[must_use]
    pub fn concepts(&self) -> Vec<Concept> {
        use ConceptGroup::{Board, Draws, Pieces, Play, Wins};
        let mut found = Collector(Vec::new());
        let (files, ranks) = (self.geometry.files(), self.geometry.ranks());
        found.add(Board, "square-board", files == ranks);
        found.add(Board, "long-board", files != ranks);
        found.count(Board, "cells", Some(u32::from(files) * u32::from(ranks)));
        found.count(Pieces, "piece-kinds", u32::try_from(self.pieces.len()).ok());
        found.count(Pieces, "pieces-per-side", Some(self.pieces_per_side()));
        found.kinds(Pieces, "royal", vec![self.royal()]);
        self.add_moves(&mut found);
        found.add(Play, "simultaneous", self.has_werera());
        found.add(Play, "alternating", true);
        found.count(Play, "die", self.has_die().then(|| u32::from(self.faces())));
        found.add(Play, "passing", self.has_passes());
        found.add(Play, "stalemate-passes", self.stalemate() == Stalemate::Pass);
        found.add(Play, "check", self.is_king_guarded());
        found.add(Play, "one-throw", self.has_one_throw_to_escape());
        // Whoever must answer a check with one throw has lost by the throw, before it could be mate.
        let has_one_throw = self.has_one_throw_to_escape();
        found.add(Wins, "win-mate", self.is_king_guarded() && !has_one_throw);
        found.add(Wins, "win-failed-escape", has_one_throw);
        found.add(Wins, "win-capture", self.is_king_capturable());
        let stalemate = self.stalemate();
        let is_won = !matches!(stalemate, Stalemate::Draw | Stalemate::Pass);
        found.add(Wins, "win-stalemate", is_won);
        found.add(Wins, "win-bare-king", matches!(self.bare_king(), BareKing::Loss { .. }));
        found.add(Draws, "draw-stalemate", stalemate == Stalemate::Draw);
        found.add(Draws, "draw-bare-king", matches!(self.bare_king(), BareKing::Draw { .. }));
        let may_answer = matches!(self.bare_king(), BareKing::Loss { counter: BareCounter::NextMove, .. });
        found.add(Draws, "draw-both-bare", may_answer);
        found.count(Draws, "draw-bare-count", self.bare_king_limit().map(u32::from));
        found.count(Draws, "draw-lone-piece", self.lone_man_limit().map(u32::from));
        found.count(Draws, "draw-repetition", self.repetition_limit().map(u32::from));
        found.count(Draws, "draw-move-limit", self.move_limit().map(|plies| u32::from(plies / 2)));
        found.0
    }

    fn add_moves(&self, found: &mut Collector) {
        use ConceptGroup::Moves;
        let routes: Vec<Vec<Route>> = self.kinds().map(|kind| self.routes_of(kind)).collect();
        let of = |holds: &dyn Fn(&[Route]) -> bool| -> Vec<PieceKind> {
            self.kinds().filter(|kind| holds(&routes[kind.index()])).collect()
        };
        let any = |test: &dyn Fn(&Route) -> bool| of(&|routes| routes.iter().any(test));
        let geometry = OPEN_BOARD;
        found.kinds(Moves, "steps", any(&is_step));
        found.kinds(Moves, "leaps", any(&is_leap));
        found.kinds(
            Moves,
            "slides",
            any(&|route| route.first_stop + 1 < route.steps.len() && !is_bent(route)),
        );
        found.kinds(Moves, "bent-rides", any(&is_bent));
        found.kinds(Moves, "hops", any(&|route| route.hurdle != Hurdle::None));
        found.kinds(Moves, "capture-otherwise", any(&|route| route.mode != Mode::Both));
        let middle = geometry.rank(open_middle());
        let is_ahead = |route: &Route| route.steps.iter().all(|&cell| geometry.rank(cell) > middle);
        found.kinds(Moves, "forward-only", of(&|routes| !routes.is_empty() && routes.iter().all(is_ahead)));
        found.kinds(Moves, "bound", self.kinds().filter(|&kind| self.is_bound(kind)).collect());
        found.kinds(Moves, "long-step", self.long_step().iter().map(|step| step.kind).collect());
        let passing = self.long_step().filter(|step| step.en_passant != EnPassant::None);
        found.kinds(Moves, "en-passant", passing.iter().map(|step| step.kind).collect());
        let promoting = self.kinds().filter(|&kind| self.promotion(kind).is_some());
        found.kinds(Moves, "promotion", promoting.collect());
        found.add(Moves, "castling", self.castling().is_some());
        let sparing = self.kinds().filter(|&kind| self.immune_to(kind).iter().next().is_some());
        found.kinds(Moves, "immunity", sparing.collect());
    }

    /// The pieces of one side in the array.
    fn pieces_per_side(&self) -> u32 {
        let pieces = self.start_pieces().unwrap_or_default();
        pieces.iter().filter(|piece| piece.side == Side::White).count().try_into().unwrap_or(u32::MAX)
    }

    fn middle(&self) -> Cell {
        let (file, rank) = (i16::from(self.geometry.files() / 2), i16::from(self.geometry.ranks() / 2));
        self.geometry.cell(file, rank).unwrap_or(Cell::new(0))
    }

    /// The routes of a white piece in the middle of a board on which no edge cuts them short.
    fn routes_of(&self, kind: PieceKind) -> Vec<Route> {
        self.pieces[kind.index()].movement.routes(OPEN_BOARD, open_middle(), Side::White)
    }

    /// Whether a piece of this kind, wherever it stands in the array, never gets to some cell of the
    /// empty board; forward-only pieces aside.
    fn is_bound(&self, kind: PieceKind) -> bool {
        if self.pawns.has(kind) || self.promotion(kind).is_some() {
            return false;
        }
        let movement = &self.pieces[kind.index()].movement;
        let mut seen = BTreeSet::from([self.middle().index()]);
        let mut open = vec![self.middle()];
        while let Some(cell) = open.pop() {
            for route in movement.routes(self.geometry, cell, Side::White) {
                for &next in &route.steps[route.first_stop..] {
                    if seen.insert(next.index()) {
                        open.push(next);
                    }
                }
            }
        }
        seen.len() < self.geometry.cells()
    }
}

#[cfg(test)]
mod tests {
    use super::{CONCEPTS, Concept};
    use crate::ruleset::{Ruleset, catalog};

    fn words(instance: &str) -> Vec<String> {
        let ruleset = Ruleset::named(instance).expect("a built-in ruleset");
        let word = |concept: Concept| {
            let letters: String = concept.kinds.iter().map(|kind| ruleset.letter(*kind)).collect();
            let count = concept.count.map_or(String::new(), |count| format!("={count}"));
            format!("{}{count}{}{letters}", concept.key, if letters.is_empty() { "" } else { ":" })
        };
        ruleset.concepts().into_iter().map(word).collect()
    }

    #[test]
    fn concepts_of_senterej_are_those_of_its_laws() {
        assert_eq!(
            words("senterej").join(" "),
            "square-board cells=64 piece-kinds=6 pieces-per-side=16 royal:k steps:kfp leaps:en slides:r \
             capture-otherwise:p forward-only:p bound:fe promotion:p simultaneous alternating check win-mate \
             draw-stalemate draw-bare-king draw-lone-piece=7 draw-repetition=3 draw-move-limit=70"
        );
    }

    #[test]
    fn concepts_of_dice_and_bent_rides_are_found() {
        let dice = words("oblong-dice").join(" ");
        for part in ["long-board", "die=6", "passing", "win-capture"] {
            assert!(dice.contains(part), "{part}: {dice}");
        }
        let mideast = words("mideast").join(" ");
        for part in ["bent-rides:v", "en-passant:p", "long-step:p", "cells=100"] {
            assert!(mideast.contains(part), "{part}: {mideast}");
        }
    }

    #[test]
    fn concepts_are_listed_in_their_order() {
        for id in catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            let concepts = ruleset.concepts();
            let order: Vec<usize> = concepts
                .iter()
                .map(|concept| CONCEPTS.iter().position(|key| *key == concept.key).expect("a listed concept"))
                .collect();
            assert!(order.is_sorted(), "{id}: {concepts:?}");
            assert!(concepts.is_sorted_by_key(|concept| concept.group), "{id}");
        }
    }
}
