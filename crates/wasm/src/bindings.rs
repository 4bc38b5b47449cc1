//! The classes that JavaScript sees. The package wraps them; texts in and out are JSON.

use serde::Serialize;
use serde::de::DeserializeOwned;
use wasm_bindgen::prelude::*;

#[cfg(feature = "engine")]
use crate::data::GameData;
use crate::error::{Problem, ProblemKind};
use crate::game::PlayedGame;
#[cfg(feature = "game")]
use rukh_rules::Side;

fn thrown(problem: Problem) -> JsValue {
    JsValue::from_str(&problem.to_json())
}

fn json<T: Serialize>(value: &T) -> String {
    serde_json::to_string(value).expect("data of the package is plain")
}

fn parse<T: DeserializeOwned>(kind: ProblemKind, place: &str, text: &str) -> Result<T, Problem> {
    serde_json::from_str(text).map_err(|error| Problem::new(kind, place, error.to_string()))
}

/// A side by its word; `None` for an empty one.
#[cfg(feature = "game")]
fn side(text: Option<String>) -> Result<Option<rukh_rules::Side>, Problem> {
    let Some(text) = text else { return Ok(None) };
    let side: Side = serde_json::from_value(serde_json::Value::String(text.clone()))
        .map_err(|_| Problem::new(ProblemKind::Move, &text, "should be `white` or `black`"))?;
    Ok(Some(side))
}

#[cfg(feature = "game")]
mod page {
    use super::{PlayedGame, ProblemKind, json, parse, side, thrown};
    use crate::data::RulesetSource;
    use crate::game::compiled;
    use crate::library;
    use crate::record::{self, RecordFormat};
    use rukh_rules::RulesetData;
    use rukh_rules::perft::Scope;
    use wasm_bindgen::prelude::*;

