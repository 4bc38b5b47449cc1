//! What moderators and those concerned see.

use rukh_store::name::Names;
use rukh_store::{LogPage, ReportRow, SanctionRow, StoreError, clock};

use super::{MAX_LOG, MAX_SHOWN, Moderation, Moderator, subject_of};
use crate::auth::{Action, authorize};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::meeting::check_person;
use crate::wire::moderation::{
    BlockList, DatedText, ModerationAct, ModerationLog, ModerationQueue, OwnDecisions, PersonRecord,
    ReportEntry, SanctionDetails, SanctionEntry,
};
use crate::wire::time::UnixMillis;

impl Moderation {
    /// What waits for a moderator, with the reports after that of an id: nothing about that moderator.
    pub(crate) async fn queue(
        &self,
        by: &Moderator,
        after: Option<&str>,
    ) -> Result<ModerationQueue, ApiError> {
        let reports = self.store().open_reports(&by.id, after, MAX_SHOWN).await?;
        let appeals = self.store().appeals(&by.id, MAX_SHOWN).await?;
        let names = self.names_in(&reports, &appeals, []).await?;
        Ok(ModerationQueue {
            role: by.role,
            waiting: self.store().open_report_count(&by.id).await?,
            reports: reports.into_iter().map(|row| report_entry(row, &names)).collect::<Result<_, _>>()?,
            appeals: appeals.into_iter().map(|row| sanction_entry(row, &names)).collect(),
        })
    }

    /// What moderators know of a person, for anyone of them but that person.
    pub(crate) async fn person(&self, by: &Moderator, player: &GuestId) -> Result<PersonRecord, ApiError> {
        let store = self.store();
        authorize(Some(&by.id), Action::ReadRecord { role: Some(by.role), whom: player })?;
        check_person(player)?;
        let reports = store.reports_about(player, MAX_SHOWN).await?;
        let sanctions = store.sanctions_of(player).await?;
        let names = self.names_in(&reports, &sanctions, [player]).await?;
        let made = store.reports_by(player).await?.iter().filter(|row| row.resolved.is_none()).count();
        Ok(PersonRecord {
            player: names.guest(player),
            role: store.role(player).await?,
            is_account: store.is_account(player).await?,
            decisions: sanctions.into_iter().map(|row| sanction_entry(row, &names)).collect(),
            reports: reports.into_iter().map(|row| report_entry(row, &names)).collect::<Result<_, _>>()?,
            made: made as u64,
        })
    }

    async fn names_in<'a>(
        &self,
        reports: &'a [ReportRow],
        sanctions: &'a [SanctionRow],
        others: impl IntoIterator<Item = &'a GuestId>,
    ) -> Result<Names, ApiError> {
        let of_report = |row: &'a ReportRow| {
            [Some(&row.player), row.reporter.as_ref(), row.moderator.as_ref()].into_iter().flatten()
        };
        let of_sanction =
            |row: &'a SanctionRow| [Some(&row.player), row.moderator.as_ref()].into_iter().flatten();
        let people = reports.iter().flat_map(of_report).chain(sanctions.iter().flat_map(of_sanction));
        Ok(self.store().names(people.chain(others)).await?)
    }

    /// What was decided about a person, for that person: who decided is not said.
    pub(crate) async fn own(&self, person: &GuestId) -> Result<OwnDecisions, ApiError> {
        let now = clock::now();
        let rows = self.store().sanctions_of(person).await?;
        // Whoever knows of the shadow would only begin anew.
        let told = rows.into_iter().filter(|row| row.measure != super::Measure::Shadow);
        Ok(OwnDecisions {
            role: self.store().role(person).await?,
            decisions: told.map(|row| decision(&row, now)).collect(),
        })
    }

    /// Entries of the log before a number, or the last, without those that concern the moderator who reads.
    pub(crate) async fn log(
        &self,
        by: &Moderator,
        before: Option<u64>,
        player: Option<&GuestId>,
    ) -> Result<ModerationLog, ApiError> {
        let entries =
            self.store().moderation_log(LogPage::Before(before), player, Some(&by.id), MAX_LOG).await?;
        let mut people: Vec<&GuestId> = Vec::new();
        for entry in &entries {
            people.extend(entry.actor.iter().chain(&entry.player));
        }
        let names = self.store().names(people).await?;
        let act = |entry: rukh_store::ModerationEntry| ModerationAct {
            number: entry.number,
            at: entry.at,
            actor: entry.actor.map(|id| names.guest(&id)),
            act: entry.act,
            player: entry.player.map(|id| names.guest(&id)),
            about: entry.about,
            reason: entry.reason,
        };
        Ok(ModerationLog { entries: entries.into_iter().map(act).collect() })
    }

    /// Whom a person blocks.
    pub(crate) async fn blocks(&self, by: &GuestId) -> Result<BlockList, ApiError> {
        let whom = self.store().blocks_of(by).await?;
        let names = self.store().names(&whom).await?;
        Ok(BlockList { players: whom.iter().map(|id| names.guest(id)).collect() })
    }
}

fn report_entry(row: ReportRow, names: &Names) -> Result<ReportEntry, ApiError> {
    let about = subject_of(&row.about)
        .ok_or_else(|| StoreError::Corrupt(format!("a report about `{}`", row.about)))?;
    Ok(ReportEntry {
        id: row.id,
        reporter: row.reporter.map(|id| names.guest(&id)),
        player: names.guest(&row.player),
        about,
        name: row.name,
        quote: row.quote,
        reason: row.reason,
        text: row.text,
        created: row.created,
        moderator: row.moderator.map(|id| names.guest(&id)),
        note: row.note,
        resolved: row.resolved,
        decision: row.decision,
    })
}

fn sanction_entry(row: SanctionRow, names: &Names) -> SanctionEntry {
    SanctionEntry {
        decision: decision(&row, clock::now()),
        player: names.guest(&row.player),
        moderator: row.moderator.map(|id| names.guest(&id)),
        report: row.report,
    }
}

/// A decision without who made it.
fn decision(row: &SanctionRow, now: UnixMillis) -> SanctionDetails {
    let dated = |text: &Option<(String, UnixMillis)>| text.clone().map(|(text, at)| DatedText { text, at });
    SanctionDetails {
        id: row.id.clone(),
        measure: row.measure,
        reason: row.reason,
        text: row.text.clone(),
        name: row.name.clone(),
        created: row.created,
        until: row.until,
        revoked: row.revoked,
        is_in_force: row.is_in_force(now),
        may_appeal: row.revoked.is_none() && row.appeal.is_none(),
        appeal: dated(&row.appeal),
        answer: dated(&row.answer),
    }
}
