//! The files of `assets/`, read once.

use rukh_rules::Failure;
use std::collections::BTreeMap;
use std::sync::OnceLock;

use roxmltree::{Document, Node};

use crate::skin::{Palette, Skin, SkinFile, ThemeColour};

const TRADITIONAL: &str = include_str!("../assets/pieces/traditional.svg");
const INTERNATIONAL: &str = include_str!("../assets/pieces/international.svg");
const BASES: &str = include_str!("../assets/pieces/bases.svg");
const LETTERS: &str = include_str!("../assets/letters.svg");
const SKINS: &str = include_str!("../assets/skins.json");
const TEXTURES: [(&str, &str); 3] = [
    ("weave", include_str!("../assets/textures/weave.svg")),
    ("grain", include_str!("../assets/textures/grain.svg")),
    ("hide", include_str!("../assets/textures/hide.svg")),
];

/// How a path is painted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Paint {
    /// Filled and outlined.
    Body,
    /// Outlined only.
    Line,
    /// Filled with the colour of the outline.
    Dot,
}

/// A path and how it is painted.
#[derive(Debug, Clone)]
pub(crate) struct Stroke {
    pub paint: Paint,
    pub path: String,
}

/// A letter or digit as a line; capitals are 10 units high, with the base line at 10.
#[derive(Debug)]
pub(crate) struct Letter {
    pub width: f64,
    pub path: String,
}

/// A tile repeated under a board.
#[derive(Debug)]
pub(crate) struct Texture {
    pub width: String,
    pub height: String,
    /// The SVG text of its paths.
    pub content: String,
}

type Drawings = BTreeMap<String, Vec<Stroke>>;

/// All that is drawn with.
#[derive(Debug)]
pub(crate) struct Assets {
    pub traditional: Drawings,
    /// What it lacks is drawn as in the traditional set.
    pub international: Drawings,
    pub bases: Drawings,
    letters: BTreeMap<char, Letter>,
    pub skins: Vec<Skin>,
    pub high_contrast: Palette<ThemeColour>,
    textures: BTreeMap<&'static str, Texture>,
}

impl Assets {
    /// The assets of this build.
    pub fn get() -> &'static Assets {
        static ASSETS: OnceLock<Assets> = OnceLock::new();
        // They are compiled in, and `assets_of_this_build_are_read` reads them.
        ASSETS.get_or_init(|| Assets::read().expect("the assets of a build are sound"))
    }

    fn read() -> Result<Assets, Failure> {
        let file: SkinFile = serde_json::from_str(SKINS).map_err(|error| format!("skins.json: {error}"))?;
        let textures = TEXTURES.iter().map(|&(name, text)| Ok((name, read_texture(text)?)));
        Ok(Assets {
            traditional: read_drawings(TRADITIONAL)?,
            international: read_drawings(INTERNATIONAL)?,
            bases: read_drawings(BASES)?,
            letters: read_letters(LETTERS)?,
            skins: file.skins,
            high_contrast: file.high_contrast,
            textures: textures.collect::<Result<_, Failure>>()?,
        })
    }

    /// A letter or digit, if it is drawn.
    pub fn letter(&self, letter: char) -> Option<&Letter> {
        self.letters.get(&letter)
    }

    /// A texture by name.
    pub fn texture(&self, name: &str) -> Option<&Texture> {
        self.textures.get(name)
    }
}

fn parse(text: &str) -> Result<Document<'_>, Failure> {
    Document::parse(text).map_err(|error| error.to_string().into())
}

fn attribute<'n>(node: Node<'n, '_>, name: &str) -> Result<&'n str, Failure> {
    node.attribute(name).ok_or_else(|| format!("<{}> has no `{name}`", node.tag_name().name()).into())
}

/// The groups of a sheet, each with its id.
fn groups<'d>(document: &'d Document<'_>) -> impl Iterator<Item = Node<'d, 'd>> {
    document.root_element().children().filter(|node| node.has_tag_name("g"))
}

