//! Move generation: legal by computation, one source for every ruleset.
//!
//! A side's men may go where their tables say, cut down by three sets: the
//! check mask (cells that end every check), the pins (men that alone stand on
//! an attacker's path, and where they may go), and for the king the cells not
//! attacked once he has left. Paths are looked up as the attacker goes them,
//! so bent riders need no geometry. Only en passant and castling are tried out.

use arrayvec::ArrayVec;

mod reach;
mod sink;

pub use reach::Reach;
pub(crate) use sink::Visitor;
use sink::{Counter, Noisy, Sink};

use crate::bits::CellSet;
use crate::geometry::{Cell, Side};
use crate::kind::KindSet;
use crate::law::{CastlingPhase, Check, EnPassant, Opening, Pass, PawnAdvance, PromotionChoice};
use crate::movement::Mode;
use crate::moves::{Move, MoveTag};
use crate::position::{Phase, Position};
use crate::rules::{Line, PAWN, ROYAL, Rules};
use crate::shape::Shape;

/// Pins a position can have before the slow way is taken.
const MAX_PINS: usize = 24;

/// What stands between a side and its king's capture.
struct Danger<B> {
    /// Cells a man other than the king may go to: all, or those that end the check.
    mask: B,
    in_check: bool,
    /// A pinned man, and the cells that keep the path closed.
    pins: ArrayVec<(B, B), MAX_PINS>,
    pinned: B,
    /// More pins than fit: every move is tried out.
    crowded: bool,
}

impl<S: Shape> Rules<S> {
    /// Cells a line attacks with this occupation.
    #[inline(always)]
    fn along(line: &Line<S::Set>, occupied: S::Set) -> S::Set {
        line.mask & S::Set::span(occupied & line.below, occupied & line.above)
    }

    #[inline(always)]
    fn lines_of(&self, side: Side, slot: usize, from: Cell) -> &[Line<S::Set>] {
        let span = self.line_span[side.index()][slot];
        let start = span.start + from.index() * span.per_cell;
        self.lines.run(start, span.per_cell)
    }

    /// Where a rider may go: quiet moves and captures.
    #[inline(always)]
    fn ride(&self, side: Side, slot: usize, from: Cell, occupied: S::Set, enemies: S::Set) -> S::Set {
        let lines = self.lines_of(side, slot, from);
        if !S::RICH {
            return lines.iter().fold(S::Set::EMPTY, |set, line| set | Self::along(line, occupied));
        }
        let allowed = |mode| match mode {
            Mode::Both => S::Set::FULL,
            Mode::Quiet => !occupied,
            Mode::Capture => enemies,
        };
        let mut targets = S::Set::EMPTY;
        for line in lines {
            targets |= Self::along(line, occupied) & allowed(line.mode);
        }
        if self.has_hops {
            for hop in &self.hops[self.at(side, slot, from)] {
                if !hop.path.meets(occupied) {
                    targets |= S::Set::of(hop.to) & allowed(hop.mode);
                }
            }
        }
        targets | self.leap(side, slot, from, occupied, enemies)
    }

    #[inline(always)]
    fn leap(&self, side: Side, slot: usize, from: Cell, occupied: S::Set, enemies: S::Set) -> S::Set {
        let at = self.at(side, slot, from);
        if S::RICH {
            (*self.quiet_leaps.at(at) & !occupied) | (*self.taking_leaps.at(at) & enemies)
        } else {
            *self.taking_leaps.at(at)
        }
    }

