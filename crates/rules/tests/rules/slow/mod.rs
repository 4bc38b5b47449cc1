//! A second opinion on every ruleset: slow, plain, and sharing nothing with the
//! fast generator but the ruleset as data.
//!
//! Pieces walk cell by cell over an array of letters; an attack is a move the enemy
//! could make; a move is legal if, once made, the king is not attacked.

use std::collections::BTreeSet;

use rukh_rules::law::{
    CastlingLaw, CastlingPhase, CastlingSides, CheckLaw, DieLaw, EnPassant, Immunity, KingSteps,
    LongFirstStep, Opening, PassLaw, PawnAdvance, PawnStep, Promotion, PromotionChoice, PromotionDuty,
    PromotionLaw, Royalty, Stalemate,
};
use rukh_rules::{PieceKind, PieceKindSet, Ruleset, Side};

mod men;
mod reach;
mod text;

use men::{May, Way};
use text::{read_placement, write_rank};

/// A piece on the board: its side and its letter, lower case.
type Man = (Side, char);

/// Whether the sides take turns or move at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    Turns,
    Werera,
}

/// A position of some ruleset, good enough to list and make moves.
#[derive(Debug, Clone)]
pub struct SlowPosition<'r> {
    ruleset: &'r Ruleset,
    board: Vec<Option<Man>>,
    /// Whose turn it is; White in the werera.
    pub turn: Side,
    pub phase: Phase,
    /// Rooks with which their king may still castle, by cell.
    castlers: BTreeSet<(Side, usize)>,
    /// Cells a pawn has just passed.
    passed: Vec<usize>,
    /// The side whose pass has ended the game, the enemy not having escaped.
    ended: bool,
}

/// A move before it is written down.
#[derive(Debug, Clone)]
struct Step {
    from: usize,
    to: usize,
    becomes: Option<char>,
    taken: Option<usize>,
    rook: Option<(usize, usize)>,
    passed: Vec<usize>,
}

impl Step {
    fn plain(from: usize, to: usize) -> Step {
        Step { from, to, becomes: None, taken: None, rook: None, passed: Vec::new() }
    }
}

