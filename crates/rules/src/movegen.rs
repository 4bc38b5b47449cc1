//! Move generation: legal by computation, one source for every ruleset.
//!
//! A side's pieces may go where their tables say, cut down by three sets: the
//! check mask (cells that end every check), the pins (pieces that alone stand on
//! an attacker's path, and where they may go), and for the king the cells not
//! attacked once it has left. Paths are looked up as the attacker goes them,
//! so bent riders need no geometry. Only en passant and castling are tried out.
//! A second generator, which tries every move out, stands in the tests of this crate.

mod danger;
mod reach;
mod sink;

pub use danger::CheckInfo;
pub(crate) use danger::{KingDanger, Pins};
pub use reach::ZonePressure;
use sink::CountingSink;
pub(crate) use sink::{MoveContext, MoveSink, MoveVisitor, VisitingSink, before};

use crate::bits::CellSet;
use crate::dimensions::Dimensions;
use crate::geometry::{Cell, Side};
use crate::law::CastlingPhase;
use crate::law::pawn_step::compiled::LongStepEnd;
use crate::movement::Mode;
use crate::moves::Move;
use crate::position::{Phase, Position};
use crate::rules::{Line, PAWN, ROYAL, Rules};

impl<S: Dimensions> Rules<S> {
    /// Cells a line attacks with this occupation.
    #[inline(always)]
    fn line_attacks(line: &Line<S::Set>, occupied: S::Set) -> S::Set {
        line.mask & S::Set::span(occupied & line.below, occupied & line.above)
    }

    /// What a rider attacks along lines that are the same for moving and taking,
    /// written out for the numbers of lines there are.
    #[inline(always)]
    fn slider_attacks(&self, side: Side, slot: usize, from: Cell, occupied: S::Set) -> S::Set {
        let span = self.moves.line_span[side.index()][slot];
        let size = 3 * S::Set::WORDS;
        let per_cell = if S::LINES > 0 { S::LINES } else { span.per_cell };
        let start = span.start + from.index() * size * per_cell;
        match per_cell {
            0 => S::Set::EMPTY,
            2 => S::Set::sweep::<2>(self.moves.packed_lines.run(start, 2 * size), occupied),
            4 => S::Set::sweep::<4>(self.moves.packed_lines.run(start, 4 * size), occupied),
            8 => S::Set::sweep::<8>(self.moves.packed_lines.run(start, 8 * size), occupied),
            many => self.packed_slider_attacks(start, many / 8, occupied),
        }
    }

    #[cold]
    fn packed_slider_attacks(&self, start: usize, eights: usize, occupied: S::Set) -> S::Set {
        let size = 8 * 3 * S::Set::WORDS;
        let packed = self.moves.packed_lines.run(start, eights * size);
        let eights = packed.chunks(size).map(|eight| S::Set::sweep::<8>(eight, occupied));
        eights.fold(S::Set::EMPTY, |attacked, eight| attacked | eight)
    }

    #[inline(always)]
    fn lines_of(&self, side: Side, slot: usize, from: Cell) -> &[Line<S::Set>] {
        let span = self.moves.line_span[side.index()][slot];
        let start = span.start + from.index() * span.per_cell;
        self.moves.lines.run(start, span.per_cell)
    }

    /// Where a rider may go: quiet moves and captures.
    #[inline(always)]
    fn rider_targets(
        &self,
        side: Side,
        slot: usize,
        from: Cell,
        occupied: S::Set,
        enemies: S::Set,
    ) -> S::Set {
        if !S::GENERAL {
            return self.slider_attacks(side, slot, from, occupied);
        }
        let lines = self.lines_of(side, slot, from);
        let allowed = |mode| match mode {
            Mode::Both => S::Set::FULL,
            Mode::Quiet => !occupied,
            Mode::Capture => enemies,
        };
        let mut targets = S::Set::EMPTY;
        for line in lines {
            targets |= Self::line_attacks(line, occupied) & allowed(line.mode);
        }
        if self.moves.has_bent_paths {
            for hop in &self.moves.bent_paths[self.moves.at(side, slot, from)] {
                if !hop.path.meets(occupied) {
                    targets |= S::Set::of(hop.to) & allowed(hop.mode);
                }
            }
        }
        for hop in self.moves.hurdle_paths_of(side, slot, from) {
            if hop.is_open(occupied) {
                targets |= S::Set::of(hop.to) & allowed(hop.mode);
            }
        }
        targets | self.leaper_targets(side, slot, from, occupied, enemies)
    }

