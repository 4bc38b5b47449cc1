//! The rows of any game: finished, cut off or under way.

use rukh_rules::bits::CellSet;
use rukh_rules::notation::dialect::Dialect;
use rukh_rules::notation::{fen, placement};
use rukh_rules::{Event, Game, Phase, PlacedPiece, Position, Ruleset, Side, UciMove};

use super::rows::{CUT_OFF, GameRow, MoveRow, PositionRow};
use crate::analysis::GameScores;

/// What a game does not say of itself.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct GameLabels {
    /// Cell of the study.
    pub cell: u32,
    /// Number of the game in its cell.
    pub number: u64,
    /// Number that games have in common which are not independent.
    pub cluster: u64,
    /// Fingerprint of the laws, where it is known; else it is computed, which takes as long as some moves.
    pub laws: Option<String>,
    /// Fingerprint of the engine; empty where it did not play.
    pub evaluation: String,
    /// Player of White.
    pub white: String,
    /// Player of Black.
    pub black: String,
    /// Seed of the game, if it has one.
    pub seed: u64,
    /// When the werera began, in the time of the log; `None` for the time of its first event.
    pub began_ms: Option<u64>,
}

/// The rows of a game.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GameRows {
    /// Row of the game.
    pub game: GameRow,
    /// Row of each move in turns, in their order.
    pub moves: Vec<MoveRow>,
}

/// The rows of a game, with what a judge expected of it if one was asked.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_lab::job::{GameLabels, rows_of};
/// use rukh_rules::{Game, Ruleset};
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// let mut game = Game::from_fen(shatranj, "4k3/8/8/8/8/8/3r4/3RK3 w - - 0 1").expect("a sound FEN");
/// game.play(game.legal_move("d1d2")?, None)?;
/// let rows = rows_of(&game, &GameLabels { white: "as-Suli".to_owned(), ..GameLabels::default() }, None);
/// assert_eq!((rows.game.result.as_str(), rows.game.reason.as_str()), ("1-0", "bare-king"));
/// assert_eq!((rows.game.captures, rows.game.black_left.as_str()), (1, "k"));
/// assert_eq!(rows.moves[0].capture.as_deref(), Some("r"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn rows_of(game: &Game, labels: &GameLabels, scores: Option<&GameScores>) -> GameRows {
    let walk = Walk::of(game, labels, scores);
    let ruleset = game.ruleset();
    let last = game.position();
    let [white_left, black_left] = Side::BOTH.map(|side| letters_left(game, side));
    let (result, reason) = match game.outcome() {
        Some(outcome) => (outcome.result(), outcome.reason.to_string()),
        None => ("*", CUT_OFF.to_owned()),
    };
    let begun = walk.opening.as_ref().filter(|_| walk.werera.is_some());
    let arrangement = |side| begun.map(|position| placement_of(game, position, side));
    let count = |what: fn(&MoveRow) -> bool| walk.moves.iter().filter(|mv| what(mv)).count() as u32;
    let row = GameRow {
        cell: labels.cell,
        number: labels.number,
        cluster: labels.cluster,
        instance: ruleset.instance.to_string(),
        laws: labels.laws.clone().unwrap_or_else(|| ruleset.hash()),
        options: options_of(ruleset),
        array: ruleset.start().id.clone(),
        evaluation: labels.evaluation.clone(),
        white: labels.white.clone(),
        black: labels.black.clone(),
        opening: fen::format(game.rules(), walk.opening.as_ref().unwrap_or(last), Dialect::Own),
        seed: labels.seed,
        result: result.to_owned(),
        reason,
        plies: walk.moves.len() as u32,
        passes: count(|mv| mv.from.is_empty()),
        throws: walk.throws,
        captures: count(|mv| mv.capture.is_some()),
        promotions: count(|mv| mv.promotion.is_some()),
        luck_white: scores.and_then(|scores| scores.luck).map(|luck| luck[0]),
        luck_black: scores.and_then(|scores| scores.luck).map(|luck| luck[1]),
        werera_events: walk.werera.as_ref().map(|werera| werera.events),
        werera_retractions: walk.werera.as_ref().map(|werera| werera.retractions),
        werera_ms: walk.werera.as_ref().and_then(|werera| werera.duration(labels.began_ms)),
        werera_end: walk.werera.as_ref().and_then(|werera| werera.end).map(str::to_owned),
        white_arrangement: arrangement(Side::White),
        black_arrangement: arrangement(Side::Black),
        white_left,
        black_left,
        lead_changes: scores.map(|scores| scores.lead_changes),
    };
    GameRows { game: row, moves: walk.moves }
}

/// The positions in which sides chose in turns, and the last position.
#[must_use]
pub fn positions_of(game: &Game, cell: u32, number: u64) -> Vec<PositionRow> {
    let mut positions: Vec<PositionRow> = Vec::new();
    let mut keep = |played: &Game| {
        let ply = positions.len() as u32;
        positions.push(PositionRow { cell, number, ply, fen: played.fen() });
    };
    let mut played = Game::from_position(game.rules().clone(), *game.start());
    for entry in game.log() {
        if let Event::Move { .. } = entry.event {
            keep(&played);
        }
        played.apply(entry.event.clone(), entry.at).expect("a game's log replays");
    }
    keep(game);
    positions
}

/// What a replay of a game has found.
struct Walk {
    /// Where turns began.
    opening: Option<Position>,
    moves: Vec<MoveRow>,
    throws: u32,
    /// If the game began with one.
    werera: Option<WereraWalk>,
}

