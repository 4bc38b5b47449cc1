//! Clubs: people who belong together, with events of their own and a board that they alone read.
//!
//! A node keeps nothing of clubs: who may do what is read from the store at the moment of the act, so it is the same
//! on every node. Pages ask for the board again from time to time; a stream would be one more for each reader of
//! something that few write.

use rukh_rules::message::Argument;
use rukh_session::say::host as say;
use rukh_store::name::validate_name;
use rukh_store::{
    ClubChange, ClubLimits, ClubMemberKind, ClubMemberRow, ClubRefusal, ClubRow, Store, StoreError,
    clock::{self, random_id},
};
use serde_json::{Value as Json, json};

use crate::accounts::Refusal;
use crate::auth::{Action, authorize};
use crate::error::ApiError;
use crate::events::Events;
use crate::game::GameRegistry;
use crate::id::GuestId;
use crate::moderation::check_chat;
use crate::session::Rejection;
use crate::wire::club::{
    ClubDetails, ClubEdit, ClubEntry, ClubList, ClubMember, ClubMemberList, ClubRequest, ClubRole,
    ClubSummary,
};
use crate::wire::time::UnixMillis;

mod board;

/// Length of the id of a club, and of the secret of the link that invites.
const ID_LENGTH: usize = 10;
const INVITE_LENGTH: usize = 16;
/// Longest text about a club, in characters.
const MAX_ABOUT_CHARS: usize = 2000;
/// How much clubs take.
const LIMITS: ClubLimits = ClubLimits { owned: 5, joined: 50, members: 2000, replies: 50, posts: 20_000 };
/// Clubs that are listed at once, and people.
const MAX_LISTED: u32 = 50;
const MAX_PEOPLE: u32 = 100;
/// Events that are shown with a club.
const MAX_EVENTS: u32 = 20;

/// The clubs of a site.
#[derive(Clone, Copy)]
pub(crate) struct Clubs<'s> {
    pub(crate) registry: &'s GameRegistry,
    pub(crate) events: &'s Events,
}

/// A club with what somebody is in it.
struct OwnView {
    row: ClubRow,
    own: Option<ClubMemberRow>,
}

impl OwnView {
    fn role(&self) -> Option<ClubRole> {
        self.own.as_ref().map(|own| own.role)
    }
}

