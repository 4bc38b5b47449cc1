//! Looking for what has happened to those who have webhooks, and writing what is to be posted.
//!
//! Every node looks for all webhooks, and what another one has found is known by its id. Each look goes back further
//! than the one before, by more than a transaction takes; how far it got is kept with each webhook, so after a break
//! nothing is missing.

use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::time::{Duration, Instant};

use rukh_store::{AppointmentRow, NewDelivery, StoreError, WebhookRow, clock};
use sha2::{Digest, Sha256};

use super::config::OVERLAP;
use super::service::{Webhooks, event_of};
use crate::account_feed::{
    ChangeReader, Changed, key_of_appointment, message_of_appointment, messages_of_game, time_of_appointment,
};
use crate::error::ApiError;
use crate::id::GuestId;
use crate::wire::account_feed::AccountMessage;
use crate::wire::time::UnixMillis;
use crate::wire::webhook::WebhookEvent;

/// Webhooks that are further behind are looked for one by one, so that the others need not read so much.
const BEHIND: u64 = 3 * OVERLAP;
/// How often it is kept how far the looks got, if nothing has happened.
const KEEP_INTERVAL: Duration = Duration::from_secs(10);
/// Deliveries of a look, above which it goes on with the next one, when there is room for them.
const MAX_WRITTEN: u64 = 1_000;
/// Ids of deliveries that are known to be written.
const MAX_KNOWN: usize = 20_000;

/// What a node remembers from one look to the next.
#[derive(Default)]
pub(super) struct Watch {
    /// How far the looks for each webhook got.
    looked: HashMap<String, UnixMillis>,
    /// Ids of deliveries that are written, or that nobody wants.
    known: HashSet<String>,
    kept: Option<Instant>,
}

/// A webhook, and from when on changes are news to it.
type Since<'w> = (&'w WebhookRow, UnixMillis);

/// Webhooks that are looked for together.
struct Group<'w> {
    by_person: HashMap<&'w GuestId, Vec<Since<'w>>>,
    people: Vec<GuestId>,
    earliest: UnixMillis,
}

impl<'w> Group<'w> {
    fn new(webhooks: &[Since<'w>]) -> Group<'w> {
        let mut by_person: HashMap<&'w GuestId, Vec<Since<'w>>> = HashMap::new();
        for (webhook, since) in webhooks.iter().copied() {
            by_person.entry(&webhook.player).or_default().push((webhook, since));
        }
        let mut people: Vec<GuestId> = by_person.keys().map(|person| (*person).clone()).collect();
        people.sort_unstable();
        let earliest = webhooks.iter().map(|(_, since)| *since).min().unwrap_or_default();
        Group { by_person, people, earliest }
    }

    /// The webhooks of a person to which a change at a time is news, and since when changes are.
    fn of(&self, person: &GuestId, at: UnixMillis) -> Vec<Since<'w>> {
        let own = self.by_person.get(person).into_iter().flatten();
        own.filter(|(_, since)| at >= *since).copied().collect()
    }
}

impl Watch {
    /// Looks once.
    pub(super) async fn look(&mut self, webhooks: &Webhooks) -> Result<(), ApiError> {
        let until = clock::now();
        let rows = webhooks.store().watching_webhooks().await?;
        let ids: HashSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
        self.looked.retain(|id, _| ids.contains(id.as_str()));
        let (fresh, behind): (Vec<_>, Vec<_>) = rows
            .iter()
            .map(|row| (row, since(self.looked.get(&row.id).copied(), row.looked, until)))
            .partition(|(_, since)| *since >= until.saturating_sub(BEHIND));
        let mut groups: VecDeque<Vec<Since<'_>>> =
            [fresh].into_iter().chain(behind.into_iter().map(|one| vec![one])).collect();
        while let Some(group) = groups.pop_front() {
            if group.is_empty() {
                continue;
            }
            match self.look_for(webhooks, &Group::new(&group), until).await {
                Ok(true) => self.looked.extend(group.iter().map(|(webhook, _)| (webhook.id.clone(), until))),
                Ok(false) => {}
                // A corrupt row silences only those whom it concerns.
                Err(error) if is_corrupt(&error) && group.len() > 1 => {
                    let (some, others) = group.split_at(group.len() / 2);
                    groups.extend([some.to_vec(), others.to_vec()]);
                }
                Err(error) => {
                    let id = &group[0].0.id;
                    let count = group.len();
                    tracing::warn!(%error, id, count, "it cannot be found what is to be posted to webhooks");
                }
            }
        }
        if self.kept.is_none_or(|kept| kept.elapsed() >= KEEP_INTERVAL) {
            self.kept = Some(Instant::now());
            if let Err(error) = self.keep(webhooks).await {
                self.looked.clear();
                return Err(error);
            }
        }
        Ok(())
    }

