//! Everything that the site has of a person, as one file.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use rukh_rules::notation::{pgn, record};
use rukh_store::{GameFilter, SignInRow, Store, clock, shown};
use serde::Serialize;
use serde_json::{Value as Json, json};
use tokio::sync::mpsc;
use zip::write::{SimpleFileOptions, StreamWriter};
use zip::{CompressionMethod, ZipWriter};

use crate::accounts::account_view;
use crate::admission::{Admission, Capacity};
use crate::appointments::Appointments;
use crate::clubs;
use crate::config::Config;
use crate::error::ApiError;
use crate::game::GameRegistry;
use crate::id::GuestId;
use crate::moderation::Moderation;
use crate::online::OnlinePeople;
use crate::serve::{ServeError, registry_beside};
use crate::studies::Studies;
use crate::webhooks;
use crate::wire::ChatEntry;
use crate::wire::moderation::OwnDecisions;
use crate::wire::time::UnixMillis;

/// Games that are listed at once.
const PAGE: u32 = 100;
/// Bytes that are sent on together, at least.
const CHUNK: usize = 64 << 10;

/// What the file is, in words.
const README: &str = "What this site has of you.\n\n\
    account.json  your account: name, e-mail address, passkeys, providers, devices and tokens, without what signs in\n\
    chat.json     what you wrote and showed beside games\n\
    seeks.json    your open seeks\n\
    ratings.json  your ratings, and how each of your rated games changed them\n\
    moderation.json  what you reported, whom you block, and what was decided about you\n\
    indicators.json  figures of how you play, if moderators asked for them, and the moves they count\n\
    events.json   events that you made or took part in\n\
    appointments.json  games that you agreed to play at a time, or proposed\n\
    follows.json  whom you follow, and whether you show when you are online\n\
    vacations.json  your vacations of the last year\n\
    push.json     where your browsers get messages\n\
    webhooks.json  your webhooks and their latest deliveries, without the secrets that sign them\n\
    clubs.json    your clubs, and what you wrote on their boards\n\
    studies.json  your studies on the site, and what you wrote in those of others\n\
    studies/      each of your studies, as PGN\n\
    games/        each of your games, as PGN and as the log of its events\n\n\
    Other studies, settings and solved puzzles are kept in your browser and not here; the site saves studies as PGN.\n";

/// Where what the site has of people is.
pub(crate) struct Exporter {
    pub(crate) registry: Arc<GameRegistry>,
    pub(crate) appointments: Arc<Appointments>,
    pub(crate) studies: Arc<Studies>,
    pub(crate) moderation: Arc<Moderation>,
}

/// Writes what the site has of the account of a name as a ZIP file, also beside a running server; whose it is, or
/// `None` if no account has that name.
///
/// # Errors
/// There is no database, its tables are of another version, it cannot be read, or `out` cannot be written.
pub async fn export_account(
    config: &Config,
    name: &str,
    mut out: impl Write + Send,
) -> Result<Option<GuestId>, ServeError> {
    let (registry, closing) = registry_beside(config).await?;
    let exporter = Exporter {
        appointments: Arc::new(Appointments::new(registry.clone(), config.appointments)),
        studies: Arc::new(Studies::new(registry.clone(), Admission::new(Capacity::of_machine(1)))),
        moderation: Arc::new(Moderation::new(registry.clone(), Arc::<OnlinePeople>::default())),
        registry,
    };
    let exported = async {
        let Some(player) = exporter.store().player_named(name).await? else { return Ok(None) };
        if !exporter.store().is_account(&player).await? {
            return Ok(None);
        }
        let (chunks, mut written) = mpsc::channel::<Bytes>(1);
        let saving = async move {
            while let Some(chunk) = written.recv().await {
                out.write_all(&chunk).map_err(unwritten)?;
            }
            out.flush().map_err(unwritten)
        };
        let (made, saved) = tokio::join!(exporter.write(&player, None, chunks), saving);
        saved.and(made)?;
        Ok(Some(player))
    };
    let exported = exported.await.map_err(|error| match error {
        ApiError::Export(cause) => ServeError::Export(cause.to_string()),
        error => ServeError::Export(error.to_string()),
    });
    drop(exporter);
    closing.await;
    exported
}

