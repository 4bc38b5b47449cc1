//! Sees to it that a fresh build of the web app is carried along.

use std::path::Path;

fn main() {
    let dist = Path::new("../../web/dist");
    if Path::new("../../web").is_dir() && !dist.is_dir() {
        // Without a folder to watch a later build of the app would go unnoticed.
        // Where it cannot be made, the server says how to build the app.
        let _ = std::fs::create_dir_all(dist);
    }
    if dist.is_dir() {
        println!("cargo::rerun-if-changed=../../web/dist");
    }
}