impl<'r> SlowPosition<'r> {
    /// Reads FEN: placement, side, castling, passed cells; the rest is not looked at.
    pub fn from_fen(ruleset: &'r Ruleset, fen: &str) -> SlowPosition<'r> {
        let fields: Vec<&str> = fen.split_whitespace().collect();
        let mut position = SlowPosition {
            ruleset,
            board: read_placement(ruleset, fields[0]),
            turn: Side::White,
            phase: Phase::Turns,
            castlers: BTreeSet::new(),
            passed: Vec::new(),
            ended: false,
        };
        match fields.get(1).copied() {
            Some("w") | None => {}
            Some("b") => position.turn = Side::Black,
            Some("*") => position.phase = Phase::Werera,
            Some(other) => panic!("`{other}` is no side to move"),
        }
        position.read_castling(fields.get(2).copied().unwrap_or("-"));
        position.read_passed(fields.get(3).copied().unwrap_or("-"));
        position
    }

    /// The first four fields of the position's FEN: placement, side, castling, passed cells.
    pub fn fen(&self) -> String {
        let files = usize::from(self.ruleset.geometry.files());
        let ranks: Vec<String> = self.board.chunks(files).rev().map(write_rank).collect();
        let side = match (self.phase, self.turn) {
            (Phase::Werera, _) => "*",
            (Phase::Turns, Side::White) => "w",
            (Phase::Turns, Side::Black) => "b",
        };
        let mut passed = self.passed.clone();
        passed.sort_unstable();
        let passed: String = passed.into_iter().map(|cell| self.name(cell)).collect();
        let or_dash = |text: String| if text.is_empty() { "-".to_owned() } else { text };
        format!("{} {side} {} {}", ranks.join("/"), or_dash(self.castling()), or_dash(passed))
    }

    /// Every legal move as sorted coordinates; with a die, the throw must be given.
    pub fn legal_moves(&self, throw: Option<u8>) -> Vec<String> {
        let mut texts: Vec<String> =
            self.legal_steps(self.turn, throw).iter().map(|step| self.write(step)).collect();
        if self.may_pass(throw) {
            texts.push("--".to_owned());
        }
        texts.sort();
        texts
    }

    /// The moves one side may make in the werera, sorted.
    pub fn werera_moves(&self, side: Side) -> Vec<String> {
        let mut texts: Vec<String> =
            self.legal_steps(side, None).iter().map(|step| self.write(step)).collect();
        texts.sort();
        texts
    }

    /// Makes a move that is legal for some throw.
    ///
    /// # Panics
    /// If the side on turn has no such move.
    pub fn play(&mut self, text: &str) {
        if text == "--" {
            self.ended = self.has_enemy_failed();
            self.passed.clear();
            self.turn = self.turn.other();
            return;
        }
        let steps = self.pseudo_steps(self.turn);
        let step = steps.iter().find(|step| self.write(step) == text);
        let step = step.unwrap_or_else(|| panic!("`{text}` is no move here")).clone();
        self.make(&step);
    }

    /// Makes a side's move in the werera; a capture ends the phase.
    ///
    /// # Panics
    /// If that side has no such move.
    pub fn play_in_werera(&mut self, side: Side, text: &str) {
        let steps = self.pseudo_steps(side);
        let step = steps.iter().find(|step| self.write(step) == text);
        let step = step.unwrap_or_else(|| panic!("`{text}` is no move here")).clone();
        self.make(&step);
        self.turn = Side::White;
        if step.taken.is_some() {
            self.phase = Phase::Turns;
            self.turn = side.other();
            let castling = self.ruleset.laws().castling.law;
            if matches!(castling, CastlingLaw::KingSteps(KingSteps { when: CastlingPhase::Werera, .. })) {
                self.castlers.clear();
            }
        }
    }

    /// Counts move sequences; a taken king ends one, no other law does.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_king_lost() || self.ended {
            return 0;
        }
        let moves = self.legal_moves(None);
        if depth == 1 {
            return moves.len() as u64;
        }
        moves.iter().map(|text| self.after(text).perft(depth - 1)).sum()
    }

    /// Counts throws and moves: the sum over all faces, not weighted, of the legal
    /// moves; a forced pass is one. A taken king, the pass that punishes a failed
    /// escape and, where it is law, having no move of any piece end a sequence.
    pub fn dice_perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.is_king_lost() || self.ended || self.is_lost_without_pseudo_move() {
            return 0;
        }
        let mut count = 0;
        for face in 1..=self.face_count() {
            for text in self.legal_moves(Some(face)) {
                count += if depth == 1 { 1 } else { self.after(&text).dice_perft(depth - 1) };
            }
        }
        count
    }

    /// Whether the side to move has a move by some throw, passes aside.
    pub fn has_move(&self) -> bool {
        self.throws().into_iter().any(|throw| !self.legal_steps(self.turn, throw).is_empty())
    }

    /// Every throw there can be; without a die, one that is none.
    pub fn throws(&self) -> Vec<Option<u8>> {
        match self.face_count() {
            0 => vec![None],
            faces => (1..=faces).map(Some).collect(),
        }
    }

    /// Whether kings may not be left attacked.
    pub fn is_guarded(&self) -> bool {
        !matches!(self.ruleset.laws().royalty.law, Royalty::Capture { .. })
    }

    /// Whether the side to move has lost because no piece could move even were check ignored.
    pub fn is_lost_without_pseudo_move(&self) -> bool {
        self.ruleset.laws().stalemate.law == Stalemate::LossWithoutPseudoMove
            && self.pseudo_steps(self.turn).is_empty()
    }

    /// Who has won by the stalemate of the side to move; nobody where it is drawn or does not end the game.
    pub fn winner_of_stalemate(&self) -> Option<Side> {
        match self.ruleset.laws().stalemate.law {
            Stalemate::Loss => Some(self.turn.other()),
            Stalemate::Win => Some(self.turn),
            Stalemate::Draw | Stalemate::Pass | Stalemate::LossWithoutPseudoMove => None,
        }
    }

    /// Whether a side without a move may be told to play on.
    pub fn may_be_stuck(&self) -> bool {
        matches!(self.ruleset.laws().stalemate.law, Stalemate::Pass | Stalemate::LossWithoutPseudoMove)
            || self.ruleset.laws().check.law == CheckLaw::OneThrow
    }

    /// Whether the side's king is attacked.
    pub fn is_in_check(&self, side: Side) -> bool {
        self.king(side).is_some_and(|king| self.is_attacked(king, side.other()))
    }

    /// Whether a king has been taken.
    pub fn is_king_lost(&self) -> bool {
        Side::BOTH.iter().any(|&side| self.king(side).is_none())
    }

    fn after(&self, text: &str) -> SlowPosition<'r> {
        let mut next = self.clone();
        next.play(text);
        next
    }
}

