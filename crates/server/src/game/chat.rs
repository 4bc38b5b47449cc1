//! Chat: messages, demos, mutes, their visibility and their rate limits.

use std::collections::{BTreeSet, HashMap, VecDeque};
use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use governor::clock::DefaultClock;
use governor::state::keyed::HashMapStateStore;
use governor::{DefaultDirectRateLimiter, RateLimiter};
use rukh_rules::{Game, Side};
use rukh_store::SideInput;
use rukh_store::name::Names;

use super::broadcast::to_json;
use super::pipeline::CommitError;
use super::{ChatCommand, ChatReplyTo, GameActor, LeaseLost, NodeRole, Packet, Visitor};
use crate::auth::{Action, authorize};
use crate::id::GuestId;
use crate::limits::{Rate, quota};
use crate::moderation;
use crate::say;
use crate::session::{GameInfo, Rejection, Session};
use crate::wire::intent::ChatRejection;
use crate::wire::people::{
    ChatAuthor, ChatRequest, ChatRole, ChatRoom, DemoPiece, DemoRequest, NamedChatEntry,
};
use crate::wire::server_message::ServerMessage;
use crate::wire::time::UnixMillis;
use crate::wire::view::BySide;
use crate::wire::{ChatEntry, GamePhase, NumberedChatEntry, SpectatorMode};

/// Maximum length of a message, in characters.
const MAX_TEXT_CHARS: usize = 300;
/// Maximum number of pieces in a demo.
const MAX_DEMO_STEPS: usize = 4;
/// How long a demo is shown, in milliseconds.
const DEMO_DURATION: u64 = 10_000;
/// Maximum number of spectators with a demo at the same time.
const MAX_DEMOS: usize = 4;
/// Maximum number of chat entries, demos, premoves and seeds of a game.
const MAX_ENTRIES: u64 = 20_000;
/// Number of entries kept for newcomers.
const HISTORY_SIZE: usize = 100;
/// Maximum number of guests one can mute.
const MAX_MUTED: usize = 200;
/// Maximum length of a muted id, in bytes; guest ids are shorter.
const MAX_MUTED_ID_BYTES: usize = 64;
/// Mutes everyone.
pub(super) const EVERYONE: &str = "all";

/// Preset messages: wire key and text.
pub(super) const PRESETS: [(&str, &str); 7] = [
    ("hello", "Hello!"),
    ("good_luck", "Good luck!"),
    ("well_played", "Well played!"),
    ("thanks", "Thank you!"),
    ("sorry", "Sorry!"),
    ("your_move", "It is your move."),
    ("good_game", "Good game!"),
];

/// Messages and demos of all guests of a game together.
const GAME: Rate = (40, Duration::from_millis(250));
const CHAT: Rate = (5, Duration::from_secs(2));
const DEMO: Rate = (4, Duration::from_secs(1));
/// Number of guests counted above which those with a full quota are dropped: guests are cheap to create.
const MAX_COUNTED: usize = 256;

/// Counts each guest of a game; smaller than a limiter of the whole server.
type GuestLimiter = RateLimiter<GuestId, HashMapStateStore<GuestId>, DefaultClock>;

/// What guests may still send in a game.
struct ChatLimits {
    game: DefaultDirectRateLimiter,
    chat: GuestLimiter,
    demo: GuestLimiter,
}

impl Default for ChatLimits {
    fn default() -> ChatLimits {
        ChatLimits {
            game: RateLimiter::direct(quota(GAME)),
            chat: RateLimiter::hashmap(quota(CHAT)),
            demo: RateLimiter::hashmap(quota(DEMO)),
        }
    }
}

impl ChatLimits {
    /// Takes from the quota of a guest, and from that of the game.
    fn take(&self, guests: &GuestLimiter, guest: &GuestId) -> bool {
        if guests.len() >= MAX_COUNTED {
            guests.retain_recent();
        }
        guests.check_key(guest).is_ok() && self.game.check().is_ok()
    }
}

