//! The figures: what each measures, in words, and what it is computed from.

use std::fmt;

use serde::Serialize;

use super::sums::Sum;

/// The unit of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureUnit {
    /// A part of a whole, 0 to 1; a difference of parts.
    Share,
    /// Plies in turns.
    Plies,
    /// Moves.
    Moves,
    /// A number of things in a game.
    Count,
    /// Seconds of the werera's clock.
    Seconds,
}

impl fmt::Display for FigureUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FigureUnit::Share => "share",
            FigureUnit::Plies => "plies",
            FigureUnit::Moves => "moves",
            FigureUnit::Count => "number",
            FigureUnit::Seconds => "seconds",
        })
    }
}

/// What a figure has a value for each of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum FigureKey {
    /// Reason of the end of a game, as a word: `bare-king`.
    Reason,
    /// How the werera ended, as a word: `capture-white`.
    WereraEnd,
    /// Kind of piece, by its letter.
    Piece,
    /// A side and the placement of its pieces after the werera.
    Arrangement,
}

/// How a figure relates to the concepts of Ludii.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum LudiiConcept {
    /// The concept of this name has the same definition.
    Same(&'static str),
    /// No concept has the same definition, for this reason.
    Differs(&'static str),
}

/// How a figure is computed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Formula {
    /// One sum by another, and a constant. Each key of the first sum has a value; the other sum is that of the same
    /// key where it has keys.
    Quotient { of: Sum, by: Sum, plus: f64 },
    /// A quantile of what is counted of each game.
    Quantile { of: Counted, share: f64 },
    /// The square of the correlation of luck with White's points.
    Explained,
}

/// A whole number of a game of which quantiles are figures.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Counted {
    Plies,
    WereraEvents,
    /// Tenths of a second: the range of milliseconds would need too much memory.
    WereraTenths,
}

/// A figure of games.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct FigureDefinition {
    /// Name in files of studies and of results.
    pub id: &'static str,
    /// Name for readers.
    pub name: &'static str,
    /// Unit of its values.
    pub unit: FigureUnit,
    /// What it has a value for each of; `None` for a figure with one value.
    pub key: Option<FigureKey>,
    /// The formula, in words.
    pub formula: &'static str,
    /// Where the definition comes from.
    pub source: &'static str,
    /// The concept of Ludii.
    pub ludii: LudiiConcept,
    #[serde(skip)]
    pub(super) computed: Formula,
}

impl FigureDefinition {
    /// Whether it counts plies of games: where games were cut off, its values may be too low.
    pub(super) fn is_of_length(&self) -> bool {
        matches!(
            self.computed,
            Formula::Quantile { of: Counted::Plies, .. } | Formula::Quotient { of: Sum::Plies, .. }
        )
    }
}

const OWN: &str = "defined here";
const LUDII: &str =
    "Piette et al., Ludii: the ludemic general game system, 2020; the metric in its source code";
const BROWNE: &str = "after Browne, Automatic generation and evaluation of recombination games, 2008";
const LUCK: &str = "as the luck of matches in rukh_lab::luck";

