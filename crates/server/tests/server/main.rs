//! Whole games over both doors of a running server.

mod dice;
mod engines;
mod host;
mod refusals;
mod restart;
mod rulesets;
mod turns;
mod werera;
