//! Moderation: what people report, what is decided about them, and what follows from it.
//!
//! What somebody may not do is read from the store at the moment it would be done, on whatever node: there is no
//! copy that could be out of date. Only sockets outlive what was checked when they were opened, so a task of each
//! node follows the log of moderation and closes those of accounts that were closed.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use rukh_session::say::host as say;
use rukh_store::{
    ClubMemberKind, LogPage, ModerationEntry, NewReport, NewSanction, ReportRow, SanctionRow, Store,
    StoreError, clock,
};

use crate::auth::{Action, authorize};
use crate::clubs::checked_name;
use crate::error::ApiError;
use crate::events::Events;
use crate::game::GameRegistry;
use crate::id::{GameId, GuestId};
use crate::meeting::check_person;
use crate::online::OnlinePeople;
use crate::session::Rejection;
use crate::wire::ChatEntry;
use crate::wire::club::ClubDecision;
use crate::wire::moderation::{
    AppealDecision, DismissedReports, Measure, MeasureRequest, NoteRequest, ReportRequest, ReportSubject,
    ResolveRequest, Role,
};
use crate::wire::study::StudyVisibility;
use crate::wire::time::UnixMillis;

mod indicators;
mod view;

/// Longest text of a report, a decision or an answer, in characters.
pub(crate) const MAX_TEXT_CHARS: usize = 500;
/// Reports that a person makes within a day.
const MAX_REPORTS: u64 = 20;
/// People that one person blocks.
const MAX_BLOCKS: u32 = 500;
/// Lengths of time-outs, in hours.
pub const TIMEOUT_HOURS: [u32; 4] = [1, 24, 168, 720];
/// Reports and appeals that are shown at once.
const MAX_SHOWN: u32 = 100;
/// Entries of the log that are read at once.
const MAX_LOG: u32 = 200;
/// How often a node looks for new acts.
const LOG_INTERVAL: Duration = Duration::from_secs(1);

/// Checks that a person may play with others.
///
/// # Errors
/// The person has a time-out, or the store failed.
pub(crate) async fn check_player(store: &Store, player: &GuestId) -> Result<(), ApiError> {
    let found = store.restrictions(player, clock::now()).await?;
    match found.play || found.closed {
        true => Err(Rejection::new("play_timeout", say::reject_play_timeout()).into()),
        false => Ok(()),
    }
}

/// Checks that a person may begin a game with another.
///
/// # Errors
/// One of the two has a time-out or blocks the other, or the store failed.
pub(crate) async fn check_pair(store: &Store, player: &GuestId, other: &GuestId) -> Result<(), ApiError> {
    check_player(store, player).await?;
    let found = store.restrictions(other, clock::now()).await?;
    if found.play || found.closed {
        return Err(Rejection::new("opponent_timeout", say::reject_opponent_timeout()).into());
    }
    match store.is_either_blocked([player, other]).await? {
        true => Err(Rejection::new("blocked", say::reject_blocked()).into()),
        false => Ok(()),
    }
}

/// Checks that a player of a game may propose something to the other.
///
/// # Errors
/// The other player blocks this one, or the store failed.
pub(crate) async fn check_offer(store: &Store, player: &GuestId, other: &GuestId) -> Result<(), ApiError> {
    match store.is_blocked(other, player).await? {
        true => Err(Rejection::new("blocked", say::reject_offer_blocked()).into()),
        false => Ok(()),
    }
}

/// Checks that a person may write in chats; whether nobody else sees it.
///
/// # Errors
/// The person has a time-out, or the store failed.
pub(crate) async fn check_chat(store: &Store, player: &GuestId) -> Result<bool, Rejection> {
    let found = store.restrictions(player, clock::now()).await.map_err(|error| {
        tracing::warn!(%error, "what a person may not do cannot be read");
        Rejection::new("unavailable", say::error_unavailable())
    })?;
    match found.chat || found.closed {
        true => Err(Rejection::new("chat_timeout", say::reject_chat_timeout())),
        false => Ok(found.shadowed),
    }
}

/// Reports, decisions and appeals of a site.
pub struct Moderation {
    registry: Arc<GameRegistry>,
    online: Arc<OnlinePeople>,
}

/// Somebody who has a role.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Moderator {
    pub(crate) id: GuestId,
    pub(crate) role: Role,
}

impl Moderation {
    /// The moderation of a registry's store, and of the people who are connected to this node.
    #[must_use]
    pub fn new(registry: Arc<GameRegistry>, online: Arc<OnlinePeople>) -> Moderation {
        Moderation { registry, online }
    }

