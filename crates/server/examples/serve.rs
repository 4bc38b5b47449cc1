//! The server alone: `serve [address] [data directory] [ruleset file …]`.

use rukh_server::{Config, serve};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut config = Config::default();
    if let Some(address) = arguments.next() {
        config.bind = address.parse()?;
    }
    if let Some(directory) = arguments.next() {
        config.data_dir = directory.into();
    }
    config.ruleset_files = arguments.map(Into::into).collect();
    serve(config, |address| println!("http://{address}")).await?;
    Ok(())
}
