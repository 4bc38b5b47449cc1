//! Maximum-weight matching, by the crate `mwmatching` (Galil's O(n³) algorithm).
//!
//! It was preferred to `rustworkx-core` (0.18), which gives the same matchings in twice the time and takes
//! a minute of a processor and 60 crates to compile, against two seconds and none. In exchange its weights
//! have 32 bits, so that costs are sums with bounded weights and not a list of criteria in strict order.

/// Greatest number of vertices of a matching.
pub(crate) const MAX_VERTICES: usize = 257;

/// Greatest cost of an edge. The algorithm's potentials stay below twice the number of vertices times the
/// greatest weight, which has to fit 32 bits.
pub(crate) const MAX_COST: i32 = (1 << 21) - 1;

/// Two vertices that may be matched, and what it costs: from 0 to [`MAX_COST`].
#[derive(Debug, Clone, Copy)]
pub(crate) struct Edge {
    pub(crate) ends: [usize; 2],
    pub(crate) cost: i32,
}

/// The matching with the most pairs, and among those of least total cost: each pair with its smaller vertex
/// first, in the order of these.
pub(crate) fn cheapest_matching(edges: &[Edge]) -> Vec<[usize; 2]> {
    if edges.is_empty() {
        return Vec::new();
    }
    let weighted =
        edges.iter().map(|edge| (edge.ends[0], edge.ends[1], MAX_COST - edge.cost.clamp(0, MAX_COST)));
    let mates = mwmatching::Matching::new(weighted.collect()).max_cardinality().solve();
    let pairs =
        mates.iter().enumerate().filter(|(one, other)| **other != mwmatching::SENTINEL && one < other);
    pairs.map(|(one, other)| [one, *other]).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::{ProptestConfig, prop_assert, prop_assert_eq, proptest};

    use super::{Edge, MAX_COST, MAX_VERTICES, cheapest_matching};

    /// The greatest number of pairs with its least cost, by trying every matching.
    fn by_trial(free: u32, edges: &[Edge]) -> (usize, i64) {
        let Some(first) = (0..32).find(|vertex| free & (1 << vertex) != 0) else { return (0, 0) };
        let rest = free & !(1 << first);
        let mut best = by_trial(rest, edges);
        for edge in edges.iter().filter(|edge| edge.ends.contains(&first)) {
            let other = edge.ends[0] + edge.ends[1] - first;
            if rest & (1 << other) != 0 {
                let (pairs, cost) = by_trial(rest & !(1 << other), edges);
                let found = (pairs + 1, cost + i64::from(edge.cost));
                if found.0 > best.0 || found.0 == best.0 && found.1 < best.1 {
                    best = found;
                }
            }
        }
        best
    }

    fn graph(vertices: usize, costs: &[Option<i32>]) -> Vec<Edge> {
        let ends = (0..vertices).flat_map(|one| (one + 1..vertices).map(move |other| [one, other]));
        let edges = ends.zip(costs).filter_map(|(ends, cost)| cost.map(|cost| Edge { ends, cost }));
        edges.collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn cheapest_matching_small_graph_is_the_best_of_all(
            vertices in 2..9_usize,
            costs in proptest::collection::vec(proptest::option::of(0..=MAX_COST), 28),
        ) {
            let edges = graph(vertices, &costs);
            let pairs = cheapest_matching(&edges);
            let cost_of = |pair: &[usize; 2]| edges.iter().find(|edge| edge.ends == *pair).map(|edge| edge.cost);
            prop_assert!(pairs.iter().all(|pair| cost_of(pair).is_some()));
            let cost = pairs.iter().filter_map(cost_of).map(i64::from).sum::<i64>();
            prop_assert_eq!((pairs.len(), cost), by_trial((1 << vertices) - 1, &edges));
        }
    }

    /// A test build stops where a sum overflows: a path in which cheap and dear edges alternate drives the
    /// potentials furthest, a complete graph has most blossoms.
    #[test]
    fn cheapest_matching_of_extreme_graphs_does_not_overflow() {
        let dear = |odd: usize| if odd % 2 == 1 { MAX_COST } else { 0 };
        for shift in 0..2 {
            let path = (1..MAX_VERTICES).map(|end| Edge { ends: [end - 1, end], cost: dear(end + shift) });
            assert_eq!(cheapest_matching(&path.collect::<Vec<_>>()).len(), MAX_VERTICES / 2);
        }
        let ends = (0..MAX_VERTICES).flat_map(|one| (one + 1..MAX_VERTICES).map(move |other| [one, other]));
        let complete = ends.map(|ends| Edge { ends, cost: dear(ends[0] * ends[1] % 7 + ends[0]) });
        assert_eq!(cheapest_matching(&complete.collect::<Vec<_>>()).len(), MAX_VERTICES / 2);
    }
}
