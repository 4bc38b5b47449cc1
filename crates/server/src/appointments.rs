//! Appointments: games that two people agree to play at a time.
//!
//! One proposes times, the other accepts one, proposes others or declines, and at the time a task of each node begins
//! the game. Every change is guarded by the number of the one before it, so two nodes that begin a game at once begin
//! one. What the two are told stands in the store with the change that it tells ([`crate::reminders`]).

use std::sync::Arc;

use rukh_rules::message::Argument;
use rukh_session::say::host as say;
use rukh_session::wire::rating::RatingPool;
use rukh_store::name::Names;
use rukh_store::{
    AppointmentLimits, AppointmentRow, AppointmentStage, Reminder, ReminderKind, Store, StoreError,
    clock::{self, random_id},
};
use serde::{Deserialize, Serialize};

use crate::auth::{Action, authorize};
use crate::config::AppointmentConfig;
use crate::error::ApiError;
use crate::game::{GameRegistry, check_times};
use crate::icalendar::{Calendar, host_of};
use crate::id::GuestId;
use crate::meeting::check_may_meet;
use crate::moderation::{check_pair, check_player};
use crate::ratings;
use crate::session::Rejection;
use crate::wire::appointment::{
    Appointment, AppointmentList, AppointmentPhase, AppointmentRequest, AppointmentRights,
};
use crate::wire::time::UnixMillis;
use crate::wire::{GameTimeControl, SeekRequest};

mod driver;

/// Length of an id, which is a secret.
const ID_LENGTH: usize = 16;
/// Times of a proposal.
const MAX_TIMES: usize = 5;
/// How far ahead a game can be appointed, in milliseconds: 60 days.
const MAX_AHEAD: u64 = 60 * 86_400_000;
/// How often an appointment can be changed.
const MAX_CHANGES: u64 = 20;
/// How long a game that begins when it is accepted waits for that, in milliseconds: with a live clock, and otherwise.
const LIVE_TTL: u64 = 3_600_000;
const LONG_TTL: u64 = 86_400_000;
/// How late a game may begin, in milliseconds: later, nobody waits for it any more.
const MAX_DELAY: u64 = 1_800_000;
/// Appointments of a person that are listed.
const MAX_LISTED: u32 = 200;
/// How long an appointment is shown as over, in milliseconds.
const SHOWN_FOR: u64 = 7 * 86_400_000;
/// How long an appointment is kept after its time, in milliseconds.
const RETENTION: u64 = 30 * 86_400_000;
/// Maximum numbers of open appointments.
const LIMITS: AppointmentLimits =
    AppointmentLimits { of_person: 10, of_pair: 3, of_origin: 30, of_asked: 30 };
/// How often an appointment is read again because another node was faster.
const MAX_ATTEMPTS: usize = 20;
/// How long a game takes in a calendar, in milliseconds.
const USUAL_LENGTH: u64 = 3_600_000;

/// The appointments of the site, as a node changes them.
pub struct Appointments {
    registry: Arc<GameRegistry>,
    config: AppointmentConfig,
}

/// What is stored of an appointment as JSON.
#[derive(Debug, Serialize, Deserialize)]
pub(crate) struct AppointmentBody {
    /// Name of the ruleset at the time.
    pub(crate) ruleset_name: String,
    /// Board skin.
    pub(crate) skin: String,
    /// What the game is rated by, if it is to be rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pool: Option<RatingPool>,
    /// The game.
    #[serde(flatten)]
    pub(crate) terms: SeekRequest,
}

impl AppointmentBody {
    /// The body of a row.
    ///
    /// # Errors
    /// It cannot be read.
    pub(crate) fn of(row: &AppointmentRow) -> Result<AppointmentBody, StoreError> {
        serde_json::from_str(&row.body)
            .map_err(|error| StoreError::Corrupt(format!("appointment `{}`: {error}", row.id)))
    }
}

impl Appointments {
    /// The appointments of a registry's store.
    #[must_use]
    pub fn new(registry: Arc<GameRegistry>, config: AppointmentConfig) -> Appointments {
        Appointments { registry, config }
    }