impl Clubs<'_> {
    fn store(&self) -> &Store {
        self.registry.store()
    }

    /// Founds a club.
    ///
    /// # Errors
    /// The requester has no account, a time-out from chat or too many clubs, the request is invalid, or the store
    /// failed.
    pub(crate) async fn found(self, request: ClubRequest, by: &GuestId) -> Result<ClubDetails, ApiError> {
        check_chat(self.store(), by).await?;
        let ClubRequest { name, about, entry } = request;
        let row = ClubRow {
            id: secret::<ID_LENGTH>()?,
            name: self.checked_name(&name)?,
            about: self.checked_about(&about)?,
            entry,
            invite: secret::<INVITE_LENGTH>()?,
            is_name_kept: false,
            created: clock::now(),
            closed: None,
            members: 1,
        };
        self.store().found_club(&row, by, LIMITS).await.map_err(|error| refused(error, &row.id))?;
        self.get(&row.id, Some(by), None).await
    }

    fn checked_name(self, name: &str) -> Result<String, ApiError> {
        checked_name(self.registry, name)
    }

    fn checked_about(self, about: &str) -> Result<String, ApiError> {
        checked_text(self.registry, about, 0, MAX_ABOUT_CHARS)
            .map_err(|bad| bad.unwrap_or_else(|| input("bad_about", "about", MAX_ABOUT_CHARS)))
    }

    /// A club that a person can see. What is closed moderators see; what takes people by a link, only they, its
    /// members and whoever has the link.
    async fn view(
        self,
        id: &str,
        person: Option<&GuestId>,
        invite: Option<&str>,
    ) -> Result<OwnView, ApiError> {
        let missing = || ApiError::ClubNotFound(id.to_owned());
        let row = self.store().club(id).await?.ok_or_else(missing)?;
        let own = match person {
            Some(person) => self.store().club_member(id, person).await?,
            None => None,
        };
        let is_open = row.closed.is_none()
            && (row.entry != ClubEntry::Link
                || own.as_ref().is_some_and(|own| own.role.is_member())
                || invite == Some(row.invite.as_str()));
        let is_moderator = match person {
            Some(person) if !is_open => self.store().role(person).await?.is_some(),
            _ => false,
        };
        if is_open || is_moderator { Ok(OwnView { row, own }) } else { Err(missing()) }
    }

    /// A club, as a person sees it who may have a link that invites.
    ///
    /// # Errors
    /// There is none that the person can see, or the store failed.
    pub(crate) async fn get(
        self,
        id: &str,
        person: Option<&GuestId>,
        invite: Option<&str>,
    ) -> Result<ClubDetails, ApiError> {
        let view = self.view(id, person, invite).await?;
        let role = view.role();
        let (is_member, leads) = (role.is_some_and(ClubRole::is_member), role.is_some_and(ClubRole::leads));
        let leaders = self.store().club_members(id, ClubMemberKind::Leaders, 0, MAX_PEOPLE).await?;
        let announcement = match person {
            Some(person) if is_member => self.announcement(id, person).await?,
            _ => None,
        };
        let asking = if leads { self.store().count_asking(id).await? } else { 0 };
        let names = self.registry.names(leaders.iter().map(|row| &row.player)).await;
        let OwnView { row, own } = view;
        Ok(ClubDetails {
            leaders: leaders.into_iter().map(|row| member(row, &names)).collect(),
            events: self.events.of_club(id, MAX_EVENTS).await?,
            announcement,
            told: own.is_some_and(|own| own.told),
            invited: invite == Some(row.invite.as_str()),
            invite: leads.then(|| row.invite.clone()),
            asking,
            summary: summary(row, role),
        })
    }

    /// Clubs that are listed, with a text in their names and founded before a time, or those of a person.
    ///
    /// # Errors
    /// The store failed.
    pub(crate) async fn list(
        self,
        mine: Option<&GuestId>,
        text: &str,
        before: Option<UnixMillis>,
    ) -> Result<ClubList, ApiError> {
        let clubs = match mine {
            Some(person) => {
                let rows = self.store().clubs_of(person).await?.into_iter();
                rows.filter(|(row, own)| row.closed.is_none() && own.role != ClubRole::Removed)
                    .map(|(row, own)| summary(row, Some(own.role)))
                    .collect()
            }
            None => {
                let before = before.unwrap_or(UnixMillis::new(i64::MAX.unsigned_abs()));
                let rows = self.store().listed_clubs(text, before, MAX_LISTED).await?;
                rows.into_iter().map(|row| summary(row, None)).collect()
            }
        };
        Ok(ClubList { clubs })
    }

    /// Changes a club.
    ///
    /// # Errors
    /// The requester does not own it, a moderator has given the name, the request is invalid, or the store failed.
    pub(crate) async fn edit(
        self,
        id: &str,
        person: &GuestId,
        edit: ClubEdit,
    ) -> Result<ClubDetails, ApiError> {
        let OwnView { row, own } = self.view(id, Some(person), None).await?;
        authorize(Some(person), Action::ManageClub(own.map(|own| own.role)))?;
        check_chat(self.store(), person).await?;
        let name = edit.name.filter(|name| *name != row.name);
        let name = name.map(|name| self.checked_name(&name)).transpose()?;
        let about = edit.about.map(|about| self.checked_about(&about)).transpose()?;
        let invite = edit.new_invite.then(secret::<INVITE_LENGTH>).transpose()?;
        let change = ClubChange {
            name: name.as_deref(),
            about: about.as_deref(),
            entry: edit.entry,
            invite: invite.as_deref(),
        };
        self.store().edit_club(id, change).await.map_err(|error| refused(error, id))?;
        self.get(id, Some(person), None).await
    }

    /// Closes a club.
    ///
    /// # Errors
    /// The requester does not own it, or the store failed.
    pub(crate) async fn close(self, id: &str, person: &GuestId) -> Result<(), ApiError> {
        let view = self.view(id, Some(person), None).await?;
        authorize(Some(person), Action::ManageClub(view.role()))?;
        self.store().close_club(id, clock::now()).await.map_err(|error| refused(error, id))
    }

    /// A person joins a club, or asks to.
    ///
    /// # Errors
    /// The requester has no account, was removed or has joined too many, the club is full or takes people by a link
    /// alone, or the store failed.
    pub(crate) async fn join(
        self,
        id: &str,
        person: &GuestId,
        invite: Option<&str>,
    ) -> Result<ClubDetails, ApiError> {
        let joined = self.store().join_club(id, person, invite, LIMITS, clock::now()).await;
        joined.map_err(|error| refused(error, id))?;
        self.get(id, Some(person), invite).await
    }

    /// A person leaves a club and its events for members, or asks no more.
    ///
    /// # Errors
    /// The requester does not belong to it, or the store failed.
    pub(crate) async fn leave(self, id: &str, person: &GuestId) -> Result<(), ApiError> {
        self.store().leave_club(id, person, clock::now()).await.map_err(|error| refused(error, id))?;
        self.events.withdraw_from_club(id, person).await
    }

    /// Changes whether a member is told of the club's events.
    ///
    /// # Errors
    /// The requester does not belong to it, or the store failed.
    pub(crate) async fn notices(self, id: &str, person: &GuestId, told: bool) -> Result<(), ApiError> {
        let view = self.view(id, Some(person), None).await?;
        authorize(Some(person), Action::UseBoard(view.role()))?;
        self.store().tell_of_club(id, person, told).await?;
        Ok(())
    }

    /// People of a club from a place on: members for members, the others for those who lead it.
    ///
    /// # Errors
    /// The requester may not, or the store failed.
    pub(crate) async fn members(
        self,
        id: &str,
        person: &GuestId,
        kind: ClubMemberKind,
        from: u32,
    ) -> Result<ClubMemberList, ApiError> {
        let view = self.view(id, Some(person), None).await?;
        authorize(
            Some(person),
            match kind {
                ClubMemberKind::Members | ClubMemberKind::Leaders => Action::UseBoard(view.role()),
                ClubMemberKind::Asking | ClubMemberKind::Removed => Action::LeadClub(view.role()),
            },
        )?;
        let rows = self.store().club_members(id, kind, from, MAX_PEOPLE).await?;
        let names = self.registry.names(rows.iter().map(|row| &row.player)).await;
        Ok(ClubMemberList { members: rows.into_iter().map(|row| member(row, &names)).collect() })
    }

    /// Accepts, promotes, demotes or removes somebody; an owner may also step back.
    ///
    /// # Errors
    /// The requester may not, the change makes no sense, or the store failed.
    pub(crate) async fn change_member(
        self,
        id: &str,
        person: &GuestId,
        whom: &GuestId,
        to: ClubRole,
    ) -> Result<(), ApiError> {
        let (own, from) = self.roles(id, person, whom).await?;
        let is_sensible = match from {
            ClubRole::Asking => to == ClubRole::Member,
            ClubRole::Removed => false,
            _ => to != ClubRole::Asking,
        };
        if !is_sensible {
            return Err(ApiError::input(
                "bad_role",
                "this change is not possible for the role that the member has now",
            ));
        }
        let steps_back = person == whom && own == Some(ClubRole::Owner) && to.is_member();
        if !steps_back {
            authorize(Some(person), Action::ChangeClubMember { own, from, to: Some(to) })?;
        }
        let changed = self.store().change_club_member(id, whom, [from, to], LIMITS, clock::now()).await;
        changed.map_err(|error| refused(error, id))?;
        if to == ClubRole::Removed {
            self.events.withdraw_from_club(id, whom).await?;
        }
        Ok(())
    }

    /// Declines somebody who asks to join, or lets somebody who was removed join again.
    ///
    /// # Errors
    /// The requester may not, the person belongs to the club, or the store failed.
    pub(crate) async fn forget_member(
        self,
        id: &str,
        person: &GuestId,
        whom: &GuestId,
    ) -> Result<(), ApiError> {
        let (own, from) = self.roles(id, person, whom).await?;
        authorize(Some(person), Action::ChangeClubMember { own, from, to: None })?;
        self.store().forget_club_member(id, whom, from).await.map_err(|error| refused(error, id))
    }

    /// What two people are in a club: the requester, and somebody who is in it.
    async fn roles(
        self,
        id: &str,
        person: &GuestId,
        whom: &GuestId,
    ) -> Result<(Option<ClubRole>, ClubRole), ApiError> {
        let own = self.view(id, Some(person), None).await?.role();
        authorize(Some(person), Action::LeadClub(own))?;
        let other = self.store().club_member(id, whom).await?;
        let other = other.ok_or_else(|| ApiError::PlayerNotFound(whom.to_string()))?;
        Ok((own, other.role))
    }
}

