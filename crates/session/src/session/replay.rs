//! Replay: the state after each event, and the data to verify the throws.

use std::collections::BTreeMap;

use rukh_rules::Message;
use rukh_rules::message::Argument;
use rukh_rules::notation::annotation::{Annotation, Annotations};
use rukh_rules::notation::record::Record;
use rukh_rules::{Game, Side};
use serde_json::Value;

use super::{GameInfo, Session, SessionState, phase_of, view};
use crate::say;
use crate::wire::game::SeatNames;
use crate::wire::intent::OfferKind;
use crate::wire::message::WireMessage;
use crate::wire::replay::{PieceChange, ReplayFrame, ThrowProof, ThrowRecord};
use crate::wire::view::ViewPiece;
use crate::wire::{EventKind, GamePhase, GameTimeControl, Player, WireEvent};

impl Session {
    /// Pieces at the start, and the changes of each event.
    #[must_use]
    pub fn frames(&self) -> (Vec<ViewPiece>, Vec<ReplayFrame>) {
        let start = Game::from_position(self.game().rules().clone(), *self.game().start());
        let mut state = SessionState::new(start);
        let first = view::pieces(&state.game);
        let mut pieces = by_id(&first);
        let mut frames = Vec::with_capacity(self.events.len());
        for (index, event) in self.events.iter().enumerate() {
            // Every event was applied before.
            if state.apply(event, &self.events[..index]).is_err() {
                break;
            }
            let next = by_id(&view::pieces(&state.game));
            frames.push(frame(event, &state, changes(&pieces, &next)));
            pieces = next;
        }
        (first, frames)
    }

    /// What the mover's clock shows after each move, as PGN comments: `[%clk 0:04:59]`. Empty without clocks.
    #[must_use]
    pub fn clock_comments(&self) -> Annotations {
        let mut comments = Annotations::default();
        for (entry, seq) in self.game().log().iter().zip(&self.state.event_seqs) {
            let event = seq.previous().and_then(|before| self.events.get(before.count()));
            let Some((EventKind::Move(moved), Some(reading))) = event.map(|event| (&event.kind, event.clock))
            else {
                continue;
            };
            let left = self.info().time_of(moved.side).shown(reading.left(moved.side));
            comments.push(entry.seq, Annotation::Comment(format!("[%clk {}]", clock_text(left))));
        }
        comments
    }

    /// The game as a record with its tags, among them the names that it is to show, and clock comments.
    #[must_use]
    pub fn record(&self, names: &SeatNames) -> Record {
        let mut record = Record::new(self.game().clone());
        record.annotations = self.clock_comments();
        let info = self.info();
        let [time, white_time, black_time] = time_control_tags(info);
        let tags = [
            ("Event", "A game at Rukh".to_owned()),
            ("Site", format!("game {}", info.id)),
            ("Date", info.started.pgn_date()),
            ("TimeControl", time),
            ("WhiteTimeControl", white_time),
            ("BlackTimeControl", black_time),
            ("White", player_tag(&info.white, names.white.as_deref())),
            ("Black", player_tag(&info.black, names.black.as_deref())),
            ("WhiteTitle", title_tag(&info.white)),
            ("BlackTitle", title_tag(&info.black)),
            ("WhiteElo", rating_tag(info, Side::White)),
            ("BlackElo", rating_tag(info, Side::Black)),
        ];
        for (name, value) in tags.into_iter().filter(|(_, value)| !value.is_empty()) {
            // A name that PGN cannot represent is left out.
            let _ = record.tags.set(name, &value);
        }
        record
    }