    fn store(&self) -> &Store {
        self.registry.store()
    }

    /// Makes an appointment; `origin` tells clients apart for limits.
    ///
    /// # Errors
    /// The requester may not play with others, the request is invalid, the other one is not to be asked, too many are
    /// open, or the store failed.
    pub async fn create(
        &self,
        request: AppointmentRequest,
        by: &GuestId,
        origin: Option<String>,
    ) -> Result<Appointment, ApiError> {
        let AppointmentRequest { whom, times, terms } = request;
        check_player(self.store(), by).await?;
        let now = clock::now();
        let times = checked_times(times, now)?;
        let body = self.checked_terms(terms)?;
        if body.pool.is_some() {
            for person in whom.iter().chain([by]) {
                ratings::check_account(self.store(), person).await?;
            }
        }
        if let Some(whom) = &whom {
            if whom == by {
                return Err(refused("own_appointment", "own"));
            }
            check_may_meet(self.store(), by, whom).await?;
            check_pair(self.store(), by, whom).await?;
        }
        let id = random_id::<ID_LENGTH>()
            .map_err(|error| ApiError::Store(StoreError::Corrupt(format!("no randomness: {error}"))))?;
        let expires = times.last().copied().unwrap_or(now + patience(&body.terms.time_control));
        let row = AppointmentRow {
            id,
            body: serde_json::to_string(&body).unwrap_or_default(),
            by: by.clone(),
            with: whom,
            proposer: by.clone(),
            times,
            stage: AppointmentStage::Proposed,
            starts: None,
            expires,
            seq: 0,
            created: now,
            changed: now,
            game: None,
            origin,
        };
        self.store().insert_appointment(&row, LIMITS, &told(&row, by, ReminderKind::Proposed, now)).await?;
        self.view(&row, Some(by)).await
    }

    /// The game of an appointment, which can be played here.
    fn checked_terms(&self, terms: SeekRequest) -> Result<AppointmentBody, ApiError> {
        check_times(&terms.time_control, terms.odds)?;
        let (game, dialect) = self.registry.factory().new_game(&terms.instance, terms.fen.as_deref())?;
        let ruleset = game.ruleset();
        let pool = terms.rated.then(|| ratings::pool_of_seek(&terms, ruleset)).transpose()?;
        let fen = dialect.map(|_| game.fen());
        let terms = SeekRequest { instance: ruleset.instance.to_string(), fen, ..terms };
        Ok(AppointmentBody {
            ruleset_name: ruleset.about.name.clone(),
            skin: ruleset.skin.clone(),
            pool,
            terms,
        })
    }

    async fn load(&self, id: &str) -> Result<AppointmentRow, ApiError> {
        let missing = || ApiError::AppointmentNotFound(id.to_owned());
        self.store().appointment(id).await?.ok_or_else(missing)
    }

    /// An appointment, as a person sees it.
    ///
    /// # Errors
    /// There is no such appointment, or the store failed.
    pub async fn get(&self, id: &str, person: Option<&GuestId>) -> Result<Appointment, ApiError> {
        self.view(&self.load(id).await?, person).await
    }

    /// The appointments of a person, with those of the last days that are over.
    ///
    /// # Errors
    /// The store failed.
    pub async fn list(&self, person: &GuestId) -> Result<AppointmentList, ApiError> {
        let now = clock::now();
        let rows = self.store().appointments_of(person, now.saturating_sub(SHOWN_FOR), MAX_LISTED).await?;
        let (open, mut over): (Vec<_>, Vec<_>) = rows.into_iter().partition(|row| is_open(row, now));
        over.sort_by_key(|row| std::cmp::Reverse(row.changed));
        let mut appointments = Vec::with_capacity(open.len() + over.len());
        let rows: Vec<AppointmentRow> = open.into_iter().chain(over).collect();
        let people: Vec<GuestId> = rows.iter().flat_map(parties).cloned().collect();
        let names = self.registry.names(&people).await;
        for row in &rows {
            appointments.push(self.shown(row, Some(person), &names, now).await?);
        }
        Ok(AppointmentList { appointments })
    }

