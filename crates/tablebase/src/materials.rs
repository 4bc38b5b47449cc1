//! Which materials there are, and which lead to which.

use std::collections::{BTreeSet, HashSet};

use rukh_rules::{Material, PieceKind, PieceKindSet, Ruleset, Setup, Side};

use crate::layout::kinds_of;

/// The materials of up to so many pieces, kings counted, that captures and promotions can make of the array; where
/// the sides are alike one for both exchanges. Each comes after all that it may become.
///
/// # Examples
/// ```
/// use rukh_rules::Ruleset;
/// use rukh_tablebase::materials;
///
/// let shatranj = Ruleset::named("shatranj")?;
/// let texts: Vec<String> = materials(&shatranj, 3).iter().map(|material| material.text(&shatranj)).collect();
/// assert_eq!(texts, ["KvK", "KFvK", "KEvK", "KNvK", "KRvK", "KPvK"]);
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[must_use]
pub fn materials(ruleset: &Ruleset, pieces: usize) -> Vec<Material> {
    let [white, black] = Side::BOTH.map(|side| armies(ruleset, side, pieces.saturating_sub(1)));
    let mut found = BTreeSet::new();
    for own in &white {
        for other in black.iter().filter(|other| own.len() + other.len() <= pieces) {
            let material = canonical(ruleset, &Material::new(ruleset, [own.clone(), other.clone()]));
            found.insert((material.pieces(), material));
        }
    }
    let mut ordered = Ordered { ruleset, seen: HashSet::new(), materials: Vec::new() };
    found.into_iter().for_each(|(_, material)| ordered.add(material));
    ordered.materials
}

/// A material and all that it may become, each after all that it may become itself.
#[must_use]
pub fn closure(ruleset: &Ruleset, material: &Material) -> Vec<Material> {
    let mut ordered = Ordered { ruleset, seen: HashSet::new(), materials: Vec::new() };
    ordered.add(canonical(ruleset, material));
    ordered.materials
}

/// What a side may have left, up to so many pieces, the royal one among them.
fn armies(ruleset: &Ruleset, side: Side, most: usize) -> BTreeSet<Vec<PieceKind>> {
    let royal = ruleset.royal();
    let mut found = BTreeSet::from([vec![royal]]);
    let others = Setup::start(ruleset).pieces.into_iter().filter(|piece| piece.side == side);
    for piece in others.filter(|piece| piece.kind != royal) {
        let kinds = ruleset.with_promoted(PieceKindSet::of(piece.kind));
        let smaller: Vec<_> = found.iter().filter(|army| army.len() < most).cloned().collect();
        found.extend(smaller.iter().flat_map(|army| {
            kinds.iter().map(|kind| {
                let mut army = [&army[..], &[kind]].concat();
                army[1..].sort_unstable();
                army
            })
        }));
    }
    found
}

/// Materials, each after those it may become.
struct Ordered<'r> {
    ruleset: &'r Ruleset,
    seen: HashSet<Material>,
    materials: Vec<Material>,
}

impl Ordered<'_> {
    fn add(&mut self, material: Material) {
        if self.seen.insert(material.clone()) {
            let smaller = successors(self.ruleset, &material);
            smaller.iter().for_each(|next| self.add(canonical(self.ruleset, next)));
            self.materials.push(material);
        }
    }
}

/// The materials with no more pieces than this one to which a capture or a promotion may lead, in which both
/// royal pieces stand.
#[must_use]
pub fn successors(ruleset: &Ruleset, material: &Material) -> Vec<Material> {
    let mut found = Vec::new();
    for side in Side::BOTH {
        let (own, other) = (material.of(side), material.of(side.other()));
        let with = |own: Vec<PieceKind>, other: Vec<PieceKind>| match side {
            Side::White => Material::new(ruleset, [own, other]),
            Side::Black => Material::new(ruleset, [other, own]),
        };
        let mut moved = vec![own.to_vec()];
        for (place, kind) in own.iter().enumerate() {
            let kinds = ruleset.promotion(*kind).map(|promotion| promotion.all_kinds()).unwrap_or_default();
            moved.extend(kinds.iter().map(|becomes| {
                let mut own = own.to_vec();
                own[place] = becomes;
                own
            }));
        }
        let mut left = vec![other.to_vec()];
        left.extend((1..other.len()).map(|taken| {
            let mut other = other.to_vec();
            other.remove(taken);
            other
        }));
        found.extend(moved.iter().flat_map(|own| left.iter().map(|other| with(own.clone(), other.clone()))));
    }
    found.sort();
    found.dedup();
    found.retain(|other| other != material);
    found
}

/// The material or, where the sides are alike, the one with the sides exchanged: of the two the one in which White
/// has more pieces or, of equally many, the later kinds.
pub(crate) fn canonical(ruleset: &Ruleset, material: &Material) -> Material {
    let symmetries = ruleset.symmetries(kinds_of(material));
    let is_alike = symmetries.iter().any(|symmetry| symmetry.side(Side::White) == Side::Black);
    let rank = |side| (material.of(side).len(), material.of(side));
    if is_alike && rank(Side::Black) > rank(Side::White) { material.swapped() } else { material.clone() }
}