/// The board.
impl SlowPosition<'_> {
    /// File and rank from 0.
    fn place(&self, cell: usize) -> (i32, i32) {
        let files = i32::from(self.ruleset.geometry.files());
        (cell as i32 % files, cell as i32 / files)
    }

    /// The cell so far to the right and ahead, as that side counts ranks.
    fn go(&self, side: Side, cell: usize, (right, ahead): (i32, i32)) -> Option<usize> {
        let up = if side == Side::White { ahead } else { -ahead };
        let (file, rank) = self.place(cell);
        let (file, rank) = (file + right, rank + up);
        let files = i32::from(self.ruleset.geometry.files());
        let ranks = i32::from(self.ruleset.geometry.ranks());
        let is_on_board = (0..files).contains(&file) && (0..ranks).contains(&rank);
        is_on_board.then_some((rank * files + file) as usize)
    }

    /// The rank as that side counts, from 1.
    fn rank_of(&self, side: Side, cell: usize) -> i32 {
        let rank = self.place(cell).1 + 1;
        match side {
            Side::White => rank,
            Side::Black => i32::from(self.ruleset.geometry.ranks()) + 1 - rank,
        }
    }

    fn letter(&self, kind: PieceKind) -> char {
        self.ruleset.pieces[kind.index()].letter
    }

    fn letters(&self, kinds: PieceKindSet) -> Vec<char> {
        kinds.iter().map(|kind| self.letter(kind)).collect()
    }

    fn king(&self, side: Side) -> Option<usize> {
        let (Royalty::Mate { royal } | Royalty::Capture { royal } | Royalty::MateAndCapture { royal }) =
            self.ruleset.laws().royalty.law;
        let king = Some((side, self.letter(royal)));
        self.board.iter().position(|&man| man == king)
    }

    fn is_king(&self, cell: usize) -> bool {
        Side::BOTH.iter().any(|&side| self.king(side) == Some(cell))
    }

    fn men_of(&self, side: Side) -> Vec<(usize, char)> {
        let men = self.board.iter().enumerate();
        men.filter_map(|(cell, man)| man.filter(|man| man.0 == side).map(|man| (cell, man.1))).collect()
    }
}

