//! The classes of work, and the bounds of each.

use std::fmt;
use std::time::Duration;

/// A kind of work that a stranger can ask for, or that the server does by itself beside it. The table of
/// `docs/security.md` is made of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, strum::IntoStaticStr, strum::VariantArray)]
#[strum(serialize_all = "kebab-case")]
pub enum WorkClass {
    /// What is in memory already, or takes microseconds.
    Kept,
    /// Requests of operators.
    Trusted,
    /// Playing: moves, chat, seeks and new games.
    Play,
    /// Hashing a password.
    Password,
    /// Reading a game, a player or a seek.
    Read,
    /// Searching the archive.
    Search,
    /// Reading or compiling a ruleset, a position or a file of the library.
    Ruleset,
    /// Writing a page of the library that is not kept.
    Page,
    /// Drawing a picture for shared links that is not kept.
    Picture,
    /// Looking up a solved ending, which may have to be computed first.
    Ending,
    /// Computing what is wrong with a move of a puzzle.
    Refutation,
    /// Analysing a position.
    Analysis,
    /// Reviewing a game.
    Review,
    /// Counting what a person's moves gave away, for moderators: in the background, by the server itself. No request
    /// takes a place of it.
    Indicators,
    /// Checking what is written in a study, or writing one as PGN.
    Study,
    /// Downloading the games of a search.
    Download,
    /// An open socket or stream.
    Socket,
}

/// What a machine has for work.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Capacity {
    /// Processors.
    pub cores: usize,
    /// Engines that think at once.
    pub seats: usize,
}

impl Capacity {
    /// That of this machine, with so many seats for engines.
    pub(crate) fn of_machine(seats: usize) -> Capacity {
        Capacity { cores: std::thread::available_parallelism().map_or(1, usize::from), seats }
    }
}

/// How many works of a class run at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Places {
    Number(usize),
    HalfOfTheCores,
    SeatsOfEngines,
    /// As many as its owners' shares allow.
    Any,
}

impl Places {
    pub(super) fn of(self, capacity: Capacity) -> usize {
        match self {
            Places::Number(number) => number,
            Places::HalfOfTheCores => (capacity.cores / 2).max(1),
            Places::SeatsOfEngines => capacity.seats.max(1),
            Places::Any => usize::MAX,
        }
    }
}

impl fmt::Display for Places {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Places::Number(number) => write!(f, "{number}"),
            Places::HalfOfTheCores => f.write_str("half of the processors"),
            Places::SeatsOfEngines => f.write_str("seats of engines"),
            Places::Any => f.write_str("–"),
        }
    }
}

/// Which work ends for a newcomer when its line is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum GivesWay {
    /// Work that waits: what has begun ends soon.
    Waiting,
    /// Work that has begun: it lasts as long as its reader likes.
    Begun,
}

/// What one owner may hold of a class, running and waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Share {
    /// `None` where guests are not told apart.
    pub(super) guest: Option<usize>,
    pub(super) address: usize,
    pub(super) subnet: usize,
}

/// The bounds of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Bounds {
    /// Works at once.
    pub(super) places: Places,
    /// Works that may wait beside them.
    pub(super) waiting: usize,
    /// How long one waits for a place.
    pub(super) patience: Duration,
    pub(super) share: Share,
    pub(super) gives_way: GivesWay,
    /// When to ask again after a refusal.
    pub(super) retry_after: Duration,
    /// Longest time of a work.
    pub(super) deadline: Duration,
}

/// Time until an answer begins: no handler takes longer.
pub const ANSWER_DEADLINE: Duration = Duration::from_secs(30);

const fn seconds(number: u64) -> Duration {
    Duration::from_secs(number)
}

/// What is quick: a school has one address, and everybody in it begins at the same time.
const SHARE_OF_SCHOOLS: Share = Share { guest: None, address: 400, subnet: 800 };
/// A class of pupils writes in one study from one address.
const SHARE_OF_STUDIES: Share = Share { guest: Some(4), address: 64, subnet: 128 };

impl WorkClass {
    /// Whether a request takes its place at the door and keeps it until its answer begins. Other work
    /// takes one later, where it is not kept already, or keeps it longer.
    pub(crate) fn is_entered_at_the_door(self) -> bool {
        matches!(
            self,
            WorkClass::Play | WorkClass::Password | WorkClass::Read | WorkClass::Search | WorkClass::Ruleset
        )
    }

    /// Whether the work needs an engine.
    pub(super) fn is_of_engines(self) -> bool {
        matches!(
            self,
            WorkClass::Refutation | WorkClass::Analysis | WorkClass::Review | WorkClass::Indicators
        )
    }

    /// Longest time of a work of this class.
    pub(crate) fn deadline(self) -> Duration {
        self.bounds().deadline
    }

