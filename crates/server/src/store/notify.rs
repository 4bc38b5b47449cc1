//! Who follows games is told that there is something to read. A hint is never
//! more than that: the log is the truth, and a lost hint costs a look at it.

use std::collections::HashMap;
use std::time::Duration;

use sqlx::postgres::{PgListener, PgPool};
use tokio::sync::{broadcast, mpsc};

use super::batch::Standing;
use super::row::Rows;
use super::sql::Pool;

/// Something may have changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// In these games: each with the number of its last event and of its last aside.
    Games(Vec<(String, u64, u64)>),
    /// In the lobby.
    Lobby,
    /// Hints may have been lost: read everything you follow.
    Missed,
}

/// How far a game has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Reach(String, u64, u64);

impl Reach {
    pub(super) fn new(id: &str, standing: Standing) -> Reach {
        Reach(id.to_owned(), standing.seq, standing.asides)
    }
}

/// What other nodes are to be told.
#[derive(Debug)]
pub(super) enum Cry {
    Games(Vec<Reach>),
    Lobby,
}

/// Tells everybody who follows anything.
#[derive(Debug, Clone)]
pub(super) struct Herald {
    hints: broadcast::Sender<Hint>,
    /// To the other nodes, if there can be any.
    cries: Option<mpsc::UnboundedSender<Cry>>,
}

/// Hints a slow reader may be behind before it misses some.
const BACKLOG: usize = 1024;

impl Herald {
    /// With nobody but this process to be told.
    pub(super) fn alone() -> Herald {
        Herald { hints: broadcast::channel(BACKLOG).0, cries: None }
    }

    /// With other nodes, told by whoever reads what is returned.
    pub(super) fn among_others() -> (Herald, mpsc::UnboundedReceiver<Cry>) {
        let (cries, heard) = mpsc::unbounded_channel();
        (Herald { cries: Some(cries), ..Herald::alone() }, heard)
    }

    pub(super) fn hints(&self) -> broadcast::Sender<Hint> {
        self.hints.clone()
    }

    pub(super) fn games(&self, reached: Vec<Reach>) {
        if reached.is_empty() {
            return;
        }
        // Nobody may be listening, here or there.
        let triples = reached.iter().map(|Reach(id, seq, asides)| (id.clone(), *seq, *asides)).collect();
        let _ = self.hints.send(Hint::Games(triples));
        let _ = self.cries.as_ref().map(|cries| cries.send(Cry::Games(reached)));
    }

    pub(super) fn lobby(&self) {
        let _ = self.hints.send(Hint::Lobby);
        let _ = self.cries.as_ref().map(|cries| cries.send(Cry::Lobby));
    }
}

/// The channel of all nodes.
const CHANNEL: &str = "rukh";
/// The most bytes in one notification; PostgreSQL takes fewer than 8,000.
const LONGEST: usize = 7_400;
/// The most cries told at once.
const MOST: usize = 1024;
/// How long to wait before a lost database is tried again.
const BREATH: Duration = Duration::from_millis(300);

/// Tells the other nodes what has gathered, until nobody cries any more. A
/// commit with a notification in it waits for every other such commit, so the
/// notifications are told after the commits, and many commits at once.
pub(super) async fn cry(pool: Pool, from: String, mut cries: mpsc::UnboundedReceiver<Cry>) {
    let mut heard = Vec::new();
    let mut untold = Untold::default();
    while !untold.is_empty() || cries.recv_many(&mut heard, MOST).await > 0 {
        while let Ok(more) = cries.try_recv() {
            heard.push(more);
        }
        heard.drain(..).for_each(|cry| untold.add(cry));
        match tell(&pool, &untold.payloads(&from)).await {
            Ok(()) => untold = Untold::default(),
            Err(()) if cries.is_closed() => break,
            Err(()) => tokio::time::sleep(BREATH).await,
        }
    }
}

async fn tell(pool: &Pool, payloads: &[String]) -> Result<(), ()> {
    let mut rows = Rows::default();
    for payload in payloads {
        rows.push(&[payload]).map_err(drop)?;
    }
    let Some(rows) = rows.finish() else { return Ok(()) };
    let statement = "SELECT pg_notify('rukh', value->>0) FROM {each}";
    pool.rows(statement, &[(&rows).into()]).await.map(drop).map_err(drop)
}

#[derive(Default)]
struct Untold {
    games: HashMap<String, (u64, u64)>,
    is_lobby: bool,
}

