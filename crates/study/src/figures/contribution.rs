//! What a game adds to the sums of its cell.

use rukh_lab::job::rows::{GameRow, MoveRow};
use rukh_lab::standing::Standing;

use super::board::BoardContent;
use super::sums::{Contribution, Sum};

/// Points of White; `None` for a game without a result.
fn white_points(result: &str) -> Option<f64> {
    match result {
        "1-0" => Some(1.0),
        "1/2-1/2" => Some(0.5),
        "0-1" => Some(0.0),
        _ => None,
    }
}

/// What a game adds, from its row, its moves where they are known (else an empty slice), and the board on which turns
/// began. `first` is the player that the study names first, where the two differ.
pub(super) fn of_game(
    row: &GameRow,
    moves: &[MoveRow],
    board: &BoardContent,
    first: Option<&str>,
) -> Vec<Contribution> {
    let mut found = Contributions(Vec::new());
    found.add_result(row, first);
    found.add_counts(row);
    found.add_luck(row);
    found.add_werera(row);
    if !moves.is_empty() {
        found.add_choices(moves);
        found.add_exchanges(moves);
        found.add_kinds(moves);
        found.add_drama(row, moves);
    }
    found.add_survival(row, moves, board);
    found.0
}

struct Contributions(Vec<Contribution>);

impl Contributions {
    fn add(&mut self, sum: Sum, value: f64) {
        self.add_of(sum, String::new(), value);
    }

    fn add_of(&mut self, sum: Sum, key: String, value: f64) {
        self.0.push(Contribution { sum, key, value });
    }

    fn add_result(&mut self, row: &GameRow, first: Option<&str>) {
        self.add(Sum::Games, 1.0);
        self.add_of(Sum::Ends, row.reason.clone(), 1.0);
        let Some(points) = white_points(&row.result) else {
            self.add(Sum::CutOff, 1.0);
            return;
        };
        self.add(Sum::Finished, 1.0);
        self.add(Sum::WhitePoints, points);
        self.add(Sum::WhiteWins, points.floor());
        if points == 0.5 {
            self.add(Sum::Draws, 1.0);
            self.add_of(Sum::DrawsBy, row.reason.clone(), 1.0);
        } else {
            self.add(Sum::Wins, 1.0);
        }
        if let Some(first) = first {
            self.add(Sum::Contests, 1.0);
            self.add(Sum::FirstPoints, if row.white == first { points } else { 1.0 - points });
        }
    }

    fn add_counts(&mut self, row: &GameRow) {
        self.add(Sum::Plies, f64::from(row.plies));
        self.add(Sum::Passes, f64::from(row.passes));
        self.add(Sum::Captures, f64::from(row.captures));
        self.add(Sum::Promotions, f64::from(row.promotions));
        self.add(Sum::PromotionGames, f64::from(row.promotions.min(1)));
        if let Some(changes) = row.lead_changes {
            self.add(Sum::JudgedGames, 1.0);
            self.add(Sum::LeadChanges, f64::from(changes));
        }
    }

    fn add_luck(&mut self, row: &GameRow) {
        let luck = row.luck_white.zip(row.luck_black).map(|(white, black)| white - black);
        if let (Some(points), Some(luck)) = (white_points(&row.result), luck) {
            self.add(Sum::LuckGames, 1.0);
            self.add(Sum::LuckPoints, points);
            self.add(Sum::Luck, luck);
            self.add(Sum::LuckPointsSquared, points * points);
            self.add(Sum::LuckSquared, luck * luck);
            self.add(Sum::LuckProduct, points * luck);
        }
    }

    fn add_werera(&mut self, row: &GameRow) {
        if row.werera_events.is_some() {
            self.add(Sum::Wereras, 1.0);
            self.add(Sum::Retractions, f64::from(row.werera_retractions.unwrap_or(0)));
            if let Some(end) = &row.werera_end {
                self.add_of(Sum::WereraEnds, end.clone(), 1.0);
            }
        }
        let white = white_points(&row.result);
        let sides = [
            ("White", &row.white_arrangement, white),
            ("Black", &row.black_arrangement, white.map(|points| 1.0 - points)),
        ];
        for (side, arrangement, points) in sides {
            let Some(arrangement) = arrangement else { continue };
            let key = format!("{side} {arrangement}");
            self.add_of(Sum::Arrangements, key.clone(), 1.0);
            if let Some(points) = points {
                self.add_of(Sum::ArrangementGames, key.clone(), 1.0);
                self.add_of(Sum::ArrangementPoints, key, points);
            }
        }
    }

