//! `/api/v1/account/export`: everything that the site has of a person, as one file.

use std::io::{Cursor, Write};
use std::sync::Arc;

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use rukh_rules::notation::{pgn, record};
use rukh_store::{GameFilter, StoreError, clock, shown};
use serde::Serialize;
use serde_json::{Value as Json, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use super::AppState;
use super::account::{account_view, check_proof};
use super::client::Client;
use super::identity::SignedInDevice;
use crate::admission::WorkClass;
use crate::error::ApiError;
use crate::id::GuestId;
use crate::limits::LimitedAction;
use crate::wire::ChatEntry;
use crate::wire::moderation::OwnDecisions;
use crate::wire::time::UnixMillis;

/// Games that are listed at once.
const PAGE: u32 = 100;

/// What the file is, in words.
const README: &str = "What this site has of you.\n\n\
    account.json  your account: name, passkeys, devices and tokens, without what signs in\n\
    chat.json     what you wrote and showed beside games\n\
    seeks.json    your open seeks\n\
    ratings.json  your ratings, and how each of your rated games changed them\n\
    moderation.json  what you reported, whom you block, and what was decided about you\n\
    events.json   events that you made or took part in\n\
    appointments.json  games that you agreed to play at a time, or proposed\n\
    follows.json  whom you follow, and whether you show when you are online\n\
    push.json     where your browsers get messages\n\
    games/        each of your games, as PGN and as the log of its events\n\n\
    Studies, settings and solved puzzles are kept in your browser and not here; the site saves studies as PGN.\n";

/// Everything about the person of a device.
pub(super) async fn export(
    State(state): State<Arc<AppState>>,
    client: Client,
    SignedInDevice(row): SignedInDevice,
) -> Result<Response, ApiError> {
    check_proof(&row)?;
    let player = &row.player;
    state.registry.limits().check(LimitedAction::Export, Some(player), client.address)?;
    let _place = state.admission.enter(WorkClass::Download, &client.owner(Some(player))).await?;
    let store = state.registry.store();
    let mut archive = Archive::new();
    archive.add("README.txt", README)?;
    archive.add_json("account.json", &account_view(&state, &row).await?)?;
    let said = store.asides_of(player).await?.into_iter().map(|(game, at, body)| {
        let mut entry = serde_json::from_str::<ChatEntry>(&body).ok();
        // That nobody else sees it is not for its author to know.
        entry.iter_mut().filter_map(ChatEntry::author_mut).for_each(|author| author.is_shadowed = false);
        json!({ "game": game, "at": at, "entry": entry })
    });
    archive.add_json("chat.json", &said.collect::<Vec<_>>())?;
    let seeks = store.own_seeks(player, clock::now()).await?.into_iter();
    let seeks = seeks.map(|seek| serde_json::from_str::<Json>(&seek.body).unwrap_or(Json::Null));
    archive.add_json("seeks.json", &seeks.collect::<Vec<_>>())?;
    let subscriptions = store
        .push_of(player)
        .await?
        .into_iter()
        .map(|row| json!({ "endpoint": row.endpoint, "language": row.locale, "renewed": row.renewed }));
    archive.add_json("push.json", &subscriptions.collect::<Vec<_>>())?;
    let events = store.events_of(player).await?.into_iter().map(|row| {
        let settings = serde_json::from_str::<Json>(&row.body).unwrap_or(Json::Null);
        json!({ "id": row.id, "is_own": row.creator.as_ref() == Some(player), "settings": settings })
    });
    archive.add_json("events.json", &events.collect::<Vec<_>>())?;
    archive.add_json("appointments.json", &state.appointments.export(player).await?)?;
    let followed = store.followed(player).await?.into_iter();
    let followed = followed.map(|row| json!({ "id": row.whom, "since": row.since }));
    let follows = json!({
        "followed": followed.collect::<Vec<_>>(), "shows_online": store.shows_online(player).await?,
    });
    archive.add_json("follows.json", &follows)?;
    archive.add_json("ratings.json", &ratings(&state, player).await?)?;
    archive.add_json("moderation.json", &moderation(&state, player).await?)?;
    add_games(&state, player, &mut archive).await?;
    let headers = [
        (header::CONTENT_TYPE, "application/zip"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"rukh.zip\""),
    ];
    Ok((headers, archive.finish()?).into_response())
}

/// The ratings of a person with their histories.
async fn ratings(state: &AppState, player: &GuestId) -> Result<Vec<Json>, ApiError> {
    let store = state.registry.store();
    let mut found = Vec::new();
    for row in store.ratings([player]).await? {
        let history = store.rating_history(player, &row.pool).await?.into_iter();
        let history = history
            .map(|one| json!({ "game": one.game, "at": one.at, "before": one.before, "after": one.after }));
        let (rating, history) = (shown(&row.rating), history.collect::<Vec<_>>());
        found.push(json!({ "pool": row.pool, "rating": rating, "games": row.games, "history": history }));
    }
    Ok(found)
}

/// What a person has reported, whom the person blocks, and what was decided about the person.
async fn moderation(state: &AppState, player: &GuestId) -> Result<Json, ApiError> {
    let store = state.registry.store();
    let reports = store.reports_by(player).await?.into_iter().map(|row| {
        json!({ "about": row.about, "reason": row.reason, "text": row.text, "at": row.created, "resolved": row.resolved })
    });
    let blocks = store.blocks_of(player).await?;
    let OwnDecisions { decisions, .. } = state.moderation.own(player).await?;
    Ok(json!({ "reports": reports.collect::<Vec<_>>(), "blocks": blocks, "decisions": decisions }))
}

async fn add_games(state: &AppState, player: &GuestId, archive: &mut Archive) -> Result<(), ApiError> {
    let mut before: Option<UnixMillis> = None;
    loop {
        let filter = GameFilter {
            player: Some(player.clone()),
            with_private: true,
            count: PAGE,
            before,
            ..GameFilter::default()
        };
        let games = state.registry.store().list(filter).await?;
        let Some(last) = games.last() else { return Ok(()) };
        before = Some(last.started);
        for game in &games {
            let found = match state.registry.record_of(&game.id).await {
                Ok(found) => found,
                Err(error @ ApiError::Store(_)) => return Err(error),
                // Its laws may be gone: what is missing is said.
                Err(error) => {
                    archive.add(&format!("games/{}.txt", game.id), &format!("cannot be read: {error}\n"))?;
                    continue;
                }
            };
            archive.add(&format!("games/{}.pgn", game.id), &pgn::format(&found))?;
            archive.add(&format!("games/{}.jsonl", game.id), &record::format_jsonl(&found))?;
        }
    }
}

/// A ZIP file that is being written.
struct Archive {
    file: ZipWriter<Cursor<Vec<u8>>>,
    options: SimpleFileOptions,
}

impl Archive {
    fn new() -> Archive {
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Deflated);
        Archive { file: ZipWriter::new(Cursor::default()), options }
    }

    fn add(&mut self, name: &str, text: &str) -> Result<(), ApiError> {
        self.file.start_file(name, self.options).map_err(unwritten)?;
        self.file.write_all(text.as_bytes()).map_err(unwritten)
    }

    fn add_json(&mut self, name: &str, value: &impl Serialize) -> Result<(), ApiError> {
        self.add(name, &serde_json::to_string_pretty(value).map_err(unwritten)?)
    }

    fn finish(self) -> Result<Vec<u8>, ApiError> {
        Ok(self.file.finish().map_err(unwritten)?.into_inner())
    }
}

/// It is written into memory.
fn unwritten(error: impl std::fmt::Display) -> ApiError {
    ApiError::Store(StoreError::Corrupt(format!("an export cannot be written: {error}")))
}