    /// Everything about the appointments of a person; others are ids.
    ///
    /// # Errors
    /// The store failed.
    pub(crate) async fn export(&self, person: &GuestId) -> Result<Vec<serde_json::Value>, ApiError> {
        let now = clock::now();
        let rows = self.store().appointments_of(person, UnixMillis::new(0), u32::MAX).await?.into_iter();
        let exported = rows.map(|row| {
            let terms = serde_json::from_str::<serde_json::Value>(&row.body).unwrap_or_default();
            serde_json::json!({
                "id": row.id, "by": row.by, "with": row.with, "proposer": row.proposer, "times": row.times,
                "phase": phase_of(&row, now), "starts": row.starts, "created": row.created, "game": row.game,
                "terms": terms,
            })
        });
        Ok(exported.collect())
    }

    /// Accepts one of the times, or at once.
    ///
    /// # Errors
    /// The requester may not answer, the time is not proposed or past, or the store failed.
    pub async fn accept(
        &self,
        id: &str,
        person: &GuestId,
        time: Option<UnixMillis>,
    ) -> Result<Appointment, ApiError> {
        let row = self.load(id).await?;
        if AppointmentBody::of(&row)?.pool.is_some() {
            ratings::check_account(self.store(), person).await?;
            if row.with.is_none() {
                ratings::check_bot_is_chosen(self.store(), &row.by, person).await?;
            }
        }
        check_pair(self.store(), person, &row.proposer).await?;
        let soon = milliseconds(self.config.reminder);
        let accepted = self.change(id, person, |row, now| {
            check_answer(row, person, now)?;
            let starts = match (time, row.times.is_empty()) {
                (None, true) => now,
                (Some(time), _) if time > now && row.times.contains(&time) => time,
                _ => return Err(refused("time_gone", "time")),
            };
            row.with.get_or_insert_with(|| person.clone());
            (row.stage, row.starts, row.expires) =
                (AppointmentStage::Agreed, Some(starts), starts + MAX_DELAY);
            if row.times.is_empty() {
                return Ok(Vec::new());
            }
            let mut reminders = told(row, person, ReminderKind::Agreed, now);
            let due = starts.saturating_sub(soon);
            if due > now {
                let subject = row.id.clone();
                let reminder =
                    |player| Reminder { player, kind: ReminderKind::Soon, subject: subject.clone(), due };
                reminders.extend(parties(row).cloned().map(reminder));
            }
            Ok(reminders)
        });
        let accepted = accepted.await?;
        match accepted.times.is_empty() {
            true => {
                self.begin(self.load(id).await?).await?;
                self.get(id, Some(person)).await
            }
            false => Ok(accepted),
        }
    }

    /// Proposes other times.
    ///
    /// # Errors
    /// The requester may not answer, the times are invalid, or the store failed.
    pub async fn propose(
        &self,
        id: &str,
        person: &GuestId,
        times: Vec<UnixMillis>,
    ) -> Result<Appointment, ApiError> {
        let times = checked_times(times, clock::now())?;
        let Some(last) = times.last().copied() else {
            return Err(bad("there are no `times`"));
        };
        check_pair(self.store(), person, &self.load(id).await?.proposer).await?;
        self.change(id, person, |row, now| {
            check_answer(row, person, now)?;
            if row.seq >= MAX_CHANGES {
                return Err(refused("too_many_changes", "changes"));
            }
            row.with.get_or_insert_with(|| person.clone());
            row.proposer = person.clone();
            row.times.clone_from(&times);
            row.expires = last;
            Ok(told(row, person, ReminderKind::Proposed, now))
        })
        .await
    }

    /// Declines.
    ///
    /// # Errors
    /// The requester is not asked, it cannot be answered any more, or the store failed.
    pub async fn decline(&self, id: &str, person: &GuestId) -> Result<Appointment, ApiError> {
        self.change(id, person, |row, now| {
            check_answer(row, person, now)?;
            if row.with.is_none() {
                // An offer to everyone is passed over, and stays open for others.
                return Err(refused("not_asked", "anyone"));
            }
            row.stage = AppointmentStage::Declined;
            Ok(told(row, person, ReminderKind::Declined, now))
        })
        .await
    }

