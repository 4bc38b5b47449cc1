//! Which pieces the sides have, wherever they stand.

use std::fmt;

use crate::dimensions::Dimensions;
use crate::geometry::Side;
use crate::kind::PieceKind;
use crate::position::Position;
use crate::rules::Rules;
use crate::ruleset::Ruleset;

/// The kinds of both sides' pieces, each kind as often as there are pieces of it.
///
/// In text the letters of White, `v`, and those of Black, the royal piece first and the others in the order
/// of the ruleset: `KRvKN`.
///
/// # Examples
/// ```
/// use std::sync::Arc;
///
/// use rukh_rules::{Game, Material, Ruleset, Side};
///
/// let ruleset = Arc::new(Ruleset::named("shatranj")?);
/// let game = Game::from_fen(ruleset.clone(), "4k3/8/3n4/8/8/8/8/R3K3 w - - 0 1").unwrap();
/// let material = game.position().material(game.rules());
/// assert_eq!(material.text(&ruleset), "KRvKN");
/// assert_eq!(Material::parse(&ruleset, "KNvKR"), Ok(material.swapped()));
/// assert_eq!(material.of(Side::Black).len(), 2);
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Material([Vec<PieceKind>; 2]);

/// What is wrong with the text of a material.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MaterialError {
    /// The text is not two groups of letters with a `v` between them.
    Sides,
    /// A letter that no piece has.
    Letter {
        /// The first such letter in the text.
        letter: char,
        /// The letters that pieces have.
        known: String,
    },
}

impl fmt::Display for MaterialError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MaterialError::Sides => {
                f.write_str("write White's letters, a small v, and Black's letters, as in `KRvK`")
            }
            MaterialError::Letter { letter, known } => {
                write!(f, "`{letter}` is no piece's letter; the pieces are `{known}`")
            }
        }
    }
}

impl std::error::Error for MaterialError {}

impl Material {
    /// The pieces of White and of Black, in any order.
    #[must_use]
    pub fn new(ruleset: &Ruleset, mut kinds: [Vec<PieceKind>; 2]) -> Material {
        let royal = ruleset.royal();
        kinds.iter_mut().for_each(|kinds| kinds.sort_by_key(|kind| (*kind != royal, *kind)));
        Material(kinds)
    }

    /// Reads the text of a material.
    ///
    /// # Errors
    /// There is no `v`, more than one, or a letter that no piece has.
    pub fn parse(ruleset: &Ruleset, text: &str) -> Result<Material, MaterialError> {
        let (white, black) = text.split_once('v').ok_or(MaterialError::Sides)?;
        if black.contains('v') {
            return Err(MaterialError::Sides);
        }
        let kind_of = |letter: char| {
            let found = letter.is_ascii_uppercase().then(|| ruleset.kind(letter)).flatten();
            let known = || ruleset.kinds().map(|kind| ruleset.letter(kind).to_ascii_uppercase()).collect();
            found.ok_or_else(|| MaterialError::Letter { letter, known: known() })
        };
        let kinds_of = |text: &str| text.chars().map(kind_of).collect::<Result<Vec<_>, _>>();
        Ok(Material::new(ruleset, [kinds_of(white)?, kinds_of(black)?]))
    }

    /// The text that [`Material::parse`] reads.
    #[must_use]
    pub fn text(&self, ruleset: &Ruleset) -> String {
        let letters = |side| {
            self.of(side).iter().map(|kind| ruleset.letter(*kind).to_ascii_uppercase()).collect::<String>()
        };
        format!("{}v{}", letters(Side::White), letters(Side::Black))
    }

    /// The kinds of a side's pieces, the royal piece first.
    #[must_use]
    pub fn of(&self, side: Side) -> &[PieceKind] {
        &self.0[side.index()]
    }

    /// How many pieces there are, kings counted.
    #[must_use]
    pub fn pieces(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    /// The same with the sides exchanged.
    #[must_use]
    pub fn swapped(&self) -> Material {
        let [white, black] = self.0.clone();
        Material([black, white])
    }
}

impl<S: Dimensions> Position<S> {
    /// The pieces on the board.
    #[must_use]
    pub fn material(&self, rules: &Rules<S>) -> Material {
        let mut kinds = [Vec::new(), Vec::new()];
        for (_, side, kind) in self.all_pieces(rules) {
            kinds[side.index()].push(kind);
        }
        Material::new(rules.ruleset(), kinds)
    }
}
