//! Forwarding of intents and chat from a follower to the owner of a game, beside the actor: a
//! follower never waits for another node.
//!
//! The intents of one guest are forwarded one after the other, those of different guests side by
//! side. Each goes through the mailbox in the database, until it is answered or its time is up; if this
//! node becomes the owner meanwhile, the intent goes to the actor.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use rukh_store::{Mail, StoreEvent, clock};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{mpsc, watch};
use tokio::time::Instant;

use super::actor::OwnerRoute;
use super::follower::{PeerRequest, PeerResponse};
use super::pipeline::INTENT_TIMEOUT;
use super::{ActorCommand, ChatReplyTo, GameRegistry, IncomingIntent, ReplyTo};
use crate::id::{GameId, GuestId};
use crate::say;
use crate::session::Rejection;
use crate::wire::Nack;
use crate::wire::event::Seq;
use crate::wire::intent::IntentResult;

/// Maximum number of guests whose intents are forwarded side by side; the others share one queue.
const MAX_QUEUES: usize = 64;
/// Intents that may wait in a queue.
const QUEUE_SIZE: usize = 32;
/// How often mail is looked for if no notification arrives.
const MAIL_POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Pause before the owner is asked again.
const RETRY_DELAY: Duration = Duration::from_millis(100);

/// An intent on its way to the owner.
struct ForwardedIntent {
    incoming: IncomingIntent,
    reply: ReplyTo,
    until: Instant,
    /// Last event here, for a rejection.
    seq: Seq,
    /// Counts the intents that wait for an answer.
    _pending: Arc<()>,
}

/// The queues of a follower.
#[derive(Default)]
pub(super) struct Forwarder {
    queues: HashMap<Option<GuestId>, mpsc::Sender<ForwardedIntent>>,
    /// Held by every intent that waits for an answer.
    pending: Arc<()>,
}

/// What a forwarding task needs.
#[derive(Clone)]
pub(super) struct ForwardContext {
    pub(super) registry: Arc<GameRegistry>,
    pub(super) game: GameId,
    /// The actor's mailbox; weak, so that it closes with the registry.
    pub(super) actor: mpsc::WeakSender<ActorCommand>,
    pub(super) route: watch::Receiver<OwnerRoute>,
}

impl Forwarder {
    /// Whether forwarded intents wait for an answer.
    pub(super) fn is_busy(&self) -> bool {
        Arc::strong_count(&self.pending) > 1
    }

    /// Queues an intent; returns it if there are too many.
    pub(super) fn forward(
        &mut self,
        context: impl FnOnce() -> ForwardContext,
        incoming: IncomingIntent,
        reply: ReplyTo,
        seq: Seq,
    ) -> Result<(), Box<(IncomingIntent, ReplyTo)>> {
        self.queues.retain(|_, queue| !queue.is_closed());
        let key = incoming
            .guest
            .clone()
            .filter(|id| self.queues.len() < MAX_QUEUES || self.queues.contains_key(&Some(id.clone())));
        let queue = self.queues.entry(key).or_insert_with(|| {
            let (queue, intents) = mpsc::channel(QUEUE_SIZE);
            tokio::spawn(run_queue(context(), intents));
            queue
        });
        let age = Duration::from_millis(clock::now().since(incoming.arrived_at));
        let until = Instant::now() + INTENT_TIMEOUT.saturating_sub(age);
        let forwarded = ForwardedIntent { incoming, reply, until, seq, _pending: self.pending.clone() };
        queue.try_send(forwarded).map_err(|error| {
            let forwarded = error.into_inner();
            Box::new((forwarded.incoming, forwarded.reply))
        })
    }
}

async fn run_queue(context: ForwardContext, mut intents: mpsc::Receiver<ForwardedIntent>) {
    while let Some(forwarded) = intents.recv().await {
        run_forward(&context, forwarded).await;
    }
}

async fn run_forward(context: &ForwardContext, forwarded: ForwardedIntent) {
    let ForwardedIntent { incoming, reply, until, seq, _pending } = forwarded;
    let id = incoming.message.id.clone();
    let mut changes = context.route.clone();
    let answer = loop {
        let route = changes.borrow_and_update().clone();
        if matches!(route, OwnerRoute::Here) {
            // A stopped actor leaves the request to its successor.
            return context.tell(ActorCommand::Intent(incoming, reply)).await;
        }
        let asked = tokio::select! {
            answer = ask(context, &route, &incoming, until) => answer,
            // Another node, or this one, is the owner now.
            Ok(()) = changes.changed() => continue,
        };
        if let Some(answer) = asked {
            break answer;
        }
        if Instant::now() + RETRY_DELAY >= until {
            let Rejection { code, message } = Rejection::new("unavailable", say::host::reject_busy());
            break Err(Nack { id, code: code.to_owned(), message, seq });
        }
        tokio::time::sleep(RETRY_DELAY).await;
    };
    match reply {
        ReplyTo::Request(reply) => drop(reply.send(answer)),
        ReplyTo::Subscriber(number) => context.tell(ActorCommand::Forwarded(number, Box::new(answer))).await,
    }
}