impl Exporter {
    fn store(&self) -> &Store {
        self.registry.store()
    }

    /// Writes what the site has of a person, as it is seen on a device, in chunks that are taken while it is written:
    /// no more than one part of the file is in memory.
    ///
    /// # Errors
    /// Something cannot be read, or nobody takes the chunks: those that were sent are no whole file.
    pub(crate) async fn write(
        &self,
        player: &GuestId,
        device: Option<&SignInRow>,
        chunks: mpsc::Sender<Bytes>,
    ) -> Result<(), ApiError> {
        let store = self.store();
        let mut archive = Archive::new(chunks);
        archive.add("README.txt", README).await?;
        archive.add_json("account.json", &account_view(store, player, device, &[]).await?).await?;
        let said = store.asides_of(player).await?.into_iter().map(|(game, at, body)| {
            let mut entry = serde_json::from_str::<ChatEntry>(&body).ok();
            // That nobody else sees it is not for its author to know.
            entry.iter_mut().filter_map(ChatEntry::author_mut).for_each(|author| author.is_shadowed = false);
            json!({ "game": game, "at": at, "entry": entry })
        });
        archive.add_json("chat.json", &said.collect::<Vec<_>>()).await?;
        let seeks = store.own_seeks(player, clock::now()).await?.into_iter();
        let seeks = seeks.map(|seek| serde_json::from_str::<Json>(&seek.body).unwrap_or(Json::Null));
        archive.add_json("seeks.json", &seeks.collect::<Vec<_>>()).await?;
        let subscriptions =
            store.push_of(player).await?.into_iter().map(
                |row| json!({ "endpoint": row.endpoint, "language": row.locale, "renewed": row.renewed }),
            );
        archive.add_json("push.json", &subscriptions.collect::<Vec<_>>()).await?;
        archive.add_json("webhooks.json", &webhooks::export(store, player).await?).await?;
        let events = store.events_of(player).await?.into_iter().map(|row| {
            let settings = serde_json::from_str::<Json>(&row.body).unwrap_or(Json::Null);
            json!({ "id": row.id, "is_own": row.creator.as_ref() == Some(player), "settings": settings })
        });
        archive.add_json("events.json", &events.collect::<Vec<_>>()).await?;
        archive.add_json("appointments.json", &self.appointments.export(player).await?).await?;
        let followed = store.followed(player).await?.into_iter();
        let followed = followed.map(|row| json!({ "id": row.whom, "since": row.since }));
        let follows = json!({
            "followed": followed.collect::<Vec<_>>(), "shows_online": store.shows_online(player).await?,
        });
        archive.add_json("follows.json", &follows).await?;
        let vacations = store.vacations(player, clock::now()).await?.into_iter();
        let vacations = vacations.map(|row| json!({ "begins": row.begins, "ends": row.ends }));
        archive.add_json("vacations.json", &vacations.collect::<Vec<_>>()).await?;
        archive.add_json("clubs.json", &clubs::export(self.registry.store(), player).await?).await?;
        let (studies, written) = self.studies.export(player).await?;
        archive.add_json("studies.json", &written).await?;
        for (id, text) in studies {
            archive.add(&format!("studies/{id}.pgn"), &text).await?;
        }
        archive.add_json("ratings.json", &self.ratings(player).await?).await?;
        archive.add_json("moderation.json", &self.decisions(player).await?).await?;
        archive.add_json("indicators.json", &self.moderation.export_indicators(player).await?).await?;
        self.add_games(player, &mut archive).await?;
        archive.finish().await
    }

    /// The ratings of a person with their histories.
    async fn ratings(&self, player: &GuestId) -> Result<Vec<Json>, ApiError> {
        let store = self.store();
        let mut found = Vec::new();
        for row in store.ratings([player]).await? {
            let history = store.rating_history(player, &row.pool).await?.into_iter();
            let history = history.map(
                |one| json!({ "game": one.game, "at": one.at, "before": one.before, "after": one.after }),
            );
            let (rating, history) = (shown(&row.rating), history.collect::<Vec<_>>());
            found.push(json!({ "pool": row.pool, "rating": rating, "games": row.games, "history": history }));
        }
        Ok(found)
    }

