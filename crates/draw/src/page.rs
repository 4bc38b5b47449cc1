//! Boards within a page of HTML: light and dark by the page's colour scheme, and what they share
//! written once.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use rukh_rules::notation::placement::PlacedPiece;
use rukh_rules::{Cell, PieceKind, Ruleset, Side};

use crate::DrawError;
use crate::diagram::BoardDiagram;
use crate::render::Picture;
use crate::skin::{BoardLook, Palette, Skin};

/// Colours as the custom properties that [`PageBoards::definitions`] sets for each skin.
const COLOURS: Palette<&str> = Palette {
    field: "var(--field)",
    dark: "var(--dark)",
    strip: "var(--strip)",
    frame: "var(--frame)",
    hem: "var(--hem)",
    label: "var(--label)",
    last: "var(--last)",
    knot: "var(--knot)",
    ring: "var(--ring)",
    glow: "var(--glow)",
    white_fill: "var(--white-fill)",
    white_line: "var(--white-line)",
    black_fill: "var(--black-fill)",
    black_line: "var(--black-line)",
};

/// The boards of one page. Each is an SVG of its own that refers to definitions which stand once in
/// the page, so a board costs little more than its pieces.
///
/// ```
/// use rukh_draw::{BoardDiagram, PageBoards};
/// use rukh_rules::Ruleset;
///
/// let ruleset = Ruleset::named("shatranj")?;
/// let mut boards = PageBoards::default();
/// let board = boards.add(&BoardDiagram::new(&ruleset))?;
/// assert!(board.starts_with("<svg class=\"board-picture skin-leather\""));
/// assert!(boards.definitions().contains("rukh-page-light-traditional-white-shah"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct PageBoards {
    definitions: BTreeMap<String, String>,
    skins: BTreeSet<&'static str>,
}

impl PageBoards {
    /// Draws a board, and remembers what it refers to.
    ///
    /// # Errors
    /// As [`BoardDiagram::to_svg`].
    pub fn add(&mut self, diagram: &BoardDiagram<'_>) -> Result<String, DrawError> {
        diagram.check_cells()?;
        let skin = diagram.chosen_skin()?;
        let layout = diagram.layout();
        let look = BoardLook { skin: "page", colours: COLOURS, ..skin.look(diagram.theme) };
        let picture = Picture { diagram, layout: &layout, look: &look };
        let ground = picture.ground_id(&skin.id);
        self.skins.insert(&skin.id);
        self.definitions.entry(ground.clone()).or_insert_with(|| picture.ground(&ground));
        for (id, text) in picture.page_definitions() {
            self.definitions.entry(id).or_insert(text);
        }
        Ok(picture.in_page(&skin.id, &ground))
    }

    /// Draws a piece alone, as on a board of its ruleset.
    ///
    /// # Errors
    /// The ruleset's skin is unknown.
    pub fn add_piece(&mut self, ruleset: &Ruleset, kind: PieceKind, side: Side) -> Result<String, DrawError> {
        let piece = PlacedPiece { cell: Cell::new(0), side, kind };
        let diagram = BoardDiagram::empty(ruleset).piece(piece);
        let skin = diagram.chosen_skin()?;
        let layout = diagram.layout();
        let look = BoardLook { skin: "page", colours: COLOURS, ..skin.look(diagram.theme) };
        let picture = Picture { diagram: &diagram, layout: &layout, look: &look };
        self.skins.insert(&skin.id);
        let id = picture.piece_id(&piece);
        self.definitions.extend(picture.page_definitions());
        Ok(format!(
            r##"<svg class="piece-picture skin-{}" viewBox="0 0 58 58" width="48" height="48" aria-hidden="true"><use href="#{id}"/></svg>"##,
            skin.id
        ))
    }

    /// What the boards refer to, as an SVG that shows nothing; it stands once in the page.
    #[must_use]
    pub fn definitions(&self) -> String {
        let mut text = String::from(
            r#"<svg class="board-definitions" width="0" height="0" aria-hidden="true" focusable="false"><style>"#,
        );
        for skin in &self.skins {
            text += &style_of(skin);
        }
        text += "</style><defs>";
        self.definitions.values().for_each(|definition| text += definition);
        text += "</defs></svg>";
        text
    }
}

/// The rule that sets the colours of a skin, by day and night.
fn style_of(id: &str) -> String {
    let Ok(skin) = Skin::find(id) else { return String::new() };
    let mut rule = format!(".skin-{id}{{");
    for (name, colour) in skin.colours.named() {
        // Writing to a string cannot fail.
        let _ = write!(rule, "--{name}:{};", colour.css());
    }
    rule + "}"
}

#[cfg(test)]
mod tests {
    use rukh_rules::Ruleset;

    use super::PageBoards;
    use crate::{BoardDiagram, Rotation};

    #[test]
    fn boards_of_a_page_share_what_they_have_in_common() {
        let shatranj = Ruleset::named("shatranj").expect("a built-in ruleset");
        let oblong = Ruleset::named("oblong").expect("a built-in ruleset");
        let mut boards = PageBoards::default();
        let first = boards.add(&BoardDiagram::new(&shatranj)).expect("a board");
        let known = boards.definitions();
        let second = boards.add(&BoardDiagram::new(&shatranj)).expect("a board");
        assert_eq!((first.as_str(), known), (second.as_str(), boards.definitions()));
        assert!(first.len() < 4096, "{} bytes", first.len());
        assert!(!first.contains("fill=\"#"), "{first}");
        let lying = boards.add(&BoardDiagram::new(&oblong).rotation(Rotation::Quarter)).expect("a board");
        assert!(lying.contains("skin-walnut"), "{lying}");
        let definitions = boards.definitions();
        for id in first.split("href=\"#").skip(1).map(|rest| rest.split('"').next().unwrap_or_default()) {
            assert!(definitions.contains(&format!("id=\"{id}\"")), "{id}");
        }
        assert!(definitions.contains("--field:light-dark(#d3a872,#bb9362);"), "{definitions}");
    }
}
