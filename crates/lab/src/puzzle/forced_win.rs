//! Forced wins, by exhaustive search of every move of both sides.

use std::collections::HashMap;

use rukh_rules::shape::Any;
use rukh_rules::{Move, Position, Rules, Side};

/// Moves of the attacker that are searched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attack {
    /// All.
    Everything,
    /// Those that give check, which decides no more than that a line wins.
    Checks,
}

/// Exhaustive search for a win within a number of moves. What it says is proved, repetition aside.
#[derive(Debug)]
pub struct ForcedWin<'r> {
    rules: &'r Rules<Any>,
    side: Side,
    attack: Attack,
    /// Positions that may still be searched.
    budget: u64,
    /// Whether the attacker wins from a position within a number of moves, where that is proved.
    proved: HashMap<(u64, u16), bool>,
    /// The reply that refuted last, by the number of moves left.
    killers: Vec<Option<Move>>,
}

/// The search was broken off, so nothing is proved.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OutOfBudget;

impl<'r> ForcedWin<'r> {
    /// A search for wins of a side in at most `budget` positions.
    pub fn new(rules: &'r Rules<Any>, side: Side, attack: Attack, budget: u64) -> ForcedWin<'r> {
        ForcedWin { rules, side, attack, budget, proved: HashMap::new(), killers: Vec::new() }
    }

    fn spend(&mut self) -> Result<(), OutOfBudget> {
        self.budget = self.budget.checked_sub(1).ok_or(OutOfBudget)?;
        Ok(())
    }

    /// The moves that win within `moves` own moves, from a position of the side to move.
    pub fn winning_moves(&mut self, position: &Position, moves: u16) -> Result<Vec<Move>, OutOfBudget> {
        let mut winning = Vec::new();
        for mv in self.attacks(position) {
            if self.wins_with(position, mv, moves)? {
                winning.push(mv);
            }
        }
        Ok(winning)
    }

    /// Moves of the attacker, checks and captures first.
    fn attacks(&self, position: &Position) -> Vec<Move> {
        let mut moves = self.rules.legal_moves(position);
        let gives_check = |mv: &Move| {
            self.rules.is_king_attacked(&self.rules.play(position, *mv), self.side.other())
                || self.rules.takes_king(position, *mv)
        };
        match self.attack {
            Attack::Everything => {
                moves.sort_by_cached_key(|mv| (!gives_check(mv), !self.rules.is_capture(position, *mv)));
            }
            Attack::Checks => moves.retain(gives_check),
        }
        moves
    }

    fn wins_with(&mut self, position: &Position, mv: Move, moves: u16) -> Result<bool, OutOfBudget> {
        self.spend()?;
        let next = self.rules.play(position, mv);
        match self.rules.outcome(&next) {
            Some(over) => Ok(over.winner == Some(self.side)),
            None if moves <= 1 || self.rules.ruleset().has_die() => Ok(false),
            None => self.loses(&next, moves - 1),
        }
    }

    fn wins(&mut self, position: &Position, moves: u16) -> Result<bool, OutOfBudget> {
        let key = (position.key(), moves);
        if let Some(known) = self.proved.get(&key) {
            return Ok(*known);
        }
        let mut won = false;
        for mv in self.attacks(position) {
            if self.wins_with(position, mv, moves)? {
                won = true;
                break;
            }
        }
        self.proved.insert(key, won);
        Ok(won)
    }

    /// Whether every reply loses within `moves` moves of the attacker.
    fn loses(&mut self, position: &Position, moves: u16) -> Result<bool, OutOfBudget> {
        let mut replies = self.rules.legal_moves(position);
        let slot = usize::from(moves);
        if self.killers.len() <= slot {
            self.killers.resize(slot + 1, None);
        }
        if let Some(killer) = self.killers[slot]
            && let Some(index) = replies.iter().position(|mv| *mv == killer)
        {
            replies.swap(0, index);
        }
        for reply in replies {
            self.spend()?;
            let next = self.rules.play(position, reply);
            let lost = match self.rules.outcome(&next) {
                Some(over) => over.winner == Some(self.side),
                None => self.wins(&next, moves)?,
            };
            if !lost {
                self.killers[slot] = Some(reply);
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// The solution of a win in exactly `moves` moves: the only winning move at each own move, and
    /// between them a longest defence after which that is so. `None` where there is a second move.
    pub fn only_line(&mut self, position: &Position, moves: u16) -> Result<Option<Vec<Move>>, OutOfBudget> {
        let [mv] = self.winning_moves(position, moves)?[..] else { return Ok(None) };
        let next = self.rules.play(position, mv);
        if self.rules.outcome(&next).is_some() {
            return Ok((moves == 1).then(|| vec![mv]));
        }
        for reply in self.rules.legal_moves(&next) {
            let after = self.rules.play(&next, reply);
            let is_long =
                self.rules.outcome(&after).is_none() && !self.wins(&after, moves.saturating_sub(2))?;
            if is_long && let Some(rest) = self.only_line(&after, moves - 1)? {
                return Ok(Some([vec![mv, reply], rest].concat()));
            }
        }
        Ok(None)
    }

    /// The least number of moves, at most `most`, in which the side to move wins.
    pub fn shortest(&mut self, position: &Position, most: u16) -> Result<Option<u16>, OutOfBudget> {
        for moves in 1..=most {
            if self.wins(position, moves)? {
                return Ok(Some(moves));
            }
        }
        Ok(None)
    }
}