    /// Data to verify the throws.
    ///
    /// # Examples
    /// The seed that the server had promised gives exactly the throws of the game.
    /// ```
    /// # use std::sync::Arc;
    /// use rukh_fair_dice::ServerSeed;
    /// # use rukh_rules::{Game, Ruleset, Side};
    /// # use rukh_session::session::{GameInfo, Session};
    /// # use rukh_session::wire::time::UnixMillis;
    /// # use rukh_session::wire::{GameTimeControl, Intent, Player, SpectatorMode};
    /// # let almaz = Player::Guest { id: "almaz".parse()? };
    /// # let info = GameInfo {
    /// #     id: "game".parse()?,
    /// #     white: almaz.clone(),
    /// #     black: almaz,
    /// #     server_seed: ServerSeed([7; 32]),
    /// #     time_control: GameTimeControl::None,
    /// #     odds: None,
    /// #     spectator_mode: SpectatorMode::Match,
    /// #     private: false,
    /// #     rated: None,
    /// #     started: UnixMillis::new(0),
    /// # };
    /// # let game = Game::new(Arc::new(Ruleset::named("oblong-dice")?));
    /// # let (mut session, start) = Session::new(info, game, UnixMillis::new(0));
    /// # session.commit(start, None);
    /// # let seed = |side| Intent::Seed { side, seed: "salt".to_owned() };
    /// # for intent in [seed(Side::White), seed(Side::Black), Intent::Resign { side: Side::White }] {
    /// #     let draft = session.draft_intent(&intent, UnixMillis::new(1), 0).expect("allowed");
    /// #     session.commit(draft, None);
    /// # }
    /// let proof = session.throws();
    /// let seed = ServerSeed::parse(&proof.server_seed.expect("the game is over")).expect("a seed");
    /// assert_eq!(Some(seed.commitment()), proof.commitment);
    /// let client_seed = proof.client_seed.expect("both players gave a seed");
    /// assert!(!proof.throws.is_empty());
    /// for throw in proof.throws {
    ///     assert_eq!(seed.throw(&client_seed, throw.number, proof.faces), throw.face);
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn throws(&self) -> ThrowProof {
        let throw_of = |event: &WireEvent| match &event.kind {
            EventKind::Throw(throw) => Some(ThrowRecord {
                number: throw.number,
                face: throw.face,
                side: throw.side,
                seq: event.seq.as_u64(),
                undone_by: self.state.undone_by(event.seq).map(|by| by.as_u64()),
            }),
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

fn player_tag(player: &Player, name: Option<&str>) -> String {
    match player.engine_level() {
        Some(level) => format!("Rukh, level {level}"),
        None => name.unwrap_or_default().to_owned(),
    }
}

/// PGN `WhiteTitle` and `BlackTitle`: `BOT`, as other sites write it.
fn title_tag(player: &Player) -> String {
    if player.is_bot() { "BOT".to_owned() } else { String::new() }
}

/// PGN `TimeControl`; with odds of time, as cutechess has it, `WhiteTimeControl` and `BlackTimeControl` instead.
fn time_control_tags(info: &GameInfo) -> [String; 3] {
    let of = |side| time_control_tag(info.time_of(side));
    match info.odds {
        None => [time_control_tag(&info.time_control), String::new(), String::new()],
        Some(_) => [String::new(), of(Side::White), of(Side::Black)],
    }
}

/// PGN `TimeControl`: seconds, with `+3` an increment and with `+3d` a delay, as python-chess has it; a day or a
/// period of byo-yomi is one move in its seconds.
fn time_control_tag(time: &GameTimeControl) -> String {
    match time {
        GameTimeControl::None => "-".to_owned(),
        GameTimeControl::Fischer { initial, increment: 0, .. } => format!("{initial}"),
        GameTimeControl::Fischer { initial, increment, .. } => format!("{initial}+{increment}"),
        GameTimeControl::Delay { initial, delay, .. } => format!("{initial}+{delay}d"),
        GameTimeControl::Byoyomi { initial, period, periods, .. } => {
            let main = (*initial > 0).then(|| initial.to_string());
            let periods = (0..*periods).map(|_| format!("1/{period}"));
            main.into_iter().chain(periods).collect::<Vec<_>>().join(":")
        }
        GameTimeControl::Days { days, .. } => format!("1/{}", days * 86_400),
    }
}

/// PGN `WhiteElo` and `BlackElo`: the ratings when the game began.
fn rating_tag(info: &GameInfo, side: Side) -> String {
    info.rated.as_ref().map(|rated| rated.of(side).value.to_string()).unwrap_or_default()
}

/// A time in milliseconds as hours, minutes and seconds.
fn clock_text(ms: u64) -> String {
    let seconds = ms / 1_000;
    format!("{}:{:02}:{:02}", seconds / 3_600, seconds / 60 % 60, seconds % 60)
}

type PiecesById = BTreeMap<u16, ViewPiece>;

fn by_id(pieces: &[ViewPiece]) -> PiecesById {
    pieces.iter().map(|piece| (piece.id, piece.clone())).collect()
}

fn changes(before: &PiecesById, after: &PiecesById) -> Vec<PieceChange> {
    let change =
        |piece: &ViewPiece, cell| PieceChange { id: piece.id, cell, letter: piece.letter, side: piece.side };
    let removed =
        before.values().filter(|piece| !after.contains_key(&piece.id)).map(|piece| change(piece, None));
    let moved = after.values().filter(|piece| before.get(&piece.id) != Some(piece));
    removed.chain(moved.map(|piece| change(piece, Some(piece.cell.clone())))).collect()
}

fn frame(event: &WireEvent, state: &SessionState, changes: Vec<PieceChange>) -> ReplayFrame {
    let word = serde_json::to_value(&event.kind).ok();
    let field = |name: &str| {
        let data = word.as_ref().and_then(|word| word.get("data"))?;
        data.get(name).and_then(Value::as_str).map(str::to_owned)
    };
    let side = match field("side").as_deref() {
        Some("white") => Some(Side::White),
        Some("black") => Some(Side::Black),
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

/// The event as a sentence.
fn describe(event: &EventKind) -> WireMessage {
    let message = match event {
        EventKind::WereraEnded(ended) => return ended.text.clone(),
        EventKind::End { result, .. } => return result.text.clone(),
        EventKind::Start(_) => say::event_start(),
        EventKind::Ready { side } => say::event_ready(*side),
        EventKind::Place(place) => say::event_move(place.side, place.san.as_str()),
        EventKind::Retract(retract) => say::event_retract(retract.side, retract.from, retract.to),
        EventKind::BatchEnded { side } => say::event_batch_ended(*side),
        EventKind::Throw(throw) => say::event_throw(throw.side, throw.face),
        EventKind::Move(moved) if moved.pass => say::event_pass(moved.side),
        EventKind::Move(moved) => say::event_move(moved.side, moved.san.as_str()),
        EventKind::Resign { side } => say::event_resign(*side),
        EventKind::DrawOffer { side } => offered(*side, OfferKind::Draw),
        EventKind::TakebackOffer { side } => offered(*side, OfferKind::Takeback),
        EventKind::TurnsOffer { side } => offered(*side, OfferKind::Turns),
        EventKind::RematchOffer { side } => offered(*side, OfferKind::Rematch),
        EventKind::Decline { side, offer } => say::event_decline(*side, Argument::Choice(offer.into())),
        EventKind::Takeback { side, .. } => say::event_takeback(*side),
        EventKind::Draw {} => say::event_draw(),
        EventKind::Abort { side: Some(side) } => say::event_abort(*side),
        EventKind::Abort { side: None } => say::event_abort_unstarted(),
        EventKind::Claim { side, result } => say::event_claim(*side, Argument::Choice(result.into())),
        EventKind::Flag { side } => say::event_flag(*side),
        EventKind::TimeAdded { side, milliseconds } => say::event_time_added(*side, milliseconds / 1_000),
        EventKind::Vacation { side, until: Some(_) } => say::event_vacation(*side),
        EventKind::Vacation { side, until: None } => say::event_vacation_over(*side),
        EventKind::Outage { from, to } => say::event_outage(to.since(*from) / 1_000),
        EventKind::Seeds { .. } => say::event_seeds(),
        EventKind::Contest { entries, .. } => match entries.first() {
            Some(first) => say::event_contest(first.side),
            None => say::event_contest_open(),
        },
        EventKind::Rematched { .. } => say::event_rematched(),
        EventKind::Unknown(_) => say::event_unknown(),
    };
    message.into()
}

fn offered(side: Side, offer: OfferKind) -> Message {
    say::event_offer(side, Argument::Choice(offer.into()))
}

#[cfg(test)]
mod tests {
    use super::{clock_text, time_control_tag};
    use crate::wire::GameTimeControl;

    #[test]
    fn time_control_tag_tells_every_clock_apart() {
        let werera = None;
        let byoyomi = |initial| GameTimeControl::Byoyomi { initial, period: 30, periods: 3, werera };
        let tags = [
            (GameTimeControl::None, "-"),
            (GameTimeControl::Fischer { initial: 300, increment: 0, werera }, "300"),
            (GameTimeControl::Fischer { initial: 300, increment: 3, werera }, "300+3"),
            (GameTimeControl::Delay { initial: 300, delay: 3, werera }, "300+3d"),
            (byoyomi(600), "600:1/30:1/30:1/30"),
            (byoyomi(0), "1/30:1/30:1/30"),
            (GameTimeControl::Days { days: 3, werera_days: None }, "1/259200"),
        ];
        for (time, tag) in tags {
            assert_eq!(time_control_tag(&time), tag);
        }
    }

    #[test]
    fn clock_text_is_hours_minutes_seconds() {
        assert_eq!(clock_text(299_999), "0:04:59");
        assert_eq!(clock_text(0), "0:00:00");
        assert_eq!(clock_text(90_061_000), "25:01:01");
    }
}
