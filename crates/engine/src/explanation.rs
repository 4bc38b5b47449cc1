//! Why a position is valued as it is, for people: what the evaluation counts, and what the other side would do.
//!
//! Sentences are messages, keys with arguments, with a bundle of each language in [`BUNDLES`].

use std::sync::Arc;

use rukh_rules::message::Message;
use rukh_rules::notation::san;
use rukh_rules::{Event, Game, Move, Node, Ruleset, Side};

use crate::engine::Engine;
use crate::evaluation::layout::Term;
use crate::limits::SearchLimits;
use crate::say;
use crate::score::Score;
use crate::tuning::{Contribution, EvalFile, TuningModel, WeightsMismatch};

/// The texts of the messages: a language's tag and its Fluent bundle.
pub const BUNDLES: [(&str, &str); 4] = [
    ("en", include_str!("../locales/en.ftl")),
    ("am", include_str!("../locales/am.ftl")),
    ("ar", include_str!("../locales/ar.ftl")),
    ("fa", include_str!("../locales/fa.ftl")),
];

/// Something that the evaluation counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EvalReason {
    /// The side that it speaks for.
    pub side: Side,
    /// How much, in hundredths of a pawn; more than 0.
    pub centipawns: i32,
    /// The same as a phrase.
    pub message: Message,
}

/// Why a position is valued as it is, or what a move changes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Explanation {
    /// What the evaluation counts, the largest first.
    pub reasons: Vec<EvalReason>,
    /// What the other side threatens or replies; before a throw, with each face that captures or wins.
    pub threats: Vec<Message>,
}

/// Whether the other side would have a second move, or has the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wording {
    Threat,
    Reply,
}

/// Explains positions and moves of one ruleset.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_engine::explanation::Explainer;
/// use rukh_rules::{Game, Ruleset};
///
/// let shatranj = Arc::new(Ruleset::named("shatranj")?);
/// let mut explainer = Explainer::new(&shatranj, None).expect("no file is given");
/// let game = Game::from_fen(shatranj, "r3k3/1p5p/8/8/8/8/1P2PP2/R3K3 w - - 0 1").expect("a sound FEN");
/// // White's rook can be taken.
/// assert_eq!(explainer.explain(&game, 1_000).threats[0].key(), "threat-capture");
/// let explanation = explainer.explain_move(&game, game.legal_move("a1a8")?, 1_000);
/// assert_eq!(explanation.reasons[0].message.key(), "explain-advantage");
/// assert!(explanation.reasons[0].centipawns > 300, "a rook was taken");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Explainer {
    engine: Engine,
    model: TuningModel,
}

impl Explainer {
    /// An explainer, with the evaluation of a file if one is given.
    ///
    /// # Errors
    /// The file does not fit the ruleset's pieces.
    pub fn new(ruleset: &Arc<Ruleset>, file: Option<&EvalFile>) -> Result<Explainer, WeightsMismatch> {
        let mut engine = Engine::with_eval_file(ruleset.clone(), file)?;
        engine.resize_tt(1);
        Ok(Explainer { engine, model: TuningModel::with_eval_file(ruleset, file)? })
    }

    /// What counts in a position, and what the other side would do if it could move twice; a search of at most
    /// `nodes` nodes finds that, before a throw one for each face.
    ///
    /// # Panics
    /// The game has another ruleset.
    pub fn explain(&mut self, game: &Game, nodes: u64) -> Explanation {
        let reasons = reasons(&self.model.contributions(game));
        Explanation { reasons, threats: self.threats(game, nodes) }
    }

    /// What a move changes of what counts, and the best reply to it.
    ///
    /// # Panics
    /// The game has another ruleset, or the move is not legal.
    pub fn explain_move(&mut self, game: &Game, mv: Move, nodes: u64) -> Explanation {
        let mut after = game.clone();
        after.play(mv, None).expect("a legal move");
        let before = self.model.contributions(game);
        let changes = self.model.contributions(&after).into_iter().zip(before);
        // The other side is to move now, which is so after each move.
        let changes = changes.filter(|((what, _), _)| *what != Contribution::Term(Term::Tempo));
        let changes: Vec<_> = changes.map(|((what, after), (_, before))| (what, after - before)).collect();
        Explanation { reasons: reasons(&changes), threats: self.replies(&after, Wording::Reply, nodes) }
    }

