//! Tables of endings in files.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use crate::command::{Place, Running, joined, json, printed, refused, rukh_with};

const ROOK: &str = "8/8/8/3k4/8/8/8/K6R w - - 0 1";
const LONG: &str = "2k1/4/4/4/4/4/4/4/4/4/4/4/4/4/4/RK2 w - - 0 1";
const EIGHT: &str = "shatranj[bare=ignored]";

/// The file of a material.
fn file_of(place: &Place, material: &str) -> PathBuf {
    let end = format!("-{material}.rtb");
    let files = std::fs::read_dir(&place.0).expect("the directory is there");
    let mut paths = files.map(|entry| entry.expect("it can be listed").path());
    paths.find(|path| path.to_string_lossy().ends_with(&end)).expect("the material has a file")
}

#[test]
fn tb_build_is_resumed_and_what_is_damaged_is_told() {
    let place = Place::new("tables");
    let dir = place.0.display().to_string();
    let built = rukh_with(&["tb", "build", "shatranj", "--men", "3", "--dir", &dir, "--threads", "2"], "");
    assert!(built.out.starts_with("6 tables built, 0 there already"), "{}{}", built.out, built.err);
    assert!(built.err.contains("6 of 6: KPvK") && built.err.contains("about 0 s left"), "{}", built.err);
    std::fs::remove_file(file_of(&place, "KPvK")).expect("it can be removed");
    let again = printed(&["tb", "build", "shatranj", "--dir", &dir]);
    assert!(again.starts_with("1 tables built, 5 there already"), "{again}");
    for how in [&["--everywhere"][..], &["--sample", "100"], &[]] {
        let verified = printed(&joined(&[&["tb", "verify", "shatranj", "--dir", &dir], how]));
        assert!(verified.lines().count() == 6 && verified.contains("positions agree"), "{verified}");
    }

    let file = file_of(&place, "KRvK");
    let mut bytes = std::fs::read(&file).expect("it can be read");
    let last = bytes.len() - 10;
    bytes[last] ^= 1;
    std::fs::write(&file, &bytes).expect("it can be written");
    let verified = rukh_with(&["tb", "verify", "shatranj", "--dir", &dir, "--material", "KRvK"], "");
    assert_eq!(verified.code, Some(1), "{}", verified.err);
    assert!(verified.out.contains("WRONG") && verified.out.contains("block"), "{}", verified.out);
    std::fs::write(&file, &bytes[..last]).expect("it can be written");
    let name = file.display().to_string();
    let told = [
        refused(&["tb", "build", "shatranj", "--dir", &dir]),
        refused(&["tb", "info", &name]),
        refused(&["tb", "stats", "shatranj", "--material", "KRvK", "--dir", &dir]),
    ];
    for told in told {
        let bytes = format!("{name}: has {last} bytes and should have {}", last + 10);
        assert!(told.contains(&bytes), "{told}");
    }
}

/// A build that is killed leaves whole files, and the next one goes on there.
#[test]
fn tb_build_killed_is_resumed_with_the_same_bytes() {
    let (place, straight) = (Place::new("killed"), Place::new("straight"));
    let (dir, other) = (place.0.display().to_string(), straight.0.display().to_string());
    let build = |dir| joined(&[&["tb", "build", "shatranj", "--quiet", "--dir"], &[dir]]);
    let mut killed = Running::new(&build(&dir));
    while files(&place).is_empty() {
        assert!(killed.is_running());
    }
    killed.kill();
    killed.end();
    let there = files(&place).len();
    assert!(printed(&build(&dir)).contains(&format!("{there} there already")), "{there}");
    printed(&build(&other));
    assert!(files(&place) == files(&straight) && files(&place).len() > there);
}

/// The files of tables with their bytes, by name.
fn files(place: &Place) -> BTreeMap<OsString, Vec<u8>> {
    let entries = std::fs::read_dir(&place.0).expect("the directory is there");
    let names = entries.map(|entry| entry.expect("it can be listed").file_name());
    let tables = names.filter(|name| name.to_string_lossy().ends_with(".rtb"));
    tables.map(|name| (name.clone(), std::fs::read(place.0.join(&name)).expect("it is there"))).collect()
}

