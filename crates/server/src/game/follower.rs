//! A game that is written on another node: its log is followed here, and what
//! people want is passed on. When the owner is gone, this room takes over.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tokio::sync::oneshot;
use tokio::time::Instant;

use super::presence::{Attendance, Roster, roster};
use super::{AsideWish, Asked, Lost, Post, ROLL_CALL, ReplyTo, Room};
use crate::clock::now_ms;
use crate::session::Refused;
use crate::store::Claim;
use crate::wire::intent::Answer;
use crate::wire::people::{ChatWish, DemoWish, Presence};
use crate::wire::{Ack, Aside, ClientMessage, Guest, Nack, NumberedAside};

/// How long the owner may take to answer.
const PATIENCE: Duration = Duration::from_millis(800);
/// What may wait for an owner.
const MOST_WAITING: usize = 64;

/// What one node asks another.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Errand {
    /// Do what a player wants.
    Intent {
        /// The intent.
        message: ClientMessage,
        /// Who asks.
        who: Option<Guest>,
        /// How long it has been here already, in milliseconds.
        age: u64,
        /// The measured way to the player and back, in milliseconds.
        lag: Option<f64>,
    },
    /// Say something.
    Chat {
        /// Who.
        who: Guest,
        /// What.
        wish: ChatWish,
    },
    /// Show something.
    Demo {
        /// Who.
        who: Guest,
        /// What.
        wish: DemoWish,
    },
    /// Take down who is here.
    Roster {
        /// Which node tells.
        node: String,
        /// Who is there.
        roster: Roster,
    },
}

/// What one node answers another.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub enum Report {
    /// It was done.
    Ack(Ack),
    /// It was not done.
    Nack(Nack),
    /// It was said or shown.
    Done,
    /// It was not said or shown, or cannot be read.
    Refused {
        /// What it is about.
        code: String,
        /// Why.
        reason: String,
    },
    /// Who is here, on every node.
    Presence {
        /// Who.
        presence: Presence,
    },
    /// The game is not written here.
    NotOwner,
}

impl Room {
    /// Passes an intent on to the owner, or keeps it until there is one.
    pub(super) async fn pass_on(&mut self, asked: Asked, reply: ReplyTo) -> Result<(), Lost> {
        if !self.waiting.is_empty() {
            self.keep_waiting(asked, reply);
            return Ok(());
        }
        match self.ask_owner_to_do(&asked).await {
            Some(answer) => self.reply(reply, answer),
            None => self.keep_waiting(asked, reply),
        }
        Ok(())
    }

    fn keep_waiting(&mut self, asked: Asked, reply: ReplyTo) {
        if self.waiting.len() < MOST_WAITING {
            self.waiting.push_back((asked, reply));
            return;
        }
        let refused = Refused::new("unavailable", "The server is busy; try again in a moment.");
        let answer = Err(self.nack(&asked.message.id, refused));
        self.reply(reply, answer);
    }

    async fn ask_owner_to_do(&self, asked: &Asked) -> Option<Answer> {
        let Asked { message, who, arrived, lag } = asked.clone();
        let age = now_ms().saturating_sub(arrived);
        match self.send(Errand::Intent { message, who, age, lag }).await? {
            Report::Ack(ack) => Some(Ok(ack)),
            Report::Nack(nack) => Some(Err(nack)),
            Report::Refused { code, reason } => {
                Some(Err(Nack { id: asked.message.id.clone(), code, reason, seq: self.table.seq() }))
            }
            _ => None,
        }
    }

    pub(super) async fn pass_aside_on(&self, who: &Guest, wish: AsideWish) -> Result<(), Refused> {
        let who = who.clone();
        let errand = match wish {
            AsideWish::Chat(wish) => Errand::Chat { who, wish },
            AsideWish::Demo(wish) => Errand::Demo { who, wish },
            AsideWish::Mute(_) => return Ok(()),
        };
        match self.send(errand).await {
            Some(Report::Done) => Ok(()),
            Some(Report::Refused { code, reason }) => {
                let known = ["not_allowed", "too_fast", "bad_message"];
                let code = known.into_iter().find(|one| *one == code).unwrap_or("unavailable");
                Err(Refused::new(code, reason))
            }
            _ => Err(Refused::new("unavailable", "The server is busy; try again in a moment.")),
        }
    }