/// Everything about the clubs of a person, and what they wrote there.
///
/// # Errors
/// The store failed.
pub(crate) async fn export(store: &Store, person: &GuestId) -> Result<Json, ApiError> {
    let clubs = store.clubs_of(person).await?.into_iter().map(|(row, own)| {
        // Owners answer for what a club says about itself.
        let about = (own.role == ClubRole::Owner).then_some(row.about);
        json!({
            "id": row.id, "name": row.name, "about": about, "closed": row.closed, "role": own.role,
            "since": own.since, "told": own.told,
        })
    });
    let clubs: Vec<Json> = clubs.collect();
    let posts = store.club_posts_by(person).await?.into_iter().map(|row| {
        json!({
            "club": row.club, "number": row.number, "to": row.parent, "at": row.at, "text": row.text,
            "announcement": row.announces,
        })
    });
    Ok(json!({ "clubs": clubs, "posts": posts.collect::<Vec<_>>() }))
}

/// The name of a club, as that of an account, without words that may not be written.
pub(crate) fn checked_name(registry: &GameRegistry, name: &str) -> Result<String, ApiError> {
    let name =
        validate_name(name).map_err(|message| ApiError::Input { code: "bad_name", message, hint: None })?;
    match registry.allows_words(&name) {
        true => Ok(name),
        false => Err(bad_word()),
    }
}

