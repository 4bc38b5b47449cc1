//! The werera in UCI, for both ends of the pipe.
//!
//! ```text
//! setoption name UCI_Werera value true
//! position startpos werera white place e2e3 black place d7d6 white retract e2e3
//! go werera white seed 7
//! bestact place g1h3
//! ```
//! An event is a side and an action: `place` and `capture` with a move, `retract` with the move to
//! take back, `ready`. The word `turns` says that turns begin without a capture. The two words for
//! a move keep the intention: a quiet move that was meant for an empty cell never becomes a
//! capture because another piece came there first.

use std::time::Duration;

use rukh_rules::law::WereraMode;
use rukh_rules::notation::coordinate;
use rukh_rules::notation::dialect::{Dialect, DialectChoice};
use rukh_rules::{Event, Failure, Game, Move, Node, Side};

use super::board::parse_among;
use super::line_io::truncate;
use rukh_engine::{Decision, WereraAction};

/// Name of the check option by which a program says that it plays the werera.
pub const OPTION: &str = "UCI_Werera";
/// Longest `wait` in milliseconds; a longer one is cut to it.
const MAX_WAIT_MS: u64 = 3_600_000;
/// Event that begins turns without a capture.
const TURNS: &str = "turns";

/// Answer to `go werera`: the words after `bestact`.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_protocols::werera::WereraAnswer;
/// use rukh_rules::notation::dialect::Dialect;
/// use rukh_rules::{Game, Ruleset, Side};
///
/// let game = Game::new(Arc::new(Ruleset::named("senterej")?));
/// let find = |from: &str| {
///     let mv = from.parse::<rukh_rules::UciMove>().expect("coordinates");
///     mv.find(game.ruleset(), game.known_moves(Side::White)).expect("a move")
/// };
/// let answer = WereraAnswer::Place(find("g1h3"));
/// assert_eq!(answer.format(&game, Dialect::Own).as_deref(), Some("place g1h3"));
/// assert!(answer.event(&game, Side::White).is_some());
/// assert_eq!(WereraAnswer::Wait(None).event(&game, Side::White), None);
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WereraAnswer {
    /// Moves a piece to an empty cell.
    Place(Move),
    /// Captures a piece, which begins the turns.
    Capture(Move),
    /// Takes back the side's quiet move with this number in the log.
    Retract {
        /// Number of the move's log entry.
        seq: u64,
    },
    /// Does nothing and wants to be asked again: after this time, or when the asker likes.
    Wait(Option<Duration>),
    /// Has nothing more to do: ends its bundle, or agrees that turns begin.
    Ready,
}

impl WereraAnswer {
    /// The answer that stands for an action of our engine.
    #[must_use]
    pub fn from_action(game: &Game, action: WereraAction) -> WereraAnswer {
        match action {
            WereraAction::Place(mv) if game.rules().is_capture(game.position(), mv) => {
                WereraAnswer::Capture(mv)
            }
            WereraAction::Place(mv) => WereraAnswer::Place(mv),
            WereraAction::Retract { seq } => WereraAnswer::Retract { seq },
            WereraAction::EndBundle => WereraAnswer::Ready,
            WereraAction::Wait => WereraAnswer::Wait(None),
        }
    }

    /// Reads an action from its words, as the side's action in the game's werera.
    ///
    /// # Errors
    /// The side cannot act now, or the words are no action that it may take.
    pub fn parse(
        game: &Game,
        side: Side,
        words: &[&str],
        choice: DialectChoice,
    ) -> Result<WereraAnswer, Failure> {
        check_may_act(game, side)?;
        let placement = |text| parse_among(game.ruleset(), &game.moves_of(side), text, choice);
        let is_capture = |mv| game.rules().is_capture(game.position(), mv);
        match words {
            ["place", text] => match placement(text)? {
                mv if is_capture(mv) => Err(format!("`{}` captures: write `capture`", truncate(text)).into()),
                mv => Ok(WereraAnswer::Place(mv)),
            },
            ["capture", text] => match placement(text)? {
                mv if is_capture(mv) => Ok(WereraAnswer::Capture(mv)),
                _ => Err(format!("`{}` captures nothing: write `place`", truncate(text)).into()),
            },
            ["retract", text] => {
                let moves: Vec<(u64, Move)> =
                    game.retractable(side).iter().map(|known| (known.seq, known.mv)).collect();
                let known: Vec<Move> = moves.iter().map(|(_, mv)| *mv).collect();
                let found = parse_among(game.ruleset(), &known, text, choice).ok();
                let seq = moves.iter().find(|(_, mv)| Some(*mv) == found).map(|(seq, _)| *seq);
                let seq = seq.ok_or_else(|| format!("`{}` cannot be taken back", truncate(text)))?;
                Ok(WereraAnswer::Retract { seq })
            }
            ["wait"] => Ok(WereraAnswer::Wait(None)),
            ["wait", text] => {
                let ms: Option<u64> = text.parse().ok();
                let ms = ms.ok_or_else(|| format!("`wait {}` wants milliseconds", truncate(text)))?;
                Ok(WereraAnswer::Wait(Some(Duration::from_millis(ms.min(MAX_WAIT_MS)))))
            }
            ["ready"] => Ok(WereraAnswer::Ready),
            _ => Err(format!(
                "`{}` is no action: write `place MOVE`, `capture MOVE`, `retract MOVE`, `wait`, `wait MS` or `ready`",
                truncate(&words.join(" "))
            ).into()),
        }
    }