    /// The version of the package.
    #[wasm_bindgen]
    #[must_use]
    pub fn version() -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }

    /// The built-in rulesets.
    ///
    /// # Errors
    /// Never: a test reads them all.
    #[wasm_bindgen]
    pub fn rulesets() -> Result<String, JsValue> {
        library::all().map(|all| json(&all)).map_err(thrown)
    }

    /// A ruleset.
    ///
    /// # Errors
    /// Everything that is wrong with it.
    #[wasm_bindgen]
    pub fn ruleset(source: &str) -> Result<String, JsValue> {
        let described = || {
            let source: RulesetSource = parse(ProblemKind::Ruleset, "ruleset", source)?;
            Ok(json(&RulesetData::new(&*compiled(&source)?)))
        };
        described().map_err(thrown)
    }

    /// The games of a text.
    ///
    /// # Errors
    /// All that is wrong with games that cannot be read.
    #[wasm_bindgen]
    pub fn read_games(text: &str) -> Result<String, JsValue> {
        record::read(text).map(|games| json(&games)).map_err(thrown)
    }

    /// A game.
    #[wasm_bindgen]
    pub struct WasmGame(PlayedGame);

    #[wasm_bindgen]
    impl WasmGame {
        /// A game from a FEN, or from the start of its ruleset.
        ///
        /// # Errors
        /// Everything that is wrong with ruleset or position.
        #[wasm_bindgen(constructor)]
        pub fn new(source: &str, fen: Option<String>) -> Result<WasmGame, JsValue> {
            let source = parse(ProblemKind::Ruleset, "ruleset", source).map_err(thrown)?;
            PlayedGame::new(source, fen.as_deref()).map(WasmGame).map_err(thrown)
        }

        /// The game that its data makes.
        ///
        /// # Errors
        /// What the rules refuse.
        pub fn replay(data: &str) -> Result<WasmGame, JsValue> {
            let data = parse(ProblemKind::Move, "game", data).map_err(thrown)?;
            PlayedGame::replay(data).map(WasmGame).map_err(thrown)
        }

        /// The same game once more.
        #[must_use]
        pub fn copy(&self) -> WasmGame {
            WasmGame(self.0.clone())
        }

        /// The game as data.
        #[must_use]
        pub fn data(&self) -> String {
            json(&self.0.data())
        }

        /// Where the game stands.
        #[must_use]
        pub fn state(&self) -> String {
            json(&self.0.state())
        }

        /// The legal moves of a side, or of all that may act.
        ///
        /// # Errors
        /// No such side.
        pub fn legal_moves(&self, of: Option<String>) -> Result<String, JsValue> {
            Ok(json(&self.0.legal_moves(side(of).map_err(thrown)?)))
        }

        /// Makes a move.
        ///
        /// # Errors
        /// Why it is not possible.
        pub fn push(&mut self, text: &str, of: Option<String>) -> Result<String, JsValue> {
            let of = side(of).map_err(thrown)?;
            self.0.push(text, of).map(|made| json(&made)).map_err(thrown)
        }

        /// Takes back the last event.
        pub fn pop(&mut self) -> bool {
            self.0.pop()
        }

        /// Lets an event happen.
        ///
        /// # Errors
        /// Why it is not possible.
        pub fn apply(&mut self, event: &str) -> Result<(), JsValue> {
            let event = parse(ProblemKind::Move, event, event).map_err(thrown)?;
            self.0.apply(event).map_err(thrown)
        }

        /// Why a move may not be made.
        ///
        /// # Errors
        /// No such side.
        pub fn refusal(&self, text: &str, of: Option<String>) -> Result<Option<String>, JsValue> {
            let found = self.0.refusal(text, side(of).map_err(thrown)?);
            Ok(found.map(|refusal| json(&refusal)))
        }

        /// The moves of the werera that a side may take back.
        ///
        /// # Errors
        /// No such side.
        pub fn retractable(&self, of: String) -> Result<String, JsValue> {
            let of = side(Some(of)).map_err(thrown)?;
            Ok(json(&of.map(|of| self.0.retractable(of)).unwrap_or_default()))
        }

        /// Leaves of the tree of moves, by all laws but repetition, or by how pieces move only.
        ///
        /// # Errors
        /// The depth is too large.
        pub fn perft(&self, depth: u32, moves_only: bool) -> Result<u64, JsValue> {
            let scope = if moves_only { Scope::MovesOnly } else { Scope::AllLaws };
            self.0.perft(depth, scope).map_err(thrown)
        }

        /// The game as PGN.
        ///
        /// # Errors
        /// A header or an annotation that cannot be written.
        pub fn to_pgn(&self, notes: &str) -> Result<String, JsValue> {
            self.write(notes, RecordFormat::Pgn)
        }

        /// The game as JSON Lines.
        ///
        /// # Errors
        /// A header that cannot be written.
        pub fn to_jsonl(&self, notes: &str) -> Result<String, JsValue> {
            self.write(notes, RecordFormat::JsonLines)
        }

        fn write(&self, notes: &str, format: RecordFormat) -> Result<String, JsValue> {
            let notes = parse(ProblemKind::Pgn, "headers and annotations", notes).map_err(thrown)?;
            record::write(&self.0, notes, format).map_err(thrown)
        }

        /// The board as SVG.
        ///
        /// # Errors
        /// What is wrong with the options.
        #[cfg(feature = "draw")]
        pub fn svg(&self, options: &str) -> Result<String, JsValue> {
            let options = parse(ProblemKind::Draw, "options", options).map_err(thrown)?;
            crate::draw::svg(&self.0, &options).map_err(thrown)
        }
    }
}

#[cfg(feature = "game")]
mod local {
    use rukh_session::wire::ClientMessage;
    use rukh_session::wire::time::UnixMillis;
    use serde::de::DeserializeOwned;
    use wasm_bindgen::prelude::*;

    use super::{ProblemKind, json, parse, side, thrown};
    use crate::local::LocalGame;

    /// A game on this device.
    #[wasm_bindgen]
    pub struct WasmLocalGame(LocalGame);

    fn read<T: DeserializeOwned>(place: &str, text: &str) -> Result<T, JsValue> {
        parse(ProblemKind::Local, place, text).map_err(thrown)
    }

    /// A time as JavaScript has it.
    fn time(milliseconds: f64) -> UnixMillis {
        UnixMillis::new(milliseconds.max(0.0) as u64)
    }

    #[wasm_bindgen]
    impl WasmLocalGame {
        /// A new game.
        ///
        /// # Errors
        /// What is wrong with its ruleset or its seats.
        pub fn begin(plan: &str, now: f64) -> Result<WasmLocalGame, JsValue> {
            let plan = read("plan", plan)?;
            LocalGame::begin(plan, time(now)).map(WasmLocalGame).map_err(thrown)
        }

        /// The game that its log makes.
        ///
        /// # Errors
        /// What is wrong with the log.
        pub fn restore(log: &str) -> Result<WasmLocalGame, JsValue> {
            LocalGame::restore(read("log", log)?).map(WasmLocalGame).map_err(thrown)
        }

        /// What restores the game.
        #[must_use]
        pub fn log(&self) -> String {
            json(&self.0.log())
        }

        /// The greeting, and the events after one.
        #[must_use]
        pub fn connect(&self, after: u32, now: f64) -> String {
            json(&self.0.connect(after.into(), time(now)))
        }

