//! Rebuilds the crate when a course or a puzzle is added.

fn main() {
    println!("cargo::rerun-if-changed=../../lessons");
    println!("cargo::rerun-if-changed=../../puzzles");
}