    /// What a person has reported, whom the person blocks, and what was decided about the person.
    async fn decisions(&self, player: &GuestId) -> Result<Json, ApiError> {
        let store = self.store();
        let reports = store.reports_by(player).await?.into_iter().map(|row| {
            json!({ "about": row.about, "reason": row.reason, "text": row.text, "at": row.created, "resolved": row.resolved })
        });
        let blocks = store.blocks_of(player).await?;
        let OwnDecisions { decisions, .. } = self.moderation.own(player).await?;
        Ok(json!({ "reports": reports.collect::<Vec<_>>(), "blocks": blocks, "decisions": decisions }))
    }

    async fn add_games(&self, player: &GuestId, archive: &mut Archive) -> Result<(), ApiError> {
        let mut before: Option<UnixMillis> = None;
        loop {
            let filter = GameFilter {
                player: Some(player.clone()),
                with_private: true,
                count: PAGE,
                before,
                ..GameFilter::default()
            };
            let games = self.store().list(filter).await?;
            let Some(last) = games.last() else { return Ok(()) };
            before = Some(last.started);
            for game in &games {
                let found = match self.registry.record_of(&game.id).await {
                    Ok(found) => found,
                    Err(error @ ApiError::Store(_)) => return Err(error),
                    // Its laws may be gone: what is missing is said.
                    Err(error) => {
                        let text = format!("cannot be read: {error}\n");
                        archive.add(&format!("games/{}.txt", game.id), &text).await?;
                        continue;
                    }
                };
                archive.add(&format!("games/{}.pgn", game.id), &pgn::format(&found)).await?;
                archive.add(&format!("games/{}.jsonl", game.id), &record::format_jsonl(&found)).await?;
            }
        }
    }
}

/// A ZIP file that is being written, and sent on meanwhile.
struct Archive {
    file: ZipWriter<StreamWriter<Unsent>>,
    options: SimpleFileOptions,
    unsent: Unsent,
    chunks: mpsc::Sender<Bytes>,
}

impl Archive {
    fn new(chunks: mpsc::Sender<Bytes>) -> Archive {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        let unsent = Unsent::default();
        Archive { file: ZipWriter::new_stream(unsent.clone()), options, unsent, chunks }
    }

    async fn add(&mut self, name: &str, text: &str) -> Result<(), ApiError> {
        self.file.start_file(name, self.options).map_err(unwritten)?;
        self.file.write_all(text.as_bytes()).map_err(unwritten)?;
        self.unsent.send(&self.chunks, CHUNK).await
    }

    async fn add_json(&mut self, name: &str, value: &impl Serialize) -> Result<(), ApiError> {
        let text = serde_json::to_string_pretty(value).map_err(unwritten)?;
        self.add(name, &text).await
    }

    async fn finish(self) -> Result<(), ApiError> {
        let Archive { file, unsent, chunks, .. } = self;
        file.finish().map_err(unwritten)?;
        unsent.send(&chunks, 1).await
    }
}

/// What is written of a file and not sent on yet.
#[derive(Clone, Default)]
struct Unsent(Arc<Mutex<Vec<u8>>>);

impl Unsent {
    fn lock(&self) -> MutexGuard<'_, Vec<u8>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Sends it on, once it is that long.
    async fn send(&self, chunks: &mpsc::Sender<Bytes>, least: usize) -> Result<(), ApiError> {
        let chunk = {
            let mut bytes = self.lock();
            if bytes.len() < least {
                return Ok(());
            }
            std::mem::take(&mut *bytes)
        };
        chunks.send(chunk.into()).await.map_err(unwritten)
    }
}

impl Write for Unsent {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.lock().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn unwritten(error: impl std::fmt::Display) -> ApiError {
    ApiError::Export(std::io::Error::other(error.to_string()))
}