    async fn send(&self, errand: Errand) -> Option<Report> {
        let Post::Follower(address) = &self.post else { return None };
        let sent = self.rooms.peers.send(address, &self.table.terms().id, &errand);
        match tokio::time::timeout(PATIENCE, sent).await {
            Ok(Ok(Report::NotOwner)) | Err(_) => None,
            Ok(Ok(report)) => Some(report),
            Ok(Err(error)) => {
                tracing::debug!(address, %error, "another node does not answer");
                None
            }
        }
    }

    /// Tells the owner who is here, and everybody here who is anywhere.
    pub(super) async fn report_roster(&mut self) -> Result<(), Lost> {
        let own = roster(self.subscribers.values().map(|one| &one.visitor), self.table.terms());
        let errand = Errand::Roster { node: self.rooms.node().to_owned(), roster: own };
        if let Some(Report::Presence { presence }) = self.send(errand).await {
            self.tell_presence(presence);
        }
        Ok(())
    }

    /// Looks whether the owner is still there; takes over if not.
    pub(super) async fn look_after_owner(&mut self) -> Result<(), Lost> {
        self.watch = Instant::now() + self.rooms.setting.watch;
        // A clock that has run out unheard of is one reason to look, whoever is here.
        let deadline = self.table.deadline();
        let is_overdue = deadline.is_some_and(|deadline| deadline < now_ms());
        if self.subscribers.is_empty() && self.waiting.is_empty() && !is_overdue {
            return Ok(());
        }
        let id = self.table.terms().id.clone();
        match self.rooms.store.claim(&id).await {
            Ok(Some(Claim::Mine(lodging))) => {
                if let Some(since) = lodging.orphaned_since {
                    self.rooms.remember_gap(&id, since);
                }
                self.read_on().await?;
                tracing::info!(game = id, epoch = lodging.epoch, "took over a game");
                self.post = Post::Owner(lodging.epoch);
                // Who was at the node that is gone may come back.
                self.attendance = Attendance::new(now_ms());
                self.away_since = self.rooms.take_gap(&id);
                self.breath = Some(Instant::now());
                self.recall_premoves();
            }
            Ok(Some(Claim::Theirs { address, .. })) => {
                self.post = Post::Follower(address);
                self.read_on().await?;
                if self.waiting.is_empty() {
                    self.report_roster().await?;
                }
            }
            Ok(None) => return Err(Lost),
            Err(error) => {
                tracing::warn!(game = id, %error, "the owner of a game cannot be found");
                return Ok(());
            }
        }
        for (asked, reply) in std::mem::take(&mut self.waiting) {
            Box::pin(self.take_intent(asked, reply)).await?;
        }
        Ok(())
    }

    /// The log has grown: what is missing here is read.
    pub(super) async fn catch_up(&mut self, seq: u64, asides: u64) -> Result<(), Lost> {
        if self.is_owner() {
            return self.look_whether_owner(seq).await;
        }
        if seq <= self.table.seq() && asides <= self.asides.last() {
            return Ok(());
        }
        self.read_on().await
    }

    /// A log that has grown without its owner has another: what is in memory
    /// here is old, so the room is left and opened afresh.
    async fn look_whether_owner(&self, seq: u64) -> Result<(), Lost> {
        if seq <= self.table.seq() {
            return Ok(());
        }
        let id = &self.table.terms().id;
        match self.rooms.store.log_after(id, self.table.seq()).await {
            Ok(news) if !news.is_empty() => {
                tracing::warn!(game = id, "another node has taken over this game");
                Err(Lost)
            }
            // An append would be refused if it were not ours.
            _ => Ok(()),
        }
    }