    fn store(&self) -> &Store {
        self.registry.store()
    }

    /// The person as a moderator.
    pub(crate) async fn moderator(&self, id: GuestId) -> Result<Moderator, ApiError> {
        let role = self.store().role(&id).await?;
        authorize(Some(&id), Action::ReadModeration(role))?;
        role.map(|role| Moderator { id, role }).ok_or(ApiError::Unauthenticated)
    }

    /// Checks that a moderator may decide about somebody.
    async fn check(&self, by: &Moderator, whom: &GuestId) -> Result<(), ApiError> {
        let whose = self.store().role(whom).await?;
        Ok(authorize(Some(&by.id), Action::Moderate { role: Some(by.role), whom, whose })?)
    }

    /// Keeps a report with what it is about as it is now.
    pub(crate) async fn report(
        &self,
        reporter: &GuestId,
        request: ReportRequest,
    ) -> Result<String, ApiError> {
        let ReportRequest { about, reason, text } = request;
        let text = text.filter(|text| !text.trim().is_empty()).map(|text| checked(&text)).transpose()?;
        let (player, quote) = self.evidence(&about, reporter).await?;
        if player == *reporter {
            return Err(Rejection::new("own_report", say::error_report_oneself()).into());
        }
        let name = self.store().names([&player]).await?.of(&player);
        let reporter = reporter.clone();
        let about = key_of(&about);
        let new = NewReport { reporter, player, about, reason, text, name, quote };
        let id = self.store().insert_report(&new, clock::now(), MAX_REPORTS).await?;
        metrics::counter!("rukh_reports_total").increment(1);
        Ok(id)
    }

    /// Who is reported, and what was written.
    async fn evidence(
        &self,
        about: &ReportSubject,
        reporter: &GuestId,
    ) -> Result<(GuestId, Option<String>), ApiError> {
        match about {
            ReportSubject::Name { player } => check_person(player).map(|()| (player.clone(), None)),
            ReportSubject::Study { study } => {
                let found =
                    self.store().study(study).await?.filter(|row| row.visibility != StudyVisibility::Private);
                let row = found.ok_or_else(|| ApiError::StudyNotFound(study.clone()))?;
                Ok((row.owner, Some(row.name)))
            }
            ReportSubject::Club { club } => self.evidence_of_club(club).await,
            ReportSubject::Post { club, number } => {
                let own = self.store().club_member(club, reporter).await?;
                let row = match own.is_some_and(|own| own.role.is_member()) {
                    true => self.store().club_post(club, Some(reporter), *number).await?,
                    false => return Err(ApiError::ClubNotFound(club.clone())),
                };
                let author = row.and_then(|row| Some((row.author?, row.text)));
                author.ok_or_else(|| ApiError::input("no_such_entry", "there is no such post"))
            }
            ReportSubject::Play { game, player } => {
                let card = self.store().card(game).await?;
                let card = card.ok_or_else(|| ApiError::GameNotFound(game.to_string()))?;
                match [&card.white, &card.black].iter().any(|seat| seat.player.id() == Some(player)) {
                    true => Ok((player.clone(), None)),
                    false => Err(ApiError::PlayerNotFound(player.to_string())),
                }
            }
            ReportSubject::Chat { game, number } => {
                let missing = || ApiError::input("no_such_entry", "there is no such chat entry");
                let said = self.store().asides(game, number.saturating_sub(1)).await?;
                let (_, _, body) = said.into_iter().find(|(n, ..)| n == number).ok_or_else(missing)?;
                let entry: ChatEntry = serde_json::from_str(&body).map_err(|_| missing())?;
                let author = entry.author().map(|author| author.id.clone()).ok_or_else(missing)?;
                let quote = match entry {
                    ChatEntry::Chat { text, .. } => Some(text),
                    ChatEntry::Demo { .. } | ChatEntry::Premoves { .. } => None,
                };
                Ok((author, quote))
            }
        }
    }

    /// Of a club its first owner is reported.
    async fn evidence_of_club(&self, id: &str) -> Result<(GuestId, Option<String>), ApiError> {
        let missing = || ApiError::ClubNotFound(id.to_owned());
        let row = self.store().club(id).await?.filter(|row| row.closed.is_none()).ok_or_else(missing)?;
        let leaders = self.store().club_members(id, ClubMemberKind::Leaders, 0, 1).await?;
        let owner = leaders.into_iter().next().ok_or_else(missing)?;
        Ok((owner.player, Some(format!("{}\n{}", row.name, row.about).trim().to_owned())))
    }