    /// Calls an appointment off that has not begun.
    ///
    /// # Errors
    /// It is not the requester's, or over, or the store failed.
    pub async fn cancel(&self, id: &str, person: &GuestId) -> Result<Appointment, ApiError> {
        self.change(id, person, |row, now| {
            authorize(Some(person), Action::CancelAppointment { by: &row.by, with: row.with.as_ref() })?;
            if !is_open(row, now) {
                return Err(refused("appointment_over", "over"));
            }
            row.stage = AppointmentStage::Cancelled;
            Ok(told(row, person, ReminderKind::Cancelled, now))
        })
        .await
    }

    /// Changes an appointment as a person wishes; the appointment after it.
    async fn change(
        &self,
        id: &str,
        person: &GuestId,
        next: impl Fn(&mut AppointmentRow, UnixMillis) -> Result<Vec<Reminder>, ApiError>,
    ) -> Result<Appointment, ApiError> {
        for _ in 0..MAX_ATTEMPTS {
            let mut row = self.load(id).await?;
            let now = clock::now();
            let reminders = next(&mut row, now)?;
            row.changed = now;
            if self.store().change_appointment(&row, None, &reminders).await? {
                return self.get(id, Some(person)).await;
            }
        }
        Err(StoreError::TimedOut.into())
    }

    /// An appointment as a person sees it.
    ///
    /// # Errors
    /// The store failed.
    pub(crate) async fn view(
        &self,
        row: &AppointmentRow,
        person: Option<&GuestId>,
    ) -> Result<Appointment, ApiError> {
        let names = self.registry.names(parties(row)).await;
        self.shown(row, person, &names, clock::now()).await
    }

    async fn shown(
        &self,
        row: &AppointmentRow,
        person: Option<&GuestId>,
        names: &Names,
        now: UnixMillis,
    ) -> Result<Appointment, ApiError> {
        let AppointmentBody { ruleset_name, skin, pool, terms } = AppointmentBody::of(row)?;
        let rating = match &pool {
            Some(pool) => {
                let rows = self.store().ratings([&row.by]).await?;
                Some(ratings::rating_in(&rows, &row.by, pool, now))
            }
            None => None,
        };
        Ok(Appointment {
            id: row.id.clone(),
            ruleset_name,
            skin,
            by: names.guest(&row.by),
            with: row.with.as_ref().map(|with| names.guest(with)),
            rating,
            phase: phase_of(row, now),
            proposer: row.proposer.clone(),
            times: row.times.clone(),
            starts: row.starts,
            expires: row.expires,
            seq: row.seq,
            created: row.created,
            game: row.game.clone(),
            you: person.map(|person| rights_of(row, person, now)).unwrap_or_default(),
            terms,
        })
    }

    /// An appointment whose time is agreed as an iCalendar file, for a site with this address.
    ///
    /// # Errors
    /// There is no such appointment, no time is agreed, or the store failed.
    pub async fn calendar(&self, id: &str, site: &str) -> Result<String, ApiError> {
        let row = self.load(id).await?;
        let starts = row.starts.ok_or_else(|| ApiError::AppointmentNotFound(id.to_owned()))?;
        let appointment = self.view(&row, None).await?;
        let names: Vec<&str> = [Some(&appointment.by), appointment.with.as_ref()]
            .into_iter()
            .flatten()
            .map(|one| one.name.as_str())
            .collect();
        let mut calendar = Calendar::new(host_of(site));
        calendar.line("BEGIN", "VEVENT");
        calendar.text("UID", &format!("{id}@{}", host_of(site)));
        calendar.line("SEQUENCE", &row.seq.to_string());
        calendar.time("DTSTAMP", row.changed);
        calendar.time("DTSTART", starts);
        calendar.time("DTEND", starts + USUAL_LENGTH);
        calendar.text("SUMMARY", &format!("{}: {}", appointment.ruleset_name, names.join(" – ")));
        let is_off = matches!(appointment.phase, AppointmentPhase::Cancelled | AppointmentPhase::Missed);
        calendar.line("STATUS", if is_off { "CANCELLED" } else { "CONFIRMED" });
        calendar.line("URL", &format!("{site}/appointment/{id}"));
        calendar.line("END", "VEVENT");
        Ok(calendar.finish())
    }
}