fn bad_word() -> ApiError {
    Rejection::new("chat_word", say::reject_chat_word()).into()
}

/// A text without space around it and without words that may not be written; `None` if its length or a character does
/// not fit.
fn checked_text(
    registry: &GameRegistry,
    text: &str,
    least: usize,
    most: usize,
) -> Result<String, Option<ApiError>> {
    let text = text.trim();
    let is_shown = |letter: char| letter == '\n' || !letter.is_control();
    if !(least..=most).contains(&text.chars().count()) || !text.chars().all(is_shown) {
        return Err(None);
    }
    match registry.allows_words(text) {
        true => Ok(text.to_owned()),
        false => Err(Some(bad_word())),
    }
}

fn secret<const LENGTH: usize>() -> Result<String, ApiError> {
    random_id::<LENGTH>()
        .map_err(|error| ApiError::Store(StoreError::Corrupt(format!("no randomness: {error}"))))
}

fn input(code: &'static str, why: &'static str, most: usize) -> ApiError {
    ApiError::Input { code, message: say::error_club(Argument::Choice(why), most as u64), hint: None }
}

fn refusal(code: &'static str, why: &'static str, most: u64) -> ApiError {
    Rejection::new(code, say::error_club(Argument::Choice(why), most)).into()
}

/// The answer where the store does not take something about a club.
fn refused(error: StoreError, id: &str) -> ApiError {
    match error {
        StoreError::NoAccount => Refusal::NoAccount.into(),
        StoreError::Stale => refusal("changed", "changed", 0),
        StoreError::Club(ClubRefusal::NoClub) => ApiError::ClubNotFound(id.to_owned()),
        StoreError::Club(ClubRefusal::NoPost) => refusal("no_such_post", "post", 0),
        StoreError::Club(ClubRefusal::NotMember) => refusal("no_member", "members", 0),
        StoreError::Club(ClubRefusal::Removed) => refusal("removed", "removed", 0),
        StoreError::Club(ClubRefusal::BadInvite) => refusal("not_invited", "invite", 0),
        StoreError::Club(ClubRefusal::NameKept) => refusal("name_kept", "kept", 0),
        StoreError::Club(ClubRefusal::LastOwner) => refusal("last_owner", "last-owner", 0),
        StoreError::Club(ClubRefusal::TooManyOwned(most)) => refusal("too_many_clubs", "owned", most),
        StoreError::Club(ClubRefusal::TooManyJoined(most)) => refusal("too_many_clubs", "joined", most),
        StoreError::Club(ClubRefusal::Full(most)) => refusal("club_full", "full", most),
        StoreError::Club(ClubRefusal::TooManyReplies(most)) => refusal("too_many_replies", "replies", most),
        error => error.into(),
    }
}

fn summary(row: ClubRow, role: Option<ClubRole>) -> ClubSummary {
    let ClubRow { id, name, about, entry, members, created, closed, .. } = row;
    ClubSummary { id, name, about, entry, members, created, closed, role }
}

fn member(row: ClubMemberRow, names: &rukh_store::name::Names) -> ClubMember {
    ClubMember { player: names.guest(&row.player), role: row.role, since: row.since }
}
