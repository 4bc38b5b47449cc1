//! What a move of a live game costs without network and database: `cargo bench -p rukh-server`.
//!
//! Each row plays the same random game of a ruleset and measures one step at each of its
//! positions; the figures are for one position. `draft` is the decision about a move, `view` what
//! a board without rules has to know, `json` its text.

use std::hint::black_box;
use std::sync::Arc;

use divan::Bencher;
use divan::counter::ItemsCount;
use rukh_fair_dice::ServerSeed;
use rukh_rules::hash::SplitMix64;
use rukh_rules::notation::{coordinate, san};
use rukh_rules::{Game, Node, Ruleset, Side};
use rukh_server::session::{GameInfo, Session};
use rukh_server::wire::game::SeatNames;
use rukh_server::wire::intent::PlaceIntent;
use rukh_server::wire::time::UnixMillis;
use rukh_server::wire::{GameTimeControl, Intent, Player, SpectatorMode};

const RULESETS: [&str; 4] = ["shatranj", "senterej", "oblong-dice-cazaux", "mideast"];
/// Greatest number of positions of a game.
const POSITIONS: usize = 60;

fn main() {
    divan::main();
}

#[divan::bench(args = RULESETS)]
fn draft(bencher: Bencher<'_, '_>, id: &str) {
    let positions = positions(id);
    let decide =
        |(session, intent): &(Session, Intent)| session.draft_intent(intent, now(session), 0).is_ok();
    let counted = ItemsCount::new(positions.len());
    bencher.counter(counted).bench_local(|| assert!(positions.iter().all(decide)));
}

#[divan::bench(args = RULESETS)]
fn legal_moves(bencher: Bencher<'_, '_>, id: &str) {
    each(bencher, id, |session| {
        let game = session.game();
        Side::BOTH.map(|side| game.moves_of(side).len())
    });
}

#[divan::bench(args = RULESETS)]
fn san_of_legal_moves(bencher: Bencher<'_, '_>, id: &str) {
    each(bencher, id, |session| {
        let game = session.game();
        Side::BOTH.map(|side| san::format_all(game.rules(), game.position(), side))
    });
}

#[divan::bench(args = RULESETS)]
fn fen(bencher: Bencher<'_, '_>, id: &str) {
    each(bencher, id, |session| session.game().fen());
}

#[divan::bench(args = RULESETS)]
fn view(bencher: Bencher<'_, '_>, id: &str) {
    each(bencher, id, Session::view);
}

#[divan::bench(args = RULESETS)]
fn view_and_json(bencher: Bencher<'_, '_>, id: &str) {
    each(bencher, id, |session| serde_json::to_string(&session.view()));
}

/// The list entry that is written with every append.
#[divan::bench(args = RULESETS)]
fn card_and_json(bencher: Bencher<'_, '_>, id: &str) {
    each(bencher, id, |session| serde_json::to_string(&session.card(SeatNames::default())));
}

#[divan::bench(args = RULESETS)]
fn events_and_json(bencher: Bencher<'_, '_>, id: &str) {
    each(bencher, id, |session| serde_json::to_string(&session.events().last()));
}

fn each<T>(bencher: Bencher<'_, '_>, id: &str, step: impl Fn(&Session) -> T) {
    let positions = positions(id);
    bencher.counter(ItemsCount::new(positions.len())).bench_local(|| {
        for (session, _) in &positions {
            black_box(step(session));
        }
    });
}

/// The positions of a random game, each with the intent that goes on from it.
fn positions(id: &str) -> Vec<(Session, Intent)> {
    let player = |id: &str| Player::Guest { id: id.parse().unwrap() };
    let info = GameInfo {
        id: "game".parse().expect("an id"),
        white: player("w"),
        black: player("b"),
        server_seed: ServerSeed([7; 32]),
        time_control: GameTimeControl::None,
        odds: None,
        spectator_mode: SpectatorMode::Match,
        private: false,
        rated: None,
        started: UnixMillis::new(0),
    };
    let ruleset = Arc::new(Ruleset::named(id).expect("a built-in ruleset"));
    let (mut session, start) = Session::new(info, Game::new(ruleset), UnixMillis::new(0));
    session.commit(start, None);
    for side in Side::BOTH {
        play(&mut session, &Intent::Seed { side, seed: "salt".to_owned() });
    }
    let mut random = SplitMix64::new(1);
    let mut found = Vec::new();
    while found.len() < POSITIONS
        && let Some(intent) = random_intent(&session, &mut random)
    {
        found.push((session.clone(), intent.clone()));
        play(&mut session, &intent);
    }
    found
}

fn now(session: &Session) -> UnixMillis {
    UnixMillis::new(1_000 * session.seq().as_u64())
}

/// Commits an intent, and what becomes due because of it. Seeds are for games with dice only.
fn play(session: &mut Session, intent: &Intent) {
    if let Ok(draft) = session.draft_intent(intent, now(session), 0) {
        session.commit(draft, None);
    }
    while let Some(draft) = session.deadline().and_then(|due| session.draft_deadline(due)) {
        session.commit(draft, None);
    }
}

fn random_intent(session: &Session, random: &mut SplitMix64) -> Option<Intent> {
    let game = session.game();
    let mut choose = |count: usize| random.below(count.max(1));
    match game.node() {
        Node::Werera(sides) => {
            let able: Vec<Side> = Side::BOTH.into_iter().filter(|side| sides.may(*side)).collect();
            let side = *able.get(choose(able.len()))?;
            let moves = game.moves_of(side);
            let mv = *moves.get(choose(moves.len()))?;
            let piece = game.pieces().into_iter().find(|piece| piece.cell == mv.from())?;
            let name = |cell| game.ruleset().geometry.square(cell);
            Some(Intent::Place(PlaceIntent {
                side,
                piece_id: Some(piece.id),
                from: name(mv.from()),
                to: name(mv.to()),
                promotion: mv.promotion().map(|kind| game.ruleset().letter(kind)),
            }))
        }
        Node::Choice(side) => {
            let moves = game.moves_of(side);
            let mv = *moves.get(choose(moves.len()))?;
            Some(Intent::Move { coordinates: coordinate::format(game.ruleset(), mv) })
        }
        Node::Chance(_) | Node::Over(_) => None,
    }
}