    async fn report_row(&self, id: &str) -> Result<ReportRow, ApiError> {
        self.store().report(id).await?.ok_or_else(|| ApiError::PathNotFound(id.to_owned()))
    }

    async fn sanction_row(&self, id: &str) -> Result<SanctionRow, ApiError> {
        self.store().sanction(id).await?.ok_or_else(|| ApiError::PathNotFound(id.to_owned()))
    }

    /// A moderator takes care of a report.
    pub(crate) async fn take(&self, by: &Moderator, id: &str) -> Result<(), ApiError> {
        let row = self.report_row(id).await?;
        self.check(by, &row.player).await?;
        unless_resolved(self.store().take_report(&row, &by.id).await?)
    }

    /// A moderator notes something about a report.
    pub(crate) async fn note(
        &self,
        by: &Moderator,
        id: &str,
        NoteRequest { text, before }: NoteRequest,
    ) -> Result<(), ApiError> {
        let (row, text) = (self.report_row(id).await?, checked(&text)?);
        self.check(by, &row.player).await?;
        unless_resolved(row.resolved.is_none())?;
        // Also if another has written or resolved meanwhile: the requester reads it again.
        match row.note == before && self.store().note_report(&row, &by.id, &text).await? {
            true => Ok(()),
            false => Err(Rejection::new("note_changed", say::error_note_changed()).into()),
        }
    }

    /// A moderator resolves all reports of a person with nothing, but those that another must decide; how many.
    pub(crate) async fn dismiss_reports(
        &self,
        by: &Moderator,
        reporter: &GuestId,
    ) -> Result<DismissedReports, ApiError> {
        self.check(by, reporter).await?;
        let mut count = 0;
        for row in self.store().reports_by(reporter).await? {
            if row.resolved.is_some() || self.check(by, &row.player).await.is_err() {
                continue;
            }
            count += u64::from(self.store().resolve_report(&row, &by.id, None, clock::now()).await?);
        }
        Ok(DismissedReports { count })
    }

    /// A moderator resolves a report.
    pub(crate) async fn resolve(
        &self,
        by: &Moderator,
        id: &str,
        request: ResolveRequest,
    ) -> Result<(), ApiError> {
        let row = self.report_row(id).await?;
        self.check(by, &row.player).await?;
        let new = request.measure.map(|measure| new_sanction(&row.player, measure)).transpose()?;
        unless_resolved(self.store().resolve_report(&row, &by.id, new.as_ref(), clock::now()).await?)?;
        self.changed().await;
        Ok(())
    }

    /// A moderator takes a measure without a report.
    pub(crate) async fn impose(
        &self,
        by: &Moderator,
        whom: &GuestId,
        request: MeasureRequest,
    ) -> Result<(), ApiError> {
        self.check(by, whom).await?;
        check_person(whom)?;
        self.store().impose(&new_sanction(whom, request)?, &by.id, clock::now()).await?;
        self.changed().await;
        Ok(())
    }

    /// A moderator revokes a decision.
    pub(crate) async fn revoke(&self, by: &Moderator, id: &str) -> Result<(), ApiError> {
        let row = self.sanction_row(id).await?;
        self.check(by, &row.player).await?;
        match self.store().revoke(&row, &by.id, clock::now()).await? {
            true => Ok(()),
            false => Err(Rejection::new("revoked", say::error_revoked()).into()),
        }
    }

    /// A moderator decides about an appeal.
    pub(crate) async fn decide(
        &self,
        by: &Moderator,
        id: &str,
        AppealDecision { lift, text }: AppealDecision,
    ) -> Result<(), ApiError> {
        let (row, text) = (self.sanction_row(id).await?, checked(&text)?);
        self.check(by, &row.player).await?;
        match self.store().answer_appeal(&row, &by.id, (lift, &text), clock::now()).await? {
            true => Ok(()),
            false => Err(appealed()),
        }
    }

    /// A moderator hides a study from all but its members, or shows it again.
    pub(crate) async fn hide_study(
        &self,
        by: &Moderator,
        id: &str,
        hidden: Option<UnixMillis>,
    ) -> Result<(), ApiError> {
        let row = self.store().study(id).await?.filter(|row| row.visibility != StudyVisibility::Private);
        let row = row.ok_or_else(|| ApiError::StudyNotFound(id.to_owned()))?;
        self.check(by, &row.owner).await?;
        Ok(self.store().hide_study(&row, &by.id, hidden).await?)
    }