/// Walking.
impl SlowPosition<'_> {
    /// Every cell a piece could walk to, with what it may do there.
    fn walks(&self, side: Side, from: usize, letter: char) -> Vec<(May, usize)> {
        let man =
            self.ruleset.pieces.iter().find(|man| man.letter == letter).expect("a piece of this ruleset");
        let mut ends = Vec::new();
        for way in men::ways(man.movement.text()) {
            match way {
                Way::Leap(may, right, up) => {
                    ends.extend(self.go(side, from, (right, up)).map(|to| (may, to)))
                }
                Way::Ride(may, right, up) => {
                    ends.extend(self.ride(side, from, (right, up)).into_iter().map(|to| (may, to)))
                }
                Way::ShortRide(right, up, steps) => {
                    let ride = self.ride(side, from, (right, up));
                    ends.extend(ride.into_iter().take(steps).map(|to| (May::Either, to)));
                }
                Way::Hop(may, vector, steps) => {
                    let hurdle = self.first_man(side, from, vector);
                    let beyond = hurdle.map(|hurdle| self.ride(side, hurdle, vector)).unwrap_or_default();
                    let near = self.line(side, from, vector).into_iter().take(steps);
                    let near: Vec<usize> = near.collect();
                    ends.extend(beyond.into_iter().filter(|to| near.contains(to)).map(|to| (may, to)));
                }
                Way::HopBehind(may, vector) => {
                    let hurdle = self.first_man(side, from, vector);
                    let behind = hurdle.and_then(|hurdle| self.go(side, hurdle, vector));
                    ends.extend(behind.map(|to| (may, to)));
                }
                Way::StepThenStep(first, then) => {
                    let middle = self.go(side, from, first).filter(|&middle| self.board[middle].is_none());
                    let end = middle.and_then(|middle| self.go(side, middle, then));
                    ends.extend(end.map(|to| (May::Either, to)));
                }
                Way::StepThenRide(first, then) => {
                    let corner = self.go(side, from, first).filter(|&corner| self.board[corner].is_none());
                    let ride = corner.map(|corner| self.ride(side, corner, then)).unwrap_or_default();
                    ends.extend(ride.into_iter().map(|to| (May::Either, to)));
                }
                Way::RideThenStep(first, then) => {
                    let corners = self.ride(side, from, first);
                    let empty = corners.into_iter().filter(|&corner| self.board[corner].is_none());
                    ends.extend(
                        empty.filter_map(|corner| self.go(side, corner, then)).map(|to| (May::Either, to)),
                    );
                }
            }
        }
        ends
    }

    /// The cells of a line up to and with the first piece.
    fn ride(&self, side: Side, from: usize, vector: (i32, i32)) -> Vec<usize> {
        let mut cells = Vec::new();
        let mut here = from;
        while let Some(next) = self.go(side, here, vector) {
            cells.push(next);
            if self.board[next].is_some() {
                break;
            }
            here = next;
        }
        cells
    }

    /// Every cell of a line to the edge of the board, occupied or not.
    fn line(&self, side: Side, from: usize, vector: (i32, i32)) -> Vec<usize> {
        std::iter::successors(self.go(side, from, vector), |&here| self.go(side, here, vector)).collect()
    }

    /// The nearest cell of a line with a piece on it.
    fn first_man(&self, side: Side, from: usize, vector: (i32, i32)) -> Option<usize> {
        self.line(side, from, vector).into_iter().find(|&cell| self.board[cell].is_some())
    }

    /// Whether a piece may go there: onto an empty cell if it may move, onto an enemy if it may take.
    fn is_open(&self, side: Side, letter: char, may: May, to: usize) -> bool {
        match self.board[to] {
            None => may != May::Take,
            Some((owner, victim)) => owner != side && may != May::Move && !self.spares(letter, victim),
        }
    }

    fn spares(&self, taker: char, victim: char) -> bool {
        let Immunity::Spared { pairs } = &self.ruleset.laws().immunity.law else {
            return false;
        };
        pairs
            .iter()
            .any(|&(kind, spared)| self.letter(kind) == taker && self.letters(spared).contains(&victim))
    }

    /// Whether a piece of that side could take a piece standing on the cell.
    fn is_attacked(&self, cell: usize, by: Side) -> bool {
        self.men_of(by).iter().any(|&(from, letter)| {
            let mut walks = self.walks(by, from, letter).into_iter();
            walks.any(|(may, to)| to == cell && self.is_open(by, letter, may, to))
        })
    }
}

