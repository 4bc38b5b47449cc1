//! Positions, moves and games as text.
//!
//! | text | module | for |
//! |---|---|---|
//! | `8/8/… w - - 0 1` | [`fen`] | one position |
//! | `e2e3`, `e9e10q` | [`coordinate`] | moves for programs; needs no position to be read |
//! | `Nf3`, `exd5` | [`san`] | moves for people; needs the position |
//! | PGN | [`pgn`] | games for people and other programs, with comments and variations |
//! | JSON Lines | [`record`] | games for programs of your own: one event a line |
//!
//! [`reading`] reads files of games of either form, of any length. The letters of pieces are the
//! ruleset's own, or those of Fairy-Stockfish: [`dialect`].
//!
//! ```
//! use std::sync::Arc;
//! use rukh_rules::notation::{coordinate, san};
//! use rukh_rules::{Game, Ruleset};
//!
//! let game = Game::new(Arc::new(Ruleset::named("shatranj")?));
//! let mv = san::parse(game.rules(), game.position(), "Nc3")?;
//! assert_eq!(coordinate::format(game.ruleset(), mv), "b1c3");
//! assert_eq!(game.legal_move("b1c3")?, mv);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod annotation;
pub mod coordinate;
pub mod dialect;
pub mod fen;
pub mod pgn;
pub mod placement;
pub mod reading;
pub mod record;
pub mod san;
pub mod text;