/// Times of a proposal, in order.
fn checked_times(mut times: Vec<UnixMillis>, now: UnixMillis) -> Result<Vec<UnixMillis>, ApiError> {
    times.sort_unstable();
    times.dedup();
    if times.len() > MAX_TIMES {
        return Err(bad("there are at most 5 `times`"));
    }
    match times.iter().all(|time| *time > now && *time <= now + MAX_AHEAD) {
        true => Ok(times),
        false => Err(bad("`times` are in milliseconds, from now on and within 60 days")),
    }
}

fn bad(problem: &str) -> ApiError {
    ApiError::input("bad_appointment", problem.to_owned())
}

/// The answer to a person whose wish does not fit an appointment as it is.
fn refused(code: &'static str, why: &'static str) -> ApiError {
    Rejection::new(code, say::error_appointment(Argument::Choice(why))).into()
}

/// How long a game that begins when it is accepted waits for that, in milliseconds.
fn patience(time_control: &GameTimeControl) -> u64 {
    if time_control.is_live() { LIVE_TTL } else { LONG_TTL }
}

fn milliseconds(duration: std::time::Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}

/// The people of an appointment.
fn parties(row: &AppointmentRow) -> impl Iterator<Item = &GuestId> {
    std::iter::once(&row.by).chain(&row.with)
}

/// What all but the one who does something are told of it.
fn told(row: &AppointmentRow, by: &GuestId, kind: ReminderKind, now: UnixMillis) -> Vec<Reminder> {
    let others = parties(row).filter(|person| *person != by);
    let reminder =
        |player: &GuestId| Reminder { player: player.clone(), kind, subject: row.id.clone(), due: now };
    others.map(reminder).collect()
}

/// Whether the game may yet come about.
fn is_open(row: &AppointmentRow, now: UnixMillis) -> bool {
    matches!(row.stage, AppointmentStage::Proposed | AppointmentStage::Agreed) && row.expires > now
}

fn phase_of(row: &AppointmentRow, now: UnixMillis) -> AppointmentPhase {
    match row.stage {
        AppointmentStage::Proposed if row.expires <= now => AppointmentPhase::Expired,
        AppointmentStage::Proposed => AppointmentPhase::Proposed,
        AppointmentStage::Agreed => AppointmentPhase::Agreed,
        AppointmentStage::Declined => AppointmentPhase::Declined,
        AppointmentStage::Cancelled => AppointmentPhase::Cancelled,
        AppointmentStage::Begun => AppointmentPhase::Begun,
        AppointmentStage::Missed => AppointmentPhase::Missed,
    }
}

/// The action of answering an appointment.
fn answering(row: &AppointmentRow) -> Action<'_> {
    let asked = if row.proposer == row.by { row.with.as_ref() } else { Some(&row.by) };
    Action::AnswerAppointment { proposer: &row.proposer, asked }
}

/// Checks that a person may answer an appointment now.
fn check_answer(row: &AppointmentRow, person: &GuestId, now: UnixMillis) -> Result<(), ApiError> {
    authorize(Some(person), answering(row))?;
    match row.stage == AppointmentStage::Proposed && row.expires > now {
        true => Ok(()),
        false => Err(refused("appointment_over", "over")),
    }
}

fn rights_of(row: &AppointmentRow, person: &GuestId, now: UnixMillis) -> AppointmentRights {
    let may_answer = check_answer(row, person, now).is_ok();
    let cancelling = Action::CancelAppointment { by: &row.by, with: row.with.as_ref() };
    AppointmentRights {
        takes_part: parties(row).any(|one| one == person),
        may_accept: may_answer,
        may_propose: may_answer && row.seq < MAX_CHANGES,
        may_decline: may_answer && row.with.is_some(),
        may_cancel: is_open(row, now) && authorize(Some(person), cancelling).is_ok(),
    }
}
