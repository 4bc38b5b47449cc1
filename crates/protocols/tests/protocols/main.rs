//! Sessions of the protocols, from both ends.

mod gui;
#[path = "../../../rules/tests/rules/support/random.rs"]
mod random;
mod uci;
mod werera;
mod xboard;
