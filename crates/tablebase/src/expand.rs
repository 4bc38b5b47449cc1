//! What may follow a position, with what is known of it already.

use std::sync::Arc;

use rukh_rules::shape::{Any, Shape, ShapeTask};
use rukh_rules::{Move, Outcome, Phase, PieceKindSet, Position, Rules, Ruleset, Setup, Side};

use crate::chances::Chance;
use crate::directory::Directory;
use crate::layout::{Layout, Place, Sides};
use crate::retrograde::Distance;
use crate::table::{Table, Value};

/// What may follow a position by one throw, or by several that allow the same.
#[derive(Debug)]
pub(crate) struct Choice<V> {
    /// How many faces allow this; 1 without a die.
    pub(crate) weight: u32,
    /// Numbers in the same layer.
    pub(crate) inside: Vec<u32>,
    /// What is known of the others, for their side to move.
    pub(crate) outside: Vec<V>,
}

/// A number of a layer.
pub(crate) enum Node<V> {
    /// No position.
    Nothing,
    /// The game is over: the value for the side to move.
    Over(V),
    /// The choices are in [`Expand::choices`].
    Open,
}

/// What positions are read from: a layer of a material.
#[derive(Clone, Copy)]
pub(crate) struct Layer<'a, V> {
    pub(crate) layout: &'a Layout,
    /// The tables of what the material may become.
    pub(crate) smaller: &'a [Arc<Table>],
    pub(crate) number: usize,
    /// The solved layers above this one, the next first.
    pub(crate) above: &'a [Vec<V>],
}

/// Reads a layer's positions and what follows them, one after another.
pub(crate) trait Expand<V> {
    /// Reads a number of the layer.
    fn read(&mut self, index: usize) -> Node<V>;
    /// The choices of the position last read.
    fn choices(&self) -> &[Choice<V>];
}

/// Rules in the shape that fits them. What reads positions is compiled for each shape; what solves and checks, for
/// none.
pub(crate) trait CompiledRules: Sync {
    /// Reads distances.
    fn distances<'a>(&'a self, layer: Layer<'a, Distance>) -> Box<dyn Expand<Distance> + 'a>;
    /// Reads chances.
    fn chances<'a>(&'a self, layer: Layer<'a, Chance>) -> Box<dyn Expand<Chance> + 'a>;
}

impl<S: Shape> CompiledRules for Rules<S> {
    fn distances<'a>(&'a self, layer: Layer<'a, Distance>) -> Box<dyn Expand<Distance> + 'a> {
        Box::new(Expander::new(self, layer))
    }

    fn chances<'a>(&'a self, layer: Layer<'a, Chance>) -> Box<dyn Expand<Chance> + 'a> {
        Box::new(Expander::new(self, layer))
    }
}

/// Compiles a ruleset for the shape that fits it.
pub(crate) fn compiled(ruleset: &Arc<Ruleset>) -> Box<dyn CompiledRules> {
    struct Task(Arc<Ruleset>);
    impl ShapeTask for Task {
        type Output = Box<dyn CompiledRules>;
        fn run<S: Shape>(self) -> Self::Output {
            Box::new(Rules::<S>::compile(self.0))
        }
    }
    Rules::<Any>::fit(ruleset).run(Task(ruleset.clone()))
}

struct Expander<'a, S: Shape, V: Value> {
    rules: &'a Rules<S>,
    layer: Layer<'a, V>,
    smaller: Directory<Arc<Table>>,
    setup: Setup,
    moves: Vec<Move>,
    faces: Vec<(u8, u32)>,
    choices: Vec<Choice<V>>,
    used: usize,
}

