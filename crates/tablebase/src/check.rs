//! Tables checked against the rules: what each position is worth by what its moves lead to.

use std::fmt;
use std::sync::Arc;

use rukh_rules::notation::dialect::Dialect;
use rukh_rules::notation::fen;
use rukh_rules::shape::Any;
use rukh_rules::{Rules, Ruleset};

use crate::chances::{self, Bounds, Chance, NOTHING};
use crate::expand::{Choice, CompiledRules, Expand, Layer, Node, compiled};
use crate::layout::Place;
use crate::retrograde::Distance;
use crate::table::{Table, Value, Values};
use crate::workers::{CHUNK, map};

/// How much of a table is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// Every number.
    Everywhere,
    /// About so many, evenly spread.
    Sample(usize),
}

/// A position of which a table says something else than its moves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Disagreement {
    /// The position; `None` for a number that stands for none, and should have no value.
    pub fen: Option<String>,
    /// What the table says.
    pub found: String,
    /// What follows from the moves and what the tables say of where they lead.
    pub expected: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Disagreement { fen, found, expected } = self;
        let fen = fen.as_deref().unwrap_or("a number without a position");
        write!(f, "{fen}: the table says {found}, its moves say {expected}")
    }
}

/// What a table says of a number, and what its moves say.
trait Equation: Value {
    /// What the table says.
    fn found(values: &Values, place: Place) -> Self;
    /// The solved layers above one.
    fn above(values: &Values, layer: usize) -> &[Vec<Self>];
    /// What reads the positions of a layer.
    fn expander<'a>(rules: &'a dyn CompiledRules, layer: Layer<'a, Self>) -> Box<dyn Expand<Self> + 'a>;
    /// What the choices say; `found` is of numbers of the same layer.
    fn expected(choices: &[Choice<Self>], faces: u64, found: impl Fn(u32) -> Self) -> Self;
    /// Whether there is no position.
    fn is_nothing(self) -> bool;
    /// Whether two values can be the same.
    fn agrees(self, other: Self) -> bool;
    fn text(self) -> String;
}

impl Equation for Distance {
    fn found(values: &Values, place: Place) -> Distance {
        Distance::read(values, place)
    }

    fn above(values: &Values, layer: usize) -> &[Vec<Distance>] {
        match values {
            Values::Distances(layers) => &layers[layer + 1..],
            Values::Chances { .. } => &[],
        }
    }

    fn expander<'a>(
        rules: &'a dyn CompiledRules,
        layer: Layer<'a, Distance>,
    ) -> Box<dyn Expand<Distance> + 'a> {
        rules.distances(layer)
    }

    fn expected(choices: &[Choice<Distance>], _: u64, found: impl Fn(u32) -> Distance) -> Distance {
        let inside = choices.iter().flat_map(|choice| &choice.inside).map(|number| found(*number));
        let outside = choices.iter().flat_map(|choice| &choice.outside).copied();
        let values: Vec<_> = inside.chain(outside).map(Distance::decided).collect();
        let plies = |wins: bool| {
            values.iter().flatten().filter(move |(won, _)| *won == wins).map(|(_, plies)| *plies)
        };
        match (plies(false).min(), plies(true).max()) {
            (Some(plies), _) => Distance::won(plies + 1),
            (None, Some(plies)) if values.iter().all(Option::is_some) => Distance::lost(plies + 1),
            _ => Distance::DRAWN,
        }
    }

    fn is_nothing(self) -> bool {
        self == Distance::NOTHING
    }

    fn agrees(self, other: Distance) -> bool {
        self == other
    }

    fn text(self) -> String {
        match self.decided() {
            Some((true, plies)) => format!("won in {plies} plies"),
            Some((false, plies)) => format!("lost in {plies} plies"),
            None if self.is_nothing() => "nothing".to_owned(),
            None => "drawn".to_owned(),
        }
    }
}

impl Equation for Chance {
    fn found(values: &Values, place: Place) -> Chance {
        match values {
            Values::Chances { scores, .. } if scores[place.index] == NOTHING => {
                Chance { bounds: Bounds::UNKNOWN, decided: NOTHING }
            }
            _ => Chance::read(values, place),
        }
    }

    fn above(_: &Values, _: usize) -> &[Vec<Chance>] {
        &[]
    }

    fn expander<'a>(rules: &'a dyn CompiledRules, layer: Layer<'a, Chance>) -> Box<dyn Expand<Chance> + 'a> {
        rules.chances(layer)
    }

    fn expected(choices: &[Choice<Chance>], faces: u64, found: impl Fn(u32) -> Chance) -> Chance {
        Chance { bounds: chances::bounds_of(choices, faces, |number| found(number).bounds), decided: 0 }
    }

    fn is_nothing(self) -> bool {
        self.decided == NOTHING
    }

    fn agrees(self, other: Chance) -> bool {
        self.bounds.meets(other.bounds)
    }

    fn text(self) -> String {
        match self.is_nothing() {
            true => "nothing".to_owned(),
            false => {
                let points = |parts: u32| f64::from(parts) / f64::from(Bounds::WHOLE);
                format!("{:.7} ± {:.7} points", points(self.bounds.middle()), points(self.bounds.gap()) / 2.0)
            }
        }
    }
}