    /// Keeps how far the looks got.
    async fn keep(&self, webhooks: &Webhooks) -> Result<(), ApiError> {
        let mut by_time: BTreeMap<UnixMillis, Vec<String>> = BTreeMap::new();
        for (id, looked) in &self.looked {
            by_time.entry(*looked).or_default().push(id.clone());
        }
        for (looked, ids) in by_time {
            webhooks.store().put_deliveries(&[], (&ids, looked), clock::now()).await?;
        }
        Ok(())
    }

    /// Writes what has happened to a group; false if that was too much for one look.
    async fn look_for(
        &mut self,
        webhooks: &Webhooks,
        group: &Group<'_>,
        until: UnixMillis,
    ) -> Result<bool, ApiError> {
        let mut reader = ChangeReader::new(webhooks.store(), &group.people, (group.earliest, until));
        let mut written = 0;
        while let Some(changes) = reader.next().await? {
            let mut found = Vec::new();
            for (person, what) in changes {
                match what {
                    Changed::Game(card) => {
                        for (webhook, since) in group.of(&person, card.updated) {
                            let messages = messages_of_game(&card, &person, since);
                            found.extend(messages.iter().filter_map(|one| self.delivery(webhook, one)));
                        }
                    }
                    Changed::Appointment(row) => {
                        let own = group.of(&person, time_of_appointment(&row, until));
                        found.extend(self.of_appointment(webhooks, &own, &row, (&person, until)).await?);
                    }
                }
            }
            written += self.write(webhooks, found).await?;
            if written > MAX_WRITTEN {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What is posted of an appointment to the webhooks of a person to which its change is news.
    async fn of_appointment(
        &mut self,
        webhooks: &Webhooks,
        own: &[Since<'_>],
        row: &AppointmentRow,
        (person, until): (&GuestId, UnixMillis),
    ) -> Result<Vec<NewDelivery>, ApiError> {
        let key = key_of_appointment(row, until);
        let mut own: Vec<&WebhookRow> = own.iter().map(|(webhook, _)| *webhook).collect();
        own.retain(|webhook| {
            wants(webhook, WebhookEvent::Challenge) || wants(webhook, WebhookEvent::Appointment)
        });
        own.retain(|webhook| !self.known.contains(&delivery_id(&webhook.id, &key)));
        if own.is_empty() {
            return Ok(Vec::new());
        }
        let message = match message_of_appointment(&webhooks.appointments, row, (person, until)).await {
            Ok(message) => message,
            Err(error) if is_corrupt(&error) => {
                tracing::warn!(%error, "an appointment cannot be posted to webhooks");
                None
            }
            Err(error) => return Err(error),
        };
        let found: Vec<NewDelivery> = own
            .iter()
            .filter_map(|webhook| message.as_ref().and_then(|one| self.delivery(webhook, one)))
            .collect();
        // Those to which it tells nothing need not view it again.
        let silent = own.iter().filter(|webhook| found.iter().all(|new| new.webhook != webhook.id));
        let silent: Vec<String> = silent.map(|webhook| delivery_id(&webhook.id, &key)).collect();
        self.know(silent);
        Ok(found)
    }

    /// Remembers ids of deliveries that need not be written.
    fn know(&mut self, ids: Vec<String>) {
        if self.known.len() + ids.len() > MAX_KNOWN {
            self.known.clear();
        }
        self.known.extend(ids);
    }

    /// What is posted of a message, if the webhook wants it and it is not known to be written.
    fn delivery(&self, webhook: &WebhookRow, message: &AccountMessage) -> Option<NewDelivery> {
        let event = event_of(&message.change)?;
        let kind: &'static str = event.into();
        let id = delivery_id(&webhook.id, &message.key);
        if !wants(webhook, event) || self.known.contains(&id) {
            return None;
        }
        let body = serde_json::to_string(message).ok()?;
        let (player, webhook) = (webhook.player.clone(), webhook.id.clone());
        Some(NewDelivery { id, webhook, player, kind: kind.to_owned(), body, due: UnixMillis::default() })
    }

    /// Writes deliveries that are not there yet, to be tried in their order; how many there were.
    async fn write(&mut self, webhooks: &Webhooks, mut found: Vec<NewDelivery>) -> Result<u64, ApiError> {
        if found.is_empty() {
            return Ok(0);
        }
        let ids: Vec<&str> = found.iter().map(|new| new.id.as_str()).collect();
        let there = webhooks.store().known_deliveries(&ids).await?;
        self.know(there.iter().cloned().collect());
        found.retain(|new| !there.contains(&new.id));
        let now = clock::now();
        for (place, new) in found.iter_mut().enumerate() {
            new.due = now + place as u64;
        }
        // In one order, so that two nodes do not wait for each other.
        found.sort_unstable_by(|one, other| one.id.cmp(&other.id));
        let written = match found.is_empty() {
            true => 0,
            false => webhooks.store().put_deliveries(&found, (&[], now), now).await?,
        };
        self.know(found.into_iter().map(|new| new.id).collect());
        Ok(written)
    }
}

/// From when on changes are news to a webhook, by what a node remembers and what is kept. A time that is further ahead
/// than clocks may differ was kept by one that was wrong.
fn since(remembered: Option<UnixMillis>, kept: UnixMillis, until: UnixMillis) -> UnixMillis {
    let looked = match kept > until + 2 * OVERLAP {
        true => remembered.unwrap_or(until),
        false => remembered.unwrap_or_default().max(kept),
    };
    looked.saturating_sub(OVERLAP)
}

fn wants(webhook: &WebhookRow, event: WebhookEvent) -> bool {
    let kind: &'static str = event.into();
    webhook.events.iter().any(|known| known == kind)
}

fn is_corrupt(error: &ApiError) -> bool {
    matches!(error, ApiError::Store(StoreError::Corrupt(_)))
}

/// The id of a delivery: the same whoever finds it and how often.
fn delivery_id(webhook: &str, key: &str) -> String {
    let hash = Sha256::digest(format!("{webhook}\n{key}"));
    format!("msg_{}", hex::encode(&hash[..16]))
}

#[cfg(test)]
mod tests {
    use super::{OVERLAP, UnixMillis, since};

    #[test]
    fn time_kept_by_a_wrong_clock_is_distrusted() {
        let (now, day) = (1_000_000_000, 86_400_000);
        let since = |remembered: Option<u64>, kept| {
            since(remembered.map(UnixMillis::new), UnixMillis::new(kept), UnixMillis::new(now)).as_u64()
        };
        for (remembered, kept, looked) in [
            (None, now - day, now - day),
            (Some(now - 9), now - day, now - 9),
            // A webhook that was made just now, by a node whose clock is ahead.
            (None, now + 2 * OVERLAP, now + 2 * OVERLAP),
            (None, now + day, now),
            (Some(now - 9), now + day, now - 9),
        ] {
            assert_eq!(since(remembered, kept), looked - OVERLAP, "{remembered:?}, {kept}");
        }
    }
}