/// What a replay has found of a werera.
#[derive(Default)]
struct WereraWalk {
    events: u32,
    retractions: u32,
    /// Times of the first and of the last event.
    first_ms: Option<u64>,
    last_ms: Option<u64>,
    end: Option<&'static str>,
}

impl Walk {
    fn of(game: &Game, labels: &GameLabels, scores: Option<&GameScores>) -> Walk {
        let is_werera = game.start().phase() == Phase::Werera;
        let mut walk = Walk {
            opening: (!is_werera).then(|| *game.start()),
            moves: Vec::new(),
            throws: 0,
            werera: is_werera.then(WereraWalk::default),
        };
        let mut played = Game::from_position(game.rules().clone(), *game.start());
        let mut time = None;
        for entry in game.log() {
            let before = *played.position();
            let mut row = match entry.event {
                Event::Move { mv } => Some(move_row(&played, mv, labels)),
                _ => None,
            };
            played.apply(entry.event.clone(), entry.at).expect("a game's log replays");
            walk.throws += u32::from(matches!(entry.event, Event::Throw { .. }));
            if before.phase() == Phase::Werera
                && let Some(werera) = &mut walk.werera
            {
                werera.add((&entry.event, entry.at), (&before, &played));
                if played.position().phase() != Phase::Werera {
                    walk.opening = Some(*played.position());
                }
            }
            if let Some(row) = &mut row {
                let side = before.turn();
                row.ply = walk.moves.len() as u32;
                row.capture = captured(&played, &before, side).map(String::from);
                row.time_ms = time
                    .zip(entry.at)
                    .and_then(|(since, at): (u64, u64)| u32::try_from(at.checked_sub(since)?).ok());
                let scores = scores.and_then(|scores| scores.moves.get(walk.moves.len()));
                row.score_before = scores.map(|[before, _]| *before);
                row.score_after = scores.map(|[_, after]| *after);
            }
            walk.moves.extend(row);
            time = entry.at;
        }
        if let Some(werera) = &mut walk.werera
            && played.position().phase() == Phase::Werera
            && played.outcome().is_some()
        {
            werera.end = Some("over");
        }
        walk
    }
}

impl WereraWalk {
    fn add(&mut self, (event, at): (&Event, Option<u64>), (before, played): (&Position, &Game)) {
        let has_begun = played.position().phase() != Phase::Werera;
        self.first_ms = self.first_ms.or(at);
        self.last_ms = at.or(self.last_ms);
        match event {
            Event::Place { side, .. } => {
                self.events += 1;
                self.end = has_begun.then(|| match (captured(played, before, *side), side) {
                    (Some(_), Side::White) => "capture-white",
                    (Some(_), Side::Black) => "capture-black",
                    (None, _) => "budget",
                });
            }
            Event::Retract { .. } => {
                self.events += 1;
                self.retractions += 1;
            }
            Event::Turns { why } => self.end = Some(if why == "clock" { "clock" } else { "agreement" }),
            Event::Bundle { .. } if has_begun => self.end = Some("budget"),
            _ => {}
        }
    }

    fn duration(&self, began_ms: Option<u64>) -> Option<u64> {
        self.last_ms?.checked_sub(began_ms.or(self.first_ms)?)
    }
}

/// A move by what stands before it.
fn move_row(game: &Game, mv: UciMove, labels: &GameLabels) -> MoveRow {
    let (position, ruleset) = (game.position(), game.ruleset());
    let side = position.turn();
    let (from, to, promotion) = match mv {
        UciMove::Pass => (None, None, None),
        UciMove::Go { from, to, promotion } => (Some(from), Some(to), promotion),
    };
    let piece = from
        .and_then(|from| ruleset.geometry.cell_at(from))
        .and_then(|cell| position.piece_at(game.rules(), cell))
        .map(|(_, kind)| ruleset.letter(kind));
    MoveRow {
        cell: labels.cell,
        number: labels.number,
        side: side.to_string(),
        piece: piece.map_or_else(String::new, String::from),
        from: from.map_or_else(String::new, String::from),
        to: to.map_or_else(String::new, String::from),
        promotion: promotion.map(|letter| letter.to_ascii_lowercase().to_string()),
        face: position.throw(),
        legal: game.known_moves(side).len() as u32,
        ..MoveRow::default()
    }
}

/// Letter of the piece that a side has just taken.
fn captured(game: &Game, before: &Position, side: Side) -> Option<char> {
    let left = game.position().pieces_of_side(side.other());
    let gone = before.pieces_of_side(side.other()).cells().find(|cell| !left.has(*cell))?;
    let (_, kind) = before.piece_at(game.rules(), gone)?;
    Some(game.ruleset().letter(kind))
}

fn letters_left(game: &Game, side: Side) -> String {
    let all = game.position().all_pieces(game.rules());
    let own = all.filter(|(_, owner, _)| *owner == side);
    let mut letters: Vec<char> = own.map(|(_, _, kind)| game.ruleset().letter(kind)).collect();
    letters.sort_unstable();
    letters.into_iter().collect()
}

fn placement_of(game: &Game, position: &Position, side: Side) -> String {
    let all = position.all_pieces(game.rules());
    let own = all.filter(|(_, owner, _)| *owner == side);
    let pieces = own.map(|(cell, side, kind)| PlacedPiece { cell, side, kind });
    placement::format(game.ruleset(), pieces, Dialect::Own)
}

/// Every option with its choice.
fn options_of(ruleset: &Ruleset) -> String {
    let chosen = &ruleset.instance.choices;
    let mut options: Vec<String> = ruleset
        .options
        .iter()
        .map(|option| format!("{}={}", option.key, chosen.get(&option.key).unwrap_or(&option.default)))
        .collect();
    options.sort_unstable();
    options.join(",")
}
