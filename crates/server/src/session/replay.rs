//! Replay: the state after each event, and the data to verify the throws.

use std::collections::BTreeMap;

use rukh_rules::game::SideName;
use rukh_rules::notation::annotation::{Annotation, Annotations};
use rukh_rules::{Game, Side};
use serde_json::Value;

use super::{Session, SessionState, phase_of, view};
use crate::wire::intent::{ClaimResult, OfferKind};
use crate::wire::replay::{PieceChange, ReplayFrame, ThrowProof, ThrowRecord};
use crate::wire::view::ViewPiece;
use crate::wire::{EventKind, GamePhase, WireEvent};

impl Session {
    /// Pieces at the start, and the changes of each event.
    #[must_use]
    pub fn frames(&self) -> (Vec<ViewPiece>, Vec<ReplayFrame>) {
        let start = Game::from_position(self.game().rules().clone(), *self.game().start());
        let mut state = SessionState::new(start);
        let first = view::pieces(&state.game);
        let mut men = by_id(&first);
        let mut frames = Vec::with_capacity(self.events.len());
        for (index, event) in self.events.iter().enumerate() {
            // Every event was applied before.
            if state.apply(event, &self.events[..index]).is_err() {
                break;
            }
            let next = by_id(&view::pieces(&state.game));
            frames.push(frame(event, &state, changes(&men, &next)));
            men = next;
        }
        (first, frames)
    }

    /// The mover's clock after each move, as PGN comments: `[%clk 0:04:59]`. Empty without clocks.
    #[must_use]
    pub fn clock_comments(&self) -> Annotations {
        let mut comments = Annotations::default();
        for (entry, told) in self.game().log().iter().zip(&self.state.event_seqs) {
            let event = told.checked_sub(1).and_then(|index| self.events.get(usize::try_from(index).ok()?));
            let Some((EventKind::Move(moved), Some(reading))) = event.map(|event| (&event.kind, event.clock))
            else {
                continue;
            };
            let left = match moved.side {
                SideName::White => reading.white,
                SideName::Black => reading.black,
            };
            comments.push(entry.seq, Annotation::Comment(format!("[%clk {}]", clock_text(left))));
        }
        comments
    }

    /// Data to verify the throws.
    #[must_use]
    pub fn throws(&self) -> ThrowProof {
        let throw_of = |event: &WireEvent| match &event.kind {
            EventKind::Throw(throw) => {
                Some(ThrowRecord { number: throw.number, face: throw.face, side: throw.side, seq: event.seq })
            }
            _ => None,
        };
        let coin_of = |event: &WireEvent| match event.kind {
            EventKind::Contest { coin, .. } => coin,
            _ => None,
        };
        let start = self.events.first().map(|event| &event.kind);
        let end = self.events.iter().rev().find_map(|event| match &event.kind {
            EventKind::End { server_seed, .. } => server_seed.clone(),
            _ => None,
        });
        ThrowProof {
            commitment: match start {
                Some(EventKind::Start(start)) => start.commitment.clone(),
                _ => None,
            },
            server_seed: end,
            client_seed: self.state.client_seed.clone(),
            faces: self.game().ruleset().faces(),
            throws: self.events.iter().filter_map(throw_of).collect(),
            coins: self.events.iter().filter_map(coin_of).collect(),
            over: self.phase() == GamePhase::Over,
        }
    }
}

