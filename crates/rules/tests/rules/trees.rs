//! Games with all that annotators add: what is written is read back as the same tree.

use std::sync::Arc;

use rukh_rules::game::RecordedResult;
use rukh_rules::notation::annotation::{Annotation, Annotations, Element, Variation};
use rukh_rules::notation::pgn;
use rukh_rules::notation::reading::{GameReader, ReadGame, Strictness};
use rukh_rules::notation::record::Record;
use rukh_rules::{Event, Game, Node, Ruleset, catalog};

use crate::notation::{ending, next_event};
use crate::random::{Choices, ListedChoices, check, choices};

/// The deepest that random variations stand within each other.
const DEPTH: usize = 3;

/// Positions in which a draw must be claimed soon, by ruleset.
const NEAR_DRAWS: [(&str, &str); 2] =
    [("shatranj", "r3k3/8/8/8/8/8/8/R3K3 w - - 138 80"), ("senterej", "r3k3/8/8/8/8/8/8/R3K3 w - - 138 80")];

/// Words that mean something elsewhere in PGN, or to programs that read it.
const WORDS: [&str; 31] = [
    "fine",
    "1.",
    "e3",
    "*",
    "1-0",
    "$4",
    "(",
    ")",
    "{",
    "}",
    ";",
    "%",
    "%x",
    "\"",
    "\\",
    "[",
    "]",
    "[%",
    "[Event \"x\"]",
    "[%clk 0:05:00]",
    "[%cal Ge2e4,Rd1d8]",
    "[%end draw]",
    "[%end resign",
    "[%%at 5]",
    "[%die 3]",
    "[% werera turns]",
    "naïve",
    "رخ",
    "♞",
    "--",
    "two  blanks",
];

/// Where a line stands, and where it stood before the throw that lies there.
#[derive(Clone)]
struct Place {
    game: Game,
    before_throw: Option<Game>,
}

impl Place {
    fn after(&self, event: Event, at: Option<u64>) -> Option<Place> {
        let mut game = self.game.clone();
        let is_throw = matches!(event, Event::Throw { .. });
        game.apply(event, at).ok()?;
        Some(Place { game, before_throw: is_throw.then(|| self.game.clone()) })
    }
}

/// A tree that grows as long as there are choices.
struct Grower {
    choices: ListedChoices,
    has_unread: bool,
}

impl Grower {
    fn is_within(&mut self, percent: usize) -> bool {
        self.choices.is_within(percent) == Some(true)
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        self.choices.pick(items).unwrap_or_else(|| items[0].clone())
    }

    fn below(&mut self, bound: usize) -> usize {
        self.choices.below(bound).unwrap_or(0)
    }

    fn comment(&mut self) -> Annotation {
        let length = if self.is_within(10) { 60 } else { self.below(6) };
        let mut text = self.pick(&WORDS).to_owned();
        for _ in 0..length {
            text.push(if self.is_within(15) { '\n' } else { ' ' });
            text.push_str(self.pick(&WORDS));
        }
        Annotation::Comment(text)
    }

    /// What stands behind an event, which was made at a place.
    fn remarks(&mut self, before: &Place, depth: usize) -> Vec<Annotation> {
        let mut found = Vec::new();
        while self.is_within(35) {
            found.push(match self.below(3) {
                0 => self.comment(),
                1 => Annotation::Nag(self.below(256) as u8),
                _ if depth < DEPTH => Annotation::Variation(self.variation(before, depth + 1)),
                _ => continue,
            });
        }
        found
    }

    /// Something that may happen, the end of the game and what may follow it among them.
    fn event(&mut self, game: &Game) -> Option<Event> {
        let result = self.pick(&[RecordedResult::White, RecordedResult::Black, RecordedResult::Draw]);
        if self.is_within(4) && !matches!(game.node(), Node::Over(_)) {
            return ending(&mut self.choices).or(Some(Event::Result { result }));
        }
        if game.is_claimable_draw() && self.is_within(60) {
            return Some(Event::Unclaimed);
        }
        match game.node() {
            Node::Over(_) => Some(Event::Result { result }).filter(|_| self.is_within(40)),
            _ => next_event(game, &mut self.choices),
        }
    }