    fn add_choices(&mut self, moves: &[MoveRow]) {
        let plies = moves.len() as f64;
        let legal: f64 = moves.iter().map(|one| f64::from(one.legal)).sum();
        let choices = moves.iter().filter(|one| one.legal > 1).count();
        self.add(Sum::MovedGames, 1.0);
        self.add(Sum::Legal, legal / plies);
        self.add(Sum::Choices, choices as f64 / plies);
    }

    fn add_exchanges(&mut self, moves: &[MoveRow]) {
        let plies: Vec<u32> = moves.iter().filter(|one| one.capture.is_some()).map(|one| one.ply).collect();
        let gaps: Vec<u32> = plies.windows(2).map(|pair| pair[1].saturating_sub(pair[0])).collect();
        if !plies.is_empty() {
            let runs = 1 + gaps.iter().filter(|gap| **gap > 1).count();
            self.add(Sum::RunCaptures, plies.len() as f64);
            self.add(Sum::Runs, runs as f64);
        }
        if !gaps.is_empty() {
            self.add(Sum::GapPlies, gaps.iter().copied().map(f64::from).sum());
            self.add(Sum::Gaps, gaps.len() as f64);
        }
    }

    fn add_kinds(&mut self, moves: &[MoveRow]) {
        let mut by_kind = std::collections::BTreeMap::<&str, u32>::new();
        for one in moves.iter().filter(|one| !one.piece.is_empty()) {
            *by_kind.entry(&one.piece).or_default() += 1;
        }
        let all: u32 = by_kind.values().sum();
        if all > 0 {
            self.add(Sum::Moves, f64::from(all));
        }
        for (kind, count) in by_kind {
            self.add_of(Sum::KindMoves, kind.to_owned(), f64::from(count));
        }
    }

    /// Kinds of which a game began with none count where pawns became them. Without the moves nobody knows what did,
    /// so games with promotions are then left out.
    fn add_survival(&mut self, row: &GameRow, moves: &[MoveRow], board: &BoardContent) {
        let promotions = moves.iter().filter_map(|one| Some((&one.piece, one.promotion.as_ref()?)));
        let promotions: Vec<(&String, &String)> = promotions.collect();
        if promotions.len() != row.promotions as usize {
            return;
        }
        let mut present = board.pieces.clone();
        for (from, into) in promotions {
            if let Some(count) = from.chars().next().and_then(|letter| present.get_mut(&letter)) {
                *count = count.saturating_sub(1);
            }
            if let Some(letter) = into.chars().next() {
                *present.entry(letter.to_ascii_lowercase()).or_default() += 1;
            }
        }
        for (kind, count) in present.into_iter().filter(|(_, count)| *count > 0) {
            let left =
                row.white_left.chars().chain(row.black_left.chars()).filter(|one| *one == kind).count();
            self.add_of(Sum::Present, kind.to_string(), f64::from(count));
            self.add_of(Sum::Left, kind.to_string(), left as f64);
        }
    }

    fn add_drama(&mut self, row: &GameRow, moves: &[MoveRow]) {
        let winner = match row.result.as_str() {
            "1-0" => "white",
            "0-1" => "black",
            _ => return,
        };
        let of_winner = |one: &MoveRow| {
            one.score_before.map(|score| if one.side == winner { score } else { 1.0 - score })
        };
        let Some(scores) = moves.iter().map(of_winner).collect::<Option<Vec<f64>>>() else { return };
        let plies = scores.len() as f64;
        let behind = scores.iter().filter(|score| Standing::of(**score) <= Standing::Behind).count();
        self.add(Sum::DramaGames, 1.0);
        self.add(Sum::Trailing, behind as f64 / plies);
        self.add(Sum::Drama, scores.iter().map(|score| (0.5 - score).max(0.0)).sum::<f64>() / plies);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Sum, of_game};
    use crate::figures::board::BoardContent;
    use crate::figures::tests::{game, mv};

