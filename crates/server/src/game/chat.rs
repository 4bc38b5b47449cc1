//! What is said and shown beside the board, who hears it, and how often.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Duration;

use rukh_rules::game::SideName;
use rukh_rules::{Game, Side};
use tokio::time::Instant;

use super::subscriber::Visitor;
use crate::auth::{Deed, may};
use crate::session::{Refused, Table, Terms};
use crate::wire::people::{ChatWish, Circle, DemoWish, Ghost, Role, Voice};
use crate::wire::view::BySide;
use crate::wire::{Aside, Guest, MannerWord, NumberedAside, PhaseWord};

/// The longest text, in characters.
const LONGEST_TEXT: usize = 300;
/// The most men a bystander shows at once.
const MOST_STEPS: usize = 4;
/// How long they are shown, in milliseconds.
const SHOWN: u64 = 10_000;
/// How many bystanders may show something at once.
const MOST_DEMOS: usize = 4;
/// How many asides who comes late is told.
const KEPT: usize = 100;
/// The most a reader can mute.
const MOST_MUTED: usize = 200;
/// The longest name of somebody to be muted, in bytes; guests' are shorter.
const LONGEST_WHO: usize = 64;
/// Who mutes everybody.
pub(super) const ALL: &str = "all";

/// Ready-made sentences: the word of the wire, and what it says.
pub(super) const PRESETS: [(&str, &str); 7] = [
    ("hello", "Hello!"),
    ("good_luck", "Good luck!"),
    ("well_played", "Well played!"),
    ("thanks", "Thank you!"),
    ("sorry", "Sorry!"),
    ("your_move", "It is your move."),
    ("good_game", "Good game!"),
];

/// How often somebody may do something.
struct Bucket {
    left: f64,
    counted: Instant,
}

/// Things at once, and things a second.
struct Rate {
    burst: f64,
    per_second: f64,
}

/// Buckets from which on full ones are forgotten.
const MOST_BUCKETS: usize = 256;
const CHAT: Rate = Rate { burst: 5.0, per_second: 0.5 };
const DEMO: Rate = Rate { burst: 4.0, per_second: 1.0 };

impl Bucket {
    fn new(rate: &Rate) -> Bucket {
        Bucket { left: rate.burst, counted: Instant::now() }
    }

    fn spend(&mut self, rate: &Rate) -> bool {
        let now = Instant::now();
        let gained = (now - self.counted).as_secs_f64() * rate.per_second;
        self.left = (self.left + gained).min(rate.burst);
        self.counted = now;
        let may = self.left >= 1.0;
        self.left -= f64::from(u8::from(may));
        may
    }
}

/// Forgets whose bucket is full again, before there are too many: names cost nothing.
fn tidy(buckets: &mut HashMap<String, Bucket>, rate: &Rate) {
    if buckets.len() >= MOST_BUCKETS {
        let full = Duration::from_secs_f64(rate.burst / rate.per_second);
        buckets.retain(|_, bucket| bucket.counted.elapsed() < full);
    }
}

/// What was said and shown at a board.
#[derive(Default)]
pub(super) struct Asides {
    last: u64,
    kept: VecDeque<NumberedAside>,
    /// What each side has prepared.
    prepared: BySide<Option<NumberedAside>>,
    /// Who shows something, and until when.
    shown: Vec<(String, u64)>,
    chatter: HashMap<String, Bucket>,
    gestures: HashMap<String, Bucket>,
    muted: HashMap<String, BTreeSet<String>>,
}

impl Asides {
    /// What is on disk.
    pub(super) fn new(last: u64, kept: Vec<NumberedAside>) -> Asides {
        let mut asides = Asides { last, ..Asides::default() };
        kept.into_iter().for_each(|aside| asides.keep(aside));
        asides
    }

    /// The number of the last.
    pub(super) fn last(&self) -> u64 {
        self.last
    }

    /// Gives something its number.
    pub(super) fn number(&mut self, d: Aside, at: u64) -> NumberedAside {
        let numbered = NumberedAside { n: self.last + 1, at, d };
        self.keep(numbered.clone());
        numbered
    }

    /// Takes in something that has a number.
    pub(super) fn keep(&mut self, aside: NumberedAside) {
        self.last = self.last.max(aside.n);
        if let Aside::Premoves { side, .. } = aside.d {
            *self.prepared.of_mut(side) = Some(aside);
            return;
        }
        self.kept.push_back(aside);
        if self.kept.len() > KEPT {
            self.kept.pop_front();
        }
    }