    /// From where a piece of that slot and side attacks the cell, if a rider blockers aside.
    #[inline(always)]
    pub(crate) fn attackers_from(&self, side: Side, slot: usize, cell: Cell) -> S::Set {
        *self.moves.reach_sets.at(self.moves.at_attackers(side, slot, cell))
    }

    #[inline(always)]
    fn leaper_targets(
        &self,
        side: Side,
        slot: usize,
        from: Cell,
        occupied: S::Set,
        enemies: S::Set,
    ) -> S::Set {
        let at = self.moves.at(side, slot, from);
        if S::GENERAL {
            (*self.moves.quiet_leaps.at(at) & !occupied) | (*self.moves.reach_sets.at(at) & enemies)
        } else {
            *self.moves.reach_sets.at(at)
        }
    }

    /// Where the piece may go, own pieces and the spared taken out.
    #[inline(always)]
    fn targets(
        &self,
        position: &Position<S>,
        side: Side,
        slot: usize,
        from: Cell,
        takeable: S::Set,
    ) -> S::Set {
        let occupied = position.occupied();
        let rides = slot >= self.leapers_end() || (S::GENERAL && slot == ROYAL && self.slots.royal_rides);
        let takeable = if S::GENERAL { takeable & !self.immune_pieces(position, slot) } else { takeable };
        let targets = if rides {
            self.rider_targets(side, slot, from, occupied, takeable)
        } else {
            self.leaper_targets(side, slot, from, occupied, takeable)
        };
        targets & !(occupied & !takeable)
    }

    fn immune_pieces(&self, position: &Position<S>, slot: usize) -> S::Set {
        let mut slots = self.laws.immune_slots[slot];
        let mut pieces = S::Set::EMPTY;
        while slots != 0 {
            pieces |= position.of(slots.trailing_zeros() as usize);
            slots &= slots - 1;
        }
        pieces
    }

    /// How many legal moves a side would have were it on move, whatever a die
    /// says; castling and passes aside.
    #[must_use]
    pub fn mobility(&self, position: &Position<S>, side: Side) -> u32 {
        let mut counter = CountingSink::default();
        self.generate(position, side, !0, &mut counter);
        counter.count as u32
    }

    /// Generates every legal move of `side` by the pieces of `slots`, castling and passes aside.
    #[inline(always)]
    pub(crate) fn generate<K: MoveSink<S>>(
        &self,
        position: &Position<S>,
        side: Side,
        slots: u64,
        sink: &mut K,
    ) {
        let turn = MoveContext { rules: self, position, side };
        let takeable =
            if self.laws.king_capturable { turn.enemies() } else { turn.enemies() & !position.of(ROYAL) };
        let mut pins = Pins::new();
        let danger = self.danger(position, side, &mut pins);
        if !S::GENERAL || slots & (1 << ROYAL) != 0 {
            self.generate_king(turn, takeable, sink);
        }
        if danger.mask.is_empty() {
            return;
        }
        if S::GENERAL {
            self.generate_guards(turn, slots, takeable, &danger, sink);
        } else if danger.is_none() {
            self.generate_guards(turn, slots, takeable, &KingDanger::NONE, sink);
        } else {
            sink.bound(turn, takeable, &danger);
        }
    }

    /// The moves of pieces that are pinned or must end a check: rarer, so apart
    /// from the moves of pieces who need not think of it. What a [`Turn`] holds is
    /// handed over in parts, which stay in registers.
    #[inline(never)]
    fn generate_bound<K: MoveSink<S>>(
        &self,
        position: &Position<S>,
        side: Side,
        takeable: S::Set,
        danger: &KingDanger<'_, S::Set>,
        sink: &mut K,
    ) {
        self.generate_guards(MoveContext { rules: self, position, side }, !0, takeable, danger, sink);
    }

