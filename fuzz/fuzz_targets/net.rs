//! The file of a net with bytes changed and its checksum made right again: it is refused with a reason, or evaluates,
//! in an engine where not only its numbers differ. The same with the checksum as it comes out.
#![no_main]

use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use libfuzzer_sys::fuzz_target;
use rukh_engine::Engine;
use rukh_engine::tuning::{EvalFile, NetFile, NetModel, NetNumbers};
use rukh_rules::{Game, Ruleset};

static NET: OnceLock<(Arc<Ruleset>, Vec<u8>)> = OnceLock::new();

/// A small net of equal numbers.
fn net() -> (Arc<Ruleset>, Vec<u8>) {
    let ruleset = Arc::new(Ruleset::named("oblong-dice").expect("a built-in ruleset"));
    let model = NetModel::new(&ruleset).expect("the sides are alike");
    let numbers = NetNumbers {
        features: vec![3; 16 * model.rows()],
        biases: vec![5; 16],
        output_weights: vec![7; 32],
        output_biases: vec![11],
    };
    let file = NetFile::new(model.header(16, 1, BTreeMap::new()), numbers).expect("sizes that fit");
    (ruleset, file.write().expect("a small net"))
}

/// Rows of all sizes that the engine would add up.
const ROWS: [u16; 4] = [0, 1, 100, 200];
/// Bytes before the numbers: most of what can be wrong is there.
const BEGINNING: usize = 1000;

fuzz_target!(|input: (bool, u16, Vec<(bool, u16, u8)>)| {
    let (ruleset, original) = NET.get_or_init(net);
    let (is_mended, cut, changes) = input;
    let mut bytes = original.clone();
    for (is_at_beginning, place, byte) in changes {
        let end = if is_at_beginning { BEGINNING } else { bytes.len() };
        bytes[usize::from(place) % end] = byte;
    }
    bytes.truncate(bytes.len().saturating_sub(usize::from(cut) % 64));
    if is_mended {
        NetFile::mend_checksum(&mut bytes);
    }
    let Ok(file) = EvalFile::parse_bytes(&bytes).map_err(|error| error.to_string()) else { return };
    let header = |bytes: &[u8]| NetFile::parse(bytes).map(|net| net.header().clone());
    if let (Ok(net), Ok(before)) = (NetFile::parse(&bytes), header(original))
        && *net.header() == before
    {
        // It fits: an engine costs a thousand times as much as all above.
        let _ = net.output_of_rows([&ROWS, &ROWS], 0);
    } else if let Ok(engine) = Engine::with_eval_file(ruleset.clone(), Some(&file)) {
        let _ = engine.evaluate(&Game::new(ruleset.clone()));
    }
});