/// The chat of a game.
#[derive(Default)]
pub(super) struct ChatLog {
    last: u64,
    history: VecDeque<NumberedChatEntry>,
    /// Premoves of each side.
    premoves: BySide<Option<NumberedChatEntry>>,
    /// Guests with a demo, and when it ends.
    demos: Vec<(GuestId, UnixMillis)>,
    limits: ChatLimits,
    /// Ids each guest has muted, or [`EVERYONE`].
    muted: HashMap<GuestId, BTreeSet<String>>,
}

impl ChatLog {
    /// From the stored entries.
    pub(super) fn new(last: u64, kept: Vec<NumberedChatEntry>) -> ChatLog {
        let mut log = ChatLog { last, ..ChatLog::default() };
        kept.into_iter().for_each(|entry| log.insert(entry));
        log
    }

    /// Number of the last entry.
    pub(super) fn last_number(&self) -> u64 {
        self.last
    }

    /// The next entry, which is not part of the log until it is inserted.
    pub(super) fn next(&self, data: ChatEntry, at: UnixMillis) -> NumberedChatEntry {
        NumberedChatEntry { number: self.last + 1, at, data }
    }

    /// Records what a side has given in advance.
    pub(super) fn insert_input(&mut self, input: &SideInput) {
        let SideInput { side, number, at, ref premoves, .. } = *input;
        self.insert(NumberedChatEntry {
            number,
            at,
            data: ChatEntry::Premoves { side, moves: premoves.clone() },
        });
    }

    /// Inserts a numbered entry.
    pub(super) fn insert(&mut self, entry: NumberedChatEntry) {
        self.last = self.last.max(entry.number);
        if let ChatEntry::Premoves { side, .. } = entry.data {
            let known = self.premoves.of_mut(side);
            if known.as_ref().is_none_or(|known| known.number < entry.number) {
                *known = Some(entry);
            }
            return;
        }
        self.history.push_back(entry);
        if self.history.len() > HISTORY_SIZE {
            self.history.pop_front();
        }
    }