/// A figure with one value, which Ludii does not have.
const fn figure(
    [id, name]: [&'static str; 2],
    unit: FigureUnit,
    computed: Formula,
    formula: &'static str,
    differs: &'static str,
) -> FigureDefinition {
    let ludii = LudiiConcept::Differs(differs);
    FigureDefinition { id, name, unit, key: None, formula, source: OWN, ludii, computed }
}

const fn quotient(of: Sum, by: Sum) -> Formula {
    Formula::Quotient { of, by, plus: 0.0 }
}

const fn quantile(of: Counted, share: f64) -> Formula {
    Formula::Quantile { of, share }
}

impl FigureDefinition {
    const fn of_ludii(self, concept: &'static str) -> FigureDefinition {
        FigureDefinition { source: LUDII, ludii: LudiiConcept::Same(concept), ..self }
    }

    const fn each(self, key: FigureKey) -> FigureDefinition {
        FigureDefinition { key: Some(key), ..self }
    }

    const fn by(self, source: &'static str) -> FigureDefinition {
        FigureDefinition { source, ..self }
    }
}

const NOT_TOLD_APART: &str = "no concept tells apart how games end";
const MEAN_LENGTH: &str =
    "DurationTurns is a mean, for which games that were cut off count as if they had ended";
const NO_WERERA: &str = "no concept is about play without turns";
const NOT_BY_KIND: &str = "no concept tells kinds of pieces apart";
const NOT_IN_LUDII: &str = "there is no such concept";

/// All figures, in the order of reports.
pub static DEFINITIONS: &[FigureDefinition] = &[
    figure(
        ["score", "White's score"],
        FigureUnit::Share,
        quotient(Sum::WhitePoints, Sum::Finished),
        "games that White won, and half of those drawn, by the games with a result",
        "AdvantageP1 counts wins alone, and by all games",
    ),
    figure(
        ["advantage", "First-move advantage"],
        FigureUnit::Share,
        Formula::Quotient { of: Sum::WhitePoints, by: Sum::Finished, plus: -0.5 },
        "White's score less one half",
        "AdvantageP1 counts wins alone, and by all games",
    ),
    figure(
        ["white-wins", "Won by White"],
        FigureUnit::Share,
        quotient(Sum::WhiteWins, Sum::Games),
        "games that White won, by all games",
        "",
    )
    .of_ludii("AdvantageP1"),
    figure(
        ["decisive", "Decisive games"],
        FigureUnit::Share,
        quotient(Sum::Wins, Sum::Games),
        "games that either side won, by all games, those that were cut off among them",
        "",
    )
    .of_ludii("Completion"),
    figure(
        ["drawn", "Drawn games"],
        FigureUnit::Share,
        quotient(Sum::Draws, Sum::Games),
        "drawn games, by all games; a game that was cut off is not drawn",
        "",
    )
    .of_ludii("Drawishness"),
    figure(
        ["cut-off", "Games cut off"],
        FigureUnit::Share,
        quotient(Sum::CutOff, Sum::Games),
        "games without a result, which were cut off at the greatest number of plies or broken off, by all games",
        "",
    )
    .of_ludii("Timeouts"),
    figure(
        ["strength", "Score of the player named first"],
        FigureUnit::Share,
        quotient(Sum::FirstPoints, Sum::Contests),
        "where players differ: games that the player named first in the study won, and half of those drawn, by the \
         games with a result; nearer to one half where the game levels their strength",
        NOT_IN_LUDII,
    ),
    figure(
        ["draws-by", "Reasons of draws"],
        FigureUnit::Share,
        quotient(Sum::DrawsBy, Sum::Draws),
        "drawn games that ended for a reason, by all drawn games",
        NOT_TOLD_APART,
    )
    .each(FigureKey::Reason),
    figure(
        ["ends-by", "Ends of games"],
        FigureUnit::Share,
        quotient(Sum::Ends, Sum::Games),
        "games that ended for a reason, won or drawn, by all games: how often there is stalemate, a bare king or \
         repetition",
        NOT_TOLD_APART,
    )
    .each(FigureKey::Reason),
    figure(
        ["plies", "Length, median"],
        FigureUnit::Plies,
        quantile(Counted::Plies, 0.5),
        "the plies in turns, passes among them, that half of the games do not exceed; a game that was cut off has at \
         least its plies",
        MEAN_LENGTH,
    ),
    figure(
        ["plies-10", "Length, lowest tenth"],
        FigureUnit::Plies,
        quantile(Counted::Plies, 0.1),
        "the plies that a tenth of the games do not exceed",
        MEAN_LENGTH,
    ),
    figure(
        ["plies-25", "Length, lower quartile"],
        FigureUnit::Plies,
        quantile(Counted::Plies, 0.25),
        "the plies that a quarter of the games do not exceed",
        MEAN_LENGTH,
    ),
    figure(
        ["plies-75", "Length, upper quartile"],
        FigureUnit::Plies,
        quantile(Counted::Plies, 0.75),
        "the plies that three quarters of the games do not exceed",
        MEAN_LENGTH,
    ),
    figure(
        ["plies-90", "Length, highest tenth"],
        FigureUnit::Plies,
        quantile(Counted::Plies, 0.9),
        "the plies that nine tenths of the games do not exceed",
        MEAN_LENGTH,
    ),
    figure(
        ["plies-mean", "Length, mean"],
        FigureUnit::Plies,
        quotient(Sum::Plies, Sum::Games),
        "the mean of plies; games that were cut off count with the plies until then, so it is too low where there \
         are any",
        "",
    )
    .of_ludii("DurationTurns"),
    figure(
        ["passes", "Passes"],
        FigureUnit::Share,
        quotient(Sum::Passes, Sum::Plies),
        "passes by plies",
        NOT_IN_LUDII,
    ),
    figure(
        ["branching", "Legal moves"],
        FigureUnit::Moves,
        quotient(Sum::Legal, Sum::MovedGames),
        "the mean of the games' mean numbers of legal moves; with a die, those of the throw",
        "",
    )
    .of_ludii("BranchingFactorAverage"),
    figure(
        ["choices", "Plies with a choice"],
        FigureUnit::Share,
        quotient(Sum::Choices, Sum::MovedGames),
        "the mean of the games' shares of plies with more than one legal move",
        "",
    )
    .of_ludii("DecisionMoves"),
    figure(
        ["lead-changes", "Changes of the lead"],
        FigureUnit::Count,
        quotient(Sum::LeadChanges, Sum::JudgedGames),
        "how often in a game the lead goes from one side to the other; a side leads from an expected score of three \
         fifths on, by the judge",
        "LeadChange is by the number of moves, counts the first leader, and has no margin",
    )
    .by(BROWNE),
    figure(
        ["trailing", "Time behind of winners"],
        FigureUnit::Share,
        quotient(Sum::Trailing, Sum::DramaGames),
        "of won games the mean share of plies at which the winner's expected score was at most two fifths, by the \
         judge",
        "the concepts of Drama measure how far, not how long the winner is behind",
    )
    .by(BROWNE),
    figure(
        ["drama", "Drama"],
        FigureUnit::Share,
        quotient(Sum::Drama, Sum::DramaGames),
        "of won games the mean over plies of what the winner's expected score lacked to one half, by the judge; 0 \
         where it was not less",
        "DramaAverage is measured on the values of a tree search with random playouts, twice as far apart",
    )
    .by(BROWNE),
    figure(
        ["captures", "Captures"],
        FigureUnit::Count,
        quotient(Sum::Captures, Sum::Games),
        "captures in turns in a game",
        NOT_IN_LUDII,
    ),
    figure(
        ["exchanges", "Captures in a row"],
        FigureUnit::Count,
        quotient(Sum::RunCaptures, Sum::Runs),
        "captures by runs of captures; those on plies that follow each other are one run",
        NOT_IN_LUDII,
    ),
    figure(
        ["capture-gap", "Plies to the next capture"],
        FigureUnit::Plies,
        quotient(Sum::GapPlies, Sum::Gaps),
        "plies from a capture to the next one in the game, by the number of such pairs",
        NOT_IN_LUDII,
    ),
    figure(
        ["survival", "Survival of kinds of pieces"],
        FigureUnit::Share,
        quotient(Sum::Left, Sum::Present),
        "pieces of a kind that are left at the end, by those with which turns began and those that pawns became; \
         pawns that were promoted are not counted as pawns",
        NOT_BY_KIND,
    )
    .each(FigureKey::Piece),
    figure(
        ["activity", "Activity of kinds of pieces"],
        FigureUnit::Share,
        quotient(Sum::KindMoves, Sum::Moves),
        "moves of a kind of piece, by all moves; passes are left out",
        NOT_BY_KIND,
    )
    .each(FigureKey::Piece),
    figure(
        ["promotions", "Promotions"],
        FigureUnit::Count,
        quotient(Sum::Promotions, Sum::Games),
        "promotions in turns in a game",
        NOT_IN_LUDII,
    ),
    figure(
        ["promotion-games", "Games with a promotion"],
        FigureUnit::Share,
        quotient(Sum::PromotionGames, Sum::Games),
        "games with a promotion, by all games",
        NOT_IN_LUDII,
    ),
    figure(
        ["werera-events", "Length of the werera, in moves"],
        FigureUnit::Moves,
        quantile(Counted::WereraEvents, 0.5),
        "the moves and retractions in the werera, of both sides, that half of the games do not exceed",
        NO_WERERA,
    ),
    figure(
        ["werera-seconds", "Length of the werera, in time"],
        FigureUnit::Seconds,
        quantile(Counted::WereraTenths, 0.5),
        "the duration of the werera, to a tenth of a second, that half of the games do not exceed",
        NO_WERERA,
    ),
    figure(
        ["retractions", "Retractions"],
        FigureUnit::Count,
        quotient(Sum::Retractions, Sum::Wereras),
        "retractions in the werera of a game, of both sides",
        NO_WERERA,
    ),
    figure(
        ["werera-ends", "Ends of the werera"],
        FigureUnit::Share,
        quotient(Sum::WereraEnds, Sum::Wereras),
        "games whose werera ended for a reason, by all games with a werera",
        NO_WERERA,
    )
    .each(FigureKey::WereraEnd),
    figure(
        ["arrangements", "Arrangements"],
        FigureUnit::Share,
        quotient(Sum::Arrangements, Sum::Wereras),
        "games in which a side chose an arrangement in the werera, by all games with a werera; all but the first two \
         hundred that occur are added up as `other`",
        NO_WERERA,
    )
    .each(FigureKey::Arrangement),
    figure(
        ["arrangement-score", "Score by arrangement"],
        FigureUnit::Share,
        quotient(Sum::ArrangementPoints, Sum::ArrangementGames),
        "the score of a side in games with a result in which it chose an arrangement",
        NO_WERERA,
    )
    .each(FigureKey::Arrangement),
    figure(
        ["luck", "Luck"],
        FigureUnit::Share,
        Formula::Explained,
        "the share of the variance of results that luck explains: the square of the correlation of White's points \
         with the luck of White's throws less that of Black's, by the judge; the rest is skill and what the judge \
         does not see",
        NOT_IN_LUDII,
    )
    .by(LUCK),
];

/// Figures that are compared and plotted where a study names none.
pub const MAIN_FIGURES: [&str; 3] = ["score", "decisive", "plies"];

/// The figure of an id.
#[must_use]
pub fn definition(id: &str) -> Option<&'static FigureDefinition> {
    DEFINITIONS.iter().find(|one| one.id == id)
}

