//! The terms of a position, visited once for the value, its explanation and tuning.

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, KindsByCell, PieceKind, Position, Rules, Side};

use super::layout::{MAX_GUARDS, MAX_KING_ATTACKERS, Term};
use super::linear::LinearEvaluator;
use crate::pieces::pieces_of_kinds;

/// Receiver of the terms of a position.
pub(crate) trait TermSink {
    /// A piece stands on a cell: its material and piece-square terms.
    fn piece(&mut self, side: Side, kind: PieceKind, cell: Cell);
    /// The weight at an index of the layout counts `times` times for a side.
    fn add(&mut self, side: Side, index: usize, times: i32);
}

/// Pieces and attacks of one side.
struct SideAttacks<B> {
    side: Side,
    pieces: B,
    pawns: B,
    attacked: B,
    /// Cells attacked by pawns: those to the left and to the right, or those attacked once and twice.
    pawn_attacks: [B; 2],
}

/// Both sides, from the point of view of one.
struct Opponents<'a, B> {
    own: &'a SideAttacks<B>,
    enemy: &'a SideAttacks<B>,
    /// Kinds of all pieces, by cell.
    kinds: &'a KindsByCell,
}

/// Pieces of one kind that attack.
#[derive(Clone, Copy)]
struct Attacker {
    side: Side,
    kind: PieceKind,
}