    /// Earlier entries a new subscriber may see.
    pub(super) fn visible_to<'a>(
        &'a self,
        visitor: &'a Visitor,
        session: &'a Session,
        now: UnixMillis,
    ) -> impl Iterator<Item = &'a NumberedChatEntry> {
        let is_past = move |entry: &NumberedChatEntry| matches!(entry.data, ChatEntry::Demo { until, .. } if until <= now);
        self.history
            .iter()
            .filter(move |entry| !is_past(entry) && self.is_shown(&entry.data, visitor, session))
    }

    /// Whether an entry is visible to a visitor who has just come: not if its author was blocked by then.
    pub(super) fn is_shown(&self, entry: &ChatEntry, visitor: &Visitor, session: &Session) -> bool {
        let is_blocked = entry.author().is_some_and(|author| visitor.blocked.contains(&author.id));
        !is_blocked && self.is_visible(entry, visitor, session)
    }

    /// The authors of the earlier entries.
    pub(super) fn authors(&self) -> impl Iterator<Item = &GuestId> {
        authors(&self.history)
    }

    /// The last premoves of a side.
    pub(super) fn premoves(&self, side: Side) -> Option<&NumberedChatEntry> {
        self.premoves.of(side).as_ref()
    }

    /// Whether an entry is visible to a visitor, apart from whom the visitor blocks.
    pub(super) fn is_visible(&self, entry: &ChatEntry, visitor: &Visitor, session: &Session) -> bool {
        let (from, room) = match entry {
            ChatEntry::Chat { author, room, .. } | ChatEntry::Demo { author, room, .. } => (author, *room),
            ChatEntry::Premoves { .. } => return false,
        };
        let is_own = visitor.id() == Some(&from.id);
        let is_muted = visitor
            .id()
            .and_then(|id| self.muted.get(id))
            .is_some_and(|muted| muted.contains(from.id.as_str()) || muted.contains(EVERYONE));
        let is_in = session.phase() == GamePhase::Over
            || authorize(visitor.id(), Action::ReadChat(session.info(), room)).is_ok();
        is_own || is_in && !is_muted && !from.is_shadowed
    }

    /// Ids a guest has muted.
    pub(super) fn muted_by(&self, id: &GuestId) -> Vec<String> {
        self.muted.get(id).map(|muted| muted.iter().cloned().collect()).unwrap_or_default()
    }

    /// Mutes or unmutes a guest, or everyone.
    ///
    /// # Errors
    /// The id is too long.
    pub(super) fn mute(&mut self, by: &GuestId, target: String, on: bool) -> Result<(), Rejection> {
        if target.len() > MAX_MUTED_ID_BYTES {
            return Err(Rejection::new("bad_message", say::host::reject_no_guest()));
        }
        let muted = self.muted.entry(by.clone()).or_default();
        match on {
            true if muted.len() < MAX_MUTED => drop(muted.insert(target)),
            true => {}
            false => drop(muted.remove(&target)),
        }
        if muted.is_empty() {
            self.muted.remove(by);
        }
        Ok(())
    }

    /// Whether the log takes another entry.
    fn check_room(&self) -> Result<(), Rejection> {
        match self.last < MAX_ENTRIES {
            true => Ok(()),
            false => Err(Rejection::new("bad_message", say::host::reject_chat_full(MAX_ENTRIES))),
        }
    }

    /// Validates a chat message.
    ///
    /// # Errors
    /// A rejection with the reason.
    pub(super) fn chat(
        &mut self,
        guest: &GuestId,
        request: ChatRequest,
        session: &Session,
    ) -> Result<ChatEntry, Rejection> {
        authorize(Some(guest), Action::Chat)?;
        self.check_room()?;
        let bad = |message| Rejection::new("bad_message", message);
        let (text, preset) = match (request.text, request.preset) {
            (None, Some(word)) => match PRESETS.iter().find(|(known, _)| *known == word) {
                Some((word, text)) => ((*text).to_owned(), Some((*word).to_owned())),
                None => return Err(bad(say::host::reject_no_preset(word.as_str()))),
            },
            (Some(text), None) => (text.trim().to_owned(), None),
            _ => return Err(bad(say::host::reject_text_or_preset())),
        };
        let length = text.chars().count();
        if length == 0 || length > MAX_TEXT_CHARS || text.chars().any(|letter| letter.is_control()) {
            return Err(bad(say::host::reject_text_length(MAX_TEXT_CHARS as u64)));
        }
        if !self.limits.take(&self.limits.chat, guest) {
            return Err(Rejection::new("too_fast", say::host::reject_chat_too_fast()));
        }
        let author = author(guest, session.info());
        Ok(ChatEntry::Chat { room: chat_room(session, author.role), author, text, preset })
    }

    /// Validates a demo.
    ///
    /// # Errors
    /// A rejection with the reason.
    pub(super) fn demo(
        &mut self,
        guest: &GuestId,
        request: &DemoRequest,
        session: &Session,
        now: UnixMillis,
    ) -> Result<ChatEntry, Rejection> {
        authorize(Some(guest), Action::Demo(session.info()))?;
        self.check_room()?;
        if request.steps.len() > MAX_DEMO_STEPS {
            return Err(Rejection::new("bad_message", say::host::reject_demo_pieces(MAX_DEMO_STEPS as u64)));
        }
        let steps: Option<Vec<DemoPiece>> =
            request.steps.iter().map(|step| demo_piece(session.game(), &step.from, &step.to)).collect();
        let Some(steps) = steps else {
            return Err(Rejection::new("bad_message", say::host::reject_demo_cells()));
        };
        self.demos.retain(|(_, until)| *until > now);
        let others = self.demos.iter().filter(|(id, _)| id != guest).count();
        if others >= MAX_DEMOS && !steps.is_empty() {
            return Err(Rejection::new("too_fast", say::host::reject_demo_others(MAX_DEMOS as u64)));
        }
        if !self.limits.take(&self.limits.demo, guest) {
            return Err(Rejection::new("too_fast", say::host::reject_demo_too_fast()));
        }
        let until = if steps.is_empty() { now } else { now + DEMO_DURATION };
        self.demos.retain(|(id, _)| id != guest);
        self.demos.push((guest.clone(), until));
        let author = author(guest, session.info());
        Ok(ChatEntry::Demo { room: chat_room(session, author.role), author, steps, until })
    }
}