    /// Writes the action in a dialect; `None` if its move is not known in the game.
    #[must_use]
    pub fn format(self, game: &Game, dialect: Dialect) -> Option<String> {
        let text = |mv| coordinate::format_in(game.ruleset(), mv, dialect);
        Some(match self {
            WereraAnswer::Place(mv) => format!("place {}", text(mv)),
            WereraAnswer::Capture(mv) => format!("capture {}", text(mv)),
            WereraAnswer::Retract { seq } => {
                let known = game.werera().standing.iter().find(|known| known.seq == seq)?;
                format!("retract {}", text(known.mv))
            }
            WereraAnswer::Wait(None) => "wait".to_owned(),
            WereraAnswer::Wait(Some(time)) => format!("wait {}", time.as_millis()),
            WereraAnswer::Ready => "ready".to_owned(),
        })
    }

    /// The event of the action in the game; `None` for waiting, and for `ready` where both sides
    /// act at once, since turns begin there only when both are ready.
    #[must_use]
    pub fn event(self, game: &Game, side: Side) -> Option<Event> {
        let action = match self {
            WereraAnswer::Place(mv) | WereraAnswer::Capture(mv) => WereraAction::Place(mv),
            WereraAnswer::Retract { seq } => WereraAction::Retract { seq },
            WereraAnswer::Ready if has_bundles(game) => WereraAction::EndBundle,
            WereraAnswer::Ready | WereraAnswer::Wait(_) => return None,
        };
        Decision::Werera(action).event(game.ruleset(), side)
    }
}

/// Whether the sides of the game's werera alternate bundles of moves.
fn has_bundles(game: &Game) -> bool {
    game.ruleset().werera().is_some_and(|law| law.manner != WereraMode::Live)
}

/// Checks that a side may act in the werera now.
pub(super) fn check_may_act(game: &Game, side: Side) -> Result<(), Failure> {
    match game.node() {
        Node::Werera(acting) if acting.may(side) => Ok(()),
        Node::Werera(_) => Err(format!("it is the bundle of {}", side.other().name()).into()),
        _ => Err("the werera is over, or the game has none".into()),
    }
}

/// Plays the events after the word `werera`.
///
/// # Errors
/// The first event that is malformed or may not happen; those before it are played.
pub(super) fn play_events(game: &mut Game, words: &[&str], choice: DialectChoice) -> Result<(), Failure> {
    let mut rest = words;
    while let Some((&word, after)) = rest.split_first() {
        if word == TURNS {
            let begin = Event::Turns { why: "agreed".to_owned() };
            game.apply(begin, None).map_err(|refusal| refusal.to_string())?;
            rest = after;
            continue;
        }
        let side = match word {
            "white" => Side::White,
            "black" => Side::Black,
            _ => {
                return Err(format!(
                    "`{}` is no event: write `white …`, `black …` or `turns`",
                    truncate(word)
                )
                .into());
            }
        };
        let (action, after) =
            after.split_at(after.len().min(if after.first() == Some(&"ready") { 1 } else { 2 }));
        let event = WereraAnswer::parse(game, side, action, choice)
            .and_then(|answer| answer.event(game, side).ok_or_else(|| no_event(action).into()))
            .map_err(|why| format!("`{word} {}`: {why}", truncate(&action.join(" "))))?;
        game.apply(event, None).map_err(|refusal| refusal.to_string())?;
        rest = after;
    }
    Ok(())
}

fn no_event(action: &[&str]) -> String {
    match action {
        ["ready"] => "both sides act at once here: write `turns` when turns begin".to_owned(),
        _ => "waiting is no event".to_owned(),
    }
}

/// Writes an event of the werera as `position` has it; `None` for any other event. The game stands
/// before the event.
#[must_use]
pub fn format_event(game: &Game, event: &Event, dialect: Dialect) -> Option<String> {
    let name = |side: Side| if side == Side::White { "white" } else { "black" };
    match event {
        Event::Place { side, .. } => {
            let answer = WereraAnswer::from_action(game, WereraAction::Place(game.move_of(event)?));
            Some(format!("{} {}", name(*side), answer.format(game, dialect)?))
        }
        Event::Retract { side, seq } => {
            let answer = WereraAnswer::Retract { seq: *seq };
            Some(format!("{} {}", name(*side), answer.format(game, dialect)?))
        }
        Event::Bundle { side } => Some(format!("{} ready", name(*side))),
        Event::Turns { .. } => Some(TURNS.to_owned()),
        _ => None,
    }
}
