//! What stands on the board, term by term: one walk for the value, for its
//! explanation and for tuning.

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, Kind, Position, Rules, Side};

use super::Evaluation;
use super::layout::{GUARDS, SIEGES, Term};
use super::orbit::{CLASSES, LIMITED};

/// Who wants to know the terms.
pub(crate) trait Sink {
    /// A man stands on a cell.
    fn man(&mut self, side: Side, kind: Kind, cell: Cell);
    /// The number at that place of the layout counts for a side so many times.
    fn add(&mut self, side: Side, place: usize, times: i32);
}

/// The most files a board has.
const FILES: usize = rukh_rules::geometry::MAX_LENGTH as usize;

/// One side, as the terms see it.
struct Half<B> {
    own: B,
    attacked: B,
    by_pawns: B,
    /// By file, the number of pawns and the farthest rank of one, from 1, seen from the other side.
    pawns: [u8; FILES],
    farthest: [u8; FILES],
    /// Men but the royal one, by kind of limited man and class of cells.
    classes: [[u8; CLASSES]; LIMITED],
}

impl Evaluation {
    /// Tells a sink every term of a position but the counters of the laws.
    #[inline(always)]
    pub(crate) fn walk<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, sink: &mut impl Sink) {
        let mut halves = Side::BOTH.map(|side| self.half(rules, position, side));
        for side in Side::BOTH {
            let shut = halves[side.other().index()].by_pawns;
            self.walk_men(rules, position, side, shut, &mut halves[side.index()], sink);
        }
        for side in Side::BOTH {
            let (own, enemy) = (&halves[side.index()], &halves[side.other().index()]);
            self.walk_pawns(rules, position, side, (own, enemy), sink);
            for cell in (own.own & enemy.attacked & !own.attacked).cells() {
                if let Some((_, kind)) = position.man_at(rules, cell) {
                    sink.add(side, self.layout.at(Term::Loose, kind.index()), 1);
                }
            }
            for (number, limited) in self.orbits.limited.iter().enumerate() {
                for cell in position.men_of(rules, side, limited.kind).cells() {
                    let met = enemy.classes[number][limited.class(cell)];
                    sink.add(side, self.layout.at(Term::Orbit, limited.kind.index()), i32::from(met));
                }
            }
            if let Some(counted) = &self.counted {
                let left: u32 = counted.iter().map(|kind| position.men_of(rules, side, *kind).count()).sum();
                sink.add(side, self.layout.at(Term::Guards, (left as usize).min(GUARDS - 1)), 1);
            }
        }
        sink.add(position.turn(), self.layout.at(Term::Turn, 0), 1);
    }

    /// The side's pawns and what they attack.
    #[inline(always)]
    fn half<S: Shape>(&self, rules: &Rules<S>, position: &Position<S>, side: Side) -> Half<S::Set> {
        let mut half = Half {
            own: position.men_of_side(side),
            attacked: S::Set::EMPTY,
            by_pawns: S::Set::EMPTY,
            pawns: [0; FILES],
            farthest: [0; FILES],
            classes: [[0; CLASSES]; LIMITED],
        };
        for &kind in &self.pawn_kinds {
            for cell in position.men_of(rules, side, kind).cells() {
                half.by_pawns |= rules.attacks_of(position, side, kind, cell);
                let file = usize::from(self.geometry.file(cell));
                half.pawns[file] += 1;
                let rank = self.geometry.rank_for(cell, side.other()) + 1;
                half.farthest[file] = half.farthest[file].max(rank);
            }
        }
        half.attacked = half.by_pawns;
        half
    }

    #[inline(always)]
    fn walk_men<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
        shut: S::Set,
        half: &mut Half<S::Set>,
        sink: &mut impl Sink,
    ) {
        let enemies = position.men_of_side(side.other());
        let zone = rules.king_zone(position, side.other());
        let mut besiegers = 0;
        for &kind in &self.kinds {
            let is_pawn = self.pawn_kinds.contains(&kind);
            for cell in position.men_of(rules, side, kind).cells() {
                sink.man(side, kind, cell);
                if kind != self.royal {
                    for (number, limited) in self.orbits.limited.iter().enumerate() {
                        half.classes[number][limited.class(cell)] += 1;
                    }
                }
                let attacks = rules.attacks_of(position, side, kind, cell);
                half.attacked |= attacks;
                if !is_pawn {
                    let free = attacks & !half.own & !shut;
                    sink.add(side, self.layout.of_reach(kind, free.count()), 1);
                }
                let siege = (attacks & zone).count();
                if siege > 0 {
                    besiegers += 1;
                    sink.add(side, self.layout.at(Term::Siege, kind.index()), siege as i32);
                }
                for victim in (attacks & enemies).cells() {
                    if let Some((_, other)) = position.man_at(rules, victim) {
                        sink.add(side, self.layout.of_kinds(Term::Threat, kind, other), 1);
                    }
                }
            }
        }
        sink.add(side, self.layout.at(Term::Besiegers, besiegers.min(SIEGES - 1)), 1);
    }

    #[inline(always)]
    fn walk_pawns<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
        (own, enemy): (&Half<S::Set>, &Half<S::Set>),
        sink: &mut impl Sink,
    ) {
        let files = usize::from(self.geometry.files());
        for &kind in &self.pawn_kinds {
            let pawns = position.men_of(rules, side, kind);
            for cell in pawns.cells() {
                let file = usize::from(self.geometry.file(cell));
                let rank = self.geometry.rank_for(cell, side);
                let (left, right) = (file.saturating_sub(1), (file + 1).min(files - 1));
                if (left..=right).all(|file| enemy.farthest[file] <= rank + 1) {
                    sink.add(side, self.layout.at(Term::Passed, usize::from(rank)), 1);
                }
                if (left..=right).all(|beside| beside == file || own.pawns[beside] == 0) {
                    sink.add(side, self.layout.at(Term::Isolated, 0), 1);
                }
            }
            for cell in (pawns & own.by_pawns).cells() {
                let rank = usize::from(self.geometry.rank_for(cell, side));
                sink.add(side, self.layout.at(Term::Guarded, rank), 1);
            }
        }
    }
}
