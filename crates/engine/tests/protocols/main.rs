//! Sessions of the protocols, from both ends.

mod gui;
mod uci;
mod werera;
mod xboard;
