//! PNG.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

use crate::DrawError;

/// Renders the text of an SVG, such as [`BoardDiagram::to_svg`](crate::BoardDiagram::to_svg) gives,
/// as PNG in its own size.
///
/// # Errors
/// It cannot be read or is too large.
///
/// # Examples
/// ```
/// use rukh_draw::{BoardDiagram, svg_to_png};
/// use rukh_rules::Ruleset;
///
/// let shatranj = Ruleset::named("shatranj")?;
/// let png = svg_to_png(&BoardDiagram::new(&shatranj).size(64).to_svg()?)?;
/// assert!(png.starts_with(b"\x89PNG"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg_to_png(svg: &str) -> Result<Vec<u8>, DrawError> {
    let error = |error: &dyn std::fmt::Display| DrawError::Png(error.to_string());
    let tree = Tree::from_str(svg, &Options::default()).map_err(|found| error(&found))?;
    let size = tree.size().to_int_size();
    let mut pixels = Pixmap::new(size.width(), size.height()).ok_or_else(|| error(&"it has no area"))?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().map_err(|found| error(&found))
}