/// A check of one table, by those of what its material may become.
pub(crate) struct Check<'a> {
    pub(crate) ruleset: &'a Arc<Ruleset>,
    pub(crate) table: &'a Table,
    pub(crate) smaller: &'a [Arc<Table>],
    pub(crate) extent: Extent,
    pub(crate) threads: usize,
}

impl Check<'_> {
    /// How many positions were checked, or the first that is wrong.
    pub(crate) fn run(&self) -> Result<u64, Disagreement> {
        match self.table.values() {
            Values::Distances(_) => self.check::<Distance>(),
            Values::Chances { .. } => self.check::<Chance>(),
        }
    }

    fn check<V: Equation>(&self) -> Result<u64, Disagreement> {
        let rules = compiled(self.ruleset);
        let (layers, len) = (self.table.layout().layers(), self.table.layout().len());
        let step = match self.extent {
            Extent::Everywhere => 1,
            // Odd, so that it meets every cell of a board with an even number of them.
            Extent::Sample(count) => (layers * len / count.max(1)).max(1) | 1,
        };
        let chunks =
            (0..layers).flat_map(|layer| (0..len).step_by(step * CHUNK).map(move |start| (layer, start)));
        let work = |(layer, start): (usize, usize)| {
            let (layout, above) = (self.table.layout(), V::above(self.table.values(), layer));
            let read = Layer { layout, smaller: self.smaller, number: layer, above };
            let mut expander = V::expander(&*rules, read);
            // Each layer begins elsewhere.
            let numbers = (start + layer % step..len.min(start + step * CHUNK)).step_by(step);
            numbers
                .map(|index| self.check_number(&mut *expander, Place { layer, index }))
                .sum::<Result<u64, _>>()
        };
        map(self.threads, chunks, work).into_iter().sum()
    }

    /// 1 if there is a position.
    fn check_number<V: Equation>(
        &self,
        expander: &mut dyn Expand<V>,
        place: Place,
    ) -> Result<u64, Disagreement> {
        let values = self.table.values();
        let found = V::found(values, place);
        let faces = self.ruleset.faces().max(1).into();
        let expected = match expander.read(place.index) {
            Node::Nothing => None,
            Node::Over(value) => Some(value),
            Node::Open => {
                let inside = |index: u32| V::found(values, Place { index: index as usize, ..place });
                Some(V::expected(expander.choices(), faces, inside))
            }
        };
        match expected {
            None if found.is_nothing() => Ok(0),
            Some(expected) if !found.is_nothing() && found.agrees(expected) => Ok(1),
            expected => Err(Disagreement {
                fen: expected.and_then(|_| self.fen(place)),
                found: found.text(),
                expected: expected.map_or_else(|| "nothing".to_owned(), V::text),
            }),
        }
    }

    fn fen(&self, place: Place) -> Option<String> {
        let rules = Rules::<Any>::compile(self.ruleset.clone());
        let mut setup = self.table.layout().setup();
        self.table.layout().fill(place, &mut setup)?;
        Some(fen::format(&rules, &setup.check(&rules).ok()?, Dialect::Own))
    }
}

#[cfg(test)]
mod tests {
    use super::{Extent, Values};
    use crate::retrograde::Distance;
    use crate::tables::Tables;
    use rukh_rules::{Material, Ruleset};
    use std::sync::Arc;

    fn tables(name: &str) -> (Tables, Material) {
        let ruleset = Arc::new(Ruleset::named(name).expect("a built-in ruleset"));
        let material = Material::parse(&ruleset, "KRvK").expect("a material");
        (Tables::new(ruleset), material)
    }

    #[test]
    fn verify_solved_tables_agree_with_their_moves_everywhere() {
        for name in ["shatranj[bare=ignored]", "oblong-dice-cazaux"] {
            let (tables, material) = tables(name);
            let checked = tables.verify(&material, Extent::Everywhere).expect("it can be solved");
            assert!(checked.expect("it is right") > 40_000, "{name}");
            let sampled = tables.verify(&material, Extent::Sample(1000)).expect("it can be solved");
            assert!((100..1100).contains(&sampled.expect("it is right")), "{name}");
        }
    }

    #[test]
    fn verify_a_wrong_value_is_found() {
        for name in ["shatranj[bare=ignored]", "oblong-dice"] {
            let (tables, material) = tables(name);
            let mut table = tables.solve(&material).expect("it can be solved");
            let other = Tables::new(tables.ruleset().clone());
            drop(tables);
            let own = Arc::get_mut(&mut table).expect("nobody else has it");
            match own.values_mut() {
                Values::Distances(layers) => {
                    let wrong = layers[0].iter_mut().find(|value| **value == Distance::won(9));
                    *wrong.expect("there is such a one") = Distance::won(7);
                }
                Values::Chances { scores, gap, .. } => {
                    let wrong = scores.iter_mut().find(|score| **score > 1 << 29 && **score < 1 << 30);
                    *wrong.expect("there is such a one") += 8 * *gap;
                }
            }
            other.insert(Arc::into_inner(table).expect("nobody else has it"));
            let checked = other.verify(&material, Extent::Everywhere).expect("it can be solved");
            let wrong = checked.expect_err("one value is wrong");
            assert!(wrong.fen.is_some() && wrong.found != wrong.expected, "{wrong}");
        }
    }
}