    /// The bounds.
    #[expect(clippy::too_many_lines, reason = "a table")]
    pub(super) fn bounds(self) -> Bounds {
        let usual = Bounds {
            places: Places::HalfOfTheCores,
            waiting: 256,
            patience: seconds(10),
            share: Share { guest: None, address: 32, subnet: 96 },
            gives_way: GivesWay::Waiting,
            retry_after: seconds(2),
            deadline: ANSWER_DEADLINE,
        };
        let quick = Bounds { waiting: 1024, share: SHARE_OF_SCHOOLS, ..usual };
        let engines = Bounds {
            places: Places::SeatsOfEngines,
            waiting: 64,
            share: Share { guest: Some(4), address: 12, subnet: 24 },
            retry_after: seconds(5),
            ..usual
        };
        match self {
            WorkClass::Kept | WorkClass::Trusted => Bounds {
                places: Places::Any,
                waiting: 0,
                share: Share { guest: None, address: usize::MAX, subnet: usize::MAX },
                ..usual
            },
            WorkClass::Play => Bounds { places: Places::Number(1024), ..quick },
            WorkClass::Read => Bounds { places: Places::Number(16), ..quick },
            WorkClass::Ruleset => quick,
            WorkClass::Search => Bounds {
                places: Places::Number(2),
                patience: seconds(5),
                share: Share { guest: None, address: 64, subnet: 128 },
                ..usual
            },
            WorkClass::Page | WorkClass::Password => usual,
            WorkClass::Picture => Bounds {
                places: Places::Number(1),
                share: Share { guest: None, address: 16, subnet: 48 },
                ..usual
            },
            WorkClass::Ending => Bounds { places: Places::Number(1), ..usual },
            WorkClass::Refutation => {
                Bounds { patience: seconds(8), deadline: seconds(8), retry_after: seconds(2), ..engines }
            }
            WorkClass::Analysis => Bounds { patience: seconds(300), deadline: seconds(300), ..engines },
            WorkClass::Review => Bounds {
                patience: seconds(3600),
                deadline: seconds(3600),
                retry_after: seconds(10),
                ..engines
            },
            // One after the other, by the server itself: requests are rows that wait in the database.
            WorkClass::Indicators => Bounds {
                places: Places::Number(1),
                waiting: 0,
                patience: Duration::ZERO,
                share: Share { guest: None, address: 1, subnet: 1 },
                deadline: seconds(86_400),
                ..engines
            },
            WorkClass::Study => Bounds { share: SHARE_OF_STUDIES, ..usual },
            WorkClass::Download => Bounds {
                places: Places::Number(16),
                waiting: 0,
                share: Share { guest: None, address: 2, subnet: 4 },
                gives_way: GivesWay::Begun,
                retry_after: seconds(30),
                deadline: seconds(3600),
                ..usual
            },
            WorkClass::Socket => Bounds {
                places: Places::Any,
                waiting: 0,
                patience: Duration::ZERO,
                share: Share { guest: Some(40), address: 200, subnet: 2000 },
                retry_after: seconds(10),
                deadline: Duration::MAX,
                ..usual
            },
        }
    }
}

/// The row of a class in the table of the book, without its doors.
#[cfg(test)]
impl WorkClass {
    pub(crate) fn row(self) -> String {
        let Bounds { places, waiting, patience, share, deadline, .. } = self.bounds();
        let [what, cost, memory] = self.words();
        let number = |number: usize| if number == usize::MAX { "–".to_owned() } else { number.to_string() };
        let waiting = if waiting == 0 { "–".to_owned() } else { format!("{waiting}, {}", time(patience)) };
        let guest = share.guest.map_or("–".to_owned(), number);
        let (address, subnet) = (number(share.address), number(share.subnet));
        let deadline = time(deadline);
        format!(
            "| {what} | {cost} | {memory} | {places} | {waiting} | {guest} | {address} | {subnet} | {deadline} |"
        )
    }

    /// What the work is, what one costs, and the memory it takes.
    fn words(self) -> [&'static str; 3] {
        match self {
            WorkClass::Kept => ["what is in memory", "microseconds", "the answer"],
            WorkClass::Trusted => ["operators", "milliseconds", "the answer"],
            WorkClass::Play => ["moves, chat, seeks, new games", "milliseconds, a write", "the body"],
            WorkClass::Password => ["a password that is set or shown", "tens of milliseconds", "19 MiB"],
            WorkClass::Read => ["a game, a player, a seek", "milliseconds, a read", "the game"],
            WorkClass::Search => ["searches and lists of games", "two reads of the index", "50 games"],
            WorkClass::Ruleset => {
                ["a ruleset, a puzzle, a file, compiled", "a reading of the laws", "the tables of its moves"]
            }
            WorkClass::Page => ["a page of the library that is not kept", "50 ms", "7 MiB"],
            WorkClass::Picture => ["a picture that is not kept", "a drawing", "3 MiB"],
            WorkClass::Ending => {
                ["a solved ending", "seconds of one thread the first time", "up to 100 MiB the first time"]
            }
            WorkClass::Refutation => {
                ["what is wrong with a move of a puzzle", "searches of 60,000 nodes", "a small table"]
            }
            WorkClass::Analysis => ["an analysis of a position", "2,000,000 nodes", "16 MiB"],
            WorkClass::Review => ["a review of a game", "a search for each move", "8 MiB"],
            WorkClass::Indicators => [
                "in the background: figures of a person, when nobody else wants an engine",
                "a search for each move",
                "8 MiB",
            ],
            WorkClass::Study => {
                ["what is written in a study; a study as PGN", "a reading of its games", "30 MiB"]
            }
            WorkClass::Download => [
                "a download of games",
                "half a processor",
                "50 games found, one written; of a table up to 80 MiB",
            ],
            WorkClass::Socket => ["a socket, a stream, an analysis being read", "idle", "its buffers"],
        }
    }
}

/// A time in the unit that suits it.
#[cfg(test)]
fn time(time: Duration) -> String {
    match time.as_secs() {
        u64::MAX => "–".to_owned(),
        seconds if seconds % 3600 == 0 => format!("{} h", seconds / 3600),
        seconds if seconds % 60 == 0 => format!("{} min", seconds / 60),
        seconds => format!("{seconds} s"),
    }
}