    fn sums(
        row: &rukh_lab::job::rows::GameRow,
        moves: &[rukh_lab::job::rows::MoveRow],
    ) -> BTreeMap<(Sum, String), f64> {
        let board = BoardContent::of_fen(&row.opening);
        let mut sums = BTreeMap::new();
        for one in of_game(row, moves, &board, Some("a")) {
            *sums.entry((one.sum, one.key)).or_default() += one.value;
        }
        sums
    }

    fn whole(sum: Sum) -> (Sum, String) {
        (sum, String::new())
    }

    #[test]
    fn result_is_counted_for_white_and_for_the_player_named_first() {
        let mut row = game(0, "1-0", 40);
        (row.white, row.black) = ("b".to_owned(), "a".to_owned());
        let found = sums(&row, &[]);
        assert_eq!((found[&whole(Sum::WhitePoints)], found[&whole(Sum::FirstPoints)]), (1.0, 0.0));
        row.result = "*".to_owned();
        let found = sums(&row, &[]);
        assert_eq!(found.get(&whole(Sum::Finished)), None, "a game that was cut off has no points");
        assert_eq!(found[&whole(Sum::CutOff)], 1.0);
        row.result = "1/2-1/2".to_owned();
        let found = sums(&row, &[]);
        assert_eq!((found[&whole(Sum::Draws)], found[&whole(Sum::WhiteWins)]), (1.0, 0.0));
        assert_eq!(found[&(Sum::DrawsBy, row.reason)], 1.0);
    }

    #[test]
    fn captures_on_plies_that_follow_each_other_are_one_run() {
        let taking = |ply| mv(0, ply, "white", "r", Some("p"));
        // Captures on plies 2, 3, 4 and 9: two runs; 1, 1 and 5 plies between them.
        let moves: Vec<_> = (0..10)
            .map(|ply| if [2, 3, 4, 9].contains(&ply) { taking(ply) } else { mv(0, ply, "white", "k", None) })
            .collect();
        let found = sums(&game(0, "1-0", 10), &moves);
        let of = |sum| found[&whole(sum)];
        assert_eq!((of(Sum::RunCaptures), of(Sum::Runs)), (4.0, 2.0));
        assert_eq!((of(Sum::GapPlies), of(Sum::Gaps)), (7.0, 3.0));
        assert_eq!(found[&(Sum::KindMoves, "r".to_owned())], 4.0);
    }

    #[test]
    fn promoted_pawns_survive_as_what_they_became() {
        let mut row = game(0, "1-0", 1);
        row.opening = "k3/P3/4/K3 w - - 0 1".to_owned();
        (row.white_left, row.black_left, row.promotions) = ("fk".to_owned(), "k".to_owned(), 1);
        assert!(
            !sums(&row, &[]).contains_key(&(Sum::Present, "k".to_owned())),
            "nobody knows what it became"
        );
        let mut promotion = mv(0, 0, "white", "p", None);
        promotion.promotion = Some("f".to_owned());
        let found = sums(&row, &[promotion]);
        let of = |sum, kind: &str| found.get(&(sum, kind.to_owned())).copied();
        assert_eq!((of(Sum::Present, "f"), of(Sum::Left, "f")), (Some(1.0), Some(1.0)));
        assert_eq!((of(Sum::Present, "k"), of(Sum::Left, "k")), (Some(2.0), Some(2.0)));
        assert_eq!(of(Sum::Present, "p"), None);
    }

    #[test]
    fn drama_is_what_the_winner_lacked() {
        let scored = |ply, side, score| {
            let mut one = mv(0, ply, side, "k", None);
            one.score_before = Some(score);
            one
        };
        // White has won; before its moves it expected 0.3 and 0.9, before Black's 0.2 and 0.9.
        let moves = [
            scored(0, "white", 0.3),
            scored(1, "black", 0.8),
            scored(2, "white", 0.9),
            scored(3, "black", 0.1),
        ];
        let found = sums(&game(0, "1-0", 4), &moves);
        assert!((found[&whole(Sum::Drama)] - (0.2 + 0.3) / 4.0).abs() < 1e-12);
        assert_eq!(found[&whole(Sum::Trailing)], 0.5);
        assert!(!sums(&game(0, "1/2-1/2", 4), &moves).contains_key(&whole(Sum::Drama)));
    }
}
