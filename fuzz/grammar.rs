//! The grammar of both protocols: random sessions, each a function of its generator's state.

use std::sync::Arc;

use rukh_engine::WereraAction;
use rukh_protocols::board::{begin_turns, fen, format_move, play_move, play_throw};
use rukh_protocols::werera::WereraAnswer;
use rukh_rules::hash::SplitMix64;
use rukh_rules::notation::dialect::Dialect;
use rukh_rules::{Game, Node, Ruleset, Side, catalog};

/// Protocol of a session.
#[derive(Clone, Copy, PartialEq, Eq)]
#[allow(dead_code, reason = "each target has one")]
pub enum Protocol {
    Uci,
    Xboard,
}

impl Protocol {
    /// A command that ends every search, one that asks for an answer, and the answer.
    pub fn ending(self) -> [&'static str; 3] {
        match self {
            Protocol::Uci => ["stop", "isready", "readyok"],
            Protocol::Xboard => ["force", "ping 7531", "pong 7531"],
        }
    }
}

// Words to pick one of: those that are there twice, twice as often.
const NUMBERS: &str = "0|1|2|3|5|8|20|50|100|400|-1|-0|+3|256|257|9999|65537|100000|2147483647|\
    2147483648|4294967295|4294967296|9223372036854775807|9223372036854775808|18446744073709551615|\
    99999999999999999999999999|-9223372036854775808|1.5|1e19|1e300|NaN|inf|x|٣";
/// Sizes of tables that are small, or none.
const SIZES: &str = "1|1|2|3|4|8|0|-1|x||99999999999999999999|-9223372036854775808";
const OPTIONS: &str = "UCI_Werera|UCI_Werera|Hash|Threads|MultiPV|Skill Level|Contempt|Move Overhead|\
    Ponder|UCI_ShowWDL|Clear Hash|UCI_Variant|UCI_LimitStrength|UCI_Elo|UCI_LimitStrength|UCI_Elo|uci_elo|\
    Nonsense||value|name";
const LIMITS: &str =
    "depth|nodes|movetime|wtime|btime|winc|binc|movestogo|mate|infinite|ponder|searchmoves|perft";
const UCI_PLAIN: &str = "uci|isready|stop|stop|stop|ponderhit|ucinewgame|d|debug on|register later||xyzzy";
const XBOARD_PLAIN: &str = "xboard|protover 2|new|new|force|force|go|go|playother|white|black|undo|undo|\
    remove|analyze|analyze|exit|post|nopost|hard|easy|computer|?|?|random|draw|hint|bk|.|\
    result 1-0 {x}|result|edit|#|c|accepted setup|rejected ping|name \u{0}|rating 1 2|pause|";

/// Generator of a session's lines.
struct LineGenerator {
    random: SplitMix64,
    protocol: Protocol,
    /// The game that the session has set up, as far as the commands tell.
    game: Game,
}

/// A random session: valid and wrong commands, then its end: with the input, with `quit`, within a
/// line, or with commands whose answer is known.
pub fn session(protocol: Protocol, random: SplitMix64) -> String {
    let first = catalog::ids().next().expect("there are rulesets");
    let mut generator = LineGenerator { random, protocol, game: game(first).expect("built in") };
    let mut text = String::new();
    for _ in 0..=generator.random.below(60) {
        text.push_str(&generator.line());
        text.push_str(if generator.one_in(40) { "\r\n" } else { "\n" });
    }
    let [end, question, _] = protocol.ending();
    match generator.random.below(4) {
        0 => text + "quit\n",
        1 => text + "go infinite",
        2 => format!("{text}{end}\n{question}\n"),
        _ => text,
    }
}

fn game(name: &str) -> Option<Game> {
    Ruleset::named(name).ok().map(|ruleset| begin_turns(Game::new(Arc::new(ruleset))))
}

impl LineGenerator {
    fn one_in(&mut self, count: usize) -> bool {
        self.random.below(count) == 0
    }