    /// A moderator gives a club another name, closes it, or opens it again.
    pub(crate) async fn decide_club(
        &self,
        by: &Moderator,
        id: &str,
        ClubDecision { name, closed }: ClubDecision,
    ) -> Result<(), ApiError> {
        let leaders = self.store().club_members(id, ClubMemberKind::Leaders, 0, u32::MAX).await?;
        // Nobody decides about a club that they lead themselves.
        let own = leaders.iter().find(|row| row.player == by.id);
        if let Some(leader) = own.or(leaders.first()) {
            self.check(by, &leader.player).await?;
        }
        let name = name.map(|name| checked_name(&self.registry, &name)).transpose()?;
        let decided = self.store().moderate_club(id, &by.id, (name.as_deref(), closed), clock::now()).await;
        decided.map_err(|error| match error {
            StoreError::Club(_) => ApiError::ClubNotFound(id.to_owned()),
            error => error.into(),
        })
    }

    /// A person answers a decision, once.
    pub(crate) async fn appeal(&self, person: &GuestId, id: &str, text: &str) -> Result<(), ApiError> {
        let text = checked(text)?;
        match self.store().appeal(id, person, &text, clock::now()).await? {
            true => Ok(()),
            false if self.sanction_row(id).await?.player != *person => {
                Err(ApiError::PathNotFound(id.to_owned()))
            }
            false => Err(appealed()),
        }
    }

    /// Blocks a person.
    pub(crate) async fn block(&self, by: &GuestId, whom: &GuestId) -> Result<(), ApiError> {
        check_person(whom)?;
        if by == whom {
            return Err(ApiError::PlayerNotFound(whom.to_string()));
        }
        match self.store().block(by, whom, clock::now(), MAX_BLOCKS).await? {
            true => {
                self.changed().await;
                Ok(())
            }
            false => {
                let message = say::error_too_many_blocks(u64::from(MAX_BLOCKS));
                Err(Rejection::new("too_many_blocks", message).into())
            }
        }
    }

    /// Blocks a person no more.
    pub(crate) async fn unblock(&self, by: &GuestId, whom: &GuestId) -> Result<(), ApiError> {
        if self.store().unblock(by, whom).await? {
            self.changed().await;
        }
        Ok(())
    }

    /// A name or seeks may have gone, or are shown to others than before.
    async fn changed(&self) {
        self.store().notify_lobby().await;
    }

    /// Follows the log: sockets of closed accounts end, and who may not play with others leaves the events. Runs
    /// until the store closes.
    pub async fn run(self: Arc<Self>, events: Arc<Events>) {
        let mut last = None;
        loop {
            if let Err(error) = self.follow(&mut last, &events).await {
                if matches!(error, ApiError::Store(StoreError::Closed)) {
                    return;
                }
                tracing::warn!(%error, "the log of moderation cannot be read");
            }
            tokio::time::sleep(LOG_INTERVAL).await;
        }
    }

    async fn follow(&self, last: &mut Option<u64>, events: &Events) -> Result<(), ApiError> {
        let Some(after) = *last else {
            // Sockets that are opened from now on are checked; what was decided while no node ran is made up for.
            let number = self.store().last_moderation().await?;
            events.withdraw_from_all(&self.store().kept_from_play(clock::now()).await?).await?;
            *last = Some(number);
            return Ok(());
        };
        for ModerationEntry { number, act, player, .. } in
            self.store().moderation_log(LogPage::After(after), None, None, MAX_LOG).await?
        {
            let Some(measure) = act.strip_prefix("impose ").and_then(|word| word.parse().ok()) else {
                *last = Some(number);
                continue;
            };
            if let Some(player) = player {
                self.apply(measure, &player, events).await?;
            }
            *last = Some(number);
        }
        Ok(())
    }

    async fn apply(&self, measure: Measure, player: &GuestId, events: &Events) -> Result<(), ApiError> {
        if measure == Measure::Close {
            self.online.dismiss(player);
        }
        if matches!(measure, Measure::Close | Measure::Play) {
            self.changed().await;
            events.withdraw_from_all(&BTreeSet::from([player.clone()])).await?;
        }
        Ok(())
    }
}

