//! Sums over games, with the games as they are and in each replicate.

use std::collections::BTreeMap;

use super::bootstrap::COLUMNS;

/// Most keys of a sum: what follows is added up as [`OTHER`], so that memory has a bound where every game has a key
/// of its own, as with arrangements of a werera.
pub(super) const MAX_KEYS: usize = 200;
/// Key of everything that came after the first 200 keys of a figure.
pub const OTHER: &str = "other";

/// What is added up. Most have one sum, some have one for each key: a reason, a kind of piece, an arrangement.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Sum {
    /// Games.
    Games,
    /// Games without a result.
    CutOff,
    /// Games by their reason.
    Ends,
    /// Games with a result, and the points of White in them.
    Finished,
    WhitePoints,
    /// Games that White, that either side has won.
    WhiteWins,
    Wins,
    /// Drawn games, and the same by their reason.
    Draws,
    DrawsBy,
    /// Games with a result between different players, and the points of the one that is named first.
    Contests,
    FirstPoints,
    /// Plies in turns, and passes among them.
    Plies,
    Passes,
    Captures,
    Promotions,
    /// Games in which a piece was promoted.
    PromotionGames,
    /// Games with scores of a judge, and changes of the lead in them.
    JudgedGames,
    LeadChanges,
    /// Games with luck and a result; White's points, the luck of White less that of Black, squares and product.
    LuckGames,
    LuckPoints,
    Luck,
    LuckPointsSquared,
    LuckSquared,
    LuckProduct,
    /// Games with a werera, retractions in it, and the games by how it ended.
    Wereras,
    Retractions,
    WereraEnds,
    /// Games by the arrangement of a side; those among them with a result, and that side's points in them.
    Arrangements,
    ArrangementGames,
    ArrangementPoints,
    /// Games whose moves are known; of each the mean number of legal moves and the share of plies with a choice.
    MovedGames,
    Legal,
    Choices,
    /// Captures whose moves are known, and runs of captures on plies that follow each other.
    RunCaptures,
    Runs,
    /// Plies from captures to the next, and their number.
    GapPlies,
    Gaps,
    /// Moves, and the same by the kind of piece.
    Moves,
    KindMoves,
    /// Pieces of a kind that a game began with or that pawns became, and those left at the end.
    Present,
    Left,
    /// Won games with scores of a judge; of each the share of plies at which the winner was behind, and the mean of
    /// the points that were missing to half.
    DramaGames,
    Trailing,
    Drama,
}

/// What a game adds to a sum.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Contribution {
    pub(super) sum: Sum,
    /// Empty for a sum without keys.
    pub(super) key: String,
    pub(super) value: f64,
}

/// A sum in all columns.
#[derive(Debug, Clone)]
pub(super) struct Column {
    pub(super) sums: Vec<f64>,
    /// Games that added to it.
    pub(super) games: u64,
    /// Clusters of these games; games of a cluster follow each other.
    pub(super) clusters: u64,
    last: Option<u64>,
}

impl Column {
    fn add(&mut self, value: f64, cluster: u64, weights: &[u8]) {
        self.games += 1;
        self.clusters += u64::from(self.last != Some(cluster));
        self.last = Some(cluster);
        if value != 0.0 {
            for (sum, weight) in self.sums.iter_mut().zip(weights) {
                *sum += f64::from(*weight) * value;
            }
        }
    }
}

/// All sums of a cell.
#[derive(Debug, Clone, Default)]
pub(super) struct Sums {
    columns: BTreeMap<Sum, BTreeMap<String, Column>>,
}

impl Sums {
    /// Adds what a game contributes.
    pub(super) fn add(&mut self, contribution: Contribution, cluster: u64, weights: &[u8]) {
        let Contribution { sum, mut key, value } = contribution;
        let columns = self.columns.entry(sum).or_default();
        if columns.len() >= MAX_KEYS && !columns.contains_key(&key) {
            key = OTHER.to_owned();
        }
        let column = columns.entry(key).or_insert_with(|| Column {
            sums: vec![0.0; COLUMNS],
            games: 0,
            clusters: 0,
            last: None,
        });
        column.add(value, cluster, weights);
    }

    /// The sum of a key, or the one without keys.
    pub(super) fn column(&self, sum: Sum, key: &str) -> Option<&Column> {
        let columns = self.columns.get(&sum)?;
        columns.get(key).or_else(|| columns.get(""))
    }

    /// The keys of a sum, in order.
    pub(super) fn keys(&self, sum: Sum) -> impl Iterator<Item = &str> {
        self.columns.get(&sum).into_iter().flat_map(|columns| columns.keys().map(String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use super::{Contribution, MAX_KEYS, OTHER, Sum, Sums};
    use crate::figures::bootstrap::{COLUMNS, ClusterWeights};

    #[test]
    fn sums_of_many_keys_need_bounded_memory() {
        let (mut sums, mut weights) = (Sums::default(), ClusterWeights::new());
        for game in 0..3 * MAX_KEYS as u64 {
            let contribution = Contribution { sum: Sum::Arrangements, key: format!("{game:06}"), value: 1.0 };
            sums.add(contribution, game, weights.of(game));
        }
        assert_eq!(sums.keys(Sum::Arrangements).count(), MAX_KEYS + 1);
        let other = sums.column(Sum::Arrangements, OTHER).expect("some came late");
        assert_eq!((other.sums[0], other.games), (2.0 * MAX_KEYS as f64, 2 * MAX_KEYS as u64));
    }

    #[test]
    fn games_of_a_cluster_have_one_weight() {
        let (mut sums, mut weights) = (Sums::default(), ClusterWeights::new());
        for game in 0..10_u64 {
            let contribution = Contribution { sum: Sum::Games, key: String::new(), value: 1.0 };
            sums.add(contribution, game / 2, weights.of(game / 2));
        }
        let column = sums.column(Sum::Games, "").expect("games were added");
        assert_eq!((column.sums.len(), column.games, column.clusters), (COLUMNS, 10, 5));
        assert!(column.sums.iter().all(|sum| sum % 2.0 == 0.0), "both games of a pair count alike");
    }
}
