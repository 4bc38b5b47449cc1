//! Looks: skins of boards, sets of pieces, themes.

use serde::Deserialize;
use strum::{Display, EnumString, VariantNames};

use crate::assets::{Assets, Stroke};
use crate::error::{DrawError, shortened};

/// Lightness and contrast of a picture.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Display, EnumString, strum::VariantArray, VariantNames,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = DrawError, parse_err_fn = Theme::unknown)]
pub enum Theme {
    /// The colours of a skin by day.
    #[default]
    Light,
    /// The colours of a skin by night.
    Dark,
    /// Black and white with strong marks, whatever the skin.
    HighContrast,
}

impl Theme {
    fn unknown(text: &str) -> DrawError {
        DrawError::UnknownWord { what: "theme", name: shortened(text), known: Theme::VARIANTS.join(", ") }
    }
}

/// The drawings of the pieces.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Default, Display, EnumString, strum::VariantArray, VariantNames,
)]
#[strum(serialize_all = "kebab-case", parse_err_ty = DrawError, parse_err_fn = PieceSet::unknown)]
pub enum PieceSet {
    /// Abstract forms in the manner of Islamic sets.
    #[default]
    Traditional,
    /// Figures that a chess player expects.
    International,
}

impl PieceSet {
    fn unknown(text: &str) -> DrawError {
        let known = PieceSet::VARIANTS.join(", ");
        DrawError::UnknownWord { what: "set of pieces", name: shortened(text), known }
    }

    /// The drawing of a picture in this set, if there is one.
    pub(crate) fn drawing(self, picture: &str) -> Option<&'static [Stroke]> {
        let assets = Assets::get();
        let own = match self {
            PieceSet::Traditional => None,
            PieceSet::International => assets.international.get(picture),
        };
        own.or_else(|| assets.traditional.get(picture)).map(Vec::as_slice)
    }
}

/// `skins.json`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct SkinFile {
    pub skins: Vec<Skin>,
    pub high_contrast: Palette<ThemeColour>,
}

/// A board's look.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Skin {
    pub id: String,
    pub chequer: bool,
    /// Width of the dividing lines in hundredths of a cell.
    pub line: f64,
    /// Whether lines are drawn twice, with diamonds where they cross.
    pub inlay: bool,
    /// The name of a texture.
    pub texture: Option<String>,
    pub hem: Hem,
    /// The colours of the pieces in a word.
    pub sides: SideColours,
    pub colours: Palette<ThemeColour>,
}

/// What the colours of both sides' pieces are called.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SideColours {
    pub white: String,
    pub black: String,
}

/// The line around a field.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Hem {
    /// In units.
    pub width: f64,
    pub dashed: bool,
    pub opacity: f64,
}

/// A colour, or one by day and one by night.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum ThemeColour {
    Both(String),
    DayAndNight([String; 2]),
}

impl ThemeColour {
    fn of(&self, theme: Theme) -> &str {
        match (self, theme) {
            (ThemeColour::Both(colour), _) | (ThemeColour::DayAndNight([_, colour]), Theme::Dark) => colour,
            (ThemeColour::DayAndNight([colour, _]), _) => colour,
        }
    }
}

/// The colours of a board.
#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub(crate) struct Palette<C> {
    pub field: C,
    pub dark: C,
    pub strip: C,
    pub frame: C,
    pub hem: C,
    pub label: C,
    pub last: C,
    pub knot: C,
    pub ring: C,
    pub glow: C,
    pub white_fill: C,
    pub white_line: C,
    pub black_fill: C,
    pub black_line: C,
}

impl ThemeColour {
    /// The colour in CSS, which follows the page's colour scheme.
    pub fn css(&self) -> String {
        match self {
            ThemeColour::Both(colour) => colour.clone(),
            ThemeColour::DayAndNight([day, night]) => format!("light-dark({day},{night})"),
        }
    }
}

