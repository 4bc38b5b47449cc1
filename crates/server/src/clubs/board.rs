//! The board of a club: what its members write there.

use std::collections::HashMap;

use rukh_store::name::Names;
use rukh_store::{ClubPostRow, NewClubPost, clock};

use super::{Clubs, LIMITS, OwnView, checked_text, input, refused};
use crate::auth::{Action, authorize};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::moderation::{check_chat, key_of};
use crate::wire::club::{ClubBoard, ClubPost, ClubPostRequest, ClubRole, ClubThread};
use crate::wire::moderation::ReportSubject;

/// Longest post, in characters.
const MAX_TEXT_CHARS: usize = 2000;
/// Posts that are shown at once.
const PAGE: u32 = 10;

impl Clubs<'_> {
    /// Posts of a club before a number, the last first, with their answers.
    ///
    /// # Errors
    /// The requester does not belong to the club, or the store failed.
    pub(crate) async fn board(
        self,
        id: &str,
        person: &GuestId,
        before: Option<u64>,
    ) -> Result<ClubBoard, ApiError> {
        let view = self.view(id, Some(person), None).await?;
        authorize(Some(person), Action::UseBoard(view.role()))?;
        let posts = self.store().club_posts(id, person, before.unwrap_or(u64::MAX), PAGE).await?;
        let numbers: Vec<u64> = posts.iter().map(|row| row.number).collect();
        let replies = self.store().club_replies(id, person, &numbers).await?;
        let authors = posts.iter().chain(&replies).filter_map(|row| row.author.as_ref());
        let names = self.registry.names(authors).await;
        let mut by_post: HashMap<u64, Vec<ClubPost>> = HashMap::new();
        for row in replies {
            by_post.entry(row.parent.unwrap_or_default()).or_default().push(post(row, &names));
        }
        let thread = |row: ClubPostRow| ClubThread {
            replies: by_post.remove(&row.number).unwrap_or_default(),
            post: post(row, &names),
        };
        Ok(ClubBoard { threads: posts.into_iter().map(thread).collect() })
    }

    /// The last announcement that a member sees.
    pub(super) async fn announcement(self, id: &str, person: &GuestId) -> Result<Option<ClubPost>, ApiError> {
        let Some(row) = self.store().club_announcement(id, person).await? else { return Ok(None) };
        let names = self.registry.names(&row.author).await;
        Ok(Some(post(row, &names)))
    }

    /// Writes a post of a member, as one writes in a chat.
    ///
    /// # Errors
    /// The requester does not belong to the club or has a time-out from chat, the text is invalid or has a word that
    /// may not be written, or the store failed.
    pub(crate) async fn write(
        self,
        id: &str,
        person: &GuestId,
        request: ClubPostRequest,
    ) -> Result<ClubPost, ApiError> {
        let ClubPostRequest { text, to, announcement } = request;
        let view = self.view(id, Some(person), None).await?;
        authorize(
            Some(person),
            match announcement {
                true => Action::LeadClub(view.role()),
                false => Action::UseBoard(view.role()),
            },
        )?;
        if announcement && to.is_some() {
            return Err(ApiError::input(
                "bad_post",
                "an `announcement` answers no other post: leave `to` out",
            ));
        }
        let shadowed = check_chat(self.store(), person).await?;
        let text = checked_text(self.registry, &text, 1, MAX_TEXT_CHARS)
            .map_err(|bad| bad.unwrap_or_else(|| input("bad_post", "text", MAX_TEXT_CHARS)))?;
        let at = clock::now();
        let new = NewClubPost {
            club: id,
            parent: to,
            author: person,
            text: &text,
            announces: announcement,
            shadowed,
            at,
        };
        let number = self.store().add_club_post(new, LIMITS).await.map_err(|error| refused(error, id))?;
        let author = self.registry.names([person]).await.guest(person);
        Ok(ClubPost { number, author: Some(author), at, text: Some(text), announcement })
    }

    /// Deletes a post: one's own, as an officer any, and as a moderator one that is reported.
    ///
    /// # Errors
    /// The requester may not, there is no such post, or the store failed.
    pub(crate) async fn delete_post(self, id: &str, person: &GuestId, number: u64) -> Result<(), ApiError> {
        let view = self.view(id, Some(person), None).await;
        let role = view.as_ref().ok().and_then(OwnView::role);
        let missing = || refused(rukh_store::ClubRefusal::NoPost.into(), id);
        let seen = self.store().club_post(id, Some(person), number).await?;
        let author = seen.and_then(|row| row.author);
        let is_own = author.as_ref() == Some(person);
        let leads = role.is_some_and(ClubRole::leads);
        let mut moderator = None;
        if !(is_own || leads && author.is_some()) {
            if self.moderates(id, person, number).await? {
                moderator = Some(person);
            } else {
                // Those outside get one answer for every number.
                authorize(Some(person), Action::UseBoard(view?.role()))?;
                author.ok_or_else(missing)?;
                authorize(Some(person), Action::LeadClub(role))?;
            }
        }
        let deleted = self.store().delete_club_post(id, number, moderator).await;
        deleted.map_err(|error| refused(error, id))
    }

    /// Whether a person is a moderator who has a report of a post to decide about.
    async fn moderates(self, id: &str, person: &GuestId, number: u64) -> Result<bool, ApiError> {
        let about = ReportSubject::Post { club: id.to_owned(), number };
        let Some(role) = self.store().role(person).await? else { return Ok(false) };
        if !self.store().is_reported(&key_of(&about)).await? {
            return Ok(false);
        }
        let row = self.store().club_post(id, None, number).await?;
        if let Some(whom) = row.and_then(|row| row.author) {
            let whose = self.store().role(&whom).await?;
            authorize(Some(person), Action::Moderate { role: Some(role), whom: &whom, whose })?;
        }
        Ok(true)
    }
}

/// A post; that nobody else sees it is not for its author to know.
fn post(row: ClubPostRow, names: &Names) -> ClubPost {
    ClubPost {
        number: row.number,
        author: row.author.map(|author| names.guest(&author)),
        at: row.at,
        text: row.text,
        announcement: row.announces,
    }
}
