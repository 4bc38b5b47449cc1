//! Which numbers an evaluation is made of, in which order.

use rukh_rules::ruleset::Ruleset;
use rukh_rules::{Cell, Geometry, Kind, KindSet, Side};

/// Cells a man may reach that are told apart; more count as the last.
pub(crate) const REACHES: usize = 28;
/// Men that keep a king from being bare that are told apart.
pub(crate) const GUARDS: usize = 8;
/// Enemies at the king that are told apart.
pub(crate) const SIEGES: usize = 8;

/// A kind of term.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Term {
    /// A man, by kind.
    Material,
    /// Where it stands, by kind and cell; left and right alike.
    Place,
    /// How many cells it reaches, by kind and number.
    Mobility,
    /// Cells around the enemy's king it attacks, by kind.
    Siege,
    /// How many men attack around the enemy's king, by number.
    Besiegers,
    /// An enemy man it attacks, by its kind and the other's.
    Threat,
    /// An own man that is attacked and not guarded, by kind.
    Loose,
    /// A pawn that no enemy pawn can stop or take any more, by rank.
    Passed,
    /// A pawn that another guards, by rank.
    Guarded,
    /// A pawn without another on the files beside it.
    Isolated,
    /// Enemy men on the cells a man can ever get to, where it cannot get to all.
    Orbit,
    /// Men left that keep the king from being bare, by number.
    Guards,
    /// To be on move.
    Turn,
}

impl Term {
    /// Every term, as their numbers lie one behind the other.
    pub(crate) const ALL: [Term; 13] = [
        Term::Material,
        Term::Place,
        Term::Mobility,
        Term::Siege,
        Term::Besiegers,
        Term::Threat,
        Term::Loose,
        Term::Passed,
        Term::Guarded,
        Term::Isolated,
        Term::Orbit,
        Term::Guards,
        Term::Turn,
    ];

    /// Its name in files and to users.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::Place => "place",
            Term::Mobility => "mobility",
            Term::Siege => "siege",
            Term::Besiegers => "besiegers",
            Term::Threat => "threats",
            Term::Loose => "loose men",
            Term::Passed => "passed pawns",
            Term::Guarded => "guarded pawns",
            Term::Isolated => "isolated pawns",
            Term::Orbit => "orbits",
            Term::Guards => "guards against baring",
            Term::Turn => "the move",
        }
    }
}

/// Where each number lies.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Layout {
    geometry: Geometry,
    kinds: usize,
    pub(crate) pawns: KindSet,
    starts: [usize; Term::ALL.len() + 1],
}

impl Layout {
    pub(crate) fn new(ruleset: &Ruleset) -> Layout {
        let (geometry, kinds) = (ruleset.geometry, ruleset.men.len());
        let ranks = usize::from(geometry.ranks());
        let half = usize::from(geometry.files()).div_ceil(2);
        let count = |term: Term| match term {
            Term::Material | Term::Siege | Term::Loose | Term::Orbit => kinds,
            Term::Place => kinds * half * ranks,
            Term::Mobility => kinds * REACHES,
            Term::Besiegers => SIEGES,
            Term::Threat => kinds * kinds,
            Term::Passed | Term::Guarded => ranks,
            Term::Isolated | Term::Turn => 1,
            Term::Guards => GUARDS,
        };
        let mut starts = [0; Term::ALL.len() + 1];
        for (index, term) in Term::ALL.into_iter().enumerate() {
            starts[index + 1] = starts[index] + count(term);
        }
        Layout { geometry, kinds, pawns: ruleset.pawns, starts }
    }

    /// How many numbers there are.
    pub(crate) fn len(&self) -> usize {
        self.starts[Term::ALL.len()]
    }

    /// Where the numbers of a term lie.
    pub(crate) fn range(&self, term: Term) -> std::ops::Range<usize> {
        self.starts[term as usize]..self.starts[term as usize + 1]
    }

    /// The place of a number of a term.
    #[inline(always)]
    pub(crate) fn at(&self, term: Term, index: usize) -> usize {
        self.starts[term as usize] + index
    }

    /// The place of a number of a term that goes by two things.
    #[inline(always)]
    pub(crate) fn of_kinds(&self, term: Term, kind: Kind, other: Kind) -> usize {
        self.at(term, kind.index() * self.kinds + other.index())
    }

    #[inline(always)]
    pub(crate) fn of_reach(&self, kind: Kind, reach: u32) -> usize {
        self.at(Term::Mobility, kind.index() * REACHES + (reach as usize).min(REACHES - 1))
    }

    /// The place of a man's cell, seen from its side, left and right alike.
    pub(crate) fn of_cell(&self, kind: Kind, cell: Cell, side: Side) -> usize {
        let files = usize::from(self.geometry.files());
        let half = files.div_ceil(2);
        let file = usize::from(self.geometry.file(cell));
        let file = file.min(files - 1 - file);
        let rank = usize::from(self.geometry.rank_for(cell, side));
        let ranks = usize::from(self.geometry.ranks());
        self.at(Term::Place, (kind.index() * ranks + rank) * half + file)
    }
}
