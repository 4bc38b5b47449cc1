//! The words of `go`.

use std::time::Duration;

use rukh_rules::notation::dialect::DialectChoice;
use rukh_rules::{Failure, Game, Side};

use crate::board::parse_move;
use crate::control::ReplyMode;
use crate::line_io::truncate;
use rukh_engine::SearchLimits;

/// Words of `go`, none of which is a move.
const GO_WORDS: [&str; 13] = [
    "infinite",
    "ponder",
    "searchmoves",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "movestogo",
    "wtime",
    "btime",
    "winc",
    "binc",
    "perft",
];

/// Limits of a search, as `go` gives them.
#[derive(Debug, Default)]
pub(super) struct GoCommand {
    pub(super) limits: SearchLimits<'static>,
    pub(super) movetime: Option<Duration>,
    pub(super) moves_to_go: Option<u32>,
    pub(super) clocks: [SideClock; 2],
    pub(super) perft: Option<u32>,
    pub(super) reply: ReplyMode,
    /// Whether this is an analysis and no game.
    pub(super) is_infinite: bool,
}

#[derive(Debug, Default, Clone, Copy)]
pub(super) struct SideClock {
    pub(super) left: Option<Duration>,
    pub(super) increment: Duration,
}

impl GoCommand {
    /// Reads what can be read, and tells what is wrong with the rest: the other program waits for
    /// an answer all the same. `None` if nothing can be read, or none of the moves to search.
    pub(super) fn parse(
        words: &[&str],
        game: &Game,
        dialect: DialectChoice,
    ) -> (Option<GoCommand>, Vec<Failure>) {
        let (mut asked, mut wrong) = (GoCommand::default(), Vec::new());
        let mut is_understood = words.is_empty();
        let mut words = words.iter().copied().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" | "ponder" => {
                    asked.reply = ReplyMode::Held;
                    asked.is_infinite |= word == "infinite";
                    is_understood = true;
                }
                "searchmoves" => {
                    let mut moves = Vec::new();
                    while let Some(text) = words.next_if(|text| !GO_WORDS.contains(text)) {
                        match parse_move(game, text, dialect) {
                            Ok(mv) => moves.push(mv),
                            Err(why) => wrong.push(why),
                        }
                    }
                    if moves.is_empty() {
                        wrong.push("`searchmoves` wants moves that are legal here".into());
                        return (None, wrong);
                    }
                    asked.limits.search_moves = Some(moves.into());
                    is_understood = true;
                }
                _ => match asked.set_limit(word, words.peek().and_then(|text| parse_limit(text))) {
                    Ok(()) => {
                        words.next();
                        is_understood = true;
                    }
                    Err(why) => wrong.push(why),
                },
            }
        }
        (is_understood.then_some(asked), wrong)
    }

    fn set_limit(&mut self, word: &str, value: Option<u64>) -> Result<(), Failure> {
        let value = || value.ok_or_else(|| format!("`{word}` wants a number"));
        let time = || value().map(Duration::from_millis);
        let small = || value().map(|value| u32::try_from(value).unwrap_or(u32::MAX));
        match word {
            "depth" => self.limits.depth = small()?.max(1),
            "nodes" => self.limits.nodes = value()?.max(1),
            "mate" => self.limits.mate = Some(u16::try_from(value()?.max(1)).unwrap_or(u16::MAX)),
            "movetime" => self.movetime = Some(time()?),
            // Some programs say 0 where nothing is known.
            "movestogo" => self.moves_to_go = Some(small()?).filter(|moves| *moves > 0),
            "wtime" => self.clocks[0].left = Some(time()?),
            "btime" => self.clocks[1].left = Some(time()?),
            "winc" => self.clocks[0].increment = time()?,
            "binc" => self.clocks[1].increment = time()?,
            "perft" => self.perft = Some(small()?),
            _ => return Err(format!("`go` knows no `{}`", truncate(word)).into()),
        }
        Ok(())
    }
}

/// A number after a word of `go`: none below 0, however great.
fn parse_limit(text: &str) -> Option<u64> {
    let is_great = || !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    match text.parse::<i64>() {
        Ok(value) => Some(u64::try_from(value).unwrap_or(0)),
        Err(_) => is_great().then_some(i64::MAX as u64),
    }
}

/// A side to decide for in the werera, as `go werera` names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct WereraGo {
    pub(super) side: Side,
    /// Seed of the decision; without one every decision has its own.
    pub(super) seed: Option<u64>,
}

impl WereraGo {
    /// Reads the words after `go werera`, and tells what is wrong with those that it passes over.
    ///
    /// # Errors
    /// No side is named.
    pub(super) fn parse(words: &[&str]) -> Result<(WereraGo, Vec<Failure>), Failure> {
        let (side, mut rest) = match words.split_first() {
            Some((&"white", rest)) => (Side::White, rest),
            Some((&"black", rest)) => (Side::Black, rest),
            _ => return Err("`go werera` wants `white` or `black`".into()),
        };
        let (mut seed, mut wrong) = (None, Vec::new());
        while let Some((&word, after)) = rest.split_first() {
            rest = after;
            match (word, after.first().map(|text| text.parse())) {
                ("seed", Some(Ok(number))) => {
                    seed = Some(number);
                    rest = &after[1..];
                }
                ("seed", _) => wrong.push("`seed` wants a number from 0 to 2^64 - 1".into()),
                _ => wrong.push(format!("`go werera` knows no `{}`", truncate(word)).into()),
            }
        }
        Ok((WereraGo { side, seed }, wrong))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use rukh_rules::notation::dialect::DialectChoice;
    use rukh_rules::{Game, Ruleset, Side};

    use super::{GoCommand, WereraGo};

    #[test]
    fn moves_to_go_of_zero_or_less_are_unknown() {
        let game = Game::new(Arc::new(Ruleset::named("shatranj").unwrap()));
        for (text, expected) in [("0", None), ("-3", None), ("1", Some(1)), ("40", Some(40))] {
            let words = ["wtime", "60000", "movestogo", text];
            let (asked, wrong) = GoCommand::parse(&words, &game, DialectChoice::Auto);
            assert_eq!((asked.unwrap().moves_to_go, wrong.len()), (expected, 0));
        }
    }

    #[test]
    fn werera_go_reads_side_and_seed_and_reports_other_words() {
        let (go, wrong) = WereraGo::parse(&["black", "seed", "18446744073709551615"]).unwrap();
        assert_eq!((go, wrong.len()), (WereraGo { side: Side::Black, seed: Some(u64::MAX) }, 0));
        let (go, wrong) = WereraGo::parse(&["white", "nodes", "5", "seed", "x", "seed"]).unwrap();
        assert_eq!((go.seed, wrong.len()), (None, 5), "{wrong:?}");
        assert!(WereraGo::parse(&["seed", "1"]).is_err() && WereraGo::parse(&[]).is_err());
    }
}