        /// Executes a player's message.
        ///
        /// # Errors
        /// The message is unreadable.
        pub fn receive(&mut self, message: &str, rematch: &str, now: f64) -> Result<String, JsValue> {
            let message: ClientMessage = read("message", message)?;
            Ok(json(&self.0.receive(&message, read("rematch", rematch)?, time(now))))
        }

        /// Does what is due.
        pub fn wake(&mut self, now: f64) -> String {
            json(&self.0.wake(time(now)))
        }

        /// When something is due next, in milliseconds since the epoch.
        #[must_use]
        pub fn deadline(&self) -> Option<f64> {
            self.0.deadline().map(|at| at.as_u64() as f64)
        }

        /// What the engines have to decide.
        #[must_use]
        pub fn tasks(&self, now: f64) -> String {
            json(&self.0.tasks(time(now)))
        }

        /// The game as an engine gets it.
        #[must_use]
        pub fn data(&self) -> String {
            json(&self.0.data())
        }

        /// Executes what an engine has decided.
        ///
        /// # Errors
        /// The decision is unreadable.
        pub fn decide(&mut self, decision: &str, now: f64) -> Result<String, JsValue> {
            let decision = read("decision", decision)?;
            self.0.decide(decision, time(now)).map(|step| json(&step)).map_err(thrown)
        }

        /// The possible premoves of a side.
        ///
        /// # Errors
        /// No such side.
        pub fn premoves(&self, of: String) -> Result<String, JsValue> {
            let of = side(Some(of)).map_err(thrown)?;
            Ok(of.map(|of| json(&self.0.premoves(of))).unwrap_or_default())
        }

        /// Why a side may not move.
        ///
        /// # Errors
        /// What is wrong with the question.
        pub fn why(&self, of: String, query: &str) -> Result<String, JsValue> {
            let (of, query) = (side(Some(of)).map_err(thrown)?, read("why", query)?);
            let answer = of.map(|of| self.0.why(of, &query).map(|answer| json(&answer)));
            answer.transpose().map(Option::unwrap_or_default).map_err(thrown)
        }

        /// The replay.
        #[must_use]
        pub fn replay(&self) -> String {
            json(&self.0.replay())
        }

        /// The game as PGN.
        #[must_use]
        pub fn pgn(&self) -> String {
            self.0.pgn()
        }

        /// The game as JSON Lines.
        #[must_use]
        pub fn jsonl(&self) -> String {
            self.0.jsonl()
        }
    }
}

#[cfg(feature = "engine")]
mod worker {
    use super::{GameData, PlayedGame, Problem, ProblemKind, json, parse, thrown};
    use crate::data::MatchPairData;
    use crate::engine::{Searcher, endings, exercise, explain};
    use crate::engine_match;
    use crate::exchange::{SharedWords, WordExchange};
    use rukh_engine::{EntryExchange, STOP_INTERVAL};
    use rukh_rules::Ruleset;
    use wasm_bindgen::prelude::*;

    // What the worker offers the module.
    #[wasm_bindgen(raw_module = "./host.js")]
    extern "C" {
        /// Whether the search shall end; `nodes` were searched since the last call.
        #[wasm_bindgen(js_name = shouldStop)]
        fn stops_after(nodes: u32) -> bool;
        /// Progress, as JSON.
        #[wasm_bindgen(js_name = report)]
        fn report(progress: &str);
        /// Number of words of the memory that the workers share; 0 without.
        #[wasm_bindgen(js_name = sharedLength)]
        fn shared_length() -> u32;
        /// A word of it.
        #[wasm_bindgen(js_name = loadShared)]
        fn load_shared(index: u32) -> u32;
        /// Replaces a word of it.
        #[wasm_bindgen(js_name = storeShared)]
        fn store_shared(index: u32, word: u32);
    }

    fn should_stop() -> bool {
        stops_after(STOP_INTERVAL as u32)
    }

    struct WorkerMemory;

    impl SharedWords for WorkerMemory {
        fn len(&self) -> u32 {
            shared_length()
        }

        fn load(&self, index: u32) -> u32 {
            load_shared(index)
        }

        fn store(&self, index: u32, word: u32) {
            store_shared(index, word);
        }
    }

    /// An engine.
    #[wasm_bindgen]
    pub struct WasmEngine(Searcher);

    fn exchange(ruleset: &Ruleset) -> Box<dyn EntryExchange> {
        Box::new(WordExchange::new(WorkerMemory, ruleset))
    }

