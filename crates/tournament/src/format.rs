//! How a tournament is played: its kind and the numbers an organiser chooses.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::entrant::{EntrantId, MAX_RATING};
use crate::matching::MAX_VERTICES;

/// Greatest number of rounds of a Swiss tournament.
pub const MAX_ROUNDS: u16 = 30;
/// Greatest number of entrants of a Swiss or knock-out tournament.
pub const MAX_ENTRANTS: usize = MAX_VERTICES - 1;
/// Greatest number of entrants of an arena.
pub const MAX_ARENA_ENTRANTS: usize = 2000;
/// Greatest number of boards of a simul.
pub const MAX_BOARDS: u16 = 50;
/// Greatest number of regular games of a match, and of games that break its tie.
pub const MAX_MATCH_GAMES: u8 = 12;

/// The kind of a tournament with its numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TournamentFormat {
    /// A fixed number of rounds, in which players of equal points meet, never twice.
    Swiss(SwissFormat),
    /// Whoever waits is paired at once; streaks count double. It ends when its host says so.
    Arena,
    /// Who loses a match is out.
    Knockout(KnockoutFormat),
    /// One plays all others at once, each on a board of their own.
    Simul(SimulFormat),
}

impl TournamentFormat {
    /// Greatest number of entrants; in a simul of those who take part, its host among them.
    #[must_use]
    pub fn max_entrants(&self) -> usize {
        match self {
            TournamentFormat::Arena => MAX_ARENA_ENTRANTS,
            TournamentFormat::Swiss(_) | TournamentFormat::Knockout(_) => MAX_ENTRANTS,
            TournamentFormat::Simul(format) => usize::from(format.boards) + 1,
        }
    }
}

/// The numbers of a Swiss tournament.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedSwissFormat")]
pub struct SwissFormat {
    rounds: u16,
    last_entry_round: u16,
    half_point_byes: u16,
    tie_breaks: Vec<TieBreak>,
}

#[derive(Deserialize)]
struct UncheckedSwissFormat {
    rounds: u16,
    last_entry_round: u16,
    half_point_byes: u16,
    tie_breaks: Vec<TieBreak>,
}

impl TryFrom<UncheckedSwissFormat> for SwissFormat {
    type Error = FormatError;

    fn try_from(unchecked: UncheckedSwissFormat) -> Result<SwissFormat, FormatError> {
        let UncheckedSwissFormat { rounds, last_entry_round, half_point_byes, tie_breaks } = unchecked;
        SwissFormat::new(rounds)?
            .with_last_entry_round(last_entry_round)?
            .with_half_point_byes(half_point_byes)?
            .with_tie_breaks(tie_breaks)
    }
}

/// Why numbers make no format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum FormatError {
    /// No round, or more than the limit.
    #[error("a Swiss tournament has 1 to {MAX_ROUNDS} rounds, not {0}")]
    Rounds(u16),
    /// An entry into a round that there is not.
    #[error("the last round to enter is from 1 to {rounds}, not {round}")]
    LastEntryRound {
        /// The round asked for.
        round: u16,
        /// The number of rounds.
        rounds: u16,
    },
    /// More byes than rounds before the last.
    #[error("at most {most} half-point byes are possible, not {byes}")]
    HalfPointByes {
        /// The number asked for.
        byes: u16,
        /// The greatest number.
        most: u16,
    },
    /// A tie-break twice.
    #[error("a tie-break is named twice")]
    TieBreakTwice,
    /// No game, or more than the limit.
    #[error("a match has 1 to {MAX_MATCH_GAMES} games, not {0}")]
    MatchGames(u8),
    /// More games for ties than the limit.
    #[error("a tie is broken by at most {MAX_MATCH_GAMES} rematches, not {0}")]
    Rematches(u8),
    /// No board, or more than the limit.
    #[error("a simul has 1 to {MAX_BOARDS} boards, not {0}")]
    Boards(u16),
    /// The rating of a host has too many digits.
    #[error("a rating is at most {MAX_RATING}, not {0}")]
    HostRating(u16),
}

