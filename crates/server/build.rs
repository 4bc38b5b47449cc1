//! Rebuilds the crate when the web app (`web/dist`) changes that it embeds.

use std::path::Path;

fn main() {
    let dist = Path::new("../../web/dist");
    if Path::new("../../web").is_dir() && !dist.is_dir() {
        // Without the folder cargo could not watch for a later build of the app. If it cannot be
        // created, the server's start page explains how to build the app.
        let _ = std::fs::create_dir_all(dist);
    }
    // With debug assertions the app is read from the folder as it runs.
    let is_embedded = std::env::var_os("CARGO_CFG_DEBUG_ASSERTIONS").is_none();
    let watched = if is_embedded && dist.is_dir() { "../../web/dist" } else { "build.rs" };
    println!("cargo::rerun-if-changed={watched}");
}