/// A measure as it is stored.
fn new_sanction(player: &GuestId, request: MeasureRequest) -> Result<NewSanction, ApiError> {
    let MeasureRequest { measure, reason, hours, text } = request;
    let is_fit = match hours {
        Some(hours) => measure.is_timed() && TIMEOUT_HOURS.contains(&hours),
        None => !measure.is_timed(),
    };
    if !is_fit {
        let what = "a time-out (`chat`, `play`) has `hours`: 1, 24, 168 or 720; nothing else has";
        return Err(ApiError::input("bad_hours", what));
    }
    Ok(NewSanction { player: player.clone(), measure, reason, text: checked(&text)?, hours })
}

/// A text without space around it, if it has a fitting length.
fn checked(text: &str) -> Result<String, ApiError> {
    let text = text.trim();
    let is_shown = |letter: char| letter == '\n' || !letter.is_control();
    match (1..=MAX_TEXT_CHARS).contains(&text.chars().count()) && text.chars().all(is_shown) {
        true => Ok(text.to_owned()),
        false => Err(ApiError::Input {
            code: "bad_text",
            message: say::error_report_text(MAX_TEXT_CHARS as u64),
            hint: None,
        }),
    }
}

fn unless_resolved(is_done: bool) -> Result<(), ApiError> {
    match is_done {
        true => Ok(()),
        false => Err(Rejection::new("resolved", say::error_resolved()).into()),
    }
}

fn appealed() -> ApiError {
    Rejection::new("appealed", say::error_appealed()).into()
}

/// What a report is about, as it is stored; ids of games have no colon, and those of people come last.
pub(crate) fn key_of(about: &ReportSubject) -> String {
    match about {
        ReportSubject::Chat { game, number } => format!("chat:{game}:{number}"),
        ReportSubject::Name { player } => format!("name:{player}"),
        ReportSubject::Play { game, player } => format!("play:{game}:{player}"),
        ReportSubject::Study { study } => format!("study:{study}"),
        ReportSubject::Club { club } => format!("club:{club}"),
        ReportSubject::Post { club, number } => format!("post:{club}:{number}"),
    }
}

/// What a stored report is about.
fn subject_of(key: &str) -> Option<ReportSubject> {
    let (kind, rest) = key.split_once(':')?;
    if kind == "name" {
        return Some(ReportSubject::Name { player: rest.parse().ok()? });
    }
    if kind == "study" {
        return Some(ReportSubject::Study { study: rest.to_owned() });
    }
    if kind == "club" {
        return Some(ReportSubject::Club { club: rest.to_owned() });
    }
    let (game, rest) = rest.split_once(':')?;
    if kind == "post" {
        return Some(ReportSubject::Post { club: game.to_owned(), number: rest.parse().ok()? });
    }
    let game: GameId = game.parse().ok()?;
    match kind {
        "chat" => Some(ReportSubject::Chat { game, number: rest.parse().ok()? }),
        "play" => Some(ReportSubject::Play { game, player: rest.parse().ok()? }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::{ReportSubject, key_of, subject_of};

    /// What the site's pages say of retention is what the store does.
    #[test]
    fn pages_say_how_long_reports_are_kept() {
        let words = include_str!("../../../web/src/moderation/words.ts");
        let days = rukh_store::REPORT_RETENTION_DAYS;
        assert!(words.contains(&format!("export const REPORT_RETENTION_DAYS = {days};")));
        let hours: Vec<String> = super::TIMEOUT_HOURS.iter().map(u32::to_string).collect();
        assert!(words.contains(&format!("export const HOURS = [{}] as const;", hours.join(", "))));
        let operate = include_str!("../../../docs/operate.md");
        assert!(operate.contains(&format!("deleted {days} days after they are resolved")));
    }

    #[test]
    fn key_of_a_report_says_what_it_is_about() {
        let (game, player) = ("abc".parse().unwrap(), "p:q".parse::<crate::id::GuestId>().unwrap());
        for about in [
            ReportSubject::Chat { game, number: 7 },
            ReportSubject::Name { player: player.clone() },
            ReportSubject::Play { game: "abc".parse().unwrap(), player },
            ReportSubject::Study { study: "abc".to_owned() },
            ReportSubject::Club { club: "abc".to_owned() },
            ReportSubject::Post { club: "abc".to_owned(), number: 7 },
        ] {
            assert_eq!(subject_of(&key_of(&about)), Some(about));
        }
        for broken in ["", "chat:abc", "chat:abc:x", "else:abc:7"] {
            assert_eq!(subject_of(broken), None, "{broken}");
        }
    }
}