    fn variation(&mut self, from: &Place, depth: usize) -> Variation {
        let at_throw = from.before_throw.clone().filter(|_| self.is_within(30));
        let begins_with_throw = at_throw.is_some();
        let mut here = at_throw.map_or_else(|| from.clone(), |game| Place { game, before_throw: None });
        let mut elements: Vec<Element> = Vec::new();
        if self.is_within(25) {
            elements.extend(self.remarks(&here, depth).into_iter().map(Element::Annotation));
        }
        let (mut before, mut is_lost) = (here.clone(), false);
        for index in 0..self.below(6) + usize::from(begins_with_throw) {
            let is_first_throw = begins_with_throw && index == 0;
            if is_lost || (!is_first_throw && self.is_within(2)) {
                let word = if is_lost { self.pick(&["zz9", "e3", "1-0"]) } else { "zz9" };
                elements.push(Element::Unread(word.to_owned()));
                (is_lost, self.has_unread) = (true, true);
            } else {
                let faces = usize::from(here.game.ruleset().faces());
                let event = match is_first_throw {
                    true => Some(Event::Throw { face: self.below(faces) as u8 + 1 }),
                    false => self.event(&here.game),
                };
                let Some(after) = event.and_then(|event| here.after(event, None)) else { continue };
                before = std::mem::replace(&mut here, after);
                let entry = here.game.log().last().expect("an event was added");
                elements.push(element(entry.event.clone()));
            }
            elements.extend(self.remarks(&before, depth).into_iter().map(Element::Annotation));
        }
        Variation { elements }
    }

    /// A game of at most so many events, with everything beside it.
    fn record(&mut self, start: Game, events: usize) -> Record {
        let mut here = Place { game: start, before_throw: None };
        let mut annotations = Annotations::default();
        self.remarks(&here, 0).into_iter().for_each(|one| annotations.push(0, one));
        for _ in 0..events {
            let at = self.is_within(10).then(|| 1_700_000_000_000 + self.below(1_000) as u64);
            let Some(after) = self.event(&here.game).and_then(|event| here.after(event, at)) else {
                continue;
            };
            let before = std::mem::replace(&mut here, after);
            let remarks = self.remarks(&before, 0);
            remarks.into_iter().for_each(|one| annotations.push(here.game.seq(), one));
        }
        let mut record = Record { annotations, ..Record::new(here.game) };
        let termination = self.pick(&["normal", "time forfeit", "abandoned"]);
        record.tags.set("Termination", termination).expect("a fine tag");
        record
    }
}

fn element(event: Event) -> Element {
    match event {
        Event::Move { mv } => Element::Move(mv),
        Event::Throw { face } => Element::Throw(face),
        event if event.is_werera() => Element::Werera(event),
        event => Element::End(event),
    }
}

/// A record is written, and read back the same; a strict reader takes it as well, where all of it can be
/// played.
fn goes_round(record: &Record, strictness: Strictness) {
    let text = pgn::format(record);
    let find = |name: &str| Ruleset::named(name).map(Arc::new);
    let lines = text.lines().map(|line| Ok(line.to_owned()));
    let read: Vec<_> = GameReader::new(lines, &find, strictness).collect();
    let [Ok(ReadGame { record: again, .. })] = &read[..] else { panic!("{text}\n{read:?}") };
    assert_eq!(again.game.log(), record.game.log(), "{text}");
    assert_eq!(again.annotations, record.annotations, "{text}");
    assert_eq!(again.tags, record.tags, "{text}");
    assert_eq!(pgn::format(again), text);
}

#[test]
fn tree_written_is_read_back_the_same() {
    let starts = catalog::ids().map(|id| (id, None));
    let starts = starts.chain(NEAR_DRAWS.map(|(id, fen)| (id, Some(fen))));
    for (id, fen) in starts {
        let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
        let start = match fen {
            None => Game::new(ruleset),
            Some(fen) => Game::from_fen(ruleset, fen).expect("a sound position"),
        };
        check(40, &(0..=12_usize, choices(300)), |(events, choices)| {
            let mut grower = Grower { choices, has_unread: false };
            let record = grower.record(start.clone(), events);
            goes_round(&record, if grower.has_unread { Strictness::Lenient } else { Strictness::Strict });
        });
    }
}