#[test]
fn tb_probe_says_every_move_and_the_line_to_the_end() {
    let place = Place::new("probe");
    let dir = place.0.display().to_string();
    let probe = ["tb", "probe", EIGHT, ROOK, "--dir", &dir];
    let text = printed(&probe);
    assert!(text.starts_with("White to move: won in 29 plies\n* "), "{text}");
    assert!(
        text.contains("* Rd1+     won in 29 plies\n") && text.contains("  Rb1      won in 31 plies\n"),
        "{text}"
    );
    let report = json(&printed(&joined(&[&probe, &["--format", "json"]])));
    assert_eq!(report["value"], serde_json::json!({"result": "won", "plies": 29}));
    assert_eq!(report["line"].as_array().map(Vec::len), Some(29));

    let report = json(&printed(&["tb", "probe", "oblong-dice", LONG, "--dir", &dir, "--format", "json"]));
    let throws = report["throws"].as_array().expect("a list");
    let points = |value: &serde_json::Value| value["points"].as_f64().expect("points");
    let mean = throws.iter().map(|throw| points(&throw["value"])).sum::<f64>() / 6.0;
    assert!(throws.len() == 6 && (mean - points(&report["value"])).abs() < 2e-6, "{report}");
    assert!(throws.iter().all(|throw| throw["moves"][0]["value"] == throw["value"]), "{report}");
    assert!(points(&report["value"]) > 0.98 && report["value"]["gap"].as_f64() < Some(1e-6), "{report}");
    let thrown =
        printed(&["tb", "probe", "oblong-dice", &LONG.replace(" 0 1", " 0 1 throw:2"), "--dir", &dir]);
    assert!(thrown.contains("throw 2: ") && !thrown.contains("throw 3: "), "{thrown}");
}

#[test]
fn tb_longest_line_is_as_long_as_it_says_and_info_names_the_material() {
    let place = Place::new("longest");
    let dir = place.0.display().to_string();
    printed(&["tb", "build", EIGHT, "--material", "KvKR", "--dir", &dir, "--quiet"]);
    let longest = ["tb", "longest", EIGHT, "--material", "KRvK", "--dir", &dir];
    let report = json(&printed(&joined(&[&longest, &["--format", "json"]])));
    let plies = report["plies"].as_u64().expect("a number") as usize;
    assert_eq!((plies, report["line"].as_array().map(Vec::len)), (31, Some(plies)), "{report}");
    assert!(printed(&longest).starts_with("KRvK: won in 31 plies\n"));
    let file = file_of(&place, "KRvK").display().to_string();
    let info = json(&printed(&["tb", "info", &file, "--format", "json"]));
    assert_eq!((&info["material"], &info["value_bytes"]), (&"KRvK".into(), &1.into()), "{info}");
    let stats =
        json(&printed(&["tb", "stats", EIGHT, "--material", "KRvK", "--dir", &dir, "--format", "json"]));
    assert_eq!((&stats[0]["longest_plies"], &stats[0]["lost"]), (&31.into(), &0.into()), "{stats}");
}

#[test]
fn tb_bad_input_is_told_with_what_would_be_right() {
    let place = Place::new("bad");
    let dir = place.0.display().to_string();
    let game = place.with("game.rtb", &"[Event \"A game\"]\n".repeat(9));
    let cases: [(&[&str], &str); 12] = [
        (&["build", "shatranj", "--material", "KRK"], "write White's letters, a small v"),
        (&["build", "shatranj", "--material", "KQvK"], "`Q` is no piece's letter"),
        (&["build", "shatranj", "--material", "RvK"], "one k on each side"),
        (&["build", "shatranj", "--material", "KRRRRRRvK"], "at most 6"),
        (&["build", "shatranj", "--material", "KRvKN", "--memory", "1"], "MiB of memory, and 1 are allowed"),
        (&["build", "shatranj", "--dir", &game], "is a file; --dir names a directory"),
        (&["probe", "shatranj", "8/8/8/8/8/8/8/K6R w - - 0 1"], "invalid FEN"),
        (&["probe", "shatranj", "8/8/8/3k2n1/8/8/8/K6R w - - 0 1"], "no table of KRvKN; build it"),
        (&["verify", "shatranj"], "has no table of shatranj"),
        (&["longest", "oblong-dice"], "with a die no win has a length"),
        (&["stats", "shatranj", "--material", "KRvKN"], "no table of KRvKN; build it"),
        (&["info", &game], "is no table of endings"),
    ];
    for (arguments, wanted) in cases {
        let dir: &[&str] =
            if arguments[0] == "info" || arguments.contains(&"--dir") { &[] } else { &["--dir", &dir] };
        let told = refused(&joined(&[&["tb"], arguments, dir]));
        assert!(told.contains(wanted), "{arguments:?}: {told}");
    }
}
