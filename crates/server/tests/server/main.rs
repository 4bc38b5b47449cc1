//! Whole games over HTTP and WebSocket against a running server.

mod account_stream;
mod accounts;
mod analyses;
mod appointments;
mod archive;
#[path = "../../../accounts/tests/support/authenticator.rs"]
mod authenticator;
mod bots;
mod cards;
mod chat;
mod clocks;
mod clubs;
mod dice;
mod email;
mod engines;
mod events;
mod fairness;
mod host;
mod hosts;
#[path = "../support/http.rs"]
#[allow(dead_code, reason = "the tools use all of it")]
mod http;
mod indicators;
mod interleavings;
mod kept;
mod lessons;
mod library;
mod limits;
mod middleware;
mod moderation;
mod names;
mod nodes;
mod offers;
mod people;
#[path = "../../../store/tests/support/postgres.rs"]
mod postgres;
mod premoves;
mod providers;
mod push;
mod puzzles;
mod ratings;
mod refusals;
mod reminders;
mod replica;
mod restart;
mod reviews;
mod rulesets;
mod schema;
mod seeks;
mod simuls;
mod site;
#[path = "../support/smtp.rs"]
mod smtp;
mod stream;
mod studies;
mod tables;
mod tokens;
mod turns;
mod vacations;
mod webhooks;
mod werera;
mod why;
mod wire_tables;