impl GameActor {
    pub(super) async fn handle_chat(
        &mut self,
        guest: GuestId,
        request: ChatCommand,
        reply: ChatReplyTo,
    ) -> Result<(), LeaseLost> {
        let is_written = !matches!(request, ChatCommand::Mute(_));
        if is_written {
            self.own_for_writing().await?;
        }
        let request = match request {
            ChatCommand::Mute(request) => {
                let result = self.mute(&guest, request.guest, request.muted);
                self.answer_chat(reply, result);
                return Ok(());
            }
            request if self.is_follower() => {
                self.forward_chat(guest, request, reply);
                return Ok(());
            }
            request => request,
        };
        let (result, step) = match self.post_chat(&guest, request).await {
            Ok(result) => (result, Ok(())),
            Err(LeaseLost) => (Err(CommitError::Unknown.rejection()), Err(LeaseLost)),
        };
        self.answer_chat(reply, result);
        step
    }

    fn answer_chat(&mut self, reply: ChatReplyTo, result: Result<(), Rejection>) {
        match (reply, result) {
            (ChatReplyTo::Request(reply), result) => drop(reply.send(result)),
            (ChatReplyTo::Subscriber(number), Err(refused)) => self.reject_chat(number, refused),
            (ChatReplyTo::Subscriber(_), Ok(())) => {}
        }
    }

    pub(super) fn reject_chat(&mut self, number: u64, Rejection { code, message }: Rejection) {
        self.send_to(number, to_json(&ChatRejection { code: code.to_owned(), message }));
    }

    /// Posts a chat message or demo, if allowed.
    pub(super) async fn post_chat(
        &mut self,
        guest: &GuestId,
        request: ChatCommand,
    ) -> Result<Result<(), Rejection>, LeaseLost> {
        let now = self.now();
        let entry = match request {
            ChatCommand::Chat(request) => self.chat.chat(guest, request, &self.session),
            ChatCommand::Demo(request) => self.chat.demo(guest, &request, &self.session, now),
            ChatCommand::Mute(_) => return Ok(Ok(())),
        };
        let entry = match entry {
            Ok(entry) => self.moderated(guest, entry).await,
            Err(rejection) => Err(rejection),
        };
        match entry {
            Ok(entry) => self.write_chat(entry, now).await,
            Err(rejection) => Ok(Err(rejection)),
        }
    }

    /// An entry that its author may write, with who sees it.
    async fn moderated(&self, author: &GuestId, mut entry: ChatEntry) -> Result<ChatEntry, Rejection> {
        let is_shadowed = moderation::check_chat(&self.registry.store, author).await?;
        if let ChatEntry::Chat { text, preset: None, .. } = &entry
            && !self.registry.chat_words.allow(text)
        {
            return Err(Rejection::new("chat_word", say::host::reject_chat_word()));
        }
        if let Some(author) = entry.author_mut() {
            author.is_shadowed = is_shadowed;
        }
        Ok(entry)
    }

    /// Stores a chat entry as of `at`, and then sends it to the subscribers that may see it.
    async fn write_chat(
        &mut self,
        entry: ChatEntry,
        at: UnixMillis,
    ) -> Result<Result<(), Rejection>, LeaseLost> {
        let NodeRole::Owner(epoch) = self.role else { return Err(LeaseLost) };
        let entry = self.chat.next(entry, at);
        let body = serde_json::to_string(&entry.data).unwrap_or_default();
        let game = self.session.info().id.clone();
        let store = self.registry.store.clone();
        let written = async { store.add_aside(&game, entry.number, entry.at, body, epoch).await };
        if let Err(failure) = self.durably(at, written).await {
            failure.outcome()?;
            return Ok(Err(failure.rejection()));
        }
        self.chat.insert(entry.clone());
        self.broadcast_chat(entry).await;
        Ok(Ok(()))
    }

    /// Sends a chat entry to the subscribers that may see it.
    pub(super) async fn broadcast_chat(&mut self, entry: NumberedChatEntry) {
        if let ChatEntry::Premoves { side, moves } = &entry.data {
            self.send_premoves(*side, moves);
            return;
        }
        let names = self.registry.names(entry.data.author().map(|author| &author.id)).await;
        let blockers = self.blockers(&entry.data).await;
        let packet: Packet = [chat_json(&named(entry.clone(), &names))].into();
        let has_blocked = |visitor: &Visitor| visitor.id().is_some_and(|id| blockers.contains(id));
        let receivers: Vec<u64> = self
            .subscribers
            .iter()
            .filter(|(_, one)| {
                self.chat.is_visible(&entry.data, &one.visitor, &self.session) && !has_blocked(&one.visitor)
            })
            .map(|(number, _)| *number)
            .collect();
        for number in receivers {
            self.send_to(number, packet[0].clone());
        }
    }