    /// Reads what the log has that this room has not.
    async fn read_on(&mut self) -> Result<(), Lost> {
        let id = self.table.terms().id.clone();
        let news = self.rooms.store.log_after(&id, self.table.seq()).await.map_err(|_| Lost)?;
        let from = self.table.events().len();
        for (event, intent) in news {
            if let Err(error) = self.table.relive(event, intent) {
                tracing::error!(game = id, %error, "a log cannot be followed");
                return Err(Lost);
            }
        }
        if self.table.events().len() > from {
            self.announce(from);
        }
        let asides = self.rooms.store.asides(&id, self.asides.last()).await.map_err(|_| Lost)?;
        for (n, at, body) in asides {
            if let Ok(d) = serde_json::from_str::<Aside>(&body) {
                let aside = NumberedAside { n, at, d };
                if let Aside::Premoves { side, moves } = &aside.d {
                    *self.table.advance_mut().premoves.of_mut(*side) = moves.clone();
                }
                self.asides.keep(aside.clone());
                self.tell_aside(&aside);
            }
        }
        Ok(())
    }

    /// Does what another node asks for.
    pub(super) async fn run_errand(
        &mut self,
        errand: Errand,
        reply: oneshot::Sender<Report>,
    ) -> Result<(), Lost> {
        if !self.is_owner() {
            drop(reply.send(Report::NotOwner));
            return Ok(());
        }
        let done = |result: Result<(), Refused>| match result {
            Ok(()) => Report::Done,
            Err(Refused { code, reason }) => Report::Refused { code: code.to_owned(), reason },
        };
        let report = match errand {
            Errand::Intent { message, who, age, lag } => {
                let asked = Asked { message, who, arrived: now_ms().saturating_sub(age), lag };
                let (answer, answered) = oneshot::channel();
                let step = self.take_intent(asked, ReplyTo::Request(answer)).await;
                // An intent may be held for a while, so the answer is waited for elsewhere.
                tokio::spawn(async move {
                    let report = match answered.await {
                        Ok(Ok(ack)) => Report::Ack(ack),
                        Ok(Err(nack)) => Report::Nack(nack),
                        Err(_) => Report::NotOwner,
                    };
                    drop(reply.send(report));
                });
                return step;
            }
            Errand::Chat { who, wish } => done(self.make_aside(&who, AsideWish::Chat(wish)).await),
            Errand::Demo { who, wish } => done(self.make_aside(&who, AsideWish::Demo(wish)).await),
            Errand::Roster { node, roster } => {
                self.attendance.tell(node, roster, now_ms());
                self.roll_call.get_or_insert_with(|| Instant::now() + ROLL_CALL);
                Report::Presence { presence: self.presence() }
            }
        };
        drop(reply.send(report));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use tokio::sync::oneshot;

    use crate::clock::now_ms;
    use crate::game::chat::Asides;
    use crate::game::presence::Attendance;
    use crate::game::registry::tests::House;
    use crate::game::{Post, Room, Visitor};

    #[tokio::test]
    async fn who_was_at_a_node_that_is_gone_may_come_back() {
        let house = House::new().await;
        let id = house.game().await;
        let post = Post::Follower("http://127.0.0.1:1".to_owned());
        let table = house.table(&id).await;
        let mut room = Room::new(house.rooms.clone(), post, table, Asides::default(), None);
        // It has followed for long, and has never seen Black here.
        room.attendance = Attendance::new(now_ms() - 3_600_000);
        let (reply, _joined) = oneshot::channel();
        room.join(0, Visitor { guest: Some(House::person("white")) }, reply);
        assert!(room.look_after_owner().await.is_ok() && room.is_owner());
        let presence = room.presence();
        assert!(presence.white.here && presence.black.claim_at.unwrap() > now_ms());
    }
}