impl SwissFormat {
    /// A tournament of some rounds: entry up to the last round but one, one half-point bye for each entrant, ties
    /// broken as in [`TieBreak::DEFAULT`].
    ///
    /// # Errors
    /// If there is no round, or more than [`MAX_ROUNDS`].
    pub fn new(rounds: u16) -> Result<SwissFormat, FormatError> {
        if !(1..=MAX_ROUNDS).contains(&rounds) {
            return Err(FormatError::Rounds(rounds));
        }
        Ok(SwissFormat {
            rounds,
            last_entry_round: (rounds - 1).max(1),
            half_point_byes: u16::from(rounds > 1),
            tie_breaks: TieBreak::DEFAULT.to_vec(),
        })
    }

    /// The last round for which somebody can still join.
    ///
    /// # Errors
    /// If there is no such round.
    pub fn with_last_entry_round(mut self, round: u16) -> Result<SwissFormat, FormatError> {
        if !(1..=self.rounds).contains(&round) {
            return Err(FormatError::LastEntryRound { round, rounds: self.rounds });
        }
        self.last_entry_round = round;
        Ok(self)
    }

    /// How many half-point byes an entrant may request; none is granted in the last round.
    ///
    /// # Errors
    /// If there are not as many rounds.
    pub fn with_half_point_byes(mut self, byes: u16) -> Result<SwissFormat, FormatError> {
        let most = self.rounds - 1;
        if byes > most {
            return Err(FormatError::HalfPointByes { byes, most });
        }
        self.half_point_byes = byes;
        Ok(self)
    }

    /// The tie-breaks, in the order in which they decide.
    ///
    /// # Errors
    /// If one is named twice.
    pub fn with_tie_breaks(mut self, tie_breaks: Vec<TieBreak>) -> Result<SwissFormat, FormatError> {
        if tie_breaks.iter().enumerate().any(|(at, one)| tie_breaks[..at].contains(one)) {
            return Err(FormatError::TieBreakTwice);
        }
        self.tie_breaks = tie_breaks;
        Ok(self)
    }

    /// The number of rounds.
    #[must_use]
    pub fn rounds(&self) -> u16 {
        self.rounds
    }

    /// The last round for which somebody can still join.
    #[must_use]
    pub fn last_entry_round(&self) -> u16 {
        self.last_entry_round
    }

    /// How many half-point byes an entrant may request.
    #[must_use]
    pub fn half_point_byes(&self) -> u16 {
        self.half_point_byes
    }

    /// The tie-breaks, in the order in which they decide.
    #[must_use]
    pub fn tie_breaks(&self) -> &[TieBreak] {
        &self.tie_breaks
    }
}

/// A tie-break, with FIDE's name (Handbook C.07). How rounds without a game count is said at [`TieBreakScore`].
///
/// [`TieBreakScore`]: crate::TieBreakScore
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieBreak {
    /// The points of all opponents.
    Buchholz,
    /// The same without the least.
    BuchholzCut1,
    /// The points of opponents who were beaten, and half those of opponents drawn with.
    SonnebornBerger,
    /// Points in the games among those who are equal so far; nothing unless all of them have met.
    DirectEncounter,
    /// Games won over the board.
    Wins,
}

impl TieBreak {
    /// The order for a Swiss tournament that chooses none.
    pub const DEFAULT: [TieBreak; 5] = [
        TieBreak::BuchholzCut1,
        TieBreak::Buchholz,
        TieBreak::SonnebornBerger,
        TieBreak::DirectEncounter,
        TieBreak::Wins,
    ];

    /// FIDE's acronym.
    #[must_use]
    pub fn acronym(self) -> &'static str {
        match self {
            TieBreak::Buchholz => "BH",
            TieBreak::BuchholzCut1 => "BH:C1",
            TieBreak::SonnebornBerger => "SB",
            TieBreak::DirectEncounter => "DE",
            TieBreak::Wins => "WON",
        }
    }
}

