//! The reference of the command line: what `--help` prints for every command.

use clap::{Command, CommandFactory};

use super::{NOTICE, Page, block};
use crate::args::Arguments;

/// Width of help texts, in characters.
const WIDTH: usize = 100;

pub fn page() -> Page {
    let mut text = format!("{NOTICE}# Command line\n\nThe help text of every command of `rukh`. ");
    text.push_str("`rukh man` prints a manual page, `rukh completions bash` a shell completion script.\n");
    write_command(&mut text, &Arguments::command(), &["rukh"]);
    ("reference/cli.md".to_owned(), text)
}

fn write_command(text: &mut String, command: &Command, path: &[&str]) {
    let lines: Vec<String> = help(path).trim_end().lines().map(str::to_owned).collect();
    text.push_str(&format!("\n## {}\n\n{}", path.join(" "), block(&lines)));
    for inner in command.get_subcommands() {
        write_command(text, inner, &[path, &[inner.get_name()]].concat());
    }
}

/// What a command prints for `--help`.
fn help(path: &[&str]) -> String {
    let root = without_environment(Arguments::command().term_width(WIDTH));
    let asked = root.try_get_matches_from(path.iter().chain(&["--help"]));
    asked.expect_err("`--help` is answered with the help text").render().to_string()
}

/// Values of the environment do not belong into a committed page.
fn without_environment(command: Command) -> Command {
    command.mut_args(|arg| arg.hide_env_values(true)).mut_subcommands(without_environment)
}
