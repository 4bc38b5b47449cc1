//! The command `rukh`: rules, play, analysis, engine matches and the server in one binary.
//!
//! Every command asks the rules core and prints its answer; none knows a game. Bad input is one
//! message on standard error and exit code 2. In a file of games, bad games are reported and the
//! others are used; the exit code is then 1.
//! Without the feature `server` there are no commands that need it, and no site to build.

use std::process::ExitCode;

use clap::Parser;

#[cfg(feature = "server")]
mod admin;
mod analyse;
#[cfg(feature = "server")]
mod archive;
mod args;
mod bench;
#[cfg(test)]
mod book;
mod convert;
mod data_dir;
mod dialect;
#[cfg(feature = "server")]
mod doctor;
mod draw;
mod engine;
mod engine_match;
mod eval;
mod games;
mod interrupt;
mod lab;
mod laws;
mod library;
mod openings;
mod perft;
mod play;
mod puzzles;
#[cfg(feature = "server")]
mod serve;
mod tables;
mod time_left;
mod train;
mod tune;
#[cfg(feature = "server")]
mod verify;
mod write;

use args::{Arguments, Command};

/// Sockets are many and small, and each begins with a request that needs more memory than the socket.
/// This allocator reuses that memory, which stays fragmented with the one of glibc: measured on 5,000
/// sockets, 4 KiB each instead of 15 to 19.
#[cfg(feature = "server")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    args::complete_and_exit();
    let arguments = Arguments::parse();
    match run(arguments.command) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {}", describe(&error));
            ExitCode::from(2)
        }
    }
}

fn run(command: Command) -> anyhow::Result<ExitCode> {
    // Not locked: the search thread of a UCI or XBoard session writes too.
    let out = &mut anstream::stdout();
    match command {
        Command::Rules(command) => return laws::run(command, out),
        Command::Bench(options) => bench::run(&options, out)?,
        Command::Perft(options) => perft::run(&options, out)?,
        Command::Play(options) => play::run(&options)?,
        Command::Convert(options) => return convert::run(&options, out),
        Command::Eval(options) => eval::run(&options, out)?,
        Command::Tune(options) => tune::run(&options, out)?,
        Command::Train(options) => train::run(&options, out)?,
        Command::Match(options) => engine_match::run(&options, out)?,
        Command::Openings(options) => openings::run(&options, out)?,
        Command::Analyse(options) => return analyse::run(&options, out),
        Command::Lab(command) => return lab::run(&command, out),
        Command::Tb(command) => return tables::run(command, out),
        Command::Puzzles(command) => return puzzles::run(command, out),
        Command::Draw(options) => draw::run(&options)?,
        Command::Uci(options) => return engine::run(rukh_protocols::uci::run, &options),
        Command::Xboard(options) => return engine::run(rukh_protocols::xboard::run, &options),
        #[cfg(feature = "server")]
        Command::Serve(options) => serve::run(*options, out)?,
        #[cfg(feature = "server")]
        Command::Verify { game } => return verify::run(&game, out),
        #[cfg(feature = "server")]
        Command::Backup { place, file, overwrite } => {
            archive::backup(place, &file, overwrite.existing(), out)?;
        }
        #[cfg(feature = "server")]
        Command::Restore { place, file } => archive::restore(place, &file, out)?,
        #[cfg(feature = "server")]
        Command::Migrate { place, check } => return archive::migrate(place, check, out),
        #[cfg(feature = "server")]
        Command::PushKey => serve::write_push_key(out)?,
        #[cfg(feature = "server")]
        Command::Admin(command) => return admin::run(command, out),
        Command::Completions { shell } => args::write_completions(shell, out)?,
        Command::Man { dir, overwrite } => {
            args::write_manual(dir.as_deref(), overwrite.existing(), out)?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// An error with its causes, each once: some errors include the text of their cause.
fn describe(error: &anyhow::Error) -> String {
    let mut text = String::new();
    for cause in error.chain().map(ToString::to_string).filter(|cause| !cause.is_empty()) {
        if text.is_empty() {
            text = cause;
        } else if !text.contains(&cause) {
            text = format!("{text}: {cause}");
        }
    }
    if text.is_empty() { "unknown error".to_owned() } else { text }
}

/// Whether the reader of the output has closed it, as `head` does.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<std::io::Error>())
        .any(|cause| cause.kind() == std::io::ErrorKind::BrokenPipe)
}