/// The numbers of a knock-out tournament.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedKnockoutFormat")]
pub struct KnockoutFormat {
    games: u8,
    rematches: u8,
    tie_rule: TieRule,
}

#[derive(Deserialize)]
struct UncheckedKnockoutFormat {
    games: u8,
    rematches: u8,
    tie_rule: TieRule,
}

impl TryFrom<UncheckedKnockoutFormat> for KnockoutFormat {
    type Error = FormatError;

    fn try_from(unchecked: UncheckedKnockoutFormat) -> Result<KnockoutFormat, FormatError> {
        KnockoutFormat::new(unchecked.games, unchecked.rematches, unchecked.tie_rule)
    }
}

/// What decides a match in which regular games and rematches were level.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum TieRule {
    /// The higher seed advances.
    HigherSeed,
    /// One game more, in which a draw counts as a win for Black.
    SuddenDeath,
}

impl KnockoutFormat {
    /// Matches of some games. A level match goes on with up to `rematches` games with colours exchanged, of which
    /// the first that is won decides; then the tie rule does.
    ///
    /// # Errors
    /// If a match has no game, or more than [`MAX_MATCH_GAMES`], or more rematches than these.
    pub fn new(games: u8, rematches: u8, tie_rule: TieRule) -> Result<KnockoutFormat, FormatError> {
        if !(1..=MAX_MATCH_GAMES).contains(&games) {
            return Err(FormatError::MatchGames(games));
        }
        if rematches > MAX_MATCH_GAMES {
            return Err(FormatError::Rematches(rematches));
        }
        Ok(KnockoutFormat { games, rematches, tie_rule })
    }

    /// The regular games of a match.
    #[must_use]
    pub fn games(&self) -> u8 {
        self.games
    }

    /// The greatest number of rematches of a level match.
    #[must_use]
    pub fn rematches(&self) -> u8 {
        self.rematches
    }

    /// What decides at last.
    #[must_use]
    pub fn tie_rule(&self) -> TieRule {
        self.tie_rule
    }
}

/// The host of a simul and what it has chosen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "UncheckedSimulFormat")]
pub struct SimulFormat {
    host: EntrantId,
    host_rating: u16,
    host_colour: HostColour,
    boards: u16,
}

#[derive(Deserialize)]
struct UncheckedSimulFormat {
    host: EntrantId,
    host_rating: u16,
    host_colour: HostColour,
    boards: u16,
}

impl TryFrom<UncheckedSimulFormat> for SimulFormat {
    type Error = FormatError;

    fn try_from(unchecked: UncheckedSimulFormat) -> Result<SimulFormat, FormatError> {
        let UncheckedSimulFormat { host, host_rating, host_colour, boards } = unchecked;
        SimulFormat::new(host, host_rating, host_colour, boards)
    }
}

/// The colour that the host of a simul has.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HostColour {
    /// White on every board.
    White,
    /// Black on every board.
    Black,
    /// White on the first board, Black on the second, and so on.
    Alternating,
}

impl HostColour {
    /// Whether the host has White in the game with a number, from 0.
    #[must_use]
    pub fn is_white_in(self, game: usize) -> bool {
        match self {
            HostColour::White => true,
            HostColour::Black => false,
            HostColour::Alternating => game.is_multiple_of(2),
        }
    }
}

