//! Any text as Betza notation: routes for every cell, words and a diagram, or a caret.
#![no_main]

use libfuzzer_sys::fuzz_target;
use rukh_rules::movement::{Hurdle, Movement, Route};
use rukh_rules::{Geometry, Side};

fuzz_target!(|text: &str| {
    if let Ok(movement) = Movement::parse(text) {
        let geometry = Geometry::new(16, 16).expect("16 by 16 is a board");
        for cell in [0, 17, 136, 255] {
            let routes = movement.routes(geometry, rukh_rules::Cell::new(cell), Side::Black);
            assert!(routes.iter().all(|route| route.first_stop < route.steps.len()));
            let has_hurdle = |route: &&Route| route.hurdle != Hurdle::None;
            let hoppers = routes.iter().filter(has_hurdle);
            assert!(hoppers.clone().all(|route| !route.hurdles(route.first_stop).is_empty()));
        }
        assert!(!movement.message().to_string().is_empty());
        assert!(movement.diagram().radius >= 1);
    }
});
