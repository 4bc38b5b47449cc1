//! Kinds of piece and sets of kinds.

/// The most kinds of piece a ruleset may have: each has a letter of `a` to `z`.
pub const MAX_KINDS: usize = 26;

/// A kind of piece, by its number within its ruleset, in the order of the file:
/// [`Ruleset::kinds`](crate::Ruleset::kinds) gives those of a ruleset.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize)]
pub struct PieceKind(pub(crate) u8);

impl PieceKind {
    /// The number of kinds that there can be: [`PieceKindSet`] has as many bits.
    pub const CAPACITY: usize = 32;

    /// The kind with a number; `None` from [`PieceKind::CAPACITY`] on.
    #[must_use]
    pub const fn new(index: usize) -> Option<PieceKind> {
        if index < PieceKind::CAPACITY { Some(PieceKind(index as u8)) } else { None }
    }

    /// The kind's number as an index.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of kinds of piece, 32 bits: what a face of the die names, or what keeps a king from being bare.
///
/// # Examples
/// ```
/// use rukh_rules::{PieceKindSet, Ruleset};
///
/// let oblong = Ruleset::named("oblong-dice")?;
/// let named = oblong.pieces_of_face(6);
/// assert_eq!(named, PieceKindSet::of(oblong.royal()), "a six moves the king");
/// assert_eq!(named.with(oblong.kind('r').unwrap()).iter().count(), 2);
/// # Ok::<(), rukh_rules::LoadError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize)]
pub struct PieceKindSet(pub(crate) u32);

impl PieceKindSet {
    /// No kind.
    pub const EMPTY: PieceKindSet = PieceKindSet(0);
    /// Every kind there can be.
    pub const ALL: PieceKindSet = PieceKindSet(!0);

    /// The set in which this kind stands alone.
    #[must_use]
    pub const fn of(kind: PieceKind) -> PieceKindSet {
        PieceKindSet(1 << kind.0)
    }

    /// This set and one kind more.
    #[must_use]
    pub const fn with(self, kind: PieceKind) -> PieceKindSet {
        PieceKindSet(self.0 | 1 << kind.0)
    }

    /// Whether the kind is in the set.
    #[must_use]
    pub const fn has(self, kind: PieceKind) -> bool {
        self.0 >> kind.0 & 1 == 1
    }

    /// Whether no kind is in the set.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The kinds in rising order.
    pub fn iter(self) -> impl Iterator<Item = PieceKind> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let kind = PieceKind(left.trailing_zeros() as u8);
            let found = (left != 0).then_some(kind);
            left &= left.wrapping_sub(1);
            found
        })
    }
}

impl FromIterator<PieceKind> for PieceKindSet {
    fn from_iter<I: IntoIterator<Item = PieceKind>>(kinds: I) -> PieceKindSet {
        kinds.into_iter().fold(PieceKindSet::EMPTY, PieceKindSet::with)
    }
}
