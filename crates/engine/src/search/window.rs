//! Alpha-beta windows.

use crate::score::{INFINITE, Value};
use crate::transposition::Bound;

/// The values a search must tell apart: up to `alpha` the side to move has better elsewhere, from
/// `beta` on the opponent has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: Value,
    pub(crate) beta: Value,
}

impl Window {
    /// Every value.
    pub(crate) const FULL: Window = Window { alpha: -INFINITE, beta: INFINITE };

    pub(crate) const fn new(alpha: Value, beta: Value) -> Window {
        Window { alpha, beta }
    }

    /// The null window that tells whether a value exceeds `alpha`.
    #[inline]
    pub(crate) const fn above(alpha: Value) -> Window {
        Window { alpha, beta: alpha + 1 }
    }

    /// The null window that tells whether a value reaches `beta`.
    #[inline]
    pub(crate) const fn below(beta: Value) -> Window {
        Window { alpha: beta - 1, beta }
    }

    /// The same window for the opponent.
    #[inline]
    pub(crate) const fn negated(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha }
    }

    /// The same window with `alpha` raised to a value.
    #[inline]
    pub(crate) fn raised(self, alpha: Value) -> Window {
        Window { alpha: self.alpha.max(alpha), ..self }
    }

    /// Whether the window is more than a null window, as in the nodes of a principal variation.
    #[inline]
    pub(crate) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }

    /// Whether no value lies inside.
    #[inline]
    pub(crate) const fn is_empty(self) -> bool {
        self.alpha >= self.beta
    }

    /// What a result of a search with this window says about the true value.
    #[inline]
    pub(crate) const fn bound_of(self, value: Value) -> Bound {
        if value >= self.beta {
            Bound::Lower
        } else if value > self.alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Window;
    use crate::transposition::Bound;

    #[test]
    fn window_bound_of_value_outside_is_one_sided() {
        let window = Window::new(-10, 20);
        let bounds = [-10, -9, 19, 20].map(|value| window.bound_of(value));
        assert_eq!(bounds, [Bound::Upper, Bound::Exact, Bound::Exact, Bound::Lower]);
        assert_eq!(window.negated().bound_of(-20), Bound::Upper);
    }

    #[test]
    fn window_null_above_alpha_is_negated_null_below() {
        assert_eq!(Window::above(7).negated(), Window::below(-7));
        assert!(!Window::above(7).is_open() && !Window::above(7).is_empty());
        assert!(Window::above(7).raised(8).is_empty() && Window::FULL.is_open());
    }
}