async fn ask(
    context: &ForwardContext,
    route: &OwnerRoute,
    incoming: &IncomingIntent,
    until: Instant,
) -> Option<IntentResult> {
    let IncomingIntent { message, guest, address, arrived_at: arrived, lag } = incoming.clone();
    let id = message.id.clone();
    let age = clock::now().since(arrived);
    let address = address.map(|address| context.registry.origins.alias(address));
    let request = PeerRequest::Intent { message, guest, address, age, lag };
    match context.registry.ask_node(route, &context.game, &request, until).await? {
        PeerResponse::Ack(ack) => Some(Ok(ack)),
        PeerResponse::Nack(nack) => Some(Err(nack)),
        PeerResponse::Refused { code, message } => Some(Err(Nack { id, code, message, seq: Seq::ZERO })),
        _ => None,
    }
}

/// Sends a chat request and reports what the owner says.
pub(super) fn forward_chat(context: ForwardContext, request: PeerRequest, reply: ChatReplyTo) {
    tokio::spawn(async move {
        let until = Instant::now() + INTENT_TIMEOUT;
        let route = context.route.borrow().clone();
        let response = context.registry.ask_node(&route, &context.game, &request, until).await;
        let result = match response {
            Some(PeerResponse::Done) => Ok(()),
            Some(PeerResponse::Refused { code, message }) => {
                let known = ["not_allowed", "too_fast", "bad_message", "chat_timeout", "chat_word"];
                let code = known.into_iter().find(|one| *one == code).unwrap_or("unavailable");
                Err(Rejection { code, message })
            }
            _ => Err(Rejection::new("unavailable", say::host::reject_busy())),
        };
        match (reply, result) {
            (ChatReplyTo::Request(reply), result) => drop(reply.send(result)),
            (ChatReplyTo::Subscriber(_), Ok(())) => {}
            (ChatReplyTo::Subscriber(number), Err(refused)) => {
                context.tell(ActorCommand::ChatRejected(number, refused)).await;
            }
        }
    });
}

/// Reports the presence on this node to the owner; the merged presence comes back to the actor.
pub(super) fn report_presence(context: ForwardContext, request: PeerRequest) {
    tokio::spawn(async move {
        let until = Instant::now() + INTENT_TIMEOUT;
        let route = context.route.borrow().clone();
        let response = context.registry.ask_node(&route, &context.game, &request, until).await;
        if let Some(PeerResponse::Presence { presence }) = response {
            context.tell(ActorCommand::OwnerPresence(Box::new(presence))).await;
        }
    });
}

impl ForwardContext {
    /// Tells the actor, if it still runs.
    async fn tell(&self, command: ActorCommand) {
        if let Some(actor) = self.actor.upgrade() {
            let _ = actor.send(command).await;
        }
    }
}

impl GameRegistry {
    /// Asks the node of a game. `None` if it does not answer in time or does not own the game.
    pub(super) async fn ask_node(
        &self,
        route: &OwnerRoute,
        game: &GameId,
        request: &PeerRequest,
        until: Instant,
    ) -> Option<PeerResponse> {
        let OwnerRoute::Node(node) = route else { return None };
        let text = serde_json::to_string(request).ok()?;
        let response = self.store.exchange_mail(node, game, &text, until);
        match tokio::time::timeout_at(until, response).await {
            Ok(Ok(response)) => {
                let response = serde_json::from_str(&response?).ok();
                response.filter(|response| !matches!(response, PeerResponse::NotOwner))
            }
            Ok(Err(error)) => {
                tracing::warn!(%error, "mail to another node could not be sent");
                None
            }
            Err(_) => None,
        }
    }

    /// Executes requests of other nodes. Runs until the store closes.
    pub async fn serve_mail(self: Arc<Self>) {
        if !self.store.is_shared() {
            return;
        }
        let mut events = self.store.subscribe();
        // Ids of requests that are being executed, until they are answered.
        let taken: Arc<Mutex<HashSet<String>>> = Arc::default();
        loop {
            match tokio::time::timeout(MAIL_POLL_INTERVAL, events.recv()).await {
                Ok(Ok(StoreEvent::Mail(_) | StoreEvent::Lagged) | Err(RecvError::Lagged(_))) | Err(_) => {}
                Ok(Ok(_)) => continue,
                Ok(Err(RecvError::Closed)) => return,
            }
            match self.store.read_mail().await {
                Ok(mail) => {
                    for one in mail {
                        if taken.lock().unwrap_or_else(PoisonError::into_inner).insert(one.id.clone()) {
                            tokio::spawn(self.clone().execute_mail(one, taken.clone()));
                        }
                    }
                }
                Err(error) => tracing::warn!(%error, "mail from other nodes cannot be read"),
            }
        }
    }

    async fn execute_mail(self: Arc<Self>, mail: Mail, taken: Arc<Mutex<HashSet<String>>>) {
        let response = match serde_json::from_str::<PeerRequest>(&mail.request) {
            Ok(request) => {
                let command = |reply| ActorCommand::Peer(request.clone(), reply);
                self.ask(&mail.game, command).await.map_or(PeerResponse::NotOwner, |(response, _)| response)
            }
            Err(error) => PeerResponse::Refused {
                code: "bad_intent".to_owned(),
                message: say::host::reject_intent_unreadable(error.to_string()).into(),
            },
        };
        let text = serde_json::to_string(&response).unwrap_or_default();
        if let Err(error) = self.store.answer_mail(&mail.id, &text).await {
            tracing::warn!(%error, "mail from another node cannot be answered");
        }
        taken.lock().unwrap_or_else(PoisonError::into_inner).remove(&mail.id);
    }
}
