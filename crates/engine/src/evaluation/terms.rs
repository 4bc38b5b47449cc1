//! What stands on the board, term by term: one walk for the value, for its
//! explanation and for tuning.

use rukh_rules::bits::CellSet;
use rukh_rules::shape::Shape;
use rukh_rules::{Cell, KindsByCell, PieceKind, Position, Rules, Side};

use super::layout::{MAX_GUARDS, MAX_KING_ATTACKERS, Term};
use super::{Evaluation, men_of_kinds};

/// Who wants to know the terms.
pub(crate) trait TermSink {
    /// A man stands on a cell.
    fn piece(&mut self, side: Side, kind: PieceKind, cell: Cell);
    /// The number at that place of the layout counts for a side so many times.
    fn add(&mut self, side: Side, place: usize, times: i32);
}

/// One side, as the terms see it.
struct SideAttacks<B> {
    side: Side,
    own: B,
    pawns: B,
    attacked: B,
    /// What pawns attack, to the left and to the right or one way and another.
    pawn_attacks: [B; 2],
}

impl Evaluation {
    /// Tells a sink every term of a position but the counters of the laws.
    #[inline(always)]
    pub(crate) fn visit_terms<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        sink: &mut impl TermSink,
    ) {
        let mut white = self.side_attacks(rules, position, Side::White);
        let mut black = self.side_attacks(rules, position, Side::Black);
        let kinds = position.kinds(rules, white.own | black.own);
        white.attacked |= self.visit_pieces(rules, position, &white, &black, &kinds, sink);
        black.attacked |= self.visit_pieces(rules, position, &black, &white, &kinds, sink);
        self.visit_structure(rules, position, &white, &black, &kinds, sink);
        self.visit_structure(rules, position, &black, &white, &kinds, sink);
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
        let mut half = SideAttacks {
            side,
            own: position.pieces_of_side(side),
            pawns: S::Set::EMPTY,
            attacked: S::Set::EMPTY,
            pawn_attacks: [S::Set::EMPTY; 2],
        };
        let plain = rules.pawn_attacks(position, side);
        if let Some((_, attacks)) = plain {
            half.pawn_attacks = attacks;
        }
        for &kind in &self.pawn_kinds {
            let men = position.pieces_of(rules, side, kind);
            half.pawns |= men;
            if plain.is_some_and(|(plain, _)| plain == kind) {
                continue;
            }
            for cell in men.cells() {
                let attacks = rules.attacks_of(position, side, kind, cell);
                // Cells attacked twice count twice, more often as twice.
                half.pawn_attacks[1] |= half.pawn_attacks[0] & attacks;
                half.pawn_attacks[0] |= attacks;
            }
        }
        half.attacked = half.pawn_attacks[0] | half.pawn_attacks[1];
        half
    }

    /// Men, where they stand, how far they reach and what they attack; comes
    /// back with all they attack.
    #[inline(always)]
    fn visit_pieces<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        own: &SideAttacks<S::Set>,
        enemy: &SideAttacks<S::Set>,
        kinds: &KindsByCell,
        sink: &mut impl TermSink,
    ) -> S::Set {
        let side = own.side;
        let zone = rules.king_zone(position, side.other());
        let open = !(own.own | enemy.pawn_attacks[0] | enemy.pawn_attacks[1]);
        let mut attacked = S::Set::EMPTY;
        let mut besiegers = 0;
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
                let siege = attacks & zone;
                if !siege.is_empty() {
                    besiegers += 1;
                    sink.add(side, self.layout.index(Term::KingAttack, kind.index()), siege.count() as i32);
                }
                self.visit_threats((side, kind), attacks & enemy.own, kinds, sink);
            }
        }
        if let Some(&kind) = self.pawn_kinds.first() {
            for attacks in own.pawn_attacks {
                let siege = attacks & zone;
                if !siege.is_empty() {
                    besiegers += 1;
                    sink.add(side, self.layout.index(Term::KingAttack, kind.index()), siege.count() as i32);
                }
                self.visit_threats((side, kind), attacks & enemy.own, kinds, sink);
            }
        }
        sink.add(side, self.layout.index(Term::KingAttackers, besiegers.min(MAX_KING_ATTACKERS - 1)), 1);
        attacked
    }

    #[inline(always)]
    fn visit_threats<B: CellSet>(
        &self,
        (side, kind): (Side, PieceKind),
        threatened: B,
        kinds: &KindsByCell,
        sink: &mut impl TermSink,
    ) {
        for cell in threatened.cells() {
            sink.add(side, self.layout.index_of_pair(Term::Threat, kind, kinds.on(cell)), 1);
        }
    }

    /// What needs both sides' attacks, pawns among each other, orbits, guards.
    #[inline(always)]
    fn visit_structure<S: Shape>(
        &self,
        rules: &Rules<S>,
        position: &Position<S>,
        own: &SideAttacks<S::Set>,
        enemy: &SideAttacks<S::Set>,
        kinds: &KindsByCell,
        sink: &mut impl TermSink,
    ) {
        let side = own.side;
        for cell in (own.own & enemy.attacked & !own.attacked).cells() {
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
        let men = enemy.own & !position.pieces_of(rules, side.other(), self.royal);
        for limited in &self.reach_classes.colour_bound {
            for cell in position.pieces_of(rules, side, limited.kind).cells() {
                let met = (limited.reachable::<S::Set>(cell) & men).count();
                sink.add(side, self.layout.index(Term::ReachClass, limited.kind.index()), met as i32);
            }
        }
        if let Some(counted) = &self.baring_guards {
            let left = men_of_kinds(rules, position, side, counted).count();
            sink.add(side, self.layout.index(Term::Guards, (left as usize).min(MAX_GUARDS - 1)), 1);
        }
    }

    #[inline(always)]
    fn rank_for(&self, side: Side, cell: Cell) -> usize {
        usize::from(self.ranks[side.index()][cell.index()])
    }
}