/// Ids of the figures with one value: those that a study may compare, or stop by.
pub fn single_ids() -> impl Iterator<Item = &'static str> {
    DEFINITIONS.iter().filter(|one| one.key.is_none()).map(|one| one.id)
}

#[cfg(test)]
mod tests {
    use super::{DEFINITIONS, LudiiConcept, MAIN_FIGURES, definition, single_ids};

    #[test]
    fn definitions_are_complete_and_named_once() {
        for (at, one) in DEFINITIONS.iter().enumerate() {
            let is_id =
                |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || letter == '-';
            assert!(one.id.chars().all(is_id), "{}", one.id);
            assert!(DEFINITIONS[..at].iter().all(|other| other.id != one.id && other.name != one.name));
            assert!(!one.formula.is_empty() && !one.source.is_empty(), "{}", one.id);
            let (LudiiConcept::Same(text) | LudiiConcept::Differs(text)) = one.ludii;
            assert!(!text.is_empty(), "{} says nothing of Ludii", one.id);
        }
        assert_eq!(definition("plies").map(|one| one.name), Some("Length, median"));
        assert_eq!(definition("nonsense"), None);
        assert!(MAIN_FIGURES.iter().all(|main| single_ids().any(|id| id == *main)));
        assert!(single_ids().any(|id| id == "luck") && single_ids().all(|id| id != "survival"));
    }
}
