//! What happens beside the board: talk, ghosts, mutes, and the replay with them.

use axum::extract::ws::Utf8Bytes;
use tokio::sync::oneshot;

use super::broadcast::text;
use super::{AsideReply, AsideWish, Lost, Packet, Post, Room, Visitor};
use crate::clock::now_ms;
use crate::library;
use crate::session::Refused;
use crate::wire::intent::RefusedAside;
use crate::wire::replay::Replay;
use crate::wire::server_message::Told;
use crate::wire::{Aside, Guest, NumberedAside};

pub(super) fn aside_text(aside: &NumberedAside) -> Utf8Bytes {
    text(&Told::Aside(aside))
}

impl Room {
    pub(super) async fn take_aside(
        &mut self,
        who: Guest,
        wish: AsideWish,
        reply: AsideReply,
    ) -> Result<(), Lost> {
        let result = match wish {
            AsideWish::Mute(wish) => self.mute(&who, wish.who, wish.on),
            wish if self.is_owner() => self.make_aside(&who, wish).await,
            wish => self.pass_aside_on(&who, wish).await,
        };
        match (reply, result) {
            (AsideReply::Request(reply), result) => drop(reply.send(result)),
            (AsideReply::Subscriber(number), Err(Refused { code, reason })) => {
                self.send_to(number, text(&RefusedAside { code: code.to_owned(), reason }));
            }
            (AsideReply::Subscriber(_), Ok(())) => {}
        }
        Ok(())
    }

    /// Says or shows something, if that is allowed.
    pub(super) async fn make_aside(&mut self, who: &Guest, wish: AsideWish) -> Result<(), Refused> {
        let now = now_ms();
        let aside = match wish {
            AsideWish::Chat(wish) => self.asides.chat(who, wish, &self.table)?,
            AsideWish::Demo(wish) => self.asides.demo(who, &wish, &self.table, now)?,
            AsideWish::Mute(_) => return Ok(()),
        };
        self.write_aside(aside, now).await;
        Ok(())
    }

    /// Writes something down beside the log, as of `at` in milliseconds since the
    /// epoch, and tells those who may hear it. It decides nothing, so a disk that
    /// refuses it does not stop the game.
    pub(super) async fn write_aside(&mut self, aside: Aside, at: u64) {
        let Post::Owner(epoch) = self.post else { return };
        let aside = self.asides.number(aside, at);
        let body = serde_json::to_string(&aside.d).unwrap_or_default();
        let game = &self.table.terms().id;
        if let Err(error) = self.rooms.store.add_aside(game, aside.n, aside.at, body, epoch).await {
            tracing::warn!(game, %error, "something said was not kept");
        }
        self.tell_aside(&aside);
    }

    /// Tells those who may hear it.
    pub(super) fn tell_aside(&mut self, aside: &NumberedAside) {
        if let Aside::Premoves { side, moves } = &aside.d {
            self.tell_premoves((*side).into(), moves);
            return;
        }
        let packet: Packet = [aside_text(aside)].into();
        let heard: Vec<u64> = self
            .subscribers
            .iter()
            .filter(|(_, one)| self.asides.is_heard(&aside.d, &one.visitor, &self.table))
            .map(|(number, _)| *number)
            .collect();
        for number in heard {
            self.send_to(number, packet[0].clone());
        }
    }

    fn mute(&mut self, by: &Guest, who: String, on: bool) -> Result<(), Refused> {
        self.asides.mute(&by.id, who, on)?;
        let packet: Packet = [text(&Told::Muted { d: self.asides.muted_by(&by.id) })].into();
        self.send_where(packet, |visitor| visitor.id() == Some(&by.id));
        Ok(())
    }

    /// The game as it happened, with what this reader may hear of the rest.
    pub(super) async fn send_replay(
        &mut self,
        visitor: Visitor,
        reply: oneshot::Sender<Replay>,
    ) -> Result<(), Lost> {
        let (men, frames) = self.table.frames();
        let stored = self.rooms.store.asides(&self.table.terms().id, 0).await;
        let stored = stored.unwrap_or_else(|error| {
            tracing::warn!(%error, "what was said could not be read");
            Vec::new()
        });
        let read = |(n, at, body): (u64, u64, String)| {
            serde_json::from_str(&body).ok().map(|d| NumberedAside { n, at, d })
        };
        let is_heard = |aside: &NumberedAside| self.asides.is_heard(&aside.d, &visitor, &self.table);
        let asides = stored.into_iter().filter_map(read).filter(is_heard).collect();
        let board = library::board(self.table.game().ruleset());
        drop(reply.send(Replay { game: self.table.card(), board, men, frames, asides }));
        Ok(())
    }
}