impl<'a, S: Shape, V: Value> Expander<'a, S, V> {
    fn new(rules: &'a Rules<S>, layer: Layer<'a, V>) -> Expander<'a, S, V> {
        let mut directory = Directory::new(rules.ruleset());
        layer.smaller.iter().for_each(|table| directory.add(table.layout(), table));
        Expander {
            smaller: directory,
            setup: layer.layout.setup(),
            faces: faces(rules.ruleset(), layer.layout),
            moves: Vec::new(),
            choices: Vec::new(),
            used: 0,
            rules,
            layer,
        }
    }

    fn add_choice(&mut self, position: &Position<S>, weight: u32) {
        let mut moves = std::mem::take(&mut self.moves);
        self.rules.legal_moves_into(position, &mut moves);
        if self.used == self.choices.len() {
            self.choices.push(Choice { weight, inside: Vec::new(), outside: Vec::new() });
        }
        let emptied = Choice { weight, inside: Vec::new(), outside: Vec::new() };
        let mut choice = std::mem::replace(&mut self.choices[self.used], emptied);
        choice.weight = weight;
        choice.inside.clear();
        choice.outside.clear();
        for mv in &moves {
            self.add_move(position, *mv, &mut choice);
        }
        self.choices[self.used] = choice;
        self.used += 1;
        self.moves = moves;
    }

    fn add_move(&self, position: &Position<S>, mv: Move, choice: &mut Choice<V>) {
        let (rules, Layer { layout, number, above, .. }) = (self.rules, self.layer);
        let next = rules.play(position, mv);
        if next.phase() != Phase::Turns {
            return choice.outside.push(self.over(&next));
        }
        if mv.promotion().is_none() && !rules.is_capture(position, mv) {
            match layout.place(rules, &next, Sides::AsNamed) {
                Some(place) if place.layer == number => choice.inside.push(place.index as u32),
                Some(place) => choice.outside.push(above[place.layer - number - 1][place.index]),
                None => choice.outside.push(self.over(&next)),
            }
            return;
        }
        choice.outside.push(match self.smaller.find(rules, &next) {
            Some((table, sides)) => {
                let value: V = table.value(rules, &next, sides);
                let begins_count = table.layout().is_bare() && !layout.is_bare();
                value.within(rules.ruleset().bare_king_limit().filter(|_| begins_count).map(plies))
            }
            None => self.over(&next),
        });
    }

    fn over(&self, position: &Position<S>) -> V {
        let outcome = self.rules.outcome(position).expect("a position without a table is the end of a game");
        over(outcome, position.turn())
    }
}

impl<S: Shape, V: Value> Expand<V> for Expander<'_, S, V> {
    fn read(&mut self, index: usize) -> Node<V> {
        let place = Place { layer: self.layer.number, index };
        if self.layer.layout.fill(place, &mut self.setup).is_none() {
            return Node::Nothing;
        }
        let Ok(position) = self.setup.check(self.rules) else { return Node::Nothing };
        if let Some(outcome) = self.rules.outcome(&position) {
            return Node::Over(over(outcome, position.turn()));
        }
        self.used = 0;
        for number in 0..self.faces.len() {
            let (face, weight) = self.faces[number];
            let thrown = if face == 0 { position } else { self.rules.throw(&position, face) };
            self.add_choice(&thrown, weight);
        }
        Node::Open
    }

    fn choices(&self) -> &[Choice<V>] {
        &self.choices[..self.used]
    }
}

/// Plies of as many moves of both sides.
pub(crate) fn plies(moves: u8) -> u16 {
    2 * u16::from(moves)
}

/// The value of an end for the side to move.
pub(crate) fn over<V: Value>(outcome: Outcome, turn: Side) -> V {
    V::over(outcome.winner.map(|winner| winner == turn))
}

/// The faces whose moves differ and how many they stand for; 0 without a die.
pub(crate) fn faces(ruleset: &Ruleset, layout: &Layout) -> Vec<(u8, u32)> {
    if !ruleset.has_die() {
        return vec![(0, 1)];
    }
    let own = crate::layout::kinds_of(layout.material());
    let mut found: Vec<(PieceKindSet, u8, u32)> = Vec::new();
    for face in 1..=ruleset.faces() {
        let moving = ruleset.pieces_of_face(face).iter().filter(|kind| own.has(*kind)).collect();
        match found.iter_mut().find(|(kinds, ..)| *kinds == moving) {
            Some((.., weight)) => *weight += 1,
            None => found.push((moving, face, 1)),
        }
    }
    found.into_iter().map(|(_, face, weight)| (face, weight)).collect()
}