    /// The moves of all pieces but the king.
    #[inline(always)]
    fn generate_guards<K: MoveSink<S>>(
        &self,
        turn: MoveContext<'_, S>,
        slots: u64,
        takeable: S::Set,
        danger: &KingDanger<'_, S::Set>,
        sink: &mut K,
    ) {
        if self.slots.plain_pawns && (!S::GENERAL || slots & (1 << PAWN) != 0) {
            self.generate_pawns(turn, takeable, danger, sink);
        }
        if S::GENERAL {
            for slot in 2..self.riders_end() {
                if slots & (1 << slot) != 0 {
                    self.generate_pieces(turn, slot, takeable, danger, sink);
                }
            }
        } else {
            self.generate_specialised(turn, takeable, danger, sink);
        }
        if let Some(step) = &self.laws.long_step
            && (!S::GENERAL || slots & (1 << step.slot) != 0)
        {
            if K::QUIET || (S::GENERAL && step.end == LongStepEnd::Promotion) {
                self.generate_long_steps(turn, danger, sink);
            }
            self.generate_en_passant(turn, sink);
        }
    }

    /// Leapers and riders slot by slot, written out: a loop this long is not unrolled.
    #[inline(always)]
    fn generate_specialised<K: MoveSink<S>>(
        &self,
        turn: MoveContext<'_, S>,
        takeable: S::Set,
        danger: &KingDanger<'_, S::Set>,
        sink: &mut K,
    ) {
        const { assert!(S::GENERAL || S::LEAPERS + S::RIDERS <= 8) };
        macro_rules! slots {
            ($($slot:literal)*) => {
                $(if $slot < 2 + S::LEAPERS + S::RIDERS {
                    self.generate_pieces(turn, $slot, takeable, danger, sink);
                })*
            };
        }
        slots!(2 3 4 5 6 7 8 9);
    }

    #[inline(always)]
    fn generate_pieces<K: MoveSink<S>>(
        &self,
        turn: MoveContext<'_, S>,
        slot: usize,
        takeable: S::Set,
        danger: &KingDanger<'_, S::Set>,
        sink: &mut K,
    ) {
        let pieces = turn.position.of(slot) & turn.own();
        let mask = danger.mask & sink.wanted(turn, slot);
        if K::ORDERED {
            for from in pieces.cells() {
                let mask = if danger.pinned.has(from) { danger.pinned_mask(from) & mask } else { mask };
                self.generate_piece(turn, slot, from, takeable, mask, danger, sink);
            }
            return;
        }
        for from in (pieces & !danger.pinned).cells() {
            let targets = self.targets(turn.position, turn.side, slot, from, takeable) & mask;
            sink.pieces(turn, slot, from, targets);
        }
        for from in (pieces & danger.pinned).cells() {
            self.generate_piece(turn, slot, from, takeable, danger.pinned_mask(from) & mask, danger, sink);
        }
    }

    /// One piece that may be pinned.
    #[inline(always)]
    #[allow(clippy::too_many_arguments, reason = "all of it is in registers")]
    fn generate_piece<K: MoveSink<S>>(
        &self,
        turn: MoveContext<'_, S>,
        slot: usize,
        from: Cell,
        takeable: S::Set,
        mask: S::Set,
        danger: &KingDanger<'_, S::Set>,
        sink: &mut K,
    ) {
        let mut targets = self.targets(turn.position, turn.side, slot, from, takeable) & mask;
        if danger.crowded {
            targets = self.legal_by_trial(turn.position, turn.side, slot, from, targets);
        }
        sink.pieces(turn, slot, from, targets);
    }

    /// Those targets that do not leave the king attacked, each tried out.
    #[cold]
    pub(crate) fn legal_by_trial(
        &self,
        position: &Position<S>,
        side: Side,
        slot: usize,
        from: Cell,
        targets: S::Set,
    ) -> S::Set {
        let legal = targets.cells().filter(|&to| {
            let after = self.after_move(position, side, slot, from, to);
            !self.is_king_attacked(&after, side)
        });
        legal.fold(S::Set::EMPTY, |set, cell| set | S::Set::of(cell))
    }

    /// The pieces after one piece has gone from cell to cell, taking what stands there.
    pub(crate) fn after_move(
        &self,
        position: &Position<S>,
        side: Side,
        slot: usize,
        from: Cell,
        to: Cell,
    ) -> Position<S> {
        let mut after = *position;
        if let Some(victim) = position.slot_at(to) {
            after.take(self, side.other(), victim, to);
        }
        after.take(self, side, slot, from);
        after.put(self, side, slot, to);
        after
    }