impl LinearEvaluator {
    /// Visits every term of a position, without the counters of the laws.
    #[inline(always)]
    pub(crate) fn visit_terms<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        sink: &mut impl TermSink,
    ) {
        let mut white = self.side_attacks(rules, position, Side::White);
        let mut black = self.side_attacks(rules, position, Side::Black);
        let kinds = position.kinds(rules, white.pieces | black.pieces);
        let kinds = &kinds;
        white.attacked |=
            self.visit_pieces(rules, position, Opponents { own: &white, enemy: &black, kinds }, sink);
        black.attacked |=
            self.visit_pieces(rules, position, Opponents { own: &black, enemy: &white, kinds }, sink);
        self.visit_structure(rules, position, Opponents { own: &white, enemy: &black, kinds }, sink);
        self.visit_structure(rules, position, Opponents { own: &black, enemy: &white, kinds }, sink);
        sink.add(position.turn(), self.layout.index(Term::Tempo, 0), 1);
    }

    /// The side's pawns and what they attack.
    #[inline(always)]
    fn side_attacks<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        side: Side,
    ) -> SideAttacks<S::Set> {
        let mut attacks_of_side = SideAttacks {
            side,
            pieces: position.pieces_of_side(side),
            pawns: S::Set::EMPTY,
            attacked: S::Set::EMPTY,
            pawn_attacks: [S::Set::EMPTY; 2],
        };
        let shifted = rules.pawn_attacks(position, side);
        if let Some((_, attacks)) = shifted {
            attacks_of_side.pawn_attacks = attacks;
        }
        for &kind in &self.pawn_kinds {
            let pawns = position.pieces_of(rules, side, kind);
            attacks_of_side.pawns |= pawns;
            if shifted.is_some_and(|(shifted, _)| shifted == kind) {
                continue;
            }
            for cell in pawns.cells() {
                let attacks = rules.attacks_of(position, side, kind, cell);
                // Cells attacked more than twice count as attacked twice.
                attacks_of_side.pawn_attacks[1] |= attacks_of_side.pawn_attacks[0] & attacks;
                attacks_of_side.pawn_attacks[0] |= attacks;
            }
        }
        attacks_of_side.attacked = attacks_of_side.pawn_attacks[0] | attacks_of_side.pawn_attacks[1];
        attacks_of_side
    }

    /// Visits material, piece squares, mobility, king attack and threats. Returns the cells attacked.
    #[inline(always)]
    fn visit_pieces<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        sides: Opponents<'_, S::Set>,
        sink: &mut impl TermSink,
    ) -> S::Set {
        let Opponents { own, enemy, kinds } = sides;
        let side = own.side;
        let zone = rules.king_zone(position, side.other());
        let open = !(own.pieces | enemy.pawn_attacks[0] | enemy.pawn_attacks[1]);
        let mut attacked = S::Set::EMPTY;
        let mut king_attackers = 0;
        for &kind in &self.pawn_kinds {
            for cell in position.pieces_of(rules, side, kind).cells() {
                sink.piece(side, kind, cell);
            }
        }
        for &kind in &self.piece_kinds {
            for cell in position.pieces_of(rules, side, kind).cells() {
                sink.piece(side, kind, cell);
                let attacks = rules.attacks_of(position, side, kind, cell);
                attacked |= attacks;
                sink.add(side, self.layout.index_of_mobility(kind, (attacks & open).count()), 1);
                let at_king = attacks & zone;
                if !at_king.is_empty() {
                    king_attackers += 1;
                    sink.add(side, self.layout.index(Term::KingAttack, kind.index()), at_king.count() as i32);
                }
                self.visit_threats(Attacker { side, kind }, attacks & enemy.pieces, kinds, sink);
            }
        }
        if let Some(&kind) = self.pawn_kinds.first() {
            for attacks in own.pawn_attacks {
                let at_king = attacks & zone;
                if !at_king.is_empty() {
                    king_attackers += 1;
                    sink.add(side, self.layout.index(Term::KingAttack, kind.index()), at_king.count() as i32);
                }
                self.visit_threats(Attacker { side, kind }, attacks & enemy.pieces, kinds, sink);
            }
        }
        sink.add(side, self.layout.index(Term::KingAttackers, king_attackers.min(MAX_KING_ATTACKERS - 1)), 1);
        attacked
    }

    #[inline(always)]
    fn visit_threats<B: CellSet>(
        &self,
        attacker: Attacker,
        threatened: B,
        kinds: &KindsByCell,
        sink: &mut impl TermSink,
    ) {
        for cell in threatened.cells() {
            let index = self.layout.index_of_pair(Term::Threat, attacker.kind, kinds.on(cell));
            sink.add(attacker.side, index, 1);
        }
    }

    /// Visits hanging pieces, pawn structure, reach classes and guards.
    #[inline(always)]
    fn visit_structure<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        sides: Opponents<'_, S::Set>,
        sink: &mut impl TermSink,
    ) {
        let Opponents { own, enemy, kinds } = sides;
        let side = own.side;
        for cell in (own.pieces & enemy.attacked & !own.attacked).cells() {
            sink.add(side, self.layout.index(Term::Hanging, kinds.on(cell).index()), 1);
        }
        for cell in rules.passed(own.pawns, enemy.pawns, side).cells() {
            sink.add(side, self.layout.index(Term::Passed, self.rank_for(side, cell)), 1);
        }
        for cell in (own.pawns & (own.pawn_attacks[0] | own.pawn_attacks[1])).cells() {
            sink.add(side, self.layout.index(Term::Protected, self.rank_for(side, cell)), 1);
        }
        let isolated = rules.isolated(own.pawns).count();
        sink.add(side, self.layout.index(Term::Isolated, 0), isolated as i32);
        let targets = enemy.pieces & !position.pieces_of(rules, side.other(), self.royal);
        for bound in &self.reach_classes.colour_bound {
            for cell in position.pieces_of(rules, side, bound.kind).cells() {
                let reachable = (bound.reachable::<S::Set>(cell) & targets).count();
                sink.add(side, self.layout.index(Term::ReachClass, bound.kind.index()), reachable as i32);
            }
        }
        if let Some(counted) = &self.baring_guards {
            let guards = pieces_of_kinds(rules, position, side, counted).count();
            sink.add(side, self.layout.index(Term::Guards, (guards as usize).min(MAX_GUARDS - 1)), 1);
        }
    }

    #[inline(always)]
    fn rank_for(&self, side: Side, cell: Cell) -> usize {
        usize::from(self.ranks[side.index()][cell.index()])
    }
}