/// A time in milliseconds as hours, minutes and seconds.
fn clock_text(ms: u64) -> String {
    let seconds = ms / 1_000;
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

type Men = BTreeMap<u16, ViewPiece>;

fn by_id(men: &[ViewPiece]) -> Men {
    men.iter().map(|man| (man.id, man.clone())).collect()
}

fn changes(before: &Men, after: &Men) -> Vec<PieceChange> {
    let change =
        |piece: &ViewPiece, cell| PieceChange { id: piece.id, cell, letter: piece.letter, side: piece.side };
    let gone = before.values().filter(|man| !after.contains_key(&man.id)).map(|man| change(man, None));
    let moved = after.values().filter(|man| before.get(&man.id) != Some(man));
    gone.chain(moved.map(|man| change(man, Some(man.cell.clone())))).collect()
}

fn frame(event: &WireEvent, state: &SessionState, changes: Vec<PieceChange>) -> ReplayFrame {
    let word = serde_json::to_value(&event.kind).ok();
    let field = |name: &str| {
        let data = word.as_ref().and_then(|word| word.get("data"))?;
        data.get(name).and_then(Value::as_str).map(str::to_owned)
    };
    let side = match field("side").as_deref() {
        Some("white") => Some(SideName::White),
        Some("black") => Some(SideName::Black),
        _ => None,
    };
    let kind = word.as_ref().and_then(|word| word.get("type")).and_then(Value::as_str);
    ReplayFrame {
        seq: event.seq,
        at: event.at,
        kind: kind.unwrap_or_default().to_owned(),
        san: field("san"),
        side,
        from: field("from"),
        to: field("to"),
        throw: view::throw(&state.game),
        phase: phase_of(&state.game),
        changes,
        clock: event.clock,
        text: describe(&event.kind),
    }
}

/// Text of an event.
fn describe(told: &EventKind) -> String {
    let name = |side: &SideName| Side::from(*side).name();
    match told {
        EventKind::Start(_) => "The game begins.".to_owned(),
        EventKind::Ready { side } => format!("{} is ready.", name(side)),
        EventKind::Place(place) => format!("{} moves {}.", name(&place.side), place.san),
        EventKind::Retract(retract) => {
            format!("{} takes back {}–{}.", name(&retract.side), retract.from, retract.to)
        }
        EventKind::BatchEnded { side } => format!("{} ends the batch.", name(side)),
        EventKind::WereraEnded(ended) => ended.text.clone(),
        EventKind::Throw(throw) => format!("The die shows {} for {}.", throw.face, name(&throw.side)),
        EventKind::Move(moved) if moved.pass => format!("{} passes.", name(&moved.side)),
        EventKind::Move(moved) => format!("{} moves {}.", name(&moved.side), moved.san),
        EventKind::Resign { side } => format!("{} gives up.", name(side)),
        EventKind::DrawOffer { side } => format!("{} offers a draw.", name(side)),
        EventKind::TakebackOffer { side } => format!("{} asks to take a move back.", name(side)),
        EventKind::TurnsOffer { side } => format!("{} wants to begin turns.", name(side)),
        EventKind::RematchOffer { side } => format!("{} wants another game.", name(side)),
        EventKind::Decline { side, offer } => format!("{} declines {}.", name(side), offer_text(*offer)),
        EventKind::Takeback { side, .. } => format!("{} takes a move back by consent.", name(side)),
        EventKind::Draw {} => "The players agree to a draw.".to_owned(),
        EventKind::Abort { side: Some(side) } => format!("{} breaks the game off.", name(side)),
        EventKind::Abort { side: None } => "The game did not begin in time.".to_owned(),
        EventKind::Claim { side, result: ClaimResult::Win } => {
            format!("{} claims the game: the other side has left.", name(side))
        }
        EventKind::Claim { side, result: ClaimResult::Draw } => {
            format!("{} claims a draw: the other side has left.", name(side))
        }
        EventKind::Flag { side } => format!("{}'s time has run out.", name(side)),
        EventKind::TimeAdded { side, milliseconds } => {
            format!("{} is given {} seconds.", name(side), milliseconds / 1000)
        }
        EventKind::Outage { from, to } => {
            format!("The server was away for {} seconds; nobody is charged.", to.saturating_sub(*from) / 1000)
        }
        EventKind::Seeds { .. } => "Both players have given their share for the throws.".to_owned(),
        EventKind::Contest { entries, .. } => match entries.first() {
            Some(first) => format!("Both wanted the same; {} was first.", name(&first.side)),
            None => "Both wanted the same.".to_owned(),
        },
        EventKind::Rematched { .. } => "Another game has begun.".to_owned(),
        EventKind::End { result, .. } => result.text.clone(),
    }
}

fn offer_text(what: OfferKind) -> &'static str {
    match what {
        OfferKind::Draw => "the draw",
        OfferKind::Takeback => "to give the move back",
        OfferKind::Turns => "to begin turns",
        OfferKind::Rematch => "another game",
    }
}

#[cfg(test)]
mod tests {
    use super::clock_text;

    #[test]
    fn clock_text_is_hours_minutes_seconds() {
        assert_eq!(clock_text(299_999), "0:04:59");
        assert_eq!(clock_text(0), "0:00:00");
        assert_eq!(clock_text(90_061_000), "25:01:01");
    }
}