    /// Who of the subscribers blocks the author of an entry. If that cannot be read, nobody: chat is not worth more.
    async fn blockers(&self, entry: &ChatEntry) -> BTreeSet<GuestId> {
        let Some(author) = entry.author() else { return BTreeSet::new() };
        let here: Vec<&GuestId> = self.subscribers.values().filter_map(|one| one.visitor.id()).collect();
        self.registry.store.blockers_of(&author.id, &here).await.unwrap_or_else(|error| {
            tracing::warn!(%error, "who blocks the author of a message cannot be read");
            BTreeSet::new()
        })
    }

    fn mute(&mut self, by: &GuestId, target: String, on: bool) -> Result<(), Rejection> {
        self.chat.mute(by, target, on)?;
        let packet: Packet = [to_json(&ServerMessage::Muted { data: self.chat.muted_by(by) })].into();
        self.send_matching(packet, |visitor| visitor.id() == Some(by));
        Ok(())
    }
}

/// The authors of entries.
pub(super) fn authors<'a>(
    entries: impl IntoIterator<Item = &'a NumberedChatEntry>,
) -> impl Iterator<Item = &'a GuestId> {
    entries.into_iter().filter_map(|entry| Some(&entry.data.author()?.id))
}

/// A stored chat entry; `None` if its text is unreadable.
pub(super) fn parse_entry((number, at, body): (u64, UnixMillis, String)) -> Option<NumberedChatEntry> {
    serde_json::from_str(&body).ok().map(|data| NumberedChatEntry { number, at, data })
}

/// An entry with the name of its author.
pub(super) fn named(mut entry: NumberedChatEntry, names: &Names) -> NamedChatEntry {
    // That nobody else sees it is not for its author to know.
    if let Some(author) = entry.data.author_mut() {
        author.is_shadowed = false;
    }
    let name = entry.data.author().map(|author| names.of(&author.id));
    NamedChatEntry { entry, name }
}

pub(super) fn chat_json(entry: &NamedChatEntry) -> Utf8Bytes {
    to_json(&ServerMessage::ChatEntry(entry))
}

fn demo_piece(game: &Game, from: &str, to: &str) -> Option<DemoPiece> {
    let geometry = game.ruleset().geometry;
    let (cell, target) = (geometry.parse_cell(from)?, geometry.parse_cell(to)?);
    let (side, kind) = game.position().piece_at(game.rules(), cell)?;
    let piece = game.ruleset().letter(kind);
    Some(DemoPiece { from: geometry.name(cell), to: geometry.name(target), piece, side })
}

fn author(guest: &GuestId, info: &GameInfo) -> ChatAuthor {
    let role = match info.sides_of(guest).first() {
        Some(Side::White) => ChatRole::White,
        Some(Side::Black) => ChatRole::Black,
        None => ChatRole::Spectator,
    };
    ChatAuthor { id: guest.clone(), role, is_shadowed: false }
}

fn chat_room(session: &Session, role: ChatRole) -> ChatRoom {
    match (session.info().spectator_mode, role) {
        _ if session.phase() == GamePhase::Over => ChatRoom::All,
        (SpectatorMode::Traditional, _) => ChatRoom::All,
        (SpectatorMode::Match, ChatRole::Spectator) => ChatRoom::Spectators,
        (SpectatorMode::Match, _) => ChatRoom::Players,
    }
}

#[cfg(test)]
mod tests {
    use super::{ChatLog, MAX_ENTRIES};

    #[test]
    fn log_with_the_greatest_number_of_entries_takes_no_more() {
        assert!(ChatLog::new(MAX_ENTRIES - 1, Vec::new()).check_room().is_ok());
        let refused = ChatLog::new(MAX_ENTRIES, Vec::new()).check_room().unwrap_err();
        assert!(refused.message.english.contains("20000 chat entries"), "{}", refused.message.english);
    }
}