    fn threats(&mut self, game: &Game, nodes: u64) -> Vec<Message> {
        let (rules, position) = (game.rules(), game.position());
        let side = position.turn();
        match game.node() {
            Node::Over(_) | Node::Werera(_) => return Vec::new(),
            Node::Choice(_) | Node::Chance(_) => {}
        }
        if game.ruleset().is_king_guarded() && rules.is_king_attacked(position, side) {
            return vec![say::threat_check(side)];
        }
        let passed = rules.play(position, Move::PASS);
        self.replies(&Game::from_position(rules.clone(), passed), Wording::Threat, nodes)
    }

    /// What the side to move or to throw does.
    fn replies(&mut self, game: &Game, wording: Wording, nodes: u64) -> Vec<Message> {
        match game.node() {
            Node::Over(_) | Node::Werera(_) => Vec::new(),
            Node::Choice(_) => self.reply(game, wording, nodes).into_iter().collect(),
            Node::Chance(faces) => {
                let with_face = |face: u8| {
                    let mut thrown = game.clone();
                    thrown.apply(Event::Throw { face }, None).ok()?;
                    self.roll(&thrown, face, nodes)
                };
                faces.into_iter().map(|face| face.number).filter_map(with_face).collect()
            }
        }
    }

    fn reply(&mut self, game: &Game, wording: Wording, nodes: u64) -> Option<Message> {
        let Reply { side, played, wins, captured } = self.best_reply(game, nodes)?;
        Some(match (wording, wins, captured) {
            (Wording::Threat, true, _) => say::threat_win(side, played),
            (Wording::Threat, false, Some((piece, cell))) => say::threat_capture(side, played, piece, cell),
            (Wording::Threat, false, None) => say::threat_move(side, played),
            (Wording::Reply, true, _) => say::reply_win(side, played),
            (Wording::Reply, false, Some((piece, cell))) => say::reply_capture(side, played, piece, cell),
            (Wording::Reply, false, None) => say::reply_move(side, played),
        })
    }

    /// What a face allows, if it captures or wins.
    fn roll(&mut self, game: &Game, face: u8, nodes: u64) -> Option<Message> {
        match self.best_reply(game, nodes)? {
            Reply { side, played, wins: true, .. } => Some(say::roll_win(face, side, played)),
            Reply { side, played, captured: Some((piece, cell)), .. } => {
                Some(say::roll_capture(face, side, played, piece, cell))
            }
            Reply { .. } => None,
        }
    }

    fn best_reply(&mut self, game: &Game, nodes: u64) -> Option<Reply> {
        self.engine.clear();
        let found = self.engine.search(game, &SearchLimits::nodes(nodes), 0);
        let mv = found.best?;
        let (rules, position, ruleset) = (game.rules(), game.position(), game.ruleset());
        let side = position.turn();
        let taken = position.piece_at(rules, mv.to()).filter(|(owner, _)| !mv.is_pass() && *owner != side);
        let is_certain = matches!(found.score, Score::Win { .. } | Score::Chance { win: 10_000 });
        Some(Reply {
            side,
            played: san::format(rules, position, mv),
            wins: is_certain || rules.takes_king(position, mv),
            captured: taken.map(|(_, kind)| (ruleset.label(kind), ruleset.geometry.name(mv.to()))),
        })
    }
}

/// The best move of the side to move.
struct Reply {
    side: Side,
    played: String,
    wins: bool,
    /// The piece that it takes, and its cell.
    captured: Option<(rukh_rules::message::PieceLabel, String)>,
}

/// What counts, the largest first.
fn reasons(contributions: &[(Contribution, i32)]) -> Vec<EvalReason> {
    let reason = |(what, white): &(Contribution, i32)| {
        let (side, centipawns) = (if *white > 0 { Side::White } else { Side::Black }, white.abs());
        let pawns = format!("{}.{:02}", centipawns / 100, centipawns % 100);
        let message = say::explain_advantage(phrase(*what), side, pawns);
        EvalReason { side, centipawns, message }
    };
    let counting = contributions.iter().filter(|(_, white)| *white != 0);
    let mut reasons: Vec<EvalReason> = counting.map(reason).collect();
    reasons.sort_by_key(|reason| -reason.centipawns);
    reasons
}