/// Moves.
impl SlowPosition<'_> {
    /// Every move of a side, its king's safety left aside.
    fn pseudo_steps(&self, side: Side) -> Vec<Step> {
        let mut steps = Vec::new();
        for (from, letter) in self.men_of(side) {
            for (may, to) in self.walks(side, from, letter) {
                if self.is_open(side, letter, may, to) {
                    let taken = self.board[to].map(|_| to);
                    steps.push(Step { taken, ..Step::plain(from, to) });
                }
                if may != May::Move {
                    steps.extend(self.in_passing(side, from, letter, to));
                }
            }
            steps.extend(self.long_steps(side, from, letter));
        }
        steps.extend(self.castlings(side));
        let mut written = BTreeSet::new();
        let mut promoted: Vec<Step> =
            steps.into_iter().flat_map(|step| self.promotions(side, step)).collect();
        promoted.retain(|step| written.insert(self.write(step)));
        promoted
    }

    /// The capture of a pawn that has just passed the cell.
    fn in_passing(&self, side: Side, from: usize, letter: char, to: usize) -> Option<Step> {
        let PawnStep::Initial(LongFirstStep { kind, en_passant: EnPassant::PassedCells, .. }) =
            self.ruleset.laws().pawn_step.law
        else {
            return None;
        };
        if letter != self.letter(kind) || !self.passed.contains(&to) || self.board[to].is_some() {
            return None;
        }
        let enemy = side.other();
        let taken = *self.ride(enemy, to, (0, 1)).last()?;
        (self.board[taken] == Some((enemy, letter)))
            .then(|| Step { taken: Some(taken), ..Step::plain(from, to) })
    }

    /// A pawn's first step of several cells, and the pawn's run in the werera.
    fn long_steps(&self, side: Side, from: usize, letter: char) -> Vec<Step> {
        let ahead: Vec<usize> =
            self.ride(side, from, (0, 1)).into_iter().filter(|&cell| self.board[cell].is_none()).collect();
        let mut steps = Vec::new();
        if let PawnStep::Initial(LongFirstStep { kind, rank, steps: longest, en_passant }) =
            self.ruleset.laws().pawn_step.law
        {
            let may_run = letter == self.letter(kind) && self.rank_of(side, from) == i32::from(rank);
            for count in 2..=usize::from(longest).min(ahead.len()) {
                if may_run {
                    let passed =
                        if en_passant == EnPassant::None { Vec::new() } else { ahead[..count - 1].to_vec() };
                    steps.push(Step { passed, ..Step::plain(from, ahead[count - 1]) });
                }
            }
        }
        if let (Phase::Werera, Opening::Werera(werera)) = (self.phase, self.ruleset.laws().opening.law) {
            let is_pawn = self.letters(self.ruleset.pawns).contains(&letter);
            if werera.pawns == PawnAdvance::AnyDistance && is_pawn {
                steps.extend(ahead.iter().map(|&to| Step::plain(from, to)));
            }
        }
        steps
    }

    fn castlings(&self, side: Side) -> Vec<Step> {
        let CastlingLaw::KingSteps(KingSteps { steps: count, sides, when, .. }) =
            self.ruleset.laws().castling.law
        else {
            return Vec::new();
        };
        let is_time = when == CastlingPhase::Turns && self.phase == Phase::Turns
            || when == CastlingPhase::Werera && self.phase == Phase::Werera;
        let Some(king) = self.king(side).filter(|_| is_time) else {
            return Vec::new();
        };
        let mut steps = Vec::new();
        for &(_, rook) in self.castlers.iter().filter(|(owner, _)| *owner == side) {
            let right = (self.place(rook).0 - self.place(king).0).signum();
            let own_right = if side == Side::White { 1 } else { -1 };
            if sides == CastlingSides::Right && right != own_right {
                continue;
            }
            let between = self.ride(side, king, (right, 0));
            let is_clear = between.last() == Some(&rook);
            let path: Vec<usize> =
                (0..=i32::from(count)).filter_map(|step| self.go(side, king, (right * step, 0))).collect();
            let (Some(&to), Some(&over)) = (path.last(), path.iter().rev().nth(1)) else {
                continue;
            };
            let has_room = to != rook && between.contains(&to);
            if is_clear && has_room && path.iter().all(|&cell| self.is_safe_for_king(side, king, cell)) {
                steps.push(Step { rook: Some((rook, over)), ..Step::plain(king, to) });
            }
        }
        steps
    }

    /// Whether the king, put on the cell, would stand unattacked.
    fn is_safe_for_king(&self, side: Side, king: usize, cell: usize) -> bool {
        let mut moved = self.clone();
        let man = moved.board[king].take();
        moved.board[cell] = man;
        !moved.is_attacked(cell, side.other())
    }

    /// A move, once for each piece the mover may become.
    fn promotions(&self, side: Side, step: Step) -> Vec<Step> {
        let letter = self.board[step.from].expect("a move starts from a piece").1;
        let PromotionLaw::OnArrival { men } = &self.ruleset.laws().promotion.law else {
            return vec![step];
        };
        let last_ranks = i32::from(self.ruleset.geometry.ranks());
        let law = men.iter().find(|law| {
            self.letter(law.man) == letter && self.rank_of(side, step.to) > last_ranks - i32::from(law.ranks)
        });
        let Some(law) = law else {
            return vec![step];
        };
        let choices = self.promotion_choices(side, law);
        let became = |becomes: char| match becomes {
            // One of its own kind: it stays what it is.
            same if same == letter => step.clone(),
            other => Step { becomes: Some(other), passed: Vec::new(), ..step.clone() },
        };
        let mut steps: Vec<Step> = choices.into_iter().map(became).collect();
        if law.duty == PromotionDuty::Optional {
            steps.push(step);
        }
        steps
    }

    fn promotion_choices(&self, side: Side, law: &Promotion) -> Vec<char> {
        let to = self.letters(law.to);
        let PromotionChoice::LostMen { always, otherwise } = law.choice else {
            return to;
        };
        let array = read_placement(self.ruleset, &self.ruleset.arrays[self.ruleset.array].placement);
        let count =
            |board: &[Option<Man>], letter| board.iter().filter(|&&man| man == Some((side, letter))).count();
        let lost = to.into_iter().filter(|&letter| count(&self.board, letter) < count(&array, letter));
        let mut choices: BTreeSet<char> = lost.chain(self.letters(always)).collect();
        if choices.is_empty() {
            choices.extend(self.letters(otherwise));
        }
        choices.into_iter().collect()
    }

    fn make(&mut self, step: &Step) {
        let (side, letter) = self.board[step.from].expect("a move starts from a piece");
        let is_kings = |cell: Option<usize>| cell.is_some_and(|cell| self.is_king(cell));
        let (has_moved, has_fallen) = (is_kings(Some(step.from)), is_kings(step.taken));
        self.castlers.retain(|(owner, _)| if *owner == side { !has_moved } else { !has_fallen });
        self.castlers.retain(|(_, rook)| *rook != step.from && Some(*rook) != step.taken);
        self.board[step.from] = None;
        if let Some(taken) = step.taken {
            self.board[taken] = None;
        }
        if let Some((from, to)) = step.rook {
            self.board[to] = self.board[from].take();
        }
        self.board[step.to] = Some((side, step.becomes.unwrap_or(letter)));
        self.passed.clone_from(&step.passed);
        self.turn = side.other();
    }
}