    /// One of the words between bars.
    fn pick(&mut self, words: &'static str) -> &'static str {
        let at = self.random.below(1 + words.matches('|').count());
        words.split('|').nth(at).unwrap_or_default()
    }

    fn line(&mut self) -> String {
        if self.one_in(400) {
            return "quit".to_owned();
        }
        match self.protocol {
            Protocol::Uci => self.uci(),
            Protocol::Xboard => self.xboard(),
        }
    }

    fn uci(&mut self) -> String {
        match self.random.below(12) {
            0..=2 => self.position(),
            3..=5 => self.go(),
            6..=7 => self.option(),
            8 => self.werera_position(),
            9 => self.werera_go(),
            _ => self.pick(UCI_PLAIN).to_owned(),
        }
    }

    fn position(&mut self) -> String {
        let name = self.game.ruleset().instance.to_string();
        let mut line = "position startpos".to_owned();
        let mut played = game(&name).unwrap_or_else(|| self.game.clone());
        if self.one_in(3) {
            let start = self.playout(played.clone(), 40).0;
            line = format!("position fen {}", self.sometimes_corrupted(fen(&start)));
            played = start;
        }
        let (after, moves) = self.playout(played, 30);
        self.game = after;
        if !moves.is_empty() {
            line.push_str(" moves ");
            line.push_str(&moves.join(" "));
        }
        if matches!(self.game.node(), Node::Chance(_)) && !self.one_in(4) {
            line.push_str(&format!(" die {}", 1 + self.random.below(7)));
        }
        if self.one_in(10) {
            line.push_str(self.pick(" die| moves| a1a1| 0000| e2e4/9| die 0 die 300| --"));
        }
        line
    }

    /// A position of a werera: random events, often with something wrong, and sometimes turns.
    fn werera_position(&mut self) -> String {
        let named = Ruleset::named(&self.game.ruleset().instance.to_string());
        let mut played = named.map_or_else(|_| self.game.clone(), |ruleset| Game::new(Arc::new(ruleset)));
        let mut line = "position startpos werera".to_owned();
        for _ in 0..self.random.below(20) {
            let side = Side::BOTH[self.random.below(2)];
            let words = self.werera_action(&mut played, side);
            line.push_str(&format!(" {} {words}", side.name().to_lowercase()));
        }
        if self.one_in(4) {
            line.push_str(self.pick(" turns| turns moves a2a3| moves e2e3| white| red| turns turns"));
        }
        line
    }

    /// Words of an action, mostly one that may happen, which is then played.
    fn werera_action(&mut self, played: &mut Game, side: Side) -> String {
        let (moves, back) = (played.moves_of(side), played.retractable(side));
        if moves.is_empty() || self.one_in(10) {
            return self.pick("ready|wait|wait -1|place|capture a1a1|retract e2e3|place é2é3|").to_owned();
        }
        let answer = if !back.is_empty() && self.one_in(4) {
            WereraAnswer::Retract { seq: back[self.random.below(back.len())].seq }
        } else {
            let mv = moves[self.random.below(moves.len())];
            WereraAnswer::from_action(played, WereraAction::Place(mv))
        };
        let text = answer.format(played, Dialect::Own).unwrap_or_default();
        if let Some(event) = answer.event(played, side) {
            let _ = played.apply(event, None);
        }
        text
    }

    fn werera_go(&mut self) -> String {
        let side = self.pick("white|black|white|black|red||White");
        let seed = if self.one_in(2) { format!(" seed {}", self.pick(NUMBERS)) } else { String::new() };
        let rest = self.pick("||| nodes 5| seed| infinite");
        format!("go werera {side}{seed}{rest}")
    }

    /// A game played on at random, and its moves as UCI writes them.
    fn playout(&mut self, mut game: Game, most: usize) -> (Game, Vec<String>) {
        let mut moves = Vec::new();
        for _ in 0..self.random.below(most) {
            let mut face = String::new();
            if let Node::Chance(_) = game.node() {
                let number = 1 + self.random.below(6);
                face = format!("/{number}");
                if play_throw(&mut game, &number.to_string()).is_err() {
                    break;
                }
            }
            let legal = game.legal_moves();
            if legal.is_empty() || game.outcome().is_some() {
                break;
            }
            let mv = legal[self.random.below(legal.len())];
            let name = if mv.is_pass() { "0000".to_owned() } else { format_move(game.ruleset(), mv) };
            if play_move(&mut game, mv).is_err() {
                break;
            }
            moves.push(format!("{name}{face}"));
        }
        (game, moves)
    }

    /// A position, in half of the cases corrupted.
    fn sometimes_corrupted(&mut self, text: String) -> String {
        let mut letters: Vec<char> = text.chars().collect();
        if self.one_in(2) {
            for _ in 0..=self.random.below(3) {
                let letter = self.pick("k|K|/|8|1|p|P|x| |w|b|r|0|é|-|99");
                let at = self.random.below(letters.len());
                let count = self.random.below(2);
                letters.splice(at..(at + count), letter.chars());
            }
        }
        letters.into_iter().collect()
    }

    fn go(&mut self) -> String {
        let mut line = "go".to_owned();
        for _ in 0..self.random.below(4) {
            let limit = self.pick(LIMITS);
            line.push_str(&format!(" {limit}"));
            match limit {
                "infinite" | "ponder" => {}
                "searchmoves" => {
                    for _ in 0..self.random.below(4) {
                        line.push_str(&format!(" {}", self.move_text()));
                    }
                }
                _ => line.push_str(&format!(" {}", self.pick(NUMBERS))),
            }
        }
        line
    }

    fn option(&mut self) -> String {
        let name = self.pick(OPTIONS);
        let value = match name {
            "Hash" => self.pick(SIZES).to_owned(),
            "UCI_Variant" => self.variant(),
            "Ponder" | "UCI_ShowWDL" | "UCI_LimitStrength" | "UCI_Werera" => {
                self.pick("true|true|false|maybe|").to_owned()
            }
            "UCI_Elo" => self.pick("800|1000|1200|1500|1800|3000|-1|x|0").to_owned(),
            "Threads" if !self.one_in(6) => self.pick("0|1|2|9999|-1").to_owned(),
            _ => self.pick(NUMBERS).to_owned(),
        };
        if self.one_in(20) {
            format!("setoption name {name}")
        } else {
            format!("setoption name {name} value {value}")
        }
    }

    /// A ruleset, sometimes with options or one that does not exist.
    fn variant(&mut self) -> String {
        let ids: Vec<&str> = catalog::ids().collect();
        let mut name = ids[self.random.below(ids.len())].to_owned();
        if self.one_in(5) {
            name.push_str(self.pick("[stalemate=draw]|[werera=off]|[x=y]|[|]|[saba=G]| "));
        }
        if self.protocol == Protocol::Xboard && name == "shatranj" && !self.one_in(3) {
            name = "shatrandj".to_owned();
            self.game = game("shatranj").unwrap_or_else(|| self.game.clone());
        }
        self.game = game(&name).unwrap_or_else(|| self.game.clone());
        name
    }

    /// A move, mostly legal in the position of the session.
    fn move_text(&mut self) -> String {
        let legal = self.game.legal_moves();
        if legal.is_empty() || self.one_in(8) {
            return self.pick("a1a1|e2e4q|@@@@|--|0000|a99z1||a2a3/3|é2é3").to_owned();
        }
        format_move(self.game.ruleset(), legal[self.random.below(legal.len())])
    }

    fn xboard(&mut self) -> String {
        match self.random.below(12) {
            0..=2 => self.user_move(),
            3 => {
                let fen = fen(&self.playout(self.game.clone(), 60).0);
                format!("setboard {}", self.sometimes_corrupted(fen))
            }
            4 => format!("variant {}", self.variant()),
            5 => self.time(),
            6 => format!("ping {}", self.pick(NUMBERS)),
            7 if self.one_in(3) => format!("option Contempt={}", self.pick(NUMBERS)),
            7 => format!("memory {}", self.pick("1|2|4|8|0|-1|x")),
            8 => format!("cores {}", self.pick("1|2|0|-1|9999|4|x")),
            _ => self.pick(XBOARD_PLAIN).to_owned(),
        }
    }

    fn time(&mut self) -> String {
        let number = self.pick(NUMBERS);
        match self.random.below(7) {
            0 => format!("level {} {} {}", self.pick(NUMBERS), self.pick(NUMBERS), self.pick(NUMBERS)),
            1 => {
                format!("level {} {}:{} {number}", self.pick(NUMBERS), self.pick(NUMBERS), self.pick(NUMBERS))
            }
            2 => format!("st {number}"),
            3 => format!("sd {number}"),
            4 => format!("time {number}"),
            5 => format!("otim {number}"),
            _ => "st 0.01".to_owned(),
        }
    }

    fn user_move(&mut self) -> String {
        let text = self.move_text();
        let legal = self.game.legal_moves();
        if let Some(mv) = legal.into_iter().find(|mv| format_move(self.game.ruleset(), *mv) == text) {
            let _ = play_move(&mut self.game, mv);
        }
        let text = rukh_protocols::board::shift_ranks(self.game.ruleset(), &text, -1);
        format!("usermove {text}")
    }
}