    #[inline(always)]
    fn generate_king(&self, turn: MoveContext<'_, S>, takeable: S::Set, sink: &mut impl MoveSink<S>) {
        let (position, side) = (turn.position, turn.side);
        let Some(king) = position.king(side) else { return };
        let mut targets = self.targets(position, side, ROYAL, king, takeable) & sink.wanted(turn, ROYAL);
        if self.laws.king_must_be_safe {
            let enemies = position.own(side.other());
            let occupied = position.occupied() & !S::Set::of(king);
            let mut safe = S::Set::EMPTY;
            for to in targets.cells() {
                let cell = S::Set::of(to);
                if !self.attacks(position, to, side.other(), enemies & !cell, occupied | cell) {
                    safe |= cell;
                }
            }
            targets = safe;
        }
        sink.pieces(turn, ROYAL, king, targets);
    }

    #[inline(always)]
    fn generate_pawns(
        &self,
        turn: MoveContext<'_, S>,
        takeable: S::Set,
        danger: &KingDanger<'_, S::Set>,
        sink: &mut impl MoveSink<S>,
    ) {
        let (position, side) = (turn.position, turn.side);
        let pawns = position.of(PAWN) & turn.own();
        let free = pawns & !danger.pinned;
        let takeable = if S::GENERAL { takeable & !self.immune_pieces(position, PAWN) } else { takeable };
        self.shift_pawns(turn, free, takeable, danger.mask, sink);
        for from in (pawns & danger.pinned).cells() {
            let mut mask = danger.pinned_mask(from);
            if danger.crowded {
                mask = self.legal_by_trial(
                    position,
                    side,
                    PAWN,
                    from,
                    mask & self.board.all & !position.own(side) & self.taking_or_quiet(side, from),
                );
            }
            self.shift_pawns(turn, S::Set::of(from), takeable, mask, sink);
        }
    }

    fn taking_or_quiet(&self, side: Side, from: Cell) -> S::Set {
        let at = self.moves.at(side, PAWN, from);
        *self.moves.reach_sets.at(at) | *self.moves.quiet_leaps.at(at)
    }

    #[inline(always)]
    fn shift_pawns(
        &self,
        turn: MoveContext<'_, S>,
        pawns: S::Set,
        takeable: S::Set,
        mask: S::Set,
        sink: &mut impl MoveSink<S>,
    ) {
        let files = i16::from(self.geometry.files());
        let (empty, side) = (self.board.all & !turn.position.occupied(), turn.side);
        let delta = if side == Side::White { files } else { -files };
        let [ahead, left, right] = self.pawn_shifts(side, pawns);
        sink.pawns(turn, ahead & empty & mask & sink.wanted(turn, PAWN), delta);
        sink.pawns(turn, left & takeable & mask, delta - 1);
        sink.pawns(turn, right & takeable & mask, delta + 1);
    }

    /// Pawns one step ahead, and to the cells they attack left and right.
    #[inline(always)]
    fn pawn_shifts(&self, side: Side, pawns: S::Set) -> [S::Set; 3] {
        let files = u32::from(self.geometry.files());
        let (leftmost, rightmost) = (pawns & self.board.not_first_file, pawns & self.board.not_last_file);
        match side {
            Side::White => [pawns.up(files), leftmost.up(files - 1), rightmost.up(files + 1)],
            Side::Black => [pawns.down(files), leftmost.down(files + 1), rightmost.down(files - 1)],
        }
    }

    /// Generates what the side to move may play with the throw on the board
    /// (in a die game without a throw: with any), passes aside.
    #[inline(always)]
    pub(crate) fn generate_turn(
        &self,
        position: &Position<S>,
        side: Side,
        slots: u64,
        sink: &mut impl MoveSink<S>,
    ) {
        self.generate_in_phase(position, side, slots, CastlingPhase::Turns, sink);
    }

