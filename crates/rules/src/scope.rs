//! Which laws a perft obeys; on a floor below, since what is compiled for each shape names it.

/// Which laws a count obeys.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scope {
    /// Every law but repetition: a finished game has no children.
    AllLaws,
    /// Only how pieces move: no law ends a game, except that a side whose king
    /// was taken is gone. A mated or stalemated side simply has no move.
    MovesOnly,
}
