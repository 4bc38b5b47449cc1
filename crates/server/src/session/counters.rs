//! Counters of the laws, for the view.

use rukh_rules::law::{BareKing, LoneManLimit, MoveLimit, Opening, Repetition, WereraMode};
use rukh_rules::{Game, Phase, Side};

use crate::wire::view::Counter;

/// A limiting counter is shown from one part in this many of its limit on.
const SHOWN_FROM: u64 = 4;

/// All counters a player should see now.
pub(super) fn counters(game: &Game) -> Vec<Counter> {
    if game.position().phase() == Phase::Werera {
        return werera(game);
    }
    let mut found = lone_man(game);
    found.extend(bared_king(game));
    found.extend(repetition(game));
    found.extend(move_limit(game));
    found
}

fn werera(game: &Game) -> Vec<Counter> {
    let Opening::Werera(law) = game.ruleset().laws.opening.law else { return Vec::new() };
    let mut found = Vec::new();
    if let WereraMode::Batched { bundle } = law.manner {
        let (side, value) = (game.position().turn(), game.werera().batched);
        found.push(Counter {
            label: "Bundle".to_owned(),
            side: Some(side.into()),
            value: value.into(),
            limit: bundle.into(),
            text: format!("{} has made {value} of the {bundle} moves a bundle may have.", side.name()),
        });
    }
    if law.budget > 0 {
        found.extend(Side::BOTH.map(|side| {
            let made = game.werera().made[side.index()];
            Counter {
                label: "Moves of the werera".to_owned(),
                side: Some(side.into()),
                value: made.into(),
                limit: law.budget.into(),
                text: format!("{} has made {made} of {} moves of the werera.", side.name(), law.budget),
            }
        }));
    }
    found
}

fn lone_man(game: &Game) -> Vec<Counter> {
    let LoneManLimit::LoneMan { limit, .. } = game.ruleset().laws.support.law else { return Vec::new() };
    let counted = |side: Side| game.position().counters()[side.index()];
    let shown = Side::BOTH.into_iter().filter(|&side| counted(side) > 0 || has_lone_man(game, side));
    shown
        .map(|side| Counter {
            label: "The last man's moves".to_owned(),
            side: Some(side.into()),
            value: counted(side).into(),
            limit: limit.into(),
            text: format!(
                "{} has one man left beside king and pawns; without a mate the game is drawn at move {limit}.",
                side.name()
            ),
        })
        .collect()
}

fn has_lone_man(game: &Game, side: Side) -> bool {
    let ruleset = game.ruleset();
    let counts = |kind| kind != ruleset.royal() && !ruleset.pawns.has(kind);
    game.pieces().iter().filter(|man| man.side == side && counts(man.kind)).count() == 1
}

fn bared_king(game: &Game) -> Option<Counter> {
    let BareKing::DrawAfter { moves, .. } = game.ruleset().laws.bare_king.law else { return None };
    let plies = game.position().counters()[0];
    (plies > 0).then(|| Counter {
        label: "The bared king".to_owned(),
        side: None,
        value: (plies / 2).into(),
        limit: moves.into(),
        text: format!("The bared king must be mated within {moves} moves, or the game is drawn."),
    })
}

fn repetition(game: &Game) -> Option<Counter> {
    let Repetition::Draw { times } = game.ruleset().laws.repetition.law else { return None };
    let last = game.keys().last()?;
    let seen = game.keys().iter().filter(|key| *key == last).count() as u64;
    (seen > 1).then(|| Counter {
        label: "Repetition".to_owned(),
        side: None,
        value: seen,
        limit: times.into(),
        text: format!("This position has stood {seen} times; at {times} the game is drawn."),
    })
}

fn move_limit(game: &Game) -> Option<Counter> {
    let MoveLimit::Draw { plies, .. } = game.ruleset().laws.move_limit.law else { return None };
    let (value, limit) = (u64::from(game.position().halfmove_clock()), u64::from(plies));
    (value * SHOWN_FROM >= limit).then(|| Counter {
        label: "Moves without progress".to_owned(),
        side: None,
        value,
        limit,
        text: format!("{value} turns without a capture or a pawn's move; at {limit} the game is drawn."),
    })
}
