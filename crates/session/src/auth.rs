//! Authorization: who may do what.

use rukh_rules::Side;
use rukh_rules::message::Argument;

use crate::id::GuestId;
use crate::say;
use crate::session::{GameInfo, Rejection};
use crate::wire::club::ClubRole;
use crate::wire::moderation::Role;
use crate::wire::people::ChatRoom;
use crate::wire::study::StudyRole;

/// An action that needs authorization, with what it is done to.
#[derive(Debug, Clone, Copy)]
pub enum Action<'a> {
    /// Play for a side of a game.
    Play(&'a GameInfo, Side),
    /// Make the move of the side on move. Any player of the game may ask: that it is the other's turn is said
    /// by validation.
    Move(&'a GameInfo, Side),
    /// Send a chat message.
    Chat,
    /// Read what is said in a room of a game that is not over.
    ReadChat(&'a GameInfo, ChatRoom),
    /// Show possible moves on the board of a game.
    Demo(&'a GameInfo),
    /// Accept the seek of an owner.
    AcceptSeek(&'a GuestId),
    /// Withdraw the seek of an owner.
    WithdrawSeek(&'a GuestId),
    /// Answer the times that somebody proposes to another one, or to anyone.
    AnswerAppointment {
        /// Who has proposed them.
        proposer: &'a GuestId,
        /// Who is asked.
        asked: Option<&'a GuestId>,
    },
    /// Call off the appointment of two people.
    CancelAppointment {
        /// Who made it.
        by: &'a GuestId,
        /// The other one, if somebody is asked or has answered.
        with: Option<&'a GuestId>,
    },
    /// Change or call off the event that somebody has made, or one of the site's calendar.
    ManageEvent(Option<&'a GuestId>),
    /// Write into a study, with the role that one has in it.
    WriteStudy(Option<StudyRole>),
    /// Change who can read a study, or delete it, with the role that one has in it.
    ManageStudy(Option<StudyRole>),
    /// Read and write on the board of a club, with what one is in it.
    UseBoard(Option<ClubRole>),
    /// Accept people into a club, announce something there and make its events, with what one is in it.
    LeadClub(Option<ClubRole>),
    /// Change a club or close it, with what one is in it.
    ManageClub(Option<ClubRole>),
    /// Accept, remove, promote or demote somebody in a club.
    ChangeClubMember {
        /// What the person who acts is in the club.
        own: Option<ClubRole>,
        /// What the other one is there.
        from: ClubRole,
        /// What the other one becomes; nothing for somebody who is forgotten.
        to: Option<ClubRole>,
    },
    /// List the private games of a player.
    ListPrivateGames(&'a GuestId),
    /// Look at what moderators see, with the role that one has.
    ReadModeration(Option<Role>),
    /// Look at what moderators know of somebody, with the role that one has.
    ReadRecord {
        /// Role of the person who reads.
        role: Option<Role>,
        /// Whom it concerns.
        whom: &'a GuestId,
    },
    /// Decide about somebody: the own role, and theirs.
    Moderate {
        /// Role of the person who acts.
        role: Option<Role>,
        /// Whom it concerns.
        whom: &'a GuestId,
        /// Their role.
        whose: Option<Role>,
    },
}

/// Authorizes an action of a person, or of a visitor who is not known. The only place that decides this.
///
/// # Errors
/// A rejection with the reason.
pub fn authorize(person: Option<&GuestId>, action: Action<'_>) -> Result<(), Rejection> {
    let refused = |message| Err(Rejection::new("not_allowed", message));
    let plays = |info: &GameInfo| person.map(|person| info.sides_of(person)).unwrap_or_default();
    match action {
        Action::ReadChat(_, ChatRoom::All) => return Ok(()),
        Action::ReadChat(info, ChatRoom::Spectators) if plays(info).is_empty() => return Ok(()),
        _ => {}
    }
    let Some(person) = person else { return refused(say::host::reject_sign_in()) };
    match action {
        Action::Move(info, _) if !plays(info).is_empty() => Ok(()),
        Action::Play(info, side) | Action::Move(info, side) => match side {
            side if plays(info).contains(&side) => Ok(()),
            side if info.is_engine(side) => refused(say::reject_engine_side(side)),
            side => refused(say::reject_not_your_side(side)),
        },
        Action::Chat => Ok(()),
        Action::ReadChat(info, ChatRoom::Players) if !plays(info).is_empty() => Ok(()),
        Action::ReadChat(..) => refused(say::reject_others()),
        Action::Demo(info) if plays(info).is_empty() => Ok(()),
        Action::Demo(_) => refused(say::reject_spectators_only()),
        Action::AcceptSeek(owner) if person == owner => {
            Err(Rejection::new("own_seek", say::reject_own_seek()))
        }
        Action::AcceptSeek(_) => Ok(()),
        Action::AnswerAppointment { proposer, .. } if person == proposer => {
            Err(Rejection::new("own_appointment", say::host::error_appointment(Argument::Choice("own"))))
        }
        Action::AnswerAppointment { asked: Some(asked), .. } if person != asked => {
            refused(say::reject_others())
        }
        Action::CancelAppointment { by, with } if person != by && Some(person) != with => {
            refused(say::reject_others())
        }
        Action::AnswerAppointment { .. } | Action::CancelAppointment { .. } => Ok(()),
        Action::WithdrawSeek(owner) if person != owner => refused(say::reject_others()),
        Action::ManageEvent(creator) if Some(person) != creator => refused(say::reject_others()),
        Action::WriteStudy(None | Some(StudyRole::Reader))
        | Action::ManageStudy(None | Some(StudyRole::Reader | StudyRole::Writer)) => {
            refused(say::reject_others())
        }
        Action::UseBoard(_)
        | Action::LeadClub(_)
        | Action::ManageClub(_)
        | Action::ChangeClubMember { .. } => authorize_in_club(action),
        Action::ListPrivateGames(player) if person != player => refused(say::reject_others()),
        Action::ReadModeration(None)
        | Action::ReadRecord { role: None, .. }
        | Action::Moderate { role: None, .. } => refused(say::host::reject_no_moderator()),
        Action::ReadRecord { whom, .. } if person == whom => refused(say::reject_others()),
        Action::Moderate { whom, .. } if person == whom => refused(say::host::reject_moderate_oneself()),
        Action::Moderate { whose: Some(Role::Admin), .. }
        | Action::Moderate { role: Some(Role::Moderator), whose: Some(Role::Moderator), .. } => {
            refused(say::host::reject_moderate_rank())
        }
        Action::WithdrawSeek(_)
        | Action::ManageEvent(_)
        | Action::WriteStudy(_)
        | Action::ManageStudy(_)
        | Action::ListPrivateGames(_)
        | Action::ReadModeration(Some(_))
        | Action::ReadRecord { .. }
        | Action::Moderate { .. } => Ok(()),
    }
}

fn authorize_in_club(action: Action<'_>) -> Result<(), Rejection> {
    let (is_allowed, why) = match action {
        Action::UseBoard(role) => (role.is_some_and(ClubRole::is_member), "members"),
        Action::LeadClub(role) => (role.is_some_and(ClubRole::leads), "officers"),
        Action::ManageClub(role) => (role == Some(ClubRole::Owner), "owners"),
        Action::ChangeClubMember { own, from, to } => (may_change_member(own, from, to), "rank"),
        _ => (true, ""),
    };
    match is_allowed {
        true => Ok(()),
        false => Err(Rejection::new("not_allowed", say::host::error_club(Argument::Choice(why), 0u64))),
    }
}

/// An officer decides about members and about those outside, an owner about officers as well, but not about another
/// owner; only owners promote.
fn may_change_member(own: Option<ClubRole>, from: ClubRole, to: Option<ClubRole>) -> bool {
    let promotes = to.is_some_and(ClubRole::leads);
    match own {
        Some(ClubRole::Owner) => from != ClubRole::Owner,
        Some(ClubRole::Officer) => !from.leads() && !promotes,
        _ => false,
    }
}