impl SimulFormat {
    /// A simul of a host with a rating, on at most so many boards. The host takes part from the beginning, as the
    /// entrant with the number 0.
    ///
    /// # Errors
    /// If there is no board, or more than [`MAX_BOARDS`], or the rating is above [`MAX_RATING`].
    ///
    /// # Examples
    /// ```
    /// use rukh_tournament::{EntrantId, HostColour, SimulFormat, Tournament, TournamentEvent, TournamentFormat};
    ///
    /// let format = SimulFormat::new(EntrantId::new("adli")?, 2300, HostColour::Alternating, 20)?;
    /// let mut simul = Tournament::new(TournamentFormat::Simul(format));
    /// for player in ["suli", "lajlaj"] {
    ///     simul.apply(&TournamentEvent::Joined { entrant: EntrantId::new(player)?, rating: 1500 })?;
    /// }
    /// simul.apply(&TournamentEvent::Started)?;
    /// for pairing in simul.next_pairings(&[], 0)? {
    ///     simul.apply(&pairing)?;
    /// }
    /// let boards: Vec<[usize; 2]> = simul.games().iter().map(|game| [game.white, game.black]).collect();
    /// assert_eq!(boards, [[0, 1], [2, 0]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        host: EntrantId,
        host_rating: u16,
        host_colour: HostColour,
        boards: u16,
    ) -> Result<SimulFormat, FormatError> {
        if !(1..=MAX_BOARDS).contains(&boards) {
            return Err(FormatError::Boards(boards));
        }
        if host_rating > MAX_RATING {
            return Err(FormatError::HostRating(host_rating));
        }
        Ok(SimulFormat { host, host_rating, host_colour, boards })
    }

    /// Who plays all others.
    #[must_use]
    pub fn host(&self) -> &EntrantId {
        &self.host
    }

    /// The rating of the host.
    #[must_use]
    pub fn host_rating(&self) -> u16 {
        self.host_rating
    }

    /// The colour that the host has.
    #[must_use]
    pub fn host_colour(&self) -> HostColour {
        self.host_colour
    }

    /// The greatest number of boards.
    #[must_use]
    pub fn boards(&self) -> u16 {
        self.boards
    }
}

#[cfg(test)]
mod tests {
    use super::{
        FormatError, HostColour, KnockoutFormat, SimulFormat, SwissFormat, TieBreak, TieRule,
        TournamentFormat,
    };
    use crate::entrant::EntrantId;

    fn simul(boards: u16) -> Result<SimulFormat, FormatError> {
        SimulFormat::new(EntrantId::new("host").expect("an id"), 2300, HostColour::White, boards)
    }

    #[test]
    fn format_out_of_bounds_is_refused() {
        assert_eq!(SwissFormat::new(0), Err(FormatError::Rounds(0)));
        assert_eq!(SwissFormat::new(31), Err(FormatError::Rounds(31)));
        let swiss = SwissFormat::new(5).expect("five rounds");
        assert!(swiss.clone().with_last_entry_round(6).is_err());
        assert!(swiss.clone().with_half_point_byes(5).is_err());
        assert!(swiss.with_tie_breaks(vec![TieBreak::Wins, TieBreak::Wins]).is_err());
        assert_eq!(KnockoutFormat::new(0, 0, TieRule::HigherSeed), Err(FormatError::MatchGames(0)));
        assert_eq!(KnockoutFormat::new(2, 13, TieRule::SuddenDeath), Err(FormatError::Rematches(13)));
        assert_eq!(simul(0), Err(FormatError::Boards(0)));
        assert_eq!(simul(51), Err(FormatError::Boards(51)));
    }

    #[test]
    fn format_as_json_reads_back_and_is_checked() {
        let formats = [
            TournamentFormat::Swiss(SwissFormat::new(7).expect("seven rounds")),
            TournamentFormat::Arena,
            TournamentFormat::Knockout(KnockoutFormat::new(2, 2, TieRule::SuddenDeath).expect("two games")),
            TournamentFormat::Simul(simul(20).expect("20 boards")),
        ];
        for format in formats {
            let text = serde_json::to_string(&format).expect("JSON");
            assert_eq!(serde_json::from_str::<TournamentFormat>(&text).expect("a format"), format);
        }
        let text = r#"{"kind":"knockout","games":99,"rematches":0,"tie_rule":"higher_seed"}"#;
        let error = serde_json::from_str::<TournamentFormat>(text).expect_err("too many games");
        assert!(error.to_string().contains("1 to 12 games, not 99"), "{error}");
    }
}