fn read_drawings(text: &str) -> Result<Drawings, Failure> {
    let document = parse(text)?;
    let stroke = |node: Node<'_, '_>| {
        let paint = match attribute(node, "class")? {
            "body" => Paint::Body,
            "line" => Paint::Line,
            "dot" => Paint::Dot,
            other => return Err(format!("a path has the class `{other}`").into()),
        };
        Ok(Stroke { paint, path: attribute(node, "d")?.to_owned() })
    };
    let drawing = |group: Node<'_, '_>| {
        let id = attribute(group, "id")?.to_owned();
        let strokes = paths_of(group, stroke)?;
        Ok((id, strokes))
    };
    groups(&document).map(drawing).collect()
}

fn paths_of<T>(
    group: Node<'_, '_>,
    read: impl Fn(Node<'_, '_>) -> Result<T, Failure>,
) -> Result<Vec<T>, Failure> {
    group.children().filter(Node::is_element).map(read).collect()
}

fn read_letters(text: &str) -> Result<BTreeMap<char, Letter>, Failure> {
    let document = parse(text)?;
    let letter = |group: Node<'_, '_>| {
        let id = attribute(group, "id")?.chars().next().ok_or("an id is empty")?;
        let width = attribute(group, "data-width")?.parse().map_err(|error| format!("{id}: {error}"))?;
        let path = paths_of(group, |node| Ok(attribute(node, "d")?.to_owned()))?.concat();
        Ok((id, Letter { width, path }))
    };
    groups(&document).map(letter).collect()
}

fn read_texture(text: &str) -> Result<Texture, Failure> {
    let document = parse(text)?;
    let root = document.root_element();
    let elements: Vec<&str> =
        root.children().filter(Node::is_element).map(|node| &text[node.range()]).collect();
    Ok(Texture {
        width: attribute(root, "width")?.to_owned(),
        height: attribute(root, "height")?.to_owned(),
        content: elements.concat(),
    })
}

#[cfg(test)]
mod tests {
    use super::{Assets, Paint};
    use rukh_rules::ruleset::SKINS;
    use rukh_rules::{Ruleset, catalog};

    #[test]
    fn assets_of_this_build_are_read() {
        let assets = Assets::read().unwrap_or_else(|error| panic!("{error}"));
        for (id, strokes) in assets.traditional.iter().chain(&assets.international) {
            assert!(strokes.iter().any(|stroke| stroke.paint == Paint::Body), "{id} has a body");
        }
        let extra = assets.international.keys().find(|id| !assets.traditional.contains_key(*id));
        assert_eq!(extra, None, "a picture of the international set alone");
        for base in ["white", "black", "white-letter", "black-letter"] {
            assert!(assets.bases.contains_key(base), "{base}");
        }
        for letter in ('a'..='p').chain('A'..='Z').chain('0'..='9') {
            assert!(assets.letter(letter).is_some_and(|letter| letter.width > 0.0), "{letter}");
        }
    }

    #[test]
    fn skins_are_those_of_rulesets_and_have_their_textures() {
        let assets = Assets::get();
        let ids: Vec<&str> = assets.skins.iter().map(|skin| skin.id.as_str()).collect();
        assert_eq!(ids, SKINS);
        for texture in assets.skins.iter().filter_map(|skin| skin.texture.as_deref()) {
            assert!(assets.texture(texture).is_some(), "{texture}");
        }
    }

    /// A reader finds the colours that the sources name on the board.
    #[test]
    fn sides_of_built_in_rulesets_are_those_of_their_skins() {
        let assets = Assets::get();
        let mut named = 0;
        for id in catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            let Some(names) = &ruleset.side_names else { continue };
            let skin = assets.skins.iter().find(|skin| skin.id == ruleset.skin).expect("a known skin");
            assert_eq!((&skin.sides.white, &skin.sides.black), (&names.white, &names.black), "{id}");
            named += 1;
        }
        assert!(named > 0);
    }

    #[test]
    fn pictures_of_built_in_rulesets_are_drawn() {
        for id in catalog::ids() {
            let ruleset = Ruleset::named(id).expect("a built-in ruleset");
            for piece in &ruleset.pieces {
                assert!(Assets::get().traditional.contains_key(&piece.picture), "{id}: {}", piece.picture);
            }
        }
    }
}
