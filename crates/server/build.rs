//! Rebuilds the crate when the embedded web app (`web/dist`) changes.

use std::path::Path;

fn main() {
    let dist = Path::new("../../web/dist");
    if Path::new("../../web").is_dir() && !dist.is_dir() {
        // Without the folder cargo could not watch for a later build of the app. If it cannot be
        // created, the server's start page explains how to build the app.
        let _ = std::fs::create_dir_all(dist);
    }
    if dist.is_dir() {
        println!("cargo::rerun-if-changed=../../web/dist");
    }
}