impl Untold {
    fn is_empty(&self) -> bool {
        self.games.is_empty() && !self.is_lobby
    }

    fn add(&mut self, cry: Cry) {
        match cry {
            Cry::Lobby => self.is_lobby = true,
            Cry::Games(reached) => {
                for Reach(id, seq, asides) in reached {
                    let before = self.games.entry(id).or_default();
                    *before = (before.0.max(seq), before.1.max(asides));
                }
            }
        }
    }

    fn payloads(&self, from: &str) -> Vec<String> {
        let mut payloads = Vec::new();
        if self.is_lobby {
            payloads.push(format!("{from} lobby"));
        }
        let mut payload = String::new();
        for (id, (seq, asides)) in &self.games {
            let reach = format!(" {id}:{seq}:{asides}");
            if payload.len() + reach.len() > LONGEST {
                payloads.push(std::mem::take(&mut payload));
            }
            if payload.is_empty() {
                payload = format!("{from} games");
            }
            payload.push_str(&reach);
        }
        payloads.extend(Some(payload).filter(|payload| !payload.is_empty()));
        payloads
    }
}

/// What a notification says, unless it is one's own.
fn understand(payload: &str, own: &str) -> Option<Hint> {
    let mut words = payload.split(' ');
    if words.next()? == own {
        return None;
    }
    match words.next()? {
        "lobby" => Some(Hint::Lobby),
        "games" => words.map(reach).collect::<Option<_>>().map(Hint::Games),
        _ => None,
    }
}

fn reach(word: &str) -> Option<(String, u64, u64)> {
    let mut parts = word.rsplitn(3, ':');
    let (asides, seq, id) = (parts.next()?, parts.next()?, parts.next()?);
    Some((id.to_owned(), seq.parse().ok()?, asides.parse().ok()?))
}

/// Listens to the other nodes, for as long as it is let.
pub(super) async fn listen(
    mut listener: PgListener,
    pool: PgPool,
    own: String,
    hints: broadcast::Sender<Hint>,
) {
    loop {
        hear(&mut listener, &own, &hints).await;
        listener = loop {
            tokio::time::sleep(BREATH).await;
            if let Ok(again) = listener_on(&pool).await {
                break again;
            }
        };
        let _ = hints.send(Hint::Missed);
    }
}

/// A listener that has begun to listen.
pub(super) async fn listener_on(pool: &PgPool) -> Result<PgListener, sqlx::Error> {
    let mut listener = PgListener::connect_with(pool).await?;
    listener.eager_reconnect(false);
    listener.listen(CHANNEL).await?;
    Ok(listener)
}

/// Passes on what is heard until the line is lost.
async fn hear(listener: &mut PgListener, own: &str, hints: &broadcast::Sender<Hint>) {
    while let Ok(Some(notification)) = listener.try_recv().await {
        let hint = understand(notification.payload(), own);
        let _ = hint.map(|hint| hints.send(hint));
    }
}

#[cfg(test)]
mod tests {
    use super::{Cry, Hint, LONGEST, Reach, Untold, understand};

    #[test]
    fn what_is_cried_is_understood_by_others_only() {
        let mut untold = Untold::default();
        untold.add(Cry::Games(vec![Reach("abc".into(), 3, 0)]));
        untold.add(Cry::Games(vec![Reach("abc".into(), 4, 1)]));
        let payloads = untold.payloads("me");
        assert_eq!(payloads, ["me games abc:4:1"]);
        assert_eq!(understand(&payloads[0], "me"), None);
        assert_eq!(understand(&payloads[0], "you"), Some(Hint::Games(vec![("abc".into(), 4, 1)])));
        assert_eq!(understand("me lobby", "you"), Some(Hint::Lobby));
        assert_eq!(understand("nonsense", "you"), None);
        assert_eq!(understand("me games abc:x:1", "you"), None);
    }

    #[test]
    fn many_games_are_cried_in_pieces() {
        let mut untold = Untold::default();
        let reached = |n: u64| Reach(format!("game{n:08}"), n, 0);
        untold.add(Cry::Games((0..2000).map(reached).collect()));
        let payloads = untold.payloads("me");
        assert!(payloads.iter().all(|payload| payload.len() <= LONGEST));
        let heard: usize = payloads
            .iter()
            .filter_map(|payload| understand(payload, "you"))
            .map(|hint| if let Hint::Games(games) = hint { games.len() } else { 0 })
            .sum();
        assert_eq!(heard, 2000);
    }
}
