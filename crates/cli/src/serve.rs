//! `rukh serve`.

use std::io::Write;
use std::path::PathBuf;

use anyhow::Context;
use rukh_server::Config;

use crate::args::ServeOptions;

/// Serves until it is stopped; says first where.
///
/// # Errors
/// That it cannot listen, keep games, or read a ruleset.
pub fn run(options: ServeOptions, out: &mut dyn Write) -> anyhow::Result<()> {
    let data_dir = match options.data_dir {
        Some(dir) => dir,
        None => default_data_dir()?,
    };
    let config = Config {
        bind: options.bind,
        data_dir: data_dir.clone(),
        ruleset_files: options.ruleset,
        public_url: options.public_url.clone(),
        ..Config::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let runtime = runtime.context("the server's threads cannot be started")?;
    let mut announced = Ok(());
    let serving = rukh_server::serve(config, |address| {
        let url = options.public_url.unwrap_or_else(|| format!("http://{address}/"));
        announced = writeln!(out, "{url}\ngames are kept in {}; ctrl-c stops", data_dir.display())
            .and_then(|()| out.flush());
    });
    runtime.block_on(serving)?;
    Ok(announced?)
}

/// `rukh` in the XDG data directory.
fn default_data_dir() -> anyhow::Result<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| absolute("HOME").map(|home| home.join(".local/share")));
    let data = data.context("there is no home directory; say with --data-dir where games are kept")?;
    Ok(data.join("rukh"))
}
