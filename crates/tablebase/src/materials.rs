//! Which materials lead to which.

use rukh_rules::{Material, PieceKind, Ruleset, Side};

use crate::layout::kinds_of;

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