fn phrase(what: Contribution) -> Message {
    match what {
        Contribution::Term(term) => match term {
            Term::Material => say::reason_material(),
            Term::PieceSquare => say::reason_place(),
            Term::Mobility => say::reason_mobility(),
            Term::KingAttack => say::reason_king_attack(),
            Term::KingAttackers => say::reason_king_attackers(),
            Term::Threat => say::reason_threats(),
            Term::Hanging => say::reason_loose(),
            Term::Passed => say::reason_passed(),
            Term::Protected => say::reason_guarded(),
            Term::Isolated => say::reason_isolated(),
            Term::ReachClass => say::reason_reach(),
            Term::Guards => say::reason_guards(),
            Term::Tempo => say::reason_turn(),
        },
        Contribution::MopUp => say::reason_mop_up(),
        Contribution::Net => say::reason_net(),
        Contribution::Counters => say::reason_counters(),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::message::Locale;
    use rukh_rules::{Game, Ruleset, Side};

    use super::{BUNDLES, Explainer};
    use crate::engine::Engine;

    fn explained(id: &str, fen: &str) -> (Explainer, Game) {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let explainer = Explainer::new(&ruleset, None).expect("no file is given");
        (explainer, Game::from_fen(ruleset, fen).expect("a position"))
    }

    #[test]
    fn reasons_add_up_to_the_evaluation_the_largest_first() {
        let (mut explainer, game) = explained("shatranj", "r3k3/7p/8/8/8/4N3/4P3/R3K3 w - - 0 1");
        let reasons = explainer.explain(&game, 500).reasons;
        let signed = |side, value: i32| if side == Side::White { value } else { -value };
        let sum: i32 = reasons.iter().map(|reason| signed(reason.side, reason.centipawns)).sum();
        assert_eq!(sum, Engine::new(game.ruleset().clone()).evaluate(&game));
        assert!(reasons.windows(2).all(|pair| pair[0].centipawns >= pair[1].centipawns));
        assert_eq!((reasons[0].side, reasons[0].centipawns > 200), (Side::White, true), "a knight more");
    }

    #[test]
    fn threats_name_what_would_be_taken_in_every_language() {
        let (mut explainer, game) = explained("shatranj", "r3k3/1p5p/8/8/8/8/1P2PP2/R3K3 w - - 0 1");
        let threats = explainer.explain(&game, 1_000).threats;
        assert_eq!(threats.len(), 1);
        for (tag, bundle) in BUNDLES {
            let locale = Locale::named_with(tag, &[bundle]).expect("a language").expect("a bundle");
            let text = locale.text(&threats[0]);
            assert!(text.contains("a1") && !text.contains("threat-"), "{tag}: {text}");
        }
        let locale = Locale::english_with(&[BUNDLES[0].1]).expect("the English bundles");
        let text = locale.text(&threats[0]);
        assert!(text.starts_with("Black threatens Rxa1") && text.ends_with("rukh on a1."), "{text}");
    }

    #[test]
    fn threat_to_a_king_is_a_check_or_its_capture() {
        let (mut explainer, game) = explained("shatranj", "4k3/8/8/8/4r3/8/P7/R3K3 w - - 0 1");
        assert_eq!(explainer.explain(&game, 500).threats[0].key(), "threat-check");
        let (mut explainer, game) =
            explained("oblong-dice", "k3/4/4/4/4/4/4/4/4/4/4/4/1r2/4/4/1K2 w - - 0 1");
        let threats = explainer.explain(&game, 500).threats;
        assert!(threats.iter().any(|threat| threat.key() == "roll-win"), "{threats:?}");
    }

    #[test]
    fn move_is_explained_by_what_it_changes_and_the_reply() {
        let (mut explainer, game) = explained("shatranj", "r3k3/1p5p/8/8/8/8/1P2PP2/R3K3 w - - 0 1");
        let mv = game.legal_move("e2e3").expect("a move");
        let explanation = explainer.explain_move(&game, mv, 1_000);
        assert_eq!(explanation.threats[0].key(), "reply-capture");
        let turn = explanation
            .reasons
            .iter()
            .any(|reason| format!("{:?}", reason.message.arguments()).contains("reason-turn"));
        assert!(!turn, "{:?}", explanation.reasons);
    }
}
