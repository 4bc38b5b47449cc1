//! What analysts and engine authors do with the binary, and what it does with their files.

mod command;
mod files;
mod judging;
mod laboratory;
mod matches;
mod numbers;
mod tables;