    fn game(data: &str) -> Result<PlayedGame, Problem> {
        let data: GameData = parse(ProblemKind::Engine, "game", data)?;
        PlayedGame::replay(data)
    }

    fn options<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Problem> {
        parse(ProblemKind::Engine, "options", text)
    }

    #[wasm_bindgen]
    impl WasmEngine {
        /// An engine with a table of this many MiB.
        ///
        /// # Errors
        /// The size is out of range.
        #[wasm_bindgen(constructor)]
        pub fn new(hash_mb: u32) -> Result<WasmEngine, JsValue> {
            let searcher = Searcher::new(hash_mb, should_stop).map_err(thrown)?;
            let exchange = (shared_length() > 0).then_some(exchange as _);
            Ok(WasmEngine(searcher.with_exchange(exchange)))
        }

        /// Forgets all earlier searches.
        pub fn clear(&mut self) {
            self.0.clear();
        }

        /// Searches a position; reports every depth.
        ///
        /// # Errors
        /// What is wrong with game or options.
        pub fn search(&mut self, data: &str, wanted: &str) -> Result<String, JsValue> {
            let mut run = || self.0.search(&game(data)?, &options(wanted)?, &mut |info| report(&json(info)));
            run().map(|found| json(&found)).map_err(thrown)
        }

        /// Openings of a match.
        ///
        /// # Errors
        /// What is wrong with the ruleset or with the text of the openings.
        pub fn openings(&self, wanted: &str) -> Result<String, JsValue> {
            let run = || engine_match::openings(&options(wanted)?);
            run().map(|fens| json(&fens)).map_err(thrown)
        }

        /// The numbers of a match, from the results of its pairs.
        ///
        /// # Errors
        /// The results are none.
        pub fn match_numbers(&self, pairs: &str) -> Result<String, JsValue> {
            let run = || Ok(engine_match::numbers(&options::<Vec<MatchPairData>>(pairs)?));
            run().map(|found| json(&found)).map_err(thrown)
        }

        /// The decision of a level.
        ///
        /// # Errors
        /// What is wrong with game or options.
        pub fn choose(&mut self, data: &str, wanted: &str) -> Result<String, JsValue> {
            let mut run = || self.0.choose(&game(data)?, &options(wanted)?);
            run().map(|event| json(&event)).map_err(thrown)
        }

        /// Whether a side agrees to a draw that the other offers.
        ///
        /// # Errors
        /// What is wrong with game or side.
        pub fn agrees_to_draw(&mut self, data: &str, of: String) -> Result<bool, JsValue> {
            let mut run =
                || Ok(self.0.agrees_to_draw(&game(data)?, parse(ProblemKind::Engine, "side", &of)?));
            run().map_err(thrown)
        }

        /// The static evaluation.
        ///
        /// # Errors
        /// What is wrong with the game.
        pub fn evaluate(&mut self, data: &str) -> Result<i32, JsValue> {
            Ok(self.0.evaluate(&game(data).map_err(thrown)?))
        }

        /// The value of each face of the die.
        ///
        /// # Errors
        /// What is wrong with game or options.
        pub fn faces(&mut self, data: &str, wanted: &str) -> Result<String, JsValue> {
            let mut run = || self.0.faces(&game(data)?, &options(wanted)?);
            run().map(|faces| json(&faces)).map_err(thrown)
        }

        /// What solved endings say of a game's position and of its moves.
        ///
        /// # Errors
        /// What is wrong with the game.
        pub fn tables(&self, data: &str) -> Result<String, JsValue> {
            game(data).map(|played| json(&endings(&played))).map_err(thrown)
        }

        /// Why a position is valued as it is.
        ///
        /// # Errors
        /// What is wrong with game or options.
        pub fn explain(&self, data: &str, wanted: &str) -> Result<String, JsValue> {
            let run = || explain(&game(data)?, &options(wanted)?);
            run().map(|found| json(&found)).map_err(thrown)
        }

        /// Draws a won ending.
        ///
        /// # Errors
        /// What is wrong with the ruleset.
        pub fn exercise(&self, wanted: &str) -> Result<String, JsValue> {
            let run = || exercise(&options(wanted)?);
            run().map(|found| json(&found)).map_err(thrown)
        }

        /// Reviews a game; reports progress.
        ///
        /// # Errors
        /// What is wrong with game or options.
        pub fn review_game(&mut self, data: &str, wanted: &str) -> Result<String, JsValue> {
            let mut run = || self.0.review(&game(data)?, &options(wanted)?, &mut |done| report(&json(done)));
            run().map(|found| json(&found)).map_err(thrown)
        }
    }
}
