//! Why a side may not make a move.

use rukh_rules::game::Refusal;
use rukh_rules::{Failure, Side};

use super::Session;
use crate::wire::view::{RefusalReason, WhyQuery, WhyResponse};

impl Session {
    /// Why a side may not move a piece, or not to a target.
    ///
    /// # Errors
    /// What is wrong with the question.
    pub fn why(&self, side: Side, query: &WhyQuery) -> Result<WhyResponse, Failure> {
        let game = self.game();
        let cell = |name: &str| {
            let found = game.ruleset().geometry.parse_cell(name);
            found.ok_or_else(|| format!("`{name}` is no cell of this board"))
        };
        let refusal = match (query.from.as_deref(), query.to.as_deref(), query.written.as_deref()) {
            (Some(from), to, None) => game.why_not(side, cell(from)?, to.map(cell).transpose()?),
            (None, None, Some(text)) => game.why_not_written(side, text),
            _ => return Err("ask with `from`, with `from` and `to`, or with `move`".into()),
        };
        Ok(WhyResponse { refusal: refusal.map(RefusalReason::from) })
    }
}

impl From<Refusal> for RefusalReason {
    fn from(Refusal { code, message }: Refusal) -> RefusalReason {
        RefusalReason { code: code.to_string(), message: message.into() }
    }
}