impl<C> Palette<C> {
    /// Every colour with its name in `skins.json`.
    pub fn named(&self) -> [(&'static str, &C); 14] {
        [
            ("field", &self.field),
            ("dark", &self.dark),
            ("strip", &self.strip),
            ("frame", &self.frame),
            ("hem", &self.hem),
            ("label", &self.label),
            ("last", &self.last),
            ("knot", &self.knot),
            ("ring", &self.ring),
            ("glow", &self.glow),
            ("white-fill", &self.white_fill),
            ("white-line", &self.white_line),
            ("black-fill", &self.black_fill),
            ("black-line", &self.black_line),
        ]
    }
}

impl Palette<ThemeColour> {
    fn of(&self, theme: Theme) -> Palette<&str> {
        Palette {
            field: self.field.of(theme),
            dark: self.dark.of(theme),
            strip: self.strip.of(theme),
            frame: self.frame.of(theme),
            hem: self.hem.of(theme),
            label: self.label.of(theme),
            last: self.last.of(theme),
            knot: self.knot.of(theme),
            ring: self.ring.of(theme),
            glow: self.glow.of(theme),
            white_fill: self.white_fill.of(theme),
            white_line: self.white_line.of(theme),
            black_fill: self.black_fill.of(theme),
            black_line: self.black_line.of(theme),
        }
    }
}

/// A skin in a theme: what a board is drawn with.
#[derive(Debug, Clone, Copy)]
pub(crate) struct BoardLook {
    pub skin: &'static str,
    pub chequer: bool,
    pub line: f64,
    pub inlay: bool,
    pub texture: Option<&'static str>,
    pub hem: Hem,
    pub colours: Palette<&'static str>,
}

/// Width of dividing lines with high contrast, in hundredths of a cell.
const HIGH_CONTRAST_LINE: f64 = 3.0;

/// The colours of White's and Black's pieces on the boards of a skin, as words such as `gold`: pages
/// call the sides so.
///
/// # Errors
/// There is no such skin.
pub fn side_colours(skin: &str) -> Result<[&'static str; 2], DrawError> {
    let SideColours { white, black } = &Skin::find(skin)?.sides;
    Ok([white, black])
}

impl Skin {
    /// The skin of a name.
    ///
    /// # Errors
    /// There is none.
    pub fn find(name: &str) -> Result<&'static Skin, DrawError> {
        let skins = &Assets::get().skins;
        skins.iter().find(|skin| skin.id == name).ok_or_else(|| {
            let known: Vec<&str> = skins.iter().map(|skin| skin.id.as_str()).collect();
            DrawError::UnknownSkin { name: shortened(name), known: known.join(", ") }
        })
    }

    /// The skin in a theme.
    pub fn look(&'static self, theme: Theme) -> BoardLook {
        let look = BoardLook {
            skin: &self.id,
            chequer: self.chequer,
            line: self.line,
            inlay: self.inlay,
            texture: self.texture.as_deref(),
            hem: self.hem,
            colours: self.colours.of(theme),
        };
        match theme {
            Theme::Light | Theme::Dark => look,
            Theme::HighContrast => BoardLook {
                line: HIGH_CONTRAST_LINE,
                inlay: false,
                texture: None,
                hem: Hem { width: 1.0, dashed: false, opacity: 1.0 },
                colours: Assets::get().high_contrast.of(theme),
                ..look
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use strum::VariantArray;

    use super::{PieceSet, Skin, Theme};
    use crate::assets::Assets;

    fn luminance(colour: &str) -> f64 {
        let part = |at: usize| {
            let part = u8::from_str_radix(&colour[at..at + 2], 16).expect("a colour is #rrggbb");
            let part = f64::from(part) / 255.0;
            if part <= 0.04045 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(one: &str, other: &str) -> f64 {
        let (one, other) = (luminance(one), luminance(other));
        (one.max(other) + 0.05) / (one.min(other) + 0.05)
    }

    #[test]
    fn marks_have_contrast_with_every_cell() {
        for skin in &Assets::get().skins {
            for &theme in Theme::VARIANTS {
                let look = skin.look(theme);
                let least = if theme == Theme::HighContrast { 4.5 } else { 3.0 };
                let cells = [look.colours.field, look.colours.dark];
                let cells = &cells[..1 + usize::from(look.chequer)];
                for mark in [look.colours.last, look.colours.knot, look.colours.ring, look.colours.glow] {
                    for cell in cells {
                        let found = contrast(mark, cell);
                        assert!(found >= least, "{} {theme}: {mark} on {cell} {found:.2}", skin.id);
                    }
                }
            }
        }
    }

    #[test]
    fn words_are_read_back_and_others_listed() {
        for &theme in Theme::VARIANTS {
            assert_eq!(theme.to_string().parse(), Ok(theme));
        }
        for &set in PieceSet::VARIANTS {
            assert_eq!(set.to_string().parse(), Ok(set));
        }
        let error = "dusk".parse::<Theme>().expect_err("no theme").to_string();
        assert_eq!(error, "there is no theme `dusk`; there are light, dark, high-contrast");
        let error = Skin::find("velvet").map(|skin| &skin.id).expect_err("no skin").to_string();
        assert!(error.starts_with("there is no skin `velvet`; skins are red-cloth, walnut"), "{error}");
    }

    #[test]
    fn drawing_that_the_international_set_lacks_is_the_traditional_one() {
        let guard = |set: PieceSet| set.drawing("guard").expect("a guard is drawn").as_ptr();
        assert_eq!(guard(PieceSet::International), guard(PieceSet::Traditional));
        let shah = |set: PieceSet| set.drawing("shah").expect("a shah is drawn").as_ptr();
        assert_ne!(shah(PieceSet::International), shah(PieceSet::Traditional));
        assert!(PieceSet::International.drawing("unheard-of").is_none());
    }
}