/// Laws.
impl SlowPosition<'_> {
    fn legal_steps(&self, side: Side, throw: Option<u8>) -> Vec<Step> {
        if self.has_enemy_failed() {
            return Vec::new();
        }
        let mut steps = self.pseudo_steps(side);
        let named = self.named(throw);
        steps.retain(|step| named.contains(&self.mover(step)));
        if self.ruleset.laws().check.law == CheckLaw::RoyalFaceOnly && self.is_in_check(side) {
            steps.retain(|step| self.is_king(step.from) && step.rook.is_none());
        }
        match self.ruleset.laws().royalty.law {
            Royalty::Capture { .. } => {}
            Royalty::Mate { .. } => steps.retain(|step| {
                step.taken.is_none_or(|taken| !self.is_king(taken)) && self.is_safe(side, step)
            }),
            Royalty::MateAndCapture { .. } => steps.retain(|step| self.is_safe(side, step)),
        }
        steps
    }

    /// The letters of the pieces that may move.
    fn named(&self, throw: Option<u8>) -> Vec<char> {
        match (&self.ruleset.laws().die.law, throw) {
            (DieLaw::None, None) => self.ruleset.pieces.iter().map(|man| man.letter).collect(),
            (DieLaw::NamesMen { faces }, Some(face)) => self.letters(faces[usize::from(face) - 1]),
            (die, throw) => panic!("a throw of {throw:?} under {die:?}"),
        }
    }

    fn mover(&self, step: &Step) -> char {
        self.board[step.from].expect("a move starts from a piece").1
    }

    fn face_count(&self) -> u8 {
        match &self.ruleset.laws().die.law {
            DieLaw::None => 0,
            DieLaw::NamesMen { faces } => faces.len() as u8,
        }
    }

    /// Make and look.
    fn is_safe(&self, side: Side, step: &Step) -> bool {
        let mut made = self.clone();
        made.make(step);
        !made.is_in_check(side)
    }

    /// Where one throw must end a check: whether the enemy's has not.
    fn has_enemy_failed(&self) -> bool {
        self.ruleset.laws().check.law == CheckLaw::OneThrow && self.is_in_check(self.turn.other())
    }

    fn may_pass(&self, throw: Option<u8>) -> bool {
        if self.has_enemy_failed() {
            return true;
        }
        let steps = self.legal_steps(self.turn, throw);
        let leaves_king_attacked = self.is_guarded() && self.is_in_check(self.turn);
        match self.ruleset.laws().pass.law {
            PassLaw::Never => false,
            PassLaw::Forced => steps.is_empty(),
            PassLaw::Free => steps.is_empty() || !leaves_king_attacked,
            PassLaw::FreeExceptPawns { men } => {
                let bound = self.letters(men);
                let is_bound = steps.iter().any(|step| bound.contains(&self.mover(step)));
                steps.is_empty() || !is_bound && !leaves_king_attacked
            }
        }
    }
}