    /// Where the man may go, own men and the spared taken out.
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
        let rides = slot >= self.leapers_end() || (S::RICH && slot == ROYAL && self.royal_rides);
        let takeable = if S::RICH { takeable & !self.spared_men(position, slot) } else { takeable };
        let targets = if rides {
            self.ride(side, slot, from, occupied, takeable)
        } else {
            self.leap(side, slot, from, occupied, takeable)
        };
        targets & (takeable | (self.board & !occupied))
    }

    fn spared_men(&self, position: &Position<S>, slot: usize) -> S::Set {
        let mut slots = self.spared[slot];
        let mut men = S::Set::EMPTY;
        while slots != 0 {
            men |= position.of(slots.trailing_zeros() as usize);
            slots &= slots - 1;
        }
        men
    }

    /// Whether a slot's men may take kings at all.
    #[inline(always)]
    fn takes_kings(&self, slot: usize) -> bool {
        !S::RICH || self.spared[slot] & (1 << ROYAL) == 0
    }

    #[inline(always)]
    fn pawn_attackers(&self, target: S::Set, by: Side) -> S::Set {
        let files = u32::from(self.geometry.files());
        match by {
            Side::White => {
                (target & self.not_first_file).down(files + 1) | (target & self.not_last_file).down(files - 1)
            }
            Side::Black => {
                ((target & self.not_last_file).up(files + 1) | (target & self.not_first_file).up(files - 1))
                    & self.board
            }
        }
    }

    /// The leaping men of `by` among `men` that attack a cell.
    #[inline(always)]
    fn leaping_attackers(&self, position: &Position<S>, cell: Cell, by: Side, men: S::Set) -> S::Set {
        let mut attackers = S::Set::EMPTY;
        if self.plain_pawns && self.takes_kings(PAWN) {
            attackers |= self.pawn_attackers(S::Set::of(cell), by) & position.of(PAWN);
        }
        for slot in 2..self.leapers_end() {
            if self.takes_kings(slot) {
                attackers |= *self.leap_attackers.at(self.at(by, slot, cell)) & position.of(slot);
            }
        }
        attackers & men
    }

    /// Whether `by`'s men (those in `men`) attack a cell, given who stands where.
    #[inline(always)]
    fn attacks(&self, position: &Position<S>, cell: Cell, by: Side, men: S::Set, occupied: S::Set) -> bool {
        if self.leaping_attackers(position, cell, by, men).meets(men) {
            return true;
        }
        let at = self.at(by, ROYAL, cell);
        if !(S::RICH && self.royal_rides)
            && (*self.leap_attackers.at(at) & position.of(ROYAL)).meets(men)
            && self.takes_kings(ROYAL)
        {
            return true;
        }
        for slot in self.leapers_end()..self.riders_end() {
            if self.rider_attacks(position, slot, cell, by, men, occupied) {
                return true;
            }
        }
        S::RICH && self.royal_rides && self.rider_attacks(position, ROYAL, cell, by, men, occupied)
    }

    #[inline(always)]
    fn rider_attacks(
        &self,
        position: &Position<S>,
        slot: usize,
        cell: Cell,
        by: Side,
        men: S::Set,
        occupied: S::Set,
    ) -> bool {
        let candidates = *self.ride_attackers.at(self.at(by, slot, cell)) & position.of(slot) & men;
        self.takes_kings(slot)
            && candidates
                .cells()
                .any(|from| self.paths_of(by, slot, cell, from).iter().any(|path| !path.meets(occupied)))
    }

    /// The alternative paths from `from` to `cell` for a rider of `by`.
    #[inline(always)]
    fn paths_of(&self, by: Side, slot: usize, cell: Cell, from: Cell) -> &[S::Set] {
        let count = self.path_alternatives();
        let start = self.path_start[by.index()][slot] + (cell.index() * self.cells + from.index()) * count;
        self.paths.run(start, count)
    }

    /// Whether a side's king is attacked. Never, where kings are not guarded.
    #[must_use]
    pub fn is_in_check(&self, position: &Position<S>, side: Side) -> bool {
        self.guarded && self.is_king_attacked(position, side)
    }

    /// Whether a side's king could be taken, whatever the laws make of it.
    #[must_use]
    pub fn is_king_attacked(&self, position: &Position<S>, side: Side) -> bool {
        let enemies = position.own(side.other());
        position
            .king(side)
            .is_some_and(|king| self.attacks(position, king, side.other(), enemies, position.occupied()))
    }

    /// The men of `by` that attack a cell, as if the cells of `gone` were empty:
    /// for reckoning exchanges. Pins are not looked at.
    #[must_use]
    pub fn attackers(&self, position: &Position<S>, cell: Cell, by: Side, gone: S::Set) -> S::Set {
        let men = position.own(by) & !gone;
        let occupied = position.occupied() & !gone;
        let mut found = self.leaping_attackers(position, cell, by, men);
        if !(S::RICH && self.royal_rides) && self.takes_kings(ROYAL) {
            found |= *self.leap_attackers.at(self.at(by, ROYAL, cell)) & position.of(ROYAL) & men;
        }
        let riders = self.leapers_end()..self.riders_end();
        for slot in riders.chain((S::RICH && self.royal_rides).then_some(ROYAL)) {
            let candidates = *self.ride_attackers.at(self.at(by, slot, cell)) & position.of(slot) & men;
            for from in candidates.cells() {
                let open = |path: &S::Set| !path.meets(occupied);
                if self.takes_kings(slot) && self.paths_of(by, slot, cell, from).iter().any(open) {
                    found |= S::Set::of(from);
                }
            }
        }
        found
    }

    /// How many legal moves a side would have were it on move, whatever a die
    /// says; castling and passes aside.
    #[must_use]
    pub fn mobility(&self, position: &Position<S>, side: Side) -> u32 {
        let mut counter = Counter::<S>::default();
        self.generate(position, side, !0, &mut counter);
        counter.count as u32
    }

    /// The men that give check to a side's king.
    #[must_use]
    pub fn checkers(&self, position: &Position<S>, side: Side) -> Vec<Cell> {
        let Some(king) = position.king(side) else { return Vec::new() };
        let occupied = position.occupied();
        let attackers = position.own(side.other()).cells();
        attackers
            .filter(|&cell| self.attacks(position, king, side.other(), S::Set::of(cell), occupied))
            .collect()
    }

    #[inline(always)]
    fn danger(&self, position: &Position<S>, side: Side) -> Danger<S::Set> {
        let mut danger = Danger {
            mask: S::Set::FULL,
            in_check: false,
            pins: ArrayVec::new(),
            pinned: S::Set::EMPTY,
            crowded: false,
        };
        let Some(king) = position.king(side) else { return danger };
        if !self.guarded {
            return danger;
        }
        let by = side.other();
        let enemies = position.own(by);
        let mut leaping = self.leaping_attackers(position, king, by, enemies);
        if self.takeable && !self.royal_rides && self.takes_kings(ROYAL) {
            leaping |= *self.leap_attackers.at(self.at(by, ROYAL, king)) & position.of(ROYAL) & enemies;
        }
        if !leaping.is_empty() {
            danger.in_check = true;
            danger.mask = if leaping.is_single() { leaping } else { S::Set::EMPTY };
        }
        for slot in self.leapers_end()..self.riders_end() {
            self.rider_danger(position, slot, side, king, &mut danger);
        }
        if S::RICH && self.royal_rides {
            self.rider_danger(position, ROYAL, side, king, &mut danger);
        }
        danger
    }

    #[inline(always)]
    fn rider_danger(
        &self,
        position: &Position<S>,
        slot: usize,
        side: Side,
        king: Cell,
        danger: &mut Danger<S::Set>,
    ) {
        let by = side.other();
        let candidates =
            *self.ride_attackers.at(self.at(by, slot, king)) & position.of(slot) & position.own(by);
        if candidates.is_empty() || !self.takes_kings(slot) {
            return;
        }
        let occupied = position.occupied();
        for from in candidates.cells() {
            let rider = S::Set::of(from);
            for &path in self.paths_of(by, slot, king, from) {
                let blockers = path & occupied;
                if blockers.is_empty() {
                    danger.in_check = true;
                    danger.mask &= path | rider;
                } else if blockers.is_single() && blockers.meets(position.own(side)) {
                    danger.pinned |= blockers;
                    danger.crowded |= danger.pins.try_push((blockers, path | rider)).is_err();
                }
            }
        }
    }

    /// Cells the man on `from` may go to without uncovering its king.
    #[inline(always)]
    fn unpinned(danger: &Danger<S::Set>, from: Cell) -> S::Set {
        let mut mask = danger.mask;
        if danger.pinned.has(from) {
            for (man, allowed) in &danger.pins {
                if man.has(from) {
                    mask &= *allowed;
                }
            }
        }
        mask
    }

    /// Generates every legal move of `side` by the men of `slots`, castling and passes aside.
    #[inline(always)]
    pub(crate) fn generate<K: Sink<S>>(&self, position: &Position<S>, side: Side, slots: u64, sink: &mut K) {
        let takeable = if self.takeable {
            position.own(side.other())
        } else {
            position.own(side.other()) & !position.of(ROYAL)
        };
        let danger = self.danger(position, side);
        self.announce_promotions(position, side, sink);
        if !S::RICH || slots & (1 << ROYAL) != 0 {
            self.generate_king(position, side, takeable, sink);
        }
        if danger.mask.is_empty() {
            return;
        }
        if self.plain_pawns && (!S::RICH || slots & (1 << PAWN) != 0) {
            self.generate_pawns(position, side, takeable, &danger, sink);
        }
        for slot in 2..self.riders_end() {
            if S::RICH && slots & (1 << slot) == 0 {
                continue;
            }
            for from in (position.of(slot) & position.own(side)).cells() {
                let mask = Self::unpinned(&danger, from);
                let mask = mask & sink.wanted(slot);
                let mut targets = self.targets(position, side, slot, from, takeable) & mask;
                if danger.crowded {
                    targets = self.tried(position, side, slot, from, targets);
                }
                if !targets.is_empty() {
                    sink.men(self, slot, from, targets);
                }
            }
        }
        if let Some(step) = &self.long_step
            && (!S::RICH || slots & (1 << step.slot) != 0)
        {
            if K::QUIET {
                self.generate_long_steps(position, side, &danger, sink);
            }
            self.generate_en_passant(position, side, sink);
        }
    }

    /// Those targets that do not leave the king attacked, each tried out.
    #[cold]
    fn tried(&self, position: &Position<S>, side: Side, slot: usize, from: Cell, targets: S::Set) -> S::Set {
        let legal = targets.cells().filter(|&to| {
            let after = self.carried(position, side, slot, from, to);
            !self.is_king_attacked(&after, side)
        });
        legal.fold(S::Set::EMPTY, |set, cell| set | S::Set::of(cell))
    }

    /// The men after one man has gone from cell to cell, taking what stands there.
    fn carried(&self, position: &Position<S>, side: Side, slot: usize, from: Cell, to: Cell) -> Position<S> {
        let mut after = *position;
        if let Some(victim) = position.slot_at(to) {
            after.take(self, side.other(), victim, to);
        }
        after.take(self, side, slot, from);
        after.put(self, side, slot, to);
        after
    }

    #[inline(always)]
    fn generate_king(&self, position: &Position<S>, side: Side, takeable: S::Set, sink: &mut impl Sink<S>) {
        let Some(king) = position.king(side) else { return };
        let mut targets = self.targets(position, side, ROYAL, king, takeable) & sink.wanted(ROYAL);
        if self.guarded {
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
        if !targets.is_empty() {
            sink.men(self, ROYAL, king, targets);
        }
    }

    #[inline(always)]
    fn generate_pawns(
        &self,
        position: &Position<S>,
        side: Side,
        takeable: S::Set,
        danger: &Danger<S::Set>,
        sink: &mut impl Sink<S>,
    ) {
        let pawns = position.of(PAWN) & position.own(side);
        let free = pawns & !danger.pinned;
        let takeable = if S::RICH { takeable & !self.spared_men(position, PAWN) } else { takeable };
        self.shift_pawns(position, side, free, takeable, danger.mask, sink);
        for from in (pawns & danger.pinned).cells() {
            let mut mask = Self::unpinned(danger, from);
            if danger.crowded {
                mask = self.tried(
                    position,
                    side,
                    PAWN,
                    from,
                    mask & self.board & !position.own(side) & self.taking_or_quiet(side, from),
                );
            }
            self.shift_pawns(position, side, S::Set::of(from), takeable, mask, sink);
        }
    }

    fn taking_or_quiet(&self, side: Side, from: Cell) -> S::Set {
        let at = self.at(side, PAWN, from);
        *self.taking_leaps.at(at) | *self.quiet_leaps.at(at)
    }

    #[inline(always)]
    fn shift_pawns(
        &self,
        position: &Position<S>,
        side: Side,
        pawns: S::Set,
        takeable: S::Set,
        mask: S::Set,
        sink: &mut impl Sink<S>,
    ) {
        let files = i16::from(self.geometry.files());
        let empty = self.board & !position.occupied();
        let delta = if side == Side::White { files } else { -files };
        let [ahead, left, right] = self.pawn_shifts(side, pawns);
        sink.pawns(self, side, ahead & empty & mask & sink.wanted(PAWN), delta);
        sink.pawns(self, side, left & takeable & mask, delta - 1);
        sink.pawns(self, side, right & takeable & mask, delta + 1);
    }

    /// Pawns one step ahead, and to the cells they attack left and right.
    #[inline(always)]
    fn pawn_shifts(&self, side: Side, pawns: S::Set) -> [S::Set; 3] {
        let files = u32::from(self.geometry.files());
        let (leftmost, rightmost) = (pawns & self.not_first_file, pawns & self.not_last_file);
        match side {
            Side::White => [pawns.up(files), leftmost.up(files - 1), rightmost.up(files + 1)],
            Side::Black => [pawns.down(files), leftmost.down(files + 1), rightmost.down(files - 1)],
        }
    }

    #[inline(always)]
    fn announce_promotions(&self, position: &Position<S>, side: Side, sink: &mut impl Sink<S>) {
        let slots = if S::RICH { self.slots } else { 1 };
        for slot in 0..slots {
            if let Some(promotion) = &self.promotions[slot] {
                let to = match promotion.choice {
                    PromotionChoice::Fixed | PromotionChoice::Player => promotion.to,
                    PromotionChoice::LostMen { always, otherwise } => {
                        self.lost_kinds(position, side, promotion.to, always, otherwise)
                    }
                };
                sink.promotions(slot, to, promotion.zone[side.index()], promotion.duty);
            }
        }
    }

    fn lost_kinds(
        &self,
        position: &Position<S>,
        side: Side,
        to: KindSet,
        always: KindSet,
        otherwise: KindSet,
    ) -> KindSet {
        let is_lost = |kind: &crate::kind::Kind| {
            position.count(self, side, *kind) < u32::from(self.array_counts[side.index()][kind.index()])
        };
        let lost: KindSet = to.kinds().filter(is_lost).collect();
        let kinds = KindSet(lost.0 | always.0);
        if kinds.is_empty() { otherwise } else { kinds }
    }

    #[inline(always)]
    fn generate_long_steps(
        &self,
        position: &Position<S>,
        side: Side,
        danger: &Danger<S::Set>,
        sink: &mut impl Sink<S>,
    ) {
        let Some(step) = &self.long_step else { return };
        let steppers = position.of(step.slot) & position.own(side) & step.from[side.index()];
        let free = steppers & !danger.pinned;
        self.advance(position, side, free, danger.mask, sink);
        for from in (steppers & danger.pinned).cells() {
            let mut mask = Self::unpinned(danger, from);
            if danger.crowded {
                mask = self.tried(position, side, step.slot, from, mask & self.board & !position.occupied());
            }
            self.advance(position, side, S::Set::of(from), mask, sink);
        }
    }

    /// Steps of two cells and more straight ahead, all men at once.
    #[inline(always)]
    fn advance(
        &self,
        position: &Position<S>,
        side: Side,
        men: S::Set,
        mask: S::Set,
        sink: &mut impl Sink<S>,
    ) {
        let Some(step) = &self.long_step else { return };
        let files = u32::from(self.geometry.files());
        let empty = self.board & !position.occupied();
        let ahead = |men: S::Set| if side == Side::White { men.up(files) } else { men.down(files) };
        let mut reached = ahead(men) & empty;
        for number in 2..=i16::from(step.steps) {
            reached = ahead(reached) & empty;
            let delta = number * i16::from(self.geometry.files());
            let delta = if side == Side::White { delta } else { -delta };
            sink.long_steps(step.slot, reached & mask, delta);
        }
    }

    /// Each taking in passing, tried out: two men leave their cells at once.
    fn generate_en_passant(&self, position: &Position<S>, side: Side, sink: &mut impl Sink<S>) {
        let Some(step) = &self.long_step else { return };
        if position.passed.is_empty() || step.en_passant == EnPassant::None {
            return;
        }
        let Some(victim) = self.passed_victim(position, side) else { return };
        let takers = position.of(step.slot) & position.own(side);
        for to in position.passed.cells() {
            let attackers = *self.leap_attackers.at(self.at(side, step.slot, to));
            for from in (attackers & takers).cells() {
                let mut after = self.carried(position, side, step.slot, from, to);
                after.take(self, side.other(), step.slot, victim);
                if !self.guarded || !self.is_king_attacked(&after, side) {
                    sink.one(step.slot, Move::new(from, to, MoveTag::EnPassant));
                }
            }
        }
    }

    /// Where the man stands that made the long step: one step beyond the last passed cell.
    pub(crate) fn passed_victim(&self, position: &Position<S>, side: Side) -> Option<Cell> {
        let stepper = side.other();
        let last = match stepper {
            Side::White => position.passed.cells().last(),
            Side::Black => position.passed.cells().next(),
        };
        let victim = self.geometry.forward(last?, stepper)?;
        let step = self.long_step.as_ref()?;
        (position.of(step.slot) & position.own(stepper)).has(victim).then_some(victim)
    }

    fn generate_castles(
        &self,
        position: &Position<S>,
        side: Side,
        phase: CastlingPhase,
        sink: &mut impl Sink<S>,
    ) {
        let enemies = position.own(side.other());
        let occupied = position.occupied();
        for castle in &self.castles {
            let has_right =
                castle.side == side && castle.when == phase && position.rights & castle.right != 0;
            if !has_right || castle.empty.meets(occupied) {
                continue;
            }
            let without_king = occupied & !S::Set::of(castle.king_from);
            let safe = |cell| !self.attacks(position, cell, side.other(), enemies, without_king);
            if !self.guarded || castle.safe.cells().all(safe) {
                sink.one(ROYAL, Move::new(castle.king_from, castle.king_to, MoveTag::Castle));
            }
        }
    }

    /// Slots whose men may move now: the die's, and in check those the law of check leaves.
    #[inline(always)]
    pub(crate) fn movable_slots(&self, position: &Position<S>, throw: u8) -> u64 {
        if !self.has_die {
            return !0;
        }
        let named = self.slots_of(self.ruleset.laws.die.men(throw));
        match self.ruleset.laws.check.law {
            Check::RoyalFaceOnly if self.is_in_check(position, position.turn) => named & (1 << ROYAL),
            Check::OneThrow if self.is_king_attacked(position, position.turn.other()) => 0,
            _ => named,
        }
    }

    /// Generates what the side to move may play with the throw on the board
    /// (in a die game without a throw: with any), passes aside.
    #[inline(always)]
    pub(crate) fn generate_turn(&self, position: &Position<S>, slots: u64, sink: &mut impl Sink<S>) {
        let side = position.turn;
        self.generate(position, side, slots, sink);
        if !self.castles.is_empty() && (!S::RICH || slots & (1 << ROYAL) != 0) {
            self.generate_castles(position, side, CastlingPhase::Turns, sink);
        }
    }

    /// Every legal move of the side to move with what lies on the board,
    /// the pass among them where it may pass. Empty in the werera.
    #[must_use]
    pub fn legal_moves(&self, position: &Position<S>) -> Vec<Move> {
        let mut list = Vec::with_capacity(64);
        self.legal_moves_into(position, &mut list);
        list
    }

    /// As [`Rules::legal_moves`], into a list that is cleared first.
    pub fn legal_moves_into(&self, position: &Position<S>, list: &mut Vec<Move>) {
        list.clear();
        if position.phase != Phase::Turns || (self.has_die && position.throw == 0) {
            return;
        }
        let mut lister = Visitor::<S, _>::new(|_, chosen| list.push(chosen));
        self.generate_turn(position, self.movable_slots(position, position.throw), &mut lister);
        if self.may_pass(position, list) {
            list.push(Move::PASS);
        }
    }

    /// The captures and promotions among [`Rules::legal_moves_into`], in the same order.
    ///
    /// Moves that do neither are not looked for, so an empty list says nothing
    /// about whether there is a move.
    pub fn captures_into(&self, position: &Position<S>, list: &mut Vec<Move>) {
        list.clear();
        if position.phase != Phase::Turns || (self.has_die && position.throw == 0) {
            return;
        }
        let mut noisy =
            Noisy::<S, _>::new(position.own(position.turn.other()), |_, chosen| list.push(chosen));
        self.generate(position, position.turn, self.movable_slots(position, position.throw), &mut noisy);
    }

    /// Whether a pass stands beside these moves.
    fn may_pass(&self, position: &Position<S>, moves: &[Move]) -> bool {
        match self.ruleset.laws.pass.law {
            Pass::Never => false,
            _ if moves.is_empty() => true,
            Pass::Forced => false,
            _ if self.is_in_check(position, position.turn) => false,
            Pass::Free => true,
            Pass::FreeExcept { men } => {
                let slots = self.slots_of(men);
                !moves
                    .iter()
                    .any(|chosen| position.slot_at(chosen.from()).is_some_and(|slot| slots >> slot & 1 == 1))
            }
        }
    }

    /// Every legal move a side has in the werera.
    #[must_use]
    pub fn werera_moves(&self, position: &Position<S>, side: Side) -> Vec<Move> {
        let mut list = Vec::with_capacity(64);
        let mut lister = Visitor::<S, _>::new(|_, chosen| list.push(chosen));
        self.generate(position, side, !0, &mut lister);
        self.generate_castles(position, side, CastlingPhase::Werera, &mut lister);
        if let Opening::Werera(werera) = self.ruleset.laws.opening.law
            && werera.pawns == PawnAdvance::AnyDistance
        {
            self.generate_sprints(position, side, &mut list);
        }
        list
    }

    /// Pawns' advances of more than one step, which the list does not have yet.
    fn generate_sprints(&self, position: &Position<S>, side: Side, list: &mut Vec<Move>) {
        let danger = self.danger(position, side);
        let occupied = position.occupied();
        let mut sprints = Vec::new();
        let mut visitor = Visitor::<S, _>::new(|_, chosen| sprints.push(chosen));
        self.announce_promotions(position, side, &mut visitor);
        for slot in self.ruleset.pawns.kinds().map(|kind| self.slot(kind)) {
            for from in (position.of(slot) & position.own(side)).cells() {
                let mut reached = S::Set::EMPTY;
                let mut cell = from;
                while let Some(next) = self.geometry.forward(cell, side).filter(|&next| !occupied.has(next)) {
                    reached |= S::Set::of(next);
                    cell = next;
                }
                visitor.sprint(slot, from, reached & Self::unpinned(&danger, from));
            }
        }
        sprints
            .retain(|sprint| !list.iter().any(|old| (old.from(), old.to()) == (sprint.from(), sprint.to())));
        list.extend(sprints);
    }

    /// How many legal moves the side to move has with these slots, passes aside.
    #[inline(always)]
    pub(crate) fn count_turn(&self, position: &Position<S>, slots: u64) -> u64 {
        let mut counter = Counter::<S>::default();
        self.generate_turn(position, slots, &mut counter);
        counter.count
    }

    /// Whether the side to move has any move with these slots, passes aside.
    pub(crate) fn has_move(&self, position: &Position<S>, slots: u64) -> bool {
        self.count_turn(position, slots) > 0
    }

    /// Whether any man of the side to move could move were check ignored.
    pub(crate) fn has_pseudo_move(&self, position: &Position<S>) -> bool {
        let side = position.turn;
        let takeable = position.own(side.other());
        position.own(side).cells().any(|from| {
            let slot = position.slot_at(from).expect("a man stands on each of a side's cells");
            !self.targets_anyhow(position, side, slot, from, takeable).is_empty()
        })
    }

    fn targets_anyhow(
        &self,
        position: &Position<S>,
        side: Side,
        slot: usize,
        from: Cell,
        takeable: S::Set,
    ) -> S::Set {
        if slot == PAWN && self.plain_pawns {
            let at = self.at(side, PAWN, from);
            return (*self.quiet_leaps.at(at) & !position.occupied())
                | (*self.taking_leaps.at(at) & takeable);
        }
        self.targets(position, side, slot, from, takeable)
    }
}