    /// What a reader who comes now may hear of what was said before.
    pub(super) fn heard_by<'a>(
        &'a self,
        visitor: &'a Visitor,
        table: &'a Table,
        now: u64,
    ) -> impl Iterator<Item = &'a NumberedAside> {
        let is_past =
            move |aside: &NumberedAside| matches!(aside.d, Aside::Demo { until, .. } if until <= now);
        self.kept.iter().filter(move |aside| !is_past(aside) && self.is_heard(&aside.d, visitor, table))
    }

    /// The last thing a side has prepared.
    pub(super) fn premoves(&self, side: SideName) -> Option<&NumberedAside> {
        self.prepared.of(side).as_ref()
    }

    /// Whether a reader may and wants to hear something.
    pub(super) fn is_heard(&self, aside: &Aside, visitor: &Visitor, table: &Table) -> bool {
        let (from, room) = match aside {
            Aside::Chat { from, room, .. } | Aside::Demo { from, room, .. } => (from, *room),
            Aside::Premoves { .. } => return false,
        };
        let is_own = visitor.id() == Some(from.id.as_str());
        let is_muted = visitor
            .id()
            .and_then(|id| self.muted.get(id))
            .is_some_and(|muted| muted.contains(&from.id) || muted.contains(ALL));
        let is_in = match room {
            Circle::All => true,
            _ if table.phase() == PhaseWord::Over => true,
            Circle::Players => visitor.is_player(table.terms()),
            Circle::Spectators => !visitor.is_player(table.terms()),
        };
        is_own || is_in && !is_muted
    }

    /// Whom a guest does not want to hear.
    pub(super) fn muted_by(&self, id: &str) -> Vec<String> {
        self.muted.get(id).map(|muted| muted.iter().cloned().collect()).unwrap_or_default()
    }

    /// Mutes somebody, or everybody, or hears them again.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn mute(&mut self, by: &str, who: String, on: bool) -> Result<(), Refused> {
        if who.len() > LONGEST_WHO {
            return Err(Refused::new("bad_message", "Nobody is called that."));
        }
        let muted = self.muted.entry(by.to_owned()).or_default();
        match on {
            true if muted.len() < MOST_MUTED => drop(muted.insert(who)),
            true => {}
            false => drop(muted.remove(&who)),
        }
        if muted.is_empty() {
            self.muted.remove(by);
        }
        Ok(())
    }

    /// What somebody says, if they may.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn chat(&mut self, who: &Guest, wish: ChatWish, table: &Table) -> Result<Aside, Refused> {
        may(Some(who), table.terms(), Deed::Speak)?;
        let bad = |reason: String| Refused::new("bad_message", reason);
        let (text, preset) = match (wish.text, wish.preset) {
            (None, Some(word)) => match PRESETS.iter().find(|(known, _)| *known == word) {
                Some((word, text)) => ((*text).to_owned(), Some((*word).to_owned())),
                None => return Err(bad(format!("There is no ready-made sentence `{word}`."))),
            },
            (Some(text), None) => (text.trim().to_owned(), None),
            _ => return Err(bad("Say either `text` or `preset`.".to_owned())),
        };
        let length = text.chars().count();
        if length == 0 || length > LONGEST_TEXT || text.chars().any(|letter| letter.is_control()) {
            return Err(bad(format!("A message has 1 to {LONGEST_TEXT} characters on one line.")));
        }
        tidy(&mut self.chatter, &CHAT);
        let bucket = self.chatter.entry(who.id.clone()).or_insert_with(|| Bucket::new(&CHAT));
        if !bucket.spend(&CHAT) {
            return Err(Refused::new("too_fast", "Not so fast: say it in a moment."));
        }
        let from = voice(who, table.terms());
        Ok(Aside::Chat { room: circle(table, from.role), from, text, preset })
    }

    /// What a bystander shows, if they may.
    ///
    /// # Errors
    /// Why not.
    pub(super) fn demo(
        &mut self,
        who: &Guest,
        wish: &DemoWish,
        table: &Table,
        now: u64,
    ) -> Result<Aside, Refused> {
        may(Some(who), table.terms(), Deed::Demonstrate)?;
        if wish.steps.len() > MOST_STEPS {
            return Err(Refused::new(
                "bad_message",
                format!("At most {MOST_STEPS} men can be shown at once."),
            ));
        }
        let steps: Option<Vec<Ghost>> =
            wish.steps.iter().map(|step| ghost(table.game(), &step.from, &step.to)).collect();
        let Some(steps) = steps else {
            return Err(Refused::new("bad_message", "A man is shown from its cell to another of the board."));
        };
        self.shown.retain(|(_, until)| *until > now);
        let others = self.shown.iter().filter(|(id, _)| *id != who.id).count();
        if others >= MOST_DEMOS && !steps.is_empty() {
            return Err(Refused::new("too_fast", format!("{MOST_DEMOS} others show something just now.")));
        }
        tidy(&mut self.gestures, &DEMO);
        let bucket = self.gestures.entry(who.id.clone()).or_insert_with(|| Bucket::new(&DEMO));
        if !bucket.spend(&DEMO) {
            return Err(Refused::new("too_fast", "Not so fast: show it in a moment."));
        }
        let until = if steps.is_empty() { now } else { now + SHOWN };
        self.shown.retain(|(id, _)| *id != who.id);
        self.shown.push((who.id.clone(), until));
        let from = voice(who, table.terms());
        Ok(Aside::Demo { room: circle(table, from.role), from, steps, until })
    }
}

fn ghost(game: &Game, from: &str, to: &str) -> Option<Ghost> {
    let geometry = game.ruleset().geometry;
    let (cell, target) = (geometry.parse_cell(from)?, geometry.parse_cell(to)?);
    let (side, kind) = game.position().piece_at(game.rules(), cell)?;
    let man = game.ruleset().letter(kind);
    Some(Ghost { from: geometry.name(cell), to: geometry.name(target), man, side: side.into() })
}

fn voice(who: &Guest, terms: &Terms) -> Voice {
    let role = match terms.sides_of(&who.id).first() {
        Some(Side::White) => Role::White,
        Some(Side::Black) => Role::Black,
        None => Role::Spectator,
    };
    Voice { id: who.id.clone(), name: who.name.clone(), role }
}

fn circle(table: &Table, role: Role) -> Circle {
    match (table.terms().manner, role) {
        _ if table.phase() == PhaseWord::Over => Circle::All,
        (MannerWord::Traditional, _) => Circle::All,
        (MannerWord::Match, Role::Spectator) => Circle::Spectators,
        (MannerWord::Match, _) => Circle::Players,
    }
}
