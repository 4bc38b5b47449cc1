//! The native module of the Python package `rukh`: rulesets, boards, games in files, the engine,
//! matches, pictures, solved endings, studies, and bulk functions.
//!
//! One decision carries the crate: *the API is python-chess's where these games allow*, so that
//! its users know most of it; what the werera and dice add stands beside. The alternative, the
//! core's own types one by one, was rejected: Python has no use for shapes and nodes of Rust. The
//! package's other half, in `python/rukh`, has the exceptions, the types and what is easier there.
//!
//! The module knows no rules. Long work releases the interpreter's lock and listens for Ctrl-C.

mod analysis;
mod board;
mod bulk;
mod count;
mod data;
mod draw;
mod engine;
mod engine_match;
mod errors;
mod interrupt;
mod moves;
mod pgn;
mod pickle;
mod ruleset;
mod study;
mod tables;

use pyo3::prelude::*;

/// The alignment of what Python's allocator gives, in bytes: no class may need more.
const PYTHON_ALIGNMENT: usize = 16;
const _: () = assert!(
    align_of::<board::PyBoard>() <= PYTHON_ALIGNMENT
        && align_of::<pgn::PgnGame>() <= PYTHON_ALIGNMENT
        && align_of::<pgn::PgnReader>() <= PYTHON_ALIGNMENT
        && align_of::<engine::PyEngine>() <= PYTHON_ALIGNMENT
        && align_of::<engine_match::PyMatchResult>() <= PYTHON_ALIGNMENT
        && align_of::<moves::PyMove>() <= PYTHON_ALIGNMENT
        && align_of::<study::StudyTally>() <= PYTHON_ALIGNMENT
);

/// The native half of `rukh`; use the package.
#[pymodule]
mod _rukh {
    use pyo3::prelude::*;
    use pyo3::types::PyTuple;

    #[pymodule_export]
    use crate::board::PyBoard;
    #[pymodule_export]
    use crate::bulk::{bulk_cells, bulk_features, bulk_legal_moves, bulk_perft, bulk_results};
    #[pymodule_export]
    use crate::draw::{draw_png, draw_svg};
    #[pymodule_export]
    use crate::engine::{EngineLimit, PlayResult, PyEngine, PyScore};
    #[pymodule_export]
    use crate::engine_match::{PyMatchResult, parse_openings, play_match};
    #[pymodule_export]
    use crate::moves::{LegalMoves, MoveIterator, PyFace, PyMove, PyOutcome, PyPiece};
    #[pymodule_export]
    use crate::pgn::{PgnGame, PgnReader};
    #[pymodule_export]
    use crate::pickle::{
        restore_board, restore_face, restore_game, restore_legal_moves, restore_move, restore_outcome,
        restore_piece, restore_play_result, restore_ruleset, restore_score,
    };
    #[pymodule_export]
    use crate::ruleset::{PyRuleset, rulesets};
    #[pymodule_export]
    use crate::study::{StopFlag, StudyTally, part_name, plan_study, play_part};
    #[pymodule_export]
    use crate::tables::{build_table, plan_tables, probe_tables};

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        let words = <rukh_rules::Reason as rukh_rules::strum::VariantNames>::VARIANTS;
        module.add("TERMINATIONS", PyTuple::new(module.py(), words)?)?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