    /// Generates what a side may play in turns or in the werera, passes and sprints aside.
    #[inline(always)]
    fn generate_in_phase(
        &self,
        position: &Position<S>,
        side: Side,
        slots: u64,
        phase: CastlingPhase,
        sink: &mut impl MoveSink<S>,
    ) {
        self.generate(position, side, slots, sink);
        if !self.laws.castles.is_empty() && (!S::GENERAL || slots & (1 << ROYAL) != 0) {
            self.generate_castles(MoveContext { rules: self, position, side }, phase, sink);
        }
    }

    /// Appends what [`Rules::generate_in_phase`] generates: one copy of it for all who list moves.
    #[inline(never)]
    fn list_moves(
        &self,
        position: &Position<S>,
        side: Side,
        slots: u64,
        phase: CastlingPhase,
        list: &mut Vec<Move>,
    ) {
        self.generate_in_phase(position, side, slots, phase, &mut VisitingSink::<_>(list));
    }

    /// [`Rules::legal_moves_into`].
    pub(crate) fn list_legal(&self, position: &Position<S>, list: &mut Vec<Move>) {
        list.clear();
        if position.phase() != Phase::Turns || (self.laws.has_die && position.state.throw() == 0) {
            return;
        }
        let slots = self.movable_slots(position, position.state.throw());
        self.list_moves(position, position.turn(), slots, CastlingPhase::Turns, list);
        if self.may_pass(position, list) {
            list.push(Move::PASS);
        }
    }

    /// [`Rules::captures_into`].
    pub(crate) fn list_captures(&self, position: &Position<S>, list: &mut Vec<Move>) {
        list.clear();
        if position.phase() != Phase::Turns || (self.laws.has_die && position.state.throw() == 0) {
            return;
        }
        let mut noisy = VisitingSink::<_, true>(&mut *list);
        self.generate(
            position,
            position.turn(),
            self.movable_slots(position, position.state.throw()),
            &mut noisy,
        );
    }

    /// [`Rules::werera_moves`].
    pub(crate) fn list_werera(&self, position: &Position<S>, side: Side) -> Vec<Move> {
        let mut list = Vec::with_capacity(64);
        self.list_moves(position, side, !0, CastlingPhase::Werera, &mut list);
        self.generate_sprints(position, side, &mut list);
        list
    }

    /// How many legal moves the side to move has with these slots, passes aside.
    #[inline(always)]
    pub(crate) fn count_turn(&self, position: &Position<S>, side: Side, slots: u64) -> u64 {
        let mut counter = CountingSink::default();
        self.generate_turn(position, side, slots, &mut counter);
        counter.count
    }

    /// Whether the side to move has any move with these slots, passes aside.
    pub(crate) fn has_move(&self, position: &Position<S>, slots: u64) -> bool {
        self.count_turn(position, position.turn(), slots) > 0
    }

    /// Whether the side to move has any move with the throw on the board or,
    /// before the throw, with any; passes aside.
    pub(crate) fn has_any_move(&self, position: &Position<S>) -> bool {
        self.has_move(position, self.slots_in_reach(position))
    }

    /// The moves with the throw on the board or, before the throw, with any;
    /// passes aside.
    pub(crate) fn turn_moves(&self, position: &Position<S>) -> Vec<Move> {
        let mut list = Vec::new();
        let slots = self.slots_in_reach(position);
        self.list_moves(position, position.turn(), slots, CastlingPhase::Turns, &mut list);
        list
    }

    /// Whether any piece of the side to move could move were check ignored.
    pub(crate) fn has_pseudo_move(&self, position: &Position<S>) -> bool {
        let side = position.turn();
        let takeable = position.own(side.other());
        position.own(side).cells().any(|from| {
            let slot = position.slot_at(from).expect("a piece stands on each of a side's cells");
            !self.targets_anyhow(position, side, slot, from, takeable).is_empty()
        })
    }

    pub(crate) fn targets_anyhow(
        &self,
        position: &Position<S>,
        side: Side,
        slot: usize,
        from: Cell,
        takeable: S::Set,
    ) -> S::Set {
        if slot == PAWN && self.slots.plain_pawns {
            let at = self.moves.at(side, PAWN, from);
            return (*self.moves.quiet_leaps.at(at) & !position.occupied())
                | (*self.moves.reach_sets.at(at) & takeable);
        }
        self.targets(position, side, slot, from, takeable)
    }
}
