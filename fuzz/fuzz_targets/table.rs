//! A table file with bytes changed and all checksums made right again, with and without a die: it is refused with a
//! reason, or every probe has an answer or a reason. The same with the checksums as they come out.
#![no_main]

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use libfuzzer_sys::fuzz_target;
use rukh_rules::{Game, Material, Ruleset};
use rukh_tablebase::{FileInfo, Tables, file_name, write_table};

struct Table {
    ruleset: Arc<Ruleset>,
    material: Material,
    path: PathBuf,
    bytes: Vec<u8>,
    games: Vec<Game>,
}

static TABLES: OnceLock<[Table; 2]> = OnceLock::new();

/// Bytes before the text of the material, and where its length and the number of blocks stand.
const FIXED: usize = 51;
const TEXT: usize = 11;
const BLOCKS: usize = 47;

fn table(name: &str, fens: &[&str]) -> Table {
    let ruleset = Arc::new(Ruleset::named(name).expect("a built-in ruleset"));
    let material = Material::parse(&ruleset, "KvK").expect("a material");
    let directory = tempfile::tempdir().expect("a directory").keep();
    let path = directory.join(file_name(&ruleset, &material));
    let table = Tables::new(ruleset.clone()).solve(&material).expect("two kings");
    write_table(&table, &ruleset, &path, 1).expect("a file can be written");
    let bytes = std::fs::read(&path).expect("it was written");
    let game = |fen: &&str| Game::from_fen(ruleset.clone(), fen).expect("a FEN");
    let games = fens.iter().map(game).collect();
    Table { ruleset, material, path, bytes, games }
}

/// Makes the checksums of the blocks that the index tells of right, then that of the header.
fn mend(bytes: &mut [u8]) -> Option<()> {
    let number =
        |bytes: &[u8], at: usize| Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?) as usize);
    let index = FIXED + usize::from(*bytes.get(TEXT)?);
    let end = number(bytes, BLOCKS)?.checked_mul(8)?.checked_add(index)?;
    let mut start = end.checked_add(4)?;
    for entry in (index..end).step_by(8) {
        let len = number(bytes, entry)?;
        let checksum = crc32fast::hash(bytes.get(start..start.checked_add(len)?)?);
        bytes[entry + 4..entry + 8].copy_from_slice(&checksum.to_le_bytes());
        start += len;
    }
    let checksum = crc32fast::hash(bytes.get(..end)?);
    bytes.get_mut(end..end + 4)?.copy_from_slice(&checksum.to_le_bytes());
    Some(())
}

fuzz_target!(|input: (bool, bool, u16, Vec<(u16, u8)>)| {
    let tables = TABLES.get_or_init(|| {
        let square = ["8/8/8/3k4/8/8/8/K7 w - - 0 1", "8/8/8/3k4/8/8/K7/8 b - - 0 1"];
        let long = ["2k1/4/4/4/4/4/4/4/4/4/4/4/4/4/4/K3 w - - 0 1"];
        [table("shatranj[bare=ignored]", &square), table("oblong-dice", &long)]
    });
    let (has_die, is_mended, cut, changes) = input;
    let table = &tables[usize::from(has_die)];
    let mut bytes = table.bytes.clone();
    for (place, byte) in changes {
        let place = usize::from(place) % bytes.len();
        bytes[place] = byte;
    }
    bytes.truncate(bytes.len().saturating_sub(usize::from(cut) % 64));
    if is_mended {
        let _ = mend(&mut bytes);
    }
    std::fs::write(&table.path, &bytes).expect("it can be written");
    let is_read = FileInfo::read(&table.path).map_err(|error| error.to_string()).is_ok();
    let directory = table.path.parent().expect("it is in a directory");
    let read = Tables::new(table.ruleset.clone()).with_directory(directory);
    for game in &table.games {
        let _ = read.probe(game.rules(), game.position()).map_err(|error| error.to_string());
    }
    // Of a file that is refused nothing is left, and the material would be solved anew.
    if is_read && let Ok(table) = read.solve(&table.material) {
        let _ = table.stats();
    }
});
